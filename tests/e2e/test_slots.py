"""Pre-cut sheets, sheets of one's own and sheets already begun: from the command line to the paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageOps

DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: [2in, 3.5in], corner: 0, bleed: 3mm, safe: 3mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: cards, rows: cards.csv, front: sample#front, back: sample#back}
"""
FACES = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces:
  front: {zones: {ground: {in: bleed, fill: glow}, name: {in: safe, text: "{{ card.name }}", size: 20pt, color: ink}}}
  back: {zones: {ground: {in: bleed, fill: ink}, name: {in: safe, text: "{{ card.name }}", size: 20pt, color: glow}}}
"""
SCATTERED = """\
print:
  marks: [slug]
  sheet:
    slots:
      - {left: 12mm, top: 15mm, size: [2in, 3.5in]}
      - {left: 80mm, top: 20mm, size: [3.5in, 2in]}
      - {left: 100mm, top: 90mm, size: [3.5in, 2in], turn: 270}
      - {left: 20mm, top: 150mm, size: [2in, 3.5in], turn: 180}
"""
SCALE = 1.5
"""Pixels for a point."""


@pytest.fixture
def sample(deck) -> Any:
    deck.write("deck.yaml", DECK)
    deck.write("cards.csv", "name\n" + "".join(f"Card {n}\n" for n in range(1, 14)))
    deck.write("templates/sample.yaml", FACES)
    return deck


@pytest.fixture
def made(tmp_path) -> Path:
    return tmp_path / "output/sample/sample-sheets.pdf"


def pages(pdf: Path) -> list[Image.Image]:
    """What is printed on each page, black on white, without the words in the margins."""
    with pdfium.PdfDocument(pdf) as document:
        shown = [page.render(scale=SCALE).to_pil().convert("RGB") for page in document]
    # Yellow and black have no blue; the white paper has.
    return [page.getchannel("B").point(lambda v: 0 if v < 160 else 255) for page in shown]


def words(pdf: Path) -> list[str]:
    with pdfium.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("layout", [(), ("--first-slot", "2", "--blank-slots", "3")])
def test_backs_lie_behind_their_fronts_to_the_pixel(sample, cli, made, duplex, layout):
    sample.write("deck.yaml", DECK + SCATTERED.replace("[slug]", "[fold]"))
    done = cli("build", "./sample", "--duplex", duplex, *layout)
    assert done.code == 0, done.err
    shown = pages(made)
    turned = ImageOps.mirror if duplex == "long-edge" else ImageOps.flip
    for front, back in zip(shown[::2], shown[1::2], strict=True):
        ground = Image.eval(front, lambda v: v)
        behind = turned(back)
        # Letters differ; outside of the pieces nothing may.
        apart = ImageChops.difference(_filled(ground), _filled(behind))
        assert sum(apart.histogram()[128:]) < 0.002 * apart.width * apart.height
        assert sum(front.histogram()[:128]) > 0.02 * front.width * front.height


def _filled(page: Image.Image) -> Image.Image:
    """The page's ink with the letters in it closed."""
    # The least, then the greatest of nine by nine pixels; what is moved out comes in on the other side, where the paper is white.
    for of_both in (ImageChops.darker, ImageChops.lighter):
        for x, y in ((1, 0), (2, 0), (4, 0), (1, 0), (0, 1), (0, 2), (0, 4), (0, 1)):
            page = of_both(page, ImageChops.offset(page, x, y))
        page = ImageChops.offset(page, -4, -4)
    return page


def test_a_makers_sheet_by_its_name(sample, cli, made):
    done = cli("build", "./sample", "--sheet-layout", "avery-8371")
    assert done.code == 0
    assert "Sample on Letter portrait, 2 × 5 a sheet, duplex long-edge\n" in done.err
    assert "2 sheets; the last has 3 of 10\n" in done.err
    assert "on sheets avery-5371 (Letter), on both sides" in done.err
    assert "Cut along the marks" not in done.err
    front = pages(made)[0]
    left, top, right, bottom = (v / SCALE / 72 for v in front.point(lambda v: 255 - v).getbbox())
    # Ten slots of 3.5 × 2 in, and 3 mm of bleed around all of them.
    assert (left, right) == pytest.approx((0.75 - 0.118, 7.75 + 0.118), abs=0.02)
    assert top == pytest.approx(0.5 - 0.118, abs=0.02)
    assert bottom > 10.5


