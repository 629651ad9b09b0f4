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
        list[str], typer.Argument(metavar="DECK", help="A deck's folder, such as ./my-game, or a shipped deck.")
    ],
    format_: Annotated[
        Format, typer.Option("--format", help="For you, for a program, or for a pull request's page.")
    ] = Format.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    accept_translations: Annotated[
        str | None,
        typer.Option(metavar="LANGUAGE", help="Take these translations as made from the texts as they are now."),
    ] = None,
    write_fields: Annotated[
        bool, typer.Option("--write-fields", help="Write into deck.yaml what columns hold, where nothing is declared.")
    ] = False,
) -> None:
    """Find all that is wrong with decks. Lays out every card in every language, and warns of what prints badly.

    Sets of tiles that are named together must be fit to be played together.
    """
    from msgspec.structs import replace

    from carddesigner.cli.report import as_github, as_json, folded, print_report
    from carddesigner.core.report import DeckError, Report
    from carddesigner.validation import check_deck, check_together

    if accept_translations is not None:
        for deck in decks:
            _accept(deck, accept_translations)
        return
    whole = Report()
    for deck in decks:
        report = Report()
        try:
            check_deck(deck, report, last=True)
        except DeckError as problem:
            report = problem.report
        whole.diagnostics.update(report.diagnostics)
    if len(decks) > 1 and not whole.errors:
        check_together(decks, whole)
    if write_fields:
        for deck in decks:
            _declare(deck)
    failed = bool(whole.errors or (strict and whole.warnings))
    if format_ is Format.JSON:
        typer.echo(as_json(whole))
    elif format_ is Format.GITHUB:
        for diagnostic, more in folded(whole):
            typer.echo(as_github(replace(diagnostic, message=f"{diagnostic.message}; {more}") if more else diagnostic))
    else:
        print_report(whole)
        if not failed:
            sys.stderr.write(f"{', '.join(decks)}: no errors\n")
    if failed:
        raise typer.Exit(1)


def _accept(deck: str, language: str) -> None:
    """Remember the originals that a deck's translations are made from."""
    from carddesigner.core.report import Report
    from carddesigner.export.files import write_files
    from carddesigner.load.find import load_deck
    from carddesigner.load.translations import ACCEPTED, accepted_bytes

    report = Report()
    loaded = load_deck(deck, report, language)
    path = loaded.folder / ACCEPTED
    write_files({path: accepted_bytes(loaded.folder, language, loaded.translations, report)})
    sys.stderr.write(f"{path}: {len(loaded.translations)} translations to {language} accepted\n")


def _declare(deck: str) -> None:
    """Write the fields of a deck that can be read; what is wrong with one that can't was reported."""
    from carddesigner.core.report import DeckError
    from carddesigner.export.fields import write_fields
    from carddesigner.load.find import load_deck

    try:
        loaded = load_deck(deck)
    except DeckError:
        sys.stderr.write(f"{deck}: no fields written, because the deck has errors\n")
        return
    written = write_fields(loaded)
    for component, fields in written.items():
        sys.stderr.write(f"{loaded.root.span.path}: wrote the fields of {component}: {', '.join(fields)}\n")
    if not written:
        sys.stderr.write(f"{loaded.root.span.path}: no fields to write; every component has its own or no table\n")
