"""Convert a table's columns to values, by the deck's declarations or by how the cells look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from carddesigner.contents.base import Names
from carddesigner.core.record import PLAIN, Record, record_of
from carddesigner.core.report import Diagnostic, Problem, Related, Report, did_you_mean
from carddesigner.schema.fields import FieldSettings, Read, read_default, reader
from carddesigner.source.yaml import Node, find
from carddesigner.tables.table import MAX_REPORTED, Table, repeated, text_of

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?", re.ASCII)
_TRUTHS = ({"TRUE", "FALSE"}, {"True", "False"}, {"true", "false"})
_UNREAD = object()
"""Marks a cell that was not read yet."""

Reported = tuple[int, int, Diagnostic]
"""A problem with its row and column, because problems are reported in reading order."""


class Values(Struct, frozen=True, eq=False):
    """Columns by name, in the table's order, and the rows with a cell that can't be read."""

    columns: dict[str, list[object]]
    bad: frozenset[int]

    def records(self) -> list[Record | None]:
        """Return one record per row, None for a bad one. Dotted names nest: ``ne.mark`` is the field ``mark`` of
        ``ne``.
        """
        names = list(self.columns)
        flat = not any("." in name for name in names)
        made = (
            record_of
            if flat and all(PLAIN.issuperset(map(type, column)) for column in self.columns.values())
            else Record
        )
        out: list[Record | None] = []
        for i, row in enumerate(zip(*self.columns.values(), strict=True)):
            values = dict(zip(names, row, strict=True))
            out.append(None if i in self.bad else made(values if flat else _nested(values)))
        return out


def read_columns(table: Table, fields: Mapping[str, FieldSettings], node: Node, names: Names, report: Report) -> Values:
    """Return the values of all columns; *node* is that of ``fields``. Every problem is reported at its cell."""
    headers = table.names
    if not _declared(fields, node, names, table, report):
        return Values({}, frozenset(range(len(table.rows))))
    bad: set[int] = set()
    reported: list[Reported] = []
    columns: dict[str, list[object]] = {}
    cells = list(zip(*(r.values for r in table.rows), strict=True)) or [()] * len(headers)
    for at, name in enumerate(headers):
        column = cells[at]
        field = fields.get(name) or infer(column, typed=table.typed)
        if field is None:
            columns[name] = [as_is(v) for v in column]
            continue
        columns[name] = _read(table, at, column, reader(field, names, comma=table.comma), reported, bad)
        if field.unique:
            reported += [(i, at, problem) for i, problem in check_unique(table, at)]
    for _, _, problem in sorted(reported, key=lambda t: t[:2]):
        report.add(problem)
    for name, field in fields.items():
        if name not in columns:
            columns[name] = [reader(field, names)(None)] * len(table.rows)
    return Values(columns, frozenset(bad))


def _declared(fields: Mapping[str, FieldSettings], node: Node, names: Names, table: Table, report: Report) -> bool:
    """Whether every declared field has a column or a default, and every default is valid."""
    fine, headers = True, table.names
    for name, field in fields.items():
        where = find(node, (name,))
        if name not in headers and field.default is None:
            hint = f"it has {', '.join(headers[:20])}{', …' if len(headers) > 20 else ''}"
            near = did_you_mean(name, [h for h in headers if h not in fields])
            message = f"the table has no column {name!r}{near}"
            related = (Related(table.headers[0].span, "the table's columns"),)
            place = where.key_span or where.span
            report.error("missing-column", message, place, hint=hint, related=related, fix=near.fix)
            fine = False
        if field.default is not None:
            try:
                read_default(field, names)
            except Problem as problem:
                report.add(problem, find(where, ("default",)).span, about="`default`")
                fine = False
    return fine


def _read(
    table: Table, at: int, cells: Sequence[object], read: Read, reported: list[Reported], bad: set[int]
) -> list[object]:
    """A column's values, with a Problem for each cell that can't be read; equal cells are read only once."""
    cached: dict[object, object] = {}
    if _TEXTS.issuperset(map(type, cells)):
        cached = {cell: _value(read, cell) for cell in dict.fromkeys(cells)}
        if not any([isinstance(value, Problem) for value in cached.values()]):
            return list(map(cached.__getitem__, cells))
    out: list[object] = []
    wrong = 0
    for i, cell in enumerate(cells):
        key = cell
        if cell.__class__ is not str and cell is not None:
            # Lists and mappings aren't hashable.
            key = cell.__class__, id(cell) if isinstance(cell, (list, dict)) else cell
        value = cached.get(key, _UNREAD)
        if value is _UNREAD:
            value = cached[key] = _value(read, cell)
        out.append(value)
        if isinstance(value, Problem):
            wrong += 1
            hint = value.hint if wrong < MAX_REPORTED else "the column's other cells were not read"
            message, span = f"{table.names[at]}: {value.message}", table.place(table.rows[i], at)
            reported.append((i, at, Diagnostic(value.code, message, span, hint, fix=value.fix)))
            bad.add(i)
            if wrong >= MAX_REPORTED:
                bad.update(range(i, len(cells)))
                return [*out, *[None] * (len(cells) - i - 1)]
    return out


_TEXTS = frozenset((str, type(None)))


def _value(read: Read, cell: object) -> object:
    """A cell's value, or the Problem with it."""
    try:
        return read(cell)
    except Problem as problem:
        return problem


