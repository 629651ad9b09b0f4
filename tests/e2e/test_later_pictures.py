"""Pictures that are put into a deck's folder after it was made."""

from __future__ import annotations

import re

import pytest
from PIL import Image

TABLE = "name,text,picture\nDragon,Burns,dragon.png\nElf,Hides,elf.png\nOgre,Smashes,sub\\ogre.png\n"


def picture(path, color="red"):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (1200, 1200), color).save(path)


@pytest.fixture
def made(cli, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    assert cli("new", "d", "--from", "t.csv").code == 0
    return tmp_path / "d"


def test_pictures_are_used_wherever_they_are_put(cli, made):
    assert cli("validate", "./d").err.count("warning[placeholder]") == 3
    picture(made / "dragon.png")
    picture(made / "images/elf.png")
    picture(made / "art/sub/ogre.png")
    told = cli("validate", "./d").err
    assert "placeholder" not in told
    assert "unused-file" not in told
    assert cli("build", "./d").code == 0


def test_a_folder_for_pictures_goes_after_the_path_itself(cli, made, tmp_path):
    for place, color in (("pictures/dragon.png", "blue"), ("art/dragon.png", "lime"), ("dragon.png", "red")):
        picture(made / place, color)
    cli("export", "./d", "--to", "png", "--select", "card.name == 'Dragon'", "-o", "shown", "--side", "front")
    (shown,) = (tmp_path / "shown").rglob("*.png")
    colors = {c for _, c in Image.open(shown).convert("RGB").getcolors(1 << 20)}
    assert (255, 0, 0) in colors
    assert (0, 0, 255) not in colors


@pytest.mark.parametrize("name", ["Dragon.PNG", "pictures/dragon.jpg"])
def test_another_spelling_is_told_with_the_name_that_is_there(cli, made, name):
    picture(made / name)
    told = cli("validate", "./d").err
    assert f"there is no file 'dragon.png' in d, but '{name}': write it like that, or rename the file" in told
    assert "unused-file" not in told
    assert "from d/t.csv:2:14" in told


def test_a_picture_that_no_cell_names_is_still_told(cli, made):
    picture(made / "art/other.png")
    assert "nothing refers to art/other.png" in cli("validate", "./d").err


def test_paths_of_another_computer_are_names_and_outside_a_deck_is_an_error(cli, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE.replace("dragon.png", "C:\\art\\dragon.png"))
    picture(tmp_path / "dragon.png")
    assert cli("new", "d", "--from", "t.csv").code == 0
    assert (tmp_path / "d/dragon.png").is_file()
    assert "dragon" not in cli("validate", "./d").err
    template = tmp_path / "d/templates/d.yaml"
    outside = re.sub(r'image: ".*"(?=, missing)', 'image: "{{ card.picture }}"', template.read_text())
    template.write_text(outside)
    ran = cli("build", "./d")
    assert ran.code == 1
    assert "error[outside-folder]" in ran.err


def test_only_a_file_of_nearly_the_same_name_is_taken_for_the_one_that_was_meant(cli, made):
    (made / "t.csv").write_text("name,text,picture\nA,a,gilded_witch.png\nB,b,gilded_knihgt.png\n")
    picture(made / "gilded_knight.png")
    picture(made / "gilded_giant.png")
    told = cli("validate", "./d").err
    assert "'gilded_knihgt.png' in d; did you mean 'gilded_knight.png'?" in told
    assert "'gilded_witch.png' in d (card" in told
