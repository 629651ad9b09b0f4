"""A deck from somebody's table: guessed, laid out until everything fits, and only then put in its place."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Report, series
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.deck.copies import unprinted_rows
from carddesigner.export.contact_page import Row, contact_page, rows_page
from carddesigner.export.contact_sheet import CARDS
from carddesigner.export.files import new_folder
from carddesigner.pipeline.readings import DeckReadings
from carddesigner.source import paths
from carddesigner.source.files import display_path, is_there, near_file
from carddesigner.source.finder import Finder
from carddesigner.starter.deck_file import deck_file
from carddesigner.starter.glyphs import find_fallback
from carddesigner.starter.guesses import card_names, guess_messages, remarks
from carddesigner.starter.kinds import MakePlan, kinds_remark, once_each, parted
from carddesigner.starter.languages import Languages, only_language, remark
from carddesigner.starter.looks.fitting import Fitted, Printed, Trial, all_printed, without
from carddesigner.starter.looks.look import LOOKS, Look, fittest, look_named
from carddesigner.starter.looks.pictures import PictureFolder, find_pictures, pictures_beside
from carddesigner.starter.looks.plan import make_plan
from carddesigner.starter.looks.sizes import USUAL, read_size
from carddesigner.starter.looks.sketched import Fitting, Sketched
from carddesigner.starter.looks.template import template_file
from carddesigner.starter.looks.uncertain import fitted_to_what_matters
from carddesigner.starter.made import Made, NewOptions, finished
from carddesigner.starter.markup import shown_markup, with_markup_read
from carddesigner.starter.named_columns import Guessed, file_name, guessed_columns
from carddesigner.starter.reading.sheets import quoted_name
from carddesigner.starter.reading.source import FoundTable, check_kind, read_source
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.spelling import comment, deck_id, unused
from carddesigner.starter.table_roles import agreed, check_quantity
from carddesigner.starter.titles import deck_title

COMPARED = 4
"""Cards that are shown in each look."""


class Begun(Struct, frozen=True):
    """A deck whose table and pictures lie in its folder, and whose columns have their roles: what is left is to be written in a look."""

    file: Path
    parts: tuple[Sketched, ...]
    notes: tuple[str, ...]
    grow: bool
    """Whether cards may become larger than their size, which nobody asked for."""


def deck_from_table(file: Path, folder: Path, options: NewOptions) -> Made:
    """Make a deck of a table's file in a new folder, by what the *options* say and what is found out.

    Raises DeckError with what is wrong with the file or the options, OutputProblem where the folder isn't empty or can't be made.
    """
    with new_folder(folder) as place:
        begun = begin(file, place, folder, options)
        if options.compare_looks:
            (place / paths.COMPARED_LOOKS).write_bytes(_compared(begun, place))
        made = written(begun, place)
        parts, printed = made.parts, made.printed
        # Rows that are no cards are told with the guesses.
        zero = replace(unprinted_rows(printed.deck.components), left_out=()).line
        markup = shown_markup(printed.deck, printed.pieces)
        if markup.columns:
            # What is told here needn't be told by `validate` again.
            (place / "deck.yaml").write_text(deck_file(parts, markup.columns), encoding="utf-8")
        notes = [*made.notes, *begun.notes, *([zero] if zero else []), *markup.notes]
        messages = tuple(message for part in parts for message in guess_messages(part, place, folder))
        messages = once_each(messages) if any(p.kinds for p in parts) else messages
        of_parts = [r for f in made.fitting for r in remarks(f, f"{folder}/templates/{f.part.template}.yaml")]
        names = card_names(parts, printed.deck)
        (place / paths.CONTACT_SHEET).write_bytes(contact_page(printed.deck, printed.pieces, CARDS, names=names))
        files = finished(place)
    remarked = tuple(dict.fromkeys((*of_parts, *notes)))
    cards = sum(len(p.copies) for p in printed.pieces)
    return Made(folder, files, cards, messages, remarked, sum(bool(p.copies) for p in printed.pieces))


def _compared(begun: Begun, place: Path) -> bytes:
    """The picture of a few cards in each of the looks that they can have."""
    rows: list[Row] = []
    names: dict[PieceKey, str] = {}
    own = begun.parts[0].look
    for look in sorted(LOOKS, key=lambda look: look is not own):
        try:
            made = written(begun, place, look)
        except DeckError:
            continue
        printed = made.printed
        names |= card_names(made.parts, printed.deck)
        which = " (as this deck is)" if look is own and not begun.parts[0].kinds else ""
        rows.append(Row(f"--look {look.name}{which}: {look.about}", printed.deck, printed.pieces))
    return rows_page(rows, COMPARED, names)


def begin(file: Path, place: Path, folder: Path, options: NewOptions) -> Begun:
    """Read a table, find out what its columns are, and put it and its pictures into *place*, which is to become *folder*.
    Raises DeckError.
    """
    report, name = Report(), folder.resolve().name
    look = look_named(options.look) if options.look is not None else None
    size = read_size(options.size or USUAL)
    if not is_there(file):
        report.fail("missing-file", f"there is no file {display_path(file)}{near_file(file)}")
    check_kind(file, report)
    beside = pictures_beside(file)
    sources = read_source(file, report, options)
    if options.markup:
        assets = Assets(Finder(place, paths.templates()))
        sources = tuple(with_markup_read(source, options.markup, assets, report) for source in sources)
    check_quantity(sources, options.quantity, report)
    said = agreed(sources)
    title = deck_title(name, file, tuple(s.rows.sheet for s in sources))
    shutil.copyfile(file, place / file_name(file))
    parts: list[Sketched] = []
    notes: list[str] = []
    of_all: list[Guess] = []
    for source in sources:
        # Each sheet's component and template have a name that no other has.
        taken = {p.component for p in parts}
        id_ = (
            unused(deck_id(source.rows.sheet or (source.rows.records or "cards").rpartition(".")[2]), taken)
            if len(sources) > 1
            else None
        )
        own = next((p.languages.own for p in parts if p.languages is not None), None)
        guessed = guessed_columns(source, said, options, beside, place, own, report)
        notes += [guessed.why] if guessed.why is not None else []
        of_all += guessed.guesses
        part, reported = _part(guessed, deck_id(name), title, id_, beside, place)
        part = replace(part, look=look or part.look, fitting=Fitting(*size))
        of_kinds = parted(part, _planner(part.source, place)) if look is None and len(sources) == 1 else (part,)
        parts += of_kinds
        notes += reported
    only = only_language(of_all) if all(p.languages is None for p in parts) else None
    if only is not None and only != "en":
        parts = [replace(p, languages=Languages(only, {})) for p in parts]
    looks = kinds_remark(parts)
    notes += [looks] if looks is not None else []
    in_others = remark(p.languages for p in parts if p.languages is not None)
    notes += [in_others] if in_others is not None else []
    columns = [column for p in parts for column in p.plan.prints]
    texts = {t for c in columns for t in c.texts} | {c.label for c in columns} | {title}
    texts |= {t for p in parts for g in p.guesses if g.role is Role.LANGUAGE for t in g.column.distinct}
    fallback = find_fallback(texts, Assets(Finder(place, paths.templates())), folder)
    for font, data in fallback.files.items():
        (place / "fonts").mkdir(exist_ok=True)
        (place / "fonts" / font).write_bytes(data)
    fitting = tuple(replace(p, fallback=fallback.families, wanted=fallback.wanted) for p in parts)
    return Begun(file, fitting, (*fallback.said, *notes), grow=options.size is None)


class Written(Struct, frozen=True):
    """A deck whose files are written: its parts as they fit, what it prints, and notes on what it leaves out."""

    fitting: tuple[Fitted, ...]
    printed: Printed
    notes: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[Sketched, ...]:
        """Its parts as they were written."""
        return tuple(f.part for f in self.fitting)


def written(begun: Begun, place: Path, look: Look | None = None, readings: DeckReadings | None = None) -> Written:
    """The deck's files written, in a *look* if one is given, so that all texts fit. What was made of them and of the table is
    kept in the *readings*. Raises DeckError with what is wrong with the table.
    """
    readings = readings if readings is not None else DeckReadings(place / "deck.yaml")
    fitting = []
    for part in begun.parts:
        part = replace(part, look=look or part.look)
        trial = Trial(readings, lambda p: _write((p,), place))
        try:
            fitting.append(fitted_to_what_matters(part, trial, grow=begun.grow))
        except DeckError as problem:
            raise _of_the_file(problem, part, place, begun.file) from None
    largest = max(fitting, key=lambda f: f.part.fitting.width * f.part.fitting.height)
    if largest.part.kinds and any(f.part.fitting.size != largest.part.fitting.size for f in fitting):
        # Cards of one deck have one size.
        size = largest.part.fitting
        whole = (replace(p, fitting=Fitting(size.size, size.width, size.height)) for p in begun.parts)
        again = written(replace(begun, parts=tuple(whole), grow=False), place, look, readings)
        return replace(again, fitting=tuple(replace(f, because=largest.because) for f in again.fitting))
    return Written((fitting[0],), fitting[0].printed) if len(fitting) == 1 else _together(fitting, place, readings)


def _part(
    guessed: Guessed,
    deck: str,
    title: str,
    id_: str | None,
    beside: PictureFolder,
    place: Path,
) -> tuple[Sketched, tuple[str, ...]]:
    """What a table becomes, its pictures copied, and notes on them."""
    source, guesses = guessed.source, guessed.guesses
    shipped = paths.templates()
    column = next((g.column for g in guesses if g.role is Role.PICTURE), None)
    pictures, copied, why = find_pictures(column, beside, shipped) if column is not None else (None, {}, ())
    plan = _planner(source, place)(guesses, pictures)
    for name, found in copied.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, place / name)
    fitting = Fitting(*read_size(USUAL))
    component, template = id_ or "cards", id_ or deck
    look, languages = fittest(plan), guessed.languages
    return Sketched(deck, title, component, template, source, guesses, plan, look, fitting, languages), why


def _planner(source: FoundTable, place: Path) -> MakePlan:
    """What plans cards of a table, whose pictures and symbols lie in a deck's folder."""
    markups = source.cells.markups if source.cells is not None else ()
    return lambda guesses, pictures: make_plan(guesses, pictures, Assets(Finder(place, paths.templates())), markups)


