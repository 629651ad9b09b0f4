"""Find the table cell that a problem in a text or picture name comes from."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from carddesigner.core.report import Diagnostic, Related
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import LoadedDeck
from carddesigner.tables.table import Cells, Row, Table, cells_of
from carddesigner.template.expressions import Expression
from carddesigner.template.spec import Deferred, FaceSpec, Reads, RepeatSpec, ZoneSpec


class CellPlaces(Struct, eq=False):
    """The cells of a deck's cards, and the columns that contents read; both are found on first use."""

    deck: LoadedDeck
    cells: dict[str, Cells] = field(default_factory=dict)
    reads: dict[tuple[int, Span | None], Reads] = field(default_factory=dict)

    def of(self, card: LoadedCard, face: FaceSpec, problem: Diagnostic) -> tuple[Related, ...]:
        """Return the place of a problem in the card's table: the cell if the zone's content reads exactly one column,
        else the row.
        """
        if card.span is None:
            return ()
        key = id(face), problem.span
        if key not in self.reads:
            self.reads[key] = next(_reads(face.zones, problem.span), frozenset())
        reads, place = self.reads[key], card.span
        if len(reads) == 1:
            if card.component not in self.cells:
                table = next((c.table for c in self.deck.components if c.id == card.component), None)
                self.cells[card.component] = cells_of(table or Table("", (), (), _nowhere, typed=False))
            place = self.cells[card.component].place(card.row_number, reads) or place
        return (Related(place, "for this card"),)


_CONTENTS = ("text", "image", "svg", "icon")
"""The keys of a content whose value may come from a cell."""


def _nowhere(row: Row, _column: int) -> Span:
    return row.span


def _reads(zones: tuple[ZoneSpec, ...], span: Span | None) -> Iterator[Reads]:
    """Yield the columns that contents read, for contents at the place *span* or in a zone at that place."""
    for zone in zones:
        content = zone.content
        values = content.plan.values if isinstance(content, Deferred) else None
        for shown in map(values.get, _CONTENTS) if isinstance(values, dict) else ():
            if isinstance(shown, Expression) and span is not None and span in (zone.span, shown.span):
                yield frozenset(r for r in shown.reads if r[0] == "card")
        inner = content.body if isinstance(content, RepeatSpec) and isinstance(content.body, tuple) else ()
        yield from _reads((*zone.children, *inner), span)
