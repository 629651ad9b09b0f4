"""What another process does for this one, or one that it works beside."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

Result = TypeVar("Result")

AHEAD = 4
"""Jobs a process that may be done before one that is waited for: their results are held meanwhile."""


class Job(Struct, Generic[Result], frozen=True):
    """Something to *do* that can be done on another machine: what it is of is pickled, or *reads* the files in these folders, and these
    files; all files that it leaves in the folder that it *writes* to come to lie in the same one here. ``name`` is what it is called where
    it can't be done. A result that has *failed* is none, as if it had been raised: it is done here once more. ``in_turn`` is what this
    process does in its place, where no copy of it has begun it when it is its turn.
    """

    do: Callable[[], Result]
    reads: tuple[Path, ...] = ()
    writes: Path | None = None
    name: str = ""
    failed: Callable[[Result], bool] | None = None
    in_turn: Callable[[], Result] | None = None

    def __call__(self) -> Result:
        """Do it."""
        return self.do()


def may_begin_others() -> bool:
    """Whether this process may have others work for it, as it does no work beside others itself."""
    # Where one was begun this is imported, and it takes too long for a process that was not.
    begun = sys.modules.get("multiprocessing.process")
    return not _works_beside_others and (begun is None or not begun.current_process().daemon)


_works_beside_others = False


@contextmanager
def working_beside_others() -> Iterator[None]:
    """Do a job of several that this process shares with copies of it: they are as many as there are to be."""
    global _works_beside_others
    _works_beside_others = True
    try:
        yield
    finally:
        _works_beside_others = False