def test_slots_that_are_used_stay_blank(sample, cli, made):
    done = cli("build", "./sample", "--sheet-layout", "avery-5371", "--first-slot", "3", "--blank-slots", "5-6,9")
    assert done.code == 0
    first, back, second, _ = words(made)
    shown = [f"Card {n}" in first for n in range(1, 14)]
    assert shown == [n <= 5 for n in range(1, 14)]
    assert ["Card 5" in back, "Card 6" in back, "Card 6" in second] == [True, False, True]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--first-slot", "12"), "--first-slot 12: a sheet has 10 slots"),
        (("--first-slot", "3", "--blank-slots", "4,13"), "--blank-slots 13: a sheet has 10 slots"),
        (("--first-slot", "11"), "--first-slot 11: all 10 slots of the first sheet are blank"),
        (("--blank-slots", "2", "--order", "cut-stacks"), "--order cut-stacks can't leave slots blank"),
    ],
)
def test_slots_that_cant_be_blank_are_named_with_their_option(sample, cli, options, message):
    told = cli("build", "./sample", "--sheet-layout", "avery-5371", *options)
    assert told.code == 1
    assert message in told.err


def test_a_number_that_no_slot_has_is_refused_before_anything_is_done(sample, cli):
    told = cli("build", "./sample", "--first-slot", "1000000000")
    assert told.code == 2
    assert "1000000000 is no slot of a sheet; write 1 to 2,500" in told.err


def test_one_page_is_no_pages(sample, cli):
    told = cli("build", "./sample", "--duplex", "none", "--select", "card.name == 'Card 3'")
    assert "sample-sheets.pdf  1 page, " in told.err


PUT = "Put paper into the printer in this order, from the top: "


@pytest.mark.parametrize(
    ("options", "step"),
    [
        (("--cover",), f"{PUT}plain Letter for the cover, then new sheets."),
        (("--first-slot", "3"), f"{PUT}the begun sheet, then new sheets."),
        (("--first-slot", "3", "--select", "card.name == 'Card 3'"), "Put the begun sheet into the printer."),
        (("--first-slot", "3", "--sheet", "2"), None),
        (
            ("--manual-duplex", "face-down", "--cover", "--blank-slots", "2"),
            f"{PUT}plain Letter for the cover, then the begun sheet, then new sheets, then plain Letter for the page “Now the backs”.",
        ),
        ((), None),
    ],
)
def test_the_steps_say_what_is_printed_on_plain_paper_and_where_the_begun_sheet_goes(sample, cli, options, step):
    done = cli("build", "./sample", "--sheet-layout", "avery-5371", *options)
    assert done.code == 0, done.err
    assert step in done.err if step else "into the printer" not in done.err


def test_the_begun_sheet_is_on_top_on_plain_paper_too_and_left_out_where_nothing_fits_it(sample, cli):
    assert f"{PUT}the begun sheet, then new sheets." in cli("build", "./sample", "--first-slot", "3").err
    assert "into the printer" not in cli("build", "./sample", "--cover").err
    mixed = SCATTERED.replace("[2in, 3.5in], turn: 180", "[3in, 3in]")
    sample.write("deck.yaml", DECK + mixed)
    done = cli("build", "./sample", "--first-slot", "4")
    assert "warning[begun-unused]" in done.err
    assert "the begun sheet, then" not in done.err


def test_a_slot_that_nothing_fits_is_warned_of_at_its_place_unless_only_some_cards_are_printed(sample, cli):
    sample.write("deck.yaml", DECK + SCATTERED.replace("[3.5in, 2in], turn: 270", "[3.5in, 2in], turn: 180"))
    told = " ".join(cli("build", "./sample").err.split())
    assert "sample/deck.yaml:14:9: warning[empty-slot]: slot 3 stays empty" in told
    assert "`turn: 90` or `turn: 270` would do" in told
    assert "empty-slot" in cli("validate", "./sample").err
    assert "empty-slot" not in cli("build", "./sample", "--select", "card.name == 'Card 3'").err


def test_titles_say_what_a_sheet_holds(sample, cli, made):
    done = cli("build", "./sample", "--sheet-layout", "avery-5371", "--sheet-titles")
    assert done.code == 0
    first, back, second, _ = words(made)
    assert "cards: 10 of 13" in first
    assert "cards: 3 of 13" in second
    assert "of 13" not in back
    assert cli("build", "./sample", "--sheet-titles", "--select", "'3' in card.name").code == 0
    assert "cards: 2" in words(made)[0]


