"""Moving zones into others and out of them without moving what is drawn, and copying zones between faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.report import DeckError
from carddesigner.core.units import MM
from carddesigner.designer.drawn import drawn_frames, same_frames
from carddesigner.designer.faces import ShownFace, ShownZone
from carddesigner.designer.making import added
from carddesigner.designer.nested_boxes import as_written, box_in, plain_box
from carddesigner.designer.properties import has
from carddesigner.designer.session import Session, message_of
from carddesigner.source.yaml import plain
from carddesigner.source.yaml_edits import (
    Edit,
    EditProblem,
    InsertKey,
    Remove,
    SetValue,
    Step,
    YamlText,
    read_places,
)
from carddesigner.source.yaml_moves import moved_keys

PASTE_OFFSET = 2 * MM
"""The offset of a zone that is pasted on the face from which it was copied, in points."""
_OF_ALL = ("opacity", "clip", "flip", "shadow", "blend", "mask", "rotate", "when", "style", "before", "after", "params")
"""Keys of a zone that affect everything in it."""

Written = tuple[str, dict[Path, str]]
"""A step's name, and the new texts of files."""
Place = Callable[[ShownFace, ShownZone], tuple[Path, YamlText, tuple[Step, ...]]]


class Kept(Struct, frozen=True):
    """A copied zone: its settings, its frame, and the face from which it comes."""

    name: str
    written: dict[str, Any]
    frame: Rect
    room: float | None
    parent: Rect
    nested: bool
    face: str


class _Spot(Struct, frozen=True):
    """A zone, its settings, and where it is written."""

    zone: ShownZone
    file: Path
    places: YamlText
    at: tuple[Step, ...]
    written: dict[str, Any]

    @property
    def name(self) -> str:
        return self.zone.zone.id

    @property
    def box(self) -> Mapping[str, Any]:
        box = self.written.get("box") or {}
        if not isinstance(box, Mapping):
            raise EditProblem(f"an expression computes the place of {self.name}; change it in its file")
        return box


