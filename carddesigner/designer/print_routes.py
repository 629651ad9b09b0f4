"""The routes of the print view: pictures of sheets, and files made since the server started."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from carddesigner.designer.printing import Printing

_POLICY = "Content-Security-Policy"
_INLINE = (".pdf", ".png")
"""Files that a browser can show."""


def print_routes(printing: Callable[[], Printing], headers: Mapping[str, str]) -> list[Route]:
    """Return the routes for sheets and files, whose responses have these *headers*."""

    async def sheet(request: Request) -> Response:
        picture = await printing().picture(request.path_params["key"], request.path_params["page"])
        if picture is None:
            return PlainTextResponse("the sheets are others by now", 410, headers)
        if isinstance(picture, str):
            return Response(picture, headers=headers, media_type="image/svg+xml")
        return FileResponse(picture, headers=headers, media_type="image/svg+xml")

    async def made(request: Request) -> Response:
        path = printing().made.get(f"{request.path_params['number']}/{request.path_params['name']}")
        if path is None or not path.is_file():
            return PlainTextResponse("there is no such file", 404, headers)
        # The policy would prevent the browser's built-in PDF viewer from showing the file.
        own = {k: v for k, v in headers.items() if path.suffix != ".pdf" or k != _POLICY}
        seen = path.suffix in _INLINE and "download" not in request.query_params
        how = "inline" if seen else "attachment"
        return FileResponse(path, headers=own, filename=path.name, content_disposition_type=how)

    return [Route("/print/{key:int}/{page:int}.svg", sheet), Route("/made/{number:int}/{name}", made)]
