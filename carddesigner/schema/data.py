"""What the files beside the models hold: sizes in use, and what the JSON Schemas say that no model does."""

from pathlib import Path
from typing import Any

from msgspec import json


def data(name: str) -> Any:
    """The data of ``deck.json`` or ``template.json``."""
    return json.decode(Path(__file__).with_name(f"{name}.json").read_bytes())


DECK = data("deck")

LANGUAGE_PATTERN = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""A language's code, as a regular expression."""
