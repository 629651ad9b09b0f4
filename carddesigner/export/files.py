"""Write files completely and put them in place together at the end."""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from itertools import takewhile
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO, TypeVar

from carddesigner.core import signals
from carddesigner.source.files import is_there

Made = TypeVar("Made")

MAX_AGE = 86_400
"""The time in seconds after which a file that another machine or container was writing counts as abandoned."""

MIN_AGE = 600
"""The time in seconds after which a resumed build takes over files that another machine was writing."""

_LEFT = re.compile(r"\..{1,40}\.([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,20})\.[a-z0-9_]{8}")
"""The name of a file that is being written: its machine, its process, and when that process began."""


class OutputProblem(Exception):
    """A file can't be written; the message is for the user, and names the files that are new. No file is half
    written.
    """

    exit_code = 1


def write_files(files: Mapping[Path, bytes]) -> list[str]:
    """Write files as ``new_files`` does; return the sha256 of each. Raises OutputProblem."""
    with new_files() as write:
        return [write(path, lambda file, data=data: file.write(data)) for path, data in files.items()]  # type: ignore[misc]


Write = Callable[[Path, Callable[[BinaryIO], object]], str]
"""Writes a file through a function that gets it open; returns the sha256 of the content."""


@contextmanager
def new_files() -> Iterator[Write]:
    """Yield a function that writes files beside their final places, and put all of them in place at the end; temporary
    files are always removed. Raises OutputProblem on failure: then no file was replaced, unless the message names those
    that were.
    """
    new: list[Path] = []
    waiting: list[tuple[str, Path]] = []
    current = Path()

    def write(path: Path, fill: Callable[[BinaryIO], object]) -> str:
        nonlocal current
        current = path
        handle, name = _in(path.parent, lambda: tempfile.mkstemp(prefix=_prefix(path), dir=path.parent))
        waiting.append((name, path))
        with os.fdopen(handle, "w+b") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        Path(name).chmod(_mode(path))
        return digest

    try:
        yield write
        for _, path in waiting:
            if path.is_dir():
                raise OutputProblem(f"cannot write {path}: a folder stands in its place")
        with signals.held():  # files that belong together are put in place together
            if waiting:
                signals.some_may_be_made()
            while waiting:
                Path(waiting[0][0]).replace(waiting[0][1])
                new.append(waiting.pop(0)[1])
    except OSError as problem:
        place = problem.filename2 or problem.filename or current
        if Path(place).name.startswith(_prefix(current)):
            place = current
        left = ", ".join(str(p) for _, p in waiting)
        what = f"{', '.join(map(str, new))} was written, {left} was not" if new else "nothing was changed"
        raise OutputProblem(f"cannot write {place}: {problem.strerror or problem}; {what}") from None
    finally:
        for name, _ in waiting:
            Path(name).unlink(missing_ok=True)
        _remove_empty()


@contextmanager
def new_files_of(
    folder: Path, *, resumes: bool = False, left_by: tuple[type[Exception], ...] = ()
) -> Iterator[tuple[Path, Callable[[Path, Path], None]]]:
    """Yield an empty folder within *folder* for several processes to write files to, and a function that registers a
    file's final place in *folder*. All files are put in place together at the end, unless an exception is raised.
    Raises OutputProblem on failure.

    With *resumes*, the folder contains, in folders of its own, the files of earlier processes that were killed; and its
    files stay if a signal ends this process, a file can't be written, or one of the *left_by* exceptions is raised. The
    next writer that doesn't resume removes them.
    """
    places: list[tuple[Path, Path]] = []
    try:
        waiting = Path(_in(folder, lambda: tempfile.mkdtemp(prefix=_name(folder / "parts"), dir=folder)))
        if resumes:
            _left.add(str(waiting))
            for n, left in enumerate(_left_in(folder)):
                left.rename(waiting / f"{LEFT}{n}")
        _clear_at_exit(folder)
    except OSError as problem:
        raise OutputProblem(f"cannot write {folder}: {problem.strerror or problem}; nothing was changed") from None
    new = 0
    stays = False
    try:
        yield waiting, lambda file, place: places.append((file, place))
        for _, place in places:
            if place.is_dir():
                raise OutputProblem(f"cannot write {place}: a folder stands in its place; nothing was changed")
        with signals.held():
            if places:
                signals.some_may_be_made()
            for new, (file, place) in enumerate(places):  # noqa: B007
                file.chmod(_mode(place))
                file.replace(place)
    except left_by:
        _left.add(str(waiting))
        stays = True
        raise
    except OSError as problem:
        stays = resumes
        what = (
            f"{new:,} of {len(places):,} files are new, the others were not changed" if new else "nothing was changed"
        )
        raise OutputProblem(f"cannot write {folder}: {problem.strerror or problem}; {what}") from None
    finally:
        if not stays:
            shutil.rmtree(waiting, ignore_errors=True)
            _left.discard(str(waiting))
        _remove_empty()


LEFT = "left-"
"""The beginning of the names of folders with the files of earlier processes."""
_left = set[str]()
"""Folders that stay when this process ends."""


