"""Compares this program with its peers and with the limit, on the same work in one run. The exit code is 1 if a bound
is missed, or if a figure got worse since the last run that was kept.

    python -m benchmarks [--rounds 4] [--peers PYTHON] [--cards 100000] [--only whole press]

The limit (bare operators and zlib: no fonts, no checks) and the peers do the work of ``../shared/bench``, if that is
there. *PYTHON* has the peers' packages (fpdf2, protograf, PyMuPDF, typst, weasyprint); Chromium is taken from the PATH.
Every command is cold: it starts with an empty cache and writes to a folder of its own. A run of all parts is kept in
``benchmarks/kept``; ``python -m benchmarks.page`` draws the last one into ``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmarks import kept, peers, report
from benchmarks.bench import Bench
from benchmarks.kept import Kept, Machine, Part
from benchmarks.parts import PARTS
from benchmarks.runs import ROOT, FailedCommand, memory_here
from benchmarks.verdicts import better, regressions, verdict


class Measuring(msgspec.Struct, frozen=True):
    """How parts are measured, and the earlier run to compare them with."""

    folder: Path
    rounds: int
    peers: str | None
    cards: int
    before: Kept | None

    def all(self, names: Sequence[str]) -> tuple[Part, ...]:
        """Measure the parts with these names, and print each when it is done."""
        out: list[Part] = []
        begun = time.monotonic()
        for name in names:
            report.beginning(name, time.monotonic() - begun)
            part = self._part(name)
            if self.before is not None and (worse := regressions([part], self.before)):
                report.again(worse)
                part = better(part, self._part(name))
            report.part(part)
            out.append(part)
        return tuple(out)

    def _part(self, name: str) -> Part:
        """A part, measured in an empty folder."""
        at = time.monotonic()
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            bench = Bench(Path(folder), self.rounds, self.peers, self.cards)
            try:
                figures = PARTS[name](bench)
            except FailedCommand as error:
                print(f"  {error}", file=sys.stderr)
                bench.leave_out(name, report.FAILED)
                figures = []
        commands, left_out = bench.result()
        return Part(name, round(time.monotonic() - at, 1), commands, tuple(figures), left_out)


def main() -> int:
    """Measure, print and keep the figures. Returns the exit code: 0 if all bounds are met and nothing got worse."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=4, help="turns of each command")
    parser.add_argument("--peers", metavar="PYTHON", help="a Python with the peers' packages")
    parser.add_argument("--cards", type=int, default=100_000, help="how far growth is measured: up to 1000000")
    parser.add_argument("--only", nargs="*", default=[], metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="where runs are kept; some parts only, if named")
    asked = parser.parse_args()
    if unknown := set(asked.only) - set(PARTS):
        parser.error(f"no parts {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if asked.rounds < 1 or not 10_000 <= asked.cards <= 1_000_000:
        parser.error("--rounds is 1 at least, --cards from 10000 to 1000000")
    keep, machine = asked.keep or kept.FOLDER, Machine.here()
    before = kept.last(keep, machine)
    with tempfile.TemporaryDirectory() as made:
        _apart(Path(made))
        measuring = Measuring(Path(made), asked.rounds, asked.peers, asked.cards, before)
        parts = measuring.all(asked.only or list(PARTS))
    run = Kept(
        date=kept.today(),
        commit=kept.commit(),
        machine=machine,
        memory=memory_here(),
        rounds=asked.rounds,
        load=kept.average_load(parts),
        peers=peers.versions(asked.peers),
        parts=parts,
    )
    worse = regressions(run.parts, before) if before is not None else []
    path = kept.write(run, keep) if asked.keep or not asked.only else None
    report.end(run, before, worse, path)
    failed = any(left.why == report.FAILED for part in parts for left in part.left_out)
    return 1 if worse or failed or any(verdict(f) == "missed" for _, f in run.figures) else 0


def _apart(folder: Path) -> None:
    """Let all processes use a temporary folder for caches and settings, and none of the user's own."""
    os.environ |= {"PYTHONPATH": str(ROOT), "BENCH_ROOT": str(folder)}
    os.environ |= {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA")}
    # An installed program has its byte code.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nInterrupted: nothing is kept.", file=sys.stderr)
        sys.exit(130)
