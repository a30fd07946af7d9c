"""Sachets, refill pouch, gift box."""
import math

import materials as m
from camellia import flower, leaf, loose_petal
from comb import comb
from shapes import box, grid, group, ribbon, tube
from scents import sandalwood
from vessels import disc_cap, oil_bottle, shampoo_small


def sachet(key, loc, rot):
    """A flat pillow of printed paper with crimped ends, lying on the table."""
    def at(u, v):
        s, t = 2 * u - 1, 2 * v - 1
        body = (1 - abs(s) ** 3) * max(0, 1 - abs(t / .86) ** 3) ** .8
        crimp = .006 * math.sin(v * 500) if abs(t) > .87 else 0
        return (s * .5, t * .645, .02 + .10 * body + crimp + .006 * math.sin(6 * s + 5 * t) * body)

    return grid(50, 140, at, m.paper(image=f"{key}.png", rough=.55, fibre=.1), loc, rot)


def trial_1():
    for i, key in enumerate(("sachet-shampoo", "sachet-treatment", "sachet-oil")):
        sachet(key, ((i - 1) * .63, .86 - .07 * abs(i - 1), .05 + .035 * i), (0, 0, (1 - i) * 8))

    def sleeve(side):
        def at(u, v):
            s, t = 2 * u - 1, v
            lift = .27 * (1 - abs(s) ** 12) * (.45 + .55 * min(1, 2 * t))
            return (s * 1.28, -1.36 + t * 1.58, .04 + side * lift)
        return grid(40, 20, at, m.paper("#D9C5A3", "sleeve.png" if side else None), thick=.014)

    sleeve(1)
    sleeve(0)
    loose_petal((1.12, 1.55, .02), (0, 0, 40), .42)
    leaf((-1.3, 1.55, .02), (0, 0, 8), .85, .4)
    return dict(elev=52, target=(0, .12, 0), dist=9.4)


def trial_2():
    """What lies in it, one beside the other."""
    for i, key in enumerate(("sachet-shampoo", "sachet-treatment", "sachet-oil")):
        sachet(key, ((i - 1) * 1.02 - .02, .22 - .16 * i, .01), (0, 0, (1 - i) * 3))
    loose_petal((-1.0, -.95, .02), (0, 0, 30), .44)
    leaf((.35, -1.05, .02), (0, 0, 10), .85, .4)
    return dict(elev=62, target=(0, -.08, 0), dist=10.2)


def pouch(key, loc, turn):
    """A stand-up pouch with a spout in its upper corner."""
    width, height = 1.62, 2.2
    front, back = m.paper(image=f"{key}.png", rough=.6, fibre=.15), m.paper("#DFE8E1", rough=.6)

    def face(side):
        def at(u, v):
            s = 2 * u - 1
            top = height - .34 * max(0, (s - .52) / .48)
            edge = max(0, 1 - abs(s / .95) ** 4)
            depth = .46 * (max(0, 1 - v / .93)) ** .75 * edge ** .6
            crease = .012 * edge * math.sin(4 * s + 9 * v) * math.sin(math.pi * v)
            pull = 1 - .05 * (1 - v) ** 3
            return (s * width / 2 * pull, side * (depth + crease + .006), v * top + .05 * (1 - edge) * (1 - v) ** 4)
        return grid(70, 90, at, front if side < 0 else back)

    cap = group(disc_cap(0, m.plain("#F3EFE6", .35), .12, .22) + disc_cap(-.14, m.plain("#E9E4D8", .4), .075, .2),
                (.68, 0, 2.1), (0, 38, 0))
    group([face(-1), face(1), cap], loc, (0, 0, turn))


def refill_1():
    pouch("refill", (-.05, 0, 0), 10)
    leaf((.75, -.55, .02), (0, 0, 16), .95, .45)
    loose_petal((.55, -.95, .02), (0, 0, -30), .42)
    return dict(target=(.1, 0, 1.12), dist=9)


def refill_2():
    """Sandalwood, beside the bottle that it fills."""
    pouch("refill-sandal", (-.4, .3, 0), 6)
    shampoo_small((.86, -.2, 0), key="shampoo-sandal-small")
    sandalwood((-.2, -1.1, 0), 10)
    return dict(target=(.06, 0, 1.12), dist=10)


def crumpled(width, depth, loc):
    """Soft tissue paper filling a box."""
    def at(u, v):
        x, y = u * width - width / 2, v * depth - depth / 2
        z = sum(math.sin(a * x + b * y + c) / k for a, b, c, k in
                ((3.1, 2.2, 0, 1), (-5, 6.4, 1, 1.5), (11, -7, 2, 2.6), (-13, -17, 3, 3.4), (23, 19, 4, 5.5)))
        return (x, y, .045 * z)
    return grid(110, 80, at, m.paper("#FBF8F0"), loc, angle=20)


