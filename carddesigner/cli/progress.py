"""A line or a bar on stderr with the progress of long work; nothing for short work, pipes and ``-q``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

from msgspec import Struct, field

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

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


class Bar(Struct):
    """A bar with the time that is left, for work whose amount is known: called with how much of it is done, until the end of a
    ``with``.
    """

    stage: str
    total: int
    quiet: bool = False
    started: float = field(default_factory=time.monotonic)
    shown: RichProgress | None = None

    def __call__(self, done: int) -> None:
        """Show it, once the work has taken long enough to wonder."""
        if self.quiet or not sys.stderr.isatty() or time.monotonic() - self.started < PATIENCE:
            return
        if self.shown is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            # It has no thread of its own, so that processes can be made of this one meanwhile.
            self.shown = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
            self.shown.add_task(self.stage, total=self.total)
            self.shown.start()
            # A signal ends the process at once, and would leave the terminal without its cursor.
            self.shown.console.show_cursor(True)
        self.shown.update(self.shown.task_ids[0], completed=done, refresh=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wipe the bar."""
        if self.shown is not None:
            self.shown.stop()
