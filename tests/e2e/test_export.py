"""Decks exported: pictures of faces and sheets, data, and what can't be; on the command line and in Python."""

from __future__ import annotations

import hashlib
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from io import BytesIO
from math import pi
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageDraw

import carddesigner as cd
from carddesigner.export.base import PICTURE_OPTIONS, Exporter
from carddesigner.export.exporters import EXPORTERS

SVG = "http://www.w3.org/2000/svg"
STOCKS = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: poker, corner: 3mm, bleed: 0.125in}
  token: {shape: circle, size: [25.4mm, 25.4mm]}
  tile: {shape: octagon, size: [30mm, 30mm]}
  wedge: {shape: polygon, size: [30mm, 20mm], outline: [[0mm, 0mm], [30mm, 0mm], [0mm, 20mm]]}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front: {zones: {ground: {in: bleed, fill: glow}}}
  back: {zones: {ground: {in: bleed, fill: ink}}}
  numbered: {zones: {number: {text: "{{ copy }}", size: 20pt}}}
  named: {zones: {name: {text: "{{ card.name }}", size: 20pt}}}
  red: {zones: {ground: {in: bleed, fill: "#ff0000"}}}
"""
CARDS = "  - {id: cards, rows: cards.csv, front: sample#front, back: sample#back}\n"


@pytest.fixture
def sample(deck):
    """Writes the deck with these components; its exported pictures are below ``output/sample``."""

    def write(components: str = CARDS, rows: str = "name\nFire\nIce\n"):
        deck.write("deck.yaml", STOCKS + components)
        deck.write("cards.csv", rows)
        deck.write("templates/sample.yaml", TEMPLATE)
        return deck

    return write


def pictures(tmp_path: Path, folder: str = "png") -> dict[str, Image.Image]:
    found = {}
    for path in sorted((tmp_path / "output/sample" / folder).glob("*.png")):
        with Image.open(path) as image:
            image.load()
        found[path.stem] = image
    return found


def opacity(image: Image.Image) -> float:
    """How much of a picture isn't transparent, in pixels."""
    return sum(n * value for value, n in enumerate(image.getchannel("A").histogram())) / 255


def test_a_poker_card_with_an_eighth_of_an_inch_of_bleed_is_825_by_1125_pixels(sample, cli, tmp_path):
    sample()
    ran = cli("export", "./sample", "--to", "png", "--bleed")
    assert (ran.code, ran.out, ran.err) == (0, "", "output/sample/png  4 pictures at 300 dpi\n")
    made = pictures(tmp_path)
    assert list(made) == ["cards-001-back", "cards-001-front", "cards-002-back", "cards-002-front"]
    assert {image.size for image in made.values()} == {(825, 1125)}
    assert all(image.getpixel((0, 0)) == image.getpixel((824, 1124)) != (255, 255, 255) for image in made.values())


