"""Invalid options: one exception for the command line and for Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from carddesigner.core.units import MAX_LENGTH, parse_length

MAX_SLOTS_ACROSS = 50
"""The most slots in a row of a sheet, and in a column."""

_NAMED = r"\{(\w+)(?:=([\w-]+))?\}"


class WrongOption(Struct, frozen=True):
    """What is wrong with an option. The message names other options as ``{name}`` or ``{name=value}``."""

    option: str
    message: str

    def text(self, written: Callable[[str, str | None], str]) -> str:
        """The message with options as *written* formats them, from a name and a value or None."""
        return re.sub(_NAMED, lambda m: written(m[1], m[2]), self.message)


class OptionError(ValueError):
    """Options that are invalid or contradict each other; ``problems`` lists everything that was found."""

    def __init__(self, *problems: WrongOption) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{p.option}: {p.text(_keyword)}" for p in problems))


_FLAGS = {"sheets": "sheet", "listed": "list", "readings": "set", "scans": "scan"}
"""Options with another name on the command line than in Python."""


def as_flag(name: str, value: str | None = None) -> str:
    """Format an option, with its value if there is one, as on the command line."""
    flag = f"--{_FLAGS.get(name, name).replace('_', '-')}"
    return flag if value is None else f"{flag} {value}"


class WholeNumber(Struct, frozen=True):
    """Reads an option that is a whole number: *what* names it in messages, such as ``number of decks``; *least* and
    *most* are its bounds.
    """

    what: str
    least: int
    most: int

    def __call__(self, value: Any) -> int:
        """Return the value. Raises ValueError if it isn't a whole number in these bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise ValueError(f"{value!r:.60} is no {self.what}; write {self.least} to {self.most:,}")
        return value


JOBS = WholeNumber("number of processes", 1, 256)
DECKS = WholeNumber("number of decks", 1, 1_000)
CARDS_OF_A_FILE = WholeNumber("number of cards", 1, 100_000)
SLOT = WholeNumber("slot of a sheet", 1, MAX_SLOTS_ACROSS**2)
DPI = WholeNumber("resolution", 36, 1_200)
CARDS_SHOWN = WholeNumber("number of cards", 1, 200)
CARDS_DRAWN = WholeNumber("number of cards", 1, 1_000)
PACKS = WholeNumber("number of packs", 1, 10_000)
GAMES = WholeNumber("number of games", 1, 1_000_000)
SEED = WholeNumber("seed", 0, 2**63 - 1)
PORT = WholeNumber("port", 0, 65_535)
HEADER = WholeNumber("row of a table", 0, 100_000)


def read_length(value: Any) -> float:
    """Read a length in points, or as text with a unit. Raises ValueError, and TypeError for other types."""
    length = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else parse_length(value)
    if not 0 <= length <= MAX_LENGTH:
        raise ValueError("write 0mm or more" if not length > 0 else "write at most 350000mm, which is 350 m")
    return length


def _keyword(name: str, value: str | None) -> str:
    return name if value is None else f"{name}={value!r}"
