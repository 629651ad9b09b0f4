"""Editions: what a deck changes in each, what it keeps, and editions that can't be."""

from __future__ import annotations

import json
import subprocess

import pikepdf
import pytest

from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.validate import validate_deck

ZONES = """\
ground: {in: bleed, fill: ink}
foot: {box: {top: 20mm, height: 6mm}, text: "{{ deck.texts.foot }}", size: 9pt, color: glow}
"""
EDITIONS = """\
languages: [pt]
texts: {foot: A game, foot.pt: Um jogo}
editions:
  plain: {}
  night:
    palette: {ink: "#00ff00"}
    texts: {foot: By night}
    print: {paper: A3}
    components: [{id: cards, copies: 3}, {id: extra, front: sample#front}]
"""


@pytest.fixture
def editions(deck):
    deck.zones(ZONES)
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + EDITIONS)
    return deck


def in_deck(deck, old, new):
    text = (deck.path / "deck.yaml").read_text()
    assert old in text
    deck.write("deck.yaml", text.replace(old, new))


def looks(deck, edition, language=None):
    """The ground's colour, the words at the foot, and how many there are of each piece."""
    report = Report()
    loaded = loaded_deck(deck.path, report, language, edition=edition)
    pieces = lay_out(print_job(loaded), report)
    ground, foot = pieces[0].copies[0][0].zones
    words = "".join(r.text for i in foot.items[0].items for p in i.pieces for r in p.runs)
    return str(ground.items[0].fill), words, {p.id: len(p.copies) for p in pieces}


def test_an_edition_changes_what_it_says_and_keeps_the_rest(editions):
    plain, night = looks(editions, None), looks(editions, "night")
    assert plain[1:] == ("A game", {"cards-001": 1})
    assert night[1:] == ("By night", {"cards-001": 3, "extra": 1})
    assert plain[0] != night[0]
    assert looks(editions, "plain") == plain
    assert looks(editions, "night", "pt")[1] == "Um jogo"


def test_a_component_called_box_keeps_what_an_edition_says_nothing_of(editions):
    in_deck(editions, "components:\n", "components:\n  - {id: box, box: tuck, holds: [cards], front: sample#front}\n")
    in_deck(editions, "{id: extra, front: sample#front}", "{id: box, front: sample#front}")
    box = loaded_deck(editions.path, edition="night").components[0]
    assert (box.id, box.is_die, box.holds) == ("box", True, ("cards",))


def test_print_settings_are_the_editions(editions):
    loaded = loaded_deck(editions.path, edition="night")
    assert (loaded.deck.print.paper.name, loaded.deck.print.marks) == ("A3", ("crop", "slug"))


def test_null_takes_away(editions):
    in_deck(editions, "components: [{id: cards, copies: 3}, ", "components: [")
    in_deck(editions, "texts: {foot: By night}", "languages: null\n    texts: {foot: By night, foot.pt: null}")
    assert loaded_deck(editions.path, edition="night").deck.languages == ()


def test_an_edition_named_wrongly_is_reported_with_the_nearest(editions):
    with pytest.raises(DeckError) as raised:
        loaded_deck(editions.path, edition="nigth")
    (found,) = raised.value.report.errors
    assert found.message == "the deck has no edition 'nigth'; did you mean 'night'?"
    assert found.hint == "it has plain, night"


def test_a_deck_without_editions_says_so(deck):
    deck.zones(ZONES.splitlines()[0])
    with pytest.raises(DeckError) as raised:
        loaded_deck(deck.path, edition="night")
    assert "declared under `editions:`" in raised.value.report.errors[0].hint


@pytest.mark.parametrize(
    ("name", "changes", "code", "words"),
    [
        ("a", "{deck: x}", "edition-key", "an edition has no `deck`"),
        ("a", "{extends: monogoto}", "edition-key", "an edition has no `extends`"),
        ("a", "{editions: {b: {}}}", "edition-key", "an edition has no `editions`"),
        ("a", "", "wrong-type", "write {} if nothing does"),
        ("a", "[1]", "wrong-type", "a mapping of what differs"),
        ("A b", "{}", "wrong-value", "small letters, digits and hyphens"),
        ("pt", "{}", "wrong-value", "the files of the language pt"),
        ("old-pt", "{}", "wrong-value", "the files of the language pt"),
    ],
)
def test_an_edition_that_can_not_be_is_reported_whatever_is_loaded(editions, name, changes, code, words):
    in_deck(editions, "  plain: {}\n", f"  plain: {{}}\n  {name}: {changes}\n")
    for edition in (None, "plain", name):
        with pytest.raises(DeckError) as raised:
            loaded_deck(editions.path, edition=edition)
        found = next(d for d in raised.value.report.errors if d.code == code)
        assert (found.span.line, words in found.message) == (12, True), found.message


