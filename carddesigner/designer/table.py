"""The table on which a deck is tried: its pieces, as many as are printed, and packs dealt by its recipes."""

from __future__ import annotations

from carddesigner.core.face import LaidFace
from carddesigner.core.report import DeckError, Report, did_you_mean
from carddesigner.core.units import MM
from carddesigner.deal.choose import Choosing
from carddesigner.deal.packs import Pack, deal
from carddesigner.deal.recipe import read_packs
from carddesigner.designer.messages import Broken, FromServer, Note
from carddesigner.designer.session import Session, message_of
from carddesigner.designer.table_messages import DealPacks, Dealt, DealtPack, PackInfo, TablePiece, TablePieces

MAX_DEALT = 2_000
"""The most cards of packs that are dealt at once."""
MAX_SEED = 2**53 - 1
"""The greatest whole number that is exact in JavaScript."""


def table_pieces(session: Session) -> TablePieces | Broken:
    """Return the deck's pieces with their sizes, copies and backs, and its packs. Nets, boxes, booklets and leaflets
    are left out.
    """
    try:
        loaded, backs, out = session.loaded(), _Backs(), []
        flat = {c.id for c in loaded.components if not c.is_die and c.folding is None}
        titles = session.titles(loaded)
        for piece in session.deck.pieces():
            if piece.component not in flat or piece.stock is not None:
                continue
            front, back = piece.first
            out.append(
                TablePiece(
                    piece.component,
                    piece.id,
                    titles.get(piece.key, ""),
                    len(piece.copies),
                    round(front.width / MM, 3),
                    round(front.height / MM, 3),
                    backs.number(back),
                    piece.key not in loaded.cards,
                )
            )
        packs = _packs(session)
    except DeckError as problem:
        return session.broken(problem)
    return TablePieces(tuple(out), tuple(PackInfo(p.name, p.cards) for p in packs.values()))


def dealt_packs(session: Session, request: DealPacks) -> FromServer:
    """Return packs dealt with a seed, the same as ``carddesigner deal`` gives for it."""
    try:
        packs = _packs(session)
    except DeckError as problem:
        return Note("error", message_of(problem))
    pack = packs.get(request.pack)
    if pack is None:
        return Note("error", f"the deck has no pack {request.pack[:60]!r}{did_you_mean(request.pack[:60], packs)}")
    if not (0 <= request.seed <= MAX_SEED and 1 <= request.count <= MAX_DEALT):
        return Note("error", f"packs are dealt by a seed from 0 to {MAX_SEED:,}, from 1 to {MAX_DEALT:,} of them")
    if pack.cards * request.count > MAX_DEALT:
        return Note(
            "error", f"that is {pack.cards * request.count:,} cards; at most {MAX_DEALT:,} are dealt on a table"
        )
    made = deal(packs, {request.pack: request.count}, request.seed)
    return Dealt(request.seed, tuple(DealtPack(d.title, tuple((c.component, c.id) for c in d.cards)) for d in made))


class _Backs:
    """Numbers of backs, from 1; pieces that share a back have the same number, 0 means none."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.held: list[LaidFace] = []

    def number(self, back: LaidFace | None) -> int:
        if back is None:
            return 0
        if id(back) not in self.numbers:
            self.held.append(back)
            self.numbers[id(back)] = len(self.held)
        return self.numbers[id(back)]


def _packs(session: Session) -> dict[str, Pack]:
    loaded = session.loaded()
    return read_packs(Choosing(loaded, Report())) if loaded.deck.packs else {}
