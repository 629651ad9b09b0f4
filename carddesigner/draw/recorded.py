"""Serialized faces: drawn in one document and reused in another without laying them out again. They come from a worker
process or from the on-disk cache of an earlier build.

Reusing a face gives byte for byte the same document as drawing it. Each drawing is stored with the text its glyphs
stand for; where a glyph is already mapped to different text in the new document, the face is drawn again instead.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from msgspec import MsgspecError, Struct, field, msgpack
from msgspec.structs import replace

from carddesigner.core.color import Spot
from carddesigner.core.face import LaidFace, Request
from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import Picture
from carddesigner.draw.faces import DrawnFace, DrawnFaces, from_bytes, to_bytes
from carddesigner.draw.fonts import NOT_FIRM, Letter, numbers_in
from carddesigner.draw.gradients import Shading
from carddesigner.draw.painter import Drawing, Form, GraphicsState, Painter, Resource
from carddesigner.draw.resources import deflated, named_by, named_in

DrawnSides = tuple[DrawnFace, DrawnFace | None]
"""A front and its back."""


class _Drawing(Struct, frozen=True, array_like=True, gc=False):
    """A drawing: its operators, the index of its resources, and its letters."""

    ops: str
    uses: int
    letters: bytes


class _Form(Struct, frozen=True, array_like=True, gc=False):
    stream: bytes
    uses: tuple[Resource, ...]
    box: Rect
    group: str


class _Shape(Struct, frozen=True, array_like=True):
    """What faces of the same name and stock share."""

    id: str
    width: float
    height: float
    outline: tuple[tuple[str | float, ...], ...]
    bleed: float


class _Face(Struct, frozen=True, array_like=True):
    """A face: the indexes of its shape and of its drawings."""

    shape: int
    drawings: tuple[int, ...]
    digest: str


class _Piece(Struct, frozen=True, array_like=True):
    """A piece's faces, by their index: one pair for all copies, or one for each. ``requests`` is the index of its
    requests.
    """

    copies: tuple[tuple[int, int | None], ...]
    steps: int
    requests: int


class _Recorded(Struct, array_like=True):
    """Pieces by their keys. ``letters`` are those of drawings, by their numbers; None for numbers without one."""

    pieces: dict[str, _Piece] = field(default_factory=dict)
    faces: list[_Face] = field(default_factory=list)
    shapes: list[_Shape] = field(default_factory=list)
    drawings: list[_Drawing] = field(default_factory=list)
    uses: list[tuple[Resource, ...]] = field(default_factory=list)
    letters: list[Letter | None] = field(default_factory=list)
    requests: list[tuple[Request, ...]] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    states: dict[str, GraphicsState] = field(default_factory=dict)
    shadings: dict[str, Shading] = field(default_factory=dict)
    patterns: dict[str, tuple[str, Matrix]] = field(default_factory=dict)


class RecordedBytes(Struct, frozen=True, array_like=True):
    """Recorded pieces as bytes: their drawings, and separately the forms named in these, which are compressed."""

    shown: bytes = b""
    by_name: bytes = b""


class Recording:
    """Records pieces as *faces* draws them. A picture that *is_made* exists in no file, so drawings that show it aren't
    recorded.
    """

    def __init__(self, faces: DrawnFaces, is_made: Callable[[Picture], bool]) -> None:
        self._faces, self._is_made = faces, is_made
        self._taken, self._forms = _Recorded(), dict[str, _Form]()
        self._places: dict[object, int] = {}
        self._drawings: dict[int, int | None] = {}
        self._uses: dict[frozenset[Resource], int | None] = {}
        self._letters = 0

    def __contains__(self, key: str) -> bool:
        return key in self._taken.pieces

    def add(self, key: str, copies: Sequence[DrawnSides], steps: int, requests: Iterable[Request]) -> None:
        """Record a piece under its *key*: a pair of faces for all copies, or one for each, the steps that these took
        and their requests. A piece that can't be reused is left out.
        """
        both = [(self._face(front), self._face(back) if back is not None else -1) for front, back in copies]
        pairs = [
            (front, back if back != -1 else None) for front, back in both if front is not None and back is not None
        ]
        if len(pairs) < len(both):
            return
        requests = tuple(requests)
        place = self._places.setdefault(requests, len(self._taken.requests))
        if place == len(self._taken.requests):
            self._taken.requests.append(requests)
        self._taken.pieces[key] = _Piece(tuple(pairs), steps, place)

    def encoded(self) -> RecordedBytes:
        """Everything that was recorded."""
        numbers, shown = self._faces.painter.numbers, frozenset(numbers_in(self._letters))
        assert numbers is not None
        self._taken.letters = [letter if n in shown else None for n, letter in enumerate(numbers.letters)]
        return RecordedBytes(_ENCODER.encode(self._taken), _ENCODER.encode(self._forms))

    def _face(self, face: DrawnFace) -> int | None:
        place = self._places.get(id(face))
        if place is not None:
            return place
        drawings = [self._drawing(number) for number in face.drawings]
        if None in drawings:
            return None
        place = self._places[id(face)] = len(self._taken.faces)
        self._taken.faces.append(_Face(self._shape(face), tuple(drawings), face.digest))  # type: ignore[arg-type]
        return place

    def _shape(self, face: DrawnFace) -> int:
        shape = face.id, face.width, face.height, face.outline, face.bleed
        place = self._places.setdefault(shape, len(self._taken.shapes))
        if place == len(self._taken.shapes):
            self._taken.shapes.append(_Shape(*shape))
        return place

    def _drawing(self, number: int) -> int | None:
        if number not in self._drawings:
            self._drawings[number] = self._taken_down(number)
        return self._drawings[number]

    def _taken_down(self, number: int) -> int | None:
        drawing, letters = self._faces.noted(number)
        if letters & NOT_FIRM:
            return None
        uses = self._place_of(drawing.uses)
        if uses is None:
            return None
        self._letters |= letters
        self._taken.drawings.append(_Drawing(drawing.ops, uses, to_bytes(letters)))
        return len(self._taken.drawings) - 1

    def _place_of(self, uses: frozenset[Resource]) -> int | None:
        if uses not in self._uses:
            is_taken, place = self._take(uses), len(self._taken.uses)
            self._uses[uses] = place if is_taken else None
            if is_taken:
                self._taken.uses.append(tuple(uses))
        return self._uses[uses]

    def _take(self, uses: frozenset[Resource]) -> bool:
        """Record the resources of drawings; return False if one of them exists in no file."""
        painter, taken = self._faces.painter, self._taken
        named = named_by(uses, painter)
        if any(kind == "XObject" and name in painter.shadows for kind, name in named):
            return False
        pictures = {n: painter.pictures[n] for kind, n in named if kind == "XObject" and n in painter.pictures}
        if any(map(self._is_made, pictures.values())):
            return False
        taken.pictures |= pictures
        for kind, name in named:
            if kind == "XObject" and name not in pictures:
                form = painter.forms[name]
                stream = form.stream or deflated(form.drawing.ops.encode())
                painter.forms[name] = replace(form, stream=stream)
                self._forms[name] = _Form(stream, tuple(form.drawing.uses), form.box, form.group)
            for own, theirs in _by_name(taken, painter, kind):
                if name in theirs:
                    own[name] = theirs[name]
        return True


def _by_name(taken: _Recorded, painter: Painter, kind: str) -> Iterable[tuple[dict[str, object], Mapping[str, object]]]:
    """The tables of resources of a kind, by name; OVERPRINT and KNOCKOUT are defined in every document."""
    both = {
        "ColorSpace": (taken.spots, painter.spots),
        "ExtGState": (taken.states, painter.states),
        "Shading": (taken.shadings, painter.shadings),
        "Pattern": (taken.patterns, painter.patterns),
    }
    return (both[kind],) if kind in both else ()  # type: ignore[return-value]


class Recorded:
    """Recorded pieces, for a document to reuse."""

    def __init__(self, recorded: _Recorded, forms: Mapping[str, _Form]) -> None:
        self._recorded, self._forms = recorded, forms
        self._numbers: dict[int, int] = {}
        self._uses: dict[int, frozenset[Resource]] = {}
        self._shapes: dict[int, LaidFace] = {}
        self._letters = 0
        """The letters added to the document so far."""

    @classmethod
    def of(cls, data: RecordedBytes) -> Recorded | None:
        """Decode recorded pieces; None for other data."""
        try:
            return cls(_DECODER.decode(data.shown), _FORMS.decode(data.by_name))
        except (MsgspecError, UnicodeDecodeError, RecursionError):
            return None

    def __contains__(self, key: str) -> bool:
        return key in self._recorded.pieces

    def requests(self, key: str) -> tuple[Request, ...]:
        """The requests of a piece. Raises KeyError, IndexError."""
        return self._recorded.requests[self._recorded.pieces[key].requests]

    def steps(self, key: str) -> int:
        """The steps that laying out a piece took. Raises KeyError."""
        return self._recorded.pieces[key].steps

    def take_over(self, key: str, faces: DrawnFaces) -> list[DrawnSides] | None:
        """Add a recorded piece to *faces*, and return its faces, of all copies or of each; None if they would be drawn
        differently there. Raises KeyError, IndexError, MsgspecError, UnicodeDecodeError and zlib's error for invalid
        recordings.
        """
        copies, own = self._recorded.pieces[key].copies, self._recorded
        wanted = {n for both in copies for n in both if n is not None}
        drawings = {d for n in wanted for d in own.faces[n].drawings if d not in self._numbers}
        new = {d: from_bytes(own.drawings[d].letters) for d in drawings}
        shown = reduce(or_, new.values(), 0) & ~self._letters
        if shown:
            letters = self._named(shown)
            if not faces.reads_alike(letters):
                return None
            faces.take_letters(letters)
            self._letters |= shown
        for place, own_letters in new.items():
            drawing = own.drawings[place]
            uses = self._registered(drawing.uses, faces.painter)
            noted = self._named(own_letters) if faces.notes else ()
            self._numbers[place] = faces.adopt(Drawing(drawing.ops, uses), noted)
        made = {n: self._face(own.faces[n], faces) for n in wanted}
        return [(made[front], made[back] if back is not None else None) for front, back in copies]

    def _named(self, letters: int) -> list[Letter]:
        """The letters of a set. Raises IndexError or KeyError if any of its numbers has none."""
        all_letters = [self._recorded.letters[number] for number in numbers_in(letters)]
        named = [letter for letter in all_letters if letter is not None]
        if len(named) < len(all_letters):
            raise KeyError(letters)
        return named

    def _face(self, face: _Face, faces: DrawnFaces) -> DrawnFace:
        shape = self._shapes.get(face.shape)
        if shape is None:
            own = self._recorded.shapes[face.shape]
            shape = self._shapes[face.shape] = LaidFace(own.id, own.width, own.height, own.outline, own.bleed, ())  # type: ignore[arg-type]
        return faces.face(shape, tuple([self._numbers[d] for d in face.drawings]), face.digest)

    def _registered(self, place: int, painter: Painter) -> frozenset[Resource]:
        """The resources of a drawing, registered with a painter."""
        shared = self._uses.get(place)
        if shared is None:
            uses = self._recorded.uses[place]
            shared = self._uses[place] = painter.shared(uses)
            waiting, seen = set(uses), set[Resource]()
            while waiting:
                resource = waiting.pop()
                seen.add(resource)
                self._register(resource, painter)
                waiting |= named_in(resource, painter) - seen
        return shared

    def _register(self, resource: Resource, painter: Painter) -> None:
        """Register a resource with a painter."""
        kind, name = resource
        own = self._recorded
        if kind == "Font":
            painter.font_use(name.removeprefix("F-"))
        elif kind == "XObject" and name in own.pictures:
            painter.pictures[name] = own.pictures[name]
        elif kind == "XObject" and name not in painter.forms:
            form = self._forms[name]
            drawing = Drawing(zlib.decompress(form.stream).decode(), painter.shared(form.uses))
            painter.forms[name] = Form(drawing, form.box, form.group, form.stream)
        for theirs, ours in _by_name(own, painter, kind):
            if name in theirs:
                ours[name] = theirs[name]  # type: ignore[index]


_ENCODER = msgpack.Encoder()
_DECODER = msgpack.Decoder(_Recorded)
_FORMS = msgpack.Decoder(dict[str, _Form])
