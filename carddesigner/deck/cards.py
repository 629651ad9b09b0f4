"""Turn a component's table into cards: ids, copies, and values typed by a game, by declared fields, or by how the cells
look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ValidationError

from carddesigner.core.piece import Keyed
from carddesigner.core.record import Record, fields_of, record_of
from carddesigner.core.report import Problem, Related, Report, did_you_mean
from carddesigner.core.serials import Serials
from carddesigner.core.source import Span
from carddesigner.deck.amounts import MAX_COPIES_OF_A_CARD, read_amount
from carddesigner.deck.assets import Assets
from carddesigner.deck.columns import check_unique, headers_fit, read_columns
from carddesigner.deck.names import DeckNames
from carddesigner.deck.parts import Parts
from carddesigner.deck.problems import report_row
from carddesigner.deck.translations import Translation, Wording, translated_table
from carddesigner.games.base import Game
from carddesigner.schema.deck import Component, DeckModel
from carddesigner.schema.rows import BY_NUMBER, Join, Rows, Source
from carddesigner.schema.stock import Stock
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import Node, find
from carddesigner.tables.read import TEXT_ENDINGS, read_table
from carddesigner.tables.table import MAX_REPORTED, Row, Table, repeated, text_of

if TYPE_CHECKING:
    from carddesigner.deck.cell_texts import CellTexts
    from carddesigner.schema.generated import Generate

_ID = re.compile(r"\w[\w.-]{0,99}")
_MAX_BYTES_OF_AN_ID = 200
MAX_CELLS_IN_ALL = 8_000_000
"""The most cells in all tables of a deck; each row counts as six more."""
QUANTITIES = ("copies", "copy", "qty", "quantity", "duplication")
"""Names of columns that almost always hold the number of copies."""
OF_EACH_CARD = ("id", "copies")
"""Columns that the table of any game can have."""


class Split(Struct, frozen=True):
    """Split the build into files of at most ``size`` cards, with ``decks`` copies of the deck or each card once. If the
    cards are ``only_checked``, only tables that can't be read whole are read in parts, of ``size`` rows each.
    """

    size: int
    decks: int = 1
    unique: bool = False
    only_checked: bool = False

    def printed(self, copies: int) -> int:
        """Return how many cards are printed for a card with this many copies."""
        return min(copies, 1) if self.unique else copies * self.decks


class LoadContext(Struct, frozen=True, eq=False):
    """The inputs shared by all parts of a deck while it is read. ``settings`` are those of its game, ``root`` has the
    places of the deck's own values.
    """

    deck: DeckModel
    root: Node
    stocks: dict[str, Stock]
    wording: Wording
    names: DeckNames
    report: Report
    game: Game | None
    settings: Any
    parts: Parts
    cells: CellTexts | None = None
    """How the texts of cells are changed, None if they are read as written."""
    serials: Serials | None = None
    """The numbered cards to read; all if None."""
    split: Split | None = None
    """How the build is split into files, which allows tables of any length; None if tables are read whole."""

    @property
    def assets(self) -> Assets:
        """The deck's files."""
        return self.names.assets


class LoadedCard(Keyed, frozen=True):
    """A card of a component: its copies, the values and the place of its row, its number among the deck's cards, from 1
    and the same for all copies, and the row's number in the table.
    """

    copies: int
    row: Record
    span: Span | None
    number: int | None = None
    row_number: int | None = None

    @property
    def record(self) -> Record:
        """The value of ``card`` in expressions: its row with ``id`` and, in a deck, ``number_in_deck``. Columns of
        these names take precedence.
        """
        fields = fields_of(self.row)
        own: dict[str, object] = {**fields, "id": fields.get("id") or self.id}
        if self.number is not None:
            own.setdefault("number_in_deck", self.number)
        return record_of(own)


class Cards(Struct, frozen=True, eq=False):
    """A component's cards; its table in the chosen language and as ``written``; ``columns`` are the names of the cards'
    values.
    """

    cards: tuple[LoadedCard, ...]
    table: Table
    written: Table
    columns: tuple[str, ...] = ()
    translations: tuple[Translation, ...] = ()


