"""Parts that the machines of the catalogue are built of. One unit is one metre; a machine looks to -y, its wire runs along x."""
import kit
from kit import *
from machines import panel_picture

ACCENT = {
    "B-10": "#0a4ea2",
    "B-20": "#cc0e1b",
    "B-30": "#19733f",
    "B-40": "#006b7d",
    "B-50": "#1f51d8",
    "B-70": "#ffcb05",
    "B-80": "#5a35c8",
}
BODY, SHADE, DARK_BODY = "#cdcfd0", "#a4a7aa", "#33373c"
COLOURS = ["red", "blue", "black", "yellow", "green", "white", "orange", "violet", "grey", "brown", "turquoise", "pink"]


def body():
    return paint(BODY, 0.4)


def shade():
    return paint(SHADE, 0.42)


def night():
    return paint(DARK_BODY, 0.4)


def hole():
    return mat("hole", (0.006, 0.006, 0.006), 0, 0.6)


def accent_paint(c):
    return paint(c, 0.33)


def label(text, loc, size, colour="#2a2d31", rot=(pi / 2, 0, 0), align="LEFT", depth=None):
    """Raised letters; loc is the left end of their base line."""
    cu = bpy.data.curves.new("t", "FONT")
    cu.body = text
    cu.size = size
    cu.extrude = depth or size * 0.03
    cu.align_x = align
    cu.materials.append(plastic(colour, 0.4))
    o = bpy.data.objects.new("t", cu)
    o.location = loc
    o.rotation_euler = rot
    return link(o)


def display(loc, size, rz=0, tilt=0, accent=(0.86, 0.45, 0.2), frame=0.02, seed=3):
    """A screen that looks to the front; loc is its centre, tilt leans it back."""
    w, h = size
    rot = (-tilt, 0, rz)
    e = Euler(rot).to_matrix()
    box((w + frame * 2, frame, h + frame * 2), loc, graph(), frame * 0.4, rot=rot)
    m = image_mat(panel_picture(accent=accent, seed=seed), 1.1, "screen")
    v = [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)]
    s = mesh(v, [(0, 1, 2, 3)], m, tuple(Vector(loc) + e @ Vector((0, -frame * 0.54, 0))), rot, smooth=False)
    uv = s.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        uv.data[i].uv = c


def rgb(c):
    return tuple(int(c[i : i + 2], 16) / 255 for i in (1, 3, 5))


def panel_arm(x, y, z, size, accent, rise=0.5, rz=0):
    """A screen on a tube that stands on the machine."""
    cyl(0.02, rise, (x, y, z + rise / 2), alu())
    box((0.07, 0.05, 0.07), (x, y - 0.02, z + rise), dark_alu(), 0.008)
    display((x, y - 0.06, z + rise), size, rz=rz, tilt=0.12, accent=rgb(accent))


def tower(x, y, z):
    """The lamps that show a machine's state: it runs."""
    cyl(0.012, 0.3, (x, y, z + 0.15), dark_alu(), n=16)
    for i, c in enumerate(((0.5, 0.02, 0.02), (0.75, 0.35, 0.02), (0.05, 0.75, 0.2))):
        cyl(0.028, 0.055, (x, y, z + 0.31 + i * 0.058), glow(c, 0.9 if i == 2 else 0.35), bevel=0.004, n=28)
    cyl(0.026, 0.012, (x, y, z + 0.466), graph(), n=28)


def rubber_feet(w, d, r=0.014, h=0.014):
    for sx in (-1, 1):
        for sy in (-1, 1):
            cyl(r, h, (sx * (w / 2 - 2 * r), sy * (d / 2 - 2 * r), h / 2), rubber())


def levelling_feet(x, y, w, d):
    for sx in (-1, 1):
        for sy in (-1, 1):
            a, b = x + sx * (w / 2 - 0.07), y + sy * (d / 2 - 0.07)
            cyl(0.018, 0.09, (a, b, 0.05), alu(), n=20)
            cyl(0.042, 0.018, (a, b, 0.009), rubber(), n=28)


