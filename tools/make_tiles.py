"""The tables of the two card-tile decks: ``python tools/make_tiles.py DECK`` prints a deck's cards.csv.

A seeded search. Patterns of indicia that differ however they are turned are chosen in pairs that swapping the colours turns
into each other; so are mechanics and centres. A pair's numbers differ by two or four, so that a half has both or none.
"""

from __future__ import annotations

import csv
import random
import sys
from itertools import product

from carddesigner.games import game
from carddesigner.games.card_tiles import CORNERS, TileSettings, zones_of

Pattern = tuple[str, ...]
SWAP = {"first": "second", "second": "first"}
SEEDS = {"nails-and-hammers": 7, "saucers-and-cows": 11}
HAMMERS = {0: 1.25, 1: 0.9, 2: 0.5}
"""How many third indicia a tile with so many blanks has on average."""


class Made:
    """A tile: what its zones show and do, and its centre."""

    def __init__(self, marks: Pattern, mechanics: tuple[str, ...] = ("",) * 4, centre: str = "") -> None:
        self.marks, self.mechanics, self.centre = marks, mechanics, centre

    @property
    def nulls(self) -> int:
        """Its blank zones."""
        return self.marks.count("blank")

    def swapped(self, settings: TileSettings) -> Made:
        """The tile with the two colours swapped."""
        other = {m.name: m.swapped or m.name for m in settings.mechanics}
        return Made(_swapped(self.marks), tuple(other.get(m, m) for m in self.mechanics), self.centre)


def _swapped(marks: Pattern) -> Pattern:
    return tuple(SWAP.get(m, m) for m in marks)


def _turned(marks: Pattern) -> Pattern:
    return min(marks[i:] + marks[:i] for i in range(4))


def _fixed(settings: TileSettings) -> list[Made]:
    """The four tiles that the text fixes, and their partners."""
    four = [
        Made(tuple(z.mark for _, z in zones_of(t)), tuple(z.mechanic or "" for _, z in zones_of(t)), t.centre or "")
        for t in settings.fixed[:4]
    ]
    return four + [t.swapped(settings) for t in four]


