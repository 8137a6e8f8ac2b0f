"""Machines that stand on the floor, and lines made of several parts. Testers, markers and feeders of any size are here too."""
from kit import *
from parts import *
from record import family


def deck(x, w, d, z, y=0):
    box((w, d, 0.03), (x, y, z + 0.015), paint("#7d8286", 0.4), 0.005)


def end_tray(x, y, z, w, d, r, n=18):
    """Where the finished wires lie."""
    box((w, d, 0.03), (x, y, z), steel(0.35), 0.005)
    for s in (-1, 1):
        box((w, 0.012, 0.1), (x, y + s * d / 2, z + 0.05), steel(0.35), 0.003)
    loose_wires(x, y, z + 0.02, w * 0.86, n, d * 0.7, max(r, 0.003))


# ------------------------------------------------------------------ crimping machines and harness lines


@family("detail", "front")
def double_sided(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    heavy = m.number("Crimp force") >= 40
    r = max(m.wire(), 0.003)
    stations = 1 if m.index < 3 else 2 if not heavy else 1
    feed, tray = 0.16 * L, 0.24 * L
    core = L - feed - tray
    x0 = -L / 2
    h = 0.86
    # the wire comes from a rack of drums, through the straightener
    cf = x0 + feed / 2
    box((feed * 0.86, 0.8 * W, 0.06), (cf, 0, 0.12), dark(), 0.01)
    for s in (-1, 1):
        box((0.05, 0.05, 0.62), (cf, s * 0.34 * W, 0.4), alu(), 0.005)
    for i in range(2):
        wire_drum(cf, -0.17 * W + i * 0.34 * W, 0.5, COLOURS[(m.index + i * 3) % 9], 0.27, 0.24)
    cyl(0.014, 0.8 * W, (cf, 0, 0.5), polished(), "y", n=20)
    cyl(0.016, 0.9, (cf + 0.18, -0.1 * W, 0.72), alu())
    ring(0.03, 0.05, 0.02, (cf + 0.18, -0.1 * W, 1.14), plastic("#e9e6dd"), "y", n=36)
    xc = x0 + feed + core / 2
    zw = h + 0.24
    tube(
        [
            (cf - 0.2, -0.17 * W, 0.62),
            (cf, -0.14 * W, 0.95),
            (cf + 0.18, -0.1 * W, 1.17),
            (x0 + feed + 0.06, -0.1 * W, zw),
        ],
        max(r, 0.004),
        wire_mat(COLOURS[m.index % 9]),
    )
    base(xc, core, W, h, a, doors=max(3, int(core / 0.7)))
    deck(xc, core, W, h)
    cover(xc, core - 0.02, W * 0.98, h + 0.03, H - h - 0.22 - 0.08, posts=max(3, int(core / 0.75)))
    straightener(x0 + feed + 0.2, -0.1 * W, zw, 9, 0.022)
    feed_rollers(xc, -0.1 * W, zw, 0.06, 2)
    box((0.36, 0.16, 0.3), (xc, 0.02 * W + 0.08, zw), shade(), 0.012)
    for s in (-1, 1):
        box((0.1, 0.16, 0.12), (xc + 0.32, -0.1 * W, zw + s * 0.1), shade(), 0.006)
    tube(
        [(x0 + feed, -0.1 * W, zw), (x0 + feed + core - 0.1, -0.1 * W, zw)],
        max(r, 0.004),
        wire_mat(COLOURS[m.index % 9]),
        smooth=False,
    )
    # crimping stations of both sides
    ps = 0.98 if not heavy else 1.2
    span = core / 2 - 0.42
    for side in (-1, 1):
        for k in range(stations):
            x = xc + side * (0.42 + (k + 0.5) * span / stations + 0.04)
            press(x, 0.16 * W, h + 0.03, ps, a, strip=side)
    # arms that carry the ends to the stations
    for s in (-1, 1):
        box((0.3, 0.05, 0.05), (xc + s * 0.34, -0.1 * W, zw - 0.02), accent_paint(a), 0.01)
        box((0.05, 0.06, 0.1), (xc + s * 0.5, -0.1 * W, zw - 0.02), steel(), 0.006)
    end_tray(L / 2 - tray / 2, -0.1 * W, 0.74, tray * 0.96, 0.34 * W, r)
    base(L / 2 - tray / 2, tray * 0.9, 0.5 * W, 0.66, a, y=-0.1 * W, doors=1 if tray < 1.1 else 2, vents=False)
    d = m.number("Display", 15) * 0.0254
    panel_arm(L / 2 - tray - 0.12, -W / 2 - 0.06, h - 0.06, (d * 0.86, d * 0.52), a, 0.56, rz=-0.12)
    stop_button((L / 2 - tray - 0.3, -W / 2 - 0.012, h - 0.1), 0.03)
    tower(xc + core / 2 - 0.12, 0.3 * W, H - 0.4)
    label(m.name, (xc - core / 2 + 0.1, -W / 2 - 0.014, h - 0.22), 0.12)
    box((core * 0.99, 0.02, 0.09), (xc, -W / 2 + 0.012, H - 0.22 - 0.11), accent_paint(a), 0.006)
    return dict(detail=((xc - 0.3 - span * 0.5 / stations, -0.02, zw + 0.12), 0.95), **{"from": -12})


@family("detail", "front")
def harness_lines(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    n = int(m.number("Stations"))
    wires = int(m.number("Wires on board"))
    h = 0.86
    magazine = 0.22 * L
    table = 0.16 * L
    core = L - magazine - table
    x0 = -L / 2
    D = W * 0.72
    wire_magazine(x0 + magazine / 2, magazine, D, h, H, wires, a, m)
    mod = max(3, n // 2)
    w = core / mod
    zw = h + 0.22
    for i in range(mod):
        x = x0 + magazine + w * (i + 0.5)
        base(x, w - 0.01, D, h, a, doors=2 if w > 0.8 else 1)
        deck(x, w - 0.01, D, h)
        cover(x, w - 0.015, D * 0.98, h + 0.03, H - h - 0.2, posts=1 if w < 0.9 else 2)
        for k in range(2):
            press(x + (k - 0.5) * w * 0.48, 0.16 * D, h + 0.03, 0.9, a, strip=-1)
        box((w * 0.96, 0.05, 0.06), (x, -0.12 * D, zw - 0.08), alu(), 0.004)
        for k in range(3):
            box(
                (0.05, 0.07, 0.09),
                (x + (k - 1) * w * 0.3, -0.12 * D, zw - 0.01),
                accent_paint(a) if k == 1 else shade(),
                0.008,
            )
    for k in range(min(8, wires // 5)):
        tube(
            [(x0 + magazine - 0.1, -0.12 * D + k * 0.008, zw), (x0 + magazine + core, -0.12 * D + k * 0.008, zw)],
            0.004,
            wire_mat(COLOURS[k]),
            smooth=False,
        )
    # finished wires hang in their sequence
    xt = L / 2 - table / 2
    base(xt, table * 0.96, D * 0.8, 0.7, a, doors=1, vents=False)
    deck(xt, table * 0.96, D * 0.8, 0.7)
    box((table * 0.9, 0.04, 0.04), (xt, 0, 1.35), alu(), 0.004)
    for s in (-1, 1):
        box((0.04, 0.04, 0.64), (xt + s * table * 0.43, 0, 1.04), alu(), 0.004)
    for k in range(14):
        q = xt + (k / 13 - 0.5) * table * 0.8
        tube(
            [(q, -0.02, 1.36), (q, -0.08, 1.2), (q + 0.01, -0.06, 0.95), (q, 0.06, 0.8)],
            0.004,
            wire_mat(COLOURS[k % 9]),
        )
    panel_arm(L / 2 - table - 0.1, -D / 2 - 0.06, h - 0.05, (0.5, 0.3), a, 0.56, rz=-0.15)
    tower(L / 2 - table - 0.15, 0.3 * D, H - 0.45)
    label(m.name, (x0 + magazine + 0.1, -D / 2 - 0.014, h - 0.23), 0.13)
    box((core * 0.995, 0.02, 0.1), (x0 + magazine + core / 2, -D / 2 + 0.01, H - 0.22), accent_paint(a), 0.006)
    return dict(detail=((x0 + magazine + w, -0.05 * D, zw + 0.12), 1.15))


def wire_magazine(x, w, d, h, H, wires, a, m):
    """Rows of guides and feeders, one for each wire on board, over the drums."""
    base(x, w - 0.02, d, 0.5, a, doors=2, vents=False)
    rows = 3
    cols = max(4, wires // rows)
    box((w - 0.02, 0.06, H - 0.62), (x, d * 0.3, 0.5 + (H - 0.62) / 2), body(), 0.01)
    for s in (-1, 1):
        box((0.06, d * 0.8, H - 0.55), (x + s * (w / 2 - 0.04), 0, 0.5 + (H - 0.6) / 2), body(), 0.012)
    box((w, d * 0.86, 0.07), (x, 0, H - 0.1), body(), 0.014)
    box((w * 0.99, 0.02, 0.08), (x, -d * 0.43, H - 0.1), accent_paint(a), 0.005)
    for j in range(rows):
        z = 0.72 + j * (H - 0.95) / rows
        box((w - 0.14, d * 0.5, 0.02), (x, 0, z - 0.1), alu(), 0.003)
        for i in range(cols):
            q = x + ((i + 0.5) / cols - 0.5) * (w - 0.2)
            c = COLOURS[(i * 5 + j * 3) % 12]
            rr = min(0.15, (w - 0.2) / cols * 0.46)
            wire_drum(q, -0.02, z + 0.06, c, max(0.12, rr * 1.2), min(0.1, (w - 0.2) / cols * 0.8), axis="x")
            tube(
                [(q, -0.18, z + 0.06), (q, -d * 0.34, z + 0.16), (q, -d * 0.4, z + 0.02)],
                0.004,
                wire_mat(c),
                n=5,
                res=3,
            )
            cyl(0.012, 0.04, (q, -d * 0.4, z + 0.02), brass(), "y", n=16)


@family("detail", "front")
def block_loading(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    n = int(m.number("Stations"))
    wires = int(m.number("Wires on board"))
    places = int(m.number("Positions"))
    h = 0.86
    D = W * 0.74
    magazine, load = 0.2 * L, 0.42 * L
    core = L - magazine - load
    x0 = -L / 2
    zw = h + 0.22
    wire_magazine(x0 + magazine / 2, magazine, D, h, H, wires, a, m)
    mod = max(1, int(round(core / 1.1)))
    w = core / mod
    per = max(1, int(round(n / mod)))
    for i in range(mod):
        x = x0 + magazine + w * (i + 0.5)
        base(x, w - 0.01, D, h, a, doors=2)
        deck(x, w - 0.01, D, h)
        cover(x, w - 0.015, D * 0.98, h + 0.03, H - h - 0.2, posts=2)
        for k in range(per):
            press(x + ((k + 0.5) / per - 0.5) * w * 0.8, 0.16 * D, h + 0.03, 0.9 if per < 3 else 0.75, a)
        box((w * 0.96, 0.05, 0.06), (x, -0.12 * D, zw - 0.08), alu(), 0.004)
    for k in range(6):
        tube(
            [(x0 + magazine - 0.1, -0.12 * D + k * 0.008, zw), (x0 + magazine + core, -0.12 * D + k * 0.008, zw)],
            0.004,
            wire_mat(COLOURS[k]),
            smooth=False,
        )
    # the loading field: nests with housings on a tilted plate, heads on a gantry
    xl = L / 2 - load / 2
    base(xl, load - 0.01, D, h, "#2d3034", doors=max(2, int(load / 0.8)), vents=False)
    deck(xl, load - 0.01, D, h)
    cols = places // 2
    tilt = 0.62
    e = Euler((tilt, 0, 0)).to_matrix()
    o = Vector((xl, -0.06 * D, h + 0.3))
    box((load * 0.86, 0.62, 0.03), tuple(o), alu(), 0.006, rot=(tilt, 0, 0))
    box((load * 0.8, 0.2, 0.26), (xl, 0.0, h + 0.14), night(), 0.01)
    for i in range(cols):
        for j in range(2):
            p = o + e @ Vector((((i + 0.5) / cols - 0.5) * load * 0.8, (j - 0.5) * 0.28, 0.05))
            c = ["#1b1c1e", "#e9e6dd", "#1f51d8", "#e08a12", "#1d8a46", "#8a8e92"][(i * 2 + j * 3) % 6]
            box(
                (min(0.17, load * 0.8 / cols * 0.82), 0.2, 0.03),
                tuple(p - e @ Vector((0, 0, 0.03))),
                dark_alu(),
                0.004,
                rot=(tilt, 0, 0),
            )
            box((min(0.11, load * 0.8 / cols * 0.6), 0.11, 0.07), tuple(p), plastic(c, 0.4), 0.008, rot=(tilt, 0, 0))
            for k in range(3):
                q = p + e @ Vector(((k - 1) * 0.022, 0, 0.04))
                tube(
                    [
                        tuple(q),
                        tuple(q + Vector((0.0, -0.03, 0.09))),
                        tuple(q + Vector((0.02 * (k - 1), -0.14, 0.08))),
                        tuple(q + Vector((0.03 * (k - 1), -0.2, -0.08))),
                    ],
                    0.004,
                    wire_mat(COLOURS[(i + j + k * 2) % 9]),
                    n=5,
                    res=3,
                )
    heads = 1 if m.index < 3 else 2
    box((load * 0.94, 0.1, 0.12), (xl, 0.2 * D, H - 0.42), alu(), 0.006)
    box((load * 0.94, 0.02, 0.03), (xl, 0.2 * D - 0.06, H - 0.42), polished(), 0.002)
    for k in range(heads):
        q = xl + (0.0 if heads == 1 else (k - 0.5) * load * 0.44) - 0.1
        box((0.22, 0.16, 0.3), (q, 0.1 * D, H - 0.46), accent_paint(a), 0.016)
        box((0.1, 0.1, 0.34), (q, 0.06 * D, H - 0.72), shade(), 0.01)
        box((0.03, 0.03, 0.2), (q, 0.04 * D, H - 0.95), steel(), 0.003)
        tube([(q, 0.2 * D, H - 0.3), (q + 0.15, 0.26 * D, H - 0.22), (q + 0.4, 0.26 * D, H - 0.34)], 0.03, rubber())
    cover(xl, load - 0.015, D * 0.98, h + 0.03, H - h - 0.2, posts=max(2, int(load / 0.9)))
    panel_arm(L / 2 - 0.3, -D / 2 - 0.06, h - 0.05, (0.5, 0.3), a, 0.56, rz=-0.2)
    tower(L / 2 - 0.15, 0.3 * D, H - 0.45)
    label(m.name, (x0 + magazine + 0.1, -D / 2 - 0.014, h - 0.23), 0.13)
    box(
        ((core + load) * 0.995, 0.02, 0.1),
        (x0 + magazine + (core + load) / 2, -D / 2 + 0.01, H - 0.22),
        accent_paint(a),
        0.006,
    )
    return dict(detail=((xl - load * 0.1, -0.06 * D, h + 0.42), 1.15))


@family("detail", "front")
def twisting(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    n = int(m.number("Stations"))
    h = 0.86
    D = W * 0.8
    core = min(0.42 * L, 1.6 + 0.24 * n)
    track = L - core
    x0 = -L / 2
    zw = h + 0.2
    xc = x0 + core / 2
    base(xc, core, D, h, a, doors=max(3, int(core / 0.7)))
    deck(xc, core, D, h)
    cover(xc, core - 0.02, D * 0.98, h + 0.03, H - h - 0.2, posts=max(2, int(core / 0.8)))
    k = max(0, n - 2)
    for i in range(k):
        press(x0 + 0.4 + (core - 0.7) * (i + 0.5) / max(1, k), 0.14 * D, h + 0.03, 0.9 if k < 5 else 0.72, a)
    if not k:
        box((0.5, 0.3, 0.5), (xc, 0.1 * D, h + 0.28), shade(), 0.012)
    feed_rollers(x0 + 0.22, -0.1 * D, zw, 0.055, 2)
    straightener(x0 + 0.5, -0.1 * D, zw, 7, 0.02)
    # the track, with the head that twists and the carriage that holds the far end
    xt = x0 + core + track / 2
    parts_ = max(2, int(track / 1.5))
    w = track / parts_
    for i in range(parts_):
        base(x0 + core + w * (i + 0.5), w - 0.01, D * 0.5, 0.74, a, doors=1, vents=False, y=-0.1 * D)
    box((track - 0.02, D * 0.42, 0.05), (xt, -0.1 * D, 0.78), alu(), 0.006)
    for s in (-1, 1):
        box((track - 0.1, 0.04, 0.04), (xt, -0.1 * D + s * 0.12, 0.83), polished(), 0.003)
    box((track - 0.02, 0.05, 0.3), (xt, -0.1 * D + D * 0.22, 0.92), body(), 0.008)
    box((track - 0.02, 0.006, 0.05), (xt, -0.1 * D + D * 0.22 - 0.028, 1.03), accent_paint(a), 0.001)
    box((track - 0.1, 0.006, 0.34), (xt, -0.1 * D - D * 0.2, 0.98), glass(refl=0.4), 0.001)
    box((track - 0.06, 0.03, 0.03), (xt, -0.1 * D - D * 0.2, 1.15), alu(), 0.004)
    for i in range(parts_ + 1):
        box(
            (0.03, 0.03, 0.36), (x0 + core + 0.03 + (track - 0.06) * i / parts_, -0.1 * D - D * 0.2, 0.97), alu(), 0.004
        )
    xh, xe = x0 + core + 0.28, L / 2 - 0.5
    twist_head(xh, -0.1 * D, 1.02, a, 1)
    twist_head(xe, -0.1 * D, 1.02, a, -1)
    for s in (0, 1):
        N = int(40 * track / 2)
        tube(
            [
                (
                    xh + 0.22 + (xe - xh - 0.44) * t / N,
                    -0.1 * D + 0.011 * math.cos(t * 1.1 + s * pi),
                    1.02 + 0.011 * math.sin(t * 1.1 + s * pi),
                )
                for t in range(N + 1)
            ],
            0.009,
            wire_mat(
                ("green", "yellow", "violet", "orange", "white", "brown")[m.index]
                if s
                else ("white", "blue", "yellow", "white", "grey", "orange")[m.index]
            ),
            smooth=False,
            res=3,
        )
    for i in range(2):
        wire_drum(x0 - 0.34, -0.22 + 0.4 * i, 0.42, ("white", "green", "yellow")[(i + m.index) % 3], 0.26, 0.22)
    box((0.12, 1.0, 0.06), (x0 - 0.34, 0, 0.05), dark(), 0.01)
    for s in (-1, 1):
        box((0.06, 0.05, 0.42), (x0 - 0.34, s * 0.46, 0.24), dark(), 0.006)
    cyl(0.016, 0.98, (x0 - 0.34, 0, 0.42), polished(), "y", n=20)
    panel_arm(x0 + core - 0.1, -D / 2 - 0.06, h - 0.05, (0.44, 0.27), a, 0.56, rz=-0.12)
    tower(x0 + core - 0.15, 0.3 * D, H - 0.45)
    stop_button((L / 2 - 0.2, -0.1 * D - D * 0.25 - 0.01, 0.68), 0.03)
    label(m.name, (x0 + 0.1, -D / 2 - 0.014, h - 0.22), 0.12)
    box((core * 0.99, 0.02, 0.09), (xc, -D / 2 + 0.01, H - 0.22), accent_paint(a), 0.006)
    return dict(detail=((xh + 0.2, -0.1 * D, 1.0), 0.72), **{"from": 30})


def twist_head(x, y, z, a, side):
    box((0.26, 0.26, 0.3), (x - side * 0.1, y, z), body(), 0.016)
    box((0.264, 0.264, 0.03), (x - side * 0.1, y, z + 0.1), accent_paint(a), 0.004)
    cyl(0.075, 0.1, (x + side * 0.08, y, z), polished(), "x", n=48)
    cyl(0.05, 0.06, (x + side * 0.15, y, z), dark_alu(), "x", n=40)
    for s in (-1, 1):
        box((0.07, 0.02, 0.03), (x + side * 0.2, y + s * 0.018, z), steel(), 0.003)
    cyl(0.06, 0.16, (x - side * 0.3, y, z), graph(), "x", n=40)
    box((0.3, 0.34, 0.04), (x - side * 0.1, y, z - 0.17), dark_alu(), 0.006)


# ------------------------------------------------------------------ heavy cable, laser


@family("front", "detail")
def large_cross_sections(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    r = m.number("Outer diameter") / 2000 * 0.9
    h = 0.7 * H * 0.95
    b = h
    base(0, L, W, b, a, doors=2)
    box((L, W, 0.03), (0, 0, b + 0.015), night(), 0.006)
    prism(
        [(-0.5 * L, 0), (0.5 * L, 0), (0.5 * L, H - b - 0.12), (0.4 * L, H - b), (-0.5 * L, H - b)],
        0.34 * W,
        (0, 0.31 * W, b + 0.03),
        body(),
        rot=FRONT,
        bevel=0.016,
    )
    box((L * 0.99, 0.004, 0.03), (0, 0.139 * W, b + 0.09), accent_paint(a), 0.001)
    zw, yw = b + 0.03 + 0.5 * (H - b), -0.12 * W
    hh = 0.26 * (H - b)
    feed_belts(-0.27 * L, yw, zw, 0.38 * L, hh, 0.07)
    feed_belts(0.33 * L, yw, zw, 0.24 * L, hh, 0.07)
    for s in (-1, 1):
        box((0.13 * L, 0.3 * W, 0.3 * (H - b)), (0.06 * L, yw, zw + s * 0.36 * (H - b)), shade(), 0.008)
        prism(
            [(-0.04 * L, 0), (0.04 * L, 0), (0, 0.16 * (H - b))],
            0.012,
            (0.06 * L, yw - 0.01, zw + s * 0.2 * (H - b)),
            polished(),
            rot=(pi / 2 if s < 0 else -pi / 2, 0, 0),
            bevel=0.001,
        )
        cyl(0.02, 0.9 * (H - b), (0.06 * L + s * 0.085 * L, yw + 0.1 * W, zw), polished(), n=24)
    c = "orange" if m.index < 2 else "black"
    tube(
        [(-0.5 * L - 0.34 * L, yw, zw - 0.06), (-0.5 * L, yw, zw), (-0.1 * L, yw, zw), (0.02 * L, yw, zw)],
        r,
        wire_mat(c),
    )
    tube([(0.1 * L, yw, zw), (0.5 * L + 0.1 * L, yw, zw), (0.5 * L + 0.2 * L, yw, zw)], r, wire_mat(c), smooth=False)
    tube([(0.5 * L + 0.2 * L, yw, zw), (0.5 * L + 0.27 * L, yw, zw)], r * 0.74, copper(), smooth=False)
    for x in (-0.49, 0.49):
        ring(r * 1.2, r * 1.2 + 0.03, 0.03, (x * L, yw, zw), dark_alu(), "x", n=48)
        box((0.03, 0.1, zw - r * 1.2 - b - 0.03), (x * L, yw, (zw - r * 1.2 + b) / 2), dark_alu(), 0.004)
    box((0.4 * L, 0.24 * W, 0.02), (0.5 * L + 0.2 * L, yw, zw - r - 0.02), steel(0.35), 0.004)
    box((0.05, 0.05, zw - r - 0.03), (0.5 * L + 0.32 * L, yw, (zw - r - 0.03) / 2), alu(), 0.004)
    box((0.2, 0.3, 0.02), (0.5 * L + 0.32 * L, yw, 0.01), dark(), 0.004)
    box((0.96 * L, 0.006, 0.72 * (H - b)), (0, -0.48 * W, b + 0.03 + 0.38 * (H - b)), glass(refl=0.4), 0.001)
    box((0.97 * L, 0.02, 0.025), (0, -0.48 * W, b + 0.03 + 0.76 * (H - b)), alu(), 0.004)
    for x in (-0.48, 0, 0.48):
        box((0.02, 0.02, 0.76 * (H - b)), (x * L, -0.48 * W, b + 0.03 + 0.38 * (H - b)), alu(), 0.003)
    panel_arm(0.3 * L, 0.2 * W, H - 0.06, (0.32, 0.2), a, 0.22)
    tower(-0.4 * L, 0.32 * W, H - 0.3)
    stop_button((0.42 * L, -W / 2 - 0.012, b - 0.1), 0.028)
    label(m.name, (-0.46 * L, -W / 2 - 0.014, b - 0.2), 0.1)
    return dict(detail=((0.06 * L, yw, zw), 0.6 * (H - b) + 0.2))


@family("front", "detail")
def laser_stripping(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    h = 0.55 * H
    k = paint("#e0e1e1", 0.4)
    base(0, L, W, h, a, doors=1 if L < 1.1 else 2, colour=k)
    # cabin with a window of filter glass, a drawer for the wire
    prism(
        [(-0.5 * W, 0), (0.5 * W, 0), (0.5 * W, H - h), (-0.26 * W, H - h), (-0.5 * W, 0.72 * (H - h))],
        L,
        (0, 0, h),
        k,
        rot=SIDE,
        bevel=0.016,
    )
    ww = 0.46 * L
    z = h + 0.42 * (H - h)
    box((ww + 0.06, 0.02, 0.46 * (H - h)), (-0.18 * L, -W / 2 - 0.004, z), night(), 0.012)
    box((ww, 0.012, 0.36 * (H - h)), (-0.18 * L, -W / 2 - 0.012, z), glass(tint=(0.35, 0.62, 0.42), refl=0.5), 0.002)
    box(
        (ww * 0.96, 0.004, 0.32 * (H - h)),
        (-0.18 * L, -W / 2 - 0.006, z),
        mat("inside", (0.03, 0.07, 0.045), 0, 0.5),
        0.001,
    )
    box((0.16, 0.03, 0.025), (-0.18 * L, -W / 2 - 0.03, z - 0.26 * (H - h)), alu(), 0.008)
    box((0.36 * L, 0.1, 0.09), (-0.18 * L, -W / 2 - 0.05, h + 0.06), shade(), 0.008)
    ring(0.006, 0.03, 0.02, (-0.18 * L, -W / 2 - 0.105, h + 0.075), polished(), "y", n=40)
    r = max(0.0018, m.wire())
    tube(
        [
            (-0.18 * L, -W / 2 - 0.1, h + 0.075),
            (-0.18 * L, -W / 2 - 0.22, h + 0.07),
            (-0.24 * L, -W / 2 - 0.42, h - 0.06),
        ],
        r,
        wire_mat(COLOURS[m.index + 4]),
    )
    for s in (-1, 1):
        box((0.03, 0.06, 0.06), (-0.18 * L + s * 0.05, -W / 2 - 0.12, h + 0.075), dark_alu(), 0.005)
    display(
        (0.28 * L, -W / 2 - 0.008, h + 0.52 * (H - h)), (0.26 * L, 0.2 * L), frame=0.018, accent=rgb(a), seed=m.index
    )
    warning(0.28 * L, -W / 2 - 0.004, h + 0.2 * (H - h), 0.09, bolt=False)
    stop_button((0.42 * L, -W / 2 - 0.004, h + 0.2 * (H - h)), 0.026)
    label(m.name, (-0.46 * L, -W / 2 - 0.014, h - 0.19), 0.085)
    for i in range(1 + (m.index == 3)):
        box((0.24 * L, 0.3 * W, 0.14), ((-0.18 + 0.34 * i) * L, 0.1 * W, H + 0.06), night(), 0.012)
        cyl(0.035, 0.2, ((-0.18 + 0.34 * i) * L - 0.16 * L, 0.1 * W, H + 0.06), alu(), "x", n=32)
    cyl(0.05, 0.2, (0.36 * L, 0.3 * W, H + 0.1), alu(), n=36)
    tube([(0.36 * L, 0.3 * W, H + 0.18), (0.36 * L, 0.42 * W, H + 0.3), (0.36 * L, 0.66 * W, H + 0.2)], 0.048, alu())
    tower(0.46 * L, 0.1 * W, H - 0.28)
    return dict(detail=((-0.18 * L, -W / 2 - 0.06, h + 0.16), 0.5))


@family("front", "detail")
def laser_marking(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    h = 0.62 * H
    zw = h + 0.2 * (H - h) + 0.06
    r = max(0.003, m.wire())
    cam = m.index >= 2
    base(0, L, W, h, a, doors=2)
    box((0.62 * L, W, H - h), (0, 0, h + (H - h) / 2), body(), 0.018)
    box((0.63 * L, 0.012, 0.05), (0, -W / 2 - 0.002, H - 0.06), accent_paint(a), 0.003)
    box((0.36 * L, 0.014, 0.5 * (H - h)), (-0.08 * L, -W / 2 - 0.004, h + 0.5 * (H - h)), night(), 0.01)
    box(
        (0.3 * L, 0.01, 0.36 * (H - h)),
        (-0.08 * L, -W / 2 - 0.01, h + 0.5 * (H - h)),
        glass(tint=(0.55, 0.35, 0.75), refl=0.5),
        0.002,
    )
    box(
        (0.3 * L, 0.004, 0.36 * (H - h)),
        (-0.08 * L, -W / 2 - 0.005, h + 0.5 * (H - h)),
        mat("inside-uv", (0.06, 0.03, 0.12), 0, 0.5),
        0.001,
    )
    warning(0.2 * L, -W / 2 - 0.004, h + 0.34 * (H - h), 0.1, bolt=False)
    display(
        (0.2 * L, -W / 2 - 0.006, h + 0.68 * (H - h)), (0.15 * L, 0.12 * L), frame=0.016, accent=rgb(a), seed=m.index
    )
    # the wire runs in on the left over a measuring wheel and out on the right
    for s in (-1, 1):
        box((0.19 * L, 0.5 * W, 0.03), (s * 0.405 * L, -0.12 * W, h + 0.015), dark_alu(), 0.005)
        box((0.1 * L, 0.05, 0.3 * (H - h)), (s * 0.4 * L, -0.02 * W, h + 0.15 * (H - h) + 0.03), body(), 0.008)
        feed_rollers(s * 0.4 * L, -0.1 * W, zw, 0.045, 1, t=0.026)
        ring(r * 1.5, 0.03, 0.03, (s * 0.315 * L, -0.1 * W, zw), polished(), "x", n=36)
    straightener(-0.46 * L, -0.1 * W, zw, 5, 0.018)
    tube(
        [(-0.5 * L - 0.28, -0.1 * W, zw + 0.02), (-0.5 * L, -0.1 * W, zw), (-0.3 * L, -0.1 * W, zw)],
        r,
        wire_mat("white"),
    )
    tube([(0.3 * L, -0.1 * W, zw), (0.5 * L, -0.1 * W, zw), (0.5 * L + 0.3, -0.1 * W, zw + 0.01)], r, wire_mat("white"))
    for k in range(5):
        ring(
            r * 0.98,
            r * 1.02,
            0.012,
            (0.36 * L + 0.14 * L * k / 5 + 0.1, -0.1 * W, zw),
            plastic("#3a3d42"),
            "x",
            bevel=0.0001,
            n=24,
        )
    if cam:
        box((0.07, 0.09, 0.12), (0.47 * L, -0.02 * W, zw + 0.17), graph(), 0.008)
        cyl(0.026, 0.06, (0.47 * L, -0.08 * W, zw + 0.12), graph(), (0, -0.6, -0.8), n=32)
        box((0.03, 0.03, 0.2), (0.47 * L, 0.04 * W, zw + 0.1), alu(), 0.003)
    if m.index == 4:
        box((0.3 * L, 0.5 * W, 0.14), (0, 0.05 * W, H + 0.07), night(), 0.012)
        label("UV", (-0.05 * L, -0.2 * W - 0.002, H + 0.03), 0.08, "#eceded")
    for i in range(m.index % 3 + 1):
        cyl(0.03, 0.1, ((-0.2 + 0.1 * i) * L, 0.2 * W, H + 0.05), alu(), n=28)
    stop_button((0.36 * L, -W / 2 - 0.012, h - 0.1), 0.028)
    tower(0.26 * L, 0.2 * W, H - 0.28)
    label(m.name, (-0.46 * L, -W / 2 - 0.014, h - 0.19), 0.09)
    return dict(detail=((0.36 * L, -0.1 * W, zw + 0.04), 0.42))


@family("front", "detail")
def ink_jet_marking(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    heads = int(m.number("Ink colours", 1)) if m.index != 3 else 2
    lines = int(m.number("Print lines", 1))
    r = max(0.0022, m.wire())
    b = 0.014
    rubber_feet(L, W)
    box((L, W, 0.26 * H), (0, 0, b + 0.13 * H), night(), 0.012)
    label(m.name, (-0.46 * L, -W / 2 - 0.001, b + 0.07 * H), 0.085 * H, "#eceded")
    box((L + 0.002, 0.004, 0.022 * H), (0, -W / 2, b + 0.235 * H), accent_paint(a), 0.001)
    box((L * 0.98, 0.42 * W, H * 0.72), (0, 0.28 * W, b + 0.26 * H + 0.36 * H), body(), 0.014)
    zw, yw = b + 0.46 * H, -0.16 * W
    # ink cartridges in their bay, one for each colour
    for i in range(max(heads, 1)):
        x = -0.38 * L + i * 0.17 * L
        box(
            (0.13 * L, 0.06, 0.34 * H),
            (x, 0.06 * W, b + 0.76 * H),
            plastic(("#17181a", "#eceae4", "#f0c311")[i], 0.35),
            0.006,
        )
        box((0.134 * L, 0.064, 0.05 * H), (x, 0.06 * W, b + 0.62 * H), graph(), 0.004)
        tube(
            [
                (x, 0.02 * W, b + 0.6 * H),
                (x + 0.02, -0.06 * W, b + 0.7 * H),
                (-0.1 * L + i * 0.2 * L, -0.1 * W, b + 0.74 * H),
            ],
            0.003,
            plastic("#26292d"),
        )
    # print heads over the wire
    for i in range(heads):
        x = (-0.1 + 0.2 * i) * L if heads > 1 else 0
        up = -1 if (m.index == 3 and i == 1) else 1
        box((0.1 * L, 0.16 * W, 0.26 * H), (x, yw, zw + up * 0.19 * H if up > 0 else zw + 0.19 * H), shade(), 0.008)
        box((0.104 * L, 0.164 * W, 0.03 * H), (x, yw, zw + 0.26 * H), accent_paint(a), 0.003)
        prism(
            [(-0.03 * L, 0.06 * H), (-0.015 * L, 0), (0.015 * L, 0), (0.03 * L, 0.06 * H)],
            0.1 * W,
            (x, yw, zw + 0.012),
            steel(),
            rot=FRONT,
            bevel=0.001,
        )
        box((0.12 * L, 0.2 * W, 0.03 * H), (x, yw + 0.1 * W, zw + 0.31 * H), dark_alu(), 0.004)
    for x in (-0.42, 0.44):
        feed_rollers(x * L, yw, zw, 0.055 * H + 0.006, 1, t=0.022)
    for x in (-0.3, 0.32):
        ring(r * 1.4, 0.014 + 0.002 * m.index, 0.03, (x * L, yw, zw), brass(), "x", n=36)
        box((0.02, 0.03, zw - b - 0.26 * H), (x * L, yw, (zw + b + 0.26 * H) / 2 - 0.007), dark_alu(), 0.003)
    c = ("white", "grey", "turquoise", "orange", "black")[m.index]
    tube(
        [
            (-0.5 * L - 0.3 * L, yw, zw - 0.012),
            (-0.5 * L, yw, zw),
            (0.5 * L, yw, zw),
            (0.5 * L + 0.3 * L, yw, zw - 0.01),
        ],
        r,
        wire_mat(c),
    )
    ink = "#17181a" if c in ("white", "grey", "turquoise", "orange") else "#f4f4f0"
    for k in range(10):
        box((0.006, 0.0004, r * 0.9), (0.36 * L + 0.014 * k, yw - r, zw), plastic(ink), 0.00005)
    display((0.3 * L, 0.06 * W, b + 0.78 * H), (0.26 * L, 0.24 * H), tilt=0.0, frame=0.012, accent=rgb(a), seed=m.index)
    stop_button((0.42 * L, -0.4 * W, b + 0.26 * H), 0.014, (0, 0, 1))
    box((0.76 * L, 0.004, 0.34 * H), (0, -0.42 * W, b + 0.45 * H), glass(refl=0.4), 0.001)
    for s in (-1, 1):
        box((0.01, 0.01, 0.36 * H), (s * 0.38 * L, -0.42 * W, b + 0.45 * H), alu(), 0.002)
    return dict(detail=((0.06 * L, yw, zw + 0.06 * H), 0.62 * H))


# ------------------------------------------------------------------ testers


@family("front", "detail")
def cable_testing(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    b = 0.012
    k = paint("#e2e3e3", 0.4)
    if m.index == 4:
        for sx in (-1, 1):
            for sy in (-1, 1):
                cyl(0.025, 0.03, (sx * L * 0.42, sy * W * 0.4, 0.02), rubber(), "x", n=28)
                box((0.03, 0.03, 0.04), (sx * L * 0.42, sy * W * 0.4, 0.05), dark_alu(), 0.003)
        box((L, W, H - 0.06), (0, 0, 0.06 + (H - 0.06) / 2), night(), 0.014)
        box((L * 0.9, 0.01, H - 0.16), (0, -W / 2 - 0.001, 0.05 + H / 2), k, 0.004)
        for i in range(5):
            z = 0.16 + i * 0.155
            box((L * 0.84, 0.012, 0.14), (0, -W / 2 - 0.006, z), k, 0.003)
            if i < 4:
                for j in range(8):
                    connector((j / 7 - 0.5) * L * 0.72, -W / 2 - 0.014, z, 0.05, 0.1, 0.012, "#1c1e20", 32)
            else:
                display((-0.16 * L, -W / 2 - 0.012, z), (0.2, 0.1), frame=0.012, accent=rgb(a))
                label(m.name.split()[-2] + " " + m.name.split()[-1], (0.06 * L, -W / 2 - 0.012, z - 0.01), 0.045)
        box((L * 0.9, 0.012, 0.02), (0, -W / 2 - 0.004, H - 0.035), accent_paint(a), 0.002)
        for j in range(6):
            x = (j / 7 - 0.5) * L * 0.72
            plug(x, -W / 2 - 0.03, 0.16 + 155e-3 * (j % 3), 0.05, 0.1, a, drop=0.12 + 0.02 * j, z_end=0.012)
        return dict(detail=((0, -W / 2, 0.4), 0.4))
    rubber_feet(L, W, 0.01, 0.012)
    if m.index < 3:
        prism(
            [(-0.5 * W, 0), (0.5 * W, 0), (0.5 * W, H - b), (0.2 * W, H - b), (-0.5 * W, 0.42 * (H - b))],
            L,
            (0, 0, b),
            k,
            rot=SIDE,
            bevel=0.008,
        )
        t = math.atan2(0.7 * W, 0.58 * (H - b))
        e = Euler((-t, 0, 0)).to_matrix()
        c = Vector((0, -0.15 * W, b + 0.71 * (H - b)))
        P = lambda u, v, o=0.002: tuple(c + Vector((u, 0, 0)) + e @ Vector((0, -o, v)))
        cols, s = (4, 6, 8)[m.index], L
        for i in range(cols):
            for j in range(2):
                u = (-0.44 + 0.62 * (i + 0.5) / cols) * L
                v = (0.18 - 0.36 * j) * W
                ww = 0.62 * L / cols * 0.8
                box((ww, 0.012, 0.22 * W), P(u, v), plastic("#1c1e20", 0.4), 0.003, rot=(-t, 0, 0))
                for p in range(4):
                    for q in range(4):
                        cyl(
                            0.0016,
                            0.003,
                            P(u + (p / 3 - 0.5) * ww * 0.66, v + (q / 3 - 0.5) * 0.15 * W, 0.0085),
                            gold(),
                            tuple(e @ Vector((0, -1, 0))),
                            bevel=0.0001,
                            n=8,
                        )
        display(P(0.34 * L, 0.04 * W), (0.22 * L, 0.26 * W), tilt=t, frame=0.008, accent=rgb(a), seed=m.index)
        for p, col in ((0, "#1d8a46"), (1, "#b3120e")):
            cyl(
                0.008,
                0.006,
                P((0.28 + 0.12 * p) * L, -0.26 * W, 0.003),
                glow(rgb(col), 0.8),
                tuple(e @ Vector((0, -1, 0))),
                n=24,
            )
        box((L + 0.002, 0.9 * W, 0.006), (0, 0, b + 0.2 * (H - b)), accent_paint(a), 0.001)
        label(m.name, (-0.46 * L, -W / 2 - 0.001, b + 0.06 * H), min(0.2 * H, 0.022))
        for i in range(min(cols, 4)):
            u = (-0.44 + 0.62 * (i + 0.5) / cols) * L
            p0 = Vector(P(u, -0.18 * W, 0.02))
            box((0.62 * L / cols * 0.6, 0.03, 0.14 * W), tuple(p0), plastic("#2c3036", 0.4), 0.004, rot=(-t, 0, 0))
            n = e @ Vector((0, -1, 0))
            tube(
                [
                    tuple(p0),
                    tuple(p0 + n * 0.05),
                    tuple(p0 + n * 0.07 + Vector((0.01 * i, -0.09, -0.02))),
                    (u + 0.02 * i, -0.5 * W - 0.1, 0.008),
                    (u + 0.05 * i - 0.04, -0.5 * W - 0.2 - 0.02 * i, 0.006),
                ],
                0.0045,
                wire_mat(COLOURS[(i * 3 + 1 + m.index) % 9]),
            )
    else:
        box((L, W, H - b), (0, 0, b + (H - b) / 2), k, 0.012)
        box((L * 0.94, 0.006, H * 0.86), (0, -W / 2 - 0.001, b + 0.47 * H), night(), 0.004)
        for r in range(3):
            for j in range(6):
                connector(
                    (j / 5 - 0.62) * L * 0.62,
                    -W / 2 - 0.008,
                    b + (0.22 + 0.27 * r) * H,
                    0.055,
                    0.05,
                    0.012,
                    "#d9dadb" if (j + r) % 4 == 0 else "#1c1e20",
                    20,
                )
        display((0.34 * L, -W / 2 - 0.006, b + 0.62 * H), (0.12, 0.1), frame=0.01, accent=rgb(a))
        label(m.name.replace("Easy-Wire ", ""), (0.2 * L, -W / 2 - 0.005, b + 0.14 * H), 0.022, "#eceded")
        box((L + 0.002, 0.004, 0.012), (0, -W / 2, b + 0.94 * H), accent_paint(a), 0.001)
        for s in (-1, 1):
            tube(
                [
                    (s * L * 0.5, -W * 0.3, b + 0.5 * H),
                    (s * (L * 0.5 + 0.03), -W * 0.3, b + 0.5 * H),
                    (s * (L * 0.5 + 0.03), W * 0.1, b + 0.5 * H),
                    (s * L * 0.5, W * 0.1, b + 0.5 * H),
                ],
                0.008,
                graph(),
                smooth=False,
            )
        for j in range(5):
            plug(
                (j / 5 - 0.62) * L * 0.62,
                -W / 2 - 0.02,
                b + (0.22 + 0.27 * (j % 3)) * H,
                0.05,
                0.045,
                a,
                drop=0.1 + 0.02 * j,
                z_end=0.008,
            )
    return dict(detail=((-0.1 * L, -W * 0.3, H * 0.5), 0.3))


def plug(x, y, z, w, h, accent, drop=0.1, z_end=0.01, colour=None):
    """A plug in its socket, with the cable that hangs from it."""
    box((w * 0.9, 0.03, h * 0.9), (x, y - 0.012, z), plastic("#2c3036", 0.4), 0.004)
    tube(
        [
            (x, y - 0.02, z),
            (x, y - 0.06, z - 0.004),
            (x + 0.01, y - 0.08, z - (z - z_end) * 0.5),
            (x + 0.02, y - 0.08 - drop * 0.4, z_end),
            (x + 0.04, y - 0.1 - drop, z_end),
        ],
        w * 0.12,
        wire_mat(COLOURS[int(abs(x * 97)) % 9]),
    )


@family("front", "detail")
def harness_testing(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    desk = 0.78
    cab = m.index >= 3
    if not cab:
        base(0, L, W, desk, a, doors=2)
        box((L + 0.04, W + 0.04, 0.03), (0, 0, desk + 0.015), paint("#ecebe7"), 0.006)
        hh = H - desk - 0.03
        prism(
            [(-0.36 * W, 0), (0.46 * W, 0), (0.46 * W, hh * 0.98), (0.2 * W, hh * 0.98)],
            L * 0.96,
            (0, 0, desk + 0.03),
            shade(),
            rot=SIDE,
            bevel=0.01,
        )
        t = math.atan2(0.56 * W, hh * 0.98)
        e = Euler((-t, 0, 0)).to_matrix()
        c = Vector((0, -0.08 * W, desk + 0.03 + hh * 0.49))
        face = math.hypot(0.56 * W, hh * 0.98)
        cols, rows = 6 + 2 * m.index, 2 + m.index
        P = lambda u, v, o=0.004: tuple(c + Vector((u, 0, 0)) + e @ Vector((0, -o, v)))
        for i in range(cols):
            for j in range(rows):
                u, v = (-0.44 + 0.66 * (i + 0.5) / cols) * L, ((j + 0.5) / rows - 0.5) * face * 0.82
                w_, h_ = 0.66 * L / cols * 0.8, face * 0.82 / rows * 0.8
                box(
                    (w_, 0.03, h_),
                    P(u, v),
                    plastic(["#1c1e20", a, "#e9e6dd", "#1c1e20", "#c9302a"][(i * 3 + j * 2) % 5], 0.4),
                    0.005,
                    rot=(-t, 0, 0),
                )
                for p in range(4):
                    cyl(
                        0.005,
                        0.01,
                        P(u + (p - 1.5) * w_ * 0.2, v, 0.022),
                        gold(),
                        tuple(e @ Vector((0, -1, 0))),
                        bevel=0.0002,
                        n=10,
                    )
        for i in range(cols):
            u = (-0.44 + 0.66 * (i + 0.5) / cols) * L
            p = Vector(P(u, -0.3 * face, 0.03))
            tube(
                [
                    tuple(p),
                    tuple(p + Vector((0.01, -0.08, 0.02))),
                    (u + 0.03 * (i % 3), -0.4 * W, desk + 0.06),
                    (u + 0.06 * (i % 2), -0.46 * W, desk + 0.045),
                ],
                0.007,
                wire_mat(COLOURS[(i + 1) % 9]),
            )
        display(
            (0.36 * L, -0.06 * W, desk + 0.03 + hh * 0.6),
            (0.22 * L, 0.15 * L),
            tilt=t * 0.5,
            frame=0.016,
            accent=rgb(a),
            seed=m.index,
        )
        box((0.3, 0.12, 0.02), (0.34 * L, -0.4 * W, desk + 0.04), graph(), 0.006)
        if m.index == 2:
            for s in (-1, 1):
                cyl(0.016, 0.4, (s * 0.42 * L, 0.4 * W, H + 0.1), alu(), n=20)
                box((0.07, 0.1, 0.07), (s * 0.42 * L, 0.3 * W, H + 0.28), graph(), 0.008)
                cyl(0.02, 0.04, (s * 0.42 * L, 0.18 * W, H + 0.25), hole(), (0, -0.8, -0.6), n=24)
        tower(-0.44 * L, 0.4 * W, H - 0.28)
        label(m.name, (-0.46 * L, -W / 2 - 0.014, desk - 0.2), 0.08)
        return dict(detail=((-0.1 * L, -0.1 * W, desk + 0.2), 0.6))
    n = 2 if m.index == 3 else 3
    w = L / n
    for i in range(n):
        x = -L / 2 + w * (i + 0.5)
        if i:
            base(x, w - 0.01, W, H - 0.02, a, doors=1, vents=False)
        if i == 0:
            levelling_feet(x, 0, w, W)
            box((w - 0.01, W, H - 0.11), (x, 0, 0.09 + (H - 0.11) / 2), body(), 0.012)
            display((x, -W / 2 - 0.01, H * 0.78), (w * 0.66, w * 0.42), frame=0.02, accent=rgb(a), seed=m.index)
            box((w * 0.7, 0.2, 0.03), (x, -W / 2 - 0.1, H * 0.55), dark_alu(), 0.006)
            box((w * 0.5, 0.13, 0.015), (x, -W / 2 - 0.1, H * 0.57), graph(), 0.004)
            stop_button((x + w * 0.36, -W / 2, H * 0.62), 0.028)
            label(m.name, (x - w * 0.42, -W / 2 - 0.002, H * 0.42), 0.085)
            box((w - 0.006, 0.006, 0.03), (x, -W / 2 - 0.003, H - 0.05), accent_paint(a), 0.001)
        else:
            box((w * 0.88, 0.02, H * 0.82), (x, -W / 2 - 0.012, H * 0.52), night(), 0.006)
            rows = 9 if m.index == 3 else 11
            for j in range(rows):
                z = H * 0.14 + (H * 0.76) * (j + 0.5) / rows
                box((w * 0.8, 0.014, H * 0.76 / rows * 0.86), (x, -W / 2 - 0.022, z), paint("#c9cbcc", 0.42), 0.003)
                for q in range(6):
                    connector(
                        x + (q / 5 - 0.5) * w * 0.64,
                        -W / 2 - 0.032,
                        z,
                        w * 0.09,
                        H * 0.76 / rows * 0.6,
                        0.014,
                        [a, "#1c1e20", "#1c1e20"][(q + j) % 3],
                        12,
                    )
            for j in range(4):
                plug(
                    x + (j / 5 - 0.4) * w * 0.64,
                    -W / 2 - 0.04,
                    H * (0.3 + 0.12 * (j % 3)),
                    w * 0.08,
                    0.05,
                    a,
                    drop=0.12 + 0.03 * j,
                    z_end=0.02,
                )
    tower(L / 2 - 0.12, 0.2 * W, H - 0.3)
    return dict(detail=((L * 0.15, -W / 2, H * 0.45), 0.6))


@family("front", "detail")
def high_voltage_testing(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    h = 0.5 * H if m.index < 4 else 0.12
    kv = m.number("Test voltage") / 1000
    k = body()
    if m.index < 4:
        base(0, L, W, h, a, doors=2)
    else:
        levelling_feet(0, 0, L, W)
        box((L, W, 0.1), (0, 0, 0.11), night(), 0.008)
        h = 0.16
    ch = H - h
    col = 0.26 * L if m.index else 0.24 * L
    # the cabin: a chamber behind a door of clear plate; a column with controls
    for s in (-1, 1):
        box(
            (0.05, W - 0.002, ch - 0.03),
            (s * (L / 2 - 0.027) if s < 0 else L / 2 - col, 0, h + ch / 2 - 0.015),
            k,
            0.01,
        )
    box((L + 0.008, W + 0.008, 0.07), (0, 0, H - 0.035), k, 0.014)
    box((L - col, 0.03, ch), (-col / 2, W / 2 - 0.015, h + ch / 2), paint("#bfc1c3", 0.5), 0.004)
    box((L - col, W, 0.02), (-col / 2, 0, h + 0.01), rubber("#2c2f33"), 0.003)
    box((col, W, ch - 0.03), (L / 2 - col / 2, 0, h + ch / 2 - 0.015), k, 0.014)
    cx, cw = -col / 2 - 0.01, L - col - 0.07
    box((cw, 0.008, ch - 0.14), (cx, -W / 2 + 0.012, h + (ch - 0.07) / 2), glass(refl=0.4), 0.002)
    for z in (h + 0.03, H - 0.1):
        box((cw + 0.02, 0.03, 0.05), (cx, -W / 2 + 0.012, z), alu(), 0.005)
    for s in (-1, 1):
        box((0.04, 0.03, ch - 0.08), (cx + s * cw / 2, -W / 2 + 0.012, h + (ch - 0.07) / 2), alu(), 0.005)
    box((0.03, 0.04, 0.3), (cx + cw * 0.44, -W / 2 - 0.012, h + ch * 0.45), graph(), 0.008)
    # in the chamber: sockets and a set of orange cables
    n = (4, 5, 6, 8, 9)[m.index]
    box((cw * 0.9, 0.1, 0.12), (cx, W * 0.3, h + 0.24 * ch), shade(), 0.008)
    box((cw * 0.9, 0.1, 0.12), (cx, W * 0.3, h + 0.66 * ch), shade(), 0.008)
    rr = 0.008 + 0.004 * m.index
    for i in range(n):
        x = cx + ((i + 0.5) / n - 0.5) * cw * 0.8
        for z in (0.24, 0.66):
            cyl(0.03, 0.06, (x, W * 0.3 - 0.07, h + z * ch), plastic("#ee6a12", 0.4), "y", n=28)
            cyl(0.02, 0.064, (x, W * 0.3 - 0.072, h + z * ch), graph(), "y", n=24)
        tube(
            [
                (x, W * 0.3 - 0.08, h + 0.66 * ch),
                (x, W * 0.05, h + 0.62 * ch),
                (x + 0.05 * cw * (-1) ** i, -W * 0.1, h + 0.4 * ch),
                (x + 0.02, W * 0.05, h + 0.26 * ch),
                (x, W * 0.3 - 0.08, h + 0.24 * ch),
            ],
            rr,
            wire_mat("orange" if i % 3 else "red"),
        )
    warning(cx, -W / 2 - 0.002, H - 0.1 - 0.16 - 0.02 * m.index, 0.16 + 0.03 * m.index)
    xc = L / 2 - col / 2
    display(
        (xc, -W / 2 - 0.01, h + ch * 0.72 if m.index < 4 else 1.5),
        (col * 0.72, col * 0.5),
        frame=0.016,
        accent=rgb(a),
        seed=m.index,
    )
    zb = h + ch * 0.42 if m.index < 4 else 1.12
    for s, c in ((-1, (0.9, 0.08, 0.05)), (1, (0.1, 0.8, 0.25))):
        cyl(0.03, 0.03, (xc + s * col * 0.22, -W / 2 - 0.012, zb), glow(c, 1.2), "y", n=32)
    stop_button((xc, -W / 2, zb - 0.16), 0.03)
    label(f"{kv:g} kV", (xc - col * 0.34, -W / 2 - 0.003, zb - 0.34 if m.index else zb - 0.3), 0.07, a)
    label(
        m.name,
        ((-L / 2 + 0.08, -W / 2 - 0.014, h - 0.2) if m.index < 4 else (-L / 2 + 0.1, -W / 2 - 0.004, 0.075)),
        0.09 if m.index < 4 else 0.07,
        "#2a2d31" if m.index < 4 else "#eceded",
    )
    box((L + 0.004, 0.006, 0.03), (0, -W / 2 - 0.003, H - 0.04), accent_paint(a), 0.001)
    tower(L / 2 - 0.1, 0.2 * W, H - 0.28)
    return dict(detail=((cx, 0, h + 0.4 * ch), 0.6))


# ------------------------------------------------------------------ feeding


@family("front", "detail")
def dereelers(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    D = m.number("Drum diameter") / 1000
    kg = m.number("Drum weight")
    R0 = D / 2
    w = min(W * 0.62, D * 0.7)
    z = R0 + 0.1 + 0.02 * m.index
    k = accent_paint(a)
    lift = m.index >= 3
    for s in (-1, 1):
        y = s * (w / 2 + 0.06 + 0.01 * m.index)
        box((L * 0.86, 0.06, 0.06), (0, y, 0.05), k, 0.008)
        for q in (-1, 1):
            cyl(0.025, 0.03, (q * L * 0.38, y, 0.015), rubber(), n=24)
        prism(
            [(-0.16 * L, 0.06), (0.12 * L, 0.06), (0.05, z + 0.06), (-0.05, z + 0.06)],
            0.03,
            (-0.06 * L, y, 0),
            body(),
            rot=FRONT,
            bevel=0.006,
        )
        cyl(0.045, 0.05, (-0.06 * L, y, z), dark_alu(), "y", n=32)
        if lift:
            cyl(0.03, z * 0.66, (0.16 * L, y, 0.06 + z * 0.33), polished(), n=28)
            cyl(0.04, z * 0.4, (0.16 * L, y, 0.06 + z * 0.2), night(), n=28)
            prism(
                [(-0.2 * L, -0.03), (0.2 * L, -0.03), (0.2 * L, 0.03), (-0.2 * L, 0.03)],
                0.03,
                (0.06 * L, y + s * 0.035, z),
                k,
                rot=FRONT,
                bevel=0.004,
            )
    for x in (-0.36, 0.36):
        box((0.06, w + 0.16, 0.06), (x * L, 0, 0.05), k, 0.008)
    wire_drum(
        -0.06 * L,
        0,
        z,
        ("red", "blue", "green", "orange", "black")[m.index],
        R0,
        w,
        full=0.86,
        card="#c7a06a" if m.index > 2 else "#cfc9bb",
    )
    cyl(0.016 + 0.003 * m.index, w + 0.2, (-0.06 * L, 0, z), polished(), "y", n=24)
    if m.index >= 2:
        box((0.18 + 0.02 * m.index, 0.12, 0.26), (-0.06 * L, w / 2 + 0.16, z), night(), 0.012)
        cyl(0.06, 0.16, (-0.06 * L + 0.16, w / 2 + 0.18, z), shade(), "x", n=36)
        box((0.16, 0.1, 0.3), (0.34 * L, w / 2 + 0.06, 0.28), body(), 0.01)
        display((0.34 * L, w / 2 + 0.0, 0.34), (0.1, 0.07), frame=0.01, accent=rgb(a))
        stop_button((0.34 * L, w / 2 + 0.01, 0.22), 0.018)
    c = ("red", "blue", "green", "orange", "black")[m.index]
    r = max(0.003, min(0.016, m.wire()))
    xa = 0.34 * L
    if m.index:
        # dancer arm with its pulley
        box((0.05, 0.05, H - 0.12), (xa, 0, 0.06 + (H - 0.12) / 2), body(), 0.006)
        ring(0.012, 0.05 + 0.01 * m.index, 0.024, (xa + 0.05, -0.04, H - 0.06), plastic("#e9e6dd"), "y", n=48)
        box((0.03, 0.02, 0.42 * H), (xa - 0.1, -0.05, H * 0.62), k, 0.006, rot=(0, 0.5, 0))
        ring(0.01, 0.045 + 0.01 * m.index, 0.024, (xa - 0.2, -0.06, H * 0.46), plastic("#e9e6dd"), "y", n=48)
        q = 0.05 + 0.01 * m.index
        tube(
            [
                (-0.06 * L + R0 * 0.8, -0.05, z + 0.04),
                (xa - 0.2, -0.06, H * 0.46 - q),
                (xa - 0.2 + q, -0.06, H * 0.46),
                (xa - 0.02, -0.05, H - 0.06),
                (xa + 0.05, -0.04, H - 0.06 + q),
                (xa + 0.05 + q, -0.04, H - 0.1),
                (xa + 0.3, -0.04, H - 0.2),
            ],
            r,
            wire_mat(c),
        )
    else:
        box((0.03, 0.03, H - 0.1), (xa, 0, H / 2), body(), 0.004)
        ring(0.008, 0.03, 0.016, (xa, -0.03, H - 0.05), brass(), "x", n=36)
        box((0.12, 0.03, 0.02), (-0.06 * L, w / 2 + 0.08, z + 0.1), night(), 0.004)
        tube(
            [
                (-0.06 * L, 0, z + R0 * 0.86),
                (xa - 0.1, -0.02, H - 0.07),
                (xa, -0.03, H - 0.05),
                (xa + 0.22, -0.03, H - 0.08),
            ],
            r,
            wire_mat(c),
        )
    label(m.name, (-0.32 * L, -(w / 2 + 0.06 + 0.01 * m.index) - 0.031, 0.032), 0.045, "#f4f4f2")
    return dict(detail=((xa - 0.05, -0.05, H * 0.7), 0.4))


@family("front", "detail")
def prefeeders(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    D = m.number("Drum diameter") / 1000
    R0 = D / 2
    heavy = m.index >= 3
    w = min(W * 0.6, D * 0.62)
    c = ("yellow", "red", "blue", "orange", "black")[m.index]
    r = max(0.003, min(0.02, m.wire()))
    xd = -L / 2 + R0 + 0.06
    z = R0 + 0.12
    for s in (-1, 1):
        y = s * (w / 2 + 0.07)
        box((L * 0.98, 0.07, 0.07), (0, y, 0.06), night(), 0.008)
        for q in (-1, 1):
            cyl(0.03, 0.025, (q * L * 0.44, y, 0.013), rubber(), n=24)
        prism(
            [(-0.2, 0.08), (0.2, 0.08), (0.05, z + 0.07), (-0.05, z + 0.07)],
            0.035,
            (xd, y, 0),
            accent_paint(a) if heavy else body(),
            rot=FRONT,
            bevel=0.006,
        )
        if heavy:
            cyl(0.035, z * 0.7, (xd + 0.32, y, 0.08 + z * 0.35), polished(), n=28)
            cyl(0.05, z * 0.42, (xd + 0.32, y, 0.08 + z * 0.21), night(), n=28)
    wire_drum(xd, 0, z, c, R0, w, full=0.86, card="#c7a06a" if heavy else "#cfc9bb")
    cyl(0.02, w + 0.26, (xd, 0, z), polished(), "y", n=24)
    box((0.2, 0.12, 0.24), (xd, w / 2 + 0.18, z), night(), 0.012)
    # the feeding tower: motor, control, and the store with its pulleys
    xt = L / 2 - 0.2 * L
    tw = 0.3 * L
    box((tw, 0.34 * W, 0.42 * H), (xt, 0.1 * W, 0.08 + 0.21 * H), body(), 0.014)
    box((tw + 0.004, 0.006, 0.03), (xt, 0.1 * W - 0.17 * W, 0.08 + 0.38 * H), accent_paint(a), 0.001)
    label(m.name, (xt - tw * 0.44, -0.07 * W - 0.003, 0.08 + 0.08 * H), min(0.08, tw * 0.2))
    display(
        (xt, -0.07 * W - 0.006, 0.08 + 0.27 * H),
        (min(0.2, tw * 0.6), min(0.12, tw * 0.36)),
        frame=0.014,
        accent=rgb(a),
        seed=m.index,
    )
    stop_button((xt + tw * 0.38, -0.07 * W, 0.08 + 0.16 * H), 0.022)
    zt = 0.08 + 0.42 * H
    yp = -0.06 * W
    if not heavy:
        box((0.16, 0.06, H - zt), (xt, 0.1 * W, zt + (H - zt) / 2), body(), 0.01)
        n = 3 + m.index
        q = 0.055
        for s, zz in ((1, H - 0.1), (-1, zt + 0.12)):
            box((tw * 0.96, 0.04, 0.05), (xt, 0.05 * W, zz), alu(), 0.004)
            for i in range(n):
                ring(0.012, q, 0.016, (xt, yp + (i - n / 2) * 0.02, zz), plastic("#e9e6dd"), "y", bevel=0.002, n=44)
        pts = []
        for i in range(n):
            y = yp + (i - n / 2) * 0.02
            tube(
                [
                    (xt - q, y, zt + 0.12),
                    (xt - q, y, H - 0.1),
                    (xt - q * 0.7, y, H - 0.1 + q * 0.7),
                    (xt, y, H - 0.1 + q),
                    (xt + q * 0.7, y, H - 0.1 + q * 0.7),
                    (xt + q, y, H - 0.1),
                    (xt + q, y, zt + 0.12),
                ],
                r,
                wire_mat(c),
                smooth=False,
            )
        for s in (-1, 1):
            cyl(0.008, H - zt - 0.1, (xt + s * 0.07, 0.03 * W, zt + (H - zt) / 2), polished(), n=16)
        tube(
            [(xd + R0 * 0.5, 0, z + R0 * 0.7), ((xd + xt) / 2, 0, zt + 0.26), (xt - q, yp - n * 0.01, H - 0.2)],
            r,
            wire_mat(c),
        )
        tube([(xt + q, yp, zt + 0.16), (xt + q + 0.06, yp, zt + 0.06), (L / 2 + 0.3, yp, zt + 0.08)], r, wire_mat(c))
        box((0.04, 0.04, 0.1), (L / 2 - 0.02, yp, zt + 0.05), dark_alu(), 0.004)
    else:
        zb = zt + 0.2 * (H - zt) + 0.1
        box((tw, 0.06, H - zt - 0.02), (xt, 0.12 * W, zt + (H - zt) / 2), body(), 0.012)
        feed_belts(xt, yp, zb, tw * 0.9, 0.14 + 0.04 * (m.index - 3), 0.07)
        tube(
            [
                (xd + R0 * 0.6, 0, z + R0 * 0.62),
                ((xd + xt) / 2, -0.02 * W, (z + R0 * 0.62 + zb) / 2),
                (xt - tw * 0.5, yp, zb),
                (L / 2 + 0.3, yp, zb),
            ],
            r,
            wire_mat(c),
        )
        for s in (-1, 1):
            cyl(0.05, 0.1, (xt - tw * 0.6, yp + s * 0.08, zb), rubber("#2a2b2d"), n=36)
        for s in (-1, 1):
            cyl(0.05, 0.2, (xt + s * tw * 0.22, 0.22 * W, H - 0.2), night(), "y", n=36)
        box((tw, 0.006, 0.3), (xt, yp - 0.1, zb), glass(refl=0.4), 0.001)
    tower(xt, 0.12 * W, H - 0.3)
    return dict(detail=((xt, yp, zt + 0.2), 0.6))


# ------------------------------------------------------------------ taping


@family("front", "detail")
def taping(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    D = m.number("Outer diameter") / 1000
    tw = m.number("Tape width") / 1000
    if m.index < 3:
        rubber_feet(L, W)
        b = 0.014
        box((L, W, 0.2 * H), (0, 0, b + 0.1 * H), night(), 0.012)
        label(m.name, (-0.46 * L, -W / 2 - 0.001, b + 0.06 * H), 0.07 * H, "#eceded")
        prism(
            [(-0.1 * W, 0), (0.5 * W, 0), (0.5 * W, 0.78 * H), (0.05 * W, 0.78 * H), (-0.1 * W, 0.6 * H)],
            L * 0.96,
            (0, 0, b + 0.2 * H),
            body(),
            rot=SIDE,
            bevel=0.014,
        )
        box((L * 0.965, 0.003, 0.02 * H), (0, -0.1 * W - 0.001, b + 0.24 * H), accent_paint(a), 0.001)
        zc = b + 0.52 * H
        taping_head(-0.12 * L, -0.24 * W, zc, 0.27 * H, D, tw, a)
        display(
            (0.33 * L, -0.1 * W - 0.006, b + 0.56 * H), (0.2 * L, 0.16 * H), frame=0.012, accent=rgb(a), seed=m.index
        )
        stop_button((0.33 * L, -0.1 * W, b + 0.34 * H), 0.014)
        if m.index == 2:
            for s in (-1, 1):
                box((0.03, 0.03, 0.3 * H), (-0.12 * L, -0.24 * W + s * 0.2 * W - 0.02, b + 0.34 * H), alu(), 0.003)
                cyl(0.02, 0.1, (-0.12 * L, -0.24 * W + s * 0.2 * W - 0.02, b + 0.47 * H), rubber("#2a2b2d"), "x", n=28)
        if m.index == 1:
            pedal(0.6 * L + 0.03, -0.5 * W, 0.85, a)
        bundle(-0.12 * L, -0.24 * W, zc, D * 0.3, W * 0.9, tw)
        return dict(detail=((-0.12 * L, -0.24 * W, zc), 0.6 * H))
    if m.index == 3:
        h = 0.74 * H
        levelling_feet(0, 0, L, W)
        box((L, W, 0.06), (0, 0, 0.12), night(), 0.01)
        box((0.3 * L, 0.4 * W, h - 0.2), (0.1 * L, 0.1 * W, 0.1 + (h - 0.2) / 2), body(), 0.014)
        box((L, 0.8 * W, 0.04), (0, 0, h - 0.08), dark_alu(), 0.008)
        box((0.6 * L, 0.3 * W, H - h + 0.04), (0.1 * L, 0.2 * W, h - 0.06 + (H - h + 0.04) / 2), body(), 0.014)
        zc = h + 0.15
        taping_head(0, -0.12 * W, zc, 0.17, D, tw, a)
        bundle(0, -0.12 * W, zc, D * 0.3, W * 1.0, tw)
        display((0.36 * L, -0.02 * W, h + 0.16), (0.16, 0.11), frame=0.014, accent=rgb(a))
        box((0.03, 0.03, 0.12), (0.36 * L, 0.02 * W, h), alu(), 0.003)
        stop_button((0.4 * L, -0.36 * W, h - 0.06), 0.02, (0, 0, 1))
        label(m.name, (-0.02 * L, -0.1 * W - 0.003, h - 0.3), 0.06)
        box((0.3 * L + 0.004, 0.006, 0.025), (0.1 * L, -0.1 * W, h - 0.2), accent_paint(a), 0.001)
        for s in (-1, 1):
            box((0.04, 0.04, 0.14), (0, -0.12 * W + s * 0.22 * W, h), alu(), 0.003)
            cyl(0.03, 0.14, (0, -0.12 * W + s * 0.22 * W, h + 0.09), rubber("#2a2b2d"), "x", n=32)
        return dict(detail=((0, -0.12 * W, zc), 0.5))
    h = 0.8
    base(0, L, W * 0.8, h, a, doors=3)
    deck(0, L, W * 0.8, h)
    zc = h + 0.36
    cover(0.1 * L, 0.62 * L, W * 0.78, h + 0.03, H - h - 0.2, posts=2)
    for s in (-1, 1):
        box((0.9, 0.06, 0.05), (0.1 * L, s * 0.14 * W, h + 0.06), polished(), 0.004)
    for k in range(2):
        x = (-0.02 + 0.24 * k) * L
        box((0.3, 0.26, 0.2), (x, 0.06 * W, h + 0.16), shade(), 0.012)
        taping_head(x, -0.02 * W, zc, 0.2, D, tw, a, axis="x")
    tube(
        [(-0.5 * L, -0.02 * W, zc - 0.02), (-0.2 * L, -0.02 * W, zc), (0.5 * L, -0.02 * W, zc)],
        D * 0.36,
        plastic("#1b1c1e", 0.6),
    )
    for k in range(6):
        tube(
            [
                (-0.5 * L, -0.02 * W, zc - 0.02),
                (-0.5 * L - 0.12, -0.02 * W + (k - 2.5) * 0.03, zc - 0.05),
                (-0.5 * L - 0.24, -0.02 * W + (k - 2.5) * 0.06, zc - 0.16 - 0.02 * (k % 2)),
            ],
            0.009,
            wire_mat(COLOURS[k]),
        )
    for x in (-0.42, -0.28, 0.46):
        box((0.05, 0.05, 0.3), (x * L, -0.02 * W, h + 0.15), alu(), 0.004)
        box((0.07, 0.16, 0.03), (x * L, -0.02 * W, zc - D * 0.36 - 0.02), accent_paint(a), 0.006)
    panel_arm(0.44 * L, -W * 0.4 - 0.06, h - 0.05, (0.4, 0.25), a, 0.5, rz=-0.15)
    tower(0.36 * L, 0.25 * W, H - 0.45)
    label(m.name, (-0.48 * L, -W * 0.4 - 0.014, h - 0.2), 0.1)
    return dict(detail=((-0.02 * L, -0.02 * W, zc), 0.7))


def taping_head(x, y, z, R0, D, tw, a, axis="y"):
    """An open ring that carries the roll of tape round the bundle."""
    gap = 0.5
    arc = [(R0 * math.cos(t), R0 * math.sin(t)) for t in np.linspace(pi / 2 + gap, 2.5 * pi - gap, 48)]
    inner = [(p * 0.66, q * 0.66) for p, q in reversed(arc)]
    rot = FRONT if axis == "y" else SIDE
    d = Vector((0, -1, 0)) if axis == "y" else Vector((-1, 0, 0))
    side = Vector((1, 0, 0)) if axis == "y" else Vector((0, -1, 0))
    o = Vector((x, y, z))
    prism(list(arc) + inner, R0 * 0.3, tuple(o), shade(), rot=rot, bevel=R0 * 0.02)
    arc2 = [
        (R0 * 0.9 * math.cos(t), R0 * 0.9 * math.sin(t))
        for t in np.linspace(pi / 2 + gap * 1.1, 2.5 * pi - gap * 1.1, 48)
    ]
    prism(
        list(arc2) + [(p * 0.82, q * 0.82) for p, q in reversed(arc2)],
        R0 * 0.06,
        tuple(o + d * R0 * 0.17),
        accent_paint(a),
        rot=rot,
        bevel=R0 * 0.01,
    )
    c = o + d * R0 * 0.3 + side * R0 * 0.78 + Vector((0, 0, R0 * 0.1))
    t = tuple(d)
    ring(R0 * 0.16, R0 * 0.42, max(tw, 0.012), c, plastic("#1b1c1e", 0.55), t, bevel=0.001, n=56)
    ring(R0 * 0.12, R0 * 0.165, max(tw, 0.012) * 1.1, c, paint("#cdb98f", 0.6), t, bevel=0.001, n=48)
    cyl(R0 * 0.12, max(tw, 0.012) * 1.3, c, polished(), t, n=36)
    p0 = c + Vector((0, 0, -R0 * 0.4))
    p1 = o + d * R0 * 0.3 + side * D * 0.2 - Vector((0, 0, D * 0.3))
    for s in (-1, 1):
        cyl(
            R0 * 0.06,
            max(tw, 0.012) * 1.2,
            o + d * R0 * 0.3 + side * (s * R0 * 0.5) - Vector((0, 0, R0 * 0.6)),
            polished(),
            t,
            n=28,
        )
    tube([tuple(p0), tuple((p0 + p1) / 2 - Vector((0, 0, R0 * 0.06))), tuple(p1)], R0 * 0.012, plastic("#1b1c1e", 0.55))


def bundle(x, y, z, r, length, tw):
    """A bundle of wires through the head, taped in part."""
    for k, ang in lay(7):
        q = Vector((x + k * r * 0.66 * math.cos(ang), 0, z + k * r * 0.66 * math.sin(ang)))
        tube(
            [(q[0], y - length * 0.5, q[2]), (q[0], y, q[2]), (q[0], y + length * 0.16, q[2])],
            r * 0.34,
            wire_mat(COLOURS[int(k * 3 + ang * 2) % 9]),
            smooth=False,
        )
    cyl(r * 1.06, max(tw, 0.01) * 1.6, (x, y - length * 0.12, z), plastic("#1b1c1e", 0.6), "y", bevel=0.0006, n=36)
    cyl(r * 1.06, max(tw, 0.01) * 1.6, (x, y - length * 0.34, z), plastic("#1b1c1e", 0.6), "y", bevel=0.0006, n=36)
