"""Every copy on a page of its own, front then back, with its bleed: what print houses ask for."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.face import LaidFace
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DuplexMode, Side
from carddesigner.impose.jobs import Job
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets, Slot, page_of


def impose_pieces(jobs: Sequence[Job], builder: SheetBuilder, duplex: DuplexMode, *, unique: bool) -> Sheets:
    """A page a side of every copy; with *unique* of every piece. The page is the trim with its bleed.

    Where any copy has a back, those without one have an empty page instead, so that fronts and backs stay pairs; nets
    and boxes have one side.
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
            bleed = front.bleed
            paper, whole, trim = page_of(front)
            sizes[f"{front.width / MM:g} × {front.height / MM:g} mm with {bleed / MM:g} mm of bleed"] = None
            sides: tuple[tuple[Side, LaidFace | None], ...] = (("front", front), ("back", back))
            for side, face in sides[: 2 if paired and not job.die else 1]:
                slots = (Slot(piece, copy, face, side, trim, 0, whole, job.component),) if face is not None else ()
                pages.append(builder.page(number, side, paper, (job.component,), slots, trim=trim, bleed=bleed))
    each = "piece" if unique else "copy"
    return Sheets(tuple(pages), (), f"a page a side of every {each}, {' and '.join(sizes)}")