def test_what_is_cut_off_is_transparent(sample, cli, tmp_path):
    tokens = "".join(
        f"  - {{id: {name}, copies: 1, stock: {name}, front: sample#front, back: sample#back}}\n"
        for name in ("card", "token", "tile")
    )
    sample(tokens)
    assert cli("export", "./sample", "--to", "png", "--cut").code == 0
    made = pictures(tmp_path)
    card, token, tile = (made[f"{name}-front"] for name in ("card", "token", "tile"))
    assert [image.size for image in (card, token, tile)] == [(750, 1050), (300, 300), (354, 354)]
    for image in made.values():
        corners = [image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)]
        assert [alpha for *_, alpha in corners] == [0, 0, 0, 0]
        assert image.getpixel((image.width // 2, image.height // 2))[3] == 255
        assert set(image.getchannel("A").tobytes()) > {0, 255}, "the edge is smooth"
    assert card.getpixel((375, 0)) == (246, 207, 90, 255), "up to the straight edge, without a pale line"
    corner = 3 / 25.4 * 300
    assert opacity(card) == pytest.approx(750 * 1050 - (4 - pi) * corner**2, rel=1e-3)
    assert opacity(token) == pytest.approx(pi * 150**2, rel=1e-3)
    side = 30 / 25.4 * 300
    assert opacity(tile) == pytest.approx(2 * (2**0.5 - 1) * side**2, rel=3e-3)


def test_a_back_is_cut_as_it_is_seen_from_behind(sample, cli, tmp_path):
    sample("  - {id: wedge, copies: 1, stock: wedge, front: sample#front, back: sample#front}\n")
    assert cli("export", "./sample", "--to", "png", "--cut", "--dpi", "72").code == 0
    made = pictures(tmp_path)
    seen = {name: [image.getpixel((x, 50))[3] for x in (4, 80)] for name, image in made.items()}
    assert seen == {"wedge-front": [255, 0], "wedge-back": [0, 255]}


def test_faces_as_vectors_have_their_size_in_millimetres_and_end_at_the_cut(sample, cli, tmp_path):
    sample("  - {id: token, copies: 1, stock: token, front: sample#front, back: sample#back}\n" + CARDS)
    for options, size in (((), ("63.5mm", "88.9mm")), (("--bleed",), ("69.85mm", "95.25mm"))):
        ran = cli("export", "./sample", "--to", "svg", *options)
        assert (ran.code, ran.out) == (0, "")
        made = sorted((tmp_path / "output/sample/svg").glob("*.svg"))
        names = ["cards-001-back", "cards-001-front", "cards-002-back", "cards-002-front", "token-back", "token-front"]
        assert [p.name for p in made] == [f"{name}.svg" for name in names]
        root = ET.parse(made[1]).getroot()
        assert (root.get("width"), root.get("height")) == size
        assert root.find(f".//{{{SVG}}}text") is None, "letters are outlines"
    assert cli("export", "./sample", "--to", "svg", "--cut", "--side", "front").code == 0
    root = ET.parse(tmp_path / "output/sample/svg/token-front.svg").getroot()
    (edge,) = (c for c in root.iter(f"{{{SVG}}}clipPath") if "C" in c[0].get("d"))
    (shown,) = root.findall(f"{{{SVG}}}g")
    assert shown.get("clip-path") == f"url(#{edge.get('id')})"
    assert any(p.get("fill") == "#f6cf5a" for p in shown.iter(f"{{{SVG}}}path"))


def test_vectors_have_no_dots_per_inch(sample, cli):
    sample()
    ran = cli("export", "./sample", "--to", "svg", "--dpi", "300")
    assert ran.code == 2
    assert "--dpi is for one that has, such as --to png" in ran.err


@pytest.mark.parametrize(("side", "left"), [("front", {"front"}), ("back", {"back"})])
def test_one_side_alone(sample, cli, tmp_path, side, left):
    sample()
    assert cli("export", "./sample", "--to", "png", "--dpi", "36", "--side", side).code == 0
    assert {name.rpartition("-")[2] for name in pictures(tmp_path)} == left


def test_copies_that_differ_have_a_picture_each(sample, cli, tmp_path):
    sample(
        "  - {id: tickets, copies: 3, front: sample#numbered, back: sample#back}\n"
        "  - {id: alike, copies: 3, front: sample#front}\n"
        "  - {id: mixed, copies: 2, front: \"sample#{{ 'red' if copy == 2 else 'front' }}\"}\n"
    )
    assert cli("export", "./sample", "--to", "png", "--dpi", "72").code == 0
    made = pictures(tmp_path)
    numbered = [f"tickets-{n}-{side}" for n in (1, 2, 3) for side in ("back", "front")]
    assert list(made) == ["alike-front", "mixed-1-front", "mixed-2-front", *numbered]
    assert made["mixed-1-front"].getpixel((50, 50)) == (246, 207, 90)
    assert made["mixed-2-front"].getpixel((50, 50)) == (255, 0, 0)
    assert len({made[f"tickets-{n}-front"].tobytes() for n in (1, 2, 3)}) == 3


def test_sheets_are_those_that_build_prints(sample, cli, tmp_path):
    sample(CARDS + "print: {paper: 148x210mm, duplex: short-edge}\n", "name,copies\nFire,5\n")
    ran = cli("export", "./sample", "--to", "png", "--layout", "sheets", "--dpi", "72")
    assert (ran.code, ran.err) == (0, "output/sample/sheets  4 pictures at 72 dpi\n")
    made = pictures(tmp_path, "sheets")
    assert list(made) == [f"sheet-{n}-{side}" for n in (1, 2) for side in ("back", "front")]
    cli("build", "./sample")
    document = pdfium.PdfDocument(tmp_path / "output/sample/sample-sheets.pdf")
    for page, name in enumerate(["sheet-1-front", "sheet-1-back", "sheet-2-front", "sheet-2-back"]):
        printed = document[page].render(scale=1).to_pil().convert("RGB").resize(made[name].size)
        apart = ImageChops.difference(printed, made[name]).convert("L")
        assert sum(n for value, n in enumerate(apart.histogram()) if value > 64) < 0.01 * apart.width * apart.height
    assert cli("export", "./sample", "--to", "png", "--layout", "sheets", "--side", "back", "-o", "backs").code == 0
    assert sorted(p.name for p in tmp_path.glob("backs/sample/sheets/*.png")) == [
        "sheet-1-back.png",
        "sheet-2-back.png",
    ]


def test_sheets_of_booklets_are_called_by_their_component(cli, tmp_path):
    assert cli("export", "nails-and-hammers", "--to", "png", "--layout", "sheets", "--dpi", "36").code == 0
    names = {p.name for p in (tmp_path / "output/nails-and-hammers/sheets").glob("*.png")}
    assert {"sheet-1-front.png", "rules-sheet-1-front.png", "rules-sheet-1-back.png"} <= names


TWO = "  - {id: two, copies: 2, stock: %s, front: sample#front, back: sample#framed}\n"
FRAMED = "  framed: {zones: {ground: {in: bleed, fill: ink}, frame: {box: {left: 5mm, right: 5mm, top: 5mm, bottom: 5mm}, fill: glow}}}\n"
GLOW, INK, PAPER = (246, 207, 90), (27, 27, 27), (255, 255, 255)


def framed(deck):
    deck.write("templates/sample.yaml", TEMPLATE + FRAMED)
    return deck


def test_a_shift_is_simulated_on_backs_alone_and_cards_are_cut_where_they_are(sample, cli, tmp_path):
    framed(sample(TWO % "card"))
    ran = cli("export", "./sample", "--to", "png", "--dpi", "254", "--cut", "--simulate-shift", "1.5mm")
    assert (ran.code, ran.err) == (0, "output/sample/png-shifted  1 picture at 254 dpi\n")
    (image,) = pictures(tmp_path, "png-shifted").values()
    assert image.size == (635, 889), "the card is as large as before"
    middle = image.height // 2
    edges = [x for x in range(1, image.width) if image.getpixel((x, middle)) != image.getpixel((x - 1, middle))]
    assert edges == [pytest.approx(65, abs=1), pytest.approx(635 - 50 + 15, abs=1)], "5 mm ± 1.5 mm"
    assert image.getpixel((317, 60))[:3] == INK
    assert image.getpixel((317, 889 - 40))[:3] == GLOW
    assert not (tmp_path / "output/sample/png").exists(), "nobody takes it for what is to be printed"


def test_a_shift_past_the_bleed_shows_paper(sample, cli, tmp_path):
    framed(sample(TWO % "card"))
    assert cli("export", "./sample", "--to", "png", "--dpi", "254", "--simulate-shift", "4mm").code == 0
    (image,) = pictures(tmp_path, "png-shifted").values()
    assert [image.getpixel((x, 400)) for x in (2, 14)] == [PAPER, INK]


@pytest.mark.parametrize(("duplex", "page"), [("long-edge", "back"), ("short-edge", "back"), ("gutterfold", "front")])
def test_a_shift_on_sheets_leaves_the_cut_where_it_is(sample, cli, tmp_path, duplex, page):
    deck = framed(sample(TWO % "card"))
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + f"print: {{duplex: {duplex}}}\n")
    arguments = ("export", "./sample", "--to", "png", "--dpi", "127", "--layout", "sheets", "--simulate-shift")
    seen = []
    for shift in ("0.01mm", "2mm"):
        assert cli(*arguments, shift).code == 0
        after = pictures(tmp_path, "sheets-shifted")
        assert list(after) == [f"sheet-1-{page}"], "only pages with backs"
        image = after[f"sheet-1-{page}"].convert("RGB")
        cut = _where(image, lambda v: v > 180, lambda v: v < 120, lambda v: v > 90)
        glow = _where(image, *(lambda v, own=own: abs(v - own) < 8 for own in GLOW))
        seen.append((cut, _middle(glow)))
    (cut, art), (still, moved) = seen
    assert cut.histogram()[255] > 500
    differing = ImageChops.difference(cut, still).histogram()[255]
    assert differing < 0.1 * cut.histogram()[255], "but for what shines through"
    # On a sheet that is folded fronts stay, and of what is pale less is seen.
    least = 9 if page == "back" else 1
    assert all(least < b - a < 11 for a, b in zip(art, moved, strict=True))


def _where(image: Image.Image, *bands: Callable[[int], bool]) -> Image.Image:
    """White where all bands of a picture are as is asked, else black."""
    found = [
        band.point([255 * wanted(v) for v in range(256)]) for band, wanted in zip(image.split(), bands, strict=True)
    ]
    return ImageChops.darker(ImageChops.darker(found[0], found[1]), found[2])


def _middle(mask: Image.Image) -> list[float]:
    """The centre of all that is white."""
    out = []
    for size in ((mask.width, 1), (1, mask.height)):
        sums = list(mask.convert("F").resize(size, Image.Resampling.BOX).get_flattened_data())
        out.append(sum(i * v for i, v in enumerate(sums)) / sum(sums))
    return out


def test_no_back_to_shift_is_an_error(sample, cli):
    sample("  - {id: cards, rows: cards.csv, front: sample#front}\n")
    for layout in ("pieces", "sheets"):
        ran = cli("export", "./sample", "--to", "png", "--layout", layout, "--simulate-shift", "1mm")
        assert ran.code == 1
        assert "nothing that is exported has a back" in ran.err


def test_python_writes_the_same_and_says_what(sample, cli, tmp_path):
    loaded = cd.load_deck(sample().path)
    result = loaded.export("png", output=tmp_path / "mine", dpi=72, cut=True, side="front")
    cli("export", "./sample", "--to", "png", "--cut", "--dpi", "72", "--side", "front")
    assert [a.path.relative_to(tmp_path / "mine/sample") for a in result.artifacts] == [
        Path("png/cards-001-front.png"),
        Path("png/cards-002-front.png"),
    ]
    for made in result.artifacts:
        data = made.path.read_bytes()
        assert hashlib.sha256(data).hexdigest() == made.sha256
        assert data == (tmp_path / "output/sample/png" / made.path.name).read_bytes()
    with pytest.raises(AttributeError):
        result.artifacts = ()
    for select in (cd.expression("name == 'Ice'"), "name == 'Ice'"):
        (data,) = loaded.export("json", output=tmp_path / "mine", select=select).artifacts
        assert [card["id"] for card in json.loads(data.path.read_text())["cards"]] == ["cards-002"]


def test_several_processes_make_the_same_pictures_in_the_same_order(sample, cli, tmp_path):
    rows = "name\n" + "".join(f"Fire {n}\n" for n in range(21))
    sample("  - {id: cards, rows: cards.csv, front: sample#named, back: sample#back}\n", rows)
    for jobs in "1", "3":
        ran = cli("export", "./sample", "--to", "png", "--cut", "--dpi", "72", "--jobs", jobs, "-o", jobs)
        assert ran.code == 0, ran.err
    one, three = (sorted((tmp_path / jobs / "sample/png").glob("*.png")) for jobs in "13")
    assert len(one) == 42
    assert len({p.read_bytes() for p in one}) == 22
    assert [(p.name, p.read_bytes()) for p in one] == [(p.name, p.read_bytes()) for p in three]
    assert cli("export", "./sample", "--to", "png", "--jobs", "0").code == 2
    assert "--jobs: json has no pictures" in cli("export", "./sample", "--to", "json", "--jobs", "2").err


@pytest.mark.parametrize("to", ["png", "svg"])
def test_pictures_of_cards_that_are_gone_go_too_and_a_part_leaves_the_others(sample, cli, tmp_path, to):
    def there() -> set[str]:
        return {p.name for p in (tmp_path / "output/sample" / to).glob(f"*.{to}")}

    def named(*stems: str) -> set[str]:
        return {f"{stem}.{to}" for stem in stems}

    dpi = ("--dpi", "36") if to == "png" else ()
    sample(rows="id,name\nfire,Fire\nice,Ice\n")
    assert cli("export", "./sample", "--to", to, *dpi).code == 0
    (tmp_path / "output/sample" / to / f"mine.{to}").write_text("mine")
    whole = named("fire-front", "fire-back", "ice-front", "ice-back", "mine")
    for part in (("--select", "name == 'Ice'"), ("--side", "back")):
        assert cli("export", "./sample", "--to", to, *part, *dpi).code == 0
        assert there() == whole
    sample(rows="id,name\nsnow,Snow\nice,Ice\n")
    assert cli("export", "./sample", "--to", to, *dpi).code == 0
    assert there() == named("snow-front", "snow-back", "ice-front", "ice-back", "mine")


@pytest.mark.parametrize(
    ("to", "name", "other"),
    [("json", "sample.json", "sample-selected.json"), ("gallery", "gallery.html", "gallery-selected.html")],
)
def test_a_part_of_the_deck_does_not_take_the_place_of_the_whole(sample, cli, tmp_path, to, name, other):
    sample()
    assert cli("export", "./sample", "--to", to).code == 0
    whole = (tmp_path / "output/sample" / name).read_bytes()
    assert cli("export", "./sample", "--to", to, "--select", "name == 'Ice'").code == 0
    assert (tmp_path / "output/sample" / name).read_bytes() == whole
    part = (tmp_path / "output/sample" / other).read_text()
    assert "Ice" in part
    assert "Fire" not in part


def test_all_wrong_options_are_reported_at_once(sample, cli):
    loaded = cd.load_deck(sample().path)
    with pytest.raises(cd.OptionError) as raised:
        loaded.export("png", dpi=1, side="top", cut=True, bleed=True)
    assert [problem.option for problem in raised.value.problems] == ["side", "dpi", "cut"]
    ran = cli("export", "./sample", "--to", "json", "--cut", "--layout", "sheets")
    assert ran.code == 2
    assert "--cut: json has no pictures" in ran.err
    assert "--layout: json has no pictures" in ran.err


WRONG = [
    (("--to", "jsn"), {"to": "jsn"}, "--to: there is no exporter 'jsn'; did you mean 'json'?"),
    (("--to", "json", "--cut"), {"to": "json", "cut": True}, "--cut: json has no pictures"),
    (("--to", "json", "--dpi", "72"), {"to": "json", "dpi": 72}, "--dpi is for one that has, such as --to png"),
    (("--to", "png", "--cut", "--bleed"), {"to": "png", "cut": True, "bleed": True}, "leave out --cut or --bleed"),
    (
        ("--to", "png", "--layout", "sheets", "--bleed"),
        {"to": "png", "layout": "sheets", "bleed": True},
        "--bleed: it is of single pieces; leave out --bleed or --layout sheets",
    ),
    (
        ("--to", "png", "--simulate-shift", "1.5"),
        {"to": "png", "simulate_shift": "1.5"},
        "--simulate-shift: the length 1.5 needs a unit: 1.5mm",
    ),
    (
        ("--to", "png", "--simulate-shift", "3cm"),
        {"to": "png", "simulate_shift": "3cm"},
        "--simulate-shift: write 20mm or less",
    ),
    (
        ("--to", "png", "--simulate-shift", "1mm", "--side", "front"),
        {"to": "png", "simulate_shift": "1mm", "side": "front"},
        "--simulate-shift: backs are shifted, fronts are not; leave out --side front",
    ),
    (
        ("--to", "png", "--simulate-shift", "1mm", "--bleed"),
        {"to": "png", "simulate_shift": "1mm", "bleed": True},
        "--simulate-shift: it is seen where pieces are cut; leave out --bleed",
    ),
    (("--to", "png", "--dpi", "20"), {"to": "png", "dpi": 20}, "--dpi: 20 is no resolution; write 36 to 1,200"),
    (("--to", "png", "--side", "top"), {"to": "png", "side": "top"}, "--side: 'top' is not front or back"),
    (
        ("--to", "png", "--layout", "sheets", "--dpi", "1200"),
        {"to": "png", "layout": "sheets", "dpi": 1200},
        "a picture of 210 × 297 mm at 1200 dpi would have 139,201,551 pixels, and may have 50,000,000; 719 dpi would do",
    ),
]


@pytest.mark.parametrize(("arguments", "options", "message"), WRONG, ids=[" ".join(a) for a, _, _ in WRONG])
def test_wrong_options_are_refused_on_the_command_line_and_in_python(
    sample, cli, tmp_path, monkeypatch, arguments, options, message
):
    loaded = cd.load_deck(sample().path)
    ran = cli("export", "./sample", *arguments)
    assert ran.code == 2
    assert message in ran.err
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cd.OptionError) as raised:
        loaded.export(options.pop("to"), **options)
    (problem,) = raised.value.problems
    assert f"--{problem.option.replace('_', '-')}: " in ran.err
    assert problem.message.split(";")[0].split("{")[0] in ran.err
    assert not (tmp_path / "output").exists()


