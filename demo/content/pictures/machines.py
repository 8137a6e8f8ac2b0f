"""Machines, halls, cabinets. One unit is one metre."""
import os, sys; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit; from kit import *
SCENES = {}
def scene(f): SCENES[f.__name__.replace('_', '-')] = f; return f

ACCENT = '#b4581f'

def panel_picture(w=320, h=200, accent=(.86, .45, .2), seed=3):
    """What a machine's screen shows: a measured curve, a row of figures, a bar of progress."""
    a = np.zeros((h, w, 3), np.float32); a[:] = (.06, .07, .085)
    a[:22] = (.1, .115, .135); a[8:14, 12:90] = (.75, .78, .8); a[8:14, w - 40:w - 12] = accent
    g = np.random.default_rng(seed)
    for k in range(5): a[50 + k * 22, 16:w - 100] = (.14, .155, .175)
    x = np.arange(16, w - 100); y = 140 - 84 * np.exp(-((x - 118) / 34.0) ** 2) - 18 * np.exp(-((x - 170) / 20.0) ** 2)
    for i, yy in zip(x, y): a[int(yy) - 1:int(yy) + 2, i] = accent
    for k in range(5):
        a[44 + k * 24:48 + k * 24, w - 84:w - 60] = (.4, .43, .46); a[52 + k * 24:58 + k * 24, w - 84:w - 84 + int(g.integers(26, 64))] = (.82, .84, .86)
    a[h - 26:h - 20, 16:w - 16] = (.16, .175, .2); a[h - 26:h - 20, 16:int(w * .7)] = accent
    return a

def screen(loc, size, rz=0, tilt=0, accent=(.86, .45, .2)):
    """A panel on its arm, looking to the front."""
    w, h = size
    box((w + .04, .03, h + .04), loc, graph(), .012, rot=(-tilt, 0, rz))
    d = Vector((math.sin(rz) * .0165, -math.cos(rz) * .0165, 0))
    m = image_mat(panel_picture(accent=accent), 1.25, 'screen')
    v = [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)]
    s = mesh(v, [(0, 1, 2, 3)], m, tuple(Vector(loc) + d), (-tilt, 0, rz), smooth=False)
    uv = s.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))): uv.data[i].uv = c

def feet(x, y, w, d):
    for sx in (-1, 1):
        for sy in (-1, 1): cyl(.022, .07, (x + sx * (w / 2 - .07), y + sy * (d / 2 - .07), .035), dark_alu()); cyl(.045, .018, (x + sx * (w / 2 - .07), y + sy * (d / 2 - .07), .009), rubber())

def cabinet(x, w, d=.8, h=.86, y=0, doors=2, body=None, line=True, accent=ACCENT):
    """The base of a machine: sheet metal, doors with gaps, a line of the brand's colour."""
    body = body or light()
    feet(x, y, w, d)
    box((w, d, h - .07), (x, y, .07 + (h - .07) / 2), body, .012)
    box((w - .03, d - .03, .05), (x, y, .07), graph(), .005)
    for i in range(doors):
        dw = w / doors; cx = x - w / 2 + dw * (i + .5)
        box((dw - .022, .012, h - .2), (cx, y - d / 2 - .004, .05 + h / 2), paint('#d9d8d4'), .008)
        box((.014, .02, .16), (cx + dw / 2 - .06, y - d / 2 - .016, h * .62), dark_alu(), .004)
    if line: box((w + .004, .004, .022), (x, y - d / 2 - .004, h - .035), paint(accent, .35), .001)

def hood(x, w, d, z, h, y=0, posts=3):
    """A glazed hood on aluminium posts."""
    for i in range(posts + 1):
        px = x - w / 2 + w * i / posts
        for sy in (-1, 1): box((.035, .035, h), (px, y + sy * (d / 2 - .02), z + h / 2), alu(), .005)
    for sy in (-1, 1): box((w, .035, .035), (x, y + sy * (d / 2 - .02), z + h), alu(), .005)
    box((w + .03, d + .03, .055), (x, y, z + h + .03), light(), .014)
    for i in range(posts):
        dw = w / posts
        box((dw - .05, .006, h - .05), (x - w / 2 + dw * (i + .5), y - d / 2 + .02, z + h / 2), glass(), .001)
        box((.12, .03, .02), (x - w / 2 + dw * (i + .5), y - d / 2 - .005, z + .1), dark_alu(), .006)
    for sx in (-1, 1): box((.006, d - .06, h - .05), (x + sx * (w / 2 - .02), y, z + h / 2), glass(), .001)
    box((w - .1, .03, .02), (x, y - .05, z + h - .02), glow((1, .97, .92), 6), .002)
    # light of its own: the roof keeps the studio's out
    area((x, y - .15, z + h - .04), (x, y, z), w * .9, 5, (1, .985, .96), size_y=.3, visible=False)

