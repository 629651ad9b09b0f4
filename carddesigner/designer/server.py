"""The local web server of the designer, with one deck at a time; it answers only those who have the link."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from carddesigner.core.fault import fault_of
from carddesigner.designer import messages as m
from carddesigner.designer.art import take_picture
from carddesigner.designer.face_routes import face_routes
from carddesigner.designer.guard import HEADERS, Guard, cookie_name
from carddesigner.designer.hub import Hub, send
from carddesigner.designer.page import Page
from carddesigner.designer.print_routes import print_routes
from carddesigner.designer.printing import Forms
from carddesigner.designer.session import Session
from carddesigner.designer.upkeep import check, look_ahead, watch

STATIC = Path(__file__).parent / "static"
OUTPUT = Path("output")
MAX_MESSAGE = 32_000_000
"""The most bytes of a message from the page: enough for the most cells of one edit, and for the longest text that can
be edited.
"""
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_FILES = {path.name: _TYPES[path.suffix] for path in STATIC.iterdir() if path.suffix in _TYPES}
_DECODER = msgspec.json.Decoder(m.FromPage)


async def converse(hub: Hub, page: WebSocket) -> None:
    """Answer the messages of a page in order, until it closes."""
    await page.accept()
    hub.pages[page] = Page(hub.session) if hub.session is not None else None
    try:
        while True:
            try:
                message = _DECODER.decode(await page.receive_text())
            except (msgspec.MsgspecError, RecursionError, KeyError) as problem:
                await send(page, [m.Note("error", f"the page asked for nonsense: {problem}")])
                continue
            try:
                await send(page, await hub.answer(page, message))
                await send(page, hub.news(page))
                hub.draw()
            except Exception as problem:
                await send(page, [m.Note("error", fault_of(problem))])
    except WebSocketDisconnect:
        pass
    finally:
        hub.pages.pop(page, None)
        hub.wishes.pop(page, None)
        hub.editors.discard(page)
        hub.starting.leave(page)


def application(session: Session | None, token: str, port: int, forms: Forms, output: Path) -> ASGIApp:
    """Return the server's application, which starts with a deck or on the start page. Printed files go to *output*;
    *forms* are the fields of the print view.
    """
    hubs: list[Hub] = []

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        hubs.append(Hub(session, Path.cwd(), forms, output))
        tasks = [asyncio.create_task(work(hubs[0])) for work in (watch, check, look_ahead)]
        gc.set_threshold(50_000, 50, 1_000)
        try:
            yield
        finally:
            hubs[0].starting.end()
            if hubs[0].reading is not None:
                hubs[0].reading.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hubs[0].printing.close()
            await hubs[0].small.close()

    async def page(request: Request) -> Response:
        if "token" in request.query_params:
            answer: Response = RedirectResponse("/", 303, HEADERS)
            answer.set_cookie(cookie_name(port), token, httponly=True, samesite="strict", path="/")
            return answer
        return FileResponse(STATIC / "index.html", headers=HEADERS)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _FILES:
            return PlainTextResponse("there is no such file", 404, HEADERS)
        return FileResponse(STATIC / name, headers=HEADERS, media_type=_FILES[name])

    async def schema(request: Request) -> Response:
        from carddesigner.editors import schema_text

        name = request.path_params["name"]
        if name not in ("deck", "template"):
            return PlainTextResponse("there is no such schema", 404, HEADERS)
        text = await run_in_threadpool(schema_text, name)
        return Response(text, headers=HEADERS, media_type="application/json")

    async def drop(request: Request) -> Response:
        query = request.query_params
        answer = await hubs[0].starting.take(query.get("draft", ""), query.get("name", "cards"), request.stream())
        return Response(msgspec.json.encode(answer), headers=HEADERS, media_type="application/json")

    async def art(request: Request) -> Response:
        current = hubs[0].session
        if current is None:
            return PlainTextResponse("no deck is open", 404, HEADERS)
        taken = await take_picture(current, request.query_params.get("name", "picture"), request.stream())
        return Response(msgspec.json.encode(taken), headers=HEADERS, media_type="application/json")

    async def socket(page: WebSocket) -> None:
        await converse(hubs[0], page)

    routes = [
        Route("/", page),
        Route("/static/{name}", static),
        Route("/schema/{name}", schema),
        *face_routes(lambda: hubs[0].session, lambda: hubs[0].small, HEADERS),
        *print_routes(lambda: hubs[0].printing, HEADERS),
        Route("/drop", drop, methods=["POST"]),
        Route("/art", art, methods=["POST"]),
        WebSocketRoute("/socket", socket),
    ]
    app = Starlette(routes=routes, lifespan=running)
    return Guard(app, token, port)


def _ready(session: Session) -> None:
    """Prepare what the first page requests."""
    info = session.info(whole=False)
    if isinstance(info, m.DeckInfo):
        first = next(((c.id, c.pieces[0].id) for c in info.components if c.pieces), None)
        if first is not None:
            Page(session).view.show(*first, "front")


def serve(
    session: Session | None, port: int, opened: Callable[[str], None], forms: Forms | None = None, output: Path = OUTPUT
) -> None:
    """Serve a deck, or the start page, until Ctrl-C; *opened* is called with the link once it works. Printed files go
    to *output*; *forms* are the fields of the print view. Raises OSError if the port is taken.
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
        # Do slow work before the link is shown.
        config.load()
        opened(f"http://127.0.0.1:{port}/?token={token}")
        uvicorn.Server(config).run(sockets=[listening])
