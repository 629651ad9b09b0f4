"""A deck from somebody's table: guessed, laid out until everything fits, and only then put in its place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner import paths
from carddesigner.build import BuildSettings, impose, lay_out
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.core.source import Span
from carddesigner.export.files import new_folder
from carddesigner.load.assets import Assets
from carddesigner.load.files import display_path, is_there
from carddesigner.load.find import load_deck
from carddesigner.load.tables import read_table
from carddesigner.load.yaml import Node, load_yaml
from carddesigner.starter.columns import columns_of
from carddesigner.starter.deck_file import deck_file
from carddesigner.starter.facts import Sure
from carddesigner.starter.glyphs import Fallback, find_fallback
from carddesigner.starter.guess import Guess, Role, guess_roles
from carddesigner.starter.made import Made, Said
from carddesigner.starter.pictures import find_pictures
from carddesigner.starter.plan import CUTS, SIZES, Pictures, Plan, Print, make_plan
from carddesigner.starter.sketch import sketch
from carddesigner.starter.source import TABLES, Source, read_source
from carddesigner.starter.spelling import comment, deck_id, shortened

_MOST_TRIES = 60


class _Deck(Struct, frozen=True):
    """All that the files of the deck are written from."""

    id: str
    title: str
    source: Source
    guesses: tuple[Guess, ...]
    plan: Plan
    typed: bool = True
    """Whether ``fields:`` declares what the columns hold."""


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
        source, guesses = _guessed(source, report)
        shipped = paths.templates()
        pictures, copied, why = _pictures(guesses, file, shipped)
        name = folder.resolve().name
        plan = make_plan(guesses, pictures, Assets(place, shipped))
        title = shortened(comment(name.replace("_", " "), 200) or "Deck", 60)
        fallback = _fonts(plan, title, Assets(place, shipped))
        deck = _Deck(deck_id(name), title, source, guesses, replace(plan, fallback=fallback.families))
        shutil.copyfile(file, place / source.rows.file)
        for font, data in fallback.files.items():
            (place / "fonts").mkdir(exist_ok=True)
            (place / "fonts" / font).write_bytes(data)
        for name_in_deck, found in copied.items():
            (place / name_in_deck).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(found, place / name_in_deck)
        deck, cards = _fitted(deck, place, file)
        said = tuple(_said(deck, place, folder))
        remarks = (*_remarks(deck, plan, folder), *fallback.said, *why)
        files = tuple(sorted(str(p.relative_to(place)) for p in place.rglob("*") if p.is_file()))
    return Made(folder, files, cards, said, remarks)


def _guessed(source: Source, report: Report) -> tuple[Source, tuple[Guess, ...]]:
    """The roles of the columns. Columns called ``copies`` or ``id`` that can't be that get other names."""
    source = replace(source, rows=source.rows.model_copy(update={"file": _file_name(source.path)}))
    guesses = guess_roles(columns_of(source.table, source.headers), source.rows.keys)
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
    return source, guess_roles(columns_of(table, source.headers), source.rows.keys)


def _file_name(path: Path) -> str:
    """What the copy is called: the same, unless a deck could not name it."""
    fit = ":" not in path.name and not path.name.startswith("~") and path.name.isprintable()
    return path.name if fit and path.name not in ("deck.yaml", "templates", "fonts") else f"cards{path.suffix.lower()}"


def _pictures(
    guesses: tuple[Guess, ...], file: Path, shipped: Path
) -> tuple[Pictures | None, dict[str, Path], tuple[str, ...]]:
    column = next((g.column for g in guesses if g.role is Role.PICTURE), None)
    return find_pictures(column, file, shipped) if column is not None else (None, {}, ())


def _fonts(plan: Plan, title: str, assets: Assets) -> Fallback:
    texts = {t for p in plan.prints for t in p.texts} | {p.label for p in plan.prints} | {title}
    return find_fallback(texts, assets)


