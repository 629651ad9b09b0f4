"""Matching of the pieces of two states. Without ids, a row inserted at the top changes the numbers of all rows below.
So equal rows are matched first, then rows that share values which few others have, and the rest by the rows before and
after them. Swapping the two states gives the same matches.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence

from carddesigner.compare.view import ComparedPiece

RARE = 5
"""The most rows that may share a value for it to identify rows."""
ENOUGH = 0.5
"""The least score for two rows to match: a text that no other row has counts 1, such a number 0.5."""

Pair = tuple[ComparedPiece | None, ComparedPiece | None]
Pieces = Sequence[ComparedPiece]
Content = Callable[[ComparedPiece], tuple[tuple[str, str], ...]]


def matched(old: Pieces, new: Pieces) -> tuple[Pair, ...]:
    """Return the pieces of a component, each with its earlier state: in the new order, removed pieces at the end."""
    then: dict[int, int] = {}
    now: dict[int, int] = {}

    def may(i: int, j: int) -> bool:
        own = old[i].has_own_id and new[j].has_own_id
        return i not in now and j not in then and (not own or old[i].id == new[j].id)

    def pair(i: int, j: int) -> None:
        if may(i, j):
            then[j], now[i] = i, j

    def by(key: Callable[[ComparedPiece], Hashable]) -> None:
        """Match pieces with equal keys, in order; pieces whose key is None are left."""
        waiting: dict[Hashable, deque[int]] = defaultdict(deque)
        for i, piece in enumerate(old):
            if i not in now:
                waiting[key(piece)].append(i)
        for j, piece in enumerate(new):
            wanted = key(piece) if j not in then else None
            if wanted is not None and waiting.get(wanted):
                pair(waiting[wanted].popleft(), j)

    by(lambda p: p.id if p.has_own_id else None)
    content = _fields if all(p.fields is not None for p in (*old, *new)) else _faces
    by(lambda p: (p.id, content(p)))
    by(content)
    for i, j in _alike(old, new, now, then, content):
        pair(i, j)
    for i, j in _neighbours(len(old), len(new), now, may):
        pair(i, j)
    pairs: list[Pair] = [(old[then[j]] if j in then else None, piece) for j, piece in enumerate(new)]
    return (*pairs, *((piece, None) for i, piece in enumerate(old) if i not in now))


def _fields(piece: ComparedPiece) -> tuple[tuple[str, str], ...]:
    """Return a row's values, without empty ones."""
    return tuple(sorted((v.field, v.text) for v in piece.fields or () if v.text))


def _faces(piece: ComparedPiece) -> tuple[tuple[str, str], ...]:
    return tuple((side, d) for side, d in (("front", piece.front), ("back", piece.back)) if d is not None)


def _alike(
    old: Pieces, new: Pieces, now: Mapping[int, int], then: Mapping[int, int], content: Content
) -> list[tuple[int, int]]:
    """Return pairs of the remaining pieces, most similar first."""
    counts = [Counter(part for p in pieces for part in content(p)) for pieces in (old, new)]
    holders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, piece in enumerate(old):
        if i not in now:
            for part in content(piece):
                if counts[0][part] <= RARE:
                    holders[part].append(i)
    score: dict[tuple[int, int], float] = defaultdict(float)
    for j, piece in enumerate(new):
        if j not in then:
            for part in content(piece):
                if counts[1][part] <= RARE:
                    for i in holders.get(part, ()):
                        weight = 0.5 if part[1].isdecimal() else 1.0
                        score[i, j] += weight / max(counts[0][part], counts[1][part])
    good = [(-round(s, 9), abs(i - j), min(i, j), max(i, j), i, j) for (i, j), s in score.items() if s >= ENOUGH]
    return [(i, j) for *_, i, j in sorted(good)]


def _neighbours(olds: int, news: int, now: Mapping[int, int], may: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """Return pairs of the remaining pieces next to matched rows: downwards first, then upwards."""
    out = []
    matched = {-1: -1, **now, olds: news}
    taken = set(matched.values())
    for step, places in ((1, range(olds)), (-1, range(olds - 1, -1, -1))):
        for i in places:
            if i in matched or i - step not in matched:
                continue
            j = matched[i - step] + step
            if 0 <= j < news and j not in taken and may(i, j):
                matched[i] = j
                taken.add(j)
                out.append((i, j))
    return out
