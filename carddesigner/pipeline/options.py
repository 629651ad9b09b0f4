"""Print options from the command line or Python, all read and checked before anything else is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec import Struct, structs

from carddesigner.cluster.workers import read_scheduler
from carddesigner.core.options import CARDS_OF_A_FILE, DECKS, DPI, JOBS, SLOT, OptionError, WrongOption, read_length
from carddesigner.core.papers import Paper, parse_paper
from carddesigner.core.printing import (
    CUTTERS,
    ColorMode,
    Duplex,
    Layout,
    ManualDuplex,
    MarkKind,
    MarkSide,
    Order,
    PageOrder,
    Standard,
    wrong_marks,
)
from carddesigner.core.report import did_you_mean
from carddesigner.core.serials import Serials, read_serials
from carddesigner.core.slots import SlotSheet
from carddesigner.core.units import MM
from carddesigner.impose.cutter import LEAST_INSET, LEAST_LENGTH, MOST_INSET, MOST_LENGTH
from carddesigner.template.expressions import Expression, parse_expression

if TYPE_CHECKING:
    from carddesigner.deck.print_list import ListedCard
    from carddesigner.layout.sleeves import Insert
    from carddesigner.printers.profile import Printer

_OF_SHEETS = [
    "manual_duplex",
    "sheets",
    "cover",
    "cutting_template",
    "order",
    "share",
    "printer",
    "back_bleed",
    "paper",
    "gutter",
    "sleeves",
    "sheet_layout",
    "first_slot",
    "blank_slots",
    "skip",
    "mark_inset",
    "mark_length",
    "mark_side",
    "sheet_titles",
]
"""Options that don't apply to single pieces."""
_RANGE = r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?"

Name = TypeVar("Name", bound=StrEnum)


