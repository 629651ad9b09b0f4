"""Build one page from slots, marks and text: used for sheets, single pieces, booklets and leaflets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix, Path, Rect
from carddesigner.core.items import GroupItem, Item
from carddesigner.core.papers import Paper
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Diagnostic
from carddesigner.impose.clips import on_paper
from carddesigner.impose.duplex import Side
from carddesigner.impose.jobs import SheetUse
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.marks.slug import LEAST_SIZE, Slug
from carddesigner.text.fit import fit
from carddesigner.text.fonts import FontFamily
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle

Drawn = TypeVar("Drawn")

_BLACK = Gray(0.0)
_PALE = Gray(0.82)
_LONGEST_TITLES = (60, 40, 20)
"""The most characters of a deck's title in the slug line, longest first; shorter ones are tried if the line has no
room.
"""


class Slot(Struct, frozen=True):
    """One side of a copy on a page: its ``trim`` as seen there, y down; the rotation of its art, clockwise about the
    trim's centre, in degrees; its ``clip``, and its ``shape`` if the art is clipped to more than a rectangle.
    """

    piece: str
    copy: int
    face: LaidFace
    side: str
    trim: Rect
    rotation: int
    clip: Rect
    component: str = ""
    shape: Path | None = None

    @property
    def key(self) -> PieceKey:
        """The piece of the copy."""
        return PieceKey(self.component, self.piece)


class Note(Struct, frozen=True):
    """A text for the person who prints, in a box on a page, starting at its top left; ``size`` in points."""

    text: str
    box: Rect
    size: float = 11.0
    bold: bool = False
    align: Literal["left", "center"] = "left"


class Sheet(Struct, frozen=True):
    """One page, a side of a sheet. ``trim_box`` surrounds all cells of its plan, ``bleed_box`` adds the bleed.

    ``components`` are those with copies on the sheet, in order. ``under`` is drawn before the slots, then ``marks`` and
    ``over``: the slug line and notes. ``straighten`` moves the whole page to correct a printer's error.
    """

    number: int
    side: Side
    paper: Paper
    components: tuple[str, ...]
    slots: tuple[Slot, ...]
    marks: tuple[Mark, ...]
    trim_box: Rect
    bleed_box: Rect
    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    straighten: Matrix | None = None

    @property
    def component(self) -> str:
        """The components' ids, as in the manifest."""
        return "+".join(self.components)


class Sheets(Struct, frozen=True):
    """All pages in order (front 1, back 1, front 2 …), warnings, a summary of the imposition, and how the paper is
    used; *uses* is empty for pages of single pieces.
    """

    sheets: tuple[Sheet, ...]
    warnings: tuple[Diagnostic, ...]
    summary: str
    uses: tuple[SheetUse, ...] = ()


