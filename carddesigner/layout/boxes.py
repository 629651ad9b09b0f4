"""Boxes for their contents, and dies that fit the paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf

from msgspec import Struct

from carddesigner.core.papers import DEFAULT_PAPER, PAPERS, Paper
from carddesigner.core.printing import Duplex
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.nets.boxes import LEAST_TUCK, Pile, SolidPieces, pack, sleeve, tray, tuck_box, tuck_length
from carddesigner.nets.die import Die, Room
from carddesigner.nets.split import in_parts
from carddesigner.schema.deck import DeckModel
from carddesigner.schema.dies import BoxSettings
from carddesigner.schema.stock import CardStock, SquareStock

SEAM = 3 * MM
"""How much wider and higher a sleeve is outside than its card, for its seams and some play. A poker card, 63 × 88 mm,
has a sleeve of 66 × 91 mm.
"""
SPRING = 2.0
"""How many times thicker folded paper is than its layers, because it springs open."""
THICK = 5 * MM
"""Pieces at least this thick are packed beside the pile, as blocks are."""


class PaperRoom(Struct, frozen=True):
    """A paper and its margin, which stays free of trims. ``by_hand``: the sheets are cut by hand. ``two_sided``: they
    are printed on both sides. ``ends``: the margin at both ends of the longer side, if it differs. ``pictured``: a
    machine cuts the printed shape out, so no waste is left to carry fold marks.
    """

    paper: Paper
    margin: float
    by_hand: bool = True
    two_sided: bool = True
    ends: float | None = None
    pictured: bool = False

    @property
    def sides(self) -> tuple[float, float]:
        """The shorter and the longer side within the margins."""
        short, long = sorted((self.paper.width, self.paper.height))
        return short - 2 * self.margin, long - 2 * (self.ends if self.ends is not None else self.margin)

    def fits(self, width: float, height: float) -> bool:
        """Whether a piece fits, upright or turned."""
        return all(needed <= there + 1e-6 for needed, there in zip(sorted((width, height)), self.sides, strict=True))


UNLIMITED = PaperRoom(Paper("page", inf, inf), 0.0, by_hand=False)
"""For pieces on pages of their own."""


def deck_room(deck: DeckModel) -> PaperRoom:
    """Return the paper of a deck's settings."""
    two_sided = deck.print.duplex in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)
    return PaperRoom(deck.print.paper or DEFAULT_PAPER, deck.print.margin, two_sided=two_sided)


def goes_into_a_sleeve(component: LoadedComponent) -> bool:
    """Whether the component's pieces are flat rectangles, neither folded nor thick."""
    flat = component.folding is None and not component.is_die and component.stock.thickness < THICK
    return flat and isinstance(component.stock, CardStock | SquareStock)


def content_of(held: list[tuple[LoadedComponent, Die | None, int]], sleeve: float | None = None) -> Room | None:
    """Return the room that components need, or None for nothing. *held* has each component with its die (None if it is
    not a die) and its number of copies; for a leaflet or booklet the number is its pages times its copies. *sleeve* is
    the thickness of the sleeves' film, or None without sleeves.
    """
    piles, blocks = [], []
    for component, die, count in held:
        size = *component.stock.size, component.stock.thickness
        if die is not None or component.stock.thickness >= THICK:
            blocks.append(SolidPieces(die.outside if die is not None else Room(*size), count))
        elif component.folding is not None:
            # Two pages are the two sides of one layer.
            piles.append(Pile(*component.stock.size, SPRING * component.folding.thickness, -(-count // 2)))
        elif sleeve is not None and goes_into_a_sleeve(component):
            width, height, thickness = size
            piles.append(Pile(width + SEAM, height + SEAM, thickness + 2 * sleeve, count))
        else:
            piles.append(Pile(*size, count))
    return pack(piles, blocks)


@lru_cache(100)
def box_die(box: BoxSettings, content: Room, tuck: float | None = None) -> Die:
    """Return the box for a content; *tuck* is the length of its tucked flaps."""
    if box.shape == "tuck":
        return tuck_box(content, box.thickness, box.clearance, tuck)
    return (tray if box.shape == "tray" else sleeve)(content, box.thickness, box.clearance)


@lru_cache(100)
def box_parts(box: BoxSettings, content: Room, room: PaperRoom) -> tuple[Die, ...]:
    """Return the box for a paper: whole if possible, if need be with shorter flaps, else in parts. Raises Problem if
    even the parts are too large.
    """

    def tried(room: PaperRoom) -> tuple[Die, ...] | None:
        whole = box_die(box, content)
        if room.fits(*whole.size):
            return (whole,)
        makes = [box_die(box, content, tuck) for tuck in _tucks(box, content, room)]
        fitting = [parts for parts in (in_parts(die, room.fits) for die in makes) if parts is not None]
        return min(fitting, key=len, default=None)

    return _parts(box_die(box, content), tried, room)


@lru_cache(100)
def net_parts(net: Die, room: PaperRoom) -> tuple[Die, ...]:
    """Return a net for a paper, in parts if necessary. Raises Problem if even the parts are too large."""
    return _parts(net, lambda r: in_parts(net, r.fits), room)


def _tucks(box: BoxSettings, content: Room, room: PaperRoom) -> list[float | None]:
    """Return lengths to try for the tucked flaps: None for the usual length, then those that make the box exactly as
    long as the paper.
    """
    if box.shape != "tuck":
        return [None]
    usual = tuck_length(content, box.thickness, box.clearance)
    height = box_die(box, content).size[1]
    shorter = sorted((usual - (height - side) / 2 for side in room.sides), reverse=True)
    return [None, *(tuck for tuck in shorter if LEAST_TUCK <= tuck < usual)]


def _parts(die: Die, tried: Callable[[PaperRoom], tuple[Die, ...] | None], room: PaperRoom) -> tuple[Die, ...]:
    parts = tried(room)
    if parts is not None:
        return parts
    others = [
        p.name
        for p in PAPERS.values()
        if p.name != room.paper.name and tried(PaperRoom(p, room.margin, ends=room.ends))
    ]
    width, height = (round(v / MM, 1) for v in die.size)
    paper = room.paper
    would = " or ".join(others) + " would do" if others else "no named paper is large enough"
    large = f"the {die.what} is {width:g} × {height:g} mm before it is folded, too large for {paper.name}"
    margin = max(room.margin, room.ends or 0.0) / MM
    there = f"({paper.width / MM:g} × {paper.height / MM:g} mm) with margins of {margin:g} mm, also in parts"
    raise Problem("box-too-large", f"{large} {there}; {would}")
