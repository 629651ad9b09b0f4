"""``carddesigner calibrate``: a sheet that shows how a printer misplaces backs, and a printer's profile from what is read on it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import BadParameter, Option

from carddesigner.cli.options import Quiet, renamed
from carddesigner.core.printing import Flip, ManualDuplex
from carddesigner.core.units import MM

if TYPE_CHECKING:
    from carddesigner.core.geometry import Point
    from carddesigner.core.papers import Paper
    from carddesigner.printers.fit import Fit
    from carddesigner.printers.readings import Reading

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

    Makes a sheet to print; keeps what you read on it with --set, or what --scan finds in scans of it, for build --printer.
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
    told = {"--set": readings, "--scan": scans, "--margin": margin, "--shift": shift, "--brightness": brightness}
    given = [option for option, value in told.items() if value]
    if readings and scans:
        raise BadParameter("the scans say what --set would; leave out one of them", param_hint="--scan")
    if not readings and not scans:
        for option, value in (("--manual-duplex", asked.manual_duplex), ("--back-bleed", back_bleed)):
            if value is not None:
                raise BadParameter("it is kept with what --set says; add --set", param_hint=option)
    if wedge and given:
        raise BadParameter(f"--wedge makes a page to print; leave out {given[0]}", param_hint="--wedge")
    if not given:
        _make(printer, sheet, duplex or Flip.LONG_EDGE, output, wedge=wedge, quiet=quiet)
        return
    if printer is None:
        raise BadParameter("say what you call the printer, such as --printer office", param_hint=given[0])
    typed = _Typed(readings or (), scans or (), margin, shift, brightness, asked.manual_duplex, asked.back_bleed)
    _keep(printer, sheet, duplex, typed, quiet=quiet)


class _Typed(NamedTuple):
    """What is to be kept of a printer."""

    readings: Sequence[str]
    scans: Sequence[Path]
    margin: str | None
    shift: str | None
    brightness: str | None
    manual_duplex: ManualDuplex | None
    back_bleed: float | None


def _make(printer: str | None, sheet: Paper, duplex: Flip, output: Path, *, wedge: bool, quiet: bool) -> None:
    """Write the sheet, or the step wedge, and explain the next steps."""
    from carddesigner.export.files import write_files
    from carddesigner.printers.profile import known_printers, printer_path
    from carddesigner.printers.sheet import calibration_pdf, described, options
    from carddesigner.printers.wedge import wedge_pdf

    name = printer or "NAME"
    err = (lambda text: 0) if quiet else sys.stderr.write
    if wedge:
        path = output / f"wedge-{sheet.name.replace(' ', '')}.pdf"
        write_files({path: wedge_pdf(sheet, name)})
        err(
            f"{path}  1 page, {sheet.name}\n"
            "Next: print it as you print your cards, look at it from three metres, and type which patch of each row is as dark\n"
            "  as the lines around it:\n"
            f'  carddesigner calibrate --printer {name} --brightness "A __, B __, C __"\n'
        )
        return
    lies = "-landscape" if sheet.width > sheet.height else ""
    path = output / f"calibration-{sheet.name.replace(' ', '')}{lies}-{duplex}.pdf"
    write_files({path: calibration_pdf(sheet, duplex, name)})
    own = f"carddesigner calibrate --printer {name} {options(sheet, duplex)}"
    err(
        f"{path}  2 pages, {described(sheet, duplex)}\n"
        "Next: print it at 100 % (“actual size”), on both sides, "
        f"flipped on the {duplex.replace('-', ' ')}, on the paper that your cards will be of;\n"
        "  prick a needle through the middle of each cross, and read on the back's scales how far each hole is across\n"
        "  and up, such as A 0.5 -1.0; then type what you read:\n"
        f'  {own} --set "A __ __, B __ __, C __ __, D __ __"\n'
        "Or scan both sides with black paper behind the sheet, all of its edges in the picture:\n"
        f"  {own} --scan FRONT --scan BACK\n"
    )
    if known := known_printers():
        err("Printers so far (remove a file to forget its printer):\n")
        for one in known:
            err(f"  {one}  {printer_path(one)}\n")


def _keep(name: str, sheet: Paper, duplex: Flip | None, typed: _Typed, *, quiet: bool) -> None:
    """Keep in the printer's profile what was typed, and what was read or scanned, and report how good it is. An edge that
    was not asked for is kept with what was measured alone.
    """
    from carddesigner.printers.profile import Measured, Printer, load_printer, printer_path, save_printer
    from carddesigner.printers.readings import targets

    before = load_printer(name) if printer_path(name).exists() else None
    flip = duplex or Flip.LONG_EDGE
    kept = duplex is not None or typed.readings or typed.scans
    settled = before is not None and (before.is_measured or duplex is None)
    if before is not None and kept and settled and before.duplex not in (None, flip):
        raise BadParameter(
            f"printer {name!r} is kept as one that flips on the {before.duplex.replace('-', ' ')}; "
            f"give this one another name, or remove {printer_path(name)}",
            param_hint="--duplex",
        )
    base = before or Printer.model_construct(printer=name)
    changes = _settings(typed, sheet)
    found, shift = _found(sheet, flip, typed)
    if shift is not None:
        changes["shift"] = base.shifted(sheet, shift)
    if found is not None:
        changes[sheet.lies] = Measured.of(found, sheet)
    if kept:
        changes["duplex"] = flip
    path = save_printer(base.model_copy(update=changes))
    if quiet:
        return
    if found is not None:
        _say(name, sheet, flip, found, [t.letter for t in targets(sheet, flip)])
    _say_settings(name, changes, shift)
    sys.stderr.write(f"{path}\nNext: carddesigner build DECK --printer {name}\n")


def _settings(typed: _Typed, sheet: Paper) -> dict[str, object]:
    """What was typed, by the profile's fields."""
    from carddesigner.printers.profile import Margins
    from carddesigner.printers.readings import BadReading, parse_margin
    from carddesigner.printers.wedge import brightness_of

    out: dict[str, object] = {}
    option = ""
    try:
        if typed.margin:
            option = "--margin"
            out["margin"] = Margins.model_construct(**parse_margin(typed.margin, sheet)._asdict())
        if typed.brightness:
            option = "--brightness"
            out["brightness"] = brightness_of(typed.brightness)
    except BadReading as problem:
        raise BadParameter(f"{problem}. Nothing was kept", param_hint=option) from None
    given = {"manual_duplex": typed.manual_duplex, "back_bleed": typed.back_bleed}
    return out | {name: value for name, value in given.items() if value is not None}


