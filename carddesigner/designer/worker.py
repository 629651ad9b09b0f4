"""Imposition, drawing and writing for the print view in a separate process. It reads a line of JSON for each request
and writes lines, each of which says whether it is the last of the answer.

``python -m carddesigner.designer.worker DECK OUTPUT SCRATCH HELD`` writes files below *OUTPUT* and pictures of sheets
to *SCRATCH*; *HELD* are files that are read in place of others.
"""

from __future__ import annotations

import os
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct, field

from carddesigner.core.fault import fault_of
from carddesigner.core.options import OptionError
from carddesigner.core.report import DeckError, Diagnostic, Progress, Report
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer import print_messages as m
from carddesigner.designer.choices import (
    calibration,
    export_options,
    exporters,
    found_of_choices,
    kept_by_decks,
    offered,
    offers,
    print_options,
    wrong_choices,
)
from carddesigner.designer.faces import in_mm
from carddesigner.designer.found import all_found
from carddesigner.designer.message_parts import Found
from carddesigner.designer.workbooks import of_argument
from carddesigner.export.files import OutputProblem
from carddesigner.export.manifest import Artifact
from carddesigner.export.sheet_svg import sheet_svg
from carddesigner.impose.duplex import DuplexMode
from carddesigner.impose.sheet import Sheet
from carddesigner.pipeline.build import Printed, build_deck
from carddesigner.pipeline.changes import NOTHING_CHANGED
from carddesigner.pipeline.export import export
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.result import BuildResult
from carddesigner.printers.calibrate import keep, write_page

MAX_PAGES, MAX_SLOTS, MAX_FOUND = 2_000, 60_000, 200
"""The most pages and copies that are sent to the page, and the most problems."""
KEPT = 3
"""The number of impositions whose pictures can be requested."""
_PROGRESS_SECONDS = 0.1
"""Seconds between two progress reports."""


class Edited(Struct, frozen=True, tag_field="t", tag="edited"):
    """Files of the deck were changed."""

    files: tuple[str, ...]


class Paint(Struct, frozen=True, tag_field="t", tag="paint"):
    """Request the picture of a page of an imposition, in a file."""

    key: int
    page: int


class Painted(Struct, frozen=True, tag_field="t", tag="painted"):
    """The file's name in the scratch folder, or its ``text`` if the disk is full; both are empty if the page is not
    known any more.
    """

    name: str = ""
    text: str = ""


class FormNow(Struct, frozen=True, tag_field="t", tag="form"):
    """Request the values that can be chosen."""


Question = Edited | Paint | FormNow | m.PrintLook | m.PrintBuild | m.PrintExport | m.PrintMeasure
Answer = Painted | m.PrintForm | m.PrintSheets | m.PrintWrong | m.Making | m.Made


class _Imposed(Struct):
    """Pages whose pictures can be requested."""

    deck: LoadedDeck
    pages: Sequence[Sheet]