def test_nothing_to_export_is_an_error_and_writes_nothing(sample, cli, tmp_path):
    sample("  - {id: plain, copies: 1, front: sample#front}\n")
    for arguments, message in (
        (("--select", "id == 'wind'"), "no card matches --select"),
        (("--side", "back"), "nothing that is exported has a back"),
    ):
        ran = cli("export", "./sample", "--to", "png", *arguments)
        assert ran.code == 1
        assert f"error[nothing-selected]: {message}" in ran.err
    assert not (tmp_path / "output").exists()


def test_a_folder_that_cannot_be_written_is_named(sample, cli, tmp_path):
    sample()
    (tmp_path / "output").write_text("in the way")
    ran = cli("export", "./sample", "--to", "png")
    assert ran.code == 1
    assert ran.err.startswith("error: cannot write output/sample")


def test_a_new_exporter_is_a_value_in_the_table(sample, tmp_path, monkeypatch):
    def webp(image):
        out = BytesIO()
        image.save(out, "WEBP")
        return out.getvalue()

    def files(job):
        for names, data in job.pictures(webp):
            yield {Path(f"webp/{name}.webp"): data for name in names}

    monkeypatch.setitem(EXPORTERS, "webp", Exporter("small pictures", files, PICTURE_OPTIONS))
    made = cd.load_deck(sample().path).export("webp", output=tmp_path, dpi=72, side="back").artifacts
    assert [(a.path.name, a.kind) for a in made] == [("cards-001-back.webp", "webp"), ("cards-002-back.webp", "webp")]
    assert len({a.sha256 for a in made}) == 1
    with Image.open(made[0].path) as image:
        assert image.size == (180, 252)


