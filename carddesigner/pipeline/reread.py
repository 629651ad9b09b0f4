"""A loaded deck in a form for processes that have only its files and read it again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.report import Report
from carddesigner.core.worker import Again
from carddesigner.deck.find import loaded_deck, own_file
from carddesigner.deck.fingerprint import fingerprint
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.some_cards import with_serials
from carddesigner.pipeline.helpers import JobWithFingerprint
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.template.expressions import plain_options

NOT_SENT = "a deck with other rows than its files have can't be sent to a cluster; leave out {scheduler}"


def named(deck: str | Path | LoadedDeck, options: PrintOptions) -> tuple[Path, PrintOptions]:
    """Return a deck's file for another machine, and the options with its language and edition. Raises DeckError, and
    OptionError for a deck with rows that are in no file.
    """
    if not isinstance(deck, LoadedDeck):
        return own_file(deck), options
    file = file_of(deck)
    if file is None or deck.is_partial:
        raise OptionError(WrongOption("scheduler", NOT_SENT))
    return file, as_read(deck, options)


def file_of(deck: LoadedDeck) -> Path | None:
    """Return the file of a deck; None if it has other rows than its files."""
    if deck.assets.tables:
        return None
    return own_file(deck.folder / Path(deck.root.span.path).name)


def as_read(deck: LoadedDeck, options: PrintOptions) -> PrintOptions:
    """Return the options with the language and edition that a deck was read in."""
    return replace(options, language=spoken_in(deck), edition=deck.edition)


def spoken_in(deck: LoadedDeck) -> str | None:
    """Return the language that a deck was read in, or None for its own."""
    return deck.deck.language if deck.deck.language != deck.original else None


def sent_options(options: PrintOptions) -> Mapping[str, Any]:
    """Return options in a form that can be pickled, for a process that does everything itself."""
    return {**plain_options(options), "scheduler": None, "resume": False, "jobs": 1}


def job_there(file: Path, job: PrintJob) -> Again[JobWithFingerprint]:
    """Return the job of printing a deck in a form that a process with only its *file* can make again."""
    return Again(partial(_read_job, file, sent_options(as_read(job.deck, job.options))), JobWithFingerprint(job, None))


def _read_job(deck: Path, options: Mapping[str, Any]) -> JobWithFingerprint:
    print_options = PrintOptions(**options)
    loaded = loaded_deck(
        deck, Report(), print_options.language, edition=print_options.edition, serials=print_options.serials
    )
    selected = with_serials(loaded, print_options.serials) if print_options.serials is not None else loaded
    return JobWithFingerprint(print_job(selected, print_options, Report()), fingerprint(loaded))