class Worker(Struct):
    """Answers requests about a deck; ``report_progress`` is called with the progress."""

    file: Path
    output: Path
    scratch: Path
    report_progress: Callable[[m.Making], None]
    held: Mapping[Path, Path] = field(default_factory=dict)
    imposed: dict[int, _Imposed] = field(default_factory=dict)
    number: int = 0
    _deck: WorkingDeck | None = None

    @property
    def deck(self) -> WorkingDeck:
        """The deck, which stays open."""
        if self._deck is None:
            self._deck = self._opened()
        return self._deck

    def _opened(self) -> WorkingDeck:
        deck = WorkingDeck(self.file)
        deck.hold(self.held)
        return deck

    def answer(self, request: Question) -> Answer | None:
        """Answer a request; errors are part of the answer."""
        match request:
            case Edited(files):
                if self._deck is not None:
                    self._deck.changed(map(Path, files))
                return None
            case Paint(key, page):
                return self.paint(key, page)
            case FormNow():
                return self.form()
            case m.PrintLook(seq):
                try:
                    return self.look(request)
                except Exception as problem:
                    return m.PrintWrong(seq, *wrong(problem))
        what = {m.PrintBuild: "build", m.PrintMeasure: "calibrate"}.get(type(request), "export")
        started = time.perf_counter()
        try:
            parts, report = self.make(request)
        except Exception as problem:
            return m.Made(what, "failed", (), *wrong(problem))
        return m.Made(what, "done", parts, some_found(report), seconds=round(time.perf_counter() - started, 2))

    def form(self) -> m.PrintForm:
        """Return the values that can be chosen; those of the deck are left out if it can't be read."""
        loaded = None
        with suppress(DeckError):
            loaded = self.deck.loaded(Report())
        folder = self.output / loaded.deck.deck if loaded is not None else self.output
        return m.PrintForm((), (), (), exporters(), tuple(offers(loaded, self.output)), kept_by_decks(), str(folder))

    # Previews.

    def look(self, request: m.PrintLook) -> m.PrintSheets:
        """Return the pages of a build. Raises DeckError and OptionError."""
        loaded = self.deck.loaded(Report())
        options = print_options(request.choices, self.output, loaded.deck.deck)
        printed = self.deck.printed(options, self._progress("look"))
        loaded = self.deck.loaded(Report(), options.language, options.edition)
        job = print_job(loaded, options)
        result = printed.result
        documents = _documents(loaded, printed)
        self.number += 1
        self.imposed[self.number] = _Imposed(loaded, [page for _, _, _, pages in documents for page in pages])
        for old in [key for key in self.imposed if key <= self.number - KEPT]:
            del self.imposed[old]
            for path in self.scratch.glob(f"{old}-*.svg"):
                path.unlink(missing_ok=True)
        changes = tuple(result.changes.lines()) if result.changes is not None else ()
        if result.changes is not None and not documents:
            changes = (*changes, NOTHING_CHANGED)
        return m.PrintSheets(
            request.seq,
            self.number,
            tuple(_print_documents(documents, job.sheet.duplex, job.of_booklets.duplex)),
            tuple(m.PrintCount(c.id, c.pieces, c.cards, c.alone) for c in result.components),
            result.sheets,
            changes,
            tuple(offered(job)),
            some_found(result.report),
        )

    def paint(self, key: int, page: int) -> Painted:
        """Return a page's picture."""
        imposed = self.imposed.get(key)
        if imposed is None or not 0 <= page < len(imposed.pages):
            return Painted()
        path = self.scratch / f"{key}-{page}.svg"
        if not path.exists():
            assets, sheet = imposed.deck.assets, imposed.pages[page]
            text = sheet_svg(sheet, f"{page + 1}", assets.face, assets.picture_bytes)
            written = path.with_suffix(".new")
            try:
                written.write_text(text, "utf-8")
                written.replace(path)
            except OSError:
                with suppress(OSError):
                    written.unlink(missing_ok=True)
                return Painted(text=text)
        return Painted(path.name)

    # Output files.

    def make(self, request: Question) -> tuple[tuple[m.MadePart, ...], Report]:
        """Write the requested files. Raises DeckError, OptionError and OutputProblem."""
        if isinstance(request, m.PrintMeasure):
            return (self._measure(request),), Report()
        loaded = self.deck.loaded(Report())
        if isinstance(request, m.PrintBuild):
            options = print_options(request.choices, self.output, loaded.deck.deck)
            progress = self._progress("build")
            held = self.held
            result = self._opened().build(options, progress) if held else build_deck(self.file, options, progress)
            return tuple(_of_build(result)), result.report
        assert isinstance(request, m.PrintExport)
        wanted, language, edition = export_options(request.choices, self.output)
        report = Report()
        loaded = self._opened().loaded(report, language, edition)
        made = export(loaded, wanted, self._progress("export"))
        part = _of_export(wanted.to, made.artifacts, loaded, self.scratch, self._progress("export"))
        for problem in made.report:
            report.add(problem)
        return (part,), report

    def _measure(self, request: m.PrintMeasure) -> m.MadePart:
        wanted = calibration(request.choices)
        if wanted.given:
            kept = keep(wanted)
            return m.MadePart(wanted.printer or "", (), tuple(map(_line, (*kept.lines, str(kept.path)))))
        page = write_page(wanted, self.output)
        file = m.MadeFile(str(page.path), "pdf", page.pages, page.path.stat().st_size)
        return m.MadePart(page.described, (file,), (), tuple(map(_line, page.steps)))

    def _progress(self, what: str) -> Progress:
        """Return a function that reports progress at intervals."""
        last = 0.0

        def progress(stage: str, done: int, total: int) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= _PROGRESS_SECONDS:
                last = now
                self.report_progress(m.Making(what, stage, done, total))

        return progress


def wrong(problem: Exception) -> tuple[tuple[Found, ...], tuple[m.WrongChoice, ...]]:
    """Return the problems for an exception, and the choices that caused it."""
    if isinstance(problem, DeckError):
        return some_found(problem.report), ()
    if isinstance(problem, OptionError):
        choices = wrong_choices(problem)
        return found_of_choices(choices), choices
    if isinstance(problem, OutputProblem):
        return (Found("error", "output", str(problem)),), ()
    if isinstance(problem, OSError):
        place = f"{problem.filename}: " if problem.filename else ""
        return (Found("error", "output", f"{place}{problem.strerror or problem}"),), ()
    return (Found("error", "failed", fault_of(problem)),), ()


def some_found(report: Report) -> tuple[Found, ...]:
    """Return errors, then warnings, up to a limit."""
    ordered: list[Diagnostic] = [*report.errors, *report.warnings]
    return all_found(ordered[:MAX_FOUND])


