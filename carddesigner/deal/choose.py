"""The cards chosen by an expression in ``deck.yaml``. An expression that compares a field with a value that no card has
is reported, as an unknown field is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.effort import TooMuchWork, bounded, spend
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import Report, did_you_mean
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.source.yaml import Node, find
from carddesigner.template.expressions import ExpressionProblem, compile_bare
from carddesigner.template.select import Selection, counted, scope_of

MAX_LISTED = 12
"""The most values of a field that a hint lists."""
MAX_WEIGHT = 1_000_000
"""The greatest weight of a card."""
Path = tuple[str, ...]
Weighted = list[tuple[LoadedCard, int]]


class Choosing(Struct):
    """A deck's cards that have rows, a report for errors, and cached results."""

    deck: LoadedDeck
    report: Report
    cards: tuple[LoadedCard, ...] = ()
    _chosen: dict[str, tuple[LoadedCard, ...]] = field(default_factory=dict)
    _scopes: dict[PieceKey, dict[str, object]] = field(default_factory=dict)
    _cached: dict[Path, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cards = tuple(c for k in self.deck.components if k.table is not None for c in k.cards)
        self._scopes = {c.key: scope_of(replace(c, row=counted(c)), self.deck.facts) for c in self.cards}

    def where(self, source: str | None, node: Node) -> tuple[LoadedCard, ...] | None:
        """Return the cards for which an expression is true, or all cards without one; None if it can't be evaluated,
        which is reported.
        """
        if source is None:
            return self.cards
        if source in self._chosen:
            return self._chosen[source]
        tables = {c.component for c in self.cards}
        matching = []
        try:
            selection = Selection(compile_bare(source, node.span), self.deck.facts, len(tables) > 1)
            for card in self.cards:
                spend(1)
                if selection.holds(card, self._scopes[card.key]):
                    matching.append(card)
            selection.settle()
        except ExpressionProblem as problem:
            self.report.add(problem, node.span)
            return None
        return self._chosen.setdefault(source, tuple(matching)) if self._values_known(source, node) else None

    def keys(self, source: str, node: Node) -> frozenset[PieceKey] | None:
        """Return the keys of these cards. Choosing no card is also reported."""
        chosen = self.where(source, node)
        if chosen == ():
            self.report.error("too-few-cards", f"no cards match {source}", node.span)
        return frozenset(c.key for c in chosen) if chosen is not None else None

    def weights(self, source: str | None, node: Node, cards: Sequence[LoadedCard]) -> Weighted | None:
        """Return each card with the whole number that an expression gives for it, 1 without one; None after an error,
        which is reported.
        """
        if source is None:
            return [(c, 1) for c in cards]
        out: Weighted = []
        card: LoadedCard | None = None
        try:
            weight = compile_bare(source, node.span)
            for card in cards:
                spend(1)
                value = weight.evaluate(self._scopes[card.key])
                number = int(value) if isinstance(value, float) and value.is_integer() else value
                if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MAX_WEIGHT:
                    shown = "nothing" if value in (None, "") else repr(value)[:60]
                    message = f"a weight is a whole number from 0 to {MAX_WEIGHT:,}, not {shown}"
                    self.report.error("wrong-value", message, node.span, card=card.id)
                    return None
                out.append((card, number))
        except ExpressionProblem as problem:
            self.report.add(problem, node.span, card=card.id if card is not None else None)
            return None
        return out

    def _values_known(self, source: str, node: Node) -> bool:
        """Return whether each text that the expression compares a field with is a value of the field on some card;
        other texts are reported.
        """
        fine = True
        for path, text, part in _comparisons(source):
            if path not in self._cached:
                self._cached[path] = self._values(path)
            values, whole = self._cached[path]
            if not values or text in values or (part and any(text in v for v in whole)):
                continue
            fine = False
            near = did_you_mean(text, values)
            listed = f"there are {', '.join(sorted(values)[:MAX_LISTED])}{', …' if len(values) > MAX_LISTED else ''}"
            message = f"no card has the {'.'.join(path)} {text[:60]!r}{near}"
            self.report.error("unknown-value", message, node.span, hint=listed)
        return fine

    def _values(self, path: Path) -> tuple[frozenset[str], frozenset[str]]:
        """Return the texts that cards have in a field or that its declaration allows; then those that are whole values,
        without the entries of lists.
        """
        spend(len(self.cards))
        whole: set[str] = set()
        entries: set[str] = set()
        for scope in self._scopes.values():
            value = scope["card"]
            for step in path:
                value = value[step] if isinstance(value, Record) and step in value else None
            if isinstance(value, tuple):
                entries.update(str(v) for v in value)
            elif isinstance(value, str):
                whole.add(value)
        if path == ("component",):
            whole.update(k.id for k in self.deck.components)
        for component in self.deck.deck.components:
            declared = component.fields.get(".".join(path))
            entries.update(map(str, getattr(declared, "choices", None) or ()))
        return frozenset(whole | entries), frozenset(whole)


def read_odds_targets(choosing: Choosing) -> dict[str, frozenset[PieceKey]]:
    """Return the cards of each target of the deck's ``odds``, by name. Targets that can't be evaluated are reported."""
    if choosing.deck.deck.odds is None:
        return {}
    root = find(choosing.deck.root, ("odds", "of"))
    try:
        with bounded():
            sources = choosing.deck.deck.odds.of.items()
            targets = {name: choosing.keys(source, find(root, (name,))) for name, source in sources}
    except TooMuchWork:
        choosing.report.error("too-much-work", "the odds take too many steps for so many cards", root.span)
        return {}
    return {name: keys for name, keys in targets.items() if keys}


def _comparisons(source: str) -> Iterator[tuple[Path, str, bool]]:
    """Yield each field with each text that an expression compares it with, and whether a part of the field's value is
    enough. Expressions are nearly Python; one that Python can't parse yields nothing.
    """
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in (n for n in ast.walk(tree) if isinstance(n, ast.Compare)):
        for operator, (left, right) in zip(node.ops, pairwise([node.left, *node.comparators]), strict=True):
            inside = isinstance(operator, (ast.In, ast.NotIn))
            if not inside and not isinstance(operator, (ast.Eq, ast.NotEq)):
                continue
            listed = not inside or not isinstance(right, ast.Constant)  # 'b' in 'abc' asks for letters
            for one, other, part in ((left, right, False), (right, left, inside)):
                if _path(one) and (part or listed):
                    yield from ((_path(one), text, part) for text in _texts(other))


def _path(node: ast.expr) -> Path:
    """Return the path of the field that a name refers to, without ``card``; empty if it is no field."""
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.insert(0, node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id in ("deck", "palette", "language"):
        return ()
    return tuple(steps) if node.id == "card" else (node.id, *steps)


def _texts(node: ast.expr) -> list[str]:
    entries = node.elts if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else [node]
    return [e.value for e in entries if isinstance(e, ast.Constant) and isinstance(e.value, str) and e.value]
