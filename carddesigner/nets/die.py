"""A die: named panels joined along folds, with its outline and the areas of its art."""

from __future__ import annotations

from functools import lru_cache
from math import dist
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.geometry import Matrix, Path, Point, Rect, around, polygon, transformed
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.nets.polygons import Polygon, area, cut_edges, edges, grown, minus, overlap, shared

WRAP = 1 * MM
"""How far art continues over a fold on to hidden paper, so that a fold slightly out of place shows no white."""


class Room(Struct, frozen=True):
    """Width, height and depth, in points."""

    width: float
    height: float
    depth: float

    def __str__(self) -> str:
        return f"{self.width / MM:.1f} × {self.height / MM:.1f} × {self.depth / MM:.1f} mm"


class Panel(Struct, frozen=True):
    """A convex part of a die that stays flat. A ``face`` is visible after folding and has art; a ``flap`` is tucked in;
    ``glue`` is glued behind the panel ``on``. ``turn`` is the clockwise rotation, in degrees, that makes its art
    upright after folding. ``number`` is the order in which flaps are folded, 0 for faces.
    """

    name: str
    points: Polygon
    kind: Literal["face", "flap", "glue"] = "face"
    turn: int = 0
    on: str | None = None
    number: int = 0


class DieFold(Struct, frozen=True):
    """A crease between two panels: its ends, and which panel is folded away from which."""

    panel: str
    flap: str
    start: Point
    end: Point


class Slit(Struct, frozen=True):
    """A cut in a panel, besides the outline."""

    panel: str
    path: Path


class Die(Struct, frozen=True):
    """A piece to cut out and fold: ``what`` names its kind; it has panels, folds and slits, with its upper left at the
    origin. ``inside`` is the room it encloses, ``outside`` the room it takes when folded. ``part`` is its number and
    the count of parts, if it is glued together from several.
    """

    what: str
    panels: tuple[Panel, ...]
    folds: tuple[DieFold, ...]
    outside: Room
    inside: Room | None = None
    slits: tuple[Slit, ...] = ()
    part: tuple[int, int] = (1, 1)

    @property
    def box(self) -> Rect:
        """The rectangle around all panels."""
        return around([p for panel in self.panels for p in panel.points])

    @property
    def size(self) -> tuple[float, float]:
        """Width and height before folding."""
        return self.box.width, self.box.height

    @property
    def faces(self) -> tuple[Panel, ...]:
        """The panels that are visible after folding."""
        return tuple(p for p in self.panels if p.kind == "face")

    @property
    def rings(self) -> tuple[Polygon, ...]:
        """Its border: a closed ring for each connected part."""
        return _border(self.panels)

    def outline(self) -> Path:
        """Everything that is cut except the slits: a closed ring for each connected part."""
        return tuple(segment for ring in self.rings for segment in polygon(ring))

    def behind(self) -> Die:
        """The die as seen from its unprinted side."""
        width = self.size[0]

        def there(p: Point) -> Point:
            return width - p[0], p[1]

        def points(p: Polygon) -> Polygon:
            # Clockwise again, from the same side.
            return tuple(map(there, (p[1], p[0], *reversed(p[2:]))))

        return replace(
            self,
            panels=tuple(replace(panel, points=points(panel.points)) for panel in self.panels),
            folds=tuple(replace(f, start=there(f.start), end=there(f.end)) for f in self.folds),
            slits=tuple(replace(s, path=transformed(s.path, Matrix(a=-1.0, e=width))) for s in self.slits),
        )

    def art(self, panel: Panel, bleed: float) -> tuple[Rect, tuple[Polygon, ...]]:
        """The rectangle that a face's art fills, with its bleed, and the polygons in which it shows. Art continues over
        cuts by *bleed*, over folds to hidden panels by at most ``WRAP``, and otherwise never enters another panel.
        """
        others = [p for p in self.panels if p is not panel]
        sides = edges(panel.points)
        over = [self._over(side, others, bleed) for side in sides]
        whole = grown(panel.points, over)
        pieces = minus([whole], panel.points)
        for other in others:
            hidden = other.points
            if other.kind != "face" and any(shared(side, hidden) for side in sides):
                # A flap at this face's fold begins where the art wrapped over the fold ends.
                hidden = behind_fold(other.points, sides)
            pieces = minus(pieces, hidden)
        return around(list(whole)), (panel.points, *pieces)

    def _over(self, edge: tuple[Point, Point], others: list[Panel], bleed: float) -> float:
        for other in others:
            if shared(edge, other.points) > dist(*edge) / 2:
                return 0.0 if other.kind == "face" else min(WRAP, bleed)
        return bleed


@lru_cache(maxsize=16)
def _border(panels: tuple[Panel, ...]) -> tuple[Polygon, ...]:
    return tuple(cut_edges([p.points for p in panels]))


def behind_fold(flap: Polygon, folds: list[tuple[Point, Point]]) -> Polygon:
    """A flap without the strip along its fold that art may cover."""
    back = [-WRAP if any(shared(fold, flap) and shared(fold, side) for fold in folds) else 0.0 for side in edges(flap)]
    return grown(flap, back)


def finished(die: Die) -> Die:
    """The die moved to the origin. Raises Problem if two of its panels overlap."""
    for i, a in enumerate(die.panels):
        for b in die.panels[i + 1 :]:
            if overlap(a.points, b.points):
                message = f"{a.name!r} and {b.name!r} of the {die.what} lie on each other before it is folded"
                raise Problem("net-overlap", message)
    box = die.box

    def there(p: Point) -> Point:
        return p[0] - box.x, p[1] - box.y

    panels = tuple(replace(p, points=tuple(there(q) for q in p.points)) for p in die.panels)
    folds = tuple(replace(f, start=there(f.start), end=there(f.end)) for f in die.folds)
    slits = tuple(replace(s, path=transformed(s.path, Matrix.move(-box.x, -box.y))) for s in die.slits)
    assert all(area(p.points) > 0 for p in panels)
    return replace(die, panels=panels, folds=folds, slits=slits)
