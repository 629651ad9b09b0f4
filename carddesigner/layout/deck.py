"""Lay out a loaded deck: the front and back of every card as faces."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.effort import TooMuchWork, bounded, fitting, spent
from carddesigner.core.piece import PieceKey, card_of
from carddesigner.core.report import Problem, Progress, Report
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.layout.boxes import PaperRoom, deck_room
from carddesigner.layout.cards import CardPieces, Chosen, Elsewhere
from carddesigner.layout.dies import DiePieces
from carddesigner.layout.faces import DeckFaces, deck_faces
from carddesigner.layout.piece import LaidPiece
from carddesigner.layout.text_pages import TextPieces
from carddesigner.template.expressions import Expression, ExpressionProblem
from carddesigner.template.select import Selection
from carddesigner.text.document import has_credits

MAX_ON_THE_WAY = 4_000
"""The number of cached results kept for later pieces if pieces are taken one by one."""


class _Studio(Struct, frozen=True):
    """What lays out the pieces of a deck."""

    faces: DeckFaces
    cards: CardPieces
    texts: TextPieces
    dies: DiePieces
    chosen: Chosen

    def pieces(self, component: LoadedComponent) -> Iterator[LaidPiece]:
        """Yield the selected pieces of a component."""
        if component.is_die:
            yield from self.dies.pieces(component, self.chosen)
            return
        if component.blocks is not None:
            if self.faces.sides(component) is not None:
                yield from self.texts.pieces(component, self.chosen)
            return
        cut = self.cards.cut(component)
        for card, (as_cut, sides) in self.chosen.cards(component, cut.of) if cut is not None else ():
            yield from self.cards.pieces(as_cut, card, sides)


_FEWER = "fewer of them on a card, or fewer cards; or parts of the deck as decks of their own"


def _fewer(component: LoadedComponent, total: int, laid: int) -> str:
    """Return the advice for a deck of *total* cards that is too much work after so many were *laid* out."""
    most = fitting(laid, spent())
    if not 0 < most < total:
        return _FEWER
    hint = f"fewer of them on a card; or files of fewer cards, with --layout pieces --split {most}"
    if component.serials is None:
        return hint
    first = component.serials.first
    return f"{hint}; or a run of them at a time, with --serials {first}-{first + most - 1}"


def lay_out_deck(
    deck: LoadedDeck,
    report: Report,
    *,
    select: Expression | None = None,
    progress: Progress | None = None,
    cache: Cache | None = None,
    back_bleed: float | None = None,
    leave_out: Container[PieceKey] = (),
    room: PaperRoom | None = None,
    take: Callable[[LaidPiece], LaidPiece] | None = None,
    elsewhere: Elsewhere | None = None,
) -> tuple[LaidPiece, ...]:
    """Return every piece of every component, in order, without the pieces of tables in *leave_out*. Problems go to the
    report, and pieces with problems are left out.

    What *cache* holds from an earlier run is not laid out again. *back_bleed*, in points, replaces the stocks' bleed on
    backs. Boxes are made for *room*, by default the deck's own paper. *take* receives each piece once it is laid out
    and returns its replacement; if that holds no faces, memory doesn't grow with the deck. Cards that *elsewhere*
    returns are not laid out here.
    """
    own_cache, room = cache if cache is not None else Cache(), room or deck_room(deck.deck)
    if any(has_credits(component.blocks or ()) for component in deck.components):
        from carddesigner.layout.credits import Collector, with_credits

        def lay(plain: LoadedDeck, collector: Collector) -> None:
            def collected(piece: LaidPiece) -> LaidPiece:
                collector.add(face for faces in (*piece.copies, piece.first) for face in faces)
                if cache is None:
                    own_cache.age(MAX_ON_THE_WAY)
                return replace(piece, copies=(), first=(replace(piece.first[0], zones=()), None))

            # All cards count for the credits, whichever are selected.
            lay_out_deck(plain, Report(), cache=own_cache, back_bleed=back_bleed, room=room, take=collected)

        try:
            deck = with_credits(deck, lay)
        except Problem as problem:
            report.add(problem)
            return ()
    selection = Selection(select, deck.facts, len(deck.components) > 1) if select is not None else None
    faces = deck_faces(deck, report, own_cache, room, back_bleed)
    cards, texts = CardPieces(faces, elsewhere), TextPieces(faces)
    dies = DiePieces(faces, cards, room, texts.counts)
    studio = _Studio(faces, cards, texts, dies, Chosen(selection, leave_out))
    done = take or (lambda piece: piece)
    total = sum(len(c.cards) for c in deck.components)
    laid: dict[str, list[LaidPiece]] = {}
    with bounded(total):
        # A box is as large as its contents, which may be pages of running text; they are counted by laying them out.
        for component in sorted(deck.components, key=lambda c: c.box is not None):
            own = laid[component.id] = []
            try:
                for piece in studio.pieces(component):
                    if progress is not None and len(own) % 50 == 0:
                        progress("laying out", sum(map(len, laid.values())), total)
                    own.append(done(piece))
                    if take is not None and cache is None:
                        own_cache.age(MAX_ON_THE_WAY)
            except TooMuchWork as stopped:
                what = stopped.kind or "zones, letters and expressions"
                message = f"laying out the deck takes more than {stopped.most:,} steps, most of them for {what}"
                hint = _fewer(component, total, sum(map(len, laid.values())))
                span, card = stopped.span or component.span, stopped.card or component.id
                report.error("too-much-work", message, span, hint=hint, card=card)
                break
            except ExpressionProblem:  # In the selection: the caller reports its place.
                raise
            except Problem as problem:
                report.add(problem)
                break
    if selection is not None:
        selection.settle()
    return tuple(piece for component in deck.components for piece in laid.get(component.id, ()))


def lay_out_piece(
    deck: LoadedDeck,
    key: PieceKey,
    report: Report,
    *,
    cache: Cache | None = None,
    back_bleed: float | None = None,
    room: PaperRoom | None = None,
) -> LaidPiece | None:
    """Return a single piece as in the whole deck; for a net or box in parts, the first part. Problems go to the report;
    returns None for a piece with problems or one that doesn't exist.
    """
    component = next((c for c in deck.components if c.id == key.component), None)
    if component is None:
        return None
    if component.is_die or component.blocks is not None:
        pieces = lay_out_deck(deck, report, cache=cache, back_bleed=back_bleed, room=room)
        return next((p for p in pieces if p.key in (key, PieceKey(key.component, f"{key.id}-part-1"))), None)
    room = room or deck_room(deck.deck)
    cards = CardPieces(deck_faces(deck, report, cache if cache is not None else Cache(), room, back_bleed))
    by_id = {c.id: c for c in component.cards}
    card = by_id.get(key.id) or by_id.get(card_of(key.id))
    if card is None:
        return None
    with bounded(len(component.cards)):
        as_cut = cards.cut(component)
        cut = as_cut.of(card) if as_cut is not None else None
        parts = cards.pieces(cut[0], card, cut[1]) if cut is not None else ()
        try:
            return next((piece for piece in parts if piece.id == key.id), None)
        except Problem as problem:
            report.add(problem)
            return None
