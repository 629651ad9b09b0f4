"""``carddesigner playtest``: simulate a shipped game."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Option

from carddesigner.cli.options import (
    DeckArgument,
    Edition,
    Html,
    Json,
    Quiet,
    Scheduler,
    jobs_option,
    number_option,
    scheduler_of,
)
from carddesigner.core.options import GAMES, SEED


def playtest(
    deck: DeckArgument,
    games: Annotated[int, number_option(GAMES, "How many games are played.", is_checked=False)] = 1000,
    seed: Annotated[int, number_option(SEED, "The same seed and players give the same games.", is_checked=False)] = 1,
    players: Annotated[
        str,
        Option(
            metavar="NAMES",
            help="The players: greedy takes what gains most at once, random anything. One for all, or one per seat: greedy,random.",
        ),
    ] = "greedy",
    jobs: Annotated[int | None, jobs_option("How many processes play")] = None,
    scheduler: Scheduler = None,
    edition: Edition = None,
    html: Html = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a deck of a shipped game many times, by its rules and with its cards, and report how it goes: how long
    games take, who wins by seat, ties and dead ends, how often each rule is used and each card changes the winner."""
    from carddesigner.cli.progress import Bar
    from carddesigner.cli.report import print_notice
    from carddesigner.cluster.workers import open_workers
    from carddesigner.deck.find import loaded_deck
    from carddesigner.playtest.report import PlaytestSettings
    from carddesigner.playtest.report import playtest as played

    settings = PlaytestSettings(games, seed, players)
    loaded = loaded_deck(deck, edition=edition)
    notify = None if quiet or json_ else print_notice
    with open_workers(scheduler_of(scheduler), jobs, notify) as workers, Bar("games", games, quiet or json_) as bar:
        result = played(loaded, settings, bar, workers)
    if json_:
        from carddesigner.cli.report import print_json
        from carddesigner.playtest.data import as_data

        print_json(as_data(result))
    if html is not None:
        from carddesigner.export.files import write_files
        from carddesigner.playtest.page import page

        write_files({html: page(result).encode()})
        if not quiet:
            sys.stderr.write(f"{html}\n")
    elif not json_ and not quiet:
        from carddesigner.cli.playtest_tables import print_playtest

        print_playtest(result)
