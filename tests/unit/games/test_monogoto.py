"""Monogoto: the shipped deck's facts, its checks and exchanges, and a variant of six suits of twelve."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Protocol

import pytest

from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Report, Severity
from carddesigner.core.source import Span
from carddesigner.games import game
from carddesigner.games.monogoto_cards import MonogotoSettings, exchange, hand_numbers
from carddesigner.source import paths

GAME = game("monogoto")
PUBLISHED = MonogotoSettings()
CARDS = paths.decks() / "monogoto" / "cards.csv"
SUITS = ("shield", "lightning", "cog", "butterfly", "star")
COUNTS = {"symbols": 75, "followers": 30, "instructions": 0}

Row = dict[str, str]


def shipped() -> list[Row]:
    return list(csv.DictReader(io.StringIO(CARDS.read_text(encoding="utf-8"))))


def found(
    rows: list[Row], settings: MonogotoSettings = PUBLISHED, counts: dict[str, int] | None = None
) -> list[Diagnostic]:
    """What the game's check says of rows, the first of which stands in line 2."""
    made = [GAME.record(GAME.row.model_validate(row, context=settings), settings) for row in rows]
    report = Report()
    placed = [(record, Span("cards.csv", line)) for line, record in enumerate(made, 2)]
    GAME.check(placed, COUNTS if counts is None else counts, settings, report)
    return list(report)


