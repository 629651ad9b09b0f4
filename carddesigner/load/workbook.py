"""XLSX and ODS workbooks to a sheet of typed cells, named as spreadsheets name them (``cards.xlsx!Cards!B14``)."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.load.files import display_path
from carddesigner.load.tables import MOST_COLUMNS, MOST_ROWS, Sheet

MOST_UNPACKED = 300_000_000
"""Bytes of a workbook once it is unpacked."""

_CELL = re.compile(rb"<c\b([^>]*?)(?:/>|>(.*?)</c>)", re.S)
_ERROR = re.compile(r"#(REF|NAME|VALUE|DIV/0|N/A|NUM|NULL|SPILL|CALC|GETTING_DATA)[!?]?\Z")


def read_workbook(path: Path, data: bytes, sheet: str | None, report: Report) -> Sheet | None:
    """A sheet by its name, or the first visible one; None if there is none, with the reason in the report.

    Cells of a merged range all have its value. A formula has the value that the spreadsheet kept; one that keeps an
    error, or nothing, is an error with its cell.
    """
    shown = display_path(path)
    if not _opens(data, shown, report):
        return None
    import python_calamine as calamine

    try:
        book = calamine.load_workbook(io.BytesIO(data))
        visible = [m.name for m in book.sheets_metadata if m.visible == calamine.SheetVisibleEnum.Visible]
        name = sheet or next(iter(visible), None)
        if name is None or name not in book.sheet_names:
            known = book.sheet_names
            words = f"there is no sheet {name!r}{did_you_mean(name or '', known)}" if name else "no sheet is visible"
            report.error("unknown-sheet", words, Span(shown), hint=f"there are {', '.join(known)}")
            return None
        found = book.get_sheet_by_name(name)
        if found.total_height > MOST_ROWS + 1000 or found.total_width > 16 * MOST_COLUMNS:
            words = f"sheet {name!r} has {found.total_height:,} rows and {found.total_width:,} columns"
            report.error("table-too-large", words, Span(shown))
            return None
        rows: list[list[Any]] = found.to_python(skip_empty_area=False)
        merged = list(found.merged_cell_ranges or ()) if path.suffix.lower() != ".ods" else []
    except Exception as problem:  # calamine raises its own family and, for broken XML, plain ones
        report.error("broken-workbook", f"the workbook can't be read: {problem}", Span(shown))
        return None
    for (top, left), (bottom, right) in merged:
        for r in range(top, min(bottom + 1, len(rows))):
            for c in range(left, min(right + 1, len(rows[r]))):
                rows[r][c] = rows[top][left]

    def place(row: int, column: int) -> Span:
        return Span(shown, cell=f"{name}!{column_name(column)}{row + 1}")

    before = len(report.errors)
    _read_values(rows, place, report)
    if path.suffix.lower() != ".ods":
        _check_formulas(data, name, shown, report)
    return Sheet(rows, place, typed=True) if len(report.errors) == before else None


def _read_values(rows: list[list[Any]], place: Callable[[int, int], Span], report: Report) -> None:
    """Trim texts, make whole numbers whole, and report the errors that formulas left."""
    for r, cells in enumerate(rows):
        for c, value in enumerate(cells):
            if isinstance(value, str):
                cells[c] = value.strip()
                if value[:1] == "#" and _ERROR.match(value):
                    report.error("formula-error", f"the formula's value is {value}", place(r, c))
            elif isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
                cells[c] = int(value)


def column_name(column: int) -> str:
    """A column's letters by its number from 0."""
    out = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        out = chr(65 + rest) + out
    return out


def sheet_names(data: bytes) -> list[tuple[str, bool]]:
    """The sheets of a workbook's bytes, each with whether it is visible. Raises ValueError."""
    import python_calamine as calamine

    try:
        book = calamine.load_workbook(io.BytesIO(data))
        return [(m.name, m.visible == calamine.SheetVisibleEnum.Visible) for m in book.sheets_metadata]
    except Exception as problem:
        raise ValueError(str(problem)) from None


def _opens(data: bytes, shown: str, report: Report) -> bool:
    """Whether the file is a workbook that unpacks to a size that can be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(i.file_size for i in packed.infolist())
    except (zipfile.BadZipFile, ValueError, OSError):
        words = (
            "this is no workbook; old .xls files are saved as .xlsx first" if data[:4] == b"\xd0\xcf\x11\xe0" else None
        )
        report.error("broken-workbook", words or "this is no workbook: it can't be unpacked", Span(shown))
        return False
    if size > MOST_UNPACKED:
        words = f"the workbook unpacks to {size / 1e6:.0f} MB; at most {MOST_UNPACKED // 1_000_000} MB are read"
        report.error("file-too-large", words, Span(shown))
        return False
    return True


def _check_formulas(data: bytes, name: str, shown: str, report: Report) -> None:
    """Report formulas that keep an error or no value at all, which the reader gives as blanks."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        part = _sheet_part(packed, name)
        if part is None:
            return
        xml = packed.read(part)
    if b't="e"' not in xml and b"<f" not in xml:
        return
    for attributes, inner in _CELL.findall(xml):
        where = re.search(rb'\br="([A-Z]+[0-9]+)"', attributes)
        value = re.search(rb"<v>(.*?)</v>", inner, re.S)
        span = Span(shown, cell=f"{name}!{where[1].decode()}" if where else name)
        if b't="e"' in attributes:
            words = value[1].decode(errors="replace") if value else "an error"
            report.error("formula-error", f"the formula's value is {words}", span)
        elif b"<f" in inner and value is None and b"<is>" not in inner:
            hint = "open the file in a spreadsheet and save it, so that it keeps the formulas' values"
            report.error("formula-error", "the formula has no value yet", span, hint=hint)


def _sheet_part(packed: zipfile.ZipFile, name: str) -> str | None:
    """The file of a sheet inside the workbook's package."""
    from html import unescape

    names = packed.namelist()
    if "xl/workbook.xml" not in names or "xl/_rels/workbook.xml.rels" not in names:
        return None
    book = packed.read("xl/workbook.xml").decode("utf-8", errors="replace")
    relations = packed.read("xl/_rels/workbook.xml.rels").decode("utf-8", errors="replace")
    for tag in re.findall(r"<sheet\b[^>]*>", book):
        shown, relation = re.search(r'\bname="([^"]*)"', tag), re.search(r'\br?:?id="([^"]*)"', tag)
        if shown is None or relation is None or unescape(shown[1]) != name:
            continue
        for other in re.findall(r"<Relationship\b[^>]*>", relations):
            if f'Id="{relation[1]}"' in other and (target := re.search(r'\bTarget="([^"]*)"', other)):
                path = target[1].lstrip("/")
                path = path if path.startswith("xl/") else f"xl/{path}"
                return path if path in names else None
    return None
