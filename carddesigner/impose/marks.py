"""What stands around the art on a sheet: crop marks, cut lines, registration targets, centre marks, the fold, the slug.

No mark ever touches art or its bleed, and none another mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from carddesigner.core.color import Gray
from carddesigner.core.geometry import Matrix, Path, Point, Rect, bounds, distance, ellipse, transformed
from carddesigner.core.items import PathItem, Stroke
from carddesigner.core.papers import Paper
from carddesigner.core.printing import MarkKind
from carddesigner.core.units import MM

GAP = 0.5 * MM
"""Between the outer bleed and a mark."""
LENGTH = 5 * MM
LEAST_LENGTH = 2 * MM
EDGE = 0.25 * MM
"""Between a mark and the paper's edge, at least."""
_TOLERANCE = 1e-5
"""Points: a limit that is met exactly is met on both sides of a sheet."""
SLUG_SIZE = 6.0
"""Points; a line with its capitals and descenders is no higher."""
_SLUG_INSET = 2 * MM
"""Between a mark and the slug line."""
_LEAST_SLUG = 15 * MM
"""A slug line's width, at least: less can't be read."""
_ENOUGH_SLUG = 50 * MM
"""A slug line's width that is wide enough for the bottom margin to be better than a wider one beside."""
_TARGET = 3 * MM
"""From a registration target's middle to the ends of its cross."""
_LEAST_TARGET = 1.5 * MM
_STAPLE = 9 * MM
"""A staple is 11 to 13 mm long."""
_APART = 1 * MM
"""Between two marks of different kinds, at least."""
_LEAST_SLANT = 10 * MM
"""A slanted edge that is marked; shorter ones are corners, cut off by eye."""
_WIDTH = 0.25
"""Points: a crop mark's line."""
_STROKE = Stroke(Gray(0.0), _WIDTH)
_STROKES = {
    "fold": Stroke(Gray(0.0), _WIDTH, (8.5, 5.7)),
    "note": Stroke(Gray(0.0), 0.75),
    "round": Stroke(Gray(0.45), _WIDTH),
}
"""How marks are drawn that are not plain lines: folds dashed 3 and 2 mm."""
_LIGHT = Stroke(Gray(1.0), 3 * _WIDTH)
"""What lies under a line that is drawn on art, so that it is seen on any colour."""


class Mark(Struct, frozen=True):
    """A line to cut, fold or look at; ``kind`` is ``crop``, ``cut-lines``, ``round``, ``registration``, ``centre``, ``fold``,
    ``staple`` or ``note``. Two lie on art: a staple's, which the staple covers, and a round piece's, which is cut along.
    """

    kind: str
    path: Path


class Slug(Struct, frozen=True):
    """A line of text in the margin.

    ``x, y`` is the lower left corner of a box ``max_width`` wide and ``size`` high that all of it has to stay in,
    as the reader of the line sees it; ``rotation`` turns the box clockwise about that corner.
    """

    text: str
    x: float
    y: float
    size: float
    rotation: int
    max_width: float


Slant = tuple[Point, Point]
"""Two points of a cut that is neither upright nor level."""


class Cuts(Struct, frozen=True):
    """Where a sheet is cut: the rectangle around all trims, the cuts along each axis, and the bleed around it all.

    ``columns`` and ``rows`` are the middles of the cells, ``slants`` the cuts along neither axis.
    """

    paper: Paper
    trim: Rect
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    bleed: float
    slants: tuple[Slant, ...] = ()

    @property
    def margins(self) -> dict[str, float]:
        """The room beside the trims on each side."""
        return {
            "left": self.trim.x,
            "right": self.paper.width - self.trim.right,
            "top": self.trim.y,
            "bottom": self.paper.height - self.trim.bottom,
        }

    @property
    def away(self) -> float:
        """From the trims to the nearest mark."""
        return self.bleed + GAP


def cuts_of(paper: Paper, cells: Sequence[Rect], bleed: float, outline: Path = ()) -> Cuts:
    """The cuts of pieces of one size in rows and columns: each place once, and none where the paper itself ends.

    The *outline* is that of a piece, from its own top left.
    """
    x, y = min(c.x for c in cells), min(c.y for c in cells)
    trim = Rect(x, y, max(c.right for c in cells) - x, max(c.bottom for c in cells) - y)
    xs = _edges([(c.x, c.right) for c in cells], paper.width)
    ys = _edges([(c.y, c.bottom) for c in cells], paper.height)
    columns, rows = ({round(c.centre[i], 6): None for c in cells} for i in (0, 1))
    own = slanted(outline)
    slants = once(((x + c.x, y + c.y), (u + c.x, v + c.y)) for c in cells for (x, y), (u, v) in own)
    return Cuts(paper, trim, xs, ys, tuple(sorted(columns)), tuple(sorted(rows)), bleed, slants)


