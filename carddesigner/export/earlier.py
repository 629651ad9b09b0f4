"""Remove the files of an earlier build or export that this one doesn't make, so that they don't lie among the new
ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.export.base import ExportJob, Fill
from carddesigner.export.files import OutputProblem

LIST = ".files"
"""The file that lists an export's files, in their folder; all other files there are the user's own."""
MAX_LISTED = 20_000
"""The most files of an earlier export that are read from the list."""
MAX_LIST = 5_000_000


def replacing(
    job: ExportJob, folder: Path, files: Iterator[Mapping[Path, Fill]], *, some: bool = False
) -> Iterator[Mapping[Path, Fill | None]]:
    """Yield the files of an export to a *folder* of its own below the deck's, and the list of them. Files that the
    earlier export listed and this one doesn't make are removed at the end, unless only *some* files were to be made
    again.
    """
    earlier = job.earlier(folder)
    made: list[str] = []
    for group in files:
        made += (path.relative_to(folder).as_posix() for path in group)
        yield group
    left = sorted(earlier - {*made, LIST})
    # Files to remove stay listed until they are removed: if this process is killed before, the next export removes
    # them.
    yield {folder / LIST: "".join(f"{name}\n" for name in (*made, *left, LIST)).encode()}
    if not some:
        yield {folder / name: None for name in left}


def listed_files(folder: Path) -> Iterator[str]:
    """Yield the files that an earlier export wrote to a folder and that still exist. Raises OutputProblem if the list
    can't be read.
    """
    try:
        with (folder / LIST).open(encoding="utf-8") as file:
            names = file.read(MAX_LIST).splitlines()[:MAX_LISTED]
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError):
        return
    except OSError as problem:
        message = f"cannot read {folder / LIST}, which names the files of the export before"
        raise OutputProblem(f"{message}: {problem.strerror or problem}; nothing was changed") from None
    for name in names:
        path = folder / name
        plain = name and not Path(name).is_absolute() and ".." not in Path(name).parts and "\\" not in name
        if plain and path.is_file() and not any(p.is_symlink() for p in (path.parent, path)):
            yield name


def removed(path: Path, report: Report) -> bool:
    """Remove a file of an earlier build or export; return whether it is gone. A file that can't be removed is
    reported.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as problem:
        message = f"{path} is of an earlier build or export and can't be removed: {problem.strerror or problem}"
        report.warn("old-file", message, hint="remove it by hand before you use the others")
        return False
    return True