def of(code: str, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    return [d for d in diagnostics if d.code == code]


def change(rows: list[Row], suit: str, *numbers: int, **values: str) -> list[Row]:
    """The rows with some values of a suit's cards (of all, without numbers) changed."""
    return [{**r, **values} if r["suit"] == suit and (not numbers or int(r["number"]) in numbers) else r for r in rows]


def pair(row: Row) -> tuple[str, str]:
    return row["environment"], row["person"]


# The shipped deck


def test_the_shipped_cards_have_nothing_to_complain_about() -> None:
    assert found(shipped()) == []


def test_the_deck_has_75_symbol_cards_each_suit_numbered_1_to_15_once() -> None:
    assert Counter((r["suit"], int(r["number"])) for r in shipped()) == Counter(
        (suit, number) for suit in SUITS for number in range(1, 16)
    )


def test_sun_and_moon_male_and_female_differ_by_one_card() -> None:
    rows = shipped()
    assert Counter(r["environment"] for r in rows) == {"sun": 38, "moon": 37}
    assert Counter(r["person"] for r in rows) == {"male": 38, "female": 37}
    assert sorted(Counter(map(pair, rows)).values()) == [18, 18, 19, 20]


def test_every_suit_has_all_four_pairs_and_six_males_of_one_environment() -> None:
    for suit in SUITS:
        pairs = Counter(pair(r) for r in shipped() if r["suit"] == suit)
        assert len(pairs) == 4
        assert max(pairs["sun", "male"], pairs["moon", "male"]) >= 6


def test_each_environment_has_six_odd_and_six_even_females() -> None:
    have = Counter((r["environment"], int(r["number"]) % 2) for r in shipped() if r["person"] == "female")
    assert len(have) == 4
    assert min(have.values()) >= 6


def test_the_rule_in_the_notes_gives_the_shipped_cards() -> None:
    rows = []
    for s, (suit, offset) in enumerate(zip(SUITS, (9, 1, 8, 9, 1), strict=True)):
        for number in range(1, 16):
            r = (2 * number + offset) % 15
            at_home = (r + 2) % 15 < 8
            day = (suit in ("shield", "cog", "star")) == at_home
            person = "male" if r < 8 - s % 2 else "female"
            rows.append(
                {"suit": suit, "number": str(number), "environment": "sun" if day else "moon", "person": person}
            )
    assert rows == shipped()


def test_an_independent_checker_agrees_where_there_is_one() -> None:
    name = Path("shared") / "reference" / "monogoto_check.py"
    checker = next((p / name for p in Path(__file__).resolve().parents if (p / name).is_file()), None)
    if checker is None:
        return
    done = subprocess.run([sys.executable, str(checker), str(CARDS)], capture_output=True, text=True, check=False)
    assert "REQUIRED: ok" in done.stdout
    assert "STRONG: ok" in done.stdout


def test_the_rules_figures_show_cards_that_are_in_the_deck() -> None:
    cards = {(r["suit"], r["number"], *pair(r)) for r in shipped()}
    template = (paths.templates() / "monogoto.yaml").read_text(encoding="utf-8")
    laid = re.findall(r"\[(\d+), '(\w+)', '(\w+)', '(\w+)'\]", template)
    shown = re.findall(r"part: mini, params: {number: (\d+), suit: (\w+), environment: (\w+), person: (\w+)}", template)
    assert (len(laid), len(shown)) == (22, 2)
    assert {(suit, n, *signs) for n, suit, *signs in (*laid, *shown)} <= cards
    # The card that saves Ben, and what he has of its kind; the example of hands that are equal.
    assert {("butterfly", "6", "sun", "male"), ("cog", "12", "sun", "male"), ("cog", "11", "sun", "male")} <= cards


def test_a_card_knows_what_follows_from_its_row() -> None:
    card = built("lightning", 7, "moon", "male")
    assert (card["name"], card["circles"], card["priority"], card["odd"]) == ("Lightning 7", 2, 2, True)
    assert (card["suit_icon"], card["environment_icon"], card["person_icon"]) == ("lightning", "moon", "male")


# What is wrong is said


def test_a_card_that_is_there_twice_is_named_with_both_rows() -> None:
    (twice,) = of("monogoto-duplicate", found([*shipped(), shipped()[1]], counts={"followers": 30}))
    assert twice.message.startswith("Shield 2 ")
    assert twice.span is not None
    assert (twice.span.line, twice.related[0].span.line) == (77, 3)


def test_missing_numbers_are_listed_by_suit() -> None:
    rows = [r for r in shipped() if (r["suit"], r["number"]) not in (("cog", "4"), ("cog", "11"))]
    (missing,) = of("monogoto-missing", found(rows, counts={"followers": 30}))
    assert missing.message.startswith("Cog lacks 4, 11;")


@pytest.mark.parametrize(("printed", "code"), [(76, "monogoto-duplicate"), (74, "monogoto-missing")])
def test_a_row_that_is_not_printed_once_is_an_error(printed: int, code: str) -> None:
    (wrong,) = found(shipped(), counts={"symbols": printed, "followers": 30})
    assert wrong.code == code
    assert str(printed) in wrong.message


def test_too_few_followers_are_counted() -> None:
    (wrong,) = found(shipped(), counts={"symbols": 75, "followers": 29})
    assert wrong.code == "monogoto-followers"
    assert "29" in wrong.message
    assert "30" in wrong.message


def test_a_deck_with_two_more_moons_than_suns_is_out_of_balance() -> None:
    (wrong,) = of("monogoto-balance", found(change(shipped(), "star", 1, 2, environment="moon")))
    assert wrong.message.startswith("39 cards are moon, 36 are sun")
    assert wrong.span is not None
    assert shipped()[wrong.span.line - 2]["environment"] == "moon"


def test_a_suit_without_one_of_the_four_pairs_is_named() -> None:
    rows = [{**r, "person": "male"} if r["suit"] == "shield" and pair(r) == ("sun", "female") else r for r in shipped()]
    (wrong,) = of("monogoto-pairs", found(rows))
    assert "Shield has no card that is sun and female" in wrong.message


def test_a_suit_that_cannot_make_a_male_set_is_named_with_the_males_it_has() -> None:
    rows = change(shipped(), "star", 1, person="female")
    wrong = next(d for d in of("monogoto-sets", found(rows)) if "Star" in d.message)
    assert "at most 5 male" in wrong.message
    assert len(wrong.related) == 4


def test_too_few_odd_females_under_the_moon_are_counted() -> None:
    rows = [
        {**r, "environment": "sun"} if pair(r) == ("moon", "female") and int(r["number"]) in (1, 7, 9, 11) else r
        for r in shipped()
    ]
    (wrong,) = of("monogoto-sets", found(rows))
    assert " odd female cards are moon" in wrong.message


def test_a_worked_example_that_cannot_be_laid_says_why() -> None:
    (wrong,) = of("monogoto-example", found(change(shipped(), "butterfly", 10, environment="sun", person="male")))
    assert "must share an environment, and are moon and sun" in wrong.message
    assert "Butterfly 10 must be female" in wrong.message
    assert wrong.span is not None
    assert shipped()[wrong.span.line - 2] == {
        "suit": "butterfly",
        "number": "10",
        "environment": "moon",
        "person": "female",
    }


def test_the_worked_example_can_only_show_numbers_that_its_cards_allow() -> None:
    suits = [{"name": name, "hand-numbers": min(n, 3)} for n, name in enumerate(SUITS, 1)]
    (wrong,) = of("monogoto-example", found(shipped(), MonogotoSettings.model_validate({"suits": suits})))
    assert "Butterfly 13 can't show 4, only 1 to 3" in wrong.message


def test_odd_numbers_crowded_into_one_pair_are_an_error() -> None:
    rows = [{**r, "environment": "sun" if int(r["number"]) % 2 else "moon"} for r in shipped()]
    wrong = [d for d in of("monogoto-spread", found(rows)) if d.severity is Severity.ERROR]
    assert any("sun and male only 0 even" in d.message for d in wrong)


def test_low_numbers_crowded_into_one_pair_are_an_error() -> None:
    rows = [{**r, "person": "male" if int(r["number"]) <= 7 else "female"} for r in shipped()]
    wrong = [d for d in of("monogoto-spread", found(rows)) if d.severity is Severity.ERROR]
    assert any("sun and female only 0 low" in d.message for d in wrong)


@pytest.mark.parametrize(
    ("first", "second", "fields", "words"),
    [
        (("shield", "9"), ("shield", "10"), ("environment",), "9 of the 19 cards that are moon and female are odd"),
        (("shield", "8"), ("shield", "10"), ("environment",), "are low and 10 high"),
        (("lightning", "14"), ("star", "3"), ("person",), "moon and male have 8.6 as their mean"),
        (("shield", "6"), ("butterfly", "8"), ("person",), "21 cards are sun and male, but 17 are sun and female"),
        (("shield", "3"), ("shield", "7"), ("environment", "person"), "4 of the 5 cards numbered 7 are male"),
    ],
)
def test_two_cards_whose_signs_are_swapped_leave_a_spread_that_is_warned_of(
    first: tuple[str, str], second: tuple[str, str], fields: tuple[str, ...], words: str
) -> None:
    rows = shipped()
    a, b = (next(r for r in rows if (r["suit"], r["number"]) == card) for card in (first, second))
    for field in fields:
        a[field], b[field] = b[field], a[field]
    said = found(rows)
    assert any(words in d.message for d in said), [d.message for d in said]
    assert {(d.code, d.severity) for d in said} == {("monogoto-spread", Severity.WARNING)}


def test_all_problems_are_reported_at_once() -> None:
    rows = change(shipped(), "butterfly", environment="sun", person="male")
    codes = {d.code for d in found(rows, counts={"symbols": 75, "followers": 3})}
    assert codes >= {"monogoto-followers", "monogoto-balance", "monogoto-pairs", "monogoto-example"}


def test_no_rows_at_all_are_missing_cards_and_no_crash() -> None:
    assert len(of("monogoto-missing", found([], counts={"followers": 30}))) == 5


# Exchanges


def built(suit: str, number: int, environment: str, person: str) -> Record:
    row = {"suit": suit, "number": number, "environment": environment, "person": person}
    return GAME.record(GAME.row.model_validate(row, context=PUBLISHED), PUBLISHED)


def in_deck(suit: str, number: int) -> Record:
    row = next(r for r in shipped() if (r["suit"], r["number"]) == (suit, str(number)))
    return GAME.record(GAME.row.model_validate(row, context=PUBLISHED), PUBLISHED)


def wins(attacker: Record, defender: Record, hand_a: int = 1, hand_d: int = 1) -> str:
    return exchange(attacker, defender, hand_a, hand_d, PUBLISHED)


def test_the_worked_example_is_won_by_its_attacker() -> None:
    thirteen, ten = in_deck("butterfly", 13), in_deck("butterfly", 10)
    assert wins(thirteen, ten, 4, 1) == "attacker"
    assert wins(thirteen, ten, 4, 2) == "defender"


def test_different_environments_are_the_attackers() -> None:
    assert wins(built("star", 1, "sun", "male"), built("shield", 15, "moon", "male")) == "attacker"
    assert wins(built("star", 1, "moon", "female"), built("shield", 15, "sun", "female")) == "attacker"


def test_the_higher_suit_wins_against_a_male_whatever_the_numbers() -> None:
    low_shield, high_star = built("shield", 1, "sun", "female"), built("star", 15, "sun", "male")
    assert wins(low_shield, high_star) == "attacker"
    assert wins(built("star", 15, "sun", "female"), built("shield", 1, "sun", "male")) == "defender"


def test_the_defenders_person_decides_what_is_compared() -> None:
    shield_1, star_14 = built("shield", 1, "sun", "male"), built("star", 14, "sun", "female")
    assert wins(shield_1, star_14, 1, 3) == "defender"
    assert wins(star_14, shield_1) == "defender"


def test_shields_compare_numbers_and_show_no_hands() -> None:
    assert wins(built("shield", 8, "sun", "male"), built("shield", 7, "sun", "male"), 99, 99) == "attacker"
    assert wins(built("shield", 7, "sun", "male"), built("shield", 8, "sun", "male"), 99, 99) == "defender"


def test_numbers_further_apart_than_the_circles_need_no_hands() -> None:
    assert wins(built("cog", 9, "moon", "male"), built("cog", 5, "moon", "male"), 99, 99) == "attacker"
    assert wins(built("cog", 5, "moon", "male"), built("cog", 9, "moon", "male"), 99, 99) == "defender"


def test_unequal_hands_leave_it_to_the_higher_number() -> None:
    assert wins(built("cog", 9, "moon", "male"), built("cog", 6, "moon", "male"), 1, 3) == "attacker"
    assert wins(built("cog", 6, "moon", "male"), built("cog", 9, "moon", "male"), 3, 1) == "defender"


@pytest.mark.parametrize(
    ("suit", "low", "high", "winner"),
    [
        ("cog", 7, 9, 7),  # the rules' example: 7 + 2 = 9 beats 9 - 2 = 7
        ("cog", 6, 9, 6),  # 8 beats 7
        ("star", 4, 9, 9),  # 7 still beats 6
    ],
)
def test_equal_hands_are_added_to_the_lower_number_and_taken_from_the_higher(
    suit: str, low: int, high: int, winner: int
) -> None:
    lower, higher = built(suit, low, "moon", "male"), built(suit, high, "moon", "male")
    assert wins(lower, higher, 1, 1) == ("attacker" if winner == low else "defender")
    assert wins(higher, lower, 1, 1) == ("attacker" if winner == high else "defender")


def test_where_males_may_show_zero_two_zeros_leave_it_to_the_higher_number() -> None:
    cards = built("star", 9, "sun", "male"), built("star", 6, "sun", "male")
    assert exchange(*cards, 0, 0, MonogotoSettings.model_validate({"zero-with": "male"})) == "attacker"


@pytest.mark.parametrize(("attacker", "defender"), [(5, 9), (9, 5)])
def test_equal_totals_are_the_defenders(attacker: int, defender: int) -> None:
    cards = built("butterfly", attacker, "moon", "male"), built("butterfly", defender, "moon", "male")
    assert wins(*cards, 1, 1) == "defender"


@pytest.mark.parametrize(("hands", "winner"), [((1, 1), "attacker"), ((1, 0), "defender")])
def test_against_a_female_the_sum_of_both_cards_and_both_hands_decides(hands: tuple[int, int], winner: str) -> None:
    assert wins(built("shield", 3, "sun", "male"), built("star", 5, "sun", "female"), *hands) == winner


def test_only_ones_own_female_card_may_show_zero() -> None:
    assert list(hand_numbers(built("star", 1, "sun", "female"), PUBLISHED)) == [0, 1, 2, 3, 4, 5]
    assert list(hand_numbers(built("star", 1, "sun", "male"), PUBLISHED)) == [1, 2, 3, 4, 5]
    assert list(hand_numbers(built("shield", 1, "sun", "female"), PUBLISHED)) == [0, 1]
    assert list(hand_numbers(built("shield", 1, "sun", "male"), PUBLISHED)) == [1]


def test_a_hand_that_a_card_does_not_allow_is_refused() -> None:
    male, female = built("cog", 7, "sun", "male"), built("cog", 8, "sun", "female")
    with pytest.raises(ValueError, match="Cog 7 can't show 0"):
        wins(male, female, 0, 0)
    with pytest.raises(ValueError, match="Cog 8 can't show 4"):
        wins(male, female, 1, 4)


def test_a_defender_always_has_an_answer_to_a_male_shield() -> None:
    shield = built("shield", 15, "sun", "male")
    for suit in SUITS:
        for number in range(1, 16):
            female = built(suit, number, "sun", "female")
            assert "defender" in {wins(shield, female, 1, hand) for hand in hand_numbers(female, PUBLISHED)}


# Settings, and the game through the loader


# One letter a number, 1 to 12: a capital under the sun, a small letter under the moon, M for male and F for female.
SIX_TIMES_TWELVE = {
    "shield": "mfFMMffMMffM",
    "lightning": "fFMmFmFmmFmF",
    "cog": "fMMffMFfmMMf",
    "butterfly": "FmmFmFMFfmFm",
    "star": "MFffMmMffMfM",
    "moth": "mmFMFfmmFFmF",
}
SIX_SUITS: dict[str, Any] = {
    "suits": [
        {"name": "shield", "hand-numbers": 1},
        {"name": "lightning", "hand-numbers": 2},
        {"name": "cog", "hand-numbers": 3},
        {"name": "butterfly", "hand-numbers": 4},
        {"name": "star", "hand-numbers": 5},
        {"name": "moth", "title": "Silk moth", "icon": "butterfly", "hand-numbers": 5},
    ],
    "numbers": 12,
}


def six_times_twelve() -> list[Row]:
    return [
        {
            "suit": suit,
            "number": str(number),
            "environment": "sun" if letter.isupper() else "moon",
            "person": "male" if letter in "Mm" else "female",
        }
        for suit, letters in SIX_TIMES_TWELVE.items()
        for number, letter in enumerate(letters, 1)
    ]


class Folder(Protocol):
    def write(self, name: str, text: str | bytes) -> Path: ...
    def errors(self) -> list[Diagnostic]: ...
    def lay(self) -> Any: ...


def write_deck(deck: Folder, rows: list[Row], settings: str = "monogoto", followers: int = 30) -> None:
    """A deck of the game whose cards show their name, circles and icons."""
    table = "suit,number,environment,person\n" + "".join(",".join(r.values()) + "\n" for r in rows)
    deck.write("cards.csv", table)
    deck.write(
        "deck.yaml",
        f"deck: sample\ntitle: Sample\ngame: {settings}\n"
        "stocks:\n  card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}\n"
        "components:\n"
        "  - {id: symbols, rows: cards.csv, front: sample#front}\n"
        f"  - {{id: followers, copies: {followers}, front: sample#follower}}\n",
    )
    deck.write(
        "templates/sample.yaml",
        "template: sample\nfonts:\n  text: {family: Alegreya Sans}\nfaces:\n  front:\n    zones:\n"
        '      name: {text: "{{ card.name }} {{ card.circles }}", box: {top: 0mm, height: 20mm}}\n'
        '      suit: {icon: "{{ card.suit_icon }}", box: {bottom: 0mm, height: 20mm}}\n'
        "  follower:\n    zones:\n      icon: {icon: follower}\n",
    )


SIX_SUITS_YAML = """
  id: monogoto
  numbers: 12
  suits:
    - {name: shield, hand-numbers: 1}
    - {name: lightning, hand-numbers: 2}
    - {name: cog, hand-numbers: 3}
    - {name: butterfly, hand-numbers: 4}
    - {name: star, hand-numbers: 5}
    - {name: moth, title: Silk moth, icon: butterfly, hand-numbers: 5}"""


def test_six_suits_of_twelve_are_a_deck_of_the_same_game() -> None:
    settings = MonogotoSettings.model_validate(SIX_SUITS)
    assert found(six_times_twelve(), settings, {"symbols": 72, "followers": 30}) == []


def test_six_suits_of_twelve_load_and_lay_out_as_a_custom_deck(deck: Folder) -> None:
    write_deck(deck, six_times_twelve(), SIX_SUITS_YAML)
    laid = deck.lay()
    assert list(laid.report) == []
    assert sum(laid.copies.values()) == 72 + 30


def test_six_suits_of_twelve_are_held_to_their_own_counts() -> None:
    settings = MonogotoSettings.model_validate(SIX_SUITS)
    rows = [r for r in six_times_twelve() if r["number"] != "12"]
    codes = Counter(d.code for d in found(rows, settings, {"symbols": 66, "followers": 30}))
    assert codes["monogoto-missing"] == 6
    males = [i for i, r in enumerate(six_times_twelve()) if r["suit"] == "moth" and pair(r) == ("moon", "male")]
    fewer = six_times_twelve()
    fewer[males[0]]["person"] = "female"
    assert any("at most 4 male" in d.message for d in of("monogoto-sets", found(fewer, settings, {"followers": 30})))


def test_a_misspelt_suit_is_reported_the_nearest_at_its_cell(deck: Folder) -> None:
    rows = shipped()
    rows[6]["suit"] = "sheild"
    write_deck(deck, rows)
    (wrong,) = deck.errors()
    assert wrong.message == "unknown suit 'sheild'; did you mean 'shield'?"
    assert wrong.span is not None
    assert (Path(wrong.span.path).name, wrong.span.line, wrong.span.column) == ("cards.csv", 8, 1)


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("environment", "mono", "unknown environment 'mono'; did you mean 'moon'?"),
        ("person", "child", "unknown person 'child'; there are male, female"),
        ("number", "16", "numbers go from 1 to 15"),
        ("number", "seven", "expected a whole number"),
    ],
)
def test_a_wrong_value_is_reported_what_there_is(deck: Folder, column: str, value: str, words: str) -> None:
    rows = shipped()
    rows[0][column] = value
    write_deck(deck, rows)
    (wrong,) = deck.errors()
    assert words in wrong.message
    assert wrong.span is not None
    assert wrong.span.line == 2


