"""Guesses about a file, and how sure they are."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Sure(StrEnum):
    """How sure a guess is."""

    CERTAIN = "certain"
    LIKELY = "likely"
    GUESS = "a guess"


class Fact(Struct, frozen=True):
    """One guess about a file: what, how it was answered, why, and the key of ``rows:`` that sets it, if one need."""

    what: str
    found: str
    why: str
    sure: Sure
    key: str | None = None
