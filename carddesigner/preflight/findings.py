"""Findings about a PDF: where they are and how severe, with equal ones on several pages combined."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carddesigner.core.report import Severity

MAX_PLACES = 8
"""The most places that are kept for one finding; all are counted."""
MAX_FINDINGS = 500
"""The most findings for one file: a hostile file may cause millions."""


class Place(Struct, frozen=True):
    """A place on a page as seen: millimetres from its top left, y down. A finding about the whole page has no size."""

    page: int
    x_mm: float | None = None
    y_mm: float | None = None
    width_mm: float | None = None
    height_mm: float | None = None

    def __str__(self) -> str:
        if self.x_mm is None or self.y_mm is None:
            return f"page {self.page}"
        return f"page {self.page} at {self.x_mm:g}, {self.y_mm:g} mm"


class Finding(Struct, frozen=True):
    """One finding: its code (see ``carddesigner explain``), its message, and its places; ``count`` includes those that
    aren't kept.
    """

    code: str
    severity: Severity
    message: str
    places: tuple[Place, ...] = ()
    count: int = 1
    pages: tuple[int, ...] = ()
    """Every page that has it, in order; empty for a finding about the whole file."""


class Findings:
    """The findings so far. The same message under the same code is one finding, on any number of pages."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Severity, str], tuple[list[Place], dict[int, None], list[int]]] = {}
        self.left_out = 0

    def error(self, code: str, message: str, places: Iterable[Place] = (), count: int = 1) -> None:
        """Add something that must not be printed."""
        self._add(code, Severity.ERROR, message, places, count)

    def warn(self, code: str, message: str, places: Iterable[Place] = (), count: int = 1) -> None:
        """Add something that may be intended."""
        self._add(code, Severity.WARNING, message, places, count)

    def add(self, code: str, message: str, places: Iterable[Place] = (), count: int = 1, *, wrong: bool = True) -> None:
        """Add an error if *wrong*, otherwise a warning."""
        self._add(code, Severity.ERROR if wrong else Severity.WARNING, message, places, count)

    def _add(self, code: str, severity: Severity, message: str, places: Iterable[Place], count: int) -> None:
        key = (code, severity, message)
        if key not in self._found:
            if len(self._found) >= MAX_FINDINGS:
                self.left_out += 1
                return
            self._found[key] = ([], {}, [0])
        kept, pages, counted = self._found[key]
        counted[0] += count
        for place in places:
            pages[place.page] = None
            if len(kept) < MAX_PLACES:
                kept.append(place)

    def all(self) -> tuple[Finding, ...]:
        """All findings, errors first, then warnings, each in the order in which they were found."""
        out = [
            Finding(code, severity, message, tuple(places), counted[0], tuple(pages))
            for (code, severity, message), (places, pages, counted) in self._found.items()
        ]
        if self.left_out:
            more = f"there are {self.left_out:,} more findings of other kinds; these were not kept"
            out.append(Finding("pdf-too-much", Severity.ERROR, more))
        return tuple(sorted(out, key=lambda f: f.severity is not Severity.ERROR))


def pages_text(pages: Iterable[int]) -> str:
    """Page numbers as text: ``page 3``, ``pages 1 to 4 and 9``."""
    runs: list[list[int]] = []
    for n in sorted(pages):
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    step = [str(a) if a == b else f"{a} to {b}" if b > a + 1 else f"{a}, {b}" for a, b in runs]
    if len(step) > 6:
        step = [*step[:5], f"{sum(b - a + 1 for a, b in runs[5:]):,} more"]
    numbers = ", ".join(step[:-1]) + (" and " if len(step) > 1 else "") + step[-1] if step else ""
    return f"page{'s' if numbers and not numbers.isdigit() else ''} {numbers}"
