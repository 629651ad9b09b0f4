"""A deck from somebody's table: guessed, laid out until everything fits, and only then put in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.deck.copies import UnprintedRows, unprinted_rows
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import loaded_deck
from carddesigner.export.contact_page import contact_page
from carddesigner.export.contact_sheet import CARDS
from carddesigner.export.files import new_folder
from carddesigner.layout.deck import LaidPiece
from carddesigner.pipeline.imposition import impose, lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths
from carddesigner.source.files import display_path, is_there
from carddesigner.source.finder import Finder
from carddesigner.starter.deck_file import deck_file
from carddesigner.starter.glyphs import find_fallback
from carddesigner.starter.guesses import card_names, guess_messages, remarks
from carddesigner.starter.looks.pictures import PictureFolder, find_pictures, pictures_beside
from carddesigner.starter.looks.plan import CUTS, SIZES, PlannedColumn, Sketched, make_plan
from carddesigner.starter.looks.sketch import sketch
from carddesigner.starter.made import Made, NewOptions, finished
from carddesigner.starter.markup import markup_notes, with_markup_read
from carddesigner.starter.reading.shape import Names
from carddesigner.starter.reading.source import TABLES, FoundTable, read_source, renamed_table
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.roles.icons import icon_finder
from carddesigner.starter.spelling import comment, deck_id, shortened, unused
from carddesigner.starter.table_roles import Agreed, agreed, check_quantity, decide

_MAX_TRIES = 60
_TOO_LONG = ("text-overflow", "text-too-long", "expression-too-big")


def deck_from_table(file: Path, folder: Path, options: NewOptions) -> Made:
    """Make a deck of a table's file in a new folder, by what the *options* say and what is found out.

    Raises DeckError with what is wrong with the file, OutputProblem where the folder isn't empty or can't be made.
    """
    report = Report()
    if not is_there(file):
        report.fail("missing-file", f"there is no file {display_path(file)}")
    if file.suffix.lower() not in TABLES:
        message = f"{file.suffix or 'no extension'}: a deck is made from {', '.join(TABLES)}"
        report.fail("unknown-table", message, Span(display_path(file)))
    with new_folder(folder) as place:
        beside = pictures_beside(file)
        name = folder.resolve().name
        title = shortened(comment(name.replace("_", " "), 200) or "Deck", 60)
        sources = read_source(file, report, options)
        if options.markup:
            assets = Assets(Finder(place, paths.templates()))
            sources = tuple(with_markup_read(source, options.markup, assets, report) for source in sources)
        check_quantity(sources, options.quantity, report)
        said = agreed(sources)
        shutil.copyfile(file, place / _file_name(file))
        parts: list[Sketched] = []
        notes: list[str] = []
        for source in sources:
            # Each sheet's component and template have a name that no other has.
            taken = {p.component for p in parts}
            id_ = unused(deck_id(source.rows.sheet or "cards"), taken) if len(sources) > 1 else None
            guessed, why = _guessed(source, said, options, beside, place, report)
            notes += [why] if why is not None else []
            part, reported = _part(*guessed, deck_id(name), title, id_, beside, place)
            parts.append(part)
            notes += reported
        columns = [column for p in parts for column in p.plan.prints]
        texts = {t for c in columns for t in c.texts} | {c.label for c in columns} | {title}
        fallback = find_fallback(texts, Assets(Finder(place, paths.templates())), folder)
        for font, data in fallback.files.items():
            (place / "fonts").mkdir(exist_ok=True)
            (place / "fonts" / font).write_bytes(data)
        named = frozenset(n for p in parts if p.plan.colours is not None for n in p.plan.colours.palette)
        parts = [replace(p, plan=replace(p.plan, fallback=fallback.families, taken=named)) for p in parts]
        fitting = [_fitted(part, place, file) for part in parts]
        deck, printed = tuple(part for part, _ in fitting), fitting[0][1]
        if len(deck) > 1:
            deck, printed = _together(deck, place)
        # Rows that are no cards are told with the guesses.
        zero = replace(printed.unprinted, left_out=()).line
        notes += [zero] if zero else []
        notes += markup_notes(printed.deck, printed.pieces)
        messages = tuple(message for part in deck for message in guess_messages(part, place, folder))
        of_plans = [r for part in deck for r in remarks(part.plan, f"{folder}/templates/{part.template}.yaml")]
        names = card_names(deck, printed.deck)
        (place / paths.CONTACT_SHEET).write_bytes(contact_page(printed.deck, printed.pieces, CARDS, names=names))
        files = finished(place)
    remarked = tuple(dict.fromkeys((*of_plans, *fallback.said, *notes)))
    return Made(folder, files, printed.cards, messages, remarked, sum(bool(p.copies) for p in printed.pieces))


def _part(
    source: FoundTable,
    guesses: tuple[Guess, ...],
    deck: str,
    title: str,
    id_: str | None,
    beside: PictureFolder,
    place: Path,
) -> tuple[Sketched, tuple[str, ...]]:
    """What a table becomes, its pictures copied, and notes on them."""
    shipped = paths.templates()
    column = next((g.column for g in guesses if g.role is Role.PICTURE), None)
    pictures, copied, why = find_pictures(column, beside, shipped) if column is not None else (None, {}, ())
    markups = source.cells.markups if source.cells is not None else ()
    plan = make_plan(guesses, pictures, Assets(Finder(place, shipped)), markups)
    for name, found in copied.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, place / name)
    return Sketched(deck, title, id_ or "cards", id_ or deck, source, guesses, plan), why


def _guessed(
    source: FoundTable, said: Agreed, options: NewOptions, beside: PictureFolder, place: Path, report: Report
) -> tuple[tuple[FoundTable, tuple[Guess, ...]], str | None]:
    """The roles of the columns, and a note on them. Columns called ``copies`` or ``id`` that can't be that get other names."""
    icon = icon_finder(Assets(Finder(place, paths.templates())))
    source = replace(source, rows=source.rows.model_copy(update={"file": _file_name(source.path)}))
    guesses, why = decide(source, said, beside.find, icon, options.quantity)
    used = {g.column.name for g in guesses if g.role in (Role.COPIES, Role.ID)}
    names = [h.name for h in source.table.headers]
    wrong = [n for n in names if n in ("copies", "id") and n not in used]
    if not wrong:
        return (source, guesses), why
    apart = {n: unused(f"{n}_column", names, "_") for n in wrong}
    columns: Names
    if isinstance(source.rows.columns, tuple):
        columns = tuple(apart.get(c, c) if c is not None else None for c in source.rows.columns)
    else:
        renamed = {h: apart[n] for h, n in zip(source.headers, names, strict=True) if n in wrong}
        columns = {**source.rows.columns, **renamed}
    skip = tuple({apart.get(n, n): t for n, t in r.items()} if isinstance(r, dict) else r for r in source.rows.skip)
    rows = source.rows.model_copy(update={"skip": skip})
    rows, table = renamed_table(source.path, rows, columns, report)
    table = source.cells.table(table, report) if source.cells is not None else table
    wanted = tuple(apart.get(n, n) for n in source.wanted) if source.wanted is not None else None
    source = replace(source, rows=rows, table=table, wanted=wanted)
    guesses, why = decide(source, said, beside.find, icon, options.quantity)
    return (source, guesses), why


