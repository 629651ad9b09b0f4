"""Whether cards of a job come from elsewhere than this process: from the cache on disk, or from workers.

Small decks, for which nothing is cached on disk, need nothing else from ``elsewhere.py`` and don't import it.
"""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.disk_cache import DiskCache
from carddesigner.core.worker import Again, Workers
from carddesigner.deck.fingerprint import Fingerprint
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.pipeline.faces import JobFaces
from carddesigner.pipeline.job import PrintJob
from carddesigner.text.document import has_credits

MIN_KEPT, MAX_KEPT = 100, 10_000
"""The numbers of cards between which a deck's faces are cached on disk; fewer are laid out faster than the program
starts.
"""


class JobWithFingerprint(Struct, frozen=True):
    """A job, and the fingerprint of its deck, or None if that is uncertain."""

    job: PrintJob
    whole: Fingerprint | None


class Helpers(Struct, frozen=True):
    """The ``workers`` that lay out cards, and the ``job`` in a form that they can make again, or None if they can't.
    Their cards are reused if they are made of exactly the same.
    """

    workers: Workers
    job: Again[JobWithFingerprint] | None = None

    def pays(self, cards: int) -> bool:
        """Whether using them is worth it."""
        return (self.workers.are_here or self.job is not None) and self.workers.pays(cards)


class Elsewhere(Struct, frozen=True):
    """Where cards of a job come from besides being laid out here: a ``disk``, ``helpers``, or both."""

    disk: DiskCache | None
    helpers: Helpers | None


def where_else(job: PrintJob, faces: JobFaces, helpers: Helpers | None) -> Elsewhere | None:
    """Return where cards of a job come from; None if all are laid out here and none is cached."""
    deck = job.deck
    plain = faces.proofs is None and faces.inserts is None and faces.cache is None and not job.part
    if not plain or any(has_credits(c.blocks or ()) for c in deck.components):
        return None
    cards = sum(len(c.cards) for c in deck.components if is_table(c))
    disk = faces.drawing.disk if MIN_KEPT <= cards <= MAX_KEPT and not deck.is_partial else None
    helps = helpers if helpers is not None and helpers.pays(cards) else None
    return Elsewhere(disk, helps) if disk is not None or helps is not None else None


def is_table(component: LoadedComponent) -> bool:
    """Whether a component's cards may be laid out elsewhere; those of nets, boxes and running text may not."""
    return not component.is_die and component.blocks is None and component.table is not None
