"""Tables of any length, read in parts: the same cards as of a table that is read whole, and what is wrong with one told at its place."""

from __future__ import annotations

import csv
import io
import random

import pypdfium2
import pytest

from carddesigner.core.report import DeckError, Report
from carddesigner.deck import streams
from carddesigner.deck.cards import Split
from carddesigner.pipeline import validate
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.validate import validate_deck
from carddesigner.tables import stream

DECK = """\
deck: sample
title: Fair
languages: []
stocks:
  ticket: {shape: card, size: [60mm, 30mm], bleed: 2mm, safe: 3mm}
components:
  - {id: rules, front: sample#rules, copies: 3}
  - id: tickets
    rows: {file: tickets.csv, ROWS}
    front: sample#ticket
FIELDS
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  rules: {zones: {text: {in: safe, text: "Keep this side"}}}
  ticket:
    zones:
      number: {in: safe, text: "{{ card.id }} {{ card.number_in_deck }} of {{ deck.counts.tickets }} {{ card.code + 1 }}"}
      name: {in: safe, text: "{{ card.name }}", valign: bottom}
"""


@pytest.fixture
def long(deck, monkeypatch):
    """A deck whose table is read in parts from twenty rows on."""
    monkeypatch.setattr(streams, "MANY_ROWS", 20)

    def write(table, fields="", **rows):
        said = ", ".join(f"{k}: {v}" for k, v in rows.items())
        deck.write("deck.yaml", DECK.replace(", ROWS", f", {said}" if said else "").replace("FIELDS\n", fields))
        deck.write("templates/sample.yaml", TEMPLATE)
        deck.write("tickets.csv", table)
        return deck

    return write


def build(deck, folder, split=25, **options):
    return build_deck(deck.path, PrintOptions(output=folder, layout="pieces", split=split, **options))


