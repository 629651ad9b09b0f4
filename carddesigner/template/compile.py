"""Compile a merged template tree into typed zones: fixed values are validated now, expressions are evaluated for each
card.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import ValidationError

from carddesigner.contents import CONTENTS
from carddesigner.contents.base import AUTO, Box, Extent, Model, Names
from carddesigner.contents.board import BoardSettings
from carddesigner.contents.text import TextSettings
from carddesigner.contents.zone import RepeatSettings, ZoneSettings
from carddesigner.core.cache import Cache
from carddesigner.core.face import Request
from carddesigner.core.report import Diagnostic, Related, Report, did_you_mean, guess, nearest
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.names import DeckNames
from carddesigner.deck.problems import report_validation, validated
from carddesigner.deck.template import TemplateSource
from carddesigner.schema.template import CONTENT_KEYS, OTHER_NAMES, SETTINGS, STRUCTURE, STYLE_KEYS, keys_of
from carddesigner.source.yaml import Node, find, plain
from carddesigner.template.acting import check_acting
from carddesigner.template.expressions import Expression, ExpressionProblem, compile_bare, compile_text
from carddesigner.template.misspelt import check_names
from carddesigner.template.spec import (
    BoardSpec,
    Deferred,
    FaceSpec,
    Origin,
    PartCall,
    PartSpec,
    Reads,
    RepeatSpec,
    Template,
    ValuePlan,
    ZoneSpec,
)
from carddesigner.template.svg import compile_svg

_NOTHING: Reads = frozenset()
_REPEAT_KEYS = ("each", "part", "zones", "params", "gap", "align", "valign", "columns", "size")
_REPEAT_NAMES = ("item", "index", "count")
_DEEPEST = 40
MAX_KEPT = 8
"""The most results kept for a node: one for each language and edition in which it differs."""
MAX_BELOW = 50
"""The most zones placed one below the other."""

Made = TypeVar("Made")


_Name = tuple[str, str | None]
"""A section of the template and a name in it; with None, all styles, parts and boards."""


class _Compiled(Struct, frozen=True):
    """The result for a node (held so that its id remains unique), with its problems, the requests made to the deck's
    files, and the values of the template's names on which it depends.
    """

    node: Node
    made: Any
    problems: tuple[Diagnostic, ...] = ()
    requested: Mapping[Request, object] = {}
    used: tuple[tuple[_Name, object], ...] = ()


class Compiler(Struct):
    """The state for compiling one template. ``context`` is passed to the validation of models; ``base`` is the same for
    equal contexts and part of each cache key; ``used`` are the names looked up meanwhile.
    """

    source: TemplateSource
    context: dict[str, object]
    report: Report
    cache: Cache
    base: Hashable
    parts: dict[str, PartSpec | None] = field(default_factory=dict)
    depth: int = 0
    used: set[_Name] = field(default_factory=set)

    def keep(self, make: Callable[..., Made], name: str, node: Node, *more: object) -> Made:
        """Return the result of *make* for a name's node, cached if possible; its problems are reported in either
        case.
        """
        whole = (self.base, id(node), self.depth, make, name, *more)
        known: tuple[_Compiled, ...] = self.cache.get(whole) or ()
        assets = cast("DeckNames", self.context["names"]).assets
        kept = next((one for one in known if assets.gives(one.requested) and self._uses_the_same(one)), None)
        if kept is None:
            inner = replace(self, report=Report(), used=set())
            made, requested = assets.recording(partial(make, inner, name, node, *more))
            used = tuple((name, self.stands_for(name)) for name in inner.used)
            kept = _Compiled(node, made, tuple(inner.report), requested, used)
            self.cache.put(whole, (kept, *known[: MAX_KEPT - 1]))
        self.used.update(name for name, _ in kept.used)
        for problem in kept.problems:
            self.report.add(problem)
        return cast("Made", kept.made)

    def _uses_the_same(self, kept: _Compiled) -> bool:
        return all([self.stands_for(name) == was for name, was in kept.used])

    def stands_for(self, name: _Name) -> object:
        """Return the value of a name. Nodes and parts are compared by identity."""
        section, key = name
        if key is None:
            return tuple(n for s in ("styles", "parts", "boards") for n in self.source.section(s).values())
        if section == "parts" and key in self.source.section("parts"):
            return _part(self, key)
        return self.source.section(section).get(key)


def compiled(deck: LoadedDeck, name: str, report: Report) -> tuple[Template, dict[str, object]]:
    """Return the compiled template, cached by its nodes and context, and that context. Problems are reported."""
    source, context, cache = deck.templates[name], deck.context(name), deck.assets.files.cache
    fonts = (tuple(source.section(s).items()) for s in ("fonts", "palette"))
    # Language, palette and keywords are recorded with the results that depend on them.
    icons, typography = tuple(deck.deck.icons.items()), deck.deck.typography
    values = (str(source.root.span.path), typography, source.dpi, icons, *fonts)
    base = cache.get(("base", values))
    if base is None:
        cache.put(("base", values), base := object())
    key = ("template", base, id(source), id(deck.assets))
    cached: _Compiled | None = cache.get(key)
    if cached is None:
        c = Compiler(source, context, Report(), cache, base)
        cache.put(key, cached := _Compiled(source.root, (source, _template(c), context), tuple(c.report)))
    for problem in cached.problems:
        report.add(problem)
    _, template, own_context = cached.made
    return template, own_context


def _template(c: Compiler) -> Template:
    """Compile all parts and faces. What has errors is reported and left out."""
    source = c.source
    for name, node in source.section("styles").items():
        c.keep(_check_style, name, node)
    for name in source.section("parts"):
        _part(c, name)
    boards = {name: c.keep(_board, name, node) for name, node in source.section("boards").items()}
    faces = {name: c.keep(_face, name, node) for name, node in source.section("faces").items()}
    parts = {name: part for name, part in c.parts.items() if part is not None}
    return Template(source.name, faces, parts, boards, source.section("styles"))


def _face(c: Compiler, name: str, node: Node) -> FaceSpec:
    zones = _zones(c, _mapping(c, node, ("zones", "extends"), "a face"), outermost=True)
    return FaceSpec(name, zones, _reads(*zones), node.key_span or node.span)


def _check_style(c: Compiler, name: str, node: Node) -> None:
    values = _mapping(c, node, STYLE_KEYS, f"style {name!r}")
    for model in (TextSettings, ZoneSettings):
        _model(c, model, _only(values, keys_of(model)), node)


def _mapping(
    c: Compiler,
    node: Node,
    allowed: tuple[str, ...],
    what: str,
    kind: str = "setting",
    listed: Sequence[str] = (),
    meant: Mapping[str, str] | None = None,
) -> dict[str, Node]:
    """A mapping's entries without unknown ones, which are reported with the *listed* names. *meant* gives what some
    keys were meant to be, if it isn't the nearest of the allowed ones.
    """
    out = {}
    for key, value in _nodes(c, node, f"{what} is a mapping of settings").items():
        if key in allowed:
            out[key] = value
        else:
            near = guess(key, meant[key]) if meant and key in meant else did_you_mean(key, allowed)
            message = f"{what} has no {kind} {key!r}{near}"
            names = dict.fromkeys(listed or allowed)
            hint = f"known here: {', '.join(names)}" if names else None
            c.report.error("unknown-key", message, value.key_span, hint=hint, fix=near.fix)
    return out


def _nodes(c: Compiler, node: Node | None, message: str) -> dict[str, Node]:
    """A mapping's entries; empty if it isn't a mapping, which is reported with *message*."""
    if node is None or node.value is None:
        return {}
    if isinstance(node.value, dict):
        return node.value
    c.report.error("wrong-type", message, node.span)
    return {}


def _only(nodes: dict[str, Node], keys: Container[str]) -> dict[str, Node]:
    return {k: n for k, n in nodes.items() if k in keys}


def _reads(*values: object) -> Reads:
    """Everything that zones and their values read."""
    return _NOTHING.union(*map(_read_by, values))


def _read_by(value: object) -> Reads:
    if isinstance(value, (Expression, PartCall, ZoneSpec, PartSpec, BoardSpec)):
        return value.reads
    if isinstance(value, ValuePlan):
        return _reads(*value.expressions)
    if isinstance(value, Deferred):
        return value.file_reads | _reads(value.style, value.plan)
    if isinstance(value, RepeatSpec):
        body = _reads(*(value.body if isinstance(value.body, tuple) else (value.body,)))
        return _reads(value.each, value.settings).union(r for r in body if r[0] not in _REPEAT_NAMES)
    return _NOTHING


def _zones(c: Compiler, entries: dict[str, Node], *, outermost: bool = False) -> tuple[ZoneSpec, ...]:
    nodes = _nodes(c, entries.get("zones"), "`zones` is a mapping of zones by name")
    if nodes and c.depth >= _DEEPEST:
        c.report.error("too-deep", f"zones are nested more than {_DEEPEST} levels deep", entries["zones"].span)
        return ()
    wrong = check_names(nodes, c.source.root.span.path, c.report)
    c.depth += 1
    out = [c.keep(_zone, name, zone, outermost) for name, zone in nodes.items() if name not in wrong]
    c.depth -= 1
    below = {name: node for name, zone in nodes.items() if (node := _below(zone)) is not None}
    return _linked(c, {z.id: z for z in out if z is not None}, nodes, below) if below else tuple(filter(None, out))


def _below(zone: Node) -> Node | None:
    """The value of ``below`` in a zone's box."""
    box = zone.value.get("box") if isinstance(zone.value, dict) else None
    return box.value.get("below") if box is not None and isinstance(box.value, dict) else None


