"""``carddesigner stats``: a deck in numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import BadParameter, Exit, Option

from carddesigner.cli.build import parse_expression, parse_select
from carddesigner.cli.options import DeckArgument, Edition, Html, Json, Language, Quiet, Select, number_option
from carddesigner.core.options import CARDS_DRAWN


def stats(
    deck: DeckArgument,
    by: Annotated[list[str] | None, Option(metavar="FIELD", help="Count by this field. Repeatable.")] = None,
    draw: Annotated[int | None, number_option(CARDS_DRAWN, "Show the odds of a draw of N cards.")] = None,
    of: Annotated[
        list[str] | None, Option(metavar="EXPR", help="The cards wanted in the draw, such as \"card.suit == 'sun'\".")
    ] = None,
    select: Select = None,
    list_: Annotated[
        Path | None,
        Option(
            "--list",
            metavar="FILE",
            help="Only the cards listed in FILE, such as a library: a card per line, with its id and count.",
        ),
    ] = None,
    language: Language = None,
    edition: Edition = None,
    html: Html = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count a deck's cards. Also gives the odds of a draw, how full texts are, and how much paper it all needs."""
    from msgspec.structs import replace

    from carddesigner.cli.progress import Progress
    from carddesigner.deck.find import find_list, loaded_deck
    from carddesigner.deck.print_list import read_print_list
    from carddesigner.stats.deck import StatsSettings, stats_of

    if select is not None and list_ is not None:
        raise BadParameter("--list already selects the cards that are counted; leave out --select")
    settings = StatsSettings(
        tuple(by or ()), draw, tuple(parse_expression(e, "--of") for e in of or ()), parse_select(select)
    )
    with Progress(quiet or json_) as progress:
        loaded = loaded_deck(deck, None, language, edition=edition)
        if list_ is not None:
            settings = replace(settings, listed=read_print_list(find_list(list_, loaded)))
        result = stats_of(loaded, settings, progress)
    if json_:
        from carddesigner.cli.report import print_json
        from carddesigner.stats.data import as_data

        print_json(as_data(result))
    if html is not None:
        from carddesigner.export.files import write_files
        from carddesigner.stats.page import page

        write_files({html: page(result).encode()})
        if not quiet:
            sys.stderr.write(f"{html}\n")
    elif not json_ and not quiet:
        from carddesigner.cli.stats_tables import print_stats

        print_stats(result)
    if result.errors:
        count = "an error" if result.errors == 1 else f"{result.errors} errors"
        sys.stderr.write(f"the deck has {count}, so some of this may be missing: carddesigner validate {deck}\n")
        raise Exit(1)
