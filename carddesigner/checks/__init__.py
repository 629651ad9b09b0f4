"""What ``validate`` warns of: one file a check, all in the table ``CHECKS``.

A check gets the view of a laid-out deck and gives findings; what the deck silences is left out, and what is the same on
many cards is reported once.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable

from carddesigner.checks import confusable, contrast, duplicates, fullness, glossary, resolution, safe_area, unused
from carddesigner.checks.base import Finding, view
from carddesigner.checks.silence import Silences
from carddesigner.core.cache import Cache
from carddesigner.core.report import Related, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.layout.deck import LaidPiece

CHECKS = (
    resolution.CHECK,
    fullness.CHECK,
    safe_area.CHECK,
    contrast.CHECK,
    confusable.CHECK,
    unused.FIELDS,
    unused.FILES,
    duplicates.DUPLICATES,
    duplicates.SIMILAR,
    glossary.CHECK,
)
"""Each says itself what it depends on."""

MAX_RELATED = 8
"""Cards that a warning names."""


def check(
    deck: LoadedDeck,
    pieces: Iterable[LaidPiece],
    report: Report,
    leave_out: Container[str] = (),
    cache: Cache | None = None,
) -> None:
    """Add every check's warnings to the report, and take out those that the deck silences.

    Checks to *leave out*, by their codes, are those that ran in another language and would find the same.
    """
    silences = Silences(deck.deck.silence)
    codes = [*(c.code for c in CHECKS), *(w.code for w in report.warnings)]
    silences.filter(report)
    laid = view(deck, pieces, cache)
    for one in CHECKS:
        if one.code in leave_out:
            continue
        reported: dict[tuple[Hashable, ...], list[Finding]] = {}
        for finding in one.find(laid):
            if not silences.holds(finding):
                reported.setdefault((finding.code, finding.span, finding.zone, finding.about), []).append(finding)
        for findings in reported.values():
            _report_all(findings, report)
    silences.report_unused(deck, codes, report)


def _report_all(findings: list[Finding], report: Report) -> None:
    """Report findings about one place once, with the message of the worst and the cards concerned."""
    worst = max(findings, key=lambda f: f.badness)
    cards = {f.card: f.card_span for f in (worst, *findings)}
    message = worst.message if len(cards) == 1 else f"{worst.message}; {len(cards)} cards in all"
    rows = [Related(span, "for this card") for span in list(cards.values())[:MAX_RELATED] if span is not None]
    report.warn(
        worst.code,
        message,
        worst.span,
        hint=worst.hint,
        related=(*worst.related, *rows),
        card=worst.card,
        zone=worst.zone,
    )