def _linked(
    c: Compiler, zones: dict[str, ZoneSpec], names: Container[str], below: dict[str, Node]
) -> tuple[ZoneSpec, ...]:
    """The zones linked to those that they are below. Unknown names and cycles are reported."""
    done: dict[str, tuple[ZoneSpec | None, int]] = {}

    def linked(name: str, under: tuple[str, ...]) -> tuple[ZoneSpec | None, int]:
        """Return a zone, and the length of the chain of zones above it."""
        spec, node, many = zones.get(name), below.get(name), 0
        if name in done or spec is None or node is None or node.value is None:
            return done.setdefault(name, (spec, many))
        target = node.value
        if not isinstance(target, str) or "{{" in target:
            c.report.error(
                "wrong-type", "`below` takes the name of a zone beside this one, the same for all cards", node.span
            )
        elif target not in names:
            near = did_you_mean(target, [n for n in zones if n != name])
            hint = f"beside it are {', '.join(n for n in zones if n != name) or 'no others'}"
            message = f"there is no zone {target!r} beside {name!r}{near}"
            c.report.error("unknown-zone", message, node.span, hint=hint, fix=near.fix)
        elif target == name or target in under:
            circle = " > ".join((*under[under.index(target) if target in under else len(under) :], name, target))
            c.report.error("below-cycle", f"zones lie below each other: {circle}", node.span)
        elif len(under) < MAX_BELOW:
            above, many = linked(target, (*under, name))
            many += 1
            if above is not None and many > MAX_BELOW:
                c.report.error("too-deep", f"more than {MAX_BELOW} zones lie one below the other", node.span)
            elif above is not None and above.region != spec.region:
                message = f"{target!r} lies in {above.region}, {name!r} in {spec.region}; they have to lie in the same"
                c.report.error("below-region", message, node.span)
            elif above is not None:
                spec = replace(spec, above=above, reads=spec.reads | above.reads)
        else:
            c.report.error("too-deep", f"more than {MAX_BELOW} zones lie one below the other", node.span)
        done[name] = spec, many
        return done[name]

    return tuple(spec for name in zones if (spec := linked(name, ())[0]) is not None)