def press(x, y, z, s=1.0, colour=None):
    """A crimping press: C-frame, ram, applicator, reel of terminals."""
    c = colour or mid()
    box((.2 * s, .3 * s, .62 * s), (x, y + .12 * s, z + .31 * s), c, .014)
    box((.2 * s, .34 * s, .2 * s), (x, y - .06 * s, z + .5 * s), c, .014)
    box((.24 * s, .42 * s, .06 * s), (x, y, z + .03 * s), dark(), .01)
    cyl(.035 * s, .2 * s, (x, y - .13 * s, z + .34 * s), polished())
    box((.09 * s, .1 * s, .14 * s), (x, y - .13 * s, z + .22 * s), steel(), .006); box((.14 * s, .14 * s, .07 * s), (x, y - .13 * s, z + .095 * s), dark_alu(), .008)
    box((.03 * s, .02 * s, .03 * s), (x + .05 * s, y - .19 * s, z + .26 * s), paint(ACCENT, .3), .004)
    cyl(.075 * s, .05 * s, (x, y + .04 * s, z + .66 * s), dark_alu(), 'z')

def reel(x, y, z, r=.2):
    for s in (-1, 1): ring(r * .2, r, .006, (x, y + s * .03, z), plastic('#d8d5cd', .4), 'y', bevel=.001, n=72)
    ring(r * .4, r * .82, .05, (x, y, z), brass(.35), 'y', bevel=.002, n=72); cyl(.02, .12, (x, y, z), dark_alu(), 'y')

def drive(x, y, z, r=.06, n=3):
    """Rollers that feed the wire."""
    box((.18 * n * .62 + .08, .05, .3), (x, y + .06, z + .02), light(), .008)
    for i in range(n):
        for s in (-1, 1): ring(.014, r * .8, .03, (x + (i - (n - 1) / 2) * .11, y, z + s * r * .82), rubber('#2a2b2d'), 'y', bevel=.004, n=40); cyl(.016, .05, (x + (i - (n - 1) / 2) * .11, y - .01, z + s * r * .82), polished(), 'y', n=24)

def drum(x, y, z, c, r=.2, w=.2):
    for s in (-1, 1): cyl(r, .01, (x, y + s * w / 2, z), plastic('#d8d5cd', .4), 'y', bevel=.003, n=64)
    for k in range(int(w / .008)): ring(r * .62, r * .78, .007, (x, y - w / 2 + .008 + k * .008, z), wire_mat(c), 'y', bevel=.003, n=48)
    cyl(r * .64, w - .01, (x, y, z), wire_mat(c), 'y', n=48)

def tower(x, y, z, c=(.1, .9, .3)):
    cyl(.012, .3, (x, y, z + .15), dark_alu())
    for i, g in enumerate(((.9, .1, .08), (.95, .6, .05), c)): cyl(.03, .055, (x, y, z + .32 + i * .06), glow(g, 3.0 if i == 2 else .25), bevel=.004)

