"""Adding things to a deck without opening a file (zones, styles, parts, faces, colours), and renaming them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.faces import ShownFace, ShownZone, in_points
from carddesigner.designer.inspector import Inspector
from carddesigner.designer.legible import readable_text
from carddesigner.designer.part_params import PartParams
from carddesigner.designer.properties import has
from carddesigner.designer.property_messages import (
    AddNamed,
    AddZone,
    MakePart,
    MakeStyle,
    NamedKind,
    RenameNamed,
    UseFamily,
)
from carddesigner.designer.session import Session
from carddesigner.schema.deck import NAME_PATTERN
from carddesigner.schema.template import STYLE_KEYS
from carddesigner.source.yaml import Node, plain
from carddesigner.source.yaml_edits import (
    Edit,
    EditProblem,
    InsertItem,
    InsertKey,
    Remove,
    RenameKey,
    SetValue,
    Step,
    Value,
    YamlText,
)

Edits = dict[Path, tuple[YamlText, list[Edit]]]
"""The edits of files, with their texts."""

_SECTIONS: Mapping[NamedKind, str] = {
    "style": "styles",
    "part": "parts",
    "face": "faces",
    "color": "palette",
    "font": "fonts",
    "stock": "stocks",
}
_KEYS: Mapping[NamedKind, frozenset[str]] = {
    "style": frozenset(("style",)),
    "part": frozenset(("part",)),
    "face": frozenset(("extends", "front", "back", "cover")),
    "color": frozenset(("fill", "color", "background", "stops")),
    "font": frozenset(("font",)),
    "stock": frozenset(("stock",)),
}
"""The keys whose values are names of a kind."""


class Maker:
    """Adds and renames named things of a deck. *shown* returns the face on the page; it raises EditProblem if there is
    none.
    """

    def __init__(self, session: Session, inspector: Inspector, shown: Callable[[], ShownFace]) -> None:
        self.session, self.inspector, self._on_page = session, inspector, shown

    def zone(self, request: AddZone, picture: str) -> tuple[str, Edits]:
        """Add a zone with a content, or with a *picture* given by its path, to the face on the page; return its name
        and the edits. Raises DeckError and Problem.
        """
        shown, loaded = self._on_page(), self.session.loaded()
        template, _, face = shown.face.id.partition("#")
        file, places = self._template(shown, loaded, template)
        path: tuple[Step, ...] = ("faces", face, "zones")
        names = {z.zone.id for z in shown.zones.values()}
        name = _unused(request.content, names)
        left, top, width, height = (f"{round(v, 1):g}mm" for v in request.frame)
        written: dict[str, Value] = {"box": {"left": left, "top": top, "width": width, "height": height}}
        written |= self._content(loaded, template, request.content)
        if request.content == "text":
            source = loaded.templates[template]
            palettes = (loaded.deck.palette, {n: str(v.value) for n, v in source.section("palette").items()})
            x, y, w, h = in_points(request.frame)
            written |= readable_text(source.section("styles"), palettes, shown.face, (x + w / 2, y + h / 2))
        if picture:
            written = {k: v for k, v in written.items() if k != "missing"} | {request.content: picture}
        return name, {file: (places, added(places, path, name, written))}

    def _content(self, loaded: LoadedDeck, template: str, content: str) -> dict[str, Value]:
        source = loaded.templates[template]
        palette = [*loaded.deck.palette, *source.section("palette")]
        ink: Value = next(
            (n for n in palette if n in ("ink", "black", "dark", "text")), palette[-1] if palette else "#26252d"
        )
        contents: Mapping[str, dict[str, Value]] = {
            "text": {"text": "Text"},
            "icon": {"icon": "star", "color": ink},
            "image": {"image": "art/picture.png", "missing": "placeholder"},
            "shape": {"shape": "rectangle", "fill": ink},
            "code": {"code": {"qr": "carddesigner"}},
        }
        if content not in contents:
            raise EditProblem(f"a zone can't be drawn with {content!r}; it takes {', '.join(contents)}")
        return contents[content]

    def style(self, request: MakeStyle) -> tuple[str, Edits]:
        """Move a zone's own looks to a new style, which the zone then uses. Raises DeckError and Problem."""
        shown, loaded = self._on_page(), self.session.loaded()
        name = _checked(request.name)
        template = shown.face.id.partition("#")[0]
        _unknown(loaded.templates[template].section("styles"), "style", name)
        zone, node, file, places, at = self._zone(shown, request.zone)
        own = [str(e.name) for e in places.at(at).entries if e.name in STYLE_KEYS] if at is not None else []
        if at is None or not own:
            raise EditProblem(f"{zone.zone.id} has no looks of its own that a style could have")
        settings = {k: plain(node.mapping[k]) for k in own}
        now = plain(node.mapping["style"]) if "style" in node.mapping else []
        names = [*(now if isinstance(now, list) else [now]), name]
        edits: list[Edit] = [Remove((*at, k)) for k in own]
        edits.insert(0, SetValue((*at, "style"), names if len(names) > 1 else name))
        out: Edits = {file: (places, edits)}
        target, texts = self._template(shown, loaded, template)
        if target == file:
            out[file] = places, [*edits, *added(places, ("styles",), name, settings)]
        else:
            out[target] = texts, added(texts, ("styles",), name, settings)
        return name, out

    def part(self, request: MakePart) -> tuple[str, Edits]:
        """Move the zones inside a zone to a new part, which the zone then shows. Raises DeckError and Problem."""
        shown, loaded = self._on_page(), self.session.loaded()
        name = _checked(request.name)
        template = shown.face.id.partition("#")[0]
        _unknown(loaded.templates[template].section("parts"), "part", name)
        zone, node, file, places, at = self._zone(shown, request.zone)
        if "zones" not in node.mapping or zone.zone.content is not None:
            raise EditProblem(f"{zone.zone.id} has no zones in it that could be a part; group some first")
        target, texts = self._template(shown, loaded, template)
        if at is None or target != file:
            raise EditProblem(f"{zone.zone.id} is written in {file.name}, and a part would be in {target.name}")
        params = PartParams(node.span)
        zones = params.within(plain(node.mapping["zones"]))
        given = params.given
        part = {"params": dict.fromkeys(given, ""), "zones": zones} if given else {"zones": zones}
        edits: list[Edit] = [InsertKey(at, "part", name, before="zones")]
        edits += [InsertKey(at, "params", dict(given), before="zones")] if given else []
        return name, {file: (texts, [*edits, Remove((*at, "zones")), *added(places, ("parts",), name, part)])}

    def named(self, request: AddNamed) -> tuple[str, Edits]:
        """Add a colour, a style, a face or a component with a new name. Raises DeckError and Problem."""
        shown, loaded = self._on_page(), self.session.loaded()
        name = _checked(request.name)
        if request.kind == "component":
            return name, self._component(shown, loaded, name)
        template = shown.face.id.partition("#")[0]
        section = _SECTIONS[request.kind]
        existing = set(loaded.templates[template].section(section))
        _unknown(existing | (set(loaded.deck.palette) if request.kind == "color" else set()), request.kind, name)
        if request.kind == "color":
            places = self.inspector.text(shown, self.session.file)
            return name, {self.session.file: (places, added(places, ("palette",), name, request.value or "#808080"))}
        file, places = self._template(shown, loaded, template)
        initial: Mapping[NamedKind, Value] = {"style": {"size": "9pt"}, "face": _blank(loaded)}
        if request.kind not in initial:
            raise EditProblem(f"a {request.kind} can't be made from here")
        return name, {file: (places, added(places, (section,), name, initial[request.kind]))}

    def _component(self, shown: ShownFace, loaded: LoadedDeck, name: str) -> Edits:
        """Add a component with one card, whose face has the component's name and is added if there is none; its stock
        and back are those of the card on the page.
        """
        _unknown([c.id for c in loaded.components], "component", name)
        current = next(c for c in loaded.components if c.id == shown.key.component)
        template = shown.face.id.partition("#")[0]
        settings: dict[str, Value] = {"id": name}
        if current.stock_name != next(iter(loaded.deck.stocks)):
            settings["stock"] = current.stock_name
        settings |= {"copies": 1, "front": f"{template}#{name}"}
        if current.back is not None and not current.back.varies:
            settings["back"] = f"{current.back.template}#{current.back.face}"
        deck = self.inspector.text(shown, self.session.file)
        out: Edits = {self.session.file: (deck, [InsertItem(("components",), len(loaded.deck.components), settings)])}
        if name not in loaded.templates[template].section("faces"):
            file, places = self._template(shown, loaded, template)
            out[file] = places, added(places, ("faces",), name, _blank(loaded))
        return out

    def family(self, request: UseFamily) -> tuple[str, Edits]:
        """Add a font family to the template, and use it for the given values. Raises DeckError and Problem."""
        shown, loaded = self._on_page(), self.session.loaded()
        template = shown.face.id.partition("#")[0]
        slug = re.sub(r"[^a-z0-9]+", "-", request.family.lower()).strip("-")
        name = _unused(slug or "font", set(loaded.templates[template].section("fonts")))
        out = self.inspector.edits([replace(value, value=name, unset=False) for value in request.values])
        file, places = self._template(shown, loaded, template)
        places, edits = out.get(file, (places, []))
        out[file] = places, [*edits, *added(places, ("fonts",), name, {"family": request.family})]
        return name, out

    def rename(self, request: RenameNamed) -> tuple[str, Edits]:
        """Rename a style, a colour or another named thing wherever it is used. Return a note about expressions that may
        still use the old name, and the edits. Raises DeckError and Problem.
        """
        shown = self._on_page()
        to = _checked(request.to)
        section = _SECTIONS[request.kind]
        out: Edits = {}
        left: list[str] = []
        renamed = 0
        for file in sorted(
            {self.session.file, *(f for f in shown.places.files.values() if f.suffix in (".yaml", ".yml"))}
        ):
            if not shown.places.can_write(file):
                continue
            places = self.inspector.text(shown, file)
            edits: list[Edit] = []
            if has(places, (section, request.name)):
                if has(places, (section, to)):
                    raise EditProblem(f"there is a {request.kind} {to!r} already")
                renamed += 1
                edits.append(RenameKey((section, request.name), to))
            for path, value in _uses(places, request.kind, request.name, to):
                new = tuple(
                    to if path[:2] == (section, request.name) and i == 1 else step for i, step in enumerate(path)
                )
                edits.append(SetValue(new, value))
            left += _left(places, request.name)
            if edits:
                out[file] = places, edits
        if not renamed:
            raise EditProblem(f"{request.kind} {request.name!r} is not written in a file of this deck")
        note = f"Expressions that name {request.name!r} stay as they are: {', '.join(left[:3])}" if left else ""
        return note, out

    def _zone(self, shown: ShownFace, key: str) -> tuple[ShownZone, Node, Path, YamlText, tuple[Step, ...] | None]:
        """Return a zone, its node, its file with its text, and its path there, None if it has none any more. Raises
        Problem.
        """
        zone = shown.zones.get(key)
        node = shown.places.node(zone.zone) if zone is not None else None
        file = shown.places.file(zone.zone) if zone is not None else None
        if zone is None or node is None or file is None or zone.zone.span is None:
            raise EditProblem("this zone is not on the face any more")
        places = self.inspector.text(shown, file)
        return zone, node, file, places, places.path_at(zone.zone.span.start)

    def _template(self, shown: ShownFace, loaded: LoadedDeck, name: str) -> tuple[Path, YamlText]:
        source = loaded.templates[name]
        file = shown.places.files.get(source.root.span.path)
        if file is None:
            raise EditProblem(f"template {name} is in no file of the deck")
        return file, self.inspector.text(shown, file)


