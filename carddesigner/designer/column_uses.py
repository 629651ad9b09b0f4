"""Where a deck uses a table's column: what is renamed with it, and what its author must change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import DeckError, Problem
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.session import Session
from carddesigner.schema.deck import Component
from carddesigner.schema.rows import Rows
from carddesigner.source.yaml_edits import Edit, RenameKey, SetValue, Step, YamlText, read_places

_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


class Uses(Struct, frozen=True):
    """The new texts of files in which a column is renamed, and a line for each remaining use."""

    texts: dict[Path, str]
    left: tuple[str, ...]


def renamed_uses(session: Session, components: Sequence[Component], old: str, new: str) -> Uses:
    """Rename a column of a table that *components* read wherever it is used. Raises Problem."""
    texts: dict[Path, str] = {}
    left: list[str] = []
    places = read_places(session.texts.relative(session.file), session.texts.saved(session.file))
    edits: list[Edit] = []
    for i, component in enumerate(session.components()):
        if any(component.id == c.id for c in components):
            edits += _in_component(places, i, component, old, new)
    if edits:
        texts[session.file] = places.edited(edits)
    try:
        loaded = session.loaded()
    except DeckError:
        return Uses(texts, ("templates were not looked through, for the deck has errors",))
    for path, name in _templates(loaded, components):
        text = session.texts.saved(path) if path.is_relative_to(session.folder) else path.read_text("utf-8", "replace")
        changed, count = _in_template(text, old, new)
        if not count:
            continue
        shared = [c.id for c in loaded.components if c.id not in {k.id for k in components} and _uses(c, name)]
        if not path.is_relative_to(session.folder):
            left.append(f"{path.name} lies outside of the deck's folder and still says card.{old}")
        elif shared:
            left.append(f"{session.texts.relative(path)} still says card.{old}, for {', '.join(shared)} use it too")
        elif not _NAME.fullmatch(new):
            left.append(
                f"{session.texts.relative(path)} still says card.{old}, for {new!r} is no name in an expression"
            )
        else:
            texts[path] = changed
    return Uses(texts, tuple(left))


def _in_template(text: str, old: str, new: str) -> tuple[str, int]:
    """Return a template's text with ``card.old`` renamed, and the number of replacements."""
    return re.subn(rf"(?<![\w.])card\.{re.escape(old)}(?![\w(]|-\w)", f"card.{new}", text)


def _uses(component: object, template: str) -> bool:
    sides = (getattr(component, "front", None), getattr(component, "back", None))
    return any(side is not None and side.template == template for side in sides)


def _templates(loaded: LoadedDeck, components: Sequence[Component]) -> list[tuple[Path, str]]:
    ids = {c.id for c in components}
    names = [name for name in loaded.templates if any(c.id in ids and _uses(c, name) for c in loaded.components)]
    out = []
    for name in names:
        try:
            out.append((loaded.assets.finder.template(name), name))
        except Problem:
            continue
    return out


def _in_component(places: YamlText, index: int, component: Component, old: str, new: str) -> list[Edit]:
    """Return the edits that rename a column in a component of ``deck.yaml``."""
    base: tuple[Step, ...] = ("components", index)
    edits: list[Edit] = []

    def has(path: tuple[Step, ...]) -> bool:
        try:
            places.at(path)
        except Problem:
            return False
        return True

    if old in component.fields and has((*base, "fields", old)):
        edits.append(RenameKey((*base, "fields", old), new))
    rows = component.rows
    if rows is None or not has((*base, "rows", "file")):
        return edits
    edits += [SetValue((*base, "rows", key), new) for key in ("id", "copies") if _setting(rows, key) == old]
    if isinstance(rows.copies, tuple):
        edits += [SetValue((*base, "rows", "copies", i), new) for i, name in enumerate(rows.copies) if name == old]
    for key in ("only", "except"):
        path = (*base, "rows", key, old)
        if has(path):
            edits.append(RenameKey(path, new))
    for i, join in enumerate(rows.join):
        path = (*base, "rows", "join", i, "on")
        if join.on == old and has(path):
            edits.append(SetValue(path, new))
    return edits


def _setting(rows: Rows, key: str) -> object:
    return getattr(rows, key) if key in rows.model_fields_set else None
