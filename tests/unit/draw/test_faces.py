"""What was drawn of faces is the same whether it is held in memory or lies in a file."""

from __future__ import annotations

import random

import pytest

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import PathItem
from carddesigner.draw import faces as module
from carddesigner.draw.faces import DrawnFaces
from carddesigner.draw.painter import Drawing, Painter

BOX = Rect(0.0, 0.0, 100.0, 100.0)


def _face(number: int) -> LaidFace:
    """A face of a drawing that no other has, some hundred bytes long."""
    path = tuple(s for n in range(number % 7 + 1) for s in rectangle(Rect(float(number), float(n), 10.0, 10.0)))
    zone = PlacedZone("zone", BOX, (PathItem(path, Gray(0.0)),))
    return LaidFace("front", BOX.width, BOX.height, rectangle(BOX), 0.0, (zone,))


@pytest.mark.parametrize("held", [0, 2_000])
def test_drawings_are_found_again_in_any_order_and_while_others_come(
    monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr(module, "MAX_HELD", held)
    monkeypatch.setattr(module, "BLOCK", 500)
    painter = Painter(lambda _: pytest.fail("no letters here"))
    drawn, luck = DrawnFaces(painter), random.Random(1)
    wanted: list[Drawing] = []
    for number in range(200):
        face = _face(number)
        wanted.append(Painter(painter.face_of).items(face.zones[0].items))
        assert drawn.keep(face).drawings == (number,)
        for again in (number, luck.randrange(number + 1)):
            assert drawn.drawing(again) == wanted[again]
            assert drawn.noted(again) == (wanted[again], 0)
    assert [drawn.drawing(number) for number in range(200)] == wanted
    assert [drawn.drawing(number) for number in reversed(range(200))] == wanted[::-1]
