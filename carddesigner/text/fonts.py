"""Font families: the faces with one name; the face for a style is opened on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.report import Problem, did_you_mean
from carddesigner.core.state import FileState, state_of
from carddesigner.core.walk import followed
from carddesigner.text.font_face import Coordinates, FontFace, face_names
from carddesigner.text.font_files import (
    LEADS_OUT,
    FontFile,
    Reader,
    fonts_in,
    named_style,
    plain_name,
    read_faces,
    why_unused,
)


class FontFamily(Struct, eq=False):
    """A family's faces in files, opened on first use. ``weight``, ``italic``, ``axes`` and ``instance`` apply to text
    that is neither bold nor italic: see ``variant``.
    """

    name: str
    files: tuple[FontFile, ...]
    weight: int | None = None
    italic: bool = False
    axes: Coordinates = ()
    instance: str = ""
    folders: tuple[Path, ...] = ()
    """The folders that were searched."""
    _faces: dict[tuple[bool, bool, bool], FontFace] = field(default_factory=dict)
    _opened: dict[tuple[FontFile, Coordinates], FontFace] = field(default_factory=dict)
    _variants: dict[object, FontFamily] = field(default_factory=dict)
    _paths: frozenset[Path] | None = None

    def paths(self) -> frozenset[Path]:
        """Return the paths of its files, with links resolved."""
        if self._paths is None:
            self._paths = frozenset(followed(file.path) for file in self.files)
        return self._paths

    def variant(
        self,
        weight: int | None = None,
        italic: bool = False,
        axes: Coordinates = (),
        instance: str = "",
        *,
        exact: bool = True,
    ) -> FontFamily:
        """Return the family with a weight, a slant, a place on its axes, or a named instance or face; the same
        arguments return the same object. Raises FontSettingProblem if it must be *exact*.
        """
        key = weight or self.weight, italic or self.italic, axes or self.axes, instance or self.instance, exact
        if key[:4] == (self.weight, self.italic, self.axes, self.instance):
            return self
        made = self._variants.get(key)
        if made is None:
            made = FontFamily(
                self.name, self.files, *key[:4], self.folders, _opened=self._opened, _variants=self._variants
            )
            if exact:
                made._check()
            self._variants[key] = made
        return made

    def _check(self) -> None:
        """Raise FontSettingProblem for a setting that the family lacks."""
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
        """List the family's faces, for messages."""
        return ", ".join(dict.fromkeys(map(_described, self.files)))

    def face(self, bold: bool, italic: bool, *, exact: bool = True) -> FontFace:
        """Return the face of a style. Raises Problem if the family lacks it and it must be *exact*; else returns the
        nearest.
        """
        cached = self._faces.get((bold, italic, exact))
        if cached is None:
            cached = self._faces[bold, italic, exact] = self._face(bold, italic or self.italic, exact)
        return cached

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
        """Return the faces that are, or are not, italic, with the nearest width."""
        files = [f for f in self.files if _slants(f, italic)]
        there = {tag for f in files for tag in (a.tag for a in f.axes)}
        axes = {tag for tag, _ in self.axes if tag in there}
        files = [f for f in files if axes <= {a.tag for a in f.axes}]
        width = dict(self.axes).get("wdth", 100.0)
        nearest = min((abs(f.width - width) for f in files if f.axis("wdth") is None), default=0.0)
        return [f for f in files if f.axis("wdth") is not None or abs(f.width - width) == nearest]

    def _instance(self) -> tuple[FontFile, dict[str, float]] | None:
        """Return the face with the instance's name, and its place on the axes."""
        wanted = plain_name(self.instance)
        for file in self.files if wanted else ():
            for name, place in file.instances:
                if plain_name(name) == wanted:
                    return file, {a.tag: value for a, value in zip(file.axes, place, strict=False)}
            if plain_name(file.style) == wanted and not file.axes:
                return file, {}
        return None

    def opened(self, key: str) -> FontFace | None:
        """Return the face with this key, or None if the family lacks it."""
        for face in self._opened.values():
            if face.key == key:
                return face
        file = next((f for f in self.files if not f.axes and face_names(f, ())[1] == key), None)
        return None if file is None else self._open(file, {})

    def _open(self, file: FontFile, coordinates: Mapping[str, float]) -> FontFace:
        place = tuple(sorted(coordinates.items()))
        cached = self._opened.get((file, place))
        if cached is None:
            cached = self._opened[file, place] = FontFace(file, place)
        return cached


class FontSettingProblem(Problem):
    """A setting that a font family lacks; ``setting`` is its key."""

    def __init__(self, setting: str, message: str) -> None:
        super().__init__("unusable-font", message)
        self.setting = setting


def _style(bold: bool, italic: bool) -> str:
    return ("Bold" * bold + "Italic" * italic) or "Regular"


def _slants(file: FontFile, italic: bool) -> bool:
    """Whether a face is, or can be made, italic; or whether it is upright."""
    return file.italic == italic or (italic and any(a.tag in ("ital", "slnt") for a in file.axes))


