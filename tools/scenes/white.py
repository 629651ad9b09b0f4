"""What the pictures of white.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from math import cos, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, disc, hills, limb, mix, ring, sharp, smooth
from settings import Tones


def _skin(t: Tones) -> str:
    return mix(mix(t.pale, t.accent, 0.2), t.base, 0.25)


def _gable(x: float, base: float, w: float, wall: float, roof: float) -> tuple[str, str]:
    """A house's wall and its roof."""
    return (
        sharp([(x - w, base), (x - w, base - wall), (x + w, base - wall), (x + w, base)]),
        sharp([(x - w - 8, base - wall), (x, base - wall - roof), (x + w + 8, base - wall)]),
    )


# Lands


def village(c: Canvas, t: Tones, chance: Chance) -> None:
    """A street of gables under a bell tower."""
    c.fill(hills(chance, 266, 24, 4), t.far)
    walls = roofs = windows = ""
    for i in range(7):
        x = -10 + i * 98 + chance.between(-14, 14)
        tall = chance.between(54, 92)
        wall, roof = _gable(x, 312, chance.between(38, 50), tall, chance.between(34, 52))
        walls, roofs = walls + wall, roofs + roof
        windows += sharp([(x - 9, 292 - tall * 0.3), (x + 9, 292 - tall * 0.3), (x + 9, 316 - tall * 0.3), (x - 9, 316 - tall * 0.3)])
    x = chance.one_of((70, 150, 430, 510))
    walls += sharp([(x - 22, 310), (x - 19, 148), (x + 19, 148), (x + 22, 310)])
    roofs += sharp([(x - 27, 150), (x, 84), (x + 27, 150)])
    windows += sharp([(x - 9, 194), (x - 9, 172), (x, 162), (x + 9, 172), (x + 9, 194)])
    c.fill(walls, mix(t.far, t.pale, 0.4))
    c.fill(roofs, mix(t.mid, t.near, 0.75))
    c.fill(windows, mix(t.near, t.shade, 0.4))
    c.fill(hills(chance, 314, 6, 3), mix(t.mid, t.pale, 0.12))
    c.fill(hills(chance, 362, 14, 3), mix(t.mid, t.near, 0.45))


def road(c: Canvas, t: Tones, chance: Chance) -> None:
    """The White Road, its milestones and poplars."""
    c.fill(hills(chance, 258, 36, 3), t.far)
    c.fill(hills(chance, 292, 20, 2), t.mid)
    xs = [chance.between(0, 90) if i % 2 else chance.between(480, 570) for i in range(6)]
    c.fill("".join(f"M{x - 9:.0f} 306Q{x - 15:.0f} 264 {x:.0f} {chance.between(196, 240):.0f}Q{x + 15:.0f} 264 {x + 9:.0f} 306Z" for x in xs), mix(t.mid, t.near, 0.7))
    c.fill(hills(chance, 316, 12, 2), mix(t.mid, t.near, 0.3))
    c.fill("M80 430C180 340 330 330 322 318C310 304 250 298 262 290L310 274C290 292 400 312 404 330C430 370 440 380 470 430Z", mix(t.pale, t.mid, 0.15))
    c.line("M110 376L110 346M456 380L456 350", mix(t.far, t.near, 0.35), 30)


def wheat_field(c: Canvas, t: Tones, chance: Chance) -> None:
    """Standing wheat in bands, to the edge of the sky."""
    c.fill(hills(chance, 256, 26, 4), t.far)
    for i, base in enumerate((272, 300, 334)):
        color = mix(mix(t.lit, t.mid, 0.55), t.near, (0.05, 0.25, 0.45)[i])
        points: list[Point] = []
        for k in range(25 - i * 5):
            x = -20 + k * (620 / (24 - i * 5))
            points += [(x, base), (x + 10 + i * 2, base - 13 - i * 5 - chance.between(0, 8))]
        c.fill(sharp([*points, (WIDTH + 30, HEIGHT), (-20, HEIGHT)]), color)


def roofs(c: Canvas, t: Tones, chance: Chance) -> None:
    """High up: roofs below, the sky all round."""
    c.fill(hills(chance, 316, 30, 4), t.far)
    for base, wall, count, color in ((350, 20, 6, mix(t.far, t.near, 0.4)), (404, 30, 4, mix(t.mid, t.near, 0.7))):
        walls = tops = ""
        for i in range(count + 1):
            x = WIDTH * i / count + chance.between(-20, 20)
            w = WIDTH / count * 0.46
            wall_shape, top = _gable(x, base + 40, w, wall + 30, w * chance.between(0.6, 0.9))
            walls, tops = walls + wall_shape, tops + top
            if chance.between(0, 1) < 0.6:
                tops += sharp([(x + w * 0.4, base), (x + w * 0.4, base - w * 0.8), (x + w * 0.66, base - w * 0.8), (x + w * 0.66, base)])
        c.fill(walls, mix(color, t.pale, 0.3))
        c.fill(tops, color)


def office(c: Canvas, t: Tones, chance: Chance) -> None:
    """Pigeonholes from wall to wall."""
    c.below(0, mix(t.near, t.shade, 0.4))
    rolls = sheets = ""
    for i in range(8):
        for y in (84, 156, 228, 300):
            x, luck = 12 + i * 72, chance.between(0, 1)
            if luck < 0.25:
                rolls += f"M{x + 4} {y}L{x + 4} {y - 22}L{x + 46} {y - 22}L{x + 46} {y}Z"
            elif luck < 0.6:
                sheets += f"M{x + 6} {y}L{x + 12} {y - 44}L{x + 26} {y - 40}L{x + 36} {y}Z"
    c.fill(rolls, mix(t.mid, t.pale, 0.3))
    c.fill(sheets, mix(t.mid, t.pale, 0.55))
    shelves = "".join(f"M0 {y}L573 {y}" for y in (14, 86, 158, 230, 304)) + "".join(f"M{x} 0L{x} 304" for x in range(0, 574, 72))
    c.line(shelves, mix(t.mid, t.near, 0.55), 9)


