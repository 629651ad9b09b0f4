"""Warnings about how the sheets are imposed, for the person who prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import MarkKind
from carddesigner.core.report import Diagnostic, Problem, Severity, series
from carddesigner.core.units import MM
from carddesigner.impose.clips import gutters
from carddesigner.impose.cutter import CutterMarks
from carddesigner.impose.grid import Grid, guided, plan_grid
from carddesigner.impose.gutters import ENOUGH_BLEED
from carddesigner.impose.jobs import Batch, SheetSettings, wanted_grid
from carddesigner.impose.marks.guides import BETWEEN, guides_of
from carddesigner.impose.marks.targets import registration_targets, sides_without_centre_marks
from carddesigner.impose.marks.wanted import CUTTING
from carddesigner.impose.plan import Cut, PieceSize, SheetPlan

BEGUN_UNUSED = "begun-unused"
CODES = frozenset(
    (
        "marks-left-out",
        "little-bleed",
        "fewer-pieces",
        "no-guides",
        "plain-paper",
        "slot-unprinted",
        "empty-slot",
        BEGUN_UNUSED,
    )
)
"""The codes of warnings about sheets, which are the same in every language."""
_GUTTERS = (6.0, 5.0, 4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0)
"""The gutters to advise, in millimetres."""
_MARGINS = (5.0, 4.5, 4.0, 3.5, 3.0)
"""The margins to advise, in millimetres, widest first: from the widest that home printers commonly need to the
narrowest.
"""
_LENGTHS = (18, 16, 14, 12, 10, 9, 8, 7, 6)
"""The lengths of a cutting machine's marks to advise, in millimetres."""
_NAMED = 4
"""The most cuts whose places are reported; of more only their number."""


def cautions(batch: Batch, missing: Sequence[Cut], *, several: bool) -> list[Diagnostic]:
    """The warnings about a batch, first those for the cuts *missing* guides; if pieces of *several* sizes are printed,
    each warning names its size. Raises Problem for a gutter that leaves no room for these guides if a wider one costs
    no piece.
    """
    plan, settings = batch.plan, batch.settings
    if plan.staggered:
        return [_warning(*problems) for problems in (*_targets(plan, settings), *_bleed_round(plan))]
    piece = plan.cells[0].piece
    size = f"pieces of {piece.width / MM:g} × {piece.height / MM:g} mm: " if several and not plan.shared else ""
    # With slots no gutter is chosen; pieces share sheets only if there is room for guides and bleed.
    problems = [*_no_guides(batch, missing), *_targets(plan, settings)]
    if settings.slots is not None:
        problems += _unprinted(plan, settings)
    elif not plan.shared:
        problems += (*_fewer(plan, piece, settings), *_fewer_between(plan, piece, settings), *_bleed(batch))
    return [_warning(code, size + message) for code, message in problems]


def _warning(code: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, severity=Severity.WARNING)


def no_title(plan: SheetPlan) -> Diagnostic:
    """The warning for a sheet without room for its title."""
    room = plan.margins
    return _warning(
        "marks-left-out",
        f"no room for titles in margins of {room['top'] / MM:.1f} mm above and {room['right'] / MM:.1f} mm beside the pieces; "
        "add `slug` to the marks, or choose a larger paper or margin",
    )


def plain_paper(numbers: Sequence[int], paper: Paper) -> Diagnostic:
    """The warning for sheets of nets and boxes among those with slots."""
    some = f"sheet {numbers[0]} is" if len(numbers) == 1 else f"sheets {numbers[0]} to {numbers[-1]} are"
    return _warning("plain-paper", f"nets and boxes lie in no slots: {some} for plain {paper.name}")


def begun_unused(component: str) -> Diagnostic:
    """The warning for a begun sheet whose free slots fit none of the pieces."""
    return _warning(
        BEGUN_UNUSED,
        f"no piece of {component!r} fits the slots that are left of the begun sheet, so a new sheet is the first; "
        "leave the begun one out of the printer",
    )


def _unprinted(plan: SheetPlan, settings: SheetSettings) -> Iterator[tuple[str, str]]:
    """The slots of which the printer leaves an edge white."""
    seen = settings.printable(plan.paper)
    numbers = [str(n) for n, cell in enumerate(plan.cells, 1) if not seen.contains(cell.trim, 0.1 * MM)]
    if numbers:
        some = f"slot {numbers[0]} reaches" if len(numbers) == 1 else f"slots {series(numbers)} reach"
        yield (
            "slot-unprinted",
            f"{some} into the {max(settings.edges) / MM:g} mm at the edges that the printer leaves white; if yours leaves less, "
            "say so: carddesigner calibrate --printer NAME --margin 3mm",
        )


