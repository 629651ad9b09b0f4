"""Decks of one name that are built into one folder."""

from __future__ import annotations

import os
import shutil
import sys

import pytest


def files(folder):
    return {p: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def two(cli, tmp_path):
    """Two decks called ``mine`` in folders of different names."""
    (tmp_path / "cards.csv").write_text("Name,Text\nFire,Burns.\nIce,Cools.\n")
    assert cli("new", "old/mine", "--from", "cards.csv").code == 0
    (tmp_path / "cards.csv").write_text("Name,Text\nWater,Quenches.\nEarth,Grows.\n")
    assert cli("new", "young/mine", "--from", "cards.csv").code == 0
    return tmp_path


@pytest.mark.parametrize("command", [("build",), ("export", "--to", "png"), ("export", "--to", "contact-sheet")])
def test_another_deck_of_the_same_name_overwrites_nothing(cli, two, command):
    assert cli("build", "./old/mine").code == cli("export", "./old/mine", "--to", "png").code == 0
    before = files(two / "output")
    ran = cli(*command, "./young/mine")
    assert ran.code == 1
    assert "output/mine has the files of another deck called mine, that in old/mine; nothing was changed" in ran.err
    assert "change `deck: mine` in young/mine/deck.yaml" in ran.err
    assert files(two / "output") == before
    assert cli(*command, "./young/mine", "--output", "elsewhere").code == 0
    assert cli(*command, "./old/mine").code == 0


@pytest.mark.parametrize("way", ["moved", "renamed", "gone", "both moved"])
def test_a_folder_is_free_once_its_deck_has_left_it(cli, two, way):
    assert cli("build", "./old/mine").code == 0
    if way == "renamed":
        file = two / "old/mine/deck.yaml"
        file.write_text(file.read_text().replace("deck: mine", "deck: other"))
    elif way == "gone":
        shutil.rmtree(two / "old")
    elif way == "moved":
        (two / "old").rename(two / "older")
    if way == "both moved":
        (two / "project").mkdir()
        for name in ("old", "output"):
            (two / name).rename(two / "project" / name)
        assert cli("build", "project/old/mine", "--output", "project/output").code == 0
    else:
        assert cli("build", "./young/mine").code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are UTF-8 there")
def test_folders_whose_names_are_not_utf_8_are_built_from_and_to(cli, two):
    deck, out = (os.fsdecode(name) for name in (b"d\xff", b"o\xff"))
    (two / "old/mine").rename(two / deck)
    built = f"{out}/mine/mine-sheets"
    for arguments in (
        ("build", f"./{deck}", "-o", out),
        ("build", f"./{deck}", "-o", out, "--layout", "pieces", "--split", "1"),
        ("preflight", f"{built}.pdf"),
        ("diff", f"{built}.json", f"./{deck}", "--html", "page.html"),
    ):
        ran = cli(*arguments)
        assert ran.code == 0, ran.err
    refused = cli("build", "./young/mine", "-o", out)
    assert refused.code == 1
    assert "has the files of another deck called mine" in refused.err


def test_a_line_break_in_a_folder_s_name_breaks_no_place(cli, two):
    (two / "old/mine").rename(two / "a\nb")
    (two / "a\nb/cards.csv").write_text("Name,Name\nFire,Fire\n")
    assert "a␊b/cards.csv:1:" in cli("validate", "./a\nb").err
