"""What the pictures of black.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

from pen import (
    HEIGHT,
    WIDTH,
    Canvas,
    Chance,
    Drawing,
    Point,
    disc,
    hills,
    limb,
    mirrored,
    mix,
    ring,
    sharp,
    smooth,
)
from settings import Tones

RED = "#bf4536"
"""Wax and ink of the Office; the only colour beside the accent."""


def fen(c: Canvas, t: Tones, chance: Chance) -> None:
    """Open water between banks of reed."""
    c.fill(hills(chance, 256, 14, 4), t.far)
    c.below(264, mix(t.mid, t.haze, 0.3))
    shine = "".join(f"M{chance.between(-40, 480):.0f} {y}h{chance.between(70, 160):.0f}" for y in (276, 294, 318))
    c.line(shine, mix(t.mid, t.haze, 0.6), 5)
    x = chance.between(30, 80)
    poles = f"M{x:.0f} 340V206M{x + 36:.0f} 340V232M{WIDTH - x:.0f} 350V190M{x - 6:.0f} 240L{x + 42:.0f} 262"
    c.line(poles, mix(t.near, t.mid, 0.35), 9)
    c.fill(hills(chance, 366, 12, 4), t.near)
    spots = [(chance.between(0, WIDTH), chance.between(26, 66)) for _ in range(9)]
    c.line("".join(f"M{at:.0f} 384l{h * 0.2:.0f} {-h:.0f}" for at, h in spots), t.near, 4)
    c.line("".join(f"M{at + h * 0.2:.0f} {384 - h:.0f}v-16" for at, h in spots[:6]), t.near, 9)


def churchyard(c: Canvas, t: Tones, chance: Chance) -> None:
    """Rows of stones on a hill, a chapel behind."""
    c.fill(hills(chance, 262, 26, 4), t.far)
    x = chance.between(60, 150) if chance.between(0, 1) < 0.5 else chance.between(400, 470)
    chapel = [(x - 30, 262), (x - 30, 190), (x - 16, 190), (x, 118), (x + 16, 190), (x + 16, 204), (x + 62, 204), (x + 74, 232), (x + 74, 262)]
    c.fill(sharp(chapel), mix(t.far, t.near, 0.45))
    c.fill(hills(chance, 294, 18, 4), t.mid)
    stones = ""
    for i in range(8):
        at, top = i * 74 + chance.between(-14, 14), 272 + chance.between(-12, 14)
        lean = chance.between(-6, 6)
        stones += sharp([(at, 324), (at + lean, top), (at + 10 + lean, top - 10), (at + 20 + lean, top - 10), (at + 30 + lean, top), (at + 30, 324)])
    c.fill(stones, mix(t.near, t.mid, 0.45))
    c.fill(hills(chance, 350, 20, 4), t.near)


def counting_office(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wall of ledgers."""
    wall = mix(t.near, t.mid, 0.3)
    c.below(0, wall)
    backs = ["", "", ""]
    for y in (92, 186, 280):
        x = -10.0
        while x < WIDTH:
            x += chance.between(17, 27)
            if chance.between(0, 1) < 0.86:
                lean = chance.one_of((0, 0, 0, 0, 6))
                backs[int(chance.one_of((0, 1, 2)))] += f"M{x:.0f} {y - 12}l{lean} {-chance.between(34, 56):.0f}"
    for data, color in zip(backs, (mix(wall, t.lit, 0.28), mix(wall, t.ink, 0.35), mix(t.base, wall, 0.3)), strict=True):
        c.line(data, color, 14)
    c.line("M0 98H573M0 192H573M0 286H573", mix(wall, t.ink, 0.55), 9)
    c.below(330, mix(t.near, t.ink, 0.3))


def stilt_village(c: Canvas, t: Tones, chance: Chance) -> None:
    """Crooked houses over the water, a light here and there."""
    c.below(270, mix(t.mid, t.haze, 0.3))
    legs, houses, windows = "", "", []
    x = chance.between(-50, -10)
    while x < WIDTH:
        w, h, lean = chance.between(56, 84), chance.between(56, 104), chance.between(-9, 9)
        y = 252.0
        houses += sharp([(x, y), (x + lean, y - h), (x - 10 + lean, y - h), (x + w / 2 + lean, y - h - 44), (x + w + 10 + lean, y - h), (x + w + lean, y - h), (x + w, y)])
        legs += f"M{x + 8:.0f} 250v44M{x + w - 8:.0f} 250v38"
        if chance.between(0, 1) < 0.6:
            windows.append((x + w * 0.5 + lean * 0.5, y - h * 0.55))
        x += w + chance.between(16, 44)
    c.line(legs, mix(t.near, t.mid, 0.5), 6)
    c.fill(houses, mix(t.far, t.near, 0.6))
    c.fill("".join(sharp([(a - 7, b - 10), (a + 7, b - 10), (a + 7, b + 10), (a - 7, b + 10)]) for a, b in windows), mix(t.light, t.accent, 0.25))
    c.fill(hills(chance, 348, 16, 4), t.near)


def wake_parlour(c: Canvas, t: Tones, chance: Chance) -> None:
    """A papered room with somebody's portrait and a window on the hour outside."""
    wall = mix(t.mid, t.near, 0.45)
    c.fill("".join(sharp([(a, 0), (b, 0), (b, 310), (a, 310)]) for a, b in ((0, 40), (150, WIDTH))) + sharp([(40, 0), (150, 0), (150, 46), (40, 46)]) + sharp([(40, 196), (150, 196), (150, 310), (40, 310)]), wall)
    c.line("".join(f"M{x} 0V310" for x in range(174, 573, 48)) + "M18 0V310", mix(wall, t.lit, 0.16), 12)
    c.line("M40 46H150V196H40ZM95 46V196M40 118H150", mix(wall, t.ink, 0.5), 8)
    x = chance.between(488, 526)
    c.fill(disc(x, 104, 36, 46), mix(wall, t.ink, 0.5))
    c.fill(disc(x, 104, 27, 37), mix(t.lit, wall, 0.35))
    c.fill(disc(x, 94, 11, 13) + smooth([(x - 18, 134), (x - 12, 114), (x, 108), (x + 12, 114), (x + 18, 134)]), mix(wall, t.ink, 0.4))
    c.below(306, mix(t.near, t.mid, 0.35))
    c.line("M0 308H573", mix(wall, t.ink, 0.5), 8)


def peat_cutting(c: Canvas, t: Tones, chance: Chance) -> None:
    """Moor with stacks of turf and a bank cut in steps."""
    c.fill(hills(chance, 258, 22, 4), t.far)
    c.below(268, mix(t.mid, t.haze, 0.15))
    stacks = ""
    for _ in range(5):
        x, y, s = chance.between(10, 550), chance.between(280, 300), chance.between(20, 34)
        stacks += sharp([(x - s, y), (x - s * 0.3, y - s * 1.2), (x + s * 0.3, y - s * 1.2), (x + s, y)])
    c.fill(stacks, mix(t.near, t.mid, 0.35))
    x = chance.between(180, 390)
    c.fill(sharp([(0, 306), (x, 300), (x + 8, 330), (WIDTH, 326), (WIDTH, HEIGHT), (0, HEIGHT)]), t.near)
    c.line(f"M-5 307L{x:.0f} 300L{x + 8:.0f} 330L{WIDTH + 5} 326", mix(t.mid, t.accent, 0.3), 8)
    c.line("".join(f"M{chance.between(-20, 520):.0f} {y}h{chance.between(40, 90):.0f}" for y in (345, 356, 367, 378)), mix(t.near, t.mid, 0.4), 4)


def causeway(c: Canvas, t: Tones, chance: Chance) -> None:
    """The one road over the marsh."""
    c.fill(hills(chance, 254, 12, 4), t.far)
    c.below(262, mix(t.mid, t.haze, 0.2))
    c.line("".join(f"M{chance.between(-40, 500):.0f} {y}h{chance.between(50, 120):.0f}" for y in (272, 288, 310)), mix(t.mid, t.haze, 0.5), 5)
    x = chance.between(180, 400)
    c.fill(sharp([(x - 4, 262), (x + 4, 262), (WIDTH + 60, 352), (WIDTH + 60, 410), (-60, 410), (-60, 352)]), mix(t.near, t.mid, 0.35))
    posts = ""
    for i in range(4):
        k = (0.12, 0.28, 0.55, 0.95)[i]
        for side in (-1, 1):
            px = x + side * (8 + k * (x if side < 0 else WIDTH - x))
            posts += f"M{px:.0f} {264 + k * 84:.0f}v{-12 - k * 62:.0f}"
    c.line(posts, t.near, 6)
    c.fill(hills(chance, 362, 8, 4), t.near)


def _paper(c: Canvas, t: Tones, x: float, y: float, w: float, h: float, turn: float, lines: int = 4) -> None:
    """A written sheet about its middle."""
    c.group(x, y, 1, turn=turn)
    c.fill(sharp([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]), t.pale)
    step = h / (lines + 1)
    c.line("".join(f"M{-w * 0.36:.0f} {-h / 2 + step * (i + 1):.0f}h{w * (0.4 if i == lines - 1 else 0.72):.0f}" for i in range(lines)), mix(t.base, t.lit, 0.4), 4)
    c.end()


def _tomb(x: float, y: float, w: float, h: float) -> str:
    return smooth([(x - w, y), (x - w, y - h * 0.7), (x - w * 0.6, y - h * 0.94), (x, y - h), (x + w * 0.6, y - h * 0.94), (x + w, y - h * 0.7), (x + w, y)], tension=0.7)


def churchyard_goose(c: Canvas, t: Tones, chance: Chance) -> None:
    """Neck out, wings up, with a piece of somebody's trousers."""
    coat, low = mix(t.base, t.shade, 0.4), t.shade
    c.group(-44, 0, 1)
    c.line("M-34-44L-42-4L-10-4M14-44L22-4L54-4", t.accent, 9)
    c.fill(smooth([(10, -120), (20, -190), (-20, -254), (-70, -282), (-64, -250), (-88, -246), (-76, -218), (-100, -206), (-80, -180), (-60, -110)]), low)
    c.fill(smooth([(-152, -126), (-108, -82), (-60, -36), (16, -34), (66, -70), (62, -118), (10, -134), (-60, -122), (-112, -122)]), coat)
    c.fill(smooth([(-112, -92), (-60, -36), (16, -34), (60, -66), (10, -58), (-50, -66)]), low)
    c.fill(limb((44, -96, 62), (96, -112, 36), (128, -150, 26), (164, -164, 26)), coat)
    c.fill(smooth([(148, -182), (176, -188), (202, -172), (196, -152), (156, -148)]), coat)
    c.fill(sharp([(194, -178), (242, -182), (198, -162)]) + sharp([(194, -160), (234, -142), (186, -150)]), t.accent)
    c.fill(sharp([(222, -170), (236, -158), (250, -112), (238, -118), (230, -100), (220, -114), (206, -104), (212, -146)]), mix(RED, t.base, 0.2))
    c.line("M216-130L240-134", t.shade, 5)
    c.fill(smooth([(34, -104), (-10, -170), (-80, -214), (-146, -220), (-124, -196), (-140, -180), (-112, -166), (-120, -148), (-84, -134), (-40, -78), (10, -74)]), mix(t.base, t.lit, 0.25))
    c.line("M-6-108L-100-182M-20-92L-96-152", low, 5)
    c.ball(178, -169, 6, t.pale)
    c.ball(180, -169, 3, t.ink)
    c.line("M168-182L186-175", t.ink, 4)
    c.end()


def ditch_eel(c: Canvas, t: Tones, chance: Chance) -> None:
    """Up through the drain, at home between the barrels."""
    wood = mix(t.base, t.shade, 0.35)
    for x, h in ((-176, 150), (150, 120)):
        c.fill(smooth([(x - 46, 0), (x - 58, -h / 2), (x - 46, -h), (x + 46, -h), (x + 58, -h / 2), (x + 46, 0)], tension=0.8), wood)
        c.line(f"M{x - 52}-{h * 0.25:.0f}h104M{x - 52}-{h * 0.75:.0f}h104", t.shade, 8)
    c.fill(disc(0, 0, 150, 20), mix(t.mid, t.haze, 0.5))
    c.fill(disc(-70, -2, 54, 11), t.ink)
    body = "M-70-4C-60-120-170-150-120-220C-70-280 10-200 0-120C-8-50 80-20 96-90C106-140 70-170 92-210"
    c.line(body, t.ink, 52)
    c.line(body, t.base, 44)
    c.line("M-82-20C-76-120-184-152-132-226C-80-286-4-214-12-130", mix(t.base, t.lit, 0.6), 9)
    c.fill(smooth([(66, -196), (62, -236), (88, -262), (128, -262), (174, -232), (172, -212), (136, -200), (112, -184)]), t.base)
    c.line("M170-216Q136-206 112-216", t.ink, 4)
    c.ball(118, -246, 13, t.accent)
    c.ball(123, -246, 5.5, t.ink)
    c.line("M104-258L132-256", t.shade, 6)
    c.fill(smooth([(60, -120), (30, -150), (56, -160), (74, -140)]), mix(t.base, t.lit, 0.4))
    c.fill(sharp([(168, -120), (168, -160), (178, -172), (178, -190), (190, -190), (190, -172), (200, -160), (200, -120)]), t.lit)


