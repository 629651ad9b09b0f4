"""What ``new`` says when it is done: the lines it names, what adds a column, the contact sheet, and what to type next."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from carddesigner.starter.looks.look import LOOKS

TABLE = """\
Card Name,Qty,Type,Rules,Designer notes,Flavour
Fire,2,Spell,Burn a card.,too strong?,Hot.
Ice,1,Spell,Freeze a card.,,Cold.
Wolf,3,Creature,Bite.,check,Awoo.
"""


def new(cli, tmp_path: Path, table: str = TABLE, folder: str = "mine") -> str:
    (tmp_path / "cards.csv").write_text(table)
    ran = cli("new", folder, "--from", "cards.csv")
    assert (ran.code, ran.out) == (0, "")
    return ran.err


def test_a_column_that_is_not_printed_is_added_by_the_line_that_is_named(cli, tmp_path):
    said = new(cli, tmp_path)
    below, number = re.search(r"add its line below (\S+):(\d+):\n", said).groups()
    left, first, last, zone = re.search(
        r"\n  Designer notes.*; then delete (\S+):(\d+)-(\d+)\n( +[\w-]+: .*)\n", said
    ).groups()
    lines = (tmp_path / below).read_text().splitlines()
    lines.insert(int(number), zone)
    (tmp_path / below).write_text("\n".join(lines) + "\n")
    silenced = (tmp_path / left).read_text().splitlines()
    assert "Designer_notes" in silenced[int(last) - 1]
    del silenced[int(first) - 1 : int(last)]
    (tmp_path / left).write_text("\n".join(silenced) + "\n")
    ran = cli("validate", "./mine", "--strict")
    assert (ran.code, ran.err) == (0, "./mine: no errors\n"), ran.err
    assert cli("export", "./mine", "--to", "json").code == 0
    assert cli("build", "./mine").code == 0


def test_the_commands_that_come_next_work_as_they_are_written(cli, tmp_path):
    said = new(cli, tmp_path, folder="my first deck")
    commands = [
        shlex.split(line, comments=True) for line in re.findall(r"^(?:Next:|     ) (carddesigner .*)$", said, re.M)
    ]
    assert [c[1] for c in commands] == ["build", "validate", "build"]
    for _, *arguments in commands[:2]:
        ran = cli(*arguments)
        assert (ran.code, "warning" in ran.err) == (0, False), ran.err


def test_the_contact_sheet_is_named_and_shows_the_cards_and_nothing_takes_it_for_a_part_of_the_deck(cli, tmp_path):
    said = new(cli, tmp_path)
    assert "contact sheet: mine/contact-sheet.png\n" in said
    with Image.open(tmp_path / "mine/contact-sheet.png") as image:
        # Three cards and their back, in rows, each 275 by 385 pixels.
        assert image.width * image.height > 4 * 275 * 385
    assert cli("validate", "./mine", "--strict").code == 0


@pytest.mark.parametrize("header", ["Karte,Art,Wirkung", "Name,Art,Wirkung"])
def test_a_contact_sheet_is_the_same_when_it_is_made_again(cli, tmp_path, header):
    rows = "Drache,Wesen,Ziehe eine Karte und lege eine ab.\nBlitz,Zauber,Zerstöre einen Drachen deiner Wahl.\n"
    new(cli, tmp_path, f"{header}\n{rows}")
    assert cli("export", "./mine", "--to", "contact-sheet").code == 0
    again = tmp_path / "output/mine/contact-sheet.png"
    assert again.read_bytes() == (tmp_path / "mine/contact-sheet.png").read_bytes()


def test_cells_that_were_forgotten_are_told_once_a_column_with_their_places(cli, tmp_path):
    rows = "".join(f"{'' if n in (3, 7) else f'Beast {n}'},{'' if n == 5 else n},Draw {n} cards.\n" for n in range(12))
    said = new(cli, tmp_path, f"Name,Cost,Text\n{rows}")
    assert (
        "note: cards: 2 rows have nothing in Name, where others have their title (cards.csv:5:1, cards.csv:9:1)\n"
        in said
    )
    assert "note: cards: a row has nothing in Cost, where all others have something (cards.csv:7:9)\n" in said
    assert cli("validate", "./mine").err.count("warning[blank-cell]") == 2


@pytest.mark.parametrize("option", [(), ("--compare-looks",)])
def test_a_quantity_that_was_named_is_never_dropped_for_making_too_many_cards(cli, tmp_path, option):
    (tmp_path / "cards.csv").write_text("Name,Qty\n" + "".join(f"Card {n},9999\n" for n in range(20)))
    ran = cli("new", "mine", "--from", "cards.csv", "--quantity", "Qty", *option)
    assert ran.code == 1
    assert ran.err == "cards.csv:1:1: error[too-many-copies]: the deck has more than 100,000 copies\n1 error\n"
    assert not (tmp_path / "mine").exists()


def test_pictures_that_are_all_to_come_are_one_warning(cli, tmp_path):
    new(cli, tmp_path, "Name,Art\n" + "".join(f"Card {n},art/{n}.png\n" for n in range(30)))
    said = cli("validate", "./mine").err
    assert said.count("warning[placeholder]") == 1
    assert "there is no file 'art/0.png'" in said
    assert "\n  and 29 more like this: cards-002, cards-003, " in said


def test_the_report_of_twenty_columns_has_at_most_forty_lines(cli, tmp_path):
    names = [
        "Name",
        "Qty",
        "Type",
        "Cost",
        "Attack",
        "Health",
        "Rules",
        "Flavour",
        "Rarity",
        "Set",
        "Artist",
        "notes",
        "todo",
    ]
    names += ["_key", "slug", "uuid", "created", "Bonus", "Malus", "Comment"]
    rows = [
        [f"{name.lower()} {n}" if i not in (1, 3, 4, 5, 17, 18) else str(n % 3 + 1) for i, name in enumerate(names)]
        for n in range(12)
    ]
    said = new(cli, tmp_path, "\n".join(",".join(row) for row in (names, *rows)) + "\n")
    assert len(said.splitlines()) <= 40
    for name in names:
        assert name in said


def test_a_column_of_colours_leads_to_the_line_that_reads_it(cli, tmp_path):
    said = new(cli, tmp_path, "Name,Text,Shade\nFire,Burn a card.,#a3281f\nIce,Freeze a card.,#1f4e8c\n")
    file, line = re.search(r"colours +Shade +(\S+):(\d+) ", said).groups()
    assert "card.Shade" in (tmp_path / file).read_text().splitlines()[int(line) - 1]


def test_pictures_are_not_printed_in_a_look_without_them(cli, tmp_path):
    Image.new("RGB", (3, 4)).save(tmp_path / "ocean.png")
    (tmp_path / "cards.csv").write_text("Question,Picture\nHow deep is it?,ocean.png\nHow wide is it?,none.png\n")
    said = cli("new", "mine", "--from", "cards.csv", "--look", "two-halves").err
    assert re.search(r"1 column is not printed.*\n  Picture .*the look two-halves has no pictures", said)
    assert 'image: "{{ card.Picture }}", missing: placeholder' in said
    assert "a placeholder is drawn" not in said


def test_nothing_of_a_strangers_header_steers_the_terminal(cli, tmp_path):
    said = new(cli, tmp_path, "Name,Te\x1b[31mxt,Notes\x07\nFire,Burn.,a\nIce,Freeze.,b\n")
    assert "\x1b" not in said
    assert "\x07" not in said


def test_a_few_cards_are_shown_in_each_look(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(TABLE)
    ran = cli("new", "mine", "--from", "cards.csv", "--compare-looks")
    assert ran.code == 0, ran.err
    assert "looks side by side: mine/looks.png\n" in ran.err
    with Image.open(tmp_path / "mine/looks.png") as image:
        # A row of 385 pixels a look, with what is written above and below.
        assert 385 * len(LOOKS) < image.height < 560 * len(LOOKS)
        assert image.width > 4 * 275
    one = cli("new", "other", "--from", "cards.csv")
    assert one.code == 0
    for name in ("deck.yaml", "templates/other.yaml"):
        compared = (tmp_path / "mine" / name.replace("other", "mine")).read_text()
        assert (tmp_path / "other" / name).read_text() == compared.replace("mine", "other").replace("Mine", "Other")
    assert cli("validate", "./mine", "--strict").code == 0


def test_a_header_that_was_named_is_said_to_be(cli, tmp_path):
    (tmp_path / "cards.csv").write_text(TABLE)
    for options, why in ((("--header", "1"), "--header says so"), ((), "its cells are words that columns are called")):
        ran = cli("new", f"deck{len(options)}", "--from", "cards.csv", *options)
        assert re.search(rf"certain +header +row 1 +\S+ +{why}", ran.err), ran.err


def test_looks_of_two_sheets_leave_no_templates_of_other_looks(cli, tmp_path):
    book = Workbook()
    cards, tokens = book.active, book.create_sheet("Tokens")
    cards.title = "Cards"
    for row in (
        ("Name", "Type", "Text"),
        ("Ketch", "Ship", "Sail out a turn early."),
        ("Fog", "Storm", "Lose a turn."),
    ):
        cards.append(row)
    for row in (("Name", "Value"), ("Coin", 1), ("Coin", 5), ("Storm", 1)):
        tokens.append(row)
    book.save(tmp_path / "game.xlsx")
    for name, options in (("mine", ["--compare-looks"]), ("other", [])):
        assert cli("new", name, "--from", "game.xlsx", *options).code == 0
    mine, other = ({p.name for p in (tmp_path / n / "templates").iterdir()} for n in ("mine", "other"))
    assert mine == other
    assert "unused-file" not in cli("validate", "./mine").err


@pytest.mark.parametrize("there", [True, False])
def test_pictures_that_cells_name_are_not_taken_for_those_that_are_made(cli, tmp_path, there):
    names = ("contact-sheet.png", "looks.png")
    for name in names if there else ():
        Image.new("RGB", (60, 60), "teal").save(tmp_path / name)
    (tmp_path / "cards.csv").write_text("Name,Picture\nFire,contact-sheet.png\nIce,looks.png\n")
    said = cli("new", "mine", "--from", "cards.csv", "--compare-looks").err
    for name in names:
        assert (tmp_path / "mine" / name).exists() == there
        if there:
            assert (tmp_path / "mine" / name).read_bytes() == (tmp_path / name).read_bytes()
    assert "contact sheet: mine/contact-sheet-2.png\nlooks side by side: mine/looks-2.png\n" in said
    assert ("unused-file" in cli("validate", "./mine").err) is False


def test_a_header_that_was_renamed_is_one_error_with_the_line_that_mends_it(cli, tmp_path):
    rows = "".join(f"Card {n},Unit,runs\n" for n in range(12))
    new(cli, tmp_path, f"Name,Type,Text\n{rows}")
    (tmp_path / "mine/cards.csv").write_text(f"Card Name,Type,Text\n{rows}")
    said = cli("validate", "./mine").err
    assert said.endswith("\n1 error\n")
    assert said.count("card has no field 'Name'; did you mean 'Card Name'?") == 1
    line = re.search(r"`(columns: {.*})` under `rows:`", said)
    assert line is not None
    deck = (tmp_path / "mine/deck.yaml").read_text()
    (tmp_path / "mine/deck.yaml").write_text(re.sub(r"( +)(file: .*\n)", rf"\1\2\1{line[1]}\n", deck, count=1))
    assert cli("validate", "./mine").code == 0


@pytest.mark.parametrize(
    ("again", "note"),
    [
        (
            "Count,Name,Text",
            "note: row 5 repeats the header in another order, so it and the rows below are wrong cards",
        ),
        (
            "Text,Count,Name\n3,2,1\nCount,Text,Name",
            "note: rows 5 and 7 repeat the header in another order, so they and",
        ),
        ("Name,Count,Text", None),
        ("Counts,Names,Texts", None),
    ],
)
def test_a_header_in_another_order_within_a_table_is_reported(cli, tmp_path, again, note):
    rows = "Name,Count,Text\nSun,3,Shines\nMoon,2,Glows\nStar,1,Twinkles\n"
    (tmp_path / "cards.csv").write_text(f"{rows}{again}\n3,Comet,Flies\n1,Rain,Falls\n")
    ran = cli("new", "made", "--from", "cards.csv")
    assert ran.code == 0, ran.err
    assert (note in ran.err) if note is not None else ("in another order" not in ran.err)


def test_a_header_in_another_order_within_a_workbook_is_reported_at_its_row(cli, tmp_path):
    book = Workbook()
    for row in (
        ["Name", "Count", "Text"],
        ["Sun", 3, "Shines"],
        ["Moon", 2, "Glows"],
        ["Count", "Name", "Text"],
        [3, "Comet", "Flies"],
    ):
        book.active.append(row)
    book.save(tmp_path / "cards.xlsx")
    assert "row 4 repeats the header in another order" in cli("new", "made", "--from", "cards.xlsx").err
