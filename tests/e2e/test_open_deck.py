"""A deck that is worked on: what isn't touched stays the same object, whatever is touched is new, and nothing heaps up."""

from __future__ import annotations

import shutil

import pytest
from msgspec.structs import replace

import carddesigner as cd
from carddesigner.core.cache import SPARE
from carddesigner.core.digest import Digests
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Report
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source import paths
from tests.examples import tried

FONTS = paths.templates() / "fonts"
ZONES = (
    'name: {box: {top: 5mm, height: 8mm}, text: "{{ card.name }}", size: 9pt}\n'
    'mark: {box: {top: 20mm, height: 8mm}, icon: "{{ card.mark }}", color: ink}\n'
)
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z"/></svg>'
KEY = PieceKey("cards", "a")


@pytest.fixture
def work(deck):
    deck.zones(ZONES, "id,name,mark\na,Fire,sun\nb,Ice,moon\n")
    for name in ("sun", "moon"):
        deck.write(f"symbols/{name}.svg", SQUARE)
    return WorkingDeck((deck.path / "deck.yaml").resolve())


def replaced(work, deck, name, old, new):
    path = deck.path / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    work.changed([path])


def test_only_the_zone_that_is_edited_is_laid_out_again(work, deck):
    name, mark = work.face(KEY).zones
    replaced(work, deck, "templates/sample.yaml", "size: 9pt", "size: 8pt")
    after = work.face(KEY).zones
    assert after[0] is not name
    assert after[1] is mark


def test_a_face_stays_the_same_where_another_row_is_edited(work, deck):
    before = work.face(KEY)
    replaced(work, deck, "cards.csv", "Ice", "Snow")
    assert work.face(KEY) is before


def test_places_are_those_in_the_file_as_it_is_now(work, deck):
    work.problems()
    replaced(work, deck, "templates/sample.yaml", "template: sample", "# one\n# two\n\ntemplate: sample")
    replaced(work, deck, "cards.csv", "a,Fire,sun", "a,Fire,sunn")
    (problem,) = work.problems().errors
    text = (deck.path / "templates/sample.yaml").read_text().splitlines()
    assert "mark:" in text[problem.span.line - 1]


def test_places_of_an_error_stay_as_they_were(work, deck):
    opened = cd.open_deck(deck.path)
    path = deck.path / "templates/sample.yaml"
    for answer in (opened.build, lambda: opened.face("a"), lambda: opened.deck().face("a")):
        path.write_text(path.read_text().replace("size: 9pt", "size: 9px"))
        opened.changed(path)
        with pytest.raises(cd.DeckError) as raised:
            answer()
        problem, *_ = raised.value.report.errors
        place = str(problem.span)
        path.write_text("# one\n" + path.read_text())
        opened.changed(path)
        assert str(opened.problems().errors[0].span) != place
        assert str(problem.span) == place
        assert problem in raised.value.report.diagnostics


def test_an_answer_is_its_callers_own(work, deck):
    replaced(work, deck, "cards.csv", "a,Fire,sun", "a,Fire,sunn")
    work.problems().diagnostics.clear()
    assert [d.code for d in work.problems()] == ["unknown-icon"]


@pytest.mark.parametrize("whole", [False, True], ids=["the-file", "its-folder"])
def test_a_font_that_is_another_file_is_another_font(work, deck, tmp_path, whole):
    folder = deck.path / "fonts"
    folder.mkdir()
    shutil.copy(FONTS / "AlegreyaSans-Regular.ttf", folder)
    before = work.build(PrintOptions(output=tmp_path / "open")).artifacts[0].sha256
    shutil.copy(FONTS / "AlegreyaSans-Bold.ttf", folder / "AlegreyaSans-Regular.ttf")
    work.changed([folder if whole else folder / "AlegreyaSans-Regular.ttf"])
    after = work.build(PrintOptions(output=tmp_path / "open")).artifacts[0].sha256
    fresh = cd.build(deck.path, PrintOptions(output=tmp_path / "fresh")).artifacts[0].sha256
    assert before != after == fresh


