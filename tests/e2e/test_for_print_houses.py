"""Every shipped deck in every colour, standard and layout, judged by ``preflight`` and by readers that are not ours.

``make test`` tries a sample, ``make test-long`` all.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import product
from pathlib import Path
from statistics import fmean, pstdev

import pypdfium2 as pdfium
import pytest
from PIL import Image

from carddesigner.preflight.marks import PageMarks
from carddesigner.preflight.pages import read_page
from carddesigner.preflight.painted import ShownText
from carddesigner.preflight.streams import Bounded
from carddesigner.preflight.walk import Walker
from carddesigner.source import paths
from tests.e2e.test_other_preflight import OTHER, PYTHON

TOOLS = ("gs", "qpdf", "mutool", "pdffonts")
needs_tools = pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"not all of {', '.join(TOOLS)} are there")
DECKS = sorted(p.name for p in paths.decks().iterdir() if (p / "deck.yaml").is_file())
COLOURS = {
    "cmyk": ("--color", "cmyk"),
    "cmyk-x4": ("--color", "cmyk", "--standard", "pdfx4"),
    "rgb-x4": ("--color", "rgb", "--standard", "pdfx4"),
    "x1a": ("--standard", "pdfx1a"),
}
LAYOUTS = ("sheets", "pieces")
SAMPLE = {("three-fields", "x1a", "pieces")}
CASES = [
    pytest.param(*case, id="-".join(case), marks=() if case in SAMPLE else pytest.mark.long)
    for case in product(DECKS, COLOURS, LAYOUTS)
]
SEE_THROUGH = {"mana-and-spells", "mana-and-spells-mats"}
"""Decks with mats whose page something shines through, which PDF/X-1a refuses."""
WITHOUT_BLEED = {"mana-and-spells", "mana-and-spells-mats"}
"""Decks with mats, which are as large as the paper and have no bleed: the one error that is meant."""


def ran(*command: str | Path) -> str:
    """What a reader says, which must find nothing wrong."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, (command[0], done.stdout[-500:], done.stderr[-500:])
    return done.stdout + done.stderr


