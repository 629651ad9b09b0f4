"""Read YAML into nodes with places. Plain scalars follow YAML 1.2: ``no`` and ``1:30`` are strings.

PyYAML's C loader composes the file and our own code walks the result, so that every key and value has its span,
duplicate keys are errors, and common mistakes with colours, expressions and icons get their own messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.report import Problem, Related, Report
from carddesigner.core.source import Anchor, Span, span_in
from carddesigner.source.files import display_path

MAX_CHARACTERS = 2_000_000
"""The most characters in one file. They are bounded because libyaml builds the whole document before its values can be
counted.
"""
MAX_DEPTH = 100
MAX_NODES = 200_000
"""The most values in one file; aliases count each time they are used."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_MERGE = f"{_TAG}merge"
_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_QUOTED = r"\"(?:\\.|[^\"\\])*\"|'(?:''|[^'])*'"
_CLOSING = {"{": "}", "[": "]"}
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class Node(Struct, frozen=True, eq=False):
    """A value with its place, and the place of its key in the enclosing mapping."""

    value: str | int | float | bool | dict[str, Node] | tuple[Node, ...] | None
    span: Span
    key_span: Span | None = None

    @property
    def mapping(self) -> dict[str, Node]:
        """The entries of a mapping; empty for any other value."""
        return self.value if isinstance(self.value, dict) else {}


class YamlBlock(Struct, eq=False):
    """A key of a block mapping whose value is a mapping: its node, which is reused while its text and column don't
    change, and the blocks in it.
    """

    node: Node
    anchor: Anchor
    column: int
    length: int
    """Characters up to the end of its last line."""
    count: int
    """The number of values in it."""
    inner: dict[str, YamlBlock]

    def move(self, lines: int, characters: int) -> None:
        """Move the block, with everything in it, down by this many lines and characters."""
        self.anchor.lines += lines
        self.anchor.characters += characters
        for block in self.inner.values():
            block.move(lines, characters)


class YamlReading(Struct):
    """A file that was read, its problems, and its last text without errors, with root and blocks."""

    text: str
    node: Node | None
    report: Report
    whole: str = ""
    root: Node | None = None
    blocks: dict[str, YamlBlock] = field(default_factory=dict)
    count: int = 0


Readings = dict[str, YamlReading]
"""Files that are read repeatedly, by their displayed paths."""

_UNUSUAL = re.compile(r"(?:^|[\s:,\[{-])&\S|[\r\x85\u2028\u2029]")
"""Anchors, whose values other blocks may repeat, and unusual line breaks: files with these are read as a whole."""


def load_yaml(path: Path, text: str, report: Report, readings: Readings | None = None) -> Node | None:
    """Return the only document of a file; None if it can't be read, with the reasons in the report.

    *readings* holds earlier readings and is updated: blocks with unchanged text give the same nodes again.
    """
    shown = display_path(path)
    before = readings.get(shown) if readings is not None else None
    if before is None or before.text != text:
        before = _read(shown, text, before, with_blocks=readings is not None)
        if readings is not None:
            readings[shown] = before
    for diagnostic in before.report:
        report.add(diagnostic)
    return before.node


def _read(shown: str, text: str, before: YamlReading | None, *, with_blocks: bool) -> YamlReading:
    report = Report()
    before = before or YamlReading("", None, report)
    if (edited := _edited(shown, text, before)) is not None:
        return edited
    walker = _Walker(shown, text, report, before.whole)
    place = _BlockPlaces({}, before.blocks)
    node = None
    try:
        composed = _compose(shown, text)
        blocks = place if with_blocks and not _UNUSUAL.search(text) else None
        node = walker.node(composed, None, 0, blocks) if composed is not None else Node(None, Span(shown))
    except Problem as problem:
        report.add(problem)
    if walker.moved and (node is None or report.errors):
        # Blocks keep their old places until the text has no errors, but the reported places must be the new ones.
        report = _read(shown, text, None, with_blocks=False).report
    if node is None or report.errors:
        return replace(before, text=text, node=None, report=report)
    walker.settle()
    return YamlReading(text, node, report, text, node, place.blocks, walker.count)


