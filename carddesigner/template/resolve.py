"""Resolve compiled zones for one card: evaluate every expression and validate every value.

A zone is resolved once for each distinct set of values it reads, and equal sets give the same object, so that later
stages can go by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import ValidationError

from carddesigner.contents.base import Box, FilledSvg, Model, Names
from carddesigner.contents.board import Board, BoardContent, BoardSettings
from carddesigner.contents.picture import SvgContent
from carddesigner.contents.text import Text, TextContent, text_saying
from carddesigner.contents.zone import Part, Repeat, RepeatSettings, ResolvedZone, ZoneSettings
from carddesigner.core.cache import Cache
from carddesigner.core.effort import spend
from carddesigner.core.face import Request
from carddesigner.core.record import PLAIN, Record, fields_of
from carddesigner.core.report import Diagnostic, Problem, Related, Report, did_you_mean
from carddesigner.deck.assets import Assets
from carddesigner.deck.problems import report_validation
from carddesigner.schema.template import keys_of
from carddesigner.source.yaml import Node, find
from carddesigner.template.expressions import Expression, ExpressionProblem
from carddesigner.template.spec import Deferred, PartCall, Reads, RepeatSpec, Template, ValuePlan, ZoneSpec
from carddesigner.template.svg import compile_svg
from carddesigner.text.positions import EMPTY, parse_positions

Scope = Mapping[str, object]

MAX_REPEATS = 500
"""The most children of a repeat."""

MAX_ZONES = 20_000
"""The most zones of a face, including those in repeats and parts."""

MAX_PARTS = 30
"""The greatest depth of nested parts."""


class _Failed(Exception):
    """A zone can't be resolved; the reason is in the report."""


class Resolved(Struct, frozen=True, gc=False):
    """A resolved zone, None if ``when`` is false or there are problems, and these; ``size`` counts the zone with
    everything in it.

    The spec is held so that its id remains unique.
    """

    spec: ZoneSpec
    zone: ResolvedZone | None
    size: int
    problems: tuple[Diagnostic, ...]
    requested: Mapping[Request, object]


class _Alike(Struct, frozen=True):
    """A text whose settings others may share."""

    content: TextContent
    requested: Mapping[Request, object]


class Resolving(Struct):
    """The state of resolving a face: the number of zones so far, and their problems, which don't depend on the card."""

    zones: int = 0
    problems: list[Diagnostic] = field(default_factory=list)
    depth: int = 0
    """The number of parts around the current zone."""

    def add(self, problem: Diagnostic | Problem, spec: ZoneSpec) -> None:
        """Add a problem of a zone."""
        d = problem.diagnostic if isinstance(problem, Problem) else problem
        self.problems.append(d if d.whole else replace(d, span=d.span or spec.span, zone=d.zone or spec.id))


