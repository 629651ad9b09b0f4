"""Single pieces as pages, front then back, with their bleed, as print houses ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect
from carddesigner.core.papers import Paper
from carddesigner.core.printing import PageOrder
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DuplexMode, Side
from carddesigner.impose.jobs import Job
from carddesigner.impose.marks.base import GAP, LENGTH, Mark, line
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot, page_of


class PageLook(Struct, frozen=True):
    """How a piece lies on its page: with its ``bleed``, and upright or ``turned`` by 90°. Both sides of a turned card
    are upright to a reader who turns it over like the page of a book.
    """

    bleed: float
    turned: bool = False

    def rotation(self, side: Side) -> int:
        """The clockwise rotation of a side's art, in degrees. The card's top is at the right of the front page and at
        the left of the back page.
        """
        return (90 if side == "front" else 270) if self.turned else 0


def impose_pieces(
    jobs: Sequence[Job],
    builder: SheetBuilder,
    duplex: DuplexMode,
    *,
    unique: bool,
    order: PageOrder = PageOrder.FRONT_BACK,
    marked: bool = False,
    look: Callable[[LaidFace], PageLook] | None = None,
) -> Sheets:
    """Make one page for each side of every copy; with *unique*, of every piece. The page is the trim with its bleed, or
    as *look* returns for its front. With *marked* it is larger, with room for crop marks.

    If any copy has a back, those without one get an empty page instead, so that fronts and backs stay paired; nets and
    boxes have one side.
    """
    paired = duplex.has_backs and any(copy[3] is not None for job in jobs for copy in job.copies)
    pages: list[Sheet] = []
    number = 0
    sizes: dict[str, None] = {}
    seen: set[tuple[str, str]] = set()
    for job in jobs:
        for piece, copy, front, back in job.copies:
            if unique and (job.component, piece) in seen:
                continue
            seen.add((job.component, piece))
            number += 1
            lies = look(front) if look is not None else PageLook(front.bleed)
            bleed = lies.bleed
            paper, whole, trim = _page(front, lies)
            marks: tuple[Mark, ...] = ()
            if marked and not job.die:
                paper, whole, trim, marks = _with_marks(whole, trim)
            sizes[f"{front.width / MM:g} × {front.height / MM:g} mm with {bleed / MM:g} mm of bleed"] = None
            sides: tuple[tuple[Side, LaidFace | None], ...] = (("front", front), ("back", back))
            for side, face in sides[: 2 if paired and not job.die else 1]:
                slots: tuple[Slot, ...] = ()
                if face is not None:
                    slots = (Slot(piece, copy, face, side, trim, lies.rotation(side), whole, job.component),)
                pages.append(
                    builder.page(number, side, paper, (job.component,), slots, marks=marks, trim=trim, bleed=bleed)
                )
    if order is PageOrder.FRONTS_BACKS:
        pages.sort(key=lambda page: page.side == "back")
    elif order is PageOrder.BACK_FRONT:
        pages.sort(key=lambda page: (page.number, page.side == "front"))
    each = "piece" if unique else "copy"
    return Sheets(tuple(pages), (), f"a page a side of every {each}, {' and '.join(sizes)}")


def _page(face: LaidFace, look: PageLook) -> tuple[Paper, Rect, Rect]:
    """The paper, its whole area, and the trim."""
    if look == PageLook(face.bleed):
        return page_of(face)
    width, height = (face.height, face.width) if look.turned else (face.width, face.height)
    trim = Rect(look.bleed, look.bleed, width, height)
    whole = Rect(0.0, 0.0, width + 2 * look.bleed, height + 2 * look.bleed)
    return Paper("page", whole.width, whole.height), whole, trim


def _with_marks(whole: Rect, trim: Rect) -> tuple[Paper, Rect, Rect, tuple[Mark, ...]]:
    """A larger page with crop marks in line with the trim, outside the bleed."""
    near = max(_NEAREST, trim.x - whole.x + GAP)
    far = near + LENGTH
    margin = far + MM - (trim.x - whole.x)
    whole, trim = whole.moved(margin, margin), trim.moved(margin, margin)
    paper = Paper("page", whole.width + 2 * margin, whole.height + 2 * margin)
    marks = []
    for x in (trim.x, trim.right):
        marks += [line((x, trim.y - far), (x, trim.y - near)), line((x, trim.bottom + near), (x, trim.bottom + far))]
    for y in (trim.y, trim.bottom):
        marks += [line((trim.x - far, y), (trim.x - near, y)), line((trim.right + near, y), (trim.right + far, y))]
    return paper, whole, trim, tuple(Mark("crop", path) for path in marks)


_NEAREST = 2 * MM
"""The least distance from the trim to a crop mark, as print houses ask for."""
