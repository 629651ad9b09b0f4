"""How many examples laws try, which the profile decides: few in each run, very many in `make test-long`."""

from __future__ import annotations

from typing import Any

from hypothesis import settings


def examples(part: float, **more: Any) -> settings:
    """Settings of a law that tries a *part* of the profile's examples, or so many times as many."""
    return settings(max_examples=max(1, round(part * settings().max_examples)), **more)
