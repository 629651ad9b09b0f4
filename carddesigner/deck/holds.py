"""Check which components a box holds: that they exist, that no box holds itself, and that a sleeve holds one tray."""

from __future__ import annotations

from carddesigner.core.report import Report, did_you_mean
from carddesigner.schema.deck import Component, DeckModel
from carddesigner.source.yaml import Node, find


def check_holds(deck: DeckModel, root: Node, report: Report) -> None:
    """Report every invalid ``holds`` of a box."""
    components = {c.id: c for c in deck.components}
    for i, component in enumerate(deck.components):
        place = find(root, ("components", i, "holds"))
        for n, name in enumerate(component.holds):
            span = find(place, (n,)).span
            if name not in components:
                others = [k for k in components if k != component.id]
                near = did_you_mean(name, others)
                report.error("unknown-component", f"there is no component {name!r}{near}", span, fix=near.fix)
            elif name in component.holds[:n]:
                report.error("holds-twice", f"{name!r} is held twice; a box holds all of a component", span)
            elif _reaches(name, component.id, components, set()):
                message = "itself" if name == component.id else f"{name!r}, which holds {component.id!r}"
                report.error("box-in-itself", f"the box {component.id!r} holds {message}", span)
        if component.box is not None and component.box.shape == "sleeve":
            held = [components[n] for n in component.holds if n in components]
            if len(component.holds) != 1 or any(h.box is None or h.box.shape != "tray" for h in held):
                message = f"the sleeve {component.id!r} holds one tray and nothing else"
                hint = "give the tray what lies in it: {id: tray, box: tray, holds: [...]}"
                report.error("box-holds", message, place.span, hint=hint)
            elif held and held[0].copies > 1:
                report.error("box-holds", f"{held[0].id!r} are {held[0].copies} trays; a sleeve holds one", place.span)


def _reaches(name: str, target: str, components: dict[str, Component], seen: set[str]) -> bool:
    if name == target:
        return True
    if name in seen or name not in components:
        return False
    seen.add(name)
    return any(_reaches(n, target, components, seen) for n in components[name].holds)
