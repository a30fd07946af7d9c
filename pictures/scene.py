"""Renders pictures. Usage: blender -b -P scene.py -- PICTURE [SAMPLES PER HALF] [SCALE %]  (see README.md)"""
import importlib
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import bpy  # noqa: E402

import stage  # noqa: E402

WIDE = {"hero-1": (1600, 900)}


def pictures():
    found = {}
    for file in sorted((HERE / "products").glob("*.py")):
        found.update(importlib.import_module(f"products.{file.stem}").PICTURES)
    return found


def main(name, samples=26, scale="100"):
    stage.setup(int(samples), *WIDE.get(name, (960, 1200)))
    stage.camera(**pictures()[name]())
    render = bpy.context.scene.render
    render.resolution_percentage = int(scale)
    out = os.environ.get("PICTURES_TMP", "/tmp/pictures")
    for seed, half in enumerate("ab"):  # two independent halves: finish.py learns the noise from them
        bpy.context.scene.cycles.seed = seed + 1
        render.filepath = os.path.join(out, "raw", f"{name}-{half}.png")
        bpy.ops.render.render(write_still=True)


main(*sys.argv[sys.argv.index("--") + 1:])
