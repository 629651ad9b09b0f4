"""Warn of pictures with fewer pixels than print shows."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot

from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding, ShownZone, by_zone
from carddesigner.core.items import ImageItem

LEAST = 300
"""The least pixels per inch as placed."""

_TOLERANCE = 0.5


def low_resolution(_view: DeckView, _laid: CheckedFace, shown: ShownZone) -> Iterator[Finding]:
    """Warn of every picture that is placed with less than 300 dpi."""
    for item, m in shown.leaves:
        if not isinstance(item, ImageItem) or item.frame.width <= 0 or item.frame.height <= 0:
            continue
        picture = item.picture
        inches = (item.frame.width * hypot(m.a, m.b) / 72, item.frame.height * hypot(m.c, m.d) / 72)
        dpi = min(picture.width / inches[0], picture.height / inches[1])
        if dpi < LEAST - _TOLERANCE:
            wanted = " × ".join(str(ceil(LEAST * side - _TOLERANCE)) for side in inches)
            has = f"it has {picture.width} × {picture.height} pixels, and {LEAST} dpi need {wanted} here"
            message, hint = (
                f"{picture.path} prints at {dpi:.0f} dpi: {has}",
                "use a larger picture, or make its box smaller",
            )
            place, zone, file = shown.zone.span, shown.path, picture.path
            yield Finding("low-resolution", message, place, hint, zone=zone, file=file, about=file, badness=-dpi)


CHECK = Check("low-resolution", by_zone("low-resolution", low_resolution), by_piece=True, once=True)
