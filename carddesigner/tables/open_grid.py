"""Grids of tables in any kind of file: those that can be edited, and those that are only shown."""

from __future__ import annotations

import re
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem
from carddesigner.tables.delimited_edits import DelimitedGrid
from carddesigner.tables.grid import Cell, Grid, GridColumn
from carddesigner.tables.read import read_table
from carddesigner.tables.record_edits import RecordsGrid
from carddesigner.tables.table import text_of

_CELL = re.compile(r"(?:.*!)?([A-Z]{1,3})([0-9]+)")
WORKBOOKS = (".xlsx", ".xlsm", ".ods")
TEXT_TABLES = (".csv", ".tsv", ".tab", ".txt")


def open_grid(path: Path, text: str, source: Source, held: Path | None = None) -> Grid:
    """Return the grid of a file with this *text* (empty for a workbook, which can be *held* in another file). Raises
    FileProblem if it is no table.
    """
    kind = path.suffix.lower()
    if kind in TEXT_TABLES:
        return DelimitedGrid(path, text, source)
    if kind in WORKBOOKS:
        locked = "workbooks stay as they are here: edit them in your spreadsheet, and save"
        return FixedGrid(path, source, locked, held)
    try:
        return RecordsGrid(path, text, source)
    except FileProblem as problem:
        if problem.code != "missing-records":
            raise
        return FixedGrid(path, source, "only a list of records can be edited here; this file has another shape")


class FixedGrid(Grid):
    """A table that is only shown. Raises FileProblem."""

    def __init__(self, path: Path, source: Source, locked: str, held: Path | None = None) -> None:
        report = Report()
        whole = source.model_copy(update={"skip": (), "only": {}, "except_": {}, "until": None})
        table = read_table(path, whole, report, held)
        if table is None:
            first = next(iter(report.errors), None)
            raise FileProblem("table-syntax", first.message if first is not None else "the table can't be read")
        self.locked = locked
        self.columns = tuple(GridColumn(name, name) for name in table.names)
        self.rows = [[text_of(value) for value in row.values] for row in table.rows]
        self.numbers = [row.number for row in table.rows]
        self._table = table

    def find(self, place: str) -> Cell | None:
        """Return the cell at a place."""
        match = _CELL.fullmatch(place)
        if match is None or not self.rows:
            return None
        number = int(match[2]) - 1
        if number not in self.numbers:
            return None
        row = self.numbers.index(number)
        for column in range(len(self.columns)):
            if str(self._table.place(self._table.rows[row], column)).endswith(f"!{match[1]}{match[2]}"):
                return row, column
        return row, -1
