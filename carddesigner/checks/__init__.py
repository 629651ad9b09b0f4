"""The warnings of ``validate``: one file for each check, all listed in the table ``CHECKS``. A check gets a view of a
laid-out deck and returns findings; those that the deck silences are left out, and equal ones on many cards are reported
once.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.checks import (
    blanks,
    confusable,
    contrast,
    duplicates,
    empty,
    fullness,
    gamut,
    markup,
    phrases,
    resolution,
    safe_area,
    shift,
    small_type,
    unused,
)
from carddesigner.checks.base import MAX_RELATED, DeckView, Finding, faces_of, names_of
from carddesigner.checks.silence import Silences
from carddesigner.core.cache import Cache
from carddesigner.core.report import MAX_PROBLEMS, Related, Report
from carddesigner.core.source import Span
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.layout.piece import LaidPiece

CHECKS = (
    resolution.CHECK,
    fullness.CHECK,
    small_type.CHECK,
    safe_area.CHECK,
    shift.CHECK,
    contrast.CHECK,
    confusable.CHECK,
    gamut.CHECK,
    unused.FIELDS,
    unused.FILES,
    duplicates.DUPLICATES,
    duplicates.SIMILAR,
    empty.CHECK,
    blanks.CHECK,
    markup.CHECK,
    phrases.CHECK,
    unused.TERMS,
)
"""Each check declares itself what it depends on."""

MAX_ON_THE_WAY = 2_000
"""The most cached findings of zones that are kept for the pieces that follow."""


class _Reported(Struct):
    """Findings that are reported as one: the worst, the number of cards that have one, and the first of these cards."""

    worst: Finding
    count: int = 0
    cards: dict[str | None, Span | None] = field(default_factory=dict)
    zones: set[tuple[str | None, str | None]] = field(default_factory=set)

    def add(self, findings: list[Finding]) -> None:
        """Add findings of other cards."""
        cards = {f.card: f.card_span for f in findings}
        self.count += len(cards.keys() - self.cards.keys())
        self.cards |= {card: cards[card] for card in [*cards][: MAX_RELATED - len(self.cards)]}
        self.zones |= {(f.template, f.zone) for f in findings}
        self.worst = max((self.worst, *findings), key=lambda f: f.badness)


class Checking:
    """Checks a deck piece by piece. Checks whose codes are in *leave_out* are skipped, because they would find the same
    as in another language. Results in the *cache* of an earlier run are reused. If the cards are read in parts, cards
    are compared with the others of their part only.
    """

    def __init__(self, deck: LoadedDeck, leave_out: Container[str] = (), cache: Cache | None = None) -> None:
        self.checks = [one for one in CHECKS if one.code not in leave_out]
        self.keeps = cache is not None
        self.view = DeckView(deck, names_of(deck), cache if cache is not None else Cache())
        self.components = {c.id: c for c in deck.components}
        self.cards = deck.cards
        self.silences = Silences(deck.deck.silence)
        self.findings: dict[str, list[Finding]] = {one.code: [] for one in self.checks}
        self.gathered: dict[str, list[object]] = {one.code: [] for one in self.checks}
        self.unused: dict[str, list[Finding]] = {}
        """Findings of what is unused in every part so far."""
        self.reported: dict[str, dict[tuple[Hashable, ...], _Reported]] = {one.code: {} for one in self.checks}

    def look(self, piece: LaidPiece) -> None:
        """Check a piece; its layout isn't needed afterwards."""
        self.view.faces = faces_of(self.view, piece, self.components[piece.component], self.cards.get(piece.key))
        for one in self.checks:
            if one.by_piece:
                self.findings[one.code] += one.find(self.view)
            elif one.gather is not None:
                self.gathered[one.code] += one.gather(self.view)
        if not self.keeps:
            self.view.cache.age(MAX_ON_THE_WAY)

    def go_on(self, part: LoadedDeck) -> None:
        """Continue with another part of the deck's cards."""
        self._end()
        there = {c.id: c for c in part.components}
        components = tuple(there.get(c.id) or _without_cards(c) for c in self.view.deck.components)
        self.view.deck = replace(part, components=components)
        self.components, self.cards = {c.id: c for c in components}, part.cards

    def report(self, report: Report) -> None:
        """Add the warnings of all checks to the report, and remove those that the deck silences."""
        self._end()
        codes = [*(c.code for c in CHECKS), *(w.code for w in report.warnings)]
        self.silences.filter(report)
        for one in self.checks:
            self._keep(one.code, self.unused.get(one.code, ()))
            for reported in self.reported[one.code].values():
                _report(reported, report)
        self.silences.report_unused(self.view.deck, codes, report)

    def _end(self) -> None:
        """Run the checks that look at all pieces of a part."""
        for one in self.checks:
            findings = self.findings[one.code]
            if not one.by_piece:
                self.view.gathered = self.gathered[one.code]
                findings += one.find(self.view)
            if one.of_unused:
                now = set(findings)
                self.unused[one.code] = [f for f in self.unused.get(one.code, findings) if f in now]
            else:
                self._keep(one.code, findings)
            self.findings[one.code], self.gathered[one.code] = [], []

    def _keep(self, code: str, new: Iterable[Finding]) -> None:
        """Group findings by what is reported as one, except those that the deck silences."""
        groups: dict[tuple[Hashable, ...], list[Finding]] = {}
        for finding in new:
            if not self.silences.holds(finding):
                place = () if finding.everywhere else (finding.span, finding.zone)
                groups.setdefault((finding.code, finding.about, *place), []).append(finding)
        reported = self.reported[code]
        for key, findings in groups.items():
            if key in reported or len(reported) < MAX_PROBLEMS:
                reported.setdefault(key, _Reported(findings[0])).add(findings)


def check(
    deck: LoadedDeck,
    pieces: Sequence[LaidPiece],
    report: Report,
    leave_out: Container[str] = (),
    cache: Cache | None = None,
) -> None:
    """Check pieces that are already laid out; without any, the deck has errors and nothing is checked."""
    if not pieces:
        return
    checking = Checking(deck, leave_out, cache)
    for piece in pieces:
        checking.look(piece)
    checking.report(report)


def _without_cards(component: LoadedComponent) -> LoadedComponent:
    """Return a component without cards and rows."""
    table = replace(component.table, rows=()) if component.table is not None else None
    return replace(component, cards=(), table=table)


def _report(reported: _Reported, report: Report) -> None:
    """Report findings about one place once, with the message of the worst and the cards concerned."""
    worst = reported.worst
    cards = {worst.card: worst.card_span, **reported.cards}
    message = worst.message if reported.count == 1 else f"{worst.message}; {reported.count} cards in all"
    zones = len(reported.zones) if worst.everywhere else 1
    message = f"{message}; so in {zones} zones" if zones > 1 else message
    rows = [Related(span, "for this card") for span in list(cards.values())[:MAX_RELATED] if span is not None]
    related = (*worst.related, *rows)
    report.warn(worst.code, message, worst.span, hint=worst.hint, related=related, card=worst.card, zone=worst.zone)
