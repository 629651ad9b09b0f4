"""How often each card is printed: the columns that say it for certain, and those that might.

A header never decides alone. Its words say how well it could be a quantity; then the cells must be amounts that make a
deck of cards, and must not be something else: a number that the card's own text names, the count of its marks, what
tells two cards apart, a row of numbers like others beside it. What fits but isn't certain is only named, and each row
is printed once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from itertools import islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.deck.amounts import read_amount
from carddesigner.starter.made import Sure
from carddesigner.starter.roles.columns import MAX_GUESSED, Column, Kind
from carddesigner.starter.roles.vocabulary import have_roles, is_one, name_cards

MAX_AMOUNT = 500
"""Cards of a row, above which numbers are not taken for quantities."""
MAX_CARDS = 3_000
"""Cards of all rows, above which that isn't certain; no deck has more than ``MAX_PRINTED``."""
MAX_PRINTED = 20_000
MAX_MAYBE = 6
"""Columns that are named where it isn't certain."""
_MAX_COLUMNS = 60
"""Columns of amounts that are looked at, and columns that they are compared with."""
_MAX_CANDIDATES = 20
"""Columns whose headers speak of quantities."""
_MAX_PARTS = 20
"""Columns that a total may add up."""
_MAX_ROWS = 300
"""Rows that are compared."""


class Quantities(Struct, frozen=True):
    """The columns that say how often a card is printed, which are added up, why, and how sure that is.

    ``maybe`` are columns that might say it, with the cards they would give; ``parts`` are those that a total in
    ``columns`` adds up.
    """

    columns: tuple[Column, ...] = ()
    sure: Sure = Sure.CERTAIN
    why: str = ""
    maybe: tuple[tuple[Column, int], ...] = ()
    parts: tuple[Column, ...] = ()


class _Word(IntEnum):
    """How much a header speaks of quantities: by another word beside one, by a word that may mean much, by one that
    doesn't.
    """

    NONE = 0
    WEAK = 1
    VAGUE = 2
    PART = 3
    PLAIN = 4


class _Candidate(Struct, frozen=True, eq=False):
    """A column of amounts; ``marked`` says that its cells are written like ``2x``."""

    column: Column
    amounts: tuple[int | None, ...]
    word: _Word
    marked: bool

    @property
    def given(self) -> list[int]:
        """The amounts that are there."""
        return [a for a in self.amounts if a is not None]

    @property
    def cards(self) -> int:
        """The cards that it gives; a blank is one."""
        return sum(1 if a is None else a for a in self.amounts)


def find_quantities(columns: Sequence[Column], agreed: frozenset[str] = frozenset()) -> Quantities:
    """The quantities among the columns of a table.

    *agreed* are headers, in small letters, that are quantities in other tables of the deck.
    """
    amounts = (c for column in columns[:MAX_GUESSED] if (c := _candidate(column, agreed)) is not None)
    candidates = list(islice(amounts, _MAX_COLUMNS))
    by_word = [c for c in candidates if c.word or c.marked][:_MAX_CANDIDATES]
    if not by_word:
        # A number for a header may be how many cards there are.
        summed = [c for c in candidates if c.column.header.isdigit() and _small(c)]
        if len(summed) == 1:
            return Quantities(maybe=_named(summed))
        nameless = [c for c in candidates if c.column.nameless]
        return _by_values(nameless, columns)
    total = _total(by_word, candidates)
    if total is not None:
        return total
    plain = [c for c in by_word if c.word >= _Word.PART or c.marked]
    wrong = {c: why for c in by_word if (why := _something_else(c, columns))}
    fit = [c for c in plain if c not in wrong]
    if len(fit) > 1:
        fit = _best(fit)
    if len(fit) > 1 and all(c.word is _Word.PART for c in fit):
        return _added(fit, by_word)
    if len(fit) == 1 and 0 < fit[0].cards <= MAX_CARDS:
        others = [c.column.name for c in plain if c is not fit[0] and c not in wrong and c.amounts != fit[0].amounts]
        quantities = _chosen(fit[0], Sure.CERTAIN if fit[0].word is _Word.PLAIN and not others else Sure.LIKELY)
        return replace(quantities, why=f"{quantities.why}; without {', '.join(others[:3])}") if others else quantities
    if not plain:
        vague = [c for c in by_word if c.word is _Word.VAGUE and c not in wrong]
        convincing = [c for c in vague if _convincing(c)] or (vague if len(vague) == 1 and _counting(vague[0]) else [])
        # Quantities for two, three or four players go instead of each other.
        alike = [c for c in vague if c.column.means("copies")]
        if len(convincing) == 1 and len(alike) < 2:
            return _chosen(convincing[0], Sure.LIKELY)
    maybe = [c for c in by_word if c.word >= _Word.VAGUE or c.marked]
    return Quantities(maybe=_named([c for c in maybe if wrong.get(c) != _COUNTED]))


