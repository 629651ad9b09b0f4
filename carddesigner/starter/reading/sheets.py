"""Which sheets of a workbook have cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median
from typing import NoReturn

from msgspec.structs import replace

from carddesigner.core.report import DeckError, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem, display_path, read_bytes
from carddesigner.starter.made import GuessMessage, NewOptions, Sure
from carddesigner.starter.reading.older_sheets import older_sheets
from carddesigner.starter.reading.shape import Found, Shape, find_shape, rows_of
from carddesigner.starter.roles.vocabulary import means
from carddesigner.tables.table import WorkbookSheet, text_of
from carddesigner.tables.workbook import Workbook, open_workbook

_SIDE_WEIGHT = 0.2
"""What cards in a sheet count for that is called like one of notes."""
MAX_SHEETS = 12
"""Sheets of a workbook that become components."""


_ReadSheet = tuple[int, str, WorkbookSheet]
_FailedSheet = tuple[int, str | None, Report]
"""How much a sheet looks like one with cards, its name, and what is in it or wrong with it."""


def find_sheets(path: Path, report: Report, options: NewOptions) -> list[Found]:
    """The sheets with cards, the one that surely has them first. Raises DeckError, FileProblem."""
    book = open_workbook(path, read_bytes(path))
    sheets = book.sheets
    read, failed = _read(path, book, _wanted_sheets(sheets, options.sheets, path, report))
    pivots = [r for r in read if _is_pivot(r[2])] if not options.sheets else []
    read = [r for r in read if r not in pivots]
    if pivots and not any(r[0] > 1 for r in read):
        hint = (
            f"give the sheet with the cards that it counts; --sheet {quoted_name(pivots[0][1])} takes it all the same"
        )
        report.fail("no-cards", "this is a pivot table, which counts cards", _first_cell(pivots[0][2]), hint=hint)
    good = [r for r in read if r[0] > 1 or options.sheets]
    worst = max(failed, key=lambda f: f[0], default=None)
    if worst is not None and (options.sheets or worst[0] >= max((r[0] for r in good), default=0)):
        # The sheet that has the cards has mistakes: another one is not what is meant.
        for diagnostic in worst[2]:
            instead = f"--sheet {quoted_name(good[0][1])} takes another sheet" if good and not options.sheets else None
            report.add(replace(diagnostic, hint=diagnostic.hint or instead))
        raise DeckError(report)
    if not good:
        _no_table(read, sheets, path, report)
    older = older_sheets({name: sheet for _, name, sheet in good}) if not options.sheets else {}
    good = [r for r in good if r[1] not in older]
    best = max(good, key=lambda r: r[0] * (_SIDE_WEIGHT if _is_side_sheet(r[1]) else 1.0))
    shapes = {best[1]: find_shape(best[2], path, report, options.header)}
    for _, name, sheet in good:
        other = name != best[1] and not _is_side_sheet(name)
        if (options.sheets and name != best[1]) or (other and len(shapes) < MAX_SHEETS):
            shape = find_shape(sheet, path, report, options.header)
            if options.sheets or _has_cards(sheet, shape) or _is_alike(sheet, shape, best[2], shapes[best[1]]):
                shapes[name] = shape
    broken = [str(name) for _, name, _ in failed]
    out = []
    for name, shape in shapes.items():
        facts: tuple[GuessMessage, ...] = ()
        if options.sheets:
            facts = (GuessMessage(Sure.CERTAIN, "sheet", name, "--sheet says so", key="sheet"),)
        elif name == best[1] and len(sheets) > 1:
            facts = (_why_sheet(best, good, sheets, (*shapes, *older), broken), *map(_why_older, older.items()))
        elif name != best[1]:
            why = "its columns are called like those of cards"
            facts = (GuessMessage(Sure.LIKELY, "sheet", name, why, key="sheet"),)
        rows = rows_of(path, shape, sheet=name if len(sheets) > 1 else None)
        out.append(Found(rows, (*facts, *shape.facts), shape.headers, shape.at))
    return out


def _read(path: Path, book: Workbook, names: list[str]) -> tuple[list[_ReadSheet], list[_FailedSheet]]:
    """The sheets that can be read, and those that can't with the reasons."""
    # One that lists no sheets is read all the same, for the reasons.
    wanted: list[str | None] = [*names] or [None]
    read: list[_ReadSheet] = []
    failed: list[_FailedSheet] = []
    for name in wanted:
        own = Report()
        try:
            sheet = book.read(name, own)
        except FileProblem as problem:
            own.add(problem, Span(display_path(path)))
            failed.append((0, name, own))
            continue
        if sheet is not None and name is not None:
            read.append((_cards_in(sheet.rows), name, sheet))
        else:
            failed.append((_cards_in(book.values(name)) if name is not None else 0, name, own))
    return read, failed


def _wanted_sheets(
    sheets: Sequence[tuple[str, bool]], patterns: tuple[str, ...], path: Path, report: Report
) -> list[str]:
    """The sheets to look at: those that are named, hidden ones too, or all that are visible. Raises DeckError."""
    if not patterns:
        return [name for name, visible in sheets if visible]
    names = [name for name, _ in sheets]
    out: list[str] = []
    for pattern in patterns:
        fitting = [n for n in names if n == pattern] or [
            n for n in names if fnmatchcase(n.casefold(), pattern.casefold())
        ]
        if not fitting:
            message = f"--sheet names {pattern!r}, which is no sheet{did_you_mean(pattern, names)}"
            hint = f"the workbook has {', '.join(names[:20])}" if names else None
            report.error("unknown-sheet", message, Span(display_path(path)), hint=hint)
        out += fitting
    report.raise_errors()
    wanted = list(dict.fromkeys(out))
    if len(wanted) > MAX_SHEETS:
        message = f"--sheet takes {len(wanted)} sheets; a deck is made from up to {MAX_SHEETS}"
        report.fail("table-too-large", message, Span(display_path(path)), hint="name fewer, and make several decks")
    return wanted