def test_duplicates_in_a_table_name_both_its_lines(deck: Folder) -> None:
    rows = shipped()
    rows[74] = dict(rows[73])
    write_deck(deck, rows)
    twice = next(d for d in deck.errors() if d.code == "monogoto-duplicate")
    assert twice.span is not None
    assert (twice.span.line, twice.related[0].span.line) == (76, 75)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("{id: monogoto, suits: [{name: a, hand-numbers: 1}, {name: a, hand-numbers: 2}]}", "'a' is there twice"),
        ("{id: monogoto, without-rpsm: sheild}", "unknown suit 'sheild'; did you mean 'shield'?"),
        ("{id: monogoto, zero-with: femal}", "unknown person 'femal'; did you mean 'female'?"),
        ("{id: monogoto, hand-sise: 5}", "did you mean 'hand-size'?"),
        ("{id: monogoto, players: [2, 80]}", "80 players with hands of 6 need 480 cards; the deck has 105"),
        ("{id: monogoto, players: [8, 2]}", "the least (2 or more) and the most"),
        ("{id: monogoto, numbers: 1000000}", "99"),
        ("{id: monogoto, example: {suit: sun, attacker: 1, defender: 2, hands: [1, 1]}}", "unknown suit 'sun'"),
        ("{id: monogoto, example: {suit: cog, attacker: 1, defender: 22, hands: [1, 1]}}", "from 1 to 15"),
        ("monogotto", "there is no game 'monogotto'; did you mean 'monogoto'?"),
        ("chess", "there is no game 'chess'; there are "),
    ],
)
def test_a_wrong_setting_is_reported_what_was_expected(deck: Folder, settings: str, words: str) -> None:
    write_deck(deck, shipped(), settings)
    errors = deck.errors()
    assert any(words in d.message for d in errors), [d.message for d in errors]
    assert all(d.span is not None and d.span.path.endswith("deck.yaml") for d in errors)


def test_a_suits_title_and_icon_follow_from_its_name() -> None:
    settings = MonogotoSettings.model_validate(SIX_SUITS)
    assert [(s.title, s.icon) for s in settings.suits[-2:]] == [("Star", "star"), ("Silk moth", "butterfly")]


def test_the_published_game_is_the_default() -> None:
    assert [(s.name, s.hand_numbers) for s in PUBLISHED.suits] == [(name, n) for n, name in enumerate(SUITS, 1)]
    facts = PUBLISHED.model_dump(
        include={
            "numbers",
            "followers",
            "set_size",
            "hand_size",
            "counterattack",
            "without_rpsm",
            "players",
            "zero_with",
        }
    )
    assert facts == {
        "numbers": 15,
        "followers": 30,
        "set_size": 6,
        "hand_size": 6,
        "counterattack": 3,
        "without_rpsm": "shield",
        "zero_with": "female",
        "players": (2, 8),
    }
    assert (PUBLISHED.least_males, PUBLISHED.least_females) == (6, 6)
