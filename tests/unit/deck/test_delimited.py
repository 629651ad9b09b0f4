"""CSV and TSV as people have them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import TableDeck

Csv = Callable[..., TableDeck]
FIRE = [{"name": "Fire", "cost": 1}, {"name": "Ice", "cost": 2}]


@pytest.mark.parametrize(
    "content",
    [
        "name,cost\nFire,1\nIce,2\n",
        "name,cost\r\nFire,1\r\nIce,2\r\n",
        "name,cost\rFire,1\rIce,2",
        "name,cost\rFire,1\r\nIce,2\n",
        b"\xef\xbb\xbfname,cost\nFire,1\nIce,2\n",
        "name;cost\nFire;1\nIce;2\n",
        "name\tcost\nFire\t1\nIce\t2\n",
        "name|cost\nFire|1\nIce|2\n",
        "sep=;\r\nname;cost\r\nFire;1\r\nIce;2\r\n",
        '"sep=|"\nname|cost\nFire|1\nIce|2\n',
        "\n\r\n , \nname,cost\n\nFire,1\n,,\nIce,2\n\n\n",
        "name,cost,,\nFire,1,,\nIce,2,,\n",
        ' "name" , cost\nFire,1\nIce,2\n'.replace(' "name" ', '"name"'),
        "\ufeffname,cost\nFire,1\nIce,2\n".encode("utf-16-le"),
        "\ufeffname,cost\nFire,1\nIce,2\n".encode("utf-16-be"),
        "name,cost\nFire,1\nIce,2\n".encode("utf-16-le"),
        "name,cost\nFire,1\nIce,2\n".encode("utf-16-be"),
        "name,cost\n\xa0Fire\xa0, 1\nIce ,2 \n",
    ],
)
def test_the_same_table_however_it_was_saved(csv_deck: Csv, content: str | bytes) -> None:
    assert csv_deck(content).cards() == FIRE


def test_spaces_may_stand_before_a_quote_where_rows_fit_the_header_then(csv_deck: Csv) -> None:
    deck = csv_deck('name,text,cost\nFire, "Burn, then draw",1\nIce,Freeze,2\n', {"cost": "integer", "text": "text"})
    assert [c["text"] for c in deck.cards()] == ["Burn, then draw", "Freeze"]


def test_a_cell_behind_a_spaced_quote_is_found_for_messages(csv_deck: Csv) -> None:
    told = csv_deck('name,text,cost\nFire, "Burn, then draw",many\n', {"cost": "integer", "text": "text"}).one()
    assert (told.place, told.marked) == ("cards.csv:2:25", "many")


def test_colons_part_cells_only_where_each_line_has_as_many(csv_deck: Csv) -> None:
    fields = {"name": "text", "cost": "text", "text": "text"}
    deck = csv_deck("name:cost:text\nFire:1:red;blue\nIce:2:white\n", fields)
    assert [c["text"] for c in deck.cards()] == ["red;blue", "white"]


def test_colons_in_cells_part_nothing_else(csv_deck: Csv) -> None:
    prose = csv_deck("name,text\nFire,Choose: burn: draw\nIce,Freeze\n", {"text": "text"})
    assert prose.cards()[0]["text"] == "Choose: burn: draw"


def test_a_semicolon_parts_what_holds_decimal_commas(csv_deck: Csv) -> None:
    deck = csv_deck("name;weight\nFire;1,5\nIce;2,25\n", {"weight": "number"})
    assert [c["weight"] for c in deck.cards()] == [1.5, 2.25]


def test_a_decimal_comma_among_commas_is_an_error_that_says_what_to_write(csv_deck: Csv) -> None:
    told = csv_deck('name,weight\nFire,"1,5"\n', {"weight": "number"}).one()
    assert (told.place, told.marked) == ("cards.csv:2:6", '"1,5"')
    assert "write 1.5" in (told.hint or "")


def test_prose_with_commas_in_one_column_names_the_cell_too_many(csv_deck: Csv) -> None:
    told = csv_deck("name\nfire, water\nearth, air\n").told()
    assert [t.place for t in told] == ["cards.csv:2:6", "cards.csv:3:7"]
    assert all("quotes" in (t.hint or "") for t in told)


def test_quoted_newlines_delimiters_and_quotes_are_kept(csv_deck: Csv) -> None:
    deck = csv_deck('name,text\nFire,"a ""b"", c\r\nd"\nIce,e\n')
    assert deck.cards() == [{"name": "Fire", "text": 'a "b", c\r\nd'}, {"name": "Ice", "text": "e"}]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_places_are_right_after_quoted_newlines_and_beyond_the_basic_plane(csv_deck: Csv, newline: str) -> None:
    text = 'name,text,cost\n"🐉","one\ntwo\nthree 🐲🐲",x\nIce,,1\n𝔽ire,a,yy\n'.replace("\n", newline)
    told = csv_deck(text, {"cost": "integer"}).told()
    assert [(t.place, t.marked) for t in told] == [("cards.csv:4:11", "x"), ("cards.csv:6:8", "yy")]


def test_places_are_right_behind_a_mark_in_utf_16(csv_deck: Csv) -> None:
    told = csv_deck("\ufeffname,cost\n🐉,x\n".encode("utf-16-le"), {"cost": "integer"}).one()
    assert (told.place, told.marked) == ("cards.csv:2:3", "x")


def test_007_and_1_50_stay_as_they_are_written(csv_deck: Csv) -> None:
    deck = csv_deck("agent,price,year,ratio\n007,1.50,1987,0.5\n012,2.00,2001,2\n")
    assert deck.cards() == [
        {"agent": "007", "price": "1.50", "year": 1987, "ratio": 0.5},
        {"agent": "012", "price": "2.00", "year": 2001, "ratio": 2},
    ]


def test_true_and_false_of_a_spreadsheet_are_no_texts(csv_deck: Csv) -> None:
    assert [c["rare"] for c in csv_deck("name,rare\na,TRUE\nb,FALSE\nc,\n").cards()] == [True, False, False]


def test_headers_may_be_emoji_and_any_script(csv_deck: Csv) -> None:
    deck = csv_deck("🔥,名前,الاسم,Kosten (€)\n1,火,نار,2\n")
    assert deck.cards() == [{"🔥": 1, "名前": "火", "الاسم": "نار", "Kosten (€)": 2}]


def test_windows_1252_is_named_with_its_byte_and_read_when_said(csv_deck: Csv, tables: TableDeck) -> None:
    data = "name,text\nTea,ok\nCafé,“so”\n".encode("windows-1252")
    told = csv_deck(data).one()
    assert told.place == "cards.csv:3:4"
    assert "0xE9" in told.message
    assert "'é'" in told.message
    assert "encoding: windows-1252" in (told.hint or "")
    tables.components = ""
    assert csv_deck(data, encoding="windows-1252").cards()[1] == {"name": "Café", "text": "“so”"}


def test_a_mac_s_file_is_reported_from_a_windows_one(csv_deck: Csv) -> None:
    assert "mac-roman" in (csv_deck("name\nCaféteria\n".encode("mac-roman")).one().hint or "")


def test_utf_8_under_another_name_is_refused_where_it_is_named(csv_deck: Csv) -> None:
    told = csv_deck("name\nCafé\n", encoding="windows-1252").one()
    assert told.place.startswith("deck.yaml:")
    assert told.marked == '"windows-1252"'


def test_half_of_a_utf_16_file_names_the_byte(csv_deck: Csv) -> None:
    told = csv_deck("\ufeffname\nCafé\n".encode("utf-16-le")[:-1]).one()
    assert (told.code, told.place) == ("encoding", "cards.csv:2:5")


def test_a_header_in_row_4(csv_deck: Csv) -> None:
    deck = csv_deck("My game; first draft\n\nby me, for you\nname;cost\nFire;1\nIce;2\n", header=4)
    assert deck.cards() == FIRE


def test_a_blank_header_row_is_reported_where_it_was_said(csv_deck: Csv) -> None:
    told = csv_deck("a,b\n\nname,cost\n", header=2).one()
    assert (told.code, told.marked) == ("empty-table", "2")
    assert "1" in (told.hint or "")


def test_duplicate_headers_are_both_named(csv_deck: Csv) -> None:
    told = csv_deck("name,cost,name\nFire,1,2\n").one()
    assert (told.place, told.code) == ("cards.csv:1:11", "duplicate-header")


def test_columns_are_named_again(csv_deck: Csv, tables: TableDeck) -> None:
    content = "Karten-Name,cost,cost\nFire,1,2\n"
    assert csv_deck(content, columns=["name", "cost", "gain"]).cards() == [{"name": "Fire", "cost": 1, "gain": 2}]
    tables.components = ""
    told = csv_deck("Name,cost\nFire,1\n", columns={"Nmae": "name"}).one()
    assert told.place.startswith("deck.yaml:")
    assert "did you mean 'Name'" in told.message


def test_a_column_without_a_name_that_has_cells(csv_deck: Csv) -> None:
    told = csv_deck("name,,cost\nFire,note,1\n").one()
    assert (told.code, told.place) == ("empty-header", "cards.csv:1:6")


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        ('name,cost\nFire,1\n"Ice,2\nx,3\n', "cards.csv:3:1", "never closed"),
        ('name,cost\rFire,1\r"Ice,2\r', "cards.csv:3:1", "never closed"),
        ('name,cost\n"Fi"re,1\n', "cards.csv:2:4", "text follows the quote"),
        ('name,cost\n"a\nb","Fi"re\n', "cards.csv:3:7", "text follows the quote"),
        ("name,cost\nFire,#REF!\n", "cards.csv:2:6", "#REF!"),
        ("name,cost\nFire,a\0b\n", "cards.csv:2:7", "null character"),
        ("name,text\nFire," + "x" * 100_001 + "\n", "cards.csv:2:6", "100,001"),
        ("", "cards.csv:1:1", "no header"),
        (" \n\n", "cards.csv:1:1", "no header"),
    ],
)
def test_what_can_t_be_read_is_reported_with_its_place(csv_deck: Csv, content: str, place: str, words: str) -> None:
    told = csv_deck(content).one()
    assert told.place == place
    assert words in told.message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04rest", "workbook"),
        (b"\xd0\xcf\x11\xe0rest", ".xls"),
        (b"%PDF-1.7", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
    ],
)
def test_another_file_called_csv_is_named(csv_deck: Csv, data: bytes, words: str) -> None:
    told = csv_deck(data).one()
    assert words in told.message


def test_quantities_under_any_name_and_in_two_columns(csv_deck: Csv, tables: TableDeck) -> None:
    assert csv_deck("name,Anzahl\na,3\nb,\n", copies="Anzahl").copies() == [3, 1]
    tables.components = ""
    assert csv_deck("name,base,extra\na,2,1\nb,,\nc,1,\n", copies=["base", "extra"]).copies() == [3, 0, 1]


@pytest.mark.parametrize(
    ("copies", "blank", "printed"),
    [
        ("n", {}, [2, 1]),
        ("n", {"blank-copies": 0}, [2, 0]),
        (["n"], {}, [2, 0]),
        (["n"], {"blank-copies": 1}, [2, 1]),
        (["n", "more"], {"blank-copies": 1}, [2, 1]),
    ],
)
def test_a_blank_quantity_is_what_a_setting_says(
    csv_deck: Csv, copies: object, blank: dict[str, int], printed: list[int]
) -> None:
    assert csv_deck("name,n,more\na,2,\nb,,\n", copies=copies, **blank).copies() == printed


@pytest.mark.parametrize("wrong", [2, -1, True, "none"])
def test_a_blank_quantity_is_one_or_none(csv_deck: Csv, wrong: object) -> None:
    assert csv_deck("name,n\na,2\n", copies="n", **{"blank-copies": wrong}).one().place.startswith("deck.yaml:")


def test_quantities_may_say_what_they_count(csv_deck: Csv) -> None:
    assert csv_deck("name,n\na,2x\nb,×3\nc,1 copy\nd,4 Stück\n", copies="n").copies() == [2, 3, 1, 4]


@pytest.mark.parametrize("cell", ["-1", "2.5", "two", "10001", "1e3", "٣"])
def test_a_quantity_is_a_whole_number(csv_deck: Csv, cell: str) -> None:
    told = csv_deck(f"name,copies\na,{cell}\n").one()
    assert told.place == "cards.csv:2:3"
    assert cell in told.message


def test_a_column_that_looks_like_a_quantity_is_asked_about(csv_deck: Csv) -> None:
    from carddesigner.core.report import Report

    report = Report()
    csv_deck("name,Qty\na,3\n").load(report)
    (warning,) = report.warnings
    assert (warning.code, warning.span.column) == ("uncounted", 6)
    assert "copies: Qty" in (warning.hint or "")


def test_unknown_columns_in_rows_name_the_nearest(csv_deck: Csv) -> None:
    told = csv_deck("name,Anzahl\na,3\n", copies="Anzhal", id="nmae").told()
    assert [(t.code, t.marked) for t in told] == [("unknown-column", '"Anzhal"'), ("unknown-column", '"nmae"')]
    assert all("did you mean" in t.message for t in told)


def test_a_column_inside_another_is_refused_at_any_depth(csv_deck: Csv) -> None:
    told = csv_deck("a,a.b.c\n1,2\n").one()
    assert (told.code, told.place) == ("duplicate-header", "cards.csv:1:3")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (",".join(f"c{i}" for i in range(20_000)) + "\n", "table-too-large"),
        ("a\n" * 150_000, "table-too-large"),
        ('"' * 999_999 + "\n", "table-syntax"),
        ("a,b\n" + '"",""x\n' * 50_000, "table-syntax"),
        ("a" * 3_000_000, "cell-too-long"),
        ("a,b\n" + "1\n,2,3\n" * 20_000, "too-many-cells"),
        ("a," + ",".join(f"a.b{i}" for i in range(16_000)) + "\n1\n", "duplicate-header"),
    ],
)
def test_hostile_shapes_end_in_a_message(csv_deck: Csv, content: str, code: str) -> None:
    told = csv_deck(content).told()
    assert {t.code for t in told} == {code}
    assert len(told) <= 100


def test_tables_joined_by_a_key(tables: TableDeck) -> None:
    tables.write("cards.csv", "name,house\nFire,red\nIce,\n").write(
        "houses.csv", "key,motto\nred,Burn!\nblue,Freeze!\n"
    )
    tables.component(
        "cards",
        {"file": "cards.csv", "join": [{"rows": "houses.csv", "on": "house", "key": "key", "as": "of"}]},
    )
    assert tables.cards() == [
        {"name": "Fire", "house": "red", "of": {"key": "red", "motto": "Burn!"}},
        {"name": "Ice", "house": "", "of": None},
    ]


def test_a_join_that_finds_nothing_names_the_nearest(tables: TableDeck) -> None:
    tables.write("cards.csv", "name,house\nFire,rde\n").write("houses.csv", "key,motto\nred,x\nred,y\n")
    tables.component(
        "cards", {"file": "cards.csv", "join": [{"rows": "houses.csv", "on": "house", "key": "key", "as": "of"}]}
    )
    told = tables.told()
    assert [(t.place, t.code) for t in told] == [
        ("houses.csv:3:1", "duplicate-value"),
        ("cards.csv:2:6", "unknown-reference"),
    ]
    assert "did you mean 'red'" in told[1].message


@pytest.mark.parametrize(
    ("join", "marked"),
    [
        ({"on": "hause", "as": "of"}, '"hause"'),
        ({"on": "house", "key": "kye", "as": "of"}, '"kye"'),
        ({"on": "house", "key": "key", "as": "name"}, '"name"'),
        ({"on": "house", "key": "key", "as": "of", "rows": "huoses.csv"}, '"huoses.csv"'),
        ({"on": "house", "key": "key", "as": "of", "rows": {"file": "houses.csv", "copies": "x"}}, '"copies"'),
    ],
)
def test_wrong_settings_of_a_join_are_reported_where_they_stand(
    tables: TableDeck, join: dict[str, object], marked: str
) -> None:
    tables.write("cards.csv", "name,house\nFire,red\n").write("houses.csv", "key,motto\nred,x\n")
    tables.component("cards", {"file": "cards.csv", "join": [{"rows": "houses.csv", **join}]})
    told = tables.one()
    assert told.place.startswith("deck.yaml")
    assert told.marked == marked
