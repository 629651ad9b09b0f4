"""Measuring for parts: commands in turns, each cold and in its own folder, and functions in turns."""

from __future__ import annotations

import gc
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

from benchmarks.kept import Command, LeftOut
from benchmarks.runs import FailedCommand, Run, run

OURS = [sys.executable, "-m", "carddesigner"]
LONG = 6
"""CPU seconds from which a command is run only once, and its first turn counts, because start-up is a small part of it."""

THEIRS = 2
"""The most turns of peers: their bounds are distant, and they take long."""


class Bench:
    """The measurements of one part, in its own folder: what was run, and what was left out."""

    def __init__(self, folder: Path, rounds: int, peers: str | None, cards: int) -> None:
        self.folder, self.rounds, self.peers, self.cards = folder, rounds, peers, cards
        self.commands: dict[str, list[Run]] = {}
        self.left_out: list[LeftOut] = []
        self._folders = count()

    def measure(
        self, commands: dict[str, list[str]], rounds: int | None = None, optional: Iterable[str] = ()
    ) -> dict[str, list[Run]]:
        """Run each command several times, in turns so that changes in the machine's load affect all alike. A first turn
        warms up.

        Commands that take ``LONG`` are run once. *Optional* commands, which are other programs, have at most ``THEIRS``
        turns and are left out if they fail; for other commands that raises FailedCommand.
        """
        rounds = rounds or self.rounds
        taken: dict[str, list[Run]] = {name: [] for name in commands}
        left = dict(commands)
        for turn in range(rounds + 1):
            for name, command in list(left.items()):
                _tell(f"turn {turn} of {rounds}: {name}" if turn else f"warming up: {name}")
                try:
                    found = self.run(command)
                except FailedCommand as error:
                    if name not in optional:
                        raise
                    self.leave_out(name, "it ended with an error")
                    print(f"  {error}", file=sys.stderr)
                    del taken[name], left[name]
                    continue
                if turn or found.cpu > LONG:
                    taken[name].append(found)
                if found.cpu > LONG or (name in optional and turn == THEIRS):
                    del left[name]
        _tell("")
        self.commands |= taken
        return taken

    def run(self, command: list[str]) -> Run:
        """Run a command once, cold, with its own output folder."""
        out = self.folder / f"out-{next(self._folders)}"
        try:
            return run(command, self.folder, out)
        finally:
            shutil.rmtree(out, ignore_errors=True)

    def leave_out(self, what: str, why: str) -> None:
        """Record what isn't run."""
        if (found := LeftOut(what, why)) not in self.left_out:
            self.left_out.append(found)

    def result(self) -> tuple[tuple[Command, ...], tuple[LeftOut, ...]]:
        """Return what was run, and what was left out."""
        return tuple(Command(name, tuple(runs)) for name, runs in self.commands.items()), tuple(self.left_out)


def _tell(doing: str) -> None:
    """Show on a terminal what is being run."""
    if sys.stderr.isatty():
        print(f"\r\033[K{doing[:78]}", end="", file=sys.stderr, flush=True)


def in_turns(rounds: int, **works: Callable[[], object]) -> dict[str, list[float]]:
    """Return the CPU seconds of functions in this process, called in turns. A first turn warms up."""
    times: dict[str, list[float]] = {name: [] for name in works}
    gc.collect()
    gc.freeze()
    for turn in range(rounds + 1):
        for name, work in works.items():
            start = time.process_time()
            made = work()
            if turn:
                times[name].append(time.process_time() - start)
            del made
    return times
