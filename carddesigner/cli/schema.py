"""``carddesigner schema``: the JSON Schema of what people write."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def schema(
    what: Annotated[str, typer.Argument(metavar="deck|template|GAME", help="deck, template, or a game's id.")] = "deck",
) -> None:
    """Print the JSON Schema of a deck, a template or a game's settings; any YAML editor can use it."""
    from carddesigner.games import game
    from carddesigner.schema.json_schema import deck_schema, template_schema

    if what == "deck":
        data = deck_schema()
    elif what == "template":
        data = template_schema()
    else:
        try:
            data = game(what).settings.model_json_schema(by_alias=True)
        except ValueError as problem:
            raise typer.BadParameter(f"{problem}; or deck, or template") from None
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
