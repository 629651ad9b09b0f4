"""Icons, SVG drawings and raster images."""

from __future__ import annotations

from typing import Literal

from carddesigner.contents.base import Distance, Drawing, Extent, Icon, Image, Ink, Model, Paint, Placed
from carddesigner.core.color import Gray
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import GroupItem, ImageItem, SymbolItem


class IconContent(Model):
    """``icon:`` a symbol's name, drawn as large as its box allows, in one ``color``."""

    icon: Icon
    color: Ink = Gray(0.0)


def place_icon(content: IconContent, frame: Rect, _paint: Paint) -> Placed:
    """The icon centred in its frame."""
    return Placed((SymbolItem(content.icon, frame, content.color),))


class SvgContent(Model):
    """``svg:`` a file of the deck, drawn as vectors in its own colours; ``color`` for what has none."""

    svg: Drawing
    color: Ink = Gray(0.0)


def place_svg(content: SvgContent, frame: Rect, _paint: Paint) -> Placed:
    """The drawing centred in its frame."""
    return Placed((SymbolItem(content.svg, frame, content.color),))


class ImageContent(Model):
    """``image:`` a picture's path. ``fit: cover`` fills the box and crops towards ``focus``; ``contain`` shows all."""

    image: Image
    fit: Literal["cover", "contain", "stretch"] = "cover"
    focus: tuple[Distance, Distance] = (Extent(0.0, 0.5), Extent(0.0, 0.5))


def place_image(content: ImageContent, frame: Rect, paint: Paint) -> Placed:
    """The picture in its frame, cropped by it (and by the zone's rounded corners)."""
    picture = content.image
    if content.fit == "stretch":
        return Placed((ImageItem(picture, frame),))
    scales = (frame.width / picture.width, frame.height / picture.height)
    k = max(scales) if content.fit == "cover" else min(scales)
    width, height = k * picture.width, k * picture.height
    x = frame.x + (frame.width - width) * content.focus[0].of(1.0)
    y = frame.y + (frame.height - height) * content.focus[1].of(1.0)
    item = ImageItem(picture, Rect(x, y, width, height))
    if content.fit == "contain" and not paint.radius:
        return Placed((item,))
    return Placed((GroupItem((item,), clip=rectangle(frame, paint.radius)),))
