"""The length of the texts of a deck's pieces, and how full their boxes are, by component, side and zone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.designer.size_messages import AskSizes, Side, TextSize, TextSizes
from carddesigner.layout.piece import LaidPiece
from carddesigner.stats.texts import texts_of

_COUNTED = re.compile(r"~\d+(?=/|$)")
"""The suffix that distinguishes zones of one name on the page."""


class ZoneSizes(Struct, frozen=True):
    """The texts of a zone, given by the path of its names, on a side of a component's pieces: a piece's id, its number
    of characters, and the share of its box that its fullest text fills.
    """

    component: str
    side: Side
    zone: str
    texts: tuple[tuple[str, int, float], ...]


def text_sizes(pieces: Iterable[LaidPiece]) -> tuple[ZoneSizes, ...]:
    """Return the texts of laid-out pieces."""
    own: dict[tuple[str, Side], list[LaidPiece]] = {}
    for piece in pieces:
        for side in ("front", "back"):
            face = piece.first[side == "back"]
            if face is not None:
                one = replace(piece, copies=((face, None),))
                own.setdefault((piece.component, side), []).append(one)
    out = []
    for (component, side), some in own.items():
        zones: dict[str, dict[str, tuple[int, float]]] = {}
        for box in texts_of(some):
            texts = zones.setdefault(box.zone, {})
            for text in box.texts:
                characters, fill = texts.get(text.piece, (0, 0.0))
                texts[text.piece] = characters + text.characters, max(fill, text.fill)
        out += [ZoneSizes(component, side, z, tuple((i, *t) for i, t in texts.items())) for z, texts in zones.items()]
    return tuple(out)


def sizes_for(request: AskSizes, sizes: Iterable[ZoneSizes]) -> TextSizes:
    """Return the requested sizes."""
    zone = _COUNTED.sub("", request.zone)
    out: dict[PieceKey, TextSize] = {}
    for size in sizes:
        if size.side != request.side or (zone and zone != size.zone):
            continue
        for id, characters, fill in size.texts:
            key = PieceKey(size.component, id)
            was = out.get(key, TextSize(size.component, id, 0, 0.0))
            out[key] = replace(was, characters=was.characters + characters, fill=max(was.fill, fill))
    return TextSizes(request.zone, request.side, tuple(out.values()))
