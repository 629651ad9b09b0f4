"""Prepare a new deck: read a table, assign roles to its columns, and copy its pictures and fonts to the folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.deck.assets import Assets
from carddesigner.source import paths
from carddesigner.source.files import display_path, is_there, near_file
from carddesigner.source.finder import Finder
from carddesigner.starter.glyphs import find_fallback
from carddesigner.starter.kinds import MakePlan, kinds_remark, split_by_kind
from carddesigner.starter.languages import Languages, only_language, remark
from carddesigner.starter.looks.look import fittest, look_named
from carddesigner.starter.looks.pictures import PictureFolder, find_pictures, picture_folder
from carddesigner.starter.looks.plan import make_plan
from carddesigner.starter.looks.sizes import USUAL, read_size
from carddesigner.starter.looks.sketched import Fitting, Sketched
from carddesigner.starter.made import NewOptions
from carddesigner.starter.markup import with_markup_read
from carddesigner.starter.named_columns import Guessed, file_name, guessed_columns
from carddesigner.starter.reading.source import FoundTable, check_kind, read_source
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.spelling import deck_id, unused
from carddesigner.starter.table_roles import agreed, check_quantity
from carddesigner.starter.titles import deck_title


class PreparedDeck(Struct, frozen=True):
    """A deck whose table and pictures lie in its folder, and whose columns have their roles; its look is not written
    yet.
    """

    file: Path
    parts: tuple[Sketched, ...]
    notes: tuple[str, ...]
    grow: bool
    """Whether cards may become larger than their size, which nobody asked for."""


def prepare(file: Path, place: Path, folder: Path, options: NewOptions) -> PreparedDeck:
    """Read a table, find out what its columns are, and put it and its pictures into *place*, which is to become
    *folder*. Raises DeckError.
    """
    report = Report()
    look = look_named(options.look) if options.look is not None else None
    fitting = Fitting(*read_size(options.size or USUAL))
    pictures = picture_folder(file)
    sources = _sources(file, place, options, report)
    name = folder.resolve().name
    title = deck_title(name, file, tuple(sheet.rows.sheet for s in sources for sheet in s.sheets))
    # A deck that is called as a shipped one would be built in its place.
    deck = unused(deck_id(name), paths.shipped_decks())
    shutil.copyfile(file, place / file_name(file))
    agreement = agreed(sources)
    parts: list[Sketched] = []
    notes: list[str] = []
    guesses: list[Guess] = []
    for source in sources:
        original = next((p.languages.original for p in parts if p.languages is not None), None)
        guessed = guessed_columns(source, agreement, options, pictures, place, original, report)
        guesses += guessed.guesses
        # Each component and template has a name that no other has.
        taken = {name for p in parts for name in (p.template, p.component, *p.more)}
        ids = _ids(source, taken) if len(sources) > 1 or source.sheets[1:] else ["cards"]
        part, of_pictures = _part(guessed, deck, title, ids, ids[0] if len(sources) > 1 else deck, pictures, place)
        part = replace(part, look=look or part.look, fitting=fitting, terse=len(sources) > 1)
        parts += split_by_kind(part, _planner(part.source, place), taken) if look is None else (part,)
        notes += [*([guessed.why] if guessed.why is not None else []), *of_pictures]
    only = only_language(guesses) if all(p.languages is None for p in parts) else None
    if only is not None and only != "en":
        parts = [replace(p, languages=Languages(only, {})) for p in parts]
    of_all = kinds_remark(parts), remark(p.languages for p in parts if p.languages is not None)
    notes += [note for note in of_all if note is not None]
    parts, of_fonts = _with_fonts(parts, title, place, folder)
    return PreparedDeck(file, tuple(parts), (*of_fonts, *notes), grow=options.size is None)


def _sources(file: Path, place: Path, options: NewOptions, report: Report) -> tuple[FoundTable, ...]:
    """The tables of a file, with the markup of other programs that is to be read. Raises DeckError."""
    if not is_there(file):
        report.fail("missing-file", f"there is no file {display_path(file)}{near_file(file)}")
    check_kind(file, report)
    sources = read_source(file, report, options)
    if options.markup:
        assets = Assets(Finder(place, paths.templates()))
        sources = tuple(with_markup_read(source, options.markup, assets, report) for source in sources)
    check_quantity(sources, options.quantity, report)
    return sources


def _ids(source: FoundTable, taken: Iterable[str]) -> list[str]:
    """What the components of a table's sheets are called."""
    ids: list[str] = []
    for sheet in source.sheets:
        wanted = deck_id(sheet.rows.sheet or (sheet.rows.records or "cards").rpartition(".")[2])
        ids.append(unused(wanted, {*taken, *ids}))
    return ids


def _with_fonts(
    parts: Sequence[Sketched], title: str, place: Path, folder: Path
) -> tuple[list[Sketched], tuple[str, ...]]:
    """The parts with the families that their letters need besides the looks', put into the deck's folder, and notes on
    them.
    """
    columns = [column for p in parts for column in p.plan.prints]
    texts = {t for c in columns for t in c.texts} | {c.label for c in columns} | {title}
    texts |= {t for p in parts for g in p.guesses if g.role is Role.LANGUAGE for t in g.column.distinct}
    fallback = find_fallback(texts, Assets(Finder(place, paths.templates())), folder)
    for font, data in fallback.files.items():
        (place / "fonts").mkdir(exist_ok=True)
        (place / "fonts" / font).write_bytes(data)
    return [replace(p, fallback=fallback.families, wanted=fallback.wanted) for p in parts], fallback.notes


def _part(
    guessed: Guessed,
    deck: str,
    title: str,
    ids: Sequence[str],
    template: str,
    folder: PictureFolder,
    place: Path,
) -> tuple[Sketched, tuple[str, ...]]:
    """What a table becomes, its pictures copied, and notes on them."""
    source, guesses = guessed.source, guessed.guesses
    shipped = paths.templates()
    column = next((g.column for g in guesses if g.role is Role.PICTURE), None)
    pictures, copied, why = find_pictures(column, folder, shipped) if column is not None else (None, {}, ())
    plan = _planner(source, place)(guesses, pictures)
    for name, source_file in copied.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source_file, place / name)
    fitting = Fitting(*read_size(USUAL))
    look, languages = fittest(plan), guessed.languages
    component, *more = ids
    return Sketched(
        deck, title, component, template, source, guesses, plan, look, fitting, languages, more=tuple(more)
    ), why


def _planner(source: FoundTable, place: Path) -> MakePlan:
    """What plans cards of a table, whose pictures and symbols lie in a deck's folder."""
    markups = source.cells.markups if source.cells is not None else ()
    return lambda guesses, pictures: make_plan(guesses, pictures, Assets(Finder(place, paths.templates())), markups)
