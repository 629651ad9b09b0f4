"""The local web server of the page: one deck, one session, answered to those who have the link."""

from __future__ import annotations

import asyncio
import gc
import hmac
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import uvicorn
import watchfiles
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from carddesigner.designer import messages as m
from carddesigner.designer.session import Page, Session

STATIC = Path(__file__).parent / "static"
COOKIE = "carddesigner"
PATIENCE = 20.0
"""Seconds after which the process that looks a deck through is replaced."""
MAX_MESSAGE = 4_000_000
"""Bytes of a message from the page."""
_FILES = {"app.js": "text/javascript", "app.css": "text/css", "icon.svg": "image/svg+xml"}
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

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self.app, self.token, self.hosts = app, token, hosts

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
        if (origin is not None or asked.scope["type"] == "websocket") and origin not in {
            f"http://{h}" for h in self.hosts
        }:
            return "Only the designer's own page may ask."
        given = asked.cookies.get(COOKIE, "")
        if asked.scope["path"] == "/" and "token" in asked.query_params:
            given = asked.query_params["token"]
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            return "Open the link that `carddesigner designer` printed."
        return ""


class Rooms:
    """The pages that are open, and what they are all told."""

    def __init__(self, session: Session, copy: Callable[[], Session] | None) -> None:
        self.session, self.copy = session, copy
        self.pages: dict[WebSocket, Page] = {}
        self.number = 0
        self.problems = m.Problems(True, ())
        self.touched: set[Path] = set()
        self.asked = asyncio.Event()

    async def tell(self, messages: Iterable[m.FromServer], but: WebSocket | None = None) -> None:
        """Tell all pages."""
        said = [msgspec.json.encode(message).decode() for message in messages]
        for page in [p for p in self.pages if p is not but]:
            for text in said:
                with suppress(RuntimeError, WebSocketDisconnect):
                    await page.send_text(text)

    async def edited(self, by: WebSocket | None, files: Iterable[Path]) -> None:
        """Files changed: the other pages ask again, and the deck is looked through again."""
        self.touched |= set(files)
        self.number += 1
        await self.tell([m.Changed(self.number)], but=by)
        self.problems = msgspec.structs.replace(self.problems, running=True)
        await self.tell([self.problems])
        self.asked.set()

    async def answer(self, page: WebSocket, message: m.FromPage) -> list[m.FromServer]:
        """What a page asked for."""
        s, own = self.session, self.pages[page]
        match message:
            case m.Open(whole):
                return [s.info(whole=whole), s.steps(), self.problems]
            case m.Show(component, id, side):
                return [own.show(component, id, side)]
            case m.Wall():
                return [own.wall(message)]
            case m.Drag():
                return [own.drag(message)]
            case m.Cancel():
                return own.cancel()
            case m.TakeOver():
                return await self._take_over(page)
        before = s.history.at, len(s.history.steps)
        match message:
            case m.Drop():
                out = own.drop(message)
            case m.Reorder():
                out = own.reorder(message)
            case m.Delete():
                out = own.delete(message)
            case m.Duplicate():
                out = own.duplicate(message)
            case m.Rename():
                out = own.rename(message)
            case m.Undo(to):
                out = [*s.undo(to), *own.again()]
        if (s.history.at, len(s.history.steps)) != before:
            await self.tell([s.steps()], but=page)
            await self.edited(page, [s.folder / name for name in s.history.texts])
        return out

    async def _take_over(self, page: WebSocket) -> list[m.FromServer]:
        """The deck that comes with the program is copied, and the copy opened."""
        if self.copy is None or not self.session.shipped:
            return []
        try:
            self.session = self.copy()
        except Exception as problem:  # shown to the person who asked
            return [m.Note("error", str(problem))]
        self.pages = {open_: Page(self.session) for open_ in self.pages}
        await self.edited(page, [])
        told = m.Note("info", f"Copied to {self.session.folder}")
        return [self.session.info(whole=False), self.session.steps(), m.Changed(self.number), told]


