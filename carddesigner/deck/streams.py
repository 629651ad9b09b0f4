"""Tables of any length: scanned once as a whole, then read in parts, each with the cards of one output file."""

from __future__ import annotations

import heapq
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.report import Problem, Related, Report
from carddesigner.core.source import Span
from carddesigner.deck.amounts import read_amount
from carddesigner.deck.cards import (
    MAX_CELLS_IN_ALL,
    Cards,
    LoadContext,
    Split,
    blank_copies,
    ids_of,
    load_cards,
    why_whole,
)
from carddesigner.deck.columns import Inferring
from carddesigner.schema.deck import Component
from carddesigner.schema.fields import FieldSettings
from carddesigner.schema.rows import Rows
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import Node, find
from carddesigner.tables.stream import MANY_ROWS, CsvStream, StreamPart, has_lines, is_large, open_stream
from carddesigner.tables.table import MAX_CELLS, MAX_REPORTED, MAX_ROWS, Table, text_of

_AT_ONCE = 250_000
"""How many hashes are sorted at once, in some twenty megabytes."""
_CHUNK = 8 * 4_096


MAX_FILES = 10_000
"""The most parts of one deck."""
_MAX_TWICE = 10_000
_CHARACTERS_OF_A_ROW = 2_000
"""Characters of a row from which it counts as more than one where cards are only checked, which bounds memory."""


class Streamed(Struct, frozen=True):
    """A component's table to be read in parts, each with the number of printed cards before it; the number of rows, of
    printed cards and of copies in all. ``fields`` are the column types inferred from all parts.
    """

    source: CsvStream
    parts: tuple[tuple[StreamPart, int], ...]
    rows: int
    printed: int
    copies: int
    fields: dict[str, FieldSettings]


def streams(component: Component, context: LoadContext) -> bool:
    """Return whether a component's table is too long to be read at once, and can be read in parts."""
    rows, assets = component.rows, context.assets
    if context.split is None or rows is None or why_whole(component, context.deck) or component.id in assets.tables:
        return False
    try:
        path = assets.finder.data_file(rows.file)
        if assets.files.instead(path) is not None:
            return False
        # A check over all cards needs them all, if they can be read at once.
        needs_all = context.split.only_checked or any(check.each is None for check in context.deck.checks)
        names = _names(path, rows)
        is_long = (not needs_all and has_lines(path, MANY_ROWS)) or _is_too_long(path, names)
        return is_long and not _is_translated(names, context)
    except Problem:
        return False  # it is then read whole, which reports the problem


def read_stream(component: Component, whole: Node, context: LoadContext) -> tuple[Cards, Streamed] | None:
    """Scan a component's table from the first to the last row. Returns an empty Cards and how to read the table in
    parts; None if there are errors, which are reported. *whole* is the component's node.
    """
    rows, report = component.rows, context.report
    assert rows is not None, "the component has a table"
    node = find(whole, ("rows",))
    looking: _Looking | None = None
    try:
        path = context.assets.finder.data_file(rows.file)
        source = open_stream(path, rows)
        source = replace(source, can_skip=not _is_too_long(path, source.names))
        looking = _Looking(component, whole, context, source)
        return looking.through()
    except Problem as problem:
        report.add(problem, find(node, (getattr(problem, "setting", "file"),)).span)
        return None
    finally:
        for seen in looking.unique.values() if looking is not None else ():
            seen.close()


