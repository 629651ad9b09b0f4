"""The history of edits of a deck's files, saved to a file so that steps can be undone in a later session."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct, field

MAX_BYTES = 200_000_000
"""The most bytes of the file that holds the steps."""
MAX_FIRST = 8_000_000
"""The most characters of files' texts that are stored before their first change."""
ELSEWHERE = "Edited elsewhere"
"""The name of a step made outside of the page."""
OTHERS = "steps aren't kept for another day: another designer has this deck open"


class Change(Struct, frozen=True):
    """A change in a *file*, given by its path in the deck's folder: *new* replaces *old* at the character *start*."""

    file: str
    start: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """Return a text with the change. Raises ValueError if it does not contain *old* there."""
        end = self.start + len(self.old)
        if text[self.start : end] != self.old:
            raise ValueError(f"{self.file} holds something else")
        return text[: self.start] + self.new + text[end:]

    @property
    def inverse(self) -> Change:
        """The change that reverses it."""
        return Change(self.file, self.start, self.new, self.old)


def difference(file: str, before: str, after: str) -> Change:
    """Return the smallest single change from one text to another."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < most - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Change(file, start, before[start : len(before) - tail], after[start : len(after) - tail])


class Made(Struct, frozen=True):
    """A file that a step created, and the SHA-256 of its bytes; ``before`` is that of the file it replaced, empty if
    there was none. ``named`` says whether the deck already named the file before.
    """

    file: str
    digest: str
    before: str = ""
    named: bool = False


class Step(Struct, frozen=True, tag_field="t", tag="step"):
    """Changes that were made together, and the files that they created."""

    name: str
    changes: tuple[Change, ...]
    made: tuple[Made, ...] = ()


class _First(Struct, frozen=True, tag_field="t", tag="first"):
    """A file before its first change."""

    file: str
    text: str


class _Applied(Struct, frozen=True, tag_field="t", tag="at"):
    """The number of steps that are applied."""

    at: int


class _Encoding(Struct, frozen=True, tag_field="t", tag="encoding"):
    """The encoding of a file that isn't UTF-8."""

    file: str
    encoding: str


_Line = Step | _First | _Applied | _Encoding
_DECODER = msgspec.json.Decoder(_Line)


