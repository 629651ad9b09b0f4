"""The glossary: translations that keep to it, that break it, and glossaries that can't be."""

from __future__ import annotations

from contextlib import suppress

import pytest

from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.validate import validate_deck

ZONES = 'name: {box: {height: 60mm}, text: "{{ card.text }} {{ card.flavour }}", size: 9pt, min-size: 4pt}'
HEADER = "id,text,text.pt,flavour,flavour.pt\n"


class Terms:
    """A deck of one translated table, with a glossary."""

    def __init__(self, deck):
        self.deck = deck
        deck.zones(ZONES)
        self.plain = (deck.path / "deck.yaml").read_text() + "languages: [pt]\n"

    def of(self, glossary, original="", text="", flavour=",", more=""):
        self.deck.write("deck.yaml", f"{self.plain}{more}glossary:\n  {glossary}\n")
        cells = f'"{original or "Play."}","{text or "Jogue."}"'
        self.deck.write("cards.csv", f"{HEADER}fire,{cells},{flavour}\n")
        return self

    def told(self, language="pt"):
        report = Report()
        with suppress(DeckError):
            loaded_deck(self.deck.path, report, language)
        return list(report)

    def messages(self):
        return [d.message for d in self.told()]


@pytest.fixture
def terms(deck):
    return Terms(deck)


def test_a_breach_is_reported_at_the_translated_cell_with_what_is_there(terms):
    (found,) = terms.of("graveyard: {pt: cemitério}", "Look at a Graveyard.", "Olhe um cemiterio.").told()
    assert found.message == "text.pt: expected 'cemitério' for 'graveyard'; the nearest there is 'cemiterio'"
    assert (found.code, found.card, found.severity) == ("wrong-term", "fire", "error")
    assert (found.span.path.rpartition("/")[2], found.span.line, found.span.column) == ("cards.csv", 2, 29)
    assert found.related[0].span.path.endswith("deck.yaml")
    assert "glossary-except: [cards/fire/text]" in found.hint


def test_the_original_language_is_not_held_to_translations(terms):
    assert terms.of("graveyard: {pt: cemitério}", "A graveyard.", "Um campo.").told("en") == []


@pytest.mark.parametrize(
    ("glossary", "original", "text"),
    [
        ("graveyard: {pt: cemitério}", "THE GRAVEYARD!", "(Cemitério)"),
        ("graveyard: {pt: cemitério}", "Two graveyards.", "Dois campos."),
        ("target: {pt: [alvo, alvos]}", "Any target.", "Quaisquer alvos."),
        ("player: {pt: jogador*}", "A player.", "Uma jogadora."),
        ("player: {en: players, pt: jogador*}", "All players.", "Todos os jogadores."),
        ("player*: {pt: jogador*}", "Both players.", "Os dois jogadores."),
        ("can’t be blocked: {pt: não pode ser bloquead*}", "It can't  be\nblocked.", "Não pode ser\nbloqueada."),
        ("white: {pt: branc*}", "Pay :white:.", "Pague :white:."),
        ("first strike: {pt: primeiro golpe}", "*First* strike", "Primeiro **golpe**"),
        ("+1/+0: {pt: +1/+0}", "Gets +1/+0.", "Recebe +1/+0."),
        ("damage: {pt: dano, not: {pt: ferimento}}", "Deals 2 damage.", "Causa 2 de dano."),
        ("library: {pt: biblioteca, both-ways: true}", "Your library.", "A sua biblioteca."),
        ("文字: {pt: letra}", "二文字を", "Duas vezes a letra"),
    ],
)
def test_what_keeps_to_the_glossary_is_fine(terms, glossary, original, text):
    assert terms.of(glossary, original, text).messages() == []


@pytest.mark.parametrize(
    ("glossary", "original", "text", "words"),
    [
        ("target: {pt: [alvo, alvos]}", "Any target.", "Qualquer um.", "expected 'alvo' or 'alvos' for 'target'"),
        ("target: {pt: alvo}", "Any target.", "Quaisquer alvos.", "the nearest there is 'alvos'"),
        ("player*: {pt: jogador*}", "All players.", "Todos.", "for 'players'; nothing like it is there"),
        ("文字: {pt: letra}", "二文字を", "Duas vezes", "for '文字'"),
        (
            "damage: {pt: dano, not: {pt: ferimento*}}",
            "Deals damage.",
            "Causa dano: ferimentos.",
            "'ferimentos' must not stand for 'damage'; write 'dano'",
        ),
        (
            "library: {pt: biblioteca, both-ways: true}",
            "Your cards.",
            "A sua Biblioteca.",
            "'biblioteca' stands for 'library', which the original doesn't have",
        ),
    ],
)
def test_what_breaks_it_is_reported(terms, glossary, original, text, words):
    (message,) = terms.of(glossary, original, text).messages()
    assert words in message


def test_of_terms_at_one_place_the_longest_counts(terms):
    both = "first: {pt: primeiro}\n  first strike: {pt: iniciativa}"
    assert terms.of(both, "It has first strike.", "Tem iniciativa.").messages() == []
    assert len(terms.of(both, "First, it has first strike.", "Tem iniciativa.").messages()) == 1


