"""Boxes and nets as a printer gets them: read back from the PDF, and looked at."""

from __future__ import annotations

import json
import re
import subprocess

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.printers.profile import Printer

DPI = 150
MM = 72 / 25.4

BLOCKS = """\
deck: blocks
title: Blocks
stocks:
  card: {shape: card, size: [57.15mm, 57.15mm], corner: 0mm}
palette: {red: "#c62828", paper: "#ffffff"}
components:
  - {id: cards, copies: 50, front: blocks#card, back: blocks#card}
  - {id: stoppers, net: {size: [22.86mm, 22.86mm, 11.43mm]}, copies: 10, front: blocks#stopper}
  - {id: plain, box: tuck, holds: [cards]}
"""
TEMPLATE = """\
template: blocks
faces:
  card: {zones: {ground: {in: bleed, fill: red}}}
  stopper: {zones: {ground: {in: bleed, fill: red}}}
"""


class Printed:
    """A deck's PDF, rendered page by page, and its manifest."""

    def __init__(self, deck: str, settings: PrintOptions) -> None:
        self.result = build_deck(deck, settings)
        pdf, listing = (a.path for a in self.result.artifacts)
        self.path = pdf
        self.manifest = json.loads(listing.read_text())
        self.pdf = pikepdf.open(pdf)
        self.document = pdfium.PdfDocument(pdf)
        self.pictures: dict[int, Image.Image] = {}

    def page(self, component: str, side: str = "front") -> int:
        """The first page of a component."""
        pages = self.manifest["pages"]
        return next(i for i, p in enumerate(pages) if p["component"] == component and p["side"] == side)

    def picture(self, page: int) -> Image.Image:
        if page not in self.pictures:
            self.pictures[page] = self.document[page].render(scale=DPI / 72).to_pil().convert("RGB")
        return self.pictures[page]

    def color(self, page: int, x: float, y: float) -> tuple[int, int, int]:
        """What lies at a place of a page, in millimetres from its top left."""
        return self.picture(page).getpixel((round(x / 25.4 * DPI), round(y / 25.4 * DPI)))


@pytest.fixture(scope="module", params=["A4", "Letter"])
def monogoto(request, tmp_path_factory) -> Printed:
    output = tmp_path_factory.mktemp("box")
    return Printed("monogoto", PrintOptions(output=output, paper=PAPERS[request.param]))


@pytest.fixture(scope="module")
def blocks(tmp_path_factory) -> Printed:
    folder = tmp_path_factory.mktemp("blocks")
    (folder / "templates").mkdir()
    (folder / "deck.yaml").write_text(BLOCKS)
    (folder / "templates/blocks.yaml").write_text(TEMPLATE)
    return Printed(str(folder) + "/", PrintOptions(output=folder / "output", share=False))


def near(color: tuple[int, ...], wanted: str) -> bool:
    return all(abs(c - int(wanted[i : i + 2], 16)) < 12 for c, i in zip(color, (1, 3, 5), strict=True))


def separations(pdf: pikepdf.Pdf) -> set[str]:
    return {
        str(o[1]) for o in pdf.objects if isinstance(o, pikepdf.Array) and len(o) == 4 and str(o[0]) == "/Separation"
    }


def test_monogotos_box_comes_after_its_cards_on_a_sheet_of_its_own(monogoto):
    pages = monogoto.manifest["pages"]
    assert [p["component"] for p in pages].index("box") == len(pages) - 2
    (slot,) = pages[-2]["slots"]
    assert slot["piece"] == "box"
    # 117 cards of 0.3 mm: the flaps are as long as the paper leaves them, up to 20 mm.
    assert slot["width_mm"] == pytest.approx(222.31, abs=0.05)
    assert slot["height_mm"] == pytest.approx(min(208.03, pages[-2]["paper_mm"][1] - 12.7), abs=0.05)
    assert pages[-1]["slots"] == []
    assert "box" in monogoto.result.steps[-1]
    assert "65.7 × 91.1 × 39.1 mm" in monogoto.result.steps[-1]


