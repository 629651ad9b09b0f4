"""Edit CSV and TSV files as their author would: change one cell's text or one row's lines and nothing else.

A new text is quoted like similar texts in its column. Because the dialect is detected from the text, the edited file is
read again, and the result is compared with what it should be.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from carddesigner.core.source import Span, span_in
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.delimited import Delimited, parse_delimited
from carddesigner.tables.grid import Cell, Grid, GridColumn, order_after, too_many
from carddesigner.tables.read import header_at, names_of
from carddesigner.tables.table import MAX_CHARACTERS, WorkbookSheet

NEAR = 200
"""Rows around a cell whose quoting is examined."""
_NUMBER = re.compile(r"[-+]?[0-9]+(?:[.,][0-9]+)?")
Kind = Literal["blank", "number", "text"]
Splice = tuple[int, int, str]
"""The start and end of the replaced characters, and the new text."""


class DelimitedGrid(Grid):
    """A CSV or TSV file to be edited. Raises FileProblem if it is no table."""

    def __init__(self, path: Path, text: str, source: Source) -> None:
        self.path, self.source = path, source
        self.table = table = parse_delimited(path, text, source.header)
        sheet = WorkbookSheet(table.rows, lambda row, column: self._span(row, column))
        at = header_at(table.shown, table.rows, source)
        names = names_of(sheet, at, source)
        header = table.rows[at] if at >= 0 else []
        width = len(names)
        self.header = at
        self.columns = tuple(GridColumn(header[i] if i < len(header) else "", name) for i, name in enumerate(names))
        self.numbers = [i for i in range(at + 1, len(table.rows)) if table.rows[i]]
        self.rows = [[*table.rows[i][:width], *[""] * (width - len(table.rows[i]))] for i in self.numbers]
        self._cells_of = lru_cache(maxsize=4 * NEAR)(table.cells)
        self._kept: dict[tuple[int, int, Kind], bool] = {}
        if isinstance(source.columns, tuple):
            self.fixed_columns = "deck.yaml lists the columns of this table in their order; change them there"
        elif at < 0:
            self.fixed_columns = "this table has no header"

    def find(self, place: str) -> Cell | None:
        """Return the cell at a line and column of the file."""
        numbers = place.split(":")
        if len(numbers) != 2 or not all(map(str.isdecimal, numbers)):
            return None
        line, column = map(int, numbers)
        record = bisect_right(self.table.lines, line, hi=len(self.table.rows)) - 1
        row = bisect_right(self.numbers, record) - 1
        if row < 0 or self.numbers[row] != record:
            return None
        for i in range(len(self._cells_of(record))):
            span = self._span(record, i)
            if (span.line, span.column) == (line, column):
                return row, min(i, len(self.columns) - 1)
        return row, -1

    def with_cells(self, cells: Mapping[Cell, str]) -> str:
        """Set the texts of cells."""
        return self._set({(self.numbers[row], column): text for (row, column), text in cells.items()})

    def with_header(self, column: int, header: str) -> str:
        """Rename a column in the file."""
        if self.header < 0:
            raise EditProblem("this table has no header")
        return self._set({(self.header, column): header})

    def with_rows(self, at: int, rows: Sequence[Sequence[str]]) -> str:
        """Insert rows before the one *at* an index, or at the end."""
        if problem := too_many(len(self.rows) + len(rows), 0):
            raise EditProblem(problem)
        table, newline = self.table, self._newline()
        # Insert directly after the row above, so that blank lines stay with the row after them.
        record = self.numbers[at - 1] + 1 if at else self.numbers[0] if self.numbers else self._end()
        like = (
            min(max(record, self.header + 1), len(table.rows) - 1) if len(table.rows) > self.header + 1 else self.header
        )
        cut = [[self._taken(cell) for cell in row] for row in rows]

        def text(*, quote: bool) -> str:
            written = "".join(
                table.delimiter.join(
                    self._cell_text(like, i, cell, alone=len(row) == 1, quote=quote) for i, cell in enumerate(row)
                )
                + newline
                for row in cut
            )
            start = table.starts[record]
            if start == len(table.text) and table.text and table.text[-1] not in "\r\n":
                written = newline + written.removesuffix(newline)
            return table.text[:start] + written + table.text[start:]

        return self._checked(text, [*table.rows[:record], *cut, *table.rows[record:]])

    def without_rows(self, rows: Sequence[int]) -> str:
        """Remove rows."""
        gone = {self.numbers[row] for row in rows}
        kept = [i for i in range(len(self.table.rows)) if i not in gone]
        text = self._ordered(kept)
        return self._checked(lambda quote: text, [self.table.rows[i] for i in kept])

    def with_rows_moved(self, rows: Sequence[int], to: int) -> str:
        """Move rows before the one that is now at index *to*, or to the end."""
        end = self.numbers[to] if to < len(self.numbers) else self._end()
        order = order_after(len(self.table.rows), [self.numbers[row] for row in rows], end)
        text = self._ordered(order)
        return self._checked(lambda quote: text, [self.table.rows[i] for i in order])

    def with_column(self, at: int, header: str, cells: Sequence[str]) -> str:
        """Insert a column before the one *at* an index, or at the end, with a text for each row."""
        self._check_columns()
        if problem := too_many(0, len(self.columns) + 1):
            raise EditProblem(problem)
        table = self.table
        given = {
            self.header: self._taken(header),
            **{n: self._taken(c) for n, c in zip(self.numbers, cells, strict=True)},
        }
        expected = [list(row) for row in table.rows]
        for record, cell in given.items():
            row = expected[record]
            if cell or len(row) >= at:
                row += [""] * (at - len(row))
                row.insert(at, cell)

        def text(*, quote: bool) -> str:
            splices = []
            for record, cell in given.items():
                places, count = self._cells_of(record), len(table.rows[record])
                if not cell and count < at:
                    continue
                written = self._cell_text(record, at, cell, alone=False, quote=quote)
                if at < count:
                    splices.append((places[at][0], places[at][0], written + table.delimiter))
                else:
                    splices.append((places[-1][1], places[-1][1], table.delimiter * (at - count + 1) + written))
            return _spliced(table.text, splices)

        return self._checked(text, expected)

    def without_column(self, column: int) -> str:
        """Remove a column."""
        self._check_columns()
        if len(self.columns) == 1:
            raise EditProblem("a table has at least one column")
        return self._recut(lambda cells: [c for i, c in enumerate(cells) if i != column])

    def with_column_moved(self, column: int, to: int) -> str:
        """Move a column to the index *to*."""
        self._check_columns()
        least = max(column, to) + 1

        def moved(cells: list[str]) -> list[str]:
            cells = [*cells, *[""] * (least - len(cells))] if len(cells) > min(column, to) else cells
            if len(cells) >= least:
                cells.insert(to, cells.pop(column))
            return cells

        return self._recut(moved)

    def _check_columns(self) -> None:
        if self.fixed_columns:
            raise EditProblem(self.fixed_columns)

    def _span(self, record: int, column: int) -> Span:
        places = self.table.cells(record)
        place = places[column] if column < len(places) else (places[-1][1],) * 2
        return span_in(self.table.shown, self.table.text, *place, self.table.lines[record], self.table.starts[record])

    def _end(self) -> int:
        """The record after the last row; blank lines stay last."""
        return self.numbers[-1] + 1 if self.numbers else self.header + 1

    def _newline(self) -> str:
        """The newline at the end of the file's records."""
        for record in range(max(self.header, 0), len(self.table.rows)):
            end = self._cells_of(record)[-1][1]
            if newline := self.table.text[end : self.table.starts[record + 1]]:
                return newline
        return "\r\n" if "\r\n" in self.table.text else "\n"

    def _taken(self, cell: str) -> str:
        """A text in the form in which a cell can contain it. Raises EditProblem."""
        cell = re.sub(r"\r\n?", "\n", cell).strip()
        if len(cell) > MAX_CHARACTERS:
            raise EditProblem(f"a cell has {len(cell):,} characters; at most {MAX_CHARACTERS:,} are read")
        if "\0" in cell or any("\ud800" <= c <= "\udfff" for c in cell):
            raise EditProblem("the cell contains a character that no text may contain")
        return cell

    def _set(self, cells: Mapping[Cell, str]) -> str:
        """The text with cells set, by record."""
        table = self.table
        wanted = {}
        for (record, column), given in cells.items():
            cell, before = self._taken(given), self._cell(record, column)
            if "\r\n" in before and "\n" not in before.replace("\r\n", ""):
                cell = cell.replace("\n", "\r\n")
            if cell != before:
                wanted[record, column] = cell
        expected = {record: list(table.rows[record]) for record, _ in wanted}
        for (record, column), cell in sorted(wanted.items()):
            row = expected[record]
            row += [""] * (column + 1 - len(row))
            row[column] = cell

        def text(*, quote: bool) -> str:
            splices: list[Splice] = []
            for record, row in expected.items():
                places, count = self._cells_of(record), len(table.rows[record])
                more = ""
                for column in range(len(row)):
                    cell = wanted.get((record, column))
                    if column >= count:
                        written = self._cell_text(record, column, cell or "", alone=len(row) == 1, quote=quote)
                        more += (table.delimiter if column else "") + written
                    elif cell is not None:
                        splices.append(self._splice(record, column, cell, alone=len(row) == 1, quote=quote))
                if more:
                    splices.append((places[-1][1], places[-1][1], more))
            return _spliced(table.text, splices)

        return self._checked(text, [expected.get(i, row) for i, row in enumerate(table.rows)])

    def _cell(self, record: int, column: int) -> str:
        row = self.table.rows[record]
        return row[column] if column < len(row) else ""

    def _splice(self, record: int, column: int, cell: str, *, alone: bool, quote: bool) -> Splice:
        """A splice that replaces a cell; the spaces around the old text are kept."""
        start, end = self._cells_of(record)[column]
        raw = self.table.text[start:end]
        lead = raw[: len(raw) - len(raw.lstrip())]
        if raw.lstrip().startswith('"') and raw.rstrip().endswith('"') and (not lead or self.table.spaced):
            start, inside = start + len(lead), raw.strip()[1:-1]
        else:
            lead, inside = "", raw
        core = inside.strip()
        before, after = inside[: len(inside) - len(inside.lstrip())], inside[len(inside.rstrip()) :] if core else ""
        bare_quotes = bool(core) and inside is raw and '"' in core
        written = self._cell_text(
            record, column, cell, alone=alone, quote=quote, around=(before, after), bare_quotes=bare_quotes
        )
        return start, end, written

    def _cell_text(
        self,
        record: int,
        column: int,
        cell: str,
        *,
        alone: bool,
        quote: bool,
        around: tuple[str, str] = ("", ""),
        bare_quotes: bool = False,
    ) -> str:
        """A cell as written at a place, with spaces *around* it. *quote* forces quotes."""
        needs = any(c in cell for c in (self.table.delimiter, "\n", "\r"))
        needs = needs or ('"' in cell and not (bare_quotes and cell[0] != '"'))
        if quote or needs or (alone and not cell) or self._is_quoted(record, column, _kind(cell)):
            return '"' + (around[0] + cell + around[1]).replace('"', '""') + '"'
        return around[0] + cell + around[1]

    def _is_quoted(self, record: int, column: int, kind: Kind) -> bool:
        """Whether a text of a kind that needs no quotes is quoted: as the old text was, or else as nearby cells are."""
        own = self._form(record, column)
        if own is not None and own[0] == kind:
            return own[1]
        return self._usual(record // NEAR, column, kind)

    def _usual(self, block: int, column: int, kind: Kind) -> bool:
        key = block, column, kind
        if key not in self._kept:
            self._kept[key] = self._looked_up(block, column, kind)
        return self._kept[key]

    def _looked_up(self, block: int, column: int, kind: Kind) -> bool:
        start = block * NEAR
        records = [r for r in range(max(self.header, start - NEAR // 2), start + NEAR) if r < len(self.table.rows)]
        records = records or list(range(max(self.header, 0), min(len(self.table.rows), NEAR)))
        if self.header >= 0 and self.header not in records:
            records.append(self.header)

        def forms(columns: Callable[[int], Iterator[int]]) -> Iterator[tuple[Kind, bool]]:
            for record in records:
                if self.table.rows[record]:
                    for i in columns(record):
                        if (form := self._form(record, i)) is not None:
                            yield form

        every = list(forms(lambda record: iter(range(len(self.table.rows[record])))))
        for similar in (
            (f for f in forms(lambda _: iter((column,))) if f[0] == kind),
            (f for f in every if f[0] == kind),
            (f for f in every if f[0] == "text"),
            (f for f in every if f[0] == "number"),
        ):
            quoted = [f[1] for f in similar]
            if quoted:
                return 2 * sum(quoted) > len(quoted)
        return False

    def _form(self, record: int, column: int) -> tuple[Kind, bool] | None:
        """The kind of a cell's text, and whether it is quoted without need; None if it needs quotes or doesn't
        exist.
        """
        places = self._cells_of(record)
        if not self.table.rows[record] or column >= len(places):
            return None
        start, end = places[column]
        quoted = self.table.text[start:end].lstrip().startswith('"')
        cell = self._cell(record, column)
        needs = any(c in cell for c in (self.table.delimiter, "\n", "\r", '"')) or (
            quoted and not cell and len(places) == 1
        )
        return None if quoted and needs else (_kind(cell), quoted)

    def _recut(self, change: Callable[[list[str]], list[str]]) -> str:
        """The text with each row's cells changed, including the header; spaces before cells stay where they are."""
        table = self.table
        splices, expected = [], [list(row) for row in table.rows]
        for record in [self.header, *self.numbers]:
            places = self._cells_of(record)
            raws = [table.text[a:b] for a, b in places]
            leads = [r[: len(r) - len(r.lstrip())] for r in raws]
            cores = change([r[len(lead) :] for r, lead in zip(raws, leads, strict=True)])
            cells = [(leads[i] if i < len(leads) else "") + core for i, core in enumerate(cores)]
            expected[record] = change(expected[record])
            new = table.delimiter.join(cells)
            if len(cells) == 1 and not new.strip():
                new = '""'
            splices.append((places[0][0], places[-1][1], new))
        text = _spliced(table.text, splices)
        return self._checked(lambda quote: text, expected)

    def _ordered(self, order: Sequence[int]) -> str:
        """The file's records, or some of them, in another order; the last line keeps its ending."""
        table, newline = self.table, self._newline()
        pieces = [table.text[table.starts[i] : table.starts[i + 1]] for i in order]
        pieces = [p if p[-1:] in ("\n", "\r") or not p else p + newline for p in pieces]
        text = table.text[: table.starts[0]] + "".join(pieces)
        if table.text[-1:] not in ("\n", "\r") and pieces and pieces[-1].strip("\r\n"):
            text = text.removesuffix(newline)
        return text

    def _checked(self, text: Callable[..., str], expected: Sequence[Sequence[str]]) -> str:
        """The text, if it reads as it should, with more quotes if that is necessary. Raises EditProblem."""
        for quote in (False, True):
            made = text(quote=quote)
            if made == self.table.text:
                return made
            try:
                read = parse_delimited(self.path, made, self.source.header)
            except FileProblem:
                continue
            if _holds(read, expected):
                return made
        raise EditProblem("this table can't hold that: its file would be read differently than now")


def _holds(read: Delimited, expected: Sequence[Sequence[str]]) -> bool:
    return len(read.rows) == len(expected) and all(a == list(b) for a, b in zip(read.rows, expected, strict=True))


def _kind(cell: str) -> Kind:
    return "blank" if not cell else "number" if _NUMBER.fullmatch(cell) else "text"


def _spliced(text: str, splices: Sequence[Splice]) -> str:
    out, at = [], 0
    for start, end, new in sorted(splices, key=lambda s: s[:2]):
        out += [text[at:start], new]
        at = end
    return "".join([*out, text[at:]])
