"""What the pictures of lands.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it.

A land's subject is nearly the whole picture, 580 wide; what is behind it are the far shores and ridges here.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, box, disc, hills, limb, mix, ring, sharp, smooth
from settings import COLORS, Tones


def _arch(x: float, y: float, half: float, h: float) -> list[Point]:
    """A doorway that stands on x, y; its head is round."""
    head = [(x - half * cos(i * pi / 6), y - h + half - half * sin(i * pi / 6)) for i in range(7)]
    return [(x - half, y), *head, (x + half, y)]


def _glints(chance: Chance, rows: tuple[int, ...], each: int) -> str:
    """Flat sparks on water."""
    out = ""
    for y in rows:
        for _ in range(each):
            at, half = chance.between(0, WIDTH), chance.between(14, 44)
            out += sharp([(at - half, y), (at, y - 3), (at + half, y), (at, y + 3)])
    return out


def water(c: Canvas, t: Tones, chance: Chance) -> None:
    """Open water and a far shore."""
    c.fill(sharp([(0, 262), (0, 240), (90, 224), (190, 244), (300, 250), (430, 228), (520, 236), (573, 226), (573, 262)]), t.far)
    c.below(258, t.mid)
    c.fill(_glints(chance, (270, 286, 308, 334), 3), mix(t.mid, t.lit, 0.4))


def meadow(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two folds of open land."""
    c.fill(hills(chance, 240, 30, 4), t.far)
    c.fill(hills(chance, 284, 30, 3), mix(t.far, t.mid, 0.6))


def ridges(c: Canvas, t: Tones, chance: Chance) -> None:
    """Far mountains in two rows."""
    for base, tall, count, color in ((250, 90, 5, t.far), (300, 110, 4, mix(t.far, t.mid, 0.6))):
        points: list[Point] = [(-20, HEIGHT), (-20, base)]
        for i in range(count):
            x = WIDTH * (i + 0.5) / count + chance.between(-30, 30)
            points += [(x, base - tall * chance.between(0.5, 1)), (x + WIDTH / count * 0.5, base - chance.between(0, 24))]
        c.fill(sharp([*points, (WIDTH + 20, base), (WIDTH + 20, HEIGHT)]), color)


def woods(c: Canvas, t: Tones, chance: Chance) -> None:
    """A far wall of round trees."""
    for base, r, count, color in ((226, 40, 9, t.far), (268, 46, 8, mix(t.far, t.mid, 0.6))):
        c.dots([(WIDTH * i / count + chance.between(-10, 40), base + chance.between(-22, 12)) for i in range(count + 1)], color, 2 * r)
        c.below(base, color)


def marsh(c: Canvas, t: Tones, chance: Chance) -> None:
    """Flat wet land, its far trees bare."""
    trunks = ""
    for _ in range(8):
        x, h = chance.between(0, WIDTH), chance.between(40, 110)
        trunks += f"M{x:.0f} 262L{x + 6:.0f} {262 - h:.0f}M{x + 3:.0f} {262 - h * 0.5:.0f}l{chance.one_of((-22, 20)):.0f} -20"
    c.line(trunks, t.far, 6)
    c.fill(hills(chance, 256, 10, 7), t.far)
    c.below(270, mix(t.mid, t.haze, 0.25))
    c.fill(_glints(chance, (282, 304, 330), 3), mix(t.mid, t.haze, 0.5))


