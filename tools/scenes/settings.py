"""Where a scene plays: its colours by the card's colour and hour, its sky, its land, its weather."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from pen import HEIGHT, WIDTH, Canvas, Chance, Point, disc, limb, mix, sharp, smooth


class Tones(NamedTuple):
    """A scene's colours. The subject has base, light and shade; accent is its one bright spot."""

    sky: str
    haze: str
    light: str
    far: str
    mid: str
    near: str
    base: str
    lit: str
    shade: str
    accent: str
    pale: str
    ink: str


HOURS = {
    "dawn": ("#86b3c4", "#f9d9b8", "#fff4d6"),
    "day": ("#5ba3c7", "#dcebe0", "#fffae3"),
    "dusk": ("#54406f", "#ee9d62", "#ffdf95"),
    "night": ("#12183a", "#466084", "#f3eed6"),
}
"""The sky above, at the horizon, and its light."""

COLORS = {
    "white": ("#cdb67c", "#8d7440", "#f3e6bd", "#7d5f2f", "#c5532f", "#fff8e3"),
    "blue": ("#4f93ac", "#1c4e74", "#a9d6d9", "#123553", "#f0895f", "#f2f7ef"),
    "black": ("#6f6580", "#352c44", "#a79fa9", "#1f1829", "#c9d65b", "#ece6d8"),
    "red": ("#b5633c", "#6e2b22", "#eba867", "#3b1a1c", "#ffcf4d", "#fdeed6"),
    "green": ("#6b9a5a", "#2a5a3b", "#b9d080", "#17392b", "#f2a53c", "#f6f2d4"),
    "artifact": ("#a08a70", "#5b4d47", "#dcc59a", "#2f2a2e", "#3fb3a8", "#f7efdc"),
}
"""A colour's ground, its dark, its light, its shade, its accent and its paper."""


def tones(color: str, hour: str) -> Tones:
    """The colours of a scene."""
    sky, haze, light = HOURS[hour]
    ground, dark, bright, shade, accent, pale = COLORS[color]
    night = {"night": 0.45, "dusk": 0.2}.get(hour, 0.0)
    sky, haze = mix(sky, dark, 0.22), mix(haze, bright, 0.3)
    return Tones(
        sky=sky,
        haze=haze,
        light=mix(light, accent, 0.06),
        far=mix(mix(ground, haze, 0.5), sky, 0.25 + night * 0.4),
        mid=mix(ground, sky, 0.2 + night * 0.6),
        near=mix(dark, sky, 0.12 + night * 0.25),
        base=mix(ground, dark, 0.55),
        lit=mix(bright, light, 0.25),
        shade=shade,
        accent=accent,
        pale=pale,
        ink=mix(shade, "#000000", 0.25),
    )


def sky(c: Canvas, t: Tones, chance: Chance, hour: str) -> Point:
    """The sky in rings about its light; gives the light's place."""
    x = chance.between(0.18, 0.82) * WIDTH
    y = {"dawn": 0.56, "day": 0.26, "dusk": 0.6, "night": 0.24}[hour] * HEIGHT + chance.between(-22, 22)
    c.below(0, t.sky)
    steps = 5
    for i in range(steps):
        c.ball(x, y, 400 - i * 74, mix(t.sky, t.haze, (i + 1) / steps))
    if hour == "night":
        for width in (3, 6):
            c.dots([(chance.between(8, WIDTH - 8), chance.between(8, 210)) for _ in range(9)], t.pale, width)
        c.ball(x, y, 44, t.light)
        c.ball(x + 17, y - 9, 36, mix(t.sky, t.haze, 1.0))
    else:
        c.ball(x, y, 50, t.light)
    return x, y


def _ridge(chance: Chance, base: float, rise: float, count: int) -> list[Point]:
    step = WIDTH / count
    return [(i * step + chance.between(-0.2, 0.2) * step, base - chance.between(0, rise)) for i in range(-1, count + 2)]


def _ground(c: Canvas, points: list[Point], color: str, curved: bool = True) -> None:
    if curved:
        data = smooth(points, closed=False)
        c.fill(f"{data}L{points[-1][0]:.0f} {HEIGHT}L{points[0][0]:.0f} {HEIGHT}Z", color)
    else:
        c.fill(sharp([*points, (points[-1][0], HEIGHT), (points[0][0], HEIGHT)]), color)


