"""Builds for a press, and pictures for a virtual table."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.decks import LARGEST
from benchmarks.measuring import KEPT, ROOT, Figure, measure, ratio

ELSEWHERE = ["sh", "-c", 'exec "$@" -o pressed-$$', "sh"]
"""Before a command: it writes to a folder of its own each time, so that nothing is there of which nothing would have changed."""


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
"""What Pillow alone does to a folder's photographs for a press."""


def press(rounds: int, folder: Path) -> list[Figure]:
    """Builds for a press beside those for screens: drawn cards, and photographs beside what Pillow takes to convert them alone.

    The pictures of the trading cards are there once ``trading`` was measured.
    """
    ours = [sys.executable, "-m", "carddesigner"]
    quiet = ["-o", str(folder / "pressed"), "--quiet"]
    inks = ["--color", "cmyk"]
    commands = {
        f"{deck} {name}": [*ours, "build", deck, *more, *quiet]
        for deck in ("monogoto", LARGEST)
        for name, more in (("screens", []), ("inks", inks), ("pdfx4", [*inks, "--standard", "pdfx4"]))
    }
    photographs = (folder / "trading").is_dir()
    if photographs:
        profiles = ROOT / "carddesigner/inks/profiles"
        pillow = [str(profiles / "sRGB.icc"), str(profiles / "FOGRA39L_coated.icc")]
        commands |= {
            "trading screens": [*ours, "build", "./trading", *quiet],
            "trading inks": [*ours, "build", "./trading", *inks, *quiet],
            "trading kept": [*ELSEWHERE, *ours, "build", "./trading", *inks, "--quiet", KEPT],
            "pillow": [sys.executable, "-c", PILLOW, str(folder / "trading/art"), *pillow],
        }
    runs = measure(commands, rounds, folder)
    out = [
        Figure(f"{deck} as {name}, of its build", ratio(runs[f"{deck} {name}"], runs[f"{deck} screens"]), 1.3)
        for deck in ("monogoto", LARGEST)
        for name in ("inks", "pdfx4")
    ]
    if photographs:
        made, plain, alone = (min(r.cpu for r in runs[n]) for n in ("trading inks", "trading screens", "pillow"))
        out.append(Figure("W2 in inks, of its build and 1.3 Pillows", made / (plain + 1.3 * alone), 1))
        kept = ratio(runs["trading kept"], runs["trading screens"])
        out.append(Figure("W2 in inks from what was kept, of its build", kept, 1.2))
    return out


def tabled(rounds: int, folder: Path) -> list[Figure]:
    """Sheets of the largest deck's 302 cards for a virtual table, beside a picture of each at the same resolution."""
    if not (ROOT / "decks" / LARGEST / "deck.yaml").is_file():
        return []
    some = "component in ['white', 'blue', 'black', 'red', 'green', 'artifacts', 'lands']"
    export = [sys.executable, "-m", "carddesigner", "export", LARGEST, "--dpi", "300", "--select", some, "--quiet"]
    commands = {to: [*export, "--to", to, "-o", str(folder / to)] for to in ("png", "tabletop-simulator")}
    runs = measure(commands, min(rounds, 3), folder)
    return [Figure("sheets of 302 cards, of their PNGs", ratio(runs["tabletop-simulator"], runs["png"]), 0.8)]
