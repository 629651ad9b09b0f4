"""Cutting simulated: pages as a printer prints them are sliced along their guides alone, and every card comes out whole."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.printers.profile import Printer
from tests.examples import tried

pytestmark = pytest.mark.slow

DPI = 120
MM = 72 / 25.4
INCH = 25.4


NETS = ("box", "stoppers", "tray", "sleeve")
"""What is cut along outlines of its own."""


def printer(edge: float) -> Printer:
    """One that prints nothing so near to the paper's edge."""
    return Printer(printer="home", duplex="long-edge", margin=f"{edge}mm")


def pictures(path: Path) -> Iterator[Image.Image]:
    for page in pdfium.PdfDocument(path):
        yield page.render(scale=DPI / 72).to_pil().convert("RGB")


def cuts(lines: list, paper: tuple[float, float], edge: float) -> tuple[list[float], list[float]]:
    """Where two printed guides of at least 1 mm stand 60 mm apart on one line, down and across the sheet."""
    found: tuple[dict, dict] = (defaultdict(list), defaultdict(list))
    for line in lines:
        axis = 0 if line.size[0] < 0.001 else 1
        low, high = max(line[1 - axis], edge), min(line[3 - axis], paper[1 - axis] - edge)
        if high - low >= 1 - 0.01:
            at = next((at for at in found[axis] if abs(at - line[axis]) < 0.03), line[axis])
            found[axis][at].append((low, high))
    return tuple(
        sorted(at for at, own in axis.items() if max(a for a, _ in own) - min(b for _, b in own) >= 60 - 0.01)
        for axis in found
    )


def on(line, slot: dict) -> bool:
    """Whether a line lies within a card."""
    x, y, width, height = (slot[k] for k in ("x_mm", "y_mm", "width_mm", "height_mm"))
    a, b = line.centre
    return x + 0.1 < a < x + width - 0.1 and y + 0.1 < b < y + height - 0.1


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures of a card are the same but for what lies between two pixels."""
    if max(abs(one.width - other.width), abs(one.height - other.height)) > 2:
        return False
    # A blur of 2.5 pixels, of a fourth of them.
    soft = [picture.reduce(2).filter(ImageFilter.GaussianBlur(1.25)) for picture in (one, other.resize(one.size))]
    return max(ImageStat.Stat(ImageChops.difference(*soft)).mean) < 6


@cache
def alone(deck: str) -> dict[tuple[str, str], Image.Image]:
    """The front of each piece as it is on a page of its own, by its name and component."""
    out = {}
    with TemporaryDirectory() as folder:
        path = build_deck(deck, PrintOptions(output=Path(folder), layout="pieces")).artifacts[0].path
        printed = json.loads(path.with_suffix(".json").read_text())["pages"]
        for page, picture in zip(printed, pictures(path), strict=True):
            for slot in page["slots"]:
                if page["side"] == "front":
                    x, y, width, height = (slot[k] * DPI / INCH for k in ("x_mm", "y_mm", "width_mm", "height_mm"))
                    whole = picture.crop((round(x), round(y), round(x + width), round(y + height)))
                    out[slot["piece"], page["component"]] = whole
    return out


@pytest.mark.parametrize(
    ("deck", "paper", "edge"),
    tried(
        product(("monogoto", "outflank"), ("A4", "Letter"), (4.2, 5)),
        ("monogoto", "A4", 5),
        ("outflank", "Letter", 4.2),
    ),
)
def test_every_card_comes_out_whole(deck, paper, edge, tmp_path, painted):
    options = PrintOptions(output=tmp_path, paper=paper, printer=printer(edge), duplex="long-edge")
    path = build_deck(deck, options).artifacts[0].path
    pieces = alone(deck)
    manifest = json.loads(path.with_suffix(".json").read_text())
    checked = 0
    with pikepdf.open(path) as pdf:
        pages = painted(pdf)
    for page, drawn, picture in zip(manifest["pages"], pages, pictures(path), strict=True):
        if page["side"] != "front":
            continue
        lines = [p.box for p in drawn if p.kind == "line" and p.color == (0.0,) and min(p.box.size) < 0.001]
        # What is drawn on a card is none of the guides; what these are isn't looked up.
        lines = [line for line in lines if not any(on(line, slot) for slot in page["slots"])]
        xs, ys = cuts(lines, tuple(page["paper_mm"]), edge)
        scale = picture.width / page["paper_mm"][0], picture.height / page["paper_mm"][1]
        for slot in page["slots"]:
            if slot["piece"] in NETS or slot["component"] in NETS:
                continue
            size = (slot["width_mm"], slot["height_mm"])
            whole = pieces[slot["piece"], slot["component"]].rotate(-slot["rotation"], expand=True)
            if slot["rotation"] % 180:
                size = size[::-1]
            cut = (
                picture.crop((round(a * scale[0]), round(b * scale[1]), round(c * scale[0]), round(d * scale[1])))
                for a, c in combinations(xs, 2)
                for b, d in combinations(ys, 2)
                if abs(c - a - size[0]) < 0.1 and abs(d - b - size[1]) < 0.1
            )
            assert any(same(whole, one) for one in cut), (page["sheet"], slot["piece"])
            checked += 1
    assert checked > 50
