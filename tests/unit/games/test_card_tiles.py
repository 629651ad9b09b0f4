"""Card tiles: the shipped decks' facts, what their checks say of wrong ones, and stacks."""

from __future__ import annotations

import csv
import importlib.util
import io
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import ValidationError

from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Report
from carddesigner.core.source import Span
from carddesigner.games import game
from carddesigner.games.base import Joined
from carddesigner.games.card_tile_checks import check_together, count, covered, objections, stack_of, stacked
from carddesigner.games.card_tiles import CORNERS, LaidTile, Tile, TileSettings, Zone
from carddesigner.source import paths

DECKS = ("nails-and-hammers", "saucers-and-cows")
ROOT = Path(__file__).resolve().parents[3]
Row = dict[str, str]


def table(deck: str) -> str:
    return (paths.decks() / deck / "cards.csv").read_text(encoding="utf-8")


def shipped(deck: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(table(deck))))


def published(deck: str, **changed: object) -> TileSettings:
    made = game(deck).settings.model_validate(changed)
    assert isinstance(made, TileSettings)
    return made


def record(deck: str, row: Row, settings: TileSettings | None = None) -> Record:
    settings = settings or published(deck)
    return game(deck).record(game(deck).row.model_validate(row, context=settings), settings)


def found(
    deck: str, rows: list[Row], settings: TileSettings | None = None, tiles: int | None = None
) -> list[Diagnostic]:
    """What the game's check says of rows, the first of which stands in line 2."""
    report = Report()
    placed = [(record(deck, row, settings), Span("cards.csv", line)) for line, row in enumerate(rows, 2)]
    game(deck).check(placed, {"tiles": len(rows) if tiles is None else tiles}, settings or published(deck), report)
    return list(report)


def codes(diagnostics: list[Diagnostic]) -> set[str]:
    return {d.code for d in diagnostics}


def change(rows: list[Row], tile: int, **values: str) -> list[Row]:
    """The rows with some cells of a tile changed; ``ne_mark`` is the column ``ne.mark``."""
    cells = {k.replace("_", "."): v for k, v in values.items()}
    return [{**r, **cells} if r["tile"] == str(tile) else r for r in rows]


def the(code: str, diagnostics: list[Diagnostic]) -> Diagnostic:
    return next(d for d in diagnostics if d.code == code)


# The shipped decks


@pytest.mark.parametrize("deck", DECKS)
def test_the_shipped_tiles_have_nothing_to_complain_about(deck: str) -> None:
    assert found(deck, shipped(deck)) == []


