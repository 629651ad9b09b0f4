"""A playtest as plain data for a JSON document."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from carddesigner.playtest.report import Playtest


def as_data(playtest: Playtest) -> dict[str, Any]:
    """Return the whole playtest; shares are from 0 to 1, with 95 % intervals."""
    data: dict[str, Any] = to_builtins(playtest)
    return data
