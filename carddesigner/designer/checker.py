"""Looks a deck through in a process of its own, at low priority: a line in for files that changed, a line of problems out; or ``null``
in, and a line with the sizes of all texts out.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from carddesigner.core.report import DeckError
from carddesigner.designer.found import all_found
from carddesigner.designer.sizes import ZoneSizes, text_sizes
from carddesigner.designer.workbooks import of_argument
from carddesigner.pipeline.open_deck import WorkingDeck


def main() -> None:
    """Answer each line of standard input, until it ends."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    # Nothing is collected while somebody waits.
    gc.disable()
    deck = WorkingDeck(Path(sys.argv[1]))
    deck.hold(of_argument(sys.argv[2]))
    for line in sys.stdin.buffer:
        files = msgspec.json.decode(line, type=tuple[str, ...] | None)
        answer: object
        if files is None:
            answer = _sizes(deck)
        else:
            deck.changed(map(Path, files))
            answer = all_found(deck.problems())
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def _sizes(deck: WorkingDeck) -> tuple[ZoneSizes, ...]:
    try:
        return text_sizes(deck.pieces())
    except DeckError:
        return ()


if __name__ == "__main__":
    main()
