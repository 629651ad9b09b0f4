"""Somebody's file to the table in it: which sheet, where the header stands, where the table ends, what the columns are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

from msgspec import Struct

from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.schema.rows import Rows
from carddesigner.source.encodings import guess_encoding
from carddesigner.source.files import FileProblem, decode, display_path, read_bytes
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.reading.records import find_records
from carddesigner.starter.roles.vocabulary import means, names_a_column
from carddesigner.starter.spelling import field_name, unused
from carddesigner.tables.delimited import read_delimited
from carddesigner.tables.read import read_table
from carddesigner.tables.table import MAX_COLUMNS, Table, WorkbookSheet, text_of
from carddesigner.tables.workbook import column_name, read_workbook, sheet_names, sheet_values

WORKBOOKS = (".xlsx", ".xlsm", ".ods")
RECORDS = (".json", ".yaml", ".yml")
MAX_SHEETS = 12
"""Sheets of a workbook that become components."""
TABLES = (".csv", ".tsv", ".tab", ".txt", *WORKBOOKS, *RECORDS)
"""The files that a deck can be made from."""


_Names = tuple[str, ...] | dict[str, str]
"""Names of all columns, or other names of some."""
_Found = tuple[Rows, tuple[GuessMessage, ...], tuple[str, ...]]
"""How to read a table, what was guessed, and the headers in the file where all columns are renamed."""
_T = TypeVar("_T", Table, WorkbookSheet)


class FoundTable(Struct, frozen=True):
    """A table with how to read it; ``headers`` are the columns' names as the file has them."""

    path: Path
    rows: Rows
    table: Table
    headers: tuple[str, ...]
    facts: tuple[GuessMessage, ...]


class _Shape(Struct, frozen=True):
    """Where a table lies in a sheet: the header's row (-1 for none), the text that ends it, its columns' names and *headers*."""

    header: int
    until: str | None
    names: _Names
    facts: tuple[GuessMessage, ...]
    headers: tuple[str, ...] = ()


def read_source(path: Path, report: Report) -> tuple[FoundTable, ...]:
    """The tables in a file: one, or of a workbook each sheet that has cards. Raises DeckError with what is wrong with it."""
    kind = path.suffix.lower()
    try:
        if kind in WORKBOOKS:
            found = _workbook(path, report)
        elif kind in RECORDS:
            found = [(*find_records(path, report), ())]
        else:
            found = [_delimited(path, report)]
        return tuple(_table(path, one, report) for one in found)
    except FileProblem as problem:
        report.refuse(problem, Span(display_path(path)))


def _table(path: Path, found: _Found, report: Report) -> FoundTable:
    rows, facts, headers = found
    table = _whole(read_table(path, rows, report), report)
    if not table.rows:
        report.fail("no-cards", "the table has no rows below its header", Span(display_path(path)))
    if path.suffix.lower() in RECORDS:
        # Keys become names that can stand in expressions.
        names = field_names([h.name for h in table.headers])
        given = {h.name: n for h, n in zip(table.headers, names, strict=True) if h.name != n}
        rows, table = renamed_table(path, rows, given, report) if given else (rows, table)
    if isinstance(rows.columns, dict):
        renamed = {new: old for old, new in rows.columns.items()}
        headers = tuple(renamed.get(h.name, h.name) for h in table.headers)
    return FoundTable(path, rows, table, headers, facts)


def renamed_table(path: Path, rows: Rows, columns: _Names, report: Report) -> tuple[Rows, Table]:
    """A table read again with other names of its columns. Raises DeckError."""
    rows = rows.model_copy(update={"columns": columns})
    return rows, _whole(read_table(path, rows, report), report)


def field_names(headers: Sequence[str]) -> list[str]:
    """Names of fields for headers, all different; ``copies`` and ``id`` only where the header is so called."""
    out: list[str] = []
    for at, header in enumerate(headers):
        name = field_name(header, at)
        if name in ("id", "copies") and header != name:
            name = f"{name}_"
        out.append(unused(name, out, "" if name.endswith("_") else "_"))
    return out


def _delimited(path: Path, report: Report) -> _Found:
    data = read_bytes(path)
    encoding = None
    facts: tuple[GuessMessage, ...] = ()
    try:
        sheet = read_delimited(path, data, None, report)
    except FileProblem as problem:
        encoding = guess_encoding(data)
        if problem.code != "encoding" or encoding is None:
            raise
        seen = "".join(dict.fromkeys(c for c in decode(data, path, encoding) if ord(c) > 127))[:12]
        facts = (
            GuessMessage(Sure.LIKELY, "encoding", encoding, f"its letters beyond ASCII are {seen}", key="encoding"),
        )
        sheet = read_delimited(path, data, encoding, report)
    first = _whole(sheet, report)
    shape = _shape(first, path, report)
    for _ in range(3):
        # Where the header stands decides what parts the cells, and the other way round.
        again = _whole(read_delimited(path, data, encoding, report, shape.header + 1), report)
        before, shape = shape.header, _shape(again, path, report)
        if shape.header == before:
            break
    rows = _rows(path, shape, encoding=encoding)
    if rows.header is None and list(again.rows) != list(first.rows):
        rows = rows.model_copy(update={"header": 1})
    return rows, (*facts, *shape.facts), shape.headers


