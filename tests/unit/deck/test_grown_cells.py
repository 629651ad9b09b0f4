"""Texts that are put into cells are counted before the cells grow."""

from __future__ import annotations

import pytest

from carddesigner.core.report import Problem
from carddesigner.deck.cell_texts import CellTexts


def test_cells_that_would_grow_a_thousandfold_are_refused_before_they_do() -> None:
    change = CellTexts({"a": ("b" * 1_000, ())}, (), lambda name: False)._change("text")
    assert change("a") == "b" * 1_000
    with pytest.raises(Problem, match="too much text"):
        change("a" * 100_000)
