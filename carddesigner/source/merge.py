"""``extends``: merge the trees of a parent and a child; every value keeps its own place.

Mappings merge by key, deeply; scalars and lists replace; ``null`` removes; the setting ``box`` is replaced as a whole.
The parent's order is kept; new zones come last, or where ``before:`` or ``after:`` puts them. A face, zone or component
that its author calls ``box`` is not the setting, and merges like any other.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.report import Diagnostic, Report, did_you_mean
from carddesigner.source.yaml import Node

_OF_NAMES = frozenset(
    [
        "boards",
        "components",
        "editions",
        "faces",
        "fields",
        "fonts",
        "glossary",
        "icons",
        "keywords",
        "packs",
        "palette",
        "params",
        "parts",
        "phrases",
        "pieces",
        "stocks",
        "styles",
        "text-replace",
        "texts",
        "zones",
    ]
)
"""Settings whose keys are names chosen by authors."""


class _Merged(Struct, frozen=True):
    """Two nodes (held so that their ids remain unique), the result of merging them, and its problems."""

    parent: Node
    child: Node
    made: Node
    problems: tuple[Diagnostic, ...]


def merge(
    parent: Node, child: Node, report: Report, cache: Cache | None = None, *, names_of: str | None = None
) -> Node:
    """Merge a child into its parent; the result is the same object while the *cache* has it. *names_of* is the setting
    whose keys are names chosen by the author; the keys of ``zones`` can be reordered. None if the keys are settings.
    """
    if not isinstance(parent.value, dict) or not isinstance(child.value, dict):
        return child
    key = ("merged", id(parent), id(child), names_of)
    merged: _Merged | None = cache.get(key) if cache is not None else None
    if merged is None:
        own = Report()
        merged = _Merged(parent, child, _merged(parent, child, own, cache, names_of), tuple(own))
        if cache is not None:
            cache.put(key, merged)
    for problem in merged.problems:
        report.add(problem)
    return merged.made


def _merged(parent: Node, child: Node, report: Report, cache: Cache | None, names_of: str | None) -> Node:
    out = dict(parent.mapping)
    for name, node in child.mapping.items():
        if node.value is None:
            out.pop(name, None)
            continue
        old = out.get(name) if name != "box" or names_of is not None else None
        below = name if names_of is None and name in _OF_NAMES else None
        out[name] = node if old is None else merge(old, node, report, cache, names_of=below)
        if names_of == "zones":
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