def pincushion_doll(c: Canvas, t: Tones, chance: Chance) -> None:
    """Arms out, full of pins."""
    cloth, low = mix(t.lit, t.pale, 0.5), mix(t.lit, t.base, 0.35)
    for side in (-1, 1):
        c.fill(limb((side * 22, -60, 46), (side * 34, -24, 40), (side * 44, -8, 42)), low)
        c.fill(limb((side * 30, -118, 40), (side * 92, -136, 36), (side * 132, -176, 40)), cloth)
        c.line(f"M{side * 112}-186L{side * 142}-160", t.shade, 4)
    c.fill(smooth(mirrored([(0, -146), (40, -138), (56, -80), (44, -34), (0, -30)])), t.base)
    c.fill(smooth(mirrored([(0, -256), (50, -246), (76, -196), (54, -148), (0, -136)])), cloth)
    c.fill(smooth([(20, -254), (50, -246), (76, -196), (54, -148), (14, -137), (48, -170), (52, -220)]), low)
    pins = [(-56, -232, -92, -272), (-24, -250, -40, -296), (14, -254, 22, -300), (48, -240, 82, -278), (34, -60, 74, -44), (-40, -78, -84, -72)]
    c.line("".join(f"M{x} {y}L{a} {b}" for x, y, a, b in pins), t.pale, 4)
    c.dots([(a, b) for _, _, a, b in pins], t.accent, 17)
    c.ball(-26, -198, 15, t.shade)
    c.line("M16-208L38-188M38-208L16-188", t.shade, 6)
    c.line("M-30-164Q0-146 32-166M-22-168v12M-2-162v12M18-168v12", t.shade, 4)
    c.fill(smooth([(0, -62), (-22, -88), (-14, -104), (0, -94), (14, -104), (22, -88)]), RED)
    c.line("M-132-190C-190-220-210-150-170-120C-130-90-190-40-230-30", t.accent, 4)


def peat_cutter(c: Canvas, t: Tones, chance: Chance) -> None:
    """Digs to the left of what waves."""
    skin = mix(t.pale, t.base, 0.35)
    c.fill(sharp([(-190, 4), (-176, -30), (-120, -30), (-116, -58), (-60, -58), (-52, 4)]), t.shade)
    c.line("M-176-30h56M-116-58h56M-150-30v34M-90-58v60", mix(t.shade, t.base, 0.6), 4)
    c.line("M-46 0L-16-70L2-90M24 0L22-50L14-96", t.shade, 26)
    c.line("M-60 0h20M14 0h26", t.ink, 16)
    c.line("M-8-196L-84-40", mix(t.base, t.lit, 0.5), 8)
    c.fill(sharp([(-96, -50), (-70, -40), (-92, 6), (-112, -6)]), t.pale)
    c.fill(smooth([(40, -92), (-20, -84), (-34, -150), (-20, -206), (14, -216), (44, -184), (50, -130)]), t.base)
    c.fill(smooth([(-20, -84), (-34, -150), (-20, -206), (0, -212), (-10, -150), (-4, -88)]), t.lit)
    c.line("M24-190L-4-150L-34-148M-4-190L-22-176", mix(t.base, t.shade, 0.4), 22)
    c.dots([(-38, -148), (-20, -172)], skin, 20)
    c.ball(-12, -236, 26, skin)
    c.fill(smooth([(-48, -246), (-30, -256), (-24, -276), (14, -280), (22, -246), (-10, -250)]), t.shade)
    c.fill(sharp([(-38, -236), (-48, -226), (-34, -224)]), skin)
    c.ball(-26, -240, 3.5, t.ink)
    c.line("M-56-222q-8-2-10-12M-70-246q-8-2-10-12", t.pale, 4)
    bone = mix(t.base, t.accent, 0.35)
    c.line("M140 0L136-62L150-92", bone, 20)
    c.line("M142-92L118-120M148-98L138-136M154-98L160-138M160-92L182-122M164-84L188-92", bone, 9)
    c.fill(smooth([(88, 6), (108, -18), (144, -24), (176, -16), (196, 6)]), t.near)
    c.line("M196-150q14 10 12 26M100-150q-14 10-12 26", t.accent, 5)


def tally_crow(c: Canvas, t: Tones, chance: Chance) -> None:
    """On the mayor's chimney, with one stroke chalked up."""
    c.fill(sharp([(-250, 40), (-120, -64), (120, -64), (250, 40)]), mix(t.base, t.shade, 0.5))
    c.line("M-200 10H200M-160-26H160", t.shade, 5)
    c.fill(sharp([(-56, -30), (-56, -104), (46, -104), (46, -30)]), t.base)
    c.fill(sharp([(-66, -104), (56, -104), (56, -122), (-66, -122)]), t.lit)
    c.line("M-6-92L-2-44", t.accent, 8)
    c.line("M-30-124V-140M4-124V-140", t.lit, 6)
    c.fill(smooth([(-60, -160), (-140, -124), (-190, -96), (-176, -130), (-110, -170), (-70, -200)]), t.ink)
    c.fill(smooth([(-80, -164), (-60, -138), (0, -132), (52, -160), (76, -206), (64, -246), (20, -252), (-20, -220), (-56, -196)]), t.shade)
    c.fill(smooth([(40, -236), (60, -276), (100, -276), (112, -246), (92, -214), (50, -206)]), t.shade)
    c.fill(sharp([(104, -264), (164, -246), (106, -236)]), t.lit)
    c.line("M108-250L156-246", t.ink, 3)
    c.fill(smooth([(36, -222), (0, -216), (-70, -176), (-130, -130), (-60, -146), (10, -166), (44, -194)]), mix(t.shade, t.base, 0.75))
    c.line("M14-190L-70-156M24-202L-40-186", t.shade, 5)
    c.ball(86, -254, 9, t.accent)
    c.ball(88, -254, 4, t.ink)


def writ_server(c: Canvas, t: Tones, chance: Chance) -> None:
    """The paper is in before the knuckles are."""
    c.group(0, -18, 0.94)
    c.fill(sharp([(70, 6), (70, -286), (210, -286), (210, 6)]), t.shade)
    c.fill(sharp([(86, 4), (86, -270), (196, -270), (196, 4)]), t.base)
    c.line("M122-266V0M160-266V0", mix(t.base, t.shade, 0.5), 4)
    c.fill(sharp([(86, -4), (196, -4), (226, 14), (40, 14)]), mix(t.haze, t.accent, 0.7))
    c.ball(104, -120, 8, t.accent)
    c.fill(sharp([(22, -6), (104, -8), (112, 4), (16, 6)]), t.pale)
    c.line("M36-1h54", t.base, 3)
    c.line("M-70-60L-86-4M-34-60L-22-4", t.ink, 20)
    c.line("M-92 0h26M-30 0h28", t.ink, 14)
    c.fill(smooth([(-92, -204), (-60, -220), (-28, -200), (-10, -120), (0, -34), (-112, -34), (-116, -120)]), mix(t.base, t.lit, 0.3))
    c.line("M-96-176Q-106-110-104-46", t.lit, 9)
    c.line("M-40-34V-150M-100-190L-30-100", t.shade, 4)
    c.fill(sharp([(-60, -106), (-12, -106), (-14, -64), (-58, -64)]), t.shade)
    c.fill(sharp([(-44, -118), (-20, -122), (-18, -98), (-42, -98)]), t.pale)
    c.line("M-44-184L10-170L40-206", t.base, 24)
    c.ball(46, -212, 14, mix(t.pale, t.base, 0.3))
    c.fill(smooth([(-72, -250), (-40, -254), (-24, -234), (-30, -208), (-60, -204), (-74, -224)]), mix(t.pale, t.base, 0.3))
    c.fill(sharp([(-26, -238), (-8, -228), (-26, -220)]), mix(t.pale, t.base, 0.3))
    c.fill(smooth([(-112, -240), (-60, -262), (6, -238), (-14, -276), (-54, -300), (-92, -276)]), t.shade)
    c.ball(-40, -266, 9, t.accent)
    c.ball(-38, -234, 3.5, t.ink)
    c.line("M60-236L74-250M70-214h18M58-196", t.pale, 5)
    c.end()


