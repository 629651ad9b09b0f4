"""The plain icons of games: ``python tools/make_symbols.py`` draws suits, dice, pips, tokens and arrows into templates/symbols.

Each is one path of the family's grid: as high as a box of 100 × 100, its ink within 7 to 93 and about the middle.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, hypot, radians, sin, tan
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "templates" / "symbols"
Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]
Outline = list[Segment]
GAP = 5.0
"""Between the faces of a die that is seen in space."""


def main() -> None:
    """Write all; what is drawn is the same every time."""
    drawn = suits() | dice() | tokens() | arrows()
    for name, outline in drawn.items():
        data = " ".join(
            " ".join((op, *(f"{v:.2f}".rstrip("0").rstrip(".") for p in ps for v in p))) for op, ps in outline
        )
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n  <path fill-rule="evenodd" d="{data}"/>\n</svg>\n'
        (FOLDER / f"{name}.svg").write_text(text, "utf-8")
    print(f"{len(drawn)} icons: {', '.join(sorted(drawn))}")


def suits() -> dict[str, Outline]:
    """♥ ♦ ♠ ♣."""
    heart = _curves((50, 92), ((40, 77), (7, 60), (7, 33)), ((7, 18), (18, 8), (30, 8)), ((39, 8), (46, 13), (50, 21)))
    spade = _curves(
        (50, 7),
        ((40, 25), (9, 41), (9, 63)),
        ((9, 74), (18, 81.5), (28, 81.5)),
        ((35, 81.5), (41.5, 78), (45.5, 72)),
        ((45, 81), (42, 88), (35, 93)),
        ((40, 93), (45, 93), (50, 93)),
    )
    diamond = _curves((50, 7), ((42, 22), (30, 38), (17, 50)), ((30, 62), (42, 78), (50, 93)))
    club = _curves(
        (50, 7),
        ((39, 7), (30.5, 15.5), (30.5, 26.5)),
        ((30.5, 31.5), (32.5, 36), (36, 39.5)),
        ((33.5, 38.3), (30.5, 37.5), (27, 37.5)),
        ((16, 37.5), (7, 46.5), (7, 57.5)),
        ((7, 68.5), (16, 77.5), (27, 77.5)),
        ((35, 77.5), (42, 73), (45.5, 66)),
        ((45, 78), (42, 87), (35, 93)),
        ((40, 93), (45, 93), (50, 93)),
    )
    return {
        "hearts": _mirrored(heart),
        "spades": _mirrored(spade),
        "diamonds": _mirrored(diamond),
        "clubs": _mirrored(club),
    }


PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""The places of a die's pips on a telephone's keys."""


