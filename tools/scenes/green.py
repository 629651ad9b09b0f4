"""What the pictures of green.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, radians, sin

from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing, Point, disc, leg, limb, mirrored, mix, ring, sharp, smooth
from settings import Tones


def _join(*numbers: float) -> str:
    """Numbers of a path, as short as they can be."""
    texts = [str(round(number)) for number in numbers]
    return texts[0] + "".join(text if text.startswith("-") else " " + text for text in texts[1:])


def _blade(x: float, y: float, length: float, turn: float) -> str:
    """A small leaf of straight sides."""
    a = radians(turn)
    dx, dy = sin(a) * length, -cos(a) * length
    return sharp([(x, y), (x + dx * 0.5 + dy * 0.24, y + dy * 0.5 - dx * 0.24), (x + dx, y + dy), (x + dx * 0.5 - dy * 0.24, y + dy * 0.5 + dx * 0.24)])


def _leaf(x: float, y: float, length: float, turn: float) -> str:
    """A leaf from its stalk, pointing up and then turned by so many degrees."""
    a = radians(turn)
    dx, dy = sin(a) * length, -cos(a) * length
    w = 0.42
    if length < 56:
        return _blade(x, y, length, turn)
    return (
        f"M{_join(x, y)}q{_join(dx * 0.5 + dy * w, dy * 0.5 - dx * w, dx, dy)}"
        f"q{_join(-dx * 0.5 - dy * w, -dy * 0.5 + dx * w, -dx, -dy)}Z"
    )


def _bush(x: float, y: float, rx: float, ry: float, bumps: int, turn: float = 0.0) -> str:
    """A crown of leaves: an ellipse of bumps."""
    angles = [turn + 2 * pi * i / bumps for i in range(bumps + 1)]
    points = [(round(x + rx * cos(a)), round(y + ry * sin(a))) for a in angles]
    out = f"M{_join(*points[0])}"
    for a, ((x0, y0), (x1, y1)) in zip(angles, pairwise(points), strict=False):
        b = a + pi / bumps
        out += f"q{_join(x + rx * 1.42 * cos(b) - x0, y + ry * 1.42 * sin(b) - y0, x1 - x0, y1 - y0)}"
    return out + "Z"


def _eyes(c: Canvas, t: Tones, places: list[Point], r: float, look: Point = (0.3, 0.0), white: str | None = None) -> None:
    """Eyes with their pupils to one side."""
    c.dots(places, white or t.pale, 2 * r)
    c.dots([(x + look[0] * r, y + look[1] * r) for x, y in places], t.ink, r * 1.1)


def _fur(t: Tones, dark: float = 0.5) -> str:
    """The warm brown between accent and shade."""
    return mix(t.accent, t.shade, dark)


def _house(c: Canvas, t: Tones, x: float, y: float, w: float, h: float, roof: str, window: str) -> None:
    """A cottage about x, its sill at y."""
    c.fill(sharp([(x - w / 2, y), (x - w / 2, y - h), (x + w / 2, y - h), (x + w / 2, y)]), t.pale)
    c.fill(sharp([(x + w * 0.18, y), (x + w * 0.18, y - h), (x + w / 2, y - h), (x + w / 2, y)]), mix(t.pale, t.base, 0.35))
    c.fill(sharp([(x - w * 0.64, y - h), (x, y - h - w * 0.62), (x + w * 0.64, y - h)]), roof)
    c.fill(sharp([(x - w * 0.3, y - h * 0.7), (x - w * 0.06, y - h * 0.7), (x - w * 0.06, y - h * 0.3), (x - w * 0.3, y - h * 0.3)]), window)


def _poles(c: Canvas, t: Tones, xs: list[float], foot: float, top: float) -> None:
    """Bean poles, climbed."""
    c.line("".join(f"M{x - 12:.0f} {foot:.0f}L{x + 3:.0f} {top:.0f}M{x + 16:.0f} {foot:.0f}L{x - 3:.0f} {top:.0f}" for x in xs), _fur(t, 0.6), 4)
    leaves = ""
    for x in xs:
        for i in range(5):
            y = foot - 8 - i * (foot - top) * 0.19
            leaves += _leaf(x + (8 if i % 2 else -8), y, 26, 70 if i % 2 else -70)
    c.fill(leaves, t.lit)


# Lands


def bean_garden(c: Canvas, t: Tones, chance: Chance) -> None:
    """Aunt Sorrel's: her cottage, her fence, her rows."""
    c.fill(_bush(120, 292, 210, 60, 13) + _bush(470, 296, 190, 70, 12, 0.3), t.far)
    x = 96.0 if chance.between(0, 1) < 0.5 else 476.0
    _house(c, t, x, 288, 92, 52, _fur(t, 0.4), mix(t.accent, t.pale, 0.4))
    c.line(f"M{x + 24:.0f} 214L{x + 24:.0f} 190", t.base, 12)
    c.fill(sharp([(0, 284), (WIDTH, 280), (WIDTH, HEIGHT), (0, HEIGHT)]), t.mid)
    c.line("".join(f"M{i * 38 + 8} 296L{i * 38 + 8} 256" for i in range(16)) + "M0 270L573 270", mix(t.pale, t.mid, 0.35), 6)
    c.line("".join(f"M{286 + i * 30} 300L{286 + i * 90} 400" for i in range(-5, 6)), mix(t.mid, t.near, 0.3), 5)
    c.fill(_bush(20, 392, 70, 34, 7) + _bush(556, 396, 80, 40, 7), t.near)


def glade(c: Canvas, t: Tones, chance: Chance) -> None:
    """Round trees about an open place."""
    for y, r, count, color in ((236.0, 66.0, 6, t.far), (262.0, 80.0, 4, mix(t.far, t.mid, 0.7))):
        crowns, trunks = [], ""
        for i in range(count):
            x = WIDTH * (i + 0.5) / count + chance.between(-22, 22)
            top = y - chance.between(26, 70)
            crowns += [(x - r * 0.36, top + chance.between(4, 22)), (x + r * 0.38, top + chance.between(4, 22)), (x, top - r * 0.24)]
            trunks += f"M{x:.0f} {top:.0f}L{x:.0f} 310"
        c.line(trunks, mix(color, t.near, 0.35), 12)
        c.dots(crowns, color, r * 1.24)
    c.fill("M0 300Q286 276 573 300L573 400L0 400Z", t.mid)
    c.fill(disc(286, 352, 220, 22), mix(t.mid, t.lit, 0.35))
    x = 0 if chance.between(0, 1) < 0.5 else WIDTH
    c.fill(_bush(x, 20, 120, 66, 9) + _bush(WIDTH - x, -6, 90, 40, 8), t.near)
    c.line(f"M{x} 420L{x} 30", t.near, 54)


def underwood(c: Canvas, t: Tones, chance: Chance) -> None:
    """Under the ferns, where small things live: roots above, toadstools beside."""
    c.fill(_bush(150, 250, 240, 90, 9) + _bush(460, 250, 220, 110, 9), t.far)
    x = chance.between(130, 440)
    c.line(f"M{x:.0f} 330Q{x - 90:.0f} 150 {x - 120:.0f} -20M{x + 40:.0f} 330Q{x + 60:.0f} 160 {x + 170:.0f} -20", mix(t.far, t.mid, 0.8), 46)
    c.fill("M0 316Q286 296 573 314L573 400L0 400Z", t.mid)
    fern, stems = "", ""
    for side, foot, reach in ((1, -20, 190), (-1, WIDTH + 20, 190)):
        stems += f"M{foot} 380Q{foot + side * 40} 120 {foot + side * reach} {300 - reach}"
        for i in range(1, 8):
            k = i / 8
            px = (1 - k) ** 2 * foot + 2 * k * (1 - k) * (foot + side * 40) + k * k * (foot + side * reach)
            py = (1 - k) ** 2 * 380 + 2 * k * (1 - k) * 120 + k * k * (300 - reach)
            fern += _blade(px, py, 74 - i * 5, side * (100 - i * 4)) + _blade(px, py, 64 - i * 4, side * (i * 6 - 40))
    c.line(stems, t.near, 5)
    c.fill(fern, t.near)
    for tx, s in ((chance.between(60, 130), 1.0), (chance.between(440, 510), 0.75)):
        c.line(f"M{tx:.0f} 352L{tx + 4:.0f} {352 - 60 * s:.0f}", t.pale, 13 * s)
        c.fill(f"M{_join(tx - 42 * s, 300)}Q{_join(tx, 300 - 112 * s, tx + 44 * s, 300)}Q{_join(tx, 290, tx - 42 * s, 300)}Z", mix(t.accent, t.near, 0.35))
        c.dots([(tx - 12 * s, 300 - 20 * s), (tx + 14 * s, 300 - 28 * s)], t.pale, 9 * s)


def wood_pond(c: Canvas, t: Tones, chance: Chance) -> None:
    """Still water among reeds."""
    c.fill(_bush(90, 240, 170, 70, 7) + _bush(330, 246, 150, 46, 6) + _bush(510, 236, 150, 88, 7), t.far)
    c.below(262, mix(t.sky, t.mid, 0.45))
    c.fill(disc(150, 284, 150, 6) + disc(430, 300, 170, 7) + disc(240, 322, 120, 5), mix(t.haze, t.sky, 0.35))
    pads = "".join(disc(chance.between(20, 550), y, 30 + (y - 280) * 0.3, 7) for y in (278, 292, 310, 330))
    c.fill(pads, mix(t.mid, t.lit, 0.35))
    c.fill("M0 350Q286 334 573 348L573 400L0 400Z", t.near)
    reeds, heads = "", ""
    for i in range(9):
        x = chance.between(0, 120) if i % 2 else chance.between(450, 573)
        h = chance.between(90, 190)
        reeds += f"M{x:.0f} 380L{x + 6:.0f} {360 - h:.0f}"
        heads += f"M{x + 6:.0f} {362 - h:.0f}L{x + 7:.0f} {390 - h:.0f}" if i % 3 else ""
    c.line(reeds, t.near, 4)
    c.line(heads, _fur(t, 0.45), 12)


def burrow(c: Canvas, t: Tones, chance: Chance) -> None:
    """A room under roots, with shelves and a round window."""
    earth = mix(_fur(t, 0.72), t.near, 0.45)
    c.below(0, earth)
    x = 452.0 if chance.between(0, 1) < 0.5 else 120.0
    c.ball(x, 110, 72, mix(earth, t.ink, 0.35))
    c.ball(x, 110, 62, t.haze)
    c.fill(_bush(x, 150, 46, 18, 7), t.far)
    c.line(f"M{x:.0f} 50L{x:.0f} 172M{x - 60:.0f} 110L{x + 60:.0f} 110", mix(earth, t.ink, 0.35), 6)
    c.line("M60-10C70 40 40 70 66 110M250-10C240 30 270 44 258 84M330-10C340 60 310 66 330 130M540-10C530 40 560 60 546 100", mix(earth, t.lit, 0.3), 9)
    s = WIDTH - x
    c.line(f"M{s - 96:.0f} 128L{s + 96:.0f} 128M{s - 96:.0f} 206L{s + 96:.0f} 206M{s - 96:.0f} 284L{s + 96:.0f} 284", mix(earth, t.ink, 0.5), 9)
    papers = "".join(
        f"M{s - 84 + i * 21:.0f} {y:.0f}L{s - 84 + i * 21 + (i % 3) * 3:.0f} {y - 34 - (i * 7 + y) % 20:.0f}" for y in (120, 198, 276) for i in range(9) if (i + y) % 5
    )
    c.line(papers, mix(t.pale, earth, 0.3), 11)
    c.fill(sharp([(0, 330), (WIDTH, 326), (WIDTH, HEIGHT), (0, HEIGHT)]), mix(earth, t.ink, 0.3))


# The court of the wood


def usher_owlet(c: Canvas, t: Tones, chance: Chance) -> None:
    """Wings up, staff in its claws: all rise."""
    wing = [(44, -196), (104, -262), (176, -296), (214, -286), (196, -256), (220, -236), (192, -216), (204, -188), (170, -178), (168, -150), (120, -140), (56, -112)]
    for side in (-1, 1):
        c.fill(smooth([(side * x, y) for x, y in wing], tension=0.8), t.base)
        c.fill(smooth([(side * x, y) for x, y in [(44, -190), (104, -244), (168, -270), (150, -230), (120, -200), (56, -140)]]), mix(t.base, t.lit, 0.4))
    c.fill(smooth(mirrored([(0, -58), (44, -78), (68, -140), (64, -204), (78, -252), (34, -236), (0, -234)])), mix(t.base, t.lit, 0.65))
    c.fill(smooth(mirrored([(0, -68), (34, -84), (46, -130), (0, -156)])), t.pale)
    c.line("M-22-124l10 10l10-10M4-124l10 10l10-10M-30-104l10 10l10-10M-8-100l10 10l10-10M16-104l10 10l10-10", t.base, 4)
    c.dots([(-30, -192), (30, -192)], t.pale, 66)
    c.dots([(-28, -192), (28, -192)], t.accent, 42)
    c.dots([(-26, -192), (26, -192)], t.ink, 24)
    c.dots([(-20, -199), (32, -199)], t.pale, 8)
    c.fill(sharp([(-11, -182), (11, -182), (0, -156)]), t.shade)
    c.line("M-128-30L150-66", t.shade, 9)
    c.ball(158, -67, 17, t.accent)
    c.line("M-24-70L-26-42M-14-70L-15-44M14-70L16-48M24-70L27-50", t.accent, 7)


def acorn_treasurer(c: Canvas, t: Tones, chance: Chance) -> None:
    """A squirrel with spectacles, its strongbox full."""
    fur = _fur(t, 0.3)
    c.fill(limb((-10, -20, 50), (-96, -30, 70), (-128, -110, 84), (-104, -200, 90), (-44, -240, 70), (-12, -214, 44)), _fur(t, 0.48))
    c.fill(limb((-30, -40, 16), (-96, -60, 26), (-112, -130, 34), (-92, -196, 30), (-46, -224, 18)), fur)
    c.fill(smooth([(-40, -10), (-52, -70), (-20, -130), (14, -176), (50, -170), (60, -120), (50, -60), (46, -6), (0, 2)]), fur)
    c.fill(smooth([(20, -130), (48, -128), (50, -70), (38, -20), (16, -50)]), t.pale)
    c.fill(smooth([(0, -2), (-30, -30), (-10, -64), (30, -50), (44, -4)]), _fur(t, 0.48))
    c.fill(smooth([(0, -190), (8, -250), (32, -216)]) + smooth([(30, -212), (46, -252), (58, -208)]), _fur(t, 0.48))
    c.fill(smooth([(-4, -184), (20, -222), (62, -218), (98, -184), (92, -168), (60, -158), (20, -158)]), fur)
    c.ball(96, -182, 7, t.ink)
    _eyes(c, t, [(52, -194)], 15, (0.3, 0.1))
    c.line("M37-194A15 15 0 1 0 67-194A15 15 0 1 0 37-194M67-196L84-200M37-196L8-204", t.shade, 4)
    c.fill(limb((24, -118, 26), (70, -100, 20), (96, -118, 18)), fur)
    c.fill(disc(108, -128, 19, 24), mix(t.accent, t.pale, 0.3))
    c.fill(smooth([(84, -138), (92, -158), (108, -164), (124, -158), (132, -138), (108, -132)]), t.shade)
    c.line("M108-162L112-174", t.shade, 5)
    for x, y in ((98, -58), (126, -66), (152, -60), (110, -76), (140, -80)):
        c.ball(x, y, 15, mix(t.accent, t.pale, 0.3))
    c.dots([(98, -68), (126, -76), (152, -70), (110, -86), (140, -90)], t.shade, 22)
    c.fill(sharp([(72, -58), (184, -58), (178, 2), (78, 2)]), t.base)
    c.line("M74-44L182-44M78-12L178-12", t.shade, 6)
    c.ball(128, -32, 10, t.accent)


