"""Tables from which decks are to be made: dropped files, held in temporary folders until then."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
import zipfile
from io import BytesIO
from itertools import islice
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.source.files import MAX_NEAR, is_there
from carddesigner.starter.reading.source import RECORDS, TABLES, TEXT_TABLES, WORKBOOKS, check_kind
from carddesigner.starter.spelling import unused

MAX_TABLE, MAX_ALL = 50_000_000, 300_000_000
"""The most bytes of a table, and of a table with the pictures beside it."""
MAX_FILES, MAX_DRAFTS = 2_000, 6
_DEPTH = 4
_MAX_NAME = 100
_MAX_UNPACKED = 2_000
_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\/]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)
_PICTURES = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".gif": (b"GIF8",),
    ".webp": (b"RIFF",),
    ".bmp": (b"BM",),
    ".tif": (b"II*\x00", b"MM\x00*"),
    ".tiff": (b"II*\x00", b"MM\x00*"),
    ".svg": (b"<", b"\xef\xbb\xbf<"),
}
"""The first bytes of pictures."""


class UploadProblem(Exception):
    """A dropped file can't be used; the message is for the user."""


class Draft(Struct):
    """A table, in a temporary folder with the pictures that were dropped with it, or at its own place on this
    computer.
    """

    folder: Path | None
    table: Path | None = None
    address: str = ""
    size: int = 0
    files: int = 0


class Drafts:
    """The tables from which decks may be made, a few at a time."""

    def __init__(self) -> None:
        self._drafts: dict[str, Draft] = {}

    def new(self, table: Path | None = None) -> str:
        """Start an empty draft, or one of a *table* at its own place, and return its key. If there are too many drafts,
        the oldest is discarded.
        """
        while len(self._drafts) >= MAX_DRAFTS:
            self._remove(next(iter(self._drafts)))
        key = secrets.token_urlsafe(12)
        folder = Path(tempfile.mkdtemp(prefix="carddesigner-")) if table is None else None
        self._drafts[key] = Draft(folder, table)
        return key

    def get(self, key: str) -> Draft:
        """Return a draft. Raises UploadProblem if it was discarded."""
        if key not in self._drafts:
            raise UploadProblem("this table isn't there any more; drop it again")
        return self._drafts[key]

    def put(self, key: str, name: str, data: bytes) -> Path:
        """Add a dropped file to a draft: a table or a picture, as its bytes tell. Raises UploadProblem, DeckError and
        OSError.
        """
        draft = self.get(key)
        if draft.folder is None:
            assert draft.table is not None
            raise UploadProblem(
                f"{draft.table.name} is read where it lies: put {name} beside it, in {draft.table.parent}"
            )
        draft.size += len(data)
        draft.files += 1
        if draft.size > MAX_ALL or draft.files > MAX_FILES:
            raise UploadProblem(
                f"that is too much at once: at most {MAX_ALL // 1_000_000} MB and {MAX_FILES:,} files are taken"
            )
        place = safe_place(name)
        kind = place.suffix.lower()
        if kind in _PICTURES:
            if not data.startswith(_PICTURES[kind]):
                raise UploadProblem(f"{place.name} is no {kind[1:].upper()} picture")
            path = draft.folder / place
        else:
            place = place.with_name(f"{place.stem}{table_kind(place, data)}")
            if draft.table is not None and draft.table.name != place.name:
                raise UploadProblem(
                    f"a deck is made of one table, which is {draft.table.name}; drop {place.name} on the start page to begin with it"
                )
            path = draft.table = draft.folder / place.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def clear(self) -> None:
        """Discard all drafts."""
        for key in list(self._drafts):
            self._remove(key)

    def _remove(self, key: str) -> None:
        folder = self._drafts.pop(key).folder
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def table_kind(name: Path, data: bytes) -> str:
    """Return the file extension that matches a table's bytes. Raises UploadProblem, and DeckError for a kind that no
    deck is made from, which says what to export instead.
    """
    kind = name.suffix.lower()
    if data.startswith(b"PK\x03\x04"):
        kind = _workbook(data) or (".zip" if kind in TABLES else kind)
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        kind = ".xls"
    elif data.startswith(b"%PDF"):
        kind = ".pdf"
    elif kind in WORKBOOKS or kind == "":
        kind = ".tsv" if b"\t" in data.partition(b"\n")[0] else ".csv"
    if kind in (*TEXT_TABLES, *RECORDS) and b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UploadProblem(f"{name.name} holds no text, so it is no table")
    check_kind(Path(f"{name.stem}{kind}"), Report())
    return kind


def _workbook(data: bytes) -> str:
    try:
        with zipfile.ZipFile(BytesIO(data)) as whole:
            names = [i.filename for i in whole.infolist()[:_MAX_UNPACKED]]
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return ""
    return ".xlsx" if any(n.startswith("xl/") for n in names) else ".ods" if "content.xml" in names else ""


def safe_place(name: str) -> Path:
    """Return a path for a file of any name that is safe below a folder of ours."""
    parts = [safe_name(p) for p in name.replace("\\", "/").split("/") if p not in ("", ".", "..")]
    return Path(*parts[-_DEPTH:]) if parts else Path("cards")


def safe_name(name: str) -> str:
    """Return a name that is valid on all file systems, as close to the given one as possible."""
    name = _UNFIT.sub("", name).strip(" .~")
    kind = Path(name).suffix[:12]
    out = f"{name.removesuffix(kind)[: _MAX_NAME - len(kind)].rstrip(' .') or 'cards'}{kind}"
    return f"_{out}" if _RESERVED.fullmatch(out) else out


def copy_name(deck: str) -> str:
    """Return a folder name for the copy of a shipped deck. A folder with the shipped deck's own name would need another
    id, since both decks would be built to the same place.
    """
    return f"my-{deck}"


def unused_name(here: Path, name: str) -> str:
    """Return a name that nothing in a folder has yet."""
    try:
        taken = {p.name for p in islice(here.iterdir(), MAX_NEAR)}
    except OSError:
        taken = set()
    return unused(name, taken)


def safe_folder(path: Path) -> Path:
    """Return a folder to create, with new parts of its path renamed so that they are valid on all file systems."""
    if is_there(path) or path == path.parent:
        return path
    return safe_folder(path.parent) / safe_name(path.name)
