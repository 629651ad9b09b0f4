"""Export the lines of each sheet for a cutting machine as DXF: a layer for each operation, in millimetres, y up from
the sheet's lower left. Curves that approximate arcs are written as arcs; all others become splines with the same
control points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from math import acos, cos, dist, hypot, pi, sin, sqrt, tan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carddesigner.core.geometry import Matrix, Point, Segment, end_of, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.report import Report
from carddesigner.core.units import MM
from carddesigner.export.base import CUT_OPTIONS, Exporter, ExportJob, Fill
from carddesigner.export.cut_files import after, command_of
from carddesigner.export.earlier import replacing
from carddesigner.impose.cut_paths import CutPaths

if TYPE_CHECKING:
    from ezdxf.document import Drawing
    from ezdxf.layouts import Modelspace

COLORS = {"cut": 1, "crease": 5, "perforate": 3}
"""The colour numbers of AutoCAD for red, blue and green."""
_MILLIMETRES = 4
_ARC = 0.005
"""The largest deviation, in millimetres, of a curve's control points from those of an arc."""
_SAME = 1e-4
"""In millimetres."""
_COMMENT = 250
"""The most characters of a comment: older programs read lines of 255."""


def _files(job: ExportJob) -> Iterator[Mapping[Path, Fill | None]]:
    try:
        import ezdxf  # noqa: F401
    except ImportError:
        Report().fail(
            "missing-extra",
            "cut-dxf needs ezdxf, which is not installed",
            hint='pip install ".[dxf]" in the folder of carddesigner; or take cut-svg',
        )
    folder = Path(f"cut-dxf{job.suffix}")
    yield from replacing(job, folder, _sheets(job, folder))


def _sheets(job: ExportJob, folder: Path) -> Iterator[Mapping[Path, bytes]]:
    sheets, command = job.cut_sheets(), command_of(job.options, job.deck.deck.deck)
    for done, sheet in enumerate(sheets):
        job.progress("drawing", done, len(sheets))
        yield {
            folder / f"{sheet.name}.dxf": cut_dxf(
                sheet.paths, f"{job.deck.title}: {sheet.name}. Made by: {command}"
            ).encode()
        }


def cut_dxf(paths: CutPaths, about: str) -> str:
    """The DXF of a sheet's lines; the drawing's extents are the sheet, and a comment says what it is *about*."""
    width, height = paths.paper.width / MM, paths.paper.height / MM
    drawing = _drawing(width, height)
    space = drawing.modelspace()
    to_drawing = Matrix(1 / MM, 0.0, 0.0, -1 / MM, 0.0, height)
    for layer, lines in paths.layers.items():
        for path in lines:
            for ring in _rings(transformed(path, to_drawing)):
                _add(space, ring, {"layer": layer})
    out = StringIO()
    # A DXF comment, which programs skip; non-ASCII characters are escaped, since not all programs read them.
    out.write(f"999\n{about.encode('ascii', 'backslashreplace').decode()[:_COMMENT]}\n")
    drawing.write(out)
    return out.getvalue()


def _drawing(width: float, height: float) -> Drawing:
    import ezdxf
    from ezdxf import options

    # Without the time and random ids, the same sheet gives the same bytes.
    options.write_fixed_meta_data_for_testing = True
    drawing = ezdxf.new("R2000")
    for layer, color in COLORS.items():
        drawing.layers.add(layer, color=color)
    drawing.header["$INSUNITS"] = _MILLIMETRES
    drawing.header["$MEASUREMENT"] = 1
    for name, corner in (("MIN", (0.0, 0.0)), ("MAX", (width, height))):
        drawing.header[f"$LIM{name}"] = corner
        drawing.header[f"$EXT{name}"] = (*corner, 0.0)
    space: Any = drawing.modelspace()
    space.reset_extents((0.0, 0.0, 0.0), (width, height, 0.0))
    space.reset_limits((0.0, 0.0), (width, height))
    return drawing


def _rings(path: Outline) -> Iterator[Outline]:
    own: list[Segment] = []
    for step in path:
        if step[0] == "m" and own:
            yield tuple(own)
            own = []
        own.append(step)
    if own:
        yield tuple(own)


