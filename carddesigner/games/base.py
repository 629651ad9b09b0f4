"""What a shipped game gives to the loader: its settings, its row's model, and its checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from pydantic import BaseModel

from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.core.source import Span

CheckedRow = tuple[Record, Span | None]
"""A card's values, computed fields included, and its row's place."""


class Joined(Struct, frozen=True):
    """A deck that is checked together with others of its game: its id, its rows, what their backs show, their size in mm.

    ``back_span`` is where the deck names the back.
    """

    deck: str
    rows: tuple[CheckedRow, ...]
    backs: frozenset[str]
    size: tuple[float, float]
    back_span: Span | None


class Game(Struct, frozen=True):
    """A game. Rows are validated with the settings as context; ``record`` adds computed fields. Both are None where the
    cards need no table; a deck's tables are its own then.

    ``check`` gets all rows, the copies of each component by id, and the settings, and reports what breaks the rules;
    ``together`` what keeps decks of the game from being played as one, None where that can't be meant.
    """

    id: str
    settings: type[BaseModel]
    row: type[BaseModel] | None
    record: Callable[[Any, Any], Record] | None
    check: Callable[[Sequence[CheckedRow], Mapping[str, int], Any, Report], None]
    together: Callable[[Sequence[Joined], Report], None] | None = None
