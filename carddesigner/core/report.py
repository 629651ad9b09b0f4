"""Diagnostics, and the report to which stages append them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import NoReturn, Self, TypedDict, Unpack

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.source import Span

MAX_CHARACTERS = 800
"""The longest message or hint. Messages quote what the user wrote, which can be of any length."""

MAX_NAMES = 2_000
"""The most names searched for one that resembles a wrong name."""

MAX_PROBLEMS = 10_000
"""The most errors in a report, and the most warnings of one code; a deck can cause millions."""


Progress = Callable[[str, int, int], None]
"""Called with the current task, the number of finished items and their total."""


class Severity(StrEnum):
    """How bad it is: an error stops the build, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Related(Struct, frozen=True):
    """Another place that explains a diagnostic, such as the card whose value made an expression fail."""

    span: Span
    message: str = ""


class Fix(Struct, frozen=True):
    """The correction of a diagnostic: at its place the word ``old`` becomes ``new``."""

    old: str
    new: str


class Diagnostic(Struct, frozen=True):
    """One problem: its code (see ``carddesigner explain``), message, place and hint. A stage that doesn't know the
    place, card or zone omits them, and ``Report.add`` fills them in, except if the problem concerns the ``whole`` deck.
    ``fix`` is the correction, if the nearest right spelling is known.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    related: tuple[Related, ...] = ()
    card: str | None = None
    zone: str | None = None
    severity: Severity = Severity.ERROR
    whole: bool = False
    fix: Fix | None = None


class Problem(Exception):
    """An error that ends the current operation, with the contents of a diagnostic; ``Report.add`` accepts it. ``span``
    is None if the caller knows the place better. Subclasses are for callers that handle them differently.
    """

    def __init__(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        hint: str | None = None,
        whole: bool = False,
        fix: Fix | None = None,
    ) -> None:
        super().__init__(code, message, span)
        self.code, self.message, self.span, self.hint, self.whole = code, message, span, hint, whole
        self.fix = fix

    def __str__(self) -> str:
        return self.message

    def at(self, span: Span) -> Self:
        """Set the place, and return the problem itself."""
        self.span = span
        return self

    @property
    def diagnostic(self) -> Diagnostic:
        """The problem as a value."""
        return Diagnostic(self.code, self.message, self.span, self.hint, whole=self.whole, fix=self.fix)


class _Details(TypedDict, total=False):
    """Optional parts of an error or a warning."""

    hint: str | None
    related: Iterable[Related]
    card: str | None
    zone: str | None
    fix: Fix | None


class Report(Struct):
    """The diagnostics so far. Stages append to it. Errors with a code in ``lenient`` become warnings."""

    diagnostics: dict[Diagnostic, None] = field(default_factory=dict)
    lenient: frozenset[str] = frozenset()
    _counts: dict[str, int] = field(default_factory=dict)

    def error(self, code: str, message: str, span: Span | None = None, **details: Unpack[_Details]) -> None:
        """Append an error unless it is already there."""
        self.add(Diagnostic(code, message, span), **details)

    def warn(self, code: str, message: str, span: Span | None = None, **details: Unpack[_Details]) -> None:
        """Append a warning unless it is already there."""
        self.add(Diagnostic(code, message, span, severity=Severity.WARNING), **details)

    def add(
        self,
        problem: Diagnostic | Problem,
        at: Span | None = None,
        *,
        about: str = "",
        hint: str | None = None,
        related: Iterable[Related] = (),
        card: str | None = None,
        zone: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Append a diagnostic unless it is already there. *at*, *hint*, *fix*, *card* and *zone* are used where it has
        none; *about* is put before its message, *related* after its own places. Raises DeckError if there are too many
        errors.
        """
        if isinstance(problem, Problem):
            problem = problem.diagnostic
        if problem.whole:
            self._append(problem)
            return
        self._append(
            Diagnostic(
                problem.code,
                f"{about}: {problem.message}" if about else problem.message,
                problem.span or at,
                problem.hint or hint,
                (*problem.related, *related),
                problem.card or card,
                problem.zone or zone,
                problem.severity,
                fix=problem.fix or fix,
            )
        )

    def fail(self, code: str, message: str, span: Span | None = None, **details: Unpack[_Details]) -> NoReturn:
        """Append an error and raise DeckError with all errors so far."""
        self.error(code, message, span, **details)
        raise DeckError(self)

    def refuse(self, problem: Problem, at: Span | None = None, *, about: str = "", hint: str | None = None) -> NoReturn:
        """Append the problem, as ``add`` does, and raise DeckError with all errors so far."""
        self.add(problem, at, about=about, hint=hint)
        raise DeckError(self) from None

    def _append(self, diagnostic: Diagnostic) -> None:
        if len(diagnostic.message) > MAX_CHARACTERS or len(diagnostic.hint or "") > MAX_CHARACTERS:
            hint = _shortened(diagnostic.hint) if diagnostic.hint else None
            diagnostic = replace(diagnostic, message=_shortened(diagnostic.message), hint=hint)
        if diagnostic.code in self.lenient:
            diagnostic = replace(diagnostic, severity=Severity.WARNING)
        if diagnostic in self.diagnostics:
            return
        if diagnostic.card is not None and replace(diagnostic, card=None, zone=None, related=()) in self.diagnostics:
            return  # the same was already reported for all cards
        kind = diagnostic.code if diagnostic.severity is Severity.WARNING else Severity.ERROR
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        if count <= MAX_PROBLEMS:
            self.diagnostics[diagnostic] = None
        elif diagnostic.severity is Severity.ERROR:
            message = f"there are more than {MAX_PROBLEMS:,} errors; the others were not looked for"
            self.diagnostics[Diagnostic("too-many-errors", message, diagnostic.span)] = None
            raise DeckError(self)

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors, in the order in which they were found."""
        return [d for d in self.diagnostics if d.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings, in the order in which they were found."""
        return [d for d in self.diagnostics if d.severity is Severity.WARNING]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def raise_errors(self) -> None:
        """Raise DeckError if there is any error."""
        if self.errors:
            raise DeckError(self)


