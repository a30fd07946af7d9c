"""Shampoo, treatment, mask, milk and lotion."""
import materials as m
from camellia import flower, leaf, loose_petal
from shapes import box, lathe
from scents import mint, sandalwood, yuzu
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


def shampoo_3():
    """The small bottle alone, from a little above."""
    shampoo_small((-.06, 0, 0))
    leaf((.5, -.3, .02), (0, 0, 22), .85, .4)
    leaf((.42, -.62, .02), (0, 0, -16), .6, .3)
    return dict(elev=16, target=(.1, 0, .76), dist=7.2)


def shampoo_4():
    """Yuzu is sold in the small bottle only."""
    shampoo_small((-.22, 0, 0), key="shampoo-yuzu-small")
    yuzu((.52, -.32, 0), .31, turn=30)
    leaf((.22, -.68, .02), (0, 0, 8), .66, .3)
    return dict(elev=14, target=(.1, 0, .76), dist=7.2)


def shampoo_5():
    """Sandalwood, in both sizes."""
    shampoo((-.5, .2, 0), key="shampoo-sandal")
    shampoo_small((.74, -.1, 0), key="shampoo-sandal-small")
    sandalwood((.02, -1.2, 0), 10)
    return dict(target=(.06, 0, 1.25), dist=10)


def treatment_2():
    treatment((-.12, 0, 0), key="treatment-yuzu")
    yuzu((.86, -.4, 0), .4, turn=70)
    leaf((.6, -.85, .02), (0, 0, 14), .8, .36)
    return dict(target=(.16, 0, 1.32), dist=9.6)


def treatment_3():
    treatment((-.12, 0, 0), key="treatment-sandal")
    sandalwood((.7, -.75, 0), -16)
    return dict(target=(.16, 0, 1.32), dist=9.6)


def mask_2():
    """Looked down on: the swirl, and a little of it on a wooden spatula."""
    jar((-.28, .2, 0))
    wood = m.boxwood(along=0)
    box((1.5, .2, .05), wood, (.3, -1.1, .03), (0, 0, 24), .024)
    swirl(.2, .2, m.cream("#FBF1DD", glow=.05), (-.24, -1.34, .085))
    leaf((.75, .75, .02), (0, 0, 34), .9, .42)
    return dict(elev=54, target=(.05, -.2, .3), dist=7.6, focus=(-.28, .1, .7))


def milk_2():
    milk_bottle((-.16, 0, 0), key="milk-yuzu")
    yuzu((.78, -.35, 0), .36, turn=40)
    leaf((.4, -.85, .02), (0, 0, 8), .75, .34)
    return dict(elev=14, target=(.16, 0, .86), dist=8.2)


def milk_3():
    milk_bottle((-.16, 0, 0), key="milk-sandal")
    sandalwood((.62, -.8, 0), -16)
    return dict(elev=14, target=(.16, 0, .86), dist=8.2)


def lotion_2():
    lotion_bottle((-.14, 0, 0), key="lotion-mint")
    mint((.1, -.62, .03), 18)
    mint((.6, -.1, .03), 62, .8, 3)
    return dict(target=(.12, 0, 1.28), dist=9.4)


PICTURES = {"shampoo-1": shampoo_1, "shampoo-2": shampoo_2, "shampoo-3": shampoo_3, "shampoo-4": shampoo_4,
            "shampoo-5": shampoo_5, "treatment-1": treatment_1, "treatment-2": treatment_2,
            "treatment-3": treatment_3, "hair-mask-1": mask_1, "hair-mask-2": mask_2, "hair-milk-1": milk_1,
            "hair-milk-2": milk_2, "hair-milk-3": milk_3, "scalp-lotion-1": lotion_1, "scalp-lotion-2": lotion_2}
