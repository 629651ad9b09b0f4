"""Read JSON into nodes with places, as YAML is read, for tables in JSON."""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from math import isfinite
from pathlib import Path

from carddesigner.core.report import Problem, Report
from carddesigner.core.source import Span, line_starts, span_at
from carddesigner.source.files import display_path
from carddesigner.source.yaml import MAX_DEPTH, Node, report_twice

MAX_NODES = 1_000_000
"""The most values in one file."""
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?")
_WORDS = {"true": True, "false": False, "null": None}
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_FOLLOWS_NO_NUMBER = frozenset("0123456789.xX_")
_UNQUOTED = re.compile(r"([^\W\d][\w-]*)\s*:")
_WORD = re.compile(r"[\w+.-]+")
_HINTS = {
    "True": "write true",
    "False": "write false",
    **dict.fromkeys(("None", "undefined"), "write null"),
    **dict.fromkeys(("NaN", "nan", "Infinity", "inf"), "write null, or a number"),
}
"""Corrections of what JavaScript and Python write."""
_OTHER_NUMBER = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|\.\d+|\d+\.|\+\d+|0\d+)")


def load_json(path: Path, text: str, report: Report) -> Node | None:
    """Return the value of a JSON file; None if it can't be read, with the reason and its place in the report."""
    if text.count("\n") + text.count("\r") > 2 * MAX_NODES:
        report.error("yaml-too-large", f"the file has more than {2 * MAX_NODES:,} lines", Span(display_path(path)))
        return None
    walker = _JsonWalker(display_path(path), text, report)
    try:
        node, at = walker.value(walker.skip(0), 0)
        at = walker.skip(at)
        if at < len(text):
            lines = text[at] in "{[" and path.suffix.lower() == ".json"
            hint = "put [ and ] around the records, and commas between them" if lines else None
            raise walker.wrong("a second value follows the first", at, hint)
    except Problem as problem:
        report.add(problem)
        return None
    return node


class _JsonWalker:
    def __init__(self, shown: str, text: str, report: Report) -> None:
        self.shown, self.text, self.report = shown, text, report
        self.starts = line_starts(text)
        self.escaped = _ESCAPED.search(text) is not None
        self.count = 0

    def span(self, start: int, end: int) -> Span:
        return span_at(self.shown, self.starts, start, end)

    def wrong(self, message: str, at: int, hint: str | None = None, *, length: int = 1) -> Problem:
        span = self.span(at, min(at + length, len(self.text)))
        return Problem("json-syntax", f"this is not JSON: {message}", span, hint=hint)

    def skip(self, at: int) -> int:
        """Skip spaces; a comment is an error."""
        at = _SPACE.match(self.text, at).end()  # type: ignore[union-attr]
        if self.text[at : at + 1] in ("/", "#"):
            hint = "remove the comment, or name the file .yaml and begin the comment with #"
            raise self.wrong("JSON has no comments", at, hint)
        return at

    def string(self, at: int) -> tuple[str, int]:
        try:
            string, end = scanstring(self.text, at + 1, True)
        except JSONDecodeError as problem:
            message = {
                "Unterminated string starting at": "the text that begins here does not end",
                "Invalid control character at": "a text continues after the end of the line, or contains a control character",
            }.get(problem.msg, problem.msg[:1].lower() + problem.msg[1:])
            hint = "write \\n for a new line, \\t for a tab" if "control" in message else None
            raise self.wrong(message.removesuffix(" at"), problem.pos, hint) from None
        if self.escaped and (half := _HALF.search(string)):
            raise self.wrong(
                f"\\u{ord(half[0]):04x} is half of a character; the other half is missing", at, length=end - at
            )
        return string, end

    def value(self, at: int, depth: int, key: Span | None = None) -> tuple[Node, int]:
        self.count += 1
        if self.count > MAX_NODES or depth > MAX_DEPTH:
            most = f"the file contains more than {MAX_NODES:,} values"
            message = f"{most}, or values are nested more than {MAX_DEPTH} levels deep"
            raise Problem("yaml-too-large", message, self.span(at, at + 1))
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
        if number is not None and text[number.end() : number.end() + 1] not in _FOLLOWS_NO_NUMBER:
            whole = number[0]
            value = float(whole) if number[1] or number[2] or len(whole) > 30 else int(whole)
            if isinstance(value, float) and not isfinite(value):
                raise self.wrong(f"the number {whole[:40]} is too large", at, length=len(whole))
            return Node(value, self.span(at, number.end()), key), number.end()
        for word, constant in _WORDS.items():
            if text.startswith(word, at):
                return Node(constant, self.span(at, at + len(word)), key), at + len(word)
        raise self.no_value(at)

    def no_value(self, at: int) -> Problem:
        """The error if no value begins here, most often because it is JavaScript or Python."""
        text = self.text
        first = text[at : at + 1]
        if problem := self.quoted("text", at):
            return problem
        if first in "]},:":
            return self.wrong(f"a value is missing before the `{first}`", at)
        word = _WORD.match(text, at)
        if word is None:
            return self.wrong(f"a value can't begin with {first!r}", at)
        token = word[0][:40]
        message, hint = f"{token} is not a value", _HINTS.get(token.lstrip("+-"), "put text in double quotes")
        if _OTHER_NUMBER.match(text, at):
            message = f"{token} is not a number in JSON"
            hint = "write it as text, in quotes, or without what comes in front: 7, 0.5, 255"
        return self.wrong(message, at, hint, length=len(token))

    def quoted(self, what: str, at: int) -> Problem | None:
        """The error if the file ends here or other quotes are used; None otherwise."""
        first = self.text[at : at + 1]
        if not first:
            return self.wrong("the file ends too early", max(at - 1, 0), "a bracket, brace or quote may be open")
        if first in "'`‘’“”„":
            return self.wrong(f"a {what} is quoted with {first}", at, 'put it in straight double quotes: "')
        return None

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
                raise self.no_name(at)
            name, end = self.string(at)
            where = self.span(at, end)
            at = self.skip(end)
            if self.text[at : at + 1] != ":":
                raise self.wrong("a `:` is missing here", at)
            node, at = self.value(self.skip(at + 1), depth + 1, where)
            if name in out:
                report_twice(name, out[name], where, self.report)
            out[name] = node
            at = self.after(at, "}")
        return Node(out, self.span(start, at + 1), key), at + 1

    def no_name(self, at: int) -> Problem:
        """The error if no name in double quotes begins here."""
        if problem := self.quoted("name", at):
            return problem
        unquoted = _UNQUOTED.match(self.text, at)
        if unquoted is None:
            return self.wrong("a name in double quotes is missing here", at)
        name, shown = unquoted[1], unquoted[1][:40]
        return self.wrong(f"the name {shown} has no quotes", at, f'write "{shown}"', length=len(name))

    def after(self, at: int, end: str) -> int:
        """Skip the comma after a value, or go to the closing bracket."""
        at = self.skip(at)
        if self.text[at : at + 1] == end:
            return at
        if self.text[at : at + 1] != ",":
            if at >= len(self.text):
                raise self.wrong("the file ends too early", max(at - 1, 0), f"a `{end}` is missing")
            raise self.wrong(f"a `,` or `{end}` is missing here", at)
        comma, at = at, self.skip(at + 1)
        if self.text[at : at + 1] == end:
            raise self.wrong("a comma follows the last value", comma, "remove it")
        return at
