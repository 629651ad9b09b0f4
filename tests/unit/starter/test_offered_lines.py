"""The lines that ``new`` offers for columns that it doesn't print: they stand beside what is there."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from carddesigner.core.face import PlacedZone
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.starter.looks.look import LOOKS

ROWS = """\
Name,Type,Cost,Attack,Rules,Rarity,Footer,Designer notes,Playtest
Fire Bolt,Spell,2,3,Deal 3 damage and draw a card.,Rare,f,too strong?,much too good for a player that already has many cards
Ice Wall,Spell,1,1,Freeze a card.,Common,f,,
Wolf,Creature,3,4,Bites.,Rare,f,check,fine
"""
READ = {"title", "type", "cost", "attack", "footer", "rules", "grade"}


@pytest.mark.parametrize("look", [look.name for look in LOOKS])
def test_all_lines_that_are_offered_overprint_nothing(cli, tmp_path: Path, look: str) -> None:
    (tmp_path / "cards.csv").write_text(ROWS)
    lines = added(cli, tmp_path, "--look", look, "--columns", "A,B,C,D,E,F")
    assert len(lines) == 3
    pieces = lay_out(print_job(loaded_deck(tmp_path / "mine")), Report())
    # A title of two halves stands in the middle of a zone that is as high as half the card.
    read = READ - {"title"} if look == "two-halves" else READ
    zones = {z.id: z for z in pieces[0].first[0].zones if z.id in {*lines, *read}}
    assert {*lines} <= {*zones}
    for one, other in combinations(zones.values(), 2):
        if {one.id, other.id} & {*lines}:
            assert not meet(one, other), (one.id, other.id)


def meet(one: PlacedZone, other: PlacedZone) -> bool:
    a, b = one.frame, other.frame
    across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    return across > 0.1 and min(a.y + a.height, b.y + b.height) - max(a.y, b.y) > 0.1


def added(cli, tmp_path: Path, *options: str) -> list[str]:
    """The zones that are offered for ``cards.csv``, once they are in its template."""
    said = cli("new", "mine", "--from", "cards.csv", *options).err
    file, below = re.search(r"below (\S+):(\d+):\n", said).groups()
    offered = re.findall(r"^      [\w-]+: .*$", said, re.M)
    lines = (tmp_path / file).read_text().splitlines()
    lines[int(below) : int(below)] = offered
    (tmp_path / file).write_text("\n".join(lines) + "\n")
    return [line.split(":")[0].strip() for line in offered]


def test_a_label_hides_no_mark_of_a_suit(cli, tmp_path: Path) -> None:
    rows = "".join(f"{rank},Hearts,short,much too good for a player that already has many\n" for rank in "A23456789JQK")
    (tmp_path / "cards.csv").write_text(f"Rank,Suit,Designer notes,Playtest\n{rows}10,Spades,long,fine\n")
    assert added(cli, tmp_path, "--look", "playing-card") == ["footer", "playtest"]
    for piece in lay_out(print_job(loaded_deck(tmp_path / "mine")), Report()):
        zones = {z.id: z for z in piece.first[0].zones}
        marks = [z for z in within(zones["corners"]) if z.items and not z.children]
        assert len(marks) > 2
        assert not [mark.id for mark in marks if meet(mark, zones["playtest"])]


def within(zone: PlacedZone) -> list[PlacedZone]:
    """A zone and what lies in it, but what is turned round, which lies on the other half."""
    return [zone, *(z for child in zone.children if child.turn is None for z in within(child))]


def test_no_label_is_offered_over_rules_that_took_the_pictures_room(cli, tmp_path: Path) -> None:
    rules = "Draw two cards, then put one of them on top of your deck. " * 22
    rows = "".join(f'Card {n},"{rules}",short,much too good for a player that already has many\n' for n in range(4))
    (tmp_path / "cards.csv").write_text(f"Name,Rules,Designer notes,Playtest\n{rows}")
    assert added(cli, tmp_path, "--look", "trading-card", "--size", "poker") == ["footer"]
