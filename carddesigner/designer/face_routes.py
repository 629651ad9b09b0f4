"""The routes for what the faces on pages refer to: fonts, and pictures in the size in which they are displayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from carddesigner.core.report import DeckError
from carddesigner.designer.face_links import LEAST, MOST
from carddesigner.designer.session import Session
from carddesigner.designer.small_pictures import SmallPictures


def face_routes(
    session: Callable[[], Session | None], small: Callable[[], SmallPictures], headers: Mapping[str, str]
) -> list[Route]:
    """Return the routes for fonts and pictures, whose responses have these *headers*. The content of an address never
    changes.
    """
    lasting = {**headers, "Cache-Control": "private, max-age=31536000, immutable"}

    async def font(request: Request) -> Response:
        now = session()
        data = now.links.font(request.path_params["family"], request.path_params["part"]) if now is not None else None
        if data is None:
            return PlainTextResponse("there is no such font", 404, headers)
        return Response(data, headers=lasting, media_type="font/otf")

    async def picture(request: Request) -> Response:
        now, digest, side = session(), request.path_params["digest"], request.path_params["side"]
        picture_file = now.links.picture(digest) if now is not None else None
        data = b""
        if now is not None and picture_file is not None and LEAST <= side <= MOST:
            with suppress(DeckError):
                data = now.loaded().assets.picture_bytes(picture_file)
        made = await small().made(digest, side, data) if data else None
        if made is None:
            return PlainTextResponse("there is no such picture", 404, headers)
        kind, content = made
        return Response(content, headers=lasting, media_type=kind)

    return [Route("/font/{family}/{part:int}", font), Route("/picture/{digest}/{side:int}", picture)]
