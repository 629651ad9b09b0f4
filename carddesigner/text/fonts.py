"""Font files to faces that shape text, each opened when it is first needed and each word shaped once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.geometry import Path as Outline
from carddesigner.core.geometry import Segment
from carddesigner.core.items import Glyph, GlyphRun
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.text.font_files import (
    LEADS_OUT,
    FontFile,
    Reader,
    font_bytes,
    fonts_in,
    named_style,
    plain_name,
    read_faces,
    why_unused,
)

MAX_RUNS = 3_000
"""Texts that a face keeps shaped."""

BOXED = "Boxed-Letters"
"""The key of the face that shows a crossed box for every letter."""

_DROPPED_TABLES = (
    "GSUB", "GPOS", "GDEF", "kern", "name", "post", "MATH", "STAT", "gasp", "DSIG", "OS/2", "cmap", "prep",
)  # fmt: skip

Coordinates = tuple[tuple[str, float], ...]
"""A place on a variable font's axes: tags with their values."""


class FontFace:
    """An open face of a font file, a variable one at a place on its axes. Metrics are thousandths of the size, ``descent``
    positive downwards; ``is_cff`` tells outlines of PostScript from those of TrueType.
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
        self.name, self.key = _names(file, coordinates)
        place = repr((file.index, coordinates)).encode() if file.index or coordinates else b""
        self.digest = hashlib.sha256(data + place).hexdigest()
        self.weight = round(dict(coordinates).get("wght", file.weight))
        self.italic = file.italic or any(v for tag, v in coordinates if tag in ("ital", "slnt"))
        self.hb_face = hb.Face(hb.Blob(data), file.index)
        if self.hb_face.glyph_count == 0 or not self.hb_face.upem:
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
        """How many different texts were shaped so far."""
        self._there: set[str] = set()
        self._runs: dict[tuple[str, bool, str, bool, bool], GlyphRun] = {}
        self._small_caps: dict[str, bool] = {}
        self._tracked: dict[tuple[int, float], tuple[GlyphRun, GlyphRun]] = {}
        self._inks: dict[int, tuple[float, float, float, float]] = {}
        self._outlines: dict[int, Outline] = {}

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """What a PDF holds of the font, with only these glyphs, under their original numbers: a TrueType file, or the bare
        outlines of PostScript. Raises Problem where a table is damaged.
        """
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
        if self.is_cff:
            # A glyph's number is its CID then, and what varied is of the kind that PDF knows.
            wanted.flags |= hb.SubsetFlags.CFF_IDENTITY_CHARSET | hb.SubsetFlags.DOWNGRADE_CFF2
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update(glyphs)
        tags = wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG)
        for tag in _DROPPED_TABLES:
            tags.add(int.from_bytes(tag.ljust(4).encode("ascii"), "big"))
        if self.file.axes:
            wanted.pin_all_axes_to_default(self.hb_face)
            for tag, value in self.coordinates:
                wanted.pin_axis_location(self.hb_face, tag, value)
        try:
            cut = hb.subset(self.hb_face, wanted)
            data = bytes((cut.reference_table("CFF ") if self.is_cff else cut.blob).data or b"")
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
        """Whether the font has a glyph for a character."""
        if char not in self._there and self._font.get_nominal_glyph(ord(char)):
            self._there.add(char)
        return char in self._there

    def has_all(self, text: str) -> bool:
        """Whether the font has a glyph for each character."""
        return self._there.issuperset(text) or all(map(self.has, text))

    def advance(self, glyph: int) -> float:
        """A glyph's own width, before kerning."""
        return float(self._font.get_glyph_h_advance(glyph) * self._k)

    def ink(self, run: GlyphRun) -> tuple[float, float, float, float] | None:
        """Left, top, right, bottom of what a run leaves on paper, from its start, y down; None for spaces."""
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

    def _glyph_ink(self, glyph: int) -> tuple[float, float, float, float]:
        known = self._inks.get(glyph)
        if known is None:
            e, k = self._font.get_glyph_extents(glyph), self._k
            box = (e.x_bearing, -e.y_bearing, e.x_bearing + e.width, -e.y_bearing - e.height) if e else (0, 0, 0, 0)
            known = self._inks[glyph] = (box[0] * k, box[1] * k, box[2] * k, box[3] * k)
        return known

    def outline(self, glyph: int) -> Outline:
        """A glyph's outline in thousandths of the size, y down, from its start on the baseline."""
        known = self._outlines.get(glyph)
        if known is None:
            pen = _Pen(self._k)
            self._font.draw_glyph_with_pen(glyph, pen)
            known = self._outlines[glyph] = tuple(pen.path)
        return known

    def has_small_cap(self, char: str) -> bool:
        """Whether the font has a small capital of its own for a letter."""
        known = self._small_caps.get(char)
        if known is None:
            plain, small = (self._shape(char, False, "", False, caps).glyphs for caps in (False, True))
            known = self._small_caps[char] = [g.id for g in plain] != [g.id for g in small]
        return known

    def shape(
        self, text: str, rtl: bool = False, language: str = "", *, ligatures: bool = True, small_caps: bool = False
    ) -> GlyphRun:
        """The glyphs of a text in visual order; the same text gives the same object."""
        key = (text, rtl, language, ligatures, small_caps)
        known = self._runs.get(key)
        if known is None:
            if len(self._runs) >= MAX_RUNS:
                self._runs.clear()
                self._tracked.clear()
            known = self._runs[key] = self._shape(text, rtl, language, ligatures, small_caps)
        return known

    def _shape(self, text: str, rtl: bool, language: str, ligatures: bool, small_caps: bool) -> GlyphRun:
        hb, k = self._hb, self._k
        self.shaped += 1
        buffer = hb.Buffer()
        # Marks are clusters of their own, so that each glyph has its text.
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        if language:
            buffer.language = language
        features = {} if ligatures else {"liga": False, "clig": False}
        hb.shape(self._font, buffer, {**features, "smcp": True} if small_caps else features)
        glyphs = tuple(
            Glyph(i.codepoint, i.cluster, p.x_advance * k, p.x_offset * k, p.y_offset * k)
            for i, p in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        )
        return GlyphRun(self.key, text, glyphs, sum(g.advance for g in glyphs), rtl)

    def track(self, run: GlyphRun, tracking: float) -> GlyphRun:
        """The run with *tracking* after every letter and its marks; the same run gives the same object."""
        known = self._tracked.get((id(run), tracking))
        if known is None:
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
            # The run is held so that its id stays its own.
            known = self._tracked[id(run), tracking] = (run, made)
        return known[1]


