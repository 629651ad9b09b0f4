"""A playtest as plain data, for one JSON document."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from carddesigner.playtest.report import Playtest


def as_data(found: Playtest) -> dict[str, Any]:
    """Everything; shares from 0 to 1 with their intervals of 95 %."""
    data: dict[str, Any] = to_builtins(found)
    return data
