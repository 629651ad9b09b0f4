"""Read template files into one tree of nodes, merged with their parents."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.source.merge import merge
from carddesigner.source.yaml import Node, load_yaml

MAX_DPI = 10_000
_SECTIONS = ("template", "extends", "dpi", "fonts", "palette", "styles", "parts", "boards", "faces")


class TemplateSource(Struct, frozen=True):
    """A template as written, merged with its parents. ``name`` is its name in decks."""

    name: str
    root: Node

    @property
    def dpi(self) -> float | None:
        """The number of ``px`` per inch; None if the template may not use ``px``."""
        node = self.root.mapping.get("dpi")
        return float(node.value) if node is not None and isinstance(node.value, (int, float)) else None

    def section(self, name: str) -> dict[str, Node]:
        """Return a section's entries; empty if there is no such section."""
        return self.root.mapping[name].mapping if name in self.root.mapping else {}


def load_template(name: str, assets: Assets, report: Report, at: Span | None) -> TemplateSource | None:
    """Read the template *name* and the parents that it extends; *at* is where it is named, for errors."""
    root = _load(name, assets, report, at, ())
    return TemplateSource(name, _faces(root, name, assets, report)) if root is not None else None


def _load(name: str, assets: Assets, report: Report, at: Span | None, children: tuple[str, ...]) -> Node | None:
    try:
        if name in children:
            raise Problem("extends-cycle", f"templates extend each other: {' > '.join([*children, name])}")
        path = assets.finder.template(name)
        root = load_yaml(path, assets.files.text(path), report, assets.files.readings)
        if root is None:
            return None
        if not isinstance(root.value, dict):
            raise Problem("wrong-type", "a template is a mapping with `template:` and `faces:`", root.span)
        root = _checked(root, report)
        parent = root.mapping.get("extends")
        if parent is None:
            return root
        if not isinstance(parent.value, str):
            raise Problem("wrong-type", "`extends` takes one template's name", parent.span)
        above = _load(parent.value, assets, report, parent.span, (*children, name))
        return merge(above, root, report, assets.files.cache) if above is not None else None
    except Problem as problem:
        report.add(problem, at)
        return None


def _checked(root: Node, report: Report) -> Node:
    """The root without invalid sections, each of which is reported."""
    kept = {}
    for key, node in root.mapping.items():
        if key not in _SECTIONS:
            near, hint = did_you_mean(key, _SECTIONS), f"a template has {', '.join(_SECTIONS)}"
            report.error("unknown-key", f"unknown section {key!r}{near}", node.key_span, hint=hint, fix=near.fix)
        elif key == "dpi":
            number = (
                not isinstance(node.value, bool) and isinstance(node.value, (int, float)) and 1 <= node.value <= MAX_DPI
            )
            if number or node.value is None:
                kept[key] = node
            else:
                report.error(
                    "wrong-value", f"`dpi` is how many px an inch has, from 1 to {MAX_DPI:,}, such as 300", node.span
                )
        elif key not in ("template", "extends") and not isinstance(node.value, dict) and node.value is not None:
            report.error("wrong-type", f"`{key}` is a mapping of names", node.span)
        else:
            kept[key] = node
    return replace(root, value=kept)


def _faces(root: Node, name: str, assets: Assets, report: Report) -> Node:
    """The root with every face merged with the face that it extends (``extends: face`` or ``template#face``)."""
    faces = root.mapping.get("faces")
    if faces is None or not isinstance(faces.value, dict):
        return root
    own = faces.value
    done: dict[str, Node] = {}

    def whole(face: str, node: Node, below: tuple[str, ...]) -> Node:
        if face in done:
            return done[face]
        extends = node.mapping.get("extends")
        if extends is None:
            return node
        target = str(extends.value)
        other, hash_, wanted = target.rpartition("#")
        if hash_ and other != name:
            above = load_template(other, assets, report, extends.span)
            parents = above.section("faces") if above else {}
        else:
            parents = own
        parent = parents.get(wanted)
        if parent is None:
            near = did_you_mean(wanted, parents)
            report.error("unknown-face", f"unknown face {target!r}{near}", extends.span, fix=near.fix)
            return node
        if wanted in below and not hash_:
            message = f"faces extend each other: {' > '.join([*below, wanted])}"
            report.error("extends-cycle", message, extends.span)
            return node
        if parents is own:
            parent = whole(wanted, parent, (*below, wanted))
        return merge(parent, node, report, assets.files.cache)

    for face, node in own.items():
        done[face] = whole(face, node, (face,))
    return replace(root, value={**root.mapping, "faces": replace(faces, value=done)})
