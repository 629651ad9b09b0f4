"""Sheets with fixed slots: which copies fill which slots, and errors in the slots."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from msgspec.structs import replace

from carddesigner.core.geometry import Rect, around_all, rectangle
from carddesigner.core.papers import Paper
from carddesigner.core.report import Problem, series
from carddesigner.core.slots import Slot, SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.cutter import keeps_off
from carddesigner.impose.jobs import Batch, Copy, Filled, Job, SheetSettings
from carddesigner.impose.marks.wanted import CUTTING
from carddesigner.impose.order import by_sheets, check_blank, check_skipped
from carddesigner.impose.plan import Cell, Cut, PieceSize, SheetPlan

_TOLERANCE = 0.05 * MM
"""The rounding error by which slots may overlap, and pieces be larger than their slots."""
_SMALLER = 1 * MM
"""How much smaller than its slot a piece may be; it is centred, and its bleed covers the rest."""


def fitting(sheet: SlotSheet, piece: PieceSize) -> dict[int, int]:
    """The slots that fit a piece, by their index, each with the rotation of its front there, in degrees."""
    turned = ((n, _turned(slot, piece)) for n, slot in enumerate(sheet.slots))
    return {n: turn for n, turn in turned if turn is not None}


def slot_batches(jobs: Sequence[Job], sheet: SlotSheet, settings: SheetSettings) -> tuple[Batch, ...]:
    """The sheets of jobs whose pieces all have slots. Each copy takes the first free slot that fits it, so all
    components and stocks share sheets. If nothing fits the free slots of a begun sheet, a new sheet comes first. Raises
    Problem.
    """
    check_blank(settings.blank, len(sheet.slots), settings.order, settings.skipped)
    check_skipped(settings.skipped, len(sheet.slots))
    check_cutter(sheet, settings)
    queues = _queues(jobs, sheet, settings)
    usual: list[PieceSize | None] = [None] * len(sheet.slots)
    for places, queue in reversed(queues.items()):
        for n in places:
            usual[n] = queue[0][1]
    blank = settings.blank
    clear = settings.cutter.zones_of_front(sheet.paper) if settings.cutter is not None else ()
    made: list[tuple[SheetPlan, tuple[Filled | None, ...]]] = []
    plans: dict[tuple[PieceSize | None, ...], SheetPlan] = {}
    while any(queues.values()):
        filled: list[Filled | None] = [None] * len(sheet.slots)
        pieces = list(usual)
        for places, queue in queues.items():
            for n in places:
                if queue and filled[n] is None and n not in blank and n not in settings.skipped:
                    filled[n], pieces[n] = queue.popleft()
        blank = frozenset()
        if not any(filled):  # nothing fits what is left of a begun sheet
            continue
        key = tuple(pieces)
        plan = plans.get(key) or plans.setdefault(key, replace(slots_plan(sheet, pieces), clear=clear))
        made.append((plan, tuple(filled)))
    own = replace(settings, paper=sheet.paper, marks=settings.marks - CUTTING if sheet.pre_cut else settings.marks)
    runs = groupby(made, key=lambda one: id(one[0]))
    return tuple(Batch(run[0][0], tuple(one[1] for one in run), own) for run in (list(r) for _, r in runs))


def check_cutter(sheet: SlotSheet, settings: SheetSettings) -> None:
    """Raise Problem for slots under a cutting machine's marks or outside the area that it cuts, and for slots too close
    to each other.
    """
    cutter = settings.cutter
    if cutter is None:
        return
    frame, zones = cutter.frame(sheet.paper), cutter.zones_of_front(sheet.paper)
    wrong = [
        n + 1
        for n, slot in enumerate(sheet.slots)
        if n not in settings.skipped and not (frame.contains(slot.place, _TOLERANCE) and keeps_off(slot.place, zones))
    ]
    if wrong:
        some = f"slot {wrong[0]} lies" if len(wrong) == 1 else f"slots {series([str(n) for n in wrong])} lie"
        least = f"--skip {','.join(map(str, wrong))} leaves {'it' if len(wrong) == 1 else 'them'} free"
        raise Problem(
            "under-marks", f"{some} under the marks of {cutter.kind}, or outside of what these surround; {least}"
        )
    used = [(n + 1, slot.place) for n, slot in enumerate(sheet.slots) if n not in settings.skipped]
    for (n, place), (other, neighbour) in combinations(used, 2):
        if not keeps_off(place, (neighbour,), cutter.gap):
            raise Problem(
                "under-marks",
                f"slots {n} and {other} are less than {cutter.gap / MM:g} mm apart: {cutter.kind} cuts along what is transparent, so "
                f"their pieces would stay together; --skip {other} leaves one free",
            )


def skips_begun(batches: Sequence[Batch], settings: SheetSettings) -> bool:
    """Whether a new sheet comes first although a begun one was given."""
    first = next((sheet for batch in batches if batch.settings.slots is not None for sheet in batch.sheets), ())
    return any(first[n] is not None for n in settings.blank if n < len(first))


def _queues(
    jobs: Sequence[Job], sheet: SlotSheet, settings: SheetSettings
) -> dict[tuple[int, ...], deque[tuple[Filled, PieceSize]]]:
    """The copies by the slots that fit them, in print order."""
    sizes: dict[tuple[int, int], PieceSize] = {}
    fitting_slots: dict[PieceSize, tuple[int, ...]] = {}
    queues: dict[tuple[int, ...], list[tuple[Filled, PieceSize]]] = {}
    for job in jobs:
        for copy in job.copies:
            key = (id(copy[2]), id(copy[3]))
            piece = sizes.get(key) or sizes.setdefault(key, size_of(copy, sheet))
            if piece not in fitting_slots:
                fitting_slots[piece] = tuple(fitting(sheet, piece))
                if not fitting_slots[piece]:
                    raise misfit(job.component, piece, sheet)
            queues.setdefault(fitting_slots[piece], []).append(((job.component, copy), piece))
    return {
        places: deque(one for of_sheet in by_sheets(queue, len(places), settings.order) for one in of_sheet)
        for places, queue in queues.items()
    }


def size_of(copy: Copy, sheet: SlotSheet) -> PieceSize:
    """The size of a copy for a plan; on a pre-cut sheet its outline makes no difference."""
    _, _, front, back = copy
    whole = rectangle(Rect(0.0, 0.0, front.width, front.height))
    outline = whole if sheet.pre_cut else front.outline
    return PieceSize(front.width, front.height, outline, front.bleed, back.bleed if back is not None else front.bleed)


def misfits(jobs: Sequence[Job], sheet: SlotSheet) -> Iterator[tuple[str, Problem]]:
    """Yield each component with pieces that fit no slot, with the problem."""
    reported = set()
    for job in jobs:
        piece = size_of(job.copies[0], sheet)
        if not job.die and job.component not in reported and not fitting(sheet, piece):
            reported.add(job.component)
            yield job.component, misfit(job.component, piece, sheet)


def never_filled(jobs: Sequence[Job], sheet: SlotSheet) -> Iterator[tuple[int, str]]:
    """Yield the slots that no piece fits, equal ones together: the index of the first, and the message."""
    pieces = dict.fromkeys(size_of(job.copies[0], sheet) for job in jobs if not job.die)
    empty: dict[tuple[float, float, int | None], list[int]] = {}
    for n, slot in enumerate(sheet.slots):
        if pieces and all(_turned(slot, piece) is None for piece in pieces):
            empty.setdefault((slot.place.width, slot.place.height, slot.turn), []).append(n)
    for (width, height, turn), numbers in empty.items():
        one = len(numbers) == 1
        named = [str(n + 1) for n in numbers[:6]] + ([f"{len(numbers) - 6} more"] if numbers[6:] else [])
        some = f"slot {named[0]} stays" if one else f"slots {series(named)} stay"
        size = f"{round(width / MM, 2):g} × {round(height / MM, 2):g} mm"
        message = f"{some} empty: no piece fits {size}"
        if any(_turns(sheet.slots[numbers[0]], piece) for piece in pieces):
            message += f" with `turn: {turn}`; {_other_turns(turn)} would do"
        yield numbers[0], message


def _turns(slot: Slot, piece: PieceSize) -> bool:
    """Whether a piece would fit a slot if this had no fixed turn."""
    return slot.turn is not None and _turned(replace(slot, turn=None), piece) is not None


def _other_turns(turn: int | None) -> str:
    return "`turn: 0` or `turn: 180`" if (turn or 0) % 180 else "`turn: 90` or `turn: 270`"


def misfit(component: str, piece: PieceSize, sheet: SlotSheet) -> Problem:
    """The problem of a piece that fits no slot; the message says which size or turn would fit."""
    wrong = next((slot.turn for slot in sheet.slots if _turns(slot, piece)), None)
    if wrong is not None:
        return Problem(
            "no-slot",
            f"pieces of {component!r} fit no slot with `turn: {wrong}`; with {_other_turns(wrong)}, or without it, they do",
        )
    sizes = dict.fromkeys((round(s.place.width / MM, 2), round(s.place.height / MM, 2)) for s in sheet.slots)
    shown = [f"{width:g} × {height:g} mm" for width, height in sizes]
    listed = f"{', '.join(shown[:3])}{' …' if shown[3:] else ''}"
    width, height = (round(v / MM, 2) for v in (piece.width, piece.height))
    what = f"the slots of {sheet.name}" if sheet.name else "the sheet’s slots"
    return Problem(
        "no-slot",
        f"pieces of {component!r} are {width:g} × {height:g} mm, and {what} are {listed}; a slot takes pieces of its size, or up "
        f"to {_SMALLER / MM:g} mm smaller: size: [{width:g}mm, {height:g}mm]",
    )


def slots_plan(sheet: SlotSheet, pieces: Sequence[PieceSize | None]) -> SheetPlan:
    """The plan of a sheet with these pieces in its slots; None stands for a slot that no piece fits."""
    cells = tuple(map(_cell, sheet.slots, pieces))
    cuts = () if sheet.pre_cut else tuple(cuts_between(sheet.paper, [cell.trim for cell in cells]))
    return SheetPlan(sheet.paper, cells, cuts)


def cuts_between(paper: Paper, trims: Sequence[Rect]) -> Iterator[Cut]:
    """Yield the cuts along the sides of trims in any arrangement, each as long as possible without crossing a trim."""
    for axis, far in ((0, paper.height), (1, paper.width)):
        edges = {round(edge, 3): edge for t in trims for edge in (t[axis], t[axis] + t[axis + 2])}
        for _, at in sorted(edges.items()):
            if not _TOLERANCE < at < (paper.width, paper.height)[axis] - _TOLERANCE:
                continue
            through = sorted(
                (t[1 - axis], t[1 - axis] + t[3 - axis])
                for t in trims
                if t[axis] + _TOLERANCE < at < t[axis] + t[axis + 2] - _TOLERANCE
            )
            sides = [t for t in trims if min(abs(t[axis] - at), abs(t[axis] + t[axis + 2] - at)) <= _TOLERANCE]
            start = 0.0
            for low, high in (*through, (far, far)):
                if any(start - _TOLERANCE <= t[1 - axis] < low for t in sides):
                    yield Cut((at, start), (at, low)) if axis == 0 else Cut((start, at), (low, at))
                start = max(start, high)


def wrong_grid(sheet: SlotSheet) -> Problem | None:
    """The problem of slots in rows and columns that extend beyond the paper, if any."""
    hull = around_all([slot.place for slot in sheet.slots])
    return None if sheet.paper.area.contains(hull, _TOLERANCE) else _outside("the slots reach", hull, sheet.paper)


def wrong_slots(sheet: SlotSheet) -> Iterator[tuple[int, Problem]]:
    """Yield the problems of slots, each with the slot's index: slots that extend beyond the paper, and slots that
    overlap another.
    """
    for n, slot in enumerate(sheet.slots):
        place = slot.place
        if not sheet.paper.area.contains(place, _TOLERANCE):
            yield n, _outside(f"slot {n + 1} reaches", place, sheet.paper)
            continue
        over = next((m for m in range(n) if _meet(place, sheet.slots[m].place)), None)
        if over is not None:
            free = _nearest_free(n, sheet)
            near = f"the nearest free place is {_place(*free)}" if free is not None else "there is no room beside it"
            yield n, Problem("slots-overlap", f"slot {n + 1} lies over slot {over + 1}; {near}")


def _outside(what: str, place: Rect, paper: Paper) -> Problem:
    x, y = (min(max(place[i], 0.0), paper.area[i + 2] - place[i + 2]) for i in (0, 1))
    near = (
        f"the nearest place on it is {_place(x, y)}"
        if min(x, y) >= 0
        else f"{place.width / MM:g} × {place.height / MM:g} mm have no room on it"
    )
    name = f"{paper.name} ({paper.width / MM:g} × {paper.height / MM:g} mm)"
    return Problem("slot-outside", f"{what} over the edge of {name}; {near}")


def _nearest_free(number: int, sheet: SlotSheet) -> tuple[float, float] | None:
    """The nearest place on the paper, along one axis, where a slot overlaps none of those before it."""
    own = sheet.slots[number].place
    before = [slot.place for slot in sheet.slots[:number]]
    moves = [(x - own.x, 0.0) for r in before for x in (r.x - own.width, r.right)]
    moves += [(0.0, y - own.y) for r in before for y in (r.y - own.height, r.bottom)]
    for dx, dy in sorted(moves, key=lambda move: (abs(move[0] + move[1]), move)):
        there = own.moved(dx, dy)
        if sheet.paper.area.contains(there, _TOLERANCE) and not any(_meet(there, r) for r in before):
            return there.x, there.y
    return None


def _place(x: float, y: float) -> str:
    return f"left: {round(x / MM, 2):g}mm, top: {round(y / MM, 2):g}mm"


def _meet(a: Rect, b: Rect) -> bool:
    return min(a.right, b.right) - max(a.x, b.x) > _TOLERANCE and min(a.bottom, b.bottom) - max(a.y, b.y) > _TOLERANCE


def _turned(slot: Slot, piece: PieceSize) -> int | None:
    """The rotation of a piece's front in a slot, in degrees; None if it doesn't fit."""
    for turn in (0, 90) if slot.turn is None else (slot.turn,):
        width, height = (piece.height, piece.width) if turn % 180 else (piece.width, piece.height)
        if all(
            -_TOLERANCE <= room <= _SMALLER + _TOLERANCE
            for room in (slot.place.width - width, slot.place.height - height)
        ):
            return turn
    return None


def _cell(slot: Slot, piece: PieceSize | None) -> Cell:
    place = slot.place
    if piece is None:
        return Cell(place, PieceSize(place.width, place.height, rectangle(place.moved(-place.x, -place.y)), 0.0, 0.0))
    turn = _turned(slot, piece) or 0
    width, height = (piece.height, piece.width) if turn % 180 else (piece.width, piece.height)
    x, y = place.centre
    return Cell(Rect(x - width / 2, y - height / 2, width, height), piece, turn)
