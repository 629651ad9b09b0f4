"""Metadata of font files, independent of their names: family, weight, slant, axes, and why a file can't be used."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Problem, did_you_mean
from carddesigner.core.state import FileState, state_of
from carddesigner.core.walk import followed, walk

MAX_BYTES = 40_000_000
"""The maximum size of a font file, in bytes."""
MAX_UNPACKED_IN_ALL = 30_000_000
"""The maximum unpacked size of a folder's .woff2 files together, in bytes; further ones are not read."""
MAX_FILES = 300
"""The maximum number of font files in a folder."""
MAX_ON_COMPUTER = 10_000
"""The maximum number of font files in one of the computer's folders."""
MAX_FACES = 64
"""The maximum number of faces of a collection, and of named instances of a variable font."""
MAX_LICENCE = 20_000
"""The maximum number of characters read of a licence in a font."""
MAX_AXES = 16
"""The maximum number of axes of a variable font."""

SUFFIXES = frozenset((".ttf", ".otf", ".ttc", ".otc", ".woff2"))
"""Suffixes of supported font files."""
_OTHERS = frozenset((".woff", ".eot", ".pfb", ".pfa", ".dfont", ".suit"))
"""Suffixes of unsupported font files."""

WEIGHTS = {
    **{"thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300},
    **{"regular": 400, "normal": 400, "book": 400, "medium": 500, "semibold": 600, "demibold": 600},
    **{"bold": 700, "extrabold": 800, "ultrabold": 800, "black": 900, "heavy": 900},
}
"""Weights by their names, without spaces and hyphens."""
_WIDTHS = (50.0, 62.5, 75.0, 87.5, 100.0, 112.5, 125.0, 150.0, 200.0)
"""Percentages of the normal width, by a file's width class from 1."""
STYLES = ("Regular", "Bold", "Italic", "BoldItalic")
"""The endings of file names of the form ``<Family>-<Style>``."""

_TRUETYPE = (b"\x00\x01\x00\x00", b"true")
_COPY_AGAIN = "copy the file again"
LEADS_OUT = "leads out of the deck's folder"
"""Why a linked file can't be used."""


class Axis(Struct, frozen=True):
    """A variable font's axis with its minimum, default and maximum."""

    tag: str
    least: float
    default: float
    most: float


class FontFile(Struct, frozen=True):
    """A face in a file. ``index``: its index in the file. ``also``: other names of its family. ``width``: a percentage
    of the normal. ``instances``: named places on the axes. ``problem``: why it can't be used, or "".
    """

    path: Path
    state: FileState
    index: int = 0
    family: str = ""
    also: tuple[str, ...] = ()
    style: str = "Regular"
    weight: int = 400
    italic: bool = False
    width: float = 100.0
    axes: tuple[Axis, ...] = ()
    instances: tuple[tuple[str, tuple[float, ...]], ...] = ()
    kind: Literal["truetype", "cff", "cff2"] = "truetype"
    problem: str = ""
    unpacked: int = 0
    """The unpacked size of a .woff2 file, in bytes."""

    def axis(self, tag: str) -> Axis | None:
        """Return the axis with a tag."""
        return next((a for a in self.axes if a.tag == tag), None)


Reader = Callable[[Path], tuple[FontFile, ...]]
"""Returns the faces of a file."""


def plain_name(name: str) -> str:
    """Return a name for comparison, without spaces, hyphens and capitals."""
    return re.sub(r"[\s_-]+", "", name).casefold()


def read_weight(value: object) -> int:
    """Read a weight from 1 to 1000, or its name, such as ``light`` or ``Semi Bold``. Raises Problem."""
    weight = value
    if isinstance(value, str):
        weight = int(value) if value.strip().isdecimal() else WEIGHTS.get(plain_name(value))
    if isinstance(weight, bool) or not isinstance(weight, int) or not 1 <= weight <= 1000:
        near = did_you_mean(value, WEIGHTS) if isinstance(value, str) else ""
        names = ", ".join(dict((v, k) for k, v in reversed(WEIGHTS.items())).values())
        raise Problem(
            "wrong-value", f"{value!r} is no weight{near}; expected a number from 1 to 1000, or one of {names}"
        )
    return weight


def files_in(folder: Path, left: int = MAX_FILES) -> Iterator[Path]:
    """Yield the fonts in a folder and its subfolders, in order, including unsupported font files."""
    for here, inner, names in walk(folder):
        inner[:] = sorted(n for n in inner if not n.startswith("."))
        for name in sorted(names):
            if os.path.splitext(name)[1].lower() in SUFFIXES | _OTHERS and not name.startswith("."):  # noqa: PTH122
                if not left:
                    return
                left -= 1
                yield Path(here, name)


def fonts_in(folder: Path, read: Reader, most: int = MAX_FILES) -> Iterator[FontFile]:
    """Yield the faces in a folder, from at most *most* files, which must be inside the folder's parent."""
    root = os.path.realpath(folder.parent)
    linked, unpacked = folder.is_symlink(), 0
    for path in files_in(folder, most):
        if (linked or path.is_symlink()) and not followed(path).is_relative_to(root):
            yield FontFile(path, FileState(0, 0, 0, 0), problem=LEADS_OUT)
            continue
        if unpacked > MAX_UNPACKED_IN_ALL and path.suffix.lower() == ".woff2":
            why = f"comes after .woff2 files of more than {MAX_UNPACKED_IN_ALL // 1_000_000} MB; take some away"
            yield FontFile(path, FileState(0, 0, 0, 0), problem=why)
            continue
        try:
            faces = read(path)
            unpacked += sum(face.unpacked for face in faces)
            yield from faces
        except OSError as error:
            yield FontFile(path, FileState(0, 0, 0, 0), problem=f"can't be read: {error.strerror}")


def read_faces(path: Path) -> tuple[FontFile, ...]:
    """Return the faces of a file, without reading its outlines. Raises OSError."""
    state = state_of(path)
    whole = FontFile(path, state, family=_file_family(path))
    try:
        if not S_ISREG(path.stat().st_mode):
            raise Problem("unusable-font", "is no file")
        if state.size > MAX_BYTES:
            raise Problem("unusable-font", f"is larger than {MAX_BYTES // 1_000_000} MB")
        import uharfbuzz as hb

        with path.open("rb") as file:
            head = file.read(48)
            check_magic(head)
            if head[:4] == b"wOF2":
                from carddesigner.text.woff2 import without_outlines

                named, unpacked = without_outlines(head + file.read())
                blob, whole = hb.Blob(named), replace(whole, unpacked=unpacked)
            else:
                _check_tables(file, state.size)
                blob = hb.Blob.from_file_path(str(path))
        count = min(hb.Face(blob).count, MAX_FACES)
        return tuple(_face(whole, hb.Face(blob, index), index) for index in range(count)) or (
            replace(whole, problem=f"has no face; {_COPY_AGAIN}"),
        )
    except Problem as problem:
        return (replace(whole, problem=problem.message),)
    except (ValueError, RuntimeError):
        return (replace(whole, problem=f"has a damaged table; {_COPY_AGAIN}"),)


def check_magic(head: bytes) -> None:
    """Raise Problem, which says what the file is, if it is not a supported font."""
    kind = head[:4]
    if kind in (*_TRUETYPE, b"OTTO", b"ttcf", b"wOF2"):
        return
    if kind == b"wOFF":
        message = "is a .woff; convert it to .woff2 or .ttf"
    elif head[34:36] == b"LP":
        message = "is an .eot, which is packed for a browser; use the .ttf, .otf or .woff2 of the family"
    elif head[:2] in (b"%!", b"\x80\x01"):
        message = "is a Type 1 font; convert it to .otf"
    else:
        message = "is no font, or an encrypted one; use the .ttf, .otf or .woff2 that its maker gives out"
    raise Problem("unusable-font", message)


def _check_tables(file: Any, size: int) -> None:
    """Raise Problem if a table of the file's first face extends beyond the file."""
    file.seek(0)
    start = 0
    head = file.read(16)
    if head[:4] == b"ttcf":
        start = int.from_bytes(head[12:16], "big")
        file.seek(start)
        head = file.read(16)
    file.seek(start + 12)
    count = int.from_bytes(head[4:6], "big")
    tables = file.read(16 * count)
    if len(tables) < 16 * count or not count:
        raise Problem("unusable-font", f"is cut off; {_COPY_AGAIN}")
    for at in range(0, 16 * count, 16):
        if sum(int.from_bytes(tables[at + i : at + i + 4], "big") for i in (8, 12)) > size:
            raise Problem("unusable-font", f"is cut off; {_COPY_AGAIN}")


def _face(whole: FontFile, face: Any, index: int) -> FontFile:
    """Return a face from its tables."""
    tags = set(face.table_tags)
    whole = replace(whole, index=index)
    kind: Literal["truetype", "cff", "cff2"] | None = (
        "truetype" if "glyf" in tags else "cff" if "CFF " in tags else "cff2" if {"CFF2", "fvar"} <= tags else None
    )
    if kind is None:
        what = "pictures" if tags & {"CBDT", "sbix", "EBDT", "SVG "} else "nothing"
        return replace(whole, problem=f"has {what} in the place of outlines; use a font with outlines")
    os2, head = (bytes(face.reference_table(t).data or b"") if t in tags else b"" for t in ("OS/2", "head"))
    names = {i: clean_name(face.get_name(i) or "") for i in (1, 2, 16, 17)}
    family = names[16] or names[1] or whole.family
    style = names[17] or names[2] or _file_style(whole.path)
    look = int.from_bytes(os2[62:64], "big") & 0x221
    mac = int.from_bytes(head[44:46], "big")
    bold, italic = bool(look & 0x20 or mac & 1), bool(look & 0x201 or mac & 2)
    given = int.from_bytes(os2[4:6], "big")
    given = given * 100 if given < 10 else given
    if not os2:
        italic = italic or re.search("italic|oblique", style, re.I) is not None
        given = max([w for n, w in WEIGHTS.items() if n in plain_name(style)], default=400)
    elif bold and given < 600:
        given = 700
    wide = int.from_bytes(os2[6:8], "big")
    axes = tuple(Axis(a.tag, a.min_value, a.default_value, a.max_value) for a in face.axis_infos[:MAX_AXES])
    return replace(
        whole,
        family=family,
        also=tuple({n for n in (names[1],) if n and n != family}),
        style=style,
        weight=min(max(given, 1), 1000) if given else 400,
        italic=italic,
        width=_WIDTHS[wide - 1] if 1 <= wide <= 9 else 100.0,
        axes=axes,
        instances=tuple(_instances(face)) if axes else (),
        kind=kind,
        problem=_refused(int.from_bytes(os2[8:10], "big")),
    )


def _refused(rights: int) -> str:
    """Return why a face may not be embedded, by its licence flags, of which the least restrictive counts; "" if it
    may.
    """
    if rights & 0x0002 and not rights & 0x000C:
        return "may not be embedded, by its licence (fsType 2); use another font, or ask its maker"
    if rights & 0x0200:
        return "may be embedded only as pictures of letters (fsType 512); use another font, or ask its maker"
    return ""


def _instances(face: Any) -> Iterator[tuple[str, tuple[float, ...]]]:
    for instance in face.named_instances[:MAX_FACES]:
        name = clean_name(face.get_name(instance.subfamily_name_id) or "")
        if name:
            yield name, tuple(instance.design_coords)


def clean_name(name: str, most: int = 80) -> str:
    """Return text from a font in a form safe to show: on one line, without control characters."""
    return " ".join("".join(c for c in name if c.isprintable() or c.isspace()).split())[:most]


def _file_family(path: Path) -> str:
    stem = path.stem
    return stem.rpartition("-")[0] or stem


def _file_style(path: Path) -> str:
    return path.stem.rpartition("-")[2] if "-" in path.stem else "Regular"


def named_style(path: Path) -> str | None:
    """Return the style in a file name of the form ``<Family>-<Style>``."""
    style = path.stem.rpartition("-")[2]
    return style if style in STYLES and "-" in path.stem else None


# Fonts of the computer


def computer_folders() -> tuple[Path, ...]:
    """Return the folders of the computer's fonts."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts"), home / "AppData/Local/Microsoft/Windows/Fonts"
    if sys.platform == "darwin":
        return home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")
    return home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")


def computer_faces() -> Iterator[FontFile]:
    """Yield the computer's faces, including those that can't be used."""
    for folder in computer_folders():
        if folder.is_dir():
            yield from fonts_in(folder, read_faces, MAX_ON_COMPUTER)


def computer_fonts() -> dict[str, tuple[FontFile, ...]]:
    """Return the computer's usable faces, by their families' names as compared."""
    out: dict[str, list[FontFile]] = {}
    for file in computer_faces():
        if not file.problem:
            out.setdefault(plain_name(file.family), []).append(file)
    return {name: tuple(files) for name, files in out.items()}


def font_bytes(file: FontFile) -> bytes:
    """Return the content of a font file for shaping and embedding. Raises Problem and OSError."""
    data = file.path.read_bytes()
    if data[:4] != b"wOF2":
        return data
    from carddesigner.text.woff2 import unpack

    return unpack(data)


def why_unused(files: Sequence[FontFile], folder: Path) -> str:
    """List the files in a folder, each with its family or with why it can't be used."""
    parts: dict[str, None] = {}
    for file in files:
        name = file.path.relative_to(folder.parent).as_posix()
        parts[f"{name} {file.problem}" if file.problem else f"{name} is {file.family!r}"] = None
    shown = list(parts)[:6]
    return "; ".join(shown) + (f"; and {len(parts) - 6} more" if len(parts) > 6 else "")


def licence_of_file(file: FontFile) -> str:
    """Return the licence stated in a file; blank if it can't be read or is packed."""
    import uharfbuzz as hb

    if file.path.suffix.lower() == ".woff2":
        return ""
    try:
        return licence_of(hb.Face(hb.Blob.from_file_path(str(file.path)), file.index))
    except (OSError, ValueError, RuntimeError):
        return ""


def licence_of(face: Any) -> str:
    """Return the licence stated in an open face; common ones by their names."""
    texts = [clean_name(face.get_name(i) or "", MAX_LICENCE) for i in (13, 14, 0)]
    whole = " ".join(texts)
    if "Open Font License" in whole or "scripts.sil.org/OFL" in whole or "openfontlicense" in whole:
        return "SIL Open Font License 1.1"
    if "Apache License" in whole:
        return "Apache License 2.0"
    stated = texts[0] or texts[1] or (f"not said; {texts[2]}" if texts[2] else "")
    return stated[:200]
