"""Markup of other programs that cards show as it is written."""

from __future__ import annotations

import pytest

TEXT = "t: {box: {top: 5mm, left: 5mm, right: 5mm, bottom: 5mm}, size: 9pt, text: '{{ card.rules }}'}"


@pytest.fixture
def told(deck, warnings):
    """The warnings about these cells of a column; *zone* shows it, *keys* stand in the deck's file."""

    def run(*cells, zone=TEXT, keys=""):
        deck.zones(zone, "name,rules\n" + "".join(f'a,"{cell}"\n' for cell in cells))
        file = deck.path / "deck.yaml"
        file.write_text(file.read_text() + keys)
        return warnings(deck, "other-markup")

    return run


@pytest.mark.parametrize(
    ("cell", "words", "hint"),
    [
        ("a <b>bold</b> word", "HTML tags, printed as they are written: <b>", "`markup: html`"),
        ("R&amp;D", "HTML names, printed as they are written: &amp;", "`markup: html`"),
        ("pay {r}", "braces, printed as they are written: {r}", "`markup: braces`"),
        ("pay [R]", "brackets, printed as they are written: [R]", "`markup: brackets`"),
        ("a | b", "bars, printed as they are written: |", "`markup: pipes`"),
        ("a **Boost* b", "stars, printed as they are written: **Boost*", "two pairs"),
    ],
)
def test_markup_that_is_printed_is_told_once_a_column(told, cell, words, hint):
    (warning,) = told("fine", cell, "fine too", cell + " again")
    assert words in warning.message
    assert "2 cells" in warning.message
    assert (warning.span.line, warning.span.column) == (3, 3)
    assert [(r.span.line, r.span.column) for r in warning.related] == [(5, 3)]
    assert hint in warning.hint


@pytest.mark.parametrize(
    "cell",
    [
        "2 * 3",
        "**bold** and *italic*",
        "attack* 5*",
        "**Boost** attack*",
        "at 12:30:45",
        "(s) or (2)",
        "[text]{bold}",
        ":sun:",
        "a < b > c",
        "x (W)",
    ],
)
def test_what_is_no_markup_or_ours_is_not(told, cell):
    assert told(cell) == []


def test_a_letter_in_parentheses_is_a_sign_where_many_cells_have_it(told):
    assert told("x (W)", "y (W)") == []
    (warning,) = told("x (W)", "y (W)", "z (R)")
    assert "3 cells hold letters in parentheses" in warning.message


def test_what_is_read_or_not_printed_is_not_told(told):
    assert told("a <b>bold</b> word", keys="markup: html\n") == []
    assert told("a <b>bold</b> word", zone="t: {box: {top: 5mm}, text: '{{ card.name }}'}") == []
    assert told("a<br>b", zone=TEXT.replace("card.rules", 'card.rules | replace("<br>", " ")').replace("'", "'")) == []


def test_an_icon_that_is_not_there_is_told_where_nothing_is_read(told):
    (warning,) = told("the :nosuch: sword", zone=TEXT.replace("card.rules", "card.rules | plain"))
    assert "symbols/nosuch.svg" in warning.hint
    (warning,) = told("the :sun: rises", zone=TEXT.replace("card.rules", "card.rules | plain"))
    assert "| plain" in warning.hint


def test_tags_that_are_not_known_are_told_with_what_else_helps(told):
    (warning,) = told("x <b>2</b><sup>2</sup>", keys="markup: html\n")
    assert "<sup>" in warning.message
    assert "text-replace" in warning.hint


def test_it_is_silenced_by_its_column(told):
    assert told("<b>x</b>", keys="silence: [{code: other-markup, field: rules}]\n") == []
