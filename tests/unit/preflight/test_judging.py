"""What is found in PDFs that have one thing wrong, and nothing in those that have nothing wrong."""

from __future__ import annotations

from collections.abc import Callable

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from carddesigner.preflight.findings import Finding
from carddesigner.preflight.judge import Judged, judge
from carddesigner.targets.target import target_of
from tests.pdf_maker import ART, FULL, MM, PROFILES, TEXT, make_pdf, picture

GOOD = ART + TEXT


@pytest.fixture
def judged(tmp_path):
    """Judge a file of one page, or a changed one."""

    def judge_it(content: str = GOOD, *, of: str | None = None, **more) -> Judged:
        path = make_pdf(tmp_path / "cards.pdf", content, **more)
        return judge(path, target_of(of) if of is not None else None)

    return judge_it


def one(judged: Judged, code: str) -> Finding:
    """The one finding of a code."""
    found = [f for f in judged.findings if f.code == code]
    assert len(found) == 1, judged.findings
    return found[0]


def codes(judged: Judged) -> set[tuple[str, str]]:
    return {(str(f.severity), f.code) for f in judged.findings}


def test_a_good_file_has_nothing_wrong_and_is_judged_for_what_it_claims(judged):
    found = judged()
    assert found.findings == ()
    assert (found.target, found.claim, found.sizes) == ("PDF/X-4", "PDF/X-4", ((63.0, 88.0),))


def test_a_file_without_a_claim_is_judged_by_its_colours(judged):
    assert judged(standard=None).target == "a print house (CMYK)"
    assert judged("1 0 0 rg " + FULL, standard=None).target == "a printer at home"


def test_a_good_file_of_the_older_standard_has_nothing_wrong(judged):
    found = judged(standard="pdfx1a", version="1.4")
    assert (found.target, found.findings) == ("PDF/X-1a:2003", ())


def show(pdf: Pdf, thing: pikepdf.Stream, matrix: str, before: str = "") -> None:
    """Paint a picture or form on the first page."""
    page = pdf.pages[0].obj
    page.Resources.XObject["/P"] = pdf.make_indirect(thing)
    page.Contents = pdf.make_stream(f"{GOOD} q {before} {matrix} cm /P Do Q".encode())


def without(*keys: str) -> Callable[[Pdf], None]:
    """Take a key of the first page away, or of what a path leads to."""

    def change(pdf: Pdf) -> None:
        place = pdf.pages[0].obj
        for key in keys[:-1]:
            place = place[key]
        del place[keys[-1]]

    return change


def on_page(key: str, value: object) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].obj[key] = value

    return change


def unembedded(pdf: Pdf) -> None:
    pdf.pages[0].obj.Resources.Font["/F"] = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)


def coarse(pdf: Pdf) -> None:
    # 100 pixels on 10 mm, by the picture's own matrix, a form's and the page's.
    form = pdf.make_stream(b"q 2 0 0 2 0 0 cm /I Do Q", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 99, 99])
    form["/Matrix"] = Array([MM, 0, 0, MM, 0, 0])
    image = picture(pdf, 100, 100, Name.DeviceCMYK, b"\x20\x10\0\0")
    form["/Resources"] = Dictionary(XObject=Dictionary(I=pdf.make_indirect(image)))
    show(pdf, form, "5 0 0 5 30 30")


def inky(pdf: Pdf) -> None:
    show(pdf, picture(pdf, 400, 400, Name.DeviceCMYK, b"\xff\xff\xff\x80"), "60 0 0 60 30 30")


def rgb_picture(pdf: Pdf) -> None:
    show(pdf, picture(pdf, 400, 400, Name.DeviceRGB, b"\xff\0\0"), "60 0 0 60 30 30")


def one_bit(pdf: Pdf) -> None:
    show(pdf, picture(pdf, 400, 400, Name.DeviceGray, b"", bits=1), "72 0 0 72 30 30")


def missing_in_form(pdf: Pdf) -> None:
    form = pdf.make_stream(b"/over gs 0 0 9 9 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 99, 99])
    form["/Resources"] = Dictionary()
    show(pdf, form, "1 0 0 1 30 30")


def looping(pdf: Pdf) -> None:
    form = pdf.make_stream(b"/X Do", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 99, 99])
    form["/Resources"] = Dictionary(XObject=Dictionary(X=form))
    show(pdf, form, "1 0 0 1 30 30")


def scripted(pdf: Pdf) -> None:
    pdf.Root["/OpenAction"] = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def with_form(pdf: Pdf) -> None:
    pdf.Root["/AcroForm"] = Dictionary(Fields=[])


def annotated(pdf: Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[30, 30, 50, 50], Contents="look")
    pdf.pages[0].obj["/Annots"] = Array([note])


