"""Whatever is changed in a table, its file says exactly that then, and has its first bytes again once it is changed back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.delimited_edits import DelimitedGrid
from carddesigner.tables.grid import order_after
from carddesigner.tables.record_edits import RecordsGrid
from tests.examples import examples

fuzzed = examples(2, suppress_health_check=list(HealthCheck))
letters = st.characters(exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff")
words = st.text(st.one_of(letters, st.sampled_from(list(" ,;\"|\t\n'é0#:-"))), max_size=12).map(str.strip)
cells = st.one_of(words, st.integers(-99, 999).map(str), st.sampled_from(["", "", "Ada", "5", "0.5", "TRUE"]))


@st.composite
def files(draw: st.DrawFn, *, marked: bool = True) -> tuple[str, list[list[str]]]:
    """A file as programs write one, with the cells below its header."""
    width = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=2, max_size=6))
    newline, delimiter = draw(st.sampled_from(["\n", "\r\n", "\r"])), draw(st.sampled_from(list(",;\t|")))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    out = io.StringIO(newline="")
    if marked:
        out.write(f"sep={delimiter}{newline}")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=newline, quoting=quoting)
    writer.writerow([f"column {i}" for i in range(width)])
    for row in rows:
        out.write(newline * draw(st.sampled_from([0, 0, 0, 1])))
        writer.writerow(row)
    text = out.getvalue()
    return text.removesuffix(newline) if draw(st.booleans()) else text, rows


def grid(text: str) -> DelimitedGrid:
    return DelimitedGrid(Path("cards.csv"), text, Source(file="cards.csv"))


def said(text: str) -> list[list[str]]:
    return [list(row) for row in grid(text).rows]


@fuzzed
@given(files(), st.data())
def test_a_cell_is_changed_alone_and_back(file: tuple[str, list[list[str]]], data: st.DataObject) -> None:
    text, rows = file
    before = grid(text)
    assume(said(text) == rows)
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1))
    new = data.draw(cells)
    after = before.with_cells({(row, column): new})
    expected = [list(r) for r in rows]
    expected[row][column] = new
    assert said(after) == expected
    assert grid(after).with_cells({(row, column): rows[row][column]}) == text
    start, end = before.table.cells(before.numbers[row])[column]
    assert after.startswith(text[:start])
    assert after.endswith(text[end:])


@fuzzed
@given(files(marked=False), st.data())
def test_in_a_dialect_that_is_found_out_a_cell_is_changed_alone_or_refused(
    file: tuple[str, list[list[str]]], data: st.DataObject
) -> None:
    text = file[0]
    try:
        before = said(text)
    except FileProblem:
        return
    assume(before)
    row, column = data.draw(st.integers(0, len(before) - 1)), data.draw(st.integers(0, len(before[0]) - 1))
    new = data.draw(cells)
    try:
        after = grid(text).with_cells({(row, column): new})
    except EditProblem:
        return
    before[row][column] = new
    assert said(after) == before


@fuzzed
@given(files(), st.data())
def test_rows_are_added_removed_and_moved(file: tuple[str, list[list[str]]], data: st.DataObject) -> None:
    text, rows = file
    assume(said(text) == rows)
    at = data.draw(st.integers(0, len(rows)))
    more = data.draw(st.lists(st.lists(cells, min_size=len(rows[0]), max_size=len(rows[0])), min_size=1, max_size=3))
    added = grid(text).with_rows(at, more)
    assert said(added) == [*rows[:at], *more, *rows[at:]]
    assert grid(added).without_rows(range(at, at + len(more))) == text
    some = data.draw(st.sets(st.integers(0, len(rows) - 1), min_size=1))
    to = data.draw(st.integers(0, len(rows)))
    moved = grid(text).with_rows_moved(sorted(some), to)
    assert said(moved) == [rows[i] for i in order_after(len(rows), sorted(some), to)]
    assert sorted(moved.splitlines()) == sorted(text.splitlines())


@fuzzed
@given(files(), st.data())
def test_columns_are_added_removed_moved_and_renamed(file: tuple[str, list[list[str]]], data: st.DataObject) -> None:
    text, rows = file
    assume(said(text) == rows)
    width = len(rows[0])
    at = data.draw(st.integers(0, width))
    more = data.draw(st.lists(cells, min_size=len(rows), max_size=len(rows)))
    added = grid(text).with_column(at, "new", more)
    assert said(added) == [[*row[:at], cell, *row[at:]] for row, cell in zip(rows, more, strict=True)]
    if width > 1 or all(row[0] for row in rows):
        assert grid(added).without_column(at) == text
    column, to = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, width - 1))
    moved = grid(text).with_column_moved(column, to)
    order = [i for i in range(width) if i != column]
    order.insert(to, column)
    assert said(moved) == [[row[i] for i in order] for row in rows]
    assert grid(moved).with_column_moved(to, column) == text
    renamed = grid(text).with_header(column, "other")
    assert [c.header for c in grid(renamed).columns][column] == "other"
    assert grid(renamed).with_header(column, f"column {column}") == text


@st.composite
def lists(draw: st.DrawFn) -> tuple[str, str]:
    """A file with a list of records, as JSON or YAML, and its name."""
    width = draw(st.integers(1, 4))
    kinds = [draw(st.sampled_from([words.filter(bool), st.integers(-99, 999)])) for _ in range(width)]
    count = draw(st.integers(1, 4))
    records = [{f"c{i}": draw(kind) for i, kind in enumerate(kinds)} for _ in range(count)]
    if draw(st.booleans()):
        whole = records if draw(st.booleans()) else {"title": "x", "cards": records}
        separators = draw(st.sampled_from([None, (",", ":")]))
        text = json.dumps(
            whole, indent=draw(st.sampled_from([None, 1, 2, "\t"])), separators=separators, ensure_ascii=False
        )
        return "cards.json", text + draw(st.sampled_from(["", "\n"]))
    lines = ["# All of them."]
    for record in records:
        lines += [
            f"{'  ' if i else '- '}{k}: {json.dumps(v, ensure_ascii=False)}" for i, (k, v) in enumerate(record.items())
        ]
        lines += draw(st.sampled_from([[], ["# Next."], [""]]))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return "cards.yaml", newline.join([*lines, ""])


def records(file: tuple[str, str], text: str | None = None) -> RecordsGrid:
    return RecordsGrid(Path(file[0]), file[1] if text is None else text, Source(file=file[0]))


@fuzzed
@given(lists(), st.data())
def test_a_value_of_a_record_is_changed_alone_and_back(file: tuple[str, str], data: st.DataObject) -> None:
    try:
        before = records(file)
    except FileProblem:
        return
    row, column = data.draw(st.integers(0, len(before.rows) - 1)), data.draw(st.integers(0, len(before.columns) - 1))
    old = before.rows[row][column]
    new = data.draw(st.integers(0, 99).map(str) if old.lstrip("-").isdigit() else words.filter(bool))
    after = before.with_cells({(row, column): new})
    expected = [list(r) for r in before.rows]
    expected[row][column] = new
    assert [list(r) for r in records(file, after).rows] == expected
    if file[0].endswith(".json") or "\n" not in old + new:
        # A text of several lines in YAML is a block of lines from then on.
        assert records(file, after).with_cells({(row, column): old}) == file[1]


@fuzzed
@given(lists(), st.data())
def test_records_are_added_removed_and_moved(file: tuple[str, str], data: st.DataObject) -> None:
    try:
        before = records(file)
    except FileProblem:
        return
    rows = [list(r) for r in before.rows]
    at = data.draw(st.integers(0, len(rows)))
    copy = rows[data.draw(st.integers(0, len(rows) - 1))]
    added = before.with_rows(at, [copy])
    assert [list(r) for r in records(file, added).rows] == [*rows[:at], copy, *rows[at:]]
    taken = records(file, added).without_rows([at])
    assert [list(r) for r in records(file, taken).rows] == rows
    if file[0].endswith(".json"):
        assert taken == file[1]
    some, to = (
        sorted(data.draw(st.sets(st.integers(0, len(rows) - 1), min_size=1))),
        data.draw(st.integers(0, len(rows))),
    )
    moved = before.with_rows_moved(some, to)
    assert [list(r) for r in records(file, moved).rows] == [rows[i] for i in order_after(len(rows), some, to)]
