"""Tables with other rows than their file has, for programs that replace the cards of a component."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from carddesigner.core.record import Record, as_dict, leaves
from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.tables.table import Header, Row, Table

Fields = Mapping[str, Any]


def new_table(rows: Iterable[Fields], columns: Iterable[str], span: Span) -> Table:
    """Return a table of rows that come from no file. Its columns are those of the rows, then the other *columns*;
    values keep their types, and every place is *span*.
    """
    flat = [dict(_flat(fields)) for fields in rows]
    names = tuple(dict.fromkeys([*(name for cells in flat for name in cells), *columns]))
    made = tuple(Row(tuple(cells.get(n) for n in names), span, i) for i, cells in enumerate(flat))
    return Table(span.path, tuple(Header(n, span) for n in names), made, lambda row, column: row.span, True)


def changed_table(
    table: Table,
    cards: Sequence[LoadedCard],
    changed: Sequence[Fields | None],
    declared: Collection[str] | None,
    report: Report,
) -> Table:
    """Return the table with the rows that *changed* gives for the *cards*, in the same order; None drops a card's row.
    A field that has not changed keeps the cell of the file if its column is *declared* (None: all are), otherwise the
    value that was read from it. Changing a computed field, or a field of another table, is reported as an error.
    """
    names = [h.name for h in table.headers]
    added: dict[str, None] = {}
    kept: list[tuple[Row, dict[str, object]]] = []
    for row, card, fields in zip(table.rows, cards, changed, strict=True):
        if fields is None:
            continue
        cells: dict[str, object] = {}
        values = dict(leaves(card.row))
        for field, value in fields.items():
            columns = [n for n in names if n == field or n.startswith(f"{field}.")]
            if field in card.row and Record({"": card.row[field]}) == Record({"": value}):
                for name in columns:
                    raw = declared is None or name in declared
                    cells[name] = row.values[names.index(name)] if raw else _cell(values.get(name))
            elif field in card.row and not columns:
                message = f"{field!r} can't be changed: it is computed, or another table's"
                report.error("computed-field", message, row.span, card=card.id, hint=f"there are {', '.join(names)}")
            else:
                cells |= dict(_flat({field: value}))
        added |= dict.fromkeys(n for n in cells if n not in names)
        kept.append((row, cells))
    headers = (*table.headers, *(Header(n, table.headers[0].span) for n in added))
    rows = tuple(Row(tuple(cells.get(h.name) for h in headers), row.span, row.number) for row, cells in kept)

    def place(row: Row, column: int) -> Span:
        return table.place(row, column) if column < len(names) else row.span

    return replace(table, headers=headers, rows=rows, place=place, typed=True)


def _flat(fields: Fields, above: str = "") -> Iterable[tuple[str, object]]:
    """Yield cells by column name; nested fields have dotted names."""
    for name, value in fields.items():
        if isinstance(value, Record):
            value = as_dict(value)
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", _cell(value)


def _cell(value: object) -> object:
    """Return a value as a cell holds it: text, numbers, booleans and lists as they are, anything else as text, and
    nothing (None) for empty text and NaN.
    """
    if isinstance(value, (list, tuple)):
        return [_cell(v) for v in value]
    if isinstance(value, float):
        # Numbers that are read from tables have as many digits.
        return float(f"{value:.15g}") if value == value else None
    if value is None or isinstance(value, (str, bool, int)):
        return None if value == "" else value
    return str(value)
