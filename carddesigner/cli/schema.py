"""``carddesigner schema``: the JSON Schema of what people write."""

from __future__ import annotations

from typing import Annotated

import typer


def schema(
    what: Annotated[str, typer.Argument(metavar="deck|template|GAME", help="deck, template, or a game's id.")] = "deck",
) -> None:
    """Print the JSON Schema of a deck, a template or a game's settings; any YAML editor can use it."""
    from carddesigner.editors import schema_text

    try:
        typer.echo(schema_text(what), nl=False)
    except ValueError as problem:
        raise typer.BadParameter(f"{problem}; or deck, or template") from None
