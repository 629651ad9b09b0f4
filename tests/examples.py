"""How much laws try: few examples, decks and seeds in each run, very many in `make test-long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

EACH_RUN = 12
"""How many examples the profile has that each run tries; the other one has very many."""


def examples(part: float, each_run: int | None = None, **more: Any) -> settings:
    """Settings of a law that tries a *part* of the profile's examples, or so many times as many; *each_run* is how many instead
    in a run of all tests, where each takes long.
    """
    most = settings().max_examples
    count = max(1, round(part * most))
    return settings(max_examples=each_run if each_run is not None and most <= EACH_RUN else count, **more)


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
