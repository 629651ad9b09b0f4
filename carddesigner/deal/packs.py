"""Packs: what they contain, how they are dealt from a seed, and a list of dealt packs for printing.

The cards of a part are ordered by id. A card is drawn by a random number below the sum of the weights of the cards that
may still be drawn: the drawn card is the one in whose share of that sum the number falls. The random numbers come from
a key made of the seed and the pack's name and number, so a pack does not depend on the other packs that are dealt.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct

from carddesigner.core.piece import PieceKey
from carddesigner.deal.library import cards_of
from carddesigner.deal.random_draw import RandomNumbers, below, random_numbers
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedDeck

WAY = "carddesigner deal 1"
"""The algorithm of dealing, with which each key starts. A changed algorithm gives other packs for the same seeds, so it
needs another name.
"""


class Pool(Struct, frozen=True):
    """Cards to draw from, ordered by id; ``ends`` are the cumulative sums of their weights, which are all above 0."""

    cards: tuple[LoadedCard, ...]
    ends: tuple[int, ...]
    places: dict[PieceKey, int]

    def draw(self, gone: Sequence[int], numbers: RandomNumbers) -> int:
        """Draw a card and return its index. Cards at the indexes *gone*, in ascending order, can't be drawn."""
        left = self.ends[-1] - sum(map(self.weight, gone))
        at = below(left, numbers)
        for place in gone:
            if at < self.ends[place] - self.weight(place):
                break
            at += self.weight(place)
        return bisect_right(self.ends, at)

    def weight(self, place: int) -> int:
        """Return the weight of the card at an index."""
        return self.ends[place] - (self.ends[place - 1] if place else 0)


class DrawnPart(Struct, frozen=True):
    """A part of a pack whose cards are all drawn in the same way."""

    take: int
    pool: Pool
    repeats: bool


class Inner(Struct, frozen=True):
    """Packs inside another pack."""

    take: int
    pack: str


class Pack(Struct, frozen=True):
    """A recipe with its name; ``cards`` is the number of cards, including those of inner packs."""

    name: str
    parts: tuple[DrawnPart | Inner, ...]
    cards: int


class Dealt(Struct, frozen=True):
    """A pack that was dealt: its name, its title (``sealed 1, booster 2``), and its cards in the order in which they
    were drawn.
    """

    pack: str
    title: str
    cards: tuple[LoadedCard, ...]

    def counted(self) -> tuple[tuple[LoadedCard, int], ...]:
        """Return each card once, with its number of copies."""
        first = {c.key: c for c in reversed(self.cards)}
        return tuple((first[k], n) for k, n in Counter(c.key for c in self.cards).items())


def pool(weighted: Sequence[tuple[LoadedCard, int]]) -> Pool:
    """Return a pool of cards with their weights; cards of weight 0 are left out."""
    have = sorted(((c, w) for c, w in weighted if w), key=lambda entry: (entry[0].id, entry[0].component))
    cards = tuple(c for c, _ in have)
    return Pool(cards, tuple(accumulate(w for _, w in have)), {c.key: i for i, c in enumerate(cards)})


def deal(packs: Mapping[str, Pack], wanted: Mapping[str, int], seed: int) -> tuple[Dealt, ...]:
    """Deal the wanted number of packs of each name, in that order; inner packs come after the cards of the pack that
    contains them.
    """
    return tuple(
        d for name, n in wanted.items() for i in range(1, n + 1) for d in _dealt(packs, name, (f"{name} {i}",), seed)
    )


def listing(deck: LoadedDeck, packs: Sequence[Dealt], heading: str) -> str:
    """Return packs as a list for ``build --list``: one line per card, under the title of its pack."""
    pages = tuple(f"{k.id}-" for k in deck.components if k.blocks is not None)
    owners = Counter(card.id for card in cards_of(deck))
    lines = [f"# {heading}"]
    for pack in packs:
        lines.append(f"\n# {pack.title}")
        for card, copies in pack.counted():
            alone = owners[card.id] == 1 and not card.id.startswith(pages)
            lines.append(f"{card.id if alone else f'{card.component}/{card.id}'} {copies}")
    return "\n".join(lines) + "\n"


def _dealt(packs: Mapping[str, Pack], name: str, path: tuple[str, ...], seed: int) -> Iterator[Dealt]:
    pack = packs[name]
    numbers = random_numbers(f"{WAY}\n{seed}\n{'/'.join(path)}")
    cards: list[LoadedCard] = []
    for part in pack.parts:
        if isinstance(part, DrawnPart):
            cards += _drawn(part, cards, numbers)
    if cards:
        yield Dealt(name, ", ".join(path), tuple(cards))
    before: Counter[str] = Counter()
    for part in pack.parts:
        if isinstance(part, Inner):
            for _ in range(part.take):
                before[part.pack] += 1
                yield from _dealt(packs, part.pack, (*path, f"{part.pack} {before[part.pack]}"), seed)


def _drawn(part: DrawnPart, before: Sequence[LoadedCard], numbers: RandomNumbers) -> list[LoadedCard]:
    """Draw the cards of a part, given the cards that are already in the pack."""
    if part.repeats:
        return [part.pool.cards[part.pool.draw((), numbers)] for _ in range(part.take)]
    places = part.pool.places
    gone = sorted({places[c.key] for c in before if c.key in places})
    out = []
    for _ in range(part.take):
        place = part.pool.draw(gone, numbers)
        insort(gone, place)
        out.append(part.pool.cards[place])
    return out
