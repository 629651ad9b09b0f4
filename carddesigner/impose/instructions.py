"""Instructions for printing the PDF: as text for the terminal, and as pages of their own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.folds import Fold
from carddesigner.core.geometry import Rect, polygon
from carddesigner.core.papers import Paper
from carddesigner.core.printing import ManualDuplex
from carddesigner.core.slots import SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.duplex import DuplexMode
from carddesigner.impose.marks.base import Mark
from carddesigner.impose.sheet import Note, Sheet, SheetBuilder

STOCK = "card of 250 to 300 g/m²"
PAPER = "paper of 80 to 120 g/m²"
_EDGE = 20 * MM
_RULER = 100 * MM
_NOW_THE_BACKS = "Now the backs"
_A_LINE = 84
"""The approximate number of characters in a line of a step, on A4."""


class Turn(Struct, frozen=True):
    """How backs are printed: the duplex mode, how sheets come out of the printer if they go through it twice, the
    printer's profile.

    ``by_hand`` is set for a one-sided printer without a profile; ``straightens`` if the profile corrects where backs
    lie.
    """

    duplex: DuplexMode
    manual: ManualDuplex = ManualDuplex.NONE
    printer: str | None = None
    by_hand: bool = False
    straightens: bool = False

    @property
    def in_passes(self) -> bool:
        """Whether all fronts are printed first, then all backs."""
        return self.manual != ManualDuplex.NONE


def steps(
    paper: str,
    turn: Turn,
    pages: Sequence[Sheet],
    *,
    cut: bool = True,
    covers: int = 0,
    stock: str = STOCK,
    slots: SlotSheet | None = None,
    begun: bool = False,
) -> tuple[str, ...]:
    """The instructions for sheets, step by step. *pages* are all printed pages except the *covers* pages before them;
    *slots* is the sheet that has them, if any. The first sheet may be *begun*.
    """
    pre_cut = slots is not None and slots.pre_cut
    stack = _stack(paper, turn, pages, covers, begun=begun) if begun or (pre_cut and (covers or turn.in_passes)) else ()
    if slots is not None and slots.pre_cut:
        sheets = f"sheets {slots.name} ({paper})" if slots.name else f"your sheets ({paper})"
        return (
            "Print one page on plain paper first, and hold it with a pre-cut sheet to the light: all must lie in the slots.",
            *stack,
            *_printing(f"Print at 100 % (“actual size”, not “fit”) on {sheets}", turn, pages, covers),
            "Take the cards out of the sheets.",
        )
    knife = "Cut along the marks" if cut else "Cut the cards out"
    if turn.duplex.folded:
        # Sheets of nets and boxes have dashed lines of their own, and no backs.
        some = any(page.slots and all(mark.kind != "fold" for mark in page.marks) for page in pages)
        where = ", where it has one" if some else ""
        return (
            *stack,
            f"{_print_on(paper, stock)}, on one side.",
            f"Fold each sheet along the dashed line in its middle{where}, printed side out, and glue it.",
            f"{knife}.",
        )
    return (*stack, *_printing(_print_on(paper, stock), turn, pages, covers), f"{knife}.")


def _stack(paper: str, turn: Turn, pages: Sequence[Sheet], covers: int, *, begun: bool) -> tuple[str, ...]:
    """How to load the printer if not all of the paper is alike."""
    several = len({page.number for page in pages if page.slots}) > 1
    papers = [f"plain {paper} for the cover"] if covers else []
    papers += ["the begun sheet"] if begun else []
    papers += ["new sheets" if several else "a new sheet"] if several or not begun else []
    papers += [f"plain {paper} for the page “{_NOW_THE_BACKS}”"] if turn.in_passes else []
    return (
        (f"Put paper into the printer in this order, from the top: {', then '.join(papers)}.",)
        if papers[1:]
        else (f"Put {papers[0]} into the printer.",)
    )


def booklet_steps(
    paper: str, turn: Turn, pages: Sequence[Sheet], *, each: int, copies: int, folded: int, cut: bool
) -> tuple[str, ...]:
    """The instructions for a booklet of *folded* sheets; each printed sheet holds *each* of these."""
    out = [*_printing(_print_on(paper, PAPER), turn, pages)]
    if each > 1:
        out.append(
            f"Cut the stack into its {each} piles and lay them on one another, the upper left one on top, then the next in its row."
        )
    if copies > 1:
        out.append(f"Part the stack into {copies} booklets; each begins with a sheet that has its cover.")
    out.append(
        "Fold the sheets together in the middle, the cover outside, and staple them at the two lines in the fold."
        if folded > 1
        else "Fold the sheet in the middle, the cover outside."
    )
    if cut:
        out.append("Cut head, foot and open edge along the marks.")
    return tuple(out)


def leaflet_steps(paper: str, turn: Turn, pages: Sequence[Sheet], fold: Fold, *, cut: bool) -> tuple[str, ...]:
    """The instructions for a leaflet."""
    knife = ("Cut along the marks.",) if cut else ()
    return (*_printing(_print_on(paper, PAPER), turn, pages), *knife, f"{fold.how}.")


def _print_on(paper: str, stock: str) -> str:
    return f"Print at 100 % (“actual size”, not “fit”) on {paper}, {stock}"


def _printing(at: str, turn: Turn, pages: Sequence[Sheet], covers: int = 0) -> tuple[str, ...]:
    """How to print both sides of the sheets."""
    if not any(page.side == "back" for page in pages):
        return (f"{at}, on one side.",)
    flip = turn.duplex.flip
    using = f", on {turn.printer}" if turn.printer else ""
    using += ", whose backs are straightened" if turn.straightens else ""
    if turn.by_hand and not turn.in_passes:
        return (
            f"{at}, on one side: the odd pages, then the even ones on their backs, the sheets turned on the {flip}.",
        )
    if not turn.in_passes:
        return (f"{at}{using}, on both sides, flipped on the {flip}.",)
    last = covers + next(n for n, page in enumerate(pages) if page.side == "back")
    return (
        f"{at}{using}, on one side: pages 1 to {last}, the fronts.",
        f"Page {last}, which comes out last, says how to put the stack back in; then print {_pages(last + 2, covers + len(pages))}.",
    )


def _pages(first: int, last: int) -> str:
    return f"pages {first} to {last}" if last > first else f"page {first}"


def cover_page(
    paper: Paper, builder: SheetBuilder, contents: Sequence[str], how: Sequence[str], *, paired: bool
) -> list[Sheet]:
    """A page that says what this is and how to print it, with a ruler to check the size.

    *paired* adds its empty back, so that fronts and backs stay paired.
    """
    paper = paper.upright
    left, width = _EDGE, paper.width - 2 * _EDGE
    notes = [Note(builder.title, Rect(left, _EDGE, width, 14 * MM), 26, bold=True)]
    y = _EDGE + 20 * MM
    for line in contents:
        notes.append(Note(line, Rect(left, y, width, 6 * MM), 12))
        y += 6 * MM
    y += 6 * MM
    for number, line in enumerate(how, 1):
        notes.append(Note(f"{number}.", Rect(left, y, 8 * MM, 6 * MM), 13, bold=True))
        notes.append(Note(line, Rect(left + 8 * MM, y, width - 8 * MM, 18 * MM), 13))
        y += 6 * MM * (1 + len(line) // _A_LINE) + 3 * MM
    ruler = min(_RULER, 10 * MM * int(width / (10 * MM)))
    y = paper.height - _EDGE - 20 * MM
    message = f"From the first to the last stroke this line is {ruler / MM:g} mm long, if it was printed at 100 %."
    notes.append(Note(message, Rect(left, y - 9 * MM, width, 6 * MM), 11))
    marks = _ruler(left, y + 4 * MM, ruler)
    page = builder.page(0, "front", paper, ("cover",), marks=marks, notes=notes)
    return [page, builder.page(0, "back", paper, ("cover",))] if paired else [page]


def two_passes(
    pages: Sequence[Sheet], turn: Turn, paper: Paper, builder: SheetBuilder, *, covers: int = 0
) -> list[Sheet]:
    """All fronts, a page that says how to put the stack back in, its back for trying that, and all backs.

    Sheets come out of the printer on top of each other. If they come out face down, or the stack has to be turned over
    for printing its blank sides, the first sheet is on top again and the backs are in order; if the stack goes back in
    as it lies (``face-up``), the last sheet is on top and the backs are in reverse. *covers* pages stand before all
    these.
    """
    fronts = [p for p in pages if p.side == "front"]
    backs = [p for p in pages if p.side == "back"]
    if not backs:
        return fronts
    paper = paper.upright
    first = covers + len(fronts) + 3
    last = first + len(backs) - 1
    as_it_lies = turn.manual == ManualDuplex.FACE_UP
    stack = (
        "Leave the sheets in the order in which they came out: the last one stays on top."
        if as_it_lies
        else "Turn the whole stack over, so that sheet 1, which came out first, is on top."
    )
    several = (
        f"Look at the first two. If they are behind the wrong fronts, build again with "
        f"--manual-duplex {ManualDuplex.FACE_DOWN if as_it_lies else ManualDuplex.FACE_UP}.",
    )
    lines = (
        "Take this page off the stack; it came out last."
        + (" Take the cover off too; it came out first." if covers else ""),
        "Put it into the printer alone, the way you think is right: its blank side where the printer prints.",
        f"Print page {first - 1} alone. Hold this page to the light: the arrow printed now must lie on this arrow and "
        "point the same way. If it is on the same side of the paper, put the page in the other way up; if it points the "
        "other way, turn it half round.",
        f"Now take the stack. {stack} Put it in just like this page.",
        f"Print {_pages(first, last)}, one side{', in the order in which they are' if backs[1:] else ''}.",
        *(several if backs[1:] else ()),
    )
    left, width = _EDGE, paper.width - 2 * _EDGE
    notes = [Note(_NOW_THE_BACKS, Rect(left, 50 * MM, width, 14 * MM), 26, bold=True)]
    y = 70 * MM
    for number, line in enumerate(lines, 1):
        notes.append(Note(f"{number}.", Rect(left, y, 8 * MM, 6 * MM), 13, bold=True))
        notes.append(Note(line, Rect(left + 8 * MM, y, width - 8 * MM, 30 * MM), 13))
        y += 6 * MM * (1 + len(line) // _A_LINE) + 4 * MM
    arrow = Rect(paper.width / 2 - 12 * MM, 14 * MM, 24 * MM, 24 * MM)
    behind, turned = turn.duplex.back(arrow, 0, paper.width, paper.height)
    front = builder.page(0, "front", paper, ("stack",), marks=(_arrow(arrow, down=False),), notes=notes)
    note = Note(
        "The back of the page that says how to put the stack back in.",
        Rect(_EDGE, paper.height / 2, width, 8 * MM),
        13,
        align="center",
    )
    back = builder.page(0, "back", paper, ("stack",), marks=(_arrow(behind, down=turned == 180),), notes=(note,))
    return [*fronts, front, back, *(reversed(backs) if as_it_lies else backs)]


def _ruler(x: float, y: float, length: float) -> tuple[Mark, ...]:
    lines = [(("m", x, y), ("l", x + length, y))]
    for step in range(round(length / MM / 5) + 1):
        at = x + step * 5 * MM
        high = 5 * MM if step % 2 == 0 else 2.5 * MM
        lines.append((("m", at, y), ("l", at, y - high)))
    return tuple(Mark("note", line) for line in lines)


def _arrow(box: Rect, *, down: bool) -> Mark:
    x, y, w, h = box
    points = [(0.5, 0.0), (1.0, 0.5), (0.7, 0.5), (0.7, 1.0), (0.3, 1.0), (0.3, 0.5), (0.0, 0.5)]
    return Mark("note", polygon(tuple((x + px * w, y + (1 - py if down else py) * h) for px, py in points)))
