"""The picture of a contact sheet: pieces side by side, each with its name and its place in the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.color import Color, Gray, Rgb
from carddesigner.core.digest import Digests
from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix, Rect, rectangle, transformed
from carddesigner.core.items import GroupItem, Item, PathItem, Stroke
from carddesigner.core.papers import Paper
from carddesigner.core.units import MM
from carddesigner.deck.assets import SLUG_FAMILY
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.export.samples import sample_pieces
from carddesigner.impose.sheet import Sheet, Slot
from carddesigner.layout.piece import LaidPiece
from carddesigner.template.titles import card_titles
from carddesigner.text.fit import fit
from carddesigner.text.fonts import FontFamily
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle

if TYPE_CHECKING:
    from carddesigner.deck.cards import LoadedCard

DPI = 110
"""The default dots per inch, unless that makes more than ``ENOUGH`` pixels."""
ENOUGH = 8_000_000

_TABLE = Rgb(0.91, 0.895, 0.865)
_SHADOW = Rgb(0.79, 0.77, 0.735)
_EDGE = Rgb(0.68, 0.66, 0.63)
_INK, _PALE = Gray(0.12), Gray(0.42)
_SHAPE = 1.45
"""The ratio of width to height that a sheet should have."""
_MAX_NAME = 150
"""The most characters of a name or heading that are fitted."""


class Shown(Struct, frozen=True):
    """The content of a cell: a front, a front and its back, or a back; with two lines of text below."""

    faces: tuple[LaidFace, ...]
    name: str
    place: str

    @property
    def width(self) -> float:
        """In points."""
        return sum(f.width for f in self.faces) + _BETWEEN * (len(self.faces) - 1)

    @property
    def height(self) -> float:
        """In points."""
        return max(f.height for f in self.faces)


_BETWEEN = 1.5 * MM
"""From a front to its back."""


def contact_page(
    deck: LoadedDeck,
    pieces: Sequence[LaidPiece],
    count: int,
    dpi: int | None = None,
) -> bytes:
    """The PNG of at most *count* of the laid-out pieces, with their titles. Raises OptionError for too many pixels at
    this *dpi*.
    """
    from carddesigner.export.bitmaps import page_pictures, png

    chosen = sample_pieces(deck, pieces, count)
    shared = _shared_backs([p for p in pieces if p.copies] or pieces)
    cells = _cells(deck, chosen, shared)
    total = len([p for p in pieces if p.copies])
    heading = f"{deck.title}  ·  {len(chosen)} of {total} cards" if total > len(chosen) else deck.title
    sheet = _sheet(cells, heading, (deck.assets.family(SLUG_FAMILY), *deck.assets.families()))
    if dpi is None:
        dpi = _usual_dpi(sheet.paper.width, sheet.paper.height)
    (image,) = page_pictures(deck, [(sheet, sheet.paper.area)], dpi)
    return png(image, dpi)


def _usual_dpi(width: float, height: float) -> int:
    """The default dots per inch of a picture of this size in points."""
    return max(1, min(DPI, int((ENOUGH * 72 * 72 / (width * height)) ** 0.5)))


class Row(Struct, frozen=True):
    """One of several decks that are compared: its heading, the deck, and its laid-out pieces."""

    heading: str
    deck: LoadedDeck
    pieces: Sequence[LaidPiece]


def rows_page(rows: Sequence[Row], count: int) -> bytes:
    """The PNG of the same *count* pieces of each deck, one row for each deck."""
    from PIL import Image

    from carddesigner.export.bitmaps import page_pictures, png

    keys = {p.key for p in sample_pieces(rows[0].deck, rows[0].pieces, count)}
    sheets = []
    for row in rows:
        cells = _cells(row.deck, [p for p in row.pieces if p.key in keys], _shared_backs(row.pieces))
        fonts = (row.deck.assets.family(SLUG_FAMILY), *row.deck.assets.families())
        sheets.append(_sheet(cells, row.heading, fonts, len(cells)))
    wide, high = max(s.paper.width for s in sheets), sum(s.paper.height for s in sheets)
    dpi = _usual_dpi(wide, high)
    pairs = zip(rows, sheets, strict=True)
    images = [image for row, s in pairs for image in page_pictures(row.deck, [(s, s.paper.area)], dpi)]
    size = max(i.width for i in images), sum(i.height for i in images)
    page = Image.new("RGB", size, images[0].getpixel((0, 0)))
    y = 0
    for image in images:
        page.paste(image, (0, y))
        y += image.height
    return png(page, dpi)


def _shared_backs(pieces: Sequence[LaidPiece]) -> dict[str, LaidFace | None]:
    """The back of each component whose pieces all have the same one, which may be None."""
    backs: dict[str, dict[int, LaidFace | None]] = {}
    for piece in pieces:
        backs.setdefault(piece.component, {})[id(piece.first[1])] = piece.first[1]
    return {c: back for c, faces in backs.items() if len(faces) == 1 for back in faces.values()}


def _cells(
    deck: LoadedDeck,
    pieces: Sequence[LaidPiece],
    shared: Mapping[str, LaidFace | None],
) -> list[Shown]:
    """A cell for each piece, and after them one for each back that all pieces of a component share."""
    cards, titles = deck.cards, card_titles(deck)
    out = []
    for piece in pieces:
        front, back = piece.first
        both = (front,) if back is None or piece.component in shared else (front, back)
        card = cards.get(piece.key)
        out.append(Shown(both, titles.get(piece.key, piece.id), _place(card, len(piece.copies))))
    digests = Digests(lambda key: deck.assets.face(key).digest)
    seen: dict[str, tuple[LaidFace, list[str]]] = {}
    components = {p.component for p in pieces}
    for component, back in shared.items():
        if back is not None and component in components:
            seen.setdefault(digests.face(back), (back, []))[1].append(component)
    alone = len(seen) == 1 and len(next(iter(seen.values()))[1]) == len(components)
    return out + [Shown((b,), "Back", "of all" if alone else f"of {', '.join(of)}") for b, of in seen.values()]


def _place(card: LoadedCard | None, copies: int) -> str:
    """The place of a card in its table, and its number of copies."""
    many = "1 copy" if copies == 1 else f"{copies} copies"
    if card is None or card.span is None:
        return many
    span, file = card.span, Path(card.span.path).name
    return f"{f'{file} {span.cell}' if span.cell is not None else f'{file}:{span.line}'}  ·  {many}"


def _sheet(cells: Sequence[Shown], heading: str, fonts: tuple[FontFamily, ...], across: int | None = None) -> Sheet:
    """The cells in rows, in equal columns: *across* of them, by default as many as give the sheet a good shape."""
    wide, high = max(c.width for c in cells), max(c.height for c in cells)
    # Text is as large as on the cards, which may be tokens or mats.
    size = min(max(0.045 * min(wide, 100 * MM), 5.0), 8.0) * max(1.0, wide / (100 * MM))
    gap, below = 1.7 * size, 4.6 * size
    across = across or min(range(1, len(cells) + 1), key=lambda n: _unshapely(n, len(cells), wide + gap, high + below))
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    edge, top = 2 * gap, 2 * gap + 2.2 * size
    under: list[Item] = []
    slots: list[Slot] = []
    y = top
    for row in rows:
        tallest = max(c.height for c in row)
        for column, cell in enumerate(row):
            middle = edge + column * (wide + gap) + wide / 2
            x = middle - cell.width / 2
            for face in cell.faces:
                here = Rect(x, y + tallest - face.height, face.width, face.height)
                outline = transformed(face.outline, Matrix.move(here.x, here.y))
                under.append(PathItem(transformed(outline, Matrix.move(0.1 * size, 0.18 * size)), fill=_SHADOW))
                slots.append(Slot("", 1, face, "front", here, 0, here, shape=outline))
                x += face.width + _BETWEEN
            for line, (text, bold) in enumerate(((cell.name, True), (cell.place, False))):
                box = Rect(middle - wide / 2, y + tallest + (0.75 + 1.2 * line) * size, wide, size)
                under.append(_line(text, box, fonts, _INK if bold else _PALE, bold=bold, align="center"))
        y += tallest + below
    width, height = 2 * edge + across * (wide + gap) - gap, y - below + 2.6 * size + gap
    under.append(_line(heading, Rect(edge, gap, width - 2 * edge, 1.5 * size), fonts, _INK, bold=True, align="left"))
    edges = tuple(PathItem(s.shape, stroke=Stroke(_EDGE, 0.06 * size)) for s in slots if s.shape is not None)
    paper = Paper("contact sheet", width, height)
    table = PathItem(rectangle(paper.area), fill=_TABLE)
    return Sheet(1, "front", paper, (), tuple(slots), (), paper.area, paper.area, (table, *under), edges)


def _unshapely(across: int, cells: int, width: float, height: float) -> float:
    """How far a number of columns is from ideal: the sheet's shape, and the blank cells."""
    down = ceil(cells / across)
    return abs(log(across * width / (down * height) / _SHAPE)) + 1.5 * (across * down - cells) / cells


def _line(text: str, box: Rect, fonts: tuple[FontFamily, ...], color: Color, *, bold: bool, align: str) -> Item:
    """One line of text, as high as its box, shortened to the box's width."""
    text = " ".join(text.split())
    style = TextStyle(fonts, box.height, 0.8 * box.height, color, align, "middle", 1.0, bold=bold)  # type: ignore[arg-type]
    text = text if len(text) <= _MAX_NAME else f"{text[:_MAX_NAME].rstrip()}…"
    while (fitted := fit((Paragraph((Run(text),)),), style, box.width, 1.01 * box.height)).overflow is not None:
        text = f"{text[: -2 if text.endswith('…') else -1].rstrip()}…"
        if len(text) < 3:
            break
    return GroupItem(fitted.items, Matrix.move(box.x, box.y))
