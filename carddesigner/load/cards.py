"""A component's table to cards: ids, copies, and values typed by a game, by declared fields, or by what the cells look like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ValidationError

from carddesigner.core.record import Record, as_dict
from carddesigner.core.report import Related, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.games.base import Game
from carddesigner.load.assets import Assets
from carddesigner.load.files import FileProblem
from carddesigner.load.problems import report_row
from carddesigner.load.tables import Row, Table, read_table, text_of
from carddesigner.load.translations import Translation, Wording, translated_table
from carddesigner.load.yaml import Node, find
from carddesigner.schema.deck import Component
from carddesigner.schema.fields import FieldNames, row_model
from carddesigner.schema.rows import Join, Rows

_ID = re.compile(r"\w[\w.-]{0,99}")
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?", re.ASCII)
MOST_COPIES_OF_A_CARD = 10_000


class Card(Struct, frozen=True):
    """One piece of a component: its id, how often it is printed, its row's values, and where the row stands."""

    id: str
    component: str
    copies: int
    row: Record
    span: Span | None


class Cards(Struct, frozen=True, eq=False):
    """The cards of a component, with the table they come from: card *i* is the table's row *i*."""

    cards: tuple[Card, ...]
    table: Table
    translations: tuple[Translation, ...] = ()


def load_cards(
    component: Component,
    node: Node,
    game: Game | None,
    settings: Any,
    names: FieldNames,
    wording: Wording,
    assets: Assets,
    report: Report,
) -> Cards | None:
    """The cards of a component's rows; None if the table can't be used. *node* is what ``rows`` says."""
    assert component.rows is not None
    opened = open_table(component.rows, node, assets, report)
    if opened is None:
        return None
    table, translated = translated_table(opened, wording, report)
    if not _headers_fit(table, report):
        return None
    rows = component.rows
    headers = [h.name for h in table.headers]
    if game is not None and not _columns(table, game, report):
        return None
    copies = _copies_columns(rows, table, node, report)
    ids = headers.index(rows.id) if rows.id in headers else None
    if ids is None and rows.id != "id":
        report.error(
            "unknown-column", f"`id` names {rows.id!r}, which is no column{did_you_mean(rows.id, headers)}", node.span
        )
    if game is not None:
        records = [_of_game(row, table, game, settings, report) for row in table.rows]
    else:
        records = _records(component, node, table, names, report)
    for i, join in enumerate(rows.join):
        records = _joined(records, table, join, find(node, ("join", i)), assets, report)
    out: list[Card] = []
    seen: dict[str, Span] = {}
    for number, (row, record) in enumerate(zip(table.rows, records, strict=True), 1):
        amount = _amount(row, table, copies, report)
        own = text_of(row.values[ids]) if ids is not None else ""
        card_id = own or f"{component.id}-{number:03d}"
        if card_id in seen or (own and not _ID.fullmatch(own)):
            span = table.place(row, ids) if own and ids is not None else row.span
            if card_id in seen:
                related = (Related(seen[card_id], "first here"),)
                report.error("duplicate-id", f"two cards have the id {card_id!r}", span, related=related)
            else:
                words = f"the id {own!r} becomes a file's name: write letters, digits, hyphens and dots"
                report.error("wrong-value", words, span)
        seen[card_id] = row.span
        if record is not None:
            out.append(Card(card_id, component.id, amount * component.copies, record, row.span))
    ids_of = (
        {row.span: card.id for row, card in zip(table.rows, out, strict=False)} if len(out) == len(table.rows) else {}
    )
    translations = tuple(
        replace(t, key=f"{component.id}/{ids_of.get(table.rows[number].span, number + 1)}/{name}")
        for number, name, t in translated
    )
    return Cards(tuple(out), table, translations)


def open_table(rows: Rows, node: Node, assets: Assets, report: Report) -> Table | None:
    """A table of the deck; None if it can't be used, with the reasons in the report."""
    try:
        return read_table(assets.own_file(rows.file), rows, report)
    except FileProblem as problem:
        report.error(problem.code, problem.message, problem.span or find(node, ("file",)).span)
        return None


