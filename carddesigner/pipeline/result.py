"""What a build made."""

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
    """What a build made: files, warnings, counts, how it is imposed, what to do with it, seconds of each stage.
    ``sheets`` counts what is printed;
    ``unprinted`` are rows of the deck that are printed 0 times; ``changes`` is what differs from the manifest of ``since``;
    ``folded`` are booklets and leaflets, which are files of their own. A build since a manifest that differs in nothing has no artifacts.
    ``see_also`` are decks that go with it, ``read_from`` the folders that all of its files were read from.
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
        """The same as a process hands it to another: with nothing left to be found, and without the manifest's lines."""
        return replace(self, report=pinned(self.report), find_usage=partial(str, self.usage), pieces=())

    @cached_property
    def usage(self) -> str:
        """In a line, how the paper is used and what would use less: imposed for each other paper when it is asked for."""
        return self.find_usage()


class ExportResult(Struct, frozen=True):
    """The files that were written, in order, what to be warned of, and what was done, in lines for the terminal; files of an earlier
    export that are to go.
    """

    artifacts: tuple[Artifact, ...]
    report: Report
    messages: tuple[str, ...] = ()
    gone: tuple[Path, ...] = ()
