"""What a print house gets: colours in inks, PDF/X, and what neither can print, told at its zone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from io import BytesIO
from math import dist
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageCms

from carddesigner.core.options import OptionError
from carddesigner.core.report import DeckError
from carddesigner.inks import profile as profiles
from carddesigner.pipeline.build import PrintOptions, build_deck
from tests.conftest import DECK, DeckFolder

GS = shutil.which("gs")
needs_gs = pytest.mark.skipif(GS is None, reason="Ghostscript is not there")
PLATES = ("Cyan", "Magenta", "Yellow", "Black")
MM = 72 / 25.4
ZONES = """\
ground: {in: bleed, fill: "#3b7a57"}
dark: {box: {left: 0mm, width: 30mm, top: 0mm, height: 20mm}, fill: "#101010"}
word: {box: {left: 32mm, width: 28mm, top: 0mm, height: 20mm}, text: "**IIII**", size: 40pt, color: "#1b1b1b"}
pale: {box: {left: 32mm, width: 28mm, top: 22mm, height: 20mm}, text: "**IIII**", size: 40pt, color: "#ffffff"}
line: {box: {left: 4mm, width: 20mm, top: 25mm, height: 10mm}, stroke: {color: ink, width: 1pt}}
rule: {box: {left: 4mm, width: 20mm, top: 45mm, height: 0.6mm}, fill: ink}
"""


def built(deck: DeckFolder, output: Path, **options: object) -> Path:
    return build_deck(deck.path, PrintOptions(output=output, layout="pieces", **options)).artifacts[0].path


def plates(pdf: Path, folder: Path) -> dict[str, Image.Image]:
    """The printing plates of the first page, at 4 pixels a millimetre from the bleed's top left: 0 is all ink."""
    folder.mkdir(exist_ok=True)
    gs = [
        str(GS),
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-dSAFER",
        "-dPDFSTOPONERROR",
        "-dOverprint=/enable",
        "-sDEVICE=tiffsep",
    ]
    subprocess.run([*gs, "-r101.6", "-o", str(folder / "p%d.tif"), str(pdf)], check=True)
    return {f.name[3:-5]: Image.open(f).convert("L") for f in sorted(folder.glob("p1(*).tif"))}


def ink(plate: Image.Image, x: float, y: float) -> float:
    """The part that ink covers, at a place in millimetres from the trim's top left."""
    found = plate.getpixel((round(4 * (x + 3)), round(4 * (y + 3))))
    assert isinstance(found, int)
    return 1 - found / 255


def inks(found: dict[str, Image.Image], x: float, y: float) -> tuple[float, ...]:
    return tuple(ink(found[name], x, y) for name in PLATES)


def letters(plate: Image.Image, top: float) -> float:
    """The most ink in the row through the letters' middle, and so within one of them."""
    return max(ink(plate, x / 4, top) for x in range(4 * 33, 4 * 58))


@needs_gs
def test_text_is_black_alone_over_what_lies_under_it_and_dark_areas_have_all_inks(deck, tmp_path):
    found = plates(built(deck.zones(ZONES), tmp_path / "out", color="cmyk"), tmp_path / "plates")
    green = inks(found, 30, 80)
    # Under the letters the ground is printed on: nothing white shows where inks lie beside each other.
    for name, under in zip(PLATES[:3], green[:3], strict=True):
        row = [ink(found[name], x / 4, 5) for x in range(4 * 33, 4 * 58)]
        assert max(row) - min(row) < 0.03, name
        assert abs(row[0] - under) < 0.03, name
    assert letters(found["Black"], 5) > 0.95
    dark = inks(found, 10, 10)
    assert all(part > 0.5 for part in dark)
    assert sum(dark) <= 3.01
    # White letters are bare paper: they never overprint.
    assert min(ink(found["Cyan"], x / 4, 27) for x in range(4 * 33, 4 * 58)) < 0.05
    # So are thin lines, those that are filled too.
    for y in (25, 45.25):
        assert ink(found["Black"], 14, y) > 0.9
        assert abs(ink(found["Cyan"], 14, y) - green[0]) < 0.03


