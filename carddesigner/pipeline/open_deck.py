"""An open deck that is told about changed files, and redoes only what they affect."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path

from msgspec import field
from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Progress, Report, pinned
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.impose.sheet import Sheets
from carddesigner.layout.deck import lay_out_deck, lay_out_piece
from carddesigner.layout.piece import LaidPiece
from carddesigner.layout.tried import TriedPiece
from carddesigner.pipeline.build import Printed, build_deck, impose_deck
from carddesigner.pipeline.imposition import impose, lay_out
from carddesigner.pipeline.job import PrintJob, print_job
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.readings import DeckReadings
from carddesigner.pipeline.result import BuildResult


class WorkingDeck(DeckReadings):
    """A deck whose files may change. Every answer is the same as from a fresh start, in a language and an edition, by
    default the deck's own. What was read, compiled, laid out and checked is cached, within bounds, for as long as it is
    the same.
    """

    _found: dict[str | None, Report] = field(default_factory=dict)

    def changed(self, files: Iterable[Path]) -> None:
        """Record that these files, or the content of these folders, were changed, created or removed."""
        super().changed(files)
        self._found.clear()

    def loaded(self, report: Report, language: str | None = None, edition: str | None = None) -> LoadedDeck:
        """Return the current deck; problems found when it was read are reported. Raises DeckError for errors."""
        deck = self.read(report, language, edition)
        report.raise_errors()
        assert deck is not None
        return deck

    def problems(self, edition: str | None = None) -> Report:
        """Return all problems and warnings in any language, in an *edition* or in all of them."""
        from carddesigner.pipeline.validate import validate_readings

        if edition not in self._found:
            report, cache = Report(), self.cache
            try:
                with cache.whole():
                    validate_readings(self, report, edition, cache)
            except DeckError as problem:
                report = problem.report
            self._found[edition] = report
        return pinned(self._found[edition])

    def piece(self, key: PieceKey, options: PrintOptions | None = None) -> LaidPiece:
        """Return a piece with its faces; for a net or box in parts, the first part. Raises DeckError."""
        piece, report = self.laid_piece(key, options)
        report.raise_errors()
        assert piece is not None
        return piece

    def laid_piece(self, key: PieceKey, options: PrintOptions | None = None) -> tuple[LaidPiece | None, Report]:
        """Return a piece as far as it can be laid out (None if it can't or doesn't exist), and its problems. Raises
        DeckError for a deck that can't be read.
        """
        report = Report()
        job = self._job(options, report)
        piece = lay_out_piece(job.deck, key, report, cache=self.cache, back_bleed=job.sheet.back_bleed, room=job.room)
        if piece is None and all(e.code == "text-overflow" for e in report.errors):
            # A piece that doesn't fit is still laid out, so the problem is another piece's.
            report.error("unknown-card", f"there is no card {key.id!r} in {key.component!r}")
        return piece, report

    def tried(self, key: PieceKey) -> TriedPiece | None:
        """Return a piece to lay out with moved zones, until files change; None if it can only be laid out with the
        whole deck. Raises DeckError.
        """
        job = self._job(None, Report())
        return TriedPiece.of(job.deck, key, cache=self.cache, back_bleed=job.sheet.back_bleed, room=job.room)

    def face(self, key: PieceKey, side: str = "front", options: PrintOptions | None = None) -> LaidFace | None:
        """Return a side of a piece; None if it has no back. Raises DeckError."""
        return self.piece(key, options).face(side)

    def pieces(self, options: PrintOptions | None = None) -> tuple[LaidPiece, ...]:
        """Return all pieces with their faces. Raises DeckError."""
        return self._laid_out(self._job(options, Report()))

    def pieces_of(self, components: Container[str]) -> tuple[tuple[LaidPiece, ...], Report]:
        """Return the pieces of some components with their faces, as far as they and the contents of their boxes can be
        laid out, and the problems of any of these. Raises DeckError for a deck that can't be read.
        """
        job, report = self._job(None, Report()), Report()
        chosen: tuple[LoadedComponent, ...] = ()
        wanted = {c.id for c in job.deck.components if c.id in components}
        while len(chosen) < len(wanted):
            chosen = tuple(c for c in job.deck.components if c.id in wanted)
            wanted |= {name for c in chosen for name in c.holds if any(name == d.id for d in job.deck.components)}
        deck = replace(job.deck, components=chosen)
        pieces = lay_out_deck(deck, report, cache=self.cache, back_bleed=job.sheet.back_bleed, room=job.room)
        return tuple(p for p in pieces if p.component in components), report

    def sheets(self, options: PrintOptions | None = None) -> Sheets:
        """Return the pieces on their sheets. Raises DeckError."""
        job = self._job(options, Report())
        return impose(job, self._laid_out(job), Report())

    def printed(self, options: PrintOptions | None = None, progress: Progress | None = None) -> Printed:
        """Return what a build prints, before it is drawn: also of a part of the deck, with pages of instructions and
        booklets. Raises DeckError.
        """
        report, options = Report(), options or PrintOptions()
        deck = self.loaded(report, options.language, options.edition)
        with self.cache.whole():
            imposed = impose_deck(deck, options, progress, self.cache)
        for problem in imposed.result.report:
            report.add(problem)
        return replace(imposed, result=replace(imposed.result, report=pinned(report)))

    def build(self, options: PrintOptions | None = None, progress: Progress | None = None) -> BuildResult:
        """Write the PDF and its manifest. Raises DeckError and OutputProblem."""
        report, options = Report(), options or PrintOptions()
        deck = self.loaded(report, options.language, options.edition)
        with self.cache.whole():
            result = build_deck(deck, options, progress, self.cache)
        for problem in result.report:
            report.add(problem)
        return replace(result, report=pinned(report))

    def _job(self, options: PrintOptions | None, report: Report) -> PrintJob:
        options = options or PrintOptions()
        return print_job(self.loaded(report, options.language, options.edition), options)

    def _laid_out(self, job: PrintJob) -> tuple[LaidPiece, ...]:
        with self.cache.whole():
            return lay_out(job, Report(), None, self.cache)
