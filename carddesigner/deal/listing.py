"""Packs that were dealt as a list of what to print."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.deal.library import cards_of
from carddesigner.deal.packs import Dealt
from carddesigner.deck.deck import LoadedDeck


def listing(deck: LoadedDeck, packs: Sequence[Dealt], heading: str) -> str:
    """Packs as a list that ``build --list`` prints: a line a card, each pack under its name."""
    pages = tuple(f"{k.id}-" for k in deck.components if k.blocks is not None)
    owners: dict[str, set[str]] = {}
    for card in cards_of(deck):
        owners.setdefault(card.id, set()).add(card.component)
    lines = [f"# {heading}"]
    for pack in packs:
        lines.append(f"\n# {pack.title}")
        for card, copies in pack.counted():
            alone = len(owners[card.id]) == 1 and not card.id.startswith(pages)
            lines.append(f"{card.id if alone else f'{card.component}/{card.id}'} {copies}")
    return "\n".join(lines) + "\n"
