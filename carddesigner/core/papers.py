"""Papers by name and by size, in points."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import MM, parse_length


class Paper(Struct, frozen=True):
    """A sheet of paper, upright."""

    name: str
    width: float
    height: float

    @property
    def lies(self) -> Literal["portrait", "landscape"]:
        """The orientation."""
        return "landscape" if self.width > self.height else "portrait"

    def turned(self) -> Paper:
        """The same sheet in the other orientation."""
        return Paper(self.name, self.height, self.width)

    @property
    def upright(self) -> Paper:
        """The same sheet in portrait orientation."""
        return self if self.width <= self.height else self.turned()

    @property
    def area(self) -> Rect:
        """The whole sheet."""
        return Rect(0.0, 0.0, self.width, self.height)


PAPERS = {
    name: Paper(name, width * MM, height * MM)
    for name, width, height in (
        ("A4", 210.0, 297.0),
        ("Letter", 215.9, 279.4),
        ("A3", 297.0, 420.0),
        ("Tabloid", 279.4, 431.8),
        ("SRA3", 320.0, 450.0),
    )
}
"""ISO 216 (A3, A4), ISO 217 (SRA3), ANSI/ASME Y14.1 (Letter, Tabloid)."""

DEFAULT_PAPER = PAPERS["A4"]

_SIZE = r"\s*([\d.]+)\s*(mm|cm|in|pt)?\s*[x×]\s*([\d.]+)\s*(mm|cm|in|pt)\s*\Z"


def parse_paper(text: str) -> Paper:
    """Parse a paper's name in any case, or its size: ``210x297mm``, ``8.5x11in``. Raises ValueError."""
    for paper in PAPERS.values():
        if paper.name.lower() == text.strip().lower():
            return paper
    size = re.match(_SIZE, text, re.I)
    if size is None:
        raise ValueError(
            f"unknown paper {text!r}{did_you_mean(text, PAPERS) or '.'} There are {', '.join(PAPERS)}, or a size such as 210x297mm"
        )
    width, height = (parse_length(f"{n}{u}") for n, u in ((size[1], size[2] or size[4]), (size[3], size[4])))
    if not (min(width, height) >= 30 * MM and max(width, height) <= 5000 * MM):
        raise ValueError(f"{text!r}: a sheet is between 30 mm and 5 m")
    return Paper(text.strip(), width, height)
