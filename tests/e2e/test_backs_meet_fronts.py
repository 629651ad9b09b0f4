"""Backs that differ from card to card, found behind their own fronts, whichever way the sheet and the printer turn it."""

from __future__ import annotations

import pypdfium2 as pdfium
import pytest

from carddesigner.build import BuildSettings, build

MM = 72 / 25.4
NAMES = [f"{a}{b}{a}{b}" for a in "KLM" for b in "XYZW"][:11]
NAME = 'name: {text: "{{ card.name }}", size: 12pt, align: center, valign: middle}'


def places(page: pdfium.PdfPage) -> dict[str, tuple[float, float, int]]:
    """Where the middle of each name is on a page, in millimetres, y down, and how far it is turned."""
    text, height = page.get_textpage(), page.get_height()
    found = {}
    for name in text.get_text_range().split():
        at, count = text.search(name).get_next()
        boxes = [text.get_charbox(i, loose=True) for i in range(at, at + count)]
        x = (min(b[0] for b in boxes) + max(b[2] for b in boxes)) / 2
        y = height - (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2
        found[name] = (x / MM, y / MM, 0 if boxes[0][0] < boxes[-1][0] else 180)
    return found


@pytest.mark.parametrize("size", [(63.5, 88.9), (88.9, 63.5)], ids=["portrait", "landscape"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_each_back_lies_behind_its_own_front(deck, tmp_path, size, duplex):
    deck.zones(NAME, "\n".join(["name", *NAMES]) + "\n")
    deck.write(
        "templates/sample.yaml",
        (deck.path / "templates/sample.yaml").read_text() + f"  back:\n    zones:\n      {NAME}\n",
    )
    text = (deck.path / "deck.yaml").read_text().replace("size: poker", f"size: [{size[0]}mm, {size[1]}mm]")
    deck.write("deck.yaml", text.replace("front: sample#front", "front: sample#front, back: sample#back"))
    document = pdfium.PdfDocument(
        build(deck.path, BuildSettings(output=tmp_path, duplex=duplex, marks=())).artifacts[0].path
    )
    assert len(document) == 4
    for front, back, count in ((0, 1, 9), (2, 3, 2)):
        width, height = (v / MM for v in document[front].get_size())
        assert (width < height) == (size[0] < size[1])
        fronts, backs = places(document[front]), places(document[back])
        assert len(fronts) == len(backs) == count
        # A book's page turns about the upright axis, a calendar's about the level one; then heads stay behind heads.
        as_a_book = (duplex == "long-edge") == (width < height)
        for name, (x, y, turned) in fronts.items():
            behind = (width - x, y, 0) if as_a_book else (x, height - y, 180)
            assert turned == 0
            assert backs[name] == pytest.approx(behind, abs=0.05), name