def _zone(c: Compiler, name: str, node: Node, outermost: bool) -> ZoneSpec | None:
    kinds = [k for k in CONTENT_KEYS if isinstance(node.value, dict) and k in node.value]
    kind = kinds[0] if kinds else None
    model = CONTENTS[kind][0] if kind is not None and kind in CONTENTS else None
    own_keys = keys_of(model) if model is not None else (kind,) if kind is not None else ()
    allowed = (*own_keys, *STRUCTURE, *SETTINGS, *kinds)
    there = allowed if kind is not None else (*CONTENT_KEYS, *allowed)
    meant = _meant(node, there)
    contents = set(meant.values()) & set(CONTENT_KEYS)
    # A setting of a content whose own key is misspelt is not another mistake.
    with_them = [key for k in contents if k in CONTENTS for key in keys_of(CONTENTS[k][0])]
    entries = _mapping(c, node, (*allowed, *with_them), f"zone {name!r}", listed=there, meant=meant)
    if len(kinds) > 1:
        message = f"zone {name!r} has both `{kinds[0]}` and `{kinds[1]}`; a zone has one content"
        hint = "put the second into a zone of its own under `zones`"
        c.report.error("two-contents", message, entries[kinds[1]].key_span, hint=hint)
    region = _region(c, name, entries, outermost)
    when = _when(c, entries)
    styles, style = _styles(c, entries.get("style"))
    settings = _model(c, ZoneSettings, _only({**styles, **entries}, SETTINGS), node, style)
    box = settings.box if isinstance(settings, ZoneSettings) else None
    if box is not None and box.height == AUTO and kind != "text":
        message = "`height: auto` is for texts; nothing else has a height of its own"
        c.report.error("auto-height", message, find(node, ("box", "height")).span)
    content: Model | Deferred | PartCall | RepeatSpec | None = None
    if model is not None and kind is not None:
        given = _only({**styles, **entries}, own_keys)
        if kind == "flow":
            given["flow"] = _flow(c, entries["flow"])
            c.used.add(("parts", None))
        elif kind == "board":
            _check_board(c, entries["board"])
            c.used.add(("boards", None))
        try:
            content = _model(c, model, given, node, style, _file_reads(c, entries["svg"]) if kind == "svg" else None)
        except ExpressionProblem as problem:
            c.report.add(problem, related=(Related(entries["svg"].span, "drawn here"),), zone=name)
    elif kind == "part":
        content = _part_call(c, entries)
    elif kind is not None:
        content = _repeat(c, kind, entries[kind])
    children = _zones(c, entries)
    if style is None and not contents:
        check_acting(name, node, {**styles, **entries}, kind, c.report)
    boards = [c.keep(_board, *board) for board in c.source.section("boards").items()] if kind == "board" else []
    reads = _reads(when, settings, content, *children, *boards)
    origins = {k: Origin("style", n.span) for k, n in styles.items() if k in (*own_keys, *SETTINGS)}
    for key, value in entries.items():
        inherited = value.span.path != c.source.root.span.path
        origins[key] = Origin("parent" if inherited else "own", value.span)
    return ZoneSpec(
        name, region, when, settings or ZoneSettings(), content, children, reads, node.key_span or node.span, origins
    )


