"""A line or a bar on stderr that shows the progress of long work; nothing for short work, pipes and ``-q``."""

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
    """Called with a stage's name, the amount done and the total, within a ``with``."""

    quiet: bool = False
    started: float = field(default_factory=time.monotonic)
    shown: bool = False

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show the progress once the work takes longer than ``PATIENCE``."""
        if self.quiet or not sys.stderr.isatty() or time.monotonic() - self.started < PATIENCE:
            return
        self.shown = True
        sys.stderr.write(f"\r\x1b[K{stage} {done}/{total}")
        sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Erase the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")


class Bar(Struct):
    """A bar with the remaining time, for work of a known amount: called with the amount done, within a ``with``."""

    stage: str
    total: int
    quiet: bool = False
    started: float = field(default_factory=time.monotonic)
    shown: RichProgress | None = None

    def __call__(self, done: int) -> None:
        """Show the progress once the work takes longer than ``PATIENCE``."""
        if self.quiet or not sys.stderr.isatty() or time.monotonic() - self.started < PATIENCE:
            return
        if self.shown is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            # Without a refresh thread, so that this process can still be forked.
            self.shown = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
            self.shown.add_task(self.stage, total=self.total)
            self.shown.start()
            # A signal ends the process at once, which would leave the terminal without a cursor.
            self.shown.console.show_cursor(True)
        self.shown.update(self.shown.task_ids[0], completed=done, refresh=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Erase the bar."""
        if self.shown is not None:
            self.shown.stop()
