"""What the page and the server say to each other: JSON, one message a frame of the socket, ``t`` its kind. Lengths are
millimetres, y down from the trim's top left. ``tools/make_messages.py`` makes the page's types of these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from carddesigner.designer.change_messages import Changes, FromChanges
from carddesigner.designer.data_messages import FromData, ToData
from carddesigner.designer.nest_messages import Copy, Group, Nest, Paste, Ungroup
from carddesigner.designer.print_messages import FromPrintView, ToPrintView
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
from carddesigner.designer.text_messages import OfTexts, OnTexts
from carddesigner.designer.told import Affine, Box, Found, Side

FromStart = Start | OpenDeck | CopyDeck | Forget | FetchTable | Sketch | MakeDeck
ToStart = StartInfo | DeckFaces | Drafted | Sketched | SketchedLook | Opened | Refused
FromNest = Group | Ungroup | Nest | Copy | Paste
FromTable = Pieces | DealPacks
ToTable = TablePieces | Dealt


class Open(Struct, frozen=True, tag_field="t", tag="open"):
    """Asks for the deck with its cards; with ``whole`` also for what has to be laid out to be known, such as pages. What was told whole
    and is still so isn't told again.
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
    """Asks for the faces of several pieces, which come in several answers; ``age`` stands in these, and ``refused`` are font families
    that the page can't show.
    """

    keys: tuple[tuple[str, str], ...]
    side: Side = "front"
    age: int = 0
    refused: tuple[str, ...] = ()


class AskFiles(Struct, frozen=True, tag_field="t", tag="face-files"):
    """Asks for the faces of several pieces as files of their own."""

    keys: tuple[tuple[str, str], ...]
    side: Side = "front"


Kind = Literal["zone", "style", "part", "face", "stock", "component", "print", "palette"]


class Described(Struct, frozen=True):
    """A part of the deck that says something: a zone by its key on the face that is shown, anything else by its name."""

    kind: Kind
    name: str


class Look(Struct, frozen=True, tag_field="t", tag="look"):
    """Asks what something says."""

    of: Described


class Assignment(Struct, frozen=True):
    """A value for a key, or one in it; with ``unset`` none of its own any more. ``there``: where the value that it has is written, else
    in what is described itself.
    """

    of: Described
    key: Annotated[tuple[str, ...], Meta(min_length=1)]
    value: Any = None
    unset: bool = False
    there: bool = False


class Try(Struct, frozen=True, tag_field="t", tag="try"):
    """Shows the face with these values, of which nothing is written."""

    seq: int
    values: tuple[Assignment, ...]


class Assign(Struct, frozen=True, tag_field="t", tag="assign"):
    """Writes values, as one step."""

    values: Annotated[tuple[Assignment, ...], Meta(min_length=1)]


class FindIcons(Struct, frozen=True, tag_field="t", tag="find-icons"):
    """Asks for icons whose names have all of these words."""

    words: str


class FindFonts(Struct, frozen=True, tag_field="t", tag="find-fonts"):
    """Asks for the fonts of the template of the face that is shown; with ``more`` also for families that could be added to it."""

    more: bool = False


class TypeField(Struct, frozen=True, tag_field="t", tag="type-field"):
    """Shows the card with another text in the cell of one of its fields, of which nothing is written."""

    seq: int
    field: str
    text: str


class WriteField(Struct, frozen=True, tag_field="t", tag="write-field"):
    """Writes another text into the cell of one of the card's fields."""

    field: str
    text: str


class OnlyHere(Struct, frozen=True, tag_field="t", tag="only-here"):
    """Writes values for the card that is shown alone: into columns of its table, which its zones read."""

    values: Annotated[tuple[Assignment, ...], Meta(min_length=1)]


class AddZone(Struct, frozen=True, tag_field="t", tag="add-zone"):
    """A zone of a content, ``text``, ``icon``, ``image``, ``shape`` or ``code``, is drawn on the face that is shown; one of a
    ``picture`` that was sent by this key shows it.
    """

    content: str
    frame: Box
    picture: str = ""


Way = Literal["all", "column", "file"]
"""How a zone comes to show a picture: it names it; a column of the table does for this card; or it lies where the zone looks for it."""


