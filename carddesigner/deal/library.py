"""Checks of a library, a list that somebody built from a deck's cards, against the deck's rule."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.effort import TooMuchWork, bounded
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Related, Report
from carddesigner.deal.choose import Choosing
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.print_list import ListedCard, look_up, read_print_list
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import Node, find


class Rule(Struct, frozen=True):
    """The rule for libraries: the number of cards, the copies of each (except those *without_limit*), the allowed
    cards, and the place in the deck's file.
    """

    least: int
    most: int | None
    most_copies: int | None
    allowed: frozenset[PieceKey]
    without_limit: frozenset[PieceKey]
    node: Node

    def related(self, key: str, message: str = "the deck's rule") -> Related:
        """Return a place in the rule for a message."""
        return Related(find(self.node, (key,)).span, message)


def read_rule(choosing: Choosing) -> Rule | None:
    """Return the deck's rule; None if it has none, or one that can't be evaluated, which is reported."""
    report, rule, node = choosing.report, choosing.deck.deck.library, find(choosing.deck.root, ("library",))
    if rule is None:
        return None
    if rule.most is not None and rule.most < rule.least:
        message = f"`most` is {rule.most:,}, and `least` {rule.least:,}"
        report.error("wrong-value", message, find(node, ("most",)).span)
        return None
    allowed: frozenset[PieceKey] | None = frozenset(c.key for c in choosing.cards)
    free: frozenset[PieceKey] | None = frozenset()
    try:
        with bounded():
            if rule.where is not None:
                allowed = choosing.keys(rule.where, find(node, ("where",)))
            if rule.without_limit is not None:
                free = choosing.keys(rule.without_limit, find(node, ("without-limit",)))
    except TooMuchWork:
        report.error("too-much-work", "the rule takes too many steps for so many cards", node.span)
        return None
    if allowed is None or free is None:
        return None
    return Rule(rule.least, rule.most, rule.most_copies, allowed, free, node)


def check_library(entries: Sequence[ListedCard], deck: LoadedDeck, rule: Rule | None, report: Report) -> int:
    """Report what is wrong with a list as a library of the deck, and return its number of cards. Without a rule, any
    cards are allowed.
    """
    matched = look_up(entries, cards_of(deck), report, "card")
    total = sum(e.copies for e in entries)
    if rule is None:
        return total
    lines: dict[PieceKey, list[ListedCard]] = {}
    for entry, card in matched:
        lines.setdefault(card.key, []).append(entry)
        if card.key not in rule.allowed and len(lines[card.key]) == 1:
            related = (rule.related("where", "the cards that may be in it"),)
            report.error("not-in-library", f"{card.id} can't be in a library", entry.span, related=related)
    for each, own in lines.items():
        amount = sum(e.copies for e in own)
        if rule.most_copies is not None and amount > rule.most_copies and each not in rule.without_limit:
            message = f"{amount:,} of {own[-1].id}; a library holds at most {rule.most_copies:,} of a card"
            others = [Related(e.span, "and here") for e in own[:-1]][:3]
            report.error("library-copies", message, own[-1].span, related=(*others, rule.related("most-copies")))
    for limit, name, wrong in (
        (rule.least, "least", total < rule.least),
        (rule.most, "most", rule.most is not None and total > rule.most),
    ):
        if wrong:
            cards = "1 card" if total == 1 else f"{total:,} cards"
            message = f"the library has {cards}; at {name} {limit:,} belong in it"
            report.error("library-size", message, entries[-1].span, related=(rule.related(name),))
    return total


def check_lists(choosing: Choosing) -> None:
    """Report errors in the deck's rule for libraries and in the libraries that come with the deck."""
    deck, report = choosing.deck, choosing.report
    if deck.deck.library is None:
        return
    rule = read_rule(choosing)
    for i, name in enumerate(deck.deck.library.lists):
        try:
            entries = read_print_list(deck.assets.finder.data_file(name))
        except FileProblem as problem:
            report.add(problem, find(deck.root, ("library", "lists", i)).span)
        except DeckError as problem:
            report.diagnostics.update(problem.report.diagnostics)
        else:
            if rule is not None:
                check_library(entries, deck, rule, report)


def cards_of(deck: LoadedDeck) -> tuple[LoadedCard, ...]:
    """Return the cards of all components."""
    return tuple(c for k in deck.components for c in k.cards)
