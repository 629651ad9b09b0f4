"""The local web server of the page: one deck at a time, answered to those who have the link."""

from __future__ import annotations

import asyncio
import gc
import hmac
import json
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import uvicorn
import watchfiles
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from carddesigner.core.fault import fault_of
from carddesigner.core.report import Problem
from carddesigner.designer import changes
from carddesigner.designer import messages as m
from carddesigner.designer import start_messages as sm
from carddesigner.designer.ahead import PAUSE, REST, Ahead
from carddesigner.designer.art import take_picture
from carddesigner.designer.change_messages import FromChanges
from carddesigner.designer.data_messages import TypeCell
from carddesigner.designer.face_routes import face_routes
from carddesigner.designer.history import ELSEWHERE
from carddesigner.designer.page import Page
from carddesigner.designer.print_messages import FromPrintView
from carddesigner.designer.print_routes import print_routes
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
from carddesigner.designer.text_messages import OfTexts, Tried, TryText
from carddesigner.designer.texts import Texts
from carddesigner.designer.told import Found
from carddesigner.designer.workbooks import as_argument

STATIC = Path(__file__).parent / "static"
OUTPUT = Path("output")
PATIENCE = 60.0
"""Seconds after which the process that looks a deck through is replaced."""
MAX_MESSAGE = 32_000_000
"""Bytes of a message from the page: as many cells as are taken at once, and the longest text that is edited, have room."""
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_FILES = {path.name: _TYPES[path.suffix] for path in STATIC.iterdir() if path.suffix in _TYPES}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_DECODER = msgspec.json.Decoder(m.FromPage)