def test_what_is_wrong_in_one_edition_is_reported_once_with_its_name(editions):
    in_deck(editions, 'palette: {ink: "#00ff00"}', "pallete: {}")
    report = Report()
    validate_deck(editions.path, report)
    (found,) = report.errors
    assert found.message == "in the edition night: unknown setting 'pallete'; did you mean 'palette'?"
    assert found.span.line == 13


def test_what_is_wrong_everywhere_is_reported_once(editions):
    editions.write("templates/sample.yaml", (editions.path / "templates/sample.yaml").read_text().replace("ink", "inc"))
    report = Report()
    validate_deck(editions.path, report)
    assert {d.message for d in report.errors} == {"unknown colour 'inc'; did you mean 'ink'?"}


def test_all_languages_of_an_edition_are_looked_at(editions):
    in_deck(editions, "texts: {foot: By night}", f"texts: {{foot.pt: {'longo ' * 40}}}")
    report = Report()
    validate_deck(editions.path, report)
    assert [d.message[:31] for d in report.errors] == ["in the edition night, in pt: te"] * len(report.errors)
    assert report.errors
    only = Report()
    validate_deck(editions.path, only, "plain")
    assert only.errors == []


def test_what_one_edition_uses_is_not_unused(editions):
    editions.write("cards.csv", "name,line\nFire,x\n")
    editions.write("more.csv", "name\nIce\n")
    unused = Report()
    validate_deck(editions.path, unused)
    assert [d.code for d in unused if d.code.startswith("unused")] == ["unused-field", "unused-field", "unused-file"]
    in_deck(editions, "{id: extra, front: sample#front}", "{id: extra, rows: more.csv, front: sample#front}")
    report = Report()
    validate_deck(editions.path, report)
    assert [d.code for d in report if d.code == "unused-file"] == []


def test_files_of_editions_stand_beside_each_other(editions, tmp_path):
    names = set()
    for edition in (None, "plain", "night"):
        for language in (None, "pt"):
            made = build_deck(editions.path, PrintOptions(output=tmp_path, language=language, edition=edition))
            names |= {a.path.name for a in made.artifacts}
            said = f'"edition": "{edition}"' if edition else '"edition": null'
            assert said.encode() in made.artifacts[-1].path.read_bytes()
    assert len(names) == 12
    assert {"sample-sheets.pdf", "sample-sheets-night.pdf", "sample-sheets-night-pt.json"} <= names


def test_cards_since_a_build_are_those_of_the_same_edition(editions, tmp_path):
    first = build_deck(editions.path, PrintOptions(output=tmp_path, edition="night")).artifacts[-1].path
    again = build_deck(editions.path, PrintOptions(output=tmp_path, edition="night", since=first))
    assert again.artifacts == ()
    in_deck(editions, "#00ff00", "#0000ff")
    changed = build_deck(editions.path, PrintOptions(output=tmp_path / "b", edition="night", since=first))
    assert changed.changes.changed == ("cards-001", "extra")
    with pytest.raises(DeckError, match="is the manifest of the edition 'night', not of the base edition"):
        build_deck(editions.path, PrintOptions(output=tmp_path, since=first))


def test_a_deck_takes_over_the_editions_of_the_one_it_extends(tmp_path, monkeypatch, editions):
    (tmp_path / "decks").mkdir()
    editions.path.rename(tmp_path / "decks/sample")
    monkeypatch.setattr("carddesigner.source.paths.decks", lambda: tmp_path / "decks")
    child = tmp_path / "child"
    child.mkdir()
    more = "editions: {plain: null, night: {components: [{id: cards, copies: 5}]}, dawn: {}}\n"
    (child / "deck.yaml").write_text(f"deck: child\ntitle: C\nextends: sample\n{more}")
    loaded = loaded_deck(child, edition="night")
    assert list(loaded.deck.editions) == ["night", "dawn"]
    assert {c.id: sum(k.copies for k in c.cards) for c in loaded.components} == {"cards": 5, "extra": 1}


