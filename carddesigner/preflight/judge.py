"""All checks of one PDF, in order. They run in a process of their own (``preflight.process``), since any file may be
hostile.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
from msgspec import Struct

from carddesigner.preflight.backs import (
    art_off,
    check_boxes_of_sides,
    check_order,
    check_slots,
    check_turns,
    report_art,
    set_alike,
    sides_of,
)
from carddesigner.preflight.document import Document, read_document
from carddesigner.preflight.findings import Finding, Findings, Place
from carddesigner.preflight.geometry import Box
from carddesigner.preflight.manifest import manifest_of
from carddesigner.preflight.marks import CHECKS, SMALLEST_MM2, InkChecker, PageMarks, colours, mixes_of
from carddesigner.preflight.pages import (
    BLEED,
    Page,
    check_boxes,
    check_sizes,
    margins,
    read_page,
    within,
)
from carddesigner.preflight.painted import Marks
from carddesigner.preflight.pictured import DPI, FINE_DPI, PagePicture, check_bleed_is_painted
from carddesigner.preflight.pictures import Pictures, Shown
from carddesigner.preflight.separations import installed, separated
from carddesigner.preflight.standard import NAMES, check_packing, check_standard, claimed
from carddesigner.preflight.streams import Bounded, TooMuch
from carddesigner.preflight.walk import Walker
from carddesigner.targets.target import Target, shipped_target

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_KEPT = 12
"""The most pictures of pages that are kept in memory."""
MAX_PAGES = 2_000
"""The most pages of one file that are judged."""
DAMAGED, UNREADABLE, TOO_MUCH = "pdf-damaged", "pdf-unreadable", "pdf-too-much"


class Judged(Struct, frozen=True):
    """The report on a file: the target it was judged for and why, the standard it claims, its pages, sizes and colours,
    and the findings.
    """

    target: str
    because: str
    claim: str | None
    pages: int
    sizes: tuple[tuple[float, float], ...]
    colours: tuple[str, ...]
    findings: tuple[Finding, ...]
    pictures: dict[int, Shown] = {}
    """Pictures of pages with findings, by page number, if they were requested."""


def judge(path: Path, target: Target | None, *, pictures: bool = False) -> Judged:
    """Judge a file for a target, by default the one it claims or looks like. Anything wrong with the file is returned
    as findings.
    """
    findings = Findings()
    with path.open("rb") as file:
        begins = file.read(1024)
        if b"%PDF-" not in begins:
            findings.error(UNREADABLE, f"this is no PDF{_kind_of(begins)}")
            return _only(findings, target)
        try:
            # By its name pikepdf opens no file whose path isn't UTF-8.
            pdf = pikepdf.open(file)
        except pikepdf.PasswordError:
            findings.error("pdf-encrypted", "the file asks for a password, so nobody else can open it")
            return _only(findings, target)
        except (pikepdf.PdfError, ValueError, OSError, MemoryError, RuntimeError) as problem:
            findings.error(UNREADABLE, f"the file can't be read as a PDF: {_in_a_line(problem)}")
            return _only(findings, target)
        with pdf:
            return _Judge(pdf, path, findings, target).judged(pictures=pictures)


class _Judge:
    """One file being judged."""

    def __init__(self, pdf: pikepdf.Pdf, path: Path, findings: Findings, target: Target | None) -> None:
        self.pdf, self.path, self.findings, self.target = pdf, path, findings, target
        self.bounded = Bounded()
        self.pdf_pages = 0
        self.pages: list[Page] = []
        self.marks: list[Marks] = []

    def judged(self, *, pictures: bool) -> Judged:
        """Run all checks."""
        findings = self.findings
        try:
            count = self._count()
            document = read_document(self.pdf, count, self.bounded)
        except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RuntimeError, TooMuch) as problem:
            findings.error(UNREADABLE, f"the file can't be read as a PDF: {_in_a_line(problem)}")
            return _only(findings, self.target)
        try:
            self._read(count)
        except TooMuch as problem:
            findings.error(TOO_MUCH, f"not all of the file was judged: {problem}")
        target, because = self._target(document)
        try:
            self._check(document, target)
        except TooMuch as problem:
            findings.error(TOO_MUCH, f"not all of the file was judged: {problem}")
        self._warned()
        listed = findings.all()
        return Judged(
            target.target,
            because,
            document.claim,
            count,
            tuple(dict.fromkeys(p.size_mm for p in self.pages)),
            tuple(sorted(mixes_of(self.marks))),
            listed,
            Pictures(self.path).shown(listed) if pictures else {},
        )

    def _count(self) -> int:
        count = len(self.pdf.pages)
        if not count:
            raise ValueError("it has no pages")
        if count > MAX_PAGES:
            self.findings.error(TOO_MUCH, f"there are {count:,} pages; the first {MAX_PAGES:,} were judged")
        self.pdf_pages = count
        return count

    def _read(self, count: int) -> None:
        walker = Walker(self.bounded)
        # Looking up a page by its number takes time proportional to the number of pages.
        for number, given in zip(range(1, min(count, MAX_PAGES) + 1), self.pdf.pages, strict=False):
            try:
                page = read_page(number, given.obj)
                marks = walker.page(given, page.visible)
            except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RuntimeError) as problem:
                self.findings.error(DAMAGED, f"the page can't be followed: {_in_a_line(problem)}", [Place(number)])
                continue
            self.pages.append(page)
            self.marks.append(marks)
            self.bounded.check_time()

    def _target(self, document: Document) -> tuple[Target, str]:
        if self.target is not None:
            return self.target, "as asked"
        standard = claimed(document)
        if standard is not None:
            return shipped_target(standard), f"the file says that it is {document.claim}"
        if document.claim:
            return shipped_target("cmyk"), f"the file says that it is {document.claim}, which is judged as a CMYK job"
        mixed = mixes_of(self.marks)
        if "cmyk" in mixed or "spot" in mixed or any(i.profile_space == "CMYK" for i in document.intents):
            return shipped_target("cmyk"), "the file has CMYK"
        return shipped_target("home"), "the file has no CMYK and claims no standard"

    def _check(self, document: Document, target: Target) -> None:
        findings = self.findings
        _check_document(document, target, findings, self.path.stat().st_size)
        if target.standard is not None:
            check_packing(self.pdf, target.standard, findings)
        check_sizes([within(p, target) for p in self.pages], target, findings)
        ink = InkChecker(self.bounded, target.max_ink) if target.max_ink is not None else None
        unsure: list[Page] = []
        for read, marks in zip(self.pages, self.marks, strict=True):
            page = within(read, target)
            check_boxes(page, target, findings)
            on = PageMarks(page, marks, target, findings)
            for check in CHECKS:
                check(on)
            if ink is not None and ink.check(on):
                unsure.append(page)
            self.bounded.check_time()
        _check_intent_colours(document, target, zip(self.pages, self.marks, strict=True), findings)
        _check_bleed(self.pages, target, findings)
        if unsure and target.max_ink is not None:
            self._separate(unsure, target.max_ink)
        self._look(target)

    def _separate(self, pages: list[Page], limit: float) -> None:
        """Measure the ink of pages by separation where operators don't tell it."""
        program = installed()
        left = {p.number: p for p in pages}
        for inked in separated(self.path, pages, limit, program) if program is not None else ():
            del left[inked.page.number]
            if inked.over_mm2 > SMALLEST_MM2:
                place = Place(inked.page.number, *(round(v, 1) for v in inked.place or ()))
                self.findings.error(
                    "pdf-ink",
                    f"{inked.most:.0f} % of ink where things overprint or blend; at most {limit:g} %",
                    [place],
                )
        if left:
            message = "inks overprint or blend here, so what they add up to was not judged"
            self.findings.warn("pdf-ink-unjudged", message, [Place(n) for n in left], len(left))

    def _look(self, target: Target) -> None:
        """Run the checks that need the manifest or pictures of pages."""
        manifest, problem = manifest_of(self.path)
        if problem:
            self.findings.warn("pdf-manifest", problem)
        if manifest is not None and len(manifest.pages) != self.pdf_pages:
            self.findings.warn(
                "pdf-manifest", f"its manifest has {len(manifest.pages)} pages, the file {self.pdf_pages}"
            )
            manifest = None
        if manifest is not None:
            check_slots(manifest, self.findings)
            if target.page_order != "any":
                check_order(manifest, target.page_order, self.findings)
        looked = _Looked(Pictures(self.path), [within(p, target) for p in self.pages], self.marks)
        alike: dict[Hashable, tuple[float, float] | None] = {}
        for front, back, across in sides_of(self.pages, manifest):
            check_boxes_of_sides(front, back, across, self.findings)
            check_turns(back, looked.turns(front.number, back.number), self.findings)
            # Sheets with their cards in the same places have the same offset.
            setting = looked.setting(front.number), looked.setting(back.number)
            if setting not in alike:
                clips = looked.clips(front.number), looked.clips(back.number)
                proven = set_alike(front, back, clips, across)
                alike[setting] = art_off(front, back, across, looked, proven=proven)
            off = alike[setting]
            if off is not None:
                report_art(back, off, self.findings)
            self.bounded.check_time()
        for page, marks in zip(looked.pages.values(), self.marks, strict=True):
            # A cutting machine follows an outline other than the trim.
            picture = looked.page(page.number) if target.bleed and not marks.has_outline else None
            if picture is not None:
                check_bleed_is_painted(picture, self.findings)
            self.bounded.check_time()

    def _warned(self) -> None:
        """Report what qpdf repaired while reading the file."""
        for warning in dict.fromkeys(_in_a_line(w) for w in self.pdf.get_warnings()[:50]):
            self.findings.error(DAMAGED, f"the file is damaged, and each reader mends it as it guesses: {warning}")