def alpha(lit=True, accent=ACCENT):
    """A fully automatic crimping machine, about three metres long."""
    cabinet(-.35, 2.1, .85, .88, doors=3, accent=accent); cabinet(1.25, 1.05, .7, .7, y=.05, doors=1, accent=accent)
    box((2.1, .85, .03), (-.35, 0, .895), dark_alu(), .006)
    for x in (-1.0, .3): press(x, .1, .91, 1.0)
    for x in (-1.0, .3): reel(x, .30, 1.58, .17)
    drive(-.36, -.02, 1.12); tube([(-1.9, -.02, 1.12), (.95, -.02, 1.12)], .005, wire_mat('red'), smooth=False)
    box((.1, .26, .3), (-.36, .16, 1.05), light(), .01); cyl(.07, .3, (-.36, .1, 1.3), alu(), 'z')
    hood(-.35, 2.06, .82, .91, .82)
    # what is finished falls into the tray
    box((1.0, .5, .04), (1.25, -.05, .74), steel(.35), .006)
    for s in (-1, 1): box((1.0, .012, .12), (1.25, -.05 + s * .25, .8), steel(.35), .003)
    for i in range(22): tube([(.82, -.2 + i * .016, .775 + .004 * (i % 3)), (1.68, -.19 + i * .015 + rnd.uniform(-.01, .01), .775 + .004 * (i % 4))], .004, wire_mat(['red', 'blue', 'black'][i % 3]), smooth=False)
    cyl(.022, .8, (.86, -.52, 1.1), alu()); screen((.86, -.56, 1.5), (.46, .3), rz=-.18, tilt=.12)
    tower(.55, .3, 1.78)
    # the wire comes from its drum
    for i, c in enumerate(('red', 'blue')): drum(-2.05, -.12 + i * .36, .42, c, .3, .26)
    box((.06, .9, .06), (-2.05, .06, .42), dark_alu(), .006); box((.5, 1.0, .05), (-2.05, .06, .06), dark(), .01)
    for s in (-1, 1): box((.08, .04, .4), (-2.05, .06 + s * .44, .24), dark(), .006)
    cyl(.016, 1.0, (-1.62, .1, .95), alu()); ring(.05, .075, .02, (-1.62, -.02, 1.35), plastic('#e9e6dd'), 'y', n=40)
    tube(catmull([(-1.84, -.12, .5), (-1.7, -.08, 1.0), (-1.62, -.03, 1.42), (-1.5, -.02, 1.2), (-1.42, -.02, 1.12)], 12), .005, wire_mat('red'))

@scene
def machine_alpha():
    studio(1.0, size=4.5, strength=1.0, fill=.6, y=3)
    alpha()
    camera((-3.2, -6.2, 2.5), (-.25, 0, .86), 50)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=.12, contrast=.16))

@scene
def press_detail():
    """The crimping station, close by."""
    studio(.5, size=3, strength=1.1, fill=.7, y=3)
    alpha()
    camera((-1.75, -1.75, 1.62), (-.78, .05, 1.2), 52, focus=(-1.0, -.1, 1.15), blur=.008)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=.3, contrast=.16))

@scene
def machine_kappa():
    """A machine that cuts and strips."""
    studio(.8, size=4, strength=1.0, fill=.6, y=2.6)
    cabinet(0, 1.5, .7, .84, doors=2)
    box((1.5, .7, .03), (0, 0, .86), dark_alu(), .006)
    box((.62, .5, .46), (.18, .08, 1.1), light(), .02); box((.5, .01, .3), (.18, -.175, 1.12), glass(), .002); box((.56, .012, .37), (.18, -.172, 1.11), graph(), .006)
    drive(-.42, -.05, 1.06, n=3); drive(.72, -.05, 1.06, n=2)
    tube([(-1.7, -.05, 1.06), (1.5, -.05, 1.06)], .009, wire_mat('orange'), smooth=False)
    box((1.1, .22, .03), (1.35, -.05, .98), steel(.35), .004); box((.06, .06, .98), (1.8, -.05, .49), dark_alu(), .006)
    cyl(.018, .5, (-.1, -.38, 1.1), alu()); screen((-.1, -.4, 1.42), (.42, .27), rz=.1, tilt=.15); tower(.38, .25, 1.33)
    drum(-1.6, -.05, .5, 'orange', .42, .34); box((.08, .6, .08), (-1.6, -.05, .5), dark_alu(), .006)
    for s in (-1, 1): box((.5, .05, .06), (-1.6, -.05 + s * .27, .05), dark(), .008); box((.08, .04, .5), (-1.6, -.05 + s * .27, .27), dark(), .006)
    camera((-2.7, -4.9, 2.1), (-.08, 0, .8), 52)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=.12, contrast=.16))

