"""The pieces of a deck as things on a virtual table: cards, tiles and booklets, one for each copy; other pieces are
left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from carddesigner.contents.text import Text
from carddesigner.core.digest import Digests, digest
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.piece import PieceKey, card_of
from carddesigner.core.report import Report, series
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.deck.numbered import own_ids
from carddesigner.layout.die_lines import without_lines
from carddesigner.layout.piece import LaidPiece
from carddesigner.nets.block import BLOCK, DRUM
from carddesigner.nets.die import Die
from carddesigner.template.titles import card_titles
from carddesigner.text.document import plain

LONGEST_CARD = 150 * MM
"""A longer piece is a board; as a card, players would take it into their hands."""
THICKEST_CARD = 1 * MM
"""A thicker piece is cut from board."""
MAX_TEXT = 600
"""The most characters of a description."""

_CODE = re.compile(r"\[(?=/?(?:b|i|u|s|sub|sup)\]|-\]|[0-9a-f]{6,8}\])", re.I)
"""Text that tooltips would read as a code: https://kb.tabletopsimulator.com/player-guides/bb-codes/."""
_BOX, _DRUM = "nobody plays with a box", "for a drum put a piece of the game's own on the table"
_ZEROS = re.compile(r"\b0+(?=[0-9])")


class Kind(StrEnum):
    """What a piece is on the table: a card of a deck, a tile with an outline of its own, or a booklet to leaf
    through.
    """

    CARD = "card"
    TILE = "tile"
    BOOK = "book"


class Thing(Struct, frozen=True, gc=False):
    """One copy of a piece; a booklet has all its ``pages``, of which the first is the front. ``back`` is None if it has
    none; ``rounded`` is whether a card has round corners. ``look`` is equal for things that look the same; ``by_row``
    is whether the id is a row number. ``die`` is the net that a block is folded from.
    """

    kind: Kind
    component: str
    id: str
    copy: int
    title: str
    text: str
    front: LaidFace
    back: LaidFace | None = None
    thickness: float = 0.0
    rounded: bool = False
    two_sided: bool = False
    look: str = ""
    by_row: bool = False
    die: Die | None = None
    pages: tuple[LaidFace, ...] = ()

    @property
    def identity(self) -> tuple[str, str, str, int]:
        """A key that is unique within the deck."""
        return self.kind, self.component, self.id, self.copy

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, rounded to hundredths."""
        width, height = (
            (self.die.outside.width, self.die.outside.height)
            if self.die is not None
            else (self.front.width, self.front.height)
        )
        return round(width / MM, 2), round(height / MM, 2)


class Found(Struct, frozen=True):
    """All things of a deck by component, in order, and the titles of the components."""

    titles: dict[str, str]
    things: tuple[Thing, ...]


def find_things(deck: LoadedDeck, pieces: Sequence[LaidPiece], report: Report) -> Found:
    """Sort the printed pieces into things. Warns of pieces that are left out. Raises DeckError if nothing remains."""
    components = {c.id: c for c in deck.components}
    two_sided = {c.id for c in deck.deck.components if c.two_sided}
    names = card_titles(deck)
    numbered = _numbered(deck)
    digests = Digests(lambda key: deck.assets.face(key).digest)
    same: dict[str, LaidFace] = {}

    def one(face: LaidFace) -> LaidFace:
        """The same object for faces that show the same."""
        return same.setdefault(digests.face(face), face)

    def look(*faces: LaidFace | None) -> str:
        return digest(*(digests.face(face) if face is not None else None for face in faces))[:16]

    things: list[Thing] = []
    left: dict[str, bool] = {}
    books: dict[str, list[LaidPiece]] = {}
    for piece in pieces:
        component = piece.cut or components[piece.component]
        if component.is_die and (piece.stock is None or piece.stock.die.what != BLOCK):
            left[piece.component] = piece.stock is not None and piece.stock.die.what == DRUM
        elif component.folding is not None:
            books.setdefault(piece.component, []).append(piece)
        else:
            things += _copies(piece, component, names, one, look, numbered, two_sided=piece.component in two_sided)
    for name, own in books.items():
        faces = tuple(p.first[0] for p in own)
        for copy in range(1, len(own[0].copies) + 1):
            things.append(
                Thing(Kind.BOOK, name, name, copy, called(name), "", faces[0], look=look(*faces), pages=faces)
            )
    if left:
        message = f"not exported: {series(list(left))}, which {'is' if len(left) == 1 else 'are'} folded"
        report.warn(
            "not-on-table",
            message,
            hint=_DRUM if any(left.values()) else _BOX,
        )
    if not things:
        report.fail("nothing-selected", "the deck has no card, tile or booklet to lie on a table")
    order = {c.id: i for i, c in enumerate(deck.components)}
    things.sort(key=lambda t: order[t.component])
    return Found({c: called(c) for c in dict.fromkeys(t.component for t in things)}, tuple(things))


def _copies(
    piece: LaidPiece,
    component: LoadedComponent,
    names: dict[PieceKey, str],
    one: Callable[[LaidFace], LaidFace],
    look: Callable[..., str],
    numbered: Collection[PieceKey],
    *,
    two_sided: bool,
) -> Iterator[Thing]:
    """Yield a piece's copies. Copies that look the same share their faces."""
    by_row = piece.key in numbered or PieceKey(piece.component, card_of(piece.id)) in numbered
    title = names.get(piece.key) or (
        called(piece.id) if by_row or component.blocks is not None or piece.id == component.id else piece.id
    )
    thickness = component.stock.thickness
    texts: dict[int, str] = {}
    for copy, (front, back) in enumerate(piece.copies, 1):
        if piece.stock is not None:
            front = without_lines(front)
        front, back = one(front), one(back) if back is not None else None
        if id(front) not in texts:
            texts[id(front)] = _text_of(front, title) if component.blocks is None else ""
        corner = _corner(front)
        wide = max(front.width, front.height) > LONGEST_CARD
        kind = (
            Kind.TILE if corner is None or piece.stock is not None or wide or thickness > THICKEST_CARD else Kind.CARD
        )
        yield Thing(
            kind,
            piece.component,
            piece.id,
            copy,
            title,
            texts[id(front)],
            front,
            back,
            thickness,
            bool(corner),
            two_sided,
            look(front, back),
            by_row,
            piece.stock.die if piece.stock is not None else None,
        )


