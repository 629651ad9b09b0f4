"""The properties of a zone, a style or another part of a deck: the value of each key, where it comes from, and the
edits that change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Problem
from carddesigner.core.source import Span
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.message_parts import Side
from carddesigner.designer.property_messages import Kind, Origin, Properties, PropertyOwner, PropertyValue
from carddesigner.schema.json_schema import template_schema
from carddesigner.schema.template import STYLE_KEYS
from carddesigner.source.files import display_path
from carddesigner.source.yaml import Node, plain
from carddesigner.source.yaml_edits import Edit, EditProblem, InsertKey, Remove, SetValue, Step, Value, YamlText
from carddesigner.template.expressions import ExpressionProblem, compile_bare, compile_text
from carddesigner.template.faces import card_scope
from carddesigner.template.simple import printed

_ESCAPED = re.compile(r"[\u00ad\u200b]|\\([!-/:-@\[-`{-~])")
"""The characters that the filter `plain` inserts so that a text is printed literally."""
MAX_SHOWN = 300
"""The most characters shown of an expression's value."""

_SECTIONS: Mapping[Kind, str] = {"style": "styles", "part": "parts", "face": "faces", "stock": "stocks"}
_DEFINITIONS: Mapping[Kind, str] = {
    "zone": "Zone",
    "style": "Style",
    "part": "Part",
    "face": "Face",
    "stock": "Stock",
    "component": "Component",
    "print": "PrintModel",
    "palette": "",
}


class Target(Struct, frozen=True, eq=False):
    """The subject of properties: its merged node, the file and path for its own settings, and the styles that it can
    use. ``own_path`` is the path in ``own_file`` at which changes are written, also to inherited settings.
    """

    kind: Kind
    name: str
    node: Node
    own_file: Path
    own_path: tuple[Step, ...]
    styles: Mapping[str, Node] = {}
    inner: bool = False
    """Whether it is in a part or a repeat, whose expressions read more than the card."""


class Files(Struct, frozen=True, eq=False):
    """The files of a deck, by the names that places show, and the places of their values."""

    folder: Path
    used: Mapping[str, Path]
    read: Mapping[str, YamlText]

    def path(self, span: Span) -> Path | None:
        """Return the file of a place."""
        return self.used.get(span.path)

    def at(self, span: Span) -> tuple[Step, ...] | None:
        """Return the path of the key at a place. Raises Problem."""
        text = self.read.get(span.path)
        return text.path_at(span.start) if text is not None else None


def deck_target(loaded: LoadedDeck, kind: Kind, name: str) -> Target:
    """Return a stock, a component, the palette or the print settings of a deck. Raises EditProblem if there is none."""
    file = loaded.folder / "deck.yaml"
    if kind in ("print", "palette"):
        written = loaded.root.mapping.get(kind, Node({}, Span(display_path(file))))
        return Target(kind, kind, written, file, (kind,))
    if kind == "stock":
        stock = loaded.root.mapping["stocks"].mapping.get(name) if "stocks" in loaded.root.mapping else None
        if stock is not None:
            return Target(kind, name, stock, file, ("stocks", name))
    if kind == "component":
        entries = loaded.root.mapping["components"].value
        for i, node in enumerate(entries if isinstance(entries, tuple) else ()):
            if "id" in node.mapping and node.mapping["id"].value == name:
                return Target(kind, name, node, file, ("components", i))
        if isinstance(entries, dict) and name in entries:
            return Target(kind, name, entries[name], file, ("components", name))
    raise EditProblem(f"there is no {kind} {name!r} in the deck any more")


def template_target(loaded: LoadedDeck, template: str, kind: Kind, name: str, used: Mapping[str, Path]) -> Target:
    """Return a style, a part or a face of a template. Raises EditProblem if there is none."""
    source = loaded.templates[template]
    node = source.section(_SECTIONS[kind]).get(name)
    if node is None:
        raise EditProblem(f"there is no {kind} {name!r} in template {template} any more")
    own = used.get(source.root.span.path) or loaded.folder / "templates" / f"{template}.yaml"
    return Target(kind, name, node, own, (_SECTIONS[kind], name))


