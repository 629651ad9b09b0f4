"""``carddesigner preflight`` as somebody runs it: what it prints, its exit codes, and files that were made to break it."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf
from PIL import Image

from tests.e2e.chromium import needs_browser
from tests.pdf_maker import ART, TEXT, make_pdf

pytestmark = pytest.mark.slow

HAIRLINE = "0 w 30 30 m 99 99 l S "


def test_what_is_wrong_is_said_with_place_meaning_and_remedy(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf", ART + TEXT, ART + HAIRLINE)
    run = cli("preflight", "cards.pdf")
    assert run.code == 1
    assert "error[pdf-thin-line]: a line of no width" in run.err
    assert "on page 2 at 10.6, 59.1 mm" in run.err
    assert "means: So thin a line" in run.err
    assert "hint: Make lines 0.25 pt" in run.err
    assert "judged for PDF/X-4: the file says that it is PDF/X-4\n1 error\n" in run.err
    assert run.out == ""


def test_a_good_file_is_said_to_be_one(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf")
    run = cli("preflight", "cards.pdf")
    assert (run.code, run.out) == (0, "")
    assert run.err.endswith("2 pages, nothing found\n")


def test_warnings_alone_are_no_failure(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf", ART + TEXT.replace("/over gs", ""))
    run = cli("preflight", "cards.pdf")
    assert run.code == 0
    assert "1 warning" in run.err
    assert cli("preflight", "cards.pdf", "-q").err == ""


def test_json_has_a_stable_shape(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf", ART + HAIRLINE)
    run = cli("preflight", "cards.pdf", "--json")
    data = json.loads(run.out)
    assert run.err == ""
    assert list(data) == [
        *(
            "schema",
            "file",
            "target",
            "because",
            "claim",
            "pages",
            "sizes_mm",
            "colours",
            "errors",
            "warnings",
            "findings",
        )
    ]
    (finding,) = data["findings"]
    assert finding["places"] == [{"page": 1, "x_mm": 10.6, "y_mm": 59.1, "width_mm": 24.3, "height_mm": 24.3}]
    shown = {k: finding[k] for k in ("severity", "code", "count", "pages")}
    assert shown == {"severity": "error", "code": "pdf-thin-line", "count": 1, "pages": [1]}
    assert finding["means"]
    assert finding["mend"]


@needs_browser
def test_the_page_frames_the_place_and_keeps_hostile_text_as_text(tmp_path, cli, browser):
    evil = "<script>document.title='bad'</script>"

    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj.Resources.Font["/F"] = Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/" + evil)
        )

    make_pdf(tmp_path / "cards.pdf", ART + TEXT + HAIRLINE, change=change)
    run = cli("preflight", "cards.pdf", "--html", "found.html")
    assert run.code == 1
    html = (tmp_path / "found.html").read_text()
    assert evil not in html
    assert not re.search(r'(?:src|href)="(?!#|data:image/png)', html)
    page = browser.new_page()
    requests: list[str] = []
    page.on("request", lambda r: requests.append(r.url))
    page.goto((tmp_path / "found.html").as_uri())
    assert page.title() == "Preflight of cards.pdf"
    assert evil in page.inner_text("ol.findings")
    assert {r[:5] for r in requests} <= {"file:", "data:"}
    # The frame of the line lies on the picture where the page has it: at 30 to 99 points of 195.6 across.
    picture = page.locator("figure image").bounding_box()
    frame = page.locator("rect.frame").last.bounding_box()
    assert picture is not None
    assert frame is not None
    share = (frame["x"] - picture["x"]) / picture["width"]
    assert share == pytest.approx(30 / 195.6, abs=0.02)
    # Its number covers nothing of the place.
    box = "e => [e.getBBox().y, e.getBBox().y + e.getBBox().height]"
    number, framed = (page.locator(f"g.frame {tag}").last.evaluate(box) for tag in ("text", "rect"))
    assert number[1] < framed[0] + 0.2 * (number[1] - number[0])
    page.close()


def test_a_house_and_its_mistakes(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf")
    (tmp_path / "house.yaml").write_text("target: Example\nbleed: 4mm\ncolour: cmyk\n")
    run = cli("preflight", "cards.pdf", "--for", "./house.yaml")
    assert run.code == 1
    assert "leaves 3.00 mm of bleed; it needs 4 mm" in run.err
    (tmp_path / "house.yaml").write_text("target: Example\nbled: 4mm\n")
    run = cli("preflight", "cards.pdf", "--for", "./house.yaml")
    assert run.code == 1
    assert "house.yaml:2:1: error[unknown-key]" in run.err
    assert "did you mean 'bleed'" in run.err
    assert "did you mean 'pdfx4'" in cli("preflight", "cards.pdf", "--for", "pdfx5").err


def test_a_deck_as_it_is_built_has_no_error_and_one_whose_backs_were_moved_has(tmp_path, cli):
    assert cli("build", "monogoto", "-q").code == 0
    path = tmp_path / "output" / "monogoto" / "monogoto-sheets.pdf"
    run = cli("preflight", path)
    assert (run.code, "backs" in run.err) == (0, False)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for number in range(1, 12, 2):
            page = pdf.pages[number]
            page.contents_add(pdf.make_stream(b"q 1 0 0 1 0.57 0 cm\n"), prepend=True)
            page.contents_add(pdf.make_stream(b"\nQ"))
        pdf.save(path)
    run = cli("preflight", path)
    assert run.code == 1
    assert "the art of backs lies 0.2 mm to the right off that of their fronts" in run.err
    assert "pages 2, 4, 6, 8, 10 and 12" in run.err
    assert "was changed since monogoto-sheets.json was written" in run.err


# Files that were made to break it: each ends with a clear error, soon, and without much memory.


def renamed(path: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (20, 20)).save(data, "PNG")
    path.write_bytes(data.getvalue())


def empty(path: Path) -> None:
    path.write_bytes(b"")


def nothing_but_a_head(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7\n")


def cut_short(path: Path) -> None:
    make_pdf(path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])


def locked(path: Path) -> None:
    make_pdf(path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="a", user="b"))


def restricted(path: Path) -> None:
    make_pdf(path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="a", user=""))


def bomb(path: Path) -> None:
    """A page of a gigabyte of operators, packed into a megabyte."""

    def change(pdf: Pdf) -> None:
        packer = zlib.compressobj(9)
        data = b"".join(packer.compress(b"0 0 m 1 1 l S " * 100_000) for _ in range(700)) + packer.flush()
        stream = pdf.make_stream(b"")
        stream.write(data, filter=Name.FlateDecode)
        pdf.pages[0].obj["/Contents"] = stream

    make_pdf(path, change=change)


def twice_packed(path: Path) -> None:
    """The same, packed twice."""

    def change(pdf: Pdf) -> None:
        packer = zlib.compressobj(9)
        data = b"".join(packer.compress(b" " * 10_000_000) for _ in range(20)) + packer.flush()
        stream = pdf.make_stream(b"")
        stream.write(zlib.compress(data, 9), filter=Array([Name.FlateDecode, Name.FlateDecode]))
        pdf.pages[0].obj["/Contents"] = stream

    make_pdf(path, change=change)


def ever_more_forms(path: Path) -> None:
    """Forms that paint the next one ten times, each otherwise stretched: 10²⁰ of them."""

    def change(pdf: Pdf) -> None:
        inner = pdf.make_stream(b"0 0 9 9 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 99, 99])
        for _ in range(20):
            calls = b"".join(b"q 1.%d 0 0 1 0 0 cm /X Do Q " % n for n in range(10, 20))
            outer = pdf.make_stream(calls, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 99, 99])
            outer["/Resources"] = Dictionary(XObject=Dictionary(X=inner))
            inner = outer
        pdf.pages[0].obj.Resources.XObject["/X"] = inner
        pdf.pages[0].obj["/Contents"] = pdf.make_stream(b"/X Do")

    make_pdf(path, change=change)


def page_tree_in_a_circle(path: Path) -> None:
    make_pdf(path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.Root.Pages["/Kids"] = Array([pdf.Root.Pages])
        pdf.save(path)


def very_many_pages(path: Path) -> None:
    count = 100_000
    kids = b" ".join(b"%d 0 R" % (n + 4) for n in range(count))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/MediaBox[0 0 200 300]/Kids[%s]>>" % (count, kids),
        b"<</Length 0>>stream\n\nendstream",
        *[b"<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<<>>>>"] * count,
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, one)
    begun = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % p for p in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, begun)
    path.write_bytes(out)


def brackets_without_end(path: Path) -> None:
    make_pdf(path, ART + "[" * 300_000 + "(" * 300_000)


def huge_picture(path: Path) -> None:
    def change(pdf: Pdf) -> None:
        form = pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Image, Width=10**9, Height=10**9)
        form["/ColorSpace"], form["/BitsPerComponent"] = Name.DeviceCMYK, 8
        page = pdf.pages[0].obj
        page.Resources.XObject["/P"] = form
        page["/Contents"] = pdf.make_stream(b"100 0 0 100 20 20 cm /P Do")

    make_pdf(path, change=change)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (renamed, "this is no PDF but a PNG picture"),
        (empty, "the file is empty"),
        (nothing_but_a_head, "can't be read as a PDF: unable to find trailer"),
        (cut_short, "damaged"),
        (locked, "asks for a password"),
        (restricted, "the file is encrypted"),
        (bomb, "one of its streams holds more than 64 MB"),
        (twice_packed, "one of its streams holds more than 64 MB"),
        (ever_more_forms, "not all of the file was judged: it has more than 40,000 forms"),
        (page_tree_in_a_circle, "can't be read as a PDF: "),
        (very_many_pages, "100,000 pages; the first 2,000 were judged"),
        (brackets_without_end, "never ends"),
        (huge_picture, "could not be counted"),
    ],
)
def test_a_hostile_file_ends_with_a_clear_error(tmp_path, cli, make: Callable[[Path], None], words):
    make(tmp_path / "cards.pdf")
    run = cli("preflight", "cards.pdf")
    assert words in run.err
    assert "Traceback" not in run.err
    assert "not your fault" not in run.err
    assert run.code == (0 if make is huge_picture else 1)


def test_a_file_that_is_not_there_is_said_not_to_be(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf")
    run = cli("preflight", "crads.pdf")
    assert run.code == 1
    assert "did you mean" in run.err
    assert "is not a file" in cli("preflight", ".").err


@pytest.mark.parametrize("font", ["Alegreya Sans", "Cinzel", "League Spartan", "Roboto"])
def test_text_in_the_safe_area_is_as_safe_as_validate_says(deck, cli, font):
    def found(place: str) -> tuple[bool, bool]:
        deck.zones(
            f"""
