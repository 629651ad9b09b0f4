"""The lines of a template that print columns which are not printed: where a look has room for them beside all else."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.starter.looks.plan import Pictures
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zones import face_of, placed
from carddesigner.starter.roles.columns import Column
from carddesigner.starter.spelling import field, folded_ascii, scalar, unused

_FREE = ("footer", "grade")
"""Zones of looks for a short text more, where nothing stands there."""
_SHORT = 40
"""Characters of a text that fits such a zone."""
_BETWEEN = 0.5
"""Millimetres that labels are apart."""


def zone_lines(part: Sketched, columns: Sequence[Column]) -> dict[tuple[str, ...], str]:
    """For each of the columns, by its path, the line that prints it: in a zone of the look that is free, else on a
    label over the picture, one below the other; a column of pictures at the lower edge, above what stands there. Where
    texts have taken the window's room there are no labels, which would lie on them.
    """
    zones = part.look.faces[face_of(part)]
    free = [zone for zone in _FREE if zone in zones and not placed(part).get(zone)]
    taken = {*zones}
    covered = part.fitting.window == 0 and "window" in part.look.sized
    top = 0.0
    out = {}
    for column in columns:
        name = unused(folded_ascii(column.path[-1])[:30].strip("-") or f"column-{column.at + 1}", taken)
        if part.plan.picture is not None and part.plan.picture.path == column.path:
            out[column.path] = f"{name}: {_picture(column, part.plan.picture)}"
        elif free and column.longest <= _SHORT:
            out[column.path] = f"{free.pop(0)}: {{{_when(column)}, {_text(column)}, min-size: 2pt}}"
            continue
        elif not covered:
            height = part.look.label_heights[column.longest > _SHORT]
            out[column.path] = (
                f"{name}: {{{_label(part, top, height)}, {_when(column)}, {_text(column)}, style: label}}"
            )
            top += height + _BETWEEN
        taken.add(name)
    return out


def _label(part: Sketched, below: float, height: float) -> str:
    left, right, top = part.look.label
    top = f"{top} + {below:g}mm" if below else top
    return f"box: {{left: {left}, right: {right}, top: {top}, height: {height:g}mm}}"


def _when(column: Column) -> str:
    if not column.blanks:
        return "when: true"
    return f"when: {scalar(f'{field(column.path)} != none' if column.number else field(column.path))}"


def _text(column: Column) -> str:
    return f"text: {scalar(f'{{{{ {field(column.path)} | plain }}}}')}"


def _picture(column: Column, picture: Pictures) -> str:
    when = f"when: {scalar(field(column.path))}, " if picture.blanks else ""
    missing = ", missing: placeholder" if picture.missing else ""
    fit = "" if picture.drawn else ", fit: contain"
    return f"{{box: {{left: 5mm, right: 5mm, bottom: 8mm, height: 20mm}}, {when}{picture.content}{missing}{fit}}}"