def walking_inkwell(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bottle on nibs, its quill ready."""
    c.group(0, -22, 0.92)
    c.fill(sharp([(-150, 2), (110, -14), (190, 8), (-110, 22)]), t.pale)
    c.line("M-84 8L60 0M-60 14L20 10", mix(t.base, t.lit, 0.4), 4)
    for x, foot in ((-66, -104), (-26, -34), (30, 46), (70, 116)):
        c.line(f"M{x}-56L{(x + foot) / 2 + (12 if x > 0 else -12):.0f}-44", t.shade, 13)
        knee = (x + foot) / 2 + (12 if x > 0 else -12)
        c.fill(sharp([(knee - 9, -50), (knee + 9, -50), (foot, 4)]), t.lit)
    c.line("M40-196C70-250 110-280 150-290", t.pale, 5)
    c.fill(smooth([(54, -216), (60, -262), (104, -304), (168, -306), (150, -262), (110, -232)]), t.pale)
    c.fill(smooth([(54, -216), (110, -254), (168, -306), (150, -262), (110, -232)]), mix(t.pale, t.base, 0.35))
    c.fill(smooth([(-36, -182), (-44, -158), (-104, -130), (-116, -84), (-90, -46), (90, -46), (116, -84), (104, -130), (44, -158), (36, -182)], tension=0.8), t.shade)
    c.fill(smooth([(-104, -120), (-60, -106), (0, -118), (60, -104), (104, -120), (112, -84), (88, -52), (-88, -52), (-112, -84)], tension=0.8), t.ink)
    c.line("M-88-132C-100-110-102-90-94-72", t.lit, 8)
    c.fill(sharp([(-46, -178), (46, -178), (50, -202), (-50, -202)]), t.base)
    c.fill(disc(0, -202, 50, 11), t.ink)
    c.line("M-30-200C-34-170-28-160-32-140", t.ink, 12)
    c.ball(-26, -96, 22, t.pale)
    c.ball(36, -96, 22, t.pale)
    c.dots([(-18, -92), (44, -92)], t.ink, 18)
    c.line("M-50-122L-8-112M62-122L20-112", t.accent, 8)
    c.line("M-10-66Q8-60 26-68", t.pale, 4)
    c.dots([(-150, -8), (-186, 4), (156, -30)], t.ink, 15)
    c.end()


def six_bearers(c: Canvas, t: Tones, chance: Chance) -> None:
    """Six hats, one box, its lid ajar and nobody in it."""
    skin, far = mix(t.pale, t.base, 0.35), mix(t.shade, t.base, 0.35)
    back, front = (-78, 14, 106), (-128, -36, 56)
    c.line("".join(f"M{x}-60L{x - 8}-6M{x + 12}-60L{x + 26}-6" for x in back), far, 16)
    c.fill("".join(sharp([(x - 22, -46), (x - 18, -150), (x + 24, -150), (x + 34, -46)]) for x in back), far)
    c.fill(sharp([(-196, -176), (-196, -226), (176, -226), (200, -204), (176, -170)]), t.ink)
    c.fill(sharp([(-196, -164), (-196, -206), (180, -206), (200, -190), (180, -164)]), mix(t.base, t.lit, 0.3))
    c.fill(sharp([(-200, -226), (-190, -250), (172, -290), (184, -266)]), t.lit)
    c.fill(sharp([(-200, -226), (184, -266), (182, -254), (-196, -214)]), t.base)
    c.dots([(-172, -186), (-82, -186), (12, -186), (108, -186)], t.accent, 13)
    c.line("".join(f"M{x - 4}-70L{x - 24}-6M{x + 14}-70L{x + 30}-6" for x in front), t.ink, 18)
    c.line("".join(f"M{x - 32}-3h20M{x + 24}-3h20" for x in front), t.ink, 12)
    c.fill("".join(sharp([(x - 26, -40), (x - 20, -140), (x + 28, -140), (x + 36, -40)]) for x in front), t.shade)
    c.fill("".join(sharp([(x + 18, -140), (x + 28, -140), (x + 36, -40), (x + 26, -40)]) for x in front), t.base)
    c.line("".join(f"M{x - 2}-128L{x - 16}-160" for x in front), t.base, 16)
    c.line("".join(f"M{x + 12}-152v4" for x in front), skin, 35)
    c.fill("".join(sharp([(x + 26, -154), (x + 38, -146), (x + 26, -142)]) for x in front), skin)
    c.line("".join(f"M{x - 8}-158h46M{x + 4}-174h18" for x in front), t.ink, 9)
    c.line("".join(f"M{x + 6}-174h14" for x in front), t.ink, 24)


def punt_widow(c: Canvas, t: Tones, chance: Chance) -> None:
    """Veiled, at the pole, and the seat before her empty."""
    c.fill(disc(0, -14, 230, 14), mix(t.mid, t.haze, 0.55))
    c.line("M-128-290L-84-6", t.lit, 7)
    c.fill(smooth([(-96, -30), (-110, -110), (-96, -190), (-66, -220), (-36, -190), (-20, -110), (-4, -30)]), t.shade)
    c.fill(smooth([(-40, -30), (-46, -110), (-56, -200), (-36, -190), (-20, -110), (-4, -30)]), t.base)
    c.line("M-60-176L-96-156L-112-172M-64-150L-92-128L-100-112", t.base, 20)
    c.dots([(-110, -176), (-101, -112)], t.pale, 19)
    c.fill(smooth([(-90, -230), (-34, -228), (-34, -196), (-66, -184)]), mix(t.pale, t.base, 0.25))
    c.fill(smooth([(-104, -184), (-100, -240), (-66, -272), (-32, -246), (-30, -220), (-52, -240), (-76, -214), (-66, -176)]), t.ink)
    c.dots([(-54, -222), (-38, -220)], t.accent, 9)
    c.fill(smooth([(-190, -70), (-150, -40), (0, -32), (130, -42), (186, -84), (170, -26), (130, -6), (-130, -6), (-176, -26)], tension=0.7), mix(t.base, t.ink, 0.5))
    c.line("M-180-58Q-130-30 0-28Q130-32 176-72", t.lit, 6)
    c.fill(sharp([(40, -40), (108, -44), (108, -56), (36, -52)]), t.lit)
    c.dots([(62, -62), (84, -64), (74, -72)], t.accent, 14)
    c.line("M160-64V-150q0-18 20-18", t.ink, 6)
    c.ball(182, -128, 40, mix(t.haze, t.accent, 0.45))
    c.fill(sharp([(168, -154), (196, -154), (200, -108), (164, -108)]), t.ink)
    c.fill(sharp([(173, -146), (191, -146), (194, -114), (170, -114)]), t.accent)


def small_clerk(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bald head over a high desk, and a coin that isn't his."""
    skin = mix(t.pale, t.base, 0.25)
    c.fill(smooth([(-54, -110), (-60, -170), (-30, -196), (30, -196), (60, -170), (54, -110)]), t.shade)
    c.fill(smooth(mirrored([(0, -290), (40, -278), (54, -236), (34, -194), (0, -184)])), skin)
    c.fill(smooth([(-58, -214), (-72, -250), (-56, -262), (-46, -240)]) + smooth([(58, -214), (72, -250), (56, -262), (46, -240)]), t.shade)
    c.ball(-21, -232, 21, t.accent)
    c.ball(21, -232, 21, t.accent)
    c.dots([(-17, -228), (25, -228)], t.ink, 13)
    c.line("M-42-236L-56-244M42-236L56-244M-4-232h8", t.ink, 5)
    c.line("M-14-200Q2-194 18-202", t.shade, 4)
    c.line("M-4-220L-8-208h8", mix(skin, t.shade, 0.5), 4)
    c.fill(sharp([(-22, -186), (0, -178), (22, -186), (22, -160), (0, -172), (-22, -160)]), t.pale)
    c.fill(sharp([(-128, -108), (128, -108), (112, -2), (-112, -2)]), t.base)
    c.fill(sharp([(60, -108), (128, -108), (112, -2), (66, -2)]), mix(t.base, t.shade, 0.5))
    c.fill(sharp([(-146, -128), (146, -128), (140, -104), (-140, -104)]), t.lit)
    c.line("M-90-88H90V-20H-90Z", mix(t.base, t.lit, 0.4), 5)
    c.line("M56-150L110-176L122-214", t.shade, 26)
    c.ball(124, -222, 16, skin)
    c.line("M122-236L128-256M134-232L144-252", skin, 8)
    c.ball(138, -274, 21, t.accent)
    c.ball(138, -274, 13, mix(t.accent, t.shade, 0.35))
    c.line("M-56-150L-86-138", t.shade, 26)
    c.fill(sharp([(-120, -132), (-20, -132), (-30, -160), (-116, -164)]), t.pale)
    c.line("M-104-152h60M-102-142h64", mix(t.base, t.lit, 0.4), 4)
    c.ball(-92, -146, 13, skin)
    c.line("M-88-150L-128-230", t.lit, 6)
    c.dots([(84, -136), (102, -136), (93, -148)], t.accent, 17)


def peat_grandfather(c: Canvas, t: Tones, chance: Chance) -> None:
    """Up to the waist in the bank, leathery, moss for a hat."""
    skin, low = mix(t.base, t.accent, 0.16), mix(t.shade, t.accent, 0.08)
    c.group(0, -2, 0.9)
    c.fill(smooth([(-110, 6), (-116, -90), (-76, -148), (0, -160), (76, -148), (116, -90), (110, 6)]), low)
    c.fill(smooth([(-110, 6), (-116, -90), (-76, -148), (-20, -158), (-60, -110), (-76, -40), (-70, 6)]), skin)
    c.fill(smooth(mirrored([(0, -258), (48, -244), (58, -196), (40, -152), (0, -136)])), skin)
    c.fill(smooth([(14, -256), (48, -244), (58, -196), (40, -152), (6, -138), (34, -180), (36, -220)]), low)
    c.line("M-34-222Q-20-232-8-220M12-220Q24-232 38-222M-40-190q8-6 16-2M20-192q10-4 18 2", low, 5)
    c.fill(smooth([(-10, -204), (8, -204), (14, -172), (-4, -166), (-18, -174)]), mix(skin, t.lit, 0.25))
    c.dots([(-24, -204), (26, -204)], t.accent, 13)
    beard = mix(t.lit, t.base, 0.25)
    c.fill(smooth([(-42, -168), (-14, -164), (0, -156), (16, -164), (42, -168), (50, -110), (22, -60), (10, -84), (-6, -44), (-16, -82), (-36, -64), (-50, -116)]), beard)
    c.line("M-12-152h24", low, 6)
    c.line("M-26-140L-24-90M0-136V-80M26-140L22-90", t.base, 4)
    moss = mix(t.accent, t.shade, 0.45)
    c.fill(smooth([(-72, -232), (-62, -270), (-20, -290), (30, -286), (64, -262), (70, -228), (50, -238), (36, -222), (16, -242), (-10, -230), (-32, -244), (-50, -226)]), moss)
    c.line("M-24-282V-312M22-284L28-308", t.pale, 6)
    c.fill(smooth([(-44, -308), (-24, -328), (-4, -308)]) + smooth([(12, -304), (30, -320), (46, -304)]), t.accent)
    c.fill(sharp([(-230, 10), (-222, -52), (-60, -44), (-40, -20), (70, -26), (90, -50), (226, -46), (232, 10)]), t.near)
    c.line("M-222-52L-60-44L-40-20L70-26L90-50L226-46", moss, 9)
    c.line("M-100-80L-128-62L-110-40M100-80L128-66L112-42", skin, 30)
    c.line("M-126-34v18M-112-34v20M-98-36v18M98-38v18M112-38v20M126-38v16", skin, 11)
    c.end()


def hearse_mare(c: Canvas, t: Tones, chance: Chance) -> None:
    """Feet planted, plume up, the wheel behind her idle."""
    c.group(0, -2, 0.92)
    c.ball(-196, -62, 70, t.shade)
    c.ball(-196, -62, 56, mix(t.mid, t.far, 0.5))
    c.line("M-196-118V-6M-252-62H-140M-236-102L-156-22M-156-102L-236-22", t.shade, 7)
    c.fill(sharp([(-290, -240), (-180, -240), (-168, -94), (-290, -94)]), mix(t.base, t.ink, 0.4))
    c.fill(sharp([(-280, -214), (-206, -214), (-200, -136), (-280, -136)]), mix(t.haze, t.light, 0.4))
    c.line("M-170-110L60-120", t.lit, 6)
    c.line("M-70-90L-92-48L-84-6M60-90L88-50L96-6", t.ink, 24)
    c.fill(smooth([(-124, -150), (-60, -176), (20, -164), (74, -188), (104, -140), (76, -94), (0, -82), (-70, -76), (-118, -100)]), t.shade)
    c.fill(limb((64, -132, 76), (106, -188, 54), (128, -230, 44)), t.shade)
    c.fill(smooth([(100, -250), (132, -268), (160, -244), (196, -194), (190, -172), (166, -174), (128, -204)]), t.shade)
    c.fill(sharp([(116, -256), (120, -290), (138, -260)]), t.shade)
    c.line("M-98-100L-118-52L-128-6M38-96L52-50L66-6", t.shade, 28)
    c.line("M-140-4h26M54-4h26M-94-4h22M86-4h22", t.ink, 14)
    c.fill(smooth([(-118, -150), (-160, -130), (-156, -60), (-174, -28), (-136, -40), (-128, -96), (-108, -126)]), t.ink)
    c.fill(smooth([(112, -260), (84, -236), (62, -184), (46, -156), (80, -168), (104, -208)]), t.ink)
    c.line("M-110-146Q-50-166 14-156M70-170Q84-180 104-222", t.base, 9)
    c.line("M104-244L160-192M160-236L140-206M150-226L108-130", t.lit, 5)
    c.fill(smooth([(124, -264), (96, -290), (104, -316), (130, -306), (140, -320), (158, -302), (140, -284)]), t.accent)
    c.ball(146, -232, 5.5, t.accent)
    c.line("M136-246L156-238", t.ink, 5)
    c.line("M176-180l12-4", t.base, 4)
    c.end()


def umbrella_bat(c: Canvas, t: Tones, chance: Chance) -> None:
    """Open, ribs and all; one hangs on by its feet."""
    c.group(0, -20, 1, turn=8)
    ribs = [-196, -128, -52, 52, 128, 196]
    edge: list[Point] = []
    for a, b in pairwise(ribs):
        edge += [(a, -128 + abs(a) * 0.16), ((a + b) / 2, -150 + abs(a + b) * 0.06)]
    c.fill(sharp([*edge, (196, -97), (176, -170), (118, -226), (40, -256), (-40, -256), (-118, -226), (-176, -170)]), t.shade)
    c.fill(sharp([(-196, -97), (-176, -170), (-118, -226), (-40, -256), (-20, -256), (-80, -190), (-128, -108), (-162, -130)]), t.base)
    c.fill(sharp([(52, -120), (90, -140), (128, -108), (92, -196), (20, -256)]), t.base)
    c.line("M0-256L-128-108M0-256L-52-120M0-256L52-120M0-256L128-108", t.ink, 4)
    c.line("M0-256V-292", t.ink, 9)
    c.dots([(x, -128 + abs(x) * 0.16) for x in ribs], t.pale, 9)
    c.line("M0-110V0C0 30 44 30 44 4", t.ink, 13)
    c.line("M0-110V-72", mix(t.base, t.lit, 0.25), 76)
    c.fill("M-42-148L-50-206L-10-176ZM42-148L50-206L10-176Z", mix(t.base, t.lit, 0.25))
    c.fill(smooth(mirrored([(0, -182), (34, -174), (44, -146), (26, -120), (0, -112)])), mix(t.base, t.lit, 0.4))
    c.ball(-17, -154, 11, t.accent)
    c.ball(17, -154, 11, t.accent)
    c.dots([(-15, -152), (19, -152)], t.ink, 8)
    c.line("M-20-132Q0-120 20-132", t.ink, 4)
    c.fill("M-13-127h9l-5 13ZM13-127h-9l5 13Z", t.pale)
    c.end()


def usurer_toad(c: Canvas, t: Tones, chance: Chance) -> None:
    """Wide, spectacled, on what it is owed."""
    gold = mix(t.accent, t.shade, 0.25)
    low = mix(t.base, t.accent, 0.12)
    c.fill(disc(0, -14, 192, 24), mix(t.accent, t.shade, 0.5))
    c.dots([(-150, -22), (-120, -36), (-84, -28), (-160, -6), (140, -24), (112, -36), (168, -8), (86, -22), (-40, -8), (30, -6)], gold, 24)
    c.fill(smooth([(-150, -40), (-176, -104), (-140, -150), (-104, -110)]) + smooth([(150, -40), (176, -104), (140, -150), (104, -110)]), t.base)
    c.fill(smooth(mirrored([(0, -232), (60, -226), (112, -190), (146, -120), (140, -56), (90, -24), (0, -18)])), low)
    c.fill(smooth([(-146, -110), (-112, -190), (-60, -226), (0, -232), (-50, -200), (-100, -160), (-124, -110)]), mix(t.lit, t.accent, 0.15))
    c.fill(smooth(mirrored([(0, -148), (66, -146), (104, -110), (92, -52), (40, -26), (0, -24)])), t.pale)
    c.line("M-70-88Q0-66 70-88M-62-64Q0-46 62-64", mix(t.pale, t.base, 0.35), 5)
    for x in (-58, 58):
        c.ball(x, -232, 36, low)
        c.ball(x, -236, 26, t.pale)
        c.fill(disc(x + 4, -234, 17, 9), t.ink)
        c.line(f"M{x - 30}-252L{x + 30}-250", t.shade, 9)
    c.line("M-96-172Q0-134 96-172", t.ink, 7)
    c.line("M-32-232Q0-246 32-232", t.accent, 6)
    c.line("M-90-236a32 32 0 1 0 64 0a32 32 0 1 0-64 0M26-236a32 32 0 1 0 64 0a32 32 0 1 0-64 0", t.accent, 6)
    c.dots([(-112, -140), (112, -144), (126, -106), (0, -206)], t.base, 15)
    c.line("M-120-30l-22 22M-108-26l-8 24M-94-26l10 22M120-30l22 22M108-26l8 24M94-26l-10 22", low, 12)
    c.line("M132-250q14-20 26-6M140-256q2-22 18-18", t.pale, 4)
    c.ball(138, -246, 8, t.ink)


def coffin_crab(c: Canvas, t: Tones, chance: Chance) -> None:
    """In a box on one end; the tape is out for the next."""
    shell = mix(t.lit, t.base, 0.2)
    c.group(-66, -60, 1, turn=-24)
    c.fill(sharp([(-54, 40), (-92, -150), (-56, -226), (52, -226), (86, -150), (60, 40)]), t.ink)
    c.fill(sharp([(-46, 32), (-80, -148), (-50, -214), (20, -214), (44, -148), (30, 32)]), mix(t.base, t.lit, 0.2))
    c.fill(sharp([(20, -214), (44, -214), (74, -148), (52, 32), (30, 32), (44, -148)]), mix(t.base, t.shade, 0.5))
    c.line("M-18-196V-128M-42-172H6", t.pale, 9)
    c.end()
    for x0, x1, x2 in ((-60, -118, -140), (-20, -66, -74), (40, 24, 6), (80, 110, 92)):
        c.line(f"M{x0}-52L{x1}-64L{x2}-4", shell if x0 in (-20, 80) else t.base, 15)
    c.fill(smooth([(-84, -44), (-64, -104), (10, -122), (84, -104), (104, -60), (60, -30), (-40, -28)]), shell)
    c.fill(smooth([(-84, -44), (-40, -56), (50, -54), (104, -60), (60, -30), (-40, -28)]), t.base)
    c.line("M42-112L38-158M70-108L82-150", shell, 8)
    c.ball(38, -166, 14, t.pale)
    c.ball(85, -158, 14, t.pale)
    c.dots([(43, -164), (90, -156)], t.ink, 11)
    c.line("M96-72L150-76", shell, 22)
    c.fill(smooth([(140, -60), (140, -102), (176, -124), (204, -108), (176, -92), (172, -84), (206, -84), (186, -56)]), shell)
    c.line("M-50-72L-116-84L-176-60", shell, 18)
    c.fill(smooth([(-200, -46), (-206, -94), (-184, -118), (-182, -80), (-172, -78), (-158, -112), (-148, -72), (-166, -40)]), shell)
    c.line("M196-94C240-96 236-10 170-8L-20-10", t.accent, 11)
    c.line("M160-8v-9M130-8v-9M100-9v-9M70-9v-9M40-9v-9M10-10v-9", t.shade, 4)
    c.line("M40-84q10 6 22 2", t.shade, 5)


def late_magistrate(c: Canvas, t: Tones, chance: Chance) -> None:
    """Still on the bench: wig, gavel, cobweb."""
    c.fill(sharp([(-96, -60), (-96, -280), (0, -318), (96, -280), (96, -60)]), mix(t.base, t.shade, 0.6))
    c.line("M-96-280L0-318L96-280", t.lit, 8)
    c.fill(smooth(mirrored([(0, -186), (60, -176), (112, -130), (120, -70), (0, -60)])), t.shade)
    c.fill(smooth(mirrored([(0, -184), (18, -176), (26, -110), (0, -90)])), t.pale)
    c.fill(smooth(mirrored([(0, -296), (46, -284), (70, -250), (74, -180), (50, -150), (34, -170), (30, -240), (0, -252)])), mix(t.pale, t.lit, 0.5))
    c.line("M-62-250h24M-64-226h24M-66-202h24M-62-178h22M62-250h-24M64-226h-24M66-202h-24M62-178h-22", mix(t.lit, t.base, 0.4), 8)
    c.fill(smooth(mirrored([(0, -272), (34, -262), (40, -226), (26, -206), (22, -182), (0, -178)])), t.pale)
    c.fill(disc(-17, -230, 12, 14) + disc(17, -230, 12, 14) + sharp([(0, -220), (7, -206), (-7, -206)]), t.ink)
    c.dots([(-15, -228), (19, -228)], t.accent, 9)
    c.line("M-14-196h28M-9-201v12M0-201v12M9-201v12", t.shade, 3)
    c.line("M90-130L130-160L146-202", t.shade, 32)
    c.line("M148-206L156-236M140-206L134-228", t.pale, 9)
    c.line("M120-250L186-208", t.lit, 9)
    c.fill(sharp([(92, -250), (120, -290), (146, -272), (118, -232)]), t.base)
    c.line("M98-242L126-284", t.accent, 6)
    c.line("M-92-126L-120-96L-96-84", t.shade, 30)
    c.fill(sharp([(-170, -88), (170, -88), (170, -66), (-170, -66)]), t.lit)
    c.fill(sharp([(-156, -66), (156, -66), (156, 0), (-156, 0)]), t.base)
    c.line("M-130-50H-50V-8H-130ZM-36-50H36V-8H-36ZM50-50H130V-8H50Z", t.shade, 5)
    c.line("M-96-92h24M-96-98l18 2", t.pale, 8)
    c.fill(sharp([(-60, -90), (44, -90), (30, -108), (-52, -108)]), t.pale)
    c.line("M-170-66L-230-10M-170-40L-200-10M-170-66C-180-40-200-30-212-28M-170-50C-176-30-186-22-196-20", t.pale, 2.5)
    c.line("M156-88V-112", t.pale, 14)
    c.ball(156, -128, 8, t.accent)


def aunt_odile(c: Canvas, t: Tones, chance: Chance) -> None:
    """In her own armchair, with the second cup for whoever comes."""
    ghost, low = mix(t.pale, t.haze, 0.25), mix(t.pale, t.base, 0.4)
    c.fill(smooth([(-120, -10), (-126, -200), (-90, -268), (0, -284), (90, -268), (126, -200), (120, -10)]), t.shade)
    c.line("M-92-246Q0-280 92-246M-60-200v-30M0-210v-34M60-200v-30", t.base, 6)
    c.fill(smooth([(-84, -60), (-70, -140), (-36, -172), (36, -172), (70, -140), (90, -50), (150, -20), (90, -4), (30, -20), (-30, -6), (-70, -20)]), ghost)
    c.fill(smooth([(34, -168), (70, -140), (90, -50), (150, -20), (90, -4), (50, -16), (60, -80)]), low)
    c.fill(smooth([(-74, -120), (-40, -172), (0, -178), (40, -172), (74, -120), (30, -92), (0, -78), (-30, -92)]), t.base)
    c.line("M-44-110l-8 22M-20-98l-4 24M4-92v24M28-100l6 22M52-112l10 18", t.base, 5)
    c.ball(0, -278, 24, low)
    c.fill(smooth(mirrored([(0, -262), (42, -250), (52, -212), (34, -176), (0, -168)])), ghost)
    c.fill(smooth([(-52, -206), (-46, -250), (0, -268), (46, -250), (52, -206), (30, -238), (0, -244), (-30, -238)]), low)
    c.line("M-27-212q8-8 16 0M11-212q8-8 16 0M-14-190Q0-180 16-192", t.ink, 5)
    c.dots([(-34, -198), (34, -198)], mix(ghost, RED, 0.4), 15)
    c.ball(0, -150, 9, t.accent)
    c.fill(smooth([(-150, -8), (-156, -110), (-128, -134), (-100, -110), (-104, -8)]) + smooth([(150, -8), (156, -110), (128, -134), (100, -110), (104, -8)]), mix(t.shade, t.base, 0.6))
    c.line("M60-132L96-126L92-150", ghost, 22)
    c.fill(sharp([(70, -182), (122, -182), (114, -150), (80, -150)]), t.pale)
    c.line("M122-176q16 2 4 18M62-148h68", t.pale, 6)
    c.line("M86-194q-8-12 0-22q8-10 0-22M106-194q-8-12 0-22q8-10 0-22", t.accent, 4)
    c.line("M-60-132L-96-120L-120-134", ghost, 22)
    c.fill(sharp([(-162, -168), (-110, -168), (-118, -138), (-154, -138)]), t.pale)
    c.line("M-168-134h64M-162-160q-16 2-4 16", t.pale, 6)
    c.line("M-146-180q-8-12 0-22q8-10 0-22M-126-180q-8-12 0-22q8-10 0-22", t.accent, 4)


def everything_owed(c: Canvas, t: Tones, chance: Chance) -> None:
    """All the bills, tied up and walking."""
    c.group(0, -4, 0.95)
    low = mix(t.pale, t.base, 0.45)
    for pts in ([(-100, 0), (-92, -100), (-20, -104), (-16, 0)], [(30, 0), (22, -104), (94, -96), (110, 0)]):
        c.fill(sharp(pts), low)
    c.line("M-98-30h80M-96-62h76M34-28h74M30-60h70", t.base, 4)
    c.fill(sharp([(-132, -100), (-150, -214), (-96, -250), (90, -254), (148, -214), (124, -92)]), t.pale)
    c.fill(sharp([(44, -94), (60, -254), (90, -254), (148, -214), (124, -92)]), low)
    c.line("M-142-196L136-198M-140-170L140-168M-138-146L132-142M-134-122L128-118M-120-232L110-234", mix(t.pale, t.base, 0.6), 4)
    c.fill(sharp([(-62, -244), (-66, -306), (56, -312), (60, -246)]), t.pale)
    c.fill(sharp([(26, -248), (24, -310), (56, -312), (60, -246)]), low)
    c.line("M-62-296h118M-62-258h120", mix(t.pale, t.base, 0.6), 4)
    c.fill(sharp([(-46, -288), (-12, -278), (-12, -266), (-44, -270)]) + sharp([(42, -290), (10, -278), (10, -266), (40, -270)]), t.ink)
    c.dots([(-24, -274), (22, -274)], t.accent, 10)
    for pts in ([(-150, -216), (-110, -190), (-150, -84), (-200, -96)], [(146, -216), (112, -190), (150, -110), (204, -126)]):
        c.fill(sharp(pts), mix(t.pale, low, 0.5))
    c.fill(sharp([(-204, -100), (-146, -84), (-156, -40), (-212, -50)]) + sharp([(150, -116), (206, -132), (222, -82), (166, -72)]), t.pale)
    c.line("M-190-90L-188-52M-170-84L-172-48M168-112L184-80M188-118L202-86", t.base, 4)
    c.line("M-146-206L124-98M140-206L-130-104M0-252V-98", RED, 7)
    c.ball(-2, -152, 24, RED)
    c.ball(-2, -152, 14, mix(RED, t.ink, 0.35))
    for x, y, a in ((-236, -210, 20), (222, -250, -24)):
        _paper(c, t, x, y, 34, 42, a, 2)
    c.line("M-20-4L-24-26L-32-4M-24-26V-46M-36-54L-24-44L-8-56", t.ink, 8)
    c.ball(-23, -60, 8, t.ink)
    c.end()


def handshake(c: Canvas, t: Tones, chance: Chance) -> None:
    """One warm, one not, and the frost goes over."""
    skin, bone = "#e3b592", mix(t.lit, t.base, 0.25)
    c.fill(sharp([(-300, 0), (-140, -34), (-120, 62), (-300, 140)]), mix(t.base, t.lit, 0.45))
    c.fill(sharp([(-150, -44), (-112, -48), (-90, 62), (-128, 74)]), t.pale)
    c.fill(smooth([(-112, -36), (-50, -50), (20, -36), (70, -6), (60, 26), (0, 52), (-60, 56), (-98, 50)]), skin)
    c.fill(smooth([(-98, 50), (-60, 56), (0, 52), (60, 26), (0, 36), (-60, 36)]), mix(skin, t.base, 0.35))
    c.fill(sharp([(300, -60), (142, -60), (124, 66), (300, 110)]), mix(t.accent, t.shade, 0.6))
    c.fill(sharp([(156, -70), (116, -64), (98, 66), (138, 78)]), t.lit)
    c.fill(smooth([(120, -52), (60, -60), (22, -40), (20, 44), (60, 62), (108, 54)]), bone)
    c.fill(smooth([(108, 54), (60, 62), (20, 44), (24, 20), (70, 34)]), mix(bone, t.base, 0.4))
    for data, w in (("M40-44L-8-52L-34-30M40-18L-12-24L-38-2M40 8L-6 4L-30 26M40 32L6 28L-14 44", 21),):
        c.line(data, t.shade, w + 2)
        c.line(data, bone, w - 5)
    c.line("M-6-58v14M-10-30v14M-4-2v14M6 22v14M24-50v12M22-24v12M22 2v12", mix(bone, t.base, 0.45), 4)
    c.line("M62-60C40-96 0-96-20-78", bone, 20)
    c.line("M-62-52C-40-84-6-74 6-62", skin, 20)
    flakes = "".join(f"M{x - r} {y}h{2 * r}M{x - r * 0.5:.0f} {y - r * 0.87:.0f}l{r} {r * 1.74:.0f}M{x + r * 0.5:.0f} {y - r * 0.87:.0f}l{-r} {r * 1.74:.0f}" for x, y, r in ((-86, -96, 16), (-30, -128, 22), (60, -122, 14), (-96, 96, 12), (-10, 104, 18), (-160, -84, 10), (110, -104, 9)))
    c.line(flakes, t.accent, 4)
    c.line("M-84-10l14 10l14-12M-92 16l16 6l10-8", t.accent, 4)


def credit_lift(c: Canvas, t: Tones, chance: Chance) -> None:
    """A small man with arms that are not his, and the paper trailing from his pocket."""
    skin, loan = mix(t.pale, t.base, 0.25), mix(t.accent, t.base, 0.4)
    c.fill(sharp([(-150, -76), (-116, -146), (-30, -172), (70, -164), (140, -120), (152, -70), (90, -44), (-96, -46)]), mix(t.base, t.shade, 0.4))
    c.fill(sharp([(-150, -76), (-116, -146), (-30, -172), (70, -164), (20, -130), (-70, -112)]), mix(t.lit, t.base, 0.3))
    c.line("M70-164L140-120L60-100L20-130M60-100L90-46", t.shade, 5)
    c.line("M-14 84L-34 120L-30 150M14 84L38 118L32 150", t.shade, 20)
    c.line("M-42 152h16M30 152h16", t.ink, 13)
    c.fill(smooth([(20, 90), (70, 96), (110, 130), (170, 124), (290, 146), (290, 164), (168, 144), (104, 150), (60, 116), (20, 108)]), t.pale)
    c.line("M54 104l20 10M110 139l24-2M140 136l16 0M190 142l24 10M240 158l24 0", mix(t.base, t.lit, 0.4), 4)
    c.fill(sharp([(-26, 20), (26, 20), (20, 96), (-20, 96)]), mix(t.base, t.lit, 0.35))
    for side in (-1, 1):
        c.fill(limb((side * 20, 28, 36), (side * 56, 44, 52), (side * 98, 26, 50), (side * 96, -10, 58), (side * 76, -44, 36)), loan)
        c.fill(smooth([(side * 46, 28), (side * 84, 10), (side * 98, -14), (side * 86, 26), (side * 60, 42)]), mix(loan, t.pale, 0.4))
        c.line(f"M{side * 92}-42L{side * 60}-50", loan, 24)
    c.ball(0, -2, 25, skin)
    c.fill(smooth([(-26, -6), (-22, -28), (0, -32), (22, -28), (26, -6), (0, -16)]), t.shade)
    c.dots([(-9, -2), (9, -2)], t.ink, 7)
    c.line("M-14 9h28", t.shade, 6)
    c.line("M116 20L132 58", t.shade, 3)
    c.fill(sharp([(118, 58), (146, 52), (154, 88), (126, 94)]), t.pale)
    c.line("M130 72l14-3", RED, 5)


def office_clock(c: Canvas, t: Tones, chance: Chance) -> None:
    """It runs fast."""
    c.line("M-210-60h70M-240-10h80M-220 44h60M-200 96h50", t.lit, 6)
    c.line("M-30 84L-86 110L-116 70M34 84L84 112L70 158", t.ink, 20)
    c.line("M-120 64L-134 86M66 160h34", t.shade, 20)
    c.fill(sharp(ring(0, -20, 134, 8, pi / 8)), t.shade)
    c.fill(sharp(ring(0, -20, 118, 8, pi / 8)), mix(t.base, t.lit, 0.25))
    c.ball(0, -20, 90, t.pale)
    c.fill(smooth([(30, -104), (70, -76), (88, -20), (70, 36), (30, 64), (56, 20), (60, -40)]), mix(t.pale, t.base, 0.3))
    ticks = "".join(f"M{74 * cos(i * pi / 6):.0f} {-20 + 74 * sin(i * pi / 6):.0f}L{82 * cos(i * pi / 6):.0f} {-20 + 82 * sin(i * pi / 6):.0f}" for i in range(12))
    c.line(ticks, t.shade, 6)
    c.line("M0-20L52-58", t.shade, 10)
    c.line("M0-20L-14 36", t.shade, 8)
    c.fill(sharp([(44, -66), (72, -72), (62, -46)]), t.shade)
    c.dots([(-30, -46), (30, -46)], t.shade, 18)
    c.line("M-46-70L-18-62M46-70L18-62", t.shade, 7)
    c.line("M-30 14Q0-2 30 14", t.shade, 6)
    c.line("M30-92A80 80 0 0 1 78-36", t.accent, 8)
    c.fill(sharp([(88, -44), (84, -14), (64, -36)]), t.accent)
    c.fill(sharp([(-30, -152), (30, -152), (16, -170), (-16, -170)]), t.shade)
    c.dots([(-160, 112), (-196, 138), (-236, 126), (-170, 72)], t.accent, 26)
    c.dots([(-160, 112), (-196, 138), (-236, 126), (-170, 72)], mix(t.accent, t.shade, 0.35), 14)
    c.line("M120-30L170-60L182-40M-116 0L-164-20L-176 10", t.ink, 15)


def open_grave(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hole, ready; and its owner off for a stroll with a parasol."""
    ghost, low = mix(t.pale, t.haze, 0.2), mix(t.pale, t.base, 0.4)
    c.fill(_tomb(-166, 110, 46, 150), t.base)
    c.fill(smooth([(-212, 110), (-212, 5), (-194, -31), (-166, -40), (-190, 0), (-194, 110)], tension=0.7), t.lit)
    c.line("M-186 10h44M-186 32h44M-180 54h32", t.shade, 6)
    c.fill(smooth([(-130, 130), (-60, 66), (-10, 92), (30, 130)]), mix(t.shade, t.base, 0.4))
    c.fill(sharp([(-210, 108), (-20, 108), (20, 146), (-220, 146)]), t.ink)
    c.line("M-210 108H-20L20 146", mix(t.near, t.accent, 0.35), 6)
    c.line("M-60 90L-20-36", t.lit, 9)
    c.line("M-34-42L-6-32", t.lit, 9)
    c.fill(smooth([(96, 30), (64, 100), (20, 136), (60, 128), (84, 142), (116, 124), (148, 140), (162, 100), (150, 30)]), ghost)
    c.fill(smooth([(126, 30), (138, 100), (130, 130), (148, 140), (162, 100), (150, 30)]), low)
    c.fill(smooth([(82, 50), (96, 6), (124, -6), (152, 8), (168, 54), (126, 72)]), t.base)
    c.line("M92 64l-4 16M112 70l-2 16M134 70l2 16M154 62l6 16", t.base, 5)
    c.ball(104, -62, 18, low)
    c.ball(126, -28, 32, ghost)
    c.fill(smooth([(94, -22), (98, -52), (124, -64), (150, -52), (146, -42), (116, -36)]), low)
    c.line("M140-34q6 6 12 0M142-14q8 6 14-2", t.ink, 4)
    c.ball(134, -18, 6, mix(ghost, RED, 0.4))
    c.line("M144 40L184 26L196 30", ghost, 16)
    c.line("M196 44L166-120", t.shade, 6)
    top = (164, -136)
    c.fill(smooth([(60, -78), (90, -140), top, (230, -150), (268, -106), (222, -112), (170, -104), (110, -92)]), t.accent)
    c.fill(sharp([top, (110, -92), (170, -104)]) + sharp([top, (222, -112), (268, -106), (236, -144)]), mix(t.accent, t.pale, 0.6))


def struck_roll(c: Canvas, t: Tones, chance: Chance) -> None:
    """A ruled book and one very straight line."""
    c.fill(sharp([(-226, 116), (-206, -104), (0, -84), (206, -104), (226, 116), (0, 136)]), t.shade)
    c.fill(smooth([(-212, 102), (-192, -112), (-90, -118), (0, -88), (0, 122), (-110, 94)], tension=0.5), t.pale)
    c.fill(smooth([(212, 102), (192, -112), (90, -118), (0, -88), (0, 122), (110, 94)], tension=0.5), mix(t.pale, t.base, 0.15))
    c.line("M0-88V122", mix(t.pale, t.base, 0.5), 6)
    rows = ""
    for i in range(6):
        y = -76 + i * 30
        for side in (-1, 1):
            if side > 0 and i == 3:
                continue
            far, near = (174 - 4 * (i % 3)), 34 + 12 * ((i * 3) % 4)
            rows += f"M{side * far} {y - 6}Q{side * 90} {y - 12} {side * near} {y + 8}"
    c.line(rows, mix(t.base, t.lit, 0.3), 6)
    c.line("M170 10q-12-12-24 0t-24 0t-24 0t-24 2t-24 4", mix(t.base, t.lit, 0.1), 6)
    c.line("M20 10H196", t.accent, 10)
    c.fill(sharp([(190, 12), (206, -12), (216, -2)]), t.ink)
    c.line("M206-6L246-84", t.lit, 6)
    c.fill(smooth([(216, -24), (212, -90), (244, -160), (286, -186), (286, -120), (254, -60)]), t.lit)
    c.fill(smooth([(216, -24), (250, -100), (286, -186), (286, -120), (254, -60)]), t.base)
    c.line("M-174-110V92M174-110V92", mix(t.pale, RED, 0.5), 3)


def next_in_line(c: Canvas, t: Tones, chance: Chance) -> None:
    """The tall ones behind lend the small one a hand."""
    for x, h, k in ((-206, 230, 0.75), (-130, 244, 0.5), (-52, 220, 0.25)):
        cloak = mix(t.shade, t.base, 1 - k)
        c.fill(smooth([(x - 52, 152), (x - 44, 60), (x - 40, 152 - h * 0.8), (x - 14, 152 - h), (x + 18, 160 - h), (x + 34, 152 - h * 0.76), (x + 42, 60), (x + 48, 152)], tension=0.8), cloak)
        c.fill(disc(x + 4, 152 - h * 0.82, 20, 26), t.ink)
        c.dots([(x, 150 - h * 0.83), (x + 15, 150 - h * 0.83)], t.pale, 8)
        c.line(f"M{x} 10L{x + 46} 16L{x + 74} 20", mix(cloak, t.lit, 0.25), 22)
    skin = mix(t.pale, t.base, 0.3)
    c.dots([(20, 20), (-58, 20), (-134, 20)], skin, 20)
    c.fill(smooth([(28, 152), (38, 80), (60, 18), (92, 18), (108, 80), (122, 152)], tension=0.8), mix(t.lit, t.base, 0.3))
    c.fill(smooth([(28, 152), (38, 80), (60, 18), (60, 80), (52, 152)], tension=0.8), t.lit)
    c.ball(78, 2, 34, mix(t.lit, t.base, 0.3))
    c.fill(disc(86, 4, 21, 24), skin)
    c.dots([(80, 0), (98, 0)], t.pale, 14)
    c.dots([(82, 1), (99, 1)], t.ink, 7)
    c.ball(90, 17, 5, t.shade)
    c.line("M66-22L74-14M104-20L96-13", t.shade, 4)
    c.fill(sharp([(300, -190), (300, -96), (226, -82), (206, -150)]), t.shade)
    c.fill(sharp([(232, -80), (206, -76), (190, -146), (212, -156)]), t.pale)
    c.line("M206-112L172-84M200-100L160-60M210-88L176-66", skin, 19)
    c.line("M190-92L130-42", skin, 16)
    c.line("M120-28l-8 10M146-26l-2 12M112-48l-12 2", t.accent, 6)


def two_pens(c: Canvas, t: Tones, chance: Chance) -> None:
    """Paper and pen to one side, an empty purse to the other, coins for sand."""
    c.fill(sharp([(-290, 108), (290, 108), (290, 220), (-290, 220)]), mix(t.base, t.shade, 0.35))
    c.line("M-290 108H290", t.lit, 8)
    c.fill(sharp([(-236, 92), (-110, 92), (-84, 136), (-244, 136)]), t.pale)
    c.line("M-216 102h80M-220 118h60", mix(t.base, t.lit, 0.4), 4)
    c.line("M-154 124h50", t.accent, 5)
    c.line("M-142 122L-96 30", t.shade, 7)
    c.fill(smooth([(-126, 76), (-136, 20), (-104, -50), (-58, -82), (-62, -20), (-94, 40)]), t.pale)
    c.fill(smooth([(-126, 76), (-90, -10), (-58, -82), (-62, -20), (-94, 40)]), mix(t.pale, t.base, 0.4))
    c.fill(smooth([(106, 128), (100, 70), (140, 36), (190, 36), (230, 70), (224, 128), (166, 138)]), t.base)
    c.fill(smooth([(106, 128), (100, 70), (140, 36), (150, 40), (126, 76), (128, 130)]), mix(t.base, t.lit, 0.6))
    c.fill(smooth([(140, 40), (118, 2), (146, 12), (164, 0), (184, 12), (212, 2), (190, 40)]), t.base)
    c.line("M134 38Q164 48 196 38", t.accent, 8)
    c.dots([(112, 140)], t.accent, 20)
    c.fill(sharp([(-66, -146), (66, -146), (66, -126), (-66, -126)]) + sharp([(-66, 98), (66, 98), (66, 118), (-66, 118)]), t.shade)
    c.line("M-56-126V98M56-126V98", t.shade, 9)
    glass = mix(t.haze, t.pale, 0.4)
    c.fill(smooth([(-46, -126), (46, -126), (40, -70), (8, -18), (8, -10), (40, 42), (46, 98), (-46, 98), (-40, 42), (-8, -10), (-8, -18), (-40, -70)], tension=0.8), glass)
    c.dots([(-24, 86), (0, 88), (24, 86), (-12, 67), (12, 67), (0, 48), (0, 18), (-16, -62), (12, -58), (0, -38)], t.accent, 19)
    c.line("M-32-110Q-32-76-18-54", t.pale, 6)


def torn_contract(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two halves, two fists, and a seal that didn't hold."""
    skin = mix(t.pale, t.base, 0.35)
    rift = [(-4, -128), (-16, -86), (8, -60), (-14, -20), (10, 14), (-10, 54), (6, 92), (-8, 130)]
    for side in (-1, 1):
        c.group(side * 34, 0, 1, turn=side * 9)
        c.fill(sharp([*rift, (side * 126, 124), (side * 120, -124)]), t.pale if side < 0 else mix(t.pale, t.base, 0.14))
        c.line("".join(f"M{side * 22} {y}H{side * (104 if i % 3 else 84)}" for i, y in enumerate((-98, -76, -54, -32, -10, 12, 34))), mix(t.base, t.lit, 0.4), 5)
        c.fill(sharp([(side * 4, 64), (side * 34, 66), (side * 46, 92), (side * 30, 114), (0, 112), (side * 8, 88)]), RED)
        c.end()
    c.line("M0-150l-6 22M26-164l-14 26M-28-164l12 26M0 128l6 26M26 146l-10-18M-26 148l10-20", t.accent, 7)
    for side in (-1, 1):
        c.fill(sharp([(side * 300, 60), (side * 300, 160), (side * 206, 90), (side * 232, 16)]), t.shade)
        c.fill(sharp([(side * 238, 12), (side * 214, 0), (side * 182, 76), (side * 206, 92)]), t.lit)
        c.fill(smooth([(side * 212, 12), (side * 176, -30), (side * 140, -34), (side * 126, 0), (side * 150, 44), (side * 190, 70)]), skin)
        c.line(f"M{side * 164}-16L{side * 122}-22M{side * 164} 4L{side * 118} 0M{side * 168} 24L{side * 124} 22M{side * 176} 42L{side * 136} 42", skin, 19)
        c.line(f"M{side * 152}-8L{side * 122}-10M{side * 150} 12L{side * 120} 11M{side * 156} 32L{side * 128} 32", mix(skin, t.shade, 0.4), 3)
    for x, y in ((-60, -150), (66, -146), (-70, 150), (72, 148)):
        c.fill(sharp([(x - 9, y - 5), (x + 7, y - 9), (x + 10, y + 6), (x - 4, y + 8)]), t.pale)


def nephew_clock(c: Canvas, t: Tones, chance: Chance) -> None:
    """The clock inherits."""
    skin = mix(t.pale, t.base, 0.25)
    wood, low = mix(t.base, t.lit, 0.15), mix(t.base, t.shade, 0.5)
    c.fill(sharp([(-78, 160), (-78, 130), (-58, 120), (-58, -60), (-72, -66), (-72, -150), (0, -186), (72, -150), (72, -66), (58, -60), (58, 120), (78, 130), (78, 160)]), wood)
    c.fill(sharp([(40, 120), (40, -60), (52, -66), (52, -160), (72, -150), (72, -66), (58, -60), (58, 120), (78, 130), (78, 160), (50, 160)]), low)
    c.ball(0, -104, 54, t.shade)
    c.ball(0, -104, 46, t.pale)
    c.line("".join(f"M{38 * cos(i * pi / 6):.0f} {-104 + 38 * sin(i * pi / 6):.0f}l0 0" for i in range(12)), t.shade, 6)
    c.dots([(-14, -114), (14, -114)], t.shade, 11)
    c.line("M-16-92Q0-78 18-94", t.shade, 5)
    c.line("M-24-128l16 4M24-128l-16 4", t.accent, 6)
    c.fill(sharp([(-42, -40), (34, -40), (34, 112), (-42, 112)]), t.ink)
    c.fill(sharp([(-42, -44), (-124, -26), (-124, 136), (-42, 116)]), low)
    c.line("M-110-6L-56-18V96L-110 112Z", wood, 6)
    c.fill(sharp([(-32, 112), (-28, 44), (22, 44), (26, 112)]), mix(t.base, t.lit, 0.5))
    c.line("M-3 46V110", t.shade, 4)
    c.ball(-3, 16, 25, skin)
    c.fill(smooth([(-30, 14), (-28, -10), (-4, -18), (20, -10), (24, 14), (10, 2), (-16, 2)]), t.shade)
    c.dots([(-11, 18), (7, 18)], t.ink, 7)
    c.line("M-10 32Q-2 27 6 32", t.shade, 4)
    c.line("M-36 66L28 74M-34 90L28 82", t.accent, 8)
    c.fill(smooth([(-4, 76), (-34, 60), (-36, 88)]) + smooth([(-4, 76), (26, 58), (30, 88)]), t.accent)
    _paper(c, t, 172, 30, 92, 130, 8, 6)
    c.ball(182, 84, 13, RED)


def spoons(c: Canvas, t: Tones, chance: Chance) -> None:
    """Nine spoons in a row; there were ten."""
    there = [x for x in range(-200, 201, 50) if x != 100]
    c.fill(sharp([(-230, -132), (230, -132), (222, -104), (-222, -104)]), t.shade)
    c.line("".join(f"M{x}-112V10" for x in there), t.lit, 8)
    c.line("".join(f"M{x} 26V46" for x in there), t.lit, 37)
    c.line("".join(f"M{x + 3} 30V48" for x in there), mix(t.lit, t.base, 0.55), 24)
    c.line("".join(f"M{x - 6} 24v12" for x in there), t.pale, 5)
    c.line("M100-112v14M100-86v14M100-60v14M100-34v14M100-8v10M84 22q-6 14-2 26M90 60q10 10 20 0M116 22q6 14 2 26", t.accent, 5)
    skin = mix(t.pale, t.base, 0.3)
    c.fill(sharp([(-300, 150), (-300, 96), (-196, 112), (-190, 158)]), t.shade)
    c.fill(sharp([(-204, 106), (-184, 110), (-180, 160), (-198, 162)]), t.pale)
    c.line("M-184 124L-140 112M-180 136L-96 128M-180 148L-140 150", skin, 17)
    c.line("M-100 128L-84 108M-96 132L-74 142", t.ink, 6)
    c.fill(sharp([(20, 176), (28, 106), (214, 96), (224, 166)]), t.pale)
    c.line("M48 124l8 30M62 123l8 30M76 122l8 30M90 121l8 30M42 152L104 126M120 120l8 30M134 119l8 30M148 118l8 30", t.shade, 5)
    c.line(c.tick(195, 127, 1.7), t.accent, 7)


def skull_stamp(c: Canvas, t: Tones, chance: Chance) -> None:
    """A stamp comes down; the form is very short."""
    _paper(c, t, -6, 92, 330, 130, -4, 6)
    c.fill(disc(-2, 100, 76, 30), mix(t.pale, t.base, 0.35))
    c.group(-120, 84, 0.62, turn=-8)
    c.fill(smooth(mirrored([(0, -52), (44, -40), (50, 0), (28, 18), (24, 40), (0, 44)])), RED)
    c.fill(disc(-19, -6, 13, 12) + disc(19, -6, 13, 12) + sharp([(0, 6), (7, 20), (-7, 20)]), t.pale)
    c.line("M-10 30v12M0 30v14M10 30v12", t.pale, 4)
    c.end()
    c.line(c.tick(111, 70, 2.2), RED, 9)
    c.fill(sharp([(-74, 72), (74, 72), (74, 94), (-74, 94)]), RED)
    c.fill(sharp([(-80, 36), (80, 36), (80, 78), (-80, 78)]), t.shade)
    c.fill(sharp([(-80, 36), (-40, 36), (-40, 78), (-80, 78)]), t.base)
    c.fill(sharp([(-26, 40), (-16, -40), (16, -40), (26, 40)]), mix(t.base, t.lit, 0.35))
    c.fill(sharp([(4, 40), (2, -40), (16, -40), (26, 40)]), t.base)
    skin = mix(t.pale, t.base, 0.3)
    c.fill(sharp([(30, -190), (140, -190), (74, -96), (18, -120)]), t.shade)
    c.fill(sharp([(10, -122), (28, -138), (90, -106), (78, -86)]), t.pale)
    c.fill(smooth([(-60, -70), (-50, -110), (0, -128), (64, -100), (62, -56), (0, -38)]), skin)
    c.line("M-42-86L-44-52M-16-80L-18-44M10-80L10-42M38-80L38-46", skin, 22)
    c.line("M-30-76L-31-46M-4-72V-42M24-74L25-44", mix(skin, t.shade, 0.4), 3)
    c.line("M-110 40L-150 20M-104 64L-156 62M110 40L150 20M104 64L156 62", t.accent, 8)


def up_from_below(c: Canvas, t: Tones, chance: Chance) -> None:
    """A fine cuff, a note, and the bell all the same."""
    skin = mix(t.base, t.accent, 0.3)
    c.fill(_tomb(-70, 120, 82, 246), t.base)
    c.fill(smooth([(-152, 120), (-152, -52), (-119, -111), (-70, -126), (-120, -70), (-130, 0), (-128, 120)], tension=0.7), t.lit)
    c.fill(sharp([(-124, -94), (-118, -106), (-102, -106), (-104, -166), (-40, -166), (-38, -106), (-20, -106), (-16, -94)]), t.ink)
    c.line("M-102-116h62", t.accent, 9)
    c.line("M-112-40h82M-112-16h82M-100 8h58", t.shade, 8)
    c.fill(smooth([(-30, 150), (10, 112), (60, 96), (110, 96), (160, 118), (190, 150)]), mix(t.shade, t.base, 0.4))
    c.fill(sharp([(20, 130), (54, 110), (66, 122), (84, 104), (100, 122), (124, 108), (150, 132)]), t.ink)
    c.fill(sharp([(56, 124), (64, 40), (112, 40), (116, 124)]), t.shade)
    c.fill(sharp([(56, 46), (58, 22), (116, 22), (118, 46)]), t.pale)
    c.ball(64, 34, 5, t.accent)
    c.fill(smooth([(66, 26), (62, -24), (86, -36), (112, -24), (108, 26)]), skin)
    c.line("M72-16L62-58M108-16L124-50M66 4L40-22", skin, 14)
    _paper(c, t, 94, -84, 108, 78, 10, 3)
    c.line("M82-18L84-62M96-18L104-60", skin, 14)
    c.group(220, -120, 1, turn=-30)
    c.line("M0-70V-20", t.shade, 14)
    c.fill(smooth(mirrored([(0, -30), (26, -22), (34, 14), (54, 40), (0, 46)]), tension=0.8), t.accent)
    c.fill(smooth([(8, -29), (26, -22), (34, 14), (54, 40), (20, 45), (18, 0)], tension=0.8), mix(t.accent, t.shade, 0.35))
    c.ball(0, 52, 11, t.shade)
    c.end()
    c.line("M160-60q-14 16-8 36M262-40q14 2 28-8M140-72q-20 26-14 54", t.accent, 6)


def bad_air(c: Canvas, t: Tones, chance: Chance) -> None:
    """One shutter closed, one open with the mayor in it, and the cloud at the corner."""
    bad, worse = mix(t.accent, t.base, 0.45), mix(t.accent, t.shade, 0.55)
    c.fill(sharp([(10, 160), (10, -70), (-14, -70), (120, -170), (254, -70), (230, -70), (230, 160)]), t.base)
    c.fill(sharp([(-14, -70), (120, -170), (254, -70), (236, -56), (120, -140), (4, -56)]), t.shade)
    c.line("M10-10H230M10 84H230M120-130V160", mix(t.base, t.shade, 0.5), 8)
    c.fill(sharp([(30, 4), (98, 4), (98, 74), (30, 74)]) + sharp([(140, 0), (212, 0), (212, 76), (140, 76)]), t.ink)
    c.line("M38 12h52M38 24h52M38 36h52M38 48h52M38 60h52M64 8v60", mix(t.lit, t.base, 0.3), 7)
    c.fill(sharp([(140, 0), (118, 10), (118, 84), (140, 76)]) + sharp([(212, 0), (236, 10), (236, 84), (212, 76)]), mix(t.lit, t.base, 0.3))
    c.fill(smooth([(146, 76), (152, 54), (176, 48), (200, 54), (206, 76)]), t.shade)
    c.ball(174, 34, 19, mix(t.pale, t.base, 0.15))
    c.fill(sharp([(152, 22), (158, 22), (158, -16), (190, -16), (190, 22), (198, 22), (198, 29), (152, 29)]), t.ink)
    c.dots([(166, 36), (180, 36)], t.ink, 6)
    c.ball(173, 45, 4, t.shade)
    c.line("M158 66q16 12 34 0", t.accent, 6)
    c.fill(smooth([(-300, 150), (-300, -60), (-250, -120), (-170, -130), (-120, -90), (-60, -110), (-10, -70), (-20, -20), (20, 10), (40, 60), (10, 100), (60, 140), (20, 164)]), worse)
    c.fill(smooth([(-300, 150), (-300, -20), (-250, -76), (-180, -88), (-140, -46), (-80, -64), (-36, -30), (-50, 20), (-10, 50), (-10, 90), (-50, 110), (-20, 164)]), bad)
    c.fill(smooth([(-210, 0), (-170, 6), (-150, 30), (-190, 34)]) + smooth([(-60, 6), (-94, 8), (-112, 32), (-74, 34)]), t.shade)
    c.dots([(-174, 24), (-90, 25)], t.pale, 9)
    c.line("M-176 74q20 22 44 4t46 0", t.shade, 9)
    c.line("M-270-20c20-40 60-40 66-14c4 24-34 26-32 4M-40-40c-10-30-44-22-38 0", worse, 7)
    c.line("M30 40h22M26 110h40M-10-84l16-10", bad, 9)


def chained_field(c: Canvas, t: Tones, chance: Chance) -> None:
    """Wheat behind a chain, a lock and a notice."""
    straw = mix(t.lit, "#d8b45a", 0.6)
    tops = [(-192 + i * 48 + (i % 3 - 1) * 9, -40 - (i * 37) % 60) for i in range(9)]
    c.line("".join(f"M{x} 170V{y}" for x, y in tops), mix(straw, t.base, 0.35), 6)
    c.line("".join(f"M{x} {y - 22}v38m-12-46l-5-16m29 16l5-16" for x, y in tops), mix(straw, t.base, 0.15), 7)
    c.line("".join(f"M{x} {y - 26}v44" for x, y in tops), straw, 25)
    c.line("".join(f"M{x - 9} {y - 22}l9 9l9-9m-18 20l9 9l9-9" for x, y in tops), mix(straw, t.base, 0.4), 3)
    c.fill("".join(sharp([(x, 176), (x, -10), (x + 13, -28), (x + 26, -10), (x + 26, 176)]) for x in (-236, 210)), t.shade)
    for y, turn in ((30, 1), (112, -1)):
        links = "".join(f"M{x} {y + turn * (26 - abs(x + 10) * 0.115):.0f}h20" for x in (-210, -170, -130, -90, 70, 110, 150, 190))
        c.line(f"M-224 {y}L-60 {y + turn * 18}M60 {y + turn * 18}L224 {y}", t.ink, 6)
        c.line(links, t.ink, 21)
        c.line(links, t.lit, 9)
    c.line("M-34 50C-34-10 34-10 34 50", t.base, 17)
    c.fill(smooth([(-62, 46), (62, 46), (66, 90), (54, 134), (-54, 134), (-66, 90)], tension=0.6), t.shade)
    c.fill(smooth([(-62, 46), (-30, 46), (-36, 90), (-30, 134), (-54, 134), (-66, 90)], tension=0.6), t.base)
    c.ball(4, 80, 14, t.accent)
    c.fill(sharp([(-2, 84), (10, 84), (15, 116), (-7, 116)]), t.accent)
    _paper(c, t, 150, 10, 84, 104, 7, 5)
    c.ball(162, 46, 12, RED)


def wax_seal(c: Canvas, t: Tones, chance: Chance) -> None:
    """A coffee mill, tied up and sealed."""
    c.group(0, -28, 0.88)
    c.fill(sharp([(-112, 152), (-96, 4), (96, 4), (112, 152)]), mix(t.base, t.lit, 0.55))
    c.fill(sharp([(50, 152), (46, 4), (96, 4), (112, 152)]), t.base)
    c.fill(sharp([(-122, 4), (122, 4), (116, -18), (-116, -18)]), t.lit)
    c.fill(sharp([(-126, 152), (126, 152), (126, 136), (-126, 136)]), t.shade)
    c.fill(smooth([(-78, -18), (-70, -66), (-30, -92), (30, -92), (70, -66), (78, -18)], tension=0.8), mix(t.lit, t.pale, 0.7))
    c.fill(smooth([(20, -18), (34, -60), (24, -92), (70, -66), (78, -18)], tension=0.8), mix(t.lit, t.base, 0.35))
    c.line("M0-92V-124L-92-140", t.ink, 11)
    c.line("M-92-140V-158", t.accent, 24)
    c.fill(sharp([(-44, 92), (44, 92), (44, 130), (-44, 130)]), mix(t.base, t.shade, 0.7))
    c.line("M-106 100L104 20M-100 24L110 112M-34-90L10 62L34-90", mix(RED, t.shade, 0.25), 15)
    c.fill(sharp([(-22, 84), (-46, 156), (-24, 146), (-10, 164), (6, 92)]) + sharp([(22, 84), (50, 152), (26, 144), (16, 164), (0, 92)]), mix(RED, t.pale, 0.15))
    c.fill(smooth(ring(4, 62, 62, 9, 0.2, inner=52)), RED)
    c.ball(4, 62, 42, mix(RED, t.ink, 0.3))
    c.line("M-16 84V52M-4 86V40M8 86V36M20 86V44M-16 74C0 90 20 96 28 76L40 60", mix(RED, t.pale, 0.3), 11)
    c.line("M-40 36Q-28 16-8 12", mix(RED, t.pale, 0.55), 6)
    c.end()


def silverfish(c: Canvas, t: Tones, chance: Chance) -> None:
    """What is left of the deed, and who had the rest."""
    c.group(0, -16, 0.88)
    page = [(-150, -130), (-104, -136), (-92, -116), (-70, -140), (60, -140), (70, -118), (98, -128), (116, -142), (150, -132), (148, -70), (126, -58), (130, -30), (152, -24), (150, 60), (126, 76), (146, 100), (146, 146), (40, 150), (26, 128), (0, 150), (-146, 146), (-150, 70), (-124, 54), (-128, 24), (-152, 20)]
    c.group(0, 0, 1, turn=-5)
    c.fill(sharp(page), t.pale)
    c.line("M-120-92h150M60-92h40M-120-64h90M20-64h80M-120-36h40M-20-36h110M-90-8h90M46-8h44M-90 20h40M20 20h80M-96 48h70M40 48h60M-116 76h130M-116 104h60M10 104h50", mix(t.base, t.lit, 0.4), 6)
    hole = mix(t.near, t.mid, 0.3)
    c.fill(smooth([(-60, -66), (-24, -84), (10, -70), (8, -48), (-22, -30), (-58, -40)]) + smooth([(-46, 8), (-10, 2), (20, 22), (4, 46), (-16, 70), (-40, 52)]) + smooth([(36, 66), (70, 60), (92, 82), (70, 100), (40, 92)]), hole)
    c.ball(-96, 116, 26, RED)
    c.line("M-108 104l14 14l-8 12M-94 118l14 6", t.pale, 5)
    c.end()
    for x, y, s, turn in ((78, -22, 1.1, -40), (-78, 26, 0.95, 150), (20, 122, 0.9, 15)):
        c.group(x, y, s, turn=turn)
        c.line("M-46 0L-92-18M-46 0L-96 0M-46 0L-92 18M36-8Q66-30 84-30M36 8Q66 30 84 30M14-16l10-18M14 16l10 18M-8-16l-2-20M-8 16l-2 20", t.shade, 4)
        c.fill(smooth([(52, 0), (40, -18), (6, -22), (-30, -12), (-54, 0), (-30, 12), (6, 22), (40, 18)]), t.base)
        c.fill(smooth([(52, 0), (40, -18), (6, -22), (-30, -12), (-54, 0), (0, -6)]), t.lit)
        c.line("M18-19Q24 0 18 19M0-20Q6 0 0 20M-18-15Q-13 0-18 15M-34-9Q-30 0-34 9", t.shade, 4)
        c.dots([(40, -8), (40, 8)], t.accent, 9)
        c.end()
    c.end()


def coffin_scale(c: Canvas, t: Tones, chance: Chance) -> None:
    """The coins weigh more than the box."""
    c.fill(smooth([(-70, 156), (-40, 132), (40, 132), (70, 156)]), t.shade)
    c.line("M0 140V-120", t.shade, 17)
    c.line("M-4 132V-110", t.base, 5)
    c.line("M-176-128L176-72", t.shade, 13)
    c.ball(0, -104, 24, t.lit)
    c.ball(0, -104, 12, t.accent)
    c.line("M-176-128L-240 4M-176-128L-112 4M176-72L112 70M176-72L240 70", t.lit, 4)
    c.fill(sharp([(-250, -4), (-230, -52), (-196, -62), (-106, -44), (-98, -4)]), t.ink)
    c.fill(sharp([(-244, -6), (-226, -44), (-194, -54), (-114, -38), (-106, -6)]), mix(t.base, t.lit, 0.25))
    c.line("M-206-28L-136-20M-186-38L-190-12", t.pale, 7)
    c.fill(smooth([(-256, 0), (-96, 0), (-120, 32), (-176, 42), (-232, 32)], tension=0.8), t.base)
    gold = mix(t.accent, t.shade, 0.3)
    pile = [(136, 58), (164, 60), (192, 60), (218, 58), (148, 40), (178, 40), (206, 40), (162, 20), (192, 20), (177, 0)]
    c.dots(pile, gold, 32)
    c.dots([(x - 2, y - 3) for x, y in pile], t.accent, 22)
    c.fill(smooth([(96, 68), (256, 68), (232, 102), (176, 112), (120, 102)], tension=0.8), t.base)
    c.fill(smooth([(96, 68), (150, 70), (146, 106), (120, 102)], tension=0.8) + smooth([(-256, 0), (-204, 2), (-208, 38), (-232, 32)], tension=0.8), t.lit)
    c.line("M-176-176v-20M-196-168l-10-16M-156-168l10-16", t.pale, 5)


def laid_table(c: Canvas, t: Tones, chance: Chance) -> None:
    """Chairs drawn up, plates warm, guests faint."""
    ghost = mix(t.pale, t.haze, 0.45)
    c.line("M-172 60V-70M-58 60V-92M58 60V-80M172 60V-60", mix(t.base, t.shade, 0.5), 92)
    for x, h, k in ((-172, 150, 0.0), (-58, 178, 0.25), (58, 164, 0.1), (172, 140, 0.3)):
        c.fill(smooth([(x - 42, 80), (x - 22, 66 - h), (x, 50 - h), (x + 22, 66 - h), (x + 42, 80)]), mix(ghost, t.base, k))
    c.dots([(-180, -58), (-166, -58), (-64, -84), (-50, -84), (52, -72), (66, -72), (166, -50), (180, -50)], t.ink, 9)
    c.line("M-180-38q8 6 14 0M-64-62h14M52-52q8 6 14 0M166-30h14", t.ink, 4)
    c.fill(sharp([(-260, 62), (260, 62), (286, 108), (-286, 108)]), t.pale)
    c.fill(sharp([(-286, 108), (286, 108), (286, 150), (250, 166), (214, 150), (143, 166), (72, 150), (0, 166), (-72, 150), (-143, 166), (-214, 150), (-250, 166), (-286, 150)]), mix(t.pale, t.base, 0.3))
    for x in (-190, -64, 64, 190):
        c.fill(disc(x, 84, 44, 12), mix(t.lit, t.base, 0.2))
        c.fill(disc(x, 81, 28, 7), mix(t.base, t.accent, 0.3))
    c.line("M-196 66q-8-10 0-20q8-10 0-20M-70 62q-8-10 0-20q8-10 0-20M58 62q-8-10 0-20q8-10 0-20M184 66q-8-10 0-20q8-10 0-20", t.lit, 4)
    c.line("M-10 76V30M12 76V42", t.lit, 11)
    c.fill(smooth([(-10, -2), (-2, 14), (-10, 26), (-18, 14)]) + smooth([(12, 12), (20, 28), (12, 38), (4, 28)]), t.accent)
    c.line("M-136 88h-14M-136 82h-18M120 84l18 2M136 88h16", t.base, 4)


def pawn_window(c: Canvas, t: Tones, chance: Chance) -> None:
    """Behind bars, coins pushed out; in front, somebody's shadow left as a pledge."""
    skin, gap = mix(t.pale, t.base, 0.3), mix(t.haze, t.light, 0.5)
    c.fill(sharp([(-186, 176), (-186, -96), (-140, -156), (140, -156), (186, -96), (186, 176)]), mix(t.base, t.shade, 0.45))
    c.fill(sharp([(-142, 62), (-142, -76), (-108, -120), (108, -120), (142, -76), (142, 62)]), gap)
    c.fill(smooth([(-96, 62), (-76, 28), (-20, 12), (30, 12), (80, 30), (98, 62)]), t.shade)
    c.fill(smooth([(-54, -40), (-40, -96), (4, -108), (48, -96), (60, -40), (40, 8), (4, 24), (-34, 8)]), skin)
    c.fill(smooth([(20, -106), (48, -96), (60, -40), (40, 8), (10, 23), (34, -20)]), mix(skin, t.base, 0.4))
    c.fill(smooth([(-62, -66), (-50, -84), (4, -92), (58, -84), (76, -66), (4, -56)]), t.accent)
    c.dots([(-24, -38), (30, -38)], t.ink, 11)
    c.line("M14-38a17 17 0 1 0 34 0a17 17 0 1 0-34 0M48-34L60 20", t.ink, 5)
    c.fill(sharp([(-2, -38), (-12, -12), (4, -12)]), mix(skin, t.base, 0.4))
    c.line("M-24 2Q0 16 30-4", t.shade, 5)
    c.line("M-112-116V60M-74-120V60M76-120V60M112-116V60", t.ink, 7)
    c.fill(sharp([(-216, 58), (216, 58), (232, 94), (-232, 94)]), t.lit)
    c.fill(sharp([(-232, 94), (232, 94), (226, 112), (-226, 112)]), t.base)
    c.line("M-50 50L-84 66", t.shade, 27)
    c.line("M-88 62L-124 66M-90 70L-120 78M-84 76L-108 88", skin, 11)
    c.dots([(-148, 68), (-166, 80), (-140, 86), (-182, 70)], mix(t.accent, t.shade, 0.3), 24)
    c.dots([(-150, 66), (-168, 78), (-142, 84), (-184, 68)], t.accent, 15)
    dark = mix(t.ink, t.base, 0.1)
    c.fill(smooth([(86, 92), (80, 56), (96, 22), (112, 8), (104, -14), (122, -28), (142, -14), (134, 8), (152, 22), (166, 56), (160, 92)]), dark)
    c.line("M90 44L66 76M156 44L184 70", dark, 14)
    c.dots([(116, -12), (130, -12)], t.pale, 6)


def dead_coat(c: Canvas, t: Tones, chance: Chance) -> None:
    """On the stand, doing up its own buttons."""
    c.group(0, 18, 0.94)
    c.line("M0-100V160M-46 166L0 130L46 166", mix(t.shade, t.base, 0.3), 11)
    c.fill(disc(0, -124, 36, 30), t.ink)
    c.fill(smooth([(-48, -112), (-76, -96), (-92, 20), (-104, 132), (-20, 142), (0, 60), (20, 142), (104, 132), (92, 20), (76, -96), (48, -112), (0, -92)], tension=0.7), t.shade)
    c.fill(sharp([(-44, -110), (-14, -96), (4, -20), (-6, 132), (-66, 140), (-52, 20)]), t.base)
    c.fill(sharp([(-48, -114), (-14, -108), (2, -30), (-40, -58), (-34, -74), (-60, -84)]) + sharp([(48, -114), (14, -108), (2, -30), (44, -58), (36, -74), (62, -84)]), mix(t.lit, t.base, 0.3))
    c.line("M6-8v0M6 26v0M6 60v0M6 94v0", t.accent, 13)
    c.line("M-72-80L-128-20L-84 30L-26 20", t.base, 36)
    c.line("M72-80L124-40L92 22L34 8", t.shade, 36)
    c.line("M-38 22L-26 20M46 10L34 8", t.lit, 38)
    c.line("M-14 18L2 24M-14 28L0 32M20 6L12 16M18-2L8 10", t.pale, 6)
    c.fill(smooth([(-66, -150), (0, -164), (66, -150), (40, -140), (0, -136), (-40, -140)]), t.ink)
    c.fill(sharp([(-38, -148), (-32, -194), (34, -194), (38, -148)]), t.ink)
    c.line("M-37-154Q0-146 37-154", t.accent, 8)
    c.dots([(-14, -126), (14, -126)], t.accent, 13)
    c.line("M50 60q20 4 30 18M-96 90q14-10 20-2", mix(t.base, t.lit, 0.4), 4)
    c.fill(sharp([(30, -44), (56, -50), (60, -28), (36, -22)]) + smooth([(42, -46), (34, -70), (52, -74), (50, -48)]), t.pale)
    c.end()


def thin_soup(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wide bowl; at the bottom, what is painted on the bottom."""
    c.fill(sharp([(-300, 128), (300, 128), (300, 240), (-300, 240)]), mix(t.base, t.shade, 0.3))
    c.line("M-300 128H300", t.lit, 7)
    c.fill(disc(0, 148, 150, 16), t.shade)
    c.fill(smooth([(-190, 6), (-160, 90), (-90, 140), (0, 148), (90, 140), (160, 90), (190, 6)]), t.lit)
    c.fill(smooth([(60, 140), (120, 80), (140, 20), (190, 6), (160, 90), (90, 140)]), t.base)
    c.line("M-150 60Q-90 120 0 124Q90 120 152 58", RED, 6)
    c.fill(disc(0, 0, 192, 50), t.pale)
    c.fill(disc(0, 6, 168, 40), mix(t.base, t.shade, 0.3))
    c.fill(disc(0, 14, 150, 30), mix(t.mid, t.accent, 0.35))
    c.fill(disc(-2, 12, 48, 24), mix(t.pale, t.accent, 0.15))
    c.fill(disc(-20, 8, 13, 7) + disc(16, 8, 13, 7) + sharp([(-2, 14), (4, 20), (-8, 20)]), t.shade)
    c.line("M-22 28v6M-10 30v6M4 30v6M16 28v6", t.shade, 4)
    c.dots([(-104, 18), (92, 24)], t.accent, 15)
    c.fill(disc(-96, 10, 9, 4) + disc(104, 14, 10, 4), RED)
    c.line("M70 0L206-130", t.lit, 13)
    c.line("M74-6L202-132", t.pale, 4)
    c.fill(disc(56, 12, 34, 13), t.lit)
    c.line("M-60-50q-16-22 0-44q16-22 0-44M-6-56q-14-20 0-40q14-20 0-36", mix(t.pale, t.haze, 0.3), 5)
    c.fill(smooth([(-276, 128), (-270, 96), (-240, 88), (-212, 100), (-208, 128)]), mix(t.pale, t.base, 0.45))
    c.line("M-256 106l8 14M-238 102l8 16", t.base, 5)


def red_ink(c: Canvas, t: Tones, chance: Chance) -> None:
    """The pen writes, and the writing is tied to a collar."""
    c.line("M-290 96C-240 60-210 130-160 92C-120 60-100 126-60 100C-30 80-10 96 6 60", RED, 7)
    c.line("M-290 132h110M-250 152h90", RED, 5)
    c.fill(smooth([(-6, 158), (20, 40), (60, -20), (110, -30), (150, 20), (166, 110), (160, 158)]), t.shade)
    c.fill(smooth([(-6, 158), (20, 40), (60, -20), (66, 60), (50, 158)]), t.base)
    c.line("M158 150Q226 150 224 96Q222 76 206 82", t.shade, 19)
    c.line("M36 40L24 152M66 60L64 152", t.shade, 28)
    c.line("M14 156h18M54 156h18M120 154h40", t.base, 18)
    c.fill(smooth([(30, -10), (36, -80), (68, -112), (110, -96), (126, -50), (120, 0), (70, 14)]), t.base)
    c.fill(smooth([(96, -102), (126, -50), (120, 0), (84, 12), (104, -40)]), t.shade)
    c.fill(smooth([(60, -92), (10, -84), (-40, -62), (-44, -44), (-10, -34), (50, -38)]), t.base)
    c.fill(smooth([(-46, -66), (-30, -66), (-28, -50), (-44, -46)]), t.ink)
    c.line("M-38-44Q-10-34 24-44", t.ink, 4)
    c.fill(sharp([(56, -104), (50, -152), (86, -110)]) + sharp([(92, -108), (106, -154), (118, -92)]), t.shade)
    c.line("M34-80L56-72", t.ink, 5)
    c.ball(44, -68, 7, t.accent)
    c.line("M34 4Q70 28 122-2", RED, 15)
    c.fill(sharp([(34, 18), (12, 30), (-2, 84), (34, 94), (50, 40)]), t.pale)
    c.line("M16 48l20 6M12 62l22 6M8 76l18 5", RED, 4)
    c.line("M-290 96L-268 30", t.ink, 8)
    c.fill(smooth([(-276, 54), (-286, -30), (-262, -120), (-216, -172), (-200, -120), (-222, -40), (-256, 20)]), t.lit)
    c.fill(smooth([(-276, 54), (-246, -60), (-216, -172), (-200, -120), (-222, -40), (-256, 20)]), t.pale)


def fen_stilts(c: Canvas, t: Tones, chance: Chance) -> None:
    """A pig, above it all."""
    c.group(0, 16, 0.93)
    pink = mix(t.pale, "#c98f86", 0.55)
    low = mix(pink, t.base, 0.4)
    c.line("M-62 20L-84 190M48 20L66 190", mix(t.base, t.shade, 0.4), 10)
    c.fill(smooth([(-112, -40), (-84, -88), (-10, -104), (70, -90), (104, -40), (84, 12), (10, 30), (-70, 24), (-108, -4)]), pink)
    c.fill(smooth([(-108, -4), (-60, 4), (20, 4), (94, -10), (84, 12), (10, 30), (-70, 24)]), low)
    c.line("M-112-40c-24-4-26-30-8-30c16 4 8 26-14 22", pink, 7)
    c.line("M-48 14V50M64 10V46", low, 27)
    c.line("M-84 12V52M24 16V52", pink, 28)
    c.line("M-84 50L-110 190M24 50L34 190", t.lit, 11)
    c.line("M-108 56h44M0 56h44M-66 52h34M50 48h32", t.shade, 9)
    c.fill(smooth([(56, -60), (74, -110), (126, -122), (162, -92), (166, -50), (130, -24), (80, -26)]), pink)
    c.fill(disc(164, -66, 17, 23), low)
    c.dots([(160, -66), (171, -66)], t.shade, 7)
    c.fill(sharp([(78, -108), (62, -146), (104, -118)]) + sharp([(116, -120), (134, -152), (140, -112)]), low)
    c.ball(126, -82, 6, t.ink)
    c.line("M114-94L132-98", t.ink, 4)
    c.line("M124-46Q140-38 150-46", t.shade, 5)
    c.fill(sharp([(66, -128), (100, -190), (134, -134)]), t.accent)
    c.line("M84-132L100-160M106-134L104-186", mix(t.accent, t.shade, 0.35), 4)
    c.ball(100, -192, 9, t.pale)
    c.fill(disc(-112, 150, 34, 6) + disc(-84, 142, 24, 4) + disc(34, 150, 34, 6) + disc(66, 142, 24, 4), mix(t.mid, t.haze, 0.8))
    c.fill(smooth([(-210, 146), (-214, 124), (-196, 108), (-178, 122), (-178, 146)]) + smooth([(150, 150), (148, 130), (164, 118), (180, 130), (180, 150)]), t.base)
    c.dots([(-200, 122), (-188, 122), (158, 130), (170, 130)], t.accent, 8)
    c.end()


def bought_bear(c: Canvas, t: Tones, chance: Chance) -> None:
    """The same bear, at the end of another man's chain."""
    skin = mix(t.pale, t.base, 0.25)
    c.fill(smooth([(-210, 190), (-196, 80), (-140, 20), (-60, 4), (30, 4), (100, 24), (146, 90), (158, 190)]), t.shade)
    c.fill(smooth([(-210, 190), (-196, 80), (-140, 20), (-90, 8), (-130, 80), (-140, 190)]), t.base)
    c.dots([(-108, -112), (44, -112)], t.shade, 58)
    c.dots([(-108, -110), (44, -110)], mix(t.base, t.lit, 0.3), 30)
    c.fill(smooth([(-128, -60), (-100, -116), (-32, -134), (36, -116), (64, -60), (50, 6), (-32, 30), (-114, 6)]), t.base)
    c.fill(smooth([(10, -126), (36, -116), (64, -60), (50, 6), (-10, 28), (28, -30)]), mix(t.base, t.shade, 0.6))
    c.fill(smooth([(-84, -30), (-32, -58), (20, -30), (10, 10), (-32, 22), (-74, 10)]), t.lit)
    c.fill(smooth([(-52, -42), (-32, -50), (-12, -42), (-32, -20)]), t.ink)
    c.line("M-32-22V-10M-56 2Q-32-14-8 2", t.ink, 5)
    c.dots([(-74, -66), (10, -66)], t.pale, 22)
    c.dots([(-68, -62), (16, -62)], t.ink, 11)
    c.line("M-92-84L-62-78M28-84L-2-78", t.ink, 7)
    c.line("M-124 34Q-32 82 62 32", t.accent, 21)
    c.fill(sharp([(-56, 62), (-6, 60), (6, 84), (0, 132), (-60, 134), (-68, 86)]), t.pale)
    c.line("M-52 94h40M-50 120h36", t.base, 5)
    c.line("M-54 107h46", RED, 6)
    links = "M58 34l18-12M84 14l18-14M110-8l16-14M134-30l16-14M158-52l14-14"
    c.line(links, t.ink, 17)
    c.line(links, t.lit, 8)
    c.fill(sharp([(300, -190), (300, -60), (236, -60), (214, -146)]), t.ink)
    c.fill(sharp([(238, -56), (216, -52), (192, -140), (214, -150)]), t.pale)
    c.fill(smooth([(212, -136), (180, -128), (160, -96), (168, -62), (200, -50), (226, -64)]), skin)
    c.line("M172-110L158-82M184-92L166-66M200-80L184-54", mix(skin, t.pale, 0.35), 15)
    c.ball(176, -100, 8, t.accent)


CREATURES: dict[str, Drawing] = {
    "churchyard-goose": churchyard_goose,
    "ditch-eel": ditch_eel,
    "pincushion-doll": pincushion_doll,
    "peat-cutter": peat_cutter,
    "tally-crow": tally_crow,
    "writ-server": writ_server,
    "walking-inkwell": walking_inkwell,
    "six-bearers": six_bearers,
    "punt-widow": punt_widow,
    "small-clerk": small_clerk,
    "peat-grandfather": peat_grandfather,
    "hearse-mare": hearse_mare,
    "umbrella-bat": umbrella_bat,
    "usurer-toad": usurer_toad,
    "coffin-crab": coffin_crab,
    "late-magistrate": late_magistrate,
    "aunt-odile": aunt_odile,
    "everything-owed": everything_owed,
}
THINGS: dict[str, Drawing] = {
    "handshake": handshake,
    "credit-lift": credit_lift,
    "office-clock": office_clock,
    "open-grave": open_grave,
    "struck-roll": struck_roll,
    "next-in-line": next_in_line,
    "two-pens": two_pens,
    "torn-contract": torn_contract,
    "nephew-clock": nephew_clock,
    "spoons": spoons,
    "skull-stamp": skull_stamp,
    "up-from-below": up_from_below,
    "bad-air": bad_air,
    "chained-field": chained_field,
    "wax-seal": wax_seal,
    "silverfish": silverfish,
    "coffin-scale": coffin_scale,
    "laid-table": laid_table,
    "pawn-window": pawn_window,
    "dead-coat": dead_coat,
    "thin-soup": thin_soup,
    "red-ink": red_ink,
    "fen-stilts": fen_stilts,
    "bought-bear": bought_bear,
}
LANDS: dict[str, Drawing] = {
    "fen": fen,
    "churchyard": churchyard,
    "counting-office": counting_office,
    "stilt-village": stilt_village,
    "wake-parlour": wake_parlour,
    "peat-cutting": peat_cutting,
    "causeway": causeway,
}
