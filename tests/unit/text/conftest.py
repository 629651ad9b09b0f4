"""Text set without a deck: the shipped fonts, Noto's where they are installed, and what a reader sees of a line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from bidi.mirror import MIRRORED

from carddesigner.core.color import Gray
from carddesigner.core.geometry import Rect
from carddesigner.core.items import Symbol, SymbolItem, TextItem
from carddesigner.source import paths
from carddesigner.text.bidi import base_direction
from carddesigner.text.fit import Fitted, fit
from carddesigner.text.fonts import FontFamily, find_family
from carddesigner.text.rich import RichText, parse_markup, runs
from carddesigner.text.style import TextStyle

SHIPPED = paths.shipped() / "templates" / "fonts"
NOTO = (Path("/usr/share/fonts/truetype/noto"), Path("/usr/share/fonts/noto"), Path("/usr/share/fonts/google-noto"))
OURS = Path(__file__).parents[2] / "fonts"
"""Noto's fonts cut down to what is set in tests."""

SQUARE = Symbol("sun", Rect(0, 0, 10, 10), (), "0" * 64)
WIDE = Symbol("wide", Rect(0, 0, 20, 10), (), "1" * 64)
TALL = Symbol("tall", Rect(0, 0, 5, 10), (), "2" * 64)


@dataclass(frozen=True)
class Char:
    """A glyph as it is drawn: the character it begins with (mirrored if turned round), and its place in points."""

    char: str
    x: float
    end: float
    font: str


def chars(item: TextItem) -> list[Char]:
    """A line's glyphs from left to right."""
    out = []
    for piece in item.pieces:
        x = piece.x
        for run, gap in zip(piece.runs, piece.gaps, strict=True):
            assert run.font == piece.font
            for glyph in run.glyphs:
                char = run.text[glyph.cluster]
                end = x + glyph.advance * piece.size / 1000
                out.append(Char(MIRRORED.get(char, char) if run.rtl else char, x, end, run.font))
                x = end
            x += gap * piece.size / 1000
    return out


def reading(item: TextItem, rtl: bool) -> str:
    """A line's text in reading order: what runs against the line lies reversed in it."""
    runs = [(r.rtl, r.text) for p in item.pieces for r in p.runs]
    parts = [[text for _, text in own] for _, own in groupby(runs[::-1] if rtl else runs, key=lambda r: r[0] != rtl)]
    against = [own for own, _ in groupby(runs[::-1] if rtl else runs, key=lambda r: r[0] != rtl)]
    return "".join("".join(p[::-1] if other else p) for p, other in zip(parts, against, strict=True))


@dataclass(frozen=True)
class Set:
    """A text that was set."""

    fitted: Fitted
    tracking: float = 0.0
    rtl: bool = False

    @property
    def texts(self) -> list[TextItem]:
        return [i for i in self.fitted.items if isinstance(i, TextItem)]

    @property
    def icons(self) -> list[Rect]:
        return [i.frame for i in self.fitted.items if isinstance(i, SymbolItem)]

    @property
    def lines(self) -> list[str]:
        """The lines in reading order."""
        return [reading(item, self.rtl) for item in self.texts]

    @property
    def seen(self) -> list[str]:
        """The lines as they look, from left to right."""
        return ["".join(c.char for c in chars(i)) for i in self.texts]

    @property
    def extents(self) -> list[tuple[float, float]]:
        """Where each line of text begins and ends, in points; the last letter's tracking lies outside."""
        tail = self.tracking * self.fitted.size / 1000
        return [(chars(i)[0].x, chars(i)[-1].end - tail) for i in self.texts]

    @property
    def baselines(self) -> list[float]:
        return [i.y for i in self.texts]

    @property
    def fonts(self) -> list[tuple[str, str]]:
        """Each run's text and font, as they are drawn."""
        return [(r.text, r.font) for i in self.texts for p in i.pieces for r in p.runs]

    @property
    def glyphs(self) -> list[int]:
        return [g.id for i in self.texts for p in i.pieces for r in p.runs for g in r.glyphs]


@dataclass(frozen=True)
class Setter:
    """Sets texts in the shipped text family, nine points, on one line unless told otherwise."""

    family: FontFamily
    display: FontFamily

    def style(self, **settings: Any) -> TextStyle:
        size = settings.get("size", 9.0)
        return TextStyle(**({"fonts": (self.family,), "size": size, "min_size": size, "color": Gray(0.0)} | settings))

    def parse(self, source: str) -> RichText:
        return parse_markup(source, {"sun": SQUARE, "wide": WIDE, "tall": TALL, "a": SQUARE}.__getitem__)

    def set(self, text: str | RichText, width: float = 1e5, height: float = 1e5, **settings: Any) -> Set:
        rich = self.parse(text) if isinstance(text, str) else text
        way = {"ltr": "L", "rtl": "R"}.get(settings.get("direction", ""))
        rtl = (way or base_direction("".join(r.text for r in runs(rich)))) == "R"
        return Set(fit(rich, self.style(**settings), width, height), settings.get("tracking", 0.0), rtl)

    def chars(self, item: TextItem) -> list[Char]:
        return chars(item)

    def reading(self, item: TextItem, rtl: bool) -> str:
        return reading(item, rtl)

    def own(self, name: str) -> FontFamily:
        """A family of the tests' own fonts."""
        return find_family(name, [OURS])

    def find(self, name: str) -> FontFamily:
        """An installed family; skips the test where it is not there."""
        there = [d for d in NOTO if any(d.glob(f"{name.replace(' ', '')}-*.ttf"))]
        if not there:
            pytest.skip(f"{name} is not installed (Debian: fonts-noto-core)")
        return find_family(name, there)


@pytest.fixture(scope="session")
def setter() -> Setter:
    return Setter(find_family("Alegreya Sans", [SHIPPED]), find_family("League Spartan", [SHIPPED]))
