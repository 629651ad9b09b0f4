"""The contents of zones, one file for each: its model, and how it is placed in a frame.

``CONTENTS`` is the table: a content's key in a template, its model and its placing function; rarely used contents are
imported on demand. ``part``, ``row``, ``column``, ``grid``, ``board`` and ``flow`` contain zones or pages of their own,
and ``continued`` the rest of another zone's text, so the layout places these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from carddesigner.contents.base import Model, Placed
from carddesigner.contents.board import BoardContent
from carddesigner.contents.flow import FlowContent
from carddesigner.contents.paint import Painting
from carddesigner.contents.picture import IconContent, ImageContent, SvgContent, place_drawing, place_image
from carddesigner.contents.shape import PathContent, ShapeContent, place_path, place_shape
from carddesigner.contents.text import Text, TextContent, place_text
from carddesigner.core.geometry import Rect

Place = Callable[[Any, Rect, Painting], Placed]

Content = tuple[type[Model], Place | None]


def _code() -> Content:
    from carddesigner.contents.code import CodeContent, place_code

    return CodeContent, place_code


def _continued() -> Content:
    from carddesigner.contents.continued import ContinuedContent

    return ContinuedContent, None


_TABLE: dict[str, Content | Callable[[], Content]] = {
    "text": (TextContent, place_text),
    "icon": (IconContent, place_drawing),
    "image": (ImageContent, place_image),
    "svg": (SvgContent, place_drawing),
    "shape": (ShapeContent, place_shape),
    "path": (PathContent, place_path),
    "code": _code,
    "board": (BoardContent, None),
    "flow": (FlowContent, None),
    "continued": _continued,
}


class _Contents(Mapping[str, Content]):
    def __getitem__(self, key: str) -> Content:
        entry = _TABLE[key]
        return entry() if callable(entry) else entry

    def __contains__(self, key: object) -> bool:
        return key in _TABLE

    def __iter__(self) -> Iterator[str]:
        return iter(_TABLE)

    def __len__(self) -> int:
        return len(_TABLE)


CONTENTS = _Contents()

_PLACES: dict[type, Place | None] = {entry[0]: entry[1] for entry in _TABLE.values() if not callable(entry)}
_PLACES[Text] = place_text


def place_of(kind: type) -> Place:
    """The placing function of a kind of contents that are placed independently of others."""
    if kind not in _PLACES:
        _PLACES.update(CONTENTS.values())
    place = _PLACES[kind]
    assert place is not None
    return place


REPEATS = ("row", "column", "grid")
"""Contents that repeat zones over ``each``."""