def load_cards(
    component: Component, whole: Node, context: LoadContext, part: Table | None = None, first: int = 1
) -> Cards | None:
    """Load the cards of a component's rows, or its numbered cards; None if the table can't be used. *whole* is the
    component's node. For a table read in parts, *part* is one of them and *first* the number of its first row.
    """
    rows, node, fields = component.table or BY_NUMBER, find(whole, ("rows",)), find(whole, ("fields",))
    assets, report, game = context.assets, context.report, context.game
    given = part or assets.tables.get(component.id)
    if given is not None:
        written: Table | None = given
    elif component.generate is not None:
        written = _generated(component.id, component.generate, find(whole, ("generate",)), context)
    else:
        written = open_table(rows, node, context, _if_long(component, context))
    if written is None:
        return None
    table, translated = (given, ()) if given is not None else translated_table(written, context.wording, report)
    if not headers_fit(table, component.fields, report):
        return None
    model = game.row if game is not None else None
    if model is not None and not _columns(table, model, report):
        return None
    copies = _copies_columns(rows, table, node, report)
    blank = blank_copies(rows)
    columns = tuple(table.names)
    if model is not None:
        own = [(i, n) for i, n in enumerate(columns) if n in model.model_fields or n not in OF_EACH_CARD]
        records = [_of_game(row, own, table, context) for row in table.rows]
    else:
        values = read_columns(table, component.fields, fields, context.names, report)
        columns = tuple(values.columns)
        records = values.records() if columns else [None] * len(table.rows)
    for i, join in enumerate(rows.join):
        records = _joined(records, table, written, join, find(node, ("join", i)), context)
    ids = _ids(component, rows, table, first, node, report)
    out = [
        LoadedCard(
            own,
            component.id,
            _amount(row, table, copies, blank, report) * component.copies,
            record,
            row.span,
            row_number=row.number,
        )
        for own, row, record in zip(ids, table.rows, records, strict=True)
        if record is not None
    ]
    translations = tuple(replace(t, key=f"{component.id}/{ids[i]}/{t.key}") for i, t in translated)
    return Cards(tuple(out), table, written, columns, translations)


def blank_copies(rows: Rows) -> int:
    """Return the copies of a card whose cells for copies are blank."""
    return rows.blank_copies if rows.blank_copies is not None else int(isinstance(rows.copies, str))


def ids_of(component: Component, rows: Rows, table: Table, first: int) -> list[str]:
    """Return each row's id: its own, or the component's with the row's number, which for numbered cards is the serial
    number.
    """
    count = len(table.rows)
    numbers = [r.number for r in table.rows] if component.generate is not None else range(first, first + count)
    numbered = [f"{component.id}-{number:03d}" for number in numbers]
    if rows.id not in table.names:
        return numbered
    at = table.names.index(rows.id)
    return [text_of(row.values[at]) or number for row, number in zip(table.rows, numbered, strict=True)]


def _ids(component: Component, rows: Rows, table: Table, first: int, node: Node, report: Report) -> list[str]:
    """Each row's id. Invalid and duplicate ids are reported."""
    out = ids_of(component, rows, table, first)
    if rows.id not in table.names:
        if rows.id != "id":
            _no_column("id", rows.id, table, node, report)
        return out
    at = table.names.index(rows.id)
    ids = [text_of(row.values[at]) for row in table.rows]
    wrong = (i for i, o in enumerate(ids) if o and not (_ID.fullmatch(o) and len(o.encode()) <= _MAX_BYTES_OF_AN_ID))
    for i in islice(wrong, MAX_REPORTED):
        message = f"the id {ids[i][:60]!r} becomes a file's name: write up to 100 letters, digits, hyphens and dots"
        report.error("wrong-value", message, table.place(table.rows[i], at))
    for i, before in repeated(out):
        related = (Related(table.place(table.rows[before], at), "first here"),)
        span = table.place(table.rows[i], at)
        report.error("duplicate-id", f"two cards have the id {out[i]!r}", span, related=related)
    return out


