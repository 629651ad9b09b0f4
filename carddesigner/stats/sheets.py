"""The number of sheets that a deck needs on each paper, counted with the imposition of a build."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.impose.jobs import Batch, Job, batch_of
from carddesigner.impose.sharing import batches_of, own_and_shared, sharing
from carddesigner.layout.boxes import PaperRoom
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.booklets import impose_booklets
from carddesigner.pipeline.imposition import jobs_of, split
from carddesigner.pipeline.job import PrintJob

SHARED = "shared sheets"


class Use(Struct, frozen=True, rename={"last": "on_last_sheet"}):
    """The sheets that components of one size need on a paper: cards (pages of booklets and leaflets), columns and rows,
    sheets, and the cards of the last sheet and of a full one. ``on_a_sheet`` is 0 if not even one card fits. Cards on
    sheets shared by several sizes are counted under the ``component`` ``shared sheets``.
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
        return self.on_a_sheet > 0 or not self.cards


def sheets_needed(
    job: PrintJob, pieces: Sequence[LaidPiece], laid_for: Callable[[PaperRoom], Sequence[LaidPiece]]
) -> tuple[Use, ...]:
    """Return the use of each named paper. If there are boxes or nets, whose flaps and parts depend on the paper,
    *laid_for* lays out the pieces again for each paper.
    """
    of_paper_size = any(p.stock is not None for p in pieces)
    by_component: dict[str, list[Use]] = {}
    # A sheet with slots has its own paper; other pieces use the job's paper.
    papers = tuple(PAPERS.values()) if job.sheet.slots is None else (job.sheet.paper,)
    for paper in papers:
        room = PaperRoom(paper, job.room.margin, ends=job.room.ends)
        own = replace(job, sheet=replace(job.sheet, paper=paper), room=room)
        for use in _uses(own, laid_for(room) if of_paper_size else pieces):
            of_paper = by_component.setdefault(use.component, [])
            if of_paper and of_paper[-1].paper == use.paper:  # another part of a box
                before = of_paper.pop()
                use = replace(use, cards=before.cards + use.cards, sheets=before.sheets + use.sheets)
            of_paper.append(use)
    names = dict.fromkeys(use.paper for uses in by_component.values() for use in uses)
    there = {(use.component, use.paper): use for uses in by_component.values() for use in uses}
    return tuple(
        there.get((component, name)) or Use(component, name, 0) for component in by_component for name in names
    )


def _uses(job: PrintJob, pieces: Sequence[LaidPiece]) -> Iterator[Use]:
    paper = job.sheet.paper.name
    cut, leaves = split(job.deck, pieces)
    jobs = jobs_of(job, cut)
    if job.sheet.slots is not None:
        lying = [one for one in jobs if not one.die]
        yield from _in_slots(job, lying) if lying else ()
        jobs = [one for one in jobs if one.die]
        job = replace(job, sheet=replace(job.sheet, slots=None, blank=frozenset()))
    groups = sharing(jobs, job.sheet)
    fitting = [group for group in groups if _fits(group, job)]
    own, shared = own_and_shared(fitting, job.sheet)
    own_of = {id(group): batch for group, batch in zip(fitting, own, strict=True)}
    for group in groups:
        names = " + ".join(dict.fromkeys(one.component for one in group))
        if id(group) in own_of:
            yield _use(names, paper, [own_of[id(group)]])
        else:
            yield Use(names, paper, sum(len(one.copies) for one in group))
    if shared:
        yield _use(SHARED, paper, shared)
    for name in dict.fromkeys(page.component for page in leaves):
        pages = [page for page in leaves if page.component == name]
        cards = sum(len(page.copies) for page in pages)
        try:
            booklets = impose_booklets(job, pages, Report())
        except DeckError:
            yield Use(name, paper, cards)
            continue
        for booklet in booklets:
            sheet = booklet.printed[0]
            columns, rows = (len({round(s.trim.centre[i]) for s in sheet.slots}) for i in (0, 1))
            each, lies = 2 * len(sheet.slots), sheet.paper.width > sheet.paper.height
            last = cards - (booklet.sheets - 1) * each
            yield Use(name, paper, cards, columns, rows, lies, booklet.sheets, last, each)


def _in_slots(job: PrintJob, jobs: Sequence[Job]) -> Iterator[Use]:
    """Yield the use of a sheet with slots, which all components share."""
    assert job.sheet.slots is not None
    names, paper = " + ".join(dict.fromkeys(one.component for one in jobs)), job.sheet.slots.paper.name
    try:
        yield _use(names, paper, batches_of(jobs, job.sheet))
    except Problem:
        yield Use(names, paper, sum(len(one.copies) for one in jobs))


def _fits(group: Sequence[Job], job: PrintJob) -> bool:
    try:
        batch_of(group, job.sheet)
    except Problem:
        return False
    return True


def _use(name: str, paper: str, batches: Sequence[Batch]) -> Use:
    """Return the use of batches: one batch, or those of shared sheets, each of which has its own plan."""
    uses = [batch.use() for batch in batches]
    cards = sum(one is not None for batch in batches for sheet in batch.sheets for one in sheet)
    plan, last = uses[-1].plan, uses[-1]
    (columns, rows), lies = map(len, plan.middles), plan.paper.width > plan.paper.height
    return Use(name, paper, cards, columns, rows, lies, sum(u.sheets for u in uses), last.last, last.on_a_sheet)
