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
    """The https address that the file's CSV was read from. Only `refresh` reads it again."""
    sheet: str | None = None
    """The workbook's sheet; the first visible one if left out."""
    header: int | None = Field(default=None, ge=0)
    """The row with the names of the columns, counted from 1; the first that is not blank if left out. 0 if there is
    none: then `columns` lists the names.
    """
    until: str | None = None
    """The table ends above the first row that begins with this text, such as Total."""
    skip: tuple[Annotated[SkipRule, BeforeValidator(_skip_rule)], ...] = Field(default=(), max_length=100)
    """Rows that aren't cards, by their contents: `comments` (they begin with # or //), `headers` (repetitions of the
    header), `headings` (a single text alone in its row), `totals` (sums of the rows above, or a word for that next to
    numbers), and cells by column, such as `{name: TODO}`, or `{name: "", text: ""}` for blank ones.
    """
    only: dict[str, tuple[str, ...]] = Field(default={}, max_length=20)
    """The rows whose cells are among these texts, by column, such as `{Type: [Ship, Station]}`. The other rows belong
    to other components.
    """
    except_: dict[str, tuple[str, ...]] = Field(default={}, max_length=20)
    """The rows that `only` would not take: `{Type: [Ship, Station]}` here takes the rest of the table."""
    columns: dict[str, str | None] | tuple[str | None, ...] = Field(default={})
    """New names for columns: a mapping from old to new names, or a list of all in order; null for a column that isn't
    read.
    """
    records: str | None = None
    """The key of JSON or YAML with the records, ``a.b`` for a nested one."""
    keys: tuple[str, ...] = ()
    """Names for the keys of mappings nested under ``records``; each becomes a column."""
    encoding: Encoding | None = None
    """The encoding of a text file; detected if left out, and reported if there is doubt."""


_FILE = BeforeValidator(short_for("file", "expected a table's file, such as cards.csv, or a mapping with its `file`"))


class Join(Model):
    """Another table's row for each card: the one whose column ``key`` equals the card's column ``on``."""

    rows: Annotated[Source, _FILE]
    """The other table: a file's name, or a mapping that sets how it is read."""
    on: str
    """The cards' column that refers to a row of the other table."""
    key: str | None = None
    """The column of the other table that ``on`` refers to; by default the one of the same name."""
    as_: str
    """The card's field with the other row: ``card.<as>.<column>``."""


class Rows(Source):
    """A component's table; ``rows: cards.csv`` is short for ``rows: {file: cards.csv}``."""

    copies: str | tuple[str, ...] = "copies"
    """The column with the number of copies of a card, or a list of several, which are added up. Cells can contain
    ``3``, ``3x``, ``×3`` or ``3 copies``.
    """
    blank_copies: int | None = Field(default=None, ge=0, le=1, strict=True)
    """The copies of a card whose cells under ``copies`` are all blank: by default 1, or 0 if ``copies`` is a list."""
    id: str = "id"
    """The column with the cards' ids; without it the ids consist of component and row number, such as ``lights-001``.
    """
    join: tuple[Later[Join], ...] = Field(default=(), max_length=20)
    """Other tables whose rows add fields to the cards."""


BY_NUMBER = Rows.model_construct(file="")
"""How the table of numbered cards is read."""
RowsSetting = Annotated[Rows, _FILE]
"""A table by its file's name, or as a mapping."""