_Document = tuple[str, tuple[str, ...], tuple[str, ...], Sequence[Sheet]]
"""A file's title, lines, steps and pages."""


def _documents(deck: LoadedDeck, printed: Printed) -> list[_Document]:
    """Return the files of a build except the manifest."""
    out: list[_Document] = []
    if printed.pages:
        out.append((deck.title, _lines(printed.result), printed.result.steps, printed.pages))
    for one in printed.result.folded:
        if one.reading:
            out.append((f"{one.component}, to read", (), (), one.reading))
        if one.printed:
            out.append((f"{one.component}, to print", (one.summary,), one.steps, one.printed))
    return out


def _lines(result: BuildResult) -> tuple[str, ...]:
    return tuple(line for line in (result.summary, result.unprinted.line, result.usage) if line)


def _print_documents(
    documents: Sequence[_Document], duplex: DuplexMode, folded: DuplexMode
) -> Iterator[m.PrintDocument]:
    first, slots = 0, 0
    for number, (title, lines, steps, sheets) in enumerate(documents):
        mode = duplex if number == 0 else folded
        both = {s.number for s in sheets if s.side == "back"}
        pages = []
        for at, sheet in enumerate(islice(sheets, MAX_PAGES), 1):
            slots += len(sheet.slots)
            if slots > MAX_SLOTS:
                break
            pages.append(_page(at, sheet, mode if sheet.number in both else None))
        yield m.PrintDocument(title, lines, steps, first, len(sheets), tuple(pages))
        first += len(sheets)


def _page(number: int, sheet: Sheet, duplex: DuplexMode | None) -> m.PrintPage:
    paper = sheet.paper
    turned = ""
    if duplex is not None and duplex.turns:
        corner = paper.area.grown(-1.0)._replace(width=1.0, height=1.0)
        turned = "across" if duplex.behind(corner, paper.width, paper.height).x != corner.x else "over"
    slots = (
        m.PrintSlot(s.component, s.piece, "back" if s.side == "back" else "front", in_mm(s.trim)) for s in sheet.slots
    )
    width, height = paper.width / MM, paper.height / MM
    return m.PrintPage(number, sheet.number, sheet.side, width, height, turned, tuple(slots))  # type: ignore[arg-type]


def _of_build(result: BuildResult) -> Iterator[m.MadePart]:
    changes = tuple(result.changes.lines()) if result.changes is not None else ()
    folded = {a.path for one in result.folded for a in one.artifacts}
    own = tuple(_file(a) for a in result.artifacts if a.path not in folded)
    if not result.artifacts:
        yield m.MadePart("", (), (*changes, NOTHING_CHANGED))
        return
    yield m.MadePart("", own, (*changes, *_lines(result)), result.steps)
    for one in result.folded:
        yield m.MadePart(one.component, tuple(map(_file, one.artifacts)), (one.summary,), one.steps)


def _of_export(
    to: str, artifacts: Sequence[Artifact], deck: LoadedDeck, scratch: Path, progress: Progress
) -> m.MadePart:
    """Return the file, or one archive of several files."""
    if len(artifacts) == 1:
        return m.MadePart(to, (_file(artifacts[0]),))
    folder = artifacts[0].path.parent
    path = scratch / f"{deck.deck.deck}-{folder.name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED if to == "png" else zipfile.ZIP_DEFLATED) as packed:
        for done, one in enumerate(artifacts):
            progress("packing", done, len(artifacts))
            packed.write(one.path, one.path.relative_to(folder.parent))
    whole = m.MadeFile(str(path), "zip", 0, path.stat().st_size)
    return m.MadePart(to, (whole,), (f"{len(artifacts)} files in {folder}",))


def _file(artifact: Artifact) -> m.MadeFile:
    return m.MadeFile(str(artifact.path), artifact.kind, artifact.pages, artifact.path.stat().st_size)


def _line(text: str) -> str:
    return " ".join(text.split())


def main() -> None:
    """Answer each line of standard input until it ends."""
    from carddesigner.core.signals import STOPPING, stop

    with suppress(AttributeError, OSError):
        os.nice(5)
    with suppress(ImportError, ValueError):
        import signal

        for number in STOPPING:
            signal.signal(number, lambda number, _: stop(number))
    out = sys.stdout.buffer

    def write(answer: Answer | None, *, last: bool) -> None:
        out.write(msgspec.json.encode((last, answer)) + b"\n")
        out.flush()

    file, output, scratch = map(Path, sys.argv[1:4])
    held = of_argument(sys.argv[4])
    worker = Worker(file, output, scratch, lambda making: write(making, last=False), held)
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        write(worker.answer(decoder.decode(line)), last=True)


if __name__ == "__main__":
    main()
