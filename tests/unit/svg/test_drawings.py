"""SVGs that stay vectors look as resvg draws them. Each file in ``files`` tests one thing.

Pixels may differ at edges, which pdfium and resvg smooth in ways of their own: by MEAN of 255 levels on average, and away from
edges (the least difference in any square of nine pixels) by FLAT.
"""

from __future__ import annotations

import shutil
from itertools import chain
from pathlib import Path

import pytest

from carddesigner.core.items import ImageItem, SymbolItem
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.export.bitmaps import FaceLook, face_pictures
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from tests.conftest import flat
from tests.drawn_svg import DPI, differences, rendered

MEAN, FLAT = 3.0, 9

FILES = {path.stem: path for path in sorted(Path(__file__).with_name("files").glob("*.svg"))}
"""By what each tests."""

TEMPLATE = """\
template: drawings
fonts: {text: {family: Alegreya Sans}}
faces:
  front: {zones: {art: {svg: "art/{{ card.name }}.svg"}}}
"""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """All files on faces of a deck: its warnings, what lies on each face, and its picture."""
    folder = tmp_path_factory.mktemp("drawings")
    for inner in ("art", "templates"):
        (folder / inner).mkdir()
    (folder / "deck.yaml").write_text(
        "deck: drawings\ntitle: Drawings\nstocks: {card: {shape: square, size: [20mm, 20mm]}}\n"
        "components: [{id: cards, rows: cards.csv, front: drawings#front}]\n"
    )
    (folder / "templates/drawings.yaml").write_text(TEMPLATE)
    (folder / "cards.csv").write_text("\n".join(("name", *FILES, "")))
    for path in FILES.values():
        shutil.copy(path, folder / "art")
    deck, report = loaded_deck(folder), Report()
    faces = {
        name: (piece.copies[0][0], "front") for name, piece in zip(FILES, lay_out(print_job(deck), report), strict=True)
    }
    pictures = {names: image for names, image in face_pictures(deck, faces, FaceLook(DPI))}
    return report.warnings, faces, {name: image for names, image in pictures.items() for name in names}


def test_all_of_them_stay_vectors(drawn):
    warnings, faces, _ = drawn
    assert warnings == []
    items = chain.from_iterable(flat(face.zones[0].items) for face, _ in faces.values())
    assert not [i for i in items if isinstance(i, ImageItem | SymbolItem)]


@pytest.mark.parametrize("name", FILES)
def test_a_drawing_looks_as_resvg_has_it(drawn, name):
    theirs = rendered(FILES[name].read_text())
    assert theirs.getextrema() != ((255, 255),) * 3
    mean, least = differences(drawn[2][name], theirs)
    assert mean <= MEAN, (mean, least)
    assert least <= FLAT, (mean, least)
