"""Geometry helpers: every form of the series is built from these few functions."""
import math

import bpy
from mathutils import Vector

TAU = 2 * math.pi


def mesh(name, verts, faces, mat, uvs=None, loc=(0, 0, 0), rot=(0, 0, 0), angle=40):
    """An object from raw data; uvs holds one (u, v) per vertex, rot is in degrees."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts, [], faces)
    data.validate()
    for p in data.polygons:
        p.use_smooth = True
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(angle)
    if uvs:
        layer = data.uv_layers.new()
        for loop in data.loops:
            layer.data[loop.index].uv = uvs[loop.vertex_index]
    data.materials.append(mat)
    return place(bpy.data.objects.new(name, data), loc, rot)


def place(obj, loc=(0, 0, 0), rot=(0, 0, 0)):
    if obj.name not in bpy.context.scene.collection.objects:
        bpy.context.scene.collection.objects.link(obj)
    obj.location = loc
    obj.rotation_euler = [math.radians(a) for a in rot]
    return obj


def group(objects, loc=(0, 0, 0), rot=(0, 0, 0), scale=1):
    """Moves several objects as one; returns the handle."""
    handle = place(bpy.data.objects.new("group", None), loc, rot)
    handle.scale = (scale,) * 3
    for o in objects:
        o.parent = handle
    return handle


def fillet(points, steps=7):
    """Rounds the corners of a profile; a point is (r, z) or (r, z, radius)."""
    out = []
    for i, p in enumerate(points):
        here = Vector(p[:2])
        radius = p[2] if len(p) > 2 else 0
        if not radius or i in (0, len(points) - 1):
            out.append(tuple(here))
            continue
        a, b = Vector(points[i - 1][:2]) - here, Vector(points[i + 1][:2]) - here
        start = here + a.normalized() * min(radius, a.length * .49)
        end = here + b.normalized() * min(radius, b.length * .49)
        for k in range(steps + 1):
            t = k / steps
            out.append(tuple(start * (1 - t) ** 2 + here * (2 * t * (1 - t)) + end * t * t))
    return out


def lathe(points, mat, loc=(0, 0, 0), rot=(0, 0, 0), seg=96):
    prof = fillet(points)
    n = len(prof)
    verts = [(r * math.cos(TAU * i / seg), r * math.sin(TAU * i / seg), z)
             for i in range(seg) for r, z in prof]
    faces = [(i * n + k, (i + 1) % seg * n + k, (i + 1) % seg * n + k + 1, i * n + k + 1)
             for i in range(seg) for k in range(n - 1)]
    uvs = [(i / seg, z) for i in range(seg) for r, z in prof]
    return mesh("lathe", verts, faces, mat, uvs, loc, rot)


def inside(points, wall):
    """The inner wall of a vessel profile that runs from the bottom centre to the rim."""
    prof = fillet(points)
    out = []
    for i, (r, z) in enumerate(prof):
        a, b = prof[max(i - 1, 0)], prof[min(i + 1, len(prof) - 1)]
        d = Vector((b[0] - a[0], b[1] - a[1])).normalized()
        out.append((max(0, r - d.y * wall), z + d.x * wall))
    out[0] = (0, out[0][1])
    return out


def vessel(points, wall, mat, loc=(0, 0, 0), rot=(0, 0, 0)):
    inner = inside(points, wall)
    return lathe(fillet(points) + inner[::-1], mat, loc, rot)


def filling(points, wall, level, mat, loc=(0, 0, 0), rot=(0, 0, 0), overlap=.004):
    """What stands in a vessel up to a level, overlapping the wall by a hair."""
    below = [p for p in inside(points, wall - overlap) if p[1] < level]
    return lathe(below + [(below[-1][0], level), (0, level)], mat, loc, rot)


def band(radius, z0, height, width, mat, loc=(0, 0, 0), turn=0, steps=48):
    """A label glued around a cylinder, facing the camera (-y) plus a turn in degrees."""
    half = width / radius / 2
    verts, faces, uvs = [], [], []
    for i in range(steps + 1):
        a = -math.pi / 2 + math.radians(turn) - half + 2 * half * i / steps
        for k in (0, 1):
            verts.append((radius * math.cos(a), radius * math.sin(a), z0 + height * k))
            uvs.append((i / steps, k))
    for i in range(steps):
        faces.append((2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
    return mesh("band", verts, faces, mat, uvs, loc)


def grid(nu, nv, fn, mat, loc=(0, 0, 0), rot=(0, 0, 0), thick=0, angle=60):
    """A surface from fn(u, v) with u, v in 0..1, optionally given a thickness."""
    verts = [fn(i / nu, j / nv) for i in range(nu + 1) for j in range(nv + 1)]
    uvs = [(i / nu, j / nv) for i in range(nu + 1) for j in range(nv + 1)]
    faces = [(i * (nv + 1) + j, (i + 1) * (nv + 1) + j, (i + 1) * (nv + 1) + j + 1, i * (nv + 1) + j + 1)
             for i in range(nu) for j in range(nv)]
    obj = mesh("grid", verts, faces, mat, uvs, loc, rot, angle)
    if thick:
        m = obj.modifiers.new("thick", "SOLIDIFY")
        m.thickness, m.offset = thick, 0
    return obj


def box(size, mat, loc=(0, 0, 0), rot=(0, 0, 0), bevel=.02):
    """A bevelled box standing on loc (centre of its base)."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    verts = [(sx * x, sy * y, sz * z) for sx in (-1, 1) for sy in (-1, 1) for sz in (0, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    obj = mesh("box", verts, faces, mat, None, loc, rot, 30)
    m = obj.modifiers.new("bevel", "BEVEL")
    m.width, m.segments = bevel, 4
    return obj


