"""A build that another machine makes as a whole: what it is given, and the places of its files here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.worker import Job
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import find_deck
from carddesigner.deck.outline import deck_outline
from carddesigner.export.files import new_files_of, write_files
from carddesigner.export.manifest import Artifact
from carddesigner.export.owner import owner_file
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.parts import without_earlier
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
        own = {**asdict(options), "output": waiting, "scheduler": None, "jobs": 1}
        if isinstance(own["select"], Expression):
            own["select"] = own["select"].source
        reads = (deck.parent, *((options.since.resolve(),) if options.since is not None else ()))
        self.job = Job(partial(_done, do, deck, own), reads, waiting, name)

    def placed(self, result: BuildResult) -> BuildResult:
        """What was built, once its files have their places. Raises OutputProblem."""
        with self._stack:
            artifacts = tuple(map(self._placed, result.artifacts))
            folded = tuple(replace(b, artifacts=tuple(map(self._placed, b.artifacts))) for b in result.folded)
        write_files(self._owner)
        made = replace(result, artifacts=artifacts, folded=folded)
        return without_earlier(made, self.folder) if self.options.split is not None else made

    def dropped(self) -> None:
        """Nothing comes of it."""
        self._stack.close()

    def _placed(self, artifact: Artifact) -> Artifact:
        path = self.folder / artifact.path.name
        self._place(artifact.path, path)
        return replace(artifact, path=path)


def _done(do: Callable[[Path, PrintOptions], Any], deck: Path, options: Mapping[str, Any]) -> Any:
    return do(deck, PrintOptions(**options))
