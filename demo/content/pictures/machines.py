"""Machines, halls, cabinets. One unit is one metre."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit
from kit import *

SCENES = {}


def scene(f):
    SCENES[f.__name__.replace("_", "-")] = f
    return f


ACCENT = "#b4581f"


def panel_picture(w=320, h=200, accent=(0.86, 0.45, 0.2), seed=3):
    """What a machine's screen shows: a measured curve, a row of figures, a bar of progress."""
    a = np.zeros((h, w, 3), np.float32)
    a[:] = (0.06, 0.07, 0.085)
    a[:22] = (0.1, 0.115, 0.135)
    a[8:14, 12:90] = (0.75, 0.78, 0.8)
    a[8:14, w - 40 : w - 12] = accent
    g = np.random.default_rng(seed)
    for k in range(5):
        a[50 + k * 22, 16 : w - 100] = (0.14, 0.155, 0.175)
    x = np.arange(16, w - 100)
    y = 140 - 84 * np.exp(-(((x - 118) / 34.0) ** 2)) - 18 * np.exp(-(((x - 170) / 20.0) ** 2))
    for i, yy in zip(x, y):
        a[int(yy) - 1 : int(yy) + 2, i] = accent
    for k in range(5):
        a[44 + k * 24 : 48 + k * 24, w - 84 : w - 60] = (0.4, 0.43, 0.46)
        a[52 + k * 24 : 58 + k * 24, w - 84 : w - 84 + int(g.integers(26, 64))] = (0.82, 0.84, 0.86)
    a[h - 26 : h - 20, 16 : w - 16] = (0.16, 0.175, 0.2)
    a[h - 26 : h - 20, 16 : int(w * 0.7)] = accent
    return a


def screen(loc, size, rz=0, tilt=0, accent=(0.86, 0.45, 0.2)):
    """A panel on its arm, looking to the front."""
    w, h = size
    box((w + 0.04, 0.03, h + 0.04), loc, graph(), 0.012, rot=(-tilt, 0, rz))
    d = Vector((math.sin(rz) * 0.0165, -math.cos(rz) * 0.0165, 0))
    m = image_mat(panel_picture(accent=accent), 1.25, "screen")
    v = [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)]
    s = mesh(v, [(0, 1, 2, 3)], m, tuple(Vector(loc) + d), (-tilt, 0, rz), smooth=False)
    uv = s.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        uv.data[i].uv = c


def feet(x, y, w, d):
    for sx in (-1, 1):
        for sy in (-1, 1):
            cyl(0.022, 0.07, (x + sx * (w / 2 - 0.07), y + sy * (d / 2 - 0.07), 0.035), dark_alu())
            cyl(0.045, 0.018, (x + sx * (w / 2 - 0.07), y + sy * (d / 2 - 0.07), 0.009), rubber())


def cabinet(x, w, d=0.8, h=0.86, y=0, doors=2, body=None, line=True, accent=ACCENT):
    """The base of a machine: sheet metal, doors with gaps, a line of the brand's colour."""
    body = body or light()
    feet(x, y, w, d)
    box((w, d, h - 0.07), (x, y, 0.07 + (h - 0.07) / 2), body, 0.012)
    box((w - 0.03, d - 0.03, 0.05), (x, y, 0.07), graph(), 0.005)
    for i in range(doors):
        dw = w / doors
        cx = x - w / 2 + dw * (i + 0.5)
        box((dw - 0.022, 0.012, h - 0.2), (cx, y - d / 2 - 0.004, 0.05 + h / 2), paint("#d9d8d4"), 0.008)
        box((0.014, 0.02, 0.16), (cx + dw / 2 - 0.06, y - d / 2 - 0.016, h * 0.62), dark_alu(), 0.004)
    if line:
        box((w + 0.004, 0.004, 0.022), (x, y - d / 2 - 0.004, h - 0.035), paint(accent, 0.35), 0.001)


