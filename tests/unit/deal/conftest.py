"""A set of trading cards as the recipes of this folder's tests deal it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carddesigner.core.record import Record
from carddesigner.deck.cards import LoadedCard

RARITIES = {"common": 120, "uncommon": 100, "rare": 72}


def cards(names: str, copies: int = 1) -> list[LoadedCard]:
    return [LoadedCard(name, "cards", copies, Record({"name": name}), None) for name in names.split()]


@pytest.fixture(scope="session")
def made() -> Callable[[str], list[LoadedCard]]:
    """Cards by their ids, which stand in a text."""
    return cards


@pytest.fixture(scope="session")
def rarities() -> dict[str, list[LoadedCard]]:
    """The cards of a set of 292 by their rarity."""
    return {r: cards(" ".join(f"{r}-{i:03d}" for i in range(1, n + 1))) for r, n in RARITIES.items()}
