"""Write pages and resources as a PDF, using ReportLab's object model.

Every form and page lists exactly the resources that it names (ReportLab's own forms lose graphics states and colour
spaces), and complete objects are written at once, so that they take no memory.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from carddesigner.core.geometry import Matrix, Rect
from carddesigner.core.items import Picture, ShadowItem
from carddesigner.core.paint import components
from carddesigner.core.printing import Standard
from carddesigner.core.report import Report
from carddesigner.draw import operators as op
from carddesigner.draw.fonts import FontUse
from carddesigner.draw.painter import KNOCKOUT, OVERPRINT, Drawing, Form, Painter, Resource, layer_name, place
from carddesigner.draw.resources import deflated, named_by

if TYPE_CHECKING:
    from carddesigner.draw.conformance import Press

rl_config.useA85 = 0
rl_config.invariant = 1

_LAST_SECOND = 253_402_300_799
"""The end of the year 9999, after which no PDF can be dated."""
_PRODUCER = "carddesigner, ReportLab PDF Library"


class Page(Struct, frozen=True):
    """A finished page: size and boxes in points, y down from the top left; ``label`` and ``heading`` are for readers.

    ``crop_box`` is the area that a reader shows, None for all.
    """

    width: float
    height: float
    drawing: Drawing
    trim_box: Rect
    bleed_box: Rect
    label: str
    heading: str | None = None
    crop_box: Rect | None = None


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose text is made when it is written."""

    def __init__(self, text: Callable[[pdfdoc.PDFDocument], str]) -> None:
        self.text = text

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.text(document).encode("latin-1")


class _Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream with its own dictionary entries; compressed at once unless it is already *encoded* by a filter."""

    __RefOnly__ = 1

    def __init__(
        self, entries: str | Callable[[pdfdoc.PDFDocument], str], data: bytes, *, encoded: str | None = None
    ) -> None:
        self.entries = entries
        self.filter = encoded or "/FlateDecode"
        self.data = deflated(data) if encoded is None else data

    def parts(self, document: pdfdoc.PDFDocument) -> tuple[bytes, bytes, bytes]:
        """Its bytes in three parts, to avoid copying large data."""
        entries = self.entries if isinstance(self.entries, str) else self.entries(document)
        head = f"<<{entries}/Filter{self.filter}/Length {len(self.data)}>>\nstream\n"
        return head.encode("latin-1"), self.data, b"\nendstream"


def _check_date() -> None:
    """Raise DeckError for a date of the environment that is none, which ReportLab would fail on."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if date and not (date.isascii() and date.isdigit() and int(date[:20]) <= _LAST_SECOND):
        message = f"the environment's SOURCE_DATE_EPOCH is {date[:60]!r}, which is no number of seconds since 1970"
        Report().fail("wrong-value", message, hint="unset it, or write such as 1700000000")