def hood(x, w, d, z, h, y=0, posts=3):
    """A glazed hood on aluminium posts."""
    for i in range(posts + 1):
        px = x - w / 2 + w * i / posts
        for sy in (-1, 1):
            box((0.035, 0.035, h), (px, y + sy * (d / 2 - 0.02), z + h / 2), alu(), 0.005)
    for sy in (-1, 1):
        box((w, 0.035, 0.035), (x, y + sy * (d / 2 - 0.02), z + h), alu(), 0.005)
    box((w + 0.03, d + 0.03, 0.055), (x, y, z + h + 0.03), light(), 0.014)
    for i in range(posts):
        dw = w / posts
        box((dw - 0.05, 0.006, h - 0.05), (x - w / 2 + dw * (i + 0.5), y - d / 2 + 0.02, z + h / 2), glass(), 0.001)
        box((0.12, 0.03, 0.02), (x - w / 2 + dw * (i + 0.5), y - d / 2 - 0.005, z + 0.1), dark_alu(), 0.006)
    for sx in (-1, 1):
        box((0.006, d - 0.06, h - 0.05), (x + sx * (w / 2 - 0.02), y, z + h / 2), glass(), 0.001)
    box((w - 0.1, 0.03, 0.02), (x, y - 0.05, z + h - 0.02), glow((1, 0.97, 0.92), 6), 0.002)
    # light of its own: the roof keeps the studio's out
    area((x, y - 0.15, z + h - 0.04), (x, y, z), w * 0.9, 5, (1, 0.985, 0.96), size_y=0.3, visible=False)


def press(x, y, z, s=1.0, colour=None):
    """A crimping press: C-frame, ram, applicator, reel of terminals."""
    c = colour or mid()
    box((0.2 * s, 0.3 * s, 0.62 * s), (x, y + 0.12 * s, z + 0.31 * s), c, 0.014)
    box((0.2 * s, 0.34 * s, 0.2 * s), (x, y - 0.06 * s, z + 0.5 * s), c, 0.014)
    box((0.24 * s, 0.42 * s, 0.06 * s), (x, y, z + 0.03 * s), dark(), 0.01)
    cyl(0.035 * s, 0.2 * s, (x, y - 0.13 * s, z + 0.34 * s), polished())
    box((0.09 * s, 0.1 * s, 0.14 * s), (x, y - 0.13 * s, z + 0.22 * s), steel(), 0.006)
    box((0.14 * s, 0.14 * s, 0.07 * s), (x, y - 0.13 * s, z + 0.095 * s), dark_alu(), 0.008)
    box((0.03 * s, 0.02 * s, 0.03 * s), (x + 0.05 * s, y - 0.19 * s, z + 0.26 * s), paint(ACCENT, 0.3), 0.004)
    cyl(0.075 * s, 0.05 * s, (x, y + 0.04 * s, z + 0.66 * s), dark_alu(), "z")


def reel(x, y, z, r=0.2):
    for s in (-1, 1):
        ring(r * 0.2, r, 0.006, (x, y + s * 0.03, z), plastic("#d8d5cd", 0.4), "y", bevel=0.001, n=72)
    ring(r * 0.4, r * 0.82, 0.05, (x, y, z), brass(0.35), "y", bevel=0.002, n=72)
    cyl(0.02, 0.12, (x, y, z), dark_alu(), "y")


def drive(x, y, z, r=0.06, n=3):
    """Rollers that feed the wire."""
    box((0.18 * n * 0.62 + 0.08, 0.05, 0.3), (x, y + 0.06, z + 0.02), light(), 0.008)
    for i in range(n):
        for s in (-1, 1):
            ring(
                0.014,
                r * 0.8,
                0.03,
                (x + (i - (n - 1) / 2) * 0.11, y, z + s * r * 0.82),
                rubber("#2a2b2d"),
                "y",
                bevel=0.004,
                n=40,
            )
            cyl(0.016, 0.05, (x + (i - (n - 1) / 2) * 0.11, y - 0.01, z + s * r * 0.82), polished(), "y", n=24)


def drum(x, y, z, c, r=0.2, w=0.2):
    for s in (-1, 1):
        cyl(r, 0.01, (x, y + s * w / 2, z), plastic("#d8d5cd", 0.4), "y", bevel=0.003, n=64)
    for k in range(int(w / 0.008)):
        ring(r * 0.62, r * 0.78, 0.007, (x, y - w / 2 + 0.008 + k * 0.008, z), wire_mat(c), "y", bevel=0.003, n=48)
    cyl(r * 0.64, w - 0.01, (x, y, z), wire_mat(c), "y", n=48)


def tower(x, y, z, c=(0.1, 0.9, 0.3)):
    cyl(0.012, 0.3, (x, y, z + 0.15), dark_alu())
    for i, g in enumerate(((0.9, 0.1, 0.08), (0.95, 0.6, 0.05), c)):
        cyl(0.03, 0.055, (x, y, z + 0.32 + i * 0.06), glow(g, 3.0 if i == 2 else 0.25), bevel=0.004)


