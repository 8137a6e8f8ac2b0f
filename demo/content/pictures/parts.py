"""Parts that the machines of the catalogue are built of. One unit is one metre; a machine looks to -y, its wire runs along x."""
import kit
from kit import *
from machines import panel_picture

ACCENT = {'B-10': '#0a4ea2', 'B-20': '#cc0e1b', 'B-30': '#19733f', 'B-40': '#006b7d', 'B-50': '#1f51d8', 'B-70': '#ffcb05', 'B-80': '#5a35c8'}
BODY, SHADE, DARK_BODY = '#cdcfd0', '#a4a7aa', '#33373c'
COLOURS = ['red', 'blue', 'black', 'yellow', 'green', 'white', 'orange', 'violet', 'grey', 'brown', 'turquoise', 'pink']

def body(): return paint(BODY, .4)
def shade(): return paint(SHADE, .42)
def night(): return paint(DARK_BODY, .4)
def hole(): return mat('hole', (.006, .006, .006), 0, .6)
def accent_paint(c): return paint(c, .33)

def label(text, loc, size, colour='#2a2d31', rot=(pi / 2, 0, 0), align='LEFT', depth=None):
    """Raised letters; loc is the left end of their base line."""
    cu = bpy.data.curves.new('t', 'FONT'); cu.body = text; cu.size = size; cu.extrude = depth or size * .03; cu.align_x = align
    cu.materials.append(plastic(colour, .4))
    o = bpy.data.objects.new('t', cu); o.location = loc; o.rotation_euler = rot
    return link(o)

def display(loc, size, rz=0, tilt=0, accent=(.86, .45, .2), frame=.02, seed=3):
    """A screen that looks to the front; loc is its centre, tilt leans it back."""
    w, h = size; rot = (-tilt, 0, rz); e = Euler(rot).to_matrix()
    box((w + frame * 2, frame, h + frame * 2), loc, graph(), frame * .4, rot=rot)
    m = image_mat(panel_picture(accent=accent, seed=seed), 1.1, 'screen')
    v = [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)]
    s = mesh(v, [(0, 1, 2, 3)], m, tuple(Vector(loc) + e @ Vector((0, -frame * .54, 0))), rot, smooth=False)
    uv = s.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))): uv.data[i].uv = c

def rgb(c): return tuple(int(c[i:i + 2], 16) / 255 for i in (1, 3, 5))

def panel_arm(x, y, z, size, accent, rise=.5, rz=0):
    """A screen on a tube that stands on the machine."""
    cyl(.02, rise, (x, y, z + rise / 2), alu()); box((.07, .05, .07), (x, y - .02, z + rise), dark_alu(), .008)
    display((x, y - .06, z + rise), size, rz=rz, tilt=.12, accent=rgb(accent))

def tower(x, y, z):
    """The lamps that show a machine's state: it runs."""
    cyl(.012, .3, (x, y, z + .15), dark_alu(), n=16)
    for i, c in enumerate(((.5, .02, .02), (.75, .35, .02), (.05, .75, .2))): cyl(.028, .055, (x, y, z + .31 + i * .058), glow(c, .9 if i == 2 else .35), bevel=.004, n=28)
    cyl(.026, .012, (x, y, z + .466), graph(), n=28)

def rubber_feet(w, d, r=.014, h=.014):
    for sx in (-1, 1):
        for sy in (-1, 1): cyl(r, h, (sx * (w / 2 - 2 * r), sy * (d / 2 - 2 * r), h / 2), rubber())

def levelling_feet(x, y, w, d):
    for sx in (-1, 1):
        for sy in (-1, 1):
            a, b = x + sx * (w / 2 - .07), y + sy * (d / 2 - .07)
            cyl(.018, .09, (a, b, .05), alu(), n=20); cyl(.042, .018, (a, b, .009), rubber(), n=28)

def base(x, w, d, h, accent, y=0, doors=2, colour=None, vents=True):
    """A machine's base of sheet metal: doors with gaps and handles, vents, a line of the brand's colour."""
    levelling_feet(x, y, w, d)
    box((w, d, h - .09), (x, y, .09 + (h - .09) / 2), colour or body(), .012)
    box((w - .04, d - .04, .05), (x, y, .085), graph(), .005)
    dw = w / doors
    for i in range(doors):
        cx = x - w / 2 + dw * (i + .5)
        box((dw - .02, .014, h - .27), (cx, y - d / 2 - .005, .03 + h / 2), paint('#c9cbcc', .42), .008)
        box((.018, .024, .15), (cx + dw / 2 - .06, y - d / 2 - .018, h * .56), dark_alu(), .005)
        if vents and dw > .3:
            for k in range(5): box((min(.24, dw * .45), .006, .008), (cx - dw * .12, y - d / 2 - .0125, .2 + k * .024), hole(), .001)
    box((w + .004, .006, .03), (x, y - d / 2 - .003, h - .035), accent_paint(accent), .001)

