"""The everyday expressions, read without Jinja2: names, constants, one comparison, and, or, not, if-else, and the
filter ``plain``.

They mean the same as in Jinja2, which a test holds; most templates need no more, and a small deck is built a tenth
faster when Jinja2 is not even imported. Whatever lies outside this subset is left to it.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any
from unicodedata import normalize

from carddesigner.text.rich import literal

Scope = Mapping[str, object]
Run = Callable[[Scope], object]
Names = Callable[[tuple[str, ...]], Run]
"""Gives the evaluation of a dotted name."""

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_WORDS: dict[str, object] = {"true": True, "false": False, "none": None, "True": True, "False": False, "None": None}

_PYTHON_ONLY = re.compile(r"""\\|#|'''|\"{3}|(?<!\w)[rRuU](?=['"])""")


class _Beyond(Exception):
    """The expression needs Jinja2."""


def compile_simple(source: str, names: Names) -> tuple[frozenset[tuple[str, ...]], Run] | None:
    """What a simple expression reads, and its evaluation; None if it is not one of these."""
    # Python would take what Jinja2 does not: comments, prefixes of strings, three quotes; and it folds look-alike letters.
    if len(source) > 500 or "__" in source or _PYTHON_ONLY.search(source) or normalize("NFKC", source) != source:
        return None
    reads: set[tuple[str, ...]] = set()
    try:
        run = _compiled(ast.parse(source, mode="eval").body, names, reads)
    except (SyntaxError, ValueError, RecursionError, MemoryError, _Beyond):
        return None
    return frozenset(reads), run


def _compiled(node: ast.expr, names: Names, reads: set[tuple[str, ...]]) -> Run:
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, int)) and not isinstance(node.value, bool):
        if isinstance(node.value, int) and node.value >= 10**30:
            raise _Beyond
        constant = node.value
        return lambda _: constant
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _name(node, names, reads)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _compiled(node.operand, names, reads)
        return lambda scope: not inner(scope)
    if isinstance(node, ast.BoolOp):
        return _joined(isinstance(node.op, ast.And), [_compiled(v, names, reads) for v in node.values])
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        compare = _COMPARISONS[type(node.ops[0])]
        left, right = _compiled(node.left, names, reads), _compiled(node.comparators[0], names, reads)
        return lambda scope: compare(left(scope), right(scope))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and _is_plain(node.right):
        written = _compiled(node.left, names, reads)
        return lambda scope: plain(written(scope))
    if isinstance(node, ast.IfExp):
        test, yes, no = (_compiled(n, names, reads) for n in (node.test, node.body, node.orelse))
        return lambda scope: yes(scope) if test(scope) else no(scope)
    raise _Beyond


def plain(value: object) -> str:
    """The filter ``plain``: a value as text that is printed as it is, its ``*``, ``_`` and ``:`` no markup; lists with commas."""
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(v) for v in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    return "" if value is None else literal(str(value))


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "plain"


def _joined(every: bool, parts: list[Run]) -> Run:
    def run(scope: Scope) -> object:
        value: object = every
        for part in parts:
            value = part(scope)
            if bool(value) is not every:
                break
        return value

    return run


def _name(node: ast.expr, names: Names, reads: set[tuple[str, ...]]) -> Run:
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.insert(0, node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id.startswith("_") or any(s.startswith("_") for s in steps):
        raise _Beyond
    if node.id in _WORDS:
        if steps:
            raise _Beyond
        word = _WORDS[node.id]
        return lambda _: word
    path = (node.id, *steps)
    reads.add(path)
    return names(path)