def registry(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hall of records up to its knees in the sea."""
    c.fill(box(-170, -40, 340, 200), t.base)
    c.fill(sharp([(-206, -40), (0, -132), (206, -40)]), t.lit)
    c.fill(sharp([(-150, -52), (0, -116), (150, -52)]), t.base)
    c.fill(box(-200, -44, 400, 18), t.shade)
    c.fill("".join(box(x, y, 38, 26) for x in (-119, -19, 81) for y in (-16, 16, 48, 80)), t.shade)
    c.dots([(x, y) for x in (-100, 0, 100) for y in (-3, 29, 61, 93)], t.lit, 7)
    c.fill("".join(box(x, -26, 36, 160) for x in (-168, -68, 32, 132)), t.lit)
    c.fill("".join(box(x + 24, -26, 12, 160) for x in (-168, -68, 32, 132)), mix(t.lit, t.base, 0.6))
    c.line("".join(f"M{x} 66l36 0M{x} 80l36 0" for x in (-168, -68, 32, 132)), mix(t.base, t.accent, 0.2), 4)
    c.ball(0, -78, 30, mix(t.base, t.accent, 0.4))
    c.fill(sharp([(-14, -74), (-10, -96), (10, -96), (14, -74), (0, -60)]), t.accent)
    c.fill(smooth([(-300, 108), (-150, 100), (0, 110), (150, 100), (300, 110), (300, 220), (-300, 220)]), mix(t.mid, t.near, 0.5))
    c.line("M-190 116Q-150 108-110 116M-60 118Q0 108 60 118M110 114Q150 106 190 114", mix(t.mid, t.lit, 0.6), 4)
    for x, y, turn in ((-226, 124, -10), (-118, 146, 14), (96, 134, -18), (214, 128, 22), (6, 158, 6)):
        c.group(x, y, 1, turn=turn)
        c.fill(sharp([(-24, -7), (16, -10), (26, 6), (-14, 10)]), t.pale)
        c.end()


def pawned(c: Canvas, t: Tones, chance: Chance) -> None:
    """Every block has its ticket."""
    c.fill(sharp([(-300, -150), (-210, -150), (-210, -90), (-130, -90), (-130, -30), (-40, -30), (-40, 30), (60, 30), (60, 84), (300, 84), (300, 220), (-300, 220)]), t.base)
    c.fill(sharp([(-300, -150), (-210, -150), (-210, -138), (-300, -138)]) + box(-222, -90, 92, 12) + box(-142, -30, 102, 12) + box(-52, 30, 112, 12) + box(48, 84, 260, 12), t.lit)
    c.line("M-280-100L-280-40M-250-60L-250 20M-190-40L-190 40M-100 16L-100 90M-10 70L-10 140M-160 40L-160 110", mix(t.base, t.shade, 0.6), 6)
    c.line("M150 86L150-150M150-142L20-96M150-142L236-104M150-110L90-118", t.shade, 11)
    c.line("M24-94L24-40", t.ink, 4)
    for x, y, w, h in ((-14, -42, 76, 60), (-180, -142, 66, 52), (-114, -80, 58, 50), (88, 34, 66, 52), (196, 40, 76, 46)):
        c.fill(box(x, y, w, h), mix(t.base, t.lit, 0.55))
        c.fill(box(x, y + h - 14, w, 14), mix(t.base, t.shade, 0.4))
        c.fill(sharp([(x + w * 0.4, y + 8), (x + w * 0.4 + 24, y + 12), (x + w * 0.4 + 22, y + 36), (x + w * 0.4 - 2, y + 34)]), t.accent)
    c.dots([(-14 + 40, -30), (-180 + 36, -130), (-114 + 33, -68), (88 + 36, 46), (196 + 40, 52)], t.ink, 5)
    c.fill(sharp([(-300, 130), (-180, 106), (0, 136), (140, 118), (300, 140), (300, 220), (-300, 220)]), t.near)
    c.fill(box(-216, 62, 8, 80) + box(-252, 40, 84, 44), t.shade)
    c.dots([(-232, 56), (-188, 56), (-210, 72)], t.accent, 17)


def _round_tree(c: Canvas, t: Tones, x: float, y: float, size: float, turn: float, fruit: str) -> None:
    c.group(x, y, size, turn=turn)
    c.fill(limb((0, 6, 18), (-3, -40, 13), (2, -70, 10)), t.shade)
    c.dots([(-26, -80), (26, -82), (0, -108)], t.near, 62)
    c.dots([(-30, -88), (-6, -114)], mix(t.near, t.lit, 0.3), 36)
    c.dots([(-34, -66), (8, -80), (34, -98), (-8, -118), (20, -58)], fruit, 14)
    c.end()


def orchard(c: Canvas, t: Tones, chance: Chance) -> None:
    """A slope of apple trees; the harvest is on its way."""
    grass = mix(t.near, COLORS["green"][0], 0.7)
    t = t._replace(near=COLORS["green"][1])
    c.fill(sharp([(-300, -130), (-120, -50), (60, 40), (200, 110), (300, 130), (300, 220), (-300, 220)]), grass)
    c.fill(sharp([(-300, -130), (-120, -50), (60, 40), (200, 110), (300, 130), (300, 146), (190, 128), (40, 56), (-130, -30), (-300, -106)]), mix(grass, t.light, 0.35))
    c.line("M-260-60L-120 20M-180-10L40 110M-280 0L-160 70M-220 60L0 170", mix(grass, t.near, 0.5), 5)
    for x, y, s, turn in ((-222, -88, 0.9, 8), (-108, -36, 1.0, 12), (-196, 60, 1.1, 6)):
        _round_tree(c, t, x, y, s, turn, t.accent)
    _round_tree(c, t, 40, 30, 0.85, 118, t.accent)
    c.line("M-24-52Q2-64 26-40M-10-76Q16-86 44-66", t.pale, 4)
    c.dots([(-70, 34), (-28, 62), (18, 76), (60, 92), (86, 66), (108, 108), (140, 92), (-104, 84), (-40, 118), (30, 128)], t.accent, 20)
    c.dots([(-72, 31), (-30, 59), (16, 73), (58, 89), (84, 63), (106, 105), (138, 89), (-106, 81), (-42, 115), (28, 125)], t.pale, 6)
    c.fill(sharp([(168, 150), (176, 84), (266, 84), (272, 150)]), t.lit)
    c.fill(sharp([(156, 90), (220, 34), (286, 90)]), t.base)
    c.fill(sharp(_arch(222, 150, 16, 46)), t.shade)
    c.line("M148 152L142 96M132 150L124 104M118 118L158 108", t.shade, 8)


def parish(c: Canvas, t: Tones, chance: Chance) -> None:
    """The chapel and its hedge; a show of hands."""
    c.fill(smooth([(-300, 90), (-100, 66), (120, 76), (300, 60), (300, 220), (-300, 220)]), mix(t.mid, t.lit, 0.35))
    c.fill(box(-62, -30, 124, 130), t.pale)
    c.fill(box(24, -30, 38, 130), mix(t.pale, t.base, 0.25))
    c.fill(sharp([(-78, -24), (0, -84), (78, -24)]), t.accent)
    c.fill(box(-20, -124, 40, 70), t.pale)
    c.fill(sharp([(-28, -120), (0, -176), (28, -120)]), t.accent)
    c.fill(sharp(_arch(0, -84, 9, 26)) + sharp(_arch(0, 100, 18, 62)), t.shade)
    c.ball(0, -8, 11, t.base)
    for x, y, s, color in ((-236, 60, 1.1, t.base), (-136, 74, 0.9, mix(t.base, t.near, 0.5)), (140, 70, 0.95, t.base), (240, 64, 1.15, mix(t.base, t.near, 0.5))):
        c.group(x, y, s)
        c.line("M0 60L0-30", color, 50)
        c.line("M-20-56L-26-78M-7-60L-9-90M8-60L12-88M20-48L44-64", color, 15)
        c.ball(0, -44, 29, color)
        c.dots([(-12, 30), (10, 6), (-8, -18), (-10, -50), (12, -44)], t.lit, 7)
        c.end()
    bumps: list[Point] = [(-300 + i * 50, 112 + (i % 2) * 14) for i in range(13)]
    c.fill(smooth([*bumps, (300, 220), (-300, 220)]), t.near)
    c.dots([(-262, 140), (-190, 148), (-120, 136), (-60, 150), (60, 146), (128, 138), (196, 150), (262, 138)], t.base, 9)
    c.fill(sharp([(-34, 220), (-16, 98), (16, 98), (34, 220)]), t.pale)


def churchyard(c: Canvas, t: Tones, chance: Chance) -> None:
    """Plots in rows, each with its receipt."""
    c.fill(smooth([(-300, 60), (-150, 20), (60, 6), (300, 44), (300, 220), (-300, 220)]), t.mid)
    c.fill(box(20, -90, 130, 110), t.lit)
    c.fill(sharp([(6, -86), (84, -140), (164, -86)]), t.shade)
    c.fill(box(-40, -124, 64, 146), t.lit)
    c.fill(box(2, -124, 22, 146), t.base)
    c.fill(sharp([(-54, -120), (-8, -180), (38, -120)]), t.shade)
    c.fill(sharp(_arch(-10, -60, 14, 46)) + sharp(_arch(84, 20, 18, 56)), t.ink)
    c.fill(sharp([(-10, -98), (1, -72), (-21, -72)]), t.accent)
    for row, (y, s, xs) in enumerate(((58, 0.7, (-226, -150, -74, 190, 256)), (106, 0.95, (-250, -156, -62, 110, 206)), (166, 1.25, (-216, -96, 96, 220)))):
        stones = "".join(smooth([(x - 26 * s, y), (x - 26 * s, y - 40 * s), (x, y - 66 * s), (x + 26 * s, y - 40 * s), (x + 26 * s, y)], tension=0.6) for x in xs)
        c.fill(stones, mix(t.pale, t.base, 0.5 - row * 0.2))
        c.line("".join(c.tick(x, y - 26 * s, 1.3 * s) for x in xs), t.accent, 4 + row)
        c.line("".join(f"M{x - 32 * s:.0f} {y}l{64 * s:.0f} 0" for x in xs), t.near, 5 + row)
    c.fill(sharp([(-14, 220), (4, 24), (16, 24), (40, 220)]), mix(t.pale, t.lit, 0.5))


def quay(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hot block slides into the sea."""
    red = COLORS["red"]
    c.fill(sharp([(300, -190), (220, -170), (180, -90), (130, -40), (110, 30), (60, 60), (50, 200), (300, 220)]), mix(red[1], t.near, 0.35))
    c.fill(sharp([(300, -190), (220, -170), (180, -90), (200, -60), (250, -110), (300, -120)]), mix(red[0], t.near, 0.25))
    c.fill(sharp([(-300, 96), (-90, 96), (-80, 116), (-96, 220), (-300, 220)]), t.base)
    c.line("M-300 98L-84 98", t.lit, 10)
    c.line("M-270 110L-270 190M-210 110L-210 190M-150 110L-150 190M-300 146L-92 146", t.shade, 4)
    c.line("M206-64L-40 92", t.shade, 22)
    c.line("M206-70L-40 86", t.base, 7)
    c.line("M160-22L160 60M90 22L90 90M20 66L20 120", t.shade, 10)
    for x, y, r in ((-60, 20, 40), (-20, -20, 46), (-64, -66, 50), (-6, -104, 44), (-50, -150, 54)):
        c.ball(x, y, r, mix(t.pale, t.haze, 0.25 + r * 0.004))
    c.ball(40, 26, 44, mix(t.haze, red[4], 0.5))
    c.group(40, 24, 1, turn=-32)
    c.fill(box(-34, -26, 68, 50), t.accent)
    c.fill(box(-34, -26, 68, 16), red[4])
    c.line("M-18-8L-6 8L12-2L26 12", t.pale, 4)
    c.end()
    c.fill(smooth([(-96, 130), (-60, 92), (-40, 118), (-14, 84), (10, 116), (40, 100), (70, 132), (-10, 146)]), t.pale)
    c.line("M-250 96L-250-10L-170-40M-250-4L-210 96M-172-38L-172 20", t.shade, 9)
    c.fill(box(-192, 20, 40, 34), mix(red[0], t.base, 0.4))
    c.line("M-120 170Q-60 160 0 172T120 168M-60 188Q0 180 50 190", mix(t.mid, t.lit, 0.5), 4)


def nursery(c: Canvas, t: Tones, chance: Chance) -> None:
    """A glasshouse on stilts; seedlings in whatever was at hand."""
    c.line("M-104 70L-110 150M-36 70L-38 150M36 70L38 150M104 70L110 150", t.shade, 12)
    glow = mix(t.haze, t.accent, 0.55)
    c.fill(sharp([(-120, 74), (-120, -40), (0, -124), (120, -40), (120, 74)]), glow)
    c.line("".join(f"M{x} 68L{x - 4} {30 - h}M{x - 3} {52 - h}q-18 2-22-14M{x - 3} {62 - h}q20 2 22-16" for x, h in ((-86, 10), (-44, 40), (0, 70), (46, 30), (88, 16))), COLORS["green"][1], 9)
    c.line("M-120 74L-120-40L0-124L120-40L120 74ZM-60-82L-60 74M0-124L0 74M60-82L60 74M-120-40L120-40M-120 18L120 18", t.shade, 6)
    c.fill(box(-136, 68, 272, 14), t.ink)
    c.fill(smooth([(-300, 130), (-150, 112), (0, 124), (150, 110), (300, 132), (300, 220), (-300, 220)]), t.near)
    for x, y in ((-232, 140), (232, 142), (-150, 148), (148, 150)):
        c.line(f"M{x} {y - 20}L{x} {y - 62}M{x} {y - 46}q-22-2-26-20M{x} {y - 54}q20-4 24-22", COLORS["green"][0], 7)
    c.fill("".join(sharp([(x - 22, y - 40), (x + 8, y - 40), (x + 10, y - 8), (x + 38, y - 2), (x + 38, y + 10), (x - 22, y + 10)]) for x, y in ((-232, 140), (148, 150))), t.base)
    c.fill(sharp([(200, 138), (264, 138), (250, 120), (248, 94), (216, 94), (214, 120)]) + disc(232, 140, 46, 8), t.base)
    c.fill(disc(-150, 132, 28, 26) + box(-164, 146, 28, 18), t.pale)
    c.fill(disc(-160, 134, 7, 8) + disc(-140, 134, 7, 8), t.ink)


def quarrel(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bell at this end, a heap of stones at that, a cart in between."""
    c.fill(sharp([(-300, 30), (-150, 30), (-130, 80), (-146, 140), (-110, 220), (-300, 220)]), t.base)
    c.fill(sharp([(300, 30), (150, 30), (138, 90), (154, 150), (116, 220), (300, 220)]), mix(t.base, t.shade, 0.35))
    c.fill(sharp([(-300, 30), (-150, 30), (-144, 46), (-300, 50)]) + sharp([(300, 30), (150, 30), (146, 46), (300, 50)]), t.lit)
    deck = [(-176.0, 30.0), (0.0, 0.0), (176.0, 30.0)]
    under = [(150 * cos(i * pi / 10), 164 - 130 * sin(i * pi / 10)) for i in range(11)]
    c.fill(sharp([*deck, (176, 164), *under, (-176, 164)]), mix(t.lit, t.base, 0.3))
    c.line("M-176 26L0-4L176 26", t.pale, 11)
    c.line("M-150 60L-118 58M-140 100L-130 98M118 58L150 60M-90 40L-70 56M90 40L70 56M-30 18L-24 34M30 18L24 34", t.base, 5)
    c.fill(box(-252, -96, 14, 128) + box(-186, -96, 14, 128), t.shade)
    c.fill(sharp([(-270, -92), (-212, -136), (-154, -92)]), COLORS["white"][1])
    c.fill(smooth([(-212, -88), (-194, -78), (-188, -46), (-176, -26), (-248, -26), (-236, -46), (-230, -78)], tension=0.8), t.accent)
    c.ball(-212, -22, 8, t.ink)
    c.line("M-164-60l18-8M-162-44l22 0M-262-60l-18-8", t.accent, 5)
    c.fill(sharp([(176, 30), (196, -14), (222, -20), (236, -52), (262, -44), (290, 30)]), t.shade)
    c.fill(sharp([(196, -14), (222, -20), (214, 6)]) + sharp([(236, -52), (262, -44), (246, -26)]) + sharp([(256, -4), (276, 6), (262, 22)]), t.base)
    for x, y in ((150, -74), (92, -114), (26, -126)):
        c.fill(sharp(ring(x, y, 15, 6, 0.3)), t.shade)
    c.line("M182-56Q172-64 166-68M134-90Q122-98 112-104M72-122Q60-126 48-127", t.pale, 4)
    c.fill(sharp([(-52, -52), (44, -52), (34, -16), (-42, -16)]), t.pale)
    c.ball(-24, -10, 18, t.shade)
    c.ball(22, -10, 18, t.shade)
    c.dots([(-24, -10), (22, -10)], t.lit, 10)
    c.line("M44-38L84-24", t.shade, 6)
    c.line("M-120 206Q-40 196 0 208T116 202", mix(t.haze, t.pale, 0.4), 6)


def mangrove(c: Canvas, t: Tones, chance: Chance) -> None:
    """Trees on long roots, mid-step, among boats left by the tide."""
    blue = COLORS["blue"][0]
    c.fill(box(-300, 78, 600, 140), mix(t.mid, blue, 0.35))
    c.line("M-280 96L-180 96M-90 104L40 104M120 92L270 92M-220 128L-110 128M60 136L180 136", mix(blue, t.pale, 0.5), 5)
    for x, y, s, turn, color in ((190, 96, 0.75, -6, mix(t.base, t.far, 0.4)), (-40, 128, 1.15, 5, t.base), (-220, 104, 0.85, -4, mix(t.base, t.far, 0.25))):
        c.group(x, y, s, turn=turn)
        c.line("M0-70C-30-60-60-40-66 16M0-70C-20-40-28-20-24 22M0-72C10-40 30-30 34 14M0-76C40-70 76-50 92-4L104-8M0-84C30-84 60-70 66-36", t.shade, 12)
        c.fill(limb((2, -62, 26), (-2, -100, 20), (4, -140, 14)), t.shade)
        c.dots([(-46, -136), (44, -138), (0, -168), (-6, -128)], color, 76)
        c.dots([(-52, -148), (-8, -184)], mix(color, t.lit, 0.5), 42)
        c.dots([(-12, -92), (10, -94)], t.pale, 9)
        c.end()
    for x, y, s, m in ((112, 140, 1.0, False), (248, 134, 0.7, True)):
        c.group(x, y, s, mirror=m)
        c.line("M4 4L16-66", t.shade, 6)
        c.fill(sharp([(18, -62), (62, -14), (14, -8)]), t.pale)
        c.fill(smooth([(-62, -8), (0, 6), (66, -14), (44, 24), (-34, 24)]), t.accent)
        c.fill(smooth([(-62, -8), (0, 6), (66, -14), (60, -2), (0, 16), (-54, 4)]), mix(t.accent, t.pale, 0.4))
        c.end()
    c.fill(smooth([(-300, 168), (-160, 150), (0, 172), (180, 154), (300, 170), (300, 220), (-300, 220)]), t.near)


def bridge(c: Canvas, t: Tones, chance: Chance) -> None:
    """A stream bends through the fields, under a humped bridge."""
    c.fill(smooth([(-300, 40), (-120, 20), (100, 34), (300, 16), (300, 220), (-300, 220)]), t.mid)
    for i, (x, y, w, h) in enumerate(((-290, 70, 150, 40), (-270, 40, 120, 22), (170, 54, 130, 34), (130, 34, 120, 14))):
        c.fill(sharp([(x, y), (x + w, y - 8), (x + w + 16, y + h - 6), (x - 8, y + h)]), mix(t.mid, t.lit, 0.65) if i % 2 else mix(t.mid, t.base, 0.4))
    stream = COLORS["blue"][2]
    c.fill(smooth([(60, 22), (110, 40), (40, 66), (-40, 96), (-60, 140), (40, 220), (-190, 220), (-160, 150), (-90, 90), (10, 54)], tension=0.9), mix(stream, t.haze, 0.3))
    c.line("M-100 170Q-70 160-40 172M-130 196Q-90 186-50 198M-60 124Q-40 118-20 124", t.pale, 4)
    arc = [(-30 + 74 * cos(i * pi / 8), 150 - 86 * sin(i * pi / 8)) for i in range(9)]
    c.fill(sharp([(-250, 150), (-250, 104), (-160, 62), (-30, 28), (100, 62), (190, 104), (190, 150), *arc]), t.lit)
    c.line("M-252 100L-160 58L-30 22L100 58L192 100", t.pale, 14)
    c.line("M-116 150Q-112 48-30 46T56 150", t.base, 9)
    c.line("M-220 124L-180 118M-180 92L-150 84M110 84L140 94M130 124L170 128M-140 130L-130 100M80 130L74 104", t.base, 4)
    c.fill(smooth([(-300, 146), (-200, 132), (-130, 160), (-150, 220), (-300, 220)]) + smooth([(300, 146), (160, 134), (60, 160), (80, 220), (300, 220)]), t.base)
    c.line("M-250 136L-256 96M-226 134L-224 88M210 138L206 92M240 138L246 100M184 140L176 106", t.lit, 6)
    c.line("M10 26L10-50", t.shade, 5)
    c.fill(sharp([(-26, -46), (40, -46), (60, -34), (40, -22), (-26, -22)]), t.accent)


def lighthouse(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tower on a headland; its beam looks for somebody."""
    c.fill(sharp([(-6, -128), (-300, -196), (-300, -84)]) + sharp([(6, -128), (300, -150), (300, -60)]), mix(t.haze, t.light, 0.55))
    c.fill(sharp([(-160, 150), (-120, 70), (-70, 40), (70, 30), (150, 70), (210, 150), (240, 220), (-190, 220)]), t.base)
    c.fill(sharp([(-120, 70), (-70, 40), (70, 30), (40, 60), (-30, 66), (-60, 110), (-110, 150), (-160, 150)]), mix(t.base, t.lit, 0.4))
    c.fill(sharp([(70, 30), (150, 70), (210, 150), (240, 220), (140, 220), (110, 120)]), t.shade)
    c.fill(sharp([(-36, 50), (-24, -96), (24, -96), (36, 50)]), t.pale)
    c.fill(sharp([(8, 50), (8, -96), (24, -96), (36, 50)]), mix(t.pale, t.base, 0.3))
    c.fill(sharp([(-28, -50), (28, -50), (30, -18), (-31, -18)]) + sharp([(-34, 16), (33, 16), (36, 50), (-36, 50)]), t.accent)
    c.fill(box(-34, -104, 68, 12), t.shade)
    c.fill(box(-20, -146, 40, 42), t.light)
    c.line("M-20-146L-20-104M0-146L0-104M20-146L20-104", t.shade, 5)
    c.fill(sharp([(-28, -144), (0, -176), (28, -144)]), t.accent)
    c.fill(box(56, -4, 66, 44), t.lit)
    c.fill(sharp([(46, 0), (88, -36), (132, 0)]), t.shade)
    c.fill(box(80, 8, 14, 14), t.light)
    c.line("M-20 66L-60 92L-40 112L-92 142L-80 168", t.pale, 7)
    c.fill(smooth([(-230, 172), (-180, 150), (-130, 166), (-60, 156), (20, 174), (110, 158), (190, 164), (260, 150), (300, 172), (300, 184), (-230, 186)]), t.pale)
    c.fill(box(-300, 178, 600, 40), t.mid)
    c.line("M-200 74L-200 40M-216 74L-184 74", t.shade, 5)
    c.fill(sharp([(-198, 40), (-176, 64), (-198, 66)]), t.pale)


def atoll(c: Canvas, t: Tones, chance: Chance) -> None:
    """A ring of sand about quiet water."""
    c.fill(disc(0, 96, 258, 72), mix(t.mid, t.pale, 0.35))
    c.fill(disc(0, 90, 240, 62), t.pale)
    c.fill(disc(0, 84, 226, 54), mix(t.lit, COLORS["green"][0], 0.6))
    c.fill(disc(0, 94, 176, 38), t.pale)
    c.fill(disc(4, 98, 164, 33), mix(t.lit, t.accent, 0.06))
    c.fill(disc(10, 102, 110, 20), mix(t.lit, t.mid, 0.6))
    c.fill(sharp([(-20, 150), (54, 146), (80, 178), (-30, 182)]), mix(t.mid, t.lit, 0.6))
    for x, y, h, lean in ((-206, 84, 130, -26), (-168, 66, 170, 22), (196, 86, 150, 30), (150, 62, 116, -16), (-96, 48, 92, 10)):
        c.line(f"M{x} {y}Q{x + lean * 0.2:.0f} {y - h * 0.6:.0f} {x + lean} {y - h}", t.shade, 8)
        top, side = y - h, x + lean
        fronds = "".join(f"M{side} {top}q{dx * 0.5:.0f} {dy - 24} {dx} {dy + 14}" for dx, dy in ((-58, 8), (-40, -14), (36, -16), (58, 6), (14, 24)))
        c.line(fronds, t.base if h > 120 else mix(t.base, t.far, 0.3), 13)
        c.ball(side + 4, top + 8, 7, t.accent)
    c.line("M24 96L24 34", t.shade, 5)
    c.fill(sharp([(28, 36), (66, 84), (28, 88)]), t.accent)
    c.fill(sharp([(20, 42), (-8, 86), (20, 88)]), t.pale)
    c.fill(smooth([(-26, 92), (22, 100), (76, 90), (56, 114), (-8, 114)]), t.shade)


def jetty(c: Canvas, t: Tones, chance: Chance) -> None:
    """Planks to nowhere, a lamp at the end."""
    c.fill(smooth([(-300, 70), (-200, 56), (-120, 80), (-190, 120), (-300, 130)]), t.near)
    planks = [(-240.0, 110.0), (-150.0, 84.0), (-60.0, 92.0), (20.0, 66.0), (110.0, 72.0)]
    c.line("M-210 100L-210 160M-150 86L-152 170M-60 92L-64 180M20 68L18 150M110 72L112 140M-100 88L-104 150M66 70L64 128", t.ink, 10)
    for (x0, y0), (x1, y1) in pairwise(planks):
        c.fill(sharp([(x0, y0 - 12), (x1 - 4, y1 - 12), (x1 - 4, y1 + 16), (x0, y0 + 18)]), mix(t.base, t.lit, 0.3))
        c.line(f"M{x0 + 20:.0f} {y0 + (y1 - y0) * 0.2 - 10:.0f}l-3 24M{x0 + 46:.0f} {y0 + (y1 - y0) * 0.5 - 10:.0f}l-3 24M{x0 + 70:.0f} {y0 + (y1 - y0) * 0.8 - 10:.0f}l-3 24", t.shade, 4)
    c.line("M-240 98L-150 72L-64 80M-56 80L16 54L108 60", t.lit, 5)
    c.line("M104 72L100-96Q100-120 128-118L144-112", t.ink, 9)
    c.ball(144, -74, 62, mix(t.sky, t.accent, 0.28))
    c.ball(144, -74, 40, mix(t.haze, t.accent, 0.55))
    c.line("M144-110L144-98", t.ink, 4)
    c.fill(sharp([(128, -98), (160, -98), (166, -52), (122, -52)]), t.ink)
    c.fill(sharp([(133, -92), (155, -92), (159, -58), (129, -58)]), t.accent)
    c.fill(sharp([(112, 128), (176, 128), (168, 134), (122, 134)]) + sharp([(124, 142), (166, 142), (160, 147), (130, 147)]) + sharp([(132, 154), (158, 154), (152, 158), (138, 158)]), mix(t.mid, t.accent, 0.5))
    c.fill(smooth([(146, 96), (200, 108), (264, 90), (246, 128), (168, 130)]), t.shade)
    c.line("M160 104L112 84M206 104L236 60", t.lit, 5)
    c.fill(smooth([(-300, 160), (-160, 174), (0, 160), (140, 176), (300, 158), (300, 220), (-300, 220)]), t.near)
    c.line("M-262 170L-270 96M-244 172L-240 112M-226 172L-214 104M214 170L206 118M236 170L240 104M258 168L270 120M-30 172L-36 132M-14 170L-8 126", t.near, 5)
    c.line("M-270 96l0 18M-214 104l-2 18M240 104l0 18M-36 132l1 14", t.base, 10)


def gatehouse(c: Canvas, t: Tones, chance: Chance) -> None:
    """A gate that sank with its wall."""
    c.group(-6, 10, 1, turn=-6)
    c.fill(sharp([(-120, 160), (-120, -90), (-40, -90), (-40, 160)]), t.base)
    c.fill(sharp([(40, 160), (40, -60), (124, -60), (124, 160)]), mix(t.base, t.shade, 0.4))
    c.fill(sharp([(-44, 120), (-44, -20), (44, -20), (44, 120)]), t.base)
    c.fill("".join(box(x, -112, 22, 24) for x in (-126, -92, -58)) + "".join(box(x, -40, 20, 22) for x in (-38, -8, 22)) + sharp([(36, -84), (58, -84), (58, -60), (124, -60), (124, -48), (36, -48)]), t.lit)
    c.fill(sharp([(-36, 160), *_arch(0, 120, 36, 104)[1:-1], (36, 160)]), t.ink)
    c.line("M-20 30L-20 130M0 22L0 130M20 30L20 130M-36 60L36 60M-36 96L36 96", t.lit, 5)
    c.fill(sharp(_arch(-80, -10, 10, 40)) + sharp(_arch(84, 20, 10, 40)), t.ink)
    c.fill(box(-86, -34, 12, 18), t.accent)
    c.line("M-116-50l24 0M-112 20l20 0M-70 50l26 0M60-20l24 0M90 60l28 0M-112 80l24 0M66 96l20 0", t.shade, 4)
    c.fill(smooth([(-122, -90), (-100, -70), (-110, -20), (-104, 30), (-124, 40)]) + smooth([(126, -20), (108, 0), (114, 50), (126, 60)]), t.near)
    c.end()
    c.fill(sharp([(-300, 96), (-150, 110), (-130, 140), (-300, 150)]) + sharp([(300, 90), (150, 106), (140, 136), (300, 146)]), t.shade)
    c.fill(smooth([(-300, 132), (-120, 122), (60, 134), (300, 120), (300, 220), (-300, 220)]), mix(t.mid, t.haze, 0.3))
    c.line("M-160 144Q-100 136-40 146M20 150Q90 140 150 148M-70 164Q0 156 70 166", mix(t.mid, t.pale, 0.4), 4)
    c.fill(sharp([(-30, 142), (-24, 130), (24, 130), (30, 142), (60, 220), (-60, 220)]), t.base)
    c.line("M-40 160L40 160M-52 186L52 186", t.shade, 5)
    c.line("M-252 160L-258 92M-234 160L-228 104M238 156L232 96M256 156L262 110M220 158L216 118", t.near, 5)


def quarry_steps(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mountain cut into steps, with ladders and a crane."""
    edges = [(-300.0, 80.0), (-220.0, 80.0), (-220.0, 24.0), (-150.0, 24.0), (-150.0, -34.0), (-84.0, -34.0), (-84.0, -92.0), (-20.0, -92.0), (-20.0, -142.0), (50.0, -160.0), (120.0, -110.0), (180.0, -40.0), (240.0, 40.0), (300.0, 90.0)]
    c.fill(sharp([*edges, (300, 220), (-300, 220)]), t.base)
    c.fill(sharp([(50, -160), (120, -110), (180, -40), (240, 40), (300, 90), (300, 220), (130, 220), (160, 90), (90, -20)]), mix(t.base, t.shade, 0.55))
    c.fill("".join(box(x, y, w, 14) for x, y, w in ((-300, 80, 80), (-230, 24, 80), (-160, -34, 76), (-94, -92, 74))) + sharp([(-30, -142), (-20, -142), (50, -160), (62, -140), (-20, -126)]), t.lit)
    c.line("M-190 50L-190 200M-120-6L-120 200M-56-64L-56 200M6-110L6 200M50-140L40 60M-250 100L-250 200", mix(t.base, t.shade, 0.5), 5)
    c.fill("".join(box(x, y, w, h) for x, y, w, h in ((-130, 130, 70, 44), (-96, 92, 56, 38), (-26, 138, 60, 40), (56, 150, 50, 32))), t.lit)
    c.fill("".join(box(x, y + h - 12, w, 12) for x, y, w, h in ((-130, 130, 70, 44), (-96, 92, 56, 38), (-26, 138, 60, 40), (56, 150, 50, 32))), mix(t.lit, t.base, 0.5))
    c.line("M-206 82L-176 26M-192 82L-162 26M-202 70L-188 70M-194 56L-180 56M-186 42L-174 42M-142 22L-116-32M-128 22L-104-32M-138 10L-124 10M-130-4L-118-4", t.pale, 5)
    c.line("M-112-34L-112-170M-112-166L-214-120M-112-140L-160-142M-112-166L-78-96", t.ink, 9)
    c.line("M-212-120L-212-62", t.ink, 4)
    c.fill(box(-234, -62, 44, 34), t.accent)
    c.fill(box(-234, -40, 44, 12), mix(t.accent, t.shade, 0.4))
    c.dots([(-20, 126), (-120, -44), (80, 138)], t.ink, 14)
    c.line("M-20 136L-20 140M-120-36L-120-32M80 146L80 152", t.accent, 12)
    c.fill(sharp([(-300, 176), (-150, 166), (0, 182), (160, 168), (300, 180), (300, 220), (-300, 220)]), t.near)


def summit(c: Canvas, t: Tones, chance: Chance) -> None:
    """One peak above all others, a path, a lit hut."""
    c.fill(sharp([(-300, 150), (-210, 20), (-150, 70), (-60, 140), (60, 220), (-300, 220)]), mix(t.mid, t.near, 0.3))
    c.fill(sharp([(300, 140), (220, 30), (160, 80), (60, 170), (300, 220)]), mix(t.mid, t.near, 0.3))
    c.fill(sharp([(-230, 220), (-110, 30), (-70, -20), (0, -176), (60, -80), (110, -10), (160, 90), (250, 220)]), t.base)
    c.fill(sharp([(0, -176), (60, -80), (110, -10), (160, 90), (250, 220), (40, 220), (70, 100), (10, 10), (30, -70)]), mix(t.base, t.shade, 0.65))
    c.fill(sharp([(0, -176), (60, -80), (48, -60), (34, -84), (18, -40), (0, -74), (-16, -30), (-36, -60), (-52, -56)]), t.pale)
    c.fill(sharp([(0, -176), (60, -80), (48, -60), (34, -84), (28, -100)]), mix(t.pale, t.far, 0.45))
    c.fill(sharp([(-210, 20), (-176, 48), (-190, 60), (-206, 50), (-224, 64), (-236, 58)]) + sharp([(220, 30), (196, 52), (210, 64), (224, 54), (240, 66), (248, 66)]), mix(t.pale, t.far, 0.3))
    c.line("M-150 196L-20 160L-90 120L-10 92L-56 58L-14 36L-34 6", t.lit, 6)
    c.fill(box(-30, -22, 34, 28), t.lit)
    c.fill(sharp([(-38, -20), (-13, -42), (12, -20)]), t.ink)
    c.ball(-14, -8, 26, mix(t.base, t.accent, 0.35))
    c.fill(box(-30, -22, 34, 28), t.lit)
    c.fill(box(-20, -14, 14, 14), t.accent)
    c.line("M-50 4L-50-54", t.ink, 5)
    c.fill(sharp([(-52, -56), (-92, -46), (-52, -32)]), t.accent)
    c.fill(sharp([(-300, 182), (-180, 160), (-60, 190), (80, 172), (200, 190), (300, 176), (300, 220), (-300, 220)]), t.near)
    c.fill("".join(sharp([(x - 16, y), (x, y - 54), (x + 16, y)]) for x, y in ((-250, 182), (-222, 176), (-196, 172), (190, 192), (222, 190), (252, 184))), t.near)


def spring(c: Canvas, t: Tones, chance: Chance) -> None:
    """Water falls between rocks into a pool; a doe has found it."""
    stream = mix(COLORS["blue"][2], t.pale, 0.35)
    c.fill(smooth([(-300, 20), (-160, -10), (-70, -90), (-20, -110), (60, -104), (110, -70), (180, 10), (300, 30), (300, 220), (-300, 220)]), t.base)
    c.fill(smooth([(-160, -6), (-70, -90), (-20, -110), (60, -104), (110, -70), (40, -84), (-30, -80), (-80, -40)]), t.lit)
    c.fill(sharp([(-140, 110), (-120, 20), (-60, -10), (-50, 120)]) + sharp([(80, 120), (70, -20), (130, 10), (170, 110)]), t.shade)
    c.fill(sharp([(-140, 110), (-120, 20), (-60, -10), (-90, 40)]) + sharp([(80, 120), (70, -20), (100, 0), (96, 60)]), mix(t.shade, t.base, 0.6))
    c.fill(smooth([(-26, -96), (40, -98), (48, -20), (60, 60), (66, 130), (-50, 130), (-40, 50), (-30, -30)], tension=0.8), stream)
    c.line("M-10-80L-16 100M10-84L12 60M30-84L40 110M-26 30L-30 110", t.pale, 6)
    c.fill(disc(0, 146, 210, 36), mix(stream, t.mid, 0.45))
    c.fill(disc(0, 138, 110, 16), t.pale)
    c.line("M-150 154Q-110 146-70 156M80 160Q120 150 160 158M-40 170Q0 164 50 172", t.pale, 4)
    c.line("M150 96L146 146M164 98L166 146M204 94L202 142M216 90L220 142", t.shade, 8)
    coat = mix(t.accent, t.shade, 0.45)
    c.fill(smooth([(140, 76), (180, 66), (220, 62), (234, 84), (220, 104), (170, 106), (144, 100)]), coat)
    c.fill(limb((150, 84, 30), (128, 104, 20), (112, 124, 15)), coat)
    c.fill(smooth([(124, 112), (112, 112), (92, 134), (98, 142), (120, 134)]) + sharp([(122, 114), (134, 92), (138, 110)]), coat)
    c.dots([(176, 78), (194, 80), (208, 76), (186, 90)], t.pale, 6)
    c.ball(110, 124, 3, t.ink)
    c.line("M-250 40L-244-196M-284 60L-290-196", t.near, 44)
    c.fill(smooth([(-300, 150), (-240, 120), (-190, 140), (-160, 190), (-190, 220), (-300, 220)]) + smooth([(300, 140), (250, 130), (200, 160), (180, 220), (300, 220)]), t.near)
    c.line("M-230 130q-6-34-24-42M-214 136q2-34 20-44M-200 146q14-20 30-20M256 136q-4-30-20-40M270 134q4-26 18-34", mix(t.near, t.lit, 0.35), 6)


def elder(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tree as wide as a house; something inside keeps a light."""
    crown = mix(t.near, t.base, 0.5)
    c.dots([(-190, -120), (-100, -170), (0, -160), (110, -172), (200, -116)], crown, 170)
    c.dots([(-230, -70), (230, -66)], crown, 110)
    c.dots([(-150, -130), (-40, -150), (70, -140), (160, -120)], t.base, 120)
    c.fill(smooth([(-210, 200), (-140, 150), (-96, 80), (-84, -20), (-130, -90), (-170, -120), (-96, -100), (-40, -66), (-20, -130), (10, -70), (70, -110), (140, -140), (100, -80), (82, -10), (100, 80), (150, 150), (220, 200)], tension=0.85), mix(t.shade, t.base, 0.25))
    c.fill(smooth([(-210, 200), (-140, 150), (-96, 80), (-84, -20), (-130, -90), (-60, -50), (-56, 40), (-70, 120), (-110, 180)], tension=0.85), mix(t.shade, t.lit, 0.45))
    c.line("M-20-40Q-40 20-34 50M20-60Q40-10 44 40M66 0Q64 90 96 150M-70 150Q-60 120-58 90M40 150Q50 180 70 196", mix(t.shade, t.ink, 0.6), 6)
    c.fill(smooth([(-38, 160), (-46, 90), (-20, 44), (16, 46), (40, 94), (34, 160)], tension=0.85), t.ink)
    c.fill(smooth([(-26, 160), (-32, 96), (-12, 62), (12, 64), (28, 100), (24, 160)], tension=0.85), mix(t.accent, t.shade, 0.35))
    c.fill(smooth([(-14, 160), (-18, 112), (-4, 88), (10, 90), (16, 114), (14, 160)], tension=0.85), t.accent)
    c.dots([(-6, 118), (8, 118)], t.ink, 7)
    c.dots([(-64, -16), (62, 34), (-160, -100), (-60, -170), (40, -150), (140, -150), (210, -90), (-214, -84)], t.accent, 9)
    c.fill(smooth([(-300, 172), (-160, 158), (0, 166), (160, 156), (300, 176), (300, 220), (-300, 220)]), t.near)
    c.line("M-200 172L-200 136M-176 168L-176 146M188 172L188 140M212 172L212 150", t.pale, 8)
    c.fill("".join(smooth([(x - r, y), (x, y - r * 1.3), (x + r, y)]) for x, y, r in ((-200, 140, 24), (-176, 150, 16), (188, 144, 22), (212, 154, 15))), t.accent)


THINGS: dict[str, Drawing] = {
    "drowned-registry": registry,
    "pawned-quarry": pawned,
    "rolling-orchard": orchard,
    "hedge-parish": parish,
    "paid-up-churchyard": churchyard,
    "hissing-quay": quay,
    "bog-nursery": nursery,
    "quarrel-bridge": quarrel,
    "walking-mangrove": mangrove,
    "plains-bridge": bridge,
    "island-lighthouse": lighthouse,
    "island-atoll": atoll,
    "swamp-jetty": jetty,
    "swamp-gatehouse": gatehouse,
    "mountain-quarry": quarry_steps,
    "mountain-summit": summit,
    "forest-spring": spring,
    "forest-elder": elder,
}
LANDS: dict[str, Drawing] = {"water": water, "meadow": meadow, "ridges": ridges, "woods": woods, "marsh": marsh}
