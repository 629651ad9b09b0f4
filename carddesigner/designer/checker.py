"""Looks a deck through in a process of its own, at low priority: a line in for files that changed, a line of problems out."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from carddesigner.designer.session import found_of
from carddesigner.pipeline.open_deck import WorkingDeck


def main() -> None:
    """Answer each line of standard input, until it ends."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    deck = WorkingDeck(Path(sys.argv[1]))
    for line in sys.stdin.buffer:
        deck.changed(map(Path, msgspec.json.decode(line, type=tuple[str, ...])))
        found = tuple(map(found_of, deck.problems()))
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
