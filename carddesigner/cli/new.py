"""``carddesigner new``: make a deck that builds at once: the tutorial, a copy of a shipped deck, or the cards of a
table.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Option

from carddesigner.cli.options import Quiet, number_option
from carddesigner.core.markup import Markup
from carddesigner.core.options import HEADER


def new(
    ctx: Context,
    folder: Annotated[
        Path | None,
        Argument(
            metavar="DIR",
            help="The folder to make; on a terminal you are asked for options that you leave out.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        str | None,
        Option(
            "--from",
            metavar="DECK|FILE|https://…",
            help="Your table (.csv .tsv .txt .xlsx .ods .json .yaml), an address that returns CSV, or a shipped deck. "
            "Without it: a tutorial.",
        ),
    ] = None,
    sheet: Annotated[
        list[str] | None,
        Option(metavar="NAME", help="A workbook's sheet with cards, also a pattern such as 'Set *'; repeatable."),
    ] = None,
    header: Annotated[
        int | None, number_option(HEADER, "The row with the columns' names, from 1; 0 if there is none.", "ROW")
    ] = None,
    columns: Annotated[
        str | None,
        Option(metavar="A,B,…", help="Print only these columns, by name or letter; names with commas in quotes."),
    ] = None,
    quantity: Annotated[
        str | None,
        Option(metavar="COLUMN", help="The column with the number of copies of each card; none for one of each."),
    ] = None,
    markup: Annotated[
        list[Markup] | None,
        Option(
            metavar=f"<{'|'.join(Markup)}>",
            help="Read this markup of another program in the cells; the table stays as it is. Repeatable.",
        ),
    ] = None,
    compare_looks: Annotated[
        bool, Option("--compare-looks", help="Make a picture of a few of the cards in each look; --open shows it too.")
    ] = False,
    open_: Annotated[bool, Option("--open", help="Show the contact sheet when it is made.")] = False,
    look: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="How the cards look: trading-card, event, unit, two-halves, playing-card, full-art; by default what fits the table.",
        ),
    ] = None,
    size: Annotated[
        str | None,
        Option(metavar="SIZE", help="The cards' size: poker, tarot, mini, bridge, square …, or such as 69x120mm."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make a deck that builds at once. It holds a tutorial, the cards of your table, or a copy of a shipped deck."""
    from carddesigner.starter.copied import copied_deck, tutorial
    from carddesigner.starter.made import NewOptions, is_address

    # Names are quoted as in a CSV.
    chosen = tuple(
        c for row in csv.reader([columns or ""], skipinitialspace=True) for part in row if (c := part.strip())
    )
    options = NewOptions(
        sheets=tuple(sheet or ()),
        header=header,
        columns=chosen,
        quantity=quantity,
        look=look,
        size=size,
        markup=tuple(markup or ()),
        compare_looks=compare_looks,
    )
    if folder is None:
        if not sys.stdin.isatty():
            ctx.fail("Missing argument 'DIR'.")
        from carddesigner.cli.new_questions import ask

        wanted = ask(source, options)
        folder, source, options = wanted.folder, wanted.source, wanted.options
    is_table = source is not None and ("." in source or "/" in source or "\\" in source)
    if not is_table and options != NewOptions():
        from carddesigner.cli.new_report import flags

        ctx.fail(f"{flags(options)[0]} is for decks that are made from a table; name it with --from.")
    if source is None:
        made = tutorial(folder)
    elif is_table:
        from carddesigner.starter.from_table import deck_from_table

        if is_address(source):
            from carddesigner.starter.web.hosts import WebPolicy
            from carddesigner.starter.web.start import deck_from_address

            made = deck_from_address(source, folder, options, WebPolicy())
        else:
            made = deck_from_table(Path(source), folder, options)
    else:
        made = copied_deck(source, folder)
    if not quiet:
        from carddesigner.cli.new_report import print_made

        print_made(made)
    if open_:
        from carddesigner.cli.build import show

        for picture in filter(None, (made.contact_sheet, made.compared_looks)):
            show(made.folder / picture)
