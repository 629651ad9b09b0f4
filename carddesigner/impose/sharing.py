"""Distribute pieces over sheets: those of one size in rows and columns, and the rest of several sizes on shared
sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from carddesigner.core.geometry import Edges, Rect, around_all
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Order
from carddesigner.core.slots import SlotSheet
from carddesigner.impose.cuts import parting_cuts, slanted
from carddesigner.impose.gutters import ENOUGH_BLEED
from carddesigner.impose.jobs import BLEED_OF_DIES, Batch, Filled, Job, SheetSettings, batch_of, settings_of_dies
from carddesigner.impose.marks.base import EDGE
from carddesigner.impose.marks.guides import LEAST, OFF, guides_of
from carddesigner.impose.marks.wanted import CUTTING
from carddesigner.impose.order import by_sheets, check_skipped
from carddesigner.impose.packing import MAX_STEPS, PackedSheet, Room, Wanted, pack
from carddesigner.impose.plan import Cell, PieceSize, SheetPlan, printable
from carddesigner.impose.staggered import staggered_plan

MAX_SIZES = 12
"""The most sizes of pieces that are packed together; further ones keep their own sheets."""
MAX_COPIES = 250
"""The most copies that are packed together; if there are more, the sizes with the most copies keep their own sheets."""
MAX_LEFT_OUT = 3
"""The most sizes that are taken out of the packing, smallest first, if all of them together leave cuts without guides;
they keep their own sheets.
"""

STEPS_TO_COUNT = 50
"""The steps of the search if sheets are only counted, which each build does for every other paper."""

Tails = dict[int, tuple[Filled, ...]]
"""The copies of last sheets, by the index of their batch."""


def sharing(jobs: Sequence[Job], settings: SheetSettings) -> list[list[Job]]:
    """Group the jobs that share sheets in rows and columns, in the order of the first job of each group."""
    together: dict[object, list[Job]] = {}
    for n, job in enumerate(jobs):
        face = job.copies[0][2]
        key: object = n
        if job.share is not None:
            own = None if settings.share else job.component
            key = (job.share, own, job.die, face.width, face.height, face.bleed, face.outline)
        together.setdefault(key, []).append(job)
    return list(together.values())


def batches_of(jobs: Sequence[Job], settings: SheetSettings, *, counted: bool = False) -> tuple[Batch, ...]:
    """Return the sheets of all jobs, in order. Raises PaperTooSmall, and Problem.

    If the settings have slots, cards fill these, and nets and boxes follow on plain sheets. Otherwise the copies of one
    size fill sheets of their own; where the last sheets of several sizes need fewer sheets when packed together, these
    follow as shared sheets. Stacks that are cut as one and folded sheets have pieces of one size only. A begun first
    sheet adds one sheet at most. With *counted*, the search is shorter and leaves out cuts and guides.
    """
    made: list[Batch] = []
    plain = settings
    if settings.slots is not None:
        made = _in_slots([job for job in jobs if not job.die], settings.slots, settings)
        jobs = [job for job in jobs if job.die]
        plain = replace(settings, slots=None, blank=frozenset(), skipped=frozenset())
    groups = sharing(jobs, plain)
    batches = own_and_shared(groups, plain, counted=counted)
    if plain.blank and groups:
        batches = min(batches, _after_begun(groups, plain, counted=counted), key=_count)
    own, shared = batches
    return (*made, *(batch for batch in (*own, *shared) if batch.sheets))


def _after_begun(
    groups: Sequence[Sequence[Job]], settings: SheetSettings, *, counted: bool
) -> tuple[list[Batch], list[Batch]]:
    """Fill a begun first sheet, then set out all copies as on a fresh one, without those that already lie on the begun
    sheet.
    """
    rows = batch_of(groups[0], settings)
    first = replace(rows, sheets=rows.sheets[:1])
    later = iter([one for sheet in rows.sheets[1:] for one in sheet if one is not None])
    of_group = {id(copy) for job in groups[0] for copy in job.copies}
    own, shared = own_and_shared(groups, replace(settings, blank=frozenset()), counted=counted)

    def without(batch: Batch) -> Batch:
        sheets = [
            tuple(next(later, None) if one is not None and id(one[1]) in of_group else one for one in sheet)
            for sheet in batch.sheets
        ]
        return replace(batch, sheets=tuple(sheet for sheet in sheets if any(sheet)))

    return [first, *map(without, own)], [*map(without, shared)]


def own_and_shared(
    groups: Sequence[Sequence[Job]], settings: SheetSettings, *, counted: bool = False
) -> tuple[list[Batch], list[Batch]]:
    """Return the sheets that each group has for itself, if any, and the shared ones. Raises PaperTooSmall, and
    Problem.
    """
    later = replace(settings, blank=frozenset())
    if settings.skipped:
        # Slots are numbered on sheets in rows and columns.
        rows = [batch_of(group, settings if n == 0 else later) for n, group in enumerate(groups)]
        check_skipped(settings.skipped, max((len(b.plan.cells) for b in rows if not b.die), default=0))
        return rows, []
    rows = [batch_of(group, settings if n == 0 else later) for n, group in enumerate(groups)]
    best = _with_shared(groups, rows, settings, counted=counted)
    for n, group in enumerate(groups):
        dense = _staggered(group, rows[n], settings if n == 0 else later)
        if dense is not None:
            # A layout that can't be cut along straight lines has to save a sheet.
            batches = _with_shared(groups, [*rows[:n], dense, *rows[n + 1 :]], settings, counted=counted)
            if _count(batches) < _count(best):
                best, rows[n] = batches, dense
    return best


def _with_shared(
    groups: Sequence[Sequence[Job]], rows: Sequence[Batch], settings: SheetSettings, *, counted: bool
) -> tuple[list[Batch], list[Batch]]:
    """Return the groups' own sheets and the shared ones, starting from *rows*, the batch of each group."""
    own, shared = list(rows), []
    later = replace(settings, blank=frozenset())
    if not settings.duplex.folded:
        # A begun first sheet keeps its blank cells.
        fixed = 0 if settings.blank and own and len(own[0].sheets) == 1 else None
        together: dict[object, list[int]] = {}
        for n, group in enumerate(groups):
            # A stack that is cut as one keeps its last sheet.
            stacked = settings.order is not Order.DECK and len(rows[n].sheets) > 1
            if group[0].share is not None and n != fixed and not stacked:
                together.setdefault(_may_share(group, settings), []).append(n)
        for numbers in together.values():
            shared += _shared(own, numbers, later, counted=counted)
    return own, shared


