"""The commands, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand

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

if TYPE_CHECKING:
    from carddesigner.core.options import OptionError


class _Command(TyperCommand):
    """A command that reports options which can't be followed as wrong use of it."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except ValueError as problem:
            from carddesigner.core.options import OptionError

            if not isinstance(problem, OptionError):
                raise
            error = _wrong_use(problem)
            error.ctx = ctx
            raise error from None


def _wrong_use(error: OptionError) -> typer.BadParameter:
    """All wrong options at once, as they are written on the command line."""

    def written(name: str, value: str | None) -> str:
        option = f"--{ {'sheets': 'sheet', 'listed': 'list'}.get(name, name).replace('_', '-') }"
        return option if value is None else f"{option} {value}"

    first = error.problems[0]
    if len(error.problems) == 1:
        return typer.BadParameter(first.text(written), param_hint=written(first.option, None))
    return typer.BadParameter("".join(f"\n{written(p.option, None)}: {p.text(written)}" for p in error.problems))


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
app.command("new", cls=_Command)(new)
app.command("list", cls=_Command)(list_decks)
app.command("build", cls=_Command)(build)
app.command("validate", cls=_Command)(validate)
app.command("explain", cls=_Command)(explain)
app.command("declare-fields", cls=_Command)(declare_fields)
app.command("accept-translations", cls=_Command)(accept_translations)
app.command("export", cls=_Command)(export)
app.command("stats", cls=_Command)(stats)
app.command("deal", cls=_Command)(deal)
app.command("diff", cls=_Command)(diff)
app.command("schema", cls=_Command)(schema)
app.command("calibrate", cls=_Command)(calibrate)


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
