"""Laid-out faces as the page shows them: their zones with the data for handles, and where each zone is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from carddesigner.contents.picture import ImageContent, picture_frame
from carddesigner.contents.zone import Part, Repeat, ZoneSettings
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import Picture
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import series
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.template import TemplateSource
from carddesigner.designer.message_parts import Affine, Box, Side
from carddesigner.designer.messages import ZoneFrame, ZoneInfo
from carddesigner.layout.tried import TriedPiece
from carddesigner.source.files import display_path
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import YamlText


class ShownZone(Struct, frozen=True, eq=False):
    """A zone of a face: its key on the page, the zone that contains it, and the matrix from its parent's space to the
    face.
    """

    key: str
    zone: PlacedZone
    depth: int
    above: ShownZone | None
    outer: Matrix

    @property
    def is_repeated(self) -> bool:
        """Whether it is in a part or in a cell of a repeat, at any depth."""
        above = self.above
        return above is not None and (isinstance(above.zone.content, Part | Repeat) or above.is_repeated)

    @property
    def path(self) -> tuple[str, ...]:
        """Its path in its face: the names of the zones, outermost first, each after ``zones``."""
        return (*(self.above.path if self.above is not None else ()), "zones", self.zone.id)


class Written(Struct, frozen=True, eq=False):
    """Where zones are written: their merged nodes by file and offset; files by the names that places show; the parts
    that contain them; and the faces that show these parts.
    """

    nodes: Mapping[tuple[str, int], Node]
    files: Mapping[str, Path]
    folder: Path
    parts: Mapping[tuple[str, int], str]
    faces: Mapping[str, Sequence[str]]

    def can_write(self, file: Path | None) -> bool:
        """Return whether a file belongs to the deck."""
        return file is not None and file.is_relative_to(self.folder)

    def node(self, zone: PlacedZone) -> Node | None:
        """Return the node of a zone, merged with its parents."""
        return self.nodes.get((zone.span.path, zone.span.start)) if zone.span is not None else None

    def inherits(self, zone: PlacedZone) -> bool:
        """Return whether any of a zone's keys is written elsewhere."""
        node = self.node(zone)
        if node is None or zone.span is None:
            return False
        spans = [n.key_span or n.span for n in node.mapping.values()]
        return any(s.path != zone.span.path or not zone.span.start <= s.start <= node.span.end for s in spans)

    def file(self, zone: PlacedZone) -> Path | None:
        """Return the file in which a zone is written."""
        return self.files.get(zone.span.path) if zone.span is not None else None

    def part(self, zone: PlacedZone) -> str:
        """Return the part in which a zone is written; empty if it is in none."""
        return self.parts.get((zone.span.path, zone.span.start), "") if zone.span is not None else ""


def written(deck: LoadedDeck) -> Written:
    """Return where the zones of a deck's templates are written."""
    nodes: dict[tuple[str, int], Node] = {}
    parts: dict[tuple[str, int], str] = {}
    shown: dict[tuple[str, str], dict[str, None]] = {}
    """The parts that a face or another part names."""

    def collect(node: Node, of: tuple[str, str]) -> None:
        for name, inner in node.mapping.items():
            if inner.mapping:
                span = inner.key_span or inner.span
                nodes[span.path, span.start] = inner
                if of[0] == "parts":
                    parts[span.path, span.start] = of[1]
                collect(inner, of)
            elif name == "part" and isinstance(inner.value, str):
                shown.setdefault(of, {})[inner.value] = None

    for source in deck.templates.values():
        for section in ("faces", "parts", "boards"):
            if section not in source.root.mapping:
                continue
            for name, inner in source.root.mapping[section].mapping.items():
                span = inner.key_span or inner.span
                nodes[span.path, span.start] = inner
                collect(inner, (section, name))
    files = {display_path(path): path for path in (*deck.assets.finder.used, deck.folder / "deck.yaml")}
    return Written(nodes, files, deck.folder.resolve(), parts, _faces_of(shown))


