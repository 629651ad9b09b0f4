"""Finished bytes to files, each whole, and put in their places together at the end."""

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
from typing import BinaryIO

from carddesigner.core import signals

MAX_AGE = 86_400
"""Seconds that another machine, or another container, may be writing a file."""

MIN_AGE = 600
"""Seconds after which files that another machine was writing are taken over by who wants to go on with them."""

_LEFT = re.compile(r"\..{1,40}\.([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,20})\.[a-z0-9_]{8}")
"""A file that is being written: where, by which process, and when that began."""


class OutputProblem(Exception):
    """A file can't be written; the message is for the user, and says which others are new. None is half written."""

    exit_code = 1


def write_files(files: Mapping[Path, bytes]) -> list[str]:
    """Write files as ``new_files`` does; gives the sha256 of each. Raises OutputProblem."""
    with new_files() as write:
        return [write(path, lambda file, data=data: file.write(data)) for path, data in files.items()]  # type: ignore[misc]


Write = Callable[[Path, Callable[[BinaryIO], object]], str]
"""Writes a file by a function that is given it open, and gives the sha256 of what was written."""


@contextmanager
def new_files() -> Iterator[Write]:
    """What writes files beside their places, and puts all in their places at the end; temporary files never stay.
    Raises OutputProblem where that can't be done: then no place has a new file, unless the message names those that do.
    """
    new: list[Path] = []
    waiting: list[tuple[str, Path]] = []
    begun = Path()

    def write(path: Path, fill: Callable[[BinaryIO], object]) -> str:
        nonlocal begun
        begun = path
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=_prefix(path), dir=path.parent)
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
        with signals.held():  # what belongs together is put in its place together
            while waiting:
                Path(waiting[0][0]).replace(waiting[0][1])
                new.append(waiting.pop(0)[1])
    except OSError as problem:
        place = problem.filename2 or problem.filename or begun
        if Path(place).name.startswith(_prefix(begun)):
            place = begun
        left = ", ".join(str(p) for _, p in waiting)
        what = f"{', '.join(map(str, new))} was written, {left} was not" if new else "nothing was changed"
        raise OutputProblem(f"cannot write {place}: {problem.strerror or problem}; {what}") from None
    finally:
        for name, _ in waiting:
            Path(name).unlink(missing_ok=True)


@contextmanager
def new_files_of(
    folder: Path, *, resumes: bool = False, left_by: tuple[type[Exception], ...] = ()
) -> Iterator[tuple[Path, Callable[[Path, Path], None]]]:
    """An empty folder within *folder*, where several processes write files, and what says of each of them which place it has in
    *folder*: all are put there together at the end, unless an exception comes. Raises OutputProblem where that can't be done.

    One that *resumes* has in folders of its own what processes had written that were ended, and leaves what it wrote if a signal ends
    it or a file can't be written; it is also *left_by* these exceptions. Whoever writes there next, and doesn't resume, removes it.
    """
    places: list[tuple[Path, Path]] = []
    made = next(p for p in (folder, *folder.parents) if p.exists())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        waiting = Path(tempfile.mkdtemp(prefix=_name(folder / "parts"), dir=folder))
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
        with suppress(OSError):
            for empty in takewhile(lambda p: p != made, (folder, *folder.parents)):
                empty.rmdir()


LEFT = "left-"
"""What the name of a folder begins with that holds what another process had written."""
_left = set[str]()
"""Folders that stay when this process ends."""


def _left_in(folder: Path) -> list[Path]:
    """The folders of files that processes left which were ended."""
    found = [(entry, _LEFT.fullmatch(entry.name)) for entry in os.scandir(folder)]
    return [
        Path(entry.path)
        for entry, match in found
        if match is not None
        and entry.name.startswith(".parts.")
        and entry.is_dir(follow_symlinks=False)
        and not (match[1] == _here() and _is_writing(int(match[2]), match[3]))
        # Another machine that shares the folder, or this one before it was restarted.
        and (match[1] == _here() or time.time() - entry.stat().st_mtime > MIN_AGE)
    ]


def _prefix(path: Path) -> str:
    """The beginning of the name of a file while it is written; it is gone when this process ends, however that ends."""
    _clear_at_exit(path.parent)
    return _name(path)


def _name(path: Path) -> str:
    return f".{path.name[:40]}.{_here()}-{os.getpid()}-{_begun(os.getpid())}."


@cache
def _clear_at_exit(folder: Path) -> None:
    _remove_left(folder)
    atexit.register(_remove_left, folder, os.getpid())
    signals.clear_in_copies(lambda: _remove_left(folder, os.getpid()))


@cache
def _here() -> str:
    """What tells this machine's processes from those of others that share a folder: when it started, and its container."""
    try:
        place = Path("/proc/sys/kernel/random/boot_id").read_text() + str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        import platform

        place = platform.node()
    return hashlib.sha256(place.encode()).hexdigest()[:8]


def _begun(process: int) -> str:
    """When a process began, where the system says so: another may have its number later."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"


def _is_writing(process: int, begun: str) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return not _has_ended(process) and _begun(process) in (begun, "0")


def _has_ended(process: int) -> bool:
    """Whether nothing of a process is left but its exit code, which nobody has asked for yet, where the system says so."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in ("Z", "X")
    except (OSError, IndexError):
        return False


def _remove_left(folder: Path, own: int = 0) -> None:
    """Remove what was being written in a folder by processes that were killed, and by an *own* one."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            found = _LEFT.fullmatch(entry.name)
            if found is None:
                continue
            if found[1] == _here() and os.name == "posix":
                gone = int(found[2]) == own or not _is_writing(int(found[2]), found[3])
            else:
                gone = time.time() - entry.stat(follow_symlinks=False).st_mtime > MAX_AGE
            if entry.path in _left:
                continue
            if gone and entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            elif gone:
                Path(entry.path).unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """Who may read and write a file: those who might before, and of a new one those whom the system lets."""
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
    """An empty folder to fill, which takes *folder*'s place at the end unless an exception comes. Raises OutputProblem
    where *folder* exists and isn't empty, or can't be made.
    """
    try:
        target = folder.resolve()
    except (OSError, RuntimeError):
        raise OutputProblem(f"cannot make {folder}: its links lead to each other") from None
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            what = "is not empty" if target.is_dir() else "is a file"
            raise OutputProblem(f"{folder} {what}; nothing was written. Name a folder that doesn't exist yet")
        made = next(p for p in (target, *target.parents) if p.exists())
        target.parent.mkdir(parents=True, exist_ok=True)
        waiting = Path(tempfile.mkdtemp(prefix=_prefix(target), dir=target.parent))
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
            # Of many files the first, without its path.
            why = re.sub(r"\[Errno \d+\] ([^:]*).*", r"\1", str(problem.args[0][0][2]))
        raise OutputProblem(f"cannot write {folder}: {why}; nothing was written") from None
    finally:
        shutil.rmtree(waiting, ignore_errors=True)
        if not target.exists():
            with suppress(OSError):
                for parent in takewhile(lambda p: made in p.parents, target.parents):
                    parent.rmdir()
