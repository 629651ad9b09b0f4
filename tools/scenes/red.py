"""What the pictures of red.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from math import cos, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, disc, leg, limb, mirrored, mix, ring, sharp, smooth
from settings import Tones


def _skin(t: Tones) -> str:
    return mix(t.lit, t.pale, 0.35)


def _slate(t: Tones) -> str:
    """The cool colour of the scene, for coats and iron."""
    return mix(t.sky, t.shade, 0.5)


def _body(c: Canvas, coat: str, legs: str, boots: str, stride: float = 22, wide: float = 40, shade: str | None = None) -> None:
    """Legs, boots and a coat, from the ground to shoulders at -170."""
    c.line(f"M-12-84L{-stride:.0f}-14M12-84L{stride:.0f}-14", legs, 28)
    c.fill(
        smooth([(-stride - 15, 0), (-stride - 14, -20), (-stride + 12, -22), (-stride + 28, -6), (-stride + 28, 0)], tension=0.6)
        + smooth([(stride - 15, 0), (stride - 14, -20), (stride + 12, -22), (stride + 28, -6), (stride + 28, 0)], tension=0.6),
        boots,
    )
    c.fill(smooth([(-wide * 0.7, -174), (wide * 0.7, -174), (wide, -140), (wide * 0.95, -66), (0, -58), (-wide * 0.95, -66), (-wide, -140)], tension=0.7), coat)
    if shade:
        c.fill(smooth([(-wide * 0.7, -174), (-wide * 0.3, -172), (-wide * 0.4, -62), (-wide * 0.95, -66), (-wide, -140)], tension=0.7), shade)


def _head(c: Canvas, t: Tones, x: float, y: float, hair: str, r: float = 27, mouth: float = 0) -> None:
    """A head that looks right; with an open *mouth* it shouts."""
    skin = _skin(t)
    c.ball(x, y, r, skin)
    c.fill(sharp([(x + r * 0.8, y - 8), (x + r * 1.4, y + 5), (x + r * 0.8, y + 8)]), mix(skin, t.base, 0.3))
    c.fill(smooth([(x + r * 0.2, y - r * 0.95), (x - r * 0.25, y), (x - r * 0.5, y + r * 0.85), (x - r * 1.1, y + r * 0.3), (x - r * 0.8, y - r * 0.9)]), hair)
    c.ball(x + r * 0.5, y - 4, 3.6, t.ink)
    if mouth:
        c.ball(x + r * 0.55, y + r * 0.5, mouth, t.ink)


def _arm(c: Canvas, sleeve: str, hand: str, shoulder: Point, elbow: Point, wrist: Point, w: float = 25) -> None:
    c.fill(limb((*shoulder, w), (*elbow, w * 0.86), (*wrist, w * 0.66)), sleeve)
    c.ball(*wrist, w * 0.52, hand)


def _stone(x: float, y: float, r: float, turn: float = 0.3) -> str:
    return sharp([(x + r * k * cos(turn + i * pi / 3), y + r * k * sin(turn + i * pi / 3)) for i, k in enumerate((1, 0.86, 1.02, 0.9, 1, 0.82))])


# Summons


def lunch_terrier(c: Canvas, t: Tones, chance: Chance) -> None:
    """A dog with its paws on a lunch pail."""
    fur, patch = t.pale, mix(t.base, t.lit, 0.35)
    c.fill(limb((-84, -112, 20), (-104, -150, 14), (-92, -178, 9)), patch)
    c.fill(leg(-50, -70, 22, 8) + limb((62, -96, 26), (80, -80, 20), (78, -66, 20)), mix(fur, t.base, 0.4))
    c.fill(sharp([(30, -62), (132, -62), (124, 2), (38, 2)]), _slate(t))
    c.fill(sharp([(30, -62), (60, -62), (62, 2), (38, 2)]), mix(_slate(t), t.pale, 0.25))
    c.fill(sharp([(24, -72), (138, -72), (138, -58), (24, -58)]), t.accent)
    c.line("M44-40C50-4 112-4 118-40", t.ink, 4)
    c.fill(smooth([(-96, -112), (-50, -128), (10, -136), (54, -168), (88, -150), (76, -104), (40, -78), (-20, -66), (-70, -60), (-98, -80)]), fur)
    c.fill(smooth([(-96, -112), (-50, -128), (-14, -132), (-10, -90), (-50, -82), (-94, -92)]), patch)
    c.fill(leg(-78, -80, 25, 8) + limb((34, -100, 32), (56, -84, 24), (56, -76, 22)), fur)
    c.fill(disc(-70, -7, 20, 9), fur)
    c.fill(smooth([(46, -170), (56, -214), (96, -224), (128, -204), (156, -196), (160, -172), (140, -150), (100, -146), (66, -150)]), fur)
    c.fill(smooth([(52, -176), (58, -212), (90, -222), (96, -196), (80, -170)]) + sharp([(56, -206), (40, -246), (78, -222)]) + sharp([(84, -222), (98, -252), (106, -214)]), patch)
    c.fill(sharp([(108, -158), (158, -176), (152, -150), (146, -158), (140, -136), (132, -150), (122, -134), (116, -148)]), mix(fur, t.lit, 0.6))
    c.fill(disc(158, -190, 9, 8), t.ink)
    c.line("M112-166L150-170M96-208L112-198", t.ink, 4)
    c.ball(108, -192, 5, t.ink)
    c.fill(sharp([(124, -168), (130, -158), (134, -168)]) + sharp([(138, -169), (143, -160), (147, -170)]), t.pale)


def kettle_newt(c: Canvas, t: Tones, chance: Chance) -> None:
    """A newt that has turned red with annoyance."""
    hot = mix(t.base, "#d8321f", 0.35)
    c.fill(sharp([(-170, 16), (-140, -30), (-70, -46), (20, -40), (90, -56), (150, -20), (176, 16)]), t.ink)
    c.line("M-120-10L-90-24L-60-8M40-10L66-30L104-18", t.accent, 6)
    c.fill(limb((-50, -90, 22), (-76, -66, 16), (-92, -44, 14)) + limb((64, -96, 22), (88, -76, 16), (78, -52, 14)), t.shade)
    spines = []
    for i in range(9):
        x, y = -112 + i * 21, -92 - 44 * sin(pi * (i + 1) / 12) - i * 3
        spines += [(x - 12, y + 14), (x - 6, y - 30 - 10 * (i % 2))]
    c.fill(sharp([*spines, (84, -110), (0, -80)]), t.accent)
    c.fill(limb((-170, -150, 6), (-176, -110, 16), (-150, -78, 30), (-100, -76, 48), (-20, -98, 66), (50, -114, 58), (90, -140, 46)), hot)
    c.fill(limb((-128, -66, 14), (-70, -58, 24), (0, -76, 26), (60, -92, 22)), mix(t.lit, t.accent, 0.3))
    c.fill(smooth([(66, -150), (82, -188), (120, -196), (162, -172), (170, -150), (146, -132), (100, -126)]), hot)
    c.line("M166-150Q136-158 112-140", t.shade, 5)
    c.ball(122, -178, 14, t.pale)
    c.ball(127, -176, 7, t.ink)
    c.fill(sharp([(100, -202), (144, -184), (140, -176), (104, -188)]), t.shade)
    c.fill(limb((-30, -80, 30), (-46, -56, 20), (-64, -36, 16)) + limb((44, -88, 30), (64, -64, 20), (52, -40, 16)), hot)
    c.dots([(-74, -34), (-62, -28), (-50, -30), (42, -38), (54, -32), (66, -36)], hot, 12)
    c.dots([(-90, -92), (-40, -112), (-6, -100), (30, -124), (-62, -90)], mix(t.base, t.shade, 0.4), 13)
    c.dots([(184, -196), (196, -222), (178, -244)], mix(t.haze, t.pale, 0.4), 17)


def ledge_hecklers(c: Canvas, t: Tones, chance: Chance) -> None:
    """Three over a parapet: one shouts, one throws, one points."""
    slate, skin = _slate(t), _skin(t)
    for x, coat, y in ((-96, t.base, -6), (4, slate, 4), (100, t.shade, -8)):
        c.fill(sharp([(x - 22, -174 + y), (x + 24, -174 + y), (x + 42, -140), (x + 44, -60), (x - 44, -60), (x - 42, -140)]), coat)
    _arm(c, mix(slate, t.ink, 0.3), skin, (-18, -156), (-58, -186), (-40, -232))
    c.fill(_stone(-38, -252, 24), t.ink)
    for x, y, hair, mouth in ((-96, -208, t.shade, 11), (6, -198, t.pale, 8), (100, -212, t.ink, 13)):
        _head(c, t, x, y, hair, 28, mouth)
    c.fill(sharp([(-130, -214), (-118, -240), (-84, -244), (-66, -224), (-54, -216)]), t.accent)
    c.fill(sharp([(72, -222), (76, -250), (122, -252), (128, -224), (146, -218), (70, -214)]), slate)
    c.fill(smooth([(-10, -182), (26, -184), (32, -164), (12, -146), (-6, -160)]), t.pale)
    _arm(c, mix(t.base, t.lit, 0.3), skin, (-74, -150), (-42, -140), (-58, -184), 22)
    _arm(c, mix(t.shade, t.base, 0.5), skin, (110, -150), (146, -128), (190, -164))
    c.line("M190-164L214-172", skin, 9)
    _arm(c, slate, skin, (24, -150), (42, -110), (20, -92))
    wall = mix(t.lit, t.base, 0.2)
    c.fill(sharp([(-180, -92), (180, -92), (180, 8), (-180, 8)]), wall)
    c.fill(sharp([(-188, -104), (188, -104), (188, -82), (-188, -82)]), t.lit)
    c.line("M-180-48L180-48M-120-82L-120-48M-20-82L-20-48M90-82L90-48M-70-48L-70 6M40-48L40 6", mix(wall, t.shade, 0.4), 4)
    c.fill(_stone(-128, -116, 18) + _stone(-160, -114, 15, 0.8) + _stone(60, -114, 15, 1), t.shade)


def apprentice(c: Canvas, t: Tones, chance: Chance) -> None:
    """A boy who has already swung, his cap left behind."""
    slate, skin = _slate(t), _skin(t)
    c.fill(smooth([(-150, -232), (-124, -258), (-92, -250), (-84, -236), (-66, -230), (-104, -226)]), slate)
    c.line("M-160-190L-100-176M-176-140L-90-132M-150-90L-80-88", t.pale, 5)
    c.fill(sharp(ring(206, -104, 60, 7, 0.2, inner=28)), t.pale)
    c.group(-10, 0, 1, turn=16)
    _arm(c, mix(t.accent, t.base, 0.45), skin, (-24, -152), (-66, -140), (-74, -104), 22)
    c.line("M-8-84L-60-50L-96-62", t.shade, 26)
    c.line("M12-84L48-52L40-8", t.base, 26)
    c.fill(smooth([(-88, -82), (-104, -80), (-118, -48), (-106, -38), (-92, -56)]) + smooth([(26, 6), (28, -16), (54, -16), (76, -2), (74, 6)], tension=0.6), t.ink)
    c.fill(smooth([(-26, -170), (26, -170), (34, -136), (32, -70), (-32, -70), (-36, -140)], tension=0.7), t.accent)
    c.fill(sharp([(-20, -168), (-8, -168), (-6, -70), (-24, -70)]), t.base)
    _head(c, t, 6, -202, t.shade, 32, 10)
    c.fill(sharp([(-30, -216), (-46, -240), (-18, -232), (-14, -252), (6, -234), (24, -246), (24, -226), (34, -222), (10, -212)]), t.shade)
    c.line("M64-110L168-150", t.lit, 11)
    c.fill(sharp([(150, -192), (184, -202), (206, -132), (172, -122)]), slate)
    c.fill(sharp([(172, -198), (184, -202), (206, -132), (194, -128)]), t.pale)
    _arm(c, mix(t.accent, t.pale, 0.35), skin, (20, -152), (58, -134), (92, -120), 24)
    c.end()


def rope_postwoman(c: Canvas, t: Tones, chance: Chance) -> None:
    """Letters by way of a rope."""
    slate, skin = _slate(t), _skin(t)
    c.line("M96-340L38-232L-6-120Q-40-60-20 20", t.lit, 7)
    c.group(-14, -56, 1, turn=20)
    c.line("M-12-84L-62-58L-92-84", t.shade, 26)
    c.line("M14-84L62-76L84-36", mix(t.shade, t.base, 0.5), 26)
    c.fill(smooth([(-84, -98), (-100, -112), (-118, -84), (-106, -70), (-88, -76)]) + smooth([(72, -44), (94, -48), (118, -34), (116, -22), (78, -22)]), t.ink)
    c.fill(smooth([(-28, -174), (28, -174), (40, -140), (44, -76), (0, -64), (-48, -80), (-40, -140)], tension=0.7), slate)
    c.fill(sharp([(20, -172), (30, -160), (-30, -84), (-42, -96)]), t.accent)
    _head(c, t, 4, -202, t.base, 28)
    c.line("M-24-204Q-66-190-80-214", t.base, 13)
    c.line("M14-186Q24-184 28-190", t.ink, 3)
    c.fill(smooth([(-30, -214), (-20, -240), (22, -238), (34, -216), (52, -210), (0, -212)]), t.accent)
    c.fill(sharp([(-92, -110), (-22, -106), (-26, -52), (-92, -56)]), mix(t.base, t.lit, 0.35))
    c.fill(sharp([(-92, -110), (-22, -106), (-52, -76)]), t.base)
    _arm(c, mix(slate, t.pale, 0.22), skin, (20, -156), (48, -206), (14, -252))
    _arm(c, mix(slate, t.pale, 0.22), skin, (26, -146), (78, -140), (116, -156))
    c.fill(sharp([(108, -186), (158, -180), (154, -146), (104, -152)]), t.pale)
    c.line("M108-186L130-162L158-180", t.base, 3)
    c.end()
    for x, y, a in ((-146, -190, 20), (-118, -46, -24)):
        c.group(x, y, 1, turn=a)
        c.fill(sharp([(-24, -16), (24, -16), (24, 16), (-24, 16)]), t.pale)
        c.line("M-24-16L0 4L24-16", t.base, 3)
        c.end()


def pack_mule(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mule with stone behind, bread before, and an opinion."""
    coat = mix(t.shade, _slate(t), 0.5)
    c.fill(leg(-74, -92, 22, 6) + leg(62, -92, 22, -6), t.ink)
    c.fill(smooth([(-118, -140), (-60, -158), (20, -154), (70, -176), (98, -150), (92, -104), (30, -74), (-60, -72), (-110, -92)]), coat)
    c.line("M-114-136Q-138-110-130-66", coat, 9)
    c.fill(disc(-130, -58, 8, 18), t.ink)
    c.fill(leg(-94, -96, 25, -6) + leg(40, -96, 25, 6), coat)
    c.fill(limb((70, -140, 58), (106, -190, 42), (126, -216, 38)), coat)
    c.fill(smooth([(104, -236), (138, -246), (182, -206), (194, -178), (176, -162), (146, -176), (112, -196)]), coat)
    c.fill(smooth([(164, -204), (192, -186), (192, -168), (174, -162), (156, -178)]), t.lit)
    c.line("M166-168Q182-182 194-174", t.ink, 4)
    c.fill(smooth([(112, -236), (66, -252), (50, -274), (84, -270), (122, -248)]) + smooth([(122, -242), (92, -274), (88, -300), (118, -280), (136, -250)]), coat)
    c.fill(sharp([(62, -176), (56, -196), (74, -192), (74, -212), (92, -208), (92, -228), (110, -226), (98, -196), (78, -168)]), t.ink)
    c.fill(disc(146, -212, 11, 9), t.pale)
    c.ball(150, -210, 5, t.ink)
    c.fill(sharp([(132, -228), (162, -218), (160, -210), (132, -214)]), coat)
    c.line("M146-238L154-170M118-200L176-188", t.accent, 5)
    c.fill(limb((8, -196, 24), (16, -150, 24)) + limb((32, -202, 24), (32, -150, 24)) + limb((54, -190, 24), (46, -150, 24)), mix(t.accent, t.base, 0.35))
    c.fill(_stone(-80, -172, 26) + _stone(-40, -176, 24, 0.9), t.lit)
    c.fill(_stone(-60, -192, 22, 0.5), mix(t.lit, t.pale, 0.5))
    c.fill(sharp([(-112, -164), (-16, -164), (-28, -92), (-100, -92)]) + sharp([(-2, -160), (68, -160), (60, -94), (6, -94)]), mix(t.base, t.lit, 0.3))
    c.line("M-112-146L-20-146M-106-122L-24-122M0-142L66-142M2-118L64-118", t.base, 5)
    c.line("M-64-92Q-62-76-50-74M32-94Q34-78 24-74", t.accent, 5)


