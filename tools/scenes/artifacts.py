"""What the pictures of artifacts.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from math import cos, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, box, disc, limb, mirrored, mix, ring, sharp, smooth
from settings import COLORS, Tones


def _arc(x: float, y: float, r: float, start: float, end: float, steps: int = 6) -> list[Point]:
    """Points on a circle, angles in turns from the top, clockwise."""
    angles = [start + (end - start) * i / steps for i in range(steps + 1)]
    return [(x + r * sin(2 * pi * a), y - r * cos(2 * pi * a)) for a in angles]


def _strokes(*lines: tuple[float, ...]) -> str:
    """Straight lines of x, y, x, y … each."""
    return "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in zip(p[::2], p[1::2], strict=True)) for p in lines)


def _face(c: Canvas, t: Tones, x: float, y: float, r: float, skin: str) -> None:
    """A head in profile, looking right."""
    c.fill(disc(x, y, r, r * 1.1) + sharp([(x + r * 0.8, y - r * 0.2), (x + r * 1.45, y + r * 0.25), (x + r * 0.7, y + r * 0.4)]), skin)
    c.ball(x + r * 0.5, y - r * 0.1, max(2.5, r * 0.14), t.ink)


def surveyor(c: Canvas, t: Tones, chance: Chance) -> None:
    """A theodolite on three legs, mid-step; somebody nests on it."""
    c.line("M-156 4L-142-262", t.pale, 13)
    c.line(_strokes((-155, -16, -153, -54), (-151, -92, -149, -130), (-147, -168, -145, -206)), t.accent, 13)
    c.fill(limb((0, -150, 20), (34, -86, 15), (22, 0, 9)), t.shade)
    c.fill(limb((-16, -150, 22), (-78, -96, 17), (-92, 0, 10)), t.base)
    c.fill(limb((16, -150, 22), (92, -128, 17), (124, -46, 10)), t.base)
    c.fill(sharp([(-104, 4), (-92, -24), (-80, 4)]) + sharp([(112, -40), (134, -52), (136, -16)]) + sharp([(12, 4), (22, -22), (32, 4)]), t.ink)
    c.line("M-2-140L-2-66", t.pale, 3)
    c.fill(sharp([(-13, -68), (9, -68), (12, -58), (-2, -30), (-16, -58)]), t.accent)
    c.fill(sharp([(-54, -166), (54, -166), (42, -144), (-42, -144)]), t.shade)
    c.fill(box(-58, -174, 116, 12), t.lit)
    c.fill(sharp([(-34, -172), (-38, -226), (-22, -226), (-16, -186), (16, -186), (22, -226), (38, -226), (34, -172)]), t.base)
    c.fill(sharp([(-86, -206), (70, -240), (78, -196), (-80, -172)]), t.lit)
    c.fill(sharp([(-84, -190), (74, -218), (78, -196), (-80, -172)]), mix(t.lit, t.base, 0.5))
    c.fill(sharp([(66, -248), (98, -254), (108, -184), (76, -188)]), t.shade)
    c.fill(disc(104, -219, 10, 30), t.accent)
    c.fill(disc(107, -226, 4, 11), t.pale)
    c.fill(sharp([(-104, -198), (-84, -204), (-80, -174), (-100, -172)]), t.shade)
    c.fill(smooth([(-44, -232), (-36, -214), (4, -222), (12, -244), (-16, -230)]), t.shade)
    c.fill(smooth([(-34, -234), (-30, -252), (-12, -256), (-6, -270), (8, -266), (6, -248), (-6, -234)]), t.pale)
    c.fill(sharp([(7, -264), (20, -260), (7, -257)]), t.accent)
    c.ball(1, -263, 2.5, t.ink)


def gull(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bird folded from a chart, one wing torn."""
    c.group(0, -150, 1.08, turn=-8)
    c.fill(sharp([(-6, 8), (-36, -112), (-14, -150), (30, -40), (40, 10)]), mix(t.pale, t.base, 0.42))
    c.fill(sharp([(-150, 40), (-104, 6), (-6, 14), (20, 46), (-70, 58)]), t.pale)
    c.fill(sharp([(-150, 40), (20, 46), (-70, 58)]), mix(t.pale, t.base, 0.3))
    c.fill(sharp([(-150, 40), (-184, 4), (-104, 6)]), t.lit)
    c.fill(sharp([(-6, 14), (44, 8), (86, -30), (104, -26), (66, 34), (20, 46)]), t.pale)
    c.fill(sharp([(20, 46), (44, 8), (86, -30), (66, 34)]), mix(t.pale, t.base, 0.18))
    c.fill(sharp([(86, -30), (104, -26), (142, 0), (92, -10)]), t.accent)
    wing: list[Point] = [(44, 10), (-6, 14), (-60, -66), (-112, -98), (-104, -118), (-136, -124), (-128, -146), (-168, -172), (-70, -134), (12, -66)]
    c.fill(sharp(wing), t.pale)
    c.fill(sharp([(44, 10), (-6, 14), (-60, -66), (-168, -172), (-40, -84)]), mix(t.pale, t.lit, 0.75))
    c.line("M-116-140Q-92-100-70-112Q-50-122-36-88M-8-40Q10-44 8-68", mix(t.base, t.lit, 0.3), 4)
    c.line("M-150-162l14 12M-118-130l12 12M-84-96l14 16M-52-62l14 18M-26-28l10 14", t.accent, 5)
    c.line("M-98-24Q-90-6-120 22M-30 22L-60 52", mix(t.base, t.lit, 0.3), 3.5)
    c.line("M2-74l14 14M16-74l-14 14", t.accent, 5)
    c.ball(90, -20, 3.2, t.ink)
    c.end()


def _tin_man(c: Canvas, t: Tones, x: float, mirror: bool, step: float) -> None:
    c.group(x, 0, 1, mirror=mirror)
    c.line(f"M-12-54L{-22 - step:.0f}-4M12-54L{18 + step:.0f}-4", t.shade, 9)
    c.line(f"M{-24 - step:.0f}-2l18 0M{16 + step:.0f}-2l18 0", t.ink, 9)
    c.fill(sharp([(-34, -150), (34, -150), (30, -52), (-30, -52)]), t.base)
    c.fill(sharp([(-34, -150), (-8, -150), (-8, -52), (-30, -52)]), t.lit)
    c.line("M-33-132L33-132M-31-72L31-72", t.shade, 4)
    c.fill(box(-26, -198, 50, 46), t.pale)
    c.fill(box(-26, -198, 14, 46), mix(t.pale, t.lit, 0.7))
    c.fill(sharp([(-40, -196), (-8, -228), (-4, -250), (6, -250), (10, -228), (40, -196)]), t.shade)
    c.ball(10, -178, 5, t.ink)
    c.line("M4-163L20-163", t.ink, 3)
    c.fill(limb((20, -130, 16), (46, -100, 13), (74, -112, 11)), t.lit)
    c.end()


