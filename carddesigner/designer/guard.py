"""Access control: only the program's own page on this machine, opened with the link, is answered."""

from __future__ import annotations

import hmac

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Passes on requests that have the token and come from this machine's own page."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.token, self.port = app, token, port
        self.hosts = frozenset((f"127.0.0.1:{port}", f"localhost:{port}"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        refused = self._refused(connection)
        if not refused:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(4403, refused)
        else:
            await PlainTextResponse(refused, 403, HEADERS)(scope, receive, send)

    def _refused(self, connection: HTTPConnection) -> str:
        """Return why a request is refused; empty if it is not."""
        host, origin = connection.headers.get("host", ""), connection.headers.get("origin")
        if host not in self.hosts:
            return "This address is not the designer's."
        writes = connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD")
        if (origin is not None or writes) and origin not in {f"http://{h}" for h in self.hosts}:
            return "Only the designer's own page may ask."
        given = connection.cookies.get(cookie_name(self.port), "")
        if connection.scope["path"] == "/" and "token" in connection.query_params:
            given = connection.query_params["token"]
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            return "Open the link that `carddesigner designer` printed."
        return ""


def cookie_name(port: int) -> str:
    """Return the name of the cookie with the token. Browsers send cookies to all ports of a host, and several designers
    may run.
    """
    return f"carddesigner-{port}"
