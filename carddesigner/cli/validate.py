"""``carddesigner validate``: every problem of a deck at once."""

from __future__ import annotations

import gc
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from carddesigner.core.report import Report


class Format(StrEnum):
    """For a person, a program, or a pull request's page."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def validate(
    decks: Annotated[
        list[str], typer.Argument(metavar="DECK...", help="A shipped deck's id, or the path of a deck's folder.")
    ],
    format_: Annotated[Format, typer.Option("--format", help="How problems are written.")] = Format.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
) -> None:
    """Check decks: data, rules, templates, and that everything fits. Lays out every card, writes nothing."""
    from carddesigner.cli.report import as_github, as_json, print_report
    from carddesigner.core.report import DeckError, Report

    whole = Report()
    for deck in decks:
        report = Report()
        try:
            _check(deck, report)
        except DeckError as problem:
            report = problem.report
        for diagnostic in report:
            whole.add(diagnostic)
    failed = bool(whole.errors or (strict and whole.warnings))
    if format_ is Format.JSON:
        typer.echo(as_json(whole))
    elif format_ is Format.GITHUB:
        for diagnostic in whole:
            typer.echo(as_github(diagnostic))
    else:
        print_report(whole)
        if not failed:
            sys.stderr.write(f"{', '.join(decks)}: no errors\n")
    if failed:
        raise typer.Exit(1)


def _check(deck: str, report: Report) -> None:
    """Report all that is wrong with a deck, and what may be. Raises DeckError."""
    from carddesigner.build import BuildSettings, impose, lay_out
    from carddesigner.checks import check
    from carddesigner.layout.deck import lay_out_deck
    from carddesigner.load.files import display_path
    from carddesigner.load.find import read_deck

    loaded = read_deck(deck, report)
    if loaded is None or report.errors:
        # Wrong cells hide nothing else, but with a wrong deck.yaml every card would be wrong.
        own = display_path(loaded.folder / "deck.yaml") if loaded is not None else ""
        if loaded is not None and all(e.span is not None and e.span.path != own for e in report.errors):
            lay_out_deck(loaded, report)
        return
    pieces = lay_out(loaded, report)
    impose(loaded, pieces, BuildSettings(), report)
    # All that was laid out stays to the end; looking through it for garbage again and again is a fifth of the time.
    gc.freeze()
    check(loaded, pieces, report)
