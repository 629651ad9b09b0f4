"""What is written of a box when its zone is moved or resized by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.contents.base import Box
from carddesigner.core.geometry import Rect
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.designer.boxes import moved_box

PARENT = Rect(10 * MM, 5 * MM, 60 * MM, 80 * MM)


def moved(box: dict[str, Any], left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> dict[str, Any]:
    """The box's changes after its sides were moved by so many millimetres."""
    before = Box.model_validate(box).inside(PARENT)
    x, y = before.x + left * MM, before.y + top * MM
    after = Rect(x, y, before.right + right * MM - x, before.bottom + bottom * MM - y)
    return moved_box(box, PARENT, before, after)


@pytest.mark.parametrize(
    ("box", "sides", "changes"),
    [
        ({"left": "5mm", "width": "20mm"}, (2, 0, 2, 0), {"left": "7mm"}),
        ({"left": "5mm", "width": "20mm"}, (0, 0, 3.5, 0), {"width": "23.5mm"}),
        ({"left": "5mm", "width": "20mm"}, (-1, 0, 0, 0), {"left": "4mm", "width": "21mm"}),
        ({"right": "0.5in", "width": "1in"}, (2.54, 0, 2.54, 0), {"right": "0.4in"}),
        ({"left": "4mm", "right": "4mm"}, (1, 0, 1, 0), {"left": "5mm", "right": "3mm"}),
        ({"left": "10%", "width": "20%"}, (6, 0, 6, 0), {"left": "20%"}),
        ({"left": "50% - 2mm"}, (5, 0, 0, 0), {"left": "50% + 3mm"}),
        ({"left": "-2 mm"}, (1, 0, 0, 0), {"left": "-1mm"}),
        ({"top": "6mm"}, (0, 2, 0, 0), {"top": "8mm"}),
        ({"top": "6mm"}, (0, 2, 0, 2), {"top": "8mm", "height": "74mm"}),
        ({}, (3, 0, 0, 0), {"left": "3mm"}),
        ({}, (0, 0, 0, -8), {"height": "72mm"}),
        ({"size": "12mm"}, (1, 0, 1, 0), {"left": "1mm"}),
        ({"size": "12mm"}, (0, 0, 3, 3), {"size": "15mm"}),
        ({"size": "12mm"}, (0, 0, 3, 0), {"size": None, "width": "15mm", "height": "12mm"}),
        ({"left": 0, "width": "9pt"}, (1, 0, 1, 0), {"left": "2.8pt"}),
        ({"left": "1.234mm"}, (0, 0, 0, 0), {}),
        ({"left": "1.25mm"}, (0.1, 0, 0, 0), {"left": "1.35mm"}),
    ],
)
def test_only_what_has_to_change_is_written_in_the_authors_units(
    box: dict[str, Any], sides: tuple[float, float, float, float], changes: dict[str, Any]
) -> None:
    assert moved(box, *sides) == changes


def test_a_zone_below_another_is_moved_by_its_gap() -> None:
    frame = Rect(PARENT.x, PARENT.y + 100, PARENT.width, 50)
    assert moved_box({"below": "title", "height": "5mm"}, PARENT, frame, frame.moved(0, 2 * MM)) == {"gap": "2mm"}


def test_an_automatic_height_that_is_resized_becomes_a_length() -> None:
    frame = Rect(PARENT.x, PARENT.y, PARENT.width, 10 * MM)
    after = Rect(frame.x, frame.y, frame.width, 12 * MM)
    changes = moved_box({"height": "auto", "max-height": "30mm"}, PARENT, frame, after)
    assert changes == {"height": "12mm", "max-height": None}


def test_a_computed_side_is_left_to_its_expression() -> None:
    with pytest.raises(Problem, match="computes `left`"):
        moved_box({"left": "{{ card.x }}mm"}, PARENT, PARENT, PARENT.moved(5, 0))


Box.model_validate({})  # built here, for no example to take that long
LENGTHS = st.sampled_from(["3mm", "0.25in", "12pt", "5%", "50% - 2mm", "10% + 0.1in", 0])
SIZES = st.sampled_from(["12mm", "0.5in", "30pt", "20%", "10% + 3mm"])


@st.composite
def boxes(draw: st.DrawFn) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for start, size, end in (("left", "width", "right"), ("top", "height", "bottom")):
        for key in draw(st.sampled_from([(), (start,), (size,), (end,), (start, size), (start, end), (size, end)])):
            out[key] = draw(SIZES if key == size else LENGTHS)
    return out


@given(boxes(), st.tuples(*[st.floats(-15, 15) for _ in range(4)]))
def test_what_is_written_gives_the_frame_that_was_drawn(box: dict[str, Any], sides: tuple[float, ...]) -> None:
    before = Box.model_validate(box).inside(PARENT)
    x, y = before.x + sides[0], before.y + sides[1]
    after = Rect(x, y, max(before.right + sides[2] - x, 5.0), max(before.bottom + sides[3] - y, 5.0))
    new = {**box, **moved_box(box, PARENT, before, after)}
    frame = Box.model_validate({k: v for k, v in new.items() if v is not None}).inside(PARENT)
    # A tenth of a millimetre, for each of two lengths that are rounded.
    near = 0.11 * MM
    assert abs(frame.x - after.x) < near
    assert abs(frame.right - after.right) < near
    assert abs(frame.y - after.y) < near
    assert abs(frame.bottom - after.bottom) < near


@pytest.mark.parametrize(
    "box",
    [
        {"top": "38.4%", "bottom": "5.03mm"},
        {"top": "0.333in", "bottom": "0.41in"},
        {"top": "7.25mm", "bottom": "12%"},
        {"bottom": "1.005in"},
        {"top": "1.005in"},
        {"top": "12.345pt", "height": "40%"},
    ],
)
@pytest.mark.parametrize("by", [0.07, 1.13, -2.31])
def test_a_zone_that_is_moved_stays_as_large_as_it_is(box: dict[str, Any], by: float) -> None:
    before = Box.model_validate(box).inside(PARENT)
    changes = moved(box, 0, by, 0, by)
    after = Box.model_validate({k: v for k, v in {**box, **changes}.items() if v is not None}).inside(PARENT)
    assert after.height == pytest.approx(before.height, abs=0.005)
    assert after.y - before.y == pytest.approx(by * MM, abs=0.05 * MM)
    assert ("height" in box) <= ("height" not in changes)
