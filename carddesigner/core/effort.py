"""A bound on the work a deck may cause. Work is counted in steps, not timed, so that every machine refuses the same
decks.

Steps are counted before the work is done. A step corresponds to one to two microseconds of laying out, checking and
drawing together.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct, field

from carddesigner.core.source import Span

STEPS, STEPS_OF_A_CARD = 500_000, 1_500
"""Steps allowed for laying out a deck in one language, or for its checks: a fixed number, and a number for each card.
Laying out a zone takes fifteen steps, an expression evaluated by Jinja2 five or more, a letter or a path segment one.
"""
MANY_CARDS, STEPS_OF_MANY = 10_000, 600
"""The number of cards with the full allowance, which tickets with a code and some texts need, and the steps for each
further card: a text or two and an icon, or a code.
"""
MAX_STEPS = 62_000_000
"""Steps of the largest deck, with a hundred thousand cards: about two minutes."""
STEPS_OF_ODDS = 15_000_000
"""Steps for drawing packs and counting the odds in them."""


class TooMuchWork(Exception):
    """A deck takes more than *most* steps. *kind* is the kind of work that took more than half of them, empty if there
    is none; ``span`` and ``card`` give the zone and the card of the last step, None where unknown.
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
    """Return the steps that a deck with this many cards may take."""
    rich = min(cards, MANY_CARDS)
    return min(STEPS + rich * STEPS_OF_A_CARD + (cards - rich) * STEPS_OF_MANY, MAX_STEPS)


def fitting(cards: int, steps: int) -> int:
    """Return how many cards a deck may have that each take as many steps as these *cards* did on average: in hundreds,
    with some to spare.
    """
    extra = 1.1 * steps / cards - STEPS_OF_A_CARD if cards else float(steps)
    return int(min(MANY_CARDS, STEPS / extra if extra > 0 else MANY_CARDS)) // 100 * 100


@contextmanager
def bounded(cards: int | None = None) -> Iterator[None]:
    """Bound the steps of the work inside to those of a deck with this many *cards*, or, without *cards*, to those for
    packs. Exceeding the bound raises TooMuchWork.
    """
    token = _effort.set(_Effort(STEPS_OF_ODDS if cards is None else allowed(cards)))
    try:
        yield
    finally:
        _effort.reset(token)


def spend(steps: int, kind: str | None = None) -> None:
    """Count steps; *kind* names the kind of work for the message. Raises TooMuchWork."""
    effort = _effort.get()
    if effort is not None:
        effort.spent += steps
        if kind is not None:
            effort.kinds[kind] = effort.kinds.get(kind, 0) + steps
        if effort.spent > effort.most:
            most = max(effort.kinds, key=lambda k: effort.kinds[k], default="")
            raise TooMuchWork(effort.most, most if effort.kinds.get(most, 0) > effort.spent / 2 else "")


def spent() -> int:
    """The steps counted so far."""
    effort = _effort.get()
    return effort.spent if effort is not None else 0
