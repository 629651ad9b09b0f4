"""The texts of a deck's files on disk, and their encodings."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

from carddesigner.designer.text_files import is_name
from carddesigner.source.files import FileProblem, decode, read_bytes
from carddesigner.source.yaml_edits import EditProblem


class DeckTexts:
    """The texts of the files in a deck's *folder*; *encoding_of* returns the encoding that the deck declares for a
    table.
    """

    def __init__(self, folder: Path, encodings: dict[str, str], encoding_of: Callable[[Path], str | None]) -> None:
        self.folder = folder
        self.encodings = encodings
        self._encoding_of = encoding_of

    def relative(self, path: Path) -> str:
        """Return a file's path in the deck's folder. Raises ValueError if it is elsewhere, or its name is not valid
        text.
        """
        name = path.relative_to(self.folder).as_posix()
        if not is_name(name):
            raise ValueError(f"{name!r} is no text")
        return name

    def saved(self, path: Path) -> str:
        """Return the text of a file. Raises Problem."""
        data, name = read_bytes(path), self.relative(path)
        encoding = None
        try:
            text = decode(data, path)
        except FileProblem:
            encoding = self._encoding_of(path) or self.encodings.get(name)
            if not encoding:
                raise
            text = decode(data, path, encoding)
        encodings = ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", *([encoding] if encoding is not None else []))
        self.encodings[name] = next((e for e in encodings if encoded(text, e) == data), "")
        if not self.encodings[name]:
            raise FileProblem("encoding", f"{name} is in an encoding that can't be written back; save it as UTF-8")
        return text

    def check_place(self, path: Path) -> None:
        """Check that a path contains no link: a link's target does not belong to this deck. Raises EditProblem."""
        if (real := path.resolve()) != path:
            raise EditProblem(f"{self.relative(path)} leads to {real} by a link; nothing was written")

    def bytes_of(self, name: str, text: str) -> bytes:
        """Return a text in its file's encoding. Raises EditProblem if it can't be encoded."""
        encoding = self.encodings[name]
        data = encoded(text, encoding)
        if text and not data:
            raise EditProblem(f"{name} is {encoding}, which can't hold this text; save it as UTF-8")
        return data


def encoded(text: str, encoding: str) -> bytes:
    """Return a text in an encoding, with a byte order mark for UTF-16; empty if it can't be encoded."""
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    try:
        return mark + text.encode(encoding)
    except UnicodeEncodeError:
        return b""
