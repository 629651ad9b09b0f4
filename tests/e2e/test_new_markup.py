"""Tables with markup of other programs, made to decks on the command line."""

from __future__ import annotations

import json

TABLE = """name,copies,rules
Axe,2,"<b>Strike:</b> deal {r} 2 damage.<br>Then <i>rest</i> &amp; draw."
Bow,1,"Shoot. :sword: hits {sun}"
Cat,1,"Meow <b>loud</b>"
"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>'


def test_markup_is_counted_and_told_with_the_option_that_reads_it(cli, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    made = cli("new", "d", "--from", "t.csv")
    assert made.code == 0
    assert "rules: 2 cells hold HTML tags" in made.err
    assert "--markup html" in made.err
    assert "--markup braces" in made.err
    assert "(t.csv:3:7); put symbols/sword.svg" in made.err
    assert "markup:" not in (tmp_path / "d/deck.yaml").read_text()
    assert (tmp_path / "d/t.csv").read_text() == TABLE
    assert cli("validate", "./d").err == "./d: no errors\n"


def test_markup_in_another_column_later_is_told_by_validate(cli, tmp_path):
    table = TABLE.replace("rules\n", "rules,notes\n").replace('"\n', '",mine\n')
    (tmp_path / "t.csv").write_text(table)
    made = cli("new", "d", "--from", "t.csv")
    at = next(line for line in made.err.splitlines() if "then delete d/deck.yaml" in line).rpartition(":")[2]
    deck = (tmp_path / "d/deck.yaml").read_text().splitlines()
    assert deck[int(at) - 1] == "  - {code: unused-field, field: notes}"
    (tmp_path / "d/t.csv").write_text(table.replace("Cat", "<b>Cat</b>"))
    told = cli("validate", "./d").err
    assert "name: a cell holds HTML tags" in told
    assert "rules:" not in told


def test_markup_is_read_on_request_and_the_table_stays(cli, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    made = cli("new", "d", "--from", "t.csv", "--markup", "html", "--markup", "braces")
    assert "HTML" not in made.err
    assert (tmp_path / "d/t.csv").read_text() == TABLE
    assert "markup: [html, braces]" in (tmp_path / "d/deck.yaml").read_text()
    assert cli("build", "./d").code == 0
    told = cli("validate", "./d").err
    assert "{r}" in told
    assert "HTML" not in told
    # Icons that are drawn later are used, and nothing says any more that they are not there.
    for name in ("r", "sword"):
        (tmp_path / "d/symbols").mkdir(exist_ok=True)
        (tmp_path / f"d/symbols/{name}.svg").write_text(DRAWING)
    cli("export", "./d", "--to", "json", "-o", "shown")
    cards = json.loads((tmp_path / "shown/d/d.json").read_text())["cards"]
    texts = [c["fields"]["rules"] for c in cards]
    assert texts[0] == "[Strike:]{bold} deal :r: 2 damage.\nThen [rest]{italic} & draw."
    assert "{r}" not in cli("validate", "./d").err


def test_a_markup_that_is_none_is_told_with_those_there_are(cli, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    ran = cli("new", "d", "--from", "t.csv", "--markup", "htm")
    assert ran.code == 2
    assert "'html', 'braces'" in ran.err
