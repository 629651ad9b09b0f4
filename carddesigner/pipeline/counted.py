"""What a deck itself wants to be counted by."""

from __future__ import annotations

from carddesigner.core.record import leaves
from carddesigner.core.report import Report, did_you_mean
from carddesigner.deck.deck import LoadedDeck
from carddesigner.source.yaml import find


def asked(deck: LoadedDeck, report: Report) -> tuple[str, ...]:
    """The fields of ``count-by`` that some card has; the others are reported."""
    wanted = deck.deck.count_by
    if not wanted:
        return ()
    known = dict.fromkeys(name for c in deck.components for card in c.cards for name, _ in leaves(card.row))
    known["component"] = None
    place = find(deck.root, ("count-by",))
    for i, name in enumerate(wanted):
        if name not in known:
            message = f"no card has a field {name!r}{did_you_mean(name, known)}"
            report.error("unknown-field", message, find(place, (i,)).span, hint=f"there are {', '.join(known)}")
    return tuple(name for name in wanted if name in known)