def slanted(outline: Path) -> tuple[Slant, ...]:
    """The straight edges of an outline that no cut along a row or a column makes, but for corners cut off."""
    points = [(s[-2], s[-1]) for s in outline if len(s) > 1]
    if any(s[0] == "c" for s in outline) or not points:
        return ()
    edges = zip(points, points[1:] + points[:1], strict=True)
    return tuple(
        (p, q)
        for p, q in edges
        if min(abs(p[0] - q[0]), abs(p[1] - q[1])) > 0.01 * MM and distance(p, q) >= _LEAST_SLANT
    )


def once(slants: Iterable[Slant]) -> tuple[Slant, ...]:
    """Each line once, in order of where it lies, however many edges lie on it."""
    found: dict[tuple[float, float], Slant] = {}
    for (x, y), (u, v) in slants:
        steep = (v - y) / (u - x)
        found.setdefault((round(steep, 4), round(y - steep * x, 2)), ((x, y), (u, v)))
    return tuple(found[k] for k in sorted(found))


def _edges(cells: Iterable[tuple[float, float]], paper: float) -> tuple[float, ...]:
    edges = {round(edge, 6) for cell in cells for edge in cell}
    return tuple(sorted(edge for edge in edges if EDGE - _TOLERANCE <= edge <= paper - EDGE + _TOLERANCE))


def on_one_line(one: Slant, other: Slant) -> bool:
    """Whether two cuts lie on one line, as far as a knife is concerned."""
    (x, y), (u, v) = one
    length = distance(*one)
    return all(abs((u - x) * (q - y) - (v - y) * (p - x)) < 0.01 * MM * length for p, q in other)


def marks_of(
    cuts: Cuts,
    wanted: frozenset[MarkKind],
    art: Sequence[Rect],
    folds_x: Sequence[float] = (),
    folds_y: Sequence[float] = (),
) -> tuple[Mark, ...]:
    """All marks that are *wanted* around art, and with any of them the folds."""
    marks: tuple[Mark, ...] = ()
    if MarkKind.CUT_LINES in wanted:
        marks += cut_lines(cuts, art)
    elif MarkKind.CROP in wanted:
        marks += crop_marks(cuts)[0]
    if wanted:
        marks += fold_lines(cuts.paper, folds_x, folds_y, art)
    if MarkKind.REGISTRATION in wanted:
        marks += registration_targets(cuts, marks)
    if MarkKind.CENTRE in wanted:
        marks += centre_marks(cuts, marks)
    return marks


def mark_items(marks: Sequence[Mark]) -> tuple[PathItem, ...]:
    """Marks as they are drawn."""
    light = (PathItem(m.path, stroke=_LIGHT) for m in marks if m.kind == "round")
    return (*light, *(PathItem(m.path, stroke=_STROKES.get(m.kind, _STROKE)) for m in marks))


def crop_marks(cuts: Cuts) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """Marks at every trim edge in the sheet's outer margins, and the sides on which there is no room for them.

    They stand for the whole grid, filled or not: a stack of sheets is cut in one go.
    """
    trim, near = cuts.trim, cuts.away
    lengths = {side: min(LENGTH, room - near - EDGE) for side, room in cuts.margins.items()}
    left_out = tuple(side for side, length in lengths.items() if length < LEAST_LENGTH - _TOLERANCE)
    marks = []
    for side, length in lengths.items():
        if side in left_out:
            continue
        far = near + length
        for at in cuts.xs if side in ("top", "bottom") else cuts.ys:
            ends = {
                "left": ((trim.x - near, at), (trim.x - far, at)),
                "right": ((trim.right + near, at), (trim.right + far, at)),
                "top": ((at, trim.y - near), (at, trim.y - far)),
                "bottom": ((at, trim.bottom + near), (at, trim.bottom + far)),
            }[side]
            marks.append(Mark("crop", _line(*ends)))
    return (*marks, *_slant_marks(cuts, marks)), left_out