def goose(c: Canvas, t: Tones, chance: Chance) -> None:
    """On guard before the beans, and audible."""
    _poles(c, t, [-190, -118, 216], 4, -236)
    c.line("M-26-50L-30-6M18-50L20-6", t.accent, 10)
    c.fill(sharp([(-44, 2), (-30, -14), (2, 2)]) + sharp([(6, 2), (20, -14), (52, 2)]), t.accent)
    c.fill(limb((38, -108, 60), (76, -160, 34), (64, -212, 26), (78, -252, 28), (94, -262, 32)), t.pale)
    c.fill(smooth([(-128, -128), (-92, -120), (-40, -136), (30, -138), (70, -112), (62, -66), (10, -40), (-60, -46), (-104, -84)]), t.pale)
    c.fill(smooth([(-104, -84), (-60, -46), (10, -40), (62, -66), (20, -60), (-50, -70)]), mix(t.pale, t.base, 0.4))
    c.fill(smooth([(30, -112), (-10, -190), (-70, -236), (-132, -244), (-104, -206), (-126, -196), (-90, -168), (-104, -152), (-66, -130), (-20, -86)], tension=0.85), mix(t.pale, t.base, 0.16))
    c.line("M-20-140L-86-206M-14-120L-86-170M-10-106L-70-138", mix(t.pale, t.base, 0.5), 4)
    c.fill(sharp([(100, -276), (152, -282), (108, -256)]) + sharp([(104, -258), (146, -236), (98, -246)]), t.accent)
    c.fill(sharp([(106, -258), (132, -250), (104, -252)]), mix(t.accent, t.ink, 0.6))
    c.ball(95, -268, 5, t.ink)
    c.line("M84-280L104-274", t.ink, 4)
    c.line("M166-300L192-312M172-262L202-262M164-230L188-216", t.pale, 5)


def detour_fox(c: Canvas, t: Tones, chance: Chance) -> None:
    """Seated under a signpost, and no help."""
    fur = mix(t.accent, t.base, 0.12)
    c.line("M96 4L96-262", _fur(t, 0.68), 16)
    c.fill(sharp([(84, -256), (196, -270), (222, -246), (200, -226), (84, -214)]), mix(t.pale, t.base, 0.2))
    c.fill(sharp([(112, -200), (6, -206), (-20, -184), (8, -164), (112, -160)]), mix(t.pale, t.base, 0.35))
    c.line("M104-238L176-246M160-256L178-246L164-236M92-182L30-184M44-194L28-184L44-174", t.shade, 5)
    c.fill(limb((-30, -16, 34), (-98, -14, 52), (-146, -50, 48), (-150, -96, 14)), fur)
    c.fill(limb((-142, -66, 40), (-150, -92, 26), (-150, -112, 4)), t.pale)
    c.fill(smooth([(-58, 2), (-62, -50), (-36, -104), (0, -142), (32, -126), (44, -60), (46, 2)]), fur)
    c.fill(smooth([(2, -126), (32, -122), (42, -66), (26, -36), (12, -80)]), t.pale)
    c.fill(limb((28, -70, 22), (34, -30, 17), (38, -2, 18)) + limb((12, -60, 22), (12, -24, 17), (14, 0, 18)), t.shade)
    c.fill(sharp([(-36, -166), (-42, -224), (-4, -194)]) + sharp([(14, -192), (36, -226), (44, -170)]), t.shade)
    c.fill(smooth([(-40, -174), (-20, -196), (20, -196), (44, -172), (68, -140), (60, -130), (30, -126), (-10, -134), (-36, -146)]), fur)
    c.fill(smooth([(-36, -146), (-10, -134), (30, -126), (60, -130), (68, -140), (30, -146), (0, -150), (-30, -166)]), t.pale)
    c.ball(67, -140, 7, t.ink)
    c.line("M-16-166Q-8-176 2-166M24-166Q32-176 40-164", t.ink, 5)


def pollard(c: Canvas, t: Tones, chance: Chance) -> None:
    """A willow cut back to its knuckles, an axe still in it."""
    bark, dark = _fur(t, 0.62), _fur(t, 0.8)
    shoots, leaves = "", ""
    for i in range(11):
        a = -62 + i * 12.4
        x, y = 84 * sin(radians(a)), -190 - 30 * cos(radians(a))
        h = 84 + (i * 37) % 34
        tx, ty = x + h * sin(radians(a * 0.8)), y - h * cos(radians(a * 0.8))
        shoots += f"M{x:.0f} {y:.0f}L{tx:.0f} {ty:.0f}"
        leaves += _leaf(tx, ty, 26, a * 0.8) + _leaf((x + tx) / 2, (y + ty) / 2, 26, a + 55) + _leaf((x + tx) / 2, (y + ty) / 2 - 10, 26, a - 55)
    c.line(shoots, mix(t.base, t.lit, 0.4), 5)
    c.fill(leaves, t.lit)
    c.fill(smooth([(-110, 6), (-58, -30), (-60, -120), (-100, -164), (-104, -206), (-66, -224), (0, -232), (66, -224), (104, -206), (98, -164), (62, -120), (60, -30), (112, 6)]), bark)
    c.fill(smooth([(30, -232), (66, -224), (104, -206), (98, -164), (62, -120), (60, -30), (112, 6), (30, 6), (26, -110)]), dark)
    c.dots([(-84, -196), (-46, -212), (0, -216), (46, -210), (84, -194)], mix(bark, t.pale, 0.55), 24)
    c.line("M-46-166L-10-150M46-166L10-150", t.ink, 9)
    _eyes(c, t, [(-26, -142), (26, -142)], 11, (0.25, 0.2), t.accent)
    c.line("M-28-92Q0-112 28-92", t.ink, 8)
    c.line("M-36-40Q-30-70-40-96M36-24Q30-56 44-84", mix(bark, t.ink, 0.4), 5)
    c.line("M50-70L150-116", mix(t.pale, bark, 0.4), 10)
    c.fill(sharp([(34, -92), (70, -98), (80, -60), (44, -40), (50, -66)]), mix(t.pale, t.sky, 0.4))


def badger_clerk(c: Canvas, t: Tones, chance: Chance) -> None:
    """Behind its stump, with a stamp and a boot to file."""
    coat = mix(t.shade, t.pale, 0.3)
    c.fill(smooth(mirrored([(0, -150), (70, -140), (104, -80), (110, 0), (0, 4)])), coat)
    c.fill(smooth(mirrored([(0, -130), (26, -120), (36, -60), (0, -40)])), t.ink)
    c.fill(disc(-62, -226, 20, 18) + disc(62, -226, 20, 18), t.ink)
    c.fill(smooth(mirrored([(0, -250), (52, -240), (76, -196), (58, -150), (28, -122), (0, -116)])), t.pale)
    for side in (-1, 1):
        c.fill(smooth([(side * 18, -246), (side * 50, -238), (side * 62, -200), (side * 48, -160), (side * 20, -134), (side * 22, -180)]), t.ink)
    c.fill(disc(0, -126, 17, 12), t.ink)
    c.dots([(-38, -184), (38, -184)], t.pale, 13)
    c.line("M-58-182a20 20 0 1 0 40 0a20 20 0 1 0-40 0M18-182a20 20 0 1 0 40 0a20 20 0 1 0-40 0M-18-186Q0-194 18-186", t.accent, 5)
    c.fill(sharp([(-168, 4), (-156, -62), (168, -62), (178, 4)]), _fur(t, 0.7))
    c.fill(disc(6, -62, 164, 18), _fur(t, 0.42))
    c.line("M-60-62A66 7 0 1 0 72-62A66 7 0 1 0-60-62M-20-62A26 3 0 1 0 32-62", _fur(t, 0.6), 3)
    c.fill(limb((-84, -120, 46), (-120, -92, 38), (-84, -66, 34)) + limb((84, -120, 46), (112, -120, 38), (104, -150, 30)), coat)
    c.line("M104-150L104-176", t.shade, 12)
    c.fill(sharp([(78, -196), (130, -196), (134, -174), (74, -174)]), t.accent)
    c.fill(sharp([(-46, -72), (20, -76), (30, -58), (-44, -54)]), t.pale)
    c.fill(smooth([(60, -66), (62, -104), (88, -104), (92, -84), (126, -76), (126, -64)], tension=0.5), t.shade)


def nine_piglets(c: Canvas, t: Tones, chance: Chance) -> None:
    """Eight in a heap; the ninth is nearer."""
    rows = [(-126, -40), (-42, -40), (42, -40), (126, -40), (-84, -112), (0, -112), (84, -112), (0, -184)]
    light, dark = mix(_fur(t, 0.35), t.pale, 0.2), _fur(t, 0.6)
    for level, color in ((-184, light), (-112, mix(light, dark, 0.25)), (-40, light)):
        some = [(x, y) for x, y in rows if y == level]
        c.fill("".join(sharp([(x + s * 18, y - 26), (x + s * 42, y - 52), (x + s * 38, y - 12)]) for x, y in some for s in (-1, 1)), dark)
        c.fill("".join(disc(x, y, 46, 42) for x, y in some), color)
        c.line("".join(f"M{x - 16} {y - 40}l-4 18M{x} {y - 42}l0 20M{x + 16} {y - 40}l4 18" for x, y in some), dark, 6)
        c.dots([(x + s * 19, y - 8) for x, y in some for s in (-1, 1)], t.ink, 9)
        c.fill("".join(disc(x, y + 12, 18, 14) for x, y in some), mix(t.accent, t.pale, 0.55))
        c.dots([(x + s * 6, y + 12) for x, y in some for s in (-1, 1)], t.shade, 6)
    c.fill(_leaf(-236, -80, 66, -60) + _leaf(-136, -80, 66, 60), t.shade)
    c.fill(disc(-186, -26, 88, 80), _fur(t, 0.66))
    c.line("M-218-100l-8 34M-186-106l0 36M-154-100l8 34", _fur(t, 0.4), 11)
    _eyes(c, t, [(-222, -42), (-150, -42)], 13, (0.3, -0.2), t.accent)
    c.fill(disc(-186, -8, 34, 26), _fur(t, 0.3))
    c.dots([(-198, -8), (-174, -8)], t.shade, 11)


def toad(c: Canvas, t: Tones, chance: Chance) -> None:
    """In a wig, unmoved."""
    skin, dark = mix(t.lit, t.base, 0.3), mix(t.base, t.shade, 0.2)
    c.fill(sharp([(-170, 6), (-150, -34), (160, -34), (176, 6)]), _fur(t, 0.7))
    c.fill(disc(4, -34, 156, 14), _fur(t, 0.5))
    for side in (-1, 1):
        c.fill(smooth([(side * 60, -34), (side * 100, -100), (side * 140, -84), (side * 146, -40), (side * 110, -26)]), dark)
    c.fill(smooth(mirrored([(0, -210), (60, -206), (104, -160), (118, -90), (96, -36), (0, -30)])), skin)
    c.fill(smooth(mirrored([(0, -130), (70, -124), (86, -80), (60, -38), (0, -32)])), mix(t.pale, t.lit, 0.35))
    c.line("M-100-140Q0-98 100-140", t.shade, 6)
    c.dots([(-76, -92), (-60, -74), (82, -100), (70, -70), (-88, -112)], dark, 11)
    for side in (-1, 1):
        c.fill(limb((side * 80, -110, 34), (side * 66, -62, 28), (side * 58, -30, 30)), skin)
    c.line("M-78-30l0 8M-60-30l0 10M-44-30l0 8M44-30l0 8M60-30l0 10M78-30l0 8", dark, 7)
    curls = [(s * x, y) for x, y in ((112, -176), (122, -148), (124, -120), (98, -208), (118, -92)) for s in (-1, 1)]
    c.fill(smooth(mirrored([(0, -250), (58, -246), (104, -206), (112, -150), (86, -180), (40, -206), (0, -210)])), t.pale)
    c.dots(curls, t.pale, 36)
    c.line("".join(f"M{x - 8} {y}c0-14 18-14 16 2" for x, y in curls) + "M-60-216Q0-238 60-216M-40-234Q0-248 40-234", mix(t.pale, t.base, 0.5), 4)
    for side in (-1, 1):
        c.ball(side * 52, -188, 28, skin)
        c.ball(side * 52, -186, 20, t.accent)
        c.fill(sharp([(side * 52 - 22, -190), (side * 52 + 22, -190), (side * 52 + 18, -206), (side * 52 - 18, -206)]), skin)
        c.line(f"M{side * 52 - 22} -188L{side * 52 + 22} -188M{side * 52} -184L{side * 52} -176", t.ink, 6)
    c.line("M118-52L190-96", _fur(t, 0.7), 9)
    c.fill(sharp([(170, -122), (192, -134), (216, -92), (194, -80)]), t.accent)


def beetle(c: Canvas, t: Tones, chance: Chance) -> None:
    """On the wing, with a letter."""
    c.group(-20, -168, 0.84, turn=62)
    c.fill(_leaf(16, 20, 230, 104) + _leaf(-16, 20, 230, -104), mix(t.haze, t.pale, 0.55))
    c.line("M24 24L220 72M30 32L160 84M-24 24L-220 72M-30 32L-160 84", mix(t.haze, t.base, 0.45), 3)
    for side in (-1, 1):
        c.line(f"M{side * 30}-40l{side * 46}-24l{side * 10} -26M{side * 34} 0l{side * 34} 62l{side * 26} 14M{side * 20} 50l{side * 20} 56l{side * -8} 26", t.ink, 8)
    c.fill(smooth(mirrored([(0, -20), (34, 0), (40, 60), (20, 110), (0, 120)])), _fur(t, 0.72))
    c.line("M-30 30L30 30M-34 56L34 56M-28 82L28 82", t.shade, 4)
    for side in (-1, 1):
        c.fill(smooth([(side * 6, -14), (side * 44, -26), (side * 96, 10), (side * 122, 78), (side * 84, 92), (side * 34, 40)]), _fur(t, 0.55))
        c.fill(smooth([(side * 20, -12), (side * 48, -18), (side * 92, 16), (side * 108, 60), (side * 60, 20)]), _fur(t, 0.25))
    c.fill(smooth(mirrored([(0, -66), (38, -60), (48, -34), (34, -12), (0, -8)])), t.shade)
    c.fill(smooth(mirrored([(0, -104), (26, -100), (36, -76), (26, -62), (0, -58)])), _fur(t, 0.6))
    for side in (-1, 1):
        c.line(f"M{side * 16}-98C{side * 60}-120 {side * 86}-160 {side * 40}-206M{side * 62}-142l{side * -30}-8M{side * 66}-172l{side * 32}-22", _fur(t, 0.15), 13)
        c.line(f"M{side * 30}-84l{side * 36} 2l{side * 16}-16", t.ink, 5)
    c.dots([(-25, -84), (25, -84)], t.pale, 11)
    c.end()
    c.group(60, -66, 1, turn=-12)
    c.fill(sharp([(-40, -26), (40, -26), (40, 26), (-40, 26)]), t.pale)
    c.line("M-40-26L0 6L40-26", t.base, 4)
    c.ball(0, 6, 9, mix(t.accent, t.ink, 0.2))
    c.end()


