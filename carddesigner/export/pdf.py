"""Sheets to the bytes of a PDF: every slot's face in its place, marks, the slug line, boxes, outline and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import atan2, degrees, hypot

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import GroupItem, PathItem, Picture, Stroke
from carddesigner.core.report import Progress
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Drawing, Painter, Resource, place
from carddesigner.impose.marks import Mark
from carddesigner.impose.sheets import Sheet, slot_matrix
from carddesigner.text.fit import fit
from carddesigner.text.fonts import FontFamily
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle

MARK_WIDTH = 0.25
"""Points: a crop mark's line."""

_STROKE = Stroke(Gray(0.0), MARK_WIDTH)
_STROKES = {
    "fold": Stroke(Gray(0.0), MARK_WIDTH, (8.5, 5.7)),
    "note": Stroke(Gray(0.0), 0.75),
    "round": Stroke(Gray(0.45), MARK_WIDTH),
}
"""How marks are drawn that are not plain lines: folds dashed 3 and 2 mm."""
_LIGHT = Stroke(Gray(1.0), 3 * MARK_WIDTH)
"""What lies under a line that is drawn on art, so that it is seen on any colour."""
_PALE = Gray(0.82)

_LEAST_FORM = 60
"""Bytes of operators below which a repeated drawing is cheaper repeated than named."""


class PdfOptions(Struct, frozen=True):
    """The document's title and language, the font of what is written around the pieces.

    ``straighten`` gives for a back page's size the matrix that undoes a printer's error; ``watermark`` lies under what is on each page.
    ``reading`` is for the screen: what the knife takes away isn't shown, and pages are called by their numbers.
    """

    title: str
    language: str
    slug_font: FontFamily
    straighten: Callable[[float, float], Matrix] | None = None
    watermark: str = ""
    reading: bool = False


class _Press(Struct):
    """What is known about repetition in this job."""

    painter: Painter
    faces: Counter[int]
    zones: Counter[str]
    drawn: dict[int, tuple[LaidFace, Drawing]]
    marks: dict[int, tuple[tuple[Mark, ...], Drawing]]


def sheets_pdf(
    sheets: Sequence[Sheet],
    painter: Painter,
    picture_bytes: Callable[[Picture], bytes],
    options: PdfOptions,
    progress: Progress | None = None,
) -> bytes:
    """The PDF of imposed sheets, one page a side."""
    press = _Press(painter, Counter(), Counter(), {}, {})
    distinct: dict[int, LaidFace] = {}
    for sheet in sheets:
        for slot in sheet.slots:
            press.faces[id(slot.face)] += 1
            distinct[id(slot.face)] = slot.face
    for face in distinct.values():
        press.zones.update({painter.zone(z).ops for z in face.zones})
    pages = _pages(press, sheets, options, progress)
    return write_document(pages, painter, picture_bytes, title=options.title, language=options.language)


def _pages(press: _Press, sheets: Sequence[Sheet], options: PdfOptions, progress: Progress | None) -> Iterator[Page]:
    """The pages one by one, so that no more than one of them is held as text."""
    begun: set[str] = set()
    for number, sheet in enumerate(sheets):
        if progress is not None and number % 20 == 0:
            progress("drawing sheets", number, len(sheets))
        heading = ", ".join(c for c in sheet.components if c not in begun) or None
        begun.update(sheet.components)
        yield _page(press, sheet, options, heading)


def _page(press: _Press, sheet: Sheet, options: PdfOptions, heading: str | None) -> Page:
    out: list[str] = []
    uses: set[Resource] = set()
    if options.watermark and sheet.slots:
        under = press.painter.items((_watermark(sheet, options),))
        out.append(under.ops)
        uses |= under.uses
    for slot in sheet.slots:
        drawing = _face(press, slot.face)
        out.append(place(slot_matrix(slot), slot.clip, drawing.ops))
        uses |= drawing.uses
    for drawing in (_marks(press, sheet), *_words(press, sheet, options)):
        out.append(drawing.ops)
        uses |= drawing.uses
    ops = "".join(out)
    if options.straighten is not None and sheet.side == "back" and sheet.slots:
        ops = place(options.straighten(sheet.paper.width, sheet.paper.height), None, ops)
    return Page(
        sheet.paper.width,
        sheet.paper.height,
        Drawing(ops, frozenset(uses)),
        sheet.trim_box,
        sheet.bleed_box,
        str(sheet.number) if options.reading else f"{sheet.number} {sheet.side}",
        heading if not options.reading else None,
        sheet.trim_box if options.reading else None,
    )


