"""Choose the few pieces that show most of a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from carddesigner.core.record import leaves
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.layout.piece import LaidPiece
from carddesigner.tables.table import text_of

MAX_FIELDS = 60
"""The most fields of a card that are compared."""
MAX_KINDS = 8
"""The most different values of a field that counts as dividing cards into kinds."""

_Fact = tuple[str, str, object]
"""A fact that a piece shows: its sort, its subject, and its value."""


def sample_pieces(deck: LoadedDeck, pieces: Sequence[LaidPiece], count: int) -> tuple[LaidPiece, ...]:
    """Choose *count* of the pieces, in their order: the first, those with the longest and the shortest texts, and
    others from all over the deck that show as many components, faces, kinds of cards, and blank and filled fields as
    possible. Only pieces that are printed, and no nets or boxes, unless there are no others.
    """
    printed = [p for p in pieces if p.copies] or list(pieces)
    flat = [p for p in printed if p.stock is None] or printed
    if len(flat) <= count:
        return tuple(flat)
    rows = _rows(deck, flat)
    facts = [set(_facts(piece, row)) for piece, row in zip(flat, rows, strict=True)]
    having = Counter(fact for own in facts for fact in own)
    kinds = Counter(fact[:2] for fact in having)
    facts = [{f for f in own if having[f] < len(flat) and kinds[f[:2]] <= MAX_KINDS} for own in facts]
    own_rows = [i for i, row in enumerate(rows) if row] or [0]
    long = {i: sum(map(len, rows[i].values())) for i in own_rows}
    chosen = list(dict.fromkeys((0, max(own_rows, key=long.__getitem__), min(own_rows, key=long.__getitem__))))[:count]
    left = set[_Fact]().union(*facts).difference(*(facts[i] for i in chosen))
    apart = [min(abs(i - c) for c in chosen) for i in range(len(flat))]
    while len(chosen) < count:
        best = max(range(len(flat)), key=lambda i: (len(facts[i] & left) if left else 0, apart[i]))
        chosen.append(best)
        left -= facts[best]
        apart = [min(d, abs(i - best)) for i, d in enumerate(apart)]
    return tuple(flat[i] for i in sorted(chosen))


def _rows(deck: LoadedDeck, pieces: Sequence[LaidPiece]) -> list[dict[str, str]]:
    """The texts of each piece's fields; empty for a piece without a row of its own, such as a page of rules."""
    cards = deck.cards
    out = []
    for piece in pieces:
        card = cards.get(piece.key)
        fields = list(leaves(card.row))[:MAX_FIELDS] if card is not None else []
        out.append({name: text_of(value) for name, value in fields})
    return out


def _facts(piece: LaidPiece, row: dict[str, str]) -> Iterator[_Fact]:
    yield "component", "", piece.component
    yield "front", piece.component, piece.first[0].id
    for name, text in row.items():
        yield "kind", f"{piece.component} {name}", text
        yield "filled", f"{piece.component} {name}", bool(text.strip())
