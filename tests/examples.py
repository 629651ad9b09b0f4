"""How much laws try: few examples, decks and seeds in each run, very many in `make test-long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def examples(part: float, **more: Any) -> settings:
    """Settings of a law that tries a *part* of the profile's examples, or so many times as many."""
    return settings(max_examples=max(1, round(part * settings().max_examples)), **more)


def tried(values: Iterable[Any], *each_run: object) -> list[Any]:
    """Parameters of a test: those named in each run, and all in `make test-long`."""
    found = list(values)
    assert all(value in found for value in each_run), each_run
    return [
        value
        if value in each_run
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long)
        for value in found
    ]
