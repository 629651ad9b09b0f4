"""Tables whose texts no deck has room for: told at their rows, not in files of a deck that is never made."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.report import DeckError
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions


def test_texts_that_fit_on_no_card_are_told_at_their_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"Card {i},{'lorem ipsum ' * 1_600}\n" for i in range(100)]
    Path("cards.csv").write_text("name,text\n" + "".join(rows))
    with pytest.raises(DeckError) as found:
        deck_from_table(Path("cards.csv"), Path("deck"), NewOptions())
    problem = found.value.report.errors[0]
    assert str(problem.span).startswith("cards.csv:2:")
    assert "--columns" in (problem.hint or "")
    assert [p.name for p in tmp_path.iterdir()] == ["cards.csv"]
