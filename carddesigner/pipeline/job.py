"""Combine deck, printer and options into one print job, with every setting resolved."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.papers import DEFAULT_PAPER, Paper
from carddesigner.core.printing import CUTTERS, Duplex, Layout, ManualDuplex, MarkKind, MarkSide, wrong_marks
from carddesigner.core.report import Problem, Report
from carddesigner.core.slots import SlotSheet
from carddesigner.core.source import Span
from carddesigner.core.tones import Tones
from carddesigner.core.units import MM
from carddesigner.deck.assets import SLUG_FAMILY
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.impose.cutter import INSET, LENGTH, CutterMarks
from carddesigner.impose.duplex import DUPLEX, DuplexMode
from carddesigner.impose.gutters import ENOUGH_BLEED
from carddesigner.impose.instructions import Turn
from carddesigner.impose.jobs import USUAL_EDGES, SheetSettings
from carddesigner.impose.sheet import SheetBuilder
from carddesigner.layout.boxes import UNLIMITED, PaperRoom
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source.yaml import find

if TYPE_CHECKING:
    from carddesigner.pipeline.press import PressJob
    from carddesigner.printers.profile import Printer


def output_folder(deck: LoadedDeck, options: PrintOptions) -> Path:
    """Return the folder of a deck's files."""
    return options.output / deck.deck.deck


class PrintJob(Struct, frozen=True):
    """A deck to print. ``sheet`` has the settings of its sheets: from the options, else from the printer's profile,
    else from the deck. Other options, such as the selection of pieces, are in ``options``. ``room``: what boxes have to
    fit on. ``turn``: how the printer prints backs. ``builder``: assembles pages. ``press``: the press, or None for a
    printer at home.
    """

    deck: LoadedDeck
    options: PrintOptions
    sheet: SheetSettings
    room: PaperRoom
    turn: Turn
    builder: SheetBuilder
    press: PressJob | None = None
    part: str = ""
    """The ending of file names if there are several files, each with a part of the cards."""

    @property
    def folder(self) -> Path:
        """The folder of the files."""
        return output_folder(self.deck, self.options)

    def file(self, kind: str, suffix: str) -> Path:
        """Return the file of a kind, such as ``sheets`` or a component's booklet."""
        return self.folder / f"{self.deck.deck.deck}-{kind}{self.deck.suffix}{suffix}"

    @property
    def stem(self) -> str:
        """The kind of the files of everything that is cut from sheets."""
        return f"{file_stem(self.options)}{self.part}"

    @property
    def look(self) -> str:
        """The settings besides the deck that affect faces, for digests."""
        sleeves = f" {self.options.sleeves}" if self.options.sleeves is not None else ""
        return f"{self.sheet.back_bleed} {self.options.proof}{sleeves}"

    @property
    def tones(self) -> Tones | None:
        """The printer's tone correction, or None for unchanged colours."""
        return self.options.printer.tones if self.options.printer is not None else None

    @property
    def of_booklets(self) -> Turn:
        """How the printer prints both sides of booklets and leaflets, by hand if necessary."""
        by_hand = not self.sheet.duplex.turns
        return replace(self.turn, duplex=self.sheet.duplex.of_booklets, by_hand=by_hand)

    def place(self, key: str, *options: object) -> Span | None:
        """Return the place of a setting in the printer's profile or the deck, else the deck's file; None if one of the
        *options* sets it.
        """
        if any(value is not None for value in options):
            return None
        printer = self.options.printer
        if printer is not None and getattr(printer, key.replace("-", "_"), None) is not None:
            from carddesigner.printers.profile import place_in_profile

            return place_in_profile(printer, key)
        own = find(self.deck.root, ("print",))
        if isinstance(own.value, dict) and key in own.value:
            return find(own, (key,)).span
        return Span(str(self.deck.root.span.path))


