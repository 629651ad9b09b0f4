"""The calibration sheet as a PDF: crosses on its front, scales behind them on its back, and instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path as FilePath

from msgspec import Struct, convert

from carddesigner.core.color import Gray
from carddesigner.core.geometry import Matrix, Point, Rect, ellipse, polygon
from carddesigner.core.items import GroupItem, Item, PathItem, Picture, Stroke
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Flip
from carddesigner.core.units import MM
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Painter
from carddesigner.impose.duplex import Side
from carddesigner.printers.readings import DISC, INSET, LEAST, REACH, Target, discs, targets
from carddesigner.source.paths import templates
from carddesigner.source.yaml import load_shipped
from carddesigner.text.fit import fit
from carddesigner.text.fonts import FontFamily, find_family
from carddesigner.text.rich import Paragraph, RichText, Run
from carddesigner.text.style import TextStyle

FAMILY = "Alegreya Sans"
BLACK = Gray(0.0)
WHITE = Gray(1.0)
_EDGE = 10 * MM
"""Between text and the paper's edge: any printer prints up to it."""
_STAIRS = 14
"""The distance from the paper's edge to the last of the lines that show the unprintable margin, in millimetres."""
_STEP = 3.2 * MM
"""The distance along the edge from one of these lines to the next."""
_AROUND = 22 * MM
"""The extent of a target towards the middle, with its figures and its letter."""
_WIDEST = 120 * MM
"""The greatest width of the column of text: longer lines are hard to read."""
_RULER = 100
"""In millimetres."""

_EXAMPLE = (2.5, -1.5)
"""The hole of the example: across and up, in millimetres."""
_ENLARGED = 2.0

_LINES = ((5, 0.5), (1, 0.25))
"""A scale's lines: the distance between lines in millimetres, and their width in points."""
_AXIS = 0.9
_TICK = 0.25


class _Label(Struct, frozen=True):
    """A block of the column: its text, its size in points, and the space above it in millimetres."""

    text: str
    size: float
    above: float = 0.0


_LABELS = convert(load_shipped(FilePath(__file__).with_suffix(".yaml")), dict[str, tuple[_Label, ...]])


def calibration_pdf(paper: Paper, duplex: Flip, printer: str) -> bytes:
    """Both sides of the sheet for a *paper* in its orientation and the printer's flip, with the printer's name in its
    text. Raises OptionError for paper that is too small.
    """
    if min(paper.width, paper.height) < LEAST[0] or max(paper.width, paper.height) < LEAST[1]:
        least = " × ".join(f"{v / MM:g}" for v in LEAST)
        message = f"a calibration sheet needs paper of at least {least} mm, and {paper.name} is smaller"
        raise OptionError(WrongOption("paper", message))
    family = find_family(FAMILY, (templates() / "fonts",))
    there = targets(paper, duplex)
    title = f"Calibration, {described(paper, duplex)}"
    sides = (("front", _front(paper, duplex, family, there)), ("back", _back(paper, duplex, printer, family, there)))
    whole = Rect(0.0, 0.0, paper.width, paper.height)
    face_of = {face.key: face for face in (family.face(False, False), family.face(True, False))}
    painter = Painter(face_of.__getitem__)
    pages = [Page(paper.width, paper.height, painter.items(items), whole, whole, side) for side, items in sides]
    out = BytesIO()
    write_document(out, pages, painter, no_picture, title=title, language="en")
    return out.getvalue()


def described(paper: Paper, duplex: Flip) -> str:
    """A sheet's description: ``A4 portrait, flipped on the long edge``."""
    lies = "landscape" if paper.width > paper.height else "portrait"
    return f"{paper.name} {lies}, flipped on the {duplex.replace('-', ' ')}"


def options(paper: Paper, duplex: Flip) -> str:
    """The command-line options for this sheet."""
    turned = " --landscape" if paper.width > paper.height else ""
    return f"--paper {paper.name}{turned} --duplex {duplex}"


def no_picture(picture: Picture) -> bytes:
    """Stands in for pictures on a page that has none."""
    raise AssertionError(f"a calibration sheet has no picture {picture.path}")


def _front(paper: Paper, duplex: Flip, family: FontFamily, there: tuple[Target, ...]) -> tuple[Item, ...]:
    edge, column = duplex.replace("-", " "), _column(paper)
    values = {"sheet": described(paper, duplex), "edge": edge, "paper": paper.name, "ruler": _RULER}
    placed, bottom = _column_of("front", values, family, column, 22 * MM)
    ruler = _ruler(column.centre[0], bottom + 12 * MM, family)
    crosses = (item for target in there for item in _cross(target, paper, family))
    discs = _discs(paper, "front")
    return (*_this_edge_up(paper, family), *placed, *ruler, *crosses, *discs, *_stairs(paper, family))


