"""``carddesigner schema``: the JSON Schemas of the files that users write."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, BadParameter, echo


def schema(
    what: Annotated[str, Argument(metavar="deck|template|GAME", help="deck, template, or a game's id.")] = "deck",
) -> None:
    """Print a JSON Schema for your editor. Of deck.yaml, of a template, or of a game's settings."""
    from carddesigner.editors import schema_text

    try:
        echo(schema_text(what), nl=False)
    except ValueError as problem:
        raise BadParameter(f"{problem}; or deck, or template") from None
