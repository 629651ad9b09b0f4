"""Several builds at once: each is made whatever becomes of the others."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from carddesigner.pipeline.batch import build_batch, builds_of
from carddesigner.pipeline.options import PrintOptions
from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

DECK = """\
deck: {name}
title: A deck
languages: [pt]
stocks:
  card: {{shape: card, size: poker, bleed: 3mm, safe: 3mm}}
palette: {{ink: "#1b1b1b"}}
components:
  - {{id: cards, rows: cards.csv, front: sample#front}}
editions:
  dark: {{palette: {{ink: "#000000"}}}}
"""
ROWS = "name,name.pt\nFire,Fogo\nWater,Água\n"
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front: {zones: {name: {in: safe, text: "{{ card.name }}", color: ink}}}
"""
WRONG = TEMPLATE.replace("card.name", "card.nam")
IN_ALL = ["sheets", "sheets-pt", "sheets-dark", "sheets-dark-pt"]


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    for name in ("one", "two", "wrong"):
        folder = tmp_path / name
        (folder / "templates").mkdir(parents=True)
        (folder / "deck.yaml").write_text(DECK.format(name=name))
        (folder / "cards.csv").write_text(ROWS, "utf-8")
        (folder / "templates/sample.yaml").write_text(WRONG if name == "wrong" else TEMPLATE)
    return tmp_path


def pdfs(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.pdf"))}


def test_a_deck_with_errors_does_not_keep_others_from_being_built(decks, cli):
    ran = cli("build", "./one", "./wrong", "./two", "-o", "together")
    assert ran.code == 1
    assert "card has no field 'nam'; did you mean 'name'?" in ran.err
    assert "3 builds, 1 of them failed" in ran.err
    for name in ("one", "two"):
        assert cli("build", f"./{name}", "-o", "apart").code == 0
    assert pdfs(decks / "together") == pdfs(decks / "apart")
    assert set(pdfs(decks / "together")) == {"one/one-sheets.pdf", "two/two-sheets.pdf"}


def test_all_languages_and_editions_have_the_files_of_single_builds(decks, cli):
    ran = cli("build", "./one", "--language", "all", "--edition", "all", "-q")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert set(pdfs(decks / "output")) == {f"one/one-{stem}.pdf" for stem in IN_ALL}
    assert cli("build", "./one", "--language", "pt", "--edition", "dark", "-o", "apart").code == 0
    name = "one/one-sheets-dark-pt.pdf"
    assert pdfs(decks / "apart")[name] == pdfs(decks / "output")[name]


def test_base_is_the_edition_of_that_name_only_where_it_is_asked_for(decks, cli):
    path = decks / "one/deck.yaml"
    path.write_text(path.read_text().replace("  dark:", "  base:"))
    assert cli("build", "./one", "--language", "all").code == 0
    assert set(pdfs(decks / "output")) == {"one/one-sheets.pdf", "one/one-sheets-pt.pdf"}
    assert cli("build", "./one", "--edition", "base", "-o", "named").code == 0
    assert set(pdfs(decks / "named")) == {"one/one-sheets-base.pdf"}


@pytest.mark.parametrize(
    ("select", "message"),
    [
        ("number ==", "can't be read"),
        ("card.nam == 'x'", "`select:`: card has no field 'nam'"),
        ("card.name == 'x'", "no card matches `select:` \"card.name == 'x'\""),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_wrong_with_what_is_selected_is_reported_where_a_file_says_it(decks, cli, select, message, jobs):
    (decks / "nightly.yaml").write_text(
        f'builds:\n  - deck: ./one\n  - deck: ./two\n    paper: A4\n    select: "{select}"\n'
    )
    ran = cli("build", "--batch", "nightly.yaml", "--jobs", jobs)
    assert ran.code == 1
    (line,) = (line for line in ran.err.splitlines() if "error[" in line)
    assert line.startswith("nightly.yaml:5:13: ")
    assert message in line


def test_a_file_asks_for_builds_with_options_of_their_own(decks, cli):
    (decks / "press").mkdir()
    (decks / "press/nightly.yaml").write_text(
        "language: [en, pt]\n"
        "builds:\n"
        "  - {deck: ../one, edition: [base, dark]}\n"
        "  - {deck: ../two, language: en, paper: Letter, marks: [slug], output: letter/plain}\n"
    )
    ran = cli("build", "--batch", "press/nightly.yaml", "--paper", "A3")
    assert ran.code == 0, ran.err
    assert "1 of 5  ./press/../one, en  output/one/one-sheets.pdf" in ran.err
    assert set(pdfs(decks / "output")) == {f"one/one-{stem}.pdf" for stem in IN_ALL} | {
        "letter/plain/two/two-sheets.pdf"
    }

    def paper(manifest: str) -> list[float]:
        return json.loads((decks / "output" / manifest).read_text())["pages"][0]["paper_mm"]

    assert sorted(paper("one/one-sheets.json")) == [297, 420]
    assert paper("letter/plain/two/two-sheets.json") == [215.9, 279.4]


def test_all_that_is_wrong_in_a_file_is_reported_with_its_place_and_nothing_is_built(decks, cli):
    (decks / "nightly.yaml").write_text(
        "papr: A4\n"
        "builds:\n"
        "  - {deck: ./one, marks: [slg], cover: yes}\n"
        "  - {deck: ./one, output: ../up}\n"
        "  - {deck: ./two, layout: pieces, gutter: 3mm}\n"
        "  - {edition: dark}\n"
    )
    ran = cli("build", "--batch", "nightly.yaml")
    assert ran.code == 1
    for line in (
        "nightly.yaml:1:1: error[unknown-key]: a batch has no 'papr'; did you mean 'paper'?",
        "nightly.yaml:3:26: error[wrong-option]: unknown mark 'slg'; did you mean 'slug'?",
        "nightly.yaml:3:40: error[wrong-option]: 'yes' is neither true nor false",
        "nightly.yaml:4:27: error[wrong-value]: `output:` is a folder within that of --output",
        "nightly.yaml:5:43: error[wrong-option]: `gutter:` is for sheets, not for `layout: pieces`",
        "nightly.yaml:6:5: error[missing-key]: `deck:` is a deck's folder",
    ):
        assert line in ran.err, ran.err
    assert not (decks / "output").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["./one", "one/deck.yaml"], "./one and one/deck.yaml write the same files"),
        (["./one", "--language", "en,en-"], "the deck has no language 'en-'"),
        (["./one", "--edition", "drak,base"], "the deck has no edition 'drak'; did you mean 'dark'?"),
        (["./one", "./none"], "there is no none/deck.yaml; did you mean './one'?"),
    ],
)
def test_builds_that_cannot_be_made_are_named(decks, cli, arguments, message):
    ran = cli("build", *arguments)
    assert ran.code == 1
    assert message in ran.err


def test_a_file_in_another_encoding_is_to_be_saved_in_utf_8(decks, cli):
    (decks / "nightly.yaml").write_bytes("builds:\n  - deck: ./café\n".encode("latin-1"))
    ran = cli("build", "--batch", "nightly.yaml")
    assert ran.code == 1
    assert "nightly.yaml:2:16: error[encoding]: byte 0xE9" in ran.err
    assert "hint: save the file as UTF-8\n" in ran.err


def test_builds_that_write_the_same_files_are_refused_before_any_is_made(decks, cli):
    (decks / "nightly.yaml").write_text("builds:\n  - {deck: ./one, paper: A4}\n  - {deck: ./one, paper: Letter}\n")
    ran = cli("build", "--batch", "nightly.yaml")
    assert ran.code == 1
    assert "nightly.yaml:3:12: error[same-files]: ./one is built twice and writes the same files" in ran.err
    assert not (decks / "output").exists()


BOOKLET = """\
  - {id: rules, booklet: rules.md, page: [63mm, 88mm], front: sample#rules}
"""
PAGES = "  rules: {zones: {text: {in: safe, flow: {text: {size: 8pt}, title: {size: 9pt}, heading: {size: 9pt}}}}}\n"


@pytest.fixture
def with_rules(decks) -> Path:
    """A deck with a booklet, which its edition dark doesn't have."""
    deck = DECK.format(name="one").replace("editions:\n", BOOKLET + "editions:\n")
    (decks / "one/deck.yaml").write_text(deck.replace("dark: {", "dark: {components: {rules: null}, "))
    for file in ("rules.md", "rules.pt.md"):
        (decks / "one" / file).write_text("# Rules\nPlay a card.\n")
    (decks / "one/templates/sample.yaml").write_text(TEMPLATE + PAGES)
    return decks


@pytest.mark.parametrize(
    ("builds", "same"),
    [
        ("[{deck: ./one}, {deck: ./one, layout: pieces}]", True),
        ("[{deck: ./one, layout: pieces, output: a}, {deck: ./one, output: a}]", True),
        ("[{deck: ./one, language: pt}, {deck: ./one, language: pt, layout: pieces}]", True),
        ("[{deck: ./one, language: pt}, {deck: ./one, layout: pieces}]", False),
        ("[{deck: ./one, edition: dark}, {deck: ./one, edition: dark, layout: pieces}]", False),
        ("[{deck: ./one}, {deck: ./one, layout: pieces, output: house}]", False),
        ("[{deck: ./one}, {deck: ./one, sleeves: auto}]", False),
        ("[{deck: ./two}, {deck: ./two, layout: pieces}]", False),
    ],
)
def test_builds_that_write_the_same_booklet_are_refused(with_rules, cli, builds, same):
    (with_rules / "nightly.yaml").write_text(f"builds: {builds}\n")
    ran = cli("build", "--batch", "nightly.yaml")
    assert ran.code == same, ran.err
    line = (
        r"nightly.yaml:1:\d+: error\[same-files\]: ./one(, pt)? is built twice and writes the same file, rules-pages\n"
    )
    assert bool(re.search(line, ran.err)) == same
    assert (with_rules / "output").exists() != same
    made = [*with_rules.glob("output/**/*.pdf")]
    assert same or len(made) == len({file.name for file in made}) or "house" in builds


def test_an_entry_that_stands_twice_and_names_of_several_lines_are_told_as_they_are(decks, cli):
    (decks / "nightly.yaml").write_text(
        'builds:\n  - &one {dek: ./one}\n  - *one\n  - {deck: ./two, output: "a\\nb"}\n'
    )
    ran = cli("build", "--batch", "nightly.yaml")
    assert ran.code == 1
    assert "a batch has no 'dek'; did you mean 'deck'?" in ran.err
    assert "nightly.yaml:4:27: error[wrong-value]: `output:` is a folder within that of --output" in ran.err
    (decks / "one").rename(decks / "one\n2 of 2  two")
    ran = cli("build", "./one\n2 of 2  two", "./none")
    assert "\n2 of 2  two (" not in ran.err
    assert "./one\u240a2 of 2  two (1 of 2)" in ran.err


def test_a_program_reads_what_begins_and_ends(decks, cli):
    ran = cli("build", "./one", "./wrong", "--json-lines", "--jobs", "1", "-q")
    assert ran.code == 1
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [(o["event"], o.get("deck"), o.get("exit_code")) for o in lines] == [
        ("begun", "./one", None),
        ("ended", "./one", 0),
        ("begun", "./wrong", None),
        ("ended", "./wrong", 1),
        ("summary", None, 1),
    ]
    assert lines[1]["artifacts"][0]["path"] == "output/one/one-sheets.pdf"
    assert lines[3]["diagnostics"][0]["code"] == "unknown-field"
    assert (lines[4]["built"], lines[4]["failed"]) == (1, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for child processes in /proc")
def test_a_build_whose_process_is_killed_takes_no_other_with_it(tmp_path):
    command = [sys.executable, "-m", "carddesigner", "build", "monogoto", "outflank", "--jobs", "1", "--json-lines"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["event"] == "begun"
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        end = time.monotonic() + PATIENCE
        while not (found := children.read_text().split()) and time.monotonic() < end:
            time.sleep(0.002)
        os.kill(int(found[0]), signal.SIGKILL)
        rest = [json.loads(line) for line in process.stdout]
    assert process.returncode == 3
    assert [(o["event"], o.get("deck"), o.get("exit_code")) for o in rest] == [
        ("ended", "monogoto", 3),
        ("begun", "outflank", None),
        ("ended", "outflank", 0),
        ("summary", None, 3),
    ]
    assert "ended by signal 9" in rest[0]["message"]
    assert set(pdfs(tmp_path)) == {"output/outflank/outflank-sheets.pdf"}
    assert not [f for f in (tmp_path / "output").rglob(".*") if f.name != ".deck"]


def test_processes_that_start_from_nothing_make_the_same(decks, cli):
    """As on Windows and macOS, and beside threads."""
    assert cli("build", "./one", "./two", "-o", "copies").code == 0
    options = PrintOptions(output=decks / "anew")
    builds = [build for name in ("one", "two") for build in builds_of(decks / name, options)]
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        outcomes = [*build_batch(builds, 2)]
    finally:
        done.set()
        thread.join()
    assert [o.exit_code for o in outcomes] == [0, 0]
    assert pdfs(decks / "anew") == pdfs(decks / "copies")


def test_several_processes_find_the_same_problems_in_the_same_order(decks, cli):
    (decks / "two/templates/sample.yaml").write_text(TEMPLATE.replace("ink}", "inc}"))
    each = [cli("validate", "./one", "./wrong", "./two", "./three", "--jobs", jobs) for jobs in ("1", "3")]
    assert each[0] == each[1]
    assert each[0].code == 1
    found = [line for line in each[0].err.splitlines() if "error[" in line]
    assert [line.split(":")[0] for line in found] == [
        "wrong/templates/sample.yaml",
        "two/templates/sample.yaml",
        "error[missing-file]",
    ]
