"""Editions and the glossary from the command line, as the page of each tells it."""

from __future__ import annotations

import json
import shutil

import pikepdf
import pytest

from carddesigner.source.paths import shipped

RECIPES = shipped() / "docs/recipes"


@pytest.fixture
def recipe(tmp_path):
    for name in ("editions", "two-languages"):
        shutil.copytree(RECIPES / name, tmp_path / name)
    return tmp_path


def edges(painted, path):
    """The colours that fill the most of a sheet's fronts and backs."""
    with pikepdf.open(path) as pdf:
        pages = painted(pdf)
    fills = [[p for p in page if p.kind == "fill"] for page in pages]
    return [
        tuple(round(c * 255) for c in max(page, key=lambda p: p.box.size[0] * p.box.size[1]).color) for page in fills
    ]


def test_each_edition_has_its_border_on_paper(recipe, cli, painted):
    white, black, gold = (0xFB, 0xF9, 0xF4), (0x17, 0x15, 0x1A), (0xB9, 0x8B, 0x2F)
    for edition, front, back in (("unlimited", white, white), ("limited", black, black), ("collectors", black, gold)):
        ran = cli("build", "./editions", "--edition", edition)
        assert (ran.code, f"editions-sheets-{edition}.pdf" in ran.err) == (0, True), ran.err
        made = recipe / f"output/editions/editions-sheets-{edition}.pdf"
        assert edges(painted, made) == [front, back]
        manifest = json.loads(made.with_suffix(".json").read_text())
        assert (manifest["edition"], manifest["pieces"][0]["copies"]) == (edition, 2 if edition == "collectors" else 1)


def test_other_commands_take_an_edition_too(recipe, cli):
    assert cli("export", "./editions", "--to", "json", "--edition", "limited").code == 0
    said = json.loads((recipe / "output/editions/editions-limited.json").read_text())
    assert said["edition"] == "limited"
    assert cli("export", "./editions", "--to", "png", "--dpi", "36", "--edition", "limited", "-q").code == 0
    assert (recipe / "output/editions/png-limited/saucer-back.png").is_file()
    assert '"on_last_sheet": 2' in cli("stats", "./editions", "--json", "--edition", "collectors").out
    assert cli("validate", "./editions", "--strict").code == 0
    cli("build", "./editions", "--edition", "limited", "-q")
    manifest = "output/editions/editions-sheets-limited.json"
    assert json.loads(cli("diff", manifest, "./editions", "--json").out)["new"]["edition"] == "limited"
    assert json.loads(cli("diff", manifest, "./editions", "--json").out)["equal"] is True


def test_an_edition_that_is_not_there_is_refused_by_every_command(recipe, cli):
    for command in (["build"], ["validate"], ["stats"], ["export", "--to", "json"]):
        ran = cli(command[0], "./editions", *command[1:], "--edition", "limted")
        assert (ran.code, "did you mean 'limited'?" in ran.err) == (1, True), command
        assert "hint: it has unlimited, limited, collectors" in ran.err


def test_what_is_about_the_deck_as_it_stands_takes_no_edition(recipe, cli):
    for option in (["--write-fields"], ["--accept-translations", "pt"]):
        ran = cli("validate", "./editions", "--edition", "limited", *option)
        assert (ran.code, "leave out --edition" in ran.err) == (2, True)


def test_a_breach_of_the_glossary_stops_the_build_in_that_language_only(recipe, cli):
    table = recipe / "two-languages/cards.csv"
    table.write_text(table.read_text().replace("sua mão", "sua mao"))
    assert cli("build", "./two-languages").code == 0
    for command in (["build", "--language", "pt"], ["validate"]):
        ran = cli(command[0], "./two-languages", *command[1:])
        assert ran.code == 1
        assert "two-languages/cards.csv:2:56: error[wrong-term]: " in ran.err
        assert "text.pt: expected 'mão' or 'mãos' for 'hand'; the nearest there is 'mao' (card lighthouse)" in ran.err
        assert "from two-languages/deck.yaml:12:3 the term" in ran.err
    table.write_text(table.read_text().replace("sua mao", "sua mão"))
    assert cli("validate", "./two-languages", "--strict").code == 0
