"""Find what the pages of a PDF paint by following their operators.

A form that is painted in many places is followed once for each way in which it is stretched, and the marks found in it
are moved; so the work depends on the content of a file, however often that is used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from copy import copy
from typing import Any

import pikepdf

from carddesigner.preflight.geometry import EVERYWHERE, IDENTITY, Box, Matrix, common, mapped, sides, times
from carddesigner.preflight.graphics_state import STATES, State, States
from carddesigner.preflight.names import text_of
from carddesigner.preflight.painted import Broken, Fades, Fill, Layer, Marks, Picture, Shade, Shown
from carddesigner.preflight.paths import PATHS, Paths
from carddesigner.preflight.resources import FileObjects, Resources
from carddesigner.preflight.spaces import CMYK, GRAY, PATTERN, RGB, UNKNOWN, Colour, Space
from carddesigner.preflight.streams import Bounded
from carddesigner.preflight.texts import TEXTS, Texts
from carddesigner.preflight.tokens import INLINE_IMAGE, Argument, Operator, operations

MAX_STEPS = 8_000_000
"""The most operators of one file."""
MAX_FORMS = 40_000
"""The most forms that are followed; a form counts once for each way in which it is stretched."""
MAX_DEPTH = 24
"""The deepest nesting of forms."""


class Walker:
    """Follows the pages of one file. Raises TooMuch if there are too many operators."""

    def __init__(self, bounded: Bounded) -> None:
        self.bounded = bounded
        self.steps = 0
        self.objects = FileObjects()
        self.forms: dict[Hashable, Marks] = {}

    def page(self, page: Any, box: Box) -> Marks:
        """The marks of a page inside a box."""
        marks = Marks()
        state = State(IDENTITY, box, self.objects.black, self.objects.black)
        resources = _inherited(page.obj, "/Resources")
        group = page.obj.get("/Group")
        if isinstance(group, pikepdf.Dictionary) and group.get("/S") == "/Transparency":
            marks.add(Fades("a page as a transparency group"), None)
        data = b"\n".join(self.bounded.content(s) for s in _contents(page.obj))
        _Run(self, marks, resources, state, ()).follow(data)
        # Names in the operators refer to resources.
        marks.digest = (hashlib.sha256(data).digest(), self._names(resources))
        return marks

    def _names(self, resources: Any) -> Hashable:
        """The objects that the names of resources refer to, by number where they have one."""
        if not isinstance(resources, pikepdf.Dictionary):
            return None
        kinds = (
            (k, resources.get(k)) for k in ("/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Font")
        )
        return tuple(
            (kind, name, self.objects.key(named[name]))
            for kind, named in kinds
            if isinstance(named, pikepdf.Dictionary)
            for name in sorted(named.keys())
        )


class _Run:
    """One content stream being followed."""

    def __init__(
        self, walker: Walker, marks: Marks, resources: Any, state: State, active: tuple[Hashable, ...]
    ) -> None:
        self.walker, self.objects, self.marks, self.active = walker, walker.objects, marks, active
        self.resources = Resources(walker.objects, resources, marks)
        self.states = States(state, marks)
        self.paths = Paths(self.states, marks, is_page=not active)
        self.texts = Texts(self.states, marks, self.resources)
        self.layers: list[bool] = []

    def follow(self, data: bytes) -> None:
        """Follow all operators. What can't be followed becomes a mark, and the rest continues."""
        walker, paths, points, find = self.walker, self.paths, self.paths.points, _OPERATORS.get
        groups: tuple[Any, ...] = (self.states, paths, self.texts, self)  # as in _GROUPS
        try:
            for name, arguments in operations(data):
                walker.steps += 1
                if name in _POINTS:
                    points += arguments
                    if name == b"m":
                        paths.moves += 1
                    elif name == b"h":
                        paths.closed = True
                    continue
                known = find(name)
                if known is None:
                    if name not in _IGNORED:
                        self.broken(f"an unknown operator {name[:12].decode('latin-1')!r}")
                    continue
                if not walker.steps % 4096 or walker.steps > MAX_STEPS:
                    walker.bounded.check("operators", walker.steps, MAX_STEPS)
                group, operator = known
                try:
                    operator(groups[group], arguments)
                except (ValueError, IndexError, TypeError, KeyError, AttributeError, OverflowError):
                    self.broken(f"wrong operands before {name[:12].decode('latin-1')!r}")
        except ValueError as problem:
            self.broken(str(problem)[:80])
        if self.states.is_saved:
            self.broken("a saved graphics state that is never restored")

    def broken(self, what: str) -> None:
        """Record something that can't be followed."""
        self.marks.add(Broken(what), None)

    # Colours and looks.

    def looks(self, arguments: list[Argument]) -> None:
        """The operator gs: the entries of a graphics state dictionary."""
        given = self.resources.get("/ExtGState", arguments[0])
        if given is None:
            return
        look, state = self.objects.look(given), self.states.now
        if look.width is not None:
            state.width = look.width
        if look.stroke_over is not None:
            state.stroke_over = look.stroke_over
        if look.fill_over is not None:
            state.fill_over = look.fill_over
        for mark in look.marks:
            self.marks.add(mark, None)
        if isinstance(font := given.get("/Font"), pikepdf.Array):
            state.font, state.size = self.objects.font(font[0]), float(font[1])

    def paint_colour(self, space: Space, stroke: bool, arguments: list[Argument]) -> None:
        """Set a colour of a known space."""
        colour = self.objects.colour(self.resources.device(space), tuple(map(float, arguments)))
        if stroke:
            self.states.now.stroke = colour
        else:
            self.states.now.fill = colour

    def set_space(self, stroke: bool, arguments: list[Argument]) -> None:
        """The operators cs and CS: a colour space, with its initial colour."""
        space = self.resources.space_of(arguments[0])
        first = (1.0,) if space.mixes == "spot" else (0.0,)
        values = (0.0, 0.0, 0.0, 1.0) if space.mixes == "cmyk" else first * space.numbers
        colour = self.objects.colour(space, values)
        if stroke:
            self.states.now.stroke = colour
        else:
            self.states.now.fill = colour

    def set_colour(self, stroke: bool, arguments: list[Argument]) -> None:
        """The operators sc, scn, SC and SCN: a colour of the current space."""
        space = (self.states.now.stroke if stroke else self.states.now.fill).space
        if arguments and arguments[-1][:1] == b"/" and not isinstance(arguments[-1], bytearray):
            colour = self.pattern(arguments[-1])
        elif space.indexed:
            colour = self.objects.colour(space, ())
        else:
            colour = self.objects.colour(space, tuple(map(float, arguments)))
        if stroke:
            self.states.now.stroke = colour
        else:
            self.states.now.fill = colour

    def pattern(self, name: Argument) -> Colour:
        """A pattern as a colour; what a tile paints is recorded."""
        given = self.resources.get("/Pattern", name)
        if given is None:
            return self.objects.colour(PATTERN)
        shading = given.get("/Shading")
        if shading is not None:
            return self.objects.colour(self.objects.space(shading.get("/ColorSpace")))
        if isinstance(given, pikepdf.Stream):
            self.form(given, IDENTITY, EVERYWHERE)
        return self.objects.colour(PATTERN)

    # Pictures and forms.

    def inline(self, arguments: list[Argument]) -> None:
        """A picture in the stream."""
        keys = {k.decode("latin-1"): v for k, v in zip(arguments[::2], arguments[1::2], strict=False)}
        width = int(keys.get("/W", keys.get("/Width", b"0")))
        height = int(keys.get("/H", keys.get("/Height", b"0")))
        mask = (keys.get("/IM") or keys.get("/ImageMask")) == b"true"
        named = keys.get("/CS") or keys.get("/ColorSpace")
        space = self.resources.space_of(named) if named is not None and not mask else UNKNOWN
        bits = 1 if mask else int(keys.get("/BPC", keys.get("/BitsPerComponent", b"8")))
        self.show_picture(self.objects.inline_picture(width, height, bits, space, mask))

    def show_picture(self, picture: Picture) -> None:
        """Record a picture at the current place."""
        state = self.states.now
        box = common(mapped(state.matrix, (0.0, 0.0, 1.0, 1.0)), state.clip)
        if box is None or (box[2] - box[0]) * (box[3] - box[1]) <= 0:
            return
        across, down = sides(state.matrix)
        dpi = min(72 * picture.width / across if across else 1e6, 72 * picture.height / down if down else 1e6)
        self.marks.add(Shown(picture, round(dpi, 1), round(across * down, 1)), box)
        if picture.mask:
            self.marks.add(Fill(state.fill, state.fill_over), box)
        if picture.fades:
            self.marks.add(Fades("a picture with a soft mask"), box)

    def do(self, arguments: list[Argument]) -> None:
        """The operator Do: paint a picture or form."""
        given = self.resources.get("/XObject", arguments[0])
        if given is None:
            return
        if not self.active:
            self.marks.turned(self.states.now.matrix)
        kind = given.get("/Subtype")
        if kind == "/Image":
            self.show_picture(self.objects.picture(given, self.resources.given))
        elif kind == "/Form":
            self.form(given, self.states.now.matrix, self.states.now.clip)
        elif kind != "/PS":
            self.broken("something painted that is neither a picture nor a form")

    def form(self, given: Any, matrix: Matrix, clip: Box) -> None:
        """Paint a form."""
        walker = self.walker
        name = self.objects.key(given)
        if name in self.active or len(self.active) >= MAX_DEPTH:
            self.broken("a form that paints itself, or forms in forms without end")
            return
        if "/Matrix" in given:
            a, b, c, d, e, f = (float(v) for v in given["/Matrix"])
            matrix = times((a, b, c, d, e, f), matrix)
        state = self.states.now
        linear = tuple(round(v, 5) for v in matrix[:4])
        inherited = (state.fill, state.stroke, state.width, state.fill_over, state.stroke_over, state.hidden)
        own = given.get("/Resources")
        resources = own if own is not None else self.resources.given
        key = (name, linear, inherited, self.objects.key(resources) if own is None else None)
        marks = walker.forms.get(key)
        if marks is None:
            walker.bounded.check("forms that are each stretched otherwise", len(walker.forms), MAX_FORMS)
            marks = Marks()
            walker.forms[key] = marks
            here = (*matrix[:4], 0.0, 0.0)
            bounds = EVERYWHERE
            if "/BBox" in given:
                x, y, u, v = (float(v) for v in given["/BBox"])
                bounds = mapped(here, (min(x, u), min(y, v), max(x, u), max(y, v)))
            inner = copy(state)
            inner.matrix, inner.clip = here, bounds
            group = given.get("/Group")
            if isinstance(group, pikepdf.Dictionary) and group.get("/S") == "/Transparency":
                marks.add(Fades("a transparency group"), None)
            run = _Run(walker, marks, resources, inner, (*self.active, name))
            run.follow(walker.bounded.content(given))
        self.marks.take(marks, matrix[4], matrix[5], clip)

    def shade(self, arguments: list[Argument]) -> None:
        """The operator sh: paint a gradient."""
        given = self.resources.get("/Shading", arguments[0])
        if given is not None:
            space = self.objects.space(given.get("/ColorSpace"))
            self.marks.add(Shade(space), common(self.states.now.clip, EVERYWHERE))

    def begin_content(self, arguments: list[Argument]) -> None:
        """The operators BDC and BMC: begin marked content."""
        self.layers.append(self.states.now.hidden)
        if len(arguments) > 1 and arguments[0] == b"/OC":
            given = self.resources.get("/Properties", arguments[1])
            if given is not None:
                self.marks.add(Layer(text_of(given.get("/Name", ""))[:80]), None)

    def end_content(self, _: list[Argument]) -> None:
        """The operator EMC: end marked content."""
        if self.layers:
            self.layers.pop()
        else:
            self.broken("marked content ends that never began")