def _weights(file: FontFile) -> tuple[float, float]:
    """Return the minimum and the maximum weight of a face."""
    axis = file.axis("wght")
    return (axis.least, axis.most) if axis is not None else (file.weight, file.weight)


def _has_weight(file: FontFile, weight: int) -> bool:
    least, most = _weights(file)
    return least <= weight <= most


def _distance(file: FontFile, weight: int) -> tuple[float, bool, bool]:
    """Return a face's distance from a weight. Of two equally near, the heavier is first, then the one that is not
    variable.
    """
    least, most = _weights(file)
    off = max(least - weight, weight - most, 0)
    return off, least < weight, bool(file.axes)


def _described(file: FontFile) -> str:
    ranges = ", ".join(f"{a.tag} {a.least:g} to {a.most:g}" for a in file.axes)
    return f"{file.style} ({ranges or file.weight})"


def find_family(
    name: str, directories: Sequence[Path], read: Reader = read_faces, shipped: Path | None = None
) -> FontFamily:
    """Return the family of that name from the first directory that has it: by the names in the files, or by file names
    of the form ``<Name without spaces>-<Style>.ttf``, as all in the *shipped* directory have. Raises Problem with the
    nearest name.
    """
    wanted = plain_name(name)
    there: list[FontFile] = []
    hints: list[str] = []
    for directory in directories:
        files = _called(wanted, directory, read) if directory == shipped else []
        if not files and directory.is_dir():
            files = list(fonts_in(directory, read))
        family = _of_family(files, wanted)
        usable = [f for f in family if not f.problem]
        if usable:
            return FontFamily(name, tuple(usable), folders=tuple(directories))
        if family:
            problems = "; ".join(dict.fromkeys(f"{f.path.name} {f.problem}" for f in family[:4]))
            code = "unknown-font" if family[0].problem == LEADS_OUT else "unusable-font"
            raise Problem(code, f"font {name!r} can't be used: {problems}")
        if files and directory is not directories[-1]:
            hints.append(why_unused(files, directory))
        there += files
    families = sorted({f.family for f in there if not f.problem})
    near = did_you_mean(name, families)
    raise Problem(
        "unknown-font",
        f"there is no font {name!r}{near}{' There' if near else '; there'} are {', '.join(families) or 'none'}",
        hint="; ".join(hints)
        or f'put its file (.ttf .otf .ttc .otc .woff2) into the deck\'s fonts/; `carddesigner fonts add "{name}" DECK` copies '
        "one of the computer's",
        fix=near.fix,
    )


def family_having(letters: Sequence[str], tried: Sequence[FontFamily]) -> tuple[str, tuple[str, ...]]:
    """Return the family, other than those *tried*, that has the most of these letters with their marks, and those
    letters.
    """
    best: tuple[str, tuple[str, ...]] = "", ()
    own = {file.family for family in tried for file in family.files}
    for folder in tried[0].folders if tried else ():
        for name, font in _opened_in(folder, state_of(folder)) if folder.is_dir() else ():
            if name in own:
                continue
            has = tuple(letter for letter in letters if all(map(font.get_nominal_glyph, map(ord, letter))))
            if len(has) > len(best[1]):
                best = name, has
    return best


@lru_cache(maxsize=8)
def _opened_in(folder: Path, _state: FileState) -> tuple[tuple[str, Any], ...]:
    """Return the families of a folder, each with its plainest face opened by HarfBuzz, without packed ones."""
    import uharfbuzz as hb

    plainest: dict[str, FontFile] = {}
    for file in fonts_in(folder, lambda path: () if path.suffix.lower() == ".woff2" else read_faces(path)):
        other = plainest.get(file.family)
        if not file.problem and (other is None or _plainness(file) < _plainness(other)):
            plainest[file.family] = file
    out = []
    for name, file in sorted(plainest.items()):
        with suppress(OSError, ValueError, RuntimeError):
            out.append((name, hb.Font(hb.Face(hb.Blob.from_file_path(str(file.path)), file.index))))
    return tuple(out)


def _plainness(file: FontFile) -> tuple[bool, int]:
    return file.italic, abs(file.weight - 400)


def _called(wanted: str, directory: Path, read: Reader) -> list[FontFile]:
    """Return the faces in files named after a family, without reading others."""

    def read_called(path: Path) -> tuple[FontFile, ...]:
        return read(path) if plain_name(path.stem.rpartition("-")[0]) == wanted else ()

    return list(fonts_in(directory, read_called))


def _of_family(files: Sequence[FontFile], wanted: str) -> list[FontFile]:
    """Return the faces of a family by its name in the file, or the file name; else those with its name as another
    name.
    """
    out = []
    for file in files:
        style = named_style(file.path)
        if style is not None and plain_name(file.path.stem.rpartition("-")[0]) == wanted and not file.axes:
            # The name of such a file has always stated its style.
            weight = 700 if "Bold" in style else 400
            out.append(replace(file, style=style, weight=weight, italic="Italic" in style))
        elif plain_name(file.family) == wanted:
            out.append(file)
    return out or [f for f in files if wanted in map(plain_name, f.also)]
