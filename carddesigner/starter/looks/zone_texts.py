"""Zones of a template as they are written, and texts of several columns in one zone."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from carddesigner.starter.looks.plan import PlannedColumn
from carddesigner.starter.spelling import quoted, scalar
from carddesigner.text.rich import literal

_SHORT = 110
"""Characters of several texts that stand on one line where templates are to be short."""
LINE = "---"
"""What draws a line between two texts."""


def distinct_names(names: Sequence[str]) -> list[str]:
    """Names without the words that all begin or end with: of Cost Wood and Cost Stone what they are costs of."""
    words = [name.split() for name in names]
    for end in (0, -1):
        while words and all(len(w) > 1 and w[end].casefold() == words[0][end].casefold() for w in words):
            for w in words:
                del w[end]
    return [" ".join(w) for w in words]


def labelled(columns: Sequence[PlannedColumn], *, always: bool = False) -> list[str]:
    """Paragraphs of columns, with their names in bold where there are several; one that is blank takes no room."""
    if len(columns) == 1 and not always:
        return [columns[0].text]
    out = []
    for p in columns:
        name = f"**{literal(p.label)}:** "
        out.append(f"{{{{ {quoted(name)} ~ {p.value} if {p.there} }}}}" if p.blanks else f"{name}{p.text}")
    return out


def dotted(columns: Sequence[PlannedColumn]) -> str:
    """Values with points between them, where there are any on both sides."""
    out = ""
    for n, p in enumerate(columns):
        before = columns[:n]
        if not n:
            out = p.text
        elif any(not b.blanks for b in before):
            out += f'{{{{ " · " ~ {p.value} if {p.there} }}}}' if p.blanks else f" · {p.text}"
        else:
            some = " or ".join(b.there for b in before)
            some = f"({some})" if n > 1 else some
            there = f"{p.there} and {some}" if p.blanks else some
            out += f'{{{{ " · " if {there} }}}}{p.text}'
    return out


def zone_line(name: str, *settings: str) -> str:
    """What a template says of a zone, on one line."""
    return f"{name}: {{{', '.join(settings)}}}"


def block(name: str, paragraphs: Iterable[str], *settings: str, short: bool = False) -> list[str]:
    """A zone whose text stands on lines of its own, paragraphs apart but for a line between them; a text alone is one
    line with all else, and so are *short* ones.
    """
    parts = list(paragraphs)
    joined = "\n\n".join(parts).replace(f"\n\n{LINE}\n\n", f"\n{LINE}\n")
    if "\n" not in joined or (short and len(joined) <= _SHORT):
        return [zone_line(name, *settings, f"text: {scalar(joined)}")]
    body = textwrap.indent(joined, "    ").splitlines()
    return [f"{name}:", *(f"  {s}" for s in settings), "  text: |", *body]