class PrintOptions(Struct, frozen=True):
    """Print options, which override the deck's settings; None leaves a setting to the deck. Lengths are in points, or
    text with a unit.

    ``sleeves`` prints fronts alone on paper to slide into sleeves: ``auto``, a sleeve's name, or the paper's size.
    ``sheet_layout`` is a pre-cut sheet's name, or ``none`` for plain paper even if the deck names a sheet;
    ``first_slot`` and ``blank_slots`` mark slots of the first sheet as used, ``skip`` leaves slots of every sheet free.
    ``mark_inset``, ``mark_length`` and ``mark_side`` are for a cutting machine's marks. ``copies`` is the number of
    whole decks; ``listed``, ``since`` and ``select`` choose pieces, ``serials`` numbers of cards that are made by
    number, ``sheets`` sheet numbers.

    ``split`` is the maximum number of cards in a file, and ``jobs`` the number of processes that make files or lay out
    cards; with ``scheduler`` a Dask cluster does. ``resume`` reuses the finished files of an interrupted build, and
    keeps this build's finished files if it is interrupted. ``list_name`` becomes part of the names of a list's files.
    ``picture_dpi`` is the maximum resolution of pictures; without ``cache`` neither they nor drawn cards are cached for
    the next build. ``passes`` and ``distinct`` are old names of ``manual_duplex`` and ``unique``.

    Raises OptionError with all problems, and DeckError for an unknown printer.

    >>> PrintOptions(paper="letter", gutter="4mm", duplex="short-edge").paper.name
    'Letter'
    """

    output: Path = Path("output")
    layout: Layout = Layout.SHEETS
    paper: Paper | None = None
    duplex: Duplex | None = None
    marks: tuple[MarkKind, ...] | None = None
    gutter: float | str | None = None
    order: Order | None = None
    share: bool | None = None
    back_bleed: float | None = None
    color: ColorMode | None = None
    standard: Standard | None = None
    page_order: PageOrder | None = None
    outline_text: bool = False
    picture_dpi: int | None = None
    cache: bool = True
    manual_duplex: ManualDuplex | None = None
    printer: Printer | None = None
    sleeves: Insert | None = None
    copies: int = 1
    unique: bool = False
    select: Expression | None = None
    listed: tuple[ListedCard, ...] | None = None
    list_name: str = ""
    since: Path | None = None
    sheets: frozenset[int] | None = None
    sheet_layout: SlotSheet | Literal["none"] | None = None
    first_slot: int | None = None
    blank_slots: frozenset[int] | None = None
    skip: frozenset[int] | None = None
    mark_inset: float | None = None
    mark_length: float | None = None
    mark_side: MarkSide | None = None
    sheet_titles: bool = False
    proof: bool = False
    cover: bool = False
    cutting_template: bool = False
    serials: Serials | None = None
    split: int | None = None
    jobs: int | None = None
    scheduler: str | None = None
    resume: bool = False
    language: str | None = None
    edition: str | None = None
    passes: str | None = None
    distinct: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            output: str | Path = ...,
            layout: str = ...,
            paper: Paper | str | None = ...,
            duplex: str | None = ...,
            marks: str | Iterable[str] | None = ...,
            gutter: float | str | None = ...,
            order: str | None = ...,
            share: bool | None = ...,
            back_bleed: float | str | None = ...,
            color: str | None = ...,
            standard: str | None = ...,
            page_order: str | None = ...,
            outline_text: bool = ...,
            picture_dpi: int | None = ...,
            cache: bool = ...,
            manual_duplex: str | None = ...,
            printer: Printer | str | None = ...,
            sleeves: Insert | str | None = ...,
            copies: int = ...,
            unique: bool = ...,
            select: Expression | str | None = ...,
            listed: Iterable[ListedCard] | None = ...,
            list_name: str = ...,
            since: str | Path | None = ...,
            sheets: str | Iterable[int] | None = ...,
            sheet_layout: SlotSheet | str | None = ...,
            first_slot: int | None = ...,
            blank_slots: str | Iterable[int] | None = ...,
            skip: str | Iterable[int] | None = ...,
            mark_inset: float | str | None = ...,
            mark_length: float | str | None = ...,
            mark_side: str | None = ...,
            sheet_titles: bool = ...,
            proof: bool = ...,
            cover: bool = ...,
            cutting_template: bool = ...,
            serials: Serials | str | None = ...,
            split: int | None = ...,
            jobs: int | None = ...,
            scheduler: str | None = ...,
            resume: bool = ...,
            language: str | None = ...,
            edition: str | None = ...,
            passes: str | None = ...,
            distinct: bool = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        problems = []
        for old, new in (("passes", "manual_duplex"), ("distinct", "unique")):
            value, none = getattr(self, old), _DEFAULTS[old]
            if value != none:
                if getattr(self, new) not in (none, value):
                    problems.append(
                        WrongOption(new, f"{{{old}}} is its old name and has the value {value}; leave that out")
                    )
                structs.force_setattr(self, new, value)
                structs.force_setattr(self, old, none)
        for name, read in _READ.items():
            given = getattr(self, name)
            if given is None:
                continue
            try:
                structs.force_setattr(self, name, read(given))
            except (ValueError, TypeError) as problem:
                reason = str(problem) if isinstance(problem, ValueError) else f"{given!r} can't be read"
                problems.append(WrongOption(name, reason))
                structs.force_setattr(self, name, _DEFAULTS[name])
        problems += _contradictions(self)
        if problems:
            raise OptionError(*problems)


