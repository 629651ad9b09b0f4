"""Files that a page sent and that lie nowhere in the deck yet."""

from __future__ import annotations

import hashlib

from msgspec import Struct

from carddesigner.source.yaml_edits import EditProblem

MAX_BYTES = 120_000_000
"""Bytes that are kept; after that those go that came first."""


class Upload(Struct, frozen=True):
    """A file as it was sent."""

    name: str
    data: bytes


class Uploads:
    """What was sent last, by keys."""

    def __init__(self) -> None:
        self._kept: dict[str, Upload] = {}

    def keep(self, upload: Upload) -> str:
        """Keep a file; the key is the same for the same."""
        key = hashlib.sha256(upload.name.encode() + b"\0" + upload.data).hexdigest()[:24]
        self._kept.pop(key, None)
        self._kept[key] = upload
        while sum(len(u.data) for u in self._kept.values()) > MAX_BYTES:
            self._kept.pop(next(iter(self._kept)))
        return key

    def get(self, key: str) -> Upload:
        """A file by its key. Raises EditProblem for one that has gone."""
        if key not in self._kept:
            raise EditProblem("the picture isn't at hand any more; drop it once more")
        return self._kept[key]
