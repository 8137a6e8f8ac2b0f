"""Tools and machines that stand on a bench."""
from kit import *
from parts import *
from record import family

# ------------------------------------------------------------------ tools

@family('front', 'detail')
def applicators(m):
    L, W, H, a = m.L, m.W, m.H, m.accent
    end, air = 'End' in m.rows['Terminal feed'], 'neumatic' in m.rows['Terminal feed']
    heavy = m.number('Crimp force') >= 30; hard = 'carbide' in m.rows['Material']
    b = .0012
    box((L, W, .07 * H), (0, 0, .035 * H), steel(.3), b)
    for s in (-1, 1):
        box((.1 * L, .3 * W, .02 * H), (s * .42 * L, 0, .075 * H), dark_alu(), b); screw((s * .42 * L, .1 * W, .085 * H), .0035, 'z')
    # frame: back plate with cheeks that guide the ram
    prism([(-.30 * L, .07 * H), (.36 * L, .07 * H), (.36 * L, .5 * H), (.22 * L, .74 * H), (-.22 * L, .74 * H), (-.30 * L, .62 * H)], .42 * W, (0, .2 * W, 0), night() if not heavy else paint('#1d1f22', .35), rot=FRONT, bevel=.002)
    for s in (-1, 1): box((.07 * L, .3 * W, .44 * H), (s * .215 * L, -.1 * W, .5 * H), shade(), b); screw((s * .215 * L, -.26 * W, .35 * H), .0032); screw((s * .215 * L, -.26 * W, .65 * H), .0032)
    box((.3 * L, .006, .1 * H), (0, -.262 * W, .585 * H), accent_paint(a), b)
    label(m.name, (-.13 * L, -.262 * W - .0034, .555 * H), .062 * H, '#17181a')
    # ram with dials and the shank that the press takes
    box((.34 * L, .24 * W, .5 * H), (0, -.1 * W, .6 * H), polished(.22), b)
    for k, (r, h, mt) in enumerate(((.2, .05, paint('#1b1c1e', .4)), (.17, .045, brass(.3)))):
        z = (.845 + k * .05) * H; cyl(r * L, h * H, (0, -.08 * W, z), mt, bevel=.001, n=60)
        for i in range(40): box((.0012, .0012, h * H * .8), (r * L * math.cos(i * pi / 20), -.08 * W + r * L * math.sin(i * pi / 20), z), mt, .0002, rot=(0, 0, i * pi / 20))
    cyl(.07 * L, .07 * H, (0, -.08 * W, .94 * H), polished(), n=32); cyl(.11 * L, .035 * H, (0, -.08 * W, .98 * H), polished(), n=40)
    # crimpers, anvil
    wide = .1 + .05 * m.index / 6
    for k, y in ((0, -.245), (1, -.2)): box((wide * L, .045 * W, .2 * H), (0, y * W, .3 * H - k * .008 * H), mat('carbide', (.2, .2, .21), 1, .3) if hard else steel(.2), b)
    box((wide * 1.5 * L, .2 * W, .09 * H), (0, -.22 * W, .115 * H), steel(.3), b); box((wide * .7 * L, .05 * W, .05 * H), (0, -.24 * W, .18 * H), polished(), .0004)
    # the strip of terminals
    t = .6 + .5 * m.index / 6; n = 16
    if end:
        box((.2 * L, .9 * W, .02 * H), (0, .12 * W, .16 * H), steel(), b)
        zt = .19 * H
        box((.62 * L, .34 * W, .022 * H), (-.36 * L, -.24 * W, .165 * H), steel(), b)
        for i in range(9): terminal((-.06 - .1 * i) * L, -.24 * W, zt, .0075 * t, turn=pi / 2)
    else:
        box((.72 * L, .3 * W, .022 * H), (-.42 * L, -.24 * W, .165 * H), steel(), b); box((.5 * L, .05 * W, .04 * H), (-.4 * L, -.36 * W, .18 * H), dark_alu(), b)
        for i in range(n): terminal((-.05 - .058 * i) * L, -.24 * W, .19 * H, .0058 * t)
        box((1.02 * L, .02 * W, .003 * H), (-.46 * L, -.16 * W, .188 * H), brass(), .0002)
    # feed: a cylinder, or a lever on the cam of the ram
    if air:
        cyl(.065 * L, .42 * L, (-.4 * L, .05 * W, .4 * H), alu(), 'x', n=36)
        for e in (-.2, .2): box((.05 * L, .16 * L, .16 * L), (-.4 * L + e * L, .05 * W, .4 * H), dark_alu(), b)
        cyl(.02 * L, .2 * L, (-.14 * L, .05 * W, .4 * H), polished(), 'x', n=20)
        for e in (-.15, .15): cyl(.022 * L, .05 * H, (-.4 * L + e * L, .05 * W, .46 * H), brass(), n=20); tube([(-.4 * L + e * L, .05 * W, .48 * H), (-.42 * L + e * L, .1 * W, .66 * H), (-.2 * L + e * L, .6 * W, .74 * H), (e * L, 1.2 * W, .4 * H)], .002, plastic('#2a6fd0'))
        prism([(-.03 * L, 0), (.03 * L, 0), (.02 * L, .2 * H), (-.02 * L, .2 * H)], .012 * L * 3, (-.58 * L, -.12 * W, .2 * H), dark_alu(), rot=FRONT, bevel=b)
    else:
        prism([(a2 * L, b2 * H) for a2, b2 in ((-.56, .22), (-.5, .22), (-.4, .44), (-.2, .7), (-.26, .76), (-.46, .5))], .1 * W, (0, -.3 * W, 0), dark_alu(), rot=FRONT, bevel=b)
        for a2, b2 in ((-.43, .475), (-.24, .71)): cyl(.035 * L, .14 * W, (a2 * L, -.3 * W, b2 * H), polished(), 'y', n=28)
        spring((-.36 * L, -.3 * W, .34 * H), (-.3 * L, -.3 * W, .58 * H), .02 * L)
    if heavy and m.number('Crimp force') >= 40:
        for s in (-1, 1): cyl(.022 * L, .2 * H, (s * .2 * L, .3 * W, .82 * H), dark_alu(), n=24)
        cyl(.03 * L, .46 * L, (0, .3 * W, .93 * H), rubber(), 'x', n=32)
    return dict(detail=((-.1 * L, -.24 * W, .22 * H), .42 * H))

