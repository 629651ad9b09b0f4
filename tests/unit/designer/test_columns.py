"""Columns that the page may add to a table."""

from pathlib import Path

import pytest

from carddesigner.core.piece import PieceKey
from carddesigner.designer.card_cells import CardCells
from carddesigner.designer.data import Data
from carddesigner.designer.data_messages import Columns, TableInfo
from carddesigner.designer.session import Session
from carddesigner.source.yaml_edits import EditProblem
from tests.copies import copied_deck


def test_a_column_that_the_decks_game_does_not_know_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    copied_deck("monogoto", tmp_path / "deck")
    session = Session(tmp_path / "deck/deck.yaml")
    data = Data(session)
    (table,) = [message for message in data.open("", None) if isinstance(message, TableInfo)]
    with pytest.raises(EditProblem, match="the game's cards have no 'flavour', only suit, number, environment, person"):
        data.columns(Columns(table.key, table.revision, 0, "insert", to=1, name="flavour"))
    with pytest.raises(EditProblem, match="no 'number_size', only suit"):
        CardCells(session).written(PieceKey("symbols", "symbols-001"), {"number_size": "9pt"})
    assert data.columns(Columns(table.key, table.revision, 0, "insert", name="copies"))[0] == "Add the column copies"