class _Document(pdfdoc.PDFDocument):  # type: ignore[misc]
    """ReportLab's document, changed to write complete objects at once, and the rest at the end."""

    def __init__(self, out: BinaryIO, language: str, version: tuple[int, int] = (1, 4)) -> None:
        _check_date()
        super().__init__(compression=1, invariant=1, pdfVersion=version, lang=language)
        catalog = _Catalog()
        catalog.__dict__.update(vars(self.Catalog))  # type: ignore[has-type]
        self.Catalog = self._catalog = catalog
        self.file = pdfdoc.PDFFile(self._pdfVersion)
        out.write(b"".join(self.file.strings))
        self.file.write = out.write

    def put(self, stream: _Stream, name: str | None = None) -> str:
        """Write a stream that refers to no later object; return its name."""
        made: str = self.Reference(stream, name).name
        self._write(made)
        return made

    def _write(self, name: str) -> None:
        made = self.idToObject[name]
        if isinstance(made, _Stream):
            number, version = self.idToObjectNumberAndVersion[name]
            parts: tuple[bytes, ...] = (f"{number} {version} obj\n".encode(), *made.parts(self), b"\nendobj\n")
        else:
            parts = (pdfdoc.PDFIndirectObject(name, made).format(self),)
        self.idToOffset[name] = self.file.offset
        for part in parts:
            self.file.add(part)
        self.idToObject[name] = None

    def format(self) -> None:
        """Write the remaining objects, and the cross-reference table."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        number = 1
        while number in self.numberToId:  # writing an object may add others
            if self.numberToId[number] not in self.idToOffset:
                self._write(self.numberToId[number])
            number += 1
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, [self.numberToId[n] for n in range(1, number)])
        start = self.file.add(table.format(self))
        self.file.add(pdfdoc.PDFTrailer(start, number, Root=root, Info=info, ID=self.ID()).format(self))


def write_document(
    out: BinaryIO,
    pages: Iterable[Page],
    painter: Painter,
    picture_bytes: Callable[[Picture], bytes],
    *,
    title: str,
    language: str,
    press: Press | None = None,
) -> None:
    """Write the PDF, for a *press* if given. The same pages give the same bytes: there is only a fixed date, and the ID
    is a digest of the content.
    """
    document = _Document(out, language, press.version if press is not None else (1, 4))
    document.setTitle(title)
    document.setCreator("carddesigner")
    document.setProducer(_PRODUCER)
    document.setAuthor("")
    document.setSubject("")
    digest = hashlib.sha256()
    # There may be many pages: of each, only what the document's lists need is kept.
    lines: list[tuple[str, str | None]] = []
    uses: set[Resource] = set()
    more = _PageMore.of(document, press)
    for page in pages:
        _add_page(document, page, digest, more)
        lines.append((page.label, page.heading))
        uses |= page.drawing.uses
    named = named_by(uses, painter)
    # Sorted by name, so that the order of drawing doesn't change the file.
    forms = [(name, form) for name, form in sorted(painter.forms.items()) if ("XObject", name) in named]
    for name, form in forms:
        document.Reference(_form(form, more), name)
    _add_pictures(document, painter, named, picture_bytes)
    for key, use in sorted(painter.fonts.items()):
        if ("Font", "F-" + key) in named:
            _add_font(document, "F-" + key, use)
    _add_inks(document, painter, named)
    _add_effects(document, painter, named)
    _add_shadows(document, painter, named, picture_bytes)
    _add_reading_aids(document, lines)
    for _, form in forms:
        digest.update(form.drawing.ops.encode())
    if painter.tones is not None:
        digest.update(repr(painter.tones).encode())
    if painter.inks is not None:
        digest.update(painter.inks.key.encode())
    document.updateSignature(digest.digest())
    if press is not None:
        _add_press(document, press, title, digest.digest(), [n for k, n in named if k == "Properties"])
    document.GetPDFData(_Canvas(document))


def _add_inks(document: _Document, painter: Painter, named: set[Resource]) -> None:
    """Add the spot colours, and the states for overprinting and knocking out."""
    for name, over in ((OVERPRINT, "/OP true/op true/OPM 1"), (KNOCKOUT, "/OP false/op false")):
        if ("ExtGState", name) in named:
            document.Reference(_Raw(lambda _, v=over: f"<</Type/ExtGState{v}>>"), name)  # type: ignore[misc]
    for name, spot in sorted(painter.spots.items()):
        if ("ColorSpace", name) not in named:
            continue
        a = spot.alternate
        inks = " ".join(op.number(v) for v in (a.c, a.m, a.y, a.k))
        spelt = "".join(f"#{b:02X}" for b in spot.name.encode("utf-8"))
        space = f"[/Separation/{spelt}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[{inks}]/N 1>>]"
        document.Reference(_Raw(lambda _, v=space: v), name)  # type: ignore[misc]


class _Canvas(Struct, frozen=True):
    """The part of a canvas that ReportLab's outline needs: the reference for a named destination."""

    document: pdfdoc.PDFDocument

    def _bookmarkReference(self, name: str) -> pdfdoc.PDFObjectReference:  # noqa: N802 ReportLab's name
        return pdfdoc.PDFObjectReference(name)


@lru_cache(maxsize=16)
def _resources(uses: frozenset[Resource], *, screens: bool = False) -> Callable[[pdfdoc.PDFDocument], str]:
    kinds: dict[str, list[str]] = {}
    for kind, name in sorted({*uses, ("ColorSpace", _SCREENS)} if screens else uses):
        kinds.setdefault(kind, []).append(name)

    def text(document: pdfdoc.PDFDocument) -> str:
        out = []
        for kind, names in kinds.items():
            refs = "".join(f"/{n} {document.idToObjectNumberAndVersion[n][0]} 0 R" for n in names)
            out.append(f"/{kind}<<{refs}>>")
        return f"<<{''.join(out)}>>"

    return text