def _edited(shown: str, text: str, before: YamlReading) -> YamlReading | None:
    """The reading if all changes lie in one block, which alone is read again; None if the file must be read as a whole.

    A block ends before a line that is not indented deeper than its key, so it can be read separately.
    """
    old, delta = before.whole, len(text) - len(before.whole)
    head = _alike(old, text)
    tail = min(_alike(old[::-1], text[::-1]), min(len(old), len(text)) - head)
    around: list[tuple[str, YamlBlock]] = []
    blocks = before.blocks
    while inside := next((b for b in blocks.items() if _holds(b[1], head, len(old) - tail)), None):
        around.append(inside)
        blocks = inside[1].inner
    if not around or before.root is None or len(text) > MAX_CHARACTERS:
        return None
    name, block = around.pop()
    start, column = block.anchor.characters, block.column
    end = start + block.length
    own = " " * column + text[start : end + delta]
    if _UNUSUAL.search(own) or re.search(rf"\n {{0,{column}}}[^ \n]", own):
        return None
    report = Report()
    walker = _Walker(shown, text, report, old, block.anchor.lines, start - column)
    walker.count = before.count - block.count
    place = _BlockPlaces({}, {name: block})
    try:
        root = _compose(shown, own)
        pairs: Sequence[Any] = root.value if isinstance(root, yaml.MappingNode) else []
        key, value = pairs[0] if len(pairs) == 1 else (None, None)
        if not isinstance(key, yaml.ScalarNode) or key.value != name or _is_merge(key):
            return None
        if key.start_mark.column != column or not isinstance(value, yaml.MappingNode) or not value.value:
            # A key with deeper indentation may belong to the preceding block.
            return None
        node = walker.block(name, key, value, len(around) + 1, place)
    except Problem:
        return None
    if report.errors:
        return None
    walker.settle()
    new = place.blocks[name]
    edit = _Edit(end, start - column + len(own.rstrip()), text.count("\n") - old.count("\n"), delta)
    blocks = before.blocks
    for _, above in (*around, (name, block)):
        for below in blocks.values():
            if below.anchor.characters >= end:
                below.move(edit.lines, delta)
        if above is block:
            blocks[name] = new
        blocks = above.inner
    for key, above in reversed(around):
        above.length += delta
        above.count += new.count - block.count
        above.node = node = edit.of(above.node, name, node)
        name = key
    whole = edit.of(before.root, name, node)
    return YamlReading(text, whole, report, text, whole, before.blocks, walker.count)


def _is_merge(key: yaml.ScalarNode) -> bool:
    return bool(key.tag == _MERGE)


def _alike(a: str, b: str) -> int:
    """The length of the common prefix of two texts."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if a[:middle] == b[:middle] else (low, middle - 1)
    return low


def _holds(block: YamlBlock, start: int, end: int) -> bool:
    characters = block.anchor.characters
    return characters <= start and end <= characters + block.length


class _Edit(Struct, frozen=True):
    """A block's text that ended at *end* and now ends at *last*. What follows moves down by *lines* and
    *characters*.
    """

    end: int
    last: int
    lines: int
    characters: int

    def of(self, mapping: Node, key: str, value: Node) -> Node:
        """The mapping around the block with its new value."""
        span, values = mapping.span, {**mapping.mapping, key: value}
        for name, node in mapping.mapping.items():
            if node.span.anchor is span.anchor and node.span.start >= self.end:
                values[name] = self.moved(node)
        more = self.characters if span.end > self.end else self.last - span.end
        return replace(mapping, value=values, span=replace(span, last=span.last + more))

    def moved(self, node: Node) -> Node:
        """A node after the block that isn't in a block of its own."""
        value = node.value
        if isinstance(value, dict):
            value = {k: self.moved(v) for k, v in value.items()}
        elif isinstance(value, tuple):
            value = tuple(map(self.moved, value))
        both = [
            s and replace(s, row=s.row + self.lines, first=s.first + self.characters, last=s.last + self.characters)
            for s in (node.span, node.key_span)
        ]
        return Node(value, both[0] or node.span, both[1])


def load_shipped(path: Path) -> Any:
    """Return the plain data of a file that ships with the program and is known to be valid."""
    return yaml.load(path.read_text("utf-8"), Loader=_LOADER)


class _Composer(_LOADER):  # type: ignore[misc]
    """Gives nodes without a tag a minimal one, so that plain scalars aren't interpreted by the rules of YAML 1.1."""

    def resolve(self, _kind: type[yaml.Node], value: str | None, implicit: Any) -> str:
        return _MERGE if value == "<<" and implicit[0] else _TAG

    def descend_resolver(self, *_: object) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass


def _compose(shown: str, text: str) -> yaml.Node | None:
    """Compose a text with libyaml. Raises Problem."""
    with _read_safely(shown, text):
        loader = _Composer(text)
        try:
            node: yaml.Node | None = loader.get_single_node()
            return node
        finally:
            loader.dispose()