class PutPicture(Struct, frozen=True, tag_field="t", tag="put-picture"):
    """A picture that was sent, by its key, is dropped on a zone that shows one. It goes the ``way`` that was chosen, one of those that
    ``PictureWays`` offers; without one the only way, if there is no choice.
    """

    zone: str
    picture: str
    way: Way | None = None


class MakeStyle(Struct, frozen=True, tag_field="t", tag="make-style"):
    """A style is made of how a zone looks."""

    zone: str
    name: str


class MakePart(Struct, frozen=True, tag_field="t", tag="make-part"):
    """A part is made of the zones that lie in one."""

    zone: str
    name: str


NamedKind = Literal["style", "part", "face", "color", "font", "stock"]


class AddNamed(Struct, frozen=True, tag_field="t", tag="add-named"):
    """A colour of this value, a style, a face, or a component with a face of its own is added by a name."""

    kind: NamedKind | Literal["component"]
    name: str
    value: str = ""


class RenameNamed(Struct, frozen=True, tag_field="t", tag="rename-named"):
    """Something gets another name, also where it is used."""

    kind: NamedKind
    name: str
    to: str


class UseFamily(Struct, frozen=True, tag_field="t", tag="use-family"):
    """A family becomes a font of the template, and these values are its name there; what they say themselves is nothing."""

    family: str
    values: tuple[Assignment, ...]


class AskNames(Struct, frozen=True, tag_field="t", tag="ask-names"):
    """Asks for the names that values may have on the face that is shown."""


