"""Every copy on a page of its own, front then back, with its bleed: what print houses ask for."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.geometry import Rect
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX
from carddesigner.impose.sheets import Job, Sheet, Sheets, Slot


def impose_pieces(jobs: Sequence[Job], *, distinct: bool, duplex: str) -> Sheets:
    """A page a side of every copy; with *distinct* of every piece. The page is the trim with its bleed."""
    pages: list[Sheet] = []
    number = 0
    sizes: dict[str, None] = {}
    for job in jobs:
        seen: set[str] = set()
        for piece, copy, front, back in job.copies:
            if distinct and piece in seen:
                continue
            seen.add(piece)
            number += 1
            for side, face in (("front", front), ("back", back)):
                if face is None or (side == "back" and duplex not in DUPLEX):
                    continue
                bleed = face.bleed
                whole = Rect(0.0, 0.0, face.width + 2 * bleed, face.height + 2 * bleed)
                trim = whole.grown(-bleed)
                paper = Paper("page", whole.width, whole.height)
                slot = Slot(piece, copy, face, side, trim, 0, whole)
                pages.append(Sheet(number, side, paper, job.component, (slot,), (), None, trim, whole))
                sizes[f"{face.width / MM:g} × {face.height / MM:g} mm with {bleed / MM:g} mm of bleed"] = None
    each = "piece" if distinct else "copy"
    return Sheets(tuple(pages), (), f"a page a side of every {each}, {' and '.join(sizes)}")
