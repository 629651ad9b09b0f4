"""What is printed for a printer with a curve of tones: colours and pictures, in the PDF alone."""

from __future__ import annotations

import json
from io import BytesIO

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.printers.profile import Printer

ZONES = """\
ground: {in: bleed, fill: "#808080"}
ink: {box: {left: 4mm, width: 10mm, top: 4mm, height: 10mm}, fill: "cmyk(0, 0, 0, 50)"}
spot: {box: {left: 20mm, width: 10mm, top: 4mm, height: 10mm}, fill: "spot(Gold, 0, 50, 0, 0)"}
line: {box: {left: 40mm, width: 10mm, top: 4mm, height: 10mm}, stroke: {color: "#404040", width: 2mm}}
word: {box: {left: 4mm, right: 4mm, top: 50mm, height: 20mm}, text: "**IIII**", size: 60pt, color: "#404040"}
art: {image: art/a.png, box: {left: 10mm, width: 40mm, top: 20mm, height: 20mm}}
photo: {image: art/b.jpg, box: {left: 10mm, width: 40mm, top: 72mm, height: 10mm}}
"""
OFFICE = Printer.model_validate({"printer": "office", "duplex": "long-edge", "brightness": [[0.5, 0.75]]})
PLAIN = OFFICE.model_copy(update={"brightness": ()})


def image(mode: str, color: object, kind: str) -> bytes:
    out = BytesIO()
    Image.new(mode, (40, 20), color).save(out, kind)
    return out.getvalue()


@pytest.fixture
def grey(deck):
    deck.zones(ZONES)
    deck.write("art/a.png", image("RGBA", (128, 0, 255, 255), "PNG"))
    deck.write("art/b.jpg", image("CMYK", (0, 128, 0, 0), "JPEG"))
    return deck


@pytest.fixture
def printed(tmp_path):
    def build(deck, printer, name="printed"):
        options = PrintOptions(output=tmp_path / name, printer=printer, marks="none", duplex="long-edge")
        return build_deck(deck.path, options).artifacts

    return build


def colour(path, x, y) -> tuple[int, ...]:
    """Of a place of the sheet's only card, in millimetres from its trim's top left."""
    pdf = pdfium.PdfDocument(path)
    left, _, _, top = pdf[0].get_trimbox()
    k = 4
    page = pdf[0].render(scale=k).to_pil().convert("RGB")
    at = left + x * 72 / 25.4, pdf[0].get_height() - top + y * 72 / 25.4
    return page.getpixel((round(at[0] * k), round(at[1] * k)))


def test_colours_lines_and_pictures_come_out_lighter_black_and_white_stay(grey, printed):
    before, after = printed(grey, PLAIN, "plain")[0].path, printed(grey, OFFICE)[0].path
    assert colour(before, 2, 2) == (128, 128, 128)
    assert colour(after, 2, 2) == pytest.approx((192, 192, 192), abs=1)
    assert colour(after, 40, 9) == pytest.approx((96, 96, 96), abs=2)
    assert colour(before, 30, 30) == (128, 0, 255)
    assert colour(after, 30, 30) == pytest.approx((192, 0, 255), abs=1)
    for x, y in ((9, 9), (25, 9), (30, 77)):
        assert sum(colour(after, x, y)) > sum(colour(before, x, y)) + 25, (x, y)


def test_text_and_inks_are_written_lighter(grey, printed):
    with pikepdf.open(printed(grey, OFFICE)[0].path) as pdf:
        streams = [
            o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") != "/Image"
        ]
        spaces = [o for o in pdf.objects if isinstance(o, pikepdf.Array) and o and o[0] == "/Separation"]
    written = b"\n".join(streams)
    # 25 % of the light as half as much again, and half of black ink as a quarter.
    assert written.count(b"0.376 g\n") >= 1
    assert b"0 0 0 0.25 k\n" in written
    assert b"0 0 0 0.5 k\n" not in written
    assert [float(v) for v in spaces[0][3].C1] == pytest.approx([0, 0.25, 0, 0])


def test_without_a_curve_not_a_byte_differs(grey, printed, tmp_path):
    with_profile = printed(grey, PLAIN, "profile")[0].path.read_bytes()
    assert printed(grey, None, "none")[0].path.read_bytes() == with_profile


def test_the_manifest_tells_of_cards_not_of_the_printer(grey, printed):
    """So that cards printed on one printer are not new on another."""
    plain, lighter = ({a.kind: a for a in printed(grey, p, n)} for p, n in ((PLAIN, "plain"), (OFFICE, "light")))
    before, after = (json.loads(made["manifest"].path.read_text()) for made in (plain, lighter))
    assert before["pieces"] == after["pieces"]
    assert before["pages"] == after["pages"]
    assert before["artifacts"] != after["artifacts"]


def test_a_picture_is_lighter_for_one_printer_and_as_it_was_for_the_next(grey, printed):
    pictures = []
    for name, printer in (("one", PLAIN), ("two", OFFICE), ("three", PLAIN)):
        pictures.append(colour(printed(grey, printer, name)[0].path, 30, 30))
    assert pictures[0] == pictures[2] != pictures[1]


def test_a_document_whose_pictures_alone_differ_has_another_id(deck, printed):
    deck.zones("art: {image: art/a.png, box: {left: 10mm, width: 40mm, top: 20mm, height: 20mm}}")
    deck.write("art/a.png", image("RGB", (128, 128, 128), "PNG"))
    ids = []
    for name, printer in (("one", PLAIN), ("two", OFFICE)):
        with pikepdf.open(printed(deck, printer, name)[0].path) as pdf:
            ids.append(bytes(pdf.trailer.ID[0]))
    assert ids[0] != ids[1]


BAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<path d="M0 5H10" fill="none" stroke="currentColor" stroke-width="10"/></svg>'
)
RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z" fill="#f00"/></svg>'


def test_lines_of_icons_come_out_in_the_printers_tones_too(deck, printed):
    deck.zones('icon: {icon: bar, color: "#404040", box: {left: 4mm, width: 20mm, top: 4mm, height: 20mm}}\n')
    deck.write("symbols/bar.svg", BAR)
    assert colour(printed(deck, PLAIN, "plain")[0].path, 14, 14) == pytest.approx((64, 64, 64), abs=1)
    assert colour(printed(deck, OFFICE)[0].path, 14, 14) == pytest.approx((96, 96, 96), abs=2)


def test_a_see_through_colour_leaves_what_has_colours_of_its_own(deck, printed):
    deck.zones('icon: {icon: red, color: "#00000040", box: {left: 4mm, width: 20mm, top: 4mm, height: 20mm}}\n')
    deck.write("symbols/red.svg", RED)
    assert colour(printed(deck, PLAIN)[0].path, 14, 14) == pytest.approx((255, 0, 0), abs=1)
