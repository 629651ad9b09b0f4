"""A deck with a rule book and a leaflet, built and read back: its files, pages, sheets, and what is said about them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Report, Severity
from carddesigner.export.owner import OWNER
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.validate import validate_deck
from carddesigner.preflight.judge import judge
from carddesigner.targets.target import target_of

MM = 72 / 25.4
DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker}}
languages: [pt]
components:
  - {id: cards, copies: 3, front: sample#card}
  - {id: rules, booklet: rules.md, page: [120mm, 170mm], front: booklet#page, cover: booklet#cover}
  - {id: short, leaflet: short.md, fold: letter, front: booklet#panel}
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces:
  card: {zones: {name: {text: "A card"}}}
"""
RULES = "\n\n---\n\n".join(f"# Part {n}\n\nThis is text{n}." for n in range(1, 7))


@pytest.fixture
def sample(deck):
    deck.write("deck.yaml", DECK)
    deck.write("templates/sample.yaml", TEMPLATE)
    for name in ("rules", "short"):
        deck.write(f"{name}.md", RULES)
        deck.write(f"{name}.pt.md", RULES.replace("This is", "Eis o"))
    return deck


def texts(path: Path) -> list[list[str]]:
    """The numbers of the texts on each page, from left to right and top to bottom as they were drawn."""
    document = pdfium.PdfDocument(path)
    found = [re.findall(r"text(\d)", page.get_textpage().get_text_range()) for page in document]
    document.close()
    return found


def test_booklets_are_files_of_their_own_beside_the_sheets(sample, tmp_path):
    result = build_deck(sample.path, PrintOptions(output=tmp_path / "out"))
    names = {
        "sample-sheets.pdf": 1,
        "sample-rules-pages.pdf": 8,
        "sample-rules-booklet.pdf": 4,
        "sample-short-pages.pdf": 6,
        "sample-short-leaflet.pdf": 2,
    }
    assert {p.name for p in (tmp_path / "out/sample").iterdir()} == {*names, "sample-sheets.json", OWNER}
    listed = json.loads((tmp_path / "out/sample/sample-sheets.json").read_text())
    assert {a["path"]: a["pages"] for a in listed["artifacts"]} == names
    assert [p["id"] for p in listed["pieces"]][:2] == ["cards", "rules-001"]
    assert {s["piece"] for p in listed["pages"] for s in p["slots"]} == {"cards"}
    assert [c.id for c in result.components] == ["cards"]
    assert [(f.component, f.kind, f.sheets) for f in result.folded] == [
        ("rules", "booklet", 2),
        ("short", "leaflet", 1),
    ]


@pytest.mark.parametrize(
    ("binding", "text", "inner"),
    [
        ("", "This is text{n}.", ["3", "4"]),
        ("", "\u200fThis is text{n}.", ["4", "3"]),
        (", binding: right", "This is text{n}.", ["4", "3"]),
        (", binding: left", "\u200fThis is text{n}.", ["3", "4"]),
    ],
)
def test_text_from_right_to_left_is_bound_on_the_right(sample, tmp_path, binding, text, inner):
    sample.write(
        "deck.yaml", DECK.replace("booklet: rules.md,", f"booklet: rules.md{binding},").replace("languages: [pt]\n", "")
    )
    sample.write("rules.md", "\n\n---\n\n".join(text.format(n=n) for n in range(1, 7)))
    build_deck(sample.path, PrintOptions(output=tmp_path / "out", duplex="short-edge"))
    with pdfium.PdfDocument(tmp_path / "out/sample/sample-rules-booklet.pdf") as document:
        page = document[3].get_textpage()
        found = {}
        for n in range(1, 7):
            hit = page.search(f"text{n}").get_next()
            if hit is not None:
                found[page.get_charbox(hit[0])[0]] = str(n)
    assert [found[x] for x in sorted(found)] == inner


def test_pages_to_read_come_in_order_and_show_no_bleed(sample, tmp_path):
    build_deck(sample.path, PrintOptions(output=tmp_path / "out"))
    path = tmp_path / "out/sample/sample-rules-pages.pdf"
    assert texts(path) == [[], *([str(n)] for n in range(1, 7)), []]
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            sizes = {
                n: [float(page[n][2] - page[n][0]), float(page[n][3] - page[n][1])] for n in ("/CropBox", "/MediaBox")
            }
            assert sizes["/CropBox"] == pytest.approx([120 * MM, 170 * MM], abs=0.01)
            assert sizes["/MediaBox"] == pytest.approx([126 * MM, 176 * MM], abs=0.01)
        assert str(pdf.Root.PageLabels.Nums[1]["/P"]) == "1"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_sheets_to_print_have_four_pages_each_from_the_outside_in(sample, tmp_path, paper, duplex):
    settings = PrintOptions(output=tmp_path / "out", paper=PAPERS[paper], duplex=duplex)
    result = build_deck(sample.path, settings)
    # Of eight pages the first is the cover and the last blank: page 2 has text 1.
    outer_front, outer_back, inner_front, inner_back = texts(tmp_path / "out/sample/sample-rules-booklet.pdf")
    assert (outer_front, sorted(outer_back)) == ([], ["1", "6"])
    assert (sorted(inner_front), sorted(inner_back)) == (["2", "5"], ["3", "4"])
    booklet = result.folded[0]
    assert booklet.summary == f"8 pages of 120 × 170 mm on 2 sheets of {paper}"
    assert booklet.steps == (
        f"Print at 100 % (“actual size”, not “fit”) on {paper}, paper of 80 to 120 g/m², on both sides, "
        f"flipped on the {duplex.replace('-', ' ')}.",
        "Fold the sheets together in the middle, the cover outside, and staple them at the two lines in the fold.",
        "Cut head, foot and open edge along the marks.",
    )


