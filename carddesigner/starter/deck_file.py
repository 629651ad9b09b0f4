"""``deck.yaml`` of a deck that is made from a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddesigner.editors import modeline
from carddesigner.schema.rows import Rows
from carddesigner.starter.columns import Column, Kind
from carddesigner.starter.guess import Guess, Role
from carddesigner.starter.plan import Sketched, TemplatePlan
from carddesigner.starter.spelling import comment, scalar

_TYPES = {k: k.value for k in (Kind.TEXT, Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN, Kind.COLOUR, Kind.LIST)}
_TYPES |= {Kind.PICTURE: "text", Kind.LINK: "text"}
_MAX_NAMED = 100
"""Columns that are silenced one by one."""


def deck_file(parts: Sequence[Sketched]) -> str:
    """The text of the file of a deck with a component a table."""
    return modeline("deck") + "\n".join(_lines(parts)) + "\n"


def _lines(parts: Sequence[Sketched]) -> Iterator[str]:
    first = parts[0]
    yield f"# {comment(first.title)}, made by `carddesigner new` from {comment(first.source.path.name)}; yours to change."
    yield f"deck: {first.deck}"
    yield f"title: {scalar(first.title)}"
    yield ""
    yield "stocks:"
    sizes = list(dict.fromkeys(p.plan.stock for p in parts))
    for size in sizes:
        name = "card" if len(sizes) == 1 else size
        yield f"  {name}: {{shape: card, size: {size}, corner: 3mm, bleed: 3mm, safe: 3mm}}"
    coloured = [p.plan.colours for p in parts if p.plan.colours is not None and p.plan.colours.palette]
    if coloured:
        yield ""
        yield f"# The colour of the cards, by their {', '.join(dict.fromkeys(comment('.'.join(c.path)) for c in coloured))}."
        yield "palette:"
        for name, color in {n: v for c in reversed(coloured) for n, v in c.palette.items()}.items():
            yield f"  {scalar(name)}: {scalar(color)}"
    yield ""
    yield "components:"
    for part in parts:
        yield f"  - id: {part.component}"
        if len(sizes) > 1:
            yield f"    stock: {part.plan.stock}"
        yield from _rows(part.source.rows, part.guesses)
        if part.typed:
            yield from _fields(part.guesses, part.plan)
        yield f"    front: {part.template}#card"
        yield f"    back: {part.template}#back"
    unread = list(dict.fromkeys(name for p in parts for name in _unread(p.guesses, p.plan)))
    if unread:
        yield ""
        yield "# Columns that are not printed; without these lines `validate` warns of them."
        yield "silence:"
        if len(unread) > _MAX_NAMED:
            yield '  - {code: unused-field, field: "*"}'
            return
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


def _fields(guesses: tuple[Guess, ...], plan: TemplatePlan) -> Iterator[str]:
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


def _unread(guesses: tuple[Guess, ...], plan: TemplatePlan) -> list[str]:
    """The columns that nothing in the deck reads."""
    read = {p.path[0] for p in plan.prints}
    read |= {g.column.path[0] for g in guesses if g.role in (Role.COPIES, Role.ID)}
    if plan.colours is not None:
        read.add(plan.colours.path[0])
    if plan.picture is not None and plan.picture.found:
        read.add(plan.picture.path[0])
    return list(dict.fromkeys(g.column.path[0] for g in guesses if g.column.path[0] not in read))
