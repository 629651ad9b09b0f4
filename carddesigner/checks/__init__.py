"""What ``validate`` warns of: one file a check, all in the table ``CHECKS``.

A check gets the view of a laid-out deck and gives findings; what the deck silences is left out, and what is the same on
many cards is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable

from carddesigner.checks.base import Finding, View, view
from carddesigner.checks.confusable import confusable_colors
from carddesigner.checks.contrast import low_contrast
from carddesigner.checks.duplicates import duplicate_cards, similar_cards
from carddesigner.checks.fullness import nearly_full
from carddesigner.checks.glossary import unused_terms
from carddesigner.checks.resolution import low_resolution
from carddesigner.checks.safe_area import outside_safe
from carddesigner.checks.silence import Silences
from carddesigner.checks.unused import unused_fields, unused_files
from carddesigner.core.report import Related, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.layout.deck import LaidPiece

CHECKS: dict[str, Callable[[View], Iterable[Finding]]] = {
    "low-resolution": low_resolution,
    "text-nearly-full": nearly_full,
    "outside-safe": outside_safe,
    "low-contrast": low_contrast,
    "confusable-colors": confusable_colors,
    "unused-field": unused_fields,
    "unused-file": unused_files,
    "duplicate-card": duplicate_cards,
    "similar-cards": similar_cards,
    "unused-term": unused_terms,
}
"""Each check by the code of its warnings."""

MAX_RELATED = 8
"""Cards that a warning names."""


def check(deck: LoadedDeck, pieces: Iterable[LaidPiece], report: Report, leave_out: Container[str] = ()) -> None:
    """Add every check's warnings to the report, and take out those that the deck silences.

    Checks to *leave out*, by their codes, are those that were made in another language and would say the same.
    """
    silences = Silences(deck.deck.silence)
    codes = [*CHECKS, *(w.code for w in report.warnings)]
    silences.filter(report)
    laid = view(deck, pieces)
    for code, run in CHECKS.items():
        if code in leave_out:
            continue
        reported: dict[tuple[Hashable, ...], list[Finding]] = {}
        for finding in run(laid):
            if not silences.holds(finding):
                reported.setdefault((finding.code, finding.span, finding.zone, finding.about), []).append(finding)
        for findings in reported.values():
            _report_all(findings, report)
    silences.report_unused(deck, codes, report)


def _report_all(findings: list[Finding], report: Report) -> None:
    """Say findings about one place once, in the words of the worst, with the cards concerned."""
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