class _Pen:
    """What HarfBuzz draws a glyph with: its steps as a path."""

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


def _names(file: FontFile, coordinates: Coordinates) -> tuple[str, str]:
    """A face's name in documents, and the key that no other face has."""
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
    """The face that shows a crossed box for every letter."""
    face = FontFace(Path(__file__).with_name("boxed.ttf"))
    face.key = face.name = BOXED
    return face


class FontFamily(Struct, eq=False):
    """A family's faces in files; those that text is set in are opened when they are asked for. ``weight``, ``italic``,
    ``axes`` and ``instance`` are what is asked of it where text is neither bold nor italic: see ``variant``.
    """

    name: str
    files: tuple[FontFile, ...]
    weight: int | None = None
    italic: bool = False
    axes: Coordinates = ()
    instance: str = ""
    _faces: dict[tuple[bool, bool, bool], FontFace] = field(default_factory=dict)
    _opened: dict[tuple[FontFile, Coordinates], FontFace] = field(default_factory=dict)
    _variants: dict[object, FontFamily] = field(default_factory=dict)

    def variant(
        self,
        weight: int | None = None,
        italic: bool = False,
        axes: Coordinates = (),
        instance: str = "",
        *,
        exact: bool = True,
    ) -> FontFamily:
        """The family of a weight, a slant, a place on its axes, or an instance (a face by its name); the same for the same.
        Raises FontSettingProblem, if it must be *exact*.
        """
        key = weight or self.weight, italic or self.italic, axes or self.axes, instance or self.instance, exact
        if key[:4] == (self.weight, self.italic, self.axes, self.instance):
            return self
        made = self._variants.get(key)
        if made is None:
            made = FontFamily(self.name, self.files, *key[:4], _opened=self._opened, _variants=self._variants)
            if exact:
                made._check()
            self._variants[key] = made
        return made

    def _check(self) -> None:
        """Raise Problem for what the family hasn't."""
        if self.instance and self._instance() is None:
            names = dict.fromkeys(n for f in self.files for n in ([i for i, _ in f.instances] or [f.style]))
            near = did_you_mean(self.instance, names)
            message = f"font {self.name!r} has no face {self.instance!r}{near}; it has {', '.join(names)}"
            raise FontSettingProblem("instance", message)
        for tag, value in self.axes:
            there = {a.tag: a for f in self.files for a in f.axes}
            if tag == "wdth" and not there and any(f.width == value for f in self.files):
                continue
            axis = there.get(tag)
            if axis is None:
                has = ", ".join(f"{a.tag} from {a.least:g} to {a.most:g}" for a in there.values()) or "none"
                near = did_you_mean(tag, there)
                raise FontSettingProblem("axes", f"font {self.name!r} has no axis {tag!r}{near}; it has {has}")
            if not axis.least <= value <= axis.most:
                message = f"{tag} of font {self.name!r} goes from {axis.least:g} to {axis.most:g}, not {value:g}"
                raise FontSettingProblem("axes", message)
        if self.italic and not any(_slants(f, True) for f in self.files):
            raise FontSettingProblem("italic", f"font {self.name!r} has no italic; it has {self._styles()}")
        if self.weight is not None and not any(_has_weight(f, self.weight) for f in self._slanted(self.italic)):
            message = f"font {self.name!r} has no weight {self.weight}; it has {self._styles()}"
            raise FontSettingProblem("weight", message)

    def _styles(self) -> str:
        """The faces there are, for messages."""
        return ", ".join(dict.fromkeys(map(_described, self.files)))

    def face(self, bold: bool, italic: bool, *, exact: bool = True) -> FontFace:
        """The face of a style. Raises Problem if the family lacks it; unless *exact*, its nearest does."""
        known = self._faces.get((bold, italic, exact))
        if known is None:
            known = self._faces[bold, italic, exact] = self._face(bold, italic or self.italic, exact)
        return known

    def _face(self, bold: bool, italic: bool, exact: bool) -> FontFace:
        axes, weight = dict(self.axes), self.weight
        instance = self._instance()
        if instance is not None:
            file, named = instance
            if not bold and italic == self.italic:
                return self._open(file, named | axes)
            weight = weight or round(named.get("wght", file.weight))
            axes = {k: v for k, v in named.items() if k not in ("wght", "ital", "slnt")} | axes
        files = self._slanted(italic) or ([] if exact else self._slanted(False) or list(self.files))
        if not files:
            raise Problem(
                "unusable-font", f"font {self.name!r} has no {_style(bold, italic)} style; it has {self._styles()}"
            )
        wanted = weight or round(axes.get("wght", 400))
        if bold:
            least, wanted = wanted, max(700, min(wanted + 200, 900))
            heavier = [f for f in files if _weights(f)[1] >= max(least + 1, 600)]
            if not heavier and least < 600 and exact:
                style = _style(bold, italic)
                raise Problem("unusable-font", f"font {self.name!r} has no {style} style; it has {self._styles()}")
            files = heavier or files
        file = min(files, key=lambda f: _distance(f, wanted))
        coordinates = {a.tag: axes[a.tag] for a in file.axes if a.tag in axes}
        if (axis := file.axis("wght")) is not None and (bold or weight is not None or "wght" not in axes):
            coordinates["wght"] = min(max(float(wanted), axis.least), axis.most)
        if italic and not file.italic:
            if (axis := file.axis("ital")) is not None:
                coordinates["ital"] = axis.most
            elif (axis := file.axis("slnt")) is not None:
                coordinates.setdefault("slnt", axis.least if axis.least < 0 else axis.most)
        return self._open(file, coordinates)

    def _slanted(self, italic: bool) -> list[FontFile]:
        """The faces that are, or are not, italic, and of the width that is asked for."""
        files = [f for f in self.files if _slants(f, italic)]
        there = {tag for f in files for tag in (a.tag for a in f.axes)}
        asked = {tag for tag, _ in self.axes if tag in there}
        files = [f for f in files if asked <= {a.tag for a in f.axes}]
        width = dict(self.axes).get("wdth", 100.0)
        nearest = min((abs(f.width - width) for f in files if f.axis("wdth") is None), default=0.0)
        return [f for f in files if f.axis("wdth") is not None or abs(f.width - width) == nearest]

    def _instance(self) -> tuple[FontFile, dict[str, float]] | None:
        """The face that has the instance's name, with its place on the axes."""
        wanted = plain_name(self.instance)
        for file in self.files if wanted else ():
            for name, place in file.instances:
                if plain_name(name) == wanted:
                    return file, {a.tag: value for a, value in zip(file.axes, place, strict=False)}
            if plain_name(file.style) == wanted and not file.axes:
                return file, {}
        return None

    def opened(self, key: str) -> FontFace | None:
        """The face with this key, or None if it is none of the family's."""
        for face in self._opened.values():
            if face.key == key:
                return face
        file = next((f for f in self.files if not f.axes and _names(f, ())[1] == key), None)
        return None if file is None else self._open(file, {})

    def _open(self, file: FontFile, coordinates: Mapping[str, float]) -> FontFace:
        place = tuple(sorted(coordinates.items()))
        known = self._opened.get((file, place))
        if known is None:
            known = self._opened[file, place] = FontFace(file, place)
        return known


