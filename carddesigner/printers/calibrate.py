"""Measure a printer: write the calibration sheet, and make the printer's profile from what is read on it, with messages
for the person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from carddesigner.core.geometry import Point
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.papers import DEFAULT_PAPER, Paper
from carddesigner.core.printing import Flip, ManualDuplex
from carddesigner.core.units import MM
from carddesigner.export.files import write_files
from carddesigner.printers.fit import Fit, fit_readings
from carddesigner.printers.profile import (
    LONGEST_NAME,
    Margins,
    Measured,
    Printer,
    is_name,
    known_printers,
    load_printer,
    printer_path,
    save_printer,
)
from carddesigner.printers.readings import (
    BadReading,
    Reading,
    parse_margin,
    parse_readings,
    parse_shift,
    targets,
)
from carddesigner.printers.sheet import calibration_pdf, described, options
from carddesigner.printers.wedge import brightness_of, wedge_pdf
from carddesigner.source.files import FileProblem

_EXACT = 0.15
"""In millimetres: no larger than the error of reading."""
_CUTTING = 0.5
"""The error of a cut, in millimetres."""


class Calibration(Struct, frozen=True):
    """A request for a page to print, or, if something was measured, to keep that. ``printer`` is the printer's name;
    ``duplex`` the edge, None for the long one unless it is measured; ``readings``, ``shift``, ``margin`` and
    ``brightness`` are texts as typed. Raises OptionError.
    """

    printer: str | None = None
    paper: Paper = DEFAULT_PAPER
    landscape: bool = False
    duplex: Flip | None = None
    readings: Sequence[str] = ()
    scans: Sequence[Path] = ()
    margin: str | None = None
    shift: str | None = None
    wedge: bool = False
    brightness: str | None = None
    manual_duplex: ManualDuplex | None = None
    back_bleed: float | None = None

    def __post_init__(self) -> None:
        if self.printer is not None and not is_name(self.printer):
            expected = f"use small letters, digits and hyphens, at most {LONGEST_NAME}"
            raise _wrong("printer", f"{self.printer!r} can't be a printer's name; {expected}")
        if self.readings and self.scans:
            raise _wrong("scans", "the scans say what {readings} would; leave out one of them")
        if not self.readings and not self.scans:
            for option in ("manual_duplex", "back_bleed"):
                if getattr(self, option) is not None:
                    raise _wrong(option, "it is kept with what {readings} says; add {readings}")
        if self.wedge and self.given:
            raise _wrong("wedge", f"{{wedge}} makes a page to print; leave out {{{self.given[0]}}}")
        if self.given and self.printer is None:
            raise _wrong(self.given[0], "name the printer, such as {printer=office}")

    @property
    def given(self) -> list[str]:
        """The names of the measurements that are given."""
        return [n for n in ("readings", "scans", "margin", "shift", "brightness") if getattr(self, n)]

    @property
    def sheet(self) -> Paper:
        """The paper in its orientation."""
        turned = (self.paper.width > self.paper.height) != self.landscape
        return self.paper.turned() if turned else self.paper


class Page(Struct, frozen=True):
    """A file to print, its number of pages, its description, and the steps to take; ``type_in`` is the command that
    keeps the readings, ``scanned`` the one for scans.
    """

    path: Path
    pages: int
    described: str
    steps: tuple[str, ...]
    type_in: str
    scanned: str = ""


class Kept(Struct, frozen=True):
    """The path of a printer's profile, and the results, in lines."""

    path: Path
    lines: tuple[str, ...]


def write_page(calibration: Calibration, output: Path) -> Page:
    """Write the calibration sheet, or the step wedge, to a folder. Raises OptionError and OutputProblem."""
    sheet, name = calibration.sheet, calibration.printer or "NAME"
    if calibration.wedge:
        path = output / f"wedge-{sheet.name.replace(' ', '')}.pdf"
        write_files({path: wedge_pdf(sheet, name)})
        step = (
            "print it as you print your cards, look at it from three metres, and type which patch of each row is as dark\n"
            "  as the lines around it:"
        )
        command = f'carddesigner calibrate --printer {name} --brightness "A __, B __, C __"'
        return Page(path, 1, sheet.name, (step,), command)
    duplex = calibration.duplex or Flip.LONG_EDGE
    lies = "-landscape" if sheet.width > sheet.height else ""
    path = output / f"calibration-{sheet.name.replace(' ', '')}{lies}-{duplex}.pdf"
    write_files({path: calibration_pdf(sheet, duplex, name)})
    own = f"carddesigner calibrate --printer {name} {options(sheet, duplex)}"
    steps = (
        "print it at 100 % (“actual size”), on both sides, "
        f"flipped on the {duplex.replace('-', ' ')}, on the paper that your cards will be of;",
        "prick a needle through the middle of each cross, and read on the back's scales how far each hole is across\n"
        "  and up, such as A 0.5 -1.0; then type what you read:",
    )
    typed, scanned = f'{own} --set "A __ __, B __ __, C __ __, D __ __"', f"{own} --scan FRONT --scan BACK"
    return Page(path, 2, described(sheet, duplex), steps, typed, scanned)


def printers_so_far() -> Iterator[str]:
    """Yield the known printers, with their files."""
    for one in known_printers():
        yield f"{one}  {printer_path(one)}"