def test_a_contact_sheet_shows_twelve_of_a_hundred_cards_and_their_back(sample, cli, tmp_path):
    sample(CARDS, "name,copies\n" + "".join(f"Card {n},{n % 3}\n" for n in range(100)))
    ran = cli("export", "./sample", "--to", "contact-sheet")
    assert (ran.code, ran.err) == (0, "output/sample/contact-sheet.png\n")
    with Image.open(tmp_path / "output/sample/contact-sheet.png") as image:
        glow, ink = (_rectangles(image, color) for color in ((246, 207, 90), (27, 27, 27)))
    # A poker card is 275 by 385 pixels at 110 dots per inch.
    assert (len(glow), len(ink)) == (12, 1)
    assert all(abs(w - 275) <= 3 and abs(h - 385) <= 3 for w, h in (*glow, *ink))


def test_where_backs_differ_each_lies_beside_its_front(sample, cli, tmp_path):
    sample(CARDS.replace("sample#back", "'sample#{{ card.back }}'"), "name,back\nFire,red\nIce,back\nFog,red\n")
    assert cli("export", "./sample", "--to", "contact-sheet").code == 0
    with Image.open(tmp_path / "output/sample/contact-sheet.png") as image:
        assert [len(_rectangles(image, c)) for c in ((246, 207, 90), (27, 27, 27), (255, 0, 0))] == [3, 1, 2]


