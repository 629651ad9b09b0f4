"""Update a saved object, or a whole saved game, to the deck's current state: objects that stay keep their identifier
and place.

An earlier save may come from anywhere, so everything read from it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct, field
from msgspec.json import decode, encode, format

from carddesigner.core.report import Report
from carddesigner.core.source import Span, span_in
from carddesigner.export.tabletop.objects import (
    Identity,
    Json,
    SheetState,
    Wanted,
    blank,
    identity_of,
    look_of,
    memo,
    new_bag,
    new_guid,
    new_save,
    new_state,
    shown,
    size_of,
    transform,
)
from carddesigner.export.tabletop.renamed import new_names, renamed
from carddesigner.export.tabletop.things import Kind, Thing, as_text, called
from carddesigner.source.files import display_path, read_bytes

MAX_DEPTH = 40
"""The deepest nesting of objects."""
MAX_OBJECTS = 100_000
_INDENT = 2
MAX_INDENTED = 20
"""The longest indentation of a save, as a multiple of its text's length; a save with more is written without
indentation.
"""
_KEYS = 10_000_000
"""No real save has keys of sheets above this."""
_AT = re.compile(r"\(byte ([0-9]{1,9})\)")
"""The position of an error in JSON."""
_ACROSS, _STEP = 6, 4.0
"""The number of bags in a row, and the distance from one to the next in inches."""
_NUMBERS = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")


def read_save(path: Path, deck: str) -> tuple[bytes, Json]:
    """Return the bytes of an earlier save with objects of the deck, and the parsed save. Raises FileProblem, and
    DeckError for a file that is no save, and for a save with no objects of the deck.
    """
    data = read_bytes(path)
    try:
        save: Json = decode(data.removeprefix(b"\xef\xbb\xbf"))
    except RecursionError:
        _broken(path, "it is nested too deeply")
    except ValueError as problem:
        at = _AT.search(str(problem))
        before = data[: int(at[1]) if at is not None else len(data)].decode(errors="replace")
        _broken(path, "it is no JSON from here on", span_in(display_path(path), before, len(before), len(before)))
    if not isinstance(save, dict) or not isinstance(save.get("ObjectStates"), list):
        _broken(path, "it has no list `ObjectStates`")
    _check(path, save, deck)
    if not any(identity_of(state, deck) for state in every_object(save["ObjectStates"])):
        message = f"this save has nothing of the deck {deck!r}; nothing was changed"
        hint = "move it away, or name another folder with --output; a save that is to be updated holds what an earlier export wrote"
        Report().fail("foreign-save", message, Span(display_path(path)), hint=hint)
    return data, save


def _broken(path: Path, what: str, span: Span | None = None) -> NoReturn:
    message = f"this save can't be updated: {what}; nothing was changed"
    hint = "a save of Tabletop Simulator is expected; where it is of no use any more, move it away"
    Report().fail("broken-save", message, span or Span(display_path(path)), hint=hint)


def _check(path: Path, save: Json, deck: str) -> None:
    """Check the type of everything that is read of objects."""
    left: list[tuple[Any, str, int]] = [(o, f"ObjectStates[{i}]", 1) for i, o in enumerate(save["ObjectStates"])]
    count = 0
    while left:
        state, where, depth = left.pop()
        count += 1
        if count > MAX_OBJECTS:
            _broken(path, f"it has more than {MAX_OBJECTS:,} objects")
        if depth > MAX_DEPTH:
            _broken(path, f"objects lie more than {MAX_DEPTH} deep in each other")
        if not isinstance(state, dict):
            _broken(path, f"{where} is no object")
        place = state.get("Transform")
        if place is not None and not (isinstance(place, dict) and all(_number(place.get(n, 0.0)) for n in _NUMBERS)):
            _broken(path, f"{where}.Transform is no place")
        for name in ("GUID", "Name", "Nickname", "Memo"):
            if not isinstance(state.get(name, ""), str | None):
                _broken(path, f"{where}.{name} is no text")
        if not (state.get("CardID") is None or (_whole(state["CardID"]) and 0 <= state["CardID"] < 100 * _KEYS)):
            _broken(path, f"{where}.CardID is no number of a card")
        sheets = state.get("CustomDeck")
        if sheets is not None and not (isinstance(sheets, dict) and all(map(_key, sheets))):
            _broken(path, f"{where}.CustomDeck isn't sheets by their numbers")
        for name in ("ContainedObjects", "ChildObjects"):
            inner = state.get(name)
            if inner is not None and not isinstance(inner, list):
                _broken(path, f"{where}.{name} is no list")
            left += [(o, f"{where}.{name}[{i}]", depth + 1) for i, o in enumerate(inner or ())]
        cards = [c for c in state.get("ContainedObjects") or () if isinstance(c, dict)] if _is_deck(state) else []
        if any(identity_of(c, deck) for c in cards) and any(c.get("CardID") is None for c in cards):
            _broken(path, f"{where} has a card without a `CardID`")
        states = state.get("States")
        if states is not None and not isinstance(states, dict):
            _broken(path, f"{where}.States isn't objects by their numbers")
        left += [(o, f"{where}.States[{k}]", depth + 1) for k, o in (states or {}).items()]


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _key(name: str) -> bool:
    return name.isascii() and name.isdecimal() and len(name) < 9


def every_object(states: Sequence[Json]) -> Iterator[Json]:
    """Yield all objects, including those inside others."""
    for state in states:
        yield state
        for name in ("ContainedObjects", "ChildObjects"):
            yield from every_object(state.get(name) or ())
        yield from every_object(list((state.get("States") or {}).values()))


class Updated(Struct, frozen=True):
    """The bytes of a save, and the titles of the deck's things that are new on the table, changed, or gone. ``unsure``
    are, by component, those whose look and title both differ and that were matched by their row's number alone.
    """

    data: bytes
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    unsure: Mapping[str, tuple[str, ...]] = {}


class _Seen(Struct, frozen=True):
    """The identity, look and title of an object in an earlier save."""

    identity: Identity
    look: str
    title: str

    @property
    def group(self) -> tuple[str, str]:
        return self.identity[:2]


def _seen(state: Json, deck: str) -> _Seen | None:
    """The identity of an object that is a piece of the deck; None for bags, decks and other objects."""
    identity = identity_of(state, deck)
    if identity is None or identity[0] not in tuple(Kind):
        return None
    return _Seen(identity, look_of(state, deck), state.get("Nickname") or "")


class _Match(Struct):
    """Matches objects to things: those with an id of their own by id; then by equal look, then by equal title, and last
    by row number. Among several candidates, one with the same identity comes first.
    """

    left: dict[_Seen, None]
    free: dict[Identity, Thing]
    identities: dict[_Seen, Identity] = field(default_factory=dict)
    unsure: dict[str, dict[str, None]] = field(default_factory=dict)

    def all(self, *, numbers: bool) -> None:
        """Match everything; by *numbers* alone only if the whole deck is wanted."""
        for seen in [s for s in self.left if s.identity in self.free and not self.free[s.identity].by_row]:
            self.identities[seen] = seen.identity
            del self.left[seen]
        for identity in self.identities.values():
            self.free.pop(identity, None)
        self.pair(lambda seen: seen.look, lambda thing: thing.look)
        self.pair(lambda seen: _own_title(seen.title, seen.identity[2]), lambda t: _own_title(as_text(t.title), t.id))
        if numbers:
            before, titles = set(self.identities), {i: t.title for i, t in self.free.items()}
            self.pair(lambda seen: seen.identity, lambda thing: thing.identity if thing.by_row else None)
            for seen in [s for s in self.identities if s not in before and s.look]:
                identity = self.identities[seen]
                self.unsure.setdefault(identity[1], {})[titles[identity]] = None

    def pair(self, old: Callable[[_Seen], object], new: Callable[[Thing], object]) -> None:
        """Match the remaining objects and things with equal keys within a component. Those without a key stay
        unmatched.
        """
        waiting: dict[object, dict[Identity, None]] = {}
        for thing in self.free.values():
            if key := new(thing):
                waiting.setdefault((thing.identity[:2], key), {})[thing.identity] = None
        for same in (True, False):
            for seen in list(self.left):
                here = waiting.get((seen.group, old(seen)))
                if not here or (same and seen.identity not in here):
                    continue
                identity = seen.identity if same else next(iter(here))
                self.identities[seen] = identity
                del self.left[seen], self.free[identity], here[identity]


def _own_title(title: str, id_: str) -> str:
    """A title, or nothing if it only repeats the id."""
    return title if title not in (id_, called(id_)) else ""


class _Update(Struct):
    """An update in progress: the wanted things by identity, and what was found of them."""

    deck: str
    wanted: Mapping[Identity, Wanted]
    sheets: dict[int, tuple[int, SheetState]]
    removes: bool
    matched: Mapping[_Seen, Identity]
    changed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    met: set[Identity] = field(default_factory=set)
    resized: set[Identity] = field(default_factory=set)
    piles: list[Json] = field(default_factory=list)
    """Decks with cards of this deck, which may have one card now, or none."""
    guids: set[str] = field(default_factory=set)

    def of(self, state: Json, component: str) -> bool:
        """Whether an object is a card of a component."""
        return (identity_of(state, self.deck) or ("", ""))[:2] == (Kind.CARD, component)

    def objects(self, states: Sequence[Json]) -> list[Json]:
        """Objects in their current state, without those that are gone."""
        return [new for state in states if (new := self.object(state)) is not None]

    def object(self, state: Json) -> Json | None:
        """An object in its current state; None if it is gone."""
        seen = _seen(state, self.deck)
        state = dict(state)
        if seen is not None and seen in self.matched:
            wanted = self.wanted[self.matched[seen]]
            self.met.add(wanted.thing.identity)
            if (seen.look, seen.title) != (wanted.thing.look, as_text(wanted.thing.title)):
                self.changed.append(wanted.thing.title)
            state = self.refreshed(state, wanted)
        elif seen is not None and self.removes:
            self.gone.append(seen.title or seen.identity[2])
            return None
        inner = state.get("ContainedObjects") or ()
        restacks = _is_deck(state) and any(identity_of(card, self.deck) for card in inner)
        for name in ("ContainedObjects", "ChildObjects"):
            if state.get(name):
                state[name] = self.objects(state[name])
        if state.get("States"):
            states = {k: self.object(s) for k, s in state["States"].items()}
            state["States"] = {k: s for k, s in states.items() if s is not None}
        if restacks:
            self.piles.append(state := self.scaled(state))
        return state

    def refreshed(self, state: Json, wanted: Wanted) -> Json:
        """A matched object, updated; its scale changes only if the size of its piece did."""
        resized = size_of(state, self.deck) not in ((), wanted.thing.size)
        state |= shown(wanted, self.deck, self.sheets)
        if resized:
            self.resized.add(wanted.thing.identity)
            scale = {"scaleX": wanted.scale, "scaleY": 1.0, "scaleZ": wanted.scale}
            state["Transform"] = {**transform(), **(state.get("Transform") or {}), **scale}
        return state

    def scaled(self, pile: Json) -> Json:
        """A pile with the scale of its cards, if their size changed."""
        card = next((c for c in pile["ContainedObjects"] if identity_of(c, self.deck) in self.resized), None)
        if card is None:
            return pile
        scale = {name: card["Transform"][name] for name in ("scaleX", "scaleY", "scaleZ")}
        return {**pile, "Transform": {**transform(), **(pile.get("Transform") or {}), **scale}}

    def new(self, wanted: Wanted) -> Json:
        """A new object for a thing that isn't on the table yet."""
        return new_state(wanted, self.guid(wanted.thing.identity)) | shown(wanted, self.deck, self.sheets)

    def guid(self, identity: Identity) -> str:
        """A new identifier that no other object has."""
        guid = new_guid(self.deck, identity, self.guids)
        self.guids.add(guid)
        return guid