class DeckError(Exception):
    """A deck has errors. ``report`` lists them all, with their places at the time it was raised. Exit code 1."""

    exit_code = 1

    def __init__(self, report: Report) -> None:
        self.report = pinned(report)
        lines = [f"{d.span}: {d.message}" if d.span else d.message for d in report.errors]
        super().__init__("\n".join(lines))


def pinned(report: Report) -> Report:
    """A copy of the report with fixed places, which later edits don't move."""
    out = Report()
    for d in report:
        related = tuple(Related(r.span.pinned(), r.message) for r in d.related)
        span = d.span.pinned() if d.span is not None else None
        out.diagnostics[replace(d, span=span, related=related)] = None
    return out


def _shortened(text: str) -> str:
    """Cut the middle out of a message that is too long. The end is kept because it says what was expected."""
    if len(text) <= MAX_CHARACTERS:
        return text
    return f"{text[: MAX_CHARACTERS // 2]} … {text[-MAX_CHARACTERS // 2 + 3 :]}"


def nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the name among *names* that is most similar to *name*; None if none reaches the similarity *cutoff* (1 is
    equal), or if there are too many names.
    """
    lower = {n.lower(): n for n in names}
    matches = get_close_matches(name.lower(), lower, n=1, cutoff=cutoff) if len(lower) <= MAX_NAMES else ()
    return lower[matches[0]] if matches else None


class Guess(str):
    """The part of a message that suggests the nearest right spelling, ``"; did you mean 'x'?"``, or an empty string.
    ``fix`` is the correction.
    """

    __slots__ = ("fix",)
    fix: Fix | None


def guess(name: str, near: str | None, message: str = "; did you mean {near!r}?") -> Guess:
    """The part of a message that suggests *near* for *name*; empty if *near* is None."""
    out = Guess(message.format(near=near) if near is not None else "")
    out.fix = Fix(name, near) if near is not None else None
    return out


def did_you_mean(name: str, names: Iterable[str]) -> Guess:
    """``"; did you mean 'x'?"`` with its fix for the nearest of *names*, else an empty string."""
    return guess(name, nearest(name, names))


def series(parts: Sequence[str], last: str = "and") -> str:
    """Join with commas, and *last* before the last part: ``a, b and c``."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