def _wasp(c: Canvas, t: Tones, x: float, y: float, s: float, turn: float = 0.0, mirror: bool = False) -> None:
    c.group(x, y, s, mirror, turn)
    c.fill(smooth([(0, -14), (-60, -64), (-84, -110), (-40, -104), (6, -30)]) + smooth([(8, -16), (10, -90), (40, -122), (48, -76), (22, -18)]), mix(t.pale, t.sky, 0.15))
    c.line("M14 8L24 40L12 54M-4 10L0 44L-14 54M28 4L46 30L40 46", t.ink, 4)
    c.fill(smooth([(-6, -16), (-46, -12), (-90, 16), (-106, 44), (-70, 46), (-30, 26), (0, 10)]), t.accent)
    c.line("M-36-10Q-24 8-34 22M-60 2Q-48 18-58 34M-82 16Q-74 28-80 42", t.ink, 10)
    c.fill(sharp([(-96, 28), (-124, 44), (-146, 84), (-106, 66), (-86, 46)]), _slate(t))
    c.fill(sharp([(-124, 44), (-146, 84), (-110, 52)]), t.pale)
    c.ball(12, -8, 24, t.base)
    c.ball(44, -6, 19, t.accent)
    c.fill(smooth([(42, -18), (58, -18), (60, 0), (48, -2)]), t.ink)
    c.line("M50-22Q58-44 76-48M42-24Q44-46 58-56", t.ink, 4)
    c.end()


def powder_wasps(c: Canvas, t: Tones, chance: Chance) -> None:
    """Wasps stung with flint about a barrel of powder."""
    wood = mix(t.base, t.lit, 0.3)
    c.fill(smooth([(40, -112), (150, -112), (166, -56), (150, 2), (40, 2), (24, -56)], tension=0.7), wood)
    c.fill(smooth([(40, -112), (66, -112), (54, -56), (66, 2), (40, 2), (24, -56)], tension=0.7), t.lit)
    c.line("M34-88L156-88M34-24L156-24", t.ink, 8)
    c.fill(disc(95, -112, 55, 9), t.shade)
    c.fill(smooth([(60, -56), (70, -78), (100, -82), (124, -70), (128, -46), (104, -34), (72, -38)]), t.pale)
    c.line("M66-66L120-70M64-52L126-54M72-42L112-42", mix(t.pale, t.base, 0.5), 4)
    c.ball(100, -56, 9, t.ink)
    c.line("M132-112Q150-150 176-140", t.pale, 5)
    _wasp(c, t, -36, -180, 1.12, -8)
    _wasp(c, t, 128, -196, 0.5, 10, True)


def sledge_sisters(c: Canvas, t: Tones, chance: Chance) -> None:
    """One holds the chisel, the other the hammer; both know how it ends."""
    slate, skin = _slate(t), _skin(t)
    c.fill(sharp([(-10, 4), (-2, -64), (62, -72), (84, 4)]), t.lit)
    c.fill(sharp([(50, -70), (62, -72), (84, 4), (58, 4)]), mix(t.lit, t.shade, 0.4))
    c.line("M30-70L36-40L26-16", t.shade, 4)
    c.group(-104, 0, 1)
    _body(c, t.base, t.shade, t.ink, 30, 44, mix(t.base, t.shade, 0.5))
    _head(c, t, 8, -202, t.ink)
    c.line("M-14-210Q-44-200-50-160", t.ink, 12)
    c.line("M16-184Q24-180 30-186", t.ink, 3)
    c.fill(smooth([(-24, -212), (0, -234), (30, -220), (34, -210)]), t.accent)
    c.line("M-40-270L60-238", t.lit, 10)
    c.fill(sharp([(-64, -306), (-38, -300), (-56, -234), (-82, -242)]), slate)
    _arm(c, mix(t.base, t.lit, 0.35), skin, (20, -156), (66, -190), (42, -244), 26)
    _arm(c, mix(t.base, t.lit, 0.35), skin, (-22, -154), (-14, -200), (6, -256), 26)
    c.end()
    c.group(122, 0, 1, mirror=True)
    c.line("M0-60L40-50L36-12", t.shade, 28)
    c.line("M-8-56L-26-12L-60-8", t.shade, 28)
    c.fill(smooth([(-26, -134), (26, -134), (38, -100), (36, -46), (-36, -46), (-40, -100)], tension=0.7), slate)
    _head(c, t, 6, -162, t.ink, 26)
    c.line("M-16-168Q-46-150-44-112", t.ink, 12)
    c.line("M14-172L26-168M12-148L24-148", t.ink, 4)
    c.fill(smooth([(-24, -172), (0, -194), (30, -180), (34, -170)]), t.accent)
    _arm(c, mix(slate, t.pale, 0.2), skin, (20, -118), (50, -100), (88, -104), 24)
    c.line("M90-132L92-78", t.ink, 9)
    c.end()


def knocking_ram(c: Canvas, t: Tones, chance: Chance) -> None:
    """A ram, a door, and the first knock."""
    c.fill(sharp([(128, 6), (128, -262), (206, -278), (206, 6)]), t.shade)
    c.group(152, 0, 1, turn=7)
    c.fill(sharp([(-12, 4), (-16, -230), (56, -240), (58, 4)]), mix(t.base, t.lit, 0.35))
    c.line("M2-230L4 2M20-234L22 2M38-236L40 2", t.base, 4)
    c.end()
    c.fill(sharp(ring(134, -134, 54, 9, 0.1, inner=24)), t.accent)
    wool, face = t.pale, t.shade
    c.fill(leg(-80, -76, 18, -10) + leg(54, -76, 18, -10), t.ink)
    lumps = [(-112 + 112 * (1 - cos(a)) * 0.98, -112 - 50 * sin(a) + 6 * (i % 2)) for i, a in enumerate(pi * k / 8 for k in range(9))]
    c.fill(smooth([*lumps, (88, -82), (50, -64), (0, -72), (-50, -62), (-96, -70)], tension=1.3), wool)
    c.fill(smooth([(-108, -100), (-40, -90), (40, -92), (88, -82), (50, -64), (0, -72), (-50, -62), (-96, -70)]), mix(wool, t.base, 0.3))
    c.dots([(-70, -132), (-36, -148), (-8, -126), (24, -146), (44, -118), (-44, -112)], mix(wool, t.base, 0.3), 9)
    c.fill(leg(-100, -76, 20, -8) + leg(22, -76, 20, -12), face)
    c.fill(smooth([(60, -148), (88, -176), (116, -168), (132, -132), (128, -96), (114, -86), (100, -108), (72, -118)]), face)
    c.line("M96-160C60-196 20-170 34-132C44-106 84-110 82-136C80-152 62-152 60-140", mix(t.accent, t.base, 0.4), 19)
    c.line("M92-166C62-192 26-170 38-136", t.lit, 6)
    c.ball(110, -138, 5, t.accent)
    c.line("M100-152L118-146", t.ink, 5)
    c.line("M-126-40L-168-36M-120-14L-180-8M-132-66L-160-66", t.lit, 6)


def deep_cook(c: Canvas, t: Tones, chance: Chance) -> None:
    """A cook who offers a spoonful."""
    skin = _skin(t)
    c.group(-60, 0, 1.12)
    c.fill(smooth([(-36, -176), (36, -176), (62, -130), (72, 4), (-76, 4), (-62, -130)], tension=0.7), _slate(t))
    c.fill(smooth([(-10, -168), (40, -168), (50, -120), (62, 4), (-8, 4)], tension=0.7), t.pale)
    _head(c, t, 6, -206, t.shade, 32)
    c.fill(smooth([(-34, -206), (-20, -242), (16, -248), (38, -218), (8, -222), (-10, -196)]), t.accent)
    c.fill(sharp([(-30, -214), (-62, -226), (-58, -200), (-72, -186), (-32, -196)]), t.accent)
    c.line("M14-188Q28-180 34-192M16-222L30-218", t.ink, 4)
    c.line("M-34-170Q4-130 40-170", t.base, 5)
    peppers = "".join(sharp([(x - 6, y), (x + 6, y), (x, y + 28)]) for x, y in ((-24, -154), (-8, -142), (10, -140), (28, -154)))
    c.fill(peppers, "#d8321f")
    c.end()
    c.fill(sharp([(10, 6), (24, -40), (60, -20), (110, -40), (124, 6)]), t.accent)
    c.fill(smooth([(-6, -104), (140, -104), (152, -60), (120, -14), (10, -14), (-20, -60)]), t.ink)
    c.fill(smooth([(-6, -104), (14, -104), (2, -60), (30, -14), (10, -14), (-20, -60)]), _slate(t))
    c.line("M14-14L4 4M116-14L128 4", t.ink, 10)
    c.fill(disc(67, -106, 80, 13), mix("#d8321f", t.accent, 0.25))
    c.ball(44, -108, 10, t.accent)
    c.ball(90, -104, 7, t.accent)
    c.line("M30-132Q14-158 34-180T30-224M104-130Q90-152 106-172T104-210", t.pale, 7)
    _arm(c, mix(_slate(t), t.pale, 0.2), skin, (-26, -172), (20, -140), (64, -178), 32)
    c.line("M50-170L138-208", t.lit, 8)
    c.fill(smooth([(128, -214), (176, -222), (170, -196), (142, -190)]), t.lit)
    c.fill(disc(152, -216, 24, 7), mix("#d8321f", t.accent, 0.25))


