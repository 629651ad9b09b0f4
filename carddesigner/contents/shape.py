"""Shapes and free paths, painted with the zone's own fill and stroke."""

from math import cos, pi, sin
from typing import Any, Literal

from carddesigner.contents.base import Distance, Model, Outline, Paint, Placed, refusal
from carddesigner.core.geometry import Matrix, Path, Rect, ellipse, polygon, rectangle, transformed
from carddesigner.core.items import PathItem, Stroke


def paint_path(path: Path, paint: Paint) -> tuple[PathItem, ...]:
    """A path with a zone's fill and stroke, or nothing where it has neither."""
    if paint.fill is None and paint.stroke is None:
        return ()
    stroke = Stroke(paint.stroke.color, paint.stroke.width, paint.stroke.dash) if paint.stroke else None
    return (PathItem(path, paint.fill, stroke),)


class ShapeContent(Model):
    """``shape:`` a form that fills the box."""

    shape: Literal["rectangle", "ellipse", "diamond", "line", "star", "polygon"]
    """What fills the box, painted with the zone's ``fill`` and ``stroke``."""
    points: tuple[tuple[Distance, Distance], ...] = ()
    """A polygon's corners as ``[x, y]`` in the box."""
    sides: int = 0
    """How many sides a regular polygon has, or points a star; 5 if left out."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a polygon without corners."""
        if self.shape == "polygon" and len(self.points) < 3 and not 3 <= self.sides <= 100:
            raise refusal("polygon-corners", "a polygon needs `points` (three or more) or `sides` (3 to 100)")
        if self.sides < 0 or self.sides > 100:
            raise refusal("polygon-corners", "`sides` goes from 3 to 100")

    def outline(self, frame: Rect, radius: float) -> Path:
        """The shape's path in a frame."""
        if self.shape == "ellipse":
            return ellipse(frame)
        if self.shape == "rectangle":
            return rectangle(frame, radius)
        if self.shape == "line":
            return (("m", frame.x, frame.y), ("l", frame.right, frame.bottom))
        if self.shape == "diamond":
            (cx, cy) = frame.centre
            return polygon(((cx, frame.y), (frame.right, cy), (cx, frame.bottom), (frame.x, cy)))
        if self.shape == "polygon" and self.points:
            return polygon(tuple((frame.x + x.of(frame.width), frame.y + y.of(frame.height)) for x, y in self.points))
        return _regular(frame, self.sides or 5, 0.45 if self.shape == "star" else 1.0)


def _regular(frame: Rect, sides: int, inner: float) -> Path:
    (cx, cy), rx, ry = frame.centre, frame.width / 2, frame.height / 2
    steps = 2 * sides if inner < 1 else sides
    corners = []
    for i in range(steps):
        k = inner if i % 2 and inner < 1 else 1.0
        angle = 2 * pi * i / steps
        corners.append((cx + k * rx * sin(angle), cy - k * ry * cos(angle)))
    return polygon(tuple(corners))


def place_shape(content: ShapeContent, frame: Rect, paint: Paint) -> Placed:
    """The shape filling its frame."""
    return Placed(paint_path(content.outline(frame, paint.rounding(frame)), paint))


class PathContent(Model):
    """``path:`` a form of one's own."""

    path: Outline
    """SVG path data, stretched over the box and painted with the zone's ``fill`` and ``stroke``."""
    view: tuple[float, float] = (100.0, 100.0)
    """The width and height that the path was drawn in."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a view without an area."""
        if min(self.view) <= 0:
            raise refusal("wrong-value", "`view` is a width and a height above 0", "view")


def place_path(content: PathContent, frame: Rect, paint: Paint) -> Placed:
    """The path stretched from its view over its frame."""
    width, height = content.view
    m = Matrix(frame.width / width, 0.0, 0.0, frame.height / height, frame.x, frame.y)
    return Placed(paint_path(transformed(content.path, m), paint))
