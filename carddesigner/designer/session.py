"""A deck on the page: faces and zones answered by the open deck, edits written to its files, each a step that can be undone."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import platformdirs
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import Record, fields_of
from carddesigner.core.report import DeckError, Diagnostic, Problem, Report
from carddesigner.core.units import MM
from carddesigner.deck.deck import LoadedDeck
from carddesigner.designer.boxes import moved_box
from carddesigner.designer.faces import (
    ShownZone,
    Written,
    in_mm,
    in_points,
    named,
    region_turn,
    shown_zones,
    written,
    zone_frame,
    zone_info,
)
from carddesigner.designer.history import ELSEWHERE, History
from carddesigner.designer.messages import (
    Broken,
    ComponentInfo,
    DeckInfo,
    Delete,
    Drag,
    Drop,
    Duplicate,
    FaceInfo,
    Found,
    FromServer,
    Note,
    Patch,
    Picture,
    PieceName,
    Placing,
    Rename,
    Reorder,
    Side,
    Steps,
    Wall,
    WallFace,
    WallFaces,
)
from carddesigner.draw.svg import SvgPainter, face_svg, path_data
from carddesigner.export.files import OutputProblem, write_files
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.source import paths
from carddesigner.source.files import FileProblem, decode, read_bytes
from carddesigner.source.yaml import plain
from carddesigner.source.yaml_edits import (
    Edit,
    EditProblem,
    InsertKey,
    Move,
    Remove,
    RenameKey,
    SetValue,
    YamlText,
    read_places,
)

MAX_DEFINED = 4_000
"""Definitions that pictures refer to, from which another face starts anew."""
BESIDE = 2 * MM
"""How far a copy of a zone lies beside it."""


class _Shown:
    """The face that is on the page, with its zones, and what was found out for moving them."""

    def __init__(self, key: PieceKey, side: Side, face: LaidFace, places: Written) -> None:
        self.key, self.side, self.face, self.places = key, side, face, places
        self.zones = {z.key: z for z in shown_zones(face.zones, lambda _, zone: region_turn(zone, places))}
        self.texts: dict[Path, YamlText] = {}


class Session:
    """One deck, what was done to it, and what its pages ask of it together."""

    def __init__(self, file: Path) -> None:
        self.file = file.resolve()
        self.folder = self.file.parent
        self.deck = WorkingDeck(self.file)
        own = hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
        kept = platformdirs.user_config_path("carddesigner", appauthor=False) / "designer" / f"{own}.jsonl"
        self.history = History.read(kept)
        self.encodings: dict[str, str] = {}
        self.shipped = self.folder.is_relative_to(paths.decks().resolve())
        self._written: tuple[LoadedDeck, Written] | None = None
        self._catch_up()

    # What is shown.

    def info(self, *, whole: bool) -> DeckInfo | Broken:
        """The deck with its cards, or with all its pieces."""
        try:
            loaded = self.loaded()
            pieces: dict[str, list[PieceName]] = {c.id: [] for c in loaded.components}
            cards = loaded.cards
            if whole:
                for piece in self.deck.pieces():
                    card = cards.get(piece.key)
                    pieces[piece.component].append(PieceName(piece.id, _name(card.row) if card else ""))
            else:
                for key, card in cards.items():
                    pieces[key.component].append(PieceName(key.id, _name(card.row)))
        except DeckError as problem:
            return Broken(_found(problem.report))
        components = tuple(ComponentInfo(c, tuple(p)) for c, p in pieces.items())
        read_only = "This deck comes with carddesigner. Make a copy to change it." if self.shipped else ""
        return DeckInfo(loaded.title, str(self.folder), components, whole, self.shipped, read_only)

    # What is written, and undone.

    def undo(self, to: int) -> list[FromServer]:
        """Steps are taken back, or made again, until so many stand."""
        try:
            if 0 <= to <= len(self.history.steps):
                texts = self.history.texts_at(to)
                self._put(
                    {self.folder / f: text for f, text in texts.items()}, {f: self.history.texts[f] for f in texts}
                )
                self.history.move(to)
        except (Problem, OutputProblem, OSError, ValueError) as problem:
            return [self.steps(), Note("error", _message(problem))]
        return [self.steps()]

    def steps(self) -> Steps:
        """The steps' names."""
        return Steps(tuple(s.name for s in self.history.steps), self.history.at)

    def write(self, name: str, texts: Mapping[Path, str]) -> None:
        """Texts to their files, as a step. Raises Problem, OutputProblem."""
        before = {self.relative(path): self.saved(path) for path in texts}
        after = {self.relative(path): text for path, text in texts.items()}
        if before != after:
            self._put(texts, before)
            self.history.make(name, before, after)

    def _put(self, texts: Mapping[Path, str], before: Mapping[str, str]) -> None:
        """Texts to their files, which must hold what they held *before*. Raises Problem, OutputProblem."""
        if self.shipped:
            raise EditProblem("a deck that comes with carddesigner stays as it is; make a copy to change it")
        for path in texts:
            name = self.relative(path)
            if self.saved(path) != before[name]:
                self.outside([path])
                raise EditProblem(
                    f"{name} was changed elsewhere meanwhile; what is there now is shown, and nothing was written",
                )
        write_files({path: _encoded(text, self.encodings[self.relative(path)]) for path, text in texts.items()})
        self.deck.changed(texts)

    def outside(self, files: Iterable[Path]) -> bool:
        """Files that may have been changed by others: whether they were. What the history knows becomes a step of it."""
        before, after = {}, {}
        others = []
        for path in files:
            try:
                name = self.relative(path)
            except ValueError:
                others.append(path)
                continue
            if name not in self.history.texts:
                others.append(path)
                continue
            try:
                text = self.saved(path)
            except Problem:
                others.append(path)
                continue
            if text != self.history.texts[name]:
                before[name], after[name] = self.history.texts[name], text
        if after:
            self.history.make(ELSEWHERE, before, after)
        changed = [self.folder / n for n in after] + others
        if changed:
            self.deck.stand_in({})
            self.deck.changed(changed)
        return bool(changed)

    def _catch_up(self) -> None:
        """What was changed while the deck wasn't open is a step, too; files that are gone are forgotten with all steps."""
        try:
            self.outside([self.folder / name for name in self.history.texts])
            if any(not (self.folder / name).is_file() for name in self.history.texts):
                raise OSError
        except OSError:
            self.history = History(self.history.file)

    # What these share.

    def loaded(self) -> LoadedDeck:
        """The deck as it is now. Raises DeckError."""
        return self.deck.loaded(Report())

    def places(self, loaded: LoadedDeck) -> Written:
        """Where its zones are written."""
        if self._written is None or self._written[0] is not loaded:
            self._written = loaded, written(loaded)
        return self._written[1]

    def relative(self, path: Path) -> str:
        """A file's path in the deck's folder. Raises ValueError for one that lies elsewhere."""
        return path.relative_to(self.folder).as_posix()

    def saved(self, path: Path) -> str:
        """What a file holds. Raises Problem."""
        data = read_bytes(path)
        text = decode(data, path)
        name = self.relative(path)
        encodings = ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be")
        self.encodings[name] = next((e for e in encodings if _encoded(text, e) == data), "")
        if not self.encodings[name]:
            raise FileProblem("encoding", f"{name} is in an encoding that can't be written back; save it as UTF-8")
        return text


