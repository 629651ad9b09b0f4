"""The process on another machine that does jobs, one after another, of one deck: what it read and shaped for one it has for the next.

Each message is its length in eight bytes and itself.
"""

from __future__ import annotations

import gc
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.cluster.wire import Answer, Places, Sent, dump, load
from carddesigner.source import files, paths

_HEAD = 8
_LOOKS = 1.0
"""Seconds after which it sees that nobody waits for it any more."""


class Setting(Struct, frozen=True):
    """The folder below which the deck's files lie as they do below the root of the machine where the command was given; that machine's
    working directory, and where it has the shipped files.
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
    """The next message; None where none comes any more."""
    head = of.read(_HEAD)
    size = int.from_bytes(head)
    message = of.read(size) if len(head) == _HEAD else b""
    return message if len(head) == _HEAD and len(message) == size else None


def main() -> None:
    """Do what is asked until nobody asks."""
    end_with_parent()
    asked = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever a library prints is no answer.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    first = receive(asked)
    if first is None:
        return
    # As the command line has it: looking for garbage finds next to none.
    gc.set_threshold(1_000_000, 20, 50)
    setting = msgspec.msgpack.decode(first, type=Setting)
    root = Path(setting.root)
    here = root / Path(setting.working).relative_to(Path(setting.working).anchor)
    here.mkdir(parents=True, exist_ok=True)
    os.chdir(here)
    files.show_as(
        ((paths.shipped().resolve(), Path(setting.shipped)), (root, Path(root.anchor))), Path(setting.working)
    )
    places = Places(root, paths.shipped().resolve())
    while (message := receive(asked)) is not None:
        sent = msgspec.msgpack.decode(message, type=Sent)
        send(msgspec.msgpack.encode(_answer(sent, places)), answers)


def _answer(sent: Sent, places: Places) -> Answer:
    """What comes of a job."""
    with tempfile.TemporaryDirectory() as name:
        written = Path(name)
        places = replace(places, writes=written if sent.writes else None)
        try:
            result = dump(load(sent.job, places)(), places)
        except Exception:  # who waits for it does it again, and meets it
            return Answer()
        return Answer(result, dict(_written(written)))


def _written(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def end_with_parent() -> None:
    """See to it that this process ends soon after the one that began it, however that ends."""
    parent = os.getppid()

    def look(*_: object) -> None:
        if os.getppid() != parent:
            os._exit(1)

    if hasattr(signal, "setitimer"):
        # Without a thread, beside which no process could be made as a copy.
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, _LOOKS, _LOOKS)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return

    def watch() -> NoReturn:
        while True:
            time.sleep(_LOOKS)
            look()

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main()
