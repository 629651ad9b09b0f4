"""``validate`` as a repository's checks run it: all at once, in three formats, strict or not; and ``build`` without it."""

from __future__ import annotations

import json
import subprocess
import sys

import carddesigner as cd

ZONES = "word: {box: {left: 1mm, width: 40mm, top: 20mm, height: 8mm}, text: '{{ card.name }}', size: 12pt}"


def test_the_shipped_deck_has_nothing_to_warn_of(cli):
    ran = cli("validate", "monogoto", "--strict")
    assert (ran.code, ran.out, ran.err) == (0, "", "monogoto: no errors\n")


def test_warnings_are_reported_and_fail_only_when_strict(cli, deck):
    deck.zones(ZONES, "name,cost\nFire,1\n")
    ran = cli("validate", "./sample")
    assert ran.code == 0
    assert "sample/templates/sample.yaml:7:7: warning[outside-safe]: the text comes within 1." in ran.err
    assert "sample/cards.csv:1:6: warning[unused-field]: nothing reads the column 'cost'" in ran.err
    assert "2 warnings" in ran.err
    assert cli("validate", "./sample", "--strict").code == 1


def test_json_and_github_say_the_same(cli, deck):
    deck.zones(ZONES)
    said = json.loads(cli("validate", "./sample", "--format", "json").out)
    assert (said["errors"], said["warnings"]) == (0, 1)
    found = said["diagnostics"][0]
    assert (found["code"], found["card"], found["zone"], found["place"]["line"]) == (
        "outside-safe",
        "cards-001",
        "word",
        7,
    )
    assert found["related"][0]["line"] == 2
    out = cli("validate", "./sample", "--format", "github").out
    assert out.startswith("::warning file=sample/templates/sample.yaml,line=7,col=7,title=outside-safe::the text comes")


def test_what_is_silenced_does_not_fail(cli, deck):
    deck.zones(ZONES)
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "silence: [{code: outside-safe, zone: word, why: it is a tab to be cut through}]\n")
    ran = cli("validate", "./sample", "--strict")
    assert (ran.code, ran.err) == (0, "./sample: no errors\n")


def test_a_warning_of_the_sheets_can_be_silenced_too(cli, deck):
    deck.zones("ground: {in: bleed, fill: glow, when: card.name}")
    text = (deck.path / "deck.yaml").read_text().replace("size: poker", "size: [40mm, 40mm]")
    deck.write("deck.yaml", text)
    assert "warning[little-bleed]" in cli("validate", "./sample").err
    deck.write("deck.yaml", text + "silence: [{code: little-bleed}]\n")
    assert "warning" not in cli("validate", "./sample").err


def test_wrong_cells_and_a_wrong_template_are_reported_at_once(cli, deck):
    deck.zones(
        "word: {in: safe, text: '{{ card.nmae }}'}\nother: {in: safe, fill: glwo}", "name,copies\nFire,x\nIce,1\n"
    )
    err = cli("validate", "./sample").err
    assert "cards.csv:2:6: error[wrong-value]: copies 'x'" in err
    assert "error[unknown-field]: card has no field 'nmae'" in err
    assert "error[unknown-color]: unknown colour 'glwo'" in err


def test_a_colour_without_a_name_is_told_with_the_place_for_names(cli, deck):
    deck.zones("word: {in: safe, fill: '{{ card.kind }}'}", "name,kind\nFire,beast\nIce,\n")
    err = cli("validate", "./sample").err
    assert "unknown colour 'beast'" in err
    assert "hint: colours get their names under `palette:` in deck.yaml" in err
    assert "hint: a blank cell names no colour; `or` says which is meant then" in err


def test_a_file_that_nothing_refers_to_is_named_without_its_bytes(cli, deck):
    deck.zones("word: {in: safe, text: '{{ card.name }}'}").write("art/old.png", b"\x89PNG\r\n\x1a\n")
    err = cli("validate", "./sample").err
    assert "sample/art/old.png:1:1: warning[unused-file]: nothing refers to art/old.png\n  hint:" in err


def test_a_build_does_not_look(cli, deck, tmp_path):
    deck.zones(ZONES)
    assert "outside-safe" not in cli("build", "./sample").err
    code = (
        "import sys\nsys.argv = ['carddesigner', 'build', './sample', '-q', '-o', 'out']\n"
        "from carddesigner.cli import main\ntry: main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith('carddesigner.checks')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"


TRANSLATED = """\
languages: [pt]
"""


def test_validate_checks_every_language_and_remembers_what_was_accepted(cli, deck):
    deck.zones('one: {in: safe, text: "{{ card.name }}", size: 9pt}', "id,name,name.pt\nfire,Fire,Fogo\nice,Ice,\n")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + TRANSLATED)
    found = cli("validate", "./sample")
    assert (found.code, "cards.csv:3:9: error[missing-translation]: in pt: " in found.err) == (1, True)
    deck.write("cards.csv", "id,name,name.pt\nfire,Fire,Fogo\nice,Ice,Gelo\n")
    assert "2 translations to pt accepted" in cli("accept-translations", "./sample", "pt").err
    accepted = (deck.path / "translations.json").read_bytes()
    (deck.path / "translations.json").unlink()
    old = cli("validate", "./sample", "--accept-translations", "pt")
    assert (old.code, "validate --accept-translations was renamed to accept-translations\n" in old.err) == (0, True)
    assert (deck.path / "translations.json").read_bytes() == accepted
    assert cd.accept_translations(deck.path, "pt") == (deck.path / "translations.json", 2)
    assert cli("accept-translations", "mana-and-spells", "pt").code == 1  # as a shipped deck it stays as it is
    assert "no errors" in cli("validate", "./sample", "--strict").err
    deck.write("cards.csv", "id,name,name.pt\nice,Ice,Gelo\nfire,Blaze,Fogo\n")
    changed = cli("validate", "./sample")
    assert "warning[changed-translation]: in pt: the original of cards/fire/name" in changed.err
    assert "cards/ice" not in changed.err