def events_of(shown: str, text: str) -> list[yaml.Event]:
    """Return the events of a text as libyaml parses them. Raises Problem."""
    with _read_safely(shown, text):
        return list(yaml.parse(text, Loader=_LOADER))


@contextmanager
def _read_safely(shown: str, text: str) -> Iterator[None]:
    """Reject what is too much for libyaml, and turn its errors into Problems."""
    if len(text) > MAX_CHARACTERS:
        raise Problem("yaml-too-large", f"the file contains more than {MAX_CHARACTERS:,} characters", Span(shown))
    _check_depth(shown, text)
    try:
        yield
    except yaml.MarkedYAMLError as error:
        raise _syntax(error, _marked(shown, error.problem_mark or error.context_mark, text), text) from None
    except yaml.YAMLError as error:
        raise _unreadable(shown, text) or Problem(
            "yaml-syntax", f"this is not YAML: {str(error).splitlines()[0]}", Span(shown)
        ) from None
    except RecursionError:
        raise Problem("yaml-syntax", "values are nested too deeply", Span(shown)) from None


def _unreadable(shown: str, text: str) -> Problem | None:
    """The error for the first character that YAML doesn't allow, which libyaml gives no place; None if there is
    none.
    """
    found = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if found is None:
        return None
    message = f"this is not YAML: it holds the character U+{ord(found[0]):04X}, which no text has"
    span = span_in(shown, text, found.start(), found.end())
    return Problem("yaml-syntax", message, span, hint="delete it")


def _marked(shown: str, mark: yaml.Mark | yaml._yaml.Mark | None, text: str) -> Span:
    """The character at a mark, or the file if there is no mark."""
    if mark is None:
        return Span(shown)
    return Span(shown, mark.line + 1, mark.column + 1, mark.index, min(mark.index + 1, len(text)))


def _check_depth(shown: str, text: str) -> None:
    """Reject values nested too deeply, because composing them would overflow the C stack. Raises Problem."""
    # A thousand levels need a thousand brackets or a line of a thousand characters; only then is the file checked.
    if text.count("[") + text.count("{") < 1000 and max(map(len, text.splitlines()), default=0) < 1000:
        return
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                message = f"values are nested more than {MAX_DEPTH} levels deep"
                raise Problem("yaml-too-large", message, _marked(shown, event.start_mark, text))
    except yaml.YAMLError:
        return  # reported when the file is composed


def _bad_escape(shown: str, error: yaml.MarkedYAMLError, text: str) -> Problem | None:
    """The error for a backslash in a quoted text that begins no character; None for other errors."""
    if error.problem_mark is None or not re.search("escape c|hexdecimal", error.problem or ""):
        return None
    start = text.rfind("\\", 0, error.problem_mark.index + 1)
    written = re.compile(r"\\(x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|.?)").match(text, start)
    if written is None:
        return None
    message = f"this is not YAML: {written[0]} stands for no character"
    hint = r"between \" \" a backslash is written \\, and a character such as \u2605; between ' ' it is itself"
    return Problem("yaml-syntax", message, span_in(shown, text, start, written.end()), hint=hint)


def _unclosed(shown: str, error: yaml.MarkedYAMLError, text: str) -> Problem | None:
    """The error for an unclosed bracket or quote, or for a closing bracket without an opening one; None otherwise."""
    opened, mark = error.context_mark, error.problem_mark
    if mark is None:
        return None
    here = text[mark.index : mark.index + 1]
    if here in _CLOSING.values() and "expected key" in (error.problem or ""):
        message = f"this is not YAML: this `{here}` closes nothing; remove it"
        return Problem("yaml-syntax", message, _marked(shown, mark, text))
    if opened is None:
        return None
    sign = text[opened.index : opened.index + 1]
    if "quoted scalar" in (error.context or "") and "end of stream" in (error.problem or ""):
        message = f"this is not YAML: the text that begins at this {sign} isn't closed with another"
        return Problem("yaml-syntax", message, _marked(shown, opened, text))
    closing = _CLOSING.get(sign)
    if closing is None or "flow" not in (error.context or "") or f"'{closing}'" not in (error.problem or ""):
        return None
    if opened.line == mark.line:
        message = (
            f"this is not YAML: `{closing}` or a comma is missing here, for the `{sign}` in column {opened.column + 1}"
        )
        return Problem("yaml-syntax", message, _marked(shown, mark, text))
    end = "the end of the file" if not text[mark.index :].strip() else f"line {mark.line + 1}"
    message = f"this is not YAML: this `{sign}` isn't closed; `{closing}` or a comma is missing before {end}"
    return Problem("yaml-syntax", message, _marked(shown, opened, text))