async def _converse(rooms: Rooms, page: WebSocket) -> None:
    await page.accept()
    rooms.pages[page] = Page(rooms.session)
    try:
        while True:
            text = await page.receive_text()
            if len(text) > MAX_MESSAGE:
                await page.close(1009)
                return
            try:
                message = _DECODER.decode(text)
            except msgspec.MsgspecError as problem:
                await page.send_text(
                    msgspec.json.encode(m.Note("error", f"the page asked for nonsense: {problem}")).decode()
                )
                continue
            for answer in await rooms.answer(page, message):
                await page.send_text(msgspec.json.encode(answer).decode())
    except WebSocketDisconnect:
        pass
    finally:
        rooms.pages.pop(page, None)


async def _watch(rooms: Rooms) -> None:
    """Notice what others change."""
    while True:
        folder = rooms.session.folder
        stop = asyncio.Event()
        async for changes in watchfiles.awatch(
            folder, step=50, debounce=200, stop_event=stop, rust_timeout=1000, yield_on_timeout=True
        ):
            if rooms.session.folder != folder:
                break
            files = {Path(path) for _, path in changes}
            files = {f for f in files if not any(part.startswith(".") for part in f.relative_to(folder).parts)}
            if files and rooms.session.outside(files):
                await rooms.tell([rooms.session.steps()])
                await rooms.edited(None, files)


async def _check(rooms: Rooms) -> None:
    """Look the deck through whenever it changed, in a process beside this one."""
    process: asyncio.subprocess.Process | None = None
    of: Session | None = None
    rooms.asked.set()
    try:
        while True:
            await rooms.asked.wait()
            await asyncio.sleep(0.05)
            rooms.asked.clear()
            if process is None or process.returncode is not None or of is not rooms.session:
                if process is not None and process.returncode is None:
                    process.kill()
                of = rooms.session
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "carddesigner.designer.checker", str(of.file)),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    limit=2**26,
                )
            assert process.stdin is not None
            assert process.stdout is not None
            touched, rooms.touched = rooms.touched, set()
            try:
                process.stdin.write(msgspec.json.encode([str(f) for f in touched]) + b"\n")
                await process.stdin.drain()
                line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
                found = msgspec.json.decode(line, type=tuple[m.Found, ...])
            except (TimeoutError, OSError, ValueError, msgspec.MsgspecError):
                with suppress(ProcessLookupError):
                    process.kill()
                process = None
                found = (
                    m.Found(
                        "error", "check-failed", "the deck could not be looked through; run `carddesigner validate`"
                    ),
                )
            rooms.problems = m.Problems(rooms.asked.is_set(), found)
            await rooms.tell([rooms.problems])
            gc.collect(1)
    finally:
        if process is not None and process.returncode is None:
            process.kill()


def application(session: Session, token: str, port: int, copy: Callable[[], Session] | None = None) -> ASGIApp:
    """The server's application. *copy* makes a copy of a deck that comes with the program, and opens it."""
    rooms: list[Rooms] = []

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        rooms.append(Rooms(session, copy))
        tasks = [asyncio.create_task(work(rooms[0])) for work in (_watch, _check)]
        # What is loaded by now stays: collecting it again and again would hold up a drag.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 1_000)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def page(request: Request) -> Response:
        if "token" in request.query_params:
            answer: Response = RedirectResponse("/", 303, _HEADERS)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
            return answer
        return FileResponse(STATIC / "index.html", headers=_HEADERS)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _FILES:
            return PlainTextResponse("there is no such file", 404, _HEADERS)
        return FileResponse(STATIC / name, headers=_HEADERS, media_type=_FILES[name])

    async def socket(page: WebSocket) -> None:
        await _converse(rooms[0], page)

    routes = [Route("/", page), Route("/static/{name}", static), WebSocketRoute("/socket", socket)]
    app = Starlette(routes=routes, lifespan=running)
    return Guard(app, token, frozenset((f"127.0.0.1:{port}", f"localhost:{port}")))


def serve(
    session: Session, port: int, opened: Callable[[str], None], copy: Callable[[], Session] | None = None
) -> None:
    """Answer until Ctrl-C; *opened* is given the link once it works. Raises OSError for a port that is taken."""
    import socket

    with socket.create_server(("127.0.0.1", port)) as listening:
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        app = application(session, token, port, copy)
        config = uvicorn.Config(
            app,
            log_level="critical",
            lifespan="on",
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE,
            timeout_graceful_shutdown=1,
        )
        opened(f"http://127.0.0.1:{port}/?token={token}")
        uvicorn.Server(config).run(sockets=[listening])
