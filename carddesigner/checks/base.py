"""What checks share: findings, and a view of a laid-out deck zone by zone."""

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
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.deck.names import palette_color
from carddesigner.layout.piece import LaidPiece

Found = TypeVar("Found")

MAX_RELATED = 8
"""The most cards that a warning names."""


class Finding(Diagnostic, frozen=True):
    """One warning about one place. Findings with the same code, span, zone and ``about`` are reported as one, with the
    message of the one with the highest ``badness``; if they are ``everywhere``, those of different zones too.
    ``template`` is ``template#face``.
    """

    card_span: Span | None = None
    template: str | None = None
    field: str | None = None
    file: str | None = None
    about: Hashable = None
    badness: float = 0.0
    everywhere: bool = False


class ShownZone(Struct, frozen=True, eq=False):
    """A zone on its face: the path of its names, its map to the face, its clips there, its opacity, and its own items
    out of their groups, each with its map to the face.
    """

    path: str
    zone: PlacedZone
    matrix: Matrix
    clips: tuple[Path, ...]
    opacity: float
    leaves: tuple[tuple[Item, Matrix], ...]


class CheckedFace(Struct, frozen=True, eq=False):
    """A face of a piece, with the place of its card's row and the row's number in its table (None for a page of running
    text).
    """

    piece: str
    component: LoadedComponent
    span: Span | None
    face: LaidFace
    stock: str
    """A key of the component's stock."""
    is_back: bool = False
    """Whether it is printed as a back of a piece that is cut."""
    row: int | None = None


class DeckView(Struct):
    """A loaded deck and its pieces, as checks see them."""

    deck: LoadedDeck
    names: dict[Color, str]
    """The names of colours in the palettes of the deck and its templates."""
    cache: Cache
    faces: tuple[CheckedFace, ...] = ()
    """The distinct faces of the current piece."""
    gathered: Sequence[Any] = ()
    """What a check gathered from each piece, complete once all pieces are done."""

    def once(self, of: object, make: Callable[[], Found], *key: object) -> Found:
        """The result of *make* for a zone or a face, computed once; *key* names the result and everything else that it
        depends on.
        """
        key = (id(of), *key)
        cached: tuple[object, Found] | None = self.cache.get(key)
        if cached is None:
            self.cache.put(key, cached := (of, make()))
        return cached[1]

    def zones(self, zone: PlacedZone) -> tuple[ShownZone, ...]:
        """An outermost zone and all zones within it, from back to front."""
        return self.once(zone, lambda: tuple(_shown(zone, "", Matrix(), (), 1.0)), "shown")


class Check(Struct, frozen=True):
    """A check: the code of its warnings, and the function that finds them. It checks one piece after another, or with
    ``by_piece`` False the whole deck, given what its ``gather`` returned for each piece. ``once``: the language makes
    no difference, so only the deck's own is checked. ``of_colors``: an edition with other colours may cause its
    warnings. ``of_unused``: it warns of unneeded things; what any edition needs is needed.
    """

    code: str
    find: Callable[[DeckView], Iterable[Finding]]
    by_piece: bool = False
    gather: Callable[[DeckView], Iterable[object]] | None = None
    once: bool = False
    of_colors: bool = False
    of_unused: bool = False


def faces_of(
    view: DeckView, piece: LaidPiece, component: LoadedComponent, card: LoadedCard | None
) -> tuple[CheckedFace, ...]:
    """The distinct faces of a piece."""
    if piece.stock is not None:
        component = replace(component, stock=piece.stock, stock_name=piece.id)
    component = piece.cut or component
    stock = view.once(component.stock, partial(repr, component.stock), "written")
    span, row = (card.span, card.row_number) if card is not None else (None, None)
    different = {id(face): face for faces in set(piece.copies) for face in faces if face is not None}
    backs = {id(back) for _, back in piece.copies if back is not None and piece.stock is None}
    return tuple(CheckedFace(piece.id, component, span, f, stock, n in backs, row) for n, f in different.items())


def names_of(deck: LoadedDeck) -> dict[Color, str]:
    """The names of colours in the palettes of a deck and its templates."""
    written = dict(deck.deck.palette)
    for source in deck.templates.values():
        for name, node in source.section("palette").items():
            written.setdefault(name, str(node.value))
    out: dict[Color, str] = {}
    for name, text in written.items():
        # An unused colour of a template was never parsed, so it may be invalid.
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
    yield ShownZone(path, zone, matrix, clips, opacity, tuple(_leaves(zone.own_items, matrix)))
    for child in zone.children:
        yield from _shown(child, path, matrix, clips, opacity)


Look = Callable[[DeckView, CheckedFace, ShownZone], Iterable[Finding]]
"""Checks a zone; its findings have no card and template yet."""


def by_zone(code: str, look: Look) -> Callable[[DeckView], Iterator[Finding]]:
    """A ``find`` that checks every zone of every face; a zone that several cards of a stock share is checked once."""

    def look_at(view: DeckView, laid: CheckedFace, outermost: PlacedZone) -> tuple[Finding, ...]:
        return tuple(f for shown in view.zones(outermost) for f in look(view, laid, shown))

    def find(view: DeckView) -> Iterator[Finding]:
        for laid in view.faces:
            for outermost in laid.face.zones:
                for finding in view.once(outermost, partial(look_at, view, laid, outermost), code, laid.stock):
                    yield of_card(finding, laid)

    return find


def of_card(finding: Finding, laid: CheckedFace) -> Finding:
    """A finding with its card and template."""
    return replace(finding, card=laid.piece, card_span=laid.span, template=laid.face.id)


def _leaves(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Item, Matrix]]:
    for item in items:
        if isinstance(item, GroupItem):
            yield from _leaves(item.items, item.matrix.then(matrix) if item.matrix is not None else matrix)
        else:
            yield item, matrix


def width(piece: TextPiece) -> float:
    """The width of a piece of a line, in points."""
    return (sum([run.width for run in piece.runs]) + sum(piece.gaps)) * piece.size / 1000
