"""Streams of a PDF unpacked within bounds, and the bounds of the whole work."""

from __future__ import annotations

import zlib
from time import process_time
from typing import Any

from carddesigner.preflight.names import filters_of

MAX_STREAM = 64_000_000
"""Bytes of one stream as it reads."""
MAX_STREAMS = 1_000_000_000
"""Bytes of all streams that are read."""
MAX_FILTERS = 4
"""Ways of packing that one stream goes through."""
MAX_SECONDS = 20
"""Of a processor, after which the rest isn't looked at."""


class TooMuch(Exception):
    """A file that takes more than any honest one, with the message about it."""


class Bounded:
    """What one file may still take."""

    def __init__(self) -> None:
        self.read = 0
        self._begun = process_time()

    def content(self, stream: Any) -> bytes:
        """What a stream holds. Raises TooMuch where that is too large; a damaged one gives what of it can be read."""
        data = self._unpacked(stream)
        self.read += len(data)
        if self.read > MAX_STREAMS:
            raise TooMuch(f"its streams hold more than {MAX_STREAMS // 1_000_000} MB")
        return data

    def check(self, what: str, count: int, most: int) -> None:
        """Raises TooMuch where there are too many of something, or where it has taken too long."""
        if count > most:
            raise TooMuch(f"it has more than {most:,} {what}")
        self.check_time()

    def check_time(self) -> None:
        """Raises TooMuch where it has taken too long."""
        if process_time() - self._begun > MAX_SECONDS:
            raise TooMuch(f"looking at it takes longer than {MAX_SECONDS} seconds")

    def _unpacked(self, stream: Any) -> bytes:
        names = filters_of(stream)
        if len(names) > MAX_FILTERS:
            raise TooMuch(f"one of its streams is packed more than {MAX_FILTERS} times")
        data = bytes(stream.read_raw_bytes())
        for name in names:
            if name not in ("/FlateDecode", "/Fl"):
                break
            data = self._inflated(data)
        if "/DecodeParms" not in stream and all(n in ("/FlateDecode", "/Fl") for n in names) and data:
            return data
        data = bytes(stream.read_bytes())
        if len(data) > MAX_STREAM:
            raise TooMuch(f"one of its streams holds more than {MAX_STREAM // 1_000_000} MB")
        return data

    def _inflated(self, data: bytes) -> bytes:
        """What zlib packed, nothing where it is damaged."""
        unpacker = zlib.decompressobj()
        try:
            out = unpacker.decompress(data, MAX_STREAM)
        except zlib.error:
            return b""
        if unpacker.unconsumed_tail:
            raise TooMuch(f"one of its streams holds more than {MAX_STREAM // 1_000_000} MB")
        return out
