"""The markers of a JPEG, read without decoding it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BASELINE, _PROGRESSIVE = 0xC0, 0xC2
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_HUFFMAN, _SCAN, _QUANTIZATION = 0xC4, 0xDA, 0xDB
_CAMERA = 0xE1
_END = b"\xff\xd9"
_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""A marker that isn't part of a scan's data."""


class Jpeg(NamedTuple):
    """Width and height in pixels as stored in the file, and whether Exif may give an orientation."""

    width: int
    height: int
    turned: bool


def segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield each marker up to the first scan, with the start and end of its content. Bytes that aren't markers are
    skipped.
    """
    i = 2
    while i + 9 < len(data):
        marker = data[i + 1]
        if data[i] != 0xFF or marker == 0xFF:
            i += 1
            continue
        end = i + 2 + int.from_bytes(data[i + 2 : i + 4], "big")
        yield marker, i + 4, end
        if marker == _SCAN:
            return
        i = end


def is_frame(marker: int) -> bool:
    """Whether a marker starts a frame header, which has the size and the components."""
    return marker in _FRAMES


def read_jpeg(data: bytes) -> Jpeg | None:
    """Read a JPEG that has everything a plain one needs, from its tables to its end; None for any other, broken or not.
    Pixels can still be damaged, but every decoder returns a picture.
    """
    if data[:2] != b"\xff\xd8":
        return None
    seen: set[int] = set()
    tables = _Tables()
    for marker, at, end in segments(data):
        content = data[at:end]
        if is_frame(marker):
            if not (_BASELINE <= marker <= _PROGRESSIVE and tables.take_frame(content)) or _BASELINE in seen:
                return None
            tables.progressive, marker = marker == _PROGRESSIVE, _BASELINE
        elif marker == _SCAN:
            whole = tables.take_scan(content) and (not tables.progressive or _later_scans(data, end, tables))
            if not whole or data.rfind(_END, end) <= 0:
                return None
            return Jpeg(*tables.size, _CAMERA in seen)
        elif not tables.take(marker, content):
            return None
        seen.add(marker)
    return None


def _later_scans(data: bytes, at: int, tables: _Tables) -> bool:
    """Whether all scans after the first have the tables to decode them."""
    while (match := _MARKER.search(data, at)) is not None:
        marker, begin = data[match.start() + 1], match.end() + 2
        if marker == _END[1]:
            break
        at = match.end() + int.from_bytes(data[match.end() : begin], "big")
        if is_frame(marker) or not tables.take(marker, data[begin:at]):
            return False
    return True


class _Tables:
    """The tables of a JPEG so far, and the content of its frame header."""

    def __init__(self) -> None:
        self.huffman: set[int] = set()
        """Ids of tables; the upper four bits are the class, 1 for AC."""
        self.quantization: set[int] = set()
        self.components: dict[int, int] = {}
        """The quantization table of each component."""
        self.size = (0, 0)
        self.progressive = False

    def take(self, marker: int, content: bytes) -> bool:
        """Return whether a segment's content is valid, and remember the tables in it."""
        if marker == _HUFFMAN:
            return self._take_huffman(content)
        if marker == _QUANTIZATION:
            return self._take_quantization(content)
        return marker != _SCAN or self.take_scan(content)

    def take_frame(self, content: bytes) -> bool:
        """Return whether a frame header has 8 bits, a size and components, and remember them."""
        if len(content) < 6:
            return False
        self.size = int.from_bytes(content[3:5], "big"), int.from_bytes(content[1:3], "big")
        count = content[5]
        if content[0] != 8 or count not in (1, 3, 4) or not all(self.size) or len(content) != 6 + 3 * count:
            return False
        for at in range(6, len(content), 3):
            number, sampling, quantization = content[at : at + 3]
            if not (1 <= sampling >> 4 <= 4 and 1 <= sampling & 15 <= 4):
                return False
            self.components[number] = quantization
        return len(self.components) == count

    def take_scan(self, content: bytes) -> bool:
        """Return whether all tables that a scan needs were defined."""
        count = content[0] if content else 0
        if not 1 <= count <= 4 or len(content) != 4 + 2 * count:
            return False
        first, shift = content[-3], content[-1] >> 4
        for at in range(1, 1 + 2 * count, 2):
            number, used = content[at : at + 2]
            if self.components.get(number) not in self.quantization:
                return False
            wanted = {used >> 4} if not self.progressive or (first == 0 and shift == 0) else set()
            if not self.progressive or first > 0:
                wanted.add(0x10 | used & 15)
            if not wanted <= self.huffman:
                return False
        return True

    def _take_huffman(self, content: bytes) -> bool:
        at = 0
        while at < len(content):
            counts = content[at + 1 : at + 17]
            codes = 0
            for bits, count in enumerate(counts, 1):
                codes = 2 * codes + count
                # A code of ones only is not allowed.
                if count and codes >= 1 << bits:
                    return False
            values = content[at + 17 : at + 17 + sum(counts)]
            is_dc = content[at] < 16
            if len(counts) < 16 or len(values) != sum(counts) or (is_dc and max(values, default=0) > 15):
                return False
            self.huffman.add(content[at])
            at += 17 + len(values)
        return at == len(content)

    def _take_quantization(self, content: bytes) -> bool:
        at = 0
        while at < len(content):
            self.quantization.add(content[at] & 15)
            at += 129 if content[at] >> 4 else 65
        return at == len(content)