def _blank(loaded: LoadedDeck) -> Value:
    """Return the definition of an empty face."""
    return {"zones": {"ground": {"in": "bleed", "fill": next(iter(loaded.deck.palette), "#ffffff")}}}


def _checked(name: str) -> str:
    name = name.strip()
    if not re.fullmatch(NAME_PATTERN, name):
        raise EditProblem(f"{name!r} is no name; expected small letters, digits and hyphens, such as card-title")
    return name


def _unknown(names: Any, kind: str, name: str) -> None:
    if name in names:
        raise EditProblem(f"there is a {kind} {name!r} already")


def _unused(name: str, names: set[str]) -> str:
    out, count = name, 2
    while out in names:
        out, count = f"{name}-{count}", count + 1
    return out


def added(places: YamlText, path: tuple[Step, ...], name: str, value: Value) -> list[Edit]:
    """Return the edits that add a name to the mapping at a path, which is added if it is missing."""
    if has(places, path):
        return [InsertKey(path, name, value)]
    depth = len(path) - 1
    while depth and not has(places, path[:depth]):
        depth -= 1
    value = {name: value}
    for step in reversed(path[depth + 1 :]):
        value = {str(step): value}
    key = str(path[depth])
    before = "faces" if key in ("fonts", "styles", "parts") else "components" if key == "palette" else None
    return [InsertKey(path[:depth], key, value, before=before)]


