"""``extends``: a parent's tree and a child's to one, every value still knowing its own place.

Mappings merge by key, deeply; scalars and lists replace; ``null`` removes; ``box`` replaces whole. The parent's order
stays, new zones come last or where ``before:`` or ``after:`` puts them.
"""

from __future__ import annotations

from msgspec.structs import replace

from carddesigner.core.report import Report, did_you_mean
from carddesigner.source.yaml import Node

_WHOLE = ("box",)


def merge(parent: Node, child: Node, report: Report, *, zones: bool = False) -> Node:
    """The parent as the child changes it; *zones* says that the keys are zones, whose order can be told."""
    if not isinstance(parent.value, dict) or not isinstance(child.value, dict):
        return child
    out = dict(parent.value)
    for key, node in child.value.items():
        if node.value is None:
            out.pop(key, None)
            continue
        old = out.get(key)
        known = old is not None
        new = merge(old, node, report, zones=key == "zones") if old is not None and key not in _WHOLE else node
        out[key] = new
        if zones and isinstance(node.value, dict):
            out = _ordered(out, key, node, report, known)
    return replace(child, value=out)


def _ordered(nodes: dict[str, Node], key: str, node: Node, report: Report, known: bool) -> dict[str, Node]:
    assert isinstance(node.value, dict)
    wanted = [(w, node.value[w]) for w in ("before", "after") if w in node.value]
    if not wanted:
        return nodes
    where, sibling = wanted[0]
    others = [k for k in nodes if k != key]
    if len(wanted) > 1 or sibling.value not in others:
        message = (
            "a zone takes `before` or `after`, not both"
            if len(wanted) > 1
            else f"no zone {sibling.value!r} beside {key!r} to put it {where}{did_you_mean(str(sibling.value), others)}"
        )
        report.error("unknown-zone", message, sibling.span)
        return nodes
    i = others.index(str(sibling.value)) + (where == "after")
    return {k: nodes[k] for k in [*others[:i], key, *others[i:]]}
