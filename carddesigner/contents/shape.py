"""Shapes and free paths, painted with the zone's own fill and stroke."""

from math import cos, pi, sin
from typing import Annotated, Any, Literal

from carddesigner.contents.base import Distance, Model, NotTrue, Outline, Placed, refusal
from carddesigner.contents.paint import Painting, Share, painted_over
from carddesigner.core.geometry import (
    Matrix,
    Path,
    Point,
    Radii,
    Rect,
    ellipse,
    polygon,
    rectangle,
    rounded,
    transformed,
)
from carddesigner.core.items import PathItem
from carddesigner.core.report import Problem


def paint_path(path: Path, paint: Painting, frame: Rect) -> tuple[PathItem, ...]:
    """A path with the fill and stroke of a zone in a frame; nothing if it has neither."""
    if paint.fill is None and paint.stroke is None:
        return ()
    fill = painted_over(paint.fill, frame) if paint.fill is not None else None
    return (PathItem(path, fill, paint.stroke.over(frame) if paint.stroke is not None else None),)


class ShapeContent(Model):
    """``shape:`` a form that fills the box."""

    shape: Literal["rectangle", "ellipse", "diamond", "line", "star", "polygon"]
    """The form that fills the box, painted with the zone's ``fill`` and ``stroke``."""
    points: tuple[tuple[Distance, Distance], ...] = ()
    """A polygon's corners as ``[x, y]`` in the box."""
    sides: Annotated[int, NotTrue] | None = None
    """The number of sides of a regular polygon, or points of a star; 5 if left out."""
    inner: Share | None = None
    """The distance of a star's inner corners from its middle, as a percentage of that of its points; ``45%`` if left
    out.
    """

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a polygon without corners."""
        if self.shape == "polygon" and len(self.points) < 3 and self.sides is None:
            raise refusal("polygon-corners", "a polygon needs `points` (three or more) or `sides` (3 to 100)")
        if self.sides is not None and not 3 <= self.sides <= 100:
            raise refusal("polygon-corners", "`sides` goes from 3 to 100", "sides")
        shapes = {"points": ("polygon",), "sides": ("polygon", "star"), "inner": ("star",)}
        for key, of in shapes.items():
            if key in self.model_fields_set and self.shape not in of:
                message = f"`{key}` does nothing in a {self.shape}; it goes with {' and '.join(of)}"
                raise refusal("never-acts", message, key)
        if self.points and self.sides is not None:
            raise refusal("never-acts", "`sides` does nothing where a polygon has `points`", "sides")

    def outline(self, frame: Rect, radius: float | Radii) -> Path:
        """The shape's path in a frame. Raises Problem for four different radii unless it is a rectangle."""
        if self.shape == "ellipse":
            return ellipse(frame)
        if self.shape == "rectangle":
            return rectangle(frame, radius)
        if self.shape == "line":
            return (("m", frame.x, frame.y), ("l", frame.right, frame.bottom))
        if isinstance(radius, tuple):
            raise Problem("never-acts", f"four radii are of a rectangle's corners; a {self.shape} takes one")
        corners = self._corners(frame)
        return rounded(corners, (radius,) * len(corners)) if radius else polygon(corners)

    def _corners(self, frame: Rect) -> tuple[Point, ...]:
        if self.shape == "diamond":
            (cx, cy) = frame.centre
            return ((cx, frame.y), (frame.right, cy), (cx, frame.bottom), (frame.x, cy))
        if self.shape == "polygon" and self.points:
            return tuple((frame.x + x.of(frame.width), frame.y + y.of(frame.height)) for x, y in self.points)
        inner = 0.45 if self.inner is None else self.inner
        return _regular(frame, self.sides or 5, inner if self.shape == "star" else None)


def _regular(frame: Rect, sides: int, inner: float | None) -> tuple[Point, ...]:
    (cx, cy), rx, ry = frame.centre, frame.width / 2, frame.height / 2
    steps = sides if inner is None else 2 * sides
    corners = []
    for i in range(steps):
        k = inner if i % 2 and inner is not None else 1.0
        angle = 2 * pi * i / steps
        corners.append((cx + k * rx * sin(angle), cy - k * ry * cos(angle)))
    return tuple(corners)


def place_shape(content: ShapeContent, frame: Rect, paint: Painting) -> Placed:
    """The shape filling its frame."""
    return Placed(paint_path(content.outline(frame, paint.rounding(frame)), paint, frame))


LEAST_VIEW, MOST_VIEW = 0.001, 1_000_000
"""The least and greatest width and height of a path's view."""


class PathContent(Model):
    """``path:`` a custom form."""

    path: Outline
    """SVG path data, stretched over the box and painted with the zone's ``fill`` and ``stroke``."""
    view: tuple[float, float] = (100.0, 100.0)
    """The width and height of the area in which the path was drawn."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a view without an area."""
        if not all(LEAST_VIEW <= side <= MOST_VIEW for side in self.view):
            bounds = f"from {LEAST_VIEW:g} to {MOST_VIEW:,}"
            raise refusal("wrong-value", f"`view` is a width and a height, each {bounds}", "view")

    def outline(self, frame: Rect, _radius: float | Radii) -> Path:
        """The path stretched from its view over a frame."""
        width, height = self.view
        m = Matrix(frame.width / width, 0.0, 0.0, frame.height / height, frame.x, frame.y)
        return transformed(self.path, m)


def place_path(content: PathContent, frame: Rect, paint: Painting) -> Placed:
    """The path stretched from its view over its frame."""
    return Placed(paint_path(content.outline(frame, 0.0), paint, frame))