_COUNTED = "it counts the rows, or adds up statistics"


def _candidate(column: Column, agreed: frozenset[str]) -> _Candidate | None:
    """A column whose cells are amounts, as far as a card can be printed that often."""
    if column.kind not in (Kind.INTEGER, Kind.TEXT) or not column.filled or len(column.path) > 1:
        return None
    amount_of: dict[str, int | None] = {}
    for text in column.distinct:
        amount = read_amount(text) if len(text) <= 20 else None
        if amount is None or amount > MAX_AMOUNT:
            return None
        amount_of[text] = amount
        if len(amount_of) > MAX_AMOUNT:
            return None
    marked = column.kind is Kind.TEXT and all(not t.isdigit() for t in column.distinct if t != "0")
    amounts = tuple(amount_of.get(t) for t in column.texts)
    word = _Word.PLAIN if column.header.casefold() in agreed else _word(column)
    return _Candidate(column, amounts, word, marked)


def _word(column: Column) -> _Word:
    heading = column.heading
    if heading.private:
        return _Word.NONE
    plain, vague = heading.fits.get("copies", 0.0), heading.fits.get("copies-maybe", 0.0)
    accompanied = have_roles(heading.words, "copies", "copies-maybe", "copies-beside") and have_roles(
        heading.note, "copies-beside", "copies"
    )
    if plain == 1:
        return _Word.PLAIN if not (heading.note or heading.number) else _Word.PART if accompanied else _Word.VAGUE
    counts = is_one(heading.words, "counts")
    if (
        accompanied
        and is_one(heading.words, "copies-maybe")
        and name_cards(heading.words)
        and heading.fits.get("number", 0.0) < 1
    ):
        return _Word.PLAIN
    if vague == 1:
        return _Word.VAGUE if not heading.number and have_roles(heading.note, "copies-beside", "copies") else _Word.WEAK
    if plain:
        return _Word.PART if accompanied else _Word.VAGUE
    return _Word.PART if accompanied and counts else _Word.WEAK if vague or counts else _Word.NONE


def _something_else(c: _Candidate, columns: Sequence[Column]) -> str:
    """What the numbers are, if they are no quantities; else an empty text."""
    given = c.given
    if not any(given):
        return "all are 0"
    if _runs(given) and (c.word < _Word.PLAIN or len(given) > 6):
        return _COUNTED
    others = [o for o in columns if o is not c.column][:_MAX_COLUMNS]
    rows = [(i, a) for i, a in enumerate(c.amounts[:_MAX_ROWS]) if a is not None]
    several = [(i, a) for i, a in rows if a > 1]
    enough = len(several) >= 4 and len({a for _, a in rows}) > 2
    if enough:
        for other in others:
            if other.kind is Kind.TEXT and _names(other, several):
                return f"{other.name} names the same numbers"
            if other.kind in (Kind.TEXT, Kind.LIST) and _has_marks(other, rows):
                return f"it is how many things {other.name} lists"
    if c.word < _Word.PART and c.column.means("totals") and (parts := _added_up(c, columns)):
        statistics = any(p.means("attack", "health", "points", "stat", "cost") for p in parts)
        return _COUNTED if statistics else f"it adds up {parts[0].name} and others"
    if len(c.amounts) >= 5 and _distinguishes(c, others):
        return "it tells cards apart that are alike but for it"
    if c.word < _Word.PART and any(_numbers_groups(c, other) for other in others):
        return "it numbers the cards of a kind"
    return ""


def _runs(given: Sequence[int]) -> bool:
    """Whether numbers count the rows, from 0, 1 or any other number, now and then one left out."""
    steps = Counter(b - a for a, b in pairwise(given))
    return len(given) > 3 and len(set(given)) == len(given) and 10 * (steps[1] + steps[10]) >= 9 * (len(given) - 1)


def _added_up(c: _Candidate, columns: Sequence[Column]) -> Sequence[Column]:
    """The columns before a total that it is the sum of."""
    before = [o for o in columns if o.at < c.column.at and o.kind is Kind.INTEGER and not o.blanks][-_MAX_PARTS:]
    sums = [0] * len(c.amounts)
    for n, column in enumerate(reversed(before), 1):
        sums = [s + v for s, v in zip(sums, column.integers, strict=True)]
        if n > 1 and all(s == a for s, a in zip(sums, c.amounts, strict=True)):
            return before[-n:]
    return ()