def _fitted(deck: _Deck, place: Path, file: Path) -> tuple[_Deck, int]:
    """The deck with its files written, simpler and simpler until all of it fits; and how many cards it has."""
    for _ in range(_MOST_TRIES):
        _write(deck, place)
        report = Report()
        try:
            loaded = load_deck(place, report)
            pieces = lay_out(loaded, report)
            impose(loaded, pieces, BuildSettings(), report)
            return deck, sum(len(p.copies) for p in pieces)
        except DeckError as problem:
            simpler = _simpler(deck, problem.report.errors)
            if simpler == deck:
                raise _of_the_file(problem, deck, place, file) from None
            deck = simpler
    raise AssertionError(f"the deck did not become simple enough: {report.errors[:2]}")


def _of_the_file(problem: DeckError, deck: _Deck, place: Path, file: Path) -> DeckError:
    """Errors that are the file's, at their places in it."""
    report = Report()
    copy = display_path(place / deck.source.rows.file)
    for d in problem.report:
        span = replace(d.span, path=display_path(file)) if d.span is not None and d.span.path == copy else d.span
        report.add(replace(d, span=span, related=()))
    return DeckError(report)


def _write(deck: _Deck, place: Path) -> None:
    (place / "templates").mkdir(exist_ok=True)
    said = deck_file(deck.id, deck.title, deck.source, deck.guesses, deck.plan, typed=deck.typed)
    (place / "deck.yaml").write_text(said, encoding="utf-8")
    (place / "templates" / f"{deck.id}.yaml").write_text(sketch(deck.plan, deck.id), encoding="utf-8")


def _simpler(deck: _Deck, errors: list[Diagnostic]) -> _Deck:
    """The deck with less on its cards where something went wrong; the same if there is nothing left to leave out."""
    plan = deck.plan
    zones = {p.zone: p for p in plan.prints}
    failed: dict[str, str] = {}
    for error in errors:
        for part in reversed((error.zone or "").split("/")):
            if part in zones:
                failed.setdefault(part, error.code)
                break
    if any(e.zone is None for e in errors):
        return _simpler_data(deck)
    if not failed:
        if plan.picture is not None:
            return replace(deck, plan=replace(plan, picture=None))
        return replace(deck, plan=replace(plan, colours=None)) if plan.colours is not None else deck
    stocks = list(SIZES)
    larger = False
    for zone, code in failed.items():
        p = zones[zone]
        least = 4.5 if p.role in (Role.TEXT, Role.FLAVOUR) else 3.5
        if code == "text-overflow" and p.cut is None and p.smallest is None:
            plan = plan.changed(zone, replace(p, smallest=least))
        elif (
            code == "text-overflow"
            and p.cut is None
            and p.role in (Role.TEXT, Role.FLAVOUR)
            and plan.stock != stocks[-1]
        ):
            larger = True
        else:
            plan = plan.changed(
                zone, _shorter(p) if code in ("text-overflow", "text-too-long", "expression-too-big") else None
            )
    if larger:
        plan = replace(plan, stock=stocks[stocks.index(plan.stock) + 1])
        for text in (*plan.texts, plan.flavour):
            if text is not None and text.cut is None:
                plan = plan.changed(text.zone, replace(text, smallest=None))
    return replace(deck, plan=plan)


def _shorter(p: Print) -> Print | None:
    """A text cut to fewer characters; None where even a few don't fit."""
    if p.number:
        return None
    longest = max(map(len, p.texts), default=0)
    cut = next((c for c in CUTS if c < (p.cut or longest)), None)
    return replace(p, cut=cut) if cut is not None else None


def _simpler_data(deck: _Deck) -> _Deck:
    """The deck with less said about its table: no types, no ids, no quantities."""
    if deck.typed:
        return replace(deck, typed=False)
    for role in (Role.ID, Role.COPIES):
        if any(g.role is role for g in deck.guesses):
            guesses = tuple(
                replace(g, role=Role.OUT, why="its values can't be used") if g.role is role else g for g in deck.guesses
            )
            return replace(deck, guesses=guesses)
    return deck


_WHAT = {
    Role.COPIES: "how many",
    Role.ID: "card's id",
    Role.TITLE: "title",
    Role.CORNER: "corner",
    Role.KIND: "kind",
    Role.COLOUR: "colours",
    Role.PICTURE: "picture",
    Role.TEXT: "text",
    Role.FLAVOUR: "flavour",
    Role.STAT: "number",
    Role.DETAIL: "line",
    Role.OUT: "not printed",
}


