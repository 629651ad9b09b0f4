"""``carddesigner designer``: the page on which a deck is designed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option


def designer(
    deck: Annotated[str, Argument(metavar="[DECK]", help="A folder such as ./my-deck, or a shipped deck.")] = ".",
    port: Annotated[
        int, Option(min=0, max=65535, metavar="N", help="The port of the page; any that is free if left out.")
    ] = 0,
    no_browser: Annotated[bool, Option("--no-browser", help="Only print the link.")] = False,
) -> None:
    """Design a deck on a page in your browser. What you change there is written to the deck's own files."""
    from carddesigner.deck.find import find_deck
    from carddesigner.designer.server import serve
    from carddesigner.designer.session import Session
    from carddesigner.starter.copied import copied_deck

    file = find_deck(deck)
    session = Session(file)

    def copy() -> Session:
        folder = Path(file.resolve().parent.name)
        copied_deck(folder.name, folder)
        return Session(folder / "deck.yaml")

    def opened(link: str) -> None:
        sys.stderr.write(f"{file.parent}: {link}\nCtrl-C ends\n")
        if not no_browser:
            import webbrowser

            webbrowser.open(link)

    try:
        serve(session, port, opened, copy)
    except OSError as problem:
        sys.stderr.write(f"error: port {port}: {problem.strerror}; leave out --port to take one that is free\n")
        raise Exit(1) from None
