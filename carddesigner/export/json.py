"""Export the typed data of all cards as JSON, computed fields included."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from carddesigner.core.piece import PieceKey
from carddesigner.core.record import as_dict
from carddesigner.export.base import Exporter, ExportJob

if TYPE_CHECKING:
    from carddesigner.deck.loaded import LoadedDeck


def deck_json(deck: LoadedDeck, chosen: set[PieceKey] | None = None) -> bytes:
    """Every card with its id, component, copies and fields; only the *chosen* ones if given. Boxes aren't cards."""
    data = {
        "deck": deck.deck.deck,
        "title": deck.deck.title,
        "language": deck.deck.language,
        "edition": deck.edition,
        "cards": [
            {"id": card.id, "component": card.component, "copies": card.copies, "fields": as_dict(card.row)}
            for component in deck.components
            if component.box is None
            for card in component.cards
            if chosen is None or card.key in chosen
        ],
    }
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _files(job: ExportJob) -> Iterator[Mapping[Path, bytes]]:
    # Exporting a whole deck needs no layout.
    chosen = {p.key for p in job.pieces()} if job.options.select is not None else None
    yield {Path(f"{job.deck.deck.deck}{job.suffix}.json"): deck_json(job.deck, chosen)}


JSON = Exporter("the data of all cards", _files)
