"""Read a scanned side of a calibration sheet and locate the page in it by the sheet's discs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import permutations
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.geometry import Matrix, Point
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.impose.duplex import Side
from carddesigner.printers.readings import DISC, BadReading, discs
from carddesigner.source.files import read_bytes

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 90_000_000
"""The most pixels of a scan: A3 at 600 dpi has 70 million."""
MAX_PAGES = 8
"""The most pages of a PDF."""
_LARGEST = 6_000
"""The most pixels of the longer side; larger scans are halved."""
_SEARCHED = 800
"""The pixels of the longer side in which discs are searched for."""
_LEAST = 900
"""The least pixels of the longer side: A4 at 77 dpi."""
_MOST_DISCS = 40
"""The most round spots that are tried as discs."""
_NEAR = 0.02
"""How far from its expected place a disc may be at first, as a share of the sheet's diagonal."""
_EXACT = 0.5 * MM
"""How far from its fitted place a disc may be: scanners stretch pictures, but evenly."""
_CONTRAST = 60
"""The least difference between paper and print, in levels of 255."""


class Scan(Struct, frozen=True):
    """A side of a sheet in a picture of *width* × *height* grey *pixels*: ``place`` maps the printed page, in points,
    to pixels; ``white`` is the level of the paper, ``black`` that of the print.
    """

    name: str
    side: Side
    width: int
    height: int
    pixels: bytes
    place: Matrix
    white: int
    black: int

    def level(self, x: float, y: float) -> float | None:
        """The level at a place of the page, interpolated; None outside the picture."""
        u, v = self.place.apply(x, y)
        u, v = u - 0.5, v - 0.5
        if not (0.0 <= u < self.width - 1 and 0.0 <= v < self.height - 1):
            return None
        i, j = int(u), int(v)
        at, s, t = j * self.width + i, u - i, v - j
        p, below = self.pixels, at + self.width
        return (1 - t) * ((1 - s) * p[at] + s * p[at + 1]) + t * ((1 - s) * p[below] + s * p[below + 1])


def read_scans(path: Path, paper: Paper) -> tuple[Scan, ...]:
    """Read the side of a sheet in a picture, or those in the pages of a PDF. Raises FileProblem, and BadReading for one
    that shows none.
    """
    return tuple(_scan(image, name, paper) for name, image in _pictures(path))


def _pictures(path: Path) -> Iterator[tuple[str, Image.Image]]:
    from PIL import Image, UnidentifiedImageError

    data = read_bytes(path)
    if data[:1024].lstrip()[:5] == b"%PDF-":
        yield from _pages(data, path)
        return
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as image:
            _check(image.width, image.height, path.name)
            yield path.name, image.convert("L")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as problem:
        if isinstance(problem, BadReading):
            raise
        raise BadReading(f"{path} is no picture that can be read; scan to PNG, JPEG, TIFF or PDF") from None


def _pages(data: bytes, path: Path) -> Iterator[tuple[str, Image.Image]]:
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        raise BadReading(f"{path} is no PDF that can be read; scan to PNG or JPEG") from None
    try:
        if len(document) > MAX_PAGES:
            raise BadReading(f"{path} has {len(document)} pages; scan the two sides of the sheet alone")
        for index, page in enumerate(document, 1):
            # For a scanner's PDF 300 dpi are sufficient.
            dots = min(300 / 72, _LARGEST / max(page.get_width(), page.get_height(), 1.0))
            yield f"{path.name}, page {index}", page.render(scale=dots, grayscale=True).to_pil().convert("L")
    finally:
        document.close()


def _check(width: int, height: int, name: str) -> None:
    if width * height > MAX_PIXELS:
        raise BadReading(f"{name} has {width} × {height} pixels, too many to look at; scan at 300 dpi")
    if max(width, height) < _LEAST:
        raise BadReading(f"{name} has only {width} × {height} pixels; scan at 300 dpi")


def _scan(image: Image.Image, name: str, paper: Paper) -> Scan:
    _check(image.width, image.height, name)
    if max(image.size) > _LARGEST:
        image = image.reduce(2)
    pixels = image.tobytes()
    white, black = _levels(image)
    if white - black < _CONTRAST:
        raise BadReading(f"{name} has hardly any contrast; scan in grey or colour, with the scanner's usual brightness")
    centres = [_centre(pixels, image.size, spot, white, black) for spot in _spots(image, (white + black) / 2)]
    matched = [(place, side) for side in ("front", "back") if (place := _matched(centres, discs(paper, side)))]
    if not matched:
        raise BadReading(
            f"{name}: the five black discs of the calibration sheet for {paper.name} can't be found; scan a whole side at 300 dpi, "
            "of a sheet that this version made, and say the --paper, --landscape and --duplex that it was made with"
        )
    place, side = matched[0]
    return Scan(name, side, *image.size, pixels, place, round(white), round(black))  # type: ignore[arg-type]


def _levels(image: Image.Image) -> tuple[float, float]:
    """The levels of paper and print: at least a fifth of the picture is as light as the first, and half a percent as
    dark as the second.
    """
    counts, total = image.histogram(), image.width * image.height
    dark = light = 0
    black = next(level for level in range(256) if (dark := dark + counts[level]) >= total / 200)
    white = next(level for level in range(255, -1, -1) if (light := light + counts[level]) >= total / 5)
    return float(white), float(black)


