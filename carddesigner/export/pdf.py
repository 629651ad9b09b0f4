"""Write sheets as a PDF: the face of every slot in its place, marks and other items around them, boxes, outline and
page labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct

from carddesigner.core.color import Cmyk, Spot
from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect
from carddesigner.core.items import Picture
from carddesigner.core.report import Progress
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.faces import DrawnFaces
from carddesigner.draw.painter import Drawing, Painter, Resource, place
from carddesigner.impose.marks.base import Mark, mark_items
from carddesigner.impose.sheet import Sheet, Slot, drawn_in_order, slot_matrix

if TYPE_CHECKING:
    from carddesigner.draw.conformance import Press

REGISTRATION = Spot("All", Cmyk(1.0, 1.0, 1.0, 1.0))
"""All inks at once, by its name in PDF."""
_LEAST_FORM = 60
"""The bytes of operators below which repeating a drawing is shorter than naming a form."""


class PdfOptions(Struct, frozen=True):
    """The document's title and language. A PDF for ``reading`` on screen shows pages without what is cut off, labelled
    with their numbers. ``press`` is the press it is printed on, None for a home printer.
    """

    title: str
    language: str
    reading: bool = False
    press: Press | None = None


class _JobPainter(Struct):
    """How often faces and zones occur in a job, and the forms made for them."""

    drawn: DrawnFaces
    faces: Counter[int]
    zones: Counter[int]
    repeated: dict[int, Drawing]
    parts: dict[tuple[int, Rect], Drawing]
    marks: dict[int, tuple[tuple[Mark, ...], Drawing]]


def sheets_pdf(
    out: BinaryIO,
    sheets: Sequence[Sheet],
    drawn: DrawnFaces,
    picture_bytes: Callable[[Picture], bytes],
    options: PdfOptions,
    progress: Progress | None = None,
) -> None:
    """Write the PDF of imposed sheets, one page a side. Faces not in *drawn* yet are drawn now."""
    press = _JobPainter(drawn, Counter(), Counter(), {}, {}, {})
    for sheet in sheets:
        for slot in sheet.slots:
            face = drawn.keep(slot.face)
            if id(face) not in press.faces:
                press.zones.update(set(face.drawings))
            press.faces[id(face)] += 1
    pages = _pages(press, sheets, options, progress)
    title, language = options.title, options.language
    write_document(out, pages, drawn.painter, picture_bytes, title=title, language=language, press=options.press)


def _pages(
    press: _JobPainter, sheets: Sequence[Sheet], options: PdfOptions, progress: Progress | None
) -> Iterator[Page]:
    """Yield the pages one by one, so that at most one of them is held as text."""
    announced: set[str] = set()
    for number, sheet in enumerate(sheets):
        if progress is not None and number % 20 == 0:
            progress("drawing sheets", number, len(sheets))
        heading = ", ".join(c for c in sheet.components if c not in announced) or None
        announced.update(sheet.components)
        yield _page(press, sheet, options, heading)


def _page(press: _JobPainter, sheet: Sheet, options: PdfOptions, heading: str | None) -> Page:
    out: list[str] = []
    uses: set[Resource] = set()

    def slot(slot: Slot) -> Drawing:
        drawing = _face(press, slot.face)
        return Drawing(place(slot_matrix(slot), slot.shape or slot.clip, drawing.ops), drawing.uses)

    for drawing in drawn_in_order(sheet, press.drawn.painter.items, slot, lambda _: _marks(press, sheet)):
        out.append(drawing.ops)
        uses.update(drawing.uses)
    ops = "".join(out)
    if sheet.straighten is not None:
        ops = place(sheet.straighten, None, ops)
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


def _face(press: _JobPainter, face: LaidFace) -> Drawing:
    """A face's operators; drawings that several faces share become forms, and so does a face that is printed more than
    once.
    """
    drawn = press.drawn
    face = drawn.keep(face)
    cached = press.repeated.get(id(face))
    if cached is not None:
        return cached
    box = Rect(0.0, 0.0, face.width, face.height).grown(face.bleed)
    parts = [_part(press, zone, box) for zone in face.drawings]
    made = Drawing("".join([p.ops for p in parts]), frozenset().union(*[p.uses for p in parts if p.ops]))
    if press.faces[id(face)] > 1:
        made = press.repeated[id(face)] = _named(drawn.painter, made, box)
    return made


def _part(press: _JobPainter, zone: int, box: Rect) -> Drawing:
    """The drawing of a zone, as a form if several faces have it."""
    if press.zones[zone] < 2:
        return press.drawn.drawing(zone)
    part = press.parts.get((zone, box))
    if part is None:
        part = press.parts[zone, box] = _named(press.drawn.painter, press.drawn.drawing(zone), box)
    return part


def _named(painter: Painter, drawing: Drawing, box: Rect) -> Drawing:
    """A drawing as a form, unless it is shorter than a form's name."""
    if len(drawing.ops) < _LEAST_FORM:
        return drawing
    name = painter.form(drawing, box)
    return Drawing(f"/{name} Do\n", frozenset({("XObject", name)}))


def _marks(press: _JobPainter, sheet: Sheet) -> Drawing:
    """The sheet's marks, as a form that sheets with the same marks share."""
    cached = press.marks.get(id(sheet.marks))
    if cached is None:
        painter = press.drawn.painter
        # Drawn in every ink of a press, marks show whether the plates are in register.
        marks = painter.items(
            mark_items(sheet.marks, REGISTRATION if painter.inks is not None else None, sheet.bleed_box)
        )
        name = painter.form(marks, Rect(0.0, 0.0, sheet.paper.width, sheet.paper.height)) if marks.ops else None
        shared = Drawing(f"/{name} Do\n", frozenset({("XObject", name)})) if name is not None else marks
        cached = press.marks[id(sheet.marks)] = (sheet.marks, shared)
    return cached[1]
