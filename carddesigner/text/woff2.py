"""Fonts packed for the web (.woff2): their metadata, and unpacking to .ttf or .otf."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from carddesigner.core.report import Problem

MAX_UNPACKED = 13_000_000
"""The maximum unpacked size in bytes of a .woff2 file, or of all that a deck uses: two weights of a Japanese font."""
MAX_UNPACKED_SLOWLY = 1_000_000
"""The same without the sanitizer: fontTools takes two seconds for a million bytes."""
MAX_SECONDS = 20.0
"""The maximum time to unpack a font."""
MAX_MEMORY = 400_000_000
"""The maximum memory of the sanitizer in bytes; it needs about twenty million."""
SPARE_SECONDS, FILE_SECONDS, BYTE_SECONDS = 0.2, 0.02, 0.07e-6
"""Processor time: for all fonts together, for each start of the sanitizer, and for each unpacked byte, which is twice
what a large font takes.
"""

_COPY_AGAIN = "copy the file again"
_NAMING = (b"name", b"OS/2", b"head", b"fvar", b"maxp")
"""Tables with a font's metadata."""


def max_unpacked() -> int:
    """Return the maximum unpacked size in bytes of a .woff2 file, or of all that a deck uses, on this computer."""
    return MAX_UNPACKED if _sanitizer() is not None else MAX_UNPACKED_SLOWLY


def without_outlines(data: bytes) -> tuple[bytes, int]:
    """Return a .woff2 file's metadata tables as a font without outlines, and the size of all tables in bytes. Raises
    Problem.
    """
    tables, unpacked = _tables(data)
    kept, at = {}, 0
    for tag, length in tables:
        kept[tag] = unpacked[at : at + length] if tag in _NAMING else b""
        at += length
    out, body = b"\x00\x01\x00\x00" + len(kept).to_bytes(2, "big") + bytes(6), b""
    for tag, content in sorted(kept.items()):
        place = 12 + 16 * len(kept) + len(body)
        out += tag + bytes(4) + place.to_bytes(4, "big") + len(content).to_bytes(4, "big")
        body += content + bytes(-len(content) % 4)
    return out + body, len(unpacked)


def unpack(data: bytes) -> bytes:
    """Return the font packed in a .woff2 file. Raises Problem."""
    program = _sanitizer()
    if program is None:
        return _unpacked_slowly(data)
    return _SANITIZING.unpack(program, data, _size(_directory(data)[0]))


def reset() -> None:
    """Reset the time limit, for a deck that is built repeatedly."""
    _SANITIZING.left = SPARE_SECONDS


def _directory(data: bytes) -> tuple[list[tuple[bytes, int]], int, int]:
    """Return the tags and lengths of the tables in order, and the start and length of the packed bytes."""
    at, tables = 48, []

    def number() -> int:
        nonlocal at
        value = 0
        for _ in range(5):
            byte = data[at]
            at += 1
            value = value << 7 | byte & 0x7F
            if not byte & 0x80:
                return value
        raise IndexError

    try:
        if data[4:8] == b"ttcf":
            raise Problem("unusable-font", "is a collection packed as .woff2; use its .ttc or .otc")
        for _ in range(int.from_bytes(data[12:14], "big")):
            flags = data[at]
            at += 1
            tag = data[at : at + 4] if flags & 63 == 63 else _TAGS[flags & 63]
            at += 4 if flags & 63 == 63 else 0
            length = number()
            version = flags >> 6
            if (tag in (b"glyf", b"loca") and version != 3) or (tag not in (b"glyf", b"loca") and version):
                length = number()
            tables.append((tag, length))
    except IndexError:
        raise Problem("unusable-font", f"is cut off; {_COPY_AGAIN}") from None
    packed = int.from_bytes(data[20:24], "big")
    if len(data) < at + packed:
        raise Problem("unusable-font", f"is cut off; {_COPY_AGAIN}")
    return tables, at, packed


def _size(tables: list[tuple[bytes, int]]) -> int:
    """Return the size of all tables in bytes. Raises Problem."""
    size = sum(length for _, length in tables)
    if size > max_unpacked():
        raise _too_large()
    return size