class History(Struct):
    """The steps, the first ``at`` of which are applied, and the texts of the files that they change. Each line of its
    file is a text, a step, a move or an encoding; reading ends at the first invalid line.
    """

    file: Path
    steps: list[Step] = field(default_factory=list)
    at: int = 0
    texts: dict[str, str] = field(default_factory=dict)
    encodings: dict[str, str] = field(default_factory=dict)
    """The encodings of files that aren't UTF-8."""
    trouble: str = ""
    """Why steps can't be saved; empty if they can."""
    lost: str = ""
    """Why the earlier steps were discarded; empty if they were not."""
    _size: int = 0
    """Bytes of its file up to the last valid line."""
    _end: int = 0
    """Bytes of its file after the last write; if it has another size, another process writes to it."""
    _waiting: bytes = b""
    """Lines that could not be written yet."""

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read the history from a file, up to the first damaged line; empty if there is no file or it is too large."""
        out = cls(file)
        try:
            out._end = file.stat().st_size
            if out._end > MAX_BYTES:
                out.lost = (
                    f"the steps of other days took more than {MAX_BYTES // 1_000_000} MB and are gone; undo begins here"
                )
                return out
            data = file.read_bytes()
        except OSError:
            return out
        good = 0
        for line in data.split(b"\n")[:-1]:
            try:
                out._apply(_DECODER.decode(line))
            except (msgspec.MsgspecError, ValueError, IndexError):
                break
            good += len(line) + 1
        out._size = good
        return out

    def make(self, name: str, before: Mapping[str, str], after: Mapping[str, str], made: tuple[Made, ...] = ()) -> bool:
        """Add a step from the texts *before* to those *after*, by the paths of their files, with the files that it
        *made*. Return False if nothing changed.
        """
        changes = tuple(difference(f, before[f], text) for f, text in after.items() if before[f] != text)
        if not changes and not made:
            return False
        for change in changes:
            if change.file not in self.texts:
                self._add(_First(change.file, before[change.file]))
        self._add(Step(name, changes, made))
        return True

    def texts_at(self, to: int) -> dict[str, str]:
        """Return the texts that change if *to* steps are applied."""
        texts = dict(self.texts)
        for at in range(self.at, to, -1):
            for change in self.steps[at - 1].changes:
                texts[change.file] = change.inverse.applied(texts[change.file])
        for step in self.steps[self.at : to]:
            for change in step.changes:
                texts[change.file] = change.applied(texts[change.file])
        return {f: text for f, text in texts.items() if text != self.texts[f]}

    def move(self, to: int) -> None:
        """Set the number of applied steps."""
        self._add(_Applied(to))

    def keep(self, texts: Mapping[str, str]) -> None:
        """Store the texts of files without steps, so that changes by others before the next session become a step."""
        new = [_First(f, text) for f, text in texts.items() if f not in self.texts]
        if sum(len(first.text) for first in new) <= MAX_FIRST:
            for first in new:
                self._apply(first)
            self._write(b"".join(msgspec.json.encode(first) + b"\n" for first in new))

    def _add(self, line: _Line) -> None:
        self._apply(line)
        self._write(msgspec.json.encode(line) + b"\n")

    def note_encodings(self, encodings: Mapping[str, str]) -> None:
        """Store the encodings of files, so that a deleted file can be written again."""
        for file, encoding in encodings.items():
            if file in self.texts and encoding and encoding != self.encodings.get(file, "utf-8"):
                self._add(_Encoding(file, encoding))

    def _write(self, data: bytes) -> None:
        """Append lines to the file. Lines that can't be written are kept for the next attempt; the deck's own files are
        complete without them.
        """
        if self.trouble == OTHERS:
            return
        self._waiting += data
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("r+b" if self.file.exists() else "w+b") as file:
                end = file.seek(0, os.SEEK_END)
                if end == 0 and self._size:
                    self._size, self._waiting = 0, self._all_lines()
                elif end != self._end:
                    self.trouble, self._waiting = OTHERS, b""
                    return
                file.seek(self._size)
                file.truncate()
                file.write(self._waiting)
        except OSError as problem:
            with suppress(OSError):
                os.truncate(self.file, self._size)
                self._end = self._size
            self.trouble = f"steps can't be kept for another day: {problem.strerror or problem} ({self.file.parent})"
            return
        self.trouble = ""
        self._size += len(self._waiting)
        self._end = self._size
        self._waiting = b""

    def _all_lines(self) -> bytes:
        """Return all lines, for a file that was deleted."""
        firsts = [_First(f, text) for f, text in {**self.texts, **self.texts_at(0)}.items()]
        encodings = [_Encoding(f, encoding) for f, encoding in self.encodings.items()]
        lines: list[_Line] = [*firsts, *encodings, *self.steps, _Applied(self.at)]
        return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)

    def _apply(self, line: _Line) -> None:
        if isinstance(line, _First):
            self.texts[line.file] = line.text
        elif isinstance(line, _Encoding):
            self.encodings[line.file] = line.encoding
        elif isinstance(line, Step):
            texts = {c.file: c.applied(self.texts[c.file]) for c in line.changes if c.file in self.texts}
            if len(texts) < len({c.file for c in line.changes}):
                raise ValueError("a file is missing")
            self.texts |= texts
            del self.steps[self.at :]
            self.steps.append(line)
            self.at += 1
        else:
            if not 0 <= line.at <= len(self.steps):
                raise ValueError("there are fewer steps")
            self.texts |= self.texts_at(line.at)
            self.at = line.at