def _left_in(folder: Path) -> list[Path]:
    """The folders of files left by processes that were killed."""
    entries = [(entry, _LEFT.fullmatch(entry.name)) for entry in os.scandir(folder)]
    return [
        Path(entry.path)
        for entry, match in entries
        if match is not None
        and entry.name.startswith(".parts.")
        and entry.is_dir(follow_symlinks=False)
        and not (match[1] == _here() and _is_writing(int(match[2]), match[3]))
        # Left by another machine that shares the folder, or by this one before a restart.
        and (match[1] == _here() or time.time() - entry.stat().st_mtime > MIN_AGE)
    ]


def _prefix(path: Path) -> str:
    """The beginning of the name of a file while it is written; the file is removed when this process ends, however it
    ends.
    """
    _clear_at_exit(path.parent)
    return _name(path)


def _name(path: Path) -> str:
    return f".{path.name[:40]}.{_here()}-{os.getpid()}-{_start_of(os.getpid())}."


@cache
def _clear_at_exit(folder: Path) -> None:
    _remove_left(folder)
    atexit.register(_clear, folder)
    signals.clear_in_copies(lambda: _clear(folder))


def _clear(folder: Path) -> None:
    """Remove what this process was writing in a folder, and the folders that it made for that."""
    _remove_left(folder, os.getpid())
    _remove_empty()


_made = set[Path]()
"""Folders that this process, or one that it is a fork of, made or is going to make."""
_TRIES = 3
"""How often a folder is made that another process removes because it wrote nothing to it."""


def will_make(folder: Path) -> None:
    """Note which of a folder and its parents don't exist yet: these are removed if this process, or a fork of it, ends
    without writing to them.
    """
    path = folder.absolute()
    _made.update(takewhile(lambda p: not is_there(p), (path, *path.parents)))
    _remove_empty_at_exit()


@cache
def _remove_empty_at_exit() -> None:
    atexit.register(_remove_empty)
    signals.clear_in_copies(_remove_empty)


def _make(folder: Path) -> None:
    will_make(folder)
    folder.mkdir(parents=True, exist_ok=True)


def _in(folder: Path, make: Callable[[], Made]) -> Made:
    """Make the folder, if it doesn't exist, and then something in it; again if another process has removed the folder
    meanwhile.
    """
    for left in reversed(range(_TRIES)):
        _make(folder)
        try:
            return make()
        except FileNotFoundError:
            if not left:
                raise
    raise AssertionError("the last try returns or raises")


def _remove_empty() -> None:
    """Remove the folders that were made if they are empty."""
    for folder in sorted(_made, key=lambda p: len(p.parts), reverse=True):
        with suppress(OSError):
            folder.rmdir()
            _made.discard(folder)


@cache
def _here() -> str:
    """An id that distinguishes this machine's processes from those of others that share a folder: when it booted, and
    its container.
    """
    try:
        place = Path("/proc/sys/kernel/random/boot_id").read_text() + str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        import platform

        place = platform.node()
    return hashlib.sha256(place.encode()).hexdigest()[:8]


def _start_of(process: int) -> str:
    """When a process began, if the system tells: later another process may have the same number."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"


def _is_writing(process: int, start: str) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return not _has_ended(process) and _start_of(process) in (start, "0")


def _has_ended(process: int) -> bool:
    """Whether a process has ended and only its uncollected exit code remains, if the system tells."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in ("Z", "X")
    except (OSError, IndexError):
        return False


def _remove_left(folder: Path, own: int = 0) -> None:
    """Remove what killed processes, and the *own* one, were writing in a folder."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            match = _LEFT.fullmatch(entry.name)
            if match is None:
                continue
            if match[1] == _here() and os.name == "posix":
                gone = int(match[2]) == own or not _is_writing(int(match[2]), match[3])
            else:
                gone = time.time() - entry.stat(follow_symlinks=False).st_mtime > MAX_AGE
            if entry.path in _left:
                continue
            if gone and entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            elif gone:
                Path(entry.path).unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The permissions of a file: those of the file it replaces, or the system's default for a new file."""
    try:
        return S_IMODE(path.stat().st_mode) & 0o777
    except OSError:
        return 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to fill, which replaces *folder* at the end unless an exception is raised. Raises
    OutputProblem if *folder* exists and isn't empty, or can't be made.
    """
    try:
        target = folder.resolve()
    except (OSError, RuntimeError):
        raise OutputProblem(f"cannot make {folder}: its links lead to each other") from None
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            what = "is not empty" if target.is_dir() else "is a file"
            raise OutputProblem(f"{folder} {what}; nothing was written. Name a folder that doesn't exist yet")
        waiting = Path(_in(target.parent, lambda: tempfile.mkdtemp(prefix=_prefix(target), dir=target.parent)))
    except OSError as problem:
        raise OutputProblem(f"cannot make {folder}: {problem.strerror or problem}") from None
    try:
        yield waiting
        with signals.held():
            if target.exists():
                for child in waiting.iterdir():
                    child.replace(target / child.name)
            else:
                waiting.chmod(0o777 & ~_umask())
                waiting.replace(target)
    except OSError as problem:
        why = problem.strerror or problem
        if isinstance(problem, shutil.Error) and isinstance(problem.args[0], list):
            # Only the first of many files, without its path.
            why = re.sub(r"\[Errno \d+\] ([^:]*).*", r"\1", str(problem.args[0][0][2]))
        raise OutputProblem(f"cannot write {folder}: {why}; nothing was written") from None
    finally:
        shutil.rmtree(waiting, ignore_errors=True)
        _remove_empty()
