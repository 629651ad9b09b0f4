"""QR codes and barcodes, as one path: what they encode, and how they lie in a frame.

The least sizes of modules (a QR code's squares, a barcode's thinnest bars) and of quiet zones are those recommended by
the makers of the codes: for QR codes DENSO WAVE (qrcode.com), four dots of a printer with 300 dpi for a module and four
modules around; for EAN the GS1 General Specifications, 5.2; for Code 128 ten modules at each side, as in ISO/IEC 15417.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import WithJsonSchema

from carddesigner.contents.base import Fonts, Ink, Length, Measure, Model, Placed, Read, refusal
from carddesigner.contents.outlines import Loop, outlines
from carddesigner.contents.paint import Painting
from carddesigner.contents.text import TextSettings
from carddesigner.core.color import Gray
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Matrix, Path, Rect
from carddesigner.core.items import GroupItem, Item, PathItem
from carddesigner.core.report import Diagnostic, Problem, Severity
from carddesigner.core.units import MM
from carddesigner.text.fit import fit
from carddesigner.text.rich import Paragraph, Run

LEAST = {"qr": 0.33 * MM, "ean13": 0.264 * MM, "ean8": 0.264 * MM, "code128": 0.25 * MM}
"""Smaller modules are a warning."""
MIN_MODULE = 0.17 * MM
"""Smaller modules are an error: at 600 dpi they have less than four dots."""
_TOLERANCE = 0.005 * MM
_LEVELS = {"low": "L", "medium": "M", "quartile": "Q", "high": "H"}
MAX_LETTERS = {"qr": 2_000, "code128": 100}
"""The most letters of a code."""
MAX_MODULES = 105
"""The most modules along a QR code's side: with its quiet zone 37 mm at the recommended size, and about 780 letters."""
_LARGE = 1_600
"""The number of modules from which each counts for more than one step."""
_GUARD = 5.0
"""How far an EAN's guard bars extend down between the digits, in modules."""

_Modules = tuple[bytes, ...]


class _Drawn(Struct, frozen=True):
    """A code in modules: its rows of dark and light (a barcode has one), the number of blank ones at the left and right
    (for a QR code all around), and the labels under it, each between two modules. ``guards`` are an EAN's longer bars.
    """

    rows: _Modules
    quiet: tuple[int, int]
    labels: tuple[tuple[str, float, float], ...] = ()
    guards: frozenset[int] = frozenset()


_NOTHING = "a code of nothing; leave the zone out with `when` where there is nothing to hold"


