"""Machines of the catalogue on a quiet ground: the first pictures of the brand sites, and large pictures for texts.

    blender --background --python content/pictures/studio.py -- [--preview] [--again] [<picture> …]

A machine is built from its record, as in catalogue.py, so that it looks the same in each picture. The subject stands
in the middle with a margin: pages cut the sides or the top, depending on the width of the window. Pictures that exist
are skipped unless --again is given.
"""
import os, sys, time, traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit
from kit import *
from kit import group as group_of
from parts import label
from record import FAMILIES, machines
import catalogue
from catalogue import fit, quick, world_corners

SIZE, SMALL, LIMIT = (1600, 1200), (1280, 960), 150_000  # pixels, bytes
SCENES = {}


def scene(f):
    SCENES["studio-" + f.__name__.replace("_", "-")] = f
    return f


def add(slug, x=0.0, y=0.0, turn=0.0, z=0.0):
    """Builds a machine at a place, turned around its own axis by degrees."""
    m = machines()[slug]
    old = set(bpy.data.objects)
    FAMILIES[m.family][0](m)
    holder = link(bpy.data.objects.new(slug, None))
    for o in set(bpy.data.objects) - old - {holder}:
        if not o.parent:
            o.parent = holder
    holder.location = (x, y, z)
    holder.rotation_euler = (0, 0, R(turn))
    return m


def bench(x, y, w, d, h, top="#d9dadb"):
    """A table for machines of the bench."""
    box((w, d, 0.04), (x, y, h - 0.02), paint(top, 0.35), 0.006)
    for sx in (-1, 1):
        box((0.05, d - 0.1, 0.05), (x + sx * (w / 2 - 0.06), y, 0.025), dark_alu(), 0.006)
        for sy in (-1, 1):
            leg = (x + sx * (w / 2 - 0.06), y + sy * (d / 2 - 0.08), h / 2 - 0.02)
            box((0.05, 0.05, h - 0.04), leg, dark_alu(), 0.005)


def ground(size, centre, colour, light=1.3, rim=0.0):
    """A seamless ground of a colour, and lamps for objects of a size."""
    s, c = size, Vector(centre)
    kit.world((0.94, 0.95, 0.96), 0.55 * light).cycles.sampling_method = "NONE"
    o = cyclorama(w=40 * s, height=26 * s, y=5 * s, r=6 * s, front=30 * s, color=srgb(colour), rough=0.55)
    o["aside"] = 1
    area(c + Vector((-3.4 * s, -2.6 * s, 3.6 * s)), c, 2.6 * s, 10.5 * light, (1, 0.985, 0.96))
    area(c + Vector((0.4 * s, -0.4 * s, 4.6 * s)), c, 3.4 * s, 4.6 * light, (1, 1, 1), size_y=2.4 * s)
    area(c + Vector((4.2 * s, -1.6 * s, 1.6 * s)), c, 2.2 * s, 5.0 * light, (0.94, 0.97, 1))
    if rim:
        area(c + Vector((2.2 * s, 3.2 * s, 2.6 * s)), c, 2.0 * s, 10 * rim, (1, 1, 1))


def look(colour, azimuth=-33, elevation=15, fill=0.8, lens=62, light=1.3, rim=0.0):
    """Looks at everything that was built, and lights it."""
    corners = world_corners()
    lo = Vector([min(c[i] for c in corners) for i in range(3)])
    hi = Vector([max(c[i] for c in corners) for i in range(3)])
    for o in bpy.context.scene.objects:
        if o.type == "MESH" and o.data.materials and o.data.materials[0].name.startswith("glass"):
            o.visible_shadow = False  # less noise behind it
    fit(corners, R(azimuth), R(elevation), lens=lens, fill=fill, ratio=SIZE[0] / SIZE[1])
    ground((hi - lo).length * 0.5, (lo + hi) / 2, colour, light, rim)


