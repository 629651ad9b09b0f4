"""Things and deeds: what spells, lands and artifacts show. Middle at 0, 0, about 300 wide and 280 high."""

from __future__ import annotations

from math import cos, pi, sin

from pen import Canvas, Chance, disc, limb, mirrored, mix, ring, sharp, smooth
from settings import Tones


def sheaves(c: Canvas, t: Tones, chance: Chance) -> None:
    """A figure safe under a roof of wheat."""
    c.ball(0, 40, 104, mix(t.light, t.accent, 0.12))
    c.fill(limb((0, 40, 62), (0, 84, 84), (0, 112, 92)), mix(t.accent, t.shade, 0.25))
    c.fill(limb((-10, 118, 40), (30, 122, 30), (62, 140, 34)) + limb((10, 128, 40), (-30, 130, 30), (-66, 142, 34)), t.shade)
    c.line("M-36 70Q-30 104 0 106Q30 104 36 70", mix(t.accent, t.shade, 0.5), 20)
    c.dots([(-8, 106), (10, 106)], mix(t.pale, t.base, 0.3), 22)
    c.ball(0, 16, 29, mix(t.pale, t.base, 0.3))
    c.fill(smooth([(-34, 12), (-26, -20), (0, -34), (26, -20), (34, 12), (18, -8), (-18, -8)]), t.shade)
    c.line("M-17 14q6 7 12 0M5 14q6 7 12 0M-6 30q6 5 12 0", t.ink, 4)
    for side in (-1, 1):
        for i in range(5):
            x0, y0 = side * (170 - i * 14), 150
            x1, y1 = side * (112 - i * 16), -10 - i * 16
            x2, y2 = side * (20 - i * 7), -76 - i * 8
            color = (t.lit, t.mid, mix(t.lit, t.accent, 0.25))[i % 3]
            c.line(f"M{x0} {y0}C{side * (178 - i * 10)} {y0 - 90} {x1} {y1} {x2} {y2}", mix(color, t.shade, 0.15), 7)
            ear = ""
            for k in range(4):
                gx, gy = x2 + side * k * 13, y2 + k * 9 - k * k
                ear += sharp([(gx + side * 8, gy + 6), (gx - side * 2, gy - 12), (gx - side * 17, gy - 12), (gx - side * 7, gy + 4)])
            c.fill(ear, color)
        c.fill(sharp([(side * 182, 92), (side * 108, 72), (side * 104, 92), (side * 180, 112)]), t.accent)