def _found(sheet: Paper, duplex: Flip, typed: _Typed) -> tuple[Fit | None, Point | None]:
    """How backs lie, by what was read or by the scans; and how far whole sheets lie off, as typed or by the scans."""
    from carddesigner.printers.fit import fit_readings
    from carddesigner.printers.readings import BadReading, parse_readings, parse_shift, targets
    from carddesigner.printers.scan import read_scans
    from carddesigner.printers.scanned import read_sides
    from carddesigner.source.files import FileProblem

    there = targets(sheet, duplex)
    option = "--shift"
    try:
        shift = parse_shift(typed.shift) if typed.shift else None
        readings: Sequence[Reading] = ()
        if typed.readings:
            option = "--set"
            readings = parse_readings(typed.readings, [t.letter for t in there])
        elif typed.scans:
            option = "--scan"
            scans = [scan for path in typed.scans for scan in read_scans(path, sheet)]
            scanned = read_sides(scans, there, sheet, duplex)
            readings, shift = scanned.readings, shift or scanned.shift
        else:
            return None, shift
        return fit_readings(readings, there, (sheet.width / 2, sheet.height / 2)), shift
    except (BadReading, FileProblem) as problem:
        raise BadParameter(f"{problem}. Nothing was kept", param_hint=option) from None


def _say(name: str, sheet: Paper, duplex: Flip, fit: Fit, letters: list[str]) -> None:
    from carddesigner.printers.sheet import described

    err = sys.stderr.write
    worst = fit.worst
    off = worst.size / MM
    turn = round(fit.rotation, 2)
    turned = f"turned {abs(turn):.2f}° {'clockwise' if turn > 0 else 'anticlockwise'}" if turn else ""
    error = ", ".join(part for part in (_off(fit.dx, fit.dy), turned) if part)
    error = f"{error} (seen on the back)" if error else "just where they should"
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


def _say_settings(name: str, changes: Mapping[str, object], shift: Point | None) -> None:
    """What else is kept now."""
    from carddesigner.printers.profile import Margins

    err = sys.stderr.write
    if shift is not None:
        lies = _off(*shift)
        err(
            f"{name}: whole sheets lie {lies} (seen on the front)\n"
            if lies
            else f"{name}: sheets lie in the paper's middle\n"
        )
    margin = changes.get("margin")
    if isinstance(margin, Margins):
        err(
            f"{name} leaves unprinted: {', '.join(f'{edge} {width / MM:g} mm' for edge, width in margin.edges._asdict().items())}\n"
        )
    pairs = changes.get("brightness")
    if isinstance(pairs, tuple):
        said = ", ".join(f"{100 * tone:.0f} % as {100 * drawn:.0f} %" for tone, drawn in pairs)
        err(f"{name} draws tones otherwise: {said} (0 % is black, 100 % the paper)\n")


def _off(dx: float, dy: float) -> str:
    """How far something lies off, in words; nothing for what lies right."""
    x, y = round(dx / MM, 2), round(dy / MM, 2)
    across, down = (
        f"{abs(x):.2f} mm too far to the {'right' if x > 0 else 'left'}",
        f"{abs(y):.2f} mm too {'low' if y > 0 else 'high'}",
    )
    return ", ".join(part for value, part in ((x, across), (y, down)) if value)
