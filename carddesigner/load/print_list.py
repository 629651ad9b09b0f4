"""A list of what to print: a line a piece, its id and how many of it."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.load.deck import MOST_COPIES
from carddesigner.load.files import FileProblem, decode, display_path, read_bytes

_LINE = re.compile(r"\s*(?P<id>[^\s,;#]+)\s*(?:[\s,;]\s*(?P<count>[^\s,;#]+))?\s*[,;]?\s*(?P<rest>[^#\s].*)?(?:#.*)?")
_HEADER = ("id", "card", "piece")
_HINT = "a line is an id and a count, such as: symbols-001 2"


class Entry(Struct, frozen=True):
    """A line of the list."""

    id: str
    copies: int
    span: Span


def read_print_list(path: Path) -> tuple[Entry, ...]:
    """The entries in the list's order; a count that is left out is 1. Raises DeckError with all that is wrong."""
    report = Report()
    shown = display_path(path)
    try:
        text = decode(read_bytes(path), path)
    except FileProblem as problem:
        report.error(problem.code, problem.message, problem.span or Span(shown), hint=problem.hint)
        raise DeckError(report) from None
    out: list[Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        place = Span(shown, number, 1, 0, len(line))
        if match is None or match["rest"]:
            report.error("wrong-list", "this line is not an id and a count", place, hint=_HINT)
            continue
        count = match["count"] or "1"
        if not out and match["id"].lower() in _HEADER and not count.isdigit():
            continue
        column = match.start("count") + 1
        if not (count.isascii() and count.isdigit() and len(count) < 7):
            where = Span(shown, number, column, 0, len(count))
            report.error("wrong-list", f"{count[:40]!r} is not a count of copies", where, hint=_HINT)
            continue
        out.append(Entry(match["id"], int(count), Span(shown, number, match.start("id") + 1, 0, len(match["id"]))))
    if not report.errors and not sum(e.copies for e in out):
        report.error("nothing-selected", "the list asks for no card", Span(shown), hint=_HINT)
    if sum(e.copies for e in out) > MOST_COPIES:
        report.error("too-many-copies", f"the list asks for more than {MOST_COPIES:,} cards", Span(shown))
    report.raise_errors()
    return tuple(out)