def test_die_lines_are_spot_colours_that_overprint(monogoto):
    assert separations(monogoto.pdf) == {"/CutContour", "/Crease", "/Glue"}
    states = [o for o in monogoto.pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/OP") is not None]
    assert [(bool(s["/OP"]), bool(s["/op"]), int(s["/OPM"])) for s in states] == [(True, True, 1)]


def test_art_bleeds_over_cuts_and_stays_off_flaps(monogoto):
    page = monogoto.page("box")
    (slot,) = monogoto.manifest["pages"][page]["slots"]
    left, top, high = slot["x_mm"], slot["y_mm"], slot["height_mm"]
    tuck = (high - 90.7 - 2 * 38.65) / 2
    back_top = top + tuck + 38.65
    ink = "#1f1b2e"
    assert near(monogoto.color(page, left + 15 + 30, back_top + 3), ink), "the back has its ground"
    assert near(monogoto.color(page, left + 15 + 65.1 + 1.5, top + tuck + 5), ink), "the lid bleeds over its side"
    assert near(monogoto.color(page, left + 15 + 65.1 + 38.4 + 4, back_top - 2), "#f6cf5a"), "the front bleeds upwards"
    glue = [monogoto.color(page, left + 1 + i, back_top + 45 + i) for i in range(12)]
    assert not any(near(c, ink) for c in glue), "glue needs paper"
    for x in (left + 15 + 12, left + 15 + 50):
        assert near(monogoto.color(page, x, top + tuck / 2), "#ffffff"), "the tuck is not printed"


def test_a_cut_through_art_has_no_line_but_ticks_in_its_bleed_that_are_seen_on_any_colour(blocks):
    page = blocks.page("stoppers")
    slot = blocks.manifest["pages"][page]["slots"][0]
    # The left wall's outer edge is the net's left side.
    left, middle = slot["x_mm"], slot["y_mm"] + slot["height_mm"] - 11.43 - 11.43

    def row(y: float) -> list[tuple[int, ...]]:
        return [blocks.color(page, x, y) for x in _steps(left - 2.5, 5)]

    assert all(near(c, "#c62828") for c in row(middle)), "nothing stands on the edge"
    above = row(middle - 11.43 - 1.5)
    assert near(above[0], "#c62828")
    assert near(above[-1], "#c62828")
    assert any(min(c) > 200 for c in above), "white"
    assert any(c[0] > 200 and c[1] < 160 and c[2] > 100 for c in above), "and magenta on it"


def magenta(image: Image.Image) -> set[tuple[int, int]]:
    """Where a picture shows lines to cut along."""
    red, green, blue = image.split()
    is_red = red.point(lambda v: 255 * (v > 150))
    seen = ImageChops.darker(is_red, ImageChops.subtract(blue, green).point(lambda v: 255 * (v > 60)))
    return {(at.start() % image.width, at.start() // image.width) for at in re.finditer(b"\xff", seen.tobytes())}


@pytest.fixture
def written(tmp_path):
    """Builds the blocks with settings of ``print:``; *art* says whether nets are printed on."""

    def build(settings: str, *, art: bool = True, **options) -> Printed:
        folder = tmp_path / ("blocks" if art else "plain")
        (folder / "templates").mkdir(parents=True)
        deck = BLOCKS if art else BLOCKS.replace(", front: blocks#stopper", "")
        (folder / "deck.yaml").write_text(f"{deck}print: {{{settings}}}\n")
        (folder / "templates/blocks.yaml").write_text(TEMPLATE)
        return Printed(f"{folder}/", PrintOptions(output=folder / "output", **{"share": False, **options}))

    return build


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_lines_may_lie_on_the_unprinted_side_behind_the_art(written, duplex):
    printed, plain = written(f"die-lines: back, duplex: {duplex}"), written(f"duplex: {duplex}", art=False)
    page = printed.page("stoppers")
    assert printed.manifest["pages"][page]["slots"] == plain.manifest["pages"][plain.page("stoppers")]["slots"]
    front, back = (printed.picture(n) for n in (page, page + 1))
    assert not magenta(front), "no line on the front"
    upright = back.height > back.width
    sideways = upright == (duplex == "long-edge")
    seen = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if sideways else Image.Transpose.FLIP_TOP_BOTTOM)
    lines, wanted = magenta(seen), magenta(plain.picture(plain.page("stoppers")))
    assert len(wanted) > 1000
    near = {(x + dx, y + dy) for x, y in lines for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert wanted <= near, "through the paper they lie where they would be on the front"
    step = next(s for s in printed.result.steps if s.startswith("stoppers"))
    assert "on the back, crease" in step


@pytest.mark.parametrize("options", [{"duplex": "gutterfold"}, {"duplex": "none"}, {"layout": "pieces", "share": None}])
def test_where_nets_have_no_back_the_lines_are_on_the_front(written, options):
    printed = written("die-lines: back", **options)
    assert len(magenta(printed.picture(printed.page("stoppers")))) > 100
    assert not any("on the back" in step for step in printed.result.steps)
    sides = {p["side"] for p in printed.manifest["pages"] if p["component"] == "stoppers" and p["slots"]}
    assert sides == {"front"}


def test_nets_that_are_not_printed_on_have_whole_lines(written):
    plain = written("", art=False)
    lines = magenta(plain.picture(plain.page("stoppers")))
    slot = plain.manifest["pages"][plain.page("stoppers")]["slots"][0]
    middle = slot["y_mm"] + slot["height_mm"] - 2 * 11.43
    x, y = (round(v / 25.4 * DPI) for v in (slot["x_mm"], middle))
    assert all({(x + d, y + n) for d in (-1, 0, 1)} & lines for n in range(-30, 30))
    (step,) = (s for s in plain.result.steps if s.startswith("stoppers"))
    assert "tick" not in step


def _steps(start: float, length: float) -> list[float]:
    return [start + i * 0.1 for i in range(round(length * 10))]


def test_ten_stoppers_lie_on_one_sheet_without_crop_marks(blocks):
    pages = [p for p in blocks.manifest["pages"] if p["component"] == "stoppers" and p["side"] == "front"]
    (page,) = pages
    assert len(page["slots"]) == 10
    width, height = page["paper_mm"]
    for slot in page["slots"]:
        assert (slot["width_mm"], slot["height_mm"]) == pytest.approx((45.72, 74.58), abs=0.01)
        assert 6.3 <= slot["x_mm"] <= width - 6.3 - 45.72
        assert 6.3 <= slot["y_mm"] <= height - 6.3 - 74.58
    operators = [str(o.operator) for o in pikepdf.parse_content_stream(blocks.pdf.pages[blocks.page("stoppers")])]
    assert "Do" in operators
    picture = blocks.picture(blocks.page("stoppers"))
    marks = picture.crop((0, 0, picture.width, round(6 / 25.4 * DPI)))
    assert marks.getextrema() == ((255, 255),) * 3, "something stands in the margin"


def test_backs_of_cards_still_meet_their_fronts_beside_nets(blocks):
    sides = [(p["sheet"], p["side"]) for p in blocks.manifest["pages"]]
    assert sides == [(n, s) for n in range(1, len(sides) // 2 + 1) for s in ("front", "back")]


def test_print_houses_get_a_box_whole_with_nothing_but_its_lines(tmp_path):
    pieces = Printed("monogoto", PrintOptions(output=tmp_path, layout="pieces", unique=True))
    page = pieces.page("box")
    assert [p["side"] for p in pieces.manifest["pages"] if p["component"] == "box"] == ["front"]
    width, height = pieces.manifest["pages"][page]["paper_mm"]
    assert (width, height) == pytest.approx((222.31 + 6, 208.03 + 6), abs=0.05)
    # Where sheets have white beside the lid's cut, there is art alone.
    left = 3 + 15 + 0.2
    row = [pieces.color(page, left + x, 30) for x in (-1.5, -1.0, 1.5)]
    assert all(near(c, "#1f1b2e") for c in row)


def test_a_printer_with_one_wide_margin_still_prints_a_box_whole(tmp_path):
    """211.6 × 197.3 mm fit between margins of 4 mm at the sides and 13 mm at the ends, not between 13 mm all round."""
    sides = {"left": "4mm", "top": "4mm", "right": "4mm", "bottom": "13mm"}
    parts = []
    for margin in (sides, "13mm"):
        printer = Printer.model_validate({"printer": "office", "duplex": "long-edge", "margin": margin})
        made = build_deck("monogoto", PrintOptions(output=tmp_path, printer=printer))
        parts.append(next(c.pieces for c in made.components if c.id == "box"))
    assert parts == [1, 2]


def test_the_inks_names_are_settings(tmp_path):
    folder = tmp_path / "blocks"
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(BLOCKS + "print: {die-lines: {cut: Stanze, crease: Rill, width: 0.25pt}}\n")
    (folder / "templates/blocks.yaml").write_text(TEMPLATE)
    assert separations(Printed(f"{folder}/", PrintOptions(output=tmp_path)).pdf) == {"/Stanze", "/Rill", "/Glue"}


def test_a_gutterfold_leaves_nets_unfolded(tmp_path):
    folder = tmp_path / "blocks"
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(BLOCKS)
    (folder / "templates/blocks.yaml").write_text(TEMPLATE)
    printed = Printed(f"{folder}/", PrintOptions(output=tmp_path, duplex="gutterfold"))
    assert len(printed.manifest["pages"][printed.page("stoppers")]["slots"]) == 10


def test_only_sheets_with_backs_are_said_to_be_folded_in_a_gutterfold(tmp_path):
    folder = tmp_path / "blocks"
    (folder / "templates").mkdir(parents=True)
    (folder / "templates/blocks.yaml").write_text(TEMPLATE)
    lines = BLOCKS.splitlines(keepends=True)
    for deck, where in ((lines, "in its middle, where it has one, printed"), (lines[:7], "in its middle, printed")):
        (folder / "deck.yaml").write_text("".join(deck))
        steps = build_deck(f"{folder}/", PrintOptions(output=tmp_path, duplex="gutterfold")).steps
        assert f"Fold each sheet along the dashed line {where} side out, and glue it." in steps


def test_programs_that_read_pdfs_have_nothing_to_say(blocks):
    checked = subprocess.run(["qpdf", "--check", blocks.path], capture_output=True, text=True, check=False)
    assert (checked.returncode, "WARNING" in checked.stdout + checked.stderr) == (0, False)


def test_a_shipped_deck_has_no_warnings_for_its_box():
    report = Report()
    lay_out(print_job(loaded_deck("monogoto", report)), report)
    assert list(report) == []
