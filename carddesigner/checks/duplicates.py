"""Warn of cards that are the same, or so nearly the same that one of them is likely a slip."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import xor
from unicodedata import normalize

from carddesigner.checks.base import MAX_RELATED, Check, DeckView, Finding
from carddesigner.checks.unused import unread
from carddesigner.core.report import Related
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedComponent

_SHORTEST = 6
"""The number of letters from which a text may be a slip for another."""

_MARKS = re.compile(r"\d+|\b[IVXLC]+\b|\b\w\b")
"""Numbers and single letters: a difference in these is intended."""

Fields = tuple[tuple[str, object], ...]
Named = tuple[str, LoadedCard]
"""A text of a card, and the card."""


def duplicate_cards(view: DeckView) -> Iterator[Finding]:
    """Warn of rows that make the same card as an earlier one, apart from id, copies and unread columns."""
    for component in view.deck.components:
        same = defaultdict(list)
        for card, fields in _cards(view, component):
            same[_key(fields)].append(card)
        for cards in same.values():
            if len(cards) > 1:
                first, second, *others = cards
                message = f"{second.id} is the same card as {first.id}{f', and {len(others)} more' if others else ''}"
                hint = "delete it, and set how often the card is printed in a column `copies`"
                related = _related((first, *others))
                yield Finding("duplicate-card", message, second.span, hint, related, card=second.id)


def similar_cards(view: DeckView) -> Iterator[Finding]:
    """Warn of two cards that differ by a slip in one text: capitals, spaces, punctuation, or a letter in twenty. Only
    cards whose other fields are equal are compared, each with its neighbours in the order of that text, read forwards
    and backwards.
    """
    for component in view.deck.components:
        cards = _cards(view, component)
        buckets: dict[tuple[str, int], list[Named]] = defaultdict(list)
        for card, fields in cards:
            # The hash of all fields without that of one field is a key for the other fields.
            hashes = [hash(_key((field,))) for field in fields]
            whole = reduce(xor, hashes, 0)
            for (name, value), own in zip(fields, hashes, strict=True):
                if isinstance(value, str) and len(value) >= _SHORTEST:
                    buckets[name, whole ^ own].append((value, card))
        reported = set()
        for (name, _), alike in ((k, v) for k, v in buckets.items() if len(v) > 1):
            for (text, card), (other, before) in _neighbours(alike):
                pair = frozenset((card.id, before.id))
                if text != other and pair not in reported and is_slip(text, other):
                    reported.add(pair)
                    message = f"{card.id} differs from {before.id} only in {name}: {_short(text, other)}"
                    hint, related = "correct the mistake, or delete one of the two", _related((before,))
                    yield Finding("similar-cards", message, card.span, hint, related, card=card.id, field=name)


def _cards(view: DeckView, component: LoadedComponent) -> list[tuple[LoadedCard, Fields]]:
    """A component's cards with the fields that distinguish them: without id, copies, and columns that nothing reads."""
    rows = component.rows
    if rows is None or component.table is None or component.serials is not None:
        return []
    left_out = {rows.id, *((rows.copies,) if isinstance(rows.copies, str) else rows.copies)}
    left_out |= {h.name for h in unread(view, component)}
    fields = ((card, tuple((n, card.row[n]) for n in card.row if n not in left_out)) for card in component.cards)
    return [(card, own) for card, own in fields if any(value not in (None, "") for _, value in own)]


def _key(fields: Fields) -> object:
    """A key that is equal for equal fields, even if a value can't be hashed."""
    try:
        hash(fields)
    except TypeError:
        return repr(fields)
    return fields


def _neighbours(cards: Sequence[Named]) -> Iterator[tuple[Named, Named]]:
    """Pairs (later, earlier) of the table that are adjacent in one of two orders."""
    order = {id(card): i for i, (_, card) in enumerate(cards)}
    for backwards in (False, True):
        ranked = sorted(cards, key=lambda f: _plain(f[0])[::-1] if backwards else _plain(f[0]))
        for a, b in pairwise(ranked):
            yield (b, a) if order[id(b[1])] > order[id(a[1])] else (a, b)


def _plain(text: str) -> str:
    return "".join(c for c in normalize("NFKC", text).casefold() if c.isalnum())


def is_slip(one: str, other: str) -> bool:
    """Whether two texts differ so little that one of them is likely mistyped."""
    if _MARKS.findall(one) != _MARKS.findall(other):
        return False
    a, b = _plain(one), _plain(other)
    return min(len(a), len(b)) >= _SHORTEST - 1 and _edits(a, b, 1 + min(len(a), len(b)) // 20)


def _edits(a: str, b: str, most: int) -> bool:
    """Whether *a* becomes *b* with at most *most* letters inserted, deleted or changed."""
    most = min(most, 8)
    if abs(len(a) - len(b)) > most:
        return False
    row = {j: j for j in range(min(most, len(b)) + 1)}
    for i, letter in enumerate(a, 1):
        above, row = row, {}
        for j in range(max(0, i - most), min(len(b), i + most) + 1):
            if j == 0:
                row[0] = i
                continue
            best = min(above.get(j, most) + 1, row.get(j - 1, most) + 1)
            row[j] = min(best, above.get(j - 1, most) + (letter != b[j - 1]))
        if min(row.values()) > most:
            return False
    return row.get(len(b), most + 1) <= most


def _short(text: str, other: str) -> str:
    """Both texts around the first difference."""
    at = next((i for i, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    start = max(0, at - 20)
    begin, end = "…" if start else "", at + 20
    parts = (f"{begin}{whole[start:end]}{'…' if len(whole) > end else ''}" for whole in (text, other))
    return " and ".join(map(repr, parts))


def _related(cards: Sequence[LoadedCard]) -> tuple[Related, ...]:
    return tuple(Related(c.span, c.id) for c in cards[:MAX_RELATED] if c.span is not None)


DUPLICATES = Check("duplicate-card", duplicate_cards, once=True)
SIMILAR = Check("similar-cards", similar_cards, once=True)
