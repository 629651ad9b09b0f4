"""Runs of the benchmarks as they might have been."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.amounts import Amount, exact, ratio, waited
from benchmarks.kept import Command, Figure, Kept, LeftOut, Machine, Part
from benchmarks.runs import Run

MACHINE = Machine("Some processor", 2, "3.11.7")


def turns(*cpu: float, memory: float = 60.0, size: int = 120_000, others: float = 0.0) -> tuple[Run, ...]:
    return tuple(Run(seconds, memory, seconds * 1.1, size, others) for seconds in cpu)


def figure(name: str, amount: Amount, most: float | None = 1.0) -> Figure:
    return Figure(name, amount, most)


def kept(parts: Sequence[Part], date: str = "2026-11-27T12:00+00:00", machine: Machine = MACHINE) -> Kept:
    return Kept(date, "0123abcd", machine, 24_000, 5, 0.1, {"typst": "0.15"}, tuple(parts))


def whole_run() -> Kept:
    """A run that has something for each chart."""
    build, limit = turns(0.5, 0.52, 0.6), turns(0.03, 0.031, 0.04, size=24_000)
    programs = (
        Command("python -c pass", turns(0.01)),
        Command("build", build),
        Command("limit", limit),
        Command("fpdf2", turns(2.5, 2.6)),
        Command("protograf", turns(29.0, size=0)),
    )
    many = tuple(Command("many" if c.name == "build" else c.name, c.runs) for c in programs)
    grown = [Command(f"{n} cards", turns(0.4 + n / 2500, memory=60 + n / 300)) for n in (100, 1_000, 10_000)]
    grown += [Command(f"{n} cards split", turns(0.5 + n / 2400, memory=75)) for n in (10_000, 100_000)]
    grown += [Command(f"limit, {n} cards", turns(0.02 + n / 90_000)) for n in (100, 1_000, 10_000, 100_000)]
    two = turns(0.4, 0.45)
    waits = (Command("2000 cards by one", build), Command("2000 cards by two", two))
    return kept(
        (
            Part(
                "whole",
                60.0,
                programs,
                (
                    figure("build, of the limit's W1", ratio(build, limit), 20),
                    figure("build, of fpdf2's W1", ratio(build, turns(2.5, 2.6)), 0.1),
                    Figure("size of the PDF", exact(120.0), 150, "kB"),
                ),
                (LeftOut("typst, W1", "no --peers: a Python that has typst"),),
            ),
            Part("trading", 60.0, programs, (figure("W2", exact(0.5)),), ()),
            Part("variable", 60.0, many, (figure("W3", exact(0.5), None),), ()),
            Part("growth", 60.0, tuple(grown), (figure("growth", exact(0.5)),), ()),
            Part(
                "cores", 60.0, waits, (figure("2000 cards by two processes, waited", waited(two, build, 2), 0.6),), ()
            ),
        )
    )
