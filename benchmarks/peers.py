"""The limit and the peers that do the same work, of ``../shared/bench`` when that is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.measuring import ROOT, Figure, measure, ratio

BENCH = ROOT.parent / "shared" / "bench"


PEERS = {
    "chromium": "c07_chromium.py",
    "weasyprint": "c06_weasy.py",
    "fpdf2": "c03_fpdf2.py",
    "protograf": "c04_protograf.py",
}


SHARES = {"chromium": 0.3, "weasyprint": 0.15, "fpdf2": 0.15, "protograf": 0.02}


TRADING_PEERS = {"typst": "c08_typst.py", **PEERS}


TRADING_SHARES = {"typst": 0.8, "chromium": 1 / 7, "weasyprint": 1 / 15, "fpdf2": 1 / 15, "protograf": 0.01}


def beside(
    build: list[str], work: str, python: str, peers: dict[str, str], shares: dict[str, float], folder: Path
) -> list[Figure]:
    """A build beside what the peers take for the same work."""
    draw(folder)
    subprocess.run([python, str(BENCH / "htmlgen.py")], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    out = []
    for peer, script in peers.items():
        if peer == "chromium" and shutil.which("chromium") is None:
            continue
        command = [python, str(BENCH / script), work, str(folder / f"{peer}.pdf")]
        try:
            found = measure({"build": build, peer: command}, 1 if peer == "protograf" else 3, folder)
        except subprocess.CalledProcessError:
            print(f"{peer} can't be run here", file=sys.stderr)
            continue
        out.append(Figure(f"build, of {peer}'s {work}", ratio(found["build"], found[peer]), shares[peer]))
    return out


def draw(folder: Path) -> None:
    """The pictures and texts of the bench's trading cards, once."""
    if not (folder / "assets").is_dir():
        (folder / "assets").mkdir()
        subprocess.run(
            [sys.executable, str(BENCH / "gen_assets.py")], cwd=folder, stdout=subprocess.DEVNULL, check=True
        )
