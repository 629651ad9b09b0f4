"""Messages between the page and the server: JSON, one message a frame of the socket, ``t`` its kind. Lengths are
millimetres, y down from the trim's top left. ``tools/make_messages.py`` makes the page's types of these.
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
    """Asks for the deck with its cards; with ``whole`` also for what has to be laid out to be known, such as pages. What was sent whole
    and is still so isn't sent again.
    """

    whole: bool = False


class Show(Struct, frozen=True, tag_field="t", tag="show"):
    """Asks for a face."""

    component: str
    id: str
    side: Side = "front"


class Drag(Struct, frozen=True, tag_field="t", tag="drag"):
    """Zones are moved, resized or turned while the pointer is down: nothing is written."""

    seq: int
    zones: tuple[Placing, ...]


class Placing(Struct, frozen=True):
    """A zone's frame in its parent's space, and its turn in degrees where that changes."""

    zone: str
    frame: Box
    rotate: float | None = None


class Drop(Struct, frozen=True, tag_field="t", tag="drop"):
    """Zones are moved to these places, written as one step of this name."""

    name: str
    zones: tuple[Placing, ...]


class Cancel(Struct, frozen=True, tag_field="t", tag="cancel"):
    """What was dragged goes back to its place."""


class Reorder(Struct, frozen=True, tag_field="t", tag="reorder"):
    """A zone comes so many places nearer to the front among its siblings."""

    zone: str
    by: int


class Delete(Struct, frozen=True, tag_field="t", tag="delete"):
    """Zones are removed."""

    zones: tuple[str, ...]


class Duplicate(Struct, frozen=True, tag_field="t", tag="duplicate"):
    """A zone is copied, two millimetres beside it."""

    zone: str


class Rename(Struct, frozen=True, tag_field="t", tag="rename"):
    """A zone gets another name."""

    zone: str
    name: str


class Undo(Struct, frozen=True, tag_field="t", tag="undo"):
    """Takes steps back, to have made so many."""

    to: int


class UndoBy(Struct, frozen=True, tag_field="t", tag="undo-by"):
    """Takes the last step back with -1, makes the next once more with 1, whichever that is when it is asked for."""

    by: int


class Wall(Struct, frozen=True, tag_field="t", tag="wall"):
    """Asks for the faces of several pieces, which come in several answers; these repeat the ``generation``, and
    ``failed_fonts`` are font families that the page can't show.
    """

    keys: tuple[tuple[str, str], ...]
    side: Side = "front"
    generation: int = 0
    failed_fonts: tuple[str, ...] = ()


class AskFiles(Struct, frozen=True, tag_field="t", tag="face-files"):
    """Asks for the faces of several pieces as files of their own."""

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
    """A piece and what it is called."""

    id: str
    name: str


class ComponentInfo(Struct, frozen=True):
    """A component with its pieces."""

    id: str
    pieces: tuple[PieceName, ...]


class DeckInfo(Struct, frozen=True, tag_field="t", tag="deck"):
    """The deck; ``read_only`` says why it can't be changed, if so, and ``shipped`` that it can be copied for it, such as ``copy_to``;
    ``deleted`` are files that were deleted elsewhere since it was opened.
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
    """A zone of a face, as the page draws its handles: the ``frame`` lies in its parent's space, which ``outer`` maps to the face; it
    is turned by ``rotate`` degrees about its middle. ``container`` is the key of the zone that it lies in. ``locked`` says why it can't
    be moved, if so; ``shared`` where else it shows, ``taken_over`` from where it comes that stays as it is.
    It is written in ``file``, a whole path, from ``line`` on.
    ``picture`` is where all of a picture that is cropped lies, in the space of the frame.
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
    taken_over: str = ""
    picture: Box | None = None
    file: str = ""
    line: int = 0


class ZoneFrame(Struct, frozen=True):
    """Where a zone lies while it, or what it lies in, is dragged."""

    key: str
    frame: Box
    parent: Box
    outer: Affine | None


class Picture(Struct, frozen=True):
    """What is drawn of an outermost zone, as SVG in points."""

    key: str
    svg: str


class FaceInfo(Struct, frozen=True, tag_field="t", tag="face"):
    """A face with its zones from back to front. ``outline`` and ``safe_outline`` are path data, in points as pictures are; ``safe`` is how
    far that lies inside the trim. ``definitions`` are those that weren't given before; with ``reset`` all that were are forgotten.
    ``overfull`` are the zones whose texts don't fit; ``requested`` is the card that was asked for, where it isn't there any more.
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
    """What a drag changes of the face that is shown; ``problem`` is what stands in its way, or is wrong with it then; ``overfull`` are the
    zones whose texts don't fit.
    """

    seq: int
    zones: tuple[ZoneFrame, ...] = ()
    pictures: tuple[Picture, ...] = ()
    definitions: str = ""
    problem: str = ""
    overfull: tuple[str, ...] = ()


class FaceFile(Struct, frozen=True):
    """A piece's face as an SVG file; ``problem`` is why there is none."""

    component: str
    id: str
    svg: str
    problem: str = ""


class FaceFiles(Struct, frozen=True, tag_field="t", tag="face-files"):
    """Files that were asked for."""

    side: Side
    faces: tuple[FaceFile, ...]


class WallFace(Struct, frozen=True):
    """A piece's face as elements of the page, ``width`` and ``height`` being points, and what these refer to, by names; ``problem`` is
    why there is none. One that is ``unchanged`` since this page was sent it has nothing else.
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
    """A font of which each glyph is a letter, in so many parts."""

    family: str
    parts: int


class WallFaces(Struct, frozen=True, tag_field="t", tag="wall"):
    """Some of the faces that were asked for, and fonts that the page wasn't sent before."""

    side: Side
    generation: int
    faces: tuple[WallFace, ...]
    fonts: tuple[GlyphFont, ...] = ()


class Problems(Struct, frozen=True, tag_field="t", tag="problems"):
    """All that is wrong with the deck; ``running`` while it is looked through again."""

    running: bool
    found: tuple[Found, ...]


class Steps(Struct, frozen=True, tag_field="t", tag="history"):
    """The steps that were made, of which ``at`` stand; ``problem`` is why they can't be kept for another day, if so."""

    steps: tuple[str, ...]
    at: int
    problem: str = ""


class Broken(Struct, frozen=True, tag_field="t", tag="broken"):
    """The deck can't be read or laid out at present: the last good face stays. ``deleted`` are files that were deleted elsewhere."""

    found: tuple[Found, ...]
    deleted: tuple[str, ...] = ()


class Changed(Struct, frozen=True, tag_field="t", tag="changed"):
    """Files changed: what is shown is asked for again. ``number`` grows."""

    number: int


class Edited(Struct, frozen=True, tag_field="t", tag="edited"):
    """The deck was edited, and has the cards that it had. With ``pieces`` only laying out tells which pieces there are now: the page
    asks for them once it has time.
    """

    pieces: bool


class Note(Struct, frozen=True, tag_field="t", tag="note"):
    """Something to be shown once."""

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
