"""Messages between the print view and the server. Lengths are in millimetres, y down from the paper's top left."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.designer.message_parts import Box, Found, Side


class FormField(Struct, frozen=True):
    """An option of the command line: its name in Python, its label and its help. ``kind`` is ``choice``, ``flag``,
    ``switch`` (yes, no, or unset), ``number`` or ``text``; ``shape`` is the notation of its value, such as ``LENGTH``.
    """

    name: str
    label: str
    kind: Literal["choice", "flag", "switch", "number", "text"]
    help: str
    choices: tuple[str, ...] = ()
    shape: str = ""
    minimum: int | None = None
    maximum: int | None = None


class Exporter(Struct, frozen=True):
    """An export format, its short description, and the fields that apply to it alone."""

    name: str
    description: str
    fields: tuple[str, ...]


class Offered(Struct, frozen=True):
    """A value and its title."""

    value: str
    title: str


class Offer(Struct, frozen=True):
    """The values that a field offers. With ``several``, more than one can be chosen; with ``free``, other values are
    allowed.
    """

    name: str
    values: tuple[Offered, ...]
    free: bool = False
    several: bool = False


class Choice(Struct, frozen=True):
    """The chosen value of a field. Other fields keep the value of the deck or the printer."""

    name: str
    value: bool | int | str | tuple[str, ...]


class PrintOpen(Struct, frozen=True, tag_field="t", tag="print-open"):
    """Request the form."""


class PrintLook(Struct, frozen=True, tag_field="t", tag="print-look"):
    """Request the sheets that a build would print."""

    seq: int
    choices: tuple[Choice, ...]


class PrintBuild(Struct, frozen=True, tag_field="t", tag="print-build"):
    """Build the PDF."""

    choices: tuple[Choice, ...]


class PrintExport(Struct, frozen=True, tag_field="t", tag="print-export"):
    """Export pictures or data, in the format of the choice ``to``."""

    choices: tuple[Choice, ...]


class PrintStop(Struct, frozen=True, tag_field="t", tag="print-stop"):
    """Stop the running build or export."""


class PrintKeep(Struct, frozen=True, tag_field="t", tag="print-keep"):
    """Write these choices to the deck."""

    choices: tuple[Choice, ...]


class PrintMeasure(Struct, frozen=True, tag_field="t", tag="print-measure"):
    """Make the calibration sheet of a printer or, with readings, store the printer's profile."""

    choices: tuple[Choice, ...]


class PrintJudge(Struct, frozen=True, tag_field="t", tag="print-judge"):
    """Run preflight on a PDF that was made, given by its address: for a target of ``carddesigner preflight`` or,
    without one, for the standard that the PDF claims to meet.
    """

    link: str
    target: str = ""


class PrintForm(Struct, frozen=True, tag_field="t", tag="print-form"):
    """The fields of a build, of exports and of calibration; the values that the deck and this computer offer for them;
    the fields that are ``storable`` in the deck; the folder for files; and the ``targets`` of preflight.
    """

    build: tuple[FormField, ...]
    export: tuple[FormField, ...]
    measure: tuple[FormField, ...]
    exporters: tuple[Exporter, ...]
    offers: tuple[Offer, ...]
    storable: tuple[str, ...]
    folder: str
    targets: tuple[str, ...] = ()


class PrintSlot(Struct, frozen=True):
    """A copy on a page, and its trim there."""

    component: str
    id: str
    side: Side
    frame: Box


class PrintPage(Struct, frozen=True):
    """A page: its number in the file, from 1, and that of its sheet, 0 for a page of instructions. ``turned`` says how
    the sheet is turned to see the other side: ``across`` like a book's page, ``over`` like a calendar's, empty for a
    one-sided sheet.
    """

    number: int
    sheet: int
    side: Side
    width: float
    height: float
    turned: Literal["", "across", "over"]
    slots: tuple[PrintSlot, ...]


class PrintDocument(Struct, frozen=True):
    """A file that a build makes: its description in lines, and instructions in steps. ``first`` is the number of its
    first page among those of all documents; ``count`` is the number of its pages, of which the first are listed.
    """

    title: str
    lines: tuple[str, ...]
    steps: tuple[str, ...]
    first: int
    count: int
    pages: tuple[PrintPage, ...]


class PrintCount(Struct, frozen=True):
    """The printed pieces and cards of a component, and the sheets that have no other component."""

    component: str
    pieces: int
    cards: int
    sheets: int


class PrintSheets(Struct, frozen=True, tag_field="t", tag="print-sheets"):
    """The sheets requested with ``seq``. Their pictures are at ``/print/KEY/NUMBER.svg``; ``defaults`` are the values
    of fields that were not chosen.
    """

    seq: int
    key: int
    documents: tuple[PrintDocument, ...]
    counts: tuple[PrintCount, ...]
    sheets: int
    changes: tuple[str, ...]
    defaults: tuple[Choice, ...]
    found: tuple[Found, ...]


class WrongChoice(Struct, frozen=True):
    """A field with an invalid value, and the error."""

    name: str
    message: str


class PrintWrong(Struct, frozen=True, tag_field="t", tag="print-wrong"):
    """Why there are no sheets."""

    seq: int
    found: tuple[Found, ...]
    wrong: tuple[WrongChoice, ...] = ()


class Making(Struct, frozen=True, tag_field="t", tag="making"):
    """The progress of the ``command``; the stage is empty when it has ended."""

    command: str
    stage: str = ""
    done: int = 0
    total: int = 0


class MadeFile(Struct, frozen=True):
    """A file that was written, and its address."""

    path: str
    kind: str
    pages: int
    size: int
    link: str = ""


class MadePart(Struct, frozen=True):
    """Files that belong together: their description in lines, and instructions in steps."""

    title: str
    files: tuple[MadeFile, ...]
    lines: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


class Made(Struct, frozen=True, tag_field="t", tag="made"):
    """The result of a build, an export or a calibration: ``done``, ``failed`` with the problems, or ``stopped``."""

    command: str
    state: Literal["done", "failed", "stopped"]
    parts: tuple[MadePart, ...] = ()
    found: tuple[Found, ...] = ()
    wrong: tuple[WrongChoice, ...] = ()
    seconds: float = 0.0


class JudgedFinding(Struct, frozen=True):
    """A finding of preflight: its ``location`` in the file, its ``meaning`` on paper, and its ``remedy``."""

    severity: str
    code: str
    message: str
    location: str
    meaning: str
    remedy: str


class PrintJudged(Struct, frozen=True, tag_field="t", tag="print-judged"):
    """The findings of preflight in a PDF with this many pages, for a target and the ``reason`` for that target: the
    first of ``count`` findings, or the ``problem`` that prevented it.
    """

    link: str
    target: str = ""
    reason: str = ""
    pages: int = 0
    found: tuple[JudgedFinding, ...] = ()
    count: int = 0
    problem: str = ""


FromPrintView = PrintOpen | PrintLook | PrintBuild | PrintExport | PrintStop | PrintKeep | PrintMeasure | PrintJudge
"""The requests of the print view."""
ToPrintView = PrintForm | PrintSheets | PrintWrong | Making | Made | PrintJudged