def plains(c: Canvas, t: Tones, chance: Chance) -> None:
    """Hills, and a field in furrows."""
    _ground(c, _ridge(chance, 262, 34, 4), t.far)
    hills = _ridge(chance, 300, 26, 3)
    _ground(c, hills, t.mid)
    x = chance.between(120, 450)
    furrows = "".join(f"M{x + i * 9:.0f} 296L{x + i * 92:.0f} 400" for i in range(-4, 5))
    c.line(furrows, mix(t.mid, t.near, 0.28), 3)
    _ground(c, _ridge(chance, 352, 14, 3), mix(t.mid, t.near, 0.45))


def island(c: Canvas, t: Tones, chance: Chance) -> None:
    """The sea, with an island on the horizon."""
    c.below(262, t.mid)
    x = chance.between(40, 160) if chance.between(0, 1) < 0.5 else chance.between(400, 520)
    c.fill(smooth([(x - 96, 263), (x - 50, 238), (x - 16, 204), (x + 22, 226), (x + 90, 263)]), t.far)
    c.fill(sharp([(x - 92, 264), (x + 88, 264), (x + 40, 271), (x - 60, 271)]), mix(t.far, t.mid, 0.5))
    glints = ""
    for i, y in enumerate((276, 292, 312, 336, 362, 388)):
        for _ in range(3):
            at, half = chance.between(0, WIDTH), chance.between(14, 30) * (1 + i * 0.32)
            glints += sharp([(at - half, y), (at, y - 2 - i), (at + half, y), (at, y + 2 + i)])
    c.fill(glints, mix(t.mid, t.lit, 0.45))
    _ground(c, _ridge(chance, 386, 10, 6), t.near)


def _dead_tree(c: Canvas, x: float, y: float, size: float, color: str, chance: Chance) -> None:
    lean = chance.between(-0.2, 0.2)
    top = (x + lean * size, y - size)
    c.fill(
        limb((x, y + 8, size * 0.15), (x + lean * size * 0.3, y - size * 0.5, size * 0.08), (*top, size * 0.03)), color
    )
    twigs = ""
    for k, side in ((0.42, 1), (0.55, -1), (0.72, 1), (0.82, -1)):
        bx, by = x + lean * size * k, y - size * k
        reach = side * size * (0.62 - k * 0.45)
        twigs += f"M{bx:.0f} {by:.0f}Q{bx + reach * 0.6:.0f} {by:.0f} {bx + reach:.0f} {by - size * 0.22:.0f}"
    c.line(twigs, color, round(size * 0.035))


def swamp(c: Canvas, t: Tones, chance: Chance) -> None:
    """Still water, dead trees, reeds."""
    _ground(c, _ridge(chance, 258, 16, 7), t.far)
    c.below(266, mix(t.mid, t.haze, 0.25))
    for _ in range(4):
        x, y = chance.between(0, WIDTH), chance.between(276, 330)
        c.fill(disc(x, y, chance.between(60, 130), chance.between(3, 7)), mix(t.mid, t.haze, 0.55))
    for x in (chance.between(20, 90), chance.between(470, 550), chance.between(120, 200)):
        _dead_tree(c, x, 300 + chance.between(0, 30), chance.between(110, 190), mix(t.near, t.mid, 0.3), chance)
    _ground(c, _ridge(chance, 366, 18, 5), t.near)
    reeds = ""
    for _ in range(14):
        x, h = chance.between(0, WIDTH), chance.between(20, 58)
        reeds += f"M{x:.0f} 385L{x + chance.between(-10, 10):.0f} {380 - h:.0f}"
    c.line(reeds, t.near, 3)


