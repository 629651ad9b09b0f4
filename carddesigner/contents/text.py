"""Text in a box: shaped, broken into lines, shrunk to fit."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from carddesigner.contents.base import (
    Distance,
    Extent,
    Fonts,
    Ink,
    Later,
    Length,
    Measure,
    Model,
    Names,
    Placed,
    Read,
    refusal,
    refused,
)
from carddesigner.contents.marks import marks_of
from carddesigner.contents.paint import Painting, PaintStyle, TextLineStyle
from carddesigner.contents.picture import icon_problems
from carddesigner.core.color import Gray
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import GroupItem, TextItem
from carddesigner.core.paint import OF_ALL
from carddesigner.core.report import Diagnostic, Problem
from carddesigner.core.units import MM
from carddesigner.text.fit import Fitted, fit
from carddesigner.text.font_files import read_weight
from carddesigner.text.fonts import family_having
from carddesigner.text.rich import RichText, icons_in, letters, parse_markup
from carddesigner.text.shaping import MissingGlyph
from carddesigner.text.style import TextStyle

if TYPE_CHECKING:
    from carddesigner.contents.lettering import Arc, Lettering


def _rich(value: Any, info: ValidationInfo) -> RichText:
    if value is None:
        return ()
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise refusal("wrong-type", "expected text or a number")
    return _read(value, info.context, bool(info.data.get("keywords", True)))  # type: ignore[arg-type]


def _read(value: str | float, context: Mapping[str, Any], keywords: bool) -> RichText:
    names: Names = context["names"]
    text = f"{value:.15g}" if isinstance(value, float) else str(value)
    try:
        return parse_markup(
            text, names.symbol, names.keywords if keywords else None, marks_of(names, context.get("dpi"))
        )
    except Problem as problem:
        raise refused(problem) from None


_CONTINUED, _SHORTENED = 220, 2
"""The steps of work for each part of a text that continues elsewhere, and for each letter of one that may be shortened.
"""
_BENT, _LINED = 30, 30
"""The steps of work for each letter on an arc, which is placed separately, and for each letter with a stroke, which is
drawn as its outline.
"""
READABLE = 5.0
"""In points: smaller text is readable for few people, and printers blur it."""
MAX_FOLLOWING = 20
"""The most cards that may follow another with the rest of its text."""

Rich = Annotated[RichText, Read(_rich), WithJsonSchema({"type": ["string", "number"]})]
"""Text with ``**bold**``, ``*italic*``, ``^^small caps^^``, ``:icon:``, ``{Keyword}``, paragraphs, lists, tables."""


def _weight(value: Any) -> int:
    try:
        return read_weight(value)
    except Problem as problem:
        raise refused(problem) from None


_WEIGHT_SCHEMA = {"type": ["integer", "string"], "examples": [600, "light"]}
Weight = Annotated[int, Read(_weight), WithJsonSchema(_WEIGHT_SCHEMA)]
"""A font's weight, as a number or by its name."""


