"""A new deck, laid out until all its texts fit: first the picture gives room, then the type, then the card grows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.face import PlacedZone
from carddesigner.core.items import GroupItem, Item, TextItem
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import fields_of
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.layout.deck import LaidPiece
from carddesigner.pipeline.imposition import impose, lay_out
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.readings import DeckReadings
from carddesigner.starter.looks.plan import ems
from carddesigner.starter.looks.sizes import larger_than
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.template import rules_size
from carddesigner.starter.looks.zones import placed
from carddesigner.starter.roles.guess import Role

READABLE = 7.0
"""Points that rules should have; below that the cards are named."""
COMFORTABLE = 9.5
"""Points from which a picture may have more room than is usual."""
MAX_FOLLOWING = 20
_HARDEST = 6
"""Cards with the longest texts, which are laid out first."""
_MAX_TRIES = 80
_LENIENT = frozenset(("missing-glyph", "missing-translation"))
"""What is no error: the template is right, but a font is wanted, or a translation."""
_ZONES = ("rules", "answer", "title", "title-2")


class Printed(Struct, frozen=True):
    """A deck, and all its pieces laid out."""

    deck: LoadedDeck
    pieces: tuple[LaidPiece, ...]


class Tried(Struct, frozen=True):
    """A deck as it was laid out: errors, the least size of a text that is read, and cards with less than what is readable;
    what it prints, where that is all of it and fits.
    """

    errors: tuple[Diagnostic, ...] = ()
    least: float = 99.0
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
        return replace(self, least=min(self.least, other.least), small=small)


class Trial(Struct):
    """A deck's folder in which files are written and laid out again and again; what is read stays read."""

    readings: DeckReadings
    write: Callable[[Sketched], Iterable[Path]]
    hard: set[PieceKey] = field(default_factory=set)
    measured: set[str | None] = field(default_factory=set)
    """The languages whose hardest cards are among them."""

    def tried(self, part: Sketched, *, all_cards: bool = False) -> Tried:
        """The deck of a part, or its hardest cards alone, laid out."""
        self.readings.changed(self.write(part))
        languages = part.languages.others if part.languages is not None else ()
        found = Tried()
        for language in (None, *languages):
            one = self._laid_out(part, language, all_cards=all_cards)
            if not one.fits:
                return one
            found = one if language is None else found.with_(one)
        return found

    def _laid_out(self, part: Sketched, language: str | None, *, all_cards: bool) -> Tried:
        """The deck as it is, in a language. What is still to be translated stands there in the deck's own."""
        report = Report(lenient=_LENIENT)
        sizes: dict[str, float] = {}

        def take(piece: LaidPiece) -> LaidPiece:
            sizes[piece.id] = min((_size(z) for f in piece.first if f is not None for z in f.zones), default=99.0)
            return piece

        try:
            deck = self.readings.read(report, language)
            report.raise_errors()
            assert deck is not None
            job = print_job(deck)
            if language not in self.measured:
                self.measured.add(language)
                self.hard |= _hardest(deck, part)
            leave_out = () if all_cards else _Others(frozenset(self.hard))
            pieces = lay_out(job, report, None, self.readings.cache, leave_out, take)
            printed = _imposed(job, pieces, report) if all_cards and language is None else None
        except DeckError as problem:
            return Tried(tuple(problem.report.errors))
        small = sorted((size, id_) for id_, size in sizes.items() if size < READABLE)
        return Tried((), min(sizes.values(), default=99.0), tuple(id_ for _, id_ in small), printed)


def all_printed(readings: DeckReadings) -> Printed:
    """What the deck prints as its files are, laid out but for what is known of it. Raises DeckError with what is wrong with it."""
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


def _size(zone: PlacedZone) -> float:
    """The size of a text that is read, which is that of its largest letters."""
    if zone.id in _ZONES:
        return max(_sizes(zone.own), default=99.0)
    return min(map(_size, zone.children), default=99.0)


def _sizes(items: Iterable[Item]) -> Iterable[float]:
    for item in items:
        if isinstance(item, GroupItem):
            yield from _sizes(item.items)
        elif isinstance(item, TextItem):
            yield from (piece.size for piece in item.pieces)


class Fitted(Struct, frozen=True):
    """A part whose texts all fit, what its cards have, all that it prints, and the card that made them larger or go on, if one did."""

    part: Sketched
    tried: Tried
    printed: Printed
    because: str | None = None


def fitted(part: Sketched, trial: Trial, *, grow: bool) -> Fitted:
    """The part as it fits; *grow* says whether its cards may become larger. Raises DeckError where nothing helps."""
    found, because = Tried(), None
    for _ in range(_MAX_TRIES):
        tried, found, too_long = _roomiest(part, trial, grow=grow)
        because = because or too_long
        if found.fits:
            tried = _alike(tried, found)
            whole = trial.tried(tried, all_cards=True)
            if whole.printed is not None:
                return Fitted(tried, whole, whole.printed, because)
            more = {PieceKey(part.component, card) for e in whole.errors if (card := _card_of(e))}
            if whole.too_long and not more <= trial.hard:
                trial.hard |= more
                continue
            found = whole
        simpler_ = simpler(tried, found.errors)
        if simpler_ is None:
            break
        part = replace(simpler_, fitting=replace(simpler_.fitting, window=None, type=None))
    raise DeckError(_reported(found.errors))


