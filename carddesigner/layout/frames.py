"""Where a zone lies whose place depends on another's, or whose height on its text."""

from __future__ import annotations

from carddesigner.contents.base import AUTO, Box
from carddesigner.contents.text import TextContent
from carddesigner.contents.zone import ResolvedZone
from carddesigner.core.geometry import Rect
from carddesigner.text.fit import fit


def frame_of(zone: ResolvedZone, parent: Rect) -> tuple[Rect, float | None]:
    """A zone's frame inside its parent's; with ``height: auto`` also how high it might become."""
    box = zone.settings.box
    if box is None:
        return parent, None
    room = box.inside(parent, _top(zone, box, parent) if zone.above is not None else None)
    if box.height != AUTO or not isinstance(zone.content, TextContent):
        return room, None
    if room.width < 0 or room.height < 0:
        return room, None
    text = zone.content.text
    height = fit(text, zone.content.style(), room.width, room.height).height if text else 0.0
    return box.shrunk(room, min(height, room.height)), room.height


def _top(zone: ResolvedZone, box: Box, parent: Rect) -> float:
    """Where a zone begins that lies below another, from its parent's top."""
    above = zone.above
    assert above is not None
    if isinstance(above, Box):
        # What was left out has neither height nor gap, so this one stands in its place.
        return above.shrunk(above.inside(parent), 0.0).y - parent.y
    gap = box.gap.of(parent.height) if box.gap is not None else 0.0
    return frame_of(above, parent)[0].bottom - parent.y + gap
