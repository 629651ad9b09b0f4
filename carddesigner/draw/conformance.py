"""What a PDF declares for a print house: its output intent, its standard, and its layers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from uuid import UUID

from msgspec import Struct

from carddesigner.core.printing import Standard
from carddesigner.inks.profile import Profile

STEPS = {"cut": "Cutting", "crease": "Creasing", "glue": "Gluing"}
"""The purposes of die lines by their names in ISO 19593-1."""


class Press(Struct, frozen=True):
    """The press that a PDF is made for. ``standard`` is the one it conforms to, if any; ``layers`` are the purposes of
    die lines by the names of their inks. With ``in_rgb``, screen colours aren't converted.
    """

    profile: Profile
    standard: Standard | None = None
    in_rgb: bool = False
    layers: Mapping[str, str] = {}

    @property
    def version(self) -> tuple[int, int]:
        """The version of PDF."""
        return (1, 6) if self.standard is Standard.PDFX4 else (1, 4)


def catalog_entries(intent: str, metadata: str | None, layers: Iterable[str]) -> str:
    """The entries of a PDF's catalogue, given references to its output intent, its metadata and its layers."""
    out = f"/OutputIntents[{intent}]"
    if metadata is not None:
        out += f"/Metadata {metadata}"
    groups = " ".join(layers)
    if groups:
        out += f"/OCProperties<</OCGs[{groups}]/D<</Name(Layers)/Order[{groups}]/ON[{groups}]/OFF[]>>>>"
    return out


def intent_text(press: Press, profile: str) -> str:
    """The output intent, given a reference to its *profile*."""
    of = press.profile
    registry = "/RegistryName(http://www.color.org)" if of.registered else ""
    identifier = of.identifier if of.registered else "Custom"
    return (
        f"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{_string(identifier)}/OutputCondition{_string(of.condition)}"
        f"{registry}/Info{_string(of.condition)}/DestOutputProfile {profile}>>"
    )


def layer_text(name: str, step: str) -> str:
    """A layer of die lines, by the ink that they are drawn in."""
    return (
        f"<</Type/OCG/Name{_string(name)}"
        f"/GTS_Metadata<</Type/GTS_Metadata/GTS_ProcStepsGroup/Structural/GTS_ProcStepsType/{step}>>>>"
    )


def info_text(title: str, standard: Standard, stamp: tuple[int, ...], creator: str, producer: str) -> str:
    """The document's information. *stamp* is its year, month, day, hour, minute and second in UTC."""
    date = f"(D:{stamp[0]:04}{''.join(f'{v:02}' for v in stamp[1:])}+00'00')"
    named = f"/GTS_PDFXVersion({standard.version})/GTS_PDFXConformance({standard.version})"
    return (
        f"<</Title{_string(title)}/Creator{_string(creator)}/Producer{_string(producer)}/CreationDate{date}/ModDate{date}"
        f"/Trapped/False{named if standard is Standard.PDFX1A else ''}>>"
    )


def metadata_text(
    title: str, standard: Standard, stamp: tuple[int, ...], creator: str, producer: str, digest: bytes
) -> str:
    """The same as XMP; the *digest* of the content distinguishes documents."""
    year, month, day, hour, minute, second = stamp
    date = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00"
    own = f"uuid:{UUID(bytes=digest[:16], version=5)}"
    named = f"<pdfxid:GTS_PDFXVersion>{standard.version}</pdfxid:GTS_PDFXVersion>" if standard is Standard.PDFX4 else ""
    spaces = "".join(
        f' xmlns:{name}="{address}"'
        for name, address in (
            ("dc", "http://purl.org/dc/elements/1.1/"),
            ("xmp", "http://ns.adobe.com/xap/1.0/"),
            ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
            ("pdf", "http://ns.adobe.com/pdf/1.3/"),
            ("pdfxid", "http://www.npes.org/pdfx/ns/id/"),
        )
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about=""{spaces}><dc:format>application/pdf</dc:format>'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>'
        f"<xmp:CreatorTool>{escape(creator)}</xmp:CreatorTool><xmp:CreateDate>{date}</xmp:CreateDate>"
        f"<xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>"
        f"<xmpMM:DocumentID>{own}</xmpMM:DocumentID><xmpMM:InstanceID>{own}</xmpMM:InstanceID>"
        "<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>"
        f"<pdf:Producer>{escape(producer)}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>{named}"
        "</rdf:Description></rdf:RDF></x:xmpmeta>\n"
        '<?xpacket end="r"?>'
    )


def _string(text: str) -> str:
    """A text string in PDF syntax."""
    if text.isascii() and text.isprintable():
        return "(" + re.sub(r"([\\()])", r"\\\1", text) + ")"
    return f"<FEFF{text.encode('utf-16-be').hex()}>"
