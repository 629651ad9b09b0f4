"""Jobs and their results as bytes. Paths are translated, so that they lead to the same files on another machine."""

from __future__ import annotations

import copyreg
import pickle
from contextvars import ContextVar
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

Where = Literal["as it is", "from the root", "shipped", "written"]


class Places(Struct, frozen=True):
    """Where one machine has the files that another machine has too: below a *root*, shipped with the program, and in
    the folder that a job writes to.
    """

    root: Path
    shipped: Path
    writes: Path | None = None


_places: ContextVar[Places] = ContextVar("places")


def dump(value: object, places: Places | None = None) -> bytes:
    """Pickle a value. Paths are stored relative to *places*; without them they are kept, for this machine. Raises the
    errors of ``pickle`` if the value can't be sent.
    """
    out = BytesIO()
    pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
    if places is not None:
        pickler.dispatch_table = {
            **copyreg.dispatch_table,
            type(places.root): lambda path: (_local_path, _sent_path(path, places)),
        }
    pickler.dump(value)
    return out.getvalue()


def load(data: bytes, places: Places | None = None) -> Any:
    """Unpickle a value, with its paths in *places*, or as they are on this machine."""
    if places is None:
        return pickle.loads(data)
    token = _places.set(places)
    try:
        return pickle.loads(data)
    finally:
        _places.reset(token)


def _sent_path(path: Path, places: Places) -> tuple[Where, str]:
    if places.writes is not None and path.is_relative_to(places.writes):
        return "written", path.relative_to(places.writes).as_posix()
    if not path.is_absolute():
        return "as it is", path.as_posix()
    if path.is_relative_to(places.shipped):
        return "shipped", path.relative_to(places.shipped).as_posix()
    anchor = places.root if path.is_relative_to(places.root) else Path(path.anchor)
    return "from the root", path.relative_to(anchor).as_posix()


def _local_path(where: Where, path: str) -> Path:
    if where == "as it is":
        return Path(path)
    places = _places.get()
    base = {"from the root": places.root, "shipped": places.shipped, "written": places.writes}[where]
    assert base is not None, "who sends a path of what is written says so"
    return base / path


class SentJob(Struct, frozen=True):
    """A pickled job, and whether it writes files."""

    job: bytes
    writes: bool


class Answer(Struct, frozen=True):
    """The pickled result of a job, None if it failed, and the files that it wrote, by their paths below its folder."""

    result: bytes | None = None
    files: dict[str, bytes] = {}
