"""Icons, SVG drawings and raster images."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from carddesigner.contents.base import Distance, Drawing, Extent, Icon, Image, Ink, Length, Model, Paint, Placed
from carddesigner.core.color import Gray
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import GroupItem, ImageItem, Symbol, placed_symbol
from carddesigner.core.report import Diagnostic, Severity
from carddesigner.core.units import MM

MAX_OFF = 0.5 * MM
"""How far a picture with bleed may stick out where its shape is not quite the piece's."""


class IconContent(Model):
    """``icon:`` a symbol in one colour."""

    icon: Icon
    """The name of an SVG in the deck's ``symbols/``, or of a shipped icon; drawn as large as the box allows."""
    color: Ink = Gray(0.0)
    """The icon's colour."""


class SvgContent(Model):
    """``svg:`` a drawing of the deck."""

    svg: Drawing
    """The path of an SVG in the deck's folder, drawn in its own colours; the file may hold expressions of its own."""
    color: Ink = Gray(0.0)
    """The colour of what has none in the file."""


def place_drawing(content: IconContent | SvgContent, frame: Rect, _paint: Paint) -> Placed:
    """The icon or drawing centred in its frame."""
    if not frame.width or not frame.height:
        return Placed(())
    symbol = content.icon if isinstance(content, IconContent) else content.svg
    return Placed((placed_symbol(symbol, frame, content.color),), lost_problems((symbol,)))


def lost_problems(symbols: Iterable[Symbol]) -> tuple[Diagnostic, ...]:
    """Warnings of drawings that are no vectors."""
    hint = "it prints well at this size; plain shapes would stay vectors, sharp at any"
    reported = dict.fromkeys(s.lost for s in symbols if s.lost)
    return tuple(Diagnostic("svg-as-picture", words, hint=hint, severity=Severity.WARNING) for words in reported)


class ImageContent(Model):
    """``image:`` a picture of the deck."""

    image: Image
    """The path of a picture in the deck's folder, PNG or JPEG."""
    bleed: Annotated[Length, Field(ge=0)] | None = None
    """How much more than the trimmed piece the file shows on each side."""
    fit: Literal["cover", "contain", "stretch"] = "cover"
    """``cover`` fills the box and crops the rest, ``contain`` shows all of the picture, ``stretch`` distorts it."""
    focus: tuple[Distance, Distance] = (Extent(0.0, 0.5), Extent(0.0, 0.5))
    """The point of the picture that stays in sight when it is cropped, as ``[x, y]`` in percentages."""


def place_image(content: ImageContent, frame: Rect, paint: Paint) -> Placed:
    """The picture in its frame, cropped by it (and by the zone's rounded corners)."""
    item = ImageItem(content.image, _fitted(content, frame))
    if content.fit != "cover" and not any(paint.radius):
        return Placed((item,))
    return Placed((GroupItem((item,), clip=rectangle(frame, paint.rounding(frame))),))


def _fitted(content: ImageContent, frame: Rect) -> Rect:
    """Where the whole picture lies, its shape kept unless it is stretched."""
    picture = content.image
    if content.fit == "stretch":
        return frame
    scales = (frame.width / picture.width, frame.height / picture.height)
    k = min(scales) if content.fit == "contain" else max(scales)
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
    lies = _fitted(content, own)
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