def _no_column(key: str, name: str, table: Table, node: Node, report: Report) -> None:
    near = did_you_mean(name, table.names)
    message, hint = f"`{key}` names {name!r}, which is not a column{near}", f"there are {', '.join(table.names[:20])}"
    report.error("unknown-column", message, find(node, (key,)).span, hint=hint, fix=near.fix)


def why_whole(component: Component, deck: DeckModel) -> str | None:
    """Return why a component's table must be read whole, None if it can be read in parts."""
    rows = component.rows
    if rows is None or not rows.file.lower().endswith(TEXT_ENDINGS):
        return "it is no CSV"
    if rows.skip or rows.only or rows.except_ or rows.until is not None:
        return "rows are chosen with `skip`, `only`, `except` or `until`"
    if rows.encoding in ("shift-jis", "gb18030"):
        return f"it is written in {rows.encoding}"
    if any(field.type == "reference" for field in component.fields.values()):
        return "its cards name others"
    if any(field.to == component.id for other in deck.components for field in other.fields.values()):
        return "other cards name its cards"
    if deck.game is not None:
        return "it is of a game"
    return "cells are read with `markup` or `text-replace`" if deck.markup or deck.text_replace else None


def _if_long(component: Component, context: LoadContext) -> str | None:
    """The hint for a table that is too long, None if nothing helps."""
    way = "`validate` and `build --layout pieces --split 2000` read a table in parts, however long it is"
    why = why_whole(component, context.deck)
    if context.split is not None and why is None:
        # It would have been read in parts if it were not translated.
        return f"{way}, but not this one: it has columns in other languages" if context.wording.languages else None
    return way if why is None else f"{way}, but not this one: {why}"


def open_table(rows: Source, node: Node, context: LoadContext, if_long: str | None = None) -> Table | None:
    """Open a table of the deck; None if it can't be used, with the reasons in the report. *if_long* is the hint if it
    is too long.
    """
    assets, report = context.assets, context.report
    try:
        path = assets.finder.data_file(rows.file)
        table = read_table(path, rows, report, assets.files.instead(path))
        if table is not None:
            count_cells(assets, len(table.rows) * (len(table.headers) + 6), find(node, ("file",)), report)
        return context.cells.table(table, report) if context.cells is not None and table is not None else table
    except FileProblem as problem:
        hint = if_long if problem.code in ("table-too-large", "file-too-large") else None
        report.add(problem, find(node, (problem.setting,)).span, hint=hint)
    except Problem as problem:
        report.add(problem, find(node, ("file",)).span)
    return None


def _generated(component: str, settings: Generate, node: Node, context: LoadContext) -> Table | None:
    """The table of numbered cards; None if they can't be made, with the reason in the report."""
    from carddesigner.deck.generated import SOME, generated_table

    try:
        count = partial(count_cells, context.assets, node=find(node, ("count",)), report=context.report, hint=SOME)
        return generated_table(component, settings, node, context.serials, count)
    except Problem as problem:
        context.report.add(problem, node.span)
        return None


def count_cells(assets: Assets, cells: int, node: Node, report: Report, hint: str | None = None) -> None:
    """Count a table's cells. Raises DeckError if the deck's tables have too many in all."""
    assets.cells += cells
    if assets.cells > MAX_CELLS_IN_ALL:
        message = f"the deck's tables have more than {MAX_CELLS_IN_ALL:,} cells in all"
        report.fail("table-too-large", message, node.span, hint=hint)


def _columns(table: Table, model: type[BaseModel], report: Report) -> bool:
    """Whether a game's table has all columns its cards require and no others; each wrong column is reported once."""
    fields = {(f.alias or n): f for n, f in model.model_fields.items()}
    fine = True
    for header in table.headers:
        if header.name not in fields and header.name not in OF_EACH_CARD:
            near = did_you_mean(header.name, fields)
            message, hint = f"unknown column {header.name!r}{near}", f"the game's cards have {', '.join(fields)}"
            report.error("unknown-column", message, header.span, hint=hint, fix=near.fix)
            fine = False
    for name, spec in fields.items():
        if name not in table.names and spec.is_required():
            report.error("missing-column", f"the table has no column {name!r}", table.headers[0].span)
            fine = False
    return fine


