"""What checks share: a finding, and a view of a laid-out deck zone by zone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.color import Color
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Matrix, Path, transformed
from carddesigner.core.items import GroupItem, Item, TextPiece
from carddesigner.core.report import Problem, Related
from carddesigner.core.source import Span
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.deck import LoadedComponent, LoadedDeck
from carddesigner.deck.names import written_color
from carddesigner.layout.deck import LaidPiece


class Finding(Struct, frozen=True):
    """One warning about one place.

    Findings of one code, span, zone and ``about`` are reported as one, with the message of the one with the most
    ``badness``. ``template`` is ``template#face``.
    """

    code: str
    message: str
    span: Span | None
    hint: str | None = None
    related: tuple[Related, ...] = ()
    card: str | None = None
    card_span: Span | None = None
    zone: str | None = None
    template: str | None = None
    field: str | None = None
    file: str | None = None
    about: Hashable = None
    badness: float = 0.0


class ShownZone(Struct, frozen=True, eq=False):
    """A zone on its face: its path of names, its map to the face, what cuts it there, and whether it is see-through."""

    path: str
    zone: PlacedZone
    matrix: Matrix
    clips: tuple[Path, ...]
    faint: bool


class CheckedFace(Struct, frozen=True, eq=False):
    """A face of a piece, with the card it comes from (None for a page of running text)."""

    piece: LaidPiece
    component: LoadedComponent
    card: LoadedCard | None
    face: LaidFace

    @property
    def span(self) -> Span | None:
        """Where the card's row stands."""
        return self.card.span if self.card is not None else None


class DeckView(Struct):
    """A loaded deck and its pieces as checks look at them."""

    deck: LoadedDeck
    faces: tuple[CheckedFace, ...]
    """Every different face of every piece that is printed."""
    names: dict[Color, str]
    """What the deck and its templates call their colours."""
    _shown: dict[int, tuple[ShownZone, ...]] = field(default_factory=dict)

    def zones(self, zone: PlacedZone) -> tuple[ShownZone, ...]:
        """An outermost zone and all zones within it, from back to front."""
        cached = self._shown.get(id(zone))
        if cached is None:
            cached = self._shown[id(zone)] = tuple(_shown(zone, "", Matrix(), (), False))
        return cached


class Check(Struct, frozen=True):
    """A check: the code of its warnings, and what finds them.

    ``once``: the language makes no difference, so it looks at the deck's own alone. ``of_colors``: an edition of other
    colours can bring its warnings. ``of_unused``: it warns of what nothing needs; what any edition needs is needed.
    """

    code: str
    find: Callable[[DeckView], Iterable[Finding]]
    once: bool = False
    of_colors: bool = False
    of_unused: bool = False


def view(deck: LoadedDeck, pieces: Iterable[LaidPiece]) -> DeckView:
    """The view of a deck that was laid out."""
    components = {k.id: k for k in deck.components}
    cards = {c.key: c for k in deck.components for c in k.cards}
    laid = []
    for piece in pieces:
        different = {id(face): face for faces in set(piece.copies) for face in faces if face is not None}
        for face in different.values():
            component = components[piece.component]
            if piece.stock is not None:
                component = replace(component, stock=piece.stock, stock_name=piece.id)
            laid.append(CheckedFace(piece, component, cards.get(piece.key), face))
    return DeckView(deck, tuple(laid), _names(deck))


def _names(deck: LoadedDeck) -> dict[Color, str]:
    written = dict(deck.deck.palette)
    for source in deck.templates.values():
        for name, node in source.section("palette").items():
            written.setdefault(name, str(node.value))
    out: dict[Color, str] = {}
    for name, text in written.items():
        # A template's colour that nobody uses was never read.
        with suppress(Problem):
            out.setdefault(written_color(text), name)
    return out


def _shown(zone: PlacedZone, above: str, matrix: Matrix, clips: tuple[Path, ...], faint: bool) -> Iterator[ShownZone]:
    path = f"{above}/{zone.id}" if above else zone.id
    clips = (*clips, *(transformed(c, matrix) for c in zone.clips))
    if zone.turn is not None:
        matrix = zone.turn.then(matrix)
    faint = faint or zone.opacity < 1
    yield ShownZone(path, zone, matrix, clips, faint)
    for child in zone.children:
        yield from _shown(child, path, matrix, clips, faint)


def by_zone(view: DeckView, look: Callable[[CheckedFace, ShownZone], Iterable[Finding]]) -> Iterator[Finding]:
    """What *look* finds in every zone of every face; a zone that several cards share is looked at once.

    *look* leaves out card and template, which are filled in.
    """
    known: dict[tuple[int, str], tuple[Finding, ...]] = {}
    for laid in view.faces:
        for outermost in laid.face.zones:
            key = (id(outermost), laid.component.stock_name)
            found = known.get(key)
            if found is None:
                found = known[key] = tuple(f for shown in view.zones(outermost) for f in look(laid, shown))
            for finding in found:
                yield of_card(finding, laid)


def of_card(finding: Finding, laid: CheckedFace) -> Finding:
    """A finding with the card and the template it is about."""
    return replace(finding, card=laid.piece.id, card_span=laid.span, template=laid.face.id)


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
