"""Decks exported to Tabletop Simulator: sheets, tiles, booklets, the saved object and what it keeps of an earlier one."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterable
from io import StringIO
from math import hypot, pi
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import carddesigner as cd
from carddesigner.export.tabletop.objects import identity_of
from tests.property.table_saves import check_save, objects

pytestmark = pytest.mark.slow

DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: poker, corner: 3mm}
  square: {shape: square, size: [50mm, 50mm]}
  token: {shape: circle, size: [25.4mm, 25.4mm], thickness: 2mm}
  tile: {shape: octagon, size: [50.8mm, 50.8mm]}
  hexagon: {shape: polygon, size: [44mm, 50.81mm], outline: [[50%, 0%], [100%, 25%], [100%, 75%], [50%, 100%], [0%, 75%], [0%, 25%]]}
  notched: {shape: polygon, size: [40mm, 40mm], outline: [[0%, 0%], [100%, 0%], [100%, 100%], [50%, 50%], [0%, 100%]]}
  mat: {shape: card, size: [264mm, 194mm], bleed: 0mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "{{ card.color }}"}
      title: {box: {left: 5mm, right: 5mm, top: 4mm, height: 8mm}, text: "{{ card.name }}", size: 12pt}
      rules: {box: {left: 5mm, right: 5mm, bottom: 5mm, height: 20mm}, text: "{{ card.rules }}", size: 9pt}
  back: {zones: {ground: {in: bleed, fill: ink}}}
  own: {zones: {ground: {in: bleed, fill: "{{ card.other }}"}}}
  plain: {zones: {ground: {in: bleed, fill: glow}}}
  halves:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      left: {box: {left: -3mm, width: 28.4mm, top: -3mm, bottom: -3mm}, fill: "#ff0000"}
      top: {box: {left: -3mm, right: -3mm, top: -3mm, height: 10mm}, fill: "#0000ff"}
"""
CARDS = "  - {id: cards, rows: cards.csv, front: sample#front, back: sample#back}\n"
INK, GLOW = (27, 27, 27), (246, 207, 90)


def colored(names: Iterable[str], copies: int = 1) -> str:
    """Rows of cards whose colours tell them apart."""
    rows = [f"{n},{n},{copies},{color(n)},{color(n + 'x')},Word {n}" for n in names]
    return "\n".join(["id,name,copies,color,other,rules", *rows, ""])


def color(name: str) -> str:
    # Steps of 32, which JPEG keeps apart.
    return "#" + "".join(f"{(v % 8) * 32:02x}" for v in hashlib.sha256(name.encode()).digest()[:3])


@pytest.fixture
def sample(deck):
    """Writes the deck with these components."""

    def write(components: str = CARDS, rows: str = colored("abc")):
        deck.write("deck.yaml", DECK + components)
        deck.write("cards.csv", rows)
        deck.write("templates/sample.yaml", TEMPLATE)
        deck.write("rules.md", "# The rules\n\nDraw a card.\n")
        return deck

    return write


def table(folder: Path) -> Path:
    return folder / "output/sample/tabletop-simulator"


def save_of(folder: Path) -> dict:
    save = json.loads((table(folder) / "Saves/Saved Objects/sample.json").read_text())
    check_save(save)
    return save


def picture(folder: Path, name: str) -> Image.Image:
    path = table(folder) / "Mods/Images" / name
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] in name, "named by what it shows"
    with Image.open(path) as image:
        image.load()
    assert image.mode == "RGB"
    assert max(image.size) <= 4096
    return image