def stag(c: Canvas, t: Tones, chance: Chance) -> None:
    """Its antlers are in the box with the rest of its desk."""
    coat, dark = _fur(t, 0.42), _fur(t, 0.62)
    c.fill(leg(-82, -120, 16, 12) + leg(34, -120, 16, -6), dark)
    c.fill(smooth([(-118, -150), (-60, -166), (20, -164), (66, -186), (80, -140), (40, -104), (-40, -100), (-104, -108)]), coat)
    c.fill(_leaf(-108, -146, 44, -140), t.pale)
    c.fill(smooth([(-104, -112), (-40, -104), (40, -108), (62, -124), (20, -122), (-50, -120)]), mix(coat, t.pale, 0.5))
    c.fill(leg(-100, -124, 17, 12) + leg(52, -124, 17, -6), coat)
    c.dots([(-80, -146), (-54, -152), (-66, -134), (-28, -146)], mix(coat, t.pale, 0.6), 9)
    c.fill(limb((48, -150, 62), (78, -200, 38), (92, -240, 34)), coat)
    c.fill(_leaf(76, -256, 50, -64) + _leaf(98, -262, 40, 30), dark)
    c.fill(smooth([(72, -262), (100, -276), (124, -258), (160, -226), (156, -212), (132, -212), (90, -226)]), coat)
    c.line("M88-276l-6-16M110-272l4-14", t.pale, 13)
    c.dots([(82, -294), (114, -288)], t.accent, 15)
    c.ball(156, -220, 8, t.ink)
    c.ball(116, -246, 6, t.ink)
    c.line("M106-258Q118-262 126-254", t.ink, 4)
    c.fill(smooth([(44, -186), (66, -206), (110, -206), (106, -190), (72, -180)]) + sharp([(52, -196), (74, -192), (60, -140), (40, -144)]), t.accent)
    c.line("M166-84C160-140 130-140 126-190M148-130L176-152M190-80C196-140 222-150 220-196M200-128L176-150M212-150L240-160", t.pale, 9)
    c.fill(_leaf(150, -78, 40, -30) + _leaf(150, -78, 44, 4) + _leaf(206, -78, 36, 40), t.lit)
    c.fill(sharp([(116, -84), (232, -84), (224, 2), (124, 2)]), mix(t.pale, _fur(t), 0.45))
    c.fill(sharp([(116, -84), (232, -84), (230, -62), (118, -62)]), mix(t.pale, _fur(t), 0.65))
    c.line("M158-40L192-40", t.shade, 8)


def lizard(c: Canvas, t: Tones, chance: Chance) -> None:
    """Before a plank on which eleven tails are nailed."""
    c.fill(sharp([(-196, -292), (196, -286), (194, -256), (-198, -260)]), _fur(t, 0.66))
    tails, nails = "", []
    for i in range(11):
        x, h = -176 + i * 35, (118, 92, 106)[i % 3]
        tails += f"M{x} -270q6 {h * 0.5:.0f} -2 {h * 0.8:.0f}t{12 if i % 2 else -14} {h * 0.3:.0f}"
        nails.append((x, -272.0))
    c.line(tails, mix(t.base, t.lit, 0.35), 11)
    c.dots(nails, t.pale, 9)
    c.fill(smooth([(-200, 6), (-150, -40), (-20, -58), (120, -44), (196, 6)]), mix(t.near, t.mid, 0.3))
    c.fill(limb((-60, -76, 44), (-120, -66, 36), (-172, -84, 28), (-196, -122, 20), (-176, -152, 14), (-148, -142, 7)), t.accent)
    c.line("M-84-92l0 26M-106-88l0 26M-130-84l-2 24M-154-90l-8 20M-180-104l-12 12", _fur(t, 0.4), 5)
    c.fill(limb((-50, -70, 20), (-84, -50, 16), (-62, -24, 14)) + limb((64, -80, 20), (40, -50, 16), (60, -24, 14)), t.base)
    c.fill(smooth([(-92, -76), (-30, -106), (40, -112), (90, -120), (140, -136), (186, -116), (190, -100), (130, -88), (60, -60), (-30, -54)]), t.lit)
    c.fill(smooth([(-80, -66), (40, -78), (130, -100), (190, -102), (130, -88), (60, -60), (-30, -54)]), t.pale)
    c.dots([(-40, -90), (-12, -96), (16, -98), (44, -100), (72, -106)], t.base, 13)
    c.fill(limb((-24, -74, 22), (-4, -50, 18), (-20, -24, 15)) + limb((84, -84, 22), (112, -58, 18), (98, -26, 15)), mix(t.lit, t.base, 0.3))
    c.line("M-20-24l-14 6M-20-24l0 10M-20-24l16 6M98-26l-14 6M98-26l0 10M98-26l16 6", mix(t.lit, t.base, 0.3), 6)
    c.ball(146, -122, 15, t.pale)
    c.ball(148, -122, 7, t.ink)
    c.line("M188-106Q160-96 136-98", t.shade, 4)


def mother_of_nine(c: Canvas, t: Tones, chance: Chance) -> None:
    """Head on, with what she makes eight between her feet."""
    hide, light = mix(_fur(t, 0.72), t.base, 0.2), _fur(t, 0.5)
    bristles: list[Point] = []
    for i in range(13):
        a = pi * (1.02 - i * 0.0867)
        bristles += [(156 * cos(a), -118 - 132 * sin(a)), (182 * cos(a - 0.04), -118 - 160 * sin(a - 0.04))]
    c.fill(sharp([*bristles, (150, -100), (-150, -100)]), t.ink)
    c.fill(smooth(mirrored([(0, -250), (92, -228), (148, -160), (156, -80), (124, -24), (0, -20)])), hide)
    c.fill(limb((-104, -60, 60), (-108, -20, 46), (-110, -4, 44)) + limb((104, -60, 60), (108, -20, 46), (110, -4, 44)), t.shade)
    for x in (-46, 50):
        c.fill(_leaf(x - 16, -64, 30, -50) + _leaf(x + 16, -64, 30, 50), _fur(t, 0.6))
        c.fill(disc(x, -40, 38, 40), _fur(t, 0.28))
        c.line(f"M{x - 14} -76l-3 18M{x} -78l0 20M{x + 14} -76l3 18", _fur(t, 0.6), 6)
        c.dots([(x - 16, -46), (x + 16, -46)], t.ink, 9)
        c.fill(disc(x, -28, 16, 12), mix(t.accent, t.pale, 0.55))
        c.dots([(x - 5, -28), (x + 5, -28)], t.shade, 5)
    c.fill(_leaf(-64, -216, 92, -112) + _leaf(64, -216, 92, 112), t.ink)
    c.fill(_leaf(-72, -212, 66, -114) + _leaf(72, -212, 66, 114), light)
    c.fill(smooth(mirrored([(0, -242), (54, -236), (84, -190), (66, -140), (58, -104), (0, -92)])), mix(hide, light, 0.6))
    c.line("M-68-196L-22-178M68-196L22-178", t.ink, 11)
    _eyes(c, t, [(-38, -172), (38, -172)], 10, (0.0, 0.1), t.accent)
    c.fill(smooth([(-58, -112), (-86, -120), (-92, -156), (-76, -136), (-54, -130)]) + smooth([(58, -112), (86, -120), (92, -156), (76, -136), (54, -130)]), t.pale)
    c.fill(disc(0, -122, 46, 34), mix(t.accent, t.pale, 0.4))
    c.fill(disc(-17, -122, 9, 13) + disc(17, -122, 9, 13), t.shade)


def bear(c: Canvas, t: Tones, chance: Chance) -> None:
    """Collecting, from a hive under its arm; the pots are its books."""
    coat, dark = _fur(t, 0.6), _fur(t, 0.76)
    for x, y in ((-196, 0), (-142, 0), (-170, -46)):
        c.fill(smooth([(x - 24, y), (x - 27, y - 26), (x - 16, y - 42), (x + 16, y - 42), (x + 27, y - 26), (x + 24, y)], tension=0.8), mix(t.pale, t.base, 0.25))
        c.line(f"M{x - 20} {y - 40}L{x + 20} {y - 40}", t.accent, 9)
    c.fill(smooth([(-96, 2), (-108, -80), (-84, -170), (-30, -212), (40, -208), (88, -160), (104, -80), (94, 2)]), coat)
    c.fill(smooth([(-52, -10), (-62, -80), (-30, -142), (24, -142), (56, -80), (46, -10)]), mix(coat, t.pale, 0.28))
    c.fill(disc(-58, -4, 40, 20) + disc(62, -4, 40, 20), dark)
    c.dots([(-42, -258), (48, -258)], dark, 46)
    c.fill(smooth([(-64, -216), (-50, -260), (2, -276), (56, -260), (70, -216), (40, -180), (0, -172), (-36, -180)]), coat)
    c.fill(disc(6, -204, 36, 28), mix(coat, t.pale, 0.5))
    c.fill(disc(8, -218, 15, 10), t.ink)
    c.line("M8-206L8-196Q22-186 32-196", t.ink, 4)
    c.dots([(-24, -232), (34, -232)], t.ink, 12)
    c.line("M-36-246L-14-248M26-248L48-246", t.ink, 4)
    hive = mix(t.accent, t.pale, 0.3)
    c.fill(smooth([(64, -44), (58, -92), (80, -138), (116, -152), (152, -138), (174, -92), (168, -44)]), hive)
    c.line("M62-70Q116-58 170-70M62-98Q116-86 172-98M74-124Q116-114 160-124", _fur(t, 0.35), 5)
    c.ball(116, -64, 13, t.shade)
    c.fill(limb((78, -156, 52), (112, -112, 44), (150, -84, 36)), dark)
    c.fill(limb((-78, -156, 52), (-110, -118, 42), (-70, -176, 38), (-34, -190, 34)), dark)
    c.fill(smooth([(-48, -196), (-30, -202), (-26, -184), (-34, -150), (-44, -160), (-54, -140), (-60, -180)]), t.accent)
    bees = [(184, -190), (208, -146), (140, -214), (176, -248), (96, -276)]
    c.dots([(x + dx, y - 9) for x, y in bees for dx in (-3, 6)], t.pale, 13)
    c.line("".join(f"M{x - 7} {y}l14 0" for x, y in bees), t.accent, 12)
    c.line("".join(f"M{x - 4} {y - 5}l0 10M{x + 4} {y - 5}l0 10" for x, y in bees), t.ink, 3)


def usual_path(c: Canvas, t: Tones, chance: Chance) -> None:
    """A road that has reared up, with lamps for eyes."""
    stone, edge = mix(t.pale, t.base, 0.3), mix(t.pale, t.base, 0.62)
    c.group(0, 4, 0.9)
    c.fill(limb((-246, -96, 10), (-170, -92, 18), (-90, -78, 26), (-70, -60, 36), (-150, -44, 46), (-190, -18, 58), (-80, 4, 74), (40, -14, 82), (116, -60, 84), (96, -150, 82), (60, -210, 90), (84, -272, 96), (136, -282, 76)), edge)
    c.fill(limb((-246, -97, 6), (-170, -94, 13), (-90, -80, 19), (-72, -61, 27), (-150, -46, 35), (-188, -21, 45), (-80, -3, 58), (36, -20, 64), (100, -62, 66), (80, -150, 66), (46, -212, 72), (78, -270, 76), (132, -280, 62)), stone)
    c.line("M-196-40l6 36M-150-22l-6 36M-100-20l-4 36M-50-22l2 38M0-28l10 38M44-46l28 34M74-74l46 10M60-112l56-4M50-150l60-10M28-186l58-18M22-222l62 6M40-260l42 30M84-296l0 44", edge, 5)
    c.line("M-168-4l50 4M-120-2l44 2M-30 0l46-8M60-44l30-30M88-94l-4-40M64-170l-14-30M52-230l6-30", edge, 4)
    c.fill(_leaf(8, -206, 30, -70) + _leaf(16, -238, 30, -50) + _leaf(40, -270, 28, -30) + _leaf(56, -128, 28, -80) + _leaf(-120, -30, 24, -10) + _leaf(-20, -52, 26, 10), t.lit)
    for x, y in ((96, -300), (146, -296)):
        c.line(f"M{x} {y + 6}L{x} {y - 12}", t.ink, 6)
        c.ball(x, y, 24, mix(t.haze, t.accent, 0.5))
        c.fill(sharp([(x - 12, y - 12), (x + 12, y - 12), (x + 9, y + 14), (x - 9, y + 14)]), t.ink)
        c.fill(sharp([(x - 8, y - 8), (x + 8, y - 8), (x + 6, y + 10), (x - 6, y + 10)]), t.accent)
    c.line("M156-262L210-250", _fur(t, 0.6), 8)
    c.fill(sharp([(196, -274), (238, -262), (250, -246), (232, -234), (190, -244)]), t.accent)
    c.line("M114-252Q140-238 162-252", t.shade, 5)
    c.end()


