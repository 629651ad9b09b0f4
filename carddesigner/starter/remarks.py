"""What the maker of a new deck should know besides what its columns were taken for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import series
from carddesigner.core.source import Span
from carddesigner.starter.looks.fitting import Fitted
from carddesigner.starter.looks.plan import UNPRINTED, TemplatePlan
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.roles.icons import IconNames
from carddesigner.starter.spelling import comment
from carddesigner.tables.header_rows import Again, HeaderRow


def remarks(fitted: Fitted, template: str, names: Mapping[PieceKey, str]) -> Iterator[str]:
    """Notes on a part besides the guesses; *template* is the path of its file, *names* are what its cards are
    called.
    """
    plan = fitted.part.arranged
    yield from _other_headers(fitted)
    yield from _room(fitted, template, names)
    yield from _icons(plan, IconNames(fitted.printed.deck.assets))
    printed = {p.path for p in plan.prints}
    gone = [g for g in fitted.part.guesses if g.role not in UNPRINTED and g.column.path not in printed]
    for guess in gone:
        yield f"{comment(guess.column.name, 40)} is not printed: it fits no card"
    if plan.picture is not None and plan.picture.missing:
        missing = plan.picture.missing
        these = f"{len(missing)} pictures are" if len(missing) > 1 else "1 picture is"
        yield f"{these} not beside the table, so a placeholder is drawn there: {_some([comment(m, 40) for m in missing])}"
    macros = [p.label for p in plan.prints if any("@[" in t for t in p.texts)]
    if macros:
        yield f"{', '.join(macros)}: @[…] is printed as it is written; macros of other programs are not supported"


def _other_headers(fitted: Fitted) -> Iterator[str]:
    """Rows that repeat the header in another order, which makes wrong cards of them and of the rows below."""
    source = fitted.part.source
    header = HeaderRow(source.headers)
    rows_named = [_row(row.span) for row in source.table.rows if header.suspect(row.values) is Again.MOVED]
    if rows_named:
        rows, it = (
            (f"rows {_some(rows_named)} repeat", "they")
            if len(rows_named) > 1
            else (f"row {rows_named[0]} repeats", "it")
        )
        yield (
            f"{rows} the header in another order, so {it} and the rows below are wrong cards: put the columns below in the order of "
            "the header and delete the header there, or move them to a table of their own"
        )


def _row(span: Span) -> str:
    """Return the number of a row in its file or sheet."""
    return re.sub(r".*\D", "", span.cell) if span.cell is not None else str(span.line)


def _room(fitted: Fitted, template: str, names: Mapping[PieceKey, str]) -> Iterator[str]:
    """What was done so that all texts have room, and for which cards."""
    part, plan, fitting = fitted.part, fitted.part.arranged, fitted.part.fitting
    own = {c.component for c in part.components}
    by_id = {key.id: name for key, name in names.items() if key.component in own}

    def called(cards: Sequence[str]) -> str:
        return _some([comment(by_id.get(card, ""), 40) or card for card in cards])

    if fitted.because is not None:
        name = fitting.size if not fitting.size.startswith("[") else "larger"
        size = f"{name} size ({fitting.width:g} × {fitting.height:g} mm)"
        yield f"the cards are {size}: the text of {called([fitted.because])} fits no smaller one"
    if fitting.following:
        yield f"texts that fit no card go on on cards that follow; `following-cards` in {template} says on how many"
    if fitting.title is not None and (titles := plan.of(Role.TITLE)):
        long = [t for t in titles[0].texts if len(t) > fitting.title]
        these = f"{len(long)} titles are" if len(long) > 1 else "1 title is"
        yield f"{these} too long for the title's place and stand{'s' * (len(long) == 1)} above the rules: {comment(long[0], 40)}"
    if fitted.crowding and "window" in part.look.sized:
        yield (
            f"pictures are {fitting.window:g} % of the card high and not {part.look.windows[0]:g} %, for the texts of "
            f"{called(fitted.crowding)}; shorter ones, or cards that are larger with --size, give them more room"
        )
    if small := fitted.tried.small:
        yield f"small type, down to {fitted.tried.least:g} pt: {called(small)}; shorten the text, or make the cards larger with --size"


def _icons(plan: TemplatePlan, there: IconNames) -> Iterator[str]:
    """Cells of a column of icons that no icon is called by."""
    for column in plan.of(Role.ICON):
        none = column.no_icons
        named = [
            comment(word, 40) + (f" (the nearest is {n})" if (n := there.nearest(word)) else "") for word in none[:3]
        ]
        if none:
            yield f"{column.label}: no icon is called {_some([*named, *none[3:]])}; these cards have none; `carddesigner icons` finds names"


def _some(names: Sequence[str]) -> str:
    """The first three, and how many more there are."""
    return f"{', '.join(names[:3])} and {len(names) - 3} more" if names[3:] else series(names)
