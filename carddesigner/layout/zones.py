"""Resolved zones to placed zones: boxes to frames, contents to items at fixed places.

The same resolved zone in the same frame is laid out once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents import PLACES
from carddesigner.contents.base import Placed
from carddesigner.contents.board import Board, place_board
from carddesigner.contents.flow import FlowContent, FlowSettings
from carddesigner.contents.picture import ImageContent, place_bled_image
from carddesigner.contents.repeat import cells
from carddesigner.contents.shape import PathContent, ShapeContent, paint_path
from carddesigner.contents.text import TextContent
from carddesigner.contents.zone import Part, Repeat, ResolvedZone
from carddesigner.core.effort import spend
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, Rect, Region, rectangle, transformed
from carddesigner.core.items import GroupItem, Item
from carddesigner.core.report import Diagnostic, Problem, Related, Report, Severity
from carddesigner.core.source import Span
from carddesigner.text.rich import letters

Flow = Callable[[FlowSettings, Rect], Placed]


class ZoneLayout(Struct):
    """Lays out faces of one stock. ``flow`` gives what runs through a ``flow`` zone of the page at hand; ``over`` lies on
    every face above its zones.
    """

    regions: Mapping[str, tuple[Region, ...]]
    report: Report
    card: str | None = None
    card_span: Span | None = None
    side: str = "front"
    flow: Flow | None = None
    over: tuple[PlacedZone, ...] = ()
    _named: dict[str | None, Region] = field(default_factory=dict)
    _zones: dict[
        tuple[int, str | None], tuple[ResolvedZone, PlacedZone, tuple[tuple[str, Span | None, Diagnostic], ...]]
    ] = field(default_factory=dict)
    _inner: dict[tuple[int, Rect], tuple[ResolvedZone, PlacedZone]] = field(default_factory=dict)
    _faces: dict[tuple[int, ...], LaidFace] = field(default_factory=dict)
    _problems: list[tuple[str, Span | None, Diagnostic]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make regions known by their names."""
        for region in chain.from_iterable(self.regions.values()):
            self._named.setdefault(region.name, region)

    def face(self, name: str, zones: tuple[ResolvedZone, ...], outline: Path, bleed: float) -> LaidFace:
        """A face of outermost zones; equal ones are the same object."""
        placed = (*(self._outermost(z) for z in zones), *self.over)
        key = tuple(id(p) for p in placed)
        if key not in self._faces:
            trim = self.regions["trim"][0].frame
            self._faces[key] = LaidFace(name, trim.width, trim.height, outline, bleed, placed)
        return self._faces[key]

    def _outermost(self, zone: ResolvedZone) -> PlacedZone:
        region = self._named[zone.region]
        flows = self.flow is not None and _flows(zone)
        key = (id(zone), zone.region)
        known = None if flows else self._zones.get(key)
        if known is None:
            self._problems = []
            placed = self.placed(zone, region.frame)
            if region.clips and placed.items:
                placed = _in_region(placed, region)
            known = (zone, placed, tuple(self._problems))
            if not flows:
                self._zones[key] = known
        for path, span, problem in known[2]:
            if problem.severity is Severity.WARNING:  # once, whatever card has it
                self.report.add(problem, span, zone=path)
                continue
            related = (Related(self.card_span, "for this card"),) if self.card_span is not None else ()
            card = f"{self.card} ({self.side})" if self.card else None
            self.report.add(problem, span, related=related, card=card, zone=path)
        return known[1]

    def placed(self, zone: ResolvedZone, parent: Rect, path: str = "") -> PlacedZone:
        """A zone with its paint, content and children inside a parent's frame."""
        if self.flow is not None:
            return self._placed(zone, parent, path)
        key = (id(zone), parent)
        cached = self._inner.get(key)
        spend(5 if cached is None else 1)
        if cached is None:
            noted = len(self._problems)
            cached = (zone, self._placed(zone, parent, path))
            if len(self._problems) == noted:
                self._inner[key] = cached
        return cached[1]

    def _placed(self, zone: ResolvedZone, parent: Rect, path: str) -> PlacedZone:
        settings = zone.settings
        frame = settings.box.inside(parent) if settings.box is not None else parent
        path = f"{path}/{zone.id}" if path else zone.id
        if frame.width < 0 or frame.height < 0:
            self._note(path, zone, Diagnostic("negative-box", "the box has a negative size; its sides cross"))
            return PlacedZone(zone.id, frame, (), zone.span)
        content = zone.content
        painted: tuple[Item, ...] = ()
        if (settings.fill or settings.stroke) and not isinstance(content, (ShapeContent, PathContent)):
            shape = rectangle(frame, settings.radius)
            if zone.region == "safe" and settings.box is None and not settings.radius:
                shape = self.regions["safe"][0].polygon
            painted = paint_path(shape, settings)
        inner: tuple[Item, ...] = ()
        over: tuple[Item, ...] = ()
        inside: list[tuple[ResolvedZone, Rect]] = []
        if isinstance(content, Part):
            inside += [(child, frame) for child in content.zones]
        elif isinstance(content, Repeat):
            for cell, part in zip(cells(content, frame), content.children, strict=True):
                inside += [(child, cell) for child in part.zones]
        elif isinstance(content, Board):
            board = place_board(content, frame)
            inside += board.pieces
            over = board.arrows
        elif content is not None:
            done = self._place_or_say(content, frame, zone)
            for problem in done.problems:
                self._note(path, zone, problem)
            inner = done.items
        inside += [(child, frame) for child in zone.children]
        own = painted + inner
        children = tuple([self.placed(child, place, path) for child, place in inside])
        if over:
            children += (PlacedZone("arrows", frame, over, zone.span, over),)
        for child in children:
            inner += child.items
        turn = Matrix.turn(settings.rotate, frame.centre) if settings.rotate else None
        clips: tuple[Path, ...] = ()
        if settings.clip and inner:
            clip = rectangle(frame, settings.radius)
            inner = (GroupItem(inner, clip=clip),)
            clips = (transformed(clip, turn) if turn else clip,)
        items = painted + inner
        if items and (turn or settings.opacity < 1):
            items = (GroupItem(items, turn, opacity=settings.opacity),)
        return PlacedZone(zone.id, frame, items, zone.span, own, children, turn, clips, settings.opacity, content)

    def _place(self, content: object, frame: Rect, zone: ResolvedZone) -> Placed:
        if isinstance(content, FlowContent):
            if self.flow is None:
                return Placed(
                    (), (Diagnostic("flow-without-pages", "`flow` is for faces of a component with `pages`"),)
                )
            return self.flow(content.flow, frame)
        if isinstance(content, ImageContent) and content.bleed is not None:
            trim, bleed = self.regions["trim"][0].frame, self.regions["bleed"][0].frame
            return place_bled_image(content, frame, trim, bleed)
        return PLACES[type(content)](content, frame, zone.settings)  # type: ignore[index]

    def _place_or_say(self, content: object, frame: Rect, zone: ResolvedZone) -> Placed:
        spend(_weight(content))
        try:
            return self._place(content, frame, zone)
        except Problem as problem:
            return Placed((), (problem.diagnostic,))

    def _note(self, path: str, zone: ResolvedZone, problem: Diagnostic) -> None:
        self._problems.append((path, zone.span, problem))


def _in_region(zone: PlacedZone, region: Region) -> PlacedZone:
    """A zone turned and clipped as the region of the outline that it lies in."""
    turn = Matrix.turn(region.rotation, region.frame.centre) if region.rotation else None
    items = (GroupItem((GroupItem(zone.items, turn),) if turn else zone.items, clip=region.polygon),)
    whole = zone.turn.then(turn) if zone.turn and turn else zone.turn or turn
    clips = tuple(transformed(c, turn) for c in zone.clips) if turn else zone.clips
    return replace(zone, items=items, turn=whole, clips=(*clips, region.polygon))


def _weight(content: object) -> int:
    """The steps that a content takes beside its zone's."""
    if isinstance(content, TextContent):
        return letters(content.text)
    return len(content.path) if isinstance(content, PathContent) else 0


def _flows(zone: ResolvedZone) -> bool:
    return isinstance(zone.content, FlowContent) or any(_flows(z) for z in zone.children)