def test_a_leaflet_of_one_sheet_has_one_back_to_print_by_hand(sample, tmp_path):
    options = PrintOptions(output=tmp_path / "out", manual_duplex="face-down")
    booklet, leaflet = build_deck(sample.path, options).folded
    assert "then print pages 5 to 6." in booklet.steps[1]
    assert leaflet.steps[1].endswith("; then print page 4.")
    with pdfium.PdfDocument(tmp_path / "out/sample/sample-short-leaflet.pdf") as document:
        page = document[1].get_textpage().get_text_range()
    assert "Print page 4, one side." in page
    assert "first two" not in page


@pytest.mark.parametrize("page", ["poker", "mini", "[50mm, 50mm]"])
def test_the_shipped_pages_go_with_the_size_of_a_card(sample, page):
    sample.write("deck.yaml", DECK.replace("[120mm, 170mm]", page).replace("letter,", f"letter, page: {page},"))
    report = Report()
    validate_deck(sample.path, report)
    assert not report.errors


def test_a_language_has_files_of_its_own(sample, tmp_path):
    build_deck(sample.path, PrintOptions(output=tmp_path / "out", language="pt"))
    path = tmp_path / "out/sample/sample-rules-pages-pt.pdf"
    document = pdfium.PdfDocument(path)
    assert "Eis o text1" in document[1].get_textpage().get_text_range()
    document.close()
    assert (tmp_path / "out/sample/sample-short-leaflet-pt.pdf").is_file()


def test_a_print_house_gets_single_pages_with_their_bleed(sample, tmp_path):
    build_deck(sample.path, PrintOptions(output=tmp_path / "out", layout="pieces"))
    assert {p.name for p in (tmp_path / "out/sample").glob("*.pdf")} == {
        "sample-pieces.pdf",
        "sample-rules-pages.pdf",
        "sample-short-pages.pdf",
    }


def test_a_print_house_gets_pages_in_its_inks_standard_and_with_crop_marks(sample, tmp_path, cli):
    out = tmp_path / "out"
    options = ("--layout", "pieces", "--standard", "pdfx1a", "--marks", "crop")
    ran = cli("build", f"{sample.path}/", "-o", out, *options)
    assert ran.code == 0, ran.err
    assert "sample-rules-pages.pdf  8 pages, to print" in ran.err
    path = out / "sample/sample-rules-pages.pdf"
    found = judge(path, target_of("pdfx1a")).findings
    assert not [f for f in found if f.severity is Severity.ERROR]
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            assert "/CropBox" not in page
            trim, media = ([float(n) for n in page[box]] for box in ("/TrimBox", "/MediaBox"))
            assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([120 * MM, 170 * MM], abs=0.01)
            assert media[2] > 135 * MM


def test_only_a_booklet_that_has_changed_is_printed_again(sample, tmp_path):
    build_deck(sample.path, PrintOptions(output=tmp_path / "old"))
    since = tmp_path / "old/sample/sample-sheets.json"
    assert build_deck(sample.path, PrintOptions(output=tmp_path / "new", since=since)).artifacts == ()
    sample.write("rules.md", RULES.replace("text3", "text9"))
    result = build_deck(sample.path, PrintOptions(output=tmp_path / "new", since=since))
    assert result.changes.changed == ("rules-004",)
    assert {a.path.name for a in result.artifacts} == {
        "sample-sheets.json",
        "sample-rules-pages.pdf",
        "sample-rules-booklet.pdf",
    }
    assert texts(tmp_path / "new/sample/sample-rules-pages.pdf")[1:4] == [["1"], ["2"], ["9"]]


def test_a_deck_may_be_a_booklet_alone(sample, tmp_path, cli):
    sample.write("deck.yaml", "".join(line for line in DECK.splitlines(True) if "cards" not in line))
    ran = cli("build", f"{sample.path}/", "--json")
    assert ran.code == 0, ran.err
    (made,) = json.loads(ran.out)["decks"]
    assert [f["id"] for f in made["folded"]] == ["rules", "short"]
    assert made["components"] == []
    assert not [a for a in made["artifacts"] if a["path"].endswith("sheets.pdf")]
    said = cli("build", f"{sample.path}/").err
    assert "rules: 8 pages of 120 × 170 mm on 2 sheets of A4" in said
    assert "sample-rules-booklet.pdf  4 pages, to print" in said
    assert "Next: 1. Print at 100 %" in said


