"""``carddesigner refresh``: read tables from the web again, or take one from a database."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import BadParameter, Option

from carddesigner.cli.options import OwnDeck, Quiet


def refresh(
    deck: OwnDeck,
    sql: Annotated[
        tuple[str, str] | None,
        Option(
            metavar="ADDRESS QUERY",
            help="Write the result of a database query to the deck's table: sqlite:///shop.db 'SELECT name, text FROM cards'.",
        ),
    ] = None,
    component: Annotated[
        str | None, Option(metavar="NAME", help="With --sql: the component whose table it is, if the deck has several.")
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Show what would change, and write nothing.")] = False,
    quiet: Quiet = False,
) -> None:
    """Update a deck's tables from the web (`from:` under `rows:`), or one from a database. Shows what changed, and
    writes it.

    Nothing else is fetched. A table that can't be read, or would break the deck's tables, is not written.
    """
    if component is not None and sql is None:
        raise BadParameter("--component needs --sql", param_hint="--component")
    from carddesigner.cli.diff import warnings
    from carddesigner.cli.diff_text import print_difference
    from carddesigner.cli.report import print_report
    from carddesigner.compare.difference import difference
    from carddesigner.compare.read import rows_state
    from carddesigner.export.files import write_files
    from carddesigner.source.files import display_path
    from carddesigner.starter.refresh import from_query, refreshed
    from carddesigner.starter.web.hosts import WebPolicy

    there = "web" if sql is None else "database"
    result = refreshed(deck, WebPolicy()) if sql is None else from_query(deck, *sql, component)
    if result.files and result.before and not quiet:
        changes = difference(rows_state("here", result.before), rows_state(there, result.after))
        print_difference(changes)
        print_report(warnings(changes))
    if not dry_run:
        write_files(result.files)
    for path in () if quiet else result.files:
        size = f"{len(result.files[path]):,} bytes"
        sys.stderr.write(f"{display_path(path)}: {f'{size} differ; not written' if dry_run else f'written, {size}'}\n")
    for path in () if quiet else result.same:
        sys.stderr.write(f"{display_path(path)}: the same as {'on the web' if sql is None else 'in the database'}\n")
