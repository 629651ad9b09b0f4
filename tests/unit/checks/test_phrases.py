"""Phrases of a deck's own list, told at the cells that have them."""

from __future__ import annotations

import pytest

from carddesigner.core.report import Report

TEXT = "t: {box: {top: 5mm, left: 5mm, right: 5mm, bottom: 5mm}, size: 9pt, text: '{{ card.rules }} {{ card.name }}'}"


@pytest.fixture
def told(deck, warnings):
    """The warnings about cells of the column ``rules``, with these phrases."""

    def run(phrases, *cells, code="wrong-phrase"):
        deck.zones(TEXT, "name,rules\n" + "".join(f'a{i},"{cell}"\n' for i, cell in enumerate(cells)))
        file = deck.path / "deck.yaml"
        file.write_text(file.read_text() + f"phrases: {phrases}\n")
        return warnings(deck, code)

    return run


def test_a_phrase_is_told_at_each_cell_with_its_right_form(told):
    found = told("{has Flying: has flying}", "It has Flying.", "Flying", "Each has Flying")
    assert [w.message for w in found] == ["rules: 'has Flying' should be 'has flying'"] * 2
    assert [(w.span.line, w.span.column) for w in found] == [(2, 4), (4, 4)]


@pytest.mark.parametrize("cell", ["It has flying.", "It has Flyingfish.", "Has Flying"])
def test_whole_words_as_they_are_written_are_looked_for(told, cell):
    assert told("{has Flying: has flying}", cell) == []


def test_a_phrase_may_leave_endings_and_words_open(told):
    found = told("{draw* … card: Draw a card}", "Now draws one more card.", "draw a b c d e f g card", "drawcard")
    assert [w.message for w in found] == ["rules: 'draws one more card' should be 'Draw a card'"]


def test_a_phrase_is_right_in_a_longer_one(told):
    phrases = "{a land: {write: a land card, unless: [tap a land]}}"
    assert told(phrases, "Then tap a land.") == []
    assert len(told(phrases, "Then tap a land, discard a land.")) == 1


def test_a_phrase_keeps_to_its_columns(told):
    assert [w.message for w in told("{It: {write: That, columns: [rules]}}", "It")] == ["rules: 'It' should be 'That'"]
    assert told("{It: {write: That, columns: [name]}}", "It") == []


def test_a_phrase_of_a_translation_is_looked_for_there(deck):
    from carddesigner.checks import check
    from carddesigner.deck.find import loaded_deck
    from carddesigner.pipeline.imposition import lay_out
    from carddesigner.pipeline.job import print_job

    deck.zones(TEXT, "name,rules,rules.pt\na,tem Voo,tem Voo\n")
    file = deck.path / "deck.yaml"
    keys = "language: en\nlanguages: [pt]\nphrases: {tem Voo: {write: tem voo, language: pt}}\n"
    file.write_text(file.read_text() + keys)
    for language, places in ((None, []), ("pt", [(2, 11)])):
        report = Report()
        loaded = loaded_deck(deck.path, report, language=language)
        check(loaded, lay_out(print_job(loaded), report), report)
        assert [(w.span.line, w.span.column) for w in report.warnings if w.code == "wrong-phrase"] == places


@pytest.mark.parametrize("phrase", ["… a", "a …", "a … … b", "*", "a*b c", ""])
def test_what_is_no_phrase_is_refused(deck, phrase):
    from carddesigner.core.report import DeckError
    from carddesigner.deck.find import loaded_deck

    deck.zones(TEXT, "name,rules\na,b\n")
    file = deck.path / "deck.yaml"
    file.write_text(file.read_text() + f"phrases: {{'{phrase}': x}}\n")
    with pytest.raises(DeckError) as refused:
        loaded_deck(deck.path)
    assert [problem.code for problem in refused.value.report] == ["bad-phrase"]
