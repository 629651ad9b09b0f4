"""``carddesigner new`` as people run it: the tutorial, a shipped deck, and tables as they come."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import stat
from pathlib import Path

import openpyxl
import pikepdf
import pypdfium2
import pytest
from PIL import Image

from carddesigner.source import paths
from carddesigner.starter.copied import copied_deck

pytestmark = pytest.mark.slow

DOCS = paths.shipped() / "docs" / "start.md"


def fronts(folder: Path, deck: str) -> dict[str, str]:
    """The digests of the fronts of a deck that was built, by piece."""
    manifest = json.loads((folder / "output" / deck / f"{deck}-sheets.json").read_text())
    return {p["id"]: p["front_sha256"] for p in manifest["pieces"]}


def copies(folder: Path, deck: str) -> int:
    manifest = json.loads((folder / "output" / deck / f"{deck}-sheets.json").read_text())
    return sum(p["copies"] for p in manifest["pieces"])


def zones(folder: Path) -> str:
    return next((folder / "templates").glob("*.yaml")).read_text(encoding="utf-8")


def test_the_tutorial_fills_two_sheets_and_validates(cli, tmp_path):
    assert cli("new", "first").code == 0
    assert cli("validate", "./first", "--strict").code == 0
    assert cli("build", "./first").code == 0
    with pikepdf.open(tmp_path / "output/first/first-sheets.pdf") as pdf:
        assert len(pdf.pages) == 4
    assert copies(tmp_path, "first") == 18


def test_a_shipped_deck_is_copied_whole_and_builds_to_the_same_cards(cli, tmp_path):
    assert cli("new", "mine", "--from", "monogoto").code == 0
    assert (tmp_path / "mine/templates/monogoto.yaml").is_file()
    cli("build", "./mine", "monogoto")
    assert fronts(tmp_path, "mine") == fronts(tmp_path, "monogoto")


def test_a_copy_can_be_changed_where_the_installation_is_read_only(tmp_path):
    installed = tmp_path / "installed"
    shutil.copytree(paths.decks() / "three-fields", installed)
    for path in sorted(installed.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    copied_deck(str(installed), tmp_path / "mine")
    assert not [p for p in (tmp_path / "mine").rglob("*") if not p.stat().st_mode & stat.S_IWUSR]


def test_a_copied_template_is_the_one_that_is_used(cli, tmp_path):
    cli("new", "mine", "--from", "monogoto")
    template = tmp_path / "mine/templates/monogoto.yaml"
    template.write_text(template.read_text().replace("text: Follower", "text: Adherent"))
    cli("build", "./mine", "monogoto")
    assert fronts(tmp_path, "mine")["followers"] != fronts(tmp_path, "monogoto")["followers"]


@pytest.mark.parametrize("source", [[], ["--from", "monogoto"], ["--from", "cards.csv"]])
def test_a_folder_with_anything_in_it_is_left_alone(cli, tmp_path, source):
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,burns\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("precious")
    ran = cli("new", "mine", *source)
    assert ran.code == 1
    assert "mine is not empty" in ran.err
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_an_empty_folder_is_filled(cli, tmp_path):
    (tmp_path / "mine").mkdir()
    assert cli("new", "mine").code == 0
    assert (tmp_path / "mine/deck.yaml").is_file()


def test_nothing_stays_of_a_deck_that_could_not_be_made(cli, tmp_path):
    (tmp_path / "cards.json").write_text('{"a": 1,}')
    assert cli("new", "deep/mine", "--from", "cards.json").code == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cards.json"]


def test_any_folder_name_becomes_a_legal_deck(cli, tmp_path):
    for name, deck in (("My Game (2nd try)", "my-game-2nd-try"), ("Größe", "grosse"), ("カード", "deck")):
        assert cli("new", name).code == 0
        assert f"deck: {deck}\n" in (tmp_path / name / "deck.yaml").read_text(encoding="utf-8")
        assert cli("validate", f"./{name}").code == 0


def test_wrong_sources_are_reported_in_a_message(cli, tmp_path):
    assert "did you mean 'monogoto'" in cli("new", "a", "--from", "monogto").err
    assert "there is no file cards.csv" in cli("new", "a", "--from", "cards.csv").err
    (tmp_path / "cards.pdf").write_text("x")
    assert ".pdf: a deck is made from .csv" in cli("new", "a", "--from", "cards.pdf").err


def test_every_place_that_is_reported_is_where_the_thing_stands(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(
        "Titel;Anzahl;Kosten;Regeltext\nFeuer;3;2;Brennt.\nWasser;1;1;Löscht.\n", encoding="windows-1252"
    )
    ran = cli("new", "mine", "--from", "cards.csv")
    said = re.findall(r"^(certain|likely|a guess) +(.+?)  +(\S.*?)  +(\S+):(\d+)  +\S.*$", ran.err, re.M)
    lines = {
        what: (tmp_path / file).read_text("utf-8").splitlines()[int(line) - 1].strip()
        for _, what, _, file, line in said
    }
    assert lines["encoding"] == "encoding: windows-1252"
    assert lines["how many"] == "copies: Anzahl"
    assert lines["title"] == 'title: {text: "{{ card.Titel }}"}'
    assert lines["cost"] == 'cost: {when: "card.Kosten != none", text: "{{ card.Kosten }}"}'
    assert lines["rules"] == 'rules: {text: "{{ card.Regeltext }}"}'
    assert (tmp_path / "mine/cards.csv").read_bytes() == (tmp_path / "cards.csv").read_bytes()
    cli("build", "./mine")
    assert copies(tmp_path, "mine") == 4


def workbook(path: Path) -> None:
    """A workbook as people have them: a title, merged, above the header, notes, sums, other sheets, one of them hidden."""
    book = openpyxl.Workbook()
    first = book.active
    first.title = "Read me"
    first["A1"] = "Print on card"
    sheet = book.create_sheet("Cards")
    sheet["A1"] = "Dungeon, third draft"
    sheet.merge_cells("A1:F1")
    sheet.append([])
    sheet.append(["#", "Card Name", "Type", "Card Text", "Qty", "Designer notes"])
    for n, (name, kind, text, amount) in enumerate(
        [
            ("Fireball", "Spell", "Deal 4 damage. *Burn* it.", 2),
            ("Goblin", "Creature", "Rush.", 3),
            ("Wall", "Creature", "Can't attack.", 2),
            ("Storm", "Spell", "Tap all.", 1),
        ],
        1,
    ):
        sheet.append([n, name, kind, text, amount, "too strong?"])
    sheet.append([])
    sheet.append(["Total", None, None, None, 8])
    old = book.create_sheet("old")
    old.append(["Name", "Qty"])
    for n in range(40):
        old.append([f"gone {n}", datetime.date(2020, 1, 1)])
    old.sheet_state = "hidden"
    book.save(path)


def test_a_workbook_as_people_have_them(cli, tmp_path):
    workbook(tmp_path / "cards.xlsx")
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    deck = (tmp_path / "mine/deck.yaml").read_text()
    for line in ("sheet: Cards", "header: 3", "skip: [totals]", "copies: Qty", "Card Name: Card_Name"):
        assert line in deck
    assert "Read me, old (hidden)" in ran.err
    assert "Designer_notes" not in zones(tmp_path / "mine")
    assert cli("validate", "./mine", "--strict").code == 0
    cli("build", "./mine")
    assert copies(tmp_path, "mine") == 8
    assert len(fronts(tmp_path, "mine")) == 4


def test_cells_are_printed_as_they_are_written(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,a *star* and :no: and __init__ and {{ x }}\nWater,plain\n")
    cli("new", "mine", "--from", "cards.csv")
    cli("build", "./mine", "--layout", "pieces")
    page = pypdfium2.PdfDocument(tmp_path / "output/mine/mine-pieces.pdf")[0]
    words = " ".join(page.get_textpage().get_text_range().split())
    assert "a *star* and :no: and __init__ and {{ x }}" in words


def test_cells_written_as_markup_stay_markup(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,**Burn** one :sun:\nWater,Put it out.\n")
    cli("new", "mine", "--from", "cards.csv")
    assert 'rules: {text: "{{ card.Text }}"}\n' in zones(tmp_path / "mine")


def test_pictures_beside_the_table_are_copied_and_missing_ones_are_named(cli, tmp_path):
    (tmp_path / "images").mkdir()
    Image.new("RGB", (40, 30), "red").save(tmp_path / "images/fire.png")
    (tmp_path / "cards.csv").write_text("Name,Picture\nFire,images\\fire.png\nWater,water.png\nEarth,\n")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert "1 picture is not beside the table" in ran.err
    assert "water.png" in ran.err
    assert (tmp_path / "mine/images/fire.png").is_file()
    assert cli("build", "./mine").code == 0
    with pikepdf.open(tmp_path / "output/mine/mine-sheets.pdf") as pdf:
        found = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert [(int(o.Width), int(o.Height)) for o in found] == [(40, 30)]


def test_a_column_of_pictures_that_are_all_missing_is_not_silenced(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Picture\nFire,fire.png\nWater,water.png\n")
    cli("new", "mine", "--from", "cards.csv")
    ran = cli("validate", "./mine")
    assert "warning[placeholder]" in ran.err
    assert "silences-nothing" not in ran.err


def test_a_missing_picture_that_comes_later_is_shown_without_a_change(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Picture\nFire,fire.png\nWater,water.png\n")
    Image.new("RGB", (40, 30), "red").save(tmp_path / "fire.png")
    cli("new", "mine", "--from", "cards.csv")
    assert "missing: placeholder" in zones(tmp_path / "mine")
    assert "warning[placeholder]" in cli("build", "./mine").err
    before = fronts(tmp_path, "mine")
    Image.new("RGB", (40, 30), "blue").save(tmp_path / "mine/water.png")
    assert "warning" not in cli("build", "./mine").err
    after = fronts(tmp_path, "mine")
    assert [before[k] == after[k] for k in sorted(before)] == [True, False]


def test_letters_that_no_font_has_are_told_and_stop_the_build_but_not_a_proof(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,\U00016a70\n", encoding="utf-8")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert ran.code == 0, ran.err
    assert "in no font that is here, so `build` stops" in ran.err
    for command in ("build", "validate"):
        ran = cli(command, "./mine")
        assert ran.code == 1
        assert "error[missing-glyph]: no glyph for '\U00016a70' (U+16A70)" in ran.err + ran.out
    ran = cli("build", "./mine", "--proof")
    assert ran.code == 0
    assert "warning[missing-glyph]" in ran.err
    assert boxed_letters(tmp_path / "output/mine/mine-sheets.pdf")[:1] == ["\U00016a70"]


def test_symbols_of_games_come_from_the_shipped_fonts(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,♠ ⚅ →\n", encoding="utf-8")
    cli("new", "mine", "--from", "cards.csv")
    assert not (tmp_path / "mine/fonts").exists()
    assert cli("validate", "./mine").code == 0


def boxed_letters(file):
    """The letters that are set in the face of crossed boxes."""
    with pikepdf.open(file) as pdf:
        maps = [
            font.ToUnicode.read_bytes().decode("ascii")
            for font in pdf.objects
            if isinstance(font, pikepdf.Dictionary)
            and "Boxed-Letters" in str(font.get("/BaseFont"))
            and "/ToUnicode" in font
        ]
    codes = {code for text in maps for code in re.findall(r"<[0-9A-F]{4}><([0-9A-F]+)>", text)}
    return [bytes.fromhex(code).decode("utf-16-be") for code in sorted(codes)]


def test_a_text_too_long_for_any_card_goes_on_on_cards_that_follow(cli, tmp_path):
    words = " ".join(f"word{n}" for n in range(1000))
    (tmp_path / "cards.csv").write_text(f"Name,Text\nFire,short\nWater,{words}\n")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert "the cards are jumbo size" in ran.err
    assert "the text of Water fits no smaller one" in ran.err
    assert "go on on cards that follow" in ran.err
    assert cli("validate", "./mine").code == 0
    cli("build", "./mine", "--layout", "pieces")
    pages = pypdfium2.PdfDocument(tmp_path / "output/mine/mine-pieces.pdf")
    printed = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert set(words.split()) <= set(printed.split())


def test_records_under_a_key_and_lists_in_them(cli, tmp_path):
    cards = [
        {
            "name": f"Card {n}",
            "suit": "sun" if n % 2 else "moon",
            "meanings": {"light": [f"hope {n}"] * 9, "shadow": ["fear"]},
        }
        for n in range(6)
    ]
    (tmp_path / "tarot.json").write_text(json.dumps({"about": "x", "deep": {"cards": cards}}))
    assert cli("new", "mine", "--from", "tarot.json").code == 0
    assert "records: deep.cards" in (tmp_path / "mine/deck.yaml").read_text()
    assert "card.meanings.light" in zones(tmp_path / "mine")
    cli("build", "./mine")
    assert copies(tmp_path, "mine") == 6


def test_keys_that_are_data_become_columns(cli, tmp_path):
    (tmp_path / "eop.yaml").write_text(
        "ranks: {2: two, K: King}\nsuits:\n"
        + "".join(
            f"  {s}:\n    2: An attacker could do {s} slowly\n    K: Your {s} is lost\n"
            for s in ("Spoofing", "Tampering")
        )
    )
    assert cli("new", "mine", "--from", "eop.yaml").code == 0
    deck = (tmp_path / "mine/deck.yaml").read_text()
    assert "records: suits" in deck
    assert "keys: [suit, rank]" in deck
    cli("build", "./mine")
    assert copies(tmp_path, "mine") == 4


def test_yaml_with_slashes_for_comments_says_which_lines(cli, tmp_path):
    (tmp_path / "eop.yaml").write_text('// This is from https://example.org\n// "Forked"\nsuits:\n  a: {2: x}\n')
    ran = cli("new", "mine", "--from", "eop.yaml")
    assert ran.code == 1
    assert "eop.yaml:1:1: error[yaml-syntax]: this is not YAML: a comment begins with #, not with //" in ran.err
    assert "lines 1, 2" in ran.err


def test_the_commands_of_the_five_minutes_work_word_for_word(cli, tmp_path):
    commands = re.findall(r"^carddesigner (.+)$", DOCS.read_text("utf-8"), re.M)
    assert len(commands) == 3
    for command in commands:
        ran = cli(*command.split())
        assert ran.code == 0, ran.err
    assert (tmp_path / "output/first-deck/first-deck-sheets.pdf").is_file()


def test_pictures_are_found_whatever_case_their_names_have_and_without_extension(cli, tmp_path):
    (tmp_path / "Art").mkdir()
    for name in ("Wolf.png", "bear.png"):
        Image.new("RGB", (40, 30), "red").save(tmp_path / "Art" / name)
    (tmp_path / "cards.csv").write_text("Name,Picture,Text\nWolf,wolf,Howl.\nBear,BEAR,Growl.\n")
    ran = cli("new", "mine", "--from", "cards.csv")
    assert "not beside the table" not in ran.err
    assert "{{ card.Picture }}.png" in zones(tmp_path / "mine")
    assert cli("build", "./mine").code == 0


def test_pictures_of_the_cards_shape_cover_them(cli, tmp_path):
    for name in ("a.png", "b.png"):
        Image.new("RGB", (825, 1125), "red").save(tmp_path / name)
    (tmp_path / "cards.csv").write_text("file,qty\na.png,2\nb.png,1\n")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    cli("export", "./mine", "--to", "png")
    with Image.open(tmp_path / "output/mine/png/cards-001-front.png") as face:
        assert face.convert("RGB").getcolors(9) == [(face.width * face.height, (255, 0, 0))]


def test_vectors_in_a_column_of_pictures_are_drawn(cli, tmp_path):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z" fill="#ff0000"/></svg>'
    (tmp_path / "sun.svg").write_text(svg)
    (tmp_path / "cards.csv").write_text("Name,Picture\nSun,sun.svg\nMoon,\n")
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    assert 'svg: "{{ card.Picture }}"' in zones(tmp_path / "mine").replace("'", '"')
    assert cli("build", "./mine").code == 0


def test_the_sheet_with_the_cards_is_not_passed_over_for_its_mistakes(cli, tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Read me", "first"])
    sheet = book.create_sheet("Cards")
    sheet.append(["Name", "Text"])
    for row in (["A", "one"], ["B", "#REF!"], ["C", "three"]):
        sheet.append(row)
    book.save(tmp_path / "cards.xlsx")
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert (ran.code, "cards.xlsx!Cards!B3: error[formula-error]" in ran.err) == (1, True)


def test_answers_are_printed_on_the_backs(cli, tmp_path):
    (tmp_path / "cards.csv").write_text("Question,Answer\nTwo and two?,4\nCapital of France?,Paris\n")
    cli("new", "mine", "--from", "cards.csv")
    cli("build", "./mine", "--layout", "pieces")
    pages = [p.get_textpage().get_text_range() for p in pypdfium2.PdfDocument(tmp_path / "output/mine/mine-pieces.pdf")]
    assert ["Paris" in p for p in pages] == [False, False, False, True]


def test_every_sheet_with_cards_becomes_a_component(cli, tmp_path):
    book = openpyxl.Workbook()
    first = book.active
    first.title = "Read me"
    first.append(["Print on card"])
    heroes, items, words, old = (book.create_sheet(n) for n in ("Heroes", "Rare Items", "Words", "old"))
    for row in (
        ["Name", "Suit", "HP", "Text"],
        ["Ann", "ink", 3, "Runs 🂡."],
        ["Bert", "paper", 4, "Hides."],
        ["Cy", "paper", 1, "So."],
        ["Di", "ink", 1, "Waits."],
    ):
        heroes.append(row)
    for row in (["Name", "Qty", "Text"], ["Axe", 3, "x" * 700], ["Rope", 2, "Ties ☃︎."]):
        items.append(row)
    for row in (["Word", "Meaning"], ["tap", "turn"], ["exile", "remove"]):
        words.append(row)
    for row in (["Name", "Text"], ["Gone", "x"], ["Lost", "y"]):
        old.append(row)
    old.sheet_state = "hidden"
    book.save(tmp_path / "game.xlsx")
    ran = cli("new", "mine", "--from", "game.xlsx")
    assert ran.code == 0, ran.err
    assert "sheet" in ran.err
    assert "old (hidden)" in ran.err
    assert cli("validate", "./mine", "--strict").code == 0, cli("validate", "./mine").err
    assert cli("build", "./mine").code == 0
    assert copies(tmp_path, "mine") == 4 + 5
    assert {n.rpartition("-")[0] for n in fronts(tmp_path, "mine")} == {"heroes", "rare-items"}
    places = re.findall(r"  (\S+):(\d+)  ", ran.err)
    assert {p for p, _ in places} == {"mine/deck.yaml", "mine/templates/heroes.yaml", "mine/templates/rare-items.yaml"}
    sheets = {(tmp_path / p).read_text().splitlines()[int(n) - 1].strip() for p, n in places if p == "mine/deck.yaml"}
    assert all(any(f"sheet: {name}" in line for line in sheets) for name in ("Heroes", "Rare Items"))


def test_rows_that_are_not_printed_are_counted_alike(cli, tmp_path):
    (tmp_path / "t.csv").write_text("name,copies,text\nA,2,Draw.\nB,,Pass.\nC,0,Burn.\nD,0,Gain.\n")
    line = "2 of 4 rows are printed 0 times"
    assert line in cli("new", "d", "--from", "t.csv").err
    assert line in cli("validate", "./d").err
    assert line in cli("build", "./d").err
    shown = cli("stats", "./d").out
    assert line in shown
    assert "cards           2      3" in shown
    counted = {"rows": 2, "of": 4, "components": {"cards": 2}, "no_cards": {}}
    assert json.loads(cli("validate", "./d", "--format", "json").out)["not_printed"] == {"./d": counted}
    assert json.loads(cli("build", "./d", "--json").out)["decks"][0]["not_printed"] == counted
    assert json.loads(cli("stats", "./d", "--json").out)["not_printed"] == counted
    assert "printed 0 times" not in cli("build", "monogoto").err


def test_a_defence_stands_opposite_the_attack_where_nothing_says_health(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(
        "Name,Cost,Attack,Defense,Text\nWolf,2,3,1,Bites.\nOgre,5,4,6,Sleeps.\nBat,1,1,0,Flies.\n"
    )
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    said = next((tmp_path / "mine/templates").glob("*.yaml")).read_text()
    assert 'health: {when: "card.Defense != none", text: "{{ card.Defense }}"}' in said
    assert "stats:" not in said
    assert cli("validate", "./mine", "--strict").code == 0


@pytest.mark.parametrize("source", ["three-fields", "cards.csv"])
def test_a_deck_in_a_folder_called_as_a_shipped_deck_is_built_beside_that(cli, tmp_path, source):
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,Burns.\nIce,Cools.\n")
    assert cli("new", "three-fields", "--from", source).code == 0
    assert cli("build", "three-fields").code == 0
    built = (tmp_path / "output/three-fields/three-fields-sheets.json").read_bytes()
    assert cli("build", "./three-fields").code == 0
    assert (tmp_path / "output/three-fields/three-fields-sheets.json").read_bytes() == built
    assert (tmp_path / "output/three-fields-2/three-fields-2-sheets.json").is_file()
