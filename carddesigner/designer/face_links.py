"""What the faces on pages refer to: fonts by family, and pictures in the size in which they are displayed."""

from __future__ import annotations

from carddesigner.core.items import Picture
from carddesigner.core.report import Problem
from carddesigner.draw.glyph_fonts import glyph_font, part_count
from carddesigner.text.font_face import FontFace

MAX_FONTS, MAX_PICTURES = 500, 20_000
"""The most fonts and pictures that can be fetched; the least recently drawn are dropped."""
LEAST, MOST = 32, 1024
"""The least and greatest number of pixels of a picture's longer side; it is always a power of two."""


class FaceLinks:
    """The addresses of fonts and pictures. An address contains a digest of its content, so the content never
    changes.
    """

    def __init__(self) -> None:
        self._fonts: dict[str, FontFace] = {}
        self._files: dict[tuple[str, int], bytes] = {}
        self._pictures: dict[str, Picture] = {}

    def family(self, face: FontFace) -> str:
        """Return the family that has a character for each glyph of a font."""
        name = f"g{face.digest[:16]}"
        if name not in self._fonts:
            if len(self._fonts) >= MAX_FONTS:
                self._fonts.pop(next(iter(self._fonts)))
                self._files.clear()
            self._fonts[name] = face
        return name

    def font(self, family: str, part: int) -> bytes | None:
        """Return a part of a family's file; None if the family is unknown or the file can't be made."""
        face = self._fonts.get(family)
        if face is None or not 0 <= part < part_count(face):
            return None
        if (family, part) not in self._files:
            try:
                self._files[family, part] = glyph_font(face, part)
            except Problem:
                return None
        return self._files[family, part]

    def address(self, picture: Picture, pixels: float) -> str:
        """Return the address of a picture whose longer side is displayed at *pixels*."""
        if self._pictures.pop(picture.digest, None) is None and len(self._pictures) >= MAX_PICTURES:
            self._pictures.pop(next(iter(self._pictures)))
        self._pictures[picture.digest] = picture
        side = LEAST
        while side < pixels and side < MOST:
            side *= 2
        return f"/picture/{picture.digest}/{side}"

    def picture(self, digest: str) -> Picture | None:
        """Return a picture that was drawn."""
        return self._pictures.get(digest)
