"""Headings, tables and bars in the terminal, as wide as it is, in colour where that is wanted."""

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
"""Characters of a line where there is no terminal that says how wide it is."""


def print_out(show: Callable[[Console], None]) -> None:
    """What *show* shows, on standard output."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED
    colors: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    console = Console(file=sys.stdout, color_system=colors, highlight=False, markup=False, emoji=False, width=width)
    with console.capture() as captured:
        show(console)
    # A table's lines are filled up to its width.
    sys.stdout.write("\n".join(line.rstrip(" ") for line in captured.get().split("\n")).rstrip("\n") + "\n")


def shown(text: str, most: int = LONGEST_LABEL) -> str:
    """A deck's own words on one line, cut where they are long, with nothing that a terminal would obey."""
    return "".join("�" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") else c for c in cut(text, most))


def head(console: Console, text: str, about: str = "") -> None:
    """A heading, and what it is about."""
    line = Text(shown(text, 200), "bold")
    if about:
        line.append(f"  {about}", "not bold dim")
    console.print(line)


def table(
    console: Console, headings: Sequence[str], rows: Sequence[Sequence[str | Text]], left: Sequence[int] = (0,)
) -> None:
    """A table without lines; columns of numbers stand to the right."""
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
    """A bar of a share from 0 to 1."""
    longest = max(4, min(LONGEST_BAR, console.width // 3))
    if not (console.encoding or "").lower().startswith("utf"):
        return Text("#" * round(share * longest) or ("." if share else ""), "cyan")
    eighths = round(share * longest * 8) or (1 if share else 0)
    return Text("█" * (eighths // 8) + ("" if eighths % 8 == 0 else "▏▎▍▌▋▊▉"[eighths % 8 - 1]), "cyan")
