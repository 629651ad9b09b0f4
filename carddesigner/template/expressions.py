"""Expressions of templates and checks: Jinja2 in a sandbox, bounded in size and time, with error messages for
designers.

Simple expressions such as ``{{ card.suit }}`` don't use Jinja2 but follow the names. All others are compiled once and
cached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial, wraps
from itertools import islice
from math import isfinite
from types import BuiltinMethodType, MethodType
from typing import Any
from warnings import catch_warnings

from msgspec import Struct
from msgspec.structs import asdict

from carddesigner.core.record import Record
from carddesigner.core.report import Fix, Problem, did_you_mean, guess
from carddesigner.core.source import Span
from carddesigner.template.reasons import message_of
from carddesigner.template.simple import (
    Beyond,
    Compiled,
    Run,
    Scope,
    compile_simple,
    half_sign,
    no_function,
    plain,
    text_of,
)
from carddesigner.template.size import MAX_COMPILED, MAX_READ, MAX_SIZE, TooLarge, charge, evaluation, made, read

MAX_SOURCE = 2_000
"""The most characters of an expression."""
MAX_RESULT = 20_000
"""The most characters or items of a value that an expression makes."""
MAX_RANGE = 1_000
"""The most numbers of a ``range``."""
MAX_DIGITS = 10**30
MAX_ROUND = 50
"""The most digits that ``round`` accepts."""
_LARGEST = 10**300

INSIDE = re.compile(r"\{\{((?:(?!\}\}|\{\{).)*)\}\}", re.S)
"""An expression in its braces within a text."""
_NAME = re.compile(r"[^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)*")
_SINGLE = re.compile(r"\s*\{\{(?:(?!\}\}|\{\{).)*\}\}\s*\Z", re.S)

MAX_WIDTH = 1_000
"""The greatest width to which a text can be filled up, in characters."""
_FORMATS = r"%(?:%|[-+ 0#]*[0-9]{0,2}(?:\.[0-9]{0,2})?[diouxXeEfFgGs])"
"""The formats allowed in ``format``, so that a text grows by at most about a hundred characters for each."""


_NO_FILE = Span("expression")


class ExpressionProblem(Problem):
    """An expression has a syntax error or no value."""


class Expression(Struct, frozen=True, eq=False):
    """A compiled expression: the dotted names that it ``reads``, and ``evaluate``, which raises ExpressionProblem."""

    source: str
    span: Span
    reads: frozenset[tuple[str, ...]]
    evaluate: Run

    @property
    def place(self) -> Span | None:
        """Its place in a file; None for an expression from the command line or Python."""
        return self.span if self.span != _NO_FILE else None

    def text(self, scope: Scope) -> str:
        """Return the value as it appears in a text. Raises ExpressionProblem."""
        try:
            return text_of(self.evaluate(scope))
        except TooLarge:
            raise _too_large(self.source) from None
        except TypeError as error:
            raise failed(self.source, error) from None


class Function(Struct, frozen=True, eq=False):
    """One of our functions in a scope; expressions can call no other objects in it."""

    run: Callable[..., object]


def plain_options(options: Struct) -> dict[str, Any]:
    """Return the fields of options, with expressions as their source text."""
    return {name: v.source if isinstance(v, Expression) else v for name, v in asdict(options).items()}


def compile_text(text: str, span: Span) -> Expression:
    """Compile a string with ``{{ … }}``. A single expression keeps its value's type; several, or one within text, give
    text.
    """
    if "{%" in text or "{#" in text:
        message = "there are no statements here; write expressions in {{ }}, and `when` or `each`"
        raise ExpressionProblem("expression-syntax", message)
    if _SINGLE.match(text):
        return compile_bare(text.strip()[2:-2].strip(), span)
    return Expression(text, span, *(_simple_text(text) or _compiled(text, True)))


def _simple_text(text: str) -> Compiled | None:
    """Text with simple expressions, compiled without Jinja2; None if one of them isn't simple."""
    reads: frozenset[tuple[str, ...]] = frozenset()
    parts: list[str | Run] = []
    at = 0
    for match in INSIDE.finditer(text):
        simple = compile_simple(match[1].strip(), in_text=True)
        if simple is None:
            return None
        reads |= simple[0]
        parts += [text[at : match.start()], simple[1]]
        at = match.end()
    parts.append(text[at:])
    if any(isinstance(p, str) and ("{{" in p or "}}" in p) for p in parts) or text.endswith("\n"):
        return None

    def run(scope: Scope) -> object:
        out = []
        left = MAX_RESULT
        for part in parts:
            out.append(part if isinstance(part, str) else text_of(part(scope)))
            left -= len(out[-1])
            if left < 0:
                raise TooLarge
        return "".join(out)

    return reads, partial(_tried, run, text, True)


