"""All faces of a deck as elements of one page, drawn a few at a time so that other requests are answered in between."""

from __future__ import annotations

import time
from collections.abc import Callable

from carddesigner.core.face import LaidFace
from carddesigner.core.items import Picture
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.message_parts import Side
from carddesigner.designer.messages import GlyphFont, Wall, WallFace, WallFaces
from carddesigner.designer.session import Session, message_of
from carddesigner.draw.glyph_fonts import part_count
from carddesigner.draw.operators import number
from carddesigner.draw.svg import Linked, Written, page_face, path_data
from carddesigner.layout.piece import LaidPiece
from carddesigner.text.font_face import FontFace

MAX_WAITING = 10_000
"""The most faces that wait to be drawn; further ones are ignored."""
AT_A_TIME = 0.008
"""Seconds for which faces are drawn without a pause."""
SHOWN = 512
"""Pixels of the longer side of a face on the wall, on screens with two pixels per CSS pixel."""

_Key = tuple[Side, str, str]


class WallDrawing:
    """The faces that a page has received, and those that it waits for. ``piece`` lays out a piece."""

    def __init__(self, session: Session, piece: Callable[[PieceKey], LaidPiece]) -> None:
        self.session, self.piece = session, piece
        self._waiting: dict[_Key, int] = {}
        self._refused: frozenset[str] = frozenset()
        self._sent: dict[_Key, int] = {}
        self._fonts: set[str] = set()
        self._written = Written()
        self._flowing: tuple[LoadedDeck, dict[PieceKey, LaidPiece]] | None = None

    def ask(self, request: Wall) -> None:
        """Add requested faces."""
        if not self._refused.issuperset(request.failed_fonts):
            self._refused |= set(request.failed_fonts)
            self._written = Written()
        for component, id in request.keys[: MAX_WAITING - len(self._waiting)]:
            self._waiting[request.side, component, id] = request.generation

    def forget(self) -> None:
        """Discard all requests."""
        self._waiting.clear()

    @property
    def waits(self) -> bool:
        """Whether there are faces to draw now. During a drag there are none: its changes are not written, and not
        visible on other cards.
        """
        return bool(self._waiting) and not self.session.deck.unsaved

    def some(self) -> WallFaces:
        """Draw some of the requested faces."""
        end = time.perf_counter() + AT_A_TIME
        faces: list[WallFace] = []
        fonts: list[GlyphFont] = []
        first = next(iter(self._waiting))
        side, age = first[0], self._waiting[first]
        while self._waiting and time.perf_counter() < end:
            key = next(iter(self._waiting))
            if (key[0], self._waiting[key]) != (side, age):
                break
            del self._waiting[key]
            faces.append(self._face(key, fonts))
        return WallFaces(side, age, tuple(faces), tuple(fonts))

    def _face(self, key: _Key, fonts: list[GlyphFont]) -> WallFace:
        side, component, id = key
        try:
            piece = self._laid(PieceKey(component, id))
            drawn = self._drawn(piece, piece.face(side) or piece.first[0], fonts)
        except DeckError as problem:
            drawn = WallFace(component, id, problem=message_of(problem))
        digest = hash(drawn)
        if self._sent.get(key) == digest:
            return WallFace(component, id, unchanged=True)
        self._sent[key] = digest
        return drawn

    def _laid(self, key: PieceKey) -> LaidPiece:
        """Return a piece. A component whose pieces must be laid out together is laid out once. Raises DeckError."""
        loaded = self.session.loaded()
        component = next((c for c in loaded.components if c.id == key.component), None)
        if component is None or not (component.is_die or component.blocks is not None):
            return self.piece(key)
        if self._flowing is None or self._flowing[0] is not loaded:
            self._flowing = loaded, {}
        pieces = self._flowing[1]
        if key not in pieces:
            pieces.update((piece.key, piece) for piece in self.session.deck.pieces_of({key.component})[0])
        return pieces.get(key) or self.piece(key)

    def _drawn(self, piece: LaidPiece, face: LaidFace, fonts: list[GlyphFont]) -> WallFace:
        links = self.session.links
        pixels = SHOWN / max(face.width, face.height)

        def family(font: FontFace) -> str:
            name = links.family(font)
            if name in self._refused:
                return ""
            if name not in self._fonts:
                self._fonts.add(name)
                fonts.append(GlyphFont(name, part_count(font)))
            return name

        def address(picture: Picture, points: float) -> str:
            return links.address(picture, points * pixels)

        face_of = self.session.loaded().assets.face
        svg, definitions = page_face(face, face_of, Linked(family, address), self._written)
        size = float(number(face.width)), float(number(face.height))
        outline = path_data(face.outline)
        return WallFace(piece.component, piece.id, svg, *size, outline, tuple(definitions.items()))