def gift_1():
    w, d, h = 2.95, 2.1, .6
    lengthwise, across = m.paulownia(), m.paulownia(along=1)
    box((w, d, .07), lengthwise)
    for s in (-1, 1):
        box((w, .08, h), lengthwise, (0, s * (d / 2 - .04), 0))
        box((.08, d - .16, h - .004), across, (s * (w / 2 - .04), 0, 0))
    crumpled(w - .17, d - .17, (0, 0, .25))
    oil_bottle((-.72, -.88, .6), (-90, 0, 0), level=1.3, scale=.84)
    comb((.62, .0, .44), (-90, 0, 78), 1.88, 40).location = (.95, -.02, .44)
    flower((.12, .62, .42), (10, 0, 20), .42)
    leaf((.2, .45, .45), (0, 0, -25), .55, .28)
    lid = group([box((w, .1, d), m.paulownia()),
                 grid(1, 1, lambda u, v: ((u - .5) * .72, -.052, d / 2 + (v - .5) * 1.03), m.ink("stamp-lid.png"))],
                (.1, 1.42, .02), (-16, 0, 0))
    lid.rotation_euler[2] = math.radians(-3)
    return dict(elev=36, target=(0, .35, .6), dist=10.6)


def gift_2():
    """As it arrives: the box closed, under a band of washi."""
    w, d, h = 2.75, 1.95, .62
    box((w, d, h), m.paulownia(), (0, 0, 0), bevel=.025)
    box((w + .1, d + .1, .16), m.paulownia(), (0, 0, h - .02), bevel=.025)
    top = h + .14
    grid(1, 1, lambda u, v: (-.78 + (u - .5) * .8, (v - .5) * 1.14, top + .004), m.ink("stamp-lid.png"))
    band = m.paper("#F6F1E7", fibre=.5)
    half, out = (d + .1) / 2, .012
    wrap = [(-half - out, 0), (-half - out, top - .02), (-half, top + out), (half, top + out), (half + out, top - .02)]
    ribbon(wrap, .62, band, (.55, 0, 0), (0, 0, 0), .008)
    ribbon([(y, z + .012) for y, z in wrap], .12, m.paper("#A4303F", fibre=.3), (.55, 0, 0), (0, 0, 0), .008)
    flower((1.02, -1.45, .02), (8, 4, 20), .5)
    leaf((.7, -1.4, .02), (0, 0, 190), .75, .36)
    return dict(elev=34, target=(.1, -.16, .3), dist=11.2, turn=-22)


def bow(cord, radius, loc, turn):
    """A bow of one cord, lying flat: two loops, two ends, and the knot."""
    parts = []
    for side in (-1, 1):
        loop = [(side * .72 * math.sin(math.pi * k / 16), .24 * math.sin(math.tau * k / 16) + .06 * math.sin(math.pi * k / 16),
                 .03 + .12 * math.sin(math.pi * k / 16)) for k in range(17)]
        parts += [tube(loop, radius, cord),
                  tube([(0, 0, .05), (side * .2, -.22, .05), (side * .38, -.52, .02), (side * .42, -.82, .01)], radius, cord)]
    parts.append(tube([(0, .09, 0), (0, .07, .11), (0, -.07, .11), (0, -.09, 0)], radius * 1.5, cord))
    return group(parts, loc, (0, 0, turn))


def gift_3():
    """Tied with three cords and a bow."""
    w, d, h = 2.75, 1.95, .62
    box((w, d, h), m.paulownia(), (0, 0, 0), bevel=.025)
    box((w + .1, d + .1, .16), m.paulownia(), (0, 0, h - .02), bevel=.025)
    top, half, radius = h + .14, (d + .1) / 2, .034
    red, white = m.plain("#A4303F", .5), m.plain("#F3EDE1", .5)
    grid(1, 1, lambda u, v: (-.82 + (u - .5) * .72, (v - .5) * 1.03, top + .004), m.ink("stamp-lid.png"))
    for n, cord in enumerate((red, white, red)):
        x, out = .45 + (n - 1) * .074, half + radius
        tube([(x, -out, 0), (x, -out, top - .06), (x, -half + .04, top + radius), (x, 0, top + radius),
              (x, half - .04, top + radius), (x, out, top - .06), (x, out, 0)], radius, cord)
    bow(red, radius, (.45, -.1, top + .05), 4)
    return dict(elev=36, target=(.06, -.06, .36), dist=10.4, turn=-20)


PICTURES = {"trial-set-1": trial_1, "trial-set-2": trial_2, "refill-1": refill_1, "refill-2": refill_2, "gift-set-1": gift_1,
            "gift-set-2": gift_2, "gift-set-3": gift_3}
