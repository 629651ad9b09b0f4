"""Warn of texts that fill their boxes, so that an edit or a translation won't fit."""

from __future__ import annotations

from collections.abc import Iterator

from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding, ShownZone, by_zone, width
from carddesigner.contents.text import Text, TextSettings, make_room
from carddesigner.core.items import ImageItem, SymbolItem, TextItem
from carddesigner.text.fit import NEARLY_FULL, is_nearly_full


def nearly_full(_view: DeckView, _laid: CheckedFace, shown: ShownZone) -> Iterator[Finding]:
    """Warn of every text with letters that would overflow its box if it were a tenth longer."""
    zone = shown.zone
    content = zone.content
    if not isinstance(content, Text) or content.settings.overflow != "error":
        return
    settings = content.settings
    if not content.text or _has_room(shown, settings):
        return
    if settings.arc:
        return  # its lines are as long as the arc, not as the box is wide
    style = settings.style()
    if is_nearly_full(content.text, style, zone.frame.width, zone.room or zone.frame.height):
        message = f"the text fills its box at {style.min_size:g} pt: a tenth more would not fit"
        yield Finding("text-nearly-full", message, zone.span, make_room(style.min_size), zone=shown.path)


def _has_room(shown: ShownZone, settings: TextSettings) -> bool:
    """Whether there is certainly room, or only text that won't get longer: a number, a mark."""
    items = [item for item, _ in shown.leaves]
    lines = [item for item in items if isinstance(item, TextItem)]
    if not any(c.isalpha() for line in lines for piece in line.pieces for run in piece.runs for c in run.text):
        return True
    if max(piece.size for line in lines for piece in line.pieces) * NEARLY_FULL >= (settings.min_size or settings.size):
        return True
    room = shown.zone.frame.width * NEARLY_FULL
    return not any(isinstance(i, (SymbolItem, ImageItem)) for i in items) and all(
        sum(width(piece) for piece in line.pieces) <= room for line in lines
    )


CHECK = Check("text-nearly-full", by_zone("text-nearly-full", nearly_full), by_piece=True)