class Guard:
    """Lets in who has the token, from this machine's own page only."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.token, self.port = app, token, port
        self.hosts = frozenset((f"127.0.0.1:{port}", f"localhost:{port}"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be answered."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        refused = self._refused(asked)
        if not refused:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(4403, refused)
        else:
            await PlainTextResponse(refused, 403, _HEADERS)(scope, receive, send)

    def _refused(self, asked: HTTPConnection) -> str:
        """Why not, empty for what is let in."""
        host, origin = asked.headers.get("host", ""), asked.headers.get("origin")
        if host not in self.hosts:
            return "This address is not the designer's."
        writes = asked.scope["type"] == "websocket" or asked.scope["method"] not in ("GET", "HEAD")
        if (origin is not None or writes) and origin not in {f"http://{h}" for h in self.hosts}:
            return "Only the designer's own page may ask."
        given = asked.cookies.get(_cookie(self.port), "")
        if asked.scope["path"] == "/" and "token" in asked.query_params:
            given = asked.query_params["token"]
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            return "Open the link that `carddesigner designer` printed."
        return ""


def _cookie(port: int) -> str:
    """The name of the cookie with the token: browsers give those of one port to all others, and several designers may run."""
    return f"carddesigner-{port}"


class Rooms:
    """The pages that are open, and what they are all told; ``session`` is the deck that they show, none on the start page."""

    def __init__(self, session: Session | None, here: Path, forms: Forms, output: Path) -> None:
        self.session = session
        self.sources = Sources(session) if session is not None else None
        self.reading: asyncio.Task[None] | None = None
        """What reads published sheets, while it does."""
        self.printing = Printing(lambda: self.session, lambda message: self.tell([message]), forms, here / output)
        self.pages: dict[WebSocket, Page | None] = {}
        self.number = 0
        self.problems = m.Problems(True, ())
        self.touched: set[Path] = set()
        self.asked, self.switched, self.seen = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.starting = Starting(here, _say, self.switch)
        self.sizes: tuple[ZoneSizes, ...] | None = None
        """The sizes of all texts, None where they have to be found out."""
        self.editors: set[WebSocket] = set()
        """Pages that changed something of the deck and are still to know what that changed of its cards."""
        self.wishes: dict[WebSocket, AskSizes] = {}
        """The texts whose sizes pages want to know."""
        self.small = SmallPictures()
        self.asked_at = 0.0
        """When a page asked for something last."""
        self._drawing: dict[WebSocket, asyncio.Task[None]] = {}

    async def tell(self, messages: Iterable[m.FromServer | msgspec.Raw], but: WebSocket | None = None) -> None:
        """Tell all pages."""
        said = list(messages)
        for page in [p for p in self.pages if p is not but]:
            await _say(page, said)

    async def edited(self, by: WebSocket | None, files: Iterable[Path]) -> None:
        """Files changed: the other pages ask again, and the deck is looked through again."""
        files = set(files)
        self.touched |= files
        self.printing.changed(files)
        self.number += 1
        await self.tell([m.Changed(self.number)], but=by)
        self.problems = msgspec.structs.replace(self.problems, running=True)
        await self.tell([self.problems])
        self.asked.set()

    async def switch(self, session: Session) -> None:
        """Another deck is open now, on all pages."""
        self.session, self.sources = session, Sources(session)
        self.pages = {page: Page(session) for page in self.pages}
        self.touched, self.problems = set(), m.Problems(True, ())
        self.sizes = None
        self.wishes.clear()
        self.number += 1
        self.switched.set()
        self.asked.set()
        if not session.shipped:
            remember(session.folder, session.title())
        await self.tell([sm.Opened(str(session.folder))])

    async def answer(self, page: WebSocket, message: m.FromPage) -> list[m.FromServer]:
        """What a page asked for; the others are told what it changed."""
        s, self.asked_at = self.session, time.monotonic()
        if isinstance(message, m.FromStart) or s is None:
            return await self.starting.answer(page, message if isinstance(message, m.FromStart) else sm.Start())
        before = s.history.at, len(s.history.steps)
        try:
            out = self._answered(page, s, message)
            if (shown := self.pages.get(page)) is not None:
                out = [*out, *Texts(shown).clash()]
        except Exception as problem:
            out = self._failed(page, message, problem)
        files, s.touched = s.touched, set()
        if self.session is s and (files or (s.history.at, len(s.history.steps)) != before):
            # What a page found out to be changed elsewhere, and what becomes of many files at once, it asks for anew itself.
            own = not isinstance(message, FromChanges | FromSources) and ELSEWHERE not in [
                t.name for t in s.history.steps[before[0] :]
            ]
            if not any(isinstance(said, m.Steps) for said in out):
                out = [s.steps(), *out]
            self.editors.add(page)
            await self.tell([s.steps()], but=page)
            await self.edited(page if own else None, files or [s.folder / name for name in s.known])
        if self.sources is not None:
            await self.tell(self.sources.news())
        return out

    def draw(self) -> None:
        """Go on with the faces for which pages wait."""
        for socket, page in self.pages.items():
            if page is not None and page.wall.waits and socket not in self._drawing:
                self._drawing[socket] = asyncio.create_task(self._draw(socket))

    @property
    def rests(self) -> bool:
        """Whether nothing is to do for any page."""
        return not self._drawing and time.monotonic() - self.asked_at > REST

    async def _draw(self, socket: WebSocket) -> None:
        try:
            while (page := self.pages.get(socket)) is not None and page.wall.waits:
                try:
                    answer: m.FromServer = page.wall.some()
                except Exception as problem:
                    page.wall.forget()
                    answer = m.Note("error", fault_of(problem))
                await _say(socket, [answer])
                # Whatever came meanwhile comes before the next faces.
                await asyncio.sleep(0)
        finally:
            # In the same step as nothing was left, so that what is asked for from now on is begun anew.
            del self._drawing[socket]

    def news(self, page: WebSocket) -> list[m.FromServer]:
        """What a page is to know of the deck once it was told what became of its edit, which comes first."""
        if page not in self.editors or self.session is None:
            return []
        self.editors.discard(page)
        return self.session.news()

    def _answered(self, page: WebSocket, session: Session, message: m.FromPage) -> list[m.FromServer]:
        if isinstance(message, AskSizes):
            return self._sizes(page, message)
        if isinstance(message, m.Open):
            saved = [self.sources.saved()] if self.sources is not None else []
            return [session.info(whole=message.whole), session.steps(), self.problems, *saved]
        if isinstance(message, FromSources):
            return self._sources(page, session, message)
        if isinstance(message, FromChanges):
            return changes.answer(session, message)
        if isinstance(message, FromPrintView):
            return self.printing.take(page, lambda answer: _say(page, [answer]), message)
        shown = self.pages[page]
        if shown is not None and isinstance(message, OfTexts):
            return Texts(shown).answer(message)
        out = shown.answer(message) if shown is not None else []
        if isinstance(message, m.Show):
            self.seen.set()
        return out

    def _sources(self, page: WebSocket, session: Session, message: FromSources) -> list[m.FromServer]:
        """What is asked of tables that a spreadsheet keeps."""
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
        """Read published sheets, and tell the page what they say otherwise."""
        said: m.FromServer
        try:
            answer = await fetched(session.file)
            if isinstance(answer, Refused):
                said = m.Note("error", f"{answer.message}{f' ({answer.hint})' if answer.hint else ''}")
            else:
                said = sources.came({Path(path): text for path, text in answer.texts})
        except (Problem, OSError, ValueError) as problem:
            said = m.Note("error", message_of(problem))
        finally:
            self.reading = None
        await _say(page, [said])

    def _failed(self, page: WebSocket, message: m.FromPage, problem: Exception) -> list[m.FromServer]:
        """What is told where an answer failed by our own fault, of which nothing unsaved is left."""
        out: list[m.FromServer] = []
        shown, said = self.pages[page], fault_of(problem)
        with suppress(Exception):
            out += shown.cancel() if shown is not None else []
        if isinstance(message, m.Drag | m.Try | m.TypeField | TypeCell):
            return [*out, m.Patch(message.seq, problem=said)]
        return [*out, m.Note("error", said), *([Tried(message.seq)] if isinstance(message, TryText) else [])]

    def _sizes(self, page: WebSocket, asked: AskSizes) -> list[m.FromServer]:
        """The sizes of texts, if they are known; else they are told once they are."""
        self.wishes.pop(page, None)
        if not asked.wanted:
            return []
        self.wishes[page] = asked
        if self.sizes is not None:
            return [sizes_for(asked, self.sizes)]
        self.asked.set()
        return []


async def _say(page: Hashable, messages: Iterable[m.FromServer | msgspec.Raw]) -> None:
    assert isinstance(page, WebSocket)
    for message in messages:
        with suppress(RuntimeError, WebSocketDisconnect):
            await page.send_text(_encoded(message))


def _encoded(message: m.FromServer | msgspec.Raw) -> str:
    try:
        return msgspec.json.encode(message).decode()
    except UnicodeEncodeError:
        # Names of files may hold bytes that are no text.
        return json.dumps(msgspec.to_builtins(message))


async def _converse(rooms: Rooms, page: WebSocket) -> None:
    await page.accept()
    rooms.pages[page] = Page(rooms.session) if rooms.session is not None else None
    try:
        while True:
            try:
                message = _DECODER.decode(await page.receive_text())
            except (msgspec.MsgspecError, RecursionError, KeyError) as problem:
                await _say(page, [m.Note("error", f"the page asked for nonsense: {problem}")])
                continue
            try:
                await _say(page, await rooms.answer(page, message))
                await _say(page, rooms.news(page))
                rooms.draw()
            except Exception as problem:
                await _say(page, [m.Note("error", fault_of(problem))])
    except WebSocketDisconnect:
        pass
    finally:
        rooms.pages.pop(page, None)
        rooms.wishes.pop(page, None)
        rooms.editors.discard(page)
        rooms.starting.leave(page)


async def _watch(rooms: Rooms) -> None:
    """Notice what others change."""
    while True:
        session = rooms.session
        rooms.switched.clear()
        if session is None:
            await rooms.switched.wait()
            continue
        folder = session.folder
        while not folder.is_dir() and rooms.session is session:
            # What isn't there can't be watched; it may come back.
            await asyncio.sleep(0.5)
        with suppress(OSError):
            async for found in watchfiles.awatch(folder, step=50, debounce=200, stop_event=rooms.switched):
                files = {Path(path) for _, path in found}
                files = {f for f in files if not any(part.startswith(".") for part in f.relative_to(folder).parts)}
                files = {f for f in files if not f.is_relative_to(rooms.printing.output)}
                try:
                    changed = rooms.session is session and bool(files) and session.outside(files)
                except Exception as problem:
                    changed = True
                    await rooms.tell([m.Note("error", fault_of(problem))])
                if rooms.session is session and rooms.sources is not None:
                    files -= set(session.books.held)
                    await rooms.tell(rooms.sources.news())
                if changed:
                    await rooms.tell([session.steps()])
                    await rooms.edited(None, files)
                if not folder.is_dir():
                    break


async def _look_ahead(rooms: Rooms) -> None:
    """Lay out what nobody asked for yet, while there is nothing else to do."""
    ahead = Ahead()
    await rooms.seen.wait()
    while True:
        more = False
        if rooms.session is not None and rooms.rests:
            # Whatever goes wrong is told to who asks for that card.
            with suppress(Exception):
                more = ahead.some(rooms.session)
        await asyncio.sleep(PAUSE if more else REST)


async def _check(rooms: Rooms) -> None:
    """Look the deck through whenever it changed, in a process beside this one."""
    process: asyncio.subprocess.Process | None = None
    of: Session | None = None
    held: Mapping[Path, Path] = {}
    rooms.asked.set()
    # The first card comes first.
    with suppress(TimeoutError):
        # ``wait_for`` loses a cancellation that comes together with what it waits for (Python 3.11).
        async with asyncio.timeout(3):
            await rooms.seen.wait()
    # What is loaded by now stays: collecting it again and again would hold up a drag.
    gc.collect()
    gc.freeze()
    try:
        while True:
            await rooms.asked.wait()
            await asyncio.sleep(0.02)
            rooms.asked.clear()
            if rooms.session is None:
                continue
            other = of is not rooms.session or held != rooms.session.books.held
            if process is None or process.returncode is not None or other:
                if process is not None and process.returncode is None:
                    process.kill()
                of, held = rooms.session, dict(rooms.session.books.held)
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "carddesigner.designer.checker", str(of.file), as_argument(held)),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    limit=2**26,
                )
            assert process.stdin is not None
            assert process.stdout is not None
            touched, rooms.touched = rooms.touched, set()
            if touched:
                rooms.sizes = None
            try:
                process.stdin.write(msgspec.json.encode([str(f) for f in touched]) + b"\n")
                await process.stdin.drain()
                async with asyncio.timeout(PATIENCE):
                    line = await process.stdout.readline()
                found = msgspec.json.decode(line, type=tuple[Found, ...])
            except (TimeoutError, OSError, ValueError, msgspec.MsgspecError):
                with suppress(ProcessLookupError):
                    process.kill()
                process = None
                found = (
                    Found("error", "check-failed", "the deck could not be looked through; run `carddesigner validate`"),
                )
            if of is not rooms.session:
                continue
            rooms.problems = m.Problems(rooms.asked.is_set(), found)
            await rooms.tell([rooms.problems])
            if process is not None and rooms.wishes and rooms.sizes is None and not rooms.asked.is_set():
                sizes = await _sizes(process)
                if of is not rooms.session:
                    continue
                rooms.sizes = sizes
                for page, wished in list(rooms.wishes.items()):
                    await _say(page, [sizes_for(wished, sizes)])
            gc.collect(1)
    finally:
        if process is not None and process.returncode is None:
            process.kill()


async def _sizes(process: asyncio.subprocess.Process) -> tuple[ZoneSizes, ...]:
    """The sizes of all texts, found out beside this process; none where that takes too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(b"null\n")
        await process.stdin.drain()
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        return msgspec.json.decode(line, type=tuple[ZoneSizes, ...])
    except (TimeoutError, OSError, ValueError, msgspec.MsgspecError):
        # What it would still say is of no question that is asked any more.
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        return ()


