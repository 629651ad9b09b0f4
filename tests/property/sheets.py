"""What laws of sheets are tried on, and what several of them ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import reject
from hypothesis import strategies as st

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Path, Rect, ellipse, polygon, rectangle
from carddesigner.core.papers import PAPERS
from carddesigner.core.report import Problem
from carddesigner.core.slots import Slot, SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.jobs import Job, SheetSettings
from carddesigner.impose.sheet import Sheet, SheetBuilder, Sheets
from carddesigner.impose.sheets import impose_sheets
from carddesigner.source.paths import templates
from carddesigner.text.fonts import find_family

BUILDER = SheetBuilder("Title", find_family("Alegreya Sans", (templates() / "fonts",)))
HAIR = 1e-5
"""Points: nothing that a printer could show."""
SLOT_SIZES = ((40.0, 60.0), (60.0, 60.0), (30.0, 45.0))


def millimetres(least: float, most: float) -> st.SearchStrategy[float]:
    """Lengths in points, by tenths of a millimetre, so that exact fits come up."""
    return st.integers(round(least * 10), round(most * 10)).map(lambda tenths: tenths / 10 * MM)


def hexagon(width: float, height: float) -> Path:
    points = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
    return polygon(tuple((x * width, y * height) for x, y in points))


@st.composite
def jobs_of_many_sizes(draw: st.DrawFn) -> list[Job]:
    """Components of a size each: cards, round and six-sided pieces, and dies; every face is another object."""
    out = []
    for name in "abcd"[: draw(st.integers(2, 4))]:
        width, height = (draw(st.integers(20, 120)) * MM for _ in range(2))
        kind = draw(st.sampled_from(["card", "card", "die", "round", "hexagon"]))
        if kind == "round":
            height = width
        box = Rect(0, 0, width, height)
        outline = {"round": ellipse(box), "hexagon": hexagon(width, height)}.get(kind, rectangle(box))
        bleed = draw(st.integers(0, 4)) * MM
        copies = []
        for n in range(1, draw(st.integers(1, 12)) + 1):
            front, back = (LaidFace(f"{name}{n}{side}", width, height, outline, bleed, ()) for side in "fb")
            copies.append((f"{name}{n}", 1, front, None if kind == "die" or draw(st.integers(0, 5)) == 0 else back))
        out.append(Job(name, tuple(copies), "card", kind == "die"))
    return out


@st.composite
def slot_sheets(draw: st.DrawFn) -> tuple[SlotSheet, list[tuple[float, float]]]:
    """Slots in rows of any height at any distance, each upright or lying; and the sizes that lie in them."""
    paper = draw(st.sampled_from(list(PAPERS.values())))
    paper = draw(st.sampled_from([paper, paper.turned()]))
    slots, sizes = [], set()
    y = draw(st.integers(0, 20)) * MM
    while True:
        x, high = draw(st.integers(0, 30)) * MM, 0.0
        while len(slots) < 30:
            size = draw(st.sampled_from(SLOT_SIZES))
            turn = draw(st.sampled_from((None, 0, 90, 180, 270)))
            lying = draw(st.booleans()) if turn is None else turn % 180 == 90
            width, height = (v * MM for v in (size[::-1] if lying else size))
            if x + width > paper.width or y + height > paper.height:
                break
            slots.append(Slot(Rect(x, y, width, height), turn))
            sizes.add(size)
            x += width + draw(st.integers(0, 12)) * MM
            high = max(high, height)
        y += high + draw(st.integers(0, 12)) * MM
        if not high or y > paper.height:
            break
    if not slots:
        slots, sizes = [Slot(Rect(0, 0, 40 * MM, 60 * MM))], {SLOT_SIZES[0]}
    return SlotSheet(paper, tuple(slots), draw(st.booleans())), sorted(sizes)


@st.composite
def jobs_in_slots(
    draw: st.DrawFn, shapes: Sequence[Callable[[Rect], Path]] = (rectangle,)
) -> tuple[SlotSheet, list[Job], frozenset[int]]:
    sheet, sizes = draw(slot_sheets())
    jobs = []
    for name in "abc"[: draw(st.integers(1, 3))]:
        width, height = (v * MM for v in draw(st.sampled_from(sizes)))
        bleed = draw(st.sampled_from((0.0, 2.0, 3.0))) * MM
        outline = draw(st.sampled_from(shapes))(Rect(0, 0, width, height))
        copies = []
        for n in range(draw(st.integers(1, 12))):
            front, back = (LaidFace(f"{name}{n}{side}", width, height, outline, bleed, ()) for side in "ab")
            copies.append((f"{name}{n}", 1, front, back if draw(st.integers(0, 4)) else None))
        jobs.append(Job(name, tuple(copies), "card"))
    # One slot that some piece fits is left, whichever are used.
    w, h = jobs[0].copies[0][2].width, jobs[0].copies[0][2].height
    left = next(n for n, s in enumerate(sheet.slots) if sorted(s.place[2:]) == sorted((w, h)))
    blank = draw(st.frozensets(st.integers(0, len(sheet.slots) - 1))) - {left}
    return sheet, jobs, blank


def imposed(work: list[Job], how: SheetSettings) -> Sheets:
    """The sheets, or another example where a piece is larger than the paper, or the gutter refused."""
    try:
        return impose_sheets(work, how, BUILDER)
    except Problem:
        reject()


def sheets_of(work: list[Job], how: SheetSettings) -> tuple[Sheet, ...]:
    """The pages of such sheets."""
    return imposed(work, how).sheets


def overlap(a: Rect, b: Rect) -> bool:
    wide = min(a.right, b.right) - max(a.x, b.x)
    high = min(a.bottom, b.bottom) - max(a.y, b.y)
    return wide > HAIR and high > HAIR
