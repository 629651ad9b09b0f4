"""``carddesigner designer``: the page for designing a deck."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from typer import Argument, Exit, Option

from carddesigner.cli.options import OUTPUT, Output, number_option
from carddesigner.core.options import PORT


def designer(
    deck: Annotated[
        str | None,
        Argument(
            metavar="[DECK]", help="A folder such as ./my-deck, or a shipped deck; without it a start page opens."
        ),
    ] = None,
    port: Annotated[int, number_option(PORT, "The port of the page; by default any free one.")] = 0,
    no_browser: Annotated[bool, Option("--no-browser", help="Only print the link.")] = False,
    output: Output = OUTPUT,
) -> None:
    """Design a deck on a page in your browser. What you change there is written to the deck's own files."""
    from carddesigner.cli.forms import forms
    from carddesigner.deck.find import find_deck
    from carddesigner.designer.processes import prepare
    from carddesigner.designer.recent import remember
    from carddesigner.designer.server import serve
    from carddesigner.designer.session import Session

    prepare()
    session = Session(find_deck(deck)) if deck is not None else None
    if session is not None and not session.shipped:
        remember(session.folder, session.title())

    def opened(link: str) -> None:
        where = f"{session.folder}: " if session is not None else ""
        sys.stderr.write(f"{where}{link}\nCtrl-C ends\n")
        if not no_browser:
            import webbrowser

            webbrowser.open(link)

    try:
        serve(session, port, opened, forms(), output)
    except OSError as problem:
        # If a port is in use, asyncio's `strerror` is a whole sentence.
        why = os.strerror(problem.errno) if problem.errno else problem
        sys.stderr.write(f"error: port {port}: {why}; leave out --port to use a free one\n")
        raise Exit(1) from None