def _together(parts: Sequence[Fitted], place: Path, readings: DeckReadings) -> Written:
    """A deck of several tables, each of which fits by itself.

    Ids that two tables have are given up; where they don't go together even then, the first is left alone, with a note.
    """
    why = ""
    together = tuple(parts)
    apart = tuple(replace(f, part=without(f.part, Role.ID, "another sheet has the same ids")) for f in parts)
    for tried in (together, apart):
        readings.changed(_write([f.part for f in tried], place))
        ids = [c for f in tried for g in f.part.guesses if g.role is Role.ID for c in g.column.distinct]
        try:
            if len(set(ids)) == len(ids):
                return Written(tried, all_printed(readings))
        except DeckError as problem:
            why = problem.report.errors[0].message
    for f in parts[1:]:
        (place / "templates" / f"{f.part.template}.yaml").unlink()
    _write([parts[0].part], place)
    return Written(together[:1], parts[0].printed, (_left_out([f.part.source for f in parts], why),))


def _left_out(sources: Sequence[FoundTable], why: str) -> str:
    """The note on tables that don't go together with the first, and how each becomes a deck."""
    names = [comment(s.rows.sheet or s.rows.records or "", 40) for s in sources]
    where = f"{series(names[1:])} {'is' if len(names) == 2 else 'are'} left out, and only {names[0]} is printed"
    sheet = next((s.rows.sheet for s in sources[1:] if s.rows.sheet is not None), None)
    way = f"; make a deck of each sheet, such as with --sheet {quoted_name(sheet)}" if sheet is not None else ""
    return f"{where}, for together they make no deck: {why}{way}"


