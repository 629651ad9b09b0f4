"""Creatures: ground at y 0, upwards negative, facing right, about 260 wide."""

from __future__ import annotations

from math import cos, pi, sin

from pen import Canvas, Chance, disc, limb, mirrored, mix, ring, sharp, smooth
from settings import Tones


def _leg(c: Canvas, x: float, top: float, w: float, bend: float, color: str, hoof: str) -> None:
    c.fill(limb((x, top, w * 1.5), (x + bend, top * 0.5, w * 0.9), (x - bend * 0.2, -6, w * 0.7)), color)
    c.fill(sharp([(x - bend * 0.2 - w * 0.5, -9), (x - bend * 0.2 + w * 0.45, -9), (x - bend * 0.2 + w * 0.75, 2), (x - bend * 0.2 - w * 0.55, 2)]), hoof)


def ox(c: Canvas, t: Tones, chance: Chance) -> None:
    """A heavy ox, scree on its back."""
    for x in (-66, 58):
        _leg(c, x, -90, 26, 6, t.shade, t.ink)
    c.fill(smooth([(-112, -136), (-60, -166), (10, -172), (62, -206), (104, -186), (112, -134), (78, -86), (0, -72), (-78, -78), (-116, -104)]), t.base)
    c.fill(smooth([(-112, -136), (-60, -166), (10, -172), (62, -206), (104, -186), (60, -166), (10, -146), (-60, -138)]), t.lit)
    c.line("M-112-136Q-140-110-134-66", t.base, 8)
    c.fill(disc(-134, -58, 8, 14), t.shade)
    for x in (-86, 36):
        _leg(c, x, -96, 30, -6, t.base, t.ink)
    c.fill(smooth([(88, -180), (124, -172), (142, -148), (158, -112), (150, -92), (130, -92), (104, -120), (84, -142)]), t.base)
    c.fill(smooth([(150, -112), (160, -104), (152, -88), (130, -88), (128, -100)]), t.lit)
    c.fill(smooth([(108, -168), (94, -196), (104, -232), (136, -244), (118, -224), (114, -204), (126, -176)]), t.pale)
    c.fill(smooth([(128, -168), (150, -184), (172, -180), (188, -200), (182, -166), (154, -158)]), t.pale)
    c.fill(smooth([(92, -166), (64, -160), (76, -148), (98, -152)]), t.shade)
    c.ball(127, -140, 5, t.accent)


def goat(c: Canvas, t: Tones, chance: Chance) -> None:
    """A goat on a crag, a spark at its horn."""
    c.fill(sharp([(-150, 14), (-92, -22), (-40, -14), (10, -50), (78, -44), (128, 4), (150, 30), (-150, 30)]), t.ink)
    c.group(0, -34, 1)
    _leg(c, -44, -70, 15, 12, t.shade, t.ink)
    _leg(c, 58, -70, 15, -8, t.shade, t.ink)
    c.fill(smooth([(-86, -112), (-40, -126), (20, -124), (62, -140), (82, -112), (62, -72), (0, -62), (-62, -66), (-92, -86)]), t.base)
    c.fill(smooth([(-86, -112), (-40, -126), (20, -124), (62, -140), (40, -112), (-30, -104)]), t.lit)
    c.fill(smooth([(-82, -108), (-106, -130), (-94, -100)]), t.lit)
    _leg(c, -64, -74, 17, 12, t.base, t.ink)
    _leg(c, 40, -74, 17, -10, t.base, t.ink)
    c.fill(limb((58, -110, 54), (86, -152, 36), (98, -176, 30)), t.base)
    c.fill(smooth([(84, -196), (112, -196), (144, -166), (140, -152), (116, -156), (90, -166)]), t.base)
    c.fill(sharp([(122, -154), (134, -152), (122, -122)]), t.lit)
    for data, w in (("M100-194C88-240 40-244 30-206C26-188 38-176 50-180", 13.0), ("M108-194C104-232 74-252 52-240", 9.0)):
        c.line(data, t.pale, w)
    c.fill(sharp(ring(104, -206, 22, 7, inner=8)), t.accent)
    c.fill(sharp([(88, -180), (66, -176), (86, -166)]), t.shade)
    c.ball(112, -180, 4, t.ink)
    c.end()


