"""Where a component's cards come from: the file of a table and how it is read."""

import re
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field

from carddesigner.contents.base import Later, Model, refusal, short_for
from carddesigner.core.report import did_you_mean

Encoding = Literal[
    "utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "mac-roman", "shift-jis", "gb18030"
]
"""The encodings of text files that don't indicate theirs."""


SkipKind = Literal["comments", "headers", "headings", "totals"]
SkipRule = SkipKind | dict[str, str]
"""Which rows aren't cards: a kind, or the texts of cells by column."""


def _skip_rule(value: object) -> object:
    """Refuse an invalid rule, with a message that lists the kinds. Raises PydanticCustomError."""
    kinds = get_args(SkipKind)
    if isinstance(value, dict):
        if not value:
            raise refusal("wrong-value", "a rule names at least one column, such as {name: TODO}")
        return {str(k): "" if v is None else v for k, v in value.items()}
    if value not in kinds:
        near = did_you_mean(str(value), kinds)
        hint = f"one of {', '.join(kinds)}, or cells by their columns, such as {{name: TODO}}"
        raise refusal("wrong-value", f"{str(value)[:60]!r} is no kind of rows{near}", hint=hint, fix=near.fix)
    return value


def _https(value: object) -> object:
    """Refuse anything but an https address. Raises PydanticCustomError."""
    if isinstance(value, str) and not re.fullmatch(r"https://[^\s/]\S{0,2000}", value):
        raise refusal("wrong-value", f"{value[:60]!r} is no https address")
    return value


class Source(Model):
    """A table and how to read it; ``rows: cards.csv`` is short for ``rows: {file: cards.csv}``."""

    file: str
    """The table's file in the deck's folder: .csv, .tsv, .xlsx, .ods, .json or .yaml."""
    from_: Annotated[str, BeforeValidator(_https)] | None = None
    """The https address that the file's CSV was read from; `refresh` reads it again, and nothing else does."""
    sheet: str | None = None
    """The workbook's sheet; the first visible one if left out."""
    header: int | None = Field(default=None, ge=0)
    """The row with the columns' names, counted from 1; the first that is not blank if left out. 0 if there is none:
    `columns` lists the names.
    """
    until: str | None = None
    """The table ends above the first row that begins with this text, such as Total."""
    skip: tuple[Annotated[SkipRule, BeforeValidator(_skip_rule)], ...] = Field(default=(), max_length=100)
    """Rows that are no cards, by what stands in them: `comments` (they begin with # or //), `headers` (the header once more),
    `headings` (one text alone in its row), `totals` (sums of the rows above, or a word for that beside numbers), and cells by their
    columns, such as `{name: TODO}`, or `{name: "", text: ""}` for blank ones.
    """
    only: dict[str, tuple[str, ...]] = Field(default={}, max_length=20)
    """The rows whose cells are among these texts, by column, such as `{Type: [Ship, Station]}`: other rows belong to other components."""
    except_: dict[str, tuple[str, ...]] = Field(default={}, max_length=20)
    """The rows that `only` would not take: `{Type: [Ship, Station]}` here takes the rest of the table."""
    columns: dict[str, str | None] | tuple[str | None, ...] = Field(default={})
    """New names for columns: a mapping of old to new, or a list of all in order; null for a column that isn't read."""
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
    """The other table: a file's name, or a mapping that sets how it is read."""
    on: str
    """The column of the cards that names a row of the other table."""
    key: str | None = None
    """The other table's column that ``on`` names; one of the same name if left out."""
    as_: str
    """The card's field that holds the other row, so ``card.<as>.<column>``."""


class Rows(Source):
    """A component's table; ``rows: cards.csv`` is short for ``rows: {file: cards.csv}``."""

    copies: str | tuple[str, ...] = "copies"
    """The column with the number of copies of a card, or several in a list, which are added up: in cells such
    as ``3``, ``3x``, ``×3`` or ``3 copies``."""
    blank_copies: int | None = Field(default=None, ge=0, le=1, strict=True)
    """How often a card is printed whose cells under ``copies`` are all blank; left out, once, or 0 times where ``copies`` is a list."""
    id: str = "id"
    """The column with the cards' ids; without it a card is called by its component and row, such as ``lights-001``."""
    join: tuple[Later[Join], ...] = Field(default=(), max_length=20)
    """Other tables, whose rows give more fields to the cards."""


BY_NUMBER = Rows.model_construct(file="")
"""How the table of numbered cards is read."""
RowsSetting = Annotated[Rows, _FILE]
"""A table by its file's name, or as a mapping."""
