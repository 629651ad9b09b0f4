"""A deck that is made from a table, laid out and made simpler until all of it fits."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.build import BuildSettings, impose, lay_out
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.load.files import display_path
from carddesigner.load.find import load_deck
from carddesigner.starter.deck_file import deck_file
from carddesigner.starter.guess import Guess, Role
from carddesigner.starter.plan import CUTS, SIZES, Plan, Print
from carddesigner.starter.sketch import sketch
from carddesigner.starter.source import FoundTable

_MOST_TRIES = 60
_TOO_LONG = ("text-overflow", "text-too-long", "expression-too-big")


class Sketched(Struct, frozen=True):
    """All that the files of the deck are written from."""

    id: str
    title: str
    source: FoundTable
    guesses: tuple[Guess, ...]
    plan: Plan
    typed: bool = True
    """Whether ``fields:`` declares what the columns hold."""


def fitted(deck: Sketched, place: Path, file: Path) -> tuple[Sketched, int]:
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


def _of_the_file(problem: DeckError, deck: Sketched, place: Path, file: Path) -> DeckError:
    """Errors that are the file's, at their places in it."""
    report = Report()
    copy = display_path(place / deck.source.rows.file)
    for d in problem.report:
        span = replace(d.span, path=display_path(file)) if d.span is not None and d.span.path == copy else d.span
        report.add(replace(d, span=span, related=()))
    return DeckError(report)


def _write(deck: Sketched, place: Path) -> None:
    (place / "templates").mkdir(exist_ok=True)
    said = deck_file(deck.id, deck.title, deck.source, deck.guesses, deck.plan, typed=deck.typed)
    (place / "deck.yaml").write_text(said, encoding="utf-8")
    (place / "templates" / f"{deck.id}.yaml").write_text(sketch(deck.plan, deck.id), encoding="utf-8")


def _simpler(deck: Sketched, errors: list[Diagnostic]) -> Sketched:
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
        least = 4.5 if p.role in (Role.TEXT, Role.FLAVOUR, Role.BACK) else 3.5
        if p.rich and code not in _TOO_LONG:
            plan = plan.changed(zone, replace(p, rich=False))
        elif code == "text-overflow" and p.cut is None and p.smallest is None:
            plan = plan.changed(zone, replace(p, smallest=least))
        elif (
            code == "text-overflow"
            and p.cut is None
            and p.role in (Role.TEXT, Role.FLAVOUR, Role.BACK)
            and plan.stock != stocks[-1]
        ):
            larger = True
        else:
            plan = plan.changed(zone, _shorter(p) if code in _TOO_LONG else None)
    if larger:
        plan = replace(plan, stock=stocks[stocks.index(plan.stock) + 1])
        for text in (*plan.texts, plan.flavour, plan.back):
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


def _simpler_data(deck: Sketched) -> Sketched:
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
