"""Headings, tables and bars for the terminal, fitted to its width, in colour if it supports that."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carddesigner.stats.page import cut

LONGEST_LABEL = 40
LONGEST_BAR = 30
BARS = "\0"
"""The heading of a column of bars."""
PIPED = 120
"""Line width in characters if there is no terminal."""


def print_out(show: Callable[[Console], None]) -> None:
    """Print what *show* shows to standard output."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED
    colors: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    console = Console(file=sys.stdout, color_system=colors, highlight=False, markup=False, emoji=False, width=width)
    with console.capture() as captured:
        show(console)
    # rich pads the lines of a table with spaces.
    sys.stdout.write("\n".join(line.rstrip(" ") for line in captured.get().split("\n")).rstrip("\n") + "\n")


def shown(text: str, most: int = LONGEST_LABEL) -> str:
    """Return a deck's text on one line, shortened if it is long, without control characters."""
    return "".join("�" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") else c for c in cut(text, most))


def head(console: Console, text: str, about: str = "") -> None:
    """Print a heading with a remark."""
    line = Text(shown(text, 200), "bold")
    if about:
        line.append(f"  {about}", "not bold dim")
    console.print(line)


def table(
    console: Console, headings: Sequence[str], rows: Sequence[Sequence[str | Text]], left: Sequence[int] = (0,)
) -> None:
    """Print a table without lines; columns of numbers are right-aligned."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for i, heading in enumerate(headings):
        is_text = i in left and heading != BARS
        made.add_column(
            "" if heading == BARS else heading,
            justify="left" if i in left else "right",
            overflow="fold" if is_text else "ellipsis",
            no_wrap=not is_text,
            min_width=None if is_text else max([len(heading), *(len(str(r[i])) for r in rows)]),
        )
    for row in rows:
        made.add_row(*(Text(c) if isinstance(c, str) else c for c in row))
    console.print(Padding(made, (0, 0, 1, 2)))


def bar(share: float, console: Console) -> Text:
    """Return a bar for a share from 0 to 1."""
    longest = max(4, min(LONGEST_BAR, console.width // 3))
    if not (console.encoding or "").lower().startswith("utf"):
        return Text("#" * round(share * longest) or ("." if share else ""), "cyan")
    eighths = round(share * longest * 8) or (1 if share else 0)
    return Text("█" * (eighths // 8) + ("" if eighths % 8 == 0 else "▏▎▍▌▋▊▉"[eighths % 8 - 1]), "cyan")
