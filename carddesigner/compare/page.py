"""A difference as a self-contained HTML page with the changed faces side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from itertools import zip_longest
from pathlib import Path

import PIL.Image
from msgspec import Struct
from PIL.Image import Image

from carddesigner.compare.difference import Difference, FieldChange, PieceChange
from carddesigner.compare.excerpts import common_ends
from carddesigner.compare.read import LaidState
from carddesigner.compare.regions import regions
from carddesigner.compare.view import ComparedPiece
from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect
from carddesigner.core.html import data_address, html_page
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Progress
from carddesigner.core.units import MM
from carddesigner.export.bitmaps import FaceLook, Side, face_pictures, png
from carddesigner.pipeline.faces import face_digests

DPI = 150
LONGEST = 900
"""The most pixels of a picture's longer side."""
SMALLEST, LARGEST = 110, 300
"""The least and greatest width of a picture on the page, in pixels, from small tokens to boards."""
MAX_PICTURES = 300
MAX_PICTURE_BYTES = 25_000_000
"""The most bytes of all pictures of a page."""
MAX_PIECES = 1_000
"""The most pieces of a kind that are listed."""
MAX_TEXT = 700
"""The most characters of a value; in longer ones, equal parts are shortened."""
SMALL_PNG = 40_000
"""Bytes above which a picture is compressed with a little loss."""


class Shot(Struct, frozen=True):
    """A picture in the page: a data address, and its displayed width and height in pixels."""

    source: str
    width: int
    height: int


class SideShown(Struct, frozen=True):
    """A side before and after, its marked regions, and how many other pieces changed in the same way. ``first`` is the
    title of the piece that already shows the same pictures; ``note`` says why nothing is marked.
    """

    side: str
    old: Shot | None = None
    new: Shot | None = None
    marks: tuple[Rect, ...] = ()
    first: str = ""
    others: int = 0
    note: str = ""


class TextPart(Struct, frozen=True):
    """A part of a text, and its kind: same, gone or new."""

    text: str
    kind: str


def page(difference: Difference, old: LaidState, new: LaidState, progress: Progress) -> str:
    """Return the page. All texts from the deck are escaped."""
    album = _Album(old, new, difference.titles(), progress)
    album.take(difference)
    return html_page(
        Path(__file__).with_name("page.html"),
        found=difference,
        changed=[c for c in difference.changed if c.has_other_data],
        looks=[c for c in difference.changed if not c.has_other_data],
        album=album,
        most=MAX_PIECES,
        amount=lambda n, word: f"{n:,} {word}{'' if n == 1 else 's'}",
        parts=parts,
        about=_row_text,
    )


