"""A table's part of a new deck: all that its files are written from."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.starter.guess import Guess
from carddesigner.starter.plan import TemplatePlan
from carddesigner.starter.source import FoundTable


class Sketched(Struct, frozen=True):
    """A component of a deck and its template; ``component`` and ``template`` are their names."""

    deck: str
    title: str
    component: str
    template: str
    source: FoundTable
    guesses: tuple[Guess, ...]
    plan: TemplatePlan
    typed: bool = True
    """Whether ``fields:`` declares what the columns hold."""