@pytest.mark.parametrize("deck", DECKS)
def test_the_generator_still_makes_the_shipped_table(deck: str) -> None:
    made = generator().make(deck)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(made[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(made)
    assert out.getvalue() == table(deck)


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_tiles", ROOT / "tools/make_tiles.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("deck", DECKS)
def test_every_pattern_of_indicia_differs_even_without_mechanics(deck: str) -> None:
    patterns = [[r[f"{c}.mark"] for c in CORNERS] for r in shipped(deck)]
    assert len({min(tuple(p[i:] + p[:i]) for i in range(4)) for p in patterns}) == 48


def test_the_second_set_goes_on_counting_and_names_its_own_colours() -> None:
    settings = published("nails-and-hammers", **{"colors": ["blue", "yellow"], "number-from": 49})
    rows = shipped("nails-and-hammers")
    assert found("nails-and-hammers", rows, settings) == []
    cards = [record("nails-and-hammers", row, settings) for row in rows]
    assert [c["number"] for c in cards] == list(range(49, 97))
    texts = {c[corner]["mechanic_text"] for c in cards for corner in CORNERS if "must-cover" in c[corner]["mechanic"]}
    assert texts == {"Next player must cover a blue nail", "Next player must cover a yellow nail"}
    badges = {c[corner]["badge"] for c in cards for corner in CORNERS}
    first = {s.badge for s in published("nails-and-hammers").colors}
    assert not badges & first


def test_a_sets_half_goes_by_the_number_that_is_printed() -> None:
    row = shipped("nails-and-hammers")[0]
    assert record("nails-and-hammers", row)["half"] == "odd"
    assert record("nails-and-hammers", row, published("nails-and-hammers", **{"number-from": 50}))["half"] == "even"


def test_blank_zones_are_blank_unless_the_deck_says_otherwise() -> None:
    row = shipped("nails-and-hammers")[1]
    assert record("nails-and-hammers", row)["nw"]["icon"] == ""
    assert (
        record("nails-and-hammers", row, published("nails-and-hammers", **{"blank-icon": "cross"}))["nw"]["icon"]
        == "cross"
    )


# What is wrong


def test_a_mechanic_on_a_blank_is_refused_at_its_cell() -> None:
    row = shipped("nails-and-hammers")[1] | {"nw.mechanic": "draw-two"}
    with pytest.raises(ValidationError) as wrong:
        record("nails-and-hammers", row)
    (error,) = wrong.value.errors()
    assert error["type"] == "mechanic-on-blank"
    assert error["loc"] == ("nw.mechanic",)


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("ne.mark", "frist", "did you mean 'first'"),
        ("ne.mechanic", "play-agian", "did you mean 'play-again'"),
        ("tile", "49", "tiles go from 1 to 48"),
        ("centre", "cow", "there are fourth"),
    ],
)
def test_a_wrong_word_in_a_cell_is_reported_with_the_nearest_right_one(column: str, value: str, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        record("saucers-and-cows", shipped("saucers-and-cows")[0] | {column: value})


def test_a_square_has_no_centre() -> None:
    with pytest.raises(ValidationError, match="no centre"):
        record("nails-and-hammers", shipped("nails-and-hammers")[0] | {"centre": "fourth"})


def test_a_tile_that_equals_another_when_turned_is_named_with_it() -> None:
    rows = shipped("nails-and-hammers")
    following = zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True)
    turned = {f"{b}_{what}": rows[9][f"{a}.{what}"] for a, b in following for what in ("mark", "mechanic")}
    said = the("tile-duplicate", found("nails-and-hammers", change(rows, 14, **turned)))
    assert said.message == "tile 14 is equal to tile 10, when it is turned; no two may be alike"
    assert said.span == Span("cards.csv", 15)
    assert said.related[0].span == Span("cards.csv", 11)


def test_the_four_tiles_of_the_text_must_stay() -> None:
    said = the("tile-fixed", found("nails-and-hammers", change(shipped("nails-and-hammers"), 3, se_mechanic="")))
    assert "se is third with look-through-deck" in said.message
    assert said.span == Span("cards.csv", 4)


def test_a_colour_with_more_zones_is_reported_for_the_deck_and_for_its_half() -> None:
    rows = shipped("nails-and-hammers")
    plain = next(r for r in rows if r["tile"] not in "1234" and r["ne.mark"] == "first" and not r["ne.mechanic"])
    wrong = found("nails-and-hammers", change(rows, int(plain["tile"]), ne_mark="second"))
    half = "odd" if int(plain["tile"]) % 2 else "even"
    said = [d.message for d in wrong if d.code == "tile-colors"]
    assert said[0].startswith("the deck has 47 red and 49 green zones")
    assert said[1].startswith(f"the {half} half has ")
    assert "tile-partner" in codes(wrong)


def test_partners_in_different_halves_leave_both_halves_unfair() -> None:
    rows = shipped("nails-and-hammers")
    swapped = [{**r, "tile": {"9": "10", "10": "9"}.get(r["tile"], r["tile"])} for r in rows]
    wrong = found("nails-and-hammers", swapped)
    assert {d.message.split(" has no tile like it")[0].split(": ")[1] for d in wrong if d.code == "tile-partner"} == {
        "the odd half",
        "the even half",
    }


def test_a_mechanic_too_many_is_counted() -> None:
    rows = shipped("nails-and-hammers")
    plain = next(r for r in rows if not any(r[f"{c}.mechanic"] for c in CORNERS) and r["ne.mark"] != "blank")
    wrong = found("nails-and-hammers", change(rows, int(plain["tile"]), ne_mechanic="draw-two"))
    assert "5 zones have draw-two; 4 are wanted" in [d.message for d in wrong]
    assert "25 tiles have mechanics; 24 are wanted" in [d.message for d in wrong]
    assert "tile-partner" in codes(wrong)


