"""A deck from somebody's table: guessed, laid out until everything fits, and only then put in its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import DeckError, Report, series
from carddesigner.core.source import Span
from carddesigner.deck.copies import unprinted_rows
from carddesigner.export.contact_page import Row, contact_page, rows_page
from carddesigner.export.contact_sheet import CARDS
from carddesigner.export.files import new_folder
from carddesigner.pipeline.readings import DeckReadings
from carddesigner.source import paths
from carddesigner.source.files import display_path
from carddesigner.starter.blanks import blank_notes
from carddesigner.starter.deck_file import deck_file
from carddesigner.starter.guesses import guess_messages
from carddesigner.starter.kinds import by_table, once_each
from carddesigner.starter.looks.fitting import Fitted, without
from carddesigner.starter.looks.look import LOOKS, Look
from carddesigner.starter.looks.sketched import Fitting, Sketched
from carddesigner.starter.looks.template import sharing, template_file
from carddesigner.starter.looks.trial import Printed, Trial, all_printed
from carddesigner.starter.looks.uncertain import fitted_to_what_matters
from carddesigner.starter.made import GuessMessage, Made, NewOptions, finished, picture_name
from carddesigner.starter.markup import shown_markup
from carddesigner.starter.prepare import PreparedDeck, prepare
from carddesigner.starter.reading.sheets import quoted_name
from carddesigner.starter.reading.source import FoundTable
from carddesigner.starter.remarks import remarks
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import comment
from carddesigner.template.titles import card_titles

COMPARED = 4
"""Cards that are shown in each look."""


def deck_from_table(file: Path, folder: Path, options: NewOptions) -> Made:
    """Make a deck of a table's file in a new folder, by what the *options* say and what is found out.

    Raises DeckError with what is wrong with the file or the options, OutputProblem where the folder isn't empty or
    can't be made.
    """
    with new_folder(folder) as place:
        prepared = prepare(file, place, folder, options)
        # Cells may name pictures of these names, which may come later.
        named = {name for p in prepared.parts if p.plan.picture is not None for name in p.plan.picture.missing}
        sheet, looks = (picture_name(place, n, named) for n in (paths.CONTACT_SHEET, paths.COMPARED_LOOKS))
        compared = _compared(prepared, place) if options.compare_looks else None
        if compared is not None:
            (place / looks).write_bytes(compared)
        made = written(prepared, place)
        parts, printed = made.parts, made.printed
        # Rows that are no cards are reported with the guesses.
        zero = replace(unprinted_rows(printed.deck.components), left_out=()).line
        markup = shown_markup(printed.deck, printed.pieces)
        if markup.columns:
            # What is reported here needn't be reported by `validate` again.
            (place / "deck.yaml").write_text(deck_file(parts, markup.columns), encoding="utf-8")
        alone = options.compare_looks and compared is None
        none = ["no look shows all of these cards, so there is no picture of looks side by side"] if alone else []
        notes = [
            *made.notes,
            *none,
            *prepared.notes,
            *([zero] if zero else []),
            *markup.notes,
            *blank_notes(printed.deck),
        ]
        messages = tuple(chain.from_iterable(_messages(of_table, place, folder) for of_table in by_table(parts)))
        names = card_titles(printed.deck)
        of_parts = [r for f in made.fitting for r in remarks(f, f"{folder}/templates/{f.part.template}.yaml", names)]
        (place / sheet).write_bytes(contact_page(printed.deck, printed.pieces, CARDS))
        files = finished(place)
    remarked = tuple(dict.fromkeys((*of_parts, *notes)))
    cards = sum(len(p.copies) for p in printed.pieces)
    pieces = sum(bool(p.copies) for p in printed.pieces)
    return Made(folder, files, cards, messages, remarked, pieces, sheet, looks if compared is not None else None)


def _compared(prepared: PreparedDeck, place: Path) -> bytes | None:
    """The picture of a few cards in each of the looks that they can have; None where no look can show all of them."""
    rows: list[Row] = []
    deck_look = prepared.parts[0].look
    for look in sorted(LOOKS, key=lambda look: look is not deck_look):
        try:
            made = written(prepared, place, look)
        except DeckError:
            continue
        printed = made.printed
        which = " (as this deck is)" if look is deck_look and not prepared.parts[0].kinds else ""
        rows.append(Row(f"--look {look.name}{which}: {look.about}", printed.deck, printed.pieces))
    # In another look tables may share templates of another name.
    for file in (place / "templates").glob("*.yaml"):
        file.unlink()
    return rows_page(rows, COMPARED) if rows else None


class Written(Struct, frozen=True):
    """A deck whose files are written: its parts as they fit, what it prints, and notes on what it leaves out."""

    fitting: tuple[Fitted, ...]
    printed: Printed
    notes: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[Sketched, ...]:
        """Its parts as they were written."""
        return tuple(f.part for f in self.fitting)


def written(
    prepared: PreparedDeck, place: Path, look: Look | None = None, readings: DeckReadings | None = None
) -> Written:
    """The deck's files written, in a *look* if one is given, so that all texts fit. What was made of them and of the
    table is kept in the *readings*. Raises DeckError with what is wrong with the table.
    """
    readings = readings if readings is not None else DeckReadings(place / "deck.yaml")
    fitting = []
    for part in prepared.parts:
        fitting.append(_fitted(replace(part, look=look or part.look), prepared, place, readings, grow=prepared.grow))
    for of_table in by_table(tuple(f.part for f in fitting)):
        # Cards of one table have one size.
        alike = [f for f in fitting if f.part in of_table]
        largest = max(alike, key=lambda f: f.part.fitting.width * f.part.fitting.height)
        size = largest.part.fitting
        if any(f.part.fitting.size != size.size for f in alike):
            for n, f in enumerate(fitting):
                if f in alike:
                    part = replace(prepared.parts[n], look=look or prepared.parts[n].look)
                    part = replace(part, fitting=Fitting(size.size, size.width, size.height))
                    fitting[n] = replace(_fitted(part, prepared, place, readings, grow=False), because=largest.because)
    return Written((fitting[0],), fitting[0].printed) if len(fitting) == 1 else _together(fitting, place, readings)


def _fitted(part: Sketched, prepared: PreparedDeck, place: Path, readings: DeckReadings, *, grow: bool) -> Fitted:
    """A part written alone, so that its texts fit. Raises DeckError with what is wrong with the table."""
    try:
        return fitted_to_what_matters(part, Trial(readings, lambda p: _write((p,), place)), grow=grow)
    except DeckError as problem:
        raise _of_the_file(problem, part, place, prepared.file) from None


def _messages(parts: Sequence[Sketched], place: Path, folder: Path) -> Iterable[GuessMessage]:
    """The guesses about a table, each of whose columns is reported once."""
    messages = chain.from_iterable(guess_messages(part, place, folder) for part in parts)
    return once_each(messages) if any(p.kinds for p in parts) else messages


def _together(parts: Sequence[Fitted], place: Path, readings: DeckReadings) -> Written:
    """A deck of several tables, each of which fits by itself.

    Ids that two tables have are given up; where they don't go together even then, the first is left alone, with a note.
    """
    why = ""
    together = tuple(parts)
    apart = tuple(replace(f, part=without(f.part, Role.ID, "another sheet has the same ids")) for f in parts)
    own = {place / "templates" / f"{f.part.template}.yaml" for f in parts}
    for tried in (together, apart):
        whole = sharing([f.part for f in tried])
        readings.changed(_write(whole, place))
        shared = {place / "templates" / f"{p.template}.yaml" for p in whole}
        ids = [c for p in whole for g in p.guesses if g.role is Role.ID for c in g.column.distinct]
        try:
            if len(set(ids)) == len(ids):
                printed = all_printed(readings)
                # What each was fitted with alone.
                for file in own - shared:
                    file.unlink()
                return Written(tuple(replace(f, part=p) for f, p in zip(tried, whole, strict=True)), printed)
        except DeckError as problem:
            why = problem.report.errors[0].message
    for file in own | shared:
        file.unlink()
    _write([parts[0].part], place)
    return Written(together[:1], parts[0].printed, (_left_out([f.part.source for f in parts], why),))


def _left_out(sources: Sequence[FoundTable], why: str) -> str:
    """The note on tables that don't go together with the first, and how each becomes a deck."""
    names = [comment(s.rows.sheet or s.rows.records or "", 40) for source in sources for s in source.sheets]
    where = f"{series(names[1:])} {'is' if len(names) == 2 else 'are'} left out, and only {names[0]} is printed"
    sheet = next((s.rows.sheet for s in sources[1:] if s.rows.sheet is not None), None)
    way = f"; make a deck of each sheet, such as with --sheet {quoted_name(sheet)}" if sheet is not None else ""
    return f"{where}, for together they make no deck: {why}{way}"


