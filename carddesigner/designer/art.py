"""Pictures that are dropped on the page, put into a deck's ``art/``."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterable
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.designer.drafts import safe_name
from carddesigner.designer.session import Session
from carddesigner.export.files import OutputProblem, write_files
from carddesigner.source.pictures import read_picture

MAX_PICTURE = 50_000_000
"""Bytes of a picture that is dropped."""
_ENDINGS = frozenset((".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg"))


class Taken(Struct, frozen=True):
    """Where a picture lies in the deck's folder now; ``problem`` is why it wasn't taken."""

    path: str = ""
    problem: str = ""


async def take_picture(session: Session, name: str, body: AsyncIterable[bytes]) -> Taken:
    """Put a picture into the deck's ``art/``, under a name that nothing else there has."""
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
        session.check_place(session.folder / "art" / name)
        path = _place(session.folder / "art", name, bytes(data))
        if not path.exists():
            write_files({path: bytes(data)})
            session.made.note(session.relative(path), bytes(data))
            session.deck.changed([path])
    except (Problem, OutputProblem, OSError) as problem:
        return Taken(problem=str(problem))
    return Taken(session.relative(path))


def _check(name: str, data: bytes) -> None:
    """Refuse what is no picture, whatever it is called. Raises Problem."""
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


def _place(folder: Path, name: str, data: bytes) -> Path:
    """Where a picture is put: where the same one lies already, else beside any other of its name."""
    path, count = folder / name, 2
    while path.exists() and path.read_bytes() != data:
        path = folder / f"{Path(name).stem}-{count}{Path(name).suffix}"
        count += 1
    return path
