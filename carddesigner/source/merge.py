"""``extends``: a parent's tree and a child's to one, every value still knowing its own place.

Mappings merge by key, deeply; scalars and lists replace; ``null`` removes; ``box`` replaces whole. The parent's order
stays, new zones come last or where ``before:`` or ``after:`` puts them.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.report import Diagnostic, Report, did_you_mean
from carddesigner.source.yaml import Node


class _Merged(Struct, frozen=True):
    """Two nodes, held so that their ids stay their own, what they make, and what is wrong with it."""

    parent: Node
    child: Node
    made: Node
    problems: tuple[Diagnostic, ...]


def merge(parent: Node, child: Node, report: Report, cache: Cache | None = None, *, zones: bool = False) -> Node:
    """The parent as the child changes it, the same while the *cache* holds it; *zones*: keys whose order can be set."""
    if not isinstance(parent.value, dict) or not isinstance(child.value, dict):
        return child
    key = ("merged", id(parent), id(child), zones)
    found: _Merged | None = cache.get(key) if cache is not None else None
    if found is None:
        own = Report()
        found = _Merged(parent, child, _merged(parent, child, own, cache, zones), tuple(own))
        if cache is not None:
            cache.put(key, found)
    for problem in found.problems:
        report.add(problem)
    return found.made


def _merged(parent: Node, child: Node, report: Report, cache: Cache | None, zones: bool) -> Node:
    out = dict(parent.mapping)
    for name, node in child.mapping.items():
        if node.value is None:
            out.pop(name, None)
            continue
        # A component may be called box: its `id` tells it from a zone's place.
        whole = name == "box" and not (isinstance(node.value, dict) and "id" in node.mapping)
        old = out.get(name) if not whole else None
        out[name] = node if old is None else merge(old, node, report, cache, zones=name == "zones")
        if zones:
            out = _ordered(out, name, node, report)
    return replace(child, value=out)


def _ordered(nodes: dict[str, Node], key: str, node: Node, report: Report) -> dict[str, Node]:
    wanted = [(w, node.mapping[w]) for w in ("before", "after") if w in node.mapping]
    if not wanted:
        return nodes
    where, sibling = wanted[0]
    others = [k for k in nodes if k != key]
    if len(wanted) > 1:
        report.error("unknown-zone", "a zone takes `before` or `after`, not both", sibling.span)
    elif sibling.value not in others:
        near = did_you_mean(str(sibling.value), others)
        message = f"no zone {sibling.value!r} beside {key!r} to put it {where}{near}"
        report.error("unknown-zone", message, sibling.span, fix=near.fix)
    else:
        i = others.index(str(sibling.value)) + (where == "after")
        return {k: nodes[k] for k in [*others[:i], key, *others[i:]]}
    return nodes
