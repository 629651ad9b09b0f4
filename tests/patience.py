"""How long tests wait for what comes sooner or later: so long that only what never comes fails by it, on the busiest machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds."""
STRANGER_SECONDS = float(os.environ.get("STRANGER_SECONDS", "6"))
"""Of CPU, for what is promised to a stranger's deck within two. Work beside it makes a processor take longer, so only what has no
bound at all fails by its time. With ``STRANGER_SECONDS=2`` and nothing else at work the promise itself is tested.
"""


def until(true: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