def without_intent(pdf: Pdf) -> None:
    del pdf.Root["/OutputIntents"]


def with_other_profile(pdf: Pdf) -> None:
    data = (PROFILES / "sRGB.icc").read_bytes()
    pdf.Root.OutputIntents[0]["/DestOutputProfile"] = pdf.make_stream(data, N=3)


def with_torn_profile(pdf: Pdf) -> None:
    data = (PROFILES / "FOGRA39L_coated.icc").read_bytes()
    pdf.Root.OutputIntents[0]["/DestOutputProfile"] = pdf.make_stream(data[:5000], N=4)


def packed_with_lzw(pdf: Pdf) -> None:
    form = pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
    # A sign that clears, and one that ends: the shortest stream there is.
    form.write(b"\x80\x40\x40", filter=Name.LZWDecode)
    page = pdf.pages[0].obj
    page.Resources.XObject["/P"] = form
    page.Contents = pdf.make_stream(GOOD.encode() + b" /P Do")


def info_without(key: str) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        del pdf.docinfo[key]

    return change


def xmp_without(words: str) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        data = pdf.Root.Metadata.read_bytes()
        assert words.encode() in data
        pdf.Root.Metadata.write(data.replace(words.encode(), words[:3].encode() + b"Other"))

    return change


BROKEN = [
    ("pdf-boxes", "error", "TrimBox", GOOD, {"change": without("/TrimBox")}),
    ("pdf-boxes", "error", "ArtBox", GOOD, {"change": on_page("/ArtBox", Array([20, 20, 60, 60]))}),
    ("pdf-boxes", "error", "reaches out", GOOD, {"change": on_page("/BleedBox", Array([20, 0, 195, 266]))}),
    ("pdf-bleed", "error", "BleedBox", GOOD, {"change": without("/BleedBox")}),
    ("pdf-bleed", "error", "1.00 mm", GOOD, {"bleed": 1.0}),
    ("pdf-font", "error", "Helvetica", GOOD, {"change": unembedded}),
    ("pdf-font", "warning", "no text", ART + "BT /F 9 Tf ET", {"change": unembedded}),
    ("pdf-low-dpi", "error", "254 dpi", GOOD, {"change": coarse}),
    ("pdf-low-dpi", "error", "line art", GOOD, {"change": one_bit}),
    ("pdf-thin-line", "error", "0.1 pt", ART + "q 0.5 0 0 0.5 0 0 cm 0.2 w 0 0 m 99 99 l S Q", {}),
    ("pdf-thin-line", "error", "no width", ART + "0 w 0 0 m 99 99 l S", {}),
    ("pdf-thin-line", "error", "0.1 pt", ART + "0 0 0 1 k 30 30 90 0.1 re f", {}),
    ("pdf-thin-line", "error", "0.1 pt", ART + "1 0 0 0.1 0 0 cm 1 w 0 9 m 99 9 l S", {}),
    ("pdf-ink", "error", "360 %", ART + "0.9 0.9 0.9 0.9 k 30 30 90 90 re f", {}),
    ("pdf-ink", "error", "picture", GOOD, {"change": inky}),
    ("pdf-small-text", "error", "black with", ART + TEXT.replace("0 0 0 1 k", "0.4 0.3 0.3 1 k"), {}),
    ("pdf-small-text", "error", "three inks", ART + TEXT.replace("0 0 0 1 k", "0.4 0.9 0.8 0 k"), {}),
    ("pdf-small-text", "warning", "two inks", ART + TEXT.replace("0 0 0 1 k", "0 0.9 0.8 0 k"), {}),
    ("pdf-rgb", "error", "DeviceRGB", ART + "1 0 0 rg 30 30 20 20 re f", {}),
    ("pdf-rgb", "error", "DeviceRGB", GOOD, {"change": rgb_picture}),
    ("pdf-white-overprint", "error", "vanishes", ART + "q /over gs 0 0 0 0 k 30 30 20 20 re f Q", {}),
    ("pdf-black-knocks-out", "warning", "overprint", ART + TEXT.replace("/over gs", ""), {}),
    ("pdf-missing-resource", "error", "'nothing'", ART + "/nothing gs", {}),
    ("pdf-missing-resource", "error", "Pattern", ART + "/Pattern cs /P scn", {}),
    ("pdf-missing-resource", "error", "ExtGState 'over'", GOOD, {"change": missing_in_form}),
    ("pdf-damaged", "error", "paints itself", GOOD, {"change": looping}),
    ("pdf-damaged", "error", "never saved", ART + "Q Q", {}),
    ("pdf-damaged", "error", "unknown operator 'what'", ART + "1 2 what", {}),
    ("pdf-damaged", "error", "never ends", ART + "BT (a Tj ET", {}),
    ("pdf-actions", "error", "opened", GOOD, {"change": scripted}),
    ("pdf-form-fields", "error", "form", GOOD, {"change": with_form}),
    ("pdf-annotation", "error", "Text", GOOD, {"change": annotated}),
    ("pdf-output-intent", "error", "none", GOOD, {"change": without_intent}),
    ("pdf-output-intent", "error", "mntr", GOOD, {"change": with_other_profile}),
    ("pdf-output-intent", "error", "cut short", GOOD, {"change": with_torn_profile}),
    ("pdf-standard", "error", "LZWDecode", GOOD, {"change": packed_with_lzw}),
    ("pdf-standard", "error", "Trapped", GOOD, {"change": info_without("/Trapped")}),
    ("pdf-standard", "error", "CreationDate", GOOD, {"change": info_without("/CreationDate")}),
    ("pdf-standard", "error", "xmpMM:DocumentID", GOOD, {"change": xmp_without("xmpMM:DocumentID")}),
    ("pdf-standard", "error", "PDF 1.6 at most", GOOD, {"version": "1.7"}),
    ("pdf-registration", "warning", "inside", ART + "/All cs 1 scn 90 90 9 9 re f", {}),
    ("pdf-die-line", "warning", "CutContour", ART + "/Cut CS 1 SCN 1 w 20 20 99 99 re S", {}),
    ("pdf-cut-through", "warning", "through text", GOOD + "/over gs /Cut CS 1 SCN 1 w 50 20 99 150 re S", {}),
    ("pdf-cut-through", "warning", "through text", GOOD + "/over gs /Cut CS 1 SCN 1 w 50 20 m 50 200 l S", {}),
    ("pdf-cut-through", "warning", "trim", ART + TEXT.replace("40 120 Td", "2 120 Td"), {}),
    ("pdf-near-trim", "warning", "3 mm", ART + TEXT.replace("40 120 Td", "12 120 Td"), {}),
]


