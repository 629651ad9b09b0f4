"""What `preflight` takes of a processor and of memory; exit code 1 if a figure is missed.

    python benchmarks/preflight.py [--rounds 5] [--reference PYTHON]

The deck of 302 cards is built and judged; the other is ``../shared/tools/preflight.py`` on the same file, without its measuring of
sheets, run by *PYTHON*, which has the packages that it needs (numpy, scipy, pdfplumber, pikepdf, pypdfium2).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT.parent / "shared" / "tools" / "preflight.py"
DECK = "mana-and-spells"
SHARE, MEGABYTES = 0.6, 200


def taken(command: list[str]) -> tuple[float, float]:
    """Seconds of a processor and megabytes of the largest process that a command takes, with everything it starts."""
    watcher = (
        "import json, resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3, stderr=-3); "
        "u = resource.getrusage(resource.RUSAGE_CHILDREN); print(json.dumps([u.ru_utime + u.ru_stime, u.ru_maxrss]))"
    )
    out = subprocess.run([sys.executable, "-c", watcher, *command], check=True, capture_output=True, text=True).stdout
    seconds, most = (float(n) for n in out.strip()[1:-1].split(","))
    return seconds, most / (1_000_000 if sys.platform == "darwin" else 1024)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--reference", metavar="PYTHON", help="a Python with the packages of the other program")
    given = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        ours = [sys.executable, "-m", "carddesigner"]
        subprocess.run([*ours, "build", DECK, "-q", "-o", folder], check=True)
        file = str(Path(folder) / DECK / f"{DECK}-sheets.pdf")
        theirs = [given.reference, str(REFERENCE), file, "--job", "any", "--pdfx", "none"]
        compared = given.reference is not None and REFERENCE.is_file()
        shares, seconds, memory = [], [], []
        for _ in range(given.rounds):
            one, most = taken([*ours, "preflight", file])
            seconds.append(one)
            memory.append(most)
            if compared:
                shares.append(one / taken(theirs)[0])
    missed = max(memory) > MEGABYTES
    print(
        f"preflight of {DECK}: {statistics.median(seconds):.2f} s of a processor, {max(memory):.0f} MB (at most {MEGABYTES})"
    )
    if compared:
        share = statistics.median(shares)
        missed |= share > SHARE
        print(f"  {share:.2f} of what the other program takes (at most {SHARE})")
    else:
        print("  not compared: --reference names a Python that runs ../shared/tools/preflight.py")
    return missed


if __name__ == "__main__":
    sys.exit(main())
