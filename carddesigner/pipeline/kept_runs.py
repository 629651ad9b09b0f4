"""Runs of drawn cards cached on disk by an earlier build, valid as long as nothing that their cards are made of
changes.
"""

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
"""The number of last builds of a deck whose runs are valid; older runs are made again."""
_LEVEL = 1
"""The zlib compression level: a run is written as often as it is read."""

Run = tuple[str, int]
"""A component, and the number of a run of its cards."""


class _Kept(Struct, frozen=True, array_like=True):
    """A run on disk: the build that made it, the keys of its cards, and the compressed cards."""

    build: str
    keys: frozenset[str]
    cards: RecordedBytes


class KeptRuns(Struct):
    """The cached runs of a job, by their places in its deck, so that a changed deck overwrites old runs. ``made_of``
    has the digests of what its cards are made of, by which they are found, and ``whole`` the fingerprint these were
    derived from. Without a *disk* nothing is cached.

    A run becomes valid once the build that made it has ended and its deck's files are unchanged.
    """

    job: PrintJob
    whole: Fingerprint
    made_of: Mapping[PieceKey, str]
    disk: DiskCache | None
    is_unchanged: bool = False
    """Whether the deck's files were the same at the end as at the start."""
    _drawn_as: str = ""
    _build: str = field(default_factory=lambda: os.urandom(8).hex())
    _ended: tuple[str, ...] | None = None
    """The last finished builds of the deck, once read."""

    @classmethod
    def of(cls, job: PrintJob, disk: DiskCache | None, whole: Fingerprint | None = None) -> KeptRuns | None:
        """Return the runs of a job on a *disk*, or None if it is uncertain what its cards are made of. *whole* is its
        deck's fingerprint, if known.
        """
        whole = whole or fingerprint(job.deck)
        made_of = input_digests(job.deck, job.look, whole) if whole is not None else {}
        return cls(job, whole, made_of, disk, _drawn_as=_drawn_as(job)) if whole is not None and made_of else None

    def keys(self, run: Run) -> frozenset[str]:
        """Return the keys of the cached cards of a run."""
        kept = self._get(run)
        return kept.keys if kept is not None else frozenset()

    def get(self, run: Run) -> Recorded | None:
        """Return a cached run, or None."""
        kept = self._get(run)
        try:
            return (
                Recorded.of(replace(kept.cards, shown=zlib.decompress(kept.cards.shown))) if kept is not None else None
            )
        except zlib.error:
            return None

    def put(self, run: Run, keys: frozenset[str], recorded: RecordedBytes) -> None:
        """Cache a serialized run in the place of the previous one."""
        if self.disk is None:
            return
        cards = replace(recorded, shown=zlib.compress(recorded.shown, _LEVEL))
        self.disk.put(msgpack.encode(_Kept(self._build, keys, cards)), *self._place(run))

    def end(self, *, is_new: bool) -> None:
        """Make *new* runs valid, unless a file was changed meanwhile."""
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
    """Return the key of how a job's faces are drawn, besides what its cards are made of, and of its deck."""
    options, press, of_press = job.options, job.press, None
    if press is not None:
        inks = press.inks.key if press.inks is not None else ""
        of_press = (press.press.standard, press.press.in_rgb, sorted(press.press.layers.items()), inks)
    deck = str(job.deck.assets.finder.folder.resolve()), job.deck.deck.language, job.deck.edition
    return repr((made_by(), deck, job.tones, options.outline_text, options.picture_dpi, of_press))