@pytest.mark.parametrize(("code", "severity", "words", "content", "more"), BROKEN)
def test_one_thing_wrong_is_found_and_not_in_the_good_file(judged, code, severity, words, content, more):
    assert code not in {f.code for f in judged().findings}
    found = [f for f in judged(content, **more).findings if f.code == code]
    assert [(str(f.severity), f.pages in ((), (1,))) for f in found if words in f.message] == [(severity, True)], found


@pytest.mark.parametrize(
    ("content", "words"),
    [("/clear gs " + ART, "opacity"), (ART + "/multiply gs " + TEXT, "Multiply")],
)
def test_transparency_is_an_error_where_the_standard_knows_none(judged, content, words):
    assert words in one(judged(content, standard="pdfx1a", version="1.4"), "pdf-transparency").message
    assert "pdf-transparency" not in {f.code for f in judged(content).findings}


def test_a_file_that_lies_about_its_standard_is_told_so_whatever_it_is_judged_for(judged):
    found = judged(of="home", change=without_intent)
    assert one(found, "pdf-output-intent").message.startswith("the file says that it is PDF/X-4, but")
    assert found.target == "a printer at home"


def test_a_file_that_says_no_standard_lacks_the_one_that_is_asked_for(judged):
    messages = " ".join(f.message for f in judged(of="pdfx4", standard=None).findings)
    assert "XMP must say pdfxid:GTS_PDFXVersion PDF/X-4; it lacks it" in messages

    def older(pdf: Pdf) -> None:
        pdf.docinfo["/GTS_PDFXVersion"] = "PDF/X-1a:1999"

    messages = " ".join(f.message for f in judged(standard="pdfx1a", version="1.4", change=older).findings)
    assert "Info must say GTS_PDFXVersion PDF/X-1a:2003; it says PDF/X-1a:1999" in messages


def test_a_claim_of_another_standard_than_the_one_asked_for_is_told(judged):
    assert "PDF/X-4; PDF/X-1a:2003 was asked for" in " ".join(f.message for f in judged(of="pdfx1a").findings)
    found = [f.message for f in judged(of="drivethrucards").findings]
    assert "the file says that it is PDF/X-4; DriveThruCards wants PDF/X-1a:2003" in found
    assert "the BleedBox leaves 3.00 mm of bleed; it needs 3.175 mm" in found


