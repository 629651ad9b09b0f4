"""The properties of zones, styles and other parts of the deck that are shown beside a face, and the edits that change
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.report import DeckError, Problem
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.card_cells import CardCells, fields_in
from carddesigner.designer.faces import ShownFace
from carddesigner.designer.messages import FromServer, Note
from carddesigner.designer.names import icons_for, names_on
from carddesigner.designer.properties import (
    Files,
    Target,
    deck_target,
    has,
    in_force,
    properties_of,
    template_target,
    unset_edits,
    value_edits,
)
from carddesigner.designer.property_messages import Assignment, PropertyOwner
from carddesigner.designer.session import Session, message_of
from carddesigner.source.yaml import plain
from carddesigner.source.yaml_edits import Edit, EditProblem, Step, YamlText, read_places


class Inspector:
    """The properties of the face on a page and of its deck. *shown* returns the face; it raises EditProblem if there is
    none.
    """

    def __init__(self, session: Session, shown: Callable[[], ShownFace]) -> None:
        self.session, self._on_page = session, shown
        self.cells = CardCells(session)

    def look(self, owner: PropertyOwner) -> list[FromServer]:
        """Return the properties of a zone, a style or another part of the deck; nothing if it does not exist any
        more.
        """
        try:
            shown, loaded = self._on_page(), self.session.loaded()
            target = self.target(shown, loaded, owner)
            files = Files(self.session.folder, shown.places.files, self._read(shown, target))
            locked = self.session.read_only
            cells = self.cells.texts(shown.key, fields_in(target.node.mapping.items())) if owner.kind == "zone" else ()
            return [replace(properties_of(target, files, loaded, shown.key, shown.side, locked=locked), cells=cells)]
        except EditProblem:
            return []
        except (DeckError, Problem) as problem:
            return [Note("error", message_of(problem))]

    def names(self) -> list[FromServer]:
        """Return the names that values may have on the face on the page."""
        try:
            shown = self._on_page()
            return [names_on(self.session.loaded(), shown.key, shown.face.id)]
        except (DeckError, Problem):
            return []

    def icons(self, query: str) -> list[FromServer]:
        """Return icons whose names contain all words of a query."""
        try:
            return [icons_for(self.session.loaded(), query)]
        except (DeckError, Problem) as problem:
            return [Note("error", message_of(problem))]

    def fonts(self, *, more: bool) -> list[FromServer]:
        """Return the fonts of the face's template; with *more* also the other families that it could use."""
        try:
            template = self._on_page().face.id.partition("#")[0]
            return [self.session.samples.on(self.session.loaded(), template, more=more)]
        except (DeckError, Problem) as problem:
            return [Note("error", message_of(problem))]

    def edits(self, values: Iterable[Assignment]) -> dict[Path, tuple[YamlText, list[Edit]]]:
        """Return the edits by file that write these values. Raises DeckError and Problem."""
        shown, loaded = self._on_page(), self.session.loaded()
        out: dict[Path, tuple[YamlText, list[Edit]]] = {}
        for value in values:
            target = self.target(shown, loaded, value.owner)
            now = target.node.mapping.get(value.key[0])
            file, path = target.own_file, target.own_path
            if value.at_origin and now is not None:
                span = (now.key_span or now.span).pinned()
                file = shown.places.files.get(span.path, file)
                written_at = self.text(shown, file).path_at(span.start)
                if written_at is None:
                    raise EditProblem(f"{value.key[0]!r} doesn't stand in {file.name} any more")
                path = written_at[:-1]
            places, before = out.get(file) or (self.text(shown, file), [])
            if before and not has(places, path):
                # The value before adds the mapping in which this one is written.
                places, before = read_places(self.session.texts.relative(file), places.edited(before)), []
            if value.unset:
                edits = unset_edits(places, (*path, *value.key))
            else:
                edits = value_edits(places, path, plain(now) if now is not None else None, value.key, value.value)
            out[file] = places, [*before, *edits]
        return out

    def target(self, shown: ShownFace, loaded: LoadedDeck, owner: PropertyOwner) -> Target:
        """Return what *owner* refers to. Raises DeckError and Problem."""
        if owner.kind in ("stock", "component", "print", "palette"):
            return deck_target(loaded, owner.kind, owner.name)
        template, _, face = shown.face.id.partition("#")
        if template not in loaded.templates:
            raise EditProblem("this face is made of no template")
        if owner.kind != "zone":
            return template_target(loaded, template, owner.kind, owner.name, shown.places.files)
        zone = shown.zones.get(owner.name)
        node = shown.places.node(zone.zone) if zone is not None else None
        if zone is None or node is None or zone.zone.span is None:
            raise EditProblem("this zone is not on the face any more")
        source = loaded.templates[template]
        inner = zone.is_repeated
        file = shown.own_file or shown.places.files.get(source.root.span.path) or self.session.file
        own_path: tuple[Step, ...] = ("faces", face, *zone.path)
        if inner:
            written = shown.places.file(zone.zone)
            path = self.text(shown, written).path_at(zone.zone.span.start) if written is not None else None
            if written is None or path is None or path[-1] != zone.zone.id:
                raise EditProblem(f"{zone.zone.id} doesn't stand in a file of the deck any more")
            file, own_path = written, path
        return Target("zone", owner.name, node, file, own_path, source.section("styles"), inner)

    def own_values(self, values: Iterable[Assignment]) -> dict[Path, str]:
        """Return the texts of the files that set values for the card on the page alone: its table, and templates that
        read a new column. Raises DeckError and Problem.
        """
        shown, loaded = self._on_page(), self.session.loaded()
        cells: dict[str, str] = {}
        changes: list[Assignment] = []
        for value in values:
            target = self.target(shown, loaded, value.owner)
            now = in_force(target, value.key[0])
            for key in value.key[1:]:
                now = now.get(key) if isinstance(now, dict) else None
            zone = value.owner.name.rpartition("/")[2]
            field, expression = self.cells.own_value(shown.key, zone, value.key, now)
            cells[field] = "" if value.unset or value.value is None else _cell(value.value)
            if expression is not None:
                changes.append(replace(value, value=expression, unset=False))
        out = self.cells.written(shown.key, cells)
        for path, (places, edits) in self.edits(changes).items():
            out[path] = places.edited(edits)
        return out

    def text(self, shown: ShownFace, path: Path) -> YamlText:
        """Return a file of the deck with the places of its values. Raises Problem."""
        if not shown.places.can_write(path):
            raise EditProblem(f"{path.name} lies outside of the deck's folder, and is not changed from here")
        text = self.session.texts.saved(path)
        if path not in shown.texts or shown.texts[path].text != text:
            shown.texts[path] = read_places(self.session.texts.relative(path), text)
        return shown.texts[path]

    def _read(self, shown: ShownFace, target: Target) -> dict[str, YamlText]:
        """Return the files in which a target is written, by the names that places show."""
        spans = [target.node.span, *(n.key_span or n.span for n in target.node.mapping.values())]
        spans += [n.key_span or n.span for s in target.styles.values() for n in s.mapping.values()]
        files = {span.path: shown.places.files.get(span.path) for span in spans}
        return {
            p: self.text(shown, file) for p, file in files.items() if file is not None and shown.places.can_write(file)
        }


def _cell(value: object) -> str:
    """Return a value as the text of a cell."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