def alpha(lit=True, accent=ACCENT):
    """A fully automatic crimping machine, about three metres long."""
    cabinet(-0.35, 2.1, 0.85, 0.88, doors=3, accent=accent)
    cabinet(1.25, 1.05, 0.7, 0.7, y=0.05, doors=1, accent=accent)
    box((2.1, 0.85, 0.03), (-0.35, 0, 0.895), dark_alu(), 0.006)
    for x in (-1.0, 0.3):
        press(x, 0.1, 0.91, 1.0)
    for x in (-1.0, 0.3):
        reel(x, 0.30, 1.58, 0.17)
    drive(-0.36, -0.02, 1.12)
    tube([(-1.9, -0.02, 1.12), (0.95, -0.02, 1.12)], 0.005, wire_mat("red"), smooth=False)
    box((0.1, 0.26, 0.3), (-0.36, 0.16, 1.05), light(), 0.01)
    cyl(0.07, 0.3, (-0.36, 0.1, 1.3), alu(), "z")
    hood(-0.35, 2.06, 0.82, 0.91, 0.82)
    # what is finished falls into the tray
    box((1.0, 0.5, 0.04), (1.25, -0.05, 0.74), steel(0.35), 0.006)
    for s in (-1, 1):
        box((1.0, 0.012, 0.12), (1.25, -0.05 + s * 0.25, 0.8), steel(0.35), 0.003)
    for i in range(22):
        tube(
            [
                (0.82, -0.2 + i * 0.016, 0.775 + 0.004 * (i % 3)),
                (1.68, -0.19 + i * 0.015 + rnd.uniform(-0.01, 0.01), 0.775 + 0.004 * (i % 4)),
            ],
            0.004,
            wire_mat(["red", "blue", "black"][i % 3]),
            smooth=False,
        )
    cyl(0.022, 0.8, (0.86, -0.52, 1.1), alu())
    screen((0.86, -0.56, 1.5), (0.46, 0.3), rz=-0.18, tilt=0.12)
    tower(0.55, 0.3, 1.78)
    # the wire comes from its drum
    for i, c in enumerate(("red", "blue")):
        drum(-2.05, -0.12 + i * 0.36, 0.42, c, 0.3, 0.26)
    box((0.06, 0.9, 0.06), (-2.05, 0.06, 0.42), dark_alu(), 0.006)
    box((0.5, 1.0, 0.05), (-2.05, 0.06, 0.06), dark(), 0.01)
    for s in (-1, 1):
        box((0.08, 0.04, 0.4), (-2.05, 0.06 + s * 0.44, 0.24), dark(), 0.006)
    cyl(0.016, 1.0, (-1.62, 0.1, 0.95), alu())
    ring(0.05, 0.075, 0.02, (-1.62, -0.02, 1.35), plastic("#e9e6dd"), "y", n=40)
    tube(
        catmull(
            [(-1.84, -0.12, 0.5), (-1.7, -0.08, 1.0), (-1.62, -0.03, 1.42), (-1.5, -0.02, 1.2), (-1.42, -0.02, 1.12)],
            12,
        ),
        0.005,
        wire_mat("red"),
    )


@scene
def machine_alpha():
    studio(1.0, size=4.5, strength=1.0, fill=0.6, y=3)
    alpha()
    camera((-3.2, -6.2, 2.5), (-0.25, 0, 0.86), 50)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.16))


@scene
def press_detail():
    """The crimping station, close by."""
    studio(0.5, size=3, strength=1.1, fill=0.7, y=3)
    alpha()
    camera((-1.75, -1.75, 1.62), (-0.78, 0.05, 1.2), 52, focus=(-1.0, -0.1, 1.15), blur=0.008)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=0.3, contrast=0.16))


