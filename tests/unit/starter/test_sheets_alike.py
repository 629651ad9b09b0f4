"""``new`` of workbooks with several sheets: what has the same header or look shares a template, and types have their looks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from openpyxl import Workbook

Rows = list[list[object]]

HEADER: list[object] = ["Name", "Type", "Attack", "Health", "Speed", "Range", "Order", "Qty"]
BASE: Rows = [
    ["Pikeman", "Unit", 2, 3, 1, 1, None, 2],
    ["Archer", "Unit", 3, 1, 2, 4, None, 1],
    ["Rider", "Unit", 4, 3, 5, 1, "Moves before it attacks.", 1],
    ["Storm", "Event", None, None, None, None, "Each unit that has not moved this turn loses 2 health.", 1],
    ["Truce", "Event", None, None, None, None, "No unit may attack until the start of your next turn.", 3],
]
MORE: Rows = [
    ["Mage", "Unit", 1, 2, 2, 3, None, 2],
    ["Golem", "Unit", 3, 6, 1, 1, None, 1],
    ["Flood", "Event", None, None, None, None, "Each unit next to a river goes back to its owner's hand.", 1],
    ["Feast", "Event", None, None, None, None, "All units heal 1 health; then each player draws a card.", 2],
]
PLAIN: list[object] = ["Name", "Cost", "Text"]


def book(path: Path, **sheets: Rows) -> None:
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(row)
    made.save(path)


def templates(deck: Path) -> dict[str, str]:
    found = {t.stem: re.search(r"extends: looks/(\S+)", t.read_text()) for t in deck.glob("templates/*.yaml")}
    return {name: m[1] for name, m in found.items() if m is not None}


def components(deck: Path) -> dict[str, dict[str, object]]:
    return {c["id"]: c for c in yaml.safe_load((deck / "deck.yaml").read_text())["components"]}


@pytest.fixture
def several(tmp_path):
    sheets = {
        f"Set_{n}": [PLAIN, *([f"Card {n}{i}", i, f"Draw {i} cards, then discard one."] for i in range(1, 4))]
        for n in range(1, 6)
    }
    book(tmp_path / "cards.xlsx", **sheets)
    return tmp_path


def test_sheets_with_one_header_share_a_template(cli, several):
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    assert templates(several / "mine") == {"mine": "trading-card"}
    found = components(several / "mine")
    assert list(found) == [f"set-{n}" for n in range(1, 6)]
    assert {(c["front"], c["back"]) for c in found.values()} == {("mine#card", "mine#back")}
    assert "mine: 15 cards" in ran.err
    # What a column is for is said once for all of them, and where each sheet is read.
    assert len(re.findall(r"certain +title +Name", ran.err)) == 1
    assert len(re.findall(r"sheet +Set \d", ran.err)) == 5
    lines = [line for file in (several / "mine").rglob("*.yaml") for line in file.read_text().splitlines()]
    assert len(lines) < 60
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"


def test_one_long_text_on_the_last_sheet_is_fitted_for_all(cli, tmp_path):
    text = "Choose any number of cards, " * 60
    book(tmp_path / "cards.xlsx", A=[PLAIN, ["One", 1, "Draw."], ["Two", 2, "Discard."]], B=[PLAIN, ["Three", 3, text]])
    ran = cli("new", "mine", "--from", "cards.xlsx", "--size", "poker")
    assert ran.code == 0, ran.err
    assert "Three" in next(line for line in ran.err.splitlines() if line.startswith("note:"))
    assert len(templates(tmp_path / "mine")) == 1
    assert cli("validate", "./mine").code == 0


def test_types_have_their_looks_in_sheets_with_one_header(cli, tmp_path):
    book(tmp_path / "cards.xlsx", Base=[HEADER, *BASE], Expansion=[HEADER, *MORE])
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    assert sorted(templates(tmp_path / "mine").values()) == ["event", "unit"]
    assert "Unit: unit" in ran.err
    assert "mine: 14 cards" in ran.err
    found = components(tmp_path / "mine")
    assert len(found) == 4
    assert {c["back"] for c in found.values()} == {"mine#back"}
    lines = [line for file in (tmp_path / "mine").rglob("*.yaml") for line in file.read_text().splitlines()]
    assert len(lines) < 60
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"


def test_types_have_their_looks_beside_sheets_of_another_header(cli, tmp_path):
    tools = [["Name", "Price", "Effect"], ["Rope", 2, "Cross one gap."], ["Lamp", 3, "See one more card."]]
    book(tmp_path / "cards.xlsx", Troops=[HEADER, *BASE, *MORE], Tools=tools)
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    assert sorted(templates(tmp_path / "mine").values()) == ["event", "trading-card", "unit"]
    assert "mine: 16 cards" in ran.err
    found = components(tmp_path / "mine")
    # Cards of one sheet are alike from behind.
    assert {c["back"] for c in found.values()} == {"troops#back", "tools#back"}
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"


def test_a_type_that_a_sheet_lacks_has_no_component_there(cli, tmp_path):
    units = [row for row in MORE if row[1] == "Unit"]
    book(tmp_path / "cards.xlsx", Base=[HEADER, *BASE], Troops=[HEADER, *units])
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert "mine: 11 cards" in ran.err, ran.err
    assert len(components(tmp_path / "mine")) == 3
    assert cli("validate", "./mine", "--strict").code == 0


def test_a_mistake_on_a_further_sheet_is_told_there(cli, tmp_path):
    book(
        tmp_path / "cards.xlsx", A=[PLAIN, ["One", 1, "Draw."], ["Two", 2, "Discard."]], B=[PLAIN, ["Three", "2x", ""]]
    )
    ran = cli("new", "mine", "--from", "cards.xlsx", "--quantity", "Name")
    assert (ran.code, "A!A2" in ran.err) == (1, True), ran.err
    book(
        tmp_path / "cards.xlsx",
        A=[PLAIN, ["One", 1, "Draw."], ["Two", 2, "Discard."]],
        B=[PLAIN, ["Three", "many", ""]],
    )
    ran = cli("new", "mine", "--from", "cards.xlsx", "--quantity", "Cost")
    assert (ran.code, "B!B2" in ran.err) == (1, True), ran.err


def test_sheets_that_are_too_much_together_say_how_each_becomes_a_deck(cli, tmp_path):
    rows = [[f"Card {n}", 9000, f"Draw {n} cards, then discard one."] for n in range(6)]
    header: list[object] = ["Name", "Qty", "Text"]
    book(tmp_path / "cards.xlsx", Set_A=[header, *rows], Set_B=[header, *rows])
    ran = cli("new", "mine", "--from", "cards.xlsx", "--quantity", "Qty")
    assert (ran.code, "100,000 copies" in ran.err, "--sheet 'Set B'" in ran.err) == (1, True, True), ran.err
    assert not (tmp_path / "mine").exists()


TOOLS: Rows = [["Name", "Price", "Effect"], ["Rope", 2, "Cross one gap."], ["Lamp", 3, "See one more card."]]
PLACES: Rows = [
    ["Name", "Region", "Points", "Text"],
    ["Mill", "North", 2, "Gain a coin."],
    ["Pier", "South", 3, "Trade."],
]
HEROES: Rows = [
    ["Name", "Class", "Cost", "Attack", "Health", "Ability", "Flavour", "Notes"],
    ["Ann", "Hero", 2, 1, 3, "Draw a card.", "Quick.", "x"],
    ["Bert", "Hero", 3, 2, 4, "Block one attack.", "Slow.", None],
    ["Fire", "Spell", 2, None, None, "Deal 2 damage to any target.", None, None],
    ["Frost", "Spell", 1, None, None, "Stop one hero for a turn.", "Brr.", None],
]
ITEMS: Rows = [
    ["Name", "Price", "Slot", "Effect", "Playtest note"],
    ["Sword", 3, "Hand", "Attack +2.", "ok"],
    ["Shield", 2, "Hand", "Health +1.", "ok"],
    ["Hat", 1, "Head", "Looks fine.", None],
]
EVENTS: Rows = [
    ["Name", "Rules"],
    ["Dawn", "Each player draws a card and then discards another one."],
    ["Dusk", "Nobody may attack until the sun has risen over the hills."],
]
WORKBOOKS: dict[str, dict[str, Rows]] = {
    "a table of two types": {"Cards": [HEADER, *BASE, *MORE]},
    "two tables": {"Items": [PLAIN, ["One", 1, "Draw."], ["Two", 2, "Discard."]], "Places": PLACES},
    "three tables, one of two types": {"Troops": [HEADER, *BASE, *MORE], "Tools": TOOLS, "Places": PLACES},
    "three tables of two looks": {"Heroes": HEROES, "Items": ITEMS, "Events": EVENTS},
    "eight sheets": {f"Set_{n}": [PLAIN, [f"One {n}", 1, "Draw."], [f"Two {n}", 2, "Pass."]] for n in range(8)},
    "eight sheets of two types": {f"Set_{n}": [HEADER, *BASE, *MORE] for n in range(8)},
}


@pytest.mark.parametrize("name", WORKBOOKS)
def test_the_files_of_a_deck_are_fewer_than_sixty_lines_together(cli, tmp_path, name):
    book(tmp_path / "cards.xlsx", **WORKBOOKS[name])
    assert cli("new", "mine", "--from", "cards.xlsx").code == 0
    lines = [line for file in (tmp_path / "mine").rglob("*.yaml") for line in file.read_text().splitlines()]
    assert len(lines) < 60
    assert cli("validate", "./mine", "--strict").code == 0


def pointed(root: Path, said: str, column: str) -> list[tuple[str, str]]:
    """The lines that the report names for a column, with the names of their files."""
    places = re.findall(rf" {column} +(\S+\.yaml):(\d+) ", said)
    return [(Path(p).name, (root / p).read_text().splitlines()[int(n) - 1].strip()) for p, n in places]


def test_tables_in_one_look_share_a_template_with_a_face_each(cli, tmp_path):
    book(tmp_path / "cards.xlsx", Heroes=HEROES, Items=ITEMS, Events=EVENTS)
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    assert templates(tmp_path / "mine") == {"mine": "trading-card", "events": "event"}
    found = components(tmp_path / "mine")
    assert {c["front"] for c in found.values()} == {"mine#heroes", "mine#items", "events#card"}
    assert {c["back"] for c in found.values()} == {"mine#back", "events#back"}
    # The lines that are named are those of the table's own face.
    titles = [(p, n) for p, n in re.findall(r" Name +(\S+\.yaml):(\d+) ", ran.err)]
    assert len(set(titles)) == 3
    assert [p for p, _ in pointed(tmp_path, ran.err, "Effect")] == ["mine.yaml"]
    for column in ("Name", "Cost", "Price", "Ability", "Rules"):
        assert all(f"card.{column}" in line for _, line in pointed(tmp_path, ran.err, column))
    # So are those below which what is not printed may be added.
    template = tmp_path / "mine/templates/mine.yaml"
    lines = template.read_text().splitlines()
    added = re.findall(r"add its line below \S+:(\d+):\n.*\n( +[\w-]+: .*)\n", ran.err)
    for number, zone in sorted(added, key=lambda found: -int(found[0])):
        lines.insert(int(number), zone)
    template.write_text("\n".join(lines) + "\n")
    faces = yaml.safe_load(template.read_text())["faces"]
    assert "Notes" in str(faces["heroes"])
    assert "Playtest_note" in str(faces["items"])
    # What is said to be deleted then is what nothing needs any more.
    deck = tmp_path / "mine/deck.yaml"
    lines = deck.read_text().splitlines()
    gone = re.findall(r"then delete \S+:(\d+)\n", ran.err)
    assert [lines[int(n) - 1].split("field: ")[1] for n in gone] == ["Notes}", "Playtest_note}"]
    assert cli("validate", "./mine").err.count("warning[silences-nothing]") == 2
    assert cli("build", "./mine").code == 0


def test_a_face_beside_others_is_drawn_as_it_is_alone(cli, tmp_path):
    book(tmp_path / "cards.xlsx", Heroes=HEROES, Items=ITEMS, Events=EVENTS)
    assert cli("new", "mine", "--from", "cards.xlsx").code == 0
    assert cli("new", "alone", "--from", "cards.xlsx", "--sheet", "Items").code == 0
    drawn = {}
    for deck, own in (("mine", "items"), ("alone", "cards")):
        assert cli("export", f"./{deck}", "--to", "png").code == 0
        files = sorted((tmp_path / "output" / deck).rglob(f"{own}-*.png"))
        drawn[deck] = [f.read_bytes() for f in files if "back" not in f.name]
    assert len(drawn["mine"]) == 3
    assert drawn["mine"] == drawn["alone"]


def test_a_type_shares_a_template_with_another_sheet_and_has_the_back_of_its_own(cli, tmp_path):
    book(tmp_path / "cards.xlsx", Troops=[HEADER, *BASE, *MORE], Omens=EVENTS)
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    assert templates(tmp_path / "mine") == {"troops": "unit", "mine": "event"}
    found = components(tmp_path / "mine")
    assert {n: (c["front"], c["back"]) for n, c in found.items()} == {
        "troops": ("troops#card", "troops#back"),
        "event": ("mine#event", "troops#back"),
        "omens": ("mine#omens", "mine#back"),
    }
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"


def test_a_type_has_the_back_of_its_sheet_where_that_shares_a_template(cli, tmp_path):
    rows = [row for row in (*BASE, *MORE) if row[1] == "Event"] + BASE[:2]
    book(tmp_path / "cards.xlsx", Troops=[HEADER, *rows], Omens=EVENTS)
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    found = components(tmp_path / "mine")
    assert {n: (c["front"], c["back"]) for n, c in found.items()} == {
        "troops": ("mine#troops", "mine#back"),
        "unit": ("unit#card", "mine#back"),
        "omens": ("mine#omens", "mine#back"),
    }
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"


def test_answers_of_several_sheets_have_a_back_each_whatever_the_sheets_are_called(cli, tmp_path):
    book(
        tmp_path / "cards.xlsx",
        Back=[["Topic", "Question", "Answer"], ["Sea", "How deep is it?", "11 km"], ["Air", "How high is it?", "Far."]],
        Answer=[["Question", "Answer", "Hint"], ["What is green?", "Grass", "look"], ["What is two?", "2", "count"]],
        Back_answer=[["Riddle", "Question", "Solution"], ["A", "What is round?", "A ball"], ["B", "Is it?", "Yes"]],
    )
    ran = cli("new", "mine", "--from", "cards.xlsx", "--sheet", "*")
    assert ran.code == 0, ran.err
    assert templates(tmp_path / "mine") == {"mine": "two-halves"}
    found = components(tmp_path / "mine")
    assert len({c[side] for c in found.values() for side in ("front", "back")}) == 6
    for column in ("Solution", "Hint"):
        assert [f"card.{column}" in line for _, line in pointed(tmp_path, ran.err, column)] == [True]
    assert cli("validate", "./mine", "--strict").err == "./mine: no errors\n"
    assert cli("build", "./mine").code == 0


def test_cards_of_two_sizes_in_one_look_have_their_own_sizes_of_type(cli, tmp_path):
    text = "Choose a card, then do what it says, unless somebody has a reason not to. " * 40
    book(tmp_path / "cards.xlsx", Heroes=HEROES, Items=[ITEMS[0], ["Book", 3, "Hand", text, None], *ITEMS[1:]])
    ran = cli("new", "mine", "--from", "cards.xlsx")
    assert ran.code == 0, ran.err
    found = components(tmp_path / "mine")
    assert found["heroes"]["stock"] != found["items"]["stock"]
    assert templates(tmp_path / "mine") == {"heroes": "trading-card", "items": "trading-card"}
    assert cli("validate", "./mine").code == 0
