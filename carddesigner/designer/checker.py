"""A low-priority process that validates a deck. It reads a line with the changed files and writes a line with the
problems; for ``null`` it writes the sizes of all texts instead.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec

from carddesigner.core.report import DeckError
from carddesigner.designer.found import all_found
from carddesigner.designer.sizes import ZoneSizes, text_sizes
from carddesigner.designer.workbooks import of_argument
from carddesigner.pipeline.open_deck import WorkingDeck

REST = 1.0
"""Seconds without a request after which garbage is collected: a collection takes half as long as an answer, which the
next edit would have to wait for.
"""
MAX_CPU = 60.0
"""The most seconds of CPU time for an answer, where the system can limit it; elapsed time depends on other work of the
machine.
"""
MAX_UNREST = 20
"""Answers after which garbage is collected without such a pause."""


def main() -> None:
    """Answer each line of standard input until it ends."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    gc.disable()
    deck = WorkingDeck(Path(sys.argv[1]))
    deck.hold(of_argument(sys.argv[2]))
    for line in _requests():
        files = msgspec.json.decode(line, type=tuple[str, ...] | None)
        _limit_cpu(MAX_CPU)
        answer: object
        if files is None:
            answer = _sizes(deck)
        else:
            deck.changed(map(Path, files))
            answer = all_found(deck.problems())
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
        _limit_cpu(0.0)


def _limit_cpu(seconds: float) -> None:
    """End this process after so many seconds of CPU time; 0 removes the limit."""
    if hasattr(signal, "ITIMER_PROF"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _requests() -> Iterator[bytes]:
    """Yield the lines of standard input; garbage is collected while there are none."""
    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        lines.put(b"")

    Thread(target=read, daemon=True).start()
    answered = 0
    while True:
        wait = None if not answered else REST if answered < MAX_UNREST else 0.0
        try:
            line = lines.get(timeout=wait)
        except Empty:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            answered = 0
            continue
        if not line:
            return
        answered += 1
        yield line


def _sizes(deck: WorkingDeck) -> tuple[ZoneSizes, ...]:
    try:
        return text_sizes(deck.pieces())
    except DeckError:
        return ()


if __name__ == "__main__":
    main()
