"""Compiled zones in other places: the template as if the boxes and rotations of a few zones were written
differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace
from pydantic import ValidationError

from carddesigner.contents.base import Box, Model
from carddesigner.contents.board import BoardContent
from carddesigner.core.source import Span
from carddesigner.template.spec import (
    BoardSpec,
    Deferred,
    FaceSpec,
    PartCall,
    PartSpec,
    RepeatSpec,
    Template,
    ZoneSpec,
)

Made = TypeVar("Made")


class Moved(Struct, frozen=True):
    """The changed place of a zone: its whole box as it would be written, and its rotation; None for what doesn't
    change.
    """

    box: Mapping[str, object] | None = None
    rotate: float | None = None


def moved(
    template: Template, faces: Iterable[str], zones: Mapping[Span, Moved], context: Mapping[str, object]
) -> Template:
    """Return a template in which *zones*, identified by their spans, are moved in these *faces* and in all parts and
    boards. What contains none of them is the same object. *context* is that of the template's names. Raises ValueError
    for an invalid box.
    """
    work = _Moving(template, zones, context)
    parts = {name: work.part(name) for name in template.parts}
    boards = work.boards()
    own = {name: work.face(template.faces[name]) for name in faces if name in template.faces}
    return replace(template, faces={**template.faces, **own}, parts=cast("dict[str, PartSpec]", parts), boards=boards)


class _Moving:
    """The moved zones, and the parts and boards that contain them."""

    def __init__(self, template: Template, zones: Mapping[Span, Moved], context: Mapping[str, object]) -> None:
        self.template, self.moves, self.context = template, zones, context
        self._parts: dict[str, PartSpec | None] = {}
        self._boards: dict[str, BoardSpec] | None = None

    def face(self, face: FaceSpec) -> FaceSpec:
        zones = self.zones(face.zones)
        return replace(face, zones=zones) if zones is not face.zones else face

    def part(self, name: str) -> PartSpec | None:
        """Return a part; None if it is unknown or contains itself."""
        if name not in self._parts:
            self._parts[name] = None
            part = self.template.parts.get(name)
            if part is not None:
                zones = self.zones(part.zones)
                self._parts[name] = replace(part, zones=zones) if zones is not part.zones else part
        return self._parts[name]

    def boards(self) -> dict[str, BoardSpec]:
        if self._boards is None:
            self._boards = self.template.boards
            made = {}
            for name, board in self.template.boards.items():
                pieces = {letter: self.zone(zone) for letter, zone in board.pieces.items()}
                same = all(pieces[letter] is zone for letter, zone in board.pieces.items())
                made[name] = board if same else replace(board, pieces=pieces)
            if any(made[name] is not board for name, board in self.template.boards.items()):
                self._boards = made
        return self._boards

    def zones(self, zones: tuple[ZoneSpec, ...]) -> tuple[ZoneSpec, ...]:
        """Return sibling zones; some are linked to the one above them."""
        done: dict[int, ZoneSpec] = {}

        def linked(zone: ZoneSpec) -> ZoneSpec:
            if id(zone) not in done:
                out = self.zone(zone)
                above = linked(zone.above) if zone.above is not None else None
                done[id(zone)] = replace(out, above=above) if above is not zone.above else out
            return done[id(zone)]

        out = tuple(map(linked, zones))
        return zones if all(a is b for a, b in zip(out, zones, strict=True)) else out

    def zone(self, zone: ZoneSpec) -> ZoneSpec:
        move = self.moves.get(zone.span) if zone.span is not None else None
        settings = self._settings(zone.settings, move) if move is not None else zone.settings
        children = self.zones(zone.children)
        inside = self._inside(zone.content)
        if settings is zone.settings and children is zone.children and inside is zone.content and not self._calls(zone):
            return zone
        return replace(zone, settings=settings, children=children, content=inside)

    def _inside(self, content: object) -> object:
        if isinstance(content, RepeatSpec) and isinstance(content.body, tuple):
            body = self.zones(content.body)
            return replace(content, body=body) if body is not content.body else content
        return content

    def _calls(self, zone: ZoneSpec) -> bool:
        """Whether a zone shows a part or board in which something is moved, so that it must be resolved again."""
        content = zone.content.body if isinstance(zone.content, RepeatSpec) else zone.content
        if isinstance(content, PartCall):
            names = [content.name] if isinstance(content.name, str) else list(self.template.parts)
            return any(self.part(name) is not self.template.parts.get(name) for name in names)
        kind = content.model if isinstance(content, Deferred) else type(content)
        return kind is BoardContent and self.boards() is not self.template.boards

    def _settings(self, settings: Model | Deferred, move: Moved) -> Model | Deferred:
        if isinstance(settings, Deferred):
            values = dict(cast("Mapping[str, object]", settings.plan.values))
            if move.box is not None:
                old = values.get("box")
                waiting = old if isinstance(old, dict) else {}
                values["box"] = {k: waiting[k] if _waits(v) else v for k, v in move.box.items()}
            if move.rotate is not None:
                values["rotate"] = move.rotate
            return replace(settings, plan=replace(settings.plan, values=values))
        changes: dict[str, object] = {}
        if move.box is not None:
            changes["box"] = self._box(move.box)
        if move.rotate is not None:
            changes["rotate"] = float(move.rotate)
        return settings.model_copy(update=changes)

    def _box(self, box: Mapping[str, object]) -> Box:
        try:
            return Box.model_validate(dict(box), context=dict(self.context))
        except ValidationError as error:
            raise ValueError(str(error)) from None


def _waits(value: object) -> bool:
    return isinstance(value, str) and "{{" in value