def file_stem(options: PrintOptions) -> str:
    """Return the kind of the files of everything that is cut from sheets, with these options."""
    of_list = f"{options.list_name}-" if options.list_name else ""
    kind = "sleeves" if options.sleeves is not None else options.layout
    numbers = f"-{options.serials.in_names}" if options.serials is not None else ""
    return f"{of_list}{kind}{numbers}"


def print_job(deck: LoadedDeck, options: PrintOptions | None = None, report: Report | None = None) -> PrintJob:
    """Return the job of printing a deck. Raises DeckError, with the problems in *report* if given, if the printer was
    measured flipping on the other edge, or if the deck's press can't be used.
    """
    options = options or PrintOptions()
    print_settings, printer = deck.deck.print, options.printer
    wanted = Duplex.NONE if options.sleeves is not None else options.duplex
    of_printer = printer.duplex if printer is not None else None
    mode = DUPLEX[wanted or of_printer or print_settings.duplex]
    if printer is not None:
        check_flip(printer, mode)
    given = wanted is not None or of_printer is not None or "duplex" in print_settings.model_fields_set
    lines_behind = print_settings.die_lines.side == "back" and any(c.is_die for c in deck.components)
    if not given and not lines_behind and all(c.back is None or c.folding is not None for c in deck.components):
        mode = DUPLEX[Duplex.NONE]
    gutter = options.gutter if options.gutter is not None else print_settings.gutter
    # Nothing may be cut beyond what the printer can print.
    edges = printer.edges if printer is not None else None
    marks = options.marks if options.marks is not None else print_settings.marks
    if options.sleeves is not None:
        # Papers have no bleed, so they are adjacent, with one cut between two, unless several sizes share a sheet.
        gutter = options.gutter if options.gutter is not None else "auto"
        marks = options.marks if options.marks is not None else (MarkKind.CUT_LINES, MarkKind.SLUG)
    bleeds = (options.back_bleed, printer.back_bleed if printer is not None else None, print_settings.back_bleed)
    paper = options.paper or print_settings.paper or DEFAULT_PAPER
    slots = _slot_sheet(deck, options, paper)
    used = range((options.first_slot or 1) - 1)
    sheet = SheetSettings(
        paper=paper,
        margin=max(edges) if edges is not None else print_settings.margin,
        gutter=None if isinstance(gutter, str) else gutter,
        duplex=mode,
        marks=frozenset(marks),
        order=options.order or print_settings.order,
        back_bleed=next((b for b in bleeds if b is not None), None) if mode.has_backs else None,
        share=options.share if options.share is not None else print_settings.share,
        edges=edges if edges is not None else USUAL_EDGES,
        sides=edges if edges is not None and len(set(edges)) > 1 else None,
        slots=slots,
        blank=frozenset((*used, *(n - 1 for n in options.blank_slots or ()))),
        titles=options.sheet_titles or print_settings.sheet_titles,
        skipped=frozenset(n - 1 for n in options.skip or ()),
        cutter=_cutter(deck, options, marks, mode, slots.paper if slots is not None else paper),
    )
    _check_gap(deck, options, sheet)
    name, by_hand = (printer.printer, printer.manual_duplex) if printer else (None, None)
    matrix = partial(printer.straighten, flip=mode.of_booklets) if printer else None
    room = UNLIMITED if options.layout == Layout.PIECES else _room(sheet)
    manual, measured = (
        options.manual_duplex or by_hand or ManualDuplex.NONE,
        printer is not None and printer.is_measured,
    )
    turn = Turn(mode, manual, name, straightens=measured)
    font, watermark = deck.assets.family(SLUG_FAMILY), "PROOF" if options.proof else ""
    builder = SheetBuilder(deck.title, font, deck.deck.language, watermark, matrix)
    return PrintJob(deck, options, sheet, room, turn, builder, _press(deck, options, report or Report()))


