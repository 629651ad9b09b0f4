"""The deck's symbols: mana, numbers, X and tap, stones of six sides and a card on its side. Written by ``python tools/scenes``."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

Point = tuple[float, float]

STONES = {
    "white": ("#f1dc9c", "#6b5317"),
    "blue": ("#2d78ad", "#f2f8fb"),
    "black": ("#2f2a37", "#efe9f2"),
    "red": ("#c4492f", "#fdf0e6"),
    "green": ("#35774a", "#f0f7e6"),
}
"""The stone and what is cut into it."""
RIM = "#fdf8ec"
PLAIN = ("#d9d2c6", "#2d2924")


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _stone(r: float) -> str:
    """A hexagon standing on a corner, its corners rounded."""
    corners = [(50 + r * sin(i * pi / 3), 50 - r * cos(i * pi / 3)) for i in range(6)]
    out = []
    for i, (x, y) in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % 6]
        a = (x + (before[0] - x) * 0.26, y + (before[1] - y) * 0.26)
        b = (x + (after[0] - x) * 0.26, y + (after[1] - y) * 0.26)
        out.append(f"{'L' if i else 'M'}{_number(a[0])} {_number(a[1])}")
        out.append("Q" + " ".join(_number(v) for v in (x, y, *b)))
    return "".join(out) + "Z"


def _spark() -> str:
    """The sun as an asterisk: eight rays that widen outwards around a disc."""
    out = ["M50 39a11 11 0 1 0 .1 0Z"]
    for i in range(8):
        turn = i * pi / 4
        reach = 31 if i % 2 == 0 else 26
        near, far = (turn - 0.16, turn + 0.16), (turn + 0.16, turn - 0.16)
        points = [(15.5, near[0]), (reach, near[0] - 0.02), (reach, far[0] + 0.02), (15.5, far[0])]
        out.append("M" + "L".join(f"{_number(50 + r * cos(t))} {_number(50 + r * sin(t))}" for r, t in points) + "Z")
    return "".join(out)


GLYPHS = {
    "white": _spark(),
    "blue": "M52 16C62 34 73 43 73 59A23 23 0 0 1 27 59C27 43 42 34 52 16Z"
    "M36 58C35 68 42 75 51 76C45 71 42 66 42 58C42 53 37 53 36 58Z",
    "black": "M50 20C31 20 23 32 24 46C24 55 29 58 33 61L35 76L43 76L43 69L47 69L47 76L53 76L53 69L57 69L57 76L65 76L67 61"
    "C71 58 76 55 76 46C77 32 69 20 50 20Z"
    "M31 47L45 43L43 54L34 56ZM69 47L55 43L57 54L66 56ZM50 56L54 64L46 64Z",
    "red": "M12 70L40 26L53 47L61 36L88 70ZM40 35L33 46L39 50L43 45L47 47Z",
    "green": "M46 82L46 66C34 70 24 64 25 54C19 47 22 37 31 35C32 24 42 18 50 21C58 18 68 24 69 35C78 37 81 47 75 54"
    "C76 64 66 70 54 66L54 82ZM48 62L48 52L38 43L41 40L48 46L48 34L52 34L52 52L59 46L62 49L52 58L52 62Z",
}
TAP = "M23 30L36 30L36 44L78 44L78 56L36 56L36 70L23 70Z"


def _card(left: float, top: float, right: float, bottom: float) -> str:
    """A card that lies on its side, its corners rounded."""
    r = 11
    return (
        f"M{left + r} {top}L{right - r} {top}Q{right} {top} {right} {top + r}L{right} {bottom - r}Q{right} {bottom} {right - r} {bottom}"
        f"L{left + r} {bottom}Q{left} {bottom} {left} {bottom - r}L{left} {top + r}Q{left} {top} {left + r} {top}Z"
    )


def _lettered(text: str, font: TTFont) -> str:
    """A number or letter of the display face, set in the middle of the stone."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    at, placed = 0.0, []
    for sign in text:
        name = names[ord(sign)]
        placed.append((name, at))
        at += glyphs[name].width - 30
    bounds = BoundsPen(glyphs)
    for name, x in placed:
        glyphs[name].draw(TransformPen(bounds, Transform().translate(x, 0)))
    x0, y0, x1, y1 = bounds.bounds
    scale = min(50 / (y1 - y0), 58 / (x1 - x0))
    pen = SVGPathPen(glyphs, ntos=_number)
    middle = Transform().translate(50, 50).scale(scale, -scale).translate(-(x0 + x1) / 2, -(y0 + y1) / 2)
    for name, x in placed:
        glyphs[name].draw(TransformPen(pen, middle.translate(x, 0)))
    return str(pen.getCommands())


def symbols(face: Path) -> dict[str, str]:
    """Each symbol's SVG by its name; *face* is the font of the numbers."""
    drawn = {name: (*colors, GLYPHS[name]) for name, colors in STONES.items()}
    font = TTFont(face)
    drawn |= {str(n): (*PLAIN, _lettered(str(n), font)) for n in range(8)}
    drawn |= {"x": (*PLAIN, _lettered("X", font)), "tap": (RIM, PLAIN[1], TAP)}
    out = {}
    for name, (ground, cut, glyph) in drawn.items():
        # No mana is tapped: its sign is a card that lies on its side, not a stone.
        edge, outer, inner = (cut, _card(7, 14, 93, 86), _card(13, 20, 87, 80)) if name == "tap" else (RIM, _stone(50), _stone(45.5))
        out[name] = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="7 0 86 100">\n'
            f'  <path fill="{edge}" d="{outer}"/>\n  <path fill="{ground}" d="{inner}"/>\n  <path fill="{cut}" fill-rule="evenodd" d="{glyph}"/>\n</svg>\n'
        )
    return out
