"""Messages about values in forms, and about named things of a deck."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from carddesigner.designer.message_parts import Box

Kind = Literal["zone", "style", "part", "face", "stock", "component", "print", "palette"]


class PropertyOwner(Struct, frozen=True):
    """Something that has properties: a zone, by its key on the shown face, or anything else, by its name."""

    kind: Kind
    name: str


class Look(Struct, frozen=True, tag_field="t", tag="look"):
    """Request the properties of something."""

    owner: PropertyOwner


class Assignment(Struct, frozen=True):
    """A value for a key, or for a key inside it; with ``unset`` the value is removed. It is written in the ``owner``,
    or ``at_origin``, where the current value is written.
    """

    owner: PropertyOwner
    key: Annotated[tuple[str, ...], Meta(min_length=1)]
    value: Any = None
    unset: bool = False
    at_origin: bool = False


class Try(Struct, frozen=True, tag_field="t", tag="try"):
    """Show the face with these values; nothing is written."""

    seq: int
    values: tuple[Assignment, ...]


class Assign(Struct, frozen=True, tag_field="t", tag="assign"):
    """Write values as one step."""

    values: Annotated[tuple[Assignment, ...], Meta(min_length=1)]


class FindIcons(Struct, frozen=True, tag_field="t", tag="find-icons"):
    """Request icons whose names contain all words of a query."""

    query: str


class FindFonts(Struct, frozen=True, tag_field="t", tag="find-fonts"):
    """Request the fonts of the shown face's template; with ``more`` also families that could be added to it."""

    more: bool = False


class TypeField(Struct, frozen=True, tag_field="t", tag="type-field"):
    """Show the card with another text in the cell of a field; nothing is written."""

    seq: int
    field: str
    text: str


class WriteField(Struct, frozen=True, tag_field="t", tag="write-field"):
    """Write another text to the cell of one of the card's fields."""

    field: str
    text: str


class OnlyHere(Struct, frozen=True, tag_field="t", tag="only-here"):
    """Write values for the shown card alone: to columns of its table, which its zones read."""

    values: Annotated[tuple[Assignment, ...], Meta(min_length=1)]


class AddZone(Struct, frozen=True, tag_field="t", tag="add-zone"):
    """Add a zone with a content (``text``, ``icon``, ``image``, ``shape`` or ``code``) to the shown face; with the key
    of an uploaded ``picture`` it shows that.
    """

    content: str
    frame: Box
    picture: str = ""


Way = Literal["all", "column", "file"]
"""How a zone gets a picture: the zone names it, a column of the table names it for the card, or it is the file that the
zone looks for.
"""


class PutPicture(Struct, frozen=True, tag_field="t", tag="put-picture"):
    """Use an uploaded picture, given by its key, for a zone on which it was dropped. ``way`` is one of those offered by
    ``PictureWays``; it may be left out if there is only one.
    """

    zone: str
    picture: str
    way: Way | None = None


class MakeStyle(Struct, frozen=True, tag_field="t", tag="make-style"):
    """Make a style from the looks of a zone."""

    zone: str
    name: str


class MakePart(Struct, frozen=True, tag_field="t", tag="make-part"):
    """Make a part from the zones inside a zone."""

    zone: str
    name: str


NamedKind = Literal["style", "part", "face", "color", "font", "stock"]


class AddNamed(Struct, frozen=True, tag_field="t", tag="add-named"):
    """Add a named colour with this value, a style, a face, or a component with its own face."""

    kind: NamedKind | Literal["component"]
    name: str
    value: str = ""


class RenameNamed(Struct, frozen=True, tag_field="t", tag="rename-named"):
    """Rename something wherever it is used."""

    kind: NamedKind
    name: str
    to: str


class UseFamily(Struct, frozen=True, tag_field="t", tag="use-family"):
    """Add a font family to the template, and write the font's name for these values, whose own ``value`` is ignored."""

    family: str
    values: tuple[Assignment, ...]


class AskNames(Struct, frozen=True, tag_field="t", tag="ask-names"):
    """Request the names that values may have on the shown face."""


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
    """Where a value is written: on its ``own``, in a ``style``, or in a ``parent`` from which it is inherited."""

    kind: Literal["own", "style", "parent"]
    name: str
    place: str
    file: str
    path: tuple[str | int, ...]
    editable: bool


class PropertyValue(Struct, frozen=True):
    """A key's value as written; its origins, the effective one first; and the value of an expression for the shown
    card, or why it has none.
    """

    key: str
    value: Any
    origins: tuple[Origin, ...]
    result: str | None = None
    problem: str = ""


class FieldText(Struct, frozen=True):
    """The text in the table for a field of the shown card."""

    field: str
    text: str


class Properties(Struct, frozen=True, tag_field="t", tag="properties"):
    """The properties of something. ``definition`` is its name in the JSON Schema; ``locked`` says why it can't be
    changed; ``cells`` are the card's fields that it reads.
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
    """A way to use a picture: the cards that get it, and what is written for it and visible on other cards; ``problem``
    says why it is not possible.
    """

    way: Way
    title: str
    written: str = ""
    problem: str = ""


class PictureWays(Struct, frozen=True, tag_field="t", tag="picture-ways"):
    """The ways to use a picture that was dropped on a zone, given by its key, from which the user chooses."""

    zone: str
    picture: str
    name: str
    ways: tuple[PictureWay, ...]


class ColorName(Struct, frozen=True):
    """A colour of a palette: as written, and as a screen shows it."""

    name: str
    written: str
    screen: str


class FontSample(Struct, frozen=True):
    """A font of the template, and its family; a family that could be added has no name. ``sample`` is the family's name
    as outlines in black: path data in a box of 170 × 24, empty if none can be drawn, for which ``problem`` may give the
    reason.
    """

    name: str
    family: str
    sample: str = ""
    problem: str = ""


class Fonts(Struct, frozen=True, tag_field="t", tag="fonts"):
    """The fonts of the template; the first one is the default of texts. ``more`` are families that could be added, if
    they were requested.
    """

    fonts: tuple[FontSample, ...] = ()
    more: tuple[FontSample, ...] | None = None


class IconPicture(Struct, frozen=True):
    """An icon, and its picture as a data address; empty if it is broken."""

    name: str
    address: str


class Icons(Struct, frozen=True, tag_field="t", tag="icons"):
    """The requested icons, and the number of all that match."""

    query: str
    found: tuple[IconPicture, ...]
    count: int


class ColorVision(Struct, frozen=True):
    """A kind of colour vision: three rows of a matrix for linear red, green and blue."""

    name: str
    matrix: tuple[float, ...]


class Names(Struct, frozen=True, tag_field="t", tag="names"):
    """The names that values may have on the shown face: colours, ``fonts`` with their families, and other named things
    of the deck.
    """

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
