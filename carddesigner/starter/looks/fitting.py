"""A new deck, laid out until all its texts fit: first the picture gives room, then the type, then the card grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.starter.looks.sizes import larger_than
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.template import rules_size
from carddesigner.starter.looks.trial import READABLE, Printed, Trial, Tried, card_of
from carddesigner.starter.looks.zones import face_of, placed
from carddesigner.starter.roles.guess import CHOSEN, Role

SMALLEST = 5.0
"""Points that the rules of a few cards may have, where those of all others would take the room from the picture."""
COMFORTABLE = 9.5
"""Points from which a picture may have more room than is usual."""
_GAIN = 2
"""Windows by which the picture has to gain for smaller type on a few cards."""
MAX_FOLLOWING = 20
_MAX_TRIES = 80


class Fitted(Struct, frozen=True):
    """A part whose texts all fit, what its cards have, all that it prints, the card that made them larger or go on, if
    one did, and the cards whose texts took room from the picture.
    """

    part: Sketched
    tried: Tried
    printed: Printed
    because: str | None = None
    crowding: tuple[str, ...] = ()


def fitted(part: Sketched, trial: Trial, *, grow: bool) -> Fitted:
    """The part as it fits; *grow* says whether its cards may become larger. Raises DeckError where nothing helps."""
    outcome, because = Tried(), None
    for _ in range(_MAX_TRIES):
        roomiest = _roomiest(part, trial, grow=grow)
        tried, outcome = roomiest.part, roomiest.tried
        because = because or roomiest.because
        if outcome.fits:
            tried = _alike(tried, outcome)
            whole = trial.tried(tried, all_cards=True)
            named = [card for e in whole.errors if (card := card_of(e))]
            named += whole.small if whole.usual < READABLE <= outcome.usual else ()
            more = {trial.keys.get(card, PieceKey(part.component, card)) for card in named}
            if (whole.too_long or whole.fits) and not more <= trial.hard:
                trial.hard |= more
                continue
            if whole.printed is not None:
                return Fitted(tried, whole, whole.printed, because, roomiest.crowding)
            outcome = whole
        simpler_ = simpler(tried, outcome.errors)
        if simpler_ is None:
            break
        part = replace(simpler_, fitting=replace(simpler_.fitting, window=None, type=None))
    raise DeckError(_reported(outcome.errors))


def _alike(part: Sketched, tried: Tried) -> Sketched:
    """The part with rules whose size doesn't differ much from the least, and that go on, if they do, in type of a usual
    size.
    """
    size = 9.0 if part.fitting.following else max(8.5, tried.usual + _APART)
    return replace(part, fitting=replace(part.fitting, type=size)) if size < rules_size(part) else part


_APART = 1.5
"""Points by which rules of a deck may differ."""


def _reported(errors: Iterable[Diagnostic]) -> Report:
    report = Report()
    for error in errors:
        report.add(error)
    return report


class _Roomiest(Struct, frozen=True):
    """The part with the most room for its picture, how it was laid out, a card that fitted no smaller size, and the
    cards whose texts left the picture less than it might have.
    """

    part: Sketched
    tried: Tried
    because: str | None = None
    crowding: tuple[str, ...] = ()


class _Windows(Struct):
    """The windows that a picture may have on cards of one size, from what it should be to the least, each tried
    once.
    """

    part: Sketched
    trial: Trial
    windows: tuple[float | None, ...]
    cached: dict[float | None, _Roomiest] = field(default_factory=dict)

    def at(self, window: float | None) -> _Roomiest:
        """The part with such a window."""
        if window not in self.cached:
            part = replace(self.part, fitting=replace(self.part.fitting, window=window))
            tried = self.trial.tried(part)
            # No picture can give room to titles of a size of their own.
            titles = tuple(e for e in tried.errors if e.code == "text-overflow" and _is_title(part, e))
            self.cached[window] = _Roomiest(part, replace(tried, errors=titles) if titles else tried)
        return self.cached[window]

    def first(self, good: Callable[[Tried], bool]) -> int | None:
        """The number of the first window with which all is good, as it is with those after it. None where there is
        none, or where there are errors for which no picture can make room.
        """
        low, high = 0, len(self.windows)
        while low < high:
            middle = (low + high) // 2 if low else 0
            tried = self.at(self.windows[middle]).tried
            if self.wrong() is not None:
                return None
            low, high = (low, middle) if good(tried) else (middle + 1, high)
        return low if low < len(self.windows) else None

    def best(self) -> int | None:
        """The number of the first window with which texts can be read: those of all cards, unless the picture gains
        much by smaller type on a few.
        """
        all_ = self.first(lambda t: t.fits and t.needy >= READABLE)
        most = self.first(lambda t: t.fits and t.usual >= READABLE and t.needy >= SMALLEST)
        return most if all_ is None or (most is not None and most <= all_ - _GAIN) else all_

    def wrong(self) -> _Roomiest | None:
        """What was tried and had errors for which no picture can make room."""
        tried = self.cached.values()
        return next(
            (r for r in tried if r.tried.errors and (not r.tried.too_long or _is_title(r.part, r.tried.errors[0]))),
            None,
        )


def _is_title(part: Sketched, error: Diagnostic) -> bool:
    """Whether an error is of a title in a zone that is as high as it is."""
    zone = _zone_of(error)
    return zone == "title" and zone not in part.look.sized


def _zone_of(error: Diagnostic) -> str:
    """The outermost zone that an error is of."""
    return str(error.zone).partition("/")[0]


def _roomiest(part: Sketched, trial: Trial, *, grow: bool) -> _Roomiest:
    """The part with as much of a picture, and as small a card, as its texts leave room for."""
    start = part.fitting
    sizes = larger_than(start.size, start.width, start.height) if grow else ((start.size, start.width, start.height),)
    windows = (part.look.windows if part.plan.picture is not None else part.look.bare) or (None,)
    because: str | None = None
    for size, width, height in sizes:
        sized = replace(part, fitting=replace(start, size=size, width=width, height=height))
        tries = _Windows(sized, trial, windows)
        best = tries.best()
        if (wrong := tries.wrong()) is not None:
            return replace(wrong, because=because)
        roomiest = tries.at(windows[best if best is not None else -1])
        if best is not None or roomiest.tried.fits:
            return replace(_roomier(roomiest, tries), because=because, crowding=_crowding(roomiest, tries))
        because = because or next(filter(None, map(card_of, roomiest.tried.errors)), None)
    return replace(roomiest, because=because)


def _roomier(roomiest: _Roomiest, tries: _Windows) -> _Roomiest:
    """What was found with a larger picture than is usual, where texts are short."""
    look = roomiest.part.look
    if look.roomy and roomiest.part.fitting.window == tries.windows[0] and roomiest.tried.usual >= COMFORTABLE:
        for window in look.roomy:
            larger = tries.at(window)
            if larger.tried.fits and larger.tried.usual >= COMFORTABLE and larger.tried.needy >= READABLE:
                return larger
    return roomiest


def _crowding(roomiest: _Roomiest, tries: _Windows) -> tuple[str, ...]:
    """The cards for which a picture is lower than the look has it."""
    if roomiest.part.plan.picture is None or roomiest.part.fitting.window == tries.windows[0]:
        return ()
    first = tries.at(tries.windows[0]).tried
    return tuple(dict.fromkeys((*filter(None, map(card_of, first.errors)), *first.small)))


_TOO_LONG = ("text-overflow", "text-too-long", "expression-too-big")


def simpler(part: Sketched, errors: Sequence[Diagnostic]) -> Sketched | None:
    """The part with something else where it went wrong; None if there is nothing left to change.

    Titles that fit no zone of their own stand above the rules, other texts go on with them, rules that fit no card go
    on on cards that follow. What can't be read is printed as it is written, or not.
    """
    if any(e.zone is None for e in errors):
        return _plainer_data(part)
    failed = dict[str, str]()
    for error in errors:
        failed.setdefault(_zone_of(error), error.code)
    columns = placed(part)
    for zone, code in failed.items():
        columns_of_zone = columns.get(zone, ())
        plan = part.plan
        if any(p.rich for p in columns_of_zone) and code not in _TOO_LONG:
            for p in columns_of_zone:
                plan = plan.changed(p.path, replace(p, rich=False))
        elif zone == "window" and plan.picture is not None:
            plan = replace(plan, picture=None)
        elif zone in ("window", "corners") and part.fitting.letter:
            part = replace(part, fitting=replace(part.fitting, letter=False))
        elif zone in ("ground", "corners", "paper") and plan.colours is not None:
            plan = replace(plan, colours=None)
        elif not columns_of_zone:
            return None
        elif code == "text-overflow" and zone == "title" and (letters := _shorter_title(part)) is not None:
            part = replace(part, fitting=replace(part.fitting, title=letters))
        elif code == "text-overflow" and zone not in ("rules", "answer"):
            for p in columns_of_zone:
                plan = plan.moved(p, Role.DETAIL)
        elif code == "text-overflow" and not part.fitting.following:
            part = replace(part, fitting=replace(part.fitting, following=MAX_FOLLOWING))
        else:
            longest = max(columns_of_zone, key=lambda p: max(map(len, p.texts), default=0))
            plan = plan.changed(longest.path, None)
        part = replace(part, plan=plan)
    return part


def _shorter_title(part: Sketched) -> int | None:
    """Fewer letters that a title's zone has to have room for; None where titles can't stand above the rules."""
    titles = part.arranged.of(Role.TITLE)
    if "title" in part.look.large or "rules" not in part.look.faces[face_of(part)] or not titles:
        return None
    letters = int(0.8 * (part.fitting.title or max(map(len, titles[0].texts))))
    return letters if letters >= _NAME else None


_NAME = 40
"""Letters of a title for which there has to be room."""


def _plainer_data(part: Sketched) -> Sketched | None:
    """The part with a plainer table: no ids, no quantities but those that somebody named."""
    for role in (Role.ID, Role.COPIES):
        if part.columns(role) and not any(g.role is role and g.why == CHOSEN for g in part.guesses):
            return without(part, role, "its values can't be used")
    return None


def without(part: Sketched, role: Role, why: str) -> Sketched:
    """The part without the columns of a role."""
    guesses = tuple(replace(g, role=Role.OUT, why=why) if g.role is role else g for g in part.guesses)
    return replace(part, guesses=guesses)
