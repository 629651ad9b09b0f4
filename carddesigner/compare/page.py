"""A difference as one HTML page with the changed faces side by side, which needs no other file and no network."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.compare.difference import Difference, FieldChange, PieceChange
from carddesigner.compare.read import LaidState
from carddesigner.compare.regions import regions
from carddesigner.compare.view import ComparedPiece
from carddesigner.compare.words import common_ends
from carddesigner.core.digest import Digests
from carddesigner.core.face import LaidFace
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Progress
from carddesigner.core.units import MM
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures, png
from carddesigner.pipeline.build import face_digests

if TYPE_CHECKING:
    from PIL.Image import Image


DPI = 150
LONGEST = 900
"""Pixels of a picture's longer side."""
SMALLEST, LARGEST = 110, 300
"""Pixels of a picture's width as it is shown, from small tokens to boards."""
MAX_PICTURES = 300
MAX_PICTURE_BYTES = 25_000_000
"""Bytes of all pictures of a page."""
MAX_PIECES = 1_000
"""Pieces of a kind that are listed."""
MAX_TEXT = 700
"""Characters of a value; longer ones are cut where nothing differs."""
SMALL_PNG = 40_000
"""Bytes from which a picture is made smaller by a little loss."""


class ChangedArea(Struct, frozen=True):
    """A rectangle on a picture, in per cent of its width and height."""

    left: float
    top: float
    width: float
    height: float


class Shot(Struct, frozen=True):
    """A picture in the page: its data as an address, and its width and height in pixels as it is shown."""

    source: str
    width: int
    height: int


class SideShown(Struct, frozen=True):
    """A side before and now, what is marked, and how many more pieces changed in the very same way.

    ``first`` names the piece where the same pictures stand already, if there is one; ``note`` is why nothing is marked.
    """

    side: str
    old: Shot | None = None
    new: Shot | None = None
    marks: tuple[ChangedArea, ...] = ()
    first: str = ""
    others: int = 0
    note: str = ""


class TextPart(Struct, frozen=True):
    """A text's part and what became of it: same, gone or new."""

    text: str
    kind: str


