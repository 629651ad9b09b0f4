"""What the faces on pages refer to: fonts by their families, and pictures no larger than they are seen."""

from __future__ import annotations

from carddesigner.core.items import Picture
from carddesigner.core.report import Problem
from carddesigner.draw.glyph_fonts import glyph_font, part_count
from carddesigner.text.font_face import FontFace

MAX_FONTS, MAX_PICTURES = 500, 20_000
"""Fonts and pictures that can be fetched: those that were drawn last."""
LEAST, MOST = 32, 1024
"""Pixels of a picture's longer side; between them it is fetched in a power of two."""


class FaceLinks:
    """Addresses of fonts and pictures. What is in one never changes, for it has the digest of what it is."""

    def __init__(self) -> None:
        self._fonts: dict[str, FontFace] = {}
        self._files: dict[tuple[str, int], bytes] = {}
        self._pictures: dict[str, Picture] = {}

    def family(self, face: FontFace) -> str:
        """The family with a letter for each glyph of a font."""
        name = f"g{face.digest[:16]}"
        if name not in self._fonts:
            if len(self._fonts) >= MAX_FONTS:
                self._fonts.pop(next(iter(self._fonts)))
                self._files.clear()
            self._fonts[name] = face
        return name

    def font(self, family: str, part: int) -> bytes | None:
        """A part of a family's file; None for one that isn't known, or can't be made."""
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
        """Where a picture is fetched of which the longer side is seen in so many *pixels*."""
        if self._pictures.pop(picture.digest, None) is None and len(self._pictures) >= MAX_PICTURES:
            self._pictures.pop(next(iter(self._pictures)))
        self._pictures[picture.digest] = picture
        side = LEAST
        while side < pixels and side < MOST:
            side *= 2
        return f"/picture/{picture.digest}/{side}"

    def picture(self, digest: str) -> Picture | None:
        """A picture that was drawn."""
        return self._pictures.get(digest)