_OWN: dict[bytes, Operator[_Run]] = {
    b"gs": _Run.looks,
    b"g": lambda run, a: run.paint_colour(GRAY, False, a),
    b"G": lambda run, a: run.paint_colour(GRAY, True, a),
    b"rg": lambda run, a: run.paint_colour(RGB, False, a),
    b"RG": lambda run, a: run.paint_colour(RGB, True, a),
    b"k": lambda run, a: run.paint_colour(CMYK, False, a),
    b"K": lambda run, a: run.paint_colour(CMYK, True, a),
    b"cs": lambda run, a: run.set_space(False, a),
    b"CS": lambda run, a: run.set_space(True, a),
    b"sc": lambda run, a: run.set_colour(False, a),
    b"scn": lambda run, a: run.set_colour(False, a),
    b"SC": lambda run, a: run.set_colour(True, a),
    b"SCN": lambda run, a: run.set_colour(True, a),
    INLINE_IMAGE: _Run.inline,
    b"Do": _Run.do,
    b"sh": _Run.shade,
    b"BDC": _Run.begin_content,
    b"BMC": _Run.begin_content,
    b"EMC": _Run.end_content,
}
_GROUPS: tuple[dict[bytes, Operator[Any]], ...] = (STATES, PATHS, TEXTS, _OWN)
_OPERATORS = {name: (n, operator) for n, group in enumerate(_GROUPS) for name, operator in group.items()}
"""Each operator with the number of its group."""
_POINTS = frozenset((b"m", b"l", b"c", b"v", b"y", b"h"))
_IGNORED = frozenset((b"ET", b"Tw", b"J", b"j", b"M", b"d", b"ri", b"i", b"d0", b"d1", b"MP", b"DP", b"BX", b"EX"))


def _inherited(page: Any, key: str) -> Any:
    for _ in range(60):
        if key in page:
            return page[key]
        page = page.get("/Parent")
        if page is None:
            break
    return pikepdf.Dictionary()


def _contents(page: Any) -> list[Any]:
    given = page.get("/Contents")
    if isinstance(given, pikepdf.Array):
        return [s for s in list(given)[:10_000] if isinstance(s, pikepdf.Stream)]
    return [given] if isinstance(given, pikepdf.Stream) else []
