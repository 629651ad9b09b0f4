"""A printer profile: how the printer misplaces backs, and its settings; a file in the user's configuration folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import platformdirs
from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field

from carddesigner.contents.base import Length, Model, refusal
from carddesigner.core.geometry import Edges, Matrix, Point, Rect
from carddesigner.core.papers import Paper
from carddesigner.core.printing import Flip, ManualDuplex
from carddesigner.core.report import DeckError, Problem, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.core.tones import Tones, tones_through
from carddesigner.core.units import MM, parse_length
from carddesigner.deck.problems import validated
from carddesigner.export.files import write_files
from carddesigner.impose.duplex import DuplexMode, Side
from carddesigner.printers.fit import MAX_ROTATION, Fit, error_matrix
from carddesigner.printers.readings import MAX_SHIFT
from carddesigner.schema.deck import NAME_PATTERN, Identifier
from carddesigner.schema.paper import PaperSize
from carddesigner.source.files import FileProblem, display_path, read_text
from carddesigner.source.yaml import find, load_yaml, plain

LONGEST_NAME = 60
"""The most characters of a printer's name."""
_NAME = re.compile(NAME_PATTERN)
_MAX_ERROR = 2 * MAX_SHIFT
"""The farthest that backs can be misplaced in a profile, which is more than any readings give."""


class Measured(Model):
    """Where backs are printed, as seen on the back: rotated about the page's centre, then shifted."""

    paper: PaperSize
    """The paper that it was measured with."""
    dx: Annotated[Length, Field(ge=-_MAX_ERROR, le=_MAX_ERROR)]
    """How far backs are too far to the right; negative to the left."""
    dy: Annotated[Length, Field(ge=-_MAX_ERROR, le=_MAX_ERROR)]
    """How far they are too low; negative too high."""
    rotation: float = Field(ge=-MAX_ROTATION, le=MAX_ROTATION)
    """Their rotation, clockwise in degrees."""
    rms: Annotated[Length, Field(ge=0)]
    """The root mean square of the residuals, which no shift or rotation corrects."""

    @classmethod
    def of(cls, fit: Fit, paper: Paper) -> Measured:
        """The profile's entry for a fit."""
        return cls.model_construct(paper=paper, dx=fit.dx, dy=fit.dy, rotation=fit.rotation, rms=fit.rms)


class Margins(Model):
    """The unprintable margins of a printer, as seen on an upright printed page."""

    left: Annotated[Length, Field(ge=0)]
    """The left one."""
    top: Annotated[Length, Field(ge=0)]
    """The upper one."""
    right: Annotated[Length, Field(ge=0)]
    """The right one."""
    bottom: Annotated[Length, Field(ge=0)]
    """The lower one."""

    @property
    def edges(self) -> Edges:
        """All four as a value."""
        return Edges(self.left, self.top, self.right, self.bottom)


def _all_sides(value: Any) -> Any:
    """A single length is used for all four sides."""
    if isinstance(value, (dict, Margins)):
        return value
    try:
        length = parse_length(value)
    except ValueError as problem:
        raise refusal("bad-length", f"{problem}; or give left, top, right and bottom") from None
    if length < 0:
        raise refusal("bad-length", "a margin is 0mm or more")
    return Margins.model_construct(left=length, top=length, right=length, bottom=length)


class Shift(Model):
    """The offset of the print of a whole sheet, as seen on its front."""

    dx: Annotated[Length, Field(ge=-MAX_SHIFT, le=MAX_SHIFT)] = 0.0
    """How far it is too far to the right; negative to the left."""
    dy: Annotated[Length, Field(ge=-MAX_SHIFT, le=MAX_SHIFT)] = 0.0
    """How far it is too low; negative too high."""


class Shifts(Model):
    """The shift of whole sheets in portrait, and in landscape."""

    portrait: Shift | None = None
    """For portrait sheets."""
    landscape: Shift | None = None
    """For landscape sheets."""


