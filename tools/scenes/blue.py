"""What the pictures of blue.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, box, disc, limb, mirrored, mix, ring, sharp, smooth
from settings import COLORS, Tones


def _skin(t: Tones) -> str:
    return mix(t.pale, t.accent, 0.28)


def _swell(c: Canvas, y: float, color: str, places: tuple[tuple[float, float], ...]) -> None:
    """Water in front of what stands in it."""
    c.line("".join(f"M{x - w * 0.8:.0f} {y + 2}q{w * 0.8:.0f}-9 {w * 1.6:.0f} 0" for x, w in places), color, 18)


def _drops(places: tuple[Point, ...], size: float = 9) -> str:
    return "".join(smooth([(x, y - size * 1.9), (x + size, y), (x, y + size), (x - size, y)]) for x, y in places)


def _dashes(points: list[Point], on: float, off: float) -> str:
    """Dashes along straight lines, from corner to corner."""
    out, along, end = "", 0.0, 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        end += length
        while along < end:
            a, b = 1 - (end - along) / length, min(1.0, 1 - (end - along - on) / length)
            out += f"M{x0 + (x1 - x0) * a:.0f} {y0 + (y1 - y0) * a:.0f}L{x0 + (x1 - x0) * b:.0f} {y0 + (y1 - y0) * b:.0f}"
            along += on + off
    return out


def _gable(x: float, y: float, w: float, h: float) -> str:
    return sharp([(x - w, y), (x - w, y - h), (x, y - h - w * 0.9), (x + w, y - h), (x + w, y)])


def _eye(c: Canvas, t: Tones, x: float, y: float, r: float, look: float = 0.3) -> None:
    c.ball(x, y, r, t.pale)
    c.ball(x + r * look, y, r * 0.52, t.ink)


# Lands


def seabed(c: Canvas, t: Tones, chance: Chance) -> None:
    """A street that the sea took."""
    water = mix(mix(t.mid, t.haze, 0.32), COLORS["blue"][0], 0.65)
    c.below(0, mix(water, t.near, 0.12))
    x = chance.between(60, 260)
    c.fill("".join(sharp([(x + i * 120, -5), (x + i * 120 + 70, -5), (x + i * 100 - 60, 360), (x + i * 100 - 170, 360)]) for i in range(3)), mix(water, t.light, 0.22))
    for base, color, count in ((330, mix(water, t.near, 0.34), 6), (350, mix(water, t.near, 0.58), 4)):
        c.fill("".join(_gable(WIDTH * (i + 0.5) / count + chance.between(-26, 26), base, chance.between(26, 44), chance.between(40, 110)) for i in range(count)), color)
    c.fill(smooth([(-20, 336), (120, 326), (300, 338), (450, 324), (600, 334), (600, 440), (-20, 440)]), mix(t.near, t.mid, 0.2))
    weeds = ""
    for side in (chance.between(10, 60), chance.between(500, 550)):
        for k in range(3):
            weeds += f"M{side + k * 15:.0f} 380q-16-30 0-60q14-30 {chance.between(-12, 12):.0f}-{chance.between(40, 90):.0f}"
    c.line(weeds, mix(t.near, t.shade, 0.5), 7)


def open_sea(c: Canvas, t: Tones, chance: Chance) -> None:
    """Swell upon swell."""
    for base, rise, color in ((270, 22, t.far), (306, 34, t.mid), (354, 34, mix(t.mid, t.near, 0.45))):
        x = -chance.between(0, 180)
        c.fill(f"M{x:.0f} {base}" + f"q45-{rise} 90 0" + "t90 0" * 7 + f"V{HEIGHT}H{x:.0f}Z", color)
        c.line("".join(f"M{x + 30 + i * 180:.0f} {base - 4}q20-8 40 8" for i in range(4)), mix(color, t.pale, 0.4), 4)


def quay(c: Canvas, t: Tones, chance: Chance) -> None:
    """A harbour: masts, then a wall of stone to stand on."""
    c.below(254, t.mid)
    x = chance.between(0, 60)
    c.fill("".join(_gable(x + i * 52, 264, 24, chance.between(14, 52)) for i in range(5)), t.far)
    at = chance.between(330, 400)
    c.line("".join(f"M{at + i * 66:.0f} 272V{chance.between(96, 150):.0f}M{at + i * 66 - 22:.0f} 176h44" for i in range(3)), mix(t.far, t.near, 0.4), 4)
    c.fill("".join(sharp([(at + i * 66 - 34, 262), (at + i * 66 + 34, 262), (at + i * 66 + 24, 286), (at + i * 66 - 26, 286)]) for i in range(3)), mix(t.far, t.near, 0.6))
    c.below(340, mix(t.near, t.mid, 0.45))
    c.fill(box(0, 334, WIDTH, 18), mix(t.lit, t.mid, 0.4))
    c.line("M0 376H573M60 354V376M190 354V376M330 354V376M470 354V376M120 378V400M260 378V400M400 378V400", mix(t.near, t.mid, 0.15), 3)


def strand(c: Canvas, t: Tones, chance: Chance) -> None:
    """Sand, and the line where the sea has just been."""
    sand = mix(mix(t.pale, t.accent, 0.2), t.base, 0.22)
    c.below(250, t.mid)
    c.line("".join(f"M{chance.between(0, WIDTH):.0f} {260 + i * 7}h{chance.between(40, 80):.0f}" for i in range(4)), mix(t.mid, t.lit, 0.5), 4)
    x = -chance.between(0, 200)
    for down, color in ((-9, t.pale), (0, mix(sand, t.base, 0.3)), (15, sand)):
        c.fill(f"M{x:.0f} {296 + down}" + "q70-18 140 0" + "t140 0" * 5 + f"V{HEIGHT}H{x:.0f}Z", color)
    c.dots([(chance.between(10, 560), chance.between(340, 392)) for _ in range(14)], mix(sand, t.base, 0.4), 4)


def rocks(c: Canvas, t: Tones, chance: Chance) -> None:
    """A skerry in a sea that dislikes it."""
    c.below(258, t.mid)
    c.fill("".join(sharp([(x - 50, y), (x, y - 4), (x + 50, y), (x, y + 4)]) for x, y in ((chance.between(0, WIDTH), 272 + i * 12) for i in range(6))), mix(t.mid, t.lit, 0.4))
    peaks = [(60, 400), (96, 340), (150, 356), (190, 322), (286, 316), (380, 326), (420, 352), (470, 334), (520, 400)]
    c.fill(sharp(peaks), t.near)
    c.fill(sharp([(96, 340), (150, 356), (190, 322), (286, 316), (250, 344), (180, 362), (120, 372)]), mix(t.near, t.mid, 0.5))
    c.fill("".join(smooth([(x - 46, 396), (x - 20, 366), (x, 378), (x + 18, 362), (x + 46, 396)]) for x in (64, 150, 400, 500)), mix(t.pale, t.mid, 0.25))


def archive(c: Canvas, t: Tones, chance: Chance) -> None:
    """Drawers up to where nobody reaches."""
    wall = mix(t.near, t.mid, 0.3)
    c.below(0, wall)
    shift = chance.between(-50, 10)
    columns, rows = [shift + i * 118 for i in range(6)], (-20, 46, 112, 178, 244)
    c.fill("".join(box(x, y, 118, 66) for x in columns for y in rows if chance.between(0, 1) < 0.4), mix(wall, t.lit, 0.12))
    c.line("".join(f"M{x:.0f} 0V306" for x in columns) + "".join(f"M0 {y}H573" for y in rows), mix(wall, t.ink, 0.35), 6)
    c.line("".join(f"M{x + 46:.0f} {y + 33}h24" for x in columns for y in rows), mix(t.accent, wall, 0.45), 6)
    c.below(306, mix(t.near, t.shade, 0.4))
    c.line("M0 306H573", mix(wall, t.lit, 0.35), 6)


def rooftops(c: Canvas, t: Tones, chance: Chance) -> None:
    """What is left of a town above the water."""
    c.below(276, t.mid)
    far = mix(t.far, t.near, 0.25)
    c.fill("".join(_gable(40 + i * 104 + chance.between(-14, 14), 292, chance.between(34, 46), chance.between(2, 30)) for i in range(6)), far)
    roof = mix(t.near, t.base, 0.4)
    for x, w in ((40, 150), (520, 170)):
        c.fill(sharp([(x - w, 400), (x - w * 0.7, 296), (x + w * 0.7, 296), (x + w, 400)]), roof)
        c.line("".join(f"M{x - w * 0.8:.0f} {y}H{x + w * 0.8:.0f}" for y in (318, 340, 362)), mix(roof, t.ink, 0.3), 4)
        c.fill(box(x - w * 0.35, 240, 40, 70) + box(x - w * 0.35 - 5, 234, x - w * 0.35 + 45 - (x - w * 0.35 - 5), 12), mix(roof, t.shade, 0.4))
    c.fill("".join(sharp([(x - 40, y), (x, y - 3), (x + 40, y), (x, y + 3)]) for x, y in ((chance.between(180, 400), 300 + i * 16) for i in range(6))), mix(t.mid, t.lit, 0.45))


def ice(c: Canvas, t: Tones, chance: Chance) -> None:
    """Floes."""
    c.below(250, mix(t.mid, t.near, 0.35))
    x = chance.between(60, 480)
    c.fill(sharp([(x - 110, 256), (x - 70, 190), (x - 30, 206), (x + 6, 150), (x + 60, 212), (x + 110, 256)]), mix(t.far, t.pale, 0.5))
    c.fill(sharp([(x + 6, 150), (x + 60, 212), (x + 110, 256), (x + 20, 256), (x + 30, 206)]), mix(t.far, t.pale, 0.2))
    floes = ((70, 280, 80), (470, 292, 110), (250, 276, 60))
    c.fill("".join(sharp([(a - w, y), (a - w * 0.4, y - 9), (a + w * 0.7, y - 7), (a + w, y + 4), (a, y + 9)]) for a, y, w in floes), mix(t.pale, t.mid, 0.2))
    c.fill(sharp([(40, 352), (120, 322), (300, 330), (470, 318), (546, 356), (520, 400), (60, 400)]), t.pale)
    c.fill(sharp([(40, 352), (200, 372), (380, 362), (546, 356), (520, 400), (60, 400)]), mix(t.pale, t.mid, 0.4))


def parlour(c: Canvas, t: Tones, chance: Chance) -> None:
    """A good room, with paper on its walls."""
    wall = mix(t.lit, t.mid, 0.45)
    c.below(0, wall)
    c.line("".join(f"M{x} 0V270" for x in range(18, 573, 48)), mix(wall, t.pale, 0.35), 16)
    c.fill(box(0, 262, WIDTH, 28), mix(t.pale, wall, 0.2))
    c.below(290, mix(t.base, t.mid, 0.35))
    c.line("M0 318H573M0 352H573M120 290V318M400 290V318M260 318V352", mix(t.base, t.near, 0.4), 3)
    for x in (64, 492):
        c.fill(box(x - 36, 60, 72, 90), t.base)
        c.fill(box(x - 27, 69, 54, 72), mix(t.haze, t.pale, 0.4))
        c.fill(smooth([(x - 27, 141), (x - 20, 116), (x, 108), (x + 20, 116), (x + 27, 141)], tension=0.5) + disc(x, 94, 14), t.base)


def cabin(c: Canvas, t: Tones, chance: Chance) -> None:
    """Below deck, with a round window."""
    wall = mix(t.near, t.base, 0.45)
    c.below(0, wall)
    c.line("".join(f"M0 {y}H573" for y in range(50, 400, 52)) + "M140 0V50M420 52V102M60 104V154M500 208V258M250 156V206", mix(wall, t.ink, 0.35), 4)
    x = chance.one_of((110, 462))
    c.ball(x, 120, 84, mix(wall, t.ink, 0.4))
    c.ball(x, 120, 72, mix(t.lit, t.base, 0.35))
    c.ball(x, 120, 58, mix(t.sky, t.haze, 0.5))
    c.ball(x + 16, 98, 15, t.light)
    c.fill(smooth([(x - 56, 134), (x - 20, 124), (x + 20, 136), (x + 56, 126), (x + 40, 162), (x, 178), (x - 40, 162)]), t.mid)


LANDS: dict[str, Drawing] = {
    "seabed": seabed,
    "open-sea": open_sea,
    "quay": quay,
    "strand": strand,
    "rocks": rocks,
    "archive": archive,
    "rooftops": rooftops,
    "ice": ice,
    "parlour": parlour,
    "cabin": cabin,
}


# Creatures


def sounding_tern(c: Canvas, t: Tones, chance: Chance) -> None:
    """Head first, with a lead on a line."""
    c.line("M80-92Q112-76 100-36", t.shade, 4)
    c.fill(sharp([(92, -42), (108, -42), (116, -4), (84, -4)]), t.accent)
    c.group(-24, -196, 1.12, turn=50)
    c.fill(smooth([(50, -10), (44, -70), (10, -112), (-34, -136), (-14, -90), (-10, -50), (-20, -10)], tension=0.8), mix(t.lit, t.base, 0.35))
    c.fill(sharp([(-86, -8), (-176, -34), (-120, 2), (-176, 30), (-84, 14)]), t.lit)
    c.fill(smooth([(-104, 2), (-50, -26), (20, -30), (70, -22), (98, -4), (70, 18), (10, 26), (-60, 20)]), t.pale)
    c.fill(smooth([(-104, 2), (-40, 12), (40, 12), (98, -4), (70, 18), (10, 26), (-60, 20)]), t.lit)
    c.fill(smooth([(44, -26), (76, -24), (100, -6), (70, -8), (34, -18)]), t.ink)
    c.fill(sharp([(94, -10), (150, 4), (94, 8)]), t.accent)
    c.fill(smooth([(24, -4), (-20, 44), (-96, 104), (-150, 150), (-110, 84), (-70, 10), (-20, -8)], tension=0.8), t.pale)
    c.fill(smooth([(24, -4), (-30, 26), (-96, 84), (-150, 150), (-110, 84), (-70, 10), (-20, -8)], tension=0.8), mix(t.pale, t.base, 0.35))
    c.ball(80, -2, 4.5, t.ink)
    c.end()
    c.line("M-206-250l30 30M-150-278l26 26M-220-170l22 24", t.pale, 4)


def clerk_of_high_water(c: Canvas, t: Tones, chance: Chance) -> None:
    """A thin clerk who holds a watch to the sea's gauge."""
    c.fill(box(112, -262, 38, 282), t.pale)
    c.fill("".join(box(112, y, 24 if i % 2 else 38, 9) for i, y in enumerate(range(-250, -10, 26))), t.shade)
    c.fill(box(104, -92, 54, 14), t.accent)
    c.line("M-46-60V-6M-14-60V-6", t.ink, 15)
    c.fill(sharp([(-56, -10), (-24, -10), (-24, 4), (-56, 4)]) + sharp([(-20, -10), (14, -10), (14, 4), (-20, 4)]), t.ink)
    c.fill(smooth([(-52, -196), (-70, -120), (-84, -38), (-70, -30), (-30, -44), (16, -40), (22, -60), (8, -130), (0, -196), (-26, -206)], tension=0.6), t.base)
    c.fill(smooth([(-52, -196), (-70, -120), (-84, -38), (-70, -30), (-50, -38), (-46, -120), (-34, -200)], tension=0.6), t.shade)
    c.fill(sharp([(-28, -204), (4, -204), (-6, -156)]), t.pale)
    c.fill(sharp([(-14, -202), (-4, -196), (-8, -168), (-16, -180)]), t.accent)
    skin = _skin(t)
    c.fill(smooth([(-46, -258), (-20, -276), (8, -264), (14, -246), (40, -232), (14, -228), (10, -208), (-20, -200), (-42, -216)], tension=0.8), skin)
    c.fill(smooth([(-46, -250), (-56, -232), (-44, -206), (-34, -222), (-36, -244)]), t.shade)
    c.line("M-36-244l54-2", t.ink, 4)
    c.ball(6, -244, 11, t.ink)
    c.ball(6, -244, 7.5, t.pale)
    c.line("M-44-262L-92-290", t.pale, 7)
    c.fill(limb((-8, -178, 32), (36, -146, 26), (78, -164, 18)), mix(t.base, t.lit, 0.25))
    c.ball(84, -168, 11, skin)
    c.line("M84-168Q70-120 4-130", t.light, 2.5)
    c.ball(88, -190, 18, t.ink)
    c.ball(88, -190, 13, t.pale)
    c.line("M88-190V-199M88-190L94-187", t.ink, 3)
    c.fill(sharp([(-96, -150), (-24, -138), (-32, -92), (-104, -104)]), t.accent)
    c.fill(sharp([(-94, -146), (-26, -134), (-28, -126), (-96, -138)]), t.pale)
    c.fill(limb((-50, -180, 32), (-76, -132, 28), (-52, -104, 20)), mix(t.base, t.shade, 0.4))


