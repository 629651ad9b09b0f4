"""Laid-out faces drawn one at a time: what is kept of each is small, however many there are."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from hashlib import blake2b
from itertools import pairwise
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize

from msgspec import msgpack
from msgspec.structs import asdict

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.draw.fonts import Letters, ShownGlyphs
from carddesigner.draw.painter import Drawing, Painter, Resource

MAX_HELD = 1_000_000
"""Bytes of operators that are held in memory; more of them lie in a file until they are written."""
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
        self.painter, self.printed, self._notes = painter, printed, notes
        self._held: list[tuple[Drawing, bytes]] = []
        self._room = MAX_HELD
        # The drawings that follow those which are held.
        self._file: IO[bytes] | None = None
        self._ends = array("Q", [0])
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

    def noted(self, number: int) -> tuple[Drawing, bytes]:
        """What was drawn, by its number, and the letters that it shows, as ``read_letters`` reads them; nothing of a drawing that can't be
        another document's, or of which nothing was noted.
        """
        held = len(self._held)
        if number < held:
            return self._held[number]
        ops, noted = self._read(2 * (number - held), 2)
        return Drawing(ops.decode(), self._uses[number - held]), noted

    def adopt(self, drawing: Drawing, noted: bytes, letters: dict[str, ShownGlyphs]) -> int:
        """The number of a drawing of another document, whose resources the painter has, with the *letters* that were *noted* of it."""
        for font, shown in letters.items():
            use = self.painter.font_use(font)
            use.texts |= shown.reads
            for glyph in shown.glyphs - use.advances.keys():
                use.advances[glyph] = use.face.advance(glyph)
        return self._numbered(drawing, noted if self._notes else b"")

    def reads_alike(self, letters: dict[str, ShownGlyphs]) -> bool:
        """Whether glyphs would read here as they do in another document."""
        for font, shown in letters.items():
            use = self.painter.fonts.get(font)
            if use is not None and not shown.reads.items() <= use.texts.items():
                texts = use.texts
                if any(texts.get(glyph, part) != part for glyph, part in shown.reads.items()):
                    return False
        return True

    def face(self, face: LaidFace, drawings: tuple[int, ...], digest: str) -> DrawnFace:
        """A face of these drawings: the same object for all that show the same."""
        key = digest or (face.width, face.height, face.bleed, face.outline, drawings)
        found = self._faces.get(key)
        if found is None:
            found = DrawnFace(**{**asdict(face), "zones": ()}, drawings=drawings, digest=digest)
            self._faces[key] = found
        return found

    def _number(self, zone: PlacedZone) -> int:
        cached = self._zones.get(id(zone))
        if cached is not None:
            return cached[1]
        noted = b""
        if self._notes:
            self.painter.letters = letters = Letters()
        drawing = self.painter.items(zone.items)
        if self._notes:
            self.painter.letters = None
            glyphs = letters.glyphs()
            noted = _ENCODER.encode(glyphs) if glyphs is not None else b""
        number = self._numbered(drawing, noted)
        self._zones[id(zone)] = (zone, number)
        return number

    def _numbered(self, drawing: Drawing, noted: bytes) -> int:
        data = drawing.ops.encode()
        new = len(self._held) + len(self._uses)
        number = self._numbers.setdefault(blake2b(data, digest_size=16).digest(), new)
        if number == new:
            self._room -= len(data) + len(noted)
            if self._room >= 0 and self._file is None:
                self._held.append((drawing, noted))
            else:
                self._write((data, noted), drawing.uses)
        return number

    def _read(self, first: int, count: int) -> list[bytes]:
        """So many parts of the file."""
        assert self._file is not None
        ends = self._ends[first : first + count + 1]
        self._file.seek(ends[0])
        data = self._file.read(ends[-1] - ends[0])
        return [data[start - ends[0] : end - ends[0]] for start, end in pairwise(ends)]

    def _write(self, parts: tuple[bytes, bytes], uses: frozenset[Resource]) -> None:
        if self._file is None:
            # Unbuffered: a full disk is reported here, where it isn't the PDF that can't be written.
            self._file = TemporaryFile(buffering=0)  # noqa: SIM115 it lives as long as the faces do
            finalize(self, self._file.close)
        self._file.seek(self._ends[-1])
        left = memoryview(b"".join(parts))
        while left:
            left = left[self._file.write(left) :]
        for part in parts:
            self._ends.append(self._ends[-1] + len(part))
        self._uses.append(uses)


def read_letters(noted: bytes) -> dict[str, ShownGlyphs]:
    """The glyphs that were noted of a drawing, by font, with what each reads as. Raises MsgspecError for anything else."""
    return _LETTERS.decode(noted)


_ENCODER = msgpack.Encoder()
_LETTERS = msgpack.Decoder(dict[str, ShownGlyphs])
