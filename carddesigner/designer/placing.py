"""The settings with which a zone has the position to which it was moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from carddesigner.designer.boxes import moved_box
from carddesigner.designer.card_cells import OwnValue
from carddesigner.designer.faces import ShownZone, Written, in_mm, in_points
from carddesigner.designer.messages import Placing
from carddesigner.source.yaml import plain
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.template.moved import Moved

Owned = Callable[[Mapping[str, Any]], Mapping[str, OwnValue]]
"""A function that returns those of the values that the card can override."""


class Place(Struct, frozen=True):
    """The whole box of a zone as it would be written; its changed keys, None for those to remove; its turn in degrees,
    None if it does not change; the ``cells`` that set keys for this card alone instead; and its position when ``drawn``
    with these.
    """

    whole: Mapping[str, Any]
    changes: Mapping[str, str | None]
    turned: float | None
    cells: Mapping[str, str]
    drawn: Moved


def moved_place(zone: ShownZone, places: Written, placing: Placing, dpi: float | None, owned: Owned) -> Place:
    """Return the settings for a position; *dpi* is the template's resolution, for pixels. Raises EditProblem for a
    value that an expression computes, unless the card overrides it.
    """
    node = places.node(zone.zone)
    stated = plain(node) if node is not None else {}
    box = stated.get("box") or {}
    if not isinstance(box, Mapping):
        raise EditProblem("an expression computes the place of this zone; change it in its file")
    parent = zone.zone.parent
    assert parent is not None
    before = zone.zone.frame
    after = in_points(placing.frame)
    if in_mm(before) == placing.frame:
        after = before
    own = owned({**box, "rotate": stated.get("rotate")})
    here = {key: own[key].value if key in own else value for key, value in box.items()}
    changes = moved_box(here, parent, before, after, dpi)
    cells: dict[str, str] = {}
    for key in own.keys() & changes.keys():
        value = changes[key]
        if value is None:
            raise EditProblem(f"this card has its own `{key}`; change that in its row")
        cells[own[key].column] = value
    drawn = {k: v for k, v in {**here, **changes}.items() if v is not None} if changes else None
    written = {key: value for key, value in changes.items() if key not in own}
    whole = {k: v for k, v in {**box, **written}.items() if v is not None}
    turned = _turned(placing.rotate, own["rotate"].value if "rotate" in own else stated.get("rotate", 0))
    if turned is not None and "rotate" in own:
        cells[own["rotate"].column] = str(turned)
    return Place(whole, written, None if "rotate" in own else turned, cells, Moved(drawn, turned))


def _turned(degrees: float | None, old: Any) -> float | None:
    """Return a zone's turn as written, None if it does not change. Raises EditProblem if the old one is no number."""
    if degrees is None:
        return None
    try:
        was = float(old)
    except (TypeError, ValueError):
        raise EditProblem("an expression computes how far this zone is turned; change it in its file") from None
    turned = round(degrees, 1) % 360
    turned = turned - 360 if turned > 180 else turned
    turned = int(turned) if turned == int(turned) else turned
    return None if turned == was else turned