class TextSettings(Model):
    """How text looks; these settings may be in a style."""

    font: Fonts | None = None
    """A name in the template's ``fonts``; the first if left out."""
    size: Length = 9.0
    """The initial size."""
    min_size: Length | None = None
    """How small the text may become to fit its box; it does not shrink if left out."""
    color: PaintStyle = Gray(0.0)
    """The text's colour, or a gradient across its box."""
    text_stroke: Later[TextLineStyle] | None = None
    """A stroke along the outlines of the letters, under them or ``over: true``."""
    arc: float = Field(default=0.0, ge=-360, le=360)
    """Bends the lines along a circle, of which the box's width spans this angle in degrees: upwards, or downwards if
    negative.
    """
    align: Literal["left", "right", "center", "justify", "start", "end"] = "start"
    """The alignment of lines; ``start`` is left, or right if the script runs from there."""
    valign: Literal["top", "middle", "bottom"] = "top"
    """The vertical position of the text in its box."""
    line_height: float = 1.25
    """The distance between lines, as a multiple of the size."""
    bold: bool = False
    """Uses the font's bold."""
    weight: Weight | None = None
    """The weight of the font: 100 to 900, or thin, light, regular, medium, semibold, bold, black; the font's if left
    out.
    """
    italic: bool = False
    """Uses the font's italic."""
    small_caps: bool = False
    """Sets lower-case letters as small capitals."""
    hyphenate: bool = False
    """Lets words break at their syllables."""
    language: str | None = None
    """The language of the text, for hyphenation and letter forms; the deck's if left out."""
    tracking: float = Field(default=0.0, ge=-1_000, le=10_000)
    """Space between letters, in thousandths of the size."""
    icon_size: float = Field(default=1.0, ge=0, le=10)
    """The height of icons in the text, as a multiple of the size."""
    icon_rise: Distance = Extent(0.0)
    """How much higher than the middle of capitals icons in the text stand: a length, or a percentage of the size."""
    paragraph_gap: float = Field(default=0.5, ge=0, le=100)
    """Space between paragraphs, as a multiple of the size."""
    direction: Literal["auto", "ltr", "rtl"] = "auto"
    """The direction of the text; ``auto`` follows its first letter."""
    underline: bool = False
    """A line under the letters."""
    strike: bool = False
    """A line through the letters."""
    background: Ink | None = None
    """A colour behind the letters, like a marker pen's; `fill` is that of the whole box."""
    line_breaks: Literal["normal", "phrases"] = "normal"
    """Where lines of Japanese, Chinese and Korean may break: between any two letters, or only between ``phrases``, if
    these fit.
    """
    typography: bool | None = None
    """Sets straight quotes, hyphens between spaces, `--` and `...` as the language prints them; as in the deck's
    `typography` if left out.
    """
    keywords: bool = True
    """Sets the deck's keywords in their style, wherever they occur in the text."""

    def model_post_init(self, context: Any, /) -> None:
        """Refuse invalid sizes and weights, and fill in what is left out from the context."""
        if not 1 <= self.size <= 500:
            raise refusal("bad-size", "a text's size goes from 1pt to 500pt", "size")
        if self.min_size is not None and not 1 <= self.min_size <= self.size:
            raise refusal("bad-size", "min-size goes from 1pt to the size itself", "min-size")
        if not 0.5 <= self.line_height <= 5:
            raise refusal("bad-size", "line-height is a multiple of the size, from 0.5 to 5", "line-height")
        if self.font is None and context is not None:
            try:
                object.__setattr__(self, "font", context["names"].fonts(None))
            except Problem as problem:
                raise refused(problem) from None
        if self.weight is not None and self.font is not None:
            try:
                main, *others = self.font
                weighty = [main.variant(self.weight), *(f.variant(self.weight, exact=False) for f in others)]
            except Problem as problem:
                raise refused(problem, "weight") from None
            object.__setattr__(self, "font", tuple(weighty))
        if self.language is None and context is not None:
            object.__setattr__(self, "language", context["names"].language)
        if self.typography is None and context is not None:
            object.__setattr__(self, "typography", context.get("typography", False))

    def style(self) -> TextStyle:
        """The style for the text engine."""
        return self.text_style

    @cached_property
    def text_style(self) -> TextStyle:
        """The result of ``style``: the same object for texts with the same settings."""
        assert self.font is not None
        same = {name: getattr(self, name) for name in _SAME}
        rise = self.icon_rise.points / self.size + self.icon_rise.fraction
        same |= {"icon_rise": rise, "typography": bool(self.typography), "language": self.language or "en"}
        if isinstance(self.color, Model):
            same["color"] = OF_ALL
        return TextStyle(self.font, min_size=self.min_size or self.size, **same)

    @property
    def lettered(self) -> bool:
        """Whether the letters have a gradient or a stroke."""
        return isinstance(self.color, Model) or self.text_stroke is not None

    def lettering(self, frame: Rect) -> "Lettering | None":
        """The gradient and stroke of the letters, in a frame; None if they have neither."""
        gradient = self.color.over(frame) if isinstance(self.color, Model) else None
        line = self.text_stroke
        if gradient is None and line is None:
            return None
        from carddesigner.contents.lettering import Lettering

        return Lettering(
            gradient, line.over(frame) if line is not None else None, line is not None and not line.over_letters
        )


