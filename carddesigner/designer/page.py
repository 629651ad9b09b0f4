"""A page on a deck: the face that it shows, and the edits of its zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem
from carddesigner.core.source import Span
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
from carddesigner.designer.face_view import FaceView
from carddesigner.designer.inspector import Inspector
from carddesigner.designer.making import Maker
from carddesigner.designer.messages import (
    AskFiles,
    Broken,
    Cancel,
    DeckInfo,
    Delete,
    Drag,
    Drop,
    Duplicate,
    FromPage,
    FromServer,
    Note,
    Patch,
    Placing,
    Rename,
    Reorder,
    Show,
    Undo,
    UndoBy,
    Wall,
)
from carddesigner.designer.nest_messages import Copy, Group, Nest, Paste, Ungroup
from carddesigner.designer.nesting import Nester
from carddesigner.designer.property_messages import (
    AddNamed,
    AddZone,
    AskNames,
    Assign,
    FindFonts,
    FindIcons,
    Look,
    MakePart,
    MakeStyle,
    OnlyHere,
    PictureWays,
    PutPicture,
    RenameNamed,
    Try,
    TypeField,
    UseFamily,
    WriteField,
)
from carddesigner.designer.session import NewFiles, Session, message_of
from carddesigner.designer.step_names import of_keys, of_values, word
from carddesigner.designer.table import dealt_packs, table_pieces
from carddesigner.designer.table_messages import DealPacks, Pieces
from carddesigner.designer.thumbnails import thumbnails
from carddesigner.designer.wall import WallDrawing
from carddesigner.designer.zone_edits import ZoneEdits, edited
from carddesigner.export.files import OutputProblem
from carddesigner.source.yaml_edits import (
    EditProblem,
)
from carddesigner.template.moved import Moved


class Page:
    """A page on a deck: the face that it shows, and what is being dragged there. Each request is answered with
    messages.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.view = FaceView(session)
        self.inspector = Inspector(session, self.view.on_page)
        self.maker = Maker(session, self.inspector, self.view.on_page)
        self.zones = ZoneEdits(session, self.inspector, self.view.on_page)
        self.nester = Nester(session, self.view.on_page, self.zones.place)
        self.data = Data(session)
        self.wall = WallDrawing(session, lambda key: self.view.piece(key)[0])
        self.sent_deck: DeckInfo | Broken | None = None
        """The deck with all its pieces, as it was last sent."""

    def answer(self, message: FromPage) -> list[FromServer]:
        """Answer a request of the page."""
        if isinstance(message, FromData):
            return [*self._answer_data(message)]
        match message:
            case Show(component, id, side):
                return [self.view.show(component, id, side)]
            case Wall():
                self.wall.ask(message)
                return []
            case AskFiles():
                return [self.view.files(message)]
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
            return [*self.view.again(), Note("error", message_of(problem))]

    def _answer_choices(self, message: Look | AskNames | FindIcons | FindFonts) -> list[FromServer]:
        """Answer a request for the values that the fields of properties offer."""
        match message:
            case Look(of):
                return self.inspector.look(of)
            case AskNames():
                return self.inspector.names()
            case FindIcons(query):
                return self.inspector.icons(query)
            case FindFonts(more):
                return self.inspector.fonts(more=more)

    def _edited(self, message: FromPage) -> list[FromServer]:
        """Edit the deck in one step, or undo or redo steps. Raises DeckError, Problem and OutputProblem."""
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
                    f"{field} of the card ", lambda key: self.inspector.cells.written(key, {field: text})
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
        return [*self.session.undo(to), *self.view.again(), *self.data.again()]

    def _answer_data(self, message: FromData) -> Sequence[FromServer]:
        """Answer a request about the deck's tables."""
        match message:
            case Tables(table):
                return self.data.open(table, self.view.shown.key if self.view.shown is not None else None)
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

    # Dragging.

    def drag(self, request: Drag) -> Patch:
        """Return the face with zones moved; nothing is written."""
        return self.view.patched(
            request.seq,
            lambda: (
                self.view.moved(lambda: self._moves(request.zones)) or self.view.laid(self.zones.placed(request.zones))
            ),
        )

    def _moves(self, zones: Sequence[Placing]) -> dict[Span, Moved]:
        """Return where zones move to, as it would be written. Raises DeckError and Problem."""
        shown = self.view.on_page()
        moves = {}
        for placing in zones:
            zone = self.zones.zone(shown, placing.zone)
            self.zones.place(shown, zone)
            assert zone.zone.span is not None
            place = self.zones.moved(shown, zone, placing)
            moves[zone.zone.span] = place.drawn
        return moves

    def drop(self, request: Drop) -> list[FromServer]:
        """Write the new positions of zones."""
        try:
            self.view.laid(self.zones.placed(request.zones))
            texts = dict(self.session.deck.unsaved)
            return [*self._write(request.name, texts), *self.data.after(texts)]
        except (DeckError, Problem, OutputProblem) as problem:
            return [*self.cancel(), Note("error", message_of(problem))]

    def cancel(self) -> list[FromServer]:
        """Cancel a drag."""
        self.view.let_go()
        return self.view.again()

    # Values of zones and styles.

    def tried(self, request: Try) -> Patch:
        """Return the face with other values; nothing is written."""
        return self.view.patched(request.seq, lambda: self.view.laid(edited(self.inspector.edits(request.values))))

    def assign(self, request: Assign) -> list[FromServer]:
        """Write values."""
        return self._write(of_values(request.values), edited(self.inspector.edits(request.values)))

    def _typed(self, seq: int, field: str, text: str) -> Patch:
        """Return the face with another text in a cell of its card; nothing is written."""
        return self.view.patched(
            seq, lambda: self.view.laid(self.inspector.cells.written(self.view.on_page().key, {field: text}))
        )

    def _in_table(self, name: str, texts: Callable[[PieceKey], dict[Path, str]], alone: str = "") -> list[FromServer]:
        """Write to the row of the card on the page."""
        key = self.view.on_page().key
        return [*self._write(f"{name}{key.id}{alone}", texts(key)), *self.data.again()]

    def _put_picture(self, request: PutPicture) -> list[FromServer]:
        """Write a picture that was dropped on a zone, or return the ways to do so."""
        put = dropped_picture(self.session, self.inspector, self.view.on_page(), request)
        if isinstance(put, PictureWays):
            return [put]
        written = self._write(put.step, put.texts, put.files)
        return [*written, *self.data.again(), Note("info", put.note)]

    def make(self, request: AddZone | MakeStyle | MakePart | AddNamed | RenameNamed | UseFamily) -> list[FromServer]:
        """Add or rename something."""
        notes: list[FromServer] = []
        files: NewFiles | None = None
        match request:
            case AddZone():
                path = ""
                if request.picture:
                    sent = self.session.uploads.get(request.picture)
                    path = place_in_art(self.session, sent)
                    files = NewFiles({path: sent.data})
                name, edits = self.maker.zone(request, path)
                step = f"New {word(request.content)}: {name}"
            case MakeStyle():
                name, edits = self.maker.style(request)
                step = f"New style: {name}"
            case MakePart():
                name, edits = self.maker.part(request)
                step = f"New part: {name}"
            case AddNamed():
                name, edits = self.maker.named(request)
                step = f"New {request.kind}: {name}"
            case RenameNamed():
                note, edits = self.maker.rename(request)
                step = f"Rename {request.kind} {request.name} to {request.to}"
                notes = [Note("info", note)] if note else []
            case UseFamily():
                name, edits = self.maker.family(request)
                step = f"New font: {name}"
        return [*self._write(step, edited(edits), files), *notes]

    # Edits of tables.

    def type(self, request: TypeCell) -> Patch:
        """Return the face while a cell is being typed in; nothing is written."""
        return self.view.patched(request.seq, lambda: self.view.laid(self.data.type(request)))

    def _write_table(
        self, edited: Callable[[], tuple[str, Mapping[Path, str]]], *, own: bool = False
    ) -> list[FromServer]:
        """Write an edit of a table as one step. If the card on the page is gone, another one is shown."""
        try:
            self.view.let_go()
            meanwhile = self.data.catch_up()
            self.session.edit(*edited())
        except (DeckError, Problem, OutputProblem) as problem:
            return [*self.view.again(), *self.data.whole(), Note("error", message_of(problem))]
        out: list[FromServer] = [self.session.steps(), *self.view.again(), *meanwhile, *self.data.again(own=own)]
        if self.data.left:
            out.append(Note("info", self.data.left))
            self.data.left = ""
        return out

    # Nesting of zones.

    def nest(self, request: Group | Ungroup | Nest | Copy | Paste) -> list[FromServer]:
        """Move zones into others or out of them, or copy them between faces."""
        match request:
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
                shown = self.view.on_page()
                if shown.own_file is None:
                    raise EditProblem("the template of this face lies outside of the deck's folder")
                written = self.nester.paste(shown.own_file, self.inspector.text(shown, shown.own_file))
        return self._write(*written)

    def _write(self, name: str, texts: Mapping[Path, str], files: NewFiles | None = None) -> list[FromServer]:
        self.view.let_go()
        self.session.edit(name, texts, files)
        return [self.session.steps(), *self.view.again()]