def mooring_snail(c: Canvas, t: Tones, chance: Chance) -> None:
    """A great snail, and three boats on its ropes."""
    c.group(16, 0, 0.94)
    for x, y, s, color in ((-216, -96, 0.7, t.base), (-196, -44, 0.85, t.accent), (-214, 16, 1.0, t.shade)):
        c.line(f"M{x + 40 * s:.0f} {y - 20 * s:.0f}Q-110 {y * 0.5 - 50:.0f} -34-128", t.pale, 4)
        c.fill(sharp([(x - 52 * s, y - 26 * s), (x + 58 * s, y - 26 * s), (x + 36 * s, y), (x - 36 * s, y)]), color)
        c.line(f"M{x:.0f} {y - 24 * s:.0f}V{y - 84 * s:.0f}", t.shade, 4)
    c.fill(smooth([(-120, 6), (-60, -30), (40, -44), (104, -58), (124, -118), (150, -150), (186, -146), (198, -112), (182, -60), (150, -10), (90, 8), (-40, 12)]), mix(t.lit, t.base, 0.18))
    c.fill(smooth([(-120, 6), (-40, -12), (60, -14), (130, -30), (190, -90), (182, -60), (150, -10), (90, 8), (-40, 12)]), mix(t.lit, t.base, 0.55))
    c.line("M160-144Q150-190 134-206M184-140Q190-184 210-200", mix(t.lit, t.base, 0.18), 11)
    for x, y in ((134, -210), (212, -204)):
        _eye(c, t, x, y, 11)
    c.line("M170-92Q184-84 194-96", t.shade, 4)
    c.fill(disc(-6, -106, 108, 100), t.base)
    c.fill(smooth([(-112, -120), (-80, -184), (-6, -206), (60, -188), (20, -186), (-50, -160), (-84, -110)]), mix(t.base, t.lit, 0.6))
    c.line("M92-74C40-20-78-36-82-112C-84-176 24-186 42-120C52-76-22-52-34-104C-36-128 4-132 4-108", t.shade, 9)
    c.line("M-98-144Q-10-196 86-160M-102-128Q-10-178 94-142", t.pale, 8)
    c.fill(limb((-34, -170, 20), (-34, -146, 26), (-38, -124, 20)), t.accent)
    c.end()


def filing_octopus(c: Canvas, t: Tones, chance: Chance) -> None:
    """Eight arms, eight drawers, spectacles."""
    ends = ((-206, -262), (-224, -172), (-204, -76), (-130, -8), (206, -262), (226, -172), (200, -76), (126, -8))
    for i, (x, y) in enumerate(ends):
        side = -1 if x < 0 else 1
        c.line(f"M{side * 40} -96Q{side * 120} {-50 + (y + 120) * 0.2:.0f} {x} {y}", mix(t.base, t.lit, 0.12 if i % 2 else 0.34), 30)
    boxes = "".join(box(x - 38, y - 20, 76, 40) for x, y in (ends[0], ends[2], ends[5], ends[7]))
    c.fill(boxes, mix(t.pale, t.base, 0.45))
    c.fill("".join(sharp([(x - 28, y - 34), (x + 16, y - 38), (x + 30, y - 20), (x - 30, y - 20)]) for x, y in (ends[0], ends[2], ends[5], ends[7])), t.pale)
    for x, y, a in ((*ends[1], -14), (*ends[4], 12), (*ends[3], 8)):
        c.group(x, y, 1, turn=a)
        c.fill(box(-24, -32, 48, 62), t.pale)
        c.line("M-14-18h26M-14-6h28M-14 6h16", t.base, 4)
        c.end()
    x, y = ends[6]
    c.fill(box(x - 24, y - 4, 48, 20) + disc(x, y - 34, 13), t.accent)
    c.fill(smooth([(-74, -106), (-96, -200), (-66, -270), (0, -294), (66, -270), (96, -200), (74, -106), (40, -66), (-40, -66)]), t.base)
    c.fill(smooth([(-84, -160), (-96, -200), (-66, -270), (0, -294), (40, -284), (-20, -256), (-56, -206)]), mix(t.base, t.lit, 0.5))
    for x in (-34, 34):
        c.ball(x, -146, 30, t.ink)
        _eye(c, t, x, -146, 24, 0.15)
    c.line("M-6-150H6M-62-152L-80-162M62-152L80-162", t.ink, 5)
    c.line("M-16-96Q0-104 16-96", t.ink, 5)
    c.line("M74-270L112-308", t.accent, 8)


def eavesfish(c: Canvas, t: Tones, chance: Chance) -> None:
    """A fish with wings for fins, off a gutter."""
    c.group(0, -150, 1.12, turn=-16)
    c.fill(smooth([(-6, -14), (-60, -96), (-84, -148), (-40, -142), (10, -110), (44, -30)]), mix(t.lit, t.base, 0.4))
    c.line("M14-20L-70-138M28-24L-34-136M36-26L4-112", t.base, 4)
    c.fill(sharp([(-118, 4), (-192, -44), (-168, 6), (-186, 70), (-120, 22)]), t.base)
    c.fill(smooth([(-140, 10), (-70, -26), (30, -40), (104, -26), (146, 6), (104, 34), (20, 42), (-70, 30)]), t.base)
    c.fill(smooth([(-140, 12), (-60, 16), (60, 18), (146, 6), (104, 34), (20, 42), (-70, 30)]), t.pale)
    c.line("M-96-2Q-90 6-96 14M-70-8Q-64 4-70 14M-44-12Q-38 2-44 14M-18-14Q-12 2-18 14", mix(t.base, t.lit, 0.6), 4)
    c.fill(smooth([(56, 6), (10, 60), (-70, 128), (-132, 148), (-120, 110), (-70, 50), (10, 2)]), t.lit)
    c.line("M44 8L-118 138M34 8L-116 112M24 6L-92 72", mix(t.lit, t.base, 0.55), 4)
    c.line("M70-26Q82 0 70 26", t.shade, 5)
    _eye(c, t, 108, -8, 14)
    c.line("M136 14Q124 20 112 16", t.ink, 4)
    c.end()
    c.fill(_drops(((-150, -60), (-112, -20), (-176, 0), (-60, 10))), t.pale)


def sunk_quarter_housekeeper(c: Canvas, t: Tones, chance: Chance) -> None:
    """A diver with an apron and a feather duster, at a bust that has waited long."""
    c.line("M-30-250C-60-330-120-280-150-340", t.accent, 8)
    c.fill(box(110, -110, 72, 118) + box(98, -122, 96, 18), mix(t.pale, t.mid, 0.4))
    c.fill(smooth([(116, -122), (126, -158), (136, -164), (128, -192), (146, -216), (172, -206), (176, -176), (162, -162), (182, -150), (186, -122)], tension=0.7), mix(t.pale, t.mid, 0.2))
    c.line("M136-182h8M160-182h8M146-168h12", t.base, 4)
    c.line("M-62-80L-66-8M-10-80L-6-8", t.shade, 36)
    c.fill(box(-100, -22, 54, 30) + box(-26, -22, 56, 30), t.ink)
    c.fill(smooth([(-78, -190), (-96, -120), (-92, -64), (20, -64), (24, -120), (8, -190)], tension=0.6), t.base)
    c.fill(smooth([(-78, -190), (-96, -120), (-92, -64), (-66, -64), (-66, -130), (-54, -190)], tension=0.6), t.shade)
    c.fill(sharp([(-54, -156), (4, -156), (18, -52), (-66, -52)]), t.pale)
    c.line("M-48-100H-8V-76H-48Z", t.lit, 4)
    c.fill(limb((4, -170, 40), (44, -146, 32), (70, -184, 24)), mix(t.base, t.lit, 0.3))
    c.line("M70-188L98-228", t.shade, 7)
    c.fill(sharp(ring(112, -246, 46, 11, 0.2, inner=27)), t.accent)
    c.ball(112, -246, 16, mix(t.accent, t.pale, 0.5))
    c.fill(limb((-76, -170, 40), (-116, -130, 32), (-92, -100, 26)), mix(t.base, t.shade, 0.5))
    c.fill(box(-82, -200, 94, 24), mix(t.accent, t.base, 0.35))
    c.ball(-35, -238, 58, mix(t.lit, t.accent, 0.3))
    c.ball(-22, -238, 39, mix(t.accent, t.base, 0.5))
    c.ball(-20, -238, 31, t.shade)
    c.fill(disc(-16, -232, 20, 23), _skin(t))
    c.line("M-26-236h6M-8-236h6M-22-222Q-14-216-6-222", t.ink, 4)
    c.fill(smooth([(-42, -246), (-22, -266), (8, -252), (-14, -252)]), t.pale)
    for x, y, r in ((20, -300, 7), (34, -276, 5), (10, -322, 4)):
        c.ball(x, y, r, t.pale)


def last_boat_ferrywoman(c: Canvas, t: Tones, chance: Chance) -> None:
    """A broad woman with a boathook, and those whom it fetched."""
    c.line("M-200 6H200", mix(t.mid, t.near, 0.4), 22)
    c.fill(sharp([(-168, -56), (-160, -112), (-124, -112), (-112, -56)]), t.shade)
    c.fill(sharp([(-158, -112), (-166, -146), (-146, -126), (-138, -126), (-118, -146), (-126, -112)]), t.shade)
    c.dots([(-150, -106), (-134, -106)], t.accent, 7)
    c.fill(smooth([(-100, -50), (-98, -100), (-80, -116), (-58, -110), (-50, -50)]), mix(t.pale, t.base, 0.2))
    c.fill(sharp([(-62, -104), (-40, -96), (-60, -88)]) + sharp([(-94, -110), (-88, -132), (-78, -122), (-68, -134), (-62, -110)]), t.accent)
    c.ball(-72, -102, 4, t.ink)
    c.fill(smooth([(-44, -40), (-36, -150), (-6, -196), (38, -196), (66, -150), (78, -40)]), t.base)
    c.fill(smooth([(-44, -40), (-36, -150), (-6, -196), (10, -196), (-8, -140), (-14, -40)]), t.shade)
    c.fill(sharp([(-20, -186), (48, -190), (62, -168), (-26, -164)]), t.accent)
    c.fill(disc(18, -212, 25, 28), _skin(t))
    c.fill(sharp([(38, -216), (56, -204), (38, -200)]), _skin(t))
    c.line("M24-220h10M22-194h14", t.ink, 4)
    c.fill(smooth([(-36, -222), (18, -236), (76, -224), (18, -228)]) + smooth([(-10, -228), (-2, -258), (36, -260), (48, -228)], tension=0.6), t.ink)
    c.line("M-24-60L132-282", mix(t.accent, t.shade, 0.4), 9)
    c.line("M132-282L140-296M128-276Q160-290 166-262", t.lit, 8)
    c.line("M-8-166Q-32-120 6-104M50-160Q84-150 70-196", mix(t.base, t.lit, 0.3), 30)
    c.dots([(8, -105), (72, -197)], _skin(t), 22)
    c.fill(smooth([(98, -44), (96, -96), (112, -116), (136, -112), (144, -44)]), t.base)
    c.fill(disc(120, -122, 19, 21), _skin(t))
    c.fill(box(98, -146, 44, 10) + box(106, -166, 28, 26), t.shade)
    c.line("M116-124h2M130-124h2M116-110Q124-116 132-110", t.ink, 4)
    c.fill(sharp([(-208, -76), (-176, -56), (150, -56), (214, -84), (176, 4), (-160, 4)]), mix(t.accent, t.shade, 0.55))
    c.fill(sharp([(-208, -76), (-176, -56), (150, -56), (214, -84), (208, -66), (152, -40), (-178, -40)]), t.pale)
    c.line("M-164-22H174", mix(t.accent, t.shade, 0.8), 4)
    _swell(c, 4, mix(t.mid, t.lit, 0.7), ((-130, 80), (10, 96), (150, 80)))