def dice() -> dict[str, Outline]:
    """Faces of a die with pips, pips alone, and dice of other shapes as one sees them."""
    out: dict[str, Outline] = {}
    square = _rounded([(7, 7), (93, 7), (93, 93), (7, 93)], 15)
    for number, keys in PIPS.items():
        places = [((int(k) - 1) % 3 - 1, (int(k) - 1) // 3 - 1) for k in keys]
        out[f"die-{number}"] = square + [s for x, y in places for s in _circle(50 + 24 * x, 50 + 24 * y, 9)]
        out[f"pips-{number}"] = [s for x, y in places for s in _circle(50 + 30 * x, 50 + 30 * y, 12.5)]
    a, b, c, d, e, f = [(50 + 43 * sin(radians(60 * k)), 50 - 43 * cos(radians(60 * k))) for k in range(6)]
    out["cube"] = _faces([a, b, (50, 50), f], [f, (50, 50), d, e], [b, c, d, (50, 50)])
    out["d4"] = _fitted(_faces([(50, 0), (64, 100), (0, 82)], [(50, 0), (100, 74), (64, 100)]))
    out["d8"] = _faces([a, c, e], [a, b, c], [c, d, e], [e, f, a])
    p, q, r = (50, 28), (69, 62), (31, 62)
    upper = [
        [p, q, r],
        [a, b, p],
        [b, q, p],
        [b, c, q],
        [c, d, q],
        [d, r, q],
        [d, e, r],
        [e, f, r],
        [f, p, r],
        [f, a, p],
    ]
    out["d20"] = _faces(*upper, gap=4)
    left = [[(50, 7), (28, 60), (8, 55), (8, 45)], [(28, 60), (50, 70), (50, 93), (8, 55)]]
    right = [[(100 - x, y) for x, y in reversed(face)] for face in left]
    out["d10"] = _faces([(50, 7), (72, 60), (50, 70), (28, 60)], *left, *right)
    inner = [(50 + 25 * sin(radians(72 * k)), 50 - 25 * cos(radians(72 * k))) for k in range(5)]
    outer = [(50 + 43 * sin(radians(36 * k)), 50 - 43 * cos(radians(36 * k))) for k in range(10)]
    sides = [[inner[k], *(outer[(2 * k + i) % 10] for i in range(3)), inner[(k + 1) % 5]] for k in range(5)]
    out["d12"] = _fitted(_faces(inner, *sides))
    return out


def tokens() -> dict[str, Outline]:
    """People and pieces."""
    meeple = _curves(
        (50, 8),
        ((41, 8), (34, 15), (34, 24)),
        ((34, 29), (35.5, 33), (38, 36)),
        ((26, 40), (7, 46), (7, 55)),
        ((7, 62), (16, 63.5), (29, 62.5)),
        ((26, 72), (14, 83), (14, 90)),
        ((14, 92.5), (15.5, 93), (18, 93)),
        ((25, 93), (33, 93), (40, 93)),
        ((43, 93), (44, 91), (45, 88.5)),
        ((46.5, 84), (48, 79), (50, 74)),
    )
    pawn = _curves(
        (50, 7),
        ((40, 7), (32.5, 14.5), (32.5, 24)),
        ((32.5, 30), (35.5, 35.5), (40, 38.5)),
        ((36.5, 39), (33, 40), (33, 43)),
        ((33, 46), (36.5, 47), (40.5, 47.5)),
        ((39.5, 60), (34, 70), (25, 79)),
        ((22, 82), (21, 84.5), (21, 88)),
        ((21, 92), (23, 93), (26, 93)),
        ((34, 93), (42, 93), (50, 93)),
    )
    corners = [(50 + 43 * sin(radians(60 * k)), 50 - 43 * cos(radians(60 * k))) for k in range(6)]
    return {"meeple": _mirrored(meeple), "pawn": _mirrored(pawn), "hexagon": _rounded(corners, 3)}


def arrows() -> dict[str, Outline]:
    """Arrows to eight sides, to both ends, and round."""
    up = _rounded([(50, 7), (88, 48), (63, 48), (63, 93), (37, 93), (37, 48), (12, 48)], 2.5)
    both = _rounded(
        [(50, 7), (82, 37), (63, 37), (63, 63), (82, 63), (50, 93), (18, 63), (37, 63), (37, 37), (18, 37)], 2.5
    )
    names = ("up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left")
    out = {f"arrow-{name}": _fitted(_turned(up, 45 * k)) for k, name in enumerate(names)}
    out |= {"arrow-up-down": both, "arrow-left-right": _turned(both, 90)}
    ring = _arc(50, 50, 36, 20, 250)
    back = _arc(50, 50, 21, 250, 20)
    a = radians(250)
    along = (cos(a), sin(a))
    middle = (50 + 28.5 * sin(a), 50 - 28.5 * cos(a))
    across = (sin(a), -cos(a))
    out_, in_ = [(middle[0] + k * across[0], middle[1] + k * across[1]) for k in (21, -21)]
    point = (middle[0] + 29 * along[0], middle[1] + 29 * along[1])
    round_: Outline = [
        ("M", (ring[0],)),
        *_cubic(ring),
        ("L", (out_,)),
        ("L", (point,)),
        ("L", (in_,)),
        ("L", (back[0],)),
    ]
    round_ += [*_cubic(back), ("Z", ())]
    clockwise = _fitted(round_)
    out["arrow-clockwise"] = clockwise
    out["arrow-counterclockwise"] = [(op, tuple((100 - x, y) for x, y in ps)) for op, ps in clockwise]
    return out


def _curves(start: Point, *curves: tuple[Point, Point, Point]) -> Outline:
    return [("M", (start,)), *(("C", c) for c in curves)]


def _mirrored(half: Outline) -> Outline:
    """A left half with its mirror image on the right."""
    points = [p for _, ps in half for p in ps]
    back = [(100 - x, y) for x, y in reversed(points)]
    if back[0] != points[-1]:
        back = [(100 - points[-1][0], points[-1][1]), *back[1:]]
    return [*half, *(("C", tuple(back[i : i + 3])) for i in range(1, len(back), 3)), ("Z", ())]


def _circle(x: float, y: float, r: float) -> Outline:
    k = 0.5523 * r
    return [
        ("M", ((x + r, y),)),
        ("C", ((x + r, y + k), (x + k, y + r), (x, y + r))),
        ("C", ((x - k, y + r), (x - r, y + k), (x - r, y))),
        ("C", ((x - r, y - k), (x - k, y - r), (x, y - r))),
        ("C", ((x + k, y - r), (x + r, y - k), (x + r, y))),
        ("Z", ()),
    ]


def _arc(x: float, y: float, r: float, start: float, end: float) -> list[Point]:
    """A circle's points from one angle to another, clockwise from the top, as of cubic curves."""
    steps = 4
    step = radians(end - start) / steps
    k = 4 / 3 * tan(step / 4) * r
    out: list[Point] = []
    for i in range(steps + 1):
        a = radians(start) + i * step
        px, py, tx, ty = x + r * sin(a), y - r * cos(a), cos(a), sin(a)
        if i:
            out.append((px - k * tx, py - k * ty))
        out.append((px, py))
        if i < steps:
            out.append((px + k * tx, py + k * ty))
    return out


def _cubic(points: list[Point]) -> Outline:
    return [("C", (points[i], points[i + 1], points[i + 2])) for i in range(1, len(points), 3)]


def _faces(*faces: list[Point], gap: float = GAP) -> Outline:
    """Faces that meet, with a gap between them but none around."""
    edges = [frozenset(pair) for face in faces for pair in pairwise([*face, face[0]])]
    out: Outline = []
    for face in faces:
        out += _polygon(
            _inset(face, [gap / 2 if edges.count(frozenset(p)) > 1 else 0.0 for p in pairwise([*face, face[0]])])
        )
    return out


def _polygon(points: list[Point]) -> Outline:
    return [("M", (points[0],)), *(("L", (p,)) for p in points[1:]), ("Z", ())]


def _inset(points: list[Point], by: list[float]) -> list[Point]:
    """A convex polygon whose sides are moved inwards, each by its own."""
    turn = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]]))
    sign = 1 if turn > 0 else -1
    lines = []
    for (x1, y1), (x2, y2), d in zip(points, [*points[1:], points[0]], by, strict=True):
        length = hypot(x2 - x1, y2 - y1)
        nx, ny = -(y2 - y1) / length * sign, (x2 - x1) / length * sign
        lines.append((nx, ny, nx * x1 + ny * y1 + d))
    out = []
    for (a1, b1, c1), (a2, b2, c2) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        det = a1 * b2 - a2 * b1
        out.append(((c1 * b2 - c2 * b1) / det, (a1 * c2 - a2 * c1) / det))
    return out