@scene
def machine_kappa():
    """A machine that cuts and strips."""
    studio(0.8, size=4, strength=1.0, fill=0.6, y=2.6)
    cabinet(0, 1.5, 0.7, 0.84, doors=2)
    box((1.5, 0.7, 0.03), (0, 0, 0.86), dark_alu(), 0.006)
    box((0.62, 0.5, 0.46), (0.18, 0.08, 1.1), light(), 0.02)
    box((0.5, 0.01, 0.3), (0.18, -0.175, 1.12), glass(), 0.002)
    box((0.56, 0.012, 0.37), (0.18, -0.172, 1.11), graph(), 0.006)
    drive(-0.42, -0.05, 1.06, n=3)
    drive(0.72, -0.05, 1.06, n=2)
    tube([(-1.7, -0.05, 1.06), (1.5, -0.05, 1.06)], 0.009, wire_mat("orange"), smooth=False)
    box((1.1, 0.22, 0.03), (1.35, -0.05, 0.98), steel(0.35), 0.004)
    box((0.06, 0.06, 0.98), (1.8, -0.05, 0.49), dark_alu(), 0.006)
    cyl(0.018, 0.5, (-0.1, -0.38, 1.1), alu())
    screen((-0.1, -0.4, 1.42), (0.42, 0.27), rz=0.1, tilt=0.15)
    tower(0.38, 0.25, 1.33)
    drum(-1.6, -0.05, 0.5, "orange", 0.42, 0.34)
    box((0.08, 0.6, 0.08), (-1.6, -0.05, 0.5), dark_alu(), 0.006)
    for s in (-1, 1):
        box((0.5, 0.05, 0.06), (-1.6, -0.05 + s * 0.27, 0.05), dark(), 0.008)
        box((0.08, 0.04, 0.5), (-1.6, -0.05 + s * 0.27, 0.27), dark(), 0.006)
    camera((-2.7, -4.9, 2.1), (-0.08, 0, 0.8), 52)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.16))


@scene
def machine_mira():
    """A stripping machine for the bench."""
    studio(0.32, size=4, strength=1.0, fill=0.7, y=4)
    prism(
        [(-0.16, 0), (0.16, 0), (0.16, 0.2), (0.1, 0.3), (-0.16, 0.3)],
        0.26,
        (0, 0, 0.015),
        light(),
        rot=(pi / 2, 0, pi / 2),
        bevel=0.012,
    )
    box((0.25, 0.34, 0.02), (0, 0, 0.012), graph(), 0.006)
    for x in (-0.09, 0.09):
        for y in (-0.13, 0.13):
            cyl(0.018, 0.014, (x, y, 0.007), rubber())
    box((0.2, 0.012, 0.14), (0, -0.162, 0.12), graph(), 0.01)
    cyl(0.034, 0.02, (0, -0.172, 0.12), polished(), "y", n=64)
    cyl(0.012, 0.03, (0, -0.176, 0.12), mat("hole", (0.01, 0.01, 0.01), 0, 0.6), "y")
    box((0.262, 0.3, 0.008), (0, 0, 0.06), paint(ACCENT, 0.35), 0.002)
    tube([(0, -0.6, 0.12), (0, -0.17, 0.12)], 0.006, wire_mat("blue"), smooth=False)
    s = math.atan2(0.1, 0.06)
    screen((0, -0.134, 0.262), (0.15, 0.09), tilt=-0.54)
    camera((-0.72, -1.15, 0.62), (0, -0.06, 0.14), 60, focus=(-0.04, -0.16, 0.15), blur=0.006)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=0.12, contrast=0.16))


def zeta_module(x, i):
    cabinet(x, 1.15, 0.95, 0.88, doors=2)
    box((1.15, 0.95, 0.03), (x, 0, 0.895), dark_alu(), 0.006)
    if i % 3 == 1:
        for k in range(3):
            press(x - 0.34 + k * 0.34, 0.16, 0.91, 0.82)
    elif i % 3 == 2:
        for k in range(6):
            box((0.1, 0.3, 0.36), (x - 0.4 + k * 0.16, 0.1, 1.09), mid() if k % 2 else light(), 0.01)
            cyl(0.02, 0.1, (x - 0.4 + k * 0.16, -0.1, 1.0), brass(), "y")
    else:
        for k in range(7):
            reel(x - 0.42 + k * 0.14, 0.2, 1.3, 0.16)
        drive(x, -0.05, 1.02, n=3)
    hood(x, 1.13, 0.92, 0.91, 0.78, posts=1)


