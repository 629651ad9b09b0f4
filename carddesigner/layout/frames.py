"""Frames of zones whose place depends on another zone, or whose height depends on their text."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.contents.base import AUTO, Box
from carddesigner.contents.text import Text
from carddesigner.contents.zone import ResolvedZone
from carddesigner.core.cache import Cache
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Rect
from carddesigner.text.fit import fit
from carddesigner.text.rich import letters

_TRIED = 140
"""Steps for each text that is measured, besides those for its letters."""


class _Framed(Struct, frozen=True, gc=False):
    """A zone's frame and available height. The zone is kept alive so that its id stays unique."""

    zone: ResolvedZone
    frame: Rect
    room: float | None


def frame_of(zone: ResolvedZone, parent: Rect, cache: Cache) -> tuple[Rect, float | None]:
    """Return a zone's frame inside its parent's and, for ``height: auto``, its maximum height. The *cache* holds frames
    that zones below ask for again.
    """
    box = zone.settings.box
    if box is None:
        return parent, None
    if zone.above is None and box.height != AUTO:
        return box.inside(parent, None), None
    key = ("frame", id(zone), parent)
    framed: _Framed | None = cache.get(key)
    if framed is None:
        framed = _Framed(zone, *_frame_of(zone, box, parent, cache))
        cache.put(key, framed)
    return framed.frame, framed.room


def _frame_of(zone: ResolvedZone, box: Box, parent: Rect, cache: Cache) -> tuple[Rect, float | None]:
    room = box.inside(parent, _top(zone, box, parent, cache) if zone.above is not None else None)
    if box.height != AUTO or not isinstance(zone.content, Text):
        return room, None
    if room.width < 0 or room.height < 0:
        return room, None
    text = zone.content.text
    spend(_TRIED + letters(text), "texts")
    height = fit(text, zone.content.settings.style(), room.width, room.height).height if text else 0.0
    return box.shrunk(room, min(height, room.height)), room.height


def _top(zone: ResolvedZone, box: Box, parent: Rect, cache: Cache) -> float:
    """Return the top of a zone that is below another, from its parent's top."""
    above = zone.above
    assert above is not None
    if isinstance(above, Box):
        # A zone that was left out has neither height nor gap, so this one takes its place.
        return above.shrunk(above.inside(parent), 0.0).y - parent.y
    gap = box.gap.of(parent.height) if box.gap is not None else 0.0
    return frame_of(above, parent, cache)[0].bottom - parent.y + gap
