"""Several builds by ``carddesigner build``: decks, editions and languages, given as arguments or in a file."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import count
from pathlib import Path

from typer import Exit

from carddesigner.cli.build_report import print_result, print_unchanged, result_data
from carddesigner.cli.report import (
    harmless,
    in_line,
    print_failure,
    print_json,
    print_notice,
    print_report,
    print_summary,
    report_data,
    styled,
    why_failed,
)
from carddesigner.cli.unchanged import UNCHANGED, KeptBuilds
from carddesigner.pipeline.batch import BatchBuild, Outcome, build_batch, builds_of, check_batch
from carddesigner.pipeline.batch_file import read_batch
from carddesigner.pipeline.options import PrintOptions


class Reporting(Enum):
    """How builds are reported: to a person, in full or only failures; to a program, at the end or during the run."""

    TEXT = "text"
    QUIET = "quiet"
    JSON = "json"
    JSON_LINES = "lines"


def build_several(
    what: Path | Sequence[str],
    options: PrintOptions,
    editions: Sequence[str],
    languages: Sequence[str],
    how: Reporting,
    show: Callable[[Path], None] | None = None,
) -> None:
    """Make all builds of decks, or those listed in a file, and report each. Raises DeckError if builds can't be told
    apart, and Exit with the worst exit code.
    """
    if isinstance(what, Path):
        builds = read_batch(what, options, editions, languages)
    else:
        builds = tuple(b for deck in what for b in builds_of(deck, options, editions, languages))
        check_batch(builds)
    started, outcomes = time.perf_counter(), list[Outcome]()
    numbers = count(1)

    def print_start(build: BatchBuild) -> None:
        if how is Reporting.JSON_LINES:
            _line("begun", **_about(build), number=next(numbers), of=len(builds))

    notify = print_notice if how is Reporting.TEXT else None
    for outcome in build_batch(builds, options.jobs, print_start, KeptBuilds(), options.scheduler, notify):
        outcomes.append(outcome)
        if how is Reporting.JSON_LINES:
            _line("ended", **_data(outcome), number=len(outcomes), of=len(builds))
        elif how is Reporting.TEXT or (how is Reporting.QUIET and outcome.failure is not None):
            # With the many builds of a file, nobody reads how each one is cut.
            _print(outcome, f"{len(outcomes)} of {len(builds)}", in_full=not isinstance(what, Path))
        if show is not None and (made := _files(outcome)):
            show(made[0])
    code = max((outcome.exit_code for outcome in outcomes), default=0)
    failed = sum(outcome.failure is not None for outcome in outcomes)
    counts = {"built": len(outcomes) - failed, "failed": failed}
    seconds = round(time.perf_counter() - started, 2)
    if how is Reporting.JSON_LINES:
        _line("summary", **counts, exit_code=code, seconds=seconds)
    elif how is Reporting.JSON:
        print_json({"decks": [_data(outcome) for outcome in outcomes], **counts, "exit_code": code})
    elif len(outcomes) > 1 and (how is Reporting.TEXT or code):
        names = [(in_line(o.build.name), _in_short(o)) for o in outcomes if o.failure is not None]
        print_summary(len(outcomes), "builds", names, seconds)
    if code:
        raise Exit(code)


def _about(build: BatchBuild) -> dict[str, object]:
    return {"deck": build.shown, "edition": build.options.edition, "language": build.options.language}


def _data(outcome: Outcome) -> dict[str, object]:
    """The result of a build for programs."""
    about = {**_about(outcome.build), "exit_code": outcome.exit_code}
    if outcome.result is not None:
        return {**about, **result_data(outcome.result)}
    if outcome.kept is not None:
        return {**about, **outcome.kept.data, **UNCHANGED}
    assert outcome.failure is not None
    report = outcome.failure.report
    return {**about, **(report_data(report) if report is not None else {"message": outcome.failure.message})}


def _line(event: str, **data: object) -> None:
    """Write one line for a program that reads while builds run."""
    sys.stdout.write(json.dumps({"event": event, **data}, default=str) + "\n")
    sys.stdout.flush()


def _print(outcome: Outcome, where: str, *, in_full: bool) -> None:
    """Print the result of a build with its problems: in full, or as a line."""
    name = in_line(outcome.build.name)
    if outcome.failure is not None:
        sys.stderr.write(styled(f"{name} ({where})\n", "1"))
        print_failure(outcome.failure)
    elif in_full:
        sys.stderr.write(styled(f"{name} ({where})\n", "1"))
        if outcome.result is not None:
            print_result(outcome.result, outcome.seconds)
        elif outcome.kept is not None:
            print_unchanged(outcome.kept)
        sys.stderr.write("\n")
    else:
        sys.stderr.write(f"{where}  {name}  {_in_short(outcome)}, {outcome.seconds:.2f} s\n")
        if outcome.result is not None:
            print_report(outcome.result.report)
        elif outcome.kept is not None:
            sys.stderr.write(harmless(outcome.kept.notes))


def _in_short(outcome: Outcome) -> str:
    if outcome.failure is not None:
        return styled(f"failed: {why_failed(outcome.failure)}", "31;1")
    made = _files(outcome)
    if not made:
        return "nothing changed"
    more = f" and {len(made) - 1} more" if len(made) > 1 else ""
    return f"{in_line(str(made[0]))}{more}{', unchanged' if outcome.kept is not None else ''}"


def _files(outcome: Outcome) -> list[Path]:
    """The files to print that a build made, now or last time."""
    if outcome.kept is not None:
        return [Path(file.path) for file in outcome.kept.files if file.kind != "manifest"]
    if outcome.result is None:
        return []
    folded = [artifact for one in outcome.result.folded for artifact in one.artifacts]
    return list(dict.fromkeys(a.path for a in (*outcome.result.artifacts, *folded) if a.kind != "manifest"))
