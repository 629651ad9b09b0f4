"""Decks sent to print services: pictures and PDFs as these take them, the page that goes with them, and what they can't make."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

import pypdfium2 as pdfium
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

import carddesigner as cd
from carddesigner.core.report import Severity
from carddesigner.preflight.process import judged
from carddesigner.targets.target import target_of
from tests.e2e.chromium import needs_browser

HOSTILE = "<img src=x onerror=alert(1)></title>"
STOCKS = """\
deck: sample
title: {title}
stocks:
  card: {{shape: card, size: poker, bleed: {bleed}, safe: 4mm}}
  wide: {{shape: card, size: [88.9mm, 63.5mm], bleed: 4mm}}
  big: {{shape: card, size: tarot-us, bleed: 4mm}}
  odd: {{shape: square, size: [57.15mm, 57.15mm], bleed: 4mm}}
  tile: {{shape: octagon, size: [63.5mm, 63.5mm], bleed: 4mm}}
palette: {{glow: "#f6cf5a", ink: "#203040", red: "#ff0000"}}
components:
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front:
    zones:
      ground: {in: bleed, fill: glow}
      # From 4 to 3.5 mm outside the cut, and from 3.2 to 2.9.
      far: {in: trim, fill: red, box: {left: -4mm, top: -4mm, width: 0.5mm, height: 97mm}}
      near: {in: trim, fill: ink, box: {left: -3.2mm, top: -4mm, width: 0.3mm, height: 97mm}}
      name: {in: safe, text: "{{ card.name }}", size: 14pt}
  back: {zones: {ground: {in: bleed, fill: ink}}}
  plain: {zones: {ground: {in: bleed, fill: glow}}}
  red: {zones: {ground: {in: bleed, fill: red}}}
  top:
    zones:
      ground: {in: bleed, fill: glow}
      head: {in: trim, fill: ink, box: {left: 0mm, top: 0mm, width: 88.9mm, height: 10mm}}
