"""Safe reading of a deck's files: inside the allowed folder, of bounded size, and with errors that name the byte that
isn't text.
"""

from __future__ import annotations

import os
from errno import ELOOP
from itertools import islice
from pathlib import Path
from stat import S_ISLNK, S_ISREG

from msgspec import Struct

from carddesigner.core.report import Fix, Guess, Problem, guess, nearest
from carddesigner.core.source import Span, span_in

MAX_BYTES = 50_000_000
"""The largest file that is read, in bytes."""
MAX_NEAR = 5_000
"""The most files in a folder searched for a similar name."""
LOCKED = "~$"
"""Prefix of the lock files that Excel keeps next to an open workbook."""
SHORT = 6
"""File names with fewer letters than this count as short: one wrong letter is a large part of them."""


class FileProblem(Problem):
    """A file is missing, outside the folder, too large or unreadable, or a ``setting`` next to its name, such as
    ``sheet``, is wrong.

    ``span`` is the place in the file itself, None if the place that names the file says more.
    """

    def __init__(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        hint: str | None = None,
        setting: str = "file",
        fix: Fix | None = None,
    ) -> None:
        super().__init__(code, message, span, hint=hint, fix=fix)
        self.setting = setting


class _Shown(Struct):
    """The original paths of folders copied from another machine, and that machine's working directory, for messages."""

    folders: tuple[tuple[Path, Path], ...] = ()
    working: Path | None = None


_shown = _Shown()


def show_as(folders: tuple[tuple[Path, Path], ...], working: Path) -> None:
    """Show files in *folders* with the paths of another machine from now on; each is a pair of the path here and the
    path there.
    """
    _shown.folders, _shown.working = folders, working


def display_path(path: Path) -> str:
    """Return a path as people would type it: relative if it is below the current directory."""
    try:
        real = path.resolve()
        for here, there in _shown.folders:
            if real.is_relative_to(here):
                real = there / real.relative_to(here)
                path = real if path.is_absolute() else path
                break
        return str(real.relative_to(_shown.working or Path.cwd()))
    except (ValueError, OSError, RuntimeError):
        return str(path)


def is_there(path: Path) -> bool:
    """Return whether a path exists; False for names that no file can have."""
    try:
        return path.exists()
    except OSError:
        return False


def resolve_inside(root: Path, name: str, followed: dict[str, str] | None = None) -> Path:
    """Return the regular file *name* inside *root*, following links. *followed* caches the real paths of folders.
    Raises FileProblem.
    """
    if "\x00" in name or not name.strip():
        raise FileProblem("bad-path", f"{name!r} is not a file's name")
    # Called for each picture of a deck, and faster than Path(…).is_absolute().
    if os.path.isabs(name) or name.startswith("~") or ":" in name.split("/", maxsplit=1)[0]:  # noqa: PTH117
        raise FileProblem("outside-folder", f"{name!r} is not inside the deck's folder; write a path relative to it")
    followed = {} if followed is None else followed
    try:
        base = _folder(str(root), followed)
        path, mode = _lead(base, name, followed)
        if "\\" in name and mode is None:
            # Tables written on Windows have its separators.
            name = name.replace("\\", "/")
            path, mode = _lead(base, name, followed)
    except (OSError, ValueError):
        raise FileProblem("bad-path", f"{name!r} can't be followed") from None
    if path != base and not path.startswith(base.rstrip(os.sep) + os.sep):
        raise FileProblem(
            "outside-folder", f"{name!r} leads out of the deck's folder; a deck's files must be inside it"
        )
    if mode is None:
        near = _near(Path(base), name)
        message = f"there is no file {name!r} in {display_path(root)}{near}"
        raise FileProblem("missing-file", message, fix=near.fix)
    if not S_ISREG(mode):
        raise FileProblem("not-a-file", f"{name!r} is not a regular file")
    return Path(path)


def _lead(base: str, name: str, followed: dict[str, str]) -> tuple[str, int | None]:
    """The real path of a name, and the mode of the file, None if there is none. Raises OSError for a cycle of links."""
    # A deck has hundreds of pictures in a few folders, and resolving each full path would take ten times as long.
    folder, leaf = os.path.split(os.path.join(base, name))  # noqa: PTH118
    path = os.path.join(_folder(folder, followed), leaf)  # noqa: PTH118
    try:
        mode = os.lstat(path).st_mode
        if leaf in ("", ".", "..") or S_ISLNK(mode):
            path = os.path.realpath(path)
            mode = os.stat(path).st_mode  # noqa: PTH116
        return path, mode
    except OSError as problem:
        if problem.errno == ELOOP:
            raise
        return os.path.realpath(path), None


def _folder(path: str, followed: dict[str, str]) -> str:
    if path not in followed:
        followed[path] = os.path.realpath(path)
    return followed[path]