def _names(other: Column, rows: list[tuple[int, int]]) -> bool:
    """Whether nearly all rows have their number among the words of another column."""
    hits = sum(bool(re.search(rf"(?<!\d){a}(?!\d)", other.texts[i][:2000])) for i, a in rows)
    return 10 * hits >= 9 * len(rows)


def _has_marks(other: Column, rows: list[tuple[int, int]]) -> bool:
    """Whether a row's number is how many things another column lists, or how many marks it has."""

    def marks(text: str) -> set[int]:
        listed = len([p for p in re.split(r"[,;/|]\s*|\s+", text[:500]) if p]) if text else 0
        return {listed, len(text)} if len(text) <= 12 else {listed}

    return all(a in marks(other.texts[i]) for i, a in rows)


def _distinguishes(c: _Candidate, others: Sequence[Column]) -> bool:
    """Whether rows are the same on a card but for this number: then it is printed there."""
    shown = [o for o in others if o.kind not in (Kind.BLANK, Kind.OTHER, Kind.PICTURE, Kind.LINK) and not o.means("id")]
    shown = [o for o in shown if not (o.kind is Kind.INTEGER and _runs(o.integers))]
    if not shown:
        return False
    rows = list(zip(*(o.texts[:_MAX_ROWS] for o in shown), strict=True))
    groups: dict[tuple[str, ...], list[int | None]] = {}
    for row, amount in zip(rows, c.amounts, strict=False):
        groups.setdefault(row, []).append(amount)
    again = [g for g in groups.values() if len(g) > 1]
    if all(set(g) == {len(g)} for g in groups.values()):
        return bool(again)
    return 5 * sum(len(g) for g in again if len(set(g)) == len(g)) >= len(rows)


def _numbers_groups(c: _Candidate, kind: Column) -> bool:
    """Whether the cards of each kind have numbers that all differ, as ranks do."""
    if kind.kind is not Kind.TEXT or not 2 <= len(kind.distinct) <= len(c.amounts) / 3:
        return False
    groups: dict[str, list[int]] = {}
    for text, amount in zip(kind.texts, c.amounts, strict=True):
        if amount is not None:
            groups.setdefault(text, []).append(amount)
    large = [g for g in groups.values() if len(g) > 2]
    differ = sum(len(g) for g in large if len(set(g)) == len(g))
    return max(map(len, large), default=0) > 3 and 10 * differ >= 6 * len(c.amounts)


def _convincing(c: _Candidate) -> bool:
    """Whether amounts under a word that may mean anything are those of a deck: small, few different ones, hardly a
    blank or 0.
    """
    given = c.given
    few = len(set(given)) <= max(2, 0.6 * len(given))
    small = sorted(given)[int(0.9 * (len(given) - 1))] <= 12 and max(given) <= 60
    return few and small and _whole(c) and 0 < c.cards <= MAX_CARDS


def _counting(c: _Candidate) -> bool:
    """Whether amounts under a word that counts something may be those of a small deck."""
    return is_one(c.column.heading.words, "counts") and _whole(c) and 0 < c.cards <= 500 and max(c.given) <= 100


def _whole(c: _Candidate) -> bool:
    """Whether hardly a cell is blank or 0."""
    return 4 * len(c.given) >= 3 * len(c.amounts) and 4 * sum(a == 0 for a in c.given) <= len(c.given)


def _best(fit: list[_Candidate]) -> list[_Candidate]:
    """Of several columns those with the plainest word; of columns that say the same the first."""
    most = max(c.word for c in fit)
    best = [c for c in fit if c.word == most]
    first = best[0]
    return [first] if all(c.amounts == first.amounts for c in best) else best


def _total(by_word: list[_Candidate], candidates: list[_Candidate]) -> Quantities | None:
    """A column that adds up others, of which one at least speaks of quantities."""
    for total in by_word:
        if (
            total.word is _Word.NONE
            or not any(total.given)
            or not total.column.means("totals", "copies", "copies-maybe")
        ):
            continue
        parts = _parts_of(total, candidates)
        sums = [sum(a or 0 for a in row) for row in zip(*(p.amounts for p in parts), strict=True)]
        if (
            len(parts) > 1
            and all(s == (a or 0) for s, a in zip(sums, total.amounts, strict=True))
            and 0 < sum(sums) <= MAX_PRINTED
        ):
            why = f"it is {' + '.join(p.column.name for p in parts[:4])}; {total.cards} cards"
            if all(a is not None for a in total.amounts):
                return Quantities((total.column,), Sure.CERTAIN, why, parts=tuple(p.column for p in parts))
    return None


