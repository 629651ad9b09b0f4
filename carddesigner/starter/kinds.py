"""Several types of cards in one table, each in the look that fits its rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.starter.looks.look import Look, fittest
from carddesigner.starter.looks.plan import Pictures, TemplatePlan
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.made import GuessMessage
from carddesigner.starter.reading.source import FoundTable, read_again
from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.spelling import comment, deck_id, unused
from carddesigner.tables.table import text_of

MOST_KINDS = 6
"""Types of cards in a table that may have looks of their own; of each there are two cards and more."""
APART = 2
"""Columns that one type has and another lacks, for them to be worth two looks."""
_HAS = 0.5
"""The share of a type's rows that have a cell filled, for the type to have the column."""

_FOR_ALL = (Role.COPIES, Role.ID, Role.LANGUAGE, Role.OUT)
"""Roles of columns that no type of cards has alone."""

MakePlan = Callable[[tuple[Guess, ...], Pictures | None], TemplatePlan]


class _Group(Struct, frozen=True):
    """Types of cards that have a look together, and the numbers of their rows."""

    look: Look
    kinds: tuple[str, ...]
    rows: tuple[int, ...]


def split_by_kind(part: Sketched, make_plan: MakePlan, taken: Collection[str] = ()) -> tuple[Sketched, ...]:
    """A component a look, where the types of cards in a table have clearly different columns filled; else the part as
    it is. Names that are *taken* by other tables are given to none.
    """
    column = next((g.column for g in part.guesses if g.role is Role.TYPE), None)
    if column is None or len(column.path) > 1 or any(g.role is Role.BACK for g in part.guesses):
        return (part,)
    of_kinds: dict[str, list[int]] = {}
    for row, kind in enumerate(column.texts):
        of_kinds.setdefault(kind.casefold(), []).append(row)
    blank = of_kinds.pop("", [])
    if not 2 <= len(of_kinds) <= MOST_KINDS or min(map(len, of_kinds.values())) < 2:
        return (part,)
    if not _stands_in_the_file(part.source, column):
        return (part,)
    by_look: dict[str, list[tuple[str, Sequence[int]]]] = {}
    looks: dict[str, Look] = {}
    for rows in of_kinds.values():
        guesses = _of_rows(part.guesses, rows)
        look = fittest(_plan(part, guesses, make_plan))
        looks[look.name] = look
        by_look.setdefault(look.name, []).append((column.texts[rows[0]], rows))
    groups = [
        _Group(looks[name], tuple(k for k, _ in kinds), tuple(sorted(r for _, rows in kinds for r in rows)))
        for name, kinds in by_look.items()
    ]
    if len(groups) < 2 or not all(_differ(part.guesses, a, b) for a, b in combinations(groups, 2)):
        return (part,)
    # What has no type, and types that are added later, go with the most.
    most = max(groups, key=lambda g: len(g.rows))
    less = [g for g in groups if g is not most]
    others = tuple(kind for g in less for kind in g.kinds)
    rest = replace(most, rows=tuple(sorted((*most.rows, *blank))))
    out = [_component(part, rest, make_plan, except_={column.name: others})]
    taken = {*taken, part.component, *part.more, part.template}
    for group in less:
        id_ = deck_id("-".join(group.kinds))
        # One name for component and template: that of the types, or of their look where they have none in ASCII.
        id_ = unused(id_ if id_ != "deck" else group.look.name, taken)
        taken.add(id_)
        more = tuple(f"{name}-{id_}" for name in (part.component, *part.more)) if part.more else (id_,)
        taken |= {*more}
        named = replace(part, component=more[0], more=more[1:], template=id_, back=part.template)
        out.append(_component(named, group, make_plan, only={column.name: group.kinds}))
    return tuple(out)


def _stands_in_the_file(source: FoundTable, column: Column) -> bool:
    """Whether a column's cells are as they are written: ``only`` and ``except`` compare these, before markup is
    read.
    """
    if source.cells is None:
        return True
    table = read_again(source, Report())
    at = table.names.index(column.name)
    return column.texts == tuple(text_of(row.values[at]) for row in table.rows)


