"""What docs/tables.md promises about JSON and about an error is what happens."""

from __future__ import annotations

import re
from collections.abc import Callable

from carddesigner.source import paths

from .conftest import TableDeck

PAGE = (paths.shipped() / "docs/tables.md").read_text("utf-8")


def test_the_same_two_cards(json_deck: Callable[..., TableDeck], tables: TableDeck) -> None:
    block = re.search(r"```json\n(.*?)```", PAGE, re.S)
    assert block is not None
    *plain, keyed = block[1].strip().splitlines()
    for text, rows in [*((line, {}) for line in plain), (keyed, {"keys": ["name"]})]:
        tables.components = ""
        assert json_deck(text, **rows).cards() == [{"name": "Fire", "cost": 1}, {"name": "Ice", "cost": 2}]


def test_the_error_shown(csv_deck: Callable[..., TableDeck]) -> None:
    shown = re.search(r"^(cards\.csv:\S+): error\[([a-z-]+)\]: (.*)$", PAGE, re.M)
    assert shown is not None
    kind = {"type": "choice", "choices": ["fire", "water", "wind"]}
    told = csv_deck("name,no,kind\nFire,1,fire\nWater,2,frie\n", {"kind": kind}).one()
    assert (told.place, told.code, told.message) == shown.groups()
