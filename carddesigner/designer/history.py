"""What was changed of a deck's files, step by step, kept in a file of its own so that it can be undone another day."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct, field

MAX_BYTES = 200_000_000
"""Of the file in which steps are kept."""
ELSEWHERE = "Edited elsewhere"
"""The name of a step that was made outside of the page."""


class Change(Struct, frozen=True):
    """In a *file*, by its path in the deck's folder, *old* was replaced by *new* from the character *start* on."""

    file: str
    start: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text with the change. Raises ValueError where it says something else there."""
        end = self.start + len(self.old)
        if text[self.start : end] != self.old:
            raise ValueError(f"{self.file} holds something else")
        return text[: self.start] + self.new + text[end:]

    @property
    def inverse(self) -> Change:
        """What takes it back."""
        return Change(self.file, self.start, self.new, self.old)


def difference(file: str, before: str, after: str) -> Change:
    """The smallest single change from one text to another."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < most - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Change(file, start, before[start : len(before) - tail], after[start : len(after) - tail])


class Step(Struct, frozen=True, tag_field="t", tag="step"):
    """Changes that were made together."""

    name: str
    changes: tuple[Change, ...]


class _First(Struct, frozen=True, tag_field="t", tag="first"):
    """A file as it was before its first change."""

    file: str
    text: str


class _At(Struct, frozen=True, tag_field="t", tag="at"):
    """How many steps stand."""

    at: int


_Line = Step | _First | _At
_DECODER = msgspec.json.Decoder(_Line)


class History(Struct):
    """Steps, the first ``at`` of which stand, and the texts of the files that they change. A line of its file is a text, a step or a
    move; what can't be read ends it.
    """

    file: Path
    steps: list[Step] = field(default_factory=list)
    at: int = 0
    texts: dict[str, str] = field(default_factory=dict)
    _size: int = 0

    @classmethod
    def read(cls, file: Path) -> Self:
        """What a file holds; nothing where there is none, or a damaged one from there on."""
        out = cls(file)
        try:
            data = file.read_bytes() if file.stat().st_size <= MAX_BYTES else b""
        except OSError:
            return out
        good = 0
        for line in data.split(b"\n"):
            try:
                out._take(_DECODER.decode(line))
            except (msgspec.MsgspecError, ValueError, IndexError):
                break
            good += len(line) + 1
        out._size = good
        return out

    def make(self, name: str, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
        """Add a step from texts to others, by the paths of their files; False where they are the same."""
        changes = tuple(difference(f, before[f], text) for f, text in after.items() if before[f] != text)
        if not changes:
            return False
        for change in changes:
            if change.file not in self.texts:
                self._add(_First(change.file, before[change.file]))
        self._add(Step(name, changes))
        return True

    def texts_at(self, to: int) -> dict[str, str]:
        """The texts that differ once so many steps stand."""
        texts = dict(self.texts)
        for at in range(self.at, to, -1):
            for change in self.steps[at - 1].changes:
                texts[change.file] = change.inverse.applied(texts[change.file])
        for step in self.steps[self.at : to]:
            for change in step.changes:
                texts[change.file] = change.applied(texts[change.file])
        return {f: text for f, text in texts.items() if text != self.texts[f]}

    def move(self, to: int) -> None:
        """So many steps stand now."""
        self._add(_At(to))

    def _add(self, line: _Line) -> None:
        self._take(line)
        data = msgspec.json.encode(line) + b"\n"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.seek(self._size)
            file.truncate()
            file.write(data)
        self._size += len(data)

    def _take(self, line: _Line) -> None:
        if isinstance(line, _First):
            self.texts[line.file] = line.text
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