top: {{{place}, text: "HÉx gjQ", font: f, size: 20pt, bold: true, align: left, valign: top}}
foot: {{{place}, text: "HÉx gjQ", font: f, size: 12pt, bold: true, align: right, valign: bottom}}
"""
        )
        template = deck.path / "templates/sample.yaml"
        template.write_text(template.read_text().replace("fonts:\n", f"fonts:\n  f: {{family: {font}}}\n"))
        said = cli("validate", "./sample").err
        assert cli("build", "./sample", "--layout", "pieces", "--standard", "pdfx4").code == 0
        return "outside-safe" in said, "pdf-near-trim" in cli("preflight", "output/sample/sample-pieces.pdf").err

    assert found("in: safe") == (False, False)
    assert found("box: {left: 2mm, top: 2mm, right: 2mm, bottom: 2mm}") == (True, True)


def test_several_files_are_judged_one_after_the_other(tmp_path, cli):
    for name, content in (("a", ART + TEXT), ("b", ART + HAIRLINE), ("c", ART)):
        make_pdf(tmp_path / f"{name}.pdf", content)
    run = cli("preflight", "a.pdf", "b.pdf", "c.pdf")
    assert run.code == 1
    said = [line for line in run.err.splitlines() if line.endswith((".pdf", "found", "1 error"))]
    assert said == ["a.pdf", "1 page, nothing found", "b.pdf", "1 error", "c.pdf", "1 page, nothing found"]
    assert cli("preflight", "a.pdf", "c.pdf").code == 0
    assert cli("preflight", "a.pdf", "b.pdf", "-q").err.startswith("b.pdf\nerror")
    data = json.loads(cli("preflight", "b.pdf", "c.pdf", "--json").out)
    assert [(d["file"], d["errors"]) for d in data] == [("b.pdf", 1), ("c.pdf", 0)]
    run = cli("preflight", "a.pdf", "b.pdf", "--html", "found.html")
    assert (run.code, "--html" in run.err, (tmp_path / "found.html").exists()) == (2, True, False)
    run = cli("preflight", "x.pdf", "a.pdf", "y.pdf")
    assert (run.code, run.err.count("error[missing-file]")) == (1, 2)


def test_a_house_whose_file_is_not_there_is_looked_for_by_its_name(tmp_path, cli):
    make_pdf(tmp_path / "cards.pdf")
    (tmp_path / "house.yaml").write_text("target: Example\n")
    run = cli("preflight", "cards.pdf", "--for", "./hous.yaml")
    assert run.code == 1
    assert "error[missing-file]: hous.yaml: there is no such file; did you mean 'house.yaml'?" in run.err


def test_how_near_text_may_lie_and_how_it_is_mended_is_explained(cli):
    said = cli("explain", "pdf-near-trim").out
    assert "3 mm for PDF/X" in said
    assert "title: {in: safe" in said
