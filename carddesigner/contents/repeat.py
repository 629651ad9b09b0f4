"""Rows, columns and grids: the frames of repeated children."""

from __future__ import annotations

from math import ceil, sqrt

from carddesigner.contents.zone import Repeat
from carddesigner.core.geometry import Rect


def cells(repeat: Repeat, frame: Rect) -> tuple[Rect, ...]:
    """One frame a child, in order (a grid fills row by row).

    Without a size of their own, children share the frame evenly.
    """
    count = len(repeat.children)
    if not count:
        return ()
    settings = repeat.settings
    columns = {"row": count, "column": 1}.get(settings.kind) or settings.columns or ceil(sqrt(count))
    columns = min(columns, count)
    rows = ceil(count / columns)
    gap = settings.gap
    if repeat.cell is not None:
        width, height = repeat.cell[0].of(frame.width), repeat.cell[1].of(frame.height)
    else:
        width = (frame.width - gap * (columns - 1)) / columns
        height = (frame.height - gap * (rows - 1)) / rows
    used_width = columns * width + (columns - 1) * gap
    used_height = rows * height + (rows - 1) * gap
    x = frame.x + (frame.width - used_width) * {"left": 0.0, "center": 0.5, "right": 1.0}[settings.align]
    y = frame.y + (frame.height - used_height) * {"top": 0.0, "middle": 0.5, "bottom": 1.0}[settings.valign]
    return tuple(
        Rect(x + (i % columns) * (width + gap), y + (i // columns) * (height + gap), width, height)
        for i in range(count)
    )
