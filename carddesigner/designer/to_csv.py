"""Conversion of a spreadsheet's table to CSV, which is edited here from then on."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from carddesigner.designer.session import Session
from carddesigner.export.files import write_files
from carddesigner.schema.rows import Source
from carddesigner.source.files import read_bytes
from carddesigner.source.yaml_edits import Edit, EditProblem, Remove, SetValue, Step, YamlText, read_places
from carddesigner.tables.grid import Grid
from carddesigner.tables.open_grid import WORKBOOKS

_WORKBOOK_SETTINGS = ("sheet", "header", "columns", "encoding")
"""Settings for reading a workbook that the CSV does not need."""


def csv_name(source: Source) -> str:
    """Return the file to which a table can be converted; empty if it is edited here already."""
    path = PurePosixPath(source.file)
    if path.suffix.lower() in WORKBOOKS:
        return str(path.with_suffix(".csv"))
    return source.file if source.from_ is not None else ""


def converted_to_csv(session: Session, source: Source, grid: Grid) -> dict[Path, str]:
    """Write a table as CSV, and return the text of ``deck.yaml`` that reads it. Raises Problem and OutputProblem."""
    name = csv_name(source)
    places = read_places(session.texts.relative(session.file), session.texts.saved(session.file))
    edits: list[Edit] = []
    for i, component in enumerate(session.components()):
        rows = component.rows
        if rows is None:
            continue
        for own, at in ((rows, ()), *((join.rows, ("join", k, "rows")) for k, join in enumerate(rows.join))):
            if (own.file, own.sheet) == (source.file, source.sheet):
                edits += _source_edits(places, ("components", i, "rows", *at), name)
    if not edits:
        raise EditProblem("this table is named in another deck's file; change it there")
    text = places.edited(edits)
    if name != source.file:
        path, data = session.folder / name, _written(grid).encode("utf-8")
        session.texts.check_place(path)
        # The same file may exist after an undo, or if the rest of an earlier attempt was refused.
        if path.exists() and (not path.is_file() or read_bytes(path) != data):
            raise EditProblem(f"there is a file {name} already; rename it first")
        write_files({path: data})
    return {session.file: text}


def _source_edits(places: YamlText, at: Sequence[Step], name: str) -> list[Edit]:
    """Return the edits of a table's source in ``deck.yaml``."""
    rows = places.at(at)
    if rows.kind == "scalar":
        return [SetValue(tuple(at), name)]
    keys = {e.name for e in rows.entries}
    gone = [
        Remove((*at, key))
        for key in ("from", *_WORKBOOK_SETTINGS)
        if key in keys and (key == "from" or "from" not in keys)
    ]
    return [SetValue((*at, "file"), name), *gone]


def _written(grid: Grid) -> str:
    used = [i for i, column in enumerate(grid.columns) if column.name]
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([grid.columns[i].name for i in used])
    writer.writerows([[row[i] for i in used] for row in grid.rows])
    return out.getvalue()
