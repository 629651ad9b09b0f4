"""Cells of a new deck's table that are blank where a card should have something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from carddesigner.checks.base import DeckView
from carddesigner.checks.blanks import blank_cells
from carddesigner.core.cache import Cache
from carddesigner.deck.loaded import LoadedDeck


def blank_notes(deck: LoadedDeck) -> Iterator[str]:
    """A note on each column with such cells, and where these stand."""
    for finding in blank_cells(DeckView(deck, {}, Cache())):
        places = (finding.span, *(r.span for r in finding.related))
        shown = [str(replace(p, path=Path(p.path).name)) for p in places if p is not None]
        yield f"{finding.message} ({', '.join(shown)})"
