"""What several kinds of messages are made of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Affine = tuple[float, float, float, float, float, float]
Side = Literal["front", "back"]


class FoundFix(Struct, frozen=True):
    """The one change that mends a problem: in a file, at the character ``start``, ``old`` is to be ``new``."""

    file: str
    start: int
    old: str
    new: str


class Found(Struct, frozen=True):
    """A problem of the deck. ``file`` is the whole path of that in which it stands, ``line`` and ``column`` count from 1 (0 where
    there is none), ``length`` is how many characters it takes.
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
