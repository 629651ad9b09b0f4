"""Edit a JSON file as its author would: with its own indentation, separators and escapes, and nothing else changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.source.json_nodes import load_json
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import Edit, EditProblem, InsertItem, Move, Remove, RenameKey, SetValue, Step, Value

Place = tuple[int, int]
"""The offsets of the first character and of the one after the last."""
Splice = tuple[int, int, str]


def edited_json(path: Path, text: str, edits: Sequence[Edit]) -> str:
    """Return the text after the edits, made one after the other. Raises EditProblem if a place doesn't exist."""
    if all(isinstance(e, SetValue) for e in edits):
        return _Json(path, text).with_values([e for e in edits if isinstance(e, SetValue)])
    for edit in edits:
        start, end, new = _Json(path, text).spliced(edit)
        text = text[:start] + new + text[end:]
    return text


class _Json:
    """A text with the places of its values."""

    def __init__(self, path: Path, text: str) -> None:
        self.text = text
        root = load_json(path, text, Report())
        if root is None:
            raise EditProblem(f"{path.name} can't be read as JSON")
        self.root = root
        self.ascii = text.isascii() and "\\u" in text

    def with_values(self, edits: Sequence[SetValue]) -> str:
        splices: list[Splice] = []
        missing: dict[int, tuple[Node, list[tuple[str, Value]]]] = {}
        for edit in edits:
            owner, step = self._at(edit.path[:-1]), edit.path[-1]
            if isinstance(step, str) and isinstance(owner.value, dict) and step not in owner.value:
                missing.setdefault(owner.span.start, (owner, []))[1].append((step, edit.value))
            else:
                span = self._child(owner, step).span
                splices.append((span.start, span.end, self._written(edit.value)))
        for owner, pairs in missing.values():
            splices.append(self._added(owner, pairs))
        out, at = [], 0
        for start, end, new in sorted(splices):
            out += [self.text[at:start], new]
            at = end
        return "".join([*out, self.text[at:]])

    def spliced(self, edit: Edit) -> Splice:
        """Return the splice for an edit."""
        if isinstance(edit, InsertItem):
            return self._inserted(self._at(edit.path), edit.index, edit.value)
        owner, step = self._at(edit.path[:-1]), edit.path[-1]
        if isinstance(edit, RenameKey):
            span = self._child(owner, step).key_span
            assert span is not None
            return span.start, span.end, self._written(edit.key)
        places = _entries(owner)
        index = step if isinstance(step, int) else list(owner.mapping).index(step)
        if isinstance(edit, Remove):
            return self._removed(owner, places, index)
        if isinstance(edit, Move):
            return self._moved(places, index, edit.to)
        raise EditProblem("this can't be done to a JSON file")

    def _at(self, path: Sequence[Step]) -> Node:
        node = self.root
        for step in path:
            node = self._child(node, step)
        return node

    def _child(self, node: Node, step: Step) -> Node:
        value = node.value
        if isinstance(step, int) and isinstance(value, tuple) and step < len(value):
            return value[step]
        if isinstance(step, str) and isinstance(value, dict) and step in value:
            return value[step]
        raise EditProblem(f"there is no {step!r} here", node.span)

    def _written(self, value: Value) -> str:
        return json.dumps(value, ensure_ascii=self.ascii)

    def _between(self, owner: Node, like: Node | None = None) -> tuple[str, str, str]:
        """The text before the first entry, between two, and after the last; for an empty one, as in *like*."""
        places = _entries(owner)
        if not places:
            return self._between(like) if like is not None else ("", ", ", "")
        start, end = owner.span.start + 1, owner.span.end - 1
        before, after = self.text[start : places[0][0]], self.text[places[-1][1] : end]
        if len(places) > 1:
            return before, self.text[places[0][1] : places[1][0]], after
        return before, "," + (before or " "), after

    def _pair(self, owner: Node, key: str, value: Value) -> str:
        """A key with its value, separated as the others are."""
        colon = ": "
        for node in owner.mapping.values():
            if node.key_span is not None:
                colon = self.text[node.key_span.end : node.span.start]
                break
        return self._written(key) + colon + self._written(value)

    def _added(self, owner: Node, pairs: Sequence[tuple[str, Value]]) -> Splice:
        before, between, after = self._between(owner)
        added = between.join(self._pair(owner, key, value) for key, value in pairs)
        places = _entries(owner)
        if places:
            return places[-1][1], places[-1][1], between + added
        return owner.span.start + 1, owner.span.end - 1, before + added + after

    def _inserted(self, owner: Node, index: int, value: Value) -> Splice:
        places = _entries(owner)
        before, between, after = self._between(owner)
        like = None
        if isinstance(owner.value, tuple) and owner.value:
            like = owner.value[min(index, len(owner.value) - 1)]
        if isinstance(value, dict) and like is not None and like.mapping:
            inner = self._between(like)
            added = "{" + inner[0] + inner[1].join(self._pair(like, k, v) for k, v in value.items()) + inner[2] + "}"
        else:
            added = self._written(value)
        if not places:
            return owner.span.start + 1, owner.span.end - 1, before + added + after
        if index < len(places):
            return places[index][0], places[index][0], added + between
        return places[-1][1], places[-1][1], between + added

    def _removed(self, owner: Node, places: Sequence[Place], index: int) -> Splice:
        if len(places) == 1:
            return owner.span.start + 1, owner.span.end - 1, ""
        if index + 1 < len(places):
            return places[index][0], places[index + 1][0], ""
        return places[index - 1][1], places[index][1], ""

    def _moved(self, places: Sequence[Place], index: int, to: int) -> Splice:
        entries = [self.text[a:b] for a, b in places]
        gaps = [self.text[places[i][1] : places[i + 1][0]] for i in range(len(places) - 1)]
        entries.insert(to, entries.pop(index))
        new = entries[0] + "".join(gap + word for gap, word in zip(gaps, entries[1:], strict=True))
        return places[0][0], places[-1][1], new


def _entries(node: Node) -> list[Place]:
    """The places of a list's items, or of a mapping's keys with their values."""
    if isinstance(node.value, tuple):
        return [(n.span.start, n.span.end) for n in node.value]
    return [((n.key_span or n.span).start, n.span.end) for n in node.mapping.values()]
