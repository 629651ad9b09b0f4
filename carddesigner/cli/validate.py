"""``carddesigner validate``: every problem of a deck at once."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer


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
    from carddesigner.build import BuildSettings, impose, lay_out
    from carddesigner.cli.report import as_github, as_json, print_report
    from carddesigner.core.report import DeckError, Report
    from carddesigner.load.find import load_deck

    whole = Report()
    for deck in decks:
        report = Report()
        try:
            loaded = load_deck(deck, report)
            impose(loaded, lay_out(loaded, report), BuildSettings(), report)
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
