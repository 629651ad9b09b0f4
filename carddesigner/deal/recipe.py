"""The recipes of ``deck.yaml`` as packs that can be dealt, and the checks of a deck's packs, libraries and odds."""

from __future__ import annotations

from collections.abc import Sequence

from carddesigner.core.effort import TooMuchWork, bounded, spend
from carddesigner.core.report import Report, did_you_mean
from carddesigner.deal.choose import Choosing, read_odds_targets
from carddesigner.deal.library import check_lists
from carddesigner.deal.packs import DrawnPart, Inner, Pack, Pool, pool
from carddesigner.deck.loaded import MAX_COPIES, LoadedDeck
from carddesigner.schema.dealing import PackPart
from carddesigner.source.yaml import Node, find

MAX_OF_A_PACK = 1_000
"""The most cards of a pack, without those of inner packs."""

_Parts = list[DrawnPart | Inner]


def check_dealing(deck: LoadedDeck, report: Report) -> None:
    """Report recipes that can't be dealt, libraries that break the deck's rule, and odds targets without cards."""
    choosing = Choosing(deck, report)
    read_packs(choosing)
    check_lists(choosing)
    read_odds_targets(choosing)


def read_packs(choosing: Choosing) -> dict[str, Pack]:
    """Return the deck's packs by name. Packs that can't be dealt are left out and reported."""
    deck, report = choosing.deck, choosing.report
    written = deck.deck.packs
    root = find(deck.root, ("packs",))
    try:
        with bounded():
            parts = {n: _parts(own, find(root, (n,)), list(written), choosing) for n, own in written.items()}
    except TooMuchWork:
        report.error("too-much-work", "the recipes take too many steps for so many cards", root.span)
        return {}
    sizes: dict[str, int | None] = {}

    def size(name: str, above: tuple[str, ...] = ()) -> int | None:
        """Return the number of cards of a pack, including inner packs; None if it can't be dealt."""
        if name in sizes:
            return sizes[name]
        own = parts[name]
        total: int | None = 0 if own is not None else None
        for i, part in enumerate(own or ()):
            inner: int | None = 1
            if isinstance(part, Inner) and part.pack in (*above, name):
                way = f" by way of {', '.join(above[above.index(part.pack) :])}" if part.pack != name else ""
                report.error("pack-cycle", f"the pack {name!r} lies in itself{way}", find(root, (name, i, "pack")).span)
                inner = None
            elif isinstance(part, Inner):
                inner = size(part.pack, (*above, name))
            total = None if total is None or inner is None else total + part.take * inner
        if total is not None and total > MAX_COPIES:
            report.error(
                "too-many-copies", f"a pack has more than {MAX_COPIES:,} cards in all", find(root, (name,)).span
            )
            total = None
        sizes[name] = total
        return total

    return {n: Pack(n, tuple(own), cards) for n, own in parts.items() if own and (cards := size(n)) is not None}


def _parts(written: Sequence[PackPart], node: Node, names: Sequence[str], choosing: Choosing) -> _Parts | None:
    """Return the parts of a pack; None if one of them can't be dealt."""
    report = choosing.report
    out: _Parts = []
    drawn: list[DrawnPart] = []
    for i, part in enumerate(written):
        here = find(node, (i,))
        if part.pack is None:
            made = _part(part, here, drawn, choosing)
            if made is not None:
                drawn.append(made)
                out.append(made)
        elif part.pack in names:
            out.append(Inner(part.take, part.pack))
        else:
            message = f"unknown pack {part.pack[:60]!r}{did_you_mean(part.pack, names)}"
            report.error("unknown-pack", message, find(here, ("pack",)).span, hint=f"there are {', '.join(names)}")
    if sum(p.take for p in drawn) > MAX_OF_A_PACK:
        report.error("too-many-copies", f"a pack has at most {MAX_OF_A_PACK:,} cards", node.span)
        return None
    return out if len(out) == len(written) else None


def _part(part: PackPart, node: Node, above: Sequence[DrawnPart], choosing: Choosing) -> DrawnPart | None:
    chosen = choosing.where(part.where, find(node, ("where",)))
    if chosen is None:
        return None
    spend(5 * len(chosen))
    weighted = choosing.weights(part.weight, find(node, ("weight",)), chosen)
    if weighted is None:
        return None
    made = pool(weighted)
    there = len(made.cards)
    taken = _taken(made, above)
    if there - taken >= part.take or (part.repeats and there):
        return DrawnPart(part.take, made, part.repeats)
    reason = f" match {part.where}" if part.where is not None else " have rows"
    if len(chosen) > there:
        reason += " and have a weight"
    cards = "1 card" if part.take == 1 else f"{part.take:,} cards"
    message = f"{cards} can't be taken: {there:,}{reason}" if there else f"no cards{reason}"
    if there and taken:
        message += f", and parts above may have taken {taken:,} of them"
    hint = "take fewer, or write `repeats: true` where a pack may hold a card several times" if there else None
    choosing.report.error("too-few-cards", message, find(node, ("take",) if there else ("where",)).span, hint=hint)
    return None


def _taken(made: Pool, above: Sequence[DrawnPart]) -> int:
    """Return the most cards of a pool that the parts above may have taken."""
    spend(sum(len(part.pool.cards) for part in above))
    shared = [part.pool.places.keys() & made.places.keys() for part in above]
    most = sum(min(part.take, len(s)) for part, s in zip(above, shared, strict=True))
    return min(most, len(set().union(*shared)))