def shown(result):
    out = []
    for artifact in result.artifacts:
        if artifact.kind == "pdf":
            pdf = pypdfium2.PdfDocument(artifact.path)
            out.append([" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf])
    return out


def rows(count, **more):
    names = ["code", "name", *more]
    lines = [",".join(names)]
    lines += [",".join(map(str, (7 * n, f"Name {n}", *(f(n) for f in more.values())))) for n in range(1, count + 1)]
    return "\n".join(lines) + "\n"


def problems(deck, folder, **options):
    with pytest.raises(DeckError) as raised:
        build(deck, folder, **options)
    assert not folder.exists()
    return raised.value.report.errors


@pytest.fixture
def too_long(long, monkeypatch):
    """The same, whose table can't be read whole, and is checked twenty rows at a time."""
    monkeypatch.setattr(streams, "MAX_ROWS", 50)
    monkeypatch.setattr("carddesigner.tables.read.MAX_ROWS", 50)
    monkeypatch.setattr(validate, "_AT_ONCE", Split(20, only_checked=True))
    return long


def checked(deck):
    report = Report()
    unprinted = validate_deck(deck.path, report)
    # Sheets of so small pieces have little bleed.
    return Report({d: None for d in report if d.code != "little-bleed"}), unprinted


def told(report):
    return [(d.code, d.message, d.card, str(d.span).rpartition("/")[2], d.related) for d in report]


def test_parts_show_what_the_whole_table_shows(long, tmp_path, monkeypatch):
    deck = long(rows(103, copies=lambda n: (n * 5) % 4, id=lambda n: f"t{n}" if n % 3 else ""))
    parts = build(deck, tmp_path / "parts")
    assert parts.report.warnings == []
    looked = shown(parts)
    assert [len(part) <= 25 for part in looked] == [True] * len(looked)
    assert looked == shown(build(deck, tmp_path / "jobs", jobs=2))
    monkeypatch.setattr(streams, "MANY_ROWS", 10_000)
    whole = shown(build(deck, tmp_path / "whole"))
    assert [t for part in looked for t in part] == [t for part in whole for t in part]
    assert looked[0] == ["Keep this side"] * 3
    assert all(looked)


def test_a_column_is_what_all_of_its_cells_are(long, tmp_path):
    lines = rows(60).splitlines()
    lines[-1] = "none,Last"
    found = problems(long("\n".join(lines) + "\n"), tmp_path / "out")
    # A number is added to texts: the first part alone would have numbers.
    assert {d.code for d in found} == {"expression-failed"}
    assert found[0].card == "tickets-001"


def test_a_field_to_count_by_is_a_column_of_a_table_of_any_length(long, tmp_path):
    assert build(long(rows(60), "count-by: [name]\n"), tmp_path / "right").report.errors == []
    (error,) = problems(long(rows(60), "count-by: [nam]\n"), tmp_path / "out")
    assert (error.code, "did you mean 'name'?" in error.message) == ("unknown-field", True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_lines_within_cells_and_letters_of_any_encoding_are_read_in_parts(long, tmp_path, encoding, delimiter):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter)
    draw = random.Random(encoding + delimiter)
    writer.writerow(("code", "name"))
    for n in range(70):
        writer.writerow(
            (n, f'Émile “{n}”\n{"x" * draw.randrange(30)}, "said"' if encoding != "windows-1252" else f'é"{n}\n,')
        )
        if n % 20 == 9:
            file.write("\r\n")
    named = {"encoding": encoding} if encoding == "windows-1252" else {}
    deck = long(file.getvalue().encode(encoding), **named)
    report = Report()
    from carddesigner.deck.find import loaded_deck
    from carddesigner.deck.some_cards import with_part

    streamed = loaded_deck(deck.path, report, split=Split(9))
    component = streamed.components[1]
    assert component.stream is not None
    assert len(component.stream.parts) == 8
    found = [
        c for part in component.stream.parts for c in with_part(streamed, component, *part, report).components[0].cards
    ]
    whole = loaded_deck(deck.path, report).components[1].cards
    assert [(c.id, c.row, c.number, c.span) for c in found] == [(c.id, c.row, c.number, c.span) for c in whole]
    assert len(found) == 70


@pytest.mark.parametrize(
    ("change", "code", "message", "line"),
    [
        (lambda t: t.replace("350,Name 50\n", "350,Name 50,more\n"), "row-length", "has 3 cells, and the header 2", 51),
        (lambda t: t.replace("350,Name 50\n", "350\n"), "row-length", "has 1 cell, and the header 2", 51),
        (lambda t: t + "code,name,third\n1,2,3\n", "row-length", "has 3 cells", 62),
        (lambda t: t[:-9], "row-length", "the file ends within it", 61),
        (lambda t: t.replace("350,Name", '350,"Name'), "table-syntax", "never closed", 51),
        (lambda t: t.replace("350,Name", '350,"Na"me'), "table-syntax", "text follows the quote", 51),
        (lambda t: t.replace("Name 50", "#REF!"), "formula-error", "#REF!", 51),
        (lambda t: t.replace("Name 50", "Na\0me"), "table-syntax", "a null character", 51),
        (lambda t: t.encode().replace(b"Name 50", b"N\xe9m"), "encoding", "byte 0xE9 is not", 51),
    ],
)
def test_a_table_that_ends_early_or_changes_midway_is_refused_at_the_row(
    long, tmp_path, monkeypatch, change, code, message, line
):
    # What stands behind the beginning is met when the parts are read.
    monkeypatch.setattr(stream, "_HEAD", 300)
    found = problems(long(change(rows(60))), tmp_path / "out")
    assert [d.code for d in found] == [code]
    assert message in f"{found[0].message} {found[0].hint}"
    assert (found[0].span.path.endswith("tickets.csv"), found[0].span.line) == (True, line)


@pytest.mark.parametrize(
    ("row", "message", "hint"),
    [
        ("code,name", "the row repeats the header", "skip: [headers]"),
        ("name,code", "the row repeats the header in another order", "in the order of the header"),
    ],
)
def test_a_header_within_a_table_is_told_once_at_its_place_wherever_parts_begin(long, tmp_path, row, message, hint):
    lines = rows(60).splitlines()
    for at in (26, 40):
        lines.insert(at, row)
    deck = long("\n".join(lines), "    fields: {code: text}\n")
    deck.write("templates/sample.yaml", TEMPLATE.replace("card.code + 1", "card.code"))
    result = build(deck, tmp_path / "out")
    told = [d for d in result.report.warnings if d.code == "repeated-header"]
    assert [(d.message, d.span.line, d.span.column) for d in told] == [(message, 27, 1), (message, 41, 1)]
    assert [(r.span.line, r.message) for r in told[0].related] == [(1, "the header")]
    assert hint in told[0].hint


def test_rows_are_left_out_only_of_a_table_that_can_be_read_whole(too_long, tmp_path):
    lines = rows(60).splitlines()
    lines.insert(26, "code,name")
    deck = too_long("\n".join(lines), "    fields: {code: text}\n")
    deck.write("templates/sample.yaml", SMALL.replace("card.code + 1", "card.code"))
    for report in (checked(deck)[0], build(deck, tmp_path / "out").report):
        (found,) = [d for d in report if d.code == "repeated-header"]
        assert found.hint == "remove the row from the table"


def test_a_cell_that_cannot_be_read_is_told_before_anything_is_made(long, tmp_path):
    table = rows(60, cost=lambda n: n if n != 55 else "much")
    found = problems(long(table, "    fields: {cost: integer}\n"), tmp_path / "out")
    assert [(d.code, str(d.span).rpartition("/")[2]) for d in found] == [("wrong-type", "tickets.csv:56:13")]


@pytest.mark.parametrize("at_once", [250_000, 16])
def test_no_id_stands_in_two_parts(long, tmp_path, monkeypatch, at_once):
    monkeypatch.setattr(streams, "_AT_ONCE", at_once)
    table = rows(90, id=lambda n: f"t{n % 80}" if n > 5 else "", no=lambda n: n if n != 77 else 3)
    found = problems(long(table, "    fields: {no: {type: integer, unique: true}}\n"), tmp_path / "out")
    assert [(d.code, d.message, d.span.line) for d in found] == [
        ("duplicate-value", "no '3' appears here twice", 78),
        *(("duplicate-id", f"two cards have the id 't{n - 80}'", n + 1) for n in range(86, 91)),
    ]
    assert found[1].related[0].span.line == 7


def test_a_table_that_changes_while_it_is_read_is_refused(long, tmp_path, monkeypatch):
    deck = long(rows(60))
    read = streams._Looking.through

    def then_changed(self):
        found = read(self)
        deck.write("tickets.csv", rows(60).replace("Name 50", "Nome 50"))
        return found

    monkeypatch.setattr(streams._Looking, "through", then_changed)
    found = problems(deck, tmp_path / "out")
    assert [(d.code, d.span.line) for d in found] == [("file-changed", 27)]


def test_a_table_that_is_added_to_while_it_is_built_is_refused(long, tmp_path):
    deck = long(rows(60))

    def added(stage, done, total):
        if done:
            with (deck.path / "tickets.csv").open("a") as file:
                file.write("7,Name 61\n")

    with pytest.raises(DeckError) as raised:
        build_deck(deck.path, PrintOptions(output=tmp_path / "out", layout="pieces", split=25, jobs=1), added)
    assert [d.code for d in raised.value.report.errors] == ["file-changed"]
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_read_in_parts_is_read_whole(long, tmp_path):
    table = rows(60, shop=lambda n: f"tickets-{n:03d}")
    for fields, more in (
        ("    fields: {shop: {type: reference, to: tickets}}\n", {}),
        ("checks: [{that: \"count(cards, 'card.code > 0') == 60\", message: all}]\n", {}),
        ("", {"only": "{name: [Name 7]}"}),
        ("text-replace: {Name: Nome}\n", {}),
    ):
        assert build(long(table, fields, **more), tmp_path / "out").report.warnings == []


def test_a_table_of_more_rows_than_are_read_at_once_is_built_in_parts_alone(long, tmp_path, monkeypatch):
    monkeypatch.setattr("carddesigner.tables.read.MAX_ROWS", 50)
    monkeypatch.setattr(streams, "MAX_ROWS", 50)
    deck = long(rows(60), "checks: [{that: \"count(cards, 'card.code > 0') == 60\", message: all}]\n")
    made = build(deck, tmp_path / "out")
    assert sum(len(part) for part in shown(made)) == 63
    assert [d.code for d in made.report.warnings] == ["check-not-run"]
    (found,) = problems(deck, tmp_path / "no", split=None)
    assert (found.code, "read a table in parts, however long it is" in found.hint) == ("table-too-large", True)
    (found,) = problems(long(rows(60), until="Total"), tmp_path / "no")
    assert (found.code, "but not this one: rows are chosen with `skip`" in found.hint) == ("table-too-large", True)


SMALL = TEMPLATE.replace("valign: bottom", "valign: bottom, size: 3pt")


def test_a_table_that_is_too_long_to_be_read_whole_is_validated_in_parts(too_long, monkeypatch):
    table = rows(103, copies=lambda n: (n * 5) % 4, id=lambda n: f"t{n}" if n % 3 else "", spare=lambda n: n)
    deck = too_long(table)
    deck.write("templates/sample.yaml", SMALL)
    parts, unprinted = checked(deck)
    assert {d.code for d in parts} == {"small-type", "unused-field"}
    assert "; 78 cards in all" in next(d.message for d in parts if d.code == "small-type")
    monkeypatch.setattr(streams, "MAX_ROWS", 1000)
    monkeypatch.setattr("carddesigner.tables.read.MAX_ROWS", 1000)
    whole, unprinted_of_whole = checked(deck)
    assert told(parts) == told(whole)
    assert (unprinted, unprinted.rows) == (unprinted_of_whole, 25)


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        (lambda t: t.replace("350,Name 50\n", "350,Name 50,more\n"), ""),
        (lambda t: t.replace("Name 50", "#REF!"), ""),
        (lambda t: t.replace("code,name", "code,#REF!"), ""),
        (lambda t: t.replace("350,", "much,"), "    fields: {code: integer}\n"),
        (lambda t: t.replace("350,", "343,"), "    fields: {code: {type: integer, unique: true}}\n"),
        (lambda t: t.replace("350,", "none,"), ""),
        (lambda t: t, "count-by: [nam]\n"),
    ],
)
def test_what_is_wrong_with_it_is_told_as_a_build_tells_it(too_long, tmp_path, change, fields):
    deck = too_long(change(rows(60)), fields)
    report, _ = checked(deck)
    assert report.errors
    assert told(report.errors[:1]) == told(problems(deck, tmp_path / "out")[:1])


