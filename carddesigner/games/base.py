"""What a shipped game provides for the loader: its settings, the model of its rows, and its checks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Struct, json
from pydantic import BaseModel, Field

from carddesigner.contents.base import Model, refusal
from carddesigner.core.record import Record
from carddesigner.core.report import Related, Report, did_you_mean
from carddesigner.core.source import Span

Name = Annotated[str, Field(min_length=1, max_length=60)]
"""The name of a thing in a game."""


class Sign(Model):
    """A thing of the game; title and icon follow from the name unless they are given."""

    name: Name
    """What the table and the texts call it."""
    title: Name = Field(default_factory=lambda given: str(given.get("name", "?")).capitalize())
    """What players call it; the name with a capital if left out."""
    icon: Name = Field(default_factory=lambda given: str(given.get("name", "?")))
    """Its icon in ``symbols/``; of the same name if left out."""


def distinct(names: Iterable[str], about: str = "") -> None:
    """Refuse duplicate names; *about* begins the message."""
    for name, times in Counter(names).items():
        if times > 1:
            raise refusal("duplicate-id", f"{about}{name!r} is there twice")


def one_of(unknown: str, value: str, names: Iterable[str], code: str = "unknown-value") -> str:
    """Return *value* if it is one of *names*; otherwise refuse it, with a message that begins with *unknown* and ends
    with the nearest name.
    """
    listed = list(names)
    if value not in listed:
        near, others = did_you_mean(value, listed), f"; there are {', '.join(listed)}"
        raise refusal(code, f"{unknown} {value!r}{near or others}", fix=near.fix)
    return value


def published(name: str) -> Any:
    """The facts of a published game, from its data file."""
    return json.decode(Path(__file__).with_name(f"{name}.json").read_bytes())


CheckedRow = tuple[Record, Span | None]
"""A card's values, computed fields included, and the place of its row."""
Rows = Sequence[CheckedRow]
Counts = Mapping[str, int]
"""The number of printed pieces of each component, by its id."""


def first_place(rows: Rows) -> Span | None:
    """The place of the first row."""
    return rows[0][1] if rows else None


def places(rows: Iterable[CheckedRow], message: str = "") -> tuple[Related, ...]:
    """The places of the first of these rows, as related places of a diagnostic."""
    return tuple(Related(span, message) for _, span in rows if span is not None)[:5]


def twice(rows: Rows, value_of: Callable[[Record], object]) -> Iterator[tuple[CheckedRow, CheckedRow]]:
    """Yield each row with the value of an earlier one, and the first row with that value. Rows whose value is None are
    left out.
    """
    seen: dict[object, CheckedRow] = {}
    for row in rows:
        value = value_of(row[0])
        if value is not None and (first := seen.setdefault(value, row)) is not row:
            yield row, first


class Joined(Struct, frozen=True):
    """A deck that is checked together with others of its game: its id, its rows, what their backs show, their size in
    mm, and the place where it names the back.
    """

    deck: str
    rows: tuple[CheckedRow, ...]
    backs: frozenset[str]
    size: tuple[float, float]
    back_span: Span | None


class Game(Struct, frozen=True):
    """A game. Rows are validated with the settings as context; ``record`` adds computed fields. Both are None if the
    cards need no table. ``check`` reports breaches of the rules, ``together`` what prevents decks from being played as
    one.
    """

    id: str
    settings: type[BaseModel]
    row: type[BaseModel] | None
    record: Callable[[Any, Any], Record] | None
    check: Callable[[Rows, Counts, Any, Report], None]
    together: Callable[[Sequence[Joined], Report], None] | None = None
