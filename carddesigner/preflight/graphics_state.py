"""The graphics state, the operators that change it, and the dictionaries that set entries of it."""

from __future__ import annotations

from copy import copy
from typing import Any

import pikepdf
from msgspec import Struct

from carddesigner.preflight.fonts import Font
from carddesigner.preflight.geometry import Box, Matrix, times
from carddesigner.preflight.names import text_of
from carddesigner.preflight.painted import Blends, Broken, Fades, Mark, Marks, Transfers
from carddesigner.preflight.spaces import Colour
from carddesigner.preflight.tokens import Argument, Operator


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


class States:
    """The graphics states of a content stream, and the operators that save and change them."""

    def __init__(self, first: State, marks: Marks) -> None:
        self.now = first
        self._marks = marks
        self._saved: list[State] = []

    @property
    def is_saved(self) -> bool:
        """Whether a saved state was not restored."""
        return bool(self._saved)

    def save(self, _: list[Argument]) -> None:
        """The operator q: save the graphics state."""
        if len(self._saved) > 2000:
            raise ValueError("too many states")
        self._saved.append(copy(self.now))

    def restore(self, _: list[Argument]) -> None:
        """The operator Q: restore the graphics state."""
        if self._saved:
            self.now = self._saved.pop()
        else:
            self._marks.add(Broken("a graphics state is restored that was never saved"), None)

    def concat(self, arguments: list[Argument]) -> None:
        """The operator cm: multiply the matrix."""
        a, b, c, d, e, f = map(float, arguments)
        self.now.matrix = times((a, b, c, d, e, f), self.now.matrix)

    def line_width(self, arguments: list[Argument]) -> None:
        """The operator w: the line width."""
        self.now.width = float(arguments[0])

    def stretch(self, arguments: list[Argument]) -> None:
        """The operator Tz: the width of letters, in percent."""
        self.now.stretch = float(arguments[0]) / 100

    def rendering(self, arguments: list[Argument]) -> None:
        """The operator Tr: how text is painted."""
        self.now.rendering = int(arguments[0])


def _sets(name: str) -> Operator[States]:
    """Return the operator that sets a number of the state."""

    def operator(states: States, arguments: list[Argument]) -> None:
        setattr(states.now, name, float(arguments[0]))

    return operator


STATES: dict[bytes, Operator[States]] = {
    b"q": States.save,
    b"Q": States.restore,
    b"cm": States.concat,
    b"w": States.line_width,
    b"TL": _sets("leading"),
    b"Tc": _sets("spacing"),
    b"Ts": _sets("rise"),
    b"Tz": States.stretch,
    b"Tr": States.rendering,
}


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
