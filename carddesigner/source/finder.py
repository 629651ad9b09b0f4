"""Find the files that a deck names: in its own folder, then in those of the decks it extends, then among the shipped
templates.

Files are never searched in the working directory, and never outside those folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from msgspec import Struct, field

from carddesigner.core.report import did_you_mean, series
from carddesigner.core.walk import followed, walk
from carddesigner.source.files import MAX_NEAR, FileProblem, display_path, is_there, resolve_inside

MAX_FILES = 20_000
"""The most files in a deck's folder that are searched."""
PICTURE_FOLDERS = ("pictures", "art", "images")
"""Folders of a deck that are also searched for pictures."""
PICTURES = frozenset((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg"))
"""Extensions of pictures."""
ICON_ENDINGS = ("svg", "png", "jpg", "jpeg", "webp")
"""Extensions of icon files, in the order of the search."""


class Finder(Struct):
    """Finds files by name during one reading of a deck. ``parents`` are the folders of decks that it extends."""

    folder: Path
    shipped: Path
    parents: tuple[Path, ...] = ()
    coming: frozenset[Path] = frozenset()
    """Files of the deck that count as existing before they are written, with links resolved."""
    used: set[Path] = field(default_factory=set)
    """Files in use, with links resolved."""
    data: set[Path] = field(default_factory=set)
    """Those of them that faces aren't made from directly: tables, running text, profiles and print lists."""
    _followed: dict[str, str] = field(default_factory=dict)
    _own: dict[str, Path] = field(default_factory=dict)
    _sets: dict[str, Path] = field(default_factory=dict)

    def own_file(self, name: str) -> Path:
        """Return a file by its path in the deck's folder. Raises FileProblem."""
        if name not in self._own:
            self._own[name] = self._own_file(name)
        self.used.add(self._own[name])
        return self._own[name]

    def _own_file(self, name: str) -> Path:
        try:
            return self._inside(self.folder, name)
        except FileProblem as problem:
            if problem.code == "missing-file" and (new := (self.folder / name).resolve()) in self.coming:
                return new
            for parent in self.parents if problem.code == "missing-file" else ():
                if is_there(parent / name):
                    return self._inside(parent, name)
            raise

    def picture_file(self, name: str) -> Path:
        """Return a picture by its path in the deck's folder, or in one of its folders for pictures. Raises
        FileProblem.
        """
        for folder in ("", *PICTURE_FOLDERS):
            try:
                return self.own_file(f"{folder}/{name}" if folder else name)
            except FileProblem as problem:
                if problem.code != "missing-file":
                    raise
                if not folder:
                    missing = problem
        raise FileProblem("missing-file", self._otherwise(name) or missing.message)

    def _otherwise(self, name: str) -> str | None:
        """A message if a picture exists with other capitals or another extension."""
        wanted = Path(name.replace("\\", "/"))
        spellings = []
        for parent in ("", *PICTURE_FOLDERS):
            folder = followed(self.folder / parent / wanted.parent)
            if folder.is_dir() and folder.is_relative_to(self.folder.resolve()):
                names = (p.name for p in islice(folder.iterdir(), MAX_NEAR) if p.suffix.lower() in PICTURES)
                like = sorted(n for n in names if Path(n).stem.casefold() == wanted.stem.casefold())
                spellings += [(folder / n).relative_to(self.folder.resolve()).as_posix() for n in like]
        if not spellings:
            return None
        listed = series([repr(n) for n in spellings[:3]])
        return f"there is no file {name!r} in {display_path(self.folder)}, but {listed}: write it like that, or rename the file"

    def data_file(self, name: str) -> Path:
        """Return a file by its path, for a table, running text, a profile or a print list. Raises FileProblem."""
        path = self.own_file(name)
        self.data.add(path)
        return path

    def template(self, name: str) -> Path:
        """Return a template's file by its name, ``looks/…`` for a shipped look. Raises FileProblem."""
        if name.startswith("looks/"):
            return self._named(name.removeprefix("looks/"), (self.shipped / "looks",), ("yaml",), "template")
        return self._named(name, (*self._folders("templates"), self.shipped), ("yaml",), "template")

    def symbol(self, name: str) -> Path:
        """Return an icon's file by its name: a drawing or a picture. Raises FileProblem."""
        return self._named(name, (*self._folders("symbols"), self.shipped / "symbols"), ICON_ENDINGS, "icon")

    def icon_set(self, name: str) -> Path:
        """Return an icon set's file by its name: the deck's ``symbols/<name>.json``, or a shipped one. Raises
        FileProblem.
        """
        if name not in self._sets:
            self._sets[name] = self._icon_set(name)
        return self._sets[name]

    def _icon_set(self, name: str) -> Path:
        for folder in self._folders("symbols"):
            if is_there(folder / f"{name}.json"):
                info = f"{name}.info.json"
                if is_there(folder / info):
                    self._inside(folder, info)
                return self._inside(folder, f"{name}.json")
        sets = self.icon_sets()
        if name not in sets:
            near, hint = (
                did_you_mean(name, sets),
                f"there are {series(sorted(sets))}; others are read from symbols/ as Iconify JSON",
            )
            raise FileProblem("unknown-icon", f"unknown icon set {name!r}{near}", hint=hint, fix=near.fix)
        return sets[name]

    def icon_sets(self) -> dict[str, Path]:
        """Return all icon sets by name."""
        shipped = {p.stem: p for p in sorted((self.shipped / "icons").glob("*.icons"))}
        own = [p for f in reversed(self._folders("symbols")) for p in sorted(f.glob("*.json"))]
        return shipped | {p.stem: p for p in own if "." not in p.stem}

    @property
    def read_from(self) -> tuple[Path, ...]:
        """The folders that contain all files; hidden folders within them are listed separately if a file in them is
        used.
        """
        folders = (self.folder, *self.parents, self.shipped)
        bases = [os.path.realpath(folder) + os.sep for folder in folders]
        lies_in = {os.path.dirname(path) + os.sep for path in self.used}  # noqa: PTH120
        hidden = {f for f in lies_in for base in bases if f.startswith(base) and f"{os.sep}." in f[len(base) - 1 :]}
        requested = {os.path.join(bases[0], os.path.dirname(name)) for name in self.hidden_names}  # noqa: PTH118, PTH120
        hidden |= {*filter(os.path.isdir, requested)}
        return (*folders, *map(Path, sorted(hidden)))

    @property
    def hidden_names(self) -> tuple[str, ...]:
        """The paths of requested files in hidden folders, unresolved, because links there may lead anywhere."""
        hidden = (name for name in self._own if "/." in f"/{name}")
        return tuple(name for name in hidden if any(p[:1] == "." and p.strip(".") for p in name.split("/")[:-1]))

    @property
    def font_folders(self) -> tuple[Path, ...]:
        """The folders searched for fonts, in order."""
        return (*self._folders("fonts"), self.shipped_fonts)

    @property
    def shipped_fonts(self) -> Path:
        """The folder of the shipped fonts, with files called ``<Family>-<Style>``."""
        return self.shipped / "fonts"

    def drawings(self) -> Iterator[Path]:
        """Yield all SVG files of the deck and of those that it extends, with links resolved."""
        seen = 0
        for root in (self.folder, *self.parents):
            base = root.resolve()
            for folder, folders, files in walk(base):
                folders[:] = sorted(f for f in folders if not f.startswith("."))
                seen += len(files)
                if seen > MAX_FILES:
                    break
                for name in sorted(f for f in files if f.endswith(".svg")):
                    path = os.path.join(folder, name)  # noqa: PTH118
                    # The walk doesn't follow linked folders, so a file that is no link lies within.
                    if not os.path.islink(path):  # noqa: PTH114
                        yield Path(path)
                    elif (real := followed(Path(path))).is_relative_to(base):
                        yield real

    def _folders(self, kind: str) -> tuple[Path, ...]:
        return tuple(f / kind for f in (self.folder, *self.parents))

    def _named(self, name: str, folders: tuple[Path, ...], endings: tuple[str, ...], what: str) -> Path:
        for folder in folders if "/" not in name else ():
            for ending in endings:
                if is_there(folder / f"{name}.{ending}"):
                    return self._inside(folder, f"{name}.{ending}")
        names = sorted({p.stem for f in folders for ending in endings for p in f.glob(f"*.{ending}")})
        hint = None
        if what == "template":
            own = sorted({p.stem for f in folders[:-1] for p in f.glob("*.yaml")})
            hint = f"templates/ has {', '.join(own[:20])}{', …' if len(own) > 20 else ''}" if own else None
        near = did_you_mean(name, names)
        raise FileProblem(f"unknown-{what}", f"unknown {what} {name!r}{near}", hint=hint, fix=near.fix)

    def _inside(self, folder: Path, name: str) -> Path:
        """A file in the folder of a deck, or in one of its subfolders, with links resolved. Raises FileProblem."""
        root = next((r for r in (self.folder, *self.parents) if folder is r or folder.is_relative_to(r)), folder)
        inside = folder.relative_to(root) / name if folder is not root else name
        path = resolve_inside(root, str(inside), self._followed)
        self.used.add(path)
        return path