# One quiet ground for texts; brands have their own.
QUIET = "#d9d8d4"
GROUND = {
    "komax": "#ccd8e8",
    "schleuniger": "#ecd6d3",
    "wustec": "#d0dfd5",
    "adaptronic": "#c6dfe2",
    "cirris": "#ece2c8",
    "hosver": "#26262a",
    "iqc": "#d8d0ee",
    "diit": "#1a2136",
    "group": "#e0d8ce",
}


@scene
def komax():
    """Alpha 530."""
    add("alpha-530")
    look(GROUND["komax"])


@scene
def schleuniger():
    """MegaStrip 9650, and a CoaxStrip 5300 on a table."""
    add("megastrip-9650")
    bench(1.55, 0.1, 0.9, 0.6, 0.82)
    add("coaxstrip-5300", 1.55, 0.1, 0, 0.82)
    look(GROUND["schleuniger"])


@scene
def wustec():
    """DR 30, DR 100 and DR 250."""
    add("dr-250", 1.0, 0.5)
    add("dr-100", -0.75, 0.0)
    add("dr-30", -1.65, -0.55)
    look(GROUND["wustec"])


@scene
def adaptronic():
    """KT 800 and HVT 4000."""
    add("kt-800")
    add("kt-638", 1.6, -0.2)
    look(GROUND["adaptronic"])


@scene
def cirris():
    """Easy-Wire CR 2000 and CR 1500."""
    add("easy-wire-cr-2000", 0.0, 0.4)
    add("easy-wire-cr-1500", 0.3, -0.3)
    look(GROUND["cirris"], elevation=20)


@scene
def hosver():
    """H 20, H 60 and H 150."""
    add("h-150", 0.55, 0.25)
    add("h-60", -0.1, 0.0)
    add("h-20", -0.6, -0.15)
    look(GROUND["hosver"], rim=1)


@scene
def iqc():
    """LM 350."""
    add("lm-350")
    look(GROUND["iqc"])


@scene
def diit():
    """A plan of orders on a large screen, and the line that makes them behind it."""
    w, h, z = 1.5, 0.86, 1.42
    tilt = (R(-4), 0, 0)
    box((w + 0.05, 0.04, h + 0.05), (0, 0.03, z), graph(), 0.012, rot=tilt)
    box((0.1, 0.06, 0.3), (0, 0.1, z - h / 2 - 0.1), dark_alu(), 0.008)
    box((0.6, 0.3, 0.02), (0, 0.06, 0.88), dark_alu(), 0.008)
    bench(0, -0.05, 2.3, 0.75, 0.87, "#3a4152")
    box((0.46, 0.15, 0.022), (-0.12, -0.26, 0.882), graph(), 0.006)
    for i in range(5):
        for j in range(14):
            key = (-0.325 + j * 0.0315, -0.315 + i * 0.0275, 0.896)
            box((0.026, 0.022, 0.006), key, plastic("#4a5163", 0.5), 0.002)
    box((0.06, 0.1, 0.03), (0.3, -0.26, 0.885), graph(), 0.012)
    v = [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)]
    s = mesh(v, [(0, 1, 2, 3)], image_mat(plan_picture(), 1.35, "screen"), (0, 0.006, z), tilt, smooth=False)
    uv = s.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        uv.data[i].uv = c
    e = Euler(tilt).to_matrix()
    for name, u, q, size, c in plan_labels():
        at = Vector((0, 0.006, z)) + e @ Vector(((u - 0.5) * w, -0.001, (0.5 - q) * h))
        label(name, tuple(at), size, rot=(pi / 2 + tilt[0], 0, 0), depth=0.0001).data.materials[0] = glow(c, 0.9)
    corners = [Vector((x * w / 2, y, z + q)) for x in (-1, 1) for y in (-0.3, 0) for q in (-h / 2 - 0.14, h / 2)]
    add("zeta-640", 0.4, 5.4)
    lo, hi = Vector((-w / 2, -0.3, 0)), Vector((w / 2, 0.1, z + h / 2))
    cam = fit(corners, R(-24), R(5), lens=50, fill=0.78, ratio=SIZE[0] / SIZE[1])
    cam.data.dof.use_dof = True
    cam.data.dof.focus_distance = (cam.location - Vector((0, 0, z))).length
    cam.data.dof.aperture_fstop = 1.2
    ground((hi - lo).length * 0.5, (lo + hi) / 2, GROUND["diit"], 0.45)
    area((0, 2.5, 4.5), (0.4, 5.4, 0.8), 4, 7, (0.75, 0.85, 1))
    return dict(spp=24)