def _no_guides(batch: Batch, missing: Sequence[Cut]) -> Iterator[tuple[str, str]]:
    if not missing:
        return
    settings, piece, now = batch.settings, batch.plan.cells[0].piece, len(batch.plan.cells)
    if settings.slots is not None:
        yield _without_guides(
            missing, settings, "leave more room between the slots, or between them and the paper's edge"
        )
        return
    gutter, count = nearest_gutter(piece, settings)
    if count == now and settings.gutter is not None and gutter > settings.gutter:
        raise Problem(
            "no-guides",
            f"with a gutter of {settings.gutter / MM:g} mm {_named(missing)} no guides that are "
            f"printed; the nearest gutter with which all have theirs is {gutter / MM:g}mm, and still {now} pieces "
            "a sheet",
        )
    advice = [f"--gutter {gutter / MM:g}mm gives them theirs, with {_count(count, now)}"] if count else []
    papers = [
        paper.name
        for paper in PAPERS.values()
        if paper.name != settings.paper.name and _pieces(piece, replace(settings, paper=paper))
    ]
    if papers:
        advice.append(f"on {series(papers)} all have theirs")
    yield _without_guides(missing, settings, "; ".join(advice))


def pages_without_guides(
    plan: SheetPlan, settings: SheetSettings, on: Callable[[Paper], SheetPlan | None]
) -> Iterator[Diagnostic]:
    """The warnings about cuts of a booklet's or leaflet's sheets that have no guides; *on* returns its plan for another
    paper, or None if it doesn't fit.
    """
    missing = cuts_without_guides(plan, settings)
    if missing:
        others = ((p, on(p)) for p in PAPERS.values() if p.name != settings.paper.name)
        papers = [p.name for p, other in others if other is not None and not cuts_without_guides(other, settings)]
        advice = f"on {series(papers)} all have theirs" if papers else ""
        yield _warning(*_without_guides(missing, settings, advice))


def cuts_without_guides(plan: SheetPlan, settings: SheetSettings) -> tuple[Cut, ...]:
    """The cuts of a plan that lack guides; none if no marks for cutting are wanted."""
    return () if settings.marks.isdisjoint(CUTTING) else guides_of(plan, settings.printable(plan.paper)).missing


def _without_guides(missing: Sequence[Cut], settings: SheetSettings, advice: str) -> tuple[str, str]:
    return (
        "no-guides",
        f"{_named(missing)} no two guides that are printed {BETWEEN / MM:g} mm apart, as the printer leaves "
        f"{max(settings.edges) / MM:g} mm at the edges; {advice or 'use a larger paper'}",
    )


def _named(cuts: Sequence[Cut]) -> str:
    """The cuts named by their places."""
    upright = [cut.start[0] for cut in cuts if cut.upright]
    level = sorted({round(cut.start[1], 3) for cut in cuts if cut.level})
    slanted = sum(cut.slanted for cut in cuts)
    out = []
    for places, what in ((upright, "from the left"), (level, "from the top")):
        if len(places) > _NAMED:
            out.append(f"{len(places)} cuts {'down' if what == 'from the left' else 'across'} the sheet")
        elif places:
            out.append(f"the cut{'s' * (len(places) > 1)} at {series([f'{at / MM:.1f}' for at in places])} mm {what}")
    if slanted:
        out.append(f"{slanted} slanted cut{'s' * (slanted > 1)}")
    return f"{series(out)} {'has' if len(cuts) == 1 else 'have'}"


def nearest_gutter(piece: PieceSize, settings: SheetSettings) -> tuple[float, int]:
    """The gutter with which all cuts have guides and a sheet takes the most pieces, the nearest to the given one among
    equals, and that number of pieces: 0 if there is no such gutter.
    """
    own = settings.gutter if settings.gutter is not None else 0.0
    counts = {g * MM: _pieces(piece, replace(settings, gutter=g * MM)) for g in _GUTTERS}
    best = max(counts, key=lambda g: (counts[g], -abs(g - own)))
    return best, counts[best]


def _pieces(piece: PieceSize, settings: SheetSettings) -> int:
    """How many pieces a sheet takes if all cuts have guides; 0 if some have none."""
    try:
        wanted = wanted_grid(piece, settings)
        grid = plan_grid(settings.paper, wanted)
    except Problem:
        return 0
    return settings.duplex.per_sheet(grid.count) if guided(grid, wanted) else 0


def _count(count: int, now: int) -> str:
    return f"still {now} a sheet" if count == now else f"{count} a sheet instead of {now}"


def _fewer(plan: SheetPlan, piece: PieceSize, settings: SheetSettings) -> Iterator[tuple[str, str]]:
    """A warning if a sheet takes fewer pieces so that its cuts have guides."""
    wanted = wanted_grid(piece, settings)
    if wanted.edges is None or wanted.gutter is not None or plan.grid is None:
        return
    full = plan_grid(settings.paper, replace(wanted, edges=None))
    most, now = settings.duplex.per_sheet(full.count), len(plan.cells)
    if most > now:
        gutter = int(min(full.gutter_x, full.gutter_y) / MM * 10) / 10
        yield (
            "fewer-pieces",
            f"{now} pieces a sheet instead of {most}, so that every cut has two guides that are printed, as the printer leaves "
            f"{max(settings.edges) / MM:g} mm at the edges; --gutter {gutter:g}mm keeps {most}",
        )