@scene
def machine_zeta():
    """A line that makes whole harnesses."""
    studio(1.5, size=4.5, strength=1.0, fill=0.6, y=3)
    for i in range(5):
        zeta_module(-2.4 + i * 1.18, i)
    tube([(-3.4, -0.3, 1.0), (3.2, -0.3, 1.0)], 0.02, alu(), smooth=False)
    cyl(0.022, 0.8, (3.2, -0.4, 1.0), alu())
    screen((3.2, -0.44, 1.45), (0.5, 0.32), rz=-0.3, tilt=0.1)
    tower(2.7, 0.3, 1.78)
    box((1.0, 0.6, 0.04), (3.75, 0.1, 0.8), steel(0.35), 0.006)
    box((0.08, 0.08, 0.8), (4.1, 0.1, 0.4), dark_alu(), 0.005)
    camera((-5.2, -6.6, 2.7), (-0.1, 0.1, 0.72), 50)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=0.12, contrast=0.16))


def hall(rows=3, count=5):
    world((0.95, 0.96, 0.98), 0.9)
    box(
        (60, 60, 0.1), (0, 12, -0.05), mat("floor", (0.60, 0.595, 0.58), 0, 0.22, spec=0.5, rvar=0.06, scale=0.7), 0.001
    )
    box((60, 0.2, 9), (0, 30, 4.5), paint("#eceae5", 0.6), 0.01)
    box((0.2, 60, 9), (-14, 12, 4.5), paint("#e4e2dd", 0.6), 0.01)
    box((0.2, 60, 9), (14, 12, 4.5), paint("#e4e2dd", 0.6), 0.01)
    for y in range(-4, 32, 4):
        box((28, 0.16, 0.5), (0, y, 6.4), paint("#d5d3ce"), 0.01)
        for x in range(-10, 12, 5):
            box((0.22, 2.6, 0.06), (x, y + 1.6, 6.1), glow((1, 0.985, 0.96), 9), 0.005)
        for x in (-13.6, 13.6):
            box((0.3, 0.3, 7), (x, y, 3.5), paint("#cfcdc8"), 0.01)
    for y in range(-2, 30, 4):
        box((0.02, 3.0, 2.4), (-13.88, y + 2, 3.6), glow((0.9, 0.95, 1), 3.2), 0.01)
    box((60, 0.12, 0.004), (0, 1.2, 0.003), paint(ACCENT, 0.5), 0.001)
    for x in (-2.9, 2.9):
        box((0.1, 60, 0.004), (x, 12, 0.003), paint("#d9b36c", 0.5), 0.001)
    with group("alpha") as g:
        alpha()
    for r in range(count):
        for s in (-1, 1):
            place(g, (s * 4.1, 1.2 + r * 4.6, 0), rz=pi / 2 * s)


@scene
def hero_hall():
    """A hall with machines along both sides of its aisle."""
    hall()
    area((0, -3, 6), (0, 8, 0), 8, 3.2, (1, 1, 1))
    area((-8, 2, 5.5), (0, 8, 0), 6, 3, (1, 0.99, 0.97))
    camera((-0.9, -4.2, 1.9), (0.35, 9, 1.2), 31)
    return dict(size=(2000, 1128), spp=44, bounces=5, grade=dict(exposure=-0.55, contrast=0.22))


@scene
def control_cabinet():
    """The inside of a control cabinet, wired."""
    world((0.9, 0.9, 0.9), 0.6, top=(1, 1, 1))
    cyclorama(w=8, depth=6, height=6, y=0.5, r=0.5, front=6)
    box((1.2, 0.06, 1.9), (0, 0.3, 1.0), paint("#d9d7d2", 0.5), 0.004)
    for s in (-1, 1):
        box((0.03, 0.4, 1.96), (s * 0.61, 0.12, 1.0), paint("#c9c7c2", 0.5), 0.006)
    box((1.24, 0.4, 0.03), (0, 0.12, 1.97), paint("#c9c7c2", 0.5), 0.006)
    for r in range(5):
        z = 1.72 - r * 0.36
        box((1.06, 0.03, 0.03), (0, 0.26, z), alu(), 0.002)
        x = -0.5
        while x < 0.48:
            w = rnd.choice([0.018, 0.018, 0.036, 0.054, 0.09])
            h = 0.1 + 0.06 * (w > 0.03)
            m = plastic(
                rnd.choice(["#e6e3dc", "#cfd1d0", "#3b3e42", "#e6e3dc", "#b4581f" if w < 0.02 else "#2d3034"]), 0.4
            )
            box((w - 0.002, 0.09, h), (x + w / 2, 0.2, z), m, 0.004)
            if rnd.random() < 0.8:
                c = rnd.choice(["blue", "red", "black", "grey", "black", "blue"])
                for e in (1, -1):
                    tube(
                        catmull(
                            [
                                (x + w / 2, 0.15, z + e * h * 0.4),
                                (x + w / 2, 0.1, z + e * (h * 0.5 + 0.02)),
                                (x + w / 2 + rnd.uniform(-0.01, 0.01), 0.17, z + e * 0.15),
                            ],
                            8,
                        ),
                        0.0045,
                        wire_mat(c),
                        res=6,
                    )
            x += w
        for e in (1,):
            box((1.06, 0.1, 0.07), (0, 0.2, z - 0.18), plastic("#8f9397", 0.5), 0.004)
        for k in range(44):
            box((0.006, 0.104, 0.05), (-0.52 + k * 0.024, 0.198, z - 0.175), plastic("#7d8185", 0.5), 0.001)
    area((-1.6, -2.2, 2.6), (0, 0.2, 1), 1.6, 20, (1, 0.98, 0.95))
    area((2, -2, 1.2), (0, 0.2, 1), 1.4, 9, (0.95, 0.98, 1))
    camera((-0.72, -1.75, 1.5), (0.02, 0.2, 1.2), 44)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.16))


