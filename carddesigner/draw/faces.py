"""Laid-out faces drawn one at a time: what is kept of each is small, however many there are."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from hashlib import blake2b
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize

from msgspec.structs import asdict

from carddesigner.core.face import LaidFace, PlacedZone
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
    object.
    """

    def __init__(self, painter: Painter, printed: Callable[[LaidFace], LaidFace] | None = None) -> None:
        self.painter, self.printed = painter, printed
        self._held: list[Drawing] = []
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
            drawings = tuple(map(self._number, shown.zones))
            key = digest or (face.width, face.height, face.bleed, face.outline, drawings)
            found = self._faces.get(key)
            if found is None:
                found = DrawnFace(**{**asdict(face), "zones": ()}, drawings=drawings, digest=digest)
                self._faces[key] = found
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
            return self._held[number]
        assert self._file is not None
        start, end = self._ends[number - held], self._ends[number - held + 1]
        self._file.seek(start)
        return Drawing(self._file.read(end - start).decode(), self._uses[number - held])

    def _number(self, zone: PlacedZone) -> int:
        cached = self._zones.get(id(zone))
        if cached is not None:
            return cached[1]
        drawing = self.painter.items(zone.items)
        data = drawing.ops.encode()
        new = len(self._held) + len(self._uses)
        number = self._numbers.setdefault(blake2b(data, digest_size=16).digest(), new)
        if number == new:
            self._room -= len(data)
            if self._room >= 0 and self._file is None:
                self._held.append(drawing)
            else:
                self._write(data, drawing.uses)
        self._zones[id(zone)] = (zone, number)
        return number

    def _write(self, data: bytes, uses: frozenset[Resource]) -> None:
        if self._file is None:
            # Unbuffered: a full disk is reported here, where it isn't the PDF that can't be written.
            self._file = TemporaryFile(buffering=0)  # noqa: SIM115 it lives as long as the faces do
            finalize(self, self._file.close)
        self._file.seek(self._ends[-1])
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]
        self._ends.append(self._ends[-1] + len(data))
        self._uses.append(uses)
