"""The graphics state of a page's operators, and the dictionaries that set entries of it."""

from __future__ import annotations

from typing import Any

import pikepdf
from msgspec import Struct

from carddesigner.preflight.fonts import Font
from carddesigner.preflight.geometry import Box, Matrix
from carddesigner.preflight.names import text_of
from carddesigner.preflight.painted import Blends, Fades, Mark, Transfers
from carddesigner.preflight.spaces import Colour


class State(Struct):
    """The graphics state."""

    matrix: Matrix
    clip: Box
    fill: Colour
    stroke: Colour
    width: float = 1.0
    fill_over: bool = False
    stroke_over: bool = False
    font: Font | None = None
    size: float = 0.0
    rendering: int = 0
    stretch: float = 1.0
    spacing: float = 0.0
    leading: float = 0.0
    rise: float = 0.0
    hidden: bool = False


class Look(Struct, frozen=True):
    """The relevant entries of a graphics state dictionary."""

    width: float | None = None
    stroke_over: bool | None = None
    fill_over: bool | None = None
    marks: tuple[Mark, ...] = ()


def read_look(given: Any) -> Look:
    """Read a graphics state dictionary."""
    marks: list[Mark] = []
    if any(float(given.get(k, 1)) < 1 for k in ("/ca", "/CA")):
        marks.append(Fades("opacity below 100 %"))
    if given.get("/SMask", "/None") != "/None":
        marks.append(Fades("a soft mask"))
    mode = given.get("/BM", pikepdf.Name("/Normal"))
    name = text_of(mode[0] if isinstance(mode, pikepdf.Array) and len(mode) else mode)[1:]
    if name not in ("Normal", "Compatible"):
        marks += [Fades(f"blend mode {name[:30]}"), Blends(name[:30])]
    plain = (pikepdf.Name("/Identity"), pikepdf.Name("/Default"))
    if any(k in given and given[k] not in plain for k in ("/TR", "/TR2")):
        marks.append(Transfers())
    stroke = bool(given["/OP"]) if "/OP" in given else None
    return Look(
        float(given["/LW"]) if "/LW" in given else None,
        stroke,
        bool(given["/op"]) if "/op" in given else stroke,
        tuple(marks),
    )
