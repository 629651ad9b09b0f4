"""A digest of everything faces are made of except the cards' own values: settings, templates, pictures, icons,
fonts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

import carddesigner
from carddesigner.core.digest import digest
from carddesigner.core.walk import walk
from carddesigner.deck.assets import Assets
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.source.finder import MAX_FILES, Finder
from carddesigner.text.font_files import SUFFIXES

_KINDS = SUFFIXES.union((".yaml", ".yml", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg"))


class Fingerprint(Struct, frozen=True):
    """The ``digest`` of all of a deck's files, and of the program's files, that faces can be made of; ``files`` are the
    paths of the deck's.
    """

    digest: str
    files: frozenset[str]


def fingerprint(deck: LoadedDeck) -> Fingerprint | None:
    """Return the fingerprint of all such files, because only layout shows which are used. Return None where it would be
    unreliable: the deck uses files in hidden folders, in other decks or with unusual endings, a file changed since it
    was read, there are too many files, or the system can't read them.
    """
    try:
        return _fingerprint(deck)
    except OSError:
        return None


def _fingerprint(deck: LoadedDeck) -> Fingerprint | None:
    assets, finder = deck.assets, deck.assets.finder
    data = {path.resolve() for path in finder.data if not assets.files.was_read(path)}
    assets.svg_texts()  # this reads files whose digests follow
    files: list[tuple[str, str]] = []
    paths: set[str] = set()
    for root in (folder.resolve() for folder in (finder.folder, *finder.parents)):
        links: list[str] = []
        for path in _files(root, links):
            # Of these only YAML can be a table, and resolving the links of every picture takes long.
            if not (path.endswith("ml") and Path(path).resolve() in data):
                files.append((path[len(str(root)) :], _digest(assets, path)))
                paths.add(path)
            if len(files) > MAX_FILES:
                return None
        # The files in linked folders are found by their real paths, so only the links' targets matter here.
        files += [(path[len(str(root)) :], os.path.relpath(os.path.realpath(path), root)) for path in links]
    if not assets.files.is_as_read() or not _holds(paths, finder):
        return None
    shipped = [
        (os.path.basename(p), os.stat(p).st_size, Path(p).read_bytes() if p.endswith((".yaml", ".svg")) else None)  # noqa: PTH116, PTH119
        for p in _files(finder.shipped)
    ]
    whole = digest(carddesigner.__version__, deck.deck.language, deck.edition, files, shipped)
    return Fingerprint(whole, frozenset(paths))


def _holds(paths: set[str], finder: Finder) -> bool:
    """Whether all files used so far, except tables and running text, are among these or belong to the program."""
    if any(finder.own_file(name) not in finder.data for name in finder.hidden_names):
        return False
    others = (path for path in finder.used - finder.data if str(path) not in paths)
    shipped = finder.shipped.resolve()
    return all([str(real := path.resolve()) in paths or real.is_relative_to(shipped) for path in others])


def _is_set(folder: str, name: str) -> bool:
    return name.endswith(".icons") or (name.endswith(".json") and os.path.basename(folder) == "symbols")  # noqa: PTH119


def _digest(assets: Assets, path: str) -> str:
    try:
        return assets.files.digest(path)
    except (FileNotFoundError, PermissionError):
        # Missing or not readable. If a card needs it, that is reported during layout.
        return ""


def _raise(problem: OSError) -> None:
    if not isinstance(problem, FileNotFoundError | PermissionError):
        raise problem


def _files(root: Path, links: list[str] | None = None) -> Iterator[str]:
    """Yield the files in a folder that faces can be made of, in order, skipping other decks inside. Links to folders
    are added to *links*.
    """
    for folder, inner, names in walk(root, _raise):
        if folder != str(root) and "deck.yaml" in names:
            inner.clear()
            continue
        if links is not None:
            links += [path for n in sorted(inner) if os.path.islink(path := os.path.join(folder, n))]  # noqa: PTH114, PTH118
        inner[:] = sorted(n for n in inner if not n.startswith("."))
        for name in sorted(names):
            path = os.path.join(folder, name)  # noqa: PTH118
            if (os.path.splitext(name)[1].lower() in _KINDS or _is_set(folder, name)) and os.path.isfile(path):  # noqa: PTH113, PTH122
                yield path
