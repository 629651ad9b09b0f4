"""Simple expressions, evaluated without Jinja2: names, constants, items, mappings of constants, a single comparison,
and, or, not, if-else, sums of numbers and of texts, and the filters ``plain`` and ``length``. This makes a small build
a tenth faster.

They have the same values as in Jinja2, which a test checks. Everything outside this subset is left to Jinja2: what
shows in the source by ``compile_simple``, what shows only in the values by ``Beyond``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from carddesigner.core.record import Record
from carddesigner.template.size import MAX_COMPILED, made, read
from carddesigner.text.rich import literal

Scope = Mapping[str, object]
Run = Callable[[Scope], object]
Compiled = tuple[frozenset[tuple[str, ...]], Run]
"""The dotted names that an expression reads, and its evaluation."""

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_SUMS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
}
_MAX_NUMBER = 10**15
_MAX_TEXT = 1_000
_MAX_COMPARED = 100
_WORDS: dict[str, object] = {"true": True, "false": False, "none": None, "True": True, "False": False, "None": None}

_PYTHON_ONLY = re.compile(r"""\\|#|'''|\"{3}|(?<!\w)[rRuU](?=['"])""")


class Beyond(Exception):
    """The expression, or its evaluation with these values, needs Jinja2."""


@lru_cache(maxsize=MAX_COMPILED)
def compile_simple(source: str, *, in_text: bool = False) -> Compiled | None:
    """Compile a simple expression; None if it isn't one. A list within a text isn't."""
    # Python accepts what Jinja2 doesn't: comments, string prefixes, triple quotes; and it normalizes look-alike
    # letters.
    if len(source) > 500 or "__" in source or _PYTHON_ONLY.search(source) or normalize("NFKC", source) != source:
        return None
    reads: set[tuple[str, ...]] = set()
    try:
        body = ast.parse(source, mode="eval").body
        # A list within an expression isn't simple, because it would have to differ from a tuple.
        run = _listed(body, reads) if isinstance(body, ast.List) and not in_text else _compiled(body, reads)
    except (SyntaxError, ValueError, RecursionError, MemoryError, Beyond):
        return None
    return frozenset(reads), run


def half_sign(value: object) -> str | None:
    """The escape of a surrogate in a literal, which no other text can hold and no file; None if there is none."""
    found = re.search("[\ud800-\udfff]", value) if isinstance(value, str) and not value.isascii() else None
    return f"\\u{ord(found[0]):04x}" if found is not None else None


def _compiled(node: ast.expr, reads: set[tuple[str, ...]]) -> Run:
    if isinstance(node, ast.Constant) and node.value.__class__ in (str, int):
        if (isinstance(node.value, int) and node.value >= 10**30) or half_sign(node.value):
            raise Beyond
        return _constant(node.value)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _name(node, reads)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
        return _lookup(node.value, _compiled(node.slice, reads))
    if isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Name, ast.Attribute, ast.Subscript)):
        return _item(_compiled(node.value, reads), _compiled(node.slice, reads))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _compiled(node.operand, reads)
        return lambda scope: not inner(scope)
    if isinstance(node, ast.BoolOp):
        return _joined(isinstance(node.op, ast.And), [_compiled(v, reads) for v in node.values])
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        compare = _COMPARISONS[type(node.ops[0])]
        left, right = _compiled(node.left, reads), _compiled(node.comparators[0], reads)
        return lambda scope: compare(_short(left(scope)), _short(right(scope)))
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)) and len(node.ops) == 1:
        return _inside(node, reads)
    if isinstance(node, ast.BinOp):
        return _filtered(node, reads) if isinstance(node.op, ast.BitOr) else _sum(node, reads)
    if isinstance(node, ast.IfExp):
        test, yes, no = (_compiled(n, reads) for n in (node.test, node.body, node.orelse))
        return lambda scope: yes(scope) if test(scope) else no(scope)
    raise Beyond


def _constant(value: object) -> Run:
    return lambda _: value


def no_function(value: object) -> None:
    """Raise TypeError for a function that isn't called."""
    # An undefined value is callable too, but raises its own error.
    if callable(value) and not hasattr(value, "_fail_with_undefined_error"):
        raise TypeError("a function is not called")


