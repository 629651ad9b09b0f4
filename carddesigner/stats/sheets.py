"""Sheets of each paper that a deck needs, with gutters as wide as fits."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carddesigner.core.papers import PAPERS
from carddesigner.impose.grid import PaperTooSmall, plan_grid
from carddesigner.load.deck import LoadedComponent


class Use(Struct, frozen=True):
    """A component on a paper: cards in ``columns`` and ``rows``, sheets, and cards on the last of them.

    ``columns``, ``rows`` and ``sheets`` are 0 where not even one card fits.
    """

    component: str
    paper: str
    cards: int
    columns: int
    rows: int
    landscape: bool
    sheets: int
    last: int

    @property
    def fits(self) -> bool:
        """Whether a card fits on the paper."""
        return self.columns > 0

    @property
    def on_a_sheet(self) -> int:
        """Cards of a full sheet."""
        return self.columns * self.rows


def sheets_needed(components: Iterable[tuple[LoadedComponent, int]], margin: float) -> tuple[Use, ...]:
    """For each component with its number of cards, its use of each paper that is known by name. *margin* in points."""
    return tuple(_use(c, n, name, margin) for c, n in components for name in PAPERS)


def _use(component: LoadedComponent, cards: int, paper: str, margin: float) -> Use:
    trim = component.stock.regions()["trim"][0].frame
    try:
        grid = plan_grid(PAPERS[paper], trim.width, trim.height, margin, None, component.stock.bleed)
    except PaperTooSmall:
        return Use(component.id, paper, cards, 0, 0, False, 0, 0)
    sheets = -(-cards // grid.count)
    last = cards - (sheets - 1) * grid.count if sheets else 0
    turned = grid.paper.width > grid.paper.height
    return Use(component.id, paper, cards, grid.columns, grid.rows, turned, sheets, last)