def terminal(x, y, z, s, turn=0):
    """An open crimp terminal: base, two pairs of ears, the contact."""
    e = Euler((0, 0, turn)).to_matrix(); P = lambda a, b, c: (x + (e @ Vector((a, b, 0)))[0] * s, y + (e @ Vector((a, b, 0)))[1] * s, z + c * s)
    box((.5 * s, 2.4 * s, .07 * s), P(0, 0, 0), brass(), .02 * s, rot=(0, 0, turn))
    for k, h in ((-.5, .55), (.35, .42)):
        for q in (-1, 1): box((.07 * s, .5 * s, h * s), P(q * .24, -k * .9, h / 2), brass(), .02 * s, rot=(0, q * .25, turn))
    box((.46 * s, .7 * s, .34 * s), P(0, 1.0, .17), brass(), .04 * s, rot=(0, 0, turn))

def spring(a, b, r, turns=9):
    a, b = Vector(a), Vector(b); ax = (b - a).normalized(); u = ax.cross(Vector((0, 1, 0))).normalized(); w = ax.cross(u)
    tube([a + (b - a) * (i / (turns * 12)) + u * r * math.cos(i * pi / 6) + w * r * math.sin(i * pi / 6) for i in range(turns * 12 + 1)], r * .18, steel(), smooth=False, res=3)

@family('front', 'detail')
def blades(m):
    L, W, T = m.L, m.W, m.H
    text = m.rows['Blade shape'] + m.rows['Material']
    mt = mat('tin-coat', (.86, .58, .2), 1, .24, rvar=.05, scale=20) if 'TiN' in text else mat('zirconia', (.88, .87, .84), 0, .22, spec=.6) if 'eramic' in text else mat('carbide', (.30, .30, .315), 1, .24, aniso=.4, rvar=.05) if 'arbide' in text else polished(.2)
    edge = mat('ground', (.72, .72, .73), 1, .16) if 'eramic' not in text else mt
    w = min(.8 * W, m.number('Outer diameter') / 1000 * .9)
    gap = .5 * W if 'hear' not in text else .42 * W
    for s in (-1, 1):
        # each blade stands upright in its half of the holder; both edges look at each other
        if m.rows['Blade shape'].startswith('V'): out = [(-L / 2, 0), (L / 2, 0), (L / 2, .62 * W), (w * .75, W), (0, W - w * .75), (-w * .75, W), (-L / 2, .62 * W)]
        elif 'Radius' in text: out = [(-L / 2, 0), (L / 2, 0), (L / 2, .7 * W), (w * .62, W)] + [(w * .5 * math.cos(t), W - w * .42 * math.sin(t)) for t in np.linspace(0, pi, 20)] + [(-w * .62, W), (-L / 2, .7 * W)]
        elif 'angled' in text: out = [(-L / 2, 0), (L / 2, 0), (L / 2, W), (-L / 2, .62 * W)]
        elif 'hear' in text: out = [(-L / 2, 0), (L / 2, 0), (L / 2, .86 * W), (.2 * L, W), (-.42 * L, W), (-L / 2, .8 * W)]
        else: out = [(-L / 2, 0), (L / 2, 0), (L / 2, .95 * W), (.47 * L, W), (-.47 * L, W), (-L / 2, .95 * W)]
        zc = 1.35 * W + gap / 2
        if s > 0: poly = [(x, zc + gap / 2 + W - y) for x, y in out][::-1]
        else: poly = [(x, zc - gap / 2 - W + y) for x, y in out]
        y0 = s * T * .5
        prism(poly, T, (0, y0, 0), mt, rot=FRONT, bevel=T * .05)
        # the ground bevel along the edge
        lo = [(x, z) for x, z in (poly if s < 0 else poly[::-1])][2:]
        for (x1, z1), (x2, z2) in zip(lo, lo[1:]):
            if abs(z1 - zc) > gap / 2 + W * .6 and abs(z2 - zc) > gap / 2 + W * .6: continue
            d = s * W * .14; f = y0 - T * .5 - T * .02
            mesh([(x1, f, z1), (x2, f, z2), (x2, f, z2 + d), (x1, f, z1 + d)], [(0, 1, 2, 3)], edge, smooth=False)
        zh = zc + s * (gap / 2 + W * .84)
        for q in (-1, 1) if L < .1 else (-1, 0, 1):
            ring(W * .05, W * .12, T * .1, (q * L * .34, y0 - T * .54, zh), dark_alu(), 'y', bevel=T * .02, n=36); cyl(W * .055, T * .3, (q * L * .34, y0 - T * .5, zh), hole(), 'y', bevel=.0001, n=28)
        # holder
        hz = zc + s * (gap / 2 + W * 1.16)
        box((L * 1.08, T * 5, W * .5), (0, y0 + T * 1.2, hz), night(), W * .04); box((L * 1.02, T * 1.2, W * .3), (0, y0 - T * 1.0, zc + s * (gap / 2 + W * 1.2)), shade(), W * .03)
        for q in (-1, 1): screw((q * L * .38, y0 - T * 1.6, zc + s * (gap / 2 + W * 1.2)), W * .08)
    hz = 1.35 * W + gap / 2
    box((L * .16, T * 4, (gap + W * 2.6)), (L * .58, T * 1.6, hz), dark_alu(), W * .03); box((L * .16, T * 4, (gap + W * 2.6)), (-L * .58, T * 1.6, hz), dark_alu(), W * .03)
    box((L * 1.5, W * 1.1, W * .12), (0, W * .1, W * .06), graph(), W * .03)
    label(m.name, (-L * .48, -W * .45, W * .045), W * .2, '#e8e8e6', rot=(pi / 2, 0, 0))
    box((L * .3, .0006, W * .05), (L * .5, -W * .452, W * .06), accent_paint(m.accent), .0001)
    return dict(detail=((0, 0, hz), W * 2.4))

