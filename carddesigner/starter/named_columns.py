"""A table as a new deck reads it: what its columns are called and what they are for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.deck.assets import Assets
from carddesigner.schema.rows import Rows
from carddesigner.source import paths
from carddesigner.source.finder import Finder
from carddesigner.starter.languages import Languages, find_translations
from carddesigner.starter.looks.pictures import PictureFolder
from carddesigner.starter.made import NewOptions
from carddesigner.starter.reading.shape import Names
from carddesigner.starter.reading.source import FoundTable, read_again
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.roles.icons import IconNames
from carddesigner.starter.spelling import unused
from carddesigner.starter.table_roles import Agreed, decide
from carddesigner.tables.table import Table


class Guessed(Struct, frozen=True):
    """A table as the deck reads it, the roles of its columns, its languages and a note."""

    source: FoundTable
    guesses: tuple[Guess, ...]
    languages: Languages | None
    why: str | None


def guessed_columns(
    source: FoundTable,
    agreement: Agreed,
    options: NewOptions,
    pictures: PictureFolder,
    place: Path,
    original: str | None,
    report: Report,
) -> Guessed:
    """The roles of the columns. Columns called ``copies`` or ``id`` that can't be that get other names, translations
    those that say so, and these are no columns of the table then. *original* is the deck's language, if it is known.
    """
    icon = IconNames(Assets(Finder(place, paths.templates()))).find
    name = {"file": file_name(source.path)}
    source = replace(source, sheets=tuple(replace(s, rows=s.rows.model_copy(update=name)) for s in source.sheets))

    def decided() -> tuple[tuple[Guess, ...], str | None]:
        return decide(source, agreement, pictures.find, icon, options.quantity, dict(options.roles))

    guesses, why = decided()
    used = {g.column.name for g in guesses if g.role in (Role.COPIES, Role.ID)}
    names = source.table.names
    apart = {n: unused(f"{n}_column", names, "_") for n in names if n in ("copies", "id") and n not in used}
    if apart:
        source = _renamed(source, apart, report)
        guesses, why = decided()
    translating = find_translations(source, guesses, original)
    translations = {g.column.name for g in translating.guesses if g.role is Role.LANGUAGE}
    if translations:
        source = _renamed(source, translating.names, report)
        kept = [i for i, name in enumerate(source.table.names) if name not in translations]
        source = replace(source, table=_narrowed(source.table, kept), headers=tuple(source.headers[i] for i in kept))
        guesses, why = decided()
    about = {g.column.header for g in translating.guesses}
    guesses = (*(g for g in guesses if g.column.header not in about), *translating.guesses)
    return Guessed(source, guesses, translating.languages, why)


def _narrowed(table: Table, kept: Sequence[int]) -> Table:
    """A table of some of its columns."""
    rows = tuple(replace(row, values=tuple(row.values[i] for i in kept)) for row in table.rows)
    return replace(table, headers=tuple(table.headers[i] for i in kept), rows=rows)


def _renamed(source: FoundTable, new: dict[str, str], report: Report) -> FoundTable:
    """A table with other names of columns, by those that they have. Raises DeckError."""
    wanted = tuple(new.get(n, n) for n in source.wanted) if source.wanted is not None else None
    sheets = tuple(replace(s, rows=_with_names(s.rows, source, new)) for s in source.sheets)
    source = replace(source, sheets=sheets, wanted=wanted)
    table = read_again(source, report)
    return replace(source, table=source.cells.table(table, report) if source.cells is not None else table)


def _with_names(rows: Rows, source: FoundTable, new: dict[str, str]) -> Rows:
    """How a sheet is read with other names of columns."""
    columns: Names
    if isinstance(rows.columns, tuple):
        columns = tuple(new.get(c, c) if c is not None else None for c in rows.columns)
    else:
        names = source.table.names
        renamed = {h: new[n] for h, n in zip(source.headers, names, strict=True) if n in new}
        columns = {**rows.columns, **renamed}
    skip = tuple({new.get(n, n): t for n, t in r.items()} if isinstance(r, dict) else r for r in rows.skip)
    return rows.model_copy(update={"skip": skip, "columns": columns})


def file_name(path: Path) -> str:
    """What the copy is called: the same, unless a deck could not name it, or it would take the place of the deck's own
    file.
    """
    fit = ":" not in path.name and not path.name.startswith("~") and path.name.isprintable()
    # On many disks case means nothing.
    return path.name if fit and path.name.lower() != "deck.yaml" else f"cards{path.suffix.lower()}"
