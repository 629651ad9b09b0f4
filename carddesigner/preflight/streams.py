"""Decode streams of a PDF within limits, and the limits for a whole file."""

from __future__ import annotations

import zlib
from time import process_time
from typing import Any

from carddesigner.preflight.names import filters_of

MAX_STREAM = 64_000_000
"""The most bytes of one decoded stream."""
MAX_STREAMS = 1_000_000_000
"""The most bytes of all streams that are read."""
MAX_FILTERS = 4
"""The most filters of one stream."""
MAX_SECONDS = 20
"""The CPU time in seconds after which judging stops."""


class TooMuch(Exception):
    """A file exceeds a limit that no honest file reaches; the message says which."""


class Bounded:
    """The resources that one file has used, and their limits."""

    def __init__(self) -> None:
        self.read = 0
        self._start = process_time()

    def content(self, stream: Any) -> bytes:
        """The decoded content of a stream. Raises TooMuch if it is too large; of a damaged one the readable part is
        returned.
        """
        data = self._unpacked(stream)
        self.read += len(data)
        if self.read > MAX_STREAMS:
            raise TooMuch(f"its streams hold more than {MAX_STREAMS // 1_000_000} MB")
        return data

    def check(self, what: str, count: int, most: int) -> None:
        """Raise TooMuch if there are too many of something, or judging has taken too long."""
        if count > most:
            raise TooMuch(f"it has more than {most:,} {what}")
        self.check_time()

    def check_time(self) -> None:
        """Raise TooMuch if judging has taken too long."""
        if process_time() - self._start > MAX_SECONDS:
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
        """Decompress data; empty if it is damaged. Raises TooMuch."""
        unpacker = zlib.decompressobj()
        try:
            out = unpacker.decompress(data, MAX_STREAM)
        except zlib.error:
            return b""
        if unpacker.unconsumed_tail:
            raise TooMuch(f"one of its streams holds more than {MAX_STREAM // 1_000_000} MB")
        return out