"""
CARDS = "  - {id: cards, rows: cards.csv, front: sample#front, back: sample#back}\n"
ROWS = "name,copies\nOwl,1\nBear,3\nFox,2\n"
GLOW, INK, RED = (246, 207, 90), (32, 48, 64), (255, 0, 0)


@pytest.fixture
def sample(deck):
    """Writes the deck with these components."""

    def write(components: str = CARDS, rows: str = ROWS, title: str = "Sample", bleed: str = "4mm"):
        deck.write("deck.yaml", STOCKS.format(title=title, bleed=bleed) + components)
        deck.write("cards.csv", rows)
        deck.write("templates/sample.yaml", TEMPLATE)
        return deck

    return write


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize(
    ("service", "size", "near"), [("makeplayingcards", (822, 1122), 2), ("thegamecrafter", (825, 1125), 3)]
)
def test_pictures_have_the_services_pixels_and_bleed_that_is_cut_off_exactly(
    sample, cli, tmp_path, service, size, near
):
    sample()
    ran = cli("export", "./sample", "--to", service)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == (
        f"output/sample/{service}  4 pictures\noutput/sample/{service}/checklist.html says what to do with them\n"
    )
    folder = tmp_path / "output/sample" / service
    names = ["001-cards-001.png", "002-cards-002-x3.png", "003-cards-003-x2.png"]
    assert list(files(folder)) == [".files", "back.png", "checklist.html", *(f"fronts/{n}" for n in names)]
    for path in folder.rglob("*.png"):
        with Image.open(path) as image:
            assert (image.size, image.mode, image.format) == (size, "RGB", "PNG")
            assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            colours = {c for _, c in image.getcolors(1 << 20)}
            edges = {image.getpixel((x, y)) for x in (0, size[0] - 1) for y in (0, size[1] - 1)}
        if path.name == "back.png":
            assert colours == {INK}
            continue
        # What lies outside the service's bleed is gone; what lies across its edge is cut there.
        assert RED not in colours
        assert edges == {INK, GLOW}
        with Image.open(path) as image:
            row = [image.getpixel((x, 5)) for x in range(8)]
        # 0.148 and 0.275 mm of the strip are left, to the nearest pixel.
        assert row == [INK] * near + [GLOW] * (8 - near)


def test_cards_that_lie_are_turned_so_that_both_sides_stand_when_they_are_turned_over(sample, cli, tmp_path):
    sample("  - {id: wide, stock: wide, copies: 1, front: sample#top, back: sample#top}\n")
    assert cli("export", "./sample", "--to", "makeplayingcards").code == 0
    folder = tmp_path / "output/sample/makeplayingcards"
    # The head of the card is the front's right edge, which lies at the back's left.
    for name, at, other in (("fronts/001-wide", 822 - 60, 60), ("back", 60, 822 - 60)):
        with Image.open(folder / f"{name}.png") as image:
            assert image.size == (822, 1122)
            assert (image.getpixel((at, 561)), image.getpixel((other, 561))) == (INK, GLOW)
    assert "turned by a quarter" in (folder / "checklist.html").read_text()
    sample("  - {id: wide, stock: wide, copies: 1, front: sample#top, back: sample#top}\n")
    assert cli("export", "./sample", "--to", "drivethrucards").code == 0
    pdf = pdfium.PdfDocument(tmp_path / "output/sample/drivethrucards/sample-drivethrucards.pdf")
    back, front = (page.render(scale=300 / 72).to_pil().convert("RGB") for page in pdf)
    assert [page.get_mediabox() for page in pdf] == [pytest.approx((0, 0, 198, 270), abs=0.01)] * 2
    assert [[c[0] > 128 for c in (i.getpixel((60, 560)), i.getpixel((765, 560)))] for i in (front, back)] == [
        [True, False],
        [False, True],
    ]


def test_a_pdf_has_the_back_of_every_copy_before_its_front_and_passes_preflight(sample, cli, tmp_path):
    sample()
    ran = cli("export", "./sample", "--to", "drivethrucards")
    assert ran.code == 0, ran.err
    path = tmp_path / "output/sample/drivethrucards/sample-drivethrucards.pdf"
    pdf = pdfium.PdfDocument(path)
    texts = [page.get_textpage().get_text_bounded().strip() for page in pdf]
    assert texts == ["", "Owl", *["", "Bear"] * 3, *["", "Fox"] * 2]
    for page in pdf:
        assert page.get_mediabox() == pytest.approx((0, 0, 198, 270), abs=0.01)
        assert page.get_trimbox() == pytest.approx((9, 9, 189, 261), abs=0.01)
        assert page.get_bleedbox() == pytest.approx((0, 0, 198, 270), abs=0.01)
    found = judged(path, target_of("drivethrucards"))
    assert [f for f in found.findings if f.severity is Severity.ERROR] == []
    assert found.claim == "PDF/X-1a:2003"
    page = (path.parent / "checklist.html").read_text()
    assert "It has 12 pages: of each card the back&#39;s page comes first" in page
    assert re.findall(r"pages \d+ to \d+", page) == ["pages 1 to 2", "pages 3 to 8", "pages 9 to 12"]


def test_ink_is_bound_by_what_the_service_takes(sample, cli, tmp_path):
    deck = sample()
    dark = TEMPLATE.replace("ground: {in: bleed, fill: ink}", 'ground: {in: bleed, fill: "cmyk(90, 80, 70, 20)"}')
    deck.write("templates/sample.yaml", dark)
    ran = cli("export", "./sample", "--to", "drivethrucards")
    assert ran.code == 1
    assert "error[too-much-ink]" in ran.err
    assert "240" in ran.err
    assert not (tmp_path / "output").exists()
    assert cli("build", "./sample", "--layout", "pieces", "--color", "cmyk").code == 0


def test_an_archive_holds_the_same_files_and_is_the_same_each_time(sample, cli, tmp_path):
    sample(CARDS.replace("sample#back", "'sample#{{ card.back }}'"), "name,back\nOwl,red\nBear,back\n")
    folder = tmp_path / "output/sample/thegamecrafter"
    assert cli("export", "./sample", "--to", "thegamecrafter").code == 0
    loose = files(folder)
    assert [n for n in loose if n.startswith("backs/")] == ["backs/001-cards-001.png", "backs/002-cards-002.png"]
    ran = cli("export", "./sample", "--to", "thegamecrafter", "--zip")
    assert "1 archive" in ran.err
    # The loose pictures would be another export's soon.
    assert list(files(folder)) == [".files", "checklist.html", "sample-thegamecrafter.zip"]
    with ZipFile(folder / "sample-thegamecrafter.zip") as archive:
        assert archive.testzip() is None
        packed = {name: archive.read(name) for name in archive.namelist()}
    pictures = {name: data for name, data in loose.items() if name.endswith(".png")}
    assert {name: data for name, data in packed.items() if name.endswith(".png")} == pictures
    assert packed["checklist.html"] == (folder / "checklist.html").read_bytes()
    before = (folder / "sample-thegamecrafter.zip").read_bytes()
    assert cli("export", "./sample", "--to", "thegamecrafter", "--zip").code == 0
    assert (folder / "sample-thegamecrafter.zip").read_bytes() == before


REFUSED = CARDS + (
    "  - {id: odds, stock: odd, copies: 2, front: sample#plain}\n"
    "  - {id: tiles, stock: tile, copies: 2, front: sample#plain}\n"
    "  - {id: box, box: tuck, holds: [cards], front: sample#back}\n"
)


def test_what_a_service_cannot_make_is_refused_at_once_with_the_nearest_and_nothing_is_written(sample, cli, tmp_path):
    deck = sample()
    assert cli("export", "./sample", "--to", "thegamecrafter").code == 0
    folder = tmp_path / "output/sample/thegamecrafter"
    before = files(folder)
    sample(REFUSED, "name\nOwl\n", bleed="0mm")
    ran = cli("export", "./sample", "--to", "thegamecrafter")
    assert ran.code == 1
    for words in (
        "error[service-size]: odds: 57.15 × 57.15 mm is no size that The Game Crafter makes; the nearest is 63.5 × 63.5 mm",
        "error[service-shape]: tiles: an octagon, 63.5 × 63.5 mm, and The Game Crafter cuts rectangles; the nearest is",
        "error[service-shape]: box: a box is cut along its own outline",
        "hint: --leave-out odds,tiles,box sends the others, cards",
        "error[service-bleed]: the stock card has 0 mm of bleed, and The Game Crafter wants 3.175 mm",
        "hint: write `bleed: 3.175mm` or more",
        "4 errors",
    ):
        assert words in ran.err
    assert f"{deck.path.name}/deck.yaml:4:43: error[service-bleed]" in ran.err
    assert files(folder) == before


def test_art_in_the_bleed_goes_on_as_far_as_the_service_wants(sample, cli, tmp_path):
    sample("  - {id: cards, copies: 1, front: sample#red, back: sample#back}\n", bleed="2mm")
    assert cli("export", "./sample", "--to", "thegamecrafter").code == 0
    front = Image.open(tmp_path / "output/sample/thegamecrafter/fronts/001-cards.png").convert("RGB")
    assert front.size == (825, 1125)
    assert {front.getpixel(at) for at in ((0, 0), (824, 0), (0, 1124), (824, 1124), (412, 562))} == {RED}


def test_art_that_ends_before_the_services_bleed_is_an_error(sample, cli, tmp_path):
    deck = sample("  - {id: cards, copies: 1, front: sample#short, back: sample#back}\n", bleed="2mm")
    short = "  short: {zones: {ground: {fill: red, box: {left: -2mm, right: -2mm, top: -5mm, bottom: -5mm}}}}\n"
    deck.write("templates/sample.yaml", TEMPLATE + short)
    ran = cli("export", "./sample", "--to", "thegamecrafter")
    assert ran.code == 1
    assert "cards: art of sample#short ends 2 mm outside the cut, and The Game Crafter wants 3.175 mm" in ran.err
    assert not (tmp_path / "output").exists()


def test_what_is_left_out_is_named_and_a_part_that_is_not_there_is_an_error(sample, cli, tmp_path):
    sample(CARDS + "  - {id: tiles, stock: tile, copies: 2, front: sample#plain}\n", "name\nOwl\n")
    ran = cli("export", "./sample", "--to", "makeplayingcards", "--leave-out", "tiels")
    assert ran.code == 2
    assert "the deck has no component 'tiels'; did you mean 'tiles'?" in ran.err
    assert not (tmp_path / "output").exists()
    assert cli("export", "./sample", "--to", "makeplayingcards", "--leave-out", "tiles").code == 0
    page = (tmp_path / "output/sample/makeplayingcards/checklist.html").read_text()
    assert re.search(r"Not sent</strong>.*\ntiles \(2 pieces\)", page)


@pytest.mark.parametrize(
    ("to", "code", "words"),
    [
        ("makeplayingcads", 2, "did you mean 'makeplayingcards'?"),
        ("pdfx4", 2, "'pdfx4' is no service"),
        ("./nowhere.yaml", 1, "error[missing-file]: nowhere.yaml: there is no such file"),
        ("./house.yaml", 1, "house.yaml:2:8: error[bad-length]"),
    ],
)
def test_a_service_that_is_not_there_or_a_broken_file_of_one_is_said(sample, cli, tmp_path, to, code, words):
    sample()
    (tmp_path / "house.yaml").write_text("target: House\nbleed: 3\n")
    ran = cli("export", "./sample", "--to", to)
    assert ran.code == code
    assert words in ran.err
    assert not (tmp_path / "output").exists()
    ran = cli("export", "./sample", "--to", "png", "--zip")
    assert ran.code == 2
    assert "has nothing of the kind" in ran.err


HOUSE = """\
target: Example Print
source: their guide, page 3
checked: 2026-11-26
{more}
"""


def test_a_print_house_is_one_small_file_for_export_and_preflight(sample, cli, tmp_path):
    sample(CARDS + "  - {id: bigs, stock: big, copies: 2, front: sample#back, back: sample#red}\n")
    house = tmp_path / "house.yaml"
    more = "colour: cmyk\nbleed: 2mm\nsafe: 3mm\npage-order: front-back\nproducts: {poker cards: poker, tarot cards: tarot-us}"
    house.write_text(HOUSE.format(more=more))
    assert cli("export", "./sample", "--to", "./house.yaml").code == 0
    folder = tmp_path / "output/sample/house"
    made = [n for n in files(folder) if n.endswith(".pdf")]
    assert made == ["sample-house-poker-cards.pdf", "sample-house-tarot-cards.pdf"]
    for name in made:
        ran = cli("preflight", str(folder / name), "--for", "./house.yaml")
        assert ran.code == 0, ran.err
    assert len(pdfium.PdfDocument(folder / made[0])) == 12
    assert pdfium.PdfDocument(folder / made[1])[0].get_mediabox()[2:] == pytest.approx(
        [(side + 4) / 25.4 * 72 for side in (69.85, 120.65)], abs=0.01
    )
    # Another house takes each copy as a picture, of any size and with all of its bleed, and no large files.
    house.write_text(HOUSE.format(more="takes: pictures\ncopies: each\nmax-file-size: 1kB\ndpi: 150"))
    ran = cli("export", "./sample", "--to", "./house.yaml", "--leave-out", "bigs")
    assert ran.code == 0
    assert "warning[service-file-size]: the largest file has" in ran.err
    assert "Example Print takes 0.001 MB" in ran.err
    made = list(files(folder))
    # The PDFs of the other house are gone.
    assert made == [".files", "back.png", "checklist.html", *(f"fronts/00{n}-{c}.png" for n, c in enumerate(COPIES, 1))]
    with Image.open(folder / "back.png") as image:
        assert image.size == (round(71.5 / 25.4 * 150), round(96.9 / 25.4 * 150))


COPIES = ("cards-001", "cards-002-1", "cards-002-2", "cards-002-3", "cards-003-1", "cards-003-2")


def test_what_an_earlier_export_wrote_goes_and_nothing_else(sample, cli, tmp_path):
    sample()
    assert cli("export", "./sample", "--to", "makeplayingcards").code == 0
    folder = tmp_path / "output/sample/makeplayingcards"
    (folder / "fronts/own.png").write_bytes(b"mine")
    kept = tmp_path / "output/kept.png"
    kept.write_bytes(b"mine")
    (folder / ".files").write_text((folder / ".files").read_text() + f"../../kept.png\n{kept}\n")
    sample(rows="name,copies\nOwl,1\nBear,1\n")
    assert cli("export", "./sample", "--to", "makeplayingcards").code == 0
    fronts = sorted(p.name for p in (folder / "fronts").iterdir())
    assert fronts == ["001-cards-001.png", "002-cards-002.png", "own.png"]
    assert kept.read_bytes() == b"mine"


def test_pages_come_in_pairs_so_cards_without_any_back_are_refused(sample, cli):
    sample(CARDS.replace(", back: sample#back", ""))
    ran = cli("export", "./sample", "--to", "drivethrucards")
    assert ran.code == 1
    assert "error[service-back]: no card has a back" in ran.err


def test_transparency_is_refused_for_a_house_that_takes_none(sample, cli, tmp_path):
    deck = sample(bleed="3.5mm")
    deck.write("templates/sample.yaml", TEMPLATE.replace("fill: glow}", 'fill: "#f6cf5a80"}', 1))
    ran = cli("export", "./sample", "--to", "mbprint")
    assert ran.code == 1
    assert "error[print-standard]" in ran.err
    assert "hint: use a solid colour instead, or leave it out, for MB Print accepts nothing transparent\n" in ran.err
    file = deck.path / "deck.yaml"
    file.write_text(file.read_text() + "editions: {light: {}}\n")
    assert "an edition without it may go, `--edition light`" in cli("export", "./sample", "--to", "mbprint").err
    sample(bleed="3.5mm")
    assert cli("export", "./sample", "--to", "mbprint").code == 0
    ran = cli("preflight", "output/sample/mbprint/sample-mbprint.pdf", "--for", "mbprint")
    assert ran.code == 0, ran.err
    # Letters are outlines; what `build` makes otherwise has fonts.
    assert cli("build", "./sample", "--layout", "pieces", "--color", "cmyk").code == 0
    ran = cli("preflight", "output/sample/sample-pieces.pdf", "--for", "mbprint")
    assert ran.code == 1
    assert "error[pdf-live-text]" in ran.err


def test_preflight_warns_of_a_file_that_is_too_large(sample, cli, tmp_path):
    sample()
    assert cli("build", "./sample", "--layout", "pieces").code == 0
    (tmp_path / "house.yaml").write_text(HOUSE.format(more="max-file-size: 2kB"))
    ran = cli("preflight", "output/sample/sample-pieces.pdf", "--for", "./house.yaml")
    assert "warning[pdf-file-size]" in ran.err
    assert "Example Print takes 0.002 MB" in ran.err


def test_python_writes_what_the_command_line_does(sample, cli, tmp_path):
    deck = sample(CARDS + "  - {id: tiles, stock: tile, copies: 2, front: sample#plain}\n")
    assert cli("export", "./sample", "--to", "makeplayingcards", "--leave-out", "tiles").code == 0
    made = cd.load_deck(deck.path).export("makeplayingcards", output=tmp_path / "other", leave_out=["tiles"])
    assert files(tmp_path / "other/sample/makeplayingcards") == files(tmp_path / "output/sample/makeplayingcards")
    assert made.artifacts[0].path == tmp_path / "other/sample/makeplayingcards/fronts/001-cards-001.png"
    with pytest.raises(cd.DeckError, match="octagon"):
        cd.load_deck(deck.path).export("makeplayingcards", output=tmp_path / "third")
    with pytest.raises(cd.OptionError, match="did you mean 'thegamecrafter'"):
        cd.load_deck(deck.path).export("thegamecraftr")


@needs_browser
def test_the_checklist_is_one_page_whose_texts_stay_texts(sample, cli, browser: Browser, tmp_path):
    sample(rows=f'name,copies\n"{HOSTILE}",2\nBear,1\n', title=f'"{HOSTILE}"')
    assert cli("export", "./sample", "--to", "thegamecrafter").code == 0
    page = browser.new_page(viewport={"width": 900, "height": 700})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda _: pytest.fail("a text was run"))
    page.on("console", lambda m: pytest.fail(m.text) if m.type == "error" else None)
    page.goto((tmp_path / "output/sample/thegamecrafter/checklist.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{HOSTILE} for The Game Crafter")
    expect(page.get_by_role("heading", level=2)).to_have_text("Poker Deck, 63.5 × 88.9 mm, 3 cards")
    cards = page.locator(".cards > li")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text(HOSTILE)
    expect(cards.first).to_contain_text("× 2")
    expect(cards.first).to_contain_text("fronts/001-cards-001-x2.png")
    expect(page.get_by_text("825 × 1125 pixels each")).to_be_visible()
    assert cards.first.locator("img").evaluate_all("all => all.map(i => i.naturalHeight)") == [150, 150]
    done = cards.first.get_by_role("checkbox")
    cards.first.click()
    expect(done).to_be_checked()
    # Nothing is wider than the page.
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert all(url.startswith(("file:", "data:")) for url in asked)
    page.close()


@pytest.mark.slow
def test_every_card_of_monogoto_may_go_to_a_service_and_its_rules_draw_no_warning(cli, tmp_path):
    """All of its cards go to one that accepts nothing transparent and little ink; black text beside heavy lines and icons overprints."""
    ran = cli("export", "monogoto", "--to", "drivethrucards", "--leave-out", "box")
    assert (ran.code, "error" in ran.err) == (0, False), ran.err
    found = judged(tmp_path / "output/monogoto/drivethrucards/monogoto-drivethrucards.pdf", target_of("drivethrucards"))
    assert found.findings == ()