def _whole(read: _T | None, report: Report) -> _T:
    """What was read without mistakes. Raises DeckError."""
    report.raise_errors()
    assert read is not None
    return read


def _workbook(path: Path, report: Report) -> list[_Found]:
    data = read_bytes(path)
    try:
        sheets = sheet_names(data)
    except ValueError:
        sheets = []
    read: list[tuple[int, str, WorkbookSheet]] = []
    failed: list[tuple[int, Report]] = []
    # A file that lists no sheets is read all the same, for the reasons.
    names: list[str | None] = [*(name for name, visible in sheets if visible)] or [None]
    for name in names:
        own = Report()
        try:
            sheet = read_workbook(path, data, name, own)
        except FileProblem as problem:
            own.add(problem, Span(display_path(path)))
            failed.append((0, own))
            continue
        if sheet is not None and name is not None:
            read.append((_cards_in(sheet.rows), name, sheet))
        else:
            failed.append((_cards_in(sheet_values(data, name)) if name is not None else 0, own))
    good = [r for r in read if r[0] > 1]
    broken = max(failed, key=lambda f: f[0], default=None)
    if broken is not None and broken[0] >= max((r[0] for r in good), default=0):
        # The sheet that has the cards has mistakes: another one is not what is meant.
        for diagnostic in broken[1]:
            report.add(diagnostic)
        raise DeckError(report)
    if not good:
        report.fail("empty-table", "no visible sheet has a table", Span(display_path(path)))
    best = max(good, key=lambda r: r[0])
    shapes = {best[1]: _shape(best[2], path, report)}
    for _, name, sheet in good:
        other = name != best[1] and not any(means(name, r) for r in ("hidden", "totals", "aside"))
        if other and len(shapes) < MAX_SHEETS:
            shape = _shape(sheet, path, report)
            if _has_cards(sheet, shape):
                shapes[name] = shape
    out = []
    for name, shape in shapes.items():
        facts: tuple[GuessMessage, ...] = ()
        if name == best[1] and len(sheets) > 1:
            facts = (_why_sheet(best, good, sheets, tuple(shapes)),)
        elif name != best[1]:
            why = "its columns are called like those of cards"
            facts = (GuessMessage(Sure.LIKELY, "sheet", name, why, key="sheet"),)
        rows = _rows(path, shape, sheet=name if len(sheets) > 1 else None)
        out.append((rows, (*facts, *shape.facts), shape.headers))
    return out


_Read = tuple[int, str, WorkbookSheet]


def _why_sheet(best: _Read, good: list[_Read], sheets: list[tuple[str, bool]], read: tuple[str, ...]) -> GuessMessage:
    """Why a sheet is the one with the cards, and which others are not read."""
    left = [f"{n} (hidden)" if not visible else n for n, visible in sheets if n not in read]
    more = f"; not read: {', '.join(left[:6])}{' …' if len(left) > 6 else ''}" if left else ""
    second = max((r[0] for r in good if r[1] not in read), default=0)
    sure = Sure.LIKELY if best[0] > 2 * second else Sure.GUESS
    return GuessMessage(sure, "sheet", best[1], f"it has the most cards{more}", key="sheet")


def _has_cards(sheet: WorkbookSheet, shape: _Shape) -> bool:
    """Whether a sheet is surely a table of cards too: its header says a name, a text or how many, and rows follow."""
    if shape.header < 0:
        return False
    cells = [t for t in map(text_of, sheet.rows[shape.header]) if t]
    below = sum(any(map(text_of, r)) for r in sheet.rows[shape.header + 1 :])
    named = {role for role in ("title", "text", "copies") for t in cells if means(t, role) == 1}
    return below > 1 and len(cells) > 1 and ("title" in named or len(named) > 1)


def _cards_in(rows: Sequence[Sequence[object]]) -> int:
    """How much a sheet looks like one with cards: its filled rows, times how many cells they have."""
    filled = [n for n in (sum(bool(text_of(v)) for v in r) for r in rows) if n]
    usual = int(median(filled)) if filled else 0
    return sum(n >= max(1, usual / 2) for n in filled) * min(usual, 8)


def _rows(path: Path, shape: _Shape, *, sheet: str | None = None, encoding: str | None = None) -> Rows:
    header = None if shape.header == 0 else shape.header + 1
    return Rows(file=path.name, sheet=sheet, header=header, until=shape.until, columns=shape.names, encoding=encoding)


