"""What operators refer to by name: fonts, colour spaces, pictures and dictionaries of a file, each read once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pikepdf

from carddesigner.preflight.fonts import Font, read_font
from carddesigner.preflight.graphics_state import Look, read_look
from carddesigner.preflight.names import text_of
from carddesigner.preflight.painted import Marks, Missing, Picture
from carddesigner.preflight.spaces import GRAY, UNKNOWN, Colour, Space, named_space, read_space
from carddesigner.preflight.tokens import Argument

_DEFAULTS = {"DeviceGray": "/DefaultGray", "DeviceRGB": "/DefaultRGB", "DeviceCMYK": "/DefaultCMYK"}
"""Names of the default spaces that resources may define for device spaces."""


class FileObjects:
    """The objects of a file that were read so far."""

    def __init__(self) -> None:
        self._pictures: dict[Hashable, Picture] = {}
        self._fonts: dict[Hashable, Font] = {}
        self._spaces: dict[Hashable, Space] = {}
        self._colours: dict[Hashable, Colour] = {}
        self._looks: dict[Hashable, Look] = {}
        self._kept: list[Any] = []
        self.black = self.colour(GRAY, (0.0,))

    def colour(self, space: Space, values: tuple[float, ...] = ()) -> Colour:
        """A colour; equal ones are the same object."""
        key = (space, values)
        known = self._colours.get(key)
        if known is None:
            known = self._colours[key] = Colour(space, values)
        return known

    def key(self, given: Any) -> Hashable:
        """A permanent key for an object: its number, otherwise its identity; then it is kept so that no other object
        gets the same.
        """
        number: tuple[int, int] = given.objgen
        if number != (0, 0):
            return number
        self._kept.append(given)
        return id(given)

    def font(self, given: Any) -> Font:
        """A font of the file."""
        key = self.key(given)
        if key not in self._fonts:
            self._fonts[key] = read_font(given)
        return self._fonts[key]

    def space(self, given: Any) -> Space:
        """A colour space of the file."""
        if isinstance(given, pikepdf.Name):
            return named_space(text_of(given)) or UNKNOWN
        key = self.key(given)
        if key not in self._spaces:
            self._spaces[key] = read_space(given)
        return self._spaces[key]

    def look(self, given: Any) -> Look:
        """A graphics state dictionary."""
        key = self.key(given)
        if key not in self._looks:
            self._looks[key] = read_look(given)
        return self._looks[key]

    def picture(self, given: Any, resources: Any) -> Picture:
        """A picture of the file."""
        key = self.key(given)
        known = self._pictures.get(key)
        if known is None:
            mask = bool(given.get("/ImageMask", False))
            space = given.get("/ColorSpace")
            if isinstance(space, pikepdf.Name) and named_space(text_of(space)) is None:
                space = _named(resources, "/ColorSpace", text_of(space))
            read = UNKNOWN if mask else self.space(space) if space is not None else UNKNOWN
            default = _named(resources, "/ColorSpace", _DEFAULTS.get(read.name, "")) if read.device else None
            if default is not None and not read.indexed:
                read = self.space(default)
            if space is None and not mask and "/JPXDecode" in text_of(given.get("/Filter", "")):
                read = Space("unknown", "JPEG 2000 without a colour space", 0)
            width, height = int(given.get("/Width", 0)), int(given.get("/Height", 0))
            bits = 1 if mask else int(given.get("/BitsPerComponent", 8))
            known = self._pictures[key] = Picture(width, height, bits, read, mask, "/SMask" in given, given)
        return known

    def inline_picture(self, width: int, height: int, bits: int, space: Space, mask: bool) -> Picture:
        """A picture in a content stream; equal ones are the same object."""
        key = ("inline", width, height, bits, space, mask)
        if key not in self._pictures:
            self._pictures[key] = Picture(width, height, bits, space, mask, False)
        return self._pictures[key]


class Resources:
    """The resources of a content stream; what is missing is recorded in *marks*."""

    def __init__(self, objects: FileObjects, given: Any, marks: Marks) -> None:
        self.objects, self.given, self._marks = objects, given, marks
        self._names: dict[tuple[str, str], Any] = {}
        self._defaults: dict[str, Space] = {}

    def get(self, kind: str, name: Argument) -> Any:
        """A resource by its name; None if it is missing, which is recorded."""
        key = (kind, name.decode("latin-1"))
        if key not in self._names:
            self._names[key] = _named(self.given, *key)
        if self._names[key] is None:
            self._marks.add(Missing(kind[1:], key[1][1:81]), None)
        return self._names[key]

    def device(self, space: Space) -> Space:
        """A device space, or the default space that resources define in its place."""
        if space.name not in self._defaults:
            given = _named(self.given, "/ColorSpace", _DEFAULTS[space.name]) if space.name in _DEFAULTS else None
            self._defaults[space.name] = self.objects.space(given) if given is not None else space
        return self._defaults[space.name]

    def space_of(self, name: Argument) -> Space:
        """A colour space by its name."""
        named = named_space(name.decode("latin-1"))
        if named is not None:
            return self.device(named)
        given = self.get("/ColorSpace", name)
        return self.objects.space(given) if given is not None else UNKNOWN


def _named(resources: Any, kind: str, name: str) -> Any:
    if not isinstance(resources, pikepdf.Dictionary):
        return None
    of_kind = resources.get(kind)
    return of_kind.get(name) if isinstance(of_kind, pikepdf.Dictionary) else None
