"""Warn of type that is too small to be read in print."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt

from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding, ShownZone, by_zone
from carddesigner.contents.text import READABLE
from carddesigner.core.items import TextItem, TextPiece

_TOLERANCE = 0.01


def small_type(_view: DeckView, _laid: CheckedFace, shown: ShownZone) -> Iterator[Finding]:
    """Warn of every text with a whole line that is too small to read as placed."""
    least, text = READABLE, ""
    for item, m in shown.leaves:
        if isinstance(item, TextItem):
            scale = sqrt(abs(m.a * m.d - m.b * m.c))
            if all([p.size * scale >= least - _TOLERANCE for p in item.pieces]):
                continue
            lettered = [p for p in item.pieces if any(map(str.isalnum, _text(p)))]
            # Small raised text is read together with the larger letters beside it.
            size = max((p.size for p in lettered), default=inf) * scale
            if size < least - _TOLERANCE:
                least, text = size, " ".join(_text(p) for p in lettered)
    if text:
        cited = text if len(text) <= 30 else f"{text[:30].rstrip()}…"
        message = f"type of {least:.3g} pt: below {READABLE:g} pt few can read what is printed ({cited})"
        hint = f"make the box larger or the text shorter; with `min-size: {READABLE:g}pt` what doesn't fit is an error"
        yield Finding("small-type", message, shown.zone.span, hint, zone=shown.path, badness=-least)


def _text(piece: TextPiece) -> str:
    return "".join(run.text for run in piece.runs)


CHECK = Check("small-type", by_zone("small-type", small_type), by_piece=True)
