"""The one stage of the series: washi ground, window light from the left, one camera."""
import math

import bpy
from mathutils import Vector

from materials import Nodes, rgb
from shapes import mesh


def setup(samples, width, height):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    sc = bpy.context.scene
    sc.render.engine = "CYCLES"
    c = sc.cycles
    c.device, c.samples, c.use_denoising = "CPU", samples, False
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, .03, min(samples, 16)
    c.sample_clamp_indirect, c.sample_clamp_direct = 2.5, 12
    c.caustics_reflective = c.caustics_refractive = False
    c.blur_glossy = .6
    c.max_bounces, c.transmission_bounces, c.transparent_max_bounces = 12, 12, 12
    c.diffuse_bounces, c.glossy_bounces = 3, 4
    sc.render.resolution_x, sc.render.resolution_y = width, height
    sc.view_settings.view_transform = "Filmic"
    sc.view_settings.look = "High Contrast"
    sc.view_settings.exposure = .56
    sc.render.image_settings.color_depth = "16"
    ground()
    light()


def ground():
    n = Nodes("washi").set(Roughness=.92, Specular=.15)
    v = n.coords((1, 1, 1))
    clouds = n.noise(v, .55, 3)
    fibres = n.noise(n.coords((7, 30, 7), rotation=(0, 0, .5)), 1.4, 5, .7, 1.2)
    tone = n.ramp(clouds, [(.3, "#F1EADD"), (.7, "#F7F3EA")])
    n.color(n.mix("MULTIPLY", .22, tone, n.ramp(fibres, [(.36, "#E6DCC8"), (.56, "#FFFFFF")])))
    n.bump(n.noise(n.coords((40, 40, 40)), 1.3, 6, .75), .22, .012)
    r, back, top = 2.2, 3.0, 14
    line = [(-9, 0)] + [(back + r * math.sin(a), r - r * math.cos(a))
                        for a in (i * math.pi / 48 for i in range(25))] + [(back + r, top)]
    k = len(line)
    verts = [(x, y, z) for x in (-16, 16) for y, z in line]
    mesh("ground", verts, [(i, k + i, k + i + 1, i + 1) for i in range(k - 1)], n.mat)


def area(loc, target, size, power, color):
    data = bpy.data.lights.new("light", "AREA")
    data.shape, data.size, data.size_y, data.energy = "RECTANGLE", *size, power
    data.color = rgb(color)[:3]
    obj = bpy.data.objects.new("light", data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = loc
    aim(obj, target)


def aim(obj, target):
    obj.rotation_euler = (Vector(target) - Vector(obj.location)).to_track_quat("-Z", "Y").to_euler()


def window(loc, target, power):
    """Sun through a paned window: a soft bright field with the faint shadow of its bars."""
    data = bpy.data.lights.new("sun", "SPOT")
    data.energy, data.color, data.shadow_soft_size = power, rgb("#FFE6C2")[:3], .22
    data.spot_size, data.spot_blend, data.use_nodes = math.radians(75), .1, True
    tree = data.node_tree

    def node(kind, *links, **settings):
        n = tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(n, key, value)
        for socket, value in zip(n.inputs, links):
            if hasattr(value, "node"):
                tree.links.new(value, socket)
            elif value is not None:
                socket.default_value = value
        return n.outputs

    def math_(operation, *links):
        return node("ShaderNodeMath", *links, operation=operation)[0]

    def soft(value, start, end):
        return node("ShaderNodeMapRange", value, start, end, 0, 1, interpolation_type="SMOOTHSTEP")[0]

    x, y, z = node("ShaderNodeSeparateXYZ", node("ShaderNodeTexCoord")["Normal"])
    x, y = (math_("DIVIDE", v, z) for v in (x, y))
    panes = [soft(math_("PINGPONG", x, .15), .012, .034), soft(math_("PINGPONG", y, .12), .008, .028),
             soft(math_("ABSOLUTE", x), .31, .27), soft(math_("ABSOLUTE", y), .37, .33)]
    light = math_("MULTIPLY", math_("MULTIPLY", *panes[:2]), math_("MULTIPLY", *panes[2:]))
    tree.links.new(light, tree.nodes["Emission"].inputs["Strength"])
    obj = bpy.data.objects.new("sun", data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = loc
    aim(obj, target)


def light():
    area((-5.2, .6, 3.9), (0, 0, .7), (1.7, 3.0), 420, "#FFF1DC")
    area((-2.2, -4.2, 5.2), (0, 0, .4), (3.2, 3.2), 58, "#FFF8EE")
    area((5.2, -1.6, 2.6), (0, 0, .8), (3.5, 3.5), 34, "#F3EFE8")
    window((-7.0, -2.6, 5.2), (.2, 1.2, .8), 2600)
    w = bpy.data.worlds.new("room")
    bpy.context.scene.world = w
    w.use_nodes = True
    nodes, links = w.node_tree.nodes, w.node_tree.links
    coord, split = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ")
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = rgb("#FFF6E8")
    ramp.color_ramp.elements[1].color = rgb("#B7A58F")
    span = nodes.new("ShaderNodeMapRange")
    span.inputs["From Min"].default_value = -1
    links.new(coord.outputs["Generated"], split.inputs[0])
    links.new(split.outputs["X"], span.inputs[0])
    links.new(span.outputs[0], ramp.inputs[0])
    links.new(ramp.outputs[0], nodes["Background"].inputs[0])
    nodes["Background"].inputs[1].default_value = .36


def camera(elev=10, target=(0, 0, 1.15), dist=10.5, focus=None, lens=85, blur=.5, turn=0):
    """One lens; elev 10 looks across the table, elev 40-55 looks down on it."""
    e, t = math.radians(elev), math.radians(turn)
    target = Vector(target)
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    obj = bpy.data.objects.new("camera", data)
    sc = bpy.context.scene
    sc.collection.objects.link(obj)
    obj.location = target + dist * Vector((math.sin(t) * math.cos(e), -math.cos(t) * math.cos(e), math.sin(e)))
    aim(obj, target)
    data.dof.use_dof = True
    data.dof.focus_distance = (obj.location - Vector(focus or target)).length
    data.dof.aperture_fstop = blur
    sc.camera = obj
