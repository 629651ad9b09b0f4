"""Texts of table cells as they are meant: after ``text-replace``, and with the markup of other programs converted to
ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.markup import Markup
from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.deck.other_markup import converted
from carddesigner.schema.deck import DeckModel
from carddesigner.source.yaml import Node, find
from carddesigner.tables.table import MAX_CHARACTERS, MAX_REPORTED, Row, Table

MAX_WORK = 100_000_000
"""The most characters searched for texts to replace, times the number of these texts."""
MAX_TAGS = 150_000
"""The most characters that may begin a tag, in all cells read as HTML."""

_Change = Callable[[str], str]


class CellTexts(Struct, eq=False):
    """How a deck's cells are read: the texts to replace, in all or in some columns, and the markups to convert;
    ``has_icon`` returns whether an icon has a name. Counts its work, and remembers the names of all columns.
    """

    replacements: Mapping[str, tuple[str, tuple[str, ...]]]
    markups: tuple[Markup, ...]
    has_icon: Callable[[str], bool]
    columns: dict[str, None] = field(default_factory=dict)
    work: int = 0
    tags: int = 0

    def table(self, table: Table, report: Report) -> Table:
        """Return the table with the texts of its cells changed. Cells that become too long are reported. Raises Problem
        if there is too much text to search.
        """
        self.columns |= dict.fromkeys(table.names)
        changes = [self._change(name) for name in table.names]
        cached: list[dict[str, str]] = [{} for _ in changes]
        rows: list[Row] = []
        wrong = 0
        for row in table.rows:
            values = tuple([_with_texts(v, c, k) for v, c, k in zip(row.values, changes, cached, strict=True)])
            for at, value in enumerate(values):
                if isinstance(value, str) and len(value) > MAX_CHARACTERS and wrong < MAX_REPORTED:
                    wrong += 1
                    message = (
                        f"with what is put into it, the cell has {len(value):,} characters; at most {MAX_CHARACTERS:,}"
                    )
                    report.error("text-too-long", message, table.place(row, at))
            rows.append(row if values == row.values else replace(row, values=values))
        return replace(table, rows=tuple(rows))

    def check(self, node: Node, report: Report) -> None:
        """Report columns that no table has; *node* is that of ``text-replace``."""
        for text, (_, columns) in self.replacements.items():
            for i, name in enumerate(columns):
                if name not in self.columns:
                    message = f"no table has a column {name!r}{did_you_mean(name, self.columns)}"
                    report.error("unknown-column", message, find(node, (text, "columns", i)).span)

    def _change(self, column: str) -> _Change:
        texts = {text: new for text, (new, columns) in self.replacements.items() if not columns or column in columns}
        pattern = _pattern(tuple(texts)) if texts else None

        def change(cell: str) -> str:
            if pattern is not None:
                # The replacement may be far longer than the cell, so it is counted before it is made.
                self._count(len(cell) * len(texts) + sum(len(texts[match]) for match in pattern.findall(cell)))
                cell = pattern.sub(lambda match: texts[match[0]], cell)
            if self.markups and len(cell) <= MAX_CHARACTERS:
                self._count(10 * len(cell))
                self.tags += cell.count("<") + cell.count("&")
                if Markup.HTML in self.markups and self.tags > MAX_TAGS:
                    message = f"the tables' cells have more than {MAX_TAGS:,} signs that may begin a tag of HTML"
                    raise Problem("table-too-large", message)
                cell = converted(cell, self.markups, self.has_icon)
            return cell

        return change

    def _count(self, work: int) -> None:
        self.work += work
        if self.work > MAX_WORK:
            raise Problem("table-too-large", "the tables have too much text for as many texts to be replaced in it")


def cell_texts(deck: DeckModel, has_icon: Callable[[str], bool]) -> CellTexts:
    """Return how the cells of a deck's tables are read."""
    keywords = {name.partition(".")[0].lower() for name in deck.keywords}
    given = {text: (r.with_, r.columns) for text, r in deck.text_replace.items()}
    return CellTexts(given, deck.markup, lru_cache(maxsize=4096)(lambda name: name not in keywords and has_icon(name)))


@lru_cache(maxsize=64)
def _pattern(texts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, texts)))


def _with_texts(value: object, change: _Change, cached: dict[str, str]) -> object:
    """A value with its texts changed, also within lists and mappings."""
    if isinstance(value, str):
        if (changed := cached.get(value)) is None:
            changed = cached[value] = change(value)
        return changed
    if isinstance(value, (list, tuple)):
        return value.__class__([_with_texts(v, change, cached) for v in value])
    if isinstance(value, dict):
        return {k: _with_texts(v, change, cached) for k, v in value.items()}
    return value
