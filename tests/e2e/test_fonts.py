"""Decks in fonts of every kind, read back from their PDFs; the fonts of a deck, a computer's copied into it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from typer import BadParameter

from carddesigner.cli.fonts import fonts
from carddesigner.core.report import DeckError
from carddesigner.pipeline.build import PrintOptions, build_deck
from tests.font_maker import make_collection, make_font

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEMPLATE = """\
template: mine
fonts: {{text: {font}}}
faces:
  front:
    zones:
      text: {{in: safe, text: "{{{{ card.name }}}}", size: 24pt}}
"""
DECK = """\
deck: mine
title: ABC
stocks: {card: {shape: card, size: poker}}
components: [{id: cards, rows: cards.csv, front: mine#front}]
"""


@pytest.fixture
def deck(tmp_path):
    folder = tmp_path / "mine"
    for name in ("templates", "fonts"):
        (folder / name).mkdir(parents=True)
    (folder / "deck.yaml").write_text(DECK)
    (folder / "cards.csv").write_text("name\nABC cab\n")

    def write(font: str = "{family: Test Face}"):
        (folder / "templates/mine.yaml").write_text(TEMPLATE.format(font=font))
        return folder

    return write


def collection(folder):
    parts = [make_font(folder.parent / f"{n}.ttf", style=s) for n, s in enumerate(("Regular", "Light"))]
    return make_collection(folder / "x.ttc", *parts)


AXES = (("wght", 100.0, 400.0, 900.0),)
KINDS = {
    "static.ttf": lambda folder: make_font(folder / "static.ttf"),
    "outlines.otf": lambda folder: make_font(folder / "outlines.otf", kind="cff"),
    "varying.ttf": lambda folder: make_font(folder / "varying.ttf", axes=AXES),
    "varying.otf": lambda folder: make_font(folder / "varying.otf", kind="cff2", axes=AXES),
    "several.ttc": collection,
    "packed.woff2": lambda folder: make_font(folder / "packed.woff2"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_deck_in_a_font_of_any_kind_is_embedded_and_reads_back(cli, deck, kind, tmp_path):
    folder = deck("{family: Test Face, weight: 650}" if kind.startswith("varying") else "Test Face")
    KINDS[kind](folder / "fonts")
    ran = cli("build", "./mine", "--layout", "pieces")
    assert ran.code == 0, ran.err
    file = tmp_path / "output/mine/mine-pieces.pdf"
    with pikepdf.open(file) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        (mine,) = [f for f in fonts if "TestFace" in str(f.FontName)]
        postscript = kind.endswith("otf")
        assert ("/FontFile3" in mine, "/FontFile2" in mine) == (postscript, not postscript)
        if postscript:
            assert mine.FontFile3.Subtype == "/CIDFontType0C"
        assert pdf.check_pdf_syntax() == [] if hasattr(pdf, "check_pdf_syntax") else pdf.check() == []
    document = pypdfium2.PdfDocument(file)
    assert "ABC cab" in document[0].get_textpage().get_text_range()
    # Each letter is a box as high as its place in the font; B is higher than A.
    picture = document[0].render(scale=4).to_pil().convert("L").point(lambda v: 255 * (v < 128))
    dark = picture.tobytes()
    columns = [dark[x :: picture.width].count(255) for x in range(picture.width)]
    assert len({c for c in columns if c > 20}) >= 3
    for tool, *options in (
        ("qpdf", "--check"),
        ("mutool", "info"),
        ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage"),
    ):
        if shutil.which(tool):
            said = subprocess.run([tool, *options, str(file)], capture_output=True, text=True, check=True)
            assert "warn" not in (said.stderr + (said.stdout if tool == "gs" else "")).lower()


def test_fonts_lists_what_there_is_with_the_letters_it_has(cli, deck):
    folder = deck()
    make_font(folder / "fonts/x.ttf")
    (folder / "fonts/bad.otf").write_bytes(b"%!PS-AdobeFont")
    (folder / "cards.csv").write_text("name\nABC♠\n")
    ran = cli("fonts", "./mine")
    assert "Test Face      3 of 4 (not ♠), Regular 400" in ran.out
    assert "fonts/bad.otf  is a Type 1 font; convert it to .otf" in ran.out
    assert "Game Symbols    1 of 4 (not ABC)" in ran.out
    assert "In no font" not in ran.out
    (folder / "cards.csv").write_text("name\nABC\U00010380\n")
    assert "In no font of the deck or the program: \U00010380\n" in cli("fonts", "./mine").out
    (folder / "cards.csv").write_text("name\nABC♠\n")
    found = {f["family"]: f for f in json.loads(cli("fonts", "./mine", "--json").out)["fonts"]}
    assert (found["Test Face"]["covers"], found["Test Face"]["lacks"], found["Test Face"]["origin"]) == (3, "♠", "deck")
    assert found["Roboto"]["licence"] == "SIL Open Font License 1.1"


def test_fonts_as_a_page_shows_samples_and_runs_nothing(cli, deck, tmp_path):
    folder = deck()
    make_font(folder / "fonts/x.ttf", "<script>alert(1)</script>")
    assert cli("fonts", "./mine", "--html", "fonts.html").code == 0
    page = (tmp_path / "fonts.html").read_text()
    assert "<script>" not in page
    assert page.count('<img src="data:image/svg+xml;base64,') > 5


@pytest.fixture
def computer(tmp_path, monkeypatch):
    """Where this computer keeps the fonts of who works at it."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "home/.local/share/fonts"
    folder.mkdir(parents=True)
    return folder


def test_a_font_of_the_computer_is_copied_with_its_licence(deck, computer, tmp_path, capsys):
    folder = deck("Test Face")
    make_font(computer / "any name.ttf")
    make_font(computer / "kept.ttf", "Kept Face", rights=2)
    # A build needs nothing of the computer.
    with pytest.raises(DeckError, match="there is no font 'Test Face'") as raised:
        build_deck("./mine", PrintOptions(output=tmp_path / "out"))
    assert len(raised.value.report.errors) == 1
    fonts(["add", "test face", "./mine"])
    said = capsys.readouterr().out
    assert "licence: the font states none" in said
    assert "fonts: {text: {family: Test Face}}" in said
    assert (folder / "fonts/any name.ttf").is_file()
    build_deck("./mine", PrintOptions(output=tmp_path / "out"))
    with pytest.raises(DeckError, match=r"kept.ttf may not be embedded, by its licence \(fsType 2\)"):
        fonts(["add", "Kept Face", "./mine"])
    assert not (folder / "fonts/kept.ttf").exists()
    with pytest.raises(DeckError, match=r"did you mean 'Test Face'\?"):
        fonts(["add", "Tset Face", "./mine"])


def test_a_copied_font_replaces_no_other_and_stays_in_the_deck(deck, computer, tmp_path):
    folder = deck("Test Face")
    make_font(computer / "x.ttf")
    (folder / "fonts").mkdir(exist_ok=True)
    (folder / "fonts/x.ttf").write_bytes(b"mine")
    with pytest.raises(BadParameter, match="exists already and differs"):
        fonts(["add", "Test Face", "./mine"])
    assert (folder / "fonts/x.ttf").read_bytes() == b"mine"
    shutil.rmtree(folder / "fonts")
    (tmp_path / "outside").mkdir()
    (folder / "fonts").symlink_to(tmp_path / "outside")
    with pytest.raises(DeckError, match="leads out of the deck's folder"):
        fonts(["add", "Test Face", "./mine"])
    assert not list((tmp_path / "outside").iterdir())


def test_the_gallery_of_fonts_is_set_in_each_of_them(cli, tmp_path):
    ran = cli("build", DOCS / "gallery" / "fonts", "--layout", "pieces")
    assert ran.code == 0, ran.err
    with pikepdf.open(tmp_path / "output/gallery-fonts/gallery-fonts-pieces.pdf") as pdf:
        names = {
            str(o.FontName).partition("+")[2]
            for o in pdf.objects
            if isinstance(o, pikepdf.Dictionary) and "/FontName" in o
        }
    assert {"Cinzel-Black", "Cinzel-Bold", "Literata-Italic", "Literata-BoldItalic", "GameSymbols-Regular"} <= names