class Nester:
    """Moves zones into others and out of them. *shown* returns the face on the page, *place* where one of its zones is
    written.
    """

    def __init__(self, session: Session, shown: Callable[[], ShownFace], place: Place) -> None:
        self.session, self._on_page, self._place = session, shown, place
        self.kept: tuple[Kept, ...] = ()

    def group(self, keys: Sequence[str]) -> Written:
        """Group sibling zones in a new zone around them. If its own frame would move something on other cards, the new
        zone fills its parent instead. Raises DeckError and Problem.
        """
        spots = self._spots(keys)
        first, owner = spots[0], spots[0].at[:-1]
        if any((s.file, s.at[:-1]) != (first.file, owner) for s in spots):
            raise EditProblem("only zones that lie beside each other can be grouped")
        if any(s.written.get("in") != first.written.get("in") for s in spots):
            raise EditProblem("these zones lie in different regions of the card, and stay there")
        order = [str(e.name) for e in first.places.at(owner).entries]
        spots.sort(key=lambda s: order.index(s.name))
        names = [s.name for s in spots]
        for name, above in self._below(first, order):
            if (name in names) != (above in names):
                raise EditProblem(f"{name} lies below {above}; group both, or none")
        group = _unused("group", order)
        parent = first.zone.zone.parent
        assert parent is not None
        frames = [s.zone.zone.frame for s in spots]
        x, y = min(f.x for f in frames), min(f.y for f in frames)
        around = Rect(x, y, max(f.right for f in frames) - x, max(f.bottom for f in frames) - y)
        step = f"Group: {len(spots)} zones" if len(spots) > 1 else f"Group: {names[0]}"
        try:
            texts = {first.file: self._grouped(spots, group, as_written(around, parent), parent)}
            if self._keeps_positions(texts):
                return step, texts
        except EditProblem:
            pass
        texts = {first.file: self._grouped(spots, group, None, parent)}
        if not self._keeps_positions(texts):
            raise EditProblem("what is drawn would not stay in its place; group these zones in their file")
        return step, texts

    def _grouped(self, spots: Sequence[_Spot], group: str, frame: Rect | None, parent: Rect) -> str:
        """Return the text with zones grouped in a new one, which has a frame or fills its parent."""
        first = spots[0]
        edits: list[Edit] = []
        for spot in spots:
            if frame is not None:
                edits += _boxed(spot, _box_in(spot, frame))
            if "in" in spot.written:
                edits.append(Remove((*spot.at, "in")))
        text = first.places.edited(edits) if edits else first.places.text
        places = read_places(first.places.name, text)
        lines = places.block(spots[-1].at)
        if lines is None:
            raise EditProblem(
                f"{spots[-1].name!r} is written in braces with others; write it in lines of its own to group it"
            )
        _, end, column = lines
        newline = "\r\n" if "\r\n" in text else "\n"
        pad = " " * (column + 2)
        box = ", ".join(f"{k}: {v}" for k, v in plain_box(frame, parent).items()) if frame is not None else ""
        new = [f"{' ' * column}{group}:"]
        new += [f"{pad}in: {first.written['in']}"] if "in" in first.written else []
        new += [f"{pad}box: {{{box}}}"] if box else []
        new += [f"{pad}zones:"]
        head = "" if text[end - 1 : end] in ("\n", "\r") else newline
        text = text[:end] + head + newline.join(new) + newline + text[end:]
        return moved_keys(read_places(places.name, text), [s.at for s in spots], (*first.at[:-1], group, "zones"))

    def ungroup(self, key: str) -> Written:
        """Move the zones out of a zone. It is deleted, or kept if it paints something itself. Raises DeckError and
        Problem.
        """
        (spot,) = self._spots((key,))
        inner = spot.written.get("zones")
        if spot.zone.zone.content is not None or not isinstance(inner, Mapping) or not inner:
            raise EditProblem(f"{spot.name} is no group")
        for of_all in _OF_ALL:
            if of_all in spot.written:
                raise EditProblem(f"{spot.name} says `{of_all}` of all that lies in it; take that away first")
        shown = self._on_page()
        there = {z.zone.id: z.key for z in shown.zones.values() if z.above is spot.zone}
        if missing := [name for name in inner if name not in there]:
            raise EditProblem(f"{missing[0]} isn't on this card; ungroup {spot.name} on one that has it")
        spots = self._spots([there[name] for name in inner])
        if any(s.at[:-1] != (*spot.at, "zones") or s.file != spot.file for s in spots):
            raise EditProblem(f"some of what lies in {spot.name} is taken over; ungroup it where it is written")
        parent = spot.zone.zone.parent
        assert parent is not None
        edits: list[Edit] = []
        for one in spots:
            if spot.box:
                box = _box_in(one, parent) if one.box else spot.box
                edits += _boxed(one, box)
            if "in" in spot.written:
                edits.append(InsertKey(one.at, "in", spot.written["in"]))
        text = spot.places.edited(edits) if edits else spot.places.text
        places = read_places(spot.places.name, text)
        owner = [str(e.name) for e in places.at(spot.at[:-1]).entries]
        names = self._renamed(spots, owner)
        after = owner[owner.index(spot.name) + 1 :]
        text = moved_keys(places, [s.at for s in spots], spot.at[:-1], after[0] if after else None, names)
        stays = set(spot.written) - {"box", "zones", "in"}
        places = read_places(places.name, text)
        text = places.edited([Remove((*spot.at, "zones") if stays else spot.at)])
        texts = {spot.file: text}
        if not self._keeps_positions(texts):
            raise EditProblem("what is drawn would not stay in its place; ungroup these zones in their file")
        return f"Ungroup: {spot.name}", texts

    def nest(self, keys: Sequence[str], into: str, before: str) -> Written:
        """Move zones into another zone, or to the top level, keeping their positions on the card. Raises DeckError and
        Problem.
        """
        shown = self._on_page()
        spots = [s for s in self._spots(keys) if not any(s.zone.key.startswith(f"{k}/") for k in keys)]
        order = list(shown.zones)
        spots.sort(key=lambda s: order.index(s.zone.key))
        target = self._spots((into,))[0] if into else None
        if target is not None and (target.zone.zone.content is not None or target.zone.is_repeated):
            raise EditProblem(f"nothing can lie in {target.name}: it is no group")
        first = spots[0]
        to = (*(target.at if target is not None else ("faces", shown.face.id.partition("#")[2])), "zones")
        if any(s.file != (target or first).file for s in spots):
            raise EditProblem("these zones are written in different files")
        names: dict[tuple[Step, ...], str] = {}
        there = [str(e.name) for e in first.places.at(to).entries] if has(first.places, to) else []
        edits: list[Edit] = []
        for spot in spots:
            if spot.at[:-1] == to:
                continue
            if any(spot.name in pair for pair in self._below(spot, self._siblings(spot))):
                raise EditProblem(f"{spot.name} lies below a zone beside it, or one below it; take that away first")
            edits += self._edits_to_move(spot, target)
            if spot.name in there:
                names[spot.at] = _unused(spot.name, there)
            there.append(names.get(spot.at, spot.name))
        places = read_places(first.places.name, first.places.edited(edits)) if edits else first.places
        if not has(places, to):
            places = read_places(places.name, _with_zones(places, to))
        text = moved_keys(places, [s.at for s in spots], to, before or None, names)
        for owner in {s.at[:-1] for s in spots} - {to}:
            places = read_places(places.name, text)
            if has(places, owner) and not places.at(owner).entries:
                text = places.edited([Remove(owner)])
        what = first.name if len(spots) == 1 else f"{len(spots)} zones"
        texts = {first.file: text}
        if not self._keeps_positions(texts):
            raise EditProblem("what is drawn would not stay in its place; move these zones in their file")
        return f"Put {what} into {target.name}" if target is not None else f"Put {what} elsewhere", texts

    def _edits_to_move(self, spot: _Spot, target: _Spot | None) -> list[Edit]:
        """Return the edits with which a zone keeps its position in a *target*, or at the top level."""
        root = spot.zone
        while root.above is not None:
            root = root.above
        parent = target.zone.zone.frame if target is not None else root.zone.parent
        space = _space(target.zone) if target is not None else root.outer
        if parent is None or not _is_same(spot.zone.outer, space):
            raise EditProblem(f"{spot.name} is turned with what it lies in; turn that back first")
        edits = _boxed(spot, _box_in(spot, parent))
        if target is not None and "in" in spot.written:
            edits.append(Remove((*spot.at, "in")))
        node = self._on_page().places.node(root.zone)
        region = plain(node).get("in") if node is not None else None
        if target is None and region is not None and root is not spot.zone:
            edits.append(InsertKey(spot.at, "in", region))
        return edits

    # Copying and pasting.

    def copy(self, keys: Sequence[str]) -> None:
        """Copy zones for pasting. Raises EditProblem if one is not written in the deck."""
        shown = self._on_page()
        out = []
        for key in (k for k in shown.zones if k in keys):
            zone = shown.zones[key]
            node = shown.places.node(zone.zone)
            if node is None:
                raise EditProblem(f"{zone.zone.id} is written in no file of the deck")
            own = zone.zone
            kept = Kept(
                own.id,
                dict(plain(node)),
                own.frame,
                own.room,
                own.parent or own.frame,
                zone.above is not None,
                shown.face.id,
            )
            out.append(kept)
        self.kept = tuple(out)

    def paste(self, file: Path, places: YamlText) -> Written:
        """Paste the copied zones on the face on the page, whose template is in *file*. Raises DeckError and Problem."""
        if not self.kept:
            raise EditProblem("nothing was copied yet; choose zones and press Ctrl-C first")
        shown, loaded = self._on_page(), self.session.loaded()
        template, _, face = shown.face.id.partition("#")
        names = [z.zone.id for z in shown.zones.values() if z.above is None]
        edits: list[Edit] = []
        for kept in self.kept:
            written = {k: v for k, v in kept.written.items() if k != "in" or not kept.nested}
            whole = Rect(0.0, 0.0, shown.face.width, shown.face.height)
            box = written.get("box") or {}
            frame = kept.frame
            if kept.face == shown.face.id:
                frame = frame.moved(PASTE_OFFSET, PASTE_OFFSET)
            if isinstance(box, Mapping) and (kept.nested or kept.face == shown.face.id or "below" in box):
                upright = {k: v for k, v in box.items() if k not in ("below", "gap")}
                was = kept.parent if frame == kept.frame and upright == box else frame
                box = box_in(upright, frame, kept.room, was, whole)
            written = {**({"box": box} if box else {}), **{k: v for k, v in written.items() if k != "box"}}
            from_template = kept.face.partition("#")[0]
            if from_template != template and "style" in written and from_template in loaded.templates:
                styles = loaded.templates[from_template].section("styles")
                written = _with_styles_in_full(written, styles, loaded.templates[template].section("styles"))
            name = _unused(kept.name, names)
            names.append(name)
            edits += added(read_places(places.name, places.edited(edits)), ("faces", face, "zones"), name, written)
        texts = {file: places.edited(edits)}
        try:
            self._positions(texts)
        except DeckError as problem:
            raise EditProblem(f"it can't be put on this face: {message_of(problem)}") from problem
        finally:
            self.session.deck.stand_in({})
        what = self.kept[0].name if len(self.kept) == 1 else f"{len(self.kept)} zones"
        return f"Paste: {what}", texts

    # Shared by all of these.

    def _spots(self, keys: Iterable[str]) -> list[_Spot]:
        shown = self._on_page()
        out = []
        for key in dict.fromkeys(keys):
            zone = shown.zones.get(key)
            node = shown.places.node(zone.zone) if zone is not None else None
            if zone is None or node is None:
                raise EditProblem("this zone is not on the face any more")
            file, places, at = self._place(shown, zone)
            written = dict(plain(node))
            if not has(places, at) or set(written) - {str(e.name) for e in places.at(at).entries}:
                raise EditProblem(f"{zone.zone.id} is taken over, in whole or in part; move it where it is written")
            out.append(_Spot(zone, file, places, at, written))
        if not out:
            raise EditProblem("no zone is chosen")
        return out

    def _siblings(self, spot: _Spot) -> list[str]:
        return [str(e.name) for e in spot.places.at(spot.at[:-1]).entries]

    def _below(self, spot: _Spot, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return the siblings that are ``below`` another zone, each with that zone."""
        out = []
        for name in names:
            path = (*spot.at[:-1], name, "box", "below")
            if has(spot.places, path):
                value = spot.places.at(path)
                out.append((name, spot.places.text[value.start : value.end].strip("\"'")))
        return out

    def _renamed(self, spots: Sequence[_Spot], owner: Sequence[str]) -> dict[tuple[Step, ...], str]:
        """Return new names for zones whose names are taken where they go."""
        out: dict[tuple[Step, ...], str] = {}
        taken = [*owner, *(s.name for s in spots)]
        lower = [pair for s in spots[:1] for pair in self._below(s, [one.name for one in spots])]
        for spot in spots:
            if spot.name not in owner:
                continue
            if any(above == spot.name for _, above in lower):
                raise EditProblem(f"there is a zone {spot.name!r} outside already; give this one another name first")
            out[spot.at] = _unused(spot.name, taken)
            taken.append(out[spot.at])
        return out

    def _keeps_positions(self, texts: Mapping[Path, str]) -> bool:
        """Return whether everything drawn keeps its position on all cards."""
        before = self._positions({})
        try:
            return same_frames(before, self._positions(texts))
        except DeckError:
            return False
        finally:
            self.session.deck.stand_in({})

    def _positions(self, texts: Mapping[Path, str]) -> list[list[tuple[float, ...]]]:
        """Return the positions of everything drawn on all pieces if files have these texts. Raises DeckError."""
        self.session.deck.stand_in(dict(texts))
        faces = {id(f): f for piece in self.session.deck.pieces() for f in piece.first if f is not None}
        return [drawn_frames(face) for face in faces.values()]


def _space(zone: ShownZone) -> Matrix:
    """Return the matrix from a zone's inner space to the face."""
    return zone.zone.turn.then(zone.outer) if zone.zone.turn is not None else zone.outer


def _is_same(a: Matrix, b: Matrix) -> bool:
    return all(abs(x - y) < 1e-6 for x, y in zip(a, b, strict=True))


def _box_in(spot: _Spot, parent: Rect) -> dict[str, Any]:
    zone = spot.zone.zone
    assert zone.parent is not None
    return box_in(spot.box, zone.frame, zone.room, zone.parent, parent)


def _boxed(spot: _Spot, box: Mapping[str, Any]) -> list[Edit]:
    """Return the edits that change a zone's box, as few values as possible."""
    if dict(spot.box) == dict(box):
        return []
    if not box:
        return [Remove((*spot.at, "box"))]
    if "box" not in spot.written:
        first = next((e.name for e in spot.places.at(spot.at).entries), None)
        return [InsertKey(spot.at, "box", dict(box), before=first)]
    gone: list[Edit] = [Remove((*spot.at, "box", k)) for k in spot.box if k not in box]
    return [*(SetValue((*spot.at, "box", k), v) for k, v in box.items() if spot.box.get(k) != v), *gone]


def _with_zones(places: YamlText, to: tuple[Step, ...]) -> str:
    """Return the text with an empty mapping added at a path, in block style."""
    lines = places.block(to[:-1])
    if lines is None or places.at(to[:-1]).flow:
        raise EditProblem(f"{to[-2]!r} is written in braces; write it in lines to move something there")
    _, end, column = lines
    newline = "\r\n" if "\r\n" in places.text else "\n"
    return places.text[:end] + f"{' ' * (column + 2)}zones:{newline}" + places.text[end:]


def _with_styles_in_full(
    written: dict[str, Any], styles: Mapping[str, Any], own_styles: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a zone's settings with those of styles that the other template lacks written out."""
    style = written["style"]
    names = style if isinstance(style, list) else [style]
    if not all(isinstance(n, str) for n in names):
        return written
    missing = [n for n in names if n not in own_styles and n in styles]
    keep = [n for n in names if n not in missing]
    out: dict[str, Any] = {}
    for name in missing:
        out |= plain(styles[name])
    rest = {k: v for k, v in written.items() if k != "style"}
    kept = {"style": keep if len(keep) > 1 else keep[0]} if keep else {}
    box = {"box": rest["box"]} if "box" in rest else {}
    return {**box, **kept, **out, **{k: v for k, v in rest.items() if k != "box"}}


def _unused(name: str, names: Iterable[str]) -> str:
    taken, out, count = set(names), name, 2
    while out in taken:
        out, count = f"{name}-{count}", count + 1
    return out
