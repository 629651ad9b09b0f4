"""Which copies share sheets, on which plan, and how much paper that takes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Edges, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.printing import DEFAULT_MARKS, Duplex, MarkKind, Order
from carddesigner.core.report import Problem
from carddesigner.core.slots import SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.cuts import slanted
from carddesigner.impose.cutter import CutterMarks
from carddesigner.impose.duplex import DUPLEX, DuplexMode
from carddesigner.impose.grid import USUAL_MARGIN, Wanted, grid_plan, plan_grid
from carddesigner.impose.gutters import ENOUGH_BLEED
from carddesigner.impose.marks.wanted import CUTTING
from carddesigner.impose.order import after_blanks, by_sheets, check_blank, with_skipped
from carddesigner.impose.plan import PieceSize, SheetPlan, printable

BLEED_OF_DIES = 2 * MM
"""The bleed between nets that leaves room for the ticks which show where they are cut."""

Copy = tuple[str, int, LaidFace, LaidFace | None]
"""A piece's id, the number of the copy from 1, its front and its back."""


USUAL_EDGES = Edges.alike(5 * MM)
"""The unprintable margins of a printer that has no profile: most leave 3 to 5 mm white."""


class Job(Struct, frozen=True):
    """The copies of a component in order: at least one, all of one size.

    Jobs with the same *share* are printed on the same card, so they may share sheets; None keeps a job to itself. A
    *die* is cut along its own outline and has no back.
    """

    component: str
    copies: tuple[Copy, ...]
    share: str | None = None
    die: bool = False


class SheetSettings(Struct, frozen=True):
    """How sheets are imposed; lengths in points, ``gutter`` None for as wide as fits.

    With ``share``, components may share sheets; otherwise each has its own. ``margin`` is the least distance from trims
    to the paper's edge; ``sides`` are the margins of a portrait page if they differ, and ``margin`` is then the widest.
    ``edges`` are the printer's unprintable margins, as seen on a portrait page. ``back_bleed`` is the least bleed of
    the backs, None for what the gutters leave. ``slots`` give the places of pieces, on a paper of their own; then
    ``paper`` is that of nets, boxes and booklets. ``blank`` cells of the first sheet and ``skipped`` cells of every
    sheet stay empty; both are indexes from 0. With ``titles`` each sheet says what it holds. ``cutter`` is the machine
    that cuts the sheets.
    """

    paper: Paper
    margin: float = USUAL_MARGIN
    gutter: float | None = None
    duplex: DuplexMode = DUPLEX[Duplex.LONG_EDGE]
    marks: frozenset[MarkKind] = frozenset(DEFAULT_MARKS)
    order: Order = Order.DECK
    back_bleed: float | None = None
    edges: Edges = USUAL_EDGES
    sides: Edges | None = None
    share: bool = True
    slots: SlotSheet | None = None
    blank: frozenset[int] = frozenset()
    titles: bool = False
    skipped: frozenset[int] = frozenset()
    cutter: CutterMarks | None = None

    @property
    def least_gutter(self) -> float:
        """The least gutter: the bleed of two backs, or the gap that a cutting machine needs."""
        return max(2 * (self.back_bleed or 0.0), self.cutter.gap if self.cutter is not None else 0.0)

    def printable(self, paper: Paper) -> Rect:
        """The printable area of a page of this paper."""
        return printable(paper, self.edges)


class SheetUse(Struct, frozen=True):
    """The sheets of one plan: how many there are, the pieces on a full one and on the last. A *die* is cut along its
    own outline.
    """

    components: tuple[str, ...]
    plan: SheetPlan
    on_a_sheet: int
    sheets: int
    last: int
    die: bool = False


Filled = tuple[str, Copy]
"""A copy with the name of its component."""


class Batch(Struct, frozen=True):
    """The sheets of one *plan*. Each sheet lists the content of its cells in order, None for one that stays empty;
    *settings* are the ones that apply to these sheets. A *die* is cut along its own outline.
    """

    plan: SheetPlan
    sheets: tuple[tuple[Filled | None, ...], ...]
    settings: SheetSettings
    die: bool = False

    @property
    def components(self) -> tuple[str, ...]:
        """The components of its copies, in order."""
        return tuple(dict.fromkeys(one[0] for sheet in self.sheets for one in sheet if one is not None))

    def use(self) -> SheetUse:
        """How much paper they take."""
        last = sum(one is not None for one in self.sheets[-1]) if self.sheets else 0
        cells = len(self.plan.cells) - len(self.settings.skipped)
        return SheetUse(self.components, self.plan, cells, len(self.sheets), last, self.die)


