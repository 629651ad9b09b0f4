"""What the page and the server say to each other: JSON, one message a frame of the socket, ``t`` its kind. Lengths are
millimetres, y down from the trim's top left. ``tools/make_messages.py`` makes the page's types of these.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Affine = tuple[float, float, float, float, float, float]
Side = Literal["front", "back"]


class Open(Struct, frozen=True, tag_field="t", tag="open"):
    """Asks for the deck with its cards; with ``whole`` also for what has to be laid out to be known, such as pages."""

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


class Wall(Struct, frozen=True, tag_field="t", tag="wall"):
    """Asks for the faces of several pieces."""

    keys: tuple[tuple[str, str], ...]
    side: Side = "front"


class TakeOver(Struct, frozen=True, tag_field="t", tag="take-over"):
    """A shipped deck is to be copied, so that it can be changed."""


FromPage = Open | Show | Drag | Drop | Cancel | Reorder | Delete | Duplicate | Rename | Undo | Wall | TakeOver


class PieceName(Struct, frozen=True):
    """A piece and what it is called."""

    id: str
    name: str


class ComponentInfo(Struct, frozen=True):
    """A component with its pieces."""

    id: str
    pieces: tuple[PieceName, ...]


class DeckInfo(Struct, frozen=True, tag_field="t", tag="deck"):
    """The deck; ``read_only`` says why it can't be changed, if so, and ``shipped`` that it can be copied for it."""

    title: str
    folder: str
    components: tuple[ComponentInfo, ...]
    whole: bool
    shipped: bool = False
    read_only: str = ""


class ZoneInfo(Struct, frozen=True):
    """A zone of a face, as the page draws its handles: the ``frame`` lies in its parent's space, which ``outer`` maps to the face; it
    is turned by ``rotate`` degrees about its middle. ``above`` is the key of the zone that it lies in. ``locked`` says why it can't
    be moved, if so; ``shared`` where else it shows.
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


class Patch(Struct, frozen=True, tag_field="t", tag="patch"):
    """What a drag changes of the face that is shown; ``problem`` is what stands in its way."""

    seq: int
    zones: tuple[ZoneFrame, ...] = ()
    pictures: tuple[Picture, ...] = ()
    definitions: str = ""
    problem: str = ""


class WallFace(Struct, frozen=True):
    """A piece's face as an SVG file; ``problem`` is why there is none."""

    component: str
    id: str
    svg: str
    problem: str = ""


class WallFaces(Struct, frozen=True, tag_field="t", tag="wall"):
    """Faces that were asked for."""

    side: Side
    faces: tuple[WallFace, ...]


class Found(Struct, frozen=True):
    """A problem of the deck."""

    severity: str
    code: str
    message: str
    hint: str = ""
    place: str = ""
    card: str = ""
    zone: str = ""


class Problems(Struct, frozen=True, tag_field="t", tag="problems"):
    """All that is wrong with the deck; ``running`` while it is looked through again."""

    running: bool
    found: tuple[Found, ...]


class Steps(Struct, frozen=True, tag_field="t", tag="history"):
    """The steps that were made, of which ``at`` stand."""

    steps: tuple[str, ...]
    at: int


class Broken(Struct, frozen=True, tag_field="t", tag="broken"):
    """The deck can't be read or laid out at present: the last good face stays."""

    found: tuple[Found, ...]


class Changed(Struct, frozen=True, tag_field="t", tag="changed"):
    """Files changed: what is shown is asked for again. ``number`` grows."""

    number: int


class Note(Struct, frozen=True, tag_field="t", tag="note"):
    """Something to be told once."""

    level: Literal["info", "error"]
    text: str


FromServer = DeckInfo | FaceInfo | Patch | WallFaces | Problems | Steps | Broken | Changed | Note
