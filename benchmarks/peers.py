"""The limit and the peers, which do the same work, from ``../shared/bench`` if that is there.

The limit is bare operators and zlib, without fonts or checks: the best that a Python program could achieve.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from benchmarks.amounts import ratio
from benchmarks.bench import Bench
from benchmarks.kept import Figure
from benchmarks.runs import OUT, ROOT, Run

BENCH = ROOT.parent / "shared" / "bench"
NO_BENCH = "the work to compare with, shared/bench, is not beside the project"


class Peer(msgspec.Struct, frozen=True):
    """A program that does the same work.

    *module* is what its script imports, in the peers' Python or, if it is empty, in ours; *program* is what it starts.
    """

    script: str
    module: str = ""
    program: str = ""
    package: str = ""

    def missing(self, python: str | None) -> str:
        """Return why it can't be run here; empty if it can."""
        if self.program and shutil.which(self.program) is None:
            return f"{self.program} is not installed"
        if self.module and python is None:
            return f"no --peers: a Python that has {self.package}"
        if (
            self.module
            and subprocess.run([python or "", "-c", f"import {self.module}"], capture_output=True).returncode
        ):
            return f"the Python of --peers doesn't have {self.package}"
        return ""


PEERS = {
    "ReportLab by hand": Peer("c02_rl_forms.py"),
    "typst": Peer("c08_typst.py", "typst", package="typst"),
    "Chromium": Peer("c07_chromium.py", program="chromium"),
    "PyMuPDF": Peer("c09_pymupdf.py", "pymupdf", package="PyMuPDF"),
    "WeasyPrint": Peer("c06_weasy.py", "weasyprint", package="weasyprint"),
    "fpdf2": Peer("c03_fpdf2.py", "fpdf", package="fpdf2"),
    "protograf": Peer("c04_protograf.py", "protograf", package="protograf"),
}
SHARES = {
    "W1": {"Chromium": 0.3, "WeasyPrint": 0.15, "fpdf2": 0.15, "protograf": 0.02},
    "W2": {"typst": 0.8, "Chromium": 1 / 7, "WeasyPrint": 1 / 15, "fpdf2": 1 / 15, "protograf": 0.01},
}
"""For each work, the share of a peer's CPU seconds that our build may take."""


def limit(bench: Bench, work: str, cards: int | None = None) -> dict[str, list[str]]:
    """Return the limit's command for a work by its name; empty if it isn't here."""
    if not BENCH.is_dir():
        bench.leave_out(f"the limit's {work}", NO_BENCH)
        return {}
    return {"limit": [sys.executable, *_work("c10_limit.py", work, cards)]}


def peers(bench: Bench, work: str, cards: int | None = None, only: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Return the commands by name of all peers that can be run here."""
    if not BENCH.is_dir():
        return {}
    out = {}
    for name in only or PEERS:
        peer = PEERS[name]
        if why := peer.missing(bench.peers):
            bench.leave_out(f"{name}, {work}", why)
        else:
            python = bench.peers if peer.module and bench.peers else sys.executable
            out[name] = [python, *_work(peer.script, work, cards)]
    if out:
        draw()
        # The pictures that they place.
        subprocess.run([sys.executable, str(BENCH / "htmlgen.py")], stdout=subprocess.DEVNULL, check=True)
    return out


def compared(work: str, build: list[Run], runs: dict[str, list[Run]]) -> list[Figure]:
    """Return the figures that compare our build with each peer that was run."""
    return [
        Figure(f"build, of {name}'s {work}", ratio(build, runs[name]), SHARES.get(work, {}).get(name))
        for name in PEERS
        if name in runs
    ]


def draw() -> None:
    """Make the pictures and texts of the bench's trading cards, once."""
    assets = Path(os.environ["BENCH_ROOT"]) / "assets"
    if not assets.is_dir():
        assets.mkdir()
        subprocess.run([sys.executable, str(BENCH / "gen_assets.py")], stdout=subprocess.DEVNULL, check=True)


def versions(python: str | None) -> dict[str, str]:
    """Return the versions of the peers that are here."""
    out = {}
    for name, peer in PEERS.items():
        if peer.missing(python):
            continue
        if peer.program:
            output = subprocess.run([peer.program, "--version"], capture_output=True, text=True).stdout
            out[name] = next((word for word in output.split() if word[0].isdigit()), "")
        else:
            ask = f"import importlib.metadata as m; print(m.version({(peer.package or 'reportlab')!r}))"
            command = [python if peer.module and python else sys.executable, "-c", ask]
            out[name] = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return out


def _work(script: str, work: str, cards: int | None) -> list[str]:
    return [str(BENCH / script), work, f"{OUT}/made.pdf", *([str(cards)] if cards else [])]
