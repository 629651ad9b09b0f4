"""``carddesigner new``: a deck that builds at once: the tutorial, a shipped deck to change, or somebody's table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace
from typer import Argument, Option

from carddesigner.cli.options import Quiet

if TYPE_CHECKING:
    from carddesigner.starter.made import GuessMessage, Made


def new(
    folder: Annotated[Path, Argument(metavar="DIR", help="The folder to make.")],
    source: Annotated[
        str | None,
        Option(
            "--from",
            metavar="DECK|FILE|https://…",
            help="Your table (.csv .tsv .txt .xlsx .ods .json .yaml), an address that answers with CSV, or a shipped deck. "
            "Without it: a tutorial.",
        ),
    ] = None,
    sheet: Annotated[
        list[str] | None,
        Option(metavar="NAME", help="A workbook's sheet with cards, also a pattern such as 'Set *'; repeatable."),
    ] = None,
    header: Annotated[
        int | None, Option(metavar="ROW", min=0, help="The row with the columns' names, from 1; 0 if there is none.")
    ] = None,
    columns: Annotated[str | None, Option(metavar="A,B,…", help="Print only these columns, by name or letter.")] = None,
    quantity: Annotated[
        str | None,
        Option(metavar="COLUMN", help="The column that says how often a card is printed; none for once each."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make a deck that builds at once. It holds a tutorial, the cards of your table, or a copy of a shipped deck."""
    from carddesigner.starter.copied import copied_deck, tutorial

    if source is None:
        made = tutorial(folder)
    elif "." in source or "/" in source or "\\" in source:
        from carddesigner.starter.from_table import deck_from_table
        from carddesigner.starter.made import NewOptions, is_address

        chosen = tuple(c for part in (columns or "").split(",") if (c := part.strip()))
        options = NewOptions(sheets=tuple(sheet or ()), header=header, columns=chosen, quantity=quantity)
        if is_address(source):
            from carddesigner.starter.web.hosts import WebPolicy
            from carddesigner.starter.web.start import deck_from_address

            made = deck_from_address(source, folder, options, WebPolicy())
        else:
            made = deck_from_table(Path(source), folder, options)
    else:
        made = copied_deck(source, folder)
    if not quiet:
        _report(made)


def _together(guesses: tuple[GuessMessage, ...]) -> Iterator[GuessMessage]:
    """Guesses, more than three alike in a row as one."""
    for _, group in groupby(guesses, key=lambda g: (g.sure, g.what, g.why)):
        first, *others = group
        if len(others) > 2:
            yield replace(first, found=f"{len(others) + 1} columns: {first.found} …")
        else:
            yield from (first, *others)


def _report(made: Made) -> None:
    """What was guessed and where to change it, what else there is to know, and what to do next."""
    from carddesigner.starter.spelling import shortened

    err = sys.stderr.write
    rows = [(g.sure.value, g.what, shortened(g.found, 34), g.why, g.place or "") for g in _together(made.said)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
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
