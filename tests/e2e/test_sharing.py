"""Sheets that pieces share: what is printed on fewer sheets so, what keeps to itself, and which sheets have backs."""

from __future__ import annotations

import json
import re

import pytest

from carddesigner.core.report import DeckError
from carddesigner.pipeline.build import PrintOptions, build_deck

DECK = """\
deck: mixed
title: Mixed
stocks:
  card: {shape: card, size: poker, bleed: 3mm}
  token: {shape: circle, size: [30mm, 30mm], bleed: 2mm}
  tile: {shape: square, size: [50mm, 50mm], bleed: 2mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: cards, copies: 11, front: mixed#front, back: mixed#back}
  - {id: tokens, stock: token, copies: 5, front: mixed#front}
  - {id: tiles, stock: tile, copies: 3, front: mixed#front, back: mixed#back}
"""
TEMPLATE = """\
template: mixed
faces:
  front: {zones: {ground: {in: bleed, fill: glow}}}
  back: {zones: {ground: {in: bleed, fill: ink}}}
"""


@pytest.fixture
def mixed(deck):
    """Eleven cards, five tokens without backs, and three tiles."""
    deck.write("deck.yaml", DECK)
    deck.write("templates/mixed.yaml", TEMPLATE)
    return deck


def pages(deck, tmp_path, **options):
    """What lies on each page: its side, and the components on it."""
    built = build_deck(deck.path, PrintOptions(output=tmp_path / "output", **options))
    manifest = json.loads(built.artifacts[0].path.with_suffix(".json").read_text())
    return built, [(page["side"], page["component"], len(page["slots"])) for page in manifest["pages"]]


def test_what_is_left_over_of_three_sizes_shares_a_sheet_and_build_says_what_that_saves(mixed, tmp_path):
    built, found = pages(mixed, tmp_path)
    assert found == [
        ("front", "cards", 9),
        ("back", "cards", 9),
        ("front", "cards+tokens+tiles", 10),
        ("back", "cards+tokens+tiles", 5),
    ]
    assert built.usage.startswith("2 sheets, 2 fewer than without sharing; the last of cards has 9 of 9. Sheets needed")
    assert built.summary == "Mixed on A4 portrait, 3 × 3 a sheet, 1 sheet of several sizes, duplex long-edge"
    mixed.write("deck.yaml", DECK.replace("copies: 11", "copies: 2"))
    assert pages(mixed, tmp_path)[0].summary == "Mixed on A4, 1 sheet of several sizes, duplex long-edge"


def test_the_sheets_of_components_and_those_they_share_add_up(mixed, cli):
    told = cli("build", str(mixed.path)).err
    table = dict(re.findall(r"^  (\S+) .* (\d+|–)$", told, re.M))
    assert table == {"cards": "1", "tokens": "–", "tiles": "–", "(shared)": "1", "total": "2"}


def test_components_are_kept_apart_where_that_is_asked_for(mixed, tmp_path):
    apart = ["cards", "cards", "tokens", "tiles"]
    built, found = pages(mixed, tmp_path, share=False)
    assert [name for side, name, _ in found if side == "front"] == apart
    assert built.usage.startswith("4 sheets; ")
    mixed.write("deck.yaml", DECK + "print: {share: false}\n")
    assert [name for side, name, _ in pages(mixed, tmp_path)[1] if side == "front"] == apart
    assert len(pages(mixed, tmp_path, share=True)[1]) == 4


def test_no_share_keeps_components_of_one_stock_and_back_apart_too(mixed, tmp_path, cli):
    mixed.write("deck.yaml", DECK.replace("stock: tile, ", ""))
    assert len(pages(mixed, tmp_path)[1]) == 4
    done = cli("build", "./sample", "--no-share")
    assert done.code == 0, done.err
    assert "4 sheets; the last of cards has 2 of 9" in done.err


@pytest.mark.parametrize("name", ["outflank", "three-fields"])
def test_sheets_said_to_be_needed_on_other_papers_are_those_that_a_build_on_them_takes(name, tmp_path):
    built = build_deck(name, PrintOptions(output=tmp_path / "A4"))
    needed = dict(re.findall(r"(Letter|A3|Tabloid|SRA3) (\d+)", built.usage.partition("on other papers: ")[2]))
    assert len(needed) == 4
    takes = {p: build_deck(name, PrintOptions(output=tmp_path / p, paper=p)).sheets for p in needed}
    assert {paper: int(count) for paper, count in needed.items()} == takes


TABS = """\
deck: mixed
title: Mixed
stocks:
  tab-1: {shape: polygon, size: [66mm, 102mm], outline: [[0, 0], [22mm, 0], [22mm, 10mm], [66mm, 10mm], [66mm, 102mm], [0, 102mm]]}
  tab-2: {shape: polygon, size: [66mm, 102mm], outline: [[0, 10mm], [44mm, 10mm], [44mm, 0], [66mm, 0], [66mm, 102mm], [0, 102mm]]}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: tabs, rows: tabs.csv, stock: "tab-{{ card.place }}", front: mixed#front}
  - {id: others, rows: tabs.csv, stock: "tab-{{ card.place }}", front: mixed#front}
"""


def test_outlines_of_one_size_share_sheets_in_stacks_and_where_components_are_kept_apart(mixed, tmp_path):
    mixed.write("deck.yaml", TABS)
    mixed.write("tabs.csv", "id,place\na,1\nb,2\n")
    apart = [("front", "tabs", 2), ("front", "others", 2)]
    assert pages(mixed, tmp_path, share=False)[1] == apart
    assert pages(mixed, tmp_path, share=False, order="cut-stacks")[1] == apart
    assert pages(mixed, tmp_path, order="cut-stacks")[1] == [("front", "tabs+others", 4)]


