"""The warnings of ``validate``: one file for each check, all listed in the table ``CHECKS``. A check gets a view of a
laid-out deck and returns findings; those that the deck silences are left out, and equal ones on many cards are reported
once.
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
"""Each check declares itself what it depends on."""

MAX_ON_THE_WAY = 2_000
"""The most cached findings of zones that are kept for the pieces that follow."""


class Checking:
    """Checks a deck piece by piece. Checks whose codes are in *leave_out* are skipped, because they would find the same
    as in another language. Results in the *cache* of an earlier run are reused.
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
        """Check a piece; its layout isn't needed afterwards."""
        self.view.faces = faces_of(piece, self.components[piece.component], self.cards.get(piece.key))
        for one in self.checks:
            if one.by_piece:
                self.found[one.code] += one.find(self.view)
            elif one.gather is not None:
                self.gathered[one.code] += one.gather(self.view)
        if not self.keeps:
            self.view.cache.age(MAX_ON_THE_WAY)

    def report(self, report: Report) -> None:
        """Add the warnings of all checks to the report, and remove those that the deck silences."""
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
    """Check pieces that are already laid out; without any, the deck has errors and nothing is checked."""
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
