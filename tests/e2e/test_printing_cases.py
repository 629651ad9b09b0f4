"""Every way a sheet can come to have backs, rasterised: each back lies behind its own front, point by point.

The cards have four corners of four colours, at a distance from the edge that is each card's own; their backs have them the
other way round. So a back that is another card's, shifted, turned or mirrored wrongly lies elsewhere or is of other colours.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageOps

from carddesigner.core.papers import PAPERS
from carddesigner.core.printing import MarkKind
from carddesigner.pipeline.build import PrintOptions, build_deck

DPI = 120
DECK = """\
deck: corners
title: Corners
stocks:
  card: {{shape: card, size: [{0}mm, {1}mm], corner: 3mm, bleed: 3mm, safe: 3mm}}
  mini: {{shape: card, size: [44mm, 68mm], bleed: 1mm, safe: 1mm}}
palette: {{a: "#d00000", b: "#00a000", c: "#0000d0", d: "#000000"}}
components:
  - {{id: cards, rows: cards.csv, front: corners#front, back: corners#back}}
  - {{id: minis, rows: minis.csv, stock: mini, front: corners#front, back: corners#back}}
  - {{id: plain, rows: plain.csv, stock: mini, front: corners#front}}
"""
CORNER = 'box: {{{0}: "{{{{ card.inset }}}}mm", {1}: "{{{{ card.inset }}}}mm", width: 6mm, height: 4mm}}, fill: {2}'


def template() -> str:
    """Fronts with the colours a, b, c, d from their top left clockwise, backs from their top right anticlockwise."""
    out = ["template: corners", "faces:"]
    for face, left, right in (("front", "left", "right"), ("back", "right", "left")):
        out += [f"  {face}:", "    zones:"]
        corners = ((left, "top", "a"), (right, "top", "b"), (right, "bottom", "c"), (left, "bottom", "d"))
        out += [f"      {color}: {{{CORNER.format(x, y, color)}}}" for x, y, color in corners]
    return "\n".join(out) + "\n"


def insets(start: float, count: int) -> str:
    return "inset\n" + "".join(f"{start + 0.4 * i:.1f}\n" for i in range(count))


def turned_over(picture: Image.Image, duplex: str) -> Image.Image:
    """The page as it shines through from behind: a folded one is folded in the middle, others turn on an edge."""
    upright = picture.height >= picture.width
    like_a_book = duplex == "gutterfold" or upright == (duplex == "long-edge")
    return ImageOps.mirror(picture) if like_a_book else ImageOps.flip(picture)


def pictures(path: Path) -> list[Image.Image]:
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pdfium.PdfDocument(path)]


def corners(picture: Image.Image, trim: tuple[float, float, float, float]) -> Iterator[tuple[float, float, str]]:
    """The middle of what is painted in each quarter of a card, in pixels, and its colour."""
    left, top, right, bottom = trim
    x, y = (left + right) / 2, (top + bottom) / 2
    for quarter in ((left, top, x, y), (x, top, right, y), (x, y, right, bottom), (left, y, x, bottom)):
        part = picture.crop(tuple(round(v) for v in quarter))
        ink = ImageChops.invert(part.convert("L"))
        middle = []
        for size, start in (((ink.width, 1), round(quarter[0])), ((1, ink.height), round(quarter[1]))):
            weights = ink.resize(size, Image.Resampling.BOX).tobytes()
            middle.append(start + sum((i + 0.5) * w for i, w in enumerate(weights)) / sum(weights))
        red, green, blue = part.getpixel((round(middle[0] - round(quarter[0])), round(middle[1] - round(quarter[1]))))
        brightest = max(red, green, blue)
        yield *middle, "d" if brightest < 100 else "abc"[(red, green, blue).index(brightest)]


def made(deck, tmp_path: Path, size: tuple[float, float], paper: str, duplex: str, last: str) -> Path:
    """The deck's PDF: cards that fill their last sheet, or leave all but two of its places free."""
    deck.write("deck.yaml", DECK.format(*size))
    deck.write("templates/corners.yaml", template())
    deck.write("minis.csv", insets(2, 5))
    deck.write("plain.csv", insets(2, 3))
    settings = PrintOptions(output=tmp_path, paper=PAPERS[paper], duplex=duplex, marks=tuple(MarkKind))
    deck.write("cards.csv", insets(5, 30))
    build_deck(deck.path, settings)
    first = json.loads((tmp_path / "corners/corners-sheets.json").read_text())["pages"][0]
    on_a_sheet = sum(slot["side"] == "front" for slot in first["slots"])
    deck.write("cards.csv", insets(5, on_a_sheet + (2 if last == "partial" else 0)))
    return build_deck(deck.path, settings).artifacts[0].path


@pytest.mark.parametrize("last", ["full", "partial"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
@pytest.mark.parametrize("size", [(63.5, 88.9), (88.9, 63.5)], ids=["portrait", "landscape"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_back_lies_behind_its_own_front(deck, tmp_path, paper, size, duplex, last):
    path = made(deck, tmp_path, size, paper, duplex, last)
    manifest = json.loads(path.with_suffix(".json").read_text())
    seen, checked = pictures(path), 0
    fronts = [(n, page) for n, page in enumerate(manifest["pages"]) if page["side"] == "front"]
    # The last two cards share a sheet with the smaller ones, but not one that is folded.
    rest = ["minis+plain"] if last == "full" else ["cards+minis+plain"]
    if duplex != "gutterfold":
        assert [p["component"] for _, p in fronts] == ["cards", *rest]
    for number, page in fronts:
        front = seen[number]
        back = turned_over(seen[number if duplex == "gutterfold" else number + 1], duplex)
        assert front.size == back.size
        scale = (front.width / page["paper_mm"][0], front.height / page["paper_mm"][1])
        for slot in page["slots"]:
            if slot["side"] == "back":
                continue
            x, y, width, height = slot["x_mm"], slot["y_mm"], slot["width_mm"], slot["height_mm"]
            if slot["rotation"] in (90, 270):
                x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
            trim = (x * scale[0], y * scale[1], (x + width) * scale[0], (y + height) * scale[1])
            if slot["piece"].startswith("plain"):
                inside = (trim[0] + 3, trim[1] + 3, trim[2] - 3, trim[3] - 3)
                assert back.crop(tuple(map(round, inside))).getextrema() == ((255, 255),) * 3
                continue
            here, behind = list(corners(front, trim)), list(corners(back, trim))
            turned = slot["rotation"] // 90
            assert "".join(c for *_, c in here) == "abcdabcd"[4 - turned : 8 - turned]
            for (x1, y1, color), (x2, y2, other) in zip(here, behind, strict=True):
                assert other == color, slot
                off = ((x1 - x2) / scale[0], (y1 - y2) / scale[1])
                assert off == pytest.approx((0, 0), abs=0.05), slot
            checked += 1
    assert checked == sum(p["copies"] for p in manifest["pieces"] if p["component"] != "plain")
