"""Lay out resolved zones: boxes become frames, contents become items. A zone is laid out once for a frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, repeat

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents import place_of
from carddesigner.contents.base import Placed
from carddesigner.contents.board import Board, place_board
from carddesigner.contents.flow import FlowContent, FlowSettings
from carddesigner.contents.picture import ImageContent, place_bled_image
from carddesigner.contents.shape import PathContent, ShapeContent, paint_path
from carddesigner.contents.text import BoxedText, Text, place_part
from carddesigner.contents.zone import Part, Repeat, ResolvedZone, ZoneSettings
from carddesigner.core.cache import Cache
from carddesigner.core.effort import spend
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, Rect, Region, rectangle, transformed
from carddesigner.core.items import GroupItem, Item, PathItem
from carddesigner.core.report import Diagnostic, Problem
from carddesigner.layout.frames import frame_of
from carddesigner.text.rich import RichText, letters

_FORMS = (ShapeContent, PathContent)
_SET = 140
"""Steps for each text, besides those for its letters."""
_UNCERTAIN = 0.99
"""The opacity of zones whose colours blend with others or are masked, so that no check relies on them."""

Flow = Callable[[FlowSettings, Rect], Placed]


class Left(Struct, frozen=True):
    """The rest of a text that continues, the problem if it doesn't fit, and the maximum number of following cards."""

    text: RichText
    following: int
    problem: Diagnostic


class Continuing(Struct):
    """Texts that continue from zone to zone, by the name of their first zone. ``place``: the text that replaces the
    whole text on a following card. ``left``: the rest of each text so far.
    """

    place: Mapping[str, RichText] = field(default_factory=dict)
    left: dict[str, Left] = field(default_factory=dict)


class Placing(Struct):
    """The state of laying out a face: the text of its ``flow`` zone, texts that continue from zone to zone, whether
    anything depends on these, and the problems.
    """

    flow: Flow | None = None
    has_flow: bool = False
    problems: list[Diagnostic] = field(default_factory=list)
    continuing: Continuing | None = None


class _CachedZone(Struct, frozen=True, gc=False):
    """A zone that was laid out without problems. ``zone`` is kept alive so that its id stays unique."""

    zone: ResolvedZone
    placed: PlacedZone


