"""Messages about the deck's tables. ``messages`` describes what all messages have in common."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Tables(Struct, frozen=True, tag_field="t", tag="tables"):
    """Request the deck's tables and show one of them; without ``table`` that of the card on the page, or else the
    first.
    """

    table: str = ""


class TypeCell(Struct, frozen=True, tag_field="t", tag="type"):
    """Preview the text of a cell while it is being typed; nothing is written."""

    seq: int
    table: str
    revision: int
    row: int
    column: int
    text: str


class CellText(Struct, frozen=True):
    """The text of a cell."""

    row: int
    column: int
    text: str


class Cells(Struct, frozen=True, tag_field="t", tag="cells"):
    """Set the texts of cells as one step; rows below the last are added. ``name`` describes the action, such as
    Paste.
    """

    table: str
    revision: int
    name: str
    cells: tuple[CellText, ...]


class Rows(Struct, frozen=True, tag_field="t", tag="rows"):
    """Insert a row before index ``to``, or copy, delete or move rows to that index, as one step. The reply repeats
    ``seq``.
    """

    table: str
    revision: int
    seq: int
    action: Literal["insert", "duplicate", "delete", "move"]
    rows: tuple[int, ...] = ()
    to: int = 0


class Columns(Struct, frozen=True, tag_field="t", tag="columns"):
    """Insert a named column before index ``to``, copy or move one to that index, delete or rename one, as one step. The
    reply repeats ``seq``.
    """

    table: str
    revision: int
    seq: int
    action: Literal["insert", "duplicate", "delete", "move", "rename"]
    column: int = 0
    to: int = 0
    name: str = ""


class Locate(Struct, frozen=True, tag_field="t", tag="locate"):
    """Request the cells of a table at the places of problems."""

    table: str
    revision: int
    places: tuple[str, ...]


class Thumbnails(Struct, frozen=True, tag_field="t", tag="thumbnails"):
    """Request thumbnails of what cells name; each name is a column's kind and a cell's text."""

    names: tuple[tuple[str, str], ...]


class AsCsv(Struct, frozen=True, tag_field="t", tag="as-csv"):
    """Convert a table of a spreadsheet to CSV, which is edited here from then on."""

    table: str


FromData = Tables | TypeCell | Cells | Rows | Columns | Locate | Thumbnails | AsCsv


class TableName(Struct, frozen=True):
    """A table of the deck: its file, and the components that read it."""

    key: str
    file: str
    components: tuple[str, ...]


class ColumnInfo(Struct, frozen=True):
    """A column: ``header`` in the file; ``name`` in the deck, empty if it isn't read; ``kind``, the type of the field;
    ``choices``, the words that a cell may have, for a boolean those for true and false. A translation has its
    ``language`` and the index of the column that it ``translates``.
    """

    header: str
    name: str
    kind: str
    choices: tuple[str, ...] = ()
    required: bool = False
    declared: bool = False
    language: str = ""
    translates: int = -1


class RowInfo(Struct, frozen=True):
    """A row's texts, its card's component and id, and the ``reason`` why it has no card, empty if it has one."""

    cells: tuple[str, ...]
    component: str = ""
    id: str = ""
    reason: str = ""


class TableInfo(Struct, frozen=True, tag_field="t", tag="table"):
    """The deck's tables, and one of them in full. ``locked`` says why it can't be changed, ``fixed_rows`` and
    ``fixed_columns`` why these can't be added or removed, ``problem`` why it can't be shown. ``csv`` is the file to
    which it can be converted, ``published`` the address from which it can be refreshed.
    """

    tables: tuple[TableName, ...]
    key: str
    revision: int
    columns: tuple[ColumnInfo, ...]
    rows: tuple[RowInfo, ...]
    languages: tuple[str, ...] = ()
    locked: str = ""
    fixed_rows: str = ""
    fixed_columns: str = ""
    problem: str = ""
    csv: str = ""
    published: str = ""


class TablePatch(Struct, frozen=True, tag_field="t", tag="table-patch"):
    """Rows replaced in the table: the number of ``removed`` rows from ``start`` on, and the new ``rows`` in their
    place.
    """

    key: str
    revision: int
    start: int
    removed: int
    rows: tuple[RowInfo, ...]


class Shifted(Struct, frozen=True, tag_field="t", tag="shifted"):
    """The reply to an edit of rows or columns, sent after all changes that it made."""

    seq: int


class LocatedCell(Struct, frozen=True):
    """The cell at a place, by the index of the place; column -1 stands for the whole row."""

    index: int
    row: int
    column: int


class Located(Struct, frozen=True, tag_field="t", tag="located"):
    """The cells at places, if the table has them."""

    key: str
    revision: int
    places: tuple[str, ...]
    cells: tuple[LocatedCell, ...]


class Thumbnail(Struct, frozen=True):
    """The address of a thumbnail of what a cell names; empty if there is none."""

    kind: str
    name: str
    picture: str


class ThumbnailList(Struct, frozen=True, tag_field="t", tag="thumbnails"):
    """The requested thumbnails."""

    pictures: tuple[Thumbnail, ...]


ToData = TableInfo | TablePatch | Shifted | Located | ThumbnailList
