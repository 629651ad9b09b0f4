"""Pictures that cells name: found beside the table, and where they go in the deck."""

from __future__ import annotations

import re
from pathlib import Path

from carddesigner.contents.base import NameProblem
from carddesigner.load.assets import Assets
from carddesigner.load.files import FileProblem, resolve_inside
from carddesigner.starter.columns import Column
from carddesigner.starter.plan import Pictures
from carddesigner.starter.spelling import quoted

_FOLDERS = ("", "images", "image", "pictures", "art", "img", "assets", "Images", "Art")
_MOST_LISTED = 1200
"""Characters of the names of missing pictures, above which none is shown rather than most of them listed."""


def find_pictures(column: Column, table: Path, shipped: Path) -> tuple[Pictures, dict[str, Path], tuple[str, ...]]:
    """What the template needs to know, the files to copy by their place in the deck, and words about them."""
    folder = table.resolve().parent
    assets = Assets(folder, shipped)
    files: dict[str, Path] = {}
    missing: list[str] = []
    why: list[str] = []
    for name in column.distinct:
        place = name.replace("\\", "/")
        found = _find(folder, place)
        if found is None:
            missing.append(name)
            continue
        try:
            assets.picture(str(found.relative_to(folder)))
            files[place] = found
        except NameProblem as problem:
            missing.append(name)
            why.append(problem.message)
    backslashes = any("\\" in name for name in column.distinct)
    value = f"{column.expression} | replace({quoted(chr(92))}, '/')" if backslashes else column.expression
    if sum(map(len, missing)) + 6 * len(missing) > _MOST_LISTED:
        files, missing = {}, list(column.distinct)
    zone = re.sub(r"[^\w-]", "-", "-".join(column.path)) or "picture"
    zone = f"{zone}-" if zone in ("picture", "placeholder", "line", "details") else zone
    return Pictures(zone, column.path, value, len(files), tuple(missing), bool(column.blanks)), files, tuple(why)


def _find(folder: Path, place: str) -> Path | None:
    """The file of a picture, inside the table's folder."""
    if place.startswith("/") or ".." in place.split("/"):
        return None
    for below in _FOLDERS if "/" not in place else ("",):
        try:
            return resolve_inside(folder, f"{below}/{place}" if below else place)
        except FileProblem:
            continue
    return None