def _back(paper: Paper, duplex: Flip, printer: str, family: FontFamily, there: tuple[Target, ...]) -> tuple[Item, ...]:
    across, up = _EXAMPLE
    values = {
        "opposite": there[-1].letter,
        "other": next(flip for flip in Flip if flip != duplex),
        "across": f"{across:g}",
        "up": f"{up:g}",
        "signed_up": _signed(up),
        "command": f"carddesigner calibrate --printer {printer} {options(paper, duplex)}",
        "blank": ", ".join(f"{t.letter} ____ ____" for t in there),
    }
    column = _column(paper)
    placed, bottom = _column_of("back", values, family, column, 42 * MM)
    out = [*_this_edge_up(paper, family), *placed, *_example((column.centre[0], bottom + 21 * MM), family)]
    for target in there:
        out += [*_scale(target.back, family), *_letter(target.letter, target.back, paper, family)]
    return (*out, *_discs(paper, "back"))


def _column(paper: Paper) -> Rect:
    """The area of the text: between targets at the left and right, or on narrow paper between upper and lower ones."""
    target = INSET + _AROUND
    x, y = (target, 2 * _EDGE) if paper.width >= 2 * target + 90 * MM else (2 * _EDGE, target)
    width = min(_WIDEST, paper.width - 2 * x)
    return Rect((paper.width - width) / 2, y, width, paper.height - 2 * y)


def _column_of(
    side: str, values: Mapping[str, object], family: FontFamily, column: Rect, below: float
) -> tuple[list[Item], float]:
    """The blocks one below the other, centred in the column together with *below* points of space for what follows, and
    the y where the last one ends.
    """
    labels = [(_text(label.text.format_map(values)), label.size, label.above * MM) for label in _LABELS[side]]
    for scale in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):
        styles = [_style(family, size * scale, "left", "top") for _, size, _ in labels]
        fitted = [fit(text, style, column.width, 10_000.0) for (text, *_), style in zip(labels, styles, strict=True)]
        height = sum(f.height + above * scale for f, (*_, above) in zip(fitted, labels, strict=True))
        if height + below <= column.height:
            break
    y = column.y + (column.height - height - below) / 2
    out: list[Item] = []
    for block, (*_, above) in zip(fitted, labels, strict=True):
        y += above * scale
        out.append(GroupItem(block.items, Matrix.move(column.x, y)))
        y += block.height
    return out, y


def _this_edge_up(paper: Paper, family: FontFamily) -> Iterator[Item]:
    """An arrow to the upper edge, which shows the orientation of each side."""
    x, y = paper.width / 2, INSET
    yield PathItem(polygon(((x, y - 3 * MM), (x + 2.2 * MM, y), (x - 2.2 * MM, y))), fill=BLACK)
    yield from text_items("this edge up", family, Rect(x - 20 * MM, y + 1.2 * MM, 40 * MM, 4 * MM), 9, "center")


def _cross(target: Target, paper: Paper, family: FontFamily) -> Iterator[Item]:
    """A cross: thick to be found easily, and fine where it is pricked."""
    x, y = target.front
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield _line((x + 4 * dx * MM, y + 4 * dy * MM), (x + 12 * dx * MM, y + 12 * dy * MM), 1.4)
    yield _line((x - 4 * MM, y), (x + 4 * MM, y), 0.4)
    yield _line((x, y - 4 * MM), (x, y + 4 * MM), 0.4)
    yield PathItem(ellipse(Rect(x, y, 0.0, 0.0).grown(4 * MM)), stroke=Stroke(BLACK, 0.6))
    yield from _letter(target.letter, (x, y), paper, family)


def _letter(letter: str, at: Point, paper: Paper, family: FontFamily) -> Iterator[Item]:
    """A target's letter, beside it towards the middle of the paper."""
    x = at[0] + (13 * MM if at[0] < paper.width / 2 else -21 * MM)
    y = at[1] + (5 * MM if at[1] < paper.height / 2 else -13 * MM)
    yield from text_items(f"**{letter}**", family, Rect(x, y, 8 * MM, 8 * MM), 26, "center")


def _discs(paper: Paper, side: Side) -> Iterator[Item]:
    """The marks for finding a page in a scan: a disc beside each target, and one that identifies the top left and the
    side.
    """
    for x, y in discs(paper, side):
        yield PathItem(ellipse(Rect(x, y, 0.0, 0.0).grown(DISC / 2)), fill=BLACK)


