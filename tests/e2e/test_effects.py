"""Each effect of the gallery's deck as it looks: compared with its picture, and drawn alike by two readers."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from carddesigner.core.report import Report
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.source.yaml import load_yaml

ROOT = Path(__file__).resolve().parents[2]
DECK = ROOT / "docs" / "gallery" / "effects"
GOLDEN = ROOT / "tests" / "golden" / "effects"
DPI = 75
MEAN, FAR, SHARE = 1.0, 48, 0.005
"""The most that colours may differ from a golden picture on average, of 255, and the share of pixels that may differ by more than
FAR.
"""
READERS_MEAN = 2.5
"""The same of two readers, edges left out, which each smooths in its own way."""


def names() -> list[str]:
    path = DECK / "templates" / "effects.yaml"
    root = load_yaml(path, path.read_text(), Report())
    assert root is not None
    return list(root.mapping["faces"].mapping)


@cache
def built(folder: Path) -> Path:
    return build_deck(DECK, PrintOptions(output=folder, layout="pieces")).artifacts[0].path


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("effects"))


def page(pdf: Path, name: str, dpi: int = DPI) -> Image.Image:
    document = pdfium.PdfDocument(pdf)
    try:
        return document[names().index(name)].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


@pytest.mark.parametrize("name", names())
def test_an_effect_looks_as_it_did(pdf: Path, name: str) -> None:
    shown, golden = page(pdf, name), GOLDEN / f"{name}.png"
    if os.environ.get("CARDDESIGNER_GOLDEN") == "renew":
        GOLDEN.mkdir(exist_ok=True)
        shown.save(golden, optimize=True)
    with Image.open(golden) as opened:
        wanted = opened.convert("RGB")
    assert shown.size == wanted.size
    difference = ImageChops.difference(shown, wanted)
    assert max(ImageStat.Stat(difference).mean) <= MEAN
    far = difference.convert("L").point(lambda v: 255 if v > FAR else 0)
    assert ImageStat.Stat(far).mean[0] / 255 <= SHARE


@pytest.mark.skipif(shutil.which("mutool") is None, reason="mutool is not there")
@pytest.mark.parametrize("name", names())
def test_two_readers_show_an_effect_alike(pdf: Path, name: str, tmp_path: Path) -> None:
    out, number = tmp_path / "page.png", str(names().index(name) + 1)
    ran = subprocess.run(
        ["mutool", "draw", "-q", "-r", str(2 * DPI), "-o", out, pdf, number], capture_output=True, text=True, check=True
    )
    said = [line for line in ran.stderr.splitlines() if "ICC support" not in line]
    assert said == [], "mutool finds nothing wrong"
    with Image.open(out) as opened:
        theirs = opened.convert("RGB")
    ours = page(pdf, name, 2 * DPI).resize(theirs.size)
    blur = ImageFilter.GaussianBlur(3)
    difference = ImageChops.difference(ours.filter(blur), theirs.filter(blur))
    assert max(ImageStat.Stat(difference).mean) <= READERS_MEAN


@pytest.mark.parametrize(
    "command", [["qpdf", "--check"], ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage"]]
)
def test_other_programs_find_nothing_wrong(pdf: Path, command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not there")
    ran = subprocess.run([*command, pdf], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout == "" or "No syntax or stream encoding errors found" in ran.stdout


def test_words_are_copied_once_whatever_is_done_to_them(pdf: Path) -> None:
    document = pdfium.PdfDocument(pdf)
    try:
        said = {name: document[i].get_textpage().get_text_bounded().split() for i, name in enumerate(names())}
    finally:
        document.close()
    assert said["gradient-text"] == ["Dragon"]
    assert said["text-stroke"] == ["Under", "Over"]
    assert said["shadow"] == ["Shadow"]
    assert "".join(said["arc"]) == "Overthehillsandfaraway"
