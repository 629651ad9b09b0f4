"""Decks that would fill the disk's reader, the memory or the day: refused with words, at their place."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from PIL import Image

from carddesigner.cli.report import as_text
from carddesigner.core import effort
from carddesigner.core.report import MAX_CHARACTERS, MAX_PROBLEMS, DeckError, Diagnostic, Report, Severity
from carddesigner.core.serials import read_serials
from carddesigner.core.source import Span
from carddesigner.pipeline import validate
from carddesigner.pipeline.validate import validate_deck

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9L0 9Z"/></svg>'


def told(deck) -> list[Diagnostic]:
    """All that ``validate`` says."""
    report = Report()
    try:
        validate_deck(deck.path, report)
    except DeckError as problem:
        report = problem.report
    return list(report)


def change(deck, old, new, file="deck.yaml"):
    text = (deck.path / file).read_text()
    assert old in text
    deck.write(file, text.replace(old, new))
    return deck


@pytest.fixture
def little_work(monkeypatch):
    """A four-hundredth of the steps that the largest deck may take."""
    monkeypatch.setattr(effort, "MAX_STEPS", effort.MAX_STEPS // 400)


# Files outside the deck's folder


@pytest.mark.parametrize(
    ("folder", "file", "zone", "code"),
    [
        ("symbols", "mine.svg", "icon: mine", "outside-folder"),
        ("art", "mine.svg", "svg: art/mine.svg", "outside-folder"),
        ("fonts", "Mine-Regular.ttf", "text: a, size: 9pt", "unknown-font"),
    ],
)
def test_a_folder_linked_from_outside_is_refused(deck, folder, file, zone, code):
    deck.zones(f"one: {{{zone}}}")
    change(deck, "Alegreya Sans", "Mine" if folder == "fonts" else "Alegreya Sans", "templates/sample.yaml")
    outside = deck.path.parent / "outside"
    outside.mkdir()
    (outside / file).write_text(SVG)
    (deck.path / folder).symlink_to(outside)
    assert "leads out of the deck's folder" in deck.error(code).message


def test_templates_linked_from_outside_are_refused(deck):
    deck.zones("one: {fill: ink}")
    (deck.path / "templates").rename(deck.path.parent / "outside")
    (deck.path / "templates").symlink_to(deck.path.parent / "outside")
    assert deck.error("outside-folder").span.path.endswith("deck.yaml")


def test_a_translation_linked_from_outside_is_refused(deck):
    deck.zones("one: {flow: {text: {size: 9pt}, title: {size: 9pt}, heading: {size: 9pt}}}")
    change(change(deck, "rows: cards.csv", "pages: rules.md"), "title: Sample", "title: Sample\nlanguages: [pt]")
    deck.write("rules.md", "A rule\n")
    (deck.path.parent / "secret").write_text("> A secret\n")
    (deck.path / "rules.pt.md").symlink_to(deck.path.parent / "secret")
    found = [d for d in told(deck) if d.severity is Severity.ERROR]
    assert [d.code for d in found] == ["outside-folder"]
    assert "secret" not in found[0].message


def test_a_drawing_linked_from_outside_is_not_even_looked_into(deck):
    deck.zones("one: {fill: ink}")
    (deck.path.parent / "secret.svg").write_text("<svg>{{ my.secret }</svg>")
    (deck.path / "art").mkdir()
    (deck.path / "art/a.svg").symlink_to(deck.path.parent / "secret.svg")
    change(deck, "{fill: ink}", '{svg: "art/{{ card.name }}.svg"}', "templates/sample.yaml")
    assert not any("my.secret" in as_text(d) for d in told(deck))


# Files without end


def test_a_workbook_that_unpacks_without_end_is_refused(deck):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/workbook.xml", "<workbook/>")
        with package.open("xl/worksheets/sheet1.xml", "w") as part:
            for _ in range(210):
                part.write(b" " * 1_000_000)
    deck.zones("one: {fill: ink}")
    deck.write("cards.xlsx", out.getvalue())
    assert "200 MB" in change(deck, "cards.csv", "cards.xlsx").error("file-too-large").message


def test_accepted_translations_nested_without_end_are_reported(deck):
    deck.zones('one: {text: "{{ card.name }}", size: 9pt, box: {left: 9mm, top: 9mm}}', "name,name.pt\na,b\n")
    change(deck, "title: Sample", "title: Sample\nlanguages: [pt]")
    deck.write("translations.json", "[" * 200_000)
    assert [d.code for d in told(deck) if d.severity is Severity.ERROR] == ["json-syntax"]


def test_a_markdown_file_of_a_thousand_cards_is_refused(deck):
    deck.zones("one: {flow: {text: {size: 9pt}, title: {size: 9pt}, heading: {size: 9pt}}}")
    deck.write("rules.md", "word " * 200_001)
    assert "1,000,000" in change(deck, "rows: cards.csv", "pages: rules.md").error("text-too-long").message


def test_a_polygon_of_thousands_of_corners_is_refused(deck):
    deck.zones("one: {fill: ink}")
    regions = {f"r{i}": [["0%", "0%"], ["1%", "0%"], ["1%", "1%"]] for i in range(700)}
    shape = {"shape": "polygon", "size": "poker", "outline": [["0%", "0%"], ["100%", "0%"], ["0%", "100%"]]}
    stock = json.dumps({**shape, "regions": regions, "partition": True})
    card = "{shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}"
    assert "2,103 corners; at most 2,000" in change(deck, card, stock).error("wrong-value").message


def test_regions_of_a_polygon_without_an_area_are_refused(deck):
    deck.zones("one: {fill: ink}")
    bow = [["0%", "0%"], ["100%", "100%"], ["100%", "0%"], ["0%", "100%"]]
    shape = {"shape": "polygon", "size": "poker", "outline": bow, "regions": {"all": bow[:3]}, "partition": True}
    card = "{shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}"
    assert "no area" in change(deck, card, json.dumps(shape)).error("partition").message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("components:\n", "components:\n" + "".join(f"  - {{id: c{i}, front: sample#front}}\n" for i in range(200))),
        ("title: Sample", f"title: Sample\nlanguages: [{', '.join(['pt'] * 51)}]"),
        (
            "rows: cards.csv",
            f"rows: {{file: cards.csv, join: [{', '.join(['{rows: cards.csv, on: name, as: x}'] * 21)}]}}",
        ),
    ],
    ids=["components", "languages", "joins"],
)
def test_what_multiplies_the_work_is_bounded(deck, old, new):
    assert (
        change(deck.zones("one: {fill: ink}"), old, new)
        .error("wrong-value")
        .message.startswith("too many entries; write at most ")
    )


def test_the_same_table_again_and_again_is_refused(deck, monkeypatch):
    monkeypatch.setattr("carddesigner.deck.cards.MAX_CELLS_IN_ALL", 100)
    deck.zones("one: {fill: ink}", "name\n" + "a\n" * 10)
    again = "".join(f"  - {{id: c{i}, rows: cards.csv, front: sample#front}}\n" for i in range(5))
    found = change(deck, "components:\n", "components:\n" + again).errors()
    assert [d.code for d in found] == ["table-too-large"]
    assert found[0].span.line == 8


def test_pictures_are_bounded_in_all(deck, monkeypatch):
    monkeypatch.setattr("carddesigner.deck.assets.MAX_PIXELS_IN_ALL", 25_000)
    deck.zones('one: {image: "{{ card.name }}.png"}', "name\na\nb\nc\n")
    for name in "abc":
        out = io.BytesIO()
        Image.new("RGB", (100, 100)).save(out, "PNG")
        deck.write(f"{name}.png", out.getvalue() + name.encode())
    found = deck.errors()
    assert [(d.code, d.card) for d in found] == [("image-too-large", "cards-003")]


# Work without end


def test_letters_without_end_are_refused(deck, little_work):
    deck.zones("one: {row: {each: 50, zones: {a: {text: \"{{ 'abc ' * 4900 }}{{ item }}\", size: 9pt}}}}")
    found = deck.error("too-much-work")
    assert found.span.path.endswith("sample.yaml")
    assert (found.span.line, found.card) == (7, "cards-001")
    assert "most of them for texts" in found.message


def test_zones_without_end_are_refused(deck, little_work):
    zone = 'one: {row: {each: 200, zones: {a: {fill: ink, opacity: "{{ 0.5 if card.name else 1 }}"}}}}'
    assert deck.zones(zone, "name\n" + "".join(f"n{i}\n" for i in range(1000))).error("too-much-work").card != "cards"


def test_expressions_without_end_are_refused(deck, little_work):
    work = " + ".join(["(range(1000)|list|sort|join|length)"] * 20)
    rows = "name\n" + "".join(f"n{i}\n" for i in range(1000))
    deck.zones(f'one: {{when: "card.name == {work}", fill: ink}}', rows).error("too-much-work")


def test_checks_that_count_for_each_card_are_refused(deck, little_work):
    deck.zones("one: {fill: ink}", "name\n" + "".join(f"n{i}\n" for i in range(1000)))
    deck.write(
        "deck.yaml",
        (deck.path / "deck.yaml").read_text()
        + "checks:\n  - {each: cards, that: \"count(cards, 'card.name') > 3\", message: no}\n",
    )
    found = deck.error("too-much-work")
    assert found.span.line == 9
    assert "without `each`" in found.hint


def test_a_deck_of_too_much_work_is_not_laid_out_in_every_language(deck, little_work, monkeypatch):
    deck.zones("one: {row: {each: 50, zones: {a: {text: \"{{ 'abc ' * 4900 }}{{ item }}\", size: 9pt}}}}")
    change(deck, "title:", "languages: [de, fr, it]\ntitle:")
    laid = []
    lay = validate.lay_out

    def counted(job, *arguments, **options):
        laid.append(job.deck.deck.language)
        return lay(job, *arguments, **options)

    monkeypatch.setattr(validate, "lay_out", counted)
    assert [d.code for d in told(deck)] == ["too-much-work"]
    assert len(laid) == 1


def test_each_of_very_many_cards_may_take_less():
    # Ten thousand tickets with a code and five texts have room; a hundred thousand have it if they are plain.
    assert effort.allowed(1_000) > 1_600 * 1_000
    assert 1_430 * 10_000 < effort.allowed(10_000) < 1_600 * 10_000
    assert 600 * 100_000 < effort.allowed(100_000) <= effort.allowed(10**9) < 650 * 100_000


@pytest.mark.parametrize("each", [150, 1_500, 1_700, 2_000, 4_000])
def test_as_many_cards_as_are_advised_have_room(each):
    cards = effort.fitting(2_000, 2_000 * each)
    assert cards >= 100
    assert cards * each < effort.allowed(cards)


def test_of_numbered_cards_that_are_too_much_work_fewer_are_advised(deck, monkeypatch):
    monkeypatch.setattr(effort, "STEPS_OF_A_CARD", 100)
    deck.zones("one: {text: '{{ card.number }}'}\ntwo: {code: {qr: '{{ card.number }}'}}")
    change(deck, "rows: cards.csv", "generate: {count: 3000, fields: {number: number}}")
    hint = deck.error("too-much-work").hint
    most = int(re.search(r"--layout pieces --split (\d+);", hint)[1])
    assert f"--serials 1-{most}" in hint
    few = Report()
    validate_deck(deck.path, few, serials=read_serials(f"1-{most}"))
    assert not few.errors


def test_one_deck_s_work_is_not_the_next_one_s(deck, little_work):
    deck.zones("one: {row: {each: 400, zones: {a: {row: {each: 15, zones: {b: {fill: ink}}}}}}}")
    for _ in range(3):
        assert deck.lay().items()


def test_ten_thousand_errors_are_enough(deck):
    rows = "name\n" + "".join(f"n{i}\n" for i in range(MAX_PROBLEMS + 500))
    found = [d for d in told(deck.zones('one: {text: "{{ card.nmae }}"}', rows)) if d.severity is Severity.ERROR]
    assert len(found) == MAX_PROBLEMS + 1
    assert (found[-1].code, found[-1].span is not None) == ("too-many-errors", True)


def test_ten_thousand_warnings_of_a_kind_are_enough(deck):
    names = ",".join(f"c{i}" for i in range(MAX_PROBLEMS + 500))
    found = told(deck.zones("one: {fill: ink}", f"{names}\n{','.join('x' * (MAX_PROBLEMS + 500))}\n"))
    assert sum(d.code == "unused-field" for d in found) == MAX_PROBLEMS


# What is said of them


def test_a_message_cites_no_more_than_can_be_read(deck):
    found = deck.zones("one: {fill: \"{{ 'a' * 19000 }}\"}").error("unknown-color")
    assert len(found.message) <= MAX_CHARACTERS
    assert found.message.startswith("unknown colour 'aaa")
    found = deck.zones("one: {fill: ink, box: {left: \"{{ 'a' * 19000 }}\"}}").error("bad-length")
    assert found.message.endswith("aaa' is not a length; write a number and mm, cm, in or pt, such as 3mm")


def test_no_sign_of_a_deck_steers_the_terminal(deck):
    deck.zones("one: {fill: ink}", "na\x1b[2Jme\x9b,na\x1b[2Jme\x9b\nx\x1b]0;owned\x07,y\n")
    said = "".join(as_text(d) for d in deck.errors())
    assert "na␛[2Jme" in said
    assert not any(c in said for c in "\x1b\x07\x9b")
    d = Diagnostic("x", "a\x1bb", Span("a\x1bb", 2), hint="a\x1bb", card="a\x1bb")
    assert "\x1b" not in as_text(d)
    turned = as_text(Diagnostic("x", "exe\u202egpj.", hint="a\u2066b\u2028c"))
    assert not any(c in turned for c in "\u202e\u2066\u2028")


@pytest.mark.parametrize("title", ['"\\e]0;owned\\a"', '"two\\nlines"', f'"{"x" * 201}"'])
def test_a_title_is_a_line_that_can_be_printed(deck, title):
    assert (
        change(deck.zones("one: {fill: ink}"), "title: Sample", f"title: {title}").error("wrong-value").span.line == 2
    )


@pytest.mark.parametrize("id_", ["漢" * 67, "a" * 101, "../a", "a/b", ".", "a\x00b"])
def test_an_id_is_a_name_that_a_file_can_have(deck, id_):
    deck.zones("one: {fill: ink}")
    deck.write("cards.json", json.dumps([{"id": id_}]))
    assert change(deck, "cards.csv", "cards.json").error("wrong-value").span.path.endswith("cards.json")


def test_a_number_without_end_stays_the_text_that_it_is(deck):
    deck.zones('one: {text: "{{ card.n }}.", size: 9pt}')
    deck.write("cards.yaml", "- {n: 1e999}\n- {n: -1e999}\n")
    laid = change(deck, "cards.csv", "cards.yaml").lay()
    assert [f.zones[0].items[0].items[0].pieces[0].runs[0].text for f, _ in laid.faces.values()] == [
        "1e999.",
        "-1e999.",
    ]


def test_what_a_game_misses_is_reported_at_its_name(deck):
    deck.zones("one: {fill: ink}")
    change(deck, "rows: cards.csv", "copies: 3")
    change(deck, "title: Sample", "title: Sample\ngame: monogoto")
    found = deck.errors()
    assert {d.code for d in found} >= {"monogoto-missing", "monogoto-followers"}
    assert {d.span.line for d in found} == {3}


@pytest.mark.parametrize("length", [5_000, 100_000])
def test_a_text_that_is_too_long_is_told_how_long_it_may_be(deck, length):
    found = change(deck.zones("one: {fill: ink}"), "title: Sample", f"title: {'a' * length}").error("wrong-value")
    assert re.fullmatch(r"expected at most [\d,]+ characters", found.message)
