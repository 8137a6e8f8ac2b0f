"""The machines of the catalogue, each built from its record: size, stations, wires, force, screen, brand.

    blender --background --python content/pictures/catalogue.py -- [--preview] [--again] [<slug>[-front|-detail] …]

Pictures that exist are skipped unless --again is given.
"""
import os, sys, time, traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit
from kit import *
from parts import person, scale_rule
from record import FAMILIES, machines
import bench, floor

SIZE, LIMIT = (840, 560), 45_000  # pixels, bytes


def world_corners():
    """The corners of everything that stands in the picture."""
    bpy.context.view_layer.update()
    out = []
    for o in bpy.context.scene.objects:
        if o.type in ("MESH", "CURVE", "FONT") and not o.get("aside"):
            out += [o.matrix_world @ Vector(c) for c in o.bound_box]
    return out


def fit(corners, azimuth, elevation, lens=62, fill=0.9, ratio=1.5):
    """Puts the camera in a direction, so near that the corners fill that part of the picture."""
    d = Vector((math.sin(azimuth) * math.cos(elevation), -math.cos(azimuth) * math.cos(elevation), math.sin(elevation)))
    right = Vector((math.cos(azimuth), math.sin(azimuth), 0))
    up = d.cross(right)
    if up.z < 0:
        up = -up
    tx = 18 / lens * fill
    ty = tx / ratio
    c = sum(corners, Vector()) / len(corners)
    dist = 1
    for _ in range(8):
        q = [(p - c).dot(right) for p in corners], [(p - c).dot(up) for p in corners], [(p - c).dot(d) for p in corners]
        dist = max(max(abs(u) / tx, abs(v) / ty) + w for u, v, w in zip(*q))
        us = [u / (dist - w) for u, v, w in zip(*q)]
        vs = [v / (dist - w) for u, v, w in zip(*q)]
        c = c + right * (max(us) + min(us)) / 2 * dist + up * (max(vs) + min(vs)) / 2 * dist
    return camera(tuple(c + d * dist), tuple(c), lens)


def quick():
    """Fine grain is not seen at this size, and costs a third of the time: the surfaces lose it."""
    for m in bpy.data.materials:
        for n in [n for n in m.node_tree.nodes if n.type in ("BUMP", "TEX_NOISE")]:
            m.node_tree.nodes.remove(n)
        b = m.node_tree.nodes.get("Principled BSDF")
        if b and not any(l.to_socket == b.inputs["Emission"] for l in m.node_tree.links):
            for n in [n for n in m.node_tree.nodes if n.type not in ("BSDF_PRINCIPLED", "OUTPUT_MATERIAL")]:
                m.node_tree.nodes.remove(n)


def lights(s, centre):
    """A white studio for an object of the size s."""
    kit.world((0.94, 0.95, 0.96), 0.6).cycles.sampling_method = "NONE"
    o = cyclorama(w=40 * s, height=26 * s, y=5 * s, r=6 * s, front=30 * s, color=(0.90, 0.902, 0.90), rough=0.5)
    o["aside"] = 1
    b = o.data.materials[0].node_tree.nodes["Principled BSDF"].inputs
    b["Emission"].default_value = (1, 1, 1, 1)
    b["Emission Strength"].default_value = 0.3
    c = Vector(centre)
    area(c + Vector((-3.4 * s, -2.6 * s, 3.6 * s)), c, 2.6 * s, 9.5, (1, 0.985, 0.96))
    area(c + Vector((0.4 * s, -0.4 * s, 4.6 * s)), c, 3.4 * s, 4.2, (1, 1, 1), size_y=2.4 * s)
    area(c + Vector((4.2 * s, -1.6 * s, 1.6 * s)), c, 2.2 * s, 5.0, (0.94, 0.97, 1))


def relative_size(m):
    """How much of the picture a machine fills: the sizes in a family can be compared, but the smallest stays large enough."""
    of = lambda x: max(x.L, x.W, x.H)
    sizes = [of(x) for x in machines().values() if x.family == m.family]
    smallest = 0.66 if min(sizes) > 0.35 * max(sizes) else 0.86  # a family with machines of the bench and of the floor
    return max(smallest, (of(m) / max(sizes)) ** 0.6)


