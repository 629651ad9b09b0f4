"""Whatever is painted, a browser shows its SVG like pdfium its PDF."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PIL import Image

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import Item
from carddesigner.draw.svg import face_svg
from tests.e2e.chromium import CHROMIUM, needs_browser
from tests.examples import examples
from tests.property.paint import MEAN, SIDE, difference, items, page_pdf

FINE = 4
"""Pixels a point, averaged down: thin lines lie on whole pixels."""
TOGETHER = 9
"""Drawings on one page: a browser takes a second to start."""
WHOLE = Rect(0.0, 0.0, SIDE, SIDE)

pytestmark = needs_browser


def printed(some: list[Item]) -> Image.Image:
    image: Image.Image = pdfium.PdfDocument(page_pdf(some))[0].render(scale=FINE).to_pil()
    return image.convert("RGB").reduce(FINE)


def drawn(some: list[Item]) -> str:
    zone = PlacedZone("z", WHOLE, tuple(some))
    face = LaidFace("f", SIDE, SIDE, rectangle(WHOLE), 0.0, (zone,))
    return face_svg(face, "", lambda key: pytest.fail(key), lambda _: b"", bleed=False, cut=False)


def shown(svgs: list[str]) -> list[Image.Image]:
    """Pictures of SVGs by a browser, which shows a point as 4/3 of its pixels."""
    wide, scale = round(SIDE * 4 / 3), FINE * 3 // 4
    with TemporaryDirectory() as folder:
        drawings = "".join(
            f'<div style="position:absolute;left:{i * wide}px">{svg}</div>' for i, svg in enumerate(svgs)
        )
        Path(folder, "page.html").write_text(f"<body style='margin:0'>{drawings}")
        window = f"--window-size={wide * len(svgs)},{wide + 200}"
        options = ("--headless", "--no-sandbox", "--hide-scrollbars", f"--force-device-scale-factor={scale}", window)
        subprocess.run(
            [str(CHROMIUM), *options, "--screenshot=page.png", "page.html"], cwd=folder, capture_output=True, check=True
        )
        with Image.open(Path(folder, "page.png")) as opened:
            page = opened.convert("RGB").reduce(FINE)
    size = int(SIDE)
    return [page.crop((i * size, 0, (i + 1) * size, size)) for i in range(len(svgs))]


@examples(1 / 5, 2, suppress_health_check=list(HealthCheck))
@given(st.lists(items, min_size=TOGETHER, max_size=TOGETHER))
def test_a_browser_shows_the_svg_like_the_pdf(faces: list[list[Item]]) -> None:
    for some, theirs in zip(faces, shown([drawn(some) for some in faces]), strict=True):
        ours = printed(some)
        assert theirs.size == ours.size
        assert difference(ours, theirs) <= MEAN, some