def middle(folder: Path, state: dict, side: str = "Face") -> tuple[int, ...]:
    """The colour in the middle of the cell that a card shows."""
    key, cell = divmod(state["CardID"], 100)
    sheet = state["CustomDeck"][str(key)]
    image = picture(folder, sheet[f"{side}URL"])
    if side == "Back" and not sheet["UniqueBack"]:
        return image.getpixel((image.width // 2, image.height // 2))
    wide, high = image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]
    row, column = divmod(cell, sheet["NumWidth"])
    return image.getpixel((column * wide + wide // 2, row * high + high // 2))


def near(found: tuple[int, ...], wanted: str | tuple[int, ...]) -> bool:
    rgb = tuple(bytes.fromhex(wanted[1:])) if isinstance(wanted, str) else wanted
    return max(abs(a - b) for a, b in zip(found, rgb, strict=True)) < 12


def cards(save: dict) -> list[dict]:
    return [o for o in objects(save["ObjectStates"]) if o["Name"] == "Card"]


def test_a_deck_lies_in_a_bag_with_its_copies_names_and_texts(sample, cli, tmp_path):
    sample(rows=colored("abc", 2))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert ran.code == 0, ran.err
    assert ran.err.startswith("output/sample/tabletop-simulator/Saves/Saved Objects/sample.json  2 pictures\n")
    assert "copy the folders in output/sample/tabletop-simulator into Documents/My Games/Tabletop Simulator" in ran.err
    save = save_of(tmp_path)
    (bag,) = save["ObjectStates"]
    (pile,) = bag["ContainedObjects"]
    assert (save["SaveName"], bag["Name"], bag["Nickname"]) == ("Sample", "Bag", "Cards")
    found = pile["ContainedObjects"]
    assert [(c["Nickname"], c["Description"]) for c in found] == [
        (n, f"Word {n}") for n in ("a", "a", "b", "b", "c", "c")
    ]
    assert [c["CardID"] for c in found] == [100, 100, 101, 101, 102, 102]
    for card in found:
        assert near(middle(tmp_path, card), color(card["Nickname"]))
        assert near(middle(tmp_path, card, "Back"), INK)
    ((_, sheet),) = pile["CustomDeck"].items()
    last = picture(tmp_path, sheet["FaceURL"])
    assert near(last.getpixel((last.width - 30, last.height - 30)), INK), "the last cell is the hidden card"
    assert (sheet["BackIsHidden"], sheet["UniqueBack"], sheet["Type"]) == (True, False, 0)
    assert pile["Transform"]["rotZ"] == 180, "face down"
    # An inch is a unit; a card is 80 mm high unless it is scaled.
    assert pile["Transform"]["scaleX"] == pile["Transform"]["scaleZ"] == pytest.approx(88.9 / 80, abs=1e-3)
    with Image.open(table(tmp_path) / "Saves/Saved Objects/sample.png") as thumbnail:
        assert thumbnail.size == (256, 256)


def test_varying_backs_are_sheets_of_their_own(sample, cli, tmp_path):
    sample("  - {id: cards, rows: cards.csv, two-sided: true, front: sample#front, back: sample#own}\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    found = cards(save_of(tmp_path))
    assert len(found) == 3
    for card in found:
        assert all(sheet["UniqueBack"] for sheet in card["CustomDeck"].values())
        assert near(middle(tmp_path, card), color(card["Nickname"]))
        assert near(middle(tmp_path, card, "Back"), color(card["Nickname"] + "x"))
        assert card["HideWhenFaceDown"] is False, "both sides are in play"


def test_a_single_card_is_a_card_and_square_corners_stay_square(sample, cli, tmp_path):
    sample("  - {id: one, copies: 1, stock: square, front: sample#plain}\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    (bag,) = save_of(tmp_path)["ObjectStates"]
    (card,) = bag["ContainedObjects"]
    assert (card["Name"], card["CustomDeck"]["1"]["Type"]) == ("Card", 1)
    assert near(middle(tmp_path, card), GLOW)
    assert near(middle(tmp_path, card, "Back"), (255, 255, 255)), "a card without a back has a blank one"


NAMES = [f"n{n}" for n in range(105)]


def test_105_cards_are_two_sheets_as_large_as_a_table_takes(sample, cli, tmp_path):
    sample(rows=colored(NAMES))
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    found = cards(save_of(tmp_path))
    sheets = {json.dumps(c["CustomDeck"]) for c in found}
    assert (len(found), len(sheets)) == (105, 2)
    for text in sheets:
        ((_, sheet),) = json.loads(text).items()
        image = picture(tmp_path, sheet["FaceURL"])
        assert 4096 - 10 < max(image.width, image.height) <= 4096, "no larger size would do"
    assert all(near(middle(tmp_path, c), color(c["Nickname"])) for c in found[::7])


def test_300_dpi_take_as_many_sheets_as_they_need(sample, cli, tmp_path):
    sample(rows=colored(NAMES[:30]))
    assert cli("export", "./sample", "--to", "tabletop-simulator", "--dpi", "300").code == 0
    found = cards(save_of(tmp_path))
    sheets = {k: s for c in found for k, s in c["CustomDeck"].items()}
    assert len(sheets) == 3, "5 by 3 cells of 750 by 1050 pixels, one of them hidden"
    for sheet in sheets.values():
        image = picture(tmp_path, sheet["FaceURL"])
        assert (image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]) == (750, 1050)
    assert near(middle(tmp_path, found[-1]), color(NAMES[29]))


def mesh_of(folder: Path, state: dict) -> tuple[list, list, list, list]:
    """Points, places in the picture, directions, and faces of a model."""
    path = table(folder) / "Mods/Models" / state["CustomMesh"]["MeshURL"]
    read: dict[str, list] = {"v": [], "vt": [], "vn": [], "f": []}
    for line in path.read_text().splitlines():
        kind, *values = line.split()
        if kind == "f":
            read["f"].append([[int(n) - 1 for n in value.split("/")] for value in values])
        elif kind in read:
            read[kind].append(tuple(map(float, values)))
    return read["v"], read["vt"], read["vn"], read["f"]


def area(points: list, triangle: list) -> tuple[float, float, float]:
    """The direction of a triangle, as long as it is large, by the hand's rule."""
    a, b, c = (points[corner[0]] for corner in triangle)
    u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return tuple(x / 2 for x in cross)


@pytest.mark.parametrize(
    ("stock", "square_inches", "corners"),
    [
        ("tile", 2 * (2**0.5 - 1) * 2.0**2, 8),
        ("hexagon", 44 * 50.81 * 0.75 / 25.4**2, 6),
        ("token", pi * 0.5**2, 48),
        ("notched", 0.75 * (40 / 25.4) ** 2, 5),
        ("mat", 264 * 194 / 25.4**2, None),
    ],
)
def test_a_tile_is_a_solid_of_its_outline_in_inches(sample, cli, tmp_path, stock, square_inches, corners):
    sample(f"  - {{id: one, copies: 2, stock: {stock}, front: sample#plain, back: sample#back}}\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    (bag,) = save_of(tmp_path)["ObjectStates"]
    first, second = bag["ContainedObjects"]
    assert first["Name"] == "Custom_Model"
    assert (first["Nickname"], first["CustomMesh"]) == (second["Nickname"], second["CustomMesh"])
    points, places, directions, faces = mesh_of(tmp_path, first)
    if corners is not None:
        assert len(points) == 2 * corners
    up = sum(max(0.0, area(points, f)[1]) for f in faces)
    down = sum(min(0.0, area(points, f)[1]) for f in faces)
    assert up == pytest.approx(square_inches, rel=0.01)
    assert down == pytest.approx(-up)
    assert max(p[1] for p in points) * 25.4 * 2 == pytest.approx(2.0 if stock == "token" else 1.5, abs=1e-3)
    for face in faces:
        normal, said = area(points, face), directions[face[0][2]]
        size = hypot(*normal)
        assert size == 0 or sum(a * b for a, b in zip(normal, said, strict=True)) == pytest.approx(size, rel=1e-3)
    assert all(0 <= u <= 1 and 0 <= v <= 1 for u, v in places)
    # Closed: each edge is walked once in each direction.
    edges = [(f[i][0], f[(i + 1) % 3][0]) for f in faces for i in range(3)]
    assert sorted(edges) == sorted((b, a) for a, b in edges)


def test_a_tiles_picture_lies_on_it_as_it_is_printed(sample, cli, tmp_path):
    """Seen from above, with x to the right and z towards the eye, the front is upright; the back is upright when it is turned over
    like a page.
    """
    sample("  - {id: one, copies: 1, stock: tile, front: sample#halves, back: sample#halves}\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    ((tile,),) = (b["ContainedObjects"] for b in save_of(tmp_path)["ObjectStates"])
    image = picture(tmp_path, tile["CustomMesh"]["DiffuseURL"])
    points, places, _, faces = mesh_of(tmp_path, tile)

    def seen(x: float, z: float, up: int) -> tuple[int, ...]:
        """The colour at a point of the upper or lower side."""
        for face in faces:
            if area(points, face)[1] * up <= 1e-9:
                continue
            (ax, _, az), (bx, _, bz), (cx, _, cz) = (points[c[0]] for c in face)
            whole = (bx - ax) * (cz - az) - (cx - ax) * (bz - az)
            q = ((x - ax) * (cz - az) - (cx - ax) * (z - az)) / whole
            r = ((bx - ax) * (z - az) - (x - ax) * (bz - az)) / whole
            if min(q, r, 1 - q - r) >= -1e-9:
                uv = [places[c[1]] for c in face]
                u, v = ((1 - q - r) * a + q * b + r * c for a, b, c in zip(*uv, strict=True))
                return image.getpixel((min(int(u * image.width), image.width - 1), int((1 - v) * image.height)))
        raise AssertionError

    assert near(seen(-0.7, 0.2, 1), (255, 0, 0)), "the left half is red"
    assert near(seen(0.7, 0.2, 1), (255, 255, 255))
    assert near(seen(0.2, -0.9, 1), (0, 0, 255)), "the top is blue"
    assert near(seen(0.7, 0.2, -1), (255, 0, 0)), "the left of the back is behind the right of the front"
    assert near(seen(-0.7, 0.2, -1), (255, 255, 255))
    assert near(seen(0.2, -0.9, -1), (0, 0, 255))


def test_a_booklet_is_a_pdf_to_leaf_through_and_boxes_are_left_out_and_told(sample, cli, tmp_path):
    sample(
        CARDS + "  - {id: rules, booklet: rules.md, front: sample#pages}\n"
        "  - {id: box, box: tuck, holds: [cards], front: sample#plain}\n"
    )
    template = tmp_path / "sample/templates/sample.yaml"
    template.write_text(
        TEMPLATE + "  pages: {zones: {text: {flow: {text: {size: 9pt}, title: {size: 12pt}, heading: {size: 10pt}}}}}\n"
    )
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert ran.code == 0, ran.err
    assert "warning[not-on-table]: not exported: box, which is folded\n  hint: nobody plays with a box" in ran.err
    save = save_of(tmp_path)
    (book,) = (o for o in objects(save["ObjectStates"]) if o["Name"] == "Custom_PDF")
    data = (table(tmp_path) / "Mods/PDF" / book["CustomPDF"]["PDFUrl"]).read_bytes()
    pages = pdfium.PdfDocument(data)
    assert len(pages) % 4 == 0
    width, height = (v / 72 * 25.4 for v in pages[0].get_size())
    assert (width, height) == (pytest.approx(148 - 16, abs=10), pytest.approx(210 - 13, abs=10)), (
        "pages as they are cut"
    )
    assert [b["Nickname"] for b in save["ObjectStates"]] == ["Cards", "Rules"]


def test_a_net_of_a_block_is_a_block_with_its_art_on_it(sample, cli, tmp_path):
    sample(
        "  - {id: stopper, copies: 2, stock: square, net: {shape: block, size: [20mm, 30mm, 10mm]}, front: sample#six}\n"
        "  - {id: wheel, copies: 1, stock: square, net: {shape: drum, size: [50mm, 20mm]}, front: sample#plain}\n"
    )
    panels = {
        "top": "#ff0000",
        "front": "#0000ff",
        "left": "#00ff00",
        "right": "#808000",
        "back": "#800080",
        "bottom": "#202020",
    }
    zones = "".join(f"      {name}: {{in: {name}-bleed, fill: '{fill}'}}\n" for name, fill in panels.items())
    zones += "      mark: {in: top, box: {left: 0mm, width: 6mm, top: 0mm, height: 8mm}, fill: '#00ffff'}\n"
    (tmp_path / "sample/templates/sample.yaml").write_text(f"{TEMPLATE}  six:\n    zones:\n{zones}")
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert ran.code == 0, ran.err
    assert "warning[not-on-table]: not exported: wheel, which is folded\n  hint: for a drum" in ran.err
    (bag,) = save_of(tmp_path)["ObjectStates"]
    block, second = bag["ContainedObjects"]
    assert block["CustomMesh"] == second["CustomMesh"]
    points, places, directions, faces = mesh_of(tmp_path, block)
    for axis, wanted in enumerate((20, 10, 30)):
        values = [p[axis] * 25.4 for p in points]
        assert (min(values), max(values)) == (pytest.approx(-wanted / 2, abs=0.01), pytest.approx(wanted / 2, abs=0.01))
    image = picture(tmp_path, block["CustomMesh"]["DiffuseURL"])
    seen = {}
    size = [0.0, 0.0, 0.0]
    for face in faces:
        normal = area(points, face)
        said = directions[face[0][2]]
        size = [a + abs(n) for a, n in zip(size, normal, strict=True)]
        assert sum(a * b for a, b in zip(normal, said, strict=True)) == pytest.approx(hypot(*normal), rel=1e-3), (
            "outwards"
        )
        u, v = (sum(places[c[1]][i] for c in face) / 3 for i in (0, 1))
        seen[tuple(round(n) for n in said)] = image.getpixel((int(u * image.width), int((1 - v) * image.height)))
    assert size == pytest.approx([2 * s / 25.4**2 for s in (300, 600, 200)], rel=0.01)
    sides = {
        "top": (0, 1, 0),
        "bottom": (0, -1, 0),
        "front": (0, 0, 1),
        "back": (0, 0, -1),
        "left": (-1, 0, 0),
        "right": (1, 0, 0),
    }
    for name, side in sides.items():
        assert near(seen[side], panels[name]), name
    rows = [image.crop((0, y, image.width // 2, y + 1)).getcolors(9999) for y in (2, 3)]
    assert all(near(c, (255, 255, 255)) for row in rows for _, c in row), "no lines to cut along, nor tabs to glue"
    corner = next(
        places[c[1]] for face in faces for c in face
        if directions[c[2]][1] == 1 and points[c[0]][0] < 0 and points[c[0]][2] < 0
    )  # fmt: skip
    at = int(corner[0] * image.width) + 20, int((1 - corner[1]) * image.height) + 20
    assert near(image.getpixel(at), "#00ffff"), "the upper left of the top is far and to the left"


def test_the_list_names_what_other_tables_import(sample, cli, tmp_path):
    sample(CARDS + "  - {id: tiles, copies: 3, stock: tile, front: sample#plain, back: sample#back}\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    rows = list(csv.DictReader(StringIO((table(tmp_path) / "cards.csv").read_text())))
    assert [(r["component"], r["id"], r["copies"]) for r in rows] == [
        ("cards", "a", "1"), ("cards", "b", "1"), ("cards", "c", "1"), ("tiles", "tiles", "3"),
    ]  # fmt: skip
    for row in rows[:3]:
        image = picture(tmp_path, row["picture"])
        wide, high = image.width // int(row["columns"]), image.height // int(row["rows"])
        at = int((int(row["column"]) - 0.5) * wide), int((int(row["row"]) - 0.5) * high)
        assert near(image.getpixel(at), color(row["title"]))
        assert near(picture(tmp_path, row["back"]).getpixel((20, 20)), INK)
    assert (rows[0]["width_mm"], rows[0]["height_mm"]) == ("63.5", "88.9")


def test_addresses_are_joined_and_names_alone_need_the_games_folders(sample, cli, tmp_path):
    sample(CARDS + "  - {id: tiles, copies: 1, stock: tile, front: sample#plain}\n")
    for url in ("https://example.org/games/mine", "https://example.org/games/mine/"):
        ran = cli("export", "./sample", "--to", "tabletop-simulator", "--base-url", url)
        assert ran.code == 0, ran.err
        assert (
            "upload all files below output/sample/tabletop-simulator/Mods to https://example.org/games/mine" in ran.err
        )
        text = json.dumps(save_of(tmp_path))
        named = set(re.findall(r'"(?:FaceURL|BackURL|MeshURL|DiffuseURL)": "([^"]+)"', text))
        files = {p.name for p in (table(tmp_path) / "Mods").rglob("*") if p.is_file()}
        assert named == {f"https://example.org/games/mine/{n}" for n in files}


WRONG = [
    ("ftp://example.org/a", "begins with neither http:// nor https://"),
    ("example.org/a", "begins with neither http:// nor https://"),
    ("https:///a", "names no host"),
    ("https://me:secret@example.org", "a name or a password"),
    ("https://example.org/a?b=c", "has a ? or #"),
    ("https://example.org/a b", "characters that no address has"),
    ("https://example.org:port/", "is no address"),
]


@pytest.mark.parametrize(("url", "message"), WRONG, ids=[u for u, _ in WRONG])
def test_an_address_that_nothing_can_be_found_at_is_refused(sample, cli, tmp_path, url, message):
    sample()
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--base-url", url)
    assert ran.code == 2
    assert f"--base-url: {message}" in ran.err or message in ran.err
    assert "secret" not in ran.err
    assert not (tmp_path / "output").exists()


def test_wrong_use_is_told(sample, cli, tmp_path):
    sample("  - {id: mat, copies: 1, stock: mat, front: sample#plain}\n")
    for arguments, message in (
        (("--to", "tabletop-simulater"), "did you mean 'tabletop-simulator'?"),
        (
            ("--to", "png", "--base-url", "https://example.org"),
            "is for one that has, such as --to tabletop-simulator",
        ),
        (("--to", "tabletop-simulator", "--cut"), "--cut"),
        (("--to", "tabletop-simulator", "--update", "gone.json"), "--update: there is no file gone.json"),
    ):
        ran = cli("export", "./sample", *arguments)
        assert ran.code == 2, ran.err
        assert message in ran.err
    assert not (tmp_path / "output/sample/tabletop-simulator").exists()


def test_a_piece_that_is_too_large_for_a_resolution_has_the_sharpest_that_fits(sample, cli, tmp_path):
    sample(CARDS + "  - {id: mat, copies: 1, stock: mat, front: sample#plain}\n")
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--dpi", "600")
    assert ran.code == 0, ran.err
    said = "pictures have 197 to 600 dpi: at 600 dpi some pieces are too large for a picture of 4096 pixels a side"
    assert said in ran.out + ran.err
    pictures = {}
    for line in csv.DictReader(StringIO((table(tmp_path) / "cards.csv").read_text())):
        image = picture(tmp_path, line["picture"])
        pictures[line["component"]] = image.width // int(line["columns"]), image.height // int(line["rows"])
    assert pictures["cards"] == (1500, 2100), "as was asked for"
    assert pictures["mat"][0] == 2048, "as much as fits beside its other side"


def test_the_same_deck_gives_the_same_bytes(sample, cli, tmp_path):
    sample(CARDS + "  - {id: tiles, copies: 2, stock: hexagon, front: sample#plain}\n")
    found = []
    for _ in range(2):
        assert cli("export", "./sample", "--to", "tabletop-simulator", "-o", "output").code == 0
        found.append({p: p.read_bytes() for p in table(tmp_path).rglob("*") if p.is_file()})
    assert found[0] == found[1], "also where the first is there to be updated"
    cd.load_deck(tmp_path / "sample").export("tabletop-simulator", output=tmp_path / "python")
    assert {p.relative_to(tmp_path / "output"): d for p, d in found[0].items()} == {
        p.relative_to(tmp_path / "python"): p.read_bytes()
        for p in (tmp_path / "python/sample/tabletop-simulator").rglob("*")
        if p.is_file()
    }


@pytest.mark.parametrize("rows", [colored("abc"), colored("abc").replace("id,", "nr,", 1)], ids=["with ids", "without"])
def test_cards_of_a_component_with_another_name_stay_where_they_are(sample, cli, tmp_path, rows):
    def cards() -> dict[str, tuple[str, dict]]:
        found = [o for o in objects(save_of(tmp_path)["ObjectStates"]) if o["Name"].startswith("Card")]
        return {o["Nickname"]: (o["GUID"], o["Transform"]) for o in found}

    sample(rows=rows)
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    before = cards()
    piles = [o["GUID"] for o in save_of(tmp_path)["ObjectStates"]]
    sample(CARDS.replace("id: cards", "id: spells"), rows)
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert (ran.code, "gone" in ran.err, " new:" in ran.err) == (0, False, False), ran.err
    assert cards() == before
    assert [o["GUID"] for o in save_of(tmp_path)["ObjectStates"]] == piles
    # Other cards are other objects, under whatever name.
    sample(CARDS.replace("id: cards", "id: others"), colored("xyz"))
    assert "3 new" in cli("export", "./sample", "--to", "tabletop-simulator").err


def test_a_save_that_a_player_made_is_updated_in_its_place(sample, cli, tmp_path):
    sample(rows=colored("abc"))
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    save = save_of(tmp_path)
    (pile,) = save["ObjectStates"][0]["ContainedObjects"]
    moved = pile["ContainedObjects"].pop(1)
    pile["DeckIDs"].pop(1)
    moved["Transform"] |= {"posX": 7.25, "rotY": 90.0}
    pile["Transform"] |= {"posX": -3.5}
    dice = {"Name": "Die_6", "GUID": "abcdef", "Transform": moved["Transform"], "LuaScript": "-- rolls", "Number": 3}
    own = {**save, "SaveName": "Evening", "Table": "Table_Octagon", "ObjectStates": [pile, moved, dice]}
    path = tmp_path / "TS_Save_7.json"
    path.write_text("\ufeff" + json.dumps(own))
    sample(rows=colored("bdac"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--update", "TS_Save_7.json")
    assert ran.code == 0, ran.err
    assert ran.err.startswith(str(path))
    made = json.loads(path.read_text())
    assert (made["SaveName"], made["Table"], made["ObjectStates"][2]) == ("Evening", "Table_Octagon", dice)
    new_pile, new_moved, _ = made["ObjectStates"]
    assert (new_pile["GUID"], new_pile["Transform"]) == (pile["GUID"], pile["Transform"])
    assert (new_moved["GUID"], new_moved["Transform"]) == (moved["GUID"], moved["Transform"])
    assert near(middle(tmp_path, new_moved), color("b"))
    assert [c["Nickname"] for c in new_pile["ContainedObjects"]] == ["a", "c", "d"], "the new one lies with the others"
    assert all(near(middle(tmp_path, c), color(c["Nickname"])) for c in new_pile["ContainedObjects"])
    assert save_of(tmp_path)["SaveName"] == "Sample", "what lies in the output folder is another save"


def test_what_is_new_differs_or_is_gone_is_told_and_a_players_save_is_kept_as_it_was(sample, cli, tmp_path):
    sample(rows=colored("abc", 2))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert " new: " not in ran.err, "everything is"
    path = tmp_path / "TS_Save_7.json"
    path.write_text(json.dumps(save_of(tmp_path)))
    text = path.read_text()
    sample(rows=colored("bcde", 2).replace("Word c", "Other"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--update", "TS_Save_7.json")
    assert ran.code == 0, ran.err
    lines = ran.err.splitlines()
    assert "4 new: 2 of d, 2 of e" in lines
    assert "2 changed: 2 of c" in lines
    assert "2 gone from the table: 2 of a" in lines
    assert "TS_Save_7.json.before is the save as it was" in lines
    assert (tmp_path / "TS_Save_7.json.before").read_text() == text

    # The same again changes nothing, so what it was before is still there.
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--update", "TS_Save_7.json")
    assert " new: " not in ran.err
    assert "before" not in ran.err
    assert (tmp_path / "TS_Save_7.json.before").read_text() == text

    # A component of another name with other cards is another.
    sample(CARDS.replace("id: cards", "id: renamed"), rows=colored("wxyz"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--update", "TS_Save_7.json")
    assert "8 gone from the table: 2 of b, 2 of c, 2 of d, 2 of e" in ran.err


def test_pictures_that_the_save_names_no_more_are_removed(sample, cli, tmp_path):
    sample(CARDS + "  - {id: tiles, copies: 1, stock: tile, front: sample#plain}\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    mine = table(tmp_path) / "Mods/Images/mine.jpg"
    mine.write_bytes(b"mine")

    def files() -> set[str]:
        return {p.name for p in (table(tmp_path) / "Mods").rglob("*") if p.is_file()}

    def named() -> set[str]:
        return set(re.findall(r'"(?:FaceURL|BackURL|MeshURL|DiffuseURL)": "([^"]+)"', json.dumps(save_of(tmp_path))))

    sample(rows=colored("abcd"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--select", "id == 'd'")
    assert ran.code == 0, ran.err
    text = (table(tmp_path) / "Saves/Saved Objects/sample.json").read_text()
    assert all(n in files() for n in re.findall(r'URL": "(sample-[^"]+)"', text)), (
        "cards that aren't chosen keep theirs"
    )
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    assert files() == {*named(), "mine.jpg"}, "what isn't ours stays"


def test_pictures_models_and_pdfs_are_counted_and_their_sharpness_told(sample, cli, tmp_path):
    sample(CARDS + "  - {id: tiles, copies: 1, stock: tile, front: sample#plain}\n", rows=colored(NAMES[:30]))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert "sample.json  3 pictures and 1 model\n" in ran.err
    dpi = re.search("pictures have ([0-9]+) to 300 dpi; with --dpi 300 cards are sharper, on more sheets", ran.err)
    found = picture(tmp_path, cards(save_of(tmp_path))[0]["CustomDeck"]["1"]["FaceURL"])
    assert found.width // 6 == pytest.approx(int(dpi[1]) * 2.5, abs=2) or found.width // 7 == pytest.approx(
        int(dpi[1]) * 2.5, abs=2
    )
    assert "pictures have 300 dpi\n" in cli("export", "./sample", "--to", "tabletop-simulator", "--dpi", "300").err


def test_pieces_without_a_title_are_called_as_components_are(sample, cli, tmp_path):
    sample("  - {id: odd-tiles, rows: cards.csv, stock: tile, front: sample#plain}\n", rows="color\n#102030\n#203040\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    (bag,) = save_of(tmp_path)["ObjectStates"]
    assert [t["Nickname"] for t in bag["ContainedObjects"]] == ["Odd tiles 1", "Odd tiles 2"]
    first = [t["GUID"] for t in bag["ContainedObjects"]]
    sample("  - {id: odd-tiles, rows: cards.csv, stock: tile, front: sample#plain}\n", rows="color\n#a0b0c0\n")
    template = tmp_path / "sample/templates/sample.yaml"
    template.write_text(TEMPLATE.replace("fill: glow", "fill: ink"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert "warning[no-ids]: Odd tiles 1 of odd-tiles" in ran.err
    (bag,) = save_of(tmp_path)["ObjectStates"]
    assert [t["GUID"] for t in bag["ContainedObjects"]] == first[:1]


def unnumbered(names: str, words: str = "") -> str:
    """Rows without an id."""
    rows = [f"{n},{color(n)},{words or 'Word ' + n}" for n in names]
    return "\n".join(["name,color,rules", *rows, ""])


def test_a_row_on_top_of_cards_without_ids_moves_no_card(sample, cli, tmp_path):
    sample(rows=unnumbered("abc"))
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    before = {c["Nickname"]: c["GUID"] for c in cards(save_of(tmp_path))}
    sample(rows=unnumbered("dabc"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert ran.code == 0, ran.err
    assert "no-ids" not in ran.err, "all were found by their look"
    after = {c["Nickname"]: c["GUID"] for c in cards(save_of(tmp_path))}
    assert list(after) == ["a", "b", "c", "d"]
    assert after == before | {"d": after["d"]}

    # Every card looks another way, and one row is gone: titles tell.
    sample(rows=unnumbered("abc", "Changed"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert "no-ids" not in ran.err
    assert {c["Nickname"]: c["GUID"] for c in cards(save_of(tmp_path))} == before

    # With ids at last, they are found by their look.
    sample(rows=colored("cab").replace("Word a", "Changed").replace("Word b", "Changed").replace("Word c", "Changed"))
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    assert {c["Nickname"]: c["GUID"] for c in cards(save_of(tmp_path))} == before


def test_a_card_that_is_known_by_its_rows_number_alone_is_told(sample, cli, tmp_path):
    sample(rows=unnumbered("abc"))
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    before = {c["Nickname"]: c["GUID"] for c in cards(save_of(tmp_path))}
    sample(rows=unnumbered("aec"))
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert "warning[no-ids]: e of cards" in ran.err
    after = {c["Nickname"]: c["GUID"] for c in cards(save_of(tmp_path))}
    assert after == {"a": before["a"], "e": before["b"], "c": before["c"]}

    # Where only some are exported, no other's place is taken.
    sample(rows=unnumbered("faec"))
    assert cli("export", "./sample", "--to", "tabletop-simulator", "--select", "name == 'f'").code == 0
    path = table(tmp_path) / "Saves/Saved Objects/sample.json"
    found = {c["Nickname"]: c["GUID"] for c in cards(json.loads(path.read_text()))}
    assert found == after | {"f": found["f"]}


def test_with_a_selection_other_pieces_of_a_save_stay(sample, cli, tmp_path):
    sample()
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    before = save_of(tmp_path)
    assert cli("export", "./sample", "--to", "tabletop-simulator", "--select", "id == 'a'").code == 0
    after = json.loads((table(tmp_path) / "Saves/Saved Objects/sample.json").read_text())
    assert [c["GUID"] for c in cards(after)] == [c["GUID"] for c in cards(before)]
    assert all(near(middle(tmp_path, c), color(c["Nickname"])) for c in cards(after))


BROKEN = [
    (
        "{",
        "sample.json:1:2: error[broken-save]: this save can't be updated: it is no JSON from here on; nothing was changed",
    ),
    (
        '{"a": 1,\n"b": x}',
        "sample.json:2:6: error[broken-save]: this save can't be updated: it is no JSON from here on",
    ),
    ("[" * 20_000, "nested too deeply"),
    ("[]", "it has no list `ObjectStates`"),
    ('{"ObjectStates": 3}', "it has no list `ObjectStates`"),
    ('{"ObjectStates": [3]}', "ObjectStates[0] is no object"),
    ('{"ObjectStates": [{"ContainedObjects": {}}]}', "ObjectStates[0].ContainedObjects is no list"),
    ('{"ObjectStates": [{"ContainedObjects": [{"GUID": []}]}]}', "ObjectStates[0].ContainedObjects[0].GUID is no text"),
    ('{"ObjectStates": [{"Transform": {"posX": "a"}}]}', "ObjectStates[0].Transform is no place"),
    ('{"ObjectStates": [{"CardID": 1e300}]}', "ObjectStates[0].CardID is no number of a card"),
    ('{"ObjectStates": [{"CustomDeck": {"x": {}}}]}', "ObjectStates[0].CustomDeck isn't sheets by their numbers"),
    ('{"ObjectStates": [' + '{"ContainedObjects": [' * 60 + "]}" * 60 + "]}", "objects lie more than 40 deep"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN, ids=[m for _, m in BROKEN])
def test_a_broken_save_is_an_error_and_stays_as_it_is(sample, cli, tmp_path, text, message):
    sample()
    path = table(tmp_path) / "Saves/Saved Objects/sample.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    ran = cli("export", "./sample", "--to", "tabletop-simulator")
    assert ran.code == 1
    assert "error[broken-save]" in ran.err
    assert message in ran.err
    assert path.read_text() == text
    assert not (table(tmp_path) / "Mods").exists()


def test_a_save_of_another_game_stays_as_it_is(sample, cli, tmp_path):
    sample()
    text = json.dumps({"ObjectStates": [{"Name": "Card", "Memo": '{"carddesigner": "other", "kind": "card"}'}]})
    (tmp_path / "mine.json").write_text(text)
    ran = cli("export", "./sample", "--to", "tabletop-simulator", "--update", "mine.json")
    assert ran.code == 1
    assert "mine.json:1:1: error[foreign-save]: this save has nothing of the deck 'sample'" in ran.err
    assert (tmp_path / "mine.json").read_text() == text


def test_codes_of_tooltips_are_shown_as_they_are_written(sample, cli, tmp_path):
    sample(rows="id,name,color,rules\na,[ff0000]Red[-],#102030,Pay [b]2[/b] or [3]\n")
    assert cli("export", "./sample", "--to", "tabletop-simulator").code == 0
    (card,) = cards(save_of(tmp_path))
    assert (card["Nickname"], card["Description"]) == (
        "[\u200bff0000]Red[\u200b-]",
        "Pay [\u200bb]2[\u200b/b] or [3]",
    )


ROWS = st.lists(st.sampled_from("abcdefghij"), unique=True, min_size=1, max_size=8)


@settings(max_examples=max(6, settings().max_examples // 20))
@given(st.lists(st.tuples(ROWS, st.integers(1, 3), st.booleans()), min_size=2, max_size=3))
def test_after_any_edits_each_cards_picture_is_its_own_and_identifiers_stay(tmp_path_factory, states):
    folder = tmp_path_factory.mktemp("edited")
    (folder / "sample/templates").mkdir(parents=True)
    (folder / "sample/templates/sample.yaml").write_text(TEMPLATE)
    known: dict[object, dict] = {}
    for names, copies, varying in states:
        back = "own" if varying else "back"
        (folder / "sample/deck.yaml").write_text(DECK + CARDS.replace("#back", f"#{back}"))
        (folder / "sample/cards.csv").write_text(colored("".join(names), copies))
        cd.load_deck(folder / "sample").export("tabletop-simulator", output=folder / "output", dpi=36)
        found = {identity_of(c, "sample"): c for c in cards(save_of(folder))}
        assert sorted(c["Nickname"] for c in found.values()) == sorted(names * copies)
        for identity, card in found.items():
            assert near(middle(folder, card), color(card["Nickname"]))
            assert near(middle(folder, card, "Back"), color(card["Nickname"] + "x") if varying else INK)
            if identity in known:
                assert card["GUID"] == known[identity]["GUID"]
        known = found
