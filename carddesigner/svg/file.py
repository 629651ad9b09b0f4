"""Parse an SVG's bytes into its elements in order, its style sheets and its text. Nothing is expanded or fetched."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import isfinite
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.report import Problem
from carddesigner.text.fonts import FontFamily

MAX_DEPTH = 50
FURTHEST = 1e6
"""The largest distance of a point from the origin, in the file's own units."""

SVG = "http://www.w3.org/2000/svg "
NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
BETWEEN = " ,\t\r\n"
GENERIC_FAMILIES = ("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "inherit")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}


FindFamily = Callable[[str], FontFamily]
"""Returns a font family by its name; raises Problem."""


class SymbolProblem(Problem):
    """An SVG that can't be used as it is; the message is for the designer.

    ``drawable``: it can't be kept as vectors, but it may be drawn as a picture.
    """

    def __init__(self, code: str, message: str, *, drawable: bool = False) -> None:
        super().__init__(code, message)
        self.drawable = drawable or code == "unsupported-svg"


broken = partial(SymbolProblem, "broken-svg")
too_large = partial(SymbolProblem, "svg-too-large")
unsafe = partial(SymbolProblem, "svg-unsafe")
unsupported = partial(SymbolProblem, "unsupported-svg")


class Element(NamedTuple):
    """A start tag: its depth, its name with its namespace, its attributes, and its line in the file."""

    depth: int
    tag: str
    attributes: dict[str, str]
    line: int


class SvgPicture(Struct, frozen=True):
    """An SVG for the renderer: its text, its visible area in its own units, and the fonts for its text."""

    name: str
    text: str
    digest: str
    box: Rect
    fonts: tuple[Path, ...]


class SvgDocument(NamedTuple):
    """All elements in the file's order, the text of the style sheets, and the texts inside text elements: the number of
    elements that began before, the depth, and the text.
    """

    elements: list[Element]
    css: str
    texts: list[tuple[int, int, str]]

    @property
    def letters(self) -> str:
        """The text of all text elements."""
        return "".join([text for _, _, text in self.texts])

    @property
    def view(self) -> Rect:
        """The visible area: its viewBox, otherwise its size, in its own units. Raises SymbolProblem."""
        root = self.elements[0].attributes
        if "viewBox" in root:
            values = numbers(root["viewBox"], "viewBox")
            if len(values) != 4:
                raise broken(f"viewBox={root['viewBox']!r} needs four numbers")
            box = Rect(*values)
        else:
            box = Rect(0.0, 0.0, _size(root, "width"), _size(root, "height"))
        if box.width <= 0 or box.height <= 0:
            raise broken("the SVG has no size; give it a viewBox, such as viewBox='0 0 100 100'")
        return box


def read_svg(data: bytes) -> SvgDocument:
    """Read the elements of an SVG. Raises SymbolProblem, also for a document type."""
    elements: list[Element] = []
    open_tags: list[str] = []
    css: list[str] = []
    found_texts: list[tuple[int, int, str]] = []
    parser = expat.ParserCreate(namespace_separator=" ")

    def start(tag: str, attributes: dict[str, str]) -> None:
        if not open_tags and tag != SVG + "svg":
            raise broken('this is not an SVG; it begins with <svg xmlns="http://www.w3.org/2000/svg">')
        if len(open_tags) > MAX_DEPTH:
            raise too_large(f"groups are nested more than {MAX_DEPTH} levels deep")
        elements.append(Element(len(open_tags), tag, attributes, parser.CurrentLineNumber))
        open_tags.append(tag)

    def end(_tag: str) -> None:
        open_tags.pop()

    def add_text(text: str) -> None:
        if open_tags[-1] == SVG + "style":
            css.append(text)
        elif SVG + "text" in open_tags:
            found_texts.append((len(elements), len(open_tags), text))

    def document_type(*_: object) -> None:
        raise unsafe("the SVG declares a document type (<!DOCTYPE …>); delete that line")

    def instruction(target: str, _rest: str) -> None:
        if target == "xml-stylesheet":
            raise unsafe("the SVG takes CSS rules from another file; save it with its own")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = add_text
    parser.StartDoctypeDeclHandler = document_type
    parser.ProcessingInstructionHandler = instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        reason = (
            "it is compressed; save it as plain SVG" if data[:2] == b"\x1f\x8b" else expat.ErrorString(problem.code)
        )
        raise broken(f"the SVG can't be read in line {problem.lineno}: {reason}") from None
    except (ValueError, LookupError) as problem:
        raise broken(f"the SVG can't be read: {problem}") from None
    finally:
        # The parser and its handlers refer to each other: breaking the cycle frees its large memory at once.
        parser.StartElementHandler = parser.ProcessingInstructionHandler = None
    return SvgDocument(elements, "".join(css), found_texts)


def _size(root: dict[str, str], key: str) -> float:
    text = root.get(key, "0").strip()
    number = NUMBER.match(text)
    unit = _UNITS.get(text[number.end() :].strip()) if number is not None else None
    if number is None or unit is None or not isfinite(float(number[0])) or abs(float(number[0])) > FURTHEST:
        raise broken(f"{key}={text[:60]!r} is no size; give the SVG a viewBox")
    return float(number[0]) * unit


def numbers(text: str, what: str) -> list[float]:
    """The numbers in an attribute called *what*. Raises SymbolProblem."""
    values = [float(n) for n in NUMBER.findall(text)]
    if NUMBER.sub("", text).strip(BETWEEN) or not all(abs(n) <= FURTHEST for n in values):
        raise broken(f"{what}={text[:60]!r} should be numbers, none beyond {FURTHEST:,.0f}")
    return values
