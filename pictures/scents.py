"""What a scent is made of, and the seed of the oil: yuzu, sandalwood, mint, camellia seeds."""
import math
import random

from mathutils import Vector

from camellia import leaf
from materials import Nodes, plain, rgb, wood
from shapes import TAU, box, cone, grid, group, mesh, tube


def peel():
    n = Nodes("peel").set(Roughness=.36, Specular=.45, Subsurface=.12, Subsurface_Radius=(.12, .08, .02),
                          Subsurface_Color=rgb("#E8B81F"))
    tone = n.ramp(n.noise(n.coords((1.4, 1.4, 1.4)), 1.4, 3), [(.3, "#D9A514"), (.7, "#EFC53A")])
    pores = n.noise(n.coords((1, 1, 1)), 21, 2, .5)
    n.color(n.mix("MULTIPLY", .25, tone, n.ramp(pores, [(.38, "#C99A2A"), (.55, "#FFFFFF")])))
    n.bump(n.noise(n.coords((1, 1, 1)), 15, 3, .55), .5, .04)
    return n.mat


def yuzu(loc, radius=.4, turn=0, seed=5):
    """A fruit standing a little aslant: flattened, uneven, with its calyx."""
    rnd = random.Random(seed)
    ph = [rnd.uniform(0, TAU) for _ in range(4)]

    def at(u, v):
        a, b = TAU * u, math.pi * v
        bump = .022 * math.sin(3 * a + ph[0]) * math.sin(b) + .018 * math.sin(5 * a + 2 * b + ph[1]) * math.sin(b)
        dent = .13 * math.exp(-(b / .34) ** 2) + .06 * math.exp(-((math.pi - b) / .3) ** 2)
        r = radius * (1 + bump - dent)
        return (r * math.sin(b) * math.cos(a), r * math.sin(b) * math.sin(a), .86 * r * math.cos(b))

    body = grid(96, 64, at, peel(), angle=180)
    verts, faces = [], []
    cone(verts, faces, (0, 0, radius * .70), (.01, 0, radius * .84), radius * .06, radius * .045, 8)
    made = [body, mesh("stalk", verts, faces, plain("#7A7A3E", .7))]
    return group(made, (loc[0], loc[1], loc[2] + radius * .84), (16, -22, turn))


def sandalwood(loc, turn=0, seed=3):
    """A few split sticks of the heartwood, lying across each other, and shavings."""
    rnd = random.Random(seed)
    heart = wood("#C08A5C", "#8A5534", 1.5, rough=.6, along=0)
    parts = []
    for x, y, z, rot, length, wide in ((0, .12, 0, 4, 1.05, .17), (.03, -.14, 0, -5, .92, .15), (-.04, 0, .15, 28, .98, .15)):
        parts.append(box((length, wide, .15), heart, (x, y, z), (rnd.uniform(-4, 4), 0, rot), .022))
    for i in range(5):
        a, w = rnd.uniform(0, TAU), rnd.uniform(.05, .075)

        def curl(u, v, w=w, a=a):
            t = 2.6 * u
            return ((v - .5) * .2, w * math.cos(t + a) * (1 - .2 * u), w * math.sin(t + a) * (1 - .2 * u) + w)

        chip = grid(14, 3, curl, heart, thick=.008)
        chip.location = (rnd.uniform(-.62, .62), rnd.uniform(-.5, -.32), .0)
        chip.rotation_euler = (0, 0, rnd.uniform(0, 6))
        parts.append(chip)
    return group(parts, loc, (0, 0, turn))


def mint_leaf_material():
    n = Nodes("mint").set(Roughness=.5, Specular=.35, Subsurface=.05, Subsurface_Radius=(.03, .06, .02))
    tone = n.ramp(n.noise(n.coords((3, 3, 3)), 1.5), [(.3, "#3E7A45"), (.75, "#6FA35C")])
    n.color(tone)
    n.bump(n.noise(n.coords((9, 9, 9)), 2.2, 3, .6), .5, .03)
    return n.mat


def mint(loc, turn=0, scale=1.0, seed=1):
    """A sprig lying on the table: pairs of leaves along a stem, smaller to its tip."""
    rnd = random.Random(seed)
    mat = mint_leaf_material()
    parts = [tube([(-.3, 0, .02), (.2, .03, .05), (.7, 0, .07), (1.05, .03, .1)], .016, plain("#6C8F4E", .6),
                  taper=[1.2, 1, .8, .5])]
    for x, size in ((.0, .42), (.36, .40), (.68, .31), (.92, .22)):
        for side in (1, -1):
            parts.append(leaf((x, 0, .05), (side * rnd.uniform(6, 22), -rnd.uniform(4, 14), side * rnd.uniform(48, 66)),
                              size, size * .62, .2, mat))
    parts.append(leaf((1.03, .02, .1), (0, -20, 4), .17, .1, .2, mat))
    return group(parts, loc, (0, 0, turn), scale)


def seeds(loc, spread, count, seed=2):
    """Seeds as they fall from the shell: dark brown wedges with a dull sheen."""
    rnd = random.Random(seed)
    n = Nodes("seed").set(Roughness=.38, Specular=.45)
    tone = n.ramp(n.noise(n.coords((4, 4, 4)), 1.6, 3), [(.3, "#23160F"), (.7, "#4A2F1D")])
    n.color(tone)
    n.bump(n.noise(n.coords((26, 26, 26)), 1.4, 3), .15, .01)
    parts, placed = [], []
    for _ in range(count * 30):
        if len(placed) == count:
            break
        a, d = rnd.uniform(0, TAU), spread * math.sqrt(rnd.random())
        x, y = d * math.cos(a) * 1.25, d * math.sin(a)
        if any(math.hypot(x - px, y - py) < .22 for px, py in placed):
            continue
        placed.append((x, y))
        size = rnd.uniform(.11, .14)
        planes = [(Vector((math.cos(p), math.sin(p), rnd.uniform(-.3, .3))).normalized(), rnd.uniform(.5, .72))
                  for p in (0, 1.5 + rnd.uniform(-.2, .2))]

        def at(u, v, size=size, planes=planes):
            way = Vector((math.sin(math.pi * v) * math.cos(TAU * u), math.sin(math.pi * v) * math.sin(TAU * u),
                          math.cos(math.pi * v)))
            # A ball with flat sides where it lay against its neighbours, their edges softened.
            inverse = 1 + sum(max(0, way.dot(normal) / far) ** 9 for normal, far in planes)
            return tuple(way * size * inverse ** (-1 / 9))

        one = grid(40, 30, at, n.mat, angle=180)
        one.location = (x, y, size * .8)
        one.rotation_euler = (rnd.uniform(-1.2, 1.2), rnd.uniform(-1.2, 1.2), rnd.uniform(0, 6))
        parts.append(one)
    return group(parts, loc)
