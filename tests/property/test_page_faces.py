"""Faces as a page shows them, letters as text and pictures by address, look like those whose letters are outlines."""

from __future__ import annotations

import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import Image

from carddesigner.core.face import LaidFace
from carddesigner.core.items import Picture
from carddesigner.core.report import Report
from carddesigner.draw.glyph_fonts import PART, glyph_font, part_count
from carddesigner.draw.screen import small_picture
from carddesigner.draw.svg import FIRST_LETTER, Linked, face_svg, page_face
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.source import paths
from carddesigner.text.font_face import FontFace
from tests.e2e.chromium import CHROMIUM, needs_browser
from tests.examples import tried
from tests.property.paint import difference

GALLERY = Path(__file__).resolve().parents[2] / "docs/gallery"
FINE = 2
"""Pixels of a browser's, averaged down: as on a wall on a screen with two for one."""
APART = 1.0
"""How much two pictures may differ on average, of 255, edges smoothed."""
AT_ONCE = 16
"""Faces on a page: a browser takes a second to start."""

pytestmark = needs_browser


def faces(deck: Path, every: int) -> tuple[WorkingDeck, dict[str, LaidFace]]:
    working = WorkingDeck(deck)
    found = {
        f"{piece.component} {piece.id} {side}": face
        for piece in working.pieces()[::every]
        for side, face in zip(("front", "back"), piece.first, strict=True)
        if face is not None and max(face.width, face.height) < 400
    }
    return working, dict(list(found.items())[:AT_ONCE])


def shown(drawings: list[str], sizes: list[tuple[int, int]], head: str, folder: Path) -> list[Image.Image]:
    places = [sum(w for w, _ in sizes[:n]) for n in range(len(sizes))]
    body = "".join(
        f'<div style="position:absolute;top:0;left:{left}px;width:{w}px;height:{h}px;overflow:hidden">{drawing}</div>'
        for drawing, left, (w, h) in zip(drawings, places, sizes, strict=True)
    )
    (folder / "page.html").write_text(
        f"<!doctype html><meta charset=utf-8>{head}<body style='margin:0'>{body}", "utf-8"
    )
    window = f"--window-size={sum(w for w, _ in sizes)},{max(h for _, h in sizes) + 200}"
    options = ("--headless", "--no-sandbox", "--hide-scrollbars", f"--force-device-scale-factor={FINE}", window)
    patient = "--virtual-time-budget=5000"
    subprocess.run(
        [str(CHROMIUM), *options, patient, "--screenshot=page.png", "page.html"],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    with Image.open(folder / "page.png") as opened:
        page = opened.convert("RGB").reduce(FINE)
    return [page.crop((left, 0, left + w, h)) for left, (w, h) in zip(places, sizes, strict=True)]


def compared(deck: Path, folder: Path, every: int = 1) -> tuple[dict[str, float], int]:
    """How much each face differs, and how many fonts their texts took."""
    working, found = faces(deck, every)
    assets = working.loaded(Report()).assets
    fonts: dict[str, FontFace] = {}

    def family(face: FontFace) -> str:
        fonts[f"g{face.digest[:16]}"] = face
        return f"g{face.digest[:16]}"

    def address(picture: Picture, points: float) -> str:
        kind, data = small_picture(assets.picture_bytes(picture), max(32, round(points * FINE * 4 / 3)))
        return f"data:{kind};base64,{b64encode(data).decode()}"

    sizes = [(round(f.width * 4 / 3), round(f.height * 4 / 3)) for f in found.values()]
    outlined, texts, definitions = [], [], {}
    for face, (w, h) in zip(found.values(), sizes, strict=True):
        outlined.append(face_svg(face, "", assets.face, assets.picture_bytes, bleed=False, cut=True))
        body, own = page_face(face, assets.face, Linked(family, address))
        definitions |= own
        view = f'width="{w}" height="{h}" viewBox="0 0 {face.width} {face.height}"'
        texts.append(f'<svg {view} preserveAspectRatio="none">{body}</svg>')
    rules = "".join(
        f"@font-face{{font-family:{name};src:url(data:font/otf;base64,{b64encode(glyph_font(face, part)).decode()});"
        f"unicode-range:U+{FIRST_LETTER + part * PART:X}-{FIRST_LETTER + part * PART + PART - 1:X}}}"
        for name, face in fonts.items()
        for part in range(part_count(face))
    )
    look = "svg{font:400 10px/1 serif;text-rendering:geometricPrecision;stroke-miterlimit:10}"
    head = f'<style>{rules}{look}</style><svg width="0" height="0" style="position:absolute">{"".join(definitions.values())}</svg>'
    sheets = shown(outlined, sizes, "", folder), shown(texts, sizes, head, folder)
    return {n: difference(a, b) for n, a, b in zip(found, *sheets, strict=True)}, len(fonts)


@pytest.mark.parametrize("name", tried(["text", "scripts", "effects", "fonts", "svg", "basics"], "scripts", "effects"))
def test_the_things_that_a_face_can_show_look_alike_on_a_page(name: str, tmp_path: Path) -> None:
    apart, _ = compared(GALLERY / name / "deck.yaml", tmp_path)
    assert apart
    assert {n: v for n, v in apart.items() if v > APART} == {}


@pytest.mark.parametrize(
    ("name", "every"), tried([("mana-and-spells", 29), ("saucers-and-cows", 12), ("monogoto", 13)], ("monogoto", 13))
)
def test_shipped_faces_look_alike_on_a_page(name: str, every: int, tmp_path: Path) -> None:
    apart, fonts = compared(paths.decks() / name / "deck.yaml", tmp_path, every)
    assert fonts
    assert {n: v for n, v in apart.items() if v > APART} == {}
