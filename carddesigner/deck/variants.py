"""Changes of a deck by another deck or an edition: ``extends`` and ``editions``, merged by the same rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.schema.deck import NOT_OF_AN_EDITION
from carddesigner.source import paths
from carddesigner.source.merge import merge
from carddesigner.source.yaml import Node, load_yaml


def extended(root: Node, assets: Assets, report: Report, seen: tuple[Path, ...]) -> Node | None:
    """Return a deck merged with the shipped deck that it extends; None if that has errors. Raises Problem if there is
    no such deck or it extends itself.
    """
    node = root.mapping["extends"]
    shipped = paths.shipped_decks()
    file = paths.decks() / str(node.value) / "deck.yaml"
    own = root.mapping.get("deck")
    is_own = node.value not in shipped and own is not None and own.value == node.value
    if is_own or file in seen:
        hint = "leave `extends` out, or name the shipped deck that is taken over" if is_own else None
        raise Problem("extends-cycle", f"deck {node.value!r} extends itself", node.span, hint=hint)
    if node.value not in shipped:
        raise not_shipped(str(node.value), node.span)
    parent = load_yaml(file, assets.files.text(file), report, assets.files.readings)
    if parent is None or not parent.mapping:
        return None
    finder = assets.finder
    if file.parent not in finder.parents:
        finder.parents = (*finder.parents, file.parent)
    above = extended(parent, assets, report, (*seen, file)) if "extends" in parent.mapping else parent
    return _merged(above, root, report) if above is not None else None


def not_shipped(name: str, place: Span) -> Problem:
    """The problem that no shipped deck has this name, with the nearest name."""
    near = did_you_mean(name, paths.shipped_decks())
    return Problem("unknown-deck", f"there is no shipped deck {name!r}{near}", place, fix=near.fix)


def in_edition(root: Node, name: str, report: Report) -> Node:
    """Return a deck with the changes of an edition. Raises Problem for an unknown edition."""
    node = root.mapping.get("editions")
    editions = node.mapping if node is not None else {}
    if name not in editions:
        message = f"the deck has no edition {name!r}{did_you_mean(name, editions)}"
        hint = f"it has {', '.join(editions)}" if editions else "editions are declared under `editions:` in deck.yaml"
        raise Problem("unknown-edition", message, node.span if node is not None else root.span, hint=hint)
    changes = editions[name]
    if not isinstance(changes.value, dict) or not changes.value.keys().isdisjoint(NOT_OF_AN_EDITION):
        return root  # reported when the deck is validated
    return replace(_merged(root, changes, report), span=root.span, key_span=None)


def _merged(parent: Node, child: Node, report: Report) -> Node:
    """A deck with changes merged: components by id, everything else by key."""
    changes = _by_id(child)
    merged = merge(_by_id(parent), changes, report)
    components = merged.mapping.get("components")
    if components is not None and isinstance(components.value, dict):
        components = replace(components, value=tuple(_held(components.value, changes)))
        merged = replace(merged, value={**merged.mapping, "components": components})
    return merged


def _held(components: Mapping[str, Node], changes: Node) -> Iterator[Node]:
    """The components, without the removed ones in what boxes hold, unless the *changes* set ``holds`` themselves."""
    changed = changes.mapping["components"].mapping if "components" in changes.mapping else {}
    gone = {k for k, v in changed.items() if v.value is None}
    for name, node in components.items():
        holds = node.mapping.get("holds")
        own = changed[name].mapping if name in changed else {}
        if gone and holds is not None and isinstance(holds.value, tuple) and "holds" not in own:
            kept = tuple(n for n in holds.value if n.value not in gone)
            node = replace(node, value={**node.mapping, "holds": replace(holds, value=kept)})
        yield node


def _by_id(root: Node) -> Node:
    """The tree with components, also those of its editions, as mappings by id, so that they merge; a list if ids are
    missing.
    """
    value = dict(root.mapping)
    editions = value.get("editions")
    if editions is not None and isinstance(editions.value, dict):
        each = {k: _by_id(v) if isinstance(v.value, dict) else v for k, v in editions.value.items()}
        value["editions"] = replace(editions, value=each)
    components = value.get("components")
    if components is not None and isinstance(components.value, tuple):
        ids = [c.mapping["id"].value if "id" in c.mapping else None for c in components.value]
        if all(isinstance(i, str) for i in ids):
            named = {str(i): c for i, c in zip(ids, components.value, strict=True)}
            value["components"] = replace(components, value=named)
    return replace(root, value=value)
