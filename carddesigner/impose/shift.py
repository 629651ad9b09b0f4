"""Sheets as a printer prints them whose backs are out of register, to show the effect on a deck."""

from __future__ import annotations

from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Gray
from carddesigner.core.geometry import Matrix, rectangle, transformed
from carddesigner.core.items import GroupItem, PathItem, Stroke
from carddesigner.core.units import MM
from carddesigner.impose.sheet import Sheet, slot_matrix

MAX_SHIFT = 20 * MM
"""The largest shift of backs that may be shown."""
_CUT = Stroke(Cmyk(0, 1, 0, 0), 0.5)
_LIGHT = Stroke(Gray(1.0), 1.5)
_CUT_OFF = 0.6
"""How strongly the part that is cut off is whitened."""


def shifted(sheet: Sheet, by: float) -> Sheet | None:
    """A page with backs, printed *by* points too far to the right and down, as seen, under the cut lines at their true
    places; the part that is cut off is pale. None for a page without backs.
    """
    if not any(slot.side == "back" for slot in sheet.slots):
        return None
    outlines = tuple(step for s in sheet.slots for step in transformed(s.face.outline, slot_matrix(s)))
    around = PathItem((*rectangle(sheet.paper.area), *outlines), fill=Gray(1.0), even_odd=True)
    cut = (GroupItem((around,), opacity=_CUT_OFF), PathItem(outlines, stroke=_LIGHT), PathItem(outlines, stroke=_CUT))
    if sheet.side == "back":
        move = (sheet.straighten or Matrix()).then(Matrix.move(by, by))
        return replace(sheet, straighten=move, over=(*sheet.over, GroupItem(cut, move.inverse())))
    # Both sides are on one page, which is folded out of place by as much.
    slots = tuple(
        replace(s, trim=s.trim.moved(by, by), clip=s.clip.moved(by, by)) if s.side == "back" else s for s in sheet.slots
    )
    return replace(sheet, slots=slots, over=(*sheet.over, *cut))
