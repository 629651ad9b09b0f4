"""Laid-out faces as the page shows them: zones with what their handles need, and where each is written."""

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
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.template import TemplateSource
from carddesigner.designer.message_parts import Affine, Box, Side
from carddesigner.designer.messages import ZoneFrame, ZoneInfo
from carddesigner.layout.deck import TriedPiece
from carddesigner.source.files import display_path
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import YamlText


class ShownZone(Struct, frozen=True, eq=False):
    """A zone of a face: its key on the page, the zone that it lies in, and the map from its parent's space to the face."""

    key: str
    zone: PlacedZone
    depth: int
    above: ShownZone | None
    outer: Matrix

    @property
    def is_repeated(self) -> bool:
        """Whether it lies in a part or in the cell of a repeat, at any depth."""
        above = self.above
        return above is not None and (isinstance(above.zone.content, Part | Repeat) or above.is_repeated)

    @property
    def path(self) -> tuple[str, ...]:
        """Its names in the zones of its face, outermost first, each behind ``zones``."""
        return (*(self.above.path if self.above is not None else ()), "zones", self.zone.id)


class Written(Struct, frozen=True, eq=False):
    """Where zones are written: their merged nodes by their files and offsets, and files by how these are shown; the parts that they
    are in, and the faces that show these parts.
    """

    nodes: Mapping[tuple[str, int], Node]
    files: Mapping[str, Path]
    folder: Path
    parts: Mapping[tuple[str, int], str]
    faces: Mapping[str, Sequence[str]]

    def can_write(self, file: Path | None) -> bool:
        """Whether a file is one of the deck's own."""
        return file is not None and file.is_relative_to(self.folder)

    def node(self, zone: PlacedZone) -> Node | None:
        """What the templates say of a zone, parents taken in."""
        return self.nodes.get((zone.span.path, zone.span.start)) if zone.span is not None else None

    def inherits(self, zone: PlacedZone) -> bool:
        """Whether some of what a zone says stands outside of where it is written."""
        node = self.node(zone)
        if node is None or zone.span is None:
            return False
        spans = [n.key_span or n.span for n in node.mapping.values()]
        return any(s.path != zone.span.path or not zone.span.start <= s.start <= node.span.end for s in spans)

    def file(self, zone: PlacedZone) -> Path | None:
        """The file in which a zone is written."""
        return self.files.get(zone.span.path) if zone.span is not None else None

    def part(self, zone: PlacedZone) -> str:
        """The part in which a zone is written; empty for one that is in none."""
        return self.parts.get((zone.span.path, zone.span.start), "") if zone.span is not None else ""


def written(deck: LoadedDeck) -> Written:
    """Where the zones of a deck's templates are written."""
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
    """The faces that show each part, in others too, given the parts that faces and parts name."""
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
    """Whether texts of a template may go on elsewhere, and cards follow with what is left of them."""

    def continues(node: Node) -> bool:
        if isinstance(node.value, tuple):
            return any(map(continues, node.value))
        overflow = node.mapping.get("overflow")
        return (overflow is not None and overflow.value != "error") or any(map(continues, node.mapping.values()))

    return continues(template.root)


def shown_zones(zones: Iterable[PlacedZone], around: Callable[[str, PlacedZone], Matrix]) -> tuple[ShownZone, ...]:
    """Zones of a face, each before those that lie in it, from back to front. *around* maps the space in which an outermost one is
    turned to the face, given its key.
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
    """Zones beside each other with a name that none of the others has."""
    seen: dict[str, int] = {}
    for zone in zones:
        count = seen[zone.id] = seen.get(zone.id, 0) + 1
        yield (zone.id if count == 1 else f"{zone.id}~{count}"), zone


def region_turn(zone: PlacedZone, places: Written) -> Matrix:
    """How an outermost zone's region is turned: what is left of all that turns it without its own turn."""
    if zone.turn is None:
        return Matrix()
    own = _own_turn(zone, places)
    return own.inverse().then(zone.turn) if own is not None else zone.turn


