"""Translations beside the texts: what is printed in each language, what is missing, left over, or out of date."""

from __future__ import annotations

import pytest

from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.translations import accepted_bytes, check_accepted
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.validate import validate_deck

ZONES = """\
name: {box: {height: 20mm}, text: "{{ card.name }}", size: 9pt}
deep: {box: {top: 20mm, height: 20mm}, text: "{{ card.ne.mark }}", size: 9pt}
foot: {box: {top: 40mm, height: 20mm}, text: "{{ deck.texts.foot }} {{ language }}", size: 9pt}
"""
ROWS = "id,name,name.pt,ne.mark,ne.mark.pt,cost\nfire,Fire,Fogo,burn,queimar,1\nice,Ice,Gelo,,,2\n"
MORE = "languages: [pt]\ntexts: {foot: A game, foot.pt: Um jogo, title.pt: Amostra, title: Sample}\n"


@pytest.fixture
def two(deck):
    deck.zones(ZONES, ROWS)
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + MORE)
    return deck


def texts(deck, language, card=0):
    report = Report()
    loaded = loaded_deck(deck.path, report, language)
    face = lay_out(print_job(loaded), report)[card].copies[0][0]
    lines = [i for z in face.zones for g in z.items for i in g.items]
    return ["".join(r.text for p in line.pieces for r in p.runs) for line in lines]


def refused(deck, language):
    with pytest.raises(DeckError) as raised:
        loaded_deck(deck.path, Report(), language)
    return raised.value.report.errors


def test_a_card_is_printed_in_the_language_asked_for(two):
    assert texts(two, None) == ["Fire", "burn", "A game en"]
    assert texts(two, "pt") == ["Fogo", "queimar", "Um jogo pt"]


def test_what_is_not_translated_stays(two):
    assert loaded_deck(two.path, Report(), "pt").components[0].cards[0].row["cost"] == 1


def test_files_say_which_language_they_are_in(two, tmp_path):
    made = build_deck(two.path, PrintOptions(output=tmp_path, language="pt"))
    assert [a.path.name for a in made.artifacts] == ["sample-sheets-pt.pdf", "sample-sheets-pt.json"]
    assert b'"language": "pt"' in made.artifacts[1].path.read_bytes()
    assert made.summary.startswith("Amostra")


def test_an_empty_translation_is_an_error_at_its_cell(two):
    two.write("cards.csv", ROWS.replace("Gelo", ""))
    (found,) = refused(two, "pt")
    assert (found.code, found.span.line, found.span.column) == ("missing-translation", 3, 9)
    assert texts(two, None, 1)[0] == "Ice"


def test_a_word_without_translation_is_an_error(two):
    text = (two.path / "deck.yaml").read_text().replace("foot.pt: Um jogo, ", "")
    two.write("deck.yaml", text)
    assert [d.code for d in refused(two, "pt")] == ["missing-translation"]


def test_a_translation_without_original_is_a_warning(two):
    two.write("cards.csv", ROWS.replace("Ice,Gelo,,,2", "Ice,Gelo,,sobra,2"))
    report = Report()
    loaded_deck(two.path, report, "pt")
    assert [(d.code, d.span.line, d.span.column) for d in report] == [("left-over-translation", 3, 15)]


def test_running_text_is_translated_by_its_file(two):
    two.write("rules.md", "# Rules\n\nPlay.\n")
    two.write("templates/sample.yaml", (two.path / "templates/sample.yaml").read_text().replace("zones:", "zones:", 1))
    text = (two.path / "deck.yaml").read_text()
    two.write(
        "deck.yaml",
        text.replace("components:\n", "components:\n  - {id: rules, pages: rules.md, front: sample#rules}\n"),
    )
    rules = "  rules:\n    zones:\n      body: {flow: {text: {size: 9pt}}}\n"
    two.write("templates/sample.yaml", (two.path / "templates/sample.yaml").read_text() + rules)
    assert "rules.pt.md" in refused(two, "pt")[0].message
    two.write("rules.pt.md", "# Regras\n\nJogue.\n")
    loaded_deck(two.path, Report(), "pt")


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("languages: [pt]", "languages: [de]", "unknown-language", "'pt'"),
        ("foot.pt: Um jogo", "foto.pt: Um jogo", "unknown-text", "foto"),
        ("languages: [pt]\n", "", "duplicate-header", "name.pt"),
    ],
)
def test_what_does_not_fit_together_is_reported(two, old, new, code, words):
    two.write("deck.yaml", (two.path / "deck.yaml").read_text().replace(old, new))
    language = None if code == "duplicate-header" else "pt"
    assert any(d.code == code and words in d.message for d in refused(two, language))


def test_a_translation_of_no_column_is_reported(two):
    two.write("cards.csv", ROWS.replace("name.pt", "nmae.pt"))
    assert "'nmae.pt' translates 'nmae'" in refused(two, None)[0].message


def test_a_font_may_be_another_in_a_language(two):
    template = (two.path / "templates/sample.yaml").read_text()
    two.write(
        "templates/sample.yaml",
        template.replace("{family: Alegreya Sans}", "{family: Alegreya Sans, languages: {pt: League Spartan}}").replace(
            "size: 9pt", "size: 9pt, bold: true"
        ),
    )
    report = Report()
    face = lay_out(print_job(loaded_deck(two.path, report, "pt")), report)[0].copies[0][0]
    assert face.zones[0].items[0].items[0].pieces[0].font == "LeagueSpartan-Bold"


