"""Sheets with slots: those described in a deck, and pre-cut sheets on the market."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema

from carddesigner.contents.base import LENGTH_SCHEMA, Length, Model
from carddesigner.core.geometry import Rect
from carddesigner.core.options import MAX_SLOTS_ACROSS
from carddesigner.core.papers import Paper, parse_paper
from carddesigner.core.report import did_you_mean, series
from carddesigner.core.slots import Slot, SlotSheet
from carddesigner.schema.data import data
from carddesigner.schema.paper import PaperSize
from carddesigner.schema.stock import Size

MAX_SLOTS = 500
"""The most slots of a sheet."""

Turn = Literal[0, 90, 180, 270]


Gap = Annotated[Length, Field(ge=0)]


def _both(value: Any) -> Any:
    return value if isinstance(value, (list, tuple)) else (value, value)


Gaps = Annotated[
    tuple[Gap, Gap],
    BeforeValidator(_both),
    WithJsonSchema({"anyOf": [LENGTH_SCHEMA, {"type": "array", "items": LENGTH_SCHEMA, "minItems": 2, "maxItems": 2}]}),
]
"""One length, or one across and one down."""


class SlotGrid(Model):
    """Slots in rows and columns, as makers give them."""

    columns: int = Field(ge=1, le=MAX_SLOTS_ACROSS, strict=True)
    """The number of slots next to each other."""
    rows: int = Field(ge=1, le=MAX_SLOTS_ACROSS, strict=True)
    """The number of slots below each other."""
    size: Size
    """Width and height of each slot as it lies on the sheet."""
    left: Length
    """From the paper's left edge to the first column."""
    top: Length
    """From the paper's upper edge to the first row."""
    gutter: Gaps = (0.0, 0.0)
    """The space between slots: a length, or ``[between columns, between rows]``."""
    turn: Turn | None = None
    """The clockwise rotation of fronts in their slots, in degrees; by default as they fit."""

    def placed(self) -> tuple[Slot, ...]:
        """Return the slots row by row."""
        (width, height), (across, down) = self.size, self.gutter
        return tuple(
            Slot(Rect(self.left + i * (width + across), self.top + j * (height + down), width, height), self.turn)
            for j in range(self.rows)
            for i in range(self.columns)
        )


class SlotSetting(Model):
    """A single slot."""

    left: Length
    """From the paper's left edge."""
    top: Length
    """From the paper's upper edge."""
    size: Size
    """Width and height of the slot as it lies on the sheet."""
    turn: Turn | None = None
    """The clockwise rotation of the front in it, in degrees; by default as it fits."""

    def placed(self) -> Slot:
        """Return the slot."""
        return Slot(Rect(self.left, self.top, *self.size), self.turn)


def _form(value: Any) -> str:
    return "list" if isinstance(value, (list, tuple)) else "grid"


class SheetModel(Model):
    """A sheet with slots; ``sheet: NAME`` is a sheet on the market."""

    slots: Annotated[
        Annotated[SlotGrid, Tag("grid")]
        | Annotated[Annotated[tuple[SlotSetting, ...], Field(min_length=1, max_length=MAX_SLOTS)], Tag("list")],
        Discriminator(_form),
    ]
    """The places of pieces: a list of slots in the order in which they are filled, or a mapping of ``columns`` and
    ``rows``.
    """
    paper: PaperSize | None = None
    """The sheet's paper; by default that of ``print``."""
    pre_cut: bool = True
    """Whether the sheet is already cut or perforated. With ``false`` it gets cut marks."""

    def on(self, paper: Paper, name: str = "") -> SlotSheet:
        """Return the sheet on its own paper, by default on *paper*."""
        slots = self.slots.placed() if isinstance(self.slots, SlotGrid) else tuple(s.placed() for s in self.slots)
        return SlotSheet(self.paper or paper, slots, self.pre_cut, name)


class MakersSheet(Struct, frozen=True):
    """A pre-cut sheet on the market: its contents, other part numbers with the same cut, and the source of the
    measurements.
    """

    sheet: SlotSheet
    maker: str
    what: str
    also: tuple[str, ...]
    source: str


@cache
def makers_sheets() -> dict[str, MakersSheet]:
    """Return the known sheets by name."""
    listed = data("sheets")
    out = {}
    for name, given in listed["sheets"].items():
        paper = parse_paper(given["paper"])
        sheet = SheetModel.model_validate({"slots": given["slots"]}).on(paper, name)
        source = listed["sources"][given["source"]]
        out[name] = MakersSheet(sheet, given["maker"], given["what"], tuple(given.get("also", ())), source)
    return out


def makers_sheet(name: str) -> SlotSheet:
    """Return a sheet by its name or by that of one with the same cut; the product number is enough if only one maker
    has it. Raises ValueError.
    """
    wanted = name.strip().lower().replace(" ", "-")
    sheets = {n: made.sheet for main, made in makers_sheets().items() for n in (main, *made.also)}
    if wanted in sheets:
        return sheets[wanted]
    of_number = [n for n in sheets if n.partition("-")[2] == wanted]
    if len(of_number) == 1:
        return sheets[of_number[0]]
    near = f"; did you mean {series(of_number, 'or')}?" if of_number else _alike(wanted, list(sheets))
    raise ValueError(
        f"unknown sheet {name!r}{near or '.'} `carddesigner list --sheets` lists those that are "
        "known; others are described by their slots"
    )


def _alike(wanted: str, names: list[str]) -> str:
    """A hint at the name that was meant, perhaps without its maker."""
    near = did_you_mean(wanted, names)
    if near:
        return near
    numbers = {n.partition("-")[2]: n for n in names}
    close = get_close_matches(wanted, numbers, n=3)
    return f"; did you mean {series([numbers[n] for n in close], 'or')}?" if close else ""
