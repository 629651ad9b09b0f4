"""Nets of pieces that are played with: a block with six faces, and a drum made of a strip and two toothed discs."""

from __future__ import annotations

from math import cos, dist, pi, radians, sin, tan

from carddesigner.core.geometry import Point, Rect
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.nets.die import Die, DieFold, Panel, Room, finished
from carddesigner.nets.polygons import edges

BLOCK, DRUM = "block", "drum"
"""The names of the dies for these."""
TAB = 6 * MM
TAPER = tan(radians(30))
_PLAY = 0.5 * MM
"""The least distance between a tab's end and whatever else lies behind the same face."""
_TOOTH = 4.5 * MM
"""The approximate width of a drum's teeth."""
_APART = 6 * MM
"""Between the parts of a drum: twice the usual bleed."""


def tab(name: str, root: tuple[Point, Point], depth: float, on: str, number: int, taper: float = TAPER) -> Panel:
    """A glue tab on an edge, given clockwise around the panel it is attached to. Raises Problem if it is too deep for
    the edge.
    """
    (x0, y0), (x1, y1) = root
    length = dist(*root)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    inset = depth * taper
    if length - 2 * inset <= 0:
        wrong = f"a glue tab of {depth / MM:.1f} mm tapers to nothing on an edge of {length / MM:.1f} mm"
        raise Problem("net-tabs", f"{wrong}; at most {(length / 2 / taper - _PLAY) / MM:.1f} mm fit")
    begin = (x0 + inset * ux + depth * uy, y0 + inset * uy - depth * ux)
    end = (x1 - inset * ux + depth * uy, y1 - inset * uy - depth * ux)
    return Panel(name, ((x1, y1), (x0, y0), begin, end), "glue", 0, on, number)


def folded(panel: Panel, flap: Panel, start: Point, end: Point) -> DieFold:
    """The crease between two panels."""
    return DieFold(panel.name, flap.name, start, end)


def block(width: float, depth: float, height: float, deep: float | None = None) -> Die:
    """A cross: the top with four walls, the bottom at the back wall, and seven glue tabs of *deep* points, by default
    as deep as fits up to 6 mm. To a viewer of the flat cross from below, the folded block's front faces the viewer.
    Raises Problem for tabs that collide.
    """
    w, d, h = width, depth, height
    most = min(h - 1 * MM, d / 2 - _PLAY, min(w, d, h) / 2 / TAPER - _PLAY)
    reach = min(TAB, most) if deep is None else deep
    size = f"a block of {w / MM:g} × {d / MM:g} × {h / MM:g} mm"
    if reach > most:
        wrong = f"glue tabs of {reach / MM:g} mm collide inside {size}"
        raise Problem("net-tabs", f"{wrong}; at most {most / MM:.1f} mm fit")
    if reach < 1.5 * MM:
        wrong = f"{size} leaves {max(reach, 0) / MM:.1f} mm for its glue tabs"
        raise Problem("net-tabs", f"{wrong}; 1.5 mm are the least that hold")
    top = Panel("top", Rect(0, 0, w, d).corners)
    front = Panel("front", Rect(0, d, w, h).corners)
    left = Panel("left", Rect(-h, 0, h, d).corners, turn=90)
    right = Panel("right", Rect(w, 0, h, d).corners, turn=270)
    back = Panel("back", Rect(0, -h, w, h).corners, turn=180)
    bottom = Panel("bottom", Rect(0, -h - d, w, d).corners)
    y = -h - d
    tabs = (
        tab("tab-1", ((0, d + h), (0, d)), reach, "left", 1),
        tab("tab-2", ((w, d), (w, d + h)), reach, "right", 2),
        tab("tab-3", ((0, 0), (0, -h)), reach, "left", 3),
        tab("tab-4", ((w, -h), (w, 0)), reach, "right", 4),
        tab("tab-5", ((0, -h), (0, y)), reach, "left", 5),
        tab("tab-6", ((w, y), (w, -h)), reach, "right", 6),
        tab("tab-7", ((0, y), (w, y)), reach, "front", 7),
    )
    owners = (front, front, back, back, bottom, bottom, bottom)
    folds = (
        folded(top, front, (0, d), (w, d)),
        folded(top, left, (0, 0), (0, d)),
        folded(top, right, (w, 0), (w, d)),
        folded(top, back, (0, 0), (w, 0)),
        folded(back, bottom, (0, -h), (w, -h)),
        *(folded(o, t, t.points[1], t.points[0]) for o, t in zip(owners, tabs, strict=True)),
    )
    return finished(Die(BLOCK, (top, front, left, right, back, bottom, *tabs), folds, Room(w, d, h)))


def drum(diameter: float, height: float, deep: float | None = None) -> Die:
    """A strip that closes to a ring, and two discs with teeth that are glued inside it. The discs have as many straight
    sides as teeth; the strip is as long as their circumference. Raises Problem for teeth that don't fit.
    """
    sides = max(12, min(48, round(pi * diameter / _TOOTH)))
    side = diameter * sin(pi / sides)
    most = min(height / 2 - _PLAY, side / 2 / TAPER - _PLAY)
    reach = min(TAB, most) if deep is None else deep
    if reach > most or reach < 1 * MM:
        size = f"{diameter / MM:g} mm wide and {height / MM:g} mm high"
        most_that_fit = f"at most {most / MM:.1f} mm fit" if most >= 1 * MM else "it is too small"
        raise Problem("net-tabs", f"teeth of {reach / MM:.1f} mm do not go into a drum {size}; {most_that_fit}")
    length = sides * side
    strip = Panel("side", Rect(0, 0, length, height).corners)
    glue = tab("tab-1", ((length, 0), (length, height)), min(10 * MM, diameter / 2), "side", 1, TAPER / 4)
    panels = [strip, glue]
    folds = [folded(strip, glue, (length, 0), (length, height))]
    across = diameter / 2 + reach
    for i, name in enumerate(("top", "bottom")):
        cx, cy = across + i * (2 * across + _APART), -_APART - across
        angles = [2 * pi * k / sides for k in range(sides)]
        corners = tuple((cx + diameter / 2 * cos(a), cy + diameter / 2 * sin(a)) for a in angles)
        disc = Panel(name, corners)
        panels.append(disc)
        for k, root in enumerate(edges(corners), 1):
            tooth = tab(f"{name}-tooth-{k}", root, reach, "side", i + 2)
            panels.append(tooth)
            folds.append(folded(disc, tooth, *root))
    return finished(Die(DRUM, tuple(panels), tuple(folds), Room(diameter, diameter, height)))