def properties_of(
    target: Target, files: Files, loaded: LoadedDeck, key: PieceKey, side: Side, *, locked: str = ""
) -> Properties:
    """Return the properties of a target, with values for a piece's card."""
    names, guessed = _style_names(target.node)
    scope = _scope(loaded, key, side) if not target.inner else None
    out = []
    for name, node in target.node.mapping.items():
        origin = _origin(target, files, node)
        below = tuple(_styles(target, names, name, files)) if target.kind == "zone" else ()
        result, problem = _result(name, node, scope)
        out.append(PropertyValue(name, plain(node), (origin, *below), result, problem))
    own_keys = {entry.key for entry in out}
    for style in reversed(names):
        entry = target.styles.get(style)
        for name, value in entry.mapping.items() if entry is not None else ():
            if name not in own_keys:
                own_keys.add(name)
                result, problem = _result(name, value, scope)
                out.append(
                    PropertyValue(name, plain(value), tuple(_styles(target, names, name, files)), result, problem)
                )
    place = target.node.key_span or target.node.span
    return Properties(
        PropertyOwner(target.kind, target.name),
        definition=_DEFINITIONS[target.kind],
        place=str(place),
        values=tuple(out),
        styles=tuple(names),
        locked=locked,
        hint="its style is named by an expression" if guessed else "",
    )


def in_force(target: Target, key: str) -> Value:
    """Return the effective value of a key: the zone's own, else that of its strongest style, else the default."""
    names, _ = _style_names(target.node)
    styles = (target.styles[name] for name in reversed(names) if key in STYLE_KEYS and name in target.styles)
    node = next((n.mapping[key] for n in (target.node, *styles) if key in n.mapping), None)
    return plain(node) if node is not None else _defaults().get(key)


@cache
def _defaults() -> Mapping[str, Value]:
    """Return the defaults of a zone's keys."""
    keys = template_schema()["definitions"]["Zone"]["properties"]
    return {key: schema["default"] for key, schema in keys.items() if "default" in schema}


def _style_names(node: Node) -> tuple[list[str], bool]:
    """Return the styles that a zone names, weakest first, and whether an expression names one."""
    value = plain(node.mapping["style"]) if "style" in node.mapping else []
    names = [str(n) for n in (value if isinstance(value, list) else [value]) if isinstance(n, str)]
    fixed = [n for n in names if "{{" not in n and "{%" not in n]
    return fixed, len(fixed) < len(names)


def _styles(target: Target, names: Iterable[str], key: str, files: Files) -> Iterator[Origin]:
    """Yield the styles that set a key, strongest first."""
    if key not in STYLE_KEYS:
        return
    for name in reversed(list(names)):
        style = target.styles.get(name)
        if style is not None and key in style.mapping:
            yield _written(style.mapping[key], files, "style", name)


def _origin(target: Target, files: Files, node: Node) -> Origin:
    origin = _written(node, files, "own", "")
    if origin.file and (files.folder / origin.file, tuple(origin.path[:-1])) == (target.own_file, target.own_path):
        return origin
    path = origin.path[:-1]
    name = " ".join(map(str, path[:2])).replace("faces ", "face ").replace("parts ", "part ")
    if not origin.editable or files.folder / origin.file != target.own_file:
        file = origin.place.rpartition("/")[2].partition(":")[0]
        name = f"{file}: {name}" if name else file
    return Origin("parent", name or "parent", origin.place, origin.file, origin.path, origin.editable)


def _written(node: Node, files: Files, kind: Literal["own", "style", "parent"], name: str) -> Origin:
    """Return where a value is written."""
    span = (node.key_span or node.span).pinned()
    file = files.path(span)
    try:
        path = files.at(span)
    except Problem:
        path = None
    inside = file is not None and file.is_relative_to(files.folder)
    shown = file.relative_to(files.folder).as_posix() if inside and file is not None else ""
    return Origin(kind, name, str(span), shown, path or (), editable=inside and path is not None)


def _scope(loaded: LoadedDeck, key: PieceKey, side: Side) -> dict[str, object] | None:
    card = loaded.cards.get(key)
    return card_scope(loaded, card, side, 1) if card is not None else None


