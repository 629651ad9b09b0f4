"""Sheets of each paper that a deck needs, counted by what a build sets them out with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.impose.jobs import batch_of, sharing
from carddesigner.layout.boxes import PaperRoom
from carddesigner.layout.deck import LaidPiece
from carddesigner.pipeline.booklets import impose_booklets
from carddesigner.pipeline.imposition import jobs_of, split
from carddesigner.pipeline.job import PrintJob


class Use(Struct, frozen=True, rename={"last": "on_last_sheet"}):
    """What shares sheets, on a paper: cards (of booklets and leaflets pages) in ``columns`` and ``rows``, sheets, cards of a full
    one and of the last. ``on_a_sheet`` is 0 where not even one card fits.
    """

    component: str
    paper: str
    cards: int
    columns: int = 0
    rows: int = 0
    landscape: bool = False
    sheets: int = 0
    last: int = 0
    on_a_sheet: int = 0

    @property
    def fits(self) -> bool:
        """Whether a card fits on the paper."""
        return self.on_a_sheet > 0


def sheets_needed(
    job: PrintJob, pieces: Sequence[LaidPiece], laid_for: Callable[[PaperRoom], Sequence[LaidPiece]]
) -> tuple[Use, ...]:
    """The use of each named paper. Boxes that are too large for the job's are *laid for* each again."""
    in_parts = any(p.stock is not None and p.stock.die.part[1] > 1 for p in pieces)
    found: dict[str, list[Use]] = {}
    for paper in PAPERS.values():
        room = PaperRoom(paper, job.room.margin)
        own = replace(job, sheet=replace(job.sheet, paper=paper), room=room)
        for use in _uses(own, laid_for(room) if in_parts else pieces):
            of_paper = found.setdefault(use.component, [])
            if of_paper and of_paper[-1].paper == use.paper:  # another part of a box
                before = of_paper.pop()
                use = replace(use, cards=before.cards + use.cards, sheets=before.sheets + use.sheets)
            of_paper.append(use)
    return tuple(use for uses in found.values() for use in uses)


def _uses(job: PrintJob, pieces: Sequence[LaidPiece]) -> Iterator[Use]:
    paper = job.sheet.paper.name
    cut, leaves = split(job.deck, pieces)
    for group in sharing(jobs_of(job, cut)):
        names = " + ".join(dict.fromkeys(one.component for one in group))
        cards = sum(len(one.copies) for one in group)
        try:
            use = batch_of(group, job.sheet).use()
        except Problem:
            yield Use(names, paper, cards)
            continue
        (columns, rows), lies = map(len, use.plan.middles), use.plan.paper.width > use.plan.paper.height
        yield Use(names, paper, cards, columns, rows, lies, use.sheets, use.last, use.on_a_sheet)
    for name in dict.fromkeys(page.component for page in leaves):
        own = [page for page in leaves if page.component == name]
        cards = sum(len(page.copies) for page in own)
        try:
            booklets = impose_booklets(job, own, Report())
        except DeckError:
            yield Use(name, paper, cards)
            continue
        for booklet in booklets:
            sheet = booklet.printed[0]
            columns, rows = (len({round(s.trim.centre[i]) for s in sheet.slots}) for i in (0, 1))
            each, lies = 2 * len(sheet.slots), sheet.paper.width > sheet.paper.height
            last = cards - (booklet.sheets - 1) * each
            yield Use(name, paper, cards, columns, rows, lies, booklet.sheets, last, each)