def test_stacks_of_several_sheets_stay_whole(mixed, tmp_path):
    mixed.write("deck.yaml", TABS)
    mixed.write("tabs.csv", "id,place\na,1\nb,1\nc,1\nd,1\ne,1\nf,2\n")
    found = pages(mixed, tmp_path, order="cut-stacks", share=False)[1]
    assert [count for _, name, count in found if name == "tabs"] == [4, 1, 1]


def test_a_size_with_hundreds_of_copies_keeps_its_own_sheets(mixed, tmp_path):
    """The search for places stays short."""
    mixed.write("deck.yaml", DECK.replace("[30mm, 30mm]", "[8mm, 8mm]").replace("copies: 5", "copies: 300"))
    assert [name for side, name, _ in pages(mixed, tmp_path)[1] if side == "front"] == [
        "cards",
        "tokens",
        "cards+tiles",
    ]


def test_other_card_is_never_on_one_sheet(mixed, tmp_path):
    mixed.write("deck.yaml", DECK.replace("size: [50mm, 50mm], ", "size: [50mm, 50mm], thickness: 2mm, "))
    found = [name for side, name, _ in pages(mixed, tmp_path)[1] if side == "front"]
    assert found == ["cards", "tiles", "cards+tokens"]


@pytest.mark.parametrize("options", [{"order": "cut-stacks"}, {"duplex": "gutterfold"}, {"gutter": "0mm"}])
def test_stacks_folded_sheets_and_gutters_without_room_for_guides_have_pieces_of_one_size(mixed, tmp_path, options):
    _, found = pages(mixed, tmp_path, **options)
    assert not any("+" in name for _, name, _ in found)


def test_sheets_by_number_and_two_passes_are_those_of_the_whole_deck(mixed, tmp_path):
    assert pages(mixed, tmp_path, sheets="2")[1] == pages(mixed, tmp_path)[1][2:]
    passes = pages(mixed, tmp_path, manual_duplex="face-down")[1]
    assert [(side, name) for side, name, _ in passes] == [
        ("front", "cards"),
        ("front", "cards+tokens+tiles"),
        ("front", "stack"),
        ("back", "stack"),
        ("back", "cards"),
        ("back", "cards+tokens+tiles"),
    ]


def test_a_deck_without_backs_is_printed_on_one_side_unless_duplex_is_set(mixed, tmp_path):
    plain = DECK.replace(", back: mixed#back", "")
    mixed.write("deck.yaml", plain)
    built, found = pages(mixed, tmp_path)
    assert [side for side, *_ in found] == ["front", "front"]
    assert built.steps[0].endswith("on one side.")
    assert {side for side, *_ in pages(mixed, tmp_path, duplex="long-edge")[1]} == {"front", "back"}
    mixed.write("deck.yaml", plain + "print: {duplex: long-edge}\n")
    assert {side for side, *_ in pages(mixed, tmp_path)[1]} == {"front", "back"}


def test_every_front_has_its_back_page_where_some_pieces_have_backs(mixed, tmp_path):
    _, found = pages(mixed, tmp_path, share=False)
    assert [(side, name) for side, name, _ in found[4:6]] == [("front", "tokens"), ("back", "tokens")]
    assert found[5][2] == 0


def test_share_is_for_sheets(mixed, tmp_path, cli):
    done = cli("build", "./sample", "--no-share", "--layout", "pieces")
    assert done.code == 2
    assert "--share is for sheets" in " ".join(done.err.split())
    mixed.write("deck.yaml", DECK + "print: {share: sometimes}\n")
    with pytest.raises(DeckError, match=r"deck\.yaml:12:16: expected true or false"):
        pages(mixed, tmp_path)


LEFT_OVER = """\
deck: mixed
title: Mixed
stocks:
  card: {shape: card, size: poker, bleed: 3mm}
  a: {shape: card, size: %s, bleed: %smm}
  b: {shape: card, size: %s, bleed: 2mm}
  c: {shape: card, size: %s, bleed: 2mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: cards, copies: %d, front: mixed#front, back: mixed#back}
  - {id: a, stock: a, copies: %d, front: mixed#front, back: mixed#back}
  - {id: b, stock: b, copies: %d, front: mixed#front, back: mixed#back}
  - {id: c, stock: c, copies: %d, front: mixed#front, back: mixed#back}
"""


@pytest.mark.parametrize(
    ("paper", "first", "sizes", "bleed", "copies"),
    [
        # The fewest sheets have cuts without guides; one more has none.
        ("Letter", 9, (("30mm", "67mm"), ("66mm", "67mm"), ("26mm", "26mm")), 3, (20, 2, 8, 2)),
        # All sizes together have cuts without guides; without the smallest there are none.
        ("A4", 5, (("44mm", "102mm"), ("44mm", "26mm"), ("26mm", "102mm")), 3, (18, 2, 1, 1)),
        ("A4", 5, (("50mm", "67mm"), ("50mm", "102mm"), ("70mm", "40mm")), 3, (25, 1, 1, 3)),
    ],
)
def test_slots_that_are_used_already_take_one_sheet_more_at_most(mixed, tmp_path, paper, first, sizes, bleed, copies):
    a, b, c = (f"[{width}, {height}]" for width, height in sizes)
    mixed.write("deck.yaml", LEFT_OVER % (a, bleed, b, c, *copies))
    whole, begun = (
        [name for side, name, _ in pages(mixed, tmp_path, paper=paper, first_slot=n)[1] if side == "front"]
        for n in (None, first)
    )
    assert len(begun) <= len(whole) + 1
    assert any("+" in name for name in begun)
