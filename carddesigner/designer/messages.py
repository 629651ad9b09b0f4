"""Messages between the page and the server as JSON, one message per frame of the socket; ``t`` is the message's kind.
Lengths are in millimetres, y down from the trim's top left. ``tools/make_messages.py`` generates the page's types from
these.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.designer.change_messages import Changes, FromChanges
from carddesigner.designer.data_messages import FromData, ToData
from carddesigner.designer.message_parts import Affine, Box, Found, Side
from carddesigner.designer.nest_messages import Copy, Group, Nest, Paste, Ungroup
from carddesigner.designer.print_messages import FromPrintView, ToPrintView
from carddesigner.designer.property_messages import FromForms, ToForms
from carddesigner.designer.size_messages import AskSizes, TextSizes
from carddesigner.designer.source_messages import FromSources, ToSources
from carddesigner.designer.start_messages import (
    CopyDeck,
    DeckFaces,
    Drafted,
    FetchTable,
    Forget,
    MakeDeck,
    OpenDeck,
    Opened,
    Refused,
    Sketch,
    Sketched,
    SketchedLook,
    Start,
    StartInfo,
)
from carddesigner.designer.table_messages import DealPacks, Dealt, Pieces, TablePieces
from carddesigner.designer.text_messages import FromTexts, ToTexts

FromStart = Start | OpenDeck | CopyDeck | Forget | FetchTable | Sketch | MakeDeck
ToStart = StartInfo | DeckFaces | Drafted | Sketched | SketchedLook | Opened | Refused
FromNest = Group | Ungroup | Nest | Copy | Paste
FromTable = Pieces | DealPacks
ToTable = TablePieces | Dealt


class Open(Struct, frozen=True, tag_field="t", tag="open"):
    """Request the deck with its cards; with ``whole`` also the pieces that are only known after laying out, such as
    pages. A complete deck that has not changed is not sent again.
    """

    whole: bool = False


class Show(Struct, frozen=True, tag_field="t", tag="show"):
    """Request a face."""

    component: str
    id: str
    side: Side = "front"


class Drag(Struct, frozen=True, tag_field="t", tag="drag"):
    """Move, resize or turn zones while the pointer is down; nothing is written."""

    seq: int
    zones: tuple[Placing, ...]


class Placing(Struct, frozen=True):
    """A zone's frame in its parent's space, and its turn in degrees if that changes."""

    zone: str
    frame: Box
    rotate: float | None = None


class Drop(Struct, frozen=True, tag_field="t", tag="drop"):
    """Write the new positions of zones as one step with this name."""

    name: str
    zones: tuple[Placing, ...]


class Cancel(Struct, frozen=True, tag_field="t", tag="cancel"):
    """Cancel a drag."""


class Reorder(Struct, frozen=True, tag_field="t", tag="reorder"):
    """Move a zone towards the front among its siblings, by this many positions."""

    zone: str
    by: int


class Delete(Struct, frozen=True, tag_field="t", tag="delete"):
    """Delete zones."""

    zones: tuple[str, ...]


class Duplicate(Struct, frozen=True, tag_field="t", tag="duplicate"):
    """Copy a zone, with an offset of two millimetres."""

    zone: str


class Rename(Struct, frozen=True, tag_field="t", tag="rename"):
    """Rename a zone."""

    zone: str
    name: str


class Undo(Struct, frozen=True, tag_field="t", tag="undo"):
    """Undo or redo steps until this many are applied."""

    to: int


class UndoBy(Struct, frozen=True, tag_field="t", tag="undo-by"):
    """Undo the last step (-1) or redo the next one (1), counted when the message arrives."""

    by: int


class Wall(Struct, frozen=True, tag_field="t", tag="wall"):
    """Request the faces of several pieces. They come in several replies, which repeat the ``generation``;
    ``failed_fonts`` are font families that the page can't show.
    """

    keys: tuple[tuple[str, str], ...]
    side: Side = "front"
    generation: int = 0
    failed_fonts: tuple[str, ...] = ()


class AskFiles(Struct, frozen=True, tag_field="t", tag="face-files"):
    """Request the faces of several pieces as separate files."""

    keys: tuple[tuple[str, str], ...]
    side: Side = "front"


FromPage = (
    FromForms
    | Open
    | Show
    | Drag
    | Drop
    | Cancel
    | Reorder
    | Delete
    | Duplicate
    | Rename
    | Undo
    | UndoBy
    | Wall
    | AskFiles
    | FromStart
    | FromTable
    | FromNest
    | AskSizes
    | FromData
    | FromTexts
    | FromChanges
    | FromPrintView
    | FromSources
)


class PieceName(Struct, frozen=True):
    """A piece and its title."""

    id: str
    name: str


class ComponentInfo(Struct, frozen=True):
    """A component with its pieces."""

    id: str
    pieces: tuple[PieceName, ...]


class DeckInfo(Struct, frozen=True, tag_field="t", tag="deck"):
    """The deck. ``read_only`` says why it can't be changed, if so; a ``shipped`` deck can be copied, for example to
    ``copy_to``; ``deleted`` are files that another program deleted since the deck was opened.
    """

    title: str
    folder: str
    components: tuple[ComponentInfo, ...]
    whole: bool
    shipped: bool = False
    read_only: str = ""
    deleted: tuple[str, ...] = ()
    copy_to: str = ""


class ZoneInfo(Struct, frozen=True):
    """A zone of a face with the data for its handles. ``frame`` is in the parent's space, which ``outer`` maps to the
    face; the zone is turned by ``rotate`` degrees about its centre. ``container`` is the key of the zone that contains
    it. ``locked`` says why it can't be moved, if so; ``shared`` where else it is visible; ``inherited_from`` from which
    file it is inherited.

    ``file`` is the absolute path of the file in which it is written, from ``line`` on. ``picture`` is the frame of a
    cropped picture as a whole, in the same space as ``frame``.
    """

    key: str
    name: str
    kind: str
    depth: int
    container: str
    frame: Box
    parent: Box
    outer: Affine | None
    rotate: float
    place: str
    text: str = ""
    locked: str = ""
    shared: str = ""
    inherited_from: str = ""
    picture: Box | None = None
    file: str = ""
    line: int = 0


class ZoneFrame(Struct, frozen=True):
    """The position of a zone while it, or a zone around it, is dragged."""

    key: str
    frame: Box
    parent: Box
    outer: Affine | None


class Picture(Struct, frozen=True):
    """The drawing of an outermost zone, as SVG in points."""

    key: str
    svg: str


class FaceInfo(Struct, frozen=True, tag_field="t", tag="face"):
    """A face with its zones from back to front. ``outline`` and ``safe_outline`` are path data in points, like the
    pictures; ``safe`` is the distance of the safe outline from the trim. ``definitions`` are those that the page does
    not have yet; with ``reset`` it discards the earlier ones. ``overfull`` are the zones whose texts don't fit;
    ``requested`` is the requested card, if that does not exist any more.
    """

    component: str
    id: str
    side: Side
    sides: tuple[Side, ...]
    width: float
    height: float
    bleed: float
    safe: float
    outline: str
    safe_outline: str
    zones: tuple[ZoneInfo, ...]
    pictures: tuple[Picture, ...]
    definitions: str
    reset: bool = False
    overfull: tuple[str, ...] = ()
    requested: str = ""


class Patch(Struct, frozen=True, tag_field="t", tag="patch"):
    """The changes of the shown face during a drag. ``problem`` is what prevents the edit, or an error that it causes;
    ``overfull`` are the zones whose texts don't fit.
    """

    seq: int
    zones: tuple[ZoneFrame, ...] = ()
    pictures: tuple[Picture, ...] = ()
    definitions: str = ""
    problem: str = ""
    overfull: tuple[str, ...] = ()


class FaceFile(Struct, frozen=True):
    """A piece's face as an SVG file; ``problem`` says why there is none."""

    component: str
    id: str
    svg: str
    problem: str = ""


