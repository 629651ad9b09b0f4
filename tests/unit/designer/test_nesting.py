"""Zones grouped and ungrouped leave all cards as they were, and files as their authors wrote them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from carddesigner.core.report import Problem
from carddesigner.designer.drawn import drawn_frames, same_frames
from carddesigner.designer.messages import FaceInfo, Note, Show, Undo
from carddesigner.designer.nest_messages import Copy, Group, Nest, Paste, Ungroup
from carddesigner.designer.page import Page
from carddesigner.designer.session import Session
from carddesigner.source.yaml_edits import read_places
from carddesigner.source.yaml_moves import moved_keys
from tests.copies import copied_deck

ZONES = """faces:
  front:
    zones:
      # The ground
      ground: {fill: red}
      name: # in front
        # how large
        box: {left: 1mm}

        text: |
          two
          lines
      last: {icon: x}
"""


def moved(text: str, *keys: str, to: tuple[str, ...], before: str | None = None) -> str:
    base = ("faces", "front", "zones")
    return moved_keys(read_places("a.yaml", text), [(*base, k) for k in keys], (*base, *to), before)


def test_lines_move_with_their_comments_and_are_indented_as_where_they_come_to() -> None:
    text = ZONES.replace("last: {icon: x}", "last:\n        zones:")
    after = moved(text, "ground", "name", to=("last", "zones"))
    assert after == (
        "faces:\n  front:\n    zones:\n      last:\n        zones:\n"
        "          # The ground\n          ground: {fill: red}\n"
        "          name: # in front\n            # how large\n            box: {left: 1mm}\n\n"
        "            text: |\n              two\n              lines\n"
    )
    crlf = moved(text.replace("\n", "\r\n"), "ground", "name", to=("last", "zones"))
    assert crlf == after.replace("\n", "\r\n")
    assert moved(ZONES, "last", to=(), before="ground").index("last") < ZONES.index("# The ground") + 20
    assert moved(ZONES.rstrip("\n"), "ground", to=()).endswith("      # The ground\n      ground: {fill: red}\n")


def test_what_stands_in_braces_or_would_lie_in_itself_is_not_moved() -> None:
    with pytest.raises(Problem, match="in itself"):
        moved(ZONES, "name", to=("name", "zones"))
    with pytest.raises(Problem, match="braces"):
        moved_keys(read_places("a.yaml", "zones: {a: 1, b: {c: 1}}\nx:\n  y: 1\n"), [("zones", "a")], ("x",))
    with pytest.raises(Problem, match="nothing can be moved"):
        moved_keys(read_places("a.yaml", "zones:\n  a: 1\n  b: 2\n"), [("zones", "a")], ("zones", "b"))


def page_on(deck: str, folder: Path) -> tuple[Page, Session]:
    session = Session(copied_deck(deck, folder / deck) / "deck.yaml")
    return Page(session), session


def frames(session: Session) -> list[list[tuple[float, ...]]]:
    faces = {id(f): f for p in session.deck.pieces() for f in p.first if f is not None}
    return [drawn_frames(f) for f in faces.values()]


def faced(answers: list[object]) -> FaceInfo:
    assert not [a for a in answers if isinstance(a, Note)], answers
    return next(a for a in answers if isinstance(a, FaceInfo))


# Of the largest deck, whose every face is compared after each act, only few acts but in the long run.
@pytest.mark.parametrize(
    ("deck", "acts", "least"),
    [
        ("monogoto", 2, 1),
        ("three-fields", 6, 3),
        ("outflank", 5, 1),
        pytest.param("monogoto", 14, 8, marks=pytest.mark.long),
        pytest.param("outflank", 9, 3, marks=pytest.mark.long),
    ],
)
def test_grouping_and_ungrouping_leaves_all_that_is_drawn_in_its_place(
    deck: str, acts: int, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page, session = page_on(deck, tmp_path)
    chance, before = random.Random(5), frames(session)
    files = {f: f.read_bytes() for f in (tmp_path / deck).rglob("*.yaml")}
    cards, grouped = list(session.loaded().cards), 0
    for _ in range(acts):
        key = chance.choice(cards)
        (shown,) = page.answer(Show(key.component, key.id, chance.choice(["front", "back"])))
        assert isinstance(shown, FaceInfo)
        beside: dict[str, list[str]] = {}
        for zone in shown.zones:
            beside.setdefault(zone.container, []).append(zone.key)
        some = chance.choice(list(beside.values()))
        answers = page.answer(Group(tuple(chance.sample(some, min(len(some), chance.randint(1, 4))))))
        if any(isinstance(a, Note) for a in answers):
            assert {f: f.read_bytes() for f in files} == files, "what is refused writes nothing"
            continue
        grouped += 1
        assert same_frames(before, frames(session))
        known = {z.key for z in shown.zones}
        made = min((z for z in faced(answers).zones if z.key not in known), key=lambda z: z.depth)
        faced(page.answer(Ungroup(made.key)))
        assert same_frames(before, frames(session))
        page.answer(Undo(0))
    assert {f: f.read_bytes() for f in files} == files
    assert grouped >= least


def test_a_group_is_as_large_as_what_lies_in_it_and_keeps_it_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page, session = page_on("monogoto", tmp_path)
    template = tmp_path / "monogoto/templates/monogoto.yaml"
    before, places = template.read_text("utf-8"), frames(session)
    key = next(iter(session.loaded().cards))
    shown = faced(page.answer(Show(key.component, key.id)))
    number = next(z for z in shown.zones if z.key == "number")
    face = faced(page.answer(Group(("number", "suit"))))
    group = next(z for z in face.zones if z.key == "group")
    assert group.frame[2] > number.frame[2]
    assert next(z for z in face.zones if z.key == "group/number").frame == pytest.approx(number.frame, abs=0.002)
    faced(page.answer(Nest(("group/suit",), "", "number")))
    assert same_frames(places, frames(session))
    faced(page.answer(Nest(("suit",), "group", "number")))
    assert same_frames(places, frames(session))
    lines = template.read_text("utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.strip() == "group:")
    inner = [
        line for line in lines[at:] if line.startswith("          ") and line.strip().startswith(("suit:", "number:"))
    ]
    assert [line.strip().partition(":")[0] for line in inner][:2] == ["suit", "number"]
    page.answer(Undo(0))
    assert template.read_text("utf-8") == before


def test_a_zone_comes_into_one_that_stands_right_above_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page, session = page_on("monogoto", tmp_path)
    places, key = frames(session), next(iter(session.loaded().cards))
    page.answer(Show(key.component, key.id))
    faced(page.answer(Group(("number",))))
    face = faced(page.answer(Nest(("suit",), "group", "")))
    assert [z.key for z in face.zones if z.key.startswith("group")] == ["group", "group/number", "group/suit"]
    assert same_frames(places, frames(Session(session.file))), "a fresh start reads the same"


def test_copies_come_to_other_faces_with_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page, session = page_on("monogoto", tmp_path)
    key = next(iter(session.loaded().cards))
    shown = faced(page.answer(Show(key.component, key.id)))
    frame = next(z.frame for z in shown.zones if z.key == "number")
    assert page.answer(Copy(("number", "dark"))) == []
    face = faced(page.answer(Paste()))
    assert {"number-2", "dark-2"} <= {z.key for z in face.zones}
    moved_frame = next(z.frame for z in face.zones if z.key == "number-2")
    assert moved_frame[:2] == pytest.approx((frame[0] + 2, frame[1] + 2), abs=0.01)
    page.answer(Show(key.component, key.id, "back"))
    (_, note) = page.answer(Paste())
    assert isinstance(note, Note)
    assert "can't be put on this face: card has no field" in note.text, "followers have the same back"
    page.answer(Show(key.component, key.id))
    block = next(z for z in shown.zones if z.key.endswith("/block"))
    page.answer(Copy((block.key,)))
    page.answer(Show(key.component, key.id, "back"))
    back = faced(page.answer(Paste()))
    assert next(z.frame for z in back.zones if z.key == "block") == pytest.approx(block.frame, abs=0.01)
    assert [s.name for s in session.history.steps] == ["Paste: 2 zones", "Paste: block"]
