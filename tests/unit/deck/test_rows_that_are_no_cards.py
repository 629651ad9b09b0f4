"""``skip``: rows that are no cards stay out by what stands in them, and are told."""

from __future__ import annotations

import re

import pytest

HEADER = "name,kind,text,copies"
CARDS = ["Fire,Spell,burns,2", "Ice,Spell,cools,3"]


@pytest.fixture
def rows(cli, tmp_path):
    """Which cards are made of rows below the header by a ``skip``, and what validate says."""

    def made(skip: str, *below: str, header: str = HEADER):
        (tmp_path / "deck").mkdir(exist_ok=True)
        (tmp_path / "deck/cards.csv").write_text("\n".join((header, *below, "")))
        (tmp_path / "deck/deck.yaml").write_text(
            "deck: sample\ntitle: Sample\nstocks: {card: {shape: card, size: poker}}\ncomponents:\n"
            f"  - {{id: cards, rows: {{file: cards.csv, skip: {skip}}}, front: plain#card}}\n"
        )
        (tmp_path / "deck/templates").mkdir(exist_ok=True)
        (tmp_path / "deck/templates/plain.yaml").write_text(
            "template: plain\nfonts: {body: {family: Alegreya Sans}}\nfaces:\n  card:\n    zones:\n"
            "      name: {box: {left: 5mm, right: 5mm, top: 5mm, height: 60mm}, "
            "text: '{{ card.name }} {{ card.kind }} {{ card.text }}', font: body, size: 9pt}\n"
        )
        return cli("validate", "./deck")

    return made


@pytest.mark.parametrize(
    ("skip", "row", "said"),
    [
        ("[comments]", "# three more to come,,,", "row 4 is a comment"),
        ("[comments]", "// three, more, to, come, and, many, commas", "row 4 is a comment"),
        ("[headers]", "Name,Kind,Text,copies", "row 4 repeats the header"),
        ("[headers]", "name,kind,text,qty", "row 4 repeats the header"),
        ("[headings]", "CREATURES,,,", "row 4 is a heading"),
        ("[totals]", "Total,,,99", "row 4 holds totals"),
        ("[totals]", ",,Summe:,5", "row 4 holds totals"),
        ("[totals]", "Total cards,,,5", "row 4 holds totals"),
        ("[totals]", "合計,,,5", "row 4 holds totals"),
        ("[totals]", "Итого,,,5", "row 4 holds totals"),
        ("[totals]", ",,,5", "row 4 holds totals"),
        ("[{name: name here}]", "Name here,,,1", "row 4 has name 'name here'"),
        ("[{name: '', text: ''}]", ",Spell,,1", "row 4 has no name and no text"),
    ],
)
def test_rows_of_each_kind_stay_out_and_are_told(rows, skip, row, said):
    ran = rows(skip, *CARDS, row, "Wind,Spell,blows,1")
    assert ran.code == 0, ran.err
    assert f"1 row is not a card: {said}" in ran.out + ran.err


@pytest.mark.parametrize(
    ("skip", "row"),
    [
        ("[comments]", "#1 fan,Spell,cheers,1"),
        ("[comments]", "#12ab34,Spell,is a colour,1"),
        ("[headers]", "name,Spell,is a name,1"),
        ("[headings]", "Mountain,,,1"),
        ("[totals]", "Total,Spell,all at once,5"),
        ("[totals]", "Total War,,,4"),
        ("[totals]", ",,,4"),
        ("[{name: TODO}]", "Todo list,,,1"),
    ],
)
def test_cards_that_look_like_them_stay(rows, skip, row):
    ran = rows(skip, *CARDS, row, "Wind,Spell,blows,1")
    assert not re.search("not (a card|cards)", ran.out + ran.err), ran.err


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (HEADER, "the row repeats the header"),
        ("Name,Kind,Text,Copies", "the row repeats the header"),
        ("name,kind,text,qty", "the row repeats the header"),
        ("kind,copies,name,text", "the row repeats the header in another order"),
        ("text,name,,", "the row repeats the header in another order"),
    ],
)
def test_a_header_that_is_taken_for_a_card_is_told(rows, row, told):
    ran = rows("[]", *CARDS, row, "Wind,Spell,blows,1")
    assert f"deck/cards.csv:4:1: warning[repeated-header]: {told} |" in " ".join(ran.err.split())
    assert "from deck/cards.csv:1:1 the header" in " ".join(ran.err.split())


def test_only_a_header_in_its_own_order_is_left_out(rows):
    ran = rows("[headers]", *CARDS, "name,kind,text,copies", "kind,name,text,", "Wind,Spell,blows,1")
    assert "1 row is not a card: row 4 repeats the header" in ran.out + ran.err
    assert "cards.csv:5:1: warning[repeated-header]" in ran.err


@pytest.mark.parametrize(
    ("header", "row"),
    [
        (HEADER, "Name,Spell,a name,1"),
        (HEADER, "name,,,"),
        (HEADER, "kind,Kind,,"),
        ("name,kind,text,1,2,3", "3,1,2,1,2,3"),
        ("name,kind,text,fire,water,earth,air", "fire,water,,,,,"),
    ],
)
def test_a_card_of_words_that_columns_are_called_is_none(rows, header, row):
    wide = header.count(",") - 3
    ran = rows("[]", *(f"{card}{',1' * wide}" for card in CARDS), row, header=header)
    assert "repeated-header" not in ran.err


def test_sums_of_parts_and_of_all_are_sums(rows):
    more = ["Wind,Spell,blows,1", "Rain,Spell,pours,1", "Sun,Spell,shines,2"]
    ran = rows("[totals]", *CARDS, ",,,5", *more, ",,,4", ",,,9")
    assert "3 rows are not cards: rows 4, 8, 9 hold totals" in ran.out + ran.err


def test_numbers_that_go_on_are_no_sums(rows):
    ran = rows("[totals]", "1,Ann,3", "2,Bob,4", "3,,", header="number,name,copies")
    assert not re.search("not (a card|cards)", ran.out + ran.err)


def test_what_stands_below_the_end_is_told(rows):
    ran = rows("[], until: Notes", *CARDS, "Notes,,,", "S,Spell,,")
    assert "2 rows are not cards: rows 4, 5 come after the end" in ran.out + ran.err


@pytest.mark.parametrize(
    ("skip", "message"),
    [
        ("[totls]", "'totls' is no kind of rows; did you mean 'totals'"),
        ("[{nmae: x}]", "`skip` names 'nmae', which is not a column; did you mean 'name'"),
        ("[{}]", "a rule names at least one column"),
        ("totals", "skip"),
    ],
)
def test_a_wrong_rule_is_an_error_that_says_what_is_right(rows, skip, message):
    ran = rows(skip, *CARDS)
    assert ran.code == 1
    assert message in ran.out + ran.err
    assert "deck.yaml:5:" in ran.out + ran.err


def test_headings_stay_out_of_a_table_without_a_header(rows):
    ran = rows(
        "[headings], header: 0, columns: [name, kind, text, copies]", "CREATURES,,,", *CARDS, header="Air,Spell,,1"
    )
    assert "1 row is not a card: row 2 is a heading" in ran.out + ran.err


def test_a_column_under_null_is_not_read(rows, cli, tmp_path):
    ran = rows("[], columns: [name, kind, text, copies, null]", *CARDS, "Wind,Spell,blows,1,stray")
    assert ran.code == 0, ran.err
    ran = rows("[], columns: {kind: null}", *CARDS)
    assert "card.kind" in ran.out + ran.err