def _syntax(error: yaml.MarkedYAMLError, span: Span, text: str) -> Problem:
    """Replace PyYAML's message by one of ours, depending on the text at the place."""
    lines = text.splitlines()
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    problem = error.problem or "it can't be read"
    hint = None
    slashes = [n for n, above in enumerate(lines[: span.line], 1) if above.lstrip().startswith("//")]
    if slashes:
        at = sum(map(len, text.splitlines(keepends=True)[: slashes[0] - 1])) + lines[slashes[0] - 1].index("//")
        span = span_in(span.path, text, at, at + 2)
        which = "line " + str(slashes[0]) if len(slashes) == 1 else "lines " + ", ".join(map(str, slashes[:6]))
        hint = f"write # in place of // in {which}, or remove {'it' if len(slashes) == 1 else 'them'}"
        return Problem("yaml-syntax", "this is not YAML: a comment begins with #, not with //", span, hint=hint)
    if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in problem:
        problem, hint = "a tab is used where YAML requires spaces", "indent with spaces"
    elif "expected a single document" in (error.context or ""):
        problem = "the file contains more than one document; remove the line `---`"
    elif "{{" in re.sub(_QUOTED, "", line) and "quoted scalar" not in (error.context or ""):
        face = re.search(r"[^\s:,{\"']+#\{\{[^{}]*\}\}", line)
        problem, hint = f"an expression must be in quotes ({problem})", f'write "{face[0] if face else "{{ … }}"}"'
    elif clearer := _bad_escape(span.path, error, text) or _unclosed(span.path, error, text):
        return clearer
    elif "mapping values are not allowed" in problem:
        problem, hint = "a second `:` in one line", "put text that contains `: ` in quotes"
    elif re.search(r":\s+[@`%&*!|>]", line):
        hint = "text that begins with a special character must be in quotes"
    return Problem("yaml-syntax", f"this is not YAML: {problem}", span, hint=hint)


class _BlockPlaces(Struct):
    """The blocks of a mapping: those found in this reading, and those of the reading before."""

    blocks: dict[str, YamlBlock]
    before: dict[str, YamlBlock]