def test_a_word_may_be_a_term_in_one_place_and_part_of_a_longer_translation(terms):
    both = "creature: {pt: criatura}\n  artifact creature: {pt: criatura artefato}"
    assert terms.of(both, "A creature: artifact creature.", "Uma criatura: criatura artefato.").messages() == []


def test_every_breach_is_reported_at_once(terms):
    found = terms.of("hand: {pt: mão}\n  card: {pt: carta}", "A card, a hand.", "Nada.", "A hand.,Um pé.").told()
    assert [(d.span.column, d.message.split("; ")[0]) for d in found] == [
        (24, "text.pt: expected 'carta' for 'card'"),
        (24, "text.pt: expected 'mão' for 'hand'"),
        (40, "flavour.pt: expected 'mão' for 'hand'"),
    ]


@pytest.mark.parametrize("exception", ["flavour", "cards/fire/flavour", '"*/flavour"', '"flav*"'])
def test_a_column_or_a_text_may_be_left_out(terms, exception):
    more = f"glossary-except: [{exception}]\n"
    assert terms.of("hand: {pt: mão}", "A hand.", "A mão.", "A hand.,Um pé.", more).messages() == []
    assert len(terms.of("hand: {pt: mão}", "A hand.", "Um pé.", "A hand.,Um pé.", more).messages()) == 1


def test_words_and_reminders_are_held_to_it_too(terms):
    more = "texts: {foot: A hand, foot.pt: Um pé}\nkeywords: {Grip: {reminder: a hand}, Grip.pt: {reminder: um pé}}\n"
    found = terms.of("hand: {pt: mão}", more=more).told()
    assert [d.hint.rpartition(": ")[2] for d in found] == ["[texts/foot]", "[keywords/Grip]"]
    written = (terms.deck.path / "deck.yaml").read_text().splitlines()
    assert [written[d.span.line - 1][:5] for d in found] == ["texts", "keywo"]


def with_rules(terms, original, text):
    terms.deck.write("rules.md", original)
    terms.deck.write("rules.pt.md", text)
    face = "  rules:\n    zones:\n      body: {flow: {text: {size: 9pt}}}\n"
    template = terms.deck.path / "templates/sample.yaml"
    template.write_text(template.read_text() + face)
    terms.plain = terms.plain.replace(
        "components:\n", "components:\n  - {id: rules, pages: rules.md, front: sample#rules}\n"
    )
    return terms.of("hand: {pt: mão}").told()


def test_running_text_is_compared_by_its_paragraphs(terms):
    found = with_rules(terms, "# A hand\n\nPlay.\n\nA hand of cards.\n", "# A mão\n\nJogue.\n\nUm pé de cartas.\n")
    assert [(d.span.path.rpartition("/")[2], d.span.line, d.span.column) for d in found] == [("rules.pt.md", 5, 1)]


def test_running_text_of_other_paragraphs_is_compared_as_a_whole(terms):
    assert with_rules(terms, "A hand\n\nOf cards\n", "Uma mão de cartas\n") == []


@pytest.mark.parametrize(
    ("glossary", "code", "words", "column"),
    [
        ("hand: {de: Hand}", "unknown-language", "the deck has no translation to 'de'", 10),
        ("hand: {pt: mão, not: {en: fist}}", "unknown-language", "'en'", 25),
        ("hand: {en: hands}", "bad-term", "'hand' has no translation", 3),
        ("hand: {}", "bad-term", "'hand' has no translation", 3),
        ("hand: {pt: []}", "bad-term", "an empty list", 14),
        ("hand: {pt: [mão, '']}", "bad-term", "a word or a few", 20),
        ("hand: {pt: m*o}", "bad-term", "'m*o': a `*` stands at the end of a word", 14),
        ("'*': {pt: mão}", "bad-term", "'*': a `*`", 3),
        ("hand: {pt: }", "wrong-type", "expected a word, or a list of words", 14),
        ("hand: {both-way: true, pt: mão}", "unknown-key", "did you mean 'both-ways'", 10),
    ],
)
def test_a_glossary_that_can_not_be_is_reported_where_it_is_wrong(terms, glossary, code, words, column):
    for language in ("en", "pt"):
        (found,) = terms.of(glossary).told(language)
        assert (found.code, found.span.column) == (code, column)
        assert words in found.message


def test_a_term_that_nothing_says_is_warned_of_once(terms, deck):
    more = "glossary-except: [flavor]\n"
    terms.of("hand: {pt: mão}\n  ghost: {pt: fantasma}", "A hand.", "A mão.", "A hand.,A mão.", more)
    report = Report()
    validate_deck(deck.path, report)
    assert [d.message for d in report if d.code == "unused-term"] == [
        "in pt: no text has 'ghost'",
        "in pt: no translated text is called 'flavor'",
    ]


def test_very_many_breaches_end_in_a_message(terms):
    words = [f"word{'abcdefghij'[i % 10]}{'abcdefghij'[i // 10]}" for i in range(100)]
    glossary = "\n  ".join(f"{w}: {{pt: {w[::-1]}}}" for w in words)
    terms.of(glossary)
    rows = "".join(f"c{i},{' '.join(words)},nada,,\n" for i in range(150))
    terms.deck.write("cards.csv", HEADER + rows)
    assert terms.told()[-1].code == "too-many-errors"