def _file_name(path: Path) -> str:
    """What the copy is called: the same, unless a deck could not name it."""
    fit = ":" not in path.name and not path.name.startswith("~") and path.name.isprintable()
    return path.name if fit and path.name not in ("deck.yaml", "templates", "fonts") else f"cards{path.suffix.lower()}"


class _Printed(Struct, frozen=True):
    """What a deck prints."""

    deck: LoadedDeck
    pieces: tuple[LaidPiece, ...]

    @property
    def cards(self) -> int:
        """How many it prints."""
        return sum(len(p.copies) for p in self.pieces)

    @property
    def unprinted(self) -> UnprintedRows:
        """Rows of which it prints none."""
        return unprinted_rows(self.deck.components)


def _fitted(deck: Sketched, place: Path, file: Path) -> tuple[Sketched, _Printed]:
    """A deck of one table with its files written, simpler and simpler until all of it fits; and how much it prints."""
    for _ in range(_MAX_TRIES):
        _write((deck,), place)
        report = _report()
        try:
            return deck, _printed(place, report)
        except DeckError as problem:
            simpler = _simpler(deck, problem.report.errors)
            if simpler == deck:
                raise _of_the_file(problem, deck, place, file) from None
            deck = simpler
    raise AssertionError(f"the deck did not become simple enough: {report.errors[:2]}")


