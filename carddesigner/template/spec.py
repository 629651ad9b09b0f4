"""A compiled template: zones whose fixed values are typed, and whose expressions are evaluated for each card."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.contents.base import Extent, Model
from carddesigner.core.source import Span
from carddesigner.source.yaml import Node
from carddesigner.template.expressions import Expression

Reads = frozenset[tuple[str, ...]]
"""The dotted names that something reads, such as ("card", "suit"); their values are the key for resolving it once."""


class ValuePlan(Struct, frozen=True, eq=False):
    """Plain data in which some leaves are expressions; ``node`` has the places. ``waiting``: the keys of a mapping
    whose values contain expressions.
    """

    node: Node
    values: object
    expressions: tuple[Expression, ...]
    waiting: tuple[str, ...] = ()


class Deferred(Struct, frozen=True, eq=False):
    """A model that is validated when its expressions have values; ``style`` names styles, ``file_reads`` is what its
    SVG reads.
    """

    model: type[Model]
    plan: ValuePlan
    style: Expression | None = None
    file_reads: Reads = frozenset()


class PartCall(Struct, frozen=True, eq=False):
    """``part:`` with its parameters; the name can be an expression."""

    name: str | Expression
    params: ValuePlan | None
    span: Span | None
    reads: Reads = frozenset()


class RepeatSpec(Struct, frozen=True, eq=False):
    """``row:``, ``column:`` or ``grid:`` over ``each``: a part or zones for every item."""

    settings: Model | Deferred
    each: Expression | int
    body: PartCall | tuple[ZoneSpec, ...]
    cell: tuple[Extent, Extent] | None
    span: Span | None


class Origin(Struct, frozen=True):
    """Where a setting comes from: the zone itself (own), the extended template (parent) or a style."""

    kind: Literal["own", "parent", "style"]
    span: Span


class ZoneSpec(Struct, frozen=True, eq=False):
    """A zone with settings and content, typed or deferred. ``reads`` includes everything inside it."""

    id: str
    region: str | None
    when: Expression | None
    settings: Model | Deferred
    content: Model | Deferred | PartCall | RepeatSpec | None
    children: tuple[ZoneSpec, ...]
    reads: Reads
    span: Span | None
    origins: dict[str, Origin]
    above: ZoneSpec | None = None
    """The zone that it is ``below``."""


class PartSpec(Struct, frozen=True, eq=False):
    """A part: its parameters with their defaults, its size in repeats, and its zones."""

    name: str
    params: ValuePlan
    size: tuple[Extent, Extent] | None
    zones: tuple[ZoneSpec, ...]
    reads: Reads


class BoardSpec(Struct, frozen=True, eq=False):
    """A board: its measures, and the zone for each letter of a position."""

    settings: Model | Deferred
    pieces: dict[str, ZoneSpec]
    reads: Reads


class FaceSpec(Struct, frozen=True, eq=False):
    """A face: its outermost zones in order."""

    name: str
    zones: tuple[ZoneSpec, ...]
    reads: Reads
    span: Span | None


class Template(Struct, frozen=True, eq=False):
    """A compiled template."""

    name: str
    faces: dict[str, FaceSpec]
    parts: dict[str, PartSpec]
    boards: dict[str, BoardSpec]
    styles: dict[str, Node]
