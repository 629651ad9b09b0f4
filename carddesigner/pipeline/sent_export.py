"""An export that another machine makes; its files are placed here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.job import Job
from carddesigner.core.worker import Workers
from carddesigner.deck.outline import deck_outline
from carddesigner.export.earlier import listed_files, removed
from carddesigner.export.exporters import EXPORTERS
from carddesigner.export.files import new_files_of, write_files
from carddesigner.export.options import ExportOptions, sent_options
from carddesigner.export.owner import OWNER, owner_file
from carddesigner.export.service import HOUSE
from carddesigner.pipeline.result import ExportResult


def can_be_sent(options: ExportOptions) -> bool:
    """Whether another machine has everything the export needs: it needs neither a printer's profile nor an earlier
    export.
    """
    return options.printer is None and not EXPORTERS.get(options.to, HOUSE).continues


class SentExport:
    """An export whose files wait beside their places until it is ``placed`` or ``dropped``. *do* receives the deck, the
    options as sent, the language and edition, and the files of an earlier export listed by folder. Raises DeckError,
    and OutputProblem if they can't be written or the folder belongs to another deck.
    """

    def __init__(
        self,
        deck: Path,
        options: ExportOptions,
        language: str | None,
        edition: str | None,
        do: Callable[..., ExportResult],
    ) -> None:
        outline = deck_outline(deck)
        self.folder = options.output / outline.deck
        self._owner = owner_file(self.folder, deck.parent, outline.deck)
        self._stack = ExitStack()
        waiting, self._place = self._stack.enter_context(new_files_of(self.folder))
        self._waiting = waiting / outline.deck
        sent = {**sent_options(options), "output": waiting}
        listed = {f.name: tuple(listed_files(f)) for f in self.folder.iterdir() if f.is_dir() and f != waiting}
        reads = (deck.parent, *((Path(options.to).resolve(),) if options.to not in EXPORTERS else ()))
        self.job = Job(partial(do, deck, sent, language, edition, listed), reads, waiting, options.to)

    def placed(self, result: ExportResult) -> ExportResult:
        """Put the files in their places and return the result with them. Raises OutputProblem."""
        with self._stack:
            for path in sorted(self._waiting.rglob("*")):
                if path.is_file() and path.name != OWNER:
                    place = self._here(path)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    self._place(path, place)
        write_files(self._owner)
        for path in result.gone:
            removed(self._here(path), result.report)
        made = tuple(replace(a, path=self._here(a.path)) for a in result.artifacts)
        return replace(result, artifacts=made, gone=())

    def dropped(self) -> None:
        """Discard the files."""
        self._stack.close()

    def _here(self, path: Path) -> Path:
        return self.folder / path.relative_to(self._waiting)


def exported_there(sent: SentExport, workers: Workers) -> ExportResult:
    """Export on one of the *workers*, from the deck's files alone. Raises the same as the export, and OutputProblem."""
    try:
        (result,) = workers.each([sent.job])
    except BaseException:
        sent.dropped()
        raise
    return sent.placed(result)
