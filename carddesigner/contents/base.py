"""What contents share: strict models, types that parse what designers write, and the result of placing a content.

Models are validated with a context that has the deck's names (``Names``), so that a validated content has nothing left
to look up: a colour is a colour, an icon its outline, a font its files.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError, core_schema

from carddesigner.core.color import FORMS, Color, Spot
from carddesigner.core.geometry import Path, Rect
from carddesigner.core.items import Item, Picture, Symbol
from carddesigner.core.report import Diagnostic, Fix, Problem
from carddesigner.core.units import parse_length
from carddesigner.text.fonts import FontFamily
from carddesigner.text.keywords import Keywords


def kebab(name: str) -> str:
    """A setting's name in YAML."""
    return name.rstrip("_").replace("_", "-")


class Model(BaseModel):
    """The base of models of what users write: frozen, without unknown keys, with hyphens in names."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=kebab,
        arbitrary_types_allowed=True,
        defer_build=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )


SomeModel = TypeVar("SomeModel", bound=BaseModel)

if TYPE_CHECKING:
    Later = Annotated[SomeModel, None]
    """A nested model that is built when its first value is validated: most decks use few of all models."""
else:

    class Later:
        """A nested model that is built when its first value is validated: most decks use few of all models. A model
        given by its module and name is imported only then.
        """

        def __init__(self, named: type[BaseModel] | str) -> None:
            self.named = named

        def __class_getitem__(cls, named: type[BaseModel] | str) -> Any:
            return Annotated[Any if isinstance(named, str) else named, cls(named)]

        def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> core_schema.CoreSchema:
            return core_schema.with_info_plain_validator_function(self)

        @cached_property
        def model(self) -> type[BaseModel]:
            """The model itself."""
            if not isinstance(self.named, str):
                return self.named
            module, _, name = self.named.rpartition(".")
            return getattr(import_module(module), name)

        def __call__(self, value: Any, info: ValidationInfo) -> BaseModel:
            """Validate the value of a field. Raises ValidationError, whose locations pydantic nests in those of the
            outer model.
            """
            return self.model.model_validate(value, context=info.context)


class Read:
    """Parses a field's value from what is written, by a *function* that may also take the validation's info. It is
    pydantic's PlainValidator without serialization, whose schemas would take a third of the time for building models.
    """

    def __init__(self, function: Callable[[Any], Any] | Callable[[Any, ValidationInfo], Any]) -> None:
        self.function: Any = function

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> core_schema.CoreSchema:
        if self.function.__code__.co_argcount == 1:
            return core_schema.no_info_plain_validator_function(self.function)
        return core_schema.with_info_plain_validator_function(self.function)


class SvgText(NamedTuple):
    """An SVG file that has expressions: its path as shown to people, and its text."""

    path: str
    text: str


class Names(Protocol):
    """Resolves a deck's names. Each method raises Problem."""

    def color(self, name: str) -> Color:
        """A colour of the palette, or one written out."""

    def symbol(self, name: str) -> Symbol:
        """An icon from ``symbols/``."""

    def drawing(self, path: str, text: str | None = None) -> Symbol:
        """An SVG file of the deck in its own colours; *text* replaces the file's, with its expressions filled in."""

    def svg_text(self, path: str) -> SvgText | None:
        """An SVG file of the deck that has expressions; None for any other. Raises nothing."""

    def svg_texts(self) -> tuple[SvgText, ...]:
        """All SVG files of the deck that have expressions. Raises nothing."""

    def picture(self, path: str) -> Picture:
        """A raster image of the deck."""

    def image(self, path: str) -> Picture | Symbol:
        """A picture of the deck, raster or SVG."""

    def mask(self, name: str) -> Picture | Symbol:
        """A picture with transparency by its path, or an icon by its name."""

    def markup(self, text: str) -> object:
        """A text with its markup, whose icons and keywords must exist."""

    def fonts(self, name: str | None) -> tuple[FontFamily, ...]:
        """A template's font and its fallbacks; without a name the first font."""

    def style(self, name: str) -> Mapping[str, Any]:
        """The settings of a style of the template, as written."""

    def path(self, data: str) -> Path:
        """SVG path data."""

    @property
    def keywords(self) -> Keywords | None:
        """The words that are set in a style of their own."""

    @property
    def language(self) -> str:
        """The language of texts that don't say theirs."""


def refusal(
    code: str, message: str, at: str | None = None, hint: str | None = None, fix: Fix | None = None
) -> PydanticCustomError:
    """An error for a pydantic validator to raise, at the key *at* of the mapping if given."""
    more = {key: value for key, value in (("at", at), ("hint", hint), ("fix", fix)) if value is not None}
    return PydanticCustomError(code, "{message}", {"message": message, **more})


