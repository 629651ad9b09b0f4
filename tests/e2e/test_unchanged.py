"""A build that would make the very same again isn't made, and never one that would make anything else."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from carddesigner.cli.unchanged import KeptBuilds
from carddesigner.core import folder_state
from carddesigner.export.last_build import LastBuild, MadeFile, keep_build, last_build
from carddesigner.pipeline.batch import BatchBuild, make
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions

pytestmark = pytest.mark.slow
DECK = """\
deck: sample
title: A deck
stocks:
  card: {shape: card, size: poker, bleed: 3mm, safe: 3mm}
components:
  - {id: cards, rows: cards.csv, front: sample#front}
"""
ROWS = "name,art\nFire,red\nWater,blue\n"
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front:
    zones:
      art: {in: bleed, image: "{{ card.art }}.png"}
      name: {in: safe, text: "{{ card.name }}"}
"""
NOTED = "nothing changed since it was built"
TICK = 0.03
"""Seconds in which a disk here tells two times apart."""


def written(folder: Path) -> Path:
    (folder / "templates").mkdir(parents=True)
    (folder / "art").mkdir()
    (folder / "deck.yaml").write_text(DECK)
    (folder / "cards.csv").write_text(ROWS)
    (folder / "templates/sample.yaml").write_text(TEMPLATE)
    for name, color in (("red", (200, 0, 0)), ("blue", (0, 0, 200))):
        Image.new("RGB", (800, 1100), color).save(folder / f"art/{name}.png")
    return folder


@pytest.fixture
def at_once(monkeypatch):
    """Files count as settled as soon as their times can be told apart."""
    monkeypatch.setattr(folder_state, "SETTLED", 0.0)


@pytest.fixture
def deck(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return written(tmp_path / "sample")


def build(deck: Path, **options: object) -> bool:
    """Build, and whether anything was made."""
    time.sleep(TICK)
    return not isinstance(make(BatchBuild(str(deck), PrintOptions(**options)), KeptBuilds()), LastBuild)


@pytest.fixture
def keeping(cli, tmp_path):
    """Runs ``carddesigner`` with what its earlier runs kept."""
    return partial(cli, cache=tmp_path / "kept")


def test_the_second_build_says_so_and_leaves_the_files_alone(keeping, tmp_path):
    written(tmp_path / "sample")
    time.sleep(folder_state.SETTLED + TICK)
    first = keeping("build", "./sample", "--json")
    pdf = tmp_path / "output/sample/sample-sheets.pdf"
    state = pdf.stat()
    second = keeping("build", "./sample")
    assert (second.code, second.out) == (0, "")
    assert NOTED in second.err
    assert "output/sample/sample-sheets.pdf  1 page," in second.err
    assert pdf.stat() == state
    again = json.loads(keeping("build", "./sample", "--json").out)["decks"][0]
    before = json.loads(first.out)["decks"][0]
    assert (before["unchanged"], again["unchanged"]) == (False, True)
    assert again["artifacts"] == before["artifacts"]
    assert keeping("build", "./sample", "-q").err == ""
    assert NOTED not in keeping("build", "./sample", "--no-cache").err
    assert pdf.stat().st_mtime_ns > state.st_mtime_ns


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("--scheduler", "192.0.2.7"), "write its address, such as tcp://192.0.2.7:8786, or local"),
        (("--jobs", "0"), "--jobs"),
        (("--resume",), "--resume continues files of --split"),
    ],
)
def test_wrong_use_is_refused_where_nothing_changed(keeping, tmp_path, wrong, told):
    written(tmp_path / "sample")
    time.sleep(folder_state.SETTLED + TICK)
    assert keeping("build", "./sample").code == 0
    assert NOTED in keeping("build", "./sample").err
    second = keeping("build", "./sample", *wrong)
    assert second.code == 2
    assert told in second.err
    assert NOTED not in second.err


def test_warnings_are_told_again(keeping, tmp_path):
    written(tmp_path / "sample")
    template = TEMPLATE.replace('"{{ card.name }}"', '"{{ card.name }} \U0001f9ff"')
    (tmp_path / "sample/templates/sample.yaml").write_text(template)
    time.sleep(folder_state.SETTLED + TICK)
    first, second = (keeping("build", "./sample", "--proof").err for _ in range(2))
    assert NOTED in second
    assert "warning[missing-glyph]" in first
    assert first.partition("\n2 warnings")[0] in second


def same_size(deck: Path) -> None:
    """Another word of the same length, at the time that the file had."""
    path = deck / "cards.csv"
    was = path.stat()
    path.write_text(ROWS.replace("Fire", "Foam"))
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def swapped(deck: Path, folder: str = "art") -> None:
    """Two pictures in each other's place, with their times."""
    art = deck / folder
    (art / "red.png").rename(art / "x.png")
    (art / "blue.png").rename(art / "red.png")
    (art / "x.png").rename(art / "blue.png")


EDITS = {
    "another word": same_size,
    "pictures swapped": swapped,
    "another template": lambda deck: (deck / "templates/sample.yaml").write_text(TEMPLATE + "      more: {box: {}}\n"),
    "a file that comes first": lambda deck: (deck / "red.png").write_bytes((deck / "art/blue.png").read_bytes()),
    "a truncated PDF": lambda deck: os.truncate(deck.parent / "output/sample/sample-sheets.pdf", 2000),
    "no manifest": lambda deck: (deck.parent / "output/sample/sample-sheets.json").unlink(),
    "no cache": lambda deck: shutil.rmtree(deck.parent / "cache"),
}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_what_was_changed_is_built(deck, edit):
    assert build(deck)
    assert not build(deck)
    time.sleep(TICK)
    edit(deck)
    assert build(deck)
    assert not build(deck)


