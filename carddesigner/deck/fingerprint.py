"""A digest of all that faces are made of but the cards' own values: settings, templates, pictures, icons, fonts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

import carddesigner
from carddesigner.core.digest import digest
from carddesigner.core.walk import walk
from carddesigner.deck.assets import Assets
from carddesigner.deck.deck import LoadedDeck
from carddesigner.source.finder import MAX_FILES, Finder
from carddesigner.text.font_files import SUFFIXES

_KINDS = SUFFIXES.union((".yaml", ".yml", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg"))


class Fingerprint(Struct, frozen=True):
    """The ``digest`` of all of a deck's files of which faces can be made, and of those that come with the program; the paths of the
    ``files``, but for these.
    """

    digest: str
    files: frozenset[str]


def fingerprint(deck: LoadedDeck) -> Fingerprint | None:
    """That of all pictures that there are, as only layout shows which are used. None where it would say nothing of what was read: where
    the deck uses files in hidden folders, in other decks or with unusual endings, where one was changed since it was read, where there are
    too many, or where the system can't tell what is in them.
    """
    try:
        return _fingerprint(deck)
    except OSError:
        return None


def _fingerprint(deck: LoadedDeck) -> Fingerprint | None:
    assets, finder = deck.assets, deck.assets.finder
    data = {path.resolve() for path in finder.data if not assets.files.was_read(path)}
    assets.svg_texts()  # which reads what is digested below
    files: list[tuple[str, str]] = []
    paths: set[str] = set()
    for root in (folder.resolve() for folder in (finder.folder, *finder.parents)):
        links: list[str] = []
        for path in _files(root, links):
            # Of what may be here only YAML can be a table; following links for every picture takes its time.
            if not (path.endswith("ml") and Path(path).resolve() in data):
                files.append((path[len(str(root)) :], _digest(assets, path)))
                paths.add(path)
            if len(files) > MAX_FILES:
                return None
        # What lies in there is found where it lies; where a name leads is all that may change.
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
    """Whether all files that are used so far are among these or come with the program, but for tables and running text."""
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
        # Gone meanwhile, or not to be read: where a card needs it, that is reported when it is laid out.
        return ""


def _raise(problem: OSError) -> None:
    if not isinstance(problem, FileNotFoundError | PermissionError):
        raise problem


def _files(root: Path, links: list[str] | None = None) -> Iterator[str]:
    """What faces can be made of in a folder, in order; other decks inside are left alone. Links to folders go to *links*."""
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