@scene
def tester():
    """A tester with its fields of sockets."""
    studio(0.6, size=4, strength=1.0, fill=0.7, y=3)
    cabinet(0, 1.2, 0.6, 0.8, doors=2, accent="#006b7d")
    box((1.24, 0.64, 0.03), (0, 0, 0.815), paint("#ecebe7"), 0.006)
    prism(
        [(-0.3, 0), (0.3, 0), (0.3, 0.52), (0.12, 0.52)],
        1.2,
        (0, 0.0, 0.83),
        mid(),
        rot=(pi / 2, 0, pi / 2),
        bevel=0.01,
    )
    d = Vector((0, -0.52, 0.42)).normalized()
    for i in range(9):
        for j in range(4):
            p = Vector((-0.48 + i * 0.12, -0.22 + j * 0.105 * 0.62, 0.94 + j * 0.105 * 0.8)) + d * 0.0
            c = ["#1c1e20", "#006b7d", "#e9e6dd", "#1c1e20"][(i * 3 + j) % 4]
            box((0.085, 0.05, 0.062), p, plastic(c, 0.4), 0.008, rot=(-0.70, 0, 0))
            for k in range(4):
                cyl(0.006, 0.02, p + Vector((-0.026 + k * 0.017, -0.018, 0.022)), gold(), tuple(d), n=16)
    for i in range(7):
        x = -0.42 + i * 0.14
        tube(
            catmull(
                [
                    (x, -0.3, 1.02),
                    (x + 0.02, -0.5, 1.0),
                    (x + rnd.uniform(-0.06, 0.06), -0.56, 0.86),
                    (x + rnd.uniform(-0.1, 0.1), -0.48, 0.835),
                ],
                12,
            ),
            0.009,
            wire_mat(["black", "grey", "blue", "turquoise"][i % 4]),
            res=8,
        )
    cyl(0.02, 0.5, (0.5, 0.22, 1.4), alu())
    screen((0.3, 0.16, 1.6), (0.44, 0.28), rz=-0.1, tilt=0.1, accent=(0.2, 0.75, 0.82))
    tower(-0.5, 0.2, 1.35)
    camera((-1.7, -3.3, 2.1), (0, 0, 0.98), 47)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.16))