class _Looked:
    """Pictures of pages; pages that paint the same share one."""

    def __init__(self, pictures: Pictures, pages: Iterable[Page], marks: Iterable[Marks]) -> None:
        self.pictures, self.pages = pictures, {p.number: p for p in pages}
        listed = list(marks)
        self._same = {p.number: m.digest for p, m in zip(self.pages.values(), listed, strict=True)}
        self._turns = {p.number: m.turns for p, m in zip(self.pages.values(), listed, strict=True)}
        self._set = {p.number: frozenset(m.clips) for p, m in zip(self.pages.values(), listed, strict=True)}
        self._kept: dict[Hashable, PagePicture | None] = {}

    def setting(self, number: int) -> Hashable:
        """A key that is equal for pages with cards in the same places, and for pages that paint the same."""
        return self._set[number] or self._same[number]

    def clips(self, number: int) -> frozenset[Box]:
        """The clips of a page's own operators."""
        return self._set[number]

    def turns(self, front: int, back: int) -> tuple[set[float], set[float]]:
        """The small angles by which things on two pages are turned."""
        return self._turns[front], self._turns[back]

    def page(self, number: int) -> PagePicture | None:
        """A page's coarse picture."""
        page = self.pages[number]
        key = (self._same[number], page.visible, page.turned, page.trim, page.bleed)
        if key not in self._kept:
            image = self.pictures.page(number, DPI)
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[key] = PagePicture(page, image) if image is not None else None
        return self._kept[key]

    def strip(self, number: int, across: bool, begin: float, end: float) -> Image | None:
        """A fine picture of the strip between two places across or down, in millimetres."""
        page = self.pages[number]
        width, height = page.mm_of(page.visible)
        size = width if across else height
        first, last = begin / size, end / size
        if not 0 <= first < last <= 1:
            return None
        part = (first, 0.0, last, 1.0) if across else (0.0, first, 1.0, last)
        return self.pictures.page(number, FINE_DPI, part=part)


