"""Camellia oil: the bottle, the drop, the yearly box."""
import math

import materials as m
from camellia import flower, leaf, loose_petal
from shapes import box, grid, group, lathe
from scents import seeds, yuzu
from vessels import drop, dropper, oil_bottle


def oil_1():
    oil_bottle((-.1, 0, 0), scale=1.42)
    flower((.92, -.4, .22), (46, 8, 0), .66)
    leaf((.85, .05, .02), (0, 0, 32), .95, .45)
    drop((-.98, -.75, 0), .13, m.glass("#F6CF6E", ior=1.47))
    drop((-.74, -.93, 0), .06, m.glass("#F6CF6E", ior=1.47))
    return dict(target=(.12, 0, 1.2), dist=9.8)


def dish_of_oil(loc):
    """Golden oil in a porcelain dish."""
    dish = [(0, .05), (.35, .05, .02), (.38, 0, .02), (.5, .03, .2), (.82, .24), (.85, .255, .012), (.80, .245)]
    inner = [(.5, .09, .2), (.3, .08, .1), (0, .075)]
    lathe(dish + inner, m.plain("#F5F1E8", .22), loc, seg=128)
    lathe([(.6, .142), (.52, .128, .05), (0, .128)], m.oil_film(), loc)


def oil_2():
    """The dropper rests on a porcelain dish, a drop at its tip."""
    oil = m.glass("#F4CB62", ior=1.47, tint="#F7DC93")
    x, y = -.42, -.35
    dish_of_oil((x, y, 0))
    group(dropper(0, m.brass(), out=True), (x + 1.2, y, .215), (0, 101, -4))
    lathe([(0, -.085), (.03, -.075, .02), (.042, -.04, .03), (.012, .03, .03), (0, .04)], oil, (x + .02, y + .08, .405))
    oil_bottle((.62, 1.15, 0), cap=False, scale=1.2)
    flower((-1.0, .85, 0), (12, 8, 10), .85)
    leaf((-.55, .75, .02), (0, 0, 15), .8, .4)
    return dict(elev=24, target=(.12, 0, .72), dist=9.4, focus=(x, y, .3))


def yearly_1():
    wood = m.paulownia()
    for i, (x, y) in enumerate([(-.98, .62), (0, .62), (.98, .62), (-.98, -.3), (0, -.3), (.98, -.3)]):
        oil_bottle((x, y, .08), key="oil-plain", label_z=.36, scale=.98)
    width, depth, height = 3.14, 2.06, .4
    box((width, depth, .07), wood, (0, .16, 0))
    for y in (-depth / 2 + .16, depth / 2 + .16):
        box((width, .07, height), wood, (0, y, 0))
    for x in (-width / 2, width / 2):
        box((.07, depth, height), m.paulownia(along=1), (x, .16, 0))
    front = -depth / 2 + .12
    grid(1, 1, lambda u, v: ((u - .5) * .75, front, .07 + v * .27), m.ink("stamp-comb.png"))
    loose_petal((1.0, -1.35, .02), (0, 0, 30), .5)
    loose_petal((.62, -1.55, .02), (0, 0, 150), .42, 5)
    return dict(elev=17, target=(0, 0, .98), dist=11.4)


def yearly_2():
    """What comes each time: one bottle."""
    oil_bottle((-.12, .1, 0), key="oil-plain", label_z=.36, scale=1.36)
    seeds((.62, -.62, 0), .36, 11)
    leaf((.3, -1.05, .02), (0, 0, 12), .8, .38)
    return dict(target=(.12, 0, 1.18), dist=9.8)


def oil_3():
    """From the seed to the oil, looked down on."""
    dish_of_oil((.16, .28, 0))
    seeds((-.5, -.95, 0), .42, 15)
    seeds((.4, -1.2, 0), .2, 3, 8)
    leaf((.5, -.72, .02), (0, 0, 24), .7, .34)
    return dict(elev=50, target=(.04, -.28, .05), dist=7.2)


def oil_5():
    oil_bottle((-.14, 0, 0), key="oil-yuzu", scale=1.42)
    yuzu((.86, -.35, 0), .42, turn=50)
    leaf((.5, -.85, .02), (0, 0, 10), .8, .36)
    drop((-.98, -.75, 0), .13, m.glass("#F6CF6E", ior=1.47))
    return dict(target=(.12, 0, 1.2), dist=9.8)


def oil_6():
    """30 mL, with its own label."""
    oil_bottle((-.1, .05, 0), key="oil-30", label_z=.36, scale=1.14)
    flower((.74, -.5, .2), (46, 8, 20), .56)
    leaf((.62, -.02, .02), (0, 0, 38), .8, .38)
    drop((-.8, -.62, 0), .1, m.glass("#F6CF6E", ior=1.47))
    return dict(target=(.08, 0, .98), dist=8.6)


def oil_7():
    """30 mL, yuzu."""
    oil_bottle((-.14, .05, 0), key="oil-yuzu-30", label_z=.36, scale=1.14)
    yuzu((.74, -.3, 0), .4, turn=20)
    leaf((.4, -.85, .02), (0, 0, 14), .72, .34)
    return dict(target=(.08, 0, .98), dist=8.6)


def wholesale_1():
    """A carton of twenty-four, each in its box."""
    card, paper, width, depth, height = m.paper("#CDAF82", rough=.85, fibre=.6), m.paper(), 3.5, 2.5, .98
    box((width, depth, .03), card)
    for side in (-1, 1):
        box((width, .035, height), card, (0, side * depth / 2, 0), bevel=.008)
        box((.035, depth, height), card, (side * width / 2, 0, 0), bevel=.008)
        group([box((.035, depth, .95), card, bevel=.008)], (side * width / 2, 0, height), (0, side * 118, 0))
    group([box((width, .035, .95), card, bevel=.008)], (0, depth / 2, height), (-112, 0, 0))
    for row in range(4):
        for column in range(6):
            x, y = (column - 2.5) * .57, (row - 1.5) * .61
            box((.53, .52, 1.28), paper, (x, y, .04), bevel=.02)
            grid(1, 1, lambda u, v, x=x, y=y: (x + (u - .5) * .5, y - .2625, .1 + v * 1.16), m.paper(image="oil-box.png"))
    grid(1, 1, lambda u, v: (-.75 + (u - .5) * 1.3, -depth / 2 - .024, .15 + v * .676), m.paper(image="oil-carton.png"))
    oil_bottle((.72, -1.95, 0), key="oil-30", label_z=.36, scale=.86)
    box((.53, .52, 1.28), paper, (1.42, -1.7, 0), (0, 0, -14), bevel=.02)
    c, s = math.cos(math.radians(-14)), math.sin(math.radians(-14))
    grid(1, 1, lambda u, v: (1.42 + (u - .5) * .46 * c + .2625 * s, -1.7 + (u - .5) * .46 * s - .2625 * c, .06 + v * 1.16),
         m.paper(image="oil-box.png"))
    return dict(elev=38, target=(.1, -.3, .42), dist=15.6, turn=-14)


PICTURES = {"camellia-oil-1": oil_1, "camellia-oil-2": oil_2, "camellia-oil-3": oil_3, "camellia-oil-5": oil_5,
            "camellia-oil-6": oil_6, "camellia-oil-7": oil_7, "wholesale-oil-1": wholesale_1,
            "yearly-oil-1": yearly_1, "yearly-oil-2": yearly_2}
