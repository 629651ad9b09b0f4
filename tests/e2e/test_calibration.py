"""A simulated printer: the calibration sheet is printed askew, read by its own instructions, and comes out straight after."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from math import cos, dist, hypot, radians, sin
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from carddesigner.draw import operators
from carddesigner.printers.profile import load_printer
from tests.examples import tried

pytestmark = pytest.mark.slow

MM = 72 / 25.4
Point = tuple[float, float]
Error = tuple[float, float, float]
"""Millimetres to the right and down, degrees clockwise, as the back is seen."""


@dataclass(frozen=True)
class Line:
    """A line on a page, in millimetres from the page's top left, y down."""

    start: Point
    end: Point
    width: float

    @property
    def length(self) -> float:
        return dist(self.start, self.end)

    @property
    def middle(self) -> Point:
        return ((self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2)

    @property
    def is_level(self) -> bool:
        return abs(self.end[0] - self.start[0]) > abs(self.end[1] - self.start[1])

    def side(self, p: Point) -> float:
        """How far a point lies to one side of the line."""
        (x, y), (u, v) = self.start, self.end
        return ((u - x) * (p[1] - y) - (v - y) * (p[0] - x)) / self.length


@dataclass(frozen=True)
class Word:
    text: str
    middle: Point
    height: float


@dataclass(frozen=True)
class Side:
    """What can be seen on a page, in millimetres."""

    width: float
    height: float
    lines: list[Line]
    words: list[Word]


def seen(pdf: bytes) -> list[Side]:
    document = pdfium.PdfDocument(pdf)
    with pikepdf.open(BytesIO(pdf)) as other:
        return [
            Side(page.get_width() / MM, page.get_height() / MM, list(lines(raw)), list(words(page)))
            for page, raw in zip(document, other.pages, strict=True)
        ]


def lines(page: Any) -> Iterator[Line]:
    height = float(page.mediabox[3])
    m, stack, path, width = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], [], 1.0
    for values, name in pikepdf.parse_content_stream(page):
        op, v = (
            str(name),
            [float(x) for x in values if not isinstance(x, (pikepdf.Name, pikepdf.Array, pikepdf.String))],
        )
        if op == "q":
            stack.append(m)
        elif op == "Q":
            m = stack.pop()
        elif op == "cm":
            m = times(tuple(v), m)
        elif op == "w":
            width = v[0]
        elif op in ("m", "l"):
            x, y = m[0] * v[0] + m[2] * v[1] + m[4], m[1] * v[0] + m[3] * v[1] + m[5]
            path = [(x / MM, (height - y) / MM)] if op == "m" else [*path, (x / MM, (height - y) / MM)]
        elif op == "S" and len(path) == 2:
            yield Line(path[0], path[1], width)


