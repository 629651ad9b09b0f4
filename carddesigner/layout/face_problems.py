"""Report the problems of faces, each with the table cell that it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.report import Diagnostic, Related, Report, Severity
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedDeck
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


class FaceProblems(Struct):
    """Reports the problems of faces, each once or for every card that has it."""

    report: Report
    places: CellPlaces
    is_clean: bool = True
    """Whether the faces of the current card had no problem so far."""
    _reported: dict[int, Diagnostic] = field(default_factory=dict)
    """Problems that are reported for one card only, by their ids; so are ``_warned``."""
    _warned: set[Diagnostic] = field(default_factory=set)

    def add(
        self,
        card: LoadedCard,
        side: str,
        face: FaceSpec,
        resolving: Sequence[Diagnostic],
        placing: Sequence[Diagnostic],
    ) -> None:
        """Report the problems of a face for the card that has it."""
        self.is_clean = self.is_clean and not (resolving or placing)
        for problem in resolving:
            # Cards that read the same values share the problem; it is reported for the first of them.
            if id(problem) not in self._reported:
                self._reported[id(problem)] = problem
                self.report.add(problem, related=self.places.of(card, face, problem), card=card.id)
        for problem in placing:
            if problem.severity is Severity.WARNING:  # reported for the first card that has it
                if problem not in self._warned:
                    self._warned.add(problem)
                    self.report.add(problem, related=self.places.of(card, face, problem), card=card.id)
            else:
                related = self.places.of(card, face, problem)
                self.report.add(problem, related=related, card=f"{card.id} ({side})" if card.id else None)

    def apart(self) -> FaceProblems:
        """Return what reports to a report of its own, again all that is reported once."""
        return replace(self, report=Report(), _reported={})

    def take(self, report: Report, resolving: Sequence[Diagnostic]) -> None:
        """Add a report of faces laid out apart; *resolving* are its problems that are not to be reported again."""
        for problem in report:
            self.report.add(problem)
        self._reported.update((id(problem), problem) for problem in resolving)


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
