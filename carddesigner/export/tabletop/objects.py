"""Objects on a table as saves store them: cards, decks, tiles, booklets and bags.

Keys and their meaning: https://kb.tabletopsimulator.com/custom-content/save-file-format/. The game keeps ``Memo``
without using it (https://api.tabletopsimulator.com/object/#memo), so it stores which piece of which deck an object is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from carddesigner.core.units import MM
from carddesigner.export.tabletop.things import Kind, Thing, as_text

CARD_HEIGHT = 80 * MM
"""The height of an unscaled card; its width follows from its picture. The makers state no size: this is what others
measured, such as https://github.com/jeandeaual/tts-deckconverter (tts/builder.go).
"""
ROUNDED, RECTANGLE = 0, 1
"""Shapes of cards: https://api.tabletopsimulator.com/custom-game-objects/#custom-card."""
_CARD_TINT = {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259}
"""The game's own tint of cards: white would shine."""
_BAG_TINT = {"r": 0.7058823, "g": 0.366520882, "b": 0.0}
CARDBOARD = 3
"""The material of models."""
_OURS = "carddesigner"

Json = dict[str, Any]
Identity = tuple[str, str, str, int]


class Place(Struct, frozen=True):
    """Where a card's pictures are: the sheet and the cell on it, both from 0."""

    sheet: int
    cell: int


class SheetState(Struct, frozen=True):
    """A sheet, for a save."""

    face: str
    back: str
    columns: int
    rows: int
    unique: bool
    rounded: bool

    def state(self) -> Json:
        """The sheet as stored in a save. While a card is hidden, its back is shown."""
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": self.unique,
            "Type": ROUNDED if self.rounded else RECTANGLE,
        }


class Model(Struct, frozen=True):
    """A tile's files, and whether the mesh is simple enough to be its own collider."""

    mesh: str
    picture: str
    collides: bool


class Wanted(Struct, frozen=True):
    """A thing of the deck to put on the table, with its pictures according to its kind."""

    thing: Thing
    place: Place | None = None
    model: Model | None = None
    book: str | None = None

    @property
    def scale(self) -> float:
        """Its scale relative to the game's default size."""
        return round(self.thing.front.height / CARD_HEIGHT, 4) if self.place is not None else 1.0


def identity_of(state: Json, deck: str) -> Identity | None:
    """The identity of an object in the deck; None for other objects."""
    stored = _memo(state, deck)
    if stored is None:
        return None
    identity = stored.get("kind"), stored.get("component"), stored.get("id", ""), stored.get("copy", 0)
    kind, component, id_, copy = identity
    whole = isinstance(kind, str) and isinstance(component, str) and isinstance(id_, str) and isinstance(copy, int)
    return identity if whole and not isinstance(copy, bool) else None  # type: ignore[return-value]


def size_of(state: Json, deck: str) -> tuple[float, ...]:
    """The width and height, in millimetres, that an object had when it was written; empty if unknown."""
    size = (_memo(state, deck) or {}).get("size")
    return tuple(size) if isinstance(size, list) and all(isinstance(v, int | float) for v in size) else ()


def look_of(state: Json, deck: str) -> str:
    """The look that an object had when it was written: equal for objects that looked the same, empty if unknown."""
    look = (_memo(state, deck) or {}).get("look")
    return look if isinstance(look, str) else ""


def with_component(state: Json, deck: str, names: Mapping[str, str]) -> Json:
    """A copy of an object, with its component renamed by *names* if it is among them."""
    stored = _memo(state, deck)
    name = stored.get("component") if stored is not None else None
    if stored is None or not isinstance(name, str) or name not in names:
        return dict(state)
    return {**state, "Memo": json.dumps({**stored, "component": names[name]}, ensure_ascii=False)}


def _memo(state: Json, deck: str) -> Json | None:
    memo = state.get("Memo")
    if not isinstance(memo, str) or not memo.startswith(f'{{"{_OURS}":') or len(memo) > 2_000:
        return None
    try:
        stored = json.loads(memo)
    except (ValueError, RecursionError):
        return None
    return stored if isinstance(stored, dict) and stored.get(_OURS) == deck else None


