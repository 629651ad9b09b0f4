"""What other machines are given of a build: the whole of it, whose files get their places here, or the job of which they lay out cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.report import Report
from carddesigner.core.worker import Again, Job
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import find_deck, loaded_deck
from carddesigner.deck.outline import deck_outline
from carddesigner.deck.some_cards import with_serials
from carddesigner.export.files import new_files_of, write_files
from carddesigner.export.manifest import Artifact
from carddesigner.export.owner import owner_file
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.parts import earlier_files, without_earlier
from carddesigner.pipeline.result import BuildResult
from carddesigner.template.expressions import Expression


def named(deck: str | Path | LoadedDeck, options: PrintOptions) -> tuple[Path, PrintOptions]:
    """A deck by its file, for another machine to read, in the language and edition of the options that come with it. Raises DeckError,
    and OptionError for a deck with rows that no file has.
    """
    if not isinstance(deck, LoadedDeck):
        return find_deck(deck).resolve(), options
    if deck.assets.tables or deck.is_partial:
        message = "a deck with other rows than its files have can't be sent to a cluster; leave out {scheduler}"
        raise OptionError(WrongOption("scheduler", message))
    language = deck.deck.language if deck.deck.language != deck.original else None
    file = deck.folder / Path(deck.root.span.path).name
    return file.resolve(), replace(options, language=language, edition=deck.edition)


class SentBuild:
    """A build whose files wait beside their places until it is ``placed``, or ``dropped``. Raises DeckError, and OutputProblem where
    they can't be written, or the folder is another deck's.
    """

    def __init__(self, deck: Path, options: PrintOptions, do: Callable[[Path, PrintOptions], Any], name: str) -> None:
        outline = deck_outline(deck)
        self.options = options
        self.folder = options.output / outline.deck
        self._owner = owner_file(self.folder, deck.parent, outline.deck)
        self._stack = ExitStack()
        waiting, self._place = self._stack.enter_context(new_files_of(self.folder))
        own = {**_sent(options), "output": waiting}
        reads = (deck.parent, *((options.since.resolve(),) if options.since is not None else ()))
        self.job = Job(partial(_done, do, deck, own), reads, waiting, name)

    def placed(self, result: BuildResult) -> BuildResult:
        """What was built, once its files have their places. Raises OutputProblem."""
        with self._stack:
            artifacts = tuple(map(self._placed, result.artifacts))
            earlier = earlier_files(self.folder, artifacts) if self.options.split is not None else ()
            folded = tuple(replace(b, artifacts=tuple(map(self._placed, b.artifacts))) for b in result.folded)
        write_files(self._owner)
        return without_earlier(replace(result, artifacts=artifacts, folded=folded), earlier)

    def dropped(self) -> None:
        """Nothing comes of it."""
        self._stack.close()

    def _placed(self, artifact: Artifact) -> Artifact:
        path = self.folder / artifact.path.name
        self._place(artifact.path, path)
        return replace(artifact, path=path)


def job_there(deck: Path, job: PrintJob) -> Again[PrintJob]:
    """The job of printing a deck, which another machine reads again."""
    return Again(partial(_read_job, deck, _sent(job.options)), job)


def _read_job(deck: Path, options: Mapping[str, Any]) -> PrintJob:
    asked = PrintOptions(**options)
    loaded = loaded_deck(deck, Report(), asked.language, edition=asked.edition, serials=asked.serials)
    return print_job(with_serials(loaded, asked.serials) if asked.serials is not None else loaded, asked, Report())


def _sent(options: PrintOptions) -> Mapping[str, Any]:
    """Options as they can be pickled, for one process that does all that is asked of it itself."""
    own = {**asdict(options), "scheduler": None, "resume": False, "jobs": 1}
    if isinstance(options.select, Expression):
        own["select"] = options.select.source
    return own


def _done(do: Callable[[Path, PrintOptions], Any], deck: Path, options: Mapping[str, Any]) -> Any:
    return do(deck, PrintOptions(**options))