def _held(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise refusal("wrong-type", "expected text or a whole number")
    if not str(value).strip():
        raise refusal("code-text", _NOTHING)
    return str(value).strip()


_Held = Annotated[str, Read(_held), WithJsonSchema({"type": ["string", "integer"]})]


class CodeKind(Model):
    """The kind of a code, and its content."""

    qr: _Held | None = None
    """The content of a QR code: an address, or any text."""
    ean13: _Held | None = None
    """The 13 digits of an EAN-13, or 12 without the check digit."""
    ean8: _Held | None = None
    """The 8 digits of an EAN-8, or 7 without the check digit."""
    code128: _Held | None = None
    """The letters and digits of a Code 128, such as a card's id."""

    @property
    def held(self) -> tuple[str, str]:
        """The kind and the text."""
        return next((kind, text) for kind in LEAST if (text := getattr(self, kind)) is not None)

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse two codes at once."""
        if len(given := self.model_fields_set) == 1 and getattr(self, next(iter(given))) is None:
            raise refusal("code-text", _NOTHING, next(iter(given)))
        if len(given) != 1:
            raise refusal("wrong-value", f"a code is one of {', '.join(LEAST)}, such as {{qr: 'https://…'}}")


class CodeContent(Model):
    """``code:`` a QR code or a barcode."""

    code: CodeKind
    """A QR code or a barcode: ``{qr: text}``, ``{ean13: digits}``, ``{ean8: digits}`` or ``{code128: text}``, drawn as
    large as the box allows, including its quiet zone.
    """
    color: Ink = Gray(0.0)
    """The colour of the dark modules."""
    correction: Literal["low", "medium", "quartile", "high"] = "medium"
    """How much of a QR code may be lost: 7, 15, 25 or 30 %."""
    quiet_zone: Measure | None = None
    """The blank space at a barcode's sides or around a QR code; what the code requires if left out."""
    label: bool = False
    """Writes the content under a barcode."""
    font: Fonts | None = None
    """The label's font; the template's first if left out."""
    size: Length = 9.0
    """The label's size."""

    def model_post_init(self, context: Any, /) -> None:
        """Refuse content that the code can't hold."""
        kind, text = self.code.held
        if not 1 <= self.size <= 500:
            raise refusal("bad-size", "a label's size goes from 1pt to 500pt", "size")
        try:
            _drawn(kind, text, self.correction)
            if self.label and self.font is None and context is not None:
                object.__setattr__(self, "font", context["names"].fonts(None))
        except Problem as problem:
            raise refusal(problem.code, problem.message, "code") from None


def place_code(content: CodeContent, frame: Rect, _paint: Painting) -> Placed:
    """The code in the middle of its frame; one that is too small to be read is a problem."""
    kind, text = content.code.held
    drawn = _drawn(kind, text, content.correction)
    count, square = len(drawn.rows[0]), kind == "qr"
    # The cost of large codes grows faster than their modules: no real deck has hundreds of them.
    modules = count * len(drawn.rows)
    spend(modules * max(modules, _LARGE) // _LARGE, "modules of codes")
    before, after = drawn.quiet
    if content.quiet_zone is None:
        room = min(frame.width, frame.height) if square else frame.width
        module = room / (before + count + after)
        left, right = before * module, after * module
    else:
        left = right = content.quiet_zone
        module = ((min(frame.width, frame.height) if square else frame.width) - left - right) / count
    problems = _size_problems(kind, module, count + before + after)
    if problems and problems[0].severity is Severity.ERROR:
        return Placed((), tuple(problems))
    if content.quiet_zone is not None and content.quiet_zone < max(drawn.quiet) * module - _TOLERANCE:
        wanted = f"{max(drawn.quiet)} modules, here {max(drawn.quiet) * module / MM:.1f} mm"
        message = f"the quiet zone is {content.quiet_zone / MM:g} mm; the code asks for {wanted}, blank and light"
        hint = "leave `quiet-zone` out, and it takes what it needs of the box"
        problems.append(Diagnostic("code-quiet-zone", message, hint=hint, severity=Severity.WARNING))
    if square:
        x, y = frame.centre[0] - count * module / 2, frame.centre[1] - count * module / 2
        path = _scaled(outlines(drawn.rows), x, y, module, count)
        return Placed((PathItem(path, content.color),), tuple(problems))
    return _barcode(content, drawn, Rect(frame.x + left, frame.y, count * module, frame.height), problems)


def _barcode(content: CodeContent, drawn: _Drawn, bars: Rect, problems: list[Diagnostic]) -> Placed:
    """Bars over the whole height, except that of the label."""
    module = bars.width / len(drawn.rows[0])
    labels: list[Item] = []
    high = bars.height
    if content.label:
        style = TextSettings.model_construct(
            font=content.font, size=content.size, color=content.color, align="center"
        ).style()
        high -= 1.1 * content.size
        for text, first, last in drawn.labels:
            box = Rect(
                bars.x + first * module, bars.y + high + 0.2 * content.size, (last - first) * module, 0.9 * content.size
            )
            set_ = fit((Paragraph((Run(text),)),), style, box.width, box.height)
            labels += [GroupItem(set_.items, Matrix.move(box.x, box.y))] if set_.items else []
            if set_.overflow is not None and set_.overflow.dx > 0:
                message = f"the label {text!r} is {set_.overflow.dx / MM:.1f} mm too wide for the code"
                problems.append(Diagnostic("code-label", message, hint="make its `size` smaller, or the box wider"))
    if high <= 0:
        message = f"the box is {bars.height / MM:.1f} mm high, which leaves no bars over the label"
        return Placed((), (Diagnostic("code-too-small", message),))
    path: list[Any] = []
    (row,) = drawn.rows
    at = 0
    while at < len(row):
        end = at + 1
        while end < len(row) and row[end] == row[at]:
            end += 1
        if row[at]:
            deep = high + (min(_GUARD * module, bars.height - high) if content.label and at in drawn.guards else 0.0)
            x, right = bars.x + at * module, bars.x + end * module
            path += [
                ("m", x, bars.y),
                ("l", right, bars.y),
                ("l", right, bars.y + deep),
                ("l", x, bars.y + deep),
                ("h",),
            ]
        at = end
    return Placed((PathItem(tuple(path), content.color), *labels), tuple(problems))


def _size_problems(kind: str, module: float, modules: int) -> list[Diagnostic]:
    if module >= LEAST[kind] - _TOLERANCE:
        return []
    side = "square" if kind == "qr" else "wide"
    hint = f"make the box {LEAST[kind] * modules / MM:.1f} mm {side}, or what it holds shorter"
    if module < MIN_MODULE - _TOLERANCE:
        message = (
            f"too much for the code's size: a module would have {max(module, 0) / MM:.2f} mm; no reader is sure below"
        )
        return [Diagnostic("code-too-small", f"{message} {MIN_MODULE / MM:.2f} mm", hint=hint)]
    message = (
        f"a module of the code has {module / MM:.2f} mm; below {LEAST[kind] / MM:.2f} mm not every reader reads it"
    )
    return [Diagnostic("code-small", message, hint=hint, severity=Severity.WARNING)]


@lru_cache(maxsize=256)
def _drawn(kind: str, text: str, correction: str) -> _Drawn:
    """A code's modules. Raises Problem for content that it can't hold."""
    if kind == "qr":
        return _qr(text, correction)
    return _code128(text) if kind == "code128" else _ean(kind, text)


def _qr(text: str, correction: str) -> _Drawn:
    from segno import DataOverflowError

    from carddesigner.contents.qr import TooManyModules, qr_modules

    more = "" if correction == "low" else "; `correction: low` holds more"
    spend(2 * len(text), "modules of codes")
    try:
        if len(text) > MAX_LETTERS["qr"]:
            raise DataOverflowError
        return _Drawn(qr_modules(text, _LEVELS[correction], MAX_MODULES), (4, 4))
    except DataOverflowError:
        raise Problem("code-text", f"{len(text):,} letters are too many for a QR code{more}") from None
    except TooManyModules as problem:
        side = problem.side
        message = (
            f"{len(text):,} letters make a QR code of {side} × {side} modules; at most {MAX_MODULES} are drawn{more}"
        )
        raise Problem("code-text", message) from None


def _code128(text: str) -> _Drawn:
    from barcode.charsets import code128
    from barcode.codex import Code128

    if len(text) > MAX_LETTERS["code128"]:
        raise Problem("code-text", f"{len(text)} letters are too many for a Code 128; at most {MAX_LETTERS['code128']}")
    _only(
        text, code128.ALL, "a Code 128", "it holds letters without accents, digits and signs; a QR code holds any text"
    )
    return _bars(Code128(text).build(), (10, 10), ((text, 0, 1),))


def _ean(kind: str, text: str) -> _Drawn:
    from barcode.ean import EuropeanArticleNumber8, EuropeanArticleNumber13

    digits, name = (13, "EAN-13") if kind == "ean13" else (8, "EAN-8")
    text = text.replace(" ", "").replace("-", "")
    _only(text, "0123456789", f"an {name}", "it holds digits")
    if len(text) not in (digits - 1, digits):
        message = f"an {name} has {digits} digits, or {digits - 1} without the check digit; {text!r} has {len(text)}"
        raise Problem("code-text", message)
    made = (EuropeanArticleNumber13 if digits == 13 else EuropeanArticleNumber8)(text[: digits - 1])
    right = str(made.ean)
    if len(text) == digits and text != right:
        raise Problem("code-check-digit", f"the check digit of {text!r} is {text[-1]}; it should be {right[-1]}")
    if digits == 13:
        labels = ((right[0], -9.0, -2.0), (right[1:7], 3.0, 46.0), (right[7:], 49.0, 92.0))
        return _bars(made.build(), (11, 7), labels, frozenset((0, 2, 46, 48, 92, 94)))
    return _bars(
        made.build(), (7, 7), ((right[:4], 3.0, 32.0), (right[4:], 35.0, 64.0)), frozenset((0, 2, 32, 34, 64, 66))
    )


def _bars(
    pattern: Sequence[str],
    quiet: tuple[int, int],
    labels: tuple[tuple[str, float, float], ...],
    guards: frozenset[int] = frozenset(),
) -> _Drawn:
    (row,) = pattern
    if not guards:
        labels = tuple((text, 0.0, float(len(row))) for text, _, _ in labels)
    return _Drawn((bytes(map(int, row)),), quiet, labels, guards)


def _only(text: str, letters: Sequence[str], code: str, holds: str) -> None:
    wrong = next((c for c in text if c not in letters), None)
    if wrong is not None:
        raise Problem("code-text", f"{code} can't hold {wrong!r} (U+{ord(wrong):04X}), as in {text[:40]!r}; {holds}")


def _scaled(loops: Sequence[Loop], x: float, y: float, module: float, side: int) -> Path:
    """The outlines of modules at a size, starting at a place."""
    across = [x + n * module for n in range(side + 1)]
    down = [y + n * module for n in range(side + 1)]
    path: list[Any] = []
    for (begin, top), *others in loops:
        path.append(("m", across[begin], down[top]))
        path += [("l", across[px], down[py]) for px, py in others]
        path.append(("h",))
    return tuple(path)
