"""Icons, SVG drawings and raster images."""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema

from carddesigner.contents.base import (
    EXTENT_SCHEMA,
    Drawing,
    Extent,
    Icon,
    Image,
    Length,
    MissingFile,
    Model,
    Placed,
    extent,
    refusal,
)
from carddesigner.contents.paint import Painting, PaintStyle, painted_over
from carddesigner.core.color import Cmyk, Color, Gray, Rgb, Spot
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import (
    Drawn,
    GroupItem,
    ImageItem,
    Item,
    Picture,
    Symbol,
    SymbolPath,
    painted,
    placed_symbol,
    repainted,
)
from carddesigner.core.paint import Gradient
from carddesigner.core.report import Diagnostic, Severity
from carddesigner.core.units import MM

MAX_OFF = 0.5 * MM
"""How far a picture with bleed may stick out where its shape is not quite the piece's."""


Missing = Literal["error", "placeholder"]


def _focus(value: Any, info: ValidationInfo) -> tuple[Extent, Extent]:
    """A point as two percentages, in a list or a text; the middle for an empty cell. Raises a refusal."""
    if value is None or value == "":
        return _MIDDLE
    parts = re.split(r"[\s,]+", value.strip().strip("[]").strip()) if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or len(parts) != 2:
        raise refusal(
            "wrong-type", f"expected a point as two percentages, such as [50%, 30%] or 50% 30%, not {value!r}"
        )
    x, y = (extent(part, info) for part in parts)
    return x, y


def _zoom(value: Any) -> float:
    """How much larger, as a number or a percentage; 1 for an empty cell. Raises a refusal."""
    if value is None or value == "":
        return 1.0
    try:
        text = str(value).strip()
        zoom = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        zoom = 0.0
    if isinstance(value, bool) or not 0.1 <= zoom <= MAX_ZOOM:
        raise refusal(
            "wrong-value", f"`zoom` is a number from 0.1 to {MAX_ZOOM}, or 10% to {100 * MAX_ZOOM}%, not {value!r}"
        )
    return zoom


MAX_ZOOM = 20
_MIDDLE = (Extent(0.0, 0.5), Extent(0.0, 0.5))
Focus = Annotated[
    tuple[Extent, Extent],
    PlainValidator(_focus),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "array", "items": EXTENT_SCHEMA, "minItems": 2, "maxItems": 2},
                {
                    "type": "string",
                    "pattern": r"^\s*\[?\s*[\d.]+%[\s,]+[\d.]+%\s*\]?\s*$",
                    "errorMessage": "Expected a point as two percentages, such as 50% 30%.",
                },
            ]
        }
    ),
]
"""A point of a picture."""
Zoom = Annotated[
    float,
    PlainValidator(_zoom),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "minimum": 0.1, "maximum": MAX_ZOOM},
                {
                    "type": "string",
                    "pattern": r"^\s*[\d.]+\s*%?\s*$",
                    "errorMessage": "Expected a number or a percentage.",
                },
            ]
        }
    ),
]
"""How much larger a picture is drawn."""


class IconContent(Model):
    """``icon:`` a symbol in one colour."""

    icon: Icon
    """The name of an SVG in the deck's ``symbols/``, or of a shipped icon; drawn as large as the box allows."""
    color: PaintStyle = Gray(0.0)
    """The icon's colour, or a gradient."""
    tint: bool = False
    """Draws all of it in the colour, also what has colours of its own: the darkest in it, lighter ones lighter, white white."""


class SvgContent(Model):
    """``svg:`` a drawing of the deck."""

    missing: Missing = "error"
    """What becomes of a file that isn't there: ``error``, or ``placeholder``, a marked frame with its name, and a warning."""
    svg: Drawing
    """The path of an SVG in the deck's folder, drawn in its own colours; the file may hold expressions of its own."""
    color: PaintStyle = Gray(0.0)
    """The colour of what has none in the file, or a gradient."""
    tint: bool = False
    """Draws all of it in the colour: the darkest in it, lighter ones lighter, white white."""


def place_drawing(content: IconContent | SvgContent, frame: Rect, _paint: Painting) -> Placed:
    """The icon or drawing centred in its frame."""
    if not frame.width or not frame.height:
        return Placed(())
    symbol = content.icon if isinstance(content, IconContent) else content.svg
    if isinstance(symbol, MissingFile):
        return _missing(symbol, frame)
    color = painted_over(content.color, frame)
    problems = lost_problems((symbol,))
    if content.tint and symbol.picture is None:
        symbol = tinted(symbol, color)
    elif content.tint or ("color" in content.model_fields_set and not symbol.takes_color):
        problems += (_without_effect(symbol, "tint" if content.tint else "color"),)
    return Placed((placed_symbol(symbol, frame, color),), problems)


