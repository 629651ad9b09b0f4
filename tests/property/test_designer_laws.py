"""Whatever is done on the page, no answer is an accident, files always load, and undoing all gives the first bytes."""

import random
from pathlib import Path

import pytest

from carddesigner.designer import messages as m
from carddesigner.designer.session import Page, Session
from carddesigner.starter.copied import copied_deck

DECKS = ["monogoto", "saucers-and-cows", "outflank", "mana-and-spells"]
ACTS = 60


def some_act(page: Page, session: Session, chance: random.Random, zones: list[m.ZoneInfo]) -> list[m.FromServer]:
    """One of what a page may ask, and its answers."""
    kind = chance.choice(
        ["drag", "drop", "drop", "drop", "turn", "reorder", "delete", "duplicate", "rename", "undo", "step"]
    )
    if kind == "undo":
        return [*session.undo(chance.randint(0, len(session.history.steps))), *page.again()]
    if kind == "step" or not zones:
        info = session.info(whole=False)
        assert isinstance(info, m.DeckInfo)
        component = chance.choice([c for c in info.components if c.pieces])
        piece = chance.choice(component.pieces)
        return [page.show(component.id, piece.id, chance.choice(["front", "back"]))]
    zone = chance.choice(zones)
    x, y, w, h = zone.frame
    if kind in ("drag", "drop", "turn"):
        frame = (x + chance.uniform(-9, 9), y + chance.uniform(-9, 9), max(0.5, w + chance.uniform(-9, 9)), max(0.5, h))
        placing = m.Placing(zone.key, frame, chance.uniform(-180, 180) if kind == "turn" else None)
        return [page.drag(m.Drag(1, (placing,)))] if kind == "drag" else page.drop(m.Drop("Move", (placing,)))
    if kind == "reorder":
        return page.reorder(m.Reorder(zone.key, chance.choice([-999, -1, 1, 999])))
    if kind == "delete":
        return page.delete(m.Delete((zone.key,)))
    if kind == "duplicate":
        return page.duplicate(m.Duplicate(zone.key))
    return page.rename(m.Rename(zone.key, chance.choice(["new-name", "a: b", "{{ x }}", "1", "é", "x" * 90])))


@pytest.mark.parametrize("seed", [0, *[pytest.param(i, marks=pytest.mark.long) for i in range(1, 20)]])
@pytest.mark.parametrize("name", DECKS)
def test_random_acts_leave_decks_that_load_and_can_all_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    copied_deck(name, tmp_path / "deck")
    files = {p: p.read_bytes() for p in (tmp_path / "deck").rglob("*") if p.is_file()}
    session = Session(tmp_path / "deck/deck.yaml")
    page, chance = Page(session), random.Random(f"{name} {seed}")
    zones: list[m.ZoneInfo] = []
    broken = 0
    for number in range(ACTS):
        if number % 20 == 19:
            # The page is opened anew, as on another day.
            session = Session(session.file)
            page = Page(session)
            zones = []
        for answer in some_act(page, session, chance, zones):
            if isinstance(answer, m.FaceInfo):
                zones = list(answer.zones)
            if isinstance(answer, m.Broken):
                broken += 1
                # An edit may break a deck; undoing it mends that.
                session.undo(session.history.at - 1)
                zones = []
    assert broken < ACTS / 4
    session.undo(0)
    assert {p: p.read_bytes() for p in files} == files
    assert session.loaded().title
