"""The tables of a deck that came from the web, read again, or taken from a database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import DeckError, Diagnostic, Problem, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.deck.find import find_deck, read_deck, read_in_all_languages
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.layout.deck import lay_out_deck
from carddesigner.layout.piece import with_faces
from carddesigner.schema.rows import Source
from carddesigner.source.cache import FileCache
from carddesigner.source.files import FileProblem, display_path
from carddesigner.source.finder import Finder
from carddesigner.starter.reading.source import TEXT_TABLES
from carddesigner.starter.web.fetch import fetch
from carddesigner.starter.web.hosts import WebPolicy
from carddesigner.tables.delimited import text_of_table
from carddesigner.template.checks import run_deck_checks


class Refreshed(Struct, frozen=True):
    """A deck with the tables that were read, in its own language and then in those that it is translated to: as it was,
    nothing where it can't be read, and as it will be; the files to write, and those that are the same. Nothing is
    written yet.
    """

    before: tuple[LoadedDeck, ...]
    after: tuple[LoadedDeck, ...]
    files: Mapping[Path, bytes]
    same: tuple[Path, ...]
    texts: Mapping[Path, str] = {}
    """What was read says, by the files that it is for."""


def refreshed(deck: str, policy: WebPolicy) -> Refreshed:
    """Read the tables of a deck again that have an address. Raises DeckError with what is in the way."""
    report = Report()
    loaded, assets = read_deck(deck, report)
    if loaded is None:
        raise DeckError(report)
    sources: dict[Path, list[Source]] = {}
    for component in loaded.deck.components:
        joined = (join.rows for join in component.rows.join) if component.rows is not None else ()
        for source in (component.rows, *joined):
            if source is not None and source.from_ is not None:
                sources.setdefault(assets.finder.folder / source.file, []).append(source)
    problems = Report()
    if not sources:
        hint = "write `from: https://…` beside `file:` under `rows:`, or make a deck with `new --from https://…`"
        problems.fail(
            "unreadable-address",
            "no table of the deck has an address",
            Span(display_path(loaded.folder / "deck.yaml")),
            hint=hint,
        )
    data: dict[Path, bytes] = {}
    texts: dict[Path, str] = {}
    for path, users in sources.items():
        addresses = {s.from_ for s in users if s.from_ is not None}
        try:
            _check_place(path, loaded.folder)
            if len(addresses) > 1:
                raise FileProblem(
                    "unreadable-address", f"{path.name} has several addresses: {', '.join(sorted(addresses))}"
                )
            data[path] = fetch(next(iter(addresses)), policy)
            texts[path.resolve()] = text_of_table(data[path], path, users[0].encoding)
        except FileProblem as problem:
            problems.add(problem, Span(display_path(path)))
    problems.raise_errors()
    return _taken(deck, assets, data, texts, problems, report)


def from_query(deck: str, address: str, query: str, component: str | None) -> Refreshed:
    """Take what a database's query gives into the table of a deck's *component*, or of the only one that has a table of
    text. Raises DeckError with what is in the way.
    """
    from carddesigner.starter.database import in_style_of, queried

    report, problems = Report(), Report()
    loaded, assets = read_deck(deck, report)
    if loaded is None:
        raise DeckError(report)
    rows = {c.id: c.rows for c in loaded.deck.components if c.rows is not None}
    place = Span(display_path(loaded.folder / "deck.yaml"))
    if component is not None and component not in rows:
        near = did_you_mean(component, rows)
        problems.fail("unknown-component", f"--component: no component {component!r} has a table{near}", place)
    files = {source.file for name, source in rows.items() if component in (None, name)}
    if len(files) != 1:
        named = (
            f"name with --component which of {', '.join(rows)} it is" if rows else "`rows:` of a component names one"
        )
        problems.fail(
            "unknown-component", "the deck has several tables" if rows else "the deck has no table", place, hint=named
        )
    source = next(source for source in rows.values() if source.file in files)
    path = assets.finder.folder / source.file
    try:
        _check_place(path, loaded.folder)
        data = in_style_of(path, queried(address, query), source.encoding)
        text = text_of_table(data, path, source.encoding)
    except Problem as problem:
        problems.refuse(problem, Span(display_path(path)) if isinstance(problem, FileProblem) else None)
    return _taken(deck, assets, {path: data}, {path.resolve(): text}, problems, report)


def _taken(
    deck: str, assets: Assets, data: Mapping[Path, bytes], texts: dict[Path, str], problems: Report, report: Report
) -> Refreshed:
    """A deck with other tables, whose bytes and texts are given; in the *report* is what was wrong before. Raises
    DeckError.
    """
    changed = {p: d for p, d in data.items() if not p.is_file() or p.read_bytes() != d}
    file, place = find_deck(deck), (assets.finder.folder, assets.finder.shipped)
    after = read_in_all_languages(file, Finder(*place, coming=frozenset(texts)), FileCache(unsaved=texts), problems)
    problems.raise_errors()
    before = read_in_all_languages(file, Finder(*place), FileCache(), Report()) if not report.errors else ()
    faults = [*_faults(after)] if before and changed else []
    if faults and any(_faults(before)):
        faults = []
    for fault in faults:
        problems.add(fault)
    problems.raise_errors()
    return Refreshed(before, after, changed, tuple(p for p in data if p not in changed), texts)


def _faults(decks: Iterable[LoadedDeck]) -> Iterator[Diagnostic]:
    """What keeps a deck from being built, in the first of its languages that has any."""
    for deck in decks:
        report = Report()
        run_deck_checks(deck, report)
        # Nothing is drawn, so that of each card only what is wrong is of interest.
        lay_out_deck(deck, report, take=lambda piece: with_faces(piece, lambda face: replace(face, zones=())))
        if report.errors:
            yield from report.errors
            return


def _check_place(path: Path, folder: Path) -> None:
    """Refuse to write anything but a text table in the deck's folder, links followed. Raises FileProblem."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FileProblem("outside-folder", f"{path} lies outside the deck's folder; only tables in it are read again")
    if path.suffix.lower() not in TEXT_TABLES:
        message = f"{path.name} is no text table; addresses are for {', '.join(TEXT_TABLES)}"
        raise FileProblem("unreadable-address", message, hint="call the file .csv")
