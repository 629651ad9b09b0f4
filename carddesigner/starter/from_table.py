"""A deck from somebody's table: guessed, laid out until everything fits, and only then put in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.export.files import new_folder
from carddesigner.source import paths
from carddesigner.source.files import display_path, is_there
from carddesigner.source.finder import Finder
from carddesigner.starter.columns import columns_of
from carddesigner.starter.fitting import fitted, together
from carddesigner.starter.glyphs import find_fallback
from carddesigner.starter.guess import Guess, Role, guess_roles
from carddesigner.starter.guesses import guess_messages, remarks
from carddesigner.starter.made import Made, finished
from carddesigner.starter.pictures import PictureFolder, find_pictures, pictures_beside
from carddesigner.starter.plan import Sketched, make_plan
from carddesigner.starter.source import TABLES, FoundTable, read_source, renamed_table
from carddesigner.starter.spelling import comment, deck_id, shortened, unused


def deck_from_table(file: Path, folder: Path) -> Made:
    """Make a deck of a table's file in a new folder.

    Raises DeckError with what is wrong with the file, OutputProblem where the folder isn't empty or can't be made.
    """
    report = Report()
    if not is_there(file):
        report.error("missing-file", f"there is no file {display_path(file)}")
    elif file.suffix.lower() not in TABLES:
        message = f"{file.suffix or 'no extension'}: a deck is made from {', '.join(TABLES)}"
        report.error("unknown-table", message, Span(display_path(file)))
    report.raise_errors()
    with new_folder(folder) as place:
        beside = pictures_beside(file)
        name = folder.resolve().name
        title = shortened(comment(name.replace("_", " "), 200) or "Deck", 60)
        sources = read_source(file, report)
        shutil.copyfile(file, place / _file_name(file))
        parts: list[Sketched] = []
        notes: list[str] = []
        for source in sources:
            # Each sheet's component and template have a name that no other has.
            taken = {p.component for p in parts}
            id_ = unused(deck_id(source.rows.sheet or "cards"), taken) if len(sources) > 1 else None
            part, reported = _part(source, deck_id(name), title, id_, beside, place, report)
            parts.append(part)
            notes += reported
        columns = [column for p in parts for column in p.plan.prints]
        texts = {t for c in columns for t in c.texts} | {c.label for c in columns} | {title}
        fallback = find_fallback(texts, Assets(Finder(place, paths.templates())))
        for font, data in fallback.files.items():
            (place / "fonts").mkdir(exist_ok=True)
            (place / "fonts" / font).write_bytes(data)
        named = frozenset(n for p in parts if p.plan.colours is not None for n in p.plan.colours.palette)
        parts = [replace(p, plan=replace(p.plan, fallback=fallback.families, taken=named)) for p in parts]
        fitting = [fitted(part, place, file) for part in parts]
        deck, cards = tuple(part for part, _ in fitting), fitting[0][1]
        if len(deck) > 1:
            deck, cards = together(deck, place)
        messages = tuple(message for part in deck for message in guess_messages(part, place, folder))
        of_plans = [r for part in deck for r in remarks(part.plan, f"{folder}/templates/{part.template}.yaml")]
        files = finished(place)
    return Made(folder, files, cards, messages, tuple(dict.fromkeys((*of_plans, *fallback.said, *notes))))


def _part(
    source: FoundTable, deck: str, title: str, id_: str | None, beside: PictureFolder, place: Path, report: Report
) -> tuple[Sketched, tuple[str, ...]]:
    """What a table becomes, its pictures copied, and notes on them."""
    source, guesses = _guessed(source, beside, report)
    shipped = paths.templates()
    column = next((g.column for g in guesses if g.role is Role.PICTURE), None)
    pictures, copied, why = find_pictures(column, beside, shipped) if column is not None else (None, {}, ())
    plan = make_plan(guesses, pictures, Assets(Finder(place, shipped)))
    for name, found in copied.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, place / name)
    return Sketched(deck, title, id_ or "cards", id_ or deck, source, guesses, plan), why


def _guessed(source: FoundTable, beside: PictureFolder, report: Report) -> tuple[FoundTable, tuple[Guess, ...]]:
    """The roles of the columns. Columns called ``copies`` or ``id`` that can't be that get other names."""
    source = replace(source, rows=source.rows.model_copy(update={"file": _file_name(source.path)}))
    guesses = guess_roles(columns_of(source.table, source.headers), source.rows.keys, beside.find)
    used = {g.column.name for g in guesses if g.role in (Role.COPIES, Role.ID)}
    names = [h.name for h in source.table.headers]
    wrong = [n for n in names if n in ("copies", "id") and n not in used]
    if not wrong:
        return source, guesses
    apart = {n: unused(f"{n}_column", names, "_") for n in wrong}
    columns: tuple[str, ...] | dict[str, str]
    if isinstance(source.rows.columns, tuple):
        columns = tuple(apart.get(c, c) for c in source.rows.columns)
    else:
        renamed = {h: apart[n] for h, n in zip(source.headers, names, strict=True) if n in wrong}
        columns = {**source.rows.columns, **renamed}
    rows, table = renamed_table(source.path, source.rows, columns, report)
    source = replace(source, rows=rows, table=table)
    return source, guess_roles(columns_of(table, source.headers), rows.keys, beside.find)


def _file_name(path: Path) -> str:
    """What the copy is called: the same, unless a deck could not name it."""
    fit = ":" not in path.name and not path.name.startswith("~") and path.name.isprintable()
    return path.name if fit and path.name not in ("deck.yaml", "templates", "fonts") else f"cards{path.suffix.lower()}"
