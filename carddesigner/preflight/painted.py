"""What a page paints, as marks: equal ones are one mark, with how often it is there and its first places."""

from __future__ import annotations

from collections.abc import Hashable
from math import atan2, degrees
from typing import Any

from msgspec import Struct, field

from carddesigner.preflight.fonts import Font
from carddesigner.preflight.geometry import Box, Matrix, common, moved
from carddesigner.preflight.spaces import Colour, Space

MAX_BOXES = 6
"""The most places kept of equal marks on a page; all are counted."""
MAX_TEXTS = 20_000
"""The most strings of a page whose places are kept."""
MOST_TURNED = 5.0
"""In degrees: larger turns are intended."""


class Fill(Struct, frozen=True):
    """A filled path, or what is painted through a mask."""

    colour: Colour
    overprints: bool


class Stroke(Struct, frozen=True):
    """A line and its printed width, in points. A filled strip counts as one."""

    width: float
    colour: Colour
    overprints: bool
    filled: bool = False


class ShownText(Struct, frozen=True):
    """Text and its printed size, in points; ``hidden`` text is only for searching."""

    size: float
    colour: Colour
    font: Font | None
    overprints: bool
    hidden: bool = False


class Picture(Struct, eq=False):
    """A picture of the file; a walker makes each once."""

    width: int
    height: int
    bits: int
    space: Space
    mask: bool
    fades: bool
    stream: Any = None


class Shown(Struct, frozen=True):
    """A picture with its printed resolution and area in square points, both rounded."""

    picture: Picture
    dpi: float
    area: float


class Shade(Struct, frozen=True):
    """A gradient."""

    space: Space


class Fades(Struct, frozen=True):
    """Live transparency, and its kind."""

    what: str


class Blends(Struct, frozen=True):
    """A blend mode with which inks may add up."""

    mode: str


class Missing(Struct, frozen=True):
    """The name of a missing resource."""

    kind: str
    name: str


class Broken(Struct, frozen=True):
    """Operators that can't be followed."""

    what: str


class Selected(Struct, frozen=True):
    """A font that is selected, whether or not it then shows text."""

    font: Font


class Layer(Struct, frozen=True):
    """Optional content, by name."""

    name: str


class Transfers(Struct, frozen=True):
    """A transfer curve, which a press would apply again."""


Mark = Fill | Stroke | ShownText | Shown | Shade | Fades | Blends | Missing | Broken | Selected | Layer | Transfers


class Hits(Struct):
    """How often a mark occurs, and the first few places."""

    count: int = 0
    boxes: list[Box] = field(default_factory=list)


class Marks(Struct):
    """What a page or form paints: equal marks once, and the places of all texts and lines for cutting."""

    hits: dict[Mark, Hits] = field(default_factory=dict)
    texts: list[tuple[Box, float]] = field(default_factory=list)
    cuts: list[Box] = field(default_factory=list)
    clips: set[Box] = field(default_factory=set)
    """The clips of a page's own operators, rounded to a hundredth of a point."""
    turns: set[float] = field(default_factory=set)
    """The angles by which a page's own clips, forms and pictures are turned off the axes, in degrees anticlockwise, up
    to 5.
    """
    digest: Hashable = None
    """Equal for pages with the same operators and resources."""

    @property
    def has_outline(self) -> bool:
        """Whether lines mark where to cut."""
        return any(isinstance(mark, Stroke) and mark.colour.space.cuts for mark in self.hits)

    def add(self, mark: Mark, box: Box | None) -> None:
        """Count a mark once more."""
        hits = self.hits.get(mark)
        if hits is None:
            hits = self.hits[mark] = Hits()
        hits.count += 1
        if box is not None and len(hits.boxes) < MAX_BOXES:
            hits.boxes.append(box)

    def wants_box(self, mark: Mark) -> bool:
        """Whether another place of this mark would be kept."""
        hits = self.hits.get(mark)
        return hits is None or len(hits.boxes) < MAX_BOXES

    def turned(self, matrix: Matrix) -> None:
        """Record a small rotation of what is painted with a matrix."""
        a, b = matrix[:2]
        if b and len(self.turns) < MAX_TEXTS:
            turn = (degrees(atan2(b, a)) + 45) % 90 - 45
            if abs(turn) <= MOST_TURNED:
                self.turns.add(round(turn, 3))

    def take(self, other: Marks, x: float, y: float, clip: Box) -> None:
        """Add the marks of a form painted at a place."""
        for mark, hits in other.hits.items():
            boxes = [b for b in (common(moved(box, x, y), clip) for box in hits.boxes) if b is not None]
            if hits.boxes and not boxes and len(hits.boxes) == hits.count:
                continue  # all of it is clipped
            mine = self.hits.get(mark)
            if mine is None:
                mine = self.hits[mark] = Hits()
            mine.count += hits.count
            mine.boxes += boxes[: MAX_BOXES - len(mine.boxes)]
        for box, size in other.texts[: MAX_TEXTS - len(self.texts)]:
            if common(moved(box, x, y), clip):
                self.texts.append((moved(box, x, y), size))
        for box in other.cuts[: MAX_TEXTS - len(self.cuts)]:
            self.cuts.append(moved(box, x, y))