def _add(space: Modelspace, ring: Outline, attributes: dict[str, str]) -> None:
    """Add a ring or line: a circle, a polyline with arcs, or its parts one by one if it has other curves."""
    closed = ring[-1][0] == "h"
    steps = [step for step in ring[1:] if step[0] != "h"]
    bulges: list[float | None] = []
    points = [end_of(ring[0])]
    for step in steps:
        bulges.append(_bulge(points[-1], step))
        points.append(end_of(step))
    circle = _circle(points, bulges) if closed else None
    if circle is not None:
        space.add_circle(circle[0], circle[1], dxfattribs=attributes)
    elif None not in bulges:
        if closed and dist(points[0], points[-1]) < _SAME:
            points.pop()
        elif closed:
            bulges.append(0.0)
        corners = [(x, y, bulge or 0.0) for (x, y), bulge in zip(points, (*bulges, 0.0), strict=False)]
        space.add_lwpolyline(corners, format="xyb", close=closed, dxfattribs=attributes)
    else:
        _add_parts(space, points, steps, bulges, closed, attributes)


def _add_parts(
    space: Modelspace,
    points: Sequence[Point],
    steps: Sequence[Segment],
    bulges: Sequence[float | None],
    closed: bool,
    attributes: dict[str, str],
) -> None:
    for at, step, bulge in zip(points, steps, bulges, strict=False):
        if bulge is None:
            space.add_open_spline([at, *zip(step[1::2], step[2::2], strict=True)], degree=3, dxfattribs=attributes)
        else:
            space.add_lwpolyline([(*at, bulge), (*end_of(step), 0.0)], format="xyb", dxfattribs=attributes)
    if closed and dist(points[-1], points[0]) > _SAME:
        space.add_lwpolyline([points[-1], points[0]], format="xy", dxfattribs=attributes)


def _bulge(start: Point, step: Segment) -> float | None:
    """The DXF bulge of a segment: the tangent of a quarter of its arc's angle, positive if it runs anticlockwise, 0 for
    a line; None for a curve that is no arc.
    """
    if len(step) != 7:
        return 0.0
    _, x1, y1, x2, y2, x, y = step
    (ax, ay), (bx, by) = (x1 - start[0], y1 - start[1]), (x - x2, y - y2)
    first, last, chord = hypot(ax, ay), hypot(bx, by), dist(start, (x, y))
    if not first or not last or not chord or abs(first - last) > _ARC:
        return None
    cross = ax * by - ay * bx
    angle = acos(max(-1.0, min(1.0, (ax * bx + ay * by) / (first * last))))
    if angle < 1e-6 or angle > pi * 0.999:
        return None
    radius = chord / (2 * sin(angle / 2))
    # The tangents at both ends make the same angle with the chord, and have the length of those that approximate an
    # arc.
    along = (ax * (x - start[0]) + ay * (y - start[1])) / (first * chord)
    if abs(along - cos(angle / 2)) * first > _ARC or abs(first - 4 / 3 * tan(angle / 4) * radius) > _ARC:
        return None
    return tan(angle / 4) * (1 if cross > 0 else -1)


def _circle(points: Sequence[Point], bulges: Sequence[float | None]) -> tuple[Point, float] | None:
    """The centre and radius of the circle that a ring's arcs run around once; None for any other ring."""
    if not bulges or any(not bulge for bulge in bulges) or dist(points[0], points[-1]) > _SAME:
        return None
    corners = points[:-1]
    middle = (sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners))
    radius = dist(middle, corners[0])
    turned = sum(4 * _angle(bulge or 0.0) for bulge in bulges)
    alike = all(abs(dist(middle, p) - radius) < _ARC for p in corners)
    return (middle, radius) if alike and abs(abs(turned) - 2 * pi) < 0.01 else None


def _angle(bulge: float) -> float:
    """A quarter of an arc's angle."""
    k = sqrt(1 + bulge * bulge)
    return acos(1 / k) * (1 if bulge > 0 else -1)


CUT_DXF = Exporter("the same lines as a DXF, for programs that take no SVG", _files, CUT_OPTIONS - {"dpi"}, after)
