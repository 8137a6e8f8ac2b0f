"""Machines that stand on the floor, and lines made of several parts. Testers, markers and feeders of any size are here too."""
from kit import *
from parts import *
from record import family

def deck(x, w, d, z, y=0): box((w, d, .03), (x, y, z + .015), paint('#7d8286', .4), .005)

def end_tray(x, y, z, w, d, r, n=18):
    """Where the finished wires lie."""
    box((w, d, .03), (x, y, z), steel(.35), .005)
    for s in (-1, 1): box((w, .012, .1), (x, y + s * d / 2, z + .05), steel(.35), .003)
    loose_wires(x, y, z + .02, w * .86, n, d * .7, max(r, .003))

# ------------------------------------------------------------------ crimping machines and harness lines

@family('detail', 'front')
def double_sided(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; heavy = m.number('Crimp force') >= 40; r = max(m.wire(), .003)
    stations = 1 if m.index < 3 else 2 if not heavy else 1
    feed, tray = .16 * L, .24 * L; core = L - feed - tray; x0 = -L / 2; h = .86
    # the wire comes from a rack of drums, through the straightener
    cf = x0 + feed / 2
    box((feed * .86, .8 * W, .06), (cf, 0, .12), dark(), .01)
    for s in (-1, 1): box((.05, .05, .62), (cf, s * .34 * W, .4), alu(), .005)
    for i in range(2): wire_drum(cf, -.17 * W + i * .34 * W, .5, COLOURS[(m.index + i * 3) % 9], .27, .24)
    cyl(.014, .8 * W, (cf, 0, .5), polished(), 'y', n=20); cyl(.016, .9, (cf + .18, -.1 * W, .72), alu()); ring(.03, .05, .02, (cf + .18, -.1 * W, 1.14), plastic('#e9e6dd'), 'y', n=36)
    xc = x0 + feed + core / 2; zw = h + .24
    tube([(cf - .2, -.17 * W, .62), (cf, -.14 * W, .95), (cf + .18, -.1 * W, 1.17), (x0 + feed + .06, -.1 * W, zw)], max(r, .004), wire_mat(COLOURS[m.index % 9]))
    base(xc, core, W, h, a, doors=max(3, int(core / .7))); deck(xc, core, W, h)
    cover(xc, core - .02, W * .98, h + .03, H - h - .22 - .08, posts=max(3, int(core / .75)))
    straightener(x0 + feed + .2, -.1 * W, zw, 9, .022)
    feed_rollers(xc, -.1 * W, zw, .06, 2); box((.36, .16, .3), (xc, .02 * W + .08, zw), shade(), .012)
    for s in (-1, 1): box((.1, .16, .12), (xc + .32, -.1 * W, zw + s * .1), shade(), .006)
    tube([(x0 + feed, -.1 * W, zw), (x0 + feed + core - .1, -.1 * W, zw)], max(r, .004), wire_mat(COLOURS[m.index % 9]), smooth=False)
    # crimping stations of both sides
    ps = .98 if not heavy else 1.2; span = core / 2 - .42
    for side in (-1, 1):
        for k in range(stations):
            x = xc + side * (.42 + (k + .5) * span / stations + .04); press(x, .16 * W, h + .03, ps, a, strip=side)
    # arms that carry the ends to the stations
    for s in (-1, 1): box((.3, .05, .05), (xc + s * .34, -.1 * W, zw - .02), accent_paint(a), .01); box((.05, .06, .1), (xc + s * .5, -.1 * W, zw - .02), steel(), .006)
    end_tray(L / 2 - tray / 2, -.1 * W, .74, tray * .96, .34 * W, r)
    base(L / 2 - tray / 2, tray * .9, .5 * W, .66, a, y=-.1 * W, doors=1 if tray < 1.1 else 2, vents=False)
    d = m.number('Display', 15) * .0254; panel_arm(L / 2 - tray - .12, -W / 2 - .06, h - .06, (d * .86, d * .52), a, .56, rz=-.12)
    stop_button((L / 2 - tray - .3, -W / 2 - .012, h - .1), .03); tower(xc + core / 2 - .12, .3 * W, H - .4)
    label(m.name, (xc - core / 2 + .1, -W / 2 - .014, h - .22), .12); box((core * .99, .02, .09), (xc, -W / 2 + .012, H - .22 - .11), accent_paint(a), .006)
    return dict(detail=((xc - .3 - span * .5 / stations, -.02, zw + .12), .95), **{'from': -12})

@family('detail', 'front')
def harness_lines(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; n = int(m.number('Stations')); wires = int(m.number('Wires on board')); h = .86
    magazine = .22 * L; table = .16 * L; core = L - magazine - table; x0 = -L / 2; D = W * .72
    wire_magazine(x0 + magazine / 2, magazine, D, h, H, wires, a, m)
    mod = max(3, n // 2); w = core / mod; zw = h + .22
    for i in range(mod):
        x = x0 + magazine + w * (i + .5); base(x, w - .01, D, h, a, doors=2 if w > .8 else 1); deck(x, w - .01, D, h)
        cover(x, w - .015, D * .98, h + .03, H - h - .2, posts=1 if w < .9 else 2)
        for k in range(2): press(x + (k - .5) * w * .48, .16 * D, h + .03, .9, a, strip=-1)
        box((w * .96, .05, .06), (x, -.12 * D, zw - .08), alu(), .004)
        for k in range(3): box((.05, .07, .09), (x + (k - 1) * w * .3, -.12 * D, zw - .01), accent_paint(a) if k == 1 else shade(), .008)
    for k in range(min(8, wires // 5)): tube([(x0 + magazine - .1, -.12 * D + k * .008, zw), (x0 + magazine + core, -.12 * D + k * .008, zw)], .004, wire_mat(COLOURS[k]), smooth=False)
    # finished wires hang in their sequence
    xt = L / 2 - table / 2; base(xt, table * .96, D * .8, .7, a, doors=1, vents=False); deck(xt, table * .96, D * .8, .7)
    box((table * .9, .04, .04), (xt, 0, 1.35), alu(), .004)
    for s in (-1, 1): box((.04, .04, .64), (xt + s * table * .43, 0, 1.04), alu(), .004)
    for k in range(14): q = xt + (k / 13 - .5) * table * .8; tube([(q, -.02, 1.36), (q, -.08, 1.2), (q + .01, -.06, .95), (q, .06, .8)], .004, wire_mat(COLOURS[k % 9]))
    panel_arm(L / 2 - table - .1, -D / 2 - .06, h - .05, (.5, .3), a, .56, rz=-.15); tower(L / 2 - table - .15, .3 * D, H - .45)
    label(m.name, (x0 + magazine + .1, -D / 2 - .014, h - .23), .13); box((core * .995, .02, .1), (x0 + magazine + core / 2, -D / 2 + .01, H - .22), accent_paint(a), .006)
    return dict(detail=((x0 + magazine + w, -.05 * D, zw + .12), 1.15))

def wire_magazine(x, w, d, h, H, wires, a, m):
    """Rows of guides and feeders, one for each wire on board, over the drums."""
    base(x, w - .02, d, .5, a, doors=2, vents=False)
    rows = 3; cols = max(4, wires // rows)
    box((w - .02, .06, H - .62), (x, d * .3, .5 + (H - .62) / 2), body(), .01)
    for s in (-1, 1): box((.06, d * .8, H - .55), (x + s * (w / 2 - .04), 0, .5 + (H - .6) / 2), body(), .012)
    box((w, d * .86, .07), (x, 0, H - .1), body(), .014); box((w * .99, .02, .08), (x, -d * .43, H - .1), accent_paint(a), .005)
    for j in range(rows):
        z = .72 + j * (H - .95) / rows
        box((w - .14, d * .5, .02), (x, 0, z - .1), alu(), .003)
        for i in range(cols):
            q = x + ((i + .5) / cols - .5) * (w - .2); c = COLOURS[(i * 5 + j * 3) % 12]; rr = min(.15, (w - .2) / cols * .46)
            wire_drum(q, -.02, z + .06, c, max(.12, rr * 1.2), min(.1, (w - .2) / cols * .8), axis='x')
            tube([(q, -.18, z + .06), (q, -d * .34, z + .16), (q, -d * .4, z + .02)], .004, wire_mat(c), n=5, res=3)
            cyl(.012, .04, (q, -d * .4, z + .02), brass(), 'y', n=16)

@family('detail', 'front')
def block_loading(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; n = int(m.number('Stations')); wires = int(m.number('Wires on board')); places = int(m.number('Positions')); h = .86; D = W * .74
    magazine, load = .2 * L, .42 * L; core = L - magazine - load; x0 = -L / 2; zw = h + .22
    wire_magazine(x0 + magazine / 2, magazine, D, h, H, wires, a, m)
    mod = max(1, int(round(core / 1.1))); w = core / mod; per = max(1, int(round(n / mod)))
    for i in range(mod):
        x = x0 + magazine + w * (i + .5); base(x, w - .01, D, h, a, doors=2); deck(x, w - .01, D, h); cover(x, w - .015, D * .98, h + .03, H - h - .2, posts=2)
        for k in range(per): press(x + ((k + .5) / per - .5) * w * .8, .16 * D, h + .03, .9 if per < 3 else .75, a)
        box((w * .96, .05, .06), (x, -.12 * D, zw - .08), alu(), .004)
    for k in range(6): tube([(x0 + magazine - .1, -.12 * D + k * .008, zw), (x0 + magazine + core, -.12 * D + k * .008, zw)], .004, wire_mat(COLOURS[k]), smooth=False)
    # the loading field: nests with housings on a tilted plate, heads on a gantry
    xl = L / 2 - load / 2; base(xl, load - .01, D, h, '#2d3034', doors=max(2, int(load / .8)), vents=False); deck(xl, load - .01, D, h)
    cols = places // 2; tilt = .62; e = Euler((tilt, 0, 0)).to_matrix(); o = Vector((xl, -.06 * D, h + .3))
    box((load * .86, .62, .03), tuple(o), alu(), .006, rot=(tilt, 0, 0)); box((load * .8, .2, .26), (xl, .0, h + .14), night(), .01)
    for i in range(cols):
        for j in range(2):
            p = o + e @ Vector((((i + .5) / cols - .5) * load * .8, (j - .5) * .28, .05)); c = ['#1b1c1e', '#e9e6dd', '#1f51d8', '#e08a12', '#1d8a46', '#8a8e92'][(i * 2 + j * 3) % 6]
            box((min(.17, load * .8 / cols * .82), .2, .03), tuple(p - e @ Vector((0, 0, .03))), dark_alu(), .004, rot=(tilt, 0, 0))
            box((min(.11, load * .8 / cols * .6), .11, .07), tuple(p), plastic(c, .4), .008, rot=(tilt, 0, 0))
            for k in range(3):
                q = p + e @ Vector(((k - 1) * .022, 0, .04)); tube([tuple(q), tuple(q + Vector((.0, -.03, .09))), tuple(q + Vector((.02 * (k - 1), -.14, .08))), tuple(q + Vector((.03 * (k - 1), -.2, -.08)))], .004, wire_mat(COLOURS[(i + j + k * 2) % 9]), n=5, res=3)
    heads = 1 if m.index < 3 else 2
    box((load * .94, .1, .12), (xl, .2 * D, H - .42), alu(), .006); box((load * .94, .02, .03), (xl, .2 * D - .06, H - .42), polished(), .002)
    for k in range(heads):
        q = xl + (.0 if heads == 1 else (k - .5) * load * .44) - .1; box((.22, .16, .3), (q, .1 * D, H - .46), accent_paint(a), .016); box((.1, .1, .34), (q, .06 * D, H - .72), shade(), .01); box((.03, .03, .2), (q, .04 * D, H - .95), steel(), .003)
        tube([(q, .2 * D, H - .3), (q + .15, .26 * D, H - .22), (q + .4, .26 * D, H - .34)], .03, rubber())
    cover(xl, load - .015, D * .98, h + .03, H - h - .2, posts=max(2, int(load / .9)))
    panel_arm(L / 2 - .3, -D / 2 - .06, h - .05, (.5, .3), a, .56, rz=-.2); tower(L / 2 - .15, .3 * D, H - .45)
    label(m.name, (x0 + magazine + .1, -D / 2 - .014, h - .23), .13); box(((core + load) * .995, .02, .1), (x0 + magazine + (core + load) / 2, -D / 2 + .01, H - .22), accent_paint(a), .006)
    return dict(detail=((xl - load * .1, -.06 * D, h + .42), 1.15))

@family('detail', 'front')
def twisting(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; n = int(m.number('Stations')); h = .86; D = W * .8
    core = min(.42 * L, 1.6 + .24 * n); track = L - core; x0 = -L / 2; zw = h + .2
    xc = x0 + core / 2; base(xc, core, D, h, a, doors=max(3, int(core / .7))); deck(xc, core, D, h); cover(xc, core - .02, D * .98, h + .03, H - h - .2, posts=max(2, int(core / .8)))
    k = max(0, n - 2)
    for i in range(k): press(x0 + .4 + (core - .7) * (i + .5) / max(1, k), .14 * D, h + .03, .9 if k < 5 else .72, a)
    if not k: box((.5, .3, .5), (xc, .1 * D, h + .28), shade(), .012)
    feed_rollers(x0 + .22, -.1 * D, zw, .055, 2); straightener(x0 + .5, -.1 * D, zw, 7, .02)
    # the track, with the head that twists and the carriage that holds the far end
    xt = x0 + core + track / 2; parts_ = max(2, int(track / 1.5)); w = track / parts_
    for i in range(parts_): base(x0 + core + w * (i + .5), w - .01, D * .5, .74, a, doors=1, vents=False, y=-.1 * D)
    box((track - .02, D * .42, .05), (xt, -.1 * D, .78), alu(), .006)
    for s in (-1, 1): box((track - .1, .04, .04), (xt, -.1 * D + s * .12, .83), polished(), .003)
    box((track - .02, .05, .3), (xt, -.1 * D + D * .22, .92), body(), .008); box((track - .02, .006, .05), (xt, -.1 * D + D * .22 - .028, 1.03), accent_paint(a), .001)
    box((track - .1, .006, .34), (xt, -.1 * D - D * .2, .98), glass(refl=.4), .001); box((track - .06, .03, .03), (xt, -.1 * D - D * .2, 1.15), alu(), .004)
    for i in range(parts_ + 1): box((.03, .03, .36), (x0 + core + .03 + (track - .06) * i / parts_, -.1 * D - D * .2, .97), alu(), .004)
    xh, xe = x0 + core + .28, L / 2 - .5
    twist_head(xh, -.1 * D, 1.02, a, 1); twist_head(xe, -.1 * D, 1.02, a, -1)
    for s in (0, 1):
        N = int(40 * track / 2); tube([(xh + .22 + (xe - xh - .44) * t / N, -.1 * D + .011 * math.cos(t * 1.1 + s * pi), 1.02 + .011 * math.sin(t * 1.1 + s * pi)) for t in range(N + 1)], .009, wire_mat(('green', 'yellow', 'violet', 'orange', 'white', 'brown')[m.index] if s else ('white', 'blue', 'yellow', 'white', 'grey', 'orange')[m.index]), smooth=False, res=3)
    for i in range(2): wire_drum(x0 - .34, -.22 + .4 * i, .42, ('white', 'green', 'yellow')[(i + m.index) % 3], .26, .22)
    box((.12, 1.0, .06), (x0 - .34, 0, .05), dark(), .01)
    for s in (-1, 1): box((.06, .05, .42), (x0 - .34, s * .46, .24), dark(), .006)
    cyl(.016, .98, (x0 - .34, 0, .42), polished(), 'y', n=20)
    panel_arm(x0 + core - .1, -D / 2 - .06, h - .05, (.44, .27), a, .56, rz=-.12); tower(x0 + core - .15, .3 * D, H - .45); stop_button((L / 2 - .2, -.1 * D - D * .25 - .01, .68), .03)
    label(m.name, (x0 + .1, -D / 2 - .014, h - .22), .12); box((core * .99, .02, .09), (xc, -D / 2 + .01, H - .22), accent_paint(a), .006)
    return dict(detail=((xh + .2, -.1 * D, 1.0), .72), **{'from': 30})

def twist_head(x, y, z, a, side):
    box((.26, .26, .3), (x - side * .1, y, z), body(), .016); box((.264, .264, .03), (x - side * .1, y, z + .1), accent_paint(a), .004)
    cyl(.075, .1, (x + side * .08, y, z), polished(), 'x', n=48); cyl(.05, .06, (x + side * .15, y, z), dark_alu(), 'x', n=40)
    for s in (-1, 1): box((.07, .02, .03), (x + side * .2, y + s * .018, z), steel(), .003)
    cyl(.06, .16, (x - side * .3, y, z), graph(), 'x', n=40); box((.3, .34, .04), (x - side * .1, y, z - .17), dark_alu(), .006)

# ------------------------------------------------------------------ heavy cable, laser

@family('front', 'detail')
def large_cross_sections(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; r = m.number('Outer diameter') / 2000 * .9; h = .7 * H * .95; b = h
    base(0, L, W, b, a, doors=2); box((L, W, .03), (0, 0, b + .015), night(), .006)
    prism([(-.5 * L, 0), (.5 * L, 0), (.5 * L, H - b - .12), (.4 * L, H - b), (-.5 * L, H - b)], .34 * W, (0, .31 * W, b + .03), body(), rot=FRONT, bevel=.016)
    box((L * .99, .004, .03), (0, .139 * W, b + .09), accent_paint(a), .001)
    zw, yw = b + .03 + .5 * (H - b), -.12 * W; hh = .26 * (H - b)
    feed_belts(-.27 * L, yw, zw, .38 * L, hh, .07); feed_belts(.33 * L, yw, zw, .24 * L, hh, .07)
    for s in (-1, 1):
        box((.13 * L, .3 * W, .3 * (H - b)), (.06 * L, yw, zw + s * .36 * (H - b)), shade(), .008); prism([(-.04 * L, 0), (.04 * L, 0), (0, .16 * (H - b))], .012, (.06 * L, yw - .01, zw + s * .2 * (H - b)), polished(), rot=(pi / 2 if s < 0 else -pi / 2, 0, 0), bevel=.001)
        cyl(.02, .9 * (H - b), (.06 * L + s * .085 * L, yw + .1 * W, zw), polished(), n=24)
    c = 'orange' if m.index < 2 else 'black'
    tube([(-.5 * L - .34 * L, yw, zw - .06), (-.5 * L, yw, zw), (-.1 * L, yw, zw), (.02 * L, yw, zw)], r, wire_mat(c)); tube([(.1 * L, yw, zw), (.5 * L + .1 * L, yw, zw), (.5 * L + .2 * L, yw, zw)], r, wire_mat(c), smooth=False); tube([(.5 * L + .2 * L, yw, zw), (.5 * L + .27 * L, yw, zw)], r * .74, copper(), smooth=False)
    for x in (-.49, .49): ring(r * 1.2, r * 1.2 + .03, .03, (x * L, yw, zw), dark_alu(), 'x', n=48); box((.03, .1, zw - r * 1.2 - b - .03), (x * L, yw, (zw - r * 1.2 + b) / 2), dark_alu(), .004)
    box((.4 * L, .24 * W, .02), (.5 * L + .2 * L, yw, zw - r - .02), steel(.35), .004); box((.05, .05, zw - r - .03), (.5 * L + .32 * L, yw, (zw - r - .03) / 2), alu(), .004); box((.2, .3, .02), (.5 * L + .32 * L, yw, .01), dark(), .004)
    box((.96 * L, .006, .72 * (H - b)), (0, -.48 * W, b + .03 + .38 * (H - b)), glass(refl=.4), .001); box((.97 * L, .02, .025), (0, -.48 * W, b + .03 + .76 * (H - b)), alu(), .004)
    for x in (-.48, 0, .48): box((.02, .02, .76 * (H - b)), (x * L, -.48 * W, b + .03 + .38 * (H - b)), alu(), .003)
    panel_arm(.3 * L, .2 * W, H - .06, (.32, .2), a, .22); tower(-.4 * L, .32 * W, H - .3); stop_button((.42 * L, -W / 2 - .012, b - .1), .028)
    label(m.name, (-.46 * L, -W / 2 - .014, b - .2), .1)
    return dict(detail=((.06 * L, yw, zw), .6 * (H - b) + .2))

@family('front', 'detail')
def laser_stripping(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; h = .55 * H; k = paint('#e0e1e1', .4)
    base(0, L, W, h, a, doors=1 if L < 1.1 else 2, colour=k)
    # cabin with a window of filter glass, a drawer for the wire
    prism([(-.5 * W, 0), (.5 * W, 0), (.5 * W, H - h), (-.26 * W, H - h), (-.5 * W, .72 * (H - h))], L, (0, 0, h), k, rot=SIDE, bevel=.016)
    ww = .46 * L; z = h + .42 * (H - h); box((ww + .06, .02, .46 * (H - h)), (-.18 * L, -W / 2 - .004, z), night(), .012); box((ww, .012, .36 * (H - h)), (-.18 * L, -W / 2 - .012, z), glass(tint=(.35, .62, .42), refl=.5), .002); box((ww * .96, .004, .32 * (H - h)), (-.18 * L, -W / 2 - .006, z), mat('inside', (.03, .07, .045), 0, .5), .001)
    box((.16, .03, .025), (-.18 * L, -W / 2 - .03, z - .26 * (H - h)), alu(), .008)
    box((.36 * L, .1, .09), (-.18 * L, -W / 2 - .05, h + .06), shade(), .008); ring(.006, .03, .02, (-.18 * L, -W / 2 - .105, h + .075), polished(), 'y', n=40); r = max(.0018, m.wire())
    tube([(-.18 * L, -W / 2 - .1, h + .075), (-.18 * L, -W / 2 - .22, h + .07), (-.24 * L, -W / 2 - .42, h - .06)], r, wire_mat(COLOURS[m.index + 4]))
    for s in (-1, 1): box((.03, .06, .06), (-.18 * L + s * .05, -W / 2 - .12, h + .075), dark_alu(), .005)
    display((.28 * L, -W / 2 - .008, h + .52 * (H - h)), (.26 * L, .2 * L), frame=.018, accent=rgb(a), seed=m.index); warning(.28 * L, -W / 2 - .004, h + .2 * (H - h), .09, bolt=False)
    stop_button((.42 * L, -W / 2 - .004, h + .2 * (H - h)), .026); label(m.name, (-.46 * L, -W / 2 - .014, h - .19), .085)
    for i in range(1 + (m.index == 3)): box((.24 * L, .3 * W, .14), ((-.18 + .34 * i) * L, .1 * W, H + .06), night(), .012); cyl(.035, .2, ((-.18 + .34 * i) * L - .16 * L, .1 * W, H + .06), alu(), 'x', n=32)
    cyl(.05, .2, (.36 * L, .3 * W, H + .1), alu(), n=36); tube([(.36 * L, .3 * W, H + .18), (.36 * L, .42 * W, H + .3), (.36 * L, .66 * W, H + .2)], .048, alu())
    tower(.46 * L, .1 * W, H - .28)
    return dict(detail=((-.18 * L, -W / 2 - .06, h + .16), .5))

@family('front', 'detail')
def laser_marking(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; h = .62 * H; zw = h + .2 * (H - h) + .06; r = max(.003, m.wire()); cam = m.index >= 2
    base(0, L, W, h, a, doors=2)
    box((.62 * L, W, H - h), (0, 0, h + (H - h) / 2), body(), .018)
    box((.63 * L, .012, .05), (0, -W / 2 - .002, H - .06), accent_paint(a), .003)
    box((.36 * L, .014, .5 * (H - h)), (-.08 * L, -W / 2 - .004, h + .5 * (H - h)), night(), .01); box((.3 * L, .01, .36 * (H - h)), (-.08 * L, -W / 2 - .01, h + .5 * (H - h)), glass(tint=(.55, .35, .75), refl=.5), .002); box((.3 * L, .004, .36 * (H - h)), (-.08 * L, -W / 2 - .005, h + .5 * (H - h)), mat('inside-uv', (.06, .03, .12), 0, .5), .001)
    warning(.2 * L, -W / 2 - .004, h + .34 * (H - h), .1, bolt=False)
    display((.2 * L, -W / 2 - .006, h + .68 * (H - h)), (.15 * L, .12 * L), frame=.016, accent=rgb(a), seed=m.index)
    # the wire runs in on the left over a measuring wheel and out on the right
    for s in (-1, 1):
        box((.19 * L, .5 * W, .03), (s * .405 * L, -.12 * W, h + .015), dark_alu(), .005); box((.1 * L, .05, .3 * (H - h)), (s * .4 * L, -.02 * W, h + .15 * (H - h) + .03), body(), .008)
        feed_rollers(s * .4 * L, -.1 * W, zw, .045, 1, t=.026); ring(r * 1.5, .03, .03, (s * .315 * L, -.1 * W, zw), polished(), 'x', n=36)
    straightener(-.46 * L, -.1 * W, zw, 5, .018)
    tube([(-.5 * L - .28, -.1 * W, zw + .02), (-.5 * L, -.1 * W, zw), (-.3 * L, -.1 * W, zw)], r, wire_mat('white')); tube([(.3 * L, -.1 * W, zw), (.5 * L, -.1 * W, zw), (.5 * L + .3, -.1 * W, zw + .01)], r, wire_mat('white'))
    for k in range(5): ring(r * .98, r * 1.02, .012, (.36 * L + .14 * L * k / 5 + .1, -.1 * W, zw), plastic('#3a3d42'), 'x', bevel=.0001, n=24)
    if cam: box((.07, .09, .12), (.47 * L, -.02 * W, zw + .17), graph(), .008); cyl(.026, .06, (.47 * L, -.08 * W, zw + .12), graph(), (0, -.6, -.8), n=32); box((.03, .03, .2), (.47 * L, .04 * W, zw + .1), alu(), .003)
    if m.index == 4: box((.3 * L, .5 * W, .14), (0, .05 * W, H + .07), night(), .012); label('UV', (-.05 * L, -.2 * W - .002, H + .03), .08, '#eceded')
    for i in range(m.index % 3 + 1): cyl(.03, .1, ((-.2 + .1 * i) * L, .2 * W, H + .05), alu(), n=28)
    stop_button((.36 * L, -W / 2 - .012, h - .1), .028); tower(.26 * L, .2 * W, H - .28); label(m.name, (-.46 * L, -W / 2 - .014, h - .19), .09)
    return dict(detail=((.36 * L, -.1 * W, zw + .04), .42))

@family('front', 'detail')
def ink_jet_marking(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; heads = int(m.number('Ink colours', 1)) if m.index != 3 else 2; lines = int(m.number('Print lines', 1)); r = max(.0022, m.wire()); b = .014; rubber_feet(L, W)
    box((L, W, .26 * H), (0, 0, b + .13 * H), night(), .012); label(m.name, (-.46 * L, -W / 2 - .001, b + .07 * H), .085 * H, '#eceded'); box((L + .002, .004, .022 * H), (0, -W / 2, b + .235 * H), accent_paint(a), .001)
    box((L * .98, .42 * W, H * .72), (0, .28 * W, b + .26 * H + .36 * H), body(), .014); zw, yw = b + .46 * H, -.16 * W
    # ink cartridges in their bay, one for each colour
    for i in range(max(heads, 1)):
        x = -.38 * L + i * .17 * L; box((.13 * L, .06, .34 * H), (x, .06 * W, b + .76 * H), plastic(('#17181a', '#eceae4', '#f0c311')[i], .35), .006); box((.134 * L, .064, .05 * H), (x, .06 * W, b + .62 * H), graph(), .004); tube([(x, .02 * W, b + .6 * H), (x + .02, -.06 * W, b + .7 * H), (-.1 * L + i * .2 * L, -.1 * W, b + .74 * H)], .003, plastic('#26292d'))
    # print heads over the wire
    for i in range(heads):
        x = (-.1 + .2 * i) * L if heads > 1 else 0; up = -1 if (m.index == 3 and i == 1) else 1
        box((.1 * L, .16 * W, .26 * H), (x, yw, zw + up * .19 * H if up > 0 else zw + .19 * H), shade(), .008); box((.104 * L, .164 * W, .03 * H), (x, yw, zw + .26 * H), accent_paint(a), .003); prism([(-.03 * L, .06 * H), (-.015 * L, 0), (.015 * L, 0), (.03 * L, .06 * H)], .1 * W, (x, yw, zw + .012), steel(), rot=FRONT, bevel=.001)
        box((.12 * L, .2 * W, .03 * H), (x, yw + .1 * W, zw + .31 * H), dark_alu(), .004)
    for x in (-.42, .44): feed_rollers(x * L, yw, zw, .055 * H + .006, 1, t=.022)
    for x in (-.3, .32): ring(r * 1.4, .014 + .002 * m.index, .03, (x * L, yw, zw), brass(), 'x', n=36); box((.02, .03, zw - b - .26 * H), (x * L, yw, (zw + b + .26 * H) / 2 - .007), dark_alu(), .003)
    c = ('white', 'grey', 'turquoise', 'orange', 'black')[m.index]
    tube([(-.5 * L - .3 * L, yw, zw - .012), (-.5 * L, yw, zw), (.5 * L, yw, zw), (.5 * L + .3 * L, yw, zw - .01)], r, wire_mat(c))
    ink = '#17181a' if c in ('white', 'grey', 'turquoise', 'orange') else '#f4f4f0'
    for k in range(10): box((.006, .0004, r * .9), (.36 * L + .014 * k, yw - r, zw), plastic(ink), .00005)
    display((.3 * L, .06 * W, b + .78 * H), (.26 * L, .24 * H), tilt=.0, frame=.012, accent=rgb(a), seed=m.index); stop_button((.42 * L, -.4 * W, b + .26 * H), .014, (0, 0, 1))
    box((.76 * L, .004, .34 * H), (0, -.42 * W, b + .45 * H), glass(refl=.4), .001)
    for s in (-1, 1): box((.01, .01, .36 * H), (s * .38 * L, -.42 * W, b + .45 * H), alu(), .002)
    return dict(detail=((.06 * L, yw, zw + .06 * H), .62 * H))

# ------------------------------------------------------------------ testers

@family('front', 'detail')
def cable_testing(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; b = .012; k = paint('#e2e3e3', .4)
    if m.index == 4:
        for sx in (-1, 1):
            for sy in (-1, 1): cyl(.025, .03, (sx * L * .42, sy * W * .4, .02), rubber(), 'x', n=28); box((.03, .03, .04), (sx * L * .42, sy * W * .4, .05), dark_alu(), .003)
        box((L, W, H - .06), (0, 0, .06 + (H - .06) / 2), night(), .014); box((L * .9, .01, H - .16), (0, -W / 2 - .001, .05 + H / 2), k, .004)
        for i in range(5):
            z = .16 + i * .155; box((L * .84, .012, .14), (0, -W / 2 - .006, z), k, .003)
            if i < 4:
                for j in range(8): connector((j / 7 - .5) * L * .72, -W / 2 - .014, z, .05, .1, .012, '#1c1e20', 32)
            else: display((-.16 * L, -W / 2 - .012, z), (.2, .1), frame=.012, accent=rgb(a)); label(m.name.split()[-2] + ' ' + m.name.split()[-1], (.06 * L, -W / 2 - .012, z - .01), .045)
        box((L * .9, .012, .02), (0, -W / 2 - .004, H - .035), accent_paint(a), .002)
        for j in range(6): x = (j / 7 - .5) * L * .72; plug(x, -W / 2 - .03, .16 + 155e-3 * (j % 3), .05, .1, a, drop=.12 + .02 * j, z_end=.012)
        return dict(detail=((0, -W / 2, .4), .4))
    rubber_feet(L, W, .01, .012)
    if m.index < 3:
        prism([(-.5 * W, 0), (.5 * W, 0), (.5 * W, H - b), (.2 * W, H - b), (-.5 * W, .42 * (H - b))], L, (0, 0, b), k, rot=SIDE, bevel=.008)
        t = math.atan2(.7 * W, .58 * (H - b)); e = Euler((-t, 0, 0)).to_matrix(); c = Vector((0, -.15 * W, b + .71 * (H - b)))
        P = lambda u, v, o=.002: tuple(c + Vector((u, 0, 0)) + e @ Vector((0, -o, v)))
        cols, s = (4, 6, 8)[m.index], L
        for i in range(cols):
            for j in range(2):
                u = (-.44 + .62 * (i + .5) / cols) * L; v = (.18 - .36 * j) * W; ww = .62 * L / cols * .8
                box((ww, .012, .22 * W), P(u, v), plastic('#1c1e20', .4), .003, rot=(-t, 0, 0))
                for p in range(4):
                    for q in range(4): cyl(.0016, .003, P(u + (p / 3 - .5) * ww * .66, v + (q / 3 - .5) * .15 * W, .0085), gold(), tuple(e @ Vector((0, -1, 0))), bevel=.0001, n=8)
        display(P(.34 * L, .04 * W), (.22 * L, .26 * W), tilt=t, frame=.008, accent=rgb(a), seed=m.index)
        for p, col in ((0, '#1d8a46'), (1, '#b3120e')): cyl(.008, .006, P((.28 + .12 * p) * L, -.26 * W, .003), glow(rgb(col), .8), tuple(e @ Vector((0, -1, 0))), n=24)
        box((L + .002, .9 * W, .006), (0, 0, b + .2 * (H - b)), accent_paint(a), .001); label(m.name, (-.46 * L, -W / 2 - .001, b + .06 * H), min(.2 * H, .022))
        for i in range(min(cols, 4)):
            u = (-.44 + .62 * (i + .5) / cols) * L; p0 = Vector(P(u, -.18 * W, .02)); box((.62 * L / cols * .6, .03, .14 * W), tuple(p0), plastic('#2c3036', .4), .004, rot=(-t, 0, 0)); n = e @ Vector((0, -1, 0))
            tube([tuple(p0), tuple(p0 + n * .05), tuple(p0 + n * .07 + Vector((.01 * i, -.09, -.02))), (u + .02 * i, -.5 * W - .1, .008), (u + .05 * i - .04, -.5 * W - .2 - .02 * i, .006)], .0045, wire_mat(COLOURS[(i * 3 + 1 + m.index) % 9]))
    else:
        box((L, W, H - b), (0, 0, b + (H - b) / 2), k, .012); box((L * .94, .006, H * .86), (0, -W / 2 - .001, b + .47 * H), night(), .004)
        for r in range(3):
            for j in range(6): connector((j / 5 - .62) * L * .62, -W / 2 - .008, b + (.22 + .27 * r) * H, .055, .05, .012, '#d9dadb' if (j + r) % 4 == 0 else '#1c1e20', 20)
        display((.34 * L, -W / 2 - .006, b + .62 * H), (.12, .1), frame=.01, accent=rgb(a)); label(m.name.replace('Easy-Wire ', ''), (.2 * L, -W / 2 - .005, b + .14 * H), .022, '#eceded'); box((L + .002, .004, .012), (0, -W / 2, b + .94 * H), accent_paint(a), .001)
        for s in (-1, 1): tube([(s * L * .5, -W * .3, b + .5 * H), (s * (L * .5 + .03), -W * .3, b + .5 * H), (s * (L * .5 + .03), W * .1, b + .5 * H), (s * L * .5, W * .1, b + .5 * H)], .008, graph(), smooth=False)
        for j in range(5): plug((j / 5 - .62) * L * .62, -W / 2 - .02, b + (.22 + .27 * (j % 3)) * H, .05, .045, a, drop=.1 + .02 * j, z_end=.008)
    return dict(detail=((-.1 * L, -W * .3, H * .5), .3))

def plug(x, y, z, w, h, accent, drop=.1, z_end=.01, colour=None):
    """A plug in its socket, with the cable that hangs from it."""
    box((w * .9, .03, h * .9), (x, y - .012, z), plastic('#2c3036', .4), .004)
    tube([(x, y - .02, z), (x, y - .06, z - .004), (x + .01, y - .08, z - (z - z_end) * .5), (x + .02, y - .08 - drop * .4, z_end), (x + .04, y - .1 - drop, z_end)], w * .12, wire_mat(COLOURS[int(abs(x * 97)) % 9]))

@family('front', 'detail')
def harness_testing(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    desk = .78; cab = m.index >= 3
    if not cab:
        base(0, L, W, desk, a, doors=2); box((L + .04, W + .04, .03), (0, 0, desk + .015), paint('#ecebe7'), .006)
        hh = H - desk - .03; prism([(-.36 * W, 0), (.46 * W, 0), (.46 * W, hh * .98), (.2 * W, hh * .98)], L * .96, (0, 0, desk + .03), shade(), rot=SIDE, bevel=.01)
        t = math.atan2(.56 * W, hh * .98); e = Euler((-t, 0, 0)).to_matrix(); c = Vector((0, -.08 * W, desk + .03 + hh * .49)); face = math.hypot(.56 * W, hh * .98)
        cols, rows = 6 + 2 * m.index, 2 + m.index
        P = lambda u, v, o=.004: tuple(c + Vector((u, 0, 0)) + e @ Vector((0, -o, v)))
        for i in range(cols):
            for j in range(rows):
                u, v = (-.44 + .66 * (i + .5) / cols) * L, ((j + .5) / rows - .5) * face * .82; w_, h_ = .66 * L / cols * .8, face * .82 / rows * .8
                box((w_, .03, h_), P(u, v), plastic(['#1c1e20', a, '#e9e6dd', '#1c1e20', '#c9302a'][(i * 3 + j * 2) % 5], .4), .005, rot=(-t, 0, 0))
                for p in range(4): cyl(.005, .01, P(u + (p - 1.5) * w_ * .2, v, .022), gold(), tuple(e @ Vector((0, -1, 0))), bevel=.0002, n=10)
        for i in range(cols):
            u = (-.44 + .66 * (i + .5) / cols) * L; p = Vector(P(u, -.3 * face, .03)); tube([tuple(p), tuple(p + Vector((.01, -.08, .02))), (u + .03 * (i % 3), -.4 * W, desk + .06), (u + .06 * (i % 2), -.46 * W, desk + .045)], .007, wire_mat(COLOURS[(i + 1) % 9]))
        display((.36 * L, -.06 * W, desk + .03 + hh * .6), (.22 * L, .15 * L), tilt=t * .5, frame=.016, accent=rgb(a), seed=m.index); box((.3, .12, .02), (.34 * L, -.4 * W, desk + .04), graph(), .006)
        if m.index == 2:
            for s in (-1, 1): cyl(.016, .4, (s * .42 * L, .4 * W, H + .1), alu(), n=20); box((.07, .1, .07), (s * .42 * L, .3 * W, H + .28), graph(), .008); cyl(.02, .04, (s * .42 * L, .18 * W, H + .25), hole(), (0, -.8, -.6), n=24)
        tower(-.44 * L, .4 * W, H - .28); label(m.name, (-.46 * L, -W / 2 - .014, desk - .2), .08)
        return dict(detail=((-.1 * L, -.1 * W, desk + .2), .6))
    n = 2 if m.index == 3 else 3; w = L / n
    for i in range(n):
        x = -L / 2 + w * (i + .5)
        if i: base(x, w - .01, W, H - .02, a, doors=1, vents=False)
        if i == 0:
            levelling_feet(x, 0, w, W); box((w - .01, W, H - .11), (x, 0, .09 + (H - .11) / 2), body(), .012); display((x, -W / 2 - .01, H * .78), (w * .66, w * .42), frame=.02, accent=rgb(a), seed=m.index); box((w * .7, .2, .03), (x, -W / 2 - .1, H * .55), dark_alu(), .006); box((w * .5, .13, .015), (x, -W / 2 - .1, H * .57), graph(), .004); stop_button((x + w * .36, -W / 2, H * .62), .028); label(m.name, (x - w * .42, -W / 2 - .002, H * .42), .085)
            box((w - .006, .006, .03), (x, -W / 2 - .003, H - .05), accent_paint(a), .001)
        else:
            box((w * .88, .02, H * .82), (x, -W / 2 - .012, H * .52), night(), .006); rows = 9 if m.index == 3 else 11
            for j in range(rows):
                z = H * .14 + (H * .76) * (j + .5) / rows; box((w * .8, .014, H * .76 / rows * .86), (x, -W / 2 - .022, z), paint('#c9cbcc', .42), .003)
                for q in range(6): connector(x + (q / 5 - .5) * w * .64, -W / 2 - .032, z, w * .09, H * .76 / rows * .6, .014, [a, '#1c1e20', '#1c1e20'][(q + j) % 3], 12)
            for j in range(4): plug(x + (j / 5 - .4) * w * .64, -W / 2 - .04, H * (.3 + .12 * (j % 3)), w * .08, .05, a, drop=.12 + .03 * j, z_end=.02)
    tower(L / 2 - .12, .2 * W, H - .3)
    return dict(detail=((L * .15, -W / 2, H * .45), .6))

@family('front', 'detail')
def high_voltage_testing(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; h = .5 * H if m.index < 4 else .12; kv = m.number('Test voltage') / 1000
    k = body()
    if m.index < 4: base(0, L, W, h, a, doors=2)
    else: levelling_feet(0, 0, L, W); box((L, W, .1), (0, 0, .11), night(), .008); h = .16
    ch = H - h; col = .26 * L if m.index else .24 * L
    # the cabin: a chamber behind a door of clear plate; a column with controls
    for s in (-1, 1): box((.05, W - .002, ch - .03), (s * (L / 2 - .027) if s < 0 else L / 2 - col, 0, h + ch / 2 - .015), k, .01)
    box((L + .008, W + .008, .07), (0, 0, H - .035), k, .014); box((L - col, .03, ch), (-col / 2, W / 2 - .015, h + ch / 2), paint('#bfc1c3', .5), .004); box((L - col, W, .02), (-col / 2, 0, h + .01), rubber('#2c2f33'), .003)
    box((col, W, ch - .03), (L / 2 - col / 2, 0, h + ch / 2 - .015), k, .014)
    cx, cw = -col / 2 - .01, L - col - .07
    box((cw, .008, ch - .14), (cx, -W / 2 + .012, h + (ch - .07) / 2), glass(refl=.4), .002)
    for z in (h + .03, H - .1): box((cw + .02, .03, .05), (cx, -W / 2 + .012, z), alu(), .005)
    for s in (-1, 1): box((.04, .03, ch - .08), (cx + s * cw / 2, -W / 2 + .012, h + (ch - .07) / 2), alu(), .005)
    box((.03, .04, .3), (cx + cw * .44, -W / 2 - .012, h + ch * .45), graph(), .008)
    # in the chamber: sockets and a set of orange cables
    n = (4, 5, 6, 8, 9)[m.index]
    box((cw * .9, .1, .12), (cx, W * .3, h + .24 * ch), shade(), .008); box((cw * .9, .1, .12), (cx, W * .3, h + .66 * ch), shade(), .008)
    rr = .008 + .004 * m.index
    for i in range(n):
        x = cx + ((i + .5) / n - .5) * cw * .8
        for z in (.24, .66): cyl(.03, .06, (x, W * .3 - .07, h + z * ch), plastic('#ee6a12', .4), 'y', n=28); cyl(.02, .064, (x, W * .3 - .072, h + z * ch), graph(), 'y', n=24)
        tube([(x, W * .3 - .08, h + .66 * ch), (x, W * .05, h + .62 * ch), (x + .05 * cw * (-1) ** i, -W * .1, h + .4 * ch), (x + .02, W * .05, h + .26 * ch), (x, W * .3 - .08, h + .24 * ch)], rr, wire_mat('orange' if i % 3 else 'red'))
    warning(cx, -W / 2 - .002, H - .1 - .16 - .02 * m.index, .16 + .03 * m.index)
    xc = L / 2 - col / 2; display((xc, -W / 2 - .01, h + ch * .72 if m.index < 4 else 1.5), (col * .72, col * .5), frame=.016, accent=rgb(a), seed=m.index)
    zb = h + ch * .42 if m.index < 4 else 1.12
    for s, c in ((-1, (.9, .08, .05)), (1, (.1, .8, .25))): cyl(.03, .03, (xc + s * col * .22, -W / 2 - .012, zb), glow(c, 1.2), 'y', n=32)
    stop_button((xc, -W / 2, zb - .16), .03); label(f'{kv:g} kV', (xc - col * .34, -W / 2 - .003, zb - .34 if m.index else zb - .3), .07, a)
    label(m.name, ((-L / 2 + .08, -W / 2 - .014, h - .2) if m.index < 4 else (-L / 2 + .1, -W / 2 - .004, .075)), .09 if m.index < 4 else .07, '#2a2d31' if m.index < 4 else '#eceded')
    box((L + .004, .006, .03), (0, -W / 2 - .003, H - .04), accent_paint(a), .001); tower(L / 2 - .1, .2 * W, H - .28)
    return dict(detail=((cx, 0, h + .4 * ch), .6))

# ------------------------------------------------------------------ feeding

@family('front', 'detail')
def dereelers(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; D = m.number('Drum diameter') / 1000; kg = m.number('Drum weight'); R0 = D / 2; w = min(W * .62, D * .7); z = R0 + .1 + .02 * m.index; k = accent_paint(a); lift = m.index >= 3
    for s in (-1, 1):
        y = s * (w / 2 + .06 + .01 * m.index); box((L * .86, .06, .06), (0, y, .05), k, .008)
        for q in (-1, 1): cyl(.025, .03, (q * L * .38, y, .015), rubber(), n=24)
        prism([(-.16 * L, .06), (.12 * L, .06), (.05, z + .06), (-.05, z + .06)], .03, (-.06 * L, y, 0), body(), rot=FRONT, bevel=.006); cyl(.045, .05, (-.06 * L, y, z), dark_alu(), 'y', n=32)
        if lift: cyl(.03, z * .66, (.16 * L, y, .06 + z * .33), polished(), n=28); cyl(.04, z * .4, (.16 * L, y, .06 + z * .2), night(), n=28); prism([(-.2 * L, -.03), (.2 * L, -.03), (.2 * L, .03), (-.2 * L, .03)], .03, (.06 * L, y + s * .035, z), k, rot=FRONT, bevel=.004)
    for x in (-.36, .36): box((.06, w + .16, .06), (x * L, 0, .05), k, .008)
    wire_drum(-.06 * L, 0, z, ('red', 'blue', 'green', 'orange', 'black')[m.index], R0, w, full=.86, card='#c7a06a' if m.index > 2 else '#cfc9bb'); cyl(.016 + .003 * m.index, w + .2, (-.06 * L, 0, z), polished(), 'y', n=24)
    if m.index >= 2: box((.18 + .02 * m.index, .12, .26), (-.06 * L, w / 2 + .16, z), night(), .012); cyl(.06, .16, (-.06 * L + .16, w / 2 + .18, z), shade(), 'x', n=36); box((.16, .1, .3), (.34 * L, w / 2 + .06, .28), body(), .01); display((.34 * L, w / 2 + .0, .34), (.1, .07), frame=.01, accent=rgb(a)); stop_button((.34 * L, w / 2 + .01, .22), .018)
    c = ('red', 'blue', 'green', 'orange', 'black')[m.index]; r = max(.003, min(.016, m.wire()))
    xa = .34 * L
    if m.index:
        # dancer arm with its pulley
        box((.05, .05, H - .12), (xa, 0, .06 + (H - .12) / 2), body(), .006); ring(.012, .05 + .01 * m.index, .024, (xa + .05, -.04, H - .06), plastic('#e9e6dd'), 'y', n=48)
        box((.03, .02, .42 * H), (xa - .1, -.05, H * .62), k, .006, rot=(0, .5, 0)); ring(.01, .045 + .01 * m.index, .024, (xa - .2, -.06, H * .46), plastic('#e9e6dd'), 'y', n=48)
        q = .05 + .01 * m.index
        tube([(-.06 * L + R0 * .8, -.05, z + .04), (xa - .2, -.06, H * .46 - q), (xa - .2 + q, -.06, H * .46), (xa - .02, -.05, H - .06), (xa + .05, -.04, H - .06 + q), (xa + .05 + q, -.04, H - .1), (xa + .3, -.04, H - .2)], r, wire_mat(c))
    else:
        box((.03, .03, H - .1), (xa, 0, H / 2), body(), .004); ring(.008, .03, .016, (xa, -.03, H - .05), brass(), 'x', n=36); box((.12, .03, .02), (-.06 * L, w / 2 + .08, z + .1), night(), .004)
        tube([(-.06 * L, 0, z + R0 * .86), (xa - .1, -.02, H - .07), (xa, -.03, H - .05), (xa + .22, -.03, H - .08)], r, wire_mat(c))
    label(m.name, (-.32 * L, -(w / 2 + .06 + .01 * m.index) - .031, .032), .045, '#f4f4f2')
    return dict(detail=((xa - .05, -.05, H * .7), .4))

@family('front', 'detail')
def prefeeders(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; D = m.number('Drum diameter') / 1000; R0 = D / 2; heavy = m.index >= 3; w = min(W * .6, D * .62); c = ('yellow', 'red', 'blue', 'orange', 'black')[m.index]; r = max(.003, min(.02, m.wire()))
    xd = -L / 2 + R0 + .06; z = R0 + .12
    for s in (-1, 1):
        y = s * (w / 2 + .07); box((L * .98, .07, .07), (0, y, .06), night(), .008)
        for q in (-1, 1): cyl(.03, .025, (q * L * .44, y, .013), rubber(), n=24)
        prism([(-.2, .08), (.2, .08), (.05, z + .07), (-.05, z + .07)], .035, (xd, y, 0), accent_paint(a) if heavy else body(), rot=FRONT, bevel=.006)
        if heavy: cyl(.035, z * .7, (xd + .32, y, .08 + z * .35), polished(), n=28); cyl(.05, z * .42, (xd + .32, y, .08 + z * .21), night(), n=28)
    wire_drum(xd, 0, z, c, R0, w, full=.86, card='#c7a06a' if heavy else '#cfc9bb'); cyl(.02, w + .26, (xd, 0, z), polished(), 'y', n=24)
    box((.2, .12, .24), (xd, w / 2 + .18, z), night(), .012)
    # the feeding tower: motor, control, and the store with its pulleys
    xt = L / 2 - .2 * L; tw = .3 * L
    box((tw, .34 * W, .42 * H), (xt, .1 * W, .08 + .21 * H), body(), .014); box((tw + .004, .006, .03), (xt, .1 * W - .17 * W, .08 + .38 * H), accent_paint(a), .001); label(m.name, (xt - tw * .44, -.07 * W - .003, .08 + .08 * H), min(.08, tw * .2))
    display((xt, -.07 * W - .006, .08 + .27 * H), (min(.2, tw * .6), min(.12, tw * .36)), frame=.014, accent=rgb(a), seed=m.index); stop_button((xt + tw * .38, -.07 * W, .08 + .16 * H), .022)
    zt = .08 + .42 * H; yp = -.06 * W
    if not heavy:
        box((.16, .06, H - zt), (xt, .1 * W, zt + (H - zt) / 2), body(), .01); n = 3 + m.index; q = .055
        for s, zz in ((1, H - .1), (-1, zt + .12)):
            box((tw * .96, .04, .05), (xt, .05 * W, zz), alu(), .004)
            for i in range(n): ring(.012, q, .016, (xt, yp + (i - n / 2) * .02, zz), plastic('#e9e6dd'), 'y', bevel=.002, n=44)
        pts = []
        for i in range(n): y = yp + (i - n / 2) * .02; tube([(xt - q, y, zt + .12), (xt - q, y, H - .1), (xt - q * .7, y, H - .1 + q * .7), (xt, y, H - .1 + q), (xt + q * .7, y, H - .1 + q * .7), (xt + q, y, H - .1), (xt + q, y, zt + .12)], r, wire_mat(c), smooth=False)
        for s in (-1, 1): cyl(.008, H - zt - .1, (xt + s * .07, .03 * W, zt + (H - zt) / 2), polished(), n=16)
        tube([(xd + R0 * .5, 0, z + R0 * .7), ((xd + xt) / 2, 0, zt + .26), (xt - q, yp - n * .01, H - .2)], r, wire_mat(c)); tube([(xt + q, yp, zt + .16), (xt + q + .06, yp, zt + .06), (L / 2 + .3, yp, zt + .08)], r, wire_mat(c))
        box((.04, .04, .1), (L / 2 - .02, yp, zt + .05), dark_alu(), .004)
    else:
        zb = zt + .2 * (H - zt) + .1; box((tw, .06, H - zt - .02), (xt, .12 * W, zt + (H - zt) / 2), body(), .012); feed_belts(xt, yp, zb, tw * .9, .14 + .04 * (m.index - 3), .07)
        tube([(xd + R0 * .6, 0, z + R0 * .62), ((xd + xt) / 2, -.02 * W, (z + R0 * .62 + zb) / 2), (xt - tw * .5, yp, zb), (L / 2 + .3, yp, zb)], r, wire_mat(c))
        for s in (-1, 1): cyl(.05, .1, (xt - tw * .6, yp + s * .08, zb), rubber('#2a2b2d'), n=36)
        for s in (-1, 1): cyl(.05, .2, (xt + s * tw * .22, .22 * W, H - .2), night(), 'y', n=36)
        box((tw, .006, .3), (xt, yp - .1, zb), glass(refl=.4), .001)
    tower(xt, .12 * W, H - .3)
    return dict(detail=((xt, yp, zt + .2), .6))

# ------------------------------------------------------------------ taping

@family('front', 'detail')
def taping(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; D = m.number('Outer diameter') / 1000; tw = m.number('Tape width') / 1000
    if m.index < 3:
        rubber_feet(L, W); b = .014; box((L, W, .2 * H), (0, 0, b + .1 * H), night(), .012); label(m.name, (-.46 * L, -W / 2 - .001, b + .06 * H), .07 * H, '#eceded')
        prism([(-.1 * W, 0), (.5 * W, 0), (.5 * W, .78 * H), (.05 * W, .78 * H), (-.1 * W, .6 * H)], L * .96, (0, 0, b + .2 * H), body(), rot=SIDE, bevel=.014); box((L * .965, .003, .02 * H), (0, -.1 * W - .001, b + .24 * H), accent_paint(a), .001)
        zc = b + .52 * H; taping_head(-.12 * L, -.24 * W, zc, .27 * H, D, tw, a); display((.33 * L, -.1 * W - .006, b + .56 * H), (.2 * L, .16 * H), frame=.012, accent=rgb(a), seed=m.index); stop_button((.33 * L, -.1 * W, b + .34 * H), .014)
        if m.index == 2:
            for s in (-1, 1): box((.03, .03, .3 * H), (-.12 * L, -.24 * W + s * .2 * W - .02, b + .34 * H), alu(), .003); cyl(.02, .1, (-.12 * L, -.24 * W + s * .2 * W - .02, b + .47 * H), rubber('#2a2b2d'), 'x', n=28)
        if m.index == 1: pedal(.6 * L + .03, -.5 * W, .85, a)
        bundle(-.12 * L, -.24 * W, zc, D * .3, W * .9, tw)
        return dict(detail=((-.12 * L, -.24 * W, zc), .6 * H))
    if m.index == 3:
        h = .74 * H; levelling_feet(0, 0, L, W); box((L, W, .06), (0, 0, .12), night(), .01)
        box((.3 * L, .4 * W, h - .2), (.1 * L, .1 * W, .1 + (h - .2) / 2), body(), .014); box((L, .8 * W, .04), (0, 0, h - .08), dark_alu(), .008); box((.6 * L, .3 * W, H - h + .04), (.1 * L, .2 * W, h - .06 + (H - h + .04) / 2), body(), .014)
        zc = h + .15; taping_head(0, -.12 * W, zc, .17, D, tw, a); bundle(0, -.12 * W, zc, D * .3, W * 1.0, tw); display((.36 * L, -.02 * W, h + .16), (.16, .11), frame=.014, accent=rgb(a)); box((.03, .03, .12), (.36 * L, .02 * W, h), alu(), .003); stop_button((.4 * L, -.36 * W, h - .06), .02, (0, 0, 1)); label(m.name, (-.02 * L, -.1 * W - .003, h - .3), .06); box((.3 * L + .004, .006, .025), (.1 * L, -.1 * W, h - .2), accent_paint(a), .001)
        for s in (-1, 1): box((.04, .04, .14), (0, -.12 * W + s * .22 * W, h), alu(), .003); cyl(.03, .14, (0, -.12 * W + s * .22 * W, h + .09), rubber('#2a2b2d'), 'x', n=32)
        return dict(detail=((0, -.12 * W, zc), .5))
    h = .8; base(0, L, W * .8, h, a, doors=3); deck(0, L, W * .8, h); zc = h + .36
    cover(.1 * L, .62 * L, W * .78, h + .03, H - h - .2, posts=2)
    for s in (-1, 1): box((.9, .06, .05), (.1 * L, s * .14 * W, h + .06), polished(), .004)
    for k in range(2):
        x = (-.02 + .24 * k) * L; box((.3, .26, .2), (x, .06 * W, h + .16), shade(), .012); taping_head(x, -.02 * W, zc, .2, D, tw, a, axis='x')
    tube([(-.5 * L, -.02 * W, zc - .02), (-.2 * L, -.02 * W, zc), (.5 * L, -.02 * W, zc)], D * .36, plastic('#1b1c1e', .6))
    for k in range(6): tube([(-.5 * L, -.02 * W, zc - .02), (-.5 * L - .12, -.02 * W + (k - 2.5) * .03, zc - .05), (-.5 * L - .24, -.02 * W + (k - 2.5) * .06, zc - .16 - .02 * (k % 2))], .009, wire_mat(COLOURS[k]))
    for x in (-.42, -.28, .46): box((.05, .05, .3), (x * L, -.02 * W, h + .15), alu(), .004); box((.07, .16, .03), (x * L, -.02 * W, zc - D * .36 - .02), accent_paint(a), .006)
    panel_arm(.44 * L, -W * .4 - .06, h - .05, (.4, .25), a, .5, rz=-.15); tower(.36 * L, .25 * W, H - .45); label(m.name, (-.48 * L, -W * .4 - .014, h - .2), .1)
    return dict(detail=((-.02 * L, -.02 * W, zc), .7))

def taping_head(x, y, z, R0, D, tw, a, axis='y'):
    """An open ring that carries the roll of tape round the bundle."""
    gap = .5
    arc = [(R0 * math.cos(t), R0 * math.sin(t)) for t in np.linspace(pi / 2 + gap, 2.5 * pi - gap, 48)]; inner = [(p * .66, q * .66) for p, q in reversed(arc)]
    rot = FRONT if axis == 'y' else SIDE; d = Vector((0, -1, 0)) if axis == 'y' else Vector((-1, 0, 0)); side = Vector((1, 0, 0)) if axis == 'y' else Vector((0, -1, 0)); o = Vector((x, y, z))
    prism(list(arc) + inner, R0 * .3, tuple(o), shade(), rot=rot, bevel=R0 * .02)
    arc2 = [(R0 * .9 * math.cos(t), R0 * .9 * math.sin(t)) for t in np.linspace(pi / 2 + gap * 1.1, 2.5 * pi - gap * 1.1, 48)]; prism(list(arc2) + [(p * .82, q * .82) for p, q in reversed(arc2)], R0 * .06, tuple(o + d * R0 * .17), accent_paint(a), rot=rot, bevel=R0 * .01)
    c = o + d * R0 * .3 + side * R0 * .78 + Vector((0, 0, R0 * .1)); t = tuple(d)
    ring(R0 * .16, R0 * .42, max(tw, .012), c, plastic('#1b1c1e', .55), t, bevel=.001, n=56); ring(R0 * .12, R0 * .165, max(tw, .012) * 1.1, c, paint('#cdb98f', .6), t, bevel=.001, n=48); cyl(R0 * .12, max(tw, .012) * 1.3, c, polished(), t, n=36)
    p0 = c + Vector((0, 0, -R0 * .4)); p1 = o + d * R0 * .3 + side * D * .2 - Vector((0, 0, D * .3))
    for s in (-1, 1): cyl(R0 * .06, max(tw, .012) * 1.2, o + d * R0 * .3 + side * (s * R0 * .5) - Vector((0, 0, R0 * .6)), polished(), t, n=28)
    tube([tuple(p0), tuple((p0 + p1) / 2 - Vector((0, 0, R0 * .06))), tuple(p1)], R0 * .012, plastic('#1b1c1e', .55))

def bundle(x, y, z, r, length, tw):
    """A bundle of wires through the head, taped in part."""
    for k, ang in lay(7): q = Vector((x + k * r * .66 * math.cos(ang), 0, z + k * r * .66 * math.sin(ang))); tube([(q[0], y - length * .5, q[2]), (q[0], y, q[2]), (q[0], y + length * .16, q[2])], r * .34, wire_mat(COLOURS[int(k * 3 + ang * 2) % 9]), smooth=False)
    cyl(r * 1.06, max(tw, .01) * 1.6, (x, y - length * .12, z), plastic('#1b1c1e', .6), 'y', bevel=.0006, n=36); cyl(r * 1.06, max(tw, .01) * 1.6, (x, y - length * .34, z), plastic('#1b1c1e', .6), 'y', bevel=.0006, n=36)