def _of_the_file(problem: DeckError, deck: Sketched, place: Path, file: Path) -> DeckError:
    """Errors that are the file's, at their places in it; what is wrong in a file of the deck, which nobody will find,
    at the table.
    """
    report = Report()
    sheets = [s.rows.sheet for s in deck.source.sheets[1:] if s.rows.sheet is not None]
    copy, inside = display_path(place / deck.source.rows.file), display_path(place)
    for d in problem.report:
        span, hint = d.span, d.hint
        if span is not None and span.path == copy:
            span = replace(span, path=display_path(file))
        elif span is not None and Path(span.path).is_relative_to(inside):
            span = _row_of(d.card, deck, file)
            if d.card is not None:
                hint = "shorten the texts, or leave columns out with --columns"
            elif sheets:
                hint = f"make a deck of each sheet, such as with --sheet {quoted_name(sheets[0])}"
        report.add(replace(d, span=span, hint=hint, related=()))
    return DeckError(report)


def _row_of(card: str | None, deck: Sketched, file: Path) -> Span:
    """The row of a card, by the number behind its id; the file where it has none."""
    component, _, number = (card or "").rpartition("-")
    first = 0
    for own, sheet in zip(deck.components if not deck.kinds else (), deck.source.sheets, strict=False):
        if own.component == component and number.isdecimal() and 0 < int(number) <= sheet.count:
            return replace(deck.source.table.rows[first + int(number) - 1].span, path=display_path(file))
        first += sheet.count
    return Span(display_path(file))


def _write(parts: Sequence[Sketched], place: Path) -> list[Path]:
    """Write the files of a deck that changed, and say which."""
    templates = place / "templates"
    templates.mkdir(exist_ok=True)
    alike: dict[Path, list[Sketched]] = {}
    for part in parts:
        alike.setdefault(templates / f"{part.template}.yaml", []).append(part)
    files = {place / "deck.yaml": deck_file(parts)}
    files |= {path: template_file(own, explained=own[0] is parts[0]) for path, own in alike.items()}
    changed = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in changed:
        path.write_text(files[path], encoding="utf-8")
    return changed
