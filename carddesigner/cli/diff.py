"""``carddesigner diff``: the cards that are new, gone or changed between two states of a deck."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, Option

from carddesigner.cli.options import Json, Quiet

if TYPE_CHECKING:
    from carddesigner.compare.difference import Difference
    from carddesigner.core.report import Report


def diff(
    old: Annotated[
        str,
        Argument(
            metavar="OLD",
            help="A manifest (.json), a deck, or a deck at a git revision: PATH@REVISION, such as ./my-deck@HEAD~1.",
        ),
    ],
    new: Annotated[
        str | None,
        Argument(metavar="NEW", help="The same; left out after PATH@REVISION, it is that deck as it is now."),
    ] = None,
    html: Annotated[
        Path | None, Option(metavar="FILE", help="Write a page with the changed faces side by side.")
    ] = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """List which cards are new, gone or changed, field by field. The exit code is 0 even if there are any."""
    from carddesigner.cli.progress import Progress
    from carddesigner.cli.report import print_json, print_report, report_data
    from carddesigner.compare.difference import as_data, difference
    from carddesigner.compare.read import named, states

    with Progress(quiet or json_) as progress:
        first = named(old)
        if new is None and first.kind != "revision":
            hint = f"{old}@HEAD compares {old} with what was committed last"
            hint = hint if first.kind == "deck" else "name the deck"
            raise BadParameter(f"name what to compare {old} with; {hint}", param_hint="NEW")
        with states(first, named(new or first.path), progress) as (then, now):
            differences = difference(then.view, now.view)
            if html is not None:
                from carddesigner.compare.page import page
                from carddesigner.export.files import write_files

                write_files({html: page(differences, then, now, progress).encode(errors="replace")})
    report = warnings(differences)
    if json_:
        print_json(report_data(report, **as_data(differences)))
    elif not quiet:
        from carddesigner.cli.diff_text import print_difference

        print_difference(differences, short=html is not None)
        print_report(report)
        if html is not None:
            sys.stderr.write(f"{html}\n")


def warnings(difference: Difference) -> Report:
    """Return warnings about what makes a comparison unreliable."""
    from carddesigner.core.report import Report
    from carddesigner.core.source import Span

    report = Report()
    for component in difference.numbered:
        pieces = [p for p in difference.new.pieces if p.component == component]
        by = (
            "what they hold" if any(p.fields for p in pieces) and difference.old.kind != "manifest" else "how they look"
        )
        message = f"{component}: the cards have no ids of their own; they were matched by {by}, and the rest by their neighbours"
        if difference.old.is_guess and difference.new.is_guess:
            message = f"{component}: the ids look like row numbers; pieces were matched by how they look, not by them"
        hint = "reordering may look like a change; a column `id` with permanent names avoids this"
        place = next((Span(p.place.path) for p in pieces if p.place is not None), None)
        report.warn("no-ids", message, place, hint=hint)
    return report
