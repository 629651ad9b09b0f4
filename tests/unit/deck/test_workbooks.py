"""XLSX and ODS as people have them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import PatternFill

from .conftest import TableDeck, workbook

Xlsx = Callable[..., TableDeck]


def rows(*lines: list[Any]) -> Callable[[openpyxl.Workbook], None]:
    def fill(book: openpyxl.Workbook) -> None:
        for line in lines:
            book.active.append(line)

    return fill


def repacked(data: bytes, **parts: bytes | None) -> bytes:
    """A workbook with some of its parts put in the place of others (``sheet1`` for its first sheet), None to leave out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            stem = name.rpartition("/")[2].partition(".")[0]
            if stem not in parts:
                new.writestr(name, old.read(name))
            elif (part := parts[stem]) is not None:
                new.writestr(name, part)
    return out.getvalue()


def sheet_xml(data: bytes, change: Callable[[str], str]) -> bytes:
    """A workbook whose first sheet's XML is changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        xml = packed.read("xl/worksheets/sheet1.xml").decode()
    changed = change(xml)
    assert changed != xml
    return repacked(data, sheet1=changed.encode())


OASIS = "urn:oasis:names:tc:opendocument:xmlns"
ODS = "application/vnd.oasis.opendocument.spreadsheet"


def ods(content: str) -> bytes:
    out = io.BytesIO()
    names = " ".join(f'xmlns:{n}="{OASIS}:{n}:1.0"' for n in ("office", "table", "text"))
    body = f"<office:body><office:spreadsheet>{content}</office:spreadsheet></office:body>"
    entry = f'<m:file-entry m:full-path="/" m:media-type="{ODS}"/>'
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", ODS)
        packed.writestr("content.xml", f"<office:document-content {names}>{body}</office:document-content>")
        packed.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{OASIS}:manifest:1.0">{entry}</m:manifest>')
    return out.getvalue()


def cell(value: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {more}><text:p>{value}</text:p></table:table-cell>'


def test_cells_have_the_types_that_the_sheet_gives_them(xlsx_deck: Xlsx) -> None:
    deck = xlsx_deck(
        rows(
            ["name", "n", "x", "flag", "code", "mixed", "emoji 🔥"],
            ["Fire", 3, 0.5, True, "007", 10, "🐉"],
            ["Ice", 4.0, 2, False, "12", "J", "名"],
            [" Wind\n", None, None, None, None, None, None],
        )
    )
    assert deck.cards() == [
        {"name": "Fire", "n": 3, "x": 0.5, "flag": True, "code": "007", "mixed": 10, "emoji 🔥": "🐉"},
        {"name": "Ice", "n": 4, "x": 2, "flag": False, "code": "12", "mixed": "J", "emoji 🔥": "名"},
        {"name": "Wind", "n": None, "x": None, "flag": False, "code": "", "mixed": "", "emoji 🔥": ""},
    ]


def test_dates_times_percentages_and_prices(xlsx_deck: Xlsx) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        sheet.append(["day", "moment", "clock", "length", "share", "price"])
        sheet.append([date(2024, 1, 2), datetime(2024, 1, 2, 3, 4), time(12, 30), timedelta(hours=30), 0.25, 3.5])
        sheet["E2"].number_format, sheet["F2"].number_format = "0%", "#,##0.00 €"

    assert xlsx_deck(fill).cards() == [
        {
            "day": "2024-01-02",
            "moment": "2024-01-02 03:04",
            "clock": "12:30",
            "length": "30:00",
            "share": 0.25,
            "price": 3.5,
        }
    ]


def test_a_range_that_became_a_date_says_how_to_mend_it(xlsx_deck: Xlsx) -> None:
    told = xlsx_deck(rows(["name", "cost"], ["Fire", date(2024, 1, 2)]), {"cost": "integer"}).one()
    assert (told.place, told.code) == ("cards.xlsx!Cards!B2", "wrong-type")
    assert "text" in (told.hint or "")


def test_a_formula_has_its_kept_value(xlsx_deck: Xlsx) -> None:
    data = sheet_xml(
        workbook(rows(["name", "cost", "text"], ["Fire", "=1+1", '=""'])),
        lambda xml: xml.replace("<f>1+1</f><v></v>", "<f>1+1</f><v>2</v>").replace(
            '<c r="C2"><f>""</f><v></v>', '<c r="C2" t="str"><f>""</f><v></v>'
        ),
    )
    assert xlsx_deck(data).cards() == [{"name": "Fire", "cost": 2, "text": ""}]


def test_a_formula_s_error_and_a_formula_without_value_name_their_cells(xlsx_deck: Xlsx) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        for row in range(1, 16):
            sheet.append([f"n{row}", row])
        sheet["A1"], sheet["B1"] = "name", "cost"
        sheet["B14"], sheet["B15"], sheet["B3"] = "#REF!", "=A1", "#N/A"

    told = xlsx_deck(fill).told()
    assert [(t.place, t.code) for t in told] == [
        ("cards.xlsx!Cards!B3", "formula-error"),
        ("cards.xlsx!Cards!B14", "formula-error"),
        ("cards.xlsx!Cards!B15", "formula-error"),
    ]
    assert "#N/A" in told[0].message
    assert "#REF!" in told[1].message
    assert "no value" in told[2].message
    assert "save" in (told[2].hint or "")


def test_the_first_visible_sheet_is_read_unless_one_is_named(xlsx_deck: Xlsx, tables: TableDeck) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.active.append(["hidden"])
        book.active.sheet_state = "hidden"
        book.create_sheet("Mine").append(["name"])
        book["Mine"].append(["Fire"])
        other = book.create_sheet("Other one")
        other.append(["title"])
        other.append(["Ice"])

    assert xlsx_deck(fill).cards() == [{"name": "Fire"}]
    tables.component("more", {"file": "cards.xlsx", "sheet": "Other one"})
    assert tables.cards("more") == [{"title": "Ice"}]


def test_an_unknown_sheet_is_reported_where_it_is_named(xlsx_deck: Xlsx) -> None:
    told = xlsx_deck(rows(["name"], ["x"]), sheet="Crads").one()
    assert (told.code, told.marked) == ("unknown-sheet", '"Crads"')
    assert "did you mean 'Cards'" in told.message


def test_a_range_merged_sideways_is_one_column(xlsx_deck: Xlsx) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        for line in (["name", "text", None, None], ["Fire", "burns", None, None], ["Ice", "cools", None, None]):
            sheet.append(line)
        for row in (1, 2, 3):
            sheet.merge_cells(f"B{row}:D{row}")

    assert xlsx_deck(fill).cards() == [{"name": "Fire", "text": "burns"}, {"name": "Ice", "text": "cools"}]


def test_cells_merged_downwards_all_have_the_value(xlsx_deck: Xlsx) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        for line in (["My game", None], ["suit", "name"], ["red", "a"], [None, "b"], ["blue", "c"]):
            sheet.append(line)
        sheet.merge_cells("A1:B1")
        sheet.merge_cells("A3:A4")

    assert [c["suit"] for c in xlsx_deck(fill, header=2).cards()] == ["red", "red", "blue"]


def test_blank_and_phantom_rows_and_columns_count_for_nothing(xlsx_deck: Xlsx) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        sheet["B3"], sheet["C3"], sheet["B5"], sheet["C5"], sheet["B6"] = "name", "cost", "Fire", 1, "  "
        grey = PatternFill("solid", fgColor="777777")
        sheet["Z900"].fill = grey
        sheet.cell(1_048_576, 3).fill = grey
        sheet.cell(4, 16_384).number_format = "0%"

    assert xlsx_deck(fill).cards() == [{"name": "Fire", "cost": 1}]


def test_a_cell_in_the_last_row_or_column_is_refused_in_a_message(xlsx_deck: Xlsx, tables: TableDeck) -> None:
    for name, where in (("down", (1_048_576, 2)), ("far", (1_048_576, 16_384))):
        tables.components = ""

        def fill(book: openpyxl.Workbook, where: tuple[int, int] = where) -> None:
            book.active.append(["name"])
            book.active.cell(*where).value = "stray"

        told = xlsx_deck(fill).one()
        assert told.code == "table-too-large", name
        assert "1,048,576" in told.message
        assert told.place == "cards.xlsx!Cards"


@pytest.mark.parametrize("place", ["ZZZZZZZ2", "A9999999999", "A99999999999999999999", "2", "A2A2", "$A$2"])
@pytest.mark.parametrize("before", ["", "<x r='A1'/><x r='A1'/>"])
def test_a_cell_that_no_sheet_has_is_refused(xlsx_deck: Xlsx, place: str, before: str) -> None:
    cells = f"{before}<row><c r='{place}'><v>1</v></c></row></sheetData>"
    data = sheet_xml(workbook(rows(["name"], ["x"])), lambda xml: xml.replace("</sheetData>", cells))
    told = xlsx_deck(data).one()
    assert told.code == "broken-workbook"
    assert repr(place) in told.message or (before and place == "2")


def test_a_row_that_no_sheet_has_is_refused(xlsx_deck: Xlsx) -> None:
    row = "<row r='99999999999999999999'><c><v>1</v></c></row></sheetData>"
    data = sheet_xml(workbook(rows(["name"], ["x"])), lambda xml: xml.replace("</sheetData>", row))
    assert "a row called '99999999999999999999'" in xlsx_deck(data).one().message


@pytest.mark.parametrize(("written", "value"), [("1e999", "inf"), ("-1e999", "-inf"), ("NaN", "nan")])
def test_a_number_that_is_none_names_its_cell(xlsx_deck: Xlsx, written: str, value: str) -> None:
    data = sheet_xml(workbook(rows(["name"], [7])), lambda xml: xml.replace("<v>7</v>", f"<v>{written}</v>"))
    told = xlsx_deck(data).one()
    assert (told.code, told.place) == ("formula-error", "cards.xlsx!Cards!A2")
    assert f"the value is {value}, " in told.message


def test_a_place_that_only_follows_from_the_one_before_is_counted_too(xlsx_deck: Xlsx) -> None:
    data = sheet_xml(
        workbook(rows(["name"], ["x"])),
        lambda xml: xml.replace(
            "</sheetData>", "<row r='1048575'/><row><c r='XFC1048576'/><c><v>1</v></c></row></sheetData>"
        ),
    )
    assert xlsx_deck(data).one().code == "table-too-large"


def test_a_workbook_of_300_sheets(xlsx_deck: Xlsx) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        for i in range(300):
            sheet = book.create_sheet(f"S{i}")
            sheet.append(["name"])
            sheet.append([f"card {i}"])

    assert xlsx_deck(fill, sheet="S287").cards() == [{"name": "card 287"}]
    reported_deck = xlsx_deck(fill, sheet="S2871")
    reported_deck.components = ""
    assert reported_deck.component("cards", {"file": "cards.xlsx", "sheet": "T"}).one().hint.count(",") < 30  # type: ignore[union-attr]


def test_external_links_are_their_kept_values(xlsx_deck: Xlsx) -> None:
    data = sheet_xml(
        workbook(rows(["name", "cost"], ["Fire", "=[1]Other!A1"])),
        lambda xml: xml.replace("[1]Other!A1</f><v></v>", "[1]Other!A1</f><v>7</v>"),
    )
    assert xlsx_deck(data).cards() == [{"name": "Fire", "cost": 7}]


def test_shared_and_rich_strings(xlsx_deck: Xlsx) -> None:
    plain = workbook(rows(["name"], ["x"]))
    with zipfile.ZipFile(io.BytesIO(plain)) as packed:
        xml = packed.read("xl/worksheets/sheet1.xml").decode()
    rich = re.sub(
        r'<c r="A2"[^>]*>.*?</c>',
        '<c r="A2" t="inlineStr"><is><r><t>Fi</t></r><r><t>re_x000D_\n!</t></r></is></c>',
        xml,
        flags=re.S,
    )
    assert xlsx_deck(repacked(plain, sheet1=rich.encode())).cards() == [{"name": "Fire\r\n!"}]


def test_a_long_text_counts_for_each_cell_that_shares_it(xlsx_deck: Xlsx, tables: TableDeck) -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    plain = workbook(rows(["name"]))
    with zipfile.ZipFile(io.BytesIO(plain)) as packed:
        relations, types, sheet = (
            packed.read(name).decode()
            for name in ("xl/_rels/workbook.xml.rels", "[Content_Types].xml", "xl/worksheets/sheet1.xml")
        )
    relations = relations.replace(
        "</Relationships>", f'<Relationship Id="texts" Type="{relation}" Target="sharedStrings.xml"/></Relationships>'
    )
    types = types.replace("</Types>", f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>')
    texts = f'<sst xmlns="{main}"><si><t>{"x" * 30_000}</t></si></sst>'
    for count, code in ((900, ""), (1_100, "table-too-large")):
        tables.components = ""
        more = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(2, count + 2))
        out = io.BytesIO(repacked(plain, sheet1=sheet.replace("</sheetData>", f"{more}</sheetData>").encode()))
        with zipfile.ZipFile(out) as old:
            parts = {name: old.read(name) for name in old.namelist()}
        parts |= {"xl/_rels/workbook.xml.rels": relations.encode(), "[Content_Types].xml": types.encode()}
        with zipfile.ZipFile(out := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as new:
            for name, part in (parts | {"xl/sharedStrings.xml": texts.encode()}).items():
                new.writestr(name, part)
        deck = xlsx_deck(out.getvalue())
        if code:
            assert deck.one().code == code
        else:
            assert len(deck.cards()) == count


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (OLD, ".xls"),
        (OLD + "EncryptedPackage".encode("utf-16-le"), "password"),
        (b"name,cost\nFire,1\n", "text"),
        (b"<html><table></table></html>", "web page"),
        (b"", "not a workbook"),
        (b"\x00\x01\x02", "not a workbook"),
        (b"PK\x03\x04" + b"x" * 50, "cut off"),
        (workbook(rows(["name"], ["x"]))[:-200], "cut off"),
        (repacked(workbook(rows(["name"], ["x"])), sheet1=None), "missing"),
        (repacked(workbook(rows(["name"], ["x"])), workbook=None), "not a workbook"),
        (repacked(workbook(rows(["name"], ["x"])), sheet1=b"<worksheet><sheetData><row"), "can't be read"),
    ],
)
def test_what_is_no_workbook_is_reported_in_a_message(xlsx_deck: Xlsx, data: bytes, words: str) -> None:
    told = xlsx_deck(data).one()
    assert (told.code, told.place.partition("!")[0].partition(":")[0]) == ("broken-workbook", "cards.xlsx")
    assert words in told.message


def test_a_bomb_is_refused_even_if_it_lies_about_its_size(xlsx_deck: Xlsx, tables: TableDeck) -> None:
    bomb = repacked(workbook(rows(["name"], ["x"])), sheet1=b"<worksheet><sheetData>" + b" " * 300_000_000)
    assert xlsx_deck(bomb).one().code == "file-too-large"
    tables.components = ""
    liar = bytearray(bomb)
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        for found in re.finditer(re.escape(mark), bomb):
            size = int.from_bytes(bomb[found.start() + at : found.start() + at + 4], "little")
            if size > 1_000_000:
                liar[found.start() + at : found.start() + at + 4] = (1000).to_bytes(4, "little")
    assert bytes(liar) != bomb
    assert xlsx_deck(bytes(liar)).one().code in ("file-too-large", "broken-workbook")


def test_entities_are_not_filled_in(xlsx_deck: Xlsx) -> None:
    declared = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    cells = '<row r="1"><c r="A1" t="str"><f>1</f><v>&b;</v></c></row>'
    evil = f'<?xml version="1.0"?>{declared}<worksheet><sheetData>{cells}</sheetData></worksheet>'
    assert "entities" in xlsx_deck(repacked(workbook(rows(["name"], ["x"])), sheet1=evil.encode())).one().message


def test_ods(tables: TableDeck) -> None:
    blank = "<table:table-cell table:number-columns-repeated='16382'/>"
    two = "<table:table-cell office:value-type='float' office:value='2'><text:p>2</text:p></table:table-cell>"
    lines = (
        f"<table:table-row>{cell('name')}{cell('cost')}{blank}</table:table-row>"
        f"<table:table-row>{cell('Fire')}{two}</table:table-row>"
        f"<table:table-row table:number-rows-repeated='1048574'>{blank}</table:table-row>"
    )
    tables.write("cards.ods", ods(f"<table:table table:name='Mine'>{lines}</table:table>")).component(
        "cards", "cards.ods"
    )
    assert tables.cards() == [{"name": "Fire", "cost": 2}]


def test_an_ods_that_repeats_a_cell_without_end_is_refused(tables: TableDeck) -> None:
    more = "table:number-columns-repeated='16384'"
    row = f"<table:table-row table:number-rows-repeated='1048576'>{cell('x', more)}</table:table-row>"
    tables.write("cards.ods", ods(f"<table:table table:name='Mine'>{row}</table:table>")).component(
        "cards", "cards.ods"
    )
    assert tables.one().code == "table-too-large"


def test_an_ods_formula_s_error_names_its_cell(tables: TableDeck) -> None:
    row = f"<table:table-row>{cell('name')}</table:table-row><table:table-row>{cell('Err:508')}</table:table-row>"
    tables.write("cards.ods", ods(f"<table:table table:name='Mine'>{row}</table:table>")).component(
        "cards", "cards.ods"
    )
    assert tables.one().place == "cards.ods!Mine!A2"


def test_a_column_of_notes_right_of_the_table(xlsx_deck: Xlsx) -> None:
    told = xlsx_deck(rows(["name", "cost"], ["Fire", 1, None, "too strong?"])).one()
    assert (told.code, told.place) == ("too-many-cells", "cards.xlsx!Cards!D2")
    assert "clear it" in (told.hint or "")
