"""Cards counted by a field: by value, by whole number, or by ranges of numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import Any, Literal, cast

from msgspec import Struct

from carddesigner.core.record import Record, as_dict
from carddesigner.deck.cards import LoadedCard

LONGEST_CURVE = 31
"""The most whole numbers from least to greatest that are counted one by one; a wider span is counted in ranges."""
MAX_RANGES = 12
LARGEST = 1e15
"""Greater numbers are counted as text."""


class Count(Struct, frozen=True):
    """Cards with one value, or with a number from ``low`` to below ``high``.

    ``cards`` are printed copies, ``pieces`` different cards; ``times`` counts entries if the field is a list, for each
    copy.
    """

    label: str
    pieces: int
    cards: int
    times: int
    value: object = None
    low: float | None = None
    high: float | None = None


class Summary(Struct, frozen=True):
    """Statistics of a numeric field over all printed cards."""

    total: float
    mean: float
    low: float
    high: float


class FieldCounts(Struct, frozen=True, rename={"is_list": "list"}):
    """The counts of a field. ``cards`` is how many cards have the field, ``blank`` how many of them have it empty;
    ``counts`` are in display order.
    """

    field: str
    kind: Literal["values", "curve", "ranges"]
    is_list: bool
    pieces: int
    cards: int
    blank: int
    counts: tuple[Count, ...]
    summary: Summary | None


def count_by(field: str, cards: Iterable[tuple[LoadedCard, object]]) -> FieldCounts:
    """Count cards by their values in *field*; each card comes with its value."""
    have = list(cards)
    entries = [(card, [e for e in (v if isinstance(v, tuple) else (v,)) if not _blank(e)]) for card, v in have]
    filled: _Entries = [(e, card) for card, own in entries for e in own]
    kind: Literal["values", "curve", "ranges"] = "values"
    numeric = bool(filled) and all(_is_number(e) for e, _ in filled)
    if numeric:
        numbers = [e for e, _ in filled]
        low, high, whole = min(numbers), max(numbers), all(float(e) == int(e) for e in numbers)
        if whole and high - low < LONGEST_CURVE:
            kind, tallies = "curve", _tally((int(e), card) for e, card in filled)
            counts = [Count(str(n), *tallies.get(n, _NONE), n) for n in range(int(low), int(high) + 1)]
        elif len(set(numbers)) <= MAX_RANGES:
            counts = sorted(_values(filled), key=lambda c: cast(float, c.value))
        else:
            kind, counts = "ranges", _ranges(filled, low, high, whole)
    else:
        counts = _values(filled)
        natural = all(_NUMBER.match(c.label) for c in counts)
        counts.sort(key=lambda c: _natural(c.label) if natural else (-c.times, _natural(c.label)))
    is_list = any(isinstance(v, tuple) for _, v in have)
    copies = sum(card.copies for card, _ in have)
    blank = sum(card.copies for card, own in entries if not own)
    summary = _summary(filled) if numeric else None
    return FieldCounts(field, kind, is_list, len(have), copies, blank, tuple(counts), summary)


def label(value: object) -> str:
    """Return a value as it is shown."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, Record):
        return json.dumps(as_dict(value), ensure_ascii=False, default=str)
    if isinstance(value, tuple):
        return ", ".join(label(v) for v in value)
    return str(value)


_Entries = Sequence[tuple[Any, LoadedCard]]
"""The entries of a field that aren't blank, each with its card, grouped by card."""
_NONE = (0, 0, 0)
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?\b")


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -LARGEST < value < LARGEST


def _natural(text: str) -> list[tuple[int, float, str]]:
    """Return a sort key that puts 9 before 10."""
    parts = re.split(r"(\d{1,15})", text.casefold())
    return [(0, float(p), "") if p.isdecimal() else (1, 0.0, p) for p in parts if p]


def _tally(keyed: Iterable[tuple[object, LoadedCard]]) -> dict[object, tuple[int, int, int]]:
    """Return pieces, cards and times of each key. Entries come with their key and card, grouped by card."""
    out: dict[object, tuple[int, int, int]] = {}
    last: dict[object, int] = {}
    for key, card in keyed:
        pieces, cards, times = out.get(key, _NONE)
        new = last.get(key) != id(card)
        last[key] = id(card)
        out[key] = pieces + new, cards + card.copies * new, times + card.copies
    return out


def _values(entries: _Entries) -> list[Count]:
    shown: dict[object, object] = {}
    keys: list[tuple[object, LoadedCard]] = []
    for e, card in entries:
        value = e.strip() if isinstance(e, str) else e
        key = (isinstance(e, bool), label(e) if isinstance(e, (Record, tuple)) else value)
        shown.setdefault(key, value)
        keys.append((key, card))
    return [Count(label(shown[k]), *tally, shown[k]) for k, tally in _tally(keys).items()]


def _ranges(entries: _Entries, low: float, high: float, whole: bool) -> list[Count]:
    step = _step((high - low) / (MAX_RANGES - 1), whole)
    tallies = _tally((floor(e / step), card) for e, card in entries)
    out = []
    for i in range(floor(low / step), floor(high / step) + 1):
        start, end = i * step, (i + 1) * step
        message = f"{start:.12g} to {end - 1:.12g}" if whole and step > 1 else f"{start:.12g} to <{end:.12g}"
        out.append(Count(message, *tallies.get(i, _NONE), None, start, end))
    return out


def _step(least: float, whole: bool) -> float:
    """Return the least step of at least *least* from 1, 2, 5, 10, 20 … and their tenths."""
    power = 10.0 ** floor(log10(least))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9))
    return max(1.0, round(step)) if whole else step


def _summary(entries: _Entries) -> Summary | None:
    values = [(float(e), card.copies) for e, card in entries if card.copies]
    amount = sum(n for _, n in values)
    if not amount:
        return None
    total = sum(v * n for v, n in values)
    return Summary(total, total / amount, min(v for v, _ in values), max(v for v, _ in values))
