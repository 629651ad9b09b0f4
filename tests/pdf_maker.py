"""PDFs made operator by operator, good ones and such with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

import carddesigner
from carddesigner.source import paths

PROFILES = Path(carddesigner.__file__).parent / "inks" / "profiles"
MM = 72 / 25.4
WIDTH, HEIGHT, BLEED = 63.0, 88.0, 3.0
"""A card's trim and bleed in millimetres."""
FULL = f"0 0 {(WIDTH + 2 * BLEED) * MM:.3f} {(HEIGHT + 2 * BLEED) * MM:.3f} re f\n"
ART = "q 0.2 0.1 0 0 k " + FULL + "Q\n"
"""Art that goes on to the edge of the bleed."""
TEXT = "BT 0 0 0 1 k /over gs /F 8 Tf 40 120 Td (A card) Tj ET\n"

XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Cards</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>2020-01-01T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>2020-01-01T00:00:00Z</xmp:ModifyDate>
<xmp:MetadataDate>2020-01-01T00:00:00Z</xmp:MetadataDate><pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:1</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


def font(pdf: Pdf) -> pikepdf.Object:
    """An embedded font."""
    data = (paths.templates() / "fonts" / "AlegreyaSans-Regular.ttf").read_bytes()
    described = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/AAAAAA+AlegreyaSans"),
        Flags=32,
        FontBBox=[0, -200, 1000, 900],
        ItalicAngle=0,
        Ascent=900,
        Descent=-200,
        CapHeight=650,
        StemV=80,
        FontFile2=pdf.make_stream(data, Length1=len(data)),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.TrueType,
            BaseFont=Name("/AAAAAA+AlegreyaSans"),
            Encoding=Name.WinAnsiEncoding,
            FirstChar=32,
            LastChar=126,
            Widths=[500] * 95,
            FontDescriptor=pdf.make_indirect(described),
        )
    )


def picture(pdf: Pdf, width: int, height: int, space: object, pixel: bytes, bits: int = 8) -> Stream:
    """A picture of one colour."""
    data = pixel * (width * height) if bits == 8 else b"\xaa" * (-(-width // 8) * height)
    return Stream(
        pdf,
        data,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=width,
        Height=height,
        BitsPerComponent=bits,
        ColorSpace=space,
    )


def make_pdf(
    path: Path,
    *contents: str,
    change: Callable[[Pdf], None] | None = None,
    standard: str | None = "pdfx4",
    version: str = "1.6",
    trim: tuple[float, float] = (WIDTH, HEIGHT),
    bleed: float = BLEED,
) -> Path:
    """A file of cards in CMYK with everything that PDF/X-4 asks for, one a page; *change* then breaks what it likes."""
    pdf = Pdf.new()
    shared = font(pdf)
    width, height = ((s + 2 * bleed) * MM for s in trim)
    edges = [bleed * MM, bleed * MM, width - bleed * MM, height - bleed * MM]
    for content in contents or (ART + TEXT, ART + TEXT):
        page = pdf.add_blank_page(page_size=(width, height))
        page.obj["/TrimBox"], page.obj["/BleedBox"] = Array(edges), Array([0, 0, width, height])
        page.obj["/Resources"] = Dictionary(
            Font=Dictionary(F=shared),
            ExtGState=Dictionary(
                over=Dictionary(OP=True, op=True, OPM=1),
                clear=Dictionary(ca=0.5),
                multiply=Dictionary(BM=Name.Multiply),
            ),
            XObject=Dictionary(),
            ColorSpace=Dictionary(
                Cut=Array([Name.Separation, Name.CutContour, Name.DeviceCMYK, _tint(pdf, [0, 1, 0, 0])]),
                Foil=Array([Name.Separation, Name.Gold, Name.DeviceCMYK, _tint(pdf, [0, 0.2, 0.6, 0.2])]),
                All=Array([Name.Separation, Name.All, Name.DeviceCMYK, _tint(pdf, [1, 1, 1, 1])]),
            ),
        )
        page.obj["/Contents"] = pdf.make_stream(content.encode())
    pdf.docinfo["/Title"] = "Cards"
    for key in ("/CreationDate", "/ModDate"):
        pdf.docinfo[key] = "D:20200101000000Z"
    pdf.docinfo["/Trapped"] = Name("/False")
    if standard is not None:
        _declare(pdf, standard)
    if change is not None:
        change(pdf)
    # Nothing beneath 1.5 has object streams.
    pdf.save(
        path,
        force_version=version,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        compress_streams=False,
        deterministic_id=True,
    )
    return path


def _declare(pdf: Pdf, standard: str) -> None:
    if standard == "pdfx4":
        metadata = pdf.make_stream(XMP.encode(), Type=Name.Metadata, Subtype=Name.XML)
        pdf.Root["/Metadata"] = metadata
    else:
        pdf.docinfo["/GTS_PDFXVersion"] = pdf.docinfo["/GTS_PDFXConformance"] = "PDF/X-1a:2003"
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier="FOGRA39",
        RegistryName="http://www.color.org",
        Info="Coated FOGRA39",
        DestOutputProfile=pdf.make_stream((PROFILES / "FOGRA39L_coated.icc").read_bytes(), N=4),
    )
    pdf.Root["/OutputIntents"] = Array([intent])


def _tint(pdf: Pdf, full: Sequence[float]) -> Dictionary:
    return Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=Array(list(full)), N=1)
