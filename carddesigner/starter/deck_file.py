"""``deck.yaml`` of a deck that is made from a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from carddesigner.editors import modeline
from carddesigner.starter.looks.plan import Sketched
from carddesigner.starter.roles.columns import Kind
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import comment, filled, in_list

_TYPES = {k: k.value for k in (Kind.TEXT, Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN, Kind.COLOUR, Kind.LIST)}
_TYPES |= {Kind.PICTURE: "text", Kind.LINK: "text"}
_MAX_NAMED = 100
"""Columns that are silenced one by one."""


def deck_file(parts: Sequence[Sketched]) -> str:
    """The text of the file of a deck with a component a table."""
    coloured = [p.plan.colours for p in parts if p.plan.colours is not None and p.plan.colours.palette]
    unread = list(dict.fromkeys(name for p in parts for name in _unread(p)))
    return modeline("deck") + filled(
        Path(__file__).with_suffix(".jinja"),
        parts=parts,
        Role=Role,
        sizes=list(dict.fromkeys(p.plan.stock for p in parts)),
        coloured=dict.fromkeys(comment(".".join(c.path)) for c in coloured),
        palette={name: color for c in reversed(coloured) for name, color in c.palette.items()},
        fields=_fields,
        replaced={t: r for p in parts if p.source.cells for t, (r, _) in p.source.cells.replacements.items()},
        unread=unread if len(unread) <= _MAX_NAMED else ["*"],
    )


def _fields(part: Sketched) -> dict[str, str]:
    """What ``fields:`` declares of the columns, by their names."""
    own = [g.column for g in part.guesses if g.role not in (Role.COPIES, Role.ID) and len(g.column.path) == 1]
    columns = {c.at: c for c in own if c.kind in _TYPES}
    rich = {p.path for p in part.plan.prints if p.rich}
    colours = part.plan.colours
    out = {}
    for _, column in sorted(columns.items()) if part.typed else ():
        if colours is not None and colours.path == column.path and colours.palette:
            choices = ", ".join(map(in_list, colours.palette))
            out[column.name] = f"{{type: choice, choices: [{choices}]}}"
        else:
            out[column.name] = "rich-text" if column.path in rich else _TYPES[column.kind]
    return out


def _unread(part: Sketched) -> list[str]:
    """The columns that nothing in the deck reads."""
    plan = part.plan
    read = {p.path[0] for p in plan.prints} | {*part.columns(Role.COPIES), *part.columns(Role.ID)}
    if plan.colours is not None:
        read.add(plan.colours.path[0])
    if plan.picture is not None:
        read.add(plan.picture.path[0])
    return list(dict.fromkeys(g.column.path[0] for g in part.guesses if g.column.path[0] not in read))
