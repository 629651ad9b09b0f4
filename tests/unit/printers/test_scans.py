"""A simulated printer and scanner: the calibration sheet is printed askew on paper, laid askew on a scanner's glass, and measured."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import hypot
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageFilter

from carddesigner.core.geometry import Matrix
from carddesigner.core.papers import PAPERS, Paper
from carddesigner.core.printing import Flip
from carddesigner.core.units import MM
from carddesigner.printers.fit import error_matrix, fit_readings
from carddesigner.printers.readings import BadReading, targets
from carddesigner.printers.scan import read_scans
from carddesigner.printers.scanned import read_sides
from carddesigner.printers.sheet import calibration_pdf
from tests.examples import tried

Error = tuple[float, float, float]
"""Millimetres to the right and down, degrees clockwise, as that side is seen."""
A4, LETTER = PAPERS["A4"], PAPERS["Letter"]


@dataclass(frozen=True)
class Scanner:
    """A flatbed: dots an inch, what lies behind the sheet (255 is white), how the sheet lies on the glass, in millimetres and
    degrees, the glass's size, and the noise of its sensor in levels.
    """

    dpi: int = 150
    behind: int = 25
    at: tuple[float, float] = (3.0, 4.0)
    skew: float = 0.6
    glass: tuple[float, float] = (216.0, 304.0)
    noise: float = 6.0
    turned: int = 0
    stretch: float = 1.0


@cache
def page(paper: Paper, duplex: Flip, side: int) -> Image.Image:
    pdf = pdfium.PdfDocument(calibration_pdf(paper, duplex, "office"))
    return pdf[side].render(scale=300 / 72, grayscale=True).to_pil().convert("L")


def scanned(paper: Paper, duplex: Flip, side: str, error: Error, by: Scanner) -> Image.Image:
    """What the scanner makes of a side that was printed with an error."""
    sharp = page(paper, duplex, ("front", "back").index(side))
    middle = paper.width / 2, paper.height / 2
    printed = error_matrix(error[0] * MM, error[1] * MM, error[2], middle)
    laid = Matrix.turn(by.skew, middle).then(Matrix.move(by.at[0] * MM, by.at[1] * MM))
    dots = by.dpi / 72
    to_dots = laid.then(Matrix.scale(dots, dots * by.stretch))
    size = round(by.glass[0] * MM * dots), round(by.glass[1] * MM * dots * by.stretch)

    def seen(image: Image.Image, matrix: Matrix, around: int) -> Image.Image:
        a, b, c, d, e, f = Matrix.scale(72 / 300, 72 / 300).then(matrix).inverse()
        return image.transform(
            size, Image.Transform.AFFINE, (a, c, e, b, d, f), Image.Resampling.BICUBIC, fillcolor=around
        )

    ink = seen(sharp, printed.then(to_dots), 255).point(lambda v: 35 + v * 205 // 255)
    paper_seen = seen(Image.new("L", sharp.size, 255), to_dots, 0)
    picture = Image.composite(ink, Image.new("L", size, by.behind), paper_seen)
    picture = picture.filter(ImageFilter.GaussianBlur(0.05 * by.dpi / 25.4))
    noise = Image.effect_noise(size, by.noise)
    return ImageChops.add(picture, noise, 1, -128).rotate(90 * by.turned, expand=True)


def measured(files: list[Path], paper: Paper, duplex: Flip):
    there = targets(paper, duplex)
    sides = read_sides([scan for file in files for scan in read_scans(file, paper)], there, paper, duplex)
    return fit_readings(sides.readings, there, (paper.width / 2, paper.height / 2)), sides.shift


def off(fit, front: Error, back: Error, paper: Paper, duplex: Flip) -> float:
    """How far what was measured is from the truth, at the worst target, in millimetres."""
    middle = paper.width / 2, paper.height / 2
    fx, fy, turn = front
    mirrored_x = (duplex == Flip.LONG_EDGE) == (paper.height >= paper.width)
    behind = error_matrix((-fx if mirrored_x else fx) * MM, (fy if mirrored_x else -fy) * MM, -turn, middle)
    true = error_matrix(back[0] * MM, back[1] * MM, back[2], middle).then(behind.inverse())
    found = error_matrix(fit.dx, fit.dy, fit.rotation, middle)
    places = [target.back for target in targets(paper, duplex)]
    return max(hypot(*(a - b for a, b in zip(true.apply(*p), found.apply(*p), strict=True))) for p in places) / MM


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., Path]:
    def save(image: Image.Image, name: str, **options: object) -> Path:
        image.save(tmp_path / name, **options)
        return tmp_path / name

    return save


CASES = [
    (A4, Flip.LONG_EDGE, (0.6, -1.2, 0.3), (-2.3, 1.7, -0.6), Scanner()),
    (A4, Flip.SHORT_EDGE, (-1.1, 0.4, -0.2), (2.8, -0.9, 0.4), Scanner(behind=70, skew=-1.8)),
    (LETTER, Flip.LONG_EDGE, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), Scanner(glass=(222.0, 290.0), turned=2)),
    (A4.turned(), Flip.LONG_EDGE, (0.3, 0.2, 0.1), (-0.7, 1.1, 0.2), Scanner(glass=(304.0, 218.0), turned=1)),
    (A4, Flip.LONG_EDGE, (0.9, 0.9, 0.0), (1.5, -1.5, 0.3), Scanner(stretch=1.004, behind=110, noise=14)),
]
FINE = (A4, Flip.SHORT_EDGE, (-1.1, 0.4, -0.2), (2.8, -0.9, 0.4), Scanner(dpi=300, behind=70, skew=-1.8))
"""A scan of four times as many pixels takes as much longer."""


@pytest.mark.parametrize(
    ("paper", "duplex", "front", "back", "by"),
    tried([*CASES, FINE], *CASES[1:3], CASES[4]),
    ids=[*map(str, range(len(CASES))), "fine"],
)
def test_two_scans_tell_the_error_within_a_tenth_of_a_millimetre(saved, paper, duplex, front, back, by):
    other = replace(by, skew=-by.skew / 2, at=(by.at[0] + 0.7, by.at[1] - 0.9))
    files = [
        saved(scanned(paper, duplex, "front", front, by), "front.png"),
        saved(scanned(paper, duplex, "back", back, other), "back.jpg", quality=85),
    ]
    fit, shift = measured(files, paper, duplex)
    assert off(fit, front, back, paper, duplex) < 0.1
    assert shift is not None
    assert (shift[0] / MM, shift[1] / MM) == pytest.approx(front[:2], abs=0.1)


def test_both_sides_may_be_the_pages_of_one_file_in_any_order(saved):
    paper, duplex, front, back, by = CASES[0]
    sides = [scanned(paper, duplex, side, error, by) for side, error in (("back", back), ("front", front))]
    file = saved(sides[0], "both.pdf", save_all=True, append_images=sides[1:], resolution=by.dpi)
    fit, _ = measured([file], paper, duplex)
    assert off(fit, front, back, paper, duplex) < 0.1


def test_an_edge_that_is_cut_off_is_made_up_for_by_the_one_across(saved):
    """A scanner's glass is often just as long as the paper; how far whole sheets are shifted stays unknown then."""
    paper, duplex, front, back, by = CASES[0]
    files = []
    for side, error in (("front", front), ("back", back)):
        image = scanned(paper, duplex, side, error, by)
        files.append(saved(image.crop((0, 0, image.width, image.height - round(9 * by.dpi / 25.4))), f"{side}.png"))
    fit, shift = measured(files, paper, duplex)
    assert off(fit, front, back, paper, duplex) < 0.1
    assert shift is None


