"""A library that somebody built of a deck's cards, held to the deck's own rule."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.effort import TooMuchWork, bounded
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Related, Report
from carddesigner.deal.choose import Choosing
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.print_list import ListedCard, look_up, read_print_list
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import Node, find


class Rule(Struct, frozen=True):
    """What a library must be: how many cards, how many of each but for those *without_limit*, and of which. With its place."""

    least: int
    most: int | None
    most_copies: int | None
    allowed: frozenset[PieceKey]
    without_limit: frozenset[PieceKey]
    node: Node


def read_rule(choosing: Choosing) -> Rule | None:
    """The deck's rule; None if it has none, or one that can't be asked, which is reported."""
    deck, report = choosing.deck, choosing.report
    reported, node = deck.deck.library, find(deck.root, ("library",))
    if reported is None:
        return None
    if reported.most is not None and reported.most < reported.least:
        message = f"`most` is {reported.most:,}, and `least` {reported.least:,}"
        report.error("wrong-value", message, find(node, ("most",)).span)
        return None
    sets: list[frozenset[PieceKey] | None] = []
    try:
        with bounded():
            for name, source in (("where", reported.where), ("without-limit", reported.without_limit)):
                place = find(node, (name,))
                chosen = choosing.where(source, place) if source is not None or name == "where" else ()
                if source is not None and chosen == ():
                    report.error("too-few-cards", f"no cards answer to {source}", place.span)
                sets.append(frozenset(c.key for c in chosen) if chosen is not None else None)
    except TooMuchWork:
        report.error("too-much-work", "the rule takes too many steps for so many cards", node.span)
        return None
    allowed, free = sets
    if allowed is None or free is None:
        return None
    return Rule(reported.least, reported.most, reported.most_copies, allowed, free, node)


def check_library(entries: Sequence[ListedCard], deck: LoadedDeck, rule: Rule | None, report: Report) -> int:
    """Report what keeps a list from being a library of the deck; how many cards it has. Without a rule any cards are one."""
    found = look_up(entries, cards_of(deck), report, "card")
    total = sum(e.copies for e in entries)
    if rule is None:
        return total
    lines: dict[PieceKey, list[ListedCard]] = {}
    for entry, card in found:
        lines.setdefault(card.key, []).append(entry)
        if card.key not in rule.allowed and len(lines[card.key]) == 1:
            reported = Related(find(rule.node, ("where",)).span, "the cards that may be in it")
            report.error("not-in-library", f"{card.id} can't be in a library", entry.span, related=(reported,))
    for each, own in lines.items():
        amount = sum(e.copies for e in own)
        if rule.most_copies is not None and amount > rule.most_copies and each not in rule.without_limit:
            message = f"{amount:,} of {own[-1].id}; a library holds at most {rule.most_copies:,} of a card"
            others = [Related(e.span, "and here") for e in own[:-1]]
            reported = Related(find(rule.node, ("most-copies",)).span, "the deck's rule")
            report.error("library-copies", message, own[-1].span, related=(*others[:3], reported))
    for limit, name, wrong in (
        (rule.least, "least", total < rule.least),
        (rule.most, "most", rule.most is not None and total > rule.most),
    ):
        if wrong:
            cards = "1 card" if total == 1 else f"{total:,} cards"
            message = f"the library has {cards}; at {name} {limit:,} belong in it"
            last = entries[-1].span
            reported = Related(find(rule.node, (name,)).span, "the deck's rule")
            report.error("library-size", message, last, related=(reported,))
    return total


def check_lists(choosing: Choosing) -> None:
    """Report what is wrong with the deck's rule for libraries, and with the libraries that come with the deck."""
    deck, report = choosing.deck, choosing.report
    if deck.deck.library is None:
        return
    rule = read_rule(choosing)
    for i, name in enumerate(deck.deck.library.lists):
        try:
            entries = read_print_list(deck.assets.finder.own_file(name))
        except FileProblem as problem:
            place = find(deck.root, ("library", "lists", i)).span
            report.add(problem, place)
        except DeckError as problem:
            report.diagnostics.update(problem.report.diagnostics)
        else:
            if rule is not None:
                check_library(entries, deck, rule, report)


def cards_of(deck: LoadedDeck) -> tuple[LoadedCard, ...]:
    """The deck's cards, whatever component they are of."""
    return tuple(c for k in deck.components for c in k.cards)
