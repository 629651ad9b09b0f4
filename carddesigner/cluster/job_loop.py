"""A process that does the jobs of one deck, one after another, for this or another machine. What it has read and shaped
for one job is cached for the next.

A message is its length in eight bytes, then its content.
"""

from __future__ import annotations

import gc
import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.cluster.wire import Answer, Places, SentJob, dump, load
from carddesigner.core.frames import with_room
from carddesigner.source import files, paths

_HEAD = 8
_POLL_SECONDS = 1.0
"""Seconds between checks whether the parent process still exists."""


class Setting(Struct, frozen=True):
    """The folder that replaces the root of the requesting machine's file system and has the deck's files; that
    machine's working directory; and its folder of shipped files.
    """

    root: str
    working: str
    shipped: str


def send(message: bytes, to: BinaryIO) -> None:
    """Send one message. Raises OSError."""
    to.write(len(message).to_bytes(_HEAD))
    to.write(message)
    to.flush()


def receive(of: BinaryIO) -> bytes | None:
    """Return the next message, or None at the end of the stream."""
    head = of.read(_HEAD)
    size = int.from_bytes(head)
    message = of.read(size) if len(head) == _HEAD else b""
    return message if len(head) == _HEAD and len(message) == size else None


@with_room
def main() -> None:
    """Do jobs until the input ends."""
    messages = _messages(os.fdopen(os.dup(0), "rb"))
    answers = os.fdopen(os.dup(1), "wb")
    # Nothing that a library prints may get into the answers.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    first = next(messages, None)
    if first is None:
        return
    # As in the command line: garbage collection would find next to nothing.
    gc.set_threshold(1_000_000, 20, 50)
    setting = msgspec.msgpack.decode(first, type=Setting | None)
    places = _set_up(setting) if setting is not None else None
    for message in messages:
        job = msgspec.msgpack.decode(message, type=SentJob)
        send(msgspec.msgpack.encode(_answer(job, places)), answers)


def _set_up(setting: Setting) -> Places:
    """Set the working directory, and show paths in messages as on the requesting machine."""
    root = Path(setting.root)
    here = root / Path(setting.working).relative_to(Path(setting.working).anchor)
    here.mkdir(parents=True, exist_ok=True)
    os.chdir(here)
    files.show_as(
        ((paths.shipped().resolve(), Path(setting.shipped)), (root, Path(root.anchor))), Path(setting.working)
    )
    return Places(root, paths.shipped().resolve())


def _answer(job: SentJob, places: Places | None) -> Answer:
    """Do a job. If it fails, the answer has no result: the requesting process does the job again and gets the error."""
    if places is None or not job.writes:
        return Answer(_result(job, places))
    with tempfile.TemporaryDirectory() as name:
        written = Path(name)
        result = _result(job, replace(places, writes=written))
        return Answer(result, dict(_written(written)) if result is not None else {})


def _result(job: SentJob, places: Places | None) -> bytes | None:
    try:
        return dump(load(job.job, places)(), places)
    except Exception:
        return None


def _written(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _messages(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the messages. This process ends soon after its parent, for whatever reason that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        # A thread would prevent copies of this process.
        parent = os.getppid()

        def look(*_: object) -> None:
            if os.getppid() != parent:
                os._exit(1)

        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, _POLL_SECONDS, _POLL_SECONDS)
        return _received(stream)
    # On Windows the system closes the parent's end of the pipe.
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_forward, args=(stream, waiting), daemon=True).start()
    return iter(waiting.get, b"")


def _received(stream: BinaryIO) -> Iterator[bytes]:
    while (message := receive(stream)) is not None:
        yield message


def _forward(stream: BinaryIO, waiting: SimpleQueue[bytes]) -> NoReturn:
    for message in _received(stream):
        waiting.put(message)
    os._exit(1)


if __name__ == "__main__":
    main()
