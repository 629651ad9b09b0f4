"""The statistics of a deck as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import leaves
from carddesigner.core.report import DeckError, Progress, Report, did_you_mean
from carddesigner.deal.choose import Choosing, read_odds_targets
from carddesigner.deal.library import cards_of
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.copies import UnprintedRows, unprinted_rows
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.deck.print_list import ListedCard, look_up
from carddesigner.layout.boxes import PaperRoom
from carddesigner.layout.deck import lay_out_deck
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.imposition import count_fields
from carddesigner.pipeline.job import print_job
from carddesigner.stats.counts import FieldCounts, count_by
from carddesigner.stats.odds import Odds, check_draw, odds
from carddesigner.stats.sheets import Use, sheets_needed
from carddesigner.stats.texts import ZoneTexts, texts_of
from carddesigner.template.expressions import Expression, ExpressionProblem
from carddesigner.template.select import Selection

MAX_FIELDS, MAX_VALUES = 12, 20
"""The most fields that are counted by default, and the most different values of such a field."""

DRAWN = 5
"""The default number of cards of a draw."""

_Chosen = list[tuple[LoadedComponent, tuple[LoadedCard, ...]]]
"""Components, each with its selected cards."""


class StatsSettings(Struct, frozen=True):
    """The fields to count (by default the most informative ones), the size of a draw, the cards to look for in it, and
    the selected cards, by an expression or as the lines of a list.
    """

    by: tuple[str, ...] = ()
    draw: int | None = None
    of: tuple[Expression, ...] = ()
    select: Expression | None = None
    listed: tuple[ListedCard, ...] | None = None


class ComponentStats(Struct, frozen=True):
    """A component: its different pieces, its printed cards, and whether it is in the pile (its cards have rows)."""

    id: str
    pieces: int
    cards: int
    in_pile: bool


class DeckStats(Struct, frozen=True):
    """The statistics of a deck. ``pile`` is the number of cards that are counted and drawn from; ``others`` are fields
    that are not counted by default; ``unprinted`` are rows of the whole deck. ``errors`` is the number of layout
    errors: if there are any, the texts and the cards of running text may be incomplete.
    """

    deck: str
    title: str
    components: tuple[ComponentStats, ...]
    pile: int
    fields: tuple[FieldCounts, ...]
    others: tuple[str, ...]
    drawn: int | None
    odds: tuple[Odds, ...]
    texts: tuple[ZoneTexts, ...]
    sheets: tuple[Use, ...]
    errors: int
    unprinted: UnprintedRows = UnprintedRows()


def stats_of(deck: LoadedDeck, settings: StatsSettings, progress: Progress | None = None) -> DeckStats:
    """Compute the statistics; the deck is laid out for it. Raises OptionError, and DeckError if an expression can't be
    evaluated.
    """
    chosen = _chosen(deck, settings.select) if settings.listed is None else _listed(deck, settings.listed)
    # The pile are the cards with rows, or all cards if none has a row.
    tables = [cards for c, cards in chosen if c.table is not None]
    pile = [card for cards in (tables or [cards for _, cards in chosen]) for card in cards]
    wrong = Report()
    wanted = settings.by or count_fields(deck, wrong)
    wrong.raise_errors()
    fields, others = _fields(deck, pile, wanted)
    cards = sum(c.copies for c in pile)
    drawn = settings.draw if settings.draw is not None or not settings.of else min(DRAWN, cards)
    if drawn is not None:
        check_draw(cards, drawn)
    hits = [sum(c.copies for c in _matching(deck, "--of", e, pile)) for e in settings.of]
    draws = tuple(odds(e.source, cards, n, drawn or 0) for e, n in zip(settings.of, hits, strict=True))
    if not settings.of and settings.draw is None:
        draws = _odds_targets(deck, pile, cards, settings.listed is not None)
    job, report = print_job(deck), Report()
    kept = {card.key: card.copies for _, cards in chosen for card in cards}
    left = frozenset(c.key for c in cards_of(deck)) - kept.keys() if settings.listed is not None else frozenset()
    lay_out = partial(lay_out_deck, deck, select=settings.select, leave_out=left, cache=Cache())

    def laid(report: Report, room: PaperRoom) -> tuple[LaidPiece, ...]:
        pieces = lay_out(report, progress=progress, back_bleed=job.sheet.back_bleed, room=room)
        if settings.listed is None:
            return pieces
        return tuple(replace(p, copies=(p.first,) * kept[p.key]) for p in pieces if p.key in kept)

    try:
        pieces = laid(report, job.room)
    except (DeckError, ExpressionProblem):
        # Pages of running text may lack a field of the expression that all cards have.
        pieces = ()
    counts = _counted(chosen, pieces)
    if settings.select is not None and not any(n for n, _ in counts.values()):
        Report().fail("nothing-selected", f"no card matches --select {settings.select.source!r}")
    return DeckStats(
        deck=deck.deck.deck,
        title=deck.deck.title,
        components=tuple(ComponentStats(c.id, *counts[c.id], c.table is not None) for c, _ in chosen if c.id in counts),
        pile=cards,
        fields=fields,
        others=others,
        drawn=drawn,
        odds=draws,
        texts=texts_of(pieces),
        sheets=sheets_needed(job, pieces, partial(laid, Report())),
        errors=len(report.errors),
        unprinted=unprinted_rows(deck.components),
    )


def _chosen(deck: LoadedDeck, select: Expression | None) -> _Chosen:
    """Return each component with its selected cards; boxes are left out."""
    components = [c for c in deck.components if c.box is None]
    if select is None:
        return [(c, c.cards) for c in components]
    held = {id(card) for card in _matching(deck, "--select", select, [card for c in components for card in c.cards])}
    return [(c, tuple(card for card in c.cards if id(card) in held)) for c in components]


def _listed(deck: LoadedDeck, entries: Sequence[ListedCard]) -> _Chosen:
    """Return each component with the cards of a list, with the copies given there. Raises DeckError for entries that
    are no cards.
    """
    report = Report()
    counted = look_up(entries, cards_of(deck), report, "card")
    report.raise_errors()
    amounts: Counter[PieceKey] = Counter()
    for entry, card in counted:
        amounts[card.key] += entry.copies
    components = [c for c in deck.components if c.box is None]
    return [(c, tuple(replace(k, copies=amounts[k.key]) for k in c.cards if amounts[k.key])) for c in components]


def _odds_targets(deck: LoadedDeck, pile: Sequence[LoadedCard], cards: int, is_library: bool) -> tuple[Odds, ...]:
    """Return the odds that the deck itself declares. If libraries are built from the deck, there are none for the whole
    deck, since nobody draws from all its cards.
    """
    declared = deck.deck.odds
    if declared is None or (deck.deck.library is not None and not is_library):
        return ()
    report = Report()
    targets = read_odds_targets(Choosing(deck, report))
    report.raise_errors()
    return tuple(
        odds(of, cards, sum(c.copies for c in pile if c.key in target), drawn, draw)
        for of, target in targets.items()
        for draw, drawn in declared.draws.items()
        if drawn <= cards
    )


def _counted(chosen: _Chosen, pieces: Sequence[LaidPiece]) -> dict[str, tuple[int, int]]:
    """Return the pieces and cards of each component, for running text as laid out. Pages of booklets and leaflets count
    as pieces only.
    """
    out: dict[str, tuple[int, int]] = {}
    for component, cards in chosen:
        if component.blocks is None:
            out[component.id] = sum(c.copies > 0 for c in cards), sum(c.copies for c in cards)
        else:
            pages = [p for p in pieces if p.component == component.id]
            out[component.id] = len(pages), sum(len(p.copies) for p in pages if component.folding is None)
    return {k: v for k, v in out.items() if v[0]} or out


def _fields(
    deck: LoadedDeck, pile: Sequence[LoadedCard], by: Sequence[str]
) -> tuple[tuple[FieldCounts, ...], tuple[str, ...]]:
    """Return the counts of the fields *by*, or of the most informative ones, and the names of the other fields."""
    columns: dict[str, list[tuple[LoadedCard, object]]] = {}
    for card in pile:
        for name, value in leaves(card.row):
            columns.setdefault(name, []).append((card, value))
    if len({c.component for c in pile}) > 1:
        columns.setdefault("component", [(c, c.component) for c in pile])
    if by:
        for name in by:
            if name not in columns:
                near = did_you_mean(name, columns) or "."
                listed = f"There are {', '.join(columns)}" if columns else "They have no fields"
                raise OptionError(WrongOption("by", f"no card has a field {name!r}{near} {listed}"))
        return tuple(count_by(n, columns[n]) for n in dict.fromkeys(by)), ()
    rows = [c.rows for c in deck.components if c.rows is not None]
    named = {n for r in rows for n in (r.id, *((r.copies,) if isinstance(r.copies, str) else r.copies))}
    counted: list[FieldCounts] = []
    others: list[str] = []
    seen: set[tuple[object, ...]] = set()
    for name, values in columns.items():
        if name in named:
            continue
        counts = count_by(name, values)
        # A computed field that only respells another one divides the cards in the same way.
        parts = tuple(sorted((c.pieces, c.cards, c.times) for c in counts.counts)), _partition(values)
        if len(counted) < MAX_FIELDS and parts not in seen and _is_informative(counts):
            seen.add(parts)
            counted.append(counts)
        else:
            others.append(name)
    return tuple(counted), tuple(others)


def _partition(values: Sequence[tuple[LoadedCard, object]]) -> tuple[int, ...]:
    """Return the number of each card's value, in order of first appearance: equal for fields that divide the cards in
    the same way.
    """
    numbers: dict[str, int] = {}
    return tuple(numbers.setdefault(f"{type(v).__name__} {v!r}", len(numbers)) for _, v in values)


def _is_informative(counts: FieldCounts) -> bool:
    """Return whether a field is counted by default: it has more than one value, but not a different one for each
    card.
    """
    many = len(counts.counts)
    return counts.kind != "values" or (1 < many <= MAX_VALUES and (counts.is_list or many < counts.pieces))


def _matching(deck: LoadedDeck, option: str, expression: Expression, cards: Sequence[LoadedCard]) -> list[LoadedCard]:
    """Return the cards for which an expression is true. Raises DeckError if it can't be evaluated."""
    selection = Selection(expression, deck.facts, len(deck.components) > 1)
    try:
        matching = [card for card in cards if selection.holds(card)]
        selection.settle()
    except ExpressionProblem as problem:
        Report().refuse(problem, about=option)
    return matching
