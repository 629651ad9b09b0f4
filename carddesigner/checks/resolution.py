"""Pictures with fewer pixels than print shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, hypot

from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding, ShownZone, by_zone, leaves
from carddesigner.core.items import ImageItem

LEAST = 300
"""Pixels per inch as placed."""

_TOLERANCE = 0.5


def low_resolution(view: DeckView) -> Iterator[Finding]:
    """Warn of every picture that is placed with less than 300 dpi."""
    return by_zone(view, "low-resolution", _zone)


def _zone(_laid: CheckedFace, shown: ShownZone) -> Iterable[Finding]:
    for item, m in leaves(shown.zone.own, shown.matrix):
        if not isinstance(item, ImageItem) or item.frame.width <= 0 or item.frame.height <= 0:
            continue
        picture = item.picture
        inches = (item.frame.width * hypot(m.a, m.b) / 72, item.frame.height * hypot(m.c, m.d) / 72)
        dpi = min(picture.width / inches[0], picture.height / inches[1])
        if dpi < LEAST - _TOLERANCE:
            wanted = [ceil(LEAST * side - _TOLERANCE) for side in inches]
            yield Finding(
                "low-resolution",
                f"{picture.path} prints at {dpi:.0f} dpi: it has {picture.width} × {picture.height} pixels, "
                f"and {LEAST} dpi need {wanted[0]} × {wanted[1]} here",
                shown.zone.span,
                "use a larger picture, or make its box smaller",
                zone=shown.path,
                file=picture.path,
                about=picture.path,
                badness=-dpi,
            )


CHECK = Check("low-resolution", low_resolution, by_piece=True, once=True)
