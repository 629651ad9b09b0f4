"""A line on stderr with the progress of long work; nothing for short work, pipes and ``-q``."""

from __future__ import annotations

import sys
import time
from typing import Self

from msgspec import Struct, field

PATIENCE = 0.5
"""Seconds before anything is shown."""


class Progress(Struct):
    """Called with a stage's name, how much is done and how much there is, until the end of a ``with``."""

    quiet: bool = False
    started: float = field(default_factory=time.monotonic)
    shown: bool = False

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show it, once the work has taken long enough to wonder."""
        if self.quiet or not sys.stderr.isatty() or time.monotonic() - self.started < PATIENCE:
            return
        self.shown = True
        sys.stderr.write(f"\r\x1b[K{stage} {done}/{total}")
        sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wipe the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
