"""Check that a PDF keeps the standard that it is judged for, or claims."""

from __future__ import annotations

import pikepdf

from carddesigner.preflight.document import XMP_DATES, XMP_IDS, Document
from carddesigner.preflight.findings import Findings
from carddesigner.preflight.names import filters_of

NAMES = {"pdfx4": "PDF/X-4", "pdfx1a": "PDF/X-1a:2003"}
VERSIONS = {"pdfx4": (1, 6), "pdfx1a": (1, 4)}
MAX_OBJECTS = 300_000
"""The most objects of a file that are examined."""
KEYS, INTENT = "pdf-standard", "pdf-output-intent"


def claimed(document: Document) -> str | None:
    """The target of the standard that a PDF claims; None if it claims none, or one without a target."""
    claim = document.claim or ""
    if claim.startswith("PDF/X-4"):
        return "pdfx4"
    if "PDF/X-1a" in claim:
        return "pdfx1a"
    return None


def check_standard(document: Document, standard: str, findings: Findings, *, lies: bool) -> None:
    """Check the keys that a standard requires. With *lies*, the messages say that the file claims the standard."""
    name = NAMES[standard]
    begin = f"the file says that it is {document.claim}, but" if lies else f"for {name}"
    _identified(document, standard, findings, begin)
    major, minor = VERSIONS[standard]
    version = tuple(int(p) for p in document.version.split(".")[:2]) if document.version[:1].isdigit() else (9, 9)
    if version > (major, minor):
        findings.error(KEYS, f"{begin} it may be PDF {major}.{minor} at most; it is {document.version}")
    if not document.has_id:
        findings.error(KEYS, f"{begin} the trailer has no /ID")
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if key not in document.info:
            findings.error(KEYS, f"{begin} Info has no {key[1:]}")
    if document.info.get("/Trapped") not in ("/True", "/False"):
        findings.error(KEYS, f"{begin} Info must say Trapped /True or /False")
    if standard == "pdfx4":
        _metadata(document, findings, begin)
    elif document.layers:
        findings.error(KEYS, f"{begin} there may be no layers; it has {len(document.layers)}")
    _intents(document, standard, findings, begin)


def _identified(document: Document, standard: str, findings: Findings, begin: str) -> None:
    if standard == "pdfx4":
        if document.xmp_version != "PDF/X-4":
            had = f"says {document.xmp_version}" if document.xmp_version else "lacks it"
            findings.error(KEYS, f"{begin} XMP must say pdfxid:GTS_PDFXVersion PDF/X-4; it {had}")
        # Some programs also write the version to Info, where earlier standards have it.
        if document.info.get("/GTS_PDFXVersion", "PDF/X-4") != "PDF/X-4":
            findings.warn(KEYS, f"{begin} Info names another standard, {document.info['/GTS_PDFXVersion']}")
        return
    version, conformance = document.info.get("/GTS_PDFXVersion"), document.info.get("/GTS_PDFXConformance")
    if version not in ("PDF/X-1a:2003", "PDF/X-1:2001"):
        findings.error(KEYS, f"{begin} Info must say GTS_PDFXVersion PDF/X-1a:2003; it {_stated(version)}")
    if conformance is not None or version == "PDF/X-1:2001":
        wanted = "PDF/X-1a:2001" if version == "PDF/X-1:2001" else "PDF/X-1a:2003"
        if conformance != wanted:
            findings.error(KEYS, f"{begin} Info must say GTS_PDFXConformance {wanted}; it {_stated(conformance)}")


def check_packing(pdf: pikepdf.Pdf, standard: str, findings: Findings) -> None:
    """Check that all streams use filters that a standard allows."""
    refused = ("/LZWDecode",) if standard == "pdfx4" else ("/LZWDecode", "/JPXDecode", "/JBIG2Decode")
    counted: dict[str, int] = {}
    for number, one in enumerate(pdf.objects):
        if number >= MAX_OBJECTS:
            break
        if not isinstance(one, pikepdf.Stream):
            continue
        for name in filters_of(one):
            if name in refused:
                counted[name] = counted.get(name, 0) + 1
    for name, count in counted.items():
        findings.error(KEYS, f"for {NAMES[standard]} nothing may be packed with {name[1:]}", count=count)


def _stated(value: str | None) -> str:
    return f"says {value}" if value else "lacks it"


def _metadata(document: Document, findings: Findings, begin: str) -> None:
    if document.xmp is None:
        findings.error(KEYS, f"{begin} there are no XMP metadata")
        return
    for key in (*XMP_IDS, *XMP_DATES, "dc:title", "pdf:Trapped"):
        if not document.xmp_has(key):
            findings.error(KEYS, f"{begin} XMP lacks {key}")
    title, trapped = document.xmp_value("dc:title"), document.xmp_value("pdf:Trapped")
    if title is not None and "/Title" in document.info and _plain(title) != _plain(document.info["/Title"]):
        findings.warn(KEYS, f"{begin} dc:title in XMP is another than Title in Info")
    if trapped is not None and f"/{trapped}" != document.info.get("/Trapped", f"/{trapped}"):
        findings.error(KEYS, f"{begin} pdf:Trapped in XMP is another than Trapped in Info")
    if document.layers_by_use:
        findings.error(KEYS, f"{begin} layers may not be switched by themselves (/AS)")


def _plain(text: str) -> str:
    from html import unescape

    return " ".join(unescape(text).split())


def _intents(document: Document, standard: str, findings: Findings, begin: str) -> None:
    ours = [i for i in document.intents if i.kind == "GTS_PDFX"]
    if len(ours) != 1:
        had = "none" if not ours else f"{len(ours)}"
        findings.error(INTENT, f"{begin} there must be exactly one output intent of kind GTS_PDFX; there is {had}")
    for intent in ours:
        if not intent.condition:
            findings.error(INTENT, f"{begin} the output intent names no condition (OutputConditionIdentifier)")
        if not intent.has_profile:
            add = findings.error if standard == "pdfx4" else findings.warn
            add(INTENT, f"{begin} the output intent embeds no profile")
        elif not intent.profile_class:
            findings.error(INTENT, f"{begin} what the output intent embeds is no ICC profile")
        elif not intent.profile_whole:
            findings.error(INTENT, f"{begin} the output intent's profile is cut short")
        elif intent.profile_class != "prtr":
            findings.error(
                INTENT, f"{begin} the output intent's profile is no printer's, but of class {intent.profile_class}"
            )
        elif standard == "pdfx1a" and intent.profile_space != "CMYK":
            findings.error(INTENT, f"{begin} the output intent's profile must be CMYK; it is {intent.profile_space}")
        elif intent.profile_space not in ("CMYK", "RGB", "GRAY"):
            findings.error(INTENT, f"{begin} the output intent's profile is of {intent.profile_space}")
        if not intent.described:
            findings.warn(INTENT, f"{begin} the output intent has neither Info nor RegistryName")
