"""Camellia japonica: flower, loose petal, leaf, dried tea leaf."""
import math
import random

from materials import Nodes, plain, rgb
from shapes import TAU, cone, grid, group, mesh


def petal_material(color="#B01B30", deep="#5A0814", rim="#CF4257"):
    """Thin and alive: light scatters in it and passes through, veins run to the tip, and the rim is lighter."""
    n = Nodes("petal").set(Roughness=.46, Specular=.3, Subsurface=.22, Subsurface_Radius=(.09, .022, .016), Sheen=.25)
    uv = n.coords((1, 1, 1), "UV")
    split = n.add("ShaderNodeSeparateXYZ")
    n.link(uv, split.inputs[0])
    shade = n.ramp(split.outputs["Y"], [(.04, deep), (.42, color), (.88, color), (1, rim)])
    veins = n.noise(n.coords((46, 1.1, 1), "UV"), 1, 4, .6, .35)
    blush = n.noise(n.coords((3, 2, 1), "UV"), 1.2, 2)
    tone = n.mix("MULTIPLY", .34, shade, n.ramp(veins, [(.38, "#B98890"), (.58, "#FFFFFF")]))
    tone = n.mix("MULTIPLY", .3, tone, n.ramp(blush, [(.35, "#D9A3AC"), (.65, "#FFFFFF")]))
    n.color(tone)
    n.link(tone, n.bsdf.inputs["Subsurface Color"])
    n.bump(veins, .16, .008)
    through, mix = n.add("ShaderNodeBsdfTranslucent"), n.add("ShaderNodeMixShader", Fac=.2)
    n.link(tone, through.inputs[0])
    n.link(n.bsdf.outputs[0], mix.inputs[1])
    n.link(through.outputs[0], mix.inputs[2])
    n.link(mix.outputs[0], n.out.inputs[0])
    return n.mat


def leaf_material():
    n = Nodes("leaf").set(Roughness=.26, Specular=.5)
    split = n.add("ShaderNodeSeparateXYZ")
    n.link(n.coords((1, 1, 1), "UV"), split.inputs[0])
    off = n.tree.nodes.new("ShaderNodeMath")
    off.operation = "SUBTRACT"
    off.inputs[1].default_value = .5
    n.link(split.outputs["X"], off.inputs[0])
    side = n.tree.nodes.new("ShaderNodeMath")
    side.operation = "ABSOLUTE"
    n.link(off.outputs[0], side.inputs[0])
    rib = n.ramp(side.outputs[0], [(.012, "#8FA56A"), (.03, "#FFFFFF")])
    tone = n.ramp(n.noise(n.coords((3, 3, 3)), 1.5), [(.3, "#1F4A34"), (.75, "#3A6B45")])
    n.color(n.mix("MULTIPLY", .6, tone, rib))
    slant = n.tree.nodes.new("ShaderNodeMath")
    slant.operation = "MULTIPLY_ADD"
    slant.inputs[1].default_value = -.9
    n.link(side.outputs[0], slant.inputs[0])
    n.link(split.outputs["Y"], slant.inputs[2])
    wave = n.tree.nodes.new("ShaderNodeMath")
    wave.operation = "SINE"
    times = n.tree.nodes.new("ShaderNodeMath")
    times.operation = "MULTIPLY"
    times.inputs[1].default_value = 62
    n.link(slant.outputs[0], times.inputs[0])
    n.link(times.outputs[0], wave.inputs[0])
    n.bump(wave.outputs[0], .16, .012)
    return n.mat


def petal(length, width, low, high, seed, mat, curl=.5):
    """One petal along +x, round at its end; low and high are its angles above the table at base and tip."""
    rnd = random.Random(seed)
    ph = [rnd.uniform(0, TAU) for _ in range(3)]
    lean, notch = rnd.uniform(-.05, .05), rnd.uniform(.015, .06)
    steps, x, z, spine = 48, 0, 0, []
    for k in range(steps + 1):
        t = k / steps
        out = max(0, t - .5) / .5
        a = math.radians(low + (high - low) * math.sin(min(1, t / .8) * math.pi / 2) - 58 * curl * out * out)
        spine.append((x, z, a))
        x, z = x + math.cos(a) * length / steps, z + math.sin(a) * length / steps

    def at(u, v):
        s = math.sin((u - .5) * math.pi)
        reach = .56 + .44 * math.sqrt(max(0, 1 - s * s)) + lean * s - notch * math.exp(-(s / .2) ** 2)
        v2 = v * reach
        k = min(steps, v2 * steps)
        i, f = int(k), k - int(k)
        a, b = spine[i], spine[min(i + 1, steps)]
        px, pz, ang = (a[j] + (b[j] - a[j]) * f for j in range(3))
        half = width / 2 * (.22 + .78 * math.sin(min(1, v2 / .62) * math.pi / 2))
        cup = .17 * width * s * s * (1 - .55 * v2)
        wave = .02 * v2 * v2 * (math.sin(2.6 * s + ph[0]) + .5 * math.sin(4.4 * s + ph[1] + 2 * v2))
        lift = cup + wave
        return (px - math.sin(ang) * lift, half * s, pz + math.cos(ang) * lift)

    return grid(40, 40, at, mat, thick=.006, angle=180)


