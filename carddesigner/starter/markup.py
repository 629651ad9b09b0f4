"""Markup of other programs in the table of a new deck: read where that is asked for, and reported where it is
printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.checks.base import DeckView, Finding, faces_of
from carddesigner.checks.markup import gather, other_markup
from carddesigner.core.cache import Cache
from carddesigner.core.markup import Markup
from carddesigner.core.report import Problem, Report
from carddesigner.deck.assets import Assets
from carddesigner.deck.cell_texts import CellTexts
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.other_markup import ICON_NAMES, Kind
from carddesigner.layout.piece import LaidPiece
from carddesigner.schema.cell_texts import MAX_REPLACED
from carddesigner.starter.reading.source import FoundTable


def with_markup_read(source: FoundTable, markups: tuple[Markup, ...], assets: Assets, report: Report) -> FoundTable:
    """A table with the markup in its cells read. Names between colons that are no icon's stay as they are written."""
    names = (
        name
        for row in source.table.rows
        for value in row.values
        if isinstance(value, str) and ":" in value
        for name in ICON_NAMES.pattern.findall(value)
    )

    def has_icon(name: str) -> bool:
        try:
            return bool(assets.symbol(name))
        except Problem:
            return False

    unknown = [name for name in dict.fromkeys(names) if not has_icon(name.strip(":"))]
    cells = CellTexts({name: (f"\\{name}", ()) for name in unknown[:MAX_REPLACED]}, markups, has_icon)
    return replace(source, table=cells.table(source.table, report), cells=cells)


class ShownMarkup(Struct, frozen=True):
    """What cards of a new deck show of other programs as it is written: in which columns, but for those with what was
    to be read, and notes with what reads it.
    """

    columns: tuple[str, ...]
    notes: tuple[str, ...]


def shown_markup(deck: LoadedDeck, pieces: Sequence[LaidPiece]) -> ShownMarkup:
    """What the cards of a new deck show as it is written."""
    view = DeckView(deck, {}, Cache())
    components = {c.id: c for c in deck.components}
    cards = deck.cards
    shown: list[object] = []
    for piece in pieces:
        view.faces = faces_of(view, piece, components[piece.component], cards.get(piece.key))
        shown += gather(view)
    view.gathered = shown
    markup = tuple(other_markup(view))
    wanted = {f.field for f in markup if isinstance(f.about, Kind) and f.about.markup in deck.deck.markup}
    columns = dict.fromkeys(f.field for f in markup if f.field and f.field not in wanted)
    return ShownMarkup(tuple(columns), tuple(_note(f, deck) for f in markup))


def _note(finding: Finding, deck: LoadedDeck) -> str:
    kind, hint = finding.about, finding.hint
    if isinstance(kind, Kind) and kind.markup is not None and kind.markup not in deck.deck.markup:
        hint = f"`new` with --markup {kind.markup} has them read"
    place = f" ({replace(finding.span, path=Path(finding.span.path).name)})" if finding.span is not None else ""
    return f"{finding.message}{place}; {hint}"