def memo(deck: str, kind: str, component: str, **more: object) -> str:
    """The memo of an object."""
    return json.dumps({_OURS: deck, "kind": kind, "component": component, **more}, ensure_ascii=False)


def new_guid(deck: str, identity: Identity, taken: Collection[str]) -> str:
    """Six hexadecimal digits, derived from the identity, that no other object has."""
    counter = 0
    while True:
        seed = "\0".join((deck, *map(str, identity), str(counter)))
        guid = hashlib.sha256(seed.encode()).hexdigest()[:6]
        if guid not in taken:
            return guid
        counter += 1


def transform(x: float = 0.0, y: float = 1.0, z: float = 0.0, *, face_down: bool = False, scale: float = 1.0) -> Json:
    """A place on the table, upright for a player at its near side."""
    return {
        "posX": x,
        "posY": y,
        "posZ": z,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 180.0 if face_down else 0.0,
        "scaleX": scale,
        "scaleY": 1.0,
        "scaleZ": scale,
    }


def blank(guid: str, name: str, place: Json) -> Json:
    """The keys that every object has, in the order of the game's own files."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": place,
        "Nickname": "",
        "Description": "",
        "GMNotes": "",
        "Memo": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def new_state(wanted: Wanted, guid: str) -> Json:
    """A new object for a thing, without what ``shown`` adds."""
    thing = wanted.thing
    if thing.kind is Kind.CARD:
        state = blank(guid, "Card", transform(face_down=not thing.two_sided, scale=wanted.scale))
        # A card with both sides in play has nothing to hide.
        state |= {"ColorDiffuse": dict(_CARD_TINT), "HideWhenFaceDown": not thing.two_sided, "Hands": True}
        return state | {"SidewaysCard": False}
    if thing.kind is Kind.TILE:
        hides = thing.back is not None and not thing.two_sided
        return blank(guid, "Custom_Model", transform(face_down=hides)) | {"HideWhenFaceDown": hides}
    return blank(guid, "Custom_PDF", transform())


def shown(wanted: Wanted, deck: str, sheets: dict[int, tuple[int, SheetState]]) -> Json:
    """The parts of a thing's object that follow from the deck; *sheets* are the keys and states of sheets by number."""
    thing = wanted.thing
    more = {"id": thing.id, "copy": thing.copy, "size": list(thing.size), "look": thing.look}
    note = memo(deck, thing.kind, thing.component, **more)
    out: Json = {"Nickname": as_text(thing.title), "Description": as_text(thing.text), "Memo": note}
    if wanted.place is not None:
        key, sheet = sheets[wanted.place.sheet]
        return out | {"Name": "Card", "CardID": 100 * key + wanted.place.cell, "CustomDeck": {str(key): sheet.state()}}
    if wanted.model is not None:
        mesh = {
            "MeshURL": wanted.model.mesh,
            "DiffuseURL": wanted.model.picture,
            "NormalURL": "",
            "ColliderURL": wanted.model.mesh if wanted.model.collides else "",
            "Convex": True,
            "MaterialIndex": CARDBOARD,
            "TypeIndex": 0,
            "CastShadows": True,
        }
        return out | {"Name": "Custom_Model", "CustomMesh": mesh}
    pdf = {"PDFUrl": wanted.book, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return out | {"Name": "Custom_PDF", "CustomPDF": pdf}


def new_bag(guid: str, deck: str, component: str, title: str, place: Json) -> Json:
    """A bag for a component."""
    state = blank(guid, "Bag", place) | {"ColorDiffuse": dict(_BAG_TINT)}
    return state | {"Nickname": title, "Memo": memo(deck, "bag", component), "ContainedObjects": []}


def new_save(title: str) -> Json:
    """A saved object without contents."""
    return {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [],
    }