class _Walker:
    def __init__(self, shown: str, text: str, report: Report, before: str, lines: int = 0, characters: int = 0) -> None:
        self.shown, self.text, self.report, self.before = shown, text, report, before
        self.lines, self.characters = lines, characters
        """The lines and characters of the text before the part that was composed."""
        self.count = 0
        self.moved: list[tuple[YamlBlock, int, int]] = []
        """Blocks reused from the previous text, and by how many lines and characters they moved down."""

    def span(self, node: yaml.Node, anchor: Anchor | None) -> Span:
        mark = node.start_mark
        line, first, last = mark.line + self.lines, mark.index + self.characters, node.end_mark.index + self.characters
        if not isinstance(node, yaml.ScalarNode) or node.style in ("|", ">"):
            # libyaml lets a block end where the next token begins; the value ends before the space between them.
            while last > first and self.text[last - 1 : last].isspace():
                last -= 1
        if anchor is None:
            return Span(self.shown, line + 1, mark.column + 1, first, last)
        before = anchor.characters
        return Span(self.shown, line + 1 - anchor.lines, mark.column + 1, first - before, last - before, None, anchor)

    def settle(self) -> None:
        """Move reused blocks to their new places, after the text proved to be valid."""
        for block, lines, characters in self.moved:
            block.move(lines, characters)

    def node(
        self,
        node: yaml.Node,
        key_span: Span | None,
        depth: int,
        place: _BlockPlaces | None,
        anchor: Anchor | None = None,
    ) -> Node:
        """The node, with places relative to the *anchor*. With a *place*, its entries can become blocks."""
        self.count += 1
        span = self.span(node, anchor)
        self.check_size(span, depth)
        if node.tag not in (_TAG, _MERGE):
            tag = node.tag.replace(_TAG, "!!")
            self.report.error("yaml-tag", f"the tag {tag} is not supported; remove it", span)
            return Node(None, span, key_span)
        if isinstance(node, yaml.ScalarNode):
            return Node(self.scalar(node), span, key_span)
        if isinstance(node, yaml.SequenceNode):
            return Node(tuple(self.node(n, None, depth + 1, None, anchor) for n in node.value), span, key_span)
        assert isinstance(node, yaml.MappingNode)
        return Node(self.mapping(node, depth, place if not node.flow_style else None, anchor), span, key_span)

    def check_size(self, span: Span, depth: int = 0) -> None:
        if self.count > MAX_NODES or depth > MAX_DEPTH:
            message = f"the file contains more than {MAX_NODES:,} values, aliases counted, or nests too deeply"
            raise Problem("yaml-too-large", message, span)

    def mapping(
        self, node: yaml.MappingNode, depth: int, place: _BlockPlaces | None, anchor: Anchor | None
    ) -> dict[str, Node]:
        error = self.report.error
        out: dict[str, Node] = {}
        for key, value in node.value:
            where = self.span(key, anchor)
            if not isinstance(key, yaml.ScalarNode):
                if self.text[node.start_mark.index : node.start_mark.index + 2] == "{{":
                    message, span = "an expression must be in quotes", self.span(node, anchor)
                    error("yaml-unquoted-expression", message, span, hint='write "{{ … }}"')
                    return {}
                error("yaml-syntax", "a key must be a name", where)
                continue
            name = key.value
            if _is_merge(key):
                error("yaml-merge", "`<<` is not supported; a template extends another with `extends`", where)
                continue
            if name in out:
                report_twice(name, out[name], where, self.report)
                continue
            if place is not None and isinstance(value, yaml.MappingNode) and value.value:
                out[name] = self.block(name, key, value, depth + 1, place)
            else:
                out[name] = self.node(value, where, depth + 1, None, anchor)
            self.trap(name, value)
        return out

    def block(self, name: str, key: yaml.ScalarNode, value: yaml.MappingNode, depth: int, place: _BlockPlaces) -> Node:
        """The node of a key whose value is a mapping: reused if its text is unchanged, else with its own anchor."""
        start, line = key.start_mark.index + self.characters, key.start_mark.line + self.lines
        end = self.text.find("\n", self.span(value, None).end)
        length = (end if end >= 0 else len(self.text)) - start
        was = place.before.get(name)
        if was is not None and (was.column, was.length) == (key.start_mark.column, length):
            at = was.anchor.characters
            if self.before[at : at + length] == self.text[start : start + length]:
                self.moved.append((was, line - was.anchor.lines, start - at))
                place.blocks[name] = was
                self.count += was.count
                self.check_size(was.node.span)
                return was.node
        anchor = Anchor(line, start)
        inner = _BlockPlaces({}, was.inner if was is not None else {})
        count = self.count
        node = self.node(value, self.span(key, anchor), depth, inner, anchor)
        place.blocks[name] = YamlBlock(node, anchor, key.start_mark.column, length, self.count - count, inner.blocks)
        return node

    def trap(self, name: str, value: yaml.Node) -> None:
        """Report a colour that YAML read as a comment."""
        if not isinstance(value, yaml.ScalarNode) or value.style or value.value:
            return
        end = value.end_mark.index + self.characters
        rest = self.text[end : self.text.find("\n", end) + 1 or None]
        if comment := re.match(r"\s*#([0-9a-fA-F]{3,8})\b", rest):
            span = span_in(self.shown, self.text, end + comment.start(1) - 1, end + comment.end(1))
            message = f"#{comment[1]} is a comment to YAML, so {name!r} is empty"
            self.report.error("yaml-comment", message, span, hint=f'write "#{comment[1]}"')

    @staticmethod
    def scalar(node: yaml.ScalarNode) -> str | int | float | bool | None:
        text: str = node.value
        if node.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.match(text) and len(text) < 20:
            return int(text)
        if _FLOAT.match(text) and len(text) < 40:
            number = float(text)
            return number if isfinite(number) else text
        return text


def report_twice(name: str, first: Node, again: Span, report: Report) -> None:
    """Report a key that its mapping already has."""
    related = (Related(first.key_span, "first here"),) if first.key_span is not None else ()
    report.error("duplicate-key", f"{name!r} appears here twice", again, hint="delete one of the two", related=related)


def plain(node: Node) -> Any:
    """Return plain data: dictionaries, lists and scalars."""
    value = node.value
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    return value


def find(node: Node, loc: Sequence[str | int]) -> Node:
    """Return the deepest node along a path of keys and indexes; missing steps are skipped."""
    for step in loc:
        if isinstance(step, str):
            node = node.mapping.get(step, node)
        elif isinstance(node.value, tuple) and step < len(node.value):
            node = node.value[step]
    return node
