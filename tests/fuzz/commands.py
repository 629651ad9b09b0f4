"""The command line in this process, and what is asked of whatever it says of a deck."""

from __future__ import annotations

import contextlib
import io
import json
import signal
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from carddesigner.cli.app import app
from carddesigner.cli.report import as_github, as_text, print_json, print_report, report_data
from carddesigner.core.fault import failure_of
from carddesigner.core.report import MAX_CHARACTERS, DeckError, Diagnostic, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.validate import validate_deck
from carddesigner.source import paths
from carddesigner.source.files import FileProblem, read_text
from carddesigner.source.yaml import load_shipped

MAX_SECONDS = 60
"""Of CPU, for a command; none takes a tenth of it, unless it never ends."""

Files = dict[str, bytes]
"""Files of a deck by their paths in its folder."""


class Ran(Struct):
    """How a command ended: its exit code, and what it said."""

    code: int
    out: str
    err: str


class NeverEnds(Exception):
    """A command took more than a minute of CPU."""


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise NeverEnds

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def carddesigner(*arguments: str | Path) -> Ran:
    """The command line in this process. What it would call a fault of ours is an exception here."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    code = 0
    with in_time(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            returned = app([str(a) for a in arguments], standalone_mode=False)
            code = returned if isinstance(returned, int) else 0
        except DeckError as problem:
            if "--json" in arguments:
                print_json(report_data(problem.report))
            else:
                print_report(problem.report)
            code = 1
        except Exception as problem:
            code = _told(problem, err)
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
    return Ran(code, out.read(), err.read())


def _told(problem: Exception, err: TextIO) -> int:
    """The exit code of what the command line tells; what it would call a fault of ours is raised."""
    if hasattr(problem, "show") and hasattr(problem, "message"):
        err.write(f"{problem.message}\n")
        return int(getattr(problem, "exit_code", 2))
    failure = failure_of(problem)
    if failure.exit_code == 3:
        raise problem
    err.write(f"{failure.message}\n")
    return failure.exit_code


def problems(folder: Path) -> list[Diagnostic]:
    """What ``validate`` says; every word of it can be said, and every place is one."""
    report = Report()
    try:
        with in_time():
            validate_deck(folder, report)
    except DeckError as problem:
        report = problem.report
    for found in report:
        assert_told(found, folder)
    return report.errors


@cache
def explained() -> frozenset[str]:
    return frozenset(load_shipped(paths.explanations()))


def assert_told(found: Diagnostic, folder: Path) -> None:
    """A problem has words, a code that is explained, and a place in a file of the deck if it is an error."""
    assert found.message.strip()
    assert found.code in explained(), found
    (as_text(found) + as_github(found)).encode()
    assert len(as_github(found).splitlines()) == 1
    assert len(found.message) <= MAX_CHARACTERS, found
    if found.severity == "error":
        assert found.span is not None, found
    for span in (found.span, *(r.span for r in found.related)):
        if span is not None and span.cell is None:
            file = Path(span.path)
            assert file.resolve().is_relative_to(folder.resolve()) or file.resolve().is_relative_to(paths.shipped()), (
                found
            )
            if not file.is_file():
                continue
            try:
                text = read_text(file)
            except FileProblem:
                # What can't be read has no more letters than bytes.
                text = file.read_bytes().decode("latin-1")
            assert 0 <= span.start <= span.end <= len(text) + 1, found
            assert 1 <= span.line <= text.count("\n") + text.count("\r") + 2, found


def judge(files: Files) -> None:
    """Every command on a deck of these files."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, output = Path(scratch) / "deck", Path(scratch) / "output"
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        errors = problems(folder)
        # What is wrong in another language or edition stops only a build in it.
        built = [carddesigner("build", f"{folder}/", "-o", output, "--json", *more) for more in _variants(folder)]
        assert any(b.code for b in built) == bool(errors), (errors, built)
        for one in built:
            assert one.code in (0, 1)
            json.loads(one.out)
        errors = errors if built[0].code else []
        for command in (
            ("export", f"{folder}/", "--to", "json", "-o", output),
            ("export", f"{folder}/", "--to", "png", "--dpi", "36", "-o", output),
            ("stats", f"{folder}/", "--html", output / "stats.html"),
            ("stats", f"{folder}/", "--json", "--draw", "1"),
            *([("deal", f"{folder}/", "fleet", "-o", output, "--json")] if "fleet" in _packs(folder) else ()),
        ):
            ran = carddesigner(*command)
            assert ran.code == 0 or errors or "--draw" in command, (command, ran)
            assert ran.err or ran.out, command
        if any(b.code for b in built):
            return
        ran = carddesigner("declare-fields", f"{folder}/")
        assert ran.code == 0, ran
        assert not problems(folder), "the deck is as right as before once its fields are written"


def _packs(folder: Path) -> Sequence[str]:
    try:
        return tuple(loaded_deck(folder).deck.packs)
    except DeckError:
        return ()


def _variants(folder: Path) -> list[list[str]]:
    try:
        deck = loaded_deck(folder).deck
    except DeckError:
        return [[]]
    languages = [[], *(["--language", language] for language in deck.languages)]
    return [*languages, *(["--edition", e, *more] for e in deck.editions for more in languages)]


def judge_new(name: str, data: bytes) -> None:
    """``new --from`` a table ends in words, or in a deck that builds."""
    with tempfile.TemporaryDirectory() as scratch:
        source, folder = Path(scratch) / name, Path(scratch) / "deck"
        source.write_bytes(data)
        ran = carddesigner("new", folder, "--from", source)
        assert ran.code in (0, 1)
        assert folder.exists() == (ran.code == 0), ran
        if ran.code:
            assert name in ran.err
            assert "error[" in ran.err
            return
        found = problems(folder)
        # What no font shows is told by ``new``, and stays in the table.
        assert {p.code for p in found} <= ({"missing-glyph"} if "no font" in ran.err else set()), found
        built = carddesigner("build", f"{folder}/", "-o", Path(scratch) / "output", "-q")
        assert built.code <= bool(found), built
