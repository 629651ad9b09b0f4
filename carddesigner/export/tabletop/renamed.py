"""Components that were renamed since an earlier save: their objects are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from carddesigner.export.tabletop.objects import Json, identity_of, look_of, with_component
from carddesigner.export.tabletop.things import Kind, Thing


def new_names(every: Sequence[Json], deck: str, things: Sequence[Thing]) -> dict[str, str]:
    """Match old names of components that the deck no longer has to new ones: to each the new component in which at
    least half of its objects are found again, by id or by look.
    """
    there: dict[str, set[tuple[str, str]]] = {}
    for thing in things:
        keys = there.setdefault(thing.component, set())
        keys.update((kind, key) for kind, key in ((thing.kind, thing.look), ("id", thing.id)) if key)
    old: Counter[str] = Counter()
    shared: Counter[tuple[str, str]] = Counter()
    existing = {stored[1] for state in every if (stored := identity_of(state, deck)) is not None}
    for state in every:
        identity = identity_of(state, deck)
        if identity is None or identity[1] in there or identity[0] not in tuple(Kind):
            continue
        kind, component, id_, _ = identity
        old[component] += 1
        for new, keys in there.items():
            if new not in existing and not keys.isdisjoint(((kind, look_of(state, deck)), ("id", id_))):
                shared[component, new] += 1
    out: dict[str, str] = {}
    for (before, now), count in shared.most_common():
        if before not in out and now not in out.values() and 2 * count >= old[before]:
            out[before] = now
    return out


def renamed(states: Sequence[Json], deck: str, names: Mapping[str, str]) -> list[Json]:
    """Objects, and those inside them, with the new names of their components."""
    out = []
    for state in states:
        now = with_component(state, deck, names)
        for inner in ("ContainedObjects", "ChildObjects"):
            if now.get(inner):
                now[inner] = renamed(now[inner], deck, names)
        if now.get("States"):
            now["States"] = dict(zip(now["States"], renamed([*now["States"].values()], deck, names), strict=True))
        out.append(now)
    return out
