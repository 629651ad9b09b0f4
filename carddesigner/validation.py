"""All that ``validate`` says of a deck: what is wrong with it in any of its languages, and what may be."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Container, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.build import BuildSettings, impose, lay_out
from carddesigner.checks import CHECKS, check
from carddesigner.core.color import Color
from carddesigner.core.face import PlacedZone
from carddesigner.core.items import painted
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.core.units import MM
from carddesigner.draw.painter import Painter
from carddesigner.games import game
from carddesigner.games.base import Joined
from carddesigner.layout.deck import LaidPiece, lay_out_deck
from carddesigner.load.assets import Assets
from carddesigner.load.counted import asked
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


_UNUSED = frozenset(("unused-field", "unused-file", "silences-nothing"))
"""Warnings of what nothing needs: what one edition needs is needed."""
_WITHOUT_WORDS = frozenset(("palette", "print", "silence", "licence", "description"))
"""Keys whose values are the same in every language: an edition that changes no other is looked at in one, and there only
one card of each look: other colours are all that it can have.
"""
_OF_COLORS = frozenset(("low-contrast", "confusable-colors"))
"""Warnings that other colours can bring."""


class _Checked(Struct, frozen=True):
    """A deck that was looked at, and its pieces: none where something is wrong with it."""

    deck: LoadedDeck
    pieces: tuple[LaidPiece, ...]


class _Told(Struct):
    """What was said so far, by the language it was found in; the original's holds for all."""

    report: Report
    by_language: dict[str | None, set[Diagnostic]]

    def tell(self, found: Report, language: str | None, edition: str | None) -> None:
        """Report what is new, with the edition and the language that it is of."""
        heading = f"in the edition {edition}" if edition is not None else ""
        heading += f"{', ' if heading else ''}in {language}" if language is not None else ""
        known = self.by_language.setdefault(language, set())
        for diagnostic in found:
            if diagnostic not in known and diagnostic not in self.by_language[None]:
                known.add(diagnostic)
                words = f"{heading}: {diagnostic.message}" if heading else diagnostic.message
                self.report.add(replace(diagnostic, message=words))


def check_deck(deck: str | Path, report: Report, edition: str | None = None, *, last: bool = False) -> None:
    """Report all that is wrong with a deck in any of its languages, and what may be: in an *edition*, or in all of them.

    *last* says that the program ends after it. Raises DeckError for a deck that is not there, or has too many errors.
    """
    told = _Told(report, {None: set()})
    checked, unused = _check_languages(deck, edition, None, told, last, None)
    if checked is None or edition is not None:
        return
    needed: set[Diagnostic] = set()
    for name, changes in checked.deck.deck.editions.items():
        if not changes:
            continue
        if changes.keys() <= _WITHOUT_WORDS and checked.pieces:
            found = _checked(deck, None, name, last, checked.deck.assets, alike(checked.pieces))[1]
            told.tell(_without(found, _UNUSED), None, name)
        else:
            _, also = _check_languages(deck, name, name, told, last, checked.deck.assets)
            needed |= unused - also if also is not None and unused is not None else set()
    for diagnostic in needed:
        report.diagnostics.pop(diagnostic, None)


def _check_languages(
    deck: str | Path, edition: str | None, heading: str | None, told: _Told, last: bool, known: Assets | None
) -> tuple[_Checked | None, set[Diagnostic] | None]:
    """Report what is wrong with one edition, under a *heading*; with it comes what is unused, None if that isn't known."""
    checked, found = _checked(deck, None, edition, last, known)
    unused = {d for d in found if d.code in _UNUSED} if not found.errors else None
    if heading is not None:
        found = _without(found, _UNUSED)
    told.tell(found, None, heading)
    if checked is None:
        return None, unused
    for language in checked.deck.deck.languages:
        other, found = _checked(deck, language, edition, last, checked.deck.assets)
        if other is not None and edition is None:
            check_accepted(other.deck.folder, language, other.deck.translations, found)
        told.tell(_without(found, _TOLD_ONCE), language, heading)
    return checked, unused


def _without(found: Report, codes: frozenset[str]) -> Report:
    return Report({d: None for d in found if d.code not in codes})


def _checked(
    deck: str | Path,
    language: str | None,
    edition: str | None,
    last: bool,
    known: Assets | None,
    leave_out: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[_Checked | None, Report]:
    """What is wrong with a deck in one language; *known* is what was read of its files. Raises DeckError for one that is
    not there.

    With cards to *leave out*, because they look like others, only what colours can bring is looked for.
    """
    report = Report()
    try:
        loaded = read_deck(deck, report, language, edition=edition, known=known)
    except DeckError as problem:
        if known is None:
            raise
        return None, problem.report
    if loaded is None:
        return None, report
    if not report.errors:
        pieces: tuple[LaidPiece, ...] = ()
        told = CHECKS.keys() - _OF_COLORS if leave_out else _TOLD_ONCE if language is not None else frozenset()
        with suppress(DeckError):  # its report is this one
            pieces = check_loaded(loaded, report, last=last, leave_out=told, without=leave_out)
        return _Checked(loaded, pieces), report
    # Wrong cells hide nothing else, but with a wrong deck.yaml every card would be wrong.
    own = display_path(loaded.folder / "deck.yaml")
    if all(e.span is not None and e.span.path != own for e in report.errors):
        with suppress(DeckError):
            lay_out_deck(loaded, report)
    return _Checked(loaded, ()), report


def check_loaded(
    deck: LoadedDeck,
    report: Report,
    *,
    last: bool = False,
    leave_out: Container[str] = (),
    without: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[LaidPiece, ...]:
    """Report all that is wrong with a deck that was read, in its language, and what may be; gives its pieces. Raises DeckError.

    *last* says that the program ends after it; checks to *leave out* are named by their codes. It may be *without* some
    cards of its tables, by component and id.
    """
    asked(deck, report)
    settings = BuildSettings()
    pieces = lay_out(deck, report, back_bleed=back_bleed(deck, settings), leave_out=without)
    impose(deck, pieces, settings, report)
    if any(c.folding is not None for c in deck.components):
        from carddesigner.folded import bind_all

        bind_all(deck, pieces, settings, report)
    if last:
        # All that was laid out stays to the end; looking through it for garbage again and again is a fifth of the time.
        gc.freeze()
    check(deck, pieces, report, leave_out)
    return pieces


def alike(pieces: Sequence[LaidPiece]) -> frozenset[tuple[str, str]]:
    """Pieces, by component and id, that have the faces and the colours of one before them."""
    seen: set[object] = set()
    colors: dict[int, frozenset[Color]] = {}
    out = set()
    for piece in pieces:
        look = tuple(
            (face.id, frozenset().union(*(_colors(zone, colors) for zone in face.zones)))
            for face in piece.first
            if face is not None
        )
        if (piece.component, look) in seen:
            out.add((piece.component, piece.id))
        seen.add((piece.component, look))
    return frozenset(out)


def _colors(zone: PlacedZone, known: dict[int, frozenset[Color]]) -> frozenset[Color]:
    """The colours of a zone; of zones that cards share, found once."""
    if id(zone) not in known:
        known[id(zone)] = frozenset(painted(zone.items))
    return known[id(zone)]


def check_together(decks: Sequence[str | Path], report: Report, edition: str | None = None) -> None:
    """Report what keeps decks of one game from being played as one. Raises DeckError for one that can't be laid out."""
    of_game: dict[str, list[LoadedDeck]] = defaultdict(list)
    for deck in decks:
        loaded = load_deck(deck, edition=edition)
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
