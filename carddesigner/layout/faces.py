"""The faces of a deck's cards and pages. A face is laid out once for the values that it reads, as are its zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.effort import TooMuchWork, spend, spent
from carddesigner.core.face import LaidFace, PlacedZone, Request
from carddesigner.core.geometry import Region, mirrored
from carddesigner.core.report import Diagnostic, Report
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import FaceRef, LoadedComponent, LoadedDeck
from carddesigner.layout.boxes import PaperRoom
from carddesigner.layout.die_lines import LinesOfDies
from carddesigner.layout.face_problems import CellPlaces, FaceProblems
from carddesigner.layout.pages import FilledPage
from carddesigner.layout.piece import Faces
from carddesigner.layout.sides import ComponentSides, Sides, component_sides
from carddesigner.layout.zones import Continuing, Flow, Left, Placing, ZoneLayout
from carddesigner.schema.dies import DieStock
from carddesigner.template.compile import compiled
from carddesigner.template.faces import card_scope
from carddesigner.template.resolve import MAX_ZONES, Resolved, Resolver, Resolving, key_of
from carddesigner.template.spec import FaceSpec, Template, ZoneSpec

_Scope = dict[str, object]
_Values = tuple[object, ...]


class Page(Struct, frozen=True):
    """A page of running text: the names its face may use, and what flows through it; ``text`` is None before it is
    filled.
    """

    scope: dict[str, object]
    flow: Flow
    text: FilledPage | None = None
    is_filled: bool = True


class _CachedFace(Struct, frozen=True):
    """A laid-out face, its problems (the same for every card that has it) and the steps it took."""

    face: LaidFace
    resolving: tuple[Diagnostic, ...]
    placing: tuple[Diagnostic, ...]
    steps: int
    requested: Mapping[Request, object]
    held: object
    left: Mapping[str, Left] = {}


class _Outermost(Struct, frozen=True, gc=False):
    """An outermost zone, resolved and laid out, with the problems of its placement and the steps it took."""

    resolved: Resolved
    placed: PlacedZone | None
    problems: tuple[Diagnostic, ...]
    steps: int


_Planned = tuple[ZoneSpec, Region, Callable[[_Values], _Values]]
"""An outermost zone, its region, and a function that picks its own values from those that its face reads."""


class DeckFaces(Struct):
    """Lays out the faces of a deck's cards and pages. ``resolvers`` are by template; ``back_bleed`` replaces the
    stocks' bleed on backs.
    """

    deck: LoadedDeck
    problems: FaceProblems
    cache: Cache
    lines: LinesOfDies
    back_bleed: float | None
    resolvers: dict[str, Resolver] = field(default_factory=dict)
    layouts: dict[str, ZoneLayout] = field(default_factory=dict)
    """By stock, bleed and side."""
    _plans: dict[tuple[int, object], tuple[_Planned, ...]] = field(default_factory=dict)
    """The outermost zones of faces."""
    _met: set[int] = field(default_factory=set)
    """The ids of results whose steps were counted."""

    @property
    def report(self) -> Report:
        """Where problems are reported."""
        return self.problems.report

    def template(self, name: str) -> Template:
        """Return a template, compiled when it is first needed; its problems are reported."""
        if name not in self.resolvers:
            template, context = compiled(self.deck, name, self.report)
            self.resolvers[name] = Resolver(template, context, self.deck.assets, self.cache)
        return self.resolvers[name].template

    def spec(self, ref: FaceRef) -> FaceSpec:
        """Return the compiled face."""
        return self.resolvers[ref.template].template.faces[ref.face]

    def sides(self, component: LoadedComponent) -> ComponentSides | None:
        """Return the sides of a component's cards, or None if none can be laid out, which is reported."""
        return component_sides(self.deck, component, self.template, self.report)

    def layout(self, component: LoadedComponent, side: str = "front") -> ZoneLayout:
        """Return the layout of a side of a component. A back is seen from behind, so an outline without mirror symmetry
        is mirrored together with its regions.
        """
        bleed = self.back_bleed if side == "back" and self.back_bleed is not None else component.stock.bleed
        name = f"{component.stock_name} {bleed:.4f} {side}"
        if name not in self.layouts:
            stock, width = component.stock, component.stock.size[0]
            outline = mirrored(component.outline, width) if side == "back" else component.outline
            behind = outline is not component.outline
            if bleed != stock.bleed:
                stock = stock.model_copy(update={"bleed": bleed})
            over, look = None, None
            if isinstance(stock, DieStock):
                over, look = partial(self.lines.over, stock), self.lines.look
            key = ("layout", repr(stock), look, behind)
            layout: ZoneLayout | None = self.cache.get(key)
            if layout is None:
                regions = stock.regions()
                if behind:
                    regions = {what: tuple(r.mirrored(width) for r in parts) for what, parts in regions.items()}
                layout = ZoneLayout(object(), outline, regions, stock.bleed, self.cache, over)
                self.cache.put(key, layout)
            self.layouts[name] = layout
        return self.layouts[name]

    def face(
        self,
        component: LoadedComponent,
        card: LoadedCard,
        side: str,
        copy: int,
        ref: FaceRef | None,
        page: Page | None = None,
        continuing: Continuing | None = None,
        part: tuple[int, int] = (1, 1),
    ) -> LaidFace | None:
        """Return the side of a card or page with the face *ref*, or None without one. *part* is the number and the
        total of the cards that share a continued text.
        """
        if ref is None:
            return None
        layout = self.layout(component, side)
        scope = card_scope(self.deck, card, side, copy)
        spec = self.spec(ref)
        more_keys: tuple[object, ...] = ()
        if page is not None:
            scope |= page.scope
            more_keys = (card.id, id(page.text))
        scope["part"], scope["parts"] = part
        if continuing is not None:
            more_keys = (*more_keys, *continuing.place.items(), *continuing.left.items())
        key = None
        if page is None or page.is_filled:
            key = key_of(spec.reads, scope, "face", id(spec), layout.key, *more_keys)
        cached: _CachedFace | None = self.cache.get(key) if key is not None else None
        if cached is None or not self.deck.assets.gives(cached.requested):
            before = spent()
            work, placing = Resolving(), Placing(page.flow if page is not None else None, continuing=continuing)
            values = key[3 + len(more_keys) :] if key is not None else None
            lay = partial(self._zones, ref, scope, values, layout, work, placing)
            try:
                zones, requested = self.deck.assets.recording(lay)
            except TooMuchWork as stopped:
                stopped.card = card.id
                raise
            face = layout.face(f"{ref.template}#{ref.face}", zones)
            problems = tuple(work.problems), tuple(placing.problems)
            left = dict(continuing.left) if continuing is not None else {}
            cached = _CachedFace(face, *problems, spent() - before, requested, (spec, page), left)
            if key is not None:
                self.cache.put(key, cached)
        elif id(cached) not in self._met:
            spend(cached.steps)
        if continuing is not None:
            continuing.left = dict(cached.left)
        self._met.add(id(cached))
        self.problems.add(card, side, spec, cached.resolving, cached.placing)
        return cached.face

    def _planned(self, face: FaceSpec, layout: ZoneLayout) -> tuple[_Planned, ...]:
        plan = self._plans.get((id(face), layout.key))
        if plan is None:
            places = {path: 2 * n for n, path in enumerate(sorted(face.reads))}
            out = []
            for spec in face.zones:
                own = [n for path in sorted(spec.reads) for n in (places[path], places[path] + 1)]
                read = itemgetter(*own or (slice(0),))
                out += [(spec, r, read) for r in layout.regions.get(spec.region or "trim", ())]
            plan = self._plans[id(face), layout.key] = tuple(out)
        return plan

    def _zones(
        self, ref: FaceRef, scope: _Scope, values: _Values | None, layout: ZoneLayout, work: Resolving, placing: Placing
    ) -> tuple[PlacedZone, ...]:
        """Return a face's outermost zones, each in its region; a zone whose values are cached is taken from the cache
        in one step. *values* are those that the face reads.
        """
        out: list[PlacedZone] = []
        for spec, region, read in self._planned(self.spec(ref), layout):
            if scope.get("region") != region.name:
                scope = {**scope, "region": region.name}
            own_values = read(values) if values is not None else key_of(spec.reads, scope)
            key = (layout.key, id(spec), region.name, placing.flow is not None, own_values)
            cached: _Outermost | None = self.cache.get(key) if own_values is not None else None
            if cached is not None and work.zones + cached.resolved.size <= MAX_ZONES:
                requested = cached.resolved.requested
                if not requested or self.deck.assets.gives(requested):
                    # What was laid out for another language or edition counts as if it were for this one.
                    spend(1 if id(cached) in self._met else cached.steps)
                    self._met.add(id(cached))
                    work.zones += cached.resolved.size
                    work.problems += cached.resolved.problems
                    placing.problems += cached.problems
                    if cached.placed is not None:
                        out.append(cached.placed)
                    continue
            zone_placing, before = Placing(placing.flow, continuing=placing.continuing), spent()
            try:
                resolved = self.resolvers[ref.template].resolved(spec, scope, work, region.name, own_values)
                placed = layout.outermost(resolved.zone, region, zone_placing) if resolved.zone is not None else None
            except TooMuchWork as stopped:
                stopped.span = spec.span
                raise
            placing.problems += zone_placing.problems
            if placed is not None:
                out.append(placed)
            if own_values is not None and not zone_placing.has_flow and work.zones <= MAX_ZONES:
                made = _Outermost(resolved, placed, tuple(zone_placing.problems), spent() - before)
                self.cache.put(key, made)
                self._met.add(id(made))
        return tuple(out)

    def both(
        self,
        component: LoadedComponent,
        card: LoadedCard,
        copy: int,
        sides: Sides,
        page: Page | None = None,
        *,
        continuing: Continuing | None = None,
        part: tuple[int, int] = (1, 1),
    ) -> Faces:
        """Return the front and back of a card or page, as ``face`` does; the front is blank without a face."""
        front = self.face(component, card, "front", copy, sides[0], page, continuing, part)
        if front is None:
            front = self.layout(component).face(component.id, ())
        return front, self.face(component, card, "back", copy, sides[1], page, continuing, part)

    def apart(self) -> DeckFaces:
        """Return the same faces, but with a report of their own."""
        return replace(self, problems=self.problems.apart())

    def with_templates(self, resolvers: dict[str, Resolver], report: Report) -> DeckFaces:
        """Return the same faces of other templates; their problems go to the report."""
        problems = FaceProblems(report, CellPlaces(self.deck))
        return DeckFaces(self.deck, problems, self.cache, self.lines, self.back_bleed, resolvers, self.layouts)


def deck_faces(
    deck: LoadedDeck, report: Report, cache: Cache, room: PaperRoom, back_bleed: float | None = None
) -> DeckFaces:
    """Return what lays out a deck's faces; problems go to the report. The lines of nets and boxes suit the *room*."""
    lines = LinesOfDies(deck.deck.print.die_lines, deck.assets, room)
    return DeckFaces(deck, FaceProblems(report, CellPlaces(deck)), cache, lines, back_bleed)
