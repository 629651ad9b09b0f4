"""How a job's faces are drawn, and the cache of what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carddesigner.core.cache import Cache
from carddesigner.core.disk_cache import DiskCache
from carddesigner.core.report import Report
from carddesigner.draw.faces import DrawnFaces
from carddesigner.draw.painter import Painter
from carddesigner.pipeline.job import PrintJob

if TYPE_CHECKING:
    from carddesigner.pipeline.press import Knockouts, LookedAt


class JobDrawing:
    """Draws faces with the tones, inks and letters of a job; ``pictures`` have been examined for its press. Converted
    pictures are cached on disk with *keeps*.
    """

    def __init__(self, job: PrintJob, cache: Cache | None = None, *, keeps: bool = True) -> None:
        self.job, self.cache = job, cache
        self.pictures: LookedAt | None = None
        self._knockouts: Knockouts | None = None
        if job.press is not None:
            from carddesigner.pipeline.press import Knockouts, LookedAt

            self.pictures = LookedAt(job.deck)
            self._knockouts = Knockouts(job.press.inks, self.pictures) if job.press.inks is not None else None
        self.disk = DiskCache() if job.options.cache and keeps else None
        """The cache on disk."""

    def faces(self, *, reading: bool = False, notes: bool = False) -> DrawnFaces:
        """Return an empty store of drawn faces for one document. One for *reading* on a screen has no tones and inks.
        With *notes*, faces can be reused in other documents.
        """
        job = self.job
        painter = Painter(job.deck.assets.face, self.cache)
        painter.picture_dpi, painter.disk = job.options.picture_dpi, self.disk
        if not reading:
            painter.tones, painter.outlined = job.tones, job.options.outline_text
        if not reading and job.press is not None:
            painter.inks, painter.layers = job.press.inks, job.press.press.layers
        printed = self._knockouts.face if painter.inks is not None and self._knockouts is not None else None
        return DrawnFaces(painter, printed, notes=notes)

    def warn(self, report: Report) -> None:
        """Warn if the cache could not be written."""
        if self.disk is not None and self.disk.fault is not None:
            message = f"nothing can be cached in {self.disk.folder}: {self.disk.fault}; each build lays out and converts everything again"
            report.warn("cache-not-written", message, hint="--no-cache caches nothing, without this message")
