"""``deck.yaml`` of a deck that is made from a table."""

from __future__ import annotations

from collections.abc import Iterator

from carddesigner.editors import modeline
from carddesigner.schema.rows import Rows
from carddesigner.starter.columns import Column, Kind
from carddesigner.starter.guess import Guess, Role
from carddesigner.starter.plan import Plan
from carddesigner.starter.source import FoundTable
from carddesigner.starter.spelling import comment, scalar

_TYPES = {
    Kind.TEXT: "text",
    Kind.INTEGER: "integer",
    Kind.NUMBER: "number",
    Kind.BOOLEAN: "boolean",
    Kind.COLOUR: "colour",
    Kind.PICTURE: "text",
    Kind.LINK: "text",
    Kind.LIST: "list",
}


def deck_file(id_: str, title: str, source: FoundTable, guesses: tuple[Guess, ...], plan: Plan, *, typed: bool) -> str:
    """The file's text; ``typed`` says whether the columns' types are declared."""
    return modeline("deck") + "\n".join(_lines(id_, title, source, guesses, plan, typed)) + "\n"


def _lines(
    id_: str, title: str, source: FoundTable, guesses: tuple[Guess, ...], plan: Plan, typed: bool
) -> Iterator[str]:
    yield f"# {comment(title)}, made by `carddesigner new` from {comment(source.path.name)}; yours to change."
    yield f"deck: {id_}"
    yield f"title: {scalar(title)}"
    yield ""
    yield "stocks:"
    yield f"  card: {{shape: card, size: {plan.stock}, corner: 3mm, bleed: 3mm, safe: 3mm}}"
    if plan.colours is not None and plan.colours.palette:
        yield ""
        yield f"# The colour of the cards, by their {comment('.'.join(plan.colours.path))}."
        yield "palette:"
        for name, color in plan.colours.palette.items():
            yield f"  {scalar(name)}: {scalar(color)}"
    yield ""
    yield "components:"
    yield "  - id: cards"
    yield from _rows(source.rows, guesses)
    if typed:
        yield from _fields(guesses, plan)
    yield f"    front: {id_}#card"
    yield f"    back: {id_}#back"
    unread = _unread(guesses, plan)
    if unread:
        yield ""
        yield "# Columns that are not printed; without these lines `validate` warns of them."
        yield "silence:"
        for name in unread:
            yield f"  - {{code: unused-field, field: {scalar(name)}}}"


def _rows(rows: Rows, guesses: tuple[Guess, ...]) -> Iterator[str]:
    copies = [g.column.name for g in guesses if g.role is Role.COPIES]
    ids = [g.column.name for g in guesses if g.role is Role.ID]
    yield "    rows:"
    yield f"      file: {scalar(rows.file)}"
    for key in ("sheet", "encoding", "records", "until"):
        value = getattr(rows, key)
        if value is not None:
            yield f"      {key}: {scalar(value)}"
    if rows.header is not None:
        yield f"      header: {rows.header}"
    if rows.keys:
        yield f"      keys: [{', '.join(map(scalar, rows.keys))}]"
    if isinstance(rows.columns, tuple):
        yield "      columns:"
        for name in rows.columns:
            yield f"        - {scalar(name)}"
    elif rows.columns:
        yield "      columns:"
        for old, new in rows.columns.items():
            yield f"        {scalar(old)}: {scalar(new)}"
    if copies and copies != ["copies"]:
        yield f"      copies: {scalar(copies[0]) if len(copies) == 1 else '[' + ', '.join(map(scalar, copies)) + ']'}"
    if ids and ids != ["id"]:
        yield f"      id: {scalar(ids[0])}"


def _fields(guesses: tuple[Guess, ...], plan: Plan) -> Iterator[str]:
    columns: dict[int, Column] = {}
    for guess in guesses:
        if len(guess.column.path) == 1 and guess.role not in (Role.COPIES, Role.ID) and guess.column.kind in _TYPES:
            columns[guess.column.at] = guess.column
    if not columns:
        return
    rich = {p.path for p in plan.prints if p.rich}
    yield "    fields:"
    for _, column in sorted(columns.items()):
        kind = _TYPES[column.kind]
        if plan.colours is not None and plan.colours.path == column.path and plan.colours.palette:
            choices = ", ".join(map(scalar_in_list, plan.colours.palette))
            yield f"      {scalar(column.name)}: {{type: choice, choices: [{choices}]}}"
        else:
            yield f"      {scalar(column.name)}: {'rich-text' if column.path in rich else kind}"


def scalar_in_list(text: str) -> str:
    """A scalar as it may stand between commas."""
    return scalar(text) if text.replace(" ", "").isalpha() else _quoted(text)


def _quoted(text: str) -> str:
    written = scalar(text)
    return written if written[0] in "\"'" else f'"{written}"'


def _unread(guesses: tuple[Guess, ...], plan: Plan) -> list[str]:
    """The columns that nothing in the deck reads."""
    read = {p.path[0] for p in plan.prints}
    read |= {g.column.path[0] for g in guesses if g.role in (Role.COPIES, Role.ID)}
    if plan.colours is not None:
        read.add(plan.colours.path[0])
    if plan.picture is not None and plan.picture.found:
        read.add(plan.picture.path[0])
    return list(dict.fromkeys(g.column.path[0] for g in guesses if g.column.path[0] not in read))
