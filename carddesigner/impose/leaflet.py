"""Impose the panels of a leaflet, in reading order, on both sides of one sheet that is folded and not stapled."""

from __future__ import annotations

from carddesigner.core.folds import Fold
from carddesigner.core.geometry import Rect
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.booklet import Leaf, Pages, SheetOfPages, both_sides, papers_for, plan_of_pages
from carddesigner.impose.cautions import cuts_without_guides, pages_without_guides
from carddesigner.impose.grid import PaperTooSmall
from carddesigner.impose.jobs import SheetSettings
from carddesigner.impose.plan import SheetPlan
from carddesigner.impose.sheet import SheetBuilder, Sheets

FLAP = 1 * MM
"""How much narrower a panel is that is folded in between others."""


def leaflet_size(fold: Fold, width: float, height: float) -> tuple[float, float]:
    """Width and height of the open sheet after cutting, for panels of this size."""
    return len(fold.outside[0]) * width - (FLAP if fold.flap else 0.0), len(fold.outside) * height


def impose_leaflet(leaflet: Pages, settings: SheetSettings, builder: SheetBuilder, fold: Fold) -> Sheets:
    """Impose a sheet for each copy of a leaflet. Raises PaperTooSmall."""
    width, height = leaflet.size
    bleed = leaflet.pages[0][1].bleed
    wide, high = leaflet_size(fold, width, height)
    lying = _lying(settings.paper, (wide, high), bleed, settings)
    if lying is None:
        fitting = papers_for(wide, high)
        message = f"{' or '.join(fitting)} would do" if fitting else "no named paper is large enough"
        raise PaperTooSmall(
            f"the open leaflet of {wide / MM:g} × {high / MM:g} mm does not fit on {settings.paper.name} "
            f"({settings.paper.width / MM:g} × {settings.paper.height / MM:g} mm); {message}"
        )
    paper, sheet = lying.paper, lying.cells[0].trim
    start = sheet.x if fold.binds_right else sheet.right - len(fold.outside[0]) * width
    front: list[Leaf] = []
    back: list[Leaf] = []
    for row, (outer, inner) in enumerate(zip(fold.outside, fold.inside, strict=True)):
        for column, (before, behind) in enumerate(zip(outer, reversed(inner), strict=True)):
            trim = Rect(start + column * width, sheet.y + row * height, width, height)
            clip = _clip(trim, sheet, bleed, Rect(0.0, 0.0, paper.width, paper.height))
            for page, side in ((before, front), (behind, back)):
                side.append(Leaf(abs(page), trim, clip, 180 if page < 0 else 0))
    xs = tuple(start + n * width for n in range(1, len(fold.outside[0])))
    ys = tuple(sheet.y + n * height for n in range(1, len(fold.outside)))
    of_pages = SheetOfPages(plan_of_pages(paper, [sheet], bleed, xs, ys))

    def on(paper: Paper) -> SheetPlan | None:
        return _lying(paper, (wide, high), bleed, settings)

    sheets = []
    for copy in range(1, leaflet.copies + 1):
        what = f"{leaflet.component} · sheet {copy} of {leaflet.copies}"
        sides = [(copy, leaf) for leaf in front], [(copy, leaf) for leaf in back]
        sheets += both_sides(leaflet, copy, of_pages, sides, settings, builder, what)
    message = f"{fold.panels} panels of {width / MM:g} × {height / MM:g} mm on a sheet of {paper.name}"
    return Sheets(tuple(sheets), tuple(pages_without_guides(of_pages.plan, settings, on)), message)


def _lying(paper: Paper, size: tuple[float, float], bleed: float, settings: SheetSettings) -> SheetPlan | None:
    """The plan of the open sheet on a paper, None if it doesn't fit: portrait, unless only landscape has guides at all
    cuts.
    """
    (width, height), upright = size, paper.upright
    plans = [
        plan_of_pages(p, [Rect((p.width - width) / 2, (p.height - height) / 2, width, height)], bleed, ())
        for p in (upright, upright.turned())
        if width <= p.width + 1e-6 and height <= p.height + 1e-6
    ]
    return min(plans, key=lambda plan: bool(cuts_without_guides(plan, settings)), default=None)


def _clip(trim: Rect, sheet: Rect, bleed: float, paper: Rect) -> Rect:
    """A panel with its bleed at the sheet's edges, and none across a fold."""

    def end(at: float, edge: float, beyond: float, limit: float) -> float:
        outer = at <= edge + 1e-6 if beyond < 0 else at >= edge - 1e-6
        wanted = edge + beyond if outer else at
        return max(wanted, limit) if beyond < 0 else min(wanted, limit)

    left, top = end(trim.x, sheet.x, -bleed, 0.0), end(trim.y, sheet.y, -bleed, 0.0)
    right, bottom = (
        end(trim.right, sheet.right, bleed, paper.right),
        end(trim.bottom, sheet.bottom, bleed, paper.bottom),
    )
    return Rect(left, top, right - left, bottom - top)