class FontSettingProblem(Problem):
    """What is asked of a family that it hasn't; ``setting`` is what asks for it."""

    def __init__(self, setting: str, message: str) -> None:
        super().__init__("unusable-font", message)
        self.setting = setting


def _style(bold: bool, italic: bool) -> str:
    return ("Bold" * bold + "Italic" * italic) or "Regular"


def _slants(file: FontFile, italic: bool) -> bool:
    """Whether a face is, or can be, italic; or upright."""
    return file.italic == italic or (italic and any(a.tag in ("ital", "slnt") for a in file.axes))


def _weights(file: FontFile) -> tuple[float, float]:
    """The least and the most weight of a face."""
    axis = file.axis("wght")
    return (axis.least, axis.most) if axis is not None else (file.weight, file.weight)


def _has_weight(file: FontFile, weight: int) -> bool:
    least, most = _weights(file)
    return least <= weight <= most


def _distance(file: FontFile, weight: int) -> tuple[float, bool, bool]:
    """How far a face is from a weight: of two that are as near the heavier goes before, then the one that doesn't vary."""
    least, most = _weights(file)
    off = max(least - weight, weight - most, 0)
    return off, least < weight, bool(file.axes)


def _described(file: FontFile) -> str:
    ranges = ", ".join(f"{a.tag} {a.least:g} to {a.most:g}" for a in file.axes)
    return f"{file.style} ({ranges or file.weight})"


