"""An SVG's elements as a tree, with the properties of each."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from carddesigner.svg.css import Rules, matching, read_declarations
from carddesigner.svg.file import SVG, SvgDocument, unsupported
from carddesigner.svg.shapes import GEOMETRY, INHERITED, MEANINGLESS, MEANINGLESS_BEGINNINGS, is_neutral

HREF = "http://www.w3.org/1999/xlink href"
SPACE = "http://www.w3.org/XML/1998/namespace space"

_OF_TEXT = {
    "font-family": "",
    "font-size": "16",
    "font-style": "normal",
    "font-weight": "normal",
    "letter-spacing": "normal",
    "text-anchor": "start",
    "white-space": "normal",
    "dominant-baseline": "auto",
    "font-variant": "normal",
    "font-stretch": "normal",
    "text-decoration": "none",
    "text-transform": "none",
    "word-spacing": "normal",
    "writing-mode": "lr-tb",
}
_ALL_INHERITED = {
    **INHERITED,
    **_OF_TEXT,
    "clip-rule": "nonzero",
    "color": "",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-dashoffset": "0",
    "visibility": "visible",
    "paint-order": "normal",
}
"""Inherited properties, with their initial values."""

_OWN = {"opacity": "1", "clip-path": "none", "mask": "none", "mask-type": "luminance", "mix-blend-mode": "normal"} | {
    "display": "inline",
    "overflow": "",
    "stop-color": "black",
    "stop-opacity": "1",
}
"""Properties that aren't inherited, with their initial values."""
_PAINTLESS = {
    "gradientUnits",
    "gradientTransform",
    "spreadMethod",
    "clipPathUnits",
    "maskUnits",
    "maskContentUnits",
} | {
    *("offset", "fx", "fy", "fr", "href", "preserveAspectRatio", "dx", "dy"),
}
"""Attributes that are read with their element."""

Style = dict[str, str]


class Node(Struct, eq=False):
    """An element with its content, text included."""

    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    @property
    def nodes(self) -> Iterator[Node]:
        """The elements in it."""
        return (child for child in self.children if isinstance(child, Node))

    @property
    def href(self) -> str:
        """The id of the element it refers to; empty if that isn't in the file."""
        address = self.attributes.get("href", self.attributes.get(HREF, "")).strip()
        return address[1:] if address.startswith("#") else ""


class Tree(Struct):
    """A document's elements by id, and its style rules."""

    root: Node
    ids: dict[str, Node]
    rules: Rules
    _around: dict[int, Style] = field(default_factory=dict)

    def styles(self, node: Node, outer: Style) -> tuple[Style, Style]:
        """The properties that an element passes on to its content, and its own. Raises SymbolProblem for properties
        that aren't supported.
        """
        style, own = outer.copy(), _OWN.copy()
        written = [pair for pair in node.attributes.items() if pair[0] not in GEOMETRY and " " not in pair[0]]
        if self.rules or "style" in node.attributes:
            written += matching(self.rules, node.tag, node.attributes)
            written += read_declarations(node.attributes.get("style", ""))
        for key, value in written:
            value = value.strip()
            if key in style:
                style[key] = value if value != "inherit" else style[key]
            elif key in own:
                own[key] = value
            elif not (key in _PAINTLESS or _is_meaningless(key, value)):
                raise unsupported(f"<{node.tag}> has {key}={value[:60]!r}, which is not supported")
        if node.attributes.get(SPACE) == "preserve":
            style["white-space"] = "pre"
        return style, own

    def around(self, node: Node) -> Style:
        """The properties that an element inherits where it is defined."""
        parent = node.parent
        if parent is None:
            return _ALL_INHERITED
        if id(parent) not in self._around:
            self._around[id(parent)] = self.styles(parent, self.around(parent))[0]
        return self._around[id(parent)]


def _is_meaningless(key: str, value: str) -> bool:
    return key in MEANINGLESS or key.startswith(MEANINGLESS_BEGINNINGS) or is_neutral(key, value)


def read_tree(document: SvgDocument, rules: Rules) -> Tree:
    """The SVG elements of a document; of several with the same id the first counts."""
    root: Node | None = None
    path: list[Node] = []
    ids: dict[str, Node] = {}
    waiting = list(reversed(document.texts))

    def put(start: int) -> None:
        while waiting and waiting[-1][0] <= start:
            _, depth, text = waiting.pop()
            path[depth - 1].children.append(text)

    for n, (depth, name, attributes, _) in enumerate(document.elements):
        put(n)
        del path[depth:]
        parent = path[-1] if path else None
        node = Node(name.removeprefix(SVG) if name.startswith(SVG) else "", attributes, parent)
        if parent is not None:
            parent.children.append(node)
        root = root or node
        path.append(node)
        ids.setdefault(attributes.get("id", ""), node)
    put(len(document.elements))
    assert root is not None
    return Tree(root, ids, rules)
