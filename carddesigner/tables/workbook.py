"""Read XLSX and ODS workbooks into sheets of typed cells, with places as in spreadsheets (``cards.xlsx!Cards!B14``)."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from math import isfinite
from pathlib import Path
from typing import Any

from msgspec import Struct

from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem, display_path
from carddesigner.tables.package import Package, broken, check_xlsx, open_package
from carddesigner.tables.table import FORMULA_ERROR, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, WorkbookSheet

Range = tuple[tuple[int, int], tuple[int, int]]


class Workbook(Struct, frozen=True, eq=False):
    """An open workbook whose sheets can be read; ``sheets`` are their names, each with whether the sheet is visible."""

    package: Package
    sheets: tuple[tuple[str, bool], ...]
    reader: Any
    """calamine's workbook, which returns the cells."""

    def read(self, sheet: str | None, report: Report) -> WorkbookSheet | None:
        """Read a sheet by its name, or the first visible one; None if formulas have an error or no value, each of which
        is reported.

        A range merged downwards has its value in each row, one merged sideways in its first column. Dates and times
        become text. Raises FileProblem.
        """
        shown = self.package.shown
        name = _chosen(sheet, self.sheets)
        before = len(report.errors)

        def place(row: int, column: int) -> Span:
            return Span(shown, cell=f"{name}!{column_name(column)}{row + 1}")

        # The library lays out a whole sheet, from its first to its last cell, so its extent is checked first.
        for cell, message, hint in () if self.package.ods else check_xlsx(self.package, name):
            report.error("formula-error", message, Span(shown, cell=f"{name}!{cell}"), hint=hint)
        rows, merged = self._cells(name, merges=not self.package.ods)
        if len(rows) > MAX_ROWS + 1000 or max(map(len, rows), default=0) > MAX_COLUMNS:
            message = f"sheet {name!r} has {len(rows):,} rows; at most {MAX_ROWS:,} are read"
            raise FileProblem("table-too-large", message, Span(shown, cell=name))
        _read_values(rows, place, report)
        _spread(rows, merged)
        return WorkbookSheet(rows, place, typed=True) if len(report.errors) == before else None

    def values(self, name: str) -> list[list[Any]]:
        """Return a sheet's cells unchanged, with any errors; empty if it can't be read."""
        try:
            return self._cells(name, merges=False)[0]
        except FileProblem:
            return []

    def _cells(self, name: str, *, merges: bool) -> tuple[list[list[Any]], Sequence[Range]]:
        with _reading(self.package.shown):
            sheet = self.reader.get_sheet_by_name(name)
            rows, merged = sheet.to_python(skip_empty_area=False), (sheet.merged_cell_ranges or ()) if merges else ()
        return rows, merged


def open_workbook(path: Path, data: bytes) -> Workbook:
    """Open a workbook from its bytes, and check its package. Raises FileProblem."""
    import python_calamine as calamine

    shown = display_path(path)
    package = open_package(data, shown)
    visible, kind = calamine.SheetVisibleEnum.Visible, calamine.SheetTypeEnum.WorkSheet
    with _reading(shown):
        book = calamine.load_workbook(io.BytesIO(data))
    return Workbook(package, tuple((m.name, m.visible == visible) for m in book.sheets_metadata if m.typ == kind), book)


def column_name(column: int) -> str:
    """Return a column's letters by its number from 0."""
    above, rest = divmod(column, 26)
    return (column_name(above - 1) if above else "") + chr(65 + rest)


def _chosen(sheet: str | None, sheets: Sequence[tuple[str, bool]]) -> str:
    names = [name for name, _ in sheets]
    visible = [name for name, is_visible in sheets if is_visible]
    listed = "the workbook has " + ", ".join(names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    if sheet is None and not visible:
        hint = f"name one with `sheet:`; {listed}" if names else None
        raise FileProblem("unknown-sheet", "the workbook has no visible sheet", hint=hint)
    if sheet is not None and sheet not in names:
        message = f"there is no sheet {sheet!r}{did_you_mean(sheet, names)}"
        raise FileProblem("unknown-sheet", message, hint=listed, setting="sheet")
    return visible[0] if sheet is None else sheet


@contextmanager
def _reading(shown: str) -> Iterator[None]:
    """Raise FileProblem for whatever goes wrong in the library, including panics."""
    try:
        yield
    except BaseException as problem:
        # calamine raises its own exceptions, built-in ones for broken XML, and panics, which aren't Exceptions.
        if not isinstance(problem, Exception) and problem.__class__.__name__ != "PanicException":
            raise
        raise broken((str(problem).splitlines() or ["it is damaged"])[0][:200], shown) from None


def _spread(rows: list[list[Any]], merged: Sequence[Range]) -> None:
    """Copy the value of each merged range to its first cell in every row. Sideways, a range counts as one column."""
    left_over = MAX_CELLS
    for (top, left), (bottom, _) in merged:
        if top >= len(rows) or left >= len(rows[top]) or (value := rows[top][left]) == "":
            continue
        for r in range(top + 1, min(bottom + 1, len(rows))):
            left_over -= 1
            if left_over < 0:
                return  # overlapping ranges, which no spreadsheet writes
            if left < len(rows[r]):
                rows[r][left] = value


def _read_values(rows: list[list[Any]], place: Callable[[int, int], Span], report: Report) -> None:
    """Strip texts, convert whole numbers to int and dates to text, and report the errors of formulas."""
    for r, cells in enumerate(rows):
        for c, value in enumerate(cells):
            kind = value.__class__
            if kind is str:
                if value:
                    cells[c] = value = value.strip()
                    if value[:1] in "#E" and re.fullmatch(FORMULA_ERROR, value):
                        report.error("formula-error", f"the formula's value is {value}", place(r, c))
            elif kind is float:
                if value % 1 == 0 and -1e15 < value < 1e15:
                    cells[c] = int(value)
                elif not isfinite(value):
                    report.error("formula-error", f"the value is {value}, which is no number", place(r, c))
            elif kind is not bool and kind is not int:
                cells[c] = _time(value)


def _time(value: object) -> str:
    """A date, a time or a duration as text, without parts that are zero."""
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02d}" + (f":{seconds:02d}" if seconds else "")
    if isinstance(value, datetime) and not (value.hour or value.minute or value.second):
        value = value.date()
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds" if value.second else "minutes")
    if isinstance(value, time):
        return value.isoformat("seconds" if value.second else "minutes")
    return value.isoformat() if isinstance(value, date) else str(value)