def base(x, w, d, h, accent, y=0, doors=2, colour=None, vents=True):
    """A machine's base of sheet metal: doors with gaps and handles, vents, a line of the brand's colour."""
    levelling_feet(x, y, w, d)
    box((w, d, h - 0.09), (x, y, 0.09 + (h - 0.09) / 2), colour or body(), 0.012)
    box((w - 0.04, d - 0.04, 0.05), (x, y, 0.085), graph(), 0.005)
    dw = w / doors
    for i in range(doors):
        cx = x - w / 2 + dw * (i + 0.5)
        box((dw - 0.02, 0.014, h - 0.27), (cx, y - d / 2 - 0.005, 0.03 + h / 2), paint("#c9cbcc", 0.42), 0.008)
        box((0.018, 0.024, 0.15), (cx + dw / 2 - 0.06, y - d / 2 - 0.018, h * 0.56), dark_alu(), 0.005)
        if vents and dw > 0.3:
            for k in range(5):
                box(
                    (min(0.24, dw * 0.45), 0.006, 0.008),
                    (cx - dw * 0.12, y - d / 2 - 0.0125, 0.2 + k * 0.024),
                    hole(),
                    0.001,
                )
    box((w + 0.004, 0.006, 0.03), (x, y - d / 2 - 0.003, h - 0.035), accent_paint(accent), 0.001)


def cover(x, w, d, z, h, y=0, posts=3, roof=None, back=True):
    """A glazed guard on aluminium posts; its roof is glass too, so that the light falls in."""
    for i in range(posts + 1):
        px = x - w / 2 + 0.02 + (w - 0.04) * i / posts
        for sy in (-1, 1):
            box((0.036, 0.036, h), (px, y + sy * (d / 2 - 0.02), z + h / 2), alu(), 0.005)
    for sy in (-1, 1):
        box((w, 0.04, 0.045), (x, y + sy * (d / 2 - 0.02), z + h - 0.02), alu(), 0.005)
    for sx in (-1, 1):
        box((0.04, d, 0.045), (x + sx * (w / 2 - 0.02), y, z + h - 0.02), alu(), 0.005)
    box((w + 0.02, d * 0.42, 0.05), (x, y + d * 0.29, z + h + 0.025), roof or body(), 0.012)
    pw = (w - 0.04) / posts
    for i in range(posts):
        cx = x - w / 2 + 0.02 + pw * (i + 0.5)
        box((pw - 0.04, 0.006, h - 0.08), (cx, y - d / 2 + 0.02, z + h / 2), glass(refl=0.4), 0.001)
        box((0.14, 0.03, 0.022), (cx, y - d / 2 - 0.004, z + 0.09), dark_alu(), 0.007)
        if back:
            box(
                (pw - 0.03, 0.01, h - 0.06),
                (cx, y + d / 2 - 0.02, z + h / 2),
                mat("hood-back", (0.62, 0.64, 0.66), 0, 0.6, emit=0.28),
                0.002,
            )
    for sx in (-1, 1):
        box((0.006, d - 0.08, h - 0.08), (x + sx * (w / 2 - 0.02), y, z + h / 2), glass(refl=0.4), 0.001)


def applicator(x, y, z, s=1.0, accent="#ffcb05", strip=-1, air=False):
    """A crimping applicator in a press: base, guide, ram with its dial, crimper, feed and a strip of terminals."""
    box((0.1 * s, 0.1 * s, 0.016 * s), (x, y, z + 0.008 * s), steel(0.3), 0.002 * s)
    box((0.085 * s, 0.05 * s, 0.1 * s), (x, y + 0.025 * s, z + 0.065 * s), dark_alu(), 0.004 * s)
    box((0.04 * s, 0.03 * s, 0.09 * s), (x, y - 0.015 * s, z + 0.105 * s), polished(0.2), 0.002 * s)
    cyl(0.026 * s, 0.014 * s, (x, y - 0.006 * s, z + 0.152 * s), paint(accent, 0.35), n=32)
    cyl(0.02 * s, 0.012 * s, (x, y - 0.006 * s, z + 0.165 * s), polished(), n=32)
    box((0.012 * s, 0.014 * s, 0.05 * s), (x, y - 0.03 * s, z + 0.05 * s), steel(), 0.001 * s)
    box((0.02 * s, 0.02 * s, 0.02 * s), (x, y - 0.03 * s, z + 0.026 * s), polished(), 0.001 * s)
    if strip:
        box((0.12 * s, 0.024 * s, 0.004 * s), (x + strip * 0.05 * s, y - 0.03 * s, z + 0.03 * s), steel(), 0.001 * s)
        for i in range(12):
            q = x + strip * (0.004 + 0.01 * i) * s
            box((0.0055 * s, 0.018 * s, 0.004 * s), (q, y - 0.032 * s, z + 0.035 * s), brass(), 0.0005 * s)
    if air:
        cyl(0.01 * s, 0.07 * s, (x + 0.03 * s, y + 0.01 * s, z + 0.09 * s), alu(), "z", n=24)
        tube(
            [
                (x + 0.03 * s, y + 0.01 * s, z + 0.12 * s),
                (x + 0.05 * s, y + 0.04 * s, z + 0.17 * s),
                (x + 0.03 * s, y + 0.12 * s, z + 0.2 * s),
            ],
            0.003 * s,
            plastic("#2a6fd0"),
        )