def boar(c: Canvas, t: Tones, chance: Chance) -> None:
    """A boar with brambles on its back."""
    for x in (-70, 44):
        _leg(c, x, -60, 20, 8, t.ink, t.ink)
    c.fill(smooth([(-122, -104), (-84, -142), (-10, -164), (56, -172), (104, -140), (146, -92), (168, -76), (164, -58), (120, -52), (70, -44), (-20, -40), (-96, -48), (-126, -72)]), t.base)
    spines = []
    for i in range(12):
        x, y = -112 + i * 18, -116 - 56 * sin(pi * (i + 1) / 15)
        spines += [(x, y), (x - 12, y - 34)]
    c.fill(sharp([*spines, (108, -140), (56, -150), (-20, -136), (-96, -104)]), t.shade)
    c.line("M-118-92Q-90-214-10-196T70-206M-60-140Q-20-228 40-224M6-160Q70-200 96-160", mix(t.base, t.lit, 0.6), 7)
    c.dots([(-92, -168), (-52, -198), (-8, -216), (34, -204), (70, -206), (40, -224), (96, -160)], t.accent, 17)
    c.fill(smooth([(-112, -84), (-40, -78), (60, -80), (110, -60), (60, -46), (-20, -42), (-92, -50)]), mix(t.base, t.shade, 0.5))
    c.line("M-120-98Q-146-104-138-124Q-130-132-128-118", t.base, 6)
    for x in (-92, 20):
        _leg(c, x, -60, 23, -6, t.shade, t.ink)
    c.fill(smooth([(150, -88), (172, -80), (170, -58), (152, -56)]), t.lit)
    c.fill(smooth([(124, -66), (136, -62), (150, -82), (152, -112), (140, -86), (126, -80)]), t.pale)
    c.fill(smooth([(66, -150), (60, -190), (92, -160), (90, -136)]), t.shade)
    c.fill(smooth([(76, -152), (72, -174), (88, -156)]), t.lit)
    c.ball(114, -112, 6, t.accent)
    c.ball(115, -112, 2.6, t.ink)