def _faces_of(shown: Mapping[tuple[str, str], Iterable[str]]) -> dict[str, list[str]]:
    """Return the faces that show each part, directly or through other parts, given the parts that faces and parts
    name.
    """
    out: dict[str, list[str]] = {}
    for section, face in shown:
        if section == "parts":
            continue
        seen: dict[str, None] = {}
        left = [*shown[section, face]]
        while left:
            part = left.pop()
            if part not in seen:
                seen[part] = None
                left += shown.get(("parts", part), ())
        for part in seen:
            out.setdefault(part, []).append(face)
    return out


def texts_go_on(template: TemplateSource) -> bool:
    """Return whether texts of a template may continue on other cards, so that cards are added for the rest of a
    text.
    """

    def continues(node: Node) -> bool:
        if isinstance(node.value, tuple):
            return any(map(continues, node.value))
        overflow = node.mapping.get("overflow")
        return (overflow is not None and overflow.value != "error") or any(map(continues, node.mapping.values()))

    return continues(template.root)


def shown_zones(zones: Iterable[PlacedZone], around: Callable[[str, PlacedZone], Matrix]) -> tuple[ShownZone, ...]:
    """Return the zones of a face, each before those that it contains, from back to front. *around* returns the matrix
    from the space in which an outermost zone is turned to the face, for a key and its zone.
    """

    def walk(zones: Iterable[PlacedZone], above: ShownZone | None, outer: Matrix) -> Iterator[ShownZone]:
        for name, zone in named(zones):
            if zone.span is None:
                continue
            key = f"{above.key}/{name}" if above is not None else name
            own = outer if above is not None else around(key, zone)
            shown = ShownZone(key, zone, above.depth + 1 if above is not None else 0, above, own)
            yield shown
            yield from walk(zone.children, shown, zone.turn.then(own) if zone.turn is not None else own)

    return tuple(walk(zones, None, Matrix()))


def named(zones: Iterable[PlacedZone]) -> Iterator[tuple[str, PlacedZone]]:
    """Yield sibling zones with a unique name each."""
    seen: dict[str, int] = {}
    for zone in zones:
        count = seen[zone.id] = seen.get(zone.id, 0) + 1
        yield (zone.id if count == 1 else f"{zone.id}~{count}"), zone


def region_turn(zone: PlacedZone, places: Written) -> Matrix:
    """Return how the region of an outermost zone is turned: its whole turn without its own."""
    if zone.turn is None:
        return Matrix()
    own = _own_turn(zone, places)
    return own.inverse().then(zone.turn) if own is not None else zone.turn


def zone_frame(shown: ShownZone) -> ZoneFrame:
    """Return the position of a zone."""
    return ZoneFrame(
        shown.key, in_mm(shown.zone.frame), in_mm(shown.zone.parent or shown.zone.frame), _affine(shown.outer)
    )


MAX_NAMES = 4
"""The most names that a list of further places shows."""


def _some(names: Sequence[str]) -> str:
    """Return names for a sentence."""
    more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else []
    return series([*names[:MAX_NAMES], *more])


def shown_too(shown: ShownZone, places: Written, face: str, zones: Iterable[ShownZone]) -> str:
    """Return where else a change of a zone of *face* is visible; *zones* are all zones of the face. Empty if only in
    its own place.
    """
    if not shown.is_repeated:
        return ""
    part = places.part(shown.zone)
    if not part:
        above = shown.above
        while above is not None and not isinstance(above.zone.content, Repeat):
            above = above.above
        return f"every cell of {above.zone.id}" if above is not None else "every place that has it"
    here = dict.fromkeys(_part_zone(z).zone.id for z in zones if z.zone.span == shown.zone.span and z.above is not None)
    others = [name for name in places.faces.get(part, ()) if name != face]
    on = f"on the face{'s' if len(others) > 1 else ''} {_some(others)}" if others else ""
    if len(here) > 1:
        on = f"here in {_some([*here])}{f', and {on}' if on else ''}"
    elif on:
        on += " too"
    return f"all of the part {part}{f': {on}' if on else ''}"


def _part_zone(shown: ShownZone) -> ShownZone:
    """Return the zone that shows the part containing a zone, or the zone itself if it is in no part."""
    above = shown.above
    while above is not None and not isinstance(above.zone.content, Part):
        above = above.above
    return above or shown


