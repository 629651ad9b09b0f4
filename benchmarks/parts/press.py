"""Builds for a press, preflight, and pictures for a virtual table."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.amounts import memory, of_times, ratio
from benchmarks.bench import OURS, Bench
from benchmarks.decks import LARGEST
from benchmarks.kept import Figure
from benchmarks.parts.trading import trading_deck
from benchmarks.peers import BENCH, NO_BENCH
from benchmarks.runs import KEPT, OUT, ROOT

PILLOW = """
import sys
from io import BytesIO
from pathlib import Path
from PIL import Image, ImageCms
screen, press = (ImageCms.getOpenProfile(path) for path in sys.argv[2:4])
flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
to_press = ImageCms.buildTransform(screen, press, "RGB", "CMYK", ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)
for path in sorted(Path(sys.argv[1]).iterdir()):
    with Image.open(path) as picture:
        ImageCms.applyTransform(picture.convert("RGB"), to_press).save(BytesIO(), "JPEG", quality=92)
"""
"""The conversion of a folder's photographs for a press by Pillow alone."""


def press(bench: Bench) -> list[Figure]:
    """Builds for a press compared with those for screens: drawn cards, and photographs, also compared with converting
    them by Pillow alone.
    """
    quiet = ["-o", OUT, "--quiet"]
    inks = ["--color", "cmyk"]
    commands = {
        f"{deck} {name}": [*OURS, "build", deck, *more, *quiet]
        for deck in ("monogoto", LARGEST)
        for name, more in (("screens", []), ("inks", inks), ("pdfx4", [*inks, "--standard", "pdfx4"]))
    }
    if BENCH.is_dir():
        trading_deck(bench.folder)
        profiles = ROOT / "carddesigner/inks/profiles"
        pillow = [str(profiles / "sRGB.icc"), str(profiles / "FOGRA39L_coated.icc")]
        commands |= {
            "trading screens": [*OURS, "build", "./trading", *quiet],
            "trading inks": [*OURS, "build", "./trading", *inks, *quiet],
            "trading kept": [*OURS, "build", "./trading", *inks, *quiet, KEPT],
            "pillow": [sys.executable, "-c", PILLOW, str(bench.folder / "trading/art"), *pillow],
        }
    else:
        bench.leave_out("photographs for a press", NO_BENCH)
    runs = bench.measure(commands, min(bench.rounds, 3))
    out = [
        Figure(f"{deck} as {name}, of its build", ratio(runs[f"{deck} {name}"], runs[f"{deck} screens"]), 1.3)
        for deck in ("monogoto", LARGEST)
        for name in ("inks", "pdfx4")
    ]
    if "pillow" in runs:
        made, plain, alone = ([r.cpu for r in runs[n]] for n in ("trading inks", "trading screens", "pillow"))
        both = [x + 1.3 * y for x, y in zip(plain, alone, strict=True)]
        out.append(Figure("W2 in inks, of its build and 1.3 Pillows", of_times(made, both), 1))
        kept = ratio(runs["trading kept"], runs["trading screens"])
        out.append(Figure("W2 in inks from what was kept, of its build", kept, 1.2))
    return out


def tabled(bench: Bench) -> list[Figure]:
    """Sheets of the largest deck's 302 cards for a virtual table, compared with a picture of each at the same resolution."""
    some = "component in ['white', 'blue', 'black', 'red', 'green', 'artifacts', 'lands']"
    export = [*OURS, "export", LARGEST, "--dpi", "300", "--select", some, "--quiet", "-o", OUT, "--to"]
    runs = bench.measure({to: [*export, to] for to in ("png", "tabletop-simulator")}, min(bench.rounds, 3))
    return [Figure("sheets of 302 cards, of their PNGs", ratio(runs["tabletop-simulator"], runs["png"]), 0.8)]


OTHER_PREFLIGHT = ROOT.parent / "shared" / "tools" / "preflight.py"
OTHERS_MODULES = "import numpy, scipy, pdfplumber, pikepdf, pypdfium2"


def preflight(bench: Bench) -> list[Figure]:
    """Preflight of the largest deck's PDF, compared with another program, without measuring sheets in that."""
    subprocess.run([*OURS, "build", LARGEST, "--quiet", "-o", "judged"], cwd=bench.folder, check=True)
    file = str(bench.folder / f"judged/{LARGEST}/{LARGEST}-sheets.pdf")
    commands = {"preflight": [*OURS, "preflight", file]}
    if bench.peers is None or not OTHER_PREFLIGHT.is_file():
        bench.leave_out("another preflight", "no --peers, or shared/tools is not beside the project")
    elif subprocess.run([bench.peers, "-c", OTHERS_MODULES], capture_output=True).returncode:
        bench.leave_out("another preflight", f"the Python of --peers can't {OTHERS_MODULES}")
    else:
        # It exits with 1 if it finds something.
        other = ["sh", "-c", '"$@"; [ $? -le 1 ]', "sh", bench.peers, str(OTHER_PREFLIGHT)]
        commands["other"] = [*other, file, "--job", "any", "--pdfx", "none"]
    runs = bench.measure(commands, optional=["other"])
    out = [Figure(f"memory of preflight, {LARGEST}", memory(runs["preflight"]), 200, "MB")]
    if "other" in runs:
        out.append(Figure("preflight, of another program's", ratio(runs["preflight"], runs["other"]), 0.6))
    return out