def _may_share(group: Sequence[Job], settings: SheetSettings) -> object:
    """The key of groups that may share sheets: the card they are printed on; where components are kept apart or stacks
    are cut as one, also the size, whatever the outline.
    """
    first = group[0]
    if settings.share and settings.order is Order.DECK:
        return first.share
    face = first.copies[0][2]
    return first.share, None if settings.share else first.component, face.width, face.height


def _count(layout: tuple[list[Batch], list[Batch]]) -> int:
    return sum(len(batch.sheets) for batches in layout for batch in batches)


def _staggered(group: Sequence[Job], rows: Batch, settings: SheetSettings) -> Batch | None:
    """A group's sheets in offset rows; None if they are no fewer."""
    if settings.duplex.folded or settings.blank or len(rows.sheets) < 2:
        return None
    papers, piece = _papers(settings), rows.plan.cells[0].piece
    rooms = [_room(paper, settings) for paper in papers]
    plan = staggered_plan(papers, rooms, piece, settings.gutter, settings.least_gutter)
    copies = [(job.component, copy) for job in group for copy in job.copies]
    if plan is None or len(copies) > len(plan.cells) * (len(rows.sheets) - 1):
        return None
    if settings.cutter is not None:
        plan = replace(plan, clear=settings.cutter.zones_of_front(plan.paper))
    return Batch(plan, tuple(by_sheets(copies, len(plan.cells), settings.order)), settings)


def _in_slots(jobs: Sequence[Job], sheet: SlotSheet, settings: SheetSettings) -> list[Batch]:
    """The sheets of jobs whose pieces lie in slots: all together, or component by component."""
    from carddesigner.impose.slots import slot_batches

    names = [None] if settings.share else list(dict.fromkeys(job.component for job in jobs))
    out: list[Batch] = []
    for name in names:
        own = replace(settings, blank=frozenset()) if out else settings
        out += slot_batches([job for job in jobs if name in (None, job.component)], sheet, own)
    return out