class _Looking(Struct):
    """A table being scanned, and what was found so far."""

    component: Component
    whole: Node
    context: LoadContext
    source: CsvStream
    parts: list[tuple[StreamPart, int]] = field(default_factory=list)
    rows: int = 0
    printed: int = 0
    copies: int = 0
    columns: dict[str, Inferring] = field(default_factory=dict)
    unique: dict[str, Distinct] = field(default_factory=dict)
    """Values that must be unique, by column."""

    def through(self) -> tuple[Cards, Streamed] | None:
        """Scan the table; None if there are errors, which are reported. Raises FileProblem."""
        split, report, last = self.context.split, self.context.report, None
        assert split is not None, "somebody wants files of so many cards"
        errors_before = len(report.errors)
        for part, read in self.source.parts(self._takes(split), split.size):
            table = self.source.read(part, read, report)
            cards = self._look(part, table) if table is not None else None
            last = cards or last
            too_many = len(self.parts) > MAX_FILES and not split.only_checked
            if len(report.errors) >= errors_before + MAX_REPORTED or too_many:
                break
        if len(report.errors) == errors_before:
            self._report_repeated()
        if last is None or len(report.errors) > errors_before:
            return None
        empty = Cards((), replace(last.table, rows=()), replace(last.written, rows=()), last.columns)
        fields = {name: column.field for name, column in self.columns.items()}
        return empty, Streamed(self.source, tuple(self.parts), self.rows, self.printed, self.copies, fields)

    def _takes(self, split: Split) -> Callable[[Sequence[str]], int]:
        """Return a function from a row's cells to the number of cards, or of rows to check, that it counts as."""
        if split.only_checked:
            return lambda cells: 1 + sum(map(len, cells)) // _CHARACTERS_OF_A_ROW
        rows, names = self.component.rows, self.source.names
        assert rows is not None
        copies = (rows.copies,) if isinstance(rows.copies, str) else rows.copies
        columns = [names.index(name) for name in copies if name in names]
        each = split.printed(self.component.copies)
        if not columns:
            return lambda _: each
        blank = blank_copies(rows)

        def takes(cells: Sequence[str]) -> int:
            texts = [cells[i] for i in columns]
            amount = sum(read_amount(t) or 0 for t in texts if t) if any(texts) else blank
            return split.printed(amount * self.component.copies)

        return takes

    def _look(self, part: StreamPart, table: Table) -> Cards | None:
        """Count a part's cards, and infer the types of its columns."""
        component, rows = self.component, self.component.rows
        assert rows is not None
        cards = load_cards(component, self.whole, self.context, table, part.first)
        self.parts.append((part, self.printed))
        if cards is None:
            return None
        self.rows += len(cards.cards)
        self.printed += sum(card.copies > 0 for card in cards.cards)
        self.copies += sum(card.copies for card in cards.cards)
        for at, name in enumerate(table.names):
            if name not in component.fields:
                self.columns.setdefault(name, Inferring()).look(row.values[at] for row in table.rows)
        for name in self._unique_columns(table):
            texts = self._texts(name, part, table)
            self.unique.setdefault(name, Distinct()).add(texts)
        return cards

    def _unique_columns(self, table: Table) -> list[str]:
        rows, fields = self.component.rows, self.component.fields
        assert rows is not None
        return [n for n in table.names if n == rows.id or (n in fields and fields[n].unique)]

    def _texts(self, name: str, part: StreamPart, table: Table) -> list[str]:
        """The values that must be unique. Ids include those derived from row numbers."""
        rows = self.component.rows
        assert rows is not None
        if name == rows.id:
            return ids_of(self.component, rows, table, part.first)
        at = table.names.index(name)
        return [text_of(row.values[at]) for row in table.rows]

    def _report_repeated(self) -> None:
        """Report repeated values in unique columns. Raises FileProblem."""
        maybe = {name: twice for name, seen in self.unique.items() if (twice := seen.twice())}
        first: dict[tuple[str, str], Span] = {}
        reported = 0
        for part, _ in self.parts if maybe else ():
            table = self.source.table(part, Report())
            assert table is not None, "it was read before"
            texts = {name: self._texts(name, part, table) for name in maybe}
            repeated = (
                (name, texts[name][i], row)
                for i, row in enumerate(table.rows)
                for name, twice in maybe.items()
                if texts[name][i] and hash(texts[name][i]) in twice
            )
            for name, text, row in repeated:
                place = table.place(row, table.names.index(name))
                before = first.setdefault((name, text), place)
                if before is not place and reported < MAX_REPORTED:
                    reported += 1
                    self._report(name, text, place, before)

    def _report(self, name: str, text: str, place: Span, before: Span) -> None:
        rows = self.component.rows
        is_id = rows is not None and name == rows.id
        code, message = ("duplicate-id", f"two cards have the id {text!r}") if is_id else ("duplicate-value", "")
        message = message or f"{name} {text[:60]!r} appears here twice"
        self.context.report.error(code, message, place, related=(Related(before, "first here"),))


class Distinct(Struct):
    """The hashes of any number of texts in bounded memory, as sorted runs in files."""

    now: array[int] = field(default_factory=lambda: array("q"))
    runs: list[BinaryIO] = field(default_factory=list)

    def add(self, texts: Iterable[str]) -> None:
        """Add texts; blank ones are ignored."""
        self.now.extend(hash(text) for text in texts if text)
        if len(self.now) >= _AT_ONCE:
            run = tempfile.TemporaryFile()  # noqa: SIM115
            run.write(array("q", sorted(self.now)).tobytes())
            self.runs.append(run)
            self.now = array("q")

    def close(self) -> None:
        """Close the runs."""
        for run in self.runs:
            run.close()

    def twice(self) -> frozenset[int]:
        """Return hashes that occur more than once; their texts may be equal. At most some thousand are returned."""
        repeated: set[int] = set()
        for a, b in pairwise(heapq.merge(sorted(self.now), *map(_numbers, self.runs))):
            if a == b:
                repeated.add(a)
                if len(repeated) >= _MAX_TWICE:
                    break
        return frozenset(repeated)


def _numbers(run: BinaryIO) -> Iterator[int]:
    run.seek(0)
    while data := run.read(_CHUNK):
        yield from array("q", data)


def _names(path: Path, rows: Rows) -> tuple[str | None, ...]:
    """The columns' names; none if the header can't be read, which is reported when the table is."""
    try:
        return open_stream(path, rows).names
    except FileProblem:
        return ()


def _is_too_long(path: Path, names: Sequence[str | None]) -> bool:
    """Return whether a table with these columns can't be read whole. Raises FileProblem."""
    wide = max(len(names), 1)
    most = min(MAX_ROWS, MAX_CELLS // wide, MAX_CELLS_IN_ALL // (wide + 6))
    return is_large(path) or has_lines(path, most)


def _is_translated(names: Sequence[str | None], context: LoadContext) -> bool:
    """Return whether some of these columns are in other languages."""
    languages = context.wording.languages
    return any(name is not None and name.rpartition(".")[2] in languages for name in names)
