"""The texts of a deck's files as they are saved: where they lie, and the encodings that they keep."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

from carddesigner.designer.text_files import is_name
from carddesigner.source.files import FileProblem, decode, read_bytes
from carddesigner.source.yaml_edits import EditProblem


class DeckTexts:
    """Texts of files in a deck's *folder*; *encoding_of* gives the encoding that the deck states for a table."""

    def __init__(self, folder: Path, encodings: dict[str, str], encoding_of: Callable[[Path], str | None]) -> None:
        self.folder = folder
        self.encodings = encodings
        self._encoding_of = encoding_of

    def relative(self, path: Path) -> str:
        """A file's path in the deck's folder. Raises ValueError for one that lies elsewhere, or has a name that is no text."""
        name = path.relative_to(self.folder).as_posix()
        if not is_name(name):
            raise ValueError(f"{name!r} is no text")
        return name

    def saved(self, path: Path) -> str:
        """What a file holds. Raises Problem."""
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
        """See that a file lies where its name says: what is written through a link isn't this deck's. Raises EditProblem."""
        if (real := path.resolve()) != path:
            raise EditProblem(f"{self.relative(path)} leads to {real} by a link; nothing was written")

    def bytes_of(self, name: str, text: str) -> bytes:
        """A text as its file keeps it. Raises EditProblem for one that can't be written in its file's encoding."""
        encoding = self.encodings[name]
        data = encoded(text, encoding)
        if text and not data:
            raise EditProblem(f"{name} is {encoding}, which can't hold this text; save it as UTF-8")
        return data


def encoded(text: str, encoding: str) -> bytes:
    """A text in an encoding, with the mark at its begin; nothing where that can't hold it."""
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    try:
        return mark + text.encode(encoding)
    except UnicodeEncodeError:
        return b""