def count_sheets(jobs: Sequence[Job], settings: SheetSettings) -> int:
    """Count the sheets that all jobs would take. The count may be one too low where a shared sheet would lack guides.
    Raises PaperTooSmall, and Problem.
    """
    return sum(len(batch.sheets) for batch in batches_of(jobs, settings, counted=True))


def _shared(batches: list[Batch], own: Sequence[int], settings: SheetSettings, *, counted: bool) -> list[Batch]:
    """Return the shared sheets for the last sheets of some *batches*, which are removed from these; no sheets if that
    saves none.
    """
    last = {n: tuple(one for one in batches[n].sheets[-1] if one is not None) for n in own[:MAX_SIZES]}
    while sum(map(len, last.values())) > MAX_COPIES:
        del last[max(last, key=lambda n: len(last[n]))]
    partial = {n: tail for n, tail in last.items() if len(tail) < len(batches[n].plan.cells)}
    best: tuple[int, Tails, list[Batch]] | None = None
    for together in (partial, last) if partial != last else (last,):
        for tails in _fewer_and_fewer(batches, together):
            saved = best[0] if best is not None else 0
            sheets = _together(batches, tails, settings, len(tails) - saved - 1, counted=counted)
            if sheets:
                best = (len(tails) - len(sheets), tails, sheets)
            if sheets is None or sheets:
                break
    if best is None:
        return []
    _, tails, sheets = best
    for n in tails:
        batches[n] = replace(batches[n], sheets=batches[n].sheets[:-1])
    for sheet in sheets:
        if not sheet.plan.shared:
            alone = next(n for n in tails if batches[n].plan.cells[0].piece == sheet.plan.cells[0].piece)
            batches[alone] = replace(batches[alone], sheets=(*batches[alone].sheets, *sheet.sheets))
    return [sheet for sheet in sheets if sheet.plan.shared]


def _fewer_and_fewer(batches: Sequence[Batch], tails: Tails) -> Iterator[Tails]:
    """Yield all tails, then those without the smallest size, without the two smallest, and so on."""
    sizes = {n: batches[n].plan.cells[0].piece for n in tails}
    smallest = sorted(tails, key=lambda n: (sizes[n].width * sizes[n].height, -n))
    for left_out in range(MAX_LEFT_OUT + 1):
        yield {n: tail for n, tail in tails.items() if n not in smallest[:left_out]}


def _together(
    batches: Sequence[Batch], tails: Tails, settings: SheetSettings, most: int, *, counted: bool
) -> list[Batch] | None:
    """Pack tails on shared sheets: the fewest possible, or one more if the cuts of the fewest have no guides, with the
    widest gap that allows this. Returns an empty list if neither has guides, and None if they need more than *most*
    sheets.
    """
    if most < 1 or len(tails) < 2:
        return None
    sizes = [batches[n].plan.cells[0].piece for n in tails]
    gaps = _gaps(sizes, settings)
    steps = STEPS_TO_COUNT if counted else MAX_STEPS
    least = _with_gap(sizes, tails, settings, gaps[-1], most, steps)
    if least is None:
        return None
    if counted:
        return _sheets(sizes, tails, settings, least, counted=True)
    for count in range(len(least), min(len(least) + 1, most) + 1):
        for gap in gaps:
            plan = _with_gap(sizes, tails, settings, gap, count, steps)
            out = _sheets(sizes, tails, settings, plan) if plan is not None else None
            if out is not None:
                return out
    return []


def _gaps(sizes: Sequence[PieceSize], settings: SheetSettings) -> list[float]:
    """The gaps to try between pieces, widest first: from one with the full bleed to the least, which has room for
    ticks.
    """
    if settings.gutter is not None:
        return [settings.gutter]
    bleed = max(size.bleed for size in sizes)
    ticks = 0.0 if all(size.own_cut for size in sizes) else 2 * (LEAST + EDGE)
    enough = BLEED_OF_DIES if any(size.die for size in sizes) else ENOUGH_BLEED
    least = max(settings.least_gutter, 2 * min(bleed, enough), ticks)
    return list(dict.fromkeys((max(least, 2 * bleed), max(least, bleed), least)))


