"""The ways to fold a sheet into a leaflet: which panel lies where."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace


class Fold(Struct, frozen=True):
    """How a sheet is folded: the panels of the outside row by row as seen, and those of the inside as seen after
    turning the sheet over like the page of a book. A negative number is an upside-down panel. ``back`` is the panel at
    the back of the folded leaflet. ``flap`` means that the first column of the outside is folded in and narrower: the
    left one, or the right one if it ``binds_right``. ``how`` is the folding instruction.
    """

    outside: tuple[tuple[int, ...], ...]
    inside: tuple[tuple[int, ...], ...]
    back: int
    how: str
    flap: bool = False
    binds_right: bool = False

    @property
    def panels(self) -> int:
        """The number of panels on both sides."""
        return 2 * sum(len(row) for row in self.outside)

    @property
    def mirrored(self) -> Fold:
        """The same fold for text that runs from right to left: the leaflet opens to the right."""
        outside, inside = (tuple(row[::-1] for row in rows) for rows in (self.outside, self.inside))
        how = re.sub("left|right", lambda side: "left" if side[0] == "right" else "right", self.how)
        return replace(self, outside=outside, inside=inside, how=how, binds_right=True)


FOLDS = {
    "half": Fold(((4, 1),), ((2, 3),), 4, "Fold the sheet in the middle, the cover outside"),
    "letter": Fold(
        ((5, 6, 1),),
        ((2, 3, 4),),
        6,
        "With panels 2, 3 and 4 before you, fold the right panel in, then the left one over it",
        flap=True,
    ),
    "z": Fold(
        ((5, 6, 1),),
        ((2, 3, 4),),
        4,
        "With panels 2, 3 and 4 before you, fold the left panel over the middle one, and the right one behind it",
    ),
    "cross": Fold(
        ((-3, -2), (4, 1)),
        ((5, 6), (7, 8)),
        4,
        "With the cover at the lower right before you, fold the upper half back, then the left half",
    ),
}
"""The ways to fold a leaflet."""