def _check_document(document: Document, target: Target, findings: Findings, size: int) -> None:
    press = target.for_press
    claim = claimed(document)
    if target.standard is not None:
        check_standard(document, target.standard, findings, lies=claim == target.standard)
    if claim is not None and claim != target.standard:
        check_standard(document, claim, findings, lies=True)
        if target.standard is not None:
            findings.error(
                "pdf-standard", f"the file says that it is {document.claim}; {_wants(target, target.standard)}"
            )
    if document.encrypted:
        findings.error("pdf-encrypted", "the file is encrypted")
    for script in document.scripts:
        findings.add("pdf-actions", f"the file holds {script}", wrong=press or script == "JavaScript")
    if document.has_form:
        findings.add("pdf-form-fields", "the file has a form to fill in", wrong=press)
    if document.attachments:
        findings.warn("pdf-attachment", "other files are attached to it")
    if target.max_file_size is not None and size > target.max_file_size:
        message = f"the file has {size / 1e6:.1f} MB; {target.target} takes {target.max_file_size / 1e6:g} MB"
        findings.warn("pdf-file-size", message)
    if target.takes == "pictures":
        findings.warn("pdf-takes-pictures", f"{target.target} takes PNG or JPEG pictures of each face, no PDF")


def _wants(target: Target, standard: str) -> str:
    name = NAMES[standard]
    return f"{name} was asked for" if target.target == name else f"{target.target} wants {name}"