def test_paper_on_white_is_refused_with_what_to_do(saved):
    paper, duplex, front, back, by = CASES[0]
    by = replace(by, behind=240)
    files = [saved(scanned(paper, duplex, s, e, by), f"{s}.png") for s, e in (("front", front), ("back", back))]
    with pytest.raises(
        BadReading, match=r"no left or right edge of the paper is to be seen in both scans .*lay black paper behind"
    ):
        measured(files, paper, duplex)


def test_one_side_twice_is_refused(saved):
    file = saved(scanned(*CASES[0][:2], "back", (0, 0, 0), CASES[0][4]), "back.png")
    with pytest.raises(BadReading, match=r"back\.png \(back\), back\.png \(back\); scan the front too"):
        measured([file, file], *CASES[0][:2])


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (Image.new("L", (1300, 1800), 255), "hardly any contrast"),
        (Image.effect_noise((1300, 1800), 100), "the five black discs of the calibration sheet for A4 can't be found"),
        (Image.new("L", (100, 100), 255), "only 100 × 100 pixels; scan at 300 dpi"),
    ],
)
def test_other_pictures_are_refused(saved, image, said):
    with pytest.raises(BadReading, match=said):
        read_scans(saved(image, "x.png"), A4)


def test_the_sheet_of_another_paper_is_refused(saved):
    file = saved(scanned(A4, Flip.LONG_EDGE, "front", (0, 0, 0), Scanner()), "front.png")
    with pytest.raises(BadReading, match="calibration sheet for Letter can't be found"):
        read_scans(file, LETTER)


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.4 nothing", b"\x89PNG\r\n\x1a\n" + b"\0" * 99, b"II*\0" + b"\xff" * 50, b"text"]
)
def test_any_rubbish_in_place_of_a_scan_ends_in_a_message(tmp_path, data):
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(BadReading, match="can be read"):
        read_scans(tmp_path / "x", A4)


def test_thousands_of_spots_take_no_long_search(saved):
    random.seed(3)
    image = Image.new("L", (1300, 1800), 255)
    disc = Image.new("L", (14, 14), 0)
    for _ in range(3000):
        image.paste(disc, (random.randrange(1280), random.randrange(1780)))
    with pytest.raises(BadReading, match="can't be found"):
        read_scans(saved(image, "spots.png"), A4)