def _cutter(
    deck: LoadedDeck, options: PrintOptions, marks: Iterable[MarkKind], mode: DuplexMode, paper: Paper
) -> CutterMarks | None:
    """Return the marks of the cutting machine in *marks*, if any. Raises DeckError if the sheets can't have them."""
    if options.layout == Layout.PIECES:
        return None
    kind = next((mark for mark in marks if mark in CUTTERS), None)
    settings = {name: getattr(options, name) for name in ("mark_inset", "mark_length", "mark_side")}
    given = [name for name, value in settings.items() if value is not None]
    report, place = Report(), None if options.marks is not None else find(deck.root, ("print", "marks")).span
    if kind is None:
        if given:
            option = f"--{given[0].replace('_', '-')}"
            report.fail(
                "wrong-marks", f"{option}: the sheets have no marks of a cutting machine; add --marks silhouette"
            )
        return None
    if all(c.folding is not None for c in deck.components):
        report.fail("wrong-marks", f"{kind}: booklets and leaflets are cut after they are folded, by hand", place)
    wrong = wrong_marks(tuple(marks))
    if wrong is not None:
        report.fail("wrong-marks", wrong, place)
    if mode.folded:
        message = f"{kind}: the machine can't cut a sheet that is folded to have backs"
        report.fail("wrong-marks", message, place, hint="choose --duplex long-edge, short-edge or none")
    side = options.mark_side or MarkSide.FRONT
    if side is MarkSide.BACK and not mode.turns:
        report.fail("wrong-marks", "--mark-side back: the sheets are printed on one side; leave it out", place)
    cutter = CutterMarks(kind, options.mark_inset or INSET, options.mark_length or LENGTH, side, mode)
    if not cutter.printed and given:
        option = f"--{given[0].replace('_', '-')}"
        report.fail("wrong-marks", f"{option}: Cricut's program prints its own marks; leave it out", place)
    try:
        cutter.frame(paper)
    except Problem as problem:
        report.refuse(problem, place)
    least = 2 * (cutter.inset + cutter.length)
    if cutter.printed and least > min(paper.width, paper.height):
        size = f"{paper.name} ({paper.width / MM:g} × {paper.height / MM:g} mm)"
        message = (
            f"{size} is too small for marks of {cutter.length / MM:g} mm with an inset of {cutter.inset / MM:g} mm"
        )
        report.fail(
            "paper-too-small",
            message,
            place,
            hint=f"choose a paper of at least {least / MM:g} mm, or a smaller --mark-length",
        )
    return cutter


def _check_gap(deck: LoadedDeck, options: PrintOptions, sheet: SheetSettings) -> None:
    """Raise DeckError for a gutter so small that the machine would cut several pieces as one."""
    if sheet.cutter is None or sheet.gutter is None or sheet.gutter >= sheet.cutter.gap - 1e-6:
        return
    message = (
        f"{sheet.cutter.kind}: the machine cuts along what is transparent, so with a gutter of {sheet.gutter / MM:g} mm pieces would "
        f"stay together; it takes {sheet.cutter.gap / MM:g} mm"
    )
    place = None if options.gutter is not None else find(deck.root, ("print", "gutter")).span
    Report().fail("wrong-marks", message, place, hint=f"--gutter {sheet.cutter.gap / MM:g}mm, or leave it out")


def _press(deck: LoadedDeck, options: PrintOptions, report: Report) -> PressJob | None:
    print_settings = deck.deck.print
    if all(
        setting is None for setting in (options.color, options.standard, print_settings.color, print_settings.standard)
    ):
        return None
    from carddesigner.pipeline.press import press_job

    return press_job(deck, options, report)