def short_for(key: str, expected: str | None = None) -> Callable[[Any], Any]:
    """A validator that lets a text replace a mapping, as the value of its *key*; with *expected*, the message for any
    other value, which is then refused.
    """

    def longer(value: Any) -> Any:
        if isinstance(value, str):
            return {key: value}
        if expected is not None and not isinstance(value, dict):
            raise refusal("wrong-type", expected)
        return value

    return longer


def _no_truth(value: Any) -> Any:
    if isinstance(value, bool):
        raise refusal("wrong-type", f"expected a number, not {'true' if value else 'false'}")
    return value


NotTrue = BeforeValidator(_no_truth)
"""Refuses true and false, which would count as 1 and 0."""
Opacity = Annotated[float, NotTrue, Field(ge=0, le=1)]


def refused(problem: Problem, at: str | None = None) -> PydanticCustomError:
    """A problem as an error for a pydantic validator to raise, at the key *at* of the mapping if given."""
    if problem.whole:
        return PydanticCustomError(
            problem.code, "{message}", {"message": problem.message, "problem": problem.diagnostic}
        )
    return refusal(problem.code, problem.message, at, hint=problem.hint, fix=problem.fix)


def _named(kind: str) -> Callable[[Any, ValidationInfo], Any]:
    def validate(value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, (str, FilledSvg)):
            raise refusal("wrong-type", "expected a name or text in quotes")
        names: Names = info.context["names"]  # type: ignore[index]
        try:
            return getattr(names, kind)(*((value,) if isinstance(value, str) else value))
        except Problem as problem:
            raise refused(problem) from None

    return validate


class FilledSvg(NamedTuple):
    """An SVG file of the deck with its expressions filled in for a card."""

    path: str
    text: str


class MissingFile(NamedTuple):
    """A missing file that is replaced by a placeholder: its path as written, the reason why it is missing, and the
    fonts in which the path is shown.
    """

    path: str
    reason: str
    fonts: tuple[FontFamily, ...] = ()


def _or_missing(kind: str) -> Callable[[Any, ValidationInfo], Any]:
    """A validator for a file by its name; if ``missing``, the key before it, is ``placeholder``, a missing file is
    accepted.
    """
    named = _named(kind)

    def validate(value: Any, info: ValidationInfo) -> Any:
        if info.data.get("missing") != "placeholder":
            return named(value, info)
        if value in (None, ""):
            return MissingFile("", "no picture is named here")
        try:
            return named(value, info)
        except PydanticCustomError as problem:
            if problem.type not in ("missing-file", "bad-path", "not-a-file"):
                raise
            fonts: tuple[FontFamily, ...] = ()
            with suppress(Problem):
                fonts = info.context["names"].fonts(None)  # type: ignore[index]
            return MissingFile(str(value), problem.message(), fonts)

    return validate


def _length(value: Any, info: ValidationInfo, *, percent_of: float | None = None) -> float:
    if not isinstance(value, (str, int, float)):
        raise refusal("wrong-type", "expected a length such as 3mm")
    try:
        return parse_length(value, percent_of=percent_of, dpi=info.context.get("dpi") if info.context else None)
    except ValueError as problem:
        raise refusal("bad-length", str(problem)) from None


MAX_SUM = 100
"""The most characters of a length that is a sum."""


class Extent(NamedTuple):
    """A length that may refer to the parent: points plus a fraction of the parent's length on the same axis."""

    points: float
    fraction: float = 0.0

    def of(self, whole: float) -> float:
        """The length in points, given the parent's length on that axis."""
        return self.points + self.fraction * whole


_TERM = r"\s*([+-]?)\s*([\d.]+\s*(?:mm|cm|in|pt|px|%)?)(?=\s*(?:[+-]|\Z))"


def extent(value: Any, info: ValidationInfo) -> Extent:
    """Parse a length, a percentage, or a sum of these. Raises a refusal."""
    if not isinstance(value, str) or not any(sign in value.strip()[1:] for sign in "+-"):
        return _term(value, info)
    points = fraction = 0.0
    at = 0
    terms = re.compile(_TERM)
    while at < len(value):
        term = terms.match(value, at)
        if term is None or not (at == 0 or term[1]) or len(value) > MAX_SUM:
            message = f"{value[:MAX_SUM]!r} is not a length; write one such as 3mm, 50% or 50% - 3mm"
            raise refusal("bad-length", message)
        one = _term(term[2], info)
        sign = -1.0 if term[1] == "-" else 1.0
        points, fraction = points + sign * one.points, fraction + sign * one.fraction
        at = len(value) if not value[term.end() :].strip() else term.end()
    return Extent(points, fraction)


