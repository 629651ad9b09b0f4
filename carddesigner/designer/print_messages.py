"""Messages between the print view and the server. Lengths are millimetres, y down from the paper's top left."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.designer.message_parts import Box, Found, Side


class FormField(Struct, frozen=True):
    """An option as the command line has it: its name in Python, what it is called, and what it means there. ``kind`` is ``choice``,
    ``flag``, ``switch`` (yes, no, or as it is), ``number`` or ``text``; ``shape`` is how its value looks, such as ``LENGTH``.
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
    """What a deck can be exported to, in a few words, and the fields that apply to it alone."""

    name: str
    description: str
    fields: tuple[str, ...]


class Offered(Struct, frozen=True):
    """A value and what it is."""

    value: str
    title: str


class Offer(Struct, frozen=True):
    """What can be chosen for a field: ``several`` of them; others too where it is ``free``."""

    name: str
    values: tuple[Offered, ...]
    free: bool = False
    several: bool = False


class Choice(Struct, frozen=True):
    """A field's value; what isn't chosen stays as the deck or the printer sets it."""

    name: str
    value: bool | int | str | tuple[str, ...]


class PrintOpen(Struct, frozen=True, tag_field="t", tag="print-open"):
    """Asks for the form."""


class PrintLook(Struct, frozen=True, tag_field="t", tag="print-look"):
    """Asks for the sheets that a build would print."""

    seq: int
    choices: tuple[Choice, ...]


class PrintBuild(Struct, frozen=True, tag_field="t", tag="print-build"):
    """Asks for the PDF."""

    choices: tuple[Choice, ...]


class PrintExport(Struct, frozen=True, tag_field="t", tag="print-export"):
    """Asks for an export of pictures or data, of the kind that the choice ``to`` names."""

    choices: tuple[Choice, ...]


class PrintStop(Struct, frozen=True, tag_field="t", tag="print-stop"):
    """Stops what is being made."""


class PrintKeep(Struct, frozen=True, tag_field="t", tag="print-keep"):
    """These choices are to be written to the deck."""

    choices: tuple[Choice, ...]


class PrintMeasure(Struct, frozen=True, tag_field="t", tag="print-measure"):
    """Asks for the page by which a printer is measured, or, with what was read on it, that this is kept."""

    choices: tuple[Choice, ...]


class PrintJudge(Struct, frozen=True, tag_field="t", tag="print-judge"):
    """Asks for a PDF that was made, by its address, to be judged before it goes to print: for a target of ``carddesigner preflight``,
    or, where none is named, for what the PDF claims to be.
    """

    link: str
    target: str = ""


class PrintForm(Struct, frozen=True, tag_field="t", tag="print-form"):
    """The fields of a build, of exports and of measuring, what this deck and computer offer for them, which of them are
    ``storable`` in the deck, the folder that files go to, and the ``targets`` that PDFs can be judged for.
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
    """A page: its number in the file, from 1, and the sheet's, 0 for one of instructions. ``turned`` is how its sheet is turned to
    see the other side: ``across`` like a book's page, ``over`` like a calendar's, nothing for a sheet of one side.
    """

    number: int
    sheet: int
    side: Side
    width: float
    height: float
    turned: Literal["", "across", "over"]
    slots: tuple[PrintSlot, ...]


class PrintDocument(Struct, frozen=True):
    """A file that a build makes: what it is, in lines, and what to do with it. ``first`` is the number of its first page among those
    of all documents; ``count`` are all its pages, of which the first are listed.
    """

    title: str
    lines: tuple[str, ...]
    steps: tuple[str, ...]
    first: int
    count: int
    pages: tuple[PrintPage, ...]


class PrintCount(Struct, frozen=True):
    """How much of a component is printed, on how many sheets that hold nothing else."""

    component: str
    pieces: int
    cards: int
    sheets: int


class PrintSheets(Struct, frozen=True, tag_field="t", tag="print-sheets"):
    """The sheets that were asked for by ``seq``. Their pictures are ``/print/KEY/NUMBER.svg``; ``defaults`` are the values of fields that
    were not chosen.
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
    """A field whose value can't be followed, and why."""

    name: str
    message: str


class PrintWrong(Struct, frozen=True, tag_field="t", tag="print-wrong"):
    """Why there are no sheets."""

    seq: int
    found: tuple[Found, ...]
    wrong: tuple[WrongChoice, ...] = ()


class Making(Struct, frozen=True, tag_field="t", tag="making"):
    """What is being made, by the ``command``, and how far it is; no stage once it ended."""

    command: str
    stage: str = ""
    done: int = 0
    total: int = 0


class MadeFile(Struct, frozen=True):
    """A file that was written, and the address that gives it."""

    path: str
    kind: str
    pages: int
    size: int
    link: str = ""


class MadePart(Struct, frozen=True):
    """Files that belong together, what they are, in lines, and what to do with them."""

    title: str
    files: tuple[MadeFile, ...]
    lines: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


class Made(Struct, frozen=True, tag_field="t", tag="made"):
    """What came of what was asked for: ``done``, ``failed`` with what is wrong, or ``stopped``."""

    command: str
    state: Literal["done", "failed", "stopped"]
    parts: tuple[MadePart, ...] = ()
    found: tuple[Found, ...] = ()
    wrong: tuple[WrongChoice, ...] = ()
    seconds: float = 0.0


class JudgedFinding(Struct, frozen=True):
    """Something that preflight found: its ``location`` in the file, its ``meaning`` on paper, and its ``remedy``."""

    severity: str
    code: str
    message: str
    location: str
    meaning: str
    remedy: str


class PrintJudged(Struct, frozen=True, tag_field="t", tag="print-judged"):
    """What preflight found in a PDF of so many pages, for a target and the ``reason`` for that: the first of ``count`` findings; or the
    ``problem`` that kept it from judging.
    """

    link: str
    target: str = ""
    reason: str = ""
    pages: int = 0
    found: tuple[JudgedFinding, ...] = ()
    count: int = 0
    problem: str = ""


FromPrintView = PrintOpen | PrintLook | PrintBuild | PrintExport | PrintStop | PrintKeep | PrintMeasure | PrintJudge
"""What the view of what is printed asks."""
ToPrintView = PrintForm | PrintSheets | PrintWrong | Making | Made | PrintJudged
