"""The positions of what a face draws, to detect whether an edit moves something that it should not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix
from carddesigner.core.units import MM

NEAR = 0.01 * MM
"""The greatest distance, in points, between equal positions."""
Frames = Sequence[Sequence[tuple[float, ...]]]


def drawn_frames(face: LaidFace) -> list[tuple[float, ...]]:
    """Return the corners and the room of each zone that draws something itself, from back to front."""
    return list(_frames(face.zones, Matrix()))


def _frames(zones: Iterable[PlacedZone], outer: Matrix) -> Iterator[tuple[float, ...]]:
    for zone in zones:
        own = zone.turn.then(outer) if zone.turn is not None else outer
        if zone.own_items:
            x, y, width, height = zone.frame
            corners = (own.apply(x, y), own.apply(x + width, y), own.apply(x + width, y + height))
            yield (*(v for corner in corners for v in corner), zone.room or 0.0)
        yield from _frames(zone.children, own)


def same_frames(before: Frames, after: Frames) -> bool:
    """Return whether the same faces have everything in the same place, in any stacking order."""
    if [len(f) for f in before] != [len(f) for f in after]:
        return False
    return all(_same(a, b) for a, b in zip(before, after, strict=True))


def _same(before: Sequence[tuple[float, ...]], after: Sequence[tuple[float, ...]]) -> bool:
    left = list(after)
    for frame in before:
        near = next((o for o in left if all(abs(a - b) <= NEAR for a, b in zip(frame, o, strict=True))), None)
        if near is None:
            return False
        left.remove(near)
    return True
