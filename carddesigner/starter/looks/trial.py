"""A new deck laid out to see whether its texts fit, its hardest cards or all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.face import PlacedZone
from carddesigner.core.items import GroupItem, Item, TextItem
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import fields_of
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.imposition import impose, lay_out
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.readings import DeckReadings
from carddesigner.starter.looks.plan import ems
from carddesigner.starter.looks.sketched import Sketched

READABLE = 7.0
"""Points that rules should have; below that the cards are named."""
_OUTLIERS, _AMONG = 2, 8
"""Cards with texts much longer than the others' that decide nothing about these: so many at most, and one in so many.
"""
_HARDEST = 6
"""Cards with the longest texts, which are laid out first."""
_LENIENT = frozenset(("missing-glyph", "missing-translation"))
"""What is no error: the template is right, but a font is wanted, or a translation."""
_GIVEN_ROOM = ("rules", "answer")
_ZONES = (*_GIVEN_ROOM, "title", "title-2")


class Printed(Struct, frozen=True):
    """A deck, and all its pieces laid out."""

    deck: LoadedDeck
    pieces: tuple[LaidPiece, ...]


class Tried(Struct, frozen=True):
    """A deck as it was laid out: errors, the least size of a text that is read, and cards with less than what is
    readable, the smallest first; what it prints, where that is all of it and fits.

    ``needy`` is the least size of a text to which a picture may give room, ``usual`` that but for a few cards that
    stand out.
    """

    errors: tuple[Diagnostic, ...] = ()
    least: float = 99.0
    needy: float = 99.0
    usual: float = 99.0
    small: tuple[str, ...] = ()
    printed: Printed | None = None

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong."""
        return not self.errors

    @property
    def too_long(self) -> bool:
        """Whether there is nothing wrong but texts without room."""
        return bool(self.errors) and all(e.code == "text-overflow" for e in self.errors)

    def with_(self, other: Tried) -> Tried:
        """This one, which fits, with the small type of the same deck in another language."""
        small = tuple(dict.fromkeys((*self.small, *other.small)))
        least, needy, usual = min(self.least, other.least), min(self.needy, other.needy), min(self.usual, other.usual)
        return replace(self, least=least, needy=needy, usual=usual, small=small)


class Trial(Struct):
    """A deck's folder in which files are written and laid out again and again; what is read stays read."""

    readings: DeckReadings
    write: Callable[[Sketched], Iterable[Path]]
    hard: set[PieceKey] = field(default_factory=set)
    measured: set[str | None] = field(default_factory=set)
    """The languages whose hardest cards are among them."""
    keys: dict[str, PieceKey] = field(default_factory=dict)
    """The cards by their ids, of which each stands once in the tables of a part."""

    def tried(self, part: Sketched, *, all_cards: bool = False) -> Tried:
        """The deck of a part, or its hardest cards alone, laid out."""
        self.readings.changed(self.write(part))
        languages = part.languages.others if part.languages is not None else ()
        all_tried = Tried()
        for language in (None, *languages):
            one = self._laid_out(part, language, all_cards=all_cards)
            if not one.fits:
                return one
            all_tried = one if language is None else all_tried.with_(one)
        return all_tried

    def _laid_out(self, part: Sketched, language: str | None, *, all_cards: bool) -> Tried:
        """The deck as it is, in a language. What is still to be translated stands there in the deck's own."""
        report = Report(lenient=_LENIENT)
        sizes: dict[str, float] = {}
        needy: dict[str, float] = {}
        given = _ZONES if "title" in part.look.sized else _GIVEN_ROOM

        def take(piece: LaidPiece) -> LaidPiece:
            zones = [z for f in piece.first if f is not None for z in f.zones]
            sizes[piece.id] = min((_size(z, _ZONES) for z in zones), default=99.0)
            needy[piece.id] = min((_size(z, given) for z in zones), default=99.0)
            return piece

        try:
            deck = self.readings.read(report, language)
            report.raise_errors()
            assert deck is not None
            job = print_job(deck)
            if language not in self.measured:
                self.measured.add(language)
                self.hard |= _hardest(deck, part)
                self.keys |= {c.id: c.key for o in deck.components for c in o.cards}
            leave_out = () if all_cards else _Others(frozenset(self.hard))
            pieces = lay_out(job, report, None, self.readings.cache, leave_out, take)
            printed = _imposed(job, pieces, report) if all_cards and language is None else None
        except DeckError as problem:
            return Tried(tuple(problem.report.errors))
        small = sorted((size, id_) for id_, size in sizes.items() if size < READABLE)
        ordered = sorted(needy.values()) or [99.0]
        usual = ordered[min(_outliers(part), len(ordered) - 1)]
        least = min(sizes.values(), default=99.0)
        return Tried((), least, ordered[0], usual, tuple(id_ for _, id_ in small), printed)


def all_printed(readings: DeckReadings) -> Printed:
    """What the deck prints as its files are, laid out but for what is known of it. Raises DeckError with what is wrong
    with it.
    """
    report = Report(lenient=_LENIENT)
    deck = readings.read(report)
    report.raise_errors()
    assert deck is not None
    job = print_job(deck)
    return _imposed(job, lay_out(job, report, cache=readings.cache), report)


def _imposed(job: PrintJob, pieces: tuple[LaidPiece, ...], report: Report) -> Printed:
    """The pieces, which go on sheets. Raises DeckError where they don't."""
    impose(job, pieces, report)
    return Printed(job.deck, pieces)


class _Others(Struct, frozen=True):
    """All pieces but some."""

    wanted: frozenset[PieceKey]

    def __contains__(self, key: object) -> bool:
        return key not in self.wanted


def _hardest(deck: LoadedDeck, part: Sketched) -> set[PieceKey]:
    """The cards with the longest texts, and with the longest of each column."""
    names = list(dict.fromkeys(p.path[0] for p in part.plan.prints))
    cards = [
        (c, [ems(str(fields_of(c.row).get(name) or "")) for name in names])
        for o in deck.components
        for c in o.cards
        if c.copies
    ]
    if not cards:
        return set()
    by_length = sorted(cards, key=lambda c: -sum(c[1]))[:_HARDEST]
    longest = [max(cards, key=lambda c: c[1][n]) for n in range(len(names))]
    return {card.key for card, _ in (*by_length, *longest)}


def _outliers(part: Sketched) -> int:
    """How many cards may have texts that decide nothing about the others."""
    rows = max((len(g.column.texts) for g in part.guesses), default=0)
    return min(_OUTLIERS, rows // _AMONG)


def _size(zone: PlacedZone, names: tuple[str, ...]) -> float:
    """The size of a text that is read, which is that of its largest letters, in zones of these names."""
    if zone.id in names:
        return max(_sizes(zone.own_items), default=99.0)
    return min((_size(z, names) for z in zone.children), default=99.0)


def _sizes(items: Iterable[Item]) -> Iterable[float]:
    for item in items:
        if isinstance(item, GroupItem):
            yield from _sizes(item.items)
        elif isinstance(item, TextItem):
            yield from (piece.size for piece in item.pieces)


def card_of(error: Diagnostic) -> str | None:
    """The id of the card that an error is of, which may say besides which side of it."""
    return re.sub(r" \(\w+\)$|^.*/", "", error.card) if error.card is not None else None