def zone_info(shown: ShownZone, places: Written, own_file: Path | None, shared: str = "") -> ZoneInfo:
    """Return the data of a zone for the page; *shared* says where else it is visible. A zone written outside of the
    deck's folder can still be changed if the file of the face's template, *own_file*, inherits it.
    """
    zone, node, file = shown.zone, places.node(shown.zone), places.file(shown.zone)
    written = node.mapping if node is not None else {}
    locked, inherited_from = "", ""
    if node is None or file is None:
        locked = "it is written in no file of the deck"
    elif not places.can_write(file) and (own_file is None or shown.is_repeated):
        locked = f"it is written in {file.name}, which lies outside of the deck's folder"
    elif zone.parent is None:
        locked = "it has no place of its own"
    text = written["text"].value if "text" in written else None
    rotate = written["rotate"].value if "rotate" in written else 0.0
    if not locked and not places.can_write(file):
        inherited_from = (
            f"{file.name}, which stays as it is; changes are written in {own_file.name}" if file and own_file else ""
        )
    return ZoneInfo(
        key=shown.key,
        name=zone.id,
        kind=_kind(zone, written),
        depth=shown.depth,
        container=shown.above.key if shown.above is not None else "",
        frame=in_mm(zone.frame),
        parent=in_mm(zone.parent or zone.frame),
        outer=_affine(shown.outer),
        rotate=float(rotate) if isinstance(rotate, int | float) else 0.0,
        place=str(zone.span) if zone.span is not None else "",
        text=text[:200] if isinstance(text, str) else "",
        locked=locked,
        shared=shared,
        inherited_from=inherited_from,
        picture=_picture(zone),
        file=file.as_posix() if file is not None else "",
        line=zone.span.line if zone.span is not None else 0,
    )


def _picture(zone: PlacedZone) -> Box | None:
    """Return the frame of a zone's whole picture; None if the picture can't be moved or is missing."""
    content = zone.content
    if not isinstance(content, ImageContent) or not isinstance(content.image, Picture):
        return None
    if content.fit == "stretch" or content.bleed is not None:
        return None
    return in_mm(picture_frame(content, content.image, zone.frame))


def _affine(m: Matrix) -> Affine | None:
    a, b, c, d, x, y = (round(v, 6) for v in m)
    return (a, b, c, d, x / MM, y / MM) if (a, b, c, d, x, y) != (1, 0, 0, 1, 0, 0) else None


def in_mm(rect: Rect) -> Box:
    """Return a rectangle in millimetres."""
    x, y, width, height = (round(v / MM, 4) for v in rect)
    return x, y, width, height


def in_points(box: Box) -> Rect:
    """Return a rectangle in points, given in millimetres."""
    return Rect(*(v * MM for v in box))


def _own_turn(zone: PlacedZone, places: Written) -> Matrix | None:
    node = places.node(zone)
    written = node.mapping if node is not None else {}
    rotate = written["rotate"].value if "rotate" in written else 0.0
    flip = written["flip"].value if "flip" in written else None
    if not isinstance(rotate, int | float) or (not rotate and flip is None):
        return None
    return ZoneSettings.model_construct(rotate=float(rotate), flip=flip).turn(zone.frame)  # type: ignore[arg-type]


def _kind(zone: PlacedZone, written: Mapping[str, Node]) -> str:
    for kind in (
        "text",
        "icon",
        "image",
        "svg",
        "code",
        "shape",
        "path",
        "part",
        "row",
        "column",
        "grid",
        "board",
        "flow",
        "continued",
    ):
        if kind in written:
            return kind
    return "group" if zone.children else "shape"


class ShownFace:
    """The face on a page, with its zones, and the files that were read for editing it."""

    def __init__(self, key: PieceKey, side: Side, face: LaidFace, places: Written, own_file: Path | None) -> None:
        self.key, self.side, self.face, self.places = key, side, face, places
        self.own_file = own_file
        """The file of the face's template; None if it does not belong to the deck."""
        self.zones = {z.key: z for z in shown_zones(face.zones, lambda _, zone: region_turn(zone, places))}
        self.texts: dict[Path, YamlText] = {}
        self.tried: TriedPiece | None = None
        """Its card, prepared for dragging once something on it was dragged."""
