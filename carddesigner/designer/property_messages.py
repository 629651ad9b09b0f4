"""Messages between the page and the server about values in forms, and about what a deck has by name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from carddesigner.designer.message_parts import Box

Kind = Literal["zone", "style", "part", "face", "stock", "component", "print", "palette"]


class PropertyOwner(Struct, frozen=True):
    """A part of the deck that has properties: a zone by its key on the face that is shown, anything else by its name."""

    kind: Kind
    name: str


class Look(Struct, frozen=True, tag_field="t", tag="look"):
    """Asks for the properties of something."""

    owner: PropertyOwner


class Assignment(Struct, frozen=True):
    """A value for a key, or one in it; with ``unset`` none of its own any more. It is written ``at_origin``, where the present
    value is written, or else in the ``owner`` itself.
    """

    owner: PropertyOwner
    key: Annotated[tuple[str, ...], Meta(min_length=1)]
    value: Any = None
    unset: bool = False
    at_origin: bool = False


class Try(Struct, frozen=True, tag_field="t", tag="try"):
    """Shows the face with these values, of which nothing is written."""

    seq: int
    values: tuple[Assignment, ...]


class Assign(Struct, frozen=True, tag_field="t", tag="assign"):
    """Writes values, as one step."""

    values: Annotated[tuple[Assignment, ...], Meta(min_length=1)]


class FindIcons(Struct, frozen=True, tag_field="t", tag="find-icons"):
    """Asks for icons whose names have all words of a query."""

    query: str


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
    """A family becomes a font of the template, and its name there is written for these values, whose own ``value`` is not used."""

    family: str
    values: tuple[Assignment, ...]


class AskNames(Struct, frozen=True, tag_field="t", tag="ask-names"):
    """Asks for the names that values may have on the face that is shown."""


FromForms = (
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
)


class Origin(Struct, frozen=True):
    """Where a value is written: ``own``, by a ``style``, or by a ``parent``, which something takes over."""

    kind: Literal["own", "style", "parent"]
    name: str
    place: str
    file: str
    path: tuple[str | int, ...]
    editable: bool


class PropertyValue(Struct, frozen=True):
    """A key's value as it is written, where it comes from, that which counts first, and what an expression gives for the card that is
    shown, or why it gives nothing.
    """

    key: str
    value: Any
    origins: tuple[Origin, ...]
    result: str | None = None
    problem: str = ""


class FieldText(Struct, frozen=True):
    """The text in the table for a field of the card that is shown."""

    field: str
    text: str


class Properties(Struct, frozen=True, tag_field="t", tag="properties"):
    """The properties of something. ``definition`` is its name in the JSON Schema; ``locked`` is why nothing can be written; ``cells``
    are those of the card's fields that it reads.
    """

    owner: PropertyOwner
    definition: str
    place: str
    values: tuple[PropertyValue, ...]
    styles: tuple[str, ...] = ()
    locked: str = ""
    hint: str = ""
    cells: tuple[FieldText, ...] = ()


class PictureWay(Struct, frozen=True):
    """For which cards a picture may be, what is written for it, and what then shows on others; ``problem`` is why it can't be."""

    way: Way
    title: str
    written: str = ""
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

    query: str
    found: tuple[IconPicture, ...]
    count: int


class ColorVision(Struct, frozen=True):
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
    color_visions: tuple[ColorVision, ...]


ToForms = Properties | Names | Icons | Fonts | PictureWays
