"""The output of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.kept import FOLDER, Figure, Kept, Part
from benchmarks.verdicts import Regression, verdict

FAILED = "a command ended with an error"


def beginning(name: str, seconds: float) -> None:
    """Print the line before a part is measured."""
    print(f"\n{name}, after {int(seconds) // 60}:{int(seconds) % 60:02d} minutes", flush=True)


def part(part: Part) -> None:
    """Print a part's figures, and what was left out."""
    for figure in part.figures:
        print(line(figure), flush=True)
    for left in part.left_out:
        print(f"not run     {left.what}: {left.why}", flush=True)


def again(worse: Sequence[Regression]) -> None:
    """Print the figures for which a part is measured again."""
    for regression in worse:
        print(f"again       {regression}", flush=True)


def number(value: float) -> str:
    """Format with three digits, or all digits before the point."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def line(figure: Figure) -> str:
    """Format a figure with its spread, bound and verdict."""
    amount, result = figure.amount, verdict(figure)
    text = (
        f"{result if result != 'unbounded' else '':<10}  {figure.name:<50} {number(amount.value):>6} {figure.unit:<2}"
    )
    if amount.turns > 1:
        text += f"  {number(amount.low)} {number(amount.middle)} {number(amount.high)}"
    if figure.most is not None:
        text += f"  at most {number(figure.most)}"
    if amount.others is not None:
        text += f"; others kept {amount.others:.1f} processors busy"
    return text


def end(run: Kept, before: Kept | None, worse: Sequence[Regression], path: Path | None) -> None:
    """Print the summary."""
    found = Counter(verdict(figure) for _, figure in run.figures)
    print("\n" + ", ".join(f"{found[v]} {v}" for v in ("met", "close", "missed", "not judged") if found[v]))
    if any(part.commands for part in run.parts):
        print(f"Other programs kept {run.load:.1f} of {run.machine.processors} processors busy.")
    for name, figure in run.figures:
        if verdict(figure) == "missed":
            print(f"missed  {name}: {figure.name}: {number(figure.amount.value)} {figure.unit}")
    if before is None:
        print("No run of a machine like this was kept before, so nothing is compared.")
    elif worse:
        print(f"Worse than in the run of {before.date[:10]}, of {before.commit}:")
        for regression in worse:
            print(f"  {regression}")
    else:
        print(f"Nothing is worse than in the run of {before.date[:10]}, of {before.commit}.")
    if path is not None:
        drawn = "; `make docs` and `make bench-charts` draw it" if path.parent == FOLDER else ""
        print(f"Kept as {path}{drawn}.")
