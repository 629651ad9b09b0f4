"""Edit a YAML file as its author would: change the text of one value, key or entry and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from carddesigner.core.report import Problem, Report, nearest
from carddesigner.core.source import Span, span_in
from carddesigner.source.yaml import events_of, load_yaml, plain

Step = str | int
Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
"""A value of JSON."""

WIDE = 96
"""The longest line in which a new mapping or list is written in braces, in characters."""
_PREFIX = re.compile(r"(?:(?:&[^\s,\[\]{}]+|!\S*)[ \t]+)+")
"""An anchor or a tag before a value."""
_BREAKS = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
_COMMENT = re.compile(r"[ \t]+#[^\r\n]*")
_COLON = re.compile(r"[ \t]*:")


class EditProblem(Problem):
    """An edit can't be made. The message says why, ``span`` where."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__("edit", message, span)


class SetValue(Struct, frozen=True, tag="set"):
    """Write a *value* at a path. A new key is added at the end of its mapping."""

    path: tuple[Step, ...]
    value: Value


class InsertKey(Struct, frozen=True, tag="insert-key"):
    """Add a key to the mapping at a path, ``before`` another key or at the end."""

    path: tuple[Step, ...]
    key: str
    value: Value
    before: str | None = None


class InsertItem(Struct, frozen=True, tag="insert-item"):
    """Insert an item into the list at a path, at this index."""

    path: tuple[Step, ...]
    index: int
    value: Value


class Remove(Struct, frozen=True, tag="remove"):
    """Remove a key or an item."""

    path: tuple[Step, ...]


class Move(Struct, frozen=True, tag="move"):
    """Move a key or an item, with the comments directly above it, among its siblings to the index ``to``."""

    path: tuple[Step, ...]
    to: int


class RenameKey(Struct, frozen=True, tag="rename"):
    """Rename the key at the end of a path."""

    path: tuple[Step, ...]
    key: str


Edit = SetValue | InsertKey | InsertItem | Remove | Move | RenameKey


class _Entry(Struct, frozen=True):
    """A key with its value, or an item. *start* is the offset of the key or the item."""

    name: str | None
    start: int
    key_end: int
    value: _Value


class _Value(Struct, frozen=True):
    """The place of a value; ``start`` is after anchors and tags. ``kind`` is map, list, scalar or alias; ``flow``: in
    brackets; ``style`` is the kind of a scalar's quotes.
    """

    kind: str
    start: int
    end: int
    flow: bool = False
    style: str | None = None
    entries: tuple[_Entry, ...] = ()


