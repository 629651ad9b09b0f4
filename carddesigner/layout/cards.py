"""Cards as pieces: a card with its faces, and the cards that follow it with the rest of its texts."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import partial
from typing import Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.contents.text import MAX_FOLLOWING
from carddesigner.core.effort import spend, spent
from carddesigner.core.face import Request
from carddesigner.core.piece import PieceKey, part_id
from carddesigner.core.report import Diagnostic, Problem, Related
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import MAX_COPIES, LoadedComponent
from carddesigner.layout.faces import DeckFaces
from carddesigner.layout.piece import Faces, LaidPiece
from carddesigner.layout.sides import Sides
from carddesigner.layout.stocks import CutCards, cut_cards
from carddesigner.layout.zones import Continuing
from carddesigner.template.continuing import continuing_problems, continuing_zones
from carddesigner.template.select import Selection

Found = TypeVar("Found")


class ReusedPiece(Struct, frozen=True):
    """A card that was laid out elsewhere: one pair of faces for all copies or one for each, and the steps that took."""

    copies: tuple[Faces, ...]
    steps: int


class Elsewhere(Protocol):
    """A source of cards laid out by another process or an earlier build. It holds only cards without problems, because
    problems are reported where a card is laid out.
    """

    def reused(self, card: LoadedCard) -> ReusedPiece | None:
        """Return a card, or None if it has to be laid out here. Called at most once for a card, in the deck's order."""

    def record(self, card: LoadedCard, steps: int, requests: tuple[Request, ...]) -> None:
        """Record a card that was laid out here without problems, before it is passed on."""


class Chosen(Struct, frozen=True):
    """The cards to lay out: those of a selection, without those of tables in ``leave_out``."""

    selection: Selection | None = None
    leave_out: Container[PieceKey] = ()

    def selects(self, card: LoadedCard) -> bool:
        """Whether a card is selected. Raises ExpressionProblem."""
        return self.selection is None or self.selection.holds(card)

    def cards(
        self, component: LoadedComponent, of: Callable[[LoadedCard], Found | None]
    ) -> Iterator[tuple[LoadedCard, Found]]:
        """Yield a component's cards to lay out, each with the result of *of*, unless that is None."""
        for card in component.cards:
            sides = of(card) if card.key not in self.leave_out and self.selects(card) else None
            if sides is not None:
                yield card, sides


class _Continues(Struct, frozen=True):
    """Whether texts of two faces continue on following cards, and the problems with that. ``faces`` keeps the faces
    alive, so that their ids stay unique.
    """

    goes_on: bool
    problems: tuple[Diagnostic, ...]
    faces: object