def _of_game(row: Row, columns: Sequence[tuple[int, str]], table: Table, context: LoadContext) -> Record | None:
    game, settings = context.game, context.settings
    if game is None or game.row is None or game.record is None or settings is None:
        return None
    values = {name: text_of(row.values[i]) for i, name in columns}
    try:
        return game.record(game.row.model_validate(values, context=settings), settings)
    except ValidationError as error:
        report_row(error, row, table, context.report)
        return None


def _copies_columns(rows: Rows, table: Table, node: Node, report: Report) -> tuple[int, ...]:
    out = []
    for name in (rows.copies,) if isinstance(rows.copies, str) else rows.copies:
        if name in table.names:
            out.append(table.names.index(name))
        elif rows.copies != "copies":
            _no_column("copies", name, table, node, report)
    if not out and rows.copies == "copies":
        like = next((h for h in table.headers if h.name.lower() in QUANTITIES), None)
        if like is not None:
            message = f"column {like.name!r} looks like how often a card is printed, but nothing says so"
            report.warn("uncounted", message, like.span, hint=f"rows: {{file: {rows.file}, copies: {like.name}}}")
    return tuple(out)


def _amount(row: Row, table: Table, columns: tuple[int, ...], blank: int, report: Report) -> int:
    """The number of copies of a row's card: the sum of its cells, or *blank* if all of them are empty."""
    if not columns:
        return 1
    texts = [text_of(row.values[column]) for column in columns]
    if not any(texts):
        return blank
    total = 0
    for column, text in zip(columns, texts, strict=True):
        if not text:
            continue
        amount = read_amount(text)
        if amount is not None:
            total += amount
        else:
            message = f"{table.headers[column].name} {text!r} is not a whole number from 0 to {MAX_COPIES_OF_A_CARD:,}"
            report.error("wrong-value", message, table.place(row, column))
    return total


def _joined(
    records: list[Record | None],
    table: Table,
    written: Table,
    join: Join,
    node: Node,
    context: LoadContext,
) -> list[Record | None]:
    """The records, each joined with the row of another table that a column names. The names are compared as written,
    before translation.
    """
    report = context.report
    opened = open_table(join.rows, find(node, ("rows",)), context)
    other = translated_table(opened, context.wording, report)[0] if opened is not None else None
    if join.on not in table.names:
        _no_column("on", join.on, table, node, report)
        return records
    if join.as_ in table.names or not join.as_.strip():
        message = f"`as` is {join.as_!r}, which is a column already" if join.as_.strip() else "`as` is blank"
        report.error("duplicate-header", message, find(node, ("as",)).span)
        return records
    if opened is None or other is None or not headers_fit(other, {}, report):
        return records
    key = join.key or join.on
    if key not in other.names:
        near = did_you_mean(key, other.names)
        message, hint = f"{join.rows.file} has no column {key!r}{near}", f"it has {', '.join(other.names[:20])}"
        report.error("unknown-column", message, find(node, ("key",)).span, hint=hint, fix=near.fix)
        return records
    at = opened.names.index(key)
    theirs = read_columns(other, {}, node, context.names, report).records()
    for _, problem in check_unique(opened, at):
        report.add(problem)
    records_by_key = {text_of(row.values[at]): record for row, record in zip(opened.rows, theirs, strict=True)}
    records_by_key.pop("", None)
    column = written.names.index(join.on)
    named = [text_of(row.values[column]) for row in written.rows]
    for i in islice((i for i, name in enumerate(named) if name and name not in records_by_key), MAX_REPORTED):
        near = did_you_mean(named[i], records_by_key)
        message = f"{join.on}: {join.rows.file} has no {key} {named[i][:60]!r}{near}"
        report.error("unknown-reference", message, written.place(written.rows[i], column), fix=near.fix)
    return [
        Record({**{n: record[n] for n in record}, join.as_: records_by_key.get(name)}) if record is not None else None
        for record, name in zip(records, named, strict=True)
    ]