def application(session: Session | None, token: str, port: int, forms: Forms, output: Path) -> ASGIApp:
    """The server's application, which begins with a deck or on the start page. What is printed goes to *output*, with the fields of
    *forms*.
    """
    rooms: list[Rooms] = []

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        rooms.append(Rooms(session, Path.cwd(), forms, output))
        tasks = [asyncio.create_task(work(rooms[0])) for work in (_watch, _check, _look_ahead)]
        gc.set_threshold(50_000, 50, 1_000)
        try:
            yield
        finally:
            rooms[0].starting.end()
            if rooms[0].reading is not None:
                rooms[0].reading.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await rooms[0].printing.close()
            await rooms[0].small.close()

    async def page(request: Request) -> Response:
        if "token" in request.query_params:
            answer: Response = RedirectResponse("/", 303, _HEADERS)
            answer.set_cookie(_cookie(port), token, httponly=True, samesite="strict", path="/")
            return answer
        return FileResponse(STATIC / "index.html", headers=_HEADERS)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _FILES:
            return PlainTextResponse("there is no such file", 404, _HEADERS)
        return FileResponse(STATIC / name, headers=_HEADERS, media_type=_FILES[name])

    async def schema(request: Request) -> Response:
        from carddesigner.editors import schema_text

        name = request.path_params["name"]
        if name not in ("deck", "template"):
            return PlainTextResponse("there is no such schema", 404, _HEADERS)
        text = await run_in_threadpool(schema_text, name)
        return Response(text, headers=_HEADERS, media_type="application/json")

    async def drop(request: Request) -> Response:
        asked = request.query_params
        answer = await rooms[0].starting.take(asked.get("draft", ""), asked.get("name", "cards"), request.stream())
        return Response(msgspec.json.encode(answer), headers=_HEADERS, media_type="application/json")

    async def art(request: Request) -> Response:
        current = rooms[0].session
        if current is None:
            return PlainTextResponse("no deck is open", 404, _HEADERS)
        taken = await take_picture(current, request.query_params.get("name", "picture"), request.stream())
        return Response(msgspec.json.encode(taken), headers=_HEADERS, media_type="application/json")

    async def socket(page: WebSocket) -> None:
        await _converse(rooms[0], page)

    routes = [
        Route("/", page),
        Route("/static/{name}", static),
        Route("/schema/{name}", schema),
        *face_routes(lambda: rooms[0].session, lambda: rooms[0].small, _HEADERS),
        *print_routes(lambda: rooms[0].printing, _HEADERS),
        Route("/drop", drop, methods=["POST"]),
        Route("/art", art, methods=["POST"]),
        WebSocketRoute("/socket", socket),
    ]
    app = Starlette(routes=routes, lifespan=running)
    return Guard(app, token, port)


def _ready(session: Session) -> None:
    """Have at hand what the first page asks for."""
    info = session.info(whole=False)
    if isinstance(info, m.DeckInfo):
        first = next(((c.id, c.pieces[0].id) for c in info.components if c.pieces), None)
        if first is not None:
            Page(session).show(*first, "front")


def serve(
    session: Session | None, port: int, opened: Callable[[str], None], forms: Forms | None = None, output: Path = OUTPUT
) -> None:
    """Show a deck, or the start page, until Ctrl-C; *opened* is given the link once it works. What is printed goes to *output*, with
    the fields of *forms*. Raises OSError for a port that is taken.
    """
    import socket

    with socket.create_server(("127.0.0.1", port)) as listening:
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        app = application(session, token, port, forms or Forms(), output)
        config = uvicorn.Config(
            app,
            log_level="critical",
            lifespan="on",
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE,
            timeout_graceful_shutdown=1,
        )
        if session is not None:
            _ready(session)
        # Whoever opens the link waits for nothing but the page.
        config.load()
        opened(f"http://127.0.0.1:{port}/?token={token}")
        uvicorn.Server(config).run(sockets=[listening])
