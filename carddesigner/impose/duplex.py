"""Where a back lands behind its front, for each way the sheet comes to have one."""

from __future__ import annotations

from collections.abc import Callable

from carddesigner.core.geometry import Rect

Back = tuple[Rect, int]
"""A back's rectangle on its own page as seen, and how far the art of an upright front's back is turned, in degrees."""


def _mirrored_x(r: Rect, width: float, _height: float) -> Back:
    """The sheet turns like a book's page."""
    return Rect(width - r.right, r.y, r.width, r.height), 0


def _mirrored_y(r: Rect, _width: float, height: float) -> Back:
    """The sheet turns like a calendar's page; art is turned with it so that heads stay together."""
    return Rect(r.x, height - r.bottom, r.width, r.height), 180


def _long_edge(r: Rect, width: float, height: float) -> Back:
    return (_mirrored_x if height >= width else _mirrored_y)(r, width, height)


def _short_edge(r: Rect, width: float, height: float) -> Back:
    return (_mirrored_y if height >= width else _mirrored_x)(r, width, height)


DUPLEX: dict[str, Callable[[Rect, float, float], Back]] = {
    "long-edge": _long_edge,
    "short-edge": _short_edge,
    "gutterfold": _mirrored_x,
}
"""By the printer's setting: a front's rectangle and the page's size to its back's. ``none`` has no backs.

``gutterfold`` prints both on one side of the sheet, which is folded along its upright middle line.
"""


def back_rotation(turn: int, front: int) -> int:
    """How far a back's art is turned where its front's is turned by *front*: heads stay together. Degrees, clockwise."""
    return (turn - front) % 360
