"""Cards that are made by number: what their fields are, that no two are alike, and what can't be made."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.record import as_dict
from carddesigner.core.report import DeckError, Diagnostic
from carddesigner.core.serials import Serials, read_serials, serial_range
from carddesigner.deck.find import loaded_deck
from carddesigner.schema.generated import CODE_SIGNS
from tests.unit.deck.conftest import DECK, TEMPLATE

SIGNS = "34679ACDEFGHJKMNPRTUWXY"


class Made:
    """A deck with a component whose cards are made by number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, generate: Any, **more: Any) -> Made:
        component = {"id": "tickets", "generate": {"seed": "s", **generate}, "front": "sample#front", **more}
        (self.folder / "templates").mkdir(parents=True, exist_ok=True)
        (self.folder / "deck.yaml").write_text(f"{DECK}  - {json.dumps(component)}\n")
        (self.folder / "templates/sample.yaml").write_text(TEMPLATE)
        return self

    def cards(self, generate: Any = None, serials: Serials | None = None, **more: Any) -> list[dict[str, Any]]:
        if generate is not None:
            self.write(generate, **more)
        return [as_dict(c.row) for c in loaded_deck(self.folder, serials=serials).components[0].cards]

    def problem(self, generate: Any, **more: Any) -> Diagnostic:
        self.write(generate, **more)
        with pytest.raises(DeckError) as raised:
            loaded_deck(self.folder)
        (only,) = raised.value.report.errors
        return only


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return Made(tmp_path / "sample")


def is_right(code: str) -> bool:
    """The rule of the check sign, once more: places counted from the end."""
    digits = [SIGNS.index(sign) for sign in code.replace("-", "")]
    return sum(place * digit for place, digit in enumerate(reversed(digits), 1)) % 23 == 0


def test_a_number_counts_from_where_the_run_begins(made):
    cards = made.cards(
        {"count": 3, "serial-from": 98, "fields": {"n": "number", "no": {"number": {"digits": 4, "prefix": "A-"}}}}
    )
    assert cards == [{"n": 98, "no": "A-0098"}, {"n": 99, "no": "A-0099"}, {"n": 100, "no": "A-0100"}]


def test_cards_are_called_by_their_serial_numbers(made):
    made.write({"count": 2, "serial-from": 998, "fields": {"n": "number"}})
    assert [c.id for c in loaded_deck(made.folder).components[0].cards] == ["tickets-998", "tickets-999"]


def test_codes_have_no_signs_that_look_alike_and_differ(made):
    codes = [c["code"] for c in made.cards({"count": 3000, "fields": {"code": {"code": {"length": 6, "group": 3}}}})]
    assert len(set(codes)) == 3000
    assert all(re.fullmatch(f"[{SIGNS}]{{3}}-[{SIGNS}]{{3}}", code) for code in codes)
    assert CODE_SIGNS == SIGNS
    assert not set("01258OQILZSBVU") & set(SIGNS) - {"U"}


def test_a_wrong_sign_and_two_that_changed_places_are_told_by_the_check_sign(made):
    for code in (c["code"] for c in made.cards({"count": 5, "fields": {"code": {"code": {"length": 22}}}})):
        assert is_right(code)
        for at, sign in enumerate(code):
            assert not any(is_right(code[:at] + other + code[at + 1 :]) for other in SIGNS if other != sign)
            for to in range(at + 1, len(code)):
                swapped = list(code)
                swapped[at], swapped[to] = swapped[to], swapped[at]
                assert is_right("".join(swapped)) == (code[at] == code[to])


@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 40))
def test_a_later_run_makes_what_one_run_would_have_made(tmp_path_factory, first, here, there):
    made = Made(tmp_path_factory.mktemp("runs"))
    fields = {
        "code": {"code": {"length": 9}},
        "grid": "bingo",
        "words": {"sample": {"of": list("abcdefghijk"), "take": 9}},
    }
    whole = made.cards({"count": here + there, "serial-from": first, "seed": "s", "fields": fields})
    one = made.cards({"count": here, "serial-from": first, "seed": "s", "fields": fields})
    other = made.cards({"count": there, "serial-from": first + here, "seed": "s", "fields": fields})
    assert one + other == whole
    assert made.cards(serials=serial_range(first + here, first + here)) == whole[here : here + 1]
    for name in fields:
        assert len({str(card[name]) for card in whole}) == here + there


def test_another_seed_makes_other_cards(made):
    fields = {"code": "code", "grid": "bingo"}
    one, other = (made.cards({"count": 50, "seed": seed, "fields": fields}) for seed in ("spring", "autumn"))
    assert not {c["code"] for c in one} & {c["code"] for c in other}
    assert not {str(c["grid"]) for c in one} & {str(c["grid"]) for c in other}


def test_a_bingo_card_has_each_columns_numbers_and_a_free_middle(made):
    for card in made.cards({"count": 40, "fields": {"grid": {"bingo": {"free": "★"}}}}):
        grid = card["grid"]
        assert (len(grid), grid[12]) == (25, "★")
        for column in range(5):
            numbers = [int(grid[5 * row + column]) for row in range(5) if (row, column) != (2, 2)]
            assert len(set(numbers)) == len(numbers)
            assert all(15 * column < n <= 15 * column + 15 for n in numbers)


