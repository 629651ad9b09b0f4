"""The page stays as large as a browser can open."""

from __future__ import annotations

import re

import pytest

from carddesigner.compare import page as page_module
from carddesigner.compare.difference import FieldChange, difference
from carddesigner.compare.page import page, parts
from carddesigner.compare.read import named, states


@pytest.fixture
def html(deck, tmp_path, monkeypatch):
    """The page of a deck of 20 cards in another colour."""
    monkeypatch.chdir(tmp_path)
    rows = "id,name\n" + "".join(f"n{i},Name {i}\n" for i in range(20))
    deck.zones('ground: {in: bleed, fill: glow}\nname: {text: "{{ card.name }}", color: ink}', rows)
    (tmp_path / "before").mkdir()
    for path in sorted(deck.path.rglob("*")):
        target = tmp_path / "before" / path.relative_to(deck.path)
        target.mkdir() if path.is_dir() else target.write_bytes(path.read_bytes())
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("#f6cf5a", "#a6cf5a"))

    def made() -> str:
        with states(named("./before"), named("./sample"), lambda *_: None) as (old, new):
            return page(difference(old.view, new.view), old, new, lambda *_: None)

    return made


def test_all_pictures_are_there_where_they_are_few(html):
    text = html()
    assert (text.count("<img"), "without a picture" in text) == (40, False)


def test_too_many_pictures_are_left_out_and_that_is_reported(html, monkeypatch):
    monkeypatch.setattr(page_module, "MAX_PICTURES", 7)
    text = html()
    assert text.count("<img") == 6
    assert "17 faces without a picture: there are too many" in text
    assert text.count("<article>") == 20


def test_too_large_pictures_are_left_out(html, monkeypatch):
    monkeypatch.setattr(page_module, "MAX_PICTURE_BYTES", 1)
    assert html().count("<img") == 2


def test_too_many_pieces_are_counted(html, monkeypatch):
    monkeypatch.setattr(page_module, "MAX_PIECES", 5)
    text = html()
    assert text.count("<article>") == 5
    assert "and 15 more" in text


def test_a_picture_of_a_board_is_no_larger_than_a_screen(html, deck):
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("size: poker", "size: [900mm, 600mm]"))
    sizes = re.findall(r'<img src="[^"]*" width="(\d+)"', html())
    assert {int(s) for s in sizes} == {240, 300}


def test_a_long_text_is_cut_where_nothing_differs():
    long = "word " * 5000
    (old, new) = parts(FieldChange("text", f"{long}fire {long}", f"{long}ice {long}", None))
    assert [p.text for p in old if p.kind == "gone"] == ["fire"]
    assert [p.text for p in new if p.kind == "new"] == ["ice"]
    assert sum(len(p.text) for p in new) < 1000
