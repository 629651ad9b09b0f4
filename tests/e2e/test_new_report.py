"""What ``new`` says when it is done: the lines it names, what adds a column, the contact sheet, and what to type next."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

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
        r"\n  Designer notes.*; then delete (\S+):(\d+)-(\d+)\n( +designer-notes: .*)\n", said
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