def _alike(part: Sketched, tried: Tried) -> Sketched:
    """The part with rules whose size doesn't differ much from the least, and that go on, if they do, in type of a usual size."""
    size = 9.0 if part.fitting.following else max(8.5, tried.least + _APART)
    return replace(part, fitting=replace(part.fitting, type=size)) if size < rules_size(part) else part


_APART = 1.5
"""Points by which rules of a deck may differ."""


def _card_of(error: Diagnostic) -> str | None:
    """The id of the card that an error is of, which may say besides which side of it."""
    return re.sub(r" \(\w+\)$|^.*/", "", error.card) if error.card is not None else None


def _reported(errors: Iterable[Diagnostic]) -> Report:
    report = Report()
    for error in errors:
        report.add(error)
    return report


def _roomiest(part: Sketched, trial: Trial, *, grow: bool) -> tuple[Sketched, Tried, str | None]:
    """The part with as much of a picture, and as small a card, as its texts leave room for; and a card that fitted no smaller one."""
    start = part.fitting
    sizes = larger_than(start.size, start.width, start.height) if grow else ((start.size, start.width, start.height),)
    windows = (part.look.windows if part.plan.picture is not None else part.look.bare) or (None,)
    tried, found, because = part, Tried(), None
    for size in sizes:
        low, high = 0, len(windows)
        best: tuple[Sketched, Tried] | None = None
        # The picture gives room until the rules can be read.
        while low < high:
            middle = (low + high) // 2 if low else 0
            tried = replace(
                part, fitting=replace(start, size=size[0], width=size[1], height=size[2], window=windows[middle])
            )
            found = trial.tried(tried)
            if found.errors and not found.too_long:
                return tried, found, because
            if found.fits and found.least >= READABLE:
                best, high = (tried, found), middle
            else:
                low = middle + 1
        if best is not None:
            if part.look.roomy and best[1].least >= COMFORTABLE and best[0].fitting.window == windows[0]:
                for window in part.look.roomy:
                    tried = replace(best[0], fitting=replace(best[0].fitting, window=window))
                    found = trial.tried(tried)
                    if found.fits and found.least >= COMFORTABLE:
                        return tried, found, because
            return *best, because
        # The last that was tried is the least.
        if found.fits:
            break
        because = because or next(filter(None, map(_card_of, found.errors)), None)
    return tried, found, because


_TOO_LONG = ("text-overflow", "text-too-long", "expression-too-big")


def simpler(part: Sketched, errors: Sequence[Diagnostic]) -> Sketched | None:
    """The part with something else where it went wrong; None if there is nothing left to change.

    A text that fits no zone of its own goes on with the rules, rules that fit no card on cards that follow. What can't be read is
    printed as it is written, or not.
    """
    if any(e.zone is None for e in errors):
        return _plainer_data(part)
    failed = dict[str, str]()
    for error in errors:
        failed.setdefault(str(error.zone).partition("/")[0], error.code)
    columns = placed(part)
    for zone, code in failed.items():
        own = columns.get(zone, ())
        plan = part.plan
        if any(p.rich for p in own) and code not in _TOO_LONG:
            for p in own:
                plan = plan.changed(p.path, replace(p, rich=False))
        elif zone == "window" and plan.picture is not None:
            plan = replace(plan, picture=None)
        elif zone in ("window", "corners") and part.fitting.letter:
            part = replace(part, fitting=replace(part.fitting, letter=False))
        elif zone in ("ground", "corners", "paper") and plan.colours is not None:
            plan = replace(plan, colours=None)
        elif not own:
            return None
        elif code == "text-overflow" and zone not in ("rules", "answer"):
            for p in own:
                plan = plan.moved(p, Role.DETAIL)
        elif code == "text-overflow" and not part.fitting.following:
            part = replace(part, fitting=replace(part.fitting, following=MAX_FOLLOWING))
        else:
            longest = max(own, key=lambda p: max(map(len, p.texts), default=0))
            plan = plan.changed(longest.path, None)
        part = replace(part, plan=plan)
    return part


def _plainer_data(part: Sketched) -> Sketched | None:
    """The part with a plainer table: no ids, no quantities."""
    for role in (Role.ID, Role.COPIES):
        if part.columns(role):
            return without(part, role, "its values can't be used")
    return None


def without(part: Sketched, role: Role, why: str) -> Sketched:
    """The part without the columns of a role."""
    guesses = tuple(replace(g, role=Role.OUT, why=why) if g.role is role else g for g in part.guesses)
    return replace(part, guesses=guesses)