def _result(key: str, node: Node, scope: Mapping[str, object] | None) -> tuple[str | None, str]:
    """Return the value of an expression for the card, and why it has none."""
    value = node.value
    bare = key in ("when", "each")
    if not isinstance(value, str) or scope is None or not (bare or "{{" in value or "{%" in value):
        return None, ""
    try:
        made = printed((compile_bare if bare else compile_text)(value, node.span).evaluate(scope))
    except ExpressionProblem as problem:
        return None, str(problem)
    text = {True: "yes", False: "no"}.get(made, str(made)) if isinstance(made, bool) else _ESCAPED.sub(r"\1", str(made))
    return text[:MAX_SHOWN] + ("…" if len(text) > MAX_SHOWN else ""), ""


def value_edits(
    places: YamlText, path: tuple[Step, ...], written: Value, key: tuple[str, ...], value: Value
) -> list[Edit]:
    """Return the edits that write a value at a *key* of the mapping at *path*; *written* is the current value of its
    first key, inherited or not. Missing mappings are added; if one of them is inherited, it is written as a whole.
    """
    own = _at(places, path)
    first, rest = key[0], key[1:]
    if rest and (own is None or first not in own or not _is_map(places, (*path, first))):
        whole = dict(written) if isinstance(written, dict) else {}
        return _nested(places, path, first, _changed(whole, rest, value))
    return _nested_at(places, (*path, *key), value)


def unset_edits(places: YamlText, path: tuple[Step, ...]) -> list[Edit]:
    """Return the edits that remove a value and, within a zone, a mapping that this leaves empty. Raises Problem."""
    places.at(path)
    owner = places.at(path[:-1])
    if len(owner.entries) == 1 and path[-2:-1] not in (("zones",), ("styles",), ("parts",), ("faces",)):
        above = places.at(path[:-2])
        names = {e.name for e in above.entries}
        if names & {"box", "text", "when", "style"} and len(above.entries) > 1:
            return [Remove(path[:-1])]
    return [Remove(path)]


def has(places: YamlText, path: tuple[Step, ...]) -> bool:
    """Return whether anything is written at a path."""
    try:
        places.at(path)
    except Problem:
        return False
    return True


def _at(places: YamlText, path: tuple[Step, ...]) -> tuple[str, ...] | None:
    try:
        return tuple(str(e.name) for e in places.at(path).entries)
    except Problem:
        return None


def _is_map(places: YamlText, path: tuple[Step, ...]) -> bool:
    return places.at(path).kind == "map"


def _changed(written: dict[str, Value], key: tuple[str, ...], value: Value) -> dict[str, Value]:
    inner = written.get(key[0])
    own = _changed(dict(inner) if isinstance(inner, dict) else {}, key[1:], value) if key[1:] else value
    out = {**written, key[0]: own}
    return {k: v for k, v in out.items() if v is not None}


def _nested(places: YamlText, path: tuple[Step, ...], key: str, value: Value) -> list[Edit]:
    return _nested_at(places, (*path, key), value)


def _nested_at(places: YamlText, path: tuple[Step, ...], value: Value) -> list[Edit]:
    """Return the edits that write a value at a path whose last mappings may be missing."""
    depth = len(path) - 1
    while depth and _at(places, path[:depth]) is None:
        depth -= 1
    for step in reversed(path[depth + 1 :]):
        value = {str(step): value}
    owner = places.at(path[:depth])
    if owner.kind == "scalar" and owner.start == owner.end and depth:
        return [SetValue(path[:depth], {str(path[depth]): value})]
    if owner.kind == "map" and all(e.name != path[depth] for e in owner.entries):
        return [
            InsertKey(path[:depth], str(path[depth]), value, before=_before(places, path[:depth], str(path[depth])))
        ]
    return [SetValue(path[: depth + 1], value)]


def _before(places: YamlText, path: tuple[Step, ...], key: str) -> str | None:
    """Return the key before which another is added: a zone's own keys precede its ``zones``."""
    names = _at(places, path) or ()
    return "zones" if "zones" in names and key != "zones" else None