FromPage = (
    TypeField
    | WriteField
    | OnlyHere
    | AddZone
    | PutPicture
    | MakeStyle
    | MakePart
    | AddNamed
    | RenameNamed
    | UseFamily
    | Look
    | Try
    | Assign
    | AskNames
    | FindIcons
    | FindFonts
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
    | OfTexts
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
    ``gone`` are files that were deleted elsewhere since it was opened.
    """

    title: str
    folder: str
    components: tuple[ComponentInfo, ...]
    whole: bool
    shipped: bool = False
    read_only: str = ""
    gone: tuple[str, ...] = ()
    copy_to: str = ""


class ZoneInfo(Struct, frozen=True):
    """A zone of a face, as the page draws its handles: the ``frame`` lies in its parent's space, which ``outer`` maps to the face; it
    is turned by ``rotate`` degrees about its middle. ``above`` is the key of the zone that it lies in. ``locked`` says why it can't
    be moved, if so; ``shared`` where else it shows, ``taken_over`` from where it comes that stays as it is.
    It is written in ``file``, a whole path, from ``line`` on.
    ``picture`` is where all of a picture that is cropped lies, in the space of the frame.
    """

    key: str
    name: str
    kind: str
    depth: int
    above: str
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
    far that lies inside the trim. ``definitions`` are those that weren't given before; with ``fresh`` all that were are forgotten.
    ``overfull`` are the zones whose texts don't fit; ``instead`` is the card that was asked for, where it isn't there any more.
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
    fresh: bool = False
    overfull: tuple[str, ...] = ()
    instead: str = ""


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
    why there is none. One that is ``same`` as this page was told before says nothing else.
    """

    component: str
    id: str
    svg: str = ""
    width: float = 0.0
    height: float = 0.0
    outline: str = ""
    definitions: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    same: bool = False


class GlyphFont(Struct, frozen=True):
    """A font of which each glyph is a letter, in so many parts."""

    family: str
    parts: int


class WallFaces(Struct, frozen=True, tag_field="t", tag="wall"):
    """Some of the faces that were asked for, and fonts that the page wasn't told of before."""

    side: Side
    age: int
    faces: tuple[WallFace, ...]
    fonts: tuple[GlyphFont, ...] = ()


class Problems(Struct, frozen=True, tag_field="t", tag="problems"):
    """All that is wrong with the deck; ``running`` while it is looked through again."""

    running: bool
    found: tuple[Found, ...]


class Steps(Struct, frozen=True, tag_field="t", tag="history"):
    """The steps that were made, of which ``at`` stand; ``trouble`` is why they can't be kept for another day, if so."""

    steps: tuple[str, ...]
    at: int
    trouble: str = ""


class Broken(Struct, frozen=True, tag_field="t", tag="broken"):
    """The deck can't be read or laid out at present: the last good face stays. ``gone`` are files that were deleted elsewhere."""

    found: tuple[Found, ...]
    gone: tuple[str, ...] = ()


class Changed(Struct, frozen=True, tag_field="t", tag="changed"):
    """Files changed: what is shown is asked for again. ``number`` grows."""

    number: int


class Edited(Struct, frozen=True, tag_field="t", tag="edited"):
    """The deck was edited, and has the cards that it had. With ``pieces`` only laying out tells which pieces there are now: the page
    asks for them once it has time.
    """

    pieces: bool


class Note(Struct, frozen=True, tag_field="t", tag="note"):
    """Something to be told once."""

    level: Literal["info", "error"]
    text: str


class Origin(Struct, frozen=True):
    """Where a value is written: ``own``, by a ``style``, or by a ``parent``, which something takes over."""

    kind: Literal["own", "style", "parent"]
    name: str
    place: str
    file: str
    path: tuple[str | int, ...]
    editable: bool


class Said(Struct, frozen=True):
    """A key's value as it is written, where it comes from, that which counts first, and what an expression gives for the card that is
    shown, or why it gives nothing.
    """

    key: str
    value: Any
    origins: tuple[Origin, ...]
    result: str | None = None
    problem: str = ""


class FieldText(Struct, frozen=True):
    """What the table says for a field of the card that is shown."""

    field: str
    text: str


class Properties(Struct, frozen=True, tag_field="t", tag="properties"):
    """What something says. ``definition`` is what the JSON Schema calls it; ``locked`` says why nothing can be written; ``cells``
    are those of the card's fields that it reads.
    """

    of: Described
    definition: str
    place: str
    said: tuple[Said, ...]
    styles: tuple[str, ...] = ()
    locked: str = ""
    hint: str = ""
    cells: tuple[FieldText, ...] = ()


class PictureWay(Struct, frozen=True):
    """For which cards a picture may be, what is written for it, and what then shows on others; ``problem`` is why it can't be."""

    way: Way
    title: str
    writes: str = ""
    problem: str = ""


class PictureWays(Struct, frozen=True, tag_field="t", tag="picture-ways"):
    """Ways that a picture, by its key, may go that was dropped on a zone: one is to be chosen."""

    zone: str
    picture: str
    name: str
    ways: tuple[PictureWay, ...]


class ColorName(Struct, frozen=True):
    """A colour of a palette: as it is written, and as a screen shows it."""

    name: str
    written: str
    screen: str


class FontSample(Struct, frozen=True):
    """A font of the template, and its family; without a name a family that it may have too. ``sample`` is the family's name as
    outlines in black, as path data of a box of 170 × 24; empty where none can be drawn, for which ``problem`` may say why.
    """

    name: str
    family: str
    sample: str = ""
    problem: str = ""


class Fonts(Struct, frozen=True, tag_field="t", tag="fonts"):
    """The fonts of the template, the first of which is that of texts that name none; ``more`` are families that aren't in it, where
    they were asked for.
    """

    fonts: tuple[FontSample, ...] = ()
    more: tuple[FontSample, ...] | None = None


class IconPicture(Struct, frozen=True):
    """An icon, and the address of a picture that holds it itself; empty for one that is broken."""

    name: str
    address: str


class Icons(Struct, frozen=True, tag_field="t", tag="icons"):
    """Icons that were asked for, and how many there are in all."""

    words: str
    found: tuple[IconPicture, ...]
    count: int


class Sight(Struct, frozen=True):
    """How colours look to some: three rows of a matrix for linear red, green and blue."""

    name: str
    matrix: tuple[float, ...]


class Names(Struct, frozen=True, tag_field="t", tag="names"):
    """What values may be called on the face that is shown: colours; and what else the deck has by a name, ``fonts`` with their families."""

    face: str
    component: str
    stock: str
    colors: tuple[ColorName, ...]
    styles: tuple[str, ...]
    parts: tuple[str, ...]
    faces: tuple[str, ...]
    stocks: tuple[str, ...]
    fields: tuple[str, ...]
    fonts: tuple[tuple[str, str], ...]
    sights: tuple[Sight, ...]


FromServer = (
    Properties
    | Names
    | Icons
    | Fonts
    | PictureWays
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
    | OnTexts
    | Changes
    | ToPrintView
    | ToSources
)
