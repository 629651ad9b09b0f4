"""Diagnostics to the terminal: place, source line, caret, hint; and to JSON or GitHub's annotations."""

from __future__ import annotations

import json
import os
import re
import sys
from functools import lru_cache
from pathlib import Path

from carddesigner.core.report import Diagnostic, Report, Severity
from carddesigner.core.source import Span
from carddesigner.load.files import FileProblem, decode

_RED, _YELLOW, _BOLD, _DIM = "31;1", "33;1", "1", "2"


def _styled(text: str, code: str) -> str:
    if os.environ.get("NO_COLOR") or not sys.stderr.isatty():
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


def print_report(report: Report) -> None:
    """Every diagnostic on stderr, and how many there were."""
    _lines.cache_clear()  # a deck that is watched was edited since
    for diagnostic in report:
        sys.stderr.write(as_text(diagnostic))
    errors, warnings = len(report.errors), len(report.warnings)
    if errors or warnings:
        counts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
        sys.stderr.write(f"{', '.join(counts)}\n")


def as_text(d: Diagnostic) -> str:
    """A diagnostic as lines for a person."""
    color = _RED if d.severity is Severity.ERROR else _YELLOW
    place = _styled(f"{d.span}: ", _BOLD) if d.span is not None else ""
    about = ", ".join(f"{k} {v}" for k, v in (("card", d.card), ("zone", d.zone)) if v)
    tail = f" ({about})" if about else ""
    out = [f"{place}{_styled(f'{d.severity}[{d.code}]', color)}: {d.message}{tail}"]
    if d.span is not None:
        out += _source(d.span)
    for related in d.related:
        words = f" {related.message}" if related.message else ""
        out.append(f"  from {related.span}{_styled(words, _DIM)}")
    if d.hint:
        out.append(f"  hint: {d.hint}")
    return "\n".join(out) + "\n"


def _source(span: Span) -> list[str]:
    """The line a span stands on with a caret under it, if the file can be read."""
    lines = _lines(span.path)
    whole_file = (span.line, span.column, span.start, span.end) == (1, 1, 0, 0)
    if span.cell is not None or whole_file or not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    if not line.strip() or len(line) > 2000:
        return []
    start = span.column - 1
    length = max(1, min(span.end - span.start, len(line) - start))
    left = max(0, start - 60)
    shown = line[left : left + 110]
    carets = "^" * max(1, min(length, len(shown) - (start - left)))
    return [f"  | {shown}".expandtabs(1), f"  | {' ' * (start - left)}{_styled(carets, _RED)}"]


@lru_cache(maxsize=16)
def _lines(path: str) -> list[str]:
    try:
        file = Path(path)
        data = file.read_bytes() if file.is_file() else b""
    except OSError:
        return []
    try:
        text = decode(data, file)
    except FileProblem:
        text = data.decode("windows-1252", errors="replace")
    return re.split("\r\n|\r|\n", text)


def as_dict(d: Diagnostic) -> dict[str, object]:
    """A diagnostic for programs."""
    return {
        "severity": str(d.severity),
        "code": d.code,
        "message": d.message,
        "place": _place(d.span),
        "related": [{**(_place(r.span) or {}), "message": r.message} for r in d.related],
        "hint": d.hint,
        "card": d.card,
        "zone": d.zone,
    }


def _place(span: Span | None) -> dict[str, object] | None:
    if span is None:
        return None
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "start": span.start,
        "end": span.end,
        "cell": span.cell,
    }


def as_json(report: Report, **more: object) -> str:
    """A report as one JSON document."""
    data = {"errors": len(report.errors), "warnings": len(report.warnings), **more}
    return json.dumps(
        {**data, "diagnostics": [as_dict(d) for d in report]},
        ensure_ascii=sys.stdout.encoding.lower() != "utf-8",
        indent=2,
    )


def as_github(d: Diagnostic) -> str:
    """A diagnostic as an annotation that GitHub shows beside the line."""
    words = d.message + (f" ({d.hint})" if d.hint else "")
    for raw, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        words = words.replace(raw, escaped)
    if d.span is None:
        return f"::{d.severity} title={d.code}::{words}"
    path = (
        d.span.path.replace("%", "%25")
        .replace("\r", "%0D")
        .replace("\n", "%0A")
        .replace(",", "%2C")
        .replace(":", "%3A")
    )
    return f"::{d.severity} file={path},line={d.span.line},col={d.span.column},title={d.code}::{words}"
