"""Nets and boxes in deck.yaml: what is wrong with them, named with its place; how large they become."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.find import loaded_deck
from carddesigner.layout.boxes import UNLIMITED, PaperRoom
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.template.expressions import Expression

DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: [57.15mm, 57.15mm], corner: 0mm}
palette: {ink: "#1b1b1b"}
components:
  - {id: cards, copies: 50, front: sample#card}
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  card: {zones: {ground: {in: bleed, fill: ink}}}
  box: {zones: {ground: {in: bleed, fill: ink}, lid: {in: lidd, text: Lid}}}
"""
RULES = """\
  rules: {zones: {all: {in: safe, flow: {text: body, title: body, heading: body, caption: body}}}}
styles:
  body: {size: 8pt, color: ink}
"""
FIRST = DECK.count("\n") + 1


def written(deck, more: str, *, base: str = DECK):
    deck.write("deck.yaml", base + more)
    deck.write("templates/sample.yaml", TEMPLATE)
    return deck


@pytest.mark.parametrize(
    ("more", "code", "words", "place"),
    [
        ("  - {id: box, box: tuck, holds: [crads]}\n", "unknown-component", "did you mean 'cards'", "crads"),
        ("  - {id: box, box: tuck, holds: [cards, box]}\n", "box-in-itself", "holds itself", "box]"),
        ("  - {id: box, box: tuck, holds: [cards, cards]}\n", "holds-twice", "'cards' is held twice", "cards]"),
        ("  - {id: box, box: tuck}\n", "box-holds", "a `box` needs `holds`", "{id"),
        ("  - {id: box, copies: 1, holds: [cards], front: sample#card}\n", "box-holds", "`holds` a `box`", "{id"),
        ("  - {id: box, box: tcuk, holds: [cards]}\n", "wrong-value", "'tuck'", "tcuk"),
        ("  - {id: box, box: sleeve, holds: [cards]}\n", "box-holds", "holds one tray", "[cards"),
        ("  - {id: box, box: tuck, holds: [cards], back: sample#card}\n", "component-back", "one side", "sample#card"),
        ("  - {id: box, box: tuck, holds: [cards], pages: a.md}\n", "component-source", "no `pages`", "a.md"),
        (
            "  - {id: box, box: {shape: tuck, thickness: 0mm}, holds: [cards]}\n",
            "bad-length",
            "more than 0",
            "0mm",
        ),
        ("  - {id: stop, net: {size: [20mm, 20mm]}}\n", "net-size", "[width, depth, height]", "[20mm"),
        ("  - {id: stop, net: {size: [20mm, 20mm, 1mm]}}\n", "net-size", "between 3 mm and 500 mm", "[20mm"),
        (
            "  - {id: stop, net: {size: [22.86mm, 22.86mm, 11.43mm], tab: 10mm}}\n",
            "net-tabs",
            "at most 9.4 mm fit",
            "{size",
        ),
        ("  - {id: drum, net: {shape: drum, size: [20mm, 9mm], tab: 8mm}}\n", "net-tabs", "mm fit", "{shape"),
        ("  - {id: stop, copies: 1}\n", "missing-key", "missing 'front'", "{id"),
        (
            "  - {id: box, box: tuck, holds: [cards], front: sample#box}\n",
            "unknown-region",
            "the tuck box has no region 'lidd'; did you mean 'lid'?",
            None,
        ),
    ],
)
def test_what_can_not_be_folded_is_reported_with_its_place(deck, more, code, words, place):
    found = written(deck, more).error(code)
    assert words in found.message
    if place is not None:
        assert (found.span.line, found.span.column) == (FIRST, more.index(place) + 1)


def test_two_boxes_that_hold_each_other_are_reported(deck):
    more = "  - {id: one, box: tuck, holds: [two]}\n  - {id: two, box: tuck, holds: [one]}\n"
    found = [d for d in written(deck, more).errors() if d.code == "box-in-itself"]
    assert [d.span.line for d in found] == [FIRST, FIRST + 1]


