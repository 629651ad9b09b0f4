"""Draw laid-out faces one at a time, keeping little of each, so that memory hardly grows with their number."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from hashlib import blake2b
from itertools import pairwise
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.draw.fonts import Letter, LetterNumbers
from carddesigner.draw.painter import Drawing, Painter, Resource

MAX_HELD = 1_000_000
"""The most bytes of operators held in memory; further ones are kept in a temporary file until they are written."""
BLOCK = 1 << 16
"""The number of bytes that are written to that file, or read from it, at a time."""
MAX_RECENT = 500
"""The most faces that are recognized by identity."""


class DrawnFace(LaidFace, frozen=True, eq=False, gc=False):
    """A face that was drawn: in place of its zones it has the numbers of its drawings."""

    drawings: tuple[int, ...] = ()
    digest: str = ""


class DrawnFaces:
    """Faces drawn for a document by its *painter*, in the form that *printed* returns. Equal zones are drawn once, and
    equal faces are the same object. If it *notes* the glyphs of each drawing, another document can reuse the drawings
    without laying them out.
    """

    def __init__(
        self, painter: Painter, printed: Callable[[LaidFace], LaidFace] | None = None, *, notes: bool = False
    ) -> None:
        self.painter, self.printed, self.notes = painter, printed, notes
        if notes:
            painter.numbers = LetterNumbers()
        self._held: list[tuple[Drawing, int]] = []
        self._room = MAX_HELD
        # For the drawings after those that are held.
        self._file: IO[bytes] | None = None
        self._ends = array("Q", [0])
        # The bytes not written yet, and their position in the file; the block read last, and its position.
        self._tail, self._written = bytearray(), 0
        self._block, self._block_at = b"", 0
        self._uses: list[frozenset[Resource]] = []
        self._numbers: dict[bytes, int] = {}
        self._faces: dict[object, DrawnFace] = {}
        self._recent: dict[int, tuple[LaidFace, DrawnFace]] = {}
        self._zones: dict[int, tuple[PlacedZone, int]] = {}

    def keep(self, face: LaidFace, digest: str = "") -> DrawnFace:
        """Draw a face, unless it was drawn before. A *digest* of its content is kept with it."""
        if isinstance(face, DrawnFace):
            return face
        drawn = self.recent(face)
        if drawn is None:
            if len(self._recent) >= MAX_RECENT:
                self._recent.clear()
                self._zones.clear()
                self.painter.forget()
            shown = self.printed(face) if self.printed is not None else face
            drawn = self.face(face, tuple(map(self._number, shown.zones)), digest)
            self._recent[id(face)] = (face, drawn)
        return drawn

    def recent(self, face: LaidFace) -> DrawnFace | None:
        """The recent drawing of the same face object, if any."""
        drawn = self._recent.get(id(face))
        return drawn[1] if drawn is not None else None

    def drawing(self, number: int) -> Drawing:
        """A drawing, by its number."""
        held = len(self._held)
        if number < held:
            return self._held[number][0]
        (ops,) = self._read(2 * (number - held), 1)
        return Drawing(ops.decode(), self._uses[number - held])

    def noted(self, number: int) -> tuple[Drawing, int]:
        """A drawing, by its number, and its letters, by their numbers in the painter; these include ``NOT_FIRM`` if
        another document can't reuse the drawing.
        """
        held = len(self._held)
        if number < held:
            return self._held[number]
        ops, noted = self._read(2 * (number - held), 2)
        return Drawing(ops.decode(), self._uses[number - held]), from_bytes(noted)

    def adopt(self, drawing: Drawing, letters: Iterable[Letter]) -> int:
        """Add a drawing of another document with its *letters*, whose resources and letters the painter has; return its
        number.
        """
        numbers = self.painter.numbers
        return self._numbered(drawing, numbers.of(letters) if numbers is not None else 0)

    def take_letters(self, letters: Iterable[Letter]) -> None:
        """Add letters of another document to this document's fonts."""
        for font, glyph, text in letters:
            use = self.painter.font_use(font)
            if text is not None:
                use.texts[glyph] = text
            if glyph not in use.advances:
                use.advances[glyph] = use.face.advance(glyph)

    def reads_alike(self, letters: Iterable[Letter]) -> bool:
        """Whether letters would have the same text here as in another document."""
        fonts = self.painter.fonts
        return all(
            text is None or (use := fonts.get(font)) is None or use.texts.get(glyph, text) == text
            for font, glyph, text in letters
        )

    def face(self, face: LaidFace, drawings: tuple[int, ...], digest: str) -> DrawnFace:
        """A face with these drawings: the same object for all that show the same."""
        key = digest or (face.width, face.height, face.bleed, face.outline, drawings)
        drawn = self._faces.get(key)
        if drawn is None:
            shape = face.id, face.width, face.height, face.outline, face.bleed
            drawn = self._faces[key] = DrawnFace(*shape, (), drawings, digest)
        return drawn

    def _number(self, zone: PlacedZone) -> int:
        cached = self._zones.get(id(zone))
        if cached is not None:
            return cached[1]
        self.painter.letters = 0
        drawing = self.painter.items(zone.items)
        number = self._numbered(drawing, self.painter.letters)
        self._zones[id(zone)] = (zone, number)
        return number

    def _numbered(self, drawing: Drawing, letters: int) -> int:
        data = drawing.ops.encode()
        new = len(self._held) + len(self._uses)
        number = self._numbers.setdefault(blake2b(data, digest_size=16).digest(), new)
        if number == new:
            noted = to_bytes(letters)
            self._room -= len(data) + len(noted)
            if self._room >= 0 and self._file is None:
                self._held.append((drawing, letters))
            else:
                self._write((data, noted), drawing.uses)
        return number

    def _read(self, first: int, count: int) -> list[bytes]:
        """Read *count* parts of the file, and the block that begins there: usually the next parts are needed soon."""
        ends = self._ends[first : first + count + 1]
        start, end = ends[0], ends[-1]
        if start >= self._written:
            data, at = memoryview(self._tail), self._written
        else:
            if not self._block_at <= start <= end <= self._block_at + len(self._block):
                assert self._file is not None
                self._file.seek(start)
                self._block, self._block_at = self._file.read(max(BLOCK, end - start)), start
            data, at = memoryview(self._block), self._block_at
        return [bytes(data[start - at : end - at]) for start, end in pairwise(ends)]

    def _write(self, parts: tuple[bytes, bytes], uses: frozenset[Resource]) -> None:
        if self._file is None:
            # Unbuffered, so that a full disk is reported here, and not as a PDF that can't be written.
            self._file = TemporaryFile(buffering=0)  # noqa: SIM115 it lives as long as the faces do
            finalize(self, self._file.close)
        for part in parts:
            self._tail += part
            self._ends.append(self._ends[-1] + len(part))
        self._uses.append(uses)
        if len(self._tail) >= BLOCK:
            self._file.seek(self._written)
            left = memoryview(self._tail)
            while left:
                left = left[self._file.write(left) :]
            self._written, self._tail = self._ends[-1], bytearray()


def to_bytes(letters: int) -> bytes:
    """A set of letters as bytes."""
    return letters.to_bytes(-(-letters.bit_length() // 8))


def from_bytes(data: bytes) -> int:
    """A set of letters from bytes."""
    return int.from_bytes(data)