@scene
def machine_mira():
    """A stripping machine for the bench."""
    studio(.32, size=4, strength=1.0, fill=.7, y=4)
    prism([(-.16, 0), (.16, 0), (.16, .2), (.1, .3), (-.16, .3)], .26, (0, 0, .015), light(), rot=(pi / 2, 0, pi / 2), bevel=.012)
    box((.25, .34, .02), (0, 0, .012), graph(), .006)
    for x in (-.09, .09):
        for y in (-.13, .13): cyl(.018, .014, (x, y, .007), rubber())
    box((.2, .012, .14), (0, -.162, .12), graph(), .01); cyl(.034, .02, (0, -.172, .12), polished(), 'y', n=64); cyl(.012, .03, (0, -.176, .12), mat('hole', (.01, .01, .01), 0, .6), 'y')
    box((.262, .3, .008), (0, 0, .06), paint(ACCENT, .35), .002)
    tube([(0, -.6, .12), (0, -.17, .12)], .006, wire_mat('blue'), smooth=False)
    s = math.atan2(.1, .06)
    screen((0, -.134, .262), (.15, .09), tilt=-.54)
    camera((-.72, -1.15, .62), (0, -.06, .14), 60, focus=(-.04, -.16, .15), blur=.006)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=.12, contrast=.16))

def zeta_module(x, i):
    cabinet(x, 1.15, .95, .88, doors=2); box((1.15, .95, .03), (x, 0, .895), dark_alu(), .006)
    if i % 3 == 1:
        for k in range(3): press(x - .34 + k * .34, .16, .91, .82)
    elif i % 3 == 2:
        for k in range(6): box((.1, .3, .36), (x - .4 + k * .16, .1, 1.09), mid() if k % 2 else light(), .01); cyl(.02, .1, (x - .4 + k * .16, -.1, 1.0), brass(), 'y')
    else:
        for k in range(7): reel(x - .42 + k * .14, .2, 1.3, .16)
        drive(x, -.05, 1.02, n=3)
    hood(x, 1.13, .92, .91, .78, posts=1)

@scene
def machine_zeta():
    """A line that makes whole harnesses."""
    studio(1.5, size=4.5, strength=1.0, fill=.6, y=3)
    for i in range(5): zeta_module(-2.4 + i * 1.18, i)
    tube([(-3.4, -.3, 1.0), (3.2, -.3, 1.0)], .02, alu(), smooth=False)
    cyl(.022, .8, (3.2, -.4, 1.0), alu()); screen((3.2, -.44, 1.45), (.5, .32), rz=-.3, tilt=.1); tower(2.7, .3, 1.78)
    box((1.0, .6, .04), (3.75, .1, .8), steel(.35), .006); box((.08, .08, .8), (4.1, .1, .4), dark_alu(), .005)
    camera((-5.2, -6.6, 2.7), (-.1, .1, .72), 50)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=.12, contrast=.16))

def hall(rows=3, count=5):
    world((.95, .96, .98), .9)
    box((60, 60, .1), (0, 12, -.05), mat('floor', (.60, .595, .58), 0, .22, spec=.5, rvar=.06, scale=.7), .001)
    box((60, .2, 9), (0, 30, 4.5), paint('#eceae5', .6), .01); box((.2, 60, 9), (-14, 12, 4.5), paint('#e4e2dd', .6), .01); box((.2, 60, 9), (14, 12, 4.5), paint('#e4e2dd', .6), .01)
    for y in range(-4, 32, 4):
        box((28, .16, .5), (0, y, 6.4), paint('#d5d3ce'), .01)
        for x in range(-10, 12, 5): box((.22, 2.6, .06), (x, y + 1.6, 6.1), glow((1, .985, .96), 9), .005)
        for x in (-13.6, 13.6): box((.3, .3, 7), (x, y, 3.5), paint('#cfcdc8'), .01)
    for y in range(-2, 30, 4): box((.02, 3.0, 2.4), (-13.88, y + 2, 3.6), glow((.9, .95, 1), 3.2), .01)
    box((60, .12, .004), (0, 1.2, .003), paint(ACCENT, .5), .001); 
    for x in (-2.9, 2.9): box((.1, 60, .004), (x, 12, .003), paint('#d9b36c', .5), .001)
    with group('alpha') as g: alpha()
    for r in range(count):
        for s in (-1, 1): place(g, (s * 4.1, 1.2 + r * 4.6, 0), rz=pi / 2 * s)

@scene
def hero_hall():
    """A hall with machines along both sides of its aisle."""
    hall()
    area((0, -3, 6), (0, 8, 0), 8, 3.2, (1, 1, 1)); area((-8, 2, 5.5), (0, 8, 0), 6, 3, (1, .99, .97))
    camera((-.9, -4.2, 1.9), (.35, 9, 1.2), 31)
    return dict(size=(2000, 1128), spp=44, bounces=5, grade=dict(exposure=-.55, contrast=.22))