def _numbered(deck: LoadedDeck) -> set[PieceKey]:
    """The cards whose id is their row number."""
    tables = [c for c in deck.components if c.table is not None]
    return {card.key for c in tables for card, own in zip(c.cards, own_ids(deck, c), strict=False) if not own}


def _corner(face: LaidFace) -> float | None:
    """The corner radius of a rectangle; None for any other outline."""
    start = face.outline[0]
    whole = Rect(0.0, 0.0, face.width, face.height)
    for radius in dict.fromkeys((0.0, start[1] if len(start) == 3 else 0.0)):
        if radius <= min(whole.width, whole.height) / 4 and _alike(face.outline, rectangle(whole, radius)):
            return radius
    return None


def _alike(a: Sequence[Sequence[object]], b: Sequence[Sequence[object]]) -> bool:
    """Whether two paths are equal up to rounding."""
    return len(a) == len(b) and all(
        s[0] == t[0] and len(s) == len(t) and all(abs(u - v) < 1e-3 for u, v in zip(s[1:], t[1:], strict=True))  # type: ignore[operator]
        for s, t in zip(a, b, strict=True)
    )


def _text_of(face: LaidFace, title: str) -> str:
    """The text of a face, a line for each of its texts, without its title."""
    lines = (" ".join(text.split()) for zone in face.zones for text in _texts(zone))
    text = "\n".join(dict.fromkeys(line for line in lines if line != title and any(map(str.isalpha, line))))
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1].rstrip()}…"


def _texts(zone: PlacedZone) -> Iterator[str]:
    if isinstance(zone.content, Text):
        yield " ".join(plain((block,)) for block in zone.content.text)
    for child in zone.children:
        yield from _texts(child)


def as_text(text: str) -> str:
    """Text that a tooltip shows literally: a zero-width space after each square bracket that would begin a code."""
    return _CODE.sub("[\u200b", text)


def called(name: str) -> str:
    """A component's id, or the number in it as a card's id, as text for people."""
    text = _ZEROS.sub("", name.replace("-", " ").replace("_", " ").strip())
    return text[:1].upper() + text[1:]