def _headers_fit(table: Table, report: Report) -> bool:
    headers = [h.name for h in table.headers]
    for header in table.headers:
        above = header.name.rpartition(".")[0]
        if above in headers:
            words = f"column {header.name!r} lies in {above!r}, which is a column itself"
            last = header.name.rpartition(".")[2]
            hint = f"if it is a translation, declare `languages: [{last}]` in deck.yaml" if len(last) == 2 else None
            report.error("duplicate-header", words, header.span, hint=hint)
            return False
    return True


def _columns(table: Table, game: Game, report: Report) -> bool:
    """Whether a game's table has the columns its cards need and no others; else each is reported once."""
    known = {(f.alias or n): f for n, f in game.row.model_fields.items()}
    fine = True
    for header in table.headers:
        if header.name not in known and header.name not in ("id", "copies"):
            message = f"unknown column {header.name!r}{did_you_mean(header.name, known)}"
            report.error("unknown-column", message, header.span, hint=f"the game's cards have {', '.join(known)}")
            fine = False
    names = [h.name for h in table.headers]
    for name, spec in known.items():
        if name not in names and spec.is_required():
            report.error("missing-column", f"the table has no column {name!r}", table.headers[0].span)
            fine = False
    return fine


def _of_game(row: Row, table: Table, game: Game, settings: Any, report: Report) -> Record | None:
    if settings is None:
        return None
    values = {
        h.name: text_of(v) for h, v in zip(table.headers, row.values, strict=True) if h.name not in ("id", "copies")
    }
    try:
        return game.record(game.row.model_validate(values, context=settings), settings)
    except ValidationError as error:
        report_row(error, row, table, report)
        return None


def _copies_columns(rows: Rows, table: Table, node: Node, report: Report) -> tuple[int, ...]:
    headers = [h.name for h in table.headers]
    wanted = (rows.copies,) if isinstance(rows.copies, str) else rows.copies
    out = []
    for name in wanted:
        if name in headers:
            out.append(headers.index(name))
        elif rows.copies != "copies":
            words = f"`copies` names {name!r}, which is no column{did_you_mean(name, headers)}"
            report.error("unknown-column", words, find(node, ("copies",)).span)
    return tuple(out)


def _amount(row: Row, table: Table, columns: tuple[int, ...], report: Report) -> int:
    """How often a row's card is printed; blank is 1 in the only column, 0 in one of several."""
    if not columns:
        return 1
    total = 0
    for column in columns:
        text = text_of(row.values[column])
        if not text:
            total += len(columns) == 1
        elif re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) and int(text) <= MOST_COPIES_OF_A_CARD:
            total += int(text)
        else:
            words = f"{table.headers[column].name} {text!r} is not a whole number from 0 to {MOST_COPIES_OF_A_CARD:,}"
            report.error("wrong-value", words, table.place(row, column))
    return total


def _records(component: Component, node: Node, table: Table, names: FieldNames, report: Report) -> list[Record | None]:
    """Rows typed by the component's fields, and by the look of columns that it doesn't declare."""
    headers = [h.name for h in table.headers]
    fields = component.fields
    for name, field in fields.items():
        if name not in headers:
            if field.required:
                words = f"the table has no column {name!r}{did_you_mean(name, headers)}"
                report.error("missing-column", words, table.headers[0].span)
            elif field.default is None:
                words = f"`fields` declares {name!r}, which is no column{did_you_mean(name, headers)}"
                report.error("unknown-column", words, table.headers[0].span, hint=f"there are {', '.join(headers)}")
    model = row_model(fields) if fields else None
    declared = [(i, h) for i, h in enumerate(headers) if h in fields]
    guessed = [(i, h, _kind(table, i)) for i, h in enumerate(headers) if h not in fields]
    flat = not any("." in h for h in (*headers, *fields))
    aliases = list(fields)
    out: list[Record | None] = []
    for row in table.rows:
        values: dict[str, Any] = {}
        if model is not None:
            typed = _validated(model, {h: row.values[i] for i, h in declared}, row, table, names, report)
            if typed is None:
                out.append(None)
                continue
            values.update(zip(aliases, (v for _, v in typed), strict=True))
        for i, h, kind in guessed:
            values[h] = kind(row.values[i])
        out.append(Record(values if flat else _nested(values)))
    for name, field in fields.items():
        if field.unique and name in headers:
            _check_unique(table, headers.index(name), report)
    return out


