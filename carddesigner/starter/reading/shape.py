"""Where a table lies in a sheet: the header's row, the columns' names, which rows are cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.schema.rows import Rows
from carddesigner.source.files import display_path
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.roles.vocabulary import means, names_a_column
from carddesigner.starter.spelling import field_name, unused
from carddesigner.tables.table import MAX_COLUMNS, WorkbookSheet, text_of
from carddesigner.tables.workbook import column_name

Names = tuple[str, ...] | dict[str, str]
"""Names of all columns, or other names of some."""


class Shape(Struct, frozen=True):
    """Where a table lies in a sheet: the header's row (-1 for none), the text that ends it, its columns' names, *headers* and places."""

    header: int
    until: str | None
    names: Names
    facts: tuple[GuessMessage, ...]
    headers: tuple[str, ...] = ()
    at: tuple[int, ...] = ()


class Found(Struct, frozen=True):
    """How to read a table, what was guessed, the headers in the file, and where the columns stand, from 0."""

    rows: Rows
    facts: tuple[GuessMessage, ...]
    headers: tuple[str, ...] = ()
    at: tuple[int, ...] = ()


def find_shape(sheet: WorkbookSheet, path: Path, report: Report, given_header: int | None = None) -> Shape:
    """Where the table lies in a sheet. Raises DeckError for a blank one."""
    texts = [[text_of(v) for v in cells] for cells in sheet.rows]
    filled = [i for i, cells in enumerate(texts) if any(cells)]
    if not filled:
        report.fail("empty-table", "the table has no rows", Span(display_path(path)))
    header, fact = (
        _header(texts, filled) if given_header is None else _given_header(given_header, texts, filled, path, report)
    )
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
        given: Names = tuple(f if i in kept else "" for i, f in enumerate(fields))
        headers = tuple(names[i] or fields[i] for i in kept)
        at = tuple(kept)
        if header >= 0:
            stand = "stands" if len(twice) == 1 else "stand"
            why = f"{' and '.join(map(repr, twice[:3]))} {stand} there twice"
            why = why if twice else f"column {blank[0] + 1} has no name"
            facts.append(GuessMessage(Sure.CERTAIN, "names", "all under `columns:`", why, key="columns"))
    else:
        given, headers = {n: f for n, f in zip(names, fields, strict=True) if n and n != f}, ()
        at = tuple(i for i, n in enumerate(names) if n)
    return Shape(header, until, given, tuple(facts), headers, at)


def _given_header(
    row: int, texts: list[list[str]], filled: list[int], path: Path, report: Report
) -> tuple[int, GuessMessage]:
    """The header as ``--header`` has it, from 1; 0 for none. Raises DeckError where that row is blank."""
    if row and row - 1 not in filled:
        hint = f"the first row that is not blank is {filled[0] + 1}"
        report.fail("empty-table", f"--header names row {row}, which is blank", Span(display_path(path)), hint=hint)
    return row - 1, GuessMessage(
        Sure.CERTAIN, "header", f"row {row}" if row else "none", "--header says so", key="header"
    )


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


def rows_of(path: Path, shape: Shape, *, sheet: str | None = None, encoding: str | None = None) -> Rows:
    """How a deck's file says where the table lies."""
    header = None if shape.header == 0 else shape.header + 1
    return Rows(file=path.name, sheet=sheet, header=header, until=shape.until, columns=shape.names, encoding=encoding)


def field_names(headers: Sequence[str]) -> list[str]:
    """Names of fields for headers, all different; ``copies`` and ``id`` only where the header is so called."""
    out: list[str] = []
    for at, header in enumerate(headers):
        name = field_name(header, at)
        if name in ("id", "copies") and header != name:
            name = f"{name}_"
        out.append(unused(name, out, "" if name.endswith("_") else "_"))
    return out
