"""A page that is followed word for word: its blocks with a title are files, those in ``console`` are typed.

A block titled ``deck.yaml`` is that file; one titled ``deck.yaml (at the end)`` goes to the end of it. In a console
block, a line that begins with ``$`` is typed, and the lines below it are what is seen, ``…`` standing for anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_BLOCK = re.compile(r'^``` ?(\w*)(?: title="([^"]+)")?[^\n]*\n(.*?)^```$', re.M | re.S)
_AT_THE_END = " (at the end)"


def steps(text: str) -> Iterator[tuple[str, str, str]]:
    """What a reader does, in order: ``("write", file, text)``, ``("append", file, text)`` or ``("type", command, seen)``."""
    for language, title, body in _BLOCK.findall(text):
        if title.endswith(_AT_THE_END):
            yield "append", title.removesuffix(_AT_THE_END), body
        elif title:
            yield "write", title, body
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, _, seen = part.partition("\n")
                yield "type", command, seen


def write(text: str, folder: Path, *, first: bool = False) -> Path:
    """The files that a page has made so far; the folder of their ``deck.yaml``.

    With *first*, a file that the page writes anew later stays as it was.
    """
    for what, name, body in steps(text):
        if what == "append" or (what == "write" and not (first and (folder / name).exists())):
            put(folder / name, body, more=what == "append")
    return next(folder.rglob("deck.yaml")).parent


def put(path: Path, body: str, *, more: bool) -> None:
    """Writes a file, or more of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((path.read_text() if more else "") + body)
