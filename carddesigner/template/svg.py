"""SVG files with expressions in text or attributes, as in templates. Their values are escaped, so XML reads them as
text.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from carddesigner.contents.base import SvgText
from carddesigner.core.cache import Cache
from carddesigner.core.source import Span
from carddesigner.svg.symbols import MAX_BYTES
from carddesigner.template.expressions import INSIDE, Expression, ExpressionProblem, compile_bare
from carddesigner.template.spec import Reads

MAX_EXPRESSIONS = 200
"""The most expressions in one file."""

_WRITTEN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_READ = {"&gt;": ">", "&lt;": "<", "&quot;": '"', "&apos;": "'", "&#39;": "'", "&amp;": "&"}
"""XML's predefined escapes, with the ampersand last. (The standard library's functions would import HTTP modules.)"""


class SvgTemplate(Struct, frozen=True, eq=False):
    """An SVG's text split at its expressions; ``reads`` is what these read."""

    pieces: tuple[str | Expression, ...]
    reads: Reads
    span: Span

    def fill(self, scope: Mapping[str, object]) -> str:
        """Return the SVG with the expressions' values. Raises ExpressionProblem, with its place in the file."""
        out: list[str] = []
        size = 0
        for piece in self.pieces:
            if isinstance(piece, Expression):
                try:
                    out.append(piece.text(scope).translate(_WRITTEN))
                except ExpressionProblem as problem:
                    raise problem.at(piece.span) from None
            else:
                out.append(piece)
            size += len(out[-1])
            if size > MAX_BYTES:
                message = f"the SVG grows to more than {MAX_BYTES:,} characters"
                raise ExpressionProblem("svg-too-large", message, self.span)
        return "".join(out)


def compile_svg(file: SvgText, cache: Cache) -> SvgTemplate:
    """Compile an SVG's expressions, once per *cache*. Raises ExpressionProblem, with its place in the file."""
    compiled: SvgTemplate | None = cache.get(file)
    if compiled is None:
        cache.put(file, compiled := _compiled(file))
    return compiled


def _compiled(file: SvgText) -> SvgTemplate:
    text = file.text
    for sign in ("{%", "{#"):
        if sign in text:
            message = f"{sign} is not supported in an SVG; write expressions in {{{{ }}}}, and `when` in the template"
            raise ExpressionProblem("expression-syntax", message, _span(file, text.index(sign), 2))
    pieces: list[str | Expression] = []
    reads: Reads = frozenset()
    at = 0
    for match in INSIDE.finditer(text):
        span = _span(file, match.start(), len(match[0]))
        if len(pieces) > 2 * MAX_EXPRESSIONS:
            message = f"an SVG has at most {MAX_EXPRESSIONS} expressions"
            raise ExpressionProblem("expression-too-big", message, span)
        try:
            expression = compile_bare(_unescaped(match[1]), span)
        except ExpressionProblem as problem:
            raise problem.at(span) from None
        pieces += [text[at : match.start()], expression]
        reads |= expression.reads
        at = match.end()
    pieces.append(text[at:])
    return SvgTemplate(tuple(pieces), reads, _span(file, 0, 0))


def _unescaped(text: str) -> str:
    for written, sign in _READ.items():
        text = text.replace(written, sign)
    return text


def _span(file: SvgText, start: int, length: int) -> Span:
    before = file.text[:start]
    return Span(file.path, before.count("\n") + 1, start - before.rfind("\n"), start, start + length)