def _missing(file: MissingFile, frame: Rect) -> Placed:
    from carddesigner.contents.placeholder import placeholder

    return placeholder(file, frame)


def _without_effect(symbol: Symbol, asked: str) -> Diagnostic:
    """The warning that a colour is asked for which nothing takes."""
    warn = partial(Diagnostic, "color-without-effect", severity=Severity.WARNING)
    if symbol.picture is not None:
        hint = "leave the colour out, or draw it with plain shapes, which `tint: true` recolours"
        return warn(f"`{asked}` does nothing here: {symbol.name!r} is drawn as a picture", hint=hint)
    hint = "write `tint: true` to draw all of it in that colour, or leave the colour out"
    return warn(f"`{asked}` does nothing here: all of {symbol.name!r} has colours of its own", hint=hint)


@lru_cache(maxsize=256)
def tinted(symbol: Symbol, color: Color | Gradient) -> Symbol:
    """A symbol all of whose paths have a colour: its darkest that colour itself, lighter ones mixed with white as they are. In a
    gradient all are alike.
    """
    digest = hashlib.sha256(f"{symbol.digest} {color}".encode()).hexdigest()
    if symbol.drawn is not None:
        return replace(symbol, drawn=_TintedDrawing(symbol.drawn), digest=digest)
    own = [c for p in symbol.paths for c in _own_colors(p) if not isinstance(c, Gradient)]
    mixed = _mixing(own, color, darkest=0.0 if symbol.takes_color else None)
    paths = []
    for p in symbol.paths:
        fill, stroke, in_color = p.fill, p.stroke, p.line_in_color
        if stroke is not None and not in_color:
            line = mixed(stroke.color)
            stroke, in_color = replace(stroke, color=line or stroke.color), line is None
        paths.append(replace(p, fill=mixed(fill) if fill is not None else None, stroke=stroke, line_in_color=in_color))
    return replace(symbol, paths=tuple(paths), digest=digest)


def _mixing(
    own: Sequence[Color], color: Color | Gradient, darkest: float | None
) -> Callable[[Color | Gradient], Color | None]:
    """What gives the colour that takes the place of one; None for that of the symbol."""
    levels = {c: 0.3 * r + 0.59 * g + 0.11 * b for c in own for r, g, b in [_rgb(c)]}
    least = min(levels.values(), default=0.0) if darkest is None else darkest

    def mixed(own: Color | Gradient) -> Color | None:
        if isinstance(own, Gradient) or isinstance(color, Gradient) or least > 0.99:
            return None
        light = min(1.0, round((levels[own] - least) / (1 - least), 6))
        return _lighter(color, light) if light > 0.01 else None

    return mixed


class _TintedDrawing(Struct, frozen=True):
    """A drawing all of whose items have a colour."""

    drawn: Drawn
    takes_color: bool = True

    def __call__(self, color: Color | Gradient) -> tuple[Item, ...]:
        """The items, the darkest in this colour."""
        items = self.drawn(Gray(0.0))
        mixed = _mixing(tuple(painted(items)), color, darkest=0.0 if self.drawn.takes_color else None)

        def single(own: Color) -> Color:
            made = mixed(own) or (color if not isinstance(color, Gradient) else own)
            return replace(made, alpha=made.alpha * own.alpha)

        def tint(own: Color | Gradient) -> Color | Gradient:
            if isinstance(color, Gradient):
                return color
            if isinstance(own, Gradient):
                return replace(own, stops=tuple(replace(stop, color=single(stop.color)) for stop in own.stops))
            return single(own)

        return repainted(items, tint)


def _own_colors(path: SymbolPath) -> list[Color | Gradient]:
    line = path.stroke.color if path.stroke is not None and not path.line_in_color else None
    return [c for c in (path.fill, line) if c is not None]


def _rgb(color: Color) -> tuple[float, float, float]:
    """A drawing's colour in red, green and blue, well enough to tell light from dark."""
    if isinstance(color, Rgb):
        return color.r, color.g, color.b
    if isinstance(color, Gray):
        return (color.level,) * 3
    inks, tint = (color.alternate, color.tint) if isinstance(color, Spot) else (color, 1.0)
    r, g, b = (1 - min(1.0, tint * (ink + inks.k)) for ink in (inks.c, inks.m, inks.y))
    return r, g, b


def _lighter(color: Color, light: float) -> Color:
    """A colour mixed with white, of which *light* is the part."""
    if isinstance(color, Spot):
        return replace(color, tint=color.tint * (1 - light))
    if isinstance(color, Cmyk):
        return replace(color, **{ink: getattr(color, ink) * (1 - light) for ink in "cmyk"})
    parts = ("level",) if isinstance(color, Gray) else ("r", "g", "b")
    return replace(color, **{part: 1 - (1 - getattr(color, part)) * (1 - light) for part in parts})