def _term(value: Any, info: ValidationInfo) -> Extent:
    if isinstance(value, str) and value.rstrip().endswith("%"):
        return Extent(0.0, _length(value, info, percent_of=1.0))
    return Extent(_length(value, info))


def rounding(value: Any, info: ValidationInfo) -> Extent:
    """Parse a length of 0 or more, or a percentage. Raises a refusal."""
    rounded = extent(value, info)
    if rounded.points < 0 or rounded.fraction < 0:
        raise refusal("wrong-value", "expected a length greater than or equal to 0mm")
    return rounded


_NUMBER = r"(\d+\.?\d*|\.\d+)"
_UNITS = "mm|cm|in|pt"
_ZERO = r"^\s*[+-]?0+(\.0*)?\s*$"


def _measured(units: str, message: str, *examples: str) -> dict[str, Any]:
    """The JSON Schema of a length: text with its unit, or 0."""
    pattern = rf"^\s*[+-]?{_NUMBER}\s*({units})\s*$|{_ZERO}"
    return {
        "type": ["string", "number"],
        "pattern": pattern,
        "errorMessage": message,
        "if": {"type": "number"},
        "then": {"const": 0, "errorMessage": message},
        "examples": list(examples),
    }


LENGTH_SCHEMA = _measured(_UNITS, "Expected a number with mm, cm, in or pt, such as 3mm.", "3mm", "0.25in", "9pt")
EXTENT_SCHEMA = _measured(
    f"{_UNITS}|%", "Expected a number with mm, cm, in, pt or %, such as 3mm, or a sum.", "3mm", "50%", "50% - 2mm"
)
EXTENT_SCHEMA["pattern"] = rf"^\s*[+-]?{_NUMBER}\s*({_UNITS}|%)(\s*[+-]\s*{_NUMBER}\s*({_UNITS}|%))*\s*$|{_ZERO}"
COLOR_WRITTEN = r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})(\s+cmyk\(.+\))?|(rgb|cmyk|spot)\(.+\)"
"""A colour written out, as a regular expression for editors."""
_COLOR_SCHEMA = {
    "type": "string",
    "pattern": rf"^({COLOR_WRITTEN}|[^#()]+)$",
    "errorMessage": f"Expected a palette's name, or {FORMS}.",
    "examples": ["ink", "#1b1b1b"],
}

Ink = Annotated[Color, Read(_named("color")), WithJsonSchema(_COLOR_SCHEMA)]
"""A colour: a palette's name or a colour written out."""
SpotInk = Annotated[Spot, Read(_named("spot")), WithJsonSchema(_COLOR_SCHEMA | {"examples": ["foil"]})]
"""A spot colour: a palette's name of one, or one written out."""
Icon = Annotated[Symbol, Read(_named("symbol")), WithJsonSchema({"type": "string", "examples": ["sun"]})]
"""The name of an icon."""
Drawing = Annotated[
    Symbol | MissingFile,
    Read(_or_missing("drawing")),
    WithJsonSchema({"type": "string", "examples": ["art/map.svg"]}),
]
"""The path of an SVG file."""
Image = Annotated[
    Picture | MissingFile,
    Read(_or_missing("picture")),
    WithJsonSchema({"type": "string", "examples": ["art/cover.png"]}),
]
"""The path of a picture."""
MaskSource = Annotated[
    Picture | Symbol,
    Read(_named("mask")),
    WithJsonSchema({"type": "string", "examples": ["art/torn.png", "shield"]}),
]
"""The path of a picture with transparency, or an icon's name."""
Fonts = Annotated[tuple[FontFamily, ...], Read(_named("fonts")), WithJsonSchema({"type": "string"})]
"""The name of a template's font."""
Outline = Annotated[Path, Read(_named("path")), WithJsonSchema({"type": "string"})]
"""SVG path data."""
Length = Annotated[float, Read(_length), WithJsonSchema(LENGTH_SCHEMA)]
"""A length with its unit; in points."""
Measure = Annotated[Length, Field(ge=0)]
"""A length of 0 or more."""
Distance = Annotated[Extent, Read(extent), WithJsonSchema(EXTENT_SCHEMA)]
"""A length with its unit, a percentage of the parent's same axis, or a sum or difference of these."""
RADIUS_SCHEMA = EXTENT_SCHEMA


AUTO: Literal["auto"] = "auto"
"""A height that follows from the text."""


