"""A list of pieces to print, or a library to play with: each line has an id and the number of copies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from carddesigner.core.piece import Keyed
from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.loaded import MAX_COPIES
from carddesigner.source.files import FileProblem, display_path, is_there, read_text

_WORD = re.compile(r"[^\s,;]+")
_HEADER = ("id", "card", "piece")
MAX_REPORTED = 20
"""The most lines reported individually."""
_HINT = "a line is an id and a count, such as: symbols-001 2"


class ListedCard(Struct, frozen=True):
    """A line of the list."""

    id: str
    copies: int
    span: Span


SomePiece = TypeVar("SomePiece", bound=Keyed)


def look_up(
    entries: Sequence[ListedCard], pieces: Iterable[SomePiece], report: Report, what: str = "piece"
) -> list[tuple[ListedCard, SomePiece]]:
    """Look up the piece of each line. Ids that no piece or several pieces have are reported."""
    wrong = 0
    by_name: dict[str, list[SomePiece]] = {}
    for piece in pieces:
        by_name.setdefault(piece.id, []).append(piece)
        by_name.setdefault(f"{piece.component}/{piece.id}", []).append(piece)
    out = []
    for entry in entries:
        if wrong == MAX_REPORTED:
            report.error("unknown-piece", "the ids below were not looked for", entry.span)
            break
        matching = by_name.get(entry.id, [])
        wrong += len(matching) != 1
        if not matching:
            message = f"the deck has no {what} {entry.id[:80]!r}{did_you_mean(entry.id, by_name)}"
            report.error("unknown-piece", message, entry.span)
        elif len(matching) > 1:
            message = f"several components have a {what} {entry.id!r}"
            hint = f"write {' or '.join(f'{p.component}/{p.id}' for p in matching[:3])}"
            report.error("unknown-piece", message, entry.span, hint=hint)
        else:
            out.append((entry, matching[0]))
    return out


def read_print_list(path: Path) -> tuple[ListedCard, ...]:
    """Read the entries in the list's order; the default count is 1. Raises DeckError with all errors."""
    report = Report()
    shown = display_path(path)
    if not is_there(path):
        report.fail("missing-file", f"there is no {shown}")
    try:
        text = read_text(path)
    except FileProblem as problem:
        if problem.code == "encoding":
            report.fail("encoding", f"{shown} is no text in UTF-8", Span(shown), hint=_HINT)
        report.fail(problem.code, problem.message, Span(shown))
    return parse_print_list(text, shown)


def parse_print_list(text: str, shown: str) -> tuple[ListedCard, ...]:
    """Parse the entries of a list's text; *shown* is the file's name in messages. Raises DeckError with all errors."""
    report = Report()
    out: list[ListedCard] = []
    for number, line in enumerate(text.splitlines(), 1):
        if len(report.errors) == MAX_REPORTED:
            report.error("wrong-list", "the lines below were not read", Span(shown, number, 1, 0, 0))
            break
        words = list(islice(_WORD.finditer(line.partition("#")[0]), 3))
        if not words:
            continue
        if len(words) > 2:
            place = Span(shown, number, words[2].start() + 1, 0, len(line) - words[2].start())
            report.error("wrong-list", "a line has an id and a count, and this one more", place, hint=_HINT)
            continue
        count = words[1][0] if len(words) == 2 else "1"
        if not out and words[0][0].lower() in _HEADER and not count.isdigit():
            continue
        if not (count.isascii() and count.isdigit() and len(count) < 7):
            place = Span(shown, number, words[1].start() + 1, 0, len(count))
            report.error("wrong-list", f"{count[:40]!r} is not a count of copies", place, hint=_HINT)
            continue
        out.append(ListedCard(words[0][0], int(count), Span(shown, number, words[0].start() + 1, 0, len(words[0][0]))))
    if not report.errors and not sum(e.copies for e in out):
        report.error("nothing-selected", "the list asks for no card", Span(shown), hint=_HINT)
    if sum(e.copies for e in out) > MAX_COPIES:
        report.error("too-many-copies", f"the list asks for more than {MAX_COPIES:,} cards", Span(shown))
    report.raise_errors()
    return tuple(out)
