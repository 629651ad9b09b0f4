"""All that ``validate`` says of a deck: what is wrong with it in any of its languages, and what may be."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Container, Sequence
from pathlib import Path

from msgspec.structs import replace

from carddesigner.build import BuildSettings, impose, lay_out
from carddesigner.checks import check
from carddesigner.core.report import DeckError, Report
from carddesigner.core.units import MM
from carddesigner.draw.painter import Painter
from carddesigner.games import game
from carddesigner.games.base import Joined
from carddesigner.layout.deck import lay_out_deck
from carddesigner.load.assets import Assets
from carddesigner.load.deck import LoadedDeck
from carddesigner.load.files import display_path
from carddesigner.load.find import load_deck, read_deck
from carddesigner.load.translations import check_accepted
from carddesigner.set_out import back_bleed

_TOLD_ONCE = frozenset(
    (
        "low-resolution",
        "low-contrast",
        "confusable-colors",
        "unused-field",
        "unused-file",
        "duplicate-card",
        "similar-cards",
        "silences-nothing",
        "little-bleed",
        "marks-left-out",
    )
)
"""Warnings that don't depend on the language."""


def check_deck(deck: str | Path, report: Report, *, last: bool = False) -> None:
    """Report all that is wrong with a deck in any of its languages, and what may be. Raises DeckError.

    *last* says that the program ends after it.
    """
    loaded = _check_language(deck, None, report, last)
    if loaded is None:
        return
    for language in loaded.deck.languages:
        own = Report()
        try:
            other = _check_language(deck, language, own, last, loaded.assets)
            if other is not None:
                check_accepted(other.folder, language, other.translations, own)
        except DeckError as problem:
            own = problem.report
        for diagnostic in own:
            if diagnostic not in report.diagnostics and diagnostic.code not in _TOLD_ONCE:
                report.add(replace(diagnostic, message=f"in {language}: {diagnostic.message}"))


def _check_language(
    deck: str | Path, language: str | None, report: Report, last: bool, known: Assets | None = None
) -> LoadedDeck | None:
    loaded = read_deck(deck, report, language, known=known)
    if loaded is None or report.errors:
        # Wrong cells hide nothing else, but with a wrong deck.yaml every card would be wrong.
        own = display_path(loaded.folder / "deck.yaml") if loaded is not None else ""
        if loaded is not None and all(e.span is not None and e.span.path != own for e in report.errors):
            lay_out_deck(loaded, report)
        return loaded
    check_loaded(loaded, report, last=last, leave_out=_TOLD_ONCE if language is not None else ())
    return loaded


def check_loaded(deck: LoadedDeck, report: Report, *, last: bool = False, leave_out: Container[str] = ()) -> None:
    """Report all that is wrong with a deck that was read, in its language, and what may be. Raises DeckError.

    *last* says that the program ends after it; checks to *leave out* are named by their codes.
    """
    settings = BuildSettings()
    pieces = lay_out(deck, report, back_bleed=back_bleed(deck, settings))
    impose(deck, pieces, settings, report)
    if any(c.folding is not None for c in deck.components):
        from carddesigner.folded import bind_all

        bind_all(deck, pieces, settings, report)
    if last:
        # All that was laid out stays to the end; looking through it for garbage again and again is a fifth of the time.
        gc.freeze()
    check(deck, pieces, report, leave_out)


def check_together(decks: Sequence[str | Path], report: Report) -> None:
    """Report what keeps decks of one game from being played as one. Raises DeckError for one that can't be laid out."""
    of_game: dict[str, list[LoadedDeck]] = defaultdict(list)
    for deck in decks:
        loaded = load_deck(deck)
        given = loaded.deck.game
        if given is not None:
            of_game[given if isinstance(given, str) else given["id"]].append(loaded)
    for name, joined in of_game.items():
        together = game(name).together
        if together is not None and len(joined) > 1:
            together([_joined(d) for d in joined], report)


def _joined(deck: LoadedDeck) -> Joined:
    """What a deck's cards with rows are, and what is seen of them from behind."""
    components = {c.id: c for c in deck.components if any(len(k.row) for k in c.cards)}
    painter = Painter(deck.assets.face)
    backs = {p.first[1] for p in lay_out(deck, Report()) if p.component in components}
    first = next(iter(components.values()))
    rows = tuple((k.row, k.span) for c in components.values() for k in c.cards if len(k.row))
    width, height = first.stock.size
    size = (round(width / MM, 3), round(height / MM, 3))
    shown = frozenset(painter.content_digest(back) if back is not None else "" for back in backs)
    return Joined(deck.deck.deck, rows, shown, size, first.back.span if first.back is not None else first.span)
