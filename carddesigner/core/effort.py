"""How much work a deck is, counted and not timed, so that one that would never end is refused on every machine alike.

Steps are counted before the work that they stand for is done, and each kind of work as many as it takes: a step is one to two
microseconds of laying out, checking and drawing together.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct, field

from carddesigner.core.source import Span

STEPS, STEPS_OF_A_CARD = 500_000, 1_300
"""Steps that laying out a deck in one language may take, or its checks, whatever it holds; and for each card that it has.
A zone that is laid out is fifteen of them, an expression for Jinja2 five and more, a letter or a segment of a path one.
"""
MANY_CARDS, STEPS_OF_MANY = 1_000, 600
"""Cards that may be rich, and what each further one may take: a text or two and an icon, or a code."""
MAX_STEPS = 62_000_000
"""Steps of the largest deck, of a hundred thousand cards: two minutes."""
STEPS_OF_ODDS = 15_000_000
"""Steps of what is drawn and counted in a deck's packs."""


class TooMuchWork(Exception):
    """A deck takes more steps than it may: so many, most of them for one *kind* of work if it isn't empty, and the last in the zone
    at *span* of the card *card*, where these are known.
    """

    def __init__(self, most: int, kind: str) -> None:
        super().__init__(most, kind)
        self.most = most
        self.kind = kind
        self.span: Span | None = None
        self.card: str | None = None


class _Effort(Struct):
    most: int
    spent: int = 0
    kinds: dict[str, int] = field(default_factory=dict)


_effort: ContextVar[_Effort | None] = ContextVar("effort", default=None)


def allowed(cards: int) -> int:
    """The steps that a deck of so many cards may take."""
    rich = min(cards, MANY_CARDS)
    return min(STEPS + rich * STEPS_OF_A_CARD + (cards - rich) * STEPS_OF_MANY, MAX_STEPS)


@contextmanager
def bounded(cards: int | None = None) -> Iterator[None]:
    """What is done inside takes at most as many steps as a deck of so many *cards* may, or as its packs; one more raises
    TooMuchWork.
    """
    token = _effort.set(_Effort(STEPS_OF_ODDS if cards is None else allowed(cards)))
    try:
        yield
    finally:
        _effort.reset(token)


def spend(steps: int, kind: str | None = None) -> None:
    """Count steps, which may be of a *kind* that a message names. Raises TooMuchWork."""
    effort = _effort.get()
    if effort is not None:
        effort.spent += steps
        if kind is not None:
            effort.kinds[kind] = effort.kinds.get(kind, 0) + steps
        if effort.spent > effort.most:
            most = max(effort.kinds, key=lambda k: effort.kinds[k], default="")
            raise TooMuchWork(effort.most, most if effort.kinds.get(most, 0) > effort.spent / 2 else "")


def spent() -> int:
    """The steps so far."""
    effort = _effort.get()
    return effort.spent if effort is not None else 0