# ------------------------------------------------------------------ presses

@family('front', 'detail')
def bench_presses(m):
    L, W, H = m.L, m.W, m.H; kn = m.number('Crimp force'); y, k = paint('#ffc800', .35), paint('#1d1e20', .4)
    rubber_feet(L, W)
    box((L, W, .09 * H), (0, 0, .014 + .045 * H), k, .012)
    label(f'{m.name}', (-.44 * L, -W / 2 - .001, .014 + .03 * H), .045 * H, '#f4f2ea')
    label(f'{kn:.0f} kN', (.44 * L, -W / 2 - .001, .014 + .03 * H), .045 * H, '#ffc800', align='RIGHT')
    b = .014 + .09 * H
    if kn < 100:
        prof = [(-.40, 0), (.46, 0), (.46, .86), (.40, .9), (-.36, .9), (-.40, .86), (-.40, .56), (-.16, .53), (.06, .44), (.06, .2), (-.02, .15), (-.40, .15)]
        prism([(p * W, b + q * H) for p, q in prof], .56 * L, (0, 0, 0), y, rot=SIDE, bevel=.014)
        box((.57 * L, .7 * W, .05 * H), (0, .0, b + .82 * H), k, .006)
        cyl(.1 * L, .14 * H, (0, -.24 * W, b + .52 * H), polished(), n=48)
        box((.42 * L, .3 * W, .035 * H), (0, -.24 * W, b + .165 * H), steel(), .004)
        applicator(0, -.22 * W, b + .18 * H, H * 1.55 if kn < 30 else H * 1.5, '#ffc800')
        for i in range(10): box((.009, .02, .004), (-.1 * L - .016 * i - .03, -.27 * W, b + .18 * H + .055 * H), brass(), .0005)
        box((.03, .03, .36 * H), (-.36 * L, .34 * W, b + .7 * H), dark_alu(), .004); terminal_reel(-.36 * L, .22 * W, b + .78 * H, .22 * H)
        display((.0, -.405 * W, b + .72 * H), (.3 * L, .1 * H), tilt=.1, frame=.012, accent=(1, .78, .1))
    else:
        # two columns carry the head: a die set for cable lugs
        for s in (-1, 1): box((.17 * L, .62 * W, .74 * H), (s * .385 * L, .08 * W, b + .37 * H), y, .012)
        box((.98 * L, .7 * W, .24 * H), (0, .06 * W, b + .78 * H), y, .02); box((.985 * L, .705 * W, .03 * H), (0, .06 * W, b + .685 * H), k, .004)
        box((.6 * L, .5 * W, .1 * H), (0, 0, b + .05 * H), steel(), .006)
        cyl(.13 * L, .24 * H, (0, 0, b + .56 * H), polished(.15), n=56); box((.36 * L, .34 * W, .06 * H), (0, 0, b + .43 * H), steel(), .006)
        for z, f in ((.355, 1), (.155, -1)): prism([(-.1 * L, 0), (.1 * L, 0), (.1 * L, .09 * H)] + [(.06 * L * math.cos(t), .09 * H - .05 * L * math.sin(t)) for t in np.linspace(0, pi, 16)] + [(-.1 * L, .09 * H)], .2 * W, (0, -.02 * W, b + (z + (.045 if f > 0 else -.045)) * H), paint('#3b3e43', .3), rot=(pi / 2, 0, 0) if f < 0 else (-pi / 2, 0, 0), bevel=.003)
        tube([(0, -.7 * W, b + .25 * H), (0, .1 * W, b + .25 * H)], .035 * L, copper(), smooth=False); tube([(0, -1.0 * W, b + .22 * H), (0, -.55 * W, b + .25 * H), (0, -.3 * W, b + .25 * H)], .045 * L, wire_mat('orange'))
        for s in (-1, 1): box((.006, .12 * W, .5 * H), (s * .29 * L, -.3 * W, b + .36 * H), glass(refl=.4), .001)
        display((-.24 * L, -.295 * W, b + .8 * H), (.3 * L, .12 * H), tilt=.02, frame=.014, accent=(1, .78, .1))
        cyl(.16 * L, .12 * H, (0, .06 * W, b + .92 * H), k, n=48)
    stop_button((.2 * L if kn < 100 else .3 * L, -.41 * W if kn < 100 else -.29 * W, b + .72 * H), .016 if kn < 60 else .022)
    s = H / .6; pedal(.62 * L + .1 * s, -.46 * W, .9 * s ** .5)
    return dict(detail=((0, -.24 * W, b + .3 * H), .5 * H))