def test_list_names_the_editions_of_a_shipped_deck(tmp_path, monkeypatch, capsys, editions):
    from carddesigner.cli.list import list_decks

    monkeypatch.setattr("carddesigner.source.paths.decks", lambda: tmp_path)
    list_decks(json_=False, licences=False)
    assert "  editions       plain, night" in capsys.readouterr().out.splitlines()
    list_decks(json_=True, licences=False)
    assert '"plain",\n        "night"' in capsys.readouterr().out


def test_what_processes_side_by_side_find_is_what_one_finds(editions, cli):
    """All kinds at once: a warning of the deck, an error in a language, one in an edition, a colour of another edition."""
    in_deck(editions, "foot.pt: Um jogo", f"foot.pt: {'longo ' * 40}")
    in_deck(editions, "texts: {foot: By night}", f"texts: {{foot: {'longer ' * 40}}}")
    in_deck(editions, "  plain: {}\n", '  plain: {}\n  dusk: {palette: {ink: "#778877", glow: "#778877"}}\n')
    editions.write("unused.csv", "name\n")
    alone = Report()
    validate_deck(editions.path, alone)
    said = json.loads(cli("validate", "./sample", "--format", "json").out)["diagnostics"]
    assert [d["message"] for d in said] == [d.message for d in alone]
    beginnings = {d.message.split(": ")[0] for d in alone}
    assert {"in pt", "in the edition night", "in the edition dusk"} < beginnings


def test_sheets_and_files_say_which_edition_they_are_of(editions, tmp_path):
    in_deck(editions, "  plain: {}\n", "  plain: {title: Plain Sample}\n")
    for edition, title in ((None, "Sample"), ("night", "Sample (night)"), ("plain", "Plain Sample")):
        made = build_deck(editions.path, PrintOptions(output=tmp_path, edition=edition)).artifacts[0].path
        with pikepdf.open(made) as pdf:
            assert str(pdf.docinfo.Title) == title
        page = subprocess.run(["pdftotext", str(made), "-"], capture_output=True, text=True, check=True).stdout
        assert f"{title} · cards" in page


@pytest.mark.parametrize(
    ("zone", "more"),
    [
        ("word: {text: Fire, size: 9pt, color: glow}", ""),
        ("word: {text: '{{ card.name }}', size: 9pt, color: ink}", "keywords: {Fire: {color: glow}}\n"),
        ("word: {text: Fire, size: 9pt, color: '{{ card.tone }}'}", ""),
    ],
    ids=["a zone's", "a keyword's", "a card's"],
)
def test_colours_of_an_edition_are_looked_at_wherever_they_are_named(deck, zone, more):
    deck.zones(f"ground: {{in: bleed, fill: '#ffffff'}}\n{zone}", "name,tone\nFire,glow\n")
    dusk = f'{more}editions: {{dusk: {{palette: {{glow: "#fafafa"}}}}}}\n'
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("#f6cf5a", "#202020") + dusk)
    report = Report()
    validate_deck(deck.path, report)
    assert [d.message.split(":")[0] for d in report if d.code == "low-contrast"] == ["in the edition dusk"]


@pytest.mark.parametrize(
    ("palette", "words"),
    [
        ("{glow: null}", "unknown colour 'glow'"),
        ('{glow: "#zz"}', "'#zz' is not a colour"),
        ("{glow: 3}", "expected text"),
    ],
)
def test_what_is_wrong_with_the_colours_of_an_edition_is_reported_of_it(deck, palette, words):
    deck.zones("word: {text: Fire, size: 9pt, color: glow}")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + f"editions: {{dusk: {{palette: {palette}}}}}\n")
    report = Report()
    validate_deck(deck.path, report)
    assert report.errors
    assert {d.message.startswith("in the edition dusk: ") for d in report.errors} == {True}
    assert words in report.errors[0].message, report.errors[0].message