def test_a_printer_of_one_side_prints_the_fronts_first(sample, tmp_path):
    result = build_deck(sample.path, PrintOptions(output=tmp_path / "out", manual_duplex="face-down"))
    assert result.folded[0].steps[0].endswith("on one side: pages 1 to 3, the fronts.")
    found = texts(tmp_path / "out/sample/sample-rules-booklet.pdf")
    assert [sorted(p) for p in found] == [[], ["2", "5"], [], [], ["1", "6"], ["3", "4"]]


def test_a_page_too_large_for_the_paper_is_refused_by_validate_too(sample, cli, tmp_path):
    sample.write("deck.yaml", DECK.replace("[120mm, 170mm]", "[149mm, 170mm]"))
    with pytest.raises(DeckError) as raised:
        build_deck(sample.path, PrintOptions(output=tmp_path / "out"))
    (problem,) = raised.value.report.errors
    assert problem.code == "paper-too-small"
    assert "A3 or Tabloid or SRA3 would do" in problem.message
    assert (problem.span.line, problem.hint) == (7, "on A4 it has up to page: [148.5mm, 210mm]")
    assert not (tmp_path / "out").exists()
    ran = cli("validate", f"{sample.path}/")
    assert (ran.code, "paper-too-small" in ran.err + ran.out) == (1, True)


@pytest.mark.parametrize(("part", "there"), [("rules", "page: [146mm, 206mm]"), ("short", "page: [97mm, 206mm]")])
def test_cuts_of_pages_without_guides_that_print_are_reported_at_the_pages_size(sample, cli, tmp_path, part, there):
    size = DECK.replace("page: [120mm, 170mm]" if part == "rules" else "fold: letter", there)
    if part == "short":
        size = size.replace(there, f"{there}, fold: letter")
    sample.write("deck.yaml", size)
    line = next(n for n, text in enumerate(size.splitlines(), 1) if there in text)
    done = cli("build", str(sample.path), "-o", str(tmp_path / "out"), "--paper", "A4")
    assert done.code == 0
    assert re.search(
        rf"deck.yaml:{line}:\d+: warning\[no-guides\]: {part}: the cuts at .* mm .* have no two guides", done.err
    )
    assert "on A3, Tabloid and SRA3 all have theirs" in done.err
    assert "no-guides" not in cli("build", str(sample.path), "-o", str(tmp_path / "out"), "--paper", "A3").err


def test_copies_are_printed_one_after_another_and_bounded(sample, tmp_path):
    sample.write("deck.yaml", DECK.replace("booklet: rules.md", "booklet: rules.md, copies: 3"))
    result = build_deck(sample.path, PrintOptions(output=tmp_path / "out"))
    found = texts(tmp_path / "out/sample/sample-rules-booklet.pdf")
    assert found == found[:4] * 3
    assert "Part the stack into 3 booklets; each begins with a sheet that has its cover." in result.folded[0].steps
    with pytest.raises(DeckError) as raised:
        build_deck(sample.path, PrintOptions(output=tmp_path / "out", copies=1000))
    assert "3,000 copies of 8 pages are more than the 10,000 pages" in raised.value.report.errors[0].message


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("{id: a, booklet: rules.md, leaflet: short.md, front: booklet#page}", "component-source", "not both"),
        ("{id: a, pages: rules.md, cover: booklet#cover, front: booklet#page}", "folded-only", "`cover` is for"),
        ("{id: a, leaflet: short.md, thickness: 0.1mm, front: booklet#panel}", "folded-only", "is for a `booklet`"),
        ("{id: a, booklet: rules.md, thickness: -1mm, front: booklet#page}", "wrong-value", "equal to 0"),
        ("{id: a, booklet: rules.md, fold: z, front: booklet#page}", "folded-only", "is for a `leaflet`"),
        ("{id: a, booklet: rules.md, stock: card, front: booklet#page}", "folded-only", "as `page`"),
        ("{id: a, booklet: rules.md, page: [20mm, 100mm], front: booklet#page}", "bad-length", "at least 30 mm"),
        ("{id: a, booklet: rules.md, cover: booklet#covr, front: booklet#page}", "unknown-face", "mean 'cover'"),
        ("{id: a, leaflet: rules.md, fold: zz, front: booklet#panel}", "wrong-value", "did you mean 'z'"),
        ("{id: a, leaflet: rules.md, fold: half, front: booklet#panel}", "text-overflow", "6 panels"),
    ],
)
def test_what_makes_no_sense_is_named_with_its_place(sample, line, code, words):
    sample.write("deck.yaml", DECK + f"  - {line}\n")
    problem = sample.error(code)
    assert words in problem.message
    assert problem.span.line == 9
