"""The PDF objects of gradients and graphics states, as texts that refer to other objects by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reportlab.pdfbase import pdfdoc

from carddesigner.core.geometry import Matrix
from carddesigner.draw import operators as op
from carddesigner.draw.gradients import Shading
from carddesigner.draw.painter import GraphicsState, Painter, Resource

Text = Callable[[pdfdoc.PDFDocument], str]
"""Returns an object's text, once all objects have numbers."""


def effect_objects(painter: Painter) -> Iterator[tuple[Resource, Text]]:
    """Yield the objects for everything that a painter drew with."""
    for name, state in sorted(painter.states.items()):
        yield ("ExtGState", name), _state(state)
    for name, shading in sorted(painter.shadings.items()):
        yield ("Shading", name), _shading(shading)
    for name, (shading_name, place) in sorted(painter.patterns.items()):
        yield ("Pattern", name), _pattern(shading_name, place)


def number_of(document: pdfdoc.PDFDocument, name: str) -> int:
    """The number of an object."""
    number: int = document.idToObjectNumberAndVersion[name][0]
    return number


def _state(state: GraphicsState) -> Text:
    opacity = op.number(state.opacity)
    entries = f"/Type/ExtGState/ca {opacity}/CA {opacity}"
    if state.blend != "Normal":
        entries += f"/BM/{state.blend}"

    def text(document: pdfdoc.PDFDocument) -> str:
        if state.mask is None:
            return f"<<{entries}>>"
        kind = "Luminosity" if state.luminosity else "Alpha"
        return f"<<{entries}/SMask<</Type/Mask/S/{kind}/G {number_of(document, state.mask)} 0 R>>>>"

    return text


def _shading(shading: Shading) -> Text:
    def text(document: pdfdoc.PDFDocument) -> str:
        space = shading.space if shading.spot is None else f" {number_of(document, shading.space)} 0 R"
        return f"<<{shading.text}/ColorSpace{space}>>"

    return text


def _pattern(shading: str, place: Matrix) -> Text:
    numbers = op.matrix(place).removesuffix(" cm\n")
    return lambda document: f"<</PatternType 2/Shading {number_of(document, shading)} 0 R/Matrix[{numbers}]>>"
