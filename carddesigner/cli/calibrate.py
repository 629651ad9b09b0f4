"""``carddesigner calibrate``: a sheet that shows how a printer misplaces backs, and a printer's profile from what is read on it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import BadParameter, Option

from carddesigner.cli.options import Quiet, renamed
from carddesigner.core.printing import Flip, ManualDuplex
from carddesigner.core.units import MM

if TYPE_CHECKING:
    from carddesigner.core.papers import Paper
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.printers.fit import Fit

_READ = "A 0.5 -1.0, B 0.4 -1.1, C 0.6 -0.9, D 0.5 -1.0"
_EXACT = 0.15
"""Millimetres: no worse than people read."""
_CUTTING = 0.5
"""Millimetres that a cut may be off."""


def calibrate(
    printer: Annotated[
        str | None, Option(metavar="NAME", help="What you call the printer: small letters, digits, hyphens.")
    ] = None,
    paper: Annotated[str, Option(help="A4, Letter, A3, Tabloid, SRA3 or a size such as 210x297mm.")] = "A4",
    landscape: Annotated[
        bool, Option("--landscape", help="For decks whose sheets lie on their side; measured apart.")
    ] = False,
    duplex: Annotated[Flip, Option(help="How your printer turns the sheet over for the back.")] = Flip.LONG_EDGE,
    readings: Annotated[
        list[str] | None,
        Option("--set", metavar="READINGS", help=f'What you read on the sheet\'s back, such as "{_READ}".'),
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
    """Measure how a printer misplaces backs.

    Makes a sheet to print; with --set, keeps what you read on it, for build --printer.
    """
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.printers.profile import LONGEST_NAME, is_name

    if passes is not None:
        renamed("--passes", "--manual-duplex", quiet=quiet)
    asked = PrintOptions(paper=paper, back_bleed=back_bleed, manual_duplex=manual_duplex, passes=passes)
    assert asked.paper is not None
    sheet = asked.paper.turned() if (asked.paper.width > asked.paper.height) != landscape else asked.paper
    if printer is not None and not is_name(printer):
        expected = f"use small letters, digits and hyphens, at most {LONGEST_NAME}"
        raise BadParameter(f"{printer!r} can't be a printer's name; {expected}", param_hint="--printer")
    if readings:
        if printer is None:
            raise BadParameter("say what you call the printer, such as --printer office", param_hint="--set")
        _keep(printer, sheet, duplex, readings, asked, quiet=quiet)
        return
    for option, given in (("--manual-duplex", asked.manual_duplex), ("--back-bleed", back_bleed)):
        if given is not None:
            raise BadParameter("it is kept with what --set says; add --set", param_hint=option)
    _make(printer, sheet, duplex, output, quiet=quiet)


def _make(printer: str | None, sheet: Paper, duplex: Flip, output: Path, *, quiet: bool) -> None:
    """Write the sheet, and explain the next steps."""
    from carddesigner.export.files import write_files
    from carddesigner.printers.profile import known_printers, printer_path
    from carddesigner.printers.sheet import calibration_pdf, described, options

    name = printer or "NAME"
    lies = "-landscape" if sheet.width > sheet.height else ""
    path = output / f"calibration-{sheet.name.replace(' ', '')}{lies}-{duplex}.pdf"
    write_files({path: calibration_pdf(sheet, duplex, name)})
    if quiet:
        return
    sys.stderr.write(
        f"{path}  2 pages, {described(sheet, duplex)}\n"
        "Next: print it at 100 % (“actual size”), on both sides, "
        f"flipped on the {duplex.replace('-', ' ')}, on the paper that your cards will be of;\n"
        "  prick a needle through the middle of each cross, and read on the back's scales how far each hole is across\n"
        "  and up, such as A 0.5 -1.0; then type what you read:\n"
        f'  carddesigner calibrate --printer {name} {options(sheet, duplex)} --set "A __ __, B __ __, C __ __, D __ __"\n'
    )
    if known := known_printers():
        sys.stderr.write("Printers so far (remove a file to forget its printer):\n")
        for one in known:
            sys.stderr.write(f"  {one}  {printer_path(one)}\n")


def _keep(name: str, sheet: Paper, duplex: Flip, texts: list[str], asked: PrintOptions, *, quiet: bool) -> None:
    """Fit what was read, keep it in the printer's profile, and report how good it is."""
    from carddesigner.printers.fit import fit_readings
    from carddesigner.printers.profile import Measured, Printer, load_printer, printer_path, save_printer
    from carddesigner.printers.readings import BadReading, parse_readings, targets

    there = targets(sheet, duplex)
    try:
        found = parse_readings(texts, [t.letter for t in there])
        fit = fit_readings(found, there, (sheet.width / 2, sheet.height / 2))
    except BadReading as problem:
        raise BadParameter(f"{problem}. Nothing was kept", param_hint="--set") from None
    before = load_printer(name) if printer_path(name).exists() else None
    if before is not None and before.duplex != duplex:
        raise BadParameter(
            f"printer {name!r} is kept as one that flips on the {before.duplex.replace('-', ' ')}; "
            f"give this one another name, or remove {printer_path(name)}",
            param_hint="--duplex",
        )
    key = "landscape" if sheet.width > sheet.height else "portrait"
    measured = Measured.model_construct(paper=sheet, dx=fit.dx, dy=fit.dy, rotation=fit.rotation, rms=fit.rms)
    given = {"manual_duplex": asked.manual_duplex, "back_bleed": asked.back_bleed}
    changes = {key: measured, **{option: value for option, value in given.items() if value is not None}}
    base = before or Printer.model_construct(printer=name, duplex=duplex)
    path = save_printer(base.model_copy(update=changes))
    if not quiet:
        _say(name, sheet, duplex, fit, [t.letter for t in there], path)


def _say(name: str, sheet: Paper, duplex: Flip, fit: Fit, letters: list[str], path: Path) -> None:
    from carddesigner.printers.sheet import described

    err = sys.stderr.write
    worst = fit.worst
    off = worst.size / MM
    x, y, turn = round(fit.dx / MM, 2), round(fit.dy / MM, 2), round(fit.rotation, 2)
    parts = (
        (x, f"{abs(x):.2f} mm too far to the {'right' if x > 0 else 'left'}"),
        (y, f"{abs(y):.2f} mm too {'low' if y > 0 else 'high'}"),
        (turn, f"turned {abs(turn):.2f}° {'clockwise' if turn > 0 else 'anticlockwise'}"),
    )
    error = f"{', '.join(part for value, part in parts if value)} (seen on the back)"
    error = error if x or y or turn else "just where they should"
    err(f"{name}, {described(sheet, duplex)}: backs lie {error}\n")
    err(f"  shift and turn fit the readings within {off:.2f} mm, {fit.rms / MM:.2f} mm on average (rms)\n")
    if off <= _EXACT:
        err("  nothing is left over but what one can't read more exactly\n")
    else:
        err(
            f"  left over: {off:.1f} mm at {worst.letter}, from reading, or from paper that stretches or is fed unevenly; no "
            f"shift mends that,\n  so give backs at least {off + _CUTTING:.1f} mm of bleed; read {worst.letter} again if it "
            "seems much\n"
        )
    missing = [letter for letter in letters if letter not in {r.letter for r in fit.left_over}]
    if missing:
        err(f"  without {' and '.join(missing)} a wrong reading is easily missed\n")
    err(f"{path}\nNext: carddesigner build DECK --printer {name}\n")