def _parts_of(total: _Candidate, candidates: list[_Candidate]) -> list[_Candidate]:
    """The columns that a total may add up: quantities of parts of the game, or columns beside each other called after
    decks.
    """
    others = [c for c in candidates if c is not total]
    plain = [
        c
        for c in others
        if c.word >= _Word.PART or (c.column.heading.words and have_roles(c.column.heading.words, "copies-beside"))
    ]
    if len(plain) > 1 and (total.word >= _Word.PART or any(c.word >= _Word.PART for c in plain)):
        return plain
    return [
        c for c in others if any(have_roles((w,), "copies-beside") and not w.isdigit() for w in c.column.heading.words)
    ]


def _added(fit: list[_Candidate], by_word: list[_Candidate]) -> Quantities:
    """Columns whose headers differ only in what part of the game they are of, added up."""
    words = [{w for w in c.column.heading.words if have_roles((w,), "copies", "copies-maybe")} for c in fit]
    other_words = [{*c.column.heading.words, *c.column.heading.note} - w for c, w in zip(fit, words, strict=True)]
    alike = all(w == words[0] for w in words) and all(other_words) and not any(c.column.heading.number for c in fit)
    cards = sum(sum(c.given) for c in fit)
    if not alike or not 0 < cards <= MAX_CARDS:
        return Quantities(maybe=_named(by_word))
    low, high = min(min(c.given) for c in fit), max(max(c.given) for c in fit)
    why = f"whole numbers, {low} to {high}; {cards} cards of {len(fit)} columns added"
    return Quantities(tuple(c.column for c in fit), Sure.LIKELY, why)


def _chosen(c: _Candidate, sure: Sure) -> Quantities:
    low, high = min(c.given), max(c.given)
    blank = ", blank is 1" if c.column.blanks else ""
    amounts = f"{low} to {high}" if low != high else f"{low} each"
    zeros = sum(a == 0 for a in c.given)
    left = f", {zeros} of {len(c.amounts)} rows 0 times" if zeros else ""
    return Quantities((c.column,), sure, f"whole numbers, {amounts}{blank}; {c.cards} cards{left}")


def _by_values(candidates: list[_Candidate], columns: Sequence[Column]) -> Quantities:
    """The quantities of a table whose columns have no names: the only small numbers there, or those before all else."""
    maybe = [c for c in candidates if not _something_else(c, columns) and (c.marked or _may_be(c))]
    fit = [c for c in maybe if c.marked or _small(c)]
    marked = [c for c in fit if c.marked]
    has_texts = any(o.wordy and o.apart > 0.7 for o in columns)
    first = [c for c in fit if c.column.at == 0]
    alone = len([o for o in columns if o.number and not _runs(o.integers)]) == 1
    if len(marked) == 1:
        return _chosen(marked[0], Sure.LIKELY)
    if has_texts and first and len(first[0].given) == len(first[0].amounts):
        return _chosen(first[0], Sure.LIKELY)
    if has_texts and alone and fit and Counter(fit[0].given).most_common(1)[0][0] == 1:
        return _chosen(fit[0], Sure.GUESS)
    # Where cards share names, numbers before all else may still say how many.
    maybe = maybe if has_texts else [c for c in first if any(o.wordy and o.apart > 0.3 for o in columns)]
    return Quantities(maybe=_named(maybe))


def _may_be(c: _Candidate) -> bool:
    """Whether numbers without a name may be quantities: there are some, all from 1 to 30."""
    return len(c.given) == len(c.amounts) > 3 and min(c.given) > 0 and max(c.given) <= 30


def _small(c: _Candidate) -> bool:
    """Whether numbers without a name are like quantities: most of them up to 6, and again."""
    given = c.given
    few = len(set(given)) <= max(2, 0.6 * len(given))
    return _may_be(c) and few and 4 * sum(a <= 6 for a in given) >= 3 * len(given)


def _named(maybe: Sequence[_Candidate]) -> tuple[tuple[Column, int], ...]:
    fit = [c for c in maybe if any(c.given) and 2 * len(c.given) >= len(c.amounts) and c.cards <= MAX_PRINTED]
    fit.sort(key=lambda c: (-c.word, c.column.at))
    return tuple((c.column, c.cards) for c in fit[:MAX_MAYBE])