def councillor_blowfish(c: Canvas, t: Tones, chance: Chance) -> None:
    """Round with indignation, under a chain of office."""
    c.group(0, -142, 1)
    c.fill(sharp([(-100, -10), (-186, -58), (-168, 0), (-186, 58)]), t.base)
    c.line("M-110 0L-172-34M-110 4L-172 34", t.shade, 4)
    c.fill(sharp(ring(0, 0, 148, 26, 0.06, inner=112)), t.shade)
    c.ball(0, 0, 118, t.base)
    c.fill(smooth([(-116, 18), (-40, 32), (50, 28), (117, 10), (96, 70), (40, 112), (-30, 114), (-92, 76)]), t.pale)
    c.fill(smooth([(-104, -40), (-60, -100), (10, -116), (70, -94), (20, -92), (-44, -66), (-84, -10)]), mix(t.base, t.lit, 0.5))
    c.dots([(-76, -56), (-40, -84), (-88, -22), (-46, -44), (-4, -72)], t.shade, 10)
    c.line("M-94 44Q0 120 96 38", t.accent, 11)
    c.line("M-94 44Q0 120 96 38", t.light, 4)
    c.fill(sharp(ring(6, 88, 30, 8, 0, inner=22)), t.accent)
    c.ball(6, 88, 12, t.light)
    c.fill(smooth([(-30, 0), (-76, 24), (-84, 54), (-44, 44), (-14, 22)]), t.lit)
    for x, y in ((18, -30), (82, -28)):
        _eye(c, t, x, y, 25, 0.2)
    c.line("M-10-66L38-52M110-60L68-50", t.ink, 9)
    c.fill(smooth([(32, 26), (54, 10), (78, 22), (74, 40), (36, 42)]), t.accent)
    c.line("M38 33Q54 24 72 32", t.ink, 5)
    c.end()


def admiral_of_the_ice(c: Canvas, t: Tones, chance: Chance) -> None:
    """A walrus in a cocked hat upon what was a chair."""
    c.group(0, 0, 0.9)
    c.line("M-96-2L-130-50M-20 0L-60 6M84-4L128-56M60 4L108 10", mix(t.accent, t.shade, 0.45), 11)
    c.fill(sharp([(-150, -48), (-116, -96), (-100, -90), (-128, -42)]), mix(t.accent, t.shade, 0.35))
    c.fill(smooth([(-172, 4), (-150, -34), (-110, -110), (-70, -182), (-10, -214), (54, -200), (88, -140), (104, -60), (96, 2), (-40, 12)]), t.base)
    c.fill(smooth([(-172, 4), (-150, -34), (-110, -110), (-70, -182), (-10, -214), (-40, -160), (-80, -70), (-90, 8)]), t.shade)
    c.fill(smooth([(-150, -10), (-196, -24), (-226, 2), (-190, 12)]), t.shade)
    c.fill(limb((76, -92, 44), (120, -40, 40), (148, -4, 30)), mix(t.base, t.lit, 0.3))
    c.fill(limb((-8, -92, 44), (-22, -40, 40), (-6, -4, 32)), mix(t.base, t.lit, 0.15))
    c.line("M-52-168L80-92", t.accent, 18)
    c.ball(60, -74, 15, t.light)
    c.fill(sharp(ring(60, -74, 11, 5, 0, inner=5)), t.accent)
    c.fill(box(-74, -166, 44, 16), t.light)
    c.line("M-70-150v12M-58-150v12M-46-150v12M-34-150v12", t.light, 5)
    c.fill(smooth([(-30, -216), (-18, -262), (30, -282), (82, -266), (96, -224), (70, -186), (10, -180)]), mix(t.base, t.lit, 0.2))
    c.fill(sharp([(44, -200), (58, -198), (46, -128)]) + sharp([(82, -200), (96, -202), (94, -130)]), t.pale)
    c.fill(disc(50, -208, 29, 24) + disc(90, -208, 27, 23), mix(t.lit, t.pale, 0.4))
    c.fill(disc(72, -226, 13, 9), t.ink)
    c.dots([(36, -206), (50, -202), (82, -204), (98, -208)], t.base, 5)
    c.line("M30-246l20 4M72-244l18-4", t.ink, 6)
    c.dots([(42, -236), (82, -238)], t.ink, 9)
    c.fill(smooth([(-56, -254), (-20, -286), (34, -330), (90, -292), (124, -262), (34, -276)], tension=0.7), t.ink)
    c.line("M-44-258Q34-296 114-264", t.accent, 6)
    c.ball(34, -302, 11, t.accent)
    c.end()


def lamp_street_eel(c: Canvas, t: Tones, chance: Chance) -> None:
    """An eel about a lamp post, its mouth where the lamp was."""
    glow = mix(t.haze, t.accent, 0.3)
    c.ball(60, -240, 118, mix(t.mid, glow, 0.4))
    c.ball(60, -244, 84, mix(glow, t.light, 0.3))
    c.ball(70, -248, 54, mix(glow, t.light, 0.75))
    c.line("M-36-222H36", t.ink, 7)
    c.fill(box(-8, -250, 16, 256) + sharp([(-40, 8), (-24, -22), (24, -22), (40, 8)]) + box(-16, -60, 32, 12), t.ink)
    back, belly = t.base, mix(t.base, t.lit, 0.6)
    c.line("M-10-92Q-66-106-50-132M-10-170Q-62-180-44-208", mix(t.base, t.shade, 0.55), 30)
    c.line("M-216-6Q-150-44-90-24Q-20 0 46-34Q76-56 40-72Q6-86-30-100M-50-128Q10-136 44-150Q66-166 30-176L-20-184M-46-206Q-20-252 38-262", back, 36)
    c.line("M-212-2Q-150-32-92-14Q-20 10 40-22M-44-118Q10-126 42-138M-32-198Q-10-238 36-250", belly, 9)
    c.line("M-190-28q-8-24-24-28M-150-42q-4-24-18-32M-100-44q4-20-8-32", back, 7)
    c.fill(smooth([(10, -276), (44, -304), (96, -296), (128, -276), (90, -262), (60, -250), (84, -240), (116, -226), (84, -218), (36, -228), (16, -246)], tension=0.8), back)
    c.ball(92, -251, 22, t.accent)
    c.ball(92, -251, 13, t.light)
    _eye(c, t, 62, -282, 11)
    c.line("M100-288l8 8M84-292l6 9", t.pale, 4)
    c.dots([(-150, -150), (-120, -196), (150, -120), (174, -170), (140, -60)], mix(t.mid, t.pale, 0.6), 9)


def gull_rock_lightkeeper(c: Canvas, t: Tones, chance: Chance) -> None:
    """A keeper in oilskins who holds the whole lamp."""
    c.fill(sharp([(74, -186), (300, -300), (300, -90)]), mix(t.haze, t.light, 0.55))
    c.fill(sharp([(74, -180), (300, -236), (300, -134)]), t.light)
    c.fill(smooth([(-58, -210), (-94, -110), (-110, -8), (-60, 2), (0, -4), (60, 2), (84, -10), (56, -120), (34, -206), (-10, -222)], tension=0.7), t.accent)
    c.fill(smooth([(-58, -210), (-94, -110), (-110, -8), (-60, 2), (-62, -100), (-40, -210)], tension=0.7), mix(t.accent, t.shade, 0.35))
    c.dots([(14, -160), (16, -120), (18, -80), (20, -40)], t.shade, 9)
    c.fill(box(-80, -6, 52, 20) + box(6, -6, 52, 20), t.ink)
    skin = _skin(t)
    c.fill(smooth([(-36, -262), (0, -270), (26, -258), (46, -240), (24, -232), (18, -212), (-24, -210)], tension=0.8), skin)
    c.line("M12-248h10M8-222h14", t.ink, 4)
    c.line("M-30-222Q-50-190-40-170", t.pale, 12)
    c.fill(smooth([(-84, -222), (-56, -256), (-34, -296), (10, -300), (34, -264), (58, -256), (4, -258), (-30, -240)], tension=0.7), t.accent)
    c.fill(smooth([(-84, -222), (-56, -256), (-34, -296), (-22, -258), (-40, -240)], tension=0.7), mix(t.accent, t.shade, 0.35))
    c.fill(box(38, -232, 64, 90) + sharp([(38, -232), (70, -262), (102, -232)]) + box(30, -146, 80, 14), t.ink)
    c.fill(box(50, -222, 44, 68), t.light)
    c.line("M72-222V-154M50-188H94", t.ink, 4)
    c.line("M-34-180Q-20-120 44-132M20-186Q60-170 84-136", mix(t.accent, t.pale, 0.25), 34)
    c.dots([(48, -132), (88, -134)], skin, 24)
    c.fill(smooth([(-154, -4), (-176, -22), (-150, -40), (-136, -62), (-118, -56), (-112, -30), (-124, -6)]), t.pale)
    c.fill(smooth([(-176, -18), (-146, -34), (-126, -26), (-140, -12)]), t.base)
    c.line("M-140-6V10M-130-6V10", t.accent, 4)
    c.fill(sharp([(-120, -58), (-94, -48), (-118, -46)]), t.accent)
    c.ball(-126, -52, 3.4, t.ink)


def customs_pelican(c: Canvas, t: Tones, chance: Chance) -> None:
    """A pelican in a peaked cap, with something in its bill that declares nothing."""
    c.group(-8, 0, 0.93)
    c.line("M-40-50L-44-4H-16M20-50L18-4H46", t.accent, 10)
    c.fill(smooth([(-150, -62), (-190, -40), (-176, -84), (-120, -128), (-30, -150), (50, -132), (80, -90), (50, -46), (-40, -30), (-110, -44)]), t.pale)
    c.fill(smooth([(-198, -34), (-176, -92), (-100, -126), (0, -122), (30, -96), (-30, -66), (-110, -52)]), t.base)
    c.line("M-160-60Q-90-76-20-72M-150-78Q-80-98 0-92", mix(t.base, t.lit, 0.5), 5)
    c.fill(limb((46, -104, 62), (78, -150, 40), (58, -204, 32), (72, -240, 44)), t.pale)
    c.fill(smooth([(80, -232), (110, -206), (160, -208), (222, -216), (206, -160), (160, -112), (112, -118), (86, -166)]), t.accent)
    c.fill(smooth([(96, -190), (150, -186), (204, -190), (180, -138), (148, -118), (116, -126)]), mix(t.accent, t.shade, 0.18))
    c.fill(smooth([(108, -176), (130, -160), (168, -164), (186, -178), (172, -150), (140, -138), (116, -148)]), mix(t.base, t.accent, 0.3))
    c.fill(smooth([(70, -254), (110, -244), (234, -226), (236, -212), (160, -214), (80, -220)], tension=0.7), mix(t.accent, t.pale, 0.25))
    c.fill(sharp([(140, -224), (128, -276), (150, -262), (170, -280), (164, -224)]), t.lit)
    c.line("M146-232V-258M156-232L160-262", t.base, 4)
    _eye(c, t, 78, -244, 10)
    c.line("M66-258L92-254", t.ink, 5)
    c.fill(smooth([(32, -258), (28, -292), (70, -306), (112, -288), (104, -262), (70, -268)], tension=0.7), t.shade)
    c.fill(sharp([(62, -270), (106, -264), (134, -254), (100, -252), (64, -256)]), t.ink)
    c.ball(80, -284, 10, t.accent)
    c.fill(box(-168, -12, 84, 30), mix(t.accent, t.shade, 0.5))
    c.fill(box(-176, -34, 84, 24), mix(t.base, t.shade, 0.4))
    c.line("M-150-12V18M-104-12V18M-158-34V-10M-110-34V-10", t.pale, 4)
    c.line("M-142-36q8-14 16 0", t.ink, 5)
    c.end()


def breakwater_giant(c: Canvas, t: Tones, chance: Chance) -> None:
    """Shoulders and arms of stone across a bay; boats lie behind them."""
    stone = mix(t.base, t.pale, 0.22)
    c.group(0, 0, 0.94)
    for x, s in ((-176, 1.0), (166, 1.15)):
        c.line(f"M{x} -64V{-64 - 104 * s:.0f}", t.shade, 5)
        c.fill(sharp([(x + 4, -70), (x + 4, -64 - 100 * s), (x + 44 * s, -74)]), t.pale if x < 0 else t.accent)
    c.fill(smooth([(-250, -88), (-200, -96), (-130, -112), (-86, -170), (-40, -186), (40, -186), (88, -170), (130, -112), (200, -96), (250, -88), (250, 6), (-250, 6)], tension=0.7), stone)
    c.fill(smooth([(20, -186), (88, -170), (130, -112), (200, -96), (250, -88), (250, 6), (30, 6), (60, -90)], tension=0.7), mix(stone, t.shade, 0.35))
    c.line("M-190-60H-130M-150-28H-80M-60-96H-6M-90-128H-50M60-60H110M120-28H190M40-130H80M150-72H190", mix(stone, t.shade, 0.55), 5)
    c.fill(smooth([(-52, -180), (-64, -240), (-44, -286), (0, -296), (46, -286), (66, -240), (54, -180), (0, -160)], tension=0.8), mix(stone, t.pale, 0.22))
    c.fill(smooth([(14, -294), (46, -286), (66, -240), (54, -180), (10, -160), (34, -220)], tension=0.8), mix(stone, t.shade, 0.2))
    c.fill(smooth([(-56, -206), (-30, -196), (0, -204), (34, -196), (58, -206), (52, -150), (34, -112), (16, -138), (0, -96), (-18, -134), (-34, -110), (-50, -150)], tension=0.7), mix(t.base, t.shade, 0.6))
    c.line("M-44-244H-14M18-244H48", t.ink, 8)
    c.dots([(-28, -232), (32, -232)], t.ink, 10)
    c.fill(sharp([(-8, -236), (10, -236), (18, -204), (-14, -204)]), mix(stone, t.pale, 0.45))
    c.line("M-18-190H20", t.ink, 5)
    c.fill(smooth([(-34, -288), (0, -306), (34, -288), (0, -278)]), mix(t.accent, t.shade, 0.5))
    c.fill(smooth([(-24, -298), (-34, -312), (-8, -318), (14, -322), (20, -308), (4, -294)]), t.pale)
    c.fill(sharp([(18, -320), (38, -312), (18, -308)]), t.accent)
    c.ball(12, -315, 3, t.ink)
    c.fill(smooth([(-270, 24), (-226, -40), (-186, -6), (-132, -56), (-84, -6), (-40, -30), (10, -4), (56, -58), (110, -4), (156, -34), (196, -2), (230, -44), (270, 24)]), mix(t.pale, t.mid, 0.18))
    c.fill(smooth([(-290, 50), (-240, 0), (-160, 14), (-60, 2), (40, 16), (150, 0), (290, 14), (290, 60)]), mix(t.mid, t.near, 0.2))
    c.end()


