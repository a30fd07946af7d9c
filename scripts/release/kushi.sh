#!/bin/sh
# Runs the shop without anything else installed on the machine:
#   bin/kushi start                         database, sandbox (unless SANDBOX=off) and server
#   bin/kushi setup                         migrates DATABASE_URL to this version, before its servers start
#   bin/kushi server --role web|worker      only the server
#   bin/kushi shop doctor                   commands for operators
# Data are stored in DATA_DIR, by default in "data" beside this version's folder, where the next version finds them.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
export DATA_DIR="${DATA_DIR:-$here/../data}"
# How an operator types this command; messages name it.
export KUSHI_COMMAND="${KUSHI_COMMAND:-$here/bin/kushi}"
command=${1:-start}
[ $# -eq 0 ] || shift
# Keeps Node's compile cache for the next start, if the folder is writable.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$DATA_DIR/compiled}"
node() { exec "$here/node_modules/.bin/node" --disable-warning=ExperimentalWarning "$@"; }
# Empty if the sources have changed since they were bundled: the sources then run.
KUSHI_BUNDLE=$("$here/node_modules/.bin/node" "$here/scripts/lib/bundled.mjs")
export KUSHI_BUNDLE
program() { [ -z "$KUSHI_BUNDLE" ] && echo "$here/$2" || echo "$here/apps/server/build/$KUSHI_BUNDLE/$1.js"; }
case $command in
  start) cd "$here" && node "$(program launch scripts/launch/main.ts)" start ;;
  setup) node "$(program setup packages/db/src/setup.ts)" ;;
  server) cd "$here" && NODE_ENV=production MALLOC_ARENA_MAX=2 node --max-semi-space-size=16 "$(program main apps/server/src/main.ts)" "$@" ;;
  shop) node --max-semi-space-size=4 --max-old-space-size=256 "$(program cli apps/server/src/cli/main.ts)" "$@" ;;
  *) echo "bin/kushi start, setup, server or shop; see docs/running.md" >&2; exit 2 ;;
esac
