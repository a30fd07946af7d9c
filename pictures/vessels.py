"""Bottles, jars, caps and pumps."""
import math

import materials as m
from shapes import band, filling, grid, group, lathe, tube, vessel


def label(radius, z0, key, height, turn=0):
    mat = m.paper(image=f"{key}.png")
    image = next(n.image for n in mat.node_tree.nodes if n.type == "TEX_IMAGE")
    width = height * image.size[0] / image.size[1]
    return band(radius + .004, z0, height, width, mat, turn=turn)


def dropper(z, brass, out=False):
    """Brass collar, dark rubber bulb and, inside the bottle, the glass pipette."""
    rubber = m.plain("#2A2623", .5)
    clear = m.glass("#FDFBF6", tint="#FFFFFF")
    parts = [
        lathe([(.12, 0), (.215, 0, .012), (.215, .25, .02), (.16, .25)], brass, (0, 0, z)),
        lathe([(.17, .24), (.15, .27, .03), (.135, .40, .1), (.15, .50, .1), (.14, .66, .13), (0, .68)],
              rubber, (0, 0, z)),
        lathe([(.055, .1), (.055, -1.0, .08), (.02, -1.12, .02), (.02, -1.2), (.008, -1.2), (.035, -1.0),
               (.035, .1)], clear, (0, 0, z)),
    ]
    if out:
        oil = m.glass("#F3C75A", ior=1.47)
        parts.append(lathe([(0, -1.195), (.012, -1.19), (.03, -1.0), (.03, -.55), (0, -.55)], oil, (0, 0, z)))
    return parts


OIL_BODY = [(0, .02), (.38, .02, .03), (.44, .0, .05), (.46, .06, .06), (.46, 1.18, .2), (.2, 1.34, .14),
            (.17, 1.42, .03), (.17, 1.56)]


def oil_bottle(loc=(0, 0, 0), rot=(0, 0, 0), key="oil", level=1.12, cap=True, label_z=.2, scale=1.0):
    amber = m.glass("#EACB90", tint="#E3B878")
    oil = m.glass("#FBE7B4", ior=1.47, tint="#FAE3AC")
    parts = [vessel(OIL_BODY, .035, amber), filling(OIL_BODY, .035, level, oil)]
    if key:
        parts.append(label(.46, label_z, key, 1 - label_z))
    if cap:
        parts += dropper(1.4, m.brass())
    return group(parts, loc, rot, scale)


def pump(z, brass):
    """A collar, a stem and a flat head whose spout looks to the left."""
    return [
        lathe([(0, 0), (.27, 0, .012), (.27, .25, .02), (.2, .27, .02), (.12, .27, .02), (.105, .36, .02), (.06, .37)],
              brass, (0, 0, z)),
        lathe([(.055, .3), (.055, .58)], brass, (0, 0, z)),
        lathe([(0, .54), (.13, .54, .02), (.16, .58, .02), (.16, .69, .025), (0, .70)], brass, (0, 0, z)),
        tube([(0, 0, .63), (-.3, -.05, .635), (-.52, -.09, .62), (-.6, -.105, .53)], .062, brass, (0, 0, z),
             taper=[1.1, 1, .85, .72]),
    ]


def family_body(radius, height):
    """The soft cylinder shared by shampoo, treatment and milk."""
    return [(0, .03), (radius * .84, .03, .03), (radius * .95, 0, .05), (radius, .07, .09),
            (radius, height, radius * .42), (.24, height + .1, .08), (.2, height + .16, .02), (.2, height + .26)]


def frosted_bottle(radius, height, key, label_z, label_h, glass, inside, cap, level=.8, loc=(0, 0, 0), rot=(0, 0, 0)):
    body = family_body(radius, height)
    parts = [vessel(body, .045, glass), filling(body, .045, height * level, inside, overlap=-.004),
             label(radius, label_z, key, label_h)]
    return group(parts + cap(height + .13), loc, rot)


def shampoo(loc=(0, 0, 0), rot=(0, 0, 0), key="shampoo"):
    return frosted_bottle(.56, 1.95, key, .28, 1.3, m.frosted("#CFDFD6", "#E6EFEA"), m.cream("#D5E4DA", glow=.12),
                          lambda z: pump(z, m.brass()), .86, loc, rot)


