"""The tables of a deck that came from the web, read again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.deck.cards import joined_key
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import loaded_deck, read_deck
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem, display_path
from carddesigner.starter.reading.source import TEXT_TABLES
from carddesigner.starter.web.fetch import fetch
from carddesigner.starter.web.hosts import WebPolicy
from carddesigner.tables.read import read_table
from carddesigner.tables.table import Row, Table


class Refreshed(Struct, frozen=True):
    """A deck with the tables that were read: as it was, None where it can't be read, and as it will be; the files to write, and
    those that are the same. Nothing is written yet.
    """

    before: LoadedDeck | None
    after: LoadedDeck
    files: Mapping[Path, bytes]
    same: tuple[Path, ...]


def refreshed(deck: str, policy: WebPolicy) -> Refreshed:
    """Read the tables of a deck again that have an address. Raises DeckError with what is in the way."""
    report = Report()
    found, assets = read_deck(deck, report)
    if found is None:
        raise DeckError(report)
    sources: dict[Path, list[tuple[str, Source]]] = {}
    for component in found.deck.components:
        rows = component.rows
        joined = ((joined_key(component.id, j), j.rows) for j in rows.join) if rows is not None else ()
        for name, source in ((component.id, rows), *joined) if rows is not None else ():
            if source.from_ is not None:
                sources.setdefault(assets.finder.folder / source.file, []).append((name, source))
    own = Report()
    if not sources:
        hint = "write `from: https://…` beside `file:` under `rows:`, or make a deck with `new --from https://…`"
        own.fail(
            "unreadable-address",
            "no table of the deck has an address",
            Span(display_path(found.folder / "deck.yaml")),
            hint=hint,
        )
    data: dict[Path, bytes] = {}
    tables: dict[str, Table] = {}
    for path, users in sources.items():
        addresses = {s.from_ for _, s in users if s.from_ is not None}
        try:
            _check_place(path, found.folder)
            if len(addresses) > 1:
                raise FileProblem(
                    "unreadable-address", f"{path.name} has several addresses: {', '.join(sorted(addresses))}"
                )
            data[path] = fetch(next(iter(addresses)), policy)
        except FileProblem as problem:
            own.add(problem, Span(display_path(path)))
            continue
        with TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            copy.write_bytes(data[path])
            for name, source in users:
                table = _table(copy, path, source, own)
                if table is not None:
                    tables[name] = table
    own.raise_errors()
    changed = {p: d for p, d in data.items() if not p.is_file() or p.read_bytes() != d}
    after = loaded_deck(deck, Report(), tables=tables)
    before = found if not report.errors else None
    return Refreshed(before, after, changed, tuple(p for p in data if p not in changed))


def _check_place(path: Path, folder: Path) -> None:
    """Refuse to write anything but a text table in the deck's folder, links followed. Raises FileProblem."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FileProblem("outside-folder", f"{path} lies outside the deck's folder; only tables in it are read again")
    if path.suffix.lower() not in TEXT_TABLES:
        message = f"{path.name} is no text table; addresses are for {', '.join(TEXT_TABLES)}"
        raise FileProblem("unreadable-address", message, hint="call the file .csv")


def _table(copy: Path, path: Path, source: Source, report: Report) -> Table | None:
    """The table of a file that isn't in its place yet; its problems are told with the path that it will have."""
    own = Report()
    table: Table | None = None
    try:
        table = read_table(copy, source, own)
    except FileProblem as problem:
        own.add(problem, Span(display_path(path)))
    for d in own:
        report.add(
            replace(d, span=replace(d.span, path=display_path(path)) if d.span is not None else None, related=())
        )
    return _moved(table, display_path(path)) if table is not None else None


def _moved(table: Table, shown: str) -> Table:
    """The table as if it stood in another file."""

    def place(row: Row, column: int) -> Span:
        return replace(table.place(row, column), path=shown)

    headers = tuple(replace(h, span=replace(h.span, path=shown)) for h in table.headers)
    rows = tuple(replace(r, span=replace(r.span, path=shown)) for r in table.rows)
    return replace(table, path=shown, headers=headers, rows=rows, place=place)
