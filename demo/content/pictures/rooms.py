"""Places of work: benches, a laboratory, a class, a stand, a machine under repair. One unit is one metre.

    blender --background --python content/pictures/rooms.py -- [--preview] [--again] [<picture> …]

The machines are those of the catalogue. Pictures that exist are skipped unless --again is given.
"""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import *
from kit import group as group_of
from bench import terminal
from catalogue import fit
from parts import display, label, levelling_feet, press, stop_button, tower, wire_drum
from studio import GROUND, QUIET, add, bench, ground, look, run, view

WOOD = "#b98f62"
SIZE = (1024, 768)
SHOT = dict(size=SIZE, spp=8)


def flat(picture, w, h, loc, rot=(0, 0, 0), emit=1.0):
    """A picture on a sheet that lies on its back, turned by rot; it shines, else quick() takes it away."""
    v = [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)]
    s = mesh(v, [(0, 1, 2, 3)], image_mat(picture, emit, "sheet", 0.6), loc, rot, smooth=False)
    uv = s.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        uv.data[i].uv = c
    return s


def monitor(picture, w, h, x, y, z, turn=0.0):
    """A screen on its foot; z is the top of the table."""
    rz, zc = R(turn), z + 0.13 + h / 2
    box((w + 0.03, 0.026, h + 0.03), (x, y, zc), graph(), 0.008, rot=(0, 0, rz))
    e = Matrix.Rotation(rz, 3, "Z")
    flat(picture, w, h, Vector((x, y, zc)) + e @ Vector((0, -0.0136, 0)), (pi / 2, 0, rz), 1.1)
    box((0.05, 0.03, 0.2), Vector((x, y, z + 0.1)) + e @ Vector((0, 0.025, 0)), dark_alu(), 0.006, rot=(0, 0, rz))
    box((0.24, 0.17, 0.012), (x, y + 0.02, z + 0.006), dark_alu(), 0.005, rot=(0, 0, rz))


def disc(a, x, y, r, colour):
    """Fills a circle of a picture."""
    yy, xx = np.ogrid[: a.shape[0], : a.shape[1]]
    a[(xx - x) ** 2 + (yy - y) ** 2 <= r * r] = colour


