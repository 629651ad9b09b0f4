"""Which targets ship, by their files alone. Imported by ``--help``, so it reads none of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@cache
def files() -> dict[str, Path]:
    """The file of each target by its name."""
    return {path.stem: path for path in (*sorted(FOLDER.glob("*.yaml")), *sorted(FOLDER.glob("services/*.yaml")))}


NAMES = tuple(files())
"""All of them: what a file can be judged for."""
SERVICES = tuple(name for name, path in files().items() if path.parent != FOLDER)
"""Those that a deck can be exported to; the others are standards, and printers of no name."""


def is_path(asked: str) -> bool:
    """Whether a file is meant, and no name."""
    return asked.lower().endswith((".yaml", ".yml")) or "/" in asked or "\\" in asked