def scalars(places: YamlText) -> Iterator[tuple[tuple[Step, ...], Value]]:
    """Yield the scalar values of a file as texts, each with its path."""

    def walk(value: Any, path: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], Value]]:
        if value.kind == "scalar":
            yield path, places.text[value.start : value.end].strip("\"'")
        for i, entry in enumerate(value.entries):
            yield from walk(entry.value, (*path, entry.name if entry.name is not None else i))

    yield from walk(places.root, ()) if places.root is not None else ()


def _uses(places: YamlText, kind: NamedKind, name: str, to: str) -> Iterator[tuple[tuple[Step, ...], Value]]:
    """Yield the paths at which a named thing is used, each with the value after renaming it."""
    for path, value in scalars(places):
        key = next((s for s in reversed(path) if isinstance(s, str)), "")
        flow = kind == "style" and "flow" in path[:-1]
        if not isinstance(value, str) or not (key in _KEYS[kind] or flow):
            continue
        if kind == "face":
            template, mark, face = value.rpartition("#")
            if face == name and (mark or key == "extends"):
                yield path, f"{template}{mark}{to}"
        elif key == "stops":
            color, space, place = value.partition(" ")
            if color == name:
                yield path, f"{to}{space}{place}"
        elif value == name:
            yield path, to


def _left(places: YamlText, name: str) -> list[str]:
    """Return the places of expressions that contain a name as a word."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    out = []
    for path, text in scalars(places):
        if isinstance(text, str) and any(word.search(inner) for inner in re.findall(r"\{[{%].*?[}%]\}", text)):
            value = places.at(path)
            out.append(f"{places.name}:{places.text.count(chr(10), 0, value.start) + 1}")
    return out
