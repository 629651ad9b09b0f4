"""What a person reads of a deck where the same is wrong on hundreds of cards."""

from __future__ import annotations

import json

ROWS = "name,text\n" + "".join(f"Card {i},Draw number {i} of these and discard it\n" for i in range(60))


def told(cli, deck, *more):
    return cli("validate", "./sample", *more)


def test_the_same_problem_of_all_cards_is_reported_once(cli, deck):
    deck.zones('one: {in: safe, text: "{{ card.nmae }}"}\ntwo: {in: safe, text: "{{ card[\'x\'] }}"}', ROWS)
    found = told(cli, deck).err
    assert found.count("error[unknown-field]") == 2
    assert found.count("(card cards-001 and 59 more, zone one)") == 1
    assert found.count("cards.csv:") == 6
    assert found.endswith("\n2 errors\n")


def test_an_expression_of_an_svg_fails_once_for_all_cards(cli, deck):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="{{ card.csot }}" height="9"/></svg>'
    deck.zones("one: {in: safe, svg: art/a.svg}", ROWS).write("art/a.svg", svg)
    found = told(cli, deck).err
    assert found.count("error[unknown-field]") == 1
    assert "(card cards-001 and 59 more, zone one)" in found


def test_problems_of_a_zone_in_other_words_are_counted_after_three(cli, deck):
    deck.zones('one: {in: safe, icon: "{{ card.name }}"}', ROWS)
    found = told(cli, deck).err
    assert found.count("error[unknown-icon]") == 3
    assert "and 57 more like this: cards-004, cards-005," in found
    assert len(found.splitlines()) < 20


def test_problems_of_many_cells_are_counted_after_twenty_five(cli, deck):
    deck.zones('one: {in: safe, text: "{{ card.name }}"}', ROWS)
    deck.write(
        "deck.yaml",
        (deck.path / "deck.yaml").read_text().replace("rows: cards.csv", "rows: cards.csv, fields: {name: integer}"),
    )
    found = told(cli, deck).err
    assert found.count("error[wrong-type]") == 25
    assert "and 35 more like this: sample/cards.csv:27:1," in found


def test_what_programs_read_has_every_card(cli, deck):
    deck.zones('one: {in: safe, icon: "{{ card.name }}"}', ROWS)
    assert len(json.loads(told(cli, deck, "--format", "json").out)["diagnostics"]) == 60
    pages = told(cli, deck, "--format", "github").out.splitlines()
    assert len(pages) == 3
    assert "(card cards-003, zone one)" in pages[2].replace("%2C", ",")


def test_letters_that_no_font_has_are_one_problem_of_a_text(cli, deck):
    deck.zones('one: {in: safe, text: "{{ card.name }}"}', "name\n火を消す。そして\n")
    found = told(cli, deck).err
    assert found.count("error[missing-glyph]") == 1
    assert "'火' (U+706B), 'を' (U+3092)" in found
    assert "and 2 more in AlegreyaSans-Regular" in found


def test_the_line_of_a_wrong_byte_is_shown_as_it_is_written_otherwise(cli, deck):
    deck.zones('one: {in: safe, text: "{{ card.name }}"}').write("cards.csv", "name\nStraße ".encode() + b"\xff\n")
    found = cli("validate", "./sample").err
    assert "cards.csv:2:8: error[encoding]" in found
    assert "  | Straße \ufffd\n  |        ^\n" in found
