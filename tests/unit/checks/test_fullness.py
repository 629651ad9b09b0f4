"""Texts that fill their boxes."""

from __future__ import annotations

import pytest

from carddesigner.core.report import Report

LINE = "name: {box: {left: 5mm, width: %smm, top: 5mm, height: 5mm}, text: '%s', size: 12pt%s}"


def zones(width, text="Wanderer", more=""):
    return LINE % (width, text, more)


def test_a_line_has_room_for_a_tenth_more_or_is_reported(deck, warnings):
    # "Wanderer" at 12 pt is 16.5 mm wide.
    assert [w.code for w in warnings(deck.zones(zones(18)))] == ["text-nearly-full"]
    assert warnings(deck.zones(zones(18.5))) == []


def test_text_that_can_still_shrink_has_room(deck, warnings):
    assert warnings(deck.zones(zones(17, more=", min-size: 10pt"))) == []
    (found,) = warnings(deck.zones(zones(14.5, more=", min-size: 10pt")))
    assert "at 10 pt" in found.message


def test_numbers_are_left_out(deck, warnings):
    assert warnings(deck.zones(zones(7.6, "1234"))) == []
    assert warnings(deck.zones(zones(8.6, "Abcd"))) != []


@pytest.mark.parametrize(("height", "full"), [(9, True), (15, False)])
def test_lines_that_a_tenth_more_would_break_again_need_room_below(deck, warnings, height, full):
    text = "Draw a card and keep it until the sun has gone down again"
    zone = f"rules: {{box: {{left: 5mm, width: 50mm, top: 5mm, height: {height}mm}}, text: '{text}', size: 12pt}}"
    assert bool(warnings(deck.zones(zone))) is full


@pytest.mark.parametrize("width", [17, 18.2, 18.4, 20, 30])
def test_what_is_warned_of_is_what_the_figures_mark(deck, warnings, width):
    from carddesigner.deck.find import loaded_deck
    from carddesigner.pipeline.imposition import lay_out
    from carddesigner.pipeline.job import print_job
    from carddesigner.stats.texts import texts_of
    from carddesigner.text.fit import NEARLY_FULL

    told = bool(warnings(deck.zones(zones(width))))
    report = Report()
    (texts,) = texts_of(lay_out(print_job(loaded_deck(deck.path, report)), report))
    assert told is (texts.fullest.fill > NEARLY_FULL)
