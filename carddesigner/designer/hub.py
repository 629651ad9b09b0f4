"""The open pages: their requests about the deck, and the messages that go to all of them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Hashable, Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from carddesigner.core.fault import fault_of
from carddesigner.core.report import Problem
from carddesigner.designer import changes
from carddesigner.designer import messages as m
from carddesigner.designer import property_messages as pm
from carddesigner.designer import start_messages as sm
from carddesigner.designer.ahead import REST
from carddesigner.designer.change_messages import FromChanges
from carddesigner.designer.data_messages import TypeCell
from carddesigner.designer.history import ELSEWHERE
from carddesigner.designer.page import Page
from carddesigner.designer.print_messages import FromPrintView
from carddesigner.designer.printing import Forms, Printing
from carddesigner.designer.recent import remember
from carddesigner.designer.session import Session, message_of
from carddesigner.designer.size_messages import AskSizes
from carddesigner.designer.sizes import ZoneSizes, sizes_for
from carddesigner.designer.small_pictures import SmallPictures
from carddesigner.designer.source_messages import FromSources, KeepTables, Refreshing, TakeSources
from carddesigner.designer.sources import Sources
from carddesigner.designer.start import fetched
from carddesigner.designer.start_messages import Refused
from carddesigner.designer.starting import Starting
from carddesigner.designer.text_messages import FromTexts, Tried, TryText
from carddesigner.designer.texts import Texts


class Hub:
    """The open pages; ``session`` is the deck that they show, None on the start page."""

    def __init__(self, session: Session | None, here: Path, forms: Forms, output: Path) -> None:
        self.session = session
        self.sources = Sources(session) if session is not None else None
        self.reading: asyncio.Task[None] | None = None
        """The task that downloads published sheets, while it runs."""
        self.printing = Printing(lambda: self.session, lambda message: self.broadcast([message]), forms, here / output)
        self.pages: dict[WebSocket, Page | None] = {}
        self.number = 0
        self.problems = m.Problems(True, ())
        self.touched: set[Path] = set()
        self.check_needed, self.switched, self.seen = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.starting = Starting(here, send, self.switch)
        self.sizes: tuple[ZoneSizes, ...] | None = None
        """The sizes of all texts, None if they must be computed."""
        self.editors: set[WebSocket] = set()
        """Pages that edited the deck and have not been told yet what that changed of its cards."""
        self.wishes: dict[WebSocket, AskSizes] = {}
        """The texts whose sizes pages have requested."""
        self.small = SmallPictures()
        self.last_request_at = 0.0
        """The time of the last request."""
        self._drawing: dict[WebSocket, asyncio.Task[None]] = {}

    async def broadcast(self, messages: Iterable[m.FromServer | msgspec.Raw], but: WebSocket | None = None) -> None:
        """Send messages to all pages."""
        sent = list(messages)
        for page in [p for p in self.pages if p is not but]:
            await send(page, sent)

    async def edited(self, by: WebSocket | None, files: Iterable[Path]) -> None:
        """Notify the other pages that files changed, and have the deck validated again."""
        files = set(files)
        self.touched |= files
        self.printing.changed(files)
        self.number += 1
        await self.broadcast([m.Changed(self.number)], but=by)
        self.problems = msgspec.structs.replace(self.problems, running=True)
        await self.broadcast([self.problems])
        self.check_needed.set()

    async def switch(self, session: Session) -> None:
        """Open another deck on all pages."""
        self.session, self.sources = session, Sources(session)
        self.pages = {page: Page(session) for page in self.pages}
        self.touched, self.problems = set(), m.Problems(True, ())
        self.sizes = None
        self.wishes.clear()
        self.number += 1
        self.switched.set()
        self.check_needed.set()
        if not session.shipped:
            remember(session.folder, session.title())
        await self.broadcast([sm.Opened(str(session.folder))])

    async def answer(self, page: WebSocket, message: m.FromPage) -> list[m.FromServer]:
        """Answer a page's request, and send the other pages what it changed."""
        s, self.last_request_at = self.session, time.monotonic()
        if isinstance(message, m.FromStart) or s is None:
            return await self.starting.answer(page, message if isinstance(message, m.FromStart) else sm.Start())
        before = s.history.at, len(s.history.steps)
        try:
            out = self._dispatched(page, s, message)
            if (shown := self.pages.get(page)) is not None:
                out = [*out, *Texts(shown).clash()]
        except Exception as problem:
            out = self._failed(page, message, problem)
        files, s.touched = s.touched, set()
        if self.session is s and (files or (s.history.at, len(s.history.steps)) != before):
            # Changes by other programs, and changes of many files at once, are also announced to the page itself.
            own = not isinstance(message, FromChanges | FromSources) and ELSEWHERE not in [
                t.name for t in s.history.steps[before[0] :]
            ]
            if not any(isinstance(one, m.Steps) for one in out):
                out = [s.steps(), *out]
            self.editors.add(page)
            await self.broadcast([s.steps()], but=page)
            await self.edited(page if own else None, files or [s.folder / name for name in s.known_texts])
        if self.sources is not None:
            await self.broadcast(self.sources.news())
        return out

    def draw(self) -> None:
        """Continue drawing the faces for which pages wait."""
        for socket, page in self.pages.items():
            if page is not None and page.wall.waits and socket not in self._drawing:
                self._drawing[socket] = asyncio.create_task(self._draw(socket))

    @property
    def rests(self) -> bool:
        """Whether there is nothing to do for any page."""
        return not self._drawing and time.monotonic() - self.last_request_at > REST

    async def _draw(self, socket: WebSocket) -> None:
        try:
            while (page := self.pages.get(socket)) is not None and page.wall.waits:
                try:
                    answer: m.FromServer = page.wall.some()
                except Exception as problem:
                    page.wall.forget()
                    answer = m.Note("error", fault_of(problem))
                await send(socket, [answer])
                # Answer other requests before drawing further faces.
                await asyncio.sleep(0)
        finally:
            # No await since the last check, so a later request starts drawing again.
            del self._drawing[socket]

    def news(self, page: WebSocket) -> list[m.FromServer]:
        """Return what an edit changed of the deck, for the page that made it; sent after the reply to the edit."""
        if page not in self.editors or self.session is None:
            return []
        self.editors.discard(page)
        return self.session.news()

    def _dispatched(self, page: WebSocket, session: Session, message: m.FromPage) -> list[m.FromServer]:
        if isinstance(message, AskSizes):
            return self._sizes(page, message)
        if isinstance(message, m.Open):
            return self._opened(page, session, whole=message.whole)
        if isinstance(message, FromSources):
            return self._sources(page, session, message)
        if isinstance(message, FromChanges):
            return changes.answer(session, message)
        if isinstance(message, FromPrintView):
            return self.printing.take(page, lambda answer: send(page, [answer]), message)
        shown = self.pages[page]
        if shown is not None and isinstance(message, FromTexts):
            return Texts(shown).answer(message)
        out = shown.answer(message) if shown is not None else []
        if isinstance(message, m.Show):
            self.seen.set()
        return out

    def _opened(self, page: WebSocket, session: Session, *, whole: bool) -> list[m.FromServer]:
        """Return the deck, unless the page has all of it already."""
        info, shown = session.info(whole=whole), self.pages[page]
        if shown is not None:
            if whole and info == shown.sent_deck:
                return []
            shown.sent_deck = info if whole else None
        saved = [self.sources.saved()] if self.sources is not None else []
        return [info, session.steps(), self.problems, *saved]

    def _sources(self, page: WebSocket, session: Session, message: FromSources) -> list[m.FromServer]:
        """Answer a request about tables that a spreadsheet holds."""
        assert self.sources is not None
        match message:
            case TakeSources(number, web):
                return self.sources.take(number, web=web)
            case KeepTables():
                self.sources.coming = {}
            case _ if self.reading is None:
                self.reading = asyncio.create_task(self._refresh(page, session, self.sources))
                return [Refreshing()]
        return []

    async def _refresh(self, page: WebSocket, session: Session, sources: Sources) -> None:
        """Download published sheets, and send the page the differences."""
        reply: m.FromServer
        try:
            answer = await fetched(session.file)
            if isinstance(answer, Refused):
                reply = m.Note("error", f"{answer.message}{f' ({answer.hint})' if answer.hint else ''}")
            else:
                reply = sources.came({Path(path): text for path, text in answer.texts})
        except (Problem, OSError, ValueError) as problem:
            reply = m.Note("error", message_of(problem))
        finally:
            self.reading = None
        await send(page, [reply])

    def _failed(self, page: WebSocket, message: m.FromPage, problem: Exception) -> list[m.FromServer]:
        """Return what is sent after an internal error, with unsaved edits discarded."""
        out: list[m.FromServer] = []
        shown, reason = self.pages[page], fault_of(problem)
        with suppress(Exception):
            out += shown.cancel() if shown is not None else []
        if isinstance(message, m.Drag | pm.Try | pm.TypeField | TypeCell):
            return [*out, m.Patch(message.seq, problem=reason)]
        return [*out, m.Note("error", reason), *([Tried(message.seq)] if isinstance(message, TryText) else [])]

    def _sizes(self, page: WebSocket, request: AskSizes) -> list[m.FromServer]:
        """Return the sizes of texts if they are known; otherwise they are sent later."""
        self.wishes.pop(page, None)
        if not request.wanted:
            return []
        self.wishes[page] = request
        if self.sizes is not None:
            return [sizes_for(request, self.sizes)]
        self.check_needed.set()
        return []


async def send(page: Hashable, messages: Iterable[m.FromServer | msgspec.Raw]) -> None:
    """Send messages to a page; if the page is closed, they are dropped."""
    assert isinstance(page, WebSocket)
    for message in messages:
        with suppress(RuntimeError, WebSocketDisconnect):
            await page.send_text(_encoded(message))


def _encoded(message: m.FromServer | msgspec.Raw) -> str:
    try:
        return msgspec.json.encode(message).decode()
    except UnicodeEncodeError:
        # Names of files may contain bytes that are not text.
        return json.dumps(msgspec.to_builtins(message))
