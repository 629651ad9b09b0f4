"""Finished bytes to files: all of them or none, and never half of one."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


class OutputProblem(Exception):
    """A file can't be written; the message is for the user. What was there before is still whole."""

    exit_code = 1


def write_files(files: Mapping[Path, bytes]) -> list[str]:
    """Write every file whole, or none of them; gives the sha256 of each. Raises OutputProblem."""
    with new_files() as write:
        return [write(path, lambda file, data=data: file.write(data)) for path, data in files.items()]  # type: ignore[misc]


Write = Callable[[Path, Callable[[BinaryIO], object]], str]
"""Writes a file by a function that is given it open, and gives the sha256 of what was written."""


@contextmanager
def new_files() -> Iterator[Write]:
    """What writes files beside their places, each of which is put in its place at the end; temporary files never stay.

    Raises OutputProblem where the folder can't be made or written, or the disk is full.
    """
    waiting: list[tuple[str, Path]] = []
    begun = Path()

    def write(path: Path, fill: Callable[[BinaryIO], object]) -> str:
        nonlocal begun
        begun = path
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        waiting.append((name, path))
        with os.fdopen(handle, "w+b") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        Path(name).chmod(0o666 & ~_umask())
        return digest

    try:
        yield write
        for _, path in waiting:
            if path.is_dir():
                raise OutputProblem(f"cannot write {path}: a folder stands in its place")
        with _undisturbed():
            while waiting:
                name, path = waiting[0]
                Path(name).replace(path)
                waiting.pop(0)
    except OSError as problem:
        place = problem.filename or begun
        raise OutputProblem(f"cannot write {place}: {problem.strerror or problem}; nothing was changed") from None
    finally:
        for name, _ in waiting:
            Path(name).unlink(missing_ok=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals wait, so that files that belong together are put in their places together."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes *folder*'s place at the end; nothing stays of it if an exception comes.

    Raises OutputProblem where *folder* exists and isn't empty, or can't be made.
    """
    target = folder.resolve()
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            what = "is not empty" if target.is_dir() else "is a file"
            raise OutputProblem(f"{folder} {what}; nothing was written. Name a folder that doesn't exist yet")
        made = next(p for p in (target, *target.parents) if p.exists())
        target.parent.mkdir(parents=True, exist_ok=True)
        waiting = Path(tempfile.mkdtemp(prefix=f".{target.name[:50]}.", dir=target.parent))
    except OSError as problem:
        raise OutputProblem(f"cannot make {folder}: {problem.strerror or problem}") from None
    try:
        yield waiting
        with _undisturbed():
            if target.exists():
                for child in waiting.iterdir():
                    child.replace(target / child.name)
            else:
                waiting.chmod(0o777 & ~_umask())
                waiting.replace(target)
    except OSError as problem:
        raise OutputProblem(f"cannot write {folder}: {problem.strerror or problem}") from None
    finally:
        shutil.rmtree(waiting, ignore_errors=True)
        if not target.exists():
            for parent in target.parents:
                if parent == made or parent.is_relative_to(made) is False:
                    break
                with suppress(OSError):
                    parent.rmdir()