def test_all_parts_are_looked_at_where_one_is_wrong(too_long):
    deck = too_long(rows(60))
    deck.write(
        "templates/sample.yaml", TEMPLATE.replace('"{{ card.name }}"', '"{{ card.name }}{{ 1 / (card.code % 175) }}"')
    )
    report, _ = checked(deck)
    assert [(d.code, d.card) for d in report] == [
        ("expression-failed", "tickets-025"),
        ("expression-failed", "tickets-050"),
    ]


def test_checks_over_all_its_cards_are_not_made(too_long):
    deck = too_long(rows(60), "checks: [{that: \"count(cards, 'card.code > 0') == 60\", message: all}]\n")
    report, _ = checked(deck)
    assert [(d.code, "only some of them are read at a time" in d.message) for d in report] == [("check-not-run", True)]


def test_a_file_that_is_too_large_is_read_in_parts(long, tmp_path, monkeypatch):
    for module in ("source.files", "tables.stream"):
        monkeypatch.setattr(f"carddesigner.{module}.MAX_BYTES", 1_000)
    monkeypatch.setattr(streams, "MANY_ROWS", 10_000)
    # A check over all cards would have it read whole.
    checks = "checks: [{that: \"count(cards, 'card.code > 0') == 90\", message: all}]\n"
    deck = long(rows(90), checks)
    report, _ = checked(deck)
    assert [d.code for d in report] == ["check-not-run"]
    monkeypatch.setattr(streams, "MANY_ROWS", 20)
    assert [d.code for d in build(deck, tmp_path / "out").report] == ["check-not-run"]


