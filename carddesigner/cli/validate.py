"""``carddesigner validate``: every problem of a deck at once."""

from __future__ import annotations

import gc
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from carddesigner.core.report import Report
    from carddesigner.load.deck import LoadedDeck

_TOLD_ONCE = frozenset(
    (
        "low-resolution",
        "low-contrast",
        "confusable-colors",
        "unused-field",
        "unused-file",
        "duplicate-card",
        "similar-cards",
        "silences-nothing",
        "little-bleed",
        "marks-left-out",
    )
)
"""Warnings that don't depend on the language."""


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
    accept_translations: Annotated[
        str | None,
        typer.Option(
            metavar="LANGUAGE", help="Remember that this language's texts fit their originals as they are now."
        ),
    ] = None,
    write_fields: Annotated[
        bool, typer.Option("--write-fields", help="Write what undeclared columns hold into deck.yaml.")
    ] = False,
) -> None:
    """Check decks: data, rules, templates, and that everything fits, in every language. Lays out every card."""
    from carddesigner.cli.report import as_github, as_json, print_report
    from carddesigner.core.report import DeckError, Report

    if accept_translations is not None:
        for deck in decks:
            _accept(deck, accept_translations)
        return
    whole = Report()
    for deck in decks:
        report = Report()
        try:
            _check(deck, report)
        except DeckError as problem:
            report = problem.report
        for diagnostic in report:
            whole.add(diagnostic)
    if write_fields:
        for deck in decks:
            _declare(deck)
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
    """Report all that is wrong with a deck in any of its languages, and what may be. Raises DeckError."""
    from msgspec.structs import replace

    loaded = _check_language(deck, None, report)
    for language in loaded.deck.languages if loaded is not None else ():
        from carddesigner.core.report import DeckError, Report
        from carddesigner.load.translations import check_accepted

        own = Report()
        try:
            other = _check_language(deck, language, own)
            if other is not None:
                translations = tuple(t for c in other.components for t in c.translations)
                check_accepted(other.folder, language, translations, own)
        except DeckError as problem:
            own = problem.report
        for diagnostic in own:
            if diagnostic not in report.diagnostics and diagnostic.code not in _TOLD_ONCE:
                report.add(replace(diagnostic, message=f"in {language}: {diagnostic.message}"))


def _check_language(deck: str, language: str | None, report: Report) -> LoadedDeck | None:
    from carddesigner.build import BuildSettings, impose, lay_out
    from carddesigner.checks import check
    from carddesigner.layout.deck import lay_out_deck
    from carddesigner.load.files import display_path
    from carddesigner.load.find import read_deck

    loaded = read_deck(deck, report, language)
    if loaded is None or report.errors:
        # Wrong cells hide nothing else, but with a wrong deck.yaml every card would be wrong.
        own = display_path(loaded.folder / "deck.yaml") if loaded is not None else ""
        if loaded is not None and all(e.span is not None and e.span.path != own for e in report.errors):
            lay_out_deck(loaded, report)
        return loaded
    pieces = lay_out(loaded, report)
    impose(loaded, pieces, BuildSettings(), report)
    # All that was laid out stays to the end; looking through it for garbage again and again is a fifth of the time.
    gc.freeze()
    check(loaded, pieces, report)
    return loaded


def _accept(deck: str, language: str) -> None:
    """Remember the originals that a deck's translations are made from."""
    from carddesigner.core.report import Report
    from carddesigner.export.files import write_files
    from carddesigner.load.find import load_deck
    from carddesigner.load.translations import ACCEPTED, accepted_bytes

    report = Report()
    loaded = load_deck(deck, report, language)
    translations = tuple(t for c in loaded.components for t in c.translations)
    path = loaded.folder / ACCEPTED
    write_files({path: accepted_bytes(loaded.folder, language, translations, report)})
    sys.stderr.write(f"{path}: {len(translations)} translations to {language} accepted\n")


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