def _box(r: Rect, height: float) -> str:
    return f"[{op.number(r.x)} {op.number(height - r.bottom)} {op.number(r.right)} {op.number(height - r.y)}]"


class _PageMore(Struct, frozen=True):
    """What all pages and forms of a document have besides their resources: the transparency ``group`` in whose colour
    space a page's colours mix, and whether a profile replaces DeviceRGB.
    """

    group: str = ""
    screens: bool = False

    @classmethod
    def of(cls, document: _Document, press: Press | None) -> _PageMore:
        """The values for a document for a *press*."""
        if press is None:
            return _NO_MORE
        if press.in_rgb and press.standard is not None:
            from carddesigner.inks.profile import screen_profile

            document.put(_Stream("/N 3/Alternate/DeviceRGB", screen_profile()), "sRGB")
            document.Reference(_Raw(lambda d: f"[/ICCBased {d.idToObjectNumberAndVersion['sRGB'][0]} 0 R]"), _SCREENS)
            return cls(
                f"/Group<</S/Transparency/CS {document.idToObjectNumberAndVersion[_SCREENS][0]} 0 R/I true>>", True
            )
        if press.standard is Standard.PDFX1A:
            return _NO_MORE
        return cls("/Group<</S/Transparency/CS/DeviceCMYK/I true>>" if not press.in_rgb else "")


_NO_MORE = _PageMore()
_SCREENS = "DefaultRGB"


def _add_press(document: _Document, press: Press, title: str, digest: bytes, layers: list[str]) -> None:
    """Add what the document declares for a print house."""
    from carddesigner.draw.conformance import catalog_entries, info_text, intent_text, layer_text, metadata_text

    def reference(name: str) -> str:
        return f"{document.idToObjectNumberAndVersion[name][0]} 0 R"

    document.put(
        _Stream("/N 4/Alternate/DeviceCMYK" if press.standard is not Standard.PDFX1A else "/N 4", press.profile.data),
        "Profile",
    )
    document.Reference(_Raw(lambda _: intent_text(press, reference("Profile"))), "Intent")
    inks = {layer_name(ink): (ink, step) for ink, step in press.layers.items()}
    layers.sort()
    for name in layers:
        document.Reference(_Raw(lambda _, v=inks[name]: layer_text(*v)), name)  # type: ignore[misc]
    metadata = None
    if press.standard is not None:
        stamp = tuple(document._timeStamp.YMDhms)
        about = (title, press.standard, stamp, "carddesigner", _PRODUCER)
        document.Reference(_Plain(metadata_text(*about, digest).encode()), "Metadata")
        metadata = "Metadata"
        document.info = _Info(lambda _: info_text(*about))
    document.Catalog.more = lambda: catalog_entries(
        reference("Intent"), reference(metadata) if metadata is not None else None, map(reference, layers)
    )


class _Info(_Raw):
    """The document's information, in this program's form."""

    def digest(self, signature: hashlib._Hash) -> None:
        """Do nothing: ReportLab would add this object to the ID, which is already a digest of the content."""


class _Plain(pdfdoc.PDFObject):  # type: ignore[misc]
    """Metadata. It isn't compressed, because other programs than PDF readers look for it."""

    __RefOnly__ = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n%s\nendstream" % (len(self.data), self.data)


class _Catalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """ReportLab's catalogue, with additional entries."""

    more: Callable[[], str] | None = None

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        made: bytes = super().format(document)
        if self.more is None:
            return made
        return made.rstrip().removesuffix(b">>") + self.more().encode("latin-1") + b">>"


def _add_page(document: _Document, page: Page, digest: hashlib._Hash, more: _PageMore) -> None:
    ops = f"1 0 0 1 0 {op.number(page.height)} cm\n{page.drawing.ops}".encode()
    digest.update(ops)
    contents = document.put(_Stream("", ops))
    resources = _resources(page.drawing.uses, screens=more.screens)
    boxes = "".join(
        f"/{name}{_box(r, page.height)}"
        for name, r in (
            ("MediaBox", Rect(0, 0, page.width, page.height)),
            ("CropBox", page.crop_box),
            ("BleedBox", page.bleed_box),
            ("TrimBox", page.trim_box),
        )
        if r is not None
    )

    def text(document: pdfdoc.PDFDocument) -> str:
        number = document.idToObjectNumberAndVersion
        parent = number[document.Reference(document.Pages).name][0]
        return (
            f"<</Type/Page/Parent {parent} 0 R{boxes}/Contents {number[contents][0]} 0 R"
            f"/Resources{resources(document)}{more.group}>>"
        )

    document.addPage(_Raw(text))