def toll_road(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two towers, a bar, and the White Road between."""
    c.fill(smooth([(-210, 230), (-60, 120), (30, 60), (-30, 16), (10, -16), (26, -16), (10, 18), (100, 60), (90, 130), (150, 230)], tension=0.8), t.pale)
    for side, x in ((-1, -128), (1, 122)):
        c.fill(sharp([(x - 32, 120), (x - 28, -70), (x + 28, -70), (x + 32, 120)]), t.lit if side < 0 else t.base)
        c.fill(sharp([(x + 4, 120), (x + 4, -70), (x + 28, -70), (x + 32, 120)]), mix(t.base, t.shade, 0.3))
        c.fill(sharp([(x - 42, -66), (x, -128), (x + 42, -66)]), t.accent)
        c.fill(sharp([(x, -128), (x + 42, -66), (x + 6, -66)]), mix(t.accent, t.shade, 0.35))
        c.fill(smooth([(x - 9, -10), (x - 9, -30), (x, -38), (x + 9, -30), (x + 9, -10)]), t.ink)
        c.line(f"M{x}-128L{x}-166", t.shade, 4)
        c.fill(sharp([(x, -166), (x + 46, -156), (x, -140)]), t.pale)
    c.line("M-100 44L96 44", t.shade, 15)
    for i in range(6):
        c.line(f"M{-88 + i * 33} 44l14 0", t.pale, 11)
    c.ball(0, 74, 24, t.accent)
    c.ball(0, 74, 15, t.pale)
    c.fill(sharp(ring(0, 74, 11, 5, inner=5)), t.accent)


def truce(c: Canvas, t: Tones, chance: Chance) -> None:
    """Scythe and spear stuck in the ground, crossed, a loaf and a cup between."""
    for side in (-1, 1):
        c.group(0, 20, 1, mirror=side < 0)
        c.line("M-104 128L82-140", t.shade, 12)
        c.line("M-104 128L82-140", t.base, 5)
        if side < 0:
            c.fill(smooth([(76, -128), (96, -170), (60, -196), (-30, -196), (-64, -170), (-10, -176), (50, -164)]), t.pale)
        else:
            c.fill(sharp([(102, -184), (104, -138), (88, -126), (66, -134)]), t.pale)
        c.end()
    c.line("M-70 52Q0 76 70 52", t.accent, 10)
    c.fill(smooth([(-18, 54), (0, 48), (18, 54), (26, 104), (4, 76), (-22, 108)]), t.accent)
    c.fill(smooth([(-88, 138), (-80, 100), (-30, 88), (24, 100), (34, 138)]), t.lit)
    for x in (-56, -28, 0):
        c.line(f"M{x - 6} 118L{x + 8} 102", t.base, 6)
    c.fill(sharp([(48, 84), (100, 84), (92, 120), (82, 126), (82, 136), (96, 142), (52, 142), (66, 136), (66, 126), (56, 120)]), t.accent)
    c.fill(disc(74, 84, 26, 7), t.shade)


def tide(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wave that turns a bolt of fire back."""
    wave = [(-286, 190), (-240, 60), (-160, -60), (-40, -122), (70, -104), (122, -42), (110, 22), (60, 44), (24, 20), (34, -16), (62, -18), (40, -48), (-16, -36), (-50, 24), (-30, 100), (60, 140), (290, 150), (290, 220), (-286, 220)]
    c.fill(smooth(wave), t.base)
    c.fill(smooth([(-256, 120), (-220, 40), (-146, -46), (-36, -100), (50, -88), (-20, -66), (-90, -10), (-110, 80), (-60, 160), (-200, 190)]), t.mid)
    c.fill(smooth([(-206, 110), (-180, 40), (-120, -26), (-50, -66), (-100, 0), (-128, 80), (-110, 150), (-170, 170)]), t.lit)
    for x, y, r in ((70, -122, 15), (104, -98, 20), (134, -56, 17), (142, -14, 13), (112, 40, 16), (152, -98, 7), (166, -50, 6), (100, -140, 6)):
        c.ball(x, y, r, t.pale)
    c.fill(sharp([(250, -150), (136, -84), (166, -80), (104, -14), (214, -90), (182, -94), (268, -136)]), t.accent)
    c.fill(sharp([(240, -138), (160, -88), (186, -86), (146, -48), (206, -92), (180, -96)]), t.pale)


def kite(c: Canvas, t: Tones, chance: Chance) -> None:
    """A cow-like beast, lifted by kites."""
    for x, y, s, color in ((-124, -88, 0.9, t.accent), (6, -104, 1.0, t.shade), (134, -78, 0.95, mix(t.accent, t.pale, 0.5))):
        c.line(f"M{x} {y + 50 * s:.0f}L{x * 0.3:.0f} 60", t.shade, 2.5)
        c.group(x, y, s, turn=x * 0.12)
        c.fill(sharp([(0, -76), (52, -16), (0, 66), (-52, -16)]), color)
        c.fill(sharp([(0, -76), (52, -16), (0, 66)]), mix(color, t.pale, 0.35))
        c.line("M0-76L0 66M-52-16L52-16", t.shade, 3)
        c.line("M0 66Q18 84 4 98Q-10 112 8 128", t.shade, 3)
        c.end()
    c.group(0, 86, 1, turn=-5)
    for x0, x1 in ((-40, -56), (-22, -30), (34, 36), (50, 62)):
        c.fill(limb((x0, 20, 18), (x1, 44, 13), (x1 - 6, 64, 10)), t.pale)
    c.dots([(x1 - 6, 66) for x1 in (-56, -30, 36, 62)], t.ink, 12)
    c.fill(smooth([(-72, -10), (-40, -34), (20, -36), (62, -30), (70, 6), (40, 30), (-40, 32), (-72, 18)]), t.pale)
    c.fill(disc(-46, -6, 18, 16) + disc(34, 6, 20, 14), t.shade)
    c.fill(smooth([(62, -34), (40, -52), (66, -48)]) + smooth([(56, -44), (84, -54), (110, -32), (108, -16), (84, -14), (58, -8)]), t.pale)
    c.fill(disc(104, -24, 14, 12), mix(t.accent, t.pale, 0.4))
    c.line("M74-52Q66-76 84-82M88-52Q94-70 108-70", t.shade, 6)
    c.ball(84, -36, 5, t.ink)
    c.line("M-72 0Q-96 6-92 34", t.pale, 5)
    c.ball(-92, 38, 6, t.shade)
    c.fill(sharp([(-20, -38), (0, -38), (6, 32), (-16, 32)]), t.accent)
    c.end()


def chart(c: Canvas, t: Tones, chance: Chance) -> None:
    """A chart unrolled over drowned towers."""
    for x, h, w in ((-184, 120, 34), (-132, 190, 40), (150, 170, 44), (204, 110, 32)):
        c.fill(sharp([(x - w, 200), (x - w * 0.8, 110 - h), (x, 74 - h), (x + w * 0.8, 110 - h), (x + w, 200)]), t.base)
        c.fill(sharp([(x, 200), (x, 74 - h), (x + w * 0.8, 110 - h), (x + w, 200)]), mix(t.base, t.shade, 0.45))
        c.fill(sharp([(x - w * 0.4, 140 - h), (x - w * 0.1, 140 - h), (x - w * 0.1, 168 - h), (x - w * 0.4, 168 - h)]), t.accent)
    c.fill(sharp([(-120, -76), (112, -96), (132, 96), (-100, 118)]), t.pale)
    c.fill(smooth([(-84, -40), (-40, -56), (-10, -20), (-34, 20), (-10, 60), (-60, 88), (-92, 40)]), t.lit)
    c.fill(smooth([(40, -66), (88, -60), (96, -10), (64, 6), (50, -24)]), t.lit)
    c.line("M-52 60Q0 70 16 34Q28 4 60-10", t.accent, 5)
    c.line("M50 48L72 70M72 48L50 70", t.accent, 7)
    for x, y in ((-10, -66), (16, 76), (92, 50)):
        c.line(f"M{x - 10} {y}q5-6 10 0q5 6 10 0", mix(t.base, t.pale, 0.3), 3)
    for x0, y0, x1, y1 in ((-124, -78, 116, -100), (-104, 120, 136, 96)):
        c.line(f"M{x0} {y0}L{x1} {y1}", mix(t.lit, t.base, 0.5), 18)
        c.line(f"M{x0} {y0 - 4}L{x1} {y1 - 4}", t.pale, 6)


def wither(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hand held up, turning to twigs."""
    c.ball(0, -20, 128, mix(t.haze, t.accent, 0.35))
    c.ball(0, -20, 98, mix(t.haze, t.accent, 0.6))
    skin = mix(t.pale, t.base, 0.3)
    c.fill(limb((6, 220, 92), (4, 150, 82), (0, 90, 104)), skin)
    for joints in (
        ((-44, 76, 44), (-92, 34, 36), (-122, -6, 26), (-140, -50, 6)),
        ((-42, 20, 38), (-58, -44, 32), (-64, -90, 24), (-80, -148, 5)),
        ((-10, 10, 40), (-12, -62, 34), (-6, -118, 26), (-16, -182, 5)),
        ((24, 14, 38), (36, -54, 32), (42, -100, 24), (64, -158, 5)),
        ((52, 34, 32), (78, -18, 26), (92, -54, 19), (120, -96, 4)),
    ):
        c.fill(limb(*joints), skin)
    c.fill(smooth([(-64, 70), (-62, 10), (-20, -6), (30, -4), (66, 24), (66, 80), (40, 128), (-34, 128)]), skin)
    c.line("M-6 216C-2 140-18 100-12 40C-8 10-12-60-8-150M6 110C20 70 30 20 42-90M-14 90C-40 50-52 0-64-90M-20 116C-60 90-90 50-124-10M10 100C40 70 60 40 94-56", t.shade, 7)
    c.line("M-130-30L-162-36M-70-116L-50-150M-12-150L12-178M54-130L32-160M108-76L136-74M-66-92L-96-112M44-100L72-112", t.shade, 6)
    for x, y, a in ((-140, 56, 20), (124, 20, -30), (-98, 104, 60), (96, 96, 10), (150, 84, 50)):
        c.group(x, y, 1, turn=a)
        c.fill(smooth([(-20, 0), (0, -10), (22, 0), (0, 10)]), t.accent)
        c.line("M-20 0L30 0", t.shade, 2.5)
        c.end()


def thread(c: Canvas, t: Tones, chance: Chance) -> None:
    """A skull sewn up by a needle."""
    c.group(0, -4, 1)
    c.fill(smooth(mirrored([(0, -132), (70, -116), (108, -56), (98, 8), (66, 36), (60, 78), (0, 88)])), t.pale)
    c.fill(smooth([(0, -132), (70, -116), (108, -56), (98, 8), (66, 36), (60, 78), (30, 84), (46, 20), (74, -20), (66, -80)]), mix(t.pale, t.base, 0.35))
    for side in (-1, 1):
        c.fill(smooth([(side * 22, -16), (side * 58, -28), (side * 76, 0), (side * 54, 26), (side * 26, 16)]), t.ink)
    c.ball(-46, 0, 8, t.accent)
    c.fill(sharp([(0, 20), (14, 48), (-14, 48)]), t.ink)
    for x in (-36, -18, 0, 18, 36):
        c.line(f"M{x} 62L{x} 84", t.shade, 4)
    c.line("M30-128L12-90L34-62L18-34", t.ink, 6)
    for x, y in ((20, -112), (22, -88), (28, -66), (24, -46)):
        c.line(f"M{x - 18} {y}L{x + 18} {y - 4}", t.accent, 5)
    c.line("M42-50C120-60 150-20 130 40C112 96 180 120 206 60", t.accent, 5)
    c.group(206, 40, 1, turn=24)
    c.fill(smooth([(0, 84), (-7, -10), (-8, -46), (0, -58), (8, -46), (7, -10)]), t.lit)
    c.fill(disc(0, -38, 3, 10), t.ink)
    c.end()
    c.end()


def names(c: Canvas, t: Tones, chance: Chance) -> None:
    """Stones with a candle each, and shapes that answer."""
    for x, h, k in ((-70, 180, 0.25), (76, 200, 0.4)):
        c.fill(smooth([(x - 46, 70), (x - 34, 70 - h * 0.5), (x - 26, 60 - h * 0.86), (x, 60 - h), (x + 26, 60 - h * 0.86), (x + 34, 70 - h * 0.5), (x + 46, 70)]), mix(t.haze, t.pale, k))
        for e in (-10, 10):
            c.fill(disc(x + e, 78 - h, 4.5, 6), t.base)
    for x, y, s in ((-170, 98, 0.95), (-8, 112, 1.2), (160, 94, 1.0)):
        c.group(x, y, s)
        c.fill(smooth([(-38, 42), (-38, -48), (-24, -76), (0, -86), (24, -76), (38, -48), (38, 42)], tension=0.7), t.base)
        c.fill(smooth([(-38, 42), (-38, -48), (-24, -76), (0, -86), (-16, -64), (-22, -40), (-22, 42)], tension=0.7), t.lit)
        c.line("M-13-46L21-46M-18-28L26-28M-10-10L18-10", t.shade, 5)
        c.ball(46, 12, 26, mix(t.haze, t.accent, 0.5))
        c.fill(sharp([(39, 14), (53, 14), (53, 44), (39, 44)]), t.pale)
        c.fill(smooth([(46, -18), (53, 2), (46, 12), (39, 2)]), t.accent)
        c.end()
    c.fill(smooth([(-290, 170), (-120, 136), (60, 148), (290, 130), (290, 230), (-290, 230)]), t.near)


def ember(c: Canvas, t: Tones, chance: Chance) -> None:
    """A coal thrown from a sling of the hand."""
    c.fill(smooth([(-260, 190), (-150, 70), (-40, -6), (60, -60), (30, -20), (-60, 50), (-130, 120), (-190, 210)]), mix(t.accent, t.base, 0.55))
    c.fill(smooth([(-200, 160), (-110, 70), (-10, 0), (70, -56), (40, -6), (-40, 54), (-110, 118), (-150, 180)]), mix(t.accent, t.base, 0.2))
    c.fill(smooth([(-130, 110), (-60, 50), (20, -10), (70, -50), (52, -2), (-20, 50), (-80, 100)]), t.pale)
    c.group(92, -72, 1, turn=20)
    c.fill(sharp(ring(0, 0, 104, 12, 0.2, inner=72)), mix(t.haze, t.accent, 0.6))
    c.fill(sharp([(-62, -14), (-36, -56), (18, -64), (58, -36), (66, 16), (34, 58), (-24, 60), (-58, 32)]), t.shade)
    c.fill(sharp([(-62, -14), (-36, -56), (18, -64), (58, -36), (20, -30), (-20, -26)]), t.base)
    c.line("M-50 4L-18-10L-2 20L30 4L52 20M-18-10L-24-44M-2 20L-14 52M30 4L28-40", t.accent, 8)
    c.line("M-50 4L-18-10L-2 20L30 4L52 20", t.pale, 3)
    c.end()
    for x, y, r in ((200, -132, 8), (176, 10, 6), (-10, -130, 7), (30, 90, 9), (-90, -40, 5), (140, 70, 5), (220, -40, 5)):
        c.ball(x, y, r, t.accent)


def aside(c: Canvas, t: Tones, chance: Chance) -> None:
    """A gauntlet knocks a spell off its way."""
    c.line("M-250-120Q-120-80-20-14", t.pale, 16)
    c.line("M-250-120Q-120-80-20-14", t.accent, 8)
    c.line("M20-24Q110-70 150-190", t.pale, 16)
    c.line("M20-24Q110-70 150-190", t.accent, 8)
    c.fill(sharp([(150, -216), (178, -164), (124, -176)]), t.accent)
    c.fill(sharp(ring(0, -14, 92, 9, 0.3, inner=40)), t.accent)
    c.fill(sharp(ring(0, -14, 62, 9, 0.6, inner=28)), t.pale)
    c.group(30, 96, 1, turn=14)
    c.fill(sharp([(-36, 150), (-44, 30), (44, 30), (50, 150)]), t.base)
    c.fill(sharp([(-64, 58), (64, 58), (54, 26), (-52, 26)]), t.lit)
    c.fill(sharp([(10, 58), (64, 58), (54, 26), (8, 26)]), mix(t.lit, t.shade, 0.35))
    c.fill(smooth([(-54, 30), (-62, -30), (-50, -78), (0, -90), (52, -80), (64, -30), (54, 30)], tension=0.8), t.base)
    for i in range(4):
        x = -46 + i * 30
        c.fill(smooth([(x - 14, -40), (x - 12, -84), (x, -94), (x + 12, -84), (x + 14, -40), (x, -32)]), mix(t.lit, t.base, 0.18 * i))
    c.fill(limb((-56, 10, 34), (-20, -14, 32), (20, -10, 30)), t.lit)
    c.end()


def vein(c: Canvas, t: Tones, chance: Chance) -> None:
    """Land that splits over fire."""
    c.fill(sharp([(-290, 40), (-180, -20), (-70, 6), (40, -50), (150, -6), (290, -40), (290, 230), (-290, 230)]), t.shade)
    c.fill(sharp([(-290, 40), (-180, -20), (-70, 6), (40, -50), (150, -6), (290, -40), (290, -14), (150, 26), (40, -16), (-70, 40), (-180, 16), (-290, 72)]), t.base)
    for color, w in ((mix(t.accent, t.base, 0.6), 34), (t.accent, 20), (t.pale, 7)):
        c.line("M-10-26L-34 30L14 70L-26 120L20 180M14 70L96 90L130 140L230 160M-34 30L-120 60L-150 120L-250 150M96 90L150 50", color, w)
    c.fill(smooth([(-60, -20), (-36, -96), (-50, -140), (-8, -106), (0, -180), (30, -120), (52, -140), (44, -80), (60, -40), (0, -4)]), mix(t.accent, t.base, 0.45))
    c.fill(smooth([(-36, -18), (-20, -70), (-26, -98), (2, -76), (10, -122), (24, -72), (38, -36), (0, -8)]), t.accent)
    c.fill(smooth([(-16, -14), (-6, -46), (6, -72), (14, -40), (18, -18), (0, -8)]), t.pale)


def seeds(c: Canvas, t: Tones, chance: Chance) -> None:
    """A jar of seeds from which a tree breaks."""
    c.fill(limb((0, 60, 20), (-6, 0, 16), (4, -60, 12), (0, -110, 6)), t.base)
    for side, x, y, s in ((-1, -4, -20, 1.0), (1, 2, -46, 1.05), (-1, 2, -82, 0.8), (1, 2, -100, 0.7), (1, -4, 6, 0.8)):
        c.group(x, y, s, mirror=side < 0)
        c.fill(smooth([(0, 0), (40, -50), (96, -64), (110, -50), (84, -8), (36, 8)]), t.lit)
        c.fill(smooth([(0, 0), (50, -20), (110, -50), (84, -8), (36, 8)]), t.mid)
        c.end()
    c.ball(0, -126, 17, t.accent)
    c.fill(smooth([(-52, 34), (-92, 64), (-104, 120), (-84, 180), (84, 180), (104, 120), (92, 64), (52, 34)]), t.shade)
    c.fill(smooth([(-52, 34), (-92, 64), (-104, 120), (-84, 180), (-40, 180), (-64, 120), (-30, 50)]), t.base)
    c.fill(sharp([(-62, 22), (62, 22), (56, 42), (-56, 42)]), t.lit)
    for i in range(11):
        x, y = -60 + (i % 6) * 24 + (i // 6) * 12, 150 - (i // 6) * 22
        c.fill(disc(x, y, 9, 6.5), (t.accent, t.lit, t.pale)[i % 3])
    c.fill(sharp([(-40, 78), (44, 78), (44, 116), (-40, 116)]), t.pale)
    c.line("M-26 92L28 92M-26 104L12 104", t.base, 4)


def antlers(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hare, of all beasts, wearing antlers."""
    for side in (-1, 1):
        c.group(0, 0, 1, mirror=side < 0)
        c.line("M26 10C50-50 130-60 150-150", t.lit, 15)
        c.line("M88-42C90-90 76-110 80-150M126-74C160-90 180-100 196-134M52-18C48-50 34-60 30-92", t.lit, 11)
        c.fill(disc(150, -150, 11) + disc(80, -150, 9) + disc(196, -134, 9) + disc(30, -92, 9), t.accent)
        c.fill(smooth([(16, 20), (44, -30), (84, -16), (96, 4), (60, 18), (30, 40)]), t.base)
        c.fill(smooth([(30, 20), (48, -12), (76, -6), (54, 10)]), t.lit)
        c.end()
    c.fill(smooth(mirrored([(0, 108), (48, 120), (84, 170), (96, 240), (0, 240)])), t.base)
    c.fill(smooth(mirrored([(0, 8), (40, 18), (64, 60), (56, 104), (24, 134), (0, 138)])), mix(t.base, t.lit, 0.35))
    c.fill(smooth(mirrored([(0, 70), (20, 84), (34, 108), (18, 130), (0, 134)])), t.pale)
    for side in (-1, 1):
        c.fill(disc(side * 36, 66, 11, 13), t.ink)
        c.ball(side * 33, 61, 4, t.pale)
        c.line(f"M{side * 16} 112L{side * 74} 102M{side * 16} 118L{side * 72} 122", t.shade, 2.5)
    c.fill(sharp([(-10, 98), (10, 98), (0, 112)]), t.shade)
    c.line("M0 112L0 122", t.shade, 3)
    c.fill(smooth(mirrored([(0, 150), (26, 160), (40, 200), (30, 240), (0, 240)])), t.pale)


def thicket(c: Canvas, t: Tones, chance: Chance) -> None:
    """Briars that close on a charge."""
    hide = mix(t.accent, t.shade, 0.55)
    c.group(-6, 24, 1.1)
    c.fill(limb((-70, 20, 46), (-112, 50, 24), (-150, 40, 14)) + limb((-50, 24, 44), (-76, 70, 24), (-112, 82, 14)) + limb((70, 10, 40), (112, 46, 22), (152, 40, 13)), mix(hide, t.shade, 0.5))
    c.fill(smooth([(-112, 26), (-100, -30), (-40, -50), (30, -74), (84, -76), (122, -50), (112, 4), (60, 34), (-60, 40)]), hide)
    c.fill(limb((56, 10, 44), (84, 60, 22), (122, 74, 13)), hide)
    c.line("M-108-16Q-150-50-156-84", hide, 7)
    c.fill(smooth([(88, -76), (130, -68), (160, -24), (154, -6), (128, -6), (98, -28)]), mix(hide, t.lit, 0.25))
    c.line("M106-72Q98-112 130-120M126-66Q146-92 172-84", t.pale, 11)
    c.dots([(126, -46)], t.pale, 15)
    c.dots([(129, -44)], t.ink, 8)
    c.line("M166-4l26 6M162 10l20 14", t.pale, 5)
    c.end()
    for i, (x0, x1, y1, x2, y2) in enumerate(
        ((-250, -220, -120, 20, -126), (250, 240, -150, -40, -136), (-190, -120, 40, 130, 44), (220, 140, 70, -170, 4), (-40, 0, 70, 216, 0))
    ):
        color = (t.near, t.base, t.lit)[i // 2]
        c.line(f"M{x0} 220C{x0} 60 {x1} {y1} {x2} {y2}", color, 17 - i)
        thorns = ""
        for k in (0.4, 0.6, 0.78, 0.92):
            m = 1 - k
            x = m**3 * x0 + 3 * m * m * k * x0 + 3 * m * k * k * x1 + k**3 * x2
            y = m**3 * 220 + 3 * m * m * k * 60 + 3 * m * k * k * y1 + k**3 * y2
            thorns += sharp([(x - 9, y), (x + 9, y), (x + 4, y + (26 if int(k * 100) % 4 else -26))])
        c.fill(thorns, color)
        c.ball(x2, y2, 15, t.accent if i % 2 else t.lit)


def wheat(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mill over the fields."""
    c.fill(sharp([(-38, 130), (-24, -40), (24, -40), (38, 130)]), t.pale)
    c.fill(sharp([(4, 130), (4, -40), (24, -40), (38, 130)]), mix(t.pale, t.base, 0.35))
    c.fill(sharp([(-32, -36), (0, -78), (32, -36)]), t.accent)
    c.fill(smooth([(-10, 130), (-10, 100), (0, 90), (10, 100), (10, 130)]), t.shade)
    c.group(0, -44, 1, turn=chance.between(10, 80))
    for k in range(4):
        c.group(0, 0, 1, turn=k * 90)
        c.line("M0 0L0-118", t.shade, 5)
        c.fill(sharp([(0, -30), (26, -34), (26, -116), (0, -112)]), t.lit)
        c.line("M0-58L26-60M0-84L26-88", t.base, 3)
        c.end()
    c.ball(0, 0, 9, t.shade)
    c.end()
    for i in range(13):
        x = -280 + i * 46 + chance.between(-8, 8)
        top = 120 + chance.between(-16, 16)
        color = t.lit if i % 2 else mix(t.lit, t.base, 0.35)
        c.line(f"M{x:.0f} 226Q{x:.0f} {top + 40:.0f} {x + 10:.0f} {top + 16:.0f}", color, 5)
        c.fill(smooth([(x + 8, top + 30), (x + 2, top + 8), (x + 14, top - 20), (x + 22, top + 10)]), color)


def stair(c: Canvas, t: Tones, chance: Chance) -> None:
    """Steps from a bell tower down to boats."""
    c.fill(sharp([(-290, 60), (-120, 20), (-120, 230), (-290, 230)]), t.base)
    for i in range(7):
        x, y = -150 + i * 44, -6 + i * 25
        c.fill(sharp([(-290, y), (x + 44, y), (x + 44, 240), (-290, 240)]), mix(t.lit, t.base, i / 8))
        c.fill(sharp([(-290, y), (x + 44, y), (x + 44, y + 8), (-290, y + 8)]), mix(t.pale, t.lit, i / 8))
    c.fill(sharp([(-236, 0), (-232, -130), (-168, -130), (-164, 0)]), t.lit)
    c.fill(sharp([(-196, 0), (-196, -130), (-168, -130), (-164, 0)]), t.base)
    c.fill(sharp([(-244, -126), (-200, -186), (-156, -126)]), t.accent)
    c.fill(smooth([(-214, -64), (-214, -92), (-200, -104), (-186, -92), (-186, -64)]), t.shade)
    c.fill(smooth([(-208, -72), (-206, -90), (-200, -94), (-194, -90), (-192, -72)]), t.pale)
    c.group(186, 112, 1)
    c.fill(sharp([(-190, 30), (120, 30), (120, 130), (-90, 130)]), mix(t.base, t.shade, 0.4))
    c.line("M0 20L0-150", t.shade, 6)
    c.fill(smooth([(6, -146), (66, -86), (72, -20), (6, -14)]), t.pale)
    c.fill(smooth([(-6, -120), (-50, -60), (-52, -18), (-6, -14)]), t.accent)
    c.fill(smooth([(-74, 0), (0, 10), (86, -4), (60, 44), (-46, 44)]), t.shade)
    c.end()


def compass(c: Canvas, t: Tones, chance: Chance) -> None:
    """A compass in its case."""
    c.ball(0, -132, 24, t.lit)
    c.ball(0, -132, 13, t.near)
    c.ball(0, 10, 132, t.shade)
    c.ball(0, 6, 126, t.lit)
    c.ball(0, 6, 106, t.base)
    c.ball(0, 10, 100, t.pale)
    for i in range(24):
        a = i * pi / 12
        r = 78 if i % 6 == 0 else 86
        c.line(f"M{r * cos(a):.0f} {10 + r * sin(a):.0f}L{94 * cos(a):.0f} {10 + 94 * sin(a):.0f}", t.base, 4)
    c.fill(sharp(ring(0, 10, 62, 4, pi / 4, inner=20)), mix(t.pale, t.base, 0.3))
    c.group(0, 10, 1, turn=chance.between(20, 60))
    c.fill(sharp([(0, -88), (17, 0), (-17, 0)]), t.accent)
    c.fill(sharp([(0, 88), (17, 0), (-17, 0)]), t.shade)
    c.fill(sharp([(0, -88), (17, 0), (0, 0)]), mix(t.accent, t.ink, 0.25))
    c.ball(0, 0, 11, t.lit)
    c.end()
    c.line("M-96-40Q-70-86-26-98", t.pale, 7)


def bell(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bell on a beam, graded like a measuring cup."""
    c.fill(sharp([(-190, -150), (190, -150), (190, -122), (-190, -122)]), t.shade)
    for x in (-176, 150):
        c.fill(sharp([(x, -150), (x + 28, -150), (x + 28, 210), (x, 210)]), t.shade)
    c.fill(sharp([(-20, -124), (20, -124), (14, -90), (-14, -90)]), t.base)
    c.ball(0, 122, 26, t.shade)
    c.fill(smooth(mirrored([(0, -100), (44, -88), (62, -30), (74, 40), (116, 92), (110, 112), (0, 118)]), tension=0.9), t.lit)
    c.fill(smooth([(0, -100), (44, -88), (62, -30), (74, 40), (116, 92), (110, 112), (40, 116), (34, 20), (24, -60)], tension=0.9), t.base)
    c.fill(smooth([(-40, -60), (-30, -76), (-36, -20), (-50, 30), (-64, 50), (-52, 0)]), t.pale)
    for i, y in enumerate((-44, -14, 16, 46)):
        w = 30 + i * 7
        c.line(f"M{-w} {y}Q0 {y + 10} {w} {y}", t.accent if i == 2 else t.shade, 5)
    c.line("M-112 98Q0 116 112 98", t.shade, 6)
    for r in (150, 186):
        for side in (-1, 1):
            c.line(f"M{side * r * 0.9:.0f} {20 - r * 0.3:.0f}Q{side * (r + 14)} 30 {side * r * 0.9:.0f} {40 + r * 0.3:.0f}", t.accent, 5)


THINGS = {
    "sheaves": sheaves,
    "toll-road": toll_road,
    "truce": truce,
    "tide": tide,
    "kite": kite,
    "chart": chart,
    "wither": wither,
    "thread": thread,
    "names": names,
    "ember": ember,
    "aside": aside,
    "vein": vein,
    "seeds": seeds,
    "antlers": antlers,
    "thicket": thicket,
    "wheat": wheat,
    "stair": stair,
    "compass": compass,
    "bell": bell,
}
