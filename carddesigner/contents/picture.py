"""Icons, SVG drawings and raster images."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, WithJsonSchema

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
    Read,
    extent,
    refusal,
)
from carddesigner.contents.paint import Painting, PaintStyle, painted_over
from carddesigner.core.color import Gray
from carddesigner.core.effort import spend
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import (
    GroupItem,
    ImageItem,
    Item,
    Picture,
    Symbol,
    placed_symbol,
)
from carddesigner.core.report import Diagnostic, Severity
from carddesigner.core.units import MM
from carddesigner.text.rich import InlineIcon

MAX_OFF = 0.5 * MM
"""How far a picture with bleed may deviate from the piece's size because of a slightly different shape."""


Missing = Literal["error", "placeholder"]


def _focus(value: Any, info: ValidationInfo) -> tuple[Extent, Extent]:
    """Parse a point as two percentages, in a list or a text; the middle for an empty cell. Raises a refusal."""
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
    """Parse a factor as a number or a percentage; 1 for an empty cell. Raises a refusal."""
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
    Read(_focus),
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
    Read(_zoom),
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
"""The factor by which a picture is enlarged."""


class IconContent(Model):
    """``icon:`` a symbol in one colour."""

    icon: Icon
    """The name of an SVG in the deck's ``symbols/``, or of a shipped icon; drawn as large as the box allows."""
    color: PaintStyle = Gray(0.0)
    """The icon's colour, or a gradient."""
    tint: bool = False
    """Draws all of it in this colour, even parts with colours of their own: the darkest parts in it, lighter ones
    lighter, white as white.
    """


class SvgContent(Model):
    """``svg:`` a drawing of the deck."""

    missing: Missing = "error"
    """What happens if the file doesn't exist: ``error``, or ``placeholder``, a marked frame with its name, and a
    warning.
    """
    svg: Drawing
    """The path of an SVG in the deck's folder, drawn in its own colours; the file may have expressions of its own."""
    color: PaintStyle = Gray(0.0)
    """The colour of parts that have none in the file, or a gradient."""
    tint: bool = False
    """Draws all of it in the colour: the darkest parts in it, lighter ones lighter, white as white."""


def place_drawing(content: IconContent | SvgContent, frame: Rect, _paint: Painting) -> Placed:
    """The icon or drawing, centred in its frame."""
    if not frame.width or not frame.height:
        return Placed(())
    symbol = content.icon if isinstance(content, IconContent) else content.svg
    if isinstance(symbol, MissingFile):
        return _missing(symbol, frame)
    color = painted_over(content.color, frame)
    problems = lost_problems((symbol,))
    if content.tint and symbol.picture is None:
        from carddesigner.core.tint import tinted

        symbol = tinted(symbol, color)
    elif content.tint or ("color" in content.model_fields_set and not symbol.takes_color):
        problems += (_without_effect(symbol, "tint" if content.tint else "color"),)
    placed = placed_symbol(symbol, frame, color)
    if symbol.drawn is not None and isinstance(placed, GroupItem):
        spend(_PLACED * _count(placed.items), "drawings")
    return Placed((placed,), problems)


_PLACED = 6
"""The steps of work for each shape of a drawing, wherever it is drawn."""


def _count(items: tuple[Item, ...]) -> int:
    """The number of items, including those in groups."""
    return len(items) + sum([_count(item.items) for item in items if isinstance(item, GroupItem)])


def _missing(file: MissingFile, frame: Rect) -> Placed:
    from carddesigner.contents.placeholder import placeholder

    return placeholder(file, frame)


def _without_effect(symbol: Symbol, key: str) -> Diagnostic:
    """The warning about a colour that has no effect."""
    warn = partial(Diagnostic, "color-without-effect", severity=Severity.WARNING)
    if symbol.picture is not None:
        hint = "leave the colour out, or draw it with plain shapes, which `tint: true` recolours"
        return warn(f"`{key}` does nothing here: {symbol.name!r} is drawn as a picture", hint=hint)
    hint = "write `tint: true` to draw all of it in that colour, or leave the colour out"
    return warn(f"`{key}` does nothing here: all of {symbol.name!r} has colours of its own", hint=hint)


