"""Pictures dropped on the page: they are checked, and kept until the user chooses where they go."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterable
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.designer.drafts import safe_name
from carddesigner.designer.session import Session
from carddesigner.designer.uploads import Upload
from carddesigner.source.pictures import read_picture

MAX_PICTURE = 50_000_000
"""The most bytes of a dropped picture."""
_ENDINGS = frozenset((".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg"))


class Taken(Struct, frozen=True):
    """The key by which later messages refer to a picture; ``problem`` says why it was rejected."""

    key: str = ""
    problem: str = ""


async def take_picture(session: Session, name: str, body: AsyncIterable[bytes]) -> Taken:
    """Keep a picture for the deck; nothing is written to the deck's folder yet."""
    data = bytearray()
    async for part in body:
        data += part
        if len(data) > MAX_PICTURE:
            return Taken(problem=f"{name}: at most {MAX_PICTURE // 1_000_000} MB are taken")
    name = safe_name(name.replace("\\", "/").rpartition("/")[2])
    if session.shipped:
        return Taken(problem="a deck that comes with carddesigner stays as it is; make a copy to change it")
    try:
        _check(name, bytes(data))
    except (Problem, OSError) as problem:
        return Taken(problem=str(problem))
    return Taken(session.uploads.keep(Upload(name, bytes(data))))


def _check(name: str, data: bytes) -> None:
    """Refuse what is not a picture, whatever its name. Raises Problem."""
    ending = Path(name).suffix.lower()
    if ending not in _ENDINGS:
        raise Problem("broken-image", f"{name!r} is no picture; PNG, JPEG, WebP, TIFF, GIF, BMP and SVG are")
    if ending == ".svg":
        if b"<svg" not in data[:100_000] or b"\0" in data[:1000]:
            raise Problem("broken-image", f"{name!r} is no SVG")
        return
    with tempfile.TemporaryDirectory(prefix="carddesigner-") as folder:
        path = Path(folder) / f"picture{ending}"
        path.write_bytes(data)
        read_picture(path, name)


def place_in_art(session: Session, picture: Upload) -> str:
    """Return the path in the deck's folder for a picture of its own: that of an equal file if there is one, otherwise a
    name that is not used. Raises Problem and OSError.
    """
    folder = session.folder / "art"
    path, count = folder / picture.name, 2
    session.texts.check_place(path)
    while path.exists() and path.read_bytes() != picture.data:
        path = folder / f"{Path(picture.name).stem}-{count}{Path(picture.name).suffix}"
        count += 1
    return session.texts.relative(path)
