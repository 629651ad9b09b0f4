"""``carddesigner validate``: report every problem of a deck at once."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, Exit, Option, echo

from carddesigner.cli.accept_translations import accept_translations as accept
from carddesigner.cli.declare_fields import declare_fields
from carddesigner.cli.options import Scheduler, jobs_option, renamed, scheduler_of

if TYPE_CHECKING:
    from carddesigner.core.report import Report
    from carddesigner.core.serials import Serials
    from carddesigner.core.worker import Workers
    from carddesigner.deck.copies import UnprintedRows


class Format(StrEnum):
    """The reader: a person, a program, or the page of a pull request."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def validate(
    decks: Annotated[
        list[str], Argument(metavar="DECK", help="A deck's folder, such as ./my-game, or a shipped deck.")
    ],
    format_: Annotated[
        Format, Option("--format", help="For people, for a program, or for a pull request's page.")
    ] = Format.TEXT,
    strict: Annotated[bool, Option("--strict", help="Fail on warnings too.")] = False,
    lists: Annotated[
        list[Path] | None,
        Option(
            "--list",
            metavar="FILE",
            help="Check a library against the deck's rule instead: one card per line, with its id and count. Repeatable.",
        ),
    ] = None,
    accept_translations: Annotated[str | None, Option(metavar="LANGUAGE", hidden=True)] = None,
    write_fields: Annotated[bool, Option("--write-fields", hidden=True)] = False,
    edition: Annotated[
        str | None, Option(metavar="NAME", help="Only this edition of the decks; by default all of them.")
    ] = None,
    serials: Annotated[
        str | None,
        Option(
            metavar="NUMBERS",
            help="Only these of the cards that the deck makes by number, such as 1-500, in one edition.",
        ),
    ] = None,
    jobs: Annotated[int | None, jobs_option("How many processes check decks, languages and editions")] = None,
    scheduler: Scheduler = None,
) -> None:
    """Report every problem of decks. Lays out all cards in every language and edition, and warns of what would print
    badly.

    Sets of tiles that are named together must fit together in play.
    """
    from carddesigner.cli.report import print_notice
    from carddesigner.cluster.workers import open_workers
    from carddesigner.core.report import DeckError, Report
    from carddesigner.pipeline.validate import check_together

    if edition is not None and (accept_translations is not None or write_fields):
        named = "--write-fields" if write_fields else "--accept-translations"
        raise BadParameter(f"{named} applies to the base edition; leave out --edition")
    if accept_translations is not None:
        renamed("validate --accept-translations", "accept-translations")
        for deck in decks:
            accept(deck, accept_translations)
        return
    wanted = _serials(serials)
    whole, lines, unprinted = Report(), list[str](), dict[str, object]()
    if lists:
        if len(decks) > 1:
            raise BadParameter("a library is built from one deck; name only that one", param_hint="--list")
        if write_fields or wanted is not None:
            named = "--write-fields" if write_fields else "--serials"
            raise BadParameter(f"--list checks only libraries; leave out {named}")
        fine = _check_lists(decks[0], lists, edition, whole)
        _report_all(whole, format_, fine, bool(whole.errors))
        return
    notify = print_notice if format_ is Format.TEXT else None
    with open_workers(scheduler_of(scheduler), jobs, notify) as workers:
        for deck, (report, rows) in zip(decks, _validated(decks, edition, wanted, workers), strict=True):
            if rows is not None:
                unprinted[deck] = rows.data
                lines += [f"{deck}: {line}" for line in rows.line.splitlines()]
            whole.diagnostics.update(report.diagnostics)
    if len(decks) > 1 and not whole.errors and wanted is None:
        check_together(decks, whole, edition)
    if write_fields:
        renamed("validate --write-fields", "declare-fields")
        for deck in decks:
            try:
                declare_fields(deck)
            except DeckError:
                sys.stderr.write(f"{deck}: no fields written, because the deck has errors\n")
    fine = "\n".join((*lines, f"{', '.join(decks)}: no errors"))
    _report_all(whole, format_, fine, bool(whole.errors or (strict and whole.warnings)), unprinted)


