"""What can be asked of printing that can't be done: said in words, with what would do; nothing is written."""

from __future__ import annotations

import json

import pytest

import carddesigner as cd
from carddesigner.printers.profile import Printer


@pytest.fixture
def sample(deck):
    """A deck of twelve cards with backs: two sheets of A4."""
    deck.zones('name: {text: "{{ card.name }}"}', "id,name\n" + "".join(f"c{i},Card {i}\n" for i in range(1, 13)))
    template = deck.path / "templates/sample.yaml"
    template.write_text(template.read_text() + "  back:\n    zones:\n      ground: {in: bleed, fill: ink}\n")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("front: sample#front", "front: sample#front, back: sample#back"))
    return deck


@pytest.fixture
def refused(sample, cli, tmp_path):
    """Builds with options that can't do: what was said. Nothing may be written."""

    def run(*options: str, code: int) -> str:
        done = cli("build", "./sample", *options)
        assert done.code == code, done.err
        assert not (tmp_path / "output").exists()
        assert done.out == ""
        return " ".join(done.err.split())

    return run


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ("--paper 60x60mm", 1, "error[paper-too-small]: a piece of 63.5 × 88.9 mm does not fit on 60x60mm"),
        ("--paper 62mmx80mm", 1, "A4, Letter, A3, Tabloid or SRA3 would do"),
        ("--paper Lettre", 2, "unknown paper 'Lettre'; did you mean 'Letter'? There are A4, Letter"),
        ("--paper quarto", 2, "unknown paper 'quarto'. There are A4, Letter"),
        (
            "--paper 120x150mm --duplex gutterfold",
            1,
            "front and back of a piece of 63.5 × 88.9 mm, foot to foot, do not fit",
        ),
        ("--gutter 4mm --back-bleed 5mm", 1, "no room for the back bleed of 5 mm on both sides; --gutter 10mm has"),
        ("--back-bleed 1mm", 1, "less than the 3 mm that the stock has"),
        ("--back-bleed 80mm", 1, "hint: backs with 80 mm of bleed need such margins"),
        ("--back-bleed=-1mm", 2, "Invalid value for --back-bleed: write 0mm or more"),
        ("--back-bleed 5mm --duplex none", 2, "--back-bleed is for backs; leave out --duplex none"),
        ("--printer office", 1, "there is no printer 'office' hint: none was measured here yet"),
        ("--sheet 99", 1, "--sheet: there is no sheet 99; the deck has 2"),
        ("--sheet 1-99999", 1, "--sheet: there is no sheet 3; the deck has 2"),
        ("--sheet 5-3", 2, "'5-3' is no sheet and no range of sheets; write 3, 3-5 or 2,7-9"),
        ("--sheet 0", 2, "'0' is no sheet"),
        ("--copies 0", 2, "--copies: 0 is no number of decks; write 1 to 1,000"),
        ("--jobs 257", 2, "--jobs: 257 is no number of processes; write 1 to 256"),
        ("--first-slot 0", 2, "--first-slot: 0 is no slot of a sheet"),
        ("--picture-dpi 35", 2, "--picture-dpi: 35 is no resolution; write 36 to 1,200"),
        ("--scheduler tcp://127.0.0.1:99999", 2, "there is no port 99999; write 1 to 65,535"),
        ("--scheduler tcp://127.0.0.1", 2, "is no scheduler; write its address"),
        ("--marks cros", 2, "unknown mark 'cros'; did you mean 'crop'? There are crop, cut-lines"),
        ("--marks crop,none", 2, "unknown mark 'none'. There are crop"),
        ("--manual-duplex face-up --duplex gutterfold", 2, "leave out --duplex gutterfold"),
        ("--manual-duplex face-up --layout pieces", 2, "--manual-duplex is for sheets, not for --layout pieces"),
        ("--paper A3 --layout pieces", 2, "--paper is for sheets, not for --layout pieces"),
        ("--marks slug --layout pieces", 2, "--marks: pages of single pieces have crop marks or none"),
        ("--page-order back-front", 2, "--page-order needs --layout pieces"),
        ("--gutter 0mm --layout pieces", 2, "--gutter is for sheets"),
        (
            "--manual-duplex face-up --passes face-down",
            2,
            "--passes is its old name and has the value face-down; leave that out",
        ),
        ("--unique", 2, "--unique needs --layout pieces"),
        ("--gutter 4 --paper Lettre --marks cros", 2, "--marks: unknown mark 'cros'"),
        ("--gutter 4 --paper Lettre --marks cros", 2, "--gutter: the length 4 needs a unit"),
        ("--passes face-up --layout pieces", 2, "--passes was renamed to --manual-duplex"),
        ("--list nowhere.txt", 1, "there is no nowhere.txt"),
        ("--list sample", 1, "sample is not a regular file"),
        (f"--list {'a' * 300}", 1, "there is no aaa"),
        ("--since nowhere.json", 1, "there is no nowhere.json hint: `build` writes the manifest beside its PDF"),
        (
            "--since sample/deck.yaml",
            1,
            "error[not-a-manifest]: this is no manifest of carddesigner hint: `build` writes",
        ),
        (f"--since {'a' * 300}", 1, "there is no aaa"),
    ],
)
def test_what_can_not_be_printed_is_reported_and_nothing_written(refused, options, code, words):
    assert words in refused(*options.split(), code=code)


