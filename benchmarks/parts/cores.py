"""How much waiting time several processors save, on one machine and in a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

from benchmarks.amounts import waited
from benchmarks.bench import OURS, Bench
from benchmarks.decks import many_cards
from benchmarks.kept import Figure
from benchmarks.parts.growth import BUILD, LARGE, SPLIT
from benchmarks.runs import OUT, ROOT

FILE = 2_000
"""Cards of a file, which is the job of a worker."""


def cores(bench: Bench) -> list[Figure]:
    """Cards laid out by two processes, on sheets and in files, from one to four thousand cards."""
    if (os.cpu_count() or 1) < 2:
        bench.leave_out("two processes", "the machine has one processor")
        return []
    commands: dict[str, list[str]] = {}
    bounds: dict[str, float] = {}
    for count, files, most in ((1_000, "500", 1.03), (2_000, "1000", 0.6), (4_000, "500", 0.6)):
        one = [*BUILD, many_cards(bench.folder, count)]
        for name, more in ((f"{count} cards", ["--no-cache"]), (f"{count} cards split", [*SPLIT, files])):
            commands |= {f"{name} by one": [*one, *more], f"{name} by two": [*one, *more, "--jobs", "2"]}
            bounds[name] = most
    runs = bench.measure(commands, min(bench.rounds, 3))
    return [
        Figure(
            f"{name} by two processes, waited",
            waited(runs[f"{name} by two"], runs[f"{name} by one"], processors=2),
            most,
        )
        for name, most in bounds.items()
    ]


def cluster(bench: Bench) -> list[Figure]:
    """A hundred thousand cards by the workers of a cluster started here, compared with two processes, and with one
    worker lost.
    """
    help_text = subprocess.run([*OURS, "build", "--help"], capture_output=True, text=True, check=True).stdout
    if "--scheduler" not in help_text:
        bench.leave_out("a cluster", "`build` has no --scheduler")
    elif find_spec("distributed") is None:
        bench.leave_out("a cluster", "distributed is not installed: pip install '.[cluster]'")
    elif (os.cpu_count() or 1) < 2:
        bench.leave_out("a cluster", "the machine has one processor")
    else:
        count, files = min(LARGE, bench.cards), -(-min(LARGE, bench.cards) // FILE)
        build = [
            *OURS,
            "build",
            many_cards(bench.folder, count),
            "-o",
            OUT,
            "--quiet",
            *SPLIT,
            str(FILE),
            "--jobs",
            "2",
        ]
        there = [*build, "--scheduler", "local"]
        killed = [sys.executable, str(ROOT / "benchmarks/killing.py"), str(max(1, files // 3)), *there]
        commands = {"two processes": build, "cluster": there, "cluster of which a worker is killed": killed}
        runs = bench.measure(commands, min(bench.rounds, 3))
        share = waited(runs["cluster"], runs["two processes"], processors=2)
        # The other worker repeats the lost job; 5 seconds are allowed for noticing the loss and starting a new worker.
        more = min(run.wall for run in runs["cluster"]) * 2 / files + 5.0
        lost = waited(runs["cluster of which a worker is killed"], runs["cluster"], processors=2, more=more)
        return [
            Figure(f"{count} cards by a cluster, of two processes, waited", share, 1.25),
            Figure("a worker killed in the middle, of the same without, a file and 5 s, waited", lost, 1.0),
        ]
    return []
