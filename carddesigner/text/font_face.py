"""An open face of a font file: shaping with a cache of words, outlines, and subsets for a PDF."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from carddesigner.core.geometry import Path as Outline
from carddesigner.core.geometry import Rect, Segment
from carddesigner.core.items import Glyph, GlyphRun, TextPiece
from carddesigner.core.report import Problem
from carddesigner.text.font_files import FontFile, font_bytes, named_style, read_faces

MAX_RUNS = 3_000
"""The maximum number of shaped texts that a face caches."""

BOXED = "Boxed-Letters"
"""The key of the face that shows a crossed box for every letter."""

_DROPPED_TABLES = (
    "GSUB", "GPOS", "GDEF", "kern", "name", "post", "MATH", "STAT", "gasp", "DSIG", "OS/2", "cmap", "prep",
)  # fmt: skip
_RULES = (
    "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "STAT", "kern", "kerx", "morx", "mort", "feat", "trak", "gasp", "DSIG", "prep",
    "COLR", "CPAL", "SVG", "CBDT", "CBLC", "EBDT", "EBLC", "sbix", "vhea", "vmtx", "VORG",
)  # fmt: skip
"""Tables that substitute or move glyphs, or draw them in any way other than by their outlines."""

_SEEN = "LNPS"
"""The categories of characters that show something: letters, numbers, punctuation and symbols."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Those of these categories that show nothing: fillers of syllables, a braille cell without dots, a note without a
head.
"""

Coordinates = tuple[tuple[str, float], ...]
"""A place on a variable font's axes: tags with their values."""