def _slot_sheet(deck: LoadedDeck, options: PrintOptions, paper: Paper) -> SlotSheet | None:
    """Return the sheet whose slots place the pieces; None for rows and columns on plain paper."""
    sheet_settings = deck.deck.print.sheet
    if options.layout == Layout.PIECES or options.sleeves is not None or options.sheet_layout == "none":
        return None
    if options.sheet_layout is not None or sheet_settings is None:
        return options.sheet_layout
    if not isinstance(sheet_settings, str):
        return sheet_settings.on(paper)
    from carddesigner.schema.slot_sheets import makers_sheet

    return makers_sheet(sheet_settings)


def check_slots(job: PrintJob, sheet: SlotSheet, report: Report) -> None:
    """Report impossible slots, and options that the sheet determines."""
    deck, options = job.deck, job.options
    name = sheet.name or "the deck's sheet"
    hint = "leave it out; --sheet-layout none prints on plain paper"
    if options.paper is not None and options.paper != sheet.paper:
        report.error("sheet-setting", f"--paper {options.paper.name}: {name} is {sheet.paper.name}", hint=hint)
    if options.gutter is not None:
        report.error("sheet-setting", f"--gutter: {name} sets where its slots are", hint=hint)
    if job.sheet.cutter is not None and sheet.pre_cut:
        place = None if options.marks is not None else find(deck.root, ("print", "marks")).span
        message = f"{job.sheet.cutter.kind}: {name} is cut already, and has no marks of a cutting machine"
        report.error("sheet-setting", message, place, hint=hint)
    if options.cutting_template and sheet.pre_cut:
        report.error("sheet-setting", f"--cutting-template: {name} is cut already", hint=hint)
    if job.sheet.duplex.folded:
        message = f"{name} can't be folded: its slots are on one half as they are on the other"
        place = None if options.duplex is not None else find(deck.root, ("print", "duplex")).span
        report.error("sheet-setting", message, place, hint="choose --duplex long-edge, short-edge or none")
    if options.sheet_layout is not None:
        return
    from carddesigner.impose.slots import wrong_grid, wrong_slots

    slots = find(deck.root, ("print", "sheet", "slots"))
    if isinstance(slots.value, tuple):
        for number, problem in wrong_slots(sheet):
            report.add(problem, find(slots, (number,)).span)
    else:
        of_grid = wrong_grid(sheet)
        if of_grid is not None:
            report.add(of_grid, slots.span)


def _room(sheet: SheetSettings) -> PaperRoom:
    """Return what boxes have to fit on, also with a printer's own margins."""
    if sheet.cutter is not None:
        return _room_between(sheet, sheet.cutter)
    if sheet.sides is None:
        return PaperRoom(sheet.paper, sheet.margin, two_sided=sheet.duplex.turns)
    left, top, right, bottom = sheet.sides
    return PaperRoom(sheet.paper, max(left, right), two_sided=sheet.duplex.turns, ends=max(top, bottom))


def _room_between(sheet: SheetSettings, cutter: CutterMarks) -> PaperRoom:
    """Return what boxes have to fit on, clear of a cutting machine's marks."""
    paper = sheet.paper.upright
    frame = cutter.frame(paper)
    margin, ends = max(sheet.margin, frame.x), max(sheet.margin, frame.y)
    if cutter.printed:
        ends = max(ends, cutter.inset + cutter.length + ENOUGH_BLEED)
    return PaperRoom(paper, margin, two_sided=sheet.duplex.turns, ends=ends, pictured=not cutter.printed)


def check_flip(printer: Printer, mode: DuplexMode) -> None:
    """Raise DeckError if a printer was measured flipping on another edge than the sheets are imposed for."""
    if mode.turns and printer.duplex is not None and printer.is_measured and mode is not DUPLEX[printer.duplex]:
        measured = f"was measured flipping on the {DUPLEX[printer.duplex].flip}"
        message = f"printer {printer.printer!r} {measured}, and these sheets are set out for the {mode.flip}"
        other = f"carddesigner calibrate --printer NAME --duplex {mode.name}"
        Report().fail(
            "not-measured", message, hint=f"leave out --duplex, or measure it like that under another name: {other}"
        )
