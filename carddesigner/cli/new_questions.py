"""The questions of ``carddesigner new`` on a terminal for options that aren't given; each answer is shown as its
option.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace
from typer import Abort, BadParameter, Exit, prompt

from carddesigner.cli.new_report import command_line, flags
from carddesigner.cli.report import harmless, styled
from carddesigner.core.report import DeckError, Report, did_you_mean
from carddesigner.source.files import FileProblem, is_there, read_bytes
from carddesigner.source.paths import shipped_decks
from carddesigner.starter.looks.look import LOOKS, look_named
from carddesigner.starter.looks.sizes import USUAL, read_size
from carddesigner.starter.made import NewOptions, is_address
from carddesigner.starter.reading.source import TABLES, WORKBOOKS, FoundTable, check_kind, read_source
from carddesigner.starter.spelling import folded_ascii, shortened, unused
from carddesigner.starter.table_roles import NO_QUANTITY, check_quantity, maybe_quantities
from carddesigner.tables.workbook import open_workbook

MAX_LISTED = 12
"""The most sheets or columns listed before a question."""
_DIM = "2"
_Answer = TypeVar("_Answer")


class Wanted(Struct, frozen=True):
    """What to make, from what, and how; ``source`` None is the tutorial."""

    folder: Path
    source: str | None
    options: NewOptions

    def command(self) -> list[str]:
        """Return the equivalent command."""
        arguments = ["carddesigner", "new", str(self.folder)]
        return arguments + (["--from", self.source] if self.source is not None else []) + flags(self.options)


def ask(source: str | None, options: NewOptions) -> Wanted:
    """Ask for what isn't given. Ends the program without writing anything if the user aborts."""
    try:
        source = source or _source()
        folder = _folder(source)
        if source is not None and Path(source).suffix.lower() in TABLES and not is_address(source):
            options = _of_table(Path(source), options)
    except Abort:
        sys.stderr.write("\nnothing was made\n")
        raise Exit(1) from None
    wanted = Wanted(folder, source, options)
    sys.stderr.write(f"{styled('The same without questions:', _DIM)} {harmless(command_line(wanted.command()))}\n\n")
    return wanted


def _asked(question: str, read: Callable[[str], _Answer], default: str = "", shown: str | None = None) -> _Answer:
    """The answer to a question, converted by *read*; asked again while that raises. Enter takes the default."""

    def value(text: str) -> _Answer:
        try:
            return read(text.strip())
        except BadParameter as problem:
            raise BadParameter(harmless(problem.message)) from None
        except DeckError as problem:
            first = problem.report.errors[0]
            raise BadParameter(harmless(first.message + (f" ({first.hint})" if first.hint else ""))) from None

    named = shown if shown is not None else default
    text = f"{question} [{harmless(named)}]" if named else question
    answer: _Answer = prompt(text, default=default, show_default=False, value_proc=value, err=True)
    return answer


def _say(*arguments: str, else_: str = "") -> None:
    """Show the options equivalent to an answer."""
    text = command_line(arguments) if arguments else else_
    if text:
        sys.stderr.write(f"  {styled(harmless(text), _DIM)}\n")


def _source() -> str | None:
    """The table, an address, or a shipped deck."""
    here = sorted(p.name for p in Path().iterdir() if p.suffix.lower() in TABLES and not p.name.startswith((".", "~$")))
    default = here[0] if len(here) == 1 else ""
    if len(here) > 1:
        _say(else_=f"here are {_listed(here)}")
    shown = default or "Enter for a tutorial"
    answer = _asked("Your table: a file, or an address on the web", _read_source, default, shown)
    _say(*(("--from", answer) if answer is not None else ()), else_="without --from: a tutorial")
    return answer


def _read_source(text: str) -> str | None:
    # Terminals quote a file that is dropped on them, or write backslashes before its spaces.
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
    if not bare:
        return None
    for name in (bare, re.sub(r"\\(.)", r"\1", bare)):
        path = _path(name)
        if is_there(path) and path.is_file():
            check_kind(path, Report())
            return str(path)
    if is_address(bare) or bare in shipped_decks():
        return bare
    near = did_you_mean(bare, [*shipped_decks(), *(p.name for p in Path().iterdir())])
    raise BadParameter(f"there is no file {bare}{near}")


