"""Tools and machines that stand on a bench."""
from kit import *
from parts import *
from record import family

# ------------------------------------------------------------------ tools


@family("front", "detail")
def applicators(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    end, air = "End" in m.rows["Terminal feed"], "neumatic" in m.rows["Terminal feed"]
    heavy = m.number("Crimp force") >= 30
    hard = "carbide" in m.rows["Material"]
    b = 0.0012
    box((L, W, 0.07 * H), (0, 0, 0.035 * H), steel(0.3), b)
    for s in (-1, 1):
        box((0.1 * L, 0.3 * W, 0.02 * H), (s * 0.42 * L, 0, 0.075 * H), dark_alu(), b)
        screw((s * 0.42 * L, 0.1 * W, 0.085 * H), 0.0035, "z")
    # frame: back plate with cheeks that guide the ram
    prism(
        [
            (-0.30 * L, 0.07 * H),
            (0.36 * L, 0.07 * H),
            (0.36 * L, 0.5 * H),
            (0.22 * L, 0.74 * H),
            (-0.22 * L, 0.74 * H),
            (-0.30 * L, 0.62 * H),
        ],
        0.42 * W,
        (0, 0.2 * W, 0),
        night() if not heavy else paint("#1d1f22", 0.35),
        rot=FRONT,
        bevel=0.002,
    )
    for s in (-1, 1):
        box((0.07 * L, 0.3 * W, 0.44 * H), (s * 0.215 * L, -0.1 * W, 0.5 * H), shade(), b)
        screw((s * 0.215 * L, -0.26 * W, 0.35 * H), 0.0032)
        screw((s * 0.215 * L, -0.26 * W, 0.65 * H), 0.0032)
    box((0.3 * L, 0.006, 0.1 * H), (0, -0.262 * W, 0.585 * H), accent_paint(a), b)
    label(m.name, (-0.13 * L, -0.262 * W - 0.0034, 0.555 * H), 0.062 * H, "#17181a")
    # ram with dials and the shank that the press takes
    box((0.34 * L, 0.24 * W, 0.5 * H), (0, -0.1 * W, 0.6 * H), polished(0.22), b)
    for k, (r, h, mt) in enumerate(((0.2, 0.05, paint("#1b1c1e", 0.4)), (0.17, 0.045, brass(0.3)))):
        z = (0.845 + k * 0.05) * H
        cyl(r * L, h * H, (0, -0.08 * W, z), mt, bevel=0.001, n=60)
        for i in range(40):
            box(
                (0.0012, 0.0012, h * H * 0.8),
                (r * L * math.cos(i * pi / 20), -0.08 * W + r * L * math.sin(i * pi / 20), z),
                mt,
                0.0002,
                rot=(0, 0, i * pi / 20),
            )
    cyl(0.07 * L, 0.07 * H, (0, -0.08 * W, 0.94 * H), polished(), n=32)
    cyl(0.11 * L, 0.035 * H, (0, -0.08 * W, 0.98 * H), polished(), n=40)
    # crimpers, anvil
    wide = 0.1 + 0.05 * m.index / 6
    for k, y in ((0, -0.245), (1, -0.2)):
        box(
            (wide * L, 0.045 * W, 0.2 * H),
            (0, y * W, 0.3 * H - k * 0.008 * H),
            mat("carbide", (0.2, 0.2, 0.21), 1, 0.3) if hard else steel(0.2),
            b,
        )
    box((wide * 1.5 * L, 0.2 * W, 0.09 * H), (0, -0.22 * W, 0.115 * H), steel(0.3), b)
    box((wide * 0.7 * L, 0.05 * W, 0.05 * H), (0, -0.24 * W, 0.18 * H), polished(), 0.0004)
    # the strip of terminals
    t = 0.6 + 0.5 * m.index / 6
    n = 16
    if end:
        box((0.2 * L, 0.9 * W, 0.02 * H), (0, 0.12 * W, 0.16 * H), steel(), b)
        zt = 0.19 * H
        box((0.62 * L, 0.34 * W, 0.022 * H), (-0.36 * L, -0.24 * W, 0.165 * H), steel(), b)
        for i in range(9):
            terminal((-0.06 - 0.1 * i) * L, -0.24 * W, zt, 0.0075 * t, turn=pi / 2)
    else:
        box((0.72 * L, 0.3 * W, 0.022 * H), (-0.42 * L, -0.24 * W, 0.165 * H), steel(), b)
        box((0.5 * L, 0.05 * W, 0.04 * H), (-0.4 * L, -0.36 * W, 0.18 * H), dark_alu(), b)
        for i in range(n):
            terminal((-0.05 - 0.058 * i) * L, -0.24 * W, 0.19 * H, 0.0058 * t)
        box((1.02 * L, 0.02 * W, 0.003 * H), (-0.46 * L, -0.16 * W, 0.188 * H), brass(), 0.0002)
    # feed: a cylinder, or a lever on the cam of the ram
    if air:
        cyl(0.065 * L, 0.42 * L, (-0.4 * L, 0.05 * W, 0.4 * H), alu(), "x", n=36)
        for e in (-0.2, 0.2):
            box((0.05 * L, 0.16 * L, 0.16 * L), (-0.4 * L + e * L, 0.05 * W, 0.4 * H), dark_alu(), b)
        cyl(0.02 * L, 0.2 * L, (-0.14 * L, 0.05 * W, 0.4 * H), polished(), "x", n=20)
        for e in (-0.15, 0.15):
            cyl(0.022 * L, 0.05 * H, (-0.4 * L + e * L, 0.05 * W, 0.46 * H), brass(), n=20)
            tube(
                [
                    (-0.4 * L + e * L, 0.05 * W, 0.48 * H),
                    (-0.42 * L + e * L, 0.1 * W, 0.66 * H),
                    (-0.2 * L + e * L, 0.6 * W, 0.74 * H),
                    (e * L, 1.2 * W, 0.4 * H),
                ],
                0.002,
                plastic("#2a6fd0"),
            )
        prism(
            [(-0.03 * L, 0), (0.03 * L, 0), (0.02 * L, 0.2 * H), (-0.02 * L, 0.2 * H)],
            0.012 * L * 3,
            (-0.58 * L, -0.12 * W, 0.2 * H),
            dark_alu(),
            rot=FRONT,
            bevel=b,
        )
    else:
        prism(
            [
                (a2 * L, b2 * H)
                for a2, b2 in ((-0.56, 0.22), (-0.5, 0.22), (-0.4, 0.44), (-0.2, 0.7), (-0.26, 0.76), (-0.46, 0.5))
            ],
            0.1 * W,
            (0, -0.3 * W, 0),
            dark_alu(),
            rot=FRONT,
            bevel=b,
        )
        for a2, b2 in ((-0.43, 0.475), (-0.24, 0.71)):
            cyl(0.035 * L, 0.14 * W, (a2 * L, -0.3 * W, b2 * H), polished(), "y", n=28)
        spring((-0.36 * L, -0.3 * W, 0.34 * H), (-0.3 * L, -0.3 * W, 0.58 * H), 0.02 * L)
    if heavy and m.number("Crimp force") >= 40:
        for s in (-1, 1):
            cyl(0.022 * L, 0.2 * H, (s * 0.2 * L, 0.3 * W, 0.82 * H), dark_alu(), n=24)
        cyl(0.03 * L, 0.46 * L, (0, 0.3 * W, 0.93 * H), rubber(), "x", n=32)
    return dict(detail=((-0.1 * L, -0.24 * W, 0.22 * H), 0.42 * H))


def terminal(x, y, z, s, turn=0):
    """An open crimp terminal: base, two pairs of ears, the contact."""
    e = Euler((0, 0, turn)).to_matrix()
    P = lambda a, b, c: (x + (e @ Vector((a, b, 0)))[0] * s, y + (e @ Vector((a, b, 0)))[1] * s, z + c * s)
    box((0.5 * s, 2.4 * s, 0.07 * s), P(0, 0, 0), brass(), 0.02 * s, rot=(0, 0, turn))
    for k, h in ((-0.5, 0.55), (0.35, 0.42)):
        for q in (-1, 1):
            box((0.07 * s, 0.5 * s, h * s), P(q * 0.24, -k * 0.9, h / 2), brass(), 0.02 * s, rot=(0, q * 0.25, turn))
    box((0.46 * s, 0.7 * s, 0.34 * s), P(0, 1.0, 0.17), brass(), 0.04 * s, rot=(0, 0, turn))


def spring(a, b, r, turns=9):
    a, b = Vector(a), Vector(b)
    ax = (b - a).normalized()
    u = ax.cross(Vector((0, 1, 0))).normalized()
    w = ax.cross(u)
    tube(
        [
            a + (b - a) * (i / (turns * 12)) + u * r * math.cos(i * pi / 6) + w * r * math.sin(i * pi / 6)
            for i in range(turns * 12 + 1)
        ],
        r * 0.18,
        steel(),
        smooth=False,
        res=3,
    )


@family("front", "detail")
def blades(m):
    L, W, T = m.L, m.W, m.H
    text = m.rows["Blade shape"] + m.rows["Material"]
    mt = (
        mat("tin-coat", (0.86, 0.58, 0.2), 1, 0.24, rvar=0.05, scale=20)
        if "TiN" in text
        else mat("zirconia", (0.88, 0.87, 0.84), 0, 0.22, spec=0.6)
        if "eramic" in text
        else mat("carbide", (0.30, 0.30, 0.315), 1, 0.24, aniso=0.4, rvar=0.05)
        if "arbide" in text
        else polished(0.2)
    )
    edge = mat("ground", (0.72, 0.72, 0.73), 1, 0.16) if "eramic" not in text else mt
    w = min(0.8 * W, m.number("Outer diameter") / 1000 * 0.9)
    gap = 0.5 * W if "hear" not in text else 0.42 * W
    for s in (-1, 1):
        # each blade stands upright in its half of the holder; both edges look at each other
        if m.rows["Blade shape"].startswith("V"):
            out = [
                (-L / 2, 0),
                (L / 2, 0),
                (L / 2, 0.62 * W),
                (w * 0.75, W),
                (0, W - w * 0.75),
                (-w * 0.75, W),
                (-L / 2, 0.62 * W),
            ]
        elif "Radius" in text:
            out = (
                [(-L / 2, 0), (L / 2, 0), (L / 2, 0.7 * W), (w * 0.62, W)]
                + [(w * 0.5 * math.cos(t), W - w * 0.42 * math.sin(t)) for t in np.linspace(0, pi, 20)]
                + [(-w * 0.62, W), (-L / 2, 0.7 * W)]
            )
        elif "angled" in text:
            out = [(-L / 2, 0), (L / 2, 0), (L / 2, W), (-L / 2, 0.62 * W)]
        elif "hear" in text:
            out = [(-L / 2, 0), (L / 2, 0), (L / 2, 0.86 * W), (0.2 * L, W), (-0.42 * L, W), (-L / 2, 0.8 * W)]
        else:
            out = [(-L / 2, 0), (L / 2, 0), (L / 2, 0.95 * W), (0.47 * L, W), (-0.47 * L, W), (-L / 2, 0.95 * W)]
        zc = 1.35 * W + gap / 2
        if s > 0:
            poly = [(x, zc + gap / 2 + W - y) for x, y in out][::-1]
        else:
            poly = [(x, zc - gap / 2 - W + y) for x, y in out]
        y0 = s * T * 0.5
        prism(poly, T, (0, y0, 0), mt, rot=FRONT, bevel=T * 0.05)
        # the ground bevel along the edge
        lo = [(x, z) for x, z in (poly if s < 0 else poly[::-1])][2:]
        for (x1, z1), (x2, z2) in zip(lo, lo[1:]):
            if abs(z1 - zc) > gap / 2 + W * 0.6 and abs(z2 - zc) > gap / 2 + W * 0.6:
                continue
            d = s * W * 0.14
            f = y0 - T * 0.5 - T * 0.02
            mesh([(x1, f, z1), (x2, f, z2), (x2, f, z2 + d), (x1, f, z1 + d)], [(0, 1, 2, 3)], edge, smooth=False)
        zh = zc + s * (gap / 2 + W * 0.84)
        for q in (-1, 1) if L < 0.1 else (-1, 0, 1):
            ring(W * 0.05, W * 0.12, T * 0.1, (q * L * 0.34, y0 - T * 0.54, zh), dark_alu(), "y", bevel=T * 0.02, n=36)
            cyl(W * 0.055, T * 0.3, (q * L * 0.34, y0 - T * 0.5, zh), hole(), "y", bevel=0.0001, n=28)
        # holder
        hz = zc + s * (gap / 2 + W * 1.16)
        box((L * 1.08, T * 5, W * 0.5), (0, y0 + T * 1.2, hz), night(), W * 0.04)
        box((L * 1.02, T * 1.2, W * 0.3), (0, y0 - T * 1.0, zc + s * (gap / 2 + W * 1.2)), shade(), W * 0.03)
        for q in (-1, 1):
            screw((q * L * 0.38, y0 - T * 1.6, zc + s * (gap / 2 + W * 1.2)), W * 0.08)
    hz = 1.35 * W + gap / 2
    box((L * 0.16, T * 4, (gap + W * 2.6)), (L * 0.58, T * 1.6, hz), dark_alu(), W * 0.03)
    box((L * 0.16, T * 4, (gap + W * 2.6)), (-L * 0.58, T * 1.6, hz), dark_alu(), W * 0.03)
    box((L * 1.5, W * 1.1, W * 0.12), (0, W * 0.1, W * 0.06), graph(), W * 0.03)
    label(m.name, (-L * 0.48, -W * 0.45, W * 0.045), W * 0.2, "#e8e8e6", rot=(pi / 2, 0, 0))
    box((L * 0.3, 0.0006, W * 0.05), (L * 0.5, -W * 0.452, W * 0.06), accent_paint(m.accent), 0.0001)
    return dict(detail=((0, 0, hz), W * 2.4))


# ------------------------------------------------------------------ presses


@family("front", "detail")
def bench_presses(m):
    L, W, H = m.L, m.W, m.H
    kn = m.number("Crimp force")
    y, k = paint("#ffc800", 0.35), paint("#1d1e20", 0.4)
    rubber_feet(L, W)
    box((L, W, 0.09 * H), (0, 0, 0.014 + 0.045 * H), k, 0.012)
    label(f"{m.name}", (-0.44 * L, -W / 2 - 0.001, 0.014 + 0.03 * H), 0.045 * H, "#f4f2ea")
    label(f"{kn:.0f} kN", (0.44 * L, -W / 2 - 0.001, 0.014 + 0.03 * H), 0.045 * H, "#ffc800", align="RIGHT")
    b = 0.014 + 0.09 * H
    if kn < 100:
        prof = [
            (-0.40, 0),
            (0.46, 0),
            (0.46, 0.86),
            (0.40, 0.9),
            (-0.36, 0.9),
            (-0.40, 0.86),
            (-0.40, 0.56),
            (-0.16, 0.53),
            (0.06, 0.44),
            (0.06, 0.2),
            (-0.02, 0.15),
            (-0.40, 0.15),
        ]
        prism([(p * W, b + q * H) for p, q in prof], 0.56 * L, (0, 0, 0), y, rot=SIDE, bevel=0.014)
        box((0.57 * L, 0.7 * W, 0.05 * H), (0, 0.0, b + 0.82 * H), k, 0.006)
        cyl(0.1 * L, 0.14 * H, (0, -0.24 * W, b + 0.52 * H), polished(), n=48)
        box((0.42 * L, 0.3 * W, 0.035 * H), (0, -0.24 * W, b + 0.165 * H), steel(), 0.004)
        applicator(0, -0.22 * W, b + 0.18 * H, H * 1.55 if kn < 30 else H * 1.5, "#ffc800")
        for i in range(10):
            box(
                (0.009, 0.02, 0.004),
                (-0.1 * L - 0.016 * i - 0.03, -0.27 * W, b + 0.18 * H + 0.055 * H),
                brass(),
                0.0005,
            )
        box((0.03, 0.03, 0.36 * H), (-0.36 * L, 0.34 * W, b + 0.7 * H), dark_alu(), 0.004)
        terminal_reel(-0.36 * L, 0.22 * W, b + 0.78 * H, 0.22 * H)
        display((0.0, -0.405 * W, b + 0.72 * H), (0.3 * L, 0.1 * H), tilt=0.1, frame=0.012, accent=(1, 0.78, 0.1))
    else:
        # two columns carry the head: a die set for cable lugs
        for s in (-1, 1):
            box((0.17 * L, 0.62 * W, 0.74 * H), (s * 0.385 * L, 0.08 * W, b + 0.37 * H), y, 0.012)
        box((0.98 * L, 0.7 * W, 0.24 * H), (0, 0.06 * W, b + 0.78 * H), y, 0.02)
        box((0.985 * L, 0.705 * W, 0.03 * H), (0, 0.06 * W, b + 0.685 * H), k, 0.004)
        box((0.6 * L, 0.5 * W, 0.1 * H), (0, 0, b + 0.05 * H), steel(), 0.006)
        cyl(0.13 * L, 0.24 * H, (0, 0, b + 0.56 * H), polished(0.15), n=56)
        box((0.36 * L, 0.34 * W, 0.06 * H), (0, 0, b + 0.43 * H), steel(), 0.006)
        for z, f in ((0.355, 1), (0.155, -1)):
            prism(
                [(-0.1 * L, 0), (0.1 * L, 0), (0.1 * L, 0.09 * H)]
                + [(0.06 * L * math.cos(t), 0.09 * H - 0.05 * L * math.sin(t)) for t in np.linspace(0, pi, 16)]
                + [(-0.1 * L, 0.09 * H)],
                0.2 * W,
                (0, -0.02 * W, b + (z + (0.045 if f > 0 else -0.045)) * H),
                paint("#3b3e43", 0.3),
                rot=(pi / 2, 0, 0) if f < 0 else (-pi / 2, 0, 0),
                bevel=0.003,
            )
        tube([(0, -0.7 * W, b + 0.25 * H), (0, 0.1 * W, b + 0.25 * H)], 0.035 * L, copper(), smooth=False)
        tube(
            [(0, -1.0 * W, b + 0.22 * H), (0, -0.55 * W, b + 0.25 * H), (0, -0.3 * W, b + 0.25 * H)],
            0.045 * L,
            wire_mat("orange"),
        )
        for s in (-1, 1):
            box((0.006, 0.12 * W, 0.5 * H), (s * 0.29 * L, -0.3 * W, b + 0.36 * H), glass(refl=0.4), 0.001)
        display(
            (-0.24 * L, -0.295 * W, b + 0.8 * H), (0.3 * L, 0.12 * H), tilt=0.02, frame=0.014, accent=(1, 0.78, 0.1)
        )
        cyl(0.16 * L, 0.12 * H, (0, 0.06 * W, b + 0.92 * H), k, n=48)
    stop_button(
        (0.2 * L if kn < 100 else 0.3 * L, -0.41 * W if kn < 100 else -0.29 * W, b + 0.72 * H),
        0.016 if kn < 60 else 0.022,
    )
    s = H / 0.6
    pedal(0.62 * L + 0.1 * s, -0.46 * W, 0.9 * s**0.5)
    return dict(detail=((0, -0.24 * W, b + 0.3 * H), 0.5 * H))


@family("front", "detail")
def strip_crimp(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    seal = m.number("Stripping length") >= 8
    rubber_feet(L, W)
    b = 0.014
    box((L, W, 0.22 * H), (0, 0, b + 0.11 * H), body(), 0.012)
    box((L + 0.002, 0.003, 0.02 * H), (0, -W / 2, b + 0.19 * H), accent_paint(a), 0.001)
    label(m.name, (-0.46 * L, -W / 2 - 0.001, b + 0.07 * H), 0.06 * H)
    # housing on the right with controls, the open station on the left
    prism(
        [(0.5 * W, 0.22 * H), (0.5 * W, 0.86 * H), (-0.1 * W, 0.86 * H), (-0.36 * W, 0.56 * H), (-0.36 * W, 0.22 * H)][
            ::-1
        ],
        0.4 * L,
        (0.29 * L, 0, b),
        body(),
        rot=SIDE,
        bevel=0.014,
    )
    display(
        (0.29 * L, -0.235 * W, b + 0.72 * H),
        (0.28 * L, 0.2 * H),
        tilt=math.atan2(0.26 * W, 0.3 * H),
        frame=0.014,
        accent=rgb(a),
    )
    stop_button((0.42 * L, -0.36 * W, b + 0.42 * H), 0.016)
    cyl(0.016, 0.014, (0.33 * L, -0.365 * W, b + 0.42 * H), plastic("#1d8a46"), "y", n=28)
    # crimping station
    prism(
        [
            (p * W, b + 0.22 * H + q * H)
            for p, q in [
                (-0.3, 0),
                (0.46, 0),
                (0.46, 0.72),
                (0.42, 0.76),
                (-0.26, 0.76),
                (-0.3, 0.72),
                (-0.3, 0.46),
                (-0.1, 0.43),
                (0.08, 0.36),
                (0.08, 0.14),
                (-0.3, 0.12),
            ]
        ],
        0.36 * L,
        (-0.16 * L, 0, 0),
        shade(),
        rot=SIDE,
        bevel=0.01,
    )
    box((0.364 * L, 0.1 * W, 0.06 * H), (-0.16 * L, -0.2 * W, b + 0.9 * H), accent_paint(a), 0.006)
    cyl(0.055 * L, 0.1 * H, (-0.16 * L, -0.16 * W, b + 0.62 * H), polished(), n=40)
    applicator(-0.16 * L, -0.16 * W, b + 0.34 * H, H * 1.35, a)
    # stripping unit in front of it: funnel and blades
    box((0.22 * L, 0.12 * W, 0.22 * H), (-0.16 * L, -0.44 * W, b + 0.33 * H), night(), 0.006)
    ring(0.008, 0.03, 0.016, (-0.16 * L, -0.505 * W, b + 0.385 * H), polished(), "y", n=40)
    cyl(0.009, 0.01, (-0.16 * L, -0.505 * W, b + 0.385 * H), hole(), "y", n=24)
    if seal:
        cyl(0.12 * L, 0.14 * H, (-0.4 * L, 0.12 * W, b + 0.98 * H), glass(refl=0.4), "z", n=48)
        cyl(0.118 * L, 0.05 * H, (-0.4 * L, 0.12 * W, b + 0.94 * H), plastic("#1ca7a8"), "z", n=48)
        box((0.2 * L, 0.2 * W, 0.6 * H), (-0.4 * L, 0.2 * W, b + 0.55 * H), body(), 0.008)
        tube(
            [
                (-0.4 * L, 0.0 * W, b + 0.9 * H),
                (-0.38 * L, -0.25 * W, b + 0.75 * H),
                (-0.24 * L, -0.42 * W, b + 0.45 * H),
            ],
            0.006,
            plastic("#d7dadb"),
        )
    box((0.024, 0.024, 0.5 * H), (-0.16 * L, 0.42 * W, b + 0.95 * H), dark_alu(), 0.004)
    terminal_reel(-0.16 * L, 0.36 * W, b + 1.06 * H, 0.2 * H + 0.02 * m.index)
    r = m.wire()
    tube(
        [
            (-0.16 * L, -0.51 * W, b + 0.385 * H),
            (-0.17 * L, -0.75 * W, b + 0.38 * H),
            (-0.2 * L, -1.0 * W, b + 0.3 * H),
        ],
        max(r, 0.0016),
        wire_mat(COLOURS[m.index % 5]),
    )
    for i in range(3):
        connector(0.49 * L + 0.001, (-0.2 + 0.2 * i) * W, b + 0.4 * H, 0.002, 0.06 * H, 0.1 * W, "#2b2e32")
    return dict(detail=((-0.16 * L, -0.35 * W, b + 0.45 * H), 0.6 * H))


# ------------------------------------------------------------------ bench machines for cutting and stripping


@family("front", "detail")
def bench_cut_and_strip(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    r = max(m.wire(), 0.0012)
    big = m.index / 4
    rubber_feet(L, W)
    b = 0.014
    box((L, W, 0.3 * H), (0, 0, b + 0.15 * H), body(), 0.012)
    box((L + 0.002, 0.003, 0.025 * H), (0, -W / 2, b + 0.27 * H), accent_paint(a), 0.001)
    label(m.name, (-0.46 * L, -W / 2 - 0.001, b + 0.1 * H), 0.085 * H)
    prism(
        [(0.5 * W, 0.3 * H), (0.5 * W, 0.97 * H), (0.06 * W, 0.97 * H), (-0.02 * W, 0.9 * H), (-0.02 * W, 0.3 * H)][
            ::-1
        ],
        L * 0.98,
        (0, 0, b),
        body(),
        rot=SIDE,
        bevel=0.014,
    )
    box((L * 0.7, 0.004, 0.5 * H), (-0.13 * L, -0.025 * W, b + 0.58 * H), night(), 0.004)
    zw, yw = b + 0.54 * H, -0.2 * W
    # feed unit, cutter head, output
    if m.index < 3:
        feed_rollers(-0.25 * L, yw, zw, 0.085 * H, 2, t=0.03)
    else:
        feed_belts(-0.27 * L, yw, zw, 0.3 * L, 0.17 * H, 0.045)
    for s in (-1, 1):
        box((0.13 * L, 0.16 * W, 0.2 * H), (0.04 * L, yw, zw + s * 0.2 * H), shade(), 0.005)
        prism(
            [(-0.035 * L, 0), (0.035 * L, 0), (0, 0.1 * H)],
            0.006,
            (0.04 * L, yw, zw + s * 0.1 * H),
            polished(),
            rot=(pi / 2 if s < 0 else -pi / 2, 0, 0),
            bevel=0.0006,
        )
        box((0.03 * L, 0.03 * W, 0.5 * H), (0.04 * L + s * 0.085 * L, yw + 0.06 * W, zw), steel(), 0.003)
    feed_rollers(0.2 * L, yw, zw, 0.07 * H, 1 + (m.index > 2), t=0.024)
    for x in (-0.46, -0.08, 0.32):
        cyl(max(r * 2.2, 0.006), 0.05 * L, (x * L, yw, zw), brass(), "x", n=28)
        cyl(r * 1.3, 0.052 * L, (x * L, yw, zw), hole(), "x", bevel=0.0001, n=20)
    tube(
        [(-0.5 * L - 0.35 * L, yw, zw - 0.01), (-0.5 * L, yw, zw), (0.42 * L, yw, zw)],
        r,
        wire_mat(COLOURS[m.index]),
        smooth=True,
    )
    # hinged clear guard
    box((0.76 * L, 0.005, 0.52 * H), (-0.12 * L, -0.42 * W, b + 0.56 * H), glass(refl=0.4), 0.001)
    box((0.76 * L, 0.4 * W, 0.005), (-0.12 * L, -0.22 * W, b + 0.83 * H), glass(refl=0.4), 0.001)
    for z in (0.3, 0.825):
        box((0.77 * L, 0.012, 0.02 * H), (-0.12 * L, -0.42 * W, b + z * H), night(), 0.003)
    for s in (-1, 1):
        box((0.012, 0.012, 0.54 * H), (-0.12 * L + s * 0.38 * L, -0.42 * W, b + 0.56 * H), night(), 0.003)
    box((0.12 * L, 0.02, 0.05 * H), (-0.12 * L, -0.43 * W, b + 0.36 * H), accent_paint(a), 0.005)
    # controls
    display((0.385 * L, -0.12 * W, b + 0.72 * H), (0.17 * L, 0.28 * H), tilt=0.12, frame=0.012, accent=rgb(a))
    box((0.2 * L, 0.12 * W, 0.3 * H), (0.385 * L, -0.03 * W, b + 0.66 * H), body(), 0.008)
    stop_button((0.4 * L, -0.38 * W, b + 0.3 * H), 0.015, (0, 0, 1))
    # tray
    prism(
        [(0, 0), (0.28 * L, -0.1 * H), (0.28 * L, -0.08 * H), (0, 0.02 * H)],
        0.36 * W,
        (0.5 * L, yw, b + 0.42 * H),
        steel(0.35),
        rot=FRONT,
        bevel=0.002,
    )
    loose_wires(0.62 * L, yw, b + 0.41 * H, 0.2 * L, 7, 0.22 * W, max(r, 0.0016))
    return dict(detail=((0, yw, zw), 0.62 * H))


@family("front", "detail")
def flat_material(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    w = m.number("Material width") / 1000
    d = m.number("Outer diameter") / 1000
    rubber_feet(L, W)
    b = 0.014
    box((L, W, 0.26 * H), (0, 0, b + 0.13 * H), night(), 0.012)
    label(m.name, (-0.46 * L, -W / 2 - 0.001, b + 0.07 * H), 0.085 * H, "#eceded")
    prism(
        [
            (-0.5 * L, 0.26 * H),
            (0.5 * L, 0.26 * H),
            (0.5 * L, 0.62 * H),
            (0.3 * L, 0.98 * H),
            (-0.42 * L, 0.98 * H),
            (-0.5 * L, 0.9 * H),
        ],
        0.34 * W,
        (0, 0.32 * W, b),
        body(),
        rot=FRONT,
        bevel=0.014,
    )
    box((L * 0.99, 0.003, 0.03 * H), (0, 0.149 * W, b + 0.3 * H), accent_paint(a), 0.001)
    zw, yw = b + 0.5 * H, -0.14 * W
    # wide rollers, driven from the back
    for x in (-0.3, -0.16 if m.index > 1 else -0.3):
        for s in (-1, 1):
            cyl(0.09 * H, w * 1.15, (x * L, yw, zw + s * (0.09 * H + d * 0.16)), rubber("#3a3c3f"), "y", n=44)
            cyl(0.03 * H, 0.6 * W, (x * L, yw + 0.05 * W, zw + s * (0.09 * H + d * 0.16)), polished(), "y", n=24)
    for x in (-0.4, -0.04):
        box((0.03 * L, 0.05 * W, 0.46 * H), (x * L, yw - w * 0.75, b + 0.48 * H), alu(), 0.004)
    box((0.39 * L, 0.05 * W, 0.05 * H), (-0.22 * L, yw - w * 0.75, b + 0.72 * H), alu(), 0.004)
    # guillotine
    for s in (-1, 1):
        box((0.07 * L, 0.06 * W, 0.62 * H), (0.1 * L, yw + s * (w * 0.5 + 0.06 * W), b + 0.55 * H), shade(), 0.005)
    box((0.1 * L, w + 0.22 * W, 0.1 * H), (0.1 * L, yw, b + 0.88 * H), body(), 0.008)
    prism(
        [(-w * 0.55, 0), (w * 0.55, 0.05 * H), (w * 0.55, 0.3 * H), (-w * 0.55, 0.3 * H)],
        0.005,
        (0.1 * L, yw, zw + d * 0.55),
        polished(),
        rot=SIDE,
        bevel=0.0005,
    )
    if "Pneumatic" in str(m.rows) or m.index >= 3:
        cyl(0.09 * H, 0.2 * H, (0.1 * L, yw, b + 1.02 * H), alu(), n=44)
        tube(
            [(0.1 * L, yw, b + 1.1 * H), (0.2 * L, 0.0, b + 1.2 * H), (0.25 * L, 0.4 * W, b + 0.95 * H)],
            0.004,
            plastic("#2a6fd0"),
        )
    box((0.14 * L, w + 0.1 * W, 0.03 * H), (0.1 * L, yw, zw - d * 0.5 - 0.03 * H), steel(), 0.003)
    # what it cuts: sleeve, corrugated tube, ribbon, hose, webbing
    x0, x1 = -0.95 * L, 0.1 * L
    if m.index == 2 or m.index == 4:
        t = 0.0016 if m.index == 2 else 0.003
        n = 16 if m.index == 2 else 1
        for i in range(n):
            box(
                (x1 - x0 + 0.32 * L, w * 0.9 / n * 0.96, t * (1.6 if n > 1 else 1)),
                ((x0 + x1) / 2 + 0.16 * L, yw + w * 0.9 * ((i + 0.5) / n - 0.5), zw),
                plastic("#7d858c" if i else "#c3211c", 0.45) if n > 1 else plastic("#26292d", 0.7),
                t * 0.4,
            )
    else:
        n = 70 if m.index == 1 else 1
        prof = []
        LL = x1 - x0 + 0.3 * L
        if n > 1:
            for i in range(n):
                prof += [
                    (d * 0.5, LL * i / n),
                    (d * 0.5, LL * (i + 0.45) / n),
                    (d * 0.42, LL * (i + 0.55) / n),
                    (d * 0.42, LL * (i + 0.95) / n),
                ]
            lathe(prof, (x0, yw, zw), plastic("#1b1c1e", 0.4), "x", 40)
        else:
            ring(
                d * 0.36,
                d * 0.5,
                LL,
                (x0 + LL / 2, yw, zw),
                plastic("#c9302a" if m.index == 0 else "#202326", 0.4),
                "x",
                n=48,
            )
    display((0.33 * L, 0.11 * W, b + 0.66 * H), (0.2 * L, 0.2 * H), tilt=0.3, frame=0.012, accent=rgb(a))
    stop_button((0.42 * L, -0.36 * W, b + 0.26 * H), 0.016, (0, 0, 1))
    box((0.8 * L, 0.005, 0.46 * H), (-0.1 * L, -0.44 * W, b + 0.52 * H), glass(refl=0.4), 0.001)
    for s in (-1, 1):
        box((0.014, 0.014, 0.48 * H), (-0.1 * L + s * 0.4 * L, -0.44 * W, b + 0.52 * H), alu(), 0.003)
    box((0.82 * L, 0.014, 0.02 * H), (-0.1 * L, -0.44 * W, b + 0.76 * H), alu(), 0.003)
    prism(
        [(0, 0), (0.24 * L, -0.12 * H), (0.24 * L, -0.1 * H), (0, 0.02 * H)],
        w + 0.1 * W,
        (0.5 * L, yw, b + 0.4 * H),
        steel(0.35),
        rot=FRONT,
        bevel=0.002,
    )
    return dict(detail=((0.02 * L, yw, zw), 0.7 * H))


# ------------------------------------------------------------------ bench strippers: narrow fronts, the wire enters from the front


def stripper(m, slope=0.62, front=0.5, colour=None):
    """The housing of a bench stripper: L is its depth. Returns width, depth, height and the z of its foot."""
    w, d, h = m.W, m.L, m.H
    rubber_feet(w, d)
    b = 0.014
    h -= b
    prism(
        [(-0.5 * d, 0), (0.5 * d, 0), (0.5 * d, 0.86 * h), (0.42 * d, h), (-0.12 * d, h), (-0.5 * d, slope * h)],
        w,
        (0, 0, b),
        colour or body(),
        rot=SIDE,
        bevel=0.014,
    )
    box((w * 0.92, d * 0.96, 0.008), (0, 0, b + 0.004), graph(), 0.003)
    for s in (-1, 1):
        for k in range(6):
            box((0.002, 0.012, 0.22 * h), (s * w / 2, 0.12 * d + k * 0.026, b + 0.45 * h), hole(), 0.0005)
        box((0.003, 0.9 * d, 0.03 * h), (s * w / 2, 0, b + 0.16 * h), accent_paint(m.accent), 0.001)
    tilt = math.atan2(0.38 * d, (1 - slope) * h)
    return w, d, h, b, tilt


def slope_point(d, h, b, slope, t):
    return (-0.5 * d + 0.38 * d * t, b + (slope + (1 - slope) * t) * h)


def on_slope(m, size, t=0.5, slope=0.62, seed=3):
    y, z = slope_point(m.L, m.H - 0.014, 0.014, slope, t)
    display(
        (0, y - 0.002, z + 0.002),
        size,
        tilt=math.atan2(0.38 * m.L, (1 - slope) * (m.H - 0.014)),
        frame=0.012,
        accent=rgb(m.accent),
        seed=seed,
    )


@family("front", "detail")
def electric_stripping(m):
    w, d, h, b, tilt = stripper(m)
    inch = m.number("Display", 5) * 0.0254
    r = max(m.wire(), 0.001)
    on_slope(m, (min(inch * 0.85, w * 0.78), inch * 0.5), 0.52)
    box((w * 0.8, 0.008, 0.4 * h), (0, -0.5 * d, b + 0.32 * h), night(), 0.004)
    z = b + 0.36 * h
    ring(r * 1.6, 0.028, 0.02, (0, -0.5 * d - 0.01, z), polished(), "y", n=56)
    cyl(r * 1.7, 0.012, (0, -0.5 * d - 0.012, z), hole(), "y", n=28)
    ring(0.03, 0.034, 0.012, (0, -0.5 * d - 0.006, z), accent_paint(m.accent), "y", n=56)
    if m.index >= 2:
        box((w * 0.5, 0.03, 0.012), (0, -0.5 * d - 0.02, b + 0.17 * h), steel(), 0.003)
    label(m.name, (-w * 0.4, -0.5 * d - 0.001, b + 0.045 * h), 0.075 * h)
    cyl(0.012, 0.02, (w * 0.32, -0.5 * d - 0.01, b + 0.2 * h), plastic("#2b2e32"), "y", n=32)
    tube(
        [(0, -0.5 * d, z), (0, -0.6 * d, z), (-0.04, -0.85 * d, z - 0.1 * h), (-0.1, -1.1 * d, z - 0.3 * h)],
        r,
        wire_mat(COLOURS[m.index]),
    )
    return dict(detail=((0, -0.5 * d, z), 0.5 * h))


@family("front", "detail")
def pneumatic_stripping(m):
    w, d, h, b, tilt = stripper(m, 0.72)
    r = max(m.wire(), 0.001)
    box((w * 0.84, 0.01, 0.5 * h), (0, -0.5 * d, b + 0.4 * h), night(), 0.004)
    z = b + 0.44 * h
    box((w * 0.36, 0.04, 0.26 * h), (0, -0.5 * d - 0.016, z), shade(), 0.006)
    ring(r * 1.5, 0.018, 0.014, (0, -0.5 * d - 0.04, z), polished(), "y", n=48)
    cyl(r * 1.6, 0.012, (0, -0.5 * d - 0.04, z), hole(), "y", n=24)
    for s in (-1, 1):
        screw((s * w * 0.14, -0.5 * d - 0.036, z + 0.09 * h), 0.004)
        screw((s * w * 0.14, -0.5 * d - 0.036, z - 0.09 * h), 0.004)
    # regulator and gauge on top, dials for depth and length
    y0, z0 = slope_point(d, h, b, 0.72, 0.5)
    if m.index == 0:
        for s in (-1, 1):
            cyl(0.02, 0.02, (s * w * 0.22, y0, z0 + 0.008), graph(), (0, -0.6, 0.8), n=40)
            cyl(0.003, 0.022, (s * w * 0.22, y0 - 0.002, z0 + 0.012), paint("#f4f4f2"), (0, -0.6, 0.8), n=12)
    else:
        on_slope(m, (w * (0.3 + 0.1 * m.index), 0.16 * h), 0.5, 0.72, seed=m.index)
    cyl(0.028, 0.024, (w * 0.2, 0.1 * d, b + h + 0.03), polished(), "y", n=48)
    cyl(0.024, 0.004, (w * 0.2, 0.1 * d - 0.0125, b + h + 0.03), paint("#f4f4f2"), "y", n=40)
    box((0.002, 0.002, 0.018), (w * 0.2, 0.1 * d - 0.016, b + h + 0.036), plastic("#b3120e"), 0.0003, rot=(0, 0.7, 0))
    cyl(0.016, 0.03, (w * 0.2, 0.1 * d, b + h + 0.0), brass(), n=28)
    cyl(0.02, 0.05, (-0.12 * w, 0.1 * d, b + h + 0.025), dark_alu(), n=36)
    box((0.4 * w, 0.03, 0.02), (0.04 * w, 0.1 * d, b + h + 0.008), alu(), 0.003)
    tube(
        [
            (-0.12 * w, 0.13 * d, b + h + 0.02),
            (-0.2 * w, 0.35 * d, b + h + 0.06),
            (-0.4 * w, 0.62 * d, b + 0.6 * h),
            (-0.6 * w, 0.8 * d, 0.01),
            (-1.2 * w, 0.7 * d, 0.008),
        ],
        0.004,
        plastic("#2a6fd0"),
    )
    label(m.name, (-w * 0.4, -0.5 * d - 0.001, b + 0.05 * h), 0.07 * h)
    if m.index != 1:
        pedal(w * 1.0, -0.52 * d, 0.75, m.accent, to=(w * 0.3, 0.5 * d, b + 0.1 * h))
    tube(
        [(0, -0.54 * d, z), (0.0, -0.66 * d, z), (-0.05, -0.9 * d, z - 0.16 * h), (-0.12, -1.1 * d, z - 0.36 * h)],
        r,
        wire_mat(COLOURS[(m.index + 2) % 6]),
    )
    return dict(detail=((0, -0.5 * d, z), 0.5 * h))


def rotary_head(x, y, z, r, teeth=4, accent="#cc0e1b"):
    """A head with blades that turn round the wire."""
    ring(r * 0.9, r * 1.16, r * 0.5, (x, y, z), dark_alu(), "y", n=64)
    ring(r * 0.3, r * 0.9, r * 0.3, (x, y - r * 0.05, z), polished(0.18), "y", n=64)
    for i in range(teeth):
        t = 2 * pi * i / teeth + 0.4
        c = Vector((math.cos(t), 0, math.sin(t)))
        box(
            (r * 0.5, r * 0.2, r * 0.22),
            tuple(Vector((x, y - r * 0.26, z)) + c * r * 0.55),
            steel(),
            r * 0.03,
            rot=(0, -t, 0),
        )
        screw(tuple(Vector((x, y - r * 0.36, z)) + c * r * 0.66), r * 0.07)
    cyl(r * 0.2, r * 0.4, (x, y - r * 0.2, z), hole(), "y", n=28)
    ring(r * 0.16, r * 0.28, r * 0.14, (x, y - r * 0.36, z), brass(), "y", n=36)
    ring(r * 1.16, r * 1.22, r * 0.3, (x, y, z), accent_paint(accent), "y", n=64)


@family("front", "detail")
def coaxial_processing(m):
    w, d, h, b, tilt = stripper(m, 0.66, colour=paint("#e0e0de", 0.4))
    D = m.number("Outer diameter") / 1000
    R0 = min(w * 0.3, 0.042 + 0.012 * m.index)
    on_slope(m, (w * 0.72, 0.2 * h), 0.5, 0.66, seed=m.index + 1)
    z = b + 0.36 * h
    box((w * 0.9, 0.01, 0.5 * h), (0, -0.5 * d, b + 0.34 * h), night(), 0.004)
    rotary_head(0, -0.5 * d - 0.02, z, R0 * 0.8, 3 + m.index // 2, m.accent)
    if m.index > 1:
        ring(R0 * 1.14, R0 * 1.2, 0.09, (0, -0.5 * d - 0.045, z), glass(refl=0.4), "y", n=56)
    label(m.name, (-w * 0.42, -0.5 * d - 0.001, b + 0.607 * h), 0.044 * h)
    # a coaxial cable, stripped in steps, in front of the head
    y0 = -0.5 * d - R0 * 0.62 - 0.012
    q = max(D * 0.5, 0.0016)
    for k, (f, mt) in enumerate(
        ((0.28, copper()), (0.62, plastic("#f2f1ec")), (0.8, tin()), (1.0, plastic("#1b1c1e")))
    ):
        l = 0.02 + 0.006 * k
        tube([(0, y0 - 0.014 * k, z), (0, y0 - 0.014 * k - (l if k < 3 else 0.02), z)], q * f, mt, smooth=False)
    y1 = y0 - 0.062
    tube(
        [(0, y1, z), (0, y1 - 0.05, z), (-0.05, y1 - 0.14, z - 0.14 * h), (-0.12, y1 - 0.24, z - 0.32 * h)],
        q,
        plastic("#1b1c1e"),
    )
    box((w * 0.2, 0.07, 0.012), (0, y0 - 0.06, z - q - 0.008), steel(), 0.003)
    box((w * 0.12, 0.02, 0.09), (0, y0 - 0.07, z - q - 0.05), alu(), 0.003)
    stop_button((w * 0.34, -0.5 * d - 0.004, b + 0.52 * h), 0.01)
    return dict(detail=((0, -0.5 * d, z), 0.5 * h))


@family("front", "detail")
def rotary_stripping(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    D = m.number("Outer diameter") / 1000
    n = int(m.number("Stripping steps", 1))
    wd, d = W, L
    rubber_feet(wd, d)
    b = 0.014
    h = H - b
    box((wd, d, 0.3 * h), (0, 0, b + 0.15 * h), night(), 0.012)
    prism(
        [
            (-0.1 * d, 0.3 * h),
            (0.5 * d, 0.3 * h),
            (0.5 * d, 0.92 * h),
            (0.44 * d, h),
            (0.08 * d, h),
            (-0.1 * d, 0.7 * h),
        ],
        wd * 0.98,
        (0, 0, b),
        body(),
        rot=SIDE,
        bevel=0.014,
    )
    R0 = min(wd * 0.27, 0.05 + 0.014 * m.index)
    z = b + 0.5 * h
    rotary_head(0, -0.1 * d - 0.02, z, R0, 2 + n, a)
    # clamp and slide in front of the head
    for s in (-1, 1):
        cyl(0.008, 0.4 * d, (s * wd * 0.3, -0.3 * d, b + 0.34 * h), polished(), "y", n=24)
    box((wd * 0.74, 0.07, 0.1 * h), (0, -0.36 * d, b + 0.38 * h), shade(), 0.006)
    for s in (-1, 1):
        box((wd * 0.16, 0.05, 0.18 * h), (s * (D * 0.5 + wd * 0.085), -0.36 * d, z), steel(), 0.005)
    q = max(D * 0.42, 0.002)
    tube([(0, -0.2 * d, z), (0, -0.26 * d, z)], q * 0.6, copper(), smooth=False)
    tube(
        [(0, -0.26 * d, z), (0, -0.62 * d, z), (-0.03, -0.8 * d, z - 0.1 * h), (-0.1, -1.05 * d, z - 0.36 * h)],
        q,
        wire_mat("orange" if m.index == 3 else COLOURS[(m.index + 8) % 12]),
    )
    y0 = -0.01 * d
    display(
        (0, y0 - 0.004, b + 0.86 * h),
        (wd * 0.5, 0.18 * h),
        tilt=math.atan2(0.18 * d, 0.3 * h),
        frame=0.012,
        accent=rgb(a),
        seed=m.index,
    )
    label(m.name, (-wd * 0.44, -0.5 * d - 0.001, b + 0.1 * h), 0.08 * h, "#eceded")
    box((wd + 0.002, 0.004, 0.02 * h), (0, -0.5 * d, b + 0.27 * h), accent_paint(a), 0.001)
    # clear hood over the head
    box((wd * 0.96, 0.004, 0.36 * h), (0, -0.46 * d, b + 0.56 * h), glass(refl=0.4), 0.001)
    box((wd * 0.96, 0.36 * d, 0.004), (0, -0.28 * d, b + 0.745 * h), glass(refl=0.4), 0.001)
    for s in (-1, 1):
        box((0.004, 0.36 * d, 0.4 * h), (s * wd * 0.48, -0.28 * d, b + 0.53 * h), glass(refl=0.4), 0.001)
        box((0.01, 0.01, 0.4 * h), (s * wd * 0.475, -0.46 * d, b + 0.54 * h), alu(), 0.002)
    box((wd * 0.97, 0.012, 0.02 * h), (0, -0.46 * d, b + 0.74 * h), alu(), 0.003)
    stop_button((wd * 0.36, -0.5 * d, b + 0.14 * h), 0.013)
    return dict(detail=((0, -0.2 * d, z), 0.56 * h))