def _validated(
    decks: Sequence[str], edition: str | None, serials: "Serials | None", workers: "Workers"
) -> "Iterator[tuple[Report, UnprintedRows | None]]":
    """The problems of each deck, and its rows with 0 copies. Several decks are divided among the *workers*; of a single
    deck, its languages and editions are.
    """
    if len(decks) == 1:
        yield _problems_of(decks[0], edition, serials, workers)
        return
    yield from workers.each([_job(deck, edition, serials, workers) for deck in decks])


def _job(
    deck: str, edition: str | None, serials: "Serials | None", workers: "Workers"
) -> "Callable[[], tuple[Report, UnprintedRows | None]]":
    from carddesigner.core.job import Job
    from carddesigner.core.report import DeckError
    from carddesigner.deck.find import own_file

    here = partial(_problems_of, deck, edition, serials)
    if workers.are_here:
        return here
    try:
        file = own_file(deck)
    except DeckError:
        return here
    return Job(partial(_problems_of, file, edition, serials), (file.parent,), name=deck, failed=_has_errors)


def _has_errors(result: "tuple[Report, UnprintedRows | None]") -> bool:
    return bool(result[0].errors)


def _problems_of(
    deck: "str | Path", edition: str | None, serials: "Serials | None", workers: "Workers | None" = None
) -> "tuple[Report, UnprintedRows | None]":
    from carddesigner.core.report import DeckError, Report, pinned
    from carddesigner.pipeline.validate import validate_deck

    report = Report()
    try:
        jobs = workers.at_once if workers is not None else 1
        rows = validate_deck(deck, report, edition, jobs=jobs, serials=serials, workers=workers)
    except DeckError as problem:
        return problem.report, None
    return pinned(report), rows


def _serials(text: str | None) -> "Serials | None":
    """Parse serial numbers, if any are given. Invalid ones are wrong usage."""
    from carddesigner.core.serials import read_serials

    try:
        return read_serials(text) if text is not None else None
    except ValueError as problem:
        raise BadParameter(str(problem), param_hint="--serials") from None


def _report_all(
    report: "Report", format_: Format, fine: str, failed: bool, unprinted: Mapping[str, object] | None = None
) -> None:
    """Report the diagnostics in the chosen format, and *fine* if nothing failed; *unprinted* are rows, for programs."""
    from msgspec.structs import replace

    from carddesigner.cli.report import as_github, folded, print_json, print_report, report_data

    if format_ is Format.JSON:
        print_json(report_data(report, **({} if unprinted is None else {"not_printed": unprinted})))
    elif format_ is Format.GITHUB:
        for diagnostic, more in folded(report):
            echo(as_github(replace(diagnostic, message=f"{diagnostic.message}; {more}") if more else diagnostic))
    else:
        print_report(report)
        if not failed:
            sys.stderr.write(f"{fine}\n")
    if failed:
        raise Exit(1)


def _check_lists(deck: str, lists: Sequence[Path], edition: str | None, report: "Report") -> str:
    """Check libraries against a deck's rule. Returns a message on those that comply."""
    from carddesigner.core.report import DeckError
    from carddesigner.deal.choose import Choosing
    from carddesigner.deal.library import check_library, read_rule
    from carddesigner.deck.find import find_list, loaded_deck
    from carddesigner.deck.print_list import read_print_list

    lines = []
    try:
        loaded = loaded_deck(deck, report, edition=edition)
        rule = read_rule(Choosing(loaded, report))
        report.raise_errors()
    except DeckError as problem:
        report.diagnostics.update(problem.report.diagnostics)
        return ""
    for path in lists:
        try:
            entries = read_print_list(find_list(path, loaded))
        except DeckError as problem:
            report.diagnostics.update(problem.report.diagnostics)
            continue
        cards = check_library(entries, loaded, rule, report)
        fits = "as the deck requires" if rule is not None else "the deck has no `library:` to check it against"
        lines.append(f"{path}: a library of {cards:,} cards, {fits}")
    return "\n".join(lines)
