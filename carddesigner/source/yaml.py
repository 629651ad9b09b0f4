"""YAML to nodes that know their places. Plain scalars are read as YAML 1.2 has them: ``no`` and ``1:30`` are strings.

Composed with PyYAML's C loader and walked by our own hands, so that every key and value has its span, keys given twice
are errors, and the mistakes people make with colours, expressions and icons get words of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from carddesigner.core.report import Related, Report
from carddesigner.core.source import Span
from carddesigner.source.files import display_path

MAX_CHARACTERS = 2_000_000
"""Of one file: libyaml builds everything before anything can be counted."""
MAX_DEPTH = 100
MAX_NODES = 200_000
"""Values of one file, aliases counted as often as they are used."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = ("", "~", "null", "Null", "NULL")
_PLAIN_TAGS = ("tag:yaml.org,2002:",)


class Node(Struct, frozen=True, eq=False):
    """A value with its place, and the place of its key in the mapping it stands in."""

    value: str | int | float | bool | dict[str, Node] | tuple[Node, ...] | None
    span: Span
    key_span: Span | None = None


class _Stop(Exception):
    """The file can't be used any further; the reason is in the report."""


def load_yaml(path: Path, text: str, report: Report) -> Node | None:
    """The one document of a file; None if it can't be read, with the reasons in the report."""
    node, reported = _read(display_path(path), text)
    for diagnostic in reported:
        report.add(diagnostic)
    return node


@lru_cache(maxsize=32)
def _read(shown: str, text: str) -> tuple[Node | None, Report]:
    """The document of a text, and what is wrong with it: a deck is read again for each of its languages and editions."""
    report = Report()
    try:
        composed = _compose(shown, text, report)
        node = _Walker(shown, text, report).node(composed, None, 0) if composed is not None else Node(None, Span(shown))
    except _Stop:
        return None, report
    return (node if not report.errors else None), report


def load_shipped(path: Path) -> Any:
    """The plain data of a file that ships with the program and is known to be right."""
    return yaml.load(path.read_text("utf-8"), Loader=_LOADER)


