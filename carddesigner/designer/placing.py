"""What a zone would say of its place to lie where it was moved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from carddesigner.designer.boxes import moved_box
from carddesigner.designer.faces import ShownZone, Written, in_mm, in_points
from carddesigner.designer.messages import Placing
from carddesigner.source.yaml import plain
from carddesigner.source.yaml_edits import EditProblem


class Place(Struct, frozen=True):
    """All of a zone's box as it would be written, the keys of it that change, None for those to be removed, and its turn in degrees,
    None where that stays.
    """

    whole: Mapping[str, Any]
    changes: Mapping[str, str | None]
    turned: float | None


def moved_place(zone: ShownZone, places: Written, placing: Placing, dpi: float | None) -> Place:
    """What a zone would say to lie there; *dpi* is the template's, for pixels. Raises EditProblem where an expression says it."""
    node = places.node(zone.zone)
    said = plain(node) if node is not None else {}
    box = said.get("box") or {}
    if not isinstance(box, Mapping):
        raise EditProblem("an expression computes the place of this zone; change it in its file")
    parent = zone.zone.parent
    assert parent is not None
    before = zone.zone.frame
    after = in_points(placing.frame)
    if in_mm(before) == placing.frame:
        after = before
    changes = moved_box(box, parent, before, after, dpi)
    whole = {k: v for k, v in {**box, **changes}.items() if v is not None}
    turned: float | None = None
    if placing.rotate is not None:
        old = said.get("rotate", 0)
        if not isinstance(old, int | float):
            raise EditProblem("an expression computes how far this zone is turned; change it in its file")
        turned = round(placing.rotate, 1) % 360
        turned = turned - 360 if turned > 180 else turned
        turned = int(turned) if turned == int(turned) else turned
        turned = None if turned == old else turned
    return Place(whole, changes, turned)
