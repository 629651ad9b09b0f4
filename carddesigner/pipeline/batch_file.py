"""A file with several builds: decks in editions and languages, each with the options of ``build``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from carddesigner.core.options import OptionError, as_flag
from carddesigner.core.report import DeckError, Problem, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.find import is_path
from carddesigner.pipeline.batch import BatchBuild, builds_of, check_batch
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source.files import FileProblem, display_path, near_file, read_text
from carddesigner.source.yaml import Node, load_yaml, plain
from carddesigner.template.expressions import ExpressionProblem, compile_bare

_OF_ITS_OWN = ("deck", "edition", "language", "output")
_NOT_IN_FILES = frozenset(
    ("listed", "list_name", "since", "passes", "distinct", "jobs", "scheduler", "resume", "cache", *_OF_ITS_OWN)
)
OPTIONS = {name.replace("_", "-"): name for name in PrintOptions.__struct_fields__ if name not in _NOT_IN_FILES}
"""The keys of a build in the file, and their options."""
BUILDS = "builds"


def read_batch(
    path: Path, options: PrintOptions, editions: Sequence[str] = (), languages: Sequence[str] = ()
) -> tuple[BatchBuild, ...]:
    """Return the builds in a file; *options*, *editions* and *languages* are their defaults. Paths of decks are
    relative to the file's folder, output folders to that of the options. Raises DeckError with all problems.
    """
    report = Report()
    try:
        if not path.exists():
            report.fail("missing-file", f"{display_path(path)}: there is no such file{near_file(path)}")
        root = load_yaml(path, read_text(path), report)
    except FileProblem as problem:
        report.refuse(problem, Span(display_path(path)))
    report.raise_errors()
    listed = root.mapping.get(BUILDS) if root is not None else None
    if root is None or listed is None or not isinstance(listed.value, tuple) or not listed.value:
        place = listed or root
        report.fail(
            "wrong-type",
            f"a batch is a mapping with `{BUILDS}:`, a list of decks to build",
            place.span if place is not None else Span(display_path(path)),
            hint=f"{BUILDS}:\n    - deck: ./my-game",
        )
    shared = {key: node for key, node in root.mapping.items() if key != BUILDS}
    _check_keys(shared, (*OPTIONS, "edition", "language", "output", BUILDS), report)
    builds: list[BatchBuild] = []
    for node in listed.value:
        # An entry that occurs twice, by an alias, has the same errors twice.
        own = Report()
        builds += _builds(node, shared, path.parent, options, (editions, languages), own)
        for diagnostic in own:
            report.add(diagnostic)
    report.raise_errors()
    check_batch(builds, "set `output:` for one of them, a folder in that of the others")
    return tuple(builds)


def _check_keys(given: Mapping[str, Node], allowed: tuple[str, ...], report: Report) -> None:
    for key, node in given.items():
        if key not in allowed:
            near = did_you_mean(key, allowed)
            report.error("unknown-key", f"a batch has no {key!r}{near}", node.key_span, fix=near.fix)


def _builds(
    node: Node,
    shared: Mapping[str, Node],
    folder: Path,
    options: PrintOptions,
    others: tuple[Sequence[str], Sequence[str]],
    report: Report,
) -> list[BatchBuild]:
    """Return the builds of one entry, or none if it is wrong."""
    own = node.mapping
    deck = own.get("deck")
    if deck is None or not isinstance(deck.value, str) or not deck.value:
        message = "`deck:` is a deck's folder, such as ./my-game, or the name of a shipped deck"
        report.error("missing-key" if deck is None else "wrong-type", message, (deck or node).span)
    _check_keys(own, (*_OF_ITS_OWN, *OPTIONS), report)
    written = {**shared, **own}
    try:
        output = options.output / _below(written["output"]) if "output" in written else options.output
    except Problem as problem:
        report.add(problem)
        output = options.output
    own_options = _options(written, replace(options, output=output), report)
    editions, languages = (
        _names(written[key], key, report) if key in written else other
        for key, other in zip(("edition", "language"), others, strict=True)
    )
    if report.errors or own_options is None:
        return []
    assert deck is not None
    name = str(deck.value)
    if is_path(name):
        path = folder / name
        name = str(path) if path.is_absolute() else f"./{path.as_posix()}"
    return [*builds_of(name, own_options, editions, languages, deck.span)]


def _options(written: Mapping[str, Node], options: PrintOptions, report: Report) -> PrintOptions | None:
    """Return the options with those *written*, or None if one is wrong."""
    given = {OPTIONS[key]: plain(node) for key, node in written.items() if key in OPTIONS}
    try:
        if "select" in written and isinstance(given["select"], str):
            # So problems with its values for cards are reported at its place.
            given["select"] = compile_bare(given["select"], written["select"].span)
    except ExpressionProblem:
        pass  # reported below with other problems
    try:
        return replace(options, **given)
    except OptionError as error:
        for problem in error.problems:
            at = written.get(problem.option.replace("_", "-"))
            span = at.span if at is not None else next(iter(written.values())).span
            report.error("wrong-option", problem.text(_written), span)
    except DeckError as error:  # an unknown printer
        for diagnostic in error.report:
            report.add(diagnostic, written["printer"].span if "printer" in written else None)
    return None


def _written(name: str, value: str | None = None) -> str:
    """Return an option as it is written in the file."""
    key = as_flag(name).removeprefix("--")
    return f"`{key}:`" if value is None else f"`{key}: {value}`"


def _below(node: Node) -> PurePosixPath:
    """Return a folder within another. Raises Problem."""
    text = node.value if isinstance(node.value, str) else ""
    path = PurePosixPath(text.replace("\\", "/"))
    if not text or path.is_absolute() or ".." in path.parts or ":" in text or not text.isprintable():
        raise Problem("wrong-value", "`output:` is a folder within that of --output, such as letter", node.span)
    return path


def _names(node: Node, key: str, report: Report) -> tuple[str, ...]:
    """Return one name or several."""
    each = node.value if isinstance(node.value, tuple) else (node,)
    if not each or not all(isinstance(one.value, str) and one.value for one in each):
        report.error("wrong-type", f"`{key}:` is a name, a list of names, or all", node.span)
        return ()
    return tuple(str(one.value) for one in each)