def _fewer_between(plan: SheetPlan, piece: PieceSize, settings: SheetSettings) -> Iterator[tuple[str, str]]:
    """A warning if a sheet takes fewer pieces because of a cutting machine's marks."""
    cutter, now = settings.cutter, len(plan.cells)
    if cutter is None or piece.die:
        return
    wanted = wanted_grid(piece, settings)

    def grid(other: CutterMarks | None) -> Grid:
        return plan_grid(settings.paper, replace(wanted, cutter=other))

    most = grid(None).count
    if most <= now:
        return
    shorter = [length * MM for length in _LENGTHS if length * MM < cutter.length] if cutter.printed else []
    grids = {length: grid(replace(cutter, length=length)) for length in shorter}
    counts = {length: grid_.count for length, grid_ in grids.items()}
    better = max(grids, key=lambda n: (counts[n], min(*grids[n].gaps, 2 * ENOUGH_BLEED), n), default=0.0)
    what = "between the marks" if cutter.printed else "in the area that the machine prints and cuts"
    advice = ""
    if counts.get(better, 0) > now:
        advice = f"; --mark-length {better / MM:g}mm, set in the machine’s program too, gives {counts[better]}"
    yield "fewer-pieces", f"{now} piece{'s' * (now != 1)} a sheet instead of {most}, {what} of {cutter.kind}{advice}"


def _targets(plan: SheetPlan, settings: SheetSettings) -> Iterator[tuple[str, str]]:
    """Warnings for registration targets and centre marks that have no room within the printable area."""
    seen = settings.printable(plan.paper)
    why = f"as the printer leaves {max(settings.edges) / MM:g} mm at the edges; choose a larger paper or margin"
    if MarkKind.REGISTRATION in settings.marks and not registration_targets(plan, (), seen):
        yield "marks-left-out", f"no room for registration marks, {why}"
    without = sides_without_centre_marks(plan, seen)
    if MarkKind.CENTRE in settings.marks and without:
        where = "" if len(without) == len(plan.margins) else f" at the {series(without)}"
        yield "marks-left-out", f"no room for centre marks{where}, {why}"


def _bleed_round(plan: SheetPlan) -> Iterator[tuple[str, str]]:
    """A warning for too little bleed between pieces in offset rows."""
    edge = plan.cells[0].edge or 0.0
    if edge < min(plan.bleed, ENOUGH_BLEED) - 1e-6:
        yield (
            "little-bleed",
            f"between pieces only {edge / MM:.2g} mm of bleed are left, so cut exactly along their outlines",
        )


def _bleed(batch: Batch) -> Iterator[tuple[str, str]]:
    plan, settings = batch.plan, batch.settings
    enough = min(plan.bleed, ENOUGH_BLEED)
    narrow = [
        (gutter / 2, axis)
        for gutter, axis in zip(gutters(plan), ("columns", "rows"), strict=True)
        if gutter is not None and gutter / 2 < enough - 1e-6
    ]
    if not narrow:
        return
    wide = plan_grid(settings.paper, wanted_grid(plan.cells[0].piece, settings, 2 * enough))
    better = settings.duplex.per_sheet(wide.count)
    now = len(plan.cells)
    cards = f"{better} cards a sheet instead of {now}" if better < now else f"still {better} cards a sheet"
    nearer = _nearer_margin(batch, 2 * enough) if better < now else None
    keeps = (
        f"; a printer that prints to {nearer / MM:g} mm from the edge keeps {now}: `margin` under `print`"
        if nearer
        else ""
    )
    yield (
        "little-bleed",
        f"between {' and '.join(axis for _, axis in narrow)} only {min(half for half, _ in narrow) / MM:.2g} mm of "
        f"bleed are left, so cut exactly; --gutter {2 * enough / MM:g}mm gives {enough / MM:g} mm, and {cards}{keeps}",
    )


def _nearer_margin(batch: Batch, gutter: float) -> float | None:
    """The widest margin to advise that keeps as many pieces on a sheet with *gutter* between them; None if no usual
    printer has one so narrow, or if the margins were measured.
    """
    plan, settings = batch.plan, batch.settings
    if settings.sides is not None:
        return None
    for margin in (m * MM for m in _MARGINS if m * MM < settings.margin):
        wanted = wanted_grid(plan.cells[0].piece, replace(settings, margin=margin), gutter)
        if settings.duplex.per_sheet(plan_grid(settings.paper, wanted).count) >= len(plan.cells):
            return margin
    return None