PLAN = ("Alpha 530", "Alpha 550", "Zeta 640", "Zeta 656", "Sigma 655", "Omega 760", "BT 752", "Kappa 330")
INK, LIME, BLUE = (0.62, 0.67, 0.78), (0.655, 0.89, 0.357), (0.30, 0.45, 0.85)


def plan_picture(w=1500, h=860):
    """The plan of a day: machines, their orders along the hours, the load of each."""
    a = np.zeros((h, w, 3), np.float32)
    a[:] = (0.035, 0.05, 0.09)
    a[:74] = (0.06, 0.08, 0.135)
    a[:, :250] *= 1.5
    g = np.random.default_rng(4)
    for k in range(9):
        a[110 : h - 40, 250 + k * 120 : 252 + k * 120] = (0.09, 0.115, 0.18)
    for i in range(len(PLAN)):
        y = 140 + i * 84
        a[y + 58 : y + 60, 30 : w - 30] = (0.09, 0.115, 0.18)
        x = 256
        while x < 1180:
            n = int(g.integers(60, 190))
            c = LIME if x + n < 640 else (BLUE if g.random() < 0.7 else INK)
            a[y : y + 44, x : min(x + n, 1206)] = np.array(c) * (0.75 if c is INK else 1)
            x += n + int(g.integers(6, 26))
        load = int(g.integers(120, 200))
        a[y + 16 : y + 28, 1260 : 1460] = (0.11, 0.14, 0.21)
        a[y + 16 : y + 28, 1260 : 1260 + load] = LIME
    a[100 : h - 40, 640:644] = (0.95, 0.95, 0.98)
    return a


def plan_labels():
    """Texts of the plan: text, place in the picture, size in metres, colour."""
    yield "DiIT", 0.02, 0.062, 0.042, LIME
    for k in range(8):
        yield f"{6 + 2 * k:02d}:00", 0.172 + k * 0.08, 0.125, 0.018, INK
    for i, name in enumerate(PLAN):
        yield name, 0.02, (140 + i * 84 + 33) / 860, 0.026, (0.9, 0.92, 0.97)


@scene
def group():
    """A machine of each brand that builds machines."""
    add("kt-800", -2.75, 1.35)
    add("alpha-530", 0.75, 1.5)
    add("megastrip-9650", -2.75, -0.75)
    add("lm-350", -1.05, -0.75)
    bench(0.55, -0.75, 1.35, 0.7, 0.82)
    add("h-60", 0.22, -0.7, 0, 0.82)
    add("easy-wire-cr-1500", 0.85, -0.8, 0, 0.82)
    add("dr-100", 2.15, -0.85)
    look(GROUND["group"], azimuth=-24, elevation=22, fill=0.84)


def single(slug):
    def build():
        add(slug)
        look(QUIET)
        return dict(size=SMALL, spp=8)

    SCENES["studio-" + slug] = build


for one in (
    "alpha-530",
    "alpha-580",
    "zeta-640",
    "kappa-330",
    "megastrip-9650",
    "unistrip-2300",
    "h-20",
    "h-60",
    "lm-500",
    "easy-wire-cr-4000",
):
    single(one)


def view(f):
    """A picture with a name of its own, of machines at work."""
    SCENES[f.__name__.replace("_", "-")] = f
    return f