def _path(text: str) -> Path:
    """A path as a shell reads it; a tilde before an unknown user's name is an ordinary character."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def _folder(source: str | None) -> Path:
    """The folder to make."""
    name = "first-deck" if source is None else folded_ascii(Path(source).stem if not is_address(source) else "my-deck")
    taken = {p.name for p in Path().iterdir()}
    answer = _asked("The folder to make", _read_folder, unused(name or "my-deck", taken))
    _say(str(answer))
    return answer


def _read_folder(text: str) -> Path:
    folder = _path(text)
    if is_there(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise BadParameter(
            f"{folder} {'is not empty' if folder.is_dir() else 'is a file'}; name one that doesn't exist"
        )
    return folder


def _of_table(file: Path, options: NewOptions) -> NewOptions:
    """Ask what a table doesn't say. Its errors are reported later, when the deck is made."""
    options = _sheets(file, options)
    try:
        tables = read_source(file, Report(), options)
    except DeckError:
        return options
    return _size(_look(_quantity(tables, options)))


def _sheets(file: Path, options: NewOptions) -> NewOptions:
    """Ask which sheets of a workbook have the cards, if there are several."""
    if options.sheets or file.suffix.lower() not in WORKBOOKS:
        return options
    try:
        names = dict(open_workbook(file, read_bytes(file)).sheets)
        if len(names) < 2:
            return options
        tables = read_source(file, Report(), options)
        listed = [s.rows.sheet for t in tables for s in t.sheets if s.rows.sheet is not None]
    except (DeckError, FileProblem, ValueError):
        return options
    _say(else_=f"it has {_listed([n if visible else f'{n} (hidden)' for n, visible in names.items()])}")

    def read(text: str) -> tuple[str, ...]:
        sheets = tuple(s for part in ([text] if text in names else text.split(",")) if (s := part.strip()))
        read_source(file, Report(), replace(options, sheets=sheets))
        return sheets

    sheets = _asked("The sheets with the cards, separated by commas", read, "", _listed(listed))
    _say(*(word for sheet in sheets for word in ("--sheet", sheet)), else_="without --sheet: those that have cards")
    return replace(options, sheets=sheets)


def _quantity(tables: Sequence[FoundTable], options: NewOptions) -> NewOptions:
    """Ask for the column with the number of copies, if it isn't certain."""
    maybe = dict(maybe_quantities(tables)) if options.quantity is None else {}
    if not maybe:
        return options
    _say(else_=f"perhaps {_listed([f'{name} ({cards} cards)' for name, cards in maybe.items()])}")

    def read(text: str) -> str:
        check_quantity(tables, text, Report())
        return text

    column = _asked("The column with the number of copies of a card", read, NO_QUANTITY)
    _say("--quantity", column)
    return replace(options, quantity=column)


def _look(options: NewOptions) -> NewOptions:
    """Ask for the look of the cards."""
    if options.look is not None:
        return options
    for shipped in LOOKS:
        _say(else_=f"{shipped.name}: {shipped.about}")

    def read(text: str) -> str | None:
        return look_named(text).name if text else None

    look = _asked("How the cards look", read, "", "what fits the table")
    _say(*(("--look", look) if look is not None else ()), else_="without --look: what fits the table")
    return replace(options, look=look)


def _size(options: NewOptions) -> NewOptions:
    """Ask for the size of the cards."""
    if options.size is not None:
        return options

    def read(text: str) -> str | None:
        return text if text and read_size(text) else None

    size = _asked("Their size, such as tarot or 69x120mm", read, "", USUAL)
    _say(*(("--size", size) if size is not None else ()), else_=f"without --size: {USUAL}, larger if the texts need it")
    return replace(options, size=size)


def _listed(names: Sequence[str]) -> str:
    """Names in one line."""
    shown = ", ".join(shortened(harmless(n), 40) for n in names[:MAX_LISTED])
    return f"{shown} and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else shown
