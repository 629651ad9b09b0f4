"""Kept runs of the benchmarks: a JSON file with what was measured, at which commit and on which machine."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from benchmarks.amounts import Amount, Unit
from benchmarks.runs import ROOT, Run

FOLDER = ROOT / "benchmarks/kept"
"""The folder of kept runs, called ``<date>-<commit>.json``."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A measured amount and its bound; ``None`` if it has none."""

    name: str
    amount: Amount
    most: float | None
    unit: Unit = "×"


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The runs of a command, in turns with the part's other commands."""

    name: str
    runs: tuple[Run, ...]


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was not run, and why."""

    what: str
    why: str


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Related commands, measured in turns, with their figures."""

    name: str
    seconds: float
    commands: tuple[Command, ...]
    figures: tuple[Figure, ...]
    left_out: tuple[LeftOut, ...]

    def command(self, name: str) -> Command | None:
        """Return the command with a name, None if it was not run."""
        return next((command for command in self.commands if command.name == name), None)


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two runs must have in common to be compared, besides the load."""

    cpu: str
    processors: int
    python: str

    @classmethod
    def here(cls) -> Machine:
        """This machine."""
        found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        cpu = found[0].partition(":")[2].strip() if found else platform.machine()
        return cls(cpu, os.cpu_count() or 1, platform.python_version())


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole run. *load* is the average number of processors that other programs kept busy, *peers* are their versions."""

    date: str
    commit: str
    machine: Machine
    memory: int
    rounds: int
    load: float
    peers: dict[str, str]
    parts: tuple[Part, ...]

    @property
    def figures(self) -> Iterator[tuple[str, Figure]]:
        """All figures, each with its part's name."""
        return ((part.name, figure) for part in self.parts for figure in part.figures)

    def part(self, name: str) -> Part | None:
        """Return the part with a name, None if it was not run."""
        return next((part for part in self.parts if part.name == name), None)


def average_load(parts: tuple[Part, ...]) -> float:
    """Return how many processors other programs kept busy on average while commands ran."""
    runs = [run for part in parts for command in part.commands for run in command.runs]
    waited = sum(run.wall for run in runs)
    return round(sum(run.others * run.wall for run in runs) / waited, 2) if waited else 0.0


def today() -> str:
    """Return the date and time as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="minutes")


def commit() -> str:
    """Return the measured commit, with ``-changed`` if files differ from it."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        return git("rev-parse", "--short=8", "HEAD") + ("-changed" if git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def write(kept: Kept, folder: Path) -> Path:
    """Write a run to a new file; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{kept.date[:10]}-{kept.commit}"
    names = (f"{name}.json", *(f"{name}-{n}.json" for n in range(2, 100)))
    path = next(path for path in map(folder.joinpath, names) if not path.exists())
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    return path


def read(path: Path) -> Kept:
    """Read a kept run. Raises ValueError with the file's name if it isn't one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}: not a run of the benchmarks: {error}") from None


def last(folder: Path, machine: Machine | None = None, before: str | None = None) -> Kept | None:
    """Return the last kept run, of this machine's kind and before a date if given; None if there is none."""
    runs = [run for run in (read(path) for path in folder.glob("*.json")) if machine in (None, run.machine)]
    return max((run for run in runs if before is None or run.date < before), key=lambda run: run.date, default=None)
