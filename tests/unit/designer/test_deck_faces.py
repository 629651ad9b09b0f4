"""Faces by which decks are known on the start page: kept, and yet always what is drawn of the deck as it is now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from carddesigner.core import folder_state
from carddesigner.designer.deck_faces import SHOWN, deck_faces
from carddesigner.designer.start_messages import DeckFaces
from tests.conftest import ENVIRONMENT, DeckFolder

ROWS = "name\nFire\nIce\nWind\nRain\nSnow\nFog\n"
ASKED = """\
import sys
from pathlib import Path
import msgspec
from carddesigner.designer.deck_faces import deck_faces
sys.stdout.buffer.write(msgspec.json.encode((deck_faces("mine", Path(sys.argv[1])), "carddesigner.template" in sys.modules)))
"""


@pytest.fixture
def file(deck: DeckFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(folder_state, "SETTLED", -60.0)
    deck.zones("name: {in: trim, text: '{{ card.name }}', font: text, size: 20pt}", ROWS)
    return deck.path / "deck.yaml"


def in_another_process(file: Path, cache: Path) -> tuple[DeckFaces, bool]:
    """The faces, and whether anything was imported that reads templates."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED, str(file)],
        env={**ENVIRONMENT, "XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=tuple[DeckFaces, bool])


def test_what_was_drawn_once_is_shown_again_without_reading_the_deck(file: Path, tmp_path: Path) -> None:
    first = deck_faces("mine", file)
    assert (first.title, first.cards, len(first.faces), first.problem) == ("Sample", 6, SHOWN, "")
    assert in_another_process(file, tmp_path / "cache") == (first, False)
    assert in_another_process(file, tmp_path / "empty") == (first, True)
    assert deck_faces("other name", file).deck == "other name"


@pytest.mark.parametrize(
    ("name", "old", "new"), [("cards.csv", "Fire", "Ash"), ("templates/sample.yaml", "20pt", "9pt")]
)
def test_another_file_gives_other_faces(file: Path, name: str, old: str, new: str) -> None:
    first = deck_faces("mine", file)
    path = file.parent / name
    path.write_text(path.read_text().replace(old, new))
    second = deck_faces("mine", file)
    assert second.faces[0] != first.faces[0]
    path.write_text(path.read_text().replace(new, old))
    assert deck_faces("mine", file) == first


def test_a_deck_that_was_broken_since_says_why(file: Path) -> None:
    assert deck_faces("mine", file).problem == ""
    text = file.read_text()
    file.write_text(text.replace("poker", "pokr"))
    assert "pokr" in deck_faces("mine", file).problem
    assert deck_faces("mine", file).faces == ()
    file.write_text(text)
    assert deck_faces("mine", file).problem == ""


def test_what_is_kept_may_be_damaged(file: Path, tmp_path: Path) -> None:
    first = deck_faces("mine", file)
    (kept,) = (path for path in (tmp_path / "cache").rglob("*/??/*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:-1])
    assert deck_faces("mine", file) == first
    assert in_another_process(file, tmp_path / "cache") == (first, False)


def test_a_deck_that_was_just_written_is_drawn_again(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_state, "SETTLED", 3600.0)
    first = deck_faces("mine", file)
    assert in_another_process(file, tmp_path / "cache") == (first, True)