def _brightness(pairs: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    try:
        tones_through(pairs)
    except ValueError as problem:
        raise refusal("wrong-value", str(problem)) from None
    return pairs


class Printer(Model):
    """A named printer: measurements for portrait and landscape sheets, and settings that override a deck's own."""

    printer: Identifier
    """The printer's name, which is also its file's."""
    duplex: Flip | None = None
    """The edge it turns sheets over on, with which it was measured; if nothing was measured and it is left out, the
    deck's is used.
    """
    portrait: Measured | None = None
    """The measurement for portrait sheets."""
    landscape: Measured | None = None
    """The measurement for landscape sheets."""
    manual_duplex: ManualDuplex | None = Field(default=None, validation_alias=AliasChoices("manual-duplex", "passes"))
    """For a printer without duplex: whether sheets come out face-up or face-down."""
    margin: Annotated[Margins, BeforeValidator(_all_sides)] | None = None
    """Its unprintable margins: one length for all, or ``left``, ``top``, ``right`` and ``bottom``."""
    shift: Shifts | None = None
    """The offset of whole sheets, fronts and the backs behind them."""
    brightness: Annotated[tuple[tuple[float, float], ...], AfterValidator(_brightness)] = ()
    """Pairs of a tone and the tone to print so that it looks right, from 0 for black to 1 for the paper; the curve goes
    through them.
    """
    back_bleed: Annotated[Length, Field(ge=0)] | None = None
    """How far backs extend beyond their trim."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse measurements without the edge that they apply to."""
        if self.is_measured and self.duplex is None:
            raise refusal(
                "missing-key", "missing 'duplex': the edge that sheets were turned over on when they were measured"
            )

    def shifted(self, paper: Paper, shift: Point) -> Shifts:
        """Its shifts, updated for sheets in this paper's orientation."""
        measured = (
            {name: getattr(self.shift, name) for name in ("portrait", "landscape")} if self.shift is not None else {}
        )
        return Shifts.model_construct(**{**measured, paper.lies: Shift.model_construct(dx=shift[0], dy=shift[1])})

    @property
    def is_measured(self) -> bool:
        """Whether the places of its backs were measured."""
        return self.portrait is not None or self.landscape is not None

    def measured(self, width: float, height: float) -> Measured | None:
        """The measurement for sheets in the orientation of this size; the error hardly depends on the size itself."""
        return self.landscape if width > height else self.portrait

    @property
    def edges(self) -> Edges | None:
        """Its unprintable margins on a portrait page; None if the profile has none."""
        return self.margin.edges if self.margin is not None else None

    @property
    def tones(self) -> Tones | None:
        """The tone curve that makes colours print as intended; None to leave them unchanged."""
        return tones_through(self.brightness) if self.brightness else None

    def straighten(self, side: Side, width: float, height: float, *, flip: DuplexMode) -> Matrix:
        """The map from an intended place to where it has to be drawn, on a page of this size as that side is seen. It
        undoes the shift of the whole sheet, and on backs, which *flip* puts behind their fronts, also their own error.
        Raises Problem as ``matrix`` does.
        """
        dx, dy = self._shift(width, height)
        if side == "front":
            return Matrix.move(-dx, -dy)
        # The sheet's shift as seen from behind.
        here, there = (flip.behind(Rect(x, y, 0.0, 0.0), width, height) for x, y in ((0.0, 0.0), (dx, dy)))
        return Matrix.move(here.x - there.x, here.y - there.y).then(self.matrix(width, height))

    def _shift(self, width: float, height: float) -> tuple[float, float]:
        lies = width > height
        if self.shift is None or (self.shift.portrait is None and self.shift.landscape is None):
            return 0.0, 0.0
        shift = self.shift.landscape if lies else self.shift.portrait
        if shift is None:
            here, there = ("lying", "upright") if lies else ("upright", "lying")
            command = f'carddesigner calibrate --printer {self.printer}{" --landscape" * lies} --shift "RIGHT DOWN"'
            message = f"the profile of printer {self.printer!r} has the shift of {there} sheets only, and sheets of this deck are {here}"
            raise Problem("not-measured", f"{message}; measure it so too: {command}")
        return shift.dx, shift.dy

    def matrix(self, width: float, height: float) -> Matrix:
        """The map from an intended place to where it has to be drawn, on a back page of this size in points, y down, as
        the back is seen. It undoes the error: the shift first, then the rotation about the page's centre. Without any
        measurement it moves nothing. Raises Problem for a page in the orientation that wasn't measured: a printer's
        driver turns such a page to one side or the other, and the error with it.
        """
        deviation = self.measured(width, height)
        if deviation is not None:
            return error_matrix(deviation.dx, deviation.dy, deviation.rotation, (width / 2, height / 2)).inverse()
        if not self.is_measured:
            return Matrix()
        here, there = ("lie on their side", "upright") if width > height else ("stand upright", "lying")
        command = f"carddesigner calibrate --printer {self.printer} --duplex {self.duplex}"
        measured = f"printer {self.printer!r} was measured with {there} sheets only, and sheets of this deck {here}"
        turned = " --landscape" if width > height else ""
        raise Problem("not-measured", f"{measured}; measure it so too: {command}{turned}")


def printer_path(name: str) -> Path:
    """The file of a printer."""
    return _folder() / f"{name}.yaml"


def _folder() -> Path:
    return platformdirs.user_config_path("carddesigner", appauthor=False) / "printers"


def known_printers() -> tuple[str, ...]:
    """The names of all printers with a profile, sorted."""
    return tuple(sorted(p.stem for p in _folder().glob("*.yaml") if is_name(p.stem)))


def is_name(name: str) -> bool:
    """Whether a text is a valid printer name: small letters, digits and hyphens."""
    return len(name) <= LONGEST_NAME and _NAME.fullmatch(name) is not None


def load_printer(name: str) -> Printer:
    """Load a printer by its name. Raises DeckError if it doesn't exist, or its file is damaged."""
    report = Report()
    path = printer_path(name)
    if not is_name(name) or not path.exists():
        names = known_printers()
        there = f"there are {', '.join(names)}" if names else "none was measured here yet"
        hint = f"{there}; `carddesigner calibrate` measures one"
        report.fail("unknown-printer", f"there is no printer {name!r}{did_you_mean(name, names)}", hint=hint)
    try:
        root = load_yaml(path, read_text(path), report)
    except FileProblem as problem:
        report.add(problem, Span(display_path(path)))
        root = None
    if root is None:
        raise DeckError(report)
    if not isinstance(root.value, dict):
        report.fail("wrong-type", "a printer is a mapping with `printer:`, its name", root.span)
    printer = validated(Printer, plain(root), root, report)
    if printer is None:
        raise DeckError(report)
    if printer.printer != path.stem:
        place = find(root, ("printer",)).span
        report.fail("wrong-value", f"the file of printer {printer.printer!r} is called {path.name}", place)
    return printer


def place_in_profile(printer: Printer, key: str) -> Span | None:
    """The place of a setting in the printer's file; None if the printer differs from the file."""
    try:
        if load_printer(printer.printer) != printer:
            return None
        path = printer_path(printer.printer)
        root = load_yaml(path, read_text(path), Report())
    except (DeckError, FileProblem):
        return None
    return find(root, (key,)).span if root is not None else None


def save_printer(printer: Printer) -> Path:
    """Write a printer's file, completely or not at all, and return its path. Raises OutputProblem."""
    path = printer_path(printer.printer)
    write_files({path: _text(printer).encode()})
    return path


def _text(printer: Printer) -> str:
    lines = [
        f"# A printer, for `carddesigner build DECK --printer {printer.printer}`. Remove this file to forget it.",
        f"printer: {printer.printer}",
    ]
    if printer.duplex is not None:
        lines.append(f"duplex: {printer.duplex}")
    if printer.is_measured:
        lines.append(
            "# How it lays backs: dx to the right, dy down, rotation clockwise in degrees, as seen on the back."
        )
    for name, measured in (("portrait", printer.portrait), ("landscape", printer.landscape)):
        if measured is not None:
            lines.append(
                f"{name}: {{paper: {measured.paper.name}, dx: {_length(measured.dx)}, dy: {_length(measured.dy)}, "
                f"rotation: {round(measured.rotation, 4) + 0.0:g}, rms: {_length(measured.rms)}}}"
            )
    if printer.manual_duplex is not None:
        lines.append(f"manual-duplex: {printer.manual_duplex}")
    if printer.back_bleed is not None:
        lines.append(f"back-bleed: {_length(printer.back_bleed)}")
    if printer.margin is not None:
        lines.append(f"margin: {_margin(printer.margin.edges)}")
    if printer.shift is not None:
        lines.append("shift:  # of whole sheets, as seen on the front")
        for name, shift in (("portrait", printer.shift.portrait), ("landscape", printer.shift.landscape)):
            if shift is not None:
                lines.append(f"  {name}: {{dx: {_length(shift.dx)}, dy: {_length(shift.dy)}}}")
    if printer.brightness:
        pairs = ", ".join(f"[{round(tone, 4):g}, {round(drawn, 4):g}]" for tone, drawn in printer.brightness)
        lines.append(f"brightness: [{pairs}]  # a tone, and what is printed for it; 0 is black, 1 the paper")
    return "\n".join(lines) + "\n"


def _margin(edges: Edges) -> str:
    """One length if all are equal."""
    if len({round(edge, 3) for edge in edges}) == 1:
        return _length(edges.left)
    return f"{{{', '.join(f'{name}: {_length(edge)}' for name, edge in zip(Edges._fields, edges, strict=True))}}}"


def _length(points: float) -> str:
    return f"{round(points / MM, 3) + 0.0:g}mm"
