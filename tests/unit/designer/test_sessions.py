"""A deck's files under a session: whole whatever happens, and nothing that others wrote is lost unseen."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carddesigner.designer.change_messages import AskChanges, BackToOpened, Changes, PutBack
from carddesigner.designer.changes import BACK, answer
from carddesigner.designer.history import ELSEWHERE
from carddesigner.designer.messages import DeckInfo, Note
from carddesigner.designer.session import Session
from carddesigner.export.files import OutputProblem
from carddesigner.source import paths
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.starter.copied import copied_deck

DECK = "deck: mine\ntitle: Mine\nstocks: {card: {shape: card, size: poker}}\n"

WITH_CARDS = f"""{DECK}components:
  - {{id: card, stock: card, rows: {{file: cards.csv, encoding: windows-1252}}, front: mine#front}}
"""
TEMPLATE = "template: mine\nfaces: {front: {zones: {}}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    deck = tmp_path / "mine"
    (deck / "templates").mkdir(parents=True)
    (deck / "deck.yaml").write_text(DECK)
    (deck / "cards.csv").write_text("id,name\n1,Oak\n2,Fern\n")
    (deck / "templates/mine.yaml").write_text("template: mine\n")
    return deck


def steps(session: Session) -> list[str]:
    return [s.name for s in session.history.steps]


def test_a_card_whose_text_does_not_fit_leaves_all_others_to_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a box has to be laid out with what it holds to know what there is."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    copied_deck("monogoto", tmp_path / "mine")
    session = Session(tmp_path / "mine/deck.yaml")
    before = session.info(whole=True)
    assert isinstance(before, DeckInfo), before
    assert {c.id: len(c.pieces) for c in before.components} == {
        "symbols": 75,
        "followers": 1,
        "instructions": 6,
        "summary": 1,
        "box": 1,
    }
    file = tmp_path / "mine/templates/monogoto.yaml"
    text = file.read_text()
    narrow = text.replace(
        "box: {left: 3.2mm, width: 27mm, top: 28mm, height: 33mm}",
        "box: {left: 3.2mm, width: 12mm, top: 28mm, height: 33mm}",
    )
    assert narrow != text
    session.write("Resize", {file: narrow})
    after = session.info(whole=True)
    assert isinstance(after, DeckInfo), after
    assert after.components == before.components


def test_cards_are_listed_by_what_their_faces_show_as_title(folder: Path) -> None:
    (folder / "deck.yaml").write_text(
        DECK + "components: [{id: trees, stock: card, rows: cards.csv, front: mine#front}]\n"
    )
    (folder / "cards.csv").write_text("Count,Tree\n1,Oak\n2,Fern\n")
    face = "faces: {front: {zones: {title: {text: '{{ card.Tree }}'}}}}\n"
    (folder / "templates/mine.yaml").write_text("template: mine\n" + face)
    info = Session(folder / "deck.yaml").info(whole=True)
    assert isinstance(info, DeckInfo)
    (trees,) = info.components
    assert [piece.name for piece in trees.pieces] == ["Oak", "Fern"]
    (folder / "templates/mine.yaml").write_text("template: mine\n" + face.replace(" }}", " | uper }}"))
    info = Session(folder / "deck.yaml").info(whole=False)
    assert isinstance(info, DeckInfo), "a template that can't be read keeps no card from the list"
    assert [piece.id for piece in info.components[0].pieces] == ["trees-001", "trees-002"]


def test_an_edit_of_a_table_elsewhere_is_a_step_also_while_the_deck_is_closed(folder: Path) -> None:
    table = folder / "cards.csv"
    first = table.read_text()
    session = Session(folder / "deck.yaml")
    table.write_text(first + "3,Ash\n")
    assert session.outside([table])
    assert not session.outside([table]), "it is the same now"
    table.write_text(first + "3,Ash\n4,Elm\n")
    again = Session(folder / "deck.yaml")
    assert steps(again) == [ELSEWHERE, ELSEWHERE]
    again.undo(0)
    assert table.read_text() == first
    again.undo(2)
    assert table.read_text() == first + "3,Ash\n4,Elm\n"


def test_what_others_wrote_before_anybody_noticed_is_not_overwritten(folder: Path) -> None:
    session = Session(folder / "deck.yaml")
    template = folder / "templates/mine.yaml"
    template.write_text("template: theirs\n")
    with pytest.raises(EditProblem, match="changed elsewhere meanwhile"):
        session.write("Rename", {template: "template: ours\n"})
    assert template.read_text() == "template: theirs\n"
    assert steps(session) == [ELSEWHERE]
    session.write("Rename", {template: "template: ours\n"})
    session.undo(0)
    assert template.read_text() == "template: mine\n"


def test_a_file_that_was_deleted_is_reported_and_put_back_as_it_was_last(folder: Path) -> None:
    session = Session(folder / "deck.yaml")
    template = folder / "templates/mine.yaml"
    session.write("Rename", {template: "template: ours\n"})
    shutil.rmtree(template.parent)
    session.outside([template])
    assert session.gone() == ["templates/mine.yaml"]
    with pytest.raises(EditProblem, match="was deleted elsewhere; nothing was written"):
        session.write("Rename", {template: "template: other\n"})
    again = Session(folder / "deck.yaml")
    assert answer(again, PutBack()) == [Note("info", "Put back: templates/mine.yaml")]
    assert template.read_text() == "template: ours\n"
    again.undo(0)
    assert template.read_text() == "template: mine\n"


def test_all_goes_back_to_how_it_was_opened_in_one_step_that_can_be_undone(folder: Path) -> None:
    table, template = folder / "cards.csv", folder / "templates/mine.yaml"
    Session(folder / "deck.yaml").write("Earlier", {template: "template: earlier\n"})
    session = Session(folder / "deck.yaml")
    session.write("Rename", {template: "template: ours\n"})
    table.write_text("id,name\n1,Oak\n2,Bracken\n")
    session.outside([table])
    _, changes = answer(session, AskChanges())
    assert isinstance(changes, Changes)
    assert [(f.file, f.added, f.removed) for f in changes.files] == [("cards.csv", 1, 1), ("templates/mine.yaml", 1, 1)]
    assert [line for line in changes.files[0].lines if line[0] in "+-"] == ["-2,Fern", "+2,Bracken"]
    _, changes = answer(session, BackToOpened())
    assert changes == Changes(())
    assert template.read_text() == "template: earlier\n"
    assert table.read_text() == "id,name\n1,Oak\n2,Fern\n"
    assert steps(session) == ["Earlier", "Rename", ELSEWHERE, BACK]
    session.undo(3)
    assert template.read_text() == "template: ours\n"
    assert table.read_text() == "id,name\n1,Oak\n2,Bracken\n"


def test_a_full_disk_leaves_every_file_as_it_was(folder: Path) -> None:
    session = Session(folder / "deck.yaml")
    template = folder / "templates/mine.yaml"
    before = sorted(p.name for p in folder.rglob("*"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(OutputProblem, match="cannot write"):
            session.write("Grow", {template: "template: mine\n" * 100, folder / "cards.csv": "id\n"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert template.read_text() == "template: mine\n"
    assert (folder / "cards.csv").read_text() == "id,name\n1,Oak\n2,Fern\n"
    assert sorted(p.name for p in folder.rglob("*")) == before
    assert steps(session) == []
    session.write("Grow", {template: "template: mine\n" * 100})
    assert steps(Session(folder / "deck.yaml")) == ["Grow"]


def test_steps_that_can_not_be_kept_are_reported_and_kept_as_soon_as_they_can(folder: Path, tmp_path: Path) -> None:
    session = Session(folder / "deck.yaml")
    kept = session.history.file
    data = kept.read_bytes()
    kept.unlink()
    kept.mkdir()
    template = folder / "templates/mine.yaml"
    session.write("One", {template: "template: one\n"})
    assert template.read_text() == "template: one\n"
    assert "can't be kept for another day" in session.steps().problem
    kept.rmdir()
    kept.write_bytes(data)
    session.write("Two", {template: "template: two\n"})
    assert session.steps().problem == ""
    assert steps(Session(folder / "deck.yaml")) == ["One", "Two"]


def test_who_may_read_and_run_a_file_stays_when_it_is_saved(folder: Path) -> None:
    table, template = folder / "cards.csv", folder / "templates/mine.yaml"
    table.chmod(0o600)
    template.chmod(0o750)
    Session(folder / "deck.yaml").write("Both", {table: "id\n", template: "template: ours\n"})
    assert (table.stat().st_mode & 0o777, template.stat().st_mode & 0o777) == (0o600, 0o750)


def test_a_file_that_is_read_only_is_left_alone(folder: Path) -> None:
    table = folder / "cards.csv"
    table.chmod(0o444)
    session = Session(folder / "deck.yaml")
    with pytest.raises(EditProblem, match=r"cards\.csv is read-only; nothing was written"):
        session.write("Rename", {folder / "templates/mine.yaml": "template: ours\n", table: "id\n"})
    assert table.read_text() == "id,name\n1,Oak\n2,Fern\n"
    assert (folder / "templates/mine.yaml").read_text() == "template: mine\n"
    assert steps(session) == []


def test_a_link_stays_one_whatever_is_undone_another_day(folder: Path) -> None:
    (folder / "data").mkdir()
    table, link = folder / "data/cards.csv", folder / "cards.csv"
    link.rename(table)
    link.symlink_to("data/cards.csv")
    first = table.read_text()
    Session(folder / "deck.yaml").write("Rename", {table: "id,name\n1,Elm\n"})
    again = Session(folder / "deck.yaml")
    assert steps(again) == ["Rename"]
    again.undo(0)
    assert link.is_symlink()
    assert table.read_text() == first


def test_a_deck_that_a_link_leads_to_elsewhere_is_not_opened(folder: Path, tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (folder / "deck.yaml").rename(others / "deck.yaml")
    (folder / "deck.yaml").symlink_to(others / "deck.yaml")
    session = Session(folder / "deck.yaml")
    assert session.folder == folder
    assert [d.code for d in session.deck.problems().errors] == ["outside-folder"]
    assert "deck.yaml" not in session.known_texts


def test_a_deck_that_a_link_leads_to_beside_it_is_written_where_it_is(folder: Path) -> None:
    (folder / "deck.yaml").rename(folder / "mine.yaml")
    (folder / "deck.yaml").symlink_to("mine.yaml")
    session = Session(folder / "deck.yaml")
    session.write("Rename", {session.file: DECK + "description: Trees\n"})
    assert (folder / "mine.yaml").read_text().endswith("description: Trees\n")
    assert (folder / "deck.yaml").is_symlink()


def test_nothing_is_written_through_a_link_that_leads_elsewhere(folder: Path, tmp_path: Path) -> None:
    session = Session(folder / "deck.yaml")
    session.write("Rename", {folder / "templates/mine.yaml": "template: ours\n"})
    others = tmp_path / "others"
    (folder / "templates").rename(others)
    (folder / "templates").symlink_to(others)
    answers = session.undo(0)
    assert isinstance(answers[-1], Note)
    assert "leads to" in answers[-1].text
    (others / "mine.yaml").unlink()
    answers = answer(session, PutBack())
    assert isinstance(answers[-1], Note)
    assert "leads to" in answers[-1].text
    assert list(others.iterdir()) == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "windows-1252"])
def test_a_file_is_put_back_another_day_in_its_own_encoding(folder: Path, encoding: str) -> None:
    (folder / "deck.yaml").write_text(WITH_CARDS if encoding == "windows-1252" else DECK)
    (folder / "templates/mine.yaml").write_text(TEMPLATE)
    table = folder / "cards.csv"
    table.write_bytes("id,name\n1,Chêne\n".encode(encoding))
    before = table.read_bytes()
    Session(folder / "deck.yaml")
    table.unlink()
    assert answer(Session(folder / "deck.yaml"), PutBack()) == [Note("info", "Put back: cards.csv")]
    assert table.read_bytes() == before


def test_all_is_undone_at_once_where_the_deck_has_another_encoding_by_now(folder: Path) -> None:
    deck, table = folder / "deck.yaml", folder / "cards.csv"
    deck.write_text(WITH_CARDS)
    (folder / "templates/mine.yaml").write_text(TEMPLATE)
    table.write_bytes("id,name\n1,Chêne\n".encode("windows-1252"))
    before = table.read_bytes()
    session = Session(deck)
    session.write("Rename", {table: "id,name\n1,Hêtre\n"})
    session.write("Forget", {deck: DECK})
    Session(deck).undo(0)
    assert table.read_bytes() == before
    assert deck.read_text() == WITH_CARDS


def test_a_file_whose_name_is_no_text_is_left_alone(folder: Path) -> None:
    try:
        (folder / os.fsdecode("chêne.csv".encode("latin-1"))).write_text("id\n")
    except (OSError, UnicodeError):
        pytest.skip("this file system has no such names")
    session = Session(folder / "deck.yaml")
    session.write("Rename", {folder / "templates/mine.yaml": "template: ours\n"})
    assert steps(Session(folder / "deck.yaml")) == ["Rename"]


SAVING = """
import sys
from pathlib import Path
from carddesigner.designer.session import Session
session = Session(Path(sys.argv[1]) / "deck.yaml")
print("saving", flush=True)
for n in range(1, 25):  # all saves together stay below what a history may hold
    session.write(f"Save {n}", {session.folder / f: f"# {n}\\n" * 30_000 for f in ("templates/mine.yaml", "cards.csv")})
    if n % 3 == 0:
        session.undo(len(session.history.steps) - 2)
sys.stdin.read()
"""


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.long)])
def test_a_program_that_is_killed_while_it_saves_leaves_every_file_whole(folder: Path, times: int) -> None:
    chance = random.Random(17)
    first = {f: (folder / f).read_text() for f in ("templates/mine.yaml", "cards.csv")}
    for _ in range(times):
        process = subprocess.Popen(
            [sys.executable, "-c", SAVING, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(paths.shipped())},
        )
        assert process.stdout is not None
        assert process.stdout.readline()
        time.sleep(chance.uniform(0, 0.25))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        for file, text in first.items():
            now = (folder / file).read_text()
            assert now == text or now == now[: now.index("\n") + 1] * 30_000
        session = Session(folder / "deck.yaml")
        assert all((folder / f).read_text() == text for f, text in session.known_texts.items())
    session.undo(0)
    assert {f: (folder / f).read_text() for f in first} == first
    session.write("Once more", {folder / "cards.csv": "id\n"})
    assert not [p for p in folder.rglob(".*") if p.is_file()], "nothing half written is left"