class Page:
    """One page on a deck: the face that it shows, and what is moved on it. Each request is answered with messages."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.painter: SvgPainter | None = None
        self.shown: _Shown | None = None
        self.dragged: LaidFace | None = None
        """The face as it is being dragged."""

    def show(self, component: str, id: str, side: Side) -> FaceInfo | Broken:
        """A face; the one that the page edits from now on."""
        self._let_go()
        try:
            return self._shown(PieceKey(component, id), side)
        except DeckError as problem:
            return Broken(_found(problem.report))

    def _shown(self, key: PieceKey, side: Side) -> FaceInfo:
        loaded = self.session.loaded()
        piece = self.session.deck.piece(key)
        sides: tuple[Side, ...] = ("front", "back") if piece.face("back") is not None else ("front",)
        side = side if side in sides else "front"
        face = piece.face(side)
        assert face is not None
        self.shown = _Shown(key, side, face, self.session.places(loaded))
        fresh = self.painter is None or self.painter.defined > MAX_DEFINED
        if fresh or self.painter is None:
            self.painter = SvgPainter(loaded.assets.face, loaded.assets.picture_bytes)
        self.painter.face_of, self.painter.picture_of = loaded.assets.face, loaded.assets.picture_bytes
        pictures = tuple(Picture(name, self.painter.items(zone.items)) for name, zone in named(face.zones))
        component = next(c for c in loaded.components if c.id == key.component)
        stock = (piece.cut or component).stock if piece.stock is None else piece.stock
        safe = stock.safe_region() if piece.stock is None else None
        return FaceInfo(
            component=key.component,
            id=key.id,
            side=side,
            sides=sides,
            width=face.width / MM,
            height=face.height / MM,
            bleed=face.bleed / MM,
            safe=getattr(stock, "safe", 0.0) / MM,
            outline=path_data(face.outline),
            safe_outline=path_data(safe.polygon) if safe is not None else "",
            zones=tuple(zone_info(z, self.shown.places, self.session.folder) for z in self.shown.zones.values()),
            pictures=pictures,
            definitions=self.painter.new_definitions(),
            fresh=fresh,
        )

    def wall(self, asked: Wall) -> WallFaces:
        """Faces as files of their own."""
        out = []
        for component, id in asked.keys:
            try:
                loaded = self.session.loaded()
                piece = self.session.deck.piece(PieceKey(component, id))
                face = piece.face(asked.side) or piece.first[0]
                svg = face_svg(face, id, loaded.assets.face, loaded.assets.picture_bytes, bleed=False, cut=True)
                out.append(WallFace(component, id, svg))
            except DeckError as problem:
                found = _found(problem.report)
                out.append(WallFace(component, id, "", found[0].message if found else "it can't be laid out"))
        return WallFaces(asked.side, tuple(out))

    # What is moved.

    def drag(self, asked: Drag) -> Patch:
        """The face with zones moved, of which nothing is written."""
        try:
            return replace(self._placed(asked.zones), seq=asked.seq)
        except (DeckError, Problem) as problem:
            return Patch(asked.seq, problem=_message(problem))

    def _placed(self, zones: Sequence[Placing]) -> Patch:
        shown = self._on_page()
        before = dict(self.session.deck.unsaved)
        self.session.deck.stand_in(
            {path: places.edited(edits) for path, (places, edits) in self._edits(shown, zones).items()}
        )
        try:
            piece = self.session.deck.piece(shown.key)
        except DeckError:
            self.session.deck.stand_in(before)
            raise
        face = piece.face(shown.side)
        assert face is not None
        assert self.painter is not None
        last = set(map(id, (self.dragged or shown.face).zones))
        self.dragged = face
        new = [(name, zone) for name, zone in named(face.zones) if id(zone) not in last]
        pictures = tuple(Picture(name, self.painter.items(zone.items)) for name, zone in new)
        outers = {name: shown.zones[name].outer for name, _ in new if name in shown.zones}
        frames = shown_zones([zone for _, zone in new], lambda key, _: outers.get(key, Matrix()))
        return Patch(0, tuple(map(zone_frame, frames)), pictures, self.painter.new_definitions())

    def drop(self, asked: Drop) -> list[FromServer]:
        """What was dragged is written."""
        try:
            self._placed(asked.zones)
            return self._write(asked.name, dict(self.session.deck.unsaved))
        except (DeckError, Problem, OutputProblem) as problem:
            return [*self.cancel(), Note("error", _message(problem))]

    def cancel(self) -> list[FromServer]:
        """What was dragged goes back."""
        self._let_go()
        return self.again()

    def _edits(self, shown: _Shown, zones: Sequence[Placing]) -> dict[Path, tuple[YamlText, list[Edit]]]:
        """What is to be written in which files for zones to lie in these places."""
        out: dict[Path, tuple[YamlText, list[Edit]]] = {}
        for placing in zones:
            zone = shown.zones.get(placing.zone)
            if zone is None:
                raise EditProblem("this zone is not on the face any more")
            path, places, at = self._place(shown, zone)
            edits = self._moved(shown, zone, placing, places, at)
            out.setdefault(path, (places, []))[1].extend(edits)
        return out

    def _moved(
        self, shown: _Shown, zone: ShownZone, placing: Placing, places: YamlText, at: tuple[str | int, ...]
    ) -> list[Edit]:
        node = shown.places.node(zone.zone)
        said = plain(node) if node is not None else {}
        box = said.get("box") or {}
        if not isinstance(box, Mapping):
            raise EditProblem("an expression computes the place of this zone; change it in its file")
        parent = zone.zone.parent
        assert parent is not None
        template = next((t for t in self.session.loaded().templates.values() if t.dpi is not None), None)
        before = zone.zone.frame
        after = in_points(placing.frame)
        if in_mm(before) == placing.frame:
            after = before
        changes = moved_box(box, parent, before, after, template.dpi if template is not None else None)
        edits: list[Edit] = []
        own = {e.name for e in places.at(at).entries}
        if changes and "box" in own:
            edits += [
                Remove((*at, "box", k)) if v is None else SetValue((*at, "box", k), v) for k, v in changes.items()
            ]
        elif changes:
            whole = {k: v for k, v in {**box, **changes}.items() if v is not None}
            first = next((e.name for e in places.at(at).entries), None)
            edits.append(InsertKey(at, "box", whole, before=first))
        if placing.rotate is not None:
            old = said.get("rotate", 0)
            if not isinstance(old, int | float):
                raise EditProblem("an expression computes how far this zone is turned; change it in its file")
            turned = round(placing.rotate, 1) % 360
            turned = turned - 360 if turned > 180 else turned
            if turned != old:
                edits.append(SetValue((*at, "rotate"), int(turned) if turned == int(turned) else turned))
        return edits

    # What else is done to zones.

    def reorder(self, asked: Reorder) -> list[FromServer]:
        """A zone moves among its siblings."""

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            names = [e.name for e in places.at(at[:-1]).entries]
            to = min(max(names.index(str(at[-1])) + asked.by, 0), len(names) - 1)
            return [Move(at, to)]

        name = "Bring forward" if asked.by > 0 else "Send backward"
        return self._edit((asked.zone,), name, edit)

    def delete(self, asked: Delete) -> list[FromServer]:
        """Zones are removed."""
        return self._edit(asked.zones, "Delete", lambda _places, at: [Remove(at)])

    def rename(self, asked: Rename) -> list[FromServer]:
        """A zone gets another name, also where others say that they lie below it."""

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            below = [
                SetValue((*at[:-1], str(e.name), "box", "below"), asked.name)
                for e in places.at(at[:-1]).entries
                if any(
                    k.name == "below" and _is(places, k, str(at[-1]))
                    for b in e.value.entries
                    if b.name == "box"
                    for k in b.value.entries
                )
            ]
            return [*below, RenameKey(at, asked.name)]

        return self._edit((asked.zone,), f"Rename to {asked.name}", edit)

    def duplicate(self, asked: Duplicate) -> list[FromServer]:
        """A zone once more, right above it."""

        def edit(places: YamlText, at: tuple[str | int, ...]) -> list[Edit]:
            owner = places.at(at[:-1])
            names = [str(e.name) for e in owner.entries]
            name, count = f"{at[-1]}-copy", 2
            while name in names:
                name, count = f"{at[-1]}-copy-{count}", count + 1
            shown = self._on_page()
            zone = shown.zones[asked.zone]
            node = shown.places.node(zone.zone)
            said: dict[str, Any] = dict(plain(node)) if node is not None else {}
            moved = zone.zone.frame.moved(BESIDE, BESIDE)
            changes = moved_box(said.get("box") or {}, zone.zone.parent or moved, zone.zone.frame, moved)
            box = {**(said.get("box") or {}), **changes}
            said = {
                "box": {k: v for k, v in box.items() if v is not None},
                **{k: v for k, v in said.items() if k != "box"},
            }
            after = names[names.index(str(at[-1])) + 1 :]
            return [InsertKey(at[:-1], name, said, before=after[0] if after else None)]

        return self._edit((asked.zone,), "Duplicate", edit)

    def _edit(
        self, zones: Iterable[str], name: str, edits: Callable[[YamlText, tuple[str | int, ...]], list[Edit]]
    ) -> list[FromServer]:
        """Edits of zones, written as one step."""
        try:
            shown = self._on_page()
            all_edits: dict[Path, tuple[YamlText, list[Edit]]] = {}
            called = []
            for key in zones:
                zone = shown.zones.get(key)
                if zone is None:
                    raise EditProblem("this zone is not on the face any more")
                path, places, at = self._place(shown, zone)
                all_edits.setdefault(path, (places, []))[1].extend(edits(places, at))
                called.append(zone.zone.id)
            texts = {path: places.edited(own) for path, (places, own) in all_edits.items()}
            what = called[0] if len(called) == 1 else f"{len(called)} zones"
            return self._write(f"{name}: {what}", texts)
        except (DeckError, Problem, OutputProblem) as problem:
            return [*self.again(), Note("error", _message(problem))]

    def _on_page(self) -> _Shown:
        if self.shown is None:
            raise EditProblem("no face is shown")
        return self.shown

    def _place(self, shown: _Shown, zone: ShownZone) -> tuple[Path, YamlText, tuple[str | int, ...]]:
        """The file in which a zone is written, and its path there. Raises Problem."""
        if locked := zone_info(zone, shown.places, self.session.folder).locked:
            raise EditProblem(f"{zone.zone.id} can't be changed here: {locked}")
        path, span = shown.places.file(zone.zone), zone.zone.span
        assert path is not None
        assert span is not None
        if path not in shown.texts:
            shown.texts[path] = read_places(self.session.relative(path), self.session.saved(path))
        at = shown.texts[path].path_at(span.start)
        if at is None:
            raise EditProblem(f"{zone.zone.id} doesn't stand in {path.name} any more")
        return path, shown.texts[path], at

    def again(self) -> list[FromServer]:
        """The face on the page as it is now."""
        if self.shown is None:
            return []
        key, side = self.shown.key, self.shown.side
        return [self.show(key.component, key.id, side)]

    def _write(self, name: str, texts: Mapping[Path, str]) -> list[FromServer]:
        self._let_go()
        self.session.write(name, texts)
        return [self.session.steps(), *self.again()]

    def _let_go(self) -> None:
        """Forget what is dragged."""
        self.dragged = None
        self.session.deck.stand_in({})


def _is(places: YamlText, entry: Any, value: str) -> bool:
    return places.text[entry.value.start : entry.value.end].strip("\"'") == value


def _name(row: Record) -> str:
    """What a card is called, by the columns that such names usually have."""
    fields = fields_of(row)
    for key in ("title", "name"):
        value = fields.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()[:80]
    return ""


def _encoded(text: str, encoding: str) -> bytes:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    try:
        return mark + text.encode(encoding)
    except UnicodeEncodeError:
        return b""


def _message(problem: Exception) -> str:
    if isinstance(problem, DeckError):
        found = _found(problem.report)
        return found[0].message if found else "the deck has errors"
    return str(problem)


def found_of(d: Diagnostic) -> Found:
    """A diagnostic as the page shows it."""
    return Found(
        str(d.severity.value),
        d.code,
        d.message,
        d.hint or "",
        str(d.span) if d.span else "",
        d.card or "",
        d.zone or "",
    )


def _found(report: Iterable[Diagnostic]) -> tuple[Found, ...]:
    return tuple(found_of(d) for d in report)