def compose(m, view):
    """Builds a machine with its rule and looks at it."""
    reset()
    build, _ = FAMILIES[m.family]
    info = build(m) or {}
    corners = world_corners()
    lo = Vector([min(c[i] for c in corners) for i in range(3)])
    hi = Vector([max(c[i] for c in corners) for i in range(3)])
    size = (hi - lo).length
    for o in bpy.context.scene.objects:
        if o.type == "MESH" and o.data.materials and o.data.materials[0].name.startswith("glass"):
            o.visible_shadow = False  # less noise behind it
    if view == "detail":
        at, extent = info["detail"]
        at = Vector(at)
        e = extent / 2
        box_corners = [
            at + Vector((x * e * 1.4, y * e * 0.3, z * e)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)
        ]
        cam = fit(box_corners, R(info.get("from", -24)), R(14), lens=70, fill=1.0)
        cam.data.dof.use_dof = True
        cam.data.dof.focus_distance = (cam.location - at).length - e * 0.2
        cam.data.dof.aperture_fstop = 70 / 1000 / (2 * extent * 0.012)
    else:
        largest = max(m.L, m.W, m.H)
        length = next(x for x in (1, 0.5, 0.2, 0.1, 0.05, 0.02) if x <= largest * 0.62)
        front = min(lo.y, -m.W / 2 if m.family not in NARROW else -m.L / 2)
        half = (m.L if m.family not in NARROW else m.W) / 2
        scale_rule(-half, front - size * 0.045 if view != "front" else front - size * 0.05, length, size * 0.8)
        if length == 1 and largest >= 1.7:
            person(hi.x + 0.42, 0.0)
        c = world_corners()
        fill = 0.93 * relative_size(m)
        if view == "front":
            fit(c, R(4), R(9), fill=fill)
        else:
            fit(c, R(-33), R(17), fill=fill)
    lights(size * 0.5, (lo + hi) / 2)
    quick()


NARROW = {"electric-stripping", "pneumatic-stripping", "coaxial-processing", "rotary-stripping"}


def small_enough(img, path):
    """Saves a picture with the best quality that keeps it within the limit."""
    for q in (84, 78, 72, 66, 58, 50):
        save(img, path, q)
        if os.path.getsize(path) <= LIMIT:
            return


def picture(m, view, preview=False):
    t, cpu = time.time(), time.process_time()
    name = m.slug if view == "main" else f"{m.slug}-{view}"
    compose(m, view)
    built = time.time() - t
    w, h = SIZE
    spp = 8
    if preview:
        w, h, spp = 420, 280, 12
    lin = shoot(w, h, spp, 3, dict(radius=5 if not preview else 4), name)
    img = grade(lin, exposure=0.3 if view == "detail" else 0.0, contrast=0.16, knee=0.72)
    if preview:
        save(img, os.path.join(TMP, name + ".webp"), 80)
    else:
        small_enough(img, os.path.join(OUT, name + ".webp"))
    print(
        f"### {name} {time.time() - t:.0f} s, built in {built:.1f} s, {time.process_time() - cpu:.0f} s of CPU",
        flush=True,
    )


def run():
    a = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    preview, again = "--preview" in a, "--again" in a
    wanted = [x for x in a if not x.startswith("--")]
    os.makedirs(TMP, exist_ok=True)
    todo = [(m, v) for m in machines().values() if m.family in FAMILIES for v in ("main", *FAMILIES[m.family][1])]
    todo.sort(
        key=lambda x: ("main", *FAMILIES[x[0].family][1]).index(x[1])
    )  # the first view of all, then the second ones
    for m, v in todo:
        name = m.slug if v == "main" else f"{m.slug}-{v}"
        if wanted and not any(name == x or m.family == x or m.slug == x for x in wanted):
            continue
        if not again and not preview and os.path.exists(os.path.join(OUT, name + ".webp")):
            continue
        try:
            picture(m, v, preview)
        except Exception:
            traceback.print_exc()
            print("!!! failed", name, flush=True)


if __name__ == "__main__":
    run()
