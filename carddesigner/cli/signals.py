"""Signals that stop the command line."""

from __future__ import annotations

stopped: list[int] = []
"""Those that came: where the exception they make is lost, the end is theirs all the same."""
