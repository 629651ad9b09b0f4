"""Edits that move, reorder, rename, duplicate and delete zones, as new texts of their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from carddesigner.core.units import MM
from carddesigner.designer.boxes import moved_box
from carddesigner.designer.faces import ShownFace, ShownZone, zone_info
from carddesigner.designer.inspector import Inspector
from carddesigner.designer.making import added
from carddesigner.designer.messages import Delete, Duplicate, Placing, Rename, Reorder
from carddesigner.designer.placing import Place, moved_place
from carddesigner.designer.properties import has
from carddesigner.designer.session import Session
from carddesigner.source.yaml import plain
from carddesigner.source.yaml_edits import (
    Edit,
    EditProblem,
    InsertKey,
    Move,
    Remove,
    RenameKey,
    SetValue,
    Value,
    YamlText,
)

COPY_OFFSET = 2 * MM
"""The offset of a copy from its zone, in points."""

Edits = Mapping[Path, tuple[YamlText, list[Edit]]]
Step = tuple[str, dict[Path, str]]
"""A step's name, and the new texts of files."""


class ZoneEdits:
    """Edits of the zones of the face on the page. All raise Problem, and DeckError if the deck can't be read."""

    def __init__(self, session: Session, inspector: Inspector, on_page: Callable[[], ShownFace]) -> None:
        self.session = session
        self.inspector = inspector
        self._on_page = on_page

    def placed(self, zones: Sequence[Placing]) -> dict[Path, str]:
        """Return the texts with which zones have these positions."""
        shown = self._on_page()
        out: dict[Path, tuple[YamlText, list[Edit]]] = {}
        cells: dict[str, str] = {}
        for placing in zones:
            zone = self.zone(shown, placing.zone)
            path, places, at = self.place(shown, zone)
            place = self.moved(shown, zone, placing)
            cells |= place.cells
            edits = out.setdefault(path, (places, []))[1]
            if not has(places, at):
                written: dict[str, Value] = {"rotate": place.turned} if place.turned is not None else {}
                written = {"box": dict(place.whole), **written} if place.changes else written
                edits += added(places, at[:-1], str(at[-1]), written) if written else []
                continue
            own = {e.name for e in places.at(at).entries}
            if place.changes and "box" in own:
                for key, value in place.changes.items():
                    edits.append(Remove((*at, "box", key)) if value is None else SetValue((*at, "box", key), value))
            elif place.changes:
                first = next((e.name for e in places.at(at).entries), None)
                edits.append(InsertKey(at, "box", dict(place.whole), before=first))
            if place.turned is not None:
                edits.append(SetValue((*at, "rotate"), place.turned))
        return {**edited(out), **self.inspector.cells.written(shown.key, cells)}

    def zone(self, shown: ShownFace, key: str) -> ShownZone:
        """Return a zone of the face."""
        zone = shown.zones.get(key)
        if zone is None:
            raise EditProblem("this zone is not on the face any more")
        return zone

    def moved(self, shown: ShownFace, zone: ShownZone, placing: Placing) -> Place:
        """Return a zone's new position as keys of its box."""
        template = next((t for t in self.session.loaded().templates.values() if t.dpi is not None), None)
        dpi = template.dpi if template is not None else None
        return moved_place(
            zone, shown.places, placing, dpi, lambda written: self.inspector.cells.owned(shown.key, written)
        )

    def reorder(self, request: Reorder) -> Step:
        """Move a zone among its siblings."""

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            names = [e.name for e in places.at(at[:-1]).entries]
            to = min(max(names.index(str(at[-1])) + request.by, 0), len(names) - 1)
            return [Move(at, to)]

        name = "Bring forward" if request.by > 0 else "Send backward"
        return self._edit((request.zone,), name, edit)

    def delete(self, request: Delete, step: str = "Delete") -> Step:
        """Delete zones; inherited ones are set to null."""
        shown = self._on_page()
        inherited = {z.path[-1] for k in request.zones if (z := shown.zones.get(k)) and shown.places.inherits(z.zone)}

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            if not has(places, at):
                return added(places, at[:-1], str(at[-1]), None)
            return [SetValue(at, None)] if at[-1] in inherited else [Remove(at)]

        return self._edit(request.zones, step, edit, inherited=True)

    def rename(self, request: Rename) -> Step:
        """Rename a zone, also where others are ``below`` it."""

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            below = [
                SetValue((*at[:-1], str(e.name), "box", "below"), request.name)
                for e in places.at(at[:-1]).entries
                if any(
                    k.name == "below" and _is(places, k, str(at[-1]))
                    for b in e.value.entries
                    if b.name == "box"
                    for k in b.value.entries
                )
            ]
            return [*below, RenameKey(at, request.name)]

        return self._edit((request.zone,), f"Rename to {request.name}", edit)

    def duplicate(self, request: Duplicate) -> Step:
        """Copy a zone, in front of it."""

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            owner = places.at(at[:-1])
            names = [str(e.name) for e in owner.entries]
            name, count = f"{at[-1]}-copy", 2
            while name in names:
                name, count = f"{at[-1]}-copy-{count}", count + 1
            shown = self._on_page()
            zone = shown.zones[request.zone]
            node = shown.places.node(zone.zone)
            written: dict[str, Any] = dict(plain(node)) if node is not None else {}
            moved = zone.zone.frame.moved(COPY_OFFSET, COPY_OFFSET)
            box = written.get("box") or {}
            if isinstance(box, Mapping):
                # If an expression computes the place, the copy is exactly on the zone.
                with suppress(EditProblem):
                    box = {**box, **moved_box(box, zone.zone.parent or moved, zone.zone.frame, moved)}
                written = {
                    "box": {k: v for k, v in box.items() if v is not None},
                    **{k: v for k, v in written.items() if k != "box"},
                }
            after = names[names.index(str(at[-1])) + 1 :]
            return [InsertKey(at[:-1], name, written, before=after[0] if after else None)]

        return self._edit((request.zone,), "Duplicate", edit)

    def _edit(
        self,
        zones: Iterable[str],
        name: str,
        edits: Callable[[YamlText, tuple[str | int, ...]], list[Edit]],
        *,
        inherited: bool = False,
    ) -> Step:
        """Return edits of zones as one step; with *inherited* also of zones that the file only inherits."""
        shown = self._on_page()
        all_edits: dict[Path, tuple[YamlText, list[Edit]]] = {}
        called = []
        for key in zones:
            zone = self.zone(shown, key)
            path, places, at = self.place(shown, zone)
            if not inherited and not has(places, at):
                raise EditProblem(
                    f"{zone.zone.id} is taken over from {Path(str(shown.places.file(zone.zone))).name}: it can be moved, "
                    "changed and deleted here, and no more"
                )
            all_edits.setdefault(path, (places, []))[1].extend(edits(places, at))
            called.append(zone.zone.id)
        what = called[0] if len(called) == 1 else f"{len(called)} zones"
        return f"{name}: {what}", edited(all_edits)

    def place(self, shown: ShownFace, zone: ShownZone) -> tuple[Path, YamlText, tuple[str | int, ...]]:
        """Return the file in which a zone is written, its text, and the zone's path there. Raises Problem."""
        if locked := zone_info(zone, shown.places, shown.own_file).locked:
            raise EditProblem(f"{zone.zone.id} can't be changed here: {locked}")
        path, span = shown.places.file(zone.zone), zone.zone.span
        assert path is not None
        assert span is not None
        if not shown.places.can_write(path) and shown.own_file is not None:
            return (
                shown.own_file,
                self.inspector.text(shown, shown.own_file),
                ("faces", shown.face.id.partition("#")[2], *zone.path),
            )
        places = self.inspector.text(shown, path)
        at = places.path_at(span.start)
        if at is None or at[-1] != zone.zone.id:
            raise EditProblem(f"{zone.zone.id} doesn't stand in {path.name} any more")
        return path, places, at


def edited(edits: Edits) -> dict[Path, str]:
    """Return the texts of files with their edits. Raises Problem."""
    return {path: places.edited(own) for path, (places, own) in edits.items()}


def _is(places: YamlText, entry: Any, value: str) -> bool:
    return places.text[entry.value.start : entry.value.end].strip("\"'") == value