def _with_gap(
    sizes: Sequence[PieceSize], tails: Tails, settings: SheetSettings, gap: float, most: int, steps: int
) -> Sequence[PackedSheet] | None:
    """Pack the pieces on at most *most* sheets; None if they don't fit."""
    rooms = tuple(_room(paper, settings) for paper in _papers(settings))
    wanted = tuple(
        Wanted(size.width, size.height, len(tail), turns=size.die or not slanted(size.outline))
        for size, tail in zip(sizes, tails.values(), strict=True)
    )
    return _packed(rooms, wanted, gap, most, steps)


@lru_cache(200)
def _packed(
    rooms: tuple[Room, ...], wanted: tuple[Wanted, ...], gap: float, most: int, steps: int
) -> tuple[PackedSheet, ...] | None:
    packed = pack(rooms, wanted, gap, most, steps)
    return tuple(packed) if packed is not None else None


def _sheets(
    sizes: Sequence[PieceSize],
    tails: Tails,
    settings: SheetSettings,
    packed: Sequence[PackedSheet],
    *,
    counted: bool = False,
) -> list[Batch] | None:
    """Return the sheets, with their pieces centred on the paper; None if a cut would have no guides."""
    papers, copies = _papers(settings), [iter(tail) for tail in tails.values()]
    out = []
    # Sheets follow the deck's order, by their first piece, as do the pieces on each; but sheets of a single size come
    # first, since they follow the full sheets of that size.
    in_order = [(room, sorted(placed, key=lambda p: p.size)) for room, placed in packed]
    for room, placed in sorted(in_order, key=lambda sheet: (sheet[1][0].size != sheet[1][-1].size, sheet[1][0].size)):
        paper = papers[room]
        rects = [Rect(p.x, p.y, *sizes[p.size].lying(turned=p.turned)) for p in placed]
        hull = around_all(rects)
        dx, dy = (paper.width - hull.width) / 2 - hull.x, (paper.height - hull.height) / 2 - hull.y
        cells = tuple(
            Cell(rect.moved(dx, dy), sizes[p.size], 90 if p.turned else 0)
            for rect, p in zip(rects, placed, strict=True)
        )
        own = settings_of_dies(settings) if all(cell.piece.die for cell in cells) else settings
        cuts = () if counted else parting_cuts(paper, cells)
        if cuts is None:
            return None
        clear = own.cutter.zones_of_front(paper) if own.cutter is not None else ()
        plan = SheetPlan(paper, cells, cuts, clear=clear)
        if not counted and not own.marks.isdisjoint(CUTTING) and guides_of(plan, own.printable(paper)).missing:
            return None
        out.append(Batch(plan, (tuple(next(copies[p.size]) for p in placed),), own))
    return out


def _papers(settings: SheetSettings) -> list[Paper]:
    """The paper in portrait and in landscape."""
    upright = settings.paper.upright
    return [upright] if upright.width == upright.height else [upright, upright.turned()]


def _room(paper: Paper, settings: SheetSettings) -> Room:
    """The width and height that the pieces of a sheet may take, with room for printed ticks around them if it is cut by
    marks.
    """
    margins = settings.sides if settings.sides is not None else Edges.alike(settings.margin)
    tick = 0.0 if settings.marks.isdisjoint(CUTTING) else OFF + LEAST
    rooms = (
        printable(paper, margins),
        settings.printable(paper).grown(-tick),
        paper.area.grown(-(settings.back_bleed or 0.0)),
    )
    across = max(max(room.x, paper.width - room.right) for room in rooms)
    down = max(max(room.y, paper.height - room.bottom) for room in rooms)
    if settings.cutter is not None:
        frame = settings.cutter.frame(paper)
        across, down = max(across, frame.x), max(down, frame.y)
        if settings.cutter.printed:
            # Beyond the marks at both ends there is no corner to keep off.
            least = settings.cutter.inset + settings.cutter.length + ENOUGH_BLEED
            across, down = (max(across, least), down) if paper.width > paper.height else (across, max(down, least))
    return paper.width - 2 * across, paper.height - 2 * down
