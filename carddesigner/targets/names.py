"""The names of the shipped targets, taken from their file names only: ``--help`` imports this module."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@cache
def files() -> dict[str, Path]:
    """Return the file of each target by its name."""
    return {path.stem: path for path in (*sorted(FOLDER.glob("*.yaml")), *sorted(FOLDER.glob("services/*.yaml")))}


NAMES = tuple(files())
"""All targets that a file can be checked for."""
SERVICES = tuple(name for name, path in files().items() if path.parent != FOLDER)
"""Targets that a deck can be exported to; the others are standards and generic printers."""


def is_path(name: str) -> bool:
    """Return whether the user gave a path rather than a name."""
    return name.lower().endswith((".yaml", ".yml")) or "/" in name or "\\" in name