@view
def tester():
    """KT 725, the tester of pages about testing."""
    add("kt-725")
    look(QUIET)
    return dict(size=SMALL, spp=8)


@view
def press_detail():
    """The crimping station of Alpha 530."""
    catalogue.compose(machines()["alpha-530"], "detail")
    return dict(size=SMALL, spp=8, grade=dict(exposure=0.3))


@view
def hero_hall():
    """A hall with machines along both sides of its aisle."""
    world((0.95, 0.96, 0.98), 0.9)
    floor = mat("floor", (0.60, 0.595, 0.58), 0, 0.22, spec=0.5, rvar=0.06, scale=0.7)
    box((60, 60, 0.1), (0, 12, -0.05), floor, 0.001)
    box((60, 0.2, 9), (0, 30, 4.5), paint("#eceae5", 0.6), 0.01)
    for x in (-14, 14):
        box((0.2, 60, 9), (x, 12, 4.5), paint("#e4e2dd", 0.6), 0.01)
    for y in range(-4, 32, 4):
        box((28, 0.16, 0.5), (0, y, 6.4), paint("#d5d3ce"), 0.01)
        for x in range(-10, 12, 5):
            box((0.22, 2.6, 0.06), (x, y + 1.6, 6.1), glow((1, 0.985, 0.96), 9), 0.005)
        for x in (-13.6, 13.6):
            box((0.3, 0.3, 7), (x, y, 3.5), paint("#cfcdc8"), 0.01)
    for y in range(-2, 30, 4):
        box((0.02, 3.0, 2.4), (-13.88, y + 2, 3.6), glow((0.9, 0.95, 1), 3.2), 0.01)
    for x in (-2.2, 2.2):
        box((0.1, 60, 0.004), (x, 12, 0.003), paint("#d9b36c", 0.5), 0.001)
    for side, slug in ((-1, "alpha-530"), (1, "alpha-550")):
        m = machines()[slug]
        with group_of(slug) as g:
            FAMILIES[m.family][0](m)
        for r in range(5):
            place(g, (side * 3.8, 1.4 + r * 6.2, 0), rz=pi / 2 * -side)
    area((0, -3, 6), (0, 8, 0), 8, 3.2, (1, 1, 1))
    area((-8, 2, 5.5), (0, 8, 0), 6, 3, (1, 0.99, 0.97))
    camera((-0.9, -4.2, 1.9), (0.35, 9, 1.2), 31)
    return dict(size=(1600, 900), spp=12, bounces=5, grade=dict(exposure=-0.55))


def small_enough(img, path):
    """Saves a picture with the best quality that keeps it within the limit."""
    for q in (86, 82, 78, 72, 66, 58):
        save(img, path, q)
        if os.path.getsize(path) <= LIMIT:
            return


def picture(name, build, preview):
    t = time.time()
    reset()
    options = build() or {}
    quick()
    (w, h), spp = options.get("size", SIZE), options.get("spp", 14)
    if preview:
        w, h, spp = w // 3, h // 3, 12
    lin = shoot(w, h, spp, options.get("bounces", 4), dict(radius=4 if preview else 5), name)
    img = grade(lin, contrast=0.16, knee=0.72, **options.get("grade", {}))
    if preview:
        save(img, os.path.join(TMP, name + ".webp"), 84)
    else:
        small_enough(img, os.path.join(OUT, name + ".webp"))
    print(f"### {name} {time.time() - t:.0f} s", flush=True)


def run():
    a = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    preview, again = "--preview" in a, "--again" in a
    wanted = [x for x in a if not x.startswith("--")]
    os.makedirs(TMP, exist_ok=True)
    for name, build in SCENES.items():
        if wanted and name.removeprefix("studio-") not in wanted:
            continue
        if not wanted and not again and not preview and os.path.exists(os.path.join(OUT, name + ".webp")):
            continue
        try:
            picture(name, build, preview)
        except Exception:
            traceback.print_exc()
            print("!!! failed", name, flush=True)


if __name__ == "__main__":
    run()
