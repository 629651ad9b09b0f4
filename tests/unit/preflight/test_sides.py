"""Backs against fronts and bleed that is painted: by pictures, by boxes, and by the manifest beside the file."""

from __future__ import annotations

import json
from math import cos, radians, sin
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Pdf

from carddesigner.preflight import separations
from carddesigner.preflight.judge import Judged, judge
from carddesigner.targets.target import target_of
from tests.pdf_maker import ART, MM, TEXT, make_pdf

PAPER = (210.0, 297.0)
CARDS = [(10.0, 20.0), (73.0, 20.0), (136.0, 20.0), (10.0, 108.0)]
"""Left upper corners of cards of 63 by 88 mm as seen from the front: the last row isn't full."""


def sheet(places: list[tuple[float, float]], colour: str, dx: float = 0.0, dy: float = 0.0) -> str:
    """Cards with 3 mm of bleed in one colour, off by so many millimetres to the right and down."""
    out = [f"{colour} rg"]
    for x, y in places:
        box = (x - 3 + dx, PAPER[1] - y - 91 - dy, 69, 94)
        out.append(" ".join(f"{v * MM:.3f}" for v in box) + " re f")
    # Crop marks lie beside the art and are no part of it.
    out.append("0 0 0 RG 0.5 w 28.35 822 m 28.35 836 l S 3 700 m 12 700 l S")
    return "\n".join(out)


def mirrored(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(PAPER[0] - x - 63, y) for x, y in places]


def make_sheets(
    path: Path, dx: float = 0.0, dy: float = 0.0, *, backs: list[tuple[float, float]] | None = None
) -> Path:
    """Three sheets, the back of the second of which is off."""
    pages = []
    for number in range(3):
        off = (dx, dy) if number == 1 else (0.0, 0.0)
        pages += [sheet(CARDS, "0.2 0.3 0.6"), sheet(backs or mirrored(CARDS), "0.7 0.3 0.2", *off)]
    return make_pdf(path, *pages, standard=None, trim=PAPER, bleed=0)


def found(judged: Judged, code: str) -> list[tuple[str, tuple[int, ...], str]]:
    return [(str(f.severity), f.pages, f.message) for f in judged.findings if f.code == code]


@pytest.mark.parametrize(
    ("dx", "dy", "words"),
    [
        (0.0, 0.0, None),
        (0.07, 0.0, None),
        (0.15, 0.0, "0.1 mm to the right"),
        (-0.3, 0.0, "0.3 mm to the left"),
        (0.0, 0.5, "0.5 mm down"),
        (1.2, -2.0, "1.2 mm to the right and 2.0 mm up"),
    ],
)
def test_backs_that_are_off_are_measured_in_pictures(tmp_path, dx, dy, words):
    judged = judge(make_sheets(tmp_path / "sheets.pdf", dx, dy), None)
    if words is None:
        assert found(judged, "pdf-backs-off") == []
    else:
        ((severity, pages, message),) = found(judged, "pdf-backs-off")
        assert (severity, pages) == ("error", (4,))
        assert words in message


def test_a_picture_of_a_whole_sheet_is_measured_as_drawings_are(tmp_path):
    def as_picture(path: Path, dx: float) -> Path:
        make_sheets(path)
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            for n in (1, 3, 5):
                form = pdf.make_stream(pdf.pages[n].obj.Contents.read_bytes())
                form["/Type"], form["/Subtype"] = pikepdf.Name.XObject, pikepdf.Name.Form
                form["/BBox"] = Array([0, 0, 595, 842])
                pdf.pages[n].obj.Resources.XObject["/P"] = form
                pdf.pages[n].obj.Contents = pdf.make_stream(f"1 0 0 1 {dx * MM} 0 cm /P Do".encode())
            pdf.save(path)
        return path

    assert found(judge(as_picture(tmp_path / "a.pdf", 0.0), None), "pdf-backs-off") == []
    ((_, pages, message),) = found(judge(as_picture(tmp_path / "b.pdf", 0.4), None), "pdf-backs-off")
    assert (pages, "0.4 mm to the right" in message) == ((2, 4, 6), True)