class SheetBuilder(Struct, frozen=True):
    """Builds pages, with the deck's title, a font and language for the text beside the pieces, a watermark on pages
    with pieces, and the correction of a printer's error, by a page's side, width and height.
    """

    title: str
    font: FontFamily
    language: str = "en"
    watermark: str = ""
    straighten: Callable[[Side, float, float], Matrix] | None = None

    def page(
        self,
        number: int,
        side: Side,
        paper: Paper,
        components: tuple[str, ...],
        slots: tuple[Slot, ...] = (),
        *,
        marks: tuple[Mark, ...] = (),
        trim: Rect | None = None,
        bleed: float = 0.0,
        lines: Sequence[Slug] = (),
        notes: Sequence[Note] = (),
    ) -> Sheet:
        """Build a page with *bleed* around its *trim*, by default the whole paper. Raises Problem if the printer's
        error is not known for it.
        """
        placed = bool(slots) or trim is not None
        trim = trim or Rect(0.0, 0.0, paper.width, paper.height)
        under = (self._watermark(paper),) if self.watermark and slots else ()
        over = (*map(self._slug, lines), *map(self._note, notes))
        straight = self.straighten(side, paper.width, paper.height) if self.straighten is not None and placed else None
        if straight == Matrix():
            straight = None
        box = on_paper(trim.grown(bleed), paper)
        return Sheet(number, side, paper, components, slots, marks, trim, box, under, over, straight)

    def line(self, place: Slug, what: str, sides: str, title: str = "") -> Slug:
        """Fill in a slug line: the sheet's own *title*, the deck's, and *what* and *sides*, which identify the sheet.
        Its shortest text has only the last part of *what*.
        """
        decks = dict.fromkeys(
            self.title if len(self.title) <= longest else f"{self.title[: longest - 1].rstrip()}…"
            for longest in _LONGEST_TITLES
        )
        least = " · ".join((what.rpartition(" · ")[2], sides))
        texts = [*(f"{name} · {what} · {sides}" for name in decks), f"{what} · {sides}", least]
        if title:
            texts = [*(f"{title} · {text}" for text in texts), least]
        return replace(place, text=texts[0], shorter=tuple(texts[1:]))

    def _slug(self, slug: Slug) -> Item:
        # The box is as high as one line, so the text shrinks instead of breaking.
        place = Matrix.move(0.0, -slug.size).then(Matrix.turn(slug.rotation)).then(Matrix.move(slug.x, slug.y))
        style = replace(self._style(slug.size), min_size=min(LEAST_SIZE, slug.size))
        last = (slug.text, *slug.shorter)[-1]
        shortened = (f"{last[:length].rstrip()}…" for length in range(len(last) - 1, 0, -1))
        for text in (slug.text, *slug.shorter, *shortened):
            fitted = fit((Paragraph((Run(text),)),), style, slug.max_width, slug.size)
            if fitted.overflow is None:
                break
        return GroupItem(fitted.items, place)

    def _note(self, note: Note) -> Item:
        style = replace(self._style(note.size), bold=note.bold, align=note.align, valign="top", line_height=1.25)
        return _fitted(note.text, style, note.box.width, note.box.height, Matrix.move(note.box.x, note.box.y))

    def _watermark(self, paper: Paper) -> Item:
        """Large pale letters along the sheet's diagonal."""
        wide, high = paper.width, paper.height
        size = 0.24 * min(wide, high)
        style = replace(self._style(size), bold=True, align="center", valign="middle", color=_PALE)
        length = hypot(wide, high)
        middle = Matrix.move(-length / 2, -size).then(Matrix.turn(-degrees(atan2(high, wide))))
        return _fitted(self.watermark, style, length, 2 * size, middle.then(Matrix.move(wide / 2, high / 2)))

    def _style(self, size: float) -> TextStyle:
        fonts, least = (self.font,), min(3.0, size)
        return TextStyle(fonts, size, least, _BLACK, "left", "bottom", 1.0, language=self.language, paragraph_gap=0.0)


def _fitted(text: str, style: TextStyle, width: float, height: float, matrix: Matrix) -> GroupItem:
    """A text fitted into a box; the matrix maps the box's top left to the page."""
    return GroupItem(fit((Paragraph((Run(text),)),), style, width, height).items, matrix)


def drawn_in_order(
    sheet: Sheet,
    items: Callable[[tuple[Item, ...]], Drawn],
    slot: Callable[[Slot], Drawn],
    marks: Callable[[tuple[Mark, ...]], Drawn],
) -> Iterator[Drawn]:
    """Yield everything on a page, bottom first, as converted by *items*, *slot* and *marks*; without the page's
    straightening.
    """
    yield items(sheet.under)
    yield from map(slot, sheet.slots)
    yield marks(sheet.marks)
    yield items(sheet.over)


def page_of(face: LaidFace) -> tuple[Paper, Rect, Rect]:
    """The page of a single face: its paper, its whole area, and the trim; the bleed lies between the two."""
    paper = Paper("page", face.width + 2 * face.bleed, face.height + 2 * face.bleed)
    whole = Rect(0.0, 0.0, paper.width, paper.height)
    return paper, whole, whole.grown(-face.bleed)


def slot_matrix(slot: Slot) -> Matrix:
    """The matrix from a face's coordinates (trim's top left at the origin) to the page's."""
    return _matrix(slot.trim, slot.rotation, slot.face.width, slot.face.height)


@lru_cache(maxsize=1024)
def _matrix(trim: Rect, rotation: int, width: float, height: float) -> Matrix:
    """The same for a face of this size; sheets of the same plan have the same places."""
    a, b, c, d, *_ = Matrix.turn(rotation)
    wide, high = width / 2, height / 2
    x, y = trim.centre
    return Matrix(a, b, c, d, x - (a * wide + c * high), y - (b * wide + d * high))