def test_a_shuffle_deals_each_text_as_often_as_it_says(made):
    prizes = [
        c["prize"]
        for c in made.cards({"count": 50, "fields": {"prize": {"shuffle": {"gold": 1, "silver": 9, "": 40}}}})
    ]
    assert {p: prizes.count(p) for p in set(prizes)} == {"gold": 1, "silver": 9, "": 40}
    assert prizes != sorted(prizes)


def test_a_list_is_dealt_one_for_each_card(made):
    seats = [f"Row {n}" for n in range(8)]
    found = [c["seat"] for c in made.cards({"count": 8, "fields": {"seat": {"shuffle": seats}}})]
    assert sorted(found) == seats
    assert found != seats


def test_a_sample_has_no_text_twice(made):
    words = [f"word {n}" for n in range(30)]
    found = [c["words"] for c in made.cards({"count": 100, "fields": {"words": {"sample": {"of": words, "take": 24}}}})]
    assert all(len(set(w)) == 24 and set(w) <= set(words) for w in found)
    assert len({tuple(w) for w in found}) == 100


def test_samples_may_repeat_where_that_is_wanted(made):
    fields = {"side": {"sample": {"of": ["head", "tail"], "take": 1, "repeats": True}}}
    found = [c["side"] for c in made.cards({"count": 400, "fields": fields})]
    assert 150 < found.count(("head",)) + found.count(["head"]) < 250


@pytest.mark.parametrize(
    ("generate", "code", "message"),
    [
        (
            {"count": 24, "fields": {"code": {"code": {"length": 2}}}},
            "too-few-different",
            "different for 23 serial numbers",
        ),
        ({"count": 5, "serial-from": 22, "fields": {"c": {"code": {"length": 2}}}}, "too-few-different", "up to 26"),
        (
            {"count": 7, "fields": {"w": {"sample": {"of": ["a", "b", "c"], "take": 2}}}},
            "too-few-different",
            "w is different for 6",
        ),
        ({"count": 5, "fields": {"p": {"shuffle": {"gold": 1}}}}, "wrong-value", "for 1 card, and `count` is 5"),
        ({"count": 200_000, "fields": {"n": "number"}}, "table-too-large", "more than the 100,000"),
        (
            {"count": 100_000, "fields": {"g": {"bingo": {"columns": 10, "rows": 10, "numbers": 1000}}}},
            "table-too-large",
            "cells",
        ),
        ({"count": 20_000, "fields": {f"c{i}": "code" for i in range(99)}}, "table-too-large", "cells"),
        ({"count": 100_000, "fields": {f"c{i}": "code" for i in range(4)}}, "table-too-large", "--split 2000"),
        ({"count": 2, "fields": {"p": {"shuffle": ["gold", True]}}}, "wrong-type", "'True' is none"),
        ({"count": 1, "fields": {"p": {"shuffle": [["gold"]]}}}, "wrong-type", "expected texts"),
        ({"count": 5, "fields": {"c": "cde"}}, "wrong-value", "did you mean 'code'"),
        ({"count": 5, "fields": {"c": {"code": {}, "number": {}}}}, "wrong-value", "one of number, code"),
        ({"count": 5, "fields": {"c": {"bingo": {"numbers": 74}}}}, "wrong-value", "parted evenly"),
        (
            {"count": 5, "fields": {"c": {"bingo": {"columns": 4, "numbers": 80, "free": "x"}}}},
            "wrong-value",
            "has a middle",
        ),
        ({"count": 5, "fields": {"c": {"sample": {"of": ["a", "a"], "take": 1}}}}, "wrong-value", "twice"),
        ({"count": 5, "seed": " ", "fields": {"n": "number", "c": "code"}}, "missing-key", "c is made by a seed"),
        ({"count": 300, "fields": {"n": {"number": {"digits": 2}}}}, "wrong-value", "n has 2 digits"),
        (
            {"count": 3, "seed": "s", "fields": {"copies": {"shuffle": {"1": 2, "2": 1}}}},
            "wrong-value",
            "how often a card is printed",
        ),
        ({"count": 0, "fields": {"n": "number"}}, None, "1"),
    ],
)
def test_what_cannot_be_made_is_refused_at_its_place(made, generate, code, message):
    problem = made.problem(generate)
    assert code in (None, problem.code)
    assert message in f"{problem.message} {problem.hint}"
    assert problem.span is not None
    assert problem.span.line == 6


def test_a_component_has_rows_or_makes_its_cards(made):
    assert made.problem({"count": 1, "fields": {"n": "number"}}, rows="cards.csv").code == "component-source"


@pytest.mark.parametrize("written", ["", "x", "5-3", "1-2-3", "-4", "²", "1,,2", "1-5,5"])
def test_serial_numbers_are_written_as_a_range_or_one(written):
    with pytest.raises(ValueError, match="serial number"):
        read_serials(written)
    assert (read_serials("7"), read_serials(" 7 - 9 ")) == (serial_range(7, 7), serial_range(7, 9))


def test_a_number_as_it_stands_on_a_ticket_is_asked_for_without_its_signs():
    with pytest.raises(ValueError, match="write the number alone, 17"):
        read_serials("H-00017/150")


def test_facts_are_those_of_all_cards(made):
    made.write({"count": 500, "fields": {"n": "number"}}, copies=2)
    some = loaded_deck(made.folder, serials=serial_range(499, 500))
    assert [c.number for c in some.components[0].cards] == [499, 500]
    assert some.facts["counts"]["tickets"] == 1000