@pytest.fixture
def too_large(monkeypatch):
    """Lower the limits of files, beginnings, records and cells, after what the table is as a whole is known."""

    def limit():
        for module, name, limit in (
            ("source.files", "MAX_BYTES", 2_000),
            ("tables.stream", "MAX_BYTES", 2_000),
            ("tables.stream", "_HEAD", 300),
            ("tables.stream", "MAX_RECORD", 1_000),
            ("tables.delimited", "MAX_RECORD", 1_000),
            ("tables.stream", "MAX_CHARACTERS", 500),
            ("tables.delimited", "MAX_CHARACTERS", 500),
        ):
            monkeypatch.setattr(f"carddesigner.{module}.{name}", limit)

    return limit


@pytest.mark.parametrize("fields", ["", "checks: [{that: \"count(cards, 'card.code > 0') == 60\", message: all}]\n"])
@pytest.mark.parametrize(
    ("table", "more", "code"),
    [
        ('code,name,"note\n' + rows(200), {}, "table-syntax"),
        ('sep=;\ncode;name;"note\n' + rows(200).replace(",", ";"), {}, "table-syntax"),
        ('code,"na"me\n' + rows(200), {}, "table-syntax"),
        ("code,#REF!\n" + rows(200), {}, "formula-error"),
        ("\n" * 3_000, {}, "empty-table"),
        (",,\r" * 3_000, {}, "empty-table"),
        ("\0" * 3_000, {}, "table-syntax"),
        ("<html>" * 3_000, {}, "table-syntax"),
        ("\n\n\n" + rows(200), {"header": 2}, "empty-table"),
        (rows(200), {"header": 300}, "empty-table"),
        (rows(200), {"header": 0}, "missing-key"),
        (rows(200), {"columns": "{nam: name}"}, "unknown-column"),
    ],
)
def test_a_header_that_cannot_be_read_is_told_of_a_table_of_any_size(
    long, too_large, tmp_path, table, more, code, fields
):
    deck = long(table, fields, **more)
    whole = told(problems(deck, tmp_path / "out", split=None))
    assert [d[0] for d in whole] == [code]
    too_large()
    assert told(problems(deck, tmp_path / "out")) == whole
    report, _ = checked(deck)
    assert told(report.errors) == whole