def landslip_bear(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bear that sits on what came down, somebody's roof on its head."""
    fur, deep = mix(t.base, t.shade, 0.45), mix(t.shade, t.ink, 0.3)
    c.group(0, 0, 0.93)
    c.fill(sharp([(-190, 20), (-150, -26), (-100, -20), (-60, -50), (60, -46), (110, -18), (150, -34), (190, 20)]), mix(t.lit, t.base, 0.45))
    c.fill(_stone(-138, -20, 30) + _stone(150, -16, 26, 0.9), t.lit)
    c.line("M-166-14L-176-84M-128-14L-120-70M-186-58L-112-46", t.pale, 8)
    c.fill(smooth(mirrored([(0, -210), (50, -196), (92, -130), (104, -60), (80, -16), (0, -10)])), fur)
    c.fill(smooth(mirrored([(0, -150), (42, -128), (56, -72), (40, -26), (0, -18)])), mix(fur, t.lit, 0.45))
    for s in (-1, 1):
        c.fill(disc(s * 74, -22, 36, 32) + limb((s * 74, -158, 52), (s * 100, -110, 46), (s * 62, -76, 42)), deep)
        c.fill(disc(s * 74, -20, 19, 16), t.lit)
    c.fill(disc(-52, -252, 18) + disc(52, -252, 18), deep)
    c.fill(smooth(mirrored([(0, -272), (44, -260), (66, -220), (52, -180), (0, -166)])), fur)
    c.fill(smooth(mirrored([(0, -222), (24, -212), (32, -188), (18, -170), (0, -166)])), t.lit)
    c.fill(disc(0, -210, 14, 10), t.ink)
    c.line("M0-200L0-188M-16-186Q0-178 16-186", t.ink, 4)
    c.dots([(-30, -226), (30, -226)], t.ink, 11)
    c.group(6, -262, 1, turn=-9)
    c.fill(sharp([(22, -42), (22, -78), (44, -78), (44, -30)]), t.shade)
    c.fill(sharp([(-80, 4), (-34, -50), (52, -50), (86, 4)]), t.accent)
    c.line("M-66-12L74-12M-52-28L64-28M-20-50L-28 2M22-50L26 2", mix(t.accent, t.base, 0.6), 4)
    c.end()
    c.end()


def hadda(c: Canvas, t: Tones, chance: Chance) -> None:
    """An old woman with a sling, her basket full."""
    skin, slate = _skin(t), _slate(t)
    c.line("M-64-268A92 30 0 1 0 120-268A92 30 0 1 0-64-268", mix(t.haze, t.accent, 0.5), 4)
    c.line("M28-256L112-286", t.lit, 4)
    c.fill(_stone(124, -288, 22), t.accent)
    c.fill(_stone(124, -288, 12), t.pale)
    c.group(-14, 0, 1.08)
    c.fill(_stone(-64, -182, 20) + _stone(-92, -178, 19, 0.8) + _stone(-78, -200, 18, 0.4), t.lit)
    c.fill(sharp([(-116, -174), (-36, -174), (-34, -84), (-98, -84)]), mix(t.base, t.lit, 0.4))
    c.line("M-114-150L-38-150M-110-126L-38-126M-106-104L-38-104", t.base, 5)
    _arm(c, t.shade, skin, (-16, -152), (-56, -128), (-40, -92), 26)
    c.line("M-20-60L-46-12M24-60L50-12", t.shade, 30)
    c.fill(smooth([(-64, 0), (-62, -20), (-34, -22), (-18, 0)], tension=0.6) + smooth([(34, 0), (36, -20), (62, -22), (84, 0)], tension=0.6), t.ink)
    c.fill(smooth([(-34, -174), (34, -174), (46, -130), (66, -38), (0, -28), (-66, -40), (-46, -130)], tension=0.7), slate)
    c.fill(sharp([(-40, -176), (40, -176), (46, -140), (6, -104), (-44, -138)]), t.accent)
    c.fill(sharp([(6, -104), (26, -122), (22, -78)]), mix(t.accent, t.base, 0.4))
    _head(c, t, 8, -206, t.pale, 31)
    c.ball(-24, -226, 17, t.pale)
    c.line("M18-216L34-212M22-190L32-192", t.ink, 4)
    c.line("M4-190L10-186M8-198L2-196", mix(skin, t.base, 0.5), 3)
    _arm(c, t.base, skin, (26, -154), (72, -188), (40, -240), 28)
    c.end()


def free_millstone(c: Canvas, t: Tones, chance: Chance) -> None:
    """A millstone in a straw hat, off downhill with its things in a cloth."""
    stone = mix(t.lit, _slate(t), 0.35)
    c.fill(sharp([(-260, -44), (260, 26), (260, 60), (-260, 60)]), t.near)
    c.line("M-146-118L-190-124M-140-80L-206-88M-150-156L-180-160", t.pale, 6)
    c.group(0, -124, 1, turn=8)
    c.ball(12, 4, 118, mix(stone, t.shade, 0.55))
    c.ball(0, 0, 118, stone)
    grooves = ""
    for i in range(12):
        a = i * pi / 6 + 0.2
        grooves += f"M{64 * cos(a):.0f} {64 * sin(a):.0f}L{108 * cos(a + 0.2):.0f} {108 * sin(a + 0.2):.0f}"
    c.line(grooves, mix(stone, t.shade, 0.4), 6)
    c.ball(0, 0, 62, mix(stone, t.pale, 0.35))
    for x in (-24, 26):
        c.ball(x, -14, 13, t.pale)
        c.ball(x + 4, -12, 6, t.ink)
    c.fill(smooth([(-34, 14), (0, 22), (36, 12), (20, 40), (-16, 42)]), t.shade)
    c.fill(smooth([(-20, 34), (4, 30), (20, 36), (4, 42)]), mix(t.base, "#d8321f", 0.5))
    c.fill(smooth([(-96, -84), (0, -108), (96, -92), (60, -76), (-50, -70)]), t.accent)
    c.fill(smooth([(-52, -90), (-40, -142), (36, -146), (54, -94), (0, -86)]), t.accent)
    c.line("M-52-94Q0-88 54-98", t.base, 12)
    c.end()
    c.line("M-110-84L-168-206", t.shade, 8)
    c.fill(smooth([(-196, -204), (-170, -222), (-142, -204), (-146, -168), (-176, -160), (-200, -174)]), mix(t.base, "#d8321f", 0.4))
    c.dots([(-182, -188), (-160, -180), (-166, -204)], t.pale, 8)


def upstairs_giant(c: Canvas, t: Tones, chance: Chance) -> None:
    """His feet, and what they do to the cups."""
    slate = _slate(t)
    for x, lift, knit in ((-92, 0, t.base), (74, 58, mix(t.base, t.lit, 0.3))):
        c.group(x, -lift, 1, turn=-8 if lift else 0)
        c.fill(sharp([(-56, -360), (58, -360), (44, -96), (-44, -96)]), slate)
        c.fill(sharp([(-56, -360), (-16, -360), (-14, -96), (-44, -96)]), mix(slate, t.pale, 0.18))
        c.fill(sharp([(-50, -110), (50, -110), (46, -60), (-46, -60)]), knit)
        c.line("M-48-96L46-96M-46-80L44-80", t.pale, 6)
        c.fill(smooth([(-52, 2), (-56, -64), (44, -68), (60, -42), (112, -26), (122, 2)], tension=0.6), t.shade)
        c.fill(sharp([(-56, -10), (122, -10), (124, 6), (-56, 6)]), t.ink)
        c.line("M10-62L40-48M24-70L56-56", t.accent, 5)
        c.end()
    c.fill(sharp([(-34, 4), (-34, -46), (26, -46), (26, 4)]), t.pale)
    c.fill(sharp([(-44, -42), (-4, -78), (36, -42)]), t.accent)
    c.fill(sharp([(-8, 4), (-8, -28), (10, -28), (10, 4)]), t.base)
    c.fill(sharp([(118, 4), (118, -40), (166, -40), (166, 4)]), t.pale)
    c.fill(sharp([(108, -36), (142, -66), (176, -36)]), mix(t.base, "#d8321f", 0.4))
    c.ball(144, -18, 8, t.base)
    for x, y, a in ((-196, -50, -20), (-176, -110, 24), (176, -120, 18)):
        c.group(x, y, 1, turn=a)
        c.line("M16-10Q32-8 14 8", t.pale, 6)
        c.fill(smooth([(-20, -18), (20, -18), (12, 14), (-12, 14)], tension=0.5), t.pale)
        c.line("M-18-8L18-8", t.accent, 5)
        c.end()
    c.line("M-162-6L-186 2M-166-24L-196-26M170-14L190-20", t.lit, 5)


def smoke_condor(c: Canvas, t: Tones, chance: Chance) -> None:
    """It turns over the smoke, its collar like a napkin."""
    puff = mix(t.haze, t.near, 0.35)
    c.dots([(-58, -12), (-20, -30), (24, -20), (64, -14), (-92, -2)], puff, 84)
    c.dots([(-54, -14), (-18, -34), (26, -24)], mix(puff, t.pale, 0.12), 54)
    wing = mix(t.ink, _slate(t), 0.25)
    for s in (-1, 1):
        feathers = [(s * 20, -150), (s * 70, -212), (s * 130, -236)]
        for i in range(6):
            a = 0.9 - i * 0.3
            x, y = s * (128 + 92 * cos(a)), -188 - 78 * sin(a)
            feathers += [(x, y), (s * (118 + 40 * cos(a - 0.15)), -176 - 34 * sin(a - 0.15))]
        c.fill(smooth([*feathers, (s * 90, -118), (s * 40, -104), (s * 14, -116)], tension=0.6), wing)
        c.fill(smooth([(s * 24, -146), (s * 72, -196), (s * 132, -214), (s * 116, -176), (s * 64, -150), (s * 26, -128)]), t.pale if s > 0 else mix(t.pale, t.base, 0.2))
        c.line(f"M{s * 60}-150L{s * 78}-128M{s * 84}-164L{s * 104}-142", wing, 6)
    c.fill(sharp([(-34, -110), (-46, -54), (-20, -66), (-8, -46), (4, -64), (26, -46), (40, -58), (30, -110)]), mix(wing, t.base, 0.3))
    c.fill(smooth([(-36, -140), (-20, -176), (26, -178), (40, -140), (32, -96), (0, -82), (-32, -98)]), wing)
    c.fill(smooth([(-34, -164), (-20, -186), (20, -188), (40, -166), (26, -150), (14, -162), (2, -146), (-12, -162), (-24, -148)]), t.pale)
    c.fill(limb((4, -176, 24), (14, -206, 22), (34, -222, 26)), mix(t.base, "#d8321f", 0.45))
    c.fill(smooth([(46, -236), (72, -226), (78, -202), (66, -208), (44, -212)]), t.accent)
    c.fill(smooth([(20, -230), (26, -248), (46, -246), (52, -234)]), t.shade)
    c.ball(40, -226, 4, t.ink)
    c.line("M-14-88L-10-70M14-88L12-70", t.accent, 7)
    c.fill(disc(0, -62, 48, 9), t.pale)
    c.fill(disc(0, -65, 32, 5), mix(t.pale, t.base, 0.4))


def unpersuaded_rhino(c: Canvas, t: Tones, chance: Chance) -> None:
    """It has the reasons of both sides on its horn."""
    hide = mix(t.base, _slate(t), 0.55)
    lit = mix(hide, t.pale, 0.3)
    c.dots([(-150, -4), (-182, 0), (-120, 2)], mix(t.haze, t.pale, 0.4), 30)
    c.fill(limb((-70, -70, 46), (-104, -48, 36), (-112, -18, 34)) + limb((62, -70, 44), (100, -52, 34), (116, -24, 32)), t.shade)
    c.fill(smooth([(-136, -116), (-100, -168), (-20, -180), (60, -196), (112, -172), (120, -110), (70, -62), (-20, -50), (-104, -58), (-138, -84)]), hide)
    c.fill(smooth([(-136, -116), (-100, -168), (-20, -180), (60, -196), (112, -172), (60, -166), (-30, -154), (-100, -136)]), lit)
    c.line("M-50-166Q-76-116-48-60M50-188Q20-130 46-64M-134-118Q-158-120-160-150", mix(hide, t.shade, 0.6), 6)
    c.fill(limb((-96, -76, 52), (-76, -44, 40), (-92, -10, 38)) + limb((30, -76, 48), (20, -44, 38), (34, -10, 36)), hide)
    c.dots([(-104, -4), (-90, -2), (-78, -4), (24, -4), (38, -2), (50, -4)], t.pale, 10)
    c.fill(smooth([(84, -180), (120, -176), (150, -150), (190, -124), (198, -96), (176, -78), (138, -86), (96, -108)]), hide)
    c.fill(smooth([(168, -122), (200, -106), (196, -88), (174, -78), (158, -92)]), lit)
    c.fill(smooth([(172, -126), (196, -158), (218, -208), (214, -150), (196, -112)]) + smooth([(146, -152), (160, -184), (166, -150), (164, -138)]), t.pale)
    c.fill(smooth([(92, -174), (88, -208), (106, -216), (116, -184)]), t.shade)
    c.ball(148, -132, 5, t.ink)
    c.line("M136-146L158-138M176-88Q186-92 194-88", t.ink, 5)
    for x, y, a, color in ((206, -188, 14, t.accent), (202, -160, -10, mix(t.pale, t.accent, 0.3)), (-20, -232, 30, t.pale), (-96, -206, -24, t.pale), (70, -252, -14, t.pale)):
        c.group(x, y, 1, turn=a)
        c.fill(sharp([(-22, -16), (24, -20), (26, 14), (-20, 18)]), color)
        c.line("M-12-8L14-10M-12 4L8 2", t.base, 3)
        c.end()


def kettle_dragon(c: Canvas, t: Tones, chance: Chance) -> None:
    """A dragon with the neighbours' washing on a line to her tail."""
    hide, belly = mix(t.base, "#d8321f", 0.35), mix(t.lit, t.accent, 0.35)
    for s, root, color in ((-1, -16, mix(hide, t.shade, 0.6)), (1, -30, mix(hide, t.shade, 0.25))):
        tips = [(root, -150), (root - 10 - 60 * s * 0.2, -250), (root - 60 + s * 20, -296), (root - 104, -230 + s * 8), (root - 128 + s * 14, -178), (root - 92, -176), (root - 70, -132), (root - 40, -146)]
        if s < 0:
            tips = [(x + 150, y + 22) for x, y in tips]
        c.fill(sharp(tips), color)
        c.line(f"M{tips[0][0]:.0f} {tips[0][1]:.0f}L{tips[1][0]:.0f} {tips[1][1]:.0f}L{tips[2][0]:.0f} {tips[2][1]:.0f}M{tips[1][0]:.0f} {tips[1][1]:.0f}L{tips[4][0]:.0f} {tips[4][1]:.0f}M{tips[1][0]:.0f} {tips[1][1]:.0f}L{tips[6][0]:.0f} {tips[6][1]:.0f}", t.shade, 5)
    c.fill(limb((-60, -40, 70), (-130, -24, 44), (-184, -52, 30), (-196, -110, 18), (-178, -150, 8)), hide)
    c.fill(sharp([(-192, -142), (-200, -176), (-178, -162), (-158, -176), (-166, -140)]), t.shade)
    c.fill(smooth([(-100, -60), (-70, -118), (-10, -158), (52, -160), (76, -110), (60, -40), (30, 2), (-80, 2)]), hide)
    c.fill(limb((30, -120, 66), (74, -176, 44), (82, -220, 36), (98, -250, 36)), hide)
    c.fill(smooth([(60, -150), (92, -176), (98, -214), (110, -180), (86, -110), (64, -40), (44, -40), (52, -100)]), belly)
    c.fill(smooth([(76, -256), (96, -278), (132, -272), (176, -250), (180, -232), (150, -222), (108, -224), (84, -232)]), hide)
    c.fill(sharp([(92, -274), (66, -308), (110, -280)]) + sharp([(78, -262), (44, -282), (86, -244)]), t.pale)
    c.line("M178-238Q150-242 132-230", t.shade, 4)
    c.ball(122, -258, 6, t.accent)
    c.ball(123, -258, 2.6, t.ink)
    c.line("M108-272L130-266", t.shade, 5)
    c.dots([(186, -262), (198, -280), (190, -302)], mix(t.haze, t.pale, 0.5), 14)
    c.fill(limb((-50, -60, 76), (-30, -30, 50), (-6, -8, 34)) + limb((40, -100, 40), (56, -50, 30), (74, -10, 26)), mix(hide, t.shade, 0.2))
    c.dots([(4, -4), (18, -2), (78, -4), (92, -2)], t.pale, 12)
    c.line("M-176-158Q-70-166 66-302", t.pale, 3)
    c.fill(sharp([(-150, -160), (-118, -166), (-112, -118), (-144, -112)]), t.pale)
    c.fill(sharp([(-96, -172), (-74, -184), (-68, -138), (-78, -136), (-82, -156), (-88, -130), (-98, -132)]), t.accent)
    c.fill(sharp([(-50, -198), (-18, -222), (-2, -184), (-30, -164)]), mix(t.pale, t.sky, 0.3))


def walking_hill(c: Canvas, t: Tones, chance: Chance) -> None:
    """The hill, half quarried, come to see about it."""
    rock, cut = mix(t.base, t.shade, 0.25), t.lit
    c.group(0, 0, 0.93)
    c.fill(limb((-60, -60, 70), (-72, -20, 60), (-66, -4, 66)) + limb((64, -60, 70), (78, -20, 60), (86, -4, 66)), t.shade)
    c.fill(smooth([(-170, -40), (-150, -120), (-96, -200), (-30, -252), (24, -262), (40, -256), (40, -30), (0, -22), (-120, -22)], tension=0.8), rock)
    c.fill(sharp([(20, -262), (60, -252), (60, -214), (98, -214), (98, -168), (132, -168), (132, -116), (162, -116), (168, -30), (20, -24)]), cut)
    c.fill(sharp([(60, -214), (98, -214), (98, -202), (60, -202)]) + sharp([(98, -168), (132, -168), (132, -154), (98, -154)]) + sharp([(132, -116), (162, -116), (163, -100), (132, -100)]) + sharp([(20, -250), (60, -252), (60, -240), (20, -240)]), mix(cut, t.shade, 0.5))
    c.line("M66-150L92-150M40-120L80-120M96-80L140-80M40-60L84-60", mix(cut, t.shade, 0.3), 5)
    c.fill(smooth([(-168, -56), (-150, -120), (-96, -200), (-30, -252), (24, -262), (10, -240), (-40, -220), (-90, -168), (-130, -100), (-146, -60)]), mix(t.mid, "#6f8a4a", 0.6))
    trees = ""
    for x, y, h in ((-108, -178, 56), (-76, -214, 66), (-42, -240, 50)):
        trees += sharp([(x, y - h), (x + h * 0.26, y + 6), (x - h * 0.26, y + 6)])
    c.fill(trees, mix(t.near, "#2a5a3b", 0.6))
    c.fill(sharp([(-8, -252), (-8, -286), (24, -286), (24, -258)]), t.pale)
    c.fill(sharp([(-16, -282), (8, -308), (32, -282)]), t.accent)
    for x in (-44, 20):
        c.ball(x, -168, 17, t.pale)
        c.ball(x + 5, -164, 8, t.ink)
    c.fill(sharp([(-72, -200), (-26, -186), (-26, -174), (-70, -186)]) + sharp([(46, -200), (2, -186), (2, -174), (46, -184)]), t.shade)
    c.line("M-40-108Q-10-122 22-106", t.ink, 8)
    c.fill(smooth([(-28, -152), (-8, -166), (8, -150), (4, -134), (-24, -134)]), mix(rock, t.lit, 0.3))
    c.fill(limb((-130, -110, 50), (-160, -70, 42), (-120, -50, 40)), rock)
    c.fill(limb((110, -90, 44), (168, -92, 40), (186, -140, 38)), cut)
    c.line("M176-150L170-178M188-154L190-186M200-146L210-172", cut, 14)
    c.fill(_stone(-104, -44, 26), t.accent)
    c.fill(_stone(-110, -50, 12), t.pale)
    c.end()


CREATURES: dict[str, Drawing] = {
    "lunch-terrier": lunch_terrier,
    "kettle-newt": kettle_newt,
    "ledge-hecklers": ledge_hecklers,
    "apprentice": apprentice,
    "rope-postwoman": rope_postwoman,
    "pack-mule": pack_mule,
    "powder-wasps": powder_wasps,
    "sledge-sisters": sledge_sisters,
    "knocking-ram": knocking_ram,
    "deep-cook": deep_cook,
    "landslip-bear": landslip_bear,
    "hadda": hadda,
    "free-millstone": free_millstone,
    "upstairs-giant": upstairs_giant,
    "smoke-condor": smoke_condor,
    "unpersuaded-rhino": unpersuaded_rhino,
    "kettle-dragon": kettle_dragon,
    "walking-hill": walking_hill,
}


# Spells


def loose_tile(c: Canvas, t: Tones, chance: Chance) -> None:
    """A roof with a gap in it, and someone under the gap."""
    tile, dark = mix(t.base, "#d8321f", 0.3), mix(t.shade, t.base, 0.3)
    c.fill(sharp([(-290, -30), (-40, 30), (-40, 230), (-290, 230)]), mix(t.pale, t.lit, 0.5))
    c.fill(sharp([(-90, 18), (-40, 30), (-40, 230), (-90, 230)]), mix(t.lit, t.base, 0.4))
    c.fill(sharp([(-220, 60), (-150, 60), (-150, 150), (-220, 150)]), t.shade)
    c.fill(sharp([(-290, -190), (-150, -190), (34, -6), (20, 40), (-290, -36)]), dark)
    for row in range(4):
        d = ""
        for i in range(6):
            x, y = -20 - i * 62 - row * 48, -4 - i * 15 - row * 46
            if (row, i) != (1, 1):
                d += sharp([(x - 28, y - 40), (x + 22, y - 28), (x + 40, y + 12), (x + 8, y + 22), (x - 22, y - 2)])
        c.fill(d, mix(tile, t.lit, 0.14 * row))
    c.group(104, -16, 1.25, turn=38)
    c.fill(sharp([(-28, -30), (24, -30), (28, 16), (0, 30), (-28, 16)]), t.accent)
    c.fill(sharp([(-28, -30), (24, -30), (25, -20), (-28, -20)]), t.pale)
    c.end()
    c.line("M40-100L64-62M84-116L96-82M8-68L44-34", t.pale, 6)
    c.group(128, 116, 1.1)
    c.fill(smooth([(-86, 150), (-70, 66), (-30, 40), (30, 40), (70, 66), (86, 150)]), _slate(t))
    c.ball(0, 0, 40, _skin(t))
    c.fill(smooth([(-64, -14), (-44, -24), (-36, -58), (30, -60), (40, -24), (62, -18), (0, -8)], tension=0.8), t.ink)
    c.fill(sharp([(-41, -34), (36, -36), (39, -24), (-43, -22)]), mix(t.base, "#d8321f", 0.5))
    c.dots([(-16, 4), (10, 4)], t.pale, 20)
    c.dots([(-17, 0), (9, 0)], t.ink, 9)
    c.fill(smooth([(-12, 26), (0, 20), (12, 26), (6, 34), (-6, 34)]), t.shade)
    c.end()


def _bull_gap(c: Canvas, gap: str) -> None:
    c.fill(
        smooth([(-150, -50), (-110, -74), (-30, -70), (30, -104), (86, -102), (116, -74), (110, -20), (70, 18), (-10, 12), (-90, 16), (-146, -6)])
        + smooth([(86, -88), (130, -78), (156, -44), (178, -6), (164, 14), (138, 8), (104, -20)]),
        gap,
    )
    c.fill(
        limb((-120, -20, 56), (-150, 26, 30), (-196, 50, 20))
        + limb((-96, -10, 50), (-104, 40, 28), (-140, 78, 20))
        + limb((74, -10, 46), (118, 34, 26), (160, 40, 18))
        + limb((60, -10, 44), (76, 48, 26), (112, 76, 18)),
        gap,
    )
    c.line("M-148-44Q-190-60-204-108M126-70Q112-116 146-140M142-64Q176-80 172-124", gap, 13)
    c.fill(disc(-206, -116, 11, 16), gap)


def run_up(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wall with the shape of a bull gone through it."""
    brick, dark = mix(t.base, t.lit, 0.35), mix(t.base, t.shade, 0.35)
    c.fill(sharp([(-300, -110), (-220, -110), (-220, -132), (-120, -132), (-120, -118), (60, -118), (60, -138), (180, -138), (180, -112), (300, -112), (300, 156), (-300, 156)]), brick)
    d = ""
    for k, y in enumerate(range(-76, 156, 38)):
        d += f"M-300 {y}L300 {y}" + "".join(f"M{x} {y}l0 38" for x in range(-270 + 40 * (k % 2), 300, 80) if y < 140)
    c.line(d, dark, 4)
    for shift, color in ((7, t.shade), (0, mix(t.sky, t.haze, 0.4))):
        c.group(shift, -shift, 1)
        _bull_gap(c, color)
        c.end()
    c.line("M180-4L212-20L224 0L256-10M-20-74L-40-100L-26-118M-60 18L-40 60L-60 90", dark, 5)
    c.fill(_stone(-40, 150, 22) + _stone(60, 156, 18, 0.8) + _stone(122, 148, 15, 0.5) + _stone(-110, 154, 16, 1), t.lit)
    c.dots([(-250, 134), (-226, 146), (-200, 132), (-176, 146)], dark, 14)


def over_there(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hand that points, and a goat that is indeed there."""
    skin, slate = mix(_skin(t), t.base, 0.42), _slate(t)
    c.fill(sharp([(120, 160), (146, 40), (168, 12), (240, 10), (256, 60), (290, 160)]), t.shade)
    c.fill(sharp([(168, 12), (240, 10), (246, 30), (160, 28)]), t.lit)
    c.group(204, 12, 0.62, mirror=True)
    c.fill(leg(-44, -60, 15, 0) + leg(-22, -60, 13, 0) + leg(36, -60, 15, 0) + leg(52, -60, 13, 0), mix(t.pale, t.base, 0.2))
    c.fill(smooth([(-66, -104), (0, -112), (40, -124), (60, -160), (96, -160), (118, -138), (110, -122), (76, -120), (62, -66), (-50, -52), (-70, -80)], tension=0.8), t.pale)
    c.line("M72-158C52-200 24-196 14-176M84-158C76-196 50-206 34-200", t.accent, 9)
    c.ball(90, -144, 5, t.ink)
    c.end()
    c.group(-40, 40, 1.1, turn=-12)
    c.fill(sharp([(-270, -30), (-96, -48), (-92, 52), (-270, 80)]), slate)
    c.fill(sharp([(-270, 30), (-94, 20), (-92, 52), (-270, 80)]), mix(slate, t.ink, 0.3))
    c.fill(sharp([(-112, -54), (-80, -56), (-76, 58), (-110, 60)]), t.accent)
    c.fill(smooth([(-84, -40), (-20, -50), (30, -40), (44, 0), (30, 48), (-40, 54), (-86, 46)], tension=0.8), skin)
    c.fill(limb((-10, -28, 34), (60, -34, 28), (122, -36, 22)), skin)
    c.line("M126-36L112-36", mix(skin, t.pale, 0.6), 13)
    for i in range(3):
        c.fill(limb((36 - i * 4, -6 + i * 19, 24), (8, -6 + i * 19, 22)), mix(skin, t.shade, 0.14 + 0.12 * i))
    c.fill(limb((-50, -36, 26), (-16, -8, 24), (22, -8, 20)), mix(skin, t.pale, 0.25))
    c.end()
    c.line("M118-40L142-46M124-62L142-78M104-78L110-98", t.pale, 5)


def returning_axe(c: Canvas, t: Tones, chance: Chance) -> None:
    """An axe on its way home, its owner at home."""
    slate, skin = _slate(t), _skin(t)
    c.line("M-70 120C-250 20-180-150 0-160C190-166 230 10 96 54", t.pale, 7)
    c.line("M-40 96C-180 20-130-110 6-118C130-124 176-20 90 22", mix(t.pale, t.lit, 0.7), 5)
    c.group(42, -14, 1.05, turn=-128)
    c.line("M0 116Q14 10 0-112", mix(t.base, t.lit, 0.3), 17)
    c.line("M2 116L6 84", t.accent, 19)
    c.fill(smooth([(-14, -118), (34, -112), (84, -140), (96, -80), (80, -28), (34, -58), (-12, -62)], tension=0.6), slate)
    c.fill(smooth([(84, -140), (96, -80), (80, -28), (66, -46), (74, -82), (66, -126)], tension=0.8), t.pale)
    c.end()
    c.group(-104, 128, 1)
    c.fill(smooth([(-70, 90), (-58, 44), (0, 30), (58, 44), (70, 90)]), t.base)
    c.ball(0, 8, 42, skin)
    c.fill(smooth([(-46, 4), (-48, -30), (-20, -50), (26, -48), (46, -22), (44, 2), (28, -16), (-30, -16)]), t.shade)
    c.dots([(-16, 2), (16, 2)], t.pale, 24)
    c.dots([(-12, -1), (20, -1)], t.ink, 9)
    c.fill(disc(2, 34, 13, 8), t.ink)
    c.fill(smooth([(-8, 16), (6, 14), (6, 24), (-6, 24)]), mix(skin, t.base, 0.35))
    c.line("M-64-26L-80-38M-66 4L-86 4M58-36L70-50", t.accent, 6)
    c.end()


def lunch_pot(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hand shuts the pot; the spoons come too late."""
    slate, skin = _slate(t), _skin(t)
    for x, y, a, mirror in ((-190, 10, -18, False), (196, 30, 20, True), (-176, 92, 6, False)):
        c.group(x, y, 1, mirror, a)
        c.fill(sharp([(-140, -24), (-34, -18), (-34, 18), (-140, 26)]), t.base if y != 10 else t.shade)
        c.ball(-26, 0, 19, skin)
        c.line("M-26 0L44-4", t.lit, 9)
        c.fill(disc(62, -5, 25, 15), t.lit)
        c.fill(disc(62, -7, 17, 8), t.base)
        c.end()
    c.fill(smooth([(-104, -14), (104, -14), (112, 60), (88, 142), (-88, 142), (-112, 60)], tension=0.6), t.ink)
    c.fill(smooth([(-104, -14), (-64, -14), (-72, 60), (-50, 142), (-88, 142), (-112, 60)], tension=0.6), slate)
    c.line("M-112 24Q-146 24-140 56M112 24Q146 24 140 56", t.ink, 12)
    c.fill(sharp([(-98, -30), (-180, -62), (-126, -44), (-150, -84), (-92, -40)]) + sharp([(98, -30), (180, -62), (126, -44), (150, -84), (92, -40)]), t.pale)
    c.fill(smooth([(-124, -10), (-96, -46), (0, -64), (96, -46), (124, -10)], tension=0.8), mix(slate, t.pale, 0.35))
    c.fill(sharp([(-128, -16), (128, -16), (124, 0), (-124, 0)]), t.accent)
    c.fill(limb((40, -240, 66), (26, -160, 60), (12, -112, 50)), mix(t.base, "#d8321f", 0.4))
    c.fill(sharp([(-18, -120), (50, -130), (48, -106), (-16, -98)]), t.pale)
    c.fill(smooth([(-30, -104), (44, -108), (56, -76), (40, -58), (-36, -58), (-48, -78)], tension=0.8), skin)
    c.line("M-24-84L-28-62M0-86L-2-62M24-84L24-62", mix(skin, t.base, 0.4), 4)


def another_thing(c: Canvas, t: Tones, chance: Chance) -> None:
    """Hadda, round the door again."""
    skin, slate = _skin(t), _slate(t)
    wood = mix(t.base, t.lit, 0.3)
    c.fill(sharp([(-300, -200), (300, -200), (300, 210), (-300, 210)]), mix(t.mid, t.near, 0.4))
    c.fill(sharp([(-24, 210), (-24, -150), (166, -150), (166, 210)]), t.shade)
    c.fill(sharp([(0, 210), (0, -130), (144, -130), (144, 210)]), mix(t.haze, t.light, 0.45))
    c.fill(sharp([(144, -130), (226, -166), (226, 210), (144, 210)]), wood)
    c.line("M170-140L170 200M198-152L198 200", t.base, 4)
    c.ball(160, 50, 8, t.accent)
    c.line("M-280-150L-90-150M-270-10L-70-10M-290 100L-130 100", mix(t.mid, t.near, 0.75), 6)
    c.fill(sharp([(-200, -110), (-110, -110), (-110, -40), (-200, -40)]), mix(t.accent, t.pale, 0.3))
    c.line("M-155-110L-155-40M-200-76L-110-76", t.shade, 6)
    c.line("M-208-34L-102-34", t.shade, 9)
    c.group(66, 250, 1.42, True, 20)
    c.fill(smooth([(-34, -174), (34, -174), (48, -130), (60, 0), (-60, 0), (-46, -130)], tension=0.7), slate)
    c.fill(sharp([(-40, -176), (40, -176), (46, -140), (6, -104), (-44, -138)]), t.accent)
    _head(c, t, 10, -206, t.pale, 31, 9)
    c.ball(-22, -228, 17, t.pale)
    c.line("M18-220L36-214", t.ink, 5)
    _arm(c, t.base, skin, (26, -146), (70, -126), (88, -172), 25)
    c.line("M90-176L92-206", skin, 9)
    _arm(c, t.base, skin, (-10, -130), (10, -86), (58, -92), 25)
    c.fill(_stone(76, -104, 24), t.ink)
    c.end()


def hot_words(c: Canvas, t: Tones, chance: Chance) -> None:
    """What was said, red-hot, offered back with tongs."""
    skin = _skin(t)
    c.fill(smooth([(300, -200), (190, -190), (120, -150), (112, -90), (92, -64), (70, -20), (76, -8), (100, -4), (96, 14), (106, 22), (98, 34), (108, 44), (104, 84), (130, 112), (190, 116), (220, 210), (320, 210)], tension=0.7), skin)
    c.fill(smooth([(120, -150), (190, -230), (320, -220), (320, -40), (250, -60), (220, -120), (150, -136)], tension=0.8), t.shade)
    c.line("M96 28L150 20", t.shade, 6)
    c.line("M116-92L166-106", t.ink, 9)
    c.ball(142, -74, 15, t.pale)
    c.ball(133, -68, 8, t.ink)
    c.fill(smooth([(180, -44), (192, -20), (180, -8), (168, -20)]), mix(t.sky, t.pale, 0.6))
    c.ball(-84, -40, 108, mix(t.near, t.accent, 0.35))
    c.fill(smooth([(-176, -80), (-150, -122), (-40, -126), (0, -92), (-2, -10), (-14, 8), (46, 34), (-40, 30), (-140, 30), (-178, -4)], tension=0.7), t.ink)
    c.fill(smooth([(-160, -74), (-140, -106), (-46, -110), (-16, -84), (-18, -14), (-40, 12), (-136, 14), (-162, -10)], tension=0.7), mix("#d8321f", t.accent, 0.25))
    c.line("M-134-78L-44-80M-134-46L-60-46M-134-14L-78-14", t.accent, 11)
    c.line("M-40-48L-34-48M-58-14L-46-14", t.accent, 11)
    c.line("M-130-150Q-142-168-126-184M-84-154Q-96-172-80-190M-38-150Q-50-166-34-184", t.pale, 6)
    c.line("M-300 150L-190 60L-150 32M-300 110L-210 20L-178-30", t.lit, 13)
    c.ball(-204, 42, 10, t.shade)


def bigger_stone(c: Canvas, t: Tones, chance: Chance) -> None:
    """An argument, and the answer to it."""
    skin, slate = _skin(t), _slate(t)
    c.group(-46, 0, 0.8)
    _body(c, slate, t.shade, t.ink, 34, 46, mix(slate, t.ink, 0.25))
    _head(c, t, 8, -200, t.ink, 28)
    c.line("M12-178Q22-184 30-178", t.ink, 4)
    _arm(c, mix(slate, t.pale, 0.2), skin, (-26, -156), (-66, -190), (-52, -238), 30)
    _arm(c, mix(slate, t.pale, 0.2), skin, (28, -156), (72, -190), (70, -238), 30)
    c.end()
    boulder: list[Point] = [(-150, -206), (-132, -264), (-70, -304), (10, -300), (52, -264), (64, -218), (30, -186), (-50, -180), (-120, -184)]
    c.fill(sharp(boulder), t.base)
    c.fill(sharp([(-150, -206), (-132, -264), (-70, -304), (10, -300), (-30, -264), (-60, -226), (-120, -184)]), mix(t.base, t.lit, 0.5))
    c.fill(sharp([(-132, -264), (-70, -304), (10, -300), (-30, -264)]), t.lit)
    c.line("M10-300L52-264M-30-264L30-186M-60-226L-50-180", mix(t.base, t.shade, 0.5), 4)
    c.group(136, 0, 0.64, mirror=True)
    _body(c, mix(t.base, "#d8321f", 0.3), t.shade, t.ink, 24, 42)
    c.ball(0, -204, 32, skin)
    c.fill(smooth([(-36, -210), (-10, -246), (34, -222), (38, -212)]), t.accent)
    c.dots([(2, -208), (22, -208)], t.pale, 18)
    c.dots([(4, -212), (24, -212)], t.ink, 8)
    c.ball(16, -184, 7, t.ink)
    _arm(c, t.base, skin, (20, -150), (50, -120), (76, -146), 25)
    c.fill(_stone(84, -166, 17), t.lit)
    c.end()


def rolled_road(c: Canvas, t: Tones, chance: Chance) -> None:
    """A road, rolled up like a carpet."""
    road, edge, skin = mix(t.lit, t.pale, 0.35), mix(t.base, t.lit, 0.2), _skin(t)
    c.fill(sharp([(40, -16), (330, -16), (330, 14), (40, 14)]), road)
    c.line("M110-2L150-2M180-2L220-2M250-2L300-2", t.accent, 8)
    c.line("M40 15L330 15", edge, 6)
    c.ball(70, -84, 100, edge)
    c.ball(66, -86, 94, road)
    c.line("M66-86m-10 6a16 16 0 0 1 30-10a30 30 0 0 1-56 22a46 46 0 0 1 82-42a62 62 0 0 1-100 70a78 78 0 0 1 116-104", edge, 8)
    c.fill(sharp([(34, -186), (38, -236), (66, -246), (86, -228), (84, -182)]), t.pale)
    c.line("M50-222L70-224M50-206L72-206", t.base, 5)
    c.fill(sharp([(132, -146), (146, -196), (156, -194), (146, -138)]) + sharp([(118, -214), (176, -200), (190, -184), (170, -176), (114, -190)]), t.shade)
    c.group(-112, 0, 1, turn=14)
    c.line("M-12-84L-64-20M12-84L16-14", t.shade, 28)
    c.fill(smooth([(-80, 2), (-84, -18), (-58, -26), (-42, -6)]) + smooth([(2, 0), (2, -20), (28, -22), (46, 0)], tension=0.6), t.ink)
    c.fill(smooth([(-26, -174), (28, -174), (40, -140), (36, -66), (-36, -66), (-40, -140)], tension=0.7), mix(t.base, "#d8321f", 0.3))
    _head(c, t, 10, -200, t.shade, 28)
    c.fill(smooth([(-20, -208), (4, -236), (38, -222), (54, -206)], tension=0.8), t.accent)
    _arm(c, mix(t.base, t.lit, 0.4), skin, (16, -154), (52, -128), (84, -136), 28)
    _arm(c, mix(t.base, t.lit, 0.4), skin, (10, -140), (44, -100), (86, -96), 28)
    c.end()


def opened_clock(c: Canvas, t: Tones, chance: Chance) -> None:
    """A clock, understood."""
    slate = _slate(t)
    c.fill(sharp([(-150, -80), (-60, -136), (30, -80), (30, 122), (-150, 122)]), t.shade)
    c.fill(sharp([(-160, 112), (40, 112), (52, 138), (-172, 138)]) + sharp([(-166, -74), (-60, -144), (46, -74), (34, -62), (-60, -124), (-154, -62)]), t.lit)
    c.ball(-60, -10, 82, t.lit)
    c.ball(-60, -10, 70, t.pale)
    ticks = "".join(f"M{-60 + 52 * cos(i * pi / 6):.0f} {-10 + 52 * sin(i * pi / 6):.0f}L{-60 + 62 * cos(i * pi / 6):.0f} {-10 + 62 * sin(i * pi / 6):.0f}" for i in range(12))
    c.line(ticks + "M-60-10L-60-48M-60-10L-86 6", t.shade, 5)
    c.fill(sharp([(40, -84), (-10, -40), (-34, -20), (2, -4), (-20, 24), (16, 34), (40, 60)]), t.ink)
    for x, y, r, color in ((96, -96, 38, t.accent), (150, 0, 30, t.lit), (80, 62, 24, slate), (196, -112, 20, slate), (20, -2, 20, t.accent)):
        c.fill(sharp(ring(x, y, r, 9, 0.3, inner=r * 0.76)), color)
        c.ball(x, y, r * 0.32, t.shade)
    c.line("M6 66L34 50L30 82L60 66L58 98L88 82L88 112L118 98", t.pale, 5)
    c.group(176, 92, 1, turn=-32)
    c.line("M0 120L0-30", mix(t.base, t.lit, 0.3), 15)
    c.fill(sharp([(-44, -56), (40, -56), (40, -20), (-44, -20)]), slate)
    c.fill(sharp([(-44, -56), (-30, -56), (-30, -20), (-44, -20)]), t.pale)
    c.end()


def brawl_cloud(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two creatures, as far as one can tell."""
    dust, skin = mix(t.pale, t.lit, 0.5), _skin(t)
    fur, wool = mix(t.base, t.shade, 0.5), t.pale
    c.group(0, 22, 0.9)
    c.fill(limb((-90, -50, 50), (-160, -110, 42), (-184, -140, 40)), fur)
    c.fill(sharp([(-212, -146), (-206, -176), (-194, -154), (-186, -184), (-176, -156), (-160, -176), (-162, -142)]), t.pale)
    c.fill(limb((80, -60, 34), (140, -130, 24), (150, -160, 22)) + sharp([(136, -164), (140, -192), (152, -178), (168, -190), (164, -158)]), t.ink)
    c.fill(limb((110, 30, 40), (190, 50, 30), (206, 52, 28)), fur)
    c.fill(smooth([(196, 30), (226, 34), (232, 78), (206, 82), (196, 60)]), t.ink)
    c.line("M-110 40C-190 20-220 70-190 96C-170 110-156 88-172 80", t.accent, 17)
    c.dots([(-100, 20), (-46, -60), (34, -84), (104, -30), (96, 50), (20, 80), (-66, 74), (0, 0)], mix(dust, t.base, 0.35), 128)
    c.dots([(-92, 8), (-40, -64), (30, -80), (92, -34), (86, 36), (14, 62), (-60, 56), (0, -10)], dust, 112)
    c.line("M-30-20C-10-50 40-30 24 0C12 18-16 10-10-8M60 40C80 20 104 50 80 58M-96-4C-80-26-52-6-66 10", mix(dust, t.base, 0.45), 6)
    for x, y, r in ((-20, -150, 20), (176, -40, 22), (-190, -20, 17), (70, -170, 14)):
        c.fill(sharp(ring(x, y, r, 5, 0.2, inner=r * 0.45)), t.accent)
    c.fill(sharp(ring(18, -8, 50, 8, 0.2, inner=22)), t.pale)
    c.group(60, -120, 1, turn=24)
    c.line("M0 40L0-20", t.shade, 8)
    c.fill(disc(0, -36, 24, 18), t.shade)
    c.end()
    c.dots([(-60, -30), (-30, -34)], t.pale, 20)
    c.dots([(-56, -28), (-34, -32)], t.ink, 9)
    c.line("M-76-50L-54-42M-36-46L-16-54", t.ink, 6)
    c.line("M116-10L150-22M120 8L150 10", wool, 6)
    c.ball(-4, 104, 18, skin)
    c.line("M-14 96L-14 114M-4 92L-4 114M6 96L6 114", mix(skin, t.base, 0.4), 3)
    c.end()


def whole_basket(c: Canvas, t: Tones, chance: Chance) -> None:
    """A basket turned over."""
    skin, wicker = _skin(t), mix(t.base, t.lit, 0.55)
    c.line("M40 0L96 90M90-40L160 60M-6 20L20 110M130-90L210-20", t.pale, 5)
    for places, color in ((((70, 10, 32), (128, 76, 26), (176, -10, 22), (30, 100, 20)), t.lit), (((112, -30, 28), (56, 66, 22), (150, 24, 20), (212, 50, 24)), t.shade)):
        c.fill("".join(_stone(x, y, r, x / 40) for x, y, r in places), color)
    c.fill(_stone(92, 110, 24) + _stone(190, 100, 16), t.accent)
    c.fill(limb((-300, -150, 70), (-220, -110, 60), (-150, -74, 44)), t.accent)
    c.group(-50, -50, 1.15, turn=122)
    c.fill(disc(0, -84, 96, 26), t.ink)
    c.fill(_stone(-30, -92, 24) + _stone(24, -98, 28) + _stone(60, -86, 18), t.lit)
    c.fill(smooth([(-98, -84), (-60, -62), (0, -56), (60, -62), (98, -84), (76, 70), (0, 84), (-76, 70)], tension=0.6), wicker)
    c.fill(smooth([(40, -60), (98, -84), (76, 70), (30, 80)], tension=0.5), mix(wicker, t.shade, 0.3))
    c.line("M-88-40Q0-12 88-40M-84 0Q0 26 84 0M-78 38Q0 62 78 38M-50-56L-40 76M0-54L0 82M50-58L40 76", t.base, 6)
    c.line("M-98-84Q0-40 98-84", t.pale, 12)
    c.end()
    c.ball(-142, -72, 24, skin)
    c.fill(limb((-300, 60, 70), (-200, 70, 58), (-120, 46, 44)), mix(t.accent, t.base, 0.3))
    c.ball(-110, 42, 24, skin)


def boiling_kettle(c: Canvas, t: Tones, chance: Chance) -> None:
    """The mountain, which has a spout and never had a lid that fits."""
    rock, hot = mix(t.shade, t.base, 0.35), mix("#d8321f", t.accent, 0.35)
    c.group(-22, 26, 0.84)
    c.line("M-112-70C-190-250 190-250 112-70", t.ink, 15)
    c.fill(sharp([(110, 70), (170, 20), (196, -60), (250, -86), (262, -66), (228, -38), (214, 60), (150, 140)]), rock)
    c.fill(sharp([(-230, 190), (-160, 60), (-92, -60), (92, -60), (160, 60), (230, 190)]), rock)
    c.fill(sharp([(-230, 190), (-160, 60), (-92, -60), (-40, -60), (-80, 40), (-70, 100), (-120, 190)]), mix(rock, t.lit, 0.28))
    c.fill(smooth([(-104, -56), (-84, -96), (-52, -80), (-24, -116), (10, -86), (44, -112), (74, -82), (106, -58), (112, -10), (96, 10), (84, -24), (66, -30), (58, 60), (40, 80), (26, 10), (8, -20), (-14, 20), (-24, 120), (-46, 124), (-50, 20), (-66, -16), (-92, 34), (-112, 26)], tension=0.9), hot)
    c.fill(smooth([(-86, -54), (-52, -70), (-20, -92), (10, -70), (46, -90), (84, -54), (60, -44), (44, 20), (30, -36), (-10, -40), (-34, 60), (-44, -30), (-70, -40)], tension=0.9), t.accent)
    c.dots([(-46, -92), (30, -116), (70, -104), (-10, -128)], t.accent, 20)
    c.fill(smooth([(250, -86), (262, -66), (272, -20), (262, 60), (248, -10), (232, -50)]), hot)
    c.dots([(262, -112), (244, -140), (262, -166), (236, -186)], mix(t.haze, t.pale, 0.4), 34)
    c.group(26, -140, 1, turn=14)
    c.fill(smooth([(-100, 12), (-70, -16), (0, -28), (70, -16), (100, 12)], tension=0.8), mix(rock, t.lit, 0.15))
    c.fill(sharp([(-104, 8), (104, 8), (92, 22), (-92, 22)]), t.ink)
    c.ball(0, -34, 15, t.ink)
    c.end()
    c.end()


def split_barrow(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wheelbarrow between two parties."""
    skin, wood = _skin(t), mix(t.base, t.lit, 0.35)
    c.group(-16, 6, 1, turn=-6)
    c.line("M-20 20L-170-16M-20 34L-60 92", t.shade, 13)
    c.fill(sharp([(-118, -70), (-14, -70), (-32, -44), (-10, -24), (-34, 0), (-12, 24), (-84, 24)]), wood)
    c.fill(sharp([(-118, -70), (-14, -70), (-24, -56), (-112, -56)]), t.lit)
    c.end()
    c.group(20, 0, 1, turn=8)
    c.line("M4 26L100 50", t.shade, 13)
    c.fill(sharp([(6, -72), (124, -72), (86, 24), (8, 24), (-12, 2), (10, -22), (-12, -44)]), wood)
    c.fill(sharp([(6, -72), (124, -72), (118, -58), (0, -58)]), t.lit)
    c.ball(108, 58, 44, t.ink)
    c.ball(108, 58, 32, mix(t.haze, t.mid, 0.5))
    c.line("M108 30L108 86M80 58L136 58", t.ink, 7)
    c.ball(108, 58, 10, t.accent)
    c.end()
    c.fill(sharp(ring(0, -34, 40, 8, 0.2, inner=14)), t.accent)
    c.fill(limb((-300, 60, 78), (-240, 24, 64), (-196, -2, 48)), _slate(t))
    c.fill(sharp([(-222, -22), (-196, -34), (-176, 14), (-204, 26)]), t.pale)
    c.ball(-178, -12, 25, skin)
    c.fill(limb((300, -70, 78), (236, -40, 64), (186, -16, 48)), mix(t.base, "#d8321f", 0.45))
    c.fill(sharp([(214, -50), (188, -46), (178, 8), (206, 4)]), t.pale)
    c.ball(168, 0, 25, skin)
    c.line("M-190-26L-164-24M-192-12L-160-10M154-12L154 12M166-20L168 4", mix(skin, t.base, 0.5), 4)
    c.line("M-130-130L-116-104M-90-150L-84-118M140-130L124-104M96-152L90-120", t.pale, 6)


def steep_sign(c: Canvas, t: Tones, chance: Chance) -> None:
    """A warning to those who come up."""
    c.line("M-6 20L-12 200", mix(t.pale, t.near, 0.4), 17)
    c.group(0, -24, 1.12, turn=-5)
    c.fill(smooth([(0, -142), (20, -130), (146, 82), (134, 104), (-134, 104), (-146, 82), (-20, -130)], tension=0.5), t.ink)
    c.fill(smooth([(0, -134), (14, -124), (138, 82), (128, 96), (-128, 96), (-138, 82), (-14, -124)], tension=0.5), mix(t.base, "#d8321f", 0.75))
    c.fill(sharp([(0, -98), (106, 76), (-106, 76)]), t.pale)
    c.fill(sharp([(-88, 74), (-58, 10), (76, 74)]), t.ink)
    c.group(8, 22, 0.5, turn=26)
    c.fill(limb((-64, -40, 22), (-96, -10, 14), (-116, -6, 12)) + limb((46, -44, 22), (78, -20, 14), (96, -14, 12)) + limb((30, -44, 22), (56, -10, 14)) + limb((-50, -40, 22), (-72, -6, 14)), t.ink)
    c.fill(smooth([(-90, -70), (-40, -98), (30, -96), (70, -116), (116, -96), (124, -70), (104, -56), (74, -58), (50, -36), (-60, -30), (-94, -44)]), t.ink)
    c.line("M92-108C70-140 44-120 58-98", t.ink, 15)
    c.end()
    c.line("M-62-2L-44-34M-44 4L-30-22", t.ink, 5)
    c.end()
    c.fill(_stone(128, 92, 40), t.base)
    c.fill(_stone(120, 84, 22), t.lit)
    c.fill(_stone(-150, 110, 24, 0.8), t.shade)
    c.line("M150-10L140 34M176 4L164 42M118-8L118 30", t.pale, 6)
    c.fill(sharp([(60, -70), (84, -46), (66, -44), (92, -16), (58, -38), (72, -40)]), t.ink)


def stone_heap(c: Canvas, t: Tones, chance: Chance) -> None:
    """Stones in good order, and one that is going."""
    skin = _skin(t)
    tones = (t.lit, t.base, mix(t.base, t.lit, 0.5), mix(t.shade, t.base, 0.5), _slate(t))
    for row, count in enumerate((5, 4, 3, 2)):
        for i in range(count):
            x, y = (i - (count - 1) / 2) * 66, 96 - row * 50
            k = (row * 2 + i * 3) % 5
            c.fill(smooth([(x - 33, y + 6), (x - 26, y - 20), (x + 2, y - 28), (x + 30, y - 18), (x + 33, y + 10), (x + 18, y + 24), (x - 20, y + 25)], tension=0.8), tones[k])
    c.line("M-148 80Q-138 72-128 74M-82 80Q-72 72-62 74M50 80Q60 72 70 74M-114 30Q-104 22-94 24M18 30Q28 22 38 24M-48-20Q-38-28-28-26M-14-70Q-24-78-40-74", mix(t.pale, t.lit, 0.3), 5)
    c.fill(limb((310, -220, 80), (200, -190, 64), (110, -160, 50)), t.accent)
    c.fill(sharp([(124, -194), (98, -176), (112, -134), (138, -146)]), t.base)
    c.fill(_stone(22, -128, 36), t.pale)
    c.fill(sharp([(-12, -118), (20, -96), (52, -112), (46, -96), (20, -90), (-4, -98)]), mix(t.pale, t.base, 0.3))
    c.fill(limb((104, -158, 38), (60, -156, 34), (36, -150, 24)), skin)
    c.line("M66-150L40-132M62-168L28-164", skin, 14)
    c.line("M-30-150L-48-166M-40-124L-64-126M2-176L-4-198", t.accent, 5)


def missing_screw(c: Canvas, t: Tones, chance: Chance) -> None:
    """A machine that held until now."""
    slate = _slate(t)
    iron = mix(slate, t.pale, 0.25)
    c.fill(sharp([(-130, -130), (110, -130), (110, 120), (-130, 120)]), slate)
    c.fill(sharp([(-150, 108), (130, 108), (140, 150), (-160, 150)]), t.shade)
    c.fill(sharp([(-90, -170), (-50, -170), (-50, -128), (-90, -128)]) + sharp([(-98, -182), (-42, -182), (-42, -166), (-98, -166)]), t.shade)
    for x, y, r, color in ((-50, -20, 62, t.lit), (48, 30, 46, t.accent), (40, -76, 34, t.base)):
        c.fill(sharp(ring(x, y, r, 11, 0.2, inner=r * 0.8)), color)
        c.ball(x, y, r * 0.55, mix(color, t.shade, 0.4))
        c.ball(x, y, r * 0.2, t.pale)
    c.line("M70-110L112-96L86-80L130-66L104-50L150-34L124-20L168-4", t.pale, 6)
    c.group(-116, -118, 1, turn=24)
    c.fill(sharp([(-14, -14), (224, -14), (224, 62), (-14, 62)]), iron)
    c.fill(sharp([(-14, 46), (224, 46), (224, 62), (-14, 62)]), mix(iron, t.ink, 0.35))
    c.dots([(0, 0), (0, 46)], t.accent, 18)
    c.dots([(208, 4), (208, 46)], t.ink, 18)
    c.line("M-5-4L5 4M-4 50L4 42", t.shade, 3)
    c.end()
    c.group(170, 96, 1.3, turn=64)
    c.fill(sharp([(-9, -14), (9, -14), (9, 40), (0, 58), (-9, 40)]), mix(t.accent, t.base, 0.35))
    c.line("M-9-2L9 6M-9 12L9 20M-9 26L9 34", t.pale, 4)
    c.fill(smooth([(-26, -12), (-22, -34), (22, -34), (26, -12)], tension=0.6), t.accent)
    c.line("M0-34L0-22", t.shade, 6)
    c.end()
    c.line("M196 40L214 22M216 66L240 60M160 34L162 10", t.accent, 5)


def bed_on_peak(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bed that was in a valley last night."""
    rock = mix(t.base, t.shade, 0.3)
    c.fill(sharp([(-230, 210), (-150, 110), (-110, 60), (-96, 40), (96, 40), (120, 76), (160, 130), (230, 210)]), rock)
    c.fill(sharp([(20, 40), (96, 40), (120, 76), (160, 130), (230, 210), (90, 210), (60, 120)]), mix(rock, t.ink, 0.35))
    c.fill(sharp([(-110, 58), (-96, 34), (96, 34), (120, 76), (84, 66), (60, 96), (30, 62), (-4, 90), (-40, 62), (-76, 92), (-90, 60)]), t.pale)
    c.fill(sharp([(-124, 36), (-124, -96), (-112, -106), (-100, -96), (-100, 36)]) + sharp([(104, 36), (104, -50), (114, -60), (124, -50), (124, 36)]), t.shade)
    c.fill(sharp([(-104, 20), (-104, -22), (108, -14), (108, 20)]), t.pale)
    c.fill(smooth([(-98, -22), (-98, -62), (-56, -66), (-44, -26)], tension=0.7), mix(t.pale, t.sky, 0.35))
    c.fill(smooth([(-64, -16), (-40, -52), (20, -62), (80, -40), (110, -30), (110, 26), (-60, 24)], tension=0.7), mix(t.base, "#d8321f", 0.55))
    c.line("M-20-54L-20 24M30-58L30 24M80-38L80 24M-58 0L110 0", t.accent, 6)
    c.group(-72, -66, 1)
    c.ball(0, 0, 32, _skin(t))
    c.fill(smooth([(-34, -6), (-20, -40), (14, -42), (34, -10), (0, -18)], tension=0.8), t.accent)
    c.fill(smooth([(0, -42), (-40, -66), (-72, -40), (-60, -26), (-38, -34), (-16, -30)]), t.accent)
    c.ball(-68, -24, 11, t.pale)
    c.dots([(6, -6), (24, -6)], t.pale, 17)
    c.dots([(8, -2), (26, -2)], t.ink, 8)
    c.fill(disc(14, 16, 8, 6), t.ink)
    c.end()


def bad_morning(c: Canvas, t: Tones, chance: Chance) -> None:
    """A porcupine, before anybody has spoken to it."""
    fur = mix(t.base, t.shade, 0.45)
    c.fill(sharp(ring(0, 10, 176, 17, 0.1, inner=112)), t.ink)
    c.fill(sharp(ring(0, 14, 146, 15, 0.2, inner=98)), fur)
    c.fill(disc(-84, -44, 26) + disc(84, -44, 26), fur)
    c.fill(smooth(mirrored([(0, -84), (62, -70), (100, -10), (92, 60), (48, 104), (0, 112)])), mix(fur, t.lit, 0.5))
    c.fill(smooth(mirrored([(0, 10), (36, 22), (52, 60), (30, 92), (0, 98)])), t.pale)
    c.dots([(-42, -14), (42, -14)], t.pale, 44)
    c.dots([(-36, -8), (36, -8)], mix(t.base, "#d8321f", 0.6), 20)
    c.dots([(-36, -8), (36, -8)], t.ink, 9)
    c.fill(sharp([(-84, -56), (-12, -22), (-14, -4), (-84, -34)]) + sharp([(84, -56), (12, -22), (14, -4), (84, -34)]), t.shade)
    c.line("M-58 18Q-42 26-26 16M58 18Q42 26 26 16", mix(fur, t.shade, 0.5), 5)
    c.fill(smooth(mirrored([(0, 22), (18, 24), (16, 40), (0, 48)])), t.ink)
    c.fill(smooth([(-38, 84), (0, 62), (38, 84), (20, 80), (0, 78), (-20, 80)]), t.ink)
    c.fill(sharp([(-24, 78), (-18, 98), (-10, 76)]) + sharp([(24, 78), (18, 98), (10, 76)]), t.pale)
    c.group(8, -84, 1, turn=9)
    c.fill(smooth([(-70, 14), (-50, -40), (10, -74), (84, -60), (140, -6), (150, 30), (128, 22), (92, -12), (66, 16)], tension=0.8), t.accent)
    c.line("M-34-30Q0-14 20-66M30-4Q52-30 60-66", mix(t.accent, t.base, 0.5), 9)
    c.line("M-70 12Q0-8 66 14", t.pale, 22)
    c.ball(140, 36, 20, t.pale)
    c.end()


def first_word(c: Canvas, t: Tones, chance: Chance) -> None:
    """A speech that arrives before its hearer is ready."""
    skin, slate = _skin(t), _slate(t)
    c.group(-172, 74, 1.45)
    c.fill(smooth([(-84, 110), (-64, 50), (0, 30), (50, 56), (64, 110)]), mix(t.base, "#d8321f", 0.35))
    c.ball(0, 0, 46, skin)
    c.fill(sharp([(38, -16), (66, 4), (38, 10)]), mix(skin, t.base, 0.3))
    c.fill(smooth([(-20, 8), (-14, 44), (14, 56), (32, 44), (14, 36), (0, 6)]) + smooth([(-6, -40), (-22, 10), (-46, 22), (-52, -16), (-36, -40)]), t.shade)
    c.fill(disc(32, 24, 17, 13), t.ink)
    c.fill(smooth([(-54, -18), (-38, -54), (10, -60), (44, -26), (62, -20), (20, -18)], tension=0.7), t.accent)
    c.ball(24, -8, 5.5, t.ink)
    c.end()
    c.fill(sharp([(-104, 82), (-92, 30), (-150, 22), (-150, -110), (70, -110), (70, -140), (196, -46), (70, 48), (70, 22), (-56, 28)]), t.ink)
    c.fill(sharp([(-96, 68), (-80, 20), (-138, 12), (-138, -100), (80, -100), (80, -118), (176, -46), (80, 26), (80, 12), (-62, 18)]), t.pale)
    c.fill(sharp([(80, -118), (176, -46), (80, 26), (94, -46)]), t.accent)
    c.line("M-114-70L40-70M-114-42L56-42M-114-14L4-14", t.base, 11)
    c.fill(sharp(ring(196, -40, 56, 9, 0.2, inner=24)), t.accent)
    c.group(216, 20, 1, turn=14)
    c.fill(smooth([(-40, -100), (0, -112), (46, -100), (50, -10), (6, 60), (-34, -8)], tension=0.7), slate)
    c.fill(smooth([(6, -111), (46, -100), (50, -10), (6, 60)], tension=0.6), mix(slate, t.ink, 0.35))
    c.line("M-36-58L-4-44L-18-20L20-2M-4-44L24-66", t.ink, 5)
    c.end()


def peppered_nosebag(c: Canvas, t: Tones, chance: Chance) -> None:
    """A horse that has found out what is in the bag."""
    coat = mix(t.base, t.shade, 0.3)
    c.group(0, 30, 0.95)
    c.fill(limb((-250, 230, 190), (-170, 110, 150), (-90, -20, 116), (-60, -80, 96)), coat)
    c.fill(sharp([(-110, -150), (-150, -120), (-132, -104), (-180, -74), (-156, -62), (-212, -20), (-186, -10), (-250, 50), (-216, 60), (-290, 130), (-200, 90), (-120, -40)]), t.ink)
    c.fill(smooth([(-110, -126), (-60, -150), (0, -126), (70, -50), (116, 20), (110, 70), (60, 84), (10, 40), (-70, -10), (-120, -70)]), coat)
    c.fill(smooth([(-98, -128), (-110, -190), (-76, -176), (-62, -136)]) + smooth([(-60, -140), (-52, -196), (-28, -168), (-30, -130)]), coat)
    c.fill(smooth([(-92, -136), (-100, -172), (-78, -160), (-74, -138)]), t.shade)
    c.line("M-112-192Q-140-210-124-232M-96-196Q-100-216-80-226M-48-200Q-50-222-28-230M-34-186Q-14-200-2-190", t.pale, 9)
    c.ball(-22, -78, 29, t.pale)
    c.ball(-14, -76, 10, "#d8321f")
    c.ball(-13, -76, 5, t.ink)
    c.line("M-54-112L-8-120", t.ink, 7)
    c.fill(sharp([(84, -10), (150, -60), (128, -20), (196, -34), (150, 4), (216, 20), (156, 32), (196, 76), (130, 60), (60, 90)]), t.accent)
    c.fill(sharp([(90, 16), (134, -14), (124, 8), (166, 10), (134, 28), (150, 50), (80, 70)]), t.pale)
    c.fill(smooth([(30, -52), (120, 20), (132, 80), (90, 126), (20, 120), (-24, 70), (-22, 14)], tension=0.8), _slate(t))
    c.line("M-22 12Q40 10 32-50M-20 16L-74-134", t.shade, 8)
    c.line("M30-48L-34-134", t.shade, 8)
    c.fill(smooth([(30, 36), (54, 32), (66, 54), (62, 96), (46, 104), (30, 76)]), "#d8321f")
    c.fill(smooth([(34, 40), (30, 22), (46, 14), (44, 28), (54, 38), (44, 46)]), mix(t.base, "#4f7a3a", 0.75))
    c.fill(smooth([(66, 128), (84, 132), (92, 152), (84, 160), (70, 146)]), "#d8321f")
    c.end()


def angry_goose(c: Canvas, t: Tones, chance: Chance) -> None:
    """A goose that has heard the word."""
    c.group(-36, 0, 0.94)
    coat, low = mix(t.base, t.lit, 0.5), mix(t.base, t.shade, 0.15)
    c.line("M-20-40L-44 0M30-44L44 0", t.accent, 10)
    c.fill(sharp([(-70, 4), (-46, -10), (-20, 4)]) + sharp([(20, 4), (46, -10), (70, 4)]), t.accent)
    c.fill(smooth([(-30, -110), (-100, -190), (-96, -270), (-66, -250), (-50, -284), (-26, -248), (0, -270), (8, -220), (40, -190), (40, -120)], tension=0.8), low)
    c.fill(smooth([(-170, -136), (-128, -126), (-60, -130), (20, -130), (66, -110), (70, -70), (30, -36), (-50, -32), (-110, -70)]), coat)
    c.fill(smooth([(-120, -78), (-50, -60), (40, -66), (70, -74), (30, -36), (-50, -32)]), low)
    c.fill(smooth([(20, -90), (-40, -130), (-110, -214), (-140, -276), (-104, -262), (-96, -290), (-62, -258), (-44, -276), (-20, -226), (14, -190), (56, -130)], tension=0.8), mix(t.lit, t.pale, 0.4))
    c.line("M-100-236L-54-176M-66-236L-28-170M-30-210L0-156", low, 6)
    c.fill(limb((40, -96, 50), (96, -106, 32), (130, -96, 28), (158, -92, 36)), mix(coat, "#d8321f", 0.65))
    c.fill(sharp([(166, -108), (222, -118), (176, -92)]) + sharp([(168, -92), (216, -70), (162, -76)]), t.accent)
    c.line("M178-92L206-92", "#d8321f", 5)
    c.ball(158, -100, 5, t.ink)
    c.line("M146-114L168-106", t.ink, 6)
    c.line("M232-112L254-120M234-94L262-94M228-70L252-58", t.pale, 5)
    c.group(208, 0, 0.5)
    c.line("M-80-40L20-20", t.shade, 12)
    c.fill(sharp([(-64, -92), (48, -92), (28, -30), (-40, -30)]), "#d8321f")
    c.ball(30, -18, 26, t.ink)
    c.ball(30, -18, 10, t.accent)
    c.end()
    c.end()


def hot_shoes(c: Canvas, t: Tones, chance: Chance) -> None:
    """Four hooves that agree on nothing but leaving the ground."""
    coat, dark = mix(t.lit, t.base, 0.35), mix(t.base, t.shade, 0.3)
    hot = mix("#d8321f", t.accent, 0.55)
    c.fill(smooth([(-200, -210), (200, -210), (190, -130), (120, -104), (0, -92), (-130, -104), (-196, -140)], tension=0.8), coat)
    legs = (((-150, -130, 60), (-176, -60, 42), (-150, 20, 34), 12, dark), ((112, -130, 60), (130, -70, 42), (96, 0, 34), -10, dark), ((-96, -120, 66), (-84, -40, 46), (-100, 60, 36), -14, coat), ((160, -130, 66), (186, -50, 46), (176, 46, 36), 18, coat))
    for top, knee, foot, turn, color in legs:
        c.fill(limb(top, knee, foot), color)
        c.group(foot[0], foot[1], 1, turn=turn)
        c.fill(sharp([(-24, -16), (24, -16), (40, 34), (-40, 34)]), t.ink)
        c.fill(sharp([(-44, 30), (44, 30), (48, 46), (-48, 46)]), hot)
        c.line("M-38 38L34 38", t.pale, 5)
        c.line("M-62 34Q-80 20-66 4T-72-30", t.pale, 5)
        c.end()
    c.fill(sharp([(-150, 128), (20, 116), (190, 128), (20, 142)]), mix(t.near, t.accent, 0.35))
    c.dots([(-40, 112), (30, 96), (60, 118), (-10, 120)], t.accent, 9)


def loud_mouse(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mouse at the small end of a large horn."""
    fur, brass = mix(t.pale, _slate(t), 0.4), mix(t.accent, t.base, 0.15)
    c.fill(sharp([(-190, 16), (-170, -26), (-90, -32), (-70, 16)]) + sharp([(40, 16), (54, -60), (80, -60), (96, 16)]), t.shade)
    c.line("M-166-46C-216-50-214-110-240-96", mix(fur, t.base, 0.4), 6)
    c.fill(smooth([(-176, -30), (-176, -76), (-146, -112), (-116, -100), (-112, -60), (-118, -28)]), fur)
    c.fill(disc(-152, -156, 23) + disc(-112, -160, 21), fur)
    c.fill(disc(-152, -154, 13) + disc(-112, -158, 12), mix(t.lit, "#d8321f", 0.2))
    c.fill(smooth([(-166, -124), (-140, -148), (-106, -138), (-84, -112), (-104, -98), (-146, -96)]), fur)
    c.ball(-112, -126, 5, t.ink)
    c.line("M-124-140L-104-136", t.ink, 4)
    c.fill(sharp([(-88, -126), (-70, -128), (40, -186), (150, -290), (176, -298), (196, -260), (204, -170), (196, -100), (180, -76), (150, -80), (40, -96), (-70, -98), (-88, -98)]), brass)
    c.fill(sharp([(-88, -112), (40, -120), (150, -110), (190, -120), (180, -76), (150, -80), (40, -96), (-70, -98), (-88, -98)]), mix(brass, t.shade, 0.4))
    c.fill(disc(178, -186, 32, 112), t.shade)
    c.fill(disc(182, -186, 22, 94), t.ink)
    c.line("M-40-142L-40-98M30-182L30-98", t.pale, 7)
    c.line("M-120-84L-92-92M-130-60L-100-56", fur, 11)
    c.line("M216-260Q240-190 216-112M236-286Q268-190 236-86", t.pale, 8)


CREATURES |= {
    "bigger-stone": bigger_stone,
    "rolled-road": rolled_road,
    "angry-goose": angry_goose,
    "loud-mouse": loud_mouse,
}
THINGS: dict[str, Drawing] = {
    "loose-tile": loose_tile,
    "run-up": run_up,
    "over-there": over_there,
    "returning-axe": returning_axe,
    "lunch-pot": lunch_pot,
    "another-thing": another_thing,
    "hot-words": hot_words,
    "opened-clock": opened_clock,
    "brawl-cloud": brawl_cloud,
    "whole-basket": whole_basket,
    "boiling-kettle": boiling_kettle,
    "split-barrow": split_barrow,
    "steep-sign": steep_sign,
    "stone-heap": stone_heap,
    "missing-screw": missing_screw,
    "bed-on-peak": bed_on_peak,
    "bad-morning": bad_morning,
    "first-word": first_word,
    "peppered-nosebag": peppered_nosebag,
    "hot-shoes": hot_shoes,
}



# Lands


def _steps(x: float, y: float, side: int, rise: tuple[float, ...], run: float) -> str:
    """Benches cut into rock, up from the floor at y to the edge of the picture."""
    points: list[Point] = [(x, y)]
    for h in rise:
        px, py = points[-1]
        points += [(px, py - h), (px + side * run, py - h)]
    edge = WIDTH + 10 if side > 0 else -10
    return sharp([*points, (edge, points[-1][1]), (edge, y)])


def quarry(c: Canvas, t: Tones, chance: Chance) -> None:
    """Benches of cut stone on both sides, a crane above."""
    wall, floor = mix(t.far, t.lit, 0.35), mix(t.mid, t.near, 0.3)
    x = chance.between(0, 60)
    c.fill(_steps(240 + x, 300, -1, (30, 40, 44, 38), 54) + _steps(330 + x, 300, 1, (34, 30, 46, 36), 58), mix(wall, t.far, 0.5))
    c.fill(_steps(140 + x / 2, 330, -1, (46, 52, 60), 40) + _steps(450 + x / 2, 330, 1, (40, 56, 58), 44), wall)
    c.below(296, floor)
    c.line(f"M{60 + x} 150L{60 + x} 60L{150 + x} 84M{60 + x} 60L{20 + x} 96M{150 + x} 84L{150 + x} 128", t.near, 5)
    c.fill(sharp([(140 + x, 128), (160 + x, 128), (160 + x, 146), (140 + x, 146)]), t.pale)
    c.fill(sharp([(0, 350), (120, 340), (300, 352), (460, 342), (WIDTH, 350), (WIDTH, HEIGHT), (0, HEIGHT)]), t.near)


def kettle(c: Canvas, t: Tones, chance: Chance) -> None:
    """The fire mountain, with its plume."""
    x = chance.one_of((150, 420)) + chance.between(-20, 20)
    lean = 1 if x < 286 else -1
    smoke = mix(t.haze, t.near, 0.45)
    c.dots([(x + lean * i * i * 7, 118 - i * 25) for i in range(5)], smoke, 62)
    c.dots([(x + lean * (20 + i * i * 8), 112 - i * 26) for i in range(4)], mix(smoke, t.pale, 0.18), 36)
    c.fill(sharp([(x - 290, 310), (x - 140, 226), (x - 46, 118), (x + 46, 118), (x + 150, 230), (x + 300, 310)]), t.far)
    c.fill(sharp([(x + 10, 118), (x + 46, 118), (x + 150, 230), (x + 300, 310), (x + 60, 310), (x + 40, 220)]), mix(t.far, t.near, 0.4))
    c.fill(sharp([(x - 46, 118), (x + 46, 118), (x + 54, 130), (x + 22, 144), (x + 30, 200), (x + 10, 240), (x, 166), (x - 20, 146), (x - 36, 190), (x - 56, 130)]), t.accent)
    c.below(306, t.mid)
    c.fill(sharp([(0, 352), (90, 338), (190, 352), (300, 340), (420, 352), (WIDTH, 336), (WIDTH, HEIGHT), (0, HEIGHT)]), t.near)


def ledges(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two cliffs with houses on them, one above the other, as they would both say."""
    side = 1 if chance.between(0, 1) < 0.5 else -1
    h = chance.between(-14, 14)

    def at(points: list[Point]) -> str:
        return sharp([(x if side > 0 else WIDTH - x, y) for x, y in points])

    c.fill(at([(-10, 290), (120, 250), (240, 276), (380, 240), (590, 286), (590, 400), (-10, 400)]), t.far)
    c.fill(at([(-10, 118 + h), (104, 118 + h), (122, 136 + h), (100, 190), (126, 250), (104, 310), (150, 400), (-10, 400)]) + at([(590, 208 + h), (478, 208 + h), (460, 226 + h), (484, 270), (456, 330), (420, 400), (590, 400)]), t.mid)
    c.fill(at([(-10, 118 + h), (104, 118 + h), (122, 136 + h), (-10, 140 + h)]) + at([(590, 208 + h), (478, 208 + h), (460, 226 + h), (590, 230 + h)]), mix(t.mid, t.lit, 0.45))
    walls = roofs = ""
    for x, y, w in ((14, 118 + h, 36), (60, 118 + h, 30), (500, 208 + h, 34), (542, 208 + h, 30)):
        walls += at([(x, y), (x, y - 34), (x + w, y - 34), (x + w, y)])
        roofs += at([(x - 5, y - 32), (x + w / 2, y - 56), (x + w + 5, y - 32)])
    c.fill(walls, mix(t.pale, t.mid, 0.3))
    c.fill(roofs, t.near)
    lights = [(x if side > 0 else WIDTH - x, y) for x, y in ((32, 100 + h), (75, 100 + h), (517, 190 + h), (557, 190 + h))]
    c.dots(lights, t.accent, 9)
    c.fill(at([(-10, 360), (130, 346), (300, 354), (440, 344), (590, 358), (590, 410), (-10, 410)]), t.near)


def smithy(c: Canvas, t: Tones, chance: Chance) -> None:
    """A room with a fire in its wall and tools on a rail."""
    wall = mix(t.near, t.shade, 0.45)
    x = chance.one_of((110, 460))
    c.below(0, wall)
    for r, share in ((250, 0.12), (180, 0.26), (128, 0.42)):
        c.ball(x, 210, r, mix(wall, t.accent, share))
    c.fill(smooth([(x - 84, 310), (x - 84, 190), (x - 50, 136), (x, 120), (x + 50, 136), (x + 84, 190), (x + 84, 310)], tension=0.8), t.ink)
    c.fill(sharp([(x - 62, 310), (x - 66, 240), (x - 40, 268), (x - 30, 190), (x, 244), (x + 16, 170), (x + 36, 252), (x + 62, 216), (x + 64, 310)]), t.accent)
    c.fill(sharp([(x - 34, 310), (x - 24, 258), (x, 286), (x + 14, 236), (x + 34, 310)]), t.pale)
    far = WIDTH - x
    c.line(f"M{far - 90:.0f} 70L{far + 90:.0f} 70M{far - 60:.0f} 70l0 70M{far - 10:.0f} 70l0 50M{far + 50:.0f} 70l0 60", t.ink, 7)
    c.fill(sharp([(far - 78, 138), (far - 42, 138), (far - 42, 156), (far - 78, 156)]) + sharp([(far - 26, 116), (far + 6, 116), (far + 6, 138), (far - 26, 138)]), t.ink)
    c.below(306, mix(wall, t.base, 0.45))


LANDS: dict[str, Drawing] = {"quarry": quarry, "kettle": kettle, "ledges": ledges, "smithy": smithy}
