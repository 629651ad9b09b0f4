"""Every shipped face as a browser shows its SVG and as pdfium shows its PDF: both at 384 dpi, averaged down."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from PIL import Image

from carddesigner.core.face import LaidFace
from carddesigner.core.report import Report
from carddesigner.draw.svg import face_svg
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.source import paths
from tests.e2e.chromium import CHROMIUM, needs_browser
from tests.property.paint import MEAN, difference

FINE = 4
"""Of 96 dpi, which are a browser's pixels."""
FEW = 2
"""Pieces of each component: faces that have the same template differ in their data."""

pytestmark = [pytest.mark.long, needs_browser]


def shown(svg: str, size: tuple[int, int], folder: Path) -> Image.Image:
    (folder / "page.html").write_text(f"<body style='margin:0'>{svg}", "utf-8")
    options = ("--headless", "--no-sandbox", "--hide-scrollbars", f"--force-device-scale-factor={FINE}")
    window = f"--window-size={size[0] + 2},{size[1] + 200}"
    subprocess.run(
        [str(CHROMIUM), *options, window, "--screenshot=page.png", "page.html"],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    with Image.open(folder / "page.png") as opened:
        return opened.convert("RGB").reduce(FINE).crop((0, 0, *size))


@pytest.mark.parametrize("name", sorted(p.parent.name for p in paths.decks().glob("*/deck.yaml")))
def test_a_browser_shows_shipped_faces_like_pdfium(name: str, tmp_path: Path) -> None:
    deck = WorkingDeck(paths.decks() / name / "deck.yaml")
    loaded = deck.loaded(Report())
    faces: dict[str, tuple[LaidFace, Side]] = {}
    counts: dict[tuple[str, str], int] = {}
    for piece in deck.pieces():
        sides: tuple[Side, ...] = ("front", "back")
        for side, face in zip(sides, piece.first, strict=True):
            if (
                face is not None
                and max(face.width, face.height) < 800
                and counts.get((piece.component, face.id), 0) < FEW
            ):
                counts[piece.component, face.id] = counts.get((piece.component, face.id), 0) + 1
                faces[f"{piece.component} {piece.id} {side}"] = face, side
    assert faces
    wrong = {}
    for names, picture in face_pictures(loaded, faces, FaceLook(96 * FINE)):
        face = faces[names[0]][0]
        size = round(face.width * 4 / 3), round(face.height * 4 / 3)
        printed = picture.convert("RGB").resize((size[0] * FINE, size[1] * FINE)).reduce(FINE)
        svg = face_svg(face, "", loaded.assets.face, loaded.assets.picture_bytes, bleed=False, cut=False)
        apart = difference(printed, shown(svg, size, tmp_path))
        if apart > MEAN:
            wrong[names[0]] = apart
    assert wrong == {}
