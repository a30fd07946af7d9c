"""Boxwood comb and boar-bristle brush, and the wide picture for the top of the shop."""
import math
import random

import materials as m
from camellia import flower, leaf, loose_petal
from comb import comb
from shapes import TAU, box, cone, grid, group, lathe, mesh, tube
from vessels import drop, oil_bottle


def comb_1():
    comb((.02, -.5, .05), (-66, 0, 8))
    box((1.1, .12, .36), m.paulownia(), (-.06, .44, 0), (0, 0, 8), .04)
    flower((-.78, 1.15, .0), (8, -4, 20), .82)
    leaf((-.2, 1.05, .02), (0, 0, 14), 1.15, .54)
    leaf((-.95, .75, .02), (0, 0, 200), .6, .34)
    loose_petal((.95, -1.15, .02), (0, 0, 20), .5)
    return dict(elev=48, target=(0, .28, .15), dist=9.6)


def pouch():
    """A flat linen pouch, open on its left side, tied with a red cord."""
    linen = m.cloth("#CDBB99")

    def sheet(side):
        def at(u, v):
            s, t = u, 2 * v - 1
            puff = .11 * (1 - t ** 4) * (1 - max(0, s - .8) / .2) + .015 * math.sin(7 * s + 4 * t)
            return (s * 1.7, t * .74 + .015 * math.sin(6 * s), .14 + side * max(0, puff))
        return grid(60, 40, at, linen, thick=.022)

    cord = m.plain("#8F2433", .85)
    around = [(.5, -.77, .06), (.5, -.72, .19), (.5, -.35, .29), (.5, 0, .30), (.5, .35, .29), (.5, .72, .19), (.5, .77, .06)]
    loops = [[(.5, 0, .31), (.30, -.20, .38), (.16, -.10, .33), (.5, 0, .32)],
             [(.5, 0, .31), (.72, .14, .38), (.84, .02, .33), (.5, 0, .32)],
             [(.5, 0, .31), (.36, .16, .33), (.30, .34, .30)], [(.5, 0, .31), (.66, -.2, .33), (.64, -.4, .30)]]
    return [sheet(1), sheet(-1)] + [tube(path, .024, cord) for path in (around, *loops)]


def comb_2():
    """Close to the teeth, half drawn out of the pouch."""
    comb((-.30, -.02, .1), (-90, 0, 0), 2.7)
    group(pouch(), (.12, .46, -.03))
    leaf((-1.05, 1.35, .02), (0, 0, -8), .9, .42)
    return dict(elev=40, target=(-.22, .46, .08), dist=6.6, turn=-36, focus=(-.45, .3, .1), blur=.75)


def comb_3():
    """Its whole length along the table, teeth to the window."""
    comb((.22, .12, .05), (-84, 0, 58), 2.5)
    drop((-.12, -.98, 0), .1, m.glass("#F6CF6E", ior=1.47))
    drop((.06, -1.12, 0), .045, m.glass("#F6CF6E", ior=1.47))
    leaf((.5, -.72, .02), (0, 0, 30), .8, .38)
    return dict(elev=38, target=(-.02, .02, .1), dist=8.8, focus=(0, -.1, .15), blur=.7)


