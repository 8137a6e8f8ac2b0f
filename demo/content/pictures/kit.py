"""Shared library of the picture scenes: materials, lights, camera, builders, rendering, denoising, grading.

A family script ends with `kit.main(SCENES)`, where SCENES maps a picture's id to a function that builds it:
    blender -b -P macro.py --threads 2 -- hero-strands [more ids] [--preview]
"""
import bpy, bmesh, math, os, sys, random, ctypes, subprocess, tempfile, time
import numpy as np
from mathutils import Vector, Matrix, Euler

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.environ.get("PICTURES_OUT", os.path.join(HERE, "..", "cms", "assets"))
TMP = os.environ.get("PICTURES_TMP", os.path.join(tempfile.gettempdir(), "pictures"))
R = math.radians
pi = math.pi
rnd = random.Random(7)
ROOT = [None]  # the collection that new objects go to
MATS = {}

# ------------------------------------------------------------------ scene


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    MATS.clear()
    rnd.seed(7)
    ROOT[0] = bpy.context.scene.collection


def link(o):
    ROOT[0].objects.link(o)
    return o


class group:
    """Everything built inside goes to its own collection, to be placed many times."""

    def __init__(self, name):
        self.c = bpy.data.collections.new(name)

    def __enter__(self):
        self.old = ROOT[0]
        ROOT[0] = self.c
        return self.c

    def __exit__(self, *a):
        ROOT[0] = self.old


def place(coll, loc=(0, 0, 0), rz=0, scale=1, rot=None):
    e = bpy.data.objects.new(coll.name, None)
    e.instance_type = "COLLECTION"
    e.instance_collection = coll
    e.location = loc
    e.rotation_euler = rot or (0, 0, rz)
    e.scale = (scale,) * 3
    return link(e)


# ------------------------------------------------------------------ materials


