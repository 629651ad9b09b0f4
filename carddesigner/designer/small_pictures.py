"""Pictures scaled to the size in which a wall of cards shows them, in a separate process since that may take long.

``python -m carddesigner.designer.small_pictures`` reads a line of JSON for each picture and writes a line with the
result.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from carddesigner.designer.helper_process import Gone, HelperProcess
from carddesigner.draw.screen import screen_picture, small_picture

PATIENCE = 30.0
"""Seconds after which a picture is given up."""
PLAIN = 100_000
"""The most bytes of a JPEG file that is served as it is."""
MAX_KEPT = 64_000_000
"""The most bytes of cached pictures; the oldest are dropped."""


class Make(Struct, frozen=True):
    """Request a picture's file whose longer side has at most this many pixels."""

    source: str
    target: str
    side: int


class Done(Struct, frozen=True):
    """The media type of the result, empty if the picture can't be shown."""

    kind: str = ""


class SmallPictures:
    """Scales pictures, and caches them up to a limit."""

    def __init__(self) -> None:
        self._process = HelperProcess("carddesigner.designer.small_pictures")
        self._made: dict[tuple[str, int], tuple[str, bytes]] = {}
        self._size = 0
        self._folder: TemporaryDirectory[str] | None = None
        self._number = 0

    async def made(self, digest: str, side: int, data: bytes) -> tuple[str, bytes] | None:
        """Return the media type and the bytes of a picture with this *digest* and *data*; None if it can't be
        scaled.
        """
        key = digest, side
        if key not in self._made:
            made = await self._make(side, data)
            if made is None:
                return None
            self._made[key] = made
            self._size += len(made[1])
            while self._size > MAX_KEPT:
                self._size -= len(self._made.pop(next(iter(self._made)))[1])
            return made
        return self._made[key]

    async def _make(self, side: int, data: bytes) -> tuple[str, bytes] | None:
        if len(data) <= PLAIN and data[:2] == b"\xff\xd8":
            with suppress(OSError, ValueError, SyntaxError):
                return screen_picture(data)
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="carddesigner-")
        self._number += 1
        source, target = (Path(self._folder.name, f"{self._number}.{end}") for end in ("file", "small"))
        try:
            source.write_bytes(data)
            answer = await self._process.ask((), Make(str(source), str(target), side), patience=PATIENCE)
            kind = msgspec.json.decode(answer, type=Done).kind
            return (kind, target.read_bytes()) if kind else None
        except (Gone, OSError):
            return None
        finally:
            for path in (source, target):
                path.unlink(missing_ok=True)

    async def close(self) -> None:
        """End the process, and remove its files."""
        await self._process.stop()
        if self._folder is not None:
            self._folder.cleanup()


def main() -> None:
    """Answer each line of standard input until it ends."""
    with suppress(AttributeError, OSError):
        os.nice(5)
    for line in sys.stdin.buffer:
        request, kind = msgspec.json.decode(line, type=Make), ""
        try:
            kind, data = small_picture(Path(request.source).read_bytes(), request.side)
            Path(request.target).write_bytes(data)
        except Exception:
            # A damaged picture must not end the process.
            kind = ""
        sys.stdout.buffer.write(msgspec.json.encode((True, Done(kind))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