def test_colours_are_those_that_littlecms_gives(deck, tmp_path):
    colors = (
        "#c0392b",
        "#f6cf5a",
        "#3b7a57",
        "#1d4a75",
        "#8e44ad",
        "#7f7f7f",
        "#2b2750",
        "#fdf2e9",
        "#00a0d0",
        "#403020",
    )
    zones = "".join(
        f'c{i}: {{box: {{left: 0mm, width: 20mm, top: {i * 8}mm, height: 8mm}}, fill: "{c}"}}\n'
        for i, c in enumerate(colors)
    )
    with pikepdf.open(built(deck.zones(zones), tmp_path, color="cmyk")) as pdf:
        # A page's first colours may be in a form; colours of rectangles are read from all streams.
        streams = [pdf.pages[0].Contents, *(x for x in pdf.pages[0].Resources.get("/XObject", {}).values())]
        made = [
            [float(v) for v in values]
            for s in streams
            for values, op in pikepdf.parse_content_stream(s)
            if str(op) == "k"
        ]
    screen, press = profiles.opened(profiles.screen_profile()), profiles.shipped_profile().opened()
    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    to_press = ImageCms.buildTransform(screen, press, "RGB", "CMYK", ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)
    to_lab = ImageCms.buildTransform(press, ImageCms.createProfile("LAB"), "CMYK", "LAB")
    for color, own in zip(colors, made, strict=True):
        pixel = Image.new("RGB", (1, 1), color)
        theirs = ImageCms.applyTransform(pixel, to_press)
        ours = Image.new("CMYK", (1, 1), tuple(round(255 * v) for v in own))
        one, other = (ImageCms.applyTransform(p, to_lab).getpixel((0, 0)) for p in (ours, theirs))
        assert dist((one[0] / 2.55, *one[1:]), (other[0] / 2.55, *other[1:])) <= 2, (color, own)


def test_chosen_inks_are_printed_as_they_are_and_screens_show_the_colour(deck, tmp_path):
    deck.zones("ground: {in: bleed, fill: sky}")
    deck.write("deck.yaml", DECK.replace("palette: {", 'palette: {sky: "#3b7ab7 cmyk(80, 40, 0, 5)", '))
    with pikepdf.open(built(deck, tmp_path / "a", color="cmyk")) as pdf:
        assert b"0.8 0.4 0 0.05 k" in pdf.pages[0].Contents.read_bytes()
    with pikepdf.open(built(deck, tmp_path / "b")) as pdf:
        assert b"0.231 0.478 0.718 rg" in pdf.pages[0].Contents.read_bytes()


def picture(mode: str, color: object, kind: str, size: int = 750, **more: object) -> bytes:
    out = BytesIO()
    Image.new(mode, (size, size), color).save(out, kind, **more)
    return out.getvalue()


def swapped_profile() -> bytes:
    """sRGB with red and green exchanged."""
    data = bytearray(profiles.screen_profile())
    tags = {
        data[132 + 12 * i : 136 + 12 * i].decode(): 132 + 12 * i for i in range(int.from_bytes(data[128:132], "big"))
    }
    red, green = tags["rXYZ"], tags["gXYZ"]
    data[red : red + 4], data[green : green + 4] = b"gXYZ", b"rXYZ"
    return bytes(data)


def test_pictures_are_converted_by_their_own_profile_and_those_in_inks_are_left(deck, tmp_path):
    inked = picture("CMYK", (0, 128, 0, 0), "JPEG", quality=90)
    for name, data in (
        ("a.png", picture("RGB", (255, 0, 0), "PNG")),
        ("b.png", picture("RGB", (255, 0, 0), "PNG", icc_profile=swapped_profile())),
        ("c.jpg", inked),
        ("d.jpg", picture("RGB", (255, 0, 0), "JPEG")),
    ):
        deck.write(f"art/{name}", data)
    deck.zones("art: {image: 'art/{{ card.file }}', in: bleed}", "name,file\nA,a.png\nB,b.png\nC,c.jpg\nD,d.jpg\n")
    path = built(deck, tmp_path, color="cmyk")
    with pikepdf.open(path) as pdf:
        found = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert {str(o.ColorSpace) for o in found} == {"/DeviceCMYK"}
        assert inked in [o.read_raw_bytes() for o in found]
        flat = sorted(tuple(o.read_bytes()[:4]) for o in found if o.Filter == "/FlateDecode")
    # Green has cyan and yellow, red has magenta and yellow.
    red, green = flat
    assert red[0] < 20
    assert red[1] > 220
    assert red[2] > 220
    assert green[0] > 130
    assert green[1] < 60
    assert green[2] > 200


def test_more_ink_than_the_press_takes_is_an_error_at_its_zone(deck, tmp_path):
    deck.write("art/dark.jpg", picture("CMYK", (255, 255, 200, 200), "JPEG"))
    deck.zones(
        'ground: {in: bleed, fill: "cmyk(90, 80, 80, 90)"}\nart: {image: art/dark.jpg, box: {top: 20mm, height: 60mm}}'
    )
    with pytest.raises(DeckError) as raised:
        built(deck, tmp_path, color="cmyk")
    errors = {d.zone: d for d in raised.value.report.errors}
    assert set(errors) == {"sample#front/ground", "sample#front/art"}
    assert {d.code for d in errors.values()} == {"too-much-ink"}
    assert "cmyk(90, 80, 80, 90) has 340 % of ink, 40 % more than the 300 %" in errors["sample#front/ground"].message
    assert errors["sample#front/ground"].span.line == 7
    # 255 of 255 twice and 200 twice are 357 %, give or take what compressing changes.
    assert re.search(r"the picture has 35[5-8] % of ink", errors["sample#front/art"].message)
    assert not list(tmp_path.rglob("*.pdf"))
    # Another press takes it, and screens know no inks.
    deck.write("deck.yaml", DECK + "print: {max-ink: 360%, color: cmyk}\n")
    assert built(deck, tmp_path).exists()