@family('front', 'detail')
def strip_crimp(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; seal = m.number('Stripping length') >= 8
    rubber_feet(L, W)
    b = .014
    box((L, W, .22 * H), (0, 0, b + .11 * H), body(), .012); box((L + .002, .003, .02 * H), (0, -W / 2, b + .19 * H), accent_paint(a), .001)
    label(m.name, (-.46 * L, -W / 2 - .001, b + .07 * H), .06 * H)
    # housing on the right with controls, the open station on the left
    prism([(.5 * W, .22 * H), (.5 * W, .86 * H), (-.1 * W, .86 * H), (-.36 * W, .56 * H), (-.36 * W, .22 * H)][::-1], .4 * L, (.29 * L, 0, b), body(), rot=SIDE, bevel=.014)
    display((.29 * L, -.235 * W, b + .72 * H), (.28 * L, .2 * H), tilt=math.atan2(.26 * W, .3 * H), frame=.014, accent=rgb(a))
    stop_button((.42 * L, -.36 * W, b + .42 * H), .016); cyl(.016, .014, (.33 * L, -.365 * W, b + .42 * H), plastic('#1d8a46'), 'y', n=28)
    # crimping station
    prism([(p * W, b + .22 * H + q * H) for p, q in [(-.3, 0), (.46, 0), (.46, .72), (.42, .76), (-.26, .76), (-.3, .72), (-.3, .46), (-.1, .43), (.08, .36), (.08, .14), (-.3, .12)]], .36 * L, (-.16 * L, 0, 0), shade(), rot=SIDE, bevel=.01)
    box((.364 * L, .1 * W, .06 * H), (-.16 * L, -.2 * W, b + .9 * H), accent_paint(a), .006)
    cyl(.055 * L, .1 * H, (-.16 * L, -.16 * W, b + .62 * H), polished(), n=40)
    applicator(-.16 * L, -.16 * W, b + .34 * H, H * 1.35, a)
    # stripping unit in front of it: funnel and blades
    box((.22 * L, .12 * W, .22 * H), (-.16 * L, -.44 * W, b + .33 * H), night(), .006); ring(.008, .03, .016, (-.16 * L, -.505 * W, b + .385 * H), polished(), 'y', n=40); cyl(.009, .01, (-.16 * L, -.505 * W, b + .385 * H), hole(), 'y', n=24)
    if seal:
        cyl(.12 * L, .14 * H, (-.4 * L, .12 * W, b + .98 * H), glass(refl=.4), 'z', n=48); cyl(.118 * L, .05 * H, (-.4 * L, .12 * W, b + .94 * H), plastic('#1ca7a8'), 'z', n=48); box((.2 * L, .2 * W, .6 * H), (-.4 * L, .2 * W, b + .55 * H), body(), .008)
        tube([(-.4 * L, .0 * W, b + .9 * H), (-.38 * L, -.25 * W, b + .75 * H), (-.24 * L, -.42 * W, b + .45 * H)], .006, plastic('#d7dadb'))
    box((.024, .024, .5 * H), (-.16 * L, .42 * W, b + .95 * H), dark_alu(), .004); terminal_reel(-.16 * L, .36 * W, b + 1.06 * H, .2 * H + .02 * m.index)
    r = m.wire(); tube([(-.16 * L, -.51 * W, b + .385 * H), (-.17 * L, -.75 * W, b + .38 * H), (-.2 * L, -1.0 * W, b + .3 * H)], max(r, .0016), wire_mat(COLOURS[m.index % 5]))
    for i in range(3): connector(.49 * L + .001, (-.2 + .2 * i) * W, b + .4 * H, .002, .06 * H, .1 * W, '#2b2e32')
    return dict(detail=((-.16 * L, -.35 * W, b + .45 * H), .6 * H))

# ------------------------------------------------------------------ bench machines for cutting and stripping

@family('front', 'detail')
def bench_cut_and_strip(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; r = max(m.wire(), .0012); big = m.index / 4
    rubber_feet(L, W); b = .014
    box((L, W, .3 * H), (0, 0, b + .15 * H), body(), .012); box((L + .002, .003, .025 * H), (0, -W / 2, b + .27 * H), accent_paint(a), .001)
    label(m.name, (-.46 * L, -W / 2 - .001, b + .1 * H), .085 * H)
    prism([(.5 * W, .3 * H), (.5 * W, .97 * H), (.06 * W, .97 * H), (-.02 * W, .9 * H), (-.02 * W, .3 * H)][::-1], L * .98, (0, 0, b), body(), rot=SIDE, bevel=.014)
    box((L * .7, .004, .5 * H), (-.13 * L, -.025 * W, b + .58 * H), night(), .004)
    zw, yw = b + .54 * H, -.2 * W
    # feed unit, cutter head, output
    if m.index < 3: feed_rollers(-.25 * L, yw, zw, .085 * H, 2, t=.03)
    else: feed_belts(-.27 * L, yw, zw, .3 * L, .17 * H, .045)
    for s in (-1, 1):
        box((.13 * L, .16 * W, .2 * H), (.04 * L, yw, zw + s * .2 * H), shade(), .005); prism([(-.035 * L, 0), (.035 * L, 0), (0, .1 * H)], .006, (.04 * L, yw, zw + s * .1 * H), polished(), rot=(pi / 2 if s < 0 else -pi / 2, 0, 0), bevel=.0006)
        box((.03 * L, .03 * W, .5 * H), (.04 * L + s * .085 * L, yw + .06 * W, zw), steel(), .003)
    feed_rollers(.2 * L, yw, zw, .07 * H, 1 + (m.index > 2), t=.024)
    for x in (-.46, -.08, .32): cyl(max(r * 2.2, .006), .05 * L, (x * L, yw, zw), brass(), 'x', n=28); cyl(r * 1.3, .052 * L, (x * L, yw, zw), hole(), 'x', bevel=.0001, n=20)
    tube([(-.5 * L - .35 * L, yw, zw - .01), (-.5 * L, yw, zw), (.42 * L, yw, zw)], r, wire_mat(COLOURS[m.index]), smooth=True)
    # hinged clear guard
    box((.76 * L, .005, .52 * H), (-.12 * L, -.42 * W, b + .56 * H), glass(refl=.4), .001); box((.76 * L, .4 * W, .005), (-.12 * L, -.22 * W, b + .83 * H), glass(refl=.4), .001)
    for z in (.3, .825): box((.77 * L, .012, .02 * H), (-.12 * L, -.42 * W, b + z * H), night(), .003)
    for s in (-1, 1): box((.012, .012, .54 * H), (-.12 * L + s * .38 * L, -.42 * W, b + .56 * H), night(), .003)
    box((.12 * L, .02, .05 * H), (-.12 * L, -.43 * W, b + .36 * H), accent_paint(a), .005)
    # controls
    display((.385 * L, -.12 * W, b + .72 * H), (.17 * L, .28 * H), tilt=.12, frame=.012, accent=rgb(a)); box((.2 * L, .12 * W, .3 * H), (.385 * L, -.03 * W, b + .66 * H), body(), .008)
    stop_button((.4 * L, -.38 * W, b + .3 * H), .015, (0, 0, 1))
    # tray
    prism([(0, 0), (.28 * L, -.1 * H), (.28 * L, -.08 * H), (0, .02 * H)], .36 * W, (.5 * L, yw, b + .42 * H), steel(.35), rot=FRONT, bevel=.002)
    loose_wires(.62 * L, yw, b + .41 * H, .2 * L, 7, .22 * W, max(r, .0016))
    return dict(detail=((0, yw, zw), .62 * H))

@family('front', 'detail')
def flat_material(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; w = m.number('Material width') / 1000; d = m.number('Outer diameter') / 1000
    rubber_feet(L, W); b = .014
    box((L, W, .26 * H), (0, 0, b + .13 * H), night(), .012)
    label(m.name, (-.46 * L, -W / 2 - .001, b + .07 * H), .085 * H, '#eceded')
    prism([(-.5 * L, .26 * H), (.5 * L, .26 * H), (.5 * L, .62 * H), (.3 * L, .98 * H), (-.42 * L, .98 * H), (-.5 * L, .9 * H)], .34 * W, (0, .32 * W, b), body(), rot=FRONT, bevel=.014)
    box((L * .99, .003, .03 * H), (0, .149 * W, b + .3 * H), accent_paint(a), .001)
    zw, yw = b + .5 * H, -.14 * W
    # wide rollers, driven from the back
    for x in (-.3, -.16 if m.index > 1 else -.3):
        for s in (-1, 1): cyl(.09 * H, w * 1.15, (x * L, yw, zw + s * (.09 * H + d * .16)), rubber('#3a3c3f'), 'y', n=44); cyl(.03 * H, .6 * W, (x * L, yw + .05 * W, zw + s * (.09 * H + d * .16)), polished(), 'y', n=24)
    for x in (-.4, -.04): box((.03 * L, .05 * W, .46 * H), (x * L, yw - w * .75, b + .48 * H), alu(), .004)
    box((.39 * L, .05 * W, .05 * H), (-.22 * L, yw - w * .75, b + .72 * H), alu(), .004)
    # guillotine
    for s in (-1, 1): box((.07 * L, .06 * W, .62 * H), (.1 * L, yw + s * (w * .5 + .06 * W), b + .55 * H), shade(), .005)
    box((.1 * L, w + .22 * W, .1 * H), (.1 * L, yw, b + .88 * H), body(), .008); prism([(-w * .55, 0), (w * .55, .05 * H), (w * .55, .3 * H), (-w * .55, .3 * H)], .005, (.1 * L, yw, zw + d * .55), polished(), rot=SIDE, bevel=.0005)
    if 'Pneumatic' in str(m.rows) or m.index >= 3: cyl(.09 * H, .2 * H, (.1 * L, yw, b + 1.02 * H), alu(), n=44); tube([(.1 * L, yw, b + 1.1 * H), (.2 * L, .0, b + 1.2 * H), (.25 * L, .4 * W, b + .95 * H)], .004, plastic('#2a6fd0'))
    box((.14 * L, w + .1 * W, .03 * H), (.1 * L, yw, zw - d * .5 - .03 * H), steel(), .003)
    # what it cuts: sleeve, corrugated tube, ribbon, hose, webbing
    x0, x1 = -.95 * L, .1 * L
    if m.index == 2 or m.index == 4:
        t = .0016 if m.index == 2 else .003
        n = 16 if m.index == 2 else 1
        for i in range(n): box((x1 - x0 + .32 * L, w * .9 / n * .96, t * (1.6 if n > 1 else 1)), ((x0 + x1) / 2 + .16 * L, yw + w * .9 * ((i + .5) / n - .5), zw), plastic('#7d858c' if i else '#c3211c', .45) if n > 1 else plastic('#26292d', .7), t * .4)
    else:
        n = 70 if m.index == 1 else 1
        prof = []
        LL = x1 - x0 + .3 * L
        if n > 1:
            for i in range(n): prof += [(d * .5, LL * i / n), (d * .5, LL * (i + .45) / n), (d * .42, LL * (i + .55) / n), (d * .42, LL * (i + .95) / n)]
            lathe(prof, (x0, yw, zw), plastic('#1b1c1e', .4), 'x', 40)
        else: ring(d * .36, d * .5, LL, (x0 + LL / 2, yw, zw), plastic('#c9302a' if m.index == 0 else '#202326', .4), 'x', n=48)
    display((.33 * L, .11 * W, b + .66 * H), (.2 * L, .2 * H), tilt=.3, frame=.012, accent=rgb(a)); stop_button((.42 * L, -.36 * W, b + .26 * H), .016, (0, 0, 1))
    box((.8 * L, .005, .46 * H), (-.1 * L, -.44 * W, b + .52 * H), glass(refl=.4), .001)
    for s in (-1, 1): box((.014, .014, .48 * H), (-.1 * L + s * .4 * L, -.44 * W, b + .52 * H), alu(), .003)
    box((.82 * L, .014, .02 * H), (-.1 * L, -.44 * W, b + .76 * H), alu(), .003)
    prism([(0, 0), (.24 * L, -.12 * H), (.24 * L, -.1 * H), (0, .02 * H)], w + .1 * W, (.5 * L, yw, b + .4 * H), steel(.35), rot=FRONT, bevel=.002)
    return dict(detail=((.02 * L, yw, zw), .7 * H))

# ------------------------------------------------------------------ bench strippers: narrow fronts, the wire enters from the front

def stripper(m, slope=.62, front=.5, colour=None):
    """The housing of a bench stripper: L is its depth. Returns width, depth, height and the z of its foot."""
    w, d, h = m.W, m.L, m.H; rubber_feet(w, d); b = .014; h -= b
    prism([(-.5 * d, 0), (.5 * d, 0), (.5 * d, .86 * h), (.42 * d, h), (-.12 * d, h), (-.5 * d, slope * h)], w, (0, 0, b), colour or body(), rot=SIDE, bevel=.014)
    box((w * .92, d * .96, .008), (0, 0, b + .004), graph(), .003)
    for s in (-1, 1):
        for k in range(6): box((.002, .012, .22 * h), (s * w / 2, .12 * d + k * .026, b + .45 * h), hole(), .0005)
        box((.003, .9 * d, .03 * h), (s * w / 2, 0, b + .16 * h), accent_paint(m.accent), .001)
    tilt = math.atan2(.38 * d, (1 - slope) * h)
    return w, d, h, b, tilt

def slope_point(d, h, b, slope, t): return (-.5 * d + .38 * d * t, b + (slope + (1 - slope) * t) * h)

def on_slope(m, size, t=.5, slope=.62, seed=3):
    y, z = slope_point(m.L, m.H - .014, .014, slope, t)
    display((0, y - .002, z + .002), size, tilt=math.atan2(.38 * m.L, (1 - slope) * (m.H - .014)), frame=.012, accent=rgb(m.accent), seed=seed)

@family('front', 'detail')
def electric_stripping(m):
    w, d, h, b, tilt = stripper(m); inch = m.number('Display', 5) * .0254; r = max(m.wire(), .001)
    on_slope(m, (min(inch * .85, w * .78), inch * .5), .52)
    box((w * .8, .008, .4 * h), (0, -.5 * d, b + .32 * h), night(), .004)
    z = b + .36 * h; ring(r * 1.6, .028, .02, (0, -.5 * d - .01, z), polished(), 'y', n=56); cyl(r * 1.7, .012, (0, -.5 * d - .012, z), hole(), 'y', n=28); ring(.03, .034, .012, (0, -.5 * d - .006, z), accent_paint(m.accent), 'y', n=56)
    if m.index >= 2: box((w * .5, .03, .012), (0, -.5 * d - .02, b + .17 * h), steel(), .003)
    label(m.name, (-w * .4, -.5 * d - .001, b + .045 * h), .075 * h)
    cyl(.012, .02, (w * .32, -.5 * d - .01, b + .2 * h), plastic('#2b2e32'), 'y', n=32)
    tube([(0, -.5 * d, z), (0, -.6 * d, z), (-.04, -.85 * d, z - .1 * h), (-.1, -1.1 * d, z - .3 * h)], r, wire_mat(COLOURS[m.index]))
    return dict(detail=((0, -.5 * d, z), .5 * h))

@family('front', 'detail')
def pneumatic_stripping(m):
    w, d, h, b, tilt = stripper(m, .72); r = max(m.wire(), .001)
    box((w * .84, .01, .5 * h), (0, -.5 * d, b + .4 * h), night(), .004)
    z = b + .44 * h; box((w * .36, .04, .26 * h), (0, -.5 * d - .016, z), shade(), .006); ring(r * 1.5, .018, .014, (0, -.5 * d - .04, z), polished(), 'y', n=48); cyl(r * 1.6, .012, (0, -.5 * d - .04, z), hole(), 'y', n=24)
    for s in (-1, 1): screw((s * w * .14, -.5 * d - .036, z + .09 * h), .004); screw((s * w * .14, -.5 * d - .036, z - .09 * h), .004)
    # regulator and gauge on top, dials for depth and length
    y0, z0 = slope_point(d, h, b, .72, .5)
    if m.index == 0:
        for s in (-1, 1): cyl(.02, .02, (s * w * .22, y0, z0 + .008), graph(), (0, -.6, .8), n=40); cyl(.003, .022, (s * w * .22, y0 - .002, z0 + .012), paint('#f4f4f2'), (0, -.6, .8), n=12)
    else: on_slope(m, (w * (.3 + .1 * m.index), .16 * h), .5, .72, seed=m.index)
    cyl(.028, .024, (w * .2, .1 * d, b + h + .03), polished(), 'y', n=48); cyl(.024, .004, (w * .2, .1 * d - .0125, b + h + .03), paint('#f4f4f2'), 'y', n=40); box((.002, .002, .018), (w * .2, .1 * d - .016, b + h + .036), plastic('#b3120e'), .0003, rot=(0, .7, 0))
    cyl(.016, .03, (w * .2, .1 * d, b + h + .0), brass(), n=28); cyl(.02, .05, (-.12 * w, .1 * d, b + h + .025), dark_alu(), n=36); box((.4 * w, .03, .02), (.04 * w, .1 * d, b + h + .008), alu(), .003)
    tube([(-.12 * w, .13 * d, b + h + .02), (-.2 * w, .35 * d, b + h + .06), (-.4 * w, .62 * d, b + .6 * h), (-.6 * w, .8 * d, .01), (-1.2 * w, .7 * d, .008)], .004, plastic('#2a6fd0'))
    label(m.name, (-w * .4, -.5 * d - .001, b + .05 * h), .07 * h)
    if m.index != 1: pedal(w * 1.0, -.52 * d, .75, m.accent, to=(w * .3, .5 * d, b + .1 * h))
    tube([(0, -.54 * d, z), (.0, -.66 * d, z), (-.05, -.9 * d, z - .16 * h), (-.12, -1.1 * d, z - .36 * h)], r, wire_mat(COLOURS[(m.index + 2) % 6]))
    return dict(detail=((0, -.5 * d, z), .5 * h))

def rotary_head(x, y, z, r, teeth=4, accent='#cc0e1b'):
    """A head with blades that turn round the wire."""
    ring(r * .9, r * 1.16, r * .5, (x, y, z), dark_alu(), 'y', n=64); ring(r * .3, r * .9, r * .3, (x, y - r * .05, z), polished(.18), 'y', n=64)
    for i in range(teeth):
        t = 2 * pi * i / teeth + .4; c = Vector((math.cos(t), 0, math.sin(t)))
        box((r * .5, r * .2, r * .22), tuple(Vector((x, y - r * .26, z)) + c * r * .55), steel(), r * .03, rot=(0, -t, 0)); screw(tuple(Vector((x, y - r * .36, z)) + c * r * .66), r * .07)
    cyl(r * .2, r * .4, (x, y - r * .2, z), hole(), 'y', n=28); ring(r * .16, r * .28, r * .14, (x, y - r * .36, z), brass(), 'y', n=36)
    ring(r * 1.16, r * 1.22, r * .3, (x, y, z), accent_paint(accent), 'y', n=64)

@family('front', 'detail')
def coaxial_processing(m):
    w, d, h, b, tilt = stripper(m, .66, colour=paint('#e0e0de', .4)); D = m.number('Outer diameter') / 1000; R0 = min(w * .3, .042 + .012 * m.index)
    on_slope(m, (w * .72, .2 * h), .5, .66, seed=m.index + 1)
    z = b + .36 * h; box((w * .9, .01, .5 * h), (0, -.5 * d, b + .34 * h), night(), .004)
    rotary_head(0, -.5 * d - .02, z, R0 * .8, 3 + m.index // 2, m.accent)
    if m.index > 1: ring(R0 * 1.14, R0 * 1.2, .09, (0, -.5 * d - .045, z), glass(refl=.4), 'y', n=56)
    label(m.name, (-w * .42, -.5 * d - .001, b + .607 * h), .044 * h)
    # a coaxial cable, stripped in steps, in front of the head
    y0 = -.5 * d - R0 * .62 - .012; q = max(D * .5, .0016)
    for k, (f, mt) in enumerate(((.28, copper()), (.62, plastic('#f2f1ec')), (.8, tin()), (1.0, plastic('#1b1c1e')))):
        l = .02 + .006 * k
        tube([(0, y0 - .014 * k, z), (0, y0 - .014 * k - (l if k < 3 else .02), z)], q * f, mt, smooth=False)
    y1 = y0 - .062; tube([(0, y1, z), (0, y1 - .05, z), (-.05, y1 - .14, z - .14 * h), (-.12, y1 - .24, z - .32 * h)], q, plastic('#1b1c1e'))
    box((w * .2, .07, .012), (0, y0 - .06, z - q - .008), steel(), .003); box((w * .12, .02, .09), (0, y0 - .07, z - q - .05), alu(), .003)
    stop_button((w * .34, -.5 * d - .004, b + .52 * h), .01)
    return dict(detail=((0, -.5 * d, z), .5 * h))

@family('front', 'detail')
def rotary_stripping(m):
    L, W, H, a = m.L, m.W, m.H, m.accent; D = m.number('Outer diameter') / 1000; n = int(m.number('Stripping steps', 1)); wd, d = W, L
    rubber_feet(wd, d); b = .014; h = H - b
    box((wd, d, .3 * h), (0, 0, b + .15 * h), night(), .012)
    prism([(-.1 * d, .3 * h), (.5 * d, .3 * h), (.5 * d, .92 * h), (.44 * d, h), (.08 * d, h), (-.1 * d, .7 * h)], wd * .98, (0, 0, b), body(), rot=SIDE, bevel=.014)
    R0 = min(wd * .27, .05 + .014 * m.index); z = b + .5 * h
    rotary_head(0, -.1 * d - .02, z, R0, 2 + n, a)
    # clamp and slide in front of the head
    for s in (-1, 1): cyl(.008, .4 * d, (s * wd * .3, -.3 * d, b + .34 * h), polished(), 'y', n=24)
    box((wd * .74, .07, .1 * h), (0, -.36 * d, b + .38 * h), shade(), .006)
    for s in (-1, 1): box((wd * .16, .05, .18 * h), (s * (D * .5 + wd * .085), -.36 * d, z), steel(), .005)
    q = max(D * .42, .002)
    tube([(0, -.2 * d, z), (0, -.26 * d, z)], q * .6, copper(), smooth=False); tube([(0, -.26 * d, z), (0, -.62 * d, z), (-.03, -.8 * d, z - .1 * h), (-.1, -1.05 * d, z - .36 * h)], q, wire_mat('orange' if m.index == 3 else COLOURS[(m.index + 8) % 12]))
    y0 = -.01 * d; display((0, y0 - .004, b + .86 * h), (wd * .5, .18 * h), tilt=math.atan2(.18 * d, .3 * h), frame=.012, accent=rgb(a), seed=m.index)
    label(m.name, (-wd * .44, -.5 * d - .001, b + .1 * h), .08 * h, '#eceded'); box((wd + .002, .004, .02 * h), (0, -.5 * d, b + .27 * h), accent_paint(a), .001)
    # clear hood over the head
    box((wd * .96, .004, .36 * h), (0, -.46 * d, b + .56 * h), glass(refl=.4), .001); box((wd * .96, .36 * d, .004), (0, -.28 * d, b + .745 * h), glass(refl=.4), .001)
    for s in (-1, 1): box((.004, .36 * d, .4 * h), (s * wd * .48, -.28 * d, b + .53 * h), glass(refl=.4), .001); box((.01, .01, .4 * h), (s * wd * .475, -.46 * d, b + .54 * h), alu(), .002)
    box((wd * .97, .012, .02 * h), (0, -.46 * d, b + .74 * h), alu(), .003)
    stop_button((wd * .36, -.5 * d, b + .14 * h), .013)
    return dict(detail=((0, -.2 * d, z), .56 * h))