def _together(parts: tuple[Sketched, ...], place: Path) -> tuple[tuple[Sketched, ...], _Printed]:
    """A deck of several tables, each of which fits by itself, and how much it prints.

    Ids that two tables have are given up; where they don't go together even then, the first is left alone.
    """
    for tried in (parts, tuple(_without(p, Role.ID, "another sheet has the same ids") for p in parts)):
        _write(tried, place)
        ids = [c for p in tried for g in p.guesses if g.role is Role.ID for c in g.column.distinct]
        try:
            if len(set(ids)) == len(ids):
                return tried, _printed(place, _report())
        except DeckError:
            continue
    for part in parts[1:]:
        (place / "templates" / f"{part.template}.yaml").unlink()
    _write(parts[:1], place)
    return parts[:1], _printed(place, _report())


def _report() -> Report:
    """A report for which a letter without a glyph is no error: the template is right, a font is wanted."""
    return Report(lenient=frozenset(("missing-glyph",)))


def _printed(place: Path, report: Report) -> _Printed:
    """How much a deck prints. Raises DeckError with what is wrong with it."""
    job = print_job(loaded_deck(place, report))
    pieces = lay_out(job, report)
    impose(job, pieces, report)
    return _Printed(job.deck, pieces)


def _of_the_file(problem: DeckError, deck: Sketched, place: Path, file: Path) -> DeckError:
    """Errors that are the file's, at their places in it."""
    report = Report()
    copy = display_path(place / deck.source.rows.file)
    for d in problem.report:
        span = replace(d.span, path=display_path(file)) if d.span is not None and d.span.path == copy else d.span
        report.add(replace(d, span=span, related=()))
    return DeckError(report)


def _write(parts: tuple[Sketched, ...], place: Path) -> None:
    (place / "templates").mkdir(exist_ok=True)
    (place / "deck.yaml").write_text(deck_file(parts), encoding="utf-8")
    for part in parts:
        (place / "templates" / f"{part.template}.yaml").write_text(sketch(part.plan, part.template), encoding="utf-8")


def _simpler(deck: Sketched, errors: list[Diagnostic]) -> Sketched:
    """The deck with less on its cards where something went wrong; the same if there is nothing left to leave out."""
    plan = deck.plan
    zones = {p.zone: p for p in plan.prints}
    failed: dict[str, str] = {}
    for error in errors:
        own = [part for part in (error.zone or "").split("/") if part in zones]
        if own:
            failed.setdefault(own[-1], error.code)
    if any(e.zone is None for e in errors):
        return _simpler_data(deck)
    if not failed:
        # The picture goes first, then the colours.
        return replace(deck, plan=replace(plan, **{"picture" if plan.picture is not None else "colours": None}))
    stocks = list(SIZES)
    larger = False
    for zone, code in failed.items():
        p = zones[zone]
        wordy = p.role in (Role.RULES, Role.FLAVOUR, Role.BACK)
        if p.rich and code not in _TOO_LONG:
            plan = plan.changed(zone, replace(p, rich=False))
        elif code == "text-overflow" and p.cut is None and p.smallest is None:
            plan = plan.changed(zone, replace(p, smallest=4.5 if wordy else 3.5))
        elif code == "text-overflow" and p.cut is None and wordy and plan.stock != stocks[-1]:
            larger = True
        else:
            plan = plan.changed(zone, _shorter(p) if code in _TOO_LONG else None)
    if larger:
        plan = replace(plan, stock=stocks[stocks.index(plan.stock) + 1])
        for text in (*plan.texts, plan.flavour, plan.back):
            if text is not None and text.cut is None:
                plan = plan.changed(text.zone, replace(text, smallest=None))
    return replace(deck, plan=plan)


def _shorter(p: PlannedColumn) -> PlannedColumn | None:
    """A text cut to fewer characters; None where even a few don't fit."""
    longest = max(map(len, p.texts), default=0)
    cut = next((c for c in CUTS if c < (p.cut or longest)), None)
    return replace(p, cut=cut) if cut is not None and not p.number else None


def _simpler_data(deck: Sketched) -> Sketched:
    """The deck with a plainer table: no types, no ids, no quantities."""
    if deck.typed:
        return replace(deck, typed=False)
    for role in (Role.ID, Role.COPIES):
        if deck.columns(role):
            return _without(deck, role, "its values can't be used")
    return deck


def _without(deck: Sketched, role: Role, why: str) -> Sketched:
    """The deck without the columns of a role."""
    guesses = tuple(replace(g, role=Role.OUT, why=why) if g.role is role else g for g in deck.guesses)
    return replace(deck, guesses=guesses)
