"""Drawings that would take for ever are pictures or errors at once, and what leads nowhere is reported."""

from __future__ import annotations

import pytest

from carddesigner.core.report import Problem
from carddesigner.source.paths import templates
from carddesigner.svg.drawing import MAX_ELEMENTS, MAX_LETTERS, read_drawing
from carddesigner.svg.file import SymbolProblem, read_svg
from carddesigner.text.fonts import find_family

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'


def nobody(name):
    raise Problem("unknown-font", f"there is no font {name!r}")


def refused(inside: str) -> SymbolProblem:
    with pytest.raises(SymbolProblem) as caught:
        read_drawing(read_svg(f"{HEAD}{inside}</svg>".encode()), nobody)
    return caught.value


def test_copies_of_copies_are_counted():
    groups = '<g id="g0"><rect width="1" height="1"/></g>' + "".join(
        f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 9)
    )
    assert f"{MAX_ELEMENTS:,}" in refused(groups).message or "segments" in refused(groups).message


@pytest.mark.parametrize(
    ("inside", "word"),
    [
        ('<g id="a"><use href="#a"/></g>', "itself"),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "itself"),
        ('<use href="#nobody"/>', "nobody"),
        ('<rect width="9" height="9" fill="url(#nobody)"/>', "nobody"),
        ('<rect width="9" height="9" mask="url(#nobody)"/>', "nobody"),
        ('<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>', "mask"),
        (
            '<clipPath id="c"><rect width="9" height="9" clip-path="url(#c)"/></clipPath>'
            '<rect width="9" height="9" clip-path="url(#c)"/>',
            "clip",
        ),
        ('<rect width="9" height="9" transform="scale(0)" mask="url(#m)"/><mask id="m"/>', "flattened"),
        ('<linearGradient id="g" href="#g"/><rect width="9" height="9" fill="url(#g)"/>', "shows nothing"),
        ('<rect width="1e400" height="9" opacity=".5"/>', "1e400"),
        ('<rect width="9" height="9" opacity="nan"/>', "nan"),
        ('<path d="M0 0h10" transform="scale(1e6)" opacity=".5"/>', "reaches"),
        ('<text font-size="1e9999" y="9">A</text>', "font"),
        ('<text y="9">A</text>', "no font"),
        ('<text font-family="Nobody" y="9">A</text>', "Nobody"),
        ('<svg viewBox="0 0 0 0"><rect width="9" height="9"/></svg>', "viewBox"),
        ('<g opacity=".5"/>', "shows nothing"),
    ],
)  # fmt: skip
def test_what_leads_nowhere_is_named(inside, word):
    assert word in refused(inside).message


def test_gradients_that_take_over_from_each_other_in_a_ring_end():
    ring = "".join(f'<linearGradient id="g{n}" href="#g{(n + 1) % 5}"/>' for n in range(5))
    assert "shows nothing" in refused(f'{ring}<rect width="9" height="9" fill="url(#g0)"/>').message
    long = "".join(f'<linearGradient id="g{n}" href="#g{n + 1}"/>' for n in range(5_000))
    assert "20 gradients" in refused(f'{long}<rect width="9" height="9" fill="url(#g0)"/>').message


def test_shapes_of_clips_and_letters_are_counted_as_often_as_they_are_used():
    clip = '<clipPath id="c">' + '<rect width="0" height="9"/>' * 500 + "</clipPath>"
    shapes = '<rect width="9" height="9" clip-path="url(#c)"/>' * 50
    assert f"{MAX_ELEMENTS:,} elements" in refused(f"{clip}{shapes}").message
    uses = f'<text id="t">{"a" * 1_000}</text>' + '<use href="#t"/>' * 30
    with pytest.raises(SymbolProblem, match=f"{MAX_LETTERS:,} letters"):
        read_drawing(
            read_svg(f"{HEAD}{uses}</svg>".encode()), lambda _: find_family("Alegreya Sans", [templates() / "fonts"])
        )
