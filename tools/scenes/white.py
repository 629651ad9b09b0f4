"""What the pictures of white.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from math import cos, pi, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, disc, limb, mirrored, mix, ring, sharp, smooth
from settings import Tones


def _skin(t: Tones) -> str:
    return mix(mix(t.pale, t.accent, 0.2), t.base, 0.25)


def _soil(c: Canvas, chance: Chance, base: float, rise: float, count: int, color: str) -> None:
    """Ground from a wavering line down to the edge."""
    step = WIDTH / count
    points = [(i * step, base - chance.between(0, rise)) for i in range(-1, count + 2)]
    c.fill(f"{smooth(points, closed=False)}L{points[-1][0]:.0f} {HEIGHT}L{points[0][0]:.0f} {HEIGHT}Z", color)


def _gable(x: float, base: float, w: float, wall: float, roof: float) -> tuple[str, str]:
    """A house's wall and its roof."""
    return (
        sharp([(x - w, base), (x - w, base - wall), (x + w, base - wall), (x + w, base)]),
        sharp([(x - w - 8, base - wall), (x, base - wall - roof), (x + w + 8, base - wall)]),
    )


# Lands


def village(c: Canvas, t: Tones, chance: Chance) -> None:
    """A street of gables under a bell tower."""
    _soil(c, chance, 266, 24, 4, t.far)
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
    _soil(c, chance, 314, 6, 3, mix(t.mid, t.pale, 0.12))
    _soil(c, chance, 362, 14, 3, mix(t.mid, t.near, 0.45))


def road(c: Canvas, t: Tones, chance: Chance) -> None:
    """The White Road, its milestones and poplars."""
    _soil(c, chance, 258, 36, 3, t.far)
    _soil(c, chance, 292, 20, 2, t.mid)
    xs = [chance.between(0, 90) if i % 2 else chance.between(480, 570) for i in range(6)]
    c.line("".join(f"M{x:.0f} 300L{x:.0f} {chance.between(220, 262):.0f}" for x in xs), mix(t.mid, t.near, 0.7), 17)
    _soil(c, chance, 316, 12, 2, mix(t.mid, t.near, 0.3))
    c.fill("M80 430C180 340 330 330 322 318C310 304 250 298 262 290L310 274C290 292 400 312 404 330C430 370 440 380 470 430Z", mix(t.pale, t.mid, 0.15))
    c.line("M110 376L110 346M456 380L456 350", mix(t.far, t.near, 0.35), 30)
    c.line("M222 316L222 304M382 312L382 302", mix(t.far, t.near, 0.35), 14)


def wheat_field(c: Canvas, t: Tones, chance: Chance) -> None:
    """Standing wheat in bands, to the edge of the sky."""
    _soil(c, chance, 256, 26, 4, t.far)
    for i, base in enumerate((272, 300, 334)):
        color = mix(mix(t.lit, t.mid, 0.55), t.near, (0.05, 0.25, 0.45)[i])
        points: list[Point] = []
        for k in range(25 - i * 5):
            x = -20 + k * (620 / (24 - i * 5))
            points += [(x, base), (x + 10 + i * 2, base - 13 - i * 5 - chance.between(0, 8))]
        c.fill(sharp([*points, (WIDTH + 30, HEIGHT), (-20, HEIGHT)]), color)


def roofs(c: Canvas, t: Tones, chance: Chance) -> None:
    """High up: roofs below, the sky all round."""
    _soil(c, chance, 316, 30, 4, t.far)
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
    c.fill("M0 0L573 0L573 400L0 400Z", mix(t.near, t.shade, 0.4))
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
    c.fill("M0 0L573 0L573 400L0 400Z", wall)
    c.fill("M88 330L88 220C100 60 472 60 484 220L484 330Z", mix(wall, t.near, 0.5))
    c.fill("M116 330L116 220C130 90 442 90 456 220L456 330Z", t.shade)
    c.ball(286, 300, 120, mix(t.shade, t.accent, 0.35))
    c.ball(286, 310, 84, mix(t.shade, t.accent, 0.6))
    xs = [14 + i * 68 + chance.between(-10, 10) for i in range(9)]
    c.line("M0 52L573 52" + "".join(f"M{x:.0f} 52L{x:.0f} 84" for x in xs), t.near, 5)
    for part, width in ((xs[::2], 46), (xs[1::2], 34)):
        c.dots([(x, 84 + width / 2) for x in part], mix(wall, t.near, 0.7), width)
    c.fill("M0 326L573 326L573 400L0 400Z", mix(t.near, t.mid, 0.5))
    c.line("".join(f"M{286 + i * 60} 326L{286 + i * 120} 400" for i in range(-3, 4)) + "M0 354L573 354", mix(t.near, t.mid, 0.25), 3)


