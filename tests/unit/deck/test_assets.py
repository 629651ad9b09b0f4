"""One reading of a deck after another: what came of changed files is made again, all else is the same object."""

from __future__ import annotations

import shutil
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from carddesigner.core.report import Problem
from carddesigner.deck.assets import Assets
from carddesigner.source.finder import Finder
from carddesigner.source.paths import templates

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'
SQUARE = SVG.format('<path d="M0 0h5v5z"/>')
CIRCLE = SVG.format('<circle r="4"/>')


def png(width: int, height: int) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    for name in ("symbols", "art", "fonts"):
        (tmp_path / "deck" / name).mkdir(parents=True)
    shipped = tmp_path / "shipped"
    (shipped / "symbols").mkdir(parents=True)
    (shipped / "symbols" / "sun.svg").write_text(CIRCLE)
    (tmp_path / "deck" / "symbols" / "moon.svg").write_text(SQUARE)
    (tmp_path / "deck" / "art" / "a.png").write_bytes(png(10, 10))
    (tmp_path / "deck" / "art" / "b.png").write_bytes(png(20, 10))
    return Assets(Finder(tmp_path / "deck", shipped))


def changed_in(assets: Assets, path: Path) -> Assets:
    """The next reading, after a file or folder was changed."""
    assets.files.drop([path])
    return assets.refreshed()


def font(assets: Assets, name: str, style: str = "Regular") -> Path:
    target = assets.finder.folder / "fonts" / "Own-Regular.ttf"
    shutil.copy(templates() / "fonts" / f"{name}-{style}.ttf", target)
    return target


def test_what_came_of_other_files_is_the_same_object(assets):
    moon, sun, a, b = (
        assets.symbol("moon"),
        assets.symbol("sun"),
        assets.picture("art/a.png"),
        assets.picture("art/b.png"),
    )
    changed = assets.finder.folder / "art" / "a.png"
    changed.write_bytes(png(30, 10))
    after = changed_in(assets, changed)
    assert after.symbol("moon") is moon
    assert after.symbol("sun") is sun
    assert after.picture("art/b.png") is b
    assert after.picture("art/a.png").width == 30
    assert assets.picture("art/a.png") is a, "a reading gives the same as long as it lasts"


def test_a_change_is_noticed_that_nobody_told_of(assets):
    assert assets.picture("art/a.png").width == 10
    (assets.finder.folder / "art" / "a.png").write_bytes(png(30, 10))
    assert assets.refreshed().picture("art/a.png").width == 30


def test_a_new_file_takes_the_place_of_one_in_a_later_folder_and_gives_it_back(assets):
    sun = assets.symbol("sun")
    own = assets.finder.folder / "symbols" / "sun.svg"
    own.write_text(SQUARE)
    nearer = changed_in(assets, own)
    assert nearer.symbol("sun").digest == nearer.symbol("moon").digest != sun.digest
    own.unlink()
    assert changed_in(nearer, own).symbol("sun") is sun


def test_a_name_that_led_nowhere_is_looked_for_again(assets):
    with pytest.raises(Problem, match="unknown icon 'star'"):
        assets.symbol("star")
    star = assets.finder.folder / "symbols" / "star.svg"
    star.write_text(SQUARE)
    found = changed_in(assets, star)
    assert found.symbol("star").name == "star"
    star.unlink()
    with pytest.raises(Problem, match="unknown icon 'star'"):
        changed_in(found, star).symbol("star")


def test_a_folder_that_changes_changes_all_that_is_in_it(assets):
    assets.symbol("moon")
    folder = assets.finder.folder / "symbols"
    folder.rename(folder.with_name("other"))
    folder.mkdir()
    (folder / "moon.svg").write_text(CIRCLE)
    after = changed_in(assets, folder)
    assert after.symbol("moon").digest == after.symbol("sun").digest


def test_a_link_that_leads_elsewhere_is_followed_again(assets):
    art = assets.finder.folder / "art"
    link = art / "link.png"
    link.symlink_to("a.png")
    assert assets.picture("art/link.png").width == 10
    link.unlink()
    link.symlink_to("b.png")
    assert changed_in(assets, link).picture("art/link.png").width == 20


def test_pixels_are_counted_from_nothing(assets, monkeypatch):
    monkeypatch.setattr("carddesigner.deck.assets.MAX_PIXELS_IN_ALL", 300)
    for _ in range(3):
        assets = assets.refreshed()
        assert (assets.picture("art/a.png").width, assets.picture("art/b.png").width) == (10, 20)
    (assets.finder.folder / "art" / "b.png").write_bytes(png(21, 10))
    grown = assets.refreshed()
    grown.picture("art/a.png")
    with pytest.raises(Problem, match="million pixels"):
        grown.picture("art/b.png")


def test_a_font_that_changes_is_another_family_and_changes_the_drawings_with_words(assets):
    changed = font(assets, "AlegreyaSans", "Bold")
    family = assets.family("Own")
    drawing = assets.finder.folder / "art" / "words.svg"
    drawing.write_text(SVG.format('<rect width="5" height="5" fill="url(#no)"/>'))
    words = assets.drawing("art/words.svg")
    same = changed_in(assets, drawing)
    assert same.family("Own") is family
    assert same.face("Own-Regular") is family.face(False, False)
    assert same.drawing("art/words.svg") is words
    font(assets, "AlegreyaSans")
    after = changed_in(same, changed)
    assert after.family("Own") is not family
    assert after.face("Own-Regular").digest != family.face(False, False).digest
    assert after.drawing("art/words.svg") is not words


def test_what_something_depends_on_can_be_asked_for_again(assets):
    assets.requested = requested = {}
    assets.symbol("moon")
    assets.picture("art/a.png")
    assets.requested = None
    assets.symbol("sun")
    after = changed_in(assets, assets.finder.folder / "art" / "b.png")
    assert after.gives(requested)
    assert after.pixels == 100
    assert {path.name for path in after.finder.used} == {"moon.svg", "a.png"}
    moon = assets.finder.folder / "symbols" / "moon.svg"
    moon.write_text(CIRCLE)
    assert not changed_in(after, moon).gives(requested)


def test_what_had_a_problem_is_the_same_until_it_is_mended(assets):
    assets.requested = requested = {}
    with pytest.raises(Problem):
        assets.symbol("star")
    assert assets.refreshed().gives(requested)
    (assets.finder.folder / "symbols" / "star.svg").write_text(CIRCLE)
    assert not assets.refreshed().gives(requested)


def test_the_digest_of_a_file_is_that_of_what_it_holds(assets):
    path = assets.finder.own_file("art/a.png")
    digest = assets.picture("art/a.png").digest
    assert assets.files.digest(str(path)) == digest
    path.write_bytes(png(30, 10))
    assert assets.files.digest(str(path)) == sha256(path.read_bytes()).hexdigest() != digest