def _check_intent_colours(
    document: Document, target: Target, pages: Iterable[tuple[Page, Marks]], findings: Findings
) -> None:
    """In PDF/X-4 colours without a profile mean those of the intent, and RGB doesn't belong in a job printed with
    inks.
    """
    if target.standard != "pdfx4":
        return
    intent = next((i.profile_space for i in document.intents if i.kind == "GTS_PDFX"), "")
    listed = list(pages)
    inks = bool(mixes_of(m for _, m in listed) & {"cmyk", "spot"})
    for page, marks in listed:
        on = PageMarks(page, marks, target, findings)
        for space, hits in colours(marks):
            places = on.places(hits)
            if space.device and space.mixes == "rgb" and intent != "RGB":
                message = f"something is painted in {space.name}, but the output intent is {intent or 'missing'}"
                findings.error("pdf-rgb", message, places, hits.count)
            elif space.device and space.mixes == "cmyk" and intent != "CMYK":
                message = f"something is painted in {space.name}, but the output intent is {intent or 'missing'}"
                findings.error("pdf-cmyk", message, places, hits.count)
            elif space.mixes in ("rgb", "lab") and intent == "CMYK":
                message = f"something is painted in {space.name}, which the printer converts to inks"
                findings.add("pdf-rgb", message, places, hits.count, wrong=inks)


def _check_bleed(pages: Iterable[Page], target: Target, findings: Findings) -> None:
    for read in pages:
        page = within(read, target)
        if not target.bleed or (page.trim is None and page.art is None):
            continue
        if page.bleed is None:
            findings.error(BLEED, "there is no BleedBox, so nothing is left to cut off", [page.place(page.cut)])
            continue
        least = min(margins(page))
        if least < target.bleed - 0.06:
            wanted, is_ = target.bleed * 25.4 / 72, max(0.0, least) * 25.4 / 72
            message = f"the BleedBox leaves {is_:.2f} mm of bleed; it needs {wanted:.4g} mm"
            findings.error(BLEED, message, [page.place(page.bleed)])


def _only(findings: Findings, target: Target | None) -> Judged:
    """The report on a file that can't be opened."""
    return Judged(target.target if target is not None else "", "", None, 0, (), (), findings.all())


_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a WebP picture",
    b"II*\0": "a TIFF picture",
    b"MM\0*": "a TIFF picture",
    b"PK\x03\x04": "a ZIP, such as a document of an office program",
    b"%!PS": "PostScript",
    b"<?xm": "XML, such as an SVG",
    b"<svg": "an SVG",
    b"8BPS": "a Photoshop file",
}


def _kind_of(begins: bytes) -> str:
    if not begins:
        return ": the file is empty"
    kind = _KINDS.get(begins[:4])
    return f" but {kind}, whatever its name says" if kind else ""


def _in_a_line(problem: object) -> str:
    text = " ".join(str(problem).split())
    # qpdf begins with the file, or with its path, which is shown anyway.
    return re.sub(r"\Astream <.*?'>", "", text).rsplit(".pdf", 1)[-1].lstrip(" ():,")[:200] or type(problem).__name__
