"""One file per content of a zone: its model, and how it is placed in a frame.

``CONTENTS`` is the table: a content's key in a template, its model and its placing. ``part``, ``row``, ``column``,
``grid``, ``board`` and ``flow`` hold zones or pages of their own, and ``continued`` what another zone left, so the layout
places them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from carddesigner.contents.base import Model, Placed
from carddesigner.contents.board import BoardContent
from carddesigner.contents.code import CodeContent, place_code
from carddesigner.contents.flow import FlowContent
from carddesigner.contents.paint import Painting
from carddesigner.contents.picture import IconContent, ImageContent, SvgContent, place_drawing, place_image
from carddesigner.contents.shape import PathContent, ShapeContent, place_path, place_shape
from carddesigner.contents.text import ContinuedContent, TextContent, place_text
from carddesigner.core.geometry import Rect

Place = Callable[[Any, Rect, Painting], Placed]

CONTENTS: dict[str, tuple[type[Model], Place | None]] = {
    "text": (TextContent, place_text),
    "icon": (IconContent, place_drawing),
    "image": (ImageContent, place_image),
    "svg": (SvgContent, place_drawing),
    "shape": (ShapeContent, place_shape),
    "path": (PathContent, place_path),
    "code": (CodeContent, place_code),
    "board": (BoardContent, None),
    "flow": (FlowContent, None),
    "continued": (ContinuedContent, None),
}

PLACES: dict[type[Model], Place] = {model: place for model, place in CONTENTS.values() if place is not None}

REPEATS = ("row", "column", "grid")
"""Contents that repeat zones over ``each``."""