def kitchen(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hearth, and pans on a rail."""
    wall = mix(t.mid, t.haze, 0.25)
    c.below(0, wall)
    c.fill("M88 330L88 220C100 60 472 60 484 220L484 330Z", mix(wall, t.near, 0.5))
    c.fill("M116 330L116 220C130 90 442 90 456 220L456 330Z", t.shade)
    c.ball(286, 300, 120, mix(t.shade, t.accent, 0.35))
    c.ball(286, 310, 84, mix(t.shade, t.accent, 0.6))
    xs = [14 + i * 68 + chance.between(-10, 10) for i in range(9)]
    c.line("M0 52L573 52" + "".join(f"M{x:.0f} 52L{x:.0f} 84" for x in xs), t.near, 5)
    for part, width in ((xs[::2], 46), (xs[1::2], 34)):
        c.dots([(x, 84 + width / 2) for x in part], mix(wall, t.near, 0.7), width)
    c.below(326, mix(t.near, t.mid, 0.5))
    c.line("".join(f"M{286 + i * 60} 326L{286 + i * 120} 400" for i in range(-3, 4)) + "M0 354L573 354", mix(t.near, t.mid, 0.25), 3)


def barn(c: Canvas, t: Tones, chance: Chance) -> None:
    """Boards and beams about a round window, hay below."""
    wall = mix(t.near, t.shade, 0.5)
    c.below(0, wall)
    c.line("".join(f"M{20 + i * 52} 0L{20 + i * 52} 400" for i in range(11)), mix(wall, t.ink, 0.4), 4)
    c.ball(286, 150, 168, mix(wall, t.mid, 0.4))
    c.ball(286, 150, 146, mix(t.sky, t.haze, 0.7))
    c.ball(230, 106, 38, t.light)
    c.fill(sharp([(0, 0), (150, 0), (0, 150)]) + sharp([(573, 0), (423, 0), (573, 150)]), mix(wall, t.ink, 0.5))
    c.fill(hills(chance, 340, 24, 6), mix(t.mid, t.near, 0.3))
    straws = "".join(f"M{chance.between(0, WIDTH):.0f} {chance.between(338, 390):.0f}l{chance.between(-26, 26):.0f}-14" for _ in range(22))
    c.line(straws, mix(t.mid, t.lit, 0.5), 3)


def orchard(c: Canvas, t: Tones, chance: Chance) -> None:
    """Round trees in rows."""
    c.fill(hills(chance, 262, 26, 3), t.far)
    c.fill(hills(chance, 292, 14, 2), t.mid)
    xs = [-10 + i * 118 + chance.between(-14, 14) for i in range(6)]
    c.line("".join(f"M{x:.0f} 322l0-50" for x in xs), t.near, 10)
    c.dots([(x, 254) for x in xs], mix(t.mid, t.near, 0.55), 90)
    c.dots([(x - 14, 240) for x in xs], mix(t.mid, t.near, 0.4), 52)
    c.fill(hills(chance, 360, 14, 2), mix(t.mid, t.near, 0.45))


def hedges(c: Canvas, t: Tones, chance: Chance) -> None:
    """Fields parted by hedges, like a quilt on a hill."""
    c.fill(hills(chance, 250, 24, 4), t.far)
    c.fill("M-20 280Q286 180 600 276L600 400L-20 400Z", t.mid)
    c.fill("M120 246L214 233L240 400L40 400Z", mix(t.mid, t.lit, 0.45))
    c.fill("M340 231L460 244L580 400L370 400Z", mix(t.mid, t.near, 0.3))
    c.fill("M460 244L600 276L600 340L520 322Z", mix(t.mid, t.lit, 0.3))
    places = [(x + (y - 230) * lean, y) for x, lean in ((120, -0.5), (212, 0.16), (340, 0.18), (460, 0.76)) for y in range(240, 340, 20)]
    c.dots(places, mix(t.near, t.shade, 0.2), 15)
    c.fill(hills(chance, 358, 14, 2), mix(t.mid, t.near, 0.6))


def high_air(c: Canvas, t: Tones, chance: Chance) -> None:
    """Far above the fields."""
    fields = mix(t.far, t.mid, 0.5)
    c.fill(sharp([(0, 330), (WIDTH, 318), (WIDTH, HEIGHT), (0, HEIGHT)]), fields)
    strips = "".join(sharp([(x, 328), (x + 34, 327), (x + 34 + (x - 286) * 0.5, 400), (x - 20 + (x - 286) * 0.5, 400)]) for x in range(20, 560, 78))
    c.fill(strips, mix(fields, t.lit, 0.4))
    c.line("M0 362Q140 346 280 360T573 350", mix(fields, t.pale, 0.7), 5)
    for x, y, w in ((60, 300, 150), (500, 286, 180), (chance.between(180, 380), 326, 120)):
        c.fill(smooth([(x - w, y), (x - w * 0.5, y - 24), (x, y - 40), (x + w * 0.5, y - 22), (x + w, y), (x, y + 10)]), mix(t.haze, t.pale, 0.6))


# Bodies


def _horse(c: Canvas, t: Tones, coat: str, light: str, dark: str, far: str, near: str) -> None:
    """A horse to the right; its far and near legs are strokes."""
    c.line(far, dark, 20)
    c.fill("M-90-148C-140-140-150-90-136-44C-120-70-130-100-92-128Z", dark)
    c.line(near, coat, 24)
    c.fill("M-104-140C-70-172-20-148 20-154C50-160 60-180 92-238L120-242C130-220 160-190 168-174Q166-154 140-160L112-180C96-160 96-120 80-96C50-74-60-76-92-92C-110-104-114-124-104-140ZM98-226L106-262L120-232Z", coat)
    c.fill("M-104-140C-70-172-20-148 20-154C36-156 44-162 52-172C40-130-60-136-104-140Z", light)
    c.fill("M112-248C80-234 50-180 38-146C24-190 60-240 84-250Z", dark)
    c.ball(128, -210, 4.5, t.ink)


def _eyes(c: Canvas, t: Tones, x: float, y: float, apart: float, r: float = 3.5) -> None:
    c.dots([(x - apart / 2, y), (x + apart / 2, y)], t.ink, 2 * r)


# Creatures


def sergeant_goose(c: Canvas, t: Tones, chance: Chance) -> None:
    """A goose in a kettle hat, at the salute."""
    grey = mix(t.pale, t.base, 0.4)
    c.line("M-14-44L-16-6M30-44L32-6", t.accent, 9)
    c.fill(sharp([(-20, -12), (20, 2), (-34, 2)]) + sharp([(28, -12), (68, 2), (14, 2)]), t.accent)
    c.fill(smooth([(-140, -92), (-96, -118), (-30, -134), (30, -158), (70, -126), (66, -76), (22, -36), (-50, -34), (-104, -60)]), t.pale)
    c.fill(smooth([(-140, -92), (-90, -84), (-20, -62), (66, -80), (22, -36), (-50, -34), (-104, -60)]), grey)
    c.fill(limb((36, -124, 66), (50, -174, 40), (48, -220, 36)), t.pale)
    c.fill(disc(58, -232, 33, 27), t.pale)
    c.fill(sharp([(84, -244), (134, -228), (84, -212)]), t.accent)
    c.line("M88-228L122-228", t.shade, 3)
    c.line("M62-246L82-238", t.ink, 5)
    c.ball(72, -234, 4.5, t.ink)
    c.fill(smooth([(26, -250), (32, -278), (58, -292), (84, -280), (92, -254)]), mix(t.base, t.shade, 0.45))
    c.fill(smooth([(8, -242), (56, -262), (108, -250), (104, -242), (56, -252)]), t.shade)
    c.fill(sharp([(2, -152), (26, -160), (70, -92), (58, -70)]), t.accent)
    c.ball(52, -88, 12, t.lit)
    c.ball(52, -88, 5, t.accent)
    c.fill("M-60-84C-100-120-96-176-60-204L28-262L22-242L38-240L18-224L26-218L-4-202C-24-176 0-120-8-84Z", mix(t.lit, t.base, 0.45))
    c.line("M-74-150L-26-158M-72-136L-22-144M-68-122L-18-130", t.accent, 7)


def hard_baker(c: Canvas, t: Tones, chance: Chance) -> None:
    """A baker whose loaf has stopped three arrows."""
    skin = _skin(t)
    c.line("M-104 0L-104-214", t.lit, 8)
    c.fill(smooth([(-130, -236), (-104, -206), (-78, -236), (-84, -282), (-104, -290), (-124, -282)]), t.lit)
    c.fill(smooth([(-124, -262), (-104, -284), (-84, -262), (-94, -250), (-114, -250)]), t.shade)
    c.fill(smooth([(-66, 2), (-60, -70), (-40, -128), (40, -128), (60, -70), (68, 2)]), t.shade)
    c.fill(smooth([(-48, -112), (-54, -176), (-28, -202), (28, -202), (54, -176), (48, -112)]), mix(t.accent, t.shade, 0.45))
    c.fill(sharp([(-26, -186), (26, -186), (32, -116), (44, -6), (-44, -6), (-32, -116)]), t.pale)
    c.fill(limb((-44, -182, 34), (-84, -148, 28), (-102, -116, 26)), mix(t.accent, t.shade, 0.45))
    c.ball(-104, -110, 15, skin)
    c.fill(disc(0, -222, 29, 31), skin)
    c.fill(smooth([(-34, -232), (-46, -262), (-20, -284), (20, -284), (46, -262), (34, -232), (0, -244)]), t.pale)
    c.line("M-34-236Q0-250 34-236", mix(t.pale, t.base, 0.5), 6)
    _eyes(c, t, 2, -222, 22)
    c.line("M-14-232L-4-229M18-232L8-229", t.ink, 3)
    c.line("M-8-203Q2-208 12-203", t.shade, 4)
    c.fill(limb((44, -182, 34), (82, -160, 28), (92, -120, 26)), mix(t.accent, t.shade, 0.45))
    c.line("M190-196L110-136M204-110L116-104M180-30L112-78", t.ink, 5)
    c.fill(sharp([(198, -216), (210, -196), (184, -178), (176, -190)]) + sharp([(222, -124), (222, -98), (192, -102), (192, -118)]) + sharp([(196, -34), (186, -14), (164, -38), (174, -50)]), t.accent)
    c.ball(92, -104, 66, t.shade)
    c.ball(90, -107, 62, mix(t.base, t.lit, 0.15))
    c.fill(smooth([(34, -120), (48, -150), (84, -166), (122, -156), (90, -140), (60, -110)]), t.lit)
    c.line("M62-76L120-134M52-104L92-144M90-66L130-106", t.pale, 8)


def outrider(c: Canvas, t: Tones, chance: Chance) -> None:
    """A rider whose lance is far longer than the picture."""
    c.group(-92, -6, 0.82, turn=-6)
    dark = mix(t.base, t.shade, 0.7)
    _horse(c, t, mix(t.base, t.shade, 0.3), t.base, t.shade, "M-70-106L-124-72L-150-30M60-100L112-84L134-46", "M-84-108L-108-56L-158-46M66-100L124-104L158-70")
    c.fill(smooth([(-50, -168), (30, -170), (36, -112), (-2, -100), (-56, -112)]), t.pale)
    c.fill(sharp([(-52, -128), (36, -126), (36, -112), (-54, -114)]), t.accent)
    c.fill(limb((-4, -176, 34), (22, -132, 26), (10, -92, 18)), dark)
    c.fill(smooth([(-34, -166), (-30, -224), (-8, -244), (22, -234), (30, -166)]), t.lit)
    c.fill(smooth([(-34, -166), (-30, -224), (-8, -244), (-4, -200), (-12, -166)]), t.base)
    c.fill(smooth([(-20, -236), (-72, -222), (-128, -236), (-96, -208), (-132, -190), (-70, -192), (-24, -204)]), t.accent)
    c.fill(disc(8, -262, 21, 23), _skin(t))
    c.fill(smooth([(-18, -262), (-14, -286), (8, -294), (30, -284), (34, -266), (8, -272)]), t.shade)
    c.ball(20, -260, 3.5, t.ink)
    c.end()
    c.line("M-190-160L330-246", t.shade, 11)
    c.line("M-190-162L330-248", t.pale, 4)
    c.fill(limb((-88, -196, 22), (-54, -176, 18), (-36, -184, 16)), t.lit)
    c.fill(smooth([(-30, -202), (2, -218), (12, -184), (-14, -170)]), t.pale)
    for x, color in ((72, t.accent), (128, t.pale), (184, t.accent)):
        y = -160 - (x + 190) * 0.166
        c.fill(sharp([(x, y + 4), (x + 40, y - 2), (x + 6, y + 44)]), color)


def council_mule(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mule in a chain of office that has sat down, a taut rope before it."""
    coat, dark = mix(t.base, t.shade, 0.55), t.shade
    c.line("M116-176L310-150", t.lit, 6)
    c.fill(limb((-104, -40, 14), (-142, -20, 10), (-160, -4, 16)), dark)
    c.fill(limb((20, -120, 44), (30, -60, 28), (26, -6, 22)), dark)
    c.fill("M-112-10C-134-90-50-160 36-190C84-160 60-90 10-50L-20-4Q-60 6-112-10Z", coat)
    c.fill("M-117-50C-100-120-40-160 36-190C0-130-60-130-92-50Z", mix(t.base, t.lit, 0.2))
    c.fill(limb((-66, -44, 78), (-24, -26, 40), (36, -8, 22)), coat)
    c.line("M-94-24Q-70-74-30-52", dark, 4)
    c.fill(limb((46, -124, 50), (62, -60, 28), (60, -6, 22)), coat)
    c.fill(sharp([(46, -12), (78, -12), (86, 2), (42, 2)]) + sharp([(24, -16), (48, -14), (60, 2), (22, 2)]), t.ink)
    c.fill(limb((34, -156, 74), (58, -204, 54), (70, -232, 46)), coat)
    c.fill(smooth([(50, -256), (82, -262), (112, -226), (138, -186), (134, -164), (108, -160), (84, -186), (58, -210)]), coat)
    c.fill(smooth([(116, -196), (138, -186), (134, -164), (108, -160), (104, -180)]), t.pale)
    for tip, color in (((10, -308), dark), ((52, -318), coat)):
        c.fill(smooth([(tip[0] + 46, -248), (tip[0] - 2, -282), tip, (tip[0] + 30, -290), (tip[0] + 58, -256)]), color)
    c.fill(smooth([(58, -250), (72, -276), (96, -274), (104, -248), (84, -256)]), t.ink)
    c.fill(sharp([(44, -244), (116, -236), (112, -246), (50, -256)]), t.ink)
    c.line("M78-222L100-214", t.ink, 5)
    c.ball(90, -212, 4, t.ink)
    c.line("M118-174Q124-170 130-174", t.shade, 3)
    c.line("M100-250Q84-210 118-172", t.pale, 5)
    c.dots([(6, -150), (14, -132), (26, -118), (42, -110), (60, -112), (76, -122), (88, -140)], t.lit, 13)
    c.ball(46, -92, 15, t.accent)
    c.ball(46, -92, 6, t.pale)


def mowers(c: Canvas, t: Tones, chance: Chance) -> None:
    """Three with scythes, in one swing."""
    skin = _skin(t)
    for i, x in enumerate((-122, -22, 78)):
        coat = (t.base, t.accent, mix(t.base, t.shade, 0.4))[i]
        c.group(x, 0, 1, turn=7)
        c.line("M-8-80L-22-40L-34-6M8-80L20-44L14-6", t.shade, 20)
        c.fill("M-28-72L-36-130Q-30-166 0-168Q30-166 30-130L26-72Z", coat)
        c.fill("M-28-72L-36-130Q-30-166-4-167Q-20-130-10-72Z", mix(coat, t.shade, 0.35))
        c.ball(8, -184, 19, skin)
        c.fill("M-34-190Q8-206 50-190Q8-180-34-190ZM-14-192L-6-220L22-222L28-194Z", t.lit)
        c.ball(18, -182, 3, t.ink)
        c.line("M-34-152L72-20", t.ink, 7)
        c.line("M4-148L28-120L10-98M-14-148L0-126L-12-124", mix(coat, t.lit, 0.3), 16)
        c.fill("M60-32Q120-2 176-56Q136 22 64-12Z", t.pale)
        c.end()


def permit_clerk(c: Canvas, t: Tones, chance: Chance) -> None:
    """A stamp, held over a desk of papers, that will not come down today."""
    skin = _skin(t)
    c.fill(smooth([(-64, -60), (-66, -140), (-34, -170), (34, -170), (66, -140), (64, -60)]), t.shade)
    c.fill(sharp([(-20, -170), (20, -170), (0, -112)]), t.pale)
    c.ball(0, -252, 24, mix(t.pale, t.base, 0.7))
    c.fill(disc(0, -204, 36, 40), skin)
    c.fill(smooth([(-40, -200), (-38, -238), (0, -256), (38, -238), (40, -200), (24, -226), (-24, -226)]), mix(t.pale, t.base, 0.7))
    c.ball(-15, -204, 13, t.pale)
    c.ball(17, -204, 13, t.pale)
    c.line("M-2-204L4-204M-38-208L-28-206M38-208L30-206", t.ink, 3)
    c.dots([(-15, -200), (17, -200)], t.ink, 7)
    c.line("M-26-222L-6-217M28-222L8-217", t.ink, 4)
    c.line("M-11-178L13-178", t.shade, 4)
    c.fill(limb((56, -140, 40), (112, -120, 32), (120, -168, 26)), t.shade)
    c.ball(120, -184, 18, skin)
    c.fill(smooth([(106, -222), (120, -240), (134, -222), (130, -200), (132, -166), (108, -166), (110, -200)]), t.lit)
    c.fill(sharp([(86, -168), (154, -168), (158, -140), (82, -140)]), t.base)
    c.fill(sharp([(82, -142), (158, -142), (158, -132), (82, -132)]), t.accent)
    c.fill(sharp([(-172, -84), (176, -84), (176, -66), (-172, -66)]), t.lit)
    c.fill(sharp([(-160, -66), (164, -66), (164, 6), (-160, 6)]), t.base)
    c.fill(sharp([(-140, -52), (-20, -52), (-20, -8), (-140, -8)]) + sharp([(20, -52), (144, -52), (144, -8), (20, -8)]), mix(t.base, t.shade, 0.45))
    for x, n in ((-120, 9), (-66, 5)):
        for i in range(n):
            shift = (i * 7) % 5 - 2
            c.fill(sharp([(x - 30 + shift, -84 - i * 11), (x + 28 + shift, -84 - i * 11), (x + 28 + shift, -93 - i * 11), (x - 30 + shift, -93 - i * 11)]), t.pale if i % 2 else mix(t.pale, t.base, 0.4))
    c.fill(sharp([(60, -84), (76, -98), (170, -98), (160, -84)]), t.pale)
    c.line("M84-93L112-93M82-88L104-88", t.base, 3)


def chimney_stork(c: Canvas, t: Tones, chance: Chance) -> None:
    """A stork on its chimney, a doubtful baby in its bundle."""
    c.fill(sharp([(-62, 40), (-58, -84), (38, -84), (42, 40)]), mix(t.accent, t.shade, 0.5))
    c.line("M-58-60L38-60M-60-34L40-34M-60-8L40-8M-30-84L-30-60M10-60L10-34M-30-34L-30-8M6-84L6-60", t.shade, 4)
    c.fill(sharp([(-70, -98), (50, -98), (48, -82), (-68, -82)]), t.shade)
    c.line("M-96-108L64-120M-90-122L80-106M-84-98L70-130M-60-96L40-128M-100-116L60-100", t.base, 9)
    c.line("M-14-118L-12-176M10-118L8-170", t.accent, 6)
    c.fill(smooth([(-20, -190), (-84, -246), (-152, -262), (-138, -238), (-168, -226), (-136, -214), (-150, -196), (-104, -184), (-60, -166)]), t.ink)
    c.fill(smooth([(6, -196), (-40, -246), (-96, -264), (-104, -232), (-84, -196), (-40, -164)]), t.pale)
    c.fill(smooth([(-78, -168), (-40, -196), (24, -206), (48, -184), (24, -158), (-30, -150)]), t.pale)
    c.fill(smooth([(-78, -168), (-40, -172), (20, -174), (44, -180), (24, -158), (-30, -150)]), mix(t.pale, t.base, 0.4))
    c.fill(sharp([(-72, -176), (-124, -160), (-66, -156)]), t.ink)
    c.fill(limb((30, -188, 34), (56, -226, 20), (52, -258, 22), (62, -274, 26)), t.pale)
    c.fill(sharp([(68, -288), (72, -262), (146, -250)]), t.accent)
    c.ball(66, -277, 4, t.ink)
    c.fill(smooth([(132, -254), (108, -196), (96, -150), (132, -128), (172, -148), (162, -196)]), t.lit)
    c.fill(sharp([(124, -266), (146, -262), (138, -236)]) + sharp([(136, -262), (160, -270), (142, -240)]), t.lit)
    c.line("M134-246L118-198M142-244L152-198", t.base, 3)
    c.ball(134, -162, 25, _skin(t))
    c.dots([(126, -164), (143, -164)], t.ink, 6)
    c.line("M118-173L130-170M150-174L140-170M129-149L141-151", t.ink, 3)


def straw_alderman(c: Canvas, t: Tones, chance: Chance) -> None:
    """A scarecrow in an alderman's robe; a crow has his ear."""
    c.line("M0 6L0-190", t.ink, 12)
    c.line("M-136-160L136-160", t.ink, 10)
    straw = "".join(f"M{s * 118} -160L{s * (158 + k * 3)} {-178 + k * 10}" for s in (-1, 1) for k in range(5))
    straw += "".join(f"M{x} -46L{x + (x / 5):.0f}-14" for x in range(-36, 37, 9))
    c.line(straw, t.lit, 5)
    c.fill(sharp([(-126, -182), (126, -182), (122, -132), (58, -134), (66, -38), (-66, -38), (-58, -134), (-122, -132)]), mix(t.accent, t.shade, 0.3))
    c.fill(sharp([(-126, -182), (-20, -182), (-30, -38), (-66, -38), (-58, -134), (-122, -132)]), mix(t.accent, t.shade, 0.55))
    for s in (-1, 1):
        c.fill(sharp([(s * 100, -184), (s * 128, -184), (s * 124, -130), (s * 98, -132)]), t.pale)
    c.fill(sharp([(-8, -182), (8, -182), (12, -38), (-12, -38)]), t.pale)
    c.dots([(-46, -172), (-38, -148), (-22, -128), (0, -120), (22, -128), (38, -148), (46, -172)], t.lit, 15)
    c.ball(0, -98, 18, t.lit)
    c.ball(0, -98, 8, t.accent)
    c.fill(smooth([(-32, -196), (-38, -226), (-24, -250), (24, -250), (38, -226), (32, -196), (0, -186)]), t.lit)
    c.fill(sharp([(-20, -186), (20, -186), (28, -172), (-28, -172)]), t.pale)
    c.line("M-22-228L-10-216M-22-216L-10-228M10-228L22-216M10-216L22-228", t.ink, 4)
    c.line("M-18-206Q0-192 20-208", t.ink, 4)
    c.fill(disc(0, -248, 54, 8) + sharp([(-32, -248), (-36, -300), (36, -300), (32, -248)]), t.ink)
    c.fill(sharp([(-33, -262), (33, -262), (32, -250), (-32, -250)]), t.accent)
    c.line("M98-196L96-184M112-196L114-184", t.lit, 4)
    c.fill(smooth([(130, -190), (96, -190), (70, -206), (60, -228), (74, -246), (94, -240), (116, -222), (152, -196), (178, -158), (150, -170)]), t.ink)
    c.fill(smooth([(92, -218), (116, -222), (152, -190), (120, -196)]), mix(t.ink, t.base, 0.4))
    c.fill(sharp([(64, -240), (38, -224), (66, -226)]), t.lit)
    c.ball(76, -233, 3.5, t.pale)


def receipt_knight(c: Canvas, t: Tones, chance: Chance) -> None:
    """A knight unrolling all she has ever paid."""
    steel, dark = mix(t.pale, t.shade, 0.32), mix(t.base, t.shade, 0.6)
    c.fill("M-40-180C-90-130-110-70-116-16Q-80-4-50-30L20-110Z", t.accent)
    c.line("M-22-90L-30-14M22-90L32-14", dark, 34)
    c.fill("M-52 2L-48-16L-12-16L-6 2ZM14 2L16-16L50-16L62 2Z", t.ink)
    c.fill("M-56-66L-44-130L-60-172Q-30-206 0-206Q30-206 60-172L44-130L56-66Q0-48-56-66Z", steel)
    c.fill("M8-56L4-130L12-204Q40-200 60-172L44-130L56-66Q30-54 8-56Z", t.pale)
    c.line("M-46-116Q0-98 46-116M-50-92Q0-76 50-92", dark, 5)
    c.line("M-96-24L-84-210", t.ink, 5)
    c.fill("M-102-168L-74-166L-86 0L-94 0Z", t.pale)
    c.line("M-116-176L-58-172", t.ink, 9)
    c.line("M-48-172L-86-152L-84-190", dark, 26)
    c.ball(-83, -204, 16, t.ink)
    c.fill("M-34-202L-38-250Q0-290 40-250L36-202Q0-188-34-202Z", dark)
    c.fill("M-26-240L30-240L28-210Q2-196-24-210Z", _skin(t))
    c.fill("M-42-258Q0-276 44-258L52-238Q0-250-44-238Z", t.pale)
    c.fill("M-4-268C-20-310-90-310-108-246C-80-270-50-262-30-258Z", t.accent)
    _eyes(c, t, 6, -228, 22)
    c.line("M-2-212Q8-208 18-214", t.shade, 3)
    c.fill("M92-246L154-256C160-190 136-150 150-100C164-40 210-10 262 4Q170 24 122-28C88-76 110-130 92-246Z", t.pale)
    c.line("M108-232L142-236M110-216L134-219M112-200L146-203M112-184L136-186M110-168L144-169M108-152L132-153M106-136L140-136M106-120L130-119M108-104L138-102M112-88L134-84", t.base, 4)
    c.line(c.tick(141, -184, 1) + c.tick(137, -150, 1) + c.tick(137, -114, 1), t.accent, 5)
    c.line("M48-172L92-186L106-232", mix(steel, dark, 0.4), 26)
    c.ball(106, -244, 16, t.ink)


def convoy(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two wagons, roped to one another as if holding hands."""
    for x, s in ((-118, 0.84), (84, 1.0)):
        c.group(x, 0, s)
        c.fill("M-92-78C-130-180-90-220 0-220S130-180 92-78Z", t.pale)
        c.fill("M-92-78C-130-180-96-212-44-218Q-70-150-56-78Z", mix(t.pale, t.base, 0.45))
        c.line("M-20-80Q-26-170-16-218M40-80Q46-170 36-216", mix(t.pale, t.base, 0.35), 5)
        c.fill("M62-80Q54-170 82-176Q104-170 90-80Z", t.shade)
        c.fill("M-108-88L112-88L100-36L-96-36Z", t.base)
        c.line("M-106-84L108-84", t.lit, 9)
        c.dots([(-60, -38), (62, -38)], t.ink, 80)
        c.dots([(-60, -38), (62, -38)], mix(t.base, t.lit, 0.3), 66)
        c.line("M-94-38l68 0M-72-62l24 48M-48-62l-24 48M28-38l68 0M50-62l24 48M74-62l-24 48", t.ink, 5)
        c.end()
    c.line("M-34-60Q-24-44-14-60", t.accent, 8)
    c.line("M166-110L184-94L208-96", t.shade, 24)
    c.fill("M144-100L144-150Q166-176 188-150L186-100Z", t.accent)
    c.ball(168, -180, 19, _skin(t))
    c.fill("M132-190Q168-206 204-190Q168-182 132-190ZM146-190L152-214L184-214L190-190Z", t.shade)
    c.ball(178, -180, 3, t.ink)
    c.line("M182-128L300-96M182-122L300-88", t.ink, 3)
    c.line("M-206-90L-206-116L-228-116", t.ink, 4)
    c.ball(-228, -98, 24, mix(t.haze, t.accent, 0.35))
    c.fill("M-236-112L-220-112L-217-86L-239-86Z", t.accent)


def nine_acre_mare(c: Canvas, t: Tones, chance: Chance) -> None:
    """A great mare at the plough, and a very small ploughman."""
    c.line("M64-128L-150-62", t.ink, 5)
    c.fill("M-214-88L-150-62Q-120-40-110-4L-150-18Q-168-50-222-76Z", t.shade)
    c.fill("M-150-30L-100 6L-160 6Z", t.pale)
    c.line("M-196-40L-206-20L-204-2M-196-40L-188-20L-190-2", t.shade, 9)
    c.fill("M-210-38L-210-80Q-196-92-182-80L-182-38Z", mix(t.lit, t.base, 0.3))
    c.ball(-196, -98, 11, _skin(t))
    c.fill("M-218-102Q-196-114-174-102ZM-206-104L-204-118L-188-118L-186-104Z", t.ink)
    c.group(20, -14, 1.1)
    _horse(c, t, mix(t.base, t.shade, 0.45), t.base, t.shade, "M-66-106L-60-56L-84-8M64-100L108-66L92-16", "M-86-106L-94-56L-92 0M74-100L70-50L74 0")
    c.fill("M-110 14L-102-26L-80-26L-74 14ZM58 14L64-26L86-26L94 14ZM72-4L86-34L106-26L106-2Z", t.pale)
    c.line("M50-168Q96-150 86-100", t.accent, 19)
    c.line("M50-168Q96-150 86-100", t.lit, 5)
    c.fill("M122-236L146-204L152-178L138-190L118-222Z", t.pale)
    c.end()


def barn_magistrate(c: Canvas, t: Tones, chance: Chance) -> None:
    """An owl in wig and bands; a mouse in the dock."""
    feather = mix(t.base, t.lit, 0.5)
    c.fill("M-300-46L300-58L300-26L-300-14Z", t.base)
    c.line("M-300-46L300-58", t.lit, 6)
    c.fill("M-50-180C-110-210-170-250-190-300C-206-220-190-150-150-120L-158-96C-110-74-70-90-40-110Z", feather)
    c.line("M-160-230Q-130-170-70-140M-166-180Q-120-130-70-116", t.base, 5)
    c.fill("M-74-180C-100-90-60-36 0-36C60-36 100-90 74-180Z", t.ink)
    c.fill("M58-160C110-150 128-100 92-58Q60-70 50-120Z", mix(t.ink, t.base, 0.35))
    c.fill("M-4-148L-34-150L-44-84L-16-82ZM4-148L34-150L44-84L16-82Z", t.pale)
    c.dots([(s * x, y) for s in (-1, 1) for x, y in ((44, -276), (74, -252), (86, -220), (84, -186), (72, -158))], mix(t.pale, t.base, 0.2), 42)
    c.ball(0, -274, 30, t.pale)
    c.fill("M0-266C30-296 80-260 66-206C60-172 24-152 0-150C-24-152-60-172-66-206C-80-260-30-296 0-266Z", feather)
    c.fill("M0-250C20-276 62-250 54-208C48-180 20-164 0-160C-20-164-48-180-54-208C-62-250-20-276 0-250Z", t.pale)
    c.dots([(-26, -218), (26, -218)], t.ink, 34)
    c.dots([(-22, -223), (30, -223)], t.pale, 9)
    c.fill("M-8-212L8-212L0-184Z", t.accent)
    c.line("M-24-34L-24-50M-12-34L-12-50M12-36L12-50M24-36L24-50", t.accent, 8)
    c.line("M86-66L150-112", t.base, 8)
    c.fill("M134-146L180-104L158-84L112-126Z", t.accent)
    c.fill("M-236-42C-240-94-214-100-202-76C-184-66-188-46-198-42Z", t.pale)
    c.dots([(-224, -96), (-202, -88)], t.pale, 18)
    c.line("M-236-46Q-266-40-262-70", t.pale, 4)
    c.ball(-196, -70, 3.5, t.ink)


def soldier_midwife(c: Canvas, t: Tones, chance: Chance) -> None:
    """She holds a soldier, swaddled, moustache and helmet and all."""
    skin, shawl = _skin(t), mix(t.base, t.shade, 0.55)
    c.fill("M-84 4C-80-90-96-170-44-200Q0-214 44-200C96-170 80-90 84 4Z", shawl)
    c.fill("M-84 4C-80-90-96-170-44-200Q-60-120-40 4Z", mix(shawl, t.shade, 0.6))
    c.fill("M-52-150C-56-260-30-290 0-290C30-290 56-260 52-150Q0-130-52-150Z", t.accent)
    c.fill(disc(0, -226, 32, 36), skin)
    c.fill("M-34-232C-30-270 30-270 34-232Q0-256-34-232Z", mix(t.pale, t.base, 0.4))
    c.line("M-20-222Q-13-216-6-222M8-222Q15-216 22-222M-10-202Q2-194 14-202", t.ink, 4)
    c.line("M64-150Q112-90 66-60L36-44", mix(shawl, t.base, 0.5), 34)
    c.fill("M-116-40C-120-100-30-120 50-136L104-86C60-40-20-10-70-10C-100-10-114-20-116-40Z", t.pale)
    c.fill("M-116-40C-80-40 20-60 96-94C60-40-20-10-70-10C-100-10-114-20-116-40Z", mix(t.pale, t.base, 0.4))
    c.line("M-84-88L-60-14M-36-106L-8-30M14-122L46-58", t.accent, 8)
    c.ball(88, -132, 36, skin)
    c.fill("M44-138C44-206 132-206 132-138Z", mix(t.base, t.lit, 0.35))
    c.fill("M36-130Q88-152 140-130L140-140Q88-162 36-140Z", t.ink)
    c.line("M72-128Q78-122 84-128M96-128Q102-122 108-128", t.ink, 4)
    c.fill("M58-104Q78-124 90-114Q104-124 122-104Q104-98 90-104Q76-98 58-104Z", t.shade)
    c.line("M-66-150Q-116-110-70-70L-20-66", mix(shawl, t.base, 0.5), 34)
    c.dots([(-14, -66), (38, -46)], skin, 32)


def quarry_inspector(c: Canvas, t: Tones, chance: Chance) -> None:
    """A rock breaks on a helmet; the form is held out to be signed."""
    c.group(0, 0, 0.9)
    skin, coat = _skin(t), mix(t.pale, t.base, 0.45)
    c.fill(sharp(ring(8, -268, 76, 9, 0.2, inner=34)), t.accent)
    c.fill("M-24-316L18-340L50-316L44-284L14-268L-18-282Z", t.ink)
    c.fill("M-24-316L18-340L50-316L12-306Z", t.shade)
    c.fill("M-84-262L-66-276L-54-256L-72-246ZM84-280L102-282L100-262ZM108-236L122-230L112-218ZM-96-214L-84-220L-82-204Z", t.ink)
    c.line("M-22-70L-24-6M24-70L28-6", t.shade, 28)
    c.fill("M-50 2L-46-16L-8-16L-6 2ZM10 2L12-16L48-16L62 2Z", t.ink)
    c.fill("M-62-44L-52-160Q-30-186 0-186Q30-186 52-160L64-44Z", coat)
    c.fill("M-62-44L-52-160Q-30-186-4-186L-16-44Z", mix(coat, t.shade, 0.4))
    c.line("M4-180L8-48", t.shade, 4)
    c.dots([(18, -150), (20, -120), (22, -90)], t.shade, 9)
    c.fill(disc(0, -210, 30, 32), skin)
    c.fill("M-50-222Q0-240 56-222L44-234C40-286-36-286-38-234Z", t.pale)
    c.fill("M-58-220Q0-246 64-220Q0-230-58-220Z", mix(t.base, t.shade, 0.4))
    _eyes(c, t, 6, -210, 24)
    c.fill("M-22-192Q-2-208 6-198Q18-208 36-192Q18-186 6-190Q-6-186-22-192Z", t.shade)
    c.line("M-46-152L-92-120L-74-96", coat, 28)
    c.ball(-70, -92, 14, skin)
    c.line("M-70-98L-40-128", t.ink, 6)
    c.line("M46-152L84-116L112-128", mix(coat, t.shade, 0.25), 28)
    c.fill("M86-190L168-204L182-96L100-82Z", t.shade)
    c.fill("M94-178L162-190L174-104L106-92Z", t.pale)
    c.fill("M114-200L144-206L146-190L116-184Z", t.accent)
    c.line("M108-162L154-170M110-146L140-151M114-110L158-117", t.base, 4)
    c.ball(112, -124, 14, skin)
    c.end()


def berta(c: Canvas, t: Tones, chance: Chance) -> None:
    """An old woman off the ground, on the rope of a bell four times her size."""
    c.fill("M-300-322L300-322L300-298L-300-298Z", t.ink)
    c.group(-58, -300, 1, turn=16)
    c.fill("M-26-8L26-8L18 26L-18 26Z", t.shade)
    c.ball(-2, 186, 26, t.ink)
    c.fill("M0 14C60 18 62 60 74 110C80 140 124 150 120 180Q0 196-120 180C-124 150-80 140-74 110C-62 60-60 18 0 14Z", t.lit)
    c.fill("M0 14C60 18 62 60 74 110C80 140 124 150 120 180Q80 186 40 188C60 120 40 40 0 14Z", mix(t.base, t.shade, 0.15))
    c.line("M-72 118Q0 132 74 118M-112 166Q0 180 114 166", t.shade, 6)
    c.fill("M-46 50Q-36 34-26 36Q-50 80-56 112L-68 112Q-56 80-46 50Z", t.pale)
    c.end()
    c.line("M-56-310Q110-310 112-250L112-20", t.pale, 6)
    skin = _skin(t)
    c.line("M92-94L30-104L-6-92M88-84L36-76L2-58", t.ink, 16)
    c.fill("M-12-106L6-76L-14-68L-22-100ZM-4-66L16-44L-2-34L-14-62Z", t.shade)
    c.fill("M140-176C156-130 150-90 128-70C90-60 60-60 46-124C80-120 90-150 106-176Z", mix(t.base, t.shade, 0.6))
    c.fill("M112-150C100-110 80-90 58-84Q48-100 46-124C80-120 90-150 106-176Z", t.pale)
    c.line("M124-164L104-188L112-226M130-156L112-160L112-196", mix(t.base, t.shade, 0.3), 17)
    c.dots([(112, -232), (112, -202)], skin, 24)
    c.ball(142, -196, 25, skin)
    c.fill("M120-206C124-244 186-238 170-186L190-160L156-176Q166-210 120-206Z", t.accent)
    c.line("M128-194L128-192M140-197L146-197M126-180Q134-174 142-179", t.ink, 5)
    for r in (0, 24):
        c.line(f"M{-212 - r} {-210 - r / 2:.0f}Q{-232 - r}-176 {-222 - r} {-140 + r / 2:.0f}", t.accent, 6)


def whole_village(c: Canvas, t: Tones, chance: Chance) -> None:
    """Everybody, with what was to hand, and the baby."""
    skin, far = _skin(t), mix(t.base, t.near, 0.6)
    xs = (-160, -104, -44, 20, 80, 148)
    c.line("M-176-130L-176-270M-190-270L-190-240Q-176-226-162-240L-162-270M-74-130L-74-284M108-120L130-276M170-130L176-250", t.shade, 7)
    c.fill("M-102-292L-46-292L-50-272L-98-272ZM100-276C120-300 160-296 170-264Q140-284 100-276Z", t.pale)
    c.line("".join(f"M{x} 0L{x}-132" for x in xs), far, 54)
    c.dots([(x, -182) for x in xs], mix(skin, far, 0.45), 40)
    c.fill("M-190-190Q-160-206-130-190L-144-194L-148-214L-172-214L-176-194ZM-26-186C-30-220 66-220 64-186Q20-206-26-186ZM120-188L126-216L166-222L176-190Z", t.shade)
    coats = ((-128, mix(t.base, t.shade, 0.35), 0), (-56, t.lit, 14), (22, t.accent, 6), (104, mix(t.base, t.lit, 0.4), -6))
    for x, coat, up in coats:
        c.fill(f"M{x - 40} 4L{x - 34} {-100 - up}Q{x} {-132 - up} {x + 34} {-100 - up}L{x + 40} 4Z", coat)
    c.dots([(x, -138 - up) for x, _, up in coats], skin, 46)
    c.dots([(x + k, -140 - up) for x, _, up in coats for k in (-8, 9)], t.ink, 6)
    c.line("".join(f"M{x - 7} {-126 - up}q8 {k} 16 0" for (x, _, up), k in zip(coats, (4, 5, -2, -5), strict=True)), t.shade, 3)
    c.fill("M-164-142Q-128-170-92-142L-106-148Q-128-184-150-148Z", t.ink)
    c.fill("M-82-160C-84-196-30-196-30-160Q-56-176-82-160Z", mix(t.pale, t.base, 0.6))
    c.fill("M-4-148C-2-186 46-186 48-148L52-112Q40-150 22-160Q2-150-8-112Z", t.shade)
    c.fill("M80-140C82-170 126-170 128-140Q104-154 80-140Z", t.ink)
    c.line("M-12-92L-24-62L18-44M54-92L66-60L24-48", mix(t.accent, t.shade, 0.3), 17)
    c.fill("M0-100C-6-40 14-24 24-24C36-24 56-40 44-100Z", t.pale)
    c.ball(22, -96, 18, skin)
    c.dots([(16, -97), (29, -97)], t.ink, 5)
    c.line("M17-87Q23-83 28-88", t.ink, 3)
    c.fill("M126 2C120-40 140-60 146-92L158-112L186-100L166-92C176-50 196-30 176 2Z", t.pale)
    c.fill("M180-112L206-100L180-94Z", t.accent)
    c.fill("M136-108Q166-124 200-108L186-112C186-140 150-140 148-112Z", t.shade)
    c.ball(172, -102, 3.5, t.ink)


def weathercock(c: Canvas, t: Tones, chance: Chance) -> None:
    """A brass cock that has flown, its spike and arrow still on."""
    dark = mix(t.base, t.shade, 0.5)
    c.group(0, -20, 1, turn=-10)
    c.line("M4-96L-8-14", t.ink, 8)
    c.line("M-110-8L96-24", t.ink, 8)
    c.fill("M92-46L138-28L96-2ZM-92-30L-148-32L-128-6L-146 20L-92 10Z", t.ink)
    c.fill("M-10-14L6-14L14 24L-2 44L-14 20Z", t.shade)
    c.fill("M-30-150C-70-210-130-230-190-236C-172-216-172-206-190-190C-160-180-150-170-160-156C-120-146-70-130-40-110Z", dark)
    c.fill("M-60-130C-110-120-130-150-124-200C-150-180-160-150-150-120C-176-140-186-140-202-132C-190-90-150-70-110-72C-90-70-70-76-50-90Z", t.accent)
    c.fill("M-60-132C-100-110-140-100-180-112C-160-76-100-62-56-84Z", mix(t.accent, t.shade, 0.4))
    c.fill("M-76-122C-40-160 20-150 50-176C60-200 60-220 72-234C90-254 120-250 126-228C124-180 110-110 50-86C0-70-60-84-76-122Z", t.lit)
    c.fill("M126-210C122-160 104-108 50-86C0-70-60-84-76-122C-30-92 70-96 126-210Z", t.base)
    c.fill("M46-116C40-190-10-250-76-282C-64-258-68-248-88-244C-66-226-62-214-76-202C-50-190-44-178-54-164C-30-150-20-130 0-96Z", mix(t.lit, t.pale, 0.6))
    c.line("M30-120Q10-190-40-234M10-112Q-4-160-36-186", t.base, 5)
    c.fill("M70-240Q64-272 84-268Q92-290 106-268Q126-280 122-240Q98-256 70-240ZM112-218Q128-196 114-184Q98-200 112-218Z", t.accent)
    c.fill("M122-240L156-224L124-216Z", t.ink)
    c.ball(104, -232, 6, t.ink)
    c.dots([(-40, -112), (-10, -120), (22, -124), (52, -138), (-18, -96), (14, -100)], dark, 8)
    c.end()


def boundary_giant(c: Canvas, t: Tones, chance: Chance) -> None:
    """Arms folded on a boundary stone, above the roofs; the fence runs between his boots."""
    c.group(0, 0, 0.88)
    skin, coat = _skin(t), mix(t.base, t.shade, 0.35)
    c.line("M-44-130L-66-18M44-130L66-18", t.shade, 58)
    c.fill("M-112 6L-104-34L-38-34L-34 6ZM34 6L38-34L104-34L116 6Z", t.ink)
    c.fill("M-88-110L-96-210Q-70-252-30-252L30-252Q70-252 96-210L88-110Q0-92-88-110Z", coat)
    c.fill("M-88-110L-96-210Q-70-252-20-252Q-50-180-40-102Z", mix(coat, t.shade, 0.5))
    c.fill("M-90-132L90-132L88-108L-88-108Z", t.accent)
    c.fill("M-42-248C-54-310-40-326 0-326C40-326 54-310 42-248Z", skin)
    c.fill("M-46-280C-60-340 60-340 46-280Q40-304 0-304Q-40-304-46-280Z", t.shade)
    c.fill("M-46-282C-44-250-60-180 2-160C60-180 44-250 46-282Q36-258 0-262Q-36-258-46-282Z", t.lit)
    c.line("M-26-286L-10-282M28-286L12-282M-12-246Q2-250 14-246", t.shade, 5)
    c.dots([(-16, -275), (18, -275)], t.ink, 8)
    c.line("M-84-212L-104-160L20-136M84-212L104-160L-10-146", mix(coat, t.lit, 0.25), 38)
    c.dots([(28, -134), (-22, -148)], skin, 38)
    c.fill("M-16 4L-18-92Q0-116 18-92L20 4Z", mix(t.pale, t.base, 0.3))
    c.line("M-8-66L8-66M0-74L0-58M-8-40L8-40", t.shade, 4)
    c.line("M-300-6L-124-6M124-6L300-6M-300-20L-124-20M124-20L300-20M-30-6L-20-6M20-6L30-6", t.pale, 5)
    c.line("".join(f"M{x} 4L{x}-30" for x in (-280, -236, -192, -148, 148, 192, 236, 280)), t.pale, 8)
    for x, h in ((-196, 34), (170, 30), (222, 40)):
        wall, roof = _gable(x, -34, h * 0.6, h * 0.7, h * 0.8)
        c.fill(wall, t.lit)
        c.fill(roof, t.ink)
    c.end()


# Things


def big_coat(c: Canvas, t: Tones, chance: Chance) -> None:
    """A boy in a man's coat, an arrow where the man would have been."""
    skin, coat = _skin(t), mix(t.base, t.shade, 0.4)
    c.line("M-16 130L-16 170M16 130L16 170", t.shade, 22)
    c.fill("M-104 148C-90 60-110-20-70-70Q0-100 70-70C110-20 90 60 104 148Q0 166-104 148Z", coat)
    c.fill("M-104 148C-90 60-110-20-70-70Q-40-84-10-86Q-30 40-24 158Q-70 156-104 148Z", mix(coat, t.shade, 0.45))
    c.line("M-76-50L-124 30L-116 92M76-50L124 30L116 92", mix(coat, t.shade, 0.2), 44)
    c.line("M-136 96L-96 96M96 96L136 96", t.accent, 15)
    c.fill("M-64-78L0-50L64-78L44-100L-44-100Z", mix(coat, t.lit, 0.4))
    c.fill(disc(0, -108, 34, 36), skin)
    c.fill("M-38-110C-50-170 50-170 38-110Q20-140-4-130Q-24-140-38-110Z", t.shade)
    c.dots([(-13, -104), (15, -104)], t.ink, 9)
    c.line("M-20-118L-8-121M22-118L12-121", t.ink, 3)
    c.fill(disc(1, -86, 6, 8), t.ink)
    c.line("M0-40L2 150", t.shade, 4)
    c.dots([(18, -10), (20, 34), (22, 78), (24, 122)], t.lit, 14)
    c.line("M-230 26L-74 10M74-6L214-20", t.ink, 7)
    c.fill("M-256 12L-226 10L-214 24L-224 40L-250 44L-240 28Z", t.accent)
    c.fill("M206-40L250-24L210-2Z", t.pale)
    c.fill(sharp(ring(-70, 10, 17, 7, inner=9)) + sharp(ring(74, -6, 17, 7, inner=9)), t.lit)


def waiting_bench(c: Canvas, t: Tones, chance: Chance) -> None:
    """A soldier who sat down as he was asked, long enough for a bird to settle."""
    skin, steel = _skin(t), mix(t.pale, t.base, 0.5)
    c.line("M146 160L146-60", t.shade, 12)
    c.fill("M90-150L202-150L202-38L90-38Z", t.accent)
    c.line("M122-92L122-68M136-112L136-76M150-118L150-76M164-110L164-76M180-78L166-64", t.pale, 11)
    c.fill("M116-84L170-84L170-62Q160-46 144-46Q122-46 116-66Z", t.pale)
    c.line("M-170 88L70 88M-160 34L60 34M-160 8L60 8", t.base, 20)
    c.line("M-150 96L-154 160M50 96L54 160", t.shade, 14)
    c.line("M-60 76L-6 84L-2 146M-40 76L22 84L32 146", mix(steel, t.shade, 0.4), 28)
    c.fill("M-20 162L-16 140L14 140L26 162ZM20 162L22 140L48 140L62 162Z", t.ink)
    c.fill("M-96 86L-92-6Q-60-46-28-6L-20 86Z", steel)
    c.fill("M-96 86L-92-6Q-74-30-60-26L-66 86Z", mix(steel, t.shade, 0.35))
    c.line("M-32 4L-4 40L6 58", mix(steel, t.pale, 0.4), 24)
    c.fill("M-16 72C-20 20 50 20 46 72ZM-28 70L58 70L54 82L-24 82Z", mix(t.base, t.shade, 0.3))
    c.group(-54, -58, 1, turn=14)
    c.fill(disc(0, 0, 30, 33), skin)
    c.fill("M-34-2C-44-50 44-50 34-8Q10-24-34-2Z", t.shade)
    c.line("M-6 2Q0 7 6 2M14 2Q20 7 26 2", t.ink, 4)
    c.ball(16, 18, 5, t.shade)
    c.end()
    c.fill("M-80-100C-82-128-54-132-50-112L-36-107L-52-102C-56-86-72-84-80-88L-104-76Z", t.accent)
    c.line("M-130 66L-206-120", t.shade, 7)
    c.fill("M-218-164L-194-120L-214-112Z", t.pale)


def pushed_clock(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hand helps the minute hand along."""
    c.fill("M-130 230L-130-30L0-156L130-30L130 230Z", mix(t.base, t.lit, 0.35))
    c.fill("M50 230L50-108L130-30L130 230Z", mix(t.base, t.shade, 0.1))
    c.fill("M-156-20L0-172L156-20L146-4L0-146L-146-4Z", t.shade)
    c.ball(0, 44, 104, t.shade)
    c.ball(0, 44, 92, t.pale)
    marks = "".join(f"M{r * sin(i * pi / 6):.0f} {44 - r * cos(i * pi / 6):.0f}L{84 * sin(i * pi / 6):.0f} {44 - 84 * cos(i * pi / 6):.0f}" for i in range(12) for r in (68 if i % 3 == 0 else 76,))
    c.line(marks, t.base, 6)
    c.line("M0 44L-44 68", t.ink, 12)
    c.line("M0 44L26-28", t.accent, 9)
    c.ball(0, 44, 10, t.ink)
    c.fill("M-26-64C-26-92-14-96 0-100C14-96 26-92 26-64L34-56L-34-56Z", t.lit)
    c.ball(0, -54, 8, t.ink)
    c.line("M-44-100Q-56-86-52-68M44-100Q56-86 52-68", t.accent, 5)
    c.line("M300-110L150-50L96-36", mix(t.accent, t.shade, 0.4), 62)
    c.line("M124-64L140-10", t.pale, 14)
    skin = _skin(t)
    c.line("M110-40L84-26", skin, 44)
    c.line("M84-36L36-26", skin, 17)
    c.line("M78-14L52 0M86-2L62 12M70-44L62-56", skin, 17)
    c.line("M72-24L58-20M78-8L64 0", mix(skin, t.shade, 0.4), 3)


def market_stall(c: Canvas, t: Tones, chance: Chance) -> None:
    """A striped awning, a seller who won't move on the price, and swords left in the tub by the door."""
    skin = _skin(t)
    c.line("M-150 160L-150-70M150 160L150-70", t.shade, 11)
    c.fill("M-48 70L-44-8Q0-50 44-8L48 70Z", mix(t.base, t.shade, 0.5))
    c.fill("M-26 70L-24-12L24-12L26 70Z", t.pale)
    c.fill(disc(0, -42, 28, 32), skin)
    c.fill("M-32-50C-34-90 34-90 32-50Q0-64-32-50Z", t.shade)
    c.line("M-18-50L-6-47M20-50L8-47M-8-22L10-22", t.ink, 4)
    c.dots([(-11, -40), (13, -40)], t.ink, 7)
    c.line("M-42 6L-56 38L20 44M42 6L56 36L-10 52", mix(t.base, t.shade, 0.3), 22)
    for i in range(6):
        x0, x1 = -180 + i * 60, -140 + i * 46.7
        c.fill(f"M{x0} -62L{x1:.0f}-140L{x1 + 46.7:.0f}-140L{x0 + 60} -62Q{x0 + 30}-36 {x0}-62Z", t.pale if i % 2 else t.accent)
    c.fill("M-176 66L176 66L166 168L-166 168Z", t.base)
    c.fill("M-182 58L182 58L182 78L-182 78Z", t.lit)
    c.line("M-170 106L170 106M-168 136L168 136", t.shade, 4)
    c.dots([(-140, 40), (-104, 40), (-122, 14)], mix(t.lit, t.accent, 0.35), 42)
    c.line("M-140 20L-146 8M-104 20L-98 8M-122-8L-122-20", t.shade, 7)
    c.fill("M72 58Q74 28 104 30Q134 28 136 58ZM104 32Q112 4 136 6Q164 8 166 40L150 58Z", mix(t.base, t.lit, 0.55))
    c.line("M86 44L98 38M106 46L118 40M126 22L138 16", t.shade, 4)
    c.line("M196 130L184 10M212 130L216 0M228 130L244 16", t.pale, 9)
    c.line("M166 32L204 28M196 22L236 22M222 32L258 38", t.ink, 8)
    c.fill("M178 84L248 84L242 172L184 172Z", t.shade)
    c.line("M180 104L246 104M182 150L244 150", t.lit, 6)


def bucket_line(c: Canvas, t: Tones, chance: Chance) -> None:
    """Buckets from hand to hand, to a roof on fire."""
    c.ball(190, -20, 110, mix(t.sky, t.accent, 0.3))
    c.fill("M110 150L110 30L250 30L250 150Z", mix(t.base, t.shade, 0.4))
    c.fill("M92 36L180-44L268 36Z", t.shade)
    c.fill("M112 20C90-30 130-50 122-100C160-80 150-50 168-40C164-90 200-100 190-150C240-110 220-70 236-50C250-66 244-80 246-90C280-40 262 0 248 22Z", t.accent)
    c.fill("M144 18C130-16 160-30 156-60C180-40 180-24 188-16C196-40 200-60 200-76C230-40 224 0 218 18Z", t.lit)
    c.fill("M160 90L200 90L200 150L160 150Z", mix(t.accent, t.lit, 0.5))
    xs = (-214, -138, -62, 14)
    for part, color in ((xs[::2], mix(t.base, t.lit, 0.35)), (xs[1::2], t.base)):
        c.line("".join(f"M{x - 12} 104L{x - 18} 154M{x + 12} 104L{x + 20} 154" for x in part), t.ink, 19)
        c.line("".join(f"M{x} 40L{x} 84" for x in part), color, 44)
        c.dots([(x + 4, -4) for x in part], _skin(t), 40)
        c.line("".join(f"M{x - 34} 70L{x} 42L{x + 36} 68" for x in part), mix(color, t.shade, 0.4), 17)
    c.fill("".join(f"M{x - 22}-10Q{x + 4}-{h} {x + 26}-10Q{x + 4}-18 {x - 22}-10Z" for x, h in zip(xs, (64, 34, 80, 44), strict=True)), t.shade)
    c.fill("".join(f"M{x - 17} 88L{x + 17} 88L{x + 12} 122L{x - 12} 122Z" for x in (-176, -100, -24)), t.pale)
    c.line("".join(f"M{x - 15} 98L{x + 15} 98M{x - 16} 88Q{x} 50 {x + 16} 88" for x in (-176, -100, -24)), t.ink, 4)
    c.group(66, 46, 1, turn=-60)
    c.fill("M-20-20L20-20L15 18L-15 18Z", t.pale)
    c.end()
    c.fill("M74 26C90-40 120-90 160-96C130-60 130-20 96 44Z", mix(t.pale, t.sky, 0.25))
    c.dots([(172, -104), (184, -84), (150, -66), (158, -116)], mix(t.pale, t.sky, 0.25), 11)


def gavel(c: Canvas, t: Tones, chance: Chance) -> None:
    """A gavel comes down, and the lightning is over."""
    c.fill("M-250-240L-160-240L-130-110L-86-124L-60-30L-10 30L-74-4L-110-70L-164-56Z", t.accent)
    c.fill("M-220-240L-180-240L-150-92L-104-104L-82-40L-30 14L-84-24L-106-82L-160-70Z", t.pale)
    c.fill("M40 10L96-20L74 8L128 6L52 36ZM-96 44L-150 60L-128 36L-170 24L-90 22ZM150 40L176 30L166 54Z", t.accent)
    c.fill("M-130 84Q0 64 130 84L150 140L-150 140Z", mix(t.base, t.shade, 0.4))
    c.fill("M-130 84Q0 64 130 84Q0 106-130 84Z", t.lit)
    c.fill("M-176 136L176 136L186 168L-186 168Z", t.shade)
    c.group(20, 30, 1, turn=34)
    c.fill("M-14-60L14-60L20-250L-20-250Z", t.base)
    c.fill("M-14-60L0-60L0-250L-20-250Z", t.lit)
    c.fill("M-96-66Q-110-20-96 26L96 26Q110-20 96-66Z", mix(t.base, t.shade, 0.25))
    c.fill("M-96-66Q-102-46-103-36L103-36Q102-50 96-66Z", t.lit)
    c.fill("M-74-70L-52-70L-52 30L-74 30ZM52-70L74-70L74 30L52 30Z", t.shade)
    c.end()
    c.line("M-66 60L-104 44M-40 50L-60 16M112 66L150 56", t.light, 8)


def policy_roof(c: Canvas, t: Tones, chance: Chance) -> None:
    """A house under its policy; fire and stones slide off the fine print."""
    c.fill("M-104 150L-104 10L104 10L104 150Z", mix(t.lit, t.base, 0.35))
    c.fill("M20 150L20 10L104 10L104 150Z", mix(t.base, t.lit, 0.2))
    c.fill("M-24 150L-24 86Q0 66 24 86L24 150ZM46 56L82 56L82 96L46 96ZM-82 56L-46 56L-46 96L-82 96Z", t.shade)
    c.fill("M-78 92C-80 66-52 66-52 92ZM-74 78L-74 66L-66 74ZM-56 78L-56 66L-62 74Z", t.ink)
    c.fill("M-190 60L-30-110Q0-134 30-110L190 60Q170 88 146 70L0-76L-146 70Q-170 88-190 60Z", t.pale)
    c.fill("M0-126Q20-122 30-110L190 60Q170 88 146 70L0-76Z", mix(t.pale, t.base, 0.3))
    c.line("M-158 44L-40-84M-142 56L-22-72M-174 56L-166 48M158 44L40-84M142 56L60-32", t.base, 4)
    c.ball(112, 42, 25, t.accent)
    c.ball(112, 42, 15, mix(t.accent, t.shade, 0.4))
    c.fill("M96 58L88 104L106 92L112 62ZM118 62L126 100L138 84L130 54Z", t.accent)
    for x, y, a in ((-120, -60, -40), (-60, -134, -20), (70, -136, 24), (140, -60, 46)):
        c.group(x, y, 0.9, turn=a)
        c.fill("M0 20C-26 16-20-10-8-22C-10-40 4-50 6-70C16-50 30-30 24-2Q20 18 0 20Z", t.accent)
        c.fill("M2 14C-10 8-6-8 4-22C10-10 16 8 2 14Z", t.lit)
        c.end()
    c.fill("M-206-30L-180-44L-164-20L-186-4ZM184-30L206-24L200-2L178-8ZM4-176L30-184L36-160L10-154Z", t.ink)


def counter_window(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two hands push a burning spell back out of the window it came in by."""
    skin = _skin(t)
    c.fill("M-190 240L-190-60C-180-200 180-200 190-60L190 240Z", t.base)
    c.fill("M-150 90L-150-50C-140-164 140-164 150-50L150 90Z", t.ink)
    c.ball(0, -70, 52, mix(t.ink, t.base, 0.4))
    c.fill("M-120 90C-110 0-60-24 0-24C60-24 110 0 120 90Z", mix(t.ink, t.base, 0.25))
    c.ball(0, -128, 24, mix(t.ink, t.base, 0.55))
    c.dots([(-20, -70), (20, -70)], t.pale, 30)
    c.line("M-4-70L4-70M-36-88L-10-80M36-88L10-80", t.ink, 5)
    c.dots([(-20, -64), (20, -64)], t.ink, 9)
    c.line("M-18-38L18-38", t.ink, 5)
    c.line("M-100-140L-100 80M100-140L100 80M-52-156L-52 20M52-156L52 20", t.lit, 6)
    c.fill("M-230 84L230 84L250 124L-250 124Z", t.lit)
    c.fill("M-244 124L244 124L236 240L-236 240Z", mix(t.base, t.shade, 0.3))
    c.ball(0, 52, 82, mix(t.base, t.accent, 0.5))
    c.fill("M-80 84C-110 30-60 10-70-40C-36-20-36 4-24 12C-20-20 0-40-4-70C36-40 30-4 34 8C46-8 50-20 46-36C90 0 100 40 76 84Z", t.accent)
    c.fill("M-70 52Q-50 40-30 52L44 40Q62 30 76 44L88 118Q66 106 52 118L-22 128Q-40 138-58 124Z", t.pale)
    c.line("M-40 68L40 58M-36 84L20 78M-32 100L8 96", t.base, 5)
    c.line("M34 76L66 106M66 76L36 106", t.accent, 10)
    c.line("M-134 84L-96 96M130 84L106 92", t.pale, 44)
    c.line("M-92 96L-70 98M100 92L90 84", skin, 40)
    c.line("M-70 88L-48 84M-68 104L-44 106M92 78L72 72M96 100L78 100", skin, 13)


def soup_pot(c: Canvas, t: Tones, chance: Chance) -> None:
    """One pot, and every spoon in the village."""
    steam = mix(t.haze, t.pale, 0.6)
    c.line("M-60-40C-100-80-30-110-64-160M4-50C-34-96 44-120 8-180M66-40C30-80 100-110 70-150", steam, 12)
    c.line("M-126 70L-100 160M126 70L100 160", t.ink, 15)
    c.fill("M-150-8C-170 80-110 144 0 144C110 144 170 80 150-8Z", mix(t.ink, t.shade, 0.25))
    c.fill("M-150-8C-170 80-110 144-50 142C-110 110-120 60-112-8Z", mix(t.shade, t.base, 0.4))
    c.fill(disc(0, -8, 158, 36), t.shade)
    c.fill(disc(0, -8, 140, 27), t.accent)
    c.fill(disc(0, -2, 120, 19), mix(t.accent, t.lit, 0.45))
    c.dots([(-60, -6), (30, 4), (80, -8), (-20, 6)], t.pale, 14)
    arms = (("M-300-90L-186-70", "M-160-66L-70-8", t.base), ("M300-110L190-84", "M164-78L74-10", mix(t.base, t.shade, 0.5)), ("M-240-190L-130-140", "M-108-128L-26-12", t.accent), ("M250-220L142-156", "M120-140L34-14", t.lit))
    for arm, spoon, color in arms:
        c.line(arm, mix(color, t.shade, 0.25), 36)
        x, y = (float(v) for v in spoon[1 : spoon.index("L")].replace("-", " -").split())
        c.ball(x - (8 if x > 0 else -8), y, 19, _skin(t))
        c.line(spoon, t.pale, 8)
    c.dots([(-70, -8), (74, -10), (-26, -12), (34, -14)], t.pale, 25)
    c.fill("M-96 176C-90 140-50 150-40 124C-20 140-20 150-8 156C0 136 10 130 12 118C40 136 60 140 96 176Z", t.accent)
    c.fill("M-50 176C-40 156-20 160-10 148C10 156 30 160 46 176Z", t.lit)


def crucible(c: Canvas, t: Tones, chance: Chance) -> None:
    """Crown and sword go into the ladle, and come out for the bell."""
    c.group(0, 10, 0.92)
    hot = mix(t.accent, t.lit, 0.55)
    c.ball(60, 40, 150, mix(t.near, t.accent, 0.35))
    c.fill("M66-40Q96-20 96 30L94 120L72 120L74 30Q70-10 44-20Z", t.accent)
    c.fill("M62-34Q86-14 87 30L86 120L78 120L79 30Q76-8 50-22Z", t.pale)
    c.fill("M6 174C20 150 30 132 40 96Q84 78 128 96C138 132 148 150 162 174Z", t.base)
    c.fill("M84 90Q110 90 128 96C138 132 148 150 162 174L96 174Z", mix(t.base, t.shade, 0.4))
    c.line("M24 146Q84 158 144 146", t.shade, 6)
    c.fill("M66 94Q84 84 104 94Q84 102 66 94Z", t.pale)
    c.line("M-76-176L-56-60M-98-128L-44-138", t.ink, 12)
    c.fill("M-66-120L-54-122L-42-50L-56-48Z", t.pale)
    c.ball(-78, -184, 11, t.lit)
    c.group(-6, -80, 1, turn=12)
    c.fill("M-56 20L-66-50L-34-20L-16-66L4-22L36-58L34 18Z", t.lit)
    c.dots([(-66, -54), (-16, -70), (36, -62)], t.accent, 17)
    c.end()
    c.group(-20, 0, 1, turn=20)
    c.fill("M-120-44L-100 70Q-20 106 50 66L72-44Z", t.ink)
    c.fill("M-120-44L-100 70Q-80 84-56 86L-70-44Z", mix(t.shade, t.base, 0.4))
    c.fill(disc(-24, -44, 98, 21), t.shade)
    c.fill("M-106-46Q-24-72 68-46Q-24-16-106-46Z", hot)
    c.fill("M-80-46Q-30-58 20-46Q-30-34-80-46Z", t.pale)
    c.line("M-112 8L-190 0L-300-44M64 0Q-20 40-110 8", t.base, 13)
    c.end()
    c.dots([(120, 40), (134, 84), (44, 60), (30, 100), (152, 20)], t.pale, 7)
    c.end()


def door_bell(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two bells in a gable; a cat that is not asleep either."""
    c.fill("M-134 240L-134-34L0-150L134-34L134 240Z", mix(t.base, t.pale, 0.25))
    c.fill("M0-150L134-34L134 240L64 240L64-94Z", t.base)
    c.fill("M-158-26L0-168L158-26L146-8L0-138L-146-8Z", t.shade)
    c.fill("M-92 120L-92 24C-88-36-8-36-4 24L-4 120ZM4 120L4 24C8-36 88-36 92 24L92 120Z", mix(t.sky, t.light, 0.5))
    c.fill("M-104 116L104 116L104 132L-104 132Z", t.lit)
    for x, a in ((-48, 24), (48, -24)):
        c.group(x, -8, 1, turn=a)
        c.line("M0-14L0 4", t.ink, 9)
        c.ball(0, 88, 12, t.ink)
        c.fill("M-14 2Q0-10 14 2C24 30 26 56 44 82L-44 82C-26 56-24 30-14 2Z", t.ink)
        c.fill("M-14 2Q-6-4 0-4C-10 24-16 60-22 82L-44 82C-26 56-24 30-14 2Z", t.accent)
        c.end()
    c.line("M-154 40Q-178 74-160 110M-184 28Q-214 76-190 124M154 40Q178 74 160 110M184 28Q214 76 190 124", t.accent, 6)
    c.fill("M30-134C30-170 64-190 96-160C118-164 126-140 116-120C140-96 150-70 132-52L112-64C100-76 60-100 30-134Z", t.ink)
    c.fill("M96-158L92-184L110-170L124-182L126-154Z", t.ink)
    c.dots([(102, -148), (118, -144)], t.light, 7)
    c.line("M36-140Q0-150 4-190", t.ink, 8)
    c.line("M-40 170L40 170M-40 170L-40 240M40 170L40 240M0 170L0 240", t.shade, 6)


def cousins(c: Canvas, t: Tones, chance: Chance) -> None:
    """Five of one nose, in one doorway."""
    skin, hair = mix(_skin(t), t.accent, 0.12), mix(t.shade, t.accent, 0.3)
    c.fill("M-170 240L-170-100C-150-200 150-200 170-100L170 240Z", mix(t.base, t.pale, 0.4))
    c.fill("M-140 240L-140-84C-120-166 120-166 140-84L140 240Z", t.ink)
    c.fill("M-140 240L-140-84Q-136-100-130-110L-130 240Z", t.shade)
    places = ((-64, -66), (64, -58), (0, 2), (-78, 84), (78, 92))
    for (x, y), coat in zip(places, (t.base, t.accent, t.lit, mix(t.base, t.lit, 0.5), t.base), strict=True):
        c.fill(f"M{x - 60} {y + 140}Q{x - 66} {y + 30} {x} {y + 28}Q{x + 66} {y + 30} {x + 60} {y + 140}Z", coat)
        c.ball(x, y, 40, skin)
    c.fill("".join(f"M{x - 43} {y}c-8-60 92-64 88-2q-8-22-24-26l8-14q-20 8-30 18q-28-4-42 24Z" for x, y in places), hair)
    c.dots([(x + k, y - 6) for x, y in places for k in (-13, 15)], t.ink, 9)
    c.line("".join(f"M{x - 24} {y - 20}l18 4m32-4l-18 4m-24 44q18 8 34-2" for x, y in places), t.ink, 4)
    c.fill("".join(f"M{x - 2} {y - 8}c12 4 24 18 20 28q-16 6-26-2q4-14 6-26Z" for x, y in places), mix(skin, t.accent, 0.45))
    c.line("M-112 150L-112 74M-124 60L-124 82Q-112 92-100 82L-100 60M112 150L112 90", t.pale, 7)
    c.fill(disc(112, 78, 11, 16), t.pale)
    c.line("M0 130L0 70", t.pale, 7)
    c.fill(disc(0, 58, 11, 16), t.pale)


def reeve(c: Canvas, t: Tones, chance: Chance) -> None:
    """He writes; a rake leans where somebody leaned on it."""
    c.group(0, 16, 0.88)
    skin = _skin(t)
    c.fill("M-40 150L60 150L300 200L300 230L120 230Z", mix(t.near, t.ink, 0.35))
    c.line("M150 166L196-70", t.base, 9)
    c.line("M160-84L234-66M164-84L160-58M186-78L182-52M210-72L206-46M232-66L228-42", t.base, 7)
    c.fill("M170-96Q206-110 228-74Q196-76 170-96ZM184-98C186-132 220-124 218-92Z", t.lit)
    c.line("M-26 110L-28 160M26 110L30 160", t.ink, 20)
    c.fill("M-62 152C-70 40-60-40-46-70Q0-96 46-70C60-40 70 40 62 152Q0 136-62 152Z", t.ink)
    c.fill("M-62 152C-70 40-60-40-46-70Q-24-84-6-84L-14 142Q-40 144-62 152Z", t.shade)
    c.fill("M-30-80L0-40L34-80L20-92L-18-92Z", t.pale)
    c.fill("M-26-142L-22-86Q2-70 24-86L28-142Z", skin)
    c.fill("M-4-124L10-100L-6-100Z", mix(skin, t.shade, 0.3))
    c.line("M-20-122L-8-118M22-122L10-118M-8-88L12-88", t.ink, 5)
    c.dots([(-12, -114), (15, -114)], t.ink, 6)
    c.fill("M-62-138Q0-156 64-138Q0-122-62-138Z", t.ink)
    c.fill("M-34-140L-40-196L40-196L36-140Z", t.ink)
    c.fill("M-36-154L37-154L36-142L-34-142Z", t.accent)
    c.fill("M-142-50L-52-36L-42 58L-132 42Z", t.accent)
    c.fill("M-136-54L-54-42L-46 42L-126 28Z", t.pale)
    c.line("M-120-30L-120-4M-108-28L-108-2M-96-26L-96 0M-84-24L-84 2M-126-4L-78-24M-112 10L-112 22M-100 12L-100 24", t.shade, 4)
    c.line("M-44-52L-84 60L-66 56M46-52L66 30L-40 16", mix(t.ink, t.shade, 0.5), 30)
    c.dots([(-62, 52), (-44, 14)], skin, 24)
    c.line("M-46 16L-72 2", t.ink, 5)
    c.fill("M-44 14C-20-10 10-30 30-70C34-30 10 4-36 24Z", t.pale)
    c.end()


def alms_box(c: Canvas, t: Tones, chance: Chance) -> None:
    """A coin into the box, from a black glove; an empty helmet beside it."""
    c.fill("M-126 40L106 40L106 160L-126 160Z", t.base)
    c.fill("M40 40L106 40L106 160L40 160Z", mix(t.base, t.shade, 0.4))
    c.fill("M-138 44C-136-20 116-20 118 44Z", mix(t.base, t.lit, 0.4))
    c.fill("M40 44C40 8 40-4 36-4C90-4 116 12 118 44Z", t.base)
    c.line("M-90-2L-90 158M70-2L70 158M-132 46L112 46", t.ink, 13)
    c.fill("M-36 46L16 46L16 92Q-10 116-36 92Z", t.lit)
    c.fill("M-10 62L-2 66L-4 88L-16 88L-18 66Z", t.ink)
    c.line("M-38 2L18 2", t.ink, 11)
    c.ball(-10, -34, 25, t.accent)
    c.ball(-10, -34, 16, mix(t.accent, t.lit, 0.5))
    c.line("M230-230L120-140L60-92", t.ink, 74)
    c.fill("M84-150L126-92L108-70L60-128Z", t.pale)
    c.line("M56-92L20-62L2-48M40-112L0-92L-22-64M78-70L44-40", t.ink, 23)
    c.line("M30-64L8-50M8-88L-10-72", t.shade, 4)
    c.fill("M128 160C120 90 220 84 226 150L244 160Z", mix(t.pale, t.base, 0.5))
    c.fill("M180 112C200 106 224 124 226 150L244 160L190 160Z", mix(t.base, t.shade, 0.2))
    c.fill("M128 138L186 134L186 148L128 152Z", t.ink)
    c.fill("M170 104C150 70 180 50 206 70Q180 76 178 106Z", t.accent)
    c.fill("M-206 160L-200 132L-166 132L-160 160ZM-186 132Q-190 90-170 74", t.shade)
    c.line("M-184 132Q-188 90-166 70", t.shade, 5)
    c.fill(sharp(ring(-162, 62, 25, 6, inner=12)), t.pale)


def long_table(c: Canvas, t: Tones, chance: Chance) -> None:
    """A table laid to the horizon, with everybody at it."""
    rows = [(0.7**i, 24 + 150 * 0.7**i) for i in range(6)]
    for i in (5, 4, 3, 2, 1, 0):
        k, y = rows[i]
        x = 180 * k + 4
        c.line(f"M{-x:.0f} {y - 10 * k:.0f}l0 {-30 * k:.0f}M{x:.0f} {y - 10 * k:.0f}l0 {-30 * k:.0f}", (t.accent, t.shade, t.base)[i % 3], round(64 * k, 1))
        c.dots([(-x, y - 98 * k), (x, y - 98 * k)], _skin(t), round(52 * k, 1))
    c.fill("M-12 30L12 30L190 240L-190 240Z", t.pale)
    c.fill("M-12 30L-8 30L-130 240L-190 240Z", mix(t.pale, t.base, 0.4))
    c.fill("M3 30L7 30L78 240L34 240Z", mix(t.accent, t.pale, 0.2))
    plates = [(side * 230 * (k * 0.42 + 0.01), y - 8 * k, k) for side in (-1, 1) for k, y in rows[:4]]
    for x, y, k in plates:
        c.fill(disc(x, y, 27 * k, 9 * k), mix(t.base, t.lit, 0.4))
    c.fill("M-44 120C-44 84 10 84 12 120Z", t.base)
    c.line("M-30 112L-22 100M-14 112L-6 100", t.lit, 4)
    c.fill("M-24 60L-20 26L-4 26L0 60Z", t.accent)


def hammock(c: Canvas, t: Tones, chance: Chance) -> None:
    """The owner of the field, resting by law."""
    c.line("M-190 160L-176-120M190 160L176-120", t.shade, 18)
    c.line("M-178-90L-122-8M178-90L122-8", t.pale, 5)
    c.fill("M-134-20C-90 0-80 60-60 66C-20 80 30 76 60 60C90 40 100 0 134-20C130 60 90 110 0 112C-90 110-130 60-134-20Z", t.accent)
    c.fill("M-134-20C-130 60-90 110 0 112C90 110 130 60 134-20C110 50 70 88 0 90C-70 88-110 50-134-20Z", mix(t.accent, t.shade, 0.4))
    c.fill("M-96 24C-80-10-30-6 10 18C50 30 80 20 104 6L116-34L132-34L124 16C100 60 60 72 20 74C-40 74-86 60-96 24Z", mix(t.base, t.shade, 0.3))
    c.fill("M108 2L106-48L126-62L140-38L126 8Z", t.ink)
    c.ball(-92, 0, 30, _skin(t))
    c.fill("M-138 6C-120-34-60-36-42-2Q-90-16-138 6ZM-122-14C-124-60-68-62-62-22Z", t.lit)
    c.line("M-52 30L-10 6L20 26", mix(t.base, t.lit, 0.4), 20)
    c.ball(20, 26, 12, _skin(t))
    c.line("M-74 14L-20-30", t.lit, 3)
    c.fill("M-30 168C-20 130 10 120 30 120L96 104L100 116L40 136L20 170Z", t.ink)
    c.line("M96 108L150 88M88 112L146 108", t.shade, 7)
    c.line("M-24 126L44 116M-18 120L40 126M-12 130L30 112", t.lit, 6)
    c.dots([(-2, 108), (14, 104)], t.pale, 17)
    for x, y in ((-130, 134), (-96, 150), (116, 146), (150, 138), (-60, 158)):
        c.line(f"M{x} 176L{x + 4} {y}", t.near, 4)
        c.ball(x + 4, y, 9, t.accent)


def tagged_shelf(c: Canvas, t: Tones, chance: Chance) -> None:
    """Wonders with labels on, and the cat that keeps them."""
    c.group(0, -24, 0.84)
    c.fill("M-222-200L222-200L222 176L-222 176Z", t.lit)
    c.fill("M-206-184L206-184L206-46L-206-46ZM-206-26L206-26L206 116L-206 116Z", t.ink)
    c.fill("M-206 136L206 136L206 160L-206 160Z", t.base)
    c.fill("M-176-46L-188-126L-152-92L-132-144L-112-92L-76-126L-88-46Z", mix(t.lit, t.accent, 0.25))
    c.fill("M-178-64L-86-64L-88-46L-176-46Z", t.base)
    c.dots([(-188, -130), (-132, -148), (-76, -130)], t.accent, 17)
    c.fill("M66-46C40-56 34-106 60-126C70-142 96-136 100-116L176-110C196-96 190-56 160-46Z", mix(t.accent, t.lit, 0.2))
    c.fill("M58-120L58-152L78-136L96-152L100-118Z", mix(t.accent, t.lit, 0.2))
    c.line("M164-52Q206-46 198-12Q196 4 184 0", mix(t.accent, t.lit, 0.2), 13)
    c.line("M64-108Q70-102 76-108M82-108Q88-102 94-108", t.ink, 4)
    c.line("M-32-50L-10-150", t.pale, 13)
    c.line("M-44-96L8-84M-16-124L-8-160", t.base, 11)
    c.fill(sharp(ring(-136, 64, 50, 9, inner=39)), t.base)
    c.ball(-136, 64, 34, mix(t.base, t.lit, 0.5))
    c.ball(-136, 64, 12, t.ink)
    c.fill("M-34 116L-30 104L-14 94C-50 64-30 24 0 18C30 24 50 64 14 94L30 104L34 116Z", t.pale)
    c.fill("M0 18C30 24 50 64 14 94L30 104L34 116L4 116Z", mix(t.pale, t.base, 0.45))
    c.ball(0, 58, 17, t.accent)
    c.fill("M96 116L92 4L136 0L138 70Q186 78 186 116Z", t.base)
    c.fill("M88 0L140-4L140 18L90 22Z", t.lit)
    c.fill("M94 30C70 10 50 16 40 0Q34 30 52 36Q46 48 62 54Q60 64 96 62Z", t.pale)
    tags = ((-100, -74), (-12, -62), (154, -56), (-112, 92), (24, 92), (156, 92))
    c.fill("".join(f"M{x} {y - 4}l13 14l-2 30l-26-3l3-28Z" for x, y in tags), t.pale)
    c.dots([(x, y + 9) for x, y in tags], t.accent, 8)
    c.end()


def sinking_clause(c: Canvas, t: Tones, chance: Chance) -> None:
    """A deed on which the sun goes down, and lunch waiting."""
    c.group(0, -18, 0.92)
    c.fill("M-130-160L110-160L118 40L96 70L78 50L50 92L22 60L-10 104L-40 66L-70 96L-96 58L-122 80Z", t.pale)
    c.fill("M-126 10L116 10L118 40L96 70L78 50L50 92L22 60L-10 104L-40 66L-70 96L-96 58L-122 80Z", mix(t.accent, t.shade, 0.55))
    c.fill("M-110 10C-100-100 90-100 100 10Z", mix(t.pale, t.accent, 0.3))
    c.fill("M-74 10C-66-62 56-62 64 10Z", t.accent)
    c.line("M-100-128L-6-128M14-128L84-128M-100-106L60-106M-98 30L-54 30M-40 30L20 30M40 30L96 30M-84 48L-60 48M10 48L56 48", t.base, 6)
    c.line("M-142-162L122-162", t.base, 24)
    c.line("M-142-168L122-168", t.lit, 7)
    c.dots([(-96, 110), (-50, 124), (-20, 138), (40, 118), (72, 94), (-110, 140), (14, 150)], t.accent, 8)
    c.fill(disc(150, 136, 92, 20), t.lit)
    c.fill(disc(150, 132, 66, 12), mix(t.lit, t.base, 0.5))
    c.fill("M92 128C92 76 204 76 208 128Z", t.base)
    c.fill("M88 132L92 116Q150 104 210 116L212 132Z", t.pale)
    c.fill("M90 124Q110 140 124 124Q146 144 160 124Q190 144 210 124L210 132L90 132Z", t.accent)
    c.fill("M206 84Q180 86 178 104Q166 112 180 128L220 130Z", mix(t.sky, t.haze, 0.8))
    c.end()


def woollen_bear(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bear in a jumper, embarrassed; an axe that has met the jumper."""
    fur, wool = mix(t.base, t.shade, 0.6), mix(t.pale, t.base, 0.15)
    c.dots([(-56, -146), (56, -146)], fur, 48)
    c.dots([(-56, -146), (56, -146)], t.shade, 22)
    c.fill("M-130 200C-150 60-110-40-60-66L60-66C110-40 150 60 130 200Z", wool)
    c.fill("M40-66L60-66C110-40 150 60 130 200L60 200C90 80 80 0 40-66Z", mix(wool, t.base, 0.4))
    c.line("M-100-6L-136 70L-70 116M100-6L136 70L74 112", wool, 58)
    c.line("M-78 96L-52 128M80 92L56 124", t.accent, 16)
    c.dots([(-44, 122), (46, 120)], fur, 44)
    zig = "M-98 6" + "".join(f"L{-98 + 14 * k} {20 if k % 2 else 2}" for k in range(1, 15))
    c.line(zig, t.accent, 9)
    c.line("M-108 162" + "".join(f"L{-108 + 18 * k} {178 if k % 2 else 160}" for k in range(1, 13)), t.accent, 9)
    c.dots([(-60, 42), (-20, 42), (20, 42), (60, 42), (-40, 62), (0, 62), (40, 62)], mix(wool, t.shade, 0.4), 9)
    c.fill("M-84-92C-90-190 90-190 84-92C80-40-80-40-84-92Z", fur)
    c.fill("M-44-84C-44-120 44-120 44-84C40-54-40-54-44-84Z", mix(t.pale, t.base, 0.5))
    c.fill("M-18-104L18-104L0-86Z", t.ink)
    c.line("M0-86L0-76M-18-68Q0-80 18-68", t.ink, 5)
    c.dots([(-36, -120), (36, -120)], t.ink, 11)
    c.line("M-52-140L-30-134M52-140L30-134", t.shade, 6)
    c.dots([(-60, -94), (60, -94)], mix(fur, t.accent, 0.6), 22)
    c.line("M-62-58Q0-36 62-58", wool, 27)
    c.line("M-230 190L-152 104", t.shade, 10)
    c.fill("M-176 96L-150 70L-134 76L-128 96L-142 104L-134 118L-152 128L-160 112Z", mix(t.pale, t.ink, 0.25))
    c.ball(190, 132, 33, t.accent)
    c.line("M162 122Q190 106 218 128M164 142Q190 124 214 152M178 104Q200 130 186 162", mix(t.accent, t.pale, 0.4), 4)
    c.line("M190 164Q160 180 128 160", t.accent, 5)
    c.line("M170 150L232 72M214 154L160 76", t.ink, 5)


def breakfast_badger(c: Canvas, t: Tones, chance: Chance) -> None:
    """Nightcap still on, coffee in one paw, spear in the other."""
    fur = mix(t.base, t.shade, 0.5)
    c.line("M116 180L104-150", t.shade, 9)
    c.fill("M103-206L122-156L104-138L86-152Z", t.pale)
    c.line("M-30 130L-36 164M34 130L40 164", t.ink, 38)
    c.fill("M-78 150C-96 40-70-40-36-58L40-58C74-40 98 40 80 150Q0 176-78 150Z", fur)
    c.fill("M-40 140C-50 60-40-20 0-30C40-20 52 60 42 140Q0 156-40 140Z", t.ink)
    c.fill("M-70-70C-80-160 80-160 72-70C66-30 26-6 2-6C-22-6-62-30-70-70Z", t.pale)
    c.fill("M-62-46C-76-90-52-130-26-142C-30-100-22-60-12-24Q-50-26-62-46ZM64-46C78-90 54-130 28-142C32-100 24-60 14-24Q52-26 64-46Z", t.ink)
    c.dots([(-34, -76), (36, -76)], t.pale, 17)
    c.dots([(-33, -74), (37, -74)], t.ink, 9)
    c.line("M-48-84Q-34-92-22-84M24-84Q36-92 50-84", t.base, 5)
    c.ball(1, -20, 13, t.ink)
    c.fill("M-66-116C-50-190 60-190 68-112C110-150 140-120 150-60Q120-110 66-104Q0-134-66-104Z", mix(t.lit, t.base, 0.2))
    c.line("M-64-120Q0-144 68-118M-40-146Q10-168 66-142M76-132Q110-126 132-94", t.base, 8)
    c.line("M-66-106Q0-130 68-102", mix(t.lit, t.base, 0.2), 15)
    c.ball(150, -50, 14, t.accent)
    c.line("M64-26L122 10L112 40", fur, 38)
    c.line("M-62-26L-112 28L-84 54", fur, 38)
    c.line("M-150 30Q-176 34-168 54Q-160 68-142 58", t.pale, 8)
    c.fill("M-146 14L-88 14L-94 74L-140 74Z", t.pale)
    c.fill("M-146 14L-140 14L-134 74L-140 74ZM-143 34L-91 34L-92 46L-142 46Z", t.accent)
    c.line("M-128 2C-146-20-116-30-132-56M-106 2C-124-20-94-34-110-62", t.pale, 6)
    c.dots([(-84, 50), (112, 46)], t.ink, 33)


def jury_box(c: Canvas, t: Tones, chance: Chance) -> None:
    """Four neighbours and a bull, sworn."""
    c.group(0, 22, 0.9)
    skin, hide = _skin(t), mix(t.base, t.shade, 0.65)
    c.fill("M-240 60L-240-60L240-60L240 60Z", mix(t.base, t.shade, 0.3))
    c.line("M-240-62L240-62", t.shade, 13)
    c.fill("M-104 80C-110-40-70-90-40-96L40-96C70-90 110-40 104 80Z", hide)
    c.line("M-60-146C-110-150-126-180-112-216M60-146C110-150 126-180 112-216", t.pale, 21)
    c.fill("M-64-150C-60-180 60-180 64-150L44-60C36-30-36-30-44-60ZM-60-150L-110-138L-66-124ZM60-150L110-138L66-124Z", hide)
    c.fill("M-46-66C-40-100 40-100 46-66C40-28-40-28-46-66Z", mix(t.pale, t.base, 0.4))
    c.dots([(-17, -68), (17, -68)], t.ink, 11)
    c.line("M-46-128L-18-122M46-128L18-122M-20-46L20-46", t.ink, 6)
    c.dots([(-30, -116), (30, -116)], t.pale, 9)
    c.ball(0, -36, 13, t.accent)
    c.ball(0, -37, 6, hide)
    for x, y, coat in ((-196, -26, t.accent), (-130, -14, t.lit), (132, -16, mix(t.base, t.lit, 0.5)), (198, -28, t.shade)):
        c.fill(f"M{x - 34} 70L{x - 32} {y + 34}Q{x} {y + 6} {x + 32} {y + 34}L{x + 34} 70Z", coat)
        c.ball(x, y, 25, skin)
    c.dots([(-204, -28), (-187, -28), (-138, -16), (-121, -16), (190, -30), (207, -30)], t.ink, 6)
    c.fill("M-222-24C-232-64-162-66-170-24Q-196-52-222-24Z", mix(t.pale, t.base, 0.3))
    c.ball(-196, -62, 13, mix(t.pale, t.base, 0.3))
    c.fill("M-158-20C-160-50-100-50-102-20Q-130-32-158-20ZM-144-4Q-130-12-130-6Q-130-12-116-4Q-130 2-144-4Z", t.shade)
    c.fill("M104-6C96-56 168-56 160-6L152-18Q132-32 112-18Z", t.ink)
    c.line("M118-14Q123-10 128-14M137-14Q142-10 147-14", t.ink, 3)
    c.fill("M160-36Q198-54 236-36L222-40L220-62L176-62L174-40Z", t.base)
    c.line("M-220 44L-170 24M-172 44L-222 24", t.pale, 5)
    c.fill("M-256 58L256 58L250 200L-250 200Z", t.base)
    c.fill("M-266 48L266 48L266 68L-266 68Z", t.lit)
    c.fill("".join(f"M{x} 88L{x + 80} 88L{x + 80} 146L{x} 146Z" for x in (-240, -142, -40, 62, 160)), mix(t.base, t.shade, 0.4))
    c.end()


def jam_letter(c: Canvas, t: Tones, chance: Chance) -> None:
    """A safe conduct, signed many times over and sealed from the jar."""
    jam = mix(t.accent, t.shade, 0.25)
    c.group(-36, 0, 1, turn=-8)
    c.fill("M-130-140L120-140L120 150L-130 150Z", t.pale)
    c.fill("M-130-140L120-140L120-126L-130-126ZM-130-44L120-44L120-40L-130-40ZM-130 54L120 54L120 58L-130 58Z", mix(t.pale, t.base, 0.3))
    c.line("M-104-104L20-104M-104-84L88-84M-104-64L70-64", t.base, 7)
    c.line("M-108-14q10-20 16 0t16 0t16-4M-20-16q4-16 12 0t20-6t18 4M-106 22q14-22 20 0t14-4t22 2M-20 24q10-18 16-2t22-2M-104 90q10-18 14 0t20-4t14 4M60-10q8-18 14 0t18-4", t.shade, 4)
    c.end()
    c.fill("M-34 62C-60 40-20 16 4 30C30 10 70 34 52 62C78 78 48 110 30 96C32 120 34 150 24 156C12 150 20 124 10 106C-20 118-46 90-34 62Z", jam)
    c.fill("M-14 52Q-4 38 14 44Q0 48-6 62Z", mix(t.accent, t.pale, 0.6))
    c.fill(sharp(ring(12, 68, 20, 5, inner=9)), mix(jam, t.ink, 0.35))
    c.fill("M112 20C100 40 104 150 116 160L208 160C220 150 224 40 212 20Z", mix(t.pale, t.sky, 0.35))
    c.fill("M110 60C106 100 108 150 118 156L206 156C216 150 218 100 214 60Q160 74 110 60Z", t.accent)
    c.fill("M124 84L200 84L198 128L126 128Z", t.pale)
    c.dots([(152, 104), (170, 104), (161, 116)], t.accent, 15)
    c.fill("M108 10L216 10L214 28L110 28Z", t.lit)
    c.line("M146 56L96-96", t.base, 11)
    c.fill(disc(90, -112, 17, 26), t.base)
    c.fill("M-190-108Q-206-132-186-140Q-172-130-176-110Q-160-130-148-120Q-150-102-166-100Z", t.pale)
    c.fill(disc(-180, -92, 26, 14), t.accent)
    c.line("M-190-104L-192-80M-176-105L-176-79", t.ink, 8)
    c.ball(-154, -92, 9, t.ink)


def lark_chair(c: Canvas, t: Tones, chance: Chance) -> None:
    """An alderman in his armchair, risen by larks."""
    c.group(0, -6, 0.8)
    skin, coat = _skin(t), mix(t.base, t.shade, 0.6)
    birds = ((-190, -96, -8), (-112, -146, 6), (-22, -166, -4), (68, -160, 8), (150, -128, -6), (206, -74, 8))
    c.line("".join(f"M{x} {y + 6}L{-70 if x < -50 else 70 if x > 60 else 0} {-6 if abs(x) > 60 else -26}" for x, y, _ in birds), t.pale, 3)
    for x, y, a in birds:
        c.group(x, y, 1, turn=a)
        c.fill("M-40 8L-22-4C-4-16 18-14 28-4L42 0L28 6C14 18-6 16-22 10L-42 16Z", t.base)
        c.fill("M8-6C-4-30-20-42-42-44C-34-24-24-6-6 6Z", t.shade)
        c.end()
    c.line("M-64 140L-70 168M64 140L70 168", t.shade, 13)
    c.fill("M-80 120C-100 20-84-20 0-20C84-20 100 20 80 120Z", mix(t.accent, t.shade, 0.3))
    c.fill("M-62 80L-56-44Q0-60 56-44L62 80Z", t.accent)
    c.line("M-26 96L-34 158M26 96L34 158", t.ink, 30)
    c.fill("M-62 166Q-50 148-20 150L-20 172L-62 172ZM62 166Q50 148 20 150L20 172L62 172Z", t.ink)
    c.fill("M-58 104C-66 50-46 16 0 14C46 16 66 50 58 104Z", coat)
    c.fill("M-20 16L0 40L20 16L14 104L-14 104Z", t.pale)
    c.dots([(-34, 40), (-22, 60), (0, 70), (22, 60), (34, 40)], t.lit, 12)
    c.line("M-52 38L-86 66L-88 76M52 38L86 66L88 76", coat, 27)
    c.fill("M-116 74L-66 74L-70 146L-108 146ZM116 74L66 74L70 146L108 146Z", mix(t.accent, t.shade, 0.15))
    c.dots([(-90, 78), (90, 78)], skin, 26)
    c.fill(disc(0, -14, 33, 35), skin)
    c.fill("M-36-18C-40-44-28-44-24-30L-34 0ZM36-18C40-44 28-44 24-30L34 0Z", mix(t.pale, t.base, 0.3))
    c.dots([(-12, -18), (13, -18)], t.pale, 17)
    c.dots([(-12, -14), (13, -14)], t.ink, 8)
    c.line("M-20-34L-6-36M22-34L8-36M-10 8Q0 2 12 8", t.ink, 4)
    c.end()


def by_the_ear(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mother takes a soldier home."""
    skin, steel = _skin(t), mix(t.pale, t.base, 0.5)
    c.line("M-230 134L-96 60", t.shade, 8)
    c.fill("M-262 152L-236 122L-218 136Z", t.pale)
    c.line("M-74 90L-112 128L-138 158M-46 94L-36 130L-54 162", mix(steel, t.shade, 0.5), 30)
    c.fill("M-162 172L-156 148L-128 152L-120 172ZM-78 176L-72 152L-42 152L-28 176Z", t.ink)
    c.fill("M-100 104C-104 50-70 0-16-10L26 16C16 60-20 106-34 116Q-74 122-100 104Z", steel)
    c.fill("M-100 104C-104 50-70 0-16-10C-50 30-66 70-66 116Q-86 114-100 104Z", mix(steel, t.shade, 0.35))
    c.line("M-50 30L-86 66", mix(steel, t.pale, 0.4), 26)
    c.ball(-92, 70, 14, skin)
    c.group(26, -14, 1, turn=28)
    c.fill(disc(0, 0, 33, 36), skin)
    c.fill("M-36-2C-44-50 36-52 34-14Q6-26-10-18Q-14 0-36-2Z", t.shade)
    c.line("M2-6L14-8M20-10L28-12M8 18Q16 10 26 14", t.ink, 4)
    c.fill("M-8-14C-20-40-2-50 6-34Q6-14-8-14Z", mix(skin, t.accent, 0.55))
    c.end()
    c.fill("M-190 172C-192 120-116 112-112 158L-98 168Z", mix(t.base, t.lit, 0.3))
    c.line("M128 120L118 164M154 120L166 160", t.ink, 17)
    c.fill("M88 146C96 70 104 30 116 6L164 4C180 50 186 100 196 142Q140 160 88 146Z", mix(t.base, t.shade, 0.55))
    c.fill("M140 6L166 6C180 50 190 100 192 136Q164 146 146 146Z", t.pale)
    c.fill("M110 40C104-10 116-44 142-46C170-44 178-10 170 36Q140 50 110 40Z", t.accent)
    c.line("M122-26L80-20L40-48", mix(t.accent, t.shade, 0.3), 25)
    c.ball(36, -46, 14, skin)
    c.line("M160-24L196 0L214-36", mix(t.accent, t.shade, 0.3), 25)
    c.line("M214-36L236-120", t.shade, 7)
    c.fill(disc(240, -136, 23, 17), t.shade)
    c.ball(214, -42, 14, skin)
    c.ball(146, -72, 33, skin)
    c.fill("M108-78C106-124 184-128 180-82Q160-104 132-100Q124-70 118-52Q108-60 108-78Z", mix(t.pale, t.base, 0.4))
    c.ball(104, -92, 17, mix(t.pale, t.base, 0.4))
    c.line("M146-86L160-80M178-86L170-81M156-54Q166-60 174-54", t.ink, 4)
    c.dots([(155, -74), (172, -75)], t.ink, 7)


CREATURES: dict[str, Drawing] = {
    "sergeant-goose": sergeant_goose,
    "hard-baker": hard_baker,
    "outrider": outrider,
    "council-mule": council_mule,
    "mowers": mowers,
    "permit-clerk": permit_clerk,
    "chimney-stork": chimney_stork,
    "straw-alderman": straw_alderman,
    "receipt-knight": receipt_knight,
    "convoy": convoy,
    "nine-acre-mare": nine_acre_mare,
    "barn-magistrate": barn_magistrate,
    "soldier-midwife": soldier_midwife,
    "quarry-inspector": quarry_inspector,
    "berta": berta,
    "whole-village": whole_village,
    "weathercock": weathercock,
    "boundary-giant": boundary_giant,
}
THINGS: dict[str, Drawing] = {
    "big-coat": big_coat,
    "waiting-bench": waiting_bench,
    "pushed-clock": pushed_clock,
    "market-stall": market_stall,
    "bucket-line": bucket_line,
    "gavel": gavel,
    "policy-roof": policy_roof,
    "counter-window": counter_window,
    "soup-pot": soup_pot,
    "crucible": crucible,
    "door-bell": door_bell,
    "cousins": cousins,
    "reeve": reeve,
    "alms-box": alms_box,
    "long-table": long_table,
    "hammock": hammock,
    "tagged-shelf": tagged_shelf,
    "sinking-clause": sinking_clause,
    "woollen-bear": woollen_bear,
    "breakfast-badger": breakfast_badger,
    "jury-box": jury_box,
    "jam-letter": jam_letter,
    "lark-chair": lark_chair,
    "by-the-ear": by_the_ear,
}
LANDS: dict[str, Drawing] = {
    "white-village": village,
    "white-road": road,
    "white-wheat": wheat_field,
    "white-roofs": roofs,
    "white-office": office,
    "white-kitchen": kitchen,
    "white-barn": barn,
    "white-orchard": orchard,
    "white-hedges": hedges,
    "white-high": high_air,
}
