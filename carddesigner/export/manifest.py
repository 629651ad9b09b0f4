"""The manifest beside every PDF: which copy lies where on which page, and digests of what its faces show.

Lengths are in millimetres from the top left of each page as seen, y down; there are no dates, so that the same deck
gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

import carddesigner
from carddesigner.core.geometry import Rect
from carddesigner.core.piece import Keyed
from carddesigner.core.units import MM
from carddesigner.impose.sheet import Sheet, Slot

SCHEMA = 2
"""The version of the meaning of faces' digests: 1 was of PDF operators, 2 is of values."""
SLEEVES = "sleeves"
"""The ``layout`` of paper inserts for sleeves."""


class PieceRecord(Keyed, frozen=True):
    """A piece in the manifest: the number of copies, and digests of its faces and of all their inputs. The back's is
    None if it has none, the inputs' None if they aren't known for certain.
    """

    copies: int
    front_sha256: str
    back_sha256: str | None
    inputs_sha256: str | None = None


class Artifact(Struct, frozen=True):
    """A file that was written, at ``path`` within the output folder as given; manifests have only its name."""

    path: Path
    kind: str
    pages: int
    sha256: str


def manifest(
    *,
    deck: str,
    language: str,
    edition: str | None = None,
    layout: str,
    duplex: str,
    decks: int = 1,
    sheets: Sequence[Sheet],
    pieces: Iterable[PieceRecord],
    artifacts: Sequence[Artifact],
) -> Iterator[str]:
    """Yield the manifest's JSON, a few lines at a time; *decks* is the number of whole decks that are printed."""
    first = sheets[0].paper if sheets else None
    yield "{\n"
    for key, value in {
        "schema": SCHEMA,
        "version": carddesigner.__version__,
        "deck": deck,
        "language": language,
        "edition": edition,
        "layout": layout,
        "duplex": duplex,
        "decks": decks,
        "paper_mm": [_mm(first.width), _mm(first.height)] if first else None,
    }.items():
        yield f'  "{key}": {_compact(value)},\n'
    yield from _rows("pages", (_page(number, sheet) for number, sheet in enumerate(sheets, 1)))
    yield ",\n"
    yield from _rows("pieces", map(_compact, pieces))
    yield ",\n"
    made = [{"path": a.path.name, "pages": a.pages, "sha256": a.sha256} for a in artifacts]
    yield from _rows("artifacts", map(_compact, made))
    yield "\n}\n"


def _rows(key: str, rows: Iterable[str]) -> Iterator[str]:
    """Yield a list with a line for each row, so that it is readable in a diff."""
    before = f'  "{key}": ['
    ends = "]"
    for row in rows:
        yield f"{before}\n    {row}"
        before, ends = ",", "\n  ]"
    yield ends if ends != "]" else f"{before}]"


def _page(number: int, sheet: Sheet) -> str:
    head = {
        "number": number,
        "sheet": sheet.number,
        "side": sheet.side,
        "component": sheet.component,
        "paper_mm": [_mm(sheet.paper.width), _mm(sheet.paper.height)],
    }
    slots = ",".join(f"\n      {_slot(slot)}" for slot in sheet.slots)
    return f'{_compact(head)[:-1]}, "slots": [{slots}]}}'


def _slot(slot: Slot) -> str:
    head = {"piece": slot.piece, "component": slot.component, "copy": slot.copy, "side": slot.side}
    return f"{_compact(head)[:-1]}, {_place(slot.trim, slot.rotation, slot.face.width, slot.face.height)}"


@lru_cache(maxsize=1024)
def _place(trim: Rect, rotation: int, width: float, height: float) -> str:
    """The rest of a slot's line, for a face of this size; sheets of the same plan have the same places."""
    if rotation in (90, 270):
        width, height = trim.height, trim.width
    x, y = trim.centre[0] - width / 2, trim.centre[1] - height / 2
    lengths = {"x_mm": _mm(x), "y_mm": _mm(y), "width_mm": _mm(width), "height_mm": _mm(height)}
    return _compact({**lengths, "rotation": rotation})[1:]


def _mm(points: float) -> float:
    value = round(points / MM, 4)
    return int(value) if value == int(value) else value


def _compact(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