def press(x, y, z, s=1.0, accent="#0a4ea2", colour=None, spool=True, strip=-1):
    """A crimping press of .62 m: C-frame of plate, motor, ram, applicator, and the reel with the terminals."""
    c = colour or shade()
    prof = [
        (-0.17, 0),
        (0.2, 0),
        (0.2, 0.6),
        (0.16, 0.63),
        (-0.15, 0.63),
        (-0.17, 0.6),
        (-0.17, 0.36),
        (-0.06, 0.33),
        (0.03, 0.27),
        (0.03, 0.13),
        (-0.02, 0.1),
        (-0.17, 0.1),
    ]
    prism([(a * s, b * s) for a, b in prof], 0.2 * s, (x, y, z), c, rot=SIDE, bevel=0.008 * s)
    box((0.206 * s, 0.1 * s, 0.05 * s), (x, y - 0.12 * s, z + 0.57 * s), accent_paint(accent), 0.006 * s)
    cyl(0.034 * s, 0.07 * s, (x, y - 0.1 * s, z + 0.34 * s), polished(), n=32)
    cyl(0.07 * s, 0.1 * s, (x, y + 0.1 * s, z + 0.67 * s), dark_alu(), n=40)
    cyl(0.05 * s, 0.03 * s, (x, y + 0.1 * s, z + 0.735 * s), graph(), n=40)
    box((0.14 * s, 0.12 * s, 0.03 * s), (x, y - 0.11 * s, z + 0.115 * s), steel(), 0.003 * s)
    applicator(x, y - 0.1 * s, z + 0.13 * s, s * 1.05, accent, strip)
    for a, b in ((-0.14, 0.47), (-0.06, 0.47), (0.1, 0.2), (0.1, 0.42)):
        screw((x + (0.1 if strip > 0 else -0.1) * s, y + a * s, z + b * s), 0.008 * s, (1 if strip > 0 else -1, 0, 0))
    if spool:
        r = 0.19 * s
        box((0.03 * s, 0.03 * s, 0.42 * s), (x + strip * 0.12 * s, y + 0.18 * s, z + 0.78 * s), dark_alu(), 0.004 * s)
        terminal_reel(x + strip * 0.12 * s, y + 0.12 * s, z + 0.98 * s, r)


def terminal_reel(x, y, z, r, axis="y", colour="#d8d5cd"):
    """A reel of terminals between two flanges of card."""
    d = Vector((0, 1, 0)) if axis == "y" else Vector((1, 0, 0))
    c = Vector((x, y, z))
    for s in (-1, 1):
        ring(r * 0.16, r, 0.005, c + d * s * r * 0.15, plastic(colour, 0.55), axis, bevel=0.001, n=56)
    ring(r * 0.35, r * 0.84, r * 0.26, c, brass(0.38), axis, bevel=0.002, n=56)
    cyl(r * 0.09, r * 0.5, c, dark_alu(), axis, n=24)


def feed_rollers(x, y, z, r=0.05, n=2, step=None, t=0.026):
    """Pairs of rollers that grip the wire at z."""
    step = step or r * 2.3
    for i in range(n):
        q = x + (i - (n - 1) / 2) * step
        for s in (-1, 1):
            ring(r * 0.28, r, t, (q, y, z + s * r * 1.02), rubber("#2a2b2d"), "y", bevel=r * 0.06, n=40)
            cyl(r * 0.32, t * 1.5, (q, y - t * 0.2, z + s * r * 1.02), polished(), "y", n=24)