def _height(value: Any, info: ValidationInfo) -> Extent | Literal["auto"]:
    if isinstance(value, str) and value.strip().isalpha() and value != AUTO:
        raise refusal(
            "bad-length", f"{value!r} is no height; write a length such as 3mm or 50%, or auto for a text's own"
        )
    return AUTO if value == AUTO else extent(value, info)


Height = Annotated[
    Extent | Literal["auto"],
    Read(_height),
    WithJsonSchema(
        {"anyOf": [EXTENT_SCHEMA, {"type": "string", "enum": [AUTO], "description": "A text's own height."}]}
    ),
]
"""A length, or ``auto``: as high as the text is."""


class Placed(Struct, frozen=True, gc=False):
    """A content's items inside its frame, and the problems with them."""

    items: tuple[Item, ...]
    problems: tuple[Diagnostic, ...] = ()


class Box(Model):
    """Where a zone lies in its parent: at most two of left, width, right and of top, height, bottom; ``size`` is the
    width and height of a square.
    """

    left: Distance | None = None
    """Distance from the parent's left side; a negative one extends beyond it."""
    width: Distance | None = None
    """Its width."""
    right: Distance | None = None
    """Distance from the parent's right side."""
    top: Distance | None = None
    """Distance from the parent's upper side."""
    below: Annotated[str, WithJsonSchema({"type": "string"})] | None = None
    """In place of ``top``: the name of a neighbouring zone below which this one begins. A zone that ``when`` leaves out
    has no height and no gap.
    """
    gap: Distance | None = None
    """With ``below``: The distance to that zone."""
    height: Height | None = None
    """Its height; with ``auto`` that of its text, which shrinks only if there is no room for it."""
    max_height: Distance | None = None
    """With ``height: auto``: its greatest height; down to the parent's lower side if left out."""
    bottom: Distance | None = None
    """Distance from the parent's lower side."""
    size: Distance | None = None
    """Width and height of a square, in place of both; ``%`` is of the parent's shorter side."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a box with too many sides."""
        if self.size is not None:
            for pair in (("width", "width"), ("height", "height"), ("left", "right"), ("top", "bottom")):
                if all(getattr(self, n) is not None for n in pair):
                    message = f"`size` is a width and a height; leave {pair[1]} out"
                    raise refusal("box-overdetermined", message, pair[1])
            if self.below is not None and self.bottom is not None:
                raise refusal("box-overdetermined", "`size` is a width and a height; leave bottom out", "bottom")
        if self.below is not None and self.top is not None:
            raise refusal("box-overdetermined", "`below` stands in the place of `top`; leave one out", "below")
        for key, needs in (("gap", "below"), ("max_height", "height: auto")):
            if getattr(self, key) is not None and (self.below is None if key == "gap" else self.height != AUTO):
                raise refusal("wrong-value", f"`{kebab(key)}` needs `{needs}`", kebab(key))
        vertical = "below" if self.below is not None else "top"
        for names in (("left", "width", "right"), (vertical, "height", "bottom")):
            if all(getattr(self, n) is not None for n in names):
                message = f"a box takes two of {names[0]}, {names[1]} and {names[2]}; leave one out"
                raise refusal("box-overdetermined", message)

    def inside(self, parent: Rect, top: float | None = None) -> Rect:
        """The frame inside *parent*; a side that isn't given reaches the parent's edge. *top*, measured from the
        parent's, replaces ``below``; with ``height: auto`` the frame is the room for the text.
        """
        wide = self.width
        high = self.height if self.height != AUTO else None
        if self.size is not None:
            wide = high = Extent(self.size.of(min(parent.width, parent.height)))
        x, width = _axis(self.left, wide, self.right, parent.width)
        y, height = _axis(self.top if top is None else Extent(top), high, self.bottom, parent.height)
        frame = Rect(parent.x + x, parent.y + y, width, height)
        if self.max_height is not None and (most := self.max_height.of(parent.height)) < height:
            return self.shrunk(frame, most)
        return frame

    def shrunk(self, frame: Rect, height: float) -> Rect:
        """A frame of this box with another height: the lower side stays in place if the box gives only that one."""
        y = frame.bottom - height if self.bottom is not None and self.top is None and self.below is None else frame.y
        return Rect(frame.x, y, frame.width, height)


def _axis(start: Extent | None, size: Extent | None, end: Extent | None, whole: float) -> tuple[float, float]:
    low = start.points + start.fraction * whole if start else 0.0
    high = end.points + end.fraction * whole if end else 0.0
    if size is None:
        return low, whole - low - high
    length = size.points + size.fraction * whole
    return (whole - high - length if end is not None else low), length
