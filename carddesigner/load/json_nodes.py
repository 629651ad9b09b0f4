"""JSON to nodes that know their places, as YAML is read: for tables that people keep in JSON."""

from __future__ import annotations

import re
from bisect import bisect_right
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from pathlib import Path

from carddesigner.core.report import Related, Report
from carddesigner.core.source import Span
from carddesigner.load.files import display_path
from carddesigner.load.yaml import MOST_DEEP, Node

MOST_NODES = 2_000_000
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
_WORDS = {"true": True, "false": False, "null": None}


class _Wrong(Exception):
    def __init__(self, words: str, at: int, code: str = "json-syntax") -> None:
        self.words, self.at, self.code = words, at, code


def load_json(path: Path, text: str, report: Report) -> Node | None:
    """The value of a JSON file; None if it can't be read, with the reason and its place in the report."""
    walker = _Walker(display_path(path), text, report)
    try:
        node, at = walker.value(_SPACE.match(text, 0).end(), 0)  # type: ignore[union-attr]
        at = walker.skip(at)
        if at < len(text):
            raise _Wrong("text follows the value", at)
    except _Wrong as wrong:
        report.error(
            wrong.code, f"this is not JSON: {wrong.words}", walker.span(wrong.at, min(wrong.at + 1, len(text)))
        )
        return None
    return node


class _Walker:
    def __init__(self, shown: str, text: str, report: Report) -> None:
        self.shown, self.text, self.report = shown, text, report
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self.count = 0

    def span(self, start: int, end: int) -> Span:
        line = bisect_right(self.starts, start) - 1
        return Span(self.shown, line + 1, start - self.starts[line] + 1, start, end)

    def skip(self, at: int) -> int:
        return _SPACE.match(self.text, at).end()  # type: ignore[union-attr]

    def string(self, at: int) -> tuple[str, int]:
        try:
            return scanstring(self.text, at + 1, True)  # type: ignore[no-any-return]
        except JSONDecodeError as problem:
            raise _Wrong(problem.msg[:1].lower() + problem.msg[1:], problem.pos) from None

    def value(self, at: int, depth: int, key: Span | None = None) -> tuple[Node, int]:
        self.count += 1
        if self.count > MOST_NODES or depth > MOST_DEEP:
            raise _Wrong(f"more than {MOST_NODES:,} values, or deeper than {MOST_DEEP}", at, "yaml-too-large")
        text = self.text
        first = text[at : at + 1]
        if first == '"':
            string, end = self.string(at)
            return Node(string, self.span(at, end), key), end
        if first == "{":
            return self.mapping(at, depth, key)
        if first == "[":
            return self.sequence(at, depth, key)
        number = _NUMBER.match(text, at)
        if number is not None:
            whole = number[0]
            value = float(whole) if number[1] or number[2] or len(whole) > 30 else int(whole)
            return Node(value, self.span(at, number.end()), key), number.end()
        for word, constant in _WORDS.items():
            if text.startswith(word, at):
                return Node(constant, self.span(at, at + len(word)), key), at + len(word)
        raise _Wrong("the file ends too early" if not first else f"no value begins with {first!r}", at)

    def sequence(self, start: int, depth: int, key: Span | None) -> tuple[Node, int]:
        out: list[Node] = []
        at = self.skip(start + 1)
        while self.text[at : at + 1] != "]":
            node, at = self.value(at, depth + 1)
            out.append(node)
            at = self.after(at, "]")
        return Node(tuple(out), self.span(start, at + 1), key), at + 1

    def mapping(self, start: int, depth: int, key: Span | None) -> tuple[Node, int]:
        out: dict[str, Node] = {}
        at = self.skip(start + 1)
        while self.text[at : at + 1] != "}":
            if self.text[at : at + 1] != '"':
                raise _Wrong("a name in double quotes is missing here", at)
            name, end = self.string(at)
            where = self.span(at, end)
            at = self.skip(end)
            if self.text[at : at + 1] != ":":
                raise _Wrong("a `:` is missing here", at)
            node, at = self.value(self.skip(at + 1), depth + 1, where)
            if name in out:
                first = out[name].key_span
                related = (Related(first, "first here"),) if first is not None else ()
                self.report.error("duplicate-key", f"{name!r} stands here twice", where, related=related)
            out[name] = node
            at = self.after(at, "}")
        return Node(out, self.span(start, at + 1), key), at + 1

    def after(self, at: int, end: str) -> int:
        """Past the comma that follows a value, or to the bracket that ends them all."""
        at = self.skip(at)
        if self.text[at : at + 1] == end:
            return at
        if self.text[at : at + 1] != ",":
            raise _Wrong(f"a `,` or `{end}` is missing here", at)
        comma, at = at, self.skip(at + 1)
        if self.text[at : at + 1] == end:
            raise _Wrong("a comma stands behind the last value", comma)
        return at