def batch_of(jobs: Sequence[Job], settings: SheetSettings) -> Batch:
    """Set out jobs that share sheets in rows and columns. Raises PaperTooSmall, and Problem."""
    first = jobs[0]
    _, _, face, _ = first.copies[0]
    back = next((c[3].bleed for job in jobs for c in job.copies if c[3] is not None), face.bleed)
    piece = PieceSize(face.width, face.height, face.outline, face.bleed, back, first.die)
    own = settings_of_dies(settings) if first.die else settings
    wanted = wanted_grid(piece, own)
    if first.die:
        wanted = replace(wanted, least=max(wanted.least, 2 * min(face.bleed, BLEED_OF_DIES)))
    copies = [(job.component, copy) for job in jobs for copy in job.copies]
    # A begun sheet was set out for the copies already on it.
    plan = _roomiest(piece, own, wanted, max(own.blank) + 1 if own.blank else len(copies))
    cells = len(plan.cells)
    own = replace(own, skipped=frozenset(n for n in own.skipped if n < cells))
    check_blank(own.blank, cells, own.order, own.skipped)
    free = [n for n in range(cells) if n not in own.skipped]
    filled = after_blanks(copies, {free.index(n) for n in own.blank - own.skipped}, len(free))
    sheets = tuple(with_skipped(sheet, own.skipped) for sheet in by_sheets(filled, len(free), own.order))
    return Batch(plan, sheets, own, first.die)


def _roomiest(piece: PieceSize, settings: SheetSettings, wanted: Wanted, count: int) -> SheetPlan:
    """Rows and columns for *count* pieces: as many on a sheet as fit, or fewer if the pieces are round and keep their
    bleed on no more sheets. Raises PaperTooSmall.
    """

    def with_least(gutter: float) -> SheetPlan:
        least = max(wanted.least, gutter)
        return grid_plan(plan_grid(settings.paper, replace(wanted, least=least)), piece, settings.duplex)

    fullest = with_least(0.0)
    if not piece.round or piece.die or wanted.gutter is not None:
        return fullest
    sheets = ceil(count / len(fullest.cells))
    for bleed in (piece.bleed, min(piece.bleed, ENOUGH_BLEED)):
        roomier = with_least(2 * bleed)
        if ceil(count / len(roomier.cells)) == sheets:
            return roomier
    return fullest


def settings_of_dies(settings: SheetSettings) -> SheetSettings:
    """The settings for nets and boxes, which have no backs to fold or to bleed, and no straight cuts to mark; skipped
    slots are those of cards.
    """
    marks = settings.marks & {MarkKind.SLUG}
    none: frozenset[int] = frozenset()
    return replace(settings, duplex=settings.duplex.of_dies, marks=marks, back_bleed=None, skipped=none)


def wanted_grid(piece: PieceSize, settings: SheetSettings, gutter: float | None = None) -> Wanted:
    """What a grid of these pieces has to fit; *gutter* replaces that of the settings. Raises Problem."""
    gutter = settings.gutter if gutter is None else gutter
    (width, height), margin = settings.duplex.size(piece.width, piece.height), settings.margin
    least = settings.cutter.gap if settings.cutter is not None else 0.0
    sides = settings.sides
    back_bleed = settings.back_bleed if settings.duplex.has_backs else None
    if back_bleed is not None:
        if back_bleed < piece.front - 1e-6:
            raise Problem(
                "bleed-too-large",
                f"the back bleed of {back_bleed / MM:g} mm is less than the {piece.front / MM:g} mm that the stock has; "
                "it is meant to be more, so that a back that is printed out of place still covers",
            )
        if gutter is not None and gutter < 2 * back_bleed - 1e-6:
            raise Problem(
                "bleed-too-large",
                f"a gutter of {gutter / MM:g} mm has no room for the back bleed of {back_bleed / MM:g} mm on both sides; "
                f"--gutter {2 * back_bleed / MM:g}mm has",
            )
        least = max(least, 2 * back_bleed)
        # The bleed has to lie on the paper, and outside the unprintable margin.
        margin = max(margin, back_bleed)
        sides = Edges(*(max(side, back_bleed) for side in sides)) if sides is not None else None
    even, alike = settings.duplex.folded, bool(slanted(piece.outline))
    edges = None if piece.round or settings.marks.isdisjoint(CUTTING) else settings.edges
    return Wanted(width, height, piece.bleed, margin, gutter, least, even, alike, edges, sides, settings.cutter)
