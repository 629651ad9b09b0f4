"""Long tasks of the start page in a separate process: it reads a request from standard input and writes lines of
messages.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from carddesigner.core.report import DeckError
from carddesigner.designer.deck_faces import deck_faces
from carddesigner.designer.start_tasks import (
    Answer,
    Copy,
    Done,
    Fetched,
    Fetching,
    Gallery,
    Making,
    Refreshing,
    Sketching,
    StartTask,
    refused,
)
from carddesigner.export.files import OutputProblem


def answers(task: StartTask) -> Iterator[Answer]:
    """Yield the answers to a request as they become available."""
    match task:
        case Gallery(decks):
            yield from (deck_faces(name, Path(file)) for name, file in decks)
        case Copy(deck, folder):
            from carddesigner.starter.copied import copied_deck

            try:
                yield Done(str(copied_deck(deck, Path(folder)).folder))
            except (DeckError, OutputProblem, OSError) as problem:
                yield refused("copy", problem)
        case Fetching(address, folder):
            from carddesigner.starter.web.hosts import WebPolicy
            from carddesigner.starter.web.start import fetched

            try:
                yield Done(str(fetched(address, Path(folder), WebPolicy())))
            except (DeckError, OSError) as problem:
                yield refused("table", problem)
        case Refreshing(deck):
            from carddesigner.starter.refresh import refreshed
            from carddesigner.starter.web.hosts import WebPolicy

            try:
                texts = refreshed(deck, WebPolicy()).texts
                yield Fetched(tuple((str(path), text) for path, text in texts.items()))
            except (DeckError, OSError) as problem:
                yield refused("table", problem)
        case Sketching():
            from carddesigner.designer.sketcher import sketches

            try:
                yield from sketches(task)
            except (DeckError, OutputProblem, OSError) as problem:
                yield refused("table", problem)
        case Making(file, folder, options, address):
            from carddesigner.designer.sketcher import new_options
            from carddesigner.starter.from_table import deck_from_table

            try:
                yield Done(str(deck_from_table(Path(file), Path(folder), new_options(options, address)).folder))
            except (DeckError, OutputProblem, OSError) as problem:
                yield refused("make", problem)


def main() -> None:
    """Answer the request on standard input."""
    with suppress(AttributeError, OSError):
        os.nice(5)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=StartTask)
    for answer in answers(task):
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
