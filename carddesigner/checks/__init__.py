"""What ``validate`` warns of: one file a check, all in the table ``CHECKS``. A check gets the view of a laid-out deck
and gives findings; what the deck silences is left out, and what is the same on many cards is reported once.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence

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
from carddesigner.core.report import Related, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.layout.deck import LaidPiece

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
"""Each says itself what it depends on."""

MAX_ON_THE_WAY = 2_000
"""What was found of zones that is kept for the pieces that follow."""


class Checking:
    """A deck that is checked piece by piece, but for checks to *leave out*, by their codes, which would find the same as in
    another language. What the *cache* holds of an earlier time is not looked for again.
    """

    def __init__(self, deck: LoadedDeck, leave_out: Container[str] = (), cache: Cache | None = None) -> None:
        self.checks = [one for one in CHECKS if one.code not in leave_out]
        self.keeps = cache is not None
        self.view = DeckView(deck, names_of(deck), cache if cache is not None else Cache())
        self.components = {c.id: c for c in deck.components}
        self.cards = deck.cards
        self.found: dict[str, list[Finding]] = {one.code: [] for one in self.checks}
        self.gathered: dict[str, list[object]] = {one.code: [] for one in self.checks}

    def look(self, piece: LaidPiece) -> None:
        """Look at a piece; what it was laid out to isn't needed any more then."""
        self.view.faces = faces_of(piece, self.components[piece.component], self.cards.get(piece.key))
        for one in self.checks:
            if one.by_piece:
                self.found[one.code] += one.find(self.view)
            elif one.gather is not None:
                self.gathered[one.code] += one.gather(self.view)
        if not self.keeps:
            self.view.cache.age(MAX_ON_THE_WAY)

    def report(self, report: Report) -> None:
        """Add every check's warnings to the report, and take out those that the deck silences."""
        deck = self.view.deck
        silences = Silences(deck.deck.silence)
        codes = [*(c.code for c in CHECKS), *(w.code for w in report.warnings)]
        silences.filter(report)
        for one in self.checks:
            if not one.by_piece:
                self.view.gathered = self.gathered[one.code]
                self.found[one.code] += one.find(self.view)
            reported: dict[tuple[Hashable, ...], list[Finding]] = {}
            for finding in self.found[one.code]:
                if not silences.holds(finding):
                    place = () if finding.everywhere else (finding.span, finding.zone)
                    reported.setdefault((finding.code, finding.about, *place), []).append(finding)
            for findings in reported.values():
                _report_all(findings, report)
        silences.report_unused(deck, codes, report)


def check(
    deck: LoadedDeck,
    pieces: Sequence[LaidPiece],
    report: Report,
    leave_out: Container[str] = (),
    cache: Cache | None = None,
) -> None:
    """The same for pieces that were laid out; nothing without any, for then something is wrong with the deck."""
    if not pieces:
        return
    checking = Checking(deck, leave_out, cache)
    for piece in pieces:
        checking.look(piece)
    checking.report(report)


def _report_all(findings: list[Finding], report: Report) -> None:
    """Report findings about one place once, with the message of the worst and the cards concerned."""
    worst = max(findings, key=lambda f: f.badness)
    cards = {f.card: f.card_span for f in (worst, *findings)}
    message = worst.message if len(cards) == 1 else f"{worst.message}; {len(cards)} cards in all"
    zones = len({(f.template, f.zone) for f in findings}) if worst.everywhere else 1
    message = f"{message}; so in {zones} zones" if zones > 1 else message
    rows = [Related(span, "for this card") for span in list(cards.values())[:MAX_RELATED] if span is not None]
    related = (*worst.related, *rows)
    report.warn(worst.code, message, worst.span, hint=worst.hint, related=related, card=worst.card, zone=worst.zone)