def _slant_marks(cuts: Cuts, others: Sequence[Mark]) -> list[Mark]:
    """Slanted cuts drawn on into the margins at both ends: a ruler laid from mark to mark lies on the cut.

    A mark that would touch another one is left out.
    """
    inner = cuts.trim.grown(cuts.away)
    edge = Rect(0, 0, cuts.paper.width, cuts.paper.height).grown(-EDGE)
    taken = [bounds(mark.path) for mark in others]
    out: list[Mark] = []
    for (x, y), (u, v) in cuts.slants:
        length = distance((x, y), (u, v))
        dx, dy = (u - x) / length, (v - y) / length
        spans = [_inside((x, y), (dx, dy), r) for r in (inner, edge)]
        if spans[0] is None or spans[1] is None:
            continue
        (back, ahead), (last, first) = spans[0], spans[1]
        for start, end in ((back, max(back - LENGTH, last)), (ahead, min(ahead + LENGTH, first))):
            if abs(end - start) < LEAST_LENGTH - _TOLERANCE:
                continue
            mark = Mark("crop", _line((x + start * dx, y + start * dy), (x + end * dx, y + end * dy)))
            box = bounds(mark.path)
            if not any(_meet(box.grown(0.25 * MM), other) for other in taken):
                out.append(mark)
                taken.append(box)
    return out


def _inside(point: Point, along: Point, r: Rect) -> tuple[float, float] | None:
    """From where to where a slanted line lies in a rectangle, in steps of *along* from *point*; None if it doesn't."""
    xs = sorted(((r.x - point[0]) / along[0], (r.right - point[0]) / along[0]))
    ys = sorted(((r.y - point[1]) / along[1], (r.bottom - point[1]) / along[1]))
    low, high = max(xs[0], ys[0]), min(xs[1], ys[1])
    return (low, high) if low < high else None


def cut_lines(cuts: Cuts, art: Sequence[Rect]) -> tuple[Mark, ...]:
    """Every cut drawn from edge to edge of the paper, for a guillotine, but for where art stands."""
    width, height = cuts.paper.width, cuts.paper.height
    marks = []
    for x in cuts.xs:
        for start, end in _free(EDGE, height - EDGE, [(a.y, a.bottom) for a in art if a.x - GAP < x < a.right + GAP]):
            marks.append(Mark("cut-lines", _line((x, start), (x, end))))
    for y in cuts.ys:
        for start, end in _free(EDGE, width - EDGE, [(a.x, a.right) for a in art if a.y - GAP < y < a.bottom + GAP]):
            marks.append(Mark("cut-lines", _line((start, y), (end, y))))
    return tuple(marks)


def round_cut(outline: Path, to_page: Matrix) -> tuple[Mark, ...]:
    """The outline of a piece that has no straight edge, which marks in the margins couldn't show; none of other pieces."""
    if any(op == "l" for op, *_ in outline):
        return ()
    return (Mark("round", transformed(outline, to_page)),)


def fold_lines(paper: Paper, xs: Sequence[float], ys: Sequence[float], art: Sequence[Rect]) -> tuple[Mark, ...]:
    """Upright lines at *xs* and level ones at *ys*, but for where art stands."""
    marks = []
    near = GAP - _TOLERANCE
    for x in xs:
        beside = [(a.y, a.bottom) for a in art if a.x - near < x < a.right + near]
        marks += [_line((x, start), (x, end)) for start, end in _free(EDGE, paper.height - EDGE, beside)]
    for y in ys:
        beside = [(a.x, a.right) for a in art if a.y - near < y < a.bottom + near]
        marks += [_line((start, y), (end, y)) for start, end in _free(EDGE, paper.width - EDGE, beside)]
    return tuple(Mark("fold", path) for path in marks)


def staple_marks(fold: float, top: float, height: float) -> tuple[Mark, ...]:
    """Where a booklet's two staples go, a quarter of its height from head and foot: lines that staples cover."""
    return tuple(
        Mark("staple", _line((fold, at - _STAPLE / 2), (fold, at + _STAPLE / 2)))
        for at in (top + height / 4, top + 3 * height / 4)
    )


def registration_targets(cuts: Cuts, others: Sequence[Mark]) -> tuple[Mark, ...]:
    """Four crosses in circles beyond the first and last columns, else rows; none where there is no room.

    They lie behind each other on the two sides of a sheet, whichever way it turns.
    """
    trim, room = cuts.trim, cuts.margins
    for low, high, middles, size in (
        ("top", "bottom", cuts.columns, trim.width),
        ("left", "right", cuts.rows, trim.height),
    ):
        reach = min(_TARGET, (min(room[low], room[high]) - cuts.away - EDGE) / 2)
        if reach < _LEAST_TARGET - _TOLERANCE:
            continue
        ends = (middles[0], middles[-1])
        if len(middles) == 1:
            ends = (middles[0] - size / 4, middles[0] + size / 4)
        found = []
        for at in ends:
            if low == "top":
                spots = [(at, trim.y - cuts.away - reach), (at, trim.bottom + cuts.away + reach)]
            else:
                spots = [(trim.x - cuts.away - reach, at), (trim.right + cuts.away + reach, at)]
            found += [Mark("registration", _target(x, y, reach)) for x, y in spots]
        if not any(_touches(mark, others) for mark in found):
            return tuple(found)
    return ()


