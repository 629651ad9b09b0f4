"""Which copies share sheets, on which grid; how much paper that takes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.papers import Paper
from carddesigner.core.printing import DEFAULT_MARKS, Duplex, MarkKind, Order
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DUPLEX, DuplexMode
from carddesigner.impose.grid import Grid, Wanted, plan_grid
from carddesigner.impose.marks import slanted

Copy = tuple[str, int, LaidFace, LaidFace | None]
"""A piece's id, the copy's number from 1, its front and its back."""


class Job(Struct, frozen=True):
    """Copies of a component in order: at least one, all of one size.

    Jobs of one size that *share* the same stock and back stand on the same sheets; None keeps a job to itself. A *die*
    is cut along its own outline and has no back.
    """

    component: str
    copies: tuple[Copy, ...]
    share: str | None = None
    die: bool = False


class SheetSettings(Struct, frozen=True):
    """How sheets are imposed; lengths in points, ``gutter`` None for as wide as fits.

    ``back_bleed`` is what the backs must have beyond their trims, None for what the gutters leave.
    """

    paper: Paper
    margin: float = 6.35 * MM
    gutter: float | None = None
    duplex: DuplexMode = DUPLEX[Duplex.LONG_EDGE]
    marks: frozenset[MarkKind] = frozenset(DEFAULT_MARKS)
    order: Order = Order.DECK
    back_bleed: float | None = None


class SheetUse(Struct, frozen=True):
    """Sheets of one kind: how many, pieces on a full one and on the last."""

    components: tuple[str, ...]
    grid: Grid
    on_a_sheet: int
    sheets: int
    last: int


class Batch(Struct, frozen=True):
    """Copies that share sheets, each with its component, on a grid; ``front`` and ``back`` are the bleeds, ``settings``
    those that hold for them.
    """

    copies: tuple[tuple[str, Copy], ...]
    grid: Grid
    front: float
    back: float
    settings: SheetSettings

    def use(self) -> SheetUse:
        """How much paper they take."""
        cells = self.settings.duplex.per_sheet(self.grid.count)
        sheets = -(-len(self.copies) // cells)
        components = tuple(dict.fromkeys(component for component, _ in self.copies))
        return SheetUse(components, self.grid, cells, sheets, len(self.copies) - (sheets - 1) * cells)


def sharing(jobs: Sequence[Job]) -> list[list[Job]]:
    """The jobs that stand on the same sheets, in the order of the first of each."""
    together: dict[object, list[Job]] = {}
    for n, job in enumerate(jobs):
        face = job.copies[0][2]
        key: object = n if job.share is None else (job.share, face.width, face.height, face.bleed)
        together.setdefault(key, []).append(job)
    return list(together.values())


def batch_of(jobs: Sequence[Job], settings: SheetSettings) -> Batch:
    """The copies of jobs that share sheets, on their grid. Raises PaperTooSmall, and Problem."""
    first = jobs[0]
    _, _, face, _ = first.copies[0]
    back = next((c[3].bleed for job in jobs for c in job.copies if c[3] is not None), face.bleed)
    own = _settings_of_dies(settings) if first.die else settings
    wanted = wanted_grid(face, back, own)
    if first.die:
        wanted = replace(wanted, least=2 * min(face.bleed, 1 * MM))
    copies = tuple((job.component, copy) for job in jobs for copy in job.copies)
    return Batch(copies, plan_grid(own.paper, wanted), face.bleed, back, own)


def _settings_of_dies(settings: SheetSettings) -> SheetSettings:
    """Nets and boxes have no backs to fold or to bleed, and no straight cuts to mark."""
    return replace(settings, duplex=settings.duplex.of_dies, marks=settings.marks & {MarkKind.SLUG}, back_bleed=None)


def wanted_grid(face: LaidFace, back: float, settings: SheetSettings, gutter: float | None = None) -> Wanted:
    """What a grid of such faces has to have room for; *gutter* takes the settings' place."""
    gutter = settings.gutter if gutter is None else gutter
    (width, height), margin, least = settings.duplex.size(face.width, face.height), settings.margin, 0.0
    asked = settings.back_bleed if settings.duplex.has_backs else None
    if asked is not None:
        if asked < face.bleed - 1e-6:
            raise Problem(
                "bleed-too-large",
                f"the back bleed of {asked / MM:g} mm is less than the {face.bleed / MM:g} mm that the stock has; "
                "it is meant to be more, so that a back that is printed out of place still covers",
            )
        if gutter is not None and gutter < 2 * asked - 1e-6:
            raise Problem(
                "bleed-too-large",
                f"a gutter of {gutter / MM:g} mm has no room for the back bleed of {asked / MM:g} mm on both sides; "
                f"--gutter {2 * asked / MM:g}mm has",
            )
        least = 2 * asked
        # The bleed has to lie on the paper, and be off its edge where a printer can't print.
        margin = max(margin, asked)
    bleed, even, alike = max(face.bleed, back), settings.duplex.folded, bool(slanted(face.outline))
    return Wanted(width, height, bleed, margin, gutter, least, even, alike)


def count_sheets(jobs: Sequence[Job], settings: SheetSettings) -> int:
    """The sheets that all would take. Raises PaperTooSmall, and Problem."""
    return sum(batch_of(group, settings).use().sheets for group in sharing(jobs))