def tortoise(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tortoise under a wood of its own."""
    for x in (-104, 70):
        c.fill(limb((x, -50, 56), (x - 8, -20, 50), (x - 10, -4, 46)), t.shade)
    c.fill(limb((92, -74, 60), (140, -92, 44), (172, -112, 40)), t.lit)
    c.fill(smooth([(150, -134), (184, -138), (204, -116), (198, -98), (160, -96)]), t.lit)
    c.ball(184, -120, 5, t.ink)
    c.line("M176-104Q190-102 200-106", t.shade, 3)
    shell = [(-140, -56), (-132, -112), (-82, -160), (-8, -178), (68, -158), (112, -108), (122, -56)]
    c.fill(smooth([*shell, (60, -40), (-70, -40)]), t.base)
    for x, y, r in ((-84, -100, 36), (-8, -122, 42), (66, -98, 34)):
        c.fill(sharp(ring(x, y, r, 6, 0.25)), mix(t.base, t.lit, 0.45))
        c.fill(sharp(ring(x - 3, y - 4, r * 0.62, 6, 0.25)), mix(t.base, t.lit, 0.8))
    c.fill(smooth([(-142, -58), (0, -44), (124, -58), (116, -38), (0, -26), (-134, -38)]), t.shade)
    c.fill(smooth([(-120, -130), (-70, -172), (-8, -190), (50, -180), (20, -160), (-10, -166), (-40, -150), (-80, -148), (-96, -128)]), t.mid)
    for x, h in ((-64, 70), (-36, 96), (-4, 84), (22, 60)):
        c.fill(sharp([(x - 3, -164), (x + 3, -164), (x + 2, -164 - h * 0.4), (x - 2, -164 - h * 0.4)]), t.shade)
        c.fill(smooth([(x, -164 - h), (x + h * 0.26, -164 - h * 0.5), (x, -164 - h * 0.26), (x - h * 0.26, -164 - h * 0.5)]), t.near)
        c.fill(smooth([(x, -164 - h), (x + 2, -164 - h * 0.5), (x - 2, -164 - h * 0.3), (x - h * 0.26, -164 - h * 0.5)]), t.accent if h > 90 else t.mid)
    for x in (-128, 48):
        c.fill(limb((x, -46, 60), (x + 2, -18, 50), (x + 4, -3, 46)), t.lit)
        for k in (-12, 4, 20):
            c.fill(disc(x + k, -2, 6, 8), t.pale)


def whale(c: Canvas, t: Tones, chance: Chance) -> None:
    """A whale with a lantern on a pole."""
    c.fill(disc(0, -40, 190, 12), mix(t.mid, t.lit, 0.55))
    c.fill(smooth([(-178, -44), (-150, -80), (-96, -128), (-10, -152), (80, -146), (146, -112), (170, -70), (160, -40), (0, -36)]), t.base)
    c.fill(smooth([(-140, -88), (-96, -128), (-10, -152), (80, -146), (140, -116), (60, -124), (-30, -122)]), mix(t.base, t.lit, 0.55))
    c.fill(smooth([(20, -38), (60, -62), (120, -76), (168, -76), (162, -40), (90, -34)]), t.pale)
    for i in range(5):
        c.line(f"M{36 + i * 6} {-44 - i * 5}Q{100 + i * 4} {-56 - i * 4} {164 - i} {-50 - i * 5}", mix(t.base, t.pale, 0.5), 3)
    c.fill(smooth([(-160, -60), (-186, -112), (-236, -146), (-198, -150), (-172, -130), (-164, -168), (-140, -186), (-146, -130), (-130, -80)]), t.base)
    c.ball(104, -92, 6, t.ink)
    c.line("M66-156C62-196 40-206 22-190M66-156C70-204 96-210 112-192", t.pale, 6)
    c.line("M-20-152L-20-202L-50-202", t.ink, 5)
    c.line("M-50-202L-50-188", t.ink, 3)
    c.ball(-50, -168, 34, mix(t.haze, t.accent, 0.35))
    c.fill(sharp([(-62, -188), (-38, -188), (-34, -152), (-66, -152)]), t.ink)
    c.fill(sharp([(-58, -182), (-42, -182), (-39, -157), (-61, -157)]), t.accent)
    for x, w in ((-90, 70), (30, 110), (140, 60)):
        c.fill(smooth([(x - w, -34), (x, -46), (x + w, -34), (x, -24)]), mix(t.mid, t.lit, 0.7))


def heron(c: Canvas, t: Tones, chance: Chance) -> None:
    """Rising, its wings like panes."""
    c.group(0, -40, 1)
    for tip, color in ((-1, mix(t.base, t.lit, 0.2)), (1, t.lit)):
        roots = [(10, -110), (-36, -104)]
        for i in range(5):
            a = pi * (0.52 + i * 0.1) if tip < 0 else pi * (0.44 - i * 0.1)
            r = 176 - i * 16
            x, y = -10 + r * cos(a), -112 - r * sin(a)
            w = 0.11
            c.fill(
                smooth([roots[0], (-10 + r * 0.72 * cos(a - w), -112 - r * 0.72 * sin(a - w)), (x, y), (-10 + r * 0.7 * cos(a + w), -112 - r * 0.7 * sin(a + w)), roots[1]]),
                mix(color, t.pale, 0.16 * i) if i % 2 else color,
            )
    c.line("M-60-84L-150-40M-56-78L-146-28", t.accent, 5)
    c.fill(smooth([(-92, -80), (-40, -118), (30, -118), (52, -98), (20, -76), (-50, -68)]), t.pale)
    c.fill(smooth([(-92, -80), (-30, -88), (36, -92), (20, -76), (-50, -68)]), t.lit)
    c.fill(limb((36, -102, 34), (78, -96, 20), (84, -126, 14), (104, -150, 13), (128, -150, 15)), t.pale)
    c.fill(sharp([(130, -158), (196, -140), (130, -142)]), t.accent)
    c.line("M124-156Q96-172 70-168", t.shade, 4)
    c.ball(130, -151, 3.4, t.ink)
    c.end()


def lark(c: Canvas, t: Tones, chance: Chance) -> None:
    """A lark with a letter."""
    c.group(0, -58, 1.05, turn=-14)
    c.fill(smooth([(-20, -104), (-74, -190), (-70, -236), (-30, -214), (0, -184), (34, -120)]), t.shade)
    c.fill(smooth([(-128, -60), (-176, -64), (-212, -44), (-180, -40), (-196, -22), (-120, -34)]), t.shade)
    c.fill(smooth([(-136, -50), (-70, -86), (20, -116), (72, -118), (102, -96), (92, -68), (40, -36), (-40, -26)]), t.base)
    c.fill(smooth([(100, -92), (92, -68), (40, -36), (-40, -26), (-110, -42), (-20, -52), (50, -70)]), t.pale)
    c.fill(smooth([(6, -96), (-48, -150), (-122, -196), (-176, -208), (-150, -170), (-120, -140), (-70, -92), (-20, -66)]), t.lit)
    for i in range(4):
        c.line(f"M{-30 - i * 22} {-98 - i * 16}L{-74 - i * 26} {-124 - i * 20}", t.base, 5)
    c.fill(sharp([(98, -96), (136, -92), (100, -80)]), t.accent)
    c.fill(smooth([(56, -118), (48, -140), (72, -130), (84, -114)]), t.shade)
    c.ball(78, -98, 5, t.ink)
    c.line("M10-32L2-6", t.ink, 3)
    c.fill(sharp([(-26, -8), (36, -2), (32, 34), (-30, 28)]), t.pale)
    c.line("M-26-8L2 18L36-2", t.base, 3)
    c.ball(2, 16, 8, t.accent)
    c.end()


def moth(c: Canvas, t: Tones, chance: Chance) -> None:
    """A moth with eyes on its wings, over a light."""
    c.group(0, -112, 1)
    c.ball(0, 10, 86, mix(t.haze, t.accent, 0.45))
    c.ball(0, 10, 58, mix(t.haze, t.accent, 0.7))
    for side in (-1, 1):
        upper = [(8, -26), (60, -92), (150, -112), (188, -86), (168, -26), (90, 8), (10, 6)]
        lower = [(8, 0), (80, 14), (124, 50), (112, 92), (70, 108), (34, 70), (8, 34)]
        c.fill(smooth([(side * x, y) for x, y in lower]), t.base)
        c.fill(smooth([(side * x, y) for x, y in upper]), t.lit)
        c.fill(smooth([(side * x, y) for x, y in [(64, -94), (150, -112), (188, -86), (180, -62), (140, -90), (90, -84)]]), mix(t.base, t.pale, 0.5))
        c.ball(side * 112, -50, 24, t.pale)
        c.ball(side * 112, -50, 16, t.shade)
        c.ball(side * 112, -50, 7, t.accent)
        c.ball(side * 74, 62, 13, t.accent)
        c.ball(side * 74, 62, 6, t.shade)
        c.line(f"M{side * 4}-44Q{side * 16}-92 {side * 46}-104M{side * 16}-70l{side * 16}-2M{side * 26}-86l{side * 16} 2", t.shade, 4)
    c.fill(smooth(mirrored([(0, -50), (14, -36), (16, -6), (12, 40), (0, 78)])), t.shade)
    for y in (4, 22, 40):
        c.line(f"M-9 {y}L9 {y}", t.lit, 4)
    c.ball(-7, -38, 4, t.accent)
    c.ball(7, -38, 4, t.accent)
    c.end()


def _pikeman(c: Canvas, t: Tones, x: float, coat: str) -> None:
    c.line(f"M{x + 27:.0f} 0L{x + 27:.0f}-236", t.shade, 5)
    c.fill(sharp([(x + 27, -276), (x + 37, -238), (x + 27, -228), (x + 17, -238)]), t.pale)
    c.line(f"M{x - 13:.0f}-60L{x - 13:.0f}-8M{x + 13:.0f}-60L{x + 13:.0f}-8", t.shade, 19)
    c.fill(sharp([(x - 30, -142), (x + 28, -142), (x + 34, -50), (x, -42), (x - 36, -50)]), coat)
    c.fill(sharp([(x - 30, -142), (x - 6, -142), (x - 10, -44), (x - 36, -50)]), mix(coat, t.shade, 0.35))
    c.fill(disc(x, -160, 17, 20), mix(t.pale, t.base, 0.35))
    c.fill(smooth([(x - 30, -164), (x - 18, -188), (x, -200), (x + 18, -188), (x + 30, -164), (x, -172)]), t.lit)
    c.fill(sharp([(x + 6, -120), (x + 30, -112), (x + 30, -100), (x + 4, -106)]), mix(t.pale, t.base, 0.35))


def soldiers(c: Canvas, t: Tones, chance: Chance) -> None:
    """A row of pikes, shields in front."""
    far = mix(t.base, t.near, 0.5)
    for x in (-106, -22, 70):
        c.fill(sharp([(x - 26, 0), (x - 24, -140), (x + 24, -140), (x + 26, 0)]), far)
        c.ball(x, -166, 20, far)
        c.line(f"M{x + 24}-130L{x + 24}-276", t.shade, 5)
    for x in (-146, -62, 26, 114):
        _pikeman(c, t, x, t.accent if x == 26 else t.base)
    for x in (-108, 70):
        c.fill(smooth([(x - 34, -100), (x, -110), (x + 34, -100), (x + 28, -40), (x, -12), (x - 28, -40)]), t.pale)
        c.fill(smooth([(x - 12, -54), (x - 10, -82), (x, -90), (x + 10, -82), (x + 12, -54)]) + disc(x, -50, 5), t.base)


def collector(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tall one under a hat, with a lantern and a ledger on a chain."""
    c.fill(smooth([(-30, -216), (-62, -160), (-78, -70), (-96, 4), (86, 4), (66, -70), (50, -160), (30, -216)]), t.shade)
    c.fill(smooth([(-30, -216), (-62, -160), (-78, -70), (-96, 4), (-50, 4), (-34, -90), (-16, -190)]), t.base)
    for x0, y0, x1 in ((-30, -40, -44), (6, -60, 10), (36, -50, 52)):
        c.line(f"M{x0} {y0}L{x1} 4", t.ink, 4)
    c.fill(smooth([(-24, -236), (0, -250), (24, -236), (20, -204), (0, -192), (-20, -204)]), t.ink)
    c.ball(-8, -220, 4.5, t.accent)
    c.ball(11, -220, 4.5, t.accent)
    c.fill(smooth([(-74, -238), (0, -252), (74, -238), (0, -230)]), t.ink)
    c.fill(sharp([(-30, -240), (-22, -292), (26, -298), (32, -240)]), t.ink)
    c.fill(sharp([(-29, -250), (31, -250), (32, -240), (-30, -240)]), t.accent)
    c.fill(limb((38, -180, 30), (84, -142, 24), (112, -150, 18)), t.base)
    c.line("M114-150L114-118", t.ink, 3)
    c.ball(114, -92, 44, mix(t.haze, t.accent, 0.4))
    c.fill(sharp([(96, -118), (132, -118), (138, -66), (90, -66)]), t.ink)
    c.fill(sharp([(101, -110), (127, -110), (131, -73), (97, -73)]), t.accent)
    c.fill(limb((-42, -176, 30), (-84, -126, 24), (-72, -104, 18)), t.base)
    c.fill(sharp([(-118, -122), (-62, -110), (-70, -56), (-126, -68)]), t.pale)
    c.fill(sharp([(-118, -122), (-110, -120), (-118, -66), (-126, -68)]), t.accent)
    for y in (-102, -90, -78):
        c.line(f"M-104 {y}L-76 {y + 6}", t.base, 3)


def gate(c: Canvas, t: Tones, chance: Chance) -> None:
    """A gatehouse with a face, its arms folded."""
    for side in (-1, 1):
        c.fill(sharp([(side * 62, 4), (side * 62, -196), (side * 128, -196), (side * 132, 4)]), t.base if side < 0 else mix(t.base, t.shade, 0.4))
        top = [(side * (56 + 13 * i), -196 - (24 if i % 2 == 0 else 0)) for i in range(7)]
        steps = [p for i in range(6) for p in (top[i], (top[i + 1][0], top[i][1]))]
        c.fill(sharp([*steps, (side * 134, -180), (side * 56, -180)]), t.lit if side < 0 else t.base)
        c.fill(sharp([(side * 90, -150), (side * 104, -150), (side * 104, -122), (side * 90, -122)]), t.ink)
    c.fill(sharp([(-66, 4), (-66, -236), (0, -272), (66, -236), (66, 4)]), mix(t.base, t.lit, 0.45))
    c.fill(sharp([(-76, -232), (0, -278), (76, -232), (76, -218), (0, -262), (-76, -218)]), t.shade)
    c.fill(sharp([(-48, -196), (-8, -186), (-10, -172), (-46, -178)]) + sharp([(48, -196), (8, -186), (10, -172), (46, -178)]), t.ink)
    c.fill(sharp([(-40, -184), (-18, -180), (-20, -176), (-40, -180)]) + sharp([(40, -184), (18, -180), (20, -176), (40, -180)]), t.accent)
    c.fill(sharp([(-10, -172), (10, -172), (14, -142), (-14, -142)]), t.base)
    door = [(46 * cos(pi - i * pi / 8), -84 - 46 * sin(i * pi / 8)) for i in range(9)]
    c.fill(sharp([(-46, 4), *door, (46, 4)]), t.ink)
    for x in (-30, -10, 10, 30):
        c.line(f"M{x}-118L{x} 2", t.lit, 5)
    for y in (-92, -58, -24):
        c.line(f"M-44 {y}L44 {y}", t.lit, 4)
    for side in (-1, 1):
        c.fill(limb((side * 120, -150, 44), (side * 146, -86, 40), (side * 96, -44, 36), (side * 30, -62, 32)), mix(t.base, t.lit, 0.2 if side > 0 else 0.6))
        c.ball(side * 26, -62, 21, t.lit)
    c.line("M-104 0Q-116-60-98-110M112 0Q100-40 116-70", t.mid, 6)


CREATURES = {
    "ox": ox,
    "goat": goat,
    "boar": boar,
    "tortoise": tortoise,
    "whale": whale,
    "heron": heron,
    "lark": lark,
    "moth": moth,
    "soldiers": soldiers,
    "collector": collector,
    "gate": gate,
}
