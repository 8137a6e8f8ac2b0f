"""A cabinet and a building, and what screens show. One unit is one metre."""
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit
from kit import *

SCENES = {}


def scene(f):
    SCENES[f.__name__.replace("_", "-")] = f
    return f


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
