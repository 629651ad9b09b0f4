"""Diagnostics for the terminal (place, source line, caret, hint), as JSON and as GitHub annotations."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TextIO

from msgspec.structs import replace

from carddesigner.core.fault import Failure
from carddesigner.core.report import Diagnostic, Report, Severity
from carddesigner.core.source import Span
from carddesigner.source.files import MAX_BYTES, FileProblem, decode

_RED, _YELLOW, _BOLD, _DIM = "31;1", "33;1", "1", "2"
_STYLES = r"\x1b\[[0-9;]*m"


def styled(text: str, code: str, stream: TextIO | None = None) -> str:
    """Return text in a colour or weight, if the stream (default: stderr) supports it."""
    if os.environ.get("NO_COLOR") or not (stream or sys.stderr).isatty():
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


_NEWLINE = "\r\n|\r|\n"
_CONTROL = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
"""Characters that control terminals or change the direction of the text after them."""


def harmless(text: str) -> str:
    """Return a deck's text safe to show: a control character becomes its Unicode picture, one that changes the
    direction U+FFFD.
    """
    return re.sub(_CONTROL, lambda m: chr(0x2400 + ord(m[0])) if ord(m[0]) < 32 else "\ufffd", text)


def in_line(text: str) -> str:
    """Return a name safe to show on a single line."""
    return harmless(text).replace("\n", "\u240a")


def print_failure(failure: Failure) -> None:
    """Print why work ended, to stderr."""
    if failure.report is not None:
        print_report(failure.report)
        return
    hint = f"  hint: {failure.hint}\n" if failure.hint else ""
    sys.stderr.write(f"error: {harmless(failure.message)}\n{hint}")


def print_notice(line: str) -> None:
    """Print a line on what is being done, to stderr."""
    sys.stderr.write(f"{harmless(line)}\n")


def print_report(report: Report) -> None:
    """Print the diagnostics to stderr, those that many cards have in common only once, and their number."""
    sys.stderr.writelines(_lines(report))


def report_text(report: Report) -> str:
    """Return what ``print_report`` prints, without styles."""
    return re.sub(_STYLES, "", "".join(_lines(report)))


def _lines(report: Report) -> Iterator[str]:
    _text.cache_clear()  # with --watch, files change between reports
    for diagnostic, more in folded(report):
        yield as_text(diagnostic)
        if more:
            yield f"  {more}\n"
    errors, warnings = _count(report.errors), len(report.warnings)
    if errors or warnings:
        counts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
        yield f"{', '.join(counts)}\n"


MAX_ALIKE, MAX_OF_A_KIND, MAX_ROWS, MAX_NAMED = 3, 25, 3, 6
"""Limits of a text report: problems at one place that differ in their messages; places of one code in one file; related
rows of a problem; names of omitted items.
"""


def folded(report: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Yield the diagnostics as a person reads them, each with a note on how many similar ones are omitted after it: one
    for all cards with the same problem, and a few of those that are similar.
    """
    same: dict[tuple[object, ...], list[Diagnostic]] = {}
    for d in report:
        # A missing field is one mistake, in however many zones.
        place = (d.span, d.zone) if d.code != _OF_ALL_ZONES else ()
        same.setdefault((d.severity, d.code, *place, d.message), []).append(d)
    alike: dict[tuple[object, ...], list[Diagnostic]] = {}
    for group in same.values():
        first = _merged(group)
        about = first.zone or id(first)  # problems without a zone are unrelated
        alike.setdefault((first.severity, first.code, first.span, about), []).append(first)
    reported: list[tuple[Diagnostic, list[Diagnostic]]] = []
    kinds: dict[tuple[object, ...], list[int]] = {}
    for group in alike.values():
        first = group[0]
        of_kind = kinds.setdefault((first.severity, first.code, first.span.path if first.span else None), [])
        if len(of_kind) >= MAX_OF_A_KIND:
            reported[of_kind[-1]][1].extend(group)
            continue
        shown = 1 if first.code == _TO_COME and len(group) > MAX_ALIKE else MAX_ALIKE
        reported += [(d, []) for d in group[:shown]]
        reported[-1][1].extend(group[shown:])
        of_kind.append(len(reported) - 1)
    for d, left in reported:
        names = list(dict.fromkeys(str(d.card or d.span or d.code) for d in left))
        named = ", ".join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")
        yield d, f"and {len(left)} more like this: {named}; `validate --format json` lists them all" if left else ""


def _count(errors: Sequence[Diagnostic]) -> int:
    """The number of errors; those for one missing field count as one."""
    return len({d.message if d.code == _OF_ALL_ZONES else n for n, d in enumerate(errors)})


_OF_ALL_ZONES = "unknown-field"
_TO_COME = "placeholder"
"""If many files are placeholders, one example is enough."""