class YamlText(Struct, frozen=True):
    """A text with the places of its values, determined once for any number of edits; each edit applies to this text."""

    name: str
    text: str
    root: _Value | None

    def edited(self, edits: Sequence[Edit]) -> str:
        """Return the text after the edits, made one after the other. Raises Problem if a place doesn't exist or can't
        be changed.
        """
        try:
            return self._all_edited(edits)
        except RecursionError:
            raise EditProblem("values are nested too deeply to be written", Span(self.name)) from None

    def _all_edited(self, edits: Sequence[Edit]) -> str:
        at, text = self, self.text
        if len(edits) > 1 and (together := self._values(edits)) is not None:
            self._keep_anchors(together)
            return together
        for i, edit in enumerate(edits):
            if i:
                at = read_places(self.name, text)
            text = at._edited(edit)
            at._keep_anchors(text)
        return text

    def _keep_anchors(self, after: str) -> None:
        """Check that every alias in the text *after* an edit still follows its anchor. Raises Problem."""
        if "*" not in after or (lost := _unanchored(self.name, after)) is None:
            return
        place = _alias(self.root, self.text, lost) if self.root is not None else None
        message = f"*{lost} refers to what is written here, and must come after it; change that first"
        raise EditProblem(message, span_in(self.name, self.text, *place) if place is not None else Span(self.name))

    def _values(self, edits: Sequence[Edit]) -> str | None:
        """The text with several values replaced at once, if they don't touch each other; None for any other edits."""
        values = []
        for edit in edits:
            if not isinstance(edit, SetValue) or not edit.path:
                return None
            owner = self.at(edit.path[:-1])
            if all(e.name != edit.path[-1] for e in owner.entries):
                return None
            values.append(self._set(edit.path, edit.value))
        values.sort(reverse=True)
        if any(after[0] < before[1] for after, before in pairwise(values)):
            return None
        text = self.text
        for start, end, new in values:
            text = text[:start] + new + text[end:]
        return text

    def _edited(self, edit: Edit) -> str:
        if isinstance(edit, SetValue):
            start, end, new = self._set(edit.path, edit.value)
        elif isinstance(edit, InsertKey):
            start, end, new = self._insert_key(edit)
        elif isinstance(edit, InsertItem):
            start, end, new = self._insert_item(edit)
        elif isinstance(edit, Remove):
            start, end, new = self._remove(edit.path)
        elif isinstance(edit, RenameKey):
            start, end, new = self._rename(edit)
        else:
            start, end, new = self._move(edit)
        return self.text[:start] + new + self.text[end:]

    def at(self, path: Sequence[Step]) -> _Value:
        """Return the value at a path. Raises Problem."""
        if self.root is None:
            raise EditProblem("the file is empty", Span(self.name))
        value = self.root
        for step in path:
            value = self._entry(value, step).value
        return value

    def block(self, path: Sequence[Step]) -> tuple[int, int, int] | None:
        """Return the start and end of a key's or item's whole lines, with the comments directly above, and its column;
        None if other values share these lines. Raises Problem.
        """
        owner = self.at(path[:-1])
        entry = self._entry(owner, path[-1])
        index = owner.entries.index(entry)
        if owner.flow or self.text[self._line(entry.start) : entry.start].strip():
            return None
        start = self._above(entry, owner.entries[index - 1] if index else None)
        pad = " " * self._column(entry.start) + "#"
        while index == 0 and start and self.text.startswith(pad, above := self._line_above(start)):
            start = above
        return start, self._next_line(self._end(entry)), self._column(entry.start)

    def path_at(self, start: int) -> tuple[Step, ...] | None:
        """Return the path of the key or item that begins at an offset; None if there is none."""

        def within(value: _Value) -> tuple[Step, ...] | None:
            for i, entry in enumerate(value.entries):
                step = entry.name if entry.name is not None else i
                if entry.start == start:
                    return (step,)
                if entry.start < start <= entry.value.end and (path := within(entry.value)) is not None:
                    return (step, *path)
            return None

        return within(self.root) if self.root is not None else None

    def _entry(self, value: _Value, step: Step) -> _Entry:
        place = span_in(self.name, self.text, value.start, value.end)
        if value.kind == "alias":
            message = f"{self.text[value.start : value.end]} refers to what is written elsewhere; change it there"
            raise EditProblem(message, place)
        if isinstance(step, int):
            if value.kind == "list" and 0 <= step < len(value.entries):
                return value.entries[step]
            raise EditProblem(f"there is no item {step + 1} in this list", place)
        names = [e.name for e in value.entries if e.name is not None] if value.kind == "map" else []
        for entry in reversed(value.entries if names else ()):
            if entry.name == step:
                return entry
        near = nearest(step, names)
        raise EditProblem(f"there is no key {step!r} here" + (f"; did you mean {near!r}?" if near else ""), place)

    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def _line(self, at: int) -> int:
        """The start of the line with this offset."""
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def _line_above(self, start: int) -> int:
        """The start of the line before the one that begins at this offset."""
        return self._line(start - 2 if self.text[start - 2 : start] == "\r\n" else start - 1)

    def _next_line(self, at: int) -> int:
        """The start of the line after the one with this offset."""
        match = re.compile(r"\r\n|\r|\n").search(self.text, at)
        return match.end() if match else len(self.text)

    def _column(self, at: int) -> int:
        return at - self._line(at)

    def _end(self, entry: _Entry) -> int:
        """The end of an entry, without trailing space."""
        value = entry.value
        end = max(entry.key_end, self._last(value))
        while end > entry.start and self.text[end - 1].isspace():
            end -= 1
        return end

    def _last(self, value: _Value) -> int:
        if value.kind in ("map", "list") and not value.flow and value.entries:
            return max(value.start, self._end(value.entries[-1]))
        return value.end

    def _set(self, path: Sequence[Step], new: Value) -> tuple[int, int, str]:
        if not path:
            raise EditProblem("a whole file is not a value", Span(self.name))
        owner = self.at(path[:-1])
        step = path[-1]
        if owner.kind == "map" and isinstance(step, str) and all(e.name != step for e in owner.entries):
            return self._insert_key(InsertKey(tuple(path[:-1]), step, new))
        if owner.kind == "scalar" and owner.start == owner.end:
            return self._set(path[:-1], {str(step): new} if isinstance(step, str) else [new])
        entry = self._entry(owner, step)
        return self._replace(owner, entry, new)

    def _replace(self, owner: _Value, entry: _Entry, new: Value) -> tuple[int, int, str]:
        old = entry.value
        if old.kind == "alias":
            self._entry(old, 0)
        start, end = old.start, self._last(old)
        nested = isinstance(new, dict | list) and bool(new)
        block = old.kind in ("map", "list") and not old.flow
        if old.style in ("|", ">"):
            while end > start and self.text[end - 1].isspace():
                end -= 1
        indent = self._column(entry.start)
        if not owner.flow and (nested or block or old.style in ("|", ">") or _is_long(new)):
            # Replace from the end of the key or dash, so that a value can change between one line and several.
            start = entry.key_end
            text = self._text(new, indent, flow=False, item=entry.name is None)
            return self._with_comment(start, max(end, start), text)
        text = _scalar(new, old.style, flow=owner.flow) if not nested else _flow(new)
        if old.start == old.end and self.text[start - 1 : start] not in ("", " ", "[", "{"):
            text = " " + text
        if entry.name is not None and self.text[entry.key_end - 1 : entry.key_end] != ":":
            # In braces, a key can stand without a colon.
            text = ":" + text
        return start, end, text

    def _with_comment(self, start: int, end: int, text: str) -> tuple[int, int, str]:
        """The edit for a value of several lines; a comment after the old value stays in its line."""
        head, newline, rest = text.partition(self._newline())
        comment = _COMMENT.match(self.text, end)
        if not newline or comment is None:
            return start, end, text
        return start, comment.end(), head + comment[0] + newline + rest

    def _text(self, value: Value, indent: int, *, flow: bool, item: bool = False) -> str:
        """The text of a value after a key's colon or an item's dash; *indent* is the indentation of that key or
        dash.
        """
        if not isinstance(value, dict | list) or not value:
            if isinstance(value, str) and _is_long(value) and not flow and _fits_block(value):
                pad = self._newline() + " " * (indent + 2)
                blank = self._newline()
                lines = value.rstrip("\n").split("\n")
                sign = "|-" if not value.endswith("\n") else "|"
                return f" {sign}" + "".join(pad + line if line else blank for line in lines)
            return " " + _scalar(value, None, flow=flow)
        inline = _flow(value)
        if flow or (_is_flat(value) and indent + len(inline) <= WIDE):
            return " " + inline
        out, inner = [], indent + 2
        if isinstance(value, dict):
            for key, own in value.items():
                out.append(f"{_scalar(key, None, flow=False)}:{self._text(own, inner, flow=False)}")
        else:
            out = [f"-{self._text(own, inner, flow=False, item=True)}" for own in value]
        pad = self._newline() + " " * inner
        if item and isinstance(value, dict):
            return " " + pad.join(out)
        return pad + pad.join(out)

    def _insert_key(self, edit: InsertKey) -> tuple[int, int, str]:
        owner = self.at(edit.path)
        if owner.kind == "alias":
            self._entry(owner, 0)
        if owner.kind == "scalar" and owner.start == owner.end:
            if not edit.path:
                raise EditProblem("the file is empty", Span(self.name))
            return self._set(edit.path, {edit.key: edit.value})
        if owner.kind != "map":
            place = span_in(self.name, self.text, owner.start, owner.end)
            raise EditProblem(f"{edit.key!r} can't be added to a value that isn't a mapping", place)
        names = [e.name for e in owner.entries]
        if edit.key in names:
            place = span_in(self.name, self.text, owner.start, owner.end)
            raise EditProblem(f"{edit.key!r} exists here already", place)
        index = names.index(edit.before) if edit.before in names else len(names)
        key = _scalar(edit.key, None, flow=owner.flow)
        if owner.flow:
            return self._insert_flow(owner, index, f"{key}: {_flow(edit.value)}")
        column = self._column(owner.entries[0].start)
        return self._insert_block(owner, index, f"{key}:{self._text(edit.value, column, flow=False)}", column)

    def _insert_item(self, edit: InsertItem) -> tuple[int, int, str]:
        owner = self.at(edit.path)
        if owner.kind == "scalar" and owner.start == owner.end and edit.path:
            return self._set(edit.path, [edit.value])
        if owner.kind != "list" or not 0 <= edit.index <= len(owner.entries):
            self._entry(owner, edit.index)
        if owner.flow:
            return self._insert_flow(owner, edit.index, _flow(edit.value))
        column = self._column(owner.entries[0].start)
        return self._insert_block(
            owner, edit.index, f"-{self._text(edit.value, column, flow=False, item=True)}", column
        )

    def _insert_flow(self, owner: _Value, index: int, text: str) -> tuple[int, int, str]:
        if not owner.entries:
            return owner.start + 1, owner.end - 1, text
        if index < len(owner.entries):
            at = owner.entries[index].start
            return at, at, text + ", "
        at = self._end(owner.entries[-1])
        return at, at, ", " + text

    def _insert_block(self, owner: _Value, index: int, text: str, column: int) -> tuple[int, int, str]:
        newline = self._newline()
        if index == 0:
            at = owner.entries[0].start
            return at, at, text + newline + " " * column
        at = self._next_line(self._end(owner.entries[index - 1]))
        before = "" if at == 0 or self.text[at - 1] in "\r\n" else newline
        return at, at, before + " " * column + text + (newline if not before or at < len(self.text) else "")

    def _remove(self, path: Sequence[Step]) -> tuple[int, int, str]:
        if not path:
            raise EditProblem("a whole file is not a value", Span(self.name))
        owner = self.at(path[:-1])
        entry = self._entry(owner, path[-1])
        index, last = owner.entries.index(entry), len(owner.entries) - 1
        if not last:
            if owner.flow:
                return owner.start + 1, owner.end - 1, ""
            if not path[:-1]:
                return entry.start, self._end(entry), "{}" if owner.kind == "map" else "[]"
            outer = self.at(path[:-2])
            return self._replace(outer, self._entry(outer, path[-2]), {} if owner.kind == "map" else [])
        if owner.flow:
            if index < last:
                return entry.start, owner.entries[index + 1].start, ""
            return self._end(owner.entries[index - 1]), self._end(entry), ""
        line = self._line(entry.start)
        if self.text[line : entry.start].strip():
            # The first entry of a mapping in a list follows the dash.
            return entry.start, owner.entries[index + 1].start, ""
        return line, self._next_line(self._end(entry)), ""

    def _rename(self, edit: RenameKey) -> tuple[int, int, str]:
        if not edit.path or not isinstance(edit.path[-1], str):
            raise EditProblem("only keys have names", Span(self.name))
        owner = self.at(edit.path[:-1])
        entry = self._entry(owner, edit.path[-1])
        if edit.key != entry.name and any(e.name == edit.key for e in owner.entries):
            place = span_in(self.name, self.text, owner.start, owner.end)
            raise EditProblem(f"{edit.key!r} exists here already", place)
        end = entry.key_end - 1
        while self.text[end - 1].isspace():
            end -= 1
        return entry.start, end, _scalar(edit.key, None, flow=owner.flow)

    def _move(self, edit: Move) -> tuple[int, int, str]:
        if not edit.path:
            raise EditProblem("a whole file is not a value", Span(self.name))
        owner = self.at(edit.path[:-1])
        entry = self._entry(owner, edit.path[-1])
        entries = list(owner.entries)
        index, to = entries.index(entry), edit.to
        if not 0 <= to < len(entries):
            self._entry(_Value("list", owner.start, owner.end), to)
        if index == to:
            return entry.start, entry.start, ""
        whole = owner.flow or any(self.text[self._line(e.start) : e.start].strip() for e in entries)
        if whole:
            places = [(e.start, self._end(e)) for e in entries]
        else:
            places = [
                (self._above(e, entries[i - 1] if i else None), self._next_line(self._end(e)))
                for i, e in enumerate(entries)
            ]
        moved = [self.text[a:b] for a, b in places]
        newline = self._newline()
        if not whole and moved[-1][-1:] not in "\r\n":
            moved[-1] += newline
        between = [self.text[places[i][1] : places[i + 1][0]] for i in range(len(places) - 1)]
        moved.insert(to, moved.pop(index))
        start, end = places[0][0], places[-1][1]
        new = moved[0] + "".join(gap + word for gap, word in zip(between, moved[1:], strict=True))
        if not whole and self.text[end - 1 : end] not in "\r\n":
            new = new.removesuffix(newline)
        return start, end, new

    def _above(self, entry: _Entry, before: _Entry | None) -> int:
        """The start of the comments directly above an entry, not before the end of the entry *before*."""
        start = self._line(entry.start)
        least = self._next_line(self._end(before)) if before is not None else start
        while start > least:
            above = self._line_above(start)
            if self.text[above : above + 1] in "\r\n" or not self.text[above:start].lstrip().startswith("#"):
                break
            start = above
        return start


