"""Pictures that cells name: found beside the table, and where they go in the deck."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.deck.assets import Assets
from carddesigner.source.files import FileProblem, resolve_inside
from carddesigner.source.finder import Finder
from carddesigner.starter.looks.plan import Pictures
from carddesigner.starter.roles.columns import Column
from carddesigner.starter.spelling import quoted

_FOLDERS = ("", "images/", "image/", "pictures/", "pics/", "art/", "img/", "assets/")
"""Folders beside a table in which its pictures are looked for, in small letters."""
_KINDS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".svg")
_ELSEWHERE = re.compile(r"[A-Za-z]:|[/\\~]|file:")
"""How a path begins that doesn't lie beside the table."""
_MAX_FILES = 20_000


class PictureFolder(Struct, frozen=True):
    """The pictures beside a table, by their paths in small letters: tables are written where case means nothing."""

    folder: Path
    files: dict[str, Path]

    def find(self, name: str) -> Path | None:
        """The picture that a cell names: its path, or its name in a folder for pictures, its extension left out or
        not.
        """
        place = name.replace("\\", "/").removeprefix("./").lower()
        if place.startswith("/") or ".." in place.split("/"):
            return None
        folders = _FOLDERS if "/" not in place else ("",)
        kinds = ("",) if place.endswith(_KINDS) else _KINDS
        return next((self.files[p] for f in folders for k in kinds if (p := f"{f}{place}{k}") in self.files), None)


def picture_folder(table: Path) -> PictureFolder:
    """The pictures in a table's folder and in those below it, hidden ones left out."""
    folder = table.resolve().parent
    files: dict[str, Path] = {}
    seen = 0
    for parent, folders, names in os.walk(folder):
        within = Path(parent).relative_to(folder)
        folders[:] = sorted(f for f in folders if not f.startswith(".")) if len(within.parts) < 4 else []
        for name in sorted(n for n in names if n.lower().endswith(_KINDS)):
            place = (within / name).as_posix()
            with suppress(FileProblem):
                files.setdefault(place.lower(), resolve_inside(folder, place))
        seen += len(names) + len(folders)
        if seen > _MAX_FILES:
            break
    return PictureFolder(folder, files)


def _last(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def find_pictures(
    column: Column, folder: PictureFolder, shipped: Path
) -> tuple[Pictures, dict[str, Path], tuple[str, ...]]:
    """What the template needs to know, the files to copy by their place in the deck, and notes on them."""
    assets = Assets(Finder(folder.folder, shipped))
    # Of a path on somebody's computer only the file's name can be right in the deck.
    elsewhere = any(_ELSEWHERE.match(name) for name in column.distinct)
    places = {name: _last(name) if elsewhere else name.replace("\\", "/") for name in column.distinct}
    named = {name: folder.find(place) for name, place in places.items()}
    # Names without an extension get one in the template, if it is the same for all.
    bare = not any(name.lower().endswith(_KINDS) for name in column.distinct)
    kinds = {path.suffix for path in named.values() if path is not None}
    extension = next(iter(kinds)) if bare and len(kinds) == 1 else ""
    drawn = {k.lower() for k in kinds} == {".svg"}
    files: dict[str, Path] = {}
    missing: list[str] = []
    why: list[str] = []
    shapes: list[float] = []
    for name, paths_of_name in named.items():
        place = places[name] + extension
        if paths_of_name is None or not place.lower().endswith(_KINDS):
            missing.append(name)
            continue
        try:
            path = paths_of_name.relative_to(folder.folder).as_posix()
            if drawn:
                assets.drawing(path)
            else:
                picture = assets.picture(path)
                shapes.append(picture.width / picture.height)
            files[place] = paths_of_name
        except Problem as problem:
            missing.append(name)
            why.append(problem.message)
    backslashes = any("\\" in name for name in column.distinct)
    value = f"{column.expression} | replace({quoted(chr(92))}, '/')" if backslashes else column.expression
    value = f"({value}).split('/') | last" if elsewhere else value
    about = (column.path, value, len(files), tuple(missing), bool(column.blanks), extension, drawn)
    return Pictures(*about, tuple(shapes)), files, tuple(why)
