"""Types that are shared by several kinds of messages."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Box = tuple[float, float, float, float]
"""Left, top, width and height."""
Affine = tuple[float, float, float, float, float, float]
Side = Literal["front", "back"]


class FoundFix(Struct, frozen=True):
    """The fix of a problem: replace ``old`` with ``new`` at the character ``start`` of a file."""

    file: str
    start: int
    old: str
    new: str


class Found(Struct, frozen=True):
    """A problem of the deck. ``file`` is the absolute path of the file that has it, ``line`` and ``column`` count from
    1 (0 if there is none), ``length`` is its number of characters.
    """

    severity: str
    code: str
    message: str
    hint: str = ""
    place: str = ""
    card: str = ""
    zone: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    length: int = 0
    fix: FoundFix | None = None