def mountain(c: Canvas, t: Tones, chance: Chance) -> None:
    """Two ranges, with snow on them."""
    for base, tall, count, color in ((270, 120, 3, t.far), (318, 150, 2, t.mid)):
        for i in range(count):
            x = WIDTH * (i + 0.5) / count + chance.between(-60, 60)
            half, h = chance.between(120, 175), tall * chance.between(0.7, 1.1)
            c.fill(sharp([(x - half, base), (x, base - h), (x + half, base)]), color)
            bend = chance.between(-8, 14)
            c.fill(
                sharp([(x, base - h), (x + half, base), (x + half * 0.2, base), (x + bend, base - h * 0.5)]),
                mix(color, t.near, 0.4),
            )
            c.fill(
                sharp(
                    [
                        (x, base - h),
                        (x + half * 0.24, base - h * 0.76),
                        (x + half * 0.08, base - h * 0.8),
                        (x - half * 0.03, base - h * 0.68),
                        (x - half * 0.12, base - h * 0.8),
                        (x - half * 0.25, base - h * 0.75),
                    ]
                ),
                mix(color, t.pale, 0.75),
            )
        c.below(base - 2, color)
    _ground(c, _ridge(chance, 352, 26, 6), t.near, curved=False)


def _conifer(x: float, y: float, h: float) -> str:
    w = h * 0.28
    right: list[Point] = [(x + w * 0.62, y - h * 0.42), (x + w * 0.32, y - h * 0.44), (x + w, y)]
    return sharp([(x, y - h), *right, *((2 * x - px, py) for px, py in reversed(right))])


def forest(c: Canvas, t: Tones, chance: Chance) -> None:
    """Firs, far and near, between two trunks."""
    far = [WIDTH * (i + 0.5) / 12 + chance.between(-16, 16) for i in range(12)]
    tips = "".join(sharp([(x, 282 - chance.between(60, 104)), (x + 22, 282), (x - 22, 282)]) for x in far)
    c.fill(sharp([(0, 268), (WIDTH, 268), (WIDTH, HEIGHT), (0, HEIGHT)]) + tips, t.far)
    near = [WIDTH * (i + 0.5) / 7 + chance.between(-22, 22) for i in range(7)]
    trees = "".join(_conifer(x, 312, chance.between(80, 136)) for x in near)
    c.fill(sharp([(0, 300), (WIDTH, 300), (WIDTH, HEIGHT), (0, HEIGHT)]) + trees, mix(t.far, t.mid, 0.75))
    _ground(c, _ridge(chance, 346, 16, 3), t.mid)
    for x, lean in ((chance.between(6, 40), 1), (chance.between(532, 567), -1)):
        c.line(f"M{x:.0f} 400L{x + lean * 6:.0f} 300L{x - lean * 4:.0f} 150V-20", t.near, round(chance.between(36, 50)))
        c.line(f"M{x:.0f} 120Q{x + lean * 60:.0f} 84 {x + lean * 92:.0f} 14", t.near, 12)
    _ground(c, _ridge(chance, 384, 14, 4), t.near)


def hall(c: Canvas, t: Tones, chance: Chance) -> None:
    """A room of stone that looks out through arches."""
    wall = mix(t.near, t.mid, 0.35)
    light = mix(t.haze, t.light, 0.4)
    count = int(chance.one_of((1, 2, 3)))
    outside = [(WIDTH * (i + 0.5) / count, min(180.0, WIDTH / count * 0.36)) for i in range(count)]
    c.below(0, wall)
    for x, half in outside:
        for grow, color in ((14, mix(wall, t.ink, 0.3)), (0, light)):
            w, top = half + grow, 150.0
            arch = [(x - w * cos(i * pi / 8), top - min(w, 130) * sin(i * pi / 8)) for i in range(9)]
            c.fill(sharp([(x - w, 300), *arch, (x + w, 300)]), color)
        c.fill(sharp([(x - half, 262), (x + half, 262), (x + half, 300), (x - half, 300)]), mix(light, t.far, 0.6))
    c.below(300, mix(t.near, t.mid, 0.6))
    joints = "".join(f"M{286 + i * 44} 300L{286 + i * 108} 400" for i in range(-6, 7))
    c.line(joints + "M0 334L573 334", mix(t.near, t.mid, 0.35), 3)