def _contradictions(o: PrintOptions) -> Iterator[WrongOption]:
    """Yield options that contradict each other."""
    if o.layout == Layout.PIECES:
        for name in _OF_SHEETS:
            if getattr(o, name) != _DEFAULTS[name]:
                yield WrongOption(name, f"{{{name}}} is for sheets, not for {{layout=pieces}}")
        if set(o.marks or ()) - {MarkKind.CROP}:
            yield WrongOption("marks", "pages of single pieces have crop marks or none; leave out the others")
    else:
        for name in ("unique", "page_order", "split"):
            if getattr(o, name) != _DEFAULTS[name]:
                yield WrongOption(name, f"{{{name}}} needs {{layout=pieces}}")
    if o.standard is Standard.PDFX1A and o.color is ColorMode.RGB:
        yield WrongOption("color", "{standard=pdfx1a} has no RGB colours; leave out {color}")
    yield from _of_sleeves(o)
    yield from _of_slots(o)
    yield from _of_cutters(o)
    chosen = [name for name in ("select", "listed") if getattr(o, name) is not None]
    if o.since is not None and chosen:
        yield WrongOption("since", f"{{since}} compares all cards; leave out {{{chosen[0]}}}")
    if len(chosen) > 1:
        yield WrongOption("listed", "{listed} already selects the cards that are printed; leave out {select}")
    yield from _of_parts(o)
    if o.since is not None and o.sheets is not None:
        yield WrongOption("sheets", "{sheets} prints sheets of a whole deck again; leave out {since}")
    if o.duplex is not None:
        from carddesigner.impose.duplex import DUPLEX

        mode = DUPLEX[o.duplex]
        if o.back_bleed is not None and not mode.has_backs:
            yield WrongOption("back_bleed", f"{{back_bleed}} is for backs; leave out {{duplex={o.duplex}}}")
        if o.manual_duplex in (ManualDuplex.FACE_UP, ManualDuplex.FACE_DOWN) and not mode.turns:
            message = f"{{manual_duplex}} prints backs on the other side; leave out {{duplex={o.duplex}}}"
            yield WrongOption("manual_duplex", message)


def _of_parts(o: PrintOptions) -> Iterator[WrongOption]:
    some = next((name for name in ("since", "listed", "sleeves") if getattr(o, name) is not None), None)
    for name in ("serials", "split"):
        if getattr(o, name) is not None and some is not None:
            yield WrongOption(some, f"{{{some}}} can't be combined with {{{name}}}")
    if o.resume and o.split is None:
        yield WrongOption("resume", "{resume} continues files of {split}; everything else starts from the beginning")
    if o.split is not None and o.select is not None:
        yield WrongOption("select", "files of {split} hold all cards; leave out {select}")


def _of_slots(o: PrintOptions) -> Iterator[WrongOption]:
    if isinstance(o.sheet_layout, SlotSheet):
        name, paper = o.sheet_layout.name or "the sheet", o.sheet_layout.paper
        if o.paper is not None and o.paper != paper:
            yield WrongOption("paper", f"{name} is {paper.name}; leave out {{paper}} or {{sheet_layout}}")
        if o.gutter is not None:
            yield WrongOption("gutter", f"{name} sets the gutter; leave out {{gutter}} or {{sheet_layout}}")


def _of_cutters(o: PrintOptions) -> Iterator[WrongOption]:
    wrong = wrong_marks(o.marks or ())
    if wrong is not None:
        yield WrongOption("marks", wrong)
    if o.marks is not None and CUTTERS.isdisjoint(o.marks):
        for name in ("mark_inset", "mark_length", "mark_side"):
            if getattr(o, name) is not None:
                yield WrongOption(name, f"{{{name}}} is for a cutting machine's marks; add {{marks=silhouette}}")


def _of_sleeves(o: PrintOptions) -> Iterator[WrongOption]:
    if o.sleeves is None:
        return
    if o.sheet_layout is not None:
        yield WrongOption("sheet_layout", "what slides into sleeves is cut from plain paper; leave out {sleeves}")
    for name in ("duplex", "manual_duplex", "back_bleed"):
        if getattr(o, name) != _DEFAULTS[name]:
            yield WrongOption(name, f"{{sleeves}} prints only fronts, on one side; leave out {{{name}}}")
    if o.since is not None:
        yield WrongOption("since", "{since} compares whole cards; leave out {sleeves}")


def _one_of(names: type[Name], what: str) -> Callable[[Any], Name]:
    def read(value: Any) -> Name:
        try:
            return names(value)
        except ValueError:
            near = did_you_mean(str(value), map(str, names)) or "."
            raise ValueError(f"unknown {what} {value!r}{near} There are {', '.join(names)}") from None

    return read


