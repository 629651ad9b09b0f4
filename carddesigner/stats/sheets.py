"""Sheets of each paper that a deck needs, with gutters as wide as fits."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carddesigner.core.papers import PAPERS
from carddesigner.deck.deck import LoadedComponent
from carddesigner.impose.grid import PaperTooSmall, Wanted, plan_grid


class Use(Struct, frozen=True):
    """Components that share sheets, on a paper: cards in ``columns`` and ``rows``, sheets, and cards on the last of them.

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
    """For components with their numbers of cards, those on the same sheets together, the use of each paper that is known by
    name. *margin* in points.
    """
    together: dict[str, list[tuple[LoadedComponent, int]]] = {}
    for component, cards in components:
        together.setdefault(component.sheets, []).append((component, cards))
    return tuple(_use(group, name, margin) for group in together.values() for name in PAPERS)


def _use(group: list[tuple[LoadedComponent, int]], paper: str, margin: float) -> Use:
    component = group[0][0]
    names, cards = " + ".join(c.id for c, _ in group), sum(n for _, n in group)
    trim = component.stock.regions()["trim"][0].frame
    try:
        grid = plan_grid(PAPERS[paper], Wanted(trim.width, trim.height, component.stock.bleed, margin))
    except PaperTooSmall:
        return Use(names, paper, cards, 0, 0, False, 0, 0)
    sheets = -(-cards // grid.count)
    last = cards - (sheets - 1) * grid.count if sheets else 0
    turned = grid.paper.width > grid.paper.height
    return Use(names, paper, cards, grid.columns, grid.rows, turned, sheets, last)
