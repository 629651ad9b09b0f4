"""Icons that cells name: drawn under any spelling, and told where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.face import PlacedZone
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job


def drawn(folder: Path) -> list[bool]:
    """Whether each card has its icon."""

    def has(zones: tuple[PlacedZone, ...]) -> bool:
        return any((z.id.endswith("icon") and bool(z.items)) or has(z.children) for z in zones)

    pieces = lay_out(print_job(loaded_deck(folder)), Report())
    return [has(p.first[0].zones) for p in pieces if p.first[0] is not None]


def table(*icons: str) -> str:
    return "Name,Icon,Text\n" + "".join(f"Card {chr(65 + n)},{icon},It rains.\n" for n, icon in enumerate(icons))


@pytest.mark.parametrize(
    "icons",
    [
        ("crossed-swords", "snowflake-1", "wolf-howl"),
        ("game-icons/crossed-swords", "game-icons/wolf-howl"),
        ("sun", "moon", "wolf-howl"),
        ("Crossed Swords", "Wolf Howl", "Sun"),
        ("Crossed Swords", "wolf_howl", "sun", "game-icons/bowman"),
        ("meeple", "pawn", "wolf-howl"),
    ],
)
def test_an_icon_is_drawn_however_its_name_is_written(cli, tmp_path, icons):
    (tmp_path / "cards.csv").write_text(table(*icons))
    ran = cli("new", "mine", "--from", "cards.csv", "--look", "trading-card")
    assert (ran.code, "note: Icon" in ran.err) == (0, False), ran.err
    assert drawn(tmp_path / "mine") == [True] * len(icons)
    assert cli("validate", "./mine", "--strict").code == 0


def test_a_name_that_no_icon_has_is_told_with_the_nearest(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(table("crossed-swords", "Wolf Howl", "crossd-swords", "", "later on", "sun"))
    ran = cli("new", "mine", "--from", "cards.csv", "--look", "trading-card")
    assert ran.code == 0
    (told,) = [line for line in ran.err.splitlines() if line.startswith("note: Icon: no icon is called ")]
    assert "crossd-swords (the nearest is game-icons/crossed-swords)" in told
    assert "later on" in told
    assert drawn(tmp_path / "mine") == [True, True, False, False, False, True]
