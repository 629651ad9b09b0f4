"""Cutting machines: the lines of SVG and DXF lie on what is printed, marks where the machine looks for them, and pieces off these."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageDraw

from carddesigner.core.report import DeckError
from carddesigner.deck.find import loaded_deck
from carddesigner.export.options import ExportOptions
from carddesigner.pipeline.export import export

pytestmark = pytest.mark.slow

ezdxf = pytest.importorskip("ezdxf")

DECK = """\
deck: shapes
title: Shapes
stocks:
  card: {shape: card, size: [60mm, 40mm], corner: 5mm, bleed: 0mm, safe: 3mm}
  token: {shape: circle, size: [30mm, 30mm], bleed: 0mm, safe: 3mm}
  tile: {shape: octagon, size: [50mm, 50mm], bleed: 0mm, safe: 3mm}
  sharp: {shape: square, size: [35mm, 35mm], bleed: 0mm, safe: 3mm}
components:
  - {id: cards, copies: 5, front: shapes#red}
  - {id: tokens, stock: token, copies: 3, front: shapes#green}
  - {id: tiles, stock: tile, copies: 2, front: shapes#blue}
  - {id: sharps, stock: sharp, copies: 4, front: shapes#yellow, back: shapes#red}
  - {id: die, net: {shape: block, size: [20mm, 20mm, 10mm]}, front: shapes#red}
"""
FACES = """\
template: shapes
faces:
  red: {zones: {ground: {in: trim, fill: "#ff0000"}}}
  green: {zones: {ground: {in: trim, fill: "#00ff00"}}}
  blue: {zones: {ground: {in: trim, fill: "#0000ff"}}}
  yellow: {zones: {ground: {in: trim, fill: "#ffff00"}}}
"""
SIZES = {(60.0, 40.0), (30.0, 30.0), (50.0, 50.0), (35.0, 35.0)}
NEAR = 0.05

Points = list[tuple[float, float]]


@pytest.fixture
def shapes(deck) -> Any:
    deck.write("deck.yaml", DECK)
    deck.write("templates/shapes.yaml", FACES)
    return deck


def around(points: Points) -> tuple[float, ...]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def read_svg(path: Path) -> tuple[tuple[float, float], dict[str, list[Points]]]:
    """The size of an SVG in millimetres, and the strokes of its layers as points near to each other."""
    root = ElementTree.parse(path).getroot()
    size = tuple(float(root.get(k).removesuffix("mm")) for k in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {size[0]:g} {size[1]:g}"
    layers: dict[str, list[Points]] = {}
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        name = group.get("{http://www.inkscape.org/namespaces/inkscape}label")
        assert group.get("{http://www.inkscape.org/namespaces/inkscape}groupmode") == "layer"
        layers[name] = [s for p in group for s in strokes(p.get("d"))]
    return size, layers


def strokes(data: str) -> list[Points]:
    out: list[Points] = []
    for op, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        v = [float(n) for n in numbers.split()]
        if op == "M":
            out.append([(v[0], v[1])])
        elif op == "Z":
            out[-1].append(out[-1][0])
        elif op == "L":
            out[-1].append((v[0], v[1]))
        else:
            (a, b), (c, d), (e, f), (g, h) = out[-1][-1], v[:2], v[2:4], v[4:]
            for n in range(1, 41):
                t, u = n / 40, 1 - n / 40
                k = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                out[-1].append((k[0] * a + k[1] * c + k[2] * e + k[3] * g, k[0] * b + k[1] * d + k[2] * f + k[3] * h))
    return out


def read_dxf(path: Path) -> tuple[Any, dict[str, list[Points]]]:
    """A DXF by its own library, which finds nothing wrong with it, y down."""
    from ezdxf import path as dxf_path

    drawing = ezdxf.readfile(path)
    assert not drawing.audit().has_errors
    height = drawing.header["$EXTMAX"][1]
    layers: dict[str, list[Points]] = {}
    for entity in drawing.modelspace():
        points = [(p.x, height - p.y) for p in dxf_path.make_path(entity).flattening(0.001)]
        layers.setdefault(entity.dxf.layer, []).append(points)
    return drawing, layers


def near(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(abs(x - y) <= NEAR for x, y in zip(a, b, strict=True))


def rings(layers: dict[str, list[Points]]) -> list[tuple[float, ...]]:
    """The boxes around closed strokes."""
    return [around(s) for s in layers["cut"] if near(s[0], s[-1])]


def test_lines_lie_on_what_is_printed(shapes, cli, painted, tmp_path):
    options = ("--marks", "silhouette", "--mark-length", "10mm", "--gutter", "4mm")
    assert cli("build", shapes.path, *options).code == 0
    assert cli("export", shapes.path, "--to", "cut-svg", *options).code == 0
    assert cli("export", shapes.path, "--to", "cut-dxf", *options).code == 0
    folder = tmp_path / "output/shapes"
    with pikepdf.open(folder / "shapes-sheets.pdf") as pdf:
        pages = painted(pdf)[::2]
        sizes = [tuple(float(v) / 72 * 25.4 for v in page.mediabox[2:]) for page in pdf.pages][::2]
    assert sorted(p.name for p in (folder / "cut-svg").glob("*.svg")) == sorted(
        f"sheet-{n}.svg" for n in range(1, len(pages) + 1)
    )
    found = set()
    for n, (page, size) in enumerate(zip(pages, sizes, strict=True), 1):
        drawn_size, svg = read_svg(folder / f"cut-svg/sheet-{n}.svg")
        drawing, dxf = read_dxf(folder / f"cut-dxf/sheet-{n}.dxf")
        assert near(drawn_size, size)
        assert near(drawing.header["$EXTMAX"][:2], size)
        assert drawing.header["$INSUNITS"] == 4
        # Pieces without bleed are painted from trim to trim.
        printed = [p.box for p in page if p.kind == "fill" and tuple(round(v, 2) for v in p.box.size) in SIZES]
        for boxes in (rings(svg), rings(dxf)):
            own = [b for b in boxes if (round(b[2] - b[0], 1), round(b[3] - b[1], 1)) in SIZES]
            assert len(own) == len(printed)
            assert all(any(near(b, p) for b in own) for p in printed)
        found |= {tuple(round(v, 2) for v in p.size) for p in printed}
        assert sorted(svg) == sorted(dxf)
        for layer, lines in svg.items():
            ours, theirs = (sorted(map(around, some)) for some in (lines, dxf[layer]))
            assert all(any(near(a, b) for b in theirs) for a in ours)
            assert len(ours) == len(theirs)
    assert found == SIZES


def test_curves_are_curves(shapes, cli, tmp_path):
    assert cli("export", shapes.path, "--to", "cut-dxf").code == 0
    assert cli("export", shapes.path, "--to", "cut-svg").code == 0
    entities: list[Any] = []
    curves = 0
    for file in (tmp_path / "output/shapes/cut-dxf").glob("*.dxf"):
        entities += ezdxf.readfile(file).modelspace()
        curves += (tmp_path / f"output/shapes/cut-svg/{file.stem}.svg").read_text().count("C")
    circles = [e for e in entities if e.dxftype() == "CIRCLE"]
    assert [round(c.dxf.radius, 3) for c in circles] == [15, 15, 15]
    rounded = [e for e in entities if e.dxftype() == "LWPOLYLINE" and sum(b != 0 for *_, b in e.get_points()) == 4]
    assert len(rounded) == 5
    assert all(len(e) == 8 and e.closed for e in rounded)
    assert curves == 4 * 5 + 4 * 3


def test_folds_are_creased_or_perforated(shapes, cli, tmp_path):
    def layers(*options: str) -> dict[str, list[Points]]:
        assert cli("export", shapes.path, "--to", "cut-svg", "--select", "component == 'die'", *options).code == 0
        return read_svg(tmp_path / "output/shapes/cut-svg-selected/sheet-1.svg")[1]

    creased, cut = layers(), layers("--perforate")
    assert sorted(creased) == ["crease", "cut"]
    assert sorted(cut) == ["cut", "perforate"]
    long = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for s in creased["crease"] for a, b in pairwise(s))
    dashes = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for s in cut["perforate"] for a, b in pairwise(s))
    assert dashes == pytest.approx(long / 2, rel=0.01)


def test_what_lies_inside_is_cut_first_and_shared_cuts_once(shapes, cli, tmp_path):
    assert (
        cli("export", shapes.path, "--to", "cut-svg", "--select", "component == 'sharps'", "--gutter", "0mm").code == 0
    )
    _, layers = read_svg(tmp_path / "output/shapes/cut-svg-selected/sheet-1.svg")
    # Four squares side by side: three cuts between them, before the four sides around all.
    boxes = [around(s) for s in layers["cut"]]
    assert len(boxes) == 7
    assert all(b[2] - b[0] < 0.01 and b[3] - b[1] == pytest.approx(35, abs=NEAR) for b in boxes[:3])
    length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for s in layers["cut"] for a, b in pairwise(s))
    assert length == pytest.approx(5 * 35 + 2 * 4 * 35, abs=0.01)


@pytest.mark.parametrize(("marks", "corners"), [("silhouette", 3), ("silhouette-4", 4)])
def test_marks_stand_where_the_machine_looks_for_them(shapes, cli, painted, box, tmp_path, marks, corners):
    ran = cli("build", shapes.path, "--marks", marks, "--mark-inset", "15.9mm", "--mark-length", "12mm")
    assert ran.code == 0
    with pikepdf.open(tmp_path / "output/shapes/shapes-sheets.pdf") as pdf:
        pages = painted(pdf)
        width, height = (float(v) / 72 * 25.4 for v in pdf.pages[0].mediabox[2:])
    left, top, right, bottom = 15.9, 15.9, width - 15.9, height - 15.9
    arms = {
        "tl": box(left, top, left + 12, top + 12),
        "tr": box(right - 12, top, right, top + 12),
        "bl": box(left, bottom - 12, left + 12, bottom),
        "br": box(right - 12, bottom - 12, right, bottom),
    }
    lines = [p.box for p in pages[0] if p.kind == "line"]
    there = {name for name, arm in arms.items() if any(line.is_near(arm, NEAR) for line in lines)}
    assert there == ({"tl", "tr", "bl", "br"} if corners == 4 else {"tr", "bl"})
    square = [p for p in pages[0] if p.kind == "fill" and p.box.is_near(box(left, top, left + 5, top + 5), NEAR)]
    assert len(square) == (corners == 3)
    # Backs have none, and nothing else is painted where marks are.
    assert not any(line.is_near(arm, 1) for p in pages[1] for line in (p.box,) for arm in arms.values())
    art = [p.visible for p in pages[0] if p.kind == "fill" and p.visible is not None and p.box.size[0] > 10]
    assert art
    for name in list(arms)[:corners]:
        x, y = {"t": 0.0, "b": height - 27.9}[name[0]], {"l": 0.0, "r": width - 27.9}[name[1]]
        assert not any(a.overlap(box(y, x, y + 27.9, x + 27.9)) for a in art)


def test_the_sheet_says_what_to_set(shapes, cli, tmp_path):
    assert cli("build", shapes.path, "--marks", "silhouette,slug").code == 0
    with pdfium.PdfDocument(tmp_path / "output/shapes/shapes-sheets.pdf") as document:
        front, back = (document[n].get_textpage().get_text_range() for n in (0, 1))
    assert "inset 10 mm, length 20 mm, thickness 0.3 mm" in front
    assert "Silhouette" not in back


def test_marks_on_the_back_cut_the_sheet_as_it_is_seen_there(shapes, cli, painted, tmp_path):
    options = ("--marks", "silhouette", "--mark-side", "back", "--gutter", "4mm", "--select", "component == 'sharps'")
    assert cli("build", shapes.path, *options).code == 0
    assert cli("export", shapes.path, "--to", "cut-svg", *options).code == 0
    with pikepdf.open(tmp_path / "output/shapes/shapes-sheets.pdf") as pdf:
        front, back = painted(pdf)
    assert not [p for p in front if p.kind == "line"]
    printed = [p.box for p in back if p.kind == "fill" and tuple(round(v, 1) for v in p.box.size) == (35, 35)]
    cut = rings(read_svg(tmp_path / "output/shapes/cut-svg-selected/sheet-1.svg")[1])
    assert len(printed) == len(cut) == 4
    assert all(any(near(p, c) for c in cut) for p in printed)


def test_sheets_with_pictures_of_them_are_counted_once(shapes, cli, tmp_path):
    ran = cli(
        "export", shapes.path, "--to", "cut-svg", "--marks", "cricut", "--select", "component == 'cards'", "--dpi", "72"
    )
    assert ran.code == 0, ran.err
    files = sorted(p.name for p in (tmp_path / "output/shapes/cut-svg-selected").glob("sheet-*"))
    assert files == ["sheet-1.png", "sheet-1.svg"]
    assert "cut-svg-selected  1 sheet, with pictures to upload" in ran.err


def test_a_slot_stays_free_on_every_sheet(shapes, cli, tmp_path):
    options = ("--select", "component == 'cards'", "--copies", "4", "--skip", "2")
    ran = cli("build", shapes.path, *options)
    assert ran.code == 0
    pages = json.loads((tmp_path / "output/shapes/shapes-sheets.json").read_text())["pages"]
    places = [{(s["x_mm"], s["y_mm"]) for s in page["slots"]} for page in pages]
    assert len(places) > 1
    assert cli("build", shapes.path, *options[:-2]).code == 0
    pages = json.loads((tmp_path / "output/shapes/shapes-sheets.json").read_text())["pages"]
    second = pages[0]["slots"][1]
    assert all((second["x_mm"], second["y_mm"]) not in some for some in places)
    assert sum(map(len, places)) == 20


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--marks", "silhouette,crop"), "leave out crop or silhouette"),
        (("--marks", "silhouette,cricut"), "one machine"),
        (("--marks", "silhouete"), "silhouette"),
        (("--marks", "silhouette", "--sheet-layout", "avery-5371"), "cut already"),
        (("--marks", "silhouette", "--duplex", "gutterfold"), "folded"),
        (("--marks", "silhouette", "--paper", "55x90mm"), "too small"),
        (("--marks", "cricut", "--paper", "A3"), "A4 or Letter"),
        (("--marks", "cricut", "--mark-inset", "10mm"), "its own marks"),
        (("--marks", "silhouette", "--mark-inset", "1mm"), "5mm to 50mm"),
        (("--marks", "silhouette", "--layout", "pieces"), "single pieces"),
        (("--marks", "crop", "--mark-side", "back"), "silhouette"),
        (("--mark-length", "9mm"), "--marks silhouette"),
        (("--skip", "99"), "slots 1 to"),
        (("--skip", "x"), "no slot"),
    ],
)
def test_what_can_not_be_is_said_and_nothing_written(shapes, cli, tmp_path, options, said):
    ran = cli("build", shapes.path, *options)
    assert ran.code in (1, 2)
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert not (tmp_path / "output").exists()


def test_slots_of_ones_own_keep_off_the_marks(shapes, cli, tmp_path):
    places = [f"{{left: {x}mm, top: {y}mm, size: [60mm, 40mm]}}" for x, y in ((5, 5), (90, 60))]
    slots = f"print: {{marks: [silhouette], sheet: {{pre-cut: false, slots: [{', '.join(places)}]}}}}\n"
    shapes.write("deck.yaml", DECK.split("  - {id: tokens")[0] + slots)
    ran = cli("build", shapes.path)
    assert ran.code == 1
    assert "under-marks" in ran.err
    assert "--skip 1" in ran.err
    assert cli("build", shapes.path, "--skip", "1").code == 0


def test_the_picture_of_a_box_is_cut_as_its_lines_say(shapes, cli, tmp_path):
    """A thumb's notch is see-through, nothing of a cut is printed, and folds are there, for ticks beside the box are gone."""
    box = "  - {id: box, box: {shape: tuck}, holds: [cards], front: shapes#blue}\n"
    shapes.write("deck.yaml", DECK.split("  - {id: tokens")[0] + box)
    options = ("--marks", "cricut", "--select", "component == 'box'")
    assert cli("export", shapes.path, "--to", "cut-svg", "--dpi", "150", *options).code == 0
    picture = tmp_path / "output/shapes/cut-svg-selected/sheet-1.png"
    _, layers = read_svg(picture.with_suffix(".svg"))
    outline = next(around(s) for s in layers["cut"] if near(s[0], s[-1]))
    notch = next(s for s in layers["cut"] if not near(s[0], s[-1]))
    folds = layers["crease"]
    with Image.open(picture) as image:
        shown = image.convert("RGBA")

    def at(x: float, y: float) -> tuple[int, ...]:
        pixel = shown.getpixel((round((x - outline[0]) / 25.4 * 150), round((y - outline[1]) / 25.4 * 150)))
        assert isinstance(pixel, tuple)
        return pixel

    left, top, right, bottom = around(notch)
    assert at((left + right) / 2, (top + bottom) / 2)[3] == 0
    assert len(islands(picture)) == 1
    magenta = [c for _, c in shown.getcolors(1 << 24) or () if c[3] and c[0] > c[1] + 60]
    assert not magenta
    seen = [{at(*(p + n / 40 * (q - p) for p, q in zip(*fold, strict=True))) for n in range(3, 38)} for fold in folds]
    assert all(len(colors) > 1 for colors in seen)
    built = cli("build", shapes.path, *options)
    assert "fine dashes" in built.err
    assert "tick" not in built.err
    creased = cli("build", shapes.path, "--marks", "silhouette", *options[2:])
    assert "box: the machine cuts it and creases its folds, fold away from the print" in creased.err
    assert "tick" not in creased.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--to", "cut-svg", "--dpi", "300"), "--marks cricut"),
        (("--to", "cut-svg", "--marks", "silhouette", "--dpi", "300"), "--marks cricut"),
        (("--to", "cut-svg", "--marks", "cricut", "--perforate"), "leave out --perforate"),
    ],
)
def test_what_means_nothing_to_a_machine_is_refused(shapes, cli, tmp_path, options, said):
    ran = cli("export", shapes.path, *options)
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "output").exists()


def test_what_an_earlier_export_made_does_not_stay_beside_other_sheets(shapes, cli, tmp_path):
    """Sheets of other options would be cut by lines that aren't theirs; what the user keeps there stays."""
    folder = tmp_path / "output/shapes"
    for kind in ("svg", "dxf"):
        assert (
            cli(
                "export", shapes.path, "--to", f"cut-{kind}", "--paper", "148x210mm", "--marks", "none", "--no-share"
            ).code
            == 0
        )
        assert len(list((folder / f"cut-{kind}").glob("sheet-*"))) > 3
        (folder / f"cut-{kind}/own.{kind}").write_text("mine")
        before = sorted((folder / f"cut-{kind}").iterdir())
        assert cli("export", shapes.path, "--to", f"cut-{kind}", "--select", "component == 'cards'").code == 0
        assert sorted((folder / f"cut-{kind}").iterdir()) == before, "only all of the deck takes its place"
        text = (folder / f"cut-{kind}-selected/sheet-1.{kind}").read_text()
        assert f"carddesigner export shapes --to cut-{kind} --select \"component == 'cards'\"" in text
        assert cli("export", shapes.path, "--to", f"cut-{kind}").code == 0
        there = sorted(p.name for p in (folder / f"cut-{kind}").iterdir())
        assert f"own.{kind}" in there
        assert len(there) < len(before)
    assert cli("export", shapes.path, "--to", "cut-svg", "--marks", "cricut", "--dpi", "40").code == 0
    assert list((folder / "cut-svg").glob("*.png"))
    assert cli("export", shapes.path, "--to", "cut-svg").code == 0
    assert not list((folder / "cut-svg").glob("*.png"))


def test_it_is_said_how_large_pictures_are_made(shapes, cli, tmp_path):
    options = ("--marks", "cricut", "--select", "component == 'sharps'", "--gutter", "3mm", "--dpi", "40")
    ran = cli("export", shapes.path, "--to", "cut-svg", *options)
    assert "1 sheet, with pictures to upload" in ran.err
    _, layers = read_svg(tmp_path / "output/shapes/cut-svg-selected/sheet-1.svg")
    left, top, right, bottom = around([p for s in layers["cut"] for p in s])
    assert f"sheet-1.png: make it {right - left:.1f} × {bottom - top:.1f} mm" in ran.err


def test_slots_of_a_picture_that_is_cut_have_a_gap(shapes, cli, tmp_path):
    places = [f"{{left: {x}mm, top: 60mm, size: [60mm, 40mm]}}" for x in (20, 81)]
    slots = f"print: {{marks: [cricut], sheet: {{pre-cut: false, slots: [{', '.join(places)}]}}}}\n"
    shapes.write("deck.yaml", DECK.split("  - {id: tokens")[0] + slots)
    ran = cli("build", shapes.path)
    assert ran.code == 1
    assert "slots 1 and 2 are less than 2 mm apart" in ran.err
    shapes.write("deck.yaml", DECK.split("  - {id: tokens")[0] + slots.replace("81mm", "82mm"))
    assert cli("build", shapes.path).code == 0


def test_booklets_alone_are_not_cut_by_a_machine(shapes, cli, tmp_path):
    shapes.write("rules.md", "# Rules\n\nPlay.\n")
    rules = "components:\n  - {id: rules, booklet: rules.md, stock: card, front: shapes#red}\n"
    shapes.write("deck.yaml", DECK.split("components:")[0] + rules)
    for command in (("build", "--marks", "silhouette"), ("export", "--to", "cut-svg")):
        ran = cli(command[0], shapes.path, *command[1:])
        assert ran.code == 1
        assert "folded" in ran.err
    assert not (tmp_path / "output").exists()


def test_without_ezdxf_it_is_said_how_to_get_it(shapes, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    with pytest.raises(DeckError) as raised:
        export(loaded_deck(shapes.path), ExportOptions("cut-dxf", tmp_path / "output"))
    problem = raised.value.report.errors[0]
    assert problem.code == "missing-extra"
    assert 'pip install ".[dxf]"' in problem.hint
    assert not (tmp_path / "output").exists()


def test_the_same_sheet_gives_the_same_bytes(shapes, cli, tmp_path):
    files = []
    for folder in ("one", "two"):
        for kind in ("cut-svg", "cut-dxf"):
            assert cli("export", shapes.path, "--to", kind, "-o", tmp_path / folder).code == 0
        files.append({p.name: p.read_bytes() for p in sorted((tmp_path / folder).rglob("sheet-*"))})
    assert files[0] == files[1]


def test_pieces_of_a_picture_that_is_cut_have_a_gap(shapes, cli, tmp_path):
    """Cricut cuts along what is transparent: each piece is an island of its own."""
    hexes = "components:\n  - {id: tiles, stock: hex, copies: 24, front: shapes#blue}\n"
    tips = "[[50%, 0], [100%, 25%], [100%, 75%], [50%, 100%], [0, 75%], [0, 25%]]"
    stock = f"  hex: {{shape: polygon, size: [40mm, 46.188mm], bleed: 0mm, safe: 3mm, outline: {tips}}}\n"
    shapes.write("deck.yaml", DECK.split("components:")[0] + stock + hexes)
    options = ("export", shapes.path, "--to", "cut-svg", "--marks", "cricut", "--dpi", "60")
    refused = cli(*options, "--gutter", "0mm")
    assert refused.code == 1
    assert "--gutter 2mm" in refused.err
    assert not (tmp_path / "output").exists()
    assert cli(*options).code == 0
    pictures = sorted((tmp_path / "output/shapes/cut-svg").glob("*.png"))
    assert sum(len(islands(picture)) for picture in pictures) == 24


def islands(picture: Path) -> list[int]:
    """How many opaque pixels each part of a picture has that hangs together."""
    with Image.open(picture) as image:
        alpha = image.getchannel("A").point(lambda v: 255 * (v > 0))
    out: list[int] = []
    for x, y in ((n % alpha.width, n // alpha.width) for n in range(alpha.width * alpha.height)):
        if alpha.getpixel((x, y)) == 255:
            before = alpha.histogram()[128]
            ImageDraw.floodfill(alpha, (x, y), 128)
            out.append(alpha.histogram()[128] - before)
    return out