def _said(deck: _Deck, place: Path, folder: Path) -> Iterator[Said]:
    """Every guess with its place in the files of the deck."""
    deck_yaml = _nodes(place / "deck.yaml")
    template = _nodes(place / "templates" / f"{deck.id}.yaml")
    rows = _under(deck_yaml, "rows")

    def here(key: str | None) -> str:
        node = (_under(rows, key) if key is not None and rows is not None else None) or rows
        return f"{folder}/deck.yaml:{_line(node)}"

    for fact in deck.source.facts:
        yield Said(fact.sure, fact.what, fact.found, fact.why, here(fact.key))
    if not any(f.what == "header" for f in deck.source.facts) and deck.source.rows.records is None:
        yield _header_as_it_is(here(None))
    zones = {p.path: p.zone for p in deck.plan.prints}
    order = list(Role)
    for guess in sorted(deck.guesses, key=lambda g: order.index(g.role)):
        column, where, role, why = guess.column, None, guess.role, guess.why
        if role in (Role.COPIES, Role.ID):
            where = here(role.value)
        elif role is Role.COLOUR:
            where = f"{folder}/deck.yaml:{_line(_under(deck_yaml, 'palette') or deck_yaml)}"
        elif role is Role.PICTURE and deck.plan.picture is not None:
            node = _under(template, deck.plan.picture.zone) or _under(template, "placeholder")
            where = f"{folder}/templates/{deck.id}.yaml:{_line(node)}"
        elif column.path in zones:
            where = f"{folder}/templates/{deck.id}.yaml:{_line(_under(template, zones[column.path]))}"
        elif role is not Role.OUT:
            role, why = Role.OUT, "it fits no card"
        if role is Role.KIND and deck.plan.title is not None and deck.plan.title.path == column.path:
            role, why = Role.TITLE, "no column has names, so what kind of card it is stands there"
        shown = comment(column.header, 30) or f"column {column.at + 1}"
        if column.header != column.name and len(column.path) == 1:
            shown += f" ({column.name})"
        elif len(column.path) > 1:
            shown = column.name
        yield Said(guess.sure, _WHAT[role], shown, why, where)


def _header_as_it_is(where: str) -> Said:
    return Said(Sure.CERTAIN, "header", "row 1", "its cells are words that columns are called", where)


def _nodes(path: Path) -> Node:
    node = load_yaml(path, path.read_text("utf-8"), Report())
    assert node is not None
    return node


def _under(node: Node, key: str) -> Node | None:
    """The value of the first key of this name anywhere below."""
    value = node.value
    if isinstance(value, dict) and key in value:
        return value[key]
    below = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return next((found for n in below if (found := _under(n, key)) is not None), None)


def _line(node: Node | None) -> int:
    return (node.key_span or node.span).line if node is not None else 1


def _remarks(deck: _Deck, first: Plan, folder: Path) -> Iterator[str]:
    plan = deck.plan
    if plan.stock != "poker":
        width, height = SIZES[plan.stock]
        yield f"the cards are {plan.stock} size ({width:g} × {height:g} mm): the longest texts need the room"
    template = f"{folder}/templates/{deck.id}.yaml"
    for p in plan.prints:
        if p.cut is not None:
            many = sum(len(t) > p.cut for t in p.texts)
            yield f"{p.label}: {many} texts are cut to {p.cut} characters and end with …, for they fit no card; {template} says [:{p.cut}]"
    if plan.picture is not None and plan.picture.missing:
        missing = plan.picture.missing
        names = ", ".join(comment(m, 40) for m in missing[:3]) + (
            f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        )
        yield f"{len(missing)} pictures are not beside the table, so a landscape is drawn in their place: {names}"
    macros = [p.label for p in plan.prints if any("@[" in t for t in p.texts)]
    if macros:
        yield f"{', '.join(macros)}: @[…] is printed as it is written; macros of other programs are not known here"