_SAME = tuple(
    name
    for name in TextStyle.__struct_fields__
    if name not in ("fonts", "min_size", "language", "icon_rise", "typography", "columns", "column_gap")
)
"""The settings that have the same meaning in the text engine's style."""


class BoxedText(TextSettings):
    """How a text is set in a zone's box."""

    columns: int = Field(default=1, ge=1, le=4, strict=True)
    """The number of columns of the text, balanced in height as far as possible."""
    column_gap: Measure = 9.0
    """Space between columns."""

    @cached_property
    def text_style(self) -> TextStyle:
        """The result of ``style``, with its columns."""
        style = super().text_style
        return replace(style, columns=self.columns, column_gap=self.column_gap) if self.columns > 1 else style

    @property
    def is_continued(self) -> bool:
        """Whether the box has only a part of the text, which begins or continues elsewhere."""
        return True


class TextContent(BoxedText):
    """``text:`` and how it looks."""

    text: Rich
    """The text, with ``**bold**``, ``*italic*``, ``^^small caps^^``, ``:icon:``, keywords, lists and tables."""

    overflow: Literal["error", "ellipsis", "continue"] = "error"
    """What happens to a text that doesn't fit at its smallest size: it is an error, ends with an ellipsis, or continues
    in the zones that are `continued` from this one, on this face or on the back, then on cards that follow.
    """
    following_cards: int = Field(default=0, ge=0, le=MAX_FOLLOWING, strict=True)
    """The most cards that may follow with the rest of a text that continues; `part` and `parts` count them."""

    @property
    def is_continued(self) -> bool:
        """Whether the text may continue elsewhere."""
        return self.overflow == "continue"


class Text(Struct, frozen=True, gc=False):
    """A text of a zone, and its settings, which texts of other cards share: their own ``text`` is ignored here."""

    settings: TextContent
    text: RichText


def text_saying(settings: TextContent, text: str | float, context: Mapping[str, Any]) -> Text | None:
    """Read a text with these settings; None if it has an error."""
    try:
        return Text(settings, _read(text, context, settings.keywords))
    except PydanticCustomError:
        return None


def place_text(content: Text, frame: Rect, _paint: Painting) -> Placed:
    """The text in its frame. Text that doesn't fit is a problem that says by how much, and so are characters without a
    glyph.
    """
    text, settings = content.text, content.settings
    if not text:
        return Placed(())
    style = settings.style()
    arc, width, height = _room(settings, style, frame)
    if settings.overflow == "ellipsis":
        spend(_SHORTENED * letters(text), "texts that end early")
        from carddesigner.text.splitting import shortened

        fitted = shortened(text, style, width, height)
    else:
        fitted = fit(text, style, width, height)
    if fitted.overflow is not None and settings.overflow == "ellipsis":
        message = f"not even one word and an ellipsis fit the box at the smallest size, {style.min_size:g} pt"
        return Placed((), (Diagnostic("text-overflow", message, hint=make_room(style.min_size, shorter=False)),))
    return _set_in(frame, settings, text, fitted, arc)


def make_room(least: float, *, shorter: bool = True) -> str:
    """A hint for a text that doesn't fit at its *least* size, which may be smaller as long as it is readable."""
    helps = ["make the box larger"]
    helps += ["the text shorter"] if shorter else []
    helps += [f"`min-size` smaller, down to {READABLE:g}pt"] if least > READABLE else []
    return " or ".join(filter(None, (", ".join(helps[:-1]), helps[-1])))


def place_part(text: RichText, settings: TextSettings, frame: Rect) -> tuple[Placed, RichText]:
    """As much of a text as its frame holds, and the rest."""
    if not text:
        return Placed(()), ()
    style = settings.style()
    spend(_CONTINUED + letters(text), "texts that go on elsewhere")
    arc, width, height = _room(settings, style, frame)
    from carddesigner.text.splitting import split_text

    fitted, rest = split_text(text, style, width, height)
    return _set_in(frame, settings, text, fitted, arc), rest


