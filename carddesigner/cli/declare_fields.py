"""``carddesigner declare-fields``: the types of columns, written into a deck's ``deck.yaml``."""

from __future__ import annotations

import sys

import typer

from carddesigner.cli.options import OwnDeck, Quiet


def declare_fields(deck: OwnDeck, quiet: Quiet = False) -> None:
    """Write the types of table columns into deck.yaml, for components that declare no fields.

    Nothing else in the file changes. Columns with values of several types stay undeclared.
    """
    from carddesigner.export.deck_files import declare_fields as declare

    written = [f"wrote the fields of {c}: {', '.join(fields)}" for c, fields in declare(deck).items()]
    for line in () if quiet else written or ["no fields to write; every component has its own or no table"]:
        typer.echo(f"{deck}: {line}", sys.stderr)
