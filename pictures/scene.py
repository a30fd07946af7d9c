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


def colours(out, name):
    """Beside each half, what the surfaces' own colours are: finish.py keeps what is printed apart by it. Returns how to name it."""
    scene = bpy.context.scene
    bpy.context.view_layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    nodes.clear()
    layers = nodes.new("CompositorNodeRLayers")
    links.new(layers.outputs["Image"], nodes.new("CompositorNodeComposite").inputs["Image"])
    file = nodes.new("CompositorNodeOutputFile")
    file.base_path, file.format.color_mode, file.format.color_depth = os.path.join(out, "raw"), "RGB", "8"
    links.new(layers.outputs["DiffCol"], file.inputs[0])

    def call(half):
        file.file_slots[0].path = f"{name}-{half}-colours"  # Blender appends the number of the frame

    return call


def main(name, samples=26, scale="100"):
    stage.setup(int(samples), *WIDE.get(name, (1600, 2000)))
    stage.camera(**pictures()[name]())
    render = bpy.context.scene.render
    render.resolution_percentage = int(scale)
    out = os.environ.get("PICTURES_TMP", "/tmp/pictures")
    call = colours(out, name)
    for seed, half in enumerate("ab"):  # two independent halves: finish.py learns the noise from them
        bpy.context.scene.cycles.seed = seed + 1
        call(half)
        render.filepath = os.path.join(out, "raw", f"{name}-{half}.png")
        bpy.ops.render.render(write_still=True)


main(*sys.argv[sys.argv.index("--") + 1:])
