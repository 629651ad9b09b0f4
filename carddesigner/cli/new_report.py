"""The report of ``carddesigner new``: what each column was taken for, where to change that, and the next steps."""

from __future__ import annotations

import shlex
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace

from carddesigner.cli.report import harmless, styled
from carddesigner.starter.made import GuessMessage, Made, NewOptions
from carddesigner.starter.spelling import shortened

MAX_COLUMN = 40
"""The most characters shown of a column's name."""
MAX_ADDED = 6
"""The most unprinted columns for which the line that adds them is shown."""
_DIM, _BOLD = "2", "1"


def print_made(made: Made) -> None:
    """Print to stderr what was made."""
    err = sys.stderr.write
    out = [g for g in made.guesses if g.adds is not None]
    for line in _table([g for g in made.guesses if g.adds is None]):
        err(f"{line}\n")
    for line in _not_printed(out):
        err(f"{line}\n")
    for remark in made.remarks:
        err(harmless(f"note: {remark}") + "\n")
    cards = f"{made.cards} card{'s' * (made.cards != 1)}"
    pieces = f", {made.pieces} different" if made.pieces not in (0, made.cards) else ""
    files = [f for f in made.files if f not in (made.contact_sheet, made.compared_looks)]
    listed = f"{', '.join(files[:8])}{' …' if len(files) > 8 else ''}"
    err(f"{made.folder}: {styled(cards, _BOLD)}{pieces}; {harmless(listed)}\n")
    for picture, what in ((made.contact_sheet, "contact sheet"), (made.compared_looks, "looks side by side")):
        if picture is not None:
            err(f"{what}: {styled(str(made.folder / picture), _BOLD)}\n")
    for number, (command, what) in enumerate(_next(made)):
        err(f"{'Next:' if number == 0 else '     '} {command}  {styled(what, _DIM)}\n")


def command_line(arguments: Sequence[str]) -> str:
    """Format a command as it is typed."""
    return " ".join(w if w.isprintable() and shlex.quote(w) == w else _quoted(w) for w in arguments)


def flags(options: NewOptions) -> list[str]:
    """Format options as on the command line."""
    out = [word for sheet in options.sheets for word in ("--sheet", sheet)]
    out += ["--columns", ",".join(map(_in_list, options.columns))] if options.columns else []
    out += [word for markup in options.markup for word in ("--markup", markup.value)]
    for name in ("header", "quantity", "look", "size"):
        value = getattr(options, name)
        out += [f"--{name}", str(value)] if value is not None else []
    out += ["--compare-looks"] if options.compare_looks else []
    return out


def _in_list(name: str) -> str:
    """A name in a comma-separated list."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if {",", '"'} & set(name) else name


def _quoted(word: str) -> str:
    """A word in quotes that all shells understand, if it has no characters that are special within them."""
    return f'"{word}"' if not set(word) & set('"$`\\!%') else shlex.quote(word)


def deck_argument(folder: Path) -> str:
    """Format a deck's folder as an argument of commands."""
    shown = str(folder)
    return shown if "/" in shown or "\\" in shown or shown.startswith(".") else f"./{shown}"


def _next(made: Made) -> list[tuple[str, str]]:
    """The next commands, with what they are for."""
    deck = deck_argument(made.folder)
    commands = [
        (["build", deck], "the PDF to print"),
        (["validate", deck], "what would print badly"),
        (["build", deck, "--watch", "--open"], "builds again at each change that you save"),
    ]
    shown = [(command_line(["carddesigner", *arguments]), what) for arguments, what in commands]
    width = max(len(command) for command, _ in shown)
    return [(f"{command:<{width}}", f"# {what}") for command, what in shown]


def _table(guesses: Sequence[GuessMessage]) -> Iterator[str]:
    """The guesses in columns, one per line."""
    if not guesses:
        return
    rows = [
        (g.sure.value, g.what, harmless(shortened(g.found, MAX_COLUMN)), harmless(g.place or ""), harmless(g.why))
        for g in _together(guesses)
    ]
    head = ("how sure", "what", "found in", "change it in", "because")
    widths = [max(map(_width, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(c + " " * (width - _width(c)) for c, width in zip(cells, widths, strict=True)).rstrip()

    yield styled(line(head), _DIM)
    for row in rows:
        yield line(row)


def _width(text: str) -> int:
    """The width of a text on a terminal, in columns."""
    return sum((unicodedata.east_asian_width(c) in "WF") + (not unicodedata.combining(c)) for c in text)


def _together(guesses: Sequence[GuessMessage]) -> Iterator[GuessMessage]:
    """The guesses, with more than three similar ones in a row merged into one."""
    for _, group in groupby(guesses, key=lambda g: (g.sure, g.what, g.why)):
        first, *others = group
        if len(others) > 2:
            yield replace(first, found=shortened(", ".join(g.found for g in (first, *others)), MAX_COLUMN))
        else:
            yield from (first, *others)


def _not_printed(guesses: Sequence[GuessMessage]) -> Iterator[str]:
    """The columns that are not printed, each with the line that adds it."""
    for below, group in groupby(guesses, key=lambda g: g.below):
        here = list(group)
        many = f"{len(here)} columns are" if len(here) > 1 else "1 column is"
        yield f"{many} not printed; to print one, add its line below {below}:"
        for g in here[:MAX_ADDED]:
            also = f"; then delete {g.place}" if g.place is not None else ""
            found, why = harmless(shortened(g.found, MAX_COLUMN)), harmless(f"{g.sure.value}: {g.why}{also}")
            yield f"  {found}  {styled(why, _DIM)}"
            yield harmless(f"      {g.adds}")
        if others := here[MAX_ADDED:]:
            names = ", ".join(shortened(g.found, MAX_COLUMN) for g in others[:12])
            yield harmless(f"  and likewise {names}{' …' if len(others) > 12 else ''}")