def lost_problems(symbols: Iterable[Symbol]) -> tuple[Diagnostic, ...]:
    """Warnings of drawings that are no vectors."""
    hint = "it prints well at this size; plain shapes would stay vectors, sharp at any"
    reported = dict.fromkeys(s.lost for s in symbols if s.lost)
    return tuple(Diagnostic("svg-as-picture", words, hint=hint, severity=Severity.WARNING) for words in reported)


class ImageContent(Model):
    """``image:`` a picture of the deck."""

    missing: Missing = "error"
    """What becomes of a file that isn't there: ``error``, or ``placeholder``, a marked frame with its name, and a warning."""
    image: Image
    """The path of a picture in the deck's folder: PNG, JPEG, WebP, TIFF, GIF or BMP."""
    bleed: Annotated[Length, Field(ge=0)] | None = None
    """How much more than the trimmed piece the file shows on each side."""
    fit: Literal["cover", "contain", "stretch"] = "cover"
    """``cover`` fills the box and crops the rest, ``contain`` shows all of the picture, ``stretch`` distorts it."""
    focus: Focus = _MIDDLE
    """The point of the picture that stays in sight when it is cropped, as ``[x, y]`` in percentages, or as text: ``50% 30%``."""
    zoom: Zoom = 1.0
    """How much larger than ``fit`` makes it, about its focus: ``1.2`` or ``120%``."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a zoom of what is as large as it has to be."""
        if self.zoom != 1 and (self.bleed is not None or self.fit == "stretch"):
            other = "bleed" if self.bleed is not None else "fit: stretch"
            raise refusal("wrong-value", f"`zoom` does nothing beside `{other}`; leave one out", "zoom")


def place_image(content: ImageContent, frame: Rect, paint: Painting) -> Placed:
    """The picture in its frame, cropped by it (and by the zone's rounded corners)."""
    if isinstance(content.image, MissingFile):
        return _missing(content.image, frame)
    item = ImageItem(content.image, _fitted(content, content.image, frame))
    if content.fit != "cover" and content.zoom <= 1 and not any(paint.radius):
        return Placed((item,))
    return Placed((GroupItem((item,), clip=rectangle(frame, paint.rounding(frame))),))


def _fitted(content: ImageContent, picture: Picture, frame: Rect) -> Rect:
    """Where the whole picture lies, its shape kept unless it is stretched."""
    if content.fit == "stretch":
        return frame
    scales = (frame.width / picture.width, frame.height / picture.height)
    k = content.zoom * (min(scales) if content.fit == "contain" else max(scales))
    width, height = k * picture.width, k * picture.height
    x = frame.x + (frame.width - width) * content.focus[0].of(1.0)
    y = frame.y + (frame.height - height) * content.focus[1].of(1.0)
    return Rect(x, y, width, height)


def place_bled_image(content: ImageContent, frame: Rect, trim: Rect, bleed: Rect) -> Placed:
    """A picture that has bleed of its own, its trim on the piece's; what lies beyond the piece's bleed is cropped.

    *trim* and *bleed* are the piece's, and *frame*, the zone's, is that of the bleed.
    """
    assert content.bleed is not None
    if frame != bleed:
        where = "a picture with `bleed` fills the piece: its zone lies `in: bleed`, without a box"
        return Placed((), (Diagnostic("image-bleed", where),))
    picture, own = content.image, trim.grown(content.bleed)
    if isinstance(picture, MissingFile):
        return _missing(picture, frame)
    lies = _fitted(content, picture, own)
    item = GroupItem((ImageItem(picture, lies),), clip=rectangle(frame))
    warn = partial(Diagnostic, "image-bleed", severity=Severity.WARNING)
    problems = []
    if max(abs(lies.width - own.width), abs(lies.height - own.height)) > MAX_OFF:
        wanted = f"{own.width / MM:.1f} × {own.height / MM:.1f} mm"
        message = (
            f"{picture.path!r} has {picture.width} × {picture.height} pixels, which is not the shape of {wanted}, the "
            f"piece with {content.bleed / MM:g} mm of bleed; it is cropped, and its trim is off"
        )
        problems.append(warn(message, hint="give the bleed that the file has, or make the file in that shape"))
    if content.bleed < trim.x - bleed.x - 1e-6:
        stock = f"the stock {(trim.x - bleed.x) / MM:g} mm; the rest stays blank"
        message = f"{picture.path!r} has {content.bleed / MM:g} mm of bleed, {stock}"
        problems.append(warn(message, hint="make the file larger, or the stock's bleed smaller"))
    return Placed((item,), tuple(problems))
