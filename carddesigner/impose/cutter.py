"""What a cutting machine needs on a sheet: its registration marks, their places, and the white zones around them.

Silhouette's marks are those that the extension inkscape-silhouette draws for Cameo and Portrait
(``render_silhouette_regmarks.py``, release of 2026): a black square of 5 mm at the upper left, L-shaped marks of 20 mm
at the upper right and the lower left, lines of 0.3 mm, 10 mm from the paper's edges; for the Cameo 5 Alpha and newer
ones four L-shaped marks. As there, pieces lie between the marks and the corners with marks stay white. Cricut's Design
Space prints marks of its own, around an area whose largest size its help centre gives as 7.2 × 10.62 in on A4 and 7.44
× 9.94 in on Letter ("How large can I Print Then Cut?", as cited in 2026).
"""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind, MarkSide
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DuplexMode
from carddesigner.impose.marks.base import Mark

INSET = 10 * MM
LENGTH = 20 * MM
THICKNESS = 0.3 * MM
SQUARE = 5 * MM
LEAST_INSET, MOST_INSET = 5 * MM, 50 * MM
LEAST_LENGTH, MOST_LENGTH = 5 * MM, 50 * MM
"""The values that may be given: a printer leaves 5 mm at the edges, and marks no longer than the square have no room
for it.
"""
_INCH = 72.0
OF_CRICUT = {"A4": (7.2 * _INCH, 10.62 * _INCH), "Letter": (7.44 * _INCH, 9.94 * _INCH)}
"""Width and height of the area that Cricut's machines print and then cut, on a portrait paper."""
GAP = 2 * MM
"""The transparent gap between pieces of a picture that a machine cuts along; our own choice, since no figure is
published.
"""


class CutterMarks(Struct, frozen=True):
    """A machine's marks on one *side* of sheets that are turned over as *duplex* says: *inset* from the paper's edges,
    with arms of this *length*.
    """

    kind: MarkKind
    inset: float = INSET
    length: float = LENGTH
    side: MarkSide = MarkSide.FRONT
    duplex: DuplexMode | None = None

    @property
    def printed(self) -> bool:
        """Whether the sheet has marks; those of Cricut are printed by its own program."""
        return self.kind is not MarkKind.CRICUT

    @property
    def gap(self) -> float:
        """The least gap between pieces: in a picture that is cut along its transparent areas they would otherwise be
        one.
        """
        return 0.0 if self.printed else GAP

    def frame(self, paper: Paper) -> Rect:
        """The area that the machine cuts within. Raises Problem for a paper whose area isn't known."""
        if self.printed:
            return paper.area.grown(-self.inset)
        if paper.upright != PAPERS.get(paper.name) or paper.name not in OF_CRICUT:
            message = f"{self.kind}: how much of {paper.name} the machine prints and cuts isn't known"
            raise Problem("wrong-marks", message, hint=f"choose {' or '.join(OF_CRICUT)}")
        width, height = OF_CRICUT[paper.name]
        if paper.width > paper.height:
            width, height = height, width
        return Rect((paper.width - width) / 2, (paper.height - height) / 2, width, height)

    def zones(self, paper: Paper) -> tuple[Rect, ...]:
        """The white zones around the marks, as seen from their side: the square of each mark, extended to the paper's
        edges.
        """
        if not self.printed:
            return ()
        room = self.inset + self.length
        right, bottom = paper.width - room, paper.height - room
        corners = ((0.0, 0.0), (right, 0.0), (0.0, bottom), (right, bottom))
        return tuple(Rect(x, y, room, room) for x, y in corners[: 4 if self.kind is MarkKind.SILHOUETTE_4 else 3])

    def zones_of_front(self, paper: Paper) -> tuple[Rect, ...]:
        """The white zones as seen from the front: behind the marks if these are on the back."""
        zones = self.zones(paper)
        if self.side is MarkSide.FRONT or self.duplex is None:
            return zones
        return tuple(self.duplex.behind(zone, paper.width, paper.height) for zone in zones)

    def marks(self, paper: Paper) -> tuple[Mark, ...]:
        """The marks, as seen from their side."""
        if not self.printed:
            return ()
        near, right, bottom = self.inset, paper.width - self.inset, paper.height - self.inset
        reach = self.length
        first = self._corner(near, near, reach, reach)
        if self.kind is MarkKind.SILHOUETTE:
            first = Mark("sensor-square", rectangle(Rect(near, near, SQUARE, SQUARE)))
        marks = (first, self._corner(right, near, -reach, reach), self._corner(near, bottom, reach, -reach))
        return (*marks, self._corner(right, bottom, -reach, -reach)) if self.kind is MarkKind.SILHOUETTE_4 else marks

    @staticmethod
    def _corner(x: float, y: float, across: float, down: float) -> Mark:
        return Mark("sensor", (("m", x + across, y), ("l", x, y), ("l", x, y + down)))

    def values(self, paper: Paper) -> str:
        """The values to set in the machine's program, as printed on each sheet."""
        size = f"{paper.name} {paper.lies}, {paper.width / MM:g} × {paper.height / MM:g} mm"
        if not self.printed:
            area = self.frame(paper)
            return f"Cricut Design Space: {size}; pieces within {area.width / MM:.1f} × {area.height / MM:.1f} mm"
        which = "4 marks" if self.kind is MarkKind.SILHOUETTE_4 else "type 1"
        lengths = (("inset", self.inset), ("length", self.length), ("thickness", THICKNESS))
        listed = ", ".join(f"{name} {round(v / MM, 2):g} mm" for name, v in lengths)
        return f"Silhouette Studio: {size}; registration marks {which}, {listed}"


def keeps_off(rect: Rect, zones: tuple[Rect, ...], near: float = 0.0) -> bool:
    """Whether a rectangle, grown by *near*, overlaps none of the zones."""
    r = rect.grown(near - 1e-6)
    return not any(r.x < z.right and z.x < r.right and r.y < z.bottom and z.y < r.bottom for z in zones)