def _form(form: Form, more: _PageMore) -> _Stream:
    resources = _resources(form.drawing.uses, screens=more.screens)
    b = form.box
    box = f"[{op.number(b.x)} {op.number(-b.bottom)} {op.number(b.right)} {op.number(-b.y)}]"
    group = f"/Group<<{form.group}>>" if form.group else ""
    message = f"/Type/XObject/Subtype/Form/BBox{box}{group}"
    data = form.stream or deflated(form.drawing.ops.encode())
    return _Stream(lambda document: f"{message}/Resources{resources(document)}", data, encoded="/FlateDecode")


def _fewer(picture: Picture, shown: Rect | None, dpi: int | None) -> tuple[int, int] | None:
    """The reduced size in stored pixels of a picture *shown* at this size, if its resolution is higher than *dpi*; None
    if it isn't.
    """
    if shown is None or dpi is None:
        return None
    part = max(shown.width * dpi / 72 / picture.width, shown.height * dpi / 72 / picture.height)
    if part >= _WORTH:
        return None
    width, height = picture.stored
    return max(1, round(part * width)), max(1, round(part * height))


_WORTH = 0.9
"""The ratio of pixels along an edge from which reduction isn't worthwhile."""


def _add_pictures(
    document: _Document, painter: Painter, named: set[Resource], picture_bytes: Callable[[Picture], bytes]
) -> None:
    wanted = [(name, picture) for name, picture in sorted(painter.pictures.items()) if ("XObject", name) in named]
    if not wanted:
        return
    from carddesigner.draw.pictures import picture_data

    for name, picture in wanted:
        pixels = _fewer(picture, painter.shown.get(name), painter.picture_dpi)
        read = picture_data(
            picture.digest, partial(picture_bytes, picture), painter.tones, painter.inks, pixels, painter.disk
        )
        width, height = pixels or picture.stored
        size = f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent "
        described = f"{size}{read.depth}/ColorSpace{read.space}{read.more}"
        if read.mask is not None:
            mask = document.put(
                _Stream(f"{size}8/ColorSpace/DeviceGray", read.mask, encoded="/FlateDecode"), name + "M"
            )
            described += f"/SMask {document.idToObjectNumberAndVersion[mask][0]} 0 R"
        document.put(_Stream(described, read.data, encoded=read.encoded), name)


def _add_effects(document: _Document, painter: Painter, named: set[Resource]) -> None:
    if not (painter.states or painter.shadings):
        return
    from carddesigner.draw.effects import effect_objects

    for resource, text in effect_objects(painter):
        if resource in named:
            document.Reference(_Raw(text), resource[1])


def _add_shadows(
    document: _Document, painter: Painter, named: set[Resource], picture_bytes: Callable[[Picture], bytes]
) -> None:
    """Add shadows, each as a single pixel of its colour with a mask."""
    wanted = {name: shadow for name, shadow in sorted(painter.shadows.items()) if ("XObject", name) in named}
    if not wanted:
        return
    from carddesigner.draw.effects import number_of
    from carddesigner.draw.gradients import space_of
    from carddesigner.draw.shadows import PIXEL, shadow_masks

    plain = Painter(painter.face_of, painter.cache, without_shadows=True)
    pages = [_of_shadow(plain, shadow) for shadow in wanted.values()]
    pdf = BytesIO()
    write_document(pdf, pages, plain, picture_bytes, title="", language="")
    masks = shadow_masks(pdf.getvalue(), tuple(wanted.values()), painter.dpi)
    for (name, shadow), mask in zip(wanted.items(), masks, strict=True):
        size = f"/Type/XObject/Subtype/Image/BitsPerComponent 8/Width {mask.width}/Height {mask.height}"
        document.put(
            _Stream(f"{size}/ColorSpace/DeviceGray{mask.filter}", mask.data, encoded="/FlateDecode"), name + "M"
        )
        color = painter.printed(shadow.color)
        space, pixel = space_of(color), bytes(round(255 * v) for v in components(color))

        def described(document: pdfdoc.PDFDocument, name: str = name, space: str = space) -> str:
            own = space if space[0] == "/" else f" {number_of(document, space)} 0 R"
            return f"{PIXEL}/ColorSpace{own}/SMask {number_of(document, name + 'M')} 0 R"

        document.Reference(_Stream(described, pixel), name)