class CardPieces(Struct):
    """Lays out the cards of a deck as pieces."""

    faces: DeckFaces
    elsewhere: Elsewhere | None = None
    _added: dict[str, int] = field(default_factory=dict)
    """The number of copies of following cards, by component."""
    _going: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Whether texts continue on following cards, by the ids of a card's faces."""
    _ids: dict[str, frozenset[str]] = field(default_factory=dict)
    """The ids of a component's cards, for components with following cards."""
    _copies: int | None = None
    """The number of copies of all cards without following cards; None until first needed."""

    def count(self, component: LoadedComponent) -> int:
        """Return the number of copies of a component's cards, following cards included."""
        return sum(card.copies for card in component.cards) + self._added.get(component.id, 0)

    def cut(self, component: LoadedComponent) -> CutCards | None:
        """Return a component's cards as each is cut, or None if none can be laid out, which is reported."""
        return cut_cards(self.faces.deck, component, self.faces.sides, self.faces.report)

    def piece(
        self, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...], *, of_cards: bool = False
    ) -> LaidPiece:
        """Return a card with its faces. *sides* are those of all its copies, or of each. Texts continue on following
        cards only if *of_cards* is set.
        """
        each = [
            self.faces.both(component, card, n, own, continuing=Continuing() if of_cards else None)
            for n, own in enumerate(self._of_copies(card, sides), 1)
        ]
        return self._piece(component, card, each)

    def _of_copies(self, card: LoadedCard, sides: tuple[Sides, ...]) -> tuple[Sides, ...]:
        """Return the sides once for all copies, or once for each copy if the faces read the copy's number."""
        refs = [ref for ref in sides[0] if ref is not None]
        differ = len(sides) == 1 and any(("copy",) in self.faces.spec(ref).reads for ref in refs)
        return sides * max(card.copies, 1) if differ else sides

    def _piece(self, component: LoadedComponent, card: LoadedCard, each: list[Faces], id_: str = "") -> LaidPiece:
        """Return a piece; *each* has one pair of faces for all copies or one for each."""
        cut = component if component.choice is not None else None
        copies = tuple(each * card.copies if len(each) == 1 else each)
        return LaidPiece(id_ or card.id, component.id, copies, each[0], cut=cut)

    def pieces(self, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]) -> Iterator[LaidPiece]:
        """Yield a card, then the following cards with the rest of its texts."""
        if not any(self.goes_on(own) for own in sides):
            yield self._alone(component, card, sides)
            return
        every = [self._parts(component, card, n, own) for n, own in enumerate(self._of_copies(card, sides), 1)]
        for k in range(max(map(len, every))):
            each = [parts[k] for parts in every if k < len(parts)]
            id_ = part_id(card.id, k + 1)
            if k:
                self._added[component.id] = self._added.get(component.id, 0) + (
                    card.copies if len(each) == 1 else len(each)
                )
                if component.id not in self._ids:
                    self._ids[component.id] = frozenset(c.id for c in component.cards)
                if id_ in self._ids[component.id]:
                    message = f"a card that follows {card.id!r} would be called {id_!r}, as another is"
                    self.faces.report.error("duplicate-id", message, card.span, card=card.id)
                if self._too_many():
                    message = f"with the cards that follow others the deck has more than {MAX_COPIES:,} copies"
                    raise Problem("too-many-copies", message, component.span)
            yield self._piece(component, card, each, id_)

    def _alone(self, component: LoadedComponent, card: LoadedCard, sides: tuple[Sides, ...]) -> LaidPiece:
        """Return a card without following cards; it may have been laid out elsewhere."""
        elsewhere = self.elsewhere
        if elsewhere is None:
            return self.piece(component, card, sides, of_cards=True)
        reused = elsewhere.reused(card)
        if reused is not None:
            spend(reused.steps)
            return self._piece(component, card, [*reused.copies])
        self.faces.problems.is_clean, before = True, spent()
        piece, requested = self.faces.deck.assets.recording(partial(self.piece, component, card, sides, of_cards=True))
        if self.faces.problems.is_clean:
            elsewhere.record(card, spent() - before, tuple(requested))
        return piece

    def _too_many(self) -> bool:
        """Whether the deck has too many copies, following cards included."""
        if self._copies is None:
            self._copies = sum(card.copies for component in self.faces.deck.components for card in component.cards)
        return self._copies + sum(self._added.values()) > MAX_COPIES

    def goes_on(self, sides: Sides) -> bool:
        """Whether texts of a card may continue on following cards; problems with that are reported."""
        front, back = sides
        key = (
            id(self.faces.spec(front)) if front is not None else 0,
            id(self.faces.spec(back)) if back is not None else 0,
        )
        goes_on = self._going.get(key)
        if goes_on is None:
            continues = self._continuing(key, sides)
            for problem in continues.problems:
                self.faces.report.add(problem)
            goes_on = self._going[key] = continues.goes_on
        return goes_on

    def _continuing(self, key: tuple[int, int], sides: Sides) -> _Continues:
        """Return how the templates let texts continue. The result is cached for as long as the faces are the same."""
        kept = self.faces.deck.assets.files.cache
        continues: _Continues | None = kept.get(("continues", *key))
        if continues is None:
            faces = [(self.faces.resolvers[r.template].template, self.faces.spec(r)) for r in sides if r is not None]
            problems = continuing_problems(faces)
            continues = _Continues(not problems and bool(continuing_zones(faces)), tuple(problems), faces)
            kept.put(("continues", *key), continues)
        return continues

    def _parts(self, component: LoadedComponent, card: LoadedCard, copy: int, sides: Sides) -> list[Faces]:
        """Return the faces of a copy and of its following cards."""
        made, total = self._chain(component, card, copy, sides, 1), 1
        while len(made) != total and total < MAX_FOLLOWING + 1:
            total = max(len(made), total + 1)
            made = self._chain(component, card, copy, sides, total)
        return made

    def _chain(self, component: LoadedComponent, card: LoadedCard, copy: int, sides: Sides, total: int) -> list[Faces]:
        out: list[Faces] = []
        continuing = Continuing()
        while True:
            part = (len(out) + 1, total)
            out.append(self.faces.both(component, card, copy, sides, continuing=continuing, part=part))
            left = continuing.left
            for one in left.values():
                if len(out) > one.following:
                    many = f"{one.following} cards" if one.following > 1 else "one card"
                    follow = f", on {many} that may follow" if one.following else ""
                    hint = "make the boxes larger, the text shorter or `following-cards` more"
                    problem = replace(one.problem, message=one.problem.message + follow)
                    self.faces.report.add(problem, hint=hint, related=_for_card(card), card=card.id)
                    return out
            if not left:
                return out
            continuing = Continuing({name: one.text for name, one in left.items()})


def _for_card(card: LoadedCard) -> tuple[Related, ...]:
    """Return the place of the card that a problem was found for."""
    return (Related(card.span, "for this card"),) if card.span is not None else ()
