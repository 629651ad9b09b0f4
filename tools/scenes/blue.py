"""What the pictures of blue.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from math import cos, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, disc, limb, mirrored, mix, ring, sharp, smooth
from settings import Tones


def _block(x0: float, y0: float, x1: float, y1: float) -> str:
    return f"M{x0:.0f} {y0:.0f}H{x1:.0f}V{y1:.0f}H{x0:.0f}Z"


def _skin(t: Tones) -> str:
    return mix(t.pale, t.accent, 0.28)


def _swell(c: Canvas, y: float, color: str, places: tuple[tuple[float, float], ...]) -> None:
    """Water in front of what stands in it."""
    c.fill("".join(smooth([(x - w, y + 4), (x, y - 9), (x + w, y + 4), (x, y + 13)]) for x, w in places), color)


def _drops(places: tuple[Point, ...], size: float = 9) -> str:
    return "".join(smooth([(x, y - size * 1.9), (x + size, y), (x, y + size), (x - size, y)]) for x, y in places)


def _gable(x: float, y: float, w: float, h: float) -> str:
    return sharp([(x - w, y), (x - w, y - h), (x, y - h - w * 0.9), (x + w, y - h), (x + w, y)])


def _eye(c: Canvas, t: Tones, x: float, y: float, r: float, look: float = 0.3) -> None:
    c.ball(x, y, r, t.pale)
    c.ball(x + r * look, y, r * 0.52, t.ink)


# Lands


def seabed(c: Canvas, t: Tones, chance: Chance) -> None:
    """A street that the sea took."""
    water = mix(t.mid, t.haze, 0.32)
    c.fill(_block(0, 0, WIDTH, HEIGHT), mix(water, t.near, 0.12))
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
        step, shift = 130, chance.between(0, 130)
        crests: list[Point] = []
        for i in range(-2, 6):
            x = i * step + shift
            crests += [(x, base), (x + step * 0.55, base - rise)]
        data = smooth(crests, closed=False)
        c.fill(f"{data}L{crests[-1][0]:.0f} {HEIGHT}L{crests[0][0]:.0f} {HEIGHT}Z", color)
        c.line("".join(f"M{x:.0f} {y + 9:.0f}q18 10 40 14" for x, y in crests[1::2]), mix(color, t.pale, 0.4), 4)


def quay(c: Canvas, t: Tones, chance: Chance) -> None:
    """A harbour: masts, then a wall of stone to stand on."""
    c.fill(_block(0, 254, WIDTH, HEIGHT), t.mid)
    x = chance.between(0, 60)
    c.fill("".join(_gable(x + i * 52, 264, 24, chance.between(14, 52)) for i in range(5)), t.far)
    at = chance.between(330, 400)
    c.line("".join(f"M{at + i * 66:.0f} 272V{chance.between(96, 150):.0f}M{at + i * 66 - 22:.0f} 176h44" for i in range(3)), mix(t.far, t.near, 0.4), 4)
    c.fill("".join(sharp([(at + i * 66 - 34, 262), (at + i * 66 + 34, 262), (at + i * 66 + 24, 286), (at + i * 66 - 26, 286)]) for i in range(3)), mix(t.far, t.near, 0.6))
    c.fill(_block(0, 340, WIDTH, HEIGHT), mix(t.near, t.mid, 0.45))
    c.fill(_block(0, 334, WIDTH, 352), mix(t.lit, t.mid, 0.4))
    c.line("M0 376H573M60 354V376M190 354V376M330 354V376M470 354V376M120 378V400M260 378V400M400 378V400", mix(t.near, t.mid, 0.15), 3)


def strand(c: Canvas, t: Tones, chance: Chance) -> None:
    """Sand, and the line where the sea has just been."""
    sand = mix(mix(t.pale, t.accent, 0.2), t.base, 0.22)
    c.fill(_block(0, 250, WIDTH, HEIGHT), t.mid)
    edge = [(x, 296 + chance.between(-12, 10)) for x in range(-60, 661, 90)]
    c.fill("".join(sharp([(x - 40, y), (x, y - 3), (x + 40, y), (x, y + 3)]) for x, y in ((chance.between(0, WIDTH), 262 + i * 7) for i in range(5))), mix(t.mid, t.lit, 0.5))
    for down, color in ((-9, t.pale), (0, mix(sand, t.base, 0.3)), (16, sand)):
        line = [(x, y + down) for x, y in edge]
        c.fill(f"{smooth(line, closed=False)}L660 {HEIGHT}L-60 {HEIGHT}Z", color)
    c.dots([(chance.between(10, 560), chance.between(340, 392)) for _ in range(14)], mix(sand, t.base, 0.4), 4)


def rocks(c: Canvas, t: Tones, chance: Chance) -> None:
    """A skerry in a sea that dislikes it."""
    c.fill(_block(0, 258, WIDTH, HEIGHT), t.mid)
    c.fill("".join(sharp([(x - 50, y), (x, y - 4), (x + 50, y), (x, y + 4)]) for x, y in ((chance.between(0, WIDTH), 272 + i * 12) for i in range(6))), mix(t.mid, t.lit, 0.4))
    peaks = [(60, 400), (96, 340), (150, 356), (190, 322), (286, 316), (380, 326), (420, 352), (470, 334), (520, 400)]
    c.fill(sharp(peaks), t.near)
    c.fill(sharp([(96, 340), (150, 356), (190, 322), (286, 316), (250, 344), (180, 362), (120, 372)]), mix(t.near, t.mid, 0.5))
    c.fill("".join(smooth([(x - 46, 396), (x - 20, 366), (x, 378), (x + 18, 362), (x + 46, 396)]) for x in (64, 150, 400, 500)), mix(t.pale, t.mid, 0.25))


def archive(c: Canvas, t: Tones, chance: Chance) -> None:
    """Drawers up to where nobody reaches."""
    wall = mix(t.near, t.mid, 0.3)
    c.fill(_block(0, 0, WIDTH, HEIGHT), wall)
    shift = chance.between(-50, 10)
    columns, rows = [shift + i * 118 for i in range(6)], (-20, 46, 112, 178, 244)
    c.fill("".join(_block(x, y, x + 118, y + 66) for x in columns for y in rows if chance.between(0, 1) < 0.4), mix(wall, t.lit, 0.12))
    c.line("".join(f"M{x:.0f} 0V306" for x in columns) + "".join(f"M0 {y}H573" for y in rows), mix(wall, t.ink, 0.35), 6)
    c.line("".join(f"M{x + 46:.0f} {y + 33}h24" for x in columns for y in rows), mix(t.accent, wall, 0.45), 6)
    c.fill(_block(0, 306, WIDTH, HEIGHT), mix(t.near, t.shade, 0.4))
    c.line("M0 306H573", mix(wall, t.lit, 0.35), 6)


def rooftops(c: Canvas, t: Tones, chance: Chance) -> None:
    """What is left of a town above the water."""
    c.fill(_block(0, 276, WIDTH, HEIGHT), t.mid)
    far = mix(t.far, t.near, 0.25)
    c.fill("".join(_gable(40 + i * 104 + chance.between(-14, 14), 292, chance.between(34, 46), chance.between(2, 30)) for i in range(6)), far)
    roof = mix(t.near, t.base, 0.4)
    for x, w in ((40, 150), (520, 170)):
        c.fill(sharp([(x - w, 400), (x - w * 0.7, 296), (x + w * 0.7, 296), (x + w, 400)]), roof)
        c.line("".join(f"M{x - w * 0.8:.0f} {y}H{x + w * 0.8:.0f}" for y in (318, 340, 362)), mix(roof, t.ink, 0.3), 4)
        c.fill(_block(x - w * 0.35, 240, x - w * 0.35 + 40, 310) + _block(x - w * 0.35 - 5, 234, x - w * 0.35 + 45, 246), mix(roof, t.shade, 0.4))
    c.fill("".join(sharp([(x - 40, y), (x, y - 3), (x + 40, y), (x, y + 3)]) for x, y in ((chance.between(180, 400), 300 + i * 16) for i in range(6))), mix(t.mid, t.lit, 0.45))


def ice(c: Canvas, t: Tones, chance: Chance) -> None:
    """Floes."""
    c.fill(_block(0, 250, WIDTH, HEIGHT), mix(t.mid, t.near, 0.35))
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
    c.fill(_block(0, 0, WIDTH, HEIGHT), wall)
    c.line("".join(f"M{x} 0V270" for x in range(18, 573, 48)), mix(wall, t.pale, 0.35), 16)
    c.fill(_block(0, 262, WIDTH, 290), mix(t.pale, wall, 0.2))
    c.fill(_block(0, 290, WIDTH, HEIGHT), mix(t.base, t.mid, 0.35))
    c.line("M0 318H573M0 352H573M120 290V318M400 290V318M260 318V352", mix(t.base, t.near, 0.4), 3)
    for x in (64, 492):
        c.fill(_block(x - 36, 60, x + 36, 150), t.base)
        c.fill(_block(x - 27, 69, x + 27, 141), mix(t.haze, t.pale, 0.4))
        c.fill(smooth([(x - 27, 141), (x - 20, 116), (x, 108), (x + 20, 116), (x + 27, 141)], tension=0.5) + disc(x, 94, 14), t.base)


def cabin(c: Canvas, t: Tones, chance: Chance) -> None:
    """Below deck, with a round window."""
    wall = mix(t.near, t.base, 0.45)
    c.fill(_block(0, 0, WIDTH, HEIGHT), wall)
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
    c.fill(smooth([(40, -10), (-10, -66), (-84, -126), (-156, -160), (-100, -96), (-40, -10)], tension=0.8), mix(t.lit, t.base, 0.35))
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
    c.fill(_block(112, -262, 150, 20), t.pale)
    c.fill("".join(_block(112, y, 136 if i % 2 else 150, y + 9) for i, y in enumerate(range(-250, -10, 26))), t.shade)
    c.fill(_block(104, -92, 158, -78), t.accent)
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


def filing_octopus(c: Canvas, t: Tones, chance: Chance) -> None:
    """Eight arms, eight drawers, spectacles."""
    ends = ((-206, -262), (-224, -172), (-204, -76), (-130, -8), (206, -262), (226, -172), (200, -76), (126, -8))
    for i, (x, y) in enumerate(ends):
        side = -1 if x < 0 else 1
        c.line(f"M{side * 40} -96Q{side * 120} {-50 + (y + 120) * 0.2:.0f} {x} {y}", mix(t.base, t.lit, 0.12 if i % 2 else 0.34), 30)
    boxes = "".join(_block(x - 38, y - 20, x + 38, y + 20) for x, y in (ends[0], ends[2], ends[5], ends[7]))
    c.fill(boxes, mix(t.pale, t.base, 0.45))
    c.fill("".join(sharp([(x - 28, y - 34), (x + 16, y - 38), (x + 30, y - 20), (x - 30, y - 20)]) for x, y in (ends[0], ends[2], ends[5], ends[7])), t.pale)
    c.dots([ends[0], ends[2], ends[5], ends[7]], t.ink, 11)
    for x, y, a in ((*ends[1], -14), (*ends[4], 12), (*ends[3], 8)):
        c.group(x, y, 1, turn=a)
        c.fill(_block(-24, -32, 24, 30), t.pale)
        c.line("M-14-18h26M-14-6h28M-14 6h16", t.base, 4)
        c.end()
    x, y = ends[6]
    c.fill(_block(x - 24, y - 4, x + 24, y + 16) + disc(x, y - 34, 13), t.accent)
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


def housekeeper_of_the_sunk_quarter(c: Canvas, t: Tones, chance: Chance) -> None:
    """A diver with an apron and a feather duster, at a bust that has waited long."""
    c.line("M-30-250C-60-330-120-280-150-340", t.accent, 8)
    c.fill(_block(110, -110, 182, 8) + _block(98, -122, 194, -104), mix(t.pale, t.mid, 0.4))
    c.fill(smooth([(116, -122), (126, -158), (136, -164), (128, -192), (146, -216), (172, -206), (176, -176), (162, -162), (182, -150), (186, -122)], tension=0.7), mix(t.pale, t.mid, 0.2))
    c.line("M136-182h8M160-182h8M146-168h12", t.base, 4)
    c.line("M-62-80L-66-8M-10-80L-6-8", t.shade, 36)
    c.fill(_block(-100, -22, -46, 8) + _block(-26, -22, 30, 8), t.ink)
    c.fill(smooth([(-78, -190), (-96, -120), (-92, -64), (20, -64), (24, -120), (8, -190)], tension=0.6), t.base)
    c.fill(smooth([(-78, -190), (-96, -120), (-92, -64), (-66, -64), (-66, -130), (-54, -190)], tension=0.6), t.shade)
    c.fill(sharp([(-54, -156), (4, -156), (18, -52), (-66, -52)]), t.pale)
    c.line("M-48-100H-8V-76H-48Z", t.lit, 4)
    c.fill(limb((4, -170, 40), (44, -146, 32), (70, -184, 24)), mix(t.base, t.lit, 0.3))
    c.line("M70-188L98-228", t.shade, 7)
    c.fill(sharp(ring(112, -246, 46, 11, 0.2, inner=27)), t.accent)
    c.ball(112, -246, 16, mix(t.accent, t.pale, 0.5))
    c.fill(limb((-76, -170, 40), (-116, -130, 32), (-92, -100, 26)), mix(t.base, t.shade, 0.5))
    c.fill(_block(-82, -200, 12, -176), mix(t.accent, t.base, 0.35))
    c.ball(-35, -238, 58, mix(t.lit, t.accent, 0.3))
    c.ball(-22, -238, 39, mix(t.accent, t.base, 0.5))
    c.ball(-20, -238, 31, t.shade)
    c.fill(disc(-16, -232, 20, 23), _skin(t))
    c.line("M-26-236h6M-8-236h6M-22-222Q-14-216-6-222", t.ink, 4)
    c.fill(smooth([(-42, -246), (-22, -266), (8, -252), (-14, -252)]), t.pale)
    for x, y, r in ((20, -300, 7), (34, -276, 5), (10, -322, 4)):
        c.ball(x, y, r, t.pale)


def ferrywoman_of_the_last_boat(c: Canvas, t: Tones, chance: Chance) -> None:
    """A broad woman with a boathook, and those whom it fetched."""
    c.fill(disc(0, 6, 210, 12), mix(t.mid, t.near, 0.4))
    c.fill(smooth([(-168, -60), (-164, -104), (-142, -124), (-120, -104), (-112, -60)]), t.shade)
    c.fill(sharp([(-158, -112), (-166, -146), (-146, -126), (-138, -126), (-118, -146), (-126, -112)]), t.shade)
    c.dots([(-150, -106), (-134, -106)], t.accent, 7)
    c.fill(smooth([(-100, -50), (-98, -100), (-80, -116), (-58, -110), (-50, -50)]), mix(t.pale, t.base, 0.2))
    c.fill(sharp([(-62, -104), (-40, -96), (-60, -88)]) + smooth([(-92, -112), (-84, -132), (-74, -124), (-66, -134), (-62, -112)]), t.accent)
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
    c.fill(_block(98, -146, 142, -136) + _block(106, -166, 134, -140), t.shade)
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
    c.fill(_block(-74, -166, -30, -150), t.light)
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


CREATURES: dict[str, Drawing] = {
    "sounding-tern": sounding_tern,
    "clerk-of-high-water": clerk_of_high_water,
    "mooring-snail": mooring_snail,
    "filing-octopus": filing_octopus,
    "eavesfish": eavesfish,
    "housekeeper-of-the-sunk-quarter": housekeeper_of_the_sunk_quarter,
    "ferrywoman-of-the-last-boat": ferrywoman_of_the_last_boat,
    "councillor-blowfish": councillor_blowfish,
    "admiral-of-the-ice": admiral_of_the_ice,
}
THINGS: dict[str, Drawing] = {}