@scene
def control_cabinet():
    """The inside of a control cabinet, wired."""
    world((.9, .9, .9), .6, top=(1, 1, 1)); cyclorama(w=8, depth=6, height=6, y=.5, r=.5, front=6)
    box((1.2, .06, 1.9), (0, .3, 1.0), paint('#d9d7d2', .5), .004)
    for s in (-1, 1): box((.03, .4, 1.96), (s * .61, .12, 1.0), paint('#c9c7c2', .5), .006)
    box((1.24, .4, .03), (0, .12, 1.97), paint('#c9c7c2', .5), .006)
    for r in range(5):
        z = 1.72 - r * .36; box((1.06, .03, .03), (0, .26, z), alu(), .002)
        x = -.5
        while x < .48:
            w = rnd.choice([.018, .018, .036, .054, .09]); h = .1 + .06 * (w > .03)
            m = plastic(rnd.choice(['#e6e3dc', '#cfd1d0', '#3b3e42', '#e6e3dc', '#b4581f' if w < .02 else '#2d3034']), .4)
            box((w - .002, .09, h), (x + w / 2, .2, z), m, .004)
            if rnd.random() < .8:
                c = rnd.choice(['blue', 'red', 'black', 'grey', 'black', 'blue'])
                for e in (1, -1): tube(catmull([(x + w / 2, .15, z + e * h * .4), (x + w / 2, .1, z + e * (h * .5 + .02)), (x + w / 2 + rnd.uniform(-.01, .01), .17, z + e * .15)], 8), .0045, wire_mat(c), res=6)
            x += w
        for e in (1,): box((1.06, .1, .07), (0, .2, z - .18), plastic('#8f9397', .5), .004)
        for k in range(44): box((.006, .104, .05), (-.52 + k * .024, .198, z - .175), plastic('#7d8185', .5), .001)
    area((-1.6, -2.2, 2.6), (0, .2, 1), 1.6, 20, (1, .98, .95)); area((2, -2, 1.2), (0, .2, 1), 1.4, 9, (.95, .98, 1))
    camera((-.72, -1.75, 1.5), (.02, .2, 1.2), 44)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=.12, contrast=.16))

@scene
def tester():
    """A tester with its fields of sockets."""
    studio(.6, size=4, strength=1.0, fill=.7, y=3)
    cabinet(0, 1.2, .6, .8, doors=2, accent='#006b7d'); box((1.24, .64, .03), (0, 0, .815), paint('#ecebe7'), .006)
    prism([(-.3, 0), (.3, 0), (.3, .52), (.12, .52)], 1.2, (0, .0, .83), mid(), rot=(pi / 2, 0, pi / 2), bevel=.01)
    d = Vector((0, -.52, .42)).normalized()
    for i in range(9):
        for j in range(4):
            p = Vector((-.48 + i * .12, -.22 + j * .105 * .62, .94 + j * .105 * .8)) + d * .0
            c = ['#1c1e20', '#006b7d', '#e9e6dd', '#1c1e20'][(i * 3 + j) % 4]
            box((.085, .05, .062), p, plastic(c, .4), .008, rot=(-.70, 0, 0))
            for k in range(4): cyl(.006, .02, p + Vector((-.026 + k * .017, -.018, .022)), gold(), tuple(d), n=16)
    for i in range(7):
        x = -.42 + i * .14; tube(catmull([(x, -.3, 1.02), (x + .02, -.5, 1.0), (x + rnd.uniform(-.06, .06), -.56, .86), (x + rnd.uniform(-.1, .1), -.48, .835)], 12), .009, wire_mat(['black', 'grey', 'blue', 'turquoise'][i % 4]), res=8)
    cyl(.02, .5, (.5, .22, 1.4), alu()); screen((.3, .16, 1.6), (.44, .28), rz=-.1, tilt=.1, accent=(.2, .75, .82)); tower(-.5, .2, 1.35)
    camera((-1.7, -3.3, 2.1), (0, 0, .98), 47)
    return dict(size=(1680, 1120), spp=36, grade=dict(exposure=.12, contrast=.16))

