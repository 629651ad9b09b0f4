"""``carddesigner calibrate``: a sheet that shows how a printer misplaces backs, and a printer profile from the
readings.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from carddesigner.cli.options import Quiet, renamed
from carddesigner.core.printing import Flip, ManualDuplex

if TYPE_CHECKING:
    from carddesigner.printers.calibrate import Calibration

_READ = "A 0.5 -1.0, B 0.4 -1.1, C 0.6 -0.9, D 0.5 -1.0"


def calibrate(
    printer: Annotated[
        str | None, Option(metavar="NAME", help="Your name for the printer: lowercase letters, digits, hyphens.")
    ] = None,
    paper: Annotated[str, Option(help="A4, Letter, A3, Tabloid, SRA3 or a size such as 210x297mm.")] = "A4",
    landscape: Annotated[
        bool, Option("--landscape", help="For decks on landscape sheets; measured separately.")
    ] = False,
    duplex: Annotated[
        Flip | None,
        Option(help="How your printer turns the sheet over for the back; measured on the long edge if left out."),
    ] = None,
    readings: Annotated[
        list[str] | None,
        Option("--set", metavar="READINGS", help=f'What you read on the sheet\'s back, such as "{_READ}".'),
    ] = None,
    scans: Annotated[
        list[Path] | None,
        Option(
            "--scan",
            metavar="FILE",
            help="Instead of --set: scans of the printed sheet's front and back, all edges on black. Give it twice.",
        ),
    ] = None,
    margin: Annotated[
        str | None,
        Option(metavar="EDGES", help='What it can\'t print: 5mm, or "left 4, top 3, right 4, bottom 13". Kept.'),
    ] = None,
    shift: Annotated[
        str | None,
        Option(metavar="SHIFT", help='How far fronts lie to the right and down on paper, such as "0.8 -0.3". Kept.'),
    ] = None,
    wedge: Annotated[
        bool, Option("--wedge", help="Instead of the sheet: a page of greys that shows how dark it prints.")
    ] = False,
    brightness: Annotated[
        str | None, Option(metavar="PATCHES", help='What you read on that page, such as "A 6, B 7, C 5.5". Kept.')
    ] = None,
    manual_duplex: Annotated[
        ManualDuplex | None,
        Option(help="With --set, for a printer without duplex: how sheets come out of it. Kept with the printer."),
    ] = None,
    passes: Annotated[ManualDuplex | None, Option(hidden=True)] = None,
    back_bleed: Annotated[
        str | None, Option(metavar="LENGTH", help="With --set: bleed of backs. Kept with the printer.")
    ] = None,
    output: Annotated[Path, Option("-o", "--output", help="The sheet goes to this folder.")] = Path("output"),
    quiet: Quiet = False,
) -> None:
    """Measure how a printer misplaces backs, what it leaves unprinted and how dark it prints.

    Makes a sheet to print; keeps what you read on it with --set, or what --scan finds in scans of it, for build
    --printer.
    """
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.printers.calibrate import Calibration, keep

    if passes is not None:
        renamed("--passes", "--manual-duplex", quiet=quiet)
    read = PrintOptions(paper=paper, back_bleed=back_bleed, manual_duplex=manual_duplex, passes=passes)
    assert read.paper is not None
    calibration = Calibration(
        printer=printer,
        paper=read.paper,
        landscape=landscape,
        duplex=duplex,
        readings=readings or (),
        scans=scans or (),
        margin=margin,
        shift=shift,
        wedge=wedge,
        brightness=brightness,
        manual_duplex=read.manual_duplex,
        back_bleed=read.back_bleed,
    )
    if not calibration.given:
        _make(calibration, output, quiet=quiet)
        return
    kept = keep(calibration)
    if not quiet:
        lines = "".join(f"{line}\n" for line in kept.lines)
        sys.stderr.write(f"{lines}{kept.path}\nNext: carddesigner build DECK --printer {printer}\n")


def _make(calibration: Calibration, output: Path, *, quiet: bool) -> None:
    """Write the sheet, or the step wedge, and explain the next steps."""
    from carddesigner.printers.calibrate import printers_so_far, write_page

    page = write_page(calibration, output)
    if quiet:
        return
    err = sys.stderr.write
    steps = "\n  ".join(page.steps)
    err(f"{page.path}  {page.pages} page{'s' * (page.pages > 1)}, {page.described}\nNext: {steps}\n  {page.type_in}\n")
    if not page.scanned:
        return
    err(f"Or scan both sides with black paper behind the sheet, all of its edges in the picture:\n  {page.scanned}\n")
    if printers := list(printers_so_far()):
        err("Printers so far (remove a file to forget its printer):\n")
        for one in printers:
            err(f"  {one}\n")
