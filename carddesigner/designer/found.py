"""Problems as the page shows them: their places in files, and the fix of each, if there is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from carddesigner.core.report import Diagnostic, Problem
from carddesigner.designer.message_parts import Found, FoundFix
from carddesigner.source.files import read_text

_PLAIN = re.compile(r"[\w#./@+-]+(?: [\w#./@+-]+)*")
"""Text that needs no quotes in any kind of file."""


def all_found(report: Iterable[Diagnostic], unsaved: Mapping[Path, str] | None = None) -> tuple[Found, ...]:
    """Return diagnostics as problems for the page. Files are read, except those whose *unsaved* text is given."""
    texts: dict[Path, str] = dict(unsaved or {})

    def text(path: Path) -> str:
        if path not in texts:
            try:
                texts[path] = read_text(path)
            except Problem:
                texts[path] = ""
        return texts[path]

    out = []
    for d in report:
        problem = Found(str(d.severity.value), d.code, d.message, d.hint or "", card=d.card or "", zone=d.zone or "")
        if d.span is None:
            out.append(problem)
            continue
        path, fix = Path(d.span.path).resolve(), None
        start, end, table = d.span.start, d.span.end, d.span.cell is not None
        if (
            d.fix is not None
            and not table
            and (at := _position_of(text(path), start, end, d.fix.old, d.fix.new)) is not None
        ):
            fix = FoundFix(path.as_posix(), at, d.fix.old, d.fix.new)
        out.append(
            Found(
                problem.severity,
                problem.code,
                problem.message,
                problem.hint,
                str(d.span),
                problem.card,
                problem.zone,
                path.as_posix(),
                0 if table else d.span.line,
                0 if table else d.span.column,
                0 if table else end - start,
                fix,
            )
        )
    return tuple(out)


def _position_of(text: str, start: int, end: int, old: str, new: str) -> int | None:
    """Return where *old* is between two places of a text; None if it is not there exactly once, or if *new* would need
    quotes.
    """
    if not old or not _PLAIN.fullmatch(new):
        return None
    positions = [m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(old)}(?![\w-])", text[start:end])]
    return start + positions[0] if len(positions) == 1 else None
