"""Find a deck by what the user calls it, and load it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from carddesigner.core.report import Report, did_you_mean, nearest
from carddesigner.core.serials import Serials
from carddesigner.deck.assets import Assets
from carddesigner.deck.cards import Split
from carddesigner.deck.deck import read_deck_file
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.source import paths
from carddesigner.source.cache import FileCache
from carddesigner.source.files import MAX_NEAR, FileProblem, is_there
from carddesigner.source.finder import Finder
from carddesigner.tables.table import Table


def is_path(deck: str) -> bool:
    """Whether *deck* is a path rather than the id of a shipped deck."""
    return "/" in deck or "\\" in deck or deck.startswith(".")


def find_deck(deck: str | Path) -> Path:
    """Return ``deck.yaml`` for a path (with a separator or a leading dot) or a shipped deck's id. Raises DeckError."""
    if isinstance(deck, Path):
        return deck / "deck.yaml" if deck.is_dir() else deck
    name, report = deck, Report()
    if len(name) > 4000:
        report.fail("missing-file", "no file has so long a name")
    if is_path(name):
        path = Path(name)
        file = path / "deck.yaml" if path.is_dir() else path
        if file.is_file():
            return file
        wanted = file if path.suffix in (".yaml", ".yml") else path / "deck.yaml"
        report.fail("missing-file", f"there is no {wanted}{_near_deck(path)}")
    shipped = paths.shipped_decks()
    if name in shipped:
        return paths.decks() / name / "deck.yaml"
    hint = None
    if Path(name, "deck.yaml").exists():
        hint = f"a deck of your own is named by its path: ./{name}"
    elif Path(name).is_dir():
        hint = f"the folder {name} is no deck of your own: it has no deck.yaml"
    message = f"there is no shipped deck {name!r}{did_you_mean(name, shipped)}"
    report.fail("unknown-deck", message, hint=hint or f"shipped are {', '.join(shipped)}")


def own_file(deck: str | Path) -> Path:
    """Return ``deck.yaml`` in its folder, with the folder's links resolved. The file itself may be a link; reading it
    checks that it stays within the folder. Raises DeckError.
    """
    file = find_deck(deck)
    return file.parent.resolve() / file.name


def _near_deck(path: Path) -> str:
    """``"; did you mean './x'?"`` for a deck next to a path without one, else an empty string."""
    if path.exists() or not path.parent.is_dir():
        return ""
    decks = [p.name for p in islice(path.parent.iterdir(), MAX_NEAR) if (p / "deck.yaml").is_file()]
    near = nearest(path.name, decks)
    return f"; did you mean './{(path.parent / near).as_posix()}'?" if near is not None else ""


def read_deck(
    deck: str | Path,
    report: Report,
    language: str | None = None,
    tables: Mapping[str, Table] | None = None,
    edition: str | None = None,
    serials: Serials | None = None,
    split: Split | None = None,
) -> tuple[LoadedDeck | None, Assets]:
    """Read a deck as far as its errors allow, and its files. Raises DeckError if there is no such deck."""
    file = find_deck(deck)
    assets = Assets(Finder(file.parent, paths.templates()), tables or {})
    return read_deck_file(file, assets, report, language, edition, serials=serials, split=split), assets


def loaded_deck(
    deck: str | Path,
    report: Report | None = None,
    language: str | None = None,
    tables: Mapping[str, Table] | None = None,
    edition: str | None = None,
    serials: Serials | None = None,
    split: Split | None = None,
) -> LoadedDeck:
    """Read and check a deck: a shipped deck's id, a folder, or a ``deck.yaml``. Raises DeckError.

    *language* and *edition* default to the deck's own language and the base edition. *tables* replace components' own
    tables. Of numbered cards only those with *serials* are read. If the build is *split*, the cards of long tables are
    not read.
    """
    report = report if report is not None else Report()
    loaded, _ = read_deck(deck, report, language, tables, edition, serials, split)
    report.raise_errors()
    assert loaded is not None
    return loaded


def read_in_all_languages(file: Path, finder: Finder, files: FileCache, report: Report) -> tuple[LoadedDeck, ...]:
    """Read a deck in its own language, with its errors in the report, and then in all others. *files* replaces the file
    cache.
    """
    decks = [read_deck_file(file, Assets(finder, files=files), report)]
    for language in decks[0].deck.languages if decks[0] is not None else ():
        # Missing translations stop a build in that language only.
        assets = Assets(Finder(finder.folder, finder.shipped, coming=finder.coming), files=files)
        decks.append(read_deck_file(file, assets, Report(), language))
    return tuple(one for one in decks if one is not None)


def find_list(name: Path, deck: str | LoadedDeck) -> Path:
    """Find a list of cards: a file here, else one in the deck's folder. Raises DeckError if there is neither."""
    if is_there(name) or name.is_absolute():
        return name
    assets = (loaded_deck(deck) if isinstance(deck, str) else deck).assets
    try:
        return assets.finder.data_file(name.as_posix())
    except FileProblem as problem:
        Report().fail("missing-file", f"there is no {name} here; in the deck's folder: {problem.message}")
