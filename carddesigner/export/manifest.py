"""The manifest beside every PDF: which copy lies where on which page, and what its faces contain.

Millimetres from the top left of each page as seen, y down; no dates, so that the same deck gives the same text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

import carddesigner
from carddesigner.core.piece import Keyed
from carddesigner.core.units import MM
from carddesigner.impose.sheet import Sheet, Slot

SCHEMA = 2
"""What digests of faces mean: 1 was of operators in a PDF, 2 is of values."""


class PieceRecord(Keyed, frozen=True):
    """A piece's line in the manifest; ``copies`` are those asked for, ``back`` None where it has none.

    ``inputs_sha256`` stands for all that its faces are made of, None where that isn't certain.
    """

    copies: int
    front_sha256: str
    back_sha256: str | None
    inputs_sha256: str | None = None


class Artifact(Struct, frozen=True):
    """A file that was written; ``path`` as the manifest names it, relative to the manifest."""

    path: Path
    kind: str
    pages: int
    sha256: str


def artifact(path: Path, kind: str, pages: int, data: bytes) -> Artifact:
    """An artifact with the digest of its bytes."""
    return Artifact(path, kind, pages, hashlib.sha256(data).hexdigest())


def manifest(
    *,
    deck: str,
    language: str,
    edition: str | None = None,
    layout: str,
    duplex: str,
    decks: int = 1,
    sheets: Sequence[Sheet],
    pieces: Sequence[PieceRecord],
    artifacts: Sequence[Artifact],
) -> bytes:
    """The manifest's JSON; *decks* is how many whole decks are printed."""
    first = sheets[0].paper if sheets else None
    data = {
        "schema": SCHEMA,
        "version": carddesigner.__version__,
        "deck": deck,
        "language": language,
        "edition": edition,
        "layout": layout,
        "duplex": duplex,
        "decks": decks,
        "paper_mm": [_mm(first.width), _mm(first.height)] if first else None,
        "pages": [
            {
                "number": number,
                "sheet": sheet.number,
                "side": sheet.side,
                "component": sheet.component,
                "paper_mm": [_mm(sheet.paper.width), _mm(sheet.paper.height)],
                "slots": [_slot(s) for s in sheet.slots],
            }
            for number, sheet in enumerate(sheets, 1)
        ],
        "pieces": list(pieces),
        "artifacts": [{"path": a.path.name, "pages": a.pages, "sha256": a.sha256} for a in artifacts],
    }
    return (_lines(data) + "\n").encode()


def _slot(slot: Slot) -> dict[str, object]:
    turned = slot.rotation in (90, 270)
    width, height = (slot.face.width, slot.face.height) if not turned else (slot.trim.height, slot.trim.width)
    x, y = slot.trim.centre[0] - width / 2, slot.trim.centre[1] - height / 2
    return {
        "piece": slot.piece,
        "component": slot.component,
        "copy": slot.copy,
        "side": slot.side,
        "x_mm": _mm(x),
        "y_mm": _mm(y),
        "width_mm": _mm(width),
        "height_mm": _mm(height),
        "rotation": slot.rotation,
    }


def _mm(points: float) -> float:
    value = round(points / MM, 4)
    return int(value) if value == int(value) else value


def _lines(data: dict[str, object]) -> str:
    """JSON with a line for each page's slot and each piece, so that it reads and diffs well."""
    out = []
    for key, value in data.items():
        rows = [_line(v) for v in value] if isinstance(value, list) and key != "paper_mm" else []
        out.append(f'  "{key}": ' + ("[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else _line(value)))
    return "{\n" + ",\n".join(out) + "\n}"


def _line(value: object) -> str:
    if isinstance(value, dict) and value.get("slots"):
        rows = ",\n      ".join(map(_line, value["slots"]))
        return f"{_line({**value, 'slots': []})[:-2]}\n      {rows}]}}"
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