def _meant(node: Node, there: Sequence[str]) -> dict[str, str]:
    """The keys of a zone that aren't *there*, with what they were probably meant to be."""
    keys = [k for k in node.value if k not in there] if isinstance(node.value, dict) else []
    guesses = {k: OTHER_NAMES[k] if OTHER_NAMES.get(k) in there else nearest(k, there) for k in keys}
    return {k: guess for k, guess in guesses.items() if guess is not None}


def _file_reads(c: Compiler, node: Node) -> Reads | None:
    """What the expressions in an SVG read; in any SVG, if its name depends on the card. None if it has no
    expressions.
    """
    names = cast("Names", c.context["names"])
    if not isinstance(node.value, str):
        return None
    if not _waits(node):
        file = names.svg_text(node.value)
        return compile_svg(file, c.cache).reads if file is not None else None
    reads = _NOTHING
    for file in names.svg_texts():
        try:
            reads |= compile_svg(file, c.cache).reads
        except ExpressionProblem:
            continue  # reported when a card uses it
    return reads


def _region(c: Compiler, name: str, entries: dict[str, Node], outermost: bool) -> str | None:
    node = entries.get("in")
    if node is None:
        return "trim" if outermost else None
    if not outermost:
        message = f"zone {name!r}: `in` is for outermost zones; a zone inside another lies in it"
        c.report.error("region-inside", message, node.span)
        return None
    if not isinstance(node.value, str):
        c.report.error("wrong-type", "`in` takes trim, bleed, safe or a region's name", node.span)
        return "trim"
    return node.value


