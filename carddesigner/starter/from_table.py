"""A deck from somebody's table: guessed, laid out until everything fits, and only then put in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

from msgspec.structs import replace

from carddesigner import paths
from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.export.files import new_folder
from carddesigner.load.assets import Assets
from carddesigner.load.files import display_path, is_there
from carddesigner.load.tables import read_table
from carddesigner.starter.columns import columns_of
from carddesigner.starter.fitting import Sketched, fitted
from carddesigner.starter.glyphs import Fallback, find_fallback
from carddesigner.starter.guess import Guess, Role, guess_roles
from carddesigner.starter.made import Made, files_in, write_schemas
from carddesigner.starter.pictures import PictureFolder, find_pictures, pictures_beside
from carddesigner.starter.plan import Pictures, Plan, make_plan
from carddesigner.starter.source import TABLES, FoundTable, read_source
from carddesigner.starter.spelling import comment, deck_id, shortened
from carddesigner.starter.telling import guesses_told, remarks


def deck_from_table(file: Path, folder: Path) -> Made:
    """Make a deck of a table's file in a new folder.

    Raises DeckError with what is wrong with the file, OutputProblem where the folder isn't empty or can't be made.
    """
    report = Report()
    if not is_there(file):
        report.error("missing-file", f"there is no file {display_path(file)}")
    elif file.suffix.lower() not in TABLES:
        words = f"{file.suffix or 'no extension'}: a deck is made from {', '.join(TABLES)}"
        report.error("unknown-table", words, Span(display_path(file)))
    report.raise_errors()
    with new_folder(folder) as place:
        source = read_source(file, report)
        beside = pictures_beside(file)
        source, guesses = _guessed(source, beside, report)
        shipped = paths.templates()
        pictures, copied, why = _pictures(guesses, beside, shipped)
        name = folder.resolve().name
        plan = make_plan(guesses, pictures, Assets(place, shipped))
        title = shortened(comment(name.replace("_", " "), 200) or "Deck", 60)
        fallback = _fonts(plan, title, Assets(place, shipped))
        deck = Sketched(deck_id(name), title, source, guesses, replace(plan, fallback=fallback.families))
        shutil.copyfile(file, place / source.rows.file)
        for font, data in fallback.files.items():
            (place / "fonts").mkdir(exist_ok=True)
            (place / "fonts" / font).write_bytes(data)
        for name_in_deck, found in copied.items():
            (place / name_in_deck).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(found, place / name_in_deck)
        deck, cards = fitted(deck, place, file)
        said = tuple(guesses_told(deck, place, folder))
        notes = (*remarks(deck.plan, f"{folder}/templates/{deck.id}.yaml"), *fallback.said, *why)
        write_schemas(place)
        files = files_in(place)
    return Made(folder, files, cards, said, notes)


def _guessed(source: FoundTable, beside: PictureFolder, report: Report) -> tuple[FoundTable, tuple[Guess, ...]]:
    """The roles of the columns. Columns called ``copies`` or ``id`` that can't be that get other names."""
    source = replace(source, rows=source.rows.model_copy(update={"file": _file_name(source.path)}))
    guesses = guess_roles(columns_of(source.table, source.headers), source.rows.keys, beside.find)
    used = {g.column.name for g in guesses if g.role in (Role.COPIES, Role.ID)}
    names = [h.name for h in source.table.headers]
    wrong = [n for n in ("copies", "id") if n in names and n not in used]
    if not wrong:
        return source, guesses
    rows = source.rows
    apart: dict[str, str] = {
        n: next(f"{n}_{k}" for k in ("column", *range(2, 999)) if f"{n}_{k}" not in names) for n in wrong
    }
    columns: tuple[str, ...] | dict[str, str]
    if isinstance(rows.columns, tuple):
        columns = tuple(apart.get(c, c) for c in rows.columns)
    else:
        columns = {**rows.columns, **{h: apart[n] for h, n in zip(source.headers, names, strict=True) if n in wrong}}
    rows = rows.model_copy(update={"columns": columns})
    table = read_table(source.path, rows, report)
    report.raise_errors()
    assert table is not None
    source = replace(source, rows=rows, table=table)
    return source, guess_roles(columns_of(table, source.headers), source.rows.keys, beside.find)


def _file_name(path: Path) -> str:
    """What the copy is called: the same, unless a deck could not name it."""
    fit = ":" not in path.name and not path.name.startswith("~") and path.name.isprintable()
    return path.name if fit and path.name not in ("deck.yaml", "templates", "fonts") else f"cards{path.suffix.lower()}"


def _pictures(
    guesses: tuple[Guess, ...], beside: PictureFolder, shipped: Path
) -> tuple[Pictures | None, dict[str, Path], tuple[str, ...]]:
    column = next((g.column for g in guesses if g.role is Role.PICTURE), None)
    return find_pictures(column, beside, shipped) if column is not None else (None, {}, ())


def _fonts(plan: Plan, title: str, assets: Assets) -> Fallback:
    texts = {t for p in plan.prints for t in p.texts} | {p.label for p in plan.prints} | {title}
    return find_fallback(texts, assets)