def stamens(scale, seed=4):
    """The yellow brush in the middle of the flower."""
    rnd = random.Random(seed)
    rods, rod_faces, tips, tip_faces = [], [], [], []
    for i in range(95):
        r = .15 * math.sqrt((i + .5) / 95)
        a = i * 2.39996
        spread = 1.45 + rnd.uniform(-.1, .15)
        h = .40 + rnd.uniform(-.05, .04) - r * .3
        base = (r * math.cos(a), r * math.sin(a), .02)
        top = (r * spread * math.cos(a), r * spread * math.sin(a), h)
        cone(rods, rod_faces, base, top, .0075, .006, 5)
        cone(tips, tip_faces, top, (top[0], top[1], h + .022), .016, .013, 6)
    pollen = Nodes("pollen").set(Roughness=.85)
    grains = pollen.noise(pollen.coords((1, 1, 1)), 90, 3)
    pollen.color(pollen.ramp(grains, [(.35, "#C98A14"), (.65, "#F4C64A")]))
    pollen.bump(grains, .8, .01)
    made = [mesh("rods", rods, rod_faces, plain("#F0DDA4", .5, Subsurface=.2)), mesh("tips", tips, tip_faces, pollen.mat)]
    return group(made, scale=scale)


def flower(loc=(0, 0, 0), rot=(0, 0, 0), scale=1.0, seed=1, color="#A31A2C"):
    """An open flower of about 1.3 units across at scale 1."""
    rnd = random.Random(seed)
    mat = petal_material(color)
    parts = []
    for ring, (count, length, width, low, high, lift) in enumerate(
            ((5, .78, .82, 8, 50, 0), (4, .66, .66, 36, 70, .02))):
        for i in range(count):
            p = petal(length + rnd.uniform(-.04, .04), width, low + rnd.uniform(-4, 4),
                      high + rnd.uniform(-7, 7), seed * 31 + ring * 9 + i, mat)
            p.location = (0, 0, lift + .012 * i)
            p.rotation_euler[2] = TAU * (i + .5 * ring) / count + rnd.uniform(-.1, .1)
            p.rotation_euler[0] = rnd.uniform(.2, .3) if ring else rnd.uniform(.07, .14)
            parts.append(p)
    parts.append(stamens(1))
    return group(parts, loc, rot, scale)


def loose_petal(loc, rot=(0, 0, 0), scale=1.0, seed=7):
    p = petal(.72, .68, 2, 34, seed, petal_material(), .2)
    return group([p], loc, rot, scale)


def leaf(loc, rot=(0, 0, 0), length=1.1, width=.52, bend=.16, mat=None):
    """A leathery leaf along +x with a fold at the midrib and a fine saw edge."""
    def at(u, v):
        s = 2 * u - 1
        outline = math.sin(math.pi * v ** .85) ** .8 * (1 - .25 * v)
        tooth = 1 + .022 * (1 - 2 * abs((v * 26) % 1 - .5)) * (abs(s) > .9)
        y = s * width / 2 * outline * tooth
        z = abs(s) * .075 * outline + bend * 2 * v * (1 - v) + .01 * math.sin(9 * v + 3 * s)
        return (v * length, y, z + .03)

    stalk_v, stalk_f = [], []
    cone(stalk_v, stalk_f, (.03, 0, .03), (-.14, 0, .02), .018, .022, 8)
    mat = mat or leaf_material()
    return group([grid(20, 52, at, mat, thick=.01), mesh("stalk", stalk_v, stalk_f, plain("#6C7A45", .5))],
                 loc, rot)


def tea_leaves(loc, spread, count, seed=3, scale=1.0):
    """A loose heap of rolled dry leaves."""
    rnd = random.Random(seed)
    mats = [plain(c, .75, Specular=.2) for c in ("#3B4A2A", "#4D5A33", "#2E3A22", "#5E6238")]
    parts = []
    for i in range(count):
        length, turn = rnd.uniform(.14, .3), rnd.uniform(1.5, 5)
        w, ph = rnd.uniform(.02, .045), rnd.uniform(0, 6)

        def at(u, v):
            a = ph + turn * u + 2.2 * v
            r = w * (.35 + .65 * math.sin(math.pi * min(.97, v + .03))) * (1 - .4 * u)
            return ((v - .5) * length, r * math.cos(a), r * math.sin(a) + .03 * math.sin(3 * v + ph))

        p = grid(8, 12, at, rnd.choice(mats), thick=.006)
        d, a = abs(rnd.gauss(0, .5)) * spread, rnd.uniform(0, TAU)
        z = .035 + max(0, .2 * (1 - d / spread)) * rnd.random()
        p.location = (d * math.cos(a), d * math.sin(a) * .7, z)
        p.rotation_euler = (rnd.uniform(0, 6), rnd.uniform(-.5, .5), rnd.uniform(0, 6))
        parts.append(p)
    return group(parts, loc, scale=scale)