def chainmen(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two tin men hold a chain tight; a sheep is in between."""
    for x in (-30, 22):
        c.line(f"M{x - 6}-30L{x - 6}-2M{x + 10}-30L{x + 10}-2", t.ink, 8)
    c.fill(smooth([(-58, -60), (-46, -94), (-18, -88), (4, -104), (30, -90), (54, -84), (58, -50), (36, -26), (6, -32), (-26, -22), (-52, -32)]), t.pale)
    c.fill(smooth([(-52, -40), (-10, -50), (56, -52), (36, -26), (6, -32), (-26, -22)]), mix(t.pale, t.base, 0.25))
    c.fill(smooth([(50, -92), (72, -94), (86, -72), (74, -54), (56, -66)]) + smooth([(56, -92), (36, -98), (44, -82)]), t.shade)
    c.ball(70, -78, 4, t.pale)
    _tin_man(c, t, -128, False, 4)
    _tin_man(c, t, 132, True, 12)
    c.line("M-56-112Q-20-98 0-102Q24-100 60-112", t.ink, 8)
    c.dots([(-48, -110), (-32, -105), (-16, -102), (0, -102), (16, -102), (32, -105), (48, -109)], t.accent, 9)
    c.line("M0-102L0-80", t.accent, 4)
    c.fill(box(-9, -82, 18, 12), t.accent)


def wasp(c: Canvas, t: Tones, chance: Chance) -> None:
    """It hangs exactly upright, its sting a plumb bob."""
    c.group(0, -10, 1)
    for side in (-1, 1):
        c.fill(smooth([(side * x, y) for x, y in [(8, -196), (60, -262), (138, -284), (168, -262), (120, -214), (50, -182)]]), t.pale)
        c.fill(smooth([(side * x, y) for x, y in [(8, -186), (70, -192), (122, -164), (126, -136), (80, -140), (24, -166)]]), mix(t.pale, t.haze, 0.5))
        c.line(f"M{side * 14}-194Q{side * 70}-238 {side * 142}-262M{side * 60}-228L{side * 110}-226M{side * 20}-180L{side * 106}-152", t.lit, 4)
        c.line(f"M{side * 14}-172L{side * 58}-134L{side * 46}-96M{side * 14}-158L{side * 40}-112L{side * 30}-78", t.shade, 7)
        c.line(f"M{side * 10}-246Q{side * 16}-276 {side * 44}-280", t.shade, 5)
    c.fill(smooth(mirrored([(0, -214), (24, -206), (32, -182), (20, -152), (0, -144)])), t.base)
    c.fill(smooth([(-2, -214), (-24, -206), (-32, -182), (-20, -152), (-6, -148), (-16, -180)]), t.lit)
    c.fill(smooth(mirrored([(0, -254), (26, -246), (34, -226), (14, -206), (0, -204)])), t.shade)
    for side in (-1, 1):
        c.fill(disc(side * 22, -232, 13, 17), t.accent)
        c.ball(side * 19, -237, 4, t.pale)
    c.line("M-8-208L-4-200M8-208L4-200", t.pale, 4)
    c.fill(smooth(mirrored([(0, -150), (14, -146), (36, -118), (38, -88), (24, -62), (0, -58)])), t.lit)
    c.fill(smooth([(2, -150), (14, -146), (36, -118), (38, -88), (24, -62), (6, -58), (16, -100)]), t.base)
    c.line("M-30-124Q0-114 30-124M-38-98Q0-86 38-98M-32-74Q0-62 32-74", t.shade, 9)
    c.fill(box(-12, -62, 24, 14), t.shade)
    c.fill(sharp([(-18, -48), (18, -48), (24, -30), (0, 26), (-24, -30)]), t.accent)
    c.fill(sharp([(4, -48), (18, -48), (24, -30), (0, 26)]), mix(t.accent, t.ink, 0.3))
    c.end()
    c.line(_strokes((0, 20, 0, 30)), t.pale, 3)


def jack(c: Canvas, t: Tones, chance: Chance) -> None:
    """The one who strikes the hours, hammer up; the bell waits."""
    c.fill(sharp([(-150, 30), (-150, 0), (150, 0), (150, 30)]), t.ink)
    c.fill(box(-158, -8, 316, 12), t.lit)
    c.fill(box(166, -236, 14, 230) + box(80, -240, 100, 12), t.shade)
    c.fill(smooth([(100, -222), (128, -210), (140, -160), (160, -124), (100, -116), (44, -124), (66, -160), (74, -210)], tension=0.8), t.lit)
    c.fill(smooth([(100, -222), (128, -210), (140, -160), (160, -124), (112, -116), (118, -170)], tension=0.8), t.base)
    c.line("M48-126Q102-112 156-126", t.accent, 6)
    c.ball(102, -108, 12, t.ink)
    c.line("M-74-66L-70-14M-34-66L-32-14", t.shade, 20)
    c.fill(sharp([(-92, -18), (-54, -18), (-46, -6), (-92, -6)]) + sharp([(-48, -18), (-14, -18), (-2, -6), (-48, -6)]), t.ink)
    c.fill(sharp([(-94, -164), (-20, -164), (-6, -60), (-104, -60)]), t.base)
    c.fill(sharp([(-94, -164), (-62, -164), (-68, -60), (-104, -60)]), t.accent)
    c.fill(box(-102, -98, 92, 12), t.shade)
    c.dots([(-48, -144), (-46, -122), (-44, -76)], t.pale, 8)
    c.fill(limb((-30, -152, 26), (0, -128, 20), (28, -132, 16)), t.lit)
    c.fill(limb((-86, -150, 28), (-112, -196, 22), (-90, -238, 18)), t.lit)
    c.line("M-112-232L-20-286", t.shade, 9)
    c.group(-24, -284, 1, turn=60)
    c.fill(box(-17, -34, 34, 68), t.base)
    c.fill(box(-17, -34, 34, 14) + box(-17, 20, 34, 14), t.ink)
    c.end()
    c.fill(disc(-56, -188, 24, 27) + sharp([(-36, -196), (-20, -186), (-36, -178)]), t.pale)
    c.fill(smooth([(-54, -172), (-34, -176), (-24, -170), (-38, -164), (-54, -160)]), t.shade)
    c.ball(-42, -194, 3.6, t.ink)
    c.fill(sharp([(-86, -204), (-24, -212), (-30, -226), (-66, -236), (-84, -226)]), t.shade)
    c.fill(smooth([(-74, -228), (-110, -250), (-116, -270), (-96, -262), (-68, -240)]), t.accent)


def crab(c: Canvas, t: Tones, chance: Chance) -> None:
    """A crab with the shell of an abacus, sum in progress."""
    for side in (-1, 1):
        c.line(f"M{side * 70}-50L{side * 128}-64L{side * 150}-2M{side * 62}-40L{side * 104}-44L{side * 116} 2M{side * 48}-34L{side * 72}-28L{side * 80} 4", t.shade, 12)
        c.fill(limb((side * 84, -76, 26), (side * 138, -98, 24), (side * 142, -146, 24)), t.base)
        c.fill(smooth([(side * x, y) for x, y in [(124, -138), (112, -180), (126, -212), (152, -220), (140, -186), (152, -178), (176, -196), (180, -162), (160, -136)]]), t.lit)
        c.line(f"M{side * 24}-44L{side * 30}-70", t.shade, 7)
    c.fill(smooth([(-112, -88), (-96, -50), (-40, -22), (40, -22), (96, -50), (112, -88), (60, -104), (-60, -104)]), t.base)
    c.fill(smooth([(-98, -52), (-40, -40), (40, -40), (98, -52), (40, -20), (-40, -20)]), t.shade)
    c.fill(sharp([(-118, -78), (-104, -214), (104, -214), (118, -78)]), t.shade)
    c.fill(sharp([(-104, -90), (-93, -202), (93, -202), (104, -90)]), mix(t.pale, t.lit, 0.5))
    for y, w, cut in ((-184, 94, -2), (-156, 97, 1), (-128, 100, 3), (-102, 103, -1)):
        c.line(f"M{-w} {y}L{w} {y}", t.base, 4)
        left = [(-w + 16 + i * 21.0, y) for i in range(4 + cut)]
        right = [(w - 16 - i * 21.0, y) for i in range(4 - cut)]
        c.dots(left + right, t.accent if cut == 1 else t.near, 20)
    c.fill(sharp([(-124, -74), (-118, -90), (118, -90), (124, -74)]), t.lit)
    for x in (-24, 26):
        c.ball(x, -52, 13, t.pale)
        c.ball(x + 4, -50, 5.5, t.ink)


def roller(c: Canvas, t: Tones, chance: Chance) -> None:
    """A steam roller with a stern brow, on the hill it was sent for."""
    c.fill(smooth([(90, 10), (140, -40), (186, -100), (236, -76), (310, -20), (310, 40), (90, 40)]), t.mid)
    c.fill("".join(box(x - 3, y, 6, 26) + sharp([(x - 17, y + 6), (x, y - 42), (x + 17, y + 6)]) for x, y in ((206, -112), (240, -90))), t.near)
    c.fill(box(-300, -4, 420, 40), mix(t.near, t.lit, 0.25))
    c.dots([(14, -284), (-26, -296)], mix(t.pale, t.haze, 0.4), 44)
    c.fill(box(-158, -216, 12, 120) + box(-74, -216, 12, 60), t.shade)
    c.fill(sharp([(-178, -228), (-46, -228), (-42, -210), (-182, -210)]), t.accent)
    c.fill(sharp([(-166, -140), (-66, -140), (-66, -52), (-166, -52)]), t.base)
    c.fill(smooth([(-78, -204), (70, -204), (78, -160), (70, -110), (-78, -110)], tension=0.5), t.lit)
    c.fill(sharp([(-78, -146), (76, -146), (70, -108), (-78, -108)]), t.base)
    c.fill(sharp([(22, -200), (26, -246), (16, -266), (66, -266), (56, -246), (60, -200)]) + box(-46, -204, 12, 96) + box(2, -204, 10, 96), t.shade)
    c.fill(smooth([(66, -206), (102, -198), (112, -160), (104, -118), (66, -108)], tension=0.7), t.shade)
    c.fill(disc(90, -166, 15, 16), t.accent)
    c.fill(sharp([(60, -204), (120, -178), (116, -164), (60, -186)]), t.ink)
    c.line("M80-130L106-136", t.pale, 5)
    for x, r, color in ((-112, 62, t.shade), (84, 70, t.ink)):
        c.ball(x, -r, r, color)
        c.ball(x, -r, r - 14, t.base if x < 0 else mix(t.shade, t.base, 0.5))
    c.line("M-112-106L-112-18M-156-62L-68-62M-143-93L-81-31M-143-31L-81-93", t.shade, 7)
    c.dots([(-112, -62), (84, -70)], t.lit, 30)
    c.line("M-20-70L84-70", t.lit, 14)


def grandfather(c: Canvas, t: Tones, chance: Chance) -> None:
    """A long-case clock strides along and reads from its list."""
    c.fill(limb((-26, -58, 20), (-62, -36, 16), (-82, -8, 13)), t.shade)
    c.fill(limb((22, -58, 20), (48, -34, 16), (46, -8, 13)), t.base)
    c.fill(sharp([(-100, -18), (-78, -20), (-60, -2), (-64, 6), (-96, -2)]) + sharp([(34, -14), (58, -14), (82, -4), (82, 6), (34, 6)]), t.ink)
    c.group(0, 0, 1, turn=4)
    c.fill(limb((-40, -150, 18), (-84, -124, 15), (-100, -84, 12)), t.shade)
    c.fill(sharp([(-58, -54), (-52, -82), (52, -82), (58, -54)]), t.shade)
    c.fill(box(-44, -186, 88, 110), t.base)
    c.fill(box(-44, -186, 18, 110), t.lit)
    c.fill(box(-20, -172, 42, 86), t.ink)
    c.line("M0-176L12-118", t.lit, 4)
    c.ball(13, -112, 13, t.accent)
    c.fill(sharp([(-56, -184), (-54, -274), (54, -274), (56, -184)]), t.base)
    c.fill(sharp([(-56, -184), (-54, -274), (-36, -274), (-38, -184)]), t.lit)
    c.fill(smooth([(-62, -270), (-40, -280), (0, -302), (40, -280), (62, -270)], tension=0.7), t.shade)
    c.ball(4, -230, 40, t.shade)
    c.ball(4, -230, 34, t.pale)
    c.dots([(4 + 28 * sin(i * pi / 6), -230 - 28 * cos(i * pi / 6)) for i in range(12)], t.base, 4)
    c.dots([(-8, -240), (18, -240)], t.ink, 9)
    c.line("M4-224L-16-214M4-224L24-210", t.ink, 5)
    c.ball(4, -224, 4, t.accent)
    c.fill(limb((42, -150, 20), (76, -130, 16), (104, -150, 14)), t.lit)
    c.fill(smooth([(96, -176), (140, -166), (134, -110), (144, -60), (132, -20), (96, -30), (104, -70), (94, -116)], tension=0.7), t.pale)
    c.line("M106-158l22 4M104-142l20 4M102-126l22 4M104-94l22 3M108-78l18 3M106-58l22 3M104-44l16 3", t.base, 4)
    c.end()


def _person(c: Canvas, t: Tones, x: float, y: float, size: float, coat: str, hat: str = "", mirror: bool = False) -> None:
    """Somebody small who stands at x, y and looks right; 150 high at size 1, without arms."""
    c.group(x, y, size, mirror=mirror)
    c.line("M-10-56L-14-4M10-56L14-4", t.shade, 14)
    c.fill(sharp([(-20, -112), (18, -112), (28, -42), (-30, -42)]), coat)
    c.fill(sharp([(-20, -112), (-4, -112), (-10, -42), (-30, -42)]), mix(coat, t.shade, 0.3))
    _face(c, t, 2, -130, 16, mix(t.pale, t.base, 0.2))
    if hat == "helmet":
        c.fill(sharp([(-18, -130), (-16, -148), (2, -160), (18, -148), (20, -134)]), t.lit)
    elif hat == "cap":
        c.fill(sharp([(-18, -134), (-14, -152), (18, -152), (18, -140), (34, -136), (18, -132)]), t.ink)
    elif hat == "brim":
        c.fill(sharp([(-32, -136), (32, -142), (30, -148), (14, -146), (10, -166), (-12, -164), (-14, -144), (-34, -142)]), t.ink)
    c.end()


def spyglass(c: Canvas, t: Tones, chance: Chance) -> None:
    """A telescope on a parapet; a small cloud rains on the lens."""
    c.fill("".join(box(x, 118, 60, 40) for x in (-250, -150, -50, 50, 150)) + box(-290, 144, 580, 70), mix(t.base, t.near, 0.4))
    c.line("M-6 30L-72 146M-6 30L60 146M-6 30L-6 146", t.shade, 12)
    c.fill(sharp([(-150, 74), (-126, 108), (-30, 58), (-50, 22)]), t.base)
    c.fill(sharp([(-60, 16), (-32, 66), (56, 22), (32, -30)]), t.lit)
    c.fill(sharp([(-46, 41), (-32, 66), (56, 22), (44, -4)]), mix(t.lit, t.base, 0.6))
    c.fill(sharp([(24, -44), (64, 34), (150, -10), (112, -86)]), t.base)
    c.fill(sharp([(44, -6), (64, 34), (150, -10), (132, -46)]), t.shade)
    c.fill(sharp([(100, -94), (146, 4), (162, -4), (116, -102)]), t.lit)
    c.fill(sharp([(20, -40), (58, 38), (66, 34), (28, -44)]) + sharp([(-158, 74), (-130, 114), (-120, 108), (-148, 68)]), t.ink)
    c.ball(-6, 34, 15, t.ink)
    c.line("M140-80l-8 26M166-76l-8 30M190-84l-8 34M114-88l-6 16", t.accent, 6)
    c.fill(smooth([(92, -112), (96, -142), (124, -150), (146, -172), (178, -160), (196, -140), (216, -122), (204, -104), (150, -100)]), t.pale)
    c.fill(smooth([(92, -112), (140, -120), (214, -120), (204, -104), (150, -100)]), mix(t.pale, t.far, 0.5))


def donkey_wheel(c: Canvas, t: Tones, chance: Chance) -> None:
    """An officer treads the wheel; the donkey looks on."""
    c.fill(sharp([(-150, 156), (-92, 0), (-76, 0), (-116, 156)]) + sharp([(40, 156), (-20, 0), (-4, 0), (74, 156)]), t.shade)
    c.ball(-48, 0, 136, t.base)
    c.ball(-48, 0, 116, mix(t.haze, t.pale, 0.4))
    c.line("M-48-116L-48 116M-164 0L68 0M-130-82L34 82M-130 82L34-82", mix(t.lit, t.base, 0.35), 9)
    c.dots([(-48 + 126 * cos(i * pi / 8), 126 * sin(i * pi / 8)) for i in range(16)], t.lit, 9)
    c.ball(-48, 0, 14, t.shade)
    _person(c, t, -48, 112, 1.0, t.accent, "cap")
    c.line("M-46 12L-18 22L-4 6", mix(t.accent, t.shade, 0.4), 12)
    c.line("M112 96L112 150M130 96L132 150M182 96L180 150M200 94L202 150", t.shade, 13)
    c.fill(smooth([(98, 56), (150, 52), (206, 48), (220, 70), (210, 104), (150, 110), (104, 102)]), t.base)
    c.fill(limb((112, 76, 40), (98, 40, 32), (92, 12, 26)), t.base)
    c.fill(smooth([(108, -8), (84, -4), (56, 26), (50, 44), (66, 52), (96, 34), (112, 14)]), t.base)
    c.fill(smooth([(60, 22), (50, 42), (64, 52), (74, 40)]), t.pale)
    c.fill(sharp([(98, 2), (88, -50), (110, -8)]) + sharp([(108, 4), (116, -46), (122, 4)]), t.shade)
    c.ball(84, 12, 5, t.ink)
    c.line("M56 44Q66 46 70 38M216 62Q236 76 230 106", t.ink, 4)


def crossbow(c: Canvas, t: Tones, chance: Chance) -> None:
    """Cocked and ready, under a nightcap."""
    c.line("M10 40L-56 118M10 40L76 118M10 40L10 118", t.shade, 13)
    c.group(0, 6, 1, turn=-12)
    c.fill(sharp([(-180, 4), (-170, 44), (-96, 30), (150, 18), (150, -4), (-90, -6)]), t.base)
    c.fill(sharp([(-180, 4), (-90, -6), (150, -4), (150, 4), (-90, 6), (-176, 18)]), t.lit)
    c.fill(smooth([(112, 6), (132, -70), (96, -128), (110, -136), (160, -76), (158, 6), (160, 86), (110, 146), (96, 138), (132, 80)], tension=0.9), t.shade)
    c.line("M104-132L-30 2L104 142", t.pale, 4)
    c.line("M-28-4L168-4", t.lit, 8)
    c.fill(sharp([(164, -18), (206, -4), (164, 10)]), t.accent)
    c.fill(sharp([(-28, -6), (-50, -20), (-14, -14)]) + sharp([(-28, -2), (-50, 12), (-14, 6)]), t.accent)
    c.fill(sharp([(-50, 22), (-38, 60), (-26, 58), (-32, 20)]), t.ink)
    c.fill(smooth([(-184, -6), (-176, -40), (-140, -52), (-104, -34), (-96, -2)], tension=0.7), t.accent)
    c.fill(smooth([(-176, -36), (-140, -52), (-110, -40), (-160, -70), (-212, -62), (-236, -10), (-214, -30)]), mix(t.accent, t.ink, 0.25))
    c.fill(limb((-184, -2, 22), (-140, -8, 22), (-96, -4, 22)), t.pale)
    c.ball(-234, -4, 15, t.pale)
    c.end()


def steeple(c: Canvas, t: Tones, chance: Chance) -> None:
    """A rod on a spire gets its bolt."""
    c.fill(box(-70, 120, 140, 100), mix(t.base, t.lit, 0.45))
    c.fill(sharp([(-96, 130), (0, -40), (96, 130)]), t.base)
    c.fill(sharp([(-96, 130), (0, -40), (-14, 130)]), mix(t.base, t.lit, 0.4))
    c.fill(smooth([(-16, 110), (-16, 84), (0, 70), (16, 84), (16, 110)], tension=0.7), mix(t.light, t.accent, 0.2))
    c.ball(0, -104, 64, mix(t.haze, t.accent, 0.35))
    c.ball(0, -104, 38, mix(t.haze, t.accent, 0.65))
    c.line("M0-30L0-112", t.pale, 9)
    c.ball(0, -44, 12, t.lit)
    c.fill(sharp([(-60, -220), (30, -220), (-4, -168), (40, -172), (0, -96), (2, -144), (-42, -138)]), t.accent)
    c.fill(sharp([(-20, -220), (12, -220), (-20, -158), (22, -162), (0, -106), (10, -150), (-30, -146)]), t.pale)
    c.fill(sharp(ring(0, -108, 34, 8, 0.2, inner=12)), t.pale)
    c.line("M2-26Q40 40 70 74T92 200", t.lit, 5)
    c.line("M-44-96l-26 12M46-94l30 10M-36-70l-22 26M40-66l20 26", t.accent, 5)


def barrow(c: Canvas, t: Tones, chance: Chance) -> None:
    """A skeleton rides with folded arms."""
    _person(c, t, -150, 152, 1.3, t.base, "brim")
    c.fill(limb((-150, 16, 26), (-118, 52, 22), (-84, 56, 18)), t.shade)
    c.line("M-92 60L-20 82L134 116", t.shade, 12)
    c.line("M-26 84L-40 148", t.shade, 10)
    bone = t.pale
    c.fill(disc(34, -78, 30, 32) + box(18, -62, 34, 26), bone)
    c.fill(disc(26, -80, 8, 9) + disc(48, -80, 7, 9) + sharp([(38, -70), (44, -60), (32, -60)]), t.ink)
    c.line("M20-48L50-48M28-52L28-38M36-52L36-38M44-52L44-38", t.ink, 2.5)
    c.line("M34-40L28 50M4-14Q34-26 60-14M2 8Q32-4 58 8M4 28Q30 18 54 28", bone, 8)
    c.line("M0-20L-14 12L44 18M62-18L76 14L18 2", bone, 9)
    c.line("M30 48L86 16L128 66", bone, 10)
    c.fill(sharp([(-58, 34), (150, 34), (106, 110), (-14, 96)]), t.base)
    c.fill(sharp([(-58, 34), (150, 34), (142, 48), (-50, 48)]), t.lit)
    c.ball(136, 122, 34, t.shade)
    c.ball(136, 122, 22, t.base)
    c.ball(136, 122, 8, t.accent)
    c.line("M86 34L140-62", t.lit, 8)
    c.fill(sharp([(124, -62), (154, -46), (168, -96), (148, -104)]), t.accent)


def whistle(c: Canvas, t: Tones, chance: Chance) -> None:
    """A whistle as loud as it looks."""
    c.line("M-60 40C-120 90-190 60-200 0C-206-60-150-100-120-60C-100-30-150 10-200 60", t.accent, 8)
    c.ball(-22, 24, 88, t.base)
    c.ball(-22, 24, 74, t.lit)
    c.fill(sharp([(-28, -64), (170, -64), (170, -8), (58, 8), (-20, 10)]), t.lit)
    c.fill(sharp([(52, 8), (170, -8), (170, -24), (56, -12)]), mix(t.lit, t.base, 0.6))
    c.fill(sharp([(150, -66), (176, -66), (176, -6), (150, -4)]), t.base)
    c.fill(sharp([(-4, -66), (64, -66), (40, -28), (-10, -26)]), t.ink)
    c.fill(smooth([(52, 30), (60, 60), (20, 104), (-40, 108), (-84, 76), (-40, 92), (10, 84)]), t.base)
    c.ball(-22, 26, 34, t.shade)
    c.ball(-18, 30, 27, t.pale)
    c.ball(-74, 66, 14, t.shade)
    c.line("M-88 0Q-80-40-50-48", t.pale, 8)
    c.line("M0-96L-12-150M36-94L40-168M74-94L96-146", t.accent, 10)


def almanac(c: Canvas, t: Tones, chance: Chance) -> None:
    """Open at next year; one month has an erratum."""
    c.fill(sharp([(-186, 112), (-178, -78), (178, -78), (186, 112), (0, 124)]), t.accent)
    for side in (-1, 1):
        c.fill(smooth([(0, 108), (side * 80, 88), (side * 174, 98), (side * 166, -90), (side * 80, -102), (0, -80)], tension=0.5), mix(t.pale, t.base, 0.25))
        c.fill(smooth([(0, 100), (side * 80, 76), (side * 166, 88), (side * 158, -98), (side * 80, -112), (0, -88)], tension=0.5), t.pale)
    c.line("M0-86L0 104", t.lit, 7)
    cells = "".join(box(-144 + i * 32, -74 + j * 36, 24, 26) for i in range(4) for j in range(4) if (i, j) != (2, 1))
    c.fill(cells, mix(t.lit, t.base, 0.15))
    c.line("M-84-44q8 18 12 0t12 8t-22 10t18 6M-88-18q14-14 30-4", t.ink, 5)
    c.ball(84, -34, 26, mix(t.lit, t.base, 0.5))
    c.line("".join(f"M{84 + 34 * cos(i * pi / 6):.0f} {-34 + 34 * sin(i * pi / 6):.0f}L{84 + 46 * cos(i * pi / 6):.0f} {-34 + 46 * sin(i * pi / 6):.0f}" for i in range(12)), mix(t.lit, t.base, 0.5), 5)
    c.dots([(75, -38), (93, -38)], t.ink, 6)
    c.line("M74-24Q84-30 94-24", t.ink, 4)
    c.line("M36 34L134 30M36 50L134 46M36 66L104 64", mix(t.lit, t.base, 0.4), 5)
    c.fill(sharp([(26, 90), (26, 150), (36, 136), (46, 150), (46, 86)]), t.base)


def cistern(c: Canvas, t: Tones, chance: Chance) -> None:
    """A domed tank with a meter, and a bucket that waits."""
    c.fill(smooth([(-130, -40), (-110, -110), (-20, -146), (70, -110), (92, -40)]), t.lit)
    c.fill(smooth([(-20, -146), (70, -110), (92, -40), (20, -40), (24, -104)]), t.base)
    c.fill(box(-36, -166, 32, 26), t.shade)
    c.fill(sharp([(-138, -46), (100, -46), (104, 150), (-142, 150)]), t.base)
    c.fill(sharp([(20, -46), (100, -46), (104, 150), (20, 150)]), mix(t.base, t.shade, 0.4))
    c.line("M-138-40L100-40", t.lit, 12)
    c.line("M-140 20L102 20M-140 84L103 84M-90-34L-90 16M0-34L0 16M-50 24L-50 80M60 24L60 80M-96 88L-96 146M10 88L10 146", mix(t.base, t.shade, 0.65), 4)
    c.ball(-56, 34, 40, t.shade)
    c.ball(-56, 34, 31, t.pale)
    c.line("M-56 34L-38 14", t.accent, 6)
    c.dots([(-56 + 24 * sin(a), 34 - 24 * cos(a)) for a in (-2.1, -1.4, -0.7, 0.0, 1.4, 2.1)], t.base, 5)
    c.fill(box(-26, -14, 34, 8), t.ink)
    c.ball(-2, -28, 13, t.accent)
    c.line("M100 62L152 62L152 82", t.lit, 17)
    c.line("M126 60L126 38M108 36L144 36", t.shade, 9)
    c.fill(smooth([(152, 94), (162, 112), (152, 120), (142, 112)]), t.accent)
    c.fill(sharp([(116, 126), (192, 126), (180, 168), (128, 168)]), t.shade)
    c.fill(disc(154, 126, 38, 8), t.accent)
    c.line("M118 124Q154 74 190 124", t.lit, 4)


def harbour_mirror(c: Canvas, t: Tones, chance: Chance) -> None:
    """The beam finds a ship."""
    c.fill(sharp([(100, -90), (100, 60), (-170, 46), (-210, 30), (-200, -10)]), mix(t.light, t.haze, 0.35))
    c.fill(sharp([(-226, 56), (-120, 56), (-136, 84), (-208, 84)]), t.shade)
    c.line("M-172 56L-172-34M-200 0L-144 0", t.shade, 6)
    c.fill(smooth([(-222, 54), (-228, 10), (-206, 26), (-196, -40), (-176, -6), (-160, -70), (-146, -4), (-128, -14), (-130, 54)]), t.accent)
    c.fill(smooth([(-198, 54), (-196, 20), (-180, 26), (-164, -20), (-152, 22), (-148, 54)]), t.pale)
    c.fill(sharp([(60, 156), (96, 10), (140, 10), (186, 156)]), t.shade)
    c.group(104, -16, 1, turn=-8)
    c.fill(disc(12, 0, 74, 124), t.shade)
    c.fill(disc(0, 0, 72, 122), t.base)
    c.fill(disc(-6, 0, 60, 106), t.lit)
    c.fill(disc(-10, 0, 50, 92), t.pale)
    c.line("M-36-44Q-46 0-34 48M-16-66Q-24-40-24-30", t.light, 8)
    c.end()
    c.line("M70 96L40 120M172 96L196 120", t.lit, 9)
    c.ball(122, 100, 20, t.lit)
    c.ball(122, 100, 8, t.ink)


def deed(c: Canvas, t: Tones, chance: Chance) -> None:
    """The blank has room for anything."""
    c.group(-8, 0, 1, turn=-4)
    c.fill(smooth([(-130, -128), (0, -120), (130, -130), (124, 0), (132, 112), (0, 118), (-134, 112), (-126, 0)], tension=0.5), t.pale)
    c.fill(sharp([(-134, 112), (132, 112), (120, 132), (-122, 132)]), mix(t.pale, t.base, 0.3))
    c.line("M-60-98L60-100", t.base, 9)
    c.line("M-98-70L96-72M-98-52L60-54M-98 66L10 66M-98 84L-20 84", mix(t.lit, t.base, 0.35), 5)
    c.line("M-96-28L-72-28M-56-28L-32-28M-16-28L8-28M24-28L48-28M64-28L94-28M-96 40L-72 40M-56 40L-32 40M-16 40L8 40M24 40L48 40M64 40L94 40M-96-28L-96-8M-96 18L-96 40M94-28L94-8M94 18L94 40", t.shade, 4)
    c.fill(sharp([(-66, 30), (-46, -18), (-26, 30)]) + box(-49, 28, 6, 8), mix(t.pale, t.base, 0.28))
    c.fill(smooth([(6, 32), (24, 20), (44, 4), (64, 20), (84, 32)]), mix(t.pale, t.base, 0.28))
    c.fill(sharp([(64, 92), (54, 150), (72, 138), (84, 154), (92, 92)]), t.shade)
    c.fill(sharp(ring(76, 82, 32, 12, 0, inner=26)), t.accent)
    c.ball(76, 82, 16, mix(t.accent, t.ink, 0.3))
    c.end()
    c.group(96, -6, 1, turn=32)
    c.fill(smooth([(0, 62), (-24, -20), (-22, -100), (6, -150), (26, -96), (22, -20)]), t.lit)
    c.fill(smooth([(2, 62), (2, -60), (6, -150), (26, -96), (22, -20)]), t.base)
    c.line("M2-120L0 96", t.ink, 4)
    c.end()


def wedge(c: Canvas, t: Tones, chance: Chance) -> None:
    """A giant's door, a giant's fingers, a wedge."""
    c.fill(box(-146, -230, 360, 390), t.ink)
    c.fill(box(-176, -230, 34, 390) + box(180, -230, 40, 390), t.lit)
    c.line("M-176-150L-144-150M-176-60L-144-60M-176 30L-144 30M182-110L218-110M182-20L218-20M182 70L218 70", t.base, 5)
    c.fill(sharp([(180, -230), (180, 156), (-80, 178), (-80, -250)]), t.base)
    c.fill(sharp([(180, -230), (180, 156), (120, 161), (120, -236)]), mix(t.base, t.shade, 0.35))
    c.fill(sharp([(-80, -250), (-80, 178), (-98, 170), (-98, -244)]), t.lit)
    c.line("M-78-110L178-104M-78 80L178 72", t.shade, 16)
    c.dots([(-50, -109), (0, -108), (60, -107), (140, -105), (-50, 79), (0, 77), (60, 75), (140, 73)], t.lit, 9)
    for i, y in enumerate((-72, -40, -8, 22)):
        c.fill(limb((-136, y + 6, 30), (-92, y, 33), (-54 + abs(i - 1) * -6, y + 4, 28)), mix(t.pale, t.base, 0.25 + i * 0.06))
    c.dots([(-52, -72), (-46, -38), (-52, -6), (-58, 25)], t.pale, 12)
    c.ball(-112, 98, 56, mix(t.haze, t.accent, 0.3))
    c.fill(sharp([(-172, 116), (-78, 116), (-78, 70)]), t.accent)
    c.fill(sharp([(-172, 116), (-78, 116), (-78, 130), (-160, 130)]), mix(t.accent, t.ink, 0.35))


def lost_property(c: Canvas, t: Tones, chance: Chance) -> None:
    """Gloves in pigeonholes; what does not fit in one."""
    c.fill(box(-204, -170, 236, 292), t.shade)
    c.fill("".join(box(-196 + i * 57, -160 + j * 68, 50, 60) for j in range(3) for i in range(4)), t.base)
    places = ((-171, -104), (-114, -104), (-57, -104), (0, -104), (-171, -36), (-57, -36), (0, -36), (-114, 32), (-171, 32))
    fingers = "".join(f"M{x - 9} {y - 18}L{x - 11} {y - 36}M{x} {y - 18}L{x} {y - 40}M{x + 9} {y - 18}L{x + 11} {y - 36}M{x + 9} {y - 10}L{x + 20} {y - 22}" for x, y in places)
    c.line(fingers, t.pale, 8)
    c.fill("".join(box(x - 14, y - 26, 28, 24) for x, y in places), t.pale)
    skin = mix(t.near, COLORS["blue"][0], 0.55)
    c.fill(smooth([(56, 124), (78, 40), (106, -40), (110, -84), (70, -92), (30, -120), (10, -164), (60, -160), (108, -136), (128, -106), (148, -136), (190, -168), (240, -172), (222, -128), (186, -94), (146, -84), (150, -40), (178, 40), (204, 124)]), skin)
    c.fill(smooth([(56, 124), (78, 40), (106, -40), (116, -90), (60, -112), (10, -164), (60, -148), (110, -120), (132, -90), (124, -20), (112, 50), (104, 124)]), mix(skin, t.pale, 0.3))
    c.line("M88 14Q128 26 166 12", t.pale, 6)
    c.fill(sharp([(106, 22), (150, 22), (148, 62), (126, 76), (102, 58)]), t.accent)
    c.ball(128, 34, 5, t.pale)
    c.fill(smooth([(-96, 124), (-94, 96), (-62, 84), (-30, 96), (-28, 124)], tension=0.8), t.lit)
    c.fill(box(-102, 118, 80, 8) + box(-66, 74, 8, 12), t.ink)


def puppeteer(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hand holds the cross; the knight below does as it must."""
    c.line("M-96-86L-54 18M96-86L60-14M0-88L0-20M-50-88L-26 60M50-88L26 62", t.pale, 3)
    c.fill(sharp([(-118, -104), (118, -104), (118, -84), (-118, -84)]), t.lit)
    c.fill(sharp([(-16, -120), (16, -120), (20, -66), (-20, -66)]), t.base)
    c.fill(sharp([(-60, -230), (60, -230), (50, -168), (-54, -168)]), t.shade)
    c.fill(box(-58, -180, 112, 16), t.accent)
    c.fill(smooth([(-48, -168), (44, -168), (52, -126), (34, -100), (-36, -100), (-56, -130)]), mix(t.pale, t.base, 0.3))
    for x in (-40, -16, 8, 32):
        c.fill(limb((x, -130, 24), (x - 2, -104, 22), (x, -82, 18)), mix(t.pale, t.base, 0.3 if x in (-40, 8) else 0.18))
    c.fill(limb((-14, 66, 22), (-40, 92, 19), (-28, 140, 16)), t.shade)
    c.fill(limb((14, 66, 22), (36, 94, 19), (54, 132, 16)), t.base)
    c.fill(sharp([(-36, 134), (-8, 136), (-6, 148), (-38, 148)]) + sharp([(44, 126), (72, 132), (70, 144), (44, 140)]), t.ink)
    c.fill(sharp([(-30, 2), (30, 2), (36, 74), (-36, 74)]), t.lit)
    c.fill(sharp([(0, 2), (30, 2), (36, 74), (0, 74)]), t.base)
    c.fill(limb((-26, 12, 22), (-52, 36, 18), (-56, 14, 14)) + limb((26, 12, 22), (52, 24, 18), (62, -14, 14)), t.shade)
    c.line("M-72 44L-44-22M-64 2L-44 12", t.pale, 6)
    c.fill(smooth([(-26, -6), (-26, -34), (0, -46), (26, -34), (26, -6), (0, 2)], tension=0.7), t.shade)
    c.fill(box(-20, -26, 42, 9), t.accent)
    c.fill(smooth([(0, -44), (-20, -66), (-44, -60), (-30, -50)]), t.accent)


def full_stop(c: Canvas, t: Tones, chance: Chance) -> None:
    """A pen lifts off the last dot."""
    c.line("M-236 74q14-44 28 0t28 0t28-10t26 12q16-50 30 0t28-6", t.pale, 7)
    c.line("M-20 66L-96 44M-6 116L-44 160M84 130L112 178M118 62L196 62M30-4L6-60", mix(t.pale, t.base, 0.35), 5)
    c.fill(smooth([(44, -14), (98, 8), (116, 62), (88, 114), (40, 130), (-10, 104), (-24, 56), (-4, 6)]), t.ink)
    c.line("M-4 54Q2 20 34 8", mix(t.ink, t.pale, 0.5), 8)
    c.dots([(136, 116), (-40, 118), (152, 96), (-8, 146)], t.ink, 12)
    c.group(92, -60, 1, turn=34)
    c.fill(sharp([(0, 76), (-34, -6), (-26, -46), (26, -46), (34, -6)]), t.lit)
    c.fill(sharp([(0, 76), (34, -6), (26, -46), (0, -46)]), t.base)
    c.line("M0 70L0 10", t.ink, 4)
    c.ball(0, 4, 8, t.ink)
    c.fill(sharp([(-30, -40), (30, -40), (32, -66), (-32, -66)]), t.accent)
    c.fill(sharp([(-32, -66), (32, -66), (26, -220), (-26, -220)]), t.shade)
    c.fill(sharp([(-32, -66), (-12, -66), (-10, -220), (-26, -220)]), mix(t.shade, t.lit, 0.3))
    c.end()


def ladder(c: Canvas, t: Tones, chance: Chance) -> None:
    """Somebody on the ninth rung swings a net at a bird."""
    c.group(0, 14, 0.92)
    c.line("M10-118L104 156", t.shade, 10)
    c.line("M-18-120L-110 156M22-120L-4 156", t.lit, 11)
    c.line("".join(f"M{-22 - i * 11.5:.0f} {-108 + i * 32}L{21 - i * 3:.0f} {-108 + i * 32}" for i in range(9)), t.base, 9)
    _person(c, t, -4, -62, 0.78, t.accent, "helmet")
    c.fill(limb((6, -138, 17), (34, -156, 14), (58, -148, 12)), mix(t.accent, t.shade, 0.3))
    c.line("M40-140L106-176", t.shade, 6)
    c.line("M104-190C140-214 168-178 140-158Q118-146 104-172Z", t.ink, 5)
    c.fill(smooth([(108, -176), (142, -164), (160, -128), (142, -112), (124, -140)]), mix(t.pale, t.haze, 0.4))
    c.fill(smooth([(196, -120), (170, -128), (150, -124), (176, -106), (204, -104), (224, -112)]), t.shade)
    c.fill(smooth([(190, -122), (180, -160), (206, -148), (212, -118)]), t.base)
    c.fill(sharp([(222, -114), (240, -116), (222, -106)]), t.accent)
    c.end()


def lever(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mountain of a stone on the short end, a committee on the long."""
    c.fill(sharp([(40, 156), (84, 76), (130, 156)]), t.shade)
    c.fill(sharp([(40, 156), (84, 76), (76, 156)]), t.base)
    c.fill(sharp([(104, 44), (98, -26), (130, -94), (196, -116), (248, -66), (256, 10), (228, 36)]), t.base)
    c.fill(sharp([(104, 44), (98, -26), (130, -94), (196, -116), (180, -50), (140, -20)]), t.lit)
    c.fill(sharp([(130, -94), (196, -116), (188, -88), (170, -96), (154, -80)]), t.pale)
    c.line("M180-50L256 10M140-20L150 36", mix(t.base, t.shade, 0.5), 5)
    c.line("M-252 128L246 34", t.ink, 20)
    c.line("M-252 123L246 29", t.lit, 8)
    for x, y, coat, hat in ((-216, 108, t.base, "brim"), (-158, 98, t.accent, "cap"), (-100, 86, t.shade, "brim"), (-44, 76, t.lit, "cap")):
        _person(c, t, x, y, 0.72, coat, hat, mirror=x == -158)
    c.fill(sharp([(-196, 38), (-166, 32), (-162, 60), (-192, 64)]) + sharp([(-82, 24), (-58, 16), (-52, 42), (-78, 48)]), t.pale)
    c.line("M-206 50L-190 52M-92 40L-76 36M-36 22L-6-8", t.ink, 7)


def dyers_wheel(c: Canvas, t: Tones, chance: Chance) -> None:
    """Five colours on a wheel with a crank."""
    c.fill(sharp([(-96, 122), (-18, -10), (18, -10), (96, 122), (66, 122), (0, 26), (-66, 122)]), t.shade)
    c.ball(0, -26, 132, t.shade)
    dyes = (COLORS["white"][2], COLORS["blue"][0], COLORS["black"][1], COLORS["red"][0], COLORS["green"][0])
    for i, dye in enumerate(dyes):
        c.fill(sharp([(0, -26), *_arc(0, -26, 120, i / 5, (i + 1) / 5, 5)]), dye)
    c.line("".join(f"M0-26L{120 * sin(2 * pi * i / 5):.0f} {-26 - 120 * cos(2 * pi * i / 5):.0f}" for i in range(5)), t.pale, 6)
    c.line(smooth(_arc(0, -26, 84, 0.78, 1.02), closed=False), t.pale, 5)
    c.ball(0, -26, 26, t.lit)
    c.ball(0, -26, 11, t.ink)
    c.line("M0-26L68 6L96 6", t.ink, 11)
    c.fill(limb((176, 40, 38), (140, 20, 34), (112, 8, 34)), mix(t.pale, t.base, 0.25))
    for i, x in enumerate((88, 98, 108, 118)):
        c.fill(limb((x + 6, -6, 13), (x, 8, 13), (x + 4, 22, 12)), (COLORS["red"][0], COLORS["blue"][0], COLORS["green"][0], COLORS["black"][1])[i])
    c.fill(sharp([(150, 64), (184, 8), (240, 40), (220, 100)]), t.accent)
    c.fill(sharp([(150, 64), (184, 8), (196, 14), (162, 74)]), t.pale)


def candle(c: Canvas, t: Tones, chance: Chance) -> None:
    """A stub on a saucer, labelled by its owner."""
    c.ball(-10, -62, 130, mix(t.near, t.light, 0.18))
    c.ball(-10, -62, 92, mix(t.near, t.light, 0.4))
    c.ball(-10, -62, 56, mix(t.near, t.light, 0.7))
    c.fill(disc(0, 134, 118, 20), t.shade)
    c.fill(disc(0, 126, 118, 18), t.lit)
    c.fill(disc(0, 124, 92, 11), t.base)
    c.line("M112 118C180 110 180 60 136 66C116 70 118 90 132 92", t.lit, 12)
    c.fill(sharp([(-46, 124), (-46, -8), (-20, 4), (8, -6), (28, 6), (28, 124)]), t.pale)
    c.fill(sharp([(4, 124), (4, -4), (8, -6), (28, 6), (28, 124)]), mix(t.pale, t.base, 0.3))
    c.fill(smooth([(-50, 0), (-40, -8), (-30, 6), (-32, 44), (-38, 70), (-46, 48)]) + smooth([(14, 4), (32, 2), (36, 30), (28, 54), (20, 30)]), t.pale)
    c.line("M-10 0L-8-22", t.ink, 5)
    c.fill(smooth([(-8, -132), (14, -84), (20, -48), (-8, -18), (-36, -46), (-28, -80)]), t.accent)
    c.fill(smooth([(-8, -92), (6, -62), (4, -36), (-8, -26), (-22, -40), (-18, -62)]), t.pale)
    c.line("M-46 74L30 66M-44 74Q-100 40-118 56", t.shade, 4)
    c.fill(sharp([(-104, 36), (-190, 50), (-182, 108), (-94, 92)]), t.pale)
    c.ball(-112, 62, 7, t.shade)
    c.line("M-172 66L-130 60M-168 80L-126 74M-166 94L-146 90", t.accent, 5)


def stake(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two neighbours, one stake, many holes."""
    for x, y in ((-210, 168), (-140, 176), (-76, 168), (84, 174), (150, 168), (216, 176)):
        c.fill(disc(x, y, 22, 6), t.ink)
    _person(c, t, -136, 160, 1.25, t.base, "brim")
    _person(c, t, 140, 160, 1.25, t.lit, "cap", mirror=True)
    c.fill(smooth([(-44, 172), (0, 150), (44, 172), (0, 180)]), t.near)
    c.fill(sharp([(-16, 160), (-18, -96), (0, -118), (18, -96), (16, 160)]), t.base)
    c.fill(sharp([(-16, 160), (-18, -96), (0, -118), (-4, 160)]), t.lit)
    c.fill(sharp([(-18, -96), (0, -118), (18, -96), (18, -66), (-18, -66)]), t.accent)
    c.line("M-18-28L18-28M-18-12L18-12", t.shade, 5)
    c.fill(limb((-128, 30, 26), (-78, 44, 21), (-14, 24, 18)), mix(t.base, t.shade, 0.35))
    c.fill(limb((132, 30, 26), (78, 52, 21), (14, 48, 18)), mix(t.lit, t.shade, 0.3))
    c.dots([(-10, 22), (10, 48), (-12, 62), (12, 8)], t.pale, 23)
    c.line("M-34-40l-20-10M-36-62l-22-2M34-40l20-10M36-62l22-2", t.pale, 5)


def diving_bell(c: Canvas, t: Tones, chance: Chance) -> None:
    """Tea inside; fish with spears for faces outside."""
    c.line("M0-220L0-130", t.ink, 10)
    c.dots([(0, -204), (0, -184), (0, -164), (0, -144)], t.lit, 14)
    c.fill(smooth([(0, -136), (58, -124), (86, -70), (98, 40), (112, 104), (0, 118), (-112, 104), (-98, 40), (-86, -70), (-58, -124)], tension=0.85), t.base)
    c.fill(smooth([(-10, -134), (-58, -124), (-86, -70), (-98, 40), (-112, 104), (-64, 112), (-58, 20), (-48, -80)], tension=0.85), t.lit)
    c.line("M-88-66Q0-48 88-66M-112 96Q0 118 112 96", t.shade, 10)
    c.dots([(-70, -60), (-36, -54), (0, -52), (36, -54), (70, -60), (-90, 104), (-46, 110), (0, 112), (46, 110), (90, 104)], t.pale, 8)
    c.ball(6, 22, 58, t.shade)
    c.ball(6, 22, 46, mix(t.light, t.accent, 0.15))
    c.fill(smooth([(-30, 52), (-18, 40), (18, 40), (32, 56), (4, 68)]), t.shade)
    c.fill(disc(0, 16, 19, 22), mix(t.pale, t.base, 0.3))
    c.fill(smooth([(-20, 14), (-18, -8), (0, -14), (18, -8), (20, 10), (8, 2), (-10, 2)]), t.ink)
    c.line("M-8 16L-2 16M8 16L14 16M-2 28Q4 31 10 27", t.ink, 3)
    c.fill(sharp([(24, 22), (44, 20), (40, 38), (28, 38)]), t.accent)
    c.line("M30 14q4-6 0-10M38 12q4-6 0-10", t.pale, 3)
    for x, y, m in ((-188, -44, False), (190, 4, True), (-196, 82, False)):
        c.group(x, y, 1, mirror=m)
        c.fill(smooth([(48, 0), (10, -22), (-24, -8), (-56, -26), (-48, 2), (-58, 28), (-24, 10), (10, 20)]) + sharp([(44, -5), (92, 2), (44, 5)]), mix(t.shade, t.base, 0.4))
        c.ball(28, -5, 4, t.pale)
        c.end()


def reading_machine(c: Canvas, t: Tones, chance: Chance) -> None:
    """Spectacles on arms over a book that comes out in strips."""
    c.fill(sharp([(-150, 154), (-132, 40), (132, 40), (150, 154)]), t.shade)
    c.fill(box(-142, 28, 284, 20), t.lit)
    c.line("".join(f"M{x} 62q{(-8, 8)[i % 2]} 40 0 {70 + i % 3 * 12}" for i, x in enumerate((-70, -50, -30, -10, 10, 30, 50, 70))), t.pale, 10)
    c.fill(box(-90, 52, 180, 14), t.ink)
    c.fill(smooth([(0, 20), (-60, 4), (-130, 18), (-124, -34), (-60, -44), (0, -28), (60, -44), (124, -34), (130, 18), (60, 4)], tension=0.5), t.pale)
    c.line("M-104-18L-30-24M-106-4L-30-10M30-24L104-18M30-10L106-4", mix(t.base, t.pale, 0.35), 4)
    c.line("M0-28L0 20", t.base, 5)
    c.fill(sharp([(-96, -196), (96, -196), (80, -132), (-80, -132)]), t.base)
    c.fill(sharp([(-96, -196), (-50, -196), (-50, -132), (-80, -132)]), t.lit)
    c.line("M-140 34L-150-160L-90-166M140 34L150-160L90-166", t.shade, 13)
    c.line("M-40-134L-44-116M40-134L44-116M-8-96L8-96", t.shade, 9)
    for x in (-46, 46):
        c.ball(x, -88, 42, t.shade)
        c.ball(x, -88, 33, mix(t.accent, t.pale, 0.55))
        c.ball(x + 2, -76, 14, t.ink)
        c.ball(x - 12, -100, 7, t.pale)
    c.line("M-82-140L-18-126M82-140L18-126", t.ink, 9)
    c.ball(0, -166, 12, t.accent)


def menders_bench(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tin man waits for his head; one screw remains."""
    c.line("M-74 96L-30 100L-30 150M-112 96L-92 104L-92 152", t.shade, 15)
    c.fill(sharp([(-138, -40), (-48, -40), (-54, 110), (-132, 110)]), t.base)
    c.fill(sharp([(-138, -40), (-106, -40), (-104, 110), (-132, 110)]), t.lit)
    c.line("M-136-16L-50-16M-132 84L-56 84", t.shade, 6)
    c.fill(disc(-93, -42, 42, 11), t.ink)
    c.line("M-93-44q-26-10 0-18t0-18t0-18t0-16", t.pale, 6)
    c.ball(-93, 34, 17, t.shade)
    c.line("M-100 34L-86 34M-93 27L-93 41", t.accent, 5)
    c.fill(limb((-56, -24, 26), (-6, 20, 22), (20, 62, 19)), t.base)
    c.group(36, 44, 1, turn=12)
    c.fill(box(-46, -54, 90, 84), t.pale)
    c.fill(box(-46, -54, 26, 84), mix(t.pale, t.lit, 0.7))
    c.fill(sharp([(-62, -50), (-12, -96), (-6, -130), (10, -130), (14, -96), (62, -50)]), t.shade)
    c.dots([(-2, -18), (28, -18)], t.ink, 12)
    c.line("M-2 10Q14 0 28 10", t.ink, 5)
    c.end()
    c.fill(limb((-120, -24, 26), (-50, 84, 22), (0, 92, 20)), t.lit)
    c.ball(150, 96, 42, mix(t.haze, t.accent, 0.3))
    c.fill(sharp([(142, 82), (158, 82), (152, 122), (148, 122)]) + box(134, 72, 32, 12), t.accent)
    c.line("M143 94L158 90M144 104L157 100M145 113L155 110", t.ink, 3)
    c.line("M138-120L138-20M124-132L138-112L152-132", t.shade, 13)


def complaint_box(c: Canvas, t: Tones, chance: Chance) -> None:
    """A box with a slot above and a fire below."""
    c.dots([(112, -150), (138, -170)], mix(t.pale, t.haze, 0.3), 34)
    c.fill(sharp([(70, -96), (88, -142), (112, -132), (100, -86)]), t.shade)
    c.fill(sharp([(-116, -60), (-90, -104), (120, -104), (116, -60)]), t.lit)
    c.fill(sharp([(-116, -62), (116, -62), (108, 148), (-108, 148)]), t.base)
    c.fill(sharp([(-116, -62), (-72, -62), (-68, 148), (-108, 148)]), mix(t.base, t.lit, 0.4))
    c.fill(box(-62, -38, 124, 20), t.ink)
    c.fill(sharp([(-40, -24), (-58, -120), (24, -138), (38, -24)]), t.pale)
    c.fill(sharp([(-58, -120), (24, -138), (0, -92)]), t.lit)
    c.line("M-36-70L20-80M-32-52L24-60", mix(t.base, t.pale, 0.3), 4)
    for side in (-1, 1):
        c.line(f"M{side * 66}-2L{side * 30} 12", t.ink, 9)
        c.ball(side * 44, 24, 8, t.ink)
    arch = _arc(0, 96, 62, 0.75, 1.25, 8)
    c.fill(sharp([(-62, 148), *arch, (62, 148)]), t.ink)
    c.fill(smooth([(-54, 148), (-52, 108), (-38, 122), (-24, 76), (-8, 108), (6, 56), (22, 104), (36, 82), (44, 122), (54, 110), (54, 148)]), t.accent)
    c.fill(smooth([(-30, 148), (-24, 116), (-10, 130), (4, 92), (18, 128), (28, 116), (34, 148)]), t.pale)
    c.line("M-34 92L-34 148M0 86L0 148M34 92L34 148", t.shade, 7)


def boiler(c: Canvas, t: Tones, chance: Chance) -> None:
    """It bulges; the gauge has given up."""
    c.line("M-78 110L-94 160M78 110L94 160", t.ink, 20)
    c.fill(box(-26, -220, 52, 100), t.shade)
    c.fill(box(-38, -172, 76, 16), t.lit)
    c.fill(smooth([(0, -136), (70, -120), (132, -50), (142, 30), (100, 108), (0, 134), (-100, 108), (-142, 30), (-132, -50), (-70, -120)]), t.base)
    c.fill(smooth([(-20, -134), (-70, -120), (-132, -50), (-142, 30), (-100, 108), (-62, 122), (-104, 40), (-94, -50)]), t.lit)
    c.line("M-134-58Q0-26 134-58M-140 52Q0 92 140 52", t.shade, 10)
    c.dots([(-112, -48), (-76, -40), (-38, -34), (38, -34), (76, -40), (112, -48), (-116, 64), (-76, 74), (-38, 80), (0, 82), (38, 80), (76, 74), (116, 64)], t.pale, 9)
    c.ball(10, 14, 56, t.shade)
    c.ball(10, 14, 45, t.pale)
    c.dots([(10 + 35 * sin(a), 14 - 35 * cos(a)) for a in (-2.2, -1.65, -1.1, -0.55, 0.0, 0.55, 1.1)], t.base, 6)
    c.line("M10 14L62 44", t.accent, 8)
    c.ball(10, 14, 8, t.ink)
    c.line("M92-84L106-56L92-44L112-14M-60-110L-52-84L-70-70", t.ink, 6)
    for x, y, s in ((104, -78, 1), (-66, -98, -1)):
        c.fill(sharp([(x, y), (x + s * 70, y - 62), (x + s * 96, y - 30), (x + s * 6, y + 8)]), mix(t.pale, t.haze, 0.3))
    c.fill(sharp([(138, 20), (214, 6), (214, 48), (138, 32)]), mix(t.pale, t.haze, 0.3))


def drawer(c: Canvas, t: Tones, chance: Chance) -> None:
    """Nobody is looking."""
    for side in (-1, 1):
        c.group(side * 176, 0, 1, mirror=side > 0)
        c.fill(smooth([(-60, 220), (-56, 70), (-20, 30), (20, 40), (40, 90), (40, 220)]), t.accent if side < 0 else t.shade)
        c.fill(disc(0, -8, 40, 46), mix(t.pale, t.base, 0.25))
        c.fill(smooth([(-42, 0), (-40, -44), (0, -64), (42, -40), (30, -28), (-20, -24)]), t.ink)
        c.ball(22, -8, 9, t.pale)
        c.ball(26, -6, 4.5, t.ink)
        c.fill(limb((-34, 96, 30), (20, 70, 24), (14, 24, 20)), mix(t.accent if side < 0 else t.shade, t.ink, 0.3))
        c.line("M2 18L-6-16M12 14L8-24M22 16L36 0", mix(t.pale, t.base, 0.4), 11)
        c.end()
    c.fill(sharp([(-118, -24), (118, -24), (110, 160), (-110, 160)]), t.base)
    c.fill(box(-130, -40, 260, 20), t.lit)
    c.fill(box(-92, 100, 184, 50), mix(t.base, t.shade, 0.3))
    c.ball(0, 124, 8, t.lit)
    c.fill(sharp([(-88, 0), (88, 0), (104, 46), (-104, 46)]), t.ink)
    c.ball(0, -40, 74, mix(t.haze, t.light, 0.6))
    c.fill(sharp([(-42, 30), (-58, -108), (14, -116), (28, 30)]), t.lit)
    c.fill(sharp([(-14, 34), (4, -110), (72, -98), (54, 34)]), t.pale)
    c.fill(sharp([(10, -96), (60, -88), (52, -40), (4, -46)]), t.base)
    c.ball(34, -68, 12, t.accent)
    c.line("M4-24L44-20M2-8L40-4", t.base, 4)
    c.fill(sharp([(-112, 40), (112, 40), (104, 92), (-104, 92)]), t.lit)
    c.ball(0, 64, 9, t.shade)


def pot(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two helmets, two spoons, one salt."""
    for side, helm, coat in ((-1, t.lit, t.base), (1, t.shade, t.accent)):
        c.group(side * 168, 0, 1, mirror=side > 0)
        c.fill(smooth([(-70, 210), (-64, 60), (-26, 16), (16, 24), (40, 80), (44, 210)]), coat)
        _face(c, t, 0, -22, 34, mix(t.pale, t.base, 0.25))
        c.fill(smooth([(-40, -18), (-42, -60), (0, -82), (38, -60), (40, -34), (0, -42)], tension=0.8), helm)
        c.fill(sharp([(-4, -78), (4, -106), (12, -78)]) if side < 0 else smooth([(0, -76), (-30, -110), (-60, -96), (-36, -70)]), t.pale)
        c.line("M14-38L34-30", t.ink, 6)
        c.fill(limb((-20, 60, 32), (40, 84, 28), (76, 44, 24)), mix(coat, t.shade, 0.35))
        c.line("M62 48L124 66", t.pale, 8)
        c.end()
    c.fill(smooth([(-52, 190), (-66, 150), (-40, 158), (-26, 116), (0, 150), (24, 112), (40, 156), (66, 148), (52, 190)]), t.accent)
    c.fill(smooth([(-26, 190), (-20, 160), (0, 140), (18, 160), (26, 190)]), t.pale)
    c.fill(smooth([(-96, 54), (96, 54), (104, 96), (70, 146), (-70, 146), (-104, 96)], tension=0.8), t.ink)
    c.fill(smooth([(-84, 62), (-60, 62), (-70, 100), (-50, 140), (-70, 140), (-96, 96)], tension=0.8), mix(t.ink, t.lit, 0.3))
    c.fill(disc(0, 54, 100, 16), mix(t.ink, t.lit, 0.2))
    c.fill(disc(0, 55, 86, 11), t.lit)
    c.dots([(-48, 54), (-14, 58), (30, 52), (58, 57)], t.base, 12)
    c.line("M-24 30q-12-18 0-34t0-34M10 26q12-18 0-34t0-34", mix(t.pale, t.near, 0.3), 6)


def doorway(c: Canvas, t: Tones, chance: Chance) -> None:
    """A door for the small; the rest of the caller is above."""
    c.fill(sharp([(-250, 168), (-244, 30), (-20, 30), (-14, 168)]), t.lit)
    c.fill(sharp([(-268, 36), (-210, -50), (-54, -50), (4, 36)]), t.shade)
    c.line("M-244 66L-180 66M-100 66L-20 66M-246 110L-190 110M-84 110L-18 110", mix(t.lit, t.base, 0.5), 4)
    c.fill(sharp([(-176, 168), *_arc(-134, 112, 42, 0.75, 1.25, 8), (-92, 168)]), t.ink)
    c.fill(sharp([(-168, 168), *_arc(-134, 114, 34, 0.75, 1.25, 8), (-100, 168)]), t.accent)
    c.ball(-110, 136, 6, t.pale)
    c.line("M-66 168L-66 70M-66 78L-52 78M-66 96L-58 96M-66 114L-52 114M-66 132L-58 132M-66 150L-52 150", t.ink, 4)
    c.fill(sharp([(60, -220), (56, -60), (40, 140), (104, 140), (124, -30), (136, -60), (164, 140), (228, 140), (214, -60), (220, -220)]), t.base)
    c.fill(sharp([(60, -220), (56, -60), (40, 140), (66, 140), (86, -60), (90, -220)]), mix(t.base, t.lit, 0.45))
    c.fill(smooth([(20, 168), (14, 140), (40, 126), (106, 126), (110, 168)], tension=0.7) + smooth([(142, 168), (140, 140), (164, 126), (230, 126), (236, 168)], tension=0.7), t.shade)
    c.line("M50-96L226-96", t.ink, 16)
    c.fill(box(124, -108, 28, 24), t.lit)
    c.line("M22 156L8 156M24 146L10 142M146 156L132 156", t.pale, 6)


def stamp(c: Canvas, t: Tones, chance: Chance) -> None:
    """It has been very thorough."""
    c.group(0, 70, 1, turn=-5)
    c.fill(sharp([(-190, -20), (176, -20), (206, 90), (-220, 90)]), t.pale)
    c.fill(sharp([(-220, 90), (206, 90), (206, 100), (-220, 100)]), mix(t.pale, t.base, 0.4))
    c.line("M-160 4L-70 4M-166 22L-60 22M-172 42L-40 42M-178 62L-80 62", mix(t.pale, t.base, 0.3), 5)
    c.end()
    for x, y, turn in ((-150, 84, 12), (96, 118, -18), (166, 70, 20), (-70, 136, 30), (150, 140, 4), (-186, 132, -20)):
        c.group(x, y, 1, turn=turn)
        c.line(disc(0, 0, 36, 17) + c.tick(0, 7, 1.2), t.accent, 6)
        c.end()
    c.fill(disc(0, 92, 84, 28), t.ink)
    c.fill(sharp([(-84, 62), (84, 62), (84, 94), (-84, 94)]), t.ink)
    c.fill(disc(0, 62, 84, 28), t.base)
    c.fill(smooth([(-84, 60), (-30, 34), (-22, -30), (22, -30), (30, 34), (84, 60), (0, 86)], tension=0.6), t.base)
    c.fill(smooth([(-84, 60), (-30, 34), (-22, -30), (-4, -30), (-10, 40), (-34, 80)], tension=0.6), t.lit)
    c.fill(smooth([(0, -150), (48, -134), (58, -84), (30, -34), (-30, -34), (-58, -84), (-48, -134)]), t.shade)
    c.fill(smooth([(-14, -146), (-48, -134), (-58, -84), (-38, -50), (-36, -100)]), mix(t.shade, t.lit, 0.4))
    c.fill(box(-34, -40, 68, 14), t.accent)


def customs(c: Canvas, t: Tones, chance: Chance) -> None:
    """A small mountain with luggage, at the window."""
    c.fill(box(-236, -96, 190, 264), t.base)
    c.fill(box(-80, -96, 34, 264), mix(t.base, t.shade, 0.35))
    c.fill(sharp([(-256, -92), (-226, -140), (-60, -140), (-22, -92)]), t.accent)
    c.line("M-208-138L-222-94M-170-138L-174-94M-132-138L-128-94M-94-138L-80-94", t.pale, 12)
    c.fill(box(-206, -66, 118, 104), t.ink)
    c.fill(smooth([(-190, 38), (-186, 10), (-160, -4), (-130, -4), (-106, 12), (-102, 38)]), t.shade)
    _face(c, t, -148, -24, 23, mix(t.pale, t.base, 0.2))
    c.fill(sharp([(-174, -36), (-172, -58), (-124, -58), (-122, -42), (-102, -36)]), t.accent)
    c.line("M-140-14L-122-16", t.ink, 4)
    c.fill(box(-220, 34, 186, 16), t.lit)
    c.fill(sharp([(-60, 34), (-92, 20), (-62, 10), (-32, 26)]), t.pale)
    c.line("M62 140L56 168M130 140L136 168", t.shade, 18)
    c.line("M40 170L62 170M132 170L154 170", t.ink, 12)
    c.fill(sharp([(-4, 146), (36, 20), (66, -18), (96, -84), (136, -10), (160, 30), (196, 146)]), t.shade)
    c.fill(sharp([(-4, 146), (36, 20), (66, -18), (96, -84), (92, 10), (70, 146)]), mix(t.shade, t.base, 0.7))
    c.fill(sharp([(66, -18), (96, -84), (136, -10), (118, -22), (100, -2), (84, -24)]), t.pale)
    c.dots([(54, 36), (92, 36)], t.pale, 22)
    c.dots([(49, 34), (87, 34)], t.ink, 10)
    c.line("M60 66Q72 60 86 64", t.ink, 5)
    c.line("M22 84L-16 100M176 84L204 100", t.shade, 12)
    c.fill(box(182, 112, 60, 46), t.lit)
    c.line("M200 110L200 98L224 98L224 110", t.ink, 5)
    c.fill(box(192, 112, 8, 46) + box(224, 112, 8, 46), t.accent)


def roll(c: Canvas, t: Tones, chance: Chance) -> None:
    """The roll is called; somebody puts up a hand."""
    c.fill(smooth([(40, 180), (40, 60), (60, 10), (110, -4), (158, 12), (176, 62), (176, 180)], tension=0.8), t.base)
    c.fill(smooth([(40, 180), (40, 60), (60, 10), (110, -4), (70, 24), (60, 70), (60, 180)], tension=0.8), t.lit)
    c.line("M92 46L142 46M84 66L150 66M92 86L138 86", t.shade, 6)
    c.fill(sharp([(-136, 176), (-104, 20), (-84, 20), (-52, 176)]), t.shade)
    c.fill(sharp([(-184, 24), (-30, -22), (-18, 2), (-172, 50)]), t.base)
    c.fill(smooth([(-172, 30), (-40, -12), (-44, -70), (-66, -118), (-200, -80), (-176, -30)], tension=0.6), t.pale)
    c.fill(smooth([(-200, -80), (-66, -118), (-60, -134), (-84, -140), (-204, -106), (-214, -90)], tension=0.6), mix(t.pale, t.base, 0.35))
    c.line("M-168-58L-104-78M-162-36L-98-56M-156-14L-92-34M-150 8L-86-12", mix(t.base, t.pale, 0.3), 5)
    c.line("M-86-88l12 10M-74-90l-12 14M-78-64l12 10M-66-66l-12 14M-72-42l12 10M-60-44l-12 14", t.ink, 5)
    c.line(c.tick(-62, -4, 1.3), t.accent, 6)
    c.ball(18, 60, 66, mix(t.near, t.accent, 0.35))
    c.line("M14 176L18 104", t.pale, 17)
    c.line("M18 100L-6 68L-8 40M18 100L10 58L8 22M18 100L28 58L30 26M20 100L46 68L50 44M16 108L46 104L62 88", t.pale, 9)
    c.line("M8 142L24 142", t.ink, 4)
    c.fill(smooth([(-40, 184), (-14, 160), (46, 160), (74, 184)]), t.near)


def metronome(c: Canvas, t: Tones, chance: Chance) -> None:
    """Hands on its hips, one foot tapping."""
    c.line("M-44 96L-52 150M40 96L58 136", t.ink, 13)
    c.fill(sharp([(-86, 156), (-84, 144), (-58, 140), (-42, 156)]) + sharp([(46, 148), (52, 132), (104, 118), (106, 130)]), t.ink)
    c.line("M84 156Q104 156 116 142M92 170Q124 168 136 144", t.accent, 5)
    c.line("M-84 10L-140 34L-92 76M84 10L140 34L92 76", t.shade, 15)
    c.fill(sharp([(-48, -160), (48, -160), (104, 104), (-104, 104)]), t.base)
    c.fill(sharp([(-48, -160), (-14, -160), (-54, 104), (-104, 104)]), t.lit)
    c.fill(sharp([(-36, -136), (36, -136), (58, 18), (-58, 18)]), t.pale)
    c.line("M-4-118L4-118M-8-98L8-98M-4-78L4-78M-8-38L8-38", t.base, 4)
    c.line("M0 14L-96-176", t.ink, 8)
    c.group(-66, -116, 1, turn=-27)
    c.fill(sharp([(-20, -18), (20, -18), (14, 20), (-14, 20)]), t.accent)
    c.end()
    c.dots([(-22, 44), (26, 44)], t.pale, 26)
    c.dots([(-18, 46), (30, 46)], t.ink, 12)
    c.line("M-42 22L-10 32M46 22L14 32M-14 76Q4 66 22 76", t.ink, 7)


def scales(c: Canvas, t: Tones, chance: Chance) -> None:
    """Level at last; the thumb is in bandages."""
    c.line("M-150-86L-192 50L-108 50ZM150-86L108 50L192 50Z", t.base, 4)
    c.fill(sharp([(-14, 130), (-8, -96), (8, -96), (14, 130)]), t.base)
    c.fill(smooth([(-80, 158), (-60, 132), (0, 122), (60, 132), (80, 158)], tension=0.6), t.shade)
    c.fill(sharp([(-162, -78), (-154, -94), (0, -112), (154, -94), (162, -78), (0, -92)]), t.shade)
    c.ball(0, -104, 22, t.base)
    c.line("M0-116L0-62", t.ink, 5)
    c.ball(0, -104, 8, t.accent)
    c.fill(smooth([(-186, 40), (-194, 18), (-160, 6), (-112, 16), (-88, 36), (-70, 16), (-66, 46), (-86, 44), (-120, 52)]), mix(t.pale, t.haze, 0.35))
    c.ball(-172, 24, 4, t.ink)
    c.line("M-150 14Q-142 28-150 42", t.base, 4)
    c.fill(box(124, 8, 28, 42) + box(130, -4, 16, 14) + box(156, 22, 22, 28) + box(161, 12, 12, 12), t.shade)
    c.fill(smooth([(-204, 48), (-96, 48), (-120, 76), (-180, 76)], tension=0.7) + smooth([(96, 48), (204, 48), (180, 76), (120, 76)], tension=0.7), t.lit)
    c.group(62, 14, 0.9)
    c.fill(limb((70, 200, 66), (44, 150, 58), (30, 116, 58)), t.pale)
    c.fill(smooth([(-8, 120), (-12, 84), (4, 64), (44, 62), (62, 84), (58, 126), (24, 136)]), mix(t.pale, t.base, 0.3))
    c.line("M14 78L50 78M12 96L54 96M14 114L52 114", mix(t.pale, t.base, 0.55), 4)
    c.fill(limb((4, 92, 30), (-10, 58, 30), (-12, 18, 32)), t.accent)
    c.line("M-28 24L2 34M-28 42L4 52M-24 60L8 70", t.pale, 7)
    c.end()


def ruler(c: Canvas, t: Tones, chance: Chance) -> None:
    """A small man, very tall by it."""
    c.fill(sharp([(-110, 150), (-110, -130), (-38, -130), (-38, 150)]), t.lit)
    c.fill(sharp([(-52, 150), (-52, -130), (-38, -130), (-38, 150)]), mix(t.lit, t.base, 0.6))
    c.line("".join(f"M-108 {142 - i * 9}L{-72 if i % 5 == 0 else -90} {142 - i * 9}" for i in range(31)), t.ink, 3)
    c.ball(-58, -108, 8, t.shade)
    c.line("M-34-104L126-104", t.accent, 6)
    c.fill(sharp([(-40, -104), (-22, -114), (-22, -94)]), t.accent)
    c.line("M-34 152L166 152", t.ink, 8)
    c.line("M44 84L40 140M76 84L82 140", t.shade, 22)
    c.fill(sharp([(16, 150), (22, 136), (52, 136), (52, 150)]) + sharp([(72, 150), (72, 136), (100, 136), (110, 150)]), t.ink)
    c.fill(sharp([(26, -16), (98, -16), (110, 96), (12, 96)]), t.base)
    c.fill(sharp([(26, -16), (48, -16), (42, 96), (12, 96)]), mix(t.base, t.lit, 0.4))
    c.dots([(66, 8), (68, 34), (70, 60)], t.pale, 9)
    c.line("M22 0L-10 34L14 60M102 0L134 34L108 60", mix(t.base, t.shade, 0.4), 19)
    c.fill(disc(62, -56, 40, 44), mix(t.pale, t.base, 0.2))
    c.fill(smooth([(20, -58), (22, -88), (62, -104), (104, -86), (104, -56), (90, -76), (34, -76)]), t.shade)
    c.line("M42-56Q50-62 56-56M72-56Q80-62 86-56M46-32Q64-16 82-34", t.ink, 5)


def turnstile(c: Canvas, t: Tones, chance: Chance) -> None:
    """One at a time, said the brass."""
    for i in range(6):
        x, y, s = 96 + i * 34, 156 - i * 16, 1.15 - i * 0.13
        c.line(f"M{x + 22 * s:.0f} {y:.0f}L{x + 22 * s:.0f} {y - 200 * s:.0f}", t.shade, 4)
    for i in (5, 4, 3, 2, 1, 0):
        x, y, s = 96 + i * 34, 156 - i * 16, 1.15 - i * 0.13
        if i > 2:
            c.fill(sharp([(x - 26 * s, y), (x - 20 * s, y - 112 * s), (x + 18 * s, y - 112 * s), (x + 26 * s, y)]), mix(t.base, t.near, 0.3))
            c.ball(x, y - 132 * s, 18 * s, t.lit)
        else:
            _person(c, t, x, y, s, (t.accent, t.base, t.shade)[i], "helmet", mirror=True)
    c.fill(box(-52, 4, 70, 154), t.lit)
    c.fill(box(-6, 4, 24, 154), t.base)
    c.fill(smooth([(-58, 6), (-50, -22), (16, -22), (24, 6)], tension=0.6), t.shade)
    c.ball(-16, 30, 17, t.shade)
    c.ball(-16, 30, 8, t.accent)
    c.line("M-16 30L84 54M-16 30L-86 88M-16 30L-62-56", t.ink, 13)
    c.line("M-12 28L82 50M-20 28L-64-52", t.pale, 4)
    _person(c, t, -178, 160, 1.2, t.base, "helmet", mirror=True)
    c.line("M-206 164L-206-84", t.shade, 5)
    c.fill(sharp([(-206, -116), (-196, -80), (-216, -80)]), t.pale)


def tickets(c: Canvas, t: Tones, chance: Chance) -> None:
    """Fourteen is called; one who waits has stopped minding."""
    c.fill(box(-226, -150, 168, 104), t.ink)
    c.group(-142, -98, 1, mirror=c.mirrored)
    c.line("M-44-26L-28-34L-28 30M46 32L46-34L8 10L58 10", t.accent, 11)
    c.end()
    c.fill(sharp([(-206, 156), (-200, 0), (-100, 0), (-94, 156)]), t.base)
    c.fill(sharp([(-206, 156), (-200, 0), (-172, 0), (-174, 156)]), t.lit)
    c.fill(smooth([(-214, 4), (-204, -26), (-96, -26), (-86, 4)], tension=0.6), t.shade)
    c.fill(box(-180, 30, 60, 10), t.ink)
    c.fill(smooth([(-174, 36), (-126, 36), (-120, 70), (-134, 100), (-128, 128), (-172, 132), (-180, 100), (-168, 70)], tension=0.7), t.pale)
    c.line("M-162 62L-138 62M-166 96L-144 96M-162 112L-146 112", t.accent, 5)
    c.fill(box(20, 74, 226, 16), t.shade)
    c.fill(box(34, 88, 14, 70) + box(218, 88, 14, 70), t.shade)
    bone = t.pale
    c.line("M118 72L110-24M92-8Q114-18 140-8M92 14Q114 4 140 14M96 34Q114 26 138 34", bone, 9)
    c.line("M118 68L66 78L62 150M126 70L92 84L94 150", bone, 11)
    c.line("M62 152L40 152M94 152L72 152", bone, 10)
    c.line("M94-14L72 24L48 10M138-14L150 30L122 52", bone, 9)
    c.fill(disc(104, -62, 32, 34) + box(80, -44, 34, 24), bone)
    c.fill(disc(90, -64, 9, 10) + disc(112, -64, 8, 10) + sharp([(100, -52), (106, -42), (95, -42)]), t.ink)
    c.line("M84-28L112-28M92-34L92-22M102-34L102-22", t.ink, 3)
    c.fill(sharp([(30, -14), (58, -22), (64, 10), (36, 18)]), t.accent)
    c.line("M104-94Q84-116 116-122M180 74L180 44Q190 34 200 44L200 74", t.lit, 6)


def full_map(c: Canvas, t: Tones, chance: Chance) -> None:
    """A house, a tree and a cow, all on paper."""
    c.fill(smooth([(-300, 60), (-160, 16), (-20, 44), (140, 0), (300, 40), (300, 150), (160, 132), (0, 164), (-150, 136), (-300, 170)], tension=0.8), t.pale)
    c.line("M-180 24Q-150 80-160 138M-20 44Q0 100 0 164M150 0Q160 70 156 132M-300 112Q-160 66 0 102T300 92", mix(t.pale, t.base, 0.35), 4)
    c.line("M-280 90Q-220 60-190 92T-110 110Q-60 120-30 84M180 52Q220 60 240 100T290 120", mix(t.pale, t.base, 0.55), 4)
    c.line("M-130 74L-118 86M-118 74L-130 86M30 132l14-4M56 124l14-4M82 118l14-2M108 114l14-2", t.accent, 6)
    c.fill(smooth([(-300, 158), (-150, 126), (0, 152), (160, 122), (300, 140), (300, 178), (160, 160), (0, 192), (-150, 164), (-300, 196)], tension=0.8), mix(t.pale, t.base, 0.28))
    c.fill(smooth([(-300, 178), (-150, 148), (0, 176), (160, 144), (300, 160), (300, 178), (160, 160), (0, 192), (-150, 164), (-300, 196)], tension=0.8), mix(t.pale, t.shade, 0.5))
    c.fill(box(-14, -34, 104, 96), t.lit)
    c.fill(box(50, -34, 40, 96), mix(t.lit, t.base, 0.6))
    c.fill(sharp([(-32, -30), (8, -96), (76, -96), (110, -30)]), t.accent)
    c.fill(box(62, -124, 20, 44), t.shade)
    c.fill(box(6, 14, 26, 48), t.shade)
    c.fill(box(62, -8, 18, 22), t.pale)
    c.dots([(84, -146), (104, -168)], mix(t.pale, t.haze, 0.4), 26)
    c.line("M-96 40L-96-30", t.shade, 13)
    c.fill(smooth([(-96, -124), (-52, -84), (-48, -34), (-96, -16), (-144, -34), (-140, -84)]), t.base)
    c.fill(smooth([(-96, -124), (-110, -70), (-118, -26), (-144, -34), (-140, -84)]), mix(t.base, t.lit, 0.4))
    c.line("M166 22L166 52M176 22L176 52M216 22L214 52M224 20L226 52", t.shade, 8)
    c.fill(smooth([(152, -14), (190, -22), (232, -18), (236, 14), (200, 26), (156, 24)]) + smooth([(150, -10), (132, -4), (124, 14), (140, 20), (158, 8)]), t.shade)
    c.fill(disc(196, -2, 17, 10) + disc(222, 8, 9, 9) + disc(132, 14, 8, 6), t.pale)
    c.line("M142-10L136-22M154-12L156-24", t.lit, 5)


def harbour(c: Canvas, t: Tones, chance: Chance) -> None:
    """Sea to the horizon, masts along a mole, a quay in front."""
    water = mix(t.mid, t.sky, 0.5)
    c.below(252, water)
    c.fill(sharp([(0, 254), (0, 214), (60, 208), (120, 226), (190, 254)]), t.far)
    masts, hulls = "", ""
    for i in range(5):
        x = 330 + i * 50 + chance.between(-10, 10)
        h = chance.between(70, 120)
        masts += f"M{x:.0f} 256L{x:.0f} {256 - h:.0f}M{x - 16:.0f} {256 - h * 0.66:.0f}L{x + 16:.0f} {256 - h * 0.66:.0f}"
        hulls += sharp([(x - 26, 244), (x + 30, 244), (x + 20, 260), (x - 18, 260)])
    c.line(masts, mix(t.near, t.far, 0.4), 4)
    c.fill(hulls, mix(t.near, t.far, 0.25))
    glints = ""
    for y in (272, 290, 312, 332):
        for _ in range(3):
            at, half = chance.between(0, WIDTH), chance.between(16, 50)
            glints += sharp([(at - half, y), (at, y - 3), (at + half, y), (at, y + 3)])
    c.fill(glints, mix(water, t.lit, 0.4))
    c.below(346, t.near)
    c.line(f"M0 348L{WIDTH} 348", mix(t.near, t.lit, 0.4), 6)


def roofs(c: Canvas, t: Tones, chance: Chance) -> None:
    """The Measurers' town, over its roofs."""
    for base, count, low, high, color in ((300, 6, 40, 96, t.far), (352, 4, 40, 80, mix(t.far, t.near, 0.55))):
        walls, tops, panes = "", "", []
        for i in range(count):
            x = WIDTH * (i + 0.5) / count + chance.between(-14, 14)
            w, h = WIDTH / count * chance.between(0.36, 0.52), chance.between(low, high)
            tall = chance.between(0.5, 1.5) * w
            walls += box(x - w, base - h, 2 * w, HEIGHT - base + h)
            tops += sharp([(x - w - 7, base - h + 1), (x, base - h - tall), (x + w + 7, base - h + 1)])
            panes += [(x - w * 0.3, base - h + 24), (x + w * 0.3, base - h + 24)]
        c.fill(walls, color)
        c.fill(tops, mix(color, t.near, 0.45))
        c.dots(panes, mix(color, t.light, 0.65), 9)
    c.below(350, t.near)


def workshop(c: Canvas, t: Tones, chance: Chance) -> None:
    """Indoors: a wall with a shelf of jars and tools on nails, a bench before it."""
    wall = mix(t.near, t.mid, 0.45)
    c.below(0, wall)
    c.ball(286, 180, 230, mix(wall, t.haze, 0.22))
    c.ball(286, 180, 160, mix(wall, t.haze, 0.42))
    shelf = mix(wall, t.ink, 0.45)
    jars = ""
    for i in range(9):
        x, h, w = 18 + i * 66 + chance.between(-10, 10), chance.between(20, 48), chance.between(12, 20)
        jars += box(x - w, 62 - h, 2 * w, h) if chance.between(0, 1) < 0.6 else sharp([(x - w, 62), (x - 4, 62 - h), (x + 6, 62 - h), (x + w, 62)])
    c.fill(jars, shelf)
    c.fill(box(0, 62, WIDTH, 10), mix(wall, t.ink, 0.6))
    for x in (chance.between(30, 74), chance.between(500, 540)):
        c.line(f"M{x:.0f} 120L{x:.0f} 216", shelf, 9)
        c.fill(sharp([(x - 26, 104), (x + 14, 104), (x + 28, 112), (x + 14, 124), (x - 26, 124)]), shelf)
    c.below(318, mix(t.base, t.near, 0.35))
    c.fill(box(0, 318, WIDTH, 12), mix(t.base, t.lit, 0.35))


def drafting(c: Canvas, t: Tones, chance: Chance) -> None:
    """Paper ruled in squares, with what the compasses left on it."""
    deep = mix(t.near, t.sky, 0.35)
    ruled = mix(deep, t.pale, 0.16)
    c.below(0, deep)
    c.line("".join(f"M{i * 48 + 22} 0L{i * 48 + 22} 400" for i in range(12)) + "".join(f"M0 {i * 48 + 28}L573 {i * 48 + 28}" for i in range(8)), ruled, 2)
    x, y = chance.between(230, 340), 190
    c.ball(x, y, 156, mix(deep, t.haze, 0.22))
    c.ball(x, y, 122, mix(deep, t.haze, 0.4))
    drawn = mix(deep, t.pale, 0.5)
    c.line(smooth(_arc(80, 330, 200, 0.0, 0.22), closed=False) + smooth(_arc(500, 60, 130, 0.55, 0.85), closed=False) + "M20 40L150 96M470 330L556 250", drawn, 3)
    c.line("M80 322l0 16M72 330l16 0M492 60l16 0M500 52l0 16", drawn, 3)


CREATURES: dict[str, Drawing] = {"three-legged-surveyor": surveyor, "folded-gull": gull, "tin-chainmen": chainmen, "plumb-line-wasp": wasp, "clock-tower-jack": jack, "abacus-crab": crab, "grand-roller": roller, "grandfather-afoot": grandfather}
THINGS: dict[str, Drawing] = {
    "tower-spyglass": spyglass,
    "donkey-wheel": donkey_wheel,
    "porters-crossbow": crossbow,
    "steeple-rod": steeple,
    "sextons-wheelbarrow": barrow,
    "foremans-whistle": whistle,
    "next-years-almanac": almanac,
    "covered-cistern": cistern,
    "harbour-mirror": harbour_mirror,
    "blank-deed": deed,
    "door-wedge": wedge,
    "lost-things": lost_property,
    "puppeteers-cross": puppeteer,
    "full-stop": full_stop,
    "folding-ladder": ladder,
    "long-lever": lever,
    "dyers-wheel": dyers_wheel,
    "borrowed-candle": candle,
    "corner-stake": stake,
    "diving-bell": diving_bell,
    "reading-machine": reading_machine,
    "menders-bench": menders_bench,
    "complaint-box": complaint_box,
    "overfull-boiler": boiler,
    "open-drawer": drawer,
    "common-pot": pot,
    "low-doorway": doorway,
    "official-stamp": stamp,
    "customs-window": customs,
    "roll-of-the-absent": roll,
    "impatient-metronome": metronome,
    "market-scales": scales,
    "short-ruler": ruler,
    "brass-turnstile": turnstile,
    "numbered-tickets": tickets,
    "map-at-full-size": full_map,
}
LANDS: dict[str, Drawing] = {"harbour": harbour, "roofs": roofs, "workshop": workshop, "drafting": drafting}