class FontFace:
    """An open face of a font file; for a variable font, at a place on its axes. Metrics are thousandths of the size,
    with ``descent`` positive downwards. ``is_cff``: outlines are PostScript, not TrueType.
    """

    def __init__(self, font: FontFile | Path, coordinates: Coordinates = ()) -> None:
        import uharfbuzz as hb

        self.file = file = read_faces(font)[0] if isinstance(font, Path) else font
        if file.problem:
            raise Problem("unusable-font", f"font {file.path.name} {file.problem}")
        try:
            data = font_bytes(file)
        except Problem as problem:
            raise Problem(problem.code, f"font {file.path.name} {problem.message}") from None
        self.path = file.path
        self.coordinates = coordinates
        self.is_cff = file.kind != "truetype"
        self.name, self.key = face_names(file, coordinates)
        place = repr((file.index, coordinates)).encode() if file.index or coordinates else b""
        self.digest = hashlib.sha256(data + place).hexdigest()
        self.weight = round(dict(coordinates).get("wght", file.weight))
        self.italic = file.italic or any(v for tag, v in coordinates if tag in ("ital", "slnt"))
        self.hb_face = hb.Face(hb.Blob(data), file.index)
        self.glyph_count: int = self.hb_face.glyph_count
        if self.glyph_count == 0 or not self.hb_face.upem:
            raise Problem("unusable-font", f"font {file.path.name} can't be read")
        self.subset(())
        self._font = hb.Font(self.hb_face)
        if coordinates:
            self._font.set_variations(dict(coordinates))
        self._hb: Any = hb
        k = self._k = 1000 / self.hb_face.upem
        extents = self._font.get_font_extents("ltr")
        self.ascent: float = extents.ascender * k
        self.descent: float = -extents.descender * k
        self.cap_height: float = self._height("H") or 0.7 * self.ascent
        self.x_height: float = self._height("x") or 0.5 * self.ascent
        self.bounds = (-500.0, -self.descent - 200, 1500.0, self.ascent + 200)
        self.shaped = 0
        """The number of different texts shaped so far."""
        self._colored = not {"COLR", "sbix", "CBDT"}.isdisjoint(self.hb_face.table_tags)
        """Whether a glyph's extents may be those of a picture, which isn't drawn."""
        self._there: set[str] = set()
        self._sound: set[int] = set()
        """Glyphs whose outlines can be read."""
        self._runs: dict[tuple[str, bool, str, bool, bool], GlyphRun] = {}
        self._small_caps: dict[str, bool] = {}
        self._tracked: dict[tuple[int, float], tuple[GlyphRun, GlyphRun]] = {}
        self._inks: dict[int, tuple[float, float, float, float]] = {}
        self._outlines: dict[int, Outline] = {}

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """Return the font as embedded in a PDF, with only these glyphs under their original numbers: a TrueType file,
        or bare PostScript outlines. Raises Problem for a damaged table.
        """
        # So a glyph's number is its CID, and the outlines of a variable font are of a kind that PDF supports.
        return self._cut(glyphs, _DROPPED_TABLES, "CFF_IDENTITY_CHARSET" if self.is_cff else None, bare=self.is_cff)

    def file_of_outlines(self, glyphs: Iterable[int]) -> bytes:
        """Return a font file with the outlines and widths of these glyphs under their original numbers, without layout
        rules. Raises Problem for a damaged table.
        """
        return self._cut(glyphs, _RULES, "NO_LAYOUT_CLOSURE", bare=False)

    def _cut(self, glyphs: Iterable[int], dropped: Iterable[str], flag: str | None, *, bare: bool) -> bytes:
        """Return the font at its place on its axes with only some glyphs and without *dropped* tables; with *bare*,
        only its PostScript outlines.
        """
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
        if self.is_cff:
            wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
        if flag is not None:
            wanted.flags |= getattr(hb.SubsetFlags, flag)
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update(glyphs)
        tags = wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG)
        for tag in dropped:
            tags.add(int.from_bytes(tag.ljust(4).encode("ascii"), "big"))
        if self.file.axes:
            wanted.pin_all_axes_to_default(self.hb_face)
            for tag, value in self.coordinates:
                wanted.pin_axis_location(self.hb_face, tag, value)
        try:
            cut = hb.subset(self.hb_face, wanted)
            data = bytes((cut.reference_table("CFF ") if bare else cut.blob).data or b"")
        except RuntimeError:
            data = b""
        if not data:
            raise Problem("unusable-font", f"font {self.path.name} has a damaged table; copy the file again")
        return data

    def _height(self, char: str) -> float:
        glyph = self._font.get_nominal_glyph(ord(char))
        extents = self._font.get_glyph_extents(glyph) if glyph else None
        return extents.y_bearing * self._k if extents else 0.0

    def has(self, char: str) -> bool:
        """Whether the font has a glyph for a character, which shows something if the character does."""
        if char not in self._there:
            glyph = self._font.get_nominal_glyph(ord(char))
            if glyph and (unicodedata.category(char)[0] not in _SEEN or char in _BLANK or self._shows(glyph)):
                self._there.add(char)
        return char in self._there

    def _shows(self, glyph: int) -> bool:
        """Whether a glyph has an outline; fonts have glyphs without one for letters that they lack, or have only in
        colours.
        """
        extents = self._font.get_glyph_extents(glyph)
        if extents is None:
            return self.is_cff  # damaged, which is reported when it is shaped
        if self._colored:
            return bool(self.outline(glyph))
        return bool(extents.width or extents.height)

    def has_all(self, text: str) -> bool:
        """Whether the font has a glyph for each character."""
        return self._there.issuperset(text) or all(map(self.has, text))

    def advance(self, glyph: int) -> float:
        """Return a glyph's own width, before kerning."""
        return float(self._font.get_glyph_h_advance(glyph) * self._k)

    def ink(self, run: GlyphRun) -> tuple[float, float, float, float] | None:
        """Return left, top, right and bottom of a run's ink, from its start, y down; None for spaces."""
        x = 0.0
        boxes = []
        for glyph in run.glyphs:
            box = self._glyph_ink(glyph.id)
            if box[2] > box[0]:
                left, up = x + glyph.dx, -glyph.dy
                boxes.append((box[0] + left, box[1] + up, box[2] + left, box[3] + up))
            x += glyph.advance
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def ink_of(self, piece: TextPiece, baseline: float) -> Iterator[Rect]:
        """Yield the ink rectangles of each run of a piece, on a line with this baseline."""
        k = piece.size / 1000
        x, y = piece.x, baseline - piece.rise
        for run, gap in zip(piece.runs, piece.gaps, strict=True):
            ink = self.ink(run)
            if ink is not None:
                left, top, right, bottom = (v * k for v in ink)
                yield Rect(x + left, y + top, right - left, bottom - top)
            x += (run.width + gap) * k

    def _glyph_ink(self, glyph: int) -> tuple[float, float, float, float]:
        cached = self._inks.get(glyph)
        if cached is None:
            e, k = self._font.get_glyph_extents(glyph), self._k
            box = (e.x_bearing, -e.y_bearing, e.x_bearing + e.width, -e.y_bearing - e.height) if e else (0, 0, 0, 0)
            cached = self._inks[glyph] = (box[0] * k, box[1] * k, box[2] * k, box[3] * k)
        return cached

    def outline(self, glyph: int) -> Outline:
        """Return a glyph's outline in thousandths of the size, y down, from its start on the baseline."""
        cached = self._outlines.get(glyph)
        if cached is None:
            pen = _Pen(self._k)
            self._font.draw_glyph_with_pen(glyph, pen)
            cached = self._outlines[glyph] = tuple(pen.path)
        return cached

    def has_small_cap(self, char: str) -> bool:
        """Whether the font has a real small capital for a letter."""
        cached = self._small_caps.get(char)
        if cached is None:
            plain, small = (self._shape(char, False, "", False, caps).glyphs for caps in (False, True))
            cached = self._small_caps[char] = [g.id for g in plain] != [g.id for g in small]
        return cached

    def shape(
        self, text: str, rtl: bool = False, language: str = "", *, ligatures: bool = True, small_caps: bool = False
    ) -> GlyphRun:
        """Return the glyphs of a text in visual order; the same text returns the same object."""
        key = (text, rtl, language, ligatures, small_caps)
        cached = self._runs.get(key)
        if cached is None:
            if len(self._runs) >= MAX_RUNS:
                self._runs.clear()
                self._tracked.clear()
            cached = self._runs[key] = self._shape(text, rtl, language, ligatures, small_caps)
        return cached

    def _shape(self, text: str, rtl: bool, language: str, ligatures: bool, small_caps: bool) -> GlyphRun:
        hb, k = self._hb, self._k
        self.shaped += 1
        buffer = hb.Buffer()
        # Marks are separate clusters, so that each glyph has its text.
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        if language:
            buffer.language = language
        features = {} if ligatures else {"liga": False, "clig": False}
        hb.shape(self._font, buffer, {**features, "smcp": True} if small_caps else features)
        shaped = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        glyphs = [Glyph(i.codepoint, i.cluster, p.x_advance * k, p.x_offset * k, p.y_offset * k) for i, p in shaped]
        if self.is_cff:
            self._check_outlines(glyphs, text)
        return GlyphRun(self.key, text, tuple(glyphs), sum([g.advance for g in glyphs]), rtl)

    def _check_outlines(self, glyphs: Iterable[Glyph], text: str) -> None:
        """Raise Problem for a glyph with an unreadable outline, which would make subsetting a CFF font fail."""
        for glyph in glyphs:
            if glyph.id not in self._sound:
                if self._font.get_glyph_extents(glyph.id) is None:
                    message = (
                        f"font {self.path.name} has a damaged outline for {text[glyph.cluster]!r}; copy the file again"
                    )
                    raise Problem("unusable-font", message)
                self._sound.add(glyph.id)

    def track(self, run: GlyphRun, tracking: float) -> GlyphRun:
        """Return the run with *tracking* after every letter and its marks; the same run returns the same object."""
        cached = self._tracked.get((id(run), tracking))
        if cached is None:
            if len(self._tracked) >= MAX_RUNS:
                self._tracked.clear()
            # Marks take no room of their own: they follow their letter, or precede it from right to left.
            marks = (
                [g.advance == 0 for g in run.glyphs] if run.rtl else [g.advance == 0 for g in run.glyphs[1:]] + [False]
            )
            glyphs = tuple(
                Glyph(g.id, g.cluster, g.advance + (0.0 if mark else tracking), g.dx, g.dy)
                for g, mark in zip(run.glyphs, marks, strict=True)
            )
            made = GlyphRun(run.font, run.text, glyphs, sum(g.advance for g in glyphs), run.rtl)
            # The run is kept alive so that its id stays unique.
            cached = self._tracked[id(run), tracking] = (run, made)
        return cached[1]