def _marks(value: Any) -> tuple[MarkKind, ...]:
    wanted = [m.strip() for m in value.split(",") if m.strip()] if isinstance(value, str) else list(value)
    try:
        return tuple(map(_one_of(MarkKind, "mark"), wanted)) if wanted != ["none"] else ()
    except ValueError as problem:
        raise ValueError(f"{problem}; or write none alone") from None


def _paper(value: Any) -> Paper:
    return value if isinstance(value, Paper) else parse_paper(str(value))


def _gutter(value: Any) -> float | str:
    return "auto" if value == "auto" else read_length(value)


def _printer(value: Any) -> Printer:
    from carddesigner.printers.profile import Printer, load_printer

    if isinstance(value, Printer):
        return value
    if not isinstance(value, str):
        raise TypeError
    return load_printer(value)


def _sleeves(value: Any) -> Insert:
    from carddesigner.layout.sleeves import Insert, parse_insert

    return value if isinstance(value, Insert) else parse_insert(str(value))


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _select(value: Any) -> Expression:
    if isinstance(value, Expression):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not an expression such as 'card.cost > 3'")
    return parse_expression(value)


def _between(least: float, most: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        length = read_length(value)
        if not least - 1e-6 <= length <= most + 1e-6:
            raise ValueError(f"write {least / MM:g}mm to {most / MM:g}mm")
        return length

    return read


def _numbers(what: str) -> Callable[[Any], frozenset[int]]:
    def read(value: Any) -> frozenset[int]:
        out: set[int] = set()
        for part in value.split(",") if isinstance(value, str) else map(str, value):
            match = re.fullmatch(_RANGE, part, re.ASCII)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not 1 <= first <= last:
                raise ValueError(f"{part.strip()!r} is no {what} and no range of {what}s; write 3, 3-5 or 2,7-9")
            out.update(range(first, last + 1))
        if not out:
            raise ValueError(f"no {what} is named; write 3, 3-5 or 2,7-9")
        return frozenset(out)

    return read


def _sheet_layout(value: Any) -> SlotSheet | str:
    from carddesigner.schema.slot_sheets import makers_sheet

    if isinstance(value, SlotSheet):
        return value
    if not isinstance(value, str):
        raise TypeError
    return value if value == "none" else makers_sheet(value)


_READ: dict[str, Callable[[Any], object]] = {
    "output": Path,
    "layout": _one_of(Layout, "layout"),
    "paper": _paper,
    "duplex": _one_of(Duplex, "duplex mode"),
    "marks": _marks,
    "gutter": _gutter,
    "order": _one_of(Order, "order"),
    "back_bleed": read_length,
    "color": _one_of(ColorMode, "colour mode"),
    "standard": _one_of(Standard, "standard"),
    "picture_dpi": DPI,
    "page_order": _one_of(PageOrder, "order of pages"),
    "manual_duplex": _one_of(ManualDuplex, "manual duplex"),
    "printer": _printer,
    "sleeves": _sleeves,
    "copies": DECKS,
    "select": _select,
    "serials": read_serials,
    "split": CARDS_OF_A_FILE,
    "jobs": JOBS,
    "scheduler": read_scheduler,
    "listed": tuple,
    "since": Path,
    "sheets": _numbers("sheet"),
    "sheet_layout": _sheet_layout,
    "first_slot": SLOT,
    "blank_slots": _numbers("slot"),
    "skip": _numbers("slot"),
    "mark_inset": _between(LEAST_INSET, MOST_INSET),
    "mark_length": _between(LEAST_LENGTH, MOST_LENGTH),
    "mark_side": _one_of(MarkSide, "side"),
    **dict.fromkeys(
        ("share", "outline_text", "cache", "resume", "unique", "sheet_titles", "proof", "cover", "cutting_template"),
        _switch,
    ),
}
"""The readers of options that may be given as text."""


_DEFAULTS = dict(zip(PrintOptions.__struct_fields__, PrintOptions.__struct_defaults__, strict=True))