def barn(c: Canvas, t: Tones, chance: Chance) -> None:
    """Boards and beams about a round window, hay below."""
    wall = mix(t.near, t.shade, 0.5)
    c.fill(sharp([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]), wall)
    c.line("".join(f"M{20 + i * 52} 0L{20 + i * 52} 400" for i in range(11)), mix(wall, t.ink, 0.4), 4)
    c.ball(286, 150, 168, mix(wall, t.mid, 0.4))
    c.ball(286, 150, 146, mix(t.sky, t.haze, 0.7))
    c.ball(230, 106, 38, t.light)
    c.fill(sharp([(0, 0), (150, 0), (0, 150)]) + sharp([(573, 0), (423, 0), (573, 150)]), mix(wall, t.ink, 0.5))
    _soil(c, chance, 340, 24, 6, mix(t.mid, t.near, 0.3))
    straws = "".join(f"M{chance.between(0, WIDTH):.0f} {chance.between(338, 390):.0f}l{chance.between(-26, 26):.0f}-14" for _ in range(22))
    c.line(straws, mix(t.mid, t.lit, 0.5), 3)


def orchard(c: Canvas, t: Tones, chance: Chance) -> None:
    """Round trees in rows."""
    _soil(c, chance, 262, 26, 3, t.far)
    for base, size, count, color in ((288, 26, 8, mix(t.far, t.near, 0.35)), (322, 44, 5, mix(t.mid, t.near, 0.55))):
        _soil(c, chance, base, 4, 2, mix(t.mid, t.far, 0.5) if count == 8 else t.mid)
        xs = [WIDTH * i / count + chance.between(-14, 14) for i in range(count + 1)]
        c.line("".join(f"M{x:.0f} {base}L{x:.0f} {base - size}" for x in xs), t.near, 9)
        c.dots([(x, base - size * 1.6) for x in xs], color, size * 2)
    _soil(c, chance, 360, 14, 2, mix(t.mid, t.near, 0.45))


def hedges(c: Canvas, t: Tones, chance: Chance) -> None:
    """Fields parted by hedges, like a quilt on a hill."""
    _soil(c, chance, 250, 24, 4, t.far)
    c.fill("M-20 280Q286 180 600 276L600 400L-20 400Z", t.mid)
    c.fill("M120 246L214 233L240 400L40 400Z", mix(t.mid, t.lit, 0.45))
    c.fill("M340 231L460 244L580 400L370 400Z", mix(t.mid, t.near, 0.3))
    c.fill("M460 244L600 276L600 340L520 322Z", mix(t.mid, t.lit, 0.3))
    places = [(x + (y - 230) * lean, y) for x, lean in ((120, -0.5), (212, 0.16), (340, 0.18), (460, 0.76)) for y in range(240, 340, 20)]
    c.dots(places, mix(t.near, t.shade, 0.2), 15)
    _soil(c, chance, 358, 14, 2, mix(t.mid, t.near, 0.6))


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


def _wheel(c: Canvas, t: Tones, x: float, y: float, r: float) -> None:
    c.ball(x, y, r, t.ink)
    c.ball(x, y, r - 7, mix(t.base, t.lit, 0.3))
    k = round(r * 0.6)
    c.line(f"M{x - r + 6:.0f} {y}l{2 * r - 12:.0f} 0M{x - k / 2:.0f} {y - k}l{k} {2 * k}M{x + k / 2:.0f} {y - k}l{-k} {2 * k}", t.ink, 5)


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
    c.fill(smooth([(-112, -10), (-118, -66), (-80, -120), (-20, -164), (36, -190), (64, -150), (54, -96), (10, -50), (-20, -4)]), coat)
    c.fill(smooth([(-112, -50), (-80, -120), (-20, -164), (36, -190), (0, -150), (-50, -110), (-90, -54)]), mix(t.base, t.lit, 0.2))
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
        c.fill("M62-28Q126-16 164-66Q152 8 80 2Z", t.pale)
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
    c.fill(smooth([(112, -182), (72, -200), (62, -224), (76, -238), (94, -232), (120, -214), (148, -196)]), t.ink)
    c.fill(sharp([(66, -234), (44, -222), (66, -220)]), t.lit)
    c.ball(76, -227, 3, t.pale)


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
    c.line("M132-188l6 6l12-16M128-154l6 6l12-16M128-118l6 6l12-16", t.accent, 5)
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
        _wheel(c, t, -60, -38, 40)
        _wheel(c, t, 62, -38, 40)
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
}
THINGS: dict[str, Drawing] = {}
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
