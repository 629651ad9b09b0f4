"""Where a component's cards come from: a table's file and how to read it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from carddesigner.contents.base import Model

ENCODINGS = ("utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "mac-roman", "shift-jis", "gb18030")


class Rows(Model):
    """A table: CSV, TSV, XLSX, ODS, JSON or YAML; ``rows: cards.csv`` is short for ``rows: {file: cards.csv}``.

    ``sheet`` names a workbook's sheet (else its first visible one). ``header`` is the row with the columns' names, counted
    from 1 (else the first that is not blank). ``columns`` names columns anew, by their old names or all of them in order.
    ``copies`` names the column that says how often a card is printed, or several that are added up; ``id`` the one with the
    cards' ids. ``records`` is the key of JSON or YAML under which the records lie (``a.b`` for deeper ones), and ``keys``
    gives names to the keys of mappings nested there, each of which becomes a column.
    """

    file: str
    sheet: str | None = None
    header: int | None = Field(default=None, ge=1)
    columns: dict[str, str] | tuple[str, ...] = Field(default={})
    copies: str | tuple[str, ...] = "copies"
    id: str = "id"
    records: str | None = None
    keys: tuple[str, ...] = ()
    encoding: (
        Literal["utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "mac-roman", "shift-jis", "gb18030"]
        | None
    ) = None
    join: tuple[Join, ...] = ()


def _file(value: Any) -> Any:
    if isinstance(value, str):
        return {"file": value}
    if not isinstance(value, dict):
        raise PydanticCustomError(
            "wrong-type", "expected a table's file, such as cards.csv, or a mapping with its `file`"
        )
    return value


RowsSetting = Annotated[Rows, BeforeValidator(_file)]
"""A table by its file's name, or by a mapping."""


class Join(Model):
    """Another table's row for each card: the one whose column ``key`` (``on`` if left out) equals the card's column ``on``.

    Its fields are the record ``as`` of the card.
    """

    rows: RowsSetting
    on: str
    key: str | None = None
    as_: str


Rows.model_rebuild()
