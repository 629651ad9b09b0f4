"""Roles of columns that a person chose."""

from __future__ import annotations

from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.starter.made import NewOptions
from carddesigner.starter.reading.source import read_source
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.table_roles import Agreed, decide

TABLE = "Name,Kind,Attack,Rules\nOak,Tree,2,It stands where it was put.\nFern,Plant,0,It grows fast in the shade.\n"


def roles(tmp_path: Path, **chosen: str) -> dict[str, Role]:
    file = tmp_path / "cards.csv"
    file.write_text(TABLE)
    (source,) = read_source(file, Report(), NewOptions())
    guesses, _ = decide(source, Agreed(), lambda _: None, lambda _: None, None, chosen)
    return {g.column.header: g.role for g in guesses}


def test_a_chosen_role_takes_the_place_of_the_guess_and_the_column_that_had_it_becomes_a_line(tmp_path: Path) -> None:
    assert roles(tmp_path) == {"Name": Role.TITLE, "Kind": Role.TYPE, "Attack": Role.ATTACK, "Rules": Role.RULES}
    assert roles(tmp_path, Kind="title") == {
        "Name": Role.DETAIL,
        "Kind": Role.TITLE,
        "Attack": Role.ATTACK,
        "Rules": Role.RULES,
    }
    assert roles(tmp_path, Kind="title", Name="type")["Name"] is Role.TYPE


def test_roles_that_several_columns_may_have_take_none_from_another(tmp_path: Path) -> None:
    found = roles(tmp_path, Kind="rules", Attack="not printed")
    assert (found["Kind"], found["Rules"], found["Attack"]) == (Role.RULES, Role.RULES, Role.OUT)


def test_what_no_column_can_be_leaves_it_as_it_was_guessed(tmp_path: Path) -> None:
    assert roles(tmp_path, Kind="emperor", Name="picture", Nobody="title") == roles(tmp_path)