KEYWORDS = """\
keywords:
  Flying: {italic: true, reminder: Only flyers block it.}
  Flying.pt: {name: Voador, reminder: Só voadores o bloqueiam.}
  Ward: {color: ink}
  Ward.pt: {}
"""


@pytest.fixture
def words(two):
    two.zones('name: {text: "{{ card.name }}", size: 9pt}', "name,name.pt\n{Flying} and Ward,{Voador} e Ward\n")
    two.write("deck.yaml", (two.path / "deck.yaml").read_text() + "languages: [pt]\n" + KEYWORDS)
    return two


def reported_in(deck, language):
    report = Report()
    face = lay_out(print_job(loaded_deck(deck.path, report, language)), report)[0].copies[0][0]
    pieces = [p for z in face.zones for g in z.items for i in g.items for p in i.pieces]
    return " ".join("".join(r.text for p in pieces for r in p.runs).split()), {p.font for p in pieces}


def test_keywords_and_reminders_are_translated(words):
    assert reported_in(words, None)[0] == "Flying (Only flyers block it.) and Ward"
    assert reported_in(words, "pt")[0] == "Voador (Só voadores o bloqueiam.) e Ward"
    assert reported_in(words, "pt")[1] == reported_in(words, None)[1] != {"AlegreyaSans-Regular"}


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("  Ward.pt: {}\n", "", "missing-translation", "  Ward: "),
        (", reminder: Só voadores o bloqueiam.", "", "missing-translation", "  Flying: "),
        ("Flying.pt", "Fliyng.pt", "bad-keyword", "  Fliyng.pt: "),
        ("Ward: {color", "Ward: {name: Guard, color", "bad-keyword", "  Ward: "),
    ],
)
def test_a_keyword_half_translated_is_an_error_where_it_stands(words, old, new, code, line):
    text = (words.path / "deck.yaml").read_text().replace(old, new)
    words.write("deck.yaml", text)
    number = next(n for n, written in enumerate(text.splitlines(), 1) if written.startswith(line))
    assert (code, number) in [(d.code, d.span.line) for d in refused(words, "pt")]


def test_changed_words_reminders_and_rules_are_reported_once_they_were_accepted(two):
    text = (two.path / "deck.yaml").read_text() + KEYWORDS
    two.write("deck.yaml", text)
    report = Report()
    every = loaded_deck(two.path, report, "pt").translations
    assert {"texts/foot", "keywords/Flying", "cards/fire/name"} <= {t.key for t in every}
    two.write("translations.json", accepted_bytes(two.path, "pt", every, report))
    two.write("deck.yaml", text.replace("A game", "The game").replace("Only flyers", "No one else"))
    after = loaded_deck(two.path, report, "pt").translations
    check_accepted(two.path, "pt", after, report)
    assert [d.message.split()[3] for d in report] == ["texts/foot", "keywords/Flying"]
    assert len({d.span.line for d in report}) == 2


def test_cards_are_called_by_the_same_in_every_language(two):
    rows = "name,name.pt,friend,house,house.pt\nAnn,Ana,Bert,elf,elfo\nBert,Beto,,orc,orco\n"
    two.zones('name: {text: "{{ card.friend.name }} {{ card.clan.motto }}", when: card.friend, size: 9pt}', rows)
    two.write("houses.csv", "house,motto,motto.pt\nelf,Sing!,Canta!\norc,Fight!,Luta!\n")
    fields = "fields: {friend: {type: reference, to: cards, by: name}}"
    more = f"{fields}, rows: {{file: cards.csv, join: [{{rows: houses.csv, on: house, as: clan}}]}}"
    two.write("deck.yaml", (two.path / "deck.yaml").read_text().replace("rows: cards.csv", more) + "languages: [pt]\n")
    assert reported_in(two, None)[0] == "Bert Sing!"
    assert reported_in(two, "pt")[0] == "Beto Canta!"


def test_a_card_that_breaks_a_rule_is_reported_once_not_in_every_language(two):
    rule = 'checks: [{each: cards, that: card.cost < 2, message: "{{ card.name }} costs {{ card.cost }}"}]\n'
    two.write("deck.yaml", (two.path / "deck.yaml").read_text() + rule)
    report = Report()
    validate_deck(two.path, report)
    assert [d.message for d in report.errors] == ["Ice costs 2"]


def test_what_does_not_fit_in_two_languages_is_reported_of_both(two):
    two.write("cards.csv", ROWS.replace("Fire,Fogo", f"{'Fire ' * 300},{'Fogo ' * 300}"))
    report = Report()
    validate_deck(two.path, report)
    assert [d.message.startswith("in pt: ") for d in report.errors] == [False, True]


def test_a_missing_translation_is_not_a_missing_value_as_well(two):
    two.write("cards.csv", ROWS.replace("Gelo", ""))
    fields = "fields: {name: {required: true}}, rows: cards.csv"
    two.write("deck.yaml", (two.path / "deck.yaml").read_text().replace("rows: cards.csv", fields))
    assert [d.code for d in refused(two, "pt")] == ["missing-translation"]