def times(first: tuple[float, ...], then: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def words(page: pdfium.PdfPage) -> Iterator[Word]:
    """Signs that stand together."""
    text, height = page.get_textpage(), page.get_height()
    run, boxes = "", []
    for i in range(text.count_chars()):
        sign, box = text.get_text_range(i, 1), text.get_charbox(i)
        room = max(1.5, 0.3 * (box[3] - box[1]))
        near = boxes and abs(box[0] - boxes[-1][2]) < room and abs(box[1] - boxes[-1][1]) < 5
        if run and (not sign.strip() or not near):
            yield word(run, boxes, height)
            run, boxes = "", []
        if sign.strip():
            run, boxes = run + sign, [*boxes, box]
    if run:
        yield word(run, boxes, height)


def word(run: str, boxes: list[tuple[float, ...]], height: float) -> Word:
    left, low, right, high = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    return Word(run, ((left + right) / 2 / MM, (height - (low + high) / 2) / MM), (high - low) / MM)


def printed(pdf: bytes, error: Error) -> bytes:
    """What a printer makes of a file: every back is turned about the page's middle, then shifted."""
    dx, dy, degrees = error
    k, s = cos(radians(degrees)), sin(radians(degrees))
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages[1::2]:
            x, y = float(page.mediabox[2]) / 2, float(page.mediabox[3]) / 2
            # PDF has y up, so that clockwise is the negative way round.
            e, f = x - k * x - s * y + dx * MM, y + s * x - k * y - dy * MM
            wrap(document, page, f"{k:.9f} {-s:.9f} {s:.9f} {k:.9f} {e:.9f} {f:.9f} cm")
        out = BytesIO()
        document.save(out)
    return out.getvalue()


def compensated(pdf: bytes, name: str) -> bytes:
    """The same file with its backs drawn where the printer's profile wants them."""
    printer = load_printer(name)
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages[1::2]:
            width, height = (float(v) for v in page.mediabox[2:])
            place = operators.matrix(printer.matrix(width, height)).strip()
            wrap(document, page, f"1 0 0 1 0 {height} cm {place} 1 0 0 1 0 {-height} cm")
        out = BytesIO()
        document.save(out)
    return out.getvalue()


def wrap(document: pikepdf.Pdf, page: Any, before: str) -> None:
    page.contents_add(document.make_stream(f"q {before}\n".encode()), prepend=True)
    page.contents_add(document.make_stream(b"\nQ"))


def crosses(front: Side) -> dict[str, Point]:
    """Where the fine lines of each cross meet, by the letter beside it."""
    fine = [line for line in front.lines if abs(line.length - 8) < 0.01 and line.width < 0.6]
    out = {}
    for level in (line for line in fine if line.is_level):
        (upright,) = [u for u in fine if not u.is_level and dist(u.middle, level.middle) < 4]
        assert abs(level.side(upright.middle)) < 0.01
        out[letter_at(front, level.middle)] = (upright.middle[0], level.middle[1])
    return out


def letter_at(side: Side, at: Point) -> str:
    letters = [w for w in side.words if re.fullmatch("[A-Z]", w.text) and w.height > 5]
    found = min(letters, key=lambda w: dist(w.middle, at))
    assert dist(found.middle, at) < 25
    return found.text


def through(at: Point, side: Side, duplex: str) -> Point:
    """Where a needle comes out on the other side: a sheet turned like a book's page, or like a calendar's."""
    as_a_book = (duplex == "long-edge") == (side.height >= side.width)
    return (side.width - at[0], at[1]) if as_a_book else (at[0], side.height - at[1])


def reading(back: Side, hole: Point) -> tuple[str, float, float]:
    """The scale's letter, and its figures at the hole: across and up."""
    scale = [line for line in back.lines if abs(line.length - 16) < 0.01 and dist(line.middle, hole) < 20]
    figures = [w for w in back.words if re.fullmatch(r"−?\d", w.text) and w.height < 2.5]
    upright, level = {}, {}
    for line in scale:
        below = max(line.start, line.end, key=lambda p: p[1])
        left = min(line.start, line.end)
        if line.is_level:
            at = [w for w in figures if 0.5 < left[0] - w.middle[0] < 7 and abs(w.middle[1] - left[1]) < 0.45]
        else:
            at = [w for w in figures if 0.5 < w.middle[1] - below[1] < 7 and abs(w.middle[0] - below[0]) < 0.45]
        (figure,) = at
        (level if line.is_level else upright)[int(figure.text.replace("−", "-"))] = line
    assert sorted(upright) == sorted(level) == list(range(-8, 9))
    middle = (sum(x.middle[0] for x in scale) / len(scale), sum(x.middle[1] for x in scale) / len(scale))
    return letter_at(back, middle), between(upright, hole), between(level, hole)


def between(scale: dict[int, Line], hole: Point) -> float:
    """The hole's figure: between the lines on both sides of it, by its distances from them."""
    for value in range(-8, 8):
        one, other = abs(scale[value].side(hole)), abs(scale[value + 1].side(hole))
        if one <= 1.001 and other <= 1.001:
            return value + one / (one + other)
    raise AssertionError("the hole is beside the scale")


def read(pdf: bytes, duplex: str) -> dict[str, Point]:
    """What a person reads through each cross of the front."""
    front, back = seen(pdf)
    out = {}
    for letter, at in crosses(front).items():
        there, across, up = reading(back, through(at, front, duplex))
        assert there == letter
        out[letter] = (across, up)
    assert sorted(out) == ["A", "B", "C", "D"]
    return out


def typed(readings: dict[str, Point], digits: int) -> str:
    return ", ".join(f"{name} {across:.{digits}f} {up:.{digits}f}" for name, (across, up) in readings.items())


@pytest.fixture
def sheet(cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., bytes]:
    """The calibration sheet that some options make; profiles are kept apart from one's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def make(*options: str) -> bytes:
        done = cli("calibrate", *options)
        assert done.code == 0, done.err
        return (tmp_path / done.err.split()[0]).read_bytes()

    return make


ERRORS = [(0.6, -1.2, 0.3), (-2.3, 1.7, -0.6), (3.1, 0.4, 0.05)]


@pytest.mark.parametrize(
    ("paper", "duplex"),
    tried(
        product([("A4",), ("Letter",), ("A4", "--landscape")], ["long-edge", "short-edge"]),
        (("A4",), "long-edge"),
        (("Letter",), "short-edge"),
        (("A4", "--landscape"), "long-edge"),
    ),
    ids=lambda v: v if isinstance(v, str) else " ".join(v),
)
def test_a_printer_that_prints_askew_prints_straight_after_calibration(cli, sheet, paper, duplex):
    options = ("--paper", *paper, "--duplex", duplex)
    pdf = sheet(*options)
    for number, error in enumerate(ERRORS):
        name = f"printer-{number}"
        askew = read(printed(pdf, error), duplex)
        assert max(hypot(*r) for r in askew.values()) > 1
        done = cli("calibrate", "--printer", name, *options, "--set", typed(askew, 4))
        assert done.code == 0, done.err
        straight = read(printed(compensated(pdf, name), error), duplex)
        assert max(hypot(*r) for r in straight.values()) < 0.05, (error, straight)


def test_a_deck_comes_out_straight_where_its_printer_is_named(cli, sheet, painted, tmp_path):
    askew = ERRORS[0]
    readings = typed(read(printed(sheet(), askew), "long-edge"), 4)
    assert cli("calibrate", "--printer", "office", "--set", readings).code == 0
    deck = ("build", "monogoto", "--select", "number == 1")
    assert cli(*deck, "-o", "plain").code == 0
    done = cli(*deck, "-o", "straight", "--printer", "office")
    assert done.code == 0, done.err
    plain, straight = ((tmp_path / f / "monogoto/monogoto-sheets.pdf").read_bytes() for f in ("plain", "straight"))
    wanted, found = (painted(pikepdf.open(BytesIO(p))) for p in (plain, printed(straight, askew)))
    assert len(wanted) >= 2
    for here, there in zip(wanted, found, strict=True):
        assert len(here) > 20
        assert all(a.box.is_near(b.box, 0.05) for a, b in zip(here, there, strict=True))
    stems = [tmp_path / f / "monogoto/monogoto-sheets.json" for f in ("plain", "straight")]
    pages = [json.loads(stem.read_text())["pages"] for stem in stems]
    assert pages[0] == pages[1]


def test_a_printer_that_shifts_whole_sheets_prints_in_their_middle(cli, painted, tmp_path):
    """Both sides land 0.8 mm to the right and 0.3 mm higher, as the front is seen."""
    assert cli("calibrate", "--printer", "office", "--shift", "0.8 -0.3").code == 0
    deck = ("build", "monogoto", "--select", "number == 1", "--cutting-template")
    assert cli(*deck, "-o", "plain").code == 0
    done = cli(*deck, "-o", "moved", "--printer", "office")
    assert "on office, on both sides" in done.err
    plain, moved = ((tmp_path / f / "monogoto/monogoto-sheets.pdf").read_bytes() for f in ("plain", "moved"))
    with pikepdf.open(BytesIO(moved)) as document:
        for number, page in enumerate(document.pages):
            wrap(document, page, f"1 0 0 1 {(-0.8 if number % 2 else 0.8) * MM} {0.3 * MM} cm")
        out = BytesIO()
        document.save(out)
    wanted, found = (painted(pikepdf.open(BytesIO(p))) for p in (plain, out.getvalue()))
    assert [len(page) > n for page, n in zip(wanted, (20, 20, 4), strict=False)] == [True] * 3
    for here, there in zip(wanted, found, strict=True):
        assert all(a.box.is_near(b.box, 0.05) for a, b in zip(here, there, strict=True))
    assert plain != moved


def test_a_booklet_to_be_read_is_not_shifted_and_not_made_lighter(cli, tmp_path):
    assert cli("calibrate", "--printer", "office", "--brightness", "A 7, B 8, C 6").code == 0
    assert cli("calibrate", "--printer", "office", "--shift", "0.8 -0.3").code == 0
    assert cli("calibrate", "--printer", "office", "--shift", "0.8 -0.3", "--landscape").code == 0
    for folder, options in (("plain", ()), ("moved", ("--printer", "office"))):
        assert cli("build", "nails-and-hammers", "-o", folder, *options).code == 0
    names = ("rules-pages", "rules-booklet")
    read, printed_ = (
        [(tmp_path / f / f"nails-and-hammers/nails-and-hammers-{name}.pdf").read_bytes() for f in ("plain", "moved")]
        for name in names
    )
    assert read[0] == read[1]
    assert printed_[0] != printed_[1]


@pytest.mark.parametrize("error", ERRORS)
def test_what_a_person_can_read_is_enough(cli, sheet, error):
    pdf = sheet()
    done = cli("calibrate", "--printer", "office", "--set", typed(read(printed(pdf, error), "long-edge"), 1))
    assert done.code == 0, done.err
    straight = read(printed(compensated(pdf, "office"), error), "long-edge")
    assert max(hypot(*r) for r in straight.values()) < 0.15


def test_an_uncompensated_back_lies_exactly_behind_its_front(sheet):
    for options in ((), ("--duplex", "short-edge"), ("--landscape",), ("--landscape", "--duplex", "short-edge")):
        duplex = "short-edge" if "short-edge" in options else "long-edge"
        assert all(hypot(*r) < 0.001 for r in read(sheet(*options), duplex).values()), options


def test_a_printer_that_flips_on_the_other_edge_shows_the_letter_that_the_sheet_says(sheet):
    front, back = seen(printed(sheet(), (0, 0, 180)))
    said = " ".join(pdfium.PdfDocument(sheet())[1].get_textpage().get_text_range().split())
    warned = re.search(r"Is it on scale (\w)\? Then the printer flips on the other edge", said)
    assert warned is not None
    assert letter_at(back, through(crosses(front)["A"], front, "long-edge")) == warned[1] == "D"


def test_the_ruler_is_as_long_as_it_says(sheet):
    front, _ = seen(sheet())
    longest = max(front.lines, key=lambda line: line.length)
    assert longest.length == pytest.approx(100, abs=0.01)
    assert "100" in [w.text for w in front.words]


def test_the_sheet_is_the_same_each_time(sheet, tmp_path):
    assert sheet("-o", "one") == sheet("-o", "two")


ONE_SIDED = """\
deck: plain
title: Plain
stocks: {poker: {shape: card, size: poker}}
components: [{id: cards, copies: 2, stock: poker, front: plain#card}]
"""
TEMPLATE = "template: plain\nfaces: {card: {zones: {ground: {in: bleed, fill: '#c62828'}}}}\n"


@pytest.mark.parametrize(
    ("change", "options", "duplex"),
    [
        ("", (), "none"),
        ("print: {duplex: short-edge}\n", (), "short-edge"),
        ("print: {duplex: gutterfold}\n", (), "gutterfold"),
        ("", ("--duplex", "short-edge"), "short-edge"),
    ],
)
def test_margins_alone_say_nothing_of_how_a_printer_turns_sheets(cli, deck, tmp_path, change, options, duplex):
    assert cli("calibrate", "--printer", "z1", "--margin", "5mm", "--shift", "1 0").code == 0
    deck.write("deck.yaml", ONE_SIDED.replace("card}", "card, back: plain#card}" if change else "card}") + change)
    deck.write("templates/plain.yaml", TEMPLATE)
    ran = cli("build", deck.path, "--printer", "z1", "-o", "x", *options)
    assert ran.code == 0, ran.err
    assert "straightened" not in ran.err
    assert json.loads((tmp_path / "x/plain/plain-sheets.json").read_text())["duplex"] == duplex


def test_an_edge_that_was_named_but_not_measured_may_be_another_for_once(cli, tmp_path):
    assert cli("calibrate", "--printer", "z1", "--margin", "5mm", "--duplex", "short-edge").code == 0
    for folder, options, duplex in (("own", (), "short-edge"), ("once", ("--duplex", "long-edge"), "long-edge")):
        ran = cli("build", "monogoto", "--printer", "z1", "--select", "number == 1", "-o", folder, *options)
        assert (ran.code, "straightened" in ran.err) == (0, False), ran.err
        assert json.loads((tmp_path / folder / "monogoto/monogoto-sheets.json").read_text())["duplex"] == duplex
