"""Columns of which nothing says what they are for: left out where cards would become larger, or their type too small,
for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from carddesigner.core.report import DeckError
from carddesigner.starter.looks.fitting import Fitted, fitted
from carddesigner.starter.looks.sketched import Fitting, Sketched
from carddesigner.starter.looks.trial import Trial
from carddesigner.starter.made import Sure
from carddesigner.starter.roles.columns import Column
from carddesigner.starter.roles.guess import Role

_LEGIBLE = 6.0
"""Points below which type is too small for them."""
_WHY = "what it is for is not certain, and the cards have no room for it"


def fitted_to_what_matters(part: Sketched, trial: Trial, *, grow: bool) -> Fitted:
    """The part as it fits, without as many columns of uncertain use, the longest first, as take room from the others.

    Raises DeckError where nothing helps.
    """
    columns = _uncertain(part)
    try:
        whole = fitted(part, trial, grow=grow)
        if not columns or _lack(whole) <= _lack_of_none(part):
            return whole
    except DeckError:
        if not columns:
            raise
        whole = None
    # Without any of them the cards are as small, and the type as large, as they may become.
    bare = fitted(_without(part, columns), trial, grow=grow)
    if whole is not None and _lack(bare) >= _lack(whole):
        return _again(whole, trial)
    best, last = bare, bare
    size = bare.part.fitting
    least, most = 1, len(columns)
    while least < most:
        middle = (least + most) // 2
        fewer = replace(_without(part, columns[:middle]), fitting=Fitting(size.size, size.width, size.height))
        try:
            last = fitted(fewer, trial, grow=False)
        except DeckError:
            least, last = middle + 1, whole or bare
            continue
        if _lack(last) <= _lack(bare):
            best, most = replace(last, because=bare.because), middle
        else:
            least = middle + 1
    return best if best.part is last.part else _again(best, trial)


def _again(fitted: Fitted, trial: Trial) -> Fitted:
    """What was found before another try, written once more."""
    tried = trial.tried(fitted.part, all_cards=True)
    return replace(fitted, tried=tried, printed=tried.printed or fitted.printed)


def _lack(fitted: Fitted) -> tuple[bool, float, bool]:
    """What cards lack of room: whether texts go on on others, how large they are, whether type is too small."""
    fitting = fitted.part.fitting
    return bool(fitting.following), fitting.width * fitting.height, fitted.tried.usual < _LEGIBLE


def _lack_of_none(part: Sketched) -> tuple[bool, float, bool]:
    return False, part.fitting.width * part.fitting.height, False


def _uncertain(part: Sketched) -> list[Column]:
    """The columns that are printed without a sign of what they are for, the longest first."""
    surer = any(g.role is Role.RULES and g.sure is not Sure.GUESS for g in part.guesses)
    roles = {Role.DETAIL, Role.STAT, *((Role.RULES,) if surer else ())}
    translated = {g.of for g in part.guesses if g.role is Role.LANGUAGE}
    uncertain = [
        g.column for g in part.guesses if g.sure is Sure.GUESS and g.role in roles and g.column.path not in translated
    ]
    return sorted(uncertain, key=lambda c: -sum(map(len, c.texts)))


def _without(part: Sketched, columns: Sequence[Column]) -> Sketched:
    """The part without some columns, which are reported as not printed."""
    paths = {c.path for c in columns}
    plan = part.plan
    for path in paths:
        plan = plan.changed(path, None)
    guesses = tuple(replace(g, role=Role.OUT, why=_WHY) if g.column.path in paths else g for g in part.guesses)
    return replace(part, plan=plan, guesses=guesses)
