"""A page on a deck: the face that it shows, and what is done to its zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.core.units import MM
from carddesigner.designer.art import place_in_art
from carddesigner.designer.card_pictures import dropped_picture
from carddesigner.designer.data import Data
from carddesigner.designer.data_messages import (
    AsCsv,
    Cells,
    Columns,
    FromData,
    Locate,
    Rows,
    Shifted,
    Tables,
    ThumbnailList,
    Thumbnails,
    TypeCell,
)
from carddesigner.designer.faces import (
    ShownFace,
    named,
    shown_zones,
    zone_frame,
    zone_info,
)
from carddesigner.designer.found import all_found
from carddesigner.designer.inspector import Inspector
from carddesigner.designer.making import Maker
from carddesigner.designer.messages import (
    AddNamed,
    AddZone,
    AskFiles,
    AskNames,
    Assign,
    Broken,
    Cancel,
    Delete,
    Drag,
    Drop,
    Duplicate,
    FaceFile,
    FaceFiles,
    FaceInfo,
    FindFonts,
    FindIcons,
    FromPage,
    FromServer,
    Look,
    MakePart,
    MakeStyle,
    Note,
    OnlyHere,
    Patch,
    Picture,
    PictureWays,
    Placing,
    PutPicture,
    Rename,
    RenameNamed,
    Reorder,
    Show,
    Try,
    TypeField,
    Undo,
    UndoBy,
    UseFamily,
    Wall,
    WriteField,
)
from carddesigner.designer.nest_messages import Copy, Group, Nest, Paste, Ungroup
from carddesigner.designer.nesting import Nester
from carddesigner.designer.session import NewFiles, Session, message_of
from carddesigner.designer.step_names import of_keys, of_values, word
from carddesigner.designer.table import dealt_packs, table_pieces
from carddesigner.designer.table_messages import DealPacks, Pieces
from carddesigner.designer.thumbnails import thumbnails
from carddesigner.designer.told import Found, Side
from carddesigner.designer.wall import WallDrawing
from carddesigner.designer.zone_edits import ZoneEdits, edited
from carddesigner.draw.svg import SvgPainter, Written, face_svg, path_data
from carddesigner.export.files import OutputProblem
from carddesigner.layout.deck import LaidPiece
from carddesigner.source.yaml_edits import (
    EditProblem,
)
from carddesigner.template.moved import Moved

MAX_DEFINED = 4_000
"""Definitions that pictures refer to, from which another face starts anew."""
MAX_FILES = 32
"""Faces that are given as files for one question."""


class Page:
    """One page on a deck: the face that it shows, and what is moved on it. Each request is answered with messages."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.painter: SvgPainter | None = None
        self.written = Written()
        self.shown: ShownFace | None = None
        self.inspector = Inspector(session, self._on_page)
        self.maker = Maker(session, self.inspector, self._on_page)
        self.zones = ZoneEdits(session, self.inspector, self._on_page)
        self.nester = Nester(session, self._on_page, self.zones.place)
        self.overfull: tuple[Found, ...] = ()
        """The texts that don't fit on the face as it was laid out last."""
        self.cards: tuple[PieceKey, ...] = ()
        """The deck's cards as they were when a face was shown last."""
        self.dragged: LaidFace | None = None
        """The face as it is being dragged."""
        self.data = Data(session)
        self.wall = WallDrawing(session, lambda key: self._piece(key)[0])

    def answer(self, message: FromPage) -> list[FromServer]:
        """What the page asked for."""
        if isinstance(message, FromData):
            return [*self._answer_data(message)]
        match message:
            case Show(component, id, side):
                return [self.show(component, id, side)]
            case Wall():
                self.wall.ask(message)
                return []
            case AskFiles():
                return [self.files(message)]
            case Pieces():
                return [table_pieces(self.session)]
            case DealPacks():
                return [dealt_packs(self.session, message)]
            case Drag():
                return [self.drag(message)]
            case Try():
                return [self.tried(message)]
            case Cancel():
                return self.cancel()
            case TypeField(seq, field, text):
                return [self._typed(seq, field, text)]
            case Look() | AskNames() | FindIcons() | FindFonts():
                return self._answer_choices(message)
        try:
            return self._edited(message)
        except (DeckError, Problem, OutputProblem, OSError) as problem:
            return [*self.again(), Note("error", message_of(problem))]

    def _answer_choices(self, message: Look | AskNames | FindIcons | FindFonts) -> list[FromServer]:
        """What the properties' fields offer."""
        match message:
            case Look(of):
                return self.inspector.look(of)
            case AskNames():
                return self.inspector.names()
            case FindIcons(words):
                return self.inspector.icons(words)
            case FindFonts(more):
                return self.inspector.fonts(more=more)

    def _edited(self, message: FromPage) -> list[FromServer]:
        """The deck edited, as one step, or steps undone. Raises DeckError, Problem, OutputProblem."""
        match message:
            case Undo(to):
                return self._undo(to)
            case UndoBy(by):
                return self._undo(self.session.history.at + by)
            case Drop():
                return self.drop(message)
            case Assign():
                return self.assign(message)
            case WriteField(field, text):
                return self._in_table(
                    f"{field} of the card ", lambda key: self.inspector.cells.written(key, field, text)
                )
            case OnlyHere(values):
                name = f"{of_keys(values)} of the card "
                return self._in_table(name, lambda _: self.inspector.own_values(values), " alone")
            case PutPicture():
                return self._put_picture(message)
            case AddZone() | MakeStyle() | MakePart() | AddNamed() | RenameNamed() | UseFamily():
                return self.make(message)
            case Group() | Ungroup() | Nest() | Copy() | Paste():
                return self.nest(message)
            case Reorder():
                return self._write(*self.zones.reorder(message))
            case Delete():
                return self._write(*self.zones.delete(message))
            case Duplicate():
                return self._write(*self.zones.duplicate(message))
            case Rename():
                return self._write(*self.zones.rename(message))
        raise AssertionError(f"{message!r} is no question to a page")

    def _undo(self, to: int) -> list[FromServer]:
        return [*self.session.undo(to), *self.again(), *self.data.again()]

    def _answer_data(self, message: FromData) -> Sequence[FromServer]:
        """What the page asked of the deck's tables."""
        match message:
            case Tables(table):
                return self.data.open(table, self.shown.key if self.shown is not None else None)
            case TypeCell():
                return [self.type(message)]
            case Cells():
                return self._write_table(lambda: self.data.cells(message), own=True)
            case Rows():
                return [*self._write_table(lambda: self.data.rows(message)), Shifted(message.seq)]
            case Columns():
                return [*self._write_table(lambda: self.data.columns(message)), Shifted(message.seq)]
            case Locate():
                return self.data.locate(message)
            case AsCsv():
                return self._write_table(lambda: self.data.as_csv(message))
            case Thumbnails(names):
                return [ThumbnailList(thumbnails(names, self.session))]

    def show(self, component: str, id: str, side: Side) -> FaceInfo | Broken:
        """A face; the one that the page edits from now on. Where its card is gone, that of the one which took its place."""
        self._let_go()
        try:
            there = self._there(PieceKey(component, id))
            face = self._shown(there, side)
            return face if there.id == id else replace(face, instead=id)
        except DeckError as problem:
            return Broken(all_found(problem.report))

    def _there(self, key: PieceKey) -> PieceKey:
        """A card, or the one that stands where it stood. Raises DeckError."""
        before, now = self.cards, self.session.loaded().cards
        self.cards = tuple(now)
        if not now or key in now or key not in before:
            return key
        at = before.index(key)
        if len(now) == len(before):
            return self.cards[at]
        return next((k for k in (*before[at:], *before[at::-1]) if k in now), self.cards[0])

    def _shown(self, key: PieceKey, side: Side) -> FaceInfo:
        loaded = self.session.loaded()
        piece, overfull = self._piece(key)
        sides: tuple[Side, ...] = ("front", "back") if piece.face("back") is not None else ("front",)
        side = side if side in sides else "front"
        face = piece.face(side)
        assert face is not None
        written = self.session.places(loaded)
        source = loaded.templates.get(face.id.partition("#")[0])
        own = written.files.get(source.root.span.path) if source is not None else None
        self.shown = ShownFace(key, side, face, written, own if written.can_write(own) else None)
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
            zones=tuple(zone_info(z, written, self.shown.own) for z in self.shown.zones.values()),
            pictures=pictures,
            definitions=self.painter.new_definitions(),
            fresh=fresh,
            overfull=tuple(f.zone for f in overfull),
        )

    def with_texts(self, texts: Mapping[Path, str]) -> list[FromServer]:
        """The face as it is with these texts, which aren't saved."""
        if self.shown is None:
            return []
        deck, (key, side) = self.session.deck, (self.shown.key, self.shown.side)
        self.dragged = None
        deck.stand_in(texts)
        try:
            return [self._shown(key, side)]
        except DeckError as problem:
            return [Broken(all_found(problem.report, texts))]
        finally:
            deck.stand_in({})

    def files(self, asked: AskFiles) -> FaceFiles:
        """Faces as files of their own."""
        out = []
        for component, id in asked.keys[:MAX_FILES]:
            try:
                piece, _ = self._piece(PieceKey(component, id))
                out.append(self.drawn(piece, asked.side))
            except DeckError as problem:
                out.append(FaceFile(component, id, "", message_of(problem)))
        return FaceFiles(asked.side, tuple(out))

    def drawn(self, piece: LaidPiece, side: Side) -> FaceFile:
        """A piece's face as a file of its own. Raises DeckError."""
        assets = self.session.loaded().assets
        face = piece.face(side) or piece.first[0]
        files = assets.face, assets.picture_bytes
        svg = face_svg(face, piece.id, *files, bleed=False, cut=True, written=self.written)
        return FaceFile(piece.component, piece.id, svg)

    # What is moved.

    def drag(self, asked: Drag) -> Patch:
        """The face with zones moved, of which nothing is written."""
        return self._patched(
            asked.seq,
            lambda: self._tried(self._on_page(), asked.zones) or self._laid(self.zones.placed(asked.zones)),
        )

    def _tried(self, shown: ShownFace, zones: Sequence[Placing]) -> LaidFace | None:
        """The face with zones moved as they would be written; None where that has to be read to be known. Raises DeckError, Problem."""
        if self.session.deck.unsaved:
            return None
        if shown.tried is None:
            shown.tried = self.session.deck.tried(shown.key)
        if shown.tried is None:
            return None
        moves = {}
        for placing in zones:
            zone = self.zones.zone(shown, placing.zone)
            self.zones.place(shown, zone)
            assert zone.zone.span is not None
            place = self.zones.moved(shown, zone, placing)
            moves[zone.zone.span] = Moved(place.whole if place.changes else None, place.turned)
        report = Report()
        try:
            piece = shown.tried.piece(moves, report)
        except ValueError:
            return None
        _only_overfull(report)
        self.overfull = all_found(report.errors)
        return piece.face(shown.side)

    def _laid(self, texts: Mapping[Path, str]) -> LaidFace:
        """The face where files hold these texts. Raises DeckError."""
        shown = self._on_page()
        before = dict(self.session.deck.unsaved)
        self.session.deck.stand_in(texts)
        try:
            piece, self.overfull = self._piece(shown.key)
        except DeckError:
            self.session.deck.stand_in(before)
            raise
        face = piece.face(shown.side)
        assert face is not None
        return face

    def _piece(self, key: PieceKey) -> tuple[LaidPiece, tuple[Found, ...]]:
        """A piece, and the texts on it that don't fit. Raises DeckError for anything else that is wrong with it."""
        piece, report = self.session.deck.laid_piece(key)
        _only_overfull(report)
        assert piece is not None
        return piece, all_found(report.errors)

    def _patched(self, seq: int, laid: Callable[[], LaidFace]) -> Patch:
        """What a face that isn't written shows otherwise, or what is wrong with it."""
        try:
            return self._patch(laid(), seq)
        except (DeckError, Problem) as problem:
            return Patch(seq, problem=message_of(problem))

    def _patch(self, face: LaidFace, seq: int) -> Patch:
        """What a face shows otherwise than the one before it."""
        shown = self._on_page()
        assert self.painter is not None
        last = set(map(id, (self.dragged or shown.face).zones))
        self.dragged = face
        new = [(name, zone) for name, zone in named(face.zones) if id(zone) not in last]
        pictures = tuple(Picture(name, self.painter.items(zone.items)) for name, zone in new)
        outers = {name: shown.zones[name].outer for name, _ in new if name in shown.zones}
        frames = shown_zones([zone for _, zone in new], lambda key, _: outers.get(key, Matrix()))
        return Patch(
            seq,
            tuple(map(zone_frame, frames)),
            pictures,
            self.painter.new_definitions(),
            overfull=tuple(f.zone for f in self.overfull),
            problem=self.overfull[0].message if self.overfull else "",
        )

    def drop(self, asked: Drop) -> list[FromServer]:
        """What was dragged is written."""
        try:
            self._laid(self.zones.placed(asked.zones))
            return self._write(asked.name, dict(self.session.deck.unsaved))
        except (DeckError, Problem, OutputProblem) as problem:
            return [*self.cancel(), Note("error", message_of(problem))]

    def cancel(self) -> list[FromServer]:
        """What was dragged goes back."""
        self._let_go()
        return self.again()

    # What is said.

    def tried(self, asked: Try) -> Patch:
        """The face with other values, of which nothing is written."""
        return self._patched(asked.seq, lambda: self._laid(edited(self.inspector.edits(asked.values))))

    def assign(self, asked: Assign) -> list[FromServer]:
        """Values are written."""
        return self._write(of_values(asked.values), edited(self.inspector.edits(asked.values)))

    def _typed(self, seq: int, field: str, text: str) -> Patch:
        """The face with another text in a cell, of which nothing is written."""
        return self._patched(seq, lambda: self._laid(self.inspector.cells.written(self._on_page().key, field, text)))

    def _in_table(self, name: str, texts: Callable[[PieceKey], dict[Path, str]], alone: str = "") -> list[FromServer]:
        """Something is written into the row of the card on the page."""
        key = self._on_page().key
        return [*self._write(f"{name}{key.id}{alone}", texts(key)), *self.data.again()]

    def _put_picture(self, asked: PutPicture) -> list[FromServer]:
        """A picture that was dropped on a zone."""
        put = dropped_picture(self.session, self.inspector, self._on_page(), asked)
        if isinstance(put, PictureWays):
            return [put]
        written = self._write(put.step, put.texts, put.files)
        return [*written, *self.data.again(), Note("info", put.said)]

    def make(self, asked: AddZone | MakeStyle | MakePart | AddNamed | RenameNamed | UseFamily) -> list[FromServer]:
        """Something new is written, or gets another name."""
        told: list[FromServer] = []
        files: NewFiles | None = None
        match asked:
            case AddZone():
                path = ""
                if asked.picture:
                    sent = self.session.uploads.get(asked.picture)
                    path = place_in_art(self.session, sent)
                    files = NewFiles({path: sent.data})
                name, edits = self.maker.zone(asked, path)
                step = f"New {word(asked.content)}: {name}"
            case MakeStyle():
                name, edits = self.maker.style(asked)
                step = f"New style: {name}"
            case MakePart():
                name, edits = self.maker.part(asked)
                step = f"New part: {name}"
            case AddNamed():
                name, edits = self.maker.named(asked)
                step = f"New {asked.kind}: {name}"
            case RenameNamed():
                note, edits = self.maker.rename(asked)
                step = f"Rename {asked.kind} {asked.name} to {asked.to}"
                told = [Note("info", note)] if note else []
            case UseFamily():
                name, edits = self.maker.family(asked)
                step = f"New font: {name}"
        return [*self._write(step, edited(edits), files), *told]

    # What is changed in tables.

    def type(self, asked: TypeCell) -> Patch:
        """The face with what is being typed in a cell, of which nothing is written."""
        return self._patched(asked.seq, lambda: self._laid(self.data.type(asked)))

    def _write_table(
        self, edited: Callable[[], tuple[str, Mapping[Path, str]]], *, own: bool = False
    ) -> list[FromServer]:
        """An edit of a table, written as one step; another card is shown where the one on the page is gone."""
        try:
            self._let_go()
            meanwhile = self.data.catch_up()
            self.session.edit(*edited())
        except (DeckError, Problem, OutputProblem) as problem:
            return [*self.again(), *self.data.whole(), Note("error", message_of(problem))]
        told: list[FromServer] = [self.session.steps(), *self.again(), *meanwhile, *self.data.again(own=own)]
        if self.data.left:
            told.append(Note("info", self.data.left))
            self.data.left = ""
        return told

    # What else is done to zones.

    def nest(self, asked: Group | Ungroup | Nest | Copy | Paste) -> list[FromServer]:
        """Zones are taken into others or out of them, or copied to other faces."""
        match asked:
            case Group(zones):
                written = self.nester.group(zones)
            case Ungroup(zone):
                written = self.nester.ungroup(zone)
            case Nest(zones, into, before):
                written = self.nester.nest(zones, into, before)
            case Copy(zones, cut):
                self.nester.copy(zones)
                return self._write(*self.zones.delete(Delete(zones), "Cut")) if cut else []
            case Paste():
                shown = self._on_page()
                if shown.own is None:
                    raise EditProblem("the template of this face lies outside of the deck's folder")
                written = self.nester.paste(shown.own, self.inspector.text(shown, shown.own))
        return self._write(*written)

    def _on_page(self) -> ShownFace:
        """The face on the page, with what its files hold now. Raises EditProblem, DeckError."""
        if self.shown is None:
            raise EditProblem("no face is shown")
        if not self.session.deck.unsaved:
            places = self.session.places(self.session.loaded())
            if self.shown.places is not places:
                # A face that can't be laid out any more stays on the page while its files change.
                self.shown.places, self.shown.texts = places, {}
        return self.shown

    def again(self) -> list[FromServer]:
        """The face on the page as it is now."""
        if self.shown is None:
            return []
        key, side = self.shown.key, self.shown.side
        return [self.show(key.component, key.id, side)]

    def _write(self, name: str, texts: Mapping[Path, str], files: NewFiles | None = None) -> list[FromServer]:
        self._let_go()
        self.session.edit(name, texts, files)
        return [self.session.steps(), *self.again()]

    def _let_go(self) -> None:
        """Forget what is dragged."""
        self.dragged = None
        self.session.deck.stand_in({})


def _only_overfull(report: Report) -> None:
    """Raise DeckError unless all that is wrong is that texts don't fit, which is shown as it is."""
    if any(e.code != "text-overflow" for e in report.errors):
        report.raise_errors()