def centre_marks(cuts: Cuts, others: Sequence[Mark]) -> tuple[Mark, ...]:
    """Short lines at the middles of the paper's edges, where nothing else stands there already."""
    width, height = cuts.paper.width, cuts.paper.height
    lengths = {side: min(LENGTH, room - cuts.away - EDGE) for side, room in cuts.margins.items()}
    lines = {
        "left": ((EDGE, height / 2), (EDGE + lengths["left"], height / 2)),
        "right": ((width - EDGE, height / 2), (width - EDGE - lengths["right"], height / 2)),
        "top": ((width / 2, EDGE), (width / 2, EDGE + lengths["top"])),
        "bottom": ((width / 2, height - EDGE), (width / 2, height - EDGE - lengths["bottom"])),
    }
    marks = [Mark("centre", _line(*ends)) for side, ends in lines.items() if lengths[side] >= LEAST_LENGTH - _TOLERANCE]
    return tuple(mark for mark in marks if not _touches(mark, others))


def slug_place(cuts: Cuts, marks: Sequence[Mark]) -> Slug | None:
    """A slug line without its text between marks in the bottom margin, or turned in the left where it is longer; None
    without room. Slanted marks leave little between them: with these it may lie beyond all marks.
    """
    trim = cuts.trim
    boxes = [bounds(mark.path) for mark in marks]
    found: list[tuple[float, Slug]] = []
    for away in (cuts.away, *((cuts.away + LENGTH + _APART,) if cuts.slants else ())):
        if cuts.margins["bottom"] >= away + SLUG_SIZE + EDGE:
            y = trim.bottom + away
            inside = [(b.x, b.right) for b in boxes if b.bottom > y - _APART and b.y < y + SLUG_SIZE + _APART]
            best = _widest(_between(trim.x, trim.right, inside))
            if best is not None:
                width = best[1] - best[0]
                found.append((min(width, _ENOUGH_SLUG), Slug("", best[0], y + SLUG_SIZE, SLUG_SIZE, 0, width)))
        if cuts.margins["left"] >= away + SLUG_SIZE + EDGE:
            x = trim.x - away
            inside = [(b.y, b.bottom) for b in boxes if b.right > x - SLUG_SIZE - _APART and b.x < x + _APART]
            best = _widest(list(reversed(_between(trim.y, trim.bottom, inside))))
            if best is not None:
                width = best[1] - best[0]
                found.append((min(width, _ENOUGH_SLUG), Slug("", x, best[1], SLUG_SIZE, 270, width)))
    return max(found, key=lambda f: f[0])[1] if found else None


def _between(start: float, end: float, taken: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The free stretches between what is taken, kept off it and off the ends."""
    out = []
    for low, high in (*sorted(taken), (end, end)):
        if low > start:
            out.append((start + _SLUG_INSET, min(low, end) - _SLUG_INSET))
        start = max(start, high)
        if start >= end:
            break
    return out


def _widest(stretches: list[tuple[float, float]]) -> tuple[float, float] | None:
    """The first of the widest stretches that a slug line can be read in."""
    best = max(stretches, key=lambda s: round(s[1] - s[0], 3), default=(0.0, 0.0))
    return best if best[1] - best[0] >= _LEAST_SLUG else None


def _free(start: float, end: float, art: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """What of a line is clear of art, but for bits too short to see."""
    out = []
    for low, high in (*sorted((low - GAP, high + GAP) for low, high in art), (end, end)):
        if low - start >= LEAST_LENGTH - _TOLERANCE:
            out.append((start, min(low, end)))
        start = max(start, high)
    return out


def _touches(mark: Mark, others: Sequence[Mark]) -> bool:
    box = bounds(mark.path).grown(_APART)
    return any(_meet(box, bounds(other.path)) for other in others)


def _meet(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def _line(start: tuple[float, float], end: tuple[float, float]) -> Path:
    return (("m", *start), ("l", *end))


def _target(x: float, y: float, reach: float) -> Path:
    radius = 0.6 * reach
    circle = ellipse(Rect(x - radius, y - radius, 2 * radius, 2 * radius))
    return (*circle, *_line((x - reach, y), (x + reach, y)), *_line((x, y - reach), (x, y + reach)))