def kitebound_surveyor(c: Canvas, t: Tones, chance: Chance) -> None:
    """Hung under a ribbed kite, looking down a spyglass, a map unrolling behind."""
    c.group(0, -150, 1.06, turn=-6)
    c.fill(smooth([(-10, -64), (-90, -128), (-210, -118), (-170, -84), (-130, -86), (-96, -54), (-58, -58), (0, -26), (58, -58), (96, -54), (130, -86), (170, -84), (210, -118), (90, -128), (10, -64)], tension=0.6), t.pale)
    c.fill(smooth([(10, -64), (90, -128), (210, -118), (170, -84), (130, -86), (96, -54), (58, -58), (0, -26), (0, -60)], tension=0.6), t.accent)
    c.line("M0-62Q-90-124-210-118M0-62Q90-124 210-118M0-60L-130-86M0-60L-58-58M0-60L130-86M0-60L58-58", t.shade, 4)
    c.line("M-130-86L-24 24M130-86L30 24M0-40V10", t.shade, 3)
    c.fill(smooth([(-60, 46), (-120, 70), (-176, 50), (-210, 76), (-204, 100), (-170, 78), (-116, 98), (-56, 74)], tension=0.8), t.lit)
    c.line("M-180 72q30 6 50 14M-110 82l14-10", t.accent, 4)
    c.line("M-56 46L-122 18M-50 30L-112-6", t.ink, 18)
    c.dots([(-128, 16), (-118, -8)], t.accent, 20)
    c.fill(smooth([(-66, 26), (0, 8), (56, 16), (62, 44), (20, 58), (-60, 56)]), t.base)
    c.fill(smooth([(-66, 26), (0, 8), (56, 16), (0, 28), (-64, 40)]), mix(t.base, t.lit, 0.5))
    c.fill(box(-34, 10, 16, 48) + box(14, 8, 16, 50), t.ink)
    skin = _skin(t)
    c.fill(disc(78, 22, 25, 24), skin)
    c.fill(smooth([(50, 22), (54, -10), (84, -14), (104, 6), (78, 6), (62, 24)]), t.ink)
    c.ball(90, 20, 9, t.ink)
    c.ball(91, 20, 5.5, t.lit)
    c.fill(limb((46, 46, 24), (72, 74, 20), (104, 62, 17)), mix(t.base, t.lit, 0.3))
    c.line("M98 34L128 66", t.ink, 15)
    c.line("M122 60L150 90", t.accent, 20)
    c.ball(108, 58, 10, skin)
    c.end()


def abbess_of_the_ninth_pane(c: Canvas, t: Tones, chance: Chance) -> None:
    """She holds a pane up; what is behind it holds her gaze."""
    c.fill(smooth([(-120, -186), (-150, -90), (-176, 6), (24, 6), (6, -90), (-30, -186), (-76, -204)], tension=0.7), t.shade)
    c.fill(smooth([(-52, -196), (-30, -186), (6, -90), (24, 6), (-40, 6), (-50, -90)], tension=0.7), t.base)
    c.fill(smooth([(-140, -170), (-132, -250), (-84, -288), (-30, -270), (-20, -236), (-44, -180), (-60, -160)], tension=0.8), t.ink)
    c.fill(smooth([(-94, -256), (-52, -270), (-24, -250), (-4, -226), (-24, -218), (-30, -192), (-76, -186), (-98, -212)], tension=0.8), t.pale)
    c.fill(smooth([(-84, -244), (-46, -256), (-26, -244), (-2, -224), (-24, -216), (-32, -198), (-70, -196)], tension=0.8), _skin(t))
    c.line("M-44-234h14M-36-208Q-30-204-24-208", t.ink, 4)
    c.line("M-80-170Q-60-120-54-80", t.pale, 5)
    c.fill(box(-62, -84, 16, 6) + box(-57, -92, 6, 34), t.pale)
    c.fill(box(22, -284, 184, 192), t.ink)
    c.fill(box(34, -272, 160, 168), mix(t.lit, t.pale, 0.35))
    c.fill(smooth([(44, -188), (80, -232), (114, -244), (150, -232), (184, -188), (150, -146), (114, -134), (80, -146)], tension=0.8), t.pale)
    c.ball(108, -190, 42, t.base)
    c.ball(108, -190, 30, t.accent)
    c.ball(106, -190, 17, t.ink)
    c.ball(98, -202, 8, t.pale)
    c.line("M44-216Q114-288 184-216", t.base, 9)
    c.line("M48-122L76-150M60-114L82-136", t.pale, 5)
    c.fill(limb((-72, -156, 44), (-26, -112, 38), (20, -110, 28)), mix(t.base, t.shade, 0.4))
    c.fill(limb((-44, -164, 40), (-4, -190, 34), (24, -224, 24)), mix(t.base, t.lit, 0.15))
    c.dots([(26, -108), (28, -228)], _skin(t), 24)
    c.line("M190-300l14-18M206-290l20-12M214-276l22-2", t.light, 5)


def spring_tide_manta(c: Canvas, t: Tones, chance: Chance) -> None:
    """A ray that has left the sea and brought some along."""
    c.group(0, -176, 1, turn=-14)
    c.line("M0 60Q16 120 84 150", t.shade, 8)
    c.fill(smooth(mirrored([(0, -64), (34, -62), (70, -40), (130, -66), (200, -52), (236, 10), (168, -6), (100, 36), (44, 56), (0, 80)]), tension=0.9), t.base)
    c.fill(smooth([(34, -62), (70, -40), (130, -66), (200, -52), (236, 10), (186, -36), (130, -42), (70, -14), (30, -36)], tension=0.9) + smooth([(-34, -62), (-70, -40), (-130, -66), (-200, -52), (-236, 10), (-186, -36), (-130, -42), (-70, -14), (-30, -36)], tension=0.9), mix(t.base, t.lit, 0.5))
    c.fill(smooth(mirrored([(0, -34), (44, -26), (60, 6), (30, 46), (0, 62)])), t.pale)
    c.line("M-20 2h14M6 2h14M-22 14h16M6 14h16M-18 26h12M6 26h12", t.base, 5)
    c.line("M-38-58Q-58-88-46-104M38-58Q58-88 46-104", t.base, 19)
    c.fill(smooth([(-34, -54), (0, -66), (34, -54), (22, -36), (0, -32), (-22, -36)]), t.ink)
    for x in (-56, 56):
        _eye(c, t, x, -46, 12, 0)
    c.dots([(-150, -24), (-120, -4), (-172, -34), (150, -24), (120, -4), (172, -34)], t.accent, 11)
    c.end()
    c.fill(_drops(((-100, -40), (-30, -30), (60, -56), (120, -30), (10, 0))), mix(t.lit, t.pale, 0.5))
    c.fill(smooth([(-84, 18), (-50, 4), (-30, -20), (-10, 6), (14, -10), (40, 4), (84, 18), (0, 28)]), mix(t.lit, t.pale, 0.3))


def steeple_hermit(c: Canvas, t: Tones, chance: Chance) -> None:
    """A crab that lives in a church, in the bell end."""
    c.group(0, 0, 0.93)
    stone = mix(t.pale, t.base, 0.3)
    c.group(-46, -40, 1, turn=-10)
    c.fill(box(-84, -150, 114, 170), stone)
    c.fill(box(-84, -150, 44, 170), mix(stone, t.base, 0.4))
    c.fill(sharp([(-98, -146), (-28, -262), (44, -146)]), t.base)
    c.fill(sharp([(-98, -146), (-28, -262), (-46, -146)]), t.shade)
    c.line("M-28-262V-296M-42-284H-14", t.accent, 6)
    c.fill(smooth([(-34, -70), (-34, -108), (-16, -128), (4, -108), (4, -70)], tension=0.6), t.ink)
    c.fill(smooth([(-30, -84), (-24, -112), (-16, -118), (-6, -112), (0, -84)], tension=0.7), t.accent)
    c.ball(-15, -78, 6, t.light)
    c.fill(sharp([(-150, 24), (-150, -34), (-106, -76), (-76, -42), (-76, 24)]), mix(stone, t.base, 0.25))
    c.fill(sharp([(-162, -28), (-106, -84), (-66, -40), (-76, -30), (-106, -64), (-150, -20)]), t.shade)
    c.ball(-112, -18, 15, t.ink)
    c.line("M-112-32V-4M-126-18H-98", stone, 3)
    c.line("M-70-26h26M-10-34h30M-62 0h30M-84-104h22", mix(stone, t.base, 0.6), 4)
    c.end()
    leg = mix(t.accent, t.shade, 0.2)
    c.line("M-70-30L-124-54L-150 4M-40-26L-82-30L-96 8M30-26L72-40L66 8M0-22L26-10L10 8", leg, 17)
    c.fill(smooth([(-110, -34), (-40, -64), (40, -76), (100, -70), (116, -40), (80, -16), (-40, -8)]), t.accent)
    c.fill(smooth([(-110, -34), (-40, -34), (60, -38), (116, -40), (80, -16), (-40, -8)]), leg)
    c.fill(limb((90, -40, 34), (134, -70, 26), (150, -104, 24)), leg)
    c.fill(smooth([(128, -98), (120, -150), (146, -184), (152, -146), (164, -136), (178, -176), (196, -140), (184, -96), (152, -84)]), t.accent)
    c.fill(smooth([(76, -24), (116, -46), (160, -34), (138, -22), (164, -8), (120, 8), (84, 0)]), t.accent)
    c.line("M62-70L58-116M90-70L96-112", leg, 9)
    for x, y in ((58, -124), (98, -120)):
        _eye(c, t, x, y, 14)
    c.end()


def serpent_still_arriving(c: Canvas, t: Tones, chance: Chance) -> None:
    """Loop after loop, past a lighthouse, to the horizon."""
    c.fill(sharp([(-46, -70), (-38, -150), (-18, -150), (-10, -70)]) + box(-44, -160, 32, 10), t.pale)
    c.fill(box(-36, -178, 16, 18) + box(-42, -128, 28, 16) + box(-44, -100, 33, 14), t.accent)
    c.fill(sharp([(-42, -178), (-28, -194), (-14, -178)]), t.ink)
    c.line("M-72-66H16", t.near, 12)
    for x, y, r, w in ((-214, -72, 12, 8), (-184, -68, 18, 13), (-136, -58, 28, 20), (-66, -38, 46, 32)):
        c.line(f"M{x - r} {y + r * 0.5:.0f}C{x - r} {y - r * 1.7:.0f} {x + r} {y - r * 1.7:.0f} {x + r} {y + r * 0.5:.0f}", mix(t.base, t.haze, max(0.0, 0.5 - w / 64)), w)
    c.fill(smooth([(28, 12), (26, -80), (44, -180), (90, -248), (146, -262), (196, -240), (222, -216), (216, -198), (150, -194), (112, -170), (96, -100), (104, 12)], tension=0.8), t.base)
    c.fill(smooth([(28, 12), (26, -80), (44, -180), (90, -248), (146, -262), (110, -236), (74, -176), (56, -80), (58, 12)], tension=0.8), mix(t.base, t.lit, 0.5))
    c.fill(sharp([(44, -200), (10, -214), (36, -170), (2, -164), (28, -130), (-4, -116), (26, -84)]), t.accent)
    c.line("M106-150Q88-140 70-146M98-110Q78-100 58-106M98-70Q78-60 58-66M100-30Q80-20 60-26", t.shade, 5)
    c.line("M152-196Q190-206 214-202", t.ink, 5)
    c.fill(disc(150, -232, 15, 12), t.pale)
    c.ball(156, -230, 7, t.ink)
    c.fill(smooth([(130, -236), (146, -252), (170, -238), (150, -236)]), t.shade)
    c.line("M112-256Q96-290 74-292M130-262Q126-292 110-302", t.accent, 7)
    c.fill(disc(66, 10, 66, 11), mix(t.mid, t.lit, 0.5))
    _swell(c, 14, mix(t.mid, t.near, 0.25), ((70, 90), (-90, 80)))


# Things


