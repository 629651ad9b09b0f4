"""Files of a deck, read safely: inside the allowed folder, of bounded size, with the byte named that is no text."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from carddesigner.core.report import did_you_mean
from carddesigner.core.source import Span

MOST_BYTES = 50_000_000
"""Bytes of one file."""


class FileProblem(Exception):
    """A file is missing, out of bounds or can't be read; the message is for the designer.

    ``span`` is the place in the file itself, None where the place that names the file says more.
    """

    def __init__(self, code: str, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span


def display_path(path: Path) -> str:
    """A path as people would type it: relative below the current directory, else absolute."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):
        return str(path)


def is_there(path: Path) -> bool:
    """Whether something stands there; nothing does under a name that no file can have."""
    try:
        return path.exists()
    except OSError:
        return False


def resolve_inside(root: Path, name: str) -> Path:
    """The regular file *name* inside *root*, links followed. Raises FileProblem for anything else."""
    if "\x00" in name or not name.strip():
        raise FileProblem("bad-path", f"{name!r} is not a file's name")
    if Path(name).is_absolute() or name.startswith("~") or ":" in name.split("/", maxsplit=1)[0]:
        raise FileProblem("outside-folder", f"{name!r} is not inside the deck's folder; write a path relative to it")
    base = root.resolve()
    try:
        path = (base / name).resolve()
    except (OSError, RuntimeError):
        raise FileProblem("bad-path", f"{name!r} can't be followed") from None
    if not path.is_relative_to(base):
        raise FileProblem("outside-folder", f"{name!r} leads out of the deck's folder; files of a deck lie inside it")
    if not is_there(path):
        raise FileProblem("missing-file", f"there is no file {name!r} in {display_path(root)}{_near(base, name)}")
    if not path.is_file():
        raise FileProblem("not-a-file", f"{name!r} is not a regular file")
    return path


def _near(base: Path, name: str) -> str:
    folder = (base / name).parent
    if not folder.is_dir() or not folder.resolve().is_relative_to(base):
        return ""
    prefix = name[: len(name) - len(Path(name).name)]
    return did_you_mean(name, [prefix + p.name for p in list(folder.iterdir())[:1000] if p.is_file()])


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises FileProblem if it is too large or can't be read."""
    try:
        state = path.stat()
        if not S_ISREG(state.st_mode):
            raise FileProblem("not-a-file", f"{display_path(path)} is not a regular file")
        size = state.st_size
        if size > MOST_BYTES:
            raise FileProblem(
                "file-too-large",
                f"{display_path(path)} has {size / 1e6:.0f} MB; at most {MOST_BYTES // 1_000_000} MB are read",
            )
        return path.read_bytes()
    except OSError as problem:
        raise FileProblem("unreadable-file", f"{display_path(path)}: {problem.strerror}") from None


def read_text(path: Path) -> str:
    """A text file: UTF-8 with or without its mark, or UTF-16 with it. Raises FileProblem."""
    return decode(read_bytes(path), path)


def _utf16(data: bytes) -> str | None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    start = data[:400]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if len(start) >= 8 and max(even, odd) > len(start) // 4 > 4 * min(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


def _span(path: Path, line: int, column: int, before: bytes) -> Span:
    start = len(before.decode("utf-8-sig", errors="replace"))
    return Span(display_path(path), line, column, start, start + 1)


def decode(data: bytes, path: Path, encoding: str | None = None) -> str:
    """Bytes to text, newlines made one kind by nobody: offsets stay true. Raises FileProblem naming the first wrong byte.

    Without an *encoding* it is UTF-8, or UTF-16 where its mark or its zeros say so.
    """
    known = encoding or _utf16(data)
    if known is not None and data[:3] != b"\xef\xbb\xbf":
        try:
            return data.decode(known).removeprefix("\ufeff")
        except UnicodeDecodeError as problem:
            raise FileProblem("encoding", f"byte {problem.start} is not {known}", Span(display_path(path))) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", errors="replace")) + 1
        raise FileProblem(
            "encoding",
            f"byte 0x{data[problem.start]:02X} is not UTF-8; the file looks like Windows-1252 "
            f"({bytes([data[problem.start]]).decode('cp1252', errors='replace')!r} there); save it as UTF-8, or say "
            "`encoding: windows-1252`",
            _span(path, line, column, before),
        ) from None