def _merged(group: list[Diagnostic]) -> Diagnostic:
    """One diagnostic for several that differ only in their card."""
    first = group[0]
    zones = dict.fromkeys(d.zone for d in group)
    if len(zones) > 1:
        first = replace(first, zone=f"{first.zone} and {len(zones) - 1} more")
    cards = dict.fromkeys(d.card for d in group)
    if len(cards) == 1:
        return first
    related = dict.fromkeys(r for d in group for r in d.related)
    rows = tuple(related)[: len(first.related) - 1 + MAX_ROWS]
    return replace(first, card=f"{first.card} and {len(cards) - 1} more", related=rows)


def as_text(d: Diagnostic) -> str:
    """Return a diagnostic as lines of text."""
    color = _RED if d.severity is Severity.ERROR else _YELLOW
    out = [f"{styled(f'{d.severity}[{d.code}]', color)}: {harmless(d.message + _about(d))}"]
    if d.span is not None:
        out = [styled(in_line(f"{d.span}: "), _BOLD) + out[0], *_source(d.span)]
    # Cards with serial numbers all have the same place.
    for place, message in dict.fromkeys((str(r.span), r.message) for r in d.related):
        out.append(f"  from {in_line(place)}{styled(harmless(f' {message}' if message else ''), _DIM)}")
    if d.hint:
        out.append(f"  hint: {harmless(d.hint)}")
    return "\n".join(out) + "\n"


def _about(d: Diagnostic) -> str:
    about = ", ".join(f"{k} {v}" for k, v in (("card", d.card), ("zone", d.zone)) if v)
    return f" ({about})" if about else ""


def _source(span: Span) -> list[str]:
    """The line at a span with carets under it, if the file can be read."""
    whole_file = (span.line, span.column, span.start, span.end) == (1, 1, 0, 0)
    text = "" if span.cell is not None or whole_file else _text(span.path)
    if not text:
        return []
    begin = span.start - span.column + 1
    # The file may have been edited in the meantime.
    outside = not 0 <= begin < len(text)
    if outside or (begin and text[begin - 1] not in "\r\n") or (not begin and span.line > 1):
        return []
    line = harmless(re.split(_NEWLINE, text[begin : begin + 3000], maxsplit=1)[0])
    if not line.strip() or len(line) > 2000:
        return []
    start = span.column - 1
    length = max(1, min(span.end - span.start, len(line) - start))
    left = max(0, start - 60)
    shown = line[left : left + 110]
    carets = "^" * max(1, min(length, len(shown) - (start - left)))
    return [f"  | {shown}".expandtabs(1), f"  | {' ' * (start - left)}{styled(carets, _RED)}"]


@lru_cache(maxsize=16)
def _text(path: str) -> str:
    try:
        file = Path(path)
        data = file.read_bytes() if file.is_file() and file.stat().st_size <= MAX_BYTES else b""
    except OSError:
        return ""
    try:
        return decode(data, file)
    except FileProblem:
        # Either a wrong byte in UTF-8, or another encoding.
        wrong = data.decode("utf-8", errors="replace")
        return wrong if wrong.count("\ufffd") < 10 else data.decode("windows-1252", errors="replace")


def as_dict(d: Diagnostic) -> dict[str, object]:
    """Return a diagnostic for programs."""
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
    return {name: getattr(span, name) for name in ("path", "line", "column", "start", "end", "cell")}


def report_data(report: Report, **more: object) -> dict[str, object]:
    """Return a report for programs, with additional data."""
    counts = {"errors": len(report.errors), "warnings": len(report.warnings)}
    return {**counts, **more, "diagnostics": [as_dict(d) for d in report]}


def print_json(data: object) -> None:
    """Print one JSON document to stdout, in characters that its encoding supports."""
    import json

    ascii_only = sys.stdout.encoding.lower() != "utf-8"
    sys.stdout.write(json.dumps(data, ensure_ascii=ascii_only, indent=2, default=str) + "\n")


def as_github(d: Diagnostic) -> str:
    """Return a diagnostic as an annotation that GitHub shows next to the line."""
    message = _escaped(d.message + _about(d) + (f"; {d.hint}" if d.hint else ""), "%\r\n")
    if d.span is None:
        return f"::{d.severity} title={d.code}::{message}"
    path = _escaped(d.span.path, "%\r\n,:")
    return f"::{d.severity} file={path},line={d.span.line},col={d.span.column},title={d.code}::{message}"


def _escaped(text: str, signs: str) -> str:
    return "".join(f"%{ord(c):02X}" if c in signs else c for c in text)


def print_summary(count: int, what: str, failed: Sequence[tuple[str, str]], seconds: float) -> None:
    """Print how many of *what* there were, and the names of those that failed, each with the reason."""
    of_them = f", {len(failed)} of them failed" if failed else ""
    sys.stderr.write(f"{count} {what}{of_them}, {seconds:.1f} s\n")
    width = max((len(name) for name, _ in failed), default=0)
    sys.stderr.writelines(f"  {name:<{width}}  {why}\n" for name, why in failed)


def why_failed(failure: Failure) -> str:
    """Return a failure in a few words, for a summary."""
    if failure.report is None:
        return in_line(failure.message)
    errors = failure.report.errors
    return f"{len(errors)} errors" if len(errors) > 1 else in_line(errors[0].message if errors else failure.message)