def wrong_address(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wet letter, its address struck out, with an arrow home."""
    c.group(0, -10, 1, turn=-9)
    c.fill(box(-172, -92, 356, 220), mix(t.near, t.shade, 0.5))
    c.fill(box(-180, -102, 356, 220), t.pale)
    c.fill(smooth([(-180, 118), (-180, 60), (-120, 84), (-40, 70), (60, 96), (176, 66), (176, 118)], tension=0.7), mix(t.pale, t.lit, 0.65))
    c.fill(box(104, -88, 58, 72), t.accent)
    c.fill(smooth([(112, -40), (126, -58), (146, -56), (158, -42), (144, -30), (124, -30)]) + sharp([(116, -42), (104, -56), (106, -28)]), t.pale)
    c.line("M84-72q14-12 28 0t28 0M84-52q14-12 28 0t28 0M84-32q14-12 28 0t28 0", t.ink, 4)
    c.line("M-70-4H52M-70 24H70M-70 52H30", t.base, 8)
    c.line("M-86 2L76 40M-84 46L70-2", t.shade, 5)
    c.line("M-70-50C-110-92-164-70-160-20C-156 10-136 22-116 22", t.accent, 13)
    c.fill(sharp([(-122, 0), (-84, 24), (-124, 46)]), t.accent)
    c.end()
    c.fill(_drops(((-120, 144), (-66, 156), (10, 150), (92, 130), (140, 122), (-160, 124))), t.lit)


def the_lighthouse_goes_out(c: Canvas, t: Tones, chance: Chance) -> None:
    """A lighthouse, snuffed like a candle."""
    c.fill(sharp([(-66, 128), (-44, -56), (44, -56), (66, 128)]), t.pale)
    c.fill(sharp([(14, -56), (44, -56), (66, 128), (20, 128)]), mix(t.pale, t.base, 0.4))
    c.fill(sharp([(-51, 0), (51, 0), (56, 40), (-56, 40)]) + sharp([(-61, 84), (61, 84), (66, 124), (-66, 124)]), mix(t.accent, t.shade, 0.35))
    c.fill(box(-8, 54, 18, 30) + box(-8, -34, 18, 24), t.ink)
    c.fill(box(-60, -68, 120, 14), t.shade)
    c.fill(box(-32, -112, 64, 44), mix(t.base, t.mid, 0.5))
    c.line("M-32-112V-68M0-112V-68M32-112V-68", t.shade, 5)
    c.fill(sharp([(-56, -84), (0, -196), (56, -84)]), t.accent)
    c.fill(sharp([(6, -190), (56, -84), (16, -84)]), mix(t.accent, t.shade, 0.35))
    c.fill(disc(0, -84, 56, 9), mix(t.accent, t.shade, 0.5))
    c.ball(0, -192, 10, t.accent)
    c.line("M34-134Q130-130 290-190", t.accent, 12)
    c.line("M-44-84C-84-104-50-128-84-146C-118-164-84-182-112-196M52-88C80-100 70-116 92-124", mix(t.haze, t.pale, 0.4), 9)
    for x, y, s in ((-210, 96, 1.0), (206, 84, 0.8)):
        c.group(x, y, s, turn=14 if x < 0 else -18)
        c.fill(sharp([(-40, 0), (44, 0), (28, 22), (-26, 22)]), t.ink)
        c.fill(sharp([(2, -6), (2, -64), (40, -10)]) + sharp([(-4, -6), (-4, -52), (-30, -10)]), mix(t.pale, t.mid, 0.35))
        c.end()


def out_with_the_ebb(c: Canvas, t: Tones, chance: Chance) -> None:
    """Four boots, in a row, at the water's edge."""
    wet = mix(t.pale, t.base, 0.45)
    for x, y, s, color in ((-118, 64, 0.92, t.base), (-30, 74, 1.0, t.shade), (66, 68, 0.96, t.base), (158, 80, 1.06, t.shade)):
        c.group(x, y, s)
        c.line("M-40 66H82", wet, 14)
        c.fill(smooth([(-38, -92), (26, -92), (28, -20), (52, 8), (84, 26), (84, 62), (-40, 62), (-34, -10)], tension=0.45), color)
        c.fill(box(-44, 54, 36, 16) + box(4, 54, 84, 16), t.ink)
        c.fill(sharp([(-46, -104), (34, -104), (32, -74), (-42, -74)]), mix(color, t.lit, 0.55))
        c.line("M20-56H36M22-36H38M24-16L42-20", t.accent, 6)
        c.end()
    c.line("M108-6Q116-30 134-40", t.accent, 5)
    c.fill(sharp(ring(-196, 112, 34, 5, 0.2, inner=14)), t.accent)
    c.fill(smooth([(-40, -42), (-52, -62), (-30, -74), (-6, -62), (-14, -42)]), t.accent)
    c.dots([(-38, -72), (-20, -72)], t.ink, 8)


def flat_calm(c: Canvas, t: Tones, chance: Chance) -> None:
    """A becalmed ship, and a captain who blows."""
    c.fill(smooth([(-140, 110), (0, 118), (180, 110), (150, 130), (110, 148), (-70, 146)]), mix(t.mid, t.near, 0.35))
    c.fill(smooth([(30, 140), (60, 138), (64, 176), (40, 184), (24, 164)]), mix(t.mid, t.pale, 0.35))
    c.line("M44 60V-180M44-150H-20M44-150H124", t.shade, 8)
    c.fill(smooth([(-16, -148), (120, -148), (112, -90), (118, -30), (92, 20), (70, -20), (50, 26), (26, -24), (4, 20), (-12, -40), (-2, -90)], tension=0.7), t.pale)
    c.line("M20-140Q10-70 24-26M56-142Q66-70 50-4M92-142Q84-80 92-6", mix(t.pale, t.base, 0.35), 5)
    c.fill(sharp([(44, -184), (44, -160), (34, -124), (28, -166)]), t.accent)
    c.fill(smooth([(-170, 26), (-140, 64), (10, 70), (150, 62), (210, 26), (190, 84), (150, 116), (-110, 116), (-154, 80)], tension=0.6), t.base)
    c.fill(smooth([(-170, 26), (-140, 64), (10, 70), (150, 62), (210, 26), (204, 48), (150, 82), (0, 90), (-144, 82)], tension=0.6), t.lit)
    c.dots([(-80, 104), (-20, 106), (40, 106), (100, 104)], t.ink, 13)
    c.fill(smooth([(-146, 60), (-140, 4), (-116, -14), (-90, 2), (-82, 62)]), t.shade)
    c.line("M-120-8V50", t.accent, 4)
    skin = _skin(t)
    c.fill(disc(-112, -38, 31, 29), skin)
    c.fill(disc(-90, -34, 17, 16), mix(skin, t.accent, 0.75))
    c.fill(sharp([(-80, -38), (-66, -34), (-80, -30)]), t.ink)
    c.line("M-102-52l12 4", t.ink, 5)
    c.fill(smooth([(-164, -54), (-136, -76), (-104, -92), (-80, -72), (-66, -58), (-110, -66)], tension=0.8), t.ink)
    c.line("M-58-38Q-40-46-26-40M-58-30Q-36-28-20-32M-56-22Q-40-14-28-18", t.pale, 4)


def spray_in_the_face(c: Canvas, t: Tones, chance: Chance) -> None:
    """An orator, met by the sea in the first sentence."""
    c.fill(smooth([(-210, 200), (-190, 110), (-130, 62), (-60, 48), (10, 62), (64, 110), (84, 200)], tension=0.8), t.shade)
    c.fill(smooth([(-100, 60), (-60, 50), (-20, 60), (-50, 130), (-60, 200), (-74, 130)], tension=0.6), t.pale)
    c.line("M-150 90Q-140 150-146 200M20 90Q16 150 26 200", t.accent, 9)
    skin = _skin(t)
    c.fill(limb((-58, 60, 50), (-56, 20, 54)), mix(skin, t.base, 0.2))
    c.fill(smooth([(-122, -20), (-118, -84), (-70, -116), (-14, -104), (6, -60), (26, -26), (4, -16), (0, 26), (-40, 44), (-96, 32)], tension=0.8), skin)
    c.fill(smooth([(-130, 0), (-136, -84), (-80, -136), (-10, -118), (0, -92), (-50, -92), (-90, -60), (-96, 10)], tension=0.8), mix(t.accent, t.shade, 0.55))
    c.fill(smooth([(-34, -4), (2, -8), (0, 22), (-26, 26)]), t.ink)
    c.fill(limb((40, 140, 50), (96, 96, 40), (110, 40, 32)), t.base)
    c.ball(112, 18, 22, skin)
    c.line("M112 8V-40", skin, 14)
    c.fill(smooth([(286, 160), (250, 60), (180, 20), (120, -20), (84, -80), (36, -96), (70, -60), (10, -76), (-34, -60), (16, -48), (-20, -24), (34, -26), (14, 4), (60, -10), (70, 36), (110, 60), (150, 150)], tension=0.8), mix(t.lit, t.pale, 0.4))
    c.fill(smooth([(286, 160), (240, 90), (180, 50), (110, 0), (80, -46), (60, -30), (84, 24), (130, 60), (170, 150)], tension=0.8), t.lit)
    c.fill(_drops(((-20, -140), (40, -140), (110, -110), (-80, -150))), t.pale)
    c.group(180, -30, 1, turn=24)
    c.fill(box(-34, -50, 68, 96), t.pale)
    c.line("M-22-32H22M-22-14H22M-22 4H16M-22 22H22", t.base, 5)
    c.end()


def unlit_passage(c: Canvas, t: Tones, chance: Chance) -> None:
    """A rower with light under the hat."""
    c.fill(disc(10, 116, 220, 12), mix(t.mid, t.near, 0.5))
    c.ball(2, -44, 84, mix(t.near, t.accent, 0.5))
    c.ball(2, -48, 60, mix(t.light, t.accent, 0.3))
    c.fill(smooth([(-52, 70), (-64, 10), (-30, -40), (20, -44), (52, -6), (66, 70)]), t.shade)
    c.fill(disc(2, -62, 31, 31), _skin(t))
    c.fill(smooth([(-31, -66), (0, -90), (35, -66), (2, -58)]), t.light)
    c.dots([(-8, -60), (14, -60)], t.ink, 7)
    c.line("M-6-46Q2-42 12-46", t.ink, 4)
    c.fill(smooth([(-104, -78), (0, -96), (104, -78), (0, -70)]), t.ink)
    c.fill(smooth([(-48, -82), (-44, -160), (-20, -184), (26, -184), (46, -160), (50, -82)], tension=0.5), t.ink)
    c.line("M-47-100H49", t.accent, 8)
    c.line("M-40-152Q-44-120-42-112M-16-176L-26-172", t.accent, 4)
    c.line("M-40-10Q-20 36 36 20M40-6Q66 20 50 30", mix(t.base, t.shade, 0.3), 30)
    c.line("M20 26L196 118", mix(t.base, t.pale, 0.3), 9)
    c.fill(smooth([(176, 96), (236, 120), (250, 142), (220, 144), (180, 122)]), mix(t.base, t.pale, 0.3))
    c.dots([(40, 22), (52, 30)], _skin(t), 22)
    c.fill(sharp([(-206, 44), (-170, 62), (150, 62), (210, 40), (166, 118), (-160, 118)]), t.base)
    c.fill(sharp([(-206, 44), (-170, 62), (150, 62), (210, 40), (204, 56), (150, 80), (-172, 80)]), mix(t.base, t.lit, 0.45))
    _swell(c, 122, mix(t.mid, t.lit, 0.35), ((-120, 80), (30, 110), (160, 70)))


def _owl(c: Canvas, t: Tones, wide: float, body: str, belly: str, awake: bool) -> None:
    w = wide
    c.fill(smooth(mirrored([(0, -150), (w * 0.7, -146), (w, -100), (w * 1.05, -40), (w * 0.6, 0), (0, 8)])), body)
    c.fill(sharp([(-w * 0.75, -140), (-w * 0.8, -176), (-w * 0.3, -150)]) + sharp([(w * 0.75, -140), (w * 0.8, -176), (w * 0.3, -150)]), body)
    c.fill(smooth(mirrored([(0, -86), (w * 0.55, -70), (w * 0.6, -24), (0, 2)])), belly)
    r = 21 if awake else 19
    gap = max(22.0, w * 0.42)
    for x in (-gap, gap):
        c.ball(x, -116, r, t.pale)
        if awake:
            c.ball(x, -116, 9, t.ink)
    if not awake:
        c.line(f"M{-gap - 14:.0f}-116q14 12 28 0M{gap - 14:.0f}-116q14 12 28 0", t.ink, 5)
    c.fill(sharp([(-8, -104), (8, -104), (0, -84)]), t.accent)


def as_the_water_sees_it(c: Canvas, t: Tones, chance: Chance) -> None:
    """A worn owl on a post; in the water, one that has slept."""
    water = mix(t.mid, t.sky, 0.3)
    c.fill(box(-300, 4, 600, 216), water)
    c.fill(box(-300, -2, 600, 8), t.pale)
    c.fill(box(-22, -20, 44, 26), t.shade)
    c.group(0, -16, 0.9)
    _owl(c, t, 40, t.base, t.lit, True)
    c.line("M-32-100q8 8 18 6M14-94q10 2 18-6", t.shade, 3)
    c.line("M-16 4v12M-4 4v12M8 4v12M18 4v12", t.accent, 5)
    c.end()
    c.fill(box(-24, 6, 48, 16), mix(t.base, water, 0.3))
    c.group(0, 14, 0.86, turn=180)
    _owl(c, t, 82, mix(t.base, water, 0.35), mix(t.lit, water, 0.25), False)
    c.end()
    c.line("M-170 40H-90M100 56H180M-130 92H-100M96 110H140M-60 186H-120M70 180H130", mix(water, t.pale, 0.6), 5)


def bridge_on_paper(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bridge of stone as far as the middle, and from there of ink."""
    stone = mix(t.base, t.pale, 0.3)
    c.fill(sharp([(-300, -30), (-222, -26), (-200, 40), (-214, 120), (-190, 220), (-300, 220)]), t.near)
    arches = [(x + 56 * cos(i * pi / 6), 110 - 76 * sin(i * pi / 6)) for x in (-146,) for i in range(7)]
    c.fill(sharp([(-230, -30), (6, -30), (-8, -14), (6, 0), (-20, 16), (-42, 30), (-50, 160), (-84, 160), *arches, (-208, 160), (-230, 160)]), stone)
    c.line("M-214-8H-160M-120-8H-60M-200 16H-180M-100 14H-60M-80 60H-62M-78 110H-62", mix(stone, t.shade, 0.5), 4)
    drawn = [(161 + 55 * cos(pi - i * pi / 6), 130 - 54 * sin(i * pi / 6)) for i in range(7)]
    c.line(_dashes([(20, -30), (250, -30), (250, 160)], 14, 13) + _dashes([(-6, 18), (30, 22), (62, 60), (72, 160), (106, 160), *drawn, (216, 160)], 14, 13), t.shade, 5)
    for x, y, a in ((-196, -30, 0), (-116, -30, 0), (-38, -30, 8), (52, 26, 44)):
        c.group(x, y, 1, turn=a)
        c.line("M24 8V-96M-8-22L-14-4M8-22L16-4", t.ink, 7)
        c.fill(sharp([(-18, -66), (18, -66), (22, -16), (-22, -16)]), t.accent if x > 0 else t.base)
        c.ball(0, -78, 15, _skin(t))
        c.fill(sharp([(-19, -82), (0, -106), (19, -82)]), t.ink)
        c.end()
    c.line("M176-76L246-170", t.accent, 24)
    c.fill(sharp([(164, -84), (188, -66), (154, -44)]), t.pale)
    c.ball(157, -49, 4, t.ink)
    c.line("M240-162L252-178", mix(t.accent, t.pale, 0.6), 24)


def wash_out_the_archive(c: Canvas, t: Tones, chance: Chance) -> None:
    """The third drawer from the top was the sea."""
    c.fill(box(-196, -176, 160, 326), t.base)
    c.fill(box(-36, -176, 26, 326), mix(t.base, t.shade, 0.5))
    c.fill("".join(box(-186, y, 140, 66) for y in (-166, -10, 68)), mix(t.base, t.lit, 0.25))
    c.line("M-136-132H-96M-136 22H-96M-136 100H-96", t.accent, 8)
    c.fill(box(-186, -88, 140, 66), t.ink)
    water = mix(t.lit, t.mid, 0.35)
    c.fill(smooth([(-180, -26), (-176, -64), (-110, -84), (-20, -70), (70, -30), (126, 50), (200, 84), (300, 90), (300, 180), (-120, 180), (-60, 110), (-20, 60), (-60, 0), (-110, -20)], tension=0.8), water)
    c.fill(smooth([(-150, -44), (-90, -66), (0, -50), (70, 0), (120, 76), (210, 112), (120, 110), (60, 60), (0, 0), (-80, -30)], tension=0.8), mix(t.lit, t.pale, 0.3))
    c.fill(sharp([(-206, -30), (-56, -30), (-46, 8), (-216, 8)]), mix(t.base, t.lit, 0.4))
    c.line("M-150-10H-110", t.accent, 8)
    for x, y, a in ((40, -96, -24), (118, -40, 18), (176, -110, 40), (-4, 96, 12), (232, 50, -16)):
        c.group(x, y, 1, turn=a)
        c.fill(box(-22, -30, 46, 58), t.pale)
        c.line("M-12-16H14M-12-4H14M-12 8H6", t.base, 4)
        c.end()
    c.fill(sharp([(76, 112), (112, 124), (146, 72), (168, 124), (206, 110), (184, 152), (98, 152)]), t.pale)
    c.fill(sharp([(146, 72), (168, 124), (126, 124)]), mix(t.pale, t.base, 0.25))
    c.fill(_drops(((-30, -110), (10, -150), (80, -140), (140, -6))), t.lit)


def overdue_since_the_flood(c: Canvas, t: Tones, chance: Chance) -> None:
    """A borrowed book, come back with what lives in it, and the slip."""
    c.fill(sharp([(-240, 110), (240, 110), (262, 146), (-262, 146)]), t.shade)
    c.fill(box(-262, 146, 524, 64), t.ink)
    c.fill(smooth([(-150, 120), (-80, 104), (60, 104), (150, 118), (60, 134), (-90, 134)]), mix(t.lit, t.base, 0.3))
    c.fill(sharp([(0, -80), (-160, -116), (-172, 88), (0, 116)]) + sharp([(0, -80), (160, -116), (172, 88), (0, 116)]), t.accent)
    c.fill(smooth([(0, -72), (-80, -102), (-146, -98), (-156, 78), (-84, 76), (0, 106)], tension=0.6), t.pale)
    c.fill(smooth([(0, -72), (80, -102), (146, -98), (156, 78), (84, 76), (0, 106)], tension=0.6), mix(t.pale, t.lit, 0.45))
    c.line("M-126-64Q-80-72-30-46M-126-36Q-80-44-30-18M-128-8Q-80-16-30 10M-130 20Q-80 12-30 38", t.base, 5)
    c.fill(box(44, -70, 80, 40), mix(t.pale, t.accent, 0.35))
    c.line("M52-58H116M52-44H100", t.accent, 5)
    c.line("M-128 48C-160 80-110 100-140 140M-100 60C-120 90-90 110-104 150M140 40C170 70 126 96 156 136", mix(t.base, t.shade, 0.4), 10)
    c.fill(smooth([(60, 40), (70, 6), (98, -6), (126, 8), (134, 40), (98, 52)]), t.base)
    c.line("M62 34L36 20M66 22L44 4M132 34L156 22M128 20L148 4", t.base, 7)
    for x in (84, 110):
        c.line(f"M{x} 2V-14", t.base, 5)
        _eye(c, t, x, -18, 9)
    c.line("M88 30Q98 38 110 30", t.ink, 4)
    c.fill(smooth([(-20, -84), (30, -96), (40, -150), (70, -168), (110, -150), (150, -172), (180, -150), (164, -132), (118, -124), (76, -140), (60, -92), (20, -70)], tension=0.7), t.light)
    c.line("M74-152l16 6M104-138l18-8M136-156l18-4", t.base, 4)


def sort_the_wreckage(c: Canvas, t: Tones, chance: Chance) -> None:
    """A clock, worth keeping, and what else was brought."""
    c.group(-110, 60, 1, turn=-12)
    c.line("M-88 0H88M0-88V88M-62-62L62 62M62-62L-62 62", t.shade, 12)
    c.ball(0, 0, 66, t.shade)
    c.ball(0, 0, 50, mix(t.haze, t.mid, 0.4))
    c.line("M-50 0H50M0-50V50M-36-36L36 36M36-36L-36 36", t.shade, 8)
    c.ball(0, 0, 16, t.accent)
    c.end()
    c.group(20, 0, 1, turn=5)
    c.fill(box(-56, -46, 112, 178), t.base)
    c.fill(box(26, -46, 30, 178) + box(-68, 118, 136, 24), t.shade)
    c.fill(smooth([(-70, -40), (-70, -130), (-40, -164), (0, -182), (40, -164), (70, -130), (70, -40)], tension=0.6), mix(t.base, t.lit, 0.2))
    c.ball(0, -100, 52, t.ink)
    c.ball(0, -100, 44, t.pale)
    c.line("M0-100V-130M0-100L22-90", t.ink, 6)
    c.dots([(0, -136), (36, -100), (0, -64), (-36, -100)], t.accent, 8)
    c.fill(box(-30, -30, 50, 126), t.ink)
    c.line("M-5-30V50", t.light, 4)
    c.ball(-5, 60, 18, t.accent)
    c.fill(box(-84, -10, 50, 32), t.pale)
    c.line("M-74 6H-46", t.accent, 5)
    c.end()
    c.fill(sharp([(108, 66), (216, 78), (204, 148), (104, 142)]), mix(t.accent, t.shade, 0.5))
    c.line("M106 92L212 102M104 118L208 126", mix(t.accent, t.shade, 0.75), 5)
    c.line("M128 66L112-16M154 68L160-40M184 72L214-4", mix(t.lit, t.pale, 0.5), 7)
    c.fill(disc(110, -26, 14, 20) + disc(161, -52, 14, 20) + disc(218, -14, 14, 19), mix(t.lit, t.pale, 0.5))


def redraw_the_border(c: Canvas, t: Tones, chance: Chance) -> None:
    """The line goes round the house; a hand sees to it."""
    ground = mix(t.lit, t.mid, 0.4)
    c.fill(smooth([(-300, 40), (-120, 16), (60, 30), (300, 8), (300, 220), (-300, 220)], tension=0.7), ground)
    c.fill(smooth([(-300, 40), (-120, 16), (20, 26), (-10, 70), (-60, 120), (-100, 220), (-300, 220)], tension=0.7), mix(ground, t.base, 0.35))
    c.line(_dashes([(20, 26), (-40, 124), (-96, 200)], 16, 16), mix(ground, t.pale, 0.5), 9)
    c.line("M24 26Q170 30 176 80Q180 130 60 136Q-20 146-60 200", t.accent, 11)
    c.fill(box(28, 10, 96, 86), t.pale)
    c.fill(box(90, 10, 34, 86), mix(t.pale, t.base, 0.3))
    c.fill(sharp([(12, 16), (76, -48), (140, 16)]), t.base)
    c.fill(box(48, 50, 26, 46) + box(96, 34, 18, 22), t.ink)
    c.fill(box(104, -40, 16, 36), t.shade)
    c.ball(61, 44, 9, _skin(t))
    for x, y, color in ((-196, 60, t.pale), (-150, 120, t.pale), (214, 50, t.accent), (200, 140, t.accent)):
        c.line(f"M{x} {y}V{y - 78}", t.shade, 6)
        c.fill(sharp([(x + 2, y - 78), (x + 46, y - 64), (x + 2, y - 48)]), color)
    c.group(-60, 190, 1)
    c.line("M0 0L-66-200", t.ink, 14)
    c.fill(sharp([(6, 22), (-14, -12), (8, -20)]), t.pale)
    skin = _skin(t)
    c.fill(smooth([(-290, -330), (-190, -300), (-110, -250), (-60, -190), (-20, -130), (-22, -84), (-48, -76), (-80, -110), (-150, -160), (-240, -220)], tension=0.8), t.base)
    c.fill(smooth([(-110, -196), (-60, -196), (-20, -150), (-4, -84), (-14, -66), (-36, -84), (-60, -78), (-92, -120), (-120, -160)], tension=0.8), skin)
    c.line("M-70-160Q-30-130-24-84M-94-146Q-60-116-50-84", mix(skin, t.base, 0.4), 5)
    c.fill(sharp([(-126, -230), (-76, -182), (-112, -132), (-162, -184)]), t.pale)
    c.end()


def _bottles(c: Canvas, t: Tones, places: tuple[tuple[float, float, float], ...], color: str) -> None:
    """Bottles at x and y, leaning by an angle, each with a letter."""
    glass = paper = cork = words = ""
    for x, y, lean in places:

        def turned(points: list[Point], x: float = x, y: float = y, lean: float = lean) -> list[Point]:
            return [(x + px * cos(lean) - py * sin(lean), y + px * sin(lean) + py * cos(lean)) for px, py in points]

        glass += sharp(turned([(-32, 70), (-36, -12), (-28, -34), (-13, -48), (-13, -88), (13, -88), (13, -48), (28, -34), (36, -12), (32, 70)]))
        paper += sharp(turned([(-19, 52), (-19, -22), (19, -22), (19, 52)]))
        cork += sharp(turned([(-12, -82), (-14, -110), (14, -110), (12, -82)]))
        for down in (-8, 10, 28):
            (x0, y0), (x1, y1) = turned([(-11, down), (11, down)])
            words += f"M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}"
    c.fill(glass, color)
    c.fill(paper, t.pale)
    c.line(words, t.base, 4)
    c.fill(cork, t.accent)


def every_bottle_at_once(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tide of messages, to one gull."""
    _bottles(c, t, ((-214, 10, -0.35), (-122, -4, 0.2), (-34, -14, -0.15), (60, 2, 0.4), (150, -8, -0.25), (232, 6, 0.2)), mix(t.base, t.lit, 0.35))
    c.fill(smooth([(-300, 60), (-220, 40), (-150, 56), (-60, 34), (30, 54), (120, 34), (210, 56), (300, 36), (300, 220), (-300, 220)]), mix(t.mid, t.near, 0.1))
    _bottles(c, t, ((-162, 82, 0.4), (-50, 66, -0.5), (70, 78, 0.15), (180, 72, 0.55)), mix(t.lit, t.mid, 0.15))
    c.fill(smooth([(-300, 124), (-210, 100), (-120, 126), (-20, 104), (90, 128), (190, 102), (300, 122), (300, 220), (-300, 220)]), mix(t.mid, t.near, 0.45))
    c.fill(smooth([(-20, -118), (-4, -150), (30, -166), (44, -190), (66, -186), (68, -156), (50, -124), (10, -104)]), t.pale)
    c.fill(smooth([(-34, -116), (-6, -146), (34, -142), (10, -120)]), t.base)
    c.fill(sharp([(64, -184), (92, -172), (66, -172)]), t.accent)
    c.ball(56, -178, 4, t.ink)
    c.line("M14-106V-92M26-108V-94", t.accent, 4)


def high_water_mark(c: Canvas, t: Tones, chance: Chance) -> None:
    """A house that shows how high, and the water that means to do better."""
    wall = mix(t.pale, t.accent, 0.12)
    c.fill(box(-120, -60, 240, 230), wall)
    c.fill(box(-120, 26, 240, 144), mix(wall, t.base, 0.5))
    c.fill(sharp([(-146, -52), (-100, -150), (100, -150), (146, -52)]), t.base)
    c.fill(box(56, -186, 32, 46) + box(50, -192, 44, 14), t.shade)
    c.line("M-128-84H128M-114-116H114", mix(t.base, t.shade, 0.6), 5)
    c.fill(box(-96, -34, 50, 44) + box(-24, -34, 50, 44), t.ink)
    c.fill(box(-90, -28, 38, 32) + box(-18, -28, 38, 38), mix(t.light, t.accent, 0.3))
    c.line("M-71-28V4M-90-12H-52M1-34V-26", t.shade, 4)
    c.fill(smooth([(-12, 10), (-14, -10), (0, -16), (12, -8), (12, 10)]) + sharp([(-12, -6), (-10, -24), (-1, -13), (9, -24), (12, -6)]), t.shade)
    c.fill(box(-30, 54, 60, 116), t.shade)
    c.line("M-120 26H120", t.accent, 8)
    c.line("M84-40V120M76-20H92M76 4H92M76 50H92M76 74H92M76 98H92", t.ink, 5)
    c.fill(sharp([(128, 26), (168, 6), (168, 46)]), t.accent)
    c.fill(smooth([(-300, 96), (-200, 84), (-100, 98), (0, 86), (100, 98), (200, 84), (300, 96), (300, 220), (-300, 220)]), t.mid)
    c.line("M-220 116H-150M-60 130H10M100 118H170M-140 150H-80M60 156H130", mix(t.mid, t.lit, 0.6), 5)
    c.fill(smooth([(-214, 96), (-222, 74), (-190, 80), (-170, 74), (-164, 50), (-146, 46), (-140, 64), (-146, 90), (-176, 102)]), t.pale)
    c.fill(sharp([(-142, 52), (-120, 60), (-142, 64)]), t.accent)
    c.ball(-151, 56, 3.4, t.ink)


def westerly_as_usual(c: Canvas, t: Tones, chance: Chance) -> None:
    """Washing that the wind has all but got, and its owner with it."""
    c.line("M-206 190V-160M-236-146H-176", t.shade, 11)
    c.line("M-200-146Q-40-170 290-158", t.shade, 4)
    c.group(-128, -154, 1, turn=-58)
    c.fill(sharp([(-26, 0), (26, 0), (62, 26), (48, 48), (30, 36), (32, 100), (-32, 100), (-30, 36), (-48, 48), (-62, 26)]), mix(t.base, t.lit, 0.2))
    c.line("M-12 2Q0 16 12 2M0 40V42M0 60V62M0 80V82", t.pale, 5)
    c.end()
    c.group(0, -160, 1, turn=-62)
    c.fill(sharp([(-28, 0), (28, 0), (34, 116), (8, 120), (0, 44), (-10, 120), (-36, 114)]), t.accent)
    c.line("M-27 12H27M-35 104H-12M9 108H33", t.pale, 6)
    c.end()
    c.group(124, -160, 1, turn=-64)
    c.fill(smooth([(-16, 0), (16, 0), (16, 60), (44, 84), (36, 100), (-4, 94), (-16, 64)], tension=0.5), t.shade)
    c.line("M-14 18H14M-14 38H14", t.lit, 8)
    c.end()
    c.dots([(-142, -146), (-114, -176), (-14, -136), (12, -184), (118, -146), (130, -172)], t.ink, 11)
    c.fill(smooth([(-186, -20), (-110, -36), (-30, -10), (50, -30), (80, 8), (40, 30), (-40, 28), (-120, 8), (-180, 14)], tension=0.8), t.pale)
    c.line("M-160-6Q-100-18-50 2Q0 16 50 4", mix(t.pale, t.base, 0.3), 5)
    skin = _skin(t)
    c.line("M-186-4Q-196 0-200 6", t.shade, 4)
    c.line("M66-4Q96 4 118 30M60 20Q90 30 116 40", t.base, 20)
    c.dots([(62, -8), (56, 20)], skin, 24)
    c.fill(smooth([(104, 24), (130, 16), (176, 44), (250, 56), (262, 112), (216, 96), (160, 84), (112, 60)], tension=0.7), t.base)
    c.fill(smooth([(150, 36), (180, 46), (250, 56), (262, 112), (240, 104), (200, 70)], tension=0.7), t.shade)
    c.line("M240 84L286 104M236 96L276 124", skin, 11)
    c.ball(118, 4, 25, skin)
    c.fill(smooth([(92, -4), (100, -30), (130, -30), (148, -8), (168, -4), (144, 14), (124, -10)]), t.accent)
    c.ball(104, 2, 4, t.ink)
    c.fill(disc(102, 16, 6, 7), t.ink)
    c.line("M-280-60H-230M-270-20H-214M-286 60H-220M-120 90H-30M30 130H110", t.pale, 5)


def under_review(c: Canvas, t: Tones, chance: Chance) -> None:
    """A committee of fish, wigged, over one glowing paper."""
    c.group(0, -16, 0.96)
    bellies = mouths = wigs = curls = ties = ""
    eyes: list[Point] = []
    pupils: list[Point] = []
    for x, y, color in ((-150, -30, t.base), (0, -56, mix(t.base, t.lit, 0.5)), (150, -30, mix(t.base, t.shade, 0.5))):
        c.fill(smooth([(x - 58, 110), (x - 66, y + 20), (x - 50, y - 46), (x, y - 86), (x + 50, y - 46), (x + 66, y + 20), (x + 58, 110)], tension=0.8), color)
        bellies += f"M{x - 38} 110V{y + 60}q38-76 76 0V110Z"
        eyes += [(x - 38, y - 24), (x + 38, y - 24)]
        pupils += [(x - 38 - x * 0.04, y - 22), (x + 38 - x * 0.04, y - 22)]
        mouths += sharp([(x - 30, y + 22), (x, y + 2), (x + 30, y + 22), (x, y + 13)])
        wigs += smooth([(x - 62, y + 4), (x - 64, y - 60), (x - 30, y - 100), (x + 30, y - 100), (x + 64, y - 60), (x + 62, y + 4), (x + 46, y - 44), (x, y - 66), (x - 46, y - 44)], tension=0.8)
        curls += f"M{x - 52} {y - 62}q12-14 24-18M{x - 12} {y - 88}h24M{x + 28} {y - 80}q16 4 24 18"
        ties += sharp([(x - 20, y + 42), (x, y + 52), (x + 20, y + 42), (x + 20, y + 72), (x, y + 60), (x - 20, y + 72)])
    c.fill(bellies, t.lit)
    c.dots(eyes, t.pale, 34)
    c.dots(pupils, t.ink, 17)
    c.fill(mouths, t.ink)
    c.fill(wigs, t.pale)
    c.line(curls, mix(t.pale, t.base, 0.35), 5)
    c.fill(ties, t.accent)
    c.fill(box(-250, 92, 500, 32), mix(t.accent, t.shade, 0.45))
    c.fill(box(-236, 124, 472, 96), mix(t.accent, t.shade, 0.7))
    c.fill(sharp([(-56, 60), (40, 54), (58, 104), (-60, 108)]), t.light)
    c.line("M-40 74L28 70M-42 86L36 82M-44 98L10 95", t.base, 4)
    c.ball(84, 74, 27, t.ink)
    c.ball(84, 74, 20, t.lit)
    c.line("M102 92L128 114", t.ink, 9)
    c.end()


def salt_in_the_works(c: Canvas, t: Tones, chance: Chance) -> None:
    """Wheels that have stopped for the crystals between them."""
    brass = mix(t.accent, t.shade, 0.3)
    for x, y, r, n, color in ((-96, 20, 112, 12, mix(t.shade, t.base, 0.25)), (92, -50, 84, 10, brass), (116, 100, 62, 9, t.ink)):
        c.fill(sharp(ring(x, y, r, n, 0.13, inner=r * 0.8)), color)
        c.ball(x, y, r * 0.83, color)
        c.ball(x, y, r * 0.58, mix(color, t.lit, 0.35))
        c.line("".join(f"M{x} {y}L{x + r * 0.6 * cos(k * pi / 2 + 0.4):.0f} {y + r * 0.6 * sin(k * pi / 2 + 0.4):.0f}" for k in range(4)), color, r * 0.2)
        c.ball(x, y, r * 0.24, color)
        c.ball(x, y, r * 0.1, t.ink)
    crystals = facets = ""
    for x, y, h, lean in ((10, 6, 84, 0.2), (-24, 24, 60, -0.5), (40, 20, 58, 0.7), (26, 62, 76, 0.1), (56, 50, 50, 0.6), (-6, 70, 48, -0.5), (-170, 120, 70, -0.4), (-142, 132, 86, 0.1), (-112, 130, 52, 0.5), (160, 44, 52, 0.5), (138, 36, 44, -0.3)):
        w, px, py = h * 0.24, sin(lean), -cos(lean)
        top = (x + px * h, y + py * h)
        left, right = (x - py * -w + px * h * 0.66, y + px * -w + py * h * 0.66), (x - py * w + px * h * 0.66, y + px * w + py * h * 0.66)
        crystals += sharp([(x - w, y), left, top, right, (x + w, y)])
        facets += sharp([(x, y), (x + px * h * 0.7, y + py * h * 0.7), top, right, (x + w, y)])
    c.fill(crystals, t.pale)
    c.fill(facets, mix(t.lit, t.base, 0.25))
    c.dots([(-60, -84), (-20, -120), (30, -150), (-170, -90), (180, 150), (70, 150), (-60, 150)], t.pale, 9)
    c.line("M-190-60l-20-14M-200-30l-24-4", t.pale, 5)


def the_sea_doesnt_knock(c: Canvas, t: Tones, chance: Chance) -> None:
    """It comes in by the door, over the mat."""
    c.group(0, -34, 0.9)
    c.fill(box(-86, -176, 182, 286), t.ink)
    c.fill(box(-70, -160, 150, 270), mix(t.sky, t.haze, 0.5))
    c.fill(sharp([(80, -160), (176, -196), (176, 146), (80, 110)]), t.base)
    c.fill(sharp([(96, -128), (158, -150), (158, -40), (96, -36)]) + sharp([(96, 0), (158, 0), (158, 110), (96, 92)]), mix(t.base, t.shade, 0.4))
    c.ball(164, -10, 9, t.accent)
    c.fill(sharp([(-150, 120), (70, 120), (104, 172), (-190, 172)]), t.accent)
    c.line("M-150 160L-136 130M-90 160L-84 130M-30 160L-30 130M30 160L24 130", mix(t.accent, t.pale, 0.5), 6)
    c.fill(smooth([(84, 112), (76, 20), (50, -70), (-10, -116), (-90, -108), (-138, -60), (-136, -22), (-104, -6), (-96, -34), (-70, -46), (-40, -20), (-36, 40), (-60, 96), (-96, 136), (-40, 144), (20, 136)], tension=0.9), t.base)
    c.fill(smooth([(64, 112), (56, 20), (30, -60), (-20, -94), (-76, -86), (-30, -66), (0, -10), (0, 60), (-40, 132), (20, 132)], tension=0.9), mix(t.mid, t.lit, 0.3))
    c.fill(smooth([(30, 112), (40, 40), (24, -30), (-6, -70), (10, -10), (18, 50), (-4, 120)], tension=0.9), t.lit)
    for x, y, r in ((-140, -56, 15), (-132, -24, 13), (-108, -90, 17), (-70, -112, 15), (-108, -2, 11), (-166, -36, 7), (-152, -2, 6)):
        c.ball(x, y, r, t.pale)
    _eye(c, t, -58, -76, 12, -0.3)
    _eye(c, t, -24, -82, 12, -0.3)
    c.fill(disc(-78, 150, 34, 12) + disc(10, 148, 34, 12), t.lit)
    c.line("M-210 40V170M-236 150L-210 60M-184 150L-210 60", t.shade, 7)
    c.fill(sharp([(-240, 96), (-180, 96), (-188, 172), (-232, 172)]), mix(t.base, t.shade, 0.5))
    c.line("M-196 96L-174 20Q-166 4-154 18", t.accent, 6)
    c.fill(smooth([(-288, 172), (-180, 158), (-60, 170), (60, 160), (200, 172), (280, 164), (280, 210), (-288, 210)]), mix(t.mid, t.lit, 0.35))
    c.end()


def reading_room_below(c: Canvas, t: Tones, chance: Chance) -> None:
    """A grouper in an armchair, a jellyfish for a lamp."""
    c.group(0, -22, 0.92)
    c.ball(132, -80, 124, mix(t.mid, t.accent, 0.25))
    c.ball(132, -80, 84, mix(t.mid, t.light, 0.45))
    c.fill(smooth([(66, -66), (76, -120), (132, -148), (188, -120), (198, -66), (166, -76), (132, -64), (98, -76)], tension=0.8), t.accent)
    c.fill(smooth([(86, -84), (96, -118), (132, -132), (110, -104), (104, -84)]), t.light)
    c.line("M96-66Q84-30 100 0Q110 30 96 60M132-60Q122-20 134 20Q142 50 132 90M168-66Q182-30 166 10Q160 40 172 70", mix(t.accent, t.light, 0.4), 6)
    chair = mix(t.accent, t.shade, 0.55)
    c.fill(smooth([(-216, 150), (-222, 10), (-200, -90), (-140, -110), (-90, -80), (-90, 60), (60, 66), (70, 150)], tension=0.5), chair)
    c.fill(smooth([(-216, 150), (-220, 60), (-190, 30), (-150, 44), (-146, 96), (60, 96), (70, 150)], tension=0.5), mix(chair, t.shade, 0.45))
    c.fill(box(-204, 148, 20, 24) + box(30, 148, 20, 24), t.ink)
    c.fill(smooth([(-150, 70), (-172, 0), (-140, -66), (-76, -96), (-10, -70), (18, -30), (4, -16), (16, 4), (-10, 46), (-50, 92), (-110, 100)], tension=0.8), t.base)
    c.fill(smooth([(-150, 70), (-172, 0), (-140, -66), (-76, -96), (-40, -88), (-100, -50), (-124, 10), (-116, 90)], tension=0.8), mix(t.base, t.shade, 0.5))
    c.fill(sharp([(-128, -70), (-136, -112), (-100, -96), (-92, -128), (-66, -104), (-44, -118), (-40, -86)]), t.shade)
    c.fill(smooth([(-60, 20), (-20, 16), (8, 6), (-10, 46), (-50, 92), (-90, 96), (-84, 50)]), t.lit)
    c.line("M18-16Q-6 2-34-12", t.ink, 5)
    c.ball(-30, -44, 24, t.ink)
    _eye(c, t, -30, -44, 18, 0.4)
    c.line("M-6-46H14M-54-48L-90-60", t.ink, 5)
    c.fill(sharp([(-12, 70), (46, 30), (110, 44), (60, 92)]) , t.pale)
    c.fill(sharp([(-12, 70), (46, 30), (36, 10), (-26, 46)]), mix(t.pale, t.lit, 0.6))
    c.line("M4 66L44 40M20 72L60 46M36 80L78 52", t.base, 4)
    c.fill(smooth([(-84, 40), (-40, 34), (6, 62), (12, 80), (-40, 82), (-80, 70)]), mix(t.base, t.lit, 0.4))
    c.dots([(-60, -150), (-40, -176)], t.pale, 10)
    c.end()


def anchor_at_the_ankle(c: Canvas, t: Tones, chance: Chance) -> None:
    """A goose, as high as its chain."""
    c.group(-110, 60, 0.92, turn=-16)
    c.line("M0 70V-30M-58 20Q-52 78 0 84Q52 78 58 20M-32-12H32", t.shade, 17)
    c.fill(sharp([(-78, 36), (-58, -8), (-34, 30)]) + sharp([(78, 36), (58, -8), (34, 30)]), t.shade)
    c.line("M-14-44A14 14 0 1 0 14-44A14 14 0 1 0-14-44", t.shade, 9)
    c.end()
    c.fill(smooth([(-210, 150), (-160, 124), (-90, 116), (-30, 128), (10, 150), (-100, 162)]), mix(mix(t.pale, t.accent, 0.2), t.base, 0.3))
    c.line("M-122 22Q-90 60-54 26T6-2", t.ink, 6)
    c.dots([(-112, 34), (-92, 42), (-70, 38), (-54, 24), (-42, 10), (-24, 2), (-6, -1)], t.ink, 14)
    c.group(40, -46, 1, turn=-20)
    c.line("M-40 34L-70 58M-6 34L-20 66", t.accent, 9)
    c.fill(sharp([(-70, 54), (-100, 62), (-72, 76)]) + sharp([(-24, 62), (-50, 78), (-16, 80)]), t.accent)
    c.line("M-34 48L-10 56", t.ink, 13)
    c.fill(smooth([(0, -20), (-30, -90), (-84, -130), (-104, -126), (-84, -90), (-80, -50), (-46, -4)], tension=0.8), mix(t.lit, t.base, 0.4))
    c.fill(smooth([(-112, 2), (-150, -14), (-124, -30), (-60, -34), (20, -32), (62, -16), (60, 20), (10, 42), (-60, 40)]), t.pale)
    c.fill(smooth([(-112, 2), (-60, 14), (10, 16), (60, 10), (10, 42), (-60, 40)]), t.lit)
    c.fill(limb((44, -8, 46), (92, -26, 26), (124, -50, 21), (150, -56, 30)), t.pale)
    c.fill(sharp([(160, -70), (206, -56), (160, -44)]), t.accent)
    c.line("M164-57H196", t.ink, 3)
    c.ball(152, -62, 4.5, t.ink)
    c.line("M142-76L160-70", t.ink, 5)
    c.fill(smooth([(28, -14), (10, -74), (-8, -140), (-50, -176), (-66, -166), (-70, -120), (-74, -60), (-50, 2), (-10, 6)], tension=0.8), t.pale)
    c.line("M-58-154L-26-30M-66-116L-40-20M-36-150L-8-40", mix(t.pale, t.base, 0.4), 6)
    c.end()
    c.line("M218-112l28-8M196-20l26 12", t.pale, 6)


def borrowed_gills(c: Canvas, t: Tones, chance: Chance) -> None:
    """A cat that walks on the bottom, to the alarm of the fish."""
    c.group(-50, 40, 1)
    c.line("M-90-10C-160-20-160-100-118-124C-96-136-84-112-100-102", t.base, 20)
    c.line("M-70 20L-86 104M-30 30L-26 106", t.shade, 26)
    c.line("M50 20L36 104M84 10L100 102", t.base, 26)
    c.fill(smooth([(-104, 4), (-80, -50), (-10, -56), (60, -60), (104, -40), (110, 10), (60, 48), (-40, 50), (-92, 36)]), t.base)
    c.fill(smooth([(-104, 4), (-80, -50), (-10, -56), (60, -60), (20, -34), (-50, -24)]), mix(t.base, t.lit, 0.5))
    c.fill(smooth([(60, -70), (66, -120), (110, -136), (160, -124), (178, -82), (158, -46), (110, -36), (74, -46)]), t.base)
    c.fill(sharp([(68, -112), (66, -160), (104, -132)]) + sharp([(124, -134), (158, -164), (168, -112)]), t.base)
    c.fill(smooth([(118, -66), (148, -76), (176, -66), (158, -44), (126, -42)]), t.pale)
    for x in (112, 152):
        c.ball(x, -92, 14, t.light)
        c.fill(disc(x + 4, -92, 4, 11), t.ink)
    c.fill(sharp([(140, -72), (156, -72), (148, -62)]), t.accent)
    c.line("M148-62Q140-50 130-56M148-62Q156-50 166-56", t.ink, 4)
    c.line("M72-84Q84-70 76-54M84-86Q96-70 88-52M60-80Q70-68 64-56", t.accent, 7)
    c.line("M-60-44Q-50-20-56 6M-24-50Q-14-24-20 4M12-54Q22-28 16 2", t.shade, 8)
    c.end()
    c.group(196, -80, 1)
    c.fill(smooth([(-58, 0), (-20, -32), (30, -26), (52, 0), (30, 26), (-20, 32)]), t.accent)
    c.fill(sharp([(44, 0), (86, -32), (74, 0), (86, 32)]), t.accent)
    _eye(c, t, -28, -8, 13, -0.5)
    c.fill(disc(-46, 12, 6, 8), t.ink)
    c.line("M-6-14Q4 0-6 14", t.pale, 4)
    c.end()
    c.dots([(66, -118), (84, -146), (60, -172)], t.pale, 13)


def wet_wool(c: Canvas, t: Tones, chance: Chance) -> None:
    """A soaked sheep; fire goes out on it."""
    c.group(-20, 30, 1)
    c.line("M-70 40V116M-34 50V118M34 50V118M70 40V116", t.ink, 20)
    wool = mix(t.pale, t.mid, 0.28)
    c.fill(smooth([(-130, 10), (-140, -40), (-104, -64), (-92, -100), (-48, -92), (-16, -116), (22, -94), (62, -104), (84, -70), (118, -56), (112, -12), (124, 24), (86, 40), (70, 74), (46, 52), (20, 86), (0, 56), (-30, 82), (-50, 54), (-84, 72), (-96, 40)], tension=0.9), wool)
    c.fill(smooth([(-130, 10), (-96, 24), (-40, 20), (20, 30), (80, 16), (124, 24), (86, 40), (70, 74), (46, 52), (20, 86), (0, 56), (-30, 82), (-50, 54), (-84, 72), (-96, 40)], tension=0.9), mix(wool, t.base, 0.35))
    c.line("M-84-50q14 14 30 2M-30-76q14 14 30 2M30-60q14 14 30 2M-50-12q14 14 30 2M16-20q14 14 30 2", mix(wool, t.base, 0.45), 5)
    c.fill(smooth([(92, -74), (120, -100), (164, -92), (184, -50), (176, -14), (150, -4), (118, -24), (98, -46)]), t.ink)
    c.fill(smooth([(100, -84), (66, -78), (52, -58), (84, -56), (104, -66)]), t.ink)
    c.fill(smooth([(84, -80), (92, -116), (122, -126), (156, -112), (150, -88), (118, -82)]), wool)
    c.line("M132-60h18M158-58h14", t.pale, 6)
    c.line("M150-24Q164-16 176-24", t.pale, 4)
    c.end()
    c.fill(_drops(((-150, 84), (-12, 136), (170, 50))), t.lit)
    for x, y, a in ((-176, -100, 44), (-36, -136, 84), (140, -140, 128)):
        c.group(x, y, 1, turn=a)
        c.line("M-64 0H24", t.shade, 7)
        c.fill(smooth([(48, 0), (30, 19), (4, 18), (-48, 8), (-12, 2), (-30, -12), (4, -18), (30, -19)]), t.accent)
        c.ball(26, 0, 10, t.light)
        c.end()
    c.line("M-134-44q-14-14 0-28t0-28M-22-84q-14-12 0-24M128-92q14-14 0-28", t.pale, 6)


def change_of_registry(c: Canvas, t: Tones, chance: Chance) -> None:
    """A paw, put where the form says to sign."""
    c.fill(sharp([(-300, 92), (300, 92), (300, 220), (-300, 220)]), mix(t.accent, t.shade, 0.6))
    c.fill(sharp([(-300, 92), (300, 92), (300, 106), (-300, 106)]), mix(t.accent, t.shade, 0.35))
    c.group(-30, 20, 1, turn=-6)
    c.fill(box(-120, -150, 240, 300), t.pale)
    c.fill(box(-100, -132, 60, 40), mix(t.pale, t.base, 0.35))
    c.fill(sharp([(-92, -100), (-70, -124), (-48, -100)]), t.pale)
    c.line("M-20-124H100M-20-104H70M-100-66H100M-100-44H100M-100-22H60M20 118H106", t.base, 6)
    for x, y, s, a in ((-56, 72, 1.0, -16), (-70, 6, 0.5, 30)):
        c.group(x, y, s, turn=a)
        c.fill(smooth([(-34, 22), (-26, -6), (0, -18), (26, -6), (34, 22), (0, 34)]), t.shade)
        c.dots([(-36, -18), (-13, -38), (13, -38), (36, -18)], t.shade, 22)
        c.end()
    c.end()
    fur = t.base
    c.fill(smooth([(290, -190), (190, -120), (110, -30), (40, 30), (22, 84), (54, 116), (110, 110), (170, 50), (290, -20)], tension=0.8), fur)
    c.fill(smooth([(290, -190), (190, -120), (110, -30), (40, 30), (110, -4), (200, -84), (290, -130)], tension=0.8), mix(fur, t.lit, 0.4))
    c.fill(sharp([(168, -104), (232, -36), (206, -10), (142, -76)]), t.accent)
    for x, y in ((26, 74), (46, 98), (74, 112), (102, 108)):
        c.ball(x, y, 22, fur)
        c.fill(sharp([(x - 16, y + 8), (x + 4, y + 12), (x - 14, y + 34)]), t.pale)
    c.fill(box(-236, 100, 80, 28) + disc(-196, 60, 22), t.ink)
    c.fill(sharp([(-212, 70), (-180, 70), (-166, 102), (-226, 102)]), t.accent)
    c.fill(disc(214, 132, 56, 18), t.ink)
    c.fill(disc(214, 126, 44, 11), t.base)


def diary_of_the_crossing(c: Canvas, t: Tones, chance: Chance) -> None:
    """A crocodile writes up its day."""
    c.fill(box(-300, 96, 600, 124), mix(t.accent, t.shade, 0.62))
    c.fill(box(-300, 96, 600, 14), mix(t.accent, t.shade, 0.35))
    c.fill(smooth([(-196, 100), (-200, 20), (-176, -60), (-120, -104), (-60, -96), (-30, -40), (-20, 40), (-10, 100)], tension=0.8), t.base)
    c.fill(sharp([(-198, 60), (-224, 34), (-196, 20), (-216, -10), (-186, -24), (-196, -60), (-160, -72), (-160, 96)]), t.shade)
    c.fill(smooth([(-96, 100), (-100, 20), (-70, -50), (-36, -36), (-20, 40), (-10, 100)]), t.lit)
    c.line("M-90-10H-36M-96 22H-28M-98 54H-22", mix(t.lit, t.base, 0.5), 5)
    c.fill(smooth([(-150, -70), (-140, -128), (-104, -150), (-60, -146), (-30, -120), (40, -108), (120, -112), (144, -92), (120, -76), (30, -74), (-40, -64), (-100, -44)], tension=0.7), t.base)
    c.fill(smooth([(-60, -146), (-30, -120), (40, -108), (120, -112), (140, -100), (40, -94), (-40, -98), (-90, -130)], tension=0.7), mix(t.base, t.lit, 0.5))
    c.fill(smooth([(-110, -48), (-40, -66), (30, -74), (122, -76), (116, -54), (30, -46), (-40, -26), (-90, -26)], tension=0.7), mix(t.base, t.shade, 0.3))
    c.fill("".join(sharp([(x, -75), (x + 14, -76), (x + 7, -60)]) for x in range(-20, 116, 19)), t.pale)
    c.ball(122, -108, 8, t.shade)
    c.ball(-56, -138, 26, t.ink)
    _eye(c, t, -56, -138, 19, 0.3)
    c.line("M-30-134Q-10-126 14-122M-82-142L-120-136", t.ink, 5)
    c.fill(smooth([(-40, 96), (20, 80), (84, 98), (150, 80), (216, 96), (216, 132), (150, 118), (84, 134), (20, 118), (-40, 132)], tension=0.7), t.pale)
    c.line("M84 98V132M-24 104L64 100M-20 116L66 112M104 104L150 96", t.base, 4)
    c.fill(limb((-60, 0, 46), (-10, 62, 36), (92, 60, 28), (120, 66, 26)), mix(t.base, t.lit, 0.2))
    c.line("M112 100L136 62Q160 10 196-36", t.pale, 6)
    c.fill(smooth([(142, 48), (150, -10), (206, -64), (200, -10), (164, 30)]), t.accent)
    c.fill(box(222, 58, 40, 40), t.ink)


CREATURES: dict[str, Drawing] = {
    "sounding-tern": sounding_tern,
    "clerk-of-high-water": clerk_of_high_water,
    "mooring-snail": mooring_snail,
    "filing-octopus": filing_octopus,
    "eavesfish": eavesfish,
    "sunk-quarter-housekeeper": sunk_quarter_housekeeper,
    "last-boat-ferrywoman": last_boat_ferrywoman,
    "councillor-blowfish": councillor_blowfish,
    "admiral-of-the-ice": admiral_of_the_ice,
    "lamp-street-eel": lamp_street_eel,
    "gull-rock-lightkeeper": gull_rock_lightkeeper,
    "customs-pelican": customs_pelican,
    "breakwater-giant": breakwater_giant,
    "kitebound-surveyor": kitebound_surveyor,
    "abbess-of-the-ninth-pane": abbess_of_the_ninth_pane,
    "spring-tide-manta": spring_tide_manta,
    "steeple-hermit": steeple_hermit,
    "serpent-still-arriving": serpent_still_arriving,
}
THINGS: dict[str, Drawing] = {
    "wrong-address": wrong_address,
    "the-lighthouse-goes-out": the_lighthouse_goes_out,
    "out-with-the-ebb": out_with_the_ebb,
    "flat-calm": flat_calm,
    "spray-in-the-face": spray_in_the_face,
    "unlit-passage": unlit_passage,
    "as-the-water-sees-it": as_the_water_sees_it,
    "bridge-on-paper": bridge_on_paper,
    "wash-out-the-archive": wash_out_the_archive,
    "overdue-since-the-flood": overdue_since_the_flood,
    "sort-the-wreckage": sort_the_wreckage,
    "redraw-the-border": redraw_the_border,
    "every-bottle-at-once": every_bottle_at_once,
    "high-water-mark": high_water_mark,
    "westerly-as-usual": westerly_as_usual,
    "under-review": under_review,
    "salt-in-the-works": salt_in_the_works,
    "the-sea-doesnt-knock": the_sea_doesnt_knock,
    "reading-room-below": reading_room_below,
    "anchor-at-the-ankle": anchor_at_the_ankle,
    "borrowed-gills": borrowed_gills,
    "wet-wool": wet_wool,
    "change-of-registry": change_of_registry,
    "diary-of-the-crossing": diary_of_the_crossing,
}