def cover(x, w, d, z, h, y=0, posts=3, roof=None, back=True):
    """A glazed guard on aluminium posts; its roof is glass too, so that the light falls in."""
    for i in range(posts + 1):
        px = x - w / 2 + .02 + (w - .04) * i / posts
        for sy in (-1, 1): box((.036, .036, h), (px, y + sy * (d / 2 - .02), z + h / 2), alu(), .005)
    for sy in (-1, 1): box((w, .04, .045), (x, y + sy * (d / 2 - .02), z + h - .02), alu(), .005)
    for sx in (-1, 1): box((.04, d, .045), (x + sx * (w / 2 - .02), y, z + h - .02), alu(), .005)
    box((w + .02, d * .42, .05), (x, y + d * .29, z + h + .025), roof or body(), .012)
    pw = (w - .04) / posts
    for i in range(posts):
        cx = x - w / 2 + .02 + pw * (i + .5)
        box((pw - .04, .006, h - .08), (cx, y - d / 2 + .02, z + h / 2), glass(refl=.4), .001)
        box((.14, .03, .022), (cx, y - d / 2 - .004, z + .09), dark_alu(), .007)
        if back: box((pw - .03, .01, h - .06), (cx, y + d / 2 - .02, z + h / 2), mat('hood-back', (.62, .64, .66), 0, .6, emit=.28), .002)
    for sx in (-1, 1): box((.006, d - .08, h - .08), (x + sx * (w / 2 - .02), y, z + h / 2), glass(refl=.4), .001)

def applicator(x, y, z, s=1.0, accent='#ffcb05', strip=-1, air=False):
    """A crimping applicator in a press: base, guide, ram with its dial, crimper, feed and a strip of terminals."""
    box((.1 * s, .1 * s, .016 * s), (x, y, z + .008 * s), steel(.3), .002 * s)
    box((.085 * s, .05 * s, .1 * s), (x, y + .025 * s, z + .065 * s), dark_alu(), .004 * s)
    box((.04 * s, .03 * s, .09 * s), (x, y - .015 * s, z + .105 * s), polished(.2), .002 * s)
    cyl(.026 * s, .014 * s, (x, y - .006 * s, z + .152 * s), paint(accent, .35), n=32); cyl(.02 * s, .012 * s, (x, y - .006 * s, z + .165 * s), polished(), n=32)
    box((.012 * s, .014 * s, .05 * s), (x, y - .03 * s, z + .05 * s), steel(), .001 * s); box((.02 * s, .02 * s, .02 * s), (x, y - .03 * s, z + .026 * s), polished(), .001 * s)
    if strip:
        box((.12 * s, .024 * s, .004 * s), (x + strip * .05 * s, y - .03 * s, z + .03 * s), steel(), .001 * s)
        for i in range(12):
            q = x + strip * (.004 + .01 * i) * s
            box((.0055 * s, .018 * s, .004 * s), (q, y - .032 * s, z + .035 * s), brass(), .0005 * s)
    if air: cyl(.01 * s, .07 * s, (x + .03 * s, y + .01 * s, z + .09 * s), alu(), 'z', n=24); tube([(x + .03 * s, y + .01 * s, z + .12 * s), (x + .05 * s, y + .04 * s, z + .17 * s), (x + .03 * s, y + .12 * s, z + .2 * s)], .003 * s, plastic('#2a6fd0'))

def press(x, y, z, s=1.0, accent='#0a4ea2', colour=None, spool=True, strip=-1):
    """A crimping press of .62 m: C-frame of plate, motor, ram, applicator, and the reel with the terminals."""
    c = colour or shade()
    prof = [(-.17, 0), (.2, 0), (.2, .6), (.16, .63), (-.15, .63), (-.17, .6), (-.17, .36), (-.06, .33), (.03, .27), (.03, .13), (-.02, .1), (-.17, .1)]
    prism([(a * s, b * s) for a, b in prof], .2 * s, (x, y, z), c, rot=SIDE, bevel=.008 * s)
    box((.206 * s, .1 * s, .05 * s), (x, y - .12 * s, z + .57 * s), accent_paint(accent), .006 * s)
    cyl(.034 * s, .07 * s, (x, y - .1 * s, z + .34 * s), polished(), n=32)
    cyl(.07 * s, .1 * s, (x, y + .1 * s, z + .67 * s), dark_alu(), n=40); cyl(.05 * s, .03 * s, (x, y + .1 * s, z + .735 * s), graph(), n=40)
    box((.14 * s, .12 * s, .03 * s), (x, y - .11 * s, z + .115 * s), steel(), .003 * s)
    applicator(x, y - .1 * s, z + .13 * s, s * 1.05, accent, strip)
    for a, b in ((-.14, .47), (-.06, .47), (.1, .2), (.1, .42)): screw((x + (.1 if strip > 0 else -.1) * s, y + a * s, z + b * s), .008 * s, (1 if strip > 0 else -1, 0, 0))
    if spool:
        r = .19 * s; box((.03 * s, .03 * s, .42 * s), (x + strip * .12 * s, y + .18 * s, z + .78 * s), dark_alu(), .004 * s)
        terminal_reel(x + strip * .12 * s, y + .12 * s, z + .98 * s, r)

