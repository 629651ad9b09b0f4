"""A card's title for people: what the zone ``title`` of its face shows, or the table's column ``name`` or ``title``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from carddesigner.core.piece import PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.tables.table import text_of
from carddesigner.template.compile import compiled
from carddesigner.template.expressions import Expression, ExpressionProblem
from carddesigner.template.faces import card_faces
from carddesigner.template.spec import Deferred, ZoneSpec

_ZONE = "title"
_COLUMNS = ("name", "title")
"""Columns with these names, in any case, contain a card's title."""


def card_titles(deck: LoadedDeck) -> dict[PieceKey, str]:
    """Return the titles of all cards that have one."""
    out = {}
    columns: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for component in deck.components:
        paths = title_fields(deck, component)
        for card in component.cards:
            # The cards of a table have the same fields.
            fields = tuple(card.row)
            if fields not in columns:
                columns[fields] = _named(fields)
            texts = (text_of(_value(card.row, path)) for path in (*paths, *columns[fields]))
            if title := next(filter(None, texts), ""):
                out[card.key] = title
    return out


def title_fields(deck: LoadedDeck, component: LoadedComponent) -> tuple[tuple[str, ...], ...]:
    """Return the fields that the zone ``title`` shows on the fronts of a component, in the order of its text."""
    ref = component.front
    if ref is None:
        return ()
    template = compiled(deck, ref.template, Report())[0]
    names: set[str] = set()
    with suppress(ExpressionProblem):
        names = card_faces(deck, "front", ref, template).names(component.cards)
    faces = [face for name, face in template.faces.items() if name in names]
    return tuple(dict.fromkeys(path for face in faces for zone in _titles(face.zones) for path in _fields(zone)))


def _titles(zones: Iterable[ZoneSpec]) -> Iterator[ZoneSpec]:
    for zone in zones:
        if zone.id == _ZONE:
            yield zone
        yield from _titles(zone.children)


def _fields(zone: ZoneSpec) -> Iterator[tuple[str, ...]]:
    """The fields of the card that a zone's text reads."""
    values = zone.content.plan.values if isinstance(zone.content, Deferred) else None
    text = values.get("text") if isinstance(values, dict) else None
    if isinstance(text, Expression):
        paths = [path for path in text.reads if path[0] == "card" and path[1:]]
        yield from (path[1:] for path in sorted(paths, key=lambda path: (text.source.find(".".join(path)), path)))


def _value(value: object, path: tuple[str, ...]) -> object:
    for name in path:
        value = value[name] if isinstance(value, Record) and name in value else None
    return value


def _named(fields: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The fields that contain a card's title."""
    small = {name.casefold(): name for name in fields}
    return tuple((small[name],) for name in _COLUMNS if name in small)