@pytest.mark.parametrize("thickness", ["0mm", "-1mm", "40mm"])
def test_a_stock_has_a_thickness(deck, thickness):
    base = DECK.replace("corner: 0mm", f"corner: 0mm, thickness: {thickness}")
    found = written(deck, "", base=base).error("bad-length")
    assert "`thickness` is more than 0" in found.message


def test_a_box_for_no_cards_is_reported(deck):
    base = DECK.replace("copies: 50", "copies: 0")
    more = "  - {id: others, copies: 1, front: sample#card}\n  - {id: box, box: tuck, holds: [cards]}\n"
    assert "holds nothing" in written(deck, more, base=base).error("empty-box").message


def test_a_box_too_large_for_its_paper_names_those_that_do(deck):
    base = (
        DECK.replace("copies: 50", "copies: 200")
        + "  - {id: box, box: tuck, holds: [cards]}\nprint: {paper: 150x110mm}\n"
    )
    found = written(deck, "", base=base).error("box-too-large")
    assert "before it is folded, too large for 150x110mm" in found.message
    assert found.message.endswith("A4 or Letter or A3 or Tabloid or SRA3 would do")
    assert found.span.line == FIRST


def test_ten_thousand_cards_in_a_box_are_reported_in_a_message(deck):
    base = DECK.replace("copies: 50", "copies: 10000")
    found = written(deck, "  - {id: box, box: tuck, holds: [cards]}\n", base=base).error("box-too-large")
    assert "no named paper is large enough" in found.message


# How large they become


def dies(deck, room: PaperRoom | None = None):
    report = Report()
    job = print_job(loaded_deck(deck.path, report))
    pieces = lay_out(replace(job, room=room) if room is not None else job, report)
    return {p.id: p.stock.die for p in pieces if p.stock is not None}


def test_a_box_is_as_large_as_what_it_holds_wherever_it_stands_in_the_deck(deck):
    base = DECK.replace("components:\n", "components:\n  - {id: box, box: tuck, holds: [cards, rules]}\n")
    deck.write("rules.md", "# Rules\n\nWin.\n")
    more = "  - {id: rules, pages: rules.md, front: sample#rules, copies: 4}\n"
    written(deck, more, base=base)
    deck.write("templates/sample.yaml", TEMPLATE + RULES)
    box = dies(deck)["box"]
    assert box.inside.depth / MM == pytest.approx(54 * 0.3 * 1.05 + 1)
    assert box.inside.width / MM == pytest.approx(58.15)


def test_a_folded_leaflet_lies_in_a_box_with_smaller_cards_side_by_side_on_it(deck):
    deck.write("rules.md", "# Rules\n\nWin.\n")
    base = DECK.replace("[57.15mm, 57.15mm]", "poker")
    more = (
        "  - {id: rules, leaflet: rules.md, fold: cross, page: [98.5mm, 133mm], front: sample#rules, copies: 2}\n"
        "  - {id: tray, box: tray, holds: [cards, rules]}\n"
    )
    written(deck, more, base=base)
    deck.write("templates/sample.yaml", TEMPLATE + RULES)
    inside = dies(deck)["tray"].inside
    assert (inside.width / MM, inside.height / MM) == pytest.approx((98.5 + 1, 133 + 1))
    # Two piles of 25 cards, turned; two sheets of four layers, which spring open.
    assert inside.depth / MM == pytest.approx(1.05 * (25 * 0.3 + 2 * 4 * 0.2) + 0.5)


def test_a_thicker_stock_makes_a_deeper_box_and_thick_tiles_lie_beside(deck):
    base = DECK.replace("corner: 0mm", "corner: 0mm, thickness: 0.5mm").replace(
        "palette", "  tile: {shape: circle, size: [22.86mm, 22.86mm], thickness: 11.43mm}\npalette"
    )
    more = "  - {id: tiles, stock: tile, copies: 10, front: sample#card}\n  - {id: box, box: tuck, holds: [cards, tiles]}\n"
    inside = dies(written(deck, more, base=base), UNLIMITED)["box"].inside
    # Two columns of two, in three layers, are higher than the pile.
    assert inside.width / MM == pytest.approx(57.15 + 2 * 22.86 + 1)
    assert inside.depth / MM == pytest.approx(3 * 11.43 + 1)
    pile = dies(written(deck, more.replace(", tiles]", "]"), base=base))["box"].inside
    assert pile.depth / MM == pytest.approx(50 * 0.5 * 1.05 + 1)