@pytest.mark.parametrize(
    ("table", "code", "message"),
    [
        ("x" * 5_000, "cell-too-long", "a cell has more than "),
        ("é" * 5_000, "cell-too-long", "a cell has more than "),
        ("code,name\n1," + "x" * 5_000, "cell-too-long", "a cell has more than "),
        ("ab," * 2_000, "table-too-large", "the row has more than 1,000 characters"),
    ],
)
def test_a_line_that_is_a_file_too_large_is_told_what_is_wrong_with_it(long, too_large, tmp_path, table, code, message):
    deck = long(table)
    too_large()
    (found,) = problems(deck, tmp_path / "out")
    assert (found.code, message in found.message) == (code, True)
    report, _ = checked(deck)
    assert told(report.errors) == told([found])


def test_of_a_table_too_large_only_its_beginning_is_searched_for_the_header(long, too_large, tmp_path):
    deck = long("\n" * 700 + rows(60) + " \n" * 2_000)
    too_large()
    assert sum(len(part) for part in shown(build(deck, tmp_path / "out"))) == 63
    (found,) = problems(long("\n" * 1_200 + rows(60) + " \n" * 2_000), tmp_path / "no")
    assert (found.code, found.hint) == ("empty-table", "its first 1,002 rows are blank")


@pytest.mark.parametrize("letter", ["x", "é", "€", "\U0001f0a1"])
def test_a_header_is_read_that_is_longer_than_the_first_that_is_looked_at(long, tmp_path, monkeypatch, letter):
    monkeypatch.setattr(stream, "_HEAD", 301)
    deck = long(rows(60, **{letter * 300: lambda n: n}))
    assert sum(len(part) for part in shown(build(deck, tmp_path / "out"))) == 63


def test_a_translated_table_that_is_too_long_is_told_why(too_long, tmp_path):
    deck = too_long(rows(60).replace("code,name", "name,name.pt"))
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("languages: []", "languages: [pt]"))
    report, _ = checked(deck)
    (found,) = report.errors
    assert (found.code, "but not this one: it has columns in other languages" in found.hint) == (
        "table-too-large",
        True,
    )


def test_editions_and_languages_of_it_are_looked_at(too_long):
    deck = too_long(rows(60), "editions: {late: {title: Late fair}}\n")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("languages: []", "languages: [pt]"))
    wrong = "{{ card.name }}{{ 1 / ((deck.title | length) - 9) }}{{ 1 / (language != 'pt') }}"
    deck.write("templates/sample.yaml", TEMPLATE.replace("{{ card.name }}", wrong))
    report, _ = checked(deck)
    told = [(d.code, d.message.partition(": ")[0], d.card) for d in report]
    every = [("expression-failed", f"tickets-{n:03d}") for n in range(1, 61)]
    assert told == [(c, where, card) for where in ("in pt", "in the edition late") for c, card in every]


def test_no_card_is_printed_of_it(too_long):
    deck = too_long(rows(60, copies=lambda n: 0))
    deck.write(
        "deck.yaml",
        (deck.path / "deck.yaml").read_text().replace("  - {id: rules, front: sample#rules, copies: 3}\n", ""),
    )
    report, _ = checked(deck)
    assert [d.code for d in report] == ["no-cards"]
    deck.write("tickets.csv", rows(60, copies=lambda n: int(n == 60)))
    report, unprinted = checked(deck)
    assert ([d.code for d in report], unprinted.rows) == ([], 59)
