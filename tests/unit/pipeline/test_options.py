"""Print options: read from text as people write it, refused whole where they are wrong, the same in Python as at a prompt."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

import carddesigner as cd
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import Duplex, Flip, MarkKind
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX


def problems(**options: object) -> dict[str, str]:
    """What is wrong, by the option's name."""
    with pytest.raises(cd.OptionError) as raised:
        cd.PrintOptions(**options)
    return {
        p.option: p.text(lambda name, value: name if value is None else f"{name} {value}")
        for p in raised.value.problems
    }


def test_options_are_read_as_they_are_written_at_a_prompt():
    read = cd.PrintOptions(
        output="out",
        paper="letter",
        duplex="short-edge",
        marks="crop, center",
        gutter="4mm",
        sheets="2,4-5",
    )
    assert (read.output, cd.PrintOptions(since="a.json").since) == (Path("out"), Path("a.json"))
    assert (read.paper, read.duplex, read.sheets) == (PAPERS["Letter"], Duplex.SHORT_EDGE, {2, 4, 5})
    assert read.marks == (MarkKind.CROP, MarkKind.CENTRE)
    assert read.gutter == pytest.approx(4 * MM)
    assert cd.PrintOptions(marks="none").marks == ()
    assert cd.PrintOptions(gutter="auto").gutter == "auto"
    assert cd.PrintOptions(select="card.cost > 3").select.source == "card.cost > 3"
    assert replace(read, gutter="1in").gutter == 72


def test_values_are_taken_as_they_are():
    own = Paper("own", 300, 400)
    read = cd.PrintOptions(paper=own, gutter=3.5, marks=("crop", MarkKind.SLUG), sheets={7})
    assert (read.paper, read.gutter, read.marks, read.sheets) == (own, 3.5, ("crop", "slug"), {7})


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("duplex", "long-egde", "did you mean 'long-edge'? There are long-edge, short-edge, gutterfold, none"),
        ("layout", "foo", "unknown layout 'foo'. There are sheets, pieces"),
        ("gutter", -5, "write 0mm or more"),
        ("gutter", float("nan"), "write 0mm or more"),
        ("gutter", "4", "needs a unit"),
        ("gutter", True, "a length is a number with a unit"),
        ("gutter", [1], "a length is a number with a unit"),
        ("back_bleed", "-1mm", "write 0mm or more"),
        ("marks", ["crop", "centr"], "unknown mark 'centr'; did you mean 'centre'? There are crop, cut-lines"),
        ("marks", 5, "5 can't be read"),
        ("copies", 0, "0 is no number of decks; write 1 to 1,000"),
        ("copies", "2", "'2' is no number of decks"),
        ("paper", "Lettre", "did you mean 'Letter'?"),
        ("order", "stacks", "did you mean 'cut-stacks'?"),
        ("manual_duplex", "up", "There are face-up, face-down, none"),
        ("sheets", [0], "'0' is no sheet"),
        ("sheets", [], "no sheet is named; write 3, 3-5 or 2,7-9"),
        ("printer", 5, "5 can't be read"),
        ("select", "1 +", "can't be read"),
        ("select", 5, "5 is not an expression such as 'card.cost > 3'"),
    ],
)
def test_what_can_not_be_printed_by_is_refused_with_what_would_do(option, value, words):
    found = problems(**{option: value})
    assert list(found) == [option]
    assert words in found[option]


@pytest.mark.parametrize("option", cd.PrintOptions.__struct_fields__)
def test_a_value_of_any_type_is_read_or_refused(option):
    for value in (5, True, -1.5, float("nan"), 10**23, b"x", [], ["a"], [["a"]], {}, {"a": "b"}):
        with suppress(cd.OptionError):
            cd.PrintOptions(**{option: value})


def test_all_that_is_wrong_is_reported_at_once():
    assert list(problems(duplex="sideways", layout="foo", gutter=-5, marks=["x"], copies=0)) == [
        "layout", "duplex", "marks", "gutter", "copies"
    ]  # fmt: skip
    found = problems(layout="pieces", paper="A4", cover=True, since="a", select="id == 'a'")
    assert found == {
        "cover": "cover is for sheets, not for layout pieces",
        "paper": "paper is for sheets, not for layout pieces",
        "since": "since compares all cards; leave out select",
    }


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"unique": True}, "unique"),
        ({"select": "1", "listed": ()}, "listed"),
        ({"since": "a", "sheets": [1]}, "sheets"),
        ({"back_bleed": "5mm", "duplex": "none"}, "back_bleed"),
        ({"manual_duplex": "face-up", "duplex": "gutterfold"}, "manual_duplex"),
        ({"manual_duplex": "face-up", "passes": "face-down"}, "manual_duplex"),
        ({"layout": "pieces", "gutter": "0mm"}, "gutter"),
        ({"layout": "pieces", "back_bleed": 0}, "back_bleed"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, wrong):
    assert list(problems(**options)) == [wrong]


def test_the_error_names_options_as_python_does():
    with pytest.raises(ValueError, match="back_bleed: back_bleed is for backs; leave out duplex='none'"):
        cd.PrintOptions(back_bleed=5, duplex="none")


def test_documented_old_names_work():
    assert cd.PrintOptions is cd.PrintOptions
    assert cd.PrintOptions(passes="face-up") == cd.PrintOptions(manual_duplex="face-up")
    assert cd.PrintOptions(passes="face-up", manual_duplex="face-up").manual_duplex == "face-up"
    assert cd.PrintOptions(layout="pieces", distinct=True) == cd.PrintOptions(layout="pieces", unique=True)
    assert replace(cd.PrintOptions(passes="face-up"), manual_duplex="face-down").manual_duplex == "face-down"


def test_every_duplex_mode_has_a_value_and_those_that_printers_flip_on_turn_sheets():
    assert [mode.name for mode in DUPLEX.values()] == list(Duplex)
    assert {mode.name for mode in DUPLEX.values() if mode.turns} == set(Flip)


def test_slots_are_read_as_they_are_written_at_a_prompt():
    read = cd.PrintOptions(sheet_layout="Avery-8371", first_slot=3, blank_slots="5-6,9")
    assert (read.sheet_layout.name, read.first_slot, read.blank_slots) == ("avery-5371", 3, {5, 6, 9})
    assert cd.PrintOptions(sheet_layout="none").sheet_layout == "none"
    assert replace(read, first_slot=1).sheet_layout == read.sheet_layout


def test_slots_that_cant_be_are_refused():
    found = problems(sheet_layout="avery-83710", first_slot=0, blank_slots="2-1")
    assert "did you mean 'avery-8371'" in found["sheet_layout"]
    assert found["first_slot"] == "0 is no slot of a sheet; write 1 to 2,500"
    assert list(problems(first_slot=1_000_000_000)) == list(problems(first_slot=2501)) == ["first_slot"]
    assert "'2-1' is no slot and no range of slots" in found["blank_slots"]
    assert problems(sheet_layout="avery-5371", paper="A4", gutter="2mm") == {
        "paper": "avery-5371 is Letter; leave out paper or sheet_layout",
        "gutter": "avery-5371 sets the gutter; leave out gutter or sheet_layout",
    }
    assert cd.PrintOptions(sheet_layout="avery-5371", paper="Letter").paper == PAPERS["Letter"]
    assert "is for sheets" in problems(layout="pieces", first_slot=2)["first_slot"]
