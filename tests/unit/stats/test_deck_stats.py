"""A whole deck in numbers: which fields are counted unasked, what is drawn from, sheets, odd decks."""

from __future__ import annotations

import json

import pytest

from carddesigner.core.options import OptionError
from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.validate import validate_deck
from carddesigner.stats.data import as_data
from carddesigner.stats.deck import StatsSettings, stats_of
from carddesigner.stats.page import page
from carddesigner.template.expressions import compile_bare

ROWS = "id,name,cost,suit,tags.a,copies\na,Fire,1,sun,x,3\nb,Ice,4,moon,y,1\nc,Ash,1,sun,x,2\nd,Tin,2,moon,y,0\n"


def expression(text):
    return compile_bare(text, Span("--of"))


def stats(deck, rows=ROWS, says="", **settings):
    deck.zones('name: {text: "{{ card.name }}"}', rows)
    with (deck.path / "deck.yaml").open("a") as file:
        file.write(says)
    return stats_of(loaded_deck(deck.path), StatsSettings(**settings))


def test_fields_that_part_the_cards_are_counted_unasked(deck):
    found = stats(deck)
    assert [f.field for f in found.fields] == ["cost", "suit"]
    assert found.others == ("name", "tags.a")


def test_what_is_asked_for_is_counted_and_nothing_else(deck):
    found = stats(deck, by=("tags.a", "name", "name"))
    assert [f.field for f in found.fields] == ["tags.a", "name"]
    with pytest.raises(OptionError, match="'csot'; did you mean 'cost'"):
        stats(deck, by=("csot",))


def test_a_deck_says_what_it_is_counted_by(deck):
    says = "count-by: [suit, tags.a]\n"
    assert [f.field for f in stats(deck, says=says).fields] == ["suit", "tags.a"]
    assert [f.field for f in stats(deck, says=says, by=("cost",)).fields] == ["cost"]


def test_a_field_that_no_card_has_is_reported_where_the_deck_names_it(deck):
    with pytest.raises(DeckError) as raised:
        stats(deck, says="count-by: [cost, siut]\n")
    (error,) = raised.value.report.errors
    assert (error.code, error.span.column) == ("unknown-field", 18)
    assert "did you mean 'suit'?" in error.message
    report = Report()
    validate_deck(deck.path, report)
    assert error.message in {d.message for d in report.errors}


def test_odds_count_printed_cards(deck):
    found = stats(deck, draw=2, of=(expression("card.suit == 'sun'"), expression("cost > 3")))
    assert [(o.pile, o.hits) for o in found.odds] == [(6, 5), (6, 1)]
    assert str(found.odds[1].at_least_one) == "1/3"


def test_without_a_number_five_are_drawn_or_all(deck):
    assert stats(deck, of=(expression("cost == 1"),)).odds[0].drawn == 5
    rows = "name\nOne\n"
    assert stats(deck, rows, of=(expression("name == 'One'"),)).odds[0].drawn == 1


def test_more_than_there_are_can_not_be_drawn(deck):
    with pytest.raises(OptionError, match="the pile has 6 cards"):
        stats(deck, draw=7)


def test_select_narrows_everything(deck):
    found = stats(deck, select=expression("suit == 'moon'"))
    assert (found.pile, [c.cards for c in found.components]) == (1, [1])
    assert {u.cards for u in found.sheets} == {1}
    with pytest.raises(DeckError, match="no card matches"):
        stats(deck, select=expression("suit == 'star'"))


def test_a_blank_in_a_comparison_names_the_card_and_how_to_ask(deck):
    with pytest.raises(DeckError) as raised:
        stats(deck, "name,cost\nFire,1\nIce,\n", of=(expression("card.cost < 3"),))
    problem = raised.value.report.errors[0]
    assert "card cards-002" in problem.message
    assert "is not none" in problem.hint


@pytest.mark.parametrize("paper", list(PAPERS))
def test_sheets_are_as_many_as_build_prints(paper, tmp_path):
    found = stats_of(loaded_deck("monogoto"), StatsSettings())
    built = build_deck("monogoto", PrintOptions(output=tmp_path, paper=PAPERS[paper]))
    used = [u for u in found.sheets if u.paper == paper]
    *cards, box = [c.id for c in built.components]
    assert [u.component for u in used] == [" + ".join(cards), box, "shared sheets"]
    assert sum(u.sheets for u in used) == built.sheets
    assert sum(u.cards for u in used) == sum(c.cards for c in built.components) + 1
    assert {(u.cards - 1) % u.on_a_sheet + 1 - u.last for u in found.sheets if u.component == " + ".join(cards)} == {0}


def test_a_piece_larger_than_the_paper_is_reported(deck):
    deck.zones("one: {fill: ink}")
    text = (deck.path / "deck.yaml").read_text().replace("size: poker", "size: [290mm, 400mm]")
    deck.write("deck.yaml", text)
    found = stats_of(loaded_deck(deck.path), StatsSettings())
    assert {u.paper: u.fits for u in found.sheets} == {
        "A4": False, "Letter": False, "A3": False, "Tabloid": False, "SRA3": True
    }  # fmt: skip
    assert "too large" in page(found)


@pytest.mark.parametrize(
    ("rows", "cards"),
    [
        ("name,cost\n", 0),
        ("name,cost\nOne,1\n", 1),
        ("name,cost,copies\nOne,1,0\n", 0),
        ("name,cost,other\n,,x\n,,x\n", 2),
        ("name,cost\n" + "".join(f"n{i},{i}\n" for i in range(1500)), 1500),
        ('name\n"' + "long " * 5000 + '"\n', 1),
    ],
)
def test_odd_decks_end_sensibly(deck, rows, cards):
    found = stats(deck, rows)
    assert found.pile == cards
    json.dumps(as_data(found))
    assert page(found).startswith("<!DOCTYPE html>")


def test_a_deck_whose_texts_do_not_fit_is_measured_still(deck):
    deck.zones('name: {box: {width: 5mm, height: 3mm}, text: "{{ card.name }}"}', "name\nOverflowing\n")
    found = stats_of(loaded_deck(deck.path), StatsSettings())
    assert found.errors == 1
    assert found.texts[0].fullest.fill > 1


def test_the_page_needs_nothing_else_and_escapes_what_it_shows(deck):
    evil = '<script>alert(1)</script>"&'
    quoted = evil.replace('"', '""')
    rows = f'name,suit\n"{quoted}","{quoted}"\nb,"{quoted}"\nc,x\n'
    html = page(stats(deck, rows, draw=1, of=(expression("card.suit == '<b>'"),)))
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "&lt;b&gt;" in html
    assert not [word for word in ("http:", "https:", "src=", "@import", "url(") if word in html]