def mole(c: Canvas, t: Tones, chance: Chance) -> None:
    """Up through the meadow, with the pegs."""
    soil, coat = _fur(t, 0.72), mix(t.shade, t.sky, 0.28)
    c.fill(smooth([(-96, -30), (-92, -130), (-60, -206), (0, -236), (60, -206), (92, -130), (96, -30)]), coat)
    c.fill(smooth([(30, -226), (60, -206), (92, -130), (96, -30), (50, -30), (58, -130)]), t.shade)
    c.fill(smooth([(-40, -40), (-46, -100), (0, -128), (46, -100), (40, -40)]), mix(coat, t.pale, 0.25))
    c.fill(smooth(mirrored([(0, -212), (30, -196), (38, -160), (20, -142), (0, -138)])), mix(coat, t.pale, 0.35))
    c.fill(disc(0, -158, 19, 15), mix(t.accent, t.pale, 0.35))
    c.line("M-24-146L-70-136M-24-154L-74-158M24-146L70-136M24-154L74-158", t.pale, 3)
    c.line("M-46-198Q-36-206-26-198M26-198Q36-206 46-198", t.ink, 5)
    for side in (-1, 1):
        x = side * 126
        tips = [(x + k * 34 + side * 12, -236 + abs(k) * 26) for k in (-1.5, -0.5, 0.5, 1.5)]
        c.line("".join(f"M{x:.0f} -70L{tx:.0f} {ty:.0f}" for tx, ty in tips), _fur(t, 0.5), 11)
        c.fill("".join(sharp([(tx, ty - 4), (tx + 38 * side, ty + 8), (tx - 2 * side, ty + 22)]) for tx, ty in tips), t.accent)
        c.fill(limb((side * 76, -110, 54), (side * 118, -80, 50), (x, -100, 46)), coat)
        c.fill(disc(x, -112, 44, 32), mix(t.accent, t.pale, 0.6))
        c.line("".join(f"M{x + k * 17:.0f} -122L{x + k * 21:.0f} -142" for k in (-2, -1, 0, 1, 2)), t.pale, 13)
    c.fill(smooth([(-210, 10), (-160, -34), (-104, -62), (-60, -44), (-10, -58), (50, -42), (104, -66), (160, -30), (210, 10)]), soil)
    c.fill(smooth([(-190, 10), (-120, -24), (-20, -28), (90, -26), (190, 10)]), _fur(t, 0.84))
    c.dots([(-140, -30), (-88, -38), (20, -44), (80, -42), (140, -28), (-30, -90), (-190, -46), (192, -60), (172, -86)], soil, 14)
    c.fill(_leaf(-150, -40, 30, -30) + _leaf(-140, -42, 34, 10) + _leaf(130, -52, 30, 20) + _leaf(120, -52, 34, -20), t.lit)


def moose(c: Canvas, t: Tones, chance: Chance) -> None:
    """Hung with the washing."""
    coat, dark = _fur(t, 0.66), _fur(t, 0.8)
    c.fill(leg(-96, -120, 22, 8) + leg(40, -120, 22, -4), dark)
    c.fill(smooth([(-132, -170), (-70, -190), (0, -196), (50, -222), (90, -190), (86, -130), (40, -98), (-50, -104), (-122, -112)]), coat)
    c.fill(smooth([(-122, -112), (-50, -104), (40, -98), (86, -130), (20, -124), (-60, -124)]), dark)
    c.fill(leg(-114, -124, 24, 8) + leg(60, -124, 24, -6), coat)
    c.fill(limb((60, -180, 80), (104, -204, 56), (122, -216, 52)), coat)
    c.fill(smooth([(98, -236), (134, -246), (164, -216), (196, -170), (200, -142), (172, -134), (150, -154), (118, -186)]), coat)
    c.fill(smooth([(196, -172), (204, -150), (190, -132), (166, -136), (172, -160)]), mix(coat, t.pale, 0.35))
    c.dots([(188, -158)], t.ink, 9)
    c.fill(_leaf(128, -176, 54, 176), dark)
    c.ball(146, -214, 6, t.ink)
    c.line("M134-226L156-222", t.ink, 4)
    c.fill(_leaf(104, -236, 42, -80), dark)
    horn = mix(t.pale, _fur(t), 0.35)
    c.fill(smooth([(116, -240), (96, -262), (50, -262), (14, -296), (20, -258), (-6, -268), (14, -236), (-8, -232), (40, -222), (90, -236)], tension=0.7), horn)
    c.fill(smooth([(130, -242), (150, -268), (190, -268), (222, -304), (220, -266), (246, -276), (226, -244), (246, -238), (200, -228), (150, -238)], tension=0.7), mix(horn, t.pale, 0.3))
    c.line("M-250-250Q-130-216 6-250", t.pale, 4)
    c.line("M232-262L262-256", t.pale, 4)
    c.fill(sharp([(-226, -244), (-144, -230), (-148, -106), (-178, -116), (-200, -104), (-230, -116)]), t.pale)
    c.fill(sharp([(-178, -236), (-144, -230), (-148, -106), (-178, -116)]), mix(t.pale, t.base, 0.2))
    c.fill(sharp([(-124, -228), (-60, -232), (-54, -168), (-80, -166), (-90, -200), (-104, -166), (-128, -168)]), t.accent)
    c.fill(sharp([(-40, -236), (-18, -240), (-16, -190), (6, -180), (-4, -166), (-36, -176)]), mix(t.lit, t.pale, 0.4))
    c.dots([(-220, -244), (-150, -232), (-118, -230), (-66, -232), (-30, -238)], t.shade, 9)


def third_village(c: Canvas, t: Tones, chance: Chance) -> None:
    """On its feet, every lamp lit."""
    lamp = t.accent
    c.line("M-150-90L-176-44L-150 0M-60-90L-84-40L-46 0M40-90L70-46L40 0M128-92L156-50L140 0", _fur(t, 0.74), 25)
    for x in (-138, -34, 54, 152):
        c.fill(smooth([(x - 30, 6), (x - 28, -14), (x, -22), (x + 30, -8), (x + 34, 6)], tension=0.7), t.ink)
    c.fill(smooth([(-206, -94), (-120, -118), (0, -110), (120, -122), (206, -100), (160, -64), (60, -50), (-60, -56), (-160, -66)]), t.base)
    c.fill(smooth([(-206, -94), (-120, -86), (0, -76), (120, -84), (206, -100), (160, -64), (60, -50), (-60, -56), (-160, -66)]), t.shade)
    c.line("M-110-62l-6 30M-20-56l8 34M94-56l-6 28M0-60l-14 20", _fur(t, 0.6), 5)
    _house(c, t, -146, -98, 74, 54, _fur(t, 0.5), lamp)
    _house(c, t, 150, -104, 78, 50, _fur(t, 0.5), lamp)
    _house(c, t, -72, -104, 64, 92, mix(t.base, t.lit, 0.25), lamp)
    c.fill(sharp([(-26, -104), (-26, -236), (54, -236), (54, -104)]), mix(t.pale, t.base, 0.12))
    c.fill(sharp([(26, -104), (26, -236), (54, -236), (54, -104)]), mix(t.pale, t.base, 0.42))
    c.fill(sharp([(-38, -232), (14, -306), (66, -232)]), mix(t.accent, t.shade, 0.35))
    c.dots([(-6, -206), (34, -206)], t.shade, 29)
    c.dots([(-6, -204), (34, -204)], lamp, 19)
    c.line("M-20-228L4-220M48-228L24-220", t.ink, 7)
    c.fill("M-14-104L-14-140Q14-172 42-140L42-104Z", t.ink)
    c.fill("M-4-104L-4-132Q14-154 32-132L32-104Z", mix(lamp, t.ink, 0.3))
    _house(c, t, 92, -108, 56, 58, mix(t.base, t.lit, 0.25), lamp)
    c.line("M168-152L168-180M-90-214L-90-240", t.shade, 12)
    c.line("M168-190Q180-204 168-216T174-244M-90-248Q-102-260-90-272T-96-296", mix(t.pale, t.sky, 0.45), 8)
    c.line("M-200-98l0-20M-188-96l0-20M196-104l0-18M206-106l0-16", t.pale, 5)