@pytest.mark.parametrize("cards", ["  - {id: cards, rows: cards.csv, front: sample#front}\n", ""])
def test_a_deck_without_sheets_of_cards_has_none_to_print_again(refused, sample, cards):
    deck = (sample.path / "deck.yaml").read_text().partition("components:")[0]
    rules = "  - {id: rules, leaflet: rules.md, fold: letter, front: booklet#panel}\n"
    sample.write("deck.yaml", f"{deck}components:\n{cards}{rules}")
    sample.write("cards.csv", "id,name,copies\na,A,0\n")
    sample.write("rules.md", "# Rules\n\nPlay.\n")
    assert "--sheet: there is no sheet 99; the deck has none" in refused("--sheet", "99", code=1)


def printed_so(sample, settings: str) -> None:
    text = (sample.path / "deck.yaml").read_text()
    sample.write("deck.yaml", f"{text}print: {{{settings}}}\n")


def test_a_margin_that_leaves_no_room_is_reported_where_it_stands_with_the_widest_that_does(refused, sample):
    printed_so(sample, "margin: 80mm")
    words = refused(code=1)
    assert "with margins of 80 mm; a margin of 73.25 mm leaves room for one" in words
    assert "deck.yaml:" in words
    assert "margin: 80mm" in words


@pytest.mark.parametrize(
    ("settings", "own", "options", "words"),
    [
        ("back-bleed: 80mm", "", "", "backs with 80 mm of bleed need such margins"),
        ("back-bleed: 80mm", "back-bleed: 3mm", "--paper A4", "backs with 80 mm of bleed need such margins"),
        ("back-bleed: 5mm", "gutter: 4mm", "", "a gutter of 4 mm has no room for the back bleed of 5 mm"),
        ("back-bleed: 5mm", "", "--gutter 4mm", "a gutter of 4 mm has no room for the back bleed of 5 mm"),
        ("back-bleed: 1mm", "", "", "the back bleed of 1 mm is less than the 3 mm that the stock has"),
        ("margin: 80mm", "margin: 5mm", "", "with margins of 80 mm"),
    ],
)
def test_what_a_printer_can_not_do_is_reported_in_its_file(refused, sample, tmp_path, settings, own, options, words):
    file = tmp_path / "config/carddesigner/printers/office.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(f"printer: office\n{settings}\n")
    printed_so(sample, own)
    said = refused("--printer", "office", *options.split(), code=1)
    column = settings.index(":") + 3
    assert said.startswith(f"config/carddesigner/printers/office.yaml:2:{column}: error[")
    assert words in said
    assert "1 error" in said


def test_a_printer_of_python_and_what_an_option_says_have_no_place(refused, sample, tmp_path):
    file = tmp_path / "config/carddesigner/printers/office.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("printer: office\nback-bleed: 80mm\n")
    assert refused("--printer", "office", "--back-bleed", "90mm", code=1).startswith("error[paper-too-small]")
    with pytest.raises(cd.DeckError) as raised:
        cd.build(sample.path, cd.PrintOptions(printer=Printer(**{"printer": "other", "back-bleed": "80mm"})))
    (error,) = raised.value.report.errors
    assert (error.code, error.span) == ("paper-too-small", None)


def test_the_margin_that_is_advised_leaves_room(sample, cli):
    printed_so(sample, "margin: 73.25mm")
    assert cli("build", "./sample").code == 0


def test_a_gutter_smaller_than_guides_need_is_reported_where_it_stands_with_the_nearest_that_works(refused, sample):
    printed_so(sample, "paper: 210x278.8mm, margin: 5mm, gutter: 0.5mm")
    words = refused(code=1)
    assert "error[no-guides]: with a gutter of 0.5 mm" in words
    assert "the nearest gutter with which all have theirs is 1mm, and still 9 pieces a sheet" in words
    assert "gutter: 0.5mm" in words