def brush():
    """A paddle brush on its back: handle along -y, bristles up."""
    length, rings, seg = 3.3, 90, 48

    def half(t):
        handle = .115 + .05 * math.sin(math.pi * min(1, t / .46)) ** 2
        head = .52 * math.sqrt(max(0, 1 - ((t - .735) / .262) ** 2)) ** .9 if abs(t - .735) < .262 else 0
        blend = max(0, min(1, (t - .40) / .16))
        start = math.sqrt(min(1, t / .022))
        return max(start * (handle * (1 - blend) + .13 * blend), head) if t < .6 else max(head, .004)

    verts = []
    for i in range(rings + 1):
        t = i / rings
        w, h = half(t), min(.13, half(t) * .95)
        for k in range(seg):
            a = TAU * k / seg
            c, s = math.cos(a), math.sin(a)
            verts.append((w * math.copysign(abs(c) ** .8, c), (t - .5) * length,
                          .14 + h * math.copysign(abs(s) ** .8, s)))
    faces = [(i * seg + k, i * seg + (k + 1) % seg, (i + 1) * seg + (k + 1) % seg, (i + 1) * seg + k)
             for i in range(rings) for k in range(seg)]
    faces += [tuple(range(seg))[::-1], tuple(range(rings * seg, (rings + 1) * seg))]
    wood = m.wood("#B9804A", "#8A5428", along=1, rough=.33)
    body = mesh("paddle", verts, faces, wood, angle=60)
    centre = (.735 - .5) * length
    pad = lathe([(0, .10), (.40, .08, .05), (.43, .0)], m.plain("#E7DCC6", .6), (0, centre, .25), seg=64)
    pad.scale = (1, 1.78, 1)
    rnd = random.Random(2)
    v, f = [], []
    for row in range(-9, 10):
        for col in range(-5, 6):
            x, y = (col + .5 * (row % 2)) * .077, row * .077
            d = (x / .37) ** 2 + (y / .70) ** 2
            if d > 1:
                continue
            base = .335 - .03 * d
            for _ in range(9):
                dx, dy = rnd.gauss(x * .35, .022), rnd.gauss(y * .22, .022)
                h = .36 * rnd.uniform(.86, 1.05)
                cone(v, f, (x + rnd.gauss(0, .007), centre + y + rnd.gauss(0, .007), base),
                     (x + dx, centre + y + dy, base + h), .0065, .0035, 5)
    bristles = mesh("bristles", v, f, m.plain("#2E221A", .38))
    return [body, pad, bristles]


def brush_1():
    group(brush(), (-.05, .1, 0), (0, 0, -32))
    flower((-1.0, .95, 0), (6, 6, 0), .55)
    leaf((-.95, .62, .02), (0, 0, 205), .5, .3)
    return dict(elev=42, target=(.0, .12, .2), dist=8.8)


def brush_2():
    """Close to the bristles, the handle away from the window."""
    group(brush(), (.46, .24, 0), (0, 0, 122))
    drop((-.3, -1.05, 0), .08, m.glass("#F6CF6E", ior=1.47))
    leaf((-.1, -1.2, .02), (0, 0, 6), .7, .34)
    return dict(elev=26, target=(-.1, -.1, .34), dist=6.2, focus=(-.3, -.45, .6))


def hero_1():
    """Comb, oil and camellia; the left third stays calm for words."""
    oil_bottle((1.25, .75, 0), scale=1.28)
    comb((2.75, -.42, .05), (-22, 0, -9), 2.6)
    box((1.3, .35, .62), m.paulownia(), (2.8, .12, 0), (0, 0, -9), .04)
    flower((.25, -.05, .22), (38, 4, 30), .74)
    leaf((.5, .25, .02), (0, 0, 160), 1.1, .5)
    leaf((.55, -.45, .02), (0, 0, -12), .9, .42)
    loose_petal((-.75, -.55, .02), (0, 0, 30), .45)
    return dict(elev=13, target=(.8, 0, .95), dist=16.4, focus=(1.9, -.2, .6))


def hero_2():
    """The same things in portrait."""
    oil_bottle((-.42, .35, 0), scale=1.3)
    comb((.75, -.3, .05), (-24, 0, -14), 2.1, 38)
    box((1.0, .3, .5), m.paulownia(), (.82, .12, 0), (0, 0, -14), .04)
    flower((-.72, -.75, .2), (44, 2, 20), .7)
    leaf((-.5, -.55, .02), (0, 0, -14), .95, .44)
    loose_petal((.35, -1.1, .02), (0, 0, 30), .4)
    return dict(elev=14, target=(.16, 0, .98), dist=11.6, focus=(-.3, 0, .7))


def camellia_1():
    """The flower itself."""
    flower((-.1, .02, .1), (22, -8, 12), 1.5, 3)
    leaf((.62, .35, .02), (0, 0, 28), 1.35, .62)
    leaf((-.7, .62, .02), (0, 0, 148), 1.1, .52)
    loose_petal((.55, -1.02, .02), (0, 0, 200), .62, 5)
    return dict(elev=38, target=(.06, .02, .3), dist=8.4, focus=(-.1, -.2, .6))


PICTURES = {"boxwood-comb-1": comb_1, "boxwood-comb-2": comb_2, "boxwood-comb-3": comb_3, "hair-brush-1": brush_1,
            "hair-brush-2": brush_2,
            "hero-1": hero_1, "hero-2": hero_2, "camellia-1": camellia_1}