def first_mushroom(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mushroom as large as a hill, with a look of its own; a flag on its cap, and the surveyor leaving by a rope."""
    stem, cap = mix(t.pale, t.lit, 0.45), mix(t.accent, t.shade, 0.3)
    under = mix(stem, t.shade, 0.55)
    c.fill(smooth([(-96, -150), (-78, -80), (-104, -14), (-70, 12), (80, 12), (112, -14), (84, -80), (98, -150)]), stem)
    c.fill(smooth([(40, -150), (36, -80), (52, -20), (40, 12), (80, 12), (112, -14), (84, -80), (98, -150)]), mix(stem, t.shade, 0.28))
    c.fill(limb((-70, -6, 40), (-120, 4, 34)) + limb((84, -6, 40), (134, 4, 34)), mix(stem, t.shade, 0.16))
    c.fill(smooth([(-226, -138), (-110, -112), (0, -104), (112, -112), (228, -138), (110, -164), (0, -168), (-110, -164)]), under)
    c.line("M-180-134L-60-120M-120-146L-40-116M-50-150L-16-112M52-150L18-112M122-146L44-116M182-134L64-120", mix(under, t.shade, 0.5), 4)
    c.fill(smooth([(-240, -140), (-214, -184), (-140, -226), (-40, -246), (56, -244), (150, -222), (218, -180), (240, -140), (120, -160), (0, -166), (-120, -160)]), cap)
    c.fill(smooth([(96, -236), (150, -222), (218, -180), (240, -140), (150, -156), (172, -186)]), mix(cap, t.shade, 0.45))
    c.fill(smooth([(-214, -184), (-140, -226), (-40, -246), (-70, -232), (-140, -204)]), mix(cap, t.pale, 0.4))
    c.fill(disc(-136, -188, 26, 15) + disc(-46, -208, 34, 18) + disc(56, -188, 24, 13) + disc(118, -208, 20, 11) + disc(-72, -178, 14, 7), stem)
    _eyes(c, t, [(-34, -74), (34, -74)], 15, (0.0, 0.35), t.pale)
    c.fill(sharp([(-60, -102), (-12, -88), (-12, -76), (-58, -86)]) + sharp([(60, -102), (12, -88), (12, -76), (58, -86)]), mix(t.shade, t.ink, 0.4))
    c.line("M-30-26Q0-42 32-24", t.ink, 8)
    c.line("M-10-240L-10-288", t.pale, 5)
    c.fill(sharp([(-8, -288), (44, -276), (-8, -262)]), t.accent)
    c.line("M158-190L158-52", t.pale, 4)
    c.dots([(152, -118)], t.pale, 18)
    c.line("M152-106L148-76M152-102L158-124M148-76L160-62M148-76L144-54", t.ink, 7)
    c.line("M142-128L164-126", t.ink, 7)
    grass = "".join(_leaf(x, 14, h, turn) for x, h, turn in ((-200, 44, -0.3), (-178, 60, 0.1), (-156, 40, 0.4), (164, 42, -0.3), (190, 34, 0.3)))
    c.fill(grass, t.near)


# Deeds and things


def _acorn(x: float, y: float, s: float) -> tuple[str, str]:
    """The nut and the cap of an acorn, upright."""
    nut = f"M{_join(x - 15 * s, y - 4 * s)}q{_join(0, 26 * s, 15 * s, 34 * s)}q{_join(15 * s, -8 * s, 15 * s, -34 * s)}Z"
    cap = f"M{_join(x - 19 * s, y)}q{_join(0, -24 * s, 19 * s, -24 * s)}q{_join(19 * s, 0, 19 * s, 24 * s)}Z"
    return nut, cap


def _flower(c: Canvas, t: Tones, places: list[Point], r: float) -> None:
    c.dots([(x + r * cos(k * 1.2566), y + r * sin(k * 1.2566)) for x, y in places for k in range(5)], t.pale, r * 1.35)
    c.dots(places, t.accent, r * 1.1)


def insists(c: Canvas, t: Tones, chance: Chance) -> None:
    """A ladle of soup, and a bear that has had some."""
    coat, dark = _fur(t, 0.6), _fur(t, 0.76)
    c.dots([(86, -108), (196, -112)], dark, 54)
    c.fill(smooth([(70, 230), (58, 120), (62, 20), (70, -60), (96, -112), (144, -126), (190, -110), (214, -60), (226, 30), (264, 110), (268, 230)]), coat)
    c.fill(disc(126, -24, 46, 36), mix(coat, t.pale, 0.5))
    c.fill(disc(116, -44, 20, 13), t.ink)
    c.fill(disc(116, -6, 17, 12), t.shade)
    _eyes(c, t, [(102, -74), (160, -74)], 15, (-0.4, 0.1))
    c.line("M84-100L108-96M156-96L180-102", t.ink, 5)
    c.fill(sharp([(76, 36), (206, 36), (176, 118), (140, 140), (102, 118)]), t.pale)
    c.line("M84 54L198 54M92 78L188 78M100 102L176 102", mix(t.pale, t.accent, 0.5), 6)
    c.fill(smooth([(-250, 230), (-246, 110), (-206, 50), (-130, 44), (-84, 96), (-76, 230)]), mix(t.base, t.lit, 0.2))
    c.fill(smooth([(-210, 230), (-200, 120), (-160, 96), (-112, 120), (-104, 230)]), t.pale)
    skin = mix(t.pale, t.accent, 0.32)
    c.ball(-158, -14, 52, skin)
    c.fill(smooth([(-216, -6), (-210, -60), (-158, -92), (-106, -60), (-118, -38), (-162, -44), (-196, -8), (-188, 40), (-214, 30)]), t.accent)
    c.dots([(-184, -30), (-200, -50), (-170, -66), (-136, -64)], t.pale, 8)
    c.fill(smooth([(-112, -16), (-92, -6), (-94, 8), (-114, 8)]), skin)
    c.ball(-134, -18, 6, t.ink)
    c.line("M-118-46Q-140-70-176-58M-124-40Q-150-56-190-30", t.pale, 6)
    c.line("M-146-34L-122-32M-138 20Q-122 28-110 20", t.ink, 5)
    c.fill(limb((-140, 76, 46), (-90, 70, 36), (-52, 34, 30)), mix(t.base, t.lit, 0.35))
    c.ball(-48, 28, 19, skin)
    c.line("M-66 52L60 2", _fur(t, 0.7), 11)
    c.fill("M34 0Q44 36 72 32Q96 26 96-8Z", t.shade)
    c.fill("M34 0Q62 10 96-8Q64-14 34 0Z", mix(t.accent, t.pale, 0.3))
    c.line("M52-24q-10-14 0-26t0-26M76-34q-8-12 0-22", mix(t.pale, t.haze, 0.4), 6)


def not_asleep(c: Canvas, t: Tones, chance: Chance) -> None:
    """A log that a cloth was spread on opens an eye and a mouth."""
    bark, dark = _fur(t, 0.6), _fur(t, 0.78)
    c.fill(disc(0, 130, 270, 22), mix(t.haze, t.sky, 0.4))
    c.fill(smooth([(-252, 40), (-200, -6), (-60, -14), (80, -30), (150, -60), (196, -56), (250, -6), (262, 26), (120, 46), (262, 70), (240, 110), (100, 124), (-120, 128), (-246, 106)], tension=0.8), bark)
    c.fill(smooth([(-250, 80), (-120, 92), (60, 90), (120, 70), (262, 74), (240, 110), (100, 124), (-120, 128), (-246, 106)], tension=0.8), dark)
    c.fill(sharp([(112, 46), (262, 28), (262, 70)]), mix(t.accent, t.shade, 0.45))
    c.fill("".join(sharp([(x, y), (x + 20, y - 2), (x + 11, y + 19)]) for x, y in ((150, 42), (182, 38), (214, 34), (240, 31))), t.pale)
    c.fill("".join(sharp([(x, y), (x + 20, y + 2), (x + 10, y - 17)]) for x, y in ((166, 59), (200, 63), (232, 68))), t.pale)
    c.fill(disc(-240, 62, 34, 52), mix(t.accent, t.pale, 0.5))
    c.line("M-240 34A16 26 0 1 0-239 34M-240 52A6 10 0 1 0-239 52", _fur(t, 0.45), 5)
    c.ball(168, -36, 25, bark)
    c.ball(170, -36, 18, t.accent)
    c.line("M172-48L172-26", t.ink, 8)
    c.line("M142-56Q170-72 196-52", dark, 10)
    c.line("M-180 30L-110 26M-150 60L-60 66M-20 50L60 40M20 84L90 78M-120 100L-40 104", dark, 6)
    c.fill(_bush(110, -40, 40, 14, 6) + _bush(-200, 4, 36, 12, 6), t.lit)
    c.fill(sharp([(-150, -14), (40, -30), (54, 26), (34, 6), (14, 30), (-8, 10), (-30, 34), (-52, 14), (-76, 38), (-98, 18), (-122, 40), (-142, 20), (-164, 36)]), t.pale)
    c.line("M-120-12L-112 22M-70-18L-62 18M-20-22L-12 14", t.accent, 9)
    c.fill(disc(-56, -30, 60, 9), t.lit)
    c.fill("M-104-34Q-96-84-56-84Q-16-84-8-34Z", mix(t.accent, t.pale, 0.25))
    c.line("M-84-44L-64-74M-62-44L-42-74M-40-44L-24-66M-84-66L-64-44M-62-74L-34-44", _fur(t, 0.35), 5)
    c.fill("M-148-20L-142-58L-112-58L-108-22Z", t.base)
    c.line("M-130-64L-118-96", t.shade, 5)


def wood_goes_round(c: Canvas, t: Tones, chance: Chance) -> None:
    """A column that marches about a wood into its own camp."""
    c.fill(disc(0, 60, 262, 104), t.pale)
    c.fill(disc(0, 54, 186, 60), t.base)
    for x, y, r, color in ((-96, -10, 62, t.near), (100, -14, 64, t.near), (0, -44, 96, t.base), (-56, 20, 54, mix(t.base, t.lit, 0.35)), (64, 22, 56, mix(t.base, t.lit, 0.35))):
        c.line(f"M{x} {y}L{x} {y + r + 16}", t.shade, 18)
        c.fill(_bush(x, y - 16, r, r * 0.8, 8, x), color)
    c.line("M-30-66Q-20-74-10-66M16-66Q26-74 36-66M-18-40Q4-24 28-42", t.shade, 6)
    spears, coats, heads = "", "", []
    for i in range(12):
        a = radians(118 + i * 27)
        x, y = 226 * cos(a), 56 + 84 * sin(a)
        s = 0.8 + 0.3 * sin(a)
        spears += f"M{_join(x + 15 * s, y)}l0 {_join(-78 * s)}"
        coats += f"M{_join(x - 15 * s, y + 4)}l{_join(6 * s, -44 * s)}l{_join(18 * s, 0)}l{_join(6 * s, 44 * s)}Z"
        heads.append((x, y - 52 * s))
    c.line(spears, t.shade, 4)
    c.fill(coats, mix(t.accent, t.base, 0.25))
    c.dots(heads, t.shade, 22)
    c.dots([(x + 2, y + 4) for x, y in heads], mix(t.pale, t.accent, 0.2), 13)
    c.line("M-40 150L44 128M-40 128L44 150", _fur(t, 0.7), 13)
    c.fill("M-34 134Q-44 104-20 92Q-18 106-8 104Q-12 78 6 62Q8 86 24 90Q42 110 34 134Z", t.accent)
    c.line("M-70 148L0 24L70 148", t.ink, 6)
    c.fill("M-30 70L32 70Q38 108 20 112L-18 112Q-36 108-30 70Z", t.ink)
    c.line("M-12 56q-8-12 2-22t0-20M14 54q-8-10 0-20", t.pale, 6)


def short_way(c: Canvas, t: Tones, chance: Chance) -> None:
    """A wall with a hole in the form of what went through."""
    wall = mix(t.pale, t.base, 0.1)
    c.fill(sharp([(-196, 200), (-196, -56), (196, -56), (196, 200)]), wall)
    c.fill(sharp([(-230, -50), (-150, -156), (150, -156), (230, -50)]), _fur(t, 0.45))
    c.line("M-212-74L212-74M-194-98L194-98M-176-122L176-122", _fur(t, 0.6), 5)
    c.fill(sharp([(84, -190), (124, -190), (124, -130), (84, -130)]), _fur(t, 0.62))
    c.line("M-186-30l22 0M-150-30l22 0M160-20l22 0M150 10l22 0M-188 40l20 0M-176 66l22 0M168 60l20 0M-60-34l22 0M-20-34l22 0M60-34l22 0", mix(wall, t.base, 0.4), 6)
    boar = [(-138, 66), (-128, 30), (-80, 0), (-96, -28), (-60, -6), (-30, -22), (-22, -2), (10, -18), (22, 0), (54, -10), (66, 10), (100, -20), (104, 16), (150, 58), (174, 66), (170, 88), (150, 92), (166, 112), (140, 104), (96, 100), (120, 150), (84, 156), (64, 118), (-30, 116), (-66, 160), (-100, 150), (-84, 108), (-126, 96), (-160, 108)]
    c.fill(sharp([(x * 1.07, (y - 60) * 1.1 + 60) for x, y in boar]), mix(wall, t.base, 0.45))
    c.fill(sharp(boar), t.shade)
    c.fill(sharp([(x * 0.4 + 10, y * 0.4 + 36) for x, y in boar]), mix(t.light, t.accent, 0.2))
    c.fill("".join(sharp([(x, y), (x + 26, y + 8), (x + 20, y + 24), (x - 6, y + 16)]) for x, y in ((198, 20), (222, 70), (184, 124), (236, 128), (206, -20), (-180, 130), (-226, 110))), mix(t.accent, t.shade, 0.3))
    c.fill(sharp([(-184, -30), (-146, -30), (-146, 16), (-184, 16)]), t.base)
    c.line("M-165-30L-165 16M-184-8L-146-8", t.pale, 5)
    c.dots([(222, 4), (250, 44), (214, 104), (250, 96)], mix(t.accent, t.pale, 0.2), 9)


def spring(c: Canvas, t: Tones, chance: Chance) -> None:
    """Stacked spears that have come into leaf, and a nest where they cross."""
    wood = _fur(t, 0.6)
    c.fill(disc(0, 142, 180, 18), t.near)
    c.line("M-120 136L86-150M120 136L-86-150M-16 150L10-164", wood, 12)
    for x, y, a in ((90, -154, 35), (-90, -154, -35), (11, -166, 5)):
        c.group(x, y, 1, turn=a)
        c.fill(sharp([(0, -38), (15, -4), (0, 12), (-15, -4)]), mix(t.pale, t.sky, 0.3))
        c.end()
    leaves = ""
    for k in (0.1, 0.22, 0.34, 0.62, 0.74, 0.86):
        for x0, x1, lean in ((-120, 86, 36), (120, -86, -36), (-16, 10, 4)):
            x, y = x0 + (x1 - x0) * k, 138 - 292 * k
            leaves += _leaf(x, y, 40, lean + 62) + _leaf(x, y + 6, 36, lean - 62)
    c.fill(leaves, t.lit)
    _flower(c, t, [(-98, 84), (66, 52), (112, 96), (-56, -88), (78, -112), (6, -116), (-12, 92), (-96, -132)], 12)
    c.fill("M-66-44Q0 24 66-44Q60 18 0 20Q-60 18-66-44Z", _fur(t, 0.45))
    c.line("M-58-30L40 8M-30-24L60-20M-50-8L30 12M56-32L-20 10", _fur(t, 0.66), 4)
    c.fill(smooth([(-46, -34), (-40, -70), (-10, -84), (10, -62), (44, -58), (62, -66), (40, -30), (0, -18)]), t.base)
    c.fill(sharp([(-44, -70), (-66, -60), (-40, -56)]), t.accent)
    c.ball(-26, -66, 4.5, t.ink)
    c.fill("M138 150Q136 86 186 84Q236 88 232 150Z", mix(t.pale, t.sky, 0.45))
    c.line("M132 148L238 148M185 86L185 148", t.shade, 6)
    c.fill(_leaf(184, 86, 46, -34) + _leaf(184, 86, 54, 16), t.lit)


def transit(c: Canvas, t: Tones, chance: Chance) -> None:
    """A crate of a throne; the throne has other plans."""
    wood = mix(t.pale, _fur(t, 0.4), 0.5)
    c.fill(_bush(0, -50, 128, 84, 11, 0.2), t.base)
    c.fill(_bush(-34, -74, 76, 50, 8), mix(t.base, t.lit, 0.5))
    c.fill(sharp([(-52, 40), (-58, -128), (-40, -150), (0, -164), (40, -150), (58, -128), (52, 40)]), mix(t.accent, t.base, 0.2))
    c.fill(sharp([(-36, 40), (-40, -112), (0, -140), (40, -112), (36, 40)]), _fur(t, 0.66))
    c.dots([(-58, -136), (58, -136), (0, -172)], t.accent, 24)
    c.fill(_bush(-60, -20, 54, 44, 7) + _bush(66, -30, 50, 52, 7, 0.4) + _bush(4, 20, 80, 40, 8), mix(t.base, t.lit, 0.22))
    c.line("M30-96L78-170M-20-86L-96-166M70-60L150-110M-74-50L-160-96", t.shade, 6)
    c.fill("".join(_leaf(x, y, 34, a + d) for x, y, a in ((78, -166, 30), (-96, -164, -30), (150, -108, 60), (-160, -94, -60)) for d in (-40, 0, 40)), t.lit)
    _flower(c, t, [(-44, -6), (62, -54), (22, 6), (-84, -60)], 9)
    c.fill(sharp([(-138, 20), (138, 20), (138, 150), (-138, 150)]), wood)
    c.line("M-136 62L136 62M-136 106L136 106", mix(wood, t.shade, 0.45), 5)
    c.line("M-122 22L-122 150M122 22L122 150", mix(wood, t.shade, 0.3), 24)
    c.fill(sharp([(-170, -16), (-126, 14), (-136, 30), (-182, 4)]) + sharp([(172, -34), (180, -14), (134, 28), (126, 12)]), wood)
    c.line("M-40 92L-40 42M-54 58L-40 40L-26 58M40 92L40 42M26 58L40 40L54 58", t.shade, 8)
    c.line("M-138 128L138 128", t.accent, 9)


def objection(c: Canvas, t: Tones, chance: Chance) -> None:
    """The hare on its feet, one paw up."""
    c.group(0, 16, 0.9)
    coat, light = mix(t.base, t.lit, 0.35), t.pale
    c.fill(sharp([(-168, -60), (-120, -84), (-96, -36), (-144, -14)]) + sharp([(120, -10), (170, -36), (190, 12), (142, 36)]) + sharp([(-190, 40), (-140, 34), (-136, 84), (-186, 90)]), t.pale)
    c.line("M-148-54l26-12M-140-38l26-12M136-6l26-14M144 10l26-14M-178 54l28-4M-176 70l28-4", t.base, 4)
    c.fill(smooth([(-66, 200), (-70, 80), (-46, 0), (-20, -40), (34, -38), (52, 10), (62, 90), (64, 200)]), coat)
    c.fill(smooth([(-26, 200), (-30, 80), (0, -20), (32, 0), (40, 90), (36, 200)]), light)
    for side in (-1, 1):
        c.group(0, -86, 0.8, mirror=side < 0)
        c.line("M22-50C34-96 74-100 86-138M52-92L44-128M72-112L108-124", t.lit, 11)
        c.dots([(86, -138), (44, -128), (108, -124)], t.accent, 18)
        c.fill(smooth([(16, -36), (50, -70), (104, -60), (130, -28), (80, -18), (40, -14)]), coat)
        c.fill(smooth([(36, -36), (60, -54), (104, -46), (74, -30)]), mix(t.accent, t.pale, 0.5))
        c.end()
    c.fill(smooth(mirrored([(0, -134), (40, -124), (62, -84), (54, -44), (26, -22), (0, -18)])), coat)
    c.fill(smooth(mirrored([(0, -80), (24, -70), (42, -46), (26, -22), (0, -18)])), light)
    _eyes(c, t, [(-30, -92), (30, -92)], 13, (0.2, 0.1))
    c.line("M-48-114L-16-104M48-114L16-104", t.ink, 7)
    c.fill(sharp([(-10, -74), (10, -74), (0, -62)]), t.shade)
    c.fill("M-18-54Q0-62 18-54Q22-26 0-24Q-22-26-18-54Z", t.ink)
    c.fill(sharp([(-9, -57), (9, -57), (8, -42), (-8, -42)]), t.pale)
    c.line("M-24-62L-78-70M-24-54L-76-48M24-62L78-70M24-54L76-48", t.shade, 3)
    c.fill(limb((36, 0, 36), (92, -34, 28), (104, -110, 26), (112, -150, 24)), coat)
    c.fill(_leaf(108, -148, 46, 6) + _leaf(118, -148, 26, 60) + _leaf(104, -146, 26, -50), coat)
    c.fill(limb((-44, 10, 36), (-88, 50, 30), (-60, 94, 28)), mix(coat, t.shade, 0.2))
    c.fill(sharp([(-210, 110), (210, 110), (226, 220), (-226, 220)]), _fur(t, 0.7))
    c.fill(disc(0, 112, 214, 20), _fur(t, 0.48))
    c.line("M-110 112A110 8 0 1 0 110 112", _fur(t, 0.62), 4)
    c.end()


def good_for_soil(c: Canvas, t: Tones, chance: Chance) -> None:
    """What came up between burnt stumps, in no hurry to forgive."""
    c.fill("M-200 120Q-240 40-190-20Q-186 16-164 20Q-176-60-132-104Q-128-30-96-16Q-60 40-92 120Z", mix(t.accent, t.shade, 0.25))
    c.fill("M-180 120Q-196 70-164 40Q-150 56-142 40Q-140 0-124-20Q-100 60-112 120Z", t.accent)
    c.fill("M110 120Q90 70 124 30Q132 56 148 52Q150 0 178-30Q186 30 208 40Q224 90 200 120Z", mix(t.accent, t.shade, 0.25))
    c.fill("M136 120Q130 88 150 70Q160 80 168 72Q176 50 182 44Q196 90 182 120Z", t.accent)
    c.fill("M-286 132Q-140 92 0 104Q140 92 286 128L286 230L-286 230Z", t.ink)
    for x, y, w, h in ((-150, 128, 34, 70), (176, 130, 38, 54), (-86, 138, 24, 44)):
        c.fill(sharp([(x - w, y), (x - w * 0.7, y - h), (x - w * 0.3, y - h - 18), (x, y - h + 4), (x + w * 0.4, y - h - 24), (x + w * 0.7, y - h), (x + w, y)]), mix(t.ink, t.pale, 0.12))
    c.line("M-160 118l0-30M-144 124l4-34M170 124l0-26M188 122l-4-22", t.accent, 4)
    c.line("M0 130Q-14 50 4-30", mix(t.base, t.lit, 0.5), 20)
    c.fill(_leaf(-4, 96, 130, -64) + _leaf(-2, 100, 130, 64) + _leaf(-4, 40, 108, -48) + _leaf(2, 44, 104, 50), mix(t.base, t.lit, 0.35))
    c.line("M-4 96L-92 52M-2 100L86 56M-4 40L-66-16M2 44L62-8", t.lit, 5)
    c.fill("".join(_leaf(4 + 40 * sin(radians(a)), -92 - 40 * cos(radians(a)), 62, a) for a in range(0, 360, 30)), t.pale)
    c.fill("".join(_leaf(4 + 36 * sin(radians(a)), -92 - 36 * cos(radians(a)), 46, a) for a in range(15, 375, 30)), mix(t.accent, t.pale, 0.35))
    c.ball(4, -92, 46, _fur(t, 0.35))
    c.line("M-18-100Q-11-108-4-100M12-100Q19-108 26-100M-14-78Q4-62 22-78", t.ink, 5)
    c.dots([(-220, 20), (-60, -60), (90, -120), (230, -60), (-120, -140), (60, 10), (240, 60)], mix(t.pale, t.ink, 0.35), 8)


def all_hedge(c: Canvas, t: Tones, chance: Chance) -> None:
    """A watchtower, half stone still."""
    stone, dark = mix(t.pale, t.shade, 0.24), mix(t.pale, t.shade, 0.5)
    c.fill("M-286 120Q0 92 286 120L286 230L-286 230Z", t.near)
    c.fill(sharp([(0, 130), (0, -128), (-86, -128), (-86, -160), (-58, -160), (-58, -142), (-30, -142), (-30, -160), (0, -160), (90, -160), (70, -90), (76, 130)]), stone)
    c.fill(sharp([(-98, -100), (98, -100), (98, -126), (-98, -126)]), stone)
    c.fill(sharp([(34, 130), (34, -160), (58, -160), (58, -142), (92, -142), (98, -100), (76, -90), (78, 130)]), dark)
    c.line("M8-70l26 0M10-40l30 0M24-10l30 0M8 20l26 0M30 50l30 0M10 80l26 0M30 108l30 0M14-112l30 0", mix(stone, t.shade, 0.5), 5)
    leaf = mix(t.base, t.lit, 0.3)
    edge: list[Point] = [(4, 130), (-72, 130), (-68, -86), (-94, -98), (-92, -156), (-60, -156), (-58, -138), (-30, -138), (-28, -156), (4, -156), (-4, -90), (8, -20), (-4, 50), (4, 130)]
    c.fill(sharp(edge), leaf)
    bumps = [(x0 + (x1 - x0) * k / n, y0 + (y1 - y0) * k / n) for (x0, y0), (x1, y1) in pairwise(edge) for n in [max(1, round((abs(x1 - x0) + abs(y1 - y0)) / 21))] for k in range(n)]
    c.dots(bumps, leaf, 25)
    c.fill("".join(_bush(x, y, 17, 12, 6, y) for x, y in ((-52, 96), (-20, 56), (-54, 14), (-16, -18), (-44, -92), (-76, -118), (-16, -118))), t.lit)
    c.fill("M28 20L28-20Q44-40 60-20L60 20Z", t.ink)
    c.fill("M-62-30L-62-62Q-46-80-30-62L-30-30Z", t.near)
    _eyes(c, t, [(-54, -50), (-38, -50)], 7, (0.3, 0.0), t.accent)
    c.fill(_bush(140, 122, 60, 34, 8) + _bush(-180, 122, 84, 40, 9), t.base)
    c.fill(sharp([(96, 92), (126, 84), (134, 112), (104, 120)]) + sharp([(150, 112), (178, 104), (184, 128), (156, 134)]), stone)
    c.line("M60-160L60-196", t.ink, 5)
    c.fill(_leaf(60, -194, 44, 100) + _leaf(60, -190, 30, 130), t.accent)
    _flower(c, t, [(-30, 68), (-82, -6), (-20, -96)], 8)


def beans(c: Canvas, t: Tones, chance: Chance) -> None:
    """A pot, bowls held up by every sort of paw, and one wing against."""
    c.line("M-110 150L-86 100M110 150L86 100", t.ink, 15)
    c.fill("M-60 160Q-70 120-40 104Q-36 122-22 118Q-24 92 0 84Q10 112 30 106Q62 124 54 160Z", t.accent)
    c.fill("M-128-50L128-50Q150 60 92 110L-92 110Q-150 60-128-50Z", t.ink)
    c.line("M-104-20Q-118 50-76 94", mix(t.ink, t.pale, 0.35), 10)
    c.fill(disc(0, -50, 136, 26), t.shade)
    c.fill(disc(0, -50, 120, 19), _fur(t, 0.62))
    c.line("M-80-52l10 3M-50-44l11-2M-16-58l11 3M10-44l11-1M40-56l10 4M70-48l11-2M-34-60l9 0M60-60l9 2M-90-44l8 2", mix(t.accent, t.pale, 0.3), 10)
    c.line("M30-50L110-150", _fur(t, 0.42), 11)
    c.line("M-70-84q-12-16 0-30t0-32M-20-92q-12-16 0-30t0-32", mix(t.pale, t.haze, 0.3), 8)
    for x, y, color, ear in ((-212, 0, _fur(t, 0.6), 34), (-152, 64, mix(t.accent, t.base, 0.12), 24), (-236, 96, mix(t.pale, t.base, 0.4), 26)):
        c.fill(limb((x - 26, y + 120, ear + 8), (x - 6, y + 60, ear), (x, y + 22, ear + 4)), color)
        c.fill(f"M{x - 38} {y}L{x + 38} {y}Q{x + 34} {y + 36} {x} {y + 36}Q{x - 34} {y + 36} {x - 38} {y}Z", t.pale)
        c.fill(disc(x, y, 38, 7), _fur(t, 0.5))
        c.line(f"M{x - 16} {y}l6 1M{x + 6} {y - 1}l6 1", mix(t.accent, t.pale, 0.3), 6)
    c.fill(smooth([(150, 230), (148, 130), (190, 86), (236, 84), (276, 120), (290, 230)]), t.pale)
    c.fill(limb((206, 120, 54), (198, 40, 30), (206, -20, 28), (190, -62, 36)), t.pale)
    c.fill(sharp([(186, -78), (130, -62), (184, -48)]), t.accent)
    c.line("M136-60L182-60", t.shade, 3)
    c.ball(194, -66, 5.5, t.ink)
    c.line("M180-84L206-72", t.ink, 5)
    c.fill(smooth([(232, 100), (226, 30), (240, -50), (258, -80), (262, -40), (278, -66), (278, -20), (290, 20), (284, 110)]), mix(t.pale, t.base, 0.2))


def found(c: Canvas, t: Tones, chance: Chance) -> None:
    """A heap of leaves with a hat, a spoon, and somebody."""
    brown, red = _fur(t, 0.4), mix(t.accent, t.shade, 0.3)
    heap = [(-240, 150), (-190, 70), (-120, 20), (-60, -40), (10, -60), (76, -36), (130, 24), (196, 74), (240, 150)]
    c.fill(smooth([*heap, (0, 220)]), _fur(t, 0.6))
    for color, n in ((_fur(t, 0.5), 0), (red, 1), (mix(t.accent, t.pale, 0.12), 2), (mix(t.base, t.lit, 0.5), 3), (brown, 4)):
        some = ""
        for i in range(9):
            k = (i * 5 + n) % 45 / 45
            x = -210 + 420 * ((i * 0.113 + n * 0.37) % 1)
            top = 140 - 190 * (1 - (x / 236) ** 2)
            y = top + (150 - top) * ((k * 7.3 + n * 0.2) % 1) * 0.8
            some += _leaf(x, y + 18, 46, (i * 83 + n * 47) % 360)
        c.fill(some, color)
    c.fill(disc(4, 48, 66, 40), t.ink)
    _eyes(c, t, [(-20, 46), (28, 46)], 17, (0.1, -0.3))
    c.line("M-40 24L-6 26M14 26L48 24", mix(t.ink, t.pale, 0.4), 5)
    c.fill(_leaf(-60, 36, 60, 60) + _leaf(68, 82, 66, -70) + _leaf(-44, 92, 70, 80), red)
    c.fill(disc(14, -62, 78, 15), t.shade)
    c.fill("M-34-62Q-30-128 12-130Q56-128 62-62Z", t.shade)
    c.line("M-32-74Q14-62 60-74", t.accent, 12)
    c.line("M-96 10L-150-76", mix(t.pale, t.sky, 0.35), 10)
    c.group(-160, -94, 1, turn=-32)
    c.fill(disc(0, 0, 20, 30), mix(t.pale, t.sky, 0.2))
    c.fill(disc(2, 2, 12, 20), mix(t.pale, t.shade, 0.3))
    c.end()
    c.fill(_leaf(130, -110, 44, 130) + _leaf(-60, -130, 40, 200) + _leaf(200, -60, 44, 40), t.accent)
    c.fill(_leaf(170, -20, 40, 80) + _leaf(-210, -20, 40, 300) + _leaf(90, -150, 36, 20), brown)


def acorns(c: Canvas, t: Tones, chance: Chance) -> None:
    """A volley, and the bird that it met."""
    c.group(0, 18, 0.9)
    volley = ((-200, 120, 1.3, 34), (-104, 104, 1.6, 24), (0, 120, 1.3, 6), (-170, 20, 1.2, 36), (-66, 14, 1.4, 22), (40, 44, 1.2, 2), (112, 112, 1.5, -14), (124, 24, 1.1, -20), (-120, -62, 1.1, 34))
    for behind in (True, False):
        for x, y, s, a in volley:
            c.group(x, y, s, turn=a)
            if behind:
                c.line("M-9 44L-9 62M0 48L0 74M9 44L9 62", mix(t.pale, t.haze, 0.4), 4)
            else:
                nut, cap = _acorn(0, 0, 1)
                c.fill(nut, mix(t.accent, t.pale, 0.15))
                c.fill(cap + "M-3-22L-3-34L3-34L3-22Z", _fur(t, 0.6))
            c.end()
    c.group(36, -90, 1.1, turn=-24)
    c.fill(smooth([(-20, -8), (-90, -60), (-120, -56), (-104, -34), (-124, -22), (-96, -8), (-110, 8), (-40, 14)]), t.base)
    c.fill(smooth([(20, -12), (60, -84), (96, -100), (94, -74), (116, -66), (100, -44), (112, -26), (44, 12)]), mix(t.base, t.lit, 0.3))
    c.fill(smooth([(-56, 20), (-30, -22), (20, -32), (52, -4), (44, 34), (0, 56), (-40, 50)]), mix(t.sky, t.base, 0.35))
    c.fill(sharp([(-46, 36), (-110, 70), (-84, 78), (-92, 98), (-30, 52)]), t.base)
    c.fill(smooth([(-10, 54), (10, 10), (44, 6), (44, 34), (20, 54)]), t.pale)
    c.ball(58, -8, 30, mix(t.sky, t.base, 0.35))
    c.fill(sharp([(42, -34), (34, -62), (58, -40), (66, -60), (70, -34)]), t.base)
    c.fill(sharp([(84, -12), (116, -18), (88, -2)]) + sharp([(86, 0), (110, 16), (80, 10)]), t.accent)
    c.line("M54-18l14 14M68-18l-14 14", t.ink, 5)
    c.end()
    c.fill("".join(sharp(ring(x, y, 13, 5, inner=5)) for x, y in ((60, -160), (110, -172), (150, -150))), t.accent)
    c.end()


def hedge_crosses(c: Canvas, t: Tones, chance: Chance) -> None:
    """It has looked to the left and is looking to the right."""
    c.fill(sharp([(-290, 66), (290, 78), (290, 136), (-290, 132)]), mix(t.pale, t.base, 0.32))
    c.line("M-286 88L286 98M-286 112L286 116", mix(t.pale, t.base, 0.52), 6)
    c.fill(sharp([(-290, 132), (290, 136), (290, 230), (-290, 230)]), t.near)
    c.line("M-120 40L-150 80L-128 112M-70 40L-60 84L-88 110M-4 40L22 84L0 116M46 40L40 80L62 108M110 40L136 76L116 110M-120 114l-20 2M-84 112l-20 2M4 118l18 2M66 110l18 2M120 112l18 2", _fur(t, 0.72), 13)
    c.fill(_bush(-120, -14, 62, 66, 8) + _bush(-30, -34, 78, 72, 9, 0.3) + _bush(70, -26, 74, 72, 9) + _bush(140, -4, 48, 54, 7), t.base)
    c.fill(_bush(-130, -46, 36, 26, 7) + _bush(-40, -74, 50, 28, 7) + _bush(66, -66, 46, 26, 7), mix(t.base, t.lit, 0.5))
    _eyes(c, t, [(88, -40), (142, -40)], 23, (0.45, 0.1))
    c.line("M66-70L104-72M126-72L160-66", t.ink, 7)
    c.line("M100 10Q118 18 136 8", t.ink, 6)
    _flower(c, t, [(-150, -10), (-90, -62), (-20, -10), (-70, 16), (30, -76), (30, 6)], 8)
    c.line("M-60-40L-176-144", _fur(t, 0.45), 8)
    c.fill(smooth([(-176, -146), (-206, -128), (-216, -96), (-190, -78), (-160, -86), (-152, -116)]), t.accent)
    c.fill(sharp([(-178, -142), (-204, -164), (-172, -156), (-154, -170)]), mix(t.accent, t.shade, 0.3))
    c.dots([(-196, -112), (-178, -98), (-176, -122)], t.pale, 9)
    c.line("M232 60L232-10M250 60L250-10", _fur(t, 0.6), 6)
    c.fill(sharp([(196, -8), (286, -12), (286, 44), (204, 48)]), _fur(t, 0.42))
    c.dots([(234, 68)], t.shade, 64)
    c.dots([(234, 68)], _fur(t, 0.4), 44)
    c.line("M234 46L234 90M212 68L256 68M219 53L249 83M249 53L219 83", t.shade, 5)


def compost(c: Canvas, t: Tones, chance: Chance) -> None:
    """A heap that steams, a fork, and a gatepost in leaf."""
    soil = _fur(t, 0.74)
    c.fill("M-286 120Q0 100 286 124L286 230L-286 230Z", t.near)
    c.fill(smooth([(-214, 130), (-190, 40), (-130, -20), (-70, -36), (0, 0), (40, 60), (56, 130)]), soil)
    c.fill(smooth([(-190, 60), (-140, -4), (-76, -22), (-20, 12), (-70, 10), (-130, 30)]), _fur(t, 0.55))
    c.fill(_leaf(-150, 40, 44, 60) + _leaf(-60, 20, 40, -40) + _leaf(-20, 70, 44, 100) + _leaf(-120, 76, 40, 20), t.lit)
    c.fill(_leaf(-96, 30, 36, 130) + _leaf(10, 60, 34, -20), mix(t.accent, t.shade, 0.25))
    c.fill("M-92 64Q-92 40-72 42L-66 52L-58 44Q-46 52-52 66Z", t.pale)
    c.line("M-170 60q14-14 24 0t24 0M0 40q10-14 20-2t18-4", mix(t.accent, t.pale, 0.4), 10)
    c.line("M-226 66L70 66M-226 104L70 104", mix(_fur(t, 0.5), t.pale, 0.2), 17)
    c.line("M-214 40L-214 136M60 40L60 136M-76 52L-76 136", _fur(t, 0.68), 17)
    c.line("M-60-10L16-150", _fur(t, 0.45), 10)
    c.line("M2-162L32-146", _fur(t, 0.45), 12)
    c.line("M-84-16L-44 4M-84-16L-98 16M-70-8L-82 20M-56-2L-66 26M-44 4L-50 30", t.shade, 7)
    c.line("M-150-50q-14-18 0-34t0-34M-106-64q-14-18 0-34t0-34M-186-20q-12-16 0-28", mix(t.pale, t.haze, 0.3), 8)
    c.fill(sharp([(126, 150), (122, -70), (146, -92), (170, -70), (168, 150)]), mix(_fur(t, 0.5), t.pale, 0.15))
    c.fill(sharp([(150, 150), (150, -88), (170, -70), (168, 150)]), _fur(t, 0.6))
    c.line("M168-20L286-10M168 60L286 66M196-18L270 64", _fur(t, 0.52), 14)
    c.line("M146-88L140-130M134-40L98-66M136 20L100 8M160 0L186-26", mix(t.base, t.lit, 0.4), 6)
    c.fill("".join(_leaf(x, y, 36, a + d) for x, y, a in ((140, -126, -6), (100, -64, -60), (102, 8, -70), (184, -24, 40)) for d in (-46, 0, 46)), t.lit)
    _flower(c, t, [(140, -152), (78, -74)], 9)


def nest(c: Canvas, t: Tones, chance: Chance) -> None:
    """Three chicks where two wheels meet."""
    brass, dark = mix(t.accent, t.shade, 0.25), _fur(t, 0.62)
    for x, y, r, teeth, color in ((-104, 30, 96, 12, brass), (110, 44, 82, 10, mix(brass, t.pale, 0.25)), (20, -120, 60, 8, dark)):
        c.fill(sharp(ring(x, y, r + 18, teeth * 2, 0.1, inner=r - 6)), color)
        c.ball(x, y, r - 4, color)
        c.ball(x, y, r * 0.66, mix(color, t.shade, 0.4))
        c.line("".join(f"M{x:.0f} {y:.0f}L{x + r * 0.7 * cos(a):.0f} {y + r * 0.7 * sin(a):.0f}" for a in (0.4, 1.65, 2.9, 4.16, 5.4)), color, 15)
        c.ball(x, y, r * 0.24, mix(color, t.pale, 0.3))
        c.ball(x, y, r * 0.1, t.shade)
    c.fill("M-84 0Q4 110 96 0Q94 84 6 90Q-82 84-84 0Z", _fur(t, 0.5))
    for x, y, a in ((-44, -22, -14), (6, -40, 2), (54, -22, 14)):
        c.group(x, y, 1, turn=a)
        c.ball(0, 22, 30, mix(t.lit, t.base, 0.3))
        c.ball(0, 0, 22, mix(t.lit, t.base, 0.3))
        c.fill(sharp([(-17, -6), (0, -44), (17, -6), (0, 8)]), t.accent)
        c.fill(sharp([(-10, -10), (0, -36), (10, -10), (0, -2)]), mix(t.accent, t.ink, 0.55))
        c.dots([(-15, 2), (15, 2)], t.ink, 7)
        c.line("M-4-48l-6-10M4-48l6-10", t.base, 3)
        c.end()
    c.fill("M-90 10Q4 66 102 8Q96 92 6 96Q-84 92-90 10Z", _fur(t, 0.5))
    c.line("M-84 30L40 60M-60 60L70 30M-30 84L96 26M-80 44L-100 20M-50 78L60 76M90 36L112 14M0 90L60 50", _fur(t, 0.7), 5)
    c.line("M-70 24L20 70M10 48L84 40M-30 50L40 88", mix(_fur(t, 0.3), t.pale, 0.25), 4)
    c.fill(_leaf(-92, 24, 34, -60) + _leaf(104, 16, 32, 50), t.lit)


def ivy(c: Canvas, t: Tones, chance: Chance) -> None:
    """A notice, of which the wood has left one word."""
    c.fill("M-286 130Q0 108 286 132L286 230L-286 230Z", t.near)
    c.line("M-118 190L-118-150M118 190L118-150", _fur(t, 0.66), 22)
    c.fill(sharp([(-166, -140), (0, -190), (166, -140), (166, -122), (0, -170), (-166, -122)]), _fur(t, 0.5))
    c.fill(sharp([(-140, -124), (140, -124), (140, 96), (-140, 96)]), _fur(t, 0.44))
    c.fill(smooth([(-108, -112), (0, -106), (108, -114), (104, 0), (110, 84), (0, 78), (-106, 86), (-112, 0)], tension=0.4), t.pale)
    c.line("M-84-84L80-84M-84-58L60-58M-84 12L80 12M-84 36L70 36", mix(t.pale, t.base, 0.5), 7)
    c.line("M-40-22L44-22", t.ink, 11)
    c.ball(66, 62, 22, t.accent)
    c.fill(sharp([(54, 76), (62, 108), (68, 92), (80, 104), (78, 74)]), mix(t.accent, t.shade, 0.25))
    c.line("M-150 180C-160 60-90 90-120-10S-60-90-130-170M-120-10C-60 10-70 60 10 50S90 90 140 40M150 190C100 100 170 40 120-30S150-120 60-150C0-160-20-110-90-100", t.base, 7)
    dark, light = "", ""
    spots = [(-148, 120), (-120, 70), (-104, 20), (-128, -30), (-92, -76), (-126, -124), (-60, -96), (-16, -124), (36, -140), (92, -136), (138, -96), (112, -44), (134, 6), (118, 60), (136, 116), (-70, 26), (-34, 58), (12, 48), (56, 24), (80, -82), (-66, -60), (30, -76), (96, 20), (-20, 20)]
    for i, (x, y) in enumerate(spots):
        a = i * 67 % 360
        shape = _leaf(x, y, 40, a) + _leaf(x, y, 30, a + 62) + _leaf(x, y, 30, a - 62)
        if i % 2:
            light += shape
        else:
            dark += shape
    c.fill(dark, t.base)
    c.fill(light, mix(t.base, t.lit, 0.5))


def scrub(c: Canvas, t: Tones, chance: Chance) -> None:
    """Eyes in the bushes, and a white flag out of them."""
    c.fill(_bush(-170, 60, 150, 120, 9) + _bush(160, 60, 170, 130, 10) + _bush(0, 40, 130, 120, 9, 0.3), t.near)
    c.fill(_bush(-90, 120, 160, 100, 10) + _bush(120, 130, 180, 90, 10, 0.2), mix(t.near, t.ink, 0.45))
    c.fill(limb((36, 130, 40), (22, 40, 34), (44, -40, 30)), mix(t.accent, t.shade, 0.35))
    c.fill(limb((44, -36, 26), (46, -62, 24), (44, -72, 22)), mix(t.pale, t.accent, 0.35))
    c.line("M54-34L30-176", _fur(t, 0.4), 7)
    c.fill(smooth([(30, -176), (64, -186), (92, -170), (132, -178), (126, -126), (92, -118), (64, -132), (38, -120)], tension=0.7), t.pale)
    c.line("M-150 30L-216-150", _fur(t, 0.5), 7)
    c.fill(sharp([(-216, -150), (-238, -168), (-230, -196), (-206, -172)]), mix(t.pale, t.sky, 0.4))
    c.fill("M-110 60Q-112 0-66-4Q-20 0-24 60Q-66 40-110 60Z", mix(t.pale, t.sky, 0.5))
    c.line("M-66-2L-66 46", t.shade, 6)
    c.line("M-260 200C-250 60-120 40-100 110S20 30 20 120S120 60 140 130S240 60 270 190M-60 210C-80 120 40 100 70 180", mix(t.base, t.lit, 0.15), 11)
    thorns = ""
    for x, y in ((-226, 104), (-180, 74), (-126, 78), (-84, 124), (-30, 84), (6, 88), (40, 128), (96, 92), (128, 104), (170, 124), (220, 106), (250, 140)):
        thorns += sharp([(x - 8, y), (x + 8, y), (x + 3, y - 22)])
    c.fill(thorns, mix(t.base, t.lit, 0.15))
    _eyes(c, t, [(-190, 10), (-156, 10)], 13, (0.5, 0.0), t.accent)
    _eyes(c, t, [(108, -2), (148, -2)], 15, (-0.4, -0.2), t.accent)
    _eyes(c, t, [(206, 56), (230, 56), (-250, 60), (-228, 60)], 9, (0.0, -0.3), t.lit)
    _eyes(c, t, [(-20, 150), (16, 150)], 12, (0.2, -0.4), t.accent)
    c.dots([(176, -40), (190, -40), (-110, -34), (-96, -34), (-140, 138), (-124, 138), (90, 60), (102, 60)], t.pale, 8)


def more_wood(c: Canvas, t: Tones, chance: Chance) -> None:
    """A tent among trunks that were not there, and who sleeps in it."""
    c.fill("M-286 120Q0 96 286 120L286 230L-286 230Z", t.near)
    c.fill(_bush(-150, -150, 160, 70, 10) + _bush(130, -160, 190, 70, 11), mix(t.near, t.mid, 0.3))
    c.line("M-36-190L-44 40M60-190L70 40", mix(t.near, t.mid, 0.4), 34)
    c.fill(sharp([(-130, 132), (0, -70), (130, 132)]), t.pale)
    c.fill(sharp([(36, 132), (0, -70), (130, 132)]), mix(t.pale, t.base, 0.4))
    c.line("M-12-88L4-64L-4-92", t.shade, 6)
    c.fill(sharp([(-48, 132), (-4, -24), (40, 132)]), t.ink)
    c.ball(-4, 76, 28, mix(t.pale, t.accent, 0.35))
    c.fill("M-30 62Q-26 34-4 34Q20 34 24 62Q-4 52-30 62Z", t.accent)
    c.line("M12 40Q40 34 44 56", t.accent, 10)
    _eyes(c, t, [(-15, 72), (8, 72)], 9, (0.2, -0.3))
    c.fill(disc(-3, 92, 6, 8), t.shade)
    c.fill(sharp([(-42, 104), (34, 104), (30, 140), (-38, 140)]), mix(t.pale, t.lit, 0.3))
    c.line("M-28 116l20 6l18-8l12 6", t.accent, 4)
    bark = _fur(t, 0.68)
    for x, w in ((-196, 52), (-112, 32), (120, 36), (204, 56)):
        c.fill(sharp([(x - w * 0.5, -200), (x + w * 0.5, -200), (x + w * 0.55, 100), (x + w, 150), (x - w, 150), (x - w * 0.55, 100)]), bark)
        c.line(f"M{x + w * 0.22:.0f} -190L{x + w * 0.24:.0f} 90", mix(bark, t.ink, 0.4), w * 0.2)
    c.line("M-222 30Q-196 46-166 34M-126 24Q-112 32-94 22M102 30Q120 38 138 24M174 40Q204 56 234 36", t.accent, 9)
    c.line("M-166 34Q-140 40-128 26M-94 22Q-40 60-30 140", t.accent, 5)
    c.fill(_leaf(-178, 110, 34, 60) + _leaf(-128, 118, 30, -40) + _leaf(140, 116, 30, 40) + _leaf(178, 118, 34, -30) + _leaf(90, 136, 28, 10), t.lit)


def way_for_small(c: Canvas, t: Tones, chance: Chance) -> None:
    """A snail with the right of way; the legs of those who wait."""
    coat, dark = _fur(t, 0.6), _fur(t, 0.76)
    c.fill("M-286 96Q0 76 286 96L286 230L-286 230Z", mix(t.pale, t.base, 0.35))
    c.fill(smooth([(-60, -210), (-76, -60), (-50, 0), (-56, 88), (26, 92), (34, 0), (70, -16), (104, 0), (96, 88), (176, 92), (184, 0), (216, -60), (206, -210)]), coat)
    c.fill(smooth([(70, -16), (104, 0), (96, 88), (176, 92), (184, 0), (216, -60), (206, -210), (150, -210), (140, -40)]), dark)
    c.fill(disc(-10, 88, 50, 20) + disc(142, 90, 50, 20), dark)
    c.line("M-36 92l0 10M-18 96l0 10M0 96l0 10M116 96l0 10M134 98l0 10M152 98l0 10", t.pale, 7)
    c.line("M-232-210L-224 84M-180-210L-176 84", mix(_fur(t, 0.42), t.pale, 0.1), 26)
    c.line("M-224 74L-222 88M-176 74L-176 88", t.ink, 28)
    c.fill(smooth([(-200, 158), (-150, 136), (-40, 130), (30, 132), (60, 70), (50, 40), (84, 36), (100, 70), (96, 130), (60, 160), (-100, 166)]), mix(t.lit, t.pale, 0.35))
    c.line("M58 50L40 6M82 46L100 4", mix(t.lit, t.pale, 0.35), 8)
    _eyes(c, t, [(38, 0), (102, -2)], 13, (0.3, 0.2))
    c.line("M70 84Q82 90 92 82", t.ink, 4)
    c.ball(-50, 68, 78, t.accent)
    c.line("M-50 146C-118 142-124 50-84 18S10 14 8 70S-66 120-82 84S-50 34-30 58S-36 88-48 80", mix(t.accent, t.shade, 0.45), 10)
    c.line("M-44-8L-36-150", _fur(t, 0.7), 7)
    c.ball(-34, -150, 40, t.pale)
    c.ball(-34, -150, 32, mix(t.accent, t.shade, 0.2))
    c.line("M-54-150L-14-150", t.pale, 12)


def boots(c: Canvas, t: Tones, chance: Chance) -> None:
    """Walking, with nobody in them."""
    hide, dark = _fur(t, 0.5), _fur(t, 0.7)
    c.fill("M-286 116Q-100 92 60 104Q180 110 286 96L286 230L-286 230Z", mix(t.pale, t.base, 0.42))
    c.fill(disc(-214, 118, 26, 8) + disc(-160, 136, 26, 8) + disc(-250, 148, 28, 9), mix(t.pale, t.base, 0.62))
    for x, y, a, shaft, sole in ((-84, 116, 14, dark, t.ink), (70, 124, -8, hide, t.shade)):
        c.group(x, y, 1, turn=a)
        c.fill(sharp([(-56, 4), (-54, -10), (108, -10), (112, 4)]), sole)
        c.fill(sharp([(-56, 4), (-56, 18), (-14, 18), (-12, 4)]), sole)
        c.fill(smooth([(-54, -8), (-60, -60), (-50, -150), (-46, -176), (34, -176), (32, -120), (38, -70), (84, -56), (110, -26), (108, -8)], tension=0.7), shaft)
        c.fill(disc(-6, -176, 41, 12), t.ink)
        c.fill(smooth([(-54, -150), (-52, -184), (-6, -164), (42, -184), (40, -148), (-6, -136)], tension=0.6), mix(shaft, t.pale, 0.3))
        c.line("M8-112L36-118M8-92L38-96M12-72L44-74", t.pale, 5)
        c.line("M60-14Q52-44 74-56", mix(shaft, t.ink, 0.35), 5)
        c.line("M-56-40L34-34", t.accent, 9)
        c.end()
    c.line("M-44-54Q-60-110-30-150M40-46Q20-110 50-160M54-46Q90-100 76-140", mix(t.base, t.lit, 0.4), 7)
    fronds = "".join(_leaf(x, y, 38, a) for x, y, a in ((-48, -90, -70), (-48, -96, 60), (-46, -124, -60), (-42, -124, 60), (-32, -148, 0), (30, -100, -80), (34, -130, -60), (36, -130, 50), (48, -158, 6), (84, -110, 70), (80, -124, -20), (78, -138, 30)))
    c.fill(fronds, t.lit)
    _flower(c, t, [(-30, -178), (96, -168)], 9)


def ladder(c: Canvas, t: Tones, chance: Chance) -> None:
    """A bear on a ladder, within reach of a bat."""
    coat, dark = _fur(t, 0.56), _fur(t, 0.72)
    c.fill("M-286 130Q0 108 286 132L286 230L-286 230Z", t.near)
    wood = mix(_fur(t, 0.3), t.pale, 0.35)
    c.line("M-100 170L-40-40M10 170L-20-40M40 170L0-60", wood, 11)
    c.line("M-92 136L4 136M-80 96L0 96M-70 56L-6 56M-58 16L-12 16", wood, 10)
    c.fill(limb((-34, 16, 46), (-70, 52, 42), (-56, 92, 40)) + limb((-74, 94, 30), (-50, 96, 32), (-34, 96, 24)), dark)
    c.fill(smooth([(-84, 20), (-90, -50), (-60, -112), (-10, -126), (34, -96), (30, -30), (14, 30), (-40, 44)]), coat)
    c.fill(limb((-10, 10, 52), (10, 30, 46), (-14, 56, 42)) + limb((-30, 56, 30), (-10, 58, 32), (12, 56, 26)), coat)
    c.fill(smooth([(0, -20), (10, -70), (34, -90), (32, -40), (16, 10)]), mix(coat, t.pale, 0.3))
    c.dots([(-24, -166), (16, -184)], dark, 30)
    c.fill(smooth([(-36, -122), (-30, -160), (4, -176), (40, -164), (72, -142), (76, -122), (44, -110), (0, -96)]), coat)
    c.fill(smooth([(44, -146), (72, -142), (76, -122), (46, -114)]), mix(coat, t.pale, 0.45))
    c.ball(74, -136, 8, t.ink)
    c.ball(34, -148, 6, t.ink)
    c.line("M20-164L44-162", t.ink, 4)
    c.line("M58-120Q50-110 40-114", t.ink, 4)
    c.fill(limb((10, -84, 46), (72, -86, 40), (124, -128, 40)), coat)
    c.fill(disc(130, -132, 25, 22), dark)
    c.line("M140-150l14-10M150-138l16-6M148-124l16 0", t.pale, 7)
    c.fill(limb((-60, -70, 44), (-92, -20, 36), (-60, 0, 32)), dark)
    c.group(196, -112, 1, turn=14)
    c.fill(sharp([(0, -14), (-26, -44), (-70, -40), (-56, -20), (-60, 6), (-36, -2), (-24, 20), (0, 10), (24, 20), (36, -2), (60, 6), (56, -20), (70, -40), (26, -44)]), t.shade)
    c.fill(disc(0, 2, 15, 22) + sharp([(-14, -12), (-12, -36), (0, -20), (12, -36), (14, -12)]), t.shade)
    c.dots([(-6, -8), (6, -8)], t.accent, 8)
    c.end()
    c.line("M170-66q16 16 6 32M196-58q10 16-4 30", t.pale, 5)


def tusks(c: Canvas, t: Tones, chance: Chance) -> None:
    """A hen, armed."""
    c.fill("M-286 128Q0 106 286 130L286 230L-286 230Z", t.near)
    body, wing = mix(t.pale, t.accent, 0.12), mix(t.pale, _fur(t, 0.4), 0.42)
    c.line("M-30 90L-36 134M26 90L24 134M-36 134l-22 4M-36 134l4 8M-36 134l22 2M24 134l-20 4M24 134l6 8M24 134l24 2", t.accent, 9)
    c.fill(smooth([(-150, -100), (-186, -70), (-176, -50), (-196, -34), (-170, -20), (-178, 6), (-120, 20), (-80, -20), (-110, -90)]), _fur(t, 0.45))
    c.fill(smooth([(-146, -70), (-100, -40), (-30, -34), (14, -70), (24, -130), (64, -156), (104, -130), (112, -60), (100, 20), (56, 84), (-20, 104), (-90, 76), (-136, 10)]), body)
    c.fill(smooth([(-90, -10), (-30, -24), (40, -6), (20, 40), (-24, 62), (-70, 50), (-50, 36), (-86, 24), (-64, 12)]), wing)
    c.fill(smooth([(100, 20), (56, 84), (-20, 104), (-90, 76), (-120, 40), (-30, 78), (50, 56)]), mix(body, t.base, 0.35))
    c.fill(smooth([(32, -146), (24, -178), (44, -170), (54, -192), (70, -168), (92, -184), (94, -146), (64, -156)]), mix(t.accent, t.shade, 0.15))
    c.line("M20-112Q60-92 110-100", _fur(t, 0.75), 8)
    c.line("M34-148Q26-126 30-106", _fur(t, 0.75), 6)
    c.fill(sharp([(104, -126), (146, -108), (104, -92)]), t.accent)
    c.fill(smooth([(108, -92), (120, -70), (108, -58), (98, -76)]), mix(t.accent, t.shade, 0.15))
    c.fill(smooth([(92, -104), (120, -84), (158, -82), (190, -112), (198, -160), (222, -110), (206, -62), (160, -40), (108, -58)]), mix(t.pale, t.haze, 0.2))
    c.fill(smooth([(70, -100), (96, -70), (132, -52), (176, -62), (164, -36), (120, -24), (76, -50)]), mix(t.pale, t.base, 0.3))
    c.line("M100-96L96-62M112-90L110-60", _fur(t, 0.75), 9)
    _eyes(c, t, [(80, -124)], 11, (0.4, 0.1))
    c.line("M62-142L100-130", t.ink, 7)
    c.line("M-30-34Q-10-10 14-30M-60 62l12 14M0 66l10 14", wing, 6)
    c.fill(_leaf(-170, -80, 40, -20) + _leaf(-150, 134, 26, -40) + _leaf(110, 136, 26, 30), t.lit)


def soles(c: Canvas, t: Tones, chance: Chance) -> None:
    """A man behind his map, and what his feet have come to."""
    bark, skin = _fur(t, 0.64), mix(t.pale, t.accent, 0.35)
    c.fill("M-286 112Q0 86 286 112L286 230L-286 230Z", t.near)
    c.fill(limb((-24, 0, 50), (-30, 70, 46), (-40, 124, 60)) + limb((26, 0, 50), (32, 70, 46), (44, 124, 60)), bark)
    c.line("M-40 110C-90 116-110 140-190 136M-50 116C-90 140-80 170-140 190M-30 120C-20 150-40 170-30 200M44 110C90 116 130 130 200 128M50 118C90 140 80 170 130 190M30 120C14 150 40 170 20 200", bark, 17)
    c.line("M-30 40L-34 96M-18 30L-20 80M30 40L34 96M18 34L22 84", mix(bark, t.ink, 0.4), 4)
    c.fill(sharp([(-60, 30), (-52, -90), (52, -90), (60, 30)]), t.base)
    c.ball(0, -108, 40, skin)
    c.fill(disc(0, -128, 74, 13), t.shade)
    c.fill("M-40-128Q-38-176 0-178Q40-176 42-128Z", t.shade)
    c.line("M-40-136Q0-126 42-136", t.accent, 11)
    _eyes(c, t, [(-16, -104), (18, -104)], 11, (0.0, 0.4))
    c.line("M20-174L40-196M-24-170L-44-190", mix(t.base, t.lit, 0.5), 6)
    c.fill(_leaf(36, -188, 38, 70) + _leaf(36, -186, 34, 10) + _leaf(-40, -186, 36, -80) + _leaf(-40, -184, 30, -20), t.lit)
    c.fill(sharp([(-130, -84), (-66, -72), (0, -84), (66, -72), (130, -84), (126, 42), (66, 54), (0, 42), (-66, 54), (-126, 42)]), t.pale)
    c.fill(sharp([(-66, -72), (0, -84), (0, 42), (-66, 54)]) + sharp([(66, -72), (130, -84), (126, 42), (66, 54)]), mix(t.pale, t.base, 0.2))
    c.fill(_bush(-92, -30, 20, 16, 6) + _bush(-36, 10, 22, 16, 6) + _bush(92, 14, 20, 16, 6), t.lit)
    c.line("M-108 30Q-60 20-30-30T50-20T104-56", t.accent, 6)
    c.line("M34-50l20 20M54-50l-20 20", t.shade, 6)
    c.dots([(-130, -20), (130, -20)], skin, 32)
    c.fill("".join(_leaf(x, y, 30, a) for x, y, a in ((-180, 134, -20), (-160, 136, 30), (190, 126, 20), (150, 124, -20), (-60, 80, -70), (56, 84, 70))), t.lit)


def adopted(c: Canvas, t: Tones, chance: Chance) -> None:
    """A mouse, and behind it the family."""
    c.fill(smooth([(-250, 220), (-246, 40), (-210, -30), (-214, -76), (-188, -70), (-150, -92), (-112, -70), (-86, -78), (-90, -30), (-60, 40), (-50, 220)]), t.near)
    c.fill(smooth([(60, 220), (66, 30), (96, -40), (92, -90), (122, -104), (156, -92), (190, -104), (218, -84), (206, -34), (240, 40), (250, 220)]), t.near)
    c.line("M124-100C116-150 84-150 72-186M104-146L70-150M168-100C178-150 210-150 222-186M190-146L226-148", t.near, 13)
    c.fill(smooth([(-90, 220), (-100, 40), (-70, -70), (-84, -128), (-44, -120), (0, -134), (44, -120), (84, -128), (70, -70), (100, 40), (90, 220)]), mix(t.near, t.ink, 0.45))
    _eyes(c, t, [(-172, -34), (-128, -34)], 13, (0.3, 0.4), t.accent)
    _eyes(c, t, [(126, -50), (176, -50)], 13, (-0.3, 0.4), t.accent)
    _eyes(c, t, [(-32, -74), (32, -74)], 24, (0.0, 0.4), t.lit)
    c.fill(sharp([(-10, -56), (10, -56), (0, -30)]), t.accent)
    c.fill(disc(-150, 4, 26, 18) + disc(152, 0, 24, 16), mix(t.near, t.lit, 0.3))
    c.fill(disc(-150, -2, 11, 7) + disc(152, -6, 11, 7), t.ink)
    fur = mix(_fur(t, 0.3), t.pale, 0.35)
    c.line("M40 150Q110 150 104 104Q98 80 120 70", mix(t.accent, t.pale, 0.5), 8)
    c.dots([(-44, 22), (44, 22)], fur, 64)
    c.dots([(-44, 24), (44, 24)], mix(t.accent, t.pale, 0.5), 38)
    c.fill(smooth(mirrored([(0, 86), (40, 100), (56, 150), (40, 220), (0, 220)])), fur)
    c.fill(smooth(mirrored([(0, 14), (40, 28), (50, 62), (24, 94), (0, 100)])), fur)
    c.dots([(-19, 52), (19, 52)], t.ink, 14)
    c.dots([(-17, 49), (21, 49)], t.pale, 5)
    c.ball(0, 80, 8, t.shade)
    c.line("M-8 82L-48 76M-8 86L-46 92M8 82L48 76M8 86L46 92", t.shade, 3)
    c.fill("".join(_leaf(x, 104, 34, a) for x, a in ((-36, 130), (-18, 160), (0, 180), (18, 200), (36, 230), (-40, 100), (40, 260))), t.lit)
    c.fill(_leaf(0, 16, 36, -24) + _leaf(2, 16, 30, 34), t.accent)


CREATURES: dict[str, Drawing] = {
    "usher-owlet": usher_owlet,
    "acorn-treasurer": acorn_treasurer,
    "goose-of-the-bean-rows": goose,
    "detour-fox": detour_fox,
    "spiteful-pollard": pollard,
    "badger-clerk": badger_clerk,
    "nine-piglets": nine_piglets,
    "toad-magistrate": toad,
    "beetle-pretender": beetle,
    "stag-out-of-office": stag,
    "lizard-of-eleven-tails": lizard,
    "mother-of-nine": mother_of_nine,
    "bear-of-the-tithe": bear,
    "the-usual-path": usual_path,
    "mole-of-the-forty-pegs": mole,
    "washday-moose": moose,
    "the-third-village": third_village,
    "mushroom-before-the-map": first_mushroom,
}
THINGS: dict[str, Drawing] = {
    "aunt-sorrel-insists": insists,
    "not-asleep-after-all": not_asleep,
    "the-wood-goes-round": wood_goes_round,
    "short-way-through": short_way,
    "spring-without-notice": spring,
    "overgrown-in-transit": transit,
    "objection-of-the-hare": objection,
    "good-for-the-soil": good_for_soil,
    "all-this-was-hedge": all_hedge,
    "beans-for-everyone": beans,
    "found-under-the-leaves": found,
    "every-acorn-at-once": acorns,
    "hedge-crossing": hedge_crosses,
    "aunt-sorrels-compost": compost,
    "nest-in-the-works": nest,
    "ivy-on-the-decree": ivy,
    "the-scrub-has-views": scrub,
    "more-wood-on-tuesday": more_wood,
    "way-for-the-small": way_for_small,
    "surveyors-boots": boots,
    "borrowed-ladder": ladder,
    "second-hand-tusks": tusks,
    "roots-through-the-soles": soles,
    "adopted-by-the-wood": adopted,
}
LANDS: dict[str, Drawing] = {
    "bean-garden": bean_garden,
    "glade": glade,
    "underwood": underwood,
    "wood-pond": wood_pond,
    "burrow": burrow,
}