def printed(value: Any) -> Any:
    """Return a value for a text, with whole numbers without a decimal point. Raises TypeError for a function."""
    no_function(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return "" if value is None else value


def text_of(value: Any) -> str:
    """Return a value as it appears in a text. Raises TooLarge, and TypeError for a function."""
    value = printed(value)
    if value.__class__ is not str:
        read(value)
    return str(value)


def plain(value: object) -> str:
    """The filter ``plain``: a value as text printed literally, without markup from ``*``, ``_`` and ``:``; lists with
    commas.
    """
    if isinstance(value, (list, tuple)):
        read(value)
        return ", ".join(plain(v) for v in value)
    return literal(str(printed(value)))


def _short(value: Any) -> Any:
    """A value to compare; long lists are left to Jinja2's environment, which charges what is read."""
    if value.__class__ is tuple and len(value) > _MAX_COMPARED:
        raise Beyond
    return value


def _length(value: object) -> int:
    if not isinstance(value, (str, tuple)):
        raise Beyond
    return len(value)


_FILTERS: dict[str, Callable[[object], object]] = {"plain": plain, "length": _length}


def _filtered(node: ast.BinOp, reads: set[tuple[str, ...]]) -> Run:
    # A filter binds more tightly than a sum in Jinja2, less tightly in Python, and parentheses leave no trace.
    if isinstance(node.left, ast.BinOp) and not isinstance(node.left.op, ast.BitOr):
        raise Beyond
    if isinstance(node.left, ast.UnaryOp) or not isinstance(node.right, ast.Name) or node.right.id not in _FILTERS:
        raise Beyond
    made, inner = _FILTERS[node.right.id], _compiled(node.left, reads)
    return lambda scope: made(inner(scope))


def _sum(node: ast.BinOp, reads: set[tuple[str, ...]]) -> Run:
    if type(node.op) not in _SUMS:
        raise Beyond
    add = isinstance(node.op, ast.Add)
    count, left, right = _SUMS[type(node.op)], _compiled(node.left, reads), _compiled(node.right, reads)

    def run(scope: Scope) -> object:
        a, b = left(scope), right(scope)
        if add and a.__class__ is str and b.__class__ is str and len(a) + len(b) <= _MAX_TEXT:
            return a + b
        for value in (a, b):
            if value.__class__ not in (int, float) or not -_MAX_NUMBER < value < _MAX_NUMBER:
                raise Beyond
        try:
            return count(a, b)
        except ZeroDivisionError:
            raise Beyond from None

    return run


def _item(owner: Run, key: Run) -> Run:
    def run(scope: Scope) -> object:
        value, at = owner(scope), key(scope)
        if isinstance(value, Record):
            if at.__class__ is str and at in value:
                return value[at]
        elif isinstance(value, tuple) and at.__class__ is int and -len(value) <= at < len(value):
            return value[at]
        raise Beyond

    return run


def _lookup(node: ast.Dict, key: Run) -> Run:
    """The value of a mapping of constants for a key."""
    values: dict[str | int, object] = {}
    for name, value in zip(node.keys, node.values, strict=True):
        if not (isinstance(name, ast.Constant) and isinstance(value, ast.Constant)):
            raise Beyond
        entry, constant = _compiled(name, set())({}), _compiled(value, set())({})
        assert isinstance(entry, (str, int))
        values[entry] = constant

    def run(scope: Scope) -> object:
        at = key(scope)
        if at.__class__ in (str, int) and at in values:
            return values[at]
        raise Beyond

    return run


def _listed(node: ast.List, reads: set[tuple[str, ...]]) -> Run:
    parts = [_listed(n, reads) if isinstance(n, ast.List) else _compiled(n, reads) for n in node.elts]

    def run(scope: Scope) -> object:
        listed = tuple([part(scope) for part in parts])
        made(listed)
        return listed

    return run


def _inside(node: ast.Compare, reads: set[tuple[str, ...]]) -> Run:
    holder = node.comparators[0]
    left = _compiled(node.left, reads)
    wanted = isinstance(node.ops[0], ast.In)
    if isinstance(holder, ast.List):
        # Jinja2 reports an unknown item only when it is compared; constants are never unknown.
        if not all(isinstance(n, ast.Constant) for n in holder.elts):
            raise Beyond
        values = [_compiled(n, reads)({}) for n in holder.elts]
        return lambda scope: (left(scope) in values) is wanted
    right = _compiled(holder, reads)

    def run(scope: Scope) -> object:
        value, all_of_it = left(scope), _short(right(scope))
        if all_of_it.__class__ is tuple or (all_of_it.__class__ is str and value.__class__ is str):
            return (value in all_of_it) is wanted
        raise Beyond

    return run


def _joined(every: bool, parts: list[Run]) -> Run:
    def run(scope: Scope) -> object:
        value: object = every
        for part in parts:
            value = part(scope)
            if bool(value) is not every:
                break
        return value

    return run


def _name(node: ast.expr, reads: set[tuple[str, ...]]) -> Run:
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.insert(0, node.attr)
        node = node.value
    if any(s.startswith("_") for s in steps):
        raise Beyond
    if isinstance(node, ast.Subscript):
        run = _compiled(node, reads)
        for step in steps:
            run = _item(run, _constant(step))
        return run
    if not isinstance(node, ast.Name) or node.id.startswith("_") or (steps and node.id in _WORDS):
        raise Beyond
    if node.id in _WORDS:
        return _constant(_WORDS[node.id])
    path = (node.id, *steps)
    reads.add(path)
    return _walk(path)


@lru_cache(maxsize=MAX_COMPILED)
def _walk(names: tuple[str, ...]) -> Run:
    """Follow dotted names through records."""
    first, *rest = names

    def run(scope: Scope) -> object:
        try:
            value = scope[first]
            for name in rest:
                if not isinstance(value, Record):
                    raise Beyond
                value = value[name]
        except KeyError:
            raise Beyond from None
        return value

    return run