def test_outflanks_tray_and_sleeve_are_those_of_the_reference(deck):
    more = (
        "  - {id: stoppers, net: {size: [0.9in, 0.9in, 0.45in]}, copies: 10}\n"
        "  - {id: tray, box: tray, holds: [cards, stoppers]}\n"
        "  - {id: sleeve, box: sleeve, holds: [tray]}\n"
    )
    found = dies(written(deck, more))
    assert str(found["tray"].outside) == "127.5 × 58.9 × 23.8 mm"
    assert [round(v / MM, 1) for v in found["sleeve"].size] == [183.0, 127.5]
    assert found["stoppers"].what == "block"


def test_flaps_get_shorter_before_a_box_is_cut_in_parts(deck):
    base = DECK.replace("[57.15mm, 57.15mm]", "poker").replace("copies: 50", "copies: 105")
    written(deck, "  - {id: box, box: tuck, holds: [cards]}\n", base=base)
    whole = dies(deck, UNLIMITED)["box"]
    shorter = dies(deck, PaperRoom(PAPERS["A4"], 6.35 * MM))["box"]
    assert whole.size[1] / MM > 197.3
    assert shorter.size[1] / MM == pytest.approx(197.3)
    assert shorter.inside == whole.inside
    parts = dies(deck, PaperRoom(PAPERS["A4"], 16 * MM))
    assert list(parts) == ["box-part-1", "box-part-2"]
    assert all(PaperRoom(PAPERS["A4"], 16 * MM).fits(*die.size) for die in parts.values())


def test_a_part_has_the_art_of_its_own_panels(deck):
    base = DECK.replace("[57.15mm, 57.15mm]", "poker").replace("copies: 50", "copies: 105")
    written(deck, "  - {id: box, box: tuck, holds: [cards], front: sample#box}\nprint: {margin: 16mm}\n", base=base)
    deck.write("templates/sample.yaml", TEMPLATE.replace("lidd", "lid"))
    laid = deck.lay()
    zones = {name: [z.id for z in faces[0].zones] for name, faces in laid.faces.items() if name.startswith("box")}
    assert zones == {"box-part-1": ["ground", "lid", "die-lines"], "box-part-2": ["ground", "die-lines"]}
    assert list(laid.report) == []


def test_a_box_of_a_part_of_the_deck_is_for_the_whole_deck(deck):
    written(deck, "  - {id: box, box: tuck, holds: [cards]}\n")
    whole = dies(deck)["box"]
    report = Report()
    only = Expression("id", Span("id"), frozenset({("id",)}), lambda scope: scope["id"] == "box")
    chosen = lay_out(print_job(loaded_deck(deck.path, report), PrintOptions(select=only)), report)
    assert [p.id for p in chosen] == ["box"]
    assert chosen[0].stock.die == whole


def test_nets_may_have_rows(deck):
    deck.write("blocks.csv", "name,copies\nRed,2\nBlue,3\n")
    written(deck, "  - {id: blocks, rows: blocks.csv, net: {size: [20mm, 20mm, 10mm]}, front: sample#block}\n")
    deck.write(
        "templates/sample.yaml",
        TEMPLATE + '  block: {zones: {name: {in: panels, text: "{{ card.name }}", size: 6pt}}}\n',
    )
    laid = deck.lay()
    assert (laid.copies["blocks-001"], laid.copies["blocks-002"]) == (2, 3)
    assert len(laid.faces["blocks-001"][0].zones) == 7


def test_what_can_not_be_folded_ends_in_a_message_not_in_a_traceback(deck):
    with pytest.raises(DeckError):
        written(deck, "  - {id: box, box: [tuck], holds: cards}\n").lay()
