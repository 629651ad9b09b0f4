"""The commands."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.main import get_command

from carddesigner.cli.values import read_plainly

if TYPE_CHECKING:
    from carddesigner.core.options import OptionError


class _Command(TyperCommand):
    """A command that reports invalid options as wrong usage."""

    def get_params(self, ctx: Any) -> Any:
        """The command's parameters, with ``--help``."""
        return _read_plainly(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Let ``--sleeves`` stand without a size before another option, before a deck's folder, and at the end."""
        out = list(args)
        for i, arg in enumerate(args):
            after = args[i + 1] if i + 1 < len(args) else "-"
            if arg == "--":
                break
            if arg == "--sleeves" and (after.startswith("-") or "/" in after or after.startswith(".")):
                out[i] = "--sleeves=auto"
        return super().parse_args(ctx, out)

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

    from carddesigner.core.options import as_flag

    problems = [(as_flag(p.option), p.text(as_flag)) for p in error.problems]
    if len(problems) == 1:
        return typer.BadParameter(problems[0][1], param_hint=problems[0][0])
    return typer.BadParameter("".join(f"\n{option}: {text}" for option, text in problems))


COMMANDS = (
    *("new", "designer", "list", "build", "validate", "explain", "declare-fields", "accept-translations"),
    *("export", "preflight", "stats", "playtest", "deal", "diff", "refresh", "icons", "fonts", "schema", "calibrate"),
)
"""The commands in the order of ``--help``; each is in a module of its name."""


def _read_plainly(params: list[Any]) -> list[Any]:
    for param in params:
        read_plainly(param)
    return params


def _no_type(**_: object) -> None:
    """Hide the type of an argument, because its help describes it."""


def _function(command: str) -> Callable[..., object]:
    """The function of a command; its docstring is the command's help."""
    name = command.replace("-", "_")
    module = import_module(f"carddesigner.cli.{name}")
    attribute: Callable[..., object] = getattr(module, "list_decks" if name == "list" else name)
    return attribute


class _Commands(TyperGroup):
    """The commands. Each is loaded when it is needed, because the options of all of them take longer than a small
    deck.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more | {"commands": dict.fromkeys(COMMANDS)})

    def get_params(self, ctx: Any) -> Any:
        """The options before a command."""
        return _read_plainly(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in self.commands and self.commands[cmd_name] is None:
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
            alone.command(cmd_name, cls=_Command)(_function(cmd_name))
            self.commands[cmd_name] = command = get_command(alone)
            for param in command.params:
                if isinstance(param, TyperArgument):
                    # Typer would append the Python type of a list to its name.
                    vars(param)["display_type_rich"] = _no_type
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands with their help, without loading their options."""
        listed = [TyperCommand(name, help=getdoc(_function(name))) for name in self.commands]
        TyperGroup(commands=listed).format_commands(ctx, formatter)


app = typer.Typer(
    name="carddesigner",
    cls=_Commands,
    help="From a spreadsheet to a deck in the hand: print-ready card decks with bleed and duplex backs.",
    epilog="Begin with: carddesigner new my-game --from cards.xlsx",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(requested: bool) -> None:
    if requested:
        from carddesigner import __version__

        typer.echo(f"carddesigner {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """The only option before a command is ``--version``."""