def test_a_font_that_comes_takes_the_place_of_the_shipped_one_until_it_goes(work, deck, tmp_path):
    def built():
        return work.build(PrintOptions(output=tmp_path / "open")).artifacts[0].sha256

    before, own = built(), deck.path / "fonts/more/AlegreyaSans-Regular.ttf"
    own.parent.mkdir(parents=True)
    shutil.copy(FONTS / "AlegreyaSans-Bold.ttf", own)
    work.changed([own])
    with_own = built()
    assert with_own == cd.build(deck.path, PrintOptions(output=tmp_path / "fresh")).artifacts[0].sha256
    own.unlink()
    work.changed([own])
    assert before == built() != with_own


def test_the_numbers_of_flaps_are_in_the_font_as_it_is_now(work, deck, tmp_path):
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "  - {id: box, box: tuck, holds: [cards]}\n")
    work.changed([deck.path])
    before = work.build(PrintOptions(output=tmp_path / "open")).pieces[-1]
    for name in ("Regular", "Bold"):
        deck.write(f"fonts/AlegreyaSans-{name}.ttf", (FONTS / "AlegreyaSans-Italic.ttf").read_bytes())
    work.changed([deck.path])
    after = work.build(PrintOptions(output=tmp_path / "open")).pieces[-1]
    fresh = cd.build(deck.path, PrintOptions(output=tmp_path / "fresh")).pieces[-1]
    assert before.component == "box"
    assert before != after == fresh


def test_an_error_that_two_templates_inherit_stays_reported(work, deck):
    deck.zones("name: {text: x}", "id\na\n")
    deck.write(
        "templates/middle.yaml", "extends: sample\nfaces: {front: {zones: {extra: {fill: ink, before: nosuch}}}}\n"
    )
    deck.write("templates/lower.yaml", "extends: middle\n")
    text = (deck.path / "deck.yaml").read_text().replace("front: sample#front", "front: middle#front")
    more = "  - {id: more, rows: cards.csv, front: lower#front}\n"
    deck.write("deck.yaml", text + more)
    work.changed([deck.path])
    before = list(work.problems())
    assert [d.code for d in before] == ["unknown-zone"]
    replaced(work, deck, "cards.csv", "a\n", "a\nb\n")
    assert list(work.problems()) == before


@pytest.mark.parametrize("whole", tried([True, False], False), ids=["after-a-whole-answer", "before-any"])
def test_what_is_kept_stays_within_bounds(work, deck, whole):
    if whole:
        work.problems()
    path = deck.path / "templates/sample.yaml"
    text = path.read_text()
    kept = []
    for n in range(1200):
        path.write_text(text.replace("top: 5mm", f"top: {5 + n / 1000}mm"))
        work.changed([path])
        work.face(KEY)
        kept.append(len(work.cache))
    assert max(kept) < SPARE + 200
    assert kept[-1] < max(kept)


def test_a_side_that_there_is_not_is_refused(work):
    assert work.face(KEY, "back") is None
    with pytest.raises(cd.DeckError, match="a card has a front and a back, no 'bakc'"):
        work.face(KEY, "bakc")


def test_pieces_and_sheets_are_those_of_the_deck_as_it_is_now(work, deck):
    before, sheets = work.pieces(), work.sheets()
    assert [p.id for p in before] == ["a", "b"]
    replaced(work, deck, "cards.csv", "b,Ice,moon", "b,Snow,moon\nc,Ash,sun")
    after = work.pieces()
    assert [p.id for p in after] == ["a", "b", "c"]
    assert after[0].first[0] is before[0].first[0]
    assert after[1].first[0] is not before[1].first[0]
    assert work.sheets() != sheets
    assert sorted({s.piece for s in work.sheets().sheets[0].slots}) == ["a", "b", "c"]