def _when(c: Compiler, entries: dict[str, Node]) -> Expression | None:
    node = entries.get("when")
    if node is None:
        return None
    if isinstance(node.value, (bool, str)):
        return _compiled(c, node, str(node.value).lower() if isinstance(node.value, bool) else node.value, bare=True)
    c.report.error("wrong-type", "`when` takes an expression, such as card.cost > 3", node.span)
    return None


def _compiled(c: Compiler, node: Node, text: str, *, bare: bool) -> Expression | None:
    try:
        return compile_bare(text, node.span) if bare else compile_text(text, node.span)
    except ExpressionProblem as problem:
        c.report.add(problem, node.span)
        return None


def _styles(c: Compiler, node: Node | None) -> tuple[dict[str, Node], Expression | None]:
    """The settings of a zone's styles, of which the last takes precedence; or the expression that names them."""
    if node is None:
        return {}, None
    if isinstance(node.value, str) and "{{" in node.value:
        c.used.add(("styles", None))
        return {}, _compiled(c, node, node.value, bare=False)
    names = node.value if isinstance(node.value, tuple) else (node,)
    styles = c.source.section("styles")
    out: dict[str, Node] = {}
    for name in names:
        style = styles.get(name.value) if isinstance(name.value, str) else None
        c.used.add(("styles", str(name.value)))
        if style is None:
            near = did_you_mean(str(name.value), styles)
            c.report.error("unknown-style", f"unknown style {name.value!r}{near}", name.span, fix=near.fix)
        elif isinstance(style.value, dict):
            out.update(style.value)
    return out, None


def _flow(c: Compiler, node: Node) -> Node:
    """``flow:`` with the names of styles replaced by their settings."""
    if not isinstance(node.value, dict):
        return node
    if "board" in node.value:
        _check_board(c, node.value["board"])
    out = dict(node.value)
    for key, value in node.value.items():
        if key in ("text", "title", "heading", "caption") and isinstance(value.value, (str, tuple)):
            settings, _ = _styles(c, value)
            out[key] = replace(value, value=_only(settings, keys_of(TextSettings)))
    return replace(node, value=out)


def _model(
    c: Compiler,
    model: type[Model],
    nodes: dict[str, Node],
    node: Node,
    style: Expression | None = None,
    file_reads: Reads | None = None,
) -> Model | Deferred | None:
    """The model validated now if possible; else deferred, with its fixed values checked."""
    whole = replace(node, value=nodes)
    plan = _plan(c, whole)
    if plan is None:
        return None
    waiting = {k for k, v in nodes.items() if _waits(v)} | ({"svg"} if file_reads is not None else set())
    if not waiting and style is None:
        return validate(c, model, plain(whole), whole)
    now = {k: plain(v) for k, v in nodes.items() if k not in waiting}
    try:
        model.model_validate(now, context=c.context)
    except ValidationError as error:
        # A missing field may be a deferred one, and checks across fields need all of them.
        if any(e["loc"] and e["type"] != "missing" for e in error.errors(include_url=False)):
            kept = Report()
            report_validation(error, whole, kept, model=model)
            for d in kept:
                if d.code != "missing-key" and d.span != whole.span:
                    c.report.add(d)
    return Deferred(model, plan, style, file_reads or _NOTHING)