def terminal_reel(x, y, z, r, axis='y', colour='#d8d5cd'):
    """A reel of terminals between two flanges of card."""
    d = Vector((0, 1, 0)) if axis == 'y' else Vector((1, 0, 0)); c = Vector((x, y, z))
    for s in (-1, 1): ring(r * .16, r, .005, c + d * s * r * .15, plastic(colour, .55), axis, bevel=.001, n=56)
    ring(r * .35, r * .84, r * .26, c, brass(.38), axis, bevel=.002, n=56); cyl(r * .09, r * .5, c, dark_alu(), axis, n=24)

def feed_rollers(x, y, z, r=.05, n=2, step=None, t=.026):
    """Pairs of rollers that grip the wire at z."""
    step = step or r * 2.3
    for i in range(n):
        q = x + (i - (n - 1) / 2) * step
        for s in (-1, 1): ring(r * .28, r, t, (q, y, z + s * r * 1.02), rubber('#2a2b2d'), 'y', bevel=r * .06, n=40); cyl(r * .32, t * 1.5, (q, y - t * .2, z + s * r * 1.02), polished(), 'y', n=24)

def feed_belts(x, y, z, w, h, t=.05):
    """Two toothed belts that draw the wire between them."""
    for s in (-1, 1):
        zc = z + s * h * .56
        box((w - h, t, h), (x, y, zc), rubber('#232425'), .002)
        for e in (-1, 1): cyl(h / 2, t, (x + e * (w - h) / 2, y, zc), rubber('#232425'), 'y', bevel=.002, n=36); cyl(h * .3, t * 1.25, (x + e * (w - h) / 2, y, zc), alu(), 'y', n=28)

def straightener(x, y, z, n=7, r=.018, s=1.0):
    """Staggered rollers that take the curl out of the wire."""
    box((n * r * 1.5 + .03, .014, r * 5.4), (x, y + .018, z), dark_alu(), .004)
    for i in range(n):
        q = x + (i - (n - 1) / 2) * r * 1.45; e = 1 if i % 2 else -1
        cyl(r * .95, .016, (q, y, z + e * r * 1.02), polished(), 'y', bevel=.002, n=28); cyl(r * .3, .02, (q, y, z + e * r * 1.02), graph(), 'y', n=16)

def wire_drum(x, y, z, colour, r=.2, w=.2, axis='y', full=.8, card='#cfc9bb'):
    """A drum full of wire."""
    d = Vector((0, 1, 0)) if axis == 'y' else Vector((1, 0, 0)); c = Vector((x, y, z))
    for s in (-1, 1): ring(r * .12, r, r * .04, c + d * s * w / 2, plastic(card, .5), axis, bevel=.003, n=64); ring(r * .2, r * .3, r * .05, c + d * s * (w / 2 + r * .015), dark_alu(), axis, n=40)
    n = max(6, int(w / (r * .07))); t = (w - r * .04) / n
    prof = []
    for k in range(n):
        a = -w / 2 + r * .02 + k * t
        prof += [(r * (full - .02), a), (r * full, a + t * .5), (r * (full - .02), a + t * .999)]
    lathe(prof, c, wire_mat(colour), axis, 64, angle=80)
    cyl(r * .13, w * 1.1, c, dark_alu(), axis, n=28)

def stop_button(loc, r=.022, d=(0, -1, 0)):
    """The emergency stop."""
    d = Vector(d); c = Vector(loc)
    cyl(r * 1.25, r * .3, c + d * r * .15, paint('#f2c200', .4), tuple(d), bevel=.001, n=32); cyl(r * .55, r * .6, c + d * r * .5, graph(), tuple(d), n=20); cyl(r, r * .5, c + d * r * .95, paint('#b3120e', .3), tuple(d), bevel=r * .2, n=32)

