"""Options shared by several commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, CallbackParam, Option

from carddesigner.core.options import JOBS, WholeNumber

if TYPE_CHECKING:
    from typer.models import OptionInfo

DeckArgument = Annotated[str, Argument(metavar="DECK", help="A deck's folder, such as ./my-game, or a shipped deck.")]
DecksArgument = Annotated[
    list[str], Argument(metavar="DECK", help="A deck's folder, such as ./my-game, or a shipped deck.")
]
Select = Annotated[str | None, Option(metavar="EXPR", help="Only cards for which this is true, such as 'number > 10'.")]
Output = Annotated[Path, Option("-o", "--output", metavar="DIR", help="Files go to DIR/<deck>/.")]
OUTPUT = Path("output")
Html = Annotated[Path | None, Option("--html", metavar="FILE", help="Write everything as one page for a browser.")]
Json = Annotated[bool, Option("--json", help="Print one JSON document on stdout, and nothing else there.")]
Language = Annotated[
    str | None, Option(metavar="LANGUAGE", help="A language that the deck is translated to, such as pt.")
]
Edition = Annotated[str | None, Option(metavar="NAME", help="One of the deck's editions; without it the base edition.")]
Languages = Annotated[
    str | None,
    Option(
        "--language", metavar="LANGUAGE,...", help="Languages that the deck is in, such as pt; all for all of them."
    ),
]
Editions = Annotated[
    str | None,
    Option(
        "--edition",
        metavar="NAME,...",
        help="Editions of the deck; base for the one without a name, all for all of them.",
    ),
]
OwnDeck = Annotated[str, Argument(metavar="DECK", help="A deck's folder, such as ./my-game.")]
Scheduler = Annotated[
    str | None,
    Option(
        metavar="ADDRESS|local",
        help="Use a Dask cluster: its scheduler's address, such as tcp://192.0.2.7:8786; or local, to start one on this machine.",
    ),
]
Quiet = Annotated[bool, Option("-q", "--quiet", help="Print nothing but errors.")]


def number_option(read: WholeNumber, text: str, metavar: str = "N", *, is_checked: bool = True) -> OptionInfo:
    """Return an option that is a whole number, with its bounds in ``--help``. Pass *is_checked* as False if the command
    checks it together with its other options, so that all errors are reported at once.
    """

    def check(param: CallbackParam, value: int | None) -> int | None:
        try:
            return read(value) if value is not None else None
        except ValueError as problem:
            raise BadParameter(str(problem), param_hint=param.opts[0]) from None

    callback = check if is_checked else None
    option: OptionInfo = Option(metavar=metavar, min=read.least, max=read.most, callback=callback, help=text)
    return option


def jobs_option(text: str) -> OptionInfo:
    """Return ``--jobs``; *text* says what the processes do."""
    return number_option(JOBS, f"{text}; as many as there are processors.")


def renamed(old: str, new: str, *, quiet: bool = False) -> None:
    """Report that an option was renamed. The old name remains valid."""
    if not quiet:
        sys.stderr.write(f"{old} was renamed to {new}\n")


def scheduler_of(value: str | None) -> str | None:
    """Parse ``--scheduler``. An invalid address is wrong usage."""
    from carddesigner.cluster.workers import read_scheduler

    try:
        return read_scheduler(value) if value is not None else None
    except ValueError as problem:
        raise BadParameter(str(problem), param_hint="--scheduler") from None


def names_several(decks: Sequence[str], languages: Sequence[str], editions: Sequence[str]) -> bool:
    """Return whether more than one deck, language or edition may be meant."""
    several = len(decks) > 1 or len(languages) > 1 or len(editions) > 1
    return several or not {"all", "base"}.isdisjoint((*languages, *editions))


def names_in(text: str | None) -> list[str]:
    """Split comma-separated names."""
    return [name.strip() for name in text.split(",") if name.strip()] if text is not None else []
