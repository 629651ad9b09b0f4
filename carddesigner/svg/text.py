"""Set the text of an SVG as lines of glyphs, in its own units."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.items import Stroke, TextItem, TextPiece
from carddesigner.core.paint import Paint
from carddesigner.core.report import Problem
from carddesigner.svg.file import GENERIC_FAMILIES, NUMBER, FindFamily, unsupported
from carddesigner.svg.tree import Node, Style, Tree
from carddesigner.text.bidi import has_rtl
from carddesigner.text.font_face import FontFace
from carddesigner.text.shaping import Atom, Look, Shaper

DEFAULT_FAMILY = "Alegreya Sans"
"""The family of text that names no font, or a generic one."""

Paints = Callable[[Style, Callable[[], Rect]], tuple[Paint | None, Stroke | None, bool]]
"""Returns the fill and stroke of text, and whether the stroke lies under the fill, given its properties and its
bounding box.
"""

_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_WEIGHTS = {"normal": 400, "bold": 700, **{str(n): n for n in range(100, 1000, 100)}}
_KEPT = {
    "dominant-baseline": ("auto", "alphabetic"),
    "font-variant": ("normal",),
    "font-stretch": ("normal",),
    "text-decoration": ("none",),
    "text-transform": ("none",),
    "word-spacing": ("normal", "0", "0px"),
    "writing-mode": ("lr-tb", "lr", "horizontal-tb"),
}
"""The values of properties that text may have; all others are refused."""


class _Span(Struct):
    """Text of one style; the position of its first letter, if it has one, and an offset."""

    text: str
    style: Style
    at: tuple[float | None, float | None] = (None, None)
    by: tuple[float, float] = (0.0, 0.0)


def set_text(node: Node, style: Style, tree: Tree, family: FindFamily, paints: Paints) -> Iterator[TextItem]:
    """The lines of a <text>. Raises SymbolProblem for text that can't be set."""
    spans = _collapsed(list(_spans(node, style, tree, style["white-space"])))
    x = y = 0.0
    chunk: list[_Span] = []
    for one in [*spans, None]:
        begins = one is None or one.at != (None, None)
        if begins and chunk:
            x = yield from _chunk(chunk, x, y, family, paints)
            chunk = []
        if one is None:
            return
        x, y = one.at[0] if one.at[0] is not None else x, one.at[1] if one.at[1] is not None else y
        y += one.by[1]
        if one.by[1] and chunk:
            raise unsupported("words of a text that are raised (dy)")
        chunk.append(one)


def letters_in(node: Node) -> int:
    """The number of letters of a text, with its parts."""
    return 1 + sum(len(child) if isinstance(child, str) else letters_in(child) for child in node.children)


def _spans(node: Node, style: Style, tree: Tree, space: str) -> Iterator[_Span]:
    """The spans of text in an element, in order."""
    if unread := {"rotate", "textLength", "lengthAdjust"} & node.attributes.keys():
        raise unsupported(f"<{node.tag}> with {min(unread)}")
    x, y, dx, dy = (_single(node, key) for key in ("x", "y", "dx", "dy"))
    first = True
    for child in node.children:
        if isinstance(child, str):
            spans = iter((_Span(child, style),))
        elif child.tag in ("tspan", "a"):
            inner, own = tree.styles(child, style)
            if any(own[key] != default for key, default in (("opacity", "1"), ("clip-path", "none"), ("mask", "none"))):
                raise unsupported("a part of a text that is transparent as a whole, clipped or masked")
            spans = _spans(child, inner, tree, space) if own["display"] != "none" else iter(())
        elif child.tag in ("title", "desc", ""):
            continue
        else:
            raise unsupported(f"<{child.tag}> in a text")
        for one in spans:
            if first and one.text:
                at, by = one.at, one.by
                one.at = (at[0] if at[0] is not None else x, at[1] if at[1] is not None else y)
                one.by = (by[0] + (dx or 0.0), by[1] + (dy or 0.0))
                first = False
            yield one


def _single(node: Node, key: str) -> float | None:
    text = node.attributes.get(key)
    if text is None:
        return None
    number = text.strip().removesuffix("px")
    if NUMBER.fullmatch(number) is None:
        raise unsupported(f"{key}={text[:60]!r} of a text: write one plain number")
    return float(number)