def pedal(x, y, s=1.0, accent='#ffcb05', to=None):
    """A foot switch with its cable."""
    box((.12 * s, .17 * s, .03 * s), (x, y, .017 * s), graph(), .01 * s)
    box((.085 * s, .13 * s, .018 * s), (x, y - .006 * s, .045 * s), paint(accent, .4), .006 * s, rot=(-.13, 0, 0))
    if to: tube([(x, y + .08 * s, .02 * s), (x + .05 * s, y + .2 * s, .01), tuple(Vector(to) * .6 + Vector((x, y + .2 * s, 0)) * .4 + Vector((.05 * s, 0, -to[2] * .6 + .01))), to], .005 * s, rubber())

def warning(x, y, z, s, bolt=True):
    """A yellow warning triangle."""
    prism([(-s / 2, -s * .3), (s / 2, -s * .3), (0, s * .57)], s * .03, (x, y, z), graph(), rot=FRONT, bevel=s * .02)
    prism([(-s * .4, -s * .245), (s * .4, -s * .245), (0, s * .45)], s * .034, (x, y - s * .003, z), paint('#ffd100', .4), rot=FRONT, bevel=s * .02)
    if bolt: prism([(a * s, b * s) for a, b in ((.02, .28), (-.1, .02), (-.01, .03), (-.06, -.2), (.1, .09), (.01, .08), (.09, .28))], s * .02, (x, y - s * .02, z), graph(), rot=FRONT, bevel=.0001)
    else:
        for k in range(8): box((s * .3, s * .02, s * .02), (x, y - s * .02, z), graph(), .0001, rot=(0, k * pi / 8, 0))
        cyl(s * .06, s * .024, (x, y - s * .02, z), graph(), 'y', n=24)

def loose_wires(x, y, z, length, n, spread, r=.003, axis='x', droop=.004):
    """Finished wires in a tray."""
    for i in range(n):
        o = -spread / 2 + spread * i / max(1, n - 1); j = rnd.uniform(-.012, .012) * length
        tube([(x - length / 2 + j, y + o, z + droop * (i % 3)), (x, y + o + rnd.uniform(-.01, .01), z + droop * (i % 2)), (x + length / 2 + j, y + o + rnd.uniform(-.006, .006), z + droop * ((i + 1) % 3))], r, wire_mat(COLOURS[i % 4]), n=4, res=3)

def connector(x, y, z, w, h, d, colour, pins=0, rot=(0, 0, 0)):
    """A connector housing that looks to the front, with its cavities."""
    box((w, d, h), (x, y, z), plastic(colour, .4), min(w, h) * .08, rot=rot)
    if pins:
        cols = max(1, int(round((pins * w / h) ** .5))); rows = max(1, int(math.ceil(pins / cols))); e = Euler(rot).to_matrix()
        for i in range(cols):
            for j in range(rows):
                p = e @ Vector((w * ((i + .5) / cols - .5) * .84, -d / 2 - .0004, h * ((j + .5) / rows - .5) * .84))
                box((w / cols * .45, d * .02 + .0008, h / rows * .45), tuple(Vector((x, y, z)) + p), hole(), .0002, rot=rot)

def person(x, y):
    """The flat outline of a person of 1.75 m, to compare sizes with."""
    half = [(.052, 1.52), (.07, 1.475), (.19, 1.44), (.232, 1.37), (.25, 1.15), (.268, .95), (.272, .8), (.245, .755), (.222, .82), (.208, 1.03), (.182, 1.24), (.16, 1.1),
            (.162, .98), (.178, .86), (.168, .6), (.14, .3), (.118, .09), (.165, .03), (.16, 0), (.045, 0), (.05, .1), (.05, .45), (.016, .82)]
    out = [(a, b) for a, b in half] + [(-a, b) for a, b in reversed(half)]
    m = mat('person', (.46, .49, .52), 0, .8, spec=.1)
    prism(list(reversed(out)), .012, (x, y, 0), m, rot=FRONT, bevel=.0005)
    o = lathe([(1e-4, -.5)] + [(.5 * math.cos(a), .5 * math.sin(a)) for a in np.linspace(-pi / 2 + .01, pi / 2 - .01, 24)] + [(1e-4, .5)], (x, y, 1.635), m, 'z', 40)
    o.scale = (.185, .012, .235)

def scale_rule(x, y, length, s):
    """A rule on the floor, in ten parts, with its length written beside it."""
    n = 10; t = s * .012
    for i in range(n): box((length / n, t * 2.2, t), (x + length * (i + .5) / n, y, t / 2), plastic('#26292d' if i % 2 == 0 else '#aeb3b8', .5), t * .05)
    text = '1 m' if length >= 1 else f'{length * 100:.0f} cm'
    label(text, (x + length + t * 2, y - t * 1.1, t * .3), t * 4.2, rot=(R(8), 0, 0), colour='#3a3e43', depth=t * .06)
