"""All that can be wrong with a deck's packs, libraries and odds."""

from __future__ import annotations

from carddesigner.core.report import Report
from carddesigner.deal.choose import Choosing
from carddesigner.deal.library import check_lists
from carddesigner.deal.odds_targets import read_odds_targets
from carddesigner.deal.recipe import read_packs
from carddesigner.deck.deck import LoadedDeck


def check_dealing(deck: LoadedDeck, report: Report) -> None:
    """Report recipes that can't be dealt, libraries that the deck's rule refuses, odds targets that no card meets."""
    choosing = Choosing(deck, report)
    read_packs(choosing)
    check_lists(choosing)
    read_odds_targets(choosing)