def _patterns(settings: TileSettings, taken: list[Made], dice: random.Random) -> list[tuple[Pattern, ...]]:
    """Pairs of partners, and single ones that are their own, so that every subset has its size."""
    used = {_turned(t.marks) for t in taken}
    free = sorted({_turned(p) for p in product(("first", "second", "third", "blank"), repeat=4)} - used)
    chosen: list[tuple[Pattern, ...]] = []
    for nulls, wanted in enumerate(settings.subsets):
        need = wanted - sum(t.nulls == nulls for t in taken)
        mine = [p for p in free if p.count("blank") == nulls]
        single = [p for p in mine if _turned(_swapped(p)) == p]
        pairs = [(p, _turned(_swapped(p))) for p in mine if p < _turned(_swapped(p))]
        best: list[tuple[Pattern, ...]] = []
        off = float("inf")
        for _ in range(300):
            ones = dice.sample(
                single, k=min(len(single), need % 2 or (2 if need < 2 * len(single) and nulls < 2 else 0))
            )
            if (need - len(ones)) % 2 or (need - len(ones)) // 2 > len(pairs):
                continue
            tried = [*dice.sample(pairs, k=(need - len(ones)) // 2), *((p,) for p in ones)]
            thirds = sum(p.count("third") for group in tried for p in group)
            away = abs(thirds - HAMMERS.get(nulls, 0) * need)
            if away < off:
                best, off = tried, away
        chosen += best
    return chosen


def _halves(groups: list[tuple[Pattern, ...]], dice: random.Random) -> tuple[list[tuple[Pattern, ...]], ...]:
    """The pairs shared out so that both halves have as many tiles, and about as many of each kind."""

    def facts(half: list[tuple[Pattern, ...]]) -> list[int]:
        tiles = [p for group in half for p in group]
        return [sum(p.count("third") for p in tiles), *(sum(p.count("blank") == n for p in tiles) for n in range(5))]

    best: tuple[list[tuple[Pattern, ...]], ...] = ()
    least = 10_000
    for _ in range(20_000):
        mixed = dice.sample(groups, k=len(groups))
        odd: list[tuple[Pattern, ...]] = []
        while sum(map(len, odd)) < sum(map(len, groups)) // 2:
            odd.append(mixed.pop())
        if sum(map(len, odd)) != sum(map(len, mixed)):
            continue
        apart = sum(abs(a - b) for a, b in zip(facts(odd), facts(mixed), strict=True))
        if apart < least:
            best, least = (odd, mixed), apart
    return best


def _with_mechanics(
    halves: tuple[list[tuple[Pattern, ...]], ...], settings: TileSettings, taken: list[Made], dice: random.Random
) -> list[list[list[Made]]]:
    """Every pattern a tile; the mechanics that the fixed tiles leave go to pairs, so that both halves have as many."""
    left: list[str] = []
    for m in settings.mechanics:
        have = sum(t.mechanics.count(m.name) for t in taken)
        if m.swapped is None or m.name < m.swapped:
            left += [m.name] * ((m.count - have) // (2 if m.swapped is None else 1))
    marks = sum(m.count for m in settings.mechanics)
    of_odd = (marks // 2 - sum(1 for t in taken[::2] for m in t.mechanics if m)) // 2
    dice.shuffle(left)
    out = []
    for half, names in zip(halves, (left[:of_odd], left[of_odd:]), strict=True):
        pairs = [g for g in half if len(g) == 2 and g[0].count("blank") < 3]
        chosen = dice.sample([g for g in pairs if g[0].count("blank") < 2], k=len(names) - 1)
        chosen += dice.sample([g for g in pairs if g[0].count("blank") == 2], k=1)
        made = [[Made(p) for p in g] for g in half if g not in chosen]
        for n, (group, name) in enumerate(zip(chosen, names, strict=True)):
            pattern = group[0]
            wanted = "third" if n % 2 and "third" in pattern else ""
            zones = [
                i for i, m in enumerate(pattern) if m != "blank" and (m == wanted or (not wanted and m != "third"))
            ]
            at = dice.choice(zones or [i for i, m in enumerate(pattern) if m != "blank"])
            tile = Made(pattern, tuple(name if i == at else "" for i in range(4)))
            made.append([tile, tile.swapped(settings)])
        out.append(made)
    return out


def _with_centres(
    halves: list[list[list[Made]]], settings: TileSettings, taken: list[Made], dice: random.Random
) -> None:
    """The fourth indicium on so many of each subset, both halves within one."""
    if not settings.centres:
        return
    total = [sum(bool(t.centre) for t in taken[h::2]) for h in (0, 1)]
    for nulls, wanted in reversed(list(enumerate(settings.centres))):
        need = wanted - sum(bool(t.centre) for t in taken if t.nulls == nulls)
        while need > 0:
            size = 2 if need > 1 else 1
            order = sorted((0, 1), key=lambda h: total[h])
            for h in order:
                free = [g for g in halves[h] if len(g) == size and g[0].nulls == nulls and not g[0].centre]
                if free:
                    for tile in dice.choice(free):
                        tile.centre = "fourth"
                    total[h] += size
                    need -= size
                    break
            else:
                raise SystemExit(f"no tile with {nulls} blanks is left for a centre")


def make(deck: str) -> list[dict[str, object]]:
    """The rows of a deck's table."""
    settings = game(deck).settings()
    assert isinstance(settings, TileSettings)
    dice = random.Random(SEEDS[deck])
    taken = _fixed(settings)
    groups = _patterns(settings, taken, dice)
    halves = _with_mechanics(_halves(groups, dice), settings, taken, dice)
    _with_centres(halves, settings, taken, dice)
    numbered = dict(enumerate(taken, 1))
    for half, first in zip(halves, (9, 10), strict=True):
        ordered = sorted(half, key=lambda g: (g[0].nulls, -len(g)))
        for n, tile in enumerate(t for g in ordered for t in g):
            numbered[first + 2 * n] = tile
    rows = []
    for number in sorted(numbered):
        tile = numbered[number]
        row: dict[str, object] = {"tile": number}
        for corner, mark, mechanic in zip(CORNERS, tile.marks, tile.mechanics, strict=True):
            row |= {f"{corner}.mark": mark, f"{corner}.mechanic": mechanic}
        rows.append(row | ({"centre": tile.centre} if settings.fourth is not None else {}))
    return rows


def main() -> None:
    """Print the table of the deck that is named."""
    rows = make(sys.argv[1])
    out = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    out.writeheader()
    out.writerows(rows)


if __name__ == "__main__":
    main()