def feed_belts(x, y, z, w, h, t=0.05):
    """Two toothed belts that draw the wire between them."""
    for s in (-1, 1):
        zc = z + s * h * 0.56
        box((w - h, t, h), (x, y, zc), rubber("#232425"), 0.002)
        for e in (-1, 1):
            cyl(h / 2, t, (x + e * (w - h) / 2, y, zc), rubber("#232425"), "y", bevel=0.002, n=36)
            cyl(h * 0.3, t * 1.25, (x + e * (w - h) / 2, y, zc), alu(), "y", n=28)


def straightener(x, y, z, n=7, r=0.018, s=1.0):
    """Staggered rollers that take the curl out of the wire."""
    box((n * r * 1.5 + 0.03, 0.014, r * 5.4), (x, y + 0.018, z), dark_alu(), 0.004)
    for i in range(n):
        q = x + (i - (n - 1) / 2) * r * 1.45
        e = 1 if i % 2 else -1
        cyl(r * 0.95, 0.016, (q, y, z + e * r * 1.02), polished(), "y", bevel=0.002, n=28)
        cyl(r * 0.3, 0.02, (q, y, z + e * r * 1.02), graph(), "y", n=16)


def wire_drum(x, y, z, colour, r=0.2, w=0.2, axis="y", full=0.8, card="#cfc9bb"):
    """A drum full of wire."""
    d = Vector((0, 1, 0)) if axis == "y" else Vector((1, 0, 0))
    c = Vector((x, y, z))
    for s in (-1, 1):
        ring(r * 0.12, r, r * 0.04, c + d * s * w / 2, plastic(card, 0.5), axis, bevel=0.003, n=64)
        ring(r * 0.2, r * 0.3, r * 0.05, c + d * s * (w / 2 + r * 0.015), dark_alu(), axis, n=40)
    n = max(6, int(w / (r * 0.07)))
    t = (w - r * 0.04) / n
    prof = []
    for k in range(n):
        a = -w / 2 + r * 0.02 + k * t
        prof += [(r * (full - 0.02), a), (r * full, a + t * 0.5), (r * (full - 0.02), a + t * 0.999)]
    lathe(prof, c, wire_mat(colour), axis, 64, angle=80)
    cyl(r * 0.13, w * 1.1, c, dark_alu(), axis, n=28)


def stop_button(loc, r=0.022, d=(0, -1, 0)):
    """The emergency stop."""
    d = Vector(d)
    c = Vector(loc)
    cyl(r * 1.25, r * 0.3, c + d * r * 0.15, paint("#f2c200", 0.4), tuple(d), bevel=0.001, n=32)
    cyl(r * 0.55, r * 0.6, c + d * r * 0.5, graph(), tuple(d), n=20)
    cyl(r, r * 0.5, c + d * r * 0.95, paint("#b3120e", 0.3), tuple(d), bevel=r * 0.2, n=32)


def pedal(x, y, s=1.0, accent="#ffcb05", to=None):
    """A foot switch with its cable."""
    box((0.12 * s, 0.17 * s, 0.03 * s), (x, y, 0.017 * s), graph(), 0.01 * s)
    box(
        (0.085 * s, 0.13 * s, 0.018 * s),
        (x, y - 0.006 * s, 0.045 * s),
        paint(accent, 0.4),
        0.006 * s,
        rot=(-0.13, 0, 0),
    )
    if to:
        tube(
            [
                (x, y + 0.08 * s, 0.02 * s),
                (x + 0.05 * s, y + 0.2 * s, 0.01),
                tuple(
                    Vector(to) * 0.6 + Vector((x, y + 0.2 * s, 0)) * 0.4 + Vector((0.05 * s, 0, -to[2] * 0.6 + 0.01))
                ),
                to,
            ],
            0.005 * s,
            rubber(),
        )


def warning(x, y, z, s, bolt=True):
    """A yellow warning triangle."""
    prism(
        [(-s / 2, -s * 0.3), (s / 2, -s * 0.3), (0, s * 0.57)], s * 0.03, (x, y, z), graph(), rot=FRONT, bevel=s * 0.02
    )
    prism(
        [(-s * 0.4, -s * 0.245), (s * 0.4, -s * 0.245), (0, s * 0.45)],
        s * 0.034,
        (x, y - s * 0.003, z),
        paint("#ffd100", 0.4),
        rot=FRONT,
        bevel=s * 0.02,
    )
    if bolt:
        prism(
            [
                (a * s, b * s)
                for a, b in (
                    (0.02, 0.28),
                    (-0.1, 0.02),
                    (-0.01, 0.03),
                    (-0.06, -0.2),
                    (0.1, 0.09),
                    (0.01, 0.08),
                    (0.09, 0.28),
                )
            ],
            s * 0.02,
            (x, y - s * 0.02, z),
            graph(),
            rot=FRONT,
            bevel=0.0001,
        )
    else:
        for k in range(8):
            box((s * 0.3, s * 0.02, s * 0.02), (x, y - s * 0.02, z), graph(), 0.0001, rot=(0, k * pi / 8, 0))
        cyl(s * 0.06, s * 0.024, (x, y - s * 0.02, z), graph(), "y", n=24)


