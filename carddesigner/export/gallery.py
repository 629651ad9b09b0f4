"""Export all cards as one HTML page to search and look at, which needs no other file and no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.json import encode

from carddesigner.core.html import data_address, html_page
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import as_dict
from carddesigner.core.report import Report
from carddesigner.core.units import MM
from carddesigner.export.base import Exporter, ExportJob

if TYPE_CHECKING:
    from PIL.Image import Image

    from carddesigner.core.face import LaidFace
    from carddesigner.deck.cards import LoadedCard
    from carddesigner.layout.piece import LaidPiece

DPI = 150
"""The default resolution of its pictures, in dots per inch."""
MAX_PIECES = 5_000
"""The most pieces of one page: a browser holds all their pictures in memory."""
MAX_VALUES = 15
"""The most different values of a column that is offered as a filter."""
MAX_FILTERS = 6
_QUALITY = 86
_LONGEST = 40
"""The most characters of a value in a filter."""
_PAGE = Path(__file__).with_name("gallery.html")


class _Card(Struct, frozen=True):
    """A piece on the page; ``front`` and ``back`` are indexes of pictures, ``fields`` the columns with their texts."""

    id: str
    component: str
    name: str
    copies: int
    size: str
    front: int
    back: int | None
    fields: tuple[tuple[str, str], ...]


class _Filter(Struct, frozen=True):
    """A choice of values that cards are filtered by."""

    name: str
    values: tuple[str, ...]


class _Data(Struct, frozen=True):
    cards: tuple[_Card, ...]
    pictures: tuple[str, ...]
    filters: tuple[_Filter, ...]


def _files(job: ExportJob) -> Iterator[Mapping[Path, bytes]]:
    yield {Path(f"gallery{job.suffix}.html"): gallery(job).encode()}


def gallery(job: ExportJob) -> str:
    """The page. Raises DeckError, also for too many pieces, and OptionError for too many pixels."""
    from carddesigner.deck.credits import credits_of
    from carddesigner.layout.credits import Collector
    from carddesigner.template.titles import card_titles

    deck = job.deck
    pieces = [p for p in job.pieces() if p.copies]
    if len(pieces) > MAX_PIECES:
        message = f"{len(pieces):,} pieces are too many for one page, which holds {MAX_PIECES:,}"
        Report().fail("too-many-pieces", message, hint="choose some with --select")
    pictures, shown = _pictures(job, pieces)
    cards: dict[PieceKey, LoadedCard] = {card.key: card for component in deck.components for card in component.cards}
    titles = card_titles(deck)
    collector = Collector()
    data = []
    for piece in pieces:
        collector.add(piece.first)
        front, _ = piece.first
        card = cards.get(piece.key)
        data.append(
            _Card(
                id=piece.id,
                component=piece.component,
                name=titles.get(piece.key, piece.id),
                copies=len(piece.copies),
                size=f"{front.width / MM:.4g} × {front.height / MM:.4g} mm",
                front=shown[piece.key, "front"],
                back=shown.get((piece.key, "back")),
                fields=_fields(card) if card is not None else (),
            )
        )
    count = sum(len(piece.copies) for piece in pieces)
    used = credits_of(collector.printed, deck.assets)
    text = encode(_Data(tuple(data), pictures, _filters(data))).decode()
    return html_page(
        _PAGE,
        title=deck.title,
        language=deck.deck.language,
        deck=deck.deck.deck,
        licence=deck.deck.licence,
        counts=f"{len(pieces)} different pieces, {count} in all",
        credits=[f"{u.credit.title} ({u.what}), {u.credit.author}, {u.credit.licence}" for u in used],
        data=_for_script(text),
    )


def _pictures(job: ExportJob, pieces: Sequence[LaidPiece]) -> tuple[tuple[str, ...], dict[tuple[PieceKey, str], int]]:
    """The distinct pictures, and the index of the one for each side of each piece."""
    from carddesigner.export.bitmaps import FaceLook, Side, face_pictures

    faces: dict[tuple[PieceKey, Side], tuple[LaidFace, Side]] = {}
    for piece in pieces:
        front, back = piece.first
        faces[piece.key, "front"] = front, "front"
        if back is not None:
            faces[piece.key, "back"] = back, "back"
    pictures: list[str] = []
    shown: dict[tuple[PieceKey, str], int] = {}
    for names, image in face_pictures(job.deck, faces, FaceLook(job.options.dpi or DPI, cut=True)):
        job.progress("rendering", len(shown), len(faces))
        shown |= dict.fromkeys(names, len(pictures))
        pictures.append(_address(image))
    return tuple(pictures), shown


def _address(image: Image) -> str:
    out = BytesIO()
    image.save(out, "WEBP", quality=_QUALITY)
    return data_address("image/webp", out.getvalue())


def _fields(card: LoadedCard) -> tuple[tuple[str, str], ...]:
    """The texts of a card's columns, for people to read."""
    return tuple((name, text) for name, value in as_dict(card.row).items() if (text := _text(value)))


def _text(value: object) -> str:
    from carddesigner.tables.table import text_of

    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {text}" for name, v in value.items() if (text := _text(v)))
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, map(_text, value)))
    return text_of(value)


def _filters(cards: Sequence[_Card]) -> tuple[_Filter, ...]:
    """The filters: components, and columns with a few values that cards share."""
    counts: dict[str, Counter[str]] = {}
    for card in cards:
        for name, text in card.fields:
            counts.setdefault(name, Counter())[text] += 1
    components = tuple(dict.fromkeys(card.component for card in cards))
    out = [_Filter("Component", components)] if len(components) > 1 else []
    for name, values in counts.items():
        few = 1 < len(values) <= MAX_VALUES and max(map(len, values)) <= _LONGEST
        if few and values.most_common(1)[0][1] > 1:
            out.append(_Filter(name, tuple(sorted(values))))
    return tuple(out[:MAX_FILTERS])


def _for_script(text: str) -> object:
    """JSON to embed in a script element: nothing in it can end the element."""
    from markupsafe import Markup

    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


GALLERY = Exporter("all cards on a page to search", _files, frozenset(("dpi",)))