def read_places(name: str, text: str) -> YamlText:
    """Determine the places of all values in a text; *name* is the file's name in errors. Raises Problem if it is not
    YAML.
    """
    events = iter(events_of(name, text))
    root = None
    for event in events:
        if isinstance(event, yaml.NodeEvent):
            root = _value(event, events, text)
            break
    return YamlText(name, text, root)


def _unanchored(name: str, text: str) -> str | None:
    """The first alias without an anchor before it. Raises Problem."""
    anchors = set()
    for event in events_of(name, text):
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                return str(event.anchor)
        elif isinstance(event, yaml.NodeEvent) and event.anchor:
            anchors.add(event.anchor)
    return None


def _alias(value: _Value, text: str, name: str) -> tuple[int, int] | None:
    """The place of the first alias with this name."""
    if value.kind == "alias":
        return (value.start, value.end) if text[value.start : value.end] == f"*{name}" else None
    return next((alias for e in value.entries if (alias := _alias(e.value, text, name)) is not None), None)


def _value(event: Any, events: Any, text: str, *, within: bool = False) -> _Value:
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.AliasEvent):
        return _Value("alias", start, end)
    if prefix := _PREFIX.match(text, start, end):
        start = prefix.end()
    if isinstance(event, yaml.ScalarEvent):
        if event.style is None and (event.anchor or event.tag) and not event.value:
            start = end
        return _Value("scalar", start, end, style=event.style)
    kind = "map" if isinstance(event, yaml.MappingStartEvent) else "list"
    entries: list[_Entry] = []
    while not isinstance(inner := next(events), yaml.CollectionEndEvent):
        if kind == "list":
            value = _value(inner, events, text, within=event.flow_style)
            at = inner.start_mark.index
            if event.flow_style:
                entries.append(_Entry(None, at, at, value))
            else:
                dash = text.rfind("-", 0, at + 1 if value.start == value.end else at)
                entries.append(_Entry(None, dash, dash + 1, value))
            continue
        key = _value(inner, events, text)
        name = getattr(inner, "value", None)
        colon = _COLON.match(text, key.end)
        after = next(events)
        value = _value(after, events, text, within=event.flow_style)
        entries.append(_Entry(name, inner.start_mark.index, colon.end() if colon else key.end, value))
    return _Value(
        kind,
        start,
        _index(inner.end_mark) if event.flow_style else _end_of(entries, start),
        bool(event.flow_style),
        None,
        tuple(entries),
    )


