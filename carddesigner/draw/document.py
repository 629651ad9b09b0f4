"""Pages and resources to the bytes of a PDF: its objects, each written at once, and the table of where they stand.

Every form and page lists exactly the resources it names, and nothing that is written stays in memory.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import BinaryIO

from msgspec import Struct

from carddesigner.core.geometry import Rect
from carddesigner.core.items import Picture
from carddesigner.draw import operators as op
from carddesigner.draw.fonts import FontUse
from carddesigner.draw.painter import OVERPRINT, Drawing, Form, Painter, Resource
from carddesigner.draw.pictures import PictureData, picture_data

_DATE = "(D:20000101000000+00'00')"


class Page(Struct, frozen=True):
    """A finished page: size and boxes in points, y down from the top left; ``label`` and ``heading`` for readers.

    ``crop_box`` is what a reader shows of it, None for all.
    """

    width: float
    height: float
    drawing: Drawing
    trim_box: Rect
    bleed_box: Rect
    label: str
    heading: str | None = None
    crop_box: Rect | None = None


class _Document:
    """Objects by their names, which others may name before they are written."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._at = 0
        self._numbers: dict[str, int] = {}
        self._places: dict[int, int] = {}
        # Four bytes above 127 tell whoever carries the file that it is no text.
        self._write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._at += len(data)

    def ref(self, name: str) -> str:
        """What stands for an object in others."""
        return f"{self._numbers.setdefault(name, len(self._numbers) + 1)} 0 R"

    def put(self, name: str, words: str, data: bytes | None = None, *, encoded: str | None = None) -> str:
        """Write an object of these words, or a stream with a dictionary of them, which is compressed unless it comes *encoded*
        by a filter. Gives what stands for it.
        """
        ref = self.ref(name)
        body = words.encode("latin-1")
        if data is not None:
            data = zlib.compress(data) if encoded is None else data
            body = (
                f"<<{words}/Filter{encoded or '/FlateDecode'}/Length {len(data)}>>\nstream\n".encode("latin-1") + data
            )
            body += b"\nendstream"
        self._places[self._numbers[name]] = self._at
        self._write(b"%d 0 obj\n%b\nendobj\n" % (self._numbers[name], body))
        return ref

    def resources(self, uses: frozenset[Resource]) -> str:
        """The dictionary of what a drawing names."""
        kinds = (f"/{kind}<<{''.join([f'/{n} {self.ref(n)}' for n in names])}>>" for kind, names in _by_kind(uses))
        return f"<<{''.join(kinds)}>>"

    def end(self, identity: str) -> None:
        """The table of where everything stands."""
        start, size = self._at, len(self._numbers) + 1
        places = "".join([f"{self._places[n]:010} 00000 n \n" for n in range(1, size)])
        ends = f"/Info {self.ref('Info')}/Root {self.ref('Catalog')}/Size {size}/ID[<{identity}><{identity}>]"
        self._write(f"xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<<{ends}>>\n".encode())
        self._write(f"startxref\n{start}\n%%EOF\n".encode())


