"""Which translations a deck's designer has accepted, written down beside its ``deck.yaml``."""

from __future__ import annotations

from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.deck.translations import ACCEPTED, accepted_bytes
from carddesigner.export.fields import own_deck
from carddesigner.export.files import write_files


def accept_translations(deck: str | Path, language: str) -> tuple[Path, int]:
    """Accept a deck's translations to a language; the file that was written, and how many they are.

    ``translations.json`` keeps digests of the originals as they are now, so that ``validate`` warns of a translation whose
    original was changed later. Raises DeckError for a deck with errors, OutputProblem for a shipped deck and where the file
    can't be written.
    """
    report = Report()
    loaded = own_deck(deck, report, language)
    path = loaded.folder / ACCEPTED
    write_files({path: accepted_bytes(loaded.folder, language, loaded.translations, report)})
    return path, len(loaded.translations)