def _rectangles(image: Image.Image, color: tuple[int, int, int]) -> list[tuple[int, int]]:
    """Width and height of each patch of a colour that is no letter."""
    left = ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, color)).convert("L")
    left = left.point(lambda v: 255 * (v < 8))
    # Patches are found in a small picture, where that takes no time, and measured in the large one.
    small, found = left.reduce(4).point(lambda v: 255 * (v == 255)), []
    while (box := small.getbbox()) is not None:
        x, y = next((x, y) for y in range(box[1], box[3]) for x in range(box[0], box[2]) if small.getpixel((x, y)))
        ImageDraw.floodfill(small, (x, y), 128)
        x1, y1, x2, y2 = small.point(lambda v: 255 * (v == 128)).getbbox()
        ImageDraw.floodfill(small, (x, y), 0)
        whole = left.crop([4 * v for v in (x1 - 1, y1 - 1, x2 + 1, y2 + 1)]).getbbox()
        if whole[2] - whole[0] > 60:
            found.append((whole[2] - whole[0], whole[3] - whole[1]))
    return found


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (("--to", "contact-sheet", "--bleed"), "--bleed is for one that has, such as --to png"),
        (("--to", "png", "--cards", "3"), "--cards is for one that has, such as --to contact-sheet"),
        (("--to", "contact-sheet", "--cards", "0"), "0 is no number of cards; write 1 to 200"),
        (("--to", "contact-sheet", "--dpi", "1200", "--cards", "40"), "dpi would do"),
    ],
)
def test_what_a_contact_sheet_does_not_take_is_told(sample, cli, options, wrong):
    sample(CARDS, "name\n" + "x\n" * 40)
    ran = cli("export", "./sample", *options)
    assert ran.code == 2
    assert wrong in ran.err
