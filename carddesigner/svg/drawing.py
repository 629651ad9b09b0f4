"""Read an SVG that has more than plain shapes as items: gradients, transparent colours, groups, clips, masks, copies
and text.

Coordinates are in the units of the viewBox, y down: transforms of elements are applied, so that items lie where they
are seen. What items can't express is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import hypot, isclose

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.color import Color, Gray, Rgb
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Matrix, Rect, around, around_all, extent, fitting, rectangle, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import GroupItem, Item, Mask, PathItem, Stroke, TextItem
from carddesigner.core.paint import BLENDS, MAX_STOPS, Gradient, Paint, Stop, alike
from carddesigner.svg.css import read_css
from carddesigner.svg.file import FURTHEST, NUMBER, FindFamily, SvgDocument, broken, numbers, too_large, unsupported
from carddesigner.svg.path import MAX_SEGMENTS, read_path
from carddesigner.svg.shapes import SHAPES, basic_shape, is_within, read_aspect, read_color, read_stroke, read_transform
from carddesigner.svg.text import letters_in, set_text
from carddesigner.svg.tree import Node, Style, Tree, read_tree

_STEPS, _MASKED, _BLENDED = 25, 100, 15
"""The steps of work for each element, until it is drawn and checked, and for each mask and gradient in addition."""
MAX_ELEMENTS = 10_000
"""The most elements of a drawing, each counted as often as it is used."""
MAX_LETTERS = 20_000
"""The most letters in the texts of a drawing and their parts, counted likewise."""
MAX_USES = 20
"""The deepest nesting of copies, and the longest chain of gradients that refer to each other."""

_UNSEEN = (
    *("title", "desc", "metadata", "defs", "style", "linearGradient", "radialGradient", "clipPath", "mask", "symbol"),
    *("pattern", "marker", "filter", "view", ""),
)
"""Elements that show nothing where they are."""
_LENGTHS = {
    **dict.fromkeys(("x", "width", "x1", "x2", "cx", "rx"), 0),
    **dict.fromkeys(("y", "height", "y1", "y2", "cy", "ry"), 1),
    "r": 2,
}
"""Attributes that may be percentages of the viewport's width, its height, or its diagonal."""
_IN_BOX = "objectBoundingBox"

Shape = tuple[Outline, bool]
"""A path, and whether it is filled by the even-odd rule."""


def read_drawing(document: SvgDocument, family: FindFamily) -> Drawing:
    """A drawing that can certainly be converted to items. Raises SymbolProblem for anything that can't be kept."""
    drawing = Drawing(read_tree(document, read_css(document.css)), document.view, family)
    drawing(Gray(0.0))
    return drawing


class Drawing(Struct, eq=False):
    """Makes the items of an SVG; parts without a colour of their own get a given one."""

    tree: Tree
    view: Rect
    family: FindFamily
    made: dict[Paint, tuple[Item, ...]] = field(default_factory=dict)
    takes_color: bool = False

    def __call__(self, color: Paint) -> tuple[Item, ...]:
        """The items, in the units of the viewBox. Raises SymbolProblem."""
        cached = self.made.get(color) if self.takes_color else next(iter(self.made.values()), None)
        if cached is None:
            reader = _Reader(self.tree, self.view, self.family, color)
            root = self.tree.root
            style, own = self.tree.styles(root, self.tree.around(root))
            items = reader.within(root, style, Matrix(), ()) if own["display"] != "none" else []
            cached = tuple(reader.together(items, own, Matrix()))
            reader.count_steps()
            if not cached:
                raise broken("the SVG shows nothing; it has no filled or stroked shape")
            self.takes_color = reader.took_color
            if len(self.made) >= 8:
                self.made.clear()
            self.made[color] = cached
        return cached


