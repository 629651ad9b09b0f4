"""Warn of blank cells where a card should have something: its title, or what all cards of its kind have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from msgspec import Struct

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.checks.empty import empty_rows, printed_columns
from carddesigner.core.report import Related
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.tables.table import Table, text_of
from carddesigner.template.titles import title_fields

MAX_PLACES = 4
"""The most cells that a warning names."""
LEAST = 10
"""The number of rows with a column from which a blank cell in it may be a slip."""
MOST = 20
"""The number of rows per blank cell; a column with more blank cells is optional."""
MAX_KINDS = 12
"""The most different values of a column that may be kinds of cards."""
_HINT = "fill the cells, or set under `silence:` that this field may be blank"
_SHORT = 30
"""The most characters of the name of a kind of card."""


class _Column(Struct, frozen=True, eq=False):
    """A column that faces read: its text in each printed row, and if these may be kinds of cards, the same in lower
    case.
    """

    name: str
    texts: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    @property
    def blank(self) -> list[int]:
        """The rows in which it is blank."""
        return [row for row, text in enumerate(self.texts) if not text]


def blank_cells(view: DeckView) -> Iterator[Finding]:
    """Warn of rows without a title, and of each column that is blank where all other rows of a kind have it."""
    for component in view.deck.components if view.deck.deck.game is None else ():
        if component.table is not None:
            yield from _of_table(view, component, component.table)


def _of_table(view: DeckView, component: LoadedComponent, table: Table) -> Iterator[Finding]:
    empty, _ = empty_rows(view, component, table)
    printed = {card.row_number for card in component.cards if card.copies} - {row.number for row in empty}
    rows = [row for row in table.rows if row.number in printed]
    at = printed_columns(view, component, table)
    columns = [_column(table.names[i], [text_of(r.values[i]) for r in rows]) for i in at]

    def finding(column: _Column, blank: Iterable[int], others: str) -> Finding:
        at = table.names.index(column.name)
        first, *more = (table.place(rows[n], at) for n in sorted(blank))
        many = f"{len(more) + 1} rows have" if more else "a row has"
        message = f"{component.id}: {many} nothing in {column.name}, where {others}"
        related = tuple(Related(cell) for cell in more[: MAX_PLACES - 1])
        return Finding(CODE, message, first, _HINT, related, field=column.name)

    named = {".".join(path) for path in title_fields(view.deck, component)}
    titles, others = [c for c in columns if c.name in named], [c for c in columns if c.name not in named]
    if titles:
        blank = set(range(len(rows))).intersection(*(c.blank for c in titles))
        if 0 < 2 * len(blank) < len(rows):
            yield finding(titles[0], blank, "others have their title")
    kinds = [c for c in others if c.kinds]
    for column in others:
        slips, of = _slips(column, kinds)
        if slips:
            yield finding(column, slips, f"all others{of} have something")


def _column(name: str, texts: Sequence[str]) -> _Column:
    filled = [t.casefold() for t in texts if t]
    wordy = (
        bool(filled) and median(map(len, filled)) <= _SHORT and sum(t[0].isalpha() for t in filled) > len(filled) / 2
    )
    kinds = tuple(t.casefold() for t in texts) if wordy and len(set(filled)) < len(filled) else ()
    return _Column(name, tuple(texts), kinds)


def _slips(column: _Column, kinds: Sequence[_Column]) -> tuple[list[int], str]:
    """The rows in which a column is blank although all others, or all others of their kind, have it; and the column
    that gives the kind.
    """
    blank, others = column.blank, [k for k in kinds if k is not column]
    for kind in (None, *(k for k in others if len(set(k.kinds)) <= MAX_KINDS)):
        of = kind.kinds if kind is not None else ("",) * len(column.texts)
        having = {k for k, text in zip(of, column.texts, strict=True) if text}
        slips, many = [row for row in blank if of[row] in having], sum(k in having for k in of)
        if slips and many >= LEAST and len(slips) <= max(1, many // MOST):
            reported = [row for row in slips if not any(_is_without(column, k, row) for k in others)]
            return reported, f" of their {kind.name}" if kind is not None else ""
    return [], ""


def _is_without(column: _Column, kind: _Column, row: int) -> bool:
    """Whether all rows of this row's kind, or of kinds that begin with the same word, lack the column."""
    for labels in (kind.kinds, tuple(k.partition(" ")[0] for k in kind.kinds)):
        alike = [text for k, text in zip(labels, column.texts, strict=True) if k == labels[row]]
        if labels[row] and not any(alike) and (len(alike) > 1 or len(set(labels)) <= MAX_KINDS):
            return True
    return False


CODE = "blank-cell"
CHECK = Check(CODE, blank_cells, once=True)
