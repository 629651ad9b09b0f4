"""What the exporters for cutting machines share: the command that belongs to a file, and the lines printed about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import fields

from carddesigner.core.units import MM
from carddesigner.export.base import SHEET_OPTIONS, CutSheet

if TYPE_CHECKING:
    from carddesigner.export.options import ExportOptions

_NAMED = SHEET_OPTIONS | {"to", "select", "perforate"}


def command_of(options: ExportOptions, deck: str) -> str:
    """The command that makes the same lines again; ``build`` with the same options prints the sheets they belong to."""
    given = {f.name: getattr(options, f.name) for f in fields(options) if f.name in _NAMED}
    given = {f.name: given[f.name] for f in fields(options) if f.name in given and given[f.name] != f.default}
    return " ".join((f"carddesigner export {deck}", *(_option(name, value) for name, value in given.items())))


def _option(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"--{'' if value else 'no-'}{name}"
    if isinstance(value, float):
        value = f"{value / MM:g}mm"
    elif isinstance(value, Sequence) and not isinstance(value, str):
        value = ",".join(map(str, value))
    text = str(getattr(value, "source", value))
    return f"--{name.replace('_', '-')} {repr(text) if ' ' in text else text}"


def sizes_to_set(sheets: Sequence[CutSheet]) -> list[str]:
    """The size to set for each picture in the program that prints and cuts; consecutive equal sizes share a line."""
    boxes = [(sheet.name, box) for sheet in sheets if sheet.pictured and (box := sheet.paths.box) is not None]
    sizes = [
        (name, f"{b.width / MM:.1f} × {b.height / MM:.1f} mm ({b.width / 72:.2f} × {b.height / 72:.2f} in)")
        for name, b in boxes
    ]
    out = []
    for size, run in groupby(sizes, lambda one: one[1]):
        names = [f"{name}.png" for name, _ in run]
        out.append(f"  {names[0]}{f' to {names[-1]}' if names[1:] else ''}: make it {size} in Design Space")
    return out


def after(_options: ExportOptions, paths: Sequence[Path]) -> str:
    """The number of sheets, and what goes with them."""
    kinds = Counter(path.suffix for path in paths)
    count = kinds[".svg"] + kinds[".dxf"]
    made = next(path for path in paths if path.suffix in (".svg", ".dxf"))
    what = "with pictures to upload" if kinds[".png"] else "each as large as its paper"
    return f"{made.parent}  {count} sheet{'s' * (count != 1)}, {what}"