def streams_with_resources(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    return [*(page.obj for page in pdf.pages), *forms]


@pytest.mark.parametrize("color", ["rgb", "cmyk"])
def test_pdf_x4_names_its_press_and_itself_and_is_the_same_each_time(deck, tmp_path, color):
    zones = ZONES + 'glow: {box: {top: 50mm, height: 20mm}, fill: "#ffcc0080", shadow: {blur: 2mm}}\n'
    paths = [built(deck.zones(zones), tmp_path / name, standard="pdfx4", color=color) for name in "ab"]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with pikepdf.open(paths[0]) as pdf:
        assert pdf.pdf_version == "1.6"
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
        assert intent.DestOutputProfile.read_bytes()[36:40] == b"acsp"
        assert intent.DestOutputProfile.N == 4
        info = pdf.docinfo
        assert (str(info.Title), info.Trapped, str(info.CreationDate)) == ("Sample", "/False", str(info.ModDate))
        with pdf.open_metadata() as about:
            assert about["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
            assert about["dc:title"] == "Sample"
            assert about["pdf:Trapped"] == "False"
            assert about["xmpMM:DocumentID"].startswith("uuid:")
            assert about["xmpMM:VersionID"]
            assert about["xmpMM:RenditionClass"] == "default"
        assert len(pdf.trailer.ID) == 2
        for page in pdf.pages:
            media, bleed, trim = (list(map(float, page.obj[k])) for k in ("/MediaBox", "/BleedBox", "/TrimBox"))
            assert media[0] <= bleed[0] < trim[0]
            assert trim[2] < bleed[2] <= media[2]
            assert "/ArtBox" not in page.obj
            space = page.obj.Group.CS
            assert space == "/DeviceCMYK" if color == "cmyk" else space[0] == "/ICCBased"
        operators = {
            str(op)
            for stream in streams_with_resources(pdf)
            for _, op in pikepdf.parse_content_stream(
                stream if isinstance(stream, pikepdf.Stream) else pikepdf.Page(stream)
            )
        }
        if color == "cmyk":
            assert not operators & {"rg", "RG"}
        else:
            # Colours of screens have a meaning only where the file says which screen.
            assert all("/DefaultRGB" in s.Resources.ColorSpace for s in streams_with_resources(pdf))


def test_pdf_x1a_has_no_transparency_and_names_the_zones_that_have(deck, tmp_path):
    with pikepdf.open(built(deck.zones(ZONES), tmp_path / "good", standard="pdfx1a")) as pdf:
        assert pdf.pdf_version == "1.4"
        assert str(pdf.docinfo.GTS_PDFXVersion) == "PDF/X-1a:2003"
        assert pdf.Root.OutputIntents[0].S == "/GTS_PDFX"
        for o in pdf.objects:
            if isinstance(o, pikepdf.Dictionary | pikepdf.Stream):
                assert not {"/SMask", "/Group", "/OCProperties"} & set(o.keys())
                assert o.get("/ca", 1) == 1
    out = BytesIO()
    Image.new("RGBA", (900, 900), (255, 0, 0, 128)).save(out, "PNG")
    deck.write("art/glass.png", out.getvalue())
    whys = {
        "faint": ('{in: bleed, fill: "#ff000080"}', "a colour is transparent"),
        "glass": ("{image: art/glass.png, in: bleed}", "a picture is transparent"),
        "soft": ('{in: safe, fill: "#ff0000", shadow: {blur: 2mm}}', "a shadow is blurred"),
        "half": ('{in: safe, fill: "#ff0000", opacity: 0.5}', "it is transparent"),
        "mixed": ('{in: safe, fill: "#ff0000", blend: multiply}', "its colours blend"),
    }
    deck.zones("".join(f"{name}: {zone}\n" for name, (zone, _) in whys.items()))
    with pytest.raises(DeckError) as raised:
        built(deck, tmp_path / "bad", standard="pdfx1a")
    found = {d.zone: d.message for d in raised.value.report.errors}
    assert set(found) == {f"sample#front/{name}" for name in whys}
    for name, (_, why) in whys.items():
        assert why in found[f"sample#front/{name}"]
    assert not list((tmp_path / "bad").rglob("*.pdf"))


def test_die_lines_are_layers_by_what_they_are_for(deck, tmp_path):
    deck.zones('ground: {in: bleed, fill: "#3b7a57"}')
    deck.write("deck.yaml", DECK + "  - {id: case, box: tuck, holds: [cards]}\n")
    with pikepdf.open(built(deck, tmp_path, standard="pdfx4", color="cmyk")) as pdf:
        layers = {str(g.Name): str(g.GTS_Metadata.GTS_ProcStepsType) for g in pdf.Root.OCProperties.OCGs}
        assert layers == {"CutContour": "/Cutting", "Crease": "/Creasing", "Glue": "/Gluing"}
        assert "/AS" not in pdf.Root.OCProperties.D
    with pikepdf.open(built(deck, tmp_path / "old", standard="pdfx1a")) as pdf:
        assert "/OCProperties" not in pdf.Root


def test_bad_profiles_and_names_are_told_where_they_stand(deck, cli, tmp_path):
    deck.zones(ZONES)
    whole = profiles.shipped_profile().data
    for name, data, why in (
        (
            "screen.icc",
            profiles.screen_profile(),
            "the profile is of a screen in RGB; expected the ICC profile of a CMYK",
        ),
        ("short.icc", whole[:60_000], "the profile is cut short: it says that it has 121,368 bytes, and has 60,000"),
        ("note.icc", b"hello" * 100, "the file is no ICC profile"),
        ("hurt.icc", whole[:300] + bytes(len(whole) - 300), "the profile"),
    ):
        deck.write(name, data)
        deck.write("deck.yaml", DECK + f"print:\n  color: cmyk\n  profile: {name}\n")
        ran = cli("build", "./sample")
        assert ran.code == 1
        assert f"deck.yaml:10:12: error[bad-profile]: {name}: {why}" in ran.err, ran.err
    deck.write("deck.yaml", DECK + "print: {profile: ../up.icc, color: cmyk}\n")
    assert "error[outside" in cli("build", "./sample").err or "outside" in cli("build", "./sample").err
    deck.write("deck.yaml", DECK + "print: {standard: pdfx3, max-ink: 30%}\n")
    ran = cli("validate", "./sample")
    assert "pdfx4" in ran.err + ran.out
    assert "write a percentage from 100% to 400%" in ran.err + ran.out
    deck.write("deck.yaml", DECK)
    ran = cli("build", "./sample", "--standard", "pdfx1a", "--color", "rgb")
    assert ran.code == 2
    assert "--standard pdfx1a has no RGB colours" in ran.err
    assert not list(tmp_path.rglob("*.pdf"))


def test_a_press_of_ones_own_is_named_in_the_pdf(deck, tmp_path):
    deck.zones(ZONES)
    deck.write("house.icc", profiles.shipped_profile().data)
    deck.write("deck.yaml", DECK + "print: {color: cmyk, profile: house.icc, standard: pdfx4}\n")
    with pikepdf.open(built(deck, tmp_path)) as pdf:
        intent = pdf.Root.OutputIntents[0]
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert str(intent.Info) == "FOGRA39L Coated"


def test_a_soft_proof_shows_what_the_press_will_print(deck, cli, tmp_path):
    inked = picture("CMYK", (255, 0, 0, 0), "JPEG", quality=95)
    deck.write("art/inked.jpg", inked)
    deck.write("art/loud.png", picture("RGB", (0, 255, 0), "PNG"))
    deck.zones(
        'ground: {in: bleed, fill: "#00ff00"}\n'
        'word: {box: {left: 4mm, width: 20mm, top: 4mm, height: 14mm}, text: "**I**", size: 40pt, color: "#101010"}\n'
        "spot: {box: {left: 40mm, width: 20mm, top: 4mm, height: 14mm}, fill: 'spot(Gold, 0, 20, 60, 20)'}\n"
        "art: {image: art/inked.jpg, box: {left: 0mm, width: 30mm, top: 40mm, height: 30mm}}\n"
        "loud: {image: art/loud.png, box: {left: 32mm, width: 30mm, top: 40mm, height: 30mm}}\n"
    )
    for more in ((), ("--soft-proof",)):
        assert cli("export", "./sample", "--to", "png", "--dpi", "127", *more).code == 0
    plain, proof = (
        Image.open(tmp_path / "output/sample" / name / "cards-001-front.png") for name in ("png", "png-proof")
    )

    def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
        found = image.getpixel((round(5 * x), round(5 * y)))
        assert isinstance(found, tuple)
        return found

    assert at(plain, 30, 80) == (0, 255, 0)
    # No inks of coated paper are as green: about #00a650 is what is left.
    green = at(proof, 30, 80)
    assert green[0] < 120 and 140 < green[1] < 190 and 50 < green[2] < 130  # noqa: PT018 one colour
    assert dist(at(proof, 45, 55), green) < 6
    # Cyan as it is printed is no light blue of screens.
    assert dist(at(proof, 15, 55), (0, 158, 224)) < 25
    # Black ink alone is no black, and gold is shown by its alternate.
    assert 30 < min(at(proof, x / 5, 9)[0] for x in range(5 * 4, 5 * 12)) < 60
    assert dist(at(proof, 50, 10), (213, 180, 104)) < 25


def test_colours_that_the_press_cannot_print_are_told_with_the_nearest(deck, cli):
    deck.zones('ground: {in: bleed, fill: sky}\nword: {in: safe, text: "A", color: ink}')
    colors = 'palette: {sky: "#0044ff", '
    deck.write("deck.yaml", DECK.replace("palette: {", colors))
    assert "out-of-gamut" not in cli("validate", "./sample").err
    deck.write("deck.yaml", DECK.replace("palette: {", colors) + "print: {color: cmyk}\n")
    told = cli("validate", "./sample")
    told = told.out + told.err
    found = re.search(
        r"deck.yaml:5:16: warning\[out-of-gamut\]: .*'sky', #0044ff: .* like (#[0-9a-f]{6}) \(ΔE (\d+)\)", told
    )
    assert found is not None, told
    assert int(found[2]) > 30
    assert "'ink'" not in told
    # The nearest is one that can be printed, and so are inks of one's own.
    for mended in (found[1], "#0044ff cmyk(90, 70, 0, 0)"):
        deck.write(
            "deck.yaml", DECK.replace("palette: {", colors.replace("#0044ff", mended)) + "print: {color: cmyk}\n"
        )
        ran = cli("validate", "./sample")
        assert "out-of-gamut" not in ran.out + ran.err


def test_validate_tells_what_the_press_cannot_take_and_a_profile_that_is_none(deck, cli):
    deck.zones('ground: {in: bleed, fill: "cmyk(90, 80, 80, 90)"}')
    deck.write("deck.yaml", DECK + "print: {color: cmyk}\n")
    ran = cli("validate", "./sample")
    assert ran.code == 1
    assert "error[too-much-ink]" in ran.err + ran.out
    deck.write("none.icc", b"nothing")
    deck.write("deck.yaml", DECK + "print: {color: cmyk, profile: none.icc}\n")
    ran = cli("validate", "./sample")
    assert ran.code == 1
    assert "error[bad-profile]" in ran.err + ran.out


BACK = """\
  back:
    zones:
      ground: {in: bleed, fill: "#203040"}
"""


def sides(path: Path) -> list[str]:
    """Which side each page shows, by its label."""
    with pikepdf.open(path) as pdf:
        return [page.label for page in pdf.pages]


def test_pages_follow_each_other_as_the_house_wants_them(deck, tmp_path):
    deck.zones('ground: {in: bleed, fill: "#3b7a57"}', "name\nA\nB\n")
    deck.write("templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text() + BACK)
    deck.write("deck.yaml", DECK.replace("front: sample#front", "front: sample#front, back: sample#back"))
    for order, wanted in (
        (None, ["1 front", "1 back", "2 front", "2 back"]),
        ("back-front", ["1 back", "1 front", "2 back", "2 front"]),
        ("fronts-backs", ["1 front", "2 front", "1 back", "2 back"]),
    ):
        path = built(deck, tmp_path / str(order), page_order=order)
        assert sides(path) == wanted
        manifest = json.loads(path.with_suffix(".json").read_text())
        assert [f"{p['sheet']} {p['side']}" for p in manifest["pages"]] == wanted
    with pytest.raises(OptionError, match="page_order needs layout='pieces'"):
        PrintOptions(page_order="back-front")


@needs_gs
def test_crop_marks_of_single_pieces_lie_outside_the_bleed_in_every_ink(deck, tmp_path):
    path = built(deck.zones('ground: {in: bleed, fill: "#3b7a57"}'), tmp_path, marks="crop", color="cmyk")
    with pikepdf.open(path) as pdf:
        page = pdf.pages[0].obj
        media, bleed, trim = ([float(v) / MM for v in page[k]] for k in ("/MediaBox", "/BleedBox", "/TrimBox"))
    assert [round(v, 2) for v in (trim[2] - trim[0], trim[3] - trim[1])] == [63.5, 88.9]
    assert [round(b - a, 2) for a, b in zip(bleed, trim, strict=True)] == [3, 3, -3, -3]
    found = plates(path, tmp_path / "plates")
    for plate in found.values():
        # The row 5 mm above the trim: marks stand in line with its edges, and nothing else does.
        row = round(4 * (media[3] - trim[3] - 5))
        inked = [x / 4 for x in range(plate.width) if plate.getpixel((x, row)) < 200]
        assert inked
        assert all(min(abs(x - trim[0]), abs(x - trim[2])) < 0.4 for x in inked), inked
        assert min(abs(x - trim[0]) for x in inked) < 0.4
        assert min(abs(x - trim[2]) for x in inked) < 0.4
    with pytest.raises(OptionError, match="crop marks or none"):
        PrintOptions(layout="pieces", marks="crop,slug")


def test_an_ink_of_ones_own_cannot_be_called_what_presses_call_theirs(deck):
    for name in ("All", "none", "Black"):
        found = deck.zones(f'ground: {{in: bleed, fill: "spot({name}, 0, 0, 0, 100)"}}').error("bad-color")
        assert f"no ink of your own can be called {name}" in found.message


def test_letters_as_paths_look_the_same_and_need_no_font(deck, tmp_path):
    deck.zones(
        ZONES + 'rules: {box: {top: 50mm, height: 30mm}, text: "Tap: *add* **one** mana.", size: 11pt, color: ink}'
    )
    plain, outlined = (built(deck, tmp_path / str(o), outline_text=o, color="cmyk") for o in (False, True))
    with pikepdf.open(outlined) as pdf:
        assert not [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
    seen = []
    for path in (plain, outlined):
        document = pdfium.PdfDocument(path)
        seen.append(document[0].render(scale=6).to_pil().convert("L"))
        document.close()
    differs = ImageChops.difference(*seen).reduce(6)
    assert differs.getextrema()[1] < 40  # type: ignore[operator]
    if GS is not None:
        # Black alone over the ground, as letters of a font are.
        found = plates(outlined, tmp_path / "plates")
        row = [ink(found["Cyan"], x / 4, 5) for x in range(4 * 33, 4 * 58)]
        assert max(row) - min(row) < 0.03
        assert letters(found["Black"], 5) > 0.95


def test_pictures_have_no_more_pixels_to_the_inch_than_asked_for(deck, tmp_path):
    noise = BytesIO()
    Image.effect_noise((1500, 1500), 80).convert("RGB").save(noise, "JPEG", quality=95)
    deck.write("art/noise.jpg", noise.getvalue())
    out = BytesIO()
    Image.new("RGBA", (600, 600), (255, 0, 0, 128)).save(out, "PNG")
    deck.write("art/glass.png", out.getvalue())
    deck.zones(
        "noise: {image: art/noise.jpg, box: {left: 0mm, width: 50.8mm, top: 0mm, height: 50.8mm}}\n"
        "again: {image: art/noise.jpg, box: {left: 0mm, width: 10mm, top: 55mm, height: 10mm}}\n"
        "glass: {image: art/glass.png, rotate: 90, box: {left: 10mm, width: 25.4mm, top: 60mm, height: 25.4mm}}\n"
    )
    whole, small = (built(deck, tmp_path / str(dpi), picture_dpi=dpi) for dpi in (None, 100))
    with pikepdf.open(small) as pdf:
        sizes = sorted(
            int(o.Width) for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"
        )
        # 2 in and 1 in at 100 dpi; the see-through picture has a mask.
        assert sizes == [100, 100, 200]
    assert small.stat().st_size < whole.stat().st_size / 10
    with pytest.raises(OptionError, match="write 36 to 1,200"):
        PrintOptions(picture_dpi=5)


FOIL = 'palette: {foil: "spot(Foil, 0, 20, 60, 20)", '
STAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<path fill="#ff0000" d="M0 0h10v10h-10z"/><path fill="none" stroke="#00ff00" stroke-width="2" d="M0 5h10"/></svg>'
)


@needs_gs
def test_a_zone_in_an_ink_of_its_own_is_on_that_plate_alone_over_what_lies_under_it(deck, tmp_path):
    deck.write("symbols/star.svg", STAR)
    deck.zones(
        'ground: {in: bleed, fill: "#3b7a57"}\n'
        "shine:\n  box: {left: 5mm, width: 30mm, top: 5mm, height: 60mm}\n  spot: foil\n  zones:\n"
        '    bar: {box: {top: 0mm, height: 10mm}, fill: "#ffffff"}\n'
        '    word: {box: {top: 12mm, height: 20mm}, text: "**IIII**", size: 40pt, color: "#101010"}\n'
        "    star: {box: {top: 40mm, height: 20mm}, icon: star}\n"
    )
    deck.write("deck.yaml", DECK.replace("palette: {", FOIL))
    found = plates(built(deck, tmp_path, standard="pdfx4", color="cmyk"), tmp_path / "plates")
    assert set(found) == {*PLATES, "Foil"}
    ground = inks(found, 50, 80)
    for x, y in ((20, 10), (20, 47), (20, 55)):
        assert ink(found["Foil"], x, y) > 0.98
        assert dist(inks(found, x, y), ground) < 0.02
    row = [ink(found["Foil"], x / 4, 22) for x in range(4 * 5, 4 * 35)]
    assert max(row) > 0.95
    assert min(row) < 0.05
    assert max(ink(found["Black"], x / 4, 22) for x in range(4 * 5, 4 * 35)) - ground[3] < 0.02
    assert ink(found["Foil"], 50, 10) < 0.02


def test_what_cannot_be_printed_in_one_ink_is_told(deck):
    deck.write("art/a.png", picture("RGB", (255, 0, 0), "PNG"))
    deck.zones("art: {in: bleed, image: art/a.png, spot: foil}")
    deck.write("deck.yaml", DECK.replace("palette: {", FOIL))
    assert "the picture art/a.png has colours of its own" in deck.error("spot-picture").message
    deck.zones("ground: {in: bleed, fill: ink, spot: ink}")
    found = deck.error("no-spot")
    assert (found.message, found.span.line) == ("'ink' is no spot colour", 7)
    deck.zones("ground: {in: bleed, fill: ink, spot: foli}")
    deck.write("deck.yaml", DECK.replace("palette: {", FOIL))
    assert "did you mean 'foil'" in deck.errors()[0].message


@needs_gs
def test_small_text_has_two_inks_at_most_and_dark_small_text_is_black_alone(deck, tmp_path):
    deck.zones(
        'dark: {box: {left: 4mm, width: 50mm, top: 4mm, height: 8mm}, text: "**IIIIIIIIIIIIIIIIII**", size: 8pt, color: "#5c1a0f"}\n'
        'red: {box: {left: 4mm, width: 50mm, top: 24mm, height: 8mm}, text: "**IIIIIIIIIIIIIIIIII**", size: 8pt, color: "#c05040"}\n'
        'large: {box: {left: 4mm, width: 50mm, top: 44mm, height: 12mm}, text: "**IIIII**", size: 30pt, color: "#5c1a0f"}\n'
    )
    found = plates(built(deck, tmp_path, color="cmyk"), tmp_path / "plates")

    def most(top: float, height: float) -> dict[str, float]:
        places = [(x / 4, top + y / 4) for x in range(4 * 4, 4 * 40) for y in range(int(4 * height))]
        return {name: max(ink(found[name], *place) for place in places) for name in PLATES}

    assert [name for name, part in most(4, 6).items() if part > 0.02] == ["Black"]
    assert [name for name, part in most(24, 6).items() if part > 0.02] == ["Magenta", "Yellow"]
    assert len([name for name, part in most(44, 10).items() if part > 0.02]) == 4


BLACK_OVER = """\
brown: {box: {left: 0mm, width: 30mm, top: 0mm, height: 40mm}, fill: "GROUND"}
pale: {box: {left: 32mm, width: 28mm, top: 0mm, height: 40mm}, fill: "#d9c8a0"}
dark: {box: {left: 2mm, width: 26mm, top: 4mm, height: 14mm}, text: "**IIII**", size: 40pt, color: "#1b1b1b"}
line: {box: {left: 4mm, width: 20mm, top: 24mm, height: 10mm}, stroke: {color: ink, width: 1.5pt}}
other: {box: {left: 34mm, width: 24mm, top: 4mm, height: 14mm}, text: "**IIII**", size: 40pt, color: "#1b1b1b"}
"""


@needs_gs
@pytest.mark.parametrize(
    ("ground", "limit", "over"),
    [
        ("#3a0a02", 300, True),  # LittleCMS gives this more than 200 % of cyan, magenta and yellow
        ("#2a0a5a", 300, True),
        ("cmyk(90, 85, 80, 0)", 300, False),  # somebody chose it: black takes its place
        ("#c00010", 240, False),
        ("#404a20", 240, False),
        ("cmyk(0, 70, 70, 0)", 240, True),
    ],
)
def test_black_over_a_ground_is_never_too_much_ink(deck, tmp_path, ground, limit, over):
    deck.zones(BLACK_OVER.replace("GROUND", ground))
    deck.write("deck.yaml", DECK + f"print: {{max-ink: {limit}%}}\n")
    found = plates(built(deck, tmp_path / "out", color="cmyk"), tmp_path / "plates")
    size = found["Black"].size
    most = max(
        sum(1 - found[name].getpixel((x, y)) / 255 for name in PLATES)
        for x in range(0, size[0], 2)
        for y in range(0, size[1], 2)
        if found["Black"].getpixel((x, y)) < 250
    )
    assert most <= limit / 100 + 0.01
    assert letters_in(found["Black"], 3, 27, 11) > 0.95
    ground_inks = inks(found, 15, 37)
    strongest = max(range(3), key=lambda i: ground_inks[i])
    row = [ink(found[PLATES[strongest]], x / 4, 11) for x in range(4 * 3, 4 * 27)]
    # Under the letters the ground is printed on, or it is left out for them.
    assert (min(row) > ground_inks[strongest] - 0.03) is over
    line = [ink(found[PLATES[strongest]], 14, y / 8) for y in range(8 * 22, 8 * 27)]
    assert (min(line) > ground_inks[strongest] - 0.03) is over
    # On another ground of the same card black lies over it.
    assert abs(inks(found, 45, 37)[2] - min(ink(found["Yellow"], x / 4, 11) for x in range(4 * 35, 4 * 57))) < 0.03


@needs_gs
def test_black_on_a_pale_area_over_a_heavy_ground_lies_over_it(deck, tmp_path):
    deck.zones(
        'ground: {in: bleed, fill: "#c00010"}\n'
        'pale: {box: {left: 2mm, width: 58mm, top: 0mm, height: 34mm}, fill: "#f6e7c0"}\n'
        'word: {box: {left: 32mm, width: 28mm, top: 10mm, height: 20mm}, text: "**IIII**", size: 24pt, color: "#1b1b1b"}\n'
        'bare: {box: {left: 32mm, width: 28mm, top: 50mm, height: 20mm}, text: "**IIII**", size: 24pt, color: "#1b1b1b"}\n'
    )
    deck.write("deck.yaml", DECK + "print: {max-ink: 240%}\n")
    found = plates(built(deck, tmp_path / "out", color="cmyk"), tmp_path / "plates")
    for top, over in ((14.5, True), (54.5, False)):
        row = [ink(found["Yellow"], x / 4, top) for x in range(4 * 33, 4 * 58)]
        assert letters(found["Black"], top) > 0.95
        assert (max(row) - min(row) < 0.03) is over


def letters_in(plate: Image.Image, left: float, right: float, top: float) -> float:
    return max(ink(plate, x / 4, top) for x in range(int(4 * left), int(4 * right)))


@needs_gs
def test_black_over_a_picture_with_much_ink_takes_its_place(deck, tmp_path):
    deck.write("art/deep.jpg", picture("CMYK", (230, 200, 170, 0), "JPEG", quality=95))
    deck.write("art/light.jpg", picture("CMYK", (100, 100, 100, 0), "JPEG", quality=95))
    deck.zones(
        "deep: {image: art/deep.jpg, box: {left: 0mm, width: 30mm, top: 0mm, height: 30mm}}\n"
        "light: {image: art/light.jpg, box: {left: 31mm, width: 30mm, top: 0mm, height: 30mm}}\n"
        'one: {box: {left: 2mm, width: 26mm, top: 4mm, height: 14mm}, text: "**IIII**", size: 40pt, color: "#1b1b1b"}\n'
        'two: {box: {left: 33mm, width: 26mm, top: 4mm, height: 14mm}, text: "**IIII**", size: 40pt, color: "#1b1b1b"}\n'
    )
    found = plates(built(deck, tmp_path / "out", color="cmyk"), tmp_path / "plates")
    for left, over in ((2, False), (33, True)):
        row = [ink(found["Cyan"], x / 4, 11) for x in range(4 * (left + 1), 4 * (left + 25))]
        assert (max(row) - min(row) < 0.05) is over
        assert letters_in(found["Black"], left, left + 26, 11) > 0.95


@pytest.mark.parametrize("name", ["All", "None"])
def test_a_spot_ink_cannot_be_called_what_means_all_plates_or_none(deck, cli, tmp_path, name):
    deck.zones("ground: {in: bleed, fill: every, spot: every}")
    deck.write("deck.yaml", DECK.replace("palette: {", f'palette: {{every: "spot({name}, 0, 0, 0, 100)", '))
    ran = cli("build", "./sample", "--color", "cmyk")
    assert ran.code == 1
    assert (
        f"deck.yaml:5:18: error[bad-color]: 'spot({name}, 0, 0, 0, 100)': no ink of your own can be called {name}"
        in ran.err
    )
    assert not list(tmp_path.rglob("*.pdf"))


def test_an_unknown_standard_is_told_with_the_nearest(deck, cli, tmp_path):
    deck.zones(ZONES)
    ran = cli("build", "./sample", "--standard", "pdfx3")
    assert ran.code == 2
    assert "unknown standard 'pdfx3'; did you mean 'pdfx4'? There are pdfx4, pdfx1a" in " ".join(ran.err.split())
    assert not list(tmp_path.rglob("*.pdf"))