def validate(c: Compiler, model: type[Model], values: object, node: Node) -> Model | None:
    """Return the model of plain values, or None with the problems reported at their places."""
    return validated(model, values, node, c.report, c.context)


def _waits(node: Node) -> bool:
    if isinstance(node.value, (dict, tuple)):
        return any(map(_waits, node.value.values() if isinstance(node.value, dict) else node.value))
    return isinstance(node.value, str) and "{{" in node.value


def _plan(c: Compiler, node: Node) -> ValuePlan | None:
    """Plain data with expressions as leaves; None if one has a syntax error."""
    filled: list[Expression | None] = []

    def walk(n: Node) -> object:
        if isinstance(n.value, dict):
            return {k: walk(v) for k, v in n.value.items()}
        if isinstance(n.value, tuple):
            return [walk(v) for v in n.value]
        if isinstance(n.value, str) and ("{{" in n.value or "{%" in n.value):
            filled.append(_compiled(c, n, n.value, bare=False))
            return filled[-1]
        return n.value

    values = walk(node)
    expressions = tuple(e for e in filled if e is not None)
    waiting = tuple(k for k, n in node.value.items() if _waits(n)) if isinstance(node.value, dict) else ()
    return ValuePlan(node, values, expressions, waiting) if len(expressions) == len(filled) else None


def _part(c: Compiler, name: str) -> PartSpec | None:
    if name not in c.parts:
        c.parts[name] = None
        c.parts[name] = c.keep(_part_spec, name, c.source.section("parts")[name])
    return c.parts[name]


def _part_spec(c: Compiler, name: str, node: Node) -> PartSpec:
    entries = _mapping(c, node, ("size", "params", "zones"), f"part {name!r}")
    size = _cell(c, entries.get("size"))
    params = _plan(c, entries["params"]) if "params" in entries else None
    if params is not None:
        message = "`params` of a part is a mapping: each parameter with what it is if a zone gives none"
        _nodes(c, entries["params"], message)
    zones = _zones(c, entries)
    return PartSpec(name, params or ValuePlan(node, {}, ()), size, zones, _reads(*zones))


def _board(c: Compiler, name: str, node: Node) -> BoardSpec:
    """A board. The zones of its pieces have the same names as those of a part: ``deck`` and ``palette``."""
    keys = keys_of(BoardSettings)
    entries = _mapping(c, node, (*keys, "pieces"), f"board {name!r}")
    settings = _model(c, BoardSettings, _only(entries, keys), node)
    pieces = {}
    for letter, zone in _nodes(c, entries.get("pieces"), "`pieces` is a mapping of letters to zones").items():
        if len(letter) != 1 or letter.isspace() or letter == ">":
            message = f"a piece is called by one letter or sign, other than '>', not {letter!r}"
            c.report.error("wrong-value", message, zone.key_span)
            continue
        made = _zone(c, letter, zone, False)
        if made is not None:
            pieces[letter] = made
    return BoardSpec(settings or BoardSettings(), pieces, _of_deck(_reads(settings, *pieces.values())))


def _check_board(c: Compiler, node: Node) -> None:
    boards = c.source.section("boards")
    if isinstance(node.value, str) and "{{" not in node.value and node.value not in boards:
        near = did_you_mean(node.value, boards)
        none = "" if boards else "; the template has no `boards`"
        c.report.error("unknown-board", f"unknown board {node.value!r}{near or none}", node.span, fix=near.fix)