def srgb(h):
    h = h.lstrip("#")
    c = [int(h[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return tuple(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in c)


def mat(
    name,
    color=(0.8, 0.8, 0.8),
    metal=0,
    rough=0.4,
    spec=0.5,
    aniso=0,
    coat=0,
    bump=0,
    scale=50,
    stretch=(1, 1, 1),
    rvar=0,
    cvar=0,
    emit=0,
    sss=0,
    detail=2,
):
    """A principled material; noise (object coordinates, stretched) drives bump, roughness and colour variation."""
    key = (name, color, rough, bump, emit, scale, stretch)
    if key in MATS:
        return MATS[key]
    if isinstance(color, str):
        color = srgb(color)
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    b = nt.nodes["Principled BSDF"]
    i = b.inputs
    i["Base Color"].default_value = (*color, 1)
    i["Metallic"].default_value = metal
    i["Roughness"].default_value = rough
    i["Specular"].default_value = spec
    i["Anisotropic"].default_value = aniso
    i["Clearcoat"].default_value = coat
    i["Clearcoat Roughness"].default_value = 0.08
    if sss:
        i["Subsurface"].default_value = sss
        i["Subsurface Color"].default_value = (*color, 1)
        i["Subsurface Radius"].default_value = (0.1, 0.1, 0.1)
    if emit:
        i["Emission"].default_value = (*color, 1)
        i["Emission Strength"].default_value = emit
    if bump or rvar or cvar:
        tc = nt.nodes.new("ShaderNodeTexCoord")
        mp = nt.nodes.new("ShaderNodeMapping")
        n = nt.nodes.new("ShaderNodeTexNoise")
        mp.inputs["Scale"].default_value = stretch
        n.inputs["Scale"].default_value = scale
        n.inputs["Detail"].default_value = detail
        nt.links.new(tc.outputs["Object"], mp.inputs[0])
        nt.links.new(mp.outputs[0], n.inputs["Vector"])
        if bump:
            bp = nt.nodes.new("ShaderNodeBump")
            bp.inputs["Strength"].default_value = bump
            bp.inputs["Distance"].default_value = 0.01
            nt.links.new(n.outputs["Fac"], bp.inputs["Height"])
            nt.links.new(bp.outputs[0], i["Normal"])
        if rvar:
            mr = nt.nodes.new("ShaderNodeMapRange")
            mr.inputs[1].default_value = 0.3
            mr.inputs[2].default_value = 0.7
            mr.inputs[3].default_value = max(0.02, rough - rvar)
            mr.inputs[4].default_value = rough + rvar
            nt.links.new(n.outputs["Fac"], mr.inputs[0])
            nt.links.new(mr.outputs[0], i["Roughness"])
        if cvar:
            hs = nt.nodes.new("ShaderNodeHueSaturation")
            hs.inputs["Color"].default_value = (*color, 1)
            mr = nt.nodes.new("ShaderNodeMapRange")
            mr.inputs[1].default_value = 0.3
            mr.inputs[2].default_value = 0.7
            mr.inputs[3].default_value = 1 - cvar
            mr.inputs[4].default_value = 1 + cvar
            nt.links.new(n.outputs["Fac"], mr.inputs[0])
            nt.links.new(mr.outputs[0], hs.inputs["Value"])
            nt.links.new(hs.outputs[0], i["Base Color"])
    MATS[key] = m
    return m


def copper(rough=0.24, scale=3, stretch=(1, 1, 1), v=0.1):
    return mat(
        "copper", (0.93, 0.45, 0.27), 1, rough, aniso=0.35, rvar=v, cvar=0.12, scale=scale, stretch=stretch, bump=0.02
    )


def tin(rough=0.28):
    return mat("tin", (0.72, 0.71, 0.69), 1, rough, rvar=0.08, scale=4, bump=0.03)


def brass(rough=0.26):
    return mat("brass", (0.83, 0.62, 0.30), 1, rough, rvar=0.08, scale=6)


def gold(rough=0.2):
    return mat("gold", (0.95, 0.68, 0.30), 1, rough)


def steel(rough=0.26, scale=8, stretch=(1, 40, 1)):
    return mat("steel", (0.56, 0.56, 0.57), 1, rough, aniso=0.5, rvar=0.08, bump=0.04, scale=scale, stretch=stretch)


def polished(rough=0.12):
    return mat("polished", (0.62, 0.62, 0.63), 1, rough, rvar=0.04, scale=6)


def alu(rough=0.36):
    return mat("alu", (0.78, 0.78, 0.79), 1, rough, rvar=0.05, scale=30)


def dark_alu(rough=0.35):
    return mat("dark-alu", (0.10, 0.105, 0.115), 1, rough)


def paint(c="#dcdcd9", rough=0.42):
    return mat("paint" + c, c, 0, rough, bump=0.03, scale=900, spec=0.45)


LIGHT, MID, DARK, GRAPH = "#e3e2df", "#a9abad", "#4a4d51", "#232528"


def light():
    return paint(LIGHT)


def mid():
    return paint(MID)


def dark():
    return paint(DARK)


def graph():
    return paint(GRAPH, 0.38)


def pom():
    return mat("pom", (0.012, 0.012, 0.013), 0, 0.34, spec=0.5, rvar=0.05, scale=40)


def plastic(c, rough=0.35):
    return mat("plastic" + str(c), c, 0, rough, spec=0.5)


def pvc(c):
    return mat("pvc" + str(c), c, 0, 0.36, spec=0.45, rvar=0.05, scale=12, bump=0.015)


def rubber(c="#1a1b1c"):
    return mat("rubber" + str(c), c, 0, 0.6, spec=0.35, bump=0.05, scale=60)


def glow(c, s):
    return mat("glow" + str(c) + str(s), c, 0, 0.4, emit=s)


def copper_accent():
    return mat("copper-accent", (0.86, 0.40, 0.22), 1, 0.3)


WIRE = dict(
    red="#c3211c",
    blue="#1c4fa3",
    green="#1d8a46",
    yellow="#f0c311",
    white="#ecebe6",
    black="#17181a",
    orange="#ee6a12",
    brown="#6b3a1e",
    violet="#6a3292",
    grey="#868a8d",
    pink="#e58fa4",
    turquoise="#1ca7a8",
)


def wire_mat(n):
    return pvc(WIRE[n])


def glass(tint=(0.93, 0.95, 0.95), refl=1.0, rough=0.0):
    """Sheet glass: transparent with Fresnel reflection, no refraction, so that light passes."""
    key = ("glass", tint, refl, rough)
    if key in MATS:
        return MATS[key]
    m = bpy.data.materials.new("glass")
    m.use_nodes = True
    nt = m.node_tree
    nt.nodes.clear()
    o = nt.nodes.new("ShaderNodeOutputMaterial")
    mx = nt.nodes.new("ShaderNodeMixShader")
    t = nt.nodes.new("ShaderNodeBsdfTransparent")
    t.inputs[0].default_value = (*tint, 1)
    g = nt.nodes.new("ShaderNodeBsdfGlossy")
    g.inputs["Roughness"].default_value = rough
    g.inputs[0].default_value = (refl,) * 3 + (1,)
    f = nt.nodes.new("ShaderNodeFresnel")
    f.inputs[0].default_value = 1.45
    ge = nt.nodes.new("ShaderNodeNewGeometry")
    k = nt.nodes.new("ShaderNodeMath")
    k.operation = "SUBTRACT"
    k.use_clamp = True
    nt.links.new(f.outputs[0], k.inputs[0])
    nt.links.new(ge.outputs["Backfacing"], k.inputs[1])  # else the back of a plate is a mirror
    nt.links.new(k.outputs[0], mx.inputs[0])
    nt.links.new(t.outputs[0], mx.inputs[1])
    nt.links.new(g.outputs[0], mx.inputs[2])
    nt.links.new(mx.outputs[0], o.inputs[0])
    MATS[key] = m
    return m


def image_mat(arr, emit=1.0, name="screen", rough=0.15):
    """arr: h*w*3, sRGB 0..1, first row on top."""
    h, w, _ = arr.shape
    im = bpy.data.images.new(name, w, h)
    px = np.ones((h, w, 4), np.float32)
    px[..., :3] = arr[::-1]
    im.pixels.foreach_set(px.ravel())
    im.pack()
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    b = nt.nodes["Principled BSDF"]
    t = nt.nodes.new("ShaderNodeTexImage")
    t.image = im
    t.extension = "EXTEND"
    if emit:
        nt.links.new(t.outputs[0], b.inputs["Emission"])
        b.inputs["Emission Strength"].default_value = emit
        b.inputs["Base Color"].default_value = (0.01, 0.01, 0.01, 1)
    else:
        nt.links.new(t.outputs[0], b.inputs["Base Color"])
    b.inputs["Roughness"].default_value = rough
    return m


# ------------------------------------------------------------------ geometry


def finish(o, m, bevel=0, seg=2, smooth=True, angle=35):
    if m:
        o.data.materials.append(m)
    if smooth:
        o.data.polygons.foreach_set("use_smooth", [True] * len(o.data.polygons))
        o.data.use_auto_smooth = True
        o.data.auto_smooth_angle = R(angle)
    if bevel:
        b = o.modifiers.new("b", "BEVEL")
        b.width = bevel
        b.segments = seg
        b.limit_method = "ANGLE"
        b.angle_limit = R(38)
        b.harden_normals = True
    return link(o)


def mesh(verts, faces, m, loc=(0, 0, 0), rot=(0, 0, 0), bevel=0, seg=2, smooth=True, angle=35):
    me = bpy.data.meshes.new("m")
    me.from_pydata([tuple(v) for v in verts], [], [tuple(f) for f in faces])
    me.update()
    o = bpy.data.objects.new("o", me)
    o.location = loc
    o.rotation_euler = rot
    return finish(o, m, bevel, seg, smooth, angle)


def box(size, loc, m, bevel=0.004, rot=(0, 0, 0), seg=2):
    """loc is the centre."""
    x, y, z = (s / 2 for s in size)
    v = [(-x, -y, -z), (x, -y, -z), (x, y, -z), (-x, y, -z), (-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
    f = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return mesh(v, f, m, loc, rot, min(bevel, 0.45 * min(size)), seg)


def rot_axis(axis):
    return (
        {"z": (0, 0, 0), "x": (0, pi / 2, 0), "y": (-pi / 2, 0, 0)}[axis]
        if isinstance(axis, str)
        else tuple(Vector(axis).to_track_quat("Z", "Y").to_euler())
    )


def lathe(profile, loc, m, axis="z", n=48, bevel=0, angle=35, closed=False):
    """profile: (radius, height) points; revolved round the axis; ends are capped unless closed to a ring."""
    v, f = [], []
    k = len(profile)
    for i in range(n):
        a = 2 * pi * i / n
        v += [(r * math.cos(a), r * math.sin(a), z) for r, z in profile]
    for i in range(n):
        j = (i + 1) % n
        for p in range(k if closed else k - 1):
            q = (p + 1) % k
            f.append((i * k + p, j * k + p, j * k + q, i * k + q))
    if not closed:
        if profile[0][0] > 1e-6:
            f.append(tuple(i * k for i in reversed(range(n))))
        if profile[-1][0] > 1e-6:
            f.append(tuple(i * k + k - 1 for i in range(n)))
    return mesh(v, f, m, loc, rot_axis(axis), bevel, 2, True, angle)


def cyl(r, h, loc, m, axis="z", bevel=0.003, n=40, r2=None):
    """loc is the centre."""
    b = min(bevel, r * 0.4, h * 0.4)
    r2 = r if r2 is None else r2
    p = [
        (max(r - b, 1e-4), -h / 2),
        (r - b * 0.3, -h / 2 + b * 0.3),
        (r, -h / 2 + b),
        (r2, h / 2 - b),
        (r2 - b * 0.3, h / 2 - b * 0.3),
        (max(r2 - b, 1e-4), h / 2),
    ]
    return lathe(p, loc, m, axis, n)


def ring(r0, r1, h, loc, m, axis="z", bevel=0.002, n=48):
    b = bevel
    p = [
        (r0, -h / 2 + b),
        (r0 + b, -h / 2),
        (r1 - b, -h / 2),
        (r1, -h / 2 + b),
        (r1, h / 2 - b),
        (r1 - b, h / 2),
        (r0 + b, h / 2),
        (r0, h / 2 - b),
    ]
    return lathe(p, loc, m, axis, n, closed=True, angle=50)


def sphere(r, loc, m, n=32, sz=1):
    p = [(max(1e-5, r * math.sin(pi * i / n)), -r * sz * math.cos(pi * i / n)) for i in range(n + 1)]
    return lathe(p, loc, m, "z", n * 2)


def prism(poly, depth, loc, m, rot=(0, 0, 0), bevel=0.004, seg=2):
    """A polygon in local x/y (anticlockwise), extruded along local z, centred."""
    n = len(poly)
    d = depth / 2
    v = [(x, y, -d) for x, y in poly] + [(x, y, d) for x, y in poly]
    f = [tuple(reversed(range(n))), tuple(range(n, 2 * n))] + [
        (i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)
    ]
    return mesh(v, f, m, loc, rot, bevel, seg)


FRONT = (pi / 2, 0, 0)  # a prism drawn in x/z, depth along y
SIDE = (pi / 2, 0, pi / 2)  # a prism drawn in y/z, depth along x


def catmull(pts, n=12):
    P = [Vector(p) for p in pts]
    if len(P) < 3:
        return P
    P = [2 * P[0] - P[1]] + P + [2 * P[-1] - P[-2]]
    out = []
    for i in range(1, len(P) - 2):
        a, b, c, d = P[i - 1 : i + 3]
        for k in range(n):
            t = k / n
            out.append(
                0.5 * ((2 * b) + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
            )
    return out + [P[-2]]


def tube(pts, r, m, smooth=True, n=12, res=6, caps=True, radii=None):
    P = catmull(pts, n) if smooth else [Vector(p) for p in pts]
    cu = bpy.data.curves.new("c", "CURVE")
    cu.dimensions = "3D"
    cu.bevel_depth = r
    cu.bevel_resolution = res
    cu.use_fill_caps = caps
    s = cu.splines.new("POLY")
    s.points.add(len(P) - 1)
    s.points.foreach_set("co", [c for p in P for c in (*p, 1)])
    if radii:
        s.points.foreach_set("radius", radii)
    s.use_smooth = True
    cu.materials.append(m)
    return link(bpy.data.objects.new("wire", cu))


def lay(count):
    """Positions (ring radius in strand diameters, angle) of a concentric bundle of 1+6+12+18… strands."""
    out = [(0, 0)]
    k = 1
    while len(out) < count:
        for i in range(6 * k):
            out.append((k, 2 * pi * i / (6 * k)))
        k += 1
    return out[:count]


def strands(a, b, r, count, m, turns=1.0, gap=1.02, phase=0, n=120, res=5, frame=None, jitter=0, flare=0):
    """A twisted bundle from a to b; r is one strand's radius."""
    a, b = Vector(a), Vector(b)
    ax = b - a
    L = ax.length
    ax.normalize()
    u = ax.cross(Vector((0, 0, 1)) if abs(ax.z) < 0.9 else Vector((0, 1, 0))).normalized()
    w = ax.cross(u)
    for k, ang in lay(count):
        j = rnd.uniform(-jitter, jitter)
        l2 = L * (1 + rnd.uniform(-0.5, 0.5) * jitter * 0.1)
        pts = []
        for i in range(n + 1):
            t = i / n
            th = ang + phase + j * 0.3 + 2 * pi * turns * t
            rad = k * 2 * r * gap * (1 + flare * t**4)
            pts.append(a + ax * (l2 * t) + u * (rad * math.cos(th)) + w * (rad * math.sin(th)))
        tube(pts, r * 0.995, m, smooth=False, res=res)


def screw(loc, r=0.006, axis="y", m=None, head=None):
    m = m or steel()
    d = Vector({"x": (1, 0, 0), "y": (0, -1, 0), "z": (0, 0, 1)}[axis] if isinstance(axis, str) else axis)
    h = head or r * 0.9
    loc = Vector(loc)
    cyl(r, h, loc + d * h * 0.5, m, tuple(d), bevel=r * 0.25, n=24)
    cyl(r * 0.5, h * 0.2, loc + d * h * 0.96, mat("hole", (0.004, 0.004, 0.004), 0, 0.5), tuple(d), bevel=0.0001, n=6)


# ------------------------------------------------------------------ light and camera


def world(c=(0.5, 0.5, 0.5), s=1.0, top=None, bottom=None):
    """A plain or vertically graded surrounding."""
    w = bpy.data.worlds.new("w")
    bpy.context.scene.world = w
    w.use_nodes = True
    nt = w.node_tree
    bg = nt.nodes["Background"]
    bg.inputs[0].default_value = (*c, 1)
    bg.inputs[1].default_value = s
    if top:
        tc = nt.nodes.new("ShaderNodeTexCoord")
        sp = nt.nodes.new("ShaderNodeSeparateXYZ")
        cr = nt.nodes.new("ShaderNodeValToRGB")
        mr = nt.nodes.new("ShaderNodeMapRange")
        mr.inputs[1].default_value = -1
        nt.links.new(tc.outputs["Generated"], sp.inputs[0])
        nt.links.new(sp.outputs[2], mr.inputs[0])
        nt.links.new(mr.outputs[0], cr.inputs[0])
        e = cr.color_ramp.elements
        e[0].color = (*(bottom or c), 1)
        e[0].position = 0.35
        e[1].color = (*top, 1)
        e[1].position = 0.85
        x = e.new(0.5)
        x.color = (*c, 1)
        nt.links.new(cr.outputs[0], bg.inputs[0])
    return w


def area(loc, target, size, power, color=(1, 1, 1), size_y=None, spread=None, visible=True):
    """power: W per square metre of lamp times area is handled here: give radiance-like strength."""
    l = bpy.data.lights.new("a", "AREA")
    l.shape = "RECTANGLE"
    l.size = size
    l.size_y = size_y or size
    l.energy = power * l.size * l.size_y
    l.color = color
    if spread:
        l.spread = R(spread)
    o = bpy.data.objects.new("a", l)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat("-Z", "Y").to_euler()
    o.visible_camera = False
    if not visible:
        o.visible_glossy = False
    return link(o)


def sun(direction, strength, angle=2, color=(1, 1, 1)):
    l = bpy.data.lights.new("s", "SUN")
    l.energy = strength
    l.angle = R(angle)
    l.color = color
    o = bpy.data.objects.new("s", l)
    o.rotation_euler = Vector(direction).to_track_quat("-Z", "Y").to_euler()
    return link(o)


def camera(loc, target, lens=50, focus=None, blur=0, shift=(0, 0), roll=0):
    """blur: the lens opening's radius in scene units; shift moves the picture, for calm space."""
    c = bpy.data.cameras.new("c")
    o = bpy.data.objects.new("c", c)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    d = Vector(target) - Vector(loc)
    q = d.to_track_quat("-Z", "Y")
    o.rotation_euler = (q @ Euler((0, 0, roll)).to_quaternion()).to_euler()
    c.lens = lens
    c.clip_start = d.length * 0.01
    c.clip_end = d.length * 200
    c.shift_x, c.shift_y = shift
    if blur:
        c.dof.use_dof = True
        f = Vector(focus if focus is not None else target) - Vector(loc)
        c.dof.focus_distance = f.dot(d.normalized())
        c.dof.aperture_fstop = lens / 1000 / (2 * blur)
        c.dof.aperture_blades = 0
    bpy.context.scene.camera = o
    return o


def cyclorama(w=40, depth=20, height=16, y=6, r=5, color=(0.80, 0.795, 0.78), rough=0.6, front=30, z=0):
    """A seamless floor and backdrop; y is where the floor starts to rise."""
    m = mat("cyc", color, 0, rough, spec=0.25)
    prof = (
        [(-front, 0), (y, 0)]
        + [(y + r * math.sin(a), r - r * math.cos(a)) for a in np.linspace(0, pi / 2, 24)[1:]]
        + [(y + r, height)]
    )
    v = [(x, py, pz + z) for x in (-w, w) for py, pz in prof]
    n = len(prof)
    return mesh(v, [(i, i + n, i + n + 1, i + 1) for i in range(n - 1)], m, angle=80)


def studio(s=1.0, size=4, key=(-0.7, -1, 1.1), strength=1, bg=(0.80, 0.795, 0.78), y=None, fill=0.55, floor_rough=0.55):
    """Bright product studio for an object of about `s` units at the origin."""
    world((0.86, 0.87, 0.88), 0.42, top=(1, 1, 1), bottom=(0.6, 0.6, 0.6))
    cyclorama(
        w=40 * s, height=22 * s, y=y if y is not None else 4 * s, r=5 * s, front=30 * s, color=bg, rough=floor_rough
    )
    area((key[0] * 5 * s, key[1] * 4 * s, key[2] * 4.2 * s), (0, 0, 0.4 * s), size * s, 9 * strength, (1, 0.985, 0.96))
    area((0, -0.5 * s, 5 * s), (0, 0.2 * s, 0), size * 1.3 * s, 5.5 * strength, (1, 1, 1), size_y=size * 0.6 * s)
    area((5 * s, -2.5 * s, 2.4 * s), (0, 0, 0.6 * s), size * 0.8 * s, 7 * fill * strength, (0.95, 0.975, 1))


# ------------------------------------------------------------------ rendering

_lib = [None]


def lib():
    if not _lib[0]:
        so = os.path.join(TMP, "denoise.so")
        if not os.path.exists(so):
            subprocess.check_call(
                [
                    "gcc",
                    "-O3",
                    "-march=native",
                    "-ffast-math",
                    "-fopenmp",
                    "-shared",
                    "-fPIC",
                    os.path.join(HERE, "denoise.c"),
                    "-o",
                    so,
                    "-lm",
                ]
            )
        _lib[0] = ctypes.CDLL(so)
    return _lib[0]


def blur(a, r):
    """Box blur, radius r, of the two last axes."""
    for ax in (-1, -2):
        n = a.shape[ax]
        p = [(0, 0)] * a.ndim
        p[ax] = (r + 1, r)
        c = np.cumsum(np.pad(a, p, mode="edge"), axis=ax, dtype=np.float64)
        a = ((np.take(c, range(2 * r + 1, 2 * r + 1 + n), ax) - np.take(c, range(0, n), ax)) / (2 * r + 1)).astype(
            np.float32
        )
    return a


def denoise(A, B, FA, FB, radius=9, k=0.75, kf=0.8):
    P = lambda x: np.ascontiguousarray(x, np.float32)
    ptr = lambda x: x.ctypes.data_as(ctypes.c_void_p)
    A, B = P(np.log1p(4 * np.maximum(A, 0))), P(np.log1p(4 * np.maximum(B, 0)))
    v = P(blur((A - B) ** 2 / 2, 3) + 1e-6)
    F = P((FA + FB) / 2)
    vf = P(blur((FA - FB) ** 2 / 4, 1) + 1e-6)
    h, w = A.shape[1:]

    def run(g, s):
        o = np.empty_like(s)
        lib().nlm(
            ptr(g),
            ptr(v),
            3,
            ptr(F),
            ptr(vf),
            F.shape[0],
            ptr(s),
            ptr(o),
            w,
            h,
            radius,
            2,
            ctypes.c_float(k),
            ctypes.c_float(kf),
            2,
        )
        return o

    a, b = run(A, B), run(B, A)
    o = (a + b) / 2
    return np.expm1(o) / 4


def grade(x, exposure=0, contrast=0.12, bloom=0, vignette=0.0, sat=1.0, knee=0.55, tint=(1, 1, 1)):
    x = x * 2**exposure * np.array(tint, np.float32)[:, None, None]
    if bloom:
        e = np.minimum(np.maximum(x - 1, 0), 6)
        s = x.shape[2] // 200
        g = sum(blur(blur(blur(e, s * q), s * q), s * q) for q in (1, 3, 8)) / 3
        x = x + bloom * g
    if vignette:
        h, w = x.shape[1:]
        yy, xx = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
        x = x * (1 - vignette * np.clip((xx**2 + yy**2) / 2, 0, 1) ** 1.3).astype(np.float32)
    l = x.mean(0)
    x = np.maximum(l + (x - l) * sat, 0)
    x = np.where(x < knee, x, knee + (1 - knee) * (1 - np.exp(-(np.maximum(x, knee) - knee) / (1 - knee))))
    y = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - 0.055)
    y = np.clip(y, 0, 1)
    y = y + contrast * (y * y * (3 - 2 * y) - y)
    n = np.random.default_rng(1).normal(0, 0.0035, y.shape[1:])
    return np.clip(y + n, 0, 1)


def settings(w, h, spp, bounces=6, threshold=0.015):
    s = bpy.context.scene
    s.render.engine = "CYCLES"
    c = s.cycles
    c.samples = max(4, spp // 2)
    c.use_denoising = False
    c.use_adaptive_sampling = True
    c.adaptive_threshold = threshold
    c.adaptive_min_samples = max(4, spp // 6)
    c.max_bounces = bounces
    c.diffuse_bounces = min(3, bounces - 1)
    c.glossy_bounces = 4
    c.transmission_bounces = 6
    c.transparent_max_bounces = 16
    c.caustics_reflective = False
    c.caustics_refractive = False
    c.sample_clamp_indirect = 2.5
    c.sample_clamp_direct = 20
    c.blur_glossy = 0.5
    s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = w, h, 100
    s.render.use_persistent_data = True
    s.render.film_transparent = False
    c.filter_width = 1.3
    s.render.threads_mode = "FIXED"
    s.render.threads = 2
    vl = bpy.context.view_layer
    vl.cycles.denoising_store_passes = True
    vl.use_pass_z = True
    s.view_settings.view_transform = "Standard" if True else ""
    s.use_nodes = True
    nt = s.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new("CompositorNodeRLayers")
    fo = nt.nodes.new("CompositorNodeOutputFile")
    fo.format.file_format = "OPEN_EXR"
    fo.format.color_depth = "32"
    fo.format.exr_codec = "NONE"
    fo.file_slots.clear()
    names = [o.name for o in rl.outputs if o.enabled]
    for n, want in (("rgb", "Image"), ("alb", "Denoising Albedo"), ("nor", "Denoising Normal")):
        fo.file_slots.new(n)
        nt.links.new(rl.outputs[want], fo.inputs[n])
    return fo


def load(path):
    im = bpy.data.images.load(path)
    w, h = im.size
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    os.remove(path)
    return np.ascontiguousarray(a.reshape(h, w, 4)[::-1, :, :3].transpose(2, 0, 1))


def shoot(w, h, spp, bounces=6, nlm=None, tag="x"):
    """Two half renders, one denoised linear picture (3*h*w)."""
    fo = settings(w, h, spp, bounces)
    s = bpy.context.scene
    bufs = []
    for seed in (11, 97):
        s.cycles.seed = seed
        d = os.path.join(TMP, f"{os.getpid()}-{tag}-{seed}") + "/"
        os.makedirs(d, exist_ok=True)
        fo.base_path = d
        bpy.ops.render.render()
        n = f"{s.frame_current:04d}.exr"
        bufs.append([load(d + f + n) for f in ("rgb", "alb", "nor")])
        os.rmdir(d)
    t = time.time()
    (A, aa, an), (B, ba, bn) = bufs
    out = denoise(A, B, np.concatenate([aa, an]), np.concatenate([ba, bn]), **(nlm or {}))
    print("denoised in %.1f s" % (time.time() - t), flush=True)
    return out


def save(img, path, quality=88):
    u = (np.clip(img, 0, 1) * 255 + 0.5).astype(np.uint8).transpose(1, 2, 0)
    h, w, _ = u.shape
    p = path.rsplit(".", 1)[0] + ".ppm" if path.endswith(".ppm") else os.path.join(TMP, os.path.basename(path) + ".ppm")
    os.makedirs(TMP, exist_ok=True)
    with open(p, "wb") as f:
        f.write(b"P6\n%d %d\n255\n" % (w, h))
        f.write(np.ascontiguousarray(u).tobytes())
    if path.endswith(".webp"):
        subprocess.check_call(["cwebp", "-quiet", "-m", "6", "-sharp_yuv", "-q", str(quality), p, "-o", path + ".part"])
        os.replace(path + ".part", path)
    elif path.endswith(".png"):
        subprocess.check_call(["ffmpeg", "-loglevel", "error", "-y", "-i", p, path])
    if not path.endswith(".ppm"):
        os.remove(p)


def picture(pid, build, preview=False):
    t = time.time()
    reset()
    o = build() or {}
    w, h = o.get("size", (1920, 1080))
    spp = o.get("spp", 56)
    if preview:
        w, h, spp = w // 3, h // 3, 16
    lin = shoot(w, h, spp, o.get("bounces", 6), o.get("nlm"), pid)
    img = grade(lin, **o.get("grade", {}))
    if preview:
        save(img, os.path.join(TMP, pid + ".png"))
    else:
        save(img, os.path.join(OUT, pid + ".webp"), o.get("q", 82))
    print(f"### {pid} {time.time() - t:.0f} s", flush=True)


def main(scenes):
    a = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    pre = "--preview" in a
    ids = [x for x in a if not x.startswith("--")] or list(scenes)
    os.makedirs(TMP, exist_ok=True)
    for i in ids:
        if i not in scenes:
            print("unknown", i)
            continue
        try:
            picture(i, scenes[i], pre)
        except Exception:
            import traceback

            traceback.print_exc()
            print("!!! failed", i, flush=True)