def _validated(
    model: type[BaseModel], values: dict[str, object], row: Row, table: Table, names: FieldNames, report: Report
) -> BaseModel | None:
    try:
        return model.model_validate(values, context={"names": names})
    except ValidationError as error:
        report_row(error, row, table, report)
        return None


def _check_unique(table: Table, column: int, report: Report) -> None:
    first: dict[str, Row] = {}
    name = table.headers[column].name
    for row in table.rows:
        text = text_of(row.values[column])
        if text and text in first:
            related = (Related(table.place(first[text], column), "first here"),)
            report.error(
                "duplicate-value", f"{name} {text!r} stands here twice", table.place(row, column), related=related
            )
        first.setdefault(text, row)


def _kind(table: Table, column: int) -> Any:
    """What makes a value of an undeclared column's cell: numbers of texts that all print as they are written (not ``007``)."""
    if table.typed:
        return _plain
    texts = [t for r in table.rows if (t := text_of(r.values[column]))]
    if texts and all(_NUMBER.fullmatch(t) and f"{float(t):.15g}" == t for t in texts):
        kind = float if any("." in t for t in texts) else int
        return lambda value: None if value is None else kind(value)
    return lambda value: "" if value is None else value


def _plain(value: object) -> object:
    """A typed cell as expressions see it: dates as text, and an empty cell as the empty text."""
    if value is None:
        return ""
    return value if isinstance(value, (str, bool, int, float, list, dict)) else text_of(value)


def _nested(values: dict[str, Any]) -> dict[str, Any]:
    """Dotted headers nest: ``ne.mark`` is the field ``mark`` of ``ne``."""
    out: dict[str, Any] = {}
    for header, value in values.items():
        *above, last = header.split(".")
        place = out
        for name in above:
            deeper = place.setdefault(name, {})
            place = deeper if isinstance(deeper, dict) else {}
        place[last] = value
    return out


def _joined(
    records: Sequence[Record | None], table: Table, join: Join, node: Node, assets: Assets, report: Report
) -> list[Record | None]:
    """The records, each with the row of another table that its column names."""
    other = open_table(join.rows, find(node, ("rows",)), assets, report)
    headers = [h.name for h in table.headers]
    if join.on not in headers:
        words = f"`on` names {join.on!r}, which is no column{did_you_mean(join.on, headers)}"
        report.error("unknown-column", words, find(node, ("on",)).span)
        return list(records)
    if other is None:
        return list(records)
    theirs = [h.name for h in other.headers]
    key = join.key or join.on
    if key not in theirs:
        words = f"{join.rows.file} has no column {key!r}{did_you_mean(key, theirs)}"
        report.error("unknown-column", words, find(node, ("key",)).span, hint=f"it has {', '.join(theirs)}")
        return list(records)
    kinds = [_kind(other, i) for i in range(len(theirs))]
    found: dict[str, Record] = {}
    for row in other.rows:
        name = text_of(row.values[theirs.index(key)])
        if name in found:
            report.error("duplicate-value", f"{key} {name!r} stands here twice", other.place(row, theirs.index(key)))
        found[name] = Record(_nested({h: k(v) for h, k, v in zip(theirs, kinds, row.values, strict=True)}))
    out: list[Record | None] = []
    column = headers.index(join.on)
    for row, record in zip(table.rows, records, strict=True):
        name = text_of(row.values[column])
        if name and name not in found:
            words = f"{join.rows.file} has no {key} {name!r}{did_you_mean(name, found)}"
            report.error("unknown-reference", words, table.place(row, column))
        joined = found.get(name)
        out.append(Record({**as_dict(record), join.as_: joined}) if record is not None else None)
    return out
