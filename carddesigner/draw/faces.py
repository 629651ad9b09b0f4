"""Laid-out faces drawn one at a time: what is kept of each is small, however many there are."""

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
"""Bytes of operators that are held in memory; more of them lie in a file until they are written."""
BLOCK = 1 << 16
"""Bytes that are written to that file, or read from it, at once."""
MAX_RECENT = 500
"""Faces that are known again by being the same object."""


class DrawnFace(LaidFace, frozen=True, eq=False, gc=False):
    """A face that was drawn: it has the numbers of what was drawn in the place of its zones."""

    drawings: tuple[int, ...] = ()
    digest: str = ""


class DrawnFaces:
    """Faces drawn for a document by its *painter*, as they are *printed* there. Equal zones are drawn once, and equal faces are the same
    object. Where it *notes* what each drawing shows, that can be drawn by another document without being laid out.
    """

    def __init__(
        self, painter: Painter, printed: Callable[[LaidFace], LaidFace] | None = None, *, notes: bool = False
    ) -> None:
        self.painter, self.printed, self.notes = painter, printed, notes
        if notes:
            painter.numbers = LetterNumbers()
        self._held: list[tuple[Drawing, int]] = []
        self._room = MAX_HELD
        # The drawings that follow those which are held.
        self._file: IO[bytes] | None = None
        self._ends = array("Q", [0])
        # What isn't written yet, and where in the file it begins; what was read last, likewise.
        self._tail, self._written = bytearray(), 0
        self._block, self._block_at = b"", 0
        self._uses: list[frozenset[Resource]] = []
        self._numbers: dict[bytes, int] = {}
        self._faces: dict[object, DrawnFace] = {}
        self._recent: dict[int, tuple[LaidFace, DrawnFace]] = {}
        self._zones: dict[int, tuple[PlacedZone, int]] = {}

    def keep(self, face: LaidFace, digest: str = "") -> DrawnFace:
        """Draw a face, unless it was. A *digest* of what it shows is kept with it."""
        if isinstance(face, DrawnFace):
            return face
        found = self.recent(face)
        if found is None:
            if len(self._recent) >= MAX_RECENT:
                self._recent.clear()
                self._zones.clear()
                self.painter.forget()
            shown = self.printed(face) if self.printed is not None else face
            found = self.face(face, tuple(map(self._number, shown.zones)), digest)
            self._recent[id(face)] = (face, found)
        return found

    def recent(self, face: LaidFace) -> DrawnFace | None:
        """What was lately drawn of the very same face."""
        found = self._recent.get(id(face))
        return found[1] if found is not None else None

    def drawing(self, number: int) -> Drawing:
        """What was drawn, by its number."""
        held = len(self._held)
        if number < held:
            return self._held[number][0]
        (ops,) = self._read(2 * (number - held), 1)
        return Drawing(ops.decode(), self._uses[number - held])

    def noted(self, number: int) -> tuple[Drawing, int]:
        """What was drawn, by its number, and the letters that it shows, by the numbers that the painter has of them; with ``NOT_FIRM``
        a drawing that can't be another document's.
        """
        held = len(self._held)
        if number < held:
            return self._held[number]
        ops, noted = self._read(2 * (number - held), 2)
        return Drawing(ops.decode(), self._uses[number - held]), from_bytes(noted)

    def adopt(self, drawing: Drawing, letters: Iterable[Letter]) -> int:
        """The number of a drawing of another document that shows *letters*, whose resources and letters the painter has."""
        numbers = self.painter.numbers
        return self._numbered(drawing, numbers.of(letters) if numbers is not None else 0)

    def take_letters(self, letters: Iterable[Letter]) -> None:
        """Have the document's fonts show the letters of another document."""
        for font, glyph, text in letters:
            use = self.painter.font_use(font)
            if text is not None:
                use.texts[glyph] = text
            if glyph not in use.advances:
                use.advances[glyph] = use.face.advance(glyph)

    def reads_alike(self, letters: Iterable[Letter]) -> bool:
        """Whether letters would read here as they do in another document."""
        fonts = self.painter.fonts
        return all(
            text is None or (use := fonts.get(font)) is None or use.texts.get(glyph, text) == text
            for font, glyph, text in letters
        )

    def face(self, face: LaidFace, drawings: tuple[int, ...], digest: str) -> DrawnFace:
        """A face of these drawings: the same object for all that show the same."""
        key = digest or (face.width, face.height, face.bleed, face.outline, drawings)
        found = self._faces.get(key)
        if found is None:
            shape = face.id, face.width, face.height, face.outline, face.bleed
            found = self._faces[key] = DrawnFace(*shape, (), drawings, digest)
        return found

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
        """So many parts of the file; those that follow are mostly asked for next."""
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
            # Unbuffered: a full disk is reported here, where it isn't the PDF that can't be written.
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
    """The same again."""
    return int.from_bytes(data)