def line(a, x0, y0, x1, y1, colour, t=2):
    for k in np.linspace(0, 1, int(max(abs(x1 - x0), abs(y1 - y0))) + 1):
        x, y = int(x0 + (x1 - x0) * k), int(y0 + (y1 - y0) * k)
        a[max(0, y - t // 2) : y + (t + 1) // 2, max(0, x - t // 2) : x + (t + 1) // 2] = colour


def drawing(w=840, h=594):
    """A drawing of a terminal with its measures."""
    a = np.full((h, w, 3), 0.95, np.float32)
    ink, thin = (0.12, 0.14, 0.18), (0.45, 0.5, 0.58)
    for x0, y0, x1, y1 in ((24, 24, w - 24, 24), (24, h - 24, w - 24, h - 24), (24, 24, 24, h - 24),
                           (w - 24, 24, w - 24, h - 24), (560, 480, w - 24, 480), (560, 480, 560, h - 24),
                           (560, 525, w - 24, 525), (690, 480, 690, h - 24)):
        line(a, x0, y0, x1, y1, ink)
    side = [(90, 150), (260, 150), (290, 172), (350, 172), (370, 110), (520, 110), (535, 172), (570, 172), (585, 90),
            (700, 90), (700, 205), (90, 205), (90, 150)]
    top = [(90, 310), (260, 310), (290, 330), (350, 330), (370, 300), (520, 300), (535, 330), (570, 330), (585, 290),
           (700, 290), (700, 410), (585, 410), (570, 372), (535, 372), (520, 402), (370, 402), (350, 372), (290, 372),
           (260, 395), (90, 395), (90, 310)]
    for poly in (side, top):
        for (x0, y0), (x1, y1) in zip(poly, poly[1:]):
            line(a, x0, y0, x1, y1, ink, 3)
    for x in (90, 370, 520, 700):
        line(a, x, 212, x, 262, thin, 1)
    for x in range(70, 740, 26):
        line(a, x, 351, x + 16, 351, thin, 1)
    line(a, 90, 252, 700, 252, thin, 1)
    line(a, 745, 90, 745, 205, thin, 1)
    for x, y, n in ((210, 240, 44), (430, 240, 36), (600, 240, 44), (756, 140, 34), (576, 500, 90), (706, 500, 70),
                    (576, 550, 60), (706, 550, 84)):
        a[y - 8 : y + 1, x : x + n] = (0.3, 0.33, 0.38)
    return a


def force_picture(w=1200, h=760):
    """The force of a crimp over its way: the curve, its band, and the limits."""
    a = np.zeros((h, w, 3), np.float32)
    a[:] = (0.035, 0.045, 0.065)
    a[:64] = (0.07, 0.085, 0.115)
    for k in range(8):
        a[110 + k * 76 : 111 + k * 76, 90 : w - 290] = (0.1, 0.125, 0.165)
    for k in range(9):
        a[110 : h - 96, 90 + k * 102 : 91 + k * 102] = (0.1, 0.125, 0.165)
    x = np.arange(100, w - 300)
    t = (x - 100) / (w - 400)
    y = 0.16 / (1 + np.exp(-(t - 0.3) * 34)) + 0.8 * np.exp(-(((t - 0.7) / 0.13) ** 2)) - 0.1 * np.clip(t - 0.78, 0, 1)
    y = np.clip(y, 0.0, 1) * (t < 0.97)
    for i, q in zip(x, y):
        m = int(h - 100 - q * (h - 240))
        n = int(18 + 30 * q)
        a[max(70, m - n) : m + n, i] = (0.05, 0.15, 0.12)
    for off in (-1, 1):
        for i, q in zip(x[::6], y[::6]):
            m = int(h - 100 - q * (h - 240)) + off * int(18 + 30 * q)
            a[m - 1 : m + 1, i : i + 3] = (0.2, 0.55, 0.4)
    prev = None
    for i, q in zip(x, y):
        m = int(h - 100 - q * (h - 240))
        lo, hi = (m, m) if prev is None else (min(m, prev), max(m, prev))
        a[lo - 2 : hi + 3, i - 1 : i + 2] = (1.0, 0.78, 0.1)
        prev = m
    a[h - 98 : h - 95, 90 : w - 290] = (0.5, 0.54, 0.6)
    a[110 : h - 96, 88:91] = (0.5, 0.54, 0.6)
    for k in range(5):
        y0 = 118 + k * 104
        a[y0 : y0 + 84, w - 250 : w - 40] = (0.07, 0.085, 0.115)
    a[h - 60 : h - 30, 90 : w - 290] = (0.09, 0.11, 0.145)
    a[h - 60 : h - 30, 90 : 90 + int((w - 380) * 0.72)] = (0.16, 0.5, 0.36)
    return a


def section_picture(w=1000, h=640):
    """The section of a crimp under the microscope: pressed strands between the rolled wings."""
    a = np.full((h, w, 3), 0.05, np.float32)
    cx, cy = 430, 330
    yy, xx = np.mgrid[:h, :w]
    u, v = (xx - cx) / 250.0, (yy - cy) / 165.0
    # two lobes above, flat below: the shape of a closed wing
    outer = (np.abs(u) ** 3 + np.abs(v) ** 3 < 1) & ~((v < -0.5) & (np.abs(u) < 0.32 * (-v - 0.5) / 0.5))
    inner = ((np.abs(u) / 0.78) ** 3 + (np.abs((v + 0.02) / 0.72)) ** 3 < 1) & ~(
        (v < -0.1) & (np.abs(u) < 0.2 * (-v - 0.05) / 0.5 + 0.02)
    )
    a[outer] = (0.66, 0.67, 0.68)
    g = np.random.default_rng(3)
    pts = []
    for j in range(-3, 4):
        for i in range(-4, 5):
            pts.append((cx + (i + (0.5 if j % 2 else 0)) * 58 + g.uniform(-7, 7), cy + j * 46 + g.uniform(-6, 6)))
    d = np.stack([(xx - p[0]) ** 2 + ((yy - p[1]) * 1.15) ** 2 for p in pts])
    o = np.sort(d, axis=0)[:2]
    edge = np.sqrt(o[1]) - np.sqrt(o[0])
    shade = (0.75 + 0.25 * g.random(len(pts)))[d.argmin(0)]
    copper_colour = np.array((0.86, 0.47, 0.28))
    a[inner] = (shade[..., None] * copper_colour)[inner]
    a[inner & (edge < 5)] = (0.16, 0.08, 0.05)
    cyan = (0.25, 0.75, 0.85)
    for y in (cy - 164, cy + 164):
        line(a, cx - 330, y, cx + 330, y, cyan, 2)
    line(a, cx + 315, cy - 164, cx + 315, cy + 164, cyan, 2)
    for x in (cx - 250, cx + 250):
        line(a, x, cy - 60, x, cy + 240, cyan, 2)
    line(a, cx - 250, cy + 225, cx + 250, cy + 225, cyan, 2)
    a[:48] = (0.1, 0.115, 0.14)
    for k in range(5):
        y = 100 + k * 92
        a[y : y + 12, w - 190 : w - 110] = (0.4, 0.44, 0.48)
        a[y + 26 : y + 44, w - 190 : w - 190 + int(g.integers(80, 150))] = (0.85, 0.87, 0.9)
    return a


# ------------------------------------------------------------------ tools


def screwdriver(loc, rot, colour="#c3211c", s=1.0):
    """Its tip points to its local -z."""
    e = Euler(rot).to_matrix()
    at = lambda z: Vector(loc) + e @ Vector((0, 0, z * s))
    axis = tuple(e @ Vector((0, 0, 1)))
    cyl(0.0035 * s, 0.12 * s, at(-0.06), steel(), axis, n=16)
    lathe([(0.007 * s, 0), (0.013 * s, 0.012 * s), (0.016 * s, 0.05 * s), (0.014 * s, 0.09 * s), (0.004 * s, 0.1 * s)],
          at(0), plastic(colour, 0.35), axis, n=24)


def pliers(loc, turn, colour="#1c4fa3", s=1.0, up=False):
    """Crimping pliers, flat on a table or hanging on a wall."""
    e = Euler((pi / 2 if up else 0, 0, turn)).to_matrix()
    at = lambda x, y, z=0.0: tuple(Vector(loc) + e @ Vector((x * s, y * s, z * s)))
    for q in (-1, 1):
        tube([at(q * 0.006, 0.01), at(q * 0.024, -0.045), at(q * 0.036, -0.11), at(q * 0.033, -0.17)], 0.0085 * s,
             plastic(colour, 0.4))
        tube([at(q * 0.013, 0.0), at(q * 0.012, 0.04), at(q * 0.003, 0.07)], 0.0085 * s, steel())
    cyl(0.016 * s, 0.024 * s, at(0, 0.012), steel(), tuple(e @ Vector((0, 0, 1))), n=28)


def caliper(x, y, z, turn):
    rot = (0, 0, turn)
    e = Euler(rot).to_matrix()
    at = lambda a, b, c=0.0: tuple(Vector((x, y, z)) + e @ Vector((a, b, c)))
    box((0.23, 0.016, 0.004), at(0, 0, 0.004), steel(0.3), 0.0006, rot=rot)
    for a in (-0.105, -0.075):
        jaw = [(-0.012, 0), (-0.002, -0.05), (0.002, -0.05), (0.012, 0)]
        prism(jaw, 0.004, at(a, -0.006, 0.004), steel(0.3), rot, 0.0005)
    box((0.075, 0.03, 0.012), at(-0.045, 0, 0.008), graph(), 0.003, rot=rot)
    box((0.042, 0.014, 0.001), at(-0.045, 0.002, 0.0145), plastic("#b9c4b4", 0.3), 0.0005, rot=rot)


def coil(x, y, z, r, colour, turns=7, t=0.0035):
    """A coil of wire that lies on the table."""
    pts = []
    for i in range(turns * 40 + 1):
        a = 2 * pi * i / 40
        q = r * (1 + 0.05 * math.sin(i * 0.37))
        up = 1 + 1.2 * (i // 120) + 0.5 * math.sin(i * 0.21)
        pts.append((x + q * math.cos(a), y + q * math.sin(a), z + t * up))
    tube(pts, t, wire_mat(colour), smooth=False, res=5)


def lamp(x, y, z, to):
    """A lamp with a jointed arm."""
    cyl(0.07, 0.02, (x, y, z + 0.01), graph(), n=40)
    knee, head = Vector((x - 0.06, y, z + 0.34)), Vector(to)
    tube([(x, y, z + 0.02), knee], 0.008, alu(), smooth=False)
    tube([knee, head + Vector((0, 0, 0.03))], 0.008, alu(), smooth=False)
    lathe([(0.02, 0.06), (0.075, 0), (0.07, 0), (0.018, 0.055)], head - Vector((0, 0, 0.03)), graph(), "z", n=40)
    cyl(0.06, 0.006, head - Vector((0, 0, 0.024)), glow((1, 0.9, 0.75), 5), n=32)


def stool(x, y):
    cyl(0.17, 0.05, (x, y, 0.6), graph(), bevel=0.015, n=40)
    cyl(0.02, 0.5, (x, y, 0.34), alu())
    ring(0.15, 0.17, 0.02, (x, y, 0.25), alu(), n=40)
    for k in range(5):
        a = 2 * pi * k / 5
        tube([(x, y, 0.1), (x + 0.24 * math.cos(a), y + 0.24 * math.sin(a), 0.03)], 0.016, dark_alu(), smooth=False)


def corners_of(x0, x1, y0, y1, z0, z1):
    return [Vector((x, y, z)) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]


def frame(x0, x1, y0, y1, z0, z1, azimuth, elevation, colour=QUIET, lens=58, fill=1.0, light=1.3):
    """Looks at a part of the scene, and lights it."""
    for o in bpy.context.scene.objects:
        if o.type == "MESH" and o.data.materials and o.data.materials[0].name.startswith("glass"):
            o.visible_shadow = False
    c = corners_of(x0, x1, y0, y1, z0, z1)
    fit(c, R(azimuth), R(elevation), lens=lens, fill=fill, ratio=SIZE[0] / SIZE[1])
    ground((c[-1] - c[0]).length * 0.55, (c[0] + c[-1]) / 2, colour, light)


# ------------------------------------------------------------------ pictures


@view
def workbench():
    """A bench with a bench press, tools, a drawing and wire."""
    z = 0.9
    bench(0, 0, 1.8, 0.8, z, WOOD)
    box((1.8, 0.03, 0.62), (0, 0.39, z + 0.33), paint("#c4c9cc", 0.5), 0.006)
    for i in range(29):
        for j in range(9):
            cyl(0.006, 0.004, (-0.84 + i * 0.06, 0.3745, z + 0.09 + j * 0.06), hole_mat(), "y", bevel=0.0001, n=8)
    for i, c in enumerate(("#c3211c", "#c3211c", "#1c4fa3", "#1c4fa3", "#17181a")):
        screwdriver((-0.3 + i * 0.07, 0.35, z + 0.44), (0, 0, 0), c)
    for i, c in enumerate(("#1c4fa3", "#c3211c", "#d9a413")):
        pliers((0.14 + i * 0.12, 0.35, z + 0.46), 0, c, 1.15, up=True)
    add("h-20", 0.55, 0.02, 0, z)
    for i, c in enumerate(("red", "blue", "yellow")):
        wire_drum(-0.72 + i * 0.17, 0.27, z + 0.1, c, 0.1, 0.13, "x")
    flat(drawing(), 0.42, 0.297, (-0.2, -0.17, z + 0.0015), (0, 0, R(8)), 0.75)
    caliper(-0.12, -0.06, z + 0.002, R(24))
    pliers((0.2, -0.2, z + 0.011), R(-62), "#c3211c", 1.1)
    coil(-0.62, -0.12, z + 0.002, 0.1, "blue")
    box((0.2, 0.12, 0.012), (0.2, 0.05, z + 0.008), plastic("#3b4046", 0.5), 0.004)
    for i in range(5):
        terminal(0.13 + i * 0.035, 0.05, z + 0.014, 0.02, R(8 * math.sin(i)))
    lamp(-0.4, 0.3, z, (-0.26, 0.02, z + 0.5))
    frame(-0.78, 0.78, -0.3, 0.3, z, z + 0.56, -14, 22, light=1.15)
    return SHOT


def hole_mat():
    return mat("hole", (0.03, 0.03, 0.032), 0, 0.6)


@view
def laboratory():
    """A microscope, the section of a crimp on a screen, samples in a tray."""
    z = 0.9
    bench(0, 0, 1.7, 0.75, z, "#b4b9bd")
    monitor(section_picture(), 0.62, 0.397, 0.3, 0.16, z, -8)
    # the microscope
    x, y = -0.38, 0.08
    w, k = paint("#d3d4d2", 0.35), graph()
    box((0.22, 0.3, 0.035), (x, y, z + 0.0175), w, 0.012)
    box((0.07, 0.06, 0.42), (x, y + 0.11, z + 0.22), w, 0.014)
    box((0.085, 0.2, 0.07), (x, y + 0.03, z + 0.36), w, 0.016)
    cyl(0.052, 0.09, (x, y - 0.04, z + 0.33), w, n=48)
    cyl(0.034, 0.06, (x, y - 0.04, z + 0.265), k, n=40, r2=0.042)
    ring(0.034, 0.058, 0.016, (x, y - 0.04, z + 0.235), glow((0.95, 0.97, 1), 1.4), n=48)
    tilt = Vector((0, -0.62, 0.78)).normalized()
    box((0.13, 0.09, 0.07), (x, y - 0.05, z + 0.43), w, 0.018, rot=(R(-20), 0, 0))
    for s in (-1, 1):
        c = Vector((x + s * 0.033, y - 0.09, z + 0.47))
        cyl(0.021, 0.1, c + tilt * 0.02, k, tuple(tilt), n=32)
        cyl(0.026, 0.03, c + tilt * 0.075, rubber(), tuple(tilt), n=32)
        cyl(0.03, 0.03, (x + s * 0.052, y + 0.11, z + 0.25), k, "x", n=36)
    box((0.13, 0.12, 0.012), (x, y - 0.05, z + 0.042), k, 0.003)
    cyl(0.02, 0.016, (x, y - 0.05, z + 0.056), mat("resin", (0.75, 0.72, 0.6), 0, 0.2), n=36)
    cyl(0.004, 0.003, (x, y - 0.05, z + 0.065), copper(), n=20)
    # samples
    box((0.44, 0.2, 0.01), (0.0, -0.23, z + 0.006), plastic("#2f343a", 0.45), 0.004)
    for i in range(8):
        q = -0.18 + i * 0.051
        c = ("red", "blue", "yellow", "white")[i % 4]
        terminal(q, -0.18, z + 0.012, 0.016)
        tube([(q, -0.2, z + 0.016), (q, -0.25, z + 0.016), (q + 0.004, -0.31, z + 0.015)], 0.0045, wire_mat(c))
    for i in range(4):
        cx = -0.62 + i * 0.075
        cyl(0.028, 0.022, (cx, -0.22, z + 0.011), mat("resin", (0.75, 0.72, 0.6), 0, 0.2), n=40)
        cyl(0.006, 0.001, (cx, -0.22, z + 0.0225), copper(), n=20)
    caliper(0.42, -0.22, z + 0.002, R(16))
    frame(-0.66, 0.62, -0.3, 0.2, z, z + 0.52, -16, 18, light=0.95)
    return SHOT


@view
def force_curve():
    """A bench press beside a screen with the force of its last crimp."""
    z = 0.9
    bench(0, 0, 1.7, 0.75, z, "#6b7179")
    monitor(force_picture(), 0.8, 0.507, 0.22, 0.12, z, -6)
    add("h-60", -0.5, 0.04, 0, z)
    for i, c in enumerate(("red", "blue", "yellow")):
        q = 0.02 + i * 0.06
        terminal(q, -0.2, z + 0.001, 0.022, R(-6 + 5 * i))
        tube([(q, -0.225, z + 0.007), (q + 0.01, -0.29, z + 0.007), (q + 0.03, -0.36, z + 0.006)], 0.006, wire_mat(c))
    frame(-0.82, 0.62, -0.3, 0.2, z, z + 0.7, -15, 12, "#5d646d", light=1.0)
    return SHOT


@view
def copper_reels():
    """Reels of bare copper wire, and a crate of copper that was cut to grain."""
    m = copper(0.24, 3)
    for x, y, r, w in ((-0.62, 0.2, 0.36, 0.44), (0.0, 0.3, 0.36, 0.44), (0.58, 0.14, 0.28, 0.38)):
        for s in (-1, 1):
            ring(0.05, r, 0.03, (x + s * w / 2, y, r), paint("#c9ad84", 0.6), "x", bevel=0.004, n=72)
        n = int(w / 0.02)
        prof = [(r * (0.74 if k % 2 else 0.72), -w / 2 + 0.012 + k * (w - 0.024) / (2 * n)) for k in range(2 * n + 1)]
        lathe(prof, (x, y, r), m, "x", 72, angle=80)
        cyl(0.06, w * 1.12, (x, y, r), dark_alu(), "x", n=32)
    wood = paint(WOOD, 0.6)
    cx, cy, w, d = 0.2, -0.62, 0.7, 0.42
    for s in (-1, 1):
        for k in range(3):
            box((w, 0.02, 0.075), (cx, cy + s * d / 2, 0.05 + k * 0.085), wood, 0.004)
            box((0.02, d, 0.075), (cx + s * w / 2, cy, 0.05 + k * 0.085), wood, 0.004)
    box((w, d, 0.02), (cx, cy, 0.02), wood, 0.002)
    box((w - 0.04, d - 0.04, 0.01), (cx, cy, 0.17), m, 0.001)
    with group_of("grain") as g:
        cyl(0.008, 0.034, (0, 0, 0), m, "x", bevel=0.001, n=14)
    for i in range(1500):
        x, y = rnd.uniform(-0.5, 0.5), rnd.uniform(-0.5, 0.5)
        top = 0.18 + 0.09 * (1 - (2 * x) ** 2) * (1 - (2 * y) ** 2)
        e = (rnd.uniform(0, 6), rnd.uniform(-0.6, 0.6), rnd.uniform(0, 6))
        place(g, (cx + x * (w - 0.07), cy + y * (d - 0.07), top - rnd.random() * 0.02), rot=e)
    frame(-0.86, 0.8, -0.82, 0.5, 0, 0.72, -20, 19, fill=0.96, light=1.15)
    return SHOT


@view
def hand_press():
    """An old press with a lever on a bench of wood, and reels of cotton-covered wire."""
    z = 0.86
    wood, iron, black = paint("#8a5f3a", 0.55), paint("#2f4a3c", 0.4), mat("iron", (0.05, 0.05, 0.052), 0.6, 0.4)
    for k in range(4):
        box((1.5, 0.155, 0.06), (0, -0.24 + k * 0.16, z - 0.03), wood, 0.006)
    for s in (-1, 1):
        box((0.09, 0.5, z - 0.06), (s * 0.62, 0, (z - 0.06) / 2), wood, 0.008)
    # the press
    x, y = 0.02, 0.02
    box((0.26, 0.34, 0.045), (x, y, z + 0.022), iron, 0.014)
    prof = [(-0.1, 0.04), (0.16, 0.04), (0.15, 0.3), (0.12, 0.47), (0.06, 0.53), (-0.13, 0.53), (-0.15, 0.5),
            (-0.15, 0.36), (-0.06, 0.34), (0.03, 0.28), (0.05, 0.2), (0.03, 0.12), (-0.1, 0.11)]
    prism(prof, 0.1, (x, y, z), iron, rot=SIDE, bevel=0.014)
    box((0.055, 0.055, 0.24), (x, y - 0.105, z + 0.39), polished(0.22), 0.004)
    box((0.06, 0.05, 0.05), (x, y - 0.105, z + 0.25), black, 0.004)
    box((0.09, 0.09, 0.035), (x, y - 0.1, z + 0.125), steel(), 0.004)
    box((0.03, 0.03, 0.025), (x, y - 0.105, z + 0.153), polished(), 0.003)
    cyl(0.045, 0.17, (x + 0.01, y - 0.07, z + 0.45), black, "x", n=40)
    tube([(x + 0.1, y - 0.07, z + 0.45), (x + 0.14, y - 0.12, z + 0.6), (x + 0.16, y - 0.2, z + 0.74)], 0.014, steel())
    sphere(0.034, (x + 0.163, y - 0.215, z + 0.765), plastic("#141312", 0.25))
    label("1 t", (x + 0.0515, y + 0.04, z + 0.34), 0.05, "#d8c9a0", rot=(pi / 2, 0, pi / 2))
    for q in (-1, 1):
        for r in (-1, 1):
            screw((x + q * 0.1, y + r * 0.14, z + 0.044), 0.012, "z")
    # reels with cotton-covered wire
    for i, c in enumerate(("#7a2f25", "#c9b98c", "#3d4a3a")):
        cx = -0.6 + i * 0.205
        for s in (-1, 1):
            cyl(0.1, 0.014, (cx, 0.1, z + 0.066 + s * 0.059), paint("#a97b4e", 0.55), bevel=0.004, n=56)
        prof = [(0.078 if k % 2 else 0.081, -0.052 + k * 0.104 / 26) for k in range(27)]
        lathe(prof, (cx, 0.1, z + 0.066), rubber(c), "z", 56, angle=80)
    box((0.26, 0.2, 0.06), (0.42, 0.06, z + 0.03), paint("#a97b4e", 0.55), 0.004)
    box((0.235, 0.175, 0.02), (0.42, 0.06, z + 0.053), hole_mat(), 0.002)
    for i in range(26):
        q = (0.42 + rnd.uniform(-0.1, 0.1), 0.06 + rnd.uniform(-0.07, 0.07))
        terminal(*q, z + 0.064 + rnd.uniform(0, 0.012), 0.016, rnd.uniform(0, 6))
    for i, c in enumerate(("#7a2f25", "#c9b98c", "#3d4a3a", "#7a2f25")):
        yy = -0.2 + i * 0.022
        terminal(-0.2, yy, z + 0.001, 0.015, pi / 2)
        path = [(-0.22, yy, z + 0.005), (-0.36, yy + 0.01, z + 0.005), (-0.5, yy - 0.008 * i, z + 0.005)]
        tube(path, 0.004, rubber(c))
    pliers((0.3, -0.18, z + 0.01), R(70), "#141312", 1.1)
    frame(-0.66, 0.56, -0.28, 0.2, z - 0.02, z + 0.78, -20, 14, "#d3c9b8", fill=0.98, light=1.15)
    return SHOT


@view
def repair():
    """A tool trolley beside a machine whose door is open."""
    # the base of a machine, its left door open
    w, d, h = 1.3, 0.8, 0.95
    sheet, blue = paint("#cdcfd0", 0.4), paint("#0a4ea2", 0.33)
    levelling_feet(0, 0, w, d)
    for s in (-1, 1):
        box((0.03, d, h - 0.09), (s * (w / 2 - 0.015), 0, 0.09 + (h - 0.09) / 2), sheet, 0.006)
    box((w, d, 0.04), (0, 0, h), sheet, 0.01)
    box((w, d, 0.04), (0, 0, 0.11), sheet, 0.006)
    box((w, 0.03, h - 0.1), (0, 0.2, 0.09 + (h - 0.1) / 2), paint("#dedddA", 0.5), 0.004)
    box((w, 0.012, 0.07), (0, -d / 2, h - 0.03), blue, 0.002)
    box((0.63, 0.02, h - 0.22), (0.325, -d / 2, h / 2 + 0.01), sheet, 0.008)
    box((0.02, 0.03, 0.16), (0.06, -d / 2 - 0.02, 0.55), dark_alu(), 0.005)
    hinge, e = Vector((-w / 2, -d / 2, h / 2 + 0.01)), Euler((0, 0, R(-112))).to_matrix()
    box((0.63, 0.02, h - 0.22), tuple(hinge + e @ Vector((0.315, 0, 0))), sheet, 0.008, rot=(0, 0, R(-112)))
    for r in range(3):
        z = 0.78 - r * 0.22
        box((0.56, 0.02, 0.02), (-0.32, 0.16, z), alu(), 0.002)
        x = -0.58
        while x < -0.1:
            t = rnd.choice([0.018, 0.018, 0.036, 0.054])
            c = rnd.choice(["#e6e3dc", "#cfd1d0", "#3b3e42", "#e6e3dc", "#b4581f"])
            box((t - 0.002, 0.08, 0.09), (x + t / 2, 0.12, z), plastic(c, 0.4), 0.004)
            for q in (-1, 1):
                tube([(x + t / 2, 0.08, z + q * 0.04), (x + t / 2, 0.05, z + q * 0.06), (x + t / 2, 0.12, z + q * 0.1)],
                     0.004, wire_mat(rnd.choice(["blue", "red", "black", "grey"])), n=5)
            x += t
        box((0.56, 0.08, 0.05), (-0.32, 0.13, z - 0.11), plastic("#8f9397", 0.5), 0.004)
    box((0.5, 0.34, 0.1), (0.0, 0.1, h + 0.07), paint("#a4a7aa", 0.42), 0.01)
    press(0.32, 0.08, h + 0.02, 0.85, "#0a4ea2", spool=False)
    display((-0.38, -0.02, h + 0.3), (0.36, 0.24), tilt=0.12)
    box((0.05, 0.05, 0.2), (-0.38, 0.06, h + 0.12), dark_alu(), 0.006)
    stop_button((0.5, -d / 2 - 0.008, h - 0.03), 0.024)
    tower(-0.58, 0.28, h)
    # the trolley
    x, y = 1.12, -0.3
    red = paint("#b8231b", 0.35)
    for sx in (-1, 1):
        for sy in (-1, 1):
            cyl(0.045, 0.03, (x + sx * 0.2, y + sy * 0.15, 0.045), rubber(), "y", n=28)
    box((0.56, 0.42, 0.66), (x, y, 0.45), red, 0.014)
    for k in range(5):
        z, out = 0.2 + k * 0.125, 0.2 if k == 4 else 0.0
        box((0.52, 0.02, 0.11), (x, y - 0.215 - out, z), paint("#c43a31", 0.35), 0.006)
        box((0.4, 0.02, 0.014), (x, y - 0.232 - out, z + 0.04), alu(), 0.004)
        if out:
            box((0.5, out, 0.012), (x, y - 0.2 - out / 2, z - 0.04), graph(), 0.002)
            for s in (-1, 1):
                box((0.012, out, 0.07), (x + s * 0.25, y - 0.2 - out / 2, z - 0.01), graph(), 0.002)
            for i in range(7):
                c = ("#c3211c", "#1c4fa3", "#d9a413")[i % 3]
                screwdriver((x - 0.21 + i * 0.07, y - 0.33, z - 0.014), (R(90), 0, 0), c, 0.8)
    box((0.58, 0.44, 0.02), (x, y, 0.79), graph(), 0.006)
    for i, c in enumerate(("#1c4fa3", "#c3211c")):
        pliers((x - 0.14 + i * 0.13, y + 0.06, 0.812), R(20 - 30 * i), c)
    for i in range(5):
        screwdriver((x + 0.06 + i * 0.04, y - 0.03, 0.816), (R(90), 0, R(4 * i)), ("#d9a413", "#17181a")[i % 2])
    coil(x - 0.16, y - 0.1, 0.801, 0.06, "grey", 5)
    frame(-0.95, 1.4, -0.8, 0.3, 0.0, 1.55, -16, 13, fill=0.98, light=1.15)
    return SHOT


@view
def class_room():
    """Rows of benches, each with a bench press and a stool, in front of a large screen."""
    world((0.95, 0.96, 0.98), 0.9)
    box((16, 20, 0.1), (0, 4, -0.05), mat("floor", (0.58, 0.57, 0.55), 0, 0.35, spec=0.4), 0.001)
    box((16, 0.2, 4), (0, 8.4, 2), paint("#eceae5", 0.6), 0.01)
    for s in (-1, 1):
        box((0.2, 20, 4), (s * 5.2, 4, 2), paint("#e4e2dd", 0.6), 0.01)
    for k in range(5):
        box((0.02, 1.7, 1.7), (-5.08, -0.4 + k * 2.1, 1.9), glow((0.9, 0.95, 1), 3.0), 0.01)
    for y in range(0, 9, 2):
        box((10.4, 0.12, 0.3), (0, y, 3.5), paint("#d5d3ce"), 0.01)
        for x in (-2.6, 0, 2.6):
            box((1.6, 0.2, 0.05), (x, y + 1, 3.4), glow((1, 0.985, 0.96), 8), 0.005)
    box((3.7, 0.08, 2.15), (0, 8.2, 1.9), graph(), 0.02)
    flat(force_picture(), 3.6, 2.05, (0, 8.15, 1.9), (pi / 2, 0, 0), 1.0)
    with group_of("place") as g:
        bench(0, 0, 1.7, 0.75, 0.85, "#d8d2c6")
        stool(0.1, -0.72)
        wire_drum(-0.62, 0.12, 0.97, "blue", 0.12, 0.12, "x")
        wire_drum(-0.46, 0.12, 0.97, "red", 0.12, 0.12, "x")
        add("h-20", 0.45, 0.06, 0, 0.85)
        flat(drawing(), 0.42, 0.297, (-0.12, -0.12, 0.8515), emit=0.75)
    for r in range(3):
        for c in (-1, 0, 1):
            place(g, (c * 2.35, 1.2 + r * 2.1, 0))
    area((0, -2, 3.6), (0, 3, 0.8), 4, 3, (1, 1, 1))
    area((-4.5, 2, 3.0), (0, 3, 0.8), 3, 5, (0.97, 0.98, 1))
    camera((-2.15, -2.6, 2.15), (0.15, 3.6, 1.05), 32)
    return dict(size=SIZE, spp=10, bounces=4, grade=dict(exposure=-0.45))


@view
def fair_stand():
    """Machines on a stand of a trade fair."""
    box((6.4, 4.6, 0.06), (0, 0, 0.03), paint("#5b6066", 0.6), 0.01)
    box((6.4, 0.12, 3.0), (0, 2.2, 1.56), paint("#f0efec", 0.5), 0.01)
    box((0.12, 2.0, 3.0), (3.14, 1.2, 1.56), paint("#f0efec", 0.5), 0.01)
    label("Strand Group", (-2.9, 2.13, 2.5), 0.38, "#23262a")
    for i, c in enumerate(("#0a4ea2", "#cc0e1b", "#19733f", "#006b7d", "#1f51d8", "#a7e35b", "#ffcb05", "#5a35c8")):
        box((0.36, 0.02, 0.05), (-2.72 + i * 0.4, 2.13, 2.3), paint(c, 0.4), 0.002)
    flat(force_picture(), 1.5, 0.86, (2.2, 2.12, 1.9), (pi / 2, 0, 0), 1.1)
    box((1.56, 0.05, 0.92), (2.2, 2.15, 1.9), graph(), 0.01)
    add("alpha-530", -0.9, 0.9, 0, 0.06)
    add("lm-350", 1.95, 0.5, 0, 0.06)
    add("megastrip-9650", -1.9, -1.2, 0, 0.06)
    box((1.1, 0.5, 1.0), (1.4, -1.5, 0.56), paint("#f0efec", 0.4), 0.02)
    box((1.16, 0.56, 0.04), (1.4, -1.5, 1.08), paint(WOOD, 0.5), 0.008)
    add("h-20", 1.5, -1.5, 0, 1.1)
    for x in (-2.4, -0.8, 0.8, 2.4):
        cyl(0.05, 0.16, (x, 1.6, 3.1), graph(), (0, 0.4, 1), n=24)
    look(GROUND["group"], azimuth=-22, elevation=14, fill=0.97, light=1.15)
    return SHOT


if __name__ == "__main__":
    run()
