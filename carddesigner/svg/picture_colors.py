"""Check colours of SVGs that are drawn as pictures: the renderer silently paints unknown ones black."""

from __future__ import annotations

import re
from collections.abc import Iterator

from carddesigner.core.color import css_color
from carddesigner.svg.file import SvgDocument, unsupported

_PROPERTIES = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
_WORDS = {
    *("", "none", "inherit", "transparent", "currentcolor", "context-fill", "context-stroke"),
    *("initial", "unset"),
}
_PROPERTY = rf"(?:^|[;{{\s])({'|'.join(_PROPERTIES)})\s*:\s*([^;}}]*)"
_HEX = r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})"
_NUMBER = r"\s*[-+]?[0-9.]+(?:e[-+]?\d+)?"
_FUNCTION = rf"(?:rgb|hsl)a?\({_NUMBER}%?\s*[,\s]{_NUMBER}%?\s*[,\s]{_NUMBER}%?\s*(?:,{_NUMBER}\s*)?\)"
_NOTATION = re.compile(rf"{_HEX}|{_FUNCTION}")
_URL = r"url\s*\([^)]*\)"
_NOT_IN_CSS_2 = "rebeccapurple"
_WIDER = re.compile(rf"\b({'|'.join(_PROPERTIES)})(\s*:[^;\"'{{}}]*;)\s*\1\s*:\s*color\([^;\"'{{}}]*")


def without_wider_colors(text: str) -> str:
    """Remove colours of wider gamuts that follow a plain colour of the same property. Design programs write both,
    ``fill:#D9D9D9;fill:color(display-p3 0.85 0.85 0.85)``, for programs without wide-gamut colours.
    """
    return _WIDER.sub(r"\1\2", text) if "color(" in text else text


def check_picture_colors(document: SvgDocument) -> None:
    """Raise SymbolProblem for a colour that the renderer doesn't know."""
    for line, value in _colors(document):
        text = re.sub(rf"\s*{_URL}\s*|!\s*important\s*$", "", value.strip(), flags=re.I).strip().lower()
        known = (
            text in _WORDS
            or _NOTATION.fullmatch(text)
            or (text != _NOT_IN_CSS_2 and text.isalpha() and css_color(text))
        )
        if not known:
            where = f"line {line}: " if line else ""
            raise unsupported(f"{where}the colour {value.strip()[:60]!r} can't be drawn in a picture; write #rrggbb")


def _colors(document: SvgDocument) -> Iterator[tuple[int, str]]:
    """The colours as written, with their lines in the file; 0 for those in style sheets."""
    for element in document.elements:
        for name in _PROPERTIES:
            if name in element.attributes:
                yield element.line, element.attributes[name]
        for _, value in re.findall(_PROPERTY, without_wider_colors(element.attributes.get("style", ""))):
            yield element.line, value
    for _, value in re.findall(_PROPERTY, without_wider_colors(re.sub(r"/\*.*?\*/", " ", document.css, flags=re.S))):
        yield 0, value