@scene
def hosver_press():
    """A bench press in black and yellow."""
    studio(.4, size=4, strength=1.0, fill=.7, y=4)
    y = paint('#ffcb05', .35); k = paint('#1b1b1c', .4)
    box((.34, .5, .07), (0, 0, .035), k, .012); box((.26, .22, .62), (0, .12, .38), y, .02); box((.26, .42, .24), (0, .02, .62), y, .03)
    box((.27, .424, .03), (0, .02, .56), k, .004)
    cyl(.045, .2, (0, -.1, .44), polished(), n=64); box((.12, .13, .16), (0, -.1, .31), steel(), .008); box((.2, .2, .1), (0, -.1, .12), dark_alu(), .01); box((.05, .12, .05), (0, -.1, .19), polished(.2), .004)
    cyl(.06, .02, (0, -.19, .64), k, 'y', n=64); cyl(.045, .012, (0, -.203, .64), glow((.9, .1, .07), .5), 'y', n=64)
    reel(-.0, .34, .9, .16); box((.03, .03, .3), (0, .3, .82), dark_alu(), .004)
    strip = [(-.02 * i, -.1, .172) for i in range(14)]
    for p in strip: box((.012, .03, .003), (p[0] - .03, p[1], p[2]), brass(), .0005); box((.02, .006, .002), (p[0] - .03, p[1] + .018, p[2]), brass(), .0004)
    camera((-1.15, -2.2, 1.15), (0, 0, .5), 54, focus=(0, -.2, .5), blur=.005)
    return dict(size=(1680, 1120), spp=40, grade=dict(exposure=.1, contrast=.18))

@scene
def building():
    """The head office: a long white house behind a meadow."""
    world((.55, .70, .90), 1.05, top=(.30, .52, .86), bottom=(.86, .90, .94))
    sun((.55, .75, -.62), 3.6, 1.2, (1, .95, .87))
    box((160, 160, .1), (0, 30, -.05), mat('meadow', (.16, .24, .07), 0, .9, spec=.1, cvar=.5, scale=60), .001)
    box((160, 7, .12), (0, -3.6, -.02), mat('asphalt', (.30, .30, .30), 0, .85, cvar=.15, scale=30), .001)
    for f in range(3):
        z = f * 3.9
        box((46, 16, .9), (0, 12, z + 3.5), paint('#efede8', .55), .03)
        box((45.2, 15.4, 3.1), (0, 12, z + 1.55), mat('glazing', (.03, .045, .06), 0, .06, spec=.9), .01)
        for i in range(31): box((.09, .5, 3.1), (-22.5 + i * 1.5, 4.3, z + 1.55), dark_alu(), .01)
        for i in range(18):
            if rnd.random() < .45: box((1.38, .02, 2.9), (-21.75 + int(rnd.uniform(0, 30)) * 1.5, 4.55, z + 1.55), glow((1, .86, .66), .5), .01)
    box((15, 12, 15.6), (30, 14, 7.8), paint('#b4622d', .5), .03)
    for i in range(5): box((.8, .05, 13), (24.9 + i * 2.4, 7.98, 7.4), mat('glazing', (.03, .045, .06), 0, .06, spec=.9), .01)
    box((7, 5, .25), (-4, 2.2, 3.4), paint('#efede8'), .02); box((4.4, .1, 2.9), (-4, 4.2, 1.45), glow((1, .9, .75), .7), .01)
    for x, y, s in ((-19, -.2, 1), (-13, .6, 1.2), (12, .2, 1.1), (19, -.4, .9), (38, 3, 1.3), (-27, 4, 1.3)):
        cyl(.13 * s, 3.2 * s, (x, y, 1.6 * s), mat('bark', (.10, .07, .05), 0, .9), n=12)
        for k in range(60):
            a, q = rnd.uniform(0, 2 * pi), rnd.random() ** .5
            sphere(rnd.uniform(.35, .75) * s, (x + math.cos(a) * q * 1.7 * s, y + math.sin(a) * q * 1.7 * s, 4.4 * s + rnd.uniform(-1.3, 1.5) * s * (1.1 - q * .6)), mat('leaf', (.10, .20, .05), 0, .8, spec=.15, cvar=.5, scale=4), n=5)
    camera((-25, -33, 3.2), (2, 10, 5.6), 30)
    return dict(size=(1920, 1080), spp=36, bounces=4, grade=dict(exposure=-.15, contrast=.18))

if __name__ == '__main__': kit.main(SCENES)