def _face(press: _Press, face: LaidFace) -> Drawing:
    """A face's operators: what several faces share is a form, and so is a face that is printed more than once."""
    cached = press.drawn.get(id(face))
    if cached is not None:
        return cached[1]
    box = Rect(0.0, 0.0, face.width, face.height).grown(face.bleed)
    out: list[str] = []
    uses: set[Resource] = set()
    for zone in face.zones:
        drawing = press.painter.zone(zone)
        if not drawing.ops:
            continue
        if press.zones[drawing.ops] > 1 and len(drawing.ops) >= _LEAST_FORM:
            name = press.painter.form(drawing, box)
            out.append(f"/{name} Do\n")
            uses.add(("XObject", name))
        else:
            out.append(drawing.ops)
            uses |= drawing.uses
    made = Drawing("".join(out), frozenset(uses))
    if press.faces[id(face)] > 1 and len(made.ops) >= _LEAST_FORM:
        name = press.painter.form(made, box)
        made = Drawing(f"/{name} Do\n", frozenset({("XObject", name)}))
    if press.faces[id(face)] > 1:
        press.drawn[id(face)] = (face, made)
    return made


def _marks(press: _Press, sheet: Sheet) -> Drawing:
    """The sheet's marks, a form that sheets of the same grid share."""
    cached = press.marks.get(id(sheet.marks))
    if cached is None:
        lit = tuple(PathItem(m.path, stroke=_LIGHT) for m in sheet.marks if m.kind == "round")
        lines = tuple(PathItem(m.path, stroke=_STROKES.get(m.kind, _STROKE)) for m in sheet.marks)
        marks = press.painter.items((*lit, *lines))
        name = press.painter.form(marks, Rect(0.0, 0.0, sheet.paper.width, sheet.paper.height)) if marks.ops else None
        shared = Drawing(f"/{name} Do\n", frozenset({("XObject", name)})) if name is not None else marks
        cached = press.marks[id(sheet.marks)] = (sheet.marks, shared)
    return cached[1]


def _words(press: _Press, sheet: Sheet, options: PdfOptions) -> Iterator[Drawing]:
    """The slug line, and notes to the person who prints."""
    slug = sheet.slug
    if slug is not None:
        # No higher than a line, so that it shrinks and never breaks.
        move = Matrix.move(0.0, -slug.size).then(Matrix.turn(slug.rotation)).then(Matrix.move(slug.x, slug.y))
        style = _style(options, slug.size)
        yield press.painter.items((_set(slug.text, style, slug.max_width, slug.size, move),))
    for note in sheet.notes:
        style = replace(_style(options, note.size), bold=note.bold, align=note.align, valign="top", line_height=1.25)
        box = note.box
        yield press.painter.items((_set(note.text, style, box.width, box.height, Matrix.move(box.x, box.y)),))


def _watermark(sheet: Sheet, options: PdfOptions) -> GroupItem:
    """Large pale letters along the sheet's diagonal."""
    wide, high = sheet.paper.width, sheet.paper.height
    style = replace(_style(options, 0.24 * min(wide, high)), bold=True, align="center", valign="middle", color=_PALE)
    length = hypot(wide, high)
    middle = Matrix.move(-length / 2, -style.size).then(Matrix.turn(-degrees(atan2(high, wide))))
    return _set(options.watermark, style, length, 2 * style.size, middle.then(Matrix.move(wide / 2, high / 2)))


def _set(text: str, style: TextStyle, width: float, height: float, matrix: Matrix) -> GroupItem:
    """A text fitted into a box, from whose top left the matrix goes to the page."""
    return GroupItem(fit((Paragraph((Run(text),)),), style, width, height).items, matrix)


def _style(options: PdfOptions, size: float) -> TextStyle:
    black = Gray(0.0)
    fonts, least = (options.slug_font,), min(3.0, size)
    return TextStyle(fonts, size, least, black, "left", "bottom", 1.0, language=options.language, paragraph_gap=0.0)
