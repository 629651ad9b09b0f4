"""What checks share: a finding, and a view of a laid-out deck zone by zone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.color import Color
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, transformed
from carddesigner.core.items import GroupItem, Item, TextPiece
from carddesigner.core.report import Diagnostic, Problem
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import LoadedComponent, LoadedDeck
from carddesigner.deck.names import palette_color
from carddesigner.layout.deck import LaidPiece

Found = TypeVar("Found")

MAX_RELATED = 8
"""Cards that a warning names."""


class Finding(Diagnostic, frozen=True):
    """One warning about one place. Findings of one code, span, zone and ``about`` are reported as one, with the message
    of the one with the most ``badness``; those that are ``everywhere`` in whatever zone. ``template`` is ``template#face``.
    """

    card_span: Span | None = None
    template: str | None = None
    field: str | None = None
    file: str | None = None
    about: Hashable = None
    badness: float = 0.0
    everywhere: bool = False


class ShownZone(Struct, frozen=True, eq=False):
    """A zone on its face: its path of names, its map to the face, what cuts it there, and how opaque it is."""

    path: str
    zone: PlacedZone
    matrix: Matrix
    clips: tuple[Path, ...]
    opacity: float


class CheckedFace(Struct, frozen=True, eq=False):
    """A face of a piece, with where the row of its card stands and the row's number in its table (None for a page of running text)."""

    piece: str
    component: LoadedComponent
    span: Span | None
    face: LaidFace
    stock: str
    """What the component's stock says."""
    is_back: bool = False
    """Whether it is printed as a back of a piece that is cut."""
    row: int | None = None


class DeckView(Struct):
    """A loaded deck and its pieces as checks look at them."""

    deck: LoadedDeck
    names: dict[Color, str]
    """What the deck and its templates call their colours."""
    cache: Cache
    faces: tuple[CheckedFace, ...] = ()
    """The different faces of the piece that is looked at."""
    gathered: Sequence[Any] = ()
    """What a check kept of each piece, once all were looked at."""

    def once(self, of: object, make: Callable[[], Found], *key: object) -> Found:
        """What *make* finds of a zone or a face, looked for once; *key* says what, and what else decides it."""
        key = (id(of), *key)
        cached: tuple[object, Found] | None = self.cache.get(key)
        if cached is None:
            self.cache.put(key, cached := (of, make()))
        return cached[1]

    def zones(self, zone: PlacedZone) -> tuple[ShownZone, ...]:
        """An outermost zone and all zones within it, from back to front."""
        return self.once(zone, lambda: tuple(_shown(zone, "", Matrix(), (), 1.0)), "shown")


class Check(Struct, frozen=True):
    """A check: the code of its warnings, and what finds them. It looks at one piece after the other, or at the deck
    where ``by_piece`` is False: then at what it has its own ``gather`` keep of each piece. ``once``: the language makes
    no difference, so it looks at the deck's own alone. ``of_colors``: an edition of other colours can bring its
    warnings. ``of_unused``: it warns of what nothing needs; what any edition needs is needed.
    """

    code: str
    find: Callable[[DeckView], Iterable[Finding]]
    by_piece: bool = False
    gather: Callable[[DeckView], Iterable[object]] | None = None
    once: bool = False
    of_colors: bool = False
    of_unused: bool = False


def faces_of(piece: LaidPiece, component: LoadedComponent, card: LoadedCard | None) -> tuple[CheckedFace, ...]:
    """The different faces of a piece."""
    if piece.stock is not None:
        component = replace(component, stock=piece.stock, stock_name=piece.id)
    component = piece.cut or component
    stock = repr(component.stock)
    span, row = (card.span, card.row_number) if card is not None else (None, None)
    different = {id(face): face for faces in set(piece.copies) for face in faces if face is not None}
    backs = {id(back) for _, back in piece.copies if back is not None and piece.stock is None}
    return tuple(CheckedFace(piece.id, component, span, f, stock, n in backs, row) for n, f in different.items())


def names_of(deck: LoadedDeck) -> dict[Color, str]:
    """What a deck and its templates call their colours."""
    written = dict(deck.deck.palette)
    for source in deck.templates.values():
        for name, node in source.section("palette").items():
            written.setdefault(name, str(node.value))
    out: dict[Color, str] = {}
    for name, text in written.items():
        # A template's colour that nobody uses was never read.
        with suppress(Problem):
            out.setdefault(palette_color(text), name)
    return out


def _shown(
    zone: PlacedZone, above: str, matrix: Matrix, clips: tuple[Path, ...], opacity: float
) -> Iterator[ShownZone]:
    path = f"{above}/{zone.id}" if above else zone.id
    clips = (*clips, *(transformed(c, matrix) for c in zone.clips))
    if zone.turn is not None:
        matrix = zone.turn.then(matrix)
    opacity *= zone.opacity
    yield ShownZone(path, zone, matrix, clips, opacity)
    for child in zone.children:
        yield from _shown(child, path, matrix, clips, opacity)


Look = Callable[[DeckView, CheckedFace, ShownZone], Iterable[Finding]]
"""Looks at a zone; what it finds has no card and no template yet."""


def by_zone(code: str, look: Look) -> Callable[[DeckView], Iterator[Finding]]:
    """Looks at every zone of every face; at a zone that several cards of a stock share once."""

    def look_at(view: DeckView, laid: CheckedFace, outermost: PlacedZone) -> tuple[Finding, ...]:
        return tuple(f for shown in view.zones(outermost) for f in look(view, laid, shown))

    def find(view: DeckView) -> Iterator[Finding]:
        for laid in view.faces:
            for outermost in laid.face.zones:
                for finding in view.once(outermost, partial(look_at, view, laid, outermost), code, laid.stock):
                    yield of_card(finding, laid)

    return find


def of_card(finding: Finding, laid: CheckedFace) -> Finding:
    """A finding with the card and the template it is about."""
    return replace(finding, card=laid.piece, card_span=laid.span, template=laid.face.id)


def leaves(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Item, Matrix]]:
    """Items with their maps to the face, groups taken apart."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from leaves(item.items, item.matrix.then(matrix) if item.matrix is not None else matrix)
        else:
            yield item, matrix


def width(piece: TextPiece) -> float:
    """How wide a piece of a line is, in points."""
    return (sum([run.width for run in piece.runs]) + sum(piece.gaps)) * piece.size / 1000