@pytest.mark.parametrize(("angle", "wrong"), [(0.0, False), (0.02, False), (0.2, True)])
def test_backs_that_are_turned_are_told(tmp_path, angle, wrong):
    path = make_sheets(tmp_path / "sheets.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        c, s = cos(radians(angle)), sin(radians(angle))
        for n in range(6):
            # Each card is clipped to its place, as programs that set out cards do.
            content = pdf.pages[n].obj.Contents.read_bytes()
            turn = f"{c:.8f} {s:.8f} {-s:.8f} {c:.8f} 0 0 cm " if n % 2 else ""
            pdf.pages[n].obj.Contents = pdf.make_stream(f"{turn}0 0 596 842 re W n\n".encode() + content)
        pdf.save(path)
    messages = [m for _, _, m in found(judge(path, None), "pdf-backs-off") if "turned by 0.20°" in m]
    assert bool(messages) == wrong


def test_trims_of_both_sides_lie_behind_each_other(tmp_path):
    def change(pdf: Pdf) -> None:
        x, y, u, v = (float(n) for n in pdf.pages[1].obj.TrimBox)
        pdf.pages[1].obj["/TrimBox"] = Array([x + 1, y, u + 1, v])

    judged = judge(make_pdf(tmp_path / "cards.pdf", change=change), None)
    assert "0.4 mm to the right" in found(judged, "pdf-backs-off")[0][2]


def write_manifest(path: Path, *, swap: bool = False, off: float = 0.0, first: str = "front") -> None:
    """A manifest as `build` writes it, of three sheets."""

    def slots(
        places: list[tuple[float, float]], side: str, order: list[int], dx: float = 0.0
    ) -> list[dict[str, object]]:
        size = {"width_mm": 63, "height_mm": 88, "rotation": 0, "component": "cards", "copy": 1, "side": side}
        return [{"piece": f"c{n}", "x_mm": x + dx, "y_mm": y, **size} for n, (x, y) in zip(order, places, strict=True)]

    pages = []
    for number in range(1, 4):
        head = {"sheet": number, "component": "cards", "paper_mm": PAPER}
        order = [1, 0, 2, 3] if swap and number == 2 else [0, 1, 2, 3]
        dx = off if number == 2 else 0.0
        sides = [
            {**head, "side": "front", "slots": slots(CARDS, "front", [0, 1, 2, 3])},
            {**head, "side": "back", "slots": slots(mirrored(CARDS), "back", order, dx)},
        ]
        pages += sides if first == "front" else sides[::-1]
    for number, page in enumerate(pages, 1):
        page["number"] = number
    data = {"schema": 2, "version": "0", "deck": "d", "language": "en", "duplex": "long-edge", "pages": pages}
    artifacts = [{"path": path.name, "pages": 6, "sha256": ""}]
    path.with_suffix(".json").write_text(json.dumps({**data, "artifacts": artifacts}))


def test_the_manifest_says_which_card_lies_where(tmp_path):
    path = make_sheets(tmp_path / "sheets.pdf")
    write_manifest(path)
    assert judge(path, None).findings == ()
    write_manifest(path, swap=True)
    messages = found(judge(path, None), "pdf-backs-order")
    assert [pages for _, pages, _ in messages] == [(4,), (4,)]
    assert "behind 'c0' lies the back of another card, 'c1'" in messages[0][2]
    write_manifest(path, off=0.5)
    ((severity, pages, message),) = found(judge(path, None), "pdf-backs-off")
    assert (severity, pages, "0.50 mm" in message) == ("error", (4,), True)


def test_a_manifest_of_other_files_is_left_alone_and_told(tmp_path):
    path = make_sheets(tmp_path / "sheets.pdf")
    write_manifest(path)
    text = path.with_suffix(".json").read_text()
    path.with_suffix(".json").write_text(text.replace("sheets.pdf", "others.pdf"))
    assert "other files" in found(judge(path, None), "pdf-manifest")[0][2]
    path.with_suffix(".json").write_text(text.replace('"sha256": ""', '"sha256": "00"'))
    assert "was changed" in found(judge(path, None), "pdf-manifest")[0][2]
    path.with_suffix(".json").write_text("{")
    assert judge(path, None).findings == ()


def test_a_service_that_wants_backs_first_gets_them_first(tmp_path):
    path = make_sheets(tmp_path / "sheets.pdf")
    write_manifest(path)
    messages = found(judge(path, target_of("drivethrucards")), "pdf-page-order")
    assert [(pages, m) for _, pages, m in messages] == [((1, 3, 5), "the front's page comes first; the back's should")]
    write_manifest(path, first="back")
    assert found(judge(path, target_of("drivethrucards")), "pdf-page-order") == []


WIDE, HIGH = 69 * MM, 94 * MM


@pytest.mark.parametrize(
    ("box", "sides"),
    [
        ((0, 0, WIDE, HIGH), []),
        ((1.5 * MM, 0, WIDE - 1.5 * MM, HIGH), ["left"]),
        ((3 * MM, 3 * MM, WIDE - 6 * MM, HIGH - 6 * MM), ["left", "right", "upper", "lower"]),
        # A white border needs no bleed.
        ((6 * MM, 6 * MM, WIDE - 12 * MM, HIGH - 12 * MM), []),
    ],
)
def test_bleed_is_painted_to_its_edge_where_art_reaches_the_trim(tmp_path, box, sides):
    art = "0.4 0.2 0 0 k " + " ".join(f"{v:.3f}" for v in box) + " re f"
    judged = judge(make_pdf(tmp_path / "cards.pdf", art), None)
    assert [m.split("on the ")[1].split()[0] for _, _, m in found(judged, "pdf-bleed-unpainted")] == sides


def test_an_octagon_with_bleed_all_around_has_it(tmp_path):
    # An octagon of 63 mm with 3 mm of bleed, whose sides at the trim are longer than at the edge of the bleed.
    side, cut = 69 * MM, 69 * MM * 0.2929
    points = [
        *((cut, 0), (side - cut, 0), (side, cut), (side, side - cut)),
        *((side - cut, side), (cut, side), (0, side - cut), (0, cut)),
    ]
    path = f"{points[0][0]:.2f} {points[0][1]:.2f} m " + " ".join(f"{x:.2f} {y:.2f} l" for x, y in points[1:]) + " h f"
    judged = judge(make_pdf(tmp_path / "tiles.pdf", f"0.4 0.2 0 0 k {path}", trim=(63, 63)), None)
    assert found(judged, "pdf-bleed-unpainted") == []


def test_what_a_cutter_cuts_out_has_another_outline_than_the_trim(tmp_path):
    # A net: art that reaches the trim with a flap, and two lines in one path that say where it ends.
    net = "0.4 0.2 0 0 k 3 60 150 90 re f /over gs /Cut CS 1 SCN 1 w 9 60 m 150 60 l 9 150 m 150 150 l S"
    judged = judge(make_pdf(tmp_path / "net.pdf", net), None)
    assert found(judged, "pdf-bleed-unpainted") == []
    assert found(judge(make_pdf(tmp_path / "card.pdf", net.split("/over")[0]), None), "pdf-bleed-unpainted") != []


HEAVY = "0.9 0.9 0 0 k 30 30 60 60 re f q /over gs 0 0 0.9 0.9 k 30 30 60 60 re f Q "


@pytest.mark.skipif(separations.installed() is None, reason="Ghostscript is not installed")
def test_ink_of_what_overprints_is_that_of_its_plates(tmp_path):
    ((severity, pages, message),) = found(judge(make_pdf(tmp_path / "a.pdf", ART + HEAVY), None), "pdf-ink")
    assert (severity, pages) == ("error", (1,))
    assert "361 % of ink where things overprint" in message
    beside = HEAVY.replace("0.9 k 30 30", "0.9 k 100 30")
    judged = judge(make_pdf(tmp_path / "b.pdf", ART + beside + TEXT), None)
    assert {f.code for f in judged.findings} == set()


def test_without_ghostscript_such_ink_is_said_not_to_be_judged(tmp_path, monkeypatch):
    monkeypatch.setattr("carddesigner.preflight.judge.installed", lambda: None)
    ((severity, pages, _),) = found(judge(make_pdf(tmp_path / "a.pdf", ART + HEAVY), None), "pdf-ink-unjudged")
    assert (severity, pages) == ("warning", (1,))
    # Black text on the same comes to 280 % at most, whatever lies on what.
    less = "0.9 0.9 0 0 k 30 30 60 60 re f "
    assert judge(make_pdf(tmp_path / "b.pdf", ART + less + TEXT), None).findings == ()
