"""What new cards say of their costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.starter.looks.look import LOOKS, look_named


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


def test_the_cost_of_an_event_ends_above_its_title():
    zones = look_named("event").zones
    boxes = {name: {k: str(v.value) for k, v in zones[name].mapping["box"].mapping.items()} for name, _ in WANTED}
    share = {(zone, side): float(boxes[zone][side].rstrip("%")) for zone, side in WANTED}
    title = (share["type", "gap"] + share["type", "height"] + share["title", "gap"]) * 88.9
    for cost in ("cost", "cost-2", "cost-3"):
        assert share[cost, "gap"] * 88.9 + share[cost, "size"] * 63.5 < title


WANTED = [("type", "gap"), ("type", "height"), ("title", "gap")]
WANTED += [(cost, side) for cost in ("cost", "cost-2", "cost-3") for side in ("gap", "size")]


def test_cards_without_costs_are_made(cli, tmp_path):
    assert costs(cli, tmp_path, "Name,Text\nScout,Draws.\nWall,Stands.\n") == []
