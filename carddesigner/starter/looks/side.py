"""A side of cards in a look: what its zones say, whichever columns stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import sqrt

from carddesigner.starter.looks.plan import PlannedColumn, TemplatePlan
from carddesigner.starter.looks.room import room_of, size_for
from carddesigner.starter.looks.sizes import POKER
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zone_texts import dotted, zone_line
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import scalar


class Side:
    """A side of the cards: the columns of a plan, put into the zones that a face of the look has."""

    def __init__(self, part: Sketched, face: str) -> None:
        self.part = part
        self.plan: TemplatePlan = part.arranged
        self.zones = part.look.faces[face]
        self.placed: dict[str, tuple[PlannedColumn, ...]] = {}

    def ground(self) -> Iterator[str]:
        """The ground in the card's colour, where cards have one."""
        if self.plan.colours is not None and "ground" in self.zones:
            yield zone_line("ground", f"fill: {self.plan.colours.fill}")

    def of(self, *roles: Role) -> tuple[PlannedColumn, ...]:
        """The columns of these roles that may stand here."""
        return self.plan.of(*roles)

    def large(self, zone: str, columns: Sequence[PlannedColumn], *, together: bool = True) -> tuple[str, ...]:
        """The size of a zone's type by the length of its texts, which stand one below the other or each alone."""
        part = self.part
        if zone not in part.look.large or not columns:
            return ()
        width, height = part.fitting.width, part.fitting.height
        each = [c.texts for c in columns]
        texts = ["\n\n".join(filter(None, row)) for row in zip(*each, strict=True)] if together else sum(each, ())
        most = part.look.large[zone] * sqrt(width * height / (POKER[0] * POKER[1]))
        return (f"size: {size_for(texts, room_of(self.box_of(zone), width, height), most):g}pt",)

    def box_of(self, zone: str) -> dict[str, str]:
        """The sides of a zone's box, as high as the fitting says; what lies below another zone begins where that
        ends.
        """
        box = {name: str(side.value) for name, side in self.zones[zone].mapping["box"].mapping.items()}
        share = self.part.fitting.window
        if share is not None and zone in self.part.look.sized and "height" in box:
            box["height"] = re.sub(r"[\d.]+%", f"{share:g}%", box["height"])
        if "below" in box:
            above = self.box_of(box["below"])
            box["top"] = f"{above['top']} + {above['height']} + {box.get('gap', '0mm')}"
        return box

    def joined(self, zone: str, columns: Sequence[PlannedColumn]) -> Iterator[str]:
        """A line of several columns with points between them."""
        if columns:
            self.placed[zone] = tuple(columns)
            there = (
                ()
                if any(not p.blanks for p in columns)
                else (f"when: {scalar(' or '.join(p.there for p in columns))}",)
            )
            yield zone_line(zone, *(there or ("when: true",)), f"text: {scalar(dotted(columns))}")
