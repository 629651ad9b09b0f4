"""Files uploaded by a page that are not part of the deck yet."""

from __future__ import annotations

import hashlib

from msgspec import Struct

from carddesigner.source.yaml_edits import EditProblem

MAX_BYTES = 120_000_000
"""The most bytes that are kept; the oldest files are dropped."""


class Upload(Struct, frozen=True):
    """An uploaded file."""

    name: str
    data: bytes


class Uploads:
    """The last uploaded files, by key."""

    def __init__(self) -> None:
        self._kept: dict[str, Upload] = {}

    def keep(self, upload: Upload) -> str:
        """Keep a file, and return its key, which is the same for equal files."""
        key = hashlib.sha256(upload.name.encode() + b"\0" + upload.data).hexdigest()[:24]
        self._kept.pop(key, None)
        self._kept[key] = upload
        while sum(len(u.data) for u in self._kept.values()) > MAX_BYTES:
            self._kept.pop(next(iter(self._kept)))
        return key

    def get(self, key: str) -> Upload:
        """Return a file by its key. Raises EditProblem if it was dropped."""
        if key not in self._kept:
            raise EditProblem("the picture isn't at hand any more; drop it once more")
        return self._kept[key]
