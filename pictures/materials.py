"""Materials of the series. All colours are given as sRGB hex."""
import os

import bpy

LABEL_DIR = os.path.join(os.environ.get("PICTURES_TMP", "/tmp/pictures"), "labels")


def rgb(hex_):
    parts = [int(hex_[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in parts) + (1,)


class Nodes:
    """A little shorthand around a material's node tree."""

    def __init__(self, name):
        self.mat = bpy.data.materials.new(name)
        self.mat.use_nodes = True
        self.tree = self.mat.node_tree
        self.bsdf = self.tree.nodes["Principled BSDF"]
        self.out = self.tree.nodes["Material Output"]

    def add(self, kind, **inputs):
        node = self.tree.nodes.new(kind)
        for key, value in inputs.items():
            node.inputs[key.replace("_", " ")].default_value = value
        return node

    def link(self, a, b):
        self.tree.links.new(a, b)

    def set(self, **values):
        for key, value in values.items():
            self.bsdf.inputs[key.replace("_", " ")].default_value = value
        return self

    def bump(self, height, strength, distance=.01):
        b = self.add("ShaderNodeBump", Strength=strength, Distance=distance)
        self.link(height, b.inputs["Height"])
        self.link(b.outputs["Normal"], self.bsdf.inputs["Normal"])

    def ramp(self, fac, stops):
        r = self.add("ShaderNodeValToRGB")
        for i, (pos, color) in enumerate(stops):
            e = r.color_ramp.elements[i] if i < 2 else r.color_ramp.elements.new(pos)
            e.position, e.color = pos, rgb(color)
        self.link(fac, r.inputs[0])
        return r.outputs[0]

    def coords(self, scale, kind="Object", rotation=(0, 0, 0)):
        t = self.add("ShaderNodeTexCoord")
        m = self.add("ShaderNodeMapping", Scale=scale, Rotation=rotation)
        self.link(t.outputs[kind], m.inputs["Vector"])
        return m.outputs[0]

    def noise(self, vector, scale, detail=4, rough=.5, distortion=0):
        n = self.add("ShaderNodeTexNoise", Scale=scale, Detail=detail, Roughness=rough, Distortion=distortion)
        self.link(vector, n.inputs["Vector"])
        return n.outputs["Fac"]

    def mix(self, kind, fac, a, b):
        m = self.tree.nodes.new("ShaderNodeMixRGB")
        m.blend_type = kind
        for value, socket in zip((fac, a, b), m.inputs):
            if hasattr(value, "node"):
                self.link(value, socket)
            else:
                socket.default_value = value
        return m.outputs[0]

    def image(self, file, uv=None, repeat=False):
        t = self.tree.nodes.new("ShaderNodeTexImage")
        t.image = bpy.data.images.load(os.path.join(LABEL_DIR, file), check_existing=True)
        t.extension = "REPEAT" if repeat else "CLIP"
        if uv:
            self.link(uv, t.inputs[0])
        return t.outputs[0]

    def color(self, socket):
        self.link(socket, self.bsdf.inputs["Base Color"])
        return self


def plain(color, rough=.5, **more):
    return Nodes("plain").set(Base_Color=rgb(color), Roughness=rough, **more).mat


def see_through(n, tint):
    """Shadow rays pass a clear body as coloured light: no caustics, little noise."""
    path = n.add("ShaderNodeLightPath")
    clear = n.add("ShaderNodeBsdfTransparent", Color=rgb(tint))
    mix = n.add("ShaderNodeMixShader")
    n.link(path.outputs["Is Shadow Ray"], mix.inputs[0])
    n.link(n.bsdf.outputs[0], mix.inputs[1])
    n.link(clear.outputs[0], mix.inputs[2])
    n.link(mix.outputs[0], n.out.inputs[0])
    return n.mat


def glass(color, rough=0.0, ior=1.5, tint=None):
    n = Nodes("glass").set(Base_Color=rgb(color), Roughness=rough, Transmission=1, IOR=ior)
    return see_through(n, tint or color)


def oil_film(deep="#F5D389", thin="#FBEDC9", width=.6):
    """The surface of a little oil: the dish shows through it, deeper in the middle, and the window lies on it."""
    n = Nodes("oil")
    far = n.tree.nodes.new("ShaderNodeVectorMath")
    far.operation = "LENGTH"
    n.link(n.coords((1 / width, 1 / width, 0)), far.inputs[0])
    clear, gloss = n.add("ShaderNodeBsdfTransparent"), n.add("ShaderNodeBsdfGlossy", Roughness=.02)
    n.link(n.ramp(far.outputs["Value"], [(.35, deep), (1, thin)]), clear.inputs[0])
    mix = n.add("ShaderNodeMixShader")
    seen = n.tree.nodes.new("ShaderNodeMath")  # from below it would mirror the dish and darken it
    seen.operation = "MULTIPLY"
    n.link(n.add("ShaderNodeFresnel", IOR=1.47).outputs[0], seen.inputs[0])
    n.link(n.add("ShaderNodeLightPath").outputs["Is Camera Ray"], seen.inputs[1])
    n.link(seen.outputs[0], mix.inputs[0])
    n.link(clear.outputs[0], mix.inputs[1])
    n.link(gloss.outputs[0], mix.inputs[2])
    n.link(mix.outputs[0], n.out.inputs[0])
    return n.mat


def frosted(color, tint="#FFFFFF", rough=.38, body=.35):
    """Satin glass: mostly rough refraction, partly a milky body."""
    n = Nodes("frosted").set(Base_Color=rgb(color), Roughness=rough, Transmission=1 - body, IOR=1.42)
    n.bump(n.noise(n.coords((1, 1, 1)), 260, 2), .06, .004)
    return see_through(n, tint)


def cream(color="#FBF3E4", rough=.38, glow=.0):
    """Opaque cream; a little glow stands for the light that scatters inside a frosted bottle."""
    return Nodes("cream").set(Base_Color=rgb(color), Roughness=rough, Emission=rgb(color),
                              Emission_Strength=glow).mat


def brass(color="#C9A76B", rough=.27):
    n = Nodes("brass").set(Base_Color=rgb(color), Metallic=1, Roughness=rough)
    lines = n.noise(n.coords((1.5, 1.5, 160)), 3, 3)
    n.bump(lines, .12, .004)
    r = n.add("ShaderNodeMapRange", To_Min=rough - .07, To_Max=rough + .1)
    n.link(lines, r.inputs[0])
    n.link(r.outputs[0], n.bsdf.inputs["Roughness"])
    return n.mat


def paper(color="#F6F1E7", image=None, rough=.78, fibre=.25):
    """Uncoated paper, printed with an image of the label folder where one is given."""
    n = Nodes("paper").set(Base_Color=rgb(color), Roughness=rough, Specular=.25)
    if image:
        n.color(n.image(image))
    n.bump(n.noise(n.coords((60, 60, 60)), 1.6, 5, .7), fibre, .006)
    return n.mat


def wood(light="#DDB67C", dark="#BF8A4C", scale=1, stamp=None, rough=.42, along=0, grain=1):
    """Wood with year rings, fine pores and, optionally, a burnt stamp (by UV).

    along: axis of the grain (0 = x, 1 = y, 2 = z).
    """
    n = Nodes("wood").set(Roughness=rough, Specular=.4)
    stretch = [7 * scale] * 3
    stretch[along] = .45 * scale
    v = n.coords(stretch)
    rings = n.add("ShaderNodeTexWave", Scale=.55, Distortion=5.5, Detail=3, Detail_Scale=.9)
    rings.bands_direction = "Z" if along != 2 else "X"
    n.link(v, rings.inputs[0])
    fine = [55 * scale] * 3
    fine[along] = 1.6 * scale
    pores = n.noise(n.coords(fine), 1.6, 5, .65)
    base = n.ramp(rings.outputs["Fac"], [(.1, light), (.95, dark)])
    soft = n.mix("MIX", 1 - .55 * grain, base, rgb(light))
    shade = n.ramp(pores, [(.32, "#B89A72"), (.62, "#FFFFFF")])
    color = n.mix("MULTIPLY", .55 * grain, soft, shade)
    if stamp:
        color = n.mix("MIX", n.image(stamp), color, rgb("#4A2B14"))
    n.color(color)
    n.bump(pores, .12, .004)
    return n.mat


def boxwood(stamp=None, along=0):
    return wood("#DBB07C", "#AF7C4A", 1.7, stamp, .3, along, .8)


def paulownia(stamp=None, along=0):
    return wood("#E6D2B0", "#CFAE80", 1.1, stamp, .62, along)


def cloth(color="#E9E2D3", image=None, repeat=1, weave=170):
    """Plain-woven cotton; with an image its repeat is counted per scene unit."""
    n = Nodes("cloth").set(Base_Color=rgb(color), Roughness=.92, Specular=.1)
    uv = n.coords((repeat, repeat, repeat), "UV")
    if image:
        n.color(n.image(image, uv, repeat=True))
    heights = []
    for axis in ("X", "Y"):
        w = n.add("ShaderNodeTexWave", Scale=weave / 20, Distortion=.6, Detail=1)
        w.bands_direction = axis
        n.link(n.coords((1, 1, 1), "UV"), w.inputs[0])
        heights.append(w.outputs["Fac"])
    n.bump(n.mix("ADD", 1.0, *heights), .35, .006)
    return n.mat


def ink(image, color="#4A2B14"):
    """A burnt or printed mark on its own patch: only the mark is drawn."""
    n = Nodes("ink").set(Base_Color=rgb(color), Roughness=.7)
    mix = n.add("ShaderNodeMixShader")
    n.link(n.image(image), mix.inputs[0])
    n.link(n.add("ShaderNodeBsdfTransparent").outputs[0], mix.inputs[1])
    n.link(n.bsdf.outputs[0], mix.inputs[2])
    n.link(mix.outputs[0], n.out.inputs[0])
    return n.mat


def soap(size, color="#F4E7C6"):
    """Waxy soap with the stamp pressed into its upper face."""
    n = Nodes("soap").set(Base_Color=rgb(color), Roughness=.42, Subsurface=.2, Subsurface_Radius=(.1, .08, .05),
                          Subsurface_Color=rgb(color))
    t = n.add("ShaderNodeTexCoord")
    mapping = n.add("ShaderNodeMapping", Location=(.5, .5, 0), Scale=(1 / size[0], 1 / size[1], 1))
    n.link(t.outputs["Object"], mapping.inputs["Vector"])
    mark = n.image("stamp-soap.png", mapping.outputs[0])
    n.color(n.mix("MIX", n.mix("MULTIPLY", 1.0, mark, (.55, .55, .55, 1)), rgb(color), rgb("#B8955A")))
    invert = n.add("ShaderNodeInvert")
    n.link(mark, invert.inputs["Color"])
    n.bump(invert.outputs[0], 1, .05)
    return n.mat