def parts(change: FieldChange) -> tuple[tuple[TextPart, ...], tuple[TextPart, ...]]:
    """Return a field's old and new text, each split into the common start, the difference and the common end."""
    start, end = common_ends(change.old, change.new)
    out = []
    for text, kind in ((change.old, "gone"), (change.new, "new")):
        before, middle, after = text[:start], text[start : len(text) - end], text[len(text) - end :] if end else ""
        room = max(60, (MAX_TEXT - min(len(middle), MAX_TEXT)) // 2)
        before = before if len(before) <= room else "…" + before[-room:]
        after = after if len(after) <= room else after[:room] + "…"
        middle = middle if len(middle) <= MAX_TEXT else middle[:MAX_TEXT] + "…"
        parts_of_both = (TextPart(before, "same"), TextPart(middle, kind), TextPart(after, "same"))
        out.append(tuple(p for p in parts_of_both if p.text))
    return out[0], out[1]


def _row_text(piece: ComparedPiece) -> str:
    """Return a row's text, so that a card can be found by its name."""
    text = " · ".join(" ".join(v.text.split()) for v in piece.fields or () if v.text.strip())
    return text if len(text) <= 160 else text[:159].rstrip() + "…"


_Look = tuple[str | None, str | None]
_Faces = tuple[LaidFace | None, LaidFace | None]


class _Wanted(Struct, frozen=True):
    """A side of a piece to show: its faces before and after. Sides with the same *look* are shown once."""

    piece: ComparedPiece
    side: str
    faces: _Faces
    look: _Look


class _Album:
    """The page's pictures, within the limits; each pair of faces is shown once."""

    def __init__(self, old: LaidState, new: LaidState, titles: Mapping[PieceKey, str], progress: Progress) -> None:
        self.states, self.titles, self.progress = (old, new), titles, progress
        self.sides: dict[PieceKey, tuple[SideShown, ...]] = {}
        self.digests = [face_digests(s.deck) if s.deck is not None else None for s in self.states]
        self.left_out = 0
        self.has_pictures = old.deck is not None or new.deck is not None

    def of(self, piece: ComparedPiece) -> tuple[SideShown, ...]:
        """Return the sides to show of a piece of the new state, or of a removed one."""
        return self.sides.get(piece.key, ())

    def shows(self, piece: ComparedPiece) -> bool:
        """Return whether any side of a piece is shown that no other piece shows."""
        return any(not side.first for side in self.of(piece))

    def alike(self, changes: Sequence[PieceChange]) -> Iterable[tuple[str, Sequence[str]]]:
        """Return the titles of pieces that other pieces show, grouped by the note that names those."""
        out: dict[str, list[str]] = {}
        for change in changes:
            sides = self.of(change.new)
            if sides and not self.shows(change.new):
                note = ", ".join(f"{s.side} as on {s.first}" for s in sides)
                out.setdefault(note, []).append(self.titles[change.new.key])
        return out.items()

    def take(self, difference: Difference) -> None:
        """Render the pictures that the pieces need."""
        changed = sorted(difference.changed[:MAX_PIECES], key=lambda c: not c.has_other_data)
        wanted = [self._wanted(c.new, c.old, c.new, side) for c in changed for side in c.sides]
        wanted += [self._wanted(p, None, p, "front") for p in difference.new_pieces[:MAX_PIECES]]
        wanted += [self._wanted(p, p, None, "front") for p in difference.gone_pieces[:MAX_PIECES]]
        names: dict[_Look, list[str]] = {}
        chosen: dict[_Look, _Faces] = {}
        room = MAX_PICTURES
        for one in wanted:
            names.setdefault(one.look, []).append(self.titles[one.piece.key])
            count = sum(face is not None for face in one.faces)
            if one.look not in chosen and 0 < count <= room:
                chosen[one.look] = one.faces
                room -= count
        images: dict[int, bytes] = {}
        for at, state in enumerate(self.states):
            images |= self._pictures(state, [face for faces in chosen.values() if (face := faces[at]) is not None])
        made: set[_Look] = set()
        size = 0
        for one in wanted:
            first, *others = names[one.look]
            if one.look in made:
                shown = SideShown(one.side, first=first)
            elif one.look not in chosen or size > MAX_PICTURE_BYTES:
                self.left_out += self.has_pictures
                shown = SideShown(one.side, note="no picture" if self.has_pictures else "")
            else:
                shown = _side(one.side, *chosen[one.look], images, len(others))
                size += sum(len(s.source) for s in (shown.old, shown.new) if s is not None)
                made.add(one.look)
            self.sides[one.piece.key] = (*self.of(one.piece), shown)

    def _wanted(self, piece: ComparedPiece, was: ComparedPiece | None, now: ComparedPiece | None, side: str) -> _Wanted:
        """Return a side of the first copy that differs."""
        pairs = zip_longest(_copies(self.states[0], was, side), _copies(self.states[1], now, side))
        faces = next((p for p in pairs if self._digest(0, p[0]) != self._digest(1, p[1])), (None, None))
        return _Wanted(piece, side, faces, (_look(was, side), _look(now, side)))

    def _digest(self, at: int, face: LaidFace | None) -> str | None:
        digests = self.digests[at]
        return digests.face(face) if digests is not None and face is not None else None

    def _pictures(self, state: LaidState, faces: Sequence[LaidFace]) -> dict[int, bytes]:
        """Return PNGs of faces by identity; faces of the same resolution are rendered together."""
        by_dpi: dict[int, dict[int, tuple[LaidFace, Side]]] = {}
        for face in faces:
            dpi = max(1, min(DPI, int(LONGEST / max(face.width, face.height) * 72)))
            by_dpi.setdefault(dpi, {})[id(face)] = (face, "front")
        out: dict[int, bytes] = {}
        for dpi, some in by_dpi.items():
            assert state.deck is not None
            for (key,), image in face_pictures(state.deck, some, FaceLook(dpi)):
                self.progress("rendering", len(out), len(faces))
                out[key] = png(image, dpi)
        return out


def _copies(state: LaidState, piece: ComparedPiece | None, side: str) -> list[LaidFace | None]:
    return [faces[side == "back"] for faces in state.faces.get(piece.key, ())] if piece is not None else []


def _look(piece: ComparedPiece | None, side: str) -> str | None:
    return None if piece is None else piece.front if side == "front" else piece.back


def _side(side: str, was: LaidFace | None, now: LaidFace | None, images: Mapping[int, bytes], others: int) -> SideShown:
    old, new = ((f, PIL.Image.open(BytesIO(images[id(f)]))) if f is not None else None for f in (was, now))
    marks: tuple[Rect, ...] = ()
    note = ""
    if old is not None and new is not None:
        if old[1].size != new[1].size:
            note = f"the size is another: {_size(old[0])} → {_size(new[0])}"
        else:
            marks = tuple(_mark(r, new[1]) for r in regions(old[1], new[1]))
            note = "" if marks else "nothing to be seen inside the cut: the bleed or the outline is another"
    before, after = (_shot(*shown, images[id(shown[0])]) if shown is not None else None for shown in (old, new))
    return SideShown(side, before, after, marks, others=others, note=note)


def _size(face: LaidFace) -> str:
    return f"{face.width / MM:.4g} × {face.height / MM:.4g} mm"


def _mark(region: tuple[int, int, int, int], image: Image) -> Rect:
    """Return a region with a small margin, in per cent of the picture."""
    room = round(DPI / 40)
    left, top = max(0, region[0] - room), max(0, region[1] - room)
    right, bottom = min(image.width, region[2] + room), min(image.height, region[3] + room)
    values = (left / image.width, top / image.height, (right - left) / image.width, (bottom - top) / image.height)
    return Rect(*(round(100 * v, 2) for v in values))


def _shot(face: LaidFace, image: Image, data: bytes) -> Shot:
    kind = "png"
    if len(data) > SMALL_PNG:
        out = BytesIO()
        image.convert("RGB").save(out, "WEBP", quality=88)
        data, kind = out.getvalue(), "webp"
    width = min(LARGEST, max(SMALLEST, round(face.width / 72 * 96)))
    source = data_address(f"image/{kind}", data)
    return Shot(source, width, round(width * face.height / face.width))