def _compose(shown: str, text: str, report: Report) -> yaml.Node | None:
    if len(text) > MAX_CHARACTERS:
        report.error("yaml-too-large", f"the file holds more than {MAX_CHARACTERS:,} characters", Span(shown))
        raise _Stop
    _check_depth(shown, text, report)
    loader = _LOADER(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = (
            Span(shown, mark.line + 1, mark.column + 1, mark.index, min(mark.index + 1, len(text)))
            if mark
            else Span(shown)
        )
        _syntax(error, span, text, report)
        raise _Stop from None
    except yaml.YAMLError as error:
        words = str(error).splitlines()[0]
        report.error("yaml-syntax", f"this is not YAML: {words}", Span(shown))
        raise _Stop from None
    except RecursionError:
        report.error("yaml-syntax", "values lie in each other too deeply", Span(shown))
        raise _Stop from None
    finally:
        loader.dispose()
    return node


def _check_depth(shown: str, text: str, report: Report) -> None:
    """Refuse values that lie in each other without end: composing them would overflow C's stack.

    A thousand levels take a thousand brackets or a line of a thousand signs; other files are not looked through.
    """
    if text.count("[") + text.count("{") < 1000 and max(map(len, text.splitlines()), default=0) < 1000:
        return
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                mark = event.start_mark
                assert mark is not None
                span = Span(shown, mark.line + 1, mark.column + 1, mark.index, mark.index + 1)
                report.error("yaml-too-large", f"values lie in each other more than {MAX_DEPTH} deep", span)
                raise _Stop
    except yaml.YAMLError:
        return  # said when the file is composed


def _syntax(error: yaml.MarkedYAMLError, span: Span, text: str, report: Report) -> None:
    """PyYAML's words in ours, by what stands at the place."""
    lines = text.splitlines()
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    problem = error.problem or "it can't be read"
    hint = None
    slashes = [n for n, above in enumerate(lines[: span.line], 1) if above.lstrip().startswith("//")]
    if slashes:
        at = sum(map(len, text.splitlines(keepends=True)[: slashes[0] - 1]))
        column = lines[slashes[0] - 1].index("//") + 1
        span = Span(span.path, slashes[0], column, at + column - 1, at + column + 1)
        which = "line " + str(slashes[0]) if len(slashes) == 1 else "lines " + ", ".join(map(str, slashes[:6]))
        hint = f"write # in place of // in {which}, or remove {'it' if len(slashes) == 1 else 'them'}"
        report.error("yaml-syntax", "this is not YAML: a comment begins with #, not with //", span, hint=hint)
        return
    if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in problem:
        problem, hint = "a tab stands where YAML wants spaces", "indent with spaces"
    elif "expected a single document" in (error.context or ""):
        problem = "the file holds more than one document; remove the line `---`"
    elif "{{" in line:
        face = re.search(r"[^\s:,{\"']+#\{\{[^{}]*\}\}", line)
        problem, hint = f"an expression must stand in quotes ({problem})", f'write "{face[0] if face else "{{ … }}"}"'
    elif "mapping values are not allowed" in problem:
        problem, hint = "a second `:` in one line", "put text that holds `: ` in quotes"
    elif re.search(r":\s+[@`%&*!|>]", line):
        hint = "text that begins with a sign must stand in quotes"
    report.error("yaml-syntax", f"this is not YAML: {problem}", span, hint=hint)


class _Walker:
    def __init__(self, shown: str, text: str, report: Report) -> None:
        self.shown, self.text, self.report = shown, text, report
        self.count = 0
        starts = [0]
        for match in re.finditer("\n", text):
            starts.append(match.end())
        self.starts = starts

    def span(self, node: yaml.Node) -> Span:
        start, end = node.start_mark, node.end_mark
        last = end.index
        if not isinstance(node, yaml.ScalarNode) or node.style in ("|", ">"):
            # Blocks end where the next thing begins; what belongs to the value ends before that space.
            while last > start.index and self.text[last - 1 : last].isspace():
                last -= 1
        return Span(self.shown, start.line + 1, start.column + 1, start.index, last)

    def node(self, node: yaml.Node, key_span: Span | None, depth: int) -> Node:
        self.count += 1
        span = self.span(node)
        if self.count > MAX_NODES or depth > MAX_DEPTH:
            self.report.error(
                "yaml-too-large",
                f"the file holds more than {MAX_NODES:,} values, aliases counted, or nests too deeply",
                span,
            )
            raise _Stop
        if not node.tag.startswith(_PLAIN_TAGS):
            self.report.error("yaml-tag", f"the tag {node.tag} is not known here; remove it", span)
            return Node(None, span, key_span)
        if isinstance(node, yaml.ScalarNode):
            return Node(self.scalar(node, span), span, key_span)
        if isinstance(node, yaml.SequenceNode):
            return Node(tuple(self.node(n, None, depth + 1) for n in node.value), span, key_span)
        assert isinstance(node, yaml.MappingNode)
        return Node(self.mapping(node, depth), span, key_span)

    def mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Node]:
        out: dict[str, Node] = {}
        for key, value in node.value:
            where = self.span(key)
            if not isinstance(key, yaml.ScalarNode):
                if self.text[node.start_mark.index : node.start_mark.index + 2] == "{{":
                    self.report.error(
                        "yaml-unquoted-expression",
                        "an expression must stand in quotes",
                        self.span(node),
                        hint='write "{{ … }}"',
                    )
                    return {}
                self.report.error("yaml-syntax", "a key must be a name", where)
                continue
            name = key.value
            if key.tag.endswith(":merge"):
                self.report.error(
                    "yaml-merge", "`<<` is not known here; a template takes over another with `extends`", where
                )
                continue
            if name in out:
                first = out[name].key_span
                related = (Related(first, "first here"),) if first is not None else ()
                self.report.error("duplicate-key", f"{name!r} stands here twice", where, related=related)
                continue
            out[name] = self.node(value, where, depth + 1)
            self.trap(name, value, out[name])
        return out

    def trap(self, name: str, value: yaml.Node, node: Node) -> None:
        """A colour or an icon that YAML read as something else."""
        if not isinstance(value, yaml.ScalarNode) or value.style:
            return
        line_end = bisect_right(self.starts, value.end_mark.index)
        rest = self.text[value.end_mark.index : self.starts[line_end] if line_end < len(self.starts) else None]
        comment = re.match(r"\s*#([0-9a-fA-F]{3,8})\b", rest)
        if value.value == "" and comment:
            start = value.end_mark.index + rest.index("#")
            span = self.at(start, start + 1 + len(comment[1]))
            self.report.error(
                "yaml-comment",
                f"#{comment[1]} is a comment to YAML, so {name!r} is empty",
                span,
                hint=f'write "#{comment[1]}"',
            )

    def at(self, start: int, end: int) -> Span:
        line = bisect_right(self.starts, start) - 1
        return Span(self.shown, line + 1, start - self.starts[line] + 1, start, end)

    @staticmethod
    def scalar(node: yaml.ScalarNode, span: Span) -> str | int | float | bool | None:
        text: str = node.value
        if node.style:
            return text
        if text in _NULLS:
            return None
        if text in _WORDS:
            return _WORDS[text]
        if _INT.match(text) and len(text) < 20:
            return int(text)
        if _FLOAT.match(text) and len(text) < 40:
            number = float(text)
            return number if isfinite(number) else text
        return text


def plain(node: Node) -> Any:
    """Plain data: dictionaries, lists and scalars."""
    value = node.value
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    return value


def find(node: Node, loc: Sequence[str | int]) -> Node:
    """The deepest node along a path of keys and indexes; steps that are not there are passed over."""
    for step in loc:
        value = node.value
        if isinstance(step, str):
            node = value.get(step, node) if isinstance(value, dict) else node
        elif isinstance(value, tuple) and step < len(value):
            node = value[step]
    return node
