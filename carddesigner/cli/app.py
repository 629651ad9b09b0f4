"""The commands, put together."""

from __future__ import annotations

import typer

from carddesigner.cli.accept_translations import accept_translations
from carddesigner.cli.build import build
from carddesigner.cli.calibrate import calibrate
from carddesigner.cli.deal import deal
from carddesigner.cli.declare_fields import declare_fields
from carddesigner.cli.diff import diff
from carddesigner.cli.explain import explain
from carddesigner.cli.export import export
from carddesigner.cli.list import list_decks
from carddesigner.cli.new import new
from carddesigner.cli.schema import schema
from carddesigner.cli.stats import stats
from carddesigner.cli.validate import validate

app = typer.Typer(
    name="carddesigner",
    help="From a spreadsheet to a deck in the hand: print-ready card decks with bleed and duplex backs.",
    epilog="Begin with: carddesigner new my-game --from cards.xlsx",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("new")(new)
app.command("list")(list_decks)
app.command("build")(build)
app.command("validate")(validate)
app.command("explain")(explain)
app.command("declare-fields")(declare_fields)
app.command("accept-translations")(accept_translations)
app.command("export")(export)
app.command("stats")(stats)
app.command("deal")(deal)
app.command("diff")(diff)
app.command("schema")(schema)
app.command("calibrate")(calibrate)


def _version(asked: bool) -> None:
    if asked:
        from carddesigner import __version__

        typer.echo(f"carddesigner {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Nothing but ``--version`` stands before a command."""