def page(found: Difference, old: LaidState, new: LaidState, progress: Progress) -> str:
    """The page. Everything that a deck's author wrote is escaped."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(Path(__file__).with_name("page.html").read_text("utf-8"))
    album = _Album(old, new, found.titles(), progress)
    album.take(found)
    return template.render(
        found=found,
        told=[c for c in found.changed if c.has_other_data],
        looks=[c for c in found.changed if not c.has_other_data],
        album=album,
        most=MAX_PIECES,
        amount=lambda n, word: f"{n:,} {word}{'' if n == 1 else 's'}",
        parts=parts,
        about=_about,
    )


def parts(change: FieldChange) -> tuple[tuple[TextPart, ...], tuple[TextPart, ...]]:
    """A field's texts before and now, split into what both begin with, what differs, and what both end with."""
    start, end = common_ends(change.old, change.new)
    out = []
    for text, kind in ((change.old, "gone"), (change.new, "new")):
        before, middle, after = text[:start], text[start : len(text) - end], text[len(text) - end :] if end else ""
        room = max(60, (MAX_TEXT - min(len(middle), MAX_TEXT)) // 2)
        before = before if len(before) <= room else "…" + before[-room:]
        after = after if len(after) <= room else after[:room] + "…"
        middle = middle if len(middle) <= MAX_TEXT else middle[:MAX_TEXT] + "…"
        found = (TextPart(before, "same"), TextPart(middle, kind), TextPart(after, "same"))
        out.append(tuple(p for p in found if p.text))
    return out[0], out[1]


def _about(piece: ComparedPiece) -> str:
    """A row's text, for those who look for a card by its name."""
    text = " · ".join(" ".join(v.text.split()) for v in piece.fields or () if v.text.strip())
    return text if len(text) <= 160 else text[:159].rstrip() + "…"


_Digests = tuple[str | None, str | None]
_Shown = tuple[ComparedPiece, str, LaidFace | None, LaidFace | None, _Digests]


class _Album:
    """The page's pictures, as many as may be: each pair of faces once."""

    def __init__(self, old: LaidState, new: LaidState, titles: Mapping[PieceKey, str], progress: Progress) -> None:
        self.old, self.new, self.titles, self.progress = old, new, titles, progress
        self.sides: dict[PieceKey, tuple[SideShown, ...]] = {}
        self.digests: dict[int, Digests] = {}
        self.left_out = 0
        self.has_pictures = old.deck is not None or new.deck is not None

    def of(self, piece: ComparedPiece) -> tuple[SideShown, ...]:
        """What is shown of a piece of the new state, or of one that is gone."""
        return self.sides.get(piece.key, ())

    def shows(self, piece: ComparedPiece) -> bool:
        """Whether anything is shown of a piece that doesn't stand elsewhere."""
        return any(not side.first for side in self.of(piece))

    def alike(self, changes: Sequence[PieceChange]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Ids of pieces that are shown elsewhere, by the note that names the place."""
        out: dict[str, list[str]] = {}
        for change in changes:
            sides = self.of(change.new)
            if sides and not self.shows(change.new):
                words = ", ".join(f"{s.side} as on {s.first}" for s in sides)
                out.setdefault(words, []).append(self.titles[change.new.key])
        return tuple((words, tuple(ids)) for words, ids in out.items())

    def take(self, found: Difference) -> None:
        """Renders what the pieces need."""
        wanted: dict[_Digests, tuple[str, int]] = {}
        shown: list[_Shown] = []
        every = [
            *((c.old, c.new, c.sides) for c in sorted(found.changed[:MAX_PIECES], key=lambda c: not c.has_other_data)),
            *((None, p, ("front",)) for p in found.new_pieces[:MAX_PIECES]),
            *((p, None, ("front",)) for p in found.gone_pieces[:MAX_PIECES]),
        ]
        for was, now, sides in every:
            piece = now or was
            assert piece is not None
            for side in sides:
                faces = self._faces(was, now, side)
                key = (_digest(was, side), _digest(now, side))
                name, count = wanted.get(key, (self.titles[piece.key], -1))
                wanted[key] = (name, count + 1)
                shown.append((piece, side, *faces, key))
        self._render(shown, wanted)

    def _render(self, shown: Sequence[_Shown], wanted: Mapping[_Digests, tuple[str, int]]) -> None:
        chosen: dict[_Digests, tuple[LaidFace | None, LaidFace | None]] = {}
        count = 0
        for _, _, was, now, key in shown:
            more = (was is not None) + (now is not None)
            if key not in chosen and more and count + more <= MAX_PICTURES:
                chosen[key] = (was, now)
                count += more
        images: dict[int, bytes] = {}
        for state, at in ((self.old, 0), (self.new, 1)):
            self._pictures(state, [face for pair in chosen.values() if (face := pair[at]) is not None], images)
        made: set[_Digests] = set()
        bytes_ = 0
        for piece, side, _, _, key in shown:
            if key in made:
                self._add(piece, SideShown(side, first=wanted[key][0]))
                continue
            pair = chosen.get(key)
            if pair is None or bytes_ > MAX_PICTURE_BYTES:
                self.left_out += self.has_pictures
                self._add(piece, SideShown(side, note="no picture" if self.has_pictures else ""))
                continue
            done = _side(side, *pair, images, wanted[key][1])
            bytes_ += sum(len(s.source) for s in (done.old, done.new) if s is not None)
            made.add(key)
            self._add(piece, done)

    def _faces(
        self, was: ComparedPiece | None, now: ComparedPiece | None, side: str
    ) -> tuple[LaidFace | None, LaidFace | None]:
        """The side of the first copy that differs."""
        pairs = list(zip_longest(_copies(self.old, was, side), _copies(self.new, now, side)))
        return next((p for p in pairs if self._look(self.old, p[0]) != self._look(self.new, p[1])), (None, None))

    def _look(self, state: LaidState, face: LaidFace | None) -> str | None:
        if face is None or state.deck is None:
            return None
        return self.digests.setdefault(id(state), face_digests(state.deck)).face(face)

    def _add(self, piece: ComparedPiece, side: SideShown) -> None:
        self.sides[piece.key] = (*self.of(piece), side)

    def _pictures(self, state: LaidState, faces: Sequence[LaidFace], images: dict[int, bytes]) -> None:
        """PNGs of faces by their identity, those of one resolution at once."""
        by_dpi: dict[int, dict[int, tuple[LaidFace, Side]]] = {}
        for face in faces:
            dpi = max(1, min(DPI, int(LONGEST / max(face.width, face.height) * 72)))
            by_dpi.setdefault(dpi, {})[id(face)] = (face, "front")
        done = 0
        for dpi, some in by_dpi.items():
            assert state.deck is not None
            for (key,), image in face_pictures(state.deck, some, FaceLook(dpi)):
                self.progress("rendering", done, len(faces))
                done += 1
                images[key] = png(image, dpi)


def _copies(state: LaidState, piece: ComparedPiece | None, side: str) -> list[LaidFace | None]:
    copies = state.faces.get(piece.key, ()) if piece is not None else ()
    return [faces[side == "back"] for faces in copies]


def _digest(piece: ComparedPiece | None, side: str) -> str | None:
    return None if piece is None else piece.front if side == "front" else piece.back


def _side(side: str, was: LaidFace | None, now: LaidFace | None, images: Mapping[int, bytes], others: int) -> SideShown:
    from PIL import Image

    pictures = [Image.open(BytesIO(images[id(f)])) if f is not None else None for f in (was, now)]
    shots = [_shot(f, p, images) for f, p in zip((was, now), pictures, strict=True)]
    marks: tuple[ChangedArea, ...] = ()
    note = ""
    first, second = pictures
    if was is not None and now is not None and first is not None and second is not None:
        if first.size != second.size:
            note = f"the size is another: {_size(was)} → {_size(now)}"
        else:
            marks = tuple(_mark(r, second) for r in regions(first, second))
            note = "" if marks else "nothing to be seen inside the cut: the bleed or the outline is another"
    return SideShown(side, shots[0], shots[1], marks, others=others, note=note)


def _size(face: LaidFace) -> str:
    return f"{face.width / MM:.4g} × {face.height / MM:.4g} mm"


def _mark(region: tuple[int, int, int, int], image: Image) -> ChangedArea:
    """A region with a little room around it."""
    room = round(DPI / 40)
    left, top = max(0, region[0] - room), max(0, region[1] - room)
    right, bottom = min(image.width, region[2] + room), min(image.height, region[3] + room)
    values = (left / image.width, top / image.height, (right - left) / image.width, (bottom - top) / image.height)
    return ChangedArea(*(round(100 * v, 2) for v in values))


def _shot(face: LaidFace | None, image: Image | None, images: Mapping[int, bytes]) -> Shot | None:
    if face is None or image is None:
        return None
    data, kind = images[id(face)], "png"
    if len(data) > SMALL_PNG:
        out = BytesIO()
        image.convert("RGB").save(out, "WEBP", quality=88)
        data, kind = out.getvalue(), "webp"
    width = min(LARGEST, max(SMALLEST, round(face.width / 72 * 96)))
    source = f"data:image/{kind};base64,{b64encode(data).decode()}"
    return Shot(source, width, round(width * face.height / face.width))
