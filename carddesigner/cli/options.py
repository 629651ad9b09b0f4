"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

Language = Annotated[
    str | None, typer.Option(metavar="LANGUAGE", help="A language that the deck is translated to, such as pt.")
]
Edition = Annotated[
    str | None, typer.Option(metavar="NAME", help="One of the deck's editions; without it the deck as it stands.")
]
OwnDeck = Annotated[str, typer.Argument(metavar="DECK", help="A deck's folder, such as ./my-game.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")]
