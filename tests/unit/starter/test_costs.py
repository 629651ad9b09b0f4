"""What new cards say of their costs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carddesigner.starter.looks.look import LOOKS


def costs(cli, tmp_path: Path, table: str, *options: str) -> list[str]:
    (tmp_path / "cards.csv").write_text(table)
    ran = cli("new", "mine", "--from", "cards.csv", *options)
    assert ran.code == 0, ran.err
    lines = (tmp_path / "mine/templates/mine.yaml").read_text("utf-8").splitlines()
    return [line.strip() for line in lines if "card.Cost" in line]


@pytest.mark.parametrize("look", [look.name for look in LOOKS if "cost" in look.zones])
def test_a_cost_of_nothing_is_printed_where_it_is_written(cli, tmp_path, look):
    found = costs(cli, tmp_path, "Name,Cost,Text\nScout,0,Draws.\nWall,,Stands.\n", "--look", look)
    assert found == ['cost: {when: "card.Cost != none", text: "{{ card.Cost }}"}']


def test_of_several_costs_only_what_they_are_costs_of_is_printed_and_none_of_0(cli, tmp_path):
    found = costs(cli, tmp_path, "Name,Cost Amber,Cost Nacre,Text\nScout,0,1,Draws.\nWall,2,,Stands.\n")
    assert found == [
        'cost: {when: card.Cost_Amber, line-height: 0.8, text: "{{ card.Cost_Amber }}\\n[Amber]{size: 40%}"}',
        'cost-2: {when: card.Cost_Nacre, line-height: 0.8, text: "{{ card.Cost_Nacre }}\\n[Nacre]{size: 40%}"}',
    ]


def test_cards_without_costs_are_made(cli, tmp_path):
    assert costs(cli, tmp_path, "Name,Text\nScout,Draws.\nWall,Stands.\n") == []


def test_a_number_whose_column_is_called_as_an_icon_is_over_that_icon(cli, tmp_path):
    found = costs(cli, tmp_path, "Name,Cost coins,Text\nScout,12,Draws.\nWall,,Stands.\n")
    shown = 'text: "{{ card.Cost_coins }}\\n[:game-icons/coins:]{size: 60%}"}'
    assert found == [f'cost: {{when: "card.Cost_coins != none", line-height: 0.8, {shown}']
    assert cli("validate", "./mine", "--strict").code == 0


def test_points_never_lie_over_other_numbers(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Speed,Points,Text\nGull,3,12,Flies.\nHeron,2,5,Waits.\n")
    assert cli("new", "mine", "--from", "cards.csv", "--look", "trading-card").code == 0
    template = (tmp_path / "mine/templates/mine.yaml").read_text("utf-8")
    assert "      points:" not in template
    assert "[['Points', card.Points], ['Speed', card.Speed]]" in template


def test_a_number_among_resources_is_one_more(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Wood,Rope,Gold,Crew,Text\nBoat,2,1,0,3,Moves.\nPier,0,0,4,1,Stays.\n")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert re.search(r"cost +Rope", ran.err), ran.err
    assert not re.search(r"cost +Crew", ran.err), ran.err


def test_a_kind_of_kind_alone_is_the_kind(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Subtype,Text\nUla,Orc,Moves.\nFin,Elf,Stays.\nBor,Orc,Rests.\n")
    assert re.search(r"likely +type +Subtype", cli("new", "mine", "--from", "cards.csv").err)
    (tmp_path / "cards.csv").write_text(
        "Name,Type,Subtype,Text\nUla,Hero,Orc,Moves.\nFin,Foe,Elf,Stays.\nBor,Foe,Orc,Rests.\n"
    )
    assert re.search(r"subtype +Subtype", cli("new", "other", "--from", "cards.csv").err)
