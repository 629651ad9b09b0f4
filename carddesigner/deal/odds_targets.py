"""A deck's odds targets: the cards whose odds of being drawn ``stats`` gives."""

from __future__ import annotations

from carddesigner.core.effort import TooMuchWork, bounded
from carddesigner.core.piece import PieceKey
from carddesigner.deal.choose import Choosing
from carddesigner.source.yaml import find


def read_odds_targets(choosing: Choosing) -> dict[str, frozenset[PieceKey]]:
    """The cards of each target of the deck's ``odds``, by its name. Targets that can't be evaluated are reported."""
    deck, report = choosing.deck, choosing.report
    if deck.deck.odds is None:
        return {}
    root = find(deck.root, ("odds", "of"))
    out = {}
    try:
        with bounded():
            for name, source in deck.deck.odds.of.items():
                chosen = choosing.where(source, find(root, (name,)))
                if chosen == ():
                    report.error("too-few-cards", f"no cards answer to {source}", find(root, (name,)).span)
                if chosen:
                    out[name] = frozenset(c.key for c in chosen)
    except TooMuchWork:
        report.error("too-much-work", "the odds take too many steps for so many cards", root.span)
    return out
