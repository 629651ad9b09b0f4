"""A PDF's document-level data: version, metadata, output intents, scripts, layers."""

from __future__ import annotations

import re
import struct
from typing import Any

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.preflight.names import text_of
from carddesigner.preflight.streams import Bounded

MAX_XMP = 2_000_000
XMP_DATES = ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate")
XMP_IDS = ("xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass")


class Intent(Struct, frozen=True):
    """An output intent: its kind, the name of its printing condition, whether it is described, and the class, colour
    space and completeness of its profile.
    """

    kind: str
    condition: str
    described: bool
    has_profile: bool = False
    profile_class: str = ""
    profile_space: str = ""
    profile_whole: bool = False


class Document(Struct, frozen=True):
    """A PDF as a whole."""

    version: str
    pages: int
    encrypted: bool
    has_id: bool
    info: dict[str, str]
    xmp: str | None
    xmp_version: str | None
    intents: tuple[Intent, ...]
    scripts: tuple[str, ...]
    has_form: bool
    layers: tuple[str, ...]
    layers_by_use: bool
    """Whether layers are switched automatically, such as for printing."""
    attachments: bool

    @property
    def claim(self) -> str | None:
        """The standard that it claims, None for none."""
        return self.xmp_version or self.info.get("/GTS_PDFXConformance") or self.info.get("/GTS_PDFXVersion")

    def xmp_has(self, key: str) -> bool:
        """Whether its metadata have a key, as an element or an attribute."""
        return bool(self.xmp and re.search(rf"<{key}[\s>/]|\s{key}\s*=", self.xmp))

    def xmp_value(self, key: str) -> str | None:
        """The text of a key in its metadata."""
        if not self.xmp:
            return None
        match = re.search(
            rf"<{key}[^>]*>\s*(?:<rdf:\w+>\s*<rdf:li[^>]*>)?([^<]*)<|\s{key}\s*=\s*[\"']([^\"']*)", self.xmp
        )
        return (match[1] if match[1] is not None else match[2]).strip() if match else None


def read_document(pdf: pikepdf.Pdf, pages: int, bounded: Bounded) -> Document:
    """Read a document. Values of a wrong type count as missing."""
    root = pdf.Root
    info = _info(pdf)
    xmp = None
    metadata = root.get("/Metadata")
    if isinstance(metadata, pikepdf.Stream):
        xmp = bounded.content(metadata)[:MAX_XMP].decode("utf-8", "replace")
    properties = root.get("/OCProperties")
    layers, by_use = _layers(properties) if isinstance(properties, pikepdf.Dictionary) else ((), False)
    names = root.get("/Names")
    document = Document(
        version=str(pdf.pdf_version),
        pages=pages,
        encrypted=pdf.is_encrypted,
        has_id="/ID" in pdf.trailer,
        info=info,
        xmp=xmp,
        xmp_version=None,
        intents=_intents(root, bounded),
        scripts=_scripts(root, names),
        has_form=isinstance(form := root.get("/AcroForm"), pikepdf.Dictionary) and bool(len(form.keys())),
        layers=layers,
        layers_by_use=by_use,
        attachments=isinstance(names, pikepdf.Dictionary) and "/EmbeddedFiles" in names,
    )
    return replace(document, xmp_version=document.xmp_value("pdfxid:GTS_PDFXVersion"))


def _info(pdf: pikepdf.Pdf) -> dict[str, str]:
    given = pdf.trailer.get("/Info")
    if not isinstance(given, pikepdf.Dictionary):
        return {}
    keys = list(given.keys())[:100]
    return {text_of(k): text_of(given[k])[:500] for k in keys if isinstance(given[k], (pikepdf.String, pikepdf.Name))}


def _intents(root: Any, bounded: Bounded) -> tuple[Intent, ...]:
    given = root.get("/OutputIntents")
    out = []
    for one in list(given)[:20] if isinstance(given, pikepdf.Array) else []:
        if not isinstance(one, pikepdf.Dictionary):
            continue
        profile = one.get("/DestOutputProfile")
        data = bounded.content(profile) if isinstance(profile, pikepdf.Stream) else None
        head = data[:128] if data is not None and len(data) >= 132 and data[36:40] == b"acsp" else b""
        whole = bool(head) and struct.unpack(">I", head[:4])[0] <= len(data or b"")
        out.append(
            Intent(
                text_of(one.get("/S", ""))[1:],
                text_of(one.get("/OutputConditionIdentifier", ""))[:120],
                "/Info" in one or "/RegistryName" in one,
                data is not None,
                head[12:16].decode("latin-1"),
                head[16:20].decode("latin-1").strip(),
                whole,
            )
        )
    return tuple(out)


def _scripts(root: Any, names: Any) -> tuple[str, ...]:
    out = []
    if isinstance(names, pikepdf.Dictionary) and "/JavaScript" in names:
        out.append("JavaScript")
    opening = root.get("/OpenAction")
    if isinstance(opening, pikepdf.Dictionary):
        out.append("an action when it is opened")
    if "/AA" in root:
        out.append("actions of the document")
    return tuple(out)


def _layers(properties: Any) -> tuple[tuple[str, ...], bool]:
    groups = properties.get("/OCGs")
    listed = list(groups)[:200] if isinstance(groups, pikepdf.Array) else []
    names = tuple(text_of(g.get("/Name", ""))[:80] for g in listed if isinstance(g, pikepdf.Dictionary))
    default = properties.get("/D")
    return names, isinstance(default, pikepdf.Dictionary) and "/AS" in default