class Resolver(Struct, frozen=True):
    """Resolves zones with one template and one deck's names; results are cached."""

    template: Template
    context: dict[str, object]
    assets: Assets
    cache: Cache

    def resolved(
        self,
        spec: ZoneSpec,
        scope: Scope,
        work: Resolving,
        region: str | None = None,
        values: tuple[object, ...] | None = None,
    ) -> Resolved:
        """Return a zone for the values in scope, with its problems. *values* are those that it reads, if already looked
        up.
        """
        before, noted = work.zones, len(work.problems)
        key = (id(spec), region, *values) if values is not None else key_of(spec.reads, scope, id(spec), region)
        cached: Resolved | None = self.cache.get(key) if key is not None else None
        if cached is not None and cached.requested and not self.assets.gives(cached.requested):
            cached = None
        work.zones += cached.size if cached is not None else 1
        if work.zones > MAX_ZONES:
            if before <= MAX_ZONES:
                work.add(Diagnostic("too-many-zones", f"a face has more than {MAX_ZONES:,} zones"), spec)
            return Resolved(spec, None, 0, tuple(work.problems[noted:]), {})
        if cached is not None:
            spend(1)
            if cached.problems:
                work.problems += cached.problems
            return cached
        spend(10)
        zone, requested = self.assets.recording(partial(self._resolve, spec, scope, work, region))
        made = Resolved(spec, zone, work.zones - before, tuple(work.problems[noted:]), requested)
        if key is not None:
            self.cache.put(key, made)
        return made

    def _resolve(self, spec: ZoneSpec, scope: Scope, work: Resolving, region: str | None) -> ResolvedZone | None:
        try:
            return self._resolved(spec, scope, work, region)
        except Problem as problem:
            work.add(problem, spec)
        except _Failed:
            pass
        return None

    def _resolved(self, spec: ZoneSpec, scope: Scope, work: Resolving, region: str | None) -> ResolvedZone | None:
        if spec.when is not None and not self._value(spec.when, scope):
            return None
        settings = self._model(spec.settings, scope, spec, work)
        assert isinstance(settings, ZoneSettings)
        content: object = spec.content
        if isinstance(content, Deferred):
            content = self._model(content, scope, spec, work)
        elif isinstance(content, PartCall):
            content = self._part(content, scope, spec, work)
        elif isinstance(content, RepeatSpec):
            content = self._repeat(content, scope, spec, work)
        if isinstance(content, TextContent):
            content = Text(content, content.text)
        elif isinstance(content, BoardContent):
            content = self._board(content, scope, spec, work)
        children = self._zones(spec.children, scope, work) if spec.children else ()
        above = self._above(spec, scope, region) if spec.above is not None else None
        return ResolvedZone(spec.id, region, settings, content, children, spec.span, above)

    def _above(self, spec: ZoneSpec, scope: Scope, region: str | None) -> ResolvedZone | Box | None:
        """The zone that a zone is below. If that is omitted, the one that it is below, or else its box. Its problems
        are reported when it is resolved itself.
        """
        above = spec.above
        assert above is not None
        resolved = self.resolved(above, scope, Resolving(), region)
        if resolved.zone is not None:
            return resolved.zone
        if resolved.problems:
            raise _Failed
        if above.above is not None:
            return self._above(above, scope, region)
        if not isinstance(above.settings, Deferred):
            assert isinstance(above.settings, ZoneSettings)
            return above.settings.box or Box()
        plan = above.settings.plan
        box = self._filled(cast("dict[str, object]", plan.values).get("box", {}), scope)
        try:
            return Box.model_validate(box, context=self.context)
        except ValidationError as error:
            report_validation(error, find(plan.node, ("box",)), work := Report(), model=Box)
            raise Problem(*next((d.code, d.message, d.span) for d in work)) from None

    def _zones(self, specs: Iterable[ZoneSpec], scope: Scope, work: Resolving) -> tuple[ResolvedZone, ...]:
        zones = [self.resolved(s, scope, work).zone for s in specs]
        return tuple([z for z in zones if z is not None])

    def _value(self, expression: Expression, scope: Scope) -> object:
        spend(1)
        try:
            return expression.evaluate(scope)
        except ExpressionProblem as problem:
            raise problem.at(expression.span) from None

    def _filled(self, value: object, scope: Scope) -> object:
        if isinstance(value, Expression):
            return self._value(value, scope)
        if isinstance(value, dict):
            return {k: v if v.__class__ in PLAIN else self._filled(v, scope) for k, v in value.items()}
        if isinstance(value, list):
            return [self._filled(v, scope) for v in value]
        return value

    def _model(self, what: Model | Deferred, scope: Scope, spec: ZoneSpec, work: Resolving) -> Model | Text:
        if not isinstance(what, Deferred):
            return what
        node, fixed = what.plan.node, cast("dict[str, object]", what.plan.values)
        waited = {name: self._filled(fixed[name], scope) for name in what.plan.waiting}
        styles = self._styles(what.style, scope) if what.style is not None else ()
        text = waited.get("text", fixed.get("text"))
        # For texts, most of the work would be validating the same settings for each card.
        key = _settings(what, styles, waited) if what.model is TextContent and text.__class__ in _WRITTEN else None
        alike: _Alike | None = self.cache.get(key) if key is not None else None
        if alike is not None and self.assets.gives(alike.requested):
            said = text_saying(alike.content, cast("str | float", text), self.context)
            if said is not None:
                return said
        values = {**fixed, **waited}
        if what.style is not None:
            values = {**self._style(what.style, styles, keys_of(what.model)), **values}
        if what.model is SvgContent and isinstance(path := values.get("svg"), str):
            values = {**values, "svg": self._svg(path, what, scope, spec, work)}
        try:
            validate = partial(what.model.model_validate, values, context=self.context)
            if key is None:
                return validate()
            made, requested = self.assets.recording(validate)
            self.cache.put(key, _Alike(cast("TextContent", made), requested))
            return made
        except ValidationError as error:
            report = Report()
            report_validation(error, node, report, model=what.model)
            for d in report:
                work.add(d, spec)
            raise _Failed from None

    def _svg(self, path: str, what: Deferred, scope: Scope, spec: ZoneSpec, work: Resolving) -> str | FilledSvg:
        """The path of an SVG, with its text filled in if it has expressions."""
        file = cast("Names", self.context["names"]).svg_text(path)
        if file is None:
            return path
        try:
            template = compile_svg(file, self.cache)
            if not template.reads <= what.file_reads:
                message = f"the expressions in {path!r} were not looked for; the folder has too many files, or links"
                raise Problem("svg-not-read", message, what.plan.node.span)
            return FilledSvg(path, template.fill(scope))
        except ExpressionProblem as problem:
            drawn = (Related(spec.span, "drawn here"),) if spec.span is not None else ()
            work.add(replace(problem.diagnostic, related=drawn), spec)
            raise _Failed from None

    def _styles(self, style: Expression, scope: Scope) -> tuple[str, ...]:
        """Return the styles that an expression names."""
        named = self._value(style, scope)
        return tuple(map(str, named if isinstance(named, tuple) else (named,)))

    def _style(self, style: Expression, names: tuple[str, ...], keys: tuple[str, ...]) -> dict[str, object]:
        """Return the settings of the styles *names*, limited to *keys*."""
        out: dict[str, object] = {}
        for name in names:
            node = self.template.styles.get(name)
            if node is None:
                near = did_you_mean(name, self.template.styles)
                raise Problem("unknown-style", f"unknown style {name!r}{near}", style.span, fix=near.fix)
            assert isinstance(node.value, dict)
            out.update({k: _plain(n) for k, n in node.value.items() if k in keys})
        return out

    def _part(self, call: PartCall, scope: Scope, spec: ZoneSpec, work: Resolving) -> Part:
        name = call.name if isinstance(call.name, str) else str(self._value(call.name, scope))
        part = self.template.parts.get(name)
        if part is None:
            near = did_you_mean(name, self.template.parts)
            raise Problem("unknown-part", f"unknown part {name!r}{near}", call.span, fix=near.fix)
        if work.depth >= MAX_PARTS:
            raise Problem("part-cycle", f"part {name!r} lies in more than {MAX_PARTS} others, or in itself", call.span)
        defaults = part.params.values if isinstance(part.params.values, dict) else {}
        given = self._params(call.params, scope)
        for key in given:
            # Unknown parameters in a call by a fixed name were reported when the template was compiled.
            if key not in defaults and not isinstance(call.name, str):
                near = did_you_mean(key, defaults)
                raise Problem("unknown-key", f"part {name!r} has no parameter {key!r}{near}", call.span, fix=near.fix)
        filled = {
            k: v if v.__class__ in PLAIN else self._filled(v, scope) for k, v in defaults.items() if k not in given
        }
        inner = {**filled, **given, "deck": scope["deck"], "palette": scope["palette"]}
        work.depth += 1
        try:
            return self._same(self._zones(part.zones, inner, work))
        finally:
            work.depth -= 1

    def _board(self, content: BoardContent, scope: Scope, spec: ZoneSpec, work: Resolving) -> Board:
        positions = parse_positions(content.position)
        name = content.board
        board = self.template.boards.get(name)
        if board is None:
            near = did_you_mean(name, self.template.boards)
            raise Problem("unknown-board", f"unknown board {name!r}{near}", spec.span, fix=near.fix)
        letters = dict.fromkeys(c for p in positions for row in p.rows for c in row)
        unknown = [c for c in letters if c not in board.pieces and c != EMPTY]
        if unknown:
            message = f"board {name!r} has no piece {unknown[0]!r}"
            raise Problem("unknown-piece", message, hint=f"it has {', '.join(board.pieces)}")
        inner = {"deck": scope["deck"], "palette": scope["palette"]}
        settings = self._model(board.settings, inner, spec, work)
        assert isinstance(settings, BoardSettings)
        zones = {c: self.resolved(board.pieces[c], inner, work).zone for c in letters if c in board.pieces}
        return Board(settings, positions, {c: zone for c, zone in zones.items() if zone is not None})

    def _same(self, zones: tuple[ResolvedZone, ...]) -> Part:
        """The only part with these zones, so that equal calls give the same object."""
        key = ("part", *map(id, zones))
        part: Part | None = self.cache.get(key)
        if part is None:
            self.cache.put(key, part := Part(zones))
        return part

    def _params(self, plan: ValuePlan | None, scope: Scope) -> dict[str, object]:
        if plan is None:
            return {}
        values = self._filled(plan.values, scope)
        return values if isinstance(values, dict) else {}

    def _repeat(self, repeat: RepeatSpec, scope: Scope, spec: ZoneSpec, work: Resolving) -> Repeat:
        each = self._value(repeat.each, scope) if isinstance(repeat.each, Expression) else repeat.each
        if isinstance(each, Record):
            raise Problem("wrong-type", "`each` takes a list or a number, not a record", repeat.span)
        if isinstance(each, bool) or not isinstance(each, (int, tuple, list, range)):
            raise Problem("wrong-type", f"`each` takes a list or a number, not {each!r}", repeat.span)
        count = each if isinstance(each, int) else len(each)
        if count > MAX_REPEATS:
            message = f"`each` repeats {count:,} times; at most {MAX_REPEATS} are drawn"
            raise Problem("too-many-repeats", message, repeat.span)
        items = range(max(count, 0)) if isinstance(each, int) else each
        children = []
        for index, item in enumerate(items):
            inner = {**scope, "item": item, "index": index, "count": count}
            if isinstance(repeat.body, PartCall):
                children.append(self._part(repeat.body, inner, spec, work))
            else:
                children.append(self._same(self._zones(repeat.body, inner, work)))
        settings = self._model(repeat.settings, scope, spec, work)
        assert isinstance(settings, RepeatSettings)
        return Repeat(settings, repeat.cell, tuple(children))