def test_a_place_is_in_millimetres_from_the_top_left_of_the_page_as_seen(judged):
    content = ART + "1 0 0 rg 30 40 20 10 re f"
    (place,) = one(judged(content), "pdf-rgb").places
    height = 94 * MM
    upright = (30 / MM, (height - 50) / MM, 20 / MM, 10 / MM)
    assert (place.x_mm, place.y_mm, place.width_mm, place.height_mm) == pytest.approx(upright, abs=0.06)
    (turned,) = one(judged(content, change=on_page("/Rotate", 90)), "pdf-rgb").places
    # Turned clockwise: what was at the left is on top, what was below is on the left.
    assert (turned.x_mm, turned.y_mm) == pytest.approx((40 / MM, 30 / MM), abs=0.06)


def test_the_same_on_many_pages_is_one_finding(tmp_path):
    path = make_pdf(tmp_path / "cards.pdf", *[ART + "0 w 9 9 m 99 99 l S"] * 5)
    found = one(judge(path, None), "pdf-thin-line")
    assert (found.pages, found.count) == ((1, 2, 3, 4, 5), 5)


def test_what_a_form_paints_in_many_places_is_counted_and_placed_in_each(judged):
    def change(pdf: Pdf) -> None:
        form = pdf.make_stream(b"1 0 0 rg 0 0 10 10 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 10, 10])
        page = pdf.pages[0].obj
        page.Resources.XObject["/P"] = form
        calls = b"".join(b"q 1 0 0 1 %d 50 cm /P Do Q " % x for x in (20, 60, 100))
        page.Contents = pdf.make_stream(GOOD.encode() + calls)

    found = one(judged(change=change), "pdf-rgb")
    assert found.count == 3
    assert [p.x_mm for p in found.places] == pytest.approx([x / MM for x in (20, 60, 100)], abs=0.06)


@pytest.mark.parametrize(
    ("box", "edges", "home", "press"),
    [
        ("/TrimBox", [20, 20, 100, 100], False, True),  # sheets of several sizes are cut apart by hand
        ("/Rotate", 90, False, True),
        ("/MediaBox", [0, 0, 400, 400], True, False),
    ],
)
def test_a_printer_at_home_wants_one_paper_and_a_print_house_one_trim(tmp_path, box, edges, home, press):
    def change(pdf: Pdf) -> None:
        pdf.pages[1].obj[box] = Array(edges) if isinstance(edges, list) else edges

    path = make_pdf(tmp_path / "cards.pdf", change=change)
    for target, told in (("home", home), ("cmyk", press)):
        found = [f for f in judge(path, target_of(target)).findings if f.code == "pdf-page-size"]
        assert bool(found) == told
        assert not told or ("paper" in found[0].message) == (target == "home")


def test_names_may_hold_any_bytes(tmp_path):
    path = make_pdf(tmp_path / "cards.pdf")
    data = path.read_bytes().replace(b"AAAAAA+AlegreyaSans", b"AAAAAA+Alegrey\xe9Sans"[:18] + b"s")
    path.write_bytes(data)
    assert judge(path, None).findings == ()


def test_what_is_clipped_away_is_not_printed_and_not_told(judged):
    content = ART + "q 0 0 20 20 re W n 1 0 0 rg 50 50 10 10 re f Q"
    assert judged(content).findings == ()


def test_lines_for_a_cutter_beside_text_run_through_none(judged):
    # Ticks of one path lie on both sides of the text, and an outline around it.
    ticks = "/over gs /Cut CS 1 SCN 1 w 20 123 m 30 123 l 90 123 m 99 123 l S 20 20 m 99 20 l 99 200 l 20 200 l s"
    assert judged(GOOD + ticks).findings == ()


def test_hidden_text_is_no_print(judged):
    assert judged(ART + "BT 3 Tr 0.4 0.3 0.3 1 k /F 8 Tf 40 120 Td (found) Tj ET").findings == ()


def test_services_want_their_own_sizes_colours_and_pictures(judged):
    found = judged(of="thegamecrafter")
    assert {c for _, c in codes(found)} >= {"pdf-page-size", "pdf-cmyk", "pdf-takes-pictures"}
    assert "the nearest is 63.5 × 88.9 mm" in " ".join(f.message for f in found.findings)
    rgb = "0.2 0.4 0.6 rg 0 0 200 300 re f"
    canvas = judged(rgb, of="makeplayingcards", standard=None, trim=(63.5, 88.9), bleed=3.048)
    assert codes(canvas) == {("warning", "pdf-takes-pictures")}


def test_a_canvas_without_boxes_is_taken_for_the_size_that_it_is(judged):
    def change(pdf: Pdf) -> None:
        del pdf.pages[0].obj["/TrimBox"], pdf.pages[0].obj["/BleedBox"]

    more = {"of": "makeplayingcards", "standard": None, "trim": (63.5, 88.9), "bleed": 3.048, "change": change}
    assert codes(judged("0.2 0.4 0.6 rg 0 0 200 300 re f", **more)) == {("warning", "pdf-takes-pictures")}
