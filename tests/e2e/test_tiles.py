"""The two tile decks and their second sets as a printer gets them, and as their data says."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from carddesigner.core.face import PlacedZone
from carddesigner.core.geometry import Point, distance
from carddesigner.core.items import TextItem
from carddesigner.core.papers import PAPERS
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.export.json import deck_json
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths
from tests.conftest import flat

pytestmark = pytest.mark.slow

DECKS = ("nails-and-hammers", "saucers-and-cows")
SETS = (*DECKS, *(f"{d}-expansion" for d in DECKS))
CORNERS = ("ne", "se", "sw", "nw")
MM = 72 / 25.4
SIZE = 63.5
CHECKER = Path(__file__).resolve().parents[2].parent / "shared/reference/tiles_check.py"
COUNTS = {
    "tiles": 48,
    "players-first": 2,
    "players-second": 2,
    "penalties-first": 6,
    "penalties-second": 6,
    "summary": 2,
    "box": 1,
}


def data(deck: str) -> list[dict[str, Any]]:
    """The tiles as ``export --to json`` has them."""
    cards = json.loads(deck_json(loaded_deck(deck)))["cards"]
    return [c["fields"] for c in cards if c["component"] == "tiles"]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((deck, paper), marks=() if (deck == DECKS[0]) == (paper == "A4") else pytest.mark.long)
        for deck in DECKS
        for paper in ("A4", "Letter")
    ],
    ids="-".join,
)
def printed(request, tmp_path_factory) -> tuple[str, str, Path, dict[str, Any]]:
    deck, paper = request.param
    result = build_deck(deck, PrintOptions(output=tmp_path_factory.mktemp("tiles"), paper=PAPERS[paper]))
    path = result.artifacts[0].path
    return deck, paper, path, json.loads(path.with_suffix(".json").read_text())


def test_every_component_is_printed_complete(printed) -> None:
    _, _, path, manifest = printed
    copies: dict[str, int] = {}
    for page in manifest["pages"]:
        for slot in page["slots"]:
            if page["side"] == "front":
                component = re.sub(r"-\d{3}$", "", slot["piece"])
                copies[component] = copies.get(component, 0) + 1
    assert copies == COUNTS
    folder, deck = path.parent, manifest["deck"]
    assert len(pikepdf.open(folder / f"{deck}-rules-pages.pdf").pages) == 16
    assert len(pikepdf.open(folder / f"{deck}-rules-booklet.pdf").pages) == 4
    assert len(pikepdf.open(path).pages) == len(manifest["pages"])


def test_twelve_tiles_stand_on_a_sheet_each_with_its_back_behind_it(printed) -> None:
    _, _, _, manifest = printed
    fronts = {p["sheet"]: p for p in manifest["pages"] if p["side"] == "front" and "tiles" in p["component"]}
    assert [len(p["slots"]) for p in fronts.values()] == [12] * 4
    for page in manifest["pages"]:
        if page["side"] == "back" and page["sheet"] in fronts:
            width, _ = page["paper_mm"]
            front = {s["piece"]: s for s in fronts[page["sheet"]]["slots"]}
            for slot in page["slots"]:
                there = front[slot["piece"]]
                assert abs(width - slot["x_mm"] - slot["width_mm"] - there["x_mm"]) < 0.05
                assert abs(slot["y_mm"] - there["y_mm"]) < 0.05


@pytest.mark.parametrize("deck", DECKS)
def test_a_tile_says_its_number_in_every_zone_and_each_mechanic_in_its_own(deck: str) -> None:
    faces = {p.id: p.first[0] for p in lay_out(print_job(loaded_deck(deck)), Report())}
    for tile in data(deck):
        face = faces[f"tiles-{tile['tile']:03d}"]
        said = {z: texts(zone) for z, zone in zip(CORNERS, (z for z in face.zones if z.id == "zone"), strict=True)}
        for corner in CORNERS:
            # Spaces at the ends of lines are not drawn.
            mechanic = [re.sub(r"[* ]", "", tile[corner]["mechanic_text"])] if tile[corner]["mechanic"] else []
            assert sorted(t.replace(" ", "") for t in said[corner]) == sorted([str(tile["number"]), *mechanic])
        centres = [texts(zone) for zone in face.zones if zone.id == "pasture"]
        assert centres == ([[str(tile["number"])]] if deck == "saucers-and-cows" else [])


def texts(zone: PlacedZone) -> list[str]:
    """What a zone and those in it say, a text each."""
    found = ["".join(r.text for i in flat(zone.own_items) if isinstance(i, TextItem) for p in i.pieces for r in p.runs)]
    return [*filter(None, found), *(t for child in zone.children for t in texts(child))]


@pytest.mark.skipif(not CHECKER.is_file(), reason="the independent checker is not there")
@pytest.mark.parametrize("deck", DECKS)
def test_an_independent_checker_agrees_with_the_exported_data(deck: str, tmp_path) -> None:
    marks = {"first": "N1", "second": "N2", "third": "H", "blank": "-"}
    octagon = deck == "saucers-and-cows"
    path = tmp_path / ("octagon.csv" if octagon else "square.csv")
    with path.open("w", newline="") as out:
        names = [f"{name}{i}" for name in ("zone", "mech") for i in range(1, 5)]
        writer = csv.DictWriter(out, ["tile", "nulls", *names, "centre"])
        writer.writeheader()
        for tile in data(deck):
            zones = {f"zone{i}": marks[tile[c]["mark"]] for i, c in enumerate(CORNERS, 1)}
            mechanics = {f"mech{i}": tile[c]["mechanic"] for i, c in enumerate(CORNERS, 1)}
            centre = ("cow" if tile["centre"] else "-") if octagon else ""
            writer.writerow({"tile": tile["tile"], "nulls": tile["nulls"], **zones, **mechanics, "centre": centre})
    done = subprocess.run([sys.executable, str(CHECKER), str(path)], capture_output=True, text=True, check=True)
    said = done.stdout
    assert f"{path} ok | subsets {{0: 16, 1: 18, 2: 10, 3: 3, 4: 1}}" in said
    assert "mech tiles 24 marks 28" in said
    assert f"cows {15 if octagon else 0} " in said


@pytest.mark.parametrize("deck", DECKS)
def test_zones_coincide_where_printed_tiles_are_stacked(deck: str) -> None:
    pieces = lay_out(print_job(loaded_deck(deck)), Report())
    face = next(p for p in pieces if p.id == "tiles-001").first[0]
    drawn: dict[str, list[Point]] = {}
    for zone, name in zip((z for z in face.zones if z.id == "zone"), CORNERS, strict=True):
        drawn[name] = [(s[1] / MM, s[2] / MM) for s in zone.clips[-1] if len(s) == 3]
        assert all(item.clip == zone.clips[-1] for item in zone.items)
    for below, above, right, down in (("ne", "sw", 1, -1), ("se", "nw", 1, 1)):
        laid = [(x + right * SIZE / 2, y + down * SIZE / 2) for x, y in drawn[above]]
        assert all(min(distance(p, q) for q in drawn[below]) < 0.1 for p in laid)


# What is seen


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> dict[tuple[str, str], Image.Image]:
    """Faces with their bleed: of the first tile by deck and side."""
    out = {}
    for deck in SETS:
        settings = PrintOptions(output=tmp_path_factory.mktemp("pieces"), layout="pieces", unique=True)
        path = build_deck(deck, settings).artifacts[0].path
        document = pdfium.PdfDocument(path)
        for index, page in enumerate(json.loads(path.with_suffix(".json").read_text())["pages"]):
            pieces = {slot["piece"] for slot in page["slots"]}
            if "tiles-001" in pieces:
                out[deck, page["side"]] = document[index].render(scale=2).to_pil().convert("RGB")
    return out


def apart(some: Image.Image, others: Image.Image) -> float:
    difference = ImageChops.difference(some, others.resize(some.size))
    return sum(ImageStat.Stat(difference).mean) / 3


@pytest.mark.parametrize("deck", SETS)
def test_the_back_looks_the_same_by_quarters_and_not_by_eighths(deck: str, pictures) -> None:
    back = pictures[deck, "back"]
    for turn in (90, 180, 270):
        assert apart(back, back.rotate(turn)) < 4
    assert apart(back, back.rotate(45)) > 15


@pytest.mark.parametrize("deck", DECKS)
def test_the_two_sets_have_one_back(deck: str, pictures) -> None:
    first, second = (pictures[d, "back"] for d in (deck, f"{deck}-expansion"))
    assert apart(first, second) == 0


@pytest.mark.parametrize("deck", DECKS)
def test_all_four_colours_of_two_sets_differ_in_grey_by_their_badges(deck: str) -> None:
    badges = [{t[c]["badge"] for t in data(d) for c in CORNERS} - {""} for d in (deck, f"{deck}-expansion")]
    assert [len(b) for b in badges] == [2, 2]
    assert len(badges[0] | badges[1]) == 4


@pytest.mark.parametrize("deck", DECKS)
def test_a_back_that_lies_out_of_place_shows_no_edge_along_the_cut(deck: str, pictures) -> None:
    back = pictures[deck, "back"]
    scale = back.width / (SIZE + 6)
    ground = back.getpixel((back.width // 2, round(3.5 * scale)))
    # From the bleed's 1.5 mm to 4.5 mm inside the cut, in the middle of each side.
    for turn in (0, 90, 180, 270):
        strip = back.rotate(turn).crop((round(30 * scale), round(1.5 * scale), round(39 * scale), round(7.5 * scale)))
        assert {color for _, color in strip.getcolors(10_000)} == {ground}


@pytest.mark.parametrize("deck", SETS)
def test_the_edition_with_little_ink_needs_little(deck: str, tmp_path) -> None:
    darkness = {}
    for edition in (None, "light"):
        result = build_deck(deck, PrintOptions(output=tmp_path / str(edition), edition=edition))
        document = pdfium.PdfDocument(result.artifacts[0].path)
        pages = [document[i].render(scale=0.5).to_pil().convert("L") for i in range(2)]
        darkness[edition] = [1 - ImageStat.Stat(page).mean[0] / 255 for page in pages]
    front, back = darkness["light"]
    assert front < 0.4 * darkness[None][0]
    assert back < 0.08 < 0.3 < darkness[None][1]


@pytest.mark.parametrize("deck", SETS)
@pytest.mark.parametrize("edition", [None, "light"])
def test_words_stand_out_from_what_is_behind_them(deck: str, edition: str | None) -> None:
    palette = loaded_deck(deck, edition=edition).deck.palette

    def light(name: str) -> float:
        parts = [int(str(palette[name]).lstrip("#")[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return sum(c * share for c, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    grounds = ["ground", *(["dusk"] if "dusk" in palette else [])]
    for words, behind in (("ink", "paper"), ("accent", "paper"), *(("bright", g) for g in grounds)):
        low, high = sorted((light(words), light(behind)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (words, behind)


@pytest.mark.parametrize("deck", SETS)
def test_a_number_and_a_picture_keep_apart(deck: str) -> None:
    faces = {p.id: p.first[0] for p in lay_out(print_job(loaded_deck(deck)), Report()) if p.id.startswith("tiles-")}
    assert len(faces) == 48
    for face in faces.values():
        for zone in (z for z in face.zones if z.id == "zone"):
            parts = {child.id: child for child in zone.children}
            number = parts["number"].frame
            for picture in (parts[n].frame for n in ("nail", "saucer") if n in parts):
                assert picture.x + picture.width < number.x or picture.y > number.y + number.height


@pytest.mark.parametrize("deck", DECKS)
def test_figures_of_the_rules_have_the_numbers_of_their_tiles(deck: str, tmp_path) -> None:
    result = build_deck(deck, PrintOptions(output=tmp_path))
    path = next(a.path for a in result.artifacts if a.path.name.endswith("rules-pages.pdf"))
    document = pdfium.PdfDocument(path)
    for page, tiles in (
        (5, "23" if deck == DECKS[0] else "12"),
        (6, "123"),
        (11, "123" if deck == DECKS[0] else "1235"),
    ):
        text = document[page].get_textpage().get_text_range()
        # Once in each zone of it that is seen.
        assert [tile for tile in tiles if text.count(tile) < 2] == []


# Two sets, and what users try


def test_two_sets_validate_together_and_with_other_games(cli) -> None:
    done = cli("validate", "--strict", *SETS, "monogoto")
    assert (done.code, done.out) == (0, "")


def test_sets_with_equal_numbers_and_other_backs_are_refused_together_but_fine_alone(cli, tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/deck.yaml").write_text(
        "deck: mine\ntitle: Mine\nextends: saucers-and-cows\n"
        'palette: {pale: "#c9c4a8"}\n'
        "game: {id: saucers-and-cows, colors: [green, yellow]}\n"
    )
    assert cli("validate", "./mine").code == 0
    done = cli("validate", "saucers-and-cows", "./mine")
    assert done.code == 1
    assert "48 numbers of mine are in saucers-and-cows too: 1, 2, 3, 4, 5 …" in done.err
    assert "game: {number-from: 49}" in done.err
    assert "saucers-and-cows and mine have different backs" in done.err


def test_a_wrong_tile_is_reported_at_its_cell(cli, tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/deck.yaml").write_text("deck: mine\ntitle: Mine\nextends: nails-and-hammers\n")
    table = (paths.decks() / "nails-and-hammers/cards.csv").read_text()
    rows = table.splitlines()
    blank = next(i for i, row in enumerate(rows) if row.startswith("48,"))
    rows[blank] = rows[blank].replace("48,blank,,", "48,blank,draw-two,")
    (tmp_path / "mine/cards.csv").write_text("\n".join(rows) + "\n")
    done = cli("validate", "./mine")
    assert done.code == 1
    assert f"mine/cards.csv:{blank + 1}:10: error[mechanic-on-blank]" in done.err
    (tmp_path / "mine/cards.csv").write_text(table.replace("ne.mark", "nee.mark"))
    done = cli("validate", "./mine")
    assert "unknown column 'nee.mark'; did you mean 'ne.mark'?" in done.err


def test_an_unknown_region_is_reported_with_the_nearest(cli, tmp_path) -> None:
    (tmp_path / "mine/templates").mkdir(parents=True)
    (tmp_path / "mine/deck.yaml").write_text("deck: mine\ntitle: Mine\nextends: saucers-and-cows\n")
    template = (paths.templates() / "saucers-and-cows.yaml").read_text().replace("in: corners", "in: cornres", 1)
    (tmp_path / "mine/templates/saucers-and-cows.yaml").write_text(template)
    done = cli("validate", "./mine")
    assert done.code == 1
    assert "'cornres'; did you mean 'corners'?" in done.err


def test_blank_zones_may_have_a_cross(cli, tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/deck.yaml").write_text(
        "deck: mine\ntitle: Mine\nextends: nails-and-hammers\ngame: {id: nails-and-hammers, blank-icon: cross}\n"
    )
    done = cli("validate", "--strict", "./mine")
    assert (done.code, done.out) == (0, "")
