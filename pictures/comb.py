"""The half-moon boxwood comb, built tooth by tooth."""
import math

import bpy

from materials import boxwood
from shapes import mesh


def comb(loc=(0, 0, 0), rot=(0, 0, 0), width=2.7, teeth=46):
    """A comb standing in the xz plane, spine up, tooth tips near z = 0, front towards -y."""
    height, thick, guard = width * .40, .15, width * .05
    half = width / 2

    def top(x):
        s = min(1, abs(x) / half)
        return height * (.54 + .46 * max(0, 1 - s ** 2.3) ** .55)

    def root(x):
        return height * (.50 + .07 * (1 - (x / half) ** 2))

    def tip(x):
        return .035 * (x / half) ** 2 + .0

    def depth(x, z):
        """Half the thickness: rounded at the spine, a wedge down to the tips."""
        d = max(0, top(x) - z)
        edge = math.sqrt(1 - (1 - min(1, d / .085)) ** 2)
        return thick / 2 * (.16 + .84 * edge) * (.42 + .58 * min(1, (z / (height * .62)) ** .8))

    pitch = (width - 2 * guard) / (teeth + (teeth + 1) * .72)
    edges, x = [(-half, True)], -half + guard
    for i in range(teeth):
        edges += [(x, False), (x + pitch * .72, True)]
        x += pitch * 1.72
    edges += [(x, False), (x + pitch * .72, True), (half, None)]
    columns = [(a[0], b[0], a[1]) for a, b in zip(edges, edges[1:])]

    verts, faces, uvs, index = [], [], [], {}

    def vert(x, z, side):
        key = (round(x, 5), round(z, 5), side)
        if key not in index:
            index[key] = len(verts)
            verts.append((x, side * depth(x, z), z))
            uvs.append((.5 + x / .62, .5 + (z - height * .79) / .242))
        return index[key]

    def quad(p, q, r, s):
        faces.append((vert(*p), vert(*q), vert(*r), vert(*s)))

    body = [1 - (k / 12) ** 1.0 for k in range(13)]
    body = sorted({1, .985, .955, .91, .85, *[b for b in body if b < .84], 0}, reverse=True)

    def body_z(x, k):
        return root(x) + (top(x) - root(x)) * body[k] if top(x) > root(x) else root(x)

    def tooth_x(x, mid, v):
        narrow = 1 - .22 * v - .5 * max(0, (v - .9) / .1) ** 2
        return mid + (x - mid) * narrow

    steps = [0, .06, .2, .4, .6, .8, .9, .95, .98, 1]
    last = len(columns) - 1
    for c, (xa, xb, is_tooth) in enumerate(columns):
        slices = 10 if c in (0, last) else 1
        xs = [xa + (xb - xa) * i / slices for i in range(slices + 1)]
        for p, q in zip(xs, xs[1:]):
            for k in range(len(body) - 1):
                for s in (-1, 1):
                    quad((p, body_z(p, k), s), (q, body_z(q, k), s), (q, body_z(q, k + 1), s), (p, body_z(p, k + 1), s))
            quad((p, top(p), -1), (q, top(q), -1), (q, top(q), 1), (p, top(p), 1))
        if not is_tooth:
            quad((xa, root(xa), -1), (xb, root(xb), -1), (xb, root(xb), 1), (xa, root(xa), 1))
            continue
        mid = (xa + xb) / 2
        outer = {0: 1, last: -1}.get(c, 0)

        def row(v):
            """The points across a tooth at v, from its root (0) to its tip (1)."""
            inset = .04 * v ** 1.6 * outer
            return [(tooth_x(e, mid, v) + inset, root(e) * (1 - v) + tip(mid) * v) if v else (e, root(e)) for e in xs]

        for v, w in zip(steps, steps[1:]):
            upper, lower = row(v), row(w)
            for i in range(slices):
                for s in (-1, 1):
                    quad((*upper[i], s), (*upper[i + 1], s), (*lower[i + 1], s), (*lower[i], s))
            for i in (0, slices):
                quad((*upper[i], -1), (*lower[i], -1), (*lower[i], 1), (*upper[i], 1))
        for p, q in zip(row(1), row(1)[1:]):
            quad((*p, -1), (*q, -1), (*q, 1), (*p, 1))
    for c, k_x in ((0, -half), (last, half)):
        for k in range(len(body) - 1):
            quad((k_x, body_z(k_x, k), -1), (k_x, body_z(k_x, k + 1), -1),
                 (k_x, body_z(k_x, k + 1), 1), (k_x, body_z(k_x, k), 1))

    obj = mesh("comb", verts, faces, boxwood("stamp-comb.png"), uvs, loc, rot, 50)
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.normals_make_consistent()
    bpy.ops.object.mode_set(mode="OBJECT")
    bevel = obj.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method, bevel.angle_limit = .007, 2, "ANGLE", math.radians(50)
    return obj
