"""The names of steps in the list of edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from carddesigner.core.report import series
from carddesigner.designer.property_messages import Assignment, Kind

_NAMES: Final = {
    "image": "picture",
    "code": "QR code",
    "box": "place",
    "in": "place",
    "color": "colour",
    "rotate": "turn",
    "min-size": "smallest size",
    "missing": "what stands for a missing picture",
    "when": "condition",
    "each": "list",
    "below": "zone above it",
}
"""Words for keys and kinds of zones whose names are not plain words."""
_UNIQUE: Final[dict[Kind, str]] = {"print": "the print settings"}
"""Things of which a deck has only one."""


def word(key: str) -> str:
    """Return the word for a key."""
    return _NAMES.get(key, key.replace("-", " "))


def of_keys(values: Sequence[Assignment]) -> str:
    """Return the keys of values as the start of a step's name."""
    text = series(sorted({word(v.key[0]) for v in values}))
    return f"{text[0].upper()}{text[1:]}"


def of_values(values: Sequence[Assignment]) -> str:
    """Return the name of a step that writes values."""
    first = values[0].owner
    if first.kind == "palette":
        called = f"Colour {series(sorted({v.key[0] for v in values}))}"
    else:
        owners = {v.owner.name for v in values}
        own = _UNIQUE.get(first.kind, f"the {first.kind} {first.name.rpartition('/')[2]}")
        called = f"{of_keys(values)} of {own if len(owners) == 1 else f'{len(owners)} {first.kind}s'}"
    return f"{called}, removed" if all(v.unset for v in values) else called
