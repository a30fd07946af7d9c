"""Shampoo, treatment, mask, milk and lotion."""
import materials as m
from camellia import flower, leaf, loose_petal
from shapes import lathe
from vessels import drop, jar, jar_lid, lotion_bottle, milk_bottle, shampoo, shampoo_small, swirl, treatment


def shampoo_1():
    shampoo((.08, 0, 0))
    leaf((.72, -.35, .02), (0, 0, 18), 1.0, .48)
    return dict(target=(.2, 0, 1.3), dist=9.8)


def shampoo_2():
    shampoo((-.38, .15, 0))
    shampoo_small((.72, -.2, 0))
    flower((-.62, -.8, .2), (44, -6, 10), .6)
    leaf((-.35, -.7, .02), (0, 0, -10), .85, .42)
    return dict(target=(.06, 0, 1.25), dist=10)


def treatment_1():
    treatment((-.1, 0, 0))
    swirl(.42, .36, m.cream("#EFC9BD"), (.88, -.5, 0))
    loose_petal((.1, -.95, .02), (0, 0, 195), .42)
    return dict(target=(.12, 0, 1.32), dist=9.6)


def mask_1():
    jar((-.15, 0, 0))
    jar_lid((1.0, .42, .77), (0, 66, -28))
    loose_petal((-.95, -1.05, .02), (0, 0, 200), .5)
    leaf((.35, -1.15, .02), (0, 0, 12), .9, .42)
    return dict(elev=24, target=(.1, 0, .5), dist=8.6)


def milk_1():
    milk_bottle((-.08, 0, 0))
    milk = m.cream("#FBF7EC", .2)
    dish = [(0, .03), (.2, .03, .02), (.22, 0, .02), (.3, .02, .1), (.46, .15), (.48, .16, .012), (.45, .15), (.3, .05, .1), (0, .04)]
    lathe(dish, m.plain("#6F8CA3", .2), (.84, -.5, 0))
    lathe([(0, .045), (.3, .055, .1), (.41, .12), (0, .12)], milk, (.84, -.5, 0))
    drop((.36, -.95, 0), .07, milk, .45)
    return dict(elev=14, target=(.22, 0, .86), dist=8.2)


def lotion_1():
    lotion_bottle((-.1, 0, 0))
    leaf((.35, -.2, .02), (0, 0, 28), 1.1, .5)
    leaf((.3, -.5, .02), (0, 0, -14), .95, .44)
    water = m.glass("#F4FAF7", ior=1.33, tint="#FFFFFF")
    for x, y, r in ((-.75, -.55, .11), (-.95, -.3, .06), (-.5, -.8, .07), (.05, -.85, .09)):
        drop((x, y, 0), r, water, .5)
    return dict(target=(.12, 0, 1.28), dist=9.4)


PICTURES = {"shampoo-1": shampoo_1, "shampoo-2": shampoo_2, "treatment-1": treatment_1, "hair-mask-1": mask_1,
            "hair-milk-1": milk_1, "scalp-lotion-1": lotion_1}