class ZoneLayout(Struct, frozen=True):
    """Lays out faces of one stock and side. ``key`` is unique in the cache; ``outline`` and ``regions`` are as seen
    from that side. ``over`` returns the zones above a face's own.
    """

    key: object
    outline: Path
    regions: Mapping[str, tuple[Region, ...]]
    bleed: float
    cache: Cache
    over: Callable[[tuple[PlacedZone, ...]], tuple[PlacedZone, ...]] | None = None

    def face(self, name: str, zones: tuple[PlacedZone, ...]) -> LaidFace:
        """Return a face with these outermost zones; equal faces are the same object."""
        key = (self.key, name if not zones else "", *map(id, zones))
        face: LaidFace | None = self.cache.get(key)
        if face is None:
            trim = self.regions["trim"][0].frame
            every = zones + (self.over(zones) if self.over is not None else ())
            self.cache.put(key, face := LaidFace(name, trim.width, trim.height, self.outline, self.bleed, every))
        return face

    def outermost(self, zone: ResolvedZone, region: Region, work: Placing) -> PlacedZone:
        """Return an outermost zone in its *region*."""
        spend(5)
        placed = self._placed(zone, region.frame, work, "")
        return _in_region(placed, region) if region.clips and placed.items else placed

    def placed(self, zone: ResolvedZone, parent: Rect, work: Placing, path: str = "") -> PlacedZone:
        """Return a zone with its paint, content and children inside a parent's frame."""
        if work.flow is not None:
            return self._placed(zone, parent, work, path)
        key = (self.key, id(zone), parent)
        cached: _CachedZone | None = self.cache.get(key)
        spend(5 if cached is None else 1)
        if cached is None:
            noted, depends = len(work.problems), work.has_flow
            work.has_flow = False
            cached = _CachedZone(zone, self._placed(zone, parent, work, path))
            if len(work.problems) == noted and not work.has_flow:
                self.cache.put(key, cached)
            work.has_flow |= depends
        return cached.placed

    def _placed(self, zone: ResolvedZone, parent: Rect, work: Placing, path: str) -> PlacedZone:
        settings = zone.settings
        path = f"{path}/{zone.id}" if path else zone.id
        frame, room = frame_of(zone, parent, self.cache)
        if frame.width < 0 or frame.height < 0:
            self._note(work, path, zone, Diagnostic("negative-box", "the box has a negative size; its sides cross"))
            return PlacedZone(zone.id, frame, (), zone.span, parent=parent)
        content = zone.content
        painted = self._painted(zone, frame) if settings.fill or settings.stroke else ()
        inner: tuple[Item, ...] = ()
        over: tuple[Item, ...] = ()
        inside: list[tuple[ResolvedZone, Rect]] = []
        if isinstance(content, Part):
            inside += [(child, frame) for child in content.zones]
        elif isinstance(content, Repeat):
            for cell, part in zip(content.cells(frame), content.children, strict=True):
                inside += [(child, cell) for child in part.zones]
        elif isinstance(content, Board):
            inside, arrows = place_board(content, frame)
            over = tuple(arrows)
        elif content is not None:
            done = self._place(content, frame, zone, work)
            for problem in done.problems:
                self._note(work, path, zone, problem)
            inner = done.items
        inside += zip(zone.children, repeat(frame))
        own_items = painted + inner
        if painted and isinstance(content, ImageContent) and settings.stroke is not None:
            painted, inner = _framed(painted[0], inner)
            own_items = painted + inner
        children = tuple([self.placed(child, place, work, path) for child, place in inside]) if inside else ()
        if over:
            children += (PlacedZone("arrows", frame, over, zone.span, over),)
        effects = settings.effects
        turn = settings.turn(frame) if effects or settings.rotate else None
        clips: tuple[Path, ...] = ()
        within = tuple(chain.from_iterable([child.items for child in children])) if children else ()
        if settings.clip and (inner or within):
            # A form's own line isn't clipped.
            ahead, clipped = (own_items, within) if isinstance(content, _FORMS) else (painted, inner + within)
            clip = _clip(content, settings, frame)
            items = (*ahead, GroupItem(clipped, clip=clip)) if clipped else ahead
            clips = (transformed(clip, turn) if turn else clip,)
        else:
            items = own_items + within
        opacity = settings.opacity
        shadows = 0
        if items and effects:
            from carddesigner.layout.effects import with_effects

            shadows = 1 + _shadows_in(children) if settings.shadow is not None else 0
            try:
                items = with_effects(items, settings, frame, turn, shadows)
            except Problem as problem:
                self._note(work, path, zone, problem.diagnostic)
            opacity = min(opacity, _UNCERTAIN)
        elif items and (turn or opacity < 1):
            items = (GroupItem(items, turn, opacity=opacity),)
        return PlacedZone(
            zone.id, frame, items, zone.span, own_items, children, turn, clips, opacity, content, room, parent, shadows
        )

    def _painted(self, zone: ResolvedZone, frame: Rect) -> tuple[PathItem, ...]:
        """Return the box of a zone with its fill and stroke; a form draws these itself."""
        settings = zone.settings
        if isinstance(zone.content, _FORMS):
            return ()
        radius = settings.rounding(frame)
        shape = rectangle(frame, radius)
        if zone.region == "safe" and settings.box is None and not radius:
            shape = self.regions["safe"][0].polygon
        return paint_path(shape, settings, frame)

    def _place(self, content: object, frame: Rect, zone: ResolvedZone, work: Placing) -> Placed:
        # Letters and path segments count as steps besides those of their zone.
        if isinstance(content, Text) and not content.settings.is_continued:
            spend(_SET + letters(content.text), "texts")
        elif isinstance(content, PathContent):
            spend(len(content.path), "segments of paths")
        try:
            if isinstance(content, FlowContent):
                if work.flow is None:
                    raise Problem("flow-without-pages", "`flow` is for faces of a component with `pages`")
                work.has_flow = True
                return work.flow(content.flow, frame)
            if isinstance(content, BoxedText) or (isinstance(content, Text) and content.settings.is_continued):
                return self._part(content, frame, zone, work)
            if isinstance(content, ImageContent) and content.bleed is not None:
                trim, bleed = self.regions["trim"][0].frame, self.regions["bleed"][0].frame
                return place_bled_image(content, frame, trim, bleed)
            return place_of(type(content))(content, frame, zone.settings)
        except Problem as problem:
            return Placed((), (problem.diagnostic,))

    def _part(self, content: BoxedText | Text, frame: Rect, zone: ResolvedZone, work: Placing) -> Placed:
        """Return the part of a continuing text that fits this box; the rest is kept for the next."""
        work.has_flow = True
        going = work.continuing
        if going is None:
            raise Problem("continue-nowhere", "texts go on from zone to zone on cards only, not in figures or on pages")
        if not isinstance(content, Text):
            from carddesigner.contents.continued import ContinuedContent

            assert isinstance(content, ContinuedContent)
            name, before = content.continued, going.left.pop(content.continued, None)
            if before is None:
                return Placed(())
        else:
            name = zone.id
            if name in going.left:
                raise Problem("continue-nowhere", f"two texts that continue are called {name!r}; give them other names")
            message = "what is left of the text does not fit where it goes on"
            before = Left(
                going.place.get(name, content.text),
                content.settings.following_cards,
                Diagnostic("text-overflow", message, zone.span),
            )
        settings = content.settings if isinstance(content, Text) else content
        placed, rest = place_part(before.text, settings, frame)
        if rest:
            going.left[name] = replace(before, text=rest)
        return placed

    def _note(self, work: Placing, path: str, zone: ResolvedZone, problem: Diagnostic) -> None:
        work.problems.append(replace(problem, span=problem.span or zone.span, zone=problem.zone or path))


def _shadows_in(zones: tuple[PlacedZone, ...]) -> int:
    """Return the depth of nested shadows in these zones."""
    return max([zone.shadows or _shadows_in(zone.children) for zone in zones], default=0)


def _framed(paint: PathItem, content: tuple[Item, ...]) -> tuple[tuple[PathItem, ...], tuple[Item, ...]]:
    """Return a picture's fill, and the picture with its frame on top."""
    fill = (replace(paint, stroke=None),) if paint.fill is not None else ()
    return fill, (*content, replace(paint, fill=None))


def _clip(content: object, settings: ZoneSettings, frame: Rect) -> Path:
    """Return the clip of a zone: its frame, or the outline of a form."""
    radius = settings.rounding(frame)
    if isinstance(content, _FORMS):
        try:
            return content.outline(frame, radius)
        except Problem:  # reported when it was placed
            pass
    return rectangle(frame, radius)


def _in_region(zone: PlacedZone, region: Region) -> PlacedZone:
    """Return a zone rotated and clipped to its region of the outline."""
    turn = Matrix.turn(region.rotation, region.frame.centre) if region.rotation else None
    items = (GroupItem((GroupItem(zone.items, turn),) if turn else zone.items, clip=region.polygon),)
    whole = zone.turn.then(turn) if zone.turn and turn else zone.turn or turn
    clips = tuple(transformed(c, turn) for c in zone.clips) if turn else zone.clips
    return replace(zone, items=items, turn=whole, clips=(*clips, region.polygon))