class _Pen:
    """The pen that HarfBuzz draws a glyph with; it collects the segments of a path."""

    def __init__(self, k: float) -> None:
        self.k = k
        self.path: list[Segment] = []
        self._at = (0.0, 0.0)

    def _point(self, p: tuple[float, float]) -> tuple[float, float]:
        return p[0] * self.k, -p[1] * self.k

    def moveTo(self, p: tuple[float, float]) -> None:  # noqa: N802 its name there, as are the others'
        self._at = self._point(p)
        self.path.append(("m", *self._at))

    def lineTo(self, p: tuple[float, float]) -> None:  # noqa: N802
        self._at = self._point(p)
        self.path.append(("l", *self._at))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        one, other, self._at = map(self._point, points)
        self.path.append(("c", *one, *other, *self._at))

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        (x, y), (u, v), (a, b) = self._at, *map(self._point, points)
        self._at = (a, b)
        one, other = (x + 2 / 3 * (u - x), y + 2 / 3 * (v - y)), (a + 2 / 3 * (u - a), b + 2 / 3 * (v - b))
        self.path.append(("c", *one, *other, a, b))

    def closePath(self) -> None:  # noqa: N802
        self.path.append(("h",))


def face_names(file: FontFile, coordinates: Coordinates) -> tuple[str, str]:
    """Return a face's name in documents, and its unique key."""
    stem = file.path.stem
    parts = (re.sub(r"[^A-Za-z0-9]", "", part) for part in (file.family, file.style))
    name = "-".join(filter(None, parts)) or "Font"
    by_name = stem == name or (named_style(file.path) and re.fullmatch(r"[A-Za-z0-9-]+", stem))
    if by_name and not file.axes and file.path.suffix == ".ttf":
        return stem, stem
    place = repr((file.path.parent.name, file.path.name, file.index, coordinates)).encode()
    return name[:60], f"{name[:60]}-{hashlib.sha256(place).hexdigest()[:8]}"


@lru_cache(maxsize=1)
def boxed_letters() -> FontFace:
    """Return the face that shows a crossed box for every letter."""
    face = FontFace(Path(__file__).with_name("boxed.ttf"))
    face.key = face.name = BOXED
    return face
