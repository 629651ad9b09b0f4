"""What a person prints at home: passes, lists, single sheets, what changed, several decks, proofs, covers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest

from carddesigner.source import paths
from tests.patience import until

FACES = """\
front:
    zones:
      ground: {in: bleed, fill: glow}
      name: {box: {top: 10mm, height: 12mm}, text: "front{{ card.name }}", size: 18pt, min-size: 6pt}
  back:
    zones:
      ground: {in: bleed, fill: ink}
      name: {box: {top: 10mm, height: 12mm}, text: "back{{ card.name }}", size: 18pt, min-size: 6pt, color: glow}
"""


@pytest.fixture
def names(deck):
    """Writes the deck with a card for each name; a name such as ``Fire*3`` is printed three times."""
    deck.zones('name: {text: "-"}')
    deck.write(
        "templates/sample.yaml", f"template: sample\nfonts: {{text: {{family: Alegreya Sans}}}}\nfaces:\n  {FACES}"
    )
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("front: sample#front", "front: sample#front, back: sample#back"))

    def write(*wanted: str) -> None:
        rows = [(name.partition("*")[0], name.partition("*")[2] or "1") for name in wanted]
        deck.write("cards.csv", "id,name,copies\n" + "".join(f"{n.lower()},{n},{copies}\n" for n, copies in rows))

    return write


@pytest.fixture
def made(tmp_path):
    """The PDF of the sample deck."""
    return tmp_path / "output/sample/sample-sheets.pdf"


def texts(pdf: Path) -> list[str]:
    """The words of each page, in a line."""
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pdfium.PdfDocument(pdf)]


def told(pdf: Path) -> dict:
    return json.loads(pdf.with_suffix(".json").read_text())


def fronts(pdf: Path) -> list[str]:
    """The pieces in the order in which they are printed."""
    return [slot["piece"] for page in told(pdf)["pages"] for slot in page["slots"] if slot["side"] == "front"]


LETTERS = [f"N{i:03}" for i in range(200)]


@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize(
    ("passes", "order", "stack"),
    [
        ("face-up", (3, 2, 1), "the last one stays on top"),
        ("face-down", (1, 2, 3), "so that sheet 1, which came out first, is on top"),
    ],
)
def test_passes_come_as_fronts_and_backs_with_the_page_that_says_how_between(
    names, cli, made, passes, order, stack, cover
):
    names(*LETTERS[:20])
    done = cli("build", "./sample", "--manual-duplex", passes, *(["--cover"] if cover else []))
    assert done.code == 0, done.err
    pages = texts(made)
    first = {1: "N000", 2: "N009", 3: "N018"}
    more = int(cover)
    assert len(pages) == more + 3 + 2 + 3
    assert [f"front{first[n]}" in page for n, page in zip((1, 2, 3), pages[more:], strict=False)] == [True] * 3
    help_page, behind = pages[3 + more : 5 + more]
    last = len(pages)
    assert "Now the backs" in help_page
    assert stack in help_page
    assert f"Print page {5 + more} alone" in help_page
    assert f"Print pages {6 + more} to {last}, one side" in help_page
    assert "The back of the page that says how" in behind
    backs = pages[5 + more :]
    # The cover has no back, so it must not lie in the stack.
    assert ("Take the cover off too; it came out first." in help_page) == cover
    assert [f"back{first[n]}" in page for n, page in zip(order, backs, strict=True)] == [True] * 3
    assert f"pages 1 to {4 + more}, the fronts" in done.err
    assert f"then print pages {6 + more} to {last}" in done.err


@pytest.mark.parametrize("between", [" ", ",", "\t", " ; "])
def test_a_list_is_printed_in_its_order_and_counts(names, cli, made, tmp_path, between):
    names("Ash", "Fire", "Moon", "Sun")
    lines = ["id,count", "moon 2", "# jammed", "ash", "", "fire 0", "moon 1"]
    (tmp_path / "again.txt").write_text("\n".join(line.replace(" ", between) for line in lines) + "\n")
    assert cli("build", "./sample", "--list", "again.txt").code == 0
    assert not made.exists()
    assert fronts(made.with_name("sample-again-sheets.pdf")) == ["moon", "moon", "ash", "moon"]


def test_a_jammed_sheet_is_printed_again_as_it_was(names, cli, made):
    names(*LETTERS[:40])
    assert cli("build", "./sample").code == 0
    whole, before = told(made)["pages"], texts(made)
    done = cli("build", "./sample", "--sheet", "2,4-5")
    assert "3 of 5 sheets" in done.err
    again = told(made)["pages"]
    keep = [n for n, page in enumerate(whole) if page["sheet"] in (2, 4, 5)]
    assert [{**p, "number": 0} for p in again] == [{**whole[n], "number": 0} for n in keep]
    assert texts(made) == [before[n] for n in keep]


def test_three_changed_cards_of_two_hundred_take_one_sheet(deck, names, cli, made):
    names(*LETTERS)
    assert cli("build", "./sample").code == 0
    table = (deck.path / "cards.csv").read_text()
    for name in ("N005", "N100", "N199"):
        table = table.replace(f",{name},1", f",{name}x,1")
    deck.write("cards.csv", table)
    manifest = str(made.with_suffix(".json"))
    done = cli("build", "./sample", "--since", manifest)
    assert "3 changed: n005, n100, n199\n" in done.err
    assert len(texts(made)) == 2
    assert fronts(made) == ["n005", "n100", "n199"]
    # The manifest speaks of the whole deck, so that the next evening begins where this one ended.
    assert len(told(made)["pieces"]) == 200
    assert "nothing to print" in cli("build", "./sample", "--since", manifest).err


def test_since_tells_new_gone_more_and_fewer_copies(names, cli, made):
    names("Ash", "Fire*2", "Moon*3", "Sun")
    assert cli("build", "./sample").code == 0
    names("Fire*4", "Moon", "Sun", "Tide*2")
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "1 new: tide\n" in done.err
    assert "more copies: 2 of fire\n" in done.err
    assert "take out: 2 of moon\n" in done.err
    assert "gone, remove: 1 of ash\n" in done.err
    assert fronts(made) == ["fire", "fire", "tide", "tide"]
    assert {p["id"]: p["copies"] for p in told(made)["pieces"]} == {"fire": 4, "moon": 1, "sun": 1, "tide": 2}


def test_since_tells_what_to_take_out_of_a_deck_without_ids(deck, cli, made):
    deck.zones('name: {text: "{{ card.name }}"}', "name,copies\nAsh,1\nFire,2\nMoon,1\n")
    assert cli("build", "./sample").code == 0
    # Moon moves up to the number that Fire had.
    deck.write("cards.csv", "name,copies\nAsh,1\nMoon,1\n")
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "gone, remove: 2 of cards-002\n" in done.err
    # In its place comes another, which is printed: then the old ones are changed for it.
    deck.write("cards.csv", "name,copies\nAsh,1\nTide,1\nMoon,1\n")
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "1 changed: cards-002\n" in done.err
    assert "gone, remove" not in done.err


def test_since_prints_a_box_that_grew_with_what_it_holds(deck, names, cli, made):
    names(*(f"N{i}" for i in range(20)))
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "  - {id: box, box: tuck, holds: [cards]}\n")
    assert cli("build", "./sample").code == 0
    assert "nothing to print" in cli("build", "./sample", "--since", str(made.with_suffix(".json"))).err
    names(*(f"N{i}" for i in range(20)), *(f"More{i}*3" for i in range(10)))
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "1 changed: box\n" in done.err, done.err
    assert fronts(made).count("box") == 1


@pytest.mark.parametrize("change", ["'OTHER'", "'another' if copy == 3 else 'other'"])
def test_since_prints_a_card_of_which_another_than_the_first_copy_changed(deck, names, cli, made, change):
    names("Ash", "Fire*3")
    template = deck.path / "templates/sample.yaml"
    own = template.read_text().replace("front{{ card.name }}", "{{ 'first' if copy == 1 else 'other' }}")
    template.write_text(own)
    assert cli("build", "./sample").code == 0
    template.write_text(own.replace("'other'", change))
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "1 changed: fire\n" in done.err
    assert fronts(made) == ["fire"] * 3


def test_a_card_on_two_lines_of_a_list_is_one_piece_of_the_manifest(names, cli, made, tmp_path):
    names("Ash", "Fire")
    (tmp_path / "list.txt").write_text("fire 2\nash\nfire\n")
    assert cli("build", "./sample", "--list", "list.txt").code == 0
    listed = made.with_name("sample-list-sheets.pdf")
    assert fronts(listed) == ["fire", "fire", "ash", "fire"]
    assert [(p["id"], p["copies"]) for p in told(listed)["pieces"]] == [("fire", 3), ("ash", 1)]
    done = cli("build", "./sample", "--since", str(listed.with_suffix(".json")))
    assert (done.code, done.err) == (0, "take out: 2 of fire\nnothing to print: no card is new or differs\n")


def test_the_same_id_in_two_components_is_two_cards(deck, names, cli, made, tmp_path):
    names("Ash", "Fire")
    text = (deck.path / "deck.yaml").read_text()
    more = "  - {id: events, rows: events.csv, front: sample#front, back: sample#back}\n"
    deck.write("deck.yaml", text + more)
    deck.write("events.csv", "id,name\nash,Ashes\nfire,Fires\n")
    assert cli("build", "./sample").code == 0
    deck.write("events.csv", "id,name\nash,Ashes\nfire,Wildfires\n")
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "1 changed: events/fire\n" in done.err
    assert "frontWildfires" in texts(made)[0]
    assert "frontFire" not in texts(made)[0].split()
    (tmp_path / "list.txt").write_text("fire 2\n")
    done = cli("build", "./sample", "--list", "list.txt")
    assert (done.code, "write cards/fire or events/fire" in done.err) == (1, True)
    (tmp_path / "list.txt").write_text("events/fire 2\n")
    assert cli("build", "./sample", "--list", "list.txt").code == 0
    assert texts(made.with_name("sample-list-sheets.pdf"))[0].split().count("frontWildfires") == 2


def test_cards_without_ids_that_change_places_are_not_printed_again(deck, names, cli, made):
    names("Ash", "Fire", "Moon")
    deck.write("cards.csv", "name\nAsh\nFire\nMoon\n")
    assert cli("build", "./sample").code == 0
    deck.write("cards.csv", "name\nMoon\nAsh\nSun\nFire\n")
    done = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert "warning[no-ids]" in done.err
    assert "so reordering looks like a change" in done.err
    assert "1 changed: cards-003\n" in done.err
    assert "frontSun" in texts(made)[0]
    assert len(fronts(made)) == 1


def test_where_nothing_changed_nothing_is_written(names, cli, made):
    names("Ash", "Fire")
    assert cli("build", "./sample").code == 0
    files = [made, made.with_suffix(".json")]
    before = [(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in files]
    done = cli("build", "./sample", "--since", str(files[1]), "--copies", "2")
    assert (done.code, "nothing to print: no card is new or differs\n" in done.err) == (0, True)
    assert [(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in files] == before


def test_several_decks_come_one_after_another_and_share_sheets(names, cli, made):
    names("Ash", "Fire*2", "Moon", "Sun")
    done = cli("build", "./sample", "--copies", "3")
    assert fronts(made) == ["ash", "fire", "fire", "moon", "sun"] * 3
    assert "2 sheets; the last has 6 of 9" in done.err
    copies = [s["copy"] for page in told(made)["pages"] for s in page["slots"] if s["piece"] == "fire"]
    assert sorted(set(copies)) == [1, 2, 3, 4, 5, 6]
    # What was printed thrice is compared deck by deck.
    once = cli("build", "./sample", "--since", str(made.with_suffix(".json")))
    assert once.err == "nothing to print: no card is new or differs\n"


def test_each_piece_has_one_page_however_many_decks_are_printed(deck, names, cli, made):
    names("Ash", "Fire*2")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "  - {id: events, rows: cards.csv, front: sample#front, back: sample#back}\n")
    assert cli("build", "./sample", "--layout", "pieces", "--unique", "--copies", "2").code == 0
    assert fronts(made.with_name("sample-pieces.pdf")) == ["ash", "fire"] * 2


def test_a_proof_has_nothing_filled_and_weighs_little(deck, cli, made, painted, names):
    from PIL import Image

    names("Ash", "Fire")
    (deck.path / "art").mkdir()
    Image.effect_noise((400, 400), 90).save(deck.path / "art/noise.png")
    template = (deck.path / "templates/sample.yaml").read_text()
    picture = (
        "      art: {box: {top: 30mm, height: 40mm}, image: art/noise.png}\n      sun: {box: {top: 75mm}, icon: sun}\n"
    )
    deck.write("templates/sample.yaml", template.replace("      name: {box", f"{picture}      name: {{box", 1))
    assert cli("build", "./sample").code == 0
    weight = made.stat().st_size
    with pikepdf.open(made) as pdf:
        assert any(p.kind == "fill" for p in painted(pdf)[0])
    assert cli("build", "./sample", "--proof").code == 0
    assert made.stat().st_size < weight / 4
    with pikepdf.open(made) as pdf:
        pages = painted(pdf)
    assert [p for page in pages for p in page if p.kind == "fill"] == []
    assert all(any(p.kind == "line" for p in page) for page in pages)
    for page, side in zip(texts(made), ("front", "back"), strict=True):
        assert {f"{side}Ash", f"{side}Fire", "PROOF"} <= set(page.split())
    render = pdfium.PdfDocument(made)[0].render(scale=1).to_pil().convert("L")
    assert sum(render.tobytes()) / (255 * render.width * render.height) > 0.95


def test_a_cover_keeps_fronts_and_backs_pairs_and_has_a_ruler_of_ten_centimetres(names, cli, made, painted):
    names("Ash", "Fire*3")
    done = cli("build", "./sample", "--cover")
    assert "on both sides, flipped on the long edge" in done.err
    cover, empty, front, back = texts(made)
    for words in (
        "Sample",
        "4 cards",
        "Print at 100 %",
        "flipped on the long edge",
        "Cut along the marks",
        "100 mm long",
    ):
        assert words in cover
    assert (empty, "frontAsh" in front, "backAsh" in back) == ("", True, True)
    with pikepdf.open(made) as pdf:
        lines = [p.box for p in painted(pdf)[0] if p.kind == "line"]
    longest = max(lines, key=lambda b: b.size[0])
    assert longest.size[0] == pytest.approx(100, abs=0.05)
    upright = sorted(b.centre[0] for b in lines if b.size[0] < 0.01 < b.size[1])
    assert not upright or (upright[0], upright[-1]) == pytest.approx((longest.left, longest.right), abs=0.05)
    # One side only: no page is left empty.
    assert cli("build", "./sample", "--cover", "--duplex", "none").code == 0
    assert len(texts(made)) == 2


def test_a_cutting_template_comes_last_with_nothing_but_lines_where_the_cards_lie(names, cli, made, painted):
    names("Ash", "Fire*3")
    done = cli("build", "./sample", "--cutting-template")
    assert "Print the cutting template (page 3) once" in done.err
    assert "and cut along its lines; or cut along the marks." in " ".join(done.err.split())
    assert "Cut along the marks" not in done.err
    assert [text.split()[:2] for text in texts(made)][2:] == [["Cutting", "template"], []]
    manifest = json.loads(made.with_suffix(".json").read_text())
    with pikepdf.open(made) as pdf:
        template = painted(pdf)[2]
    assert {p.kind for p in template} == {"line"}
    upright = [p.box.left for p in template if p.box.size[0] < 0.01 and p.box.size[1] > 200]
    for slot in manifest["pages"][0]["slots"]:
        x, y, width, height = (slot[k] for k in ("x_mm", "y_mm", "width_mm", "height_mm"))
        assert all(any(abs(at - line) < 0.02 for line in upright) for at in (x, x + width))
        outlines = [p.box for p in template if abs(p.box.left - x) < 0.1 and abs(p.box.top - y) < 0.1]
        assert any(abs(box.size[0] - width) < 0.1 and abs(box.size[1] - height) < 0.1 for box in outlines)
    assert cli("build", "./sample", "--cutting-template", "--layout", "pieces").code == 2


def test_sheets_printed_again_have_the_cutting_templates_of_theirs_only(cli, tmp_path):
    deck = ("build", "outflank", "--cutting-template", "-o", "again")
    assert cli(*deck).code == 0
    assert cli(*deck, "--sheet", "1").code == 0
    found = texts(tmp_path / "again/outflank/outflank-sheets.pdf")
    assert [text.split()[0] for text in found if text.startswith("Cutting")] == ["Cutting"]


@pytest.mark.skipif(sys.platform != "linux", reason="opens PDFs in another way")
def test_open_shows_the_pdf_with_what_the_system_opens_it_with(names, made, tmp_path):
    names("Ash")
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "xdg-open").write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/part && mv {tmp_path}/part {tmp_path}/shown\n')
    (tools / "xdg-open").chmod(0o755)

    def run(path: str) -> str:
        command = [sys.executable, "-m", "carddesigner", "build", "./sample", "--open"]
        environment = {"PATH": path, "PYTHONPATH": str(paths.shipped()), "HOME": str(tmp_path)}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    run(f"{tools}{os.pathsep}/usr/bin:/bin")
    until((tmp_path / "shown").exists)
    assert (tmp_path / "shown").read_text() == f"{made}\n"
    assert "no program to open output/sample/sample-sheets.pdf with" in run(str(tmp_path))


def test_a_printer_straightens_backs_and_leaves_fronts_and_manifest_as_they_are(names, cli, made, painted):
    names("Ash", "Fire")
    assert cli("build", "./sample").code == 0
    with pikepdf.open(made) as pdf:
        plain = painted(pdf)
    before = told(made)
    readings = "A 1 -2, B 1 -2, C 1 -2, D 1 -2"
    assert cli("calibrate", "--printer", "office", "--set", readings).code == 0
    done = cli("build", "./sample", "--printer", "office")
    assert "on office, whose backs are straightened" in done.err
    with pikepdf.open(made) as pdf:
        straight = painted(pdf)
    assert {**told(made), "artifacts": 0} == {**before, "artifacts": 0}
    assert [p.box for p in straight[0]] == [p.box for p in plain[0]]
    moves = {
        (round(b.box.left - a.box.left, 2), round(b.box.top - a.box.top, 2))
        for a, b in zip(plain[1], straight[1], strict=True)
    }
    assert len(moves) == 1
    assert sorted(map(abs, moves.pop())) == [1, 2]


def test_json_has_all_that_is_reported(names, cli, made):
    names("Ash", "Fire*2", "Moon")
    (first,) = json.loads(cli("build", "./sample", "--json").out)["decks"]
    assert first["artifacts"][0]["path"] == "output/sample/sample-sheets.pdf"
    assert first["sheets"] == 1
    assert first["components"] == [{"id": "cards", "pieces": 3, "cards": 4, "sheets": 1, "alone": 1}]
    assert first["usage"].startswith("1 sheet; the last has 4 of 9. Sheets needed on other papers: Letter 1, A3 1")
    assert first["steps"][0].startswith("Print at 100 %")
    assert first["changes"] is None
    names("Ash*2", "Fire", "Sun")
    (then,) = json.loads(cli("build", "./sample", "--json", "--since", str(made.with_suffix(".json"))).out)["decks"]
    assert then["changes"] == {
        "new": ["sun"],
        "changed": [],
        "more": {"ash": 1},
        "fewer": {"fire": 1},
        "removed": {"moon": 1},
    }
    assert (then["sheets"], len(then["steps"]), len(then["artifacts"])) == (1, 2, 2)
    (nothing,) = json.loads(cli("build", "./sample", "--json", "--since", str(made.with_suffix(".json"))).out)["decks"]
    assert (nothing["artifacts"], nothing["sheets"], nothing["changes"]["new"]) == ([], 0, [])
