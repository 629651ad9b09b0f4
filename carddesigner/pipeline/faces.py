"""The faces of a job as they are printed, and as drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from carddesigner.core.cache import Cache
from carddesigner.core.digest import Digests
from carddesigner.core.face import LaidFace
from carddesigner.core.report import Report
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.draw.faces import DrawnFace, DrawnFaces
from carddesigner.layout.piece import LaidPiece, with_faces
from carddesigner.pipeline.drawing import JobDrawing
from carddesigner.pipeline.job import PrintJob

if TYPE_CHECKING:
    from carddesigner.layout.proof import Proofs
    from carddesigner.layout.sleeves import Inserts


class JobFaces:
    """The faces of a job as they are printed, and as drawn for each document separately, because fonts are not shared
    between documents. Without *draws* they are not drawn. ``notes``, set before any face is drawn, makes the faces
    reusable in other documents.
    """

    def __init__(self, job: PrintJob, cache: Cache | None, *, draws: bool) -> None:
        self.job, self.cache, self.draws, self.notes = job, cache, draws, False
        self.folded = {c.id for c in job.deck.components if c.folding is not None}
        self.proofs: Proofs | None = None
        if job.options.proof:
            from carddesigner.layout.proof import Proofs

            self.proofs = Proofs()
        self.inserts: Inserts | None = None
        if job.options.sleeves is not None:
            from carddesigner.layout.sleeves import Inserts, for_sleeves

            self.inserts, self.into_sleeves = Inserts(job.options.sleeves), for_sleeves(job.deck)
        self.digests = face_digests(job.deck)
        # Pages of booklets are drawn for each of their files if these have different tones or inks.
        otherwise = job.tones is not None or job.press is not None or job.options.outline_text
        for_screens = otherwise and self.proofs is None
        self.undrawn = self.folded if for_screens else frozenset[str]()
        self.drawing = JobDrawing(job, cache, keeps=draws)
        self._drawn: dict[tuple[str, bool], DrawnFaces] = {}

    def of(self, component: str, *, reading: bool = False) -> DrawnFaces:
        """Return the drawn faces of the document of a booklet or leaflet, or of that for all other components. One for
        *reading* on a screen has no printer's tones.
        """
        name = component if component in self.folded else ""
        reading = reading and bool(self.undrawn)
        if (name, reading) not in self._drawn:
            self._drawn[name, reading] = self.drawing.faces(reading=reading, notes=self.notes)
        return self._drawn[name, reading]

    def drawn(self, piece: LaidPiece) -> LaidPiece:
        """Return a piece with its faces drawn, or in the form in which they will be drawn."""
        if self.inserts is not None:
            if not self.into_sleeves(piece):
                return piece
            piece = self.inserts.piece(piece)
        if piece.component in self.undrawn:
            return piece
        faces = self.of(piece.component)

        def keep(face: LaidFace) -> LaidFace:
            if isinstance(face, DrawnFace):
                return face
            shown = self.proofs.face(face) if self.proofs is not None else face
            if not self.draws:
                return shown
            return faces.recent(shown) or faces.keep(shown, self.digests.face(shown))

        return with_faces(piece, keep)

    def shown(self, face: LaidFace) -> str:
        """Return the digest of a face."""
        if isinstance(face, DrawnFace):
            return face.digest
        return self.digests.face(self.proofs.face(face) if self.proofs is not None else face)

    def check_for(self, report: Report) -> Callable[[LaidPiece], bool]:
        """Return a function that reports what the job's press can't print of a piece, and returns whether it can print
        all.
        """
        if self.job.press is None or self.proofs is not None or not self.draws:
            return lambda _: True
        from carddesigner.pipeline.press import PressCheck

        assert self.drawing.pictures is not None
        return PressCheck(self.job.press, self.job.deck, report, self.drawing.pictures).look


def face_digests(deck: LoadedDeck) -> Digests:
    """Return the digests of a deck's faces."""
    return Digests(lambda key: deck.assets.face(key).digest)
