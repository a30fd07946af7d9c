#!/bin/sh
# Renders and encodes pictures: ./render.sh [-s SAMPLES] [-r SCALE%] [PICTURE...]   (default: the whole series)
set -eu
cd "$(dirname "$0")"
export PICTURES_TMP="${PICTURES_TMP:-/tmp/pictures}"
samples=8 scale=100
while getopts s:r: opt; do
  case $opt in s) samples=$OPTARG ;; r) scale=$OPTARG ;; *) exit 2 ;; esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- $(sed -n 's/^PICTURES = //p; s/^            "/"/p' products/*.py | grep -o '"[a-z0-9-]*-[0-9]"' | tr -d '"')
python=${PYTHON:-python3}
"$python" labels.py "$PICTURES_TMP/labels"
for picture in "$@"; do
  start=$(date +%s)
  nice -n 19 blender -b --python-exit-code 1 -P scene.py -- "$picture" "$samples" "$scale" >"$PICTURES_TMP/$picture.log" 2>&1
  nice -n 19 "$python" finish.py ../apps/storefront/public/pictures "$picture"
  echo "$picture $(($(date +%s) - start)) s"
done
