"""Jobs for other processes, and for this one next to them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

Result = TypeVar("Result")

AHEAD = 4
"""How many jobs per process may be done before the one that is due; their results are held meanwhile."""


class Job(Struct, Generic[Result], frozen=True):
    """Work to *do* that another machine can do as well: its inputs are pickled, or are files in the folders and files
    that it *reads*; all files that it leaves in the folder that it *writes* to are copied to the same folder here.
    ``name`` is its name in messages if it can't be done there. A result that *failed* accepts counts as an exception:
    the job is done again here. ``in_turn`` is what this process does instead when the job is due and no fork has begun
    it.
    """

    do: Callable[[], Result]
    reads: tuple[Path, ...] = ()
    writes: Path | None = None
    name: str = ""
    failed: Callable[[Result], bool] | None = None
    in_turn: Callable[[], Result] | None = None

    def __call__(self) -> Result:
        """Do the job."""
        return self.do()


def may_begin_others() -> bool:
    """Return whether this process may start workers, which a worker may not."""
    # If a process was started, the module is already imported; importing it otherwise would take too long.
    process_module = sys.modules.get("multiprocessing.process")
    return not _works_beside_others and (process_module is None or not process_module.current_process().daemon)


_works_beside_others = False


@contextmanager
def working_beside_others() -> Iterator[None]:
    """Do a job next to forks of this process; as these are as many as allowed, no more may be started meanwhile."""
    global _works_beside_others
    _works_beside_others = True
    try:
        yield
    finally:
        _works_beside_others = False