def rays(c: Canvas, t: Tones, chance: Chance) -> None:
    """No place: beams out of the middle, for what is done rather than seen."""
    c.below(0, mix(t.near, t.sky, 0.3))
    x, y, count = WIDTH / 2 + chance.between(-30, 30), 190.0, int(chance.one_of((9, 11, 13)))
    turn = chance.between(0, 1)
    for i in range(count):
        a, b = (2 * pi * (i + turn + k) / count for k in (0.0, 0.5))
        c.fill(
            sharp([(x, y), (x + 480 * cos(a), y + 480 * sin(a)), (x + 480 * cos(b), y + 480 * sin(b))]),
            mix(t.near, t.mid, 0.5),
        )
    c.ball(x, y, 150, mix(t.mid, t.haze, 0.4))
    c.ball(x, y, 112, mix(t.mid, t.haze, 0.75))


LANDS = {
    "plains": plains,
    "island": island,
    "swamp": swamp,
    "mountain": mountain,
    "forest": forest,
    "hall": hall,
    "rays": rays,
}


def _cloud(c: Canvas, x: float, y: float, w: float, color: str) -> None:
    h = w * 0.16
    c.fill(
        smooth(
            [
                (x - w / 2, y),
                (x - w * 0.3, y - h),
                (x - w * 0.1, y - h * 0.9),
                (x + w * 0.08, y - h * 1.7),
                (x + w * 0.3, y - h),
                (x + w / 2, y),
            ]
        )
        + sharp([(x - w / 2, y), (x + w / 2, y), (x + w * 0.36, y + 5), (x - w * 0.4, y + 5)]),
        color,
    )


def sky_weather(c: Canvas, t: Tones, chance: Chance, weather: str, light: Point) -> None:
    """What hangs behind the land; lightning keeps away from the scene's light."""
    if weather in ("clouds", "rain", "snow", "storm"):
        dark = {"storm": 0.55, "rain": 0.4}.get(weather, 0.0)
        for _ in range(4):
            color = mix(mix(t.haze, t.pale, 0.5), t.near, dark)
            _cloud(c, chance.between(0, WIDTH), chance.between(40, 150), chance.between(110, 230), color)
    if weather == "mist":
        for y in (212, 246):
            x, half = chance.between(80, 490), chance.between(150, 260)
            c.line(f"M{x - half:.0f} {y}H{x + half:.0f}", mix(t.haze, t.pale, 0.3), 12)
    if weather == "storm":
        x = chance.between(60, 120)
        x = x if light[0] > WIDTH / 2 else WIDTH - x
        bolt = [(x, 20), (x - 34, 128), (x - 8, 124), (x - 44, 232), (x + 26, 104), (x, 108), (x + 26, 20)]
        c.fill(sharp(bolt), mix(t.light, t.accent, 0.25))
    if weather == "birds":
        x, y = chance.between(90, 420), chance.between(50, 120)
        for i in range(5):
            bx, by = x + i * 24, y + abs(i - 2) * 11
            c.line(
                f"M{bx - 10:.0f} {by - 5:.0f}Q{bx - 4:.0f} {by - 7:.0f} {bx:.0f} {by:.0f}Q{bx + 4:.0f} {by - 7:.0f} {bx + 10:.0f} {by - 5:.0f}",
                t.near,
                3,
            )


def near_weather(c: Canvas, t: Tones, chance: Chance, weather: str) -> None:
    """What falls or drifts before everything."""
    if weather == "rain":
        d = "".join(f"M{chance.between(0, WIDTH):.0f} {chance.between(0, 340):.0f}l-9 36" for _ in range(34))
        c.line(d, mix(t.pale, t.sky, 0.35), 2)
    elif weather in ("snow", "embers", "pollen"):
        color = {"snow": t.pale, "embers": t.accent, "pollen": t.light}[weather]
        for width in (4, 7, 10):
            c.dots([(chance.between(0, WIDTH), chance.between(10, 350)) for _ in range(8)], color, width)
    elif weather == "mist":
        x, half = chance.between(80, 490), chance.between(60, 120)
        c.line(f"M{x - half:.0f} 336H{x + half:.0f}M{x - half + 70:.0f} 350H{x + half + 110:.0f}", mix(t.mid, t.haze, 0.5), 8)


WEATHERS = ("clear", "clouds", "rain", "snow", "storm", "birds", "embers", "pollen", "mist")