@pytest.mark.usefixtures("at_once")
def test_what_is_asked_for_otherwise_is_built(deck, monkeypatch):
    assert build(deck)
    assert build(deck, paper="Letter")
    assert build(deck), "the PDF is of another paper"
    assert build(deck, cache=False)
    assert not build(deck)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert build(deck)


@pytest.mark.usefixtures("at_once")
def test_pictures_in_the_folder_of_output_are_part_of_the_deck(deck, monkeypatch):
    monkeypatch.chdir(deck)
    (deck / "deck.yaml").write_text(DECK.replace("deck: sample", "deck: art"))
    options = {"output": deck}
    build(Path(), **options)
    build(Path(), **options)  # the folder is the deck's since the first
    assert not build(Path(), **options)
    time.sleep(TICK)
    Image.new("RGB", (800, 1100), (0, 0, 200)).save(deck / "art/red.png")
    assert build(Path(), **options)


@pytest.mark.usefixtures("at_once")
def test_a_pipe_where_the_pdf_lay_is_not_waited_for(deck):
    assert build(deck)
    pdf = deck.parent / "output/sample/sample-sheets.pdf"
    pdf.unlink()
    os.mkfifo(pdf)
    assert build(deck)
    assert pdf.is_file()


@pytest.mark.usefixtures("at_once")
def test_a_record_of_other_files_is_not_believed(deck):
    other = deck.parent / "other.pdf"
    other.write_bytes(b"%PDF")
    sha = hashlib.sha256(other.read_bytes()).hexdigest()
    time.sleep(TICK)
    for files in ((), (MadeFile(str(other), "pdf", 1, sha),)):
        keep_build(LastBuild(files, {}), (deck,), time.time(), "a build")
        assert last_build(deck.parent / "output", "a build") is None
        assert (last_build(deck.parent, "a build") is not None) == bool(files)


def test_a_file_that_changes_while_it_is_built_is_built_again(deck):
    output = deck.parent / "sheets.pdf"
    output.write_bytes(b"%PDF")
    made = LastBuild((MadeFile(str(output), "pdf", 1, "0" * 64),), {})
    began = time.time()
    (deck / "cards.csv").write_text(ROWS.upper())
    keep_build(made, (deck,), began, "a build")
    assert last_build(deck.parent, "a build") is None


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("name", [".cards.csv", ".tables/cards.csv"])
def test_a_hidden_file_that_a_deck_names_is_part_of_it(deck, name):
    (deck / name).parent.mkdir(exist_ok=True)
    (deck / "cards.csv").rename(deck / name)
    (deck / "deck.yaml").write_text(DECK.replace("cards.csv", name))
    assert build(deck)
    assert not build(deck)
    (deck / name).write_text(ROWS.replace("Fire", "Frost"))
    assert build(deck)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("options", [{}, {"layout": "pieces", "split": 1, "jobs": 1}], ids=["whole", "in parts"])
def test_a_picture_in_a_hidden_folder_is_part_of_the_deck(deck, options):
    (deck / "art").rename(deck / ".art")
    (deck / "templates/sample.yaml").write_text(TEMPLATE.replace('"{{ card.art }}', '".art/{{ card.art }}'))
    assert build(deck, **options)
    assert not build(deck, **options)
    swapped(deck, ".art")
    assert build(deck, **options)


@pytest.mark.usefixtures("at_once")
def test_links_that_lead_elsewhere_now_are_followed_again(deck):
    other = written(deck.parent / "other")
    (other / "cards.csv").write_text(ROWS.replace("Fire", "Frost"))
    (other / "art").rename(other / "dark")
    link, art = deck.parent / "link", other / "art"
    link.symlink_to(deck)
    art.symlink_to("dark")
    output = deck.parent / "linked"
    assert build(link, output=output)
    assert not build(link, output=output)
    link.unlink()
    link.symlink_to(other)
    (output / "sample/.deck").unlink()
    assert build(link, output=output)
    assert not build(link, output=output)
    shutil.copytree(other / "dark", other / "light")
    swapped(other, "light")
    assert build(link, output=output)
    assert not build(link, output=output)
    time.sleep(TICK)
    art.unlink()
    art.symlink_to("light")
    assert build(link, output=output)


@pytest.mark.usefixtures("at_once")
def test_folders_of_output_and_hidden_folders_are_not_part_of_the_deck(deck, monkeypatch):
    monkeypatch.chdir(deck)
    assert build(Path())
    (deck / ".git").mkdir()
    build(Path())
    (deck / ".git/HEAD").write_text("x")
    assert not build(Path())


@settings(max_examples=8)
@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=4))
def test_the_files_are_those_of_a_clean_build_whatever_was_edited(tmp_path_factory, names):
    folder = tmp_path_factory.mktemp("law")
    deck = written(folder / "sample")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder_state, "SETTLED", 0.0)
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        build(deck)
        for name in names:
            if (deck / "art/x.png").exists():
                break
            EDITS[name](deck)
            build(deck)
            clean = build_deck(deck, PrintOptions(output=folder / "clean", cache=False))
            for artifact in clean.artifacts:
                assert artifact.path.read_bytes() == (folder / "output/sample" / artifact.path.name).read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name of a folder is a text")
def test_a_build_to_a_folder_whose_name_is_no_text_is_made_each_time(tmp_path):
    command = [sys.executable, "-m", "carddesigner", "build", "monogoto", "-q", "-o", b"out\xff"]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
    assert list((tmp_path / os.fsdecode(b"out\xff")).rglob("*.pdf"))