def _of_the_file(problem: DeckError, deck: Sketched, place: Path, file: Path) -> DeckError:
    """Errors that are the file's, at their places in it; what is wrong in a file of the deck, which nobody will find, at the table."""
    report = Report()
    copy, inside = display_path(place / deck.source.rows.file), display_path(place)
    for d in problem.report:
        span, hint = d.span, d.hint
        if span is not None and span.path == copy:
            span = replace(span, path=display_path(file))
        elif span is not None and Path(span.path).is_relative_to(inside):
            span, hint = _row_of(d.card, deck, file), "shorten the texts, or leave columns out with --columns"
        report.add(replace(d, span=span, hint=hint, related=()))
    return DeckError(report)


def _row_of(card: str | None, deck: Sketched, file: Path) -> Span:
    """The row of a card, by the number behind its id; the file where it has none."""
    number = (card or "").removeprefix(f"{deck.component}-")
    table = deck.source.table
    if number != card and number.isdecimal() and 0 < int(number) <= len(table.rows):
        return replace(table.rows[int(number) - 1].span, path=display_path(file))
    return Span(display_path(file))


def _write(parts: Sequence[Sketched], place: Path) -> list[Path]:
    """Write the files of a deck that changed, and say which."""
    (place / "templates").mkdir(exist_ok=True)
    files = {place / "deck.yaml": deck_file(parts)}
    files |= {place / "templates" / f"{part.template}.yaml": template_file(part) for part in parts}
    changed = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in changed:
        path.write_text(files[path], encoding="utf-8")
    return changed
