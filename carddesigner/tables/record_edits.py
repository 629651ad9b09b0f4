"""Edit records in JSON and YAML as their author would: change one value's text or one record's lines and nothing
else.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem
from carddesigner.source.json_nodes import load_json
from carddesigner.source.yaml import Node, load_yaml, plain
from carddesigner.source.yaml_edits import (
    Edit,
    EditProblem,
    InsertItem,
    Move,
    Remove,
    RenameKey,
    SetValue,
    Step,
    Value,
    read_places,
)
from carddesigner.tables.grid import Cell, Grid, GridColumn, order_after, too_many
from carddesigner.tables.json_edits import edited_json
from carddesigner.tables.table import text_of

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_TRUTHS = {"true": True, "false": False}


class RecordsGrid(Grid):
    """A list of records in a JSON or YAML file, for editing. Raises FileProblem if there is no such list."""

    def __init__(self, path: Path, text: str, source: Source) -> None:
        self.path, self.text, self.source = path, text, source
        self.is_json = path.suffix.lower() == ".json"
        report = Report()
        node = (load_json if self.is_json else load_yaml)(path, text, report)
        if node is None:
            first = next(iter(report.errors), None)
            raise FileProblem("table-syntax", first.message if first is not None else "the file can't be read")
        self.base, records = _listed(node, source)
        self.records = records
        names = list(dict.fromkeys(name for record in records for name in record.mapping))
        given = source.columns
        renamed = given if isinstance(given, dict) else dict(zip(names, given, strict=False))
        self.names = names
        self.columns = tuple(GridColumn(name, renamed.get(name, name)) for name in names)
        self.rows = [[_shown(record.mapping.get(name), text) for name in names] for record in records]
        self.numbers = range(len(records))
        if isinstance(given, tuple):
            self.fixed_columns = "deck.yaml lists the columns of this table in their order; change them there"

    def find(self, place: str) -> Cell | None:
        """Return the cell whose value begins at a line and column of the file."""
        numbers = place.split(":")
        if len(numbers) != 2 or not all(map(str.isdecimal, numbers)) or not self.records:
            return None
        wanted = int(numbers[0]), int(numbers[1])
        begins = [(r.span.line, r.span.column) for r in self.records]
        row = bisect_left(begins, (wanted[0], wanted[1] + 1)) - 1
        if row < 0:
            return None
        for name, node in self.records[row].mapping.items():
            if any(s is not None and (s.line, s.column) == wanted for s in (node.span, node.key_span)):
                return row, self.names.index(name)
        return (row, -1) if begins[row] == wanted else None

    def with_cells(self, cells: Mapping[Cell, str]) -> str:
        """Set the texts of cells."""
        edits: list[Edit] = []
        for (row, column), text in cells.items():
            old = self.rows[row][column]
            if text.strip() == old:
                continue
            path = (*self.base, row, self.names[column])
            node = self.records[row].mapping.get(self.names[column])
            value = self._value(column, text, node)
            edits.append(SetValue(path, value))
        expected = [list(map(str, r)) for r in self.rows]
        for (row, column), text in cells.items():
            expected[row][column] = text.strip()
        return self._edited(edits, expected)

    def with_rows(self, at: int, rows: Sequence[Sequence[str]]) -> str:
        """Insert rows before the one *at* an index, or at the end."""
        if problem := too_many(len(self.rows) + len(rows), 0):
            raise EditProblem(problem)
        edits: list[Edit] = []
        first = self.names[:1]
        for i, row in enumerate(rows):
            record: dict[str, Value] = {
                name: self._value(c, cell, None)
                for c, (name, cell) in enumerate(zip(self.names, row, strict=True))
                if cell or [name] == first
            }
            edits.append(InsertItem(self.base, at + i, record))
        return self._edited(edits, [*self.rows[:at], *rows, *self.rows[at:]])

    def without_rows(self, rows: Sequence[int]) -> str:
        """Remove rows."""
        gone = sorted(set(rows), reverse=True)
        if len(gone) == len(self.rows):
            raise EditProblem("a table has at least one row")
        kept = [r for i, r in enumerate(self.rows) if i not in gone]
        return self._edited([Remove((*self.base, row)) for row in gone], kept)

    def with_rows_moved(self, rows: Sequence[int], to: int) -> str:
        """Move rows before the one that is now at index *to*, or to the end."""
        order = order_after(len(self.rows), rows, to)
        now = list(range(len(self.rows)))
        edits: list[Edit] = []
        for place, row in enumerate(order):
            at = now.index(row)
            if at != place:
                edits.append(Move((*self.base, at), place))
                now.insert(place, now.pop(at))
        return self._edited(edits, [self.rows[i] for i in order])

    def with_column(self, at: int, header: str, cells: Sequence[str]) -> str:
        """Add a column: a key in each record that has a text, and in the first one in any case."""
        if self.fixed_columns:
            raise EditProblem(self.fixed_columns)
        edits: list[Edit] = [
            SetValue((*self.base, row, header), text) for row, text in enumerate(cells) if text or not row
        ]
        return self._edited(edits, None)

    def without_column(self, column: int) -> str:
        """Remove a column."""
        if len(self.columns) == 1:
            raise EditProblem("a table has at least one column")
        name = self.names[column]
        return self._edited(
            [Remove((*self.base, i, name)) for i, record in enumerate(self.records) if name in record.mapping], None
        )

    def with_column_moved(self, column: int, to: int) -> str:
        """Refuse, because each record has its own order of keys."""
        raise EditProblem("each record has its keys in its own order; only tables of rows have one order for all")

    def with_header(self, column: int, header: str) -> str:
        """Rename a column in the file."""
        name = self.names[column]
        return self._edited(
            [RenameKey((*self.base, i, name), header) for i, r in enumerate(self.records) if name in r.mapping], None
        )

    def _value(self, column: int, text: str, node: Node | None) -> Value:
        """The value for a text, of the same type as the old value, or else as other values in the column."""
        text = text.strip()
        old = plain(node) if node is not None else None
        kinds = [old] if old is not None else [v for v in self._others(column) if v is not None]
        if isinstance(old, dict) or any(isinstance(e, (dict, list)) for e in (old if isinstance(old, list) else ())):
            try:
                made: Value = json.loads(text)
            except ValueError:
                raise EditProblem('this is a mapping; write it as JSON, such as {"a": 1}') from None
            return made
        if not text:
            return "" if isinstance(old, str) or (node is None and all(isinstance(v, str) for v in kinds)) else None
        if kinds and all(isinstance(v, list) for v in kinds):
            return [self._one(p.strip()) for p in text.split(",") if p.strip()]
        if kinds and all(isinstance(v, bool) for v in kinds) and text.lower() in _TRUTHS:
            return _TRUTHS[text.lower()]
        numbers = kinds and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in kinds)
        return self._one(text) if numbers else text

    def _one(self, text: str) -> Value:
        if _NUMBER.fullmatch(text):
            return float(text) if "." in text else int(text)
        return text

    def _others(self, column: int) -> list[Value]:
        name = self.names[column]
        return [plain(r.mapping[name]) for r in self.records[:200] if name in r.mapping]

    def _edited(self, edits: Sequence[Edit], expected: Sequence[Sequence[str]] | None) -> str:
        """The text after the edits, if it reads as expected. Raises EditProblem."""
        if not edits:
            return self.text
        text = (
            edited_json(self.path, self.text, edits)
            if self.is_json
            else read_places(self.path.name, self.text).edited(edits)
        )
        try:
            again = RecordsGrid(self.path, text, self.source)
        except FileProblem as problem:
            raise EditProblem(f"this table can't hold that: {problem.message}") from None
        if (
            expected is not None
            and [list(r) for r in again.rows] != [list(r) for r in expected]
            and not self._alike(again, expected)
        ):
            raise EditProblem("this table can't hold that: its file would be read differently than now")
        return text

    def _alike(self, again: RecordsGrid, expected: Sequence[Sequence[str]]) -> bool:
        """Whether rows have the same values by column name, regardless of the order of columns and of spaces in
        lists.
        """

        def by_name(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[dict[str, str]]:
            return [{n: _plainly(c) for n, c in zip(names, r, strict=True) if c} for r in rows]

        return by_name(again.names, again.rows) == by_name(self.names, expected)


def _listed(node: Node, source: Source) -> tuple[tuple[Step, ...], list[Node]]:
    """The path of the list of records, and the records. Raises FileProblem if they have another shape."""
    path: list[Step] = []
    for name in source.records.split(".") if source.records else ():
        path.append(name)
        node = node.mapping[name]
    if not source.keys:
        if isinstance(node.value, dict):
            lists = [k for k, n in node.value.items() if _is_records(n)]
            if len(lists) == 1:
                path.append(lists[0])
                node = node.value[lists[0]]
        if _is_records(node) and isinstance(node.value, tuple):
            return tuple(path), list(node.value)
    raise FileProblem("missing-records", "only a list of records can be edited here")


def _is_records(node: Node) -> bool:
    return isinstance(node.value, tuple) and bool(node.value) and all(isinstance(n.value, dict) for n in node.value)


def _shown(node: Node | None, text: str) -> str:
    """A value as shown in a cell: a number as written, a list with commas, nested values as JSON."""
    if node is None or node.value is None:
        return ""
    value = plain(node)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        written = _text_at(node.span, text)
        return written if _NUMBER.fullmatch(written) else text_of(value)
    if isinstance(value, list):
        simple = all(isinstance(v, (str, int, float)) and "," not in str(v) for v in value)
        return ", ".join(map(text_of, value)) if simple else json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else text_of(value)


def _plainly(cell: str) -> str:
    """A text in a form that is equal for equal values."""
    return f"{float(cell):.15g}" if _NUMBER.fullmatch(cell) else re.sub(r",\s*", ",", cell)


def _text_at(span: Span, text: str) -> str:
    return text[span.start : span.end]