def _shape(sheet: WorkbookSheet, path: Path, report: Report) -> _Shape:
    """Where the table lies in a sheet. Raises DeckError for a blank one."""
    texts = [[text_of(v) for v in cells] for cells in sheet.rows]
    filled = [i for i, cells in enumerate(texts) if any(cells)]
    if not filled:
        report.fail("empty-table", "the table has no rows", Span(display_path(path)))
    header, fact = _header(texts, filled)
    facts = [fact] if header != 0 or fact.sure is not Sure.CERTAIN else []
    until = _end(texts, [i for i in filled if i > header])
    if until is not None:
        facts.append(GuessMessage(Sure.LIKELY, "end", f"above {until!r}", "a row of sums is no card", key="until"))
    cells = texts[header] if header >= 0 else []
    below = [texts[i] for i in filled if i > header]
    last = max((i for i, t in enumerate(cells) if t), default=-1)
    used = {c for row in below for c, t in enumerate(row) if t}
    wide = len(sheet.rows[header]) if header >= 0 and not sheet.typed else MAX_COLUMNS
    last = max([last, *(c for c in used if c < wide)])
    names = [cells[i] if i < len(cells) else "" for i in range(last + 1)]
    lone = "text" if header < 0 and last == 0 else ""
    fields = field_names([n or lone or f"column {column_name(i).lower()}" for i, n in enumerate(names)])
    blank = [i for i, n in enumerate(names) if not n and i in used]
    twice = [n for n in dict.fromkeys(names) if n and names.count(n) > 1]
    if header < 0 or blank or twice:
        # A header without cells below stays out, unless its name is all that it has.
        kept = [i for i, name in enumerate(names) if name or i in used]
        given: _Names = tuple(f if i in kept else "" for i, f in enumerate(fields))
        headers = tuple(names[i] or fields[i] for i in kept)
        if header >= 0:
            stand = "stands" if len(twice) == 1 else "stand"
            why = f"{' and '.join(map(repr, twice[:3]))} {stand} there twice"
            why = why if twice else f"column {blank[0] + 1} has no name"
            facts.append(GuessMessage(Sure.CERTAIN, "names", "all under `columns:`", why, key="columns"))
    else:
        given, headers = {n: f for n, f in zip(names, fields, strict=True) if n and n != f}, ()
    return _Shape(header, until, given, tuple(facts), headers)


def _number(text: str) -> bool:
    return text.replace(".", "", 1).replace(",", "", 1).lstrip("+-").isdigit()


def _header(texts: list[list[str]], filled: list[int]) -> tuple[int, GuessMessage]:
    """The row with the columns' names, -1 if there is none."""
    counts = [sum(map(bool, texts[i])) for i in filled[:200]]
    usual = max(counts) if len(counts) < 3 else sorted(counts)[int(len(counts) * 0.6)]
    numeric = {c for i in filled[1:200] for c, t in enumerate(texts[i]) if _number(t)}
    maybe = []
    for i in filled[:20] if len(filled) < 2 else filled[:-1][:20]:
        cells = [t for t in texts[i] if t]
        names = sum(not _number(t) for t in cells)
        filling = len(cells) >= 0.6 * usual and (len(cells) > 1 or usual == 1)
        naming = names >= 0.75 * len(cells) and max(map(len, cells)) <= 60 and len(set(cells)) >= 0.6 * len(cells)
        if filling and naming:
            maybe.append(i)
    known = {i: sum(names_a_column(t) for t in texts[i] if 0 < len(t) <= 40) for i in {*maybe, filled[0]}}
    if not any(known[i] for i in maybe) and known[filled[0]] == sum(map(bool, texts[filled[0]])):
        maybe = [filled[0]]
    best = next((i for i in maybe if known[i] >= 2), maybe[0] if maybe else None)
    if best is not None and known[best] == 0:
        over = any(c in numeric and not _number(t) for c, t in enumerate(texts[best]) if t)
        if usual == 1 or (best != filled[0] and not over):
            best = None
    if best is None:
        return -1, GuessMessage(Sure.GUESS, "header", "none", "no row reads like the names of columns", key="header")
    if known[best] >= 2 or (known[best] and len(texts[best]) == 1):
        sure, why = Sure.CERTAIN, "its cells are words that columns are called"
    elif known[best]:
        sure, why = Sure.LIKELY, "one of its cells is what columns are called"
    else:
        sure, why = Sure.GUESS, "it is the first row, and has no numbers"
    if best != filled[0] and sure is Sure.CERTAIN:
        sure = Sure.LIKELY
    return best, GuessMessage(sure, "header", f"row {best + 1}", why, key="header")


def _end(texts: list[list[str]], below: list[int]) -> str | None:
    """The text that begins a row of sums, or a note below the table."""
    counts = sorted(sum(map(bool, texts[i])) for i in below)
    usual = counts[len(counts) // 2] if counts else 0
    for i in below[-4:] if len(below) > 2 else ():
        cells = [t for t in texts[i] if t]
        begins = means(cells[0].rstrip(":"), "totals") == 1 and any(_number(t) for t in cells[1:])
        apart = usual > 2 and len(cells) == 1 and not any(texts[i - 1]) and len(cells[0]) <= 80
        if (begins or apart) and not any(next(filter(None, texts[j])) == cells[0] for j in below if j < i):
            return cells[0]
    return None