def test_a_blank_too_many_is_reported_of_both_subsets() -> None:
    wrong = found("nails-and-hammers", change(shipped("nails-and-hammers"), 48, ne_mark="first", se_mark="first"))
    assert len([d for d in wrong if d.code == "tile-subsets"]) == 2


def test_cows_are_counted_by_subset_and_shared_by_the_halves() -> None:
    rows = shipped("saucers-and-cows")
    none = [r["tile"] for r in rows if not r["centre"] and int(r["tile"]) > 8 and int(r["tile"]) % 2][:4]
    wrong = rows
    for tile in none:
        wrong = change(wrong, int(tile), centre="fourth")
    said = found("saucers-and-cows", wrong)
    assert {"tile-centres", "tile-halves"} <= codes(said)
    assert "tiles with a cow" in the("tile-halves", said).message


def test_numbers_are_there_once_each_and_printed_once() -> None:
    rows = shipped("nails-and-hammers")
    twice = found("nails-and-hammers", [*rows[:47], {**rows[46], "ne.mark": "first"}])
    assert {d.message for d in twice if d.code == "tile-numbers"} == {
        "tile 47 is there twice",
        "the deck lacks 48; tiles go from 1 to 48",
    }
    assert (
        "96 tiles are printed from 48 rows" in the("tile-numbers", found("nails-and-hammers", rows, tiles=96)).message
    )


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        ({"x": 1, "y": 1}, None),
        ({}, "it covers two zones of one tile"),
        ({"x": 1, "y": -1, "turn": 180}, "first may not cover first"),
        ({"x": 2}, "it covers no zone"),
    ],
)
def test_a_figure_that_the_rules_forbid_is_reported(laid: dict[str, int], words: str | None) -> None:
    figure = {"name": "tried", "stack": [{"tile": 3}, {"tile": 2, **laid}]}
    said = found("nails-and-hammers", shipped("nails-and-hammers"), published("nails-and-hammers", figures=[figure]))
    assert bool(said) == (words is not None)
    assert words is None or words in said[0].message


def test_a_figure_that_counts_otherwise_is_reported() -> None:
    figure = {"name": "tried", "stack": [{"tile": 3}], "counts": [1, 2]}
    said = found("nails-and-hammers", shipped("nails-and-hammers"), published("nails-and-hammers", figures=[figure]))
    assert [d.message for d in said] == ["figure 'tried' counts (1, 1), not (1, 2)"]


def test_colours_of_one_badge_can_not_be_distinguished() -> None:
    with pytest.raises(ValidationError, match="badges of colors: 'disc' is there twice"):
        published("nails-and-hammers", colors=["red", {"name": "purple", "badge": "disc"}])


# Two sets in one game


def joined(deck: str, first: int, backs: str = "a", size: float = 63.5) -> Joined:
    settings = published("nails-and-hammers", **{"number-from": first})
    rows = [
        (record("nails-and-hammers", r, settings), Span(deck, i)) for i, r in enumerate(shipped("nails-and-hammers"), 2)
    ]
    return Joined(deck, tuple(rows), frozenset({backs}), (size, size), None)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (joined("two", 49), None),
        (joined("two", 48), "1 numbers of two are in one too: 48"),
        (joined("two", 1), "48 numbers of two are in one too: 1, 2, 3, 4, 5 …"),
        (joined("two", 49, backs="b"), "one and two have different backs"),
        (joined("two", 49, size=70), "63.5 × 63.5 mm and 70 × 70 mm"),
    ],
)
def test_two_sets_must_be_fit_to_be_shuffled_together(second: Joined, words: str | None) -> None:
    report = Report()
    check_together([joined("one", 1), second], report)
    said = [d.message for d in report]
    assert len(said) == (words is not None)
    assert words is None or words in said[0]


# Stacks