@lru_cache(maxsize=16)
def _by_kind(uses: frozenset[Resource]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    kinds: dict[str, list[str]] = {}
    for kind, name in sorted(uses):
        kinds.setdefault(kind, []).append(name)
    return tuple((kind, tuple(names)) for kind, names in kinds.items())


def _text(words: str) -> str:
    """Words for readers."""
    if words.isascii() and words.isprintable():
        return "(" + words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<FEFF{words.encode('utf-16-be').hex().upper()}>"


def write_document(
    out: BinaryIO,
    pages: Iterable[Page],
    painter: Painter,
    picture_bytes: Callable[[Picture], bytes],
    *,
    title: str,
    language: str,
) -> None:
    """Write the PDF. Same pages, same bytes: no dates but a fixed one, and an ID that follows from the content."""
    document = _Document(out)
    digest = hashlib.sha256()
    # Pages are many: of each only what the document's lists need is kept.
    lines: list[tuple[str, str | None]] = []
    uses: set[Resource] = set()
    for page in pages:
        lines.append((page.label, page.heading))
        _add_page(document, f"Page{len(lines)}", page, digest)
        uses |= page.drawing.uses
    named = _named(uses, painter)
    for name, form in painter.forms.items():
        if ("XObject", name) in named:
            digest.update(_add_form(document, name, form))
    for name, picture in painter.pictures.items():
        if ("XObject", name) in named:
            _add_picture(document, name, picture, picture_data(picture.digest, partial(picture_bytes, picture)))
    for key, use in painter.fonts.items():
        if ("Font", "F-" + key) in named:
            _add_font(document, "F-" + key, use)
    for name, opacity in painter.opacities.items():
        if ("ExtGState", name) in named:
            document.put(name, f"<</Type/ExtGState/ca {op.number(opacity)}/CA {op.number(opacity)}>>")
    if ("ExtGState", OVERPRINT) in named:
        document.put(OVERPRINT, "<</Type/ExtGState/OP true/op true/OPM 1>>")
    for name, spot in painter.spots.items():
        if ("ColorSpace", name) in named:
            a = spot.alternate
            inks = " ".join(op.number(v) for v in (a.c, a.m, a.y, a.k))
            words = "".join(f"#{b:02X}" for b in spot.name.encode("utf-8"))
            mixed = f"<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[{inks}]/N 1>>"
            document.put(name, f"[/Separation/{words}/DeviceCMYK{mixed}]")
    _add_catalog(document, lines, language)
    made = f"/Creator(carddesigner)/Producer(carddesigner)/CreationDate{_DATE}/ModDate{_DATE}"
    document.put("Info", f"<</Title{_text(title)}{made}>>")
    document.end(digest.hexdigest()[:32])


def _named(uses: Iterable[Resource], painter: Painter) -> set[Resource]:
    """What pages name, and the forms that they name, and so on; the painter may have drawn for another document too."""
    named: set[Resource] = set()
    waiting = set(uses)
    while waiting:
        resource = waiting.pop()
        named.add(resource)
        form = painter.forms.get(resource[1]) if resource[0] == "XObject" else None
        if form is not None:
            waiting |= form.drawing.uses - named
    return named


def _box(r: Rect, height: float) -> str:
    return f"[{op.number(r.x)} {op.number(height - r.bottom)} {op.number(r.right)} {op.number(height - r.y)}]"


def _add_page(document: _Document, name: str, page: Page, digest: hashlib._Hash) -> None:
    ops = f"1 0 0 1 0 {op.number(page.height)} cm\n{page.drawing.ops}".encode()
    digest.update(ops)
    contents = document.put(f"{name}-contents", "", ops)
    boxes = "".join(
        f"/{kind}{_box(r, page.height)}"
        for kind, r in (
            ("MediaBox", Rect(0, 0, page.width, page.height)),
            ("CropBox", page.crop_box),
            ("BleedBox", page.bleed_box),
            ("TrimBox", page.trim_box),
        )
        if r is not None
    )
    shown = f"/Contents {contents}/Resources{document.resources(page.drawing.uses)}"
    document.put(name, f"<</Type/Page/Parent {document.ref('Pages')}{boxes}{shown}>>")


def _add_form(document: _Document, name: str, form: Form) -> bytes:
    """Write a form; gives its operators."""
    b = form.box
    box = f"[{op.number(b.x)} {op.number(-b.bottom)} {op.number(b.right)} {op.number(-b.y)}]"
    group = "/Group<</S/Transparency>>" if form.group else ""
    resources = document.resources(form.drawing.uses)
    ops = form.drawing.ops.encode()
    document.put(name, f"/Type/XObject/Subtype/Form/BBox{box}{group}/Resources{resources}", ops)
    return ops


def _add_picture(document: _Document, name: str, picture: Picture, read: PictureData) -> None:
    width, height = picture.stored
    size = f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent "
    soft = ""
    if read.mask is not None:
        grays = f"{size}8/ColorSpace/DeviceGray"
        soft = f"/SMask {document.put(name + 'M', grays, read.mask, encoded='/FlateDecode')}"
    document.put(name, f"{size}{read.depth}/ColorSpace{read.space}{read.more}{soft}", read.data, encoded=read.encoded)


def _add_font(document: _Document, name: str, use: FontUse) -> None:
    face = use.face
    data = use.subset()
    tag = "".join(chr(65 + b % 26) for b in hashlib.sha256(data).digest()[:6])
    base = f"{tag}+{face.key}"
    file = document.put(name + "-file", f"/Length1 {len(data)}", data)
    unicode = document.put(name + "-unicode", "", use.to_unicode().encode("ascii"))
    x0, y0, x1, y1 = face.bounds
    italic = -12 if "Italic" in face.key else 0
    descriptor = document.put(
        name + "-descriptor",
        f"<</Type/FontDescriptor/FontName/{base}/Flags {4 + (64 if italic else 0)}/ItalicAngle {italic}"
        f"/FontBBox[{x0:.0f} {y0:.0f} {x1:.0f} {y1:.0f}]/Ascent {face.ascent:.0f}/Descent {-face.descent:.0f}"
        f"/CapHeight {face.cap_height:.0f}/StemV {140 if 'Bold' in face.key else 80}/FontFile2 {file}>>",
    )
    document.put(
        name,
        f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H/ToUnicode {unicode}"
        f"/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/{base}/CIDToGIDMap/Identity"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        f"/W{use.widths()}/FontDescriptor {descriptor}>>]>>",
    )


def _add_catalog(document: _Document, pages: Sequence[tuple[str, str | None]], language: str) -> None:
    """The list of pages, the label of each, and the outline: an entry where a page has a heading."""
    kids = " ".join([document.ref(f"Page{n}") for n in range(1, len(pages) + 1)])
    document.put("Pages", f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>")
    labels = "".join([f"{n}<</P{_text(label)}>>" for n, (label, _) in enumerate(pages)])
    entries = [(f"Page{n}", heading) for n, (_, heading) in enumerate(pages, 1) if heading is not None]
    for n, (page, heading) in enumerate(entries):
        beside = f"/Prev {document.ref(f'Entry{n - 1}')}" if n else ""
        beside += f"/Next {document.ref(f'Entry{n + 1}')}" if n + 1 < len(entries) else ""
        there = f"/Parent {document.ref('Outlines')}/Dest[{document.ref(page)}/Fit]"
        document.put(f"Entry{n}", f"<</Title{_text(heading)}{there}{beside}>>")
    outlines = ""
    if entries:
        ends = f"/First {document.ref('Entry0')}/Last {document.ref(f'Entry{len(entries) - 1}')}"
        outlines = f"/Outlines {document.put('Outlines', f'<</Type/Outlines/Count {len(entries)}{ends}>>')}/PageMode/UseOutlines"
    pages_of = f"/Pages {document.ref('Pages')}/PageLabels<</Nums[{labels}]>>"
    document.put("Catalog", f"<</Type/Catalog{pages_of}{outlines}/Lang{_text(language)}>>")
