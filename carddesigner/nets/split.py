"""Split dies that are larger than the paper along folds, into parts that are glued together."""

from __future__ import annotations

from collections.abc import Callable
from math import radians, tan

from msgspec.structs import replace

from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.nets.block import tab
from carddesigner.nets.die import Die, DieFold, finished

JOINT = 12 * MM
"""The overlap of two parts that are glued together."""
MAX_PARTS = 4

Fits = Callable[[float, float], bool]


def in_parts(die: Die, fits: Fits) -> tuple[Die, ...] | None:
    """The die as a whole if it *fits*, otherwise cut along folds into as few parts as fit; None if that takes too
    many.
    """
    parts = _parts(die, fits, MAX_PARTS)
    return parts and tuple(replace(p, part=(n, len(parts))) for n, p in enumerate(parts, 1))


def _parts(die: Die, fits: Fits, most: int) -> tuple[Die, ...] | None:
    if fits(*die.size):
        return (die,)
    if most < 2:
        return None
    halves = [h for h in (_halved(die, fold) for fold in die.folds) if h is not None]
    halves.sort(key=lambda h: round(max(p.size[0] * p.size[1] for p in h), 3))
    best = None
    for one, other in halves:
        first = _parts(one, fits, most - 1)
        second = _parts(other, fits, most - len(first)) if first is not None else None
        if first is not None and second is not None and (best is None or len(first) + len(second) < len(best)):
            best = first + second
        if best is not None and len(best) == 2:
            break
    return best


def _halved(die: Die, fold: DieFold) -> tuple[Die, Die] | None:
    """The two sides of a fold between faces, the first with a strip to glue behind the other; None if they can't be
    separated there.
    """
    by_name = {p.name: p for p in die.panels}
    if by_name[fold.panel].kind != "face" or by_name[fold.flap].kind != "face":
        return None
    beyond, more = set[str](), {fold.flap}
    while more != beyond:
        beyond, more = more, more | {f.flap for f in die.folds if f.panel in more and f is not fold}
    glued = by_name[fold.flap]
    (x0, y0), (x1, y1) = fold.start, fold.end
    xs, ys = [p[0] for p in glued.points], [p[1] for p in glued.points]
    room = max(xs) - min(xs) if abs(x1 - x0) < abs(y1 - y0) else max(ys) - min(ys)
    # The strip's fold runs clockwise around the part it is attached to: the other part lies to its left.
    cx, cy = sum(xs) / len(xs), sum(ys) / len(ys)
    is_left = (x1 - x0) * (cy - y0) - (y1 - y0) * (cx - x0) < 0
    root = (fold.start, fold.end) if is_left else (fold.end, fold.start)
    number = max(p.number for p in die.panels) + 1
    try:
        strip = tab(f"joint-{number}", root, min(JOINT, room - 1.5 * MM), fold.flap, number, tan(radians(15)))
        kept = (*(p for p in die.panels if p.name not in beyond), strip)
        folds = (*(f for f in die.folds if f.flap not in beyond), replace(fold, flap=strip.name))
        slits = tuple(s for s in die.slits if s.panel not in beyond)
        others = tuple(p for p in die.panels if p.name in beyond)
        inner = tuple(f for f in die.folds if f.panel in beyond)
        first = replace(die, panels=kept, folds=folds, slits=slits)
        second = replace(die, panels=others, folds=inner, slits=tuple(s for s in die.slits if s.panel in beyond))
        return finished(first), finished(second)
    except Problem:
        return None