def shampoo_small(loc=(0, 0, 0), rot=(0, 0, 0), key="shampoo-small"):
    return frosted_bottle(.42, 1.12, key, .17, .74, m.frosted("#CFDFD6", "#E6EFEA"), m.cream("#D5E4DA", glow=.12),
                          lambda z: disc_cap(z, m.brass(), .26, .3), .84, loc, rot)


def treatment(loc=(0, 0, 0), rot=(0, 0, 0), key="treatment"):
    cap = lambda z: disc_cap(z, m.boxwood(along=2), .33, .52)  # noqa: E731
    return frosted_bottle(.56, 1.95, key, .28, 1.3, m.frosted("#F0CFC6", "#F8E4DE", body=.5),
                          m.cream("#F6D9D0", glow=.1), cap, .88, loc, rot)


def disc_cap(z, mat, radius, height):
    return [lathe([(0, 0), (radius, 0, .015), (radius, height, .035), (0, height)], mat, (0, 0, z))]


def milk_bottle(loc=(0, 0, 0), rot=(0, 0, 0), key="milk"):
    body = [(0, .03), (.42, .03, .03), (.5, 0, .06), (.57, .12, .16), (.57, .98, .5), (.26, 1.36, .16),
            (.22, 1.42, .02), (.22, 1.5)]
    parts = [vessel(body, .045, m.frosted("#E3EBEF", "#F2F6F8")),
             filling(body, .045, .92, m.cream("#F3F7F8", glow=.14), overlap=-.004), label(.57, .2, key, .7)]
    parts += disc_cap(1.4, m.brass(), .28, .36)
    parts.append(lathe([(.284, .0), (.292, .02, .008), (.292, .05, .008), (.284, .07)], m.brass(), (0, 0, 1.42)))
    return group(parts, loc, rot)


def lotion_bottle(loc=(0, 0, 0), rot=(0, 0, 0), key="lotion"):
    body = [(0, .03), (.26, .03, .02), (.32, 0, .04), (.34, .06, .05), (.34, 1.85, .18), (.19, 2.0, .08),
            (.15, 2.06, .02), (.15, 2.2)]
    parts = [vessel(body, .04, m.glass("#DFEFE5", tint="#E9F5EE")),
             filling(body, .04, 1.55, m.glass("#E6F4E2", ior=1.34, tint="#F1F9EE")),
             label(.34, .25, key, 1.2)]
    nozzle = m.plain("#E9EFE9", .3, Subsurface=.1)
    parts.append(lathe([(.12, 0), (.2, 0, .01), (.2, .2, .02), (.12, .22)], m.brass(), (0, 0, 2.1)))
    parts.append(lathe([(.13, .2), (.12, .26, .04), (.055, .38, .1), (.03, .66, .03), (.018, .70, .01), (0, .70)],
                       nozzle, (0, 0, 2.1)))
    return group(parts, loc, rot)


def drop(loc, radius, mat, height=.32):
    """A drop lying on the table."""
    return lathe([(0, .002), (radius * .9, .002, .01), (radius, radius * height * .5, radius * .2),
                  (radius * .6, radius * height, radius * .5), (0, radius * height)], mat, loc, seg=64)



def swirl(radius, height, mat, loc=(0, 0, 0), turns=2.2):
    """A soft peak of cream, laid in a spiral."""
    def at(u, v):
        a, r = 2 * math.pi * u, v
        ridge = math.sin(2 * math.pi * turns * r ** .8 - a) * .5 + .5
        z = height * ((1 - r) ** 1.7 * .75 + .30 * ridge * (1 - r ** 3) * min(1, r * 3 + .1))
        lean = .10 * radius * (1 - r) ** 3
        return (radius * r * math.cos(a) + lean, radius * r * math.sin(a), z * (1 - r ** 12))

    return grid(96, 48, at, mat, loc, angle=180)


def jar(loc=(0, 0, 0)):
    body = [(0, .06), (.78, .06, .04), (.86, 0, .06), (.9, .08, .1), (.9, .56, .12), (.80, .64, .04), (.78, .74)]
    fill = m.cream("#FBF1DD", glow=.05)
    parts = [vessel(body, .07, m.frosted("#EDE3CF", "#F7F1E4")), filling(body, .07, .68, fill, overlap=-.004),
             swirl(.69, .26, fill, (0, 0, .675)), label(.9, .1, "mask", .42)]
    return group(parts, loc)


def jar_lid(loc, rot):
    wood = m.boxwood()
    return lathe([(0, 0), (.83, 0, .02), (.85, .02, .02), (.85, .2, .05), (0, .22)], wood, loc, rot)