_WRITTEN = (str, int, float)
"""The types of values that can be the text."""


def _settings(what: Deferred, styles: tuple[str, ...], waited: Mapping[str, object]) -> tuple[object, ...] | None:
    """Return the settings of a text as a key: its styles, and the values evaluated for the card except the text itself;
    None if they can't be a key.
    """
    out: list[object] = [what, styles]
    for name, value in waited.items():
        if name != "text":
            kind = value.__class__
            if kind not in PLAIN:
                return None
            # 1, 1.0 and True are equal as keys, but mean different things.
            out += (kind, value)
    return tuple(out)


def _plain(node: Node) -> object:
    from carddesigner.source.yaml import plain

    return plain(node)


@lru_cache(maxsize=4096)
def _paths(reads: Reads) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((path[0], path[1:]) for path in sorted(reads))


def key_of(reads: Reads, scope: Scope, *more: object) -> tuple[object, ...] | None:
    """Return the values that something reads, and *more*, as a key; None if one is missing or isn't hashable."""
    values: list[object] = list(more)
    try:
        for first, rest in _paths(reads):
            value = scope[first]
            for name in rest:
                if not isinstance(value, Record):
                    return None
                value = fields_of(value)[name]
            # 1, 1.0 and True are equal as keys, but print differently.
            values += (value.__class__, value)
        hash(key := tuple(values))
    except (KeyError, TypeError):
        return None
    return key
