"""Fronts alone, on paper that slides into sleeves; and boxes for cards in sleeves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.layout.sleeves import SLEEVES
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job

MM = 72 / 25.4
DECK = """\
deck: mixed
title: Mixed
stocks:
  card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}
  wide: {shape: card, size: [88.9mm, 63.5mm], corner: 3mm, bleed: 3mm, safe: 3mm}
  token: {shape: circle, size: [20mm, 20mm]}
palette: {red: "#c62828", blue: "#1565c0"}
components:
  - {id: cards, copies: 8, front: mixed#card, back: mixed#back, stock: card}
  - {id: plans, copies: 3, front: mixed#plan, stock: wide}
  - {id: coins, copies: 3, front: mixed#coin, stock: token}
  - {id: crate, box: tuck, holds: [cards]}
"""
TEMPLATE = """\
template: mixed
faces:
  card:
    zones:
      ground: {in: bleed, fill: blue}
      inner: {box: {left: 3mm, right: 3mm, top: 3mm, bottom: 3mm}, fill: red}
  back: {zones: {ground: {in: bleed, fill: red}}}
  plan: {zones: {ground: {in: bleed, fill: blue}}}
  coin: {zones: {ground: {in: bleed, fill: blue}}}
"""


@pytest.fixture
def mixed(deck):
    deck.write("deck.yaml", DECK)
    deck.write("templates/mixed.yaml", TEMPLATE)
    return deck.path


def pages(manifest: Path) -> list[dict[str, Any]]:
    return json.loads(manifest.read_text())["pages"]


def printed(folder: Path, tmp_path: Path, sleeves: str, **options: object) -> tuple[Path, list[dict[str, Any]]]:
    made = {
        a.kind: a.path
        for a in build_deck(folder, PrintOptions(output=tmp_path / "out", sleeves=sleeves, **options)).artifacts
    }
    return made["pdf"], pages(made["manifest"])


def test_fronts_alone_of_cards_a_little_smaller_than_these(mixed, tmp_path):
    pdf, found = printed(mixed, tmp_path, "auto")
    assert pdf.name == "mixed-sleeves.pdf"
    slots = [slot for page in found for slot in page["slots"]]
    assert {page["side"] for page in found} == {"front"}
    assert {slot["piece"].split("-")[0] for slot in slots} == {"cards", "plans"}
    sizes = {(slot["piece"].split("-")[0], slot["width_mm"], slot["height_mm"]) for slot in slots}
    assert sizes == {("cards", 63.0, 88.4), ("plans", 88.4, 63.0)}
    assert len(slots) == 11


def test_one_cut_parts_two_papers(mixed, tmp_path):
    _, found = printed(mixed, tmp_path, "auto", select=None)
    first, second = found[0]["slots"][:2]
    assert second["x_mm"] == pytest.approx(first["x_mm"] + first["width_mm"], abs=0.01)


def test_all_of_the_art_is_on_the_paper_and_its_bleed_fills_what_is_left(mixed, tmp_path):
    pdf, found = printed(mixed, tmp_path, "63x88mm")
    k = 8
    image = pdfium.PdfDocument(pdf)[0].render(scale=k).to_pil().convert("RGB")
    slot = found[0]["slots"][0]
    left, top, width, height = (slot[key] * MM * k for key in ("x_mm", "y_mm", "width_mm", "height_mm"))
    scale = min(63 / 63.5, 88 / 88.9)

    def levels(along: str, at: float) -> list[tuple[int, int, int]]:
        spans = range(round(width if along == "x" else height))
        where = [(left + i, top + at) if along == "x" else (left + at, top + i) for i in spans]
        return [image.getpixel((round(x), round(y))) for x, y in where]

    blue, red = (21, 101, 192), (198, 40, 40)
    for along, size, inner in (("x", width, 63.5 - 6), ("y", height, 88.9 - 6)):
        seen = levels(along, (height if along == "x" else width) / 2)
        assert seen.count(red) == pytest.approx(inner * scale * MM * k, abs=3)
        assert seen[2] == seen[-3] == blue
        assert seen.count(red) + seen.count(blue) > size - 6


@pytest.mark.parametrize("name", sorted(SLEEVES))
def test_paper_slides_into_every_sleeve_by_name(mixed, tmp_path, name):
    _, found = printed(mixed, tmp_path, name)
    width, height = SLEEVES[name]
    for slot in (slot for page in found for slot in page["slots"]):
        small, large = sorted((slot["width_mm"], slot["height_mm"]))
        assert (small, large) == pytest.approx((width - 3, height - 3))
        assert (slot["width_mm"] > slot["height_mm"]) == (slot["piece"].startswith("plans") and width != height)


def test_a_build_says_what_to_do_with_them(cli):
    ran = cli("build", "monogoto", "--sleeves", "-o", "x", "--select", "number == 1")
    assert ran.code == 0
    assert "paper of 80 to 120 g/m²" in ran.err
    assert "Slide each paper of 63 × 88.4 mm into a sleeve, before an old card." in ran.err
    small = cli("build", "monogoto", "--sleeves", "gamegenic-yellow", "-o", "x", "--select", "number == 1")
    assert "The cards are drawn at 65% of their size, so that they fit." in small.err


def test_flat_pieces_that_go_into_no_sleeve_are_named(cli, mixed):
    ran = cli("build", str(mixed), "--sleeves", "-o", "x")
    assert ran.code == 0
    assert "warning[no-sleeve]: not printed: coins; only thin rectangles go into sleeves" in ran.err


def test_papers_of_several_sizes_share_a_sheet(deck, tmp_path):
    three = DECK.replace("{shape: circle, size: [20mm, 20mm]}", "{shape: square, size: [57mm, 57mm]}")
    deck.write("deck.yaml", three.replace("[88.9mm, 63.5mm]", "[44mm, 68mm]").replace("copies: 8", "copies: 3"))
    deck.write("templates/mixed.yaml", TEMPLATE)
    _, found = printed(deck.path, tmp_path, "auto")
    assert [len(page["slots"]) for page in found] == [9]


def test_the_size_may_be_left_out_before_the_deck_an_option_and_the_end(cli, mixed):
    for arguments in (("--sleeves", str(mixed)), (str(mixed), "--sleeves"), ("--sleeves", "-q", str(mixed))):
        ran = cli("build", *arguments, "-o", "x")
        assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--sleeves", "gamegenic-gry"), "--sleeves: unknown sleeve 'gamegenic-gry'; did you mean 'gamegenic-gray'?"),
        (("--sleeves", "63x88"), "--sleeves: '63x88' is no size of paper; write such as 63x88mm"),
        (
            ("--sleeves", "auto", "--duplex", "long-edge"),
            "--duplex: --sleeves prints only fronts, on one side; leave out --duplex",
        ),
        (("--sleeves", "auto", "--layout", "pieces"), "--sleeves: --sleeves is for sheets"),
        (("--sleeves", "auto", "--since", "x.json"), "--since: --since compares whole cards; leave out --sleeves"),
    ],
)
def test_wrong_use_is_reported(cli, options, said):
    ran = cli("build", "monogoto", *options)
    assert ran.code == 2
    assert said in " ".join(ran.err.split())


def test_papers_for_sleeves_are_no_printed_cards(cli, mixed, tmp_path):
    for folder, options in (("papers", ("--sleeves",)), ("cards", ())):
        assert cli("build", mixed, "-o", folder, *options).code == 0
    papers, cards = tmp_path / "papers/mixed/mixed-sleeves.json", tmp_path / "cards/mixed/mixed-sheets.json"
    ran = cli("build", mixed, "-o", "x", "--since", papers)
    assert ran.code == 1
    assert "mixed-sleeves.json is the manifest of papers for sleeves, not of cards" in ran.err
    made_of = [{p["id"]: p["inputs_sha256"] for p in json.loads(m.read_text())["pieces"]} for m in (papers, cards)]
    assert set(made_of[0].values()).isdisjoint(made_of[1].values())


BY_EXPRESSION = """\
deck: mixed
title: Mixed
stocks:
  token: {shape: circle, size: [20mm, 20mm]}
  small: {shape: card, size: [44mm, 68mm]}
  large: {shape: card, size: poker}
palette: {red: "#c62828", blue: "#1565c0"}
components:
  - {id: pieces, rows: pieces.csv, front: mixed#coin, stock: "{{ card.of }}"}
  - {id: plans, front: mixed#coin, stock: large}
"""


def test_each_piece_goes_into_a_sleeve_or_not_by_the_stock_that_it_names(cli, deck, mixed, tmp_path):
    deck.write("deck.yaml", BY_EXPRESSION)
    deck.write("pieces.csv", "id,of\na,small\nb,token\n")
    ran = cli("build", mixed, "-o", "x", "--sleeves", "--select", "component == 'pieces'")
    assert ran.code == 0, ran.err
    found = pages(tmp_path / "x/mixed/mixed-sleeves.json")
    assert [(s["piece"], s["width_mm"], s["height_mm"]) for p in found for s in p["slots"]] == [("a", 43.5, 67.5)]
    assert "Slide each paper of 43.5 × 67.5 mm into a sleeve" in ran.err


def test_a_deck_without_cards_has_nothing_for_sleeves(cli, deck, mixed):
    kept = [
        line for line in DECK.splitlines() if not any(f"id: {name}" in line for name in ("cards", "plans", "crate"))
    ]
    deck.write("deck.yaml", "\n".join(kept))
    ran = cli("build", mixed, "--sleeves")
    assert ran.code == 1
    assert "error[no-cards]: none of the deck's pieces goes into a sleeve" in ran.err


def content(path: Path) -> str:
    report = Report()
    pieces = lay_out(print_job(loaded_deck(path, report)), report)
    return next(p.stock.die.outside for p in pieces if p.stock is not None)


def test_a_box_has_room_for_cards_in_their_sleeves(mixed):
    bare = content(mixed)
    (mixed / "deck.yaml").write_text(
        DECK.replace("box: tuck", "box: {shape: tuck, sleeve: 0.06mm}").replace("copies: 8", "copies: 80")
    )
    sleeved = content(mixed)
    (mixed / "deck.yaml").write_text(DECK.replace("copies: 8", "copies: 80"))
    thick = content(mixed)
    assert sleeved.depth - thick.depth == pytest.approx(1.05 * 80 * 2 * 0.06 * MM)
    assert sleeved.width - thick.width == pytest.approx(3 * MM)
    assert sleeved.height - thick.height == pytest.approx(3 * MM)
    assert bare.width == pytest.approx(thick.width)


@pytest.mark.parametrize("sleeve", ["0mm", "-1mm", "2mm"])
def test_a_film_without_thickness_is_refused(deck, mixed, sleeve):
    deck.write("deck.yaml", DECK.replace("box: tuck", f"box: {{shape: tuck, sleeve: {sleeve}}}"))
    assert "`sleeve` is more than 0 and at most 1mm" in deck.error("bad-length").message