def _spots(image: Image.Image, middle: float) -> list[tuple[float, float, float]]:
    """Round dark spots, the largest first: their centres and radii in pixels."""
    step = max(1, max(image.size) // _SEARCHED)
    small = image.reduce(step)
    wide, high = small.size
    waiting = bytearray(1 if level < middle else 0 for level in small.tobytes())
    out = []
    at = waiting.find(1)
    while at >= 0:
        spot, stack = [], [at]
        waiting[at] = 0
        while stack:
            i = stack.pop()
            spot.append(i)
            x = i % wide
            for j, there in (
                (i - 1, x > 0),
                (i + 1, x < wide - 1),
                (i - wide, i >= wide),
                (i + wide, i < wide * (high - 1)),
            ):
                if there and waiting[j]:
                    waiting[j] = 0
                    stack.append(j)
        if len(spot) >= 20 and (centre := _round(spot, wide)):
            out.append((centre[0] * step, centre[1] * step, centre[2] * step))
        at = waiting.find(1, at)
    return sorted(out, key=lambda spot: -spot[2])[:_MOST_DISCS]


def _round(spot: Sequence[int], wide: int) -> tuple[float, float, float] | None:
    xs, ys = [i % wide for i in spot], [i // wide for i in spot]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    if not (0.75 <= across / down <= 1.33 and 0.62 <= len(spot) / (across * down) <= 0.92):
        return None
    return sum(xs) / len(xs) + 0.5, sum(ys) / len(ys) + 0.5, (across + down) / 4


def _centre(
    pixels: bytes, size: tuple[int, int], spot: tuple[float, float, float], white: float, black: float
) -> tuple[float, float, float]:
    """A spot with its centre at subpixel accuracy: that of all dark pixels around it."""
    x, y, radius = spot
    reach = radius * 1.3 + 1
    total = across = down = 0.0
    for j in range(max(0, int(y - reach)), min(size[1], int(y + reach) + 1)):
        row = j * size[0]
        for i in range(max(0, int(x - reach)), min(size[0], int(x + reach) + 1)):
            dark = min((white - pixels[row + i]) / (white - black), 1.0)
            if dark > 0.25:
                total, across, down = total + dark, across + dark * (i + 0.5), down + dark * (j + 0.5)
    return (across / total, down / total, radius) if total else spot


def _matched(centres: Sequence[tuple[float, float, float]], places: Sequence[Point]) -> Matrix | None:
    """The map from a page to pixels that puts a disc at each of the places; None if there is none."""
    first, last = places[0], places[3]
    diagonal = hypot(last[0] - first[0], last[1] - first[1])
    best: tuple[float, Matrix] | None = None
    for (ax, ay, radius), (bx, by, other) in permutations(centres, 2):
        scale = hypot(bx - ax, by - ay) / diagonal
        if not (0.7 < radius / (scale * DISC / 2) < 1.4 and 0.7 < other / radius < 1.4):
            continue
        rough = _similar(first, last, (ax, ay), (bx, by))
        pairs = []
        for place in places:
            x, y = rough.apply(*place)
            near = min(centres, key=lambda spot: hypot(spot[0] - x, spot[1] - y))
            if hypot(near[0] - x, near[1] - y) > _NEAR * scale * diagonal:
                break
            pairs.append((place, near[:2]))
        else:
            fitted = _affine(pairs)
            off = max(hypot(x - u, y - v) for place, (u, v) in pairs for x, y in (fitted.apply(*place),)) / scale
            if off <= _EXACT and (best is None or off < best[0]):
                best = off, fitted
    return best[1] if best is not None else None


def _similar(a: Point, b: Point, c: Point, d: Point) -> Matrix:
    """The rotation and scale that maps a to c and b to d."""
    x, y, u, v = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    square = x * x + y * y
    k, s = (x * u + y * v) / square, (x * v - y * u) / square
    return Matrix(k, s, -s, k, c[0] - k * a[0] + s * a[1], c[1] - s * a[0] - k * a[1])


def _affine(pairs: Sequence[tuple[Point, Point]]) -> Matrix:
    """The least-squares map from the first to the second point of each pair."""
    n = len(pairs)
    mx, my = sum(p[0] for p, _ in pairs) / n, sum(p[1] for p, _ in pairs) / n
    xx = sum((p[0] - mx) ** 2 for p, _ in pairs)
    yy = sum((p[1] - my) ** 2 for p, _ in pairs)
    xy = sum((p[0] - mx) * (p[1] - my) for p, _ in pairs)
    determinant = xx * yy - xy * xy
    factors = []
    for axis in (0, 1):
        middle = sum(q[axis] for _, q in pairs) / n
        x = sum((p[0] - mx) * (q[axis] - middle) for p, q in pairs)
        y = sum((p[1] - my) * (q[axis] - middle) for p, q in pairs)
        a, c = (x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant
        factors.append((a, c, middle - a * mx - c * my))
    (a, c, e), (b, d, f) = factors
    return Matrix(a, b, c, d, e, f)