def check_unique(table: Table, at: int) -> list[tuple[int, Diagnostic]]:
    """Return problems for cells of a column that repeat an earlier one, with their rows' indexes."""
    texts = [text_of(row.values[at]) for row in table.rows]
    name, rows = table.headers[at].name, table.rows
    out = []
    for i, first in repeated(texts):
        related = (Related(table.place(rows[first], at), "first here"),)
        message = f"{name} {texts[i][:60]!r} appears here twice"
        out.append((i, Diagnostic("duplicate-value", message, table.place(rows[i], at), related=related)))
    return out


def _nested(values: dict[str, object]) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, value in values.items():
        *above, last = name.split(".")
        place = out
        for step in above:
            deeper = place.setdefault(step, {})
            assert isinstance(deeper, dict), "a column that lies in another was refused"
            place = deeper
        place[last] = value
    return out


def headers_fit(table: Table, more: Mapping[str, FieldSettings], report: Report) -> bool:
    """Return whether no column, nor any field of *more*, is nested in another one."""
    names = {*table.names, *more}
    for header in table.headers:
        steps = header.name.split(".")
        above = next((a for n in range(1, len(steps)) if (a := ".".join(steps[:n])) in names), None)
        if above is not None:
            message = f"column {header.name!r} lies in {above!r}, which is a column itself"
            hint = "a point in a name makes it a part of another"
            if len(steps[-1]) == 2:
                hint = f"if it is a translation, declare `languages: [{steps[-1]}]` in deck.yaml"
            report.error("duplicate-header", message, header.span, hint=hint)
            return False
    return True


def infer(cells: Sequence[object], *, typed: bool) -> FieldSettings | None:
    """Return the declaration that fits a column's cells (None if empty); None if they are of several types.

    Texts of an untyped table are numbers if all of them would print as they are written (unlike ``007``).
    """
    filled = [c for c in cells if c is not None]
    if not filled:
        return _TEXT
    kinds = {c.__class__ for c in filled}
    if kinds == {str}:
        if typed:
            return _TEXT
        untyped = Inferring()
        untyped.look(filled)
        return untyped.field
    if kinds == {bool}:
        return _BOOLEAN
    if kinds == {int}:
        return _INTEGERS if all(abs(c) < 10**15 for c in filled if isinstance(c, int)) else None
    if kinds <= {int, float}:
        # Whole numbers written with a decimal point would print without it, so such a column is left unchanged.
        return _NUMBERS if not any(isinstance(c, float) and c.is_integer() for c in filled) else None
    if kinds == {list}:
        return _list([entry for c in filled if isinstance(c, list) for entry in c])
    return None


class Inferring(Struct):
    """Infers the type of a column in an untyped table from its texts, given in batches."""

    truths: tuple[set[str], ...] = _TRUTHS
    are_numbers: bool = True
    have_points: bool = False
    is_blank: bool = True

    def look(self, cells: Iterable[object]) -> None:
        """Consider some of its cells, None if empty."""
        if not (self.is_blank or self.truths or self.are_numbers):
            return
        texts = {str(c) for c in cells if c is not None}
        if not texts:
            return
        self.is_blank = False
        self.truths = tuple(truths for truths in self.truths if texts <= truths)
        self.are_numbers = self.are_numbers and all(_NUMBER.fullmatch(w) and f"{float(w):.15g}" == w for w in texts)
        self.have_points = self.have_points or (self.are_numbers and any("." in w for w in texts))

    @property
    def field(self) -> FieldSettings:
        """The declaration that fits all cells so far."""
        if self.is_blank:
            return _TEXT
        if self.truths:
            return _BOOLEAN
        return (_NUMBERS if self.have_points else _INTEGERS) if self.are_numbers else _TEXT


def _list(entries: Sequence[object]) -> FieldSettings | None:
    kinds = {e.__class__ for e in entries}
    if kinds == {int}:
        return FieldSettings.model_construct(type="list", of="integer")
    texts = all(isinstance(e, str) and e and e == e.strip() for e in entries)
    return FieldSettings.model_construct(type="list", of="text") if texts else None


def as_is(value: object) -> object:
    """Return a cell of a column with several types; None becomes an empty text."""
    if value is None:
        return ""
    return value if isinstance(value, (str, bool, int, float, list, dict)) else text_of(value)


def _of(kind: Literal["text", "boolean", "integer", "number"]) -> FieldSettings:
    # Constructed without validation: building the model's validator would take too long for a small deck.
    return FieldSettings.model_construct(type=kind)


_TEXT, _BOOLEAN, _INTEGERS, _NUMBERS = _of("text"), _of("boolean"), _of("integer"), _of("number")