class FaceFiles(Struct, frozen=True, tag_field="t", tag="face-files"):
    """The requested files."""

    side: Side
    faces: tuple[FaceFile, ...]


class WallFace(Struct, frozen=True):
    """A piece's face as elements of the page, with ``width`` and ``height`` in points, and the definitions that these
    refer to, by name; ``problem`` says why there is none. A face that is ``unchanged`` since it was last sent to this
    page has no other data.
    """

    component: str
    id: str
    svg: str = ""
    width: float = 0.0
    height: float = 0.0
    outline: str = ""
    definitions: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    unchanged: bool = False


class GlyphFont(Struct, frozen=True):
    """A font with a character for each glyph, in this many parts."""

    family: str
    parts: int


class WallFaces(Struct, frozen=True, tag_field="t", tag="wall"):
    """Some of the requested faces, and the fonts that the page does not have yet."""

    side: Side
    generation: int
    faces: tuple[WallFace, ...]
    fonts: tuple[GlyphFont, ...] = ()


class Problems(Struct, frozen=True, tag_field="t", tag="problems"):
    """All problems of the deck; ``running`` while it is validated again."""

    running: bool
    found: tuple[Found, ...]


class Steps(Struct, frozen=True, tag_field="t", tag="history"):
    """All steps, of which the first ``at`` are applied; ``problem`` says why they can't be saved, if so."""

    steps: tuple[str, ...]
    at: int
    problem: str = ""


class Broken(Struct, frozen=True, tag_field="t", tag="broken"):
    """The deck can't be read or laid out at present; the page keeps the last good face. ``deleted`` are files that
    another program deleted.
    """

    found: tuple[Found, ...]
    deleted: tuple[str, ...] = ()


class Changed(Struct, frozen=True, tag_field="t", tag="changed"):
    """Files changed, so the page requests again what it shows. ``number`` increases."""

    number: int


class Edited(Struct, frozen=True, tag_field="t", tag="edited"):
    """The deck was edited and has the same cards. With ``pieces`` the other pieces are only known after laying out, so
    the page requests them when it has time.
    """

    pieces: bool


class Note(Struct, frozen=True, tag_field="t", tag="note"):
    """A message to show once."""

    level: Literal["info", "error"]
    text: str


FromServer = (
    ToForms
    | DeckInfo
    | FaceInfo
    | Patch
    | FaceFiles
    | WallFaces
    | Problems
    | Steps
    | Broken
    | Changed
    | Edited
    | Note
    | ToStart
    | ToTable
    | TextSizes
    | ToData
    | ToTexts
    | Changes
    | ToPrintView
    | ToSources
)
