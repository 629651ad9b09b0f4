"""What several processors spare of the time that somebody waits, in one machine and in a cluster."""

from __future__ import annotations

import os

from benchmarks.amounts import waited
from benchmarks.bench import Bench
from benchmarks.decks import many_cards
from benchmarks.kept import Figure
from benchmarks.parts.growth import BUILD, SPLIT


def cores(bench: Bench) -> list[Figure]:
    """Files of cards made by two processes at a time, from two thousand cards on and below."""
    if (os.cpu_count() or 1) < 2:
        bench.leave_out("two processes", "the machine has one processor")
        return []
    commands: dict[str, list[str]] = {}
    bounds: dict[int, float] = {}
    for count, files, most in ((1_000, "500", 1.03), (2_000, "1000", 0.6), (4_000, "500", 0.6), (10_000, "2000", 0.6)):
        one = [*BUILD, many_cards(bench.folder / f"cores-{count}", count), *SPLIT, files]
        commands |= {f"{count} cards by one": one, f"{count} cards by two": [*one, "--jobs", "2"]}
        bounds[count] = most
    runs = bench.measure(commands)
    return [
        Figure(
            f"{count} cards by two processes, waited",
            waited(runs[f"{count} cards by two"], runs[f"{count} cards by one"], processors=2),
            most,
        )
        for count, most in bounds.items()
    ]
