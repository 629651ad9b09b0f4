"""The chunks of a PNG, and whether the file is complete, without decoding its pixels."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from msgspec import Struct

MAX_PIXELS = 100_000_000
"""The most pixels of a picture; a poker card at 1200 dpi has 12.6 million."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1}
"""Channels of the colour types that a PDF can embed unchanged: grey, RGB, palette."""
_TURNED = rb"Raw profile type (?:exif|APP1)|tiff:Orientation(?:=\"|>)[^1]|XML:com\.adobe\.xmp\x00\x01"


class Png(Struct, frozen=True):
    """A PNG without transparency whose compressed rows a PDF can embed unchanged."""

    width: int
    height: int
    depth: int
    channels: int
    palette: bytes
    data: bytes


def read_png(data: bytes) -> Png | None:
    """Read a PNG that is plain and complete, with valid checksums and all rows; None for any other, and for one that is
    too large.
    """
    head = palette = b""
    rows: list[memoryview] = []
    ended = False
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            head = bytes(body)
        elif kind == b"PLTE":
            palette = bytes(body)
        elif kind == b"IDAT":
            rows.append(body)
        elif kind in (b"tRNS", b"eXIf", b"acTL") or (kind[1:] == b"TXt" and re.search(_TURNED, body, re.I)):
            return None
        ended = kind == b"IEND"
    if len(head) != 13 or not ended:
        return None
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    depth, kind_of, *rest = head[8:]
    channels = _CHANNELS.get(kind_of)
    if channels is None or rest != [0, 0, 0] or depth not in ((8,) if kind_of == 2 else (1, 2, 4, 8)):
        return None
    if kind_of == 3 and not (3 <= len(palette) <= 3 << depth and len(palette) % 3 == 0):
        return None
    if not 0 < width * height <= MAX_PIXELS or not _whole(rows, 1 + (width * depth * channels + 7) // 8, height):
        return None
    return Png(width, height, depth, channels, palette if kind_of == 3 else b"", b"".join(rows))


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield each chunk up to the first damaged one."""
    view, at = memoryview(data), len(_SIGNATURE)
    while data.startswith(_SIGNATURE) and at + 12 <= len(data):
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        if zlib.crc32(view[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return
        yield data[at + 4 : at + 8], view[at + 8 : end]
        at = end + 4


def _whole(parts: list[memoryview], width: int, height: int) -> bool:
    """Whether the data unpacks to *height* rows of *width* bytes, each beginning with a valid filter type. No row is
    kept.
    """
    unpacker = zlib.decompressobj()
    size = 0
    data: bytes = b""
    rest: bytes | memoryview
    try:
        for part in parts:
            rest = part
            while (rest or data) and size <= width * height:
                data = unpacker.decompress(rest, 1 << 20)
                if data[-size % width :: width].translate(None, b"\0\1\2\3\4"):
                    return False
                size += len(data)
                rest = unpacker.unconsumed_tail
    except zlib.error:
        return False
    return size == width * height and unpacker.eof
