"""Diagnostics, and the report that stages append them to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import NoReturn, Self, TypedDict, Unpack

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.source import Span

MAX_CHARACTERS = 800
"""Of a message or a hint: what somebody wrote is cited in it, however long that is."""

MAX_NAMES = 2_000
"""Names among which the nearest to a wrong one is looked for."""

MAX_PROBLEMS = 10_000
"""Errors of a report, and warnings of one code: a deck may make millions."""


Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done, and of how many."""


class Severity(StrEnum):
    """How bad it is: an error stops the build, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Related(Struct, frozen=True):
    """Another place that explains a diagnostic, such as the card whose value made an expression fail."""

    span: Span
    message: str = ""


class Fix(Struct, frozen=True):
    """The one change that mends a diagnostic: where it stands, the word ``old`` is to be ``new``."""

    old: str
    new: str


class Diagnostic(Struct, frozen=True):
    """One problem: its code (see ``carddesigner explain``), message, place and hint. A stage that lacks the place, the
    card or the zone leaves them out; ``Report.add`` fills them in, but for one of the ``whole`` deck, whoever meets it.
    Where the nearest right spelling is known, ``fix`` writes it.
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
    """A mistake that ends what was being done, with the facts of a diagnostic; ``Report.add`` takes it. ``span`` is
    None where the caller has a better place. Subclasses are for callers that handle them differently.
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
        """The same with its place."""
        self.span = span
        return self

    @property
    def diagnostic(self) -> Diagnostic:
        """The same as a value."""
        return Diagnostic(self.code, self.message, self.span, self.hint, whole=self.whole, fix=self.fix)


class _Details(TypedDict, total=False):
    """What else an error or a warning may say."""

    hint: str | None
    related: Iterable[Related]
    card: str | None
    zone: str | None
    fix: Fix | None


class Report(Struct):
    """The diagnostics so far, which stages append to. Errors of the codes in ``lenient`` are warnings."""

    diagnostics: dict[Diagnostic, None] = field(default_factory=dict)
    lenient: frozenset[str] = frozenset()
    _counts: dict[str, int] = field(default_factory=dict)

    def error(self, code: str, message: str, span: Span | None = None, **details: Unpack[_Details]) -> None:
        """Append an error, unless the very same is already there."""
        self.add(Diagnostic(code, message, span), **details)

    def warn(self, code: str, message: str, span: Span | None = None, **details: Unpack[_Details]) -> None:
        """Append a warning, unless the very same is already there."""
        self.add(Diagnostic(code, message, span, severity=Severity.WARNING), **details)

    def add(
        self,
        found: Diagnostic | Problem,
        at: Span | None = None,
        *,
        about: str = "",
        hint: str | None = None,
        related: Iterable[Related] = (),
        card: str | None = None,
        zone: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Append what was found, unless the very same is already there, and fill in what it doesn't say itself: *at*,
        *hint* and *fix* are for one that has none; *about* goes before its message; *related* come after its own. Raises
        DeckError where there are too many errors.
        """
        if isinstance(found, Problem):
            found = found.diagnostic
        if found.whole:
            self._append(found)
            return
        self._append(
            Diagnostic(
                found.code,
                f"{about}: {found.message}" if about else found.message,
                found.span or at,
                found.hint or hint,
                (*found.related, *related),
                found.card or card,
                found.zone or zone,
                found.severity,
                fix=found.fix or fix,
            )
        )

    def fail(self, code: str, message: str, span: Span | None = None, **details: Unpack[_Details]) -> NoReturn:
        """Append an error and raise DeckError with all that there are."""
        self.error(code, message, span, **details)
        raise DeckError(self)

    def refuse(self, problem: Problem, at: Span | None = None, *, about: str = "", hint: str | None = None) -> NoReturn:
        """Append what ends the work, as ``add`` does, and raise DeckError with all that there is."""
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
            return  # it is wrong for every card, and reported already
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
        """The errors, in the order they were found."""
        return [d for d in self.diagnostics if d.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings, in the order they were found."""
        return [d for d in self.diagnostics if d.severity is Severity.WARNING]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def raise_errors(self) -> None:
        """Raise DeckError if there is any error."""
        if self.errors:
            raise DeckError(self)


class DeckError(Exception):
    """A deck has errors; ``report`` lists them all, with their places as they were when it was raised. Exit code 1."""

    exit_code = 1

    def __init__(self, report: Report) -> None:
        self.report = pinned(report)
        lines = [f"{d.span}: {d.message}" if d.span else d.message for d in report.errors]
        super().__init__("\n".join(lines))


def pinned(report: Report) -> Report:
    """The report as it is at present, whose places no later edit moves."""
    out = Report()
    for d in report:
        related = tuple(Related(r.span.pinned(), r.message) for r in d.related)
        span = d.span.pinned() if d.span is not None else None
        out.diagnostics[replace(d, span=span, related=related)] = None
    return out


def _shortened(text: str) -> str:
    """A message without its middle where it is too long: it ends with what was expected."""
    if len(text) <= MAX_CHARACTERS:
        return text
    return f"{text[: MAX_CHARACTERS // 2]} … {text[-MAX_CHARACTERS // 2 + 3 :]}"


def nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The name among *names* that looks most like *name*, or None if none is as near as *cutoff* (1 is the same), or if
    there are too many.
    """
    lower = {n.lower(): n for n in names}
    found = get_close_matches(name.lower(), lower, n=1, cutoff=cutoff) if len(lower) <= MAX_NAMES else ()
    return lower[found[0]] if found else None


class Guess(str):
    """The part of a message that names the nearest right spelling, ``"; did you mean 'x'?"``, or nothing; ``fix`` writes it."""

    __slots__ = ("fix",)
    fix: Fix | None


def guess(name: str, near: str | None, message: str = "; did you mean {near!r}?") -> Guess:
    """The part of a message about *near*, which *name* is meant to be; nothing for None."""
    out = Guess(message.format(near=near) if near is not None else "")
    out.fix = Fix(name, near) if near is not None else None
    return out


def did_you_mean(name: str, names: Iterable[str]) -> Guess:
    """``"; did you mean 'x'?"`` for the nearest of *names*, else an empty string; with the fix that writes it."""
    return guess(name, nearest(name, names))


def series(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``; the word before the *last* one may be another."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
