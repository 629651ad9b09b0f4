"""Where a component's cards come from: a table's file and how to read it."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from carddesigner.contents.base import Model, short_for

Encoding = Literal[
    "utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "mac-roman", "shift-jis", "gb18030"
]
"""How a text file's bytes are letters, where nothing in the file says so."""


class Source(Model):
    """A table and how to read it; ``rows: cards.csv`` is short for ``rows: {file: cards.csv}``."""

    file: str
    """The table's file in the deck's folder: .csv, .tsv, .xlsx, .ods, .json or .yaml."""
    sheet: str | None = None
    """The workbook's sheet; the first visible one if left out."""
    header: int | None = Field(default=None, ge=0)
    """The row with the columns' names, counted from 1; the first that is not blank if left out. 0 if there is none:
    `columns` lists the names.
    """
    until: str | None = None
    """The table ends above the first row that begins with this text, such as Total."""
    columns: dict[str, str] | tuple[str, ...] = Field(default={})
    """New names for columns: a mapping of old to new, or a list of all in order."""
    records: str | None = None
    """The key of JSON or YAML under which the records lie, ``a.b`` for a deeper one."""
    keys: tuple[str, ...] = ()
    """Names for the keys of mappings nested under ``records``; each becomes a column."""
    encoding: Encoding | None = None
    """How a text file is written; found out, and named if there is doubt, if left out."""


_FILE = BeforeValidator(short_for("file", "expected a table's file, such as cards.csv, or a mapping with its `file`"))


class Join(Model):
    """Another table's row for each card: the one whose column ``key`` equals the card's column ``on``."""

    rows: Annotated[Source, _FILE]
    """The other table: a file's name, or a mapping that says how to read it."""
    on: str
    """The column of the cards that names a row of the other table."""
    key: str | None = None
    """The other table's column that ``on`` names; one of the same name if left out."""
    as_: str
    """The card's field that holds the other row, so ``card.<as>.<column>``."""


class Rows(Source):
    """A component's table; ``rows: cards.csv`` is short for ``rows: {file: cards.csv}``."""

    copies: str | tuple[str, ...] = "copies"
    """The column that says how often a card is printed, or several in a list, which are added up: in cells such
    as ``3``, ``3x``, ``×3`` or ``3 copies``."""
    blank_copies: int | None = Field(default=None, ge=0, le=1, strict=True)
    """How often a card is printed whose cells under ``copies`` are all blank; left out, once, or 0 times where ``copies`` is a list."""
    id: str = "id"
    """The column with the cards' ids; without it a card is called by its component and row, such as ``lights-001``."""
    join: tuple[Join, ...] = Field(default=(), max_length=20)
    """Other tables, whose rows give more fields to the cards."""


RowsSetting = Annotated[Rows, _FILE]
"""A table by its file's name, or by a mapping."""