def _is_deck(state: Json) -> bool:
    return state.get("Name") in ("Deck", "DeckCustom")


def stacked(pile: Json, cards: list[Json]) -> Json | None:
    """A pile of cards as a deck with the numbers and sheets of its cards. A single card takes the pile's place; None
    without cards.
    """
    if not cards:
        return None
    if len(cards) == 1:
        return {**cards[0], "Transform": pile.get("Transform") or transform()}
    sheets_of_pile = pile.get("CustomDeck") or {}
    sheets: Json = {}
    for card in cards:
        key = str((card.get("CardID") or 0) // 100)
        if sheet := (card.get("CustomDeck") or sheets_of_pile).get(key):
            sheets[key] = sheet
    numbers = [card.get("CardID") or 0 for card in cards]
    return {**pile, "DeckIDs": numbers, "CustomDeck": sheets, "ContainedObjects": cards}


def updated(
    earlier: Json | None,
    deck: str,
    title: str,
    titles: Mapping[str, str],
    wanted: Sequence[Wanted],
    sheets: Sequence[SheetState],
    *,
    removes: bool = True,
) -> Updated:
    """Return the new save: the *earlier* one, or an empty one, with all *wanted* things of a deck, in order. With
    *removes*, other objects of the deck are removed. New things are added where others of their component lie, or to
    its bag; *titles* are those of components.
    """
    save = new_save(title) if earlier is None else dict(earlier)
    every = list(every_object(save["ObjectStates"]))
    if removes and (names := new_names(every, deck, [w.thing for w in wanted])):
        save["ObjectStates"] = renamed(save["ObjectStates"], deck, names)
        every = list(every_object(save["ObjectStates"]))
    keys = _free_keys(every, deck, len(sheets))
    by_identity = {w.thing.identity: w for w in wanted}
    lying = dict.fromkeys(seen for state in every if (seen := _seen(state, deck)) is not None)
    match = _Match(lying, {w.thing.identity: w.thing for w in wanted})
    match.all(numbers=removes)
    update = _Update(deck, by_identity, dict(enumerate(zip(keys, sheets, strict=True))), removes, match.identities)
    update.guids.update(str(state.get("GUID")) for state in every)
    root = update.objects(save["ObjectStates"])
    new: dict[tuple[str, Kind], list[Json]] = {}
    added = [w for w in wanted if w.thing.identity not in update.met]
    for w in added:
        new.setdefault((w.thing.component, w.thing.kind), []).append(update.new(w))
    for (component, kind), states in new.items():
        if kind is Kind.CARD and _onto_pile(root, states, component, update, titles[component]):
            continue
        bag = next((o for o in every_object(root) if identity_of(o, deck) == ("bag", component, "", 0)), None)
        if bag is None:
            guid = update.guid(("bag", component, "", 0))
            bag = new_bag(guid, deck, component, titles[component], _free_place(root))
            root.append(bag)
        made = [_new_pile(states, component, update, titles[component])] if kind is Kind.CARD else states
        bag["ContainedObjects"] = [*(bag.get("ContainedObjects") or []), *made]
    gone = {("bag", c, "", 0) for c in _bags(every, deck) if removes and c not in {w.thing.component for w in wanted}}
    root = _settled(root, {id(pile) for pile in update.piles}, lambda state: identity_of(state, deck) in gone)
    save["ObjectStates"] = root
    data = encode(save)
    written = format(data, indent=_INDENT) if _indentation(save) <= len(data) * MAX_INDENTED else data
    return Updated(
        written + b"\n",
        tuple(w.thing.title for w in added),
        tuple(update.changed),
        tuple(update.gone),
        {component: tuple(titles) for component, titles in match.unsure.items()},
    )


def _indentation(save: Json) -> int:
    """The number of spaces of indentation in a save with a line for each value."""
    total, depth = 0, 0
    level: list[Any] = [save]
    while level:
        depth += 1
        inner = [value for outer in level for value in (outer.values() if isinstance(outer, dict) else outer)]
        total += _INDENT * depth * len(inner)
        level = [value for value in inner if isinstance(value, dict | list)]
    return total


def _free_keys(every: Sequence[Json], deck: str, count: int) -> list[int]:
    """Keys of sheets that nothing else in a save uses; players may mix cards of several games in a pile."""
    taken: set[int] = set()
    for state in every:
        inner = state.get("ContainedObjects") or ()
        if identity_of(state, deck) is None or any(identity_of(card, deck) is None for card in inner):
            others = [c for c in inner if identity_of(c, deck) is None] if inner else [state]
            taken.update((c.get("CardID") or 0) // 100 for c in others)
            if not inner:
                taken.update(map(int, state.get("CustomDeck") or ()))
    out: list[int] = []
    key = 1
    while len(out) < count:
        if key not in taken:
            out.append(key)
        key += 1
    return out


def _onto_pile(root: list[Json], states: Sequence[Json], component: str, update: _Update, title: str) -> bool:
    """Put new cards on the deck that has, or had, most cards of their component, or on its only card; return whether
    there was one.
    """
    own = ("deck", component, "", 0)
    best = max(
        update.piles,
        key=lambda p: (sum(update.of(c, component) for c in p["ContainedObjects"]), identity_of(p, update.deck) == own),
        default=None,
    )
    if best is not None and (
        any(update.of(c, component) for c in best["ContainedObjects"]) or identity_of(best, update.deck) == own
    ):
        best["ContainedObjects"] = [*best["ContainedObjects"], *states]
        return True
    loose = [(i, here) for here in _lists(root) for i, o in enumerate(here) if update.of(o, component)]
    if len(loose) == 1:
        at, here = loose[0]
        here[at] = _new_pile([here[at], *states], component, update, title)
        return True
    return False


def _lists(states: list[Json]) -> Iterator[list[Json]]:
    """Yield the lists that contain objects, except those of decks."""
    yield states
    for state in states:
        if state.get("ContainedObjects") and not _is_deck(state):
            yield from _lists(state["ContainedObjects"])


def _new_pile(cards: list[Json], component: str, update: _Update, title: str) -> Json:
    """Cards as a deck where the first of them lies; a single card as it is."""
    first = cards[0]
    if len(cards) == 1:
        return first
    place = {**transform(), **(first.get("Transform") or {})}
    pile = blank(update.guid(("deck", component, "", 0)), "DeckCustom", place)
    note = memo(update.deck, "deck", component)
    pile |= {"Nickname": title, "Memo": note, "ColorDiffuse": first.get("ColorDiffuse") or pile["ColorDiffuse"]}
    pile |= {"HideWhenFaceDown": first.get("HideWhenFaceDown", True), "SidewaysCard": False}
    pile["ContainedObjects"] = cards
    update.piles.append(pile)
    return pile


def _bags(every: Sequence[Json], deck: str) -> set[str]:
    """The components that have bags."""
    return {
        identity[1] for state in every if (identity := identity_of(state, deck)) is not None and identity[0] == "bag"
    }


def _settled(states: Sequence[Json], piles: Collection[int], gone: Callable[[Json], bool]) -> list[Json]:
    """Objects with *piles*, given by identity, turned into decks or cards; empty bags that are *gone* are left out."""
    out = []
    for state in states:
        if id(state) in piles:
            settled = stacked(state, state["ContainedObjects"])
        else:
            settled = state
            for name in ("ContainedObjects", "ChildObjects"):
                if state.get(name):
                    state[name] = _settled(state[name], piles, gone)
            if not state.get("ContainedObjects") and gone(state):
                settled = None
        if settled is not None:
            out.append(settled)
    return out


def _free_place(root: Sequence[Json]) -> Json:
    """A free place on the table, in rows from the left."""
    lying = [o.get("Transform") or {} for o in root]
    number = 0
    while True:
        x, z = (number % _ACROSS - (_ACROSS - 1) / 2) * _STEP, -(number // _ACROSS) * _STEP
        apart = _STEP / 2
        if not any(abs(p.get("posX", 0.0) - x) < apart and abs(p.get("posZ", 0.0) - z) < apart for p in lying):
            return transform(x, 2.0, z)
        number += 1