def compile_bare(source: str, span: Span) -> Expression:
    """Compile an expression without braces, as in ``when``, ``each`` and ``--select``."""
    source = source.strip()
    if "{{" in source and _SINGLE.match(source):
        source = source[2:-2].strip()
    if "{{" in source or "{%" in source:
        message = "no braces here: write the expression as it is, such as card.cost > 3"
        raise ExpressionProblem("expression-syntax", message)
    simple = compile_simple(source)
    if simple is None:
        return Expression(source, span, *_compiled(source, False))
    reads, simply = simple
    # The value of a plain name comes from the deck, so its size isn't bounded here.
    run = simply if _NAME.fullmatch(source) else lambda scope: _bounded(simply(scope))
    return Expression(source, span, reads, partial(_tried, run, source, False))


def parse_expression(source: str) -> Expression:
    """Parse an expression that isn't from a file, such as that of ``--select``. Raises ValueError."""
    try:
        return compile_bare(source, _NO_FILE)
    except ExpressionProblem as problem:
        raise ValueError(problem.message) from None


def _tried(run: Run, source: str, mixed: bool, scope: Scope) -> object:
    """Evaluate a simple expression; if it isn't simple with these values, or fails, evaluate it with Jinja2."""
    try:
        return run(scope)
    except (Beyond, TypeError, ExpressionProblem):
        return _compiled(source, mixed)[1](scope)
    except TooLarge:
        raise _too_large(source) from None


def _unknown_name(name: str, scope: Scope) -> ExpressionProblem:
    inside = next((k for k in ("card", "item", "deck") if isinstance(v := scope.get(k), Record) and name in v), None)
    near = did_you_mean(name, scope) if inside is None else guess(name, f"{inside}.{name}")
    hint = f"known here: {', '.join(sorted(scope))}"
    from carddesigner.template import allowed

    for kind, place in (("filter", "after a |: card.cost | {}"), ("method", "after a text: card.name.{}")):
        if name in allowed.names(kind) and name not in allowed.names("function"):
            return ExpressionProblem(
                "unknown-name", f"there is no {name!r} here; it stands {place.format(name)}", hint=allowed.hint(kind)
            )
    return ExpressionProblem("unknown-name", f"there is no {name!r} here{near}", hint=hint, fix=near.fix)


class _NoKey(Exception):
    """A mapping has no such key; the first arguments are the mapping and the key."""


def _unknown_key(mapping: dict[Any, Any], key: object, source: str) -> ExpressionProblem:
    keys = [str(k) for k in mapping]
    near = did_you_mean(key if isinstance(key, str) else "", keys)
    shown = "place for a whole record" if isinstance(key, Record) else repr(key)[:60]
    hint = f"it has {', '.join(keys[:20]) or 'nothing'}; `| default(…)` gives what else there is"
    return ExpressionProblem(
        "expression-failed", f"{source!r} has no value: the mapping has no {shown}{near}", hint=hint, fix=near.fix
    )


class _NoField(Exception):
    """A record has no such field; the first arguments are the record and the name."""


def _unknown_field(record: Record, name: str, scope: Scope) -> ExpressionProblem:
    owner, fields = _name_of(record, scope) or "the record", tuple(record)
    listed = f"it has {', '.join(fields)}" if fields else "it has no fields"
    near = did_you_mean(name, fields)
    if owner == "card":
        import json  # needed only for an error

        header = json.dumps(near.fix.new, ensure_ascii=False) if near.fix is not None else "the new header"
        field = name if name.isidentifier() else json.dumps(name, ensure_ascii=False)
        listed += f"; if a column was renamed, `columns: {{{header}: {field}}}` under `rows:` calls it as before"
    return ExpressionProblem("unknown-field", f"{owner} has no field {name!r}{near}", hint=listed, fix=near.fix)


def _name_of(record: Record, owner: Scope | Record) -> str | None:
    """The name of a record in its scope."""
    for name in owner:
        value = owner[name]
        if value is record:
            return name
        base = _name_of(record, value) if isinstance(value, Record) else None
        if base is not None:
            return base
    return None