def _room(content: TextSettings, style: TextStyle, frame: Rect) -> "tuple[Arc | None, float, float]":
    """The arc of the lines, if any, and their width and height."""
    arc = _arc(content, style, frame) if abs(content.arc) >= _LEAST_ARC else None
    return (None, frame.width, frame.height) if arc is None else (arc, arc.length, frame.height - arc.sagitta)


def _set_in(frame: Rect, content: TextSettings, text: RichText, fitted: Fitted, arc: "Arc | None") -> Placed:
    """A fitted text in its frame, and its problems."""
    set_items = fitted.items
    if arc is not None and set_items:
        spend(_BENT * letters(text), "letters on arcs")
        set_items = arc.bent(set_items, next((item.y for item in set_items if isinstance(item, TextItem)), 0.0))
    lettering = content.lettering(Rect(0.0, 0.0, frame.width, frame.height)) if content.lettered else None
    if lettering is not None:
        if lettering.stroke is not None:
            spend(_LINED * letters(text), "lines along letters")
        set_items = lettering.of(set_items)
    items = (GroupItem(set_items, Matrix.move(frame.x, frame.y)),) if set_items else ()
    problems = missing_problems(fitted.missing, content)
    if fitted.overflow is not None:
        sides = ((fitted.overflow.dx, "wide"), (fitted.overflow.dy, "high"))
        over = " and ".join(f"{_tenths(by):.1f} mm too {side}" for by, side in sides if by > 0)
        message = f"text does not fit its box: {over} at its smallest size, {content.min_size or content.size:g} pt"
        problems.append(Diagnostic("text-overflow", message, hint=make_room(content.min_size or content.size)))
    return Placed(items, (*problems, *icon_problems(icons_in(text))))


def _tenths(points: float) -> float:
    """Millimetres, rounded up to tenths."""
    return ceil(points / MM * 10 - 1e-6) / 10


def _arc(content: TextSettings, style: TextStyle, frame: Rect) -> "Arc | None":
    if not frame.width:
        return None
    from carddesigner.contents.lettering import arc_in

    face = style.fonts[0].face(style.bold, style.italic)
    return arc_in(frame, content.arc, face.cap_height * style.size / 1000, face.descent * style.size / 1000)


_LEAST_ARC = 0.01
"""In degrees: with a smaller angle a line looks straight, and its circle would be too large for calculations."""

MAX_GLYPHS = 6
"""The most characters without a glyph that are named for one text."""


def missing_problems(missing: Sequence[MissingGlyph], settings: TextSettings) -> list[Diagnostic]:
    """The characters that no font has, by the fonts that were tried."""
    problems = []
    lacking: dict[tuple[str, ...], list[str]] = {}
    for char, fonts in missing:
        lacking.setdefault(fonts, []).append(char)
    for fonts, chars in lacking.items():
        more = f" and {len(chars) - MAX_GLYPHS} more" if len(chars) > MAX_GLYPHS else ""
        names = ", ".join(f"{char!r} (U+{ord(char[0]):04X})" for char in chars[:MAX_GLYPHS])
        message = f"no glyph for {names}{more} in {', '.join(fonts)}"
        problems.append(Diagnostic("missing-glyph", message, hint=_who_has(chars, settings)))
    return problems


def _who_has(chars: Sequence[str], settings: TextSettings) -> str:
    """The font of the deck or the program that has characters, or how to find one."""
    name, has = family_having(chars, settings.font or ())
    it = "it" if len(chars) == 1 else "them"
    if not has:
        return f"add a font that has {it} under `fonts:` with `fallback:` (`carddesigner fonts` finds one), or change the text"
    some = it if len(has) == len(chars) else f"{len(has)} of them" if len(has) > 1 else repr(has[0])
    return f"{name} has {some}: write `fallback: [{name}]` after the font's `family` under `fonts:`"