def _too_large() -> Problem:
    most = max_unpacked() // 1_000_000
    return Problem("unusable-font", f"unpacks to more than {most} MB; use its .ttf or .otf")


def _tables(data: bytes) -> tuple[list[tuple[bytes, int]], bytes]:
    """Return the tables of a .woff2 file, up to the maximum size. Raises Problem."""
    import brotli

    tables, at, packed = _directory(data)
    size = _size(tables)
    try:
        out = brotli.Decompressor().process(data[at : at + packed], output_buffer_limit=size + 1)
    except brotli.error:
        raise Problem("unusable-font", f"is damaged; {_COPY_AGAIN}") from None
    if len(out) > size:
        raise _too_large()
    if len(out) < size:
        raise Problem("unusable-font", f"is damaged; {_COPY_AGAIN}")
    return tables, out


@cache
def _sanitizer() -> str | None:
    """Return the program that browsers use to check and unpack fonts, or None if it isn't available for this
    computer.
    """
    try:
        import ots
    except ImportError:
        return None
    return str(ots.OTS_SANITIZE)


class _Sanitizing:
    """Limits on the sanitizer, whose time for a font is not bounded by the font's size."""

    def __init__(self) -> None:
        self.left = SPARE_SECONDS

    def unpack(self, program: str, data: bytes, size: int) -> bytes:
        if self.left == -inf:
            raise Problem("unusable-font", "was not unpacked; another .woff2 took too long; use its .ttf or .otf")
        self.left += FILE_SECONDS + BYTE_SECONDS * size
        before = sum(os.times()[2:4])
        try:
            with TemporaryDirectory(prefix="carddesigner-") as folder:
                packed, plain = Path(folder, "font.woff2"), Path(folder, "font.ttf")
                packed.write_bytes(data)
                ended = subprocess.run(
                    [program, str(packed), str(plain)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=MAX_SECONDS,
                    preexec_fn=_limits(self.left),
                ).returncode
                out = plain.read_bytes() if ended == 0 else b""
        except subprocess.TimeoutExpired:
            ended, out = -1, b""
        except OSError as error:
            raise Problem("unusable-font", f"can't be unpacked: {error.strerror}") from None
        self.left -= sum(os.times()[2:4]) - before
        if ended < 0:
            self.left = -inf
            raise Problem("unusable-font", "takes too much time or memory to unpack; use its .ttf or .otf")
        if not out:
            raise Problem("unusable-font", f"is damaged; {_COPY_AGAIN}")
        return out


_SANITIZING = _Sanitizing()


def _limits(seconds: float) -> Callable[[], None] | None:
    """Return a function that sets limits in a new process, which remain in effect after exec."""
    if sys.platform == "win32":
        return None
    import resource
    import signal

    def limit() -> None:
        # The signal is not handled, so it ends the process.
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.01))
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))

    return limit


def _unpacked_slowly(data: bytes) -> bytes:
    _tables(data)
    import io

    from fontTools.ttLib import TTFont

    out = io.BytesIO()
    try:
        with TTFont(io.BytesIO(data), recalcBBoxes=False, recalcTimestamp=False) as font:
            font.flavor = None
            font.save(out, reorderTables=None)
    except Exception as error:  # fontTools raises any exception
        raise Problem("unusable-font", f"is damaged ({error}); {_COPY_AGAIN}"[:200]) from None
    return out.getvalue()


_TAGS = tuple(
    b"cmap|head|hhea|hmtx|maxp|name|OS/2|post|cvt |fpgm|glyf|loca|prep|CFF |VORG|EBDT|EBLC|gasp|hdmx|kern|LTSH|PCLT|VDMX|"
    b"vhea|vmtx|BASE|GDEF|GPOS|GSUB|EBSC|JSTF|MATH|CBDT|CBLC|COLR|CPAL|SVG |sbix|acnt|avar|bdat|bloc|bsln|cvar|fdsc|feat|"
    b"fmtx|fvar|gvar|hsty|just|lcar|mort|morx|opbd|prop|trak|Zapf|Silf|Glat|Gloc|Feat|Sill".split(b"|")
)
"""Tags by their numbers in .woff2 files."""