def zone_frame(shown: ShownZone) -> ZoneFrame:
    """Where a zone lies."""
    return ZoneFrame(
        shown.key, in_mm(shown.zone.frame), in_mm(shown.zone.parent or shown.zone.frame), _affine(shown.outer)
    )


MAX_NAMES = 4
"""Names that are listed of where a zone shows too."""


def _some(names: Sequence[str]) -> str:
    """Names in a sentence."""
    more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else []
    return series([*names[:MAX_NAMES], *more])


def shown_too(shown: ShownZone, places: Written, face: str, zones: Iterable[ShownZone]) -> str:
    """Where a change of a zone of a *face* shows, of which these are all zones; empty for one that stands in its place alone."""
    if not shown.is_repeated:
        return ""
    part = places.part(shown.zone)
    if not part:
        above = shown.above
        while above is not None and not isinstance(above.zone.content, Repeat):
            above = above.above
        return f"every cell of {above.zone.id}" if above is not None else "every place that has it"
    here = dict.fromkeys(_calling(z).zone.id for z in zones if z.zone.span == shown.zone.span and z.above is not None)
    others = [name for name in places.faces.get(part, ()) if name != face]
    on = f"on the face{'s' if len(others) > 1 else ''} {_some(others)}" if others else ""
    if len(here) > 1:
        on = f"here in {_some([*here])}{f', and {on}' if on else ''}"
    elif on:
        on += " too"
    return f"all of the part {part}{f': {on}' if on else ''}"


def _calling(shown: ShownZone) -> ShownZone:
    """The zone that shows the part in which a zone lies; itself in none."""
    above = shown.above
    while above is not None and not isinstance(above.zone.content, Part):
        above = above.above
    return above or shown


def zone_info(shown: ShownZone, places: Written, own: Path | None, shared: str = "") -> ZoneInfo:
    """What the page is sent of a zone, which shows in *shared* too. What is written out of the deck's folder can be changed where the
    file of the face's template, *own*, takes it over.
    """
    zone, node, file = shown.zone, places.node(shown.zone), places.file(shown.zone)
    written = node.mapping if node is not None else {}
    locked, taken_over = "", ""
    if node is None or file is None:
        locked = "it is written in no file of the deck"
    elif not places.can_write(file) and (own is None or shown.is_repeated):
        locked = f"it is written in {file.name}, which lies outside of the deck's folder"
    elif zone.parent is None:
        locked = "it has no place of its own"
    text = written["text"].value if "text" in written else None
    rotate = written["rotate"].value if "rotate" in written else 0.0
    if not locked and not places.can_write(file):
        taken_over = f"{file.name}, which stays as it is; changes are written in {own.name}" if file and own else ""
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
        taken_over=taken_over,
        picture=_picture(zone),
        file=file.as_posix() if file is not None else "",
        line=zone.span.line if zone.span is not None else 0,
    )


def _picture(zone: PlacedZone) -> Box | None:
    """Where all of a zone's picture lies; None for one that has to lie where it does, or that isn't there."""
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
    """A rectangle in millimetres."""
    x, y, width, height = (round(v / MM, 4) for v in rect)
    return x, y, width, height


def in_points(box: Box) -> Rect:
    """A rectangle given in millimetres."""
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
    """The face that is on a page, with its zones, and the files that were read to change them."""

    def __init__(self, key: PieceKey, side: Side, face: LaidFace, places: Written, own: Path | None) -> None:
        self.key, self.side, self.face, self.places = key, side, face, places
        self.own = own
        """The file of the face's template; None where that is none of the deck's own."""
        self.zones = {z.key: z for z in shown_zones(face.zones, lambda _, zone: region_turn(zone, places))}
        self.texts: dict[Path, YamlText] = {}
        self.tried: TriedPiece | None = None
        """Its card, once something on it was dragged."""
