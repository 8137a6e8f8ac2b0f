"""Macro pictures: wires, terminals, tools, cables. One unit is one millimetre unless said."""
import os, sys; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit; from kit import *
SCENES = {}
def scene(f): SCENES[f.__name__.replace('_', '-')] = f; return f

def dark_set(s=10, rim=1.0, warm=1.0):
    world((.012, .013, .015), 1)
    m = mat('graphite', (.018, .019, .021), 0, .5, spec=.4)
    mesh([(-80 * s, 6 * s, -40 * s), (80 * s, 6 * s, -40 * s), (80 * s, 14 * s, 40 * s), (-80 * s, 14 * s, 40 * s)], [(0, 1, 2, 3)], m)

@scene
def hero_strands(phase=0):
    dark_set(10)
    cu = copper(.2, 2.2, v=.09)
    a, b = Vector((-7.5, 1.5, -1.0)), Vector((60, -5.5, 2.2)); ax = (b - a).normalized()
    r = 1.0
    strands(a, b, r, 37, cu, turns=1.35, n=260, res=8, phase=phase, jitter=.12)
    # the insulation, stripped back
    ins = pvc('#1b1d20'); q = a + ax * 33; R0 = 7.15; R1 = 8.6
    lathe([(R0, 60), (R0, .3), (R0 + .3, 0), (R1 - .35, 0), (R1, .35), (R1, 60)], q, ins, tuple(ax), n=128, closed=False)
    area((-10, 26, 30), (16, 0, 0), 46, 26, (1, .93, .86), size_y=7)
    area((20, 22, -24), (20, 0, 0), 60, 11, (.75, .86, 1), size_y=6)
    area((-4, -40, 34), (18, 0, 0), 26, 5, (1, .96, .92), size_y=10)
    area((50, -30, 6), (20, 0, 0), 8, 8, (1, .9, .8), size_y=30)
    camera((-2, -60, 15), (6.5, 0, 0), 70, focus=(9, -6.5, 2), blur=1.6)
    return dict(spp=64, grade=dict(exposure=.1, contrast=.25, bloom=.05, vignette=.25))

if __name__ == '__main__': kit.main(SCENES)
