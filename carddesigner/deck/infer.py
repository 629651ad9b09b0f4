"""What an undeclared column seems to hold, as a declaration that gives the very same values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from carddesigner.schema.fields import FieldSettings
from carddesigner.tables.table import text_of

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?", re.ASCII)
_TRUTHS = ({"TRUE", "FALSE"}, {"True", "False"}, {"true", "false"})


def infer(cells: Sequence[object], *, typed: bool) -> FieldSettings | None:
    """The declaration that a column's cells (None where empty) answer to; None if they are of several kinds.

    Texts of an untyped table are numbers if all of them print as they are written (not ``007``).
    """
    filled = [c for c in cells if c is not None]
    if not filled:
        return _TEXT
    kinds = {c.__class__ for c in filled}
    if kinds == {str}:
        words = {str(c) for c in filled}
        if typed:
            return _TEXT
        if any(words <= truths for truths in _TRUTHS):
            return _BOOLEAN
        if all(_NUMBER.fullmatch(w) and f"{float(w):.15g}" == w for w in words):
            return _NUMBERS if any("." in w for w in words) else _INTEGERS
        return _TEXT
    if kinds == {bool}:
        return _BOOLEAN
    if kinds == {int}:
        return _INTEGERS if all(abs(c) < 10**15 for c in filled if isinstance(c, int)) else None
    if kinds <= {int, float}:
        # Whole numbers that were written with a point print without it; then they are left as they are.
        return _NUMBERS if not any(isinstance(c, float) and c.is_integer() for c in filled) else None
    if kinds == {list}:
        return _list([entry for c in filled if isinstance(c, list) for entry in c])
    return None


def _list(entries: Sequence[object]) -> FieldSettings | None:
    kinds = {e.__class__ for e in entries}
    if kinds == {int}:
        return FieldSettings.model_construct(type="list", of="integer")
    texts = all(isinstance(e, str) and e and e == e.strip() for e in entries)
    return FieldSettings.model_construct(type="list", of="text") if texts else None


def as_is(value: object) -> object:
    """A cell of a column of several kinds: an empty one is the empty text."""
    if value is None:
        return ""
    return value if isinstance(value, (str, bool, int, float, list, dict)) else text_of(value)


def _of(kind: Literal["text", "boolean", "integer", "number"]) -> FieldSettings:
    # Constructed, not validated: a small deck has no time for pydantic to build the model's validator again.
    return FieldSettings.model_construct(type=kind)


_TEXT, _BOOLEAN, _INTEGERS, _NUMBERS = _of("text"), _of("boolean"), _of("integer"), _of("number")
