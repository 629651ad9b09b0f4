"""The four games that are played from their printed pages: what is read stands out and is large enough, and backs tell nothing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from carddesigner.checks import check, contrast
from carddesigner.core.items import TextItem
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from tests.conftest import flat

TILES = ("nails-and-hammers", "saucers-and-cows")
DECKS = ("monogoto", "outflank", *TILES)
EDITIONS = (None, "light")
FOLDED = ("box", "tray", "sleeve", "stoppers")
"""Their flaps are numbered for whoever glues them; ``test_outflank.py`` and ``test_large_words…`` look at their words."""
SCALE = 4
"""Pixels a point."""


@cache
def laid(deck: str, edition: str | None) -> tuple[LoadedDeck, tuple[LaidPiece, ...], Report]:
    report = Report()
    loaded = loaded_deck(deck, report, edition=edition)
    return loaded, lay_out(print_job(loaded), report), report


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("deck", DECKS)
def test_large_words_stand_out_as_small_ones_must(deck: str, edition: str | None, monkeypatch) -> None:
    """``validate`` lets large words have less contrast."""
    monkeypatch.setattr(contrast, "LEAST_LARGE", contrast.LEAST)
    loaded, pieces, report = laid(deck, edition)
    check(loaded, pieces, report)
    assert [d.message for d in report.warnings] == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("deck", [*DECKS, *(f"{d}-expansion" for d in TILES)])
def test_what_is_read_is_large_enough(deck: str, edition: str | None) -> None:
    for piece in laid(deck, edition)[1]:
        for face in filter(None, piece.first if piece.component not in FOLDED else ()):
            for item in (i for zone in face.zones for i in flat(zone.items) if isinstance(i, TextItem)):
                assert min(p.size for p in item.pieces) >= 7.49, (piece.id, face.id)


# Backs, and sides that lie behind others


@cache
def pages(deck: str, edition: str | None) -> tuple[bytes, list[dict[str, str]]]:
    """A deck's pieces, each on a page of its own, and what is on these pages."""
    with TemporaryDirectory() as folder:
        settings = PrintOptions(output=Path(folder), layout="pieces", unique=True, edition=edition)
        path = build_deck(deck, settings).artifacts[0].path
        return path.read_bytes(), json.loads(path.with_suffix(".json").read_text())["pages"]


def picture(deck: str, edition: str | None, component: str, side: str) -> Image.Image:
    """A face of a component's first piece with its bleed."""
    pdf, made = pages(deck, edition)
    shown = next(i for i, p in enumerate(made) if p["component"] == component and p["side"] == side)
    return pdfium.PdfDocument(pdf)[shown].render(scale=SCALE).to_pil().convert("RGB")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("deck", "component", "side", "free"),
    [("monogoto", "symbols", "back", 5), ("outflank", "cards", "front", 3), ("outflank", "cards", "back", 3)],
)
def test_nothing_but_one_ground_lies_near_the_trim(deck, component, side, free, edition) -> None:
    """A side that the printer misplaces by 1.5 mm looks no different at its edges: no frame, and nothing that is cut."""
    shown = picture(deck, edition, component, side)
    width, height = shown.size
    inner = round((3 + free) / 25.4 * 72 * SCALE)
    shown.paste(shown.getpixel((0, 0)), (inner, inner, width - inner, height - inner))
    assert len(shown.getcolors() or ()) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_monogotos_back_does_not_tell_which_way_up_a_card_is(edition) -> None:
    back = picture("monogoto", edition, "symbols", "back")

    def apart(other: Image.Image) -> float:
        return sum(ImageStat.Stat(ImageChops.difference(back, other)).mean) / 3

    assert apart(back.rotate(180)) < 0.5
    assert apart(back.transpose(Image.Transpose.FLIP_TOP_BOTTOM)) > 1, "there is something on it that can be turned"
