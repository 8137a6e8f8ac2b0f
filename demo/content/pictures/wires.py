"""Wires, cables, terminals: close views on a bright table. One unit is one millimetre."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit
from kit import *

SCENES = {}


def scene(f):
    SCENES[f.__name__.replace("_", "-")] = f
    return f


PAPER = (0.86, 0.85, 0.825)


def table(s, strength=1, bg=PAPER, fill=0.6, key=(-0.7, -1, 1.2)):
    """A bright table for things of about s millimetres."""
    studio(s, key=key, strength=strength, bg=bg, fill=fill, y=5 * s)


def stripped(a, b, r, count, colour, bare, turns=0.9, shell=1.18, res=10):
    """A stranded wire from a to b; the first `bare` millimetres show its copper."""
    a, b = Vector(a), Vector(b)
    ax = (b - a).normalized()
    rings = max(k for k, _ in lay(count))
    R0 = (2 * rings + 1) * r * 1.03
    R1 = R0 * shell
    strands(a, b, r, count, copper(0.2, 2.2, v=0.06), turns=turns, n=200, res=res, jitter=0.06)
    L = (b - a).length
    lathe(
        [
            (R0, L),
            (R0, bare + 0.1 * R0),
            (R0 + 0.04 * R0, bare),
            (R1 - 0.06 * R0, bare),
            (R1, bare + 0.06 * R0),
            (R1, L),
        ],
        a,
        pvc(colour),
        tuple(ax),
        n=96,
    )
    return R1


@scene
def hero_strands():
    """A stranded conductor, stripped back, running across the picture."""
    world((0.9, 0.9, 0.91), 0.55, top=(1, 1, 1), bottom=(0.72, 0.70, 0.68))
    mesh(
        [(-300, 160, -200), (300, 160, -200), (300, 160, 260), (-300, 160, 260)],
        [(0, 1, 2, 3)],
        mat("wall", (0.88, 0.865, 0.84), 0, 0.7, spec=0.1),
    )
    stripped((-44, 0, -2), (95, -10, 8), 1.5, 37, "#23262a", 62, turns=0.85)
    area((-30, -60, 90), (0, 0, 0), 90, 30, (1, 0.97, 0.93), size_y=40)
    area((40, -90, -10), (0, 0, 0), 60, 14, (0.92, 0.96, 1), size_y=60)
    area((-80, 10, 30), (0, 0, 0), 40, 34, (1, 0.95, 0.88), size_y=70)
    area((20, 60, 70), (10, 0, 0), 80, 26, (1, 1, 1), size_y=26)
    camera((-6, -100, 26), (9, 0, 3), 62, focus=(0, -9, 3), blur=2.2)
    return dict(size=(2000, 1128), spp=44, grade=dict(exposure=0.25, contrast=0.2, bloom=0.03))


@scene
def wire_colors():
    """Single wires in the colours of a harness, side by side."""
    table(60)
    names = [
        "red",
        "orange",
        "yellow",
        "green",
        "turquoise",
        "blue",
        "violet",
        "grey",
        "white",
        "brown",
        "black",
        "pink",
    ]
    for i, n in enumerate(names):
        y = -30 + i * 6.2
        x0 = -46 + 12 * math.sin(i * 1.9)
        bend = 3 * math.sin(i * 2.3)
        stripped((x0, y, 2.75), (x0 + 26, y, 2.75), 0.55, 7, WIRE[n], 9, turns=0.6, shell=1.45, res=8)
        tube(
            catmull([(x0 + 25, y, 2.75), (x0 + 60, y + bend, 2.75), (120, y + bend * 0.4, 2.75), (220, y, 2.75)], 14),
            2.42,
            wire_mat(n),
            res=14,
        )
    camera((-20, -105, 92), (2, 2, 0), 55, focus=(-30, -12, 3), blur=1.6)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.18))


@scene
def wire_bundle():
    """A bundle of wires seen against its cut ends."""
    table(40)
    cols = [
        "red",
        "black",
        "blue",
        "white",
        "grey",
        "yellow",
        "green",
        "orange",
        "violet",
        "brown",
        "turquoise",
        "black",
        "red",
        "white",
        "blue",
        "grey",
        "yellow",
        "black",
        "orange",
    ]
    for (k, ang), c in zip(lay(19), cols):
        p = Vector((0, math.cos(ang) * k * 5.1, 14 + math.sin(ang) * k * 5.1))
        d = rnd.uniform(0, 5)
        stripped(
            (-34 + d, p.y, p.z), (60, p.y, p.z), 0.52, 7, WIRE[c], 7 + rnd.uniform(0, 3), turns=0.9, shell=1.5, res=8
        )
    ring(13.2, 14.2, 9, (26, 0, 14), pom(), "x")
    camera((-92, -64, 46), (-8, 0, 12), 62, focus=(-30, -6, 16), blur=2.0)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.18))


def terminal(o, m):
    """A crimped flat-spring terminal; the wire comes from the right."""
    o = Vector(o)
    box((11, 6.4, 0.5), o + Vector((-14, 0, -1.6)), m, 0.1)
    for s in (-1, 1):
        box((11, 0.5, 3.4), o + Vector((-14, s * 3.1, -0.2)), m, 0.1)
        box((11, 2.3, 0.5), o + Vector((-14, s * 1.9, 1.5)), m, 0.12, rot=(s * 0.12, 0, 0))
    box((6, 3.2, 0.5), o + Vector((-6.5, 0, -1.6)), m, 0.1)

    # the crimp: two wings rolled into the strands
    def wing(x0, x1, r, z, gap):
        pts, n = [], 28
        for i in range(n + 1):
            t = -pi / 2 + (2 * pi - gap) * (i / n) + gap / 2 - pi * 0
            a = -pi / 2 + gap / 2 + (2 * pi - gap) * i / n - pi + pi
            pts.append((r * math.cos(a + pi), r * 1.0 * math.sin(a + pi) * 0.82))
        v = []
        f = []
        k = len(pts)
        for x in (x0, x1):
            for q in (1, 1.24):
                v += [(x, py * q, z + pz * q) for py, pz in pts]
        for i in range(k - 1):
            f += [
                (i, i + 1, 2 * k + i + 1, 2 * k + i),
                (k + i, 3 * k + i, 3 * k + i + 1, k + i + 1),
                (i, k + i, k + i + 1, i + 1),
                (2 * k + i, 2 * k + i + 1, 3 * k + i + 1, 3 * k + i),
            ]
        f += [(0, 2 * k, 3 * k, k), (k - 1, 2 * k - 1, 4 * k - 1, 3 * k - 1)]
        mesh([Vector(p) + o for p in v], f, m, bevel=0.12, angle=50)

    wing(-3, 3.4, 2.1, 0.1, 0.32)
    box((3, 2.6, 0.5), o + Vector((4.8, 0, -1.7)), m, 0.1)
    wing(6.2, 10.2, 2.75, 0.2, 0.5)


@scene
def crimp_terminal():
    """A wire, crimped to its terminal."""
    table(16, strength=1.05)
    o = (0, 0, 3.4)
    terminal(o, tin(0.24))
    strands((-4.4, 0, 3.5), (8, 0, 3.5), 0.46, 19, copper(0.2, 4, v=0.06), turns=0.25, n=60, res=8, jitter=0.08)
    lathe([(1.7, 60), (1.7, 0.1), (2.5, 0), (2.62, 0.15), (2.62, 60)], (5.9, 0, 3.6), pvc("#b3261e"), "x", n=64)
    camera((-19, -46, 27), (-3.2, 0, 2.2), 66, focus=(0, -2, 4), blur=0.5)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.08, contrast=0.2))


@scene
def cable_layers():
    """A shielded cable, opened layer by layer."""
    table(50)
    ax = "x"
    z = 11
    cols = ["red", "blue", "yellow", "white", "green", "black", "orange"]
    for (k, ang), c in zip(lay(7), cols):
        y, zz = math.cos(ang) * k * 5.0, z + math.sin(ang) * k * 5.0
        stripped((-56 - 4 * math.sin(ang), y, zz), (40, y, zz), 0.5, 7, WIRE[c], 11, turns=0.9, shell=1.55, res=8)
    lathe([(7.6, 80), (7.6, 0), (7.9, 0), (7.9, 80)], (-26, 0, z), plastic("#e8e6df", 0.3), ax, n=72)
    # the braid: crossing copper ribbons
    for s in (-1, 1):
        for i in range(26):
            pts = [
                (
                    -12 + t * 1.2,
                    (8.15 + 0.12 * s) * math.cos(s * t * 0.11 + i * 2 * pi / 26),
                    z + (8.15 + 0.12 * s) * math.sin(s * t * 0.11 + i * 2 * pi / 26),
                )
                for t in range(50)
            ]
            tube(pts, 0.34, copper(0.24, 3, v=0.05), smooth=False, res=5)
    lathe([(8.7, 120), (8.7, 0.4), (9.0, 0), (10.4, 0), (10.7, 0.4), (10.7, 120)], (14, 0, z), pvc("#e0661c"), ax, n=96)
    camera((-60, -128, 74), (-22, 0, 8), 58, focus=(-28, -7, 13), blur=1.2)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.1, contrast=0.18))


@scene
def coax():
    """A coaxial cable, stripped in steps."""
    table(30)
    z = 7

    def part(r, x0, m, bevel=0.2):
        lathe([(0.01, 0), (r - bevel, 0), (r, bevel), (r, 90)], (x0, 0, z), m, "x", n=96)

    part(0.9, -34, copper(0.16))
    part(2.9, -24, plastic("#f2efe8", 0.28))
    part(3.1, -13, alu(0.3))
    for s in (-1, 1):
        for i in range(22):
            pts = [
                (
                    -8 + t * 0.6,
                    (3.35 + 0.08 * s) * math.cos(s * t * 0.16 + i * 2 * pi / 22),
                    z + (3.35 + 0.08 * s) * math.sin(s * t * 0.16 + i * 2 * pi / 22),
                )
                for t in range(40)
            ]
            tube(pts, 0.2, tin(0.25), smooth=False, res=5)
    part(4.7, 5, pvc("#1c1e20"), 0.3)
    camera((-40, -72, 42), (-13, 0, 5), 60, focus=(-16, -3, 8), blur=0.7)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.1, contrast=0.18))


@scene
def wire_drums():
    """Drums of wire on a rack."""
    table(400, fill=0.7)
    cols = ["red", "blue", "yellow", "green", "white", "orange", "violet", "grey", "black", "turquoise"]
    for row in range(2):
        cyl(14, 2000, (0, 0, 190 + row * 400), steel(), "x")
        for i in range(5):
            x = -520 + i * 260
            z = 190 + row * 400
            for s in (-92, 92):
                cyl(165, 9, (x + s, 0, z), plastic("#d8d5cd", 0.4), "x", bevel=2, n=72)
            for k in range(36):
                ring(
                    118,
                    122 + 2 * math.sin(k),
                    4.6,
                    (x - 82 + k * 4.7, 0, z),
                    wire_mat(cols[(i + row * 5) % 10]),
                    "x",
                    bevel=1.8,
                    n=56,
                )
            cyl(119, 170, (x, 0, z), wire_mat(cols[(i + row * 5) % 10]), "x", n=56)
            cyl(26, 196, (x, 0, z), dark_alu(), "x", n=32)
    for s in (-690, 690):
        box((40, 60, 860), (s, 0, 430), dark(), 4)
    camera((-900, -2300, 1000), (0, 0, 385), 58)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.12, contrast=0.16))


@scene
def terminals_reel():
    """A reel of terminals, its strip running out."""
    table(120)
    m = brass(0.24)
    for s in (-1, 1):
        ring(34, 150, 3, (0, 30 + s * 15, 152), plastic("#cfd2d4", 0.35), "y", n=96)
    cyl(36, 32, (0, 30, 152), plastic("#b4581f", 0.4), "y", n=64)
    ring(60, 128, 22, (0, 30, 152), brass(0.35), "y", bevel=1, n=96)
    for i in range(42):
        x = -16 - i * 7.4 + 60
        box((7.5, 3, 0.5), (x, 16, 3.2), m, 0.1)
        o = Vector((x, 4, 3.4))
        box((3.2, 12, 0.5), o + Vector((0, 4, 0)), m, 0.1)
        for s in (-1, 1):
            box((0.5, 5, 3.2), o + Vector((s * 1.5, 5, 1.6)), m, 0.12, rot=(0, s * 0.2, 0))
            box((0.5, 7, 2.6), o + Vector((s * 1.7, -4, 1.4)), m, 0.12)
        box((3.6, 7, 0.5), o + Vector((0, -4, 2.6)), m, 0.12)
    camera((-330, -560, 300), (-60, 10, 118), 50, focus=(-120, 4, 20), blur=2.5)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.1, contrast=0.18))


@scene
def cut_blades():
    """Two ground blades above a wire."""
    table(40, strength=1.05)
    m = steel(0.2, 20, (40, 1, 1))
    for s in (-1, 1):
        poly = [(-16, 30), (-16, 6), (-5, 6), (0, 1.6), (5, 6), (16, 6), (16, 30)]
        prism(
            [(x, z) for x, z in poly],
            3.2,
            (s * 1.7, 0, 14 if s > 0 else 14),
            m,
            rot=(pi / 2, 0, pi / 2) if s > 0 else (-pi / 2, 0, pi / 2),
            bevel=0.15,
        )
    stripped((-40, 0, 14), (70, 0, 14), 0.6, 19, WIRE["blue"], 26, turns=0.8, shell=1.35)
    camera((-62, -70, 44), (0, 0, 15), 60, focus=(-4, -4, 15), blur=1.1)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.06, contrast=0.2))


@scene
def hv_cable():
    """High-voltage cables with their lugs."""
    table(70)
    for i, y in enumerate((-26, 0, 26)):
        stripped((-30, y, 9), (200, y, 9), 0.8, 37, "#e8720c", 16, turns=0.5, shell=1.28, res=8)
        ring(5.7, 7.6, 20, (-32, y, 9), tin(0.22), "x", bevel=0.8, n=64)
        box((34, 15, 3.4), (-58, y, 5.4), tin(0.22), 1.2)
        ring(4, 7.5, 3.6, (-66, y, 5.4), tin(0.22), "z", bevel=0.4)
    camera((-120, -150, 100), (-14, 0, 4), 62, focus=(-44, -8, 8), blur=1.6)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.1, contrast=0.18))


@scene
def harness_board():
    """A cable harness on its assembly board."""
    table(500, bg=(0.9, 0.89, 0.87))
    box((1500, 900, 24), (0, 0, -10), paint("#d9d4c8", 0.6), 4)
    m = pom()
    trunk = [(-640, -60, 14), (-300, -40, 14), (0, 0, 14), (320, 30, 14), (660, 20, 14)]

    def branch(pts, cols, r=3.2):
        for i, c in enumerate(cols):
            o = (i - (len(cols) - 1) / 2) * 2 * r * 0.95
            tube(catmull([(x, y + o, z + (r * 1.5 if i % 2 else 0)) for x, y, z in pts], 16), r, wire_mat(c), res=10)

    branch(trunk, ["red", "black", "blue", "yellow", "white", "green", "grey", "orange"])
    for x, y, s, cols in (
        (-420, -50, 1, ["red", "black", "blue"]),
        (-120, -10, -1, ["yellow", "green", "white", "grey"]),
        (180, 15, 1, ["orange", "black", "violet"]),
        (420, 25, -1, ["red", "white", "blue", "black"]),
    ):
        branch([(x - 70, y, 14), (x, y + s * 40, 14), (x + 50, y + s * 150, 14), (x + 60, y + s * 290, 14)], cols)
        box(
            (len(cols) * 13 + 14, 46, 26), (x + 60, y + s * 310, 14), plastic("#2b2d30" if s > 0 else "#e9e6dd", 0.4), 3
        )
        for k in range(len(cols)):
            box(
                (6, 10, 8),
                (x + 60 + (k - (len(cols) - 1) / 2) * 12, y + s * 334, 14),
                mat("hole2", (0.02, 0.02, 0.02), 0, 0.5),
                0.5,
            )
    for x in range(-560, 600, 140):
        for s in (-1, 1):
            cyl(5, 44, (x, s * 38 + x * 0.05, 22), steel(), "z")
        ring(26, 31, 10, (x + 60, x * 0.05, 16), m, (1, 0.05, 0), bevel=1)
    camera((-420, -1150, 820), (-10, 20, 0), 60, focus=(-60, -60, 14), blur=8)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=0.08, contrast=0.16))


if __name__ == "__main__":
    kit.main(SCENES)