def icon_problems(icons: Sequence[InlineIcon]) -> tuple[Diagnostic, ...]:
    """Warnings about icons in a text: those that aren't vectors, and colours without effect."""
    if not icons:
        return ()
    out = dict.fromkeys(lost_problems(icon.symbol for icon in icons))
    for icon in icons:
        own, symbol = icon.own_mark, icon.symbol
        if own is None:
            continue
        if own.tint and symbol.picture is not None:
            out[_without_effect(symbol, "tint")] = None
        elif own.asks_for_color and not own.tint and not symbol.takes_color:
            out[_without_effect(symbol, "color")] = None
    return tuple(out)


def lost_problems(symbols: Iterable[Symbol]) -> tuple[Diagnostic, ...]:
    """Warnings about drawings that aren't vectors."""
    hint = "it prints well at this size; plain shapes would stay vectors, sharp at any"
    reasons = dict.fromkeys(s.lost for s in symbols if s.lost)
    return tuple(Diagnostic("svg-as-picture", reason, hint=hint, severity=Severity.WARNING) for reason in reasons)


class ImageContent(Model):
    """``image:`` a picture of the deck."""

    missing: Missing = "error"
    """What happens if the file doesn't exist: ``error``, or ``placeholder``, a marked frame with its name, and a
    warning.
    """
    image: Image
    """The path of a picture in the deck's folder: PNG, JPEG, WebP, TIFF, GIF or BMP."""
    bleed: Annotated[Length, Field(ge=0)] | None = None
    """How far the file extends beyond the trimmed piece on each side."""
    fit: Literal["cover", "contain", "stretch"] = "cover"
    """``cover`` fills the box and crops the rest, ``contain`` shows all of the picture, ``stretch`` distorts it."""
    focus: Focus = _MIDDLE
    """The point of the picture that stays visible when it is cropped, as ``[x, y]`` in percentages, or as text: ``50%
    30%``.
    """
    zoom: Zoom = 1.0
    """How much larger than ``fit`` makes it, around its focus: ``1.2`` or ``120%``."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a zoom of a picture whose size is fixed."""
        if self.zoom != 1 and (self.bleed is not None or self.fit == "stretch"):
            other = "bleed" if self.bleed is not None else "fit: stretch"
            raise refusal("wrong-value", f"`zoom` does nothing beside `{other}`; leave one out", "zoom")


def place_image(content: ImageContent, frame: Rect, paint: Painting) -> Placed:
    """The picture in its frame, cropped by it (and by the zone's rounded corners)."""
    if isinstance(content.image, MissingFile):
        return _missing(content.image, frame)
    item = ImageItem(content.image, picture_frame(content, content.image, frame))
    if content.fit != "cover" and content.zoom <= 1 and not any(paint.radius):
        return Placed((item,))
    return Placed((GroupItem((item,), clip=rectangle(frame, paint.rounding(frame))),))


def picture_frame(content: ImageContent, picture: Picture, frame: Rect) -> Rect:
    """The frame of the whole picture, in its own proportions unless it is stretched."""
    if content.fit == "stretch":
        return frame
    scales = (frame.width / picture.width, frame.height / picture.height)
    k = content.zoom * (min(scales) if content.fit == "contain" else max(scales))
    width, height = k * picture.width, k * picture.height
    x = frame.x + (frame.width - width) * content.focus[0].of(1.0)
    y = frame.y + (frame.height - height) * content.focus[1].of(1.0)
    return Rect(x, y, width, height)


def place_bled_image(content: ImageContent, frame: Rect, trim: Rect, bleed: Rect) -> Placed:
    """A picture that has bleed of its own, with its trim on the piece's; what extends beyond the piece's bleed is
    cropped.

    *trim* and *bleed* are the piece's; *frame*, the zone's, has to be the bleed's.
    """
    assert content.bleed is not None
    if frame != bleed:
        where = "a picture with `bleed` fills the piece: its zone lies `in: bleed`, without a box"
        return Placed((), (Diagnostic("image-bleed", where),))
    picture, bled = content.image, trim.grown(content.bleed)
    if isinstance(picture, MissingFile):
        return _missing(picture, frame)
    lies = picture_frame(content, picture, bled)
    item = GroupItem((ImageItem(picture, lies),), clip=rectangle(frame))
    warn = partial(Diagnostic, "image-bleed", severity=Severity.WARNING)
    problems = []
    if max(abs(lies.width - bled.width), abs(lies.height - bled.height)) > MAX_OFF:
        wanted = f"{bled.width / MM:.1f} × {bled.height / MM:.1f} mm"
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
