"""Warn of other programs' markup that is printed literally."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding
from carddesigner.contents.text import Text
from carddesigner.core.face import PlacedZone
from carddesigner.core.markup import Markup
from carddesigner.core.report import Problem, Related
from carddesigner.core.source import Span
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.other_markup import ICON_NAMES, MARKS, STARS, Kind, find_markup, loose_stars
from carddesigner.tables.table import Cells, cells_of
from carddesigner.text.rich import runs

MAX_PLACES = 4
"""The most cells that a warning names."""
MAX_SHOWN = 4
"""The most different texts that a warning quotes."""
SEVERAL = 3
"""The number of cells from which an ambiguous sign counts as markup."""

_SIGN = re.compile(r"[<&{\[(|:*]")


class _Shown(Struct, frozen=True):
    """A cell with markup of a kind that a card prints literally."""

    kind: Kind
    column: str
    header: Span
    place: Span
    text: str


def gather(view: DeckView) -> Iterator[_Shown]:
    """The cells of the piece's row whose markup is printed literally."""
    for laid in view.faces:
        table = laid.component.table
        if table is None or laid.row is None:
            continue
        for outermost in laid.face.zones:
            markup = view.once(outermost, partial(_printed, view, outermost), "markup")
            if markup:
                yield from _in_cells(view.once(table, partial(cells_of, table), "cells"), laid, markup)


def _printed(view: DeckView, outermost: PlacedZone) -> tuple[tuple[Kind, str, str], ...]:
    """The kinds of markup in a zone's texts, each with the markup found, and the text."""
    out: list[tuple[Kind, str, str]] = []
    for shown in view.zones(outermost):
        content = shown.zone.content
        if isinstance(content, Text):
            text = "".join(run.text for run in runs(content.text))
            if _SIGN.search(text):
                out += ((kind, found, text) for kind, found in find_markup(text))
    return tuple(out)


def _in_cells(cells: Cells, laid: CheckedFace, printed: tuple[tuple[Kind, str, str], ...]) -> Iterator[_Shown]:
    row = cells.row(laid.row)
    for at, value in enumerate(row.values if row is not None else ()):
        for kind, found, text in printed if isinstance(value, str) else ():
            shown = loose_stars(str(value), text) if kind is STARS else found if found in str(value) else None
            if shown is not None and row is not None:
                header = cells.table.headers[at]
                yield _Shown(kind, header.name, header.span, cells.table.place(row, at), shown)


def other_markup(view: DeckView) -> Iterator[Finding]:
    """Warn of each column with other programs' markup that is printed literally."""
    columns: dict[tuple[Span, str], dict[Span, _Shown]] = {}
    for one in view.gathered:
        columns.setdefault((one.header, one.kind.what), {})[one.place] = one
    for cells in columns.values():
        (first, *others), many = cells.values(), len(cells)
        if first.kind.rare and many < SEVERAL:
            continue
        different = list(dict.fromkeys(c.text for c in cells.values()))
        cited = ", ".join(d if len(d) <= 40 else f"{d[:40]}…" for d in different[:MAX_SHOWN])
        held = f"{many} cells hold" if many > 1 else "a cell holds"
        more = ", …" if len(different) > MAX_SHOWN else ""
        message = f"{first.column}: {held} {first.kind.what}, printed as they are written: {cited}{more}"
        related = tuple(Related(c.place) for c in others[: MAX_PLACES - 1])
        hint = _hint(view.deck, first.kind, first.text)
        yield Finding("other-markup", message, first.place, hint, related, field=first.column, about=first.kind)


def _hint(deck: LoadedDeck, kind: Kind, text: str) -> str:
    if kind is STARS:
        return r"bold is **between two pairs**, a star itself is \*; where a template uses `| plain`, nothing is read"
    if kind is MARKS:
        return "where a template uses `| plain`, nothing is read"
    if kind is ICON_NAMES:
        name = text.strip(":")
        if _has_icon(deck, name):
            return "there is such an icon, but the template uses `| plain`"
        also = (
            f"take {text} from `text-replace:`" if text in deck.deck.text_replace else "no template may use `| plain`"
        )
        return f"put symbols/{name}.svg into the deck, or name an icon for it under `icons:`, and {also}"
    if kind.markup is None or kind.markup not in deck.deck.markup:
        other = "`text-replace:` puts anything in their place"
        return f"`markup: {kind.markup}` in deck.yaml reads them, where no template uses `| plain`; {other}"
    if kind.markup is Markup.HTML:
        return "`markup: html` reads tags of letters and of lines; `text-replace:` puts anything in the place of others"
    name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return f"no icon is called {name}: put symbols/{name}.svg into the deck, or name one under `icons:`"


def _has_icon(deck: LoadedDeck, name: str) -> bool:
    try:
        return bool(deck.assets.symbol(deck.deck.icons.get(name, name)))
    except Problem:
        return False


CHECK = Check("other-markup", other_markup, gather=gather)
