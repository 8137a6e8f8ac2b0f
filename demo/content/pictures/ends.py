"""What machines make of a wire's end: lengths, seals, ferrules, pairs, tin, marks. One unit is one millimetre."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit
from kit import *
from catalogue import quick
from parts import label
from wires import stripped, table, terminal

SIZE, SPP = (1024, 683), 8
SCENES = {}


def scene(f):
    SCENES[f.__name__.replace("_", "-")] = f
    return f


def shot(**grade):
    """Fine grain is left out: it costs time, and is not seen."""
    quick()
    return dict(size=SIZE, spp=SPP, bounces=4, nlm=dict(radius=5), grade=dict(exposure=0.1, contrast=0.18, **grade))


def length(x0, x1, y, z, r, colour):
    """A wire that is cut at both ends, not stripped."""
    l, e = x1 - x0, r * 0.04
    lathe(
        [(r * 0.62, 0), (r - e, 0), (r, e), (r, l - e), (r - e, l), (r * 0.62, l)],
        (x0, y, z),
        pvc(colour),
        "x",
        n=56,
        closed=True,
    )
    strands((x0 + 0.1, y, z), (x1 - 0.1, y, z), r * 0.122, 19, copper(0.22, 2.2, v=0.06), turns=0.8, res=6)


@scene
def cut_lengths():
    """Wires of one length, piled beside a rule."""
    table(60)
    r, colours = 3.0, ("blue", "blue", "red", "blue", "yellow", "blue", "blue")
    for row in range(4):
        for i in range(7 - row):
            y = (i - (6 - row) / 2) * r * 2.02
            length(-50, 50, y, r + row * r * 1.75, r, WIRE[colours[(i * 3 + row) % 7]])
    box((150, 16, 1), (-12, -36, 0.5), steel(0.3), 0.15)
    ink = mat("ink", (0.02, 0.02, 0.022), 0, 0.6)
    for k in range(131):
        t = 7 if k % 10 == 0 else 5 if k % 5 == 0 else 3
        box((0.18, t, 0.06), (-80 + k, -28 - t / 2, 1.02), ink, 0.001)
        if k % 10 == 0:
            label(str(k // 10), (-80 + k + 0.8, -38.5, 1.02), 3.6, rot=(0, 0, 0), depth=0.03).data.materials[0] = ink
    camera((-118, -128, 88), (-14, -12, 7), 56, focus=(-46, -10, 8), blur=1.4)
    return shot()


def seal(x, y, z, r, colour):
    """A ribbed seal on a wire; it begins at x with its neck."""
    m = rubber(colour)
    prof = [(r, 0), (r * 1.22, 0.15), (r * 1.26, 0.5), (r * 1.26, 3.6)]
    for k in range(3):
        a = 4.2 + k * 2.7
        prof += [(r * 1.4, a), (r * 1.86, a + 0.75), (r * 1.9, a + 1.1), (r * 1.86, a + 1.45), (r * 1.4, a + 2.2)]
    prof += [(r * 1.4, 13.2), (r * 1.34, 13.5), (r, 13.5)]
    lathe(prof, (x, y, z), m, "x", n=72, angle=50)


@scene
def seals():
    """Wires with their seals; the terminal of the first one holds both."""
    table(26, strength=1.02)
    for i, (w, c) in enumerate((("#2b2d30", "#2f9a55"), ("#b3261e", "#d9a413"), ("#1c4fa3", "#3a76c4"))):
        y, z, x = i * 13.5, 4.9, i * 6.0
        strands((x - 4.4, y, z), (x + 9, y, z), 0.46, 19, copper(0.2, 4, v=0.06), turns=0.25, res=8, jitter=0.06)
        lathe([(1.7, 90), (1.7, 0.1), (2.4, 0), (2.55, 0.15), (2.55, 90)], (x + 5.4, y, z), pvc(w), "x", n=64)
        seal(x + 6.4, y, z, 2.56, c)
        if i == 0:
            terminal((x, y, z - 0.2), tin(0.24))
    camera((-33, -58, 40), (5, 6.5, 2.6), 58, focus=(8, -2, 6), blur=0.7)
    return shot()


def ferrule(x, y, z, colour, wire):
    """A ferrule with its collar, pressed on a wire that comes from the right."""
    prof = [(1.35, 0), (1.5, 0.2)]
    for k in range(5):
        prof += [(1.5, 1.2 + k * 1.7), (1.38, 1.5 + k * 1.7), (1.38, 2.3 + k * 1.7), (1.5, 2.6 + k * 1.7)]
    lathe(prof + [(1.5, 10.4)], (x, y, z), tin(0.24), "x", n=48, angle=30)
    strands((x + 0.1, y, z), (x + 3, y, z), 0.25, 19, copper(0.22), turns=0.02, n=4, res=5)
    lathe([(1.5, 0), (1.9, 0.1), (2.9, 3.2), (3.05, 3.5), (3.05, 9), (2.6, 9)], (x + 9.6, y, z), plastic(colour, 0.32),
          "x", n=56)
    path = [(x + 12, y, z), (x + 40, y, z), (x + 90, y + 3 * math.sin(y), z), (x + 200, y, z)]
    tube(path, 2.45, wire_mat(wire), res=12)


@scene
def ferrules():
    """Wires of a control cabinet with ferrules of six colours."""
    table(40)
    for i, (c, w) in enumerate(
        (("#e9e7e0", "grey"), ("#d9741a", "blue"), ("#c3211c", "black"), ("#17181a", "red"), ("#1c4fa3", "brown"),
         ("#9a9da0", "blue"))
    ):
        ferrule(-34 + 5 * math.sin(i * 2.1), -20 + i * 9.2, 3.1, c, w)
    camera((-72, -78, 58), (-13, 3, 2), 56, focus=(-26, -10, 3), blur=1.0)
    return shot()


def pair(y, colours, r=2.4, lay_length=27.0):
    """Two wires twisted with each other; their ends stay straight and are stripped."""
    for s, c in zip((0, pi), colours):
        pts = []
        for i in range(281):
            x = -34 + i * 0.9
            a = s + 2 * pi * max(0.0, x + 14) / lay_length
            # the ends lie flat on the table, side by side
            e = max(0.0, min(1.0, (-x - 6) / 24))
            o = r * (1 + 1.5 * e * e * (3 - 2 * e))
            pts.append((x, y + o * math.cos(a), 2 * r + r * math.sin(a) * (1 - e) - r * e * 0.98))
        tube(pts, r, wire_mat(c), smooth=False, res=12)
        p = pts[0]
        stripped((p[0] - 10, p[1], p[2]), (p[0] + 0.5, p[1], p[2]), 0.32, 19, WIRE[c], 8.5, turns=0.5, shell=1.42)


@scene
def twisted_pairs():
    """Twisted pairs with stripped ends."""
    table(50)
    for i, c in enumerate((("orange", "white"), ("blue", "yellow"), ("green", "brown"))):
        pair(-17 + i * 17, c)
    camera((-68, -104, 84), (-10, 0, 2), 52, focus=(-18, -14, 4), blur=1.3)
    return shot()


@scene
def tinned_ends():
    """Stripped ends, dipped into tin."""
    table(40)
    for i, c in enumerate(("red", "black", "blue", "white", "green", "yellow")):
        y = -24 + i * 9.6
        x0 = -36 + 4 * math.sin(i * 1.7)
        strands((x0 + 5, y, 3.2), (x0 + 24, y, 3.2), 0.46, 19, copper(0.2, 2.2, v=0.06), turns=0.4, res=8, jitter=0.04)
        strands((x0, y, 3.2), (x0 + 13, y, 3.2), 0.5, 19, tin(0.16), turns=0.3, gap=0.94, res=8)
        tip = [(1e-3, -0.5), (1.5, -0.2), (2.14, 0.7), (2.2, 2), (2.2, 10), (2.05, 13)]
        lathe(tip, (x0, y, 3.2), tin(0.16), "x", n=56)
        lathe([(2.3, 200), (2.3, 0.1), (3.0, 0), (3.15, 0.2), (3.15, 200)], (x0 + 19, y, 3.2), wire_mat(c), "x", n=64)
    camera((-70, -88, 62), (-15, -1, 2), 56, focus=(-26, -12, 4), blur=1.0)
    return shot()


def printed(text, x, y, z, r, size, colour):
    """Letters on the top of a wire that runs along x, bent around it."""
    o = label(text, (0, 0, 0), size, rot=(0, 0, 0), depth=0.02)
    bpy.context.view_layer.update()
    me = bpy.data.meshes.new_from_object(o.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(o)
    b = bmesh.new()
    b.from_mesh(me)
    for k in range(-3, 13):  # letters are cut into strips, else their straight strokes go through the wire
        every = b.verts[:] + b.edges[:] + b.faces[:]
        bmesh.ops.bisect_plane(b, geom=every, plane_co=(0, k * size * 0.08, 0), plane_no=(0, 1, 0))
    b.to_mesh(me)
    b.free()
    for v in me.vertices:
        a = (v.co.y - size * 0.35) / r
        v.co = (v.co.x, (r + 0.04 + v.co.z) * math.sin(a), (r + 0.04 + v.co.z) * math.cos(a))
    me.materials.clear()
    p = bpy.data.objects.new("print", me)
    p.location = (x, y, z)
    p.rotation_euler = (R(38), 0, 0)
    return finish(p, plastic(colour, 0.6), smooth=False)


@scene
def marked_wires():
    """Wires with their printed marks."""
    table(50)
    r = 3.6
    rows = (
        ("white", "#17181a", "W101 · 0.75 mm² · X1:4"),
        ("yellow", "#17181a", "W102 · 0.75 mm² · X1:5"),
        ("blue", "#f1f0ec", "W103 · 0.75 mm² · X2:1"),
        ("red", "#f1f0ec", "W104 · 0.75 mm² · X2:2"),
        ("black", "#f1f0ec", "W105 · 0.75 mm² · X3:7"),
        ("orange", "#17181a", "W106 · 0.75 mm² · X3:8"),
    )
    for i, (c, ink, text) in enumerate(rows):
        y = -22 + i * 8.8
        x0 = -52 + 4 * math.sin(i * 1.9)
        stripped((x0, y, r), (160, y, r), 0.46, 19, WIRE[c], 7, turns=0.6, shell=r / (5 * 0.46 * 1.03))
        for k in range(2):
            printed(text, x0 + 16 + k * 78, y, r, r, 3.7, ink)
    camera((-22, -112, 84), (-4, 0, 1), 54, focus=(-8, -12, 6), blur=1.0)
    return shot()


if __name__ == "__main__":
    kit.main(SCENES)
