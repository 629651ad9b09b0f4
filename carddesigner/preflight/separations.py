"""Measure ink where things overprint or blend, on the plates that Ghostscript makes of a page, if it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

from msgspec import Struct

from carddesigner.core.units import MM
from carddesigner.preflight.pages import Page
from carddesigner.preflight.spaces import TECHNICAL

DPI = 72
SECONDS = 60
"""The time limit for all pages together, in seconds."""
MAX_PAGES = 50
"""The most pages that are separated in one run."""
_PLATE = re.compile(r"p(\d+)\((.+)\)\.tif")


class Inked(Struct, frozen=True):
    """A page's ink: the highest level in percent, the area above the limit, and a box of millimetres around that
    area.
    """

    page: Page
    most: float
    over_mm2: float
    place: tuple[float, float, float, float] | None


def installed() -> str | None:
    """The path of Ghostscript, if it is installed."""
    return shutil.which("gs") or shutil.which("gswin64c")


def separated(path: Path, pages: Sequence[Page], limit: float, program: str) -> Iterator[Inked]:
    """Yield the ink of pages. Pages that can't be separated are left out."""
    until = monotonic() + SECONDS
    for begin in range(0, len(pages), MAX_PAGES):
        with tempfile.TemporaryDirectory() as folder:
            yield from _some(path, pages[begin : begin + MAX_PAGES], limit, program, Path(folder), until - monotonic())


def _some(
    path: Path, pages: Sequence[Page], limit: float, program: str, folder: Path, seconds: float
) -> Iterator[Inked]:
    command = [
        program,
        *("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiffsep", f"-r{DPI}", "-dUseCropBox"),
        f"-sPageList={','.join(str(p.number) for p in pages)}",
        "-o",
        str(folder / "p%d.tif"),
        str(path.resolve()),
    ]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=max(0.0, seconds), cwd=folder)
    except (OSError, subprocess.SubprocessError):
        return
    plates: dict[int, dict[str, Path]] = {}
    for file in folder.iterdir():
        if match := _PLATE.fullmatch(file.name):
            plates.setdefault(int(match[1]), {})[match[2]] = file
    for number, page in enumerate(pages, 1):
        if number in plates:
            yield _inked(page, plates[number], limit)


def _inked(page: Page, plates: dict[str, Path], limit: float) -> Inked:
    from PIL import Image, ImageChops

    def ink(name: str) -> Image.Image:
        return ImageChops.invert(Image.open(plates[name]).convert("L"))

    process = [ink(n) for n in ("Cyan", "Magenta", "Yellow", "Black") if n in plates]
    size = process[0].size
    bare = Image.new("L", size, 0)
    c, m, y, k = (*process, *[bare] * (4 - len(process)))
    mean = ImageChops.add(ImageChops.add(c, m, scale=2), ImageChops.add(y, k, scale=2), scale=2)
    for name in plates:
        if name not in ("Cyan", "Magenta", "Yellow", "Black") and not TECHNICAL.search(name):
            mean = ImageChops.add(mean, ink(name).point([v // 4 for v in range(256)]))
    # Registration marks, which are on all plates, lie outside the cut.
    across, down, width, height = page.seen(page.cut) or (0.0, 0.0, 0.0, 0.0)
    pixels = size[0] / (page.mm_of(page.visible)[0] or 1)
    edges = (across * pixels, down * pixels, (across + width) * pixels, (down + height) * pixels)
    left, top, right, bottom = (round(e) for e in edges)
    part = mean.crop((left, top, right, bottom))
    step = round((limit + 2) * 255 / 400)
    histogram = part.histogram()
    over = sum(histogram[step + 1 :])
    most = max((i for i, n in enumerate(histogram) if n), default=0) * 400 / 255
    box = part.point([255 if v > step else 0 for v in range(256)]).getbbox()
    where = None
    if box is not None:
        wide, high = (box[2] - box[0]) / pixels, (box[3] - box[1]) / pixels
        where = (across + box[0] / pixels, down + box[1] / pixels, wide, high)
    return Inked(page, most, over * (72 / DPI / MM) ** 2, where)
