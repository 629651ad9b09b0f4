"""Render faces and sheets to bitmaps, from the same PDF as is printed, with pdfium; each distinct face once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from math import floor
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Gray
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Path, Rect
from carddesigner.core.items import PathItem
from carddesigner.core.job import Job
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.units import MM
from carddesigner.core.worker import Again, Workers
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.draw.faces import DrawnFaces
from carddesigner.draw.painter import Painter
from carddesigner.export.pdf import PdfOptions, sheets_pdf
from carddesigner.impose.sheet import Sheet, Slot, page_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from carddesigner.inks.proof import SoftProof

MAX_PIXELS = 50_000_000
"""The most pixels of one picture."""
MAX_AT_ONCE = 16
"""The number of pictures that are drawn together before they are rendered, or that a process makes before it returns
them; it bounds memory. The groups don't depend on the number of processes, because pdfium may round a pixel differently
beside other pages.
"""
COST = 50
"""The cost of a picture, in cards that are laid out in the same time."""


Side = Literal["front", "back"]
Page = tuple[Sheet, Rect]
"""A page, and the area of it that is shown."""
_Shot = tuple[Page, ...]
"""The pages of a picture: one to show, and for a picture with transparency a second one that is black where the picture
is opaque.
"""
Name = TypeVar("Name")


class FaceLook(Struct, frozen=True):
    """How faces are shown: at ``dpi`` dots per inch as rectangles, with their ``bleed``, or with ``cut`` transparent
    outside their outlines. Backs are moved by ``shift`` points to the right and down; colours are as ``seen`` in a
    press's inks, if given. ``canvas`` is the width and height of the picture in points, with the face in its middle.
    """

    dpi: int
    bleed: bool = False
    cut: bool = False
    shift: float = 0.0
    seen: SoftProof | None = None
    canvas: tuple[float, float] | None = None


def face_pictures(
    deck: LoadedDeck, faces: Mapping[Name, tuple[LaidFace, Side]], look: FaceLook
) -> Iterator[tuple[tuple[Name, ...], Image]]:
    """Yield each distinct face of *faces* as a picture, with all its names. Raises OptionError before the first."""
    names, shots = _distinct(faces, look)
    yield from zip(names, _made(deck, shots, look.dpi, look.seen), strict=True)


class Shown(Struct, frozen=True):
    """Pictures to make: for each the names of all faces that look the same, and its pages."""

    deck: LoadedDeck
    names: Sequence[tuple[str, ...]]
    shots: Sequence[_Shot]
    dpi: int
    seen: SoftProof | None = None


def shown_faces(deck: LoadedDeck, faces: Mapping[str, tuple[LaidFace, Side]], look: FaceLook) -> Shown:
    """Return the pictures of each distinct face of *faces*."""
    return Shown(deck, *_distinct(faces, look), look.dpi, look.seen)


def shown_pages(deck: LoadedDeck, pages: Mapping[str, Page], dpi: int, seen: SoftProof | None = None) -> Shown:
    """Return the pictures of areas of *pages*, opaque."""
    return Shown(deck, [(name,) for name in pages], [(page,) for page in pages.values()], dpi, seen)


def picture_files(
    shown: Shown, file: Callable[[Image], bytes], workers: Workers, again: Again[Shown] | None
) -> Iterator[tuple[tuple[str, ...], bytes]]:
    """Yield the *file* of each picture, with its names. The *workers* make one group of pictures at a time; a worker
    that has only the deck's files makes the pages *again*, if they can be made from these. Raises OptionError before
    the first.
    """
    shots = shown.shots
    _check_pixels(shots, shown.dpi)
    starts = range(0, len(shots), MAX_AT_ONCE)
    batches: list[Callable[[], list[bytes]]] = [partial(_batch, shown, at, file) for at in starts]
    helps = workers.at_once > 1 if workers.are_here else again is not None and workers.pays(COST * len(shots))
    if helps and again is not None and not workers.are_here:
        batches = [
            Job(partial(_batch_again, again, at, file), (shown.deck.folder,), name=f"pictures from {at + 1}")
            for at in starts
        ]
    made = workers.each(batches) if helps and len(batches) > 1 else (batch() for batch in batches)
    yield from zip(shown.names, chain.from_iterable(made), strict=True)


def _distinct(
    faces: Mapping[Name, tuple[LaidFace, Side]], look: FaceLook
) -> tuple[list[tuple[Name, ...]], list[_Shot]]:
    """The names of each distinct face, and the pages of its picture."""
    shown: dict[tuple[int, float], list[Name]] = {}
    shots: list[_Shot] = []
    for name, (face, side) in faces.items():
        shift = look.shift if side == "back" else 0.0
        names = shown.setdefault((id(face), shift), [])
        if not names:
            shots.append((face_page(face, look, shift), face_page(_filled(face), look))[: 1 + look.cut])
        names.append(name)
    return [tuple(names) for names in shown.values()], shots


def cut_out_pictures(deck: LoadedDeck, areas: Sequence[tuple[Sheet, Rect, Path]], dpi: int) -> Iterator[Image]:
    """Yield pictures of the pieces on areas of sheets, transparent outside their outlines and in their holes. Raises
    OptionError before the first.
    """
    shots: list[_Shot] = []
    for sheet, area, holes in areas:
        own = tuple(slot for slot in sheet.slots if slot.side == sheet.side)
        bare = replace(sheet, slots=own, marks=(), under=(), over=())
        white = (PathItem(holes, fill=Gray(1.0)),) if holes else ()
        inside = replace(bare, slots=tuple(replace(slot, face=_filled(slot.face)) for slot in own), over=white)
        shots.append(((bare, area), (inside, area)))
    yield from _made(deck, shots, dpi)


def page_pictures(deck: LoadedDeck, pages: Sequence[Page], dpi: int, seen: SoftProof | None = None) -> Iterator[Image]:
    """Yield areas of pages as opaque pictures, drawing a few pages at a time, as *seen* in a press's inks, if given.
    Raises OptionError before the first.
    """
    yield from _made(deck, [(page,) for page in pages], dpi, seen)


def _batch(shown: Shown, at: int, file: Callable[[Image], bytes]) -> list[bytes]:
    return [*map(file, _made(shown.deck, shown.shots[at : at + MAX_AT_ONCE], shown.dpi, shown.seen))]


def _batch_again(again: Again[Shown], at: int, file: Callable[[Image], bytes]) -> list[bytes]:
    return _batch(again.value, at, file)


def _check_pixels(shots: Iterable[_Shot], dpi: int) -> None:
    for shot in shots:
        for _, area in shot:
            _pixels(area, dpi)


def _made(deck: LoadedDeck, shots: Sequence[_Shot], dpi: int, seen: SoftProof | None = None) -> Iterator[Image]:
    """Yield the pictures; those with a second page are transparent outside the black of that page."""
    _check_pixels(shots, dpi)
    options = PdfOptions(deck.deck.title, deck.deck.language)
    for start in range(0, len(shots), MAX_AT_ONCE):
        some = shots[start : start + MAX_AT_ONCE]
        pages = [page for shot in some for page in shot]
        pdf, drawn = BytesIO(), DrawnFaces(Painter(deck.assets.face, inks=seen, dpi=dpi))
        sheets_pdf(pdf, [sheet for sheet, _ in pages], drawn, deck.assets.picture_bytes, options)
        pictures = render(pdf.getvalue(), enumerate(area for _, area in pages), dpi)
        for shot in some:
            image = next(pictures)
            if len(shot) > 1:
                from PIL import ImageChops

                image.putalpha(ImageChops.invert(next(pictures).convert("L")))
            yield image


def render(pdf: bytes, areas: Iterable[tuple[int, Rect]], dpi: int) -> Iterator[Image]:
    """Yield a picture for each page's index from 0 and area, in points from the page's top left, rounded to whole
    pixels. Raises OptionError for too many pixels.
    """
    import pypdfium2 as pdfium
    from pypdfium2 import raw

    document = pdfium.PdfDocument(pdf)
    try:
        for index, area in areas:
            width, height = _pixels(area, dpi)
            page = document[index]
            top = page.get_mediabox()[3]
            page.set_cropbox(area.x, top - area.bottom, area.right, top - area.y)
            page.close()
            # pdfium takes the size of a page when it is opened.
            page = document[index]
            bitmap = pdfium.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT)
            page.close()
            yield bitmap.to_pil().convert("RGB")
    finally:
        document.close()


def png(image: Image, dpi: int) -> bytes:
    """Encode a picture as PNG."""
    out = BytesIO()
    # Higher levels take twice as long for a twentieth less.
    image.save(out, "PNG", dpi=(dpi, dpi), compress_level=3)
    return out.getvalue()


def _pixels(area: Rect, dpi: int) -> tuple[int, int]:
    """An area's size in pixels. Rounding first keeps noise in sums of lengths from deciding between two whole numbers.
    Raises OptionError for too many pixels.
    """
    width, height = (max(1, floor(round(size * dpi / 72, 6) + 0.5)) for size in (area.width, area.height))
    if width * height > MAX_PIXELS:
        fitting = int((MAX_PIXELS * 72 * 72 / (area.width * area.height)) ** 0.5)
        message = (
            f"a picture of {area.width / MM:.4g} × {area.height / MM:.4g} mm at {dpi} dpi would have {width * height:,} "
            f"pixels, and may have {MAX_PIXELS:,}; {fitting} dpi would do"
        )
        raise OptionError(WrongOption("dpi", message))
    return width, height


def face_page(face: LaidFace, look: FaceLook, shift: float = 0.0) -> tuple[Sheet, Rect]:
    """A face on a page of its own, and the area that is shown."""
    paper, whole, trim = page_of(face)
    slot = Slot("", 1, face, "front", trim.moved(shift, shift), 0, whole.moved(shift, shift))
    shown = whole if look.bleed else trim
    if look.canvas is not None:
        (x, y), (width, height) = trim.centre, look.canvas
        shown = Rect(x - width / 2, y - height / 2, width, height)
    return Sheet(1, "front", paper, (), (slot,), (), trim, whole), shown


def _filled(face: LaidFace) -> LaidFace:
    """The inside of a face's outline, in black."""
    inside = (PathItem(face.outline, fill=Gray(0.0), even_odd=True),)
    return replace(face, zones=(PlacedZone("", Rect(0.0, 0.0, face.width, face.height), inside),))
