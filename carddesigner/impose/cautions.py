"""What the person who prints should know of how the sheets are imposed."""

from __future__ import annotations

from carddesigner.core.printing import MarkKind
from carddesigner.core.report import Diagnostic, Severity
from carddesigner.core.units import MM
from carddesigner.impose.clips import gutters
from carddesigner.impose.grid import plan_grid
from carddesigner.impose.jobs import Batch, wanted_grid
from carddesigner.impose.marks.crop import crop_marks
from carddesigner.impose.marks.targets import registration_targets

CODES = frozenset(("marks-left-out", "little-bleed"))
"""Warnings of sheets, which are the same in any language."""


def cautions(batch: Batch, *, several: bool) -> list[Diagnostic]:
    """What to be warned of; where pieces of *several* sizes are printed, each says which it is about."""
    plan, settings = batch.plan, batch.settings
    piece = plan.cells[0].piece
    size = f"pieces of {piece.width / MM:g} × {piece.height / MM:g} mm: " if several else ""
    out = []
    left_out = (
        crop_marks(plan)[1] if MarkKind.CROP in settings.marks and MarkKind.CUT_LINES not in settings.marks else ()
    )
    if left_out:
        message = (
            f"no room for crop marks at the {' and '.join(left_out)}; the marks at the other sides are enough to cut by"
            if len(left_out) < 4
            else "no room for crop marks; choose a larger paper or a smaller bleed"
        )
        out.append(_warning("marks-left-out", size + message))
    if MarkKind.REGISTRATION in settings.marks and not registration_targets(plan, ()):
        out.append(_warning("marks-left-out", size + "no room for registration marks; choose a larger paper or margin"))
    enough = min(plan.bleed, 1 * MM)
    narrow = [
        (gutter / 2, axis)
        for gutter, axis in zip(gutters(plan), ("columns", "rows"), strict=True)
        if gutter is not None and gutter / 2 < enough - 1e-6
    ]
    if narrow:
        wide = plan_grid(settings.paper, wanted_grid(piece, settings, 2 * enough))
        better = settings.duplex.per_sheet(wide.count)
        now = len(plan.cells)
        cards = f"{better} cards a sheet instead of {now}" if better < now else f"still {better} cards a sheet"
        message = (
            f"between {' and '.join(axis for _, axis in narrow)} only {min(half for half, _ in narrow) / MM:.2g} mm of "
            f"bleed are left, so cut exactly; --gutter {2 * enough / MM:g}mm gives {enough / MM:g} mm, and {cards}"
        )
        out.append(_warning("little-bleed", size + message))
    return out


def _warning(code: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, severity=Severity.WARNING)