def _of_shadow(painter: Painter, shadow: ShadowItem) -> Page:
    """A page of its own for the items that throw a shadow, as large as the shadow."""
    box = shadow.box
    whole = Rect(0.0, 0.0, box.width, box.height)
    drawing = painter.items(shadow.items)
    ops = place(Matrix.move(-box.x, -box.y), None, drawing.ops)
    return Page(box.width, box.height, Drawing(ops, drawing.uses), whole, whole, "")


@lru_cache(maxsize=16)
def _deflated_font(data: bytes) -> bytes:
    """A compressed font file, which documents with the same glyphs share."""
    return deflated(data)


def _add_font(document: _Document, name: str, use: FontUse) -> None:
    face = use.face
    data = use.subset()
    tag = "".join(chr(65 + b % 26) for b in hashlib.sha256(data).digest()[:6])
    base = f"{tag}+{face.name}"
    length = "/Subtype/CIDFontType0C" if face.is_cff else f"/Length1 {len(data)}"
    file = document.put(_Stream(length, _deflated_font(data), encoded="/FlateDecode"), name + "-file")
    unicode = document.put(_Stream("", use.to_unicode().encode("ascii")), name + "-unicode")
    x0, y0, x1, y1 = face.bounds
    italic = -12 if face.italic else 0
    described = (
        f"<</Type/FontDescriptor/FontName/{base}/Flags {4 + (64 if italic else 0)}/ItalicAngle {italic}"
        f"/FontBBox[{x0:.0f} {y0:.0f} {x1:.0f} {y1:.0f}]/Ascent {face.ascent:.0f}/Descent {-face.descent:.0f}"
        f"/CapHeight {face.cap_height:.0f}/StemV {140 if face.weight >= 600 else 80}/FontFile{3 if face.is_cff else 2} "
    )
    # The codes in a run are glyph numbers: in a PostScript-flavoured font they are CIDs, in the order of the glyphs.
    kind = f"CIDFontType0/BaseFont/{base}" if face.is_cff else f"CIDFontType2/BaseFont/{base}/CIDToGIDMap/Identity"
    whole = f"{base}-Identity-H" if face.is_cff else base
    widths = use.widths()

    def text(document: pdfdoc.PDFDocument) -> str:
        number = {n: document.idToObjectNumberAndVersion[n][0] for n in (file, unicode)}
        return (
            f"<</Type/Font/Subtype/Type0/BaseFont/{whole}/Encoding/Identity-H/ToUnicode {number[unicode]} 0 R"
            f"/DescendantFonts[<</Type/Font/Subtype/{kind}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/W{widths}/FontDescriptor {document.idToObjectNumberAndVersion[descriptor][0]} 0 R>>]>>"
        )

    descriptor = document.Reference(
        _Raw(lambda d: f"{described}{d.idToObjectNumberAndVersion[file][0]} 0 R>>"), name + "-descriptor"
    ).name
    document.Reference(_Raw(text), name)


def _add_reading_aids(document: pdfdoc.PDFDocument, pages: Sequence[tuple[str, str | None]]) -> None:
    """Add the outline (an entry for each page with a heading) and the label of every page."""
    destinations = []
    labels = document.Catalog.PageLabels = pdfdoc.PDFPageLabels()
    for number, (prefix, heading) in enumerate(pages):
        label = pdfdoc.PDFPageLabel(prefix=prefix)
        labels.addPageLabel(number, label)
        if heading is not None:
            key = f"Page{number + 1}"
            destinations.append((f"to-{key}", heading, key))
    outline = document.outline
    for name, heading, key in destinations:
        document.Reference(_Raw(lambda d, k=key: f"[{d.idToObjectNumberAndVersion[k][0]} 0 R/Fit]"), name)  # type: ignore[misc]
        outline.addOutlineEntry(name, 0, heading, closed=1)
    if destinations:
        document.Catalog.setPageMode("UseOutlines")