@lru_cache(maxsize=MAX_COMPILED)
def _compiled(source: str, mixed: bool) -> Compiled:
    """What a source reads, and its evaluation. Raises ExpressionProblem."""
    if len(source) > MAX_SOURCE:
        raise _too_big(f"an expression has at most {MAX_SOURCE:,} characters")
    if max(source.count(c) for c in "([{") > 60:
        raise _too_big("an expression has at most 60 brackets of a kind")
    if not mixed and not source:
        raise ExpressionProblem("expression-syntax", "the expression is empty")
    from jinja2 import nodes
    from jinja2.exceptions import TemplateAssertionError, TemplateSyntaxError

    environment = _environment()
    try:
        tree = environment.parse(source if mixed else "{{ " + source + " }}")
        reads = _reads(tree)
        if any(one.name == "number" for one in tree.find_all(nodes.Filter)):
            reads |= {("deck", "language")}
        # Jinja2 would write infinite numbers as undefined names.
        numbers = (c.value for c in tree.find_all(nodes.Const) if isinstance(c.value, (int, float)))
        if not all(abs(number) <= _LARGEST for number in numbers):
            raise _too_big("a number in an expression is too large")
        if half := next((found for c in tree.find_all(nodes.Const) if (found := half_sign(c.value))), None):
            message = f"{source!r}: {half} is half of a sign, which no text has; write the sign itself"
            raise ExpressionProblem("expression-syntax", message)
        with catch_warnings(action="ignore"):
            if mixed:
                return reads, partial(_guarded, environment.from_string(source).render, source)
            run = environment.compile_expression(source, undefined_to_none=False)
    except TemplateAssertionError as error:
        message, hint, fix = _filter_message(error.message or "")
        raise ExpressionProblem("expression-syntax", message, hint=hint, fix=fix) from None
    except TemplateSyntaxError as error:
        reason = _misread(source) or _reason(error.message or "")
        raise ExpressionProblem("expression-syntax", f"{source!r} can't be read: {reason}") from None
    except ExpressionProblem:
        raise
    except (RecursionError, MemoryError, OverflowError, SyntaxError):
        raise _too_big("the expression is too large") from None
    except Exception as error:
        raise ExpressionProblem("expression-syntax", f"{source!r} can't be read: {error}") from None
    return reads, partial(_guarded, run, source)


_OTHER_SIGNS = (
    (r"(?<![=!<>])=(?!=)", "one `=` compares nothing; write `==`"),
    (r"===|!==", "write `==` or `!=`"),
    (r"<>", "write `!=` for `<>`"),
    (r"&&|\|\||!(?!=)", "write `and`, `or` and `not` for signs"),
    (r"\?", "a choice is written `a if condition else b`"),
)
"""Signs of other languages, and what is written here."""


def _misread(source: str) -> str | None:
    """Return what to write for the signs of another language in an expression; None if it has none."""
    # In a text with expressions, what lies around them is none; quoted texts are none either.
    inside = " ".join(re.findall(r"\{\{(.*?)\}\}", source, re.DOTALL)) if "{{" in source else source
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", "''", inside)
    bare = re.sub(r"([(,]\s*\w+\s*)=(?!=)", r"\1", bare)  # of a setting in parentheses
    return next((advice for pattern, advice in _OTHER_SIGNS if re.search(pattern, bare)), None)


def _reason(message: str) -> str:
    """Return Jinja2's message without its own words."""
    if message == "chunk after expression" or "expected token 'end of print statement'" in message:
        return "a sign or `and` is missing between two of its parts"
    if "end of template" in message or "end of print statement" in message:
        return "something is missing at its end"
    return message


def _filter_message(message: str) -> tuple[str, str | None, Fix | None]:
    """The message about an unknown filter or test, a hint that lists the known ones, and the fix."""
    match = re.search(r"No (filter|test) named '([^']*)'", message)
    if match is None:
        return message, None, None
    from carddesigner.template import allowed

    kind, name = match.groups()
    hint = allowed.hint(kind)
    if kind == "filter" and name in allowed.names("method"):
        return f"there is no filter {name!r} here; it stands after a text and a point: card.name.{name}(…)", hint, None
    near = did_you_mean(name, allowed.names(kind))
    return f"there is no {kind} {name!r} here{near}", hint, near.fix