def loose_wires(x, y, z, length, n, spread, r=0.003, axis="x", droop=0.004):
    """Finished wires in a tray."""
    for i in range(n):
        o = -spread / 2 + spread * i / max(1, n - 1)
        j = rnd.uniform(-0.012, 0.012) * length
        tube(
            [
                (x - length / 2 + j, y + o, z + droop * (i % 3)),
                (x, y + o + rnd.uniform(-0.01, 0.01), z + droop * (i % 2)),
                (x + length / 2 + j, y + o + rnd.uniform(-0.006, 0.006), z + droop * ((i + 1) % 3)),
            ],
            r,
            wire_mat(COLOURS[i % 4]),
            n=4,
            res=3,
        )


def connector(x, y, z, w, h, d, colour, pins=0, rot=(0, 0, 0)):
    """A connector housing that looks to the front, with its cavities."""
    box((w, d, h), (x, y, z), plastic(colour, 0.4), min(w, h) * 0.08, rot=rot)
    if pins:
        cols = max(1, int(round((pins * w / h) ** 0.5)))
        rows = max(1, int(math.ceil(pins / cols)))
        e = Euler(rot).to_matrix()
        for i in range(cols):
            for j in range(rows):
                p = e @ Vector(
                    (w * ((i + 0.5) / cols - 0.5) * 0.84, -d / 2 - 0.0004, h * ((j + 0.5) / rows - 0.5) * 0.84)
                )
                box(
                    (w / cols * 0.45, d * 0.02 + 0.0008, h / rows * 0.45),
                    tuple(Vector((x, y, z)) + p),
                    hole(),
                    0.0002,
                    rot=rot,
                )


def person(x, y):
    """The flat outline of a person of 1.75 m, to compare sizes with."""
    half = [
        (0.052, 1.52),
        (0.07, 1.475),
        (0.19, 1.44),
        (0.232, 1.37),
        (0.25, 1.15),
        (0.268, 0.95),
        (0.272, 0.8),
        (0.245, 0.755),
        (0.222, 0.82),
        (0.208, 1.03),
        (0.182, 1.24),
        (0.16, 1.1),
        (0.162, 0.98),
        (0.178, 0.86),
        (0.168, 0.6),
        (0.14, 0.3),
        (0.118, 0.09),
        (0.165, 0.03),
        (0.16, 0),
        (0.045, 0),
        (0.05, 0.1),
        (0.05, 0.45),
        (0.016, 0.82),
    ]
    out = [(a, b) for a, b in half] + [(-a, b) for a, b in reversed(half)]
    m = mat("person", (0.46, 0.49, 0.52), 0, 0.8, spec=0.1)
    prism(list(reversed(out)), 0.012, (x, y, 0), m, rot=FRONT, bevel=0.0005)
    o = lathe(
        [(1e-4, -0.5)]
        + [(0.5 * math.cos(a), 0.5 * math.sin(a)) for a in np.linspace(-pi / 2 + 0.01, pi / 2 - 0.01, 24)]
        + [(1e-4, 0.5)],
        (x, y, 1.635),
        m,
        "z",
        40,
    )
    o.scale = (0.185, 0.012, 0.235)


def scale_rule(x, y, length, s):
    """A rule on the floor, in ten parts, with its length written beside it."""
    n = 10
    t = s * 0.012
    for i in range(n):
        box(
            (length / n, t * 2.2, t),
            (x + length * (i + 0.5) / n, y, t / 2),
            plastic("#26292d" if i % 2 == 0 else "#aeb3b8", 0.5),
            t * 0.05,
        )
    text = "1 m" if length >= 1 else f"{length * 100:.0f} cm"
    label(text, (x + length + t * 2, y - t * 1.1, t * 0.3), t * 4.2, rot=(R(8), 0, 0), colour="#3a3e43", depth=t * 0.06)
