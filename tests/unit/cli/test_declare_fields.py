"""``declare-fields`` puts declarations into deck.yaml and changes nothing else."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import carddesigner as cd

HEAD = """\
# my deck
deck: sample
title: Sample   # yes
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces: {front: {zones: {n: {text: "{{ card.name }}"}}}}
"""
CSV = 'name,cost,weight,rare,007,"a, b",no,copies,id\nFire,1,0.5,TRUE,007,x,y,2,f\nIce,,2,FALSE,1.50,,1.5,1,i\n'
FLOW = '{name: text, cost: integer, weight: number, rare: boolean, "007": text, "a, b": text, "no": text}'
BLOCK = ["name: text", "cost: integer", "weight: number", "rare: boolean", '"007": text', '"a, b": text', '"no": text']


def added(before: str, after: str) -> list[str]:
    """Lines that came; none may have gone."""
    found = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    assert not [line for line in found if line.startswith("- ")], found
    return [line[2:] for line in found if line.startswith("+ ")]


@pytest.fixture
def sample(tmp_path: Path) -> Callable[[str | bytes], Path]:
    def make(components: str | bytes) -> Path:
        folder = tmp_path / "sample"
        (folder / "templates").mkdir(parents=True)
        (folder / "templates/sample.yaml").write_text(TEMPLATE)
        (folder / "cards.csv").write_text(CSV)
        text = HEAD.encode() + components.encode() if isinstance(components, str) else components
        (folder / "deck.yaml").write_bytes(text)
        return folder / "deck.yaml"

    return make


@pytest.mark.parametrize(
    ("components", "indent"),
    [
        ("  - id: cards\n    rows: cards.csv   # here\n    front: sample#front\n", 4),
        ("  - id: cards\n    front: sample#front\n    rows:\n      file: cards.csv\n      header: 1\n\n# the end", 4),
        ("- id: cards\n  front: sample#front\n  rows: cards.csv", 2),
        ('  -   "id": cards\n      rows: {file: cards.csv,\n        header: 1}\n      front: sample#front\n', 6),
    ],
)
def test_a_block_gets_lines_of_its_own(cli: Any, sample: Any, components: str, indent: int) -> None:
    file = sample(components)
    before = file.read_text()
    ran = cli("declare-fields", "./sample")
    assert ran.code == 0, ran.err
    assert "wrote the fields of cards: name, cost, weight, rare, 007, a, b, no" in ran.err
    assert added(before, file.read_text()) == [" " * indent + "fields:", *(" " * (indent + 2) + b for b in BLOCK)]


@pytest.mark.parametrize(
    ("components", "line"),
    [
        (
            "  - {id: cards, rows: cards.csv, front: sample#front}   # flow\n",
            "  - {id: cards, rows: cards.csv, front: sample#front, fields: %s}   # flow\n",
        ),
        (
            "  - {\n      id: cards,\n      rows: cards.csv, # x\n      front: sample#front,\n    }\n",
            "  - {\n      id: cards,\n      rows: cards.csv, # x\n      front: sample#front, fields: %s\n    }\n",
        ),
    ],
)
def test_braces_get_them_inside(cli: Any, sample: Any, components: str, line: str) -> None:
    file = sample(components)
    assert cli("declare-fields", "./sample").code == 0
    assert file.read_text() == HEAD + line % FLOW


def test_what_was_written_means_the_same_and_is_written_once(cli: Any, sample: Any, tmp_path: Path) -> None:
    file = sample("  - id: cards\n    rows: cards.csv\n    front: sample#front\n")
    before = cli("export", "./sample", "--to", "json", "-o", "before")
    assert cli("declare-fields", "./sample").code == 0
    once = file.read_bytes()
    after = cli("export", "./sample", "--to", "json", "-o", "after")
    assert before.code == after.code == 0
    cards = [next((tmp_path / n).rglob("*.json")).read_text() for n in ("before", "after")]
    assert cards[0] == cards[1]
    assert '"007"' in cards[0]
    assert "no fields to write" in cli("declare-fields", "./sample").err
    assert file.read_bytes() == once


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_encoding_and_newlines_stay(cli: Any, sample: Any, codec: str) -> None:
    components = "  - id: cards\n    rows: cards.csv\n    front: sample#front\n"
    file = sample((HEAD + components).replace("\n", "\r\n").encode(codec))
    before = file.read_bytes()
    assert cli("declare-fields", "./sample").code == 0
    text = file.read_bytes().decode(codec)
    assert file.read_bytes()[:2] == before[:2]
    assert text.count("\n") == text.count("\r\n") == before.decode(codec).count("\n") + len(BLOCK) + 1


def test_several_components_and_those_that_declare(cli: Any, sample: Any) -> None:
    file = sample(
        "  - {id: a, rows: cards.csv, front: sample#front, fields: {name: text}}\n"
        "  - {id: b, rows: cards.csv, front: sample#front}\n"
        "  - {id: c, copies: 3, front: sample#blank}\n".replace("sample#blank", "sample#back")
        + "  - {id: d, rows: cards.csv, front: sample#front}\n"
    )
    (file.parent / "templates/sample.yaml").write_text(TEMPLATE.replace("faces: {", "faces: {back: {zones: {}}, "))
    ran = cli("declare-fields", "./sample")
    assert ran.code == 0, ran.err
    lines = file.read_text().splitlines()
    assert [line.count("fields:") for line in lines[-4:]] == [1, 1, 0, 1]


def test_columns_of_several_kinds_stay_undeclared(cli: Any, sample: Any) -> None:
    file = sample("  - {id: cards, rows: cards.json, front: sample#front}\n")
    (file.parent / "cards.json").write_text('[{"name": "a", "rank": 2}, {"name": "b", "rank": "J"}]')
    assert cli("declare-fields", "./sample").code == 0
    assert "fields: {name: text}}" in file.read_text()


def test_what_can_t_be_written_is_reported_and_left(cli: Any, sample: Any) -> None:
    file = sample("  - &it {id: a, rows: cards.csv, front: sample#front}\n  - {id: b, rows: cards.csv, front: x#y}\n")
    before = file.read_bytes()
    ran = cli("declare-fields", "./sample")
    assert ran.code == 1
    assert "error[unknown-template]" in ran.err
    assert file.read_bytes() == before


def test_a_shipped_deck_is_not_changed(cli: Any) -> None:
    ran = cli("declare-fields", "monogoto")
    assert ran.code == 1
    assert "shipped deck" in ran.err


def test_the_old_option_of_validate_does_the_same_after_looking_for_problems(cli: Any, sample: Any) -> None:
    components = "  - {id: cards, rows: cards.csv, front: sample#front}\n"
    file = sample(components)
    ran = cli("validate", "./sample", "--write-fields")
    assert (ran.code, "validate --write-fields was renamed to declare-fields\n" in ran.err) == (0, True)
    assert "fields: {name: text" in file.read_text()
    assert "--write-fields" not in cli("validate", "--help").out
    file.write_text(HEAD + components.replace("sample#front", "x#y"))
    ran = cli("validate", "./sample", "--write-fields")
    assert (ran.code, "no fields written, because the deck has errors" in ran.err) == (1, True)
    assert ran.err.count("error[") == 1


def test_python_writes_the_same_and_quiet_says_nothing(cli: Any, sample: Any) -> None:
    components = "  - {id: cards, rows: cards.csv, front: sample#front}\n"
    file = sample(components)
    before = file.read_text()
    assert cli("declare-fields", "./sample", "-q").err == ""
    written = file.read_text()
    file.write_text(before)
    fields = cd.declare_fields(file.parent)
    assert list(fields) == ["cards"]
    assert fields["cards"][:2] == ("name", "cost")
    assert file.read_text() == written
    with pytest.raises(cd.OutputProblem, match="shipped deck"):
        cd.declare_fields("monogoto")