def _part_call(c: Compiler, entries: dict[str, Node]) -> PartCall | None:
    node = entries["part"]
    params = entries.get("params")
    plan = _plan(c, params) if params is not None else None
    if not isinstance(node.value, str):
        c.report.error("wrong-type", "`part` takes a part's name", node.span)
        return None
    if "{{" in node.value:
        expression = _compiled(c, node, node.value, bare=False)
        c.used.add(("parts", None))
        if expression is None:
            return None
        parts = [_part(c, name) for name in c.source.section("parts")]
        return PartCall(expression, plan, node.span, _call_reads(plan, *parts) | expression.reads)
    declared = c.source.section("parts")
    c.used.add(("parts", node.value))
    if node.value not in declared:
        near = did_you_mean(node.value, declared)
        c.report.error("unknown-part", f"unknown part {node.value!r}{near}", node.span, fix=near.fix)
        return None
    part = _part(c, node.value)
    if part is None:
        c.report.error("part-cycle", f"part {node.value!r} lies in itself", node.span)
        return None
    if params is not None:
        names = tuple(part.params.values) if isinstance(part.params.values, dict) else ()
        _mapping(c, params, names, f"part {node.value!r}", "parameter")
    return PartCall(node.value, plan, node.span, _call_reads(plan, part))


def _call_reads(plan: ValuePlan | None, *parts: PartSpec | None) -> Reads:
    """What calls of parts read: parameters, given or by default, and what the parts read of the deck."""
    return _of_deck(_reads(*parts)) | _reads(plan, *(p.params for p in parts if p is not None))


def _of_deck(reads: Reads) -> Reads:
    """Of what the zones of a part or of a board's piece read, everything that isn't a parameter."""
    return frozenset(r for r in reads if r[0] in ("deck", "palette"))


def _cell(c: Compiler, node: Node | None) -> tuple[Extent, Extent] | None:
    """A child's size as [width, height], or one length for both."""
    if node is None:
        return None
    both = node.value if isinstance(node.value, tuple) else (node, node)
    if len(both) != 2:
        c.report.error("wrong-type", "expected [width, height], such as [3mm, 3mm], or 3mm for a square", node.span)
        return None
    whole = replace(node, value={"width": both[0], "height": both[1]})
    box = validate(c, Box, plain(whole), whole)
    if not isinstance(box, Box) or box.width is None or box.height is None:
        return None
    if box.height == AUTO:
        c.report.error("auto-height", "a repeated cell has no height of its own; write a length", node.span)
        return None
    return box.width, box.height


def _repeat(c: Compiler, kind: str, node: Node) -> RepeatSpec | None:
    entries = _mapping(c, node, _REPEAT_KEYS, f"`{kind}`")
    each = entries.get("each")
    if each is None:
        c.report.error("missing-key", f"`{kind}` needs `each`: a list or a number, such as card.cost", node.span)
        return None
    count: Expression | int | None
    if isinstance(each.value, int) and not isinstance(each.value, bool):
        count = each.value
    elif isinstance(each.value, str):
        count = _compiled(c, each, each.value, bare="{{" not in each.value)
    else:
        c.report.error("wrong-type", "`each` takes a number or an expression that gives a list or a number", each.span)
        return None
    body: PartCall | tuple[ZoneSpec, ...] | None
    cell = _cell(c, entries.get("size"))
    if "part" in entries:
        body = _part_call(c, entries)
        if isinstance(body, PartCall) and isinstance(body.name, str) and cell is None:
            part = c.parts[body.name]
            cell = part.size if part is not None else None
    else:
        body = _zones(c, entries)
    own = _only(entries, keys_of(RepeatSettings))
    settings = _model(c, RepeatSettings, {**own, "kind": replace(node, value=kind)}, node)
    if count is None or body is None or settings is None:
        return None
    return RepeatSpec(settings, count, body, cell, node.span)
