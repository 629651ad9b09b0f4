"""``carddesigner accept-translations``: record that translations match the present originals."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Argument, echo

from carddesigner.cli.options import OwnDeck, Quiet


def accept_translations(
    deck: OwnDeck,
    language: Annotated[str, Argument(metavar="LANGUAGE", help="A language of the deck, such as pt.")],
    quiet: Quiet = False,
) -> None:
    """Accept a deck's translations as they are. If an original changes later, validate reports its translation."""
    from carddesigner.export.deck_files import accept_translations as accept

    path, count = accept(deck, language)
    if not quiet:
        echo(f"{path}: {count} translations to {language} accepted", sys.stderr)
