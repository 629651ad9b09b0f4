"""Whether cards of a job are laid out by others than the process that writes its PDF, and by whom.

Small decks, of which nothing is kept on disk, need nothing else of ``elsewhere.py`` and import none of it.
"""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.disk_cache import DiskCache
from carddesigner.core.worker import Again, Workers
from carddesigner.deck.deck import LoadedComponent
from carddesigner.deck.fingerprint import Fingerprint
from carddesigner.pipeline.faces import JobFaces
from carddesigner.pipeline.job import PrintJob
from carddesigner.text.document import has_credits

MIN_KEPT, MAX_KEPT = 100, 10_000
"""Cards of a deck whose faces are kept on disk: fewer are laid out in less time than it takes to start."""


class JobWithFingerprint(Struct, frozen=True):
    """A job, and the fingerprint of its deck; None where nothing is certain of that."""

    job: PrintJob
    whole: Fingerprint | None


class Helpers(Struct, frozen=True):
    """The ``workers`` that lay out cards beside this process, and the ``job`` as those have it that make it again; None where they
    can't. What these lay out is taken over if it was made of the very same.
    """

    workers: Workers
    job: Again[JobWithFingerprint] | None = None

    def pays(self, cards: int) -> bool:
        """Whether they are asked."""
        return (self.workers.are_here or self.job is not None) and self.workers.pays(cards)


class Elsewhere(Struct, frozen=True):
    """Where cards of a job come from, other than from laying them out here: from a ``disk``, or from ``helpers``, or from both."""

    disk: DiskCache | None
    helpers: Helpers | None


def where_else(job: PrintJob, faces: JobFaces, helpers: Helpers | None) -> Elsewhere | None:
    """Return where cards of a job come from; None if all of them are laid out here and none is kept."""
    deck = job.deck
    plain = faces.proofs is None and faces.inserts is None and faces.cache is None and not job.part
    if not plain or any(has_credits(c.blocks or ()) for c in deck.components):
        return None
    cards = sum(len(c.cards) for c in deck.components if is_table(c))
    disk = faces.drawing.disk if MIN_KEPT <= cards <= MAX_KEPT and not deck.is_partial else None
    helps = helpers if helpers is not None and helpers.pays(cards) else None
    return Elsewhere(disk, helps) if disk is not None or helps is not None else None


def is_table(component: LoadedComponent) -> bool:
    """Whether a component's cards may be laid out elsewhere: those of nets and boxes, and pages of running text, may not."""
    return not component.is_die and component.blocks is None and component.table is not None