def _is_side_sheet(name: str) -> bool:
    """Whether a sheet's name says that it is a key, notes, sums or the like."""
    return any(means(name, r) for r in ("hidden", "totals", "aside"))


_PIVOT = re.compile(
    r"(row|column) labels|(zeilen|spalten)beschriftungen|étiquettes de (lignes|colonnes)|etiquetas de (fila|columna|linha|coluna)s?"
    r"|etichette di (riga|colonna)|(count|sum|average) of .+|(anzahl|summe|mittelwert) von .+|(nombre|somme) de .+"
    r"|行标签|列标签|行ラベル|列ラベル",
    re.I,
)
"""What spreadsheets write above and beside pivot tables."""


def _is_pivot(sheet: WorkbookSheet) -> bool:
    """Whether a sheet's first rows are a pivot table's."""
    head = [[t for t in map(text_of, cells) if t] for cells in sheet.rows[:8]]
    return (
        sum(bool(_PIVOT.fullmatch(cells[0])) or any(map(_PIVOT.fullmatch, cells[1:2])) for cells in head if cells) > 0
    )


def _first_cell(sheet: WorkbookSheet) -> Span:
    return next(sheet.place(r, c) for r, cells in enumerate(sheet.rows) for c, v in enumerate(cells) if text_of(v))


def _no_table(read: list[_ReadSheet], sheets: Sequence[tuple[str, bool]], path: Path, report: Report) -> NoReturn:
    """Say what the sheets are where none has a table. Raises DeckError."""
    filled = next((sheet for _, _, sheet in read if any(text_of(v) for cells in sheet.rows for v in cells)), None)
    if filled is not None:
        hint = "a table has a row with the columns' names, and a row for each card; cells that are merged are one"
        report.fail("no-cards", "no visible sheet has more than a cell", _first_cell(filled), hint=hint)
    hidden = [name for name, visible in sheets if not visible]
    hint = (
        f"--sheet {quoted_name(hidden[0])} takes one that is hidden"
        if hidden
        else "fill a sheet, a row a card, and save it"
    )
    report.fail("empty-table", "no visible sheet has a table: all are blank", Span(display_path(path)), hint=hint)


def quoted_name(name: str) -> str:
    """A sheet's name as it stands on a command line."""
    return name if name.replace("-", "").replace("_", "").isalnum() else f"{name!r}"


def _why_sheet(
    best: _ReadSheet,
    good: list[_ReadSheet],
    sheets: Sequence[tuple[str, bool]],
    read: tuple[str, ...],
    broken: list[str],
) -> GuessMessage:
    """Why a sheet is the one with the cards, and which others are not read."""
    why = {n: " (hidden)" for n, visible in sheets if not visible} | {n: " (broken)" for n in broken}
    left = [f"{n}{why.get(n, '')}" for n, _ in sheets if n not in read]
    more = f"; not read: {', '.join(left[:6])}{' …' if len(left) > 6 else ''}" if left else ""
    second = max((r[0] for r in good if r[1] not in read), default=0)
    sure = Sure.LIKELY if best[0] > 2 * second else Sure.GUESS
    return GuessMessage(sure, "sheet", best[1], f"it has the most cards{more}", key="sheet")


def _why_older(older: tuple[str, tuple[str, int, int]]) -> GuessMessage:
    """Why a sheet is no part of the deck though it has cards."""
    name, (other, again, rows) = older
    why = f"an older version of {other}: {again} of {rows} rows stand there too; --sheet {quoted_name(name)} takes it"
    return GuessMessage(Sure.LIKELY, "not read", f"sheet {name}", why)


def _has_cards(sheet: WorkbookSheet, shape: Shape) -> bool:
    """Whether a sheet is surely a table of cards too: its header says a name, a text or how many, and rows follow."""
    if shape.header < 0:
        return False
    cells = [t for t in map(text_of, sheet.rows[shape.header]) if t]
    below = sum(any(map(text_of, r)) for r in sheet.rows[shape.header + 1 :])
    named = {role for role in ("title", "text", "copies") for t in cells if means(t, role) == 1}
    return below > 1 and len(cells) > 1 and ("title" in named or len(named) > 1)


def _is_alike(sheet: WorkbookSheet, shape: Shape, other: WorkbookSheet, as_in: Shape) -> bool:
    """Whether a sheet has the header of another one, whatever language that is in, and rows below."""
    if shape.header < 0 or as_in.header < 0:
        return False
    own, others = ({t for t in map(text_of, s.rows[p.header]) if t} for s, p in ((sheet, shape), (other, as_in)))
    below = sum(any(map(text_of, r)) for r in sheet.rows[shape.header + 1 :])
    return below > 0 and len(others) > 2 and 5 * len(own & others) >= 4 * len(own | others)


def _cards_in(rows: Sequence[Sequence[object]]) -> int:
    """How much a sheet looks like one with cards: its filled rows, times how many cells they have."""
    filled = [n for n in (sum(bool(text_of(v)) for v in r) for r in rows) if n]
    usual = int(median(filled)) if filled else 0
    return sum(n >= max(1, usual / 2) for n in filled) * min(usual, 8)