def test_the_sheet_of_the_deck_and_plain_paper_instead(sample, cli, made):
    sample.write("deck.yaml", DECK + "print:\n  sheet: avery-5371\n  sheet-titles: true\n")
    assert "on Letter portrait, 2 × 5" in cli("build", "./sample").err
    assert "on A4 landscape, 5 × 2" in cli("build", "./sample", "--sheet-layout", "none").err
    told = cli("build", "./sample", "--paper", "A4", "--gutter", "2mm")
    assert told.code == 1
    assert "error[sheet-setting]: --paper A4: avery-5371 is Letter\n" in told.err
    assert "error[sheet-setting]: --gutter: avery-5371 sets where its slots are\n" in told.err
    assert "--cutting-template: avery-5371 is cut already" in cli("build", "./sample", "--cutting-template").err
    assert cli("build", "./sample", "--layout", "pieces").code == 0


@pytest.mark.parametrize(
    ("written", "place", "words_"),
    [
        ("{left: 170mm, top: 0, size: [2in, 3.5in]}", "12:9", "left: 159.2mm, top: 0mm"),
        ("{left: 30mm, top: 40mm, size: [2in, 3.5in]}", "12:9", "the nearest free place is left: 60.8mm, top: 40mm"),
        ("{left: 70mm, top: 0, size: poker}", None, ""),
    ],
)
def test_wrong_slots_are_located(sample, cli, written, place, words_):
    slots = f"print:\n  sheet:\n    slots:\n      - {{left: 10mm, top: 10mm, size: [2in, 3.5in]}}\n      - {written}\n"
    sample.write("deck.yaml", DECK + slots)
    told = cli("validate", "./sample")
    if place is None:
        assert "no errors" in told.err
        return
    assert told.code == 1
    assert f"sample/deck.yaml:{place}: error[" in told.err
    assert words_ in told.err


def test_slots_for_other_stocks_are_an_error_that_names_sheets_that_would_do(sample, cli):
    sample.write("deck.yaml", DECK + "print: {sheet: avery-c32011}\n")
    told = cli("validate", "./sample")
    assert told.code == 1
    assert "sample/deck.yaml:8:16: error[no-slot]: pieces of 'cards' are 50.8 × 88.9 mm" in told.err
    assert "hint: of the known sheets, avery-5371, avery-8373, southworth-bc554 would fit" in told.err


def test_the_known_sheets_are_listed_with_their_source(cli):
    told = cli("list", "--sheets")
    assert "avery-5371        business cards, 3.5 × 2 in: 10 on Letter" in told.out
    assert "numbers from gLabels" in told.out
    data = json.loads(cli("list", "--sheets", "--json").out)["sheets"]
    first = next(s for s in data if s["name"] == "avery-5371")
    assert first["slots"][0] == [19.05, 12.7, 88.9, 50.8]
    assert "avery-8371" in first["also"]


def test_booklets_keep_the_plain_paper(sample, cli, tmp_path):
    booklet = "  - {id: rules, booklet: rules.md, page: [100mm, 150mm], front: booklet#page}\n"
    sample.write("deck.yaml", DECK + booklet)
    sample.write("rules.md", "# Rules\n\nPlay.\n")
    for options, width in ((), 297), (("--paper", "Letter"), 279.4):
        done = cli("build", "./sample", "--sheet-layout", "avery-5371", *options)
        assert done.code == 0, done.err
        with pdfium.PdfDocument(tmp_path / "output/sample/sample-rules-booklet.pdf") as document:
            assert max(document[0].get_size()) * 25.4 / 72 == pytest.approx(width, abs=0.1)
    sample.write("deck.yaml", DECK + booklet + "print: {sheet: avery-5371}\n")
    told = cli("stats", "./sample", "--json")
    assert told.code == 0, told.err
    used = {(u["component"], u["paper"]) for u in json.loads(told.out)["sheets"] if u["sheets"]}
    assert used == {("cards", "Letter"), ("rules", "A4")}
    assert "A4" in cli("stats", "./sample").out
    assert cli("stats", "./sample", "--html", "stats.html").code == 0


def test_stats_count_on_the_sheets_own_paper(sample, cli):
    sample.write("deck.yaml", DECK + "print: {sheet: avery-5371}\n")
    told = cli("stats", "./sample")
    assert told.code == 0
    assert "Letter" in told.out
    assert "A4" not in told.out