def _rounded(points: list[Point], radius: float) -> Outline:
    """A polygon with round corners."""
    out: Outline = []
    for i, (x, y) in enumerate(points):
        ends = []
        for ox, oy in (points[i - 1], points[(i + 1) % len(points)]):
            length = hypot(ox - x, oy - y)
            ends.append(((ox - x) / length, (oy - y) / length))
        (ax, ay), (bx, by) = ends
        reach = min(radius / max(tan(abs(_angle(ax, ay, bx, by)) / 2), 0.2), 12.0)
        k = 0.55
        first, last = (x + reach * ax, y + reach * ay), (x + reach * bx, y + reach * by)
        out.append(("L" if out else "M", (first,)))
        inner = (
            (x + reach * ax * (1 - k), y + reach * ay * (1 - k)),
            (x + reach * bx * (1 - k), y + reach * by * (1 - k)),
        )
        out.append(("C", (*inner, last)))
    return [*out, ("Z", ())]


def _angle(ax: float, ay: float, bx: float, by: float) -> float:
    return atan2(ax * by - ay * bx, ax * bx + ay * by)


def _turned(outline: Outline, degrees: float) -> Outline:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [
        (op, tuple((50 + c * (x - 50) - s * (y - 50), 50 + s * (x - 50) + c * (y - 50)) for x, y in ps))
        for op, ps in outline
    ]


def _fitted(outline: Outline) -> Outline:
    """As large as the grid allows, about its middle."""
    points = [p for _, ps in outline for p in ps]
    (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*points, strict=True))
    k = 86 / max(right - left, bottom - top)
    x, y = (left + right) / 2, (top + bottom) / 2
    return [(op, tuple((50 + k * (px - x), 50 + k * (py - y)) for px, py in ps)) for op, ps in outline]


if __name__ == "__main__":
    main()
