"""Where a table lies in a sheet: the header's row, the columns' names, which rows are cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.deck.amounts import read_amount
from carddesigner.schema.rows import Rows, SkipRule
from carddesigner.source.files import display_path
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.reading.no_cards import FoundRows, find_no_cards
from carddesigner.starter.roles.vocabulary import means, names_a_column
from carddesigner.starter.spelling import field_name, unused
from carddesigner.tables.no_cards import left_out_reasons, numbers_named
from carddesigner.tables.table import MAX_COLUMNS, WorkbookSheet, text_of
from carddesigner.tables.workbook import column_name

Names = tuple[str | None, ...] | dict[str, str | None]
"""Names of all columns, or other names of some."""


MAX_NAMED = 400
"""Columns of a table that a deck is made from."""


class Shape(Struct, frozen=True):
    """Where a table lies in a sheet: the header's row (-1 for none), the text that ends it, its columns' names,
    *headers* and places.
    """

    header: int
    until: str | None
    names: Names
    facts: tuple[GuessMessage, ...]
    headers: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    skip: tuple[SkipRule, ...] = ()


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
    _check_reach(sheet, texts, filled, report)
    header, fact = (
        _header(texts, filled) if given_header is None else _given_header(given_header, texts, filled, path, report)
    )
    fact = _mention_rows_above(fact, [i + 1 for i in filled if i < header])
    is_told = header != 0 or given_header is not None or fact.sure is not Sure.CERTAIN
    facts = [fact] if is_told else []
    end = _end(texts, [i for i in filled if i > header], sum(map(bool, texts[header])) if header >= 0 else 0)
    last = len(texts)
    if end is not None:
        last = next(i for i in filled if i > header and next(filter(None, texts[i])) == end)
        facts.append(_notes_below(end, [i for i in filled if i >= last]))
    wide = len(sheet.rows[header]) if header >= 0 and not sheet.typed else MAX_COLUMNS
    names = _names(texts, header, [i for i in filled if header < i < last], wide)
    lone = "text" if header < 0 and len(names) == 1 else ""
    fields = field_names([n or lone or f"column {column_name(i).lower()}" for i, n in enumerate(names)])
    no_cards = find_no_cards(texts[:last], header, fields)
    left = {r.row - 1 for r in no_cards.left_out}
    rows = [i for i in filled if header < i < last and i not in left]
    columns = _columns(texts, header, rows, names, fields)
    facts += [*_no_cards(no_cards), *_bare_cards(texts, rows, len(names)), *columns.facts]
    return Shape(header, end, columns.names, tuple(facts), columns.headers, columns.at, no_cards.rules)


def _mention_rows_above(fact: GuessMessage, over: list[int]) -> GuessMessage:
    """Facts about the header, with the rows above it."""
    if not over or "stands below" in fact.why:
        return fact
    many = f"rows {over[0]} to {over[-1]} stand" if over[1:] else f"row {over[0]} stands"
    return replace(fact, why=f"{fact.why}; {many} above it")


def _notes_below(end: str, below: list[int]) -> GuessMessage:
    """Facts about the rows below the table, which begin with its end."""
    rows = f"row{'s' * (len(below) > 1)} {below[0] + 1}{f' to {below[-1] + 1}' if below[1:] else ''}"
    return GuessMessage(Sure.LIKELY, "end", f"above {end!r}", f"{rows}: notes, not cards", key="until")


def _names(texts: list[list[str]], header: int, rows: list[int], wide: int) -> list[str]:
    """The columns' names as far as columns have names or cells in *rows*, blank for a column without; no cell counts
    beyond *wide*.
    """
    cells = texts[header] if header >= 0 else []
    last = max((i for i, t in enumerate(cells) if t), default=-1)
    last = max([last, *(c for i in rows for c, t in enumerate(texts[i]) if t and c < wide)])
    names = [cells[i] if i < len(cells) else "" for i in range(last + 1)]
    # Of two rows of names the lower one holds, but where it is blank.
    above = texts[header - 1] if header > 0 and sum(map(bool, texts[header - 1])) > 1 else []
    return [n or (above[i] if i < len(above) else "") for i, n in enumerate(names)]


def _no_cards(rows: FoundRows) -> Iterator[GuessMessage]:
    """Facts about rows that are left out."""
    if rows.left_out:
        number = f"{len(rows.left_out)} row{'s' * (len(rows.left_out) > 1)}"
        yield GuessMessage(Sure.LIKELY, "no cards", number, left_out_reasons(rows.left_out), key="skip")


def _bare_cards(texts: list[list[str]], rows: list[int], columns: int) -> Iterator[GuessMessage]:
    """Facts about rows that are cards, and yet have nothing but a number."""
    bare = [i + 1 for i in rows if all(map(_number, filter(None, texts[i]))) and sum(map(bool, texts[i])) == 1]
    if bare and len(bare) < len(rows) and columns > 2:
        why = f"row{'s' * (len(bare) > 1)} {numbers_named(bare)}: nothing but a number, and printed all the same"
        yield GuessMessage(Sure.GUESS, "bare cards", str(len(bare)), why)


class _Columns(Struct, frozen=True):
    """What columns are called: as a deck says it, with the headers and places of those that are read, and facts about
    it.
    """

    names: Names
    headers: tuple[str, ...]
    at: tuple[int, ...]
    facts: tuple[GuessMessage, ...]


def _columns(texts: list[list[str]], header: int, rows: list[int], names: list[str], fields: list[str]) -> _Columns:
    """What the deck calls columns of these *names*: only those that differ from the *fields*, or all where names are
    missing or twice.
    """
    cells = texts[header] if header >= 0 else []
    places: dict[int, list[int]] = {}
    for i in rows:
        for c, t in enumerate(texts[i][: len(names)]):
            if t:
                places.setdefault(c, []).append(i)
    few = max(1, len(rows) // 10) if header >= 0 and len(rows) > 3 else 0
    stray = [c for c, n in enumerate(names) if not n and 0 < len(places.get(c, ())) <= few]
    blank = [i for i, n in enumerate(names) if i in places and (i >= len(cells) or not cells[i]) and i not in stray]
    twice = [n for n in dict.fromkeys(names) if n and names.count(n) > 1]
    if header >= 0 and not (blank or twice or stray):
        given: Names = {n: f for n, f in zip(names, fields, strict=True) if n and n != f}
        return _Columns(given, (), tuple(i for i, n in enumerate(names) if n), ())
    # A header without cells below stays out, unless its name is all that it has and the first of that name.
    kept = [i for i, n in enumerate(names) if i in places or (n and names.index(n) == i)]
    kept = [i for i in kept if i not in stray]
    all_ = tuple(f if i in kept else None if i in stray else "" for i, f in enumerate(fields))
    facts = [_stray_cells(stray, places)] if stray else []
    if header >= 0 and (twice or blank):
        stand = "stands" if len(twice) == 1 else "stand"
        why = f"{' and '.join(map(repr, twice[:3]))} {stand} there twice"
        unnamed = f"column {column_name(blank[0])} has no name" if blank else ""
        why = why if twice else f"{unnamed}{' in its row' if names[blank[0]] else ''}"
        facts.append(GuessMessage(Sure.CERTAIN, "names", "all under `columns:`", why, key="columns"))
    return _Columns(all_, tuple(names[i] or fields[i] for i in kept), tuple(kept), tuple(facts))


def _stray_cells(stray: list[int], places: Mapping[int, list[int]]) -> GuessMessage:
    """Facts about columns without a name that hardly a row has."""
    shown = [f"{column_name(c)}{i + 1}" for c in stray for i in places[c]]
    why = f"no name, and few cells: {', '.join(shown[:6])}{' …' if len(shown) > 6 else ''}"
    what = ", ".join(map(column_name, stray[:6]))
    return GuessMessage(Sure.LIKELY, "not read", f"column{'s' * (len(stray) > 1)} {what}", why, key="columns")


def _check_reach(sheet: WorkbookSheet, texts: list[list[str]], filled: list[int], report: Report) -> None:
    """Refuse a table of a single cell, and one of too many columns. Raises DeckError."""
    if len(filled) == 1 and sum(map(bool, texts[filled[0]])) == 1:
        column = next(c for c, t in enumerate(texts[filled[0]]) if t)
        hint = "a table has a row with the columns' names, and a row for each card; cells that are merged are one"
        report.fail("no-cards", "the table is a single cell", sheet.place(filled[0], column), hint=hint)
    columns = {c: i for i in reversed(filled) for c, t in enumerate(texts[i]) if t}
    if len(columns) > MAX_NAMED:
        beyond = sorted(columns)[MAX_NAMED]
        message = f"the table has {len(columns):,} columns; a deck is made from up to {MAX_NAMED:,}"
        hint = "delete those that are not for cards; is it turned on its side, with a column a card?"
        report.fail("table-too-large", message, sheet.place(columns[beyond], beyond), hint=hint)


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
    return text.replace(".", "", 1).replace(",", "", 1).lstrip("+-").isdigit() or read_amount(text) is not None


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
        # No column is called “3x” that says “2x” below.
        amount = any(c in numeric and not t.isdigit() and read_amount(t) is not None for c, t in enumerate(texts[i]))
        if filling and naming and not amount:
            maybe.append(i)
    named = {i: sum(names_a_column(t) for t in texts[i] if 0 < len(t) <= 40) for i in {*maybe, filled[0]}}
    if not any(named[i] for i in maybe) and named[filled[0]] == sum(map(bool, texts[filled[0]])):
        maybe = [filled[0]]
    best = next((i for i in maybe if named[i] >= 2), maybe[0] if maybe else None)
    first = next((i for i in maybe if named[i]), best)
    if first is not None and best is not None and sum(first < i < best for i in maybe) > 0:
        # Below rows of its own, the other is the header of one more table.
        best = first
    if best is not None and named[best] == 0:
        over = any(c in numeric and not _number(t) for c, t in enumerate(texts[best]) if t)
        # Numbers where there are numbers below are a card's.
        alike = any(c in numeric and _number(t) for c, t in enumerate(texts[best]))
        if usual == 1 or alike or (best != filled[0] and not over) or _reads_like_a_card(texts, filled, best):
            best = None
    if best is not None and (second := _second(texts, filled, best)) is not None:
        why = f"it stands below row {best + 1}, which names groups of columns"
        return second, GuessMessage(Sure.LIKELY, "header", f"row {second + 1}", why, key="header")
    if best is None:
        return -1, GuessMessage(Sure.GUESS, "header", "none", "no row reads like the names of columns", key="header")
    if named[best] >= 2 or (named[best] and len(texts[best]) == 1):
        sure, why = Sure.CERTAIN, "its cells are words that columns are called"
    elif named[best]:
        sure, why = Sure.LIKELY, "one of its cells is what columns are called"
    else:
        sure, why = Sure.GUESS, "it is the first row, and has no numbers"
    if best != filled[0] and sure is Sure.CERTAIN:
        sure = Sure.LIKELY
    return best, GuessMessage(sure, "header", f"row {best + 1}", why, key="header")


def _reads_like_a_card(texts: list[list[str]], filled: list[int], row: int) -> bool:
    """Whether a row has what no names of columns have: a quantity, a sentence, or a value that its column has again."""
    for c, text in enumerate(texts[row]):
        again = sum(c < len(texts[i]) and texts[i][c] == text for i in filled if i > row)
        if text and (
            again
            or (not text.isdigit() and read_amount(text) is not None)
            or (len(text) > 25 and text.endswith((".", "!", "?", "。")))
        ):
            return True
    return False


def _second(texts: list[list[str]], filled: list[int], first: int) -> int | None:
    """A second row of names right below the first: each cell is what columns are called, or stands over numbers."""
    below = first + 1
    if below not in filled or len(filled) < 3:
        return None
    cells = [(c, t) for c, t in enumerate(texts[below]) if t]
    rows = [texts[i] for i in filled if i > below][:50]
    under = {c: [r[c] for r in rows if c < len(r) and r[c]] for c, _ in cells}
    numbers = [c for c, _ in cells if under[c] and all(map(_number, under[c]))]
    naming = [c for c, t in cells if names_a_column(t)]
    named = all(c in numbers or c in naming or not under[c] for c, _ in cells)
    wordy = not any(_number(t) or len(t) > 40 for _, t in cells)
    return below if named and wordy and len(cells) > 1 and len({*numbers, *naming}) > 1 else None


def _end(texts: list[list[str]], below: list[int], columns: int) -> str | None:
    """The text that begins notes below the table: behind a blank row, with less in each row than cards have."""
    counts = sorted(sum(map(bool, texts[i])) for i in below)
    usual = max(counts[len(counts) // 2] if counts else 0, columns)
    ends = [n for n, i in enumerate(below) if n and not any(texts[i - 1])]
    for n in ends if usual > 2 else ():
        notes = below[n:]
        thin = all(sum(map(bool, texts[i])) <= max(1, 0.4 * usual) for i in notes)
        first = next(filter(None, texts[notes[0]]))
        named = any(next(filter(None, texts[i])) == first for i in below[:n])
        if thin and not named and not _number(first) and 3 * len(notes) <= len(below) + 6 and not _counts(texts, notes):
            return first
    return None


def _counts(texts: list[list[str]], rows: list[int]) -> bool:
    """Whether rows are numbered, or sums: what is no card for another reason."""
    return all(_number(t) for i in rows for t in texts[i] if t) or any(
        means(t.rstrip(":"), "totals") == 1 for t in texts[rows[0]] if t
    )


def rows_of(path: Path, shape: Shape, *, sheet: str | None = None, encoding: str | None = None) -> Rows:
    """How a deck's file says where the table lies."""
    header = None if shape.header == 0 else shape.header + 1
    return Rows(
        file=path.name,
        sheet=sheet,
        header=header,
        until=shape.until,
        skip=shape.skip,
        columns=shape.names,
        encoding=encoding,
    )


def field_names(headers: Sequence[str]) -> list[str]:
    """Names of fields for headers, all different; ``copies`` and ``id`` only where the header is so called."""
    out: list[str] = []
    for at, header in enumerate(headers):
        name = field_name(header, at)
        if name in ("id", "copies") and header != name:
            name = f"{name}_"
        out.append(unused(name, out, "" if name.endswith("_") else "_"))
    return out
