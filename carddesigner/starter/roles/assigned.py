"""Roles of columns that a person chose, in the place of those that were guessed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from carddesigner.starter.made import Sure
from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.roles.guess import CHOSEN, Guess, Role

CHOICES = (
    Role.TITLE,
    Role.TYPE,
    Role.SUBTYPE,
    Role.FACTION,
    Role.COST,
    Role.ATTACK,
    Role.HEALTH,
    Role.POINTS,
    Role.STAT,
    Role.RULES,
    Role.FLAVOUR,
    Role.PICTURE,
    Role.RARITY,
    Role.SET,
    Role.NUMBER,
    Role.BACK,
    Role.DETAIL,
    Role.OUT,
)
"""Roles that a column can be given."""
MAX_COLOURS = 12
"""Values of a column that colour the cards."""

_SEVERAL = (Role.COST, Role.STAT, Role.RULES, Role.BACK, Role.DETAIL, Role.OUT)
_UNREADABLE = (Kind.BLANK, Kind.OTHER)


def choices_of(column: Column) -> tuple[Role, ...]:
    """The roles that a column can be given: one without anything to print has none."""
    if column.kind in _UNREADABLE:
        return ()
    return CHOICES if column.kind is Kind.PICTURE else tuple(r for r in CHOICES if r is not Role.PICTURE)


def with_roles(guesses: tuple[Guess, ...], chosen: Mapping[str, str]) -> tuple[Guess, ...]:
    """The guesses with roles that were chosen for columns, by their headers or names. A column that had a role of which
    a card has but one becomes a line with a label. What no column can be is left as it was guessed.
    """
    wanted = {
        id(g): Role(role)
        for g in guesses
        if (role := chosen.get(g.column.header) or chosen.get(g.column.name)) in choices_of(g.column) and role != g.role
    }
    if not wanted:
        return guesses
    taken = {role for role in wanted.values() if role not in _SEVERAL}
    coloured = Role.FACTION in wanted.values()
    out = []
    for guess in guesses:
        role = wanted.get(id(guess))
        if role is not None:
            colours = role is Role.FACTION and len(guess.column.distinct) <= MAX_COLOURS
            out.append(Guess(guess.column, role, Sure.CERTAIN, CHOSEN, colours=colours))
        elif guess.role in taken:
            out.append(replace(guess, role=Role.DETAIL, why=f"another column is its {guess.role}", colours=False))
        else:
            out.append(replace(guess, colours=guess.colours and not coloured))
    # What was chosen comes first where a card has room for several.
    return tuple(sorted(out, key=lambda g: g.why != CHOSEN))