def _stairs(paper: Paper, family: FontFamily) -> Iterator[Item]:
    """Lines along each edge, each farther in than the one before: the first that is printed shows the margin."""
    for turn in range(4):
        items: list[Item] = []
        for step in range(1, _STAIRS + 1):
            x, y = (step - (_STAIRS + 1) / 2) * _STEP, step * MM
            items.append(_line((x - 1.4 * MM, y), (x + 1.4 * MM, y), 0.5))
            items += text_items(str(step), family, Rect(x - 2 * MM, y + 0.5 * MM, 4 * MM, 2.4 * MM), 6, "center")
        middle = Matrix.move(0.0, -(paper.height if turn % 2 == 0 else paper.width) / 2)
        place = middle.then(Matrix.turn(90.0 * turn)).then(Matrix.move(paper.width / 2, paper.height / 2))
        yield GroupItem(tuple(items), place)


def _scale(at: Point, family: FontFamily) -> Iterator[Item]:
    """A millimetre grid with its zero at a place: figures at the left and below, ticks at half millimetres."""
    x, y = at
    reach, tick = REACH * MM, 0.5 * MM
    for step in range(-REACH, REACH + 1):
        width = _AXIS if step == 0 else next(w for every, w in _LINES if step % every == 0)
        d = step * MM
        yield _line((x + d, y - reach), (x + d, y + reach), width)
        yield _line((x - reach, y + d), (x + reach, y + d), width)
    for half in range(-2 * REACH + 1, 2 * REACH, 2):
        d = half / 2 * MM
        for a, b in ((-reach - tick, -reach), (-tick, tick), (reach, reach + tick)):
            yield _line((x + d, y + a), (x + d, y + b), _TICK)
            yield _line((x + a, y + d), (x + b, y + d), _TICK)
    for step in range(-REACH, REACH + 1):
        # Figures of one row would touch, so odd ones stand farther out, on longer ticks.
        away, figure = (0.8 * MM if step % 2 == 0 else 2.9 * MM), _signed(step)
        d = step * MM
        yield _line((x + d, y + reach), (x + d, y + reach + away), _TICK)
        yield _line((x - reach - away, y - d), (x - reach, y - d), _TICK)
        below = Rect(x + d - 2 * MM, y + reach + away + 0.3 * MM, 4 * MM, 2 * MM)
        beside = Rect(x - reach - away - 4.3 * MM, y - d - 1 * MM, 4 * MM, 2 * MM)
        yield from text_items(figure, family, below, 5, "center")
        yield from text_items(figure, family, beside, 5, "right")


def _example(at: Point, family: FontFamily) -> Iterator[Item]:
    """An enlarged scale with a hole in it."""
    across, up = _EXAMPLE
    hole = Rect(across * MM, -up * MM, 0.0, 0.0)
    items = (
        *_scale((0.0, 0.0), family),
        PathItem(ellipse(hole.grown(0.6 * MM)), fill=WHITE),
        PathItem(ellipse(hole.grown(0.4 * MM)), fill=BLACK),
    )
    yield GroupItem(items, Matrix.scale(_ENLARGED, _ENLARGED).then(Matrix.move(*at)))
    for text, size, dy in ((f"**A {across:g} {up:g}**", 11, -3.5 * MM), ("(enlarged)", 9, 1.5 * MM)):
        yield from text_items(text, family, Rect(at[0] + 19 * MM, at[1] + dy, 24 * MM, 5 * MM), size, "left")


def _ruler(x: float, y: float, family: FontFamily) -> Iterator[Item]:
    """A line of 100 mm, centred on *x*, to hold a ruler to."""
    left = x - _RULER / 2 * MM
    yield _line((left, y), (left + _RULER * MM, y), 0.5)
    for step in range(0, _RULER + 1):
        d, length = left + step * MM, 4 * MM if step % 10 == 0 else 2.8 * MM if step % 5 == 0 else 1.6 * MM
        yield _line((d, y), (d, y - length), 0.5 if step % 10 == 0 else 0.25)
        if step % 10 == 0:
            yield from text_items(str(step), family, Rect(d - 5 * MM, y + 1 * MM, 10 * MM, 4 * MM), 8, "center")


def _line(start: Point, end: Point, width: float) -> PathItem:
    return PathItem((("m", *start), ("l", *end)), stroke=Stroke(BLACK, width))


def _signed(value: float) -> str:
    """A number with a typographic minus sign."""
    return f"{value:g}".replace("-", "−")


def _text(marked: str) -> RichText:
    """A text with ``**bold**`` in it."""
    return (Paragraph(tuple(Run(part, bold=i % 2 == 1) for i, part in enumerate(marked.split("**")) if part)),)


def _style(family: FontFamily, size: float, align: str, valign: str = "middle") -> TextStyle:
    return TextStyle((family,), size, min(size, 3.0), BLACK, align, valign)  # type: ignore[arg-type]


def text_items(text: str, family: FontFamily, box: Rect, size: float, align: str) -> Iterator[Item]:
    """A text fitted into a box."""
    fitted = fit(_text(text), _style(family, size, align), box.width, box.height)
    yield GroupItem(fitted.items, Matrix.move(box.x, box.y))
