"""``carddesigner new``: a deck that builds at once: the tutorial, a shipped deck to change, or somebody's table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from carddesigner.cli.options import Quiet

if TYPE_CHECKING:
    from carddesigner.starter.made import GuessMessage, Made


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="DECK|FILE",
            help="Your table (.csv .tsv .txt .xlsx .ods .json .yaml), or a shipped deck. Without it: a tutorial.",
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make a deck that builds at once. It holds a tutorial, the cards of your table, or a copy of a shipped deck."""
    from carddesigner.starter.copied import copied_deck, tutorial

    if source is None:
        made = tutorial(folder)
    elif "." in source or "/" in source or "\\" in source:
        from carddesigner.starter.from_table import deck_from_table

        made = deck_from_table(Path(source), folder)
    else:
        made = copied_deck(source, folder)
    if not quiet:
        _say(made)


def _together(said: tuple[GuessMessage, ...]) -> list[GuessMessage]:
    """Guesses, more than three alike in a row as one."""
    from itertools import groupby

    out: list[GuessMessage] = []
    for (sure, what, why), group in groupby(said, key=lambda s: (s.sure, s.what, s.why)):
        alike = list(group)
        if len(alike) > 3:
            out.append(type(alike[0])(sure, what, f"{len(alike)} columns: {alike[0].found} …", why, alike[0].place))
        else:
            out += alike
    return out


def _say(made: Made) -> None:
    """What was guessed and where to change it, what else there is to know, and what to do next."""
    from carddesigner.starter.spelling import shortened

    err = sys.stderr.write
    if made.said:
        rows = [(s.sure.value, s.what, shortened(s.found, 34), s.why, s.place or "") for s in _together(made.said)]
        widths = [max(len(r[i]) for r in rows) for i in range(3)]
        for sure, what, found, why, place in rows:
            err(f"{sure:<{widths[0]}}  {what:<{widths[1]}}  {found:<{widths[2]}}  {why}\n")
            if place:
                err(f"{'':<{widths[0]}}  {'':<{widths[1]}}  change it in {place}\n")
    for remark in made.remarks:
        err(f"note: {remark}\n")
    err(f"{made.folder}: {made.cards} cards; {', '.join(made.files[:8])}{' …' if len(made.files) > 8 else ''}\n")
    shown = str(made.folder)
    shown = shown if "/" in shown or shown.startswith(".") else f"./{shown}"
    err(f"Next: carddesigner build {shown if ' ' not in shown else chr(34) + shown + chr(34)}\n")
