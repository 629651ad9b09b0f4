"""What the markers of a JPEG hold, without decoding it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_BASELINE, _PROGRESSIVE = 0xC0, 0xC2
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_HUFFMAN, _SCAN, _QUANTIZATION = 0xC4, 0xDA, 0xDB
_CAMERA = 0xE1
_END = b"\xff\xd9"


class Jpeg(NamedTuple):
    """Width and height in pixels as they lie in the file, and whether Exif may give its orientation."""

    width: int
    height: int
    turned: bool


def segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Each marker up to the first scan, with where its content begins and ends; what is no marker is skipped."""
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
    """Whether a marker has size and components."""
    return marker in _FRAMES


def read_jpeg(data: bytes) -> Jpeg | None:
    """A JPEG that has all that a plain one has, from its tables to its end; None for any other, broken or not. A
    decoder may still find pixels damaged, but it comes to an end with a picture.
    """
    if data[:2] != b"\xff\xd8":
        return None
    seen: set[int] = set()
    size = (0, 0)
    for marker, at, end in segments(data):
        if is_frame(marker):
            size = int.from_bytes(data[at + 3 : at + 5], "big"), int.from_bytes(data[at + 1 : at + 3], "big")
            plain = _BASELINE <= marker <= _PROGRESSIVE and data[at] == 8 and data[at + 5] in (1, 3, 4)
            if not plain or not all(size) or _BASELINE in seen:
                return None
            marker = _BASELINE
        elif marker == _SCAN:
            if {_BASELINE, _QUANTIZATION, _HUFFMAN} <= seen and data.rfind(_END, end) > 0:
                return Jpeg(*size, _CAMERA in seen)
            return None
        seen.add(marker)
    return None