def find_family(name: str, directories: Sequence[Path], read: Reader = read_faces) -> FontFamily:
    """The family of that name in the first directory that has a face of it: by what the files say of themselves, or called
    ``<Name without spaces>-<Style>.ttf``. Raises Problem with the nearest family there is.
    """
    wanted = plain_name(name)
    there: list[FontFile] = []
    hints: list[str] = []
    for directory in directories:
        files = list(fonts_in(directory, read)) if directory.is_dir() else []
        found = _of_family(files, wanted)
        usable = [f for f in found if not f.problem]
        if usable:
            return FontFamily(name, tuple(usable))
        if found:
            problems = "; ".join(dict.fromkeys(f"{f.path.name} {f.problem}" for f in found[:4]))
            code = "unknown-font" if found[0].problem == LEADS_OUT else "unusable-font"
            raise Problem(code, f"font {name!r} can't be used: {problems}")
        if files and directory is not directories[-1]:
            hints.append(why_unused(files, directory))
        there += files
    known = sorted({f.family for f in there if not f.problem})
    near = did_you_mean(name, known)
    raise Problem(
        "unknown-font",
        f"there is no font {name!r}{near}{' There' if near else '; there'} are {', '.join(known) or 'none'}",
        hint="; ".join(hints)
        or f'put its file (.ttf .otf .ttc .otc .woff2) into the deck\'s fonts/; `carddesigner fonts add "{name}" DECK` copies '
        "one of the computer's",
    )


def _of_family(files: Sequence[FontFile], wanted: str) -> list[FontFile]:
    """The faces of a family: those that say so, or are called so; else those that have its name as a second one."""
    out = []
    for file in files:
        style = named_style(file.path)
        if style is not None and plain_name(file.path.stem.rpartition("-")[0]) == wanted and not file.axes:
            # What such a file is called has always said its style.
            weight = 700 if "Bold" in style else 400
            out.append(replace(file, style=style, weight=weight, italic="Italic" in style))
        elif plain_name(file.family) == wanted:
            out.append(file)
    return out or [f for f in files if wanted in map(plain_name, f.also)]
