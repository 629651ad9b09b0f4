"""Data files next to the models: sizes in use, and what the JSON Schemas contain beyond the models."""

from pathlib import Path
from typing import Any

from msgspec import json


def data(name: str) -> Any:
    """Return the data of a JSON file in this package, such as ``deck.json``, by its name."""
    return json.decode(Path(__file__).with_name(f"{name}.json").read_bytes())


DECK = data("deck")

LANGUAGE_PATTERN = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""A regular expression for language codes."""
