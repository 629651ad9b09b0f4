"""The print view on the server: sheets are imposed and drawn, and files made, in processes beside the server, which
hands out the files.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.options import OptionError
from carddesigner.core.report import Problem
from carddesigner.designer import print_messages as m
from carddesigner.designer.choices import for_deck, label_of, wrong_choices
from carddesigner.designer.helper_process import Gone, HelperProcess
from carddesigner.designer.judging import judged
from carddesigner.designer.message_parts import Found
from carddesigner.designer.messages import FromServer, Note
from carddesigner.designer.session import Session, message_of
from carddesigner.designer.workbooks import as_argument
from carddesigner.designer.worker import Edited, FormNow, Paint, Painted
from carddesigner.export.files import OutputProblem
from carddesigner.source.yaml_edits import Edit, EditProblem, InsertKey, SetValue, read_places
from carddesigner.targets.names import NAMES

_WORKER = "carddesigner.designer.worker"
LONG = 2.0
"""Seconds after which an imposition is cancelled if another one is requested."""
PATIENCE = 60.0
"""Seconds after which a process that imposes or draws is replaced."""
MAX_MADE = 200
"""The most files that can be downloaded; the oldest are dropped."""
_STALLED = Found("error", "print-failed", "the sheets could not be made ready; run `carddesigner build` to see why")
_ENDED = Found("error", "print-failed", "the process that made the files ended")

Send = Callable[[FromServer | msgspec.Raw], Awaitable[None]]


class Forms(Struct, frozen=True):
    """The fields of building, exporting and calibration."""

    build: tuple[m.FormField, ...] = ()
    export: tuple[m.FormField, ...] = ()
    measure: tuple[m.FormField, ...] = ()


class Printing:
    """Answers the requests of the print view. *session* returns the open deck, *everyone* sends a message to all
    pages.
    """

    def __init__(self, session: Callable[[], Session | None], everyone: Send, forms: Forms, output: Path) -> None:
        self.session, self.everyone, self.forms, self.output = session, everyone, forms, output.absolute()
        self.viewer, self.maker = HelperProcess(_WORKER), HelperProcess(_WORKER)
        self.made: dict[str, Path] = {}
        self.number = 0
        self.making: asyncio.Task[None] | None = None
        self.stopped = False
        self.looking = 0.0
        """When the running imposition started, 0 if none is running."""
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self._touched: set[Path] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pending_looks: dict[Hashable, tuple[Send, m.PrintLook]] = {}
        """The request for sheets of each page that is not started yet."""
        self._look_task: asyncio.Task[None] | None = None

    @property
    def scratch(self) -> Path:
        """A folder for pictures of sheets and packed files, which is removed when the server ends."""
        if self._scratch is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="carddesigner-")
        return Path(self._scratch.name)

    def changed(self, files: Iterable[Path]) -> None:
        """Note changed files of the deck."""
        self._touched.update(files)

    def take(self, page: Hashable, send: Send, request: m.FromPrintView) -> list[FromServer]:
        """Answer a request. What takes longer is sent later; of a *page*'s requests for sheets only the last one is
        answered.
        """
        match request:
            case m.PrintKeep(choices):
                return self._keep(choices)
            case m.PrintStop():
                if self.making is not None:
                    self.stopped = True
                    self._start(self.maker.stop())
            case m.PrintJudge():
                self._start(self._judge(send, request))
            case m.PrintOpen():
                self._start(self._form(send))
            case m.PrintLook():
                self._pending_looks[page] = send, request
                if self._look_task is None or self._look_task.done():
                    self._look_task = self._start(self._look_for_all())
                elif self.looking and time.monotonic() - self.looking > LONG:
                    self._start(self.viewer.stop())
            case m.PrintBuild() | m.PrintExport() | m.PrintMeasure():
                if self.making is not None:
                    return [Note("error", "Something is being made already; wait for it, or stop it.")]
                self.stopped = False
                self.making = self._start(self._make(request))
        return []

    async def picture(self, key: int, page: int) -> Path | str | None:
        """Return the picture of a page, or the file that has it; None if the page is not known any more."""
        try:
            answer = await self.viewer.ask(self._arguments(), Paint(key, page), patience=PATIENCE)
        except Gone:
            return None
        painted = msgspec.json.decode(answer, type=Painted)
        return self.scratch / painted.name if painted.name else painted.text or None

    async def close(self) -> None:
        """End all tasks and processes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(self.viewer.stop(), self.maker.stop(), return_exceptions=True)
        if self._scratch is not None:
            self._scratch.cleanup()

    def _start(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _arguments(self) -> Sequence[str]:
        session = self.session()
        if session is None:
            raise Gone
        try:
            scratch = self.scratch
        except OSError as problem:
            raise Gone(f"there is no room for pictures of sheets: {problem.strerror or problem}") from None
        return str(session.file), str(self.output), str(scratch), as_argument(session.books.held)

    async def _catch_up(self) -> None:
        """Notify the viewer's process of changed files."""
        touched, self._touched = self._touched, set()
        if touched:
            await self.viewer.ask(self._arguments(), Edited(tuple(map(str, touched))), patience=PATIENCE)

    async def _form(self, send: Send) -> None:
        try:
            await self._catch_up()
            answer = await self.viewer.ask(self._arguments(), FormNow(), patience=PATIENCE)
        except Gone as gone:
            await send(Note("error", str(gone) or _STALLED.message))
            return
        form = msgspec.json.decode(answer, type=m.PrintForm)
        forms = self.forms
        await send(replace(form, build=forms.build, export=forms.export, measure=forms.measure, targets=NAMES))

    async def _look_for_all(self) -> None:
        """Impose the requested sheets, one request after the other."""
        while self._pending_looks:
            send, request = self._pending_looks.pop(next(iter(self._pending_looks)))
            await self._look(send, request)

    async def _look(self, send: Send, request: m.PrintLook) -> None:
        try:
            await self._catch_up()
            self.looking = time.monotonic()
            await send(await self.viewer.ask(self._arguments(), request, send, PATIENCE))
        except Gone as gone:
            await send(m.PrintWrong(request.seq, (_wrong(gone, _STALLED),)))
        finally:
            self.looking = 0.0

    async def _make(self, request: m.PrintBuild | m.PrintExport | m.PrintMeasure) -> None:
        what = {m.PrintBuild: "build", m.PrintMeasure: "calibrate"}.get(type(request), "export")
        await self.everyone(m.Making(what, "starting"))
        try:
            answer = await self.maker.ask(self._arguments(), request, self.everyone)
            made = self._with_links(msgspec.json.decode(answer, type=m.Made))
        except Gone as gone:
            made = m.Made(what, "stopped") if self.stopped else m.Made(what, "failed", (), (_wrong(gone, _ENDED),))
        finally:
            self.making = None
            # Ending the process frees the memory of the deck.
            await self.maker.stop()
        await self.everyone(made)
        if what != "export" and made.state == "done":
            await self._form(self.everyone)

    async def _judge(self, send: Send, request: m.PrintJudge) -> None:
        path = self.made.get(unquote(request.link.removeprefix("/made/")))
        if path is None or not path.is_file():
            await send(m.PrintJudged(request.link, problem="there is no such file any more; make it again"))
            return
        await send(await judged(request, path))

    def _with_links(self, made: m.Made) -> m.Made:
        """Return the result with an address for each file."""
        self.number += 1
        parts = []
        for part in made.parts:
            files = []
            for file in part.files:
                path = Path(file.path)
                name = f"{self.number}/{path.name}"
                self.made[name] = path
                shown = "" if path.is_relative_to(self.scratch) else file.path
                files.append(replace(file, path=shown, link=f"/made/{quote(name)}"))
            parts.append(replace(part, files=tuple(files)))
        for old in list(self.made)[:-MAX_MADE]:
            del self.made[old]
        return replace(made, parts=tuple(parts))

    def _keep(self, choices: Sequence[m.Choice]) -> list[FromServer]:
        """Write the choices to ``deck.yaml`` in one step."""
        session = self.session()
        if session is None:
            return []
        try:
            settings = for_deck(choices)
            if not settings:
                raise EditProblem("nothing is chosen that the deck could keep")
            places = read_places(session.file.name, session.texts.saved(session.file))
            own = {e.name: e.value for e in places.at(()).entries}
            edits: list[Edit]
            if "print" in own and own["print"].kind == "map":
                edits = [SetValue(("print", key), value) for key, value in settings.items()]
            else:
                edits = [InsertKey((), "print", dict(settings))]
            session.edit(f"Print settings: {', '.join(settings)}", {session.file: places.edited(edits)})
        except OptionError as problem:
            return [Note("error", "; ".join(f"{label_of(w.name)}: {w.message}" for w in wrong_choices(problem)))]
        except (Problem, OutputProblem) as problem:
            return [Note("error", message_of(problem))]
        return [session.steps(), Note("info", f"{session.file.name} says so now")]


def _wrong(gone: Gone, otherwise: Found) -> Found:
    """Return the problem of a process that could not answer."""
    return replace(otherwise, message=str(gone)) if str(gone) else otherwise
