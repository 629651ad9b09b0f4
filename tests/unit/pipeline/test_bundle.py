"""What is sent of a deck to another machine."""

from __future__ import annotations

import pytest

from carddesigner.cluster.bundle import bundle_of, unpack


@pytest.mark.parametrize("link", ["fonts", "fonts/Own.ttf"])
def test_what_a_link_leads_to_is_sent_though_it_is_hidden(tmp_path, link):
    """Else a shipped font of that name would be found there."""
    deck, there = tmp_path / "deck", tmp_path / "there"
    for path in (
        deck / ".git/config",
        deck / ".kept/Own.ttf",
        deck / ".kept/deeper/.odd",
        deck / "cards.csv",
        there / "x",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(path.name)
    path = deck / link
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(deck / (".kept" if link == "fonts" else ".kept/Own.ttf"))
    (deck / "nowhere").symlink_to(".gone")
    unpack(bundle_of([deck]), there)
    sent = there / deck.relative_to(deck.anchor)
    assert (sent / "fonts/Own.ttf").read_text() == "Own.ttf"
    assert {p.relative_to(sent).as_posix() for p in sent.rglob("*") if p.is_file() and not p.is_symlink()} == {
        "cards.csv",
        ".kept/Own.ttf",
    }
