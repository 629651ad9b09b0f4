"""Export the lines of each sheet for a cutting machine as SVG: a layer for each operation, in millimetres, as large as
the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from carddesigner.core.geometry import Matrix, transformed
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.units import MM
from carddesigner.export.base import CUT_OPTIONS, CutSheet, Exporter, ExportJob, Fill
from carddesigner.export.cut_files import after, command_of, sizes_to_set
from carddesigner.export.earlier import replacing
from carddesigner.impose.cut_paths import CutPaths

COLORS = {"cut": "#ff0000", "crease": "#0000ff", "perforate": "#00a000"}
"""The colours of layers, by which the programs of machines choose the operation."""
_WIDTH = 0.1
"""The displayed width of lines, in millimetres."""


def _files(job: ExportJob) -> Iterator[Mapping[Path, Fill | None]]:
    folder = Path(f"cut-svg{job.suffix}")
    yield from replacing(job, folder, _sheets(job, folder))


def _sheets(job: ExportJob, folder: Path) -> Iterator[Mapping[Path, bytes]]:
    sheets, command = job.cut_sheets(), command_of(job.options, job.deck.deck.deck)
    job.messages.extend(sizes_to_set(sheets))
    for done, sheet in enumerate(sheets):
        job.progress("drawing", done, len(sheets))
        files = {f"{sheet.name}.svg": cut_svg(sheet.paths, f"{job.deck.title}: {sheet.name}", command).encode()}
        if sheet.pictured:
            files[f"{sheet.name}.png"] = _picture(job, sheet)
        yield {folder / name: data for name, data in files.items()}


def _picture(job: ExportJob, sheet: CutSheet) -> bytes:
    """A picture of a sheet's pieces for a program that prints them itself, as large as the extents of all lines."""
    from carddesigner.export.bitmaps import cut_out_pictures, png

    area = sheet.paths.box
    assert area is not None
    return png(next(cut_out_pictures(job.deck, [(sheet.page, area, sheet.paths.holes)], job.dpi)), job.dpi)


def cut_svg(paths: CutPaths, title: str, command: str) -> str:
    """The SVG of a sheet's lines, as large as the sheet, with layers as Inkscape marks them; *command* is the command
    that makes it.
    """
    width, height = (f"{round(v / MM, 4):g}" for v in (paths.paper.width, paths.paper.height))
    layers = "".join(
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" '
        f'fill="none" stroke="{COLORS[name]}" stroke-width="{_WIDTH}">\n'
        + "".join(f'<path d="{_data(path)}"/>\n' for path in lines)
        + "</g>\n"
        for name, lines in paths.layers.items()
        if lines
    )
    about = f"{_described(paths)} Made by: {command}"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(about, quote=False)}</desc>\n{layers}</svg>\n"
    )


def _described(paths: CutPaths) -> str:
    """The extents of the lines, for programs that place them elsewhere."""
    box = paths.box
    assert box is not None
    left, top, wide, high = (f"{v / MM:.2f}" for v in box)
    return f"The lines are {wide} × {high} mm; their upper left corner is {left} mm from the left and {top} mm from the top of the sheet."


def _data(path: Outline) -> str:
    in_mm = transformed(path, Matrix.scale(1 / MM, 1 / MM))
    return "".join("Z" if s[0] == "h" else s[0].upper() + " ".join(map(_number, s[1:])) for s in in_mm)


def _number(value: float | str) -> str:
    """Format millimetres with at most four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


CUT_SVG = Exporter("the lines of each sheet for a cutting machine, in layers", _files, CUT_OPTIONS, after)