def tube(points, radius, mat, loc=(0, 0, 0), rot=(0, 0, 0), taper=None):
    """A round bar through points; taper gives one factor per point."""
    c = bpy.data.curves.new("tube", "CURVE")
    c.dimensions, c.bevel_depth, c.bevel_resolution, c.use_fill_caps = "3D", radius, 6, True
    s = c.splines.new("BEZIER")
    s.bezier_points.add(len(points) - 1)
    for i, (bp, p) in enumerate(zip(s.bezier_points, points)):
        bp.co, bp.radius = p, taper[i] if taper else 1
        bp.handle_left_type = bp.handle_right_type = "AUTO"
    c.resolution_u = 16
    c.materials.append(mat)
    return place(bpy.data.objects.new("tube", c), loc, rot)


def cone(verts, faces, p0, p1, r0, r1, seg=6):
    """Adds a tapered rod with a closed tip to a mesh under construction."""
    p0, p1 = Vector(p0), Vector(p1)
    axis = (p1 - p0).normalized()
    side = axis.orthogonal().normalized()
    up = axis.cross(side)
    base = len(verts)
    for p, r in ((p0, r0), (p1, r1)):
        for i in range(seg):
            a = TAU * i / seg
            verts.append(tuple(p + side * (r * math.cos(a)) + up * (r * math.sin(a))))
    verts.append(tuple(p1 + axis * r1))
    for i in range(seg):
        j = (i + 1) % seg
        faces.append((base + i, base + j, base + seg + j, base + seg + i))
        faces.append((base + seg + i, base + seg + j, base + 2 * seg))


def ribbon(path, width, mat, loc=(0, 0, 0), rot=(0, 0, 0), thick=.012, wave=0, nx=24):
    """Cloth or paper: an (y, z) path drawn along x; v of the texture follows its length."""
    lengths = [0]
    for a, b in zip(path, path[1:]):
        lengths.append(lengths[-1] + math.dist(a, b))
    n, total = len(path), lengths[-1]
    verts, uvs, faces = [], [], []
    for i in range(nx + 1):
        u = i / nx
        for (y, z), s in zip(path, lengths):
            dz = wave * (math.sin(5 * u + 3 * s) + .6 * math.sin(11 * u - 4 * s + 1))
            verts.append(((u - .5) * width, y, z + dz))
            uvs.append((u * width, s))
    for i in range(nx):
        for k in range(n - 1):
            a = i * n + k
            faces.append((a, a + n, a + n + 1, a + 1))
    obj = mesh("ribbon", verts, faces, mat, [(u, v / 1) for u, v in uvs], loc, rot, 60)
    m = obj.modifiers.new("thick", "SOLIDIFY")
    m.thickness, m.offset = thick, 0
    return obj