def _collapsed(spans: list[_Span]) -> list[_Span]:
    """Spans with each run of white space reduced to one space, and none at the beginning and end."""
    after = True
    for one in spans:
        if one.style["white-space"] == "pre":
            one.text = re.sub(r"[\t\r\n]", " ", one.text)
        else:
            one.text = re.sub(r"\s+", " ", one.text)
            one.text = one.text.lstrip() if after else one.text
        after = one.text.endswith(" ") if one.text else after
    out: list[_Span] = []
    for one in spans:
        if not one.text and one.at == (None, None) and one.by == (0.0, 0.0):
            continue
        out.append(one)
    if out and out[-1].style["white-space"] != "pre":
        out[-1].text = out[-1].text.rstrip()
    return out


def _chunk(
    chunk: list[_Span], x: float, y: float, family: FindFamily, paints: Paints
) -> Generator[TextItem, None, float]:
    """A line of spans that are anchored together; returns where it ends."""
    shaped = [_shaped(one, family) for one in chunk]
    wide = sum(one.by[0] for one in chunk) + sum(a.width * size / 1000 for _, size, atoms in shaped for a in atoms)
    anchor = _ANCHORS.get(chunk[0].style["text-anchor"])
    if anchor is None:
        raise unsupported(f"text-anchor={chunk[0].style['text-anchor'][:60]!r}")
    x -= anchor * wide
    pieces: list[TextPiece] = []
    for one, (face, size, atoms) in zip(chunk, shaped, strict=True):
        x += one.by[0]
        start = x
        width = sum(a.width for a in atoms) * size / 1000
        k = size / 1000

        def box(x: float = start, width: float = width, face: FontFace = face, k: float = k) -> Rect:
            return Rect(x, y - face.ascent * k, width, (face.ascent + face.descent) * k)

        fill, line, under = paints(one.style, box) if atoms else (None, None, False)
        if line is not None and fill is None:
            raise unsupported("text that has a line and no fill")
        for atom in atoms:
            if atom.run is not None and fill is not None and one.style["visibility"] == "visible":
                pieces.append(TextPiece(x, size, fill, atom.run.font, (atom.run,), (0.0,), stroke=line, under=under))
            x += atom.width * k
    if pieces:
        yield TextItem(y, tuple(pieces))
    return x


def _shaped(one: _Span, family: FindFamily) -> tuple[FontFace, float, tuple[Atom, ...]]:
    """The font face of a span, its size, and its glyphs."""
    style = one.style
    for key, kept in _KEPT.items():
        if style[key] not in kept:
            raise unsupported(f"text with {key}={style[key][:60]!r}")
    if has_rtl(one.text):
        raise unsupported("text that runs from right to left")
    weight = _WEIGHTS.get(style["font-weight"])
    slant = {"normal": False, "italic": True, "oblique": True}.get(style["font-style"])
    size = style["font-size"].removesuffix("px")
    spacing = "0" if style["letter-spacing"] == "normal" else style["letter-spacing"].removesuffix("px")
    if weight is None or slant is None or NUMBER.fullmatch(size) is None or NUMBER.fullmatch(spacing) is None:
        raise unsupported("text whose size, spacing, weight or slant is no plain number or word")
    if float(size) <= 0:
        return family(DEFAULT_FAMILY).face(False, False), 1.0, ()
    name = style["font-family"].split(",")[0].strip(" \t\r\n\"'")
    own = DEFAULT_FAMILY if not name or name.lower() in GENERIC_FAMILIES else name
    bold = weight == 700
    look = Look(bold, slant)
    try:
        first = family(own) if bold or weight == 400 else family(own).variant(weight)
        families = (first, family(DEFAULT_FAMILY)) if own != DEFAULT_FAMILY else (first,)
        shaper = Shaper(families, "en", float(spacing) / float(size) * 1000)
        if shaper.missing(one.text, look):
            raise unsupported("text with letters that its font lacks")
        return families[0].face(bold, slant), float(size), shaper.atoms(one.text, look, 0) if one.text else ()
    except Problem as problem:
        raise unsupported(problem.message) from None