def test_python_sees_an_edit(work, deck):
    opened = cd.open_deck(deck.path)
    before = opened.face("b").png(72)
    path = deck.path / "cards.csv"
    path.write_text(path.read_text().replace("Ice", "Snow"))
    opened.changed(path)
    assert opened.face("b").png(72) != before
    assert opened.deck().card("b")["name"] == "Snow"
    with pytest.raises(cd.DeckError, match="there is no card 'c'"):
        opened.face("c")


SPOKEN = """\
deck: spoken
title: Spoken
language: en
languages: [de]
typography: true
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
palette: {paper: "#ffffff", ink: "#101010"}
keywords:
  Flying: {bold: true}
  Flying.de: {name: Flug}
  Frost: {bold: true}
  Frost.de: {name: Frost}
components: [{id: cards, rows: cards.csv, front: spoken#front}]
editions:
  night: {palette: {paper: "#101010", ink: "#ffffff"}, keywords: {Frost: {italic: true}}}
  gilded: {palette: {gold: "#c0a030"}}
"""
DEPENDENT = {
    "notation": """fill: "{{ 'paper' if (card.price | number) == '1,234.5' else 'ink' }}\"""",
    "quotes": 'text: "\\"{{ card.name }}\\""',
    "word": 'text: "Flying, Flug"',
    "word-of-edition": "text: Frost, language: en",
    "font": "text: x, font: own, language: en, keywords: false",
    "named": "fill: paper",
    "of-card": 'fill: "{{ card.tone }}"',
    "read": 'text: "{{ palette.paper }}"',
}
VARIANTS = [(None, None), ("de", None), (None, "night"), ("de", "night")]


def spoken(deck):
    zones = "".join(f"      {name}: {{{written}}}\n" for name, written in DEPENDENT.items())
    deck.write("deck.yaml", SPOKEN)
    deck.write("cards.csv", "id,name,price,tone\na,Ice,1234.5,ink\n")
    deck.write(
        "templates/spoken.yaml",
        "template: spoken\n"
        "fonts: {text: {family: Alegreya Sans}, own: {family: Alegreya Sans, languages: {de: Literata}}}\n"
        f'faces:\n  front:\n    zones:\n      still: {{fill: "#c0c0c0"}}\n{zones}',
    )
    return WorkingDeck((deck.path / "deck.yaml").resolve())


def shown(work, language, edition):
    """The zones of a card as they are drawn."""
    options = PrintOptions(language=language, edition=edition)
    digests = Digests(lambda font: work.loaded(Report(), language, edition).assets.face(font).digest)
    face = work.face(KEY, options=options)
    return {zone.id: digests.face(replace(face, zones=(zone,))) for zone in face.zones}


@pytest.mark.parametrize("order", [VARIANTS, VARIANTS[::-1], [VARIANTS[n] for n in (3, 0, 2, 1)]])
def test_what_another_language_or_edition_changes_is_laid_out_for_it(deck, order):
    work = spoken(deck)
    found = {variant: shown(work, *variant) for variant in order}
    assert found == {variant: shown(spoken(deck), *variant) for variant in VARIANTS}
    assert all(len({zones[name] for zones in found.values()}) > 1 for name in DEPENDENT)


def test_what_no_language_and_edition_changes_is_laid_out_once(deck):
    work = spoken(deck)
    faces = [work.face(KEY, options=PrintOptions(language=k, edition=e)) for k, e in VARIANTS]
    assert len({id(face.zones[0]) for face in faces}) == 1
    # With the same colours in another language a fill is the same, with the same language in other colours a text is.
    assert len({id(face.zones[6]) for face in faces}) == 2
    assert len({id(face.zones[5]) for face in faces}) == 2


def test_a_misspelt_colour_is_likened_to_those_of_the_edition(deck):
    work = spoken(deck)
    deck.write("cards.csv", "id,name,price,tone\na,Ice,1234.5,gol\n")
    messages = [problem.message for problem in work.problems().errors]
    assert "unknown colour 'gol'" in messages
    assert "in the edition gilded: unknown colour 'gol'; did you mean 'gold'?" in messages
