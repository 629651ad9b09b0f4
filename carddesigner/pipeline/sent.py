"""A build that another machine makes; its files are placed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from carddesigner.core.job import Job
from carddesigner.deck.outline import deck_outline
from carddesigner.export.files import new_files_of, write_files
from carddesigner.export.manifest import Artifact
from carddesigner.export.owner import owner_file
from carddesigner.pipeline.attempt import Attempt, has_failed
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.parts import earlier_files, without_earlier
from carddesigner.pipeline.reread import sent_options
from carddesigner.pipeline.result import BuildResult


class SentBuild:
    """A build whose files wait beside their places until it is ``placed`` or ``dropped``. Raises DeckError, and
    OutputProblem if they can't be written or the folder belongs to another deck.
    """

    def __init__(
        self, deck: Path, options: PrintOptions, do: Callable[[Path, PrintOptions], Attempt[Any]], name: str
    ) -> None:
        outline = deck_outline(deck)
        self.options = options
        self.folder = options.output / outline.deck
        self._owner = owner_file(self.folder, deck.parent, outline.deck)
        self._stack = ExitStack()
        waiting, self._place = self._stack.enter_context(new_files_of(self.folder))
        sent = {**sent_options(options), "output": waiting}
        reads = (deck.parent, *((options.since.resolve(),) if options.since is not None else ()))
        self.job = Job(partial(_done, do, deck, sent), reads, waiting, name, has_failed)

    def placed(self, result: BuildResult) -> BuildResult:
        """Put the files in their places and return the result with them. Raises OutputProblem."""
        with self._stack:
            here = {artifact.path: self._placed(artifact) for artifact in result.artifacts}
            artifacts = tuple(here.values())
            earlier = earlier_files(self.folder, artifacts) if self.options.split is not None else ()
            # Booklets and leaflets are among the artifacts.
            folded = tuple(replace(b, artifacts=tuple(here[a.path] for a in b.artifacts)) for b in result.folded)
        write_files(self._owner)
        return without_earlier(replace(result, artifacts=artifacts, folded=folded), earlier)

    def dropped(self) -> None:
        """Discard the files."""
        self._stack.close()

    def _placed(self, artifact: Artifact) -> Artifact:
        path = self.folder / artifact.path.name
        self._place(artifact.path, path)
        return replace(artifact, path=path)


def _done(do: Callable[[Path, PrintOptions], Attempt[Any]], deck: Path, options: Mapping[str, Any]) -> Attempt[Any]:
    return do(deck, PrintOptions(**options))