def a(*marks: str, centre: bool = False, mechanic: str | None = None) -> Tile:
    """A tile of four indicia by their first letters, b for blank; a mechanic stands in the first zone."""
    names = {"1": "first", "2": "second", "3": "third", "b": "blank"}
    zones = [Zone(mark=names[m], mechanic=mechanic if i == 0 else None) for i, m in enumerate(marks)]
    ne, se, sw, nw = zones
    return Tile(ne=ne, se=se, sw=sw, nw=nw, centre="fourth" if centre else None)


@pytest.mark.parametrize("below", "123b")
@pytest.mark.parametrize("above", "123b")
def test_what_may_cover_what(below: str, above: str) -> None:
    allowed = {"b": "12b", "1": "3b", "2": "3b", "3": "b"}
    top = stacked([(a(below, "b", "b", "b"), LaidTile(tile=1))])
    over = covered(top, a("b", "b", above, "b"), LaidTile(tile=1, x=1, y=-1))
    assert len(over) == 1
    assert (objections(over, published("nails-and-hammers")) == []) == (above in allowed[below])


def test_what_can_not_be_covered_is_not_even_by_a_blank() -> None:
    top = stacked([(a("3", "b", "b", "b", mechanic="cannot-be-covered"), LaidTile(tile=1))])
    over = covered(top, a("b", "b", "b", "b"), LaidTile(tile=1, x=1, y=-1))
    assert objections(over, published("nails-and-hammers")) == ["it covers a zone that can't be covered"]


def test_a_tile_beside_the_stack_covers_nothing() -> None:
    over = covered(stacked([(a("1", "b", "b", "b"), LaidTile(tile=1))]), a("3", "3", "3", "3"), LaidTile(tile=1, x=2))
    assert objections(over, published("nails-and-hammers")) == ["it covers no zone"]


def test_a_saucer_between_two_cows_counts_for_both() -> None:
    lower = a("b", "b", "b", "b", centre=True)
    upper = a("b", "b", "1", "b", centre=True)
    assert count([(lower, LaidTile(tile=1)), (upper, LaidTile(tile=1, x=1, y=-1))]) == (1 - 2, 0)


def test_the_rules_say_what_their_scoring_figure_counts() -> None:
    settings = published("saucers-and-cows")
    figure = next(f for f in settings.figures if f.name == "scoring")
    seen = Counter(s.zone.mark for s in stacked(stack_of(figure, settings)).values())
    red, blue = count(stack_of(figure, settings))
    rules = (paths.decks() / "saucers-and-cows" / "rules.md").read_text(encoding="utf-8")
    assert f"| {seen['first']} | {seen['second']} |" in rules
    beside = re.search(r"^\| less .* \| ([\d +]+) \| ([\d +]+) \|$", rules, re.M)
    assert beside is not None
    assert [sum(map(int, told.split("+"))) for told in beside.groups()] == [seen["first"] - red, seen["second"] - blue]
    assert f"| **{red}** | **{blue}** |" in rules


def test_the_rules_say_how_many_tiles_have_a_cow() -> None:
    folder = paths.decks() / "saucers-and-cows"
    rows = list(csv.DictReader(io.StringIO((folder / "cards.csv").read_text(encoding="utf-8"))))
    assert sum(bool(row["centre"]) for row in rows) == 15
    odd = sum(bool(row["centre"]) for row in rows if int(row["tile"]) % 2)
    assert abs(odd - (15 - odd)) == 1
    rules = (folder / "rules.md").read_text(encoding="utf-8")
    assert "Fifteen centres have a cow" in rules
    assert "cows that differ by one" in rules


def test_the_published_figures_fire_what_the_text_says() -> None:
    settings = published("nails-and-hammers")
    figures = {f.name: stack_of(f, settings) for f in settings.figures}

    def fires(name: str) -> list[str | None]:
        *below, (tile, laid) = figures[name]
        (over,) = covered(stacked(below), tile, laid)
        return [over.below.zone.mechanic, over.above.mechanic]

    assert fires("nothing-fires") == [None, None]
    assert fires("both-fire") == ["play-again", "play-again"]