@scene
def hosver_press():
    """A bench press in black and yellow."""
    studio(0.4, size=4, strength=1.0, fill=0.7, y=4)
    y = paint("#ffcb05", 0.35)
    k = paint("#1b1b1c", 0.4)
    box((0.34, 0.5, 0.07), (0, 0, 0.035), k, 0.012)
    box((0.26, 0.22, 0.62), (0, 0.12, 0.38), y, 0.02)
    box((0.26, 0.42, 0.24), (0, 0.02, 0.62), y, 0.03)
    box((0.27, 0.424, 0.03), (0, 0.02, 0.56), k, 0.004)
    cyl(0.045, 0.2, (0, -0.1, 0.44), polished(), n=64)
    box((0.12, 0.13, 0.16), (0, -0.1, 0.31), steel(), 0.008)
    box((0.2, 0.2, 0.1), (0, -0.1, 0.12), dark_alu(), 0.01)
    box((0.05, 0.12, 0.05), (0, -0.1, 0.19), polished(0.2), 0.004)
    cyl(0.06, 0.02, (0, -0.19, 0.64), k, "y", n=64)
    cyl(0.045, 0.012, (0, -0.203, 0.64), glow((0.9, 0.1, 0.07), 0.5), "y", n=64)
    reel(-0.0, 0.34, 0.9, 0.16)
    box((0.03, 0.03, 0.3), (0, 0.3, 0.82), dark_alu(), 0.004)
    strip = [(-0.02 * i, -0.1, 0.172) for i in range(14)]
    for p in strip:
        box((0.012, 0.03, 0.003), (p[0] - 0.03, p[1], p[2]), brass(), 0.0005)
        box((0.02, 0.006, 0.002), (p[0] - 0.03, p[1] + 0.018, p[2]), brass(), 0.0004)
    camera((-1.15, -2.2, 1.15), (0, 0, 0.5), 54, focus=(0, -0.2, 0.5), blur=0.005)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=0.1, contrast=0.18))


@scene
def building():
    """The head office: a long white house behind a meadow."""
    world((0.55, 0.70, 0.90), 1.05, top=(0.30, 0.52, 0.86), bottom=(0.86, 0.90, 0.94))
    sun((0.55, 0.75, -0.62), 3.6, 1.2, (1, 0.95, 0.87))
    box((160, 160, 0.1), (0, 30, -0.05), mat("meadow", (0.16, 0.24, 0.07), 0, 0.9, spec=0.1, cvar=0.5, scale=60), 0.001)
    box((160, 7, 0.12), (0, -3.6, -0.02), mat("asphalt", (0.30, 0.30, 0.30), 0, 0.85, cvar=0.15, scale=30), 0.001)
    for f in range(3):
        z = f * 3.9
        box((46, 16, 0.9), (0, 12, z + 3.5), paint("#efede8", 0.55), 0.03)
        box((45.2, 15.4, 3.1), (0, 12, z + 1.55), mat("glazing", (0.03, 0.045, 0.06), 0, 0.06, spec=0.9), 0.01)
        for i in range(31):
            box((0.09, 0.5, 3.1), (-22.5 + i * 1.5, 4.3, z + 1.55), dark_alu(), 0.01)
        for i in range(18):
            if rnd.random() < 0.45:
                box(
                    (1.38, 0.02, 2.9),
                    (-21.75 + int(rnd.uniform(0, 30)) * 1.5, 4.55, z + 1.55),
                    glow((1, 0.86, 0.66), 0.5),
                    0.01,
                )
    box((15, 12, 15.6), (30, 14, 7.8), paint("#b4622d", 0.5), 0.03)
    for i in range(5):
        box((0.8, 0.05, 13), (24.9 + i * 2.4, 7.98, 7.4), mat("glazing", (0.03, 0.045, 0.06), 0, 0.06, spec=0.9), 0.01)
    box((7, 5, 0.25), (-4, 2.2, 3.4), paint("#efede8"), 0.02)
    box((4.4, 0.1, 2.9), (-4, 4.2, 1.45), glow((1, 0.9, 0.75), 0.7), 0.01)
    for x, y, s in ((-19, -0.2, 1), (-13, 0.6, 1.2), (12, 0.2, 1.1), (19, -0.4, 0.9), (38, 3, 1.3), (-27, 4, 1.3)):
        cyl(0.13 * s, 3.2 * s, (x, y, 1.6 * s), mat("bark", (0.10, 0.07, 0.05), 0, 0.9), n=12)
        for k in range(60):
            a, q = rnd.uniform(0, 2 * pi), rnd.random() ** 0.5
            sphere(
                rnd.uniform(0.35, 0.75) * s,
                (
                    x + math.cos(a) * q * 1.7 * s,
                    y + math.sin(a) * q * 1.7 * s,
                    4.4 * s + rnd.uniform(-1.3, 1.5) * s * (1.1 - q * 0.6),
                ),
                mat("leaf", (0.10, 0.20, 0.05), 0, 0.8, spec=0.15, cvar=0.5, scale=4),
                n=5,
            )
    camera((-25, -33, 3.2), (2, 10, 5.6), 30)
    return dict(size=(1920, 1080), spp=36, bounces=4, grade=dict(exposure=-0.15, contrast=0.18))


if __name__ == "__main__":
    kit.main(SCENES)
