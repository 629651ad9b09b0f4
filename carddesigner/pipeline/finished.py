"""Finished files of an interrupted build in parts, which the next build can reuse."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import file_digest
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from carddesigner.core.disk_cache import key_of
from carddesigner.core.folder_state import made_by
from carddesigner.deck.fingerprint import fingerprint
from carddesigner.deck.loaded import LoadedDeck

Made = TypeVar("Made")
_ENDING = ".done"


class _Record(Struct, frozen=True):
    """The record of a finished part: the key of what it was made of, the digests of its files by path, and its
    result.
    """

    key: str
    files: dict[str, str]
    made: bytes


class Finished(Generic[Made]):
    """The finished parts of a build whose files are written to a folder. Each has a record beside its files."""

    def __init__(self, waiting: Path, made_of: str | None, kind: type[Made]) -> None:
        self.waiting, self._made_of = waiting, made_of
        self._decoder = msgspec.msgpack.Decoder(kind, dec_hook=lambda _, value: Path(os.fsdecode(value)))

    def note(self, name: str, about: str, made: Made, files: dict[Path, str]) -> None:
        """Record a finished part, whose *files* have these digests; *about* identifies its cards. Raises OSError."""
        if self._made_of is not None:
            own = {path.relative_to(self.waiting).as_posix(): sha256 for path, sha256 in files.items()}
            record = _Record(self._key(about), own, msgspec.msgpack.encode(made, enc_hook=os.fsencode))
            (self.waiting / f"{name}{_ENDING}").write_bytes(msgspec.msgpack.encode(record))

    def find(self, name: str, about: str, moved: Callable[[Made, Path], Made]) -> Made | None:
        """Return a part finished by another build, and move its files to this one; *moved* returns it with the new
        paths.
        """
        for path in sorted(self.waiting.rglob(f"{name}{_ENDING}")) if self._made_of is not None else ():
            try:
                record = _DECODER.decode(path.read_bytes())
                if record.key != self._key(about) or not all(
                    _is_whole(path.parent / name, sha256) for name, sha256 in record.files.items()
                ):
                    continue
                made = moved(self._decoder.decode(record.made), self.waiting)
                for file in record.files:
                    (self.waiting / file).parent.mkdir(parents=True, exist_ok=True)
                    (path.parent / file).replace(self.waiting / file)
                path.replace(self.waiting / path.name)
            except (OSError, ValueError):
                continue
            return made
        return None

    def _key(self, about: str) -> str:
        return key_of("part", self._made_of or "", about)


_DECODER = msgspec.msgpack.Decoder(_Record)


def made_of(state: str | None, *settings: Any) -> str | None:
    """Return everything that parts are made of besides the program: the deck's *state* and what is *settings* of it;
    None if that is uncertain.
    """
    return repr((state, made_by(), os.environ.get("SOURCE_DATE_EPOCH"), settings)) if state is not None else None


def state_of(deck: LoadedDeck) -> str | None:
    """Return digests of all files that a deck was read from, the same on every machine; None if they are uncertain."""
    tables = [(path.name, _digest(path)) for path in sorted(deck.assets.finder.data)]
    whole = fingerprint(deck)  # which detects files changed since they were read
    return repr((whole.digest, tables)) if whole is not None else None


class OtherFiles(Exception):
    """The files of a deck were changed before it was read again."""


def check_state(deck: LoadedDeck, state: str | None) -> None:
    """Raise OtherFiles if a deck isn't in *state*, unless that is None."""
    if state is not None and state_of(deck) != state:
        raise OtherFiles


def _is_whole(path: Path, sha256: str) -> bool:
    return path.is_file() and not path.is_symlink() and _digest(path) == sha256


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