def _guarded(run: Callable[..., Any], source: str, scope: Scope) -> object:
    from jinja2.exceptions import SecurityError, TemplateError, UndefinedError

    try:
        with evaluation():
            charge(20 * (5 + len(source) // 10))
            return _kept(run(**scope))
    except ExpressionProblem:
        raise
    except _NoField as error:
        record, name, _ = error.args
        raise _unknown_field(record, name, scope) from None
    except _NoKey as error:
        raise _unknown_key(error.args[0], error.args[1], source) from None
    except TooLarge:
        raise _too_large(source) from None
    except UndefinedError as error:
        if match := re.match(r"'([^']*)' is undefined", error.message or ""):
            raise _unknown_name(match[1], scope) from None
        from carddesigner.template import allowed

        message, hint = message_of(error.message or "")
        if match := re.fullmatch(r"a text has no '(\w+)'", message):
            message, hint = message + did_you_mean(match[1], allowed.names("method")), allowed.hint("method")
        raise ExpressionProblem("unknown-name", f"{source!r}: {message}", hint=hint) from None
    except SecurityError as error:
        from carddesigner.template import allowed

        hint = allowed.hint("function" if _NO_CALL in str(error) else "method")
        raise ExpressionProblem("expression-unsafe", f"{source!r} is not allowed: {error}", hint=hint) from None
    except (RecursionError, MemoryError, OverflowError):
        raise _too_big(f"{source!r} makes something too large") from None
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, TemplateError) as error:
        raise failed(source, error) from None


def _too_big(message: str) -> ExpressionProblem:
    return ExpressionProblem("expression-too-big", message)


def _too_large(source: str) -> ExpressionProblem:
    bounds = f"a value has at most {MAX_SIZE:,} characters and items, and all that are read at most {MAX_READ:,}"
    return ExpressionProblem("expression-too-big", f"{source!r} makes something too large", hint=bounds)


def failed(source: str, error: Exception) -> ExpressionProblem:
    """Return the problem of an expression that has no value in Python."""
    message, hint = message_of(str(error))
    return ExpressionProblem("expression-failed", f"{source!r} has no value: {message}", hint=hint)


def _kept(value: Any) -> Any:
    """The result of an operation, if it is small enough, in hashable form."""
    if hasattr(value, "__next__"):
        value = list(islice(value, MAX_RESULT + 1))
    _bounded(value)
    if isinstance(value, (list, tuple, dict)):
        made(value)
    return _settled(value)


def _settled(value: Any) -> object:
    """A value in hashable form: lists as tuples. An undefined value, also a nested one, raises UndefinedError."""
    from jinja2 import StrictUndefined

    if isinstance(value, StrictUndefined):
        value._fail_with_undefined_error()
    no_function(value)
    if isinstance(value, (list, tuple)):
        return tuple([_settled(item) for item in value])
    if isinstance(value, dict):
        return Record({k: _settled(v) for k, v in value.items()})
    return str(value) if value.__class__.__name__ == "Markup" else value


def _bounded(value: Any) -> Any:
    """The value, if it isn't too large. Raises ExpressionProblem."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_DIGITS:
        raise _too_big("a number has more than 30 digits")
    if isinstance(value, float) and not isfinite(value):
        raise ExpressionProblem("expression-failed", "a number is too large, or none at all")
    if isinstance(value, (str, tuple, list)) and len(value) > MAX_RESULT:
        raise _too_big(f"a value has {len(value):,} characters or items; at most {MAX_RESULT:,}")
    return value


def _reads(tree: Any) -> frozenset[tuple[str, ...]]:
    """The dotted names in a syntax tree; a name used as a whole, or with a computed key, counts as itself."""
    from jinja2 import nodes

    reads: set[tuple[str, ...]] = set()
    called: set[tuple[str, ...]] = {
        (c.node.name,) for c in tree.find_all(nodes.Call) if isinstance(c.node, nodes.Name) and c.node.name in _GLOBALS
    }

    def dotted(node: Any) -> tuple[str, ...] | None:
        if isinstance(node, nodes.Name):
            return (node.name,)
        if isinstance(node, nodes.Getattr):
            above = dotted(node.node)
            return (*above, node.attr) if above is not None else None
        return None

    def visit(node: Any) -> None:
        name = dotted(node)
        if name is not None:
            reads.add(name)
        elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr):
            # A method's name is not a field; what is read is the value that it is called on.
            visit_all((node.node.node, *node.iter_child_nodes(exclude=("node",))))
        else:
            visit_all(node.iter_child_nodes())

    def visit_all(children: Iterable[Any]) -> None:
        for child in children:
            visit(child)

    visit(tree)
    # A called global function is not read, but a parameter may be called ``max`` too, and is then read.
    return frozenset(reads - called)


_NO_CALL = "can't be called"
_LEFT_ALONE = ("length", "count", "len", "first", "last", "default", "d", "defined", "undefined", "list", "reverse")
"""Functions that use a value as a whole, or its items unread; all others are assumed to read everything they are given.
"""
_ATTRIBUTE = {"sort": 4, "unique": 3, "min": 3, "max": 3, "sum": 2, "join": 3}
"""The position of the attribute's name in the arguments of filters that read an attribute of each item."""


def _guarded_function(name: str, function: Any) -> Any:
    """A function, filter or test with bounds on what it reads and makes; Jinja2's marks on it are preserved."""
    passed = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        values = args[passed:]
        if any(isinstance(v, (BuiltinMethodType, MethodType)) for v in (*values, *kwargs.values())):
            raise TypeError(f"{name} takes no function")
        of = kwargs.get("attribute", args[at] if passed and len(args) > (at := _ATTRIBUTE.get(name, 99)) else None)
        if name in _LEFT_ALONE:
            size = len(values[0]) if values and isinstance(values[0], (str, list, tuple)) else 1
            charge(size)
        elif of is not None and values:
            from jinja2.filters import make_multi_attrgetter

            size = read(*map(make_multi_attrgetter(_environment(), of), values[0]))
        else:
            size = read(*values, *kwargs.values())
        _foresee(name, size, values, kwargs)
        return _kept(function(*args, **kwargs))

    return guarded


def _foresee(name: str, size: int, values: tuple[Any, ...], given: dict[str, Any]) -> None:
    """Charge what a function makes beyond the *size* that it reads. Raises TooLarge."""
    if name == "round":
        digits = given.get("precision", given.get("ndigits", values[1] if len(values) > 1 else 0))
        if isinstance(digits, (int, float)) and abs(digits) > MAX_ROUND:
            raise _too_big(f"round takes up to {MAX_ROUND} digits")
    elif name == "join":
        charge(size * len(str(given.get("d", values[1] if len(values) > 1 else ""))))
    elif name == "sum" and any(isinstance(v, (list, tuple)) for v in (*values[1:], *given.values())):
        charge(size * (len(values[0]) if isinstance(values[0], (list, tuple)) else 1))
    elif name in ("trim", "strip"):
        charge(sum(len(str(values[0])) * len(str(v)) // 20 for v in (*values[1:], *given.values())))
    elif name == "zfill":
        width = given.get("width", values[1] if len(values) > 1 else 0)
        if isinstance(width, (int, float)) and width > MAX_WIDTH:
            raise _too_big(f"zfill fills up to {MAX_WIDTH:,} signs")
    elif name == "format":
        if "%" in re.sub(_FORMATS, "", str(values[0])):
            raise ValueError("format takes %d, %+d, %03d, %.2f, %s and the like, up to 99 signs wide")
    elif name == "replace":
        old, new = (str(given.get(k, values[i] if len(values) > i else "")) for i, k in ((1, "old"), (2, "new")))
        text = str(values[0])
        if (text.count(old) + 1) * len(new) + len(text) > MAX_RESULT:
            raise _too_big("replace makes a text that is too long")


def _range(*bounds: int) -> range:
    made = range(*bounds)
    if len(made) > MAX_RANGE:
        raise _too_big(f"range has {len(made):,} numbers; at most {MAX_RANGE:,}")
    return made


_GLOBALS: dict[str, Any] = {
    "range": _range,
    **{f.__name__: _guarded_function(f.__name__, f) for f in (min, max, len, round, abs, sum)},
}


def _number(context: Any, value: object, decimals: int | None = None) -> str:
    from carddesigner.template.numbers import written

    deck = context.get("deck")
    language = deck["language"] if isinstance(deck, Record) and "language" in deck else context.get("language", "en")
    return written(value, str(language), decimals)


def _zfill(value: object, width: int = 0) -> str:
    if not isinstance(width, int) or width < 1:
        raise ValueError("zfill takes how many signs there are to be, such as zfill(3)")
    return text_of(value).zfill(width)


@cache
def _environment() -> Any:  # noqa: C901 two small classes that need Jinja2 imported late
    """The only Jinja2 environment: sandboxed, strict, with few filters and intercepted arithmetic."""
    from jinja2 import StrictUndefined, pass_context
    from jinja2.compiler import CodeGenerator, operators
    from jinja2.exceptions import SecurityError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    from carddesigner.template import allowed

    methods = frozenset(allowed.names("method"))

    class Code(CodeGenerator):
        """Generates code that also intercepts comparisons and ``~``, which a sandbox doesn't."""

        def visit_Compare(self, node: Any, frame: Any) -> None:  # noqa: N802
            self.write("(")
            for operand in (node, *node.ops):
                self.write(f"{'' if operand is node else operators[operand.op]} environment.compared(")
                self.visit(operand.expr, frame)
                self.write(")")
            self.write(")")

        def visit_Concat(self, node: Any, frame: Any) -> None:  # noqa: N802
            self.write("environment.joined(")
            for part in node.nodes:
                self.visit(part, frame)
                self.write(", ")
            self.write(")")

    class Sandbox(ImmutableSandboxedEnvironment):
        """Bounded arithmetic, only harmless methods of strings, and of records only their fields."""

        code_generator_class = Code
        intercepted_binops = frozenset(("*", "**", "%", "+", "-", "//", "/"))

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "%" and isinstance(left, str):
                raise SecurityError("% on text; write text and {{ }} instead")
            if operator == "**" and any(
                not isinstance(v, (int, float)) or abs(v) > most for v, most in ((left, 10**6), (right, 100))
            ):
                raise _too_big("** takes numbers up to a million and exponents up to 100")
            for value, times in ((left, right), (right, left)):
                if isinstance(value, (str, list, tuple)):
                    times = times if operator == "*" and isinstance(times, int) else 1
                    if len(value) * times > MAX_RESULT:
                        raise _too_big(f"{operator} makes more than {MAX_RESULT:,} characters or items")
                    made(value, times)
            return _bounded(super().call_binop(context, operator, left, right))

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            return isinstance(obj, str) and attr in methods

        def getattr(self, obj: Any, attribute: str) -> Any:
            return self.field(obj, attribute) if isinstance(obj, Record) else super().getattr(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            if isinstance(obj, Record):
                return self.field(obj, argument)
            if isinstance(obj, dict):
                read(argument)
                missing: Any = partial(_NoKey, obj, argument)
                return obj[argument] if argument in obj else self.undefined(name=str(argument), exc=missing)
            if isinstance(obj, StrictUndefined):
                obj._fail_with_undefined_error()
            if isinstance(obj, (str, tuple, list)) and isinstance(argument, (int, slice)):
                return super().getitem(obj, argument)
            raise SecurityError(f"{argument!r} of {type(obj).__name__}")

        def field(self, record: Record, name: Any) -> Any:
            """Return a record's field; if there is none, an undefined value that raises when it is used."""
            if name in record:
                return record[name]
            raised: Any = partial(_NoField, record, str(name))  # Jinja2 calls it with its own message
            return self.undefined(obj=record, name=name, exc=raised)

        def call(self, context: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
            owner = getattr(function, "__self__", None)
            if isinstance(function, Function):
                return _bounded(function.run(*args, **kwargs))
            if isinstance(owner, str) and function.__name__ in methods:
                method = _guarded_function(function.__name__, getattr(str, function.__name__))
                return super().call(context, method, owner, *args, **kwargs)
            if function not in _GLOBALS.values():
                raise SecurityError(f"{getattr(function, '__name__', 'this')} {_NO_CALL}")
            return super().call(context, function, *args, **kwargs)

        @staticmethod
        def compared(value: Any) -> Any:
            """Charge a value that is about to be compared."""
            read(value)
            return value

        @staticmethod
        def joined(*values: Any) -> str:
            """Concatenate values as ``~`` does."""
            read(*values)
            return str(_bounded("".join(map(str, values))))

    environment = Sandbox(undefined=StrictUndefined, autoescape=False, optimized=False, cache_size=0)
    environment.globals = dict(_GLOBALS)
    filters = {**environment.filters, "plain": plain, "number": pass_context(_number), "zfill": _zfill}
    environment.filters = {k: _guarded_function(k, filters[k]) for k in allowed.names("filter")}
    environment.tests = {k: _guarded_function(k, environment.tests[k]) for k in allowed.names("test")}
    environment.finalize = text_of
    return environment
