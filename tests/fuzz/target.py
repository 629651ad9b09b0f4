"""What is fuzzed: inputs that are made or mutated, and what is asked of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hypothesis.strategies import SearchStrategy

from tests.fuzz.child import in_child
from tests.patience import STRANGER_SECONDS

CORPUS = Path(__file__).with_name("corpus")


class Input(NamedTuple):
    """A file's bytes; ``kind`` is what its name ends with, such as ``csv`` or ``deck.yaml``."""

    kind: str
    data: bytes


class Target(NamedTuple):
    """Something that reads what strangers write. ``judge`` raises AssertionError, or whatever else it meets, for an input that shows a
    fault; ``inputs`` makes others of inputs that are known.
    """

    name: str
    judge: Callable[[Input], None]
    inputs: Callable[[Sequence[Input]], SearchStrategy[Input]]

    @property
    def folder(self) -> Path:
        """Where its corpus lies."""
        return CORPUS / self.name

    def files(self) -> list[Path]:
        """The files of its corpus."""
        return sorted(p for p in self.folder.iterdir() if p.is_file())

    def corpus(self) -> list[Input]:
        """The inputs of its corpus."""
        return [input_of(path) for path in self.files()]

    def check(self, one: Input, seconds: float = STRANGER_SECONDS) -> None:
        """Try an input in a process of its own. Raises Failed."""
        in_child(partial(self.judge, one), seconds)


def input_of(path: Path) -> Input:
    """A file of the corpus."""
    return Input(path.name.partition(".")[2], path.read_bytes())
