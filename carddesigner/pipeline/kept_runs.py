"""Runs of drawn cards that an earlier build left on disk: found again as long as nothing that their cards are made of has changed."""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping

from msgspec import MsgspecError, Struct, field, msgpack
from msgspec.structs import replace

from carddesigner.core.disk_cache import DiskCache
from carddesigner.core.folder_state import made_by
from carddesigner.core.piece import PieceKey
from carddesigner.deck.fingerprint import Fingerprint, fingerprint
from carddesigner.draw.recorded import Recorded, RecordedBytes
from carddesigner.layout.inputs import input_digests
from carddesigner.pipeline.job import PrintJob

MAX_BUILDS = 100
"""Builds of a deck whose runs count; those of earlier ones are made again."""
_LEVEL = 1
"""How hard zlib tries: a run is written as often as it is read."""

Run = tuple[str, int]
"""A component, and which of its runs of cards."""


class _Kept(Struct, frozen=True, array_like=True):
    """A run as it lies on disk: the build that made it, the keys of its cards, and these, compressed."""

    build: str
    keys: frozenset[str]
    cards: RecordedBytes


class KeptRuns(Struct):
    """The runs of a job, by their places in its deck, so that a deck that is changed doesn't leave behind what it was. ``made_of`` are
    digests of what its cards are made of, by which each is found, and ``whole`` is what those were taken of. Without a *disk* none is
    kept.

    A run counts once the build that made it has ended with its deck's files being what they were at its beginning.
    """

    job: PrintJob
    whole: Fingerprint
    made_of: Mapping[PieceKey, str]
    disk: DiskCache | None
    is_unchanged: bool = False
    """Whether the deck's files were at the end what they were at the beginning."""
    _drawn_as: str = ""
    _build: str = field(default_factory=lambda: os.urandom(8).hex())
    _ended: tuple[str, ...] | None = None
    """The last builds of the deck that ended, once somebody asked."""

    @classmethod
    def of(cls, job: PrintJob, disk: DiskCache | None, whole: Fingerprint | None = None) -> KeptRuns | None:
        """Those of a job on a *disk*; None where nothing is certain of what its cards are made of. *whole* is its deck's fingerprint,
        where that is known.
        """
        whole = whole or fingerprint(job.deck)
        made_of = input_digests(job.deck, job.look, whole) if whole is not None else {}
        return cls(job, whole, made_of, disk, _drawn_as=_drawn_as(job)) if whole is not None and made_of else None

    def keys(self, run: Run) -> frozenset[str]:
        """The keys of the cards of a run that are kept."""
        kept = self._get(run)
        return kept.keys if kept is not None else frozenset()

    def get(self, run: Run) -> Recorded | None:
        """A run, None where none is kept."""
        kept = self._get(run)
        try:
            return (
                Recorded.of(replace(kept.cards, shown=zlib.decompress(kept.cards.shown))) if kept is not None else None
            )
        except zlib.error:
            return None

    def put(self, run: Run, keys: frozenset[str], recorded: RecordedBytes) -> None:
        """Keep a run, as it was recorded, in the place of that which was."""
        if self.disk is None:
            return
        cards = replace(recorded, shown=zlib.compress(recorded.shown, _LEVEL))
        self.disk.put(msgpack.encode(_Kept(self._build, keys, cards)), *self._place(run))

    def end(self, *, is_new: bool) -> None:
        """Have what is *new* count, unless a file was changed meanwhile."""
        self.is_unchanged = fingerprint(self.job.deck) == self.whole
        if is_new and self.is_unchanged and self.disk is not None:
            ended = (*self._builds(), self._build)[-MAX_BUILDS:]
            self.disk.put(msgpack.encode(ended), "ended", self._drawn_as)

    def _get(self, run: Run) -> _Kept | None:
        data = self.disk.get(*self._place(run)) if self.disk is not None else None
        try:
            kept = _DECODER.decode(data) if data is not None else None
        except MsgspecError:
            return None
        return kept if kept is not None and kept.build in self._builds() else None

    def _builds(self) -> tuple[str, ...]:
        if self._ended is None:
            data = self.disk.get("ended", self._drawn_as) if self.disk is not None else None
            try:
                self._ended = msgpack.decode(data, type=tuple[str, ...]) if data is not None else ()
            except MsgspecError:
                self._ended = ()
        return self._ended

    def _place(self, run: Run) -> tuple[str, ...]:
        component, n = run
        return "faces", self._drawn_as, component, str(n)


_DECODER = msgpack.Decoder(_Kept)


def _drawn_as(job: PrintJob) -> str:
    """What decides how a job's faces are drawn, beside what its cards are made of, and whose job it is."""
    options, press, of_press = job.options, job.press, None
    if press is not None:
        inks = press.inks.key if press.inks is not None else ""
        of_press = (press.press.standard, press.press.in_rgb, sorted(press.press.layers.items()), inks)
    deck = str(job.deck.assets.finder.folder.resolve()), job.deck.deck.language, job.deck.edition
    return repr((made_by(), deck, job.tones, options.outline_text, options.picture_dpi, of_press))