def test_options_that_choose_cards_in_two_ways_are_refused(refused, tmp_path):
    (tmp_path / "list.txt").write_text("c1\n")
    (tmp_path / "old.json").write_text("{}")
    assert "leave out --select" in refused("--list", "list.txt", "--select", "card.id == 'c2'", code=2)
    assert "--since compares all cards; leave out --list" in refused(
        "--since", "old.json", "--list", "list.txt", code=2
    )
    assert "leave out --select" in refused("--since", "old.json", "--select", "card.id == 'c2'", code=2)
    assert "leave out --since" in refused("--since", "old.json", "--sheet", "1", code=2)
    assert "leave out --since" in refused("--since", "old.json", "--watch", code=2)
    assert "in one language and one edition" in refused("--edition", "all", "--watch", code=2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c1 2\nc99\nc1x 1\n", "list.txt:2:1: error[unknown-piece]: the deck has no piece 'c99'; did you mean 'c9'?"),
        ("c1 2\nc1x 1\nfire\n", "list.txt:3:1: error[unknown-piece]: the deck has no piece 'fire'"),
        ("c1 two\n", "list.txt:1:4: error[wrong-list]: 'two' is not a count of copies"),
        ("c1 -2\n", "'-2' is not a count of copies"),
        ("c1 1.5\n", "'1.5' is not a count of copies"),
        ("c1 2 3\n", "list.txt:1:6: error[wrong-list]: a line has an id and a count, and this one more"),
        ("", "the list asks for no card hint: a line is an id and a count, such as: symbols-001 2"),
        ("# nothing\n\nc1 0\n", "the list asks for no card"),
        ("c1 99999\nc2 99999\n", "the list asks for more than 100,000 cards"),
        ("c1 99999999999999999999\n", "is not a count of copies"),
    ],
)
def test_a_list_that_can_not_be_printed_is_reported_with_its_line(refused, tmp_path, text, words):
    (tmp_path / "list.txt").write_text(text)
    assert words in refused("--list", "list.txt", code=1)


def test_a_list_that_is_no_text_or_without_end_is_reported_in_few_words(refused, tmp_path):
    (tmp_path / "list.txt").write_bytes(bytes(range(255, 100, -1)) * 1000)
    assert "list.txt is no text in UTF-8 hint: a line is an id and a count" in refused("--list", "list.txt", code=1)
    (tmp_path / "list.txt").write_text("\n".join(f"nope{i}" for i in range(90_000)))
    said = refused("--list", "list.txt", code=1)
    assert "the ids below were not looked for" in said
    assert len(said) < 20_000
    (tmp_path / "list.txt").write_text("a b c\n" * 1_000_000)
    said = refused("--list", "list.txt", code=1)
    assert "the lines below were not read" in said
    assert len(said) < 40_000


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck": "lanterns"}, "old.json is the manifest of the deck 'lanterns', not of 'sample'"),
        (
            {"language": "pt"},
            "is the manifest of a build in 'pt', not in 'en' hint: give the manifest of that language",
        ),
        ({"schema": 3}, "old.json:2:13: error[other-manifest]: the manifest was written by a newer carddesigner"),
        (
            {"schema": 1, "version": "0.0.9"},
            "old.json has digests of faces of schema 1, which can't be compared with those of schema 2 hint: carddesigner "
            "0.0.9 wrote it: build the deck as it was printed once more with this one, and give that manifest",
        ),
        ({"pieces": None}, "this is no manifest of carddesigner"),
        ({"pieces": [7]}, "the manifest is not as build wrote it"),
        ({"decks": 0}, "decks is less than 1"),
    ],
)
def test_a_manifest_that_is_of_something_else_is_reported(sample, cli, tmp_path, change, words):
    assert cli("build", "./sample").code == 0
    pdf, manifest = (tmp_path / f"output/sample/sample-sheets.{kind}" for kind in ("pdf", "json"))
    before = pdf.read_bytes(), manifest.read_bytes()
    (tmp_path / "old.json").write_text(json.dumps({**json.loads(before[1]), **change}, indent=2))
    done = cli("build", "./sample", "--since", "old.json")
    assert (done.code, words in " ".join(done.err.split())) == (1, True), done.err
    assert (pdf.read_bytes(), manifest.read_bytes()) == before


def test_a_printer_that_was_measured_otherwise_is_reported(sample, cli, tmp_path):
    assert cli("calibrate", "--printer", "office", "--set", "A 1 -2, B 1 -2, C 1 -2, D 1 -2").code == 0
    said = cli("build", "./sample", "--printer", "ofice")
    assert (said.code, "did you mean 'office'?" in said.err) == (1, True)
    said = cli("build", "./sample", "--printer", "office", "--duplex", "short-edge")
    assert said.code == 1
    assert "was measured flipping on the long edge, and these sheets are set out for the short edge" in said.err
    assert "carddesigner calibrate --printer NAME --duplex short-edge" in said.err
    assert not (tmp_path / "output/sample").exists()
    # Pages without cards lie upright, and are printed by whatever the printer is.
    assert cli("calibrate", "--printer", "wide", "--landscape", "--set", "A 1 -2, B 1 -2, C 1 -2, D 1 -2").code == 0
    assert cli("build", "./sample", "--printer", "wide").code == 1
    text = (sample.path / "deck.yaml").read_text()
    sample.write("deck.yaml", text.replace("size: poker", "size: [88.9mm, 63.5mm]"))
    assert cli("build", "./sample", "--printer", "wide", "--cover").code == 0
    assert cli("build", "./sample", "--printer", "wide", "--manual-duplex", "face-up").code == 0
