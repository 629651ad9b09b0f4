"""What a YAML editor needs to complete and check a deck: the JSON Schemas, and the lines that files refer to them by.

Nothing is fetched: the schemas lie in the deck's folder, and the first line of a file names its own by a relative path.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Literal

from carddesigner.games import GAMES, game
from carddesigner.schema.json_schema import Json, deck_schema, game_schema, template_schema

FOLDER = ".carddesigner"
"""Where the schemas lie in a deck's folder."""

Kind = Literal["deck", "template"]


def schema(what: str) -> Json:
    """The JSON Schema of ``deck``, of ``template``, or of a shipped game's settings. Raises ValueError for another
    word.
    """
    if what == "deck":
        return deck_schema({name: game(name).settings for name in GAMES})
    if what == "template":
        return template_schema()
    return game_schema(what, game(what).settings)


@cache
def schema_text(what: str) -> str:
    """The schema as a file's text. Raises ValueError."""
    return json.dumps(schema(what), ensure_ascii=False, indent=2) + "\n"


def schema_files() -> dict[str, str]:
    """The schemas to be written into a deck's folder: texts by their paths there."""
    return {f"{FOLDER}/{kind}.schema.json": schema_text(kind) for kind in ("deck", "template")}


def modeline(kind: Kind) -> str:
    """The first line of ``deck.yaml``, or of a file in ``templates/``: a comment that names its schema."""
    above = {"deck": "", "template": "../"}[kind]
    return f"# yaml-language-server: $schema={above}{FOLDER}/{kind}.schema.json\n"
