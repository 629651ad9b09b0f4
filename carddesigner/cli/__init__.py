"""The command line. Each command is a file; this one puts them together and turns exceptions into exit codes.

0 fine, 1 the deck has errors or a file can't be written, 2 wrong use, 3 a fault of ours, 130 interrupted.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

import typer

from carddesigner.cli.build import build
from carddesigner.cli.explain import explain
from carddesigner.cli.export import export
from carddesigner.cli.list import list_decks
from carddesigner.cli.schema import schema
from carddesigner.cli.validate import validate

app = typer.Typer(
    name="carddesigner",
    help="From a spreadsheet to a deck in the hand: print-ready card decks with bleed and duplex backs.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("list")(list_decks)
app.command("build")(build)
app.command("validate")(validate)
app.command("explain")(explain)
app.command("export")(export)
app.command("schema")(schema)


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


def main() -> None:
    """Run the command line and exit with its code."""
    # Looking for plug-ins of pydantic costs a tenth of a small build, and none is wanted.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # A run makes values and ends: looking for garbage while it does so, or in all that is left at the end, finds next
    # to none and costs an eighth of a small build.
    gc.set_threshold(100_000, 20, 50)
    atexit.register(gc.freeze)
    try:
        app(standalone_mode=True)
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; nothing was changed\n")
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has gone; a second complaint at shutdown would be noise.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as problem:
        sys.exit(_explain_failure(problem))


def _explain_failure(problem: Exception) -> int:
    from carddesigner.core.report import DeckError

    if isinstance(problem, DeckError):
        from carddesigner.cli.report import print_report

        print_report(problem.report)
        return problem.exit_code
    code = getattr(problem, "exit_code", None)
    if isinstance(code, int):
        sys.stderr.write(f"error: {problem}\n")
        return code
    if os.environ.get("CARDDESIGNER_TRACEBACK"):
        raise problem
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace is not None else "unknown"
    sys.stderr.write(
        f"error: carddesigner failed, and it is not your fault: {type(problem).__name__}: {problem} (at {place})\n"
        "  hint: set CARDDESIGNER_TRACEBACK=1 and run it again for the details to report\n"
    )
    return 3