def _index(mark: Any) -> int:
    return int(mark.index)


def _end_of(entries: Sequence[_Entry], start: int) -> int:
    """The end of a mapping or list without brackets."""
    return max((max(e.key_end, e.value.end) for e in entries), default=start)


def _is_long(value: Value) -> bool:
    return isinstance(value, str) and "\n" in value.rstrip("\n")


def _fits_block(value: str) -> bool:
    """Whether a text can be written as a block scalar unchanged."""
    rest = value.rstrip("\n")
    plain_lines = not re.search(
        r"[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]", value
    )
    return plain_lines and not rest.startswith((" ", "\n")) and value.count("\n") - rest.count("\n") <= 1


def _is_flat(value: Value) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(
        isinstance(v, dict | list)
        and any(isinstance(w, dict | list) and w for w in (v.values() if isinstance(v, dict) else v))
        for v in inner
    )


def _flow(value: Value) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(k, None, flow=True)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value, None, flow=True)


def _scalar(value: Value, style: str | None, *, flow: bool) -> str:
    """A scalar within a line: quoted as before, else without quotes if it then reads as the same value."""
    if isinstance(value, dict | list):
        return "{}" if isinstance(value, dict) else "[]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    double = json.dumps(value, ensure_ascii=False)
    double = re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]", lambda m: f"\\u{ord(m[0]):04x}", double)
    single = "'" + value.replace("'", "''") + "'" if not _BREAKS.search(value) else double
    ways = {'"': (double,), "'": (single, double)}.get(style or "", (value, double))
    return next(w for w in ways if w is ways[-1] or _reads_as(w, value, flow=flow))


def _reads_as(text: str, value: str, *, flow: bool) -> bool:
    """Whether a plain scalar is read as this text, as a value in a line or in brackets."""
    if not text or text != text.strip() or _BREAKS.search(text) or text in ("-", "?", ":"):
        return False
    line = f"k: [{text}, {{{text}: {text}}}]\n" if flow else f"k: {text}\n{text}: k\n"
    report = Report()
    node = load_yaml(Path("words"), line, report)
    if node is None or report.diagnostics:
        return False
    wanted = {"k": [value, {value: value}]} if flow else {"k": value, value: "k"}
    return bool(plain(node) == wanted)