def _component(part: Sketched, group: _Group, make_plan: MakePlan, **chosen: dict[str, tuple[str, ...]]) -> Sketched:
    guesses = _of_rows(part.guesses, group.rows)
    names, sheets, end = [], [], 0
    for name, sheet in zip((part.component, *part.more), part.source.sheets, strict=True):
        begin, end = end, end + sheet.count
        # Types that come later may come to any sheet.
        if "except_" in chosen or any(begin <= row < end for row in group.rows):
            names.append(name)
            sheets.append(replace(sheet, rows=sheet.rows.model_copy(update=chosen)))
    return replace(
        part,
        component=names[0],
        more=tuple(names[1:]),
        source=replace(part.source, sheets=tuple(sheets)),
        guesses=guesses,
        plan=_plan(part, guesses, make_plan),
        look=group.look,
        kinds=group.kinds,
    )


def _plan(part: Sketched, guesses: tuple[Guess, ...], make_plan: MakePlan) -> TemplatePlan:
    """The plan of some rows; their colours are those that all the table has."""
    pictured = any(g.role is Role.PICTURE for g in guesses)
    return replace(make_plan(guesses, part.plan.picture if pictured else None), colours=part.plan.colours)


def _of_rows(guesses: Iterable[Guess], rows: Sequence[int]) -> tuple[Guess, ...]:
    """The guesses as they are for some rows: columns that these leave blank are not printed."""
    out = []
    for guess in guesses:
        column = _narrowed(guess.column, rows)
        unused = column.kind is Kind.BLANK and guess.role not in _FOR_ALL
        out.append(
            replace(guess, column=column, role=Role.OUT, why=_BLANK) if unused else replace(guess, column=column)
        )
    return tuple(out)


_BLANK = "no card of this type has it"


def _narrowed(column: Column, rows: Sequence[int]) -> Column:
    texts = tuple(column.texts[row] for row in rows)
    return replace(column, texts=texts, kind=column.kind if any(texts) else Kind.BLANK)


def _differ(guesses: Iterable[Guess], one: _Group, other: _Group) -> bool:
    """Whether two groups of types have clearly different columns filled."""
    columns = [g.column for g in guesses if g.role not in _FOR_ALL]
    return sum(_has(c, one.rows) != _has(c, other.rows) for c in columns) >= APART


def _has(column: Column, rows: Sequence[int]) -> bool:
    return sum(bool(column.texts[row]) for row in rows) >= _HAS * len(rows)


def by_table(parts: Iterable[Sketched]) -> tuple[tuple[Sketched, ...], ...]:
    """The parts of a deck by the table that they are of, whose types may each have a part."""
    out: dict[int, list[Sketched]] = {}
    for part in parts:
        out.setdefault(id(part.source.table), []).append(part)
    return tuple(map(tuple, out.values()))


def kinds_remark(parts: Sequence[Sketched]) -> str | None:
    """Which look each type has; None where all have one."""
    if not any(p.kinds for p in parts):
        return None
    looks = "; ".join(f"{', '.join(comment(k, 30) for k in p.kinds)}: {p.look.name}" for p in parts if p.kinds)
    return f"a look for each type of cards, as other columns are filled: {looks}; --look NAME sets all in one"


def once_each(messages: Iterable[GuessMessage]) -> tuple[GuessMessage, ...]:
    """The message about the columns of several types' cards, of each the first; not that it isn't printed if it is on
    others.
    """
    by_text: dict[tuple[str, bool], GuessMessage] = {}
    listed = list(messages)
    printed = {m.found for m in listed if m.what != Role.OUT}
    for message in listed:
        if message.what != Role.OUT or message.found not in printed:
            by_text.setdefault((message.found, message.what == "colours"), message)
    return tuple(by_text.values())
