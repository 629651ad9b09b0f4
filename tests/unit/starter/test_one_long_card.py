"""One card whose text is much longer than the others': it is named, and the others keep their picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import Made, NewOptions


def made(folder: Path, words: list[int]) -> tuple[Made, str]:
    Image.new("RGB", (90, 60), "teal").save(folder / "a.png")
    rows = [f"Card {chr(65 + i)},{'lorem ' * n},a.png" for i, n in enumerate(words)]
    (folder / "cards.csv").write_text("Name,Rules,Picture\n" + "\n".join(rows))
    options = NewOptions(look="trading-card", size="poker")
    deck = deck_from_table(folder / "cards.csv", folder / "mine", options)
    return deck, (folder / "mine/templates/mine.yaml").read_text()


@pytest.mark.parametrize("long", [1, 2])
def test_the_others_keep_their_picture(tmp_path: Path, long: int) -> None:
    deck, template = made(tmp_path, [12] * (20 - long) + [130] * long)
    window, rules = (line for line in template.splitlines() if "window:" in line or "rules:" in line)
    assert "box:" not in window
    assert "size:" not in rules
    small = [r for r in deck.remarks if r.startswith("small type, down to")]
    assert len(small) == 1
    assert "Card T" in small[0]
    assert "Card A" not in small[0]


def test_who_takes_the_room_from_the_pictures_of_all_is_named(tmp_path: Path) -> None:
    deck, template = made(tmp_path, [12] * 14 + [110] * 6)
    assert "height: 21%" in template or "height: 25%" in template
    (crowded,) = [r for r in deck.remarks if r.startswith("pictures are ")]
    assert "% of the card high and not 37 %, for the texts of Card " in crowded
    assert "Card A" not in crowded
