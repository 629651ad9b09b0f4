"""A deck that is made from a table, laid out and made simpler until all of it fits."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.imposition import impose, lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source.files import display_path
from carddesigner.starter.deck_file import deck_file
from carddesigner.starter.guess import Role
from carddesigner.starter.plan import CUTS, SIZES, PlannedColumn, Sketched
from carddesigner.starter.sketch import sketch

_MAX_TRIES = 60
_TOO_LONG = ("text-overflow", "text-too-long", "expression-too-big")


def fitted(deck: Sketched, place: Path, file: Path) -> tuple[Sketched, int]:
    """A deck of one table with its files written, simpler and simpler until all of it fits; and how many cards it has."""
    for _ in range(_MAX_TRIES):
        _write((deck,), place)
        report = Report()
        try:
            return deck, _cards(place, report)
        except DeckError as problem:
            simpler = _simpler(deck, problem.report.errors)
            if simpler == deck:
                raise _of_the_file(problem, deck, place, file) from None
            deck = simpler
    raise AssertionError(f"the deck did not become simple enough: {report.errors[:2]}")


def together(parts: tuple[Sketched, ...], place: Path) -> tuple[tuple[Sketched, ...], int]:
    """A deck of several tables, each of which fits by itself, and how many cards it has.

    Ids that two tables have are given up; where they don't go together even then, the first is left alone.
    """
    for tried in (parts, tuple(_without(p, Role.ID, "another sheet has the same ids") for p in parts)):
        _write(tried, place)
        ids = [c for p in tried for g in p.guesses if g.role is Role.ID for c in g.column.distinct]
        try:
            if len(set(ids)) == len(ids):
                return tried, _cards(place, Report())
        except DeckError:
            continue
    for part in parts[1:]:
        (place / "templates" / f"{part.template}.yaml").unlink()
    _write(parts[:1], place)
    return parts[:1], _cards(place, Report())


def _cards(place: Path, report: Report) -> int:
    """How many cards a deck prints. Raises DeckError with what is wrong with it."""
    job = print_job(loaded_deck(place, report))
    pieces = lay_out(job, report)
    impose(job, pieces, report)
    return sum(len(p.copies) for p in pieces)


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
        wordy = p.role in (Role.TEXT, Role.FLAVOUR, Role.BACK)
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