@needs_tools
@pytest.mark.parametrize(("deck", "colour", "layout"), CASES)
def test_no_reader_finds_anything_wrong(tmp_path, cli, deck, colour, layout):
    built = cli("build", deck, *COLOURS[colour], "--layout", layout, "-q", timeout=300)
    if colour == "x1a" and deck in SEE_THROUGH:
        assert built.code == 1
        assert "PDF/X-1a knows no transparency" in built.err
        assert not list(tmp_path.rglob("*.pdf"))
        return
    assert built.code == 0, built.err
    for pdf in sorted(tmp_path.rglob("*.pdf")):
        if pdf.name.endswith("-pages.pdf"):
            continue  # to be read on a screen
        judged = json.loads(cli("preflight", pdf, "--json", timeout=300).out)
        errors = {f["code"]: f["message"] for f in judged["findings"] if f["severity"] == "error"}
        if deck in WITHOUT_BLEED:
            errors.pop("pdf-bleed", None)
        if pdf.name.endswith("-leaflet.pdf"):
            errors.pop("pdf-bleed", None)  # a sheet of paper that is folded, not cut
        assert not errors, pdf.name
        told = {f["code"] for f in judged["findings"]}
        assert not told & {"pdf-die-line", "pdf-bleed-unpainted", "pdf-black-knocks-out", "pdf-ink-unjudged"}, told
        ran("qpdf", "--check", pdf)
        strict = ("-dPDFSTOPONERROR", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage", "-dNOPAUSE", "-dBATCH", "-q")
        assert ran("gs", *strict, pdf) == ""
        said = ran("mutool", "draw", "-q", "-r", "10", "-o", tmp_path / "page%d.png", pdf)
        said = said.replace("warning: ICC support is not available\n", "")  # as some builds of it have none
        assert "error" not in said
        assert "warning" not in said
        fonts = ran("pdffonts", pdf).splitlines()[2:]
        assert all(line.split()[-5] == "yes" for line in fonts), fonts  # embedded
        if PYTHON is not None and OTHER.is_file():
            standard = {"cmyk": "none", "x1a": "1a"}.get(colour, "4")
            job = ("--pdfx", standard, "--job", "any" if colour.startswith("rgb") else "cmyk")
            done = subprocess.run(
                [PYTHON, str(OTHER), str(pdf), *job], capture_output=True, text=True, env={**os.environ}, check=False
            )
            if done.stdout:
                theirs = [f for f in json.loads(done.stdout)["findings"] if f["severity"] == "error"]
                wrong = {f["code"] for f in theirs} - (
                    {"BOX_NO_BLEED", "BOX_BLEED_SMALL"} if "pdf-bleed" in told else set()
                )
                assert not wrong, (pdf.name, wrong)


DPI = 200


@needs_tools
@pytest.mark.parametrize(
    "deck", [pytest.param(d, marks=() if d == "three-fields" else pytest.mark.long) for d in DECKS]
)
def test_black_text_is_on_the_black_plate_alone_and_die_lines_on_theirs(tmp_path, cli, deck):
    built = cli(
        "build", deck, "--color", "cmyk", "--standard", "pdfx4", "--layout", "pieces", "--unique", "-q", timeout=300
    )
    assert built.code == 0, built.err
    (pdf,) = tmp_path.rglob("*-pieces.pdf")
    with pdfium.PdfDocument(pdf) as document:
        last = len(document)
    texts = {number: black_words(pdf, number) for number in sorted({min(n, last) for n in (1, 2, 3, last)})}
    checked = 0
    for number, boxes in texts.items():
        plates = separations(pdf, number, tmp_path)
        black, others = plates["Black"], [plates[n] for n in ("Cyan", "Magenta", "Yellow")]
        for left, top, width, height in boxes:
            area = [round(v * DPI / 25.4) for v in (left, top, left + width, top + height)]
            letters = list(black.crop(area).tobytes())
            inside = [i for i, v in enumerate(letters) if v < 8]
            outside = [i for i, v in enumerate(letters) if v > 160]
            if len(inside) < 20 or len(outside) < 20:
                continue
            for plate in others:
                levels = list(plate.crop(area).tobytes())
                under, around = [levels[i] for i in inside], [levels[i] for i in outside]
                if pstdev(around) < 2:
                    assert abs(fmean(under) - fmean(around)) < 4, (number, left, top)
                    checked += 1
        for name in ("CutContour", "Crease"):
            if name not in plates:
                continue
            line = plates[name]
            assert line.getextrema()[0] < 80
            for plate in plates.values():
                if plate is line:
                    continue
                # Where the line lies, no other plate has an edge: a step beside it there is the same.
                places = [
                    (x, y)
                    for x in range(8, line.width - 8, 3)
                    for y in range(8, line.height - 8, 3)
                    if line.getpixel((x, y)) < 80
                ]
                on = fmean(plate.getpixel(p) for p in places)
                beside = [fmean(plate.getpixel((x + dx, y + dy)) for x, y in places) for dx, dy in ((6, 6), (-6, -6))]
                assert on > min(beside) - 12, (name, number)
    assert checked or not any(texts.values())


def black_words(pdf: Path, number: int) -> list[tuple[float, float, float, float]]:
    """Where a page has text in black alone that overprints: left, top, width and height in millimetres."""
    import pikepdf

    with pikepdf.open(pdf) as opened:
        given = opened.pages[number - 1]
        page = read_page(number, given.obj)
        marks = Walker(Bounded()).page(given, page.visible)
        on = PageMarks(page, marks, None, None)  # type: ignore[arg-type]
        found = []
        for words, hits in on.each(ShownText):
            plates = words.colour.plates or {}
            if words.overprints and plates.get("K", 0) > 0.99 and sum(plates.values()) < 1.01 and words.size > 7:
                found += [seen for box in hits.boxes if (seen := page.seen(box)) is not None]
        return found


def separations(pdf: Path, number: int, folder: Path) -> dict[str, Image.Image]:
    """The plates of a page: 0 is all ink."""
    own = folder / f"plates{number}"
    own.mkdir()
    ran(
        *("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dOverprint=/enable", "-sDEVICE=tiffsep", f"-r{DPI}"),
        *(f"-dFirstPage={number}", f"-dLastPage={number}", "-o", own / "p%d.tif", pdf),
    )
    return {f.name[3:-5]: Image.open(f).convert("L") for f in sorted(own.glob("p1(*).tif"))}
