"""Jobs and what comes of them as bytes: paths lead to the same files wherever these lie on another machine."""

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
    """Where files lie that have the same path on two machines: below a *root*, what is *shipped* with the program, and what a job
    *writes*.
    """

    root: Path
    shipped: Path
    writes: Path | None = None


_places: ContextVar[Places] = ContextVar("places")


def dump(value: object, places: Places | None = None) -> bytes:
    """A value, whose paths are those of these places; without any they stay, for this machine. Raises what ``pickle`` does for one that
    can't be sent.
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
    """The value in other places, or on this machine."""
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
    """A job, pickled, and whether it writes files."""

    job: bytes
    writes: bool


class Answer(Struct, frozen=True):
    """What came of a job, pickled, None where it failed, and the files that it wrote, by their paths below what it writes."""

    result: bytes | None = None
    files: dict[str, bytes] = {}
