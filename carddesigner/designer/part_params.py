"""Parameters for a part that is made from zones: parts can't read the card, so what the zones read of it becomes
parameters.
"""

from __future__ import annotations

import re
from typing import Any

from carddesigner.core.source import Span
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.template.expressions import ExpressionProblem, compile_bare, compile_text

_GLOBALS = frozenset(("deck", "palette"))
"""Names that parts can read without parameters."""
_REPEAT_NAMES = frozenset(("item", "index", "count"))
_REPEATS = frozenset(("row", "column", "grid"))
_EXPRESSION_KEYS = frozenset(("when", "each"))
"""Keys whose values are expressions without braces."""
_QUOTED = r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\""""
_BRACES = re.compile(r"\{\{.*?\}\}", re.DOTALL)


class PartParams:
    """Converts zones, written at ``span``, for a part. ``given`` are the parameters that they need, each with its
    value.
    """

    def __init__(self, span: Span) -> None:
        self._span = span
        self._names: dict[tuple[str, ...], str] = {}

    @property
    def given(self) -> dict[str, str]:
        """The values of the parameters, by name."""
        return {name: f"{{{{ {'.'.join(path)} }}}}" for path, name in self._names.items()}

    def within(self, value: Any, key: str = "", *, repeated: bool = False) -> Any:
        """Return a value with parameters in place of what it reads. Raises EditProblem for an expression that can't be
        converted.
        """
        if isinstance(value, dict):
            repeated = repeated or key in _REPEATS
            return {k: self.within(v, k, repeated=repeated and k != "each") for k, v in value.items()}
        if isinstance(value, list):
            return [self.within(v, repeated=repeated) for v in value]
        if not isinstance(value, str) or not (key in _EXPRESSION_KEYS or "{{" in value):
            return value
        seen = _GLOBALS | (_REPEAT_NAMES if repeated else frozenset())
        now = value
        for path in sorted(self._reads(value, key), key=len, reverse=True):
            if path[0] not in seen:
                name = self._name(path)
                now = _renamed(now, ".".join(path), name, bare=key in _EXPRESSION_KEYS)
        if ("card",) in self._names or any(path[0] == "card" for path in self._reads(now, key)):
            raise EditProblem(f"{value!r} can't be in a part, which sees no card; write its fields as card.name")
        return now

    def _reads(self, value: str, key: str) -> frozenset[tuple[str, ...]]:
        try:
            return (compile_bare if key in _EXPRESSION_KEYS else compile_text)(value, self._span).reads
        except ExpressionProblem as problem:
            raise EditProblem(f"{value!r} can't be in a part: {problem.message}") from problem

    def _name(self, path: tuple[str, ...]) -> str:
        if path not in self._names:
            name, count = path[-1], 2
            while name in self._names.values() or name in _GLOBALS | _REPEAT_NAMES:
                name, count = f"{path[-1]}_{count}", count + 1
            self._names[path] = name
        return self._names[path]


def _renamed(value: str, path: str, name: str, *, bare: bool) -> str:
    """Return an expression, or a text with expressions in braces, with *path* replaced by *name*."""
    written = re.compile(rf"{_QUOTED}|(?<![\w.]){re.escape(path)}(?!\w)")

    def named(expression: str) -> str:
        # Quoted text is printed as it is.
        return written.sub(lambda match: match[0] if match[0][0] in "'\"" else name, expression)

    return named(value) if bare else _BRACES.sub(lambda found: named(found[0]), value)