def _near(base: Path, name: str) -> Guess:
    folder = (base / name).parent
    if not folder.is_dir() or not folder.resolve().is_relative_to(base):
        return guess(name, None)
    near = _nearest_file(folder, Path(name))
    return guess(name, name[: len(name) - len(Path(name).name)] + near if near is not None else None)


def near_file(path: Path) -> str:
    """``"; did you mean 'x'?"`` for a file or folder similar to a missing path, else an empty string."""
    near = _nearest_file(path.parent, path) if path.parent.is_dir() else None
    return f"; did you mean {str(path.parent / near)!r}?" if near is not None else ""


def _nearest_file(folder: Path, wanted: Path) -> str | None:
    """The file in a folder with the most similar name. The extension doesn't count, and a long name must be more
    similar than a short one, because many pictures share it or parts of their names.
    """
    names = [p.name for p in islice(folder.iterdir(), MAX_NEAR) if p.is_file() and not p.name.startswith(LOCKED)]
    names.sort(key=lambda n: Path(n).suffix.lower() == wanted.suffix.lower())
    stems = {Path(n).stem: n for n in names}
    near = nearest(wanted.stem, stems, cutoff=0.66 if len(wanted.stem) < SHORT else 0.8)
    return stems[near] if near is not None else None


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes. Raises FileProblem if it is too large or can't be read."""
    try:
        state = os.stat(path)  # noqa: PTH116
        if not S_ISREG(state.st_mode):
            raise FileProblem("not-a-file", f"{display_path(path)} is not a regular file")
        if state.st_size > MAX_BYTES:
            size = f"{display_path(path)} has {state.st_size / 1e6:.0f} MB"
            raise FileProblem("file-too-large", f"{size}; at most {MAX_BYTES // 1_000_000} MB are read")
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            return file.read()
    except OSError as problem:
        raise FileProblem("unreadable-file", f"{display_path(path)}: {problem.strerror}") from None


def read_text(path: Path) -> str:
    """Return the text of a file: UTF-8 with or without a byte order mark, or UTF-16 with one. Raises FileProblem."""
    return decode(read_bytes(path), path)


def _utf16(data: bytes) -> str | None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    start = data[:400]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if len(start) >= 8 and max(even, odd) > len(start) // 4 > 4 * min(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


def decode(data: bytes, path: Path, encoding: str | None = None, *, of_table: bool = False) -> str:
    """Decode bytes, leaving newlines unchanged so that offsets remain valid. Raises FileProblem with the first wrong
    byte.

    Without an *encoding* it is UTF-8, or UTF-16 if a byte order mark or zero bytes indicate it. An *encoding* that
    can't be right is refused, because UTF-8 decoded as something else would print nonsense. *of_table*: the hint
    mentions ``rows``.
    """
    used = _encoding_to_use(data, encoding)
    try:
        return data.decode(used).removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode(used, errors="replace").removeprefix("\ufeff")
        span = span_in(display_path(path), before, len(before), len(before) + 1)
        wrong = f"byte 0x{data[problem.start]:02X} (number {problem.start:,} of the file) is not"
        if used != "utf-8-sig":
            raise FileProblem("encoding", f"{wrong} {used}; the file may be cut off or damaged", span) from None
        from carddesigner.source.encodings import guess_encoding

        guess = guess_encoding(data)
        if guess is None:
            message, way = f"{wrong} UTF-8", "which `encoding` it has"
        else:
            letter = data[problem.start : problem.start + 2].decode(guess, errors="replace")[:1]
            message = f"{wrong} UTF-8; the file looks like {guess.title()} ({letter!r} there)"
            way = f"`encoding: {guess}`"
        hint = f"save the file as UTF-8{f', or set {way} under `rows:`' if of_table else ''}"
        raise FileProblem("encoding", message, span, hint=hint) from None


def _encoding_to_use(data: bytes, encoding: str | None) -> str:
    """The encoding of bytes. Raises FileProblem for an *encoding* that can't be right."""
    marked = data[:3] == b"\xef\xbb\xbf"
    if encoding is None or encoding == "utf-8" or marked:
        return (None if marked else encoding) or _utf16(data) or "utf-8-sig"
    used = _utf16(data) or encoding
    if not used.startswith("utf-16") and not data.isascii() and _is_utf8(data):
        message = f"the file is UTF-8, not {encoding}; remove `encoding`"
        raise FileProblem("encoding", message, setting="encoding")
    return used


def encoding_of(data: bytes, encoding: str | None) -> tuple[str, int]:
    """Return the encoding of a file by its first bytes, and the length of its byte order mark. Raises FileProblem."""
    used = _encoding_to_use(data, encoding)
    if used in ("utf-8-sig", "utf-8"):
        return "utf-8", 3 if data[:3] == b"\xef\xbb\xbf" else 0
    if used == "utf-16":
        return ("utf-16-le" if data[:2] == b"\xff\xfe" else "utf-16-be"), 2
    return used, 0


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
