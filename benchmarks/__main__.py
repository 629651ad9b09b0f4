"""The project's figures as ratios, measured side by side in one run; exit code 1 if one of them is missed.

    python -m benchmarks [--rounds 7] [--peers PYTHON] [--only whole press]

The limit (bare operators and zlib: no fonts, no checks) and the peers do the work of ``../shared/bench`` when that is
there; *PYTHON* has the peers' packages (fpdf2, weasyprint, protograf, typst), and Chromium is taken from the PATH.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.measuring import ROOT, SUBREAPER, Figure
from benchmarks.parts.contents import drawings, effects, icons, outlines, scripts
from benchmarks.parts.edits import begun, opened, since, watched
from benchmarks.parts.growth import growth, imposed, variable
from benchmarks.parts.press import press, tabled
from benchmarks.parts.tables import tables
from benchmarks.parts.trading import trading
from benchmarks.parts.whole import core, played, shipped, whole_runs


def main() -> int:
    """Measure, print, and say by the exit code whether every figure is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument("--only", nargs="*", default=[], metavar="PART")
    asked = parser.parse_args()
    rounds, peers = asked.rounds, asked.peers
    parts: dict[str, Callable[[Path], list[Figure]]] = {
        "whole": lambda folder: whole_runs(rounds, folder, peers),
        "core": partial(core, rounds),
        "trading": lambda folder: trading(rounds, folder, peers),
        **{work.__name__: partial(work, rounds) for work in (press, tabled, shipped, watched, opened, since)},
        "growth": growth,
        "variable": partial(variable, rounds),
        "tables": partial(tables, rounds),
        "imposed": imposed,
        **{
            work.__name__: partial(work, rounds)
            for work in (scripts, drawings, icons, effects, outlines, begun, played)
        },
    }
    if unknown := set(asked.only) - set(parts):
        parser.error(f"no parts {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    missed = False
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        os.environ["PYTHONPATH"] = str(ROOT)
        os.environ["BENCH_ROOT"] = made
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        # What is installed has its bytecode.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        (folder / "out").mkdir()
        for name, work in parts.items():
            if asked.only and name not in asked.only:
                continue
            print(f"{name}, load {os.getloadavg()[0]:.1f}", flush=True)
            for f in work(folder):
                missed |= f.value > f.most
                met = "met   " if f.value <= f.most else "MISSED"
                print(f"{met}  {f.name:<36} {f.value:8.2f} {f.unit:<2}  at most {f.most:.3g}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
