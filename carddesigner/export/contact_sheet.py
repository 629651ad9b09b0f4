"""Export a contact sheet: one picture of a few cards that show what is in a deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from carddesigner.export.base import Exporter, ExportJob
from carddesigner.source import paths

CARDS = 12
"""The default and the largest number of cards on a contact sheet."""


def _files(job: ExportJob) -> Iterator[Mapping[Path, bytes]]:
    from carddesigner.export.contact_page import contact_page

    page = contact_page(job.deck, job.pieces(), job.options.cards, job.options.dpi)
    yield {Path(Path(paths.CONTACT_SHEET).stem + f"{job.suffix}.png"): page}


CONTACT_SHEET = Exporter("some cards on one picture", _files, frozenset(("dpi", "cards")))
