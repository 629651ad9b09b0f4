"""A deck that was read, for a process that has only its files and reads it again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.report import Report
from carddesigner.core.worker import Again
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import loaded_deck, own_file
from carddesigner.deck.fingerprint import fingerprint
from carddesigner.deck.some_cards import with_serials
from carddesigner.pipeline.helpers import JobWithFingerprint
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.template.expressions import plain_options

NOT_SENT = "a deck with other rows than its files have can't be sent to a cluster; leave out {scheduler}"


def named(deck: str | Path | LoadedDeck, options: PrintOptions) -> tuple[Path, PrintOptions]:
    """A deck by its file, for another machine to read, in the language and edition of the options that come with it. Raises DeckError,
    and OptionError for a deck with rows that no file has.
    """
    if not isinstance(deck, LoadedDeck):
        return own_file(deck), options
    file = file_of(deck)
    if file is None or deck.is_partial:
        raise OptionError(WrongOption("scheduler", NOT_SENT))
    return file, as_read(deck, options)


def file_of(deck: LoadedDeck) -> Path | None:
    """The file of a deck; None where it has other rows than its files have."""
    if deck.assets.tables:
        return None
    return own_file(deck.folder / Path(deck.root.span.path).name)


def as_read(deck: LoadedDeck, options: PrintOptions) -> PrintOptions:
    """The options with the language and edition that a deck was read in."""
    return replace(options, language=spoken_in(deck), edition=deck.edition)


def spoken_in(deck: LoadedDeck) -> str | None:
    """The language that a deck was read in, None for its own."""
    return deck.deck.language if deck.deck.language != deck.original else None


def sent_options(options: PrintOptions) -> Mapping[str, Any]:
    """Options as they can be pickled, for one process that does all that is asked of it itself."""
    return {**plain_options(options), "scheduler": None, "resume": False, "jobs": 1}


def job_there(file: Path, job: PrintJob) -> Again[JobWithFingerprint]:
    """The job of printing a deck, which a process that has only its *file* makes again."""
    return Again(partial(_read_job, file, sent_options(as_read(job.deck, job.options))), JobWithFingerprint(job, None))


def _read_job(deck: Path, options: Mapping[str, Any]) -> JobWithFingerprint:
    asked = PrintOptions(**options)
    loaded = loaded_deck(deck, Report(), asked.language, edition=asked.edition, serials=asked.serials)
    chosen = with_serials(loaded, asked.serials) if asked.serials is not None else loaded
    return JobWithFingerprint(print_job(chosen, asked, Report()), fingerprint(loaded))
