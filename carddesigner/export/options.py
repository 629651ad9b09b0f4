"""The options of an export, checked once for the command line and for Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import fields, force_setattr

from carddesigner.cluster.workers import read_scheduler
from carddesigner.core.options import CARDS_SHOWN, DPI, JOBS, OptionError, WrongOption, read_length
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import MM
from carddesigner.export.base import SHEET_OPTIONS
from carddesigner.export.contact_sheet import CARDS
from carddesigner.export.exporters import EXPORTERS
from carddesigner.export.service import HOUSE
from carddesigner.impose.shift import MAX_SHIFT
from carddesigner.targets.names import NAMES, is_path
from carddesigner.template.expressions import Expression, parse_expression, plain_options


class ExportOptions(Struct, frozen=True):
    """The options of an export.

    For pictures: ``dpi``, ``bleed``, ``cut`` (transparent outside the pieces' outlines), ``side`` (front or back, None
    for both), ``layout`` (pieces or sheets), ``simulate_shift`` (how far backs are printed out of place, to the right
    and down; points, or text with a unit) and ``soft_proof`` (colours as the press will print them). For contact
    sheets: ``dpi``, and ``cards``, the number shown. For virtual tables: ``base_url`` (where files will be found) and
    ``update`` (an earlier save that is updated in place). For cutting machines: ``perforate`` cuts folds in dashes if
    the machine can't crease. For print services, whose ``to`` is a name or a print house's own file: ``zip`` packs all
    files in one, and ``leave_out`` names components that aren't sent. ``jobs`` is the number of processes that make
    PNGs; with a ``scheduler`` a Dask cluster makes the files. All others are for exporters that show sheets, and are
    read by PrintOptions as its fields of the same names. Raises OptionError.
    """

    to: str
    output: Path = Path("output")
    select: Expression | None = None
    dpi: int | None = None
    bleed: bool = False
    cut: bool = False
    side: str | None = None
    layout: str = "pieces"
    simulate_shift: float = 0.0
    cards: int = CARDS
    soft_proof: bool = False
    base_url: str | None = None
    update: Path | None = None
    perforate: bool = False
    paper: str | None = None
    duplex: str | None = None
    gutter: float | str | None = None
    marks: str | Sequence[str] | None = None
    mark_inset: float | str | None = None
    mark_length: float | str | None = None
    mark_side: str | None = None
    skip: str | Sequence[int] | None = None
    order: str | None = None
    share: bool | None = None
    copies: int = 1
    printer: str | None = None
    sheet_layout: str | None = None
    zip: bool = False
    leave_out: tuple[str, ...] = ()
    jobs: int | None = None
    scheduler: str | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            to: str,
            output: Path = ...,
            select: Expression | None = ...,
            dpi: int | None = ...,
            bleed: bool = ...,
            cut: bool = ...,
            side: str | None = ...,
            layout: str = ...,
            simulate_shift: float | str = ...,
            cards: int = ...,
            soft_proof: bool = ...,
            base_url: str | None = ...,
            update: Path | None = ...,
            perforate: bool = ...,
            paper: str | None = ...,
            duplex: str | None = ...,
            gutter: float | str | None = ...,
            marks: str | Sequence[str] | None = ...,
            mark_inset: float | str | None = ...,
            mark_length: float | str | None = ...,
            mark_side: str | None = ...,
            skip: str | Sequence[int] | None = ...,
            order: str | None = ...,
            share: bool | None = ...,
            copies: int = ...,
            printer: str | None = ...,
            sheet_layout: str | None = ...,
            zip: bool = ...,
            leave_out: str | Iterable[str] = ...,
            jobs: int | None = ...,
            scheduler: str | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        names = self.leave_out.split(",") if isinstance(self.leave_out, str) else self.leave_out
        force_setattr(self, "leave_out", tuple(name for given in names if (name := str(given).strip())))
        problems = [*_shift(self), *_scheduler(self), *_problems(self)]
        if problems:
            raise OptionError(*problems)


def _shift(o: ExportOptions) -> Iterator[WrongOption]:
    """Read the shift; a wrong one counts as none."""
    shift, wrong = 0.0, ""
    try:
        shift = read_length(o.simulate_shift)
    except ValueError as problem:
        wrong = str(problem)
    except TypeError:
        wrong = f"{o.simulate_shift!r} can't be read"
    if shift > MAX_SHIFT:
        wrong = f"write {MAX_SHIFT / MM:g}mm or less; printers are off by up to 4mm"
    if wrong:
        yield WrongOption("simulate_shift", wrong)
    force_setattr(o, "simulate_shift", 0.0 if wrong else shift)


def _scheduler(o: ExportOptions) -> Iterator[WrongOption]:
    try:
        if o.scheduler is not None:
            read_scheduler(o.scheduler)
    except ValueError as problem:
        yield WrongOption("scheduler", str(problem))


def _numbers(o: ExportOptions) -> Iterator[WrongOption]:
    for name, read in (("dpi", DPI), ("cards", CARDS_SHOWN), ("jobs", JOBS)):
        try:
            if getattr(o, name) is not None:
                read(getattr(o, name))
        except ValueError as problem:
            yield WrongOption(name, str(problem))


def _problems(o: ExportOptions) -> Iterator[WrongOption]:
    if o.to not in EXPORTERS and not is_path(o.to):
        near = did_you_mean(o.to, EXPORTERS) or f"; there are {', '.join(EXPORTERS)}."
        what = (
            f"{o.to!r} is no service, but what PDFs are judged for"
            if o.to in NAMES
            else f"there is no exporter {o.to!r}"
        )
        yield WrongOption("to", f"{what}{near} Your own print house is a file, such as ./house.yaml")
        return
    exporter = EXPORTERS.get(o.to, HOUSE)
    for name, values in (("side", (None, "front", "back")), ("layout", ("pieces", "sheets"))):
        if getattr(o, name) not in values:
            yield WrongOption(name, f"{getattr(o, name)!r} is not {' or '.join(v for v in values if v)}")
    yield from _numbers(o)
    if o.base_url is not None and (wrong := _wrong_address(o.base_url)):
        yield WrongOption("base_url", wrong)
    takes = {name: [to for to, e in EXPORTERS.items() if name in e.takes] for name in o.__struct_fields__}
    for name, default in ((f.name, f.default) for f in fields(o) if takes[f.name]):
        if getattr(o, name) != default and name not in exporter.takes:
            why = "has nothing of the kind" if exporter.takes else "has no pictures"
            yield WrongOption(name, f"{o.to} {why}; {{{name}}} is for one that has, such as {{to={takes[name][0]}}}")
        elif (
            name in SHEET_OPTIONS
            and getattr(o, name) != default
            and "layout" in exporter.takes
            and o.layout != "sheets"
        ):
            yield WrongOption(name, f"{{{name}}} needs {{layout=sheets}}")
        elif name not in SHEET_OPTIONS and getattr(o, name) is True and o.layout == "sheets":
            yield WrongOption(name, f"it is of single pieces; leave out {{{name}}} or {{layout=sheets}}")
    if o.simulate_shift and o.side == "front":
        yield WrongOption("simulate_shift", "backs are shifted, fronts are not; leave out {side=front}")
    if o.simulate_shift and o.bleed:
        yield WrongOption("simulate_shift", "it is seen where pieces are cut; leave out {bleed}")
    if o.cut and o.bleed:
        yield WrongOption("cut", "a picture ends at the outline or has its bleed; leave out {cut} or {bleed}")


def _wrong_address(address: str) -> str | None:
    """Why files can't be found below an address that is given to others; None if they can."""
    from urllib.parse import urlsplit

    example = "write one such as https://example.org/my-game"
    if not address.isascii() or not address.isprintable() or " " in address:
        return f"{address!r} has characters that no address has; {example}"
    try:
        parts = urlsplit(address)
        host = parts.hostname
        _ = parts.port
    except ValueError as problem:
        return f"{address!r} is no address: {problem}; {example}"
    if parts.scheme.lower() not in ("http", "https"):
        return f"{address!r} begins with neither http:// nor https://; {example}"
    if not host:
        return f"{address!r} names no host; {example}"
    if parts.username is not None or parts.password is not None:
        return "it has a name or a password, which everybody would see who gets the save"
    if "?" in address or "#" in address:
        return f"{address!r} has a ? or #, behind which no file's name can stand; {example}"
    return None


def sent_options(options: ExportOptions) -> Mapping[str, Any]:
    """Options that can be pickled, for a process that does all of its work itself."""
    return {**plain_options(options), "scheduler": None, "jobs": None}


def read_options(sent: Mapping[str, Any]) -> ExportOptions:
    """The options from the values that were sent."""
    select = sent["select"]
    chosen = parse_expression(select) if select is not None else None
    return ExportOptions(**{**sent, "select": chosen})
