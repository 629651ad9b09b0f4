"""The results of builds and exports."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report, pinned
from carddesigner.deck.copies import UnprintedRows
from carddesigner.export.manifest import Artifact, PieceRecord
from carddesigner.pipeline.imposition import ComponentCount

if TYPE_CHECKING:
    from carddesigner.pipeline.booklets import Booklet
    from carddesigner.pipeline.changes import Changes


class BuildResult(Struct, frozen=True, dict=True):
    """The result of a build: files, warnings, counts, a summary of the imposition, the steps after printing, and the
    seconds of each stage.

    ``sheets`` counts printed sheets. ``unprinted``: rows of the deck that are printed 0 times. ``changes``: the
    differences from the manifest of ``since``; without any, the build has no artifacts. ``folded``: booklets and
    leaflets, which have files of their own. ``see_also``: related decks. ``read_from``: the folders that all of the
    deck's files were read from.
    """

    artifacts: tuple[Artifact, ...]
    report: Report
    components: tuple[ComponentCount, ...]
    sheets: int
    summary: str
    steps: tuple[str, ...]
    timings: dict[str, float]
    find_usage: Callable[[], str] = str
    pieces: tuple[PieceRecord, ...] = ()
    changes: Changes | None = None
    folded: tuple[Booklet, ...] = ()
    unprinted: UnprintedRows = UnprintedRows()
    see_also: tuple[str, ...] = ()
    read_from: tuple[Path, ...] = ()

    def settled(self) -> BuildResult:
        """Return the result for passing between processes: with everything computed, and without the manifest's
        records.
        """
        return replace(self, report=pinned(self.report), find_usage=partial(str, self.usage), pieces=())

    @cached_property
    def usage(self) -> str:
        """A line about how the paper is used and what would use less; computed on first use by imposing for each other
        paper.
        """
        return self.find_usage()


class ExportResult(Struct, frozen=True):
    """The files written, in order, the warnings, messages for the terminal, and files of an earlier export to
    remove.
    """

    artifacts: tuple[Artifact, ...]
    report: Report
    messages: tuple[str, ...] = ()
    gone: tuple[Path, ...] = ()
