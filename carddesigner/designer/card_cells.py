"""The table cells of the card on the page: fields edited beside the card, and values for one card alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Problem
from carddesigner.designer.columns import refuse_unknown
from carddesigner.designer.data import Data
from carddesigner.designer.property_messages import FieldText
from carddesigner.designer.session import Session
from carddesigner.schema.rows import Source
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.grid import Grid
from carddesigner.tables.open_grid import open_grid
from carddesigner.template.expressions import compile_bare, compile_text

_OVERRIDE = re.compile(r"\{\{ *card\.(\w+) or (.+?) *\}\}")
"""A value that a column may override per card."""


class OwnValue(Struct, frozen=True):
    """The column that may override a value per card, and the value for this card."""

    column: str
    value: str


class _Row(Struct, frozen=True, eq=False):
    """The row of a card in its table."""

    path: Path
    source: Source
    grid: Grid
    row: int


def fields_in(nodes: Iterable[tuple[str, Node]]) -> list[str]:
    """Return the fields of the card that values read, in the order in which they are first read. Each value comes with
    its key.
    """
    fields: dict[str, None] = {}
    for key, node in nodes:
        value = node.value
        bare = key in ("when", "each")
        if isinstance(value, dict):
            fields |= dict.fromkeys(fields_in(value.items()))
        elif isinstance(value, str) and (bare or "{{" in value or "{%" in value):
            try:
                reads = (compile_bare if bare else compile_text)(value, node.span).reads
            except Problem:
                continue
            fields |= dict.fromkeys(
                name for name in re.findall(r"card\.(\w+)", value) if ("card", name) in {path[:2] for path in reads}
            )
    return list(fields)


class CardCells:
    """The cells of cards in their tables."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._data = Data(session)

    def texts(self, key: PieceKey, fields: Iterable[str]) -> tuple[FieldText, ...]:
        """Return the texts of the card's cells for these fields; empty if the card is in no editable table."""
        try:
            row = self._row(key)
        except (EditProblem, Problem):
            return ()
        names = self._names(row.grid)
        cells = row.grid.rows[row.row]
        return tuple(FieldText(f, cells[names[f]]) for f in fields if f in names)

    def written(self, key: PieceKey, texts: Mapping[str, str]) -> dict[Path, str]:
        """Return the table with other texts for a card's fields. A field without a column gets a new one. Raises
        EditProblem and Problem.
        """
        if not texts:
            return {}
        row = self._row(key)
        grid, out = row.grid, ""
        for field, text in texts.items():
            if out:
                grid = open_grid(row.path, out, row.source)
            out = self._with_cell(grid, row.row, field, text)
        return {row.path: out}

    def _with_cell(self, grid: Grid, row: int, field: str, text: str) -> str:
        names = self._names(grid)
        if field in names:
            return grid.with_cells({(row, names[field]): text})
        if grid.fixed_columns:
            raise EditProblem(grid.fixed_columns)
        if not re.fullmatch(r"\w+", field):
            raise EditProblem(f"{field!r} is no name for a column; expected letters, digits and _")
        refuse_unknown(field, self.session.loaded())
        cells = ["" if i != row else text for i in range(len(grid.rows))]
        return grid.with_column(len(grid.columns), field, cells)

    def own_value(self, key: PieceKey, zone: str, path: tuple[str, ...], now: Any) -> tuple[str, str | None]:
        """Return the column that overrides the value of a zone's key per card, and the template's new value that reads
        it, None if the template reads it already. Raises EditProblem.
        """
        if isinstance(now, str) and (match := _OVERRIDE.fullmatch(now)):
            return match[1], None
        if isinstance(now, str) and ("{{" in now or "{%" in now):
            raise EditProblem("an expression computes this value; change it, or the columns that it reads")
        if isinstance(now, dict):
            raise EditProblem("this has several values; change one of them for this card")
        name = re.sub(r"\W", "_", "_".join((zone, *path)).lower())
        names = self._names(self._row(key).grid)
        column, count = name, 2
        while column in names:
            column, count = f"{name}_{count}", count + 1
        return column, f"{{{{ card.{column} or {_literal(now)} }}}}"

    def owned(self, key: PieceKey, written: Mapping[str, Any]) -> dict[str, OwnValue]:
        """Return those of the values that the card can override."""
        overrides = {
            k: own for k, value in written.items() if isinstance(value, str) and (own := _OVERRIDE.fullmatch(value))
        }
        if not overrides:
            return {}
        cells = {cell.field: cell.text for cell in self.texts(key, [own[1] for own in overrides.values()])}
        return {
            k: OwnValue(own[1], cells[own[1]] or own[2].strip("'"))
            for k, own in overrides.items()
            if own[1] in cells and own[2] != "none"
        }

    def _row(self, key: PieceKey) -> _Row:
        shown = self._data.shown
        own = shown is not None and any(c.id == key.component for c in shown.table.components)
        if shown is None or not own or (not shown.info.locked and shown.text != self.session.texts.saved(shown.path)):
            self._data.shown = None
            self._data.open("", key)
        shown = self._data.shown
        if shown is None:
            raise EditProblem("this card stands in no table")
        if shown.info.locked:
            raise EditProblem(shown.info.locked)
        at = next((i for i, r in enumerate(shown.info.rows) if (r.component, r.id) == (key.component, key.id)), None)
        if at is None:
            raise EditProblem("this card stands in no row of its table")
        return _Row(shown.path, shown.table.source, shown.grid, at)

    def _names(self, grid: Grid) -> Mapping[str, int]:
        return {c.name or c.header: i for i, c in enumerate(grid.columns)}


def _literal(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