def keep(calibration: Calibration) -> Kept:
    """Keep in the printer's profile what was typed, read or scanned, and describe the result. An edge that wasn't given
    is kept only together with measurements. Raises OptionError, DeckError and OutputProblem.
    """
    name, sheet, duplex = calibration.printer, calibration.sheet, calibration.duplex
    assert name is not None
    before = load_printer(name) if printer_path(name).exists() else None
    flip = duplex or Flip.LONG_EDGE
    kept = duplex is not None or calibration.readings or calibration.scans
    settled = before is not None and (before.is_measured or duplex is None)
    if before is not None and kept and settled and before.duplex not in (None, flip):
        raise _wrong(
            "duplex",
            f"printer {name!r} is kept as one that flips on the {before.duplex.replace('-', ' ')}; "
            f"give this one another name, or remove {printer_path(name)}",
        )
    base = before or Printer.model_construct(printer=name)
    changes = _settings(calibration, sheet)
    fit, shift = _fitted(sheet, flip, calibration)
    if shift is not None:
        changes["shift"] = base.shifted(sheet, shift)
    if fit is not None:
        changes[sheet.lies] = Measured.of(fit, sheet)
    if kept:
        changes["duplex"] = flip
    path = save_printer(base.model_copy(update=changes))
    measured = _measured(name, sheet, flip, fit, [t.letter for t in targets(sheet, flip)]) if fit is not None else ()
    return Kept(path, (*measured, *_also(name, changes, shift)))


def _wrong(option: str, message: str) -> OptionError:
    return OptionError(WrongOption(option, message))


def _settings(calibration: Calibration, sheet: Paper) -> dict[str, object]:
    """The typed settings, by the fields of the profile."""
    out: dict[str, object] = {}
    option = ""
    try:
        if calibration.margin:
            option = "margin"
            out["margin"] = Margins.model_construct(**parse_margin(calibration.margin, sheet)._asdict())
        if calibration.brightness:
            option = "brightness"
            out["brightness"] = brightness_of(calibration.brightness)
    except BadReading as problem:
        raise _wrong(option, f"{problem}. Nothing was kept") from None
    given = {"manual_duplex": calibration.manual_duplex, "back_bleed": calibration.back_bleed}
    return out | {name: value for name, value in given.items() if value is not None}


def _fitted(sheet: Paper, duplex: Flip, calibration: Calibration) -> tuple[Fit | None, Point | None]:
    """The fit of backs, from readings or scans; and the shift of whole sheets, as typed or from scans."""
    there = targets(sheet, duplex)
    option = "shift"
    try:
        shift = parse_shift(calibration.shift) if calibration.shift else None
        readings: Sequence[Reading] = ()
        if calibration.readings:
            option = "readings"
            readings = parse_readings(calibration.readings, [t.letter for t in there])
        elif calibration.scans:
            from carddesigner.printers.scan import read_scans
            from carddesigner.printers.scanned import read_sides

            option = "scans"
            scans = [scan for path in calibration.scans for scan in read_scans(path, sheet)]
            scanned = read_sides(scans, there, sheet, duplex)
            readings, shift = scanned.readings, shift or scanned.shift
        else:
            return None, shift
        return fit_readings(readings, there, (sheet.width / 2, sheet.height / 2)), shift
    except (BadReading, FileProblem) as problem:
        raise _wrong(option, f"{problem}. Nothing was kept") from None


def _measured(name: str, sheet: Paper, duplex: Flip, fit: Fit, letters: list[str]) -> Iterator[str]:
    worst = fit.worst
    off = worst.size / MM
    turn = round(fit.rotation, 2)
    turned = f"turned {abs(turn):.2f}° {'clockwise' if turn > 0 else 'anticlockwise'}" if turn else ""
    error = ", ".join(part for part in (_off(fit.dx, fit.dy), turned) if part)
    error = f"{error} (seen on the back)" if error else "just where they should"
    yield f"{name}, {described(sheet, duplex)}: backs lie {error}"
    yield f"  shift and turn fit the readings within {off:.2f} mm, {fit.rms / MM:.2f} mm on average (rms)"
    if off <= _EXACT:
        yield "  nothing is left over but what one can't read more exactly"
    else:
        yield (
            f"  left over: {off:.1f} mm at {worst.letter}, from reading, or from paper that stretches or is fed unevenly; no "
            f"shift mends that,\n  so give backs at least {off + _CUTTING:.1f} mm of bleed; read {worst.letter} again if it "
            "seems much"
        )
    missing = [letter for letter in letters if letter not in {r.letter for r in fit.left_over}]
    if missing:
        yield f"  without {' and '.join(missing)} a wrong reading is easily missed"


def _also(name: str, changes: Mapping[str, object], shift: Point | None) -> Iterator[str]:
    """What else is kept now, in lines."""
    if shift is not None:
        lies = _off(*shift)
        yield (
            f"{name}: whole sheets lie {lies} (seen on the front)"
            if lies
            else f"{name}: sheets lie in the paper's middle"
        )
    margin = changes.get("margin")
    if isinstance(margin, Margins):
        edges = ", ".join(f"{edge} {width / MM:g} mm" for edge, width in margin.edges._asdict().items())
        yield f"{name} leaves unprinted: {edges}"
    pairs = changes.get("brightness")
    if isinstance(pairs, tuple):
        listed = ", ".join(f"{100 * tone:.0f} % as {100 * drawn:.0f} %" for tone, drawn in pairs)
        yield f"{name} draws tones otherwise: {listed} (0 % is black, 100 % the paper)"


def _off(dx: float, dy: float) -> str:
    """An offset in words; empty if there is none."""
    x, y = round(dx / MM, 2), round(dy / MM, 2)
    across, down = (
        f"{abs(x):.2f} mm too far to the {'right' if x > 0 else 'left'}",
        f"{abs(y):.2f} mm too {'low' if y > 0 else 'high'}",
    )
    return ", ".join(part for value, part in ((x, across), (y, down)) if value)
