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
from carddesigner.core.printing import CUTTERS, MarkKind
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.printers.profile import Printer

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


def pictures(path: Path, dpi: int = DPI) -> list[Image.Image]:
    return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pdfium.PdfDocument(path)]


def corners(picture: Image.Image, trim: tuple[float, float, float, float]) -> Iterator[tuple[float, float, str]]:
    """The middle of what is painted in each quarter of a card, in pixels, and its colour, but for lines along its edges."""
    left, top, right, bottom = trim[0] + 3, trim[1] + 3, trim[2] - 3, trim[3] - 3
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
    settings = PrintOptions(
        output=tmp_path,
        paper=PAPERS[paper],
        duplex=duplex,
        marks=tuple(kind for kind in MarkKind if kind not in CUTTERS),
    )
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
    seen = pictures(path)
    fronts = [(n, page) for n, page in enumerate(manifest["pages"]) if page["side"] == "front"]
    # The last two cards share a sheet with the smaller ones, but not one that is folded.
    rest = ["minis+plain"] if last == "full" else ["cards+minis+plain"]
    if duplex != "gutterfold":
        assert [p["component"] for _, p in fronts] == ["cards", *rest]
    checked = sum(all_behind(page, seen[n], seen[n if duplex == "gutterfold" else n + 1], duplex) for n, page in fronts)
    assert checked == sum(p["copies"] for p in manifest["pieces"] if p["component"] != "plain")


Box = tuple[float, float, float, float]


def lying(trim: Box, off: tuple[float, float], scale: tuple[float, float]) -> Box:
    """A trim in pixels that lies off by so many millimetres."""
    x, y = off[0] * scale[0], off[1] * scale[1]
    return (trim[0] + x, trim[1] + y, trim[2] + x, trim[3] + y)


def all_behind(
    page: dict,
    front: Image.Image,
    other: Image.Image,
    duplex: str,
    shift: tuple[float, float] = (0, 0),
    error: tuple[float, float] = (0, 0),
    near: float = 0.05,
) -> int:
    """How many cards of a sheet were looked at, all of which have their backs behind their fronts once the printer has laid
    backs too far to the right and down by its *error*, as *near* as that; fronts are drawn off by *shift*. All in millimetres.
    """
    back = turned_over(other, duplex)
    assert front.size == back.size
    scale = (front.width / page["paper_mm"][0], front.height / page["paper_mm"][1])
    mirrored = ImageOps.mirror(other).tobytes() == back.tobytes()
    moved = (-error[0], error[1]) if mirrored else (error[0], -error[1])
    checked = 0
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
        here = list(corners(front, lying(trim, shift, scale)))
        there = (shift[0] - moved[0], shift[1] - moved[1])
        behind = list(corners(back, lying(trim, there, scale)))
        turned = slot["rotation"] // 90
        assert "".join(c for *_, c in here) == "abcdabcd"[4 - turned : 8 - turned]
        for (x1, y1, color), (x2, y2, other_color) in zip(here, behind, strict=True):
            assert other_color == color, slot
            off = ((x1 - x2) / scale[0] - moved[0], (y1 - y2) / scale[1] - moved[1])
            assert off == pytest.approx((0, 0), abs=near), slot
        checked += 1
    return checked


SEVERAL = """\
deck: corners
title: Corners
stocks:
  card: {shape: card, size: poker, bleed: 3mm}
  strip: {shape: card, size: [130mm, 40mm], bleed: 2mm}
  tile: {shape: square, size: [50mm, 50mm], bleed: 1mm}
palette: {a: "#d00000", b: "#00a000", c: "#0000d0", d: "#000000"}
components:
  - {id: cards, rows: cards.csv, front: corners#front, back: corners#back}
  - {id: strips, rows: strips.csv, stock: strip, front: corners#front, back: corners#back}
  - {id: tiles, rows: tiles.csv, stock: tile, front: corners#front, back: corners#back}
"""


@pytest.mark.parametrize("measured", [False, True], ids=["no profile", "profile"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_backs_lie_behind_their_fronts_where_sizes_share_a_sheet_and_lie_turned(
    deck, tmp_path, paper, duplex, measured
):
    deck.write("deck.yaml", SEVERAL)
    deck.write("templates/corners.yaml", template())
    for name, count in (("cards", 3), ("strips", 3), ("tiles", 2)):
        deck.write(f"{name}.csv", insets(5, count))
    moved, error, printer = (0.0, 0.0), (0.0, 0.0), None
    if measured:
        off = {"dx": "2mm", "dy": "-1.5mm"}
        back = {"paper": paper, "dx": "1.5mm", "dy": "1mm", "rotation": 0, "rms": "0mm"}
        moved = (-2.0, 1.5)
        shift = {"portrait": off, "landscape": off}
        error, printer = (1.5, 1.0), Printer(printer="home", duplex=duplex, portrait=back, landscape=back, shift=shift)
    options = PrintOptions(output=tmp_path, paper=PAPERS[paper], duplex=duplex, printer=printer, marks=(MarkKind.CROP,))
    path = build_deck(deck.path, options).artifacts[0].path
    manifest = json.loads(path.with_suffix(".json").read_text())
    # What is moved by parts of a pixel is drawn on whole ones, which are small then.
    seen, near = (pictures(path, 3 * DPI), 0.15) if measured else (pictures(path), 0.05)
    fronts = [(n, page) for n, page in enumerate(manifest["pages"]) if page["side"] == "front"]
    slots = [slot for _, page in fronts if "+" in page["component"] for slot in page["slots"]]
    assert {slot["rotation"] for slot in slots} == ({0, 90} if paper == "A4" else {0})
    assert sum(all_behind(page, seen[n], seen[n + 1], duplex, moved, error, near) for n, page in fronts) == 8