class _Reader(Struct):
    """One reading of a tree: its context, and what it has counted so far."""

    tree: Tree
    view: Rect
    family: FindFamily
    color: Paint
    elements: int = 0
    segments: int = 0
    letters: int = 0
    masks: int = 0
    gradients: int = 0
    made_stops: dict[int, tuple[Stop, ...]] = field(default_factory=dict)
    in_mask: bool = False
    took_color: bool = False

    def count_steps(self) -> None:
        """Count the steps for drawing and checking everything that was read. Raises TooMuchWork."""
        plain = _STEPS * self.elements + self.segments + 5 * self.letters
        spend(plain + _MASKED * self.masks + _BLENDED * self.gradients, "drawings")

    def within(self, node: Node, outer: Style, place: Matrix, used: tuple[Node, ...]) -> list[Item]:
        """The items of an element's children, from back to front."""
        return [item for child in node.nodes for item in self.element(child, outer, place, used)]

    def element(self, node: Node, outer: Style, place: Matrix, used: tuple[Node, ...]) -> list[Item]:
        """The items of an element, with its transform, clip, mask, opacity and blending."""
        if node.tag in _UNSEEN:
            return []
        self.count_element()
        style, own = self.tree.styles(node, outer)
        if own["display"] == "none":
            return []
        if "transform" in node.attributes:
            place = read_transform(node.attributes["transform"]).then(place)
        return self.together(self.content(node, style, place, used), own, place)

    def count_element(self) -> None:
        """Count an element. Raises SymbolProblem if there are too many."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise too_large(f"the SVG has more than {MAX_ELEMENTS:,} elements; simplify it", drawable=True)

    def content(self, node: Node, style: Style, place: Matrix, used: tuple[Node, ...]) -> list[Item]:
        tag = node.tag
        if tag in ("g", "a"):
            return self.within(node, style, place, used)
        if tag == "svg":
            return self.viewport(node, node.attributes, style, place, used)
        if tag == "use":
            return self.use(node, style, place, used)
        if tag not in (*SHAPES, "text"):
            raise unsupported(f"the SVG uses {'a raster picture' if tag == 'image' else f'<{tag}>'}, which is not kept")
        if style["visibility"] != "visible":
            return []
        if tag == "text":
            return list(self.text(node, style, place))
        return list(self.shape(node, style, place))

    def use(self, node: Node, style: Style, place: Matrix, used: tuple[Node, ...]) -> list[Item]:
        target = self.tree.ids.get(node.href)
        if target is None or target in used or len(used) >= MAX_USES:
            raise unsupported(f"<use> of {node.href[:60]!r}, which is not there or is part of itself")
        x, y = (self.length(node.attributes, key) for key in ("x", "y"))
        place = Matrix.move(x, y).then(place)
        if target.tag in ("symbol", "svg"):
            size = {k: v for k, v in node.attributes.items() if k in ("width", "height")}
            inner, own = self.tree.styles(target, style)
            items = self.viewport(target, size or target.attributes, inner, place, (*used, target))
            return self.together(items, own, place)
        return self.element(target, style, place, (*used, target))

    def viewport(
        self, node: Node, size: dict[str, str], style: Style, place: Matrix, used: tuple[Node, ...]
    ) -> list[Item]:
        """The content of an <svg> or a <symbol> in its rectangle."""
        width, height = (self.length(size, key, "100%") for key in ("width", "height"))
        x, y = (self.length(node.attributes, key) for key in ("x", "y")) if node.tag == "svg" else (0.0, 0.0)
        frame = Rect(x, y, width, height)
        if width <= 0 or height <= 0:
            return []
        inner = Matrix.move(x, y)
        outer, view = self.view, Rect(0.0, 0.0, width, height)
        if "viewBox" in node.attributes:
            values = numbers(node.attributes["viewBox"], "viewBox")
            if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
                raise broken("a viewBox needs four numbers, its width and height more than 0")
            view = Rect(*values)
            inner = fitting(view, frame, read_aspect(node.attributes.get("preserveAspectRatio", "")))
        self.view = view
        items = self.within(node, style, inner.then(place), used)
        self.view = outer
        if self.tree.styles(node, style)[1]["overflow"] in ("visible", "auto") or not items:
            return items
        return [GroupItem(tuple(items), clip=transformed(rectangle(frame), place))]

    # Shapes

    def outline(self, node: Node) -> Outline:
        """A shape's path, in its own units."""
        if node.tag == "path":
            return read_path(node.attributes.get("d", ""))
        lengths = {k: str(self.length(node.attributes, k)) for k in _LENGTHS if k in node.attributes}
        return basic_shape(node.tag, node.attributes | lengths)

    def counted(self, node: Node, place: Matrix) -> tuple[Outline, Outline]:
        """A shape's path in its own units, and as it is seen."""
        own = self.outline(node)
        outline = transformed(own, place)
        self.segments += len(outline)
        if self.segments > MAX_SEGMENTS:
            raise too_large(f"the SVG has more than {MAX_SEGMENTS:,} path segments; simplify it", drawable=True)
        if not is_within(outline):
            raise broken(f"a <{node.tag}> reaches further than {FURTHEST:,.0f} units")
        return own, outline

    def shape(self, node: Node, style: Style, place: Matrix) -> Iterator[Item]:
        own, outline = self.counted(node, place)
        if not outline:
            return

        def box() -> Rect:
            return extent(own)

        fill = self.paint(style, "fill", box, place) if node.tag != "line" else None
        even_odd = style["fill-rule"] == "evenodd"
        if style["stroke"] == "none":
            if fill is not None:
                yield PathItem(outline, fill, None, even_odd)
            return
        bent = not _is_even(place)
        line = self.line(
            style, Matrix() if bent else place, self.paint(style, "stroke", box, Matrix() if bent else place)
        )
        lined: list[Item] = []
        if line is not None:
            lined = [GroupItem((PathItem(own, None, line),), place) if bent else PathItem(outline, None, line)]
        filled: list[Item] = [PathItem(outline, fill, None, even_odd)] if fill is not None else []
        if style["paint-order"].startswith("stroke"):
            yield from (*lined, *filled)
        elif style["paint-order"] in ("normal", "fill", "fill stroke", "fill stroke markers", "markers fill stroke"):
            yield from (*filled, *lined)
        else:
            raise unsupported(f"paint-order={style['paint-order'][:60]!r} is not kept")

    def line(self, style: Style, place: Matrix, paint: Paint | None) -> Stroke | None:
        """A shape's stroke in its paint."""
        made = read_stroke(style | {"stroke": "black"}, place) if paint is not None else None
        if made is not None and made.dash and not NUMBER.sub("", style["stroke-dashoffset"]) == "":
            raise unsupported("stroke-dashoffset with a unit")
        if made is not None and made.dash and float(style["stroke-dashoffset"]):
            raise unsupported("dashes that begin elsewhere (stroke-dashoffset)")
        return replace(made, color=paint) if made is not None and paint is not None else None

    def text(self, node: Node, style: Style, place: Matrix) -> Iterator[Item]:
        def paints(own: Style, box: Callable[[], Rect]) -> tuple[Paint | None, Stroke | None, bool]:
            fill, stroke = (self.paint(own, key, box, Matrix()) for key in ("fill", "stroke"))
            under = own["paint-order"].startswith("stroke")
            return fill, self.line(own, Matrix(), stroke), under

        self.letters += letters_in(node)
        if self.letters > MAX_LETTERS:
            raise too_large(f"the SVG has more than {MAX_LETTERS:,} letters; simplify it", drawable=True)
        items = tuple(set_text(node, style, self.tree, self.family, paints))
        if items:
            yield GroupItem(items, place)

    # Paints

    def paint(self, style: Style, key: str, box: Callable[[], Rect], place: Matrix) -> Paint | None:
        """The paint of a shape; None for none."""
        text, opacity = style[key], _share(style[f"{key}-opacity"])
        if text == "none":
            return None
        if text.startswith("url("):
            return self.server(text, opacity, box, place, style)
        return _through(self.toned(self.plain(text, style)), opacity)

    def plain(self, text: str, style: Style) -> Paint:
        if text == "currentColor":
            text = style["color"]
        if text in ("", "currentColor"):
            self.took_color = True
            return self.color
        return _color(text)

    def toned(self, paint: Paint) -> Paint:
        """A paint; in a mask, its luminance."""
        if not self.in_mask:
            return paint
        if isinstance(paint, Gradient):
            return replace(paint, stops=tuple(replace(s, color=_light(s.color)) for s in paint.stops))
        return _light(paint)

    def server(self, text: str, opacity: float, box: Callable[[], Rect], place: Matrix, style: Style) -> Paint | None:
        """The gradient that a paint refers to."""
        match = re.fullmatch(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)\s*(.*)", text)
        node = self.tree.ids.get(match[1]) if match is not None else None
        if node is None or node.tag not in ("linearGradient", "radialGradient"):
            raise unsupported(f"the paint {text[:60]!r} is no gradient of the file")
        chain = [node]
        while (target := self.tree.ids.get(chain[-1].href)) is not None and target not in chain:
            chain.append(target)
            if len(chain) > MAX_USES:
                raise unsupported(f"more than {MAX_USES} gradients that take over from each other")
        attributes: dict[str, str] = {}
        for one in reversed(chain):
            attributes |= one.attributes
        stops = self.stops(next((n for n in chain if any(c.tag == "stop" for c in n.nodes)), node))
        if not stops:
            return None
        paint: Paint | None = stops[-1].color
        if len(stops) > 1:
            paint = self.gradient(node.tag, attributes, stops, box, place)
        return _through(self.toned(paint), opacity) if paint is not None else None

    def gradient(
        self, tag: str, attributes: dict[str, str], stops: tuple[Stop, ...], box: Callable[[], Rect], place: Matrix
    ) -> Paint | None:
        self.gradients += 1
        if attributes.get("spreadMethod", "pad") != "pad":
            raise unsupported(f"a gradient with spreadMethod={attributes['spreadMethod'][:60]!r}")
        in_box = attributes.get("gradientUnits", _IN_BOX) == _IN_BOX
        matrix = read_transform(attributes.get("gradientTransform", ""))
        view = self.view
        if in_box:
            own = box()
            if own.width <= 0 or own.height <= 0:
                return None
            matrix = matrix.then(Matrix(own.width, 0.0, 0.0, own.height, own.x, own.y))
            view = Rect(0.0, 0.0, 1.0, 1.0)
        matrix = matrix.then(place)
        if abs(matrix.a * matrix.d - matrix.b * matrix.c) < 1e-12:
            raise unsupported("a gradient that is flattened by its transform")

        def at(key: str, default: str) -> float:
            return self.length(attributes, key, default, view)

        if tag == "linearGradient":
            start, end = (at("x1", "0%"), at("y1", "0%")), (at("x2", "100%"), at("y2", "0%"))
            return stops[-1].color if start == end else Gradient(stops, start, end, None, matrix)
        centre = at("cx", "50%"), at("cy", "50%")
        radius = at("r", "50%")
        focus = at("fx", str(centre[0])), at("fy", str(centre[1]))
        inner = at("fr", "0%")
        if radius <= 0:
            return stops[-1].color
        if hypot(focus[0] - centre[0], focus[1] - centre[1]) + inner > radius * (1 - 1e-6):
            raise unsupported("a gradient that begins outside its circle")
        return Gradient(stops, focus, centre, (inner, radius), matrix)

    def stops(self, node: Node) -> tuple[Stop, ...]:
        """The stops of a gradient."""
        if id(node) not in self.made_stops:
            self.made_stops[id(node)] = self.read_stops(node)
        return self.made_stops[id(node)]

    def read_stops(self, node: Node) -> tuple[Stop, ...]:
        out: list[Stop] = []
        outer = self.tree.around(node)
        inherited = self.tree.styles(node, outer)[0]
        for child in node.nodes:
            if child.tag != "stop":
                continue
            style, own = self.tree.styles(child, inherited)
            place = max(_share(child.attributes.get("offset", "0")), out[-1].at if out else 0.0)
            color = self.plain(own["stop-color"], style)
            if isinstance(color, Gradient):
                raise unsupported("a gradient in a gradient's colour")
            out.append(Stop(place, _seen_through(color, _share(own["stop-opacity"]))))
        if len(out) > MAX_STOPS:
            raise unsupported(f"a gradient of more than {MAX_STOPS} stops")
        try:
            colors = alike(tuple(s.color for s in out)) if out else ()
        except ValueError as problem:
            raise unsupported(str(problem)) from None
        return tuple(Stop(s.at, c) for s, c in zip(out, colors, strict=True))

    # Clips, masks, opacity

    def together(self, items: list[Item], own: Style, place: Matrix) -> list[Item]:
        """Items clipped, masked, made transparent and blended with what lies under them, according to their element."""
        if not items:
            return items
        opacity = _share(own["opacity"])
        blend = BLENDS.get(own["mix-blend-mode"])
        if blend is None:
            raise unsupported(f"mix-blend-mode={own['mix-blend-mode'][:60]!r}")
        if own["clip-path"] == own["mask"] == "none" and blend == "Normal":
            if opacity == 1.0:
                return items
            if len(items) == 1 and (single := _faded(items[0], opacity)) is not None:
                return [single]
        made = tuple(items)
        if own["clip-path"] != "none":
            shapes = self.clip(own["clip-path"], items, place)
            if not shapes:
                return []
            if len(shapes) == 1:
                made = (GroupItem(made, clip=shapes[0][0], even_odd=shapes[0][1]),)
            else:
                shown = tuple(PathItem(path, Gray(0.0), None, even_odd) for path, even_odd in shapes)
                made = (GroupItem(made, mask=Mask(shown)),)
        mask = None
        if own["mask"] != "none":
            mask = self.mask(own["mask"], items, place)
            if mask is None:
                return []
        if opacity == 1.0 and blend == "Normal" and mask is None:
            return list(made)
        return [GroupItem(made, opacity=opacity, blend=blend, mask=mask)]

    def referred(self, text: str, tag: str) -> Node:
        match = re.fullmatch(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)", text)
        node = self.tree.ids.get(match[1]) if match is not None else None
        if node is None or node.tag != tag:
            raise unsupported(f"{text[:60]!r} is no <{tag}> of the file")
        return node

    def clip(self, text: str, items: Sequence[Item], place: Matrix) -> list[Shape]:
        """The shapes of a <clipPath>, as they are seen."""
        node = self.referred(text, "clipPath")
        style, own = self.tree.styles(node, self.tree.around(node))
        if own["clip-path"] != "none":
            raise unsupported("a clipping path that is clipped itself")
        if node.attributes.get("clipPathUnits") == _IN_BOX:
            place = _onto(_box(items, place)).then(place)
        place = read_transform(node.attributes.get("transform", "")).then(place)
        return [shape for child in node.nodes for shape in self.clipping(child, style, place, 0)]

    def clipping(self, node: Node, outer: Style, place: Matrix, deep: int) -> Iterator[Shape]:
        if node.tag in _UNSEEN:
            return
        self.count_element()
        style, own = self.tree.styles(node, outer)
        if own["clip-path"] != "none" or node.tag not in (*SHAPES, "use") or deep > 1:
            raise unsupported(f"a clipping path with {'a clip of its own' if node.tag in SHAPES else f'<{node.tag}>'}")
        if own["display"] == "none" or style["visibility"] != "visible":
            return
        place = read_transform(node.attributes.get("transform", "")).then(place)
        if node.tag == "use":
            target = self.tree.ids.get(node.href)
            if target is None:
                raise unsupported(f"<use> of {node.href[:60]!r}, which is not there")
            x, y = (self.length(node.attributes, key) for key in ("x", "y"))
            yield from self.clipping(target, style, Matrix.move(x, y).then(place), deep + 1)
            return
        outline = self.counted(node, place)[1]
        if outline and node.tag != "line":
            yield outline, style["clip-rule"] == "evenodd"

    def mask(self, text: str, items: Sequence[Item], place: Matrix) -> Mask | None:
        """A <mask>, as it is seen; None for one that hides everything."""
        node = self.referred(text, "mask")
        if self.in_mask:
            raise unsupported("a mask in a mask")
        style, own = self.tree.styles(node, self.tree.around(node))
        if own["mask"] != "none" or own["clip-path"] != "none":
            raise unsupported("a mask that is masked or clipped itself")
        box = _box(items, place)
        of_box = node.attributes.get("maskUnits", _IN_BOX) == _IN_BOX
        view = Rect(0.0, 0.0, 1.0, 1.0) if of_box else self.view
        x, y, width, height = (
            self.length(node.attributes, key, default, view)
            for key, default in (("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))
        )
        region = transformed(rectangle(Rect(x, y, width, height)), _onto(box).then(place) if of_box else place)
        if node.attributes.get("maskContentUnits") == _IN_BOX:
            place = _onto(box).then(place)
        self.in_mask = luminosity = own["mask-type"] != "alpha"
        self.masks += 1
        self.count_element()
        inside = tuple(self.within(node, style, place, (node,)))
        self.in_mask = False
        return Mask((GroupItem(inside, clip=region),), luminosity) if inside else None

    def length(self, attributes: dict[str, str], key: str, default: str = "0", view: Rect | None = None) -> float:
        """A length, which may be a percentage of the viewport."""
        text = attributes.get(key, default).strip()
        number = NUMBER.match(text)
        unit = text[number.end() :] if number is not None else ""
        if number is None or unit not in ("", "px", "%") or abs(float(number[0])) > FURTHEST:
            raise unsupported(f"{key}={text[:60]!r}: write a plain number, without a unit")
        if unit != "%":
            return float(number[0])
        box = view or self.view
        whole = (box.width, box.height, hypot(box.width, box.height) / 2**0.5)[
            _LENGTHS.get(key[-2:], _LENGTHS.get(key, 2))
        ]
        return float(number[0]) / 100 * whole


def _share(text: str) -> float:
    """A number from 0 to 1, or a percentage."""
    number = text.strip().removesuffix("%")
    if NUMBER.fullmatch(number) is None:
        raise unsupported(f"{text[:60]!r} should be a number from 0 to 1")
    return min(1.0, max(0.0, float(number) / (100 if text.strip().endswith("%") else 1)))


def _color(text: str) -> Color:
    """A colour, which may be transparent."""
    if text == "transparent":
        return Rgb(0.0, 0.0, 0.0, 0.0)
    match = re.fullmatch(r"rgba?\(([^(),/]+)[, ]([^(),/]+)[, ]([^(),/]+)[,/]([^(),/]+)\)", text.replace(", ", ","))
    if match is None:
        return read_color(text)
    return _seen_through(read_color(f"rgb({match[1]},{match[2]},{match[3]})"), _share(match[4]))


def _seen_through(color: Color, opacity: float) -> Color:
    return replace(color, alpha=color.alpha * opacity) if opacity < 1 else color


def _through(paint: Paint, opacity: float) -> Paint:
    """A paint with its opacity multiplied."""
    if opacity == 1.0:
        return paint
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple(replace(s, color=_seen_through(s.color, opacity)) for s in paint.stops))
    return _seen_through(paint, opacity)


def _light(color: Color) -> Color:
    """The luminance of a colour, as masks use it."""
    if not isinstance(color, Rgb):
        return color if isinstance(color, Gray) else Gray(0.0, color.alpha)
    return Gray(round(0.2125 * color.r + 0.7154 * color.g + 0.0721 * color.b, 6), color.alpha)


def _faded(item: Item, opacity: float) -> Item | None:
    """A single shape of one paint, with the opacity applied to its paint; None for any other item."""
    if isinstance(item, PathItem):
        if item.stroke is None and item.fill is not None:
            return replace(item, fill=_through(item.fill, opacity))
        if item.fill is None and item.stroke is not None:
            return replace(item, stroke=replace(item.stroke, color=_through(item.stroke.color, opacity)))
    return None


def _is_even(m: Matrix) -> bool:
    """Whether a map keeps shapes: it doesn't stretch unevenly or skew."""
    one, other = m.a * m.a + m.b * m.b, m.c * m.c + m.d * m.d
    return isclose(one, other, rel_tol=1e-3) and abs(m.a * m.c + m.b * m.d) <= 1e-3 * one


def _onto(box: Rect) -> Matrix:
    """The map from the unit square to a box."""
    if box.width <= 0 or box.height <= 0:
        raise unsupported("a clip or a mask of something that is flat")
    return Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y)


def _box(items: Sequence[Item], place: Matrix) -> Rect:
    """The bounding rectangle of items without their strokes, in the coordinates before *place* maps them."""
    try:
        boxes = list(_boxes(items, place.inverse()))
    except ZeroDivisionError:
        raise unsupported("something that is flattened by its transform") from None
    if not boxes:
        raise unsupported("a clip or a mask of something without a size")
    return around_all(boxes)


def _boxes(items: Sequence[Item], m: Matrix) -> Iterator[Rect]:
    for item in items:
        if isinstance(item, PathItem):
            yield extent(transformed(item.path, m))
        elif isinstance(item, GroupItem):
            yield from _boxes(item.items, item.matrix.then(m) if item.matrix is not None else m)
        elif isinstance(item, TextItem):
            for p in item.pieces:
                wide = sum(run.width for run in p.runs) * p.size / 1000
                corners = Rect(p.x, item.y - 0.9 * p.size, wide, 1.2 * p.size).corners
                yield around([m.apply(*corner) for corner in corners])
