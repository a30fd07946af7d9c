"""Cloth, soap and tea."""
import math

import materials as m
from camellia import flower, leaf, loose_petal, tea_leaves
from shapes import box, grid, lathe, ribbon
from vessels import label


def folds(depth, layers, pitch):
    """The path of a cloth folded to and fro."""
    path = []
    for i in range(layers):
        ends = (-depth / 2, depth / 2) if i % 2 == 0 else (depth / 2, -depth / 2)
        path += [(ends[0] + (ends[1] - ends[0]) * k / 14, i * pitch) for k in range(15)]
        if i < layers - 1:
            out = math.copysign(1, ends[1])
            path += [(ends[1] + out * pitch / 2 * math.sin(a), (i + .5) * pitch - pitch / 2 * math.cos(a))
                     for a in (math.pi * k / 8 for k in range(1, 8))]
    return path


def folded(fabric, obi):
    """A cloth folded to a hand's breadth, under a band of paper."""
    layers, pitch = 7, .075
    ribbon(folds(1.25, layers, pitch), 1.75, fabric, (-.25, -.25, .03), (0, 0, 10), .03, .006)
    top = .03 + (layers - 1) * pitch + .025
    paper = m.paper()
    wrap = [(-.70, .0), (-.705, .2), (-.69, top - .03), (-.64, top + .012), (0, top + .014), (.64, top + .012), (.7, top - .1)]
    ribbon(wrap, .46, paper, (-.25, -.25, 0), (0, 0, 10), .008)
    grid(1, 1, lambda u, v: ((u - .5) * .45, (v - .5) * 1.18, top + .022), m.paper(image=obi), (-.25, -.25, 0),
         (0, 0, 10))


def tenugui_1():
    fabric = m.cloth(image="cloth.png", repeat=.46)
    folded(fabric, "obi.png")
    roll = [((.05 + .0115 * a) * math.cos(a), .34 + (.05 + .0115 * a) * math.sin(a)) for a in
            (k * .18 for k in range(142))]
    ribbon(roll, 1.55, fabric, (.15, 1.25, .01), (0, 0, -14), .02, .004)
    flower((.98, -.65, .02), (0, 0, 30), .5)
    return dict(elev=38, target=(.05, .15, .25), dist=8.8)


def tenugui_2():
    """The other pattern."""
    folded(m.cloth(image="cloth-asanoha.png", repeat=.46), "obi-asanoha.png")
    leaf((.55, .95, .02), (0, 0, 160), 1.0, .46)
    flower((.62, 1.0, .02), (8, 0, 50), .62)
    return dict(elev=38, target=(-.08, .12, .2), dist=8.2)


def soap_1():
    size = (1.42, .95)
    wood = m.paulownia()
    for i in range(5):
        box((1.9, .19, .07), wood, (-.1, -.62 + i * .27, .1), bevel=.02)
    for x in (-.7, .5):
        box((.14, 1.3, .1), m.paulownia(along=1), (x, -.08, 0))
    box((*size, .42), m.soap(size), (-.12, -.1, .17), (0, 0, -7), .13)
    box((.98, .4, 1.25), m.paper(), (.48, 1.0, 0), (0, 0, -12), .03)
    c, s = math.cos(math.radians(-12)), math.sin(math.radians(-12))
    grid(1, 1, lambda u, v: (.48 + (u - .5) * .86 * c + .203 * s, 1.0 + (u - .5) * .86 * s - .203 * c, .1 + v * 1.05),
         m.paper(image="soap.png"))
    flower((-.85, .85, .02), (6, 0, 0), .6)
    loose_petal((1.0, -.75, .02), (0, 0, 20), .42)
    return dict(elev=34, target=(0, .1, .4), dist=8.6)


def soap_2():
    """As they are cut: alike, and none like the other."""
    size = (1.42, .95)
    for x, y, z, turn in ((-.35, .62, 0, 6), (-.22, .55, .425, -11), (.16, -.62, 0, 22)):
        box((*size, .42), m.soap(size), (x, y, z), (0, 0, turn), .13)
    loose_petal((.98, .5, .02), (0, 0, 230), .5)
    leaf((.2, -1.44, .02), (0, 0, 10), .68, .34)
    return dict(elev=36, target=(-.02, .02, .3), dist=7.4, focus=(.1, -.6, .4))


def cup_of_tea(loc):
    cup = [(0, .05), (.2, .05, .01), (.22, 0, .02), (.24, .05, .06), (.40, .2, .2), (.44, .5), (.45, .52, .012),
           (.43, .5), (.385, .2, .2), (.2, .09, .1), (0, .08)]
    lathe(cup, m.plain("#F3EEE3", .25), loc)
    lathe([(0, .1), (.2, .105, .08), (.375, .2, .15), (.415, .42), (0, .42)],
          m.glass("#E3C276", ior=1.33, tint="#EBD08E"), loc)


def tea_1():
    washi = m.paper("#6F8B70", fibre=.5)
    lathe([(0, 0), (.52, 0, .02), (.53, .02, .02), (.53, 1.02, .01), (0, 1.02)], washi, (-.42, .3, 0))
    lathe([(0, 1.02), (.535, 1.02, .01), (.545, 1.05, .01), (.545, 1.42, .06), (.2, 1.45, .02), (0, 1.45)],
          m.wood("#B98A55", "#8E5F33", along=2), (-.42, .3, 0))
    tag = label(.53, .1, "tea", .82)
    tag.location = (-.42, .3, 0)
    cup_of_tea((.66, -.1, 0))
    tea_leaves((-.1, -.85, 0), .42, 110)
    leaf((.25, -.75, .02), (0, 0, 6), .85, .4)
    return dict(elev=20, target=(.05, 0, .66), dist=8.8)


def tea_2():
    """Looked down on: a cup, and the leaves that make it."""
    cup_of_tea((-.3, .42, 0))
    wood = m.boxwood(along=0)
    box((1.3, .3, .05), wood, (.34, -.62, .02), (0, 0, 20), .024)
    tea_leaves((.5, -.56, .07), .2, 60)
    tea_leaves((-.55, -.82, 0), .34, 40, 8)
    leaf((.42, .62, .02), (0, 0, 38), .9, .42)
    return dict(elev=54, target=(0, -.06, .15), dist=6.9)


PICTURES = {"tenugui-1": tenugui_1, "tenugui-2": tenugui_2, "soap-1": soap_1, "soap-2": soap_2, "camellia-tea-1": tea_1,
            "camellia-tea-2": tea_2}
